/* character: one tick of a walking character, as a motion under constraints.
 *
 * The tick has a path to spend, which is the wanted velocity times the time. It spends it in legs.
 * Each leg begins with a look at what the character touches. The contacts that it can stand on lead
 * the leg along them; the others bend it aside. A leg is one sweep, which glides along what bears
 * the character, and ends where something new is met; then the next leg begins, until the path is
 * spent or nothing leads on:
 *
 *   - a floor that rises or falls away leads on along itself;
 *   - what is too steep may be a step: up, over it and down is tried, and taken if it ends on
 *     something that is no more than a step above the floor the character stands on;
 *   - otherwise the leg goes on beside it.
 *
 * In the air the legs fall freely and walk beside that. Long ticks are cut into shorter ones. */
#include "character_tick.h"
#include "lanes.h"

const sm_character_settings sm_character_defaults = {0};

enum { WALK_LEGS_MAX = 8, CUTS_MAX = 8 };

static const double longest_cut = 1 / 60.0; /* seconds: longer ticks are cut into such */
static const double lifting = 1e-3;         /* world units a second: off a floor */

/* ---- Settings ------------------------------------------------------------------------------ */

/* 0 stands for what is usual, below 0 for none. */
static double setting(float value, double usual, double none) {
    return value > 0 ? (double)value : value < 0 ? none : usual;
}

static bool begin_tick(tick *t, sm_character *c, const character_world *world, float seconds) {
    static const vec usual_slope = {0x1.491b7523c161cp-1, 0x1.8836fa2cf503ap-1}; /* 50 degrees */
    const sm_character_settings *s = world->settings;
    bool is_given = s->max_slope > 0 || s->max_slope < 0; /* NaN is not */
    vec slope = is_given ? vec_of_angle(setting(s->max_slope, 0, 0)) : usual_slope;
    t->c = c;
    t->world = world;
    t->seconds = (double)seconds;
    t->record = s->options != NULL ? s->options->trace : NULL;
    if (t->record != NULL)
        sm_trace_begin(t->record, c->position, (sm3_vec){0, 0, 0}, s->options->resolver);
    t->up = vec3_unit(vec3_of(s->up), (vec3){0, 1, 0});
    t->level = slope.x;
    t->steep = slope.y;
    t->step = setting(s->step_height, 0.3, 0);
    t->snap = setting(s->snap, t->step, -1);
    t->gravity = setting(s->gravity, 20, 0);
    t->start = vec3_of(c->position);
    t->position = vec3_of(c->position);
    t->carried = vec3_zero;
    t->looked = false;
    t->stepped = NULL;
    t->count = 0;
    return seconds > 0 && isfinite(seconds) && sm3_is_finite(c->position);
}

/* ---- Where a leg leads --------------------------------------------------------------------- */

typedef struct lead {
    vec3 level;        /* the part of what is wanted that nothing blocks, on the level */
    vec3 displacement; /* the same along the floor, as long */
    int blocker;       /* the contact that what is wanted leads into most; -1: none */
    int floor;         /* the contact that it goes along; -1: none */
    double fraction;   /* of what is wanted, that the leg is for */
    bool on_level;     /* the path is measured on the level: over steps, or as settings say */
} lead;

/* Whether a floor only seems to rise from another one: the round side that touches both bends
 * little between them, and touches it no higher than the other's plane. So seems the edge of the
 * next piece of one floor. */
static bool only_seems_to_rise(const tick *t, const footing *s, const footing *from) {
    vec3 apart = vec3_sub(s->point, from->point);
    double spacing = 2 * (double)FLT_EPSILON * vec3_length(t->position);
    return vec3_length(apart) <= shallow_bend * t->world->radius &&
           vec3_length(vec3_sub(s->normal, from->normal)) <= shallow_bend &&
           vec3_dot(from->normal, apart) <= spacing;
}

/* The floor that rises most along a displacement on the level; -1: none. */
SM_WITHIN static inline int find_floor(const tick *t, vec3 level) {
    double most = -INFINITY;
    int found = -1;
    for (int i = 0; i < t->count; i++) {
        const footing *s = &t->touched[i];
        if (!leads_on(t, s))
            continue;
        double rise = rise_along(t, level, s->normal);
        bool is_higher = found < 0 || (rise > most ? !only_seems_to_rise(t, s, &t->touched[found])
                                                   : only_seems_to_rise(t, &t->touched[found], s));
        found = is_higher ? i : found;
        most = is_higher ? rise : most;
    }
    return found;
}

/* The contact that a displacement leads into most; -1: none. */
static int find_blocker(const tick *t, vec3 displacement) {
    double most = negligible * vec3_length(displacement);
    int found = -1;
    for (int i = 0; i < t->count; i++) {
        double into = -vec3_dot(displacement, t->touched[i].normal);
        if (leads_on(t, &t->touched[i]) || !(into > most))
            continue;
        most = into;
        found = i;
    }
    return found;
}

/* Beside what blocks it, on the floor `floor`, or on the level. */
static vec3 beside_on(const tick *t, vec3 level, const footing *blocker, const footing *floor) {
    double fraction =
        floor == NULL ? 0 : height_of(t, blocker->normal) / height_of(t, floor->normal);
    vec3 out = flattened(t, blocker->normal);
    if (floor != NULL)
        out = moved(out, flattened(t, floor->normal), -fraction);
    double squared = vec3_dot(out, out);
    if (!(squared > negligible * negligible))
        return vec3_zero;
    vec3 along = moved(level, out, -vec3_dot(level, out) / squared);
    return vec3_length(along) <= negligible * vec3_length(level) ? vec3_zero : along;
}

/* Along the floor `floor`; -1: on the level. */
static inline vec3 along_floor(const tick *t, vec3 level, int floor) {
    return floor < 0 ? level : moved(level, t->up, rise_along(t, level, t->touched[floor].normal));
}

static vec3 on_floors(const tick *t, vec3 level) {
    return along_floor(t, level, find_floor(t, level));
}

/* Of all ways beside one contact that lead into nothing the one that gets farthest. */
static vec3 find_way_beside(const tick *t, vec3 wanted) {
    vec3 best = vec3_zero;
    double farthest = negligible * vec3_dot(wanted, wanted);
    for (int i = 0; i < t->count; i++) {
        if (leads_on(t, &t->touched[i]))
            continue;
        for (int k = -1; k < t->count; k++) {
            if (k >= 0 && !leads_on(t, &t->touched[k]))
                continue;
            vec3 along = beside_on(t, wanted, &t->touched[i], k < 0 ? NULL : &t->touched[k]);
            double gets = vec3_dot(along, wanted);
            if (gets > farthest && find_blocker(t, on_floors(t, along)) < 0) {
                farthest = gets;
                best = along;
            }
        }
    }
    return best;
}

/* The fraction of a displacement on the level until it stands on top of an edge that it goes up on.
 */
static double fraction_to_top(const tick *t, const footing *edge, vec3 level) {
    vec3 aside = vec3_unit(flattened(t, edge->normal), t->up);
    double foot = sm_tick_foot_of(t, edge->normal), up = -vec3_dot(level, aside);
    return up > foot ? foot / up : 1;
}

static lead find_lead(const tick *t, vec3 wanted) {
    lead l = {.level = wanted, .blocker = -1, .floor = -1, .fraction = 1};
    if (vec3_is_zero(wanted))
        return l;
    l.floor = find_floor(t, wanted);
    l.blocker = find_blocker(t, along_floor(t, wanted, l.floor));
    if (l.blocker >= 0) {
        l.level = find_way_beside(t, wanted);
        l.floor = find_floor(t, l.level);
    }
    if (l.floor >= 0 && t->touched[l.floor].surface == SM_EDGE)
        l.fraction = fraction_to_top(t, &t->touched[l.floor], l.level);
    l.level = vec3_scale(l.level, l.fraction);
    l.displacement = along_floor(t, l.level, l.floor);
    double length = vec3_length(l.displacement);
    l.on_level =
        t->world->settings->level_speed || l.floor < 0 || t->touched[l.floor].surface == SM_EDGE;
    if (length > 0 && !l.on_level)
        l.displacement = vec3_scale(l.displacement, vec3_length(l.level) / length);
    return l;
}

/* Into what bears it, or the floor that it goes along, enough to be held by that wherever floats
 * place it. */
static vec3 press(const tick *t, int floor) {
    static const double least = 1e-4; /* world units */
    double by = least + 16 * (double)FLT_EPSILON * vec3_length(t->position);
    if (floor >= 0)
        return vec3_scale(t->touched[floor].normal, -by);
    for (int i = 0; i < t->count; i++) {
        if (t->touched[i].bears)
            return vec3_scale(t->touched[i].normal, -by);
    }
    return vec3_scale(t->up, -by);
}

/* ---- Down to a floor ----------------------------------------------------------------------- */

/* Down to a floor that fell away while it walked by `gone`. */
static bool go_down_to_floor(tick *t, vec3 gone) {
    vec3 from = t->position;
    double slope = vec3_length(flattened(t, gone)) * tangent_of_steepest(t);
    double most = t->snap + slope + sm_max(height_of(t, gone), 0);
    if (!(t->snap >= 0))
        return false;
    sm3_touch touch = sm_tick_cast(t, from, vec3_scale(t->up, -most));
    if (!touch.hit)
        return false;
    tick before;
    sm_tick_copy(&before, t);
    const sm3_collision at = {
        .normal = touch.normal, .point = touch.point, .obstacle = touch.obstacle};
    sm_tick_look(t, moved(from, t->up, -touch.fraction * most), &at);
    if (!t->bears && !can_stand_on(t, vec3_of(at.normal))) {
        move_notes notes; /* on down beside that */
        vec3 rest = vec3_scale(t->up, (touch.fraction - 1) * most);
        stretch down;
        sm_tick_go(t, &(route){.from = t->position, .walk = rest, .past = MET_STEEP}, &notes,
                   &down);
        if (height_of(t, vec3_sub(down.end, t->position)) < 0)
            sm_tick_look(t, down.end, down.met == MET_FLOOR ? &down.touched : NULL);
    }
    if (t->bears)
        return true;
    sm_tick_copy(t, &before);
    return false;
}

/* The same, and records it. */
static bool follow_floor(tick *t, vec3 gone) {
    vec3 from = t->position;
    if (!go_down_to_floor(t, gone))
        return false;
    sm_tick_add_look(t, SM_PART_SNAP, from, t->position, t->touched, t->count);
    return true;
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Down on something to stand on, `above` over where it stood. */
static sm_obstruction land(tick *t, vec3 from, double above, vec3 *landed, footing *on) {
    double most = above + sm_max(t->snap, 0);
    sm3_touch touch = sm_tick_cast(t, from, vec3_scale(t->up, -most));
    *landed = moved(from, t->up, -touch.fraction * most);
    if (!touch.hit)
        return SM_NO_FLOOR_BEYOND;
    sm3_collision at = {.normal = touch.normal, .point = touch.point, .obstacle = touch.obstacle};
    sm_tick_judge(t, &at, on, false);
    if (!sm_tick_is_within_step(t, on))
        return SM_STEP_TOO_HIGH;
    bool is_floor = on->surface == SM_FLOOR || on->surface == SM_EDGE;
    return is_floor ? SM_NOT_BLOCKED : SM_TOO_STEEP;
}

/* Whether the slanted side that it would land on leads to something to stand on, no higher than a
 * step. `above` is how far `from` is over where it stood. */
static bool has_top(tick *t, vec3 from, double above, const footing *face) {
    vec3 direction = vec3_scale(vec3_unit(flattened(t, face->normal), t->up), -1);
    move_notes notes;
    footing on;
    vec3 landed;
    stretch on_top;
    vec3 far = vec3_scale(direction, sm_tick_reach_of_step(t));
    sm_tick_go(t, &(route){.from = from, .walk = far}, &notes, &on_top);
    for (int i = 1; i <= STEP_TRIES; i++) {
        vec3 there = moved(from, vec3_sub(on_top.end, from), (double)i / STEP_TRIES);
        if (land(t, there, above, &landed, &on) == SM_NOT_BLOCKED)
            return true;
    }
    return false;
}

/* Where it came to over a step. */
typedef struct step_end {
    vec3 landed;
    double gained; /* world units, along the path */
    bool follows;  /* nothing bore it where it landed: from there it went on down */
} step_end;

/* Stands where it landed, or on what is below if that does not bear it. Returns whether it leads
 * on: it must not slide back, and where it ends as low as before it must get by `least`. Otherwise
 * it stays where it was. */
static bool stand_on_step(tick *t, step_end *end, vec3 direction, double least, bool is_pushed) {
    static const double kept = 0.9, low = 1e-3; /* of what it got over; world units */
    tick before;
    sm_tick_copy(&before, t);
    t->is_stepping = true;
    t->stepped = NULL;
    sm_tick_look(t, end->landed, NULL);
    end->follows = !t->bears && go_down_to_floor(t, vec3_zero);
    vec3 gone = vec3_sub(t->position, before.position);
    double gained = vec3_dot(gone, direction);
    bool is_back = end->follows && gained < kept * end->gained;
    bool is_as_low = (is_pushed || gained < least) && height_of(t, gone) < low;
    if (!is_back && !is_as_low)
        return true;
    sm_tick_copy(t, &before);
    end->gained = is_back ? 0 : end->gained;
    return false;
}

/* Over by `rest` from `above`, which is `rise` over where it stood, and down on something to stand
 * on. Returns why not. *gained is how far it got; 0: no part of `rest` leads on. */
static sm_obstruction step_over(tick *t, vec3 above, double rise, vec3 rest, double least,
                                double *gained) {
    static const double worth = 1e-4; /* of rest */
    double length = vec3_length(rest);
    vec3 direction = vec3_scale(rest, 1 / length), from = t->position;
    move_notes notes;
    footing on;
    step_end end;
    stretch over;
    sm_tick_go(t, &(route){.from = above, .walk = rest}, &notes, &over);
    *gained = end.gained = vec3_dot(vec3_sub(over.end, from), direction);
    if (!(*gained > worth * length + negligible))
        return SM_STEP_TOO_HIGH;
    sm_obstruction why = land(t, over.end, rise, &end.landed, &on);
    const sm_options *own = t->world->settings->options;
    bool is_pushed = own != NULL && own->resolver != SM_SWEEP; /* aside, or through what is thin */
    if (why == SM_TOO_STEEP && !is_pushed && has_top(t, over.end, rise, &on))
        why = SM_NOT_BLOCKED;
    if (why == SM_NOT_BLOCKED && !stand_on_step(t, &end, direction, least, is_pushed))
        why = SM_STEP_TOO_HIGH;
    *gained = end.gained;
    if (why == SM_STEP_TOO_HIGH && is_too_steep(t, on.ground))
        why = SM_TOO_STEEP;
    if (why != SM_NOT_BLOCKED)
        return why;
    sm_tick_add_look(t, SM_PART_UP, from, above, NULL, 0);
    sm_tick_add_move(t, &notes, over.made, SM_PART_OVER);
    sm_tick_add_look(t, SM_PART_DOWN, over.end, end.landed, &on, 1);
    if (end.follows)
        sm_tick_add_look(t, SM_PART_SNAP, end.landed, t->position, t->touched, t->count);
    return SM_NOT_BLOCKED;
}

/* Up, over by `rest` or a part of it, and down on something to stand on. Where that is as low as
 * before, it must get by `far`, and farther than beside the blocker, which would be `beside` of
 * that part. Returns why not; otherwise the part of `rest` that it got farther is in *gained. */
static sm_obstruction try_step(tick *t, const footing *blocker, vec3 rest, double beside,
                               double far, double *gained) {
    static const double least = 10 * (double)SM3_SKIN; /* world units */
    static const double near_edge = 0.1;               /* of the step height */
    double length = vec3_length(rest);
    if (!(t->step > 0) || !t->has_ground || !(length > least))
        return SM_STEP_TOO_HIGH;
    vec3 direction = vec3_scale(rest, 1 / length);
    t->stepped = blocker;
    double slope = sm_max(rise_along(t, direction, t->ground_normal), 0) * t->world->radius;
    double lift = highest_step(t) + slope + least;
    move_notes notes;
    stretch up;
    sm_tick_go(t, &(route){.from = t->position, .walk = vec3_scale(t->up, lift)}, &notes, &up);
    double rise = height_of(t, vec3_sub(up.end, t->position)) - negligible;
    vec3 above = moved(up.end, t->up, -negligible);
    double little = near_edge * t->step;
    const double tries[] = {sm_tick_reach_of_step(t), little + t->world->radius, little};
    sm_obstruction why = SM_STEP_TOO_HIGH;
    *gained = rise > negligible ? INFINITY : 0;
    for (int i = 0; i < 3 && why != SM_NOT_BLOCKED; i++) {
        double by = sm_min(length, tries[i]);
        if (*gained > by)
            why = step_over(t, above, rise, vec3_scale(direction, by), sm_max(beside * by, far),
                            gained);
    }
    *gained = sm_min(*gained / length, 1);
    t->stepped = NULL;
    return why == SM_STEP_TOO_HIGH && up.met != MET_NOTHING ? SM_NO_HEADROOM : why;
}

/* Where nothing leads on beside one contact alone: over what blocks the way beside another, as over
 * stairs along a wall: up, or farther than its radius, since in a corner a step as low as before
 * leads to and fro. Returns whether it got over that. */
static bool step_beside(tick *t, vec3 wanted, double *gained) {
    for (int i = 0; i < t->count; i++) {
        const footing *wall = &t->touched[i];
        if (leads_on(t, wall) || !(vec3_dot(wanted, wall->normal) < 0))
            continue;
        vec3 along = beside_on(t, wanted, wall, NULL);
        int blocker = vec3_is_zero(along) ? -1 : find_blocker(t, on_floors(t, along));
        if (blocker >= 0 &&
            try_step(t, &t->touched[blocker], along, 0, t->world->radius, gained) == SM_NOT_BLOCKED)
            return true;
    }
    return false;
}

static void note_blocker(tick *t, const footing *by, sm_obstruction why) {
    sm_character *c = t->c;
    for (int i = 0; i < c->blocker_count; i++) {
        if (c->blockers[i].obstacle == by->at.obstacle)
            return;
    }
    if (c->blocker_count < SM_CHARACTER_BLOCKERS)
        c->blockers[c->blocker_count++] = (sm_character_blocker){by->at.obstacle, why};
}

/* ---- On a floor ---------------------------------------------------------------------------- */

/* Where a leg led over several steps down, to where it comes to the first of them. Returns the part
 * of the leg until there; 0: there is none, and it falls. */
static double follow_steps(tick *t, vec3 from, vec3 leg) {
    enum { TRIES = 4 };
    vec3 end = t->position;
    for (int i = TRIES - 1; i > 0 && t->step > 0; i--) {
        double part = (double)i / TRIES;
        t->position = moved(from, leg, part);
        sm_tick_look(t, t->position, NULL);
        if (!t->bears && follow_floor(t, vec3_scale(leg, part)))
            return part;
    }
    t->position = end;
    sm_tick_look(t, t->position, NULL);
    return 0;
}

static bool stands_on_floor(const tick *t) {
    for (int i = 0; i < t->count; i++) {
        if (t->touched[i].surface == SM_FLOOR && t->touched[i].bears)
            return true;
    }
    return false;
}

/* The leg by `displacement` from `from` came to a floor that fell away. Behind the crest its path
 * lay along that floor, and so was longer or shorter than on the leg: goes back by what is too
 * much, and returns what is left of it, as a part of the leg. So the length of the path does not
 * depend on where ticks end. */
static double even_out(tick *t, vec3 from, vec3 displacement, bool on_level) {
    static const double worth = 2e-3; /* of the leg */
    vec3 normal = t->ground_normal;
    double length = vec3_length(displacement), falls = vec3_dot(displacement, normal) / length;
    if (on_level || !stands_on_floor(t) || !(falls > shallow_bend))
        return 0;
    double crest = vec3_dot(vec3_sub(t->position, from), normal) / falls;
    vec3 beyond = vec3_scale(displacement, 1 - sm_max(sm_min(crest / length, 1), 0));
    vec3 along = flattened(t, beyond);
    along = moved(along, t->up, rise_along(t, along, normal));
    double left = (vec3_length(beyond) - vec3_length(along)) / length;
    if (left > -worth)
        return left > worth ? left : 0;
    move_notes notes;
    tick landed;
    sm_tick_copy(&landed, t);
    vec3 back = vec3_scale(along, left * length / vec3_length(along));
    stretch gone;
    const route way = {
        .from = t->position, .walk = back, .pressed = press(t, -1), .past = MET_FLOOR};
    sm_tick_go(t, &way, &notes, &gone);
    t->position = gone.end;
    sm_tick_look(t, t->position, NULL);
    bool snaps = !t->bears;
    if (snaps && !go_down_to_floor(t, back)) {
        sm_tick_copy(t, &landed); /* back there is a gap */
        return 0;
    }
    sm_tick_add_move(t, &notes, gone.made, SM_PART_ALONG);
    if (snaps)
        sm_tick_add_look(t, SM_PART_SNAP, gone.end, t->position, t->touched, t->count);
    return 0;
}

/* One leg, pressed on the floor. Where that holds it though nothing is in its way, as many faces
 * that are much smaller than the shape can, it goes a hair's breadth above them. */
static void go_along(tick *t, const route *way, move_notes *notes, stretch *gone) {
    static const double held = 0.01; /* of the leg */
    static const double hair = 1e-3; /* world units */
    sm_tick_go(t, way, notes, gone);
    double length = vec3_length(way->walk);
    bool is_held = !(vec3_length(vec3_sub(gone->end, way->from)) > held * length);
    if (!is_held || !(length > hair) || gone->met != MET_NOTHING || gone->is_crushed)
        return;
    const route above = {.from = way->from, .walk = way->walk, .fall = vec3_scale(t->up, hair)};
    sm_tick_go(t, &above, notes, gone);
}

/* Spends the rest of the path on the floor. `extra` is added to the first leg. */
static void walk_on(tick *t, vec3 path, double rest, vec3 extra, bool moves) {
    static const double spent = 1e-4; /* of the path */
    for (bool first = true; t->legs < WALK_LEGS_MAX; first = false) {
        t->legs++;
        vec3 wanted = vec3_scale(path, rest);
        lead l = find_lead(t, wanted);
        if (l.blocker >= 0 && t->fresh) {
            double gained, beside = vec3_dot(l.level, wanted) / vec3_dot(wanted, wanted);
            sm_obstruction why = try_step(t, &t->touched[l.blocker], wanted, beside, 0, &gained);
            if (why != SM_NOT_BLOCKED)
                note_blocker(t, &t->touched[l.blocker], why);
            if (why == SM_NOT_BLOCKED ||
                (vec3_is_zero(l.level) && step_beside(t, wanted, &gained))) {
                rest *= 1 - gained;
                if (rest <= spent)
                    return;
                continue;
            }
        }
        if (l.blocker >= 0 && !t->fresh) /* let obstacles move first, then look what blocks it */
            l.displacement = vec3_zero;
        bool stays = vec3_is_zero(l.displacement);
        if (stays && t->fresh)
            return;
        vec3 from = t->position;
        move_notes notes;
        stretch gone;
        const route way = {.from = from,
                           .walk = l.displacement,
                           .fall = extra,
                           .pressed = press(t, l.floor),
                           .moves = moves};
        go_along(t, &way, &notes, &gone);
        sm_tick_add_move(t, &notes, gone.made, first ? SM_PART_WALK : SM_PART_ALONG);
        extra = vec3_zero;
        moves = false;
        double before = rest;
        if (gone.is_crushed) {
            sm_tick_look(t, gone.end, NULL);
            return;
        }
        rest = stays ? rest : rest * (1 - l.fraction * (1 - gone.left));
        sm_tick_look(t, gone.end, gone.met != MET_NOTHING ? &gone.touched : NULL);
        if (!t->bears) {
            if (!follow_floor(t, l.displacement)) {
                bool is_leg = gone.is_straight && gone.met == MET_NOTHING && !stays;
                double made = is_leg ? follow_steps(t, from, vec3_sub(gone.end, from)) : 0;
                if (!(made > 0))
                    return;
                rest += (before - rest) * (1 - made);
                continue;
            }
            if (gone.is_straight && gone.met == MET_NOTHING && !stays)
                rest += before * l.fraction * even_out(t, from, l.displacement, l.on_level);
        }
        if (vec3_is_zero(path) || rest <= spent)
            return;
    }
}

/* Changes the momentum, and returns the displacement by which gravity pulls it down a slope. */
static vec3 slip(tick *t) {
    vec3 normal = vec3_of(t->c->floor.normal), momentum = vec3_of(t->c->momentum);
    double rise = height_of(t, normal), time = t->cut;
    if (!t->world->settings->slips || rise > level_enough) {
        t->c->momentum = (sm3_vec){0, 0, 0};
        return vec3_zero;
    }
    vec3 pull = vec3_scale(vec3_sub(vec3_scale(normal, rise), t->up), t->gravity);
    t->c->momentum = vec3_round(moved(momentum, pull, time));
    return moved(vec3_scale(momentum, time), pull, time * time / 2);
}

static void walk_on_floor(tick *t, vec3 walk, bool moves) {
    vec3 start = vec3_of(t->c->position), path = vec3_scale(walk, t->cut), pressed = press(t, -1);
    vec3 slipped = slip(t);
    walk_on(t, path, 1, slipped, moves);
    if (vec3_is_zero(path) && vec3_is_zero(slipped) &&
        vec3_length(vec3_sub(t->position, start)) < 1e-3 * vec3_length(pressed))
        t->position = start; /* to the last bit */
}

/* ---- In the air ---------------------------------------------------------------------------- */

/* Changes the momentum, and returns the displacement meanwhile: exact for constant acceleration, so
 * that it does not depend on how time is cut into ticks. */
static vec3 fall_freely(tick *t) {
    vec3 momentum = vec3_of(t->c->momentum);
    double rate = height_of(t, momentum), time = t->cut;
    double fastest = setting(t->world->settings->fastest_fall, 60, INFINITY);
    double falls = t->gravity > 0 ? sm_max(0, sm_min(time, (rate + fastest) / t->gravity)) : time;
    double after = rate - t->gravity * falls;
    double height = (rate + after) / 2 * falls + after * (time - falls);
    vec3 level = flattened(t, momentum);
    t->c->momentum = vec3_round(moved(level, t->up, after));
    return moved(vec3_scale(level, time), t->up, height);
}

/* The displacement of the rest of a tick, in which something above took momentum. */
static vec3 fall_from(tick *t, vec3 normal, double left) {
    double time = left * t->cut;
    vec3 momentum = moved(vec3_of(t->c->momentum), t->up, t->gravity * time);
    momentum = moved(momentum, normal, sm_max(-vec3_dot(momentum, normal), 0));
    t->c->momentum = vec3_round(moved(momentum, t->up, -t->gravity * time));
    return moved(vec3_scale(momentum, time), t->up, -t->gravity * time * time / 2);
}

/* The horizontal displacement without its part into something steep: pushed out of that it would
 * rise. */
static vec3 beside(const tick *t, vec3 displacement, vec3 normal) {
    vec3 out = flattened(t, normal);
    vec3 along = moved(displacement, out, -vec3_dot(displacement, out) / vec3_dot(out, out));
    bool is_none = vec3_length(along) <= negligible * vec3_length(displacement);
    return is_none ? vec3_zero : along;
}

/* How much of `v` leads off something steep on the level: nothing along its slope does. */
static double away_from(const tick *t, vec3 v, vec3 normal) {
    vec3 level = flattened(t, normal);
    return sm_min(vec3_dot(v, normal), vec3_dot(v, level)) / vec3_length(level);
}

/* Pressed against something steep by more than its momentum leads off that, it loses this part of
 * the momentum: else a tick that touches would lead off, and the next one back. Returns what is
 * left of the fall's displacement. */
static vec3 hold_on(tick *t, vec3 walk, vec3 fall, vec3 normal) {
    vec3 out = vec3_unit(flattened(t, normal), t->up), momentum = vec3_of(t->c->momentum);
    double away = away_from(t, fall, normal);
    if (!(away > 0) || away > -vec3_dot(walk, out))
        return fall;
    momentum = moved(momentum, out, -sm_max(away_from(t, momentum, normal), 0));
    t->c->momentum = vec3_round(momentum);
    return moved(fall, out, -away);
}

/* The walk beside all that is too steep of what it touched last: out of one into another is
 * nowhere. */
static vec3 beside_steep(tick *t, vec3 walk, vec3 *fall) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < t->count; i++) {
            vec3 normal = t->touched[i].normal;
            if (t->touched[i].surface != SM_WALL || !is_too_steep(t, normal) ||
                vec3_dot(walk, normal) >= -negligible * vec3_length(walk))
                continue;
            if (pass > 0)
                return vec3_zero;
            *fall = hold_on(t, walk, *fall, normal);
            walk = beside(t, walk, normal);
        }
    }
    return walk;
}

static void fly(tick *t, vec3 path, vec3 fall, bool moves) {
    double rest = 1;
    meeting past = MET_NOTHING;
    vec3 walk = beside_steep(t, path, &fall);
    while (t->legs < WALK_LEGS_MAX) {
        bool first = t->legs++ == 0;
        move_notes notes;
        stretch gone;
        const route way = {
            .from = t->position, .walk = walk, .fall = fall, .moves = moves, .past = past};
        sm_tick_go(t, &way, &notes, &gone);
        vec3 normal = vec3_of(gone.touched.normal);
        sm_tick_add_move(t, &notes, gone.made, first ? SM_PART_FALL : SM_PART_PAST);
        moves = false;
        rest *= gone.left;
        fall = gone.met == MET_CEILING ? fall_from(t, normal, rest) : vec3_scale(fall, gone.left);
        walk = vec3_scale(walk, gone.left);
        sm_tick_look(t, gone.end, gone.met != MET_NOTHING ? &gone.touched : NULL);
        if (gone.met == MET_NOTHING || gone.is_crushed)
            return;
        if (gone.met == MET_FLOOR && !t->bears)
            past = MET_FLOOR; /* round an edge */
        if (gone.met == MET_FLOOR && t->bears) {
            t->in_air = false;
            t->stood = true;
            if (!vec3_is_zero(path))
                walk_on(t, path, rest, vec3_zero, false);
            return;
        }
        if (gone.met == MET_STEEP) {
            fall = hold_on(t, walk, fall, normal);
            walk = beside(t, walk, normal);
        }
    }
}

static vec3 kept_of_platform(const tick *t, vec3 carried) {
    sm_leaving leaving = t->world->settings->leaving;
    if (leaving == SM_LEAVE_ALL)
        return carried;
    double rise = leaving == SM_LEAVE_UP ? sm_max(height_of(t, carried), 0) : 0;
    return vec3_scale(t->up, rise);
}

/* ---- What it came to ----------------------------------------------------------------------- */

/* World units a second: of a velocity, what a contact took. */
static float pressed_by(const footing *s, vec3 wanted) {
    return (float)sm_max(-vec3_dot(wanted, s->normal), 0);
}

/* Field by field, since a copy of a whole contact would wait until all of it is written. */
static inline void write_contact(sm_character_contact *contact, const footing *s, vec3 wanted) {
    contact->normal = s->at.normal;
    contact->point = s->at.point;
    contact->depth = s->at.depth;
    contact->pressed = pressed_by(s, wanted);
    contact->obstacle = s->at.obstacle;
    contact->surface = s->bears && s->surface == SM_WALL ? SM_EDGE : s->surface;
    contact->user = 0;
}

static void keep_foremost(sm_character_contact *kept, const footing *s, vec3 wanted) {
    if (kept->obstacle == SM_NO_OBSTACLE || pressed_by(s, wanted) > kept->pressed)
        write_contact(kept, s, wanted);
}

static void keep_most_level(const tick *t, sm_character_contact *kept, const footing *s,
                            vec3 wanted) {
    if (kept->obstacle != SM_NO_OBSTACLE &&
        height_of(t, s->ground) <= height_of(t, vec3_of(kept->normal)))
        return;
    write_contact(kept, s, wanted);
    kept->normal = vec3_round(s->ground);
}

/* Where gravity would pull it: down a slope by the sine of its angle. */
static vec3 find_sinking(const tick *t) {
    sm3_collision holding[CONTACTS_MAX];
    for (int i = 0; i < t->count; i++) {
        holding[i] = t->touched[i].at;
        if (t->touched[i].bears)
            holding[i].normal = vec3_round(t->touched[i].ground);
    }
    return vec3_of(t->world->clip(vec3_round(vec3_scale(t->up, -1)), holding, t->count));
}

/* Whether several things hold it together that none does alone, and where it sinks then. */
static bool is_wedged(const tick *t, vec3 *sinking) {
    if (t->bears || t->count < 2)
        return false;
    const vec3 sinks = *sinking = find_sinking(t);
    if (vec3_length(sinks) > t->steep + negligible)
        return false;
    for (int i = 0; i < t->count; i++) {
        bool is_left = can_stand_on(t, t->touched[i].normal) &&
                       vec3_dot(sinks, t->touched[i].normal) <= negligible &&
                       vec3_length(sinks) > negligible;
        if (is_left && !t->touched[i].bears)
            return false; /* it sinks past an edge */
    }
    return true;
}

/* Notes what it touches. `wanted` is the velocity that brought it there. */
static void feel(tick *t, vec3 wanted) {
    sm_character *c = t->c;
    const sm_character_contact none = {.obstacle = SM_NO_OBSTACLE};
    c->floor = none;
    c->wall = none;
    c->ceiling = none;
    int before = c->contact_count; /* behind these all is zero */
    c->contact_count = 0;
    for (int i = 0; i < t->count; i++) {
        const footing *s = &t->touched[i];
        if (s->bears)
            keep_most_level(t, &c->floor, s, wanted);
        else if (s->surface == SM_CEILING)
            keep_foremost(&c->ceiling, s, wanted);
        else if (s->surface == SM_WALL)
            keep_foremost(&c->wall, s, wanted);
        if (c->contact_count < SM_CHARACTER_CONTACTS)
            write_contact(&c->contacts[c->contact_count++], s, wanted);
    }
    for (int i = c->contact_count; i < before; i++)
        c->contacts[i] = (sm_character_contact){0};
    vec3 sinks;
    if (is_wedged(t, &sinks)) {
        c->floor = c->wall.obstacle != SM_NO_OBSTACLE ? c->wall : c->contacts[0];
        c->floor.normal = vec3_round(vec3_unit(vec3_add(t->up, sinks), t->up));
        t->has_ground = true;
        t->ground_point = vec3_of(c->floor.point);
        t->ground_normal = vec3_of(c->floor.normal);
        t->climbed = 0;
        t->is_stepping = false;
    }
    bool rises = vec3_dot(vec3_of(c->momentum), vec3_of(c->floor.normal)) > lifting;
    c->on_floor = c->floor.obstacle != SM_NO_OBSTACLE && !rises;
    c->on_wall = c->wall.obstacle != SM_NO_OBSTACLE;
    c->on_ceiling = c->ceiling.obstacle != SM_NO_OBSTACLE;
    if (!c->on_floor)
        c->floor = none;
    c->ground_point = c->on_floor ? vec3_round(t->ground_point) : (sm3_vec){0, 0, 0};
    c->climbed = c->on_floor && t->is_stepping ? (float)t->climbed : -1;
    c->ground_normal = c->on_floor ? vec3_round(t->ground_normal) : (sm3_vec){0, 0, 0};
}

static void leave_floor(tick *t, double speed, vec3 carried) {
    vec3 given = moved(kept_of_platform(t, carried), t->up, speed);
    t->c->momentum = vec3_round(vec3_add(vec3_of(t->c->momentum), given));
}

static void settle_momentum(tick *t, bool walked_off) {
    sm_character *c = t->c;
    sm3_collision contacts[CONTACTS_MAX];
    if (c->on_floor && !t->world->settings->slips) {
        c->momentum = (sm3_vec){0, 0, 0};
    } else {
        for (int i = 0; i < t->count; i++)
            contacts[i] = t->touched[i].at;
        c->momentum = t->world->clip(c->momentum, contacts, t->count);
    }
    if (walked_off)
        leave_floor(t, 0, vec3_scale(t->carried, 1 / t->seconds));
}

int sm_character_touched(const sm_character *c, int numbers[CHARACTER_TOUCHED_MAX]) {
    const sm_character_contact *foremost[] = {&c->floor, &c->wall, &c->ceiling};
    int count = 0;
    for (int i = 0; i < c->contact_count; i++)
        numbers[count++] = c->contacts[i].obstacle;
    for (int i = 0; i < 3 && c->contact_count == SM_CHARACTER_CONTACTS; i++)
        numbers[count++] = foremost[i]->obstacle;
    return count;
}

double sm_character_touch_margin(const sm_character *c, const character_world *world) {
    double farthest = 0;
    for (int i = 0; i < c->contact_count; i++)
        farthest = sm_max(farthest, -(double)c->contacts[i].depth);
    double resolution = (double)move_resolution(c->position) + (double)FLT_EPSILON * world->radius;
    return 1e-3 + 32 * resolution + farthest;
}

void sm_character_describe(sm_character *c, int obstacle, uint64_t user, float turned) {
    sm_character_contact *foremost[] = {&c->floor, &c->wall, &c->ceiling};
    for (int i = 0; i < 3 + c->contact_count; i++) {
        sm_character_contact *contact = i < 3 ? foremost[i] : &c->contacts[i - 3];
        if (contact->obstacle == obstacle)
            contact->user = user;
    }
    if (c->floor.obstacle == obstacle)
        c->turned = turned;
}

/* ---- The tick ------------------------------------------------------------------------------ */

/* One cut of the tick: obstacles move in the first. */
static void advance(tick *t, vec3 walk, bool jump, bool moves) {
    sm_character *c = t->c;
    double jump_speed = setting(t->world->settings->jump_speed, 9, 0);
    bool jumps = jump && c->on_floor && jump_speed > 0;
    bool is_thrown = vec3_dot(vec3_of(c->momentum), vec3_of(c->floor.normal)) > lifting;
    bool stays = c->on_floor && !jumps && !is_thrown;
    vec3 wanted;
    t->in_air = !stays;
    t->stood = stays;
    t->legs = 0;
    sm_tick_recall(t);
    c->blocker_count = 0;
    if (stays) {
        vec3 pushed = flattened(t, vec3_of(c->momentum));
        wanted = t->world->settings->slips ? walk : vec3_add(walk, pushed);
        walk_on_floor(t, wanted, moves);
    } else {
        vec3 pushed = {0, 0, 0}; /* by a lift that is still below it in this tick */
        if (c->on_floor) {
            leave_floor(t, jumps ? jump_speed : 0, vec3_of(c->carried));
            pushed = vec3_scale(t->up, sm_max(height_of(t, vec3_of(c->carried)), 0) * t->cut);
        }
        vec3 fall = fall_freely(t);
        wanted = vec3_add(walk, vec3_of(c->momentum));
        t->has_ground = t->is_stepping = false;
        t->climbed = 0;
        fly(t, vec3_scale(walk, t->cut), vec3_sub(fall, pushed), moves);
    }
    t->position = vec3_of(vec3_round(t->position));
    c->legs += t->legs;
    feel(t, wanted);
    settle_momentum(t, stays && !c->on_floor);
    c->position = vec3_round(t->position);
}

void sm_character_tick(sm_character *c, const character_world *world, sm3_vec walk, bool jump,
                       float seconds) {
    tick t;
    if (!begin_tick(&t, c, world, seconds))
        return;
    c->legs = c->sweeps = c->casts = 0;
    c->crushed = false;
    if (!sm3_is_finite(c->momentum))
        c->momentum = (sm3_vec){0, 0, 0};
    vec3 wanted = sm3_is_finite(walk) ? flattened(&t, vec3_of(walk)) : vec3_zero;
    double parts = ceil(t.seconds / longest_cut - 1e-3);
    int cuts = (int)sm_max(1, sm_min(parts, CUTS_MAX));
    t.cut = t.seconds / cuts;
    for (int i = 0; i < cuts; i++)
        advance(&t, wanted, jump && i == 0, i == 0);
    if (!sm3_is_finite(c->position)) /* of obstacles that answer anything */
        c->position = vec3_round(t.position = t.start);
    if (!t.looked)
        sm_tick_add_look(&t, SM_PART_END, t.position, t.position, t.touched, t.count);
    c->velocity = vec3_round(vec3_scale(vec3_sub(t.position, t.start), 1 / t.seconds));
    c->carried = vec3_round(vec3_scale(t.carried, 1 / t.seconds));
    c->turned = 0;
    for (int i = c->blocker_count; i < SM_CHARACTER_BLOCKERS; i++)
        c->blockers[i] = (sm_character_blocker){0};
    if (c->contact_count > 0)
        world->describe(world, c);
}

bool sm_character_has_room(const sm_character *c, const character_world *world) {
    static const double depth_allowed = 1e-4; /* world units */
    sm3_collision found[CONTACTS_MAX];
    int count = sm_tick_find_touched(world, c->position, found);
    double spacing = 8 * (double)FLT_EPSILON * vec3_length(vec3_of(c->position));
    for (int i = 0; i < count; i++) {
        if ((double)found[i].depth > depth_allowed + spacing)
            return false;
    }
    return true;
}

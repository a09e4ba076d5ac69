/* character: how a wanted velocity becomes the moves of one tick.
 *
 * On a floor it goes along the floor, pressed on it a little, so that what carries it does. Where
 * the way bends up it is stopped and goes on along the new floor, so that nothing is lost; where
 * something too steep is in the way it is stopped, too, since sliding on would climb that, and a
 * step is tried: up, on, and down again. Where the floor falls away it is looked for below. In the
 * air it falls freely, and walks beside that. Each is one sweep, of which a tick has two. */
#include "character.h"

#include <stddef.h>

const sm_character_settings sm_character_defaults = {0};

enum { CONTACTS_MAX = 32, CANDIDATES_MAX = 64 };

static const double upright = 1e-3; /* sine of a slope's angle to the vertical: less is a wall */
static const double shallow_bend = 0.02; /* radians: a floor that rises by less costs nothing */
static const double level_enough = 1 - 1e-6, more_level = 1e-2; /* cosines */
static const double negligible = 1e-6; /* of a cosine or of a way: rounding */
static const double lifting = 1e-3;    /* world units a second: off a floor */

typedef struct tick {
    sm_character *c;
    const character_world *world;
    vec3 up;
    double seconds;
    double level, steep; /* cosine and sine of the steepest slope to stand on */
    double step, snap;   /* world units */
    double gravity;
    vec3 start, position;
    vec3 walk; /* the velocity wanted, on the level */
    bool in_air;
    vec3 carried;     /* the way that the platform carried it */
    sm_trace *record; /* NULL: none is wanted */
    bool looked;      /* it ends with a look where the character is */
    sm3_collision touched[CONTACTS_MAX];
    int touched_count;
} tick;

/* ---- Settings ------------------------------------------------------------------------------ */

/* 0 stands for what is usual, below 0 for none. */
static double setting(float value, double usual, double none) {
    return value > 0 ? (double)value : value < 0 ? none : usual;
}

static bool begin_tick(tick *t, sm_character *c, const character_world *world, float seconds) {
    const sm_character_settings *s = world->settings;
    vec slope = vec_of_angle(setting(s->max_slope, 0.8726646259971648, 0));
    *t = (tick){.c = c, .world = world, .seconds = (double)seconds};
    t->record = s->options != NULL ? s->options->trace : NULL;
    if (t->record != NULL)
        sm_trace_begin(t->record, c->position, (sm3_vec){0, 0, 0}, s->options->resolver);
    t->up = vec3_unit(vec3_of(s->up), (vec3){0, 1, 0});
    t->level = slope.x;
    t->steep = slope.y;
    t->step = setting(s->step_height, 0.3, 0);
    t->snap = setting(s->snap, t->step, -1);
    t->gravity = setting(s->gravity, 20, 0);
    t->start = t->position = vec3_of(c->position);
    return seconds > 0 && isfinite(seconds) && sm3_is_finite(c->position);
}

/* ---- Directions ---------------------------------------------------------------------------- */

static double height_of(const tick *t, vec3 v) {
    return vec3_dot(v, t->up);
}

static vec3 moved(vec3 from, vec3 direction, double by) {
    return vec3_add(from, vec3_scale(direction, by));
}

static vec3 flattened(const tick *t, vec3 v) {
    return moved(v, t->up, -height_of(t, v));
}

static bool can_stand_on(const tick *t, vec3 normal) {
    return height_of(t, normal) >= t->level - negligible;
}

static bool is_too_steep(const tick *t, vec3 normal) {
    return height_of(t, normal) > upright && !can_stand_on(t, normal);
}

/* A way on the level as one along a floor, with the same heading. */
static vec3 along_floor(const tick *t, vec3 way, vec3 normal) {
    double rise = -vec3_dot(way, normal) / larger(height_of(t, normal), negligible);
    vec3 along = moved(way, t->up, rise);
    double length = vec3_length(along);
    if (t->world->settings->level_speed || !(length > 0))
        return along;
    return vec3_scale(along, vec3_length(way) / length);
}

/* A way on the level without its part into something steep, of which there is one: pushed out of
 * that it would rise. */
static vec3 beside(const tick *t, vec3 way, vec3 normal) {
    vec3 out = flattened(t, normal);
    vec3 along = moved(way, out, -vec3_dot(way, out) / vec3_dot(out, out));
    bool is_none = vec3_length(along) <= negligible * vec3_length(way);
    return is_none ? vec3_zero : along;
}

/* Beside all that is too steep of what it touched last. Out of one into another is nowhere. */
static vec3 beside_known(const tick *t, vec3 way) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < t->c->contact_count; i++) {
            const sm_character_contact *contact = &t->c->contacts[i];
            vec3 normal = vec3_of(contact->normal);
            if (contact->surface != SM_WALL || !is_too_steep(t, normal) ||
                vec3_dot(way, normal) >= -negligible * vec3_length(way))
                continue;
            if (pass > 0)
                return vec3_zero;
            way = beside(t, way, normal);
        }
    }
    return way;
}

/* ---- The record ---------------------------------------------------------------------------- */

/* A move and its record, by which the character is led. */
typedef struct move_notes {
    sm_trace trace;
    sm3_collision own[CANDIDATES_MAX];
} move_notes;

/* How its moves are made. On a floor its weight is far more than it can walk in a tick, so that
 * what bears it carries it, wherever it walks: over an edge, or against a wall that moves. */
static sm_options options_of_move(const tick *t, sm_trace *trace) {
    static const sm_options usual = {.resolver = SM_SWEEP};
    static const double heavy = 1e3; /* world units */
    const sm_options *own = t->world->settings->options;
    sm_options options = own != NULL ? *own : usual;
    options.trace = trace;
    options.weight = vec3_round(vec3_scale(t->up, t->in_air ? 0 : -heavy));
    return options;
}

/* Moves. What it meets is noted in the tick's record, near misses included, where that has room
 * enough: what the character does must not depend on it. */
static sm3_result noted_move(const tick *t, vec3 from, vec3 delta, bool moves, move_notes *n) {
    const sm_trace *record = t->record;
    int used = record != NULL ? record->candidate_count : 0;
    bool shares = record != NULL && record->capacity - used >= CANDIDATES_MAX;
    for (;; shares = false) {
        n->trace = (sm_trace){.candidates = n->own, .capacity = CANDIDATES_MAX};
        if (shares)
            n->trace = (sm_trace){
                .candidates = record->candidates + used,
                .let_through = record->let_through != NULL ? record->let_through + used : NULL,
                .capacity = record->capacity - used,
                .reach = record->reach};
        sm_options options = options_of_move(t, &n->trace);
        sm3_result result =
            t->world->move(t->world, vec3_round(from), vec3_round(delta), moves, &options);
        if (!shares || n->trace.candidates_lost == 0)
            return result;
    }
}

/* Goes back in the record to so many iterations. */
static void cut_record(tick *t, int count) {
    sm_trace *record = t->record;
    t->looked = t->looked && record->iteration_count == count;
    if (record != NULL && record->iteration_count > count)
        record->iteration_count = count;
}

/* Adds an iteration in place of the look at the end; the last place is kept for that. */
static void add_iteration(tick *t, sm_iteration iteration, bool is_end) {
    sm_trace *record = t->record;
    int room = sizeof record->iterations / sizeof *record->iterations - !is_end;
    record->iteration_count -= t->looked;
    t->looked = is_end;
    if (record->iteration_count < room)
        record->iterations[record->iteration_count++] = iteration;
}

static void add_move(tick *t, const move_notes *n, int count, sm_part part) {
    sm_trace *record = t->record;
    if (record == NULL)
        return;
    bool shares = n->trace.candidates != n->own;
    int first = shares ? (int)(n->trace.candidates - record->candidates) : 0;
    for (int i = 0; i < count; i++) {
        sm_iteration iteration = n->trace.iterations[i];
        iteration.part = part;
        iteration.first_candidate += first;
        iteration.chosen = shares && iteration.chosen >= 0 ? iteration.chosen + first : -1;
        iteration.candidate_count = shares ? iteration.candidate_count : 0;
        add_iteration(t, iteration, i == n->trace.iteration_count - 1);
    }
    record->candidate_count = first + (shares ? n->trace.candidate_count : record->candidate_count);
    record->candidates_lost += shares ? 0 : n->trace.candidate_count + n->trace.candidates_lost;
    if (t->c->sweeps == 1)
        record->delta = n->trace.delta;
}

/* Adds what was seen from a place, and that it went on to another. */
static void add_look(tick *t, sm_part part, vec3 from, vec3 to, const sm3_collision *seen,
                     int count) {
    sm_trace *record = t->record;
    if (record == NULL)
        return;
    sm_iteration look = {.before = vec3_round(from),
                         .after = vec3_round(to),
                         .first_candidate = record->candidate_count,
                         .chosen = -1,
                         .step = SM_STEP_TRAVEL,
                         .part = part,
                         .time = 1};
    for (; look.candidate_count < count; look.candidate_count++) {
        if (record->candidate_count == record->capacity) {
            record->candidates_lost += count - look.candidate_count;
            break;
        }
        if (record->let_through != NULL)
            record->let_through[record->candidate_count] = false;
        record->candidates[record->candidate_count++] = seen[look.candidate_count];
    }
    if (count == 1 && look.candidate_count == 1 && part != SM_PART_END)
        look.chosen = look.first_candidate;
    add_iteration(t, look, part == SM_PART_END);
}

/* ---- Sweeps -------------------------------------------------------------------------------- */

typedef enum meeting { MET_NOTHING, MET_FLOOR, MET_STEEP, MET_CEILING } meeting;

typedef struct milestone {
    vec3 at;
    int made;    /* iterations until there */
    double left; /* of the way */
} milestone;

/* A sweep, as far as something was met after which it has to be led anew. */
typedef struct stretch {
    milestone end;
    meeting met;
    sm3_collision touched;
    bool walled; /* something in the way may be a step: */
    milestone wall;
} stretch;

static meeting meets(const tick *t, vec3 normal, vec3 fall, double into) {
    if (can_stand_on(t, normal)) {
        bool stops = t->in_air ? vec3_dot(normal, fall) < 0 : into > shallow_bend;
        return stops ? MET_FLOOR : MET_NOTHING;
    }
    if (is_too_steep(t, normal))
        return into > negligible ? MET_STEEP : MET_NOTHING;
    bool stops = t->in_air && height_of(t, normal) < -upright && vec3_dot(normal, fall) < 0;
    return stops ? MET_CEILING : MET_NOTHING;
}

/* Goes by the displacements of a walk and a fall together. */
static stretch go(tick *t, vec3 from, vec3 walk, vec3 fall, bool moves, move_notes *n) {
    sm3_result result = noted_move(t, from, vec3_add(walk, fall), moves, n);
    const sm_trace *trace = &n->trace;
    stretch gone = {.end = {vec3_of(result.position), trace->iteration_count, 0}};
    double length = vec3_length(walk);
    t->c->sweeps++;
    t->c->crushed = t->c->crushed || result.status == SM_CRUSHED;
    for (int i = 0; i < trace->iteration_count; i++) {
        const sm_iteration *part = &trace->iterations[i];
        milestone after = {vec3_of(part->after), i + 1, (double)part->left};
        if (part->step == SM_STEP_CARRY)
            t->carried = vec3_add(t->carried, vec3_sub(after.at, vec3_of(part->before)));
        if (part->step != SM_STEP_TRAVEL || part->chosen < 0)
            continue;
        vec3 normal = vec3_of(trace->candidates[part->chosen].normal);
        double into = length > 0 ? -vec3_dot(normal, walk) / length : 0;
        meeting what = meets(t, normal, fall, into);
        if ((what == MET_STEEP || (!can_stand_on(t, normal) && into > negligible)) &&
            !gone.walled) {
            gone.walled = true;
            gone.wall = after;
        }
        if (what == MET_NOTHING)
            continue;
        gone.end = after;
        gone.met = what;
        gone.touched = trace->candidates[part->chosen];
        break;
    }
    return gone;
}

/* Into what bears it, enough to be held by that wherever floats place it. */
static vec3 press(const tick *t, vec3 normal) {
    static const double least = 1e-4; /* world units */
    return vec3_scale(normal, -least - 16 * (double)FLT_EPSILON * vec3_length(t->position));
}

/* ---- What it stands on --------------------------------------------------------------------- */

static sm3_touch cast(const tick *t, vec3 from, vec3 delta, bool point) {
    return t->world->cast(t->world, vec3_round(from), vec3_round(delta), point);
}

/* How high a step may reach that begins at the feet of the character at `position`. */
static double top_of_step(const tick *t, vec3 position) {
    double feet = -t->world->reach(t->world, vec3_scale(t->up, -1));
    return height_of(t, position) + feet + t->step;
}

/* Whether what is touched, with the character at `position`, is the edge of a floor that is more
 * level and not higher above its feet than a step. A ray down beyond the edge tells. */
static bool is_edge(const tick *t, vec3 position, const sm3_collision *touched, vec3 *floor) {
    static const double above = 0.1, behind_steep = 0.1, behind_slope = 0.01; /* of the step */
    vec3 point = vec3_of(touched->point), normal = vec3_of(touched->normal);
    double behind = t->step * (can_stand_on(t, normal) ? behind_slope : behind_steep);
    double rise = height_of(t, normal);
    double top = top_of_step(t, position), length = t->step * (1 + above);
    if (!(t->step > 0) || !(rise > upright && rise < level_enough) || height_of(t, point) > top)
        return false;
    vec3 in = vec3_unit(flattened(t, normal), t->up);
    vec3 from = moved(point, in, -behind);
    from = moved(from, t->up, top + above * t->step - height_of(t, from));
    sm3_touch hit = cast(t, from, vec3_scale(t->up, -length), true);
    double height = height_of(t, from) - hit.fraction * length;
    double sag = behind * t->steep / larger(t->level, negligible);
    *floor = vec3_of(hit.normal);
    return hit.hit && can_stand_on(t, *floor) && height_of(t, *floor) > rise + more_level &&
           height <= top && height >= height_of(t, point) - sag;
}

/* Down to the first touch, if one can stand on that: `at` is where, with the floor's normal. That
 * may be a step higher than where it stood; with NULL an edge may be, than where it landed. */
static bool land(tick *t, vec3 from, double distance, const vec3 *stood, vec3 *landed,
                 sm3_collision *at) {
    sm3_touch touch = cast(t, from, vec3_scale(t->up, -distance), false);
    vec3 floor;
    *at = (sm3_collision){.normal = touch.normal, .point = touch.point, .obstacle = touch.obstacle};
    *landed = moved(from, t->up, -touch.fraction * distance);
    if (touch.hit && is_edge(t, stood != NULL ? *stood : *landed, at, &floor))
        at->normal = vec3_round(floor);
    bool is_too_high =
        stood != NULL && height_of(t, vec3_of(at->point)) > top_of_step(t, *stood) + negligible;
    return touch.hit && !is_too_high && can_stand_on(t, vec3_of(at->normal));
}

/* How far the floor can fall away on a way, besides by a step. */
static double fall_of_slope(const tick *t, vec3 way) {
    return vec3_length(flattened(t, way)) * t->steep / larger(t->level, negligible);
}

static sm_surface surface_of(const tick *t, const sm3_collision *touched, vec3 *floor) {
    vec3 normal = vec3_of(touched->normal);
    if (is_edge(t, t->position, touched, floor))
        return SM_EDGE;
    *floor = normal;
    return can_stand_on(t, normal)             ? SM_FLOOR
           : height_of(t, normal) <= -t->level ? SM_CEILING
                                               : SM_WALL;
}

static void keep_foremost(sm_character_contact *kept, const sm_character_contact *contact) {
    if (kept->obstacle == SM_NO_OBSTACLE || contact->pressed > kept->pressed)
        *kept = *contact;
}

static void keep_most_level(const tick *t, sm_character_contact *kept,
                            const sm_character_contact *contact, vec3 floor) {
    if (kept->obstacle != SM_NO_OBSTACLE &&
        height_of(t, floor) <= height_of(t, vec3_of(kept->normal)))
        return;
    *kept = *contact;
    kept->normal = vec3_round(floor);
}

/* Returns how many there are, of more the first CONTACTS_MAX. */
static int find_touched(const character_world *world, sm3_vec position,
                        sm3_collision touched[CONTACTS_MAX]) {
    int found = world->contacts(world, position, touched, CONTACTS_MAX);
    return found < CONTACTS_MAX ? found : CONTACTS_MAX;
}

/* Looks at what it touches where it is. `wanted` is the velocity that brought it there. */
static void feel(tick *t, vec3 wanted) {
    sm_character *c = t->c;
    sm3_collision holding[CONTACTS_MAX];
    const sm_character_contact none = {.obstacle = SM_NO_OBSTACLE};
    t->touched_count = find_touched(t->world, vec3_round(t->position), t->touched);
    c->floor = c->wall = c->ceiling = none;
    c->contact_count = 0;
    for (int i = 0; i < t->touched_count; i++) {
        const sm3_collision *at = &t->touched[i];
        vec3 floor;
        sm_character_contact contact = {
            .normal = at->normal,
            .point = at->point,
            .depth = at->depth,
            .pressed = (float)larger(-vec3_dot(wanted, vec3_of(at->normal)), 0),
            .obstacle = at->obstacle,
            .surface = surface_of(t, at, &floor)};
        holding[i] = *at;
        holding[i].normal = vec3_round(floor);
        if (contact.surface == SM_WALL)
            keep_foremost(&c->wall, &contact);
        else if (contact.surface == SM_CEILING)
            keep_foremost(&c->ceiling, &contact);
        else
            keep_most_level(t, &c->floor, &contact, floor);
        if (c->contact_count < SM_CHARACTER_CONTACTS)
            c->contacts[c->contact_count++] = contact;
    }
    for (int i = c->contact_count; i < SM_CHARACTER_CONTACTS; i++)
        c->contacts[i] = (sm_character_contact){0};
    /* Where it would slide under gravity: down a slope by the sine of its angle. */
    vec3 sinks =
        vec3_of(t->world->clip(vec3_round(vec3_scale(t->up, -1)), holding, t->touched_count));
    bool holds = t->touched_count > 0 && vec3_length(sinks) <= t->steep + negligible;
    if (holds && c->floor.obstacle == SM_NO_OBSTACLE && c->wall.obstacle != SM_NO_OBSTACLE) {
        c->floor = c->wall; /* a wedge */
        c->floor.normal = vec3_round(vec3_unit(vec3_add(t->up, sinks), t->up));
    }
    bool rises = vec3_dot(vec3_of(c->momentum), vec3_of(c->floor.normal)) > lifting;
    c->on_floor = holds && c->floor.obstacle != SM_NO_OBSTACLE && !rises;
    c->on_wall = c->wall.obstacle != SM_NO_OBSTACLE;
    c->on_ceiling = c->ceiling.obstacle != SM_NO_OBSTACLE;
    if (!c->on_floor)
        c->floor = none;
}

/* ---- On a floor ---------------------------------------------------------------------------- */

/* Up, on by what is left of the walk, and down on something to stand on: if that leads farther than
 * where it is. `made` are the iterations until `from`. */
static void try_step(tick *t, vec3 from, vec3 rest, int made) {
    static const double worth = 1e-3;                  /* of the rest */
    static const double least = 10 * (double)SM3_SKIN; /* world units: some skins are no way */
    double length = vec3_length(rest);
    if (!(t->step > 0) || !(length > least))
        return;
    sm3_touch ceiling = cast(t, from, vec3_scale(t->up, t->step), false);
    double rise = ceiling.fraction * t->step - negligible;
    if (!(rise > negligible))
        return;
    vec3 above = moved(from, t->up, rise), landed;
    move_notes notes;
    stretch over = go(t, above, rest, vec3_zero, false, &notes);
    sm3_collision at;
    double gained = vec3_dot(vec3_sub(over.end.at, t->position), rest) / length;
    if (!(gained > worth * length + negligible) ||
        !land(t, over.end.at, rise + negligible, &from, &landed, &at))
        return;
    t->position = landed;
    cut_record(t, made);
    add_look(t, SM_PART_UP, from, above, NULL, 0);
    add_move(t, &notes, over.end.made, SM_PART_OVER);
    add_look(t, SM_PART_DOWN, over.end.at, landed, &at, 1);
}

/* On along another floor, pressed on that. */
static void go_along(tick *t, vec3 from, vec3 way, vec3 normal) {
    move_notes notes;
    t->in_air = false;
    stretch along = go(t, from, along_floor(t, way, normal), press(t, normal), false, &notes);
    t->position = along.end.at;
    add_move(t, &notes, along.end.made, SM_PART_ALONG);
}

/* The normal of what bears it, where that is an edge not the floor's. */
static vec3 bearing(const sm_character *c) {
    for (int i = 0; i < c->contact_count; i++) {
        if (c->contacts[i].obstacle == c->floor.obstacle && c->contacts[i].surface == SM_EDGE)
            return vec3_of(c->contacts[i].normal);
    }
    return vec3_of(c->floor.normal);
}

/* Changes the momentum, and returns the way that gravity pulls it down a slope meanwhile. */
static vec3 slip(tick *t) {
    vec3 normal = vec3_of(t->c->floor.normal), momentum = vec3_of(t->c->momentum);
    double rise = height_of(t, normal), time = t->seconds;
    if (!t->world->settings->slips || rise > level_enough) {
        t->c->momentum = (sm3_vec){0, 0, 0};
        return vec3_zero;
    }
    vec3 pull = vec3_scale(vec3_sub(vec3_scale(normal, rise), t->up), t->gravity);
    t->c->momentum = vec3_round(moved(momentum, pull, time));
    return moved(vec3_scale(momentum, time), pull, time * time / 2);
}

static void walk_on_floor(tick *t, vec3 walk) {
    vec3 way = vec3_scale(walk, t->seconds), free_way = beside_known(t, way), floor;
    vec3 pressed = press(t, bearing(t->c)), slipped = slip(t);
    move_notes notes;
    stretch first = go(t, t->position, along_floor(t, free_way, vec3_of(t->c->floor.normal)),
                       vec3_add(pressed, slipped), true, &notes);
    add_move(t, &notes, first.end.made, SM_PART_WALK);
    vec3 rest = vec3_scale(free_way, first.end.left);
    t->position = first.end.at;
    if (vec3_is_zero(way) && vec3_is_zero(slipped)) {
        if (vec3_length(vec3_sub(first.end.at, t->start)) < 1e-3 * vec3_length(pressed))
            t->position = t->start; /* to the last bit */
    } else if (first.met == MET_FLOOR && !is_edge(t, first.end.at, &first.touched, &floor)) {
        go_along(t, first.end.at, rest, vec3_of(first.touched.normal));
    } else if (first.met == MET_FLOOR) {
        try_step(t, first.end.at, rest, first.end.made);
    } else if (first.walled) {
        try_step(t, first.wall.at, vec3_scale(free_way, first.wall.left), first.wall.made);
    } else if (!vec3_equal(way, free_way)) {
        try_step(t, first.end.at, vec3_sub(way, free_way), first.end.made);
    }
}

/* ---- In the air ---------------------------------------------------------------------------- */

/* Changes the momentum, and returns the way meanwhile: exact for constant acceleration, so that it
 * does not depend on how time is cut into ticks. */
static vec3 fall_freely(tick *t) {
    vec3 momentum = vec3_of(t->c->momentum);
    double rate = height_of(t, momentum), time = t->seconds;
    double fastest = setting(t->world->settings->fastest_fall, 60, INFINITY);
    double falls = t->gravity > 0 ? larger(0, smaller(time, (rate + fastest) / t->gravity)) : time;
    double after = rate - t->gravity * falls;
    double height = (rate + after) / 2 * falls + after * (time - falls);
    vec3 level = flattened(t, momentum);
    t->c->momentum = vec3_round(moved(level, t->up, after));
    return moved(vec3_scale(level, time), t->up, height);
}

/* The way of the rest of a tick, in which something above took momentum. */
static vec3 fall_from(tick *t, vec3 normal, double left) {
    double time = left * t->seconds;
    vec3 momentum = moved(vec3_of(t->c->momentum), t->up, t->gravity * time);
    momentum = moved(momentum, normal, larger(-vec3_dot(momentum, normal), 0));
    t->c->momentum = vec3_round(moved(momentum, t->up, -t->gravity * time));
    return moved(vec3_scale(momentum, time), t->up, -t->gravity * time * time / 2);
}

/* On by what is left, past what it met. */
static void fall_on(tick *t, vec3 way, vec3 fall) {
    move_notes notes;
    stretch past = go(t, t->position, way, fall, false, &notes);
    t->position = past.end.at;
    add_move(t, &notes, past.end.made, SM_PART_PAST);
}

static void fly(tick *t, vec3 walk, vec3 fall) {
    vec3 way = beside_known(t, vec3_scale(walk, t->seconds));
    move_notes notes;
    stretch first = go(t, t->position, way, fall, true, &notes);
    vec3 rest = vec3_scale(way, first.end.left), normal = vec3_of(first.touched.normal);
    add_move(t, &notes, first.end.made, SM_PART_FALL);
    t->position = first.end.at;
    if (first.met == MET_FLOOR && !vec3_is_zero(way))
        go_along(t, first.end.at, rest, normal);
    else if (first.met == MET_STEEP)
        fall_on(t, beside(t, rest, normal), vec3_scale(fall, first.end.left));
    else if (first.met == MET_CEILING)
        fall_on(t, rest, fall_from(t, normal, first.end.left));
}

/* Down to a floor that fell away. Where that is steeper than the one before, what lies beyond the
 * corner between both took as much of the way as it has on the level: back by what is too much, if
 * it walked there: behind what was pushed there is what pushed it. */
static bool follow_floor(tick *t, const sm_character_contact *last) {
    vec3 end = t->position, way = vec3_sub(end, t->start), landed;
    double most = t->snap + fall_of_slope(t, way), length = vec3_length(way);
    sm3_collision at, back;
    if (!land(t, end, most, NULL, &landed, &at))
        return false;
    t->position = landed;
    add_look(t, SM_PART_SNAP, end, landed, &at, 1);
    vec3 floor = vec3_of(last->normal),
         slope = along_floor(t, flattened(t, way), vec3_of(at.normal));
    double falls = -vec3_dot(vec3_unit(slope, t->up), floor),
           level = vec3_length(flattened(t, way));
    double below = -vec3_dot(vec3_sub(vec3_of(at.point), vec3_of(last->point)), floor);
    bool walked = vec3_dot(way, t->walk) > 0 &&
                  length <= (1 + shallow_bend) * vec3_length(t->walk) * t->seconds;
    if (!walked || t->world->settings->level_speed || !(falls > more_level) || !(below > 0))
        return true;
    double part = vec3_length(flattened(t, slope)) / vec3_length(slope) * length / level;
    double beyond = smaller(below / falls * part, length);
    vec3 away = vec3_scale(way, -beyond * (1 - part) / length);
    double free_part = part < 1 ? cast(t, end, away, false).fraction : 0; /* its way was bent */
    if (free_part > 0 && land(t, moved(end, away, free_part), most, NULL, &landed, &back)) {
        add_look(t, SM_PART_SNAP, t->position, landed, &back, 1);
        t->position = landed;
    }
    return true;
}

static vec3 kept_of_platform(const tick *t, vec3 carried) {
    sm_leaving leaving = t->world->settings->leaving;
    if (leaving == SM_LEAVE_ALL)
        return carried;
    double rise = leaving == SM_LEAVE_UP ? larger(height_of(t, carried), 0) : 0;
    return vec3_scale(t->up, rise);
}

/* ---- The tick ------------------------------------------------------------------------------ */

static void leave_floor(tick *t, double speed, vec3 carried) {
    vec3 given = moved(kept_of_platform(t, carried), t->up, speed);
    t->c->momentum = vec3_round(vec3_add(vec3_of(t->c->momentum), given));
}

static void settle_momentum(tick *t, bool walked_off) {
    sm_character *c = t->c;
    if (c->on_floor && !t->world->settings->slips)
        c->momentum = (sm3_vec){0, 0, 0};
    else
        c->momentum = t->world->clip(c->momentum, t->touched, t->touched_count);
    if (walked_off)
        leave_floor(t, 0, vec3_scale(t->carried, 1 / t->seconds));
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

void sm_character_tick(sm_character *c, const character_world *world, sm3_vec walk, bool jump,
                       float seconds) {
    tick t;
    if (!begin_tick(&t, c, world, seconds))
        return;
    c->sweeps = 0;
    c->crushed = false;
    if (!sm3_is_finite(c->momentum))
        c->momentum = (sm3_vec){0, 0, 0};
    t.walk = sm3_is_finite(walk) ? flattened(&t, vec3_of(walk)) : vec3_zero;

    double jump_speed = setting(world->settings->jump_speed, 9, 0);
    bool jumps = jump && c->on_floor && jump_speed > 0;
    bool is_thrown = vec3_dot(vec3_of(c->momentum), vec3_of(c->floor.normal)) > lifting;
    bool stays = c->on_floor && !jumps && !is_thrown;
    vec3 wanted;
    sm_character_contact last = c->floor;
    t.in_air = !stays;
    if (stays) {
        vec3 pushed = flattened(&t, vec3_of(c->momentum));
        wanted = world->settings->slips ? t.walk : vec3_add(t.walk, pushed);
        walk_on_floor(&t, wanted);
    } else {
        vec3 pushed = {0, 0, 0}; /* by a lift that is still below it in this tick */
        if (c->on_floor) {
            leave_floor(&t, jumps ? jump_speed : 0, vec3_of(c->carried));
            pushed = vec3_scale(t.up, larger(height_of(&t, vec3_of(c->carried)), 0) * t.seconds);
        }
        vec3 fall = fall_freely(&t);
        wanted = vec3_add(t.walk, vec3_of(c->momentum));
        fly(&t, t.walk, vec3_sub(fall, pushed));
    }
    feel(&t, wanted);
    if (stays && !c->on_floor && t.snap >= 0 && follow_floor(&t, &last))
        feel(&t, wanted);
    if (!t.looked)
        add_look(&t, SM_PART_END, t.position, t.position, t.touched, t.touched_count);
    settle_momentum(&t, stays && !c->on_floor);
    c->position = vec3_round(t.position);
    c->velocity = vec3_round(vec3_scale(vec3_sub(t.position, t.start), 1 / t.seconds));
    c->carried = vec3_round(vec3_scale(t.carried, 1 / t.seconds));
    c->turned = 0;
    if (c->contact_count > 0)
        world->describe(world, c);
}

bool sm_character_has_room(const sm_character *c, const character_world *world) {
    static const double depth_allowed = 1e-4; /* world units */
    sm3_collision touched[CONTACTS_MAX];
    int found = find_touched(world, c->position, touched);
    double spacing = 8 * (double)FLT_EPSILON * vec3_length(vec3_of(c->position));
    for (int i = 0; i < found; i++) {
        if ((double)touched[i].depth > depth_allowed + spacing)
            return false;
    }
    return true;
}

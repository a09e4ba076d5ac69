/* character_ground: what of all that a character touches bears it.
 *
 * A contact with a normal that one can stand on may be a floor, or the round side of an edge; one
 * that is too steep may be the edge or the slanted side of a step. Points that are cast down beside
 * it tell: behind an edge there is something to stand on, more level than the contact; and what
 * lies below the shape's foot, before the edge, must be no deeper than a step, since beyond a ledge
 * the character falls. */
#include "character_tick.h"

static const double more_level = 1e-2; /* cosine */
static const double beside_edge = 0.1; /* of the step height: so far from an edge is beside it */

/* Finds something to stand on just behind a contact, seen from the character, and open to it: a
 * wall's top under a roof that lies flush on it is no ledge. Returns whether it is more level than
 * the contact. */
static bool find_ledge(const tick *t, footing *s) {
    static const double spare = 1.25;
    double rise = height_of(t, s->normal), in = beside_edge * t->step;
    if (!(rise > upright && rise < level_enough) || !(in > 0))
        return false;
    double most = in * tangent_of_steepest(t) * spare, height;
    vec3 aside = vec3_scale(vec3_unit(flattened(t, s->normal), t->up), in), ledge;
    vec3 over = moved(s->point, t->up, most), from = vec3_sub(over, aside);
    if (!sm_tick_look_down(t, from, 2 * most, &ledge, &height) || !can_stand_on(t, ledge) ||
        !sm_tick_is_open(t, vec3_add(over, aside), from))
        return false;
    s->ground = ledge;
    s->at_ground = moved(from, t->up, height - height_of(t, from));
    return height_of(t, ledge) > rise + more_level;
}

/* How far from the contact its foot is, the place of the round part that touches. */
double sm_tick_foot_of(const tick *t, vec3 normal) {
    return t->world->radius * vec3_length(flattened(t, normal));
}

/* Whether the contact lies in the plane that the character stands on already. */
static bool is_on_ground(const tick *t, vec3 point, vec3 normal) {
    return t->has_ground &&
           fabs(above_ground(t, point)) <= same_ground * sm_max(t->step, negligible) &&
           vec3_length(vec3_sub(normal, t->ground_normal)) <= same_ground;
}

typedef enum floor_below { BELOW_NOTHING, BELOW_STEEP, BELOW_FLOOR } floor_below;

/* What lies below, `out` from the contact toward the character, and no deeper than that. */
static floor_below find_below(const tick *t, const footing *s, double out, double deepest,
                              vec3 *floor, double *drop) {
    vec3 aside = vec3_unit(flattened(t, s->normal), t->up);
    double slope = height_of(t, s->normal) / vec3_length(flattened(t, s->normal));
    double start = out * fabs(slope), height, length = start + deepest + negligible;
    vec3 from = moved(moved(s->point, aside, out), t->up, start);
    if (!sm_tick_look_down(t, from, length, floor, &height))
        return BELOW_NOTHING;
    *drop = height_of(t, s->point) - height;
    return can_stand_on(t, *floor) ? BELOW_FLOOR : BELOW_STEEP;
}

/* The same beside an edge: a step lower, and more if the floor there falls away. */
static floor_below find_beside(const tick *t, const footing *s, double out, vec3 *floor,
                               double *drop) {
    double deepest = highest_step(t) + out * tangent_of_steepest(t);
    return find_below(t, s, out, deepest, floor, drop);
}

/* How far on the level the slanted side of a step reaches at most. */
static double reach_of_face(const tick *t) {
    static const double gentlest = 0.25; /* tangent: gentler sides of steps are not looked for */
    return t->step / sm_max(tangent_of_steepest(t), gentlest);
}

/* The height at which the face below the contact meets a floor, `drop` lower than the contact and
 * `out` beside it: a point is cast along that floor, just above it, and on along floors that it
 * meets. The contact's own normal does not tell how the face slants, since at an edge it is that of
 * the round side. */
static double follow_to_face(const tick *t, const footing *s, double out, vec3 floor, double drop) {
    enum { FLOORS_MAX = 4 };
    const double little = 0.01 * t->step;
    vec3 aside = vec3_unit(flattened(t, s->normal), t->up);
    double height = height_of(t, s->point) - drop, falls = 0;
    for (int i = 0; i < FLOORS_MAX; i++) {
        vec3 normal;
        falls = -rise_along(t, aside, floor);
        vec3 from = moved(moved(s->point, aside, out), t->up, height - height_of(t, s->point));
        vec3 in = vec3_scale(moved(vec3_scale(aside, -1), t->up, falls), out);
        double fraction = sm_tick_look_along(t, moved(from, t->up, little), in, &normal);
        height += falls * out * fraction;
        out *= 1 - fraction;
        if (fraction >= 1)
            break;
        if (can_stand_on(t, normal)) {
            height += little;
            floor = normal;
            continue;
        }
        double steeper = is_too_steep(t, normal) ? -rise_along(t, aside, normal) - falls : INFINITY;
        return height - little * falls / steeper;
    }
    return height + falls * out;
}

/* The height of the foot of the face that the contact belongs to, which is where that meets the
 * floor beside it. -INFINITY where there is none. */
static double foot_of_face(const tick *t, const footing *s) {
    const double outs[] = {0.1 * t->step, 0.2 * t->step, 0.4 * t->step,
                           0.1 * t->step + reach_of_face(t)};
    if (height_of(t, s->normal) >= level_enough || !(t->step > 0))
        return -INFINITY;
    vec3 floor;
    double drop;
    for (size_t i = 0; i < sizeof outs / sizeof *outs; i++) {
        if (find_beside(t, s, outs[i], &floor, &drop) == BELOW_FLOOR)
            return follow_to_face(t, s, outs[i], floor, drop);
    }
    return -INFINITY;
}

/* Whether what one can stand on there is no higher than a step above the floor that it stands on,
 * where the face of the step meets them: slopes before and behind it do not count. */
bool sm_tick_is_within_step(const tick *t, const footing *s) {
    const footing *face = t->stepped != NULL ? t->stepped : s;
    if (!t->has_ground)
        return true;
    double top = height_of(t, s->at_ground), floor = top - above_ground(t, s->at_ground);
    vec3 to_face = flattened(t, vec3_sub(face->point, s->at_ground));
    top += sm_min(rise_along(t, to_face, s->ground), 0);
    floor += sm_max(rise_along(t, to_face, t->ground_normal), 0);
    double most = highest_step(t);
    return top - floor <= most || top - foot_of_face(t, face) <= most;
}

double sm_tick_reach_of_step(const tick *t) {
    return reach_of_face(t) + t->world->radius;
}

/* The same below the contact's foot. */
static floor_below find_below_foot(const tick *t, const footing *s, vec3 *floor, double *drop) {
    double foot = sm_tick_foot_of(t, s->normal);
    if (!(foot > negligible))
        return BELOW_NOTHING;
    return find_below(t, s, foot, sm_max(t->step, foot * tangent_of_steepest(t)), floor, drop);
}

/* What lies below the character's side of a contact, as far as that decides what bears it: below
 * its foot, beside the edge, or at the far side of a step with a slanted face. */
static floor_below find_support(const tick *t, const footing *s, floor_below at_foot) {
    const double outs[] = {beside_edge * t->step, reach_of_face(t)};
    floor_below best = at_foot;
    vec3 floor;
    double drop;
    for (int i = 0; i < 2 && best != BELOW_FLOOR && t->step > 0; i++) {
        floor_below what = find_beside(t, s, outs[i], &floor, &drop);
        best = what > best ? what : best;
    }
    return best;
}

/* Whether it could stand away from the contact, lower by more than `least` but by no more than a
 * step. */
static bool has_bottom(tick *t, const footing *s, double least) {
    vec3 aside = vec3_scale(vec3_unit(flattened(t, s->normal), t->up), sm_tick_reach_of_step(t));
    sm3_touch out = sm_tick_cast(t, t->position, aside);
    double edge = height_of(t, s->at_ground), deepest = highest_step(t);
    for (int i = 1; i <= STEP_TRIES; i++) {
        vec3 from = moved(t->position, aside, out.fraction * i / STEP_TRIES);
        sm3_touch touch = sm_tick_cast(t, from, vec3_scale(t->up, -deepest - t->world->radius));
        footing on = {.normal = vec3_of(touch.normal), .point = vec3_of(touch.point)};
        on.at_ground = on.point;
        if (!touch.hit || !(touch.fraction * (deepest + t->world->radius) > least) ||
            !(can_stand_on(t, on.normal) || find_ledge(t, &on)))
            continue;
        double drop = edge - height_of(t, on.at_ground);
        if (drop > sm_min(least, same_ground * t->step) && drop <= deepest)
            return true;
    }
    return false;
}

/* Whether it is on its way down a step. */
static bool is_going_down(tick *t, const footing *s) {
    static const double near = 0.05; /* of the step height: down at its foot already */
    return has_bottom(t, s, near * t->step);
}

/* Whether it is on its way up a step, or on from one to the next; as high as a step above the foot
 * of its face counts, too, where the ground falls away before that. Far from where it stood the
 * ground may have turned long ago, and its plane tells nothing: there it must see the step's
 * bottom. */
static bool is_on_step(tick *t, const footing *s) {
    double above = above_ground(t, s->point);
    if (!t->is_stepping || !t->has_ground || !(above + t->climbed > negligible) ||
        (above > highest_step(t) && height_of(t, s->point) - foot_of_face(t, s) > highest_step(t)))
        return false;
    double far = vec3_length(flattened(t, vec3_sub(s->point, t->ground_point)));
    return far <= sm_tick_reach_of_step(t) + t->world->radius || has_bottom(t, s, -INFINITY);
}

static bool is_borne(tick *t, const footing *s, floor_below at_foot) {
    floor_below what = find_support(t, s, at_foot);
    return what == BELOW_FLOOR || (what == BELOW_STEEP && is_on_step(t, s)) ||
           ((t->stood || s->surface == SM_EDGE) && t->step > 0 && is_going_down(t, s));
}

/* Whether the floor that lies so much below the foot goes on to the contact, so that it is no edge.
 */
static bool ground_goes_on(const tick *t, const footing *s, vec3 floor, double drop) {
    static const double round = 0.05; /* of the radius */
    vec3 aside = vec3_unit(flattened(t, s->normal), t->up);
    double slope = -rise_along(t, vec3_scale(aside, sm_tick_foot_of(t, s->normal)), floor);
    return fabs(drop - slope) <= round * t->world->radius;
}

/* A contact with a normal that one can stand on: a floor, or the round side of an edge. */
static void judge_floor(tick *t, footing *s, bool whether_it_bears) {
    s->surface = SM_FLOOR;
    s->bears = true;
    if (!t->world->can_look || height_of(t, s->normal) >= level_enough ||
        is_on_ground(t, s->point, s->normal) || !(sm_tick_foot_of(t, s->normal) > negligible))
        return;
    vec3 floor;
    double drop;
    floor_below at_foot = find_below_foot(t, s, &floor, &drop);
    if (at_foot == BELOW_FLOOR && ground_goes_on(t, s, floor, drop))
        return;
    if (find_ledge(t, s))
        s->surface = sm_tick_is_within_step(t, s) ? SM_EDGE : SM_WALL;
    s->bears = whether_it_bears && s->surface != SM_WALL && is_borne(t, s, at_foot);
}

/* A contact that is too steep to stand on: the edge of a step, or a wall. */
static void judge_steep(tick *t, footing *s, bool whether_it_bears) {
    s->surface = SM_WALL;
    s->bears = false;
    if (!is_too_steep(t, s->normal) || !(t->step > 0))
        return;
    if (find_ledge(t, s) && sm_tick_is_within_step(t, s)) {
        s->surface = SM_EDGE;
        vec3 floor;
        double drop;
        s->bears = whether_it_bears && is_borne(t, s, find_below_foot(t, s, &floor, &drop));
    } else if (whether_it_bears && t->stood && t->has_ground) { /* on the slanted side of a step */
        s->bears =
            is_on_step(t, s) || (fabs(above_ground(t, s->point)) <= t->step && is_going_down(t, s));
    }
    if (s->bears && s->surface == SM_WALL)
        s->ground = t->ground_normal; /* of which no point is needed */
}

static inline void place_footing(footing *s, sm3_vec normal, sm3_vec point) {
    s->normal = vec3_of(normal);
    s->ground = vec3_of(normal);
    s->point = vec3_of(point);
    s->at_ground = vec3_of(point);
}

void sm_tick_judge(tick *t, const sm3_collision *at, footing *s, bool whether_it_bears) {
    place_footing(s, at->normal, at->point);
    double rise = height_of(t, vec3_of(at->normal));
    if (can_stand_on(t, vec3_of(at->normal))) {
        judge_floor(t, s, whether_it_bears);
    } else if (rise <= -t->level) {
        s->surface = SM_CEILING;
        s->bears = false;
    } else {
        judge_steep(t, s, whether_it_bears);
    }
    s->at = *at;
}

/* Returns how many there are, of more the first CONTACTS_MAX. */
int sm_tick_find_touched(const character_world *world, sm3_vec position,
                         sm3_collision found[CONTACTS_MAX]) {
    int count = world->contacts(world, position, found, CONTACTS_MAX);
    return count < CONTACTS_MAX ? count : CONTACTS_MAX;
}

/* Pieces of one wall are judged once. */
static const footing *find_same(const tick *t, const sm3_collision *at) {
    static const double same = 1e-6;
    for (int i = 0; i < t->count; i++) {
        const footing *s = &t->touched[i];
        vec3 apart = vec3_sub(vec3_of(at->point), s->point);
        if (vec3_length(vec3_sub(vec3_of(at->normal), s->normal)) <= same &&
            vec3_length(apart) <= same)
            return s;
    }
    return NULL;
}

static void add_touched(tick *t, const sm3_collision *at) {
    const footing *same = find_same(t, at);
    if (t->count == CONTACTS_MAX)
        return;
    footing *s = &t->touched[t->count];
    if (same != NULL) {
        *s = *same;
        s->at = *at;
    } else {
        sm_tick_judge(t, at, s, true);
    }
    t->count++;
    t->bears = t->bears || s->bears;
}

/* Steps are measured from the most level floor, else from the highest edge that bears it. */
static void measure_ground(tick *t) {
    const footing *floor = NULL, *edge = NULL;
    for (int i = 0; i < t->count; i++) {
        const footing *s = &t->touched[i];
        if (!s->bears)
            continue;
        if (s->surface == SM_EDGE &&
            (edge == NULL || height_of(t, s->at_ground) > height_of(t, edge->at_ground)))
            edge = s;
        if (s->surface == SM_FLOOR &&
            (floor == NULL || height_of(t, s->normal) > height_of(t, floor->normal)))
            floor = s;
    }
    const footing *best = floor != NULL ? floor : edge;
    t->is_stepping = t->is_stepping && floor == NULL;
    if (best == NULL)
        return;
    double climbs = floor == NULL && t->has_ground ? above_ground(t, edge->at_ground) : 0;
    if (floor != NULL || fabs(climbs) > same_ground * t->step)
        t->climbed = sm_max(climbs, 0);
    t->has_ground = true;
    t->ground_point = best->at_ground;
    t->ground_normal = best->ground;
}

/* Whether it is touched already, and on the same side: of a sharp corner each side counts. */
static bool is_known(const tick *t, const sm3_collision *at) {
    static const double alike = 0.99; /* cosine */
    for (int i = 0; i < t->count; i++) {
        if (t->touched[i].at.obstacle == at->obstacle &&
            vec3_dot(t->touched[i].normal, vec3_of(at->normal)) > alike)
            return true;
    }
    return false;
}

void sm_tick_look(tick *t, vec3 position, const sm3_collision *met) {
    sm3_collision found[CONTACTS_MAX];
    int count = sm_tick_find_touched(t->world, vec3_round(position), found);
    t->position = position;
    t->count = 0;
    t->bears = false;
    t->fresh = true;
    for (int i = 0; i < count; i++)
        add_touched(t, &found[i]);
    if (met != NULL && !is_known(t, met))
        add_touched(t, met);
    measure_ground(t);
}

/* What the last tick found, for its first leg. */
void sm_tick_recall(tick *t) {
    const sm_character *c = t->c;
    t->count = 0;
    t->bears = c->on_floor;
    t->fresh = false;
    for (int i = 0; i < c->contact_count; i++) {
        const sm_character_contact *contact = &c->contacts[i];
        footing *s = &t->touched[t->count++];
        place_footing(s, contact->normal, contact->point);
        s->surface = contact->surface;
        s->bears = contact->surface == SM_FLOOR || contact->surface == SM_EDGE;
        s->at = (sm3_collision){
            .normal = contact->normal, .point = contact->point, .obstacle = contact->obstacle};
    }
    t->has_ground = c->on_floor;
    t->ground_point = vec3_of(c->ground_point);
    t->ground_normal = vec3_of(c->ground_normal);
    t->climbed = sm_max((double)c->climbed, 0);
    t->is_stepping = c->climbed >= 0;
}

/* sweep: one move of SM_SWEEP in 2D. The mover is a point among the obstacles widened by it. Times
 * of first touch are exact, and all obstacles touched at once hold it together. slidemove.h says
 * what SM_SWEEP promises; slide.c moves along the delta, settle.c out of penetration. */
#include "sweep_state.h"

#include <float.h>
#include <stddef.h>

#include "collide.h"

/* The skin is so many float spacings at the mover. Rounding a position needs less than one. */
static const double skin_spacings = 4;

/* The skin is also at least this fraction of the thickness. The ends of a wall far from the mover
 * may be coarser than floats at the mover. */
static const double skin_fraction = 8e-6;

/* The skin is at most this fraction of the thickness. */
static const double max_skin_fraction = 1.0 / 32;

/* A crushed mover that stops within so many skins of its start has not moved. The walls that crush
 * it are nearly parallel, so the freedom of one skin between them is many skins along them. */
static const double crushed_play_in_skins = 64;

/* A mover's least thickness, in float spacings at its position and in world units. */
static const double thickness_spacings = 4, thickness_least = 1e-7;

/* ---- Measures of the mover --------------------------------------------------------------- */

/* Sets the middle of a polygon to its centroid, and adds its distance from the nearest edge to the
 * thickness. That is at least a third of the least width. A wall, or its end, that is less deep has
 * not reached the middle. */
SM_APART static void measure_polygon(sweep *s) {
    const sm_hull *mover = s->mover;
    vec first = vec_of(mover->vertices[0]), moment = {0, 0};
    double area = 0, least = INFINITY;
    for (int i = 1; i + 1 < mover->count; i++) {
        vec a = vec_sub(vec_of(mover->vertices[i]), first);
        vec b = vec_sub(vec_of(mover->vertices[i + 1]), first);
        double triangle = vec_cross(a, b);
        area += triangle;
        moment = vec_add(moment, vec_scale(vec_add(a, b), triangle));
    }
    s->middle = area > 0 ? vec_add(first, vec_scale(moment, 1 / (3 * area))) : first;
    for (int i = 0; i < mover->count; i++) {
        vec corner = vec_of(mover->vertices[i]);
        vec edge = vec_sub(vec_of(mover->vertices[(i + 1) % mover->count]), corner);
        double length = vec_length(edge);
        if (length > 0)
            least = sm_min(least, vec_cross(edge, vec_sub(s->middle, corner)) / length);
    }
    s->thickness += isfinite(least) ? sm_max(least, 0) : 0;
}

static void measure_skin(sweep *s) {
    double x = sm_max(fabs(s->position.x + s->cache.mover_min.x),
                      fabs(s->position.x + s->cache.mover_max.x));
    double y = sm_max(fabs(s->position.y + s->cache.mover_min.y),
                      fabs(s->position.y + s->cache.mover_max.y));
    s->spacing = (double)FLT_EPSILON * sm_max(x, y);
    s->skin = sm_min(skin_spacings * s->spacing + skin_fraction * s->thickness,
                     max_skin_fraction * s->thickness);
}

double sm_sweep_least_thickness(vec position) {
    double farthest = sm_max(fabs(position.x), fabs(position.y));
    return thickness_spacings * (double)FLT_EPSILON * farthest + thickness_least;
}

/* Gives a mover that is too thin a larger radius. Otherwise rounding its position to floats could
 * put it on the other side of a wall. */
static void thicken(sweep *s) {
    double least = sm_sweep_least_thickness(s->position);
    s->thickness = sm_radius(s->mover->radius);
    if (s->mover->count > 2)
        measure_polygon(s);
    if (s->thickness < least) {
        s->thickened = *s->mover;
        s->thickened.radius = (float)(sm_radius(s->thickened.radius) + least);
        s->mover = &s->thickened;
        s->thickness += least;
    }
}

/* ---- Moving obstacles --------------------------------------------------------------------
 *
 * Moving obstacles push the mover and carry it. They move in steps so short that none can get past
 * the middle of the mover in one step. In each step the mover is carried first, sliding along
 * obstacles that block it. Then it settles: it moves out of all obstacles, or between them if there
 * is not enough room. */

enum { STEPS_MAX = 1024 };

/* In thicknesses of the mover: how far an obstacle moves in one step. */
static const double step_fraction = 0.5;

/* In thicknesses: how far beyond what one step needs obstacles are gathered, since many steps
 * follow. */
static const double slack_when_pushed = 4;

typedef struct carrier_search {
    const sweep *sweep;
    vec press;      /* the delta plus the weight */
    double pressed; /* how much of that leads into the carrier */
    int number;
    vec motion; /* of the touched point, in the whole tick */
} carrier_search;

/* Returns the motion, in the whole tick, of a point fixed to the obstacle. */
static vec motion_of(const near_obstacle *o, vec point) {
    vec a = vec_of(o->source.before.a), b = vec_of(o->source.before.b);
    double fraction = vec3_fraction(vec_to3(point), vec_to3(a), vec_to3(b));
    vec at_a = vec_sub(vec_of(o->source.shape.a), a), at_b = vec_sub(vec_of(o->source.shape.b), b);
    return vec_add(vec_scale(at_a, 1 - fraction), vec_scale(at_b, fraction));
}

static void visit_carrier(const near_obstacle *o, void *context) {
    carrier_search *search = context;
    const sweep *s = search->sweep;
    if (!o->source.moves)
        return;
    separation at;
    minkowski_separation(&o->shape, s->position, s->delta, &at);
    double pressed = -vec_dot(at.normal, search->press);
    bool better = pressed > search->pressed ||
                  (pressed == search->pressed && o->source.number < search->number);
    if (!(at.gap <= s->skin) || !better || !sm_sweep_is_solid(s, o, &at, s->position))
        return;
    vec point = sm_hull_contact_point(s->mover, s->position, o->capsule, at.normal);
    search->pressed = pressed;
    search->number = o->source.number;
    search->motion = motion_of(o, point);
}

/* Moves the mover by a fraction of its carrier's motion. Obstacles with the same motion do not
 * block it. The trace gets one iteration for the whole displacement, without the slides in it. */
static void carry(sweep *s, const carrier_search *carrier, double fraction) {
    sm_trace *trace = s->trace;
    vec before = s->position;
    s->trace = NULL;
    s->carrier_motion = &carrier->motion;
    sm_sweep_slide(s, vec_scale(carrier->motion, fraction), LOOKS_AFTER_CARRYING);
    s->carrier_motion = NULL;
    s->trace = trace;
    if (vec_equal(before, s->position))
        return;
    sweep_show(s->observer, SM_STEP_CARRY, vec_round_to3(before), vec_round_to3(s->position));
    if (trace == NULL)
        return;
    sm_iteration done = {.before = vec_round_to3(before),
                         .step = SM_STEP_CARRY,
                         .left = 1,
                         .allowed = vec_round_to3(s->delta)};
    sm_trace_hold(&done, carrier->number);
    sm_sweep_record(s, done, carrier->number);
}

static void apply_moving_obstacles(sweep *s, sm3_vec weight) {
    sm_cache_set_time(&s->cache, 0);
    cache_cover(&s->cache, s->position, s->position, s->skin);
    vec press = vec_add(s->delta, vec_of(sm3_to2(weight)));
    carrier_search carrier = {s, press, 0, SM_NO_OBSTACLE, {0, 0}};
    cache_each(&s->cache, visit_carrier, &carrier);

    s->cache.slack = slack_when_pushed * s->thickness;
    double step_length = step_fraction * s->thickness;
    int steps = (int)fmin(ceil(s->cache.farthest / step_length), STEPS_MAX);
    for (int i = 1; i <= steps && cache_may_look(&s->cache, LOOKS_AFTER_CARRYING); i++) {
        sm_cache_set_time(&s->cache, (double)i / steps);
        carry(s, &carrier, 1.0 / steps);
        sm_sweep_fit(s, LOOKS_AFTER_CARRYING);
    }
    sm_cache_set_time(&s->cache, 1);
    s->cache.slack = s->thickness;
}

/* ---- One move ---------------------------------------------------------------------------- */

/* Whether the obstacles that an earlier move gathered are those of the next one, too. */
static bool keeps_obstacles(const sweep *s) {
    const obstacle_cache *n = &s->cache;
    return n->is_gathered && !n->overflowed && !n->any_moves && n->mover == s->mover &&
           s->mover != &s->thickened;
}

/* `is_kept`: the sweep is that of an earlier move among the same obstacles. */
static void begin_sweep(sweep *s, bool is_kept, sm_vec2 position, sm_vec2 delta,
                        const sm_hull *mover, const sm_obstacles *obstacles,
                        const sm_filter *filter, sm_trace *trace) {
    s->mover = mover;
    s->position = vec_of(position);
    s->delta = vec_of(delta);
    s->carrier_motion = NULL;
    s->crushed = 0;
    s->pushes = 0;
    s->normal = (vec){0, 0};
    s->trace = trace;
    s->observer = NULL;
    s->is_ended = false;
    thicken(s);
    if (is_kept && keeps_obstacles(s))
        sm_cache_renew(&s->cache, obstacles);
    else
        sm_cache_start(&s->cache, obstacles, filter, s->mover);
    measure_skin(s);
}

/* Gathers around a short move as a whole, or around the start of a long one. The moving obstacles
 * found here decide into how many steps the tick is cut, so what is found must not depend on the
 * source. FIRST_LOOKS has counted these looks already. */
static void gather_around_start(sweep *s) {
    int effort_left = s->cache.effort_left;
    double length = vec_length(s->delta);
    if (length <= sweep_short_delta * s->thickness) {
        vec middle = vec_add(s->position, vec_scale(s->delta, 0.5));
        double half = sweep_half_side(length, s->thickness, s->position);
        cache_cover(&s->cache, middle, middle, half);
    }
    if (length > sweep_short_delta * s->thickness || s->cache.any_moves) {
        double margin = sm_min(length, 2 * s->thickness) + s->thickness / 16;
        cache_cover(&s->cache, s->position, s->position, margin);
    }
    s->cache.effort_left = effort_left;
}

static void add_known(obstacle_cache *n, const sweep_known *known) {
    sm_cache_begin(n, known->min, known->max);
    for (int i = 0; i < known->count; i++) {
        int number = known->numbers[i];
        sm_cache_add(n, &known->capsules[number], number, known->oneway >> i & 1);
    }
}

/* Volatile, since gcc 12 at -O3 wrongly removes two neighbouring double-float-double conversions.
 */
static double nearest_float(double x) {
    volatile float nearest = (float)x;
    return (double)nearest;
}

typedef struct crossing_search {
    const sweep *sweep;
    vec ends[2]; /* of the inner segment before; for a disk or polygon both are the middle */
    vec displacement;
    bool crosses;
} crossing_search;

static void visit_crossed(const near_obstacle *o, void *context) {
    crossing_search *search = context;
    const vec *e = search->ends, d = search->displacement;
    if (o->source.moves || o->source.oneway ||
        minkowski_gap(&o->shape, search->sweep->position) >
            -SWEEP_MAX_DEPTH * search->sweep->thickness)
        return;
    vec w[] = {vec_of(o->capsule.a), vec_of(o->capsule.b)};
    for (int i = 0; i < 2; i++)
        search->crosses |=
            sm_segments_closest(e[i], vec_add(e[i], d), w[0], w[1]).distance_squared == 0 ||
            sm_segments_closest(w[i], vec_sub(w[i], d), e[0], e[1]).distance_squared == 0;
}

/* Rounds the position to floats. Returns how deep the mover is there, 0 if it only touches. */
static double round_position(sweep *s) {
    s->position = (vec){nearest_float(s->position.x), nearest_float(s->position.y)};
    cache_cover(&s->cache, s->position, s->position, 0);
    if (!s->cache.overflowed && sm_sweep_is_free(s, s->position, s->spacing))
        return 0;
    return sm_max(0, -sm_sweep_deepest(s, s->position).at.gap);
}

/* Goes back to where the move began if rounding has led the mover's middle through a wall that does
 * not move. Returns how deep the mover is then. */
SM_APART static double undo_crossing(sweep *s, vec from, sm_vec2 asked_from, double depth) {
    const sm_hull *m = s->mover;
    bool is_polygon = m->count > 2;
    vec first = is_polygon ? s->middle : vec_of(m->vertices[0]);
    vec last = is_polygon ? s->middle : vec_of(m->vertices[m->count - 1]);
    crossing_search search = {
        s, {vec_add(from, first), vec_add(from, last)}, vec_sub(s->position, from), false};
    cache_each(&s->cache, visit_crossed, &search);
    if (!search.crosses)
        return depth;
    s->position = vec_of(asked_from);
    return round_position(s);
}

static double round_safely(sweep *s, sm_vec2 asked_from) {
    vec from = s->position;
    double depth = round_position(s);
    return depth > SWEEP_MAX_DEPTH * s->thickness ? undo_crossing(s, from, asked_from, depth)
                                                  : depth;
}

/* Settles again a mover that rounding has put deeper than necessary. */
SM_APART static double resettle(sweep *s, sm_vec2 asked_from) {
    sm_sweep_settle(s, sm_max(s->crushed, s->spacing / 4), LOOKS_AFTER_ROUNDING);
    return round_safely(s, asked_from);
}

static sm_result finish(sweep *s, sm_vec2 asked_from) {
    double depth = round_safely(s, asked_from);
    if (depth > sm_max(s->crushed, s->spacing) && !s->is_at_rest)
        depth = resettle(s, asked_from);
    if (!sm_is_finite(vec_round(s->position)))
        return (sm_result){.position = asked_from, .status = SM_NOT_FINITE};
    sm_sweep_record_end(s);
    return (sm_result){.position = vec_round(s->position),
                       .normal = vec_round(s->normal),
                       .depth = depth > s->spacing ? (float)depth : 0,
                       .pushes = s->pushes,
                       .status = depth > sm_max(s->skin, s->spacing) ? SM_CRUSHED : SM_MOVED};
}

sm_result sm_sweep_unhindered(sm_vec2 position, sm_vec2 delta) {
    if (delta.x == 0 && delta.y == 0)
        return (sm_result){.position = position, .status = SM_MOVED};
    vec there = vec_add(vec_of(position), vec_of(delta));
    return (sm_result){.position = vec_round(there), .status = SM_MOVED};
}

/* Goes by what of delta does not press the mover on what it touches, if that leads along it and
 * meets nothing. Otherwise returns false. */
static bool glide(sweep *s) {
    const sweep_observer *observer = s->observer;
    if (observer == NULL || vec3_is_zero(observer->pressed) || s->cache.any_moves || s->crushed > 0)
        return false;
    vec pressed = {observer->pressed.x, observer->pressed.y};
    return sm_sweep_glide(s, vec_sub(s->delta, pressed), pressed);
}

/* Makes the whole move of a sweep that is begun and has gathered. */
static inline sm_result make_move(sweep *s, sm_vec2 position, sm3_vec weight) {
    s->cache.slack = s->thickness;
    vec from = s->position;
    if (s->cache.any_moves)
        apply_moving_obstacles(s, weight);
    sm_sweep_fit(s, LOOKS_AFTER_FITTING);
    if (s->crushed > 0)
        sm_sweep_escape(s, from);
    vec settled = s->position;
    bool stopped = !glide(s) && sm_sweep_slide(s, s->delta, LOOKS_AFTER_SLIDING);
    if (s->is_ended)
        return (sm_result){.position = vec_round(s->position), .status = SM_MOVED};
    double play = s->crushed > 0 ? crushed_play_in_skins * s->skin : s->skin;
    if (stopped && vec_length(vec_sub(s->position, settled)) <= play)
        s->position = settled;
    s->is_at_rest = vec_equal(s->position, from);
    if (!s->is_at_rest)
        measure_skin(s);
    return finish(s, position);
}

sm_result sm_sweep_move(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                        const sm_obstacles *obstacles, const sweep_known *known,
                        const sm_options *options) {
    sweep s;
    begin_sweep(&s, false, position, delta, mover, obstacles, options->filter, options->trace);
    if (known != NULL)
        add_known(&s.cache, known);
    else
        gather_around_start(&s);
    return make_move(&s, position, options->weight);
}

sm_result sm_sweep_again(sweep *s, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                         const sm_obstacles *obstacles, const sm_options *options,
                         sweep_observer *observer) {
    begin_sweep(s, true, position, delta, mover, obstacles, options->filter, options->trace);
    s->observer = observer;
    if (observer != NULL)
        observer->is_sweep = true;
    gather_around_start(s);
    return make_move(s, position, options->weight);
}

/* ---- Casts ------------------------------------------------------------------------------- */

/* Whether SM_SWEEP ignores this touch of a one-way obstacle (see sm_sweep_is_solid). */
static bool is_ignored(const hull_cast *cast, const sm_capsule *obstacle, vec normal) {
    vec along = vec_sub(vec_of(obstacle->b), vec_of(obstacle->a));
    if (!(vec_cross(along, vec_of(vec_round(normal))) > 0))
        return true;
    sm_vec2 position = vec_round(cast->origin);
    sweep s;
    begin_sweep(&s, false, position, (sm_vec2){0, 0}, cast->mover, NULL, NULL, NULL);
    sm_collision c = sm_collide_hull(*cast->mover, position, *obstacle, (sm_vec2){0, 0});
    return (double)c.depth > 2 * s.skin;
}

bool sm_cast_solid(const hull_cast *cast, const sm_capsule *obstacle, bool oneway, int number,
                   cast_first *first) {
    first_touch found = sm_hull_cast_at(cast, obstacle);
    bool is_earlier = found.fraction < first->touch.fraction ||
                      (found.fraction == first->touch.fraction &&
                       (first->number == SM_NO_OBSTACLE || number < first->number));
    if (!is_earlier || (oneway && is_ignored(cast, obstacle, found.normal)))
        return false;
    *first = (cast_first){found, *obstacle, number};
    return true;
}

/* ---- Contacts ---------------------------------------------------------------------------- */

typedef struct contact_list {
    const sweep *sweep;
    sm_collision *contacts; /* in the order of their numbers */
    int capacity, count;
} contact_list;

static void list_contact(const near_obstacle *o, void *context) {
    contact_list *list = context;
    const sweep *s = list->sweep;
    separation at;
    minkowski_separation(&o->shape, s->position, s->delta, &at);
    if (at.gap > s->skin || !sm_sweep_is_solid(s, o, &at, s->position))
        return;
    sm_collision *contacts = list->contacts;
    int place = list->count < list->capacity ? list->count : list->capacity;
    for (; place > 0 && contacts[place - 1].obstacle > o->source.number; place--) {
        if (place < list->capacity)
            contacts[place] = contacts[place - 1];
    }
    if (place < list->capacity)
        contacts[place] = sm_sweep_collision(s, o, &at, s->position);
    list->count++;
}

static int list_contacts(sweep *s, sm_collision *contacts, int capacity) {
    cache_cover(&s->cache, s->position, s->position, s->skin);
    contact_list list = {s, contacts, capacity, 0};
    cache_each(&s->cache, list_contact, &list);
    return list.count;
}

int sm_sweep_contacts(sm_vec2 position, const sm_hull *mover, const sm_obstacles *obstacles,
                      const sm_filter *filter, sm_collision *contacts, int capacity) {
    sweep s;
    begin_sweep(&s, false, position, (sm_vec2){0, 0}, mover, obstacles, filter, NULL);
    return list_contacts(&s, contacts, capacity);
}

int sm_sweep_contacts_again(sweep *s, sm_vec2 position, const sm_hull *mover,
                            const sm_obstacles *obstacles, const sm_filter *filter,
                            sm_collision *contacts, int capacity) {
    begin_sweep(s, true, position, (sm_vec2){0, 0}, mover, obstacles, filter, NULL);
    return list_contacts(s, contacts, capacity);
}

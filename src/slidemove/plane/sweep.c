/* sweep: the mover as a point among the obstacles grown by it, led by the exact time of first touch
 * and held by all that it touches at once. slidemove.h says what it promises. */
#include "sweep.h"

#include <float.h>
#include <stddef.h>

#include "hull.h"

/* Float spacings at the mover that count as touching. Rounding a position costs less than one. */
static const double skin_spacings = 4;

/* Of the thickness: what touching costs in any case, since the ends of a wall far from the origin
 * are no finer than the floats there. */
static const double skin_part = 8e-6;

/* Of the thickness: what the skin may take at the most. */
static const double skin_limit = 1.0 / 32;

/* Skins: a mover that comes to rest so near to where it was has not moved. Between walls that are
 * nearly parallel, as those that crush it, the play of one skin is many along them. */
static const double crushed_play = 64;

/* What a mover's thickness is at the least: float spacings at its position, and world units. */
static const double thickness_spacings = 4, thickness_least = 1e-7;

/* ---- Measures of the mover --------------------------------------------------------------- */

static double extent_across(const sm_hull *mover, vec normal) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < mover->count; i++) {
        double at = vec_dot(vec_of(mover->vertices[i]), normal);
        low = smaller(low, at);
        high = larger(high, at);
    }
    return high - low;
}

/* Half of its least width: the radius, and half of the polygon's least extent, which is across one
 * of its edges. */
static double thickness_of(const sm_hull *mover) {
    double least = mover->count > 2 ? INFINITY : 0;
    for (int i = 0; i < mover->count && mover->count > 2; i++) {
        vec edge =
            vec_sub(vec_of(mover->vertices[(i + 1) % mover->count]), vec_of(mover->vertices[i]));
        double length = vec_length(edge);
        if (length > 0)
            least = smaller(least, extent_across(mover, vec_scale(vec_left(edge), 1 / length)));
    }
    return sm_radius(mover->radius) + (isfinite(least) ? least / 2 : 0);
}

static void measure_skin(sweep *s) {
    double x = larger(fabs(s->position.x + s->near.mover_min.x),
                      fabs(s->position.x + s->near.mover_max.x));
    double y = larger(fabs(s->position.y + s->near.mover_min.y),
                      fabs(s->position.y + s->near.mover_max.y));
    s->spacing = (double)FLT_EPSILON * larger(x, y);
    s->skin =
        smaller(skin_spacings * s->spacing + skin_part * s->thickness, skin_limit * s->thickness);
}

double sweep_least_thickness(vec position) {
    double farthest = larger(fabs(position.x), fabs(position.y));
    return thickness_spacings * (double)FLT_EPSILON * farthest + thickness_least;
}

/* A mover thinner than a few floats there is given that much: rounding its position would put it on
 * the other side of a wall. */
static void thicken(sweep *s) {
    double least = sweep_least_thickness(s->position);
    s->thickness = thickness_of(&s->obstacles->mover);
    if (s->thickness < least) {
        s->thickened = *s->obstacles;
        s->thickened.mover.radius = (float)(sm_radius(s->thickened.mover.radius) + least);
        s->obstacles = &s->thickened;
        s->thickness += least;
    }
}

/* ---- One move ---------------------------------------------------------------------------- */

static void start(sweep *s, sm_vec2 position, sm_vec2 delta, const sm_obstacles *obstacles,
                  sm_trace *trace) {
    s->obstacles = obstacles;
    s->position = vec_of(position);
    s->delta = vec_of(delta);
    s->crushed = 0;
    s->pushes = 0;
    s->normal = (vec){0, 0};
    s->trace = trace;
    thicken(s);
    nearby_start(&s->near, s->obstacles);
    measure_skin(s);
}

/* A short move gathers once; a long one as it goes. */
static void gather(sweep *s) {
    double length = vec_length(s->delta);
    double reach = s->trace != NULL ? larger(0, (double)s->trace->reach) : 0;
    double margin = smaller(length, 2 * s->thickness) + s->thickness / 16;
    nearby_cover(&s->near, s->position, s->position, larger(margin, reach));
}

static void take(nearby *n, const sweep_known *known) {
    nearby_begin(n, known->min, known->max);
    for (int i = 0; i < known->count; i++) {
        int number = known->numbers[i];
        nearby_add_wall(n, &known->capsules[number], number);
    }
}

/* Volatile, since gcc 12 at -O3 takes two neighbouring double-float-double conversions for nothing
 * and drops them. */
static double nearest_float(double x) {
    volatile float nearest = (float)x;
    return (double)nearest;
}

/* Rounds the position to floats. Returns how deep it is there, 0 when that is touching. */
static double round_position(sweep *s) {
    s->position = (vec){nearest_float(s->position.x), nearest_float(s->position.y)};
    double reach = s->trace != NULL ? larger(0, (double)s->trace->reach) : 0;
    nearby_cover(&s->near, s->position, s->position, reach);
    if (sweep_is_free(s, s->position, s->spacing))
        return 0;
    return -sweep_deepest(s, s->position).at.gap;
}

static sm_result finish(sweep *s, sm_vec2 asked_from) {
    double depth = round_position(s);
    if (depth > larger(s->crushed, s->spacing) && !s->rests) {
        sweep_settle(s, larger(s->crushed, s->spacing / 4));
        depth = round_position(s);
    }
    if (!isfinite(s->position.x) || !isfinite(s->position.y))
        return (sm_result){.position = asked_from, .status = SM_NOT_FINITE};
    sweep_record_end(s);
    return (sm_result){.position = vec_round(s->position),
                       .normal = vec_round(s->normal),
                       .depth = depth > s->spacing ? (float)depth : 0,
                       .pushes = s->pushes,
                       .status = depth > larger(s->skin, s->spacing) ? SM_CRUSHED : SM_MOVED};
}

sm_result sweep_unhindered(sm_vec2 position, sm_vec2 delta) {
    if (delta.x == 0 && delta.y == 0)
        return (sm_result){.position = position, .status = SM_MOVED};
    vec there = vec_add(vec_of(position), vec_of(delta));
    sm_vec2 rounded = {(float)there.x, (float)there.y};
    if (!sm_is_finite(rounded))
        return (sm_result){.position = position, .status = SM_NOT_FINITE};
    return (sm_result){.position = rounded, .status = SM_MOVED};
}

sm_result sweep_move(sm_vec2 position, sm_vec2 delta, const sm_obstacles *obstacles,
                     const sweep_known *known, sm_trace *trace) {
    sweep s;
    start(&s, position, delta, obstacles, trace);
    if (known != NULL)
        take(&s.near, known);
    else
        gather(&s);
    vec from = s.position;
    if (s.near.any_moves)
        sweep_carry(&s);
    sweep_fit(&s);
    vec settled = s.position;
    bool stopped = sweep_slide(&s, s.delta);
    double play = s.crushed > 0 ? crushed_play * s.skin : s.skin;
    if (stopped && vec_length(vec_sub(s.position, settled)) <= play)
        s.position = settled;
    s.rests = vec_equal(s.position, from);
    if (!s.rests)
        measure_skin(&s);
    return finish(&s, position);
}

/* ---- Contacts ---------------------------------------------------------------------------- */

typedef struct contact_list {
    const sweep *sweep;
    sm_collision *contacts;
    int capacity, count;
} contact_list;

static void list_contact(const near_obstacle *o, void *context) {
    contact_list *list = context;
    const sweep *s = list->sweep;
    separation at;
    grown_separation(&o->shape, s->position, s->delta, &at);
    if (at.gap > s->skin || !sweep_counts(s, o, &at))
        return;
    if (list->count < list->capacity)
        list->contacts[list->count] = sweep_collision(s, o, &at, s->position);
    list->count++;
}

int sm_find_contacts(sm_vec2 position, sm_obstacles obstacles, sm_collision *contacts,
                     int capacity) {
    if (obstacles.gather == NULL || !hull_is_finite(&obstacles.mover) || !sm_is_finite(position))
        return 0;
    sweep s;
    start(&s, position, (sm_vec2){0, 0}, &obstacles, NULL);
    nearby_cover(&s.near, s.position, s.position, s.skin);
    contact_list list = {&s, contacts, capacity, 0};
    nearby_each(&s.near, list_contact, &list);
    return list.count;
}

#include "around3.h"

void around3_begin(around3 *around, sm3_obstacles obstacles, sm3_capsule mover, vec3 delta,
                   double reach) {
    near3_begin(&around->near, obstacles, isfinite(reach) && reach >= 0 ? 0 : -1);
    around->mover = mover;
    around->delta = delta;
    around->reach = reach;
    around->count = -1;
}

/* The one that is probably nearest first: that spares most of the others. */
static void swap_with_first(around3 *around, int i) {
    apart3 apart = around->apart[0];
    int place = around->places[0];
    around->apart[0] = around->apart[i];
    around->places[0] = around->places[i];
    around->apart[i] = apart;
    around->places[i] = place;
}

/* What the bounds cannot tell to be out of reach. */
static void keep_what_is_in_reach(around3 *around, const mover3 *mover) {
    float depths[NEAR3_CAPACITY];
    near3_bound_depths(&around->near, mover, depths);
    around->count = 0;
    for (int i = 0; i < around->near.count; i++) {
        double gap = isnan(depths[i]) ? -INFINITY : -(double)depths[i];
        if (gap > around->reach)
            continue;
        around->places[around->count] = i;
        around->apart[around->count] = (apart3){.position = around->centre, .gap = gap};
        if (gap < around->apart[0].gap)
            swap_with_first(around, around->count);
        around->count++;
    }
}

static bool gather(around3 *around, vec3 position) {
    mover3 mover = mover3_at(around->mover, position);
    sm3_region region = region3_around(&mover, mover.radius + around->reach, (vec3){0, 0, 0});
    around->centre = position;
    if (!near3_gather(&around->near, &region))
        return false;
    if (around->near.count > 0)
        keep_what_is_in_reach(around, &mover);
    else
        around->count = 0;
    return true;
}

/* A little more, for the rounding of the distances. */
static const double rounding = 1 + 1e-9;

bool around3_hold(around3 *around, vec3 position, double reach) {
    if (around->near.margin < 0 || !(reach * rounding <= around->reach))
        return false;
    around->moved = around->count < 0 ? INFINITY : vec3_length(vec3_sub(position, around->centre));
    if ((around->moved + reach) * rounding <= around->reach)
        return true;
    around->moved = 0;
    bool is_held = gather(around, position);
    if (!is_held)
        around->near.margin = -1;
    return is_held;
}

static bool take(around3 *around, int i) {
    int place = around->places[i];
    met3 *met = &around->met[i];
    around->places[i] = -1;
    met->number = around->near.numbers[place];
    met->is_known = false;
    bool is_finite = obstacle3_of(&around->near.held[place], &met->shape);
    if (!is_finite)
        around->apart[i].gap = INFINITY;
    return is_finite;
}

static bool is_apart(const around3 *around, int i, vec3 position, vec3 way, double length,
                     double reach) {
    const apart3 *apart = &around->apart[i];
    if (!apart->has_normal)
        return apart->gap > (around->moved + length + reach) * rounding;
    double gap = apart->gap + vec3_dot(apart->normal, vec3_sub(position, apart->position));
    return gap + sm_lower(vec3_dot(apart->normal, way), 0) > reach + TOUCHING3;
}

/* Where mover and obstacle touch in themselves, the normal is no more than a way out. */
static void note(apart3 *apart, const around3 *around, const met3 *met) {
    double inner = -(sm_radius(around->mover.radius) + met->shape.radius);
    double gap = -met->contact.depth;
    bool has_normal = gap > inner + 2 * TOUCHING3;
    /* Any way may lead into what is touched like that. */
    *apart = (apart3){met->position, has_normal ? gap : -INFINITY, met->contact.normal, has_normal};
}

met3 *around3_meet(around3 *around, int i, vec3 position, vec3 way, double length, double reach) {
    if (is_apart(around, i, position, way, length, reach) ||
        (around->places[i] >= 0 && !take(around, i)))
        return NULL;
    met3 *met = &around->met[i];
    met3_measure(met, &around->mover, position, around->delta);
    note(&around->apart[i], around, met);
    return is_apart(around, i, position, way, length, reach) ? NULL : met;
}

met3 *around3_find(around3 *around, int number) {
    for (int i = 0; i < around->count; i++) {
        if (around->places[i] < 0 && around->met[i].number == number)
            return &around->met[i];
    }
    return NULL;
}

const contact3 *met3_measure(met3 *met, const sm3_capsule *mover, vec3 position, vec3 delta) {
    if (met->is_known && vec3_equal(met->position, position))
        return &met->contact;
    mover3 there = mover3_at(*mover, position);
    collide3(&there, &met->shape, delta, -INFINITY, &met->contact);
    met->position = position;
    met->is_known = true;
    return &met->contact;
}

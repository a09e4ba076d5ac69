/* kernels3: the innermost loops of 3D, compiled once for each processor (see wide.h): what a box
 * meets in a world, lower bounds of how near eight triangles are, single contacts, and the deepest
 * of those in a cache. */
#ifndef KERNEL_AVX2
#define KERNEL_AVX2 0
#endif

#include <float.h>

#include "../wide.h"
#include "obstacle_cache3.h"
#include "tree3.h"

/* ---- Boxes ------------------------------------------------------------------------------- */

typedef struct wide3 {
    wide x, y, z;
} wide3;

KERNEL_INLINE wide3 wide3_all(const float v[3]) {
    return (wide3){wide_all(v[0]), wide_all(v[1]), wide_all(v[2])};
}

KERNEL_INLINE wide wide3_absolutes(wide3 v) {
    return wide_abs(v.x) + wide_abs(v.y) + wide_abs(v.z);
}

KERNEL_INLINE wide3 wide3_sub(wide3 a, wide3 b) {
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

KERNEL_INLINE wide wide3_dot(wide3 a, wide3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

typedef struct wide_box3 {
    wide3 low, high;
} wide_box3;

KERNEL_INLINE wide_int overlap_along3(const boxes3 *boxes, int axis, int place, wide low,
                                      wide high) {
    wide_int is_below = wide_load(&boxes->low[axis][place]) <= high;
    wide_int is_above = low <= wide_load(&boxes->high[axis][place]);
    return is_below & is_above;
}

/* A bit for each of the eight that overlaps the box. What is not used counts, too. */
KERNEL_INLINE unsigned overlapping3(const boxes3 *boxes, const wide_box3 *box) {
    unsigned bits = 0;
    for (int i = 0; i < NODE3_WIDTH; i += WIDE) {
        wide_int x = overlap_along3(boxes, 0, i, box->low.x, box->high.x);
        wide_int y = overlap_along3(boxes, 1, i, box->low.y, box->high.y);
        wide_int z = overlap_along3(boxes, 2, i, box->low.z, box->high.z);
        bits |= wide_bits(x & y & z) << i;
    }
    return bits;
}

/* ---- Leaves of a mesh -------------------------------------------------------------------- */

/* Loads the corners of the triangles from a place of the leaf on. Returns a bit for each that is
 * there. */
KERNEL_INLINE unsigned load_corners3(const mesh3 *mesh, const int32_t *leaf, int place,
                                     wide3 corner[3]) {
    wide_int gone = wide_int_load(&leaf[place]) < 0;
    int at[3][WIDE];
    for (int i = 0; i < WIDE; i++) {
        int32_t triangle = leaf[place + i];
        const uint32_t *index = &mesh->of.indices[3 * (ptrdiff_t)(triangle ^ triangle >> 31)];
        for (int k = 0; k < 3; k++)
            at[k][i] = (int)index[k];
    }
    for (int k = 0; k < 3; k++) {
        wide axes[3];
        wide_load_threes(&mesh->of.vertices->x, at[k], axes);
        corner[k] = (wide3){axes[0], axes[1], axes[2]};
    }
    return ~wide_bits(gone) & wide_part(~0u, 0);
}

/* As sm_round_down and sm_round_up. */
KERNEL_INLINE wide least_corner3(wide a, wide b, wide c) {
    wide least = wide_min(a, wide_min(b, c));
    return least - wide_abs(least) * wide_all(FLT_EPSILON) - wide_all(FLT_MIN);
}

KERNEL_INLINE wide greatest_corner3(wide a, wide b, wide c) {
    wide greatest = wide_max(a, wide_max(b, c));
    return greatest + wide_abs(greatest) * wide_all(FLT_EPSILON) + wide_all(FLT_MIN);
}

KERNEL_INLINE wide_box3 box_of_corners3(const wide3 corner[3]) {
    const wide3 *a = &corner[0], *b = &corner[1], *c = &corner[2];
    return (wide_box3){{least_corner3(a->x, b->x, c->x), least_corner3(a->y, b->y, c->y),
                        least_corner3(a->z, b->z, c->z)},
                       {greatest_corner3(a->x, b->x, c->x), greatest_corner3(a->y, b->y, c->y),
                        greatest_corner3(a->z, b->z, c->z)}};
}

/* Makes the boxes of a leaf. Returns a bit for each triangle that is there. */
KERNEL_INLINE unsigned make_boxes3(const mesh3 *mesh, const int32_t *leaf, boxes3 *boxes) {
    unsigned used = 0;
    for (int i = 0; i < NODE3_WIDTH; i += WIDE) {
        wide3 corner[3];
        used |= load_corners3(mesh, leaf, i, corner) << i;
        const wide_box3 made = box_of_corners3(corner);
        const wide sides[] = {made.low.x,  made.low.y,  made.low.z,
                              made.high.x, made.high.y, made.high.z};
        for (int axis = 0; axis < 3; axis++) {
            wide_store(&boxes->low[axis][i], sides[axis]);
            wide_store(&boxes->high[axis][i], sides[axis + 3]);
        }
    }
    return used;
}

/* ---- Bounds ------------------------------------------------------------------------------ */

/* A mover's axis. */
typedef struct wide_axis3 {
    wide3 centre, half;
    wide half_length; /* at least */
    wide per_square;  /* of the half */
} wide_axis3;

KERNEL_INLINE wide planes_dot3(const planes_of_leaf *planes, int place, const wide3 *v) {
    return wide_of_int16(&planes->normal[0][place]) * v->x +
           wide_of_int16(&planes->normal[1][place]) * v->y +
           wide_of_int16(&planes->normal[2][place]) * v->z;
}

/* Heights above planes and distances from them are counted in 1 / LEAF3_STEPS. */
KERNEL_INLINE wide height3(const planes_of_leaf *planes, int place, const wide3 *q, wide step) {
    return planes_dot3(planes, place, q) - wide_of_int16(&planes->offset[place]) * step;
}

/* How far above the planes all of the axis is; negative below. */
KERNEL_INLINE wide height_of_axis3(const planes_of_leaf *planes, int place, const wide3 *q,
                                   wide step, const wide_axis3 *axis, bool is_point) {
    wide middle = height3(planes, place, q, step);
    return is_point ? middle : middle - wide_abs(planes_dot3(planes, place, &axis->half));
}

/* How far from the planes all of the axis is, on one side or the other; `middle`: the height of its
 * middle. */
KERNEL_INLINE wide distance_of_axis3(const planes_of_leaf *planes, int place, wide middle,
                                     const wide_axis3 *axis, bool is_point) {
    if (is_point)
        return wide_abs(middle);
    return wide_max(wide_abs(middle) - wide_abs(planes_dot3(planes, place, &axis->half)),
                    wide_all(0));
}

/* Lower bounds of the distances from the mover's axis, less the triangles' radii, in world units,
 * and the directions w (see tree3.h) along which they are bounds. */
typedef struct wide_bounds3 {
    wide gap;
    wide3 normal;
} wide_bounds3;

/* The component of each triangle's nearest edge's normal; `second` and `third` are masks. */
KERNEL_INLINE wide edge_normal3(const leaf3 *leaf, int place, int axis, wide_int second,
                                wide_int third) {
    wide picked = wide_where(second, wide_of_int16(&leaf->edges[1].normal[axis][place]),
                             wide_of_int16(&leaf->edges[0].normal[axis][place]));
    return wide_where(third, wide_of_int16(&leaf->edges[2].normal[axis][place]), picked);
}

KERNEL_INLINE wide_bounds3 bounds_of_leaf3(const leaf3 *leaf, int place, const wide_axis3 *axis,
                                           bool is_point) {
    /* World units: nearer than this, the normal is shorter than 1, which is no less a bound.
     * Squares of what is a millionth of it are above 0. */
    static const float nearest = 1e-12f * LEAF3_STEPS;
    wide step = wide_all(leaf->step), unit = wide_all(1.0f / LEAF3_STEPS);
    wide3 origin = wide3_all(leaf->origin);
    const wide3 q = {axis->centre.x - origin.x, axis->centre.y - origin.y,
                     axis->centre.z - origin.z};
    wide middle = height3(&leaf->plane, place, &q, step);
    wide above = distance_of_axis3(&leaf->plane, place, middle, axis, is_point);
    wide beyond = height_of_axis3(&leaf->edges[0], place, &q, step, axis, is_point);
    wide beyond_second = height_of_axis3(&leaf->edges[1], place, &q, step, axis, is_point);
    wide beyond_third = height_of_axis3(&leaf->edges[2], place, &q, step, axis, is_point);
    wide_int second = beyond <= beyond_second;
    beyond = wide_max(beyond, beyond_second);
    wide_int third = beyond <= beyond_third;
    beyond = wide_max(wide_max(beyond, beyond_third), wide_all(0));
    wide distance = wide_sqrt(above * above + beyond * beyond);

    wide inverse = unit / wide_max(distance, wide_all(nearest));
    wide up = wide_with_sign(above, middle) * inverse, out = beyond * inverse;
    const int16_t(*normal)[NODE3_WIDTH] = leaf->plane.normal;
    wide3 mixed = {
        wide_of_int16(&normal[0][place]) * up + edge_normal3(leaf, place, 0, second, third) * out,
        wide_of_int16(&normal[1][place]) * up + edge_normal3(leaf, place, 1, second, third) * out,
        wide_of_int16(&normal[2][place]) * up + edge_normal3(leaf, place, 2, second, third) * out};

    wide lengths = wide3_absolutes(q);
    if (!is_point)
        lengths = lengths + axis->half_length;
    wide lost = lengths * wide_all(LEAF3_ROUNDING) + wide_all(leaf->margin);
    return (wide_bounds3){distance * unit - lost, mixed};
}

/* ---- What comes near a mover ------------------------------------------------------------- */

/* A mover that stays or moves along a straight path. */
typedef struct wide_mover3 {
    wide_axis3 axis; /* at the start */
    wide3 delta;
    wide lengths;            /* of the delta and the half axis, at least */
    wide reach;              /* of gaps from the axis */
    bool is_point, is_known; /* not known: everything counts as near */
    bool is_ray;             /* a point on a path that keeps away from nothing */
    bool is_made;            /* at the first leaf: most short paths meet none */
} wide_mover3;

KERNEL_INLINE wide_mover3 wide_mover3_of(const sm3_visitor *visitor, const float delta[3]) {
    const mover3 *mover = visitor->mover;
    float length = fabsf(delta[0]) + fabsf(delta[1]) + fabsf(delta[2]);
    /* Bounds are of the obstacles' new places, and of paths with squares that floats can hold. */
    if (mover == NULL || visitor->time_left > 0 || !((double)length < LEAF3_BOUNDED))
        return (wide_mover3){.is_made = true};
    vec3 half = vec3_scale(vec3_sub(mover->b, mover->a), 0.5);
    sm3_vec middle = vec3_round(vec3_add(mover->a, half));
    const float halves[3] = {(float)half.x, (float)half.y, (float)half.z};
    const float centre[3] = {middle.x, middle.y, middle.z};
    /* What rounding the centre costs, and doubles where a contact is measured. */
    double coarse = (double)(fabsf(middle.x) + fabsf(middle.y) + fabsf(middle.z)) * FLT_EPSILON;
    double reach =
        (mover->radius + sm_max(visitor->reach, 0)) * (1 + 1e-6) + coarse + 4 * TOUCHING3;
    if (mover->box != NULL) /* it counts as the ball around it */
        reach += vec3_length(half) + vec3_length(sm3_box_beside(mover->box));
    const wide3 wide_half = wide3_all(halves), wide_delta = wide3_all(delta);
    wide half_length = wide3_absolutes(wide_half);
    return (wide_mover3){.axis = {wide3_all(centre), wide_half, half_length, wide_all(0)},
                         .delta = wide_delta,
                         .lengths = half_length + wide3_absolutes(wide_delta),
                         .reach = wide_all(sm_round_up(reach)),
                         .is_point = mover->is_sphere || mover->box != NULL,
                         .is_known = true,
                         .is_ray = mover->is_sphere && mover->radius == 0 && visitor->reach == 0 &&
                                   length < 1e12f,
                         .is_made = true};
}

/* Those of a leaf's triangles with a bit that may be within reach of a mover that stays. */
KERNEL_INLINE unsigned near_place3(const leaf3 *leaf, unsigned bits, const wide_mover3 *mover) {
    unsigned near = 0;
    for (int i = 0; i < NODE3_WIDTH && mover->is_known; i += WIDE) {
        wide gap = bounds_of_leaf3(leaf, i, &mover->axis, mover->is_point).gap;
        unsigned far = wide_bits(gap > mover->reach); /* what is not a number is near */
        near |= (~far & ((1u << WIDE) - 1)) << i;
    }
    return mover->is_known ? bits & near : bits;
}

/* The times, of a path, at which the mover may be within reach of a triangle. */
typedef struct wide_times3 {
    wide from, to;
} wide_times3;

/* Cuts them to those at which the axis is at most `reach` above a plane, given its height at the
 * start and its speed upward. NaN cuts nothing: it is 0 / 0 if the axis stays at that height. */
KERNEL_INLINE void cut_times3(wide_times3 *times, wide height, wide speed, wide reach) {
    wide time = (height - reach) / wide_abs(speed);
    wide_int comes = speed < wide_all(0);
    times->from = wide_max(wide_where(comes, time, wide_all(0)), times->from);
    times->to = wide_min(wide_where(comes, wide_all(INFINITY), -time), times->to);
}

/* Returns the times, until `limit`, at which the axis may be within reach of all planes of a
 * triangle at once. Rounding: the heights at any of the times are off by less than 12 units of
 * LEAF3_ROUNDING's 48, and a time by 3 units of itself, which are as many of the delta's length. */
KERNEL_INLINE wide_times3 times_near_leaf3(const leaf3 *leaf, int place, const wide_mover3 *mover,
                                           float limit) {
    const wide_axis3 *axis = &mover->axis;
    wide3 origin = wide3_all(leaf->origin);
    const wide3 q = {axis->centre.x - origin.x, axis->centre.y - origin.y,
                     axis->centre.z - origin.z};
    wide step = wide_all(leaf->step);
    wide lost = (wide3_absolutes(q) + mover->lengths) * wide_all(LEAF3_ROUNDING);
    wide reach = (mover->reach + lost + wide_all(leaf->margin)) * wide_all(LEAF3_STEPS);
    wide_times3 times = {wide_all(0), wide_all(limit)};
    for (int k = 0; k < 3; k++) {
        const planes_of_leaf *edge = &leaf->edges[k];
        wide height = height_of_axis3(edge, place, &q, step, axis, mover->is_point);
        cut_times3(&times, height, planes_dot3(edge, place, &mover->delta), reach);
    }
    wide height = height3(&leaf->plane, place, &q, step);
    wide speed = planes_dot3(&leaf->plane, place, &mover->delta);
    if (!mover->is_point)
        reach = reach + wide_abs(planes_dot3(&leaf->plane, place, &axis->half));
    cut_times3(&times, height, speed, reach);
    cut_times3(&times, -height, -speed, reach);
    return times;
}

KERNEL_INLINE float limit_of_path3(const sm3_visitor *visitor) {
    return (float)(visitor->limit * (1 + (double)FLT_EPSILON)); /* rounded up */
}

/* Shows the visitor those of a leaf's triangles with a bit that the mover may come near, the
 * earliest first: what is met ends the path for the others. */
KERNEL_INLINE void show_near_path3(const sm3_world *world, const leaf3 *leaf, unsigned bits,
                                   const wide_mover3 *mover, float limit, sm3_visitor *visitor) {
    float from[NODE3_WIDTH];
    unsigned near = 0;
    for (int i = 0; i < NODE3_WIDTH && mover->is_known; i += WIDE) {
        const wide_times3 times = times_near_leaf3(leaf, i, mover, limit);
        wide_store(&from[i], times.from);
        near |= wide_bits(times.from <= times.to) << i;
    }
    if (!mover->is_known) {
        world3_show(world, leaf, bits, visitor);
        return;
    }
    bits &= near;
    while (bits != 0) {
        int first = lanes_lowest(bits);
        for (unsigned others = bits & (bits - 1); others != 0; others &= others - 1)
            first = from[lanes_lowest(others)] < from[first] ? lanes_lowest(others) : first;
        if (!((double)from[first] <= visitor->limit * (1 + (double)FLT_EPSILON)))
            return;
        world3_show(world, leaf, 1u << first, visitor);
        bits &= ~(1u << first);
    }
}

/* ---- What overlaps a box ----------------------------------------------------------------- */

/* Shows what a tree has: the mesh's, or the world's own if that is NULL. The mover passes along
 * `delta` within the box; it stays if that is NULL, which is a constant for the compiler. */
KERNEL_INLINE void visit_box3(const sm3_world *world, const mesh3 *mesh, const wide_box3 *box,
                              const sm3_vec *delta, wide_mover3 *mover, sm3_visitor *visitor) {
    const node3 *nodes = mesh != NULL ? mesh->nodes : world->nodes;
    int stack[WORLD3_STACK];
    int waiting = 0;
    stack[waiting++] = 0;
    while (waiting > 0) {
        int next = stack[--waiting];
        if (next >= 0) {
            const node3 *block = &nodes[next], *last = block + block->more;
            for (; block <= last; block++) {
                unsigned bits = overlapping3(&block->boxes, box) & block->used;
                for (; bits != 0; bits &= bits - 1)
                    stack[waiting++] = node3_child(block, lanes_lowest(bits));
            }
        } else if (mesh != NULL) {
            const int32_t *leaf = mesh3_leaf(mesh, ~next);
            boxes3 boxes;
            unsigned used = make_boxes3(mesh, leaf, &boxes);
            mesh3_show(mesh, leaf, overlapping3(&boxes, box) & used, visitor);
        } else {
            const leaf3 *leaf = &world->leaves[~next];
            unsigned bits = overlapping3(&leaf->boxes, box) & leaf->used;
            if (bits == 0)
                continue;
            const sm3_vec by = delta != NULL ? *delta : (sm3_vec){0, 0, 0};
            if (!mover->is_made)
                *mover = wide_mover3_of(visitor, (const float[3]){by.x, by.y, by.z});
            if (delta != NULL)
                show_near_path3(world, leaf, bits, mover, limit_of_path3(visitor), visitor);
            else
                world3_show(world, leaf, near_place3(leaf, bits, mover), visitor);
        }
        if (visitor->limit < 0)
            return;
    }
}

KERNEL_INLINE void visit_boxes3(const sm3_world *world, const sm3_region *region,
                                const sm3_vec *delta, sm3_visitor *visitor) {
    const wide_box3 box = {
        {wide_all(region->low.x), wide_all(region->low.y), wide_all(region->low.z)},
        {wide_all(region->high.x), wide_all(region->high.y), wide_all(region->high.z)}};
    wide_mover3 mover = {.is_made = false};
    visit_box3(world, NULL, &box, delta, &mover, visitor);
    for (int i = 0; i < world->mesh_count; i++)
        visit_box3(world, &world->meshes[i], &box, delta, &mover, visitor);
}

KERNEL_PUBLIC void KERNEL(sm3_visit_box)(const sm3_world *world, const sm3_region *region,
                                         sm3_visitor *visitor) {
    visit_boxes3(world, region, NULL, visitor);
}

KERNEL_PUBLIC void KERNEL(sm3_visit_passed)(const sm3_world *world, const sm3_region *region,
                                            sm3_visitor *visitor) {
    visit_boxes3(world, region, &region->delta, visitor);
}

/* ---- Boxes along a path ------------------------------------------------------------------ */

typedef struct wide_ray3 {
    wide inverse[3], begin[3], end[3];
    /* By axis, where in boxes3, counted in floats, the sides are that the ray meets first and last:
     * low[axis] or high[axis]. */
    ptrdiff_t near[3], far[3];
} wide_ray3;

/* Cuts the times to those at which the ray is between the boxes' sides across an axis. */
KERNEL_INLINE void cut_between3(wide *from, wide *to, const float *place, int axis,
                                const wide_ray3 *ray) {
    wide near = wide_load(&place[ray->near[axis]]), far = wide_load(&place[ray->far[axis]]);
    *from = wide_max((near - ray->begin[axis]) * ray->inverse[axis], *from);
    *to = wide_min((far - ray->end[axis]) * ray->inverse[axis], *to);
}

/* Returns a bit for each of the eight that the ray meets between the times 0 and `limit`, and when
 * it enters each. What is not a number (beyond the largest float) counts as met, even what is
 * empty. */
KERNEL_INLINE unsigned entered3(const boxes3 *boxes, const wide_ray3 *ray, float limit,
                                float enter[NODE3_WIDTH]) {
    unsigned bits = 0;
    for (int i = 0; i < NODE3_WIDTH; i += WIDE) {
        wide from = wide_all(0), to = wide_all(limit);
        const float *place = (const float *)boxes + i;
        cut_between3(&from, &to, place, 0, ray);
        cut_between3(&from, &to, place, 1, ray);
        cut_between3(&from, &to, place, 2, ray);
        wide_store(&enter[i], from);
        bits |= wide_bits(from <= to) << i;
    }
    return bits;
}

typedef struct waiting_child3 {
    int child; /* of a node, as node3_child gives it */
    float enter;
} waiting_child3;

/* Returns the nearest of those that the ray meets, with an infinite `enter` if it meets none. Puts
 * the others on the stack, the nearest on top. */
KERNEL_INLINE waiting_child3 nearest_child3(const node3 *block, const wide_ray3 *ray, float limit,
                                            waiting_child3 *stack, int *waiting) {
    const int bottom = *waiting;
    const node3 *last = block + block->more;
    waiting_child3 nearest = {0, INFINITY};
    for (; block <= last; block++) {
        float enter[NODE3_WIDTH];
        unsigned bits = entered3(&block->boxes, ray, limit, enter) & block->used;
        for (; bits != 0; bits &= bits - 1) {
            int i = lanes_lowest(bits);
            waiting_child3 farther = {node3_child(block, i), enter[i]};
            if (farther.enter <= nearest.enter) {
                const waiting_child3 before = nearest;
                nearest = farther;
                if (before.enter == INFINITY)
                    continue;
                farther = before;
            }
            int place = (*waiting)++;
            for (; place > bottom && stack[place - 1].enter < farther.enter; place--)
                stack[place] = stack[place - 1];
            stack[place] = farther;
        }
    }
    return nearest;
}

/* The volume between the ray and an edge, with the sign of the side on which it passes. */
KERNEL_INLINE wide volume3(const wide3 *delta, const wide3 *a, const wide3 *b) {
    const wide3 cross = {a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z,
                         a->x * b->y - a->y * b->x};
    return wide3_dot(*delta, cross);
}

/* Returns a bit for each triangle of a leaf of a mesh that the path of a point may meet, beyond the
 * time `enter`: all but those that cast3.c, too, finds missed by their volumes. Corners are counted
 * from the path's place at that time, where floats are finest. In units of 2^-24 that place is off
 * by 3 of its lengths, and a volume by 2 of the squared sizes; a margin takes a quarter more, and
 * four times what cast3.c takes. */
KERNEL_INLINE unsigned on_path_of_point3(const mesh3 *mesh, const int32_t *leaf,
                                         const wide_mover3 *point, float enter) {
    static const float unit = 1.25f / 16777216, rounding = 4e-12f;
    const wide3 *delta = &point->delta, *begin = &point->axis.centre;
    wide time = wide_all(enter), length = point->lengths, travelled = time * length;
    const wide3 place = {begin->x + time * delta->x, begin->y + time * delta->y,
                         begin->z + time * delta->z};
    wide off = (wide3_absolutes(place) + travelled) * wide_all(3 * unit);
    unsigned met = 0;
    for (int i = 0; i < NODE3_WIDTH; i += WIDE) {
        wide3 corner[3];
        unsigned used = load_corners3(mesh, leaf, i, corner);
        const wide3 a = wide3_sub(corner[0], place), b = wide3_sub(corner[1], place),
                    c = wide3_sub(corner[2], place);
        wide size = wide3_absolutes(a) + wide3_absolutes(b) + wide3_absolutes(c);
        wide all = size + wide_all(3) * travelled;
        wide touching = wide_all(4 * (float)TOUCHING3) + (all + length) * wide_all(rounding);
        wide margin = length * (size * (size * wide_all(2 * unit) + off) + all * touching);
        wide ab = volume3(delta, &a, &b), bc = volume3(delta, &b, &c), ca = volume3(delta, &c, &a);
        wide_int is_above = wide_max(wide_max(ab, bc), ca) > margin + wide_all(FLT_MIN);
        wide_int is_below = wide_min(wide_min(ab, bc), ca) < -margin - wide_all(FLT_MIN);
        wide_int is_bounded = size < wide_all(1e12f); /* no product is beyond the largest float */
        wide_int misses = is_above & is_below & is_bounded;
        met |= (used & ~wide_bits(misses)) << i;
    }
    return met;
}

/* As visit_box3. */
KERNEL_INLINE void visit_path3(const sm3_world *world, const mesh3 *mesh, const wide_ray3 *ray,
                               const float delta[3], wide_mover3 *mover, sm3_visitor *visitor) {
    const node3 *nodes = mesh != NULL ? mesh->nodes : world->nodes;
    waiting_child3 stack[WORLD3_STACK];
    int waiting = 0;
    float limit = limit_of_path3(visitor);
    stack[waiting++] = (waiting_child3){0, 0};
    while (waiting > 0) {
        waiting_child3 next = stack[--waiting];
        while (next.child >= 0 && next.enter <= limit)
            next = nearest_child3(&nodes[next.child], ray, limit, stack, &waiting);
        if (!(next.enter <= limit))
            continue;
        float enter[NODE3_WIDTH];
        if (mesh != NULL) {
            const int32_t *leaf = mesh3_leaf(mesh, ~next.child);
            if (!mover->is_made)
                *mover = wide_mover3_of(visitor, delta);
            if (mover->is_ray) {
                mesh3_show(mesh, leaf, on_path_of_point3(mesh, leaf, mover, next.enter), visitor);
            } else {
                boxes3 boxes;
                unsigned used = make_boxes3(mesh, leaf, &boxes);
                mesh3_show(mesh, leaf, entered3(&boxes, ray, limit, enter) & used, visitor);
            }
        } else {
            const leaf3 *leaf = &world->leaves[~next.child];
            unsigned bits = entered3(&leaf->boxes, ray, limit, enter) & leaf->used;
            if (bits == 0)
                continue;
            if (!mover->is_made)
                *mover = wide_mover3_of(visitor, delta);
            show_near_path3(world, leaf, bits, mover, limit, visitor);
        }
        limit = limit_of_path3(visitor);
    }
}

KERNEL_PUBLIC void KERNEL(sm3_visit_path)(const sm3_world *world, const ray3 *ray,
                                          sm3_visitor *visitor) {
    wide_ray3 all;
    for (int axis = 0; axis < 3; axis++) {
        all.inverse[axis] = wide_all(ray->inverse[axis]);
        all.begin[axis] = wide_all(ray->begin[axis]);
        all.end[axis] = wide_all(ray->end[axis]);
        bool is_backward = ray->inverse[axis] < 0;
        all.near[axis] = (is_backward ? axis + 3 : axis) * NODE3_WIDTH;
        all.far[axis] = (is_backward ? axis : axis + 3) * NODE3_WIDTH;
    }
    wide_mover3 mover = {.is_made = false};
    visit_path3(world, NULL, &all, ray->delta, &mover, visitor);
    for (int i = 0; i < world->mesh_count; i++)
        visit_path3(world, &world->meshes[i], &all, ray->delta, &mover, visitor);
}

/* ---- Bounds of a mesh's triangles -------------------------------------------------------- */

KERNEL_INLINE wide3 wide3_scale(wide3 v, wide by) {
    return (wide3){v.x * by, v.y * by, v.z * by};
}

KERNEL_INLINE wide3 wide3_where(wide_int mask, wide3 yes, wide3 no) {
    return (wide3){wide_where(mask, yes.x, no.x), wide_where(mask, yes.y, no.y),
                   wide_where(mask, yes.z, no.z)};
}

/* a + s b + t c */
KERNEL_INLINE wide wide_mixed(wide a, wide s, wide b, wide t, wide c) {
    return a + s * b + t * c;
}

KERNEL_INLINE wide wide_fraction(wide part, wide whole) {
    return wide_min(wide_max(part / whole, wide_all(0)), wide_all(1)); /* NaN is 0 */
}

/* Returns the point of each triangle that is nearest to the origin, about: on the nearest edge, or
 * within, by its weights (Ericson, Real-Time Collision Detection, 5.1.5). */
KERNEL_INLINE wide3 nearest_to_origin3(wide3 a, wide3 ab, wide3 ac, wide abab, wide acac) {
    wide two = wide_all(2), none = wide_all(0);
    wide abac = wide3_dot(ab, ac), d1 = -wide3_dot(ab, a), d2 = -wide3_dot(ac, a);
    wide d3 = d1 - abab, d4 = d2 - abac, d5 = d1 - abac, d6 = d2 - acac;
    wide of_a = d3 * d6 - d5 * d4, of_b = d5 * d2 - d1 * d6, of_c = d1 * d4 - d3 * d2;
    wide_int inside = (of_a > none) & (of_b > none) & (of_c > none);
    wide per_all = wide_all(1) / (of_a + of_b + of_c);
    /* Squares of distances from the edges, less that from a. */
    wide bcbc = abab - two * abac + acac, along_bc = d4 - d3;
    wide b = wide_fraction(d1, abab), c = wide_fraction(d2, acac);
    wide on_bc = wide_fraction(along_bc, bcbc);
    wide to_ab = b * (b * abab - two * d1), to_ac = c * (c * acac - two * d2);
    wide to_bc = abab - two * d1 + on_bc * (on_bc * bcbc - two * along_bc);
    wide_int is_ac = to_ac < to_ab;
    b = wide_where(is_ac, none, b);
    c = wide_where(is_ac, c, none);
    wide_int is_bc = to_bc < wide_min(to_ac, to_ab);
    b = wide_where(is_bc, wide_all(1) - on_bc, b);
    c = wide_where(is_bc, on_bc, c);
    b = wide_where(inside, of_b * per_all, b);
    c = wide_where(inside, of_c * per_all, c);
    return (wide3){wide_mixed(a.x, b, ab.x, c, ac.x), wide_mixed(a.y, b, ab.y, c, ac.y),
                   wide_mixed(a.z, b, ab.z, c, ac.z)};
}

/* The bound along w = -towards, made a unit vector, without its rounding. */
KERNEL_INLINE wide_bounds3 bounds_along3(wide3 towards, const wide3 corner[3],
                                         const wide_axis3 *axis, bool is_point) {
    static const float nearest = 1e-12f; /* as in bounds_of_leaf3 */
    wide length = wide_sqrt(wide3_dot(towards, towards));
    const wide3 w = wide3_scale(towards, wide_all(-1) / wide_max(length, wide_all(nearest)));
    wide farthest = wide_max(wide_max(wide3_dot(w, corner[0]), wide3_dot(w, corner[1])),
                             wide3_dot(w, corner[2]));
    if (!is_point)
        farthest = farthest + wide_abs(wide3_dot(w, axis->half));
    return (wide_bounds3){-farthest, w};
}

/* Bounds by one w each: away from the nearest point. As any w will do, it does not matter how
 * exactly that is found. The distance along it is one of three sums of three products: with the
 * rounding of the corners, of w and its length, and of the half axis that is less than a half of
 * LEAF3_ROUNDING. Where lengths are beyond the largest float there is no bound. */
KERNEL_INLINE wide_bounds3 bounds_of_corners3(const wide3 corner[3], const wide_axis3 *axis,
                                              bool is_point) {
    const wide3 from[] = {wide3_sub(corner[0], axis->centre), wide3_sub(corner[1], axis->centre),
                          wide3_sub(corner[2], axis->centre)};
    const wide3 ab = wide3_sub(from[1], from[0]), ac = wide3_sub(from[2], from[0]);
    wide abab = wide3_dot(ab, ab), acac = wide3_dot(ac, ac);
    const wide3 near = nearest_to_origin3(from[0], ab, ac, abab, acac);
    wide_bounds3 bounds = bounds_along3(near, from, axis, is_point);
    wide lengths = wide_sqrt(wide3_dot(from[0], from[0]) + abab + acac);
    if (!is_point) { /* or by that w away from the point of the axis that is nearest to that */
        wide along = wide3_dot(near, axis->half) * axis->per_square;
        along = wide_min(wide_max(along, wide_all(-1)), wide_all(1));
        const wide3 other = wide3_sub(near, wide3_scale(axis->half, along));
        const wide_bounds3 second = bounds_along3(other, from, axis, is_point);
        bounds.normal = wide3_where(bounds.gap < second.gap, second.normal, bounds.normal);
        bounds.gap = wide_max(bounds.gap, second.gap);
        lengths = lengths + axis->half_length;
    }
    bounds.gap = bounds.gap - lengths * wide_all(LEAF3_ROUNDING);
    return bounds;
}

/* ---- Through the tree -------------------------------------------------------------------- */

/* No processor can foresee how many boxes a box overlaps. So there is next to no branch on it: what
 * is found is packed into lists without one. */

/* Adds the children that have a bit to a list; returns how many it then has. */
KERNEL_INLINE int add_children3(int *list, int count, const int *children, unsigned bits) {
    for (int i = 0; i < NODE3_WIDTH; i += WIDE) {
        unsigned part = wide_part(bits, i);
        const wide_order order = wide_order_of(part);
        wide_int_pack(&list[count], wide_int_load(&children[i]), &order);
        count += lanes_count(part);
    }
    return count;
}

/* How many nodes and leaves are found that are yet to be looked at. Apart from the lists, as stores
 * to those might then change it. */
typedef struct found3 {
    int nodes, leaves;
} found3;

KERNEL_INLINE void open_node3(const node3 *node, const wide_box3 *box, int *nodes, int *leaves,
                              found3 *found) {
    const node3 *block = node, *last = block + block->more;
    for (; block <= last; block++) {
        unsigned bits = block->used & overlapping3(&block->boxes, box);
        if (block->leaves != block->used)
            found->nodes = add_children3(nodes, found->nodes, block->child, bits & ~block->leaves);
        if (block->leaves != 0)
            found->leaves =
                add_children3(leaves, found->leaves, block->child, bits & block->leaves);
    }
}

/* ---- Filling a cache --------------------------------------------------------------------- */

/* What a cache gathers. */
typedef struct gathering3 {
    obstacle_cache3 *cache;
    const sm3_world *world; /* NULL: there are only leaves */
    bool has_filter;        /* it is yet to be asked */
    bool keeps_shapes;      /* in the cache: those of meshes are nowhere else */
    wide_box3 box;
    wide_axis3 axis;
    wide reach; /* of gaps from the mover's axis */
    wide least; /* by how much those may be less than their bounds, and the mover's radius */
} gathering3;

/* Those of the bits that belong to triangles that the filter accepts. */
KERNEL_INLINE unsigned accepted3(const gathering3 *g, const leaf3 *leaf, unsigned bits) {
    for (unsigned all = g->has_filter ? bits : 0; all != 0; all &= all - 1) {
        int i = lanes_lowest(all);
        if (!world3_accepts(g->world, leaf->first + i, g->cache->scope.filter))
            bits &= ~(1u << i);
    }
    return bits;
}

/* Those of the bits that belong to triangles of a mesh's leaf that the filter accepts. */
KERNEL_INLINE unsigned accepted_of_mesh3(const gathering3 *g, const mesh3 *mesh,
                                         const int32_t *leaf, unsigned bits) {
    for (unsigned all = g->has_filter ? bits : 0; all != 0; all &= all - 1) {
        int i = lanes_lowest(all);
        if (!mesh3_accepts(mesh, leaf[i], g->cache->scope.filter))
            bits &= ~(1u << i);
    }
    return bits;
}

/* A bit for each of the WIDE from `place` on that may be within reach. */
KERNEL_INLINE unsigned within_reach3(const gathering3 *g, const wide_bounds3 *bounds, int place) {
    wide_int is_far = bounds->gap > g->reach; /* what is not a number is near */
    return wide_bits(~is_far) << place;
}

/* Adds those of the WIDE triangles from `place` on that have a bit. There is room for them. */
KERNEL_INLINE void add_bounds3(const gathering3 *g, const wide_bounds3 *bounds, int first,
                               int place, unsigned bits) {
    obstacle_cache3 *cache = g->cache;
    const wide_order order = wide_order_of(wide_part(bits, place));
    wide gap = bounds->gap - g->least;
    gap = gap - wide_abs(gap) * wide_all(FLT_EPSILON); /* rounded down */
    gap = wide_max(gap, wide_all(-INFINITY));          /* NaN is none */
    int count = cache->count;
    wide_int_pack(&cache->place[count], wide_int_from(first + place), &order);
    wide_pack(&cache->gap[count], gap, &order);
    wide_pack(&cache->normal[0][count], bounds->normal.x, &order);
    wide_pack(&cache->normal[1][count], bounds->normal.y, &order);
    wide_pack(&cache->normal[2][count], bounds->normal.z, &order);
    memset(&cache->measured_at[count], 0, WIDE * sizeof cache->measured_at[0]);
    memset(&cache->has_side[count], 0, WIDE * sizeof cache->has_side[0]);
    cache->count = count + lanes_count(bits);
}

/* Adds those of the WIDE triangles from `place` on that have a bit and may be within reach. */
KERNEL_INLINE void add_near3(const gathering3 *g, const leaf3 *leaf, int place, unsigned bits,
                             bool is_point) {
    obstacle_cache3 *cache = g->cache;
    const wide_bounds3 bounds = bounds_of_leaf3(leaf, place, &g->axis, is_point);
    bits &= within_reach3(g, &bounds, place);
    if (cache->counts_near)
        bits = accepted3(g, leaf, bits);
    if (bits == 0 || cache->count > CACHE3_CAPACITY)
        return;
    int i = cache->count;
    add_bounds3(g, &bounds, leaf->first, place, bits);
    for (; g->keeps_shapes && i < cache->count; i++) {
        cache->shown[i] = g->world->placed[cache->place[i]];
        cache->place[i] = i;
    }
}

/* Adds those of a leaf's triangles that may be within reach. Unless only these matter, counts all
 * that the box overlaps: that is the same however obstacles are found. */
KERNEL_INLINE void add_leaf3(const gathering3 *g, const leaf3 *leaf, bool is_point) {
    obstacle_cache3 *cache = g->cache;
    unsigned bits = leaf->used & overlapping3(&leaf->boxes, &g->box);
    if (!cache->counts_near) {
        bits = accepted3(g, leaf, bits);
        cache->found += lanes_count(bits);
    }
    if (bits == 0 || cache->count > CACHE3_CAPACITY)
        return;
    for (int i = 0; i < NODE3_WIDTH; i += WIDE) {
        unsigned part = bits & wide_part(~0u, 0) << i;
        if (part != 0)
            add_near3(g, leaf, i, part, is_point);
    }
}

/* Adds those of the WIDE triangles of a mesh's leaf from `place` on that may be within reach, as
 * add_leaf3. */
KERNEL_INLINE void add_of_mesh3(const gathering3 *g, const mesh3 *mesh, const int32_t *leaf,
                                int place, bool is_point) {
    obstacle_cache3 *cache = g->cache;
    wide3 corner[3];
    unsigned bits = load_corners3(mesh, leaf, place, corner) << place;
    const wide_box3 box = box_of_corners3(corner);
    bits &= wide_bits((box.low.x <= g->box.high.x) & (g->box.low.x <= box.high.x) &
                      (box.low.y <= g->box.high.y) & (g->box.low.y <= box.high.y) &
                      (box.low.z <= g->box.high.z) & (g->box.low.z <= box.high.z))
            << place;
    if (!cache->counts_near) {
        bits = accepted_of_mesh3(g, mesh, leaf, bits);
        cache->found += lanes_count(bits);
    }
    if (bits == 0 || cache->count > CACHE3_CAPACITY)
        return;
    const wide_bounds3 bounds = bounds_of_corners3(corner, &g->axis, is_point);
    bits &= within_reach3(g, &bounds, place);
    if (cache->counts_near)
        bits = accepted_of_mesh3(g, mesh, leaf, bits);
    if (bits == 0 || cache->count > CACHE3_CAPACITY)
        return;
    int i = cache->count;
    add_bounds3(g, &bounds, 0, place, bits);
    for (; i < cache->count; i++) {
        int triangle = leaf[cache->place[i]];
        mesh3_triangle(mesh, triangle, &cache->shown[i].shape);
        cache->shown[i].number = mesh->first + triangle;
        cache->place[i] = i;
    }
}

/* Walks down the tree of a mesh, or that of the world's own if it is NULL. */
KERNEL_INLINE void add_tree3(const gathering3 *g, const mesh3 *mesh, bool is_point) {
    enum { LEAVES = 64 };
    int nodes[WORLD3_STACK + NODE3_WIDTH], leaves[LEAVES + NODE3_WIDTH];
    const node3 *root = mesh != NULL ? mesh->nodes : g->world->nodes;
    found3 found = {1, 0};
    nodes[0] = 0; /* the root */
    while (found.nodes > 0 && g->cache->count <= CACHE3_CAPACITY) {
        while (found.nodes > 0 && found.leaves <= LEAVES - NODE3_CHILDREN)
            open_node3(&root[nodes[--found.nodes]], &g->box, nodes, leaves, &found);
        for (int i = 0; i < found.leaves; i++) {
            if (mesh == NULL)
                add_leaf3(g, &g->world->leaves[leaves[i]], is_point);
            for (int place = 0; mesh != NULL && place < NODE3_WIDTH; place += WIDE)
                add_of_mesh3(g, mesh, mesh3_leaf(mesh, leaves[i]), place, is_point);
        }
        found.leaves = 0;
    }
}

KERNEL_INLINE void add_world3(const gathering3 *g, bool is_point) {
    add_tree3(g, NULL, is_point);
    for (int i = 0; i < g->world->mesh_count; i++)
        add_tree3(g, &g->world->meshes[i], is_point);
}

/* Makes lists end with obstacles that are infinitely far, as many as any kernel reads at a time. */
KERNEL_INLINE void end_lists3(obstacle_cache3 *cache) {
    for (int i = cache->count; i < cache->count + NODE3_WIDTH; i += WIDE) {
        wide_store(&cache->gap[i], wide_all(INFINITY));
        for (int axis = 0; axis < 3; axis++)
            wide_store(&cache->normal[axis][i], wide_all(0));
    }
}

KERNEL_PUBLIC void KERNEL(sm3_gather)(obstacle_cache3 *cache, const mover3 *mover,
                                      const sm3_region *box, const sm3_world *world,
                                      const leaf3 *leaf, const placed3 *placed) {
    vec3 half = vec3_scale(vec3_sub(mover->b, mover->a), 0.5);
    sm3_vec middle = vec3_round(vec3_add(mover->a, half));
    const float halves[3] = {(float)half.x, (float)half.y, (float)half.z};
    const float centre[3] = {middle.x, middle.y, middle.z};
    /* What rounding the centre costs, and doubles where the mover and its displacement are measured
     * later. */
    double coarse = (double)(fabsf(middle.x) + fabsf(middle.y) + fabsf(middle.z)) * FLT_EPSILON;
    double least = mover->radius + coarse + 2 * TOUCHING3 + cache->reach * 1e-6;
    bool is_point = mover->is_sphere || mover->box != NULL;
    if (mover->box != NULL) /* it counts as the ball around it */
        least += vec3_length(half) + vec3_length(sm3_box_beside(mover->box));
    const wide3 wide_half = wide3_all(halves);
    double per_square = 1 / sm_max(vec3_dot(half, half), (double)FLT_MIN);
    const gathering3 g = {
        .cache = cache,
        .world = world,
        .has_filter = world != NULL && cache->scope.filter != NULL,
        .keeps_shapes = world != NULL && world->mesh_count > 0,
        .box = {{wide_all(box->low.x), wide_all(box->low.y), wide_all(box->low.z)},
                {wide_all(box->high.x), wide_all(box->high.y), wide_all(box->high.z)}},
        .axis = {wide3_all(centre), wide_half, wide3_absolutes(wide_half),
                 wide_all((float)per_square)},
        .reach = wide_all(sm_round_up(cache->reach + least)),
        .least = wide_all(sm_round_up(least))};
    cache->placed = g.keeps_shapes ? cache->shown : placed;
    if (world != NULL && is_point)
        add_world3(&g, true);
    else if (world != NULL)
        add_world3(&g, false);
    if (leaf != NULL)
        add_leaf3(&g, leaf, is_point);
    if (cache->count <= CACHE3_CAPACITY)
        end_lists3(cache);
}

/* ---- Asking a cache ---------------------------------------------------------------------- */

/* The dot products of the planes of the obstacles from `place` on. */
KERNEL_INLINE wide cached_dot3(const obstacle_cache3 *cache, int place, const wide3 *v) {
    return wide_load(&cache->normal[0][place]) * v->x + wide_load(&cache->normal[1][place]) * v->y +
           wide_load(&cache->normal[2][place]) * v->z;
}

KERNEL_INLINE wide3 wide3_rounded(const vec3 *v) {
    return (wide3){wide_all((float)v->x), wide_all((float)v->y), wide_all((float)v->z)};
}

/* See cache3_list. */
KERNEL_PUBLIC int KERNEL(sm3_list)(const obstacle_cache3 *cache, const vec3 *position,
                                   const vec3 *path, double reach, int list[CACHE3_CAPACITY]) {
    vec3 from_centre = vec3_sub(*position, cache->centre);
    double limit = reach + fabs(reach) * CACHE3_ROUNDING + cache->lost;
    const wide far = wide_all(sm_round_up(limit)), none = wide_all(0);
    const wide3 from = wide3_rounded(&from_centre), along = wide3_rounded(path);
    int count = 0;
    for (int first = 0; first < cache->count; first += WIDE) {
        wide here = cached_dot3(cache, first, &from) + wide_load(&cache->gap[first]);
        wide change = cached_dot3(cache, first, &along);
        /* What is not a number is near. */
        wide_int apart = far <= here - wide_max(none - change, none);
        int left = cache->count - first;
        unsigned bits = wide_bits(~apart) & (left < WIDE ? (1u << left) - 1 : wide_part(~0u, 0));
        for (; bits != 0; bits &= bits - 1)
            list[count++] = first + lanes_lowest(bits);
    }
    return count;
}

/* ---- Measuring ---------------------------------------------------------------------------- */

/* Counts a corner as beside the nearest point of the triangle, twice where it is that, not where it
 * is behind it; much too often where it is neither far from it nor the same. */
KERNEL_INLINE int beside_nearest3(vec3 corner, vec3 nearest, vec3 normal, double margin) {
    vec3 off = vec3_sub(corner, nearest);
    if (vec3_dot(off, normal) <= -margin)
        return 0;
    double squared = vec3_dot(off, off);
    return squared >= margin * margin ? 1 : squared > 0 ? 4 : 2;
}

/* Whether that is nearest by such a margin: on an edge, the third corner is behind it, at a corner
 * both others are. */
KERNEL_INLINE bool is_nearest_on_border3(const triangle3 *t, vec3 nearest, vec3 normal,
                                         double margin) {
    return beside_nearest3(t->a, nearest, normal, margin) +
               beside_nearest3(t->b, nearest, normal, margin) +
               beside_nearest3(t->c, nearest, normal, margin) ==
           2;
}

KERNEL_INLINE double sum_of_sizes3(vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* The contact of that end of a capsule that is first along the normal guessed. Returns whether it
 * is certainly the capsule's, to the last bit; otherwise *contact means nothing.
 *
 * With `margin` M, no length here is above 512 M, and whatever else could be nearest is farther by
 * 1e-11 of the squares of lengths: rounding is a ten-thousandth of that. */
KERNEL_INLINE bool contact_of_end3(const mover3 *mover, const obstacle3 *obstacle,
                                   const vec3 *guess, contact3 *contact) {
    static const double narrow = 1.0 / 512;
    const triangle3 *t = &obstacle->triangle;
    vec3 axis = vec3_sub(mover->b, mover->a), end = mover->a;
    double along = vec3_dot(*guess, axis);
    double lengths = sum_of_sizes3(axis);
    if (!(fabs(along) > narrow * lengths) || !(t->area > 0))
        return false;
    if (along < 0) {
        end = mover->b;
        axis = vec3_scale(axis, -1);
    }
    const mover3 ball = {end, end, mover->radius, true, NULL};
    weights3 w = weights3_in_triangle(end, t);
    closest3 closest = closest3_of_points(end, closest3_by_weights(end, w, t));
    double distance = sqrt(closest.distance_squared);
    lengths += sum_of_sizes3(vec3_sub(t->b, t->a)) + sum_of_sizes3(vec3_sub(t->c, t->a)) +
               sum_of_sizes3(vec3_sub(end, t->a));
    double margin = narrow * lengths;
    return distance > margin &&
           contact3_apart(&ball, obstacle, &closest, distance, false, contact) &&
           vec3_dot(contact->normal, axis) > margin &&
           (is_over_face3(w) || is_nearest_on_border3(t, closest.second, contact->normal, margin));
}

/* The contact of a ball. Returns false where its centre touches the obstacle: sm3_contact tells the
 * contact then. No other function gets an address of what is here, so all can stay in registers. */
KERNEL_INLINE bool contact_of_ball3(const mover3 *mover, const obstacle3 *obstacle,
                                    contact3 *contact) {
    const mover3 ball = {mover->a, mover->a, mover->radius, true, NULL};
    closest3 closest = closest3_of_ball(ball.a, obstacle);
    double distance = sqrt(closest.distance_squared);
    bool is_apart = distance > TOUCHING3;
    if (is_apart)
        contact3_apart(&ball, obstacle, &closest, distance, false, contact);
    return is_apart;
}

KERNEL_INLINE bool contact_about3(const mover3 *mover, const obstacle3 *obstacle, const vec3 *delta,
                                  const vec3 *guess, bool front_only, contact3 *contact) {
    front_only = front_only && obstacle->one_sided;
    if (mover->box == NULL &&
        (mover->is_sphere ? contact_of_ball3(mover, obstacle, contact)
                          : !front_only && contact_of_end3(mover, obstacle, guess, contact)))
        return !front_only || !obstacle3_is_behind(obstacle, mover->a);
    return sm3_contact(mover, obstacle, *delta, -INFINITY, front_only, contact);
}

/* See collide3.h. */
KERNEL_PUBLIC bool KERNEL(sm3_about)(const mover3 *mover, const obstacle3 *obstacle,
                                     const vec3 *delta, const vec3 *guess, bool front_only,
                                     contact3 *contact) {
    return contact_about3(mover, obstacle, delta, guess, front_only, contact);
}

/* Makes what is measured of obstacle i. Of more than there is room for, the oldest makes way. */
KERNEL_INLINE cached3 *unpack3(obstacle_cache3 *cache, int i) {
    const placed3 *placed = cache3_placed(cache, i);
    unsigned slot = cache->made_count++ % CACHE3_MADE;
    cached3 *made = &cache->made[slot];
    if (cache->made_count > CACHE3_MADE)
        cache->measured_at[made->place] = 0;
    obstacle3_of_finite(&placed->shape, &made->shape);
    made->number = placed->number;
    made->place = i;
    cache->slot[i] = (uint8_t)slot;
    return made;
}

/* Measures obstacle i. Returns its gap where the contact's normal is that of a plane between it and
 * the mover. Where both touch in themselves, the normal is no more than a direction out, and any
 * direction may lead into what is touched like that: -INFINITY. */
KERNEL_INLINE double measure3(obstacle_cache3 *cache, int i, const pose3 *at) {
    cached3 *made = cache->measured_at[i] != 0 ? cache3_made(cache, i) : unpack3(cache, i);
    contact3 *contact = &made->contact;
    const vec3 guess = cache3_normal(cache, i);
    if (!contact_about3(&at->mover, &made->shape, &cache->delta, &guess, cache->front_only,
                        contact))
        *contact = (contact3){.depth = -INFINITY};
    cache->measured_at[i] = at->number;
    double gap = -contact->depth, inner = -(at->mover.radius + made->shape.radius);
    return gap > inner + 2 * cache->fuzz && gap < INFINITY ? gap : -INFINITY;
}

/* See obstacle_cache3.h. */
KERNEL_PUBLIC cached3 *KERNEL(sm3_measure)(obstacle_cache3 *cache, int i, const pose3 *at) {
    double gap = measure3(cache, i, at) - cache->fuzz;
    cached3 *made = cache3_made(cache, i);
    cache3_note_bound(cache, i, gap, &made->contact.normal, at);
    return made;
}

/* ---- The deepest -------------------------------------------------------------------------- */

/* The deepest obstacle so far. */
typedef struct deepest3 {
    float depth;
    int number; /* SM_NO_OBSTACLE: none yet, and `depth` is to be exceeded */
    vec3 normal;
    double front;    /* along the normal: nothing of the mover is behind this */
    float reach;     /* the largest lower bound of a gap that counts */
    double touches;  /* what is nearer counts however deep the best is: its depth may be larger than
                        the radii (see sm3_separation) */
    double rounding; /* world units: of the numbers of a side */
} deepest3;

KERNEL_INLINE void set_reach3(deepest3 *d, const obstacle_cache3 *cache) {
    double gap = sm_max(-(double)d->depth, d->touches);
    gap += fabs(gap) * (2 * CACHE3_ROUNDING) + cache->lost;
    d->reach = sm_round_up(sm_min(gap, (double)FLT_MAX / 2)); /* lists end with INFINITY */
}

/* Whether an obstacle with at least this gap cannot be the deepest. Of obstacles with the same
 * rounded depth, the one with the lowest number is the deepest. */
KERNEL_INLINE bool is_less_deep3(const deepest3 *d, double gap, int number) {
    if (!(gap > d->touches))
        return false;
    if (d->number == SM_NO_OBSTACLE)
        return -gap <= (double)d->depth;
    return -gap <= (double)d->depth * (1 - CACHE3_ROUNDING) ||
           ((float)-gap <= d->depth && number > d->number);
}

KERNEL_INLINE void keep_side3(obstacle_cache3 *cache, int i, double gap, const vec3 *normal,
                              const pose3 *at) {
    cache->has_side[i] = gap > -INFINITY;
    cache->sides[i] = (side3){*normal, vec3_dot(*normal, at->mover.a) - gap};
}

/* Whether the plane across the normal of the deepest so far tells that obstacle i is not the
 * deepest. It mostly does of triangles that share the edge or corner that the mover meets. */
KERNEL_INLINE bool is_behind_deepest3(const deepest3 *d, obstacle_cache3 *cache, int i,
                                      const pose3 *at) {
    if (d->number == SM_NO_OBSTACLE)
        return false;
    const placed3 *placed = cache3_placed(cache, i);
    double behind = triangle3_max_along(&placed->shape, d->normal);
    double gap = d->front - behind - sm_radius(placed->shape.radius);
    if (!is_less_deep3(d, gap, placed->number))
        return false;
    keep_side3(cache, i, gap, &d->normal, at);
    return true;
}

/* Measures obstacle i, unless a plane between it and the mover tells that it is not the deepest. */
KERNEL_INLINE void try_deeper3(deepest3 *d, obstacle_cache3 *cache, int i, const pose3 *at) {
    const side3 *side = &cache->sides[i];
    if (cache->has_side[i] && is_less_deep3(d, vec3_dot(side->normal, at->mover.a) - side->offset,
                                            cache3_number(cache, i)))
        return;
    if (is_behind_deepest3(d, cache, i, at))
        return;
    double gap = measure3(cache, i, at) - d->rounding;
    const cached3 *made = cache3_made(cache, i);
    const contact3 *contact = &made->contact;
    keep_side3(cache, i, gap, &contact->normal, at);
    float depth = (float)contact->depth;
    bool is_tie = d->number != SM_NO_OBSTACLE && depth == d->depth;
    if (!(depth > d->depth) && !(is_tie && made->number < d->number))
        return;
    if (!contact3_blocks(contact, &made->shape, &at->mover, cache->delta))
        return;
    d->depth = depth;
    d->number = made->number;
    d->normal = contact->normal;
    d->front = mover3_min_along(&at->mover, d->normal) - d->rounding;
    set_reach3(d, cache);
}

/* See obstacle_cache3.h. That which is probably nearest comes first: it spares most of the others.
 */
KERNEL_PUBLIC sm3_collision KERNEL(sm3_deepest)(obstacle_cache3 *cache, const pose3 *at,
                                                float resolution) {
    deepest3 d = {.depth = resolution, .number = SM_NO_OBSTACLE};
    d.rounding = cache->fuzz - TOUCHING3;
    d.touches = cache3_least_reach(cache) + d.rounding;
    set_reach3(&d, cache);
    vec3 from_centre = vec3_sub(at->position, cache->centre);
    const wide3 from = wide3_rounded(&from_centre);
    float gaps[CACHE3_ROOM];
    wide least = wide_all(INFINITY);
    for (int first = 0; first < cache->count; first += WIDE) {
        wide gap = cached_dot3(cache, first, &from) + wide_load(&cache->gap[first]);
        gap = wide_max(gap, wide_all(-INFINITY)); /* NaN is no bound */
        wide_store(&gaps[first], gap);
        least = wide_min(gap, least);
    }
    const float smallest = wide_least(least);
    if (smallest > d.reach)
        return (sm3_collision){.obstacle = SM_NO_OBSTACLE};
    int nearest = 0;
    unsigned bits;
    while ((bits = wide_bits(wide_load(&gaps[nearest]) <= wide_all(smallest))) == 0)
        nearest += WIDE;
    nearest += lanes_lowest(bits);
    try_deeper3(&d, cache, nearest, at);
    gaps[nearest] = INFINITY;
    for (int first = 0; first < cache->count; first += WIDE) {
        bits = ~0u;
        while ((bits &= wide_bits(wide_load(&gaps[first]) <= wide_all(d.reach))) != 0) {
            try_deeper3(&d, cache, first + lanes_lowest(bits), at);
            bits &= bits - 1;
        }
    }
    if (d.number == SM_NO_OBSTACLE)
        return (sm3_collision){.obstacle = SM_NO_OBSTACLE};
    return (sm3_collision){.depth = d.depth, .normal = vec3_round(d.normal), .obstacle = d.number};
}

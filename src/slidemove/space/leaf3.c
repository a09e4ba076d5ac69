#include "leaf3.h"

static double length_of_longest(const vec3 *v, int count) {
    double longest = 0;
    for (int i = 0; i < count; i++)
        longest = sm_higher(longest, vec3_dot(v[i], v[i]));
    return sqrt(longest);
}

/* ---- Directions -------------------------------------------------------------------------- */

typedef struct frame {
    vec3 across;   /* the triangle's plane */
    vec3 edges[3]; /* in it, outward */
} frame;

static vec3 unit(vec3 v) {
    return vec3_scale(v, 1 / vec3_length(v));
}

static vec3 longest_edge(const vec3 corner[3]) {
    vec3 longest = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        vec3 edge = vec3_sub(corner[(i + 1) % 3], corner[i]);
        if (vec3_dot(edge, edge) > vec3_dot(longest, longest))
            longest = edge;
    }
    return longest;
}

/* Across the axis that `u` is least along. */
static vec3 any_across(vec3 u) {
    double x = fabs(u.x), y = fabs(u.y), z = fabs(u.z);
    vec3 axis = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    return unit(vec3_cross(u, axis));
}

/* A needle or a point is bounded along its length, to both sides, and through its plane. */
static frame frame_of_line(const vec3 corner[3]) {
    vec3 along = longest_edge(corner);
    along = vec3_is_zero(along) ? (vec3){1, 0, 0} : unit(along);
    vec3 side = any_across(along);
    return (frame){vec3_cross(along, side), {side, vec3_scale(side, -1), along}};
}

static frame frame_of(const vec3 corner[3]) {
    triangle3 t = triangle3_of(corner[0], corner[1], corner[2]);
    if (!(t.area > 0))
        return frame_of_line(corner);
    frame f = {.across = unit(t.normal)};
    for (int i = 0; i < 3; i++)
        f.edges[i] = unit(vec3_cross(vec3_sub(corner[(i + 1) % 3], corner[i]), f.across));
    return f;
}

/* ---- Planes ------------------------------------------------------------------------------ */

typedef struct range {
    double low, high;
} range;

static range range_along(vec3 direction, const vec3 corner[3]) {
    double a = vec3_dot(direction, corner[0]), b = vec3_dot(direction, corner[1]);
    double c = vec3_dot(direction, corner[2]);
    return (range){sm_lower(a, sm_lower(b, c)), sm_higher(a, sm_higher(b, c))};
}

/* Stores a plane across `direction`, and returns how far the corners lie along that as it is
 * stored. A plane that cannot be stored bounds nothing. */
static range set_plane(planes_of_leaf *planes, int i, vec3 direction, const vec3 corner[3],
                       bool is_midway) {
    sm3_vec stored = vec3_round(direction);
    range r = range_along(vec3_of(stored), corner);
    float offset = (float)(is_midway ? (r.low + r.high) / 2 : r.high);
    if (!sm3_is_finite(stored) || !isfinite(offset)) {
        stored = (sm3_vec){0, 0, 0};
        offset = 0;
        r = (range){0, 0};
    }
    planes->normal[0][i] = stored.x;
    planes->normal[1][i] = stored.y;
    planes->normal[2][i] = stored.z;
    planes->offset[i] = offset;
    return r;
}

/* Returns what rounding may cost this triangle where q = 0. */
static double set_triangle(leaf3 *leaf, int i, const sm3_triangle *t) {
    vec3 origin = {(double)leaf->origin[0], (double)leaf->origin[1], (double)leaf->origin[2]};
    const vec3 corner[3] = {vec3_sub(vec3_of(t->a), origin), vec3_sub(vec3_of(t->b), origin),
                            vec3_sub(vec3_of(t->c), origin)};
    frame f = frame_of(corner);
    range thickness = set_plane(&leaf->plane, i, f.across, corner, true);
    for (int k = 0; k < 3; k++)
        set_plane(&leaf->edges[k], i, f.edges[k], corner, false);
    leaf->radius[i] = (float)sm_radius(t->radius);
    double extent = length_of_longest(corner, 3) + (double)leaf->radius[i];
    double slop = extent * (double)LEAF3_ROUNDING + (thickness.high - thickness.low) / 2;
    return extent < LEAF3_BOUNDED ? slop : INFINITY;
}

static float middle_of(const float low[NODE3_WIDTH], const float high[NODE3_WIDTH]) {
    float lowest = INFINITY, highest = -INFINITY;
    for (int i = 0; i < NODE3_WIDTH; i++) {
        lowest = low[i] < lowest ? low[i] : lowest;
        highest = high[i] > highest ? high[i] : highest;
    }
    return lowest * 0.5f + highest * 0.5f;
}

void leaf3_make(leaf3 *leaf, const sm3_triangle *triangles, int first, int count) {
    *leaf = (leaf3){.first = first, .used = (1u << count) - 1};
    boxes3_clear(&leaf->boxes);
    for (int i = 0; i < count; i++) {
        sm3_region box = region3_of_triangle(&triangles[first + i]);
        const float low[3] = {box.low.x, box.low.y, box.low.z};
        const float high[3] = {box.high.x, box.high.y, box.high.z};
        boxes3_set(&leaf->boxes, i, low, high);
    }
    for (int axis = 0; axis < 3; axis++)
        leaf->origin[axis] = middle_of(leaf->boxes.low[axis], leaf->boxes.high[axis]);
    double slop = 0;
    for (int i = 0; i < count; i++)
        slop = sm_higher(slop, set_triangle(leaf, i, &triangles[first + i]));
    leaf->slop = sm3_round_up(slop);
}

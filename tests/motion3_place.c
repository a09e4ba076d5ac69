#include "motion3_place.h"

#include <math.h>

const sm3_mover motion3_ball = {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = (float)MOTION_RADIUS};
const sm3_mover motion3_capsule = {
    .a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = (float)MOTION_RADIUS};

static const double degree = 3.14159265358979323846 / 180;

/* ---- Places ------------------------------------------------------------------------------ */

pose3 motion3_frame(int i) {
    if (i == 0)
        return pose3_plain();
    uint64_t random = 100 + (uint64_t)i;
    if (i > 1)
        return pose3_random(&random);
    double turn = 37 * degree;
    return (pose3){
        {cos(turn), 0, -sin(turn)}, {0, 1, 0}, {sin(turn), 0, cos(turn)}, {0.3, -0.2, 0.7}};
}

void motion3_begin(motion3_place *p, const contender *by, pose3 frame) {
    p->contender = *by;
    p->both_sides = false;
    p->world = NULL;
    course3_begin(&p->scene, frame);
}

void motion3_ready(motion3_place *p, vec3 at) {
    p->world = sm3_world_create(p->scene.triangles, p->scene.count, NULL);
    p->position = pose3_point(&p->scene.frame, at);
}

void motion3_end(motion3_place *p) {
    sm3_world_destroy(p->world);
    p->world = NULL;
}

vec3 motion3_local(const motion3_place *p) {
    return pose3_local(&p->scene.frame, p->position);
}

vec3 motion3_push(motion3_place *p, vec3 delta) {
    sm_options options = {.resolver = p->contender.resolver, .both_sides = p->both_sides};
    vec3 before = motion3_local(p);
    p->position = sm3_slide_move(p->position, pose3_direction(&p->scene.frame, delta),
                                 p->contender.mover, sm3_obstacles_of_world(p->world), &options)
                      .position;
    return vec3_sub(motion3_local(p), before);
}

double motion3_extent(const motion3_place *p, vec3 direction) {
    vec3 world = vec3_of(pose3_direction(&p->scene.frame, direction));
    double a = vec3_dot(vec3_of(p->contender.mover.a), world);
    double b = vec3_dot(vec3_of(p->contender.mover.b), world);
    return MOTION_RADIUS + fmax(a, b);
}

/* ---- Distances --------------------------------------------------------------------------- */

static nearest3 nearer(nearest3 a, nearest3 b) {
    return b.distance < a.distance ? b : a;
}

static nearest3 pair_of(vec3 on_mover, vec3 on_triangle) {
    return (nearest3){on_mover, on_triangle, vec3_length(vec3_sub(on_mover, on_triangle))};
}

static vec3 between(vec3 a, vec3 b, double t) {
    return vec3_add(a, vec3_scale(vec3_sub(b, a), fmin(fmax(t, 0), 1)));
}

static vec3 on_segment(vec3 p, vec3 a, vec3 b) {
    vec3 ab = vec3_sub(b, a);
    double squared = vec3_dot(ab, ab);
    return between(a, b, squared > 0 ? vec3_dot(vec3_sub(p, a), ab) / squared : 0);
}

/* Whether `p`, in the triangle's plane or above it, lies over the triangle. */
static bool is_over(vec3 p, vec3 normal, const vec3 corner[3]) {
    for (int i = 0; i < 3; i++) {
        vec3 edge = vec3_sub(corner[(i + 1) % 3], corner[i]);
        if (vec3_dot(vec3_cross(edge, vec3_sub(p, corner[i])), normal) < 0)
            return false;
    }
    return vec3_dot(normal, normal) > 0;
}

static nearest3 point_to_face(vec3 p, vec3 normal, const vec3 corner[3]) {
    nearest3 nearest = {p, corner[0], INFINITY};
    if (is_over(p, normal, corner)) {
        double height = vec3_dot(vec3_sub(p, corner[0]), normal) / vec3_dot(normal, normal);
        return pair_of(p, vec3_sub(p, vec3_scale(normal, height)));
    }
    for (int i = 0; i < 3; i++)
        nearest = nearer(nearest, pair_of(p, on_segment(p, corner[i], corner[(i + 1) % 3])));
    return nearest;
}

/* The closest points of two lines, where they lie on the segments; the ends are looked at
 * elsewhere. */
static nearest3 inside_of_both(vec3 p, vec3 q, vec3 a, vec3 b) {
    vec3 u = vec3_sub(q, p), v = vec3_sub(b, a), w = vec3_sub(p, a);
    double uu = vec3_dot(u, u), uv = vec3_dot(u, v), vv = vec3_dot(v, v), uw = vec3_dot(u, w),
           vw = vec3_dot(v, w);
    double determinant = uu * vv - uv * uv;
    double s = (uv * vw - vv * uw) / determinant, t = (uu * vw - uv * uw) / determinant;
    bool inside = s >= 0 && s <= 1 && t >= 0 && t <= 1; /* false for parallel ones */
    return inside ? pair_of(between(p, q, s), between(a, b, t)) : (nearest3){p, a, INFINITY};
}

static nearest3 segment_to_edge(vec3 p, vec3 q, vec3 a, vec3 b) {
    nearest3 ends = nearer(pair_of(on_segment(a, p, q), a), pair_of(on_segment(b, p, q), b));
    return nearer(ends, inside_of_both(p, q, a, b));
}

/* Where the segment goes through the face. */
static nearest3 through_face(vec3 p, vec3 q, vec3 normal, const vec3 corner[3]) {
    double above = vec3_dot(vec3_sub(p, corner[0]), normal),
           below = vec3_dot(vec3_sub(q, corner[0]), normal);
    vec3 on_plane = between(p, q, above / (above - below));
    bool through = above * below < 0 && is_over(on_plane, normal, corner);
    return (nearest3){on_plane, on_plane, through ? 0 : INFINITY};
}

nearest3 motion3_nearest(const sm3_mover *mover, vec3 at, const sm3_triangle *t) {
    vec3 p = vec3_add(vec3_of(mover->a), at), q = vec3_add(vec3_of(mover->b), at);
    vec3 corner[3] = {vec3_of(t->a), vec3_of(t->b), vec3_of(t->c)};
    vec3 normal = vec3_cross(vec3_sub(corner[1], corner[0]), vec3_sub(corner[2], corner[0]));
    nearest3 nearest = point_to_face(p, normal, corner);
    if (vec3_length(vec3_sub(p, q)) == 0)
        return nearest;
    nearest = nearer(nearest, point_to_face(q, normal, corner));
    for (int i = 0; i < 3; i++)
        nearest = nearer(nearest, segment_to_edge(p, q, corner[i], corner[(i + 1) % 3]));
    return nearer(nearest, through_face(p, q, normal, corner));
}

/* ---- Depth ------------------------------------------------------------------------------- */

static bool are_apart(double a1, double a2, double b1, double b2, double b3, double reach) {
    return fmin(a1, a2) - reach > fmax(b1, fmax(b2, b3)) ||
           fmax(a1, a2) + reach < fmin(b1, fmin(b2, b3));
}

/* Whether mover and triangle are farther apart than any row asks about. */
static bool is_far(const sm3_mover *mover, vec3 at, const sm3_triangle *t) {
    vec3 p = vec3_add(vec3_of(mover->a), at), q = vec3_add(vec3_of(mover->b), at);
    vec3 a = vec3_of(t->a), b = vec3_of(t->b), c = vec3_of(t->c);
    double reach = 1.1 * ((double)mover->radius + (double)t->radius);
    return are_apart(p.x, q.x, a.x, b.x, c.x, reach) || are_apart(p.y, q.y, a.y, b.y, c.y, reach) ||
           are_apart(p.z, q.z, a.z, b.z, c.z, reach);
}

double motion3_depth(const motion3_place *p) {
    const sm3_mover *mover = &p->contender.mover;
    vec3 at = vec3_of(p->position);
    double deepest = -INFINITY;
    for (int i = 0; i < p->scene.count; i++) {
        const sm3_triangle *t = &p->scene.triangles[i];
        if (is_far(mover, at, t))
            continue;
        double distance = motion3_nearest(mover, at, t).distance;
        deepest = fmax(deepest, (double)mover->radius + (double)t->radius - distance);
    }
    return deepest;
}

#include "motion_place.h"

#include <math.h>

#include "random.h"

const sm3_mover motion_ball = {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = (float)MOTION_RADIUS};
const sm3_mover motion_capsule = {
    .a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = (float)MOTION_RADIUS};

const double motion_wedges[MOTION_WEDGES] = {5, 10, 20, 30, 45, 60, 90, 120, 150, 170};

/* ---- Places ------------------------------------------------------------------------------ */

double motion_random(uint64_t *state, double low, double high) {
    return random_double(state, low, high);
}

pose3 motion_frame(bool in_space, int i) {
    static const double angles[MOTION_FRAMES] = {0, 37, 101, 190, 283}; /* degrees */
    uint64_t random = 100 + (uint64_t)i;
    if (i == 0)
        return pose3_plain();
    if (i > 1 && in_space)
        return pose3_random(&random);
    pose3 turned = pose3_turned(angles[i], (vec3){0.3, -0.2, 0});
    if (in_space) /* about the axis y */
        turned = (pose3){
            {turned.x.x, 0, -turned.x.y}, {0, 1, 0}, {turned.x.y, 0, turned.x.x}, {0.3, -0.2, 0.7}};
    return turned;
}

void motion_begin(motion_place *p, const contender *by, pose3 frame) {
    p->contender = *by;
    p->both_sides = false;
    p->world = (any_world){NULL, NULL};
    course_begin(&p->scene, by->in_space, frame);
}

void motion_ready(motion_place *p, vec3 at) {
    const course *s = &p->scene;
    sm_capsule walls[COURSE_TRIANGLES];
    for (int i = 0; i < s->count && !s->in_space; i++)
        walls[i] = capsule_of(&s->triangles[i]);
    if (s->in_space)
        p->world.space = sm3_world_create(s->triangles, s->count, NULL);
    else
        p->world.flat = sm_world_create(walls, s->count, NULL);
    at.z = s->in_space ? at.z : 0;
    p->position = pose3_point(&s->frame, at);
}

void motion_end(motion_place *p) {
    world_destroy(p->world);
    p->world = (any_world){NULL, NULL};
}

vec3 motion_local(const motion_place *p) {
    return pose3_local(&p->scene.frame, p->position);
}

vec3 motion_push(motion_place *p, vec3 delta) {
    const sm_options options = {.resolver = p->contender.resolver, .both_sides = p->both_sides};
    const met world = world_met(p->world);
    vec3 before = motion_local(p);
    sm3_vec way = pose3_direction(&p->scene.frame, delta);
    p->position = met_move(&world, p->position, way, &p->contender.mover, &options).position;
    return vec3_sub(motion_local(p), before);
}

double motion_extent(const motion_place *p, vec3 direction) {
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

nearest3 motion_nearest(const sm3_mover *mover, vec3 at, const sm3_triangle *t) {
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

double motion_depth(const motion_place *p) {
    const sm3_mover *mover = &p->contender.mover;
    vec3 at = vec3_of(p->position);
    double deepest = -INFINITY;
    for (int i = 0; i < p->scene.count; i++) {
        const sm3_triangle *t = &p->scene.triangles[i];
        if (is_far(mover, at, t))
            continue;
        double distance = motion_nearest(mover, at, t).distance;
        deepest = fmax(deepest, (double)mover->radius + (double)t->radius - distance);
    }
    return deepest;
}

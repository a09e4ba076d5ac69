#include "motion3_place.h"

#include <math.h>

const sm3_mover motion3_ball = {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = (float)MOTION_RADIUS};
const sm3_mover motion3_capsule = {
    .a = {0, -0.4f, 0}, .b = {0, 0.4f, 0}, .radius = (float)MOTION_RADIUS};

static const double degree = 3.14159265358979323846 / 180;

/* ---- Points ------------------------------------------------------------------------------ */

point3 plus3(point3 a, point3 b) {
    return (point3){a.x + b.x, a.y + b.y, a.z + b.z};
}

point3 minus3(point3 a, point3 b) {
    return (point3){a.x - b.x, a.y - b.y, a.z - b.z};
}

point3 times3(point3 a, double k) {
    return (point3){a.x * k, a.y * k, a.z * k};
}

double dot3(point3 a, point3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

double length3(point3 a) {
    return sqrt(dot3(a, a));
}

static point3 cross3(point3 a, point3 b) {
    return (point3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static point3 point3_of(sm3_vec v) {
    return (point3){(double)v.x, (double)v.y, (double)v.z};
}

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

void begin3(place3 *p, const contender3 *contender, pose3 frame) {
    p->contender = *contender;
    p->both_sides = false;
    p->world = NULL;
    course3_begin(&p->scene, frame);
}

void ready3(place3 *p, point3 at) {
    p->world = sm3_world_create(p->scene.triangles, p->scene.count, NULL);
    p->position = pose3_point(&p->scene.frame, at);
}

void end3(place3 *p) {
    sm3_world_destroy(p->world);
    p->world = NULL;
}

point3 local3(const place3 *p) {
    return pose3_local(&p->scene.frame, p->position);
}

point3 push3(place3 *p, point3 delta) {
    sm_options options = {.resolver = p->contender.resolver, .both_sides = p->both_sides};
    point3 before = local3(p);
    p->position = sm3_slide_move(p->position, pose3_direction(&p->scene.frame, delta),
                                 p->contender.mover, sm3_obstacles_of_world(p->world), &options)
                      .position;
    return minus3(local3(p), before);
}

double extent3(const place3 *p, point3 direction) {
    point3 world = point3_of(pose3_direction(&p->scene.frame, direction));
    double a = dot3(point3_of(p->contender.mover.a), world);
    double b = dot3(point3_of(p->contender.mover.b), world);
    return MOTION_RADIUS + fmax(a, b);
}

/* ---- Distances --------------------------------------------------------------------------- */

static nearest3 nearer(nearest3 a, nearest3 b) {
    return b.distance < a.distance ? b : a;
}

static nearest3 pair_of(point3 on_mover, point3 on_triangle) {
    return (nearest3){on_mover, on_triangle, length3(minus3(on_mover, on_triangle))};
}

static point3 between(point3 a, point3 b, double t) {
    return plus3(a, times3(minus3(b, a), fmin(fmax(t, 0), 1)));
}

static point3 on_segment(point3 p, point3 a, point3 b) {
    point3 ab = minus3(b, a);
    double squared = dot3(ab, ab);
    return between(a, b, squared > 0 ? dot3(minus3(p, a), ab) / squared : 0);
}

/* Whether `p`, in the triangle's plane or above it, lies over the triangle. */
static bool is_over(point3 p, point3 normal, const point3 corner[3]) {
    for (int i = 0; i < 3; i++) {
        point3 edge = minus3(corner[(i + 1) % 3], corner[i]);
        if (dot3(cross3(edge, minus3(p, corner[i])), normal) < 0)
            return false;
    }
    return dot3(normal, normal) > 0;
}

static nearest3 point_to_face(point3 p, point3 normal, const point3 corner[3]) {
    nearest3 nearest = {p, corner[0], INFINITY};
    if (is_over(p, normal, corner)) {
        double height = dot3(minus3(p, corner[0]), normal) / dot3(normal, normal);
        return pair_of(p, minus3(p, times3(normal, height)));
    }
    for (int i = 0; i < 3; i++)
        nearest = nearer(nearest, pair_of(p, on_segment(p, corner[i], corner[(i + 1) % 3])));
    return nearest;
}

/* The closest points of two lines, where they lie on the segments; the ends are looked at
 * elsewhere. */
static nearest3 inside_of_both(point3 p, point3 q, point3 a, point3 b) {
    point3 u = minus3(q, p), v = minus3(b, a), w = minus3(p, a);
    double uu = dot3(u, u), uv = dot3(u, v), vv = dot3(v, v), uw = dot3(u, w), vw = dot3(v, w);
    double determinant = uu * vv - uv * uv;
    double s = (uv * vw - vv * uw) / determinant, t = (uu * vw - uv * uw) / determinant;
    bool inside = s >= 0 && s <= 1 && t >= 0 && t <= 1; /* false for parallel ones */
    return inside ? pair_of(between(p, q, s), between(a, b, t)) : (nearest3){p, a, INFINITY};
}

static nearest3 segment_to_edge(point3 p, point3 q, point3 a, point3 b) {
    nearest3 ends = nearer(pair_of(on_segment(a, p, q), a), pair_of(on_segment(b, p, q), b));
    return nearer(ends, inside_of_both(p, q, a, b));
}

/* Where the segment goes through the face. */
static nearest3 through_face(point3 p, point3 q, point3 normal, const point3 corner[3]) {
    double above = dot3(minus3(p, corner[0]), normal), below = dot3(minus3(q, corner[0]), normal);
    point3 on_plane = between(p, q, above / (above - below));
    bool through = above * below < 0 && is_over(on_plane, normal, corner);
    return (nearest3){on_plane, on_plane, through ? 0 : INFINITY};
}

nearest3 nearest3_of(const sm3_mover *mover, point3 at, const sm3_triangle *t) {
    point3 p = plus3(point3_of(mover->a), at), q = plus3(point3_of(mover->b), at);
    point3 corner[3] = {point3_of(t->a), point3_of(t->b), point3_of(t->c)};
    point3 normal = cross3(minus3(corner[1], corner[0]), minus3(corner[2], corner[0]));
    nearest3 nearest = point_to_face(p, normal, corner);
    if (length3(minus3(p, q)) == 0)
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
static bool is_far(const sm3_mover *mover, point3 at, const sm3_triangle *t) {
    point3 p = plus3(point3_of(mover->a), at), q = plus3(point3_of(mover->b), at);
    point3 a = point3_of(t->a), b = point3_of(t->b), c = point3_of(t->c);
    double reach = 1.1 * ((double)mover->radius + (double)t->radius);
    return are_apart(p.x, q.x, a.x, b.x, c.x, reach) || are_apart(p.y, q.y, a.y, b.y, c.y, reach) ||
           are_apart(p.z, q.z, a.z, b.z, c.z, reach);
}

double depth3_at(const place3 *p, point3 at) {
    const sm3_mover *mover = &p->contender.mover;
    double deepest = -INFINITY;
    for (int i = 0; i < p->scene.count; i++) {
        const sm3_triangle *t = &p->scene.triangles[i];
        if (is_far(mover, at, t))
            continue;
        double distance = nearest3_of(mover, at, t).distance;
        deepest = fmax(deepest, (double)mover->radius + (double)t->radius - distance);
    }
    return deepest;
}

double depth3_here(const place3 *p) {
    return depth3_at(p, point3_of(p->position));
}

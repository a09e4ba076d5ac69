/* collide3: closest points of segments, triangles and boxes, the shortest separation, and the
 * collisions and named tests of slidemove3.h, each a case of sm3_collide. */
#include "collide3.h"

/* ---- Closest points -------------------------------------------------------------------------- */

closest3 sm3_nearest_of_segments(vec3 a1, vec3 b1, vec3 a2, vec3 b2) {
    closest3 best = closest3_of_points(a1, closest3_on_segment(a1, a2, b2));
    best = closest3_nearer(best, closest3_of_points(b1, closest3_on_segment(b1, a2, b2)));
    best = closest3_nearer(best, closest3_of_points(closest3_on_segment(a2, a1, b1), a2));
    best = closest3_nearer(best, closest3_of_points(closest3_on_segment(b2, a1, b1), b2));
    return nearer_perpendicular3(best, a1, b1, a2, b2);
}

static sm3_closest_points rounded_points3(closest3 pair, double s, double t) {
    return (sm3_closest_points){vec3_round(pair.first), vec3_round(pair.second),
                                (float)sqrt(pair.distance_squared), s, t};
}

sm3_vec sm3_closest_on_segment(sm3_vec point, sm3_vec a, sm3_vec b) {
    return vec3_round(closest3_on_segment(vec3_of(point), vec3_of(a), vec3_of(b)));
}

sm3_closest_points sm3_closest_of_segments(sm3_vec a1, sm3_vec b1, sm3_vec a2, sm3_vec b2) {
    vec3 from1 = vec3_of(a1), to1 = vec3_of(b1), from2 = vec3_of(a2), to2 = vec3_of(b2);
    closest3 pair = sm3_nearest_of_segments(from1, to1, from2, to2);
    return rounded_points3(pair, vec3_fraction(pair.first, from1, to1),
                           vec3_fraction(pair.second, from2, to2));
}

sm3_vec sm3_closest_on_triangle(sm3_vec point, sm3_vec a, sm3_vec b, sm3_vec c) {
    triangle3 t = triangle3_of(vec3_of(a), vec3_of(b), vec3_of(c));
    return vec3_round(closest3_on_triangle(vec3_of(point), &t));
}

sm3_closest_points sm3_closest_of_segment_triangle(sm3_vec p, sm3_vec q, sm3_vec a, sm3_vec b,
                                                   sm3_vec c) {
    triangle3 t = triangle3_of(vec3_of(a), vec3_of(b), vec3_of(c));
    closest3 pair = closest3_of_segment_triangle(vec3_of(p), vec3_of(q), &t);
    return rounded_points3(pair, vec3_fraction(pair.first, vec3_of(p), vec3_of(q)), 0);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Returns the part of `v` at right angles to `u`. */
static vec3 perpendicular_part3(vec3 v, vec3 u) {
    double squared = vec3_dot(u, u);
    return squared > 0 ? vec3_sub(v, vec3_scale(u, vec3_dot(u, v) / squared)) : v;
}

/* Makes the half edges exactly square to each other; as floats they are only nearly so. */
void sm3_box_halves(const sm3_mover *box, vec3 half[3]) {
    half[0] = vec3_scale(vec3_sub(vec3_of(box->b), vec3_of(box->a)), 0.5);
    half[1] = perpendicular_part3(vec3_of(box->side), half[0]);
    half[2] = perpendicular_part3(perpendicular_part3(vec3_of(box->front), half[0]), half[1]);
}

double sm3_box_beside_along(const sm3_mover *box, vec3 direction) {
    vec3 half[3];
    sm3_box_halves(box, half);
    return fabs(vec3_dot(half[1], direction)) + fabs(vec3_dot(half[2], direction));
}

vec3 sm3_box_beside(const sm3_mover *box) {
    vec3 half[3];
    sm3_box_halves(box, half);
    return (vec3){fabs(half[1].x) + fabs(half[2].x), fabs(half[1].y) + fabs(half[2].y),
                  fabs(half[1].z) + fabs(half[2].z)};
}

void sm3_cuboid_of(const mover3 *mover, cuboid3 *c) {
    c->centre = vec3_scale(vec3_add(mover->a, mover->b), 0.5);
    sm3_box_halves(mover->box, c->half);
    const vec3 *h = c->half;
    vec3 sum = vec3_add(h[1], h[2]), difference = vec3_sub(h[1], h[2]);
    const vec3 across[] = {vec3_scale(sum, -1), difference, vec3_scale(difference, -1), sum};
    for (int i = 0; i < 8; i++)
        c->corners[i] =
            vec3_add(c->centre, vec3_add(across[i / 2], i & 1 ? h[0] : vec3_scale(h[0], -1)));
}

static vec3 closest3_on_cuboid(vec3 point, const cuboid3 *c) {
    vec3 from_centre = vec3_sub(point, c->centre), closest = c->centre;
    for (int i = 0; i < 3; i++) {
        double along = vec3_dot(from_centre, c->half[i]), most = vec3_dot(c->half[i], c->half[i]);
        double fraction = along >= most ? 1 : along <= -most ? -1 : along / most;
        closest = vec3_add(closest, vec3_scale(c->half[i], fraction));
    }
    return closest;
}

/* Tries all corners. The nearest points of a box and a triangle that are apart are at a corner of
 * one of them or between two edges, so the nearest of all such pairs is exact (see collide3.h). */
static closest3 nearer_corners3(closest3 best, const cuboid3 *c, const triangle3 *t) {
    const vec3 corners[] = {t->a, t->b, t->c};
    for (int i = 0; i < 3; i++)
        best = closest3_nearer(best,
                               closest3_of_points(closest3_on_cuboid(corners[i], c), corners[i]));
    for (int bits = 0; bits < 8; bits++) {
        vec3 corner = c->corners[bits];
        double above = vec3_dot(t->normal, vec3_sub(corner, t->a));
        if (above * above <= best.distance_squared * t->area || t->area == 0)
            best =
                closest3_nearer(best, closest3_of_points(corner, closest3_on_triangle(corner, t)));
    }
    return best;
}

/* Tries all pairs of edges with lines that come nearer than the best. */
static closest3 nearer_edges3(closest3 best, const cuboid3 *c, const triangle3 *t) {
    const vec3 corners[] = {t->a, t->b, t->c, t->a};
    for (int edge = 0; edge < 9; edge++) {
        int axis = edge / 3;
        vec3 from = corners[edge % 3], to = corners[edge % 3 + 1];
        vec3 across = vec3_cross(c->half[axis], vec3_sub(to, from));
        double squared = vec3_dot(across, across);
        for (int bits = 0; bits < 8; bits++) {
            if (bits >> axis & 1)
                continue;
            double apart = vec3_dot(across, vec3_sub(c->corners[bits], from));
            if (apart * apart < best.distance_squared * squared)
                best = nearer_perpendicular3(best, c->corners[bits], c->corners[bits | 1 << axis],
                                             from, to);
        }
    }
    return best;
}

/* If a face or an edge lies on a face, many points are equally near. Then takes the one nearest to
 * the middle of the box, with the same distance and direction. */
static closest3 towards_middle3(closest3 best, const cuboid3 *c, const triangle3 *t) {
    static const double as_near = 1e-7; /* world units */
    double distance = sqrt(best.distance_squared);
    vec3 between = vec3_sub(best.first, best.second);
    vec3 normal = vec3_scale(between, distance > 0 ? 1 / distance : 0);
    double height = vec3_dot(normal, vec3_sub(c->centre, best.second));
    vec3 below = vec3_sub(c->centre, vec3_scale(normal, height));
    vec3 second = closest3_on_triangle(below, t);
    double here = vec3_length(vec3_sub(closest3_on_cuboid(second, c), second));
    if (here > distance + as_near)
        return best;
    return (closest3){vec3_add(second, between), second, best.distance_squared};
}

closest3 sm3_nearest_of_cuboid(const cuboid3 *c, const triangle3 *t) {
    closest3 best = {.distance_squared = INFINITY};
    return towards_middle3(nearer_edges3(nearer_corners3(best, c, t), c, t), c, t);
}

double sm3_beyond_faces(const cuboid3 *c, const triangle3 *t) {
    const vec3 from[] = {vec3_sub(t->a, c->centre), vec3_sub(t->b, c->centre),
                         vec3_sub(t->c, c->centre)};
    double beyond = 0, reach = 0;
    for (int i = 0; i < 3; i++) {
        vec3 h = c->half[i];
        double p = vec3_dot(from[0], h), q = vec3_dot(from[1], h), r = vec3_dot(from[2], h);
        double apart = sm_max(sm_min(p, sm_min(q, r)), -sm_max(p, sm_max(q, r)));
        double squared = vec3_dot(h, h);
        if (apart > squared)
            beyond = sm_max(beyond, (apart - squared) / sqrt(squared));
        reach += fabs(vec3_dot(t->normal, h));
    }
    double apart = fabs(vec3_dot(t->normal, from[0])) - reach;
    return apart > 0 && t->area > 0 ? sm_max(beyond, apart / sqrt(t->area)) : beyond;
}

/* ---- Separation ------------------------------------------------------------------------------ */

static double max_along3(vec3 direction, vec3 a, vec3 b) {
    return sm_max(vec3_dot(direction, a), vec3_dot(direction, b));
}

typedef struct separation_search3 {
    const mover3 *mover;
    const vec3 *axes; /* the capsule's inner segment, or the box's three half edges */
    const triangle3 *triangle;
    vec3 delta;
    double same; /* distances that differ by no more count as equal */
    bool front_only;
    separation3 best; /* distance infinite: none found yet */
} separation_search3;

/* Returns how far the mover must move along the unit vector `direction` to be separate. */
static double distance_along3(const separation_search3 *s, vec3 direction) {
    const mover3 *mover = s->mover;
    const triangle3 *t = s->triangle;
    vec3 origin = t->a; /* differences from it keep the digits that large coordinates lose */
    double obstacle =
        sm_max(0, max_along3(direction, vec3_sub(t->b, origin), vec3_sub(t->c, origin)));
    vec3 back = vec3_scale(direction, -1);
    double distance =
        obstacle + max_along3(back, vec3_sub(mover->a, origin), vec3_sub(mover->b, origin));
    if (mover->box != NULL)
        distance += fabs(vec3_dot(direction, s->axes[1])) + fabs(vec3_dot(direction, s->axes[2]));
    return distance;
}

static void try_direction3(separation_search3 *s, vec3 direction) {
    if (s->front_only && !(vec3_dot(direction, s->triangle->normal) > 0))
        return;
    separation3 found = {distance_along3(s, direction), direction};
    bool shorter = found.distance < s->best.distance - s->same;
    bool as_short = found.distance <= s->best.distance + s->same;
    if (shorter ||
        (as_short && vec3_dot(found.normal, s->delta) < vec3_dot(s->best.normal, s->delta)))
        s->best = found;
}

/* Two directions count as parallel if the squared sine of their angle is at most this. Then their
 * cross product is rounding noise. */
static const double parallel3 = 1e-16;

static void try_across3(separation_search3 *s, vec3 u, vec3 v) {
    vec3 normal = vec3_cross(u, v);
    double length_squared = vec3_dot(normal, normal);
    if (!(length_squared > parallel3 * vec3_dot(u, u) * vec3_dot(v, v)))
        return;
    normal = vec3_scale(normal, 1 / sqrt(length_squared));
    try_direction3(s, normal);
    try_direction3(s, vec3_scale(normal, -1));
}

static vec3 longer3(vec3 u, vec3 v) {
    return vec3_dot(v, v) > vec3_dot(u, u) ? v : u;
}

/* Finds the unit vector along the part of `v` at right angles to `u`. Returns false if that part is
 * almost zero. */
static bool unit_across3(vec3 v, vec3 u, vec3 *unit) {
    double u_squared = vec3_dot(u, u);
    if (u_squared > 0)
        v = vec3_sub(v, vec3_scale(u, vec3_dot(u, v) / u_squared));
    double length = vec3_length(v);
    static const double almost_zero = 1e-9;
    if (!(length > almost_zero))
        return false;
    *unit = vec3_scale(v, 1 / length);
    return true;
}

/* Returns the direction out of shapes that all lie on one line or in one point. Every direction
 * across the line is equally short. Takes the one against the motion; without motion the one
 * upward, or along x for a vertical line. */
static vec3 direction_out_of_line3(vec3 line, vec3 delta) {
    vec3 unit = {1, 0, 0};
    double length = vec3_length(delta);
    if (length > 0 && unit_across3(vec3_scale(delta, -1 / length), line, &unit))
        return unit;
    double longest = vec3_length(line);
    vec3 axis = longest > 0 ? vec3_scale(line, 1 / longest) : line;
    if (!unit_across3((vec3){0, 1, 0}, axis, &unit))
        unit_across3((vec3){1, 0, 0}, axis, &unit);
    return unit;
}

separation3 sm3_separation(const mover3 *mover, const triangle3 *t, vec3 delta, double same,
                           bool front_only) {
    vec3 ab = vec3_sub(t->b, t->a), bc = vec3_sub(t->c, t->b), ca = vec3_sub(t->a, t->c);
    const vec3 edges[] = {ab, bc, ca};
    vec3 axes[3] = {vec3_sub(mover->b, mover->a)};
    int count = mover->box != NULL ? 3 : !mover->is_sphere; /* a sphere has no axis */
    if (mover->box != NULL)
        sm3_box_halves(mover->box, axes);
    separation_search3 s = {mover, axes, t, delta, same, front_only, {INFINITY, {0, 0, 0}}};
    try_across3(&s, ab, vec3_scale(ca, -1));
    vec3 longest = longer3(ab, longer3(bc, ca));
    for (int i = 0; i < count; i++) {
        longest = longer3(longest, axes[i]);
        for (int k = 0; k < 3; k++)
            try_across3(&s, axes[i], edges[k]);
        for (int k = 0; k < i; k++)
            try_across3(&s, axes[k], axes[i]);
    }
    if (isfinite(s.best.distance))
        return s.best;
    vec3 direction = direction_out_of_line3(longest, delta);
    return (separation3){distance_along3(&s, direction), direction};
}

/* ---- Collisions ------------------------------------------------------------------------------ */

double sm3_touching_distance(double largest, vec3 a, vec3 b, vec3 c) {
    largest = sm_max(sm_max(largest, vec3_largest(a)), vec3_largest(b));
    return touching_distance(sm_max(largest, vec3_largest(c)));
}

sm3_mover sm3_sphere(sm3_vec centre, float radius) {
    return (sm3_mover){.a = centre, .b = centre, .radius = radius};
}

sm3_mover sm3_box(sm3_vec centre, sm3_vec side, sm3_vec up, sm3_vec front, float radius) {
    vec3 middle = vec3_of(centre), half = vec3_of(up);
    return (sm3_mover){vec3_round(vec3_sub(middle, half)), vec3_round(vec3_add(middle, half)),
                       radius, side, front};
}

sm3_mover sm3_mover_at(sm3_mover shape, sm3_vec position) {
    mover3_place(&shape, position);
    return shape;
}

sm3_triangle sm3_face(sm3_vec a, sm3_vec b, sm3_vec c) {
    return (sm3_triangle){.a = a, .b = b, .c = c};
}

sm3_triangle sm3_solid_capsule(sm3_mover capsule) {
    return (sm3_triangle){.a = capsule.a, .b = capsule.b, .c = capsule.b, .radius = capsule.radius};
}

/* Whether the mover is farther than `reach` from the triangle's plane. */
static bool is_beyond_plane3(const mover3 *mover, const triangle3 *t, double reach) {
    static const double rounding = 1e-9; /* relative; far more than a double's */
    double a_side = vec3_dot(t->normal, vec3_sub(mover->a, t->a));
    double b_side = mover->is_sphere ? a_side : vec3_dot(t->normal, vec3_sub(mover->b, t->a));
    double far = reach * reach * t->area * (1 + rounding);
    return t->area > 0 && a_side * b_side > 0 && a_side * a_side > far && b_side * b_side > far;
}

/* sm3_contact for a box. If box and triangle are apart, uses their closest points. If they cross,
 * uses the shortest separation, and the obstacle's point that the box leaves last. A contact less
 * deep than `least` is left out only if they are certainly apart: the separation to the front may
 * be longer than the shortest. */
static bool contact_of_box3(const mover3 *mover, const obstacle3 *obstacle, vec3 delta,
                            double least, bool front_only, contact3 *contact) {
    const triangle3 *t = &obstacle->triangle;
    double radii = mover->radius + obstacle->radius;
    front_only = front_only && t->area > 0;
    cuboid3 c;
    sm3_cuboid_of(mover, &c);
    double touching = sm3_touching_distance(vec3_largest(c.centre) + vec3_largest(c.half[0]) +
                                                vec3_largest(c.half[1]) + vec3_largest(c.half[2]),
                                            t->a, t->b, t->c);
    double beyond = sm3_beyond_faces(&c, t) - touching;
    separation3 out = {-beyond, {0, 0, 0}};
    if (beyond <= 0)
        out = sm3_separation(mover, t, delta, touching, false);
    if (!(out.distance > touching)) {
        if (out.distance < -2 * touching && radii + out.distance < least)
            return false;
        closest3 closest = sm3_nearest_of_cuboid(&c, t);
        double distance = sqrt(closest.distance_squared);
        if (distance > touching)
            return contact3_apart(mover, obstacle, &closest, distance, front_only, contact);
    }
    if (front_only || beyond > 0)
        out = sm3_separation(mover, t, delta, touching, front_only);
    mover3 outside = mover3_moved(*mover, vec3_scale(out.normal, out.distance));
    sm3_cuboid_of(&outside, &c);
    vec3 inner = sm3_nearest_of_cuboid(&c, t).second;
    vec3 point = vec3_add(inner, vec3_scale(out.normal, obstacle->radius));
    *contact = (contact3){radii + out.distance, out.normal, point};
    return true;
}

bool sm3_contact(const mover3 *mover, const obstacle3 *obstacle, vec3 delta, double least,
                 bool front_only, contact3 *contact) {
    if (mover->box != NULL)
        return contact_of_box3(mover, obstacle, delta, least, front_only && obstacle->one_sided,
                               contact);
    double radii = mover->radius + obstacle->radius;
    if (least > -INFINITY && radii - least > TOUCHING3 &&
        is_beyond_plane3(mover, &obstacle->triangle, radii - least))
        return false;
    return contact3_near(mover, obstacle, delta, front_only && obstacle->one_sided, contact);
}

contact3 sm3_contact_of(const mover3 *mover, const obstacle3 *obstacle, vec3 delta) {
    contact3 contact;
    sm3_contact(mover, obstacle, delta, -INFINITY, false, &contact);
    return contact;
}

sm3_collision sm3_collision_of(const contact3 *contact, int number) {
    return (sm3_collision){(float)contact->depth, vec3_round(contact->normal),
                           vec3_round(contact->point), number};
}

sm3_collision sm3_collide(sm3_mover mover, sm3_triangle obstacle, sm3_vec delta) {
    static const sm3_collision none = {-INFINITY, {0, 0, 0}, {0, 0, 0}, SM_NO_OBSTACLE};
    obstacle3 o;
    contact3 contact;
    if (!sm3_mover_is_finite(&mover) || !sm3_is_finite(delta) || !obstacle3_of(&obstacle, &o))
        return none;
    mover3 m = mover3_at(&mover, vec3_zero);
    if (!sm3_contact(&m, &o, vec3_of(delta), -INFINITY, true, &contact))
        return none;
    return sm3_collision_of(&contact, SM_NO_OBSTACLE);
}

/* ---- The named tests ------------------------------------------------------------------------- */

static const sm3_vec no_delta3 = {0, 0, 0};

static sm3_triangle solid_sphere3(sm3_vec centre, float radius) {
    return sm3_solid_capsule(sm3_sphere(centre, radius));
}

static sm3_triangle solid_segment3(sm3_vec a, sm3_vec b) {
    return sm3_solid_capsule((sm3_mover){.a = a, .b = b, .radius = 0});
}

sm3_collision sm3_collide_spheres(sm3_vec centre, float radius, sm3_vec obstacle_centre,
                                  float obstacle_radius) {
    return sm3_collide(sm3_sphere(centre, radius), solid_sphere3(obstacle_centre, obstacle_radius),
                       no_delta3);
}

sm3_collision sm3_collide_sphere_segment(sm3_vec centre, float radius, sm3_vec a, sm3_vec b) {
    return sm3_collide(sm3_sphere(centre, radius), solid_segment3(a, b), no_delta3);
}

sm3_collision sm3_collide_sphere_capsule(sm3_vec centre, float radius, sm3_mover obstacle) {
    return sm3_collide(sm3_sphere(centre, radius), sm3_solid_capsule(obstacle), no_delta3);
}

sm3_collision sm3_collide_capsules(sm3_mover mover, sm3_mover obstacle) {
    return sm3_collide(mover, sm3_solid_capsule(obstacle), no_delta3);
}

sm3_collision sm3_collide_sphere_triangle(sm3_vec centre, float radius, sm3_vec a, sm3_vec b,
                                          sm3_vec c) {
    return sm3_collide(sm3_sphere(centre, radius), sm3_face(a, b, c), no_delta3);
}

sm3_collision sm3_collide_capsule_triangle(sm3_mover mover, sm3_vec a, sm3_vec b, sm3_vec c) {
    return sm3_collide(mover, sm3_face(a, b, c), no_delta3);
}

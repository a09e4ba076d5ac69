/* box3: a box and a triangle that are apart: their nearest points are at a corner of the one or
 * between two edges, so the nearest of all such pairs is exact (see collide3.h). */
#include "collide3.h"

/* The part of `v` that is square to `u`. */
static vec3 square_to3(vec3 v, vec3 u) {
    double squared = vec3_dot(u, u);
    return squared > 0 ? vec3_sub(v, vec3_scale(u, vec3_dot(u, v) / squared)) : v;
}

/* Floats can only be nearly square. */
void sm3_box_halves(const sm3_mover *box, vec3 half[3]) {
    half[0] = vec3_scale(vec3_sub(vec3_of(box->b), vec3_of(box->a)), 0.5);
    half[1] = square_to3(vec3_of(box->side), half[0]);
    half[2] = square_to3(square_to3(vec3_of(box->front), half[0]), half[1]);
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
        double part = along >= most ? 1 : along <= -most ? -1 : along / most;
        closest = vec3_add(closest, vec3_scale(c->half[i], part));
    }
    return closest;
}

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

/* What the lines of two edges have across tells how near they come. */
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

/* Where a face lies on a face or an edge on one, many points are as near: then that which is most
 * in the middle of the box tells where it lies. Distance and direction stay. */
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
        double apart = larger(smaller(p, smaller(q, r)), -larger(p, larger(q, r)));
        double squared = vec3_dot(h, h);
        if (apart > squared)
            beyond = larger(beyond, (apart - squared) / sqrt(squared));
        reach += fabs(vec3_dot(t->normal, h));
    }
    double apart = fabs(vec3_dot(t->normal, from[0])) - reach;
    return apart > 0 && t->area > 0 ? larger(beyond, apart / sqrt(t->area)) : beyond;
}

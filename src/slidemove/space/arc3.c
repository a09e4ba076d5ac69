#include "arc3.h"

#include <stddef.h>

/* ---- What is round ----------------------------------------------------------------------- */

static bool is_at(vec3 p, vec3 q) {
    return vec3_length(vec3_sub(p, q)) <= TOUCHING3;
}

static const vec3 no_axis = {0, 0, 0};

static vec3 unit(vec3 v) {
    double length = vec3_length(v);
    return length > 0 ? vec3_scale(v, 1 / length) : no_axis;
}

/* Whether the contact is one with the face, not with its border. */
static bool is_flat(const triangle3 *t, vec3 normal) {
    static const double flat = 1e-8; /* the square of the angle between, in radians */
    double cosine = vec3_dot(normal, t->normal);
    return t->area > 0 && t->area - cosine * cosine < flat * t->area;
}

/* The edge that the point is on, as a unit vector. */
static bool find_edge(const triangle3 *t, vec3 point, vec3 *edge) {
    const vec3 corners[] = {t->a, t->b, t->c};
    for (int i = 0; i < 3; i++) {
        vec3 next = corners[(i + 1) % 3];
        if (!is_at(point, closest3_on_segment(point, corners[i], next)) || is_at(corners[i], next))
            continue;
        *edge = unit(vec3_sub(next, corners[i]));
        return true;
    }
    return false;
}

/* Where the contact is, on the obstacle itself. */
static vec3 inner_point(const obstacle3 *obstacle, const contact3 *contact) {
    return vec3_sub(contact->point, vec3_scale(contact->normal, obstacle->radius));
}

static bool is_corner(const obstacle3 *obstacle, const contact3 *contact) {
    vec3 point = inner_point(obstacle, contact);
    const triangle3 *t = &obstacle->triangle;
    return is_at(point, t->a) || is_at(point, t->b) || is_at(point, t->c);
}

/* The axis of the cylinder that mover and obstacle make at the contact, zero for a sphere. Returns
 * false when they make a plane. */
static bool find_axis(const mover3 *mover, const obstacle3 *obstacle, const contact3 *contact,
                      vec3 *axis) {
    const triangle3 *t = &obstacle->triangle;
    if (is_flat(t, contact->normal))
        return false;
    double distance = mover->radius - contact->depth; /* from the obstacle's surface */
    vec3 first = vec3_add(contact->point, vec3_scale(contact->normal, distance));
    bool at_end = mover->is_sphere || is_at(first, mover->a) || is_at(first, mover->b);
    *axis = no_axis;
    if (is_corner(obstacle, contact)) {
        if (!at_end)
            *axis = unit(vec3_sub(mover->b, mover->a));
        return true;
    }
    return at_end && find_edge(t, inner_point(obstacle, contact), axis);
}

/* ---- The arc ----------------------------------------------------------------------------- */

bool arc3_begin(arc3 *arc, const mover3 *mover, const obstacle3 *obstacle, const contact3 *contact,
                vec3 wanted) {
    static const double least_sine = 1e-6; /* of phi: less is the direction of rounding */
    if (!find_axis(mover, obstacle, contact, &arc->axis))
        return false;
    arc->is_past_corner = !mover->is_sphere && is_corner(obstacle, contact);
    arc->along = vec3_scale(arc->axis, vec3_dot(arc->axis, wanted));
    vec3 across = vec3_sub(wanted, arc->along);
    double length = vec3_length(across);
    arc->radius = mover->radius + obstacle->radius - contact->depth;
    if (!(length > 0) || !(arc->radius > 0))
        return false;
    arc->normal = contact->normal;
    arc->rate = length / arc->radius;
    arc->back = vec3_scale(across, -1 / length);
    double cosine = vec3_dot(arc->normal, arc->back);
    vec3 beside = vec3_sub(arc->normal, vec3_scale(arc->back, cosine));
    double sine = vec3_length(beside);
    if (!(cosine > 0) || !(sine > least_sine))
        return false;
    arc->beside = vec3_scale(beside, 1 / sine);
    arc->half = sine / (1 + cosine);
    return true;
}

/* exp(x) for 0 <= x <= 1/4: its Pade approximant of order 3, good to 1e-9. */
static double small_exp(double x) {
    double even = 1 + x * x / 10, odd = x / 2 + x * x * x / 120;
    return (even + odd) / (even - odd);
}

double arc3_half_after(const arc3 *arc, double part) {
    return sm_lower(arc->half * small_exp(arc->rate * part), 1);
}

/* log(b / a) = 2 atanh((b - a) / (b + a)), for b / a up to exp(1/4): good to 1e-11. */
static double small_log(double a, double b) {
    double z = (b - a) / (b + a), z2 = z * z;
    return 2 * z * (1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 / 9))));
}

double arc3_part_until(const arc3 *arc, double half) {
    return small_log(arc->half, half) / arc->rate;
}

vec3 arc3_normal(const arc3 *arc, double half) {
    double scale = 1 / (1 + half * half);
    return vec3_add(vec3_scale(arc->back, (1 - half * half) * scale),
                    vec3_scale(arc->beside, 2 * half * scale));
}

vec3 arc3_way(const arc3 *arc, double half) {
    vec3 turned = vec3_sub(arc3_normal(arc, half), arc->normal);
    return vec3_add(vec3_scale(turned, arc->radius),
                    vec3_scale(arc->along, arc3_part_until(arc, half)));
}

double arc3_half_across(const arc3 *arc, vec3 direction, double half) {
    double sine = -vec3_dot(arc->back, direction), cosine = vec3_dot(arc->beside, direction);
    double length = sqrt(sine * sine + cosine * cosine);
    if (sine < 0) {
        sine = -sine;
        cosine = -cosine;
    }
    double across = length + cosine > 0 ? sine / (length + cosine) : half;
    return sm_lower(across, half);
}

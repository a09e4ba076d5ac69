/* advance: conservative advancement (Mirtich, Impulse-based Dynamic Simulation, 1996, 2.3; Ericson,
 * Real-Time Collision Detection, 5.5): two convex shapes that move and turn are brought forward,
 * again and again, by the longest time in which they surely do not touch: their distance divided by
 * the fastest that any two of their points can approach along the line of it. */
#include <float.h>
#include <stddef.h>

#include "collide.h"
#include "grown.h"

/* ---- Turning ----------------------------------------------------------------------------- */

/* Returns (cos, sin). The C library's own differ in the last bit from one library to the next; the
 * Taylor series, within 45 degrees, is below a double's last bit and the same everywhere. */
static vec unit_at_angle(double angle) {
    static const double right_angle = 1.57079632679489661923;
    int quadrant;
    double x = remquo(angle, right_angle, &quadrant), x2 = x * x;
    double sine = 1, cosine = 1;
    for (int n = 18; n > 0; n -= 2) { /* Horner: 1 - x^2/(2*3) * (1 - x^2/(4*5) * ...) */
        sine = 1 - x2 / (n * (n + 1)) * sine;
        cosine = 1 - x2 / (n * (n - 1)) * cosine;
    }
    vec turned = {cosine, x * sine};
    for (int i = 0; i < (quadrant & 3); i++)
        turned = vec_left(turned);
    return turned;
}

/* A hull's vertices at some moment. */
typedef struct outline {
    vec vertices[SM_HULL_VERTICES];
    int count;
    double radius;
} outline;

static outline outline_at(const sm_hull *hull, const sm_motion *motion, double fraction) {
    outline o = {.count = hull->count, .radius = sm_radius(hull->radius)};
    vec axis = unit_at_angle((double)motion->angle + fraction * (double)motion->turn);
    vec origin = vec_add(vec_of(motion->position), vec_scale(vec_of(motion->delta), fraction));
    for (int i = 0; i < hull->count; i++) {
        vec local = vec_of(hull->vertices[i]);
        vec turned = vec_add(vec_scale(axis, local.x), vec_scale(vec_left(axis), local.y));
        o.vertices[i] = vec_add(origin, turned);
    }
    return o;
}

/* ---- Distance ---------------------------------------------------------------------------- */

static bool outline_contains(const outline *o, vec point) {
    for (int i = 0; i < o->count; i++) {
        vec a = o->vertices[i], b = o->vertices[(i + 1) % o->count];
        if (!(vec_cross(vec_sub(b, a), vec_sub(point, a)) > 0))
            return false;
    }
    return o->count > 2;
}

static closest_pair closest_of_outlines(const outline *a, const outline *b) {
    closest_pair best = {a->vertices[0], b->vertices[0], INFINITY};
    for (int i = 0; i < a->count; i++) {
        vec a1 = a->vertices[i], a2 = a->vertices[(i + 1) % a->count];
        for (int k = 0; k < b->count; k++) {
            closest_pair pair =
                sm_segments_closest(a1, a2, b->vertices[k], b->vertices[(k + 1) % b->count]);
            if (pair.distance_squared < best.distance_squared)
                best = pair;
        }
    }
    if (outline_contains(a, b->vertices[0]) || outline_contains(b, a->vertices[0]))
        best.distance_squared = 0;
    return best;
}

typedef struct gap_between {
    double distance; /* of the surfaces; not more than 0 when they overlap */
    vec normal;      /* unit, from the second to the first */
    vec point;       /* on the second's surface */
} gap_between;

static vec unit_or_up(vec way) {
    double length = vec_length(way);
    return length > 0 ? vec_scale(way, 1 / length) : (vec){0, 1};
}

static gap_between measure(const outline *first, const outline *second, vec way_apart) {
    closest_pair closest = closest_of_outlines(first, second);
    double distance = sqrt(closest.distance_squared);
    vec normal = unit_or_up(distance > 0 ? vec_sub(closest.first, closest.second) : way_apart);
    vec point = vec_add(closest.second, vec_scale(normal, second->radius));
    return (gap_between){distance - first->radius - second->radius, normal, point};
}

/* ---- Advancing --------------------------------------------------------------------------- */

/* No point of the hull is farther from what it turns about, its round edge aside, which turning
 * does not move. */
static double reach_of(const sm_hull *hull) {
    double most = 0;
    for (int i = 0; i < hull->count; i++)
        most = fmax(most, vec_length(vec_of(hull->vertices[i])));
    return most;
}

static void record_step(sm_advance_trace *trace, sm_advance_step step) {
    if (trace == NULL)
        return;
    if (trace->count < trace->capacity)
        trace->steps[trace->count++] = step;
    else
        trace->lost++;
}

static bool motion_is_finite(const sm_motion *m) {
    return sm_is_finite(m->position) && sm_is_finite(m->delta) && isfinite(m->angle) &&
           isfinite(m->turn);
}

static sm_touch touched(double fraction, const gap_between *there) {
    return (sm_touch){true, fraction, vec_round(there->normal), vec_round(there->point),
                      SM_NO_OBSTACLE};
}

sm_touch sm_advance(sm_hull first, sm_motion first_motion, sm_hull second, sm_motion second_motion,
                    float tolerance, sm_advance_trace *trace) {
    const sm_touch none = {.fraction = 1, .obstacle = SM_NO_OBSTACLE};
    if (trace != NULL)
        trace->count = trace->lost = 0;
    if (!sm_hull_is_finite(&first) || !sm_hull_is_finite(&second) ||
        !motion_is_finite(&first_motion) || !motion_is_finite(&second_motion))
        return none;

    double near = tolerance > 0 ? (double)tolerance : SM_ADVANCE_TOLERANCE;
    double turning = fabs((double)first_motion.turn) * reach_of(&first) +
                     fabs((double)second_motion.turn) * reach_of(&second);
    vec approach = vec_sub(vec_of(second_motion.delta), vec_of(first_motion.delta));
    vec apart = vec_sub(vec_of(first_motion.position), vec_of(second_motion.position));
    double fraction = 0;
    for (int i = 0;; i++) {
        outline a = outline_at(&first, &first_motion, fraction);
        outline b = outline_at(&second, &second_motion, fraction);
        gap_between now = measure(&a, &b, apart);
        double speed = vec_dot(approach, now.normal) + turning;
        bool is_near = now.distance <= near || i == SM_ADVANCE_STEPS;
        double step = is_near ? 0 : speed > 0 ? (now.distance - near / 2) / speed : INFINITY;
        record_step(trace, (sm_advance_step){fraction, now.distance, speed, step,
                                             vec_round(now.normal), vec_round(now.point)});
        if (is_near)
            return touched(fraction, &now);
        fraction += step;
        if (!(fraction <= 1))
            return none;
    }
}

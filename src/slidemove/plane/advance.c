/* advance: conservative advancement (Mirtich, Impulse-based Dynamic Simulation, 1996, 2.3; Ericson,
 * Real-Time Collision Detection, 5.5): two convex shapes that move and turn are brought forward,
 * again and again, by a time in which they surely do not touch. Seen along any one direction they
 * are no farther apart than in truth, so each corner is followed along the normal of where they
 * are: what turns goes there and back like a cosine, which for a part of a turn stays above a
 * parabola, and always within its circle. */
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

/* A hull at some moment. */
typedef struct outline {
    vec vertices[SM_HULL_VERTICES];
    int count;
    double radius;
    vec origin; /* about which it turns */
    vec delta;
    double turn;
} outline;

static outline outline_at(const sm_hull *hull, const sm_motion *motion, double fraction) {
    outline o = {.count = hull->count,
                 .radius = sm_radius(hull->radius),
                 .delta = vec_of(motion->delta),
                 .turn = (double)motion->turn};
    vec axis = unit_at_angle((double)motion->angle + fraction * o.turn);
    o.origin = vec_add(vec_of(motion->position), vec_scale(o.delta, fraction));
    for (int i = 0; i < hull->count; i++) {
        vec local = vec_of(hull->vertices[i]);
        vec turned = vec_add(vec_scale(axis, local.x), vec_scale(vec_left(axis), local.y));
        o.vertices[i] = vec_add(o.origin, turned);
    }
    return o;
}

/* Of a point fixed to it. */
static vec velocity_at(const outline *o, vec point) {
    return vec_add(o->delta, vec_scale(vec_left(vec_sub(point, o->origin)), o->turn));
}

/* ---- Distance ---------------------------------------------------------------------------- */

typedef struct gap_between {
    double distance; /* of the surfaces; negative: they overlap */
    double edges;    /* of the inner outlines, the nearest point of one from the other */
    vec normal;      /* unit, from the second to the first */
    vec point;       /* on the second's surface */
} gap_between;

static double lowest_along(const outline *o, vec direction) {
    double least = INFINITY;
    for (int i = 0; i < o->count; i++)
        least = smaller(vec_dot(direction, o->vertices[i]), least);
    return least;
}

/* Takes the direction across an edge of `edges` along which they are the farthest apart, or overlap
 * the least: so what overlaps separates (the Minkowski difference has no other edges). */
static void widen_across(const outline *edges, const outline *first, const outline *second,
                         gap_between *gap) {
    for (int i = 0; i < edges->count; i++) {
        vec edge = vec_sub(edges->vertices[(i + 1) % edges->count], edges->vertices[i]);
        double length = vec_length(edge);
        for (int side = -1; side <= 1 && length > 0; side += 2) {
            vec normal = vec_scale(vec_left(edge), side / length);
            double distance =
                lowest_along(first, normal) + lowest_along(second, vec_scale(normal, -1));
            if (distance > gap->distance) {
                gap->distance = distance;
                gap->normal = normal;
            }
        }
    }
}

typedef bool edges_fn(void *context, const closest_pair *closest);

/* Tells of each pair of edges, until told to stop. Returns whether it was. */
static bool each_pair(const outline *a, const outline *b, edges_fn *tell, void *context) {
    for (int i = 0; i < a->count; i++) {
        for (int k = 0; k < b->count; k++) {
            closest_pair pair =
                sm_segments_closest(a->vertices[i], a->vertices[(i + 1) % a->count], b->vertices[k],
                                    b->vertices[(k + 1) % b->count]);
            if (tell(context, &pair))
                return true;
        }
    }
    return false;
}

static bool keep_nearest(void *context, const closest_pair *pair) {
    closest_pair *best = context;
    if (pair->distance_squared < best->distance_squared)
        *best = *pair;
    return false;
}

static gap_between measure(const outline *first, const outline *second) {
    closest_pair closest = {first->vertices[0], second->vertices[0], INFINITY};
    each_pair(first, second, keep_nearest, &closest);
    gap_between gap = {.distance = -INFINITY, .normal = {0, 1}};
    widen_across(first, first, second, &gap);
    widen_across(second, first, second, &gap);
    gap.edges = sqrt(closest.distance_squared);
    bool is_inside = gap.distance < 0 && (first->count > 2 || second->count > 2);
    if (gap.edges > touching_distance && !is_inside) {
        gap.normal = vec_scale(vec_sub(closest.first, closest.second), 1 / gap.edges);
        gap.distance = gap.edges;
    }
    if (isinf(gap.distance)) /* two points on one spot */
        gap.distance = 0;
    gap.distance -= first->radius + second->radius;
    gap.point = vec_add(closest.second, vec_scale(gap.normal, second->radius));
    return gap;
}

typedef struct pressing {
    const outline *first, *second;
    vec normal;
    double nearest; /* edges farther apart do not touch */
} pressing;

static bool is_pressing(void *context, const closest_pair *pair) {
    static const double slope = 3 * (double)FLT_EPSILON; /* a smaller one floats cannot tell */
    const pressing *p = context;
    vec velocity = velocity_at(p->first, pair->first), other = velocity_at(p->second, pair->second);
    double apart = vec_dot(p->normal, vec_sub(velocity, other));
    return sqrt(pair->distance_squared) <= p->nearest &&
           apart < -slope * (vec_length(velocity) + vec_length(other));
}

/* Whether the motion leads deeper into a touch. What touches along an edge does so between two
 * corners, of either shape; of equally near pairs the first shape's is told. */
static bool leads_deeper(const outline *first, const outline *second, const gap_between *gap,
                         double near) {
    pressing there = {first, second, gap->normal, gap->edges + near};
    pressing back = {second, first, vec_scale(gap->normal, -1), there.nearest};
    return each_pair(first, second, is_pressing, &there) ||
           each_pair(second, first, is_pressing, &back);
}

/* ---- How far it is safe to go ------------------------------------------------------------ */

/* Radians: as far as one parabola is to bound a corner's way. */
static const double turn_part = 0.78539816339744830962;

/* From below, how far something is along a direction after the part t of the motion: base + rate t
 * + bend t^2 / 2, for as long as no more than turn_part is turned. */
typedef struct way_bound {
    double base, rate, bend;
} way_bound;

typedef struct shape_bound {
    way_bound corners[SM_HULL_VERTICES];
    way_bound circle; /* of all corners, however far it turns */
    int count;
} shape_bound;

/* The most that at cos(x) + rise sin(x) is for x from 0 to an angle whose unit vector is `end`. */
static double highest_within(double at, double rise, vec end) {
    bool has_peak = rise > 0 && rise * end.x < at * end.y;
    return has_peak ? sqrt(at * at + rise * rise) : larger(at, at * end.x + rise * end.y);
}

/* Along `direction`, in the next `part` of the motion: a corner that is x from its origin then is
 * drawn back by turn^2 x. */
static shape_bound bound_of(const outline *o, vec direction, double part) {
    double centre = vec_dot(direction, o->origin), rate = vec_dot(direction, o->delta);
    double turn = fabs(o->turn), farthest = 0, lowest = INFINITY;
    vec end = unit_at_angle(turn * part);
    shape_bound bound = {.count = o->count};
    for (int i = 0; i < o->count; i++) {
        vec arm = vec_sub(o->vertices[i], o->origin);
        double at = vec_dot(direction, arm), side = vec_dot(direction, vec_left(arm));
        double rise = o->turn < 0 ? -side : side;
        bound.corners[i] = (way_bound){centre + at, rate + turn * rise,
                                       -turn * turn * highest_within(at, rise, end)};
        farthest = larger(farthest, vec_length(arm));
        lowest = smaller(lowest, at);
    }
    bound.circle = (way_bound){centre + (turn > 0 ? -farthest : lowest), rate, 0};
    return bound;
}

/* When two that come from opposite sides may be only `least` apart. */
static double time_until(const way_bound *first, const way_bound *second, double least) {
    double room = first->base + second->base - least;
    double rate = first->rate + second->rate, bend = first->bend + second->bend;
    double discriminant = rate * rate - 2 * room * bend;
    if (discriminant < 0 || (rate >= 0 && bend >= 0))
        return INFINITY;
    return 2 * room / (sqrt(discriminant) - rate); /* the first zero, without cancelling */
}

/* How far of the motion they surely stay more than `least` apart along the normal; the inner
 * outlines. */
static double safe_step(const outline *first, const outline *second, vec normal, double least,
                        double rest) {
    double turn = larger(fabs(first->turn), fabs(second->turn));
    double step = turn * rest > turn_part ? turn_part / turn : rest;
    shape_bound a = bound_of(first, normal, step),
                b = bound_of(second, vec_scale(normal, -1), step);
    for (int i = 0; i < a.count; i++) {
        for (int k = 0; k < b.count; k++)
            step = smaller(time_until(&a.corners[i], &b.corners[k], least), step);
    }
    if (a.circle.base + b.circle.base > least)
        step = larger(time_until(&a.circle, &b.circle, least), step);
    return larger(smaller(step, rest), 0);
}

/* ---- Advancing --------------------------------------------------------------------------- */

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

sm_advance_result sm_advance(sm_hull first, sm_motion first_motion, sm_hull second,
                             sm_motion second_motion, float tolerance, sm_advance_trace *trace) {
    const sm_advance_result clear = {.end = SM_ADVANCE_CLEAR, .fraction = 1};
    if (trace != NULL)
        trace->count = trace->lost = 0;
    if (!sm_hull_is_finite(&first) || !sm_hull_is_finite(&second) ||
        !motion_is_finite(&first_motion) || !motion_is_finite(&second_motion))
        return clear;

    double near = tolerance > 0 ? (double)tolerance : SM_ADVANCE_TOLERANCE;
    double least = near / 2; /* to stay apart by in a step */
    double fraction = 0;
    for (int i = 0; fraction < 1; i++) {
        outline a = outline_at(&first, &first_motion, fraction);
        outline b = outline_at(&second, &second_motion, fraction);
        gap_between now = measure(&a, &b);
        if (now.distance > near)
            least = near / 2; /* parted */
        else if (i == 0 && !leads_deeper(&a, &b, &now, near))
            least = now.distance - near;
        bool touches = now.distance <= least + near / 2, is_end = touches || i == SM_ADVANCE_STEPS;
        double step =
            is_end ? 0 : safe_step(&a, &b, now.normal, least + a.radius + b.radius, 1 - fraction);
        sm_vec2 normal = vec_round(now.normal), point = vec_round(now.point);
        double approach = is_end ? 0 : (now.distance - least) / step;
        record_step(trace,
                    (sm_advance_step){fraction, now.distance, approach, step, normal, point});
        if (is_end)
            return (sm_advance_result){touches ? SM_ADVANCE_TOUCHING : SM_ADVANCE_UNDECIDED,
                                       fraction, now.distance, normal, point};
        fraction += step;
    }
    return clear;
}

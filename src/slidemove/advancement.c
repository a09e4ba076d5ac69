/* advancement: conservative advancement (Mirtich, Impulse-based Dynamic Simulation, 1996, 2.3;
 * Ericson, Real-Time Collision Detection, 5.5). Two convex shapes that move and turn are moved
 * forward step by step, each time by a time in which they certainly do not touch.
 *
 * Along any one direction shapes are no farther apart than in space. So each corner is followed
 * along the present normal. There a turning corner moves like a cosine. For a part of a turn that
 * stays above a parabola, and it always stays within the corner's circle. In 2D all turns are about
 * z. */
#include "advancement.h"

#include <float.h>
#include <stddef.h>

/* ---- Turning ----------------------------------------------------------------------------- */

vec3 sm_turned(vec3 v, vec3 turn) {
    double angle = vec3_length(turn);
    if (!(angle > 0))
        return v;
    vec3 axis = vec3_scale(turn, 1 / angle);
    vec unit = vec_of_angle(angle);
    double along = vec3_dot(axis, v);
    vec3 across = vec3_sub(v, vec3_scale(axis, along));
    return vec3_add(vec3_add(vec3_scale(across, unit.x), vec3_scale(vec3_cross(axis, v), unit.y)),
                    vec3_scale(axis, along));
}

/* ---- How far it is safe to go ------------------------------------------------------------ */

/* In radians: one parabola bounds the path of a corner for at most this turn. */
static const double max_turn = 0.78539816339744830962;

/* A lower bound of a point's coordinate along a direction after the fraction t of the motion:
 * base + rate t + bend t^2 / 2. It holds for turns of at most max_turn. */
typedef struct coordinate_bound {
    double base, rate, bend;
} coordinate_bound;

typedef struct shape_bound {
    coordinate_bound corners[ADVANCE_CORNERS];
    coordinate_bound circle; /* of all corners, for any turn */
    int count;
} shape_bound;

/* Returns the maximum of at cos(x) + rise sin(x) for x from 0 to the angle with unit vector `end`.
 */
static double max_within(double at, double rise, vec end) {
    bool has_peak = rise > 0 && rise * end.x < at * end.y;
    return has_peak ? sqrt(at * at + rise * rise) : sm_max(at, at * end.x + rise * end.y);
}

/* Bounds a shape's coordinates along `direction` in the next `fraction` of the motion. A corner at
 * distance x from the axis is accelerated by turn^2 x. */
static shape_bound bound_of(const advance_shape *s, vec3 direction, double fraction) {
    double centre = vec3_dot(direction, s->origin), rate = vec3_dot(direction, s->delta);
    double turn = vec3_length(s->turn), farthest = 0, lowest = INFINITY;
    vec3 axis = turn > 0 ? vec3_scale(s->turn, 1 / turn) : s->turn;
    vec end = vec_of_angle(turn * fraction);
    shape_bound bound = {.count = s->count};
    for (int i = 0; i < s->count; i++) {
        vec3 arm = vec3_sub(s->corners[i], s->origin);
        double all = vec3_dot(direction, arm);
        double at = all - vec3_dot(direction, axis) * vec3_dot(axis, arm);
        double rise = vec3_dot(direction, vec3_cross(axis, arm));
        bound.corners[i] = (coordinate_bound){centre + all, rate + turn * rise,
                                              -turn * turn * max_within(at, rise, end)};
        farthest = sm_max(farthest, vec3_length(arm));
        lowest = sm_min(lowest, all);
    }
    bound.circle = (coordinate_bound){centre + (turn > 0 ? -farthest : lowest), rate, 0};
    return bound;
}

/* Returns the first time at which two points from opposite sides may be only `least` apart. */
static double time_until(const coordinate_bound *first, const coordinate_bound *second,
                         double least) {
    double room = first->base + second->base - least;
    double rate = first->rate + second->rate, bend = first->bend + second->bend;
    double discriminant = rate * rate - 2 * room * bend;
    if (discriminant < 0 || (rate >= 0 && bend >= 0))
        return INFINITY;
    return 2 * room / (sqrt(discriminant) - rate); /* the first zero, without cancelling */
}

/* Returns the fraction of the motion for which the shapes, without radii, certainly stay more than
 * `least` apart along the normal. */
static double safe_step(const advance_shape *first, const advance_shape *second, vec3 normal,
                        double least, double rest) {
    double turn = sm_max(vec3_length(first->turn), vec3_length(second->turn));
    double step = turn * rest > max_turn ? max_turn / turn : rest;
    shape_bound a = bound_of(first, normal, step),
                b = bound_of(second, vec3_scale(normal, -1), step);
    for (int i = 0; i < a.count; i++) {
        for (int k = 0; k < b.count; k++)
            step = sm_min(time_until(&a.corners[i], &b.corners[k], least), step);
    }
    if (a.circle.base + b.circle.base > least)
        step = sm_max(time_until(&a.circle, &b.circle, least), step);
    return sm_max(sm_min(step, rest), 0);
}

/* ---- Advancing --------------------------------------------------------------------------- */

static double fastest_point(const advance_shape *s, vec3 delta) {
    double fastest = 0;
    for (int i = 0; i < s->count; i++) {
        vec3 turning = vec3_cross(s->turn, vec3_sub(s->corners[i], s->origin));
        fastest = sm_max(fastest, vec3_length(vec3_add(delta, turning)));
    }
    return fastest;
}

/* Whether the motion leads deeper into a touch. Tests it after a time in which no point moves more
 * than a quarter of `near`. */
static bool leads_deeper(const advance_look *look, const advance_shape shapes[2], double distance,
                         double near) {
    static const double slope = 3 * (double)FLT_EPSILON; /* a smaller one floats cannot tell */
    double speed =
        fastest_point(&shapes[0], shapes[0].delta) + fastest_point(&shapes[1], shapes[1].delta);
    double time = sm_min(near / 4 / speed, 1);
    advance_shape then[2];
    return speed > 0 && look->at(look, time, then).distance < distance - slope * speed * time;
}

/* Returns the longest step for shapes that touch since the start, in which they cannot part by more
 * than 2 `near` and touch again unnoticed. Without turning, the distance is a convex function of
 * time, so between two measurements it is at most the larger of both. Turning changes it by no more
 * than it moves a corner. So between a distance d and one of at most 2 `near` it stays below
 * 2 `near` if no corner turns farther than (2 near - d) / 2.
 *
 * Shapes that go on touching while they turn must not use up all steps. So the angle of the least
 * step grows with their number; all steps together would turn by 20 radians. */
static double step_of_touch(const advance_shape shapes[2], double distance, double near, int i) {
    static const double growth = 40.0 / SM_ADVANCE_STEPS / SM_ADVANCE_STEPS; /* radians */
    double turn = sm_max(vec3_length(shapes[0].turn), vec3_length(shapes[1].turn));
    double speed = fastest_point(&shapes[0], vec3_zero) + fastest_point(&shapes[1], vec3_zero);
    return speed > 0 ? sm_max((2 * near - distance) / (2 * speed), i * growth / turn) : INFINITY;
}

static void record_step(sm_advance_trace *trace, sm_advance_step step) {
    if (trace == NULL)
        return;
    if (trace->count < trace->capacity)
        trace->steps[trace->count++] = step;
    else
        trace->lost++;
}

sm_advance_result sm_advance_begin(sm_advance_trace *trace) {
    if (trace != NULL)
        trace->count = trace->lost = 0;
    return (sm_advance_result){.end = SM_ADVANCE_CLEAR, .fraction = 1};
}

sm_advance_result sm_advance_from(const advance_look *look, float tolerance,
                                  sm_advance_trace *trace) {
    double near = tolerance > 0 ? (double)tolerance : SM_ADVANCE_TOLERANCE;
    double least = near / 2; /* the distance to keep in a step */
    double fraction = 0;
    for (int i = 0; fraction < 1; i++) {
        advance_shape shapes[2];
        advance_gap now = look->at(look, fraction, shapes);
        if (now.distance > near)
            least = near / 2; /* the shapes have parted */
        else if (i == 0 && !leads_deeper(look, shapes, now.distance, near))
            least = now.distance - near;
        bool touches = now.distance <= least + near / 2, is_end = touches || i == SM_ADVANCE_STEPS;
        double rest = 1 - fraction;
        if (least < near / 2)
            rest = sm_min(rest, step_of_touch(shapes, now.distance, near, i));
        double step =
            is_end ? 0 : safe_step(&shapes[0], &shapes[1], now.normal, least + look->radii, rest);
        sm3_vec normal = vec3_round(now.normal), point = vec3_round(now.point);
        double approach = is_end ? 0 : (now.distance - least) / step;
        record_step(trace,
                    (sm_advance_step){fraction, now.distance, approach, step, normal, point});
        if (is_end)
            return (sm_advance_result){touches ? SM_ADVANCE_TOUCHING : SM_ADVANCE_UNDECIDED,
                                       fraction, now.distance, normal, point};
        fraction += step;
    }
    return (sm_advance_result){.end = SM_ADVANCE_CLEAR, .fraction = 1};
}

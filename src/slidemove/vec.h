/* vec: the vectors of the library and of the program around it.
 *
 * vec and vec3 are doubles, for the arithmetic inside one collision or picture. Shapes are stored
 * as floats; a difference of two floats, and products of such differences, are exact or nearly so
 * in double, so normals stay right even where the shapes almost touch. The functions of sm_vec2 and
 * sm3_vec compute with the floats of the public types, for uses where single precision will do. */
#ifndef SM_VEC_H
#define SM_VEC_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "slidemove3.h"

/* x87 keeps sums and products in 80 bits while they stay in registers, and the compiler decides how
 * long that is: the same level would move differently in each build. On 32-bit x86, -msse2
 * -mfpmath=sse selects SSE. With -march=native on a processor with AVX512-FP16, gcc sets
 * FLT_EVAL_METHOD to 16, where floats and doubles are computed as with 0. */
#if !defined(FLT_EVAL_METHOD) || (FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16)
#error "slidemove needs floats and doubles computed as written: on x86 -msse2 -mfpmath=sse"
#endif

/* ---- Numbers ----------------------------------------------------------------------------- */

/* The minimum and maximum of two numbers; `b` if either is NaN. fmin and fmax, which prefer the
 * number, would be function calls. */
static inline double sm_min(double a, double b) {
    return a < b ? a : b;
}

static inline double sm_max(double a, double b) {
    return a > b ? a : b;
}

static inline float sm_minf(float a, float b) {
    return a < b ? a : b;
}

static inline float sm_maxf(float a, float b) {
    return a > b ? a : b;
}

/* Returns the radius, 0 for a negative one or NaN. */
static inline double sm_radius(float radius) {
    return radius > 0 ? (double)radius : 0;
}

/* Returns a bound, in world units, of the rounding error of a distance between points with
 * coordinates of at most `largest`. Searches for near obstacles widen their reach by it. */
static inline double sm_rounding(double largest) {
    return 1e-14 * largest;
}

/* World units. Shapes farther apart than this never count as touching, at any coordinates. */
#define TOUCHING_MOST 1e-9

/* Returns the largest distance, in world units, that counts as touching for coordinates of at most
 * `largest`: the direction between closest points that near is rounding noise. */
static inline double touching_distance(double largest) {
    return sm_min(sm_rounding(largest), TOUCHING_MOST);
}

/* Returns a float that is certainly below x (sm_round_up: above it), by a few roundings only. */
static inline float sm_round_down(double x) {
    return (float)(x - fabs(x) * (double)FLT_EPSILON - (double)FLT_MIN);
}

static inline float sm_round_up(double x) {
    return (float)(x + fabs(x) * (double)FLT_EPSILON + (double)FLT_MIN);
}

/* ---- In the plane ------------------------------------------------------------------------ */

typedef struct vec {
    double x, y;
} vec;

static inline vec vec_of(sm_vec2 v) {
    return (vec){(double)v.x, (double)v.y};
}

static inline sm_vec2 vec_round(vec v) {
    return (sm_vec2){(float)v.x, (float)v.y};
}

/* Rounds to floats; larger numbers, infinity too, become the largest finite float. */
static inline sm_vec2 vec_round_finite(vec v) {
    const double most = (double)FLT_MAX;
    return (sm_vec2){(float)sm_max(sm_min(v.x, most), -most),
                     (float)sm_max(sm_min(v.y, most), -most)};
}

static inline vec vec_add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y};
}

static inline vec vec_sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y};
}

static inline vec vec_scale(vec v, double k) {
    return (vec){v.x * k, v.y * k};
}

static inline double vec_dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y;
}

/* The z component of the 3D cross product: positive when b lies to the left of a. */
static inline double vec_cross(vec a, vec b) {
    return a.x * b.y - a.y * b.x;
}

/* Returns v turned by +90 degrees: it points to the left of v. */
static inline vec vec_left(vec v) {
    return (vec){-v.y, v.x};
}

/* Returns (cos, sin) of `right_angles` times 90 degrees plus x radians; |x| is at most 45 degrees.
 * The C library's cos and sin differ in the last bit between libraries and CPUs. The error of
 * Taylor's series is below one bit in this range, and right angles come out exact. */
static inline vec vec_at_angle(int right_angles, double x) {
    double sine = 1, cosine = 1, x2 = x * x;
    for (int n = 18; n > 0; n -= 2) { /* Horner: 1 - x^2/(2*3) * (1 - x^2/(4*5) * ...) */
        sine = 1 - x2 / (n * (n + 1)) * sine;
        cosine = 1 - x2 / (n * (n - 1)) * cosine;
    }
    vec turned = {cosine, x * sine};
    for (int i = 0; i < (right_angles & 3); i++)
        turned = vec_left(turned);
    return turned;
}

/* Returns (cos, sin) of an angle in radians. */
static inline vec vec_of_angle(double angle) {
    int right_angles;
    double rest = remquo(angle, 1.57079632679489661923, &right_angles);
    return vec_at_angle(right_angles, rest);
}

static inline double vec_length(vec v) {
    return sqrt(vec_dot(v, v)); /* not hypot: its last bit differs between C libraries */
}

static inline bool vec_is_zero(vec v) {
    return v.x == 0 && v.y == 0;
}

static inline bool vec_equal(vec a, vec b) {
    return a.x == b.x && a.y == b.y;
}

/* Infinity minus infinity is NaN, and so is every sum with NaN: one comparison tests for both. */
static inline bool sm_is_finite(sm_vec2 v) {
    return (v.x - v.x) + (v.y - v.y) == 0;
}

/* Returns p + by * direction. */
static inline sm_vec2 sm_offset(sm_vec2 p, sm_vec2 direction, float by) {
    return (sm_vec2){p.x + direction.x * by, p.y + direction.y * by};
}

/* Returns the displacement from one point to another. */
static inline sm_vec2 sm_between(sm_vec2 from, sm_vec2 to) {
    return (sm_vec2){to.x - from.x, to.y - from.y};
}

static inline bool sm_same(sm_vec2 a, sm_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* hypotf, because the squares of what a mouse may draw can overflow a float. */
static inline float sm_distance(sm_vec2 a, sm_vec2 b) {
    return hypotf(b.x - a.x, b.y - a.y);
}

/* ---- In space ----------------------------------------------------------------------------
 *
 * A copy reads 16 bytes at once. Of a vector that was written just before, number by number, it
 * must wait until they are stored, for some nanoseconds. So where every tick goes, `a = f(x)` and
 * `b = f(x)` beat `a = b = f(x)`, and a result that is written where it belongs, by a pointer,
 * beats one that is returned and copied. */

typedef struct vec3 {
    double x, y, z;
} vec3;

static const vec3 vec3_zero = {0, 0, 0};

static inline vec3 vec_to3(vec v) {
    return (vec3){v.x, v.y, 0};
}

static inline vec3 vec3_of(sm3_vec v) {
    return (vec3){(double)v.x, (double)v.y, (double)v.z};
}

static inline sm3_vec vec3_round(vec3 v) {
    return (sm3_vec){(float)v.x, (float)v.y, (float)v.z};
}

static inline vec3 vec3_add(vec3 a, vec3 b) {
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 vec3_sub(vec3 a, vec3 b) {
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 vec3_scale(vec3 v, double k) {
    return (vec3){v.x * k, v.y * k, v.z * k};
}

static inline double vec3_dot(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Swapping the arguments gives exactly the negative. */
static inline vec3 vec3_cross(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vec3_length(vec3 v) {
    return sqrt(vec3_dot(v, v));
}

static inline double vec3_largest(vec3 v) {
    return sm_max(fabs(v.x), sm_max(fabs(v.y), fabs(v.z)));
}

/* Returns v with length 1, `instead` where it has none. */
static inline vec3 vec3_unit(vec3 v, vec3 instead) {
    double length = vec3_length(v);
    return length > 0 && isfinite(length) ? vec3_scale(v, 1 / length) : instead;
}

/* Returns the fraction, 0 .. 1, of the segment from-to at which it is nearest to `point`; 0 if the
 * segment is a point. */
static inline double vec3_fraction(vec3 point, vec3 from, vec3 to) {
    vec3 along = vec3_sub(to, from);
    double squared = vec3_dot(along, along);
    double fraction = squared > 0 ? vec3_dot(vec3_sub(point, from), along) / squared : 0;
    return sm_min(sm_max(fraction, 0), 1);
}

static inline bool vec3_is_zero(vec3 v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

static inline bool vec3_equal(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* A number that is not finite, minus itself, is NaN: one comparison tests all three. */
static inline bool vec3_is_finite(vec3 v) {
    return (v.x - v.x) + (v.y - v.y) + (v.z - v.z) == 0;
}

/* Returns 0 for finite numbers, else NaN. The sum of several tests them all. */
static inline float sm3_finite_zero(sm3_vec v) {
    return (v.x - v.x) + (v.y - v.y) + (v.z - v.z);
}

static inline bool sm3_is_finite(sm3_vec v) {
    return sm3_finite_zero(v) == 0;
}

/* A point of the plane in space, where its z is 0, and back. */
static inline sm3_vec sm_to3(sm_vec2 v) {
    return (sm3_vec){v.x, v.y, 0};
}

static inline sm_vec2 sm3_to2(sm3_vec v) {
    return (sm_vec2){v.x, v.y};
}

static inline sm3_vec vec_round_to3(vec v) {
    return sm_to3(vec_round(v));
}

static inline sm3_collision sm_collision_to3(sm_collision c) {
    return (sm3_collision){c.depth, sm_to3(c.normal), sm_to3(c.point), c.obstacle};
}

static inline sm_collision sm3_collision_to2(sm3_collision c) {
    return (sm_collision){c.depth, sm3_to2(c.normal), sm3_to2(c.point), c.obstacle};
}

static inline sm3_vec sm3_offset(sm3_vec p, sm3_vec direction, float by) {
    return (sm3_vec){p.x + direction.x * by, p.y + direction.y * by, p.z + direction.z * by};
}

static inline sm3_vec sm3_between(sm3_vec from, sm3_vec to) {
    return sm3_offset(to, from, -1);
}

static inline sm3_vec sm3_scaled(sm3_vec v, float by) {
    return (sm3_vec){v.x * by, v.y * by, v.z * by};
}

static inline float sm3_dot(sm3_vec a, sm3_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline sm3_vec sm3_cross(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline bool sm3_same(sm3_vec a, sm3_vec b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline float sm3_length(sm3_vec v) {
    return sqrtf(sm3_dot(v, v));
}

#endif

/* vec3: double vectors for the arithmetic inside one 3D collision (see vec.h for why double). */
#ifndef SM_VEC3_H
#define SM_VEC3_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "../plane/vec.h" /* sm_radius */
#include "../slidemove3.h"

typedef struct vec3 {
    double x, y, z;
} vec3;

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

static inline vec3 vec3_cross(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vec3_length(vec3 v) {
    return sqrt(vec3_dot(v, v));
}

/* Not fmin and fmax, which compilers may not inline. */
static inline double sm_lower(double a, double b) {
    return a < b ? a : b;
}

static inline double sm_higher(double a, double b) {
    return a > b ? a : b;
}

/* A float that is certainly below, or above, and next to none further than it need be. */
static inline float sm3_round_down(double x) {
    return (float)(x - fabs(x) * (double)FLT_EPSILON - (double)FLT_MIN);
}

static inline float sm3_round_up(double x) {
    return (float)(x + fabs(x) * (double)FLT_EPSILON + (double)FLT_MIN);
}

static inline bool vec3_is_zero(vec3 v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

static inline bool vec3_equal(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline bool vec3_is_finite(vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

/* What is not finite less itself is NaN. One comparison instead of three. */
static inline bool sm3_is_finite(sm3_vec v) {
    return (v.x - v.x) + (v.y - v.y) + (v.z - v.z) == 0;
}

#endif

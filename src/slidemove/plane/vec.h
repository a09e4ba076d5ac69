/* vec: double vectors for the arithmetic inside one collision.
 *
 * Shapes are stored as floats; a difference of two floats, and products of such differences, are
 * exact or nearly so in double, so normals stay right even where the shapes almost touch. */
#ifndef SM_VEC_H
#define SM_VEC_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "../slidemove.h"

typedef struct vec {
    double x, y;
} vec;

static inline vec vec_of(sm_vec2 v) {
    return (vec){(double)v.x, (double)v.y};
}

static inline sm_vec2 vec_round(vec v) {
    return (sm_vec2){(float)v.x, (float)v.y};
}

/* What is beyond the floats, infinity too, ends where they do. */
static inline sm_vec2 vec_round_finite(vec v) {
    return (sm_vec2){(float)fmax(fmin(v.x, (double)FLT_MAX), -(double)FLT_MAX),
                     (float)fmax(fmin(v.y, (double)FLT_MAX), -(double)FLT_MAX)};
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

/* Turned by +90 degrees: the left side of v. */
static inline vec vec_left(vec v) {
    return (vec){-v.y, v.x};
}

static inline double vec_length(vec v) {
    return sqrt(vec_dot(v, v)); /* not hypot: its last bit differs between C libraries */
}

/* Of two numbers; of NaN and a number the second of the two. fmin and fmax, which know NaN, are
 * calls. */
static inline double smaller(double a, double b) {
    return a < b ? a : b;
}

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static inline bool vec_is_zero(vec v) {
    return v.x == 0 && v.y == 0;
}

static inline bool vec_equal(vec a, vec b) {
    return a.x == b.x && a.y == b.y;
}

/* A negative radius, or one that is NaN, is taken as 0. */
static inline double sm_radius(float radius) {
    return radius > 0 ? (double)radius : 0;
}

/* Infinity less infinity is NaN, as is all that NaN touches: one comparison for both. */
static inline bool sm_is_finite(sm_vec2 v) {
    return (v.x - v.x) + (v.y - v.y) == 0;
}

#endif

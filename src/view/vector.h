/* vector: double vectors for the arithmetic of pictures in 3D: coordinates up to 1e6 multiplied
 * with each other leave a float nothing of a pixel. */
#ifndef VIEW3_VECTOR_H
#define VIEW3_VECTOR_H

#include <math.h>
#include <stdbool.h>

#include "../slidemove/slidemove3.h"

typedef struct vector {
    double x, y, z;
} vector;

static inline vector vector_of(sm3_vec v) {
    return (vector){(double)v.x, (double)v.y, (double)v.z};
}

static inline sm3_vec vector_round(vector v) {
    return (sm3_vec){(float)v.x, (float)v.y, (float)v.z};
}

static inline vector vector_add(vector a, vector b) {
    return (vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vector vector_sub(vector a, vector b) {
    return (vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vector vector_scale(vector v, double k) {
    return (vector){v.x * k, v.y * k, v.z * k};
}

static inline double vector_dot(vector a, vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Exactly the negative when its arguments change places. */
static inline vector vector_cross(vector a, vector b) {
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vector_length(vector v) {
    return sqrt(vector_dot(v, v));
}

/* Returns v with length 1, `instead` where it has none. */
static inline vector vector_unit(vector v, vector instead) {
    double length = vector_length(v);
    return length > 0 && isfinite(length) ? vector_scale(v, 1 / length) : instead;
}

static inline bool vector_is_finite(vector v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

#endif

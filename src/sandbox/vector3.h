/* vector3: the few sums of sm3_vec that hands, walks and pictures share. Single precision will do
 * there: what must be exact is the library's. */
#ifndef VECTOR3_H
#define VECTOR3_H

#include <math.h>

#include "../slidemove/slidemove3.h"

static inline sm3_vec offset3(sm3_vec p, sm3_vec direction, float by) {
    return (sm3_vec){p.x + direction.x * by, p.y + direction.y * by, p.z + direction.z * by};
}

static inline sm3_vec between3(sm3_vec from, sm3_vec to) {
    return offset3(to, from, -1);
}

static inline sm3_vec scaled3(sm3_vec v, float by) {
    return (sm3_vec){v.x * by, v.y * by, v.z * by};
}

static inline float dot3(sm3_vec a, sm3_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline sm3_vec cross3(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline float length3(sm3_vec v) {
    return sqrtf(dot3(v, v));
}

#endif

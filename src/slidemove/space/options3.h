/* options3: what both 3D moves ask about their arguments. */
#ifndef SM_OPTIONS3_H
#define SM_OPTIONS3_H

#include <float.h>

#include "vec3.h"

static inline int options3_pushes(const sm3_options *options) {
    int wanted = options->max_pushes != 0 ? options->max_pushes : SM_PUSHES;
    return wanted < 1 ? 1 : wanted > SM_PUSHES_MAX ? SM_PUSHES_MAX : wanted;
}

/* Returns false, and what the move returns then, when the arguments allow no move. */
static inline bool options3_allow(sm3_vec position, sm3_vec delta, const sm3_options *options,
                                  sm3_result *refused) {
    sm3_vec end = {position.x + delta.x, position.y + delta.y, position.z + delta.z};
    *refused = (sm3_result){.position = position, .status = SM_NOT_FINITE};
    if (!sm3_is_finite(end)) /* it is only if both are */
        return false;
    refused->status = SM_NO_RESOLVER;
    return (int)options->resolver >= 0 && options->resolver < SM_RESOLVER_COUNT;
}

/* Whether the mover can meet anything. */
static inline bool options3_is_solid(sm3_capsule mover) {
    return sm3_is_finite(mover.a) && sm3_is_finite(mover.b) && isfinite(mover.radius);
}

static inline float options3_largest(sm3_vec v) {
    float x = fabsf(v.x), y = fabsf(v.y), z = fabsf(v.z), larger = y > z ? y : z;
    return x > larger ? x : larger;
}

/* The coarsest of the coordinates' float spacings, rounded up: what a push cannot be finer than. */
static inline double options3_resolution(sm3_vec position) {
    return (double)(FLT_EPSILON * options3_largest(position));
}

#endif

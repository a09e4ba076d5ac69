/* rival3: another library that moves the same movers through the same triangles. */
#ifndef RIVAL3_H
#define RIVAL3_H

#include "../src/slidemove/slidemove3.h"

typedef struct rival3 {
    const char *name;
    void *(*create)(const sm3_triangle *triangles, int count);
    void (*destroy)(void *rival);
    void (*set_mover)(void *rival, sm3_mover mover); /* a sphere, or one that stands upright */
    sm3_vec (*move)(void *rival, sm3_vec position, sm3_vec delta);
} rival3;

#ifdef __cplusplus
extern "C"
#else
extern
#endif
    const rival3 rival3_bullet; /* there where WITH_BULLET is 1 */

#endif

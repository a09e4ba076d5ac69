/* scenes3: levels of triangles to walk in, and a mover that does: what moves in 3D are measured
 * with. */
#ifndef SCENES3_H
#define SCENES3_H

#include <stdint.h>

#include "../src/slidemove/slidemove3.h"

enum { SCENE3_STARTS_MAX = 6, SCENE3_DELTAS = 4096 };

typedef struct scene3 {
    sm3_triangle *triangles;
    int count, capacity;
    sm3_vec starts[SCENE3_STARTS_MAX];
    int start_count;
    sm3_vec low, high; /* who leaves this starts anew */
    bool floats;       /* up and down alike: nothing falls */
    uint64_t random;   /* state of xorshift64 */
    bool no_memory;
} scene3;

typedef struct scene3_kind {
    const char *name;
    void (*make)(scene3 *scene, int count);
    int counts[3]; /* triangles, about, that it is measured with; 0: none */
} scene3_kind;

extern const scene3_kind scene3_kinds[];
extern const int scene3_kind_count;

/* Returns false without memory. */
bool scene3_make(scene3 *scene, const scene3_kind *kind, int count);
void scene3_free(scene3 *scene);

/* Deltas of a mover that turns at random, the same for whoever walks. */
typedef struct walk3 {
    const scene3 *scene;
    sm3_vec deltas[SCENE3_DELTAS];
    sm3_vec position;
    unsigned step;
} walk3;

extern const sm3_mover scene3_ball, scene3_upright;

void walk3_begin(walk3 *walk, const scene3 *scene);

/* Where it is, and the next delta. */
sm3_vec walk3_next(walk3 *walk, sm3_vec *delta);

#endif

/* scenes: levels to walk in, in the plane and in space, and the walks that moves are measured by.
 */
#ifndef SCENES_H
#define SCENES_H

#include <stdint.h>

#include "../src/slidemove/slidemove3.h"

enum { SCENE_STARTS_MAX = 100, SCENE_DELTAS = 4096, SCENE_STRETCH = 200 };

typedef struct scene {
    sm_capsule *walls;       /* in the plane; otherwise NULL */
    sm3_triangle *triangles; /* in space; otherwise NULL */
    int count, capacity;
    sm3_vec starts[SCENE_STARTS_MAX];
    int start_count;
    sm3_vec low, high; /* a walk that leaves this starts anew */
    bool floats;       /* up and down alike: nothing falls */
    uint64_t random;   /* state of xorshift64 */
    bool no_memory;
    sm3_vec deltas[SCENE_DELTAS]; /* of a mover that turns at random, and in space falls */
} scene;

typedef struct scene_kind {
    const char *name;
    void (*make)(scene *scene, int count);
} scene_kind;

/* The field of segments first, then the scenes in space. */
extern const scene_kind scene_kinds[];
extern const int scene_kind_count;

/* Returns the kind of this name, NULL if there is none. */
const scene_kind *scene_kind_of(const char *name);

/* Makes a scene of about so many obstacles. Returns false without memory. */
bool scene_make(scene *scene, const scene_kind *kind, int count);
void scene_free(scene *scene);

/* Makes a mesh of the scene's triangles: corners that are equal are one vertex. Returns false
 * without memory. Either way *mesh is to be freed. */
bool scene_mesh(const scene *scene, sm3_mesh *mesh);
void scene_free_mesh(sm3_mesh *mesh);

/* What moves: disk or ball, capsule, box. */
typedef enum scene_body { BODY_BALL, BODY_CAPSULE, BODY_BOX } scene_body;

extern const char *const scene_body_names[];
sm_hull scene_hull(scene_body body);
sm3_mover scene_mover(scene_body body);

/* A walk of many stretches, each from the next start. */
typedef struct scene_walk {
    const scene *scene;
    sm3_vec position;
    unsigned step;
} scene_walk;

/* Returns the next delta; the position is where it begins. */
sm3_vec scene_next(scene_walk *walk);

#endif

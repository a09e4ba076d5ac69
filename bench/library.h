/* library: what this library and its rivals do alike, so that one table measures them all. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "scenes.h"

/* Does one thing from `position` by `delta`. A move changes the position. A cast returns the
 * fraction of the delta, an overlap how many obstacles it found, and nearest the distance. */
typedef double task_fn(void *world, sm3_vec *position, sm3_vec delta);

typedef enum task {
    TASK_DEEPEST,
    TASK_SWEEP,
    TASK_RAY,
    TASK_CAST,
    TASK_OVERLAP,
    TASK_NEAREST
} task;

enum { TASKS = 6 };

typedef struct library {
    const char *name;
    void *(*create)(const scene *scene); /* NULL: no memory */
    void (*destroy)(void *world);
    void (*set_body)(void *world, scene_body body);
    task_fn *tasks[TASKS]; /* NULL: it has no such task */
    bool balls_only;       /* its tasks know no other body */
} library;

/* This library in the plane and in space: through a world, or by the plain loop. */
extern const library ours2, ours2_loop, ours3, ours3_loop;

/* Through a world that holds the triangles as a mesh. */
extern const library ours3_mesh;

/* Worlds of which one obstacle is not plain, or one in four. */
enum { MIXED = 4 };
extern const library ours2_mixed[MIXED];

#ifdef __cplusplus
extern "C"
#else
extern
#endif
    const library rival_bullet; /* there where WITH_BULLET is 1 */

extern const library rival_chipmunk; /* its tasks are NULL where Chipmunk is not installed */

#endif

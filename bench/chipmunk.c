/* Chipmunk, which many games of this kind use: its point query gives the nearest shape, so it can
 * drive the same loop of pushes. Where it is not installed there is no rival. */
#include "worlds.h"

#if WITH_CHIPMUNK

#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_structs.h>

static sm_vec2 move(void *space_of_rival, sm_vec2 position, sm_vec2 delta, float radius) {
    cpSpace *space = space_of_rival;
    cpVect p = cpv((cpFloat)(position.x + delta.x), (cpFloat)(position.y + delta.y));
    for (int i = 0; i < SM_PUSHES; i++) {
        cpPointQueryInfo nearest;
        cpFloat r = (cpFloat)radius;
        if (cpSpacePointQueryNearest(space, p, r, CP_SHAPE_FILTER_ALL, &nearest) == NULL ||
            nearest.distance >= r)
            break;
        p = cpvadd(p, cpvmult(nearest.gradient, r - nearest.distance));
    }
    return (sm_vec2){(float)p.x, (float)p.y};
}

static void *create(const sm_capsule *walls, int count) {
    cpSpace *space = cpSpaceNew();
    cpBody *body = cpSpaceGetStaticBody(space);
    for (int i = 0; i < count; i++) {
        cpVect a = cpv((cpFloat)walls[i].a.x, (cpFloat)walls[i].a.y);
        cpVect b = cpv((cpFloat)walls[i].b.x, (cpFloat)walls[i].b.y);
        cpSpaceAddShape(space, cpSegmentShapeNew(body, a, b, (cpFloat)walls[i].radius));
    }
    /* As it was inserted, the tree is far from its best: 100,000 segments take 15 times as long. */
    cpBBTreeOptimize(space->staticShapes);
    return space;
}

static void free_shape(cpBody *body, cpShape *shape, void *space) {
    (void)body;
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
}

static void destroy(void *space) {
    cpBodyEachShape(cpSpaceGetStaticBody(space), free_shape, space);
    cpSpaceFree(space);
}

static const bench_rival chipmunk = {"Chipmunk", create, destroy, move};
const bench_rival *const rival = &chipmunk;

#else

const bench_rival *const rival = NULL;

#endif

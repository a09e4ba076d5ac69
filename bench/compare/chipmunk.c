/* Chipmunk, which many games of this kind use: its point query gives the nearest shape, so it can
 * drive the same loop of pushes. */
#include "chipmunk.h"

#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_structs.h>

static sm_vec2 move(void *rival, sm_vec2 position, sm_vec2 delta, float radius) {
    cpSpace *space = rival;
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

static void destroy(void *rival) {
    cpBodyEachShape(cpSpaceGetStaticBody(rival), free_shape, rival);
    cpSpaceFree(rival);
}

const bench_rival chipmunk_rival = {"Chipmunk", create, destroy, move};

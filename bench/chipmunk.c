/* Chipmunk, which many games of this kind use: its point query gives the nearest shape, so it can
 * drive the same loop of pushes. Where it is not installed it has no tasks. */
#include "library.h"

#if WITH_CHIPMUNK

#include <chipmunk/chipmunk.h>
#include <chipmunk/chipmunk_structs.h>

static const cpFloat disk_radius = (cpFloat)0.5;

static cpVect vector_of(sm3_vec v) {
    return cpv((cpFloat)v.x, (cpFloat)v.y);
}

static double move(void *space, sm3_vec *position, sm3_vec delta) {
    cpVect p = cpvadd(vector_of(*position), vector_of(delta));
    for (int i = 0; i < SM_PUSHES; i++) {
        cpPointQueryInfo nearest;
        if (cpSpacePointQueryNearest(space, p, disk_radius, CP_SHAPE_FILTER_ALL, &nearest) ==
                NULL ||
            nearest.distance >= disk_radius)
            break;
        p = cpvadd(p, cpvmult(nearest.gradient, disk_radius - nearest.distance));
    }
    *position = (sm3_vec){(float)p.x, (float)p.y, 0};
    return 0;
}

static double fraction(void *space, sm3_vec from, sm3_vec delta, cpFloat radius) {
    cpSegmentQueryInfo hit;
    cpVect a = vector_of(from), b = cpvadd(a, vector_of(delta));
    cpSpaceSegmentQueryFirst(space, a, b, radius, CP_SHAPE_FILTER_ALL, &hit);
    return (double)hit.alpha;
}

static double ray(void *space, sm3_vec *position, sm3_vec delta) {
    return fraction(space, *position, delta, 0);
}

/* A disk's, for which Chipmunk has a thick segment; there is no other cast. */
static double cast(void *space, sm3_vec *position, sm3_vec delta) {
    return fraction(space, *position, delta, disk_radius);
}

static void count(cpShape *shape, cpVect point, cpFloat distance, cpVect gradient, void *found) {
    (void)shape;
    (void)point;
    (void)distance;
    (void)gradient;
    ++*(int *)found;
}

static double overlap(void *space, sm3_vec *position, sm3_vec delta) {
    int found = 0;
    (void)delta;
    cpSpacePointQuery(space, vector_of(*position), disk_radius, CP_SHAPE_FILTER_ALL, count, &found);
    return found;
}

static void *create(const scene *s) {
    cpSpace *space = cpSpaceNew();
    cpBody *body = cpSpaceGetStaticBody(space);
    for (int i = 0; i < s->count; i++) {
        cpVect a = cpv((cpFloat)s->walls[i].a.x, (cpFloat)s->walls[i].a.y);
        cpVect b = cpv((cpFloat)s->walls[i].b.x, (cpFloat)s->walls[i].b.y);
        cpSpaceAddShape(space, cpSegmentShapeNew(body, a, b, (cpFloat)s->walls[i].radius));
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

static void set_body(void *space, scene_body body) {
    (void)space;
    (void)body;
}

const library rival_chipmunk = {
    "Chipmunk", create, destroy, set_body, {move, NULL, ray, cast, overlap, NULL}, true};

#else

const library rival_chipmunk = {.name = "no rival"};

#endif

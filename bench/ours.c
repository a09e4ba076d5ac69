/* This library, as one of those that are measured. */
#include <stdlib.h>

#include "../src/slidemove/vec.h"
#include "library.h"

typedef struct ours {
    sm_world *world;
    sm3_world *world3;
    sm_capsule_array walls;
    sm3_triangle_array triangles;
    sm_obstacles obstacles;
    sm3_obstacles obstacles3;
    sm_hull hull;
    sm3_mover mover;
} ours;

static void set_body(void *world, scene_body body) {
    ours *o = world;
    o->hull = scene_hull(body);
    o->mover = scene_mover(body);
}

static void destroy(void *world) {
    ours *o = world;
    if (o == NULL)
        return;
    sm_world_destroy(o->world);
    sm3_world_destroy(o->world3);
    free(o);
}

static void *create_loop(const scene *s) {
    ours *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    o->walls = (sm_capsule_array){s->walls, s->walls != NULL ? s->count : 0};
    o->triangles = (sm3_triangle_array){s->triangles, s->triangles != NULL ? s->count : 0};
    o->obstacles = sm_obstacles_of_array(&o->walls);
    o->obstacles3 = sm3_obstacles_of_array(&o->triangles);
    return o;
}

static void *create(const scene *s) {
    ours *o = create_loop(s);
    if (o == NULL)
        return NULL;
    if (s->walls != NULL)
        o->world = sm_world_create(s->walls, s->count, NULL);
    else
        o->world3 = sm3_world_create(s->triangles, s->count, NULL);
    if (o->world == NULL && o->world3 == NULL) {
        destroy(o);
        return NULL;
    }
    if (s->walls != NULL)
        o->obstacles = sm_obstacles_of_world(o->world);
    else
        o->obstacles3 = sm3_obstacles_of_world(o->world3);
    return o;
}

/* ---- In the plane ------------------------------------------------------------------------ */

static const sm_options sweep = {.resolver = SM_SWEEP};

static double move2(const ours *o, sm3_vec *position, sm3_vec delta, const sm_options *options) {
    sm_result r = sm_slide_move(sm3_to2(*position), sm3_to2(delta), o->hull, o->obstacles, options);
    *position = (sm3_vec){r.position.x, r.position.y, 0};
    return r.pushes;
}

static double deepest2(void *world, sm3_vec *position, sm3_vec delta) {
    return move2(world, position, delta, NULL);
}

static double sweep2(void *world, sm3_vec *position, sm3_vec delta) {
    return move2(world, position, delta, &sweep);
}

static double ray2(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    return sm_raycast(sm3_to2(*position), sm3_to2(delta), o->obstacles, NULL).fraction;
}

static double cast2(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    return sm_shapecast(sm3_to2(*position), sm3_to2(delta), o->hull, o->obstacles, NULL).fraction;
}

static bool count2(void *context, const sm_obstacle *obstacle) {
    (void)obstacle;
    ++*(int *)context;
    return true;
}

static double overlap2(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    int count = 0;
    (void)delta;
    sm_find_overlaps(sm3_to2(*position), o->hull, o->obstacles, NULL, count2, &count);
    return count;
}

static double nearest2(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    (void)delta;
    return -(double)sm_find_nearest(sm3_to2(*position), INFINITY, o->obstacles, NULL).depth;
}

#define TASKS2                                                                                     \
    { deepest2, sweep2, ray2, cast2, overlap2, nearest2 }

/* Makes each `every`-th obstacle, or the last one alone, like `mark`. */
static void *create_marked(const scene *s, int every, sm_obstacle mark) {
    ours *o = create(s);
    for (int i = s->count - 1; o != NULL && i >= 0; i -= every) {
        mark.shape = mark.before = s->walls[i];
        sm_world_set(o->world, i, &mark);
    }
    return o;
}

static void *create_one_oneway(const scene *s) {
    return create_marked(s, s->count, (sm_obstacle){.oneway = true});
}

static void *create_one_moving(const scene *s) {
    return create_marked(s, s->count, (sm_obstacle){.moves = true});
}

static void *create_one_masked(const scene *s) {
    return create_marked(s, s->count, (sm_obstacle){.mask = 2});
}

static void *create_quarter_oneway(const scene *s) {
    return create_marked(s, 4, (sm_obstacle){.oneway = true});
}

const library ours2_mixed[] = {
    {"1 is one-way", create_one_oneway, destroy, set_body, TASKS2, false},
    {"1 moves", create_one_moving, destroy, set_body, TASKS2, false},
    {"1 has a mask", create_one_masked, destroy, set_body, TASKS2, false},
    {"1 in 4 is one-way", create_quarter_oneway, destroy, set_body, TASKS2, false},
};
const library ours2 = {"slidemove", create, destroy, set_body, TASKS2, false};
const library ours2_loop = {"plain loop", create_loop, destroy, set_body, TASKS2, false};

/* ---- In space ---------------------------------------------------------------------------- */

static double deepest3(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    sm3_result r = sm3_slide_move(*position, delta, o->mover, o->obstacles3, NULL);
    *position = r.position;
    return r.pushes;
}

static double sweep3(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    sm3_result r = sm3_slide_move(*position, delta, o->mover, o->obstacles3, &sweep);
    *position = r.position;
    return r.pushes;
}

static double ray3(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    return sm3_raycast(*position, delta, o->obstacles3, NULL).fraction;
}

static double cast3(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    return sm3_shapecast(*position, delta, o->mover, o->obstacles3, NULL).fraction;
}

static bool count3(void *context, const sm3_obstacle *obstacle) {
    (void)obstacle;
    ++*(int *)context;
    return true;
}

static double overlap3(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    int count = 0;
    (void)delta;
    sm3_find_overlaps(*position, o->mover, o->obstacles3, NULL, count3, &count);
    return count;
}

static double nearest3(void *world, sm3_vec *position, sm3_vec delta) {
    const ours *o = world;
    (void)delta;
    return -(double)sm3_find_nearest(*position, INFINITY, o->obstacles3, NULL).depth;
}

static void *create_mesh(const scene *s) {
    ours *o = create_loop(s);
    sm3_mesh mesh;
    bool good = scene_mesh(s, &mesh);
    if (o != NULL)
        o->world3 = sm3_world_create(NULL, 0, NULL);
    if (!good || o == NULL || o->world3 == NULL ||
        sm3_world_add_mesh(o->world3, &mesh) != SM_CHANGED) {
        destroy(o);
        o = NULL;
    }
    if (o != NULL)
        o->obstacles3 = sm3_obstacles_of_world(o->world3);
    scene_free_mesh(&mesh);
    return o;
}

#define TASKS3                                                                                     \
    { deepest3, sweep3, ray3, cast3, overlap3, nearest3 }
const library ours3 = {"slidemove", create, destroy, set_body, TASKS3, false};
const library ours3_mesh = {"as a mesh", create_mesh, destroy, set_body, TASKS3, false};
const library ours3_loop = {"plain loop", create_loop, destroy, set_body, TASKS3, false};

#if !WITH_BULLET
const library rival_bullet = {.name = "no rival"};
#endif

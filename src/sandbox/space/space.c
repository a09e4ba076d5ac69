#include "space.h"

#include <math.h>
#include <stdlib.h>

#include "../../slidemove/vec.h"

space *space_of(obstacles *o) {
    return o->dimension->count == SPACE_DIMENSIONS ? (space *)(void *)o : NULL;
}

const space *space_seen(const obstacles *o) {
    return o->dimension->count == SPACE_DIMENSIONS ? (const space *)(const void *)o : NULL;
}

/* ---- Obstacles --------------------------------------------------------------------------- */

sm3_obstacles space_obstacles(const space *sp) {
    return sm3_obstacles_of_world(sp->world);
}

bool space_make(obstacles *o, level_shapes *shapes) {
    space *sp = space_of(o);
    sm_world_def def = {.progress = o->progress};
    sp->triangles = shapes->triangles;
    shapes->triangles = NULL;
    sp->world = sm3_world_create(sp->triangles, o->count, &def);
    return sp->world != NULL;
}

void space_release(obstacles *o) {
    space *sp = space_of(o);
    free(sp->triangles);
    sm3_world_destroy(sp->world);
}

bool space_refresh(obstacles *o, int statement, obstacle_span span) {
    space *sp = space_of(o);
    level_make_triangles(o->level, statement, sp->triangles + span.first);
    for (int i = span.first; i < span.first + span.count; i++) {
        if (sm3_world_set(sp->world, i, sp->triangles[i]) != SM_CHANGED)
            return false;
    }
    return true;
}

void space_place(obstacles *o, int obstacle, sm3_triangle at, bool stands) {
    space *sp = space_of(o);
    sp->triangles[obstacle] = at;
    if (stands)
        sm3_world_set(sp->world, obstacle, at);
    sm3_world_move(sp->world, obstacle, at);
}

/* ---- Under the pointer ------------------------------------------------------------------- */

pick space_pick(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at) {
    const space *sp = space_seen(o);
    sm3_vec delta = sm3_scaled(ray->direction, POINTER_FAR);
    sm3_triangle pieces[PLAYER_PIECES];
    sm3_triangle_array alone = {pieces, player_surface(p, p->position, pieces)};
    sm3_touch of_player = sm3_raycast(ray->eye, delta, sm3_obstacles_of_array(&alone), NULL);
    sm3_touch of_shape = sm3_raycast(ray->eye, delta, space_obstacles(sp), NULL);
    if (of_player.hit && !(of_shape.hit && of_shape.fraction < of_player.fraction)) {
        *at = of_player.position;
        return (pick){PICK_PLAYER, o->level->player, 0};
    }
    *at = of_shape.hit ? of_shape.position : sm3_offset(ray->eye, ray->direction, ray->depth);
    return of_shape.hit ? (pick){PICK_BODY, o->statements[of_shape.obstacle], 0}
                        : (pick){PICK_NOTHING, -1, 0};
}

typedef struct snapping {
    const space *space;
    const snap_query *query;
    float nearest; /* the wanted place is so far from the vertex */
    sm3_vec *vertex;
} snapping;

static bool look_at_vertices(void *context, const sm3_obstacle *o) {
    snapping *n = context;
    int statement = n->space->common.statements[o->number];
    const sm3_vec corners[3] = {o->shape.a, o->shape.b, o->shape.c};
    const snap_query *q = n->query;
    bool moves_along = (q->moving.part != PICK_NOTHING && q->moving.statement == statement) ||
                       (q->selected != NULL && selection_has(q->selected, statement));
    for (int i = 0; i < 3 && !moves_along; i++) {
        float distance = sm3_length(sm3_between(q->wanted, corners[i]));
        if (distance < n->nearest) {
            n->nearest = distance;
            *n->vertex = corners[i];
        }
    }
    return true;
}

bool space_snap(const obstacles *o, const snap_query *q, float reach, sm3_vec *vertex) {
    snapping n = {space_seen(o), q, reach, vertex};
    sm3_vec all = {reach, reach, reach};
    sm3_find_in_box(sm3_offset(q->wanted, all, -1), sm3_offset(q->wanted, all, 1),
                    space_obstacles(n.space), NULL, look_at_vertices, &n);
    return n.nearest < reach;
}

/* ---- For compare ------------------------------------------------------------------------- */

bool space_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    sm3_vec way = {to.x - from.x, to.y - from.y, to.z - from.z};
    return sm3_raycast(from, way, space_obstacles(space_seen(o)), NULL).hit;
}

/* The sweep tells what way there is: from where the mover has settled, since inside of something
 * the way out is none of the way that was asked for. */
bool space_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec wanted) {
    sm_options options = {.resolver = SM_SWEEP, .both_sides = p->both_sides};
    sm3_mover mover = player_upright(p);
    sm3_obstacles met = space_obstacles(space_seen(o));
    sm3_vec at_rest = {0, 0, 0};
    sm3_vec start = sm3_slide_move(from, at_rest, mover, met, &options).position;
    sm3_result swept = sm3_slide_move(start, wanted, mover, met, &options);
    vec3 way = vec3_sub(vec3_of(swept.position), vec3_of(start));
    if (swept.pushes == 0 || !(vec3_length(way) > COMPARE_LEAST_WAY * vec3_length(vec3_of(wanted))))
        return false;
    vec3 made = vec3_sub(vec3_of(p->position), vec3_of(start));
    return vec3_dot(made, way) < COMPARE_SNAG * vec3_dot(way, way);
}

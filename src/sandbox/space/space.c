/* space: the obstacles of a 3D level, and the player among them: it walks where the view looks, and
 * looks about. At the end the space's row of the table. */
#include "space.h"

#include <math.h>
#include <stdlib.h>

#include "../../slidemove/vec.h"

static space *space_of(obstacles *o) {
    return o->dimension->count == SPACE_DIMENSIONS ? (space *)(void *)o : NULL;
}

const space *space_seen(const obstacles *o) {
    return o->dimension->count == SPACE_DIMENSIONS ? (const space *)(const void *)o : NULL;
}

/* ---- Obstacles --------------------------------------------------------------------------- */

sm3_obstacles space_obstacles(const space *sp) {
    return sm3_obstacles_of_world(sp->world);
}

static bool make_world(obstacles *o, level_shapes *shapes) {
    space *sp = space_of(o);
    sm_world_def def = {.progress = o->progress};
    sp->triangles = shapes->triangles;
    shapes->triangles = NULL;
    sp->world = sm3_world_create(sp->triangles, o->count, &def);
    return sp->world != NULL;
}

static void release_world(obstacles *o) {
    space *sp = space_of(o);
    free(sp->triangles);
    sm3_world_destroy(sp->world);
}

static bool refresh_world(obstacles *o, int statement, obstacle_span span) {
    space *sp = space_of(o);
    level_make_triangles(o->level, statement, sp->triangles + span.first);
    for (int i = span.first; i < span.first + span.count; i++) {
        if (sm3_world_set(sp->world, i, &(sm3_obstacle){.shape = sp->triangles[i]}) != SM_CHANGED)
            return false;
    }
    return true;
}

static void place(obstacles *o, int obstacle, sm3_triangle at, bool stands) {
    space *sp = space_of(o);
    sp->triangles[obstacle] = at;
    if (stands)
        sm3_world_set(sp->world, obstacle, &(sm3_obstacle){.shape = at});
    sm3_world_move(sp->world, obstacle, at);
}

/* ---- Under the pointer ------------------------------------------------------------------- */

static pick pick_under(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at) {
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

static bool note_found(void *context, const sm3_obstacle *o) {
    obstacle_list_add(context, o->number);
    return true;
}

static void find(const obstacles *o, sm3_vec min, sm3_vec max, obstacle_list *found) {
    sm3_find_in_box(min, max, space_obstacles(space_seen(o)), NULL, note_found, found);
}

/* ---- For compare ------------------------------------------------------------------------- */

static bool crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    return sm3_raycast(from, sm3_between(from, to), space_obstacles(space_seen(o)), NULL).hit;
}

/* ---- Walking ----------------------------------------------------------------------------- */

static const float turn_per_tick = 0.2f; /* radians */

/* Computed in double and rounded once, as in 2D: the C library's cosf may differ between CPUs. */
sm3_vec space_direction(float heading) {
    return (sm3_vec){(float)cos((double)heading), 0, (float)-sin((double)heading)};
}

static void turn_to(player *p, sm3_vec delta) {
    if (delta.x == 0 && delta.z == 0)
        return;
    float turn = remainderf(atan2f(-delta.z, delta.x) - p->heading, 2 * 3.14159265f);
    p->heading += fmaxf(-turn_per_tick, fminf(turn, turn_per_tick));
    p->heading = remainderf(p->heading, 2 * 3.14159265f);
}

static void walk_body(const obstacles *o, player *p, const sm_character_settings *settings,
                      sm3_vec velocity, bool jump) {
    sm3_character_move(&p->body, settings, player_upright(p), space_obstacles(space_seen(o)),
                       velocity, jump, 1.0f / TICKS_PER_SECOND);
}

static sm3_vec walked(const player *p, const player_input *input) {
    sm3_vec ahead = space_direction(input->view_heading), right = {-ahead.z, 0, ahead.x};
    sm3_vec walk = player_limited((sm3_vec){input->walk.x, input->walk.y, 0}, 1);
    float step = player_step(p, input);
    return (sm3_vec){(ahead.x * walk.y + right.x * walk.x) * step, input->rise * step,
                     (ahead.z * walk.y + right.z * walk.x) * step};
}

/* Returns the displacement of the tick. A player that is dragged or ignores collisions has no
 * momentum afterwards. */
static player_wish wish(const obstacles *o, player *p, const player_input *input) {
    (void)o;
    player_wish w = {.walks = p->gravity && !input->noclip && !input->dragging,
                     .jump = input->rise > 0,
                     .turns = !input->dragging,
                     .delta = input->dragging ? player_dragged(p, input) : walked(p, input)};
    if (!w.walks)
        player_halt(p);
    return w;
}

static void adapt(const obstacles *o, player *p, const player_wish *made) {
    (void)o;
    if (made->turns)
        turn_to(p, made->delta);
}

/* ---- Moves and looks ----------------------------------------------------------------------- */

static sm3_result try_move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                           const sm_options *options) {
    static const sm3_triangle_array nothing = {0};
    sm3_obstacles met =
        p->noclip ? sm3_obstacles_of_array(&nothing) : space_obstacles(space_seen(o));
    return sm3_slide_move(position, delta, player_upright(p), met, options);
}

/* ---- Looking ahead ------------------------------------------------------------------------- */

static sm3_touch ray(const obstacles *o, sm3_vec from, sm3_vec delta, const sm_filter *filter) {
    return sm3_raycast(from, delta, space_obstacles(space_seen(o)), filter);
}

static void along(const obstacles *o, sm3_vec from, sm3_vec to, float distance,
                  const sm_filter *filter, obstacle_list *found) {
    sm3_mover path = {.a = from, .b = to, .radius = distance};
    sm3_find_overlaps((sm3_vec){0, 0, 0}, path, space_obstacles(space_seen(o)), filter, note_found,
                      found);
}

static sm_advance_result bring_forward(const player *p, const sm3_motion *motion,
                                       const sm3_triangle *wall, const sm3_motion *wall_motion,
                                       sm_advance_trace *trace) {
    sm3_mover mover = player_upright(p);
    mover.radius = fmaxf(mover.radius - LOOKAHEAD_SKIN, 0);
    return sm3_advance(mover, *motion, *wall, *wall_motion, 0, trace);
}

/* ---- The table ----------------------------------------------------------------------------- */

static sm3_triangle shape(const obstacles *o, int obstacle) {
    return space_seen(o)->triangles[obstacle];
}

static sm3_triangle shape_between(const obstacles *o, int obstacle, float between) {
    sm3_obstacle it = sm3_world_get(space_seen(o)->world, obstacle);
    sm3_triangle t = it.shape;
    if (!it.moves)
        return shape(o, obstacle); /* also for an obstacle that the world leaves out */
    t.a = sm3_offset(it.before.a, sm3_between(it.before.a, t.a), between);
    t.b = sm3_offset(it.before.b, sm3_between(it.before.b, t.b), between);
    t.c = sm3_offset(it.before.c, sm3_between(it.before.c, t.c), between);
    return t;
}

static void cells(const obstacles *o, const player *p, sm3_vec position, sm3_box_fn *visit,
                  void *context) {
    static const float beyond = 1e-3f; /* world units: obstacles that it nearly rests on count */
    sm3_mover mover = sm3_mover_at(player_upright(p), position);
    mover.radius += beyond;
    sm3_world_boxes(space_seen(o)->world, mover, visit, context);
}

const dimension space_dimension = {
    .count = SPACE_DIMENSIONS,
    .features = HAS_BACKS | HAS_DEPTH,
    .up = {0, 0, -1},
    .size = sizeof(space),
    .make = make_world,
    .release = release_world,
    .refresh = refresh_world,
    .place = place,
    .shape = shape,
    .pick = pick_under,
    .find = find,
    .between = shape_between,
    .try_move = try_move,
    .wish = wish,
    .adapt = adapt,
    .walk_body = walk_body,
    .falls = true,
    .cells = cells,
    .direction = space_direction,
    .ray = ray,
    .along = along,
    .approach = bring_forward,
    .crosses = crosses,
};

/* plane: the obstacles of a 2D level, and what the player does among them. At the end the plane's
 * row of the table. */
#include "plane.h"

#include <math.h>
#include <stdlib.h>

#include "../../level/text.h"
#include "../../slidemove/vec.h"
#include "../shape_edit.h"

plane *plane_to_change(obstacles *o) {
    return o->dimension->count == PLANE_DIMENSIONS ? (plane *)(void *)o : NULL;
}

const plane *plane_seen(const obstacles *o) {
    return o->dimension->count == PLANE_DIMENSIONS ? (const plane *)(const void *)o : NULL;
}

static sm_capsule flat_capsule(sm3_triangle t) {
    return (sm_capsule){sm3_to2(t.a), sm3_to2(t.b), t.radius};
}

sm_capsule plane_get(const plane *g, int obstacle) {
    return sm_world_get(g->world, obstacle).shape;
}

static void release_world(obstacles *o) {
    sm_world_destroy(plane_to_change(o)->world);
}

/* ---- What lies somewhere ----------------------------------------------------------------- */

static bool note_found(void *context, const sm_obstacle *o) {
    obstacle_list_add(context, o->number);
    return true;
}

void plane_find(const obstacles *o, level_box box, obstacle_list *found) {
    found->count = 0;
    sm_find_in_box(box.min, box.max, plane_obstacles(plane_seen(o)), NULL, note_found, found);
}

static void find(const obstacles *o, sm3_vec min, sm3_vec max, obstacle_list *found) {
    plane_find(o, (level_box){sm3_to2(min), sm3_to2(max)}, found);
}

static sm_vec2 mixed(sm_vec2 a, sm_vec2 b, float fraction) {
    return sm_offset(a, sm_between(a, b), fraction);
}

sm_capsule plane_between(const plane *g, int obstacle, float between) {
    sm_obstacle o = sm_world_get(g->world, obstacle);
    if (!o.moves)
        return o.shape;
    return (sm_capsule){mixed(o.before.a, o.shape.a, between),
                        mixed(o.before.b, o.shape.b, between), o.shape.radius};
}

/* ---- Made of the level ------------------------------------------------------------------- */

/* Sets an obstacle of the statement, its first one at `first`, to the shape. */
static bool set(plane *g, int obstacle, int statement, int first, sm_capsule shape) {
    const sm_obstacle o = {.shape = shape,
                           .oneway =
                               level_is_oneway_shape(g->common.level, statement, obstacle - first)};
    return sm_world_set(g->world, obstacle, &o) == SM_CHANGED;
}

static bool mark_oneway(plane *g, const level_shapes *shapes) {
    for (int i = 0, first = 0; i < shapes->count; i++) {
        int statement = g->common.statements[i];
        first = statement != g->common.statements[first] ? i : first;
        if (level_is_oneway_shape(g->common.level, statement, i - first) &&
            !set(g, i, statement, first, shapes->capsules[i]))
            return false;
    }
    return true;
}

static bool make_world(obstacles *o, level_shapes *shapes) {
    plane *g = plane_to_change(o);
    sm_world_def def = {.progress = o->progress};
    g->around = level_bounds(o->level, shapes);
    g->world = sm_world_create(shapes->capsules, shapes->count, &def);
    return g->world != NULL && mark_oneway(g, shapes);
}

static bool refresh_world(obstacles *o, int statement, obstacle_span span) {
    plane *g = plane_to_change(o);
    sm_capsule *shapes = memory_alloc((size_t)(span.count + 1) * sizeof *shapes);
    level_make_capsules(o->level, statement, shapes);
    bool good = true;
    for (int i = 0; i < span.count && good; i++) {
        level_box3_include_capsule(&g->around, shapes[i]);
        good = set(g, span.first + i, statement, span.first, shapes[i]);
    }
    free(shapes);
    if (statement == o->level->player) {
        level_box3 box = level_player_box(o->level);
        level_box3_include_capsule(&g->around, sm_segment(sm3_to2(box.min), sm3_to2(box.max)));
    }
    return good;
}

static void place(obstacles *o, int obstacle, sm3_triangle at, bool stands) {
    plane *g = plane_to_change(o);
    sm_capsule now = flat_capsule(at);
    sm_obstacle placed = sm_world_get(g->world, obstacle);
    placed.shape = now;
    placed.moves = false;
    if (stands)
        sm_world_set(g->world, obstacle, &placed);
    sm_world_move(g->world, obstacle, now);
    level_box3_include_capsule(&g->around, now);
}

/* ---- Under the pointer ------------------------------------------------------------------- */

/* The best target so far. */
typedef struct candidate {
    pick what;
    float distance;
} candidate;

static void consider(candidate *best, pick what, float distance) {
    if (what.part > best->what.part || (what.part == best->what.part && distance < best->distance))
        *best = (candidate){what, distance};
}

static void consider_obstacle(candidate *best, const plane *g, int obstacle, sm_vec2 point,
                              float slack) {
    const level *l = g->common.level;
    int statement = g->common.statements[obstacle], count = edit_vertex_count(l, statement);
    int edge = obstacle - obstacles_span(&g->common, statement).first;
    level_kind kind = l->statements[statement].kind;
    bool is_round = kind == LEVEL_CIRCLE || kind == LEVEL_CAPSULE;
    sm_capsule shape = flat_capsule(obstacles_rest(&g->common, obstacle));
    float outside = -sm_collide(sm_circle(point, 0), shape, (sm_vec2){0, 0}).depth;
    if (outside > slack)
        return;
    for (int i = edge; i < edge + 2 && count > 0; i++) {
        float distance = sm_distance(point, sm3_to2(edit_point(l, statement, i % count)));
        if (distance <= slack)
            consider(best, (pick){PICK_VERTEX, statement, i % count}, distance);
    }
    if (!is_round)
        consider(best, (pick){PICK_EDGE, statement, edge}, fabsf(outside));
    else
        consider(best, (pick){outside < -slack ? PICK_BODY : PICK_RIM, statement, 0},
                 fabsf(outside));
}

/* A box is picked by its inside, too, which is no obstacle. */
static void consider_box(candidate *best, const level *l, int statement, sm_vec2 point,
                         float slack) {
    edit_shape box = edit_get(l, statement);
    sm_vec2 at = edit_in_box(&box, sm_to3(point));
    float right = fabsf(at.x) - box.numbers[2] / 2, up = fabsf(at.y) - box.numbers[3] / 2;
    float from_corner = hypotf(right, up);
    if (from_corner <= slack)
        consider(best, (pick){PICK_RIM, statement, 0}, from_corner);
    else if (right <= 0 && up <= 0)
        consider(best, (pick){PICK_BODY, statement, 0}, 0);
}

static bool is_box(const obstacles *o, int statement) {
    return o->level->statements[statement].kind == LEVEL_BOX;
}

/* A moving obstacle is picked where the level's text puts it. */
static void consider_moving(candidate *best, const plane *g, sm_vec2 point, float slack) {
    for (int i = 0; i < g->common.moving_count; i++) {
        const obstacles_moving *m = &g->common.moving[i];
        for (int k = 0; k < m->span.count && !is_box(&g->common, m->statement); k++)
            consider_obstacle(best, g, m->span.first + k, point, slack);
    }
}

static void consider_near(candidate *best, const plane *g, sm_vec2 point, float slack) {
    const obstacles *o = &g->common;
    obstacle_list near = {0};
    obstacles_find(o, sm_to3(point), slack, &near);
    for (int i = 0; i < near.count; i++) {
        int statement = o->statements[near.obstacles[i]];
        if (!is_box(o, statement) && !level_moves(&o->level->statements[statement]))
            consider_obstacle(best, g, near.obstacles[i], point, slack);
    }
    obstacle_list_free(&near);
}

static bool is_on_player(const player *p, sm_vec2 point, float slack) {
    return sm_collide_hull(player_hull(p), sm3_to2(p->position), sm_circle(point, slack),
                           (sm_vec2){0, 0})
               .depth > 0;
}

static pick pick_under(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at) {
    const plane *g = plane_seen(o);
    sm_vec2 point = sm3_to2(ray->eye);
    float slack = ray->slack * ray->pixel;
    *at = sm_to3(point);
    if (is_on_player(p, point, slack))
        return (pick){PICK_PLAYER, o->level->player, 0};
    candidate best = {pick_none, INFINITY};
    consider_near(&best, g, point, slack);
    consider_moving(&best, g, point, slack);
    for (int i = 0; i < o->box_count; i++)
        consider_box(&best, o->level, o->boxes[i], point, slack);
    return best.what;
}

/* ---- For compare ----------------------------------------------------------------------------- */

/* Twice the area of the triangle: positive where p is left of a-b. */
static double side(sm_vec2 a, sm_vec2 b, sm_vec2 p) {
    return vec_cross(vec_sub(vec_of(b), vec_of(a)), vec_sub(vec_of(p), vec_of(a)));
}

/* Returns the point moved as the wall has moved. */
static sm_vec2 carried(sm_vec2 point, sm_capsule before, sm_capsule now) {
    vec old = vec_sub(vec_of(before.b), vec_of(before.a));
    vec new = vec_sub(vec_of(now.b), vec_of(now.a));
    vec to = vec_sub(vec_of(point), vec_of(before.a));
    double squared = vec_dot(old, old);
    if (!(squared > 0))
        return point;
    double along = vec_dot(to, old) / squared, across = vec_cross(old, to) / squared;
    vec moved = vec_add(vec_scale(new, along), vec_scale(vec_left(new), across));
    return vec_round(vec_add(vec_of(now.a), moved));
}

typedef struct passage {
    const plane *plane;
    sm_vec2 from, to;
    bool crosses;
} passage;

static bool look_at_wall(void *context, const sm_obstacle *o) {
    passage *p = context;
    sm_capsule wall = o->shape;
    sm_vec2 from = o->moves ? carried(p->from, o->before, wall) : p->from;
    bool starts_left = side(wall.a, wall.b, from) >= 0;
    bool ends_left = side(wall.a, wall.b, p->to) >= 0;
    double a = side(from, p->to, wall.a), b = side(from, p->to, wall.b);
    bool meets = starts_left != ends_left && !(a > 0 && b > 0) && !(a < 0 && b < 0);
    p->crosses = meets && (starts_left || !o->oneway);
    return !p->crosses;
}

/* Looks at all moving obstacles, which may be far from where they were. */
static void look_at_moving(passage *p) {
    const obstacles *o = &p->plane->common;
    for (int m = 0; m < o->moving_count && !p->crosses; m++) {
        obstacle_span span = o->moving[m].span;
        for (int i = 0; i < span.count && !p->crosses; i++) {
            sm_obstacle wall = sm_world_get(p->plane->world, span.first + i);
            look_at_wall(p, &wall);
        }
    }
}

static bool crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    const plane *g = plane_seen(o);
    passage p = {g, sm3_to2(from), sm3_to2(to), false};
    sm_find_in_box(p.from, p.to, plane_obstacles(g), NULL, look_at_wall, &p);
    look_at_moving(&p);
    return p.crosses;
}

/* ---- Moves ------------------------------------------------------------------------------- */

static sm_result slide(const plane *g, const player *p, sm_vec2 position, sm_vec2 delta,
                       const sm_options *options) {
    static const sm_capsule_array nothing = {NULL, 0};
    return sm_slide_move(position, delta, player_hull(p),
                         p->noclip ? sm_obstacles_of_array(&nothing) : plane_obstacles(g), options);
}

static sm3_result try_move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                           const sm_options *options) {
    sm_result r = slide(plane_seen(o), p, sm3_to2(position), sm3_to2(delta), options);
    return (sm3_result){.position = sm_to3(r.position),
                        .normal = sm_to3(r.normal),
                        .depth = r.depth,
                        .pushes = r.pushes,
                        .status = r.status};
}

/* ---- Walking ----------------------------------------------------------------------------- */

static sm_vec2 walked(const player *p, const player_input *input) {
    sm_vec2 heading = player_direction(p->heading);
    sm3_vec walk = {input->walk.x + input->thrust * heading.x,
                    input->walk.y + input->thrust * heading.y, 0};
    float step = player_step(p, input);
    walk = player_limited(walk, 1);
    return (sm_vec2){walk.x * step, walk.y * step};
}

static const float standing = 0.001f; /* world units a second: a slower mover stands */

/* Thrust accelerates. `steady` is the velocity at which thrust and drag balance, so thrust is
 * MOMENTUM_DRAG * steady. An implicit Euler step, v' = v + dt * MOMENTUM_DRAG * (steady - v'): it
 * never overshoots, and it coasts as far as the differential equation says, exactly v /
 * MOMENTUM_DRAG. */
static sm_vec2 accelerated(player *p, const player_input *input) {
    const float gain = MOMENTUM_DRAG / TICKS_PER_SECOND, loss = 1 / (1 + gain);
    sm_vec2 step = walked(p, input), was = sm3_to2(p->velocity);
    sm_vec2 steady = {step.x * TICKS_PER_SECOND, step.y * TICKS_PER_SECOND};
    sm_vec2 v = {(was.x + gain * steady.x) * loss, (was.y + gain * steady.y) * loss};
    if (steady.x == 0 && steady.y == 0 && v.x * v.x + v.y * v.y < standing * standing)
        v = (sm_vec2){0, 0};
    p->velocity = sm_to3(v);
    return (sm_vec2){v.x / TICKS_PER_SECOND, v.y / TICKS_PER_SECOND};
}

enum { MOST_CONTACTS = 64 }; /* at one position; more add no direction that matters */

/* Removes the parts of the velocity that lead into the contacts. */
static void clip_velocity(const plane *g, player *p) {
    sm_collision contacts[MOST_CONTACTS];
    int count = sm_find_contacts(sm3_to2(p->position), player_hull(p), plane_obstacles(g), NULL,
                                 contacts, MOST_CONTACTS);
    count = count < MOST_CONTACTS ? count : MOST_CONTACTS;
    p->velocity = sm_to3(sm_clip_velocity(sm3_to2(p->velocity), contacts, count));
}

static sm3_vec asked(player *p, const player_input *input) {
    if (input->dragging) {
        p->velocity = (sm3_vec){0, 0, 0};
        return player_dragged(p, input);
    }
    return sm_to3(p->momentum ? accelerated(p, input) : walked(p, input));
}

/* Keeps the heading within a turn, so that it is still precise after an hour. */
static float turned(float heading, float by) {
    return remainderf(heading + by, 2 * 3.14159265f);
}

/* Takes back a turn that would crush a capsule. If it is turned into a wall deeper than its own
 * thickness, it could come out behind the wall. */
static void take_back_turn(const obstacles *o, player *p, sm3_vec delta) {
    sm_options options = {.resolver = p->resolver};
    if (p->resolver == SM_SWEEP && player_shape(p)->turns && p->heading != p->previous_heading &&
        try_move(o, p, p->position, delta, &options).status == SM_CRUSHED)
        p->heading = p->previous_heading;
}

static void walk_body(const obstacles *o, player *p, const sm_character_settings *settings,
                      sm3_vec velocity, bool jump) {
    sm_character_move(&p->body, settings, player_hull(p), plane_obstacles(plane_seen(o)),
                      sm3_to2(velocity), jump, 1.0f / TICKS_PER_SECOND);
}

/* With gravity there is no walking upward: W, E and a stick that is pushed up make it jump. */
static player_wish wish(const obstacles *o, player *p, const player_input *input) {
    player_input asks = *input;
    player_wish w = {.walks = p->gravity && !input->noclip && !input->dragging};
    p->heading = turned(p->heading, input->turn * PLAYER_TURN / TICKS_PER_SECOND *
                                        (input->slow ? PLAYER_SLOW : 1));
    if (w.walks) {
        w.jump = input->rise > 0 || input->walk.y > 0.5f;
        asks.walk.y = 0;
    } else {
        p->body = (sm_character){0};
    }
    w.delta = asked(p, &asks);
    if (!w.walks && !input->noclip)
        take_back_turn(o, p, w.delta);
    return w;
}

/* Momentum ends where contacts block it. */
static void adapt(const obstacles *o, player *p, const player_wish *made) {
    sm_collision wall = {.normal = sm3_to2(p->body.wall.normal)};
    if (!p->momentum || p->noclip)
        return;
    if (!made->walks)
        clip_velocity(plane_seen(o), p);
    else if (p->body.on_wall)
        p->velocity = sm_to3(sm_clip_velocity(sm3_to2(p->velocity), &wall, 1));
}

/* ---- Looking ahead ----------------------------------------------------------------------- */

static sm3_vec direction(float heading) {
    return sm_to3(player_direction(heading));
}

static sm3_touch ray(const obstacles *o, sm3_vec from, sm3_vec delta, const sm_filter *filter) {
    sm_touch hit =
        sm_raycast(sm3_to2(from), sm3_to2(delta), plane_obstacles(plane_seen(o)), filter);
    return (sm3_touch){.hit = hit.hit,
                       .fraction = hit.fraction,
                       .position = sm3_offset(from, delta, (float)hit.fraction),
                       .normal = sm_to3(hit.normal),
                       .point = sm_to3(hit.point),
                       .obstacle = hit.obstacle};
}

static void along(const obstacles *o, sm3_vec from, sm3_vec to, float distance,
                  const sm_filter *filter, obstacle_list *found) {
    sm_capsule path = {sm3_to2(from), sm3_to2(to), distance};
    sm_find_overlaps((sm_vec2){0, 0}, sm_hull_of_capsule(path), plane_obstacles(plane_seen(o)),
                     filter, note_found, found);
}

static sm_motion flat_motion(const sm3_motion *m) {
    return (sm_motion){sm3_to2(m->position), m->angle.z, sm3_to2(m->delta), m->turn.z};
}

static sm_advance_result bring_forward(const player *p, const sm3_motion *motion,
                                       const sm3_triangle *wall, const sm3_motion *wall_motion,
                                       sm_advance_trace *trace) {
    sm_hull mover = player_hull(p);
    mover.radius = fmaxf(mover.radius - LOOKAHEAD_SKIN, 0);
    return sm_advance(mover, flat_motion(motion), sm_hull_of_capsule(flat_capsule(*wall)),
                      flat_motion(wall_motion), 0, trace);
}

/* ---- The table --------------------------------------------------------------------------- */

static sm3_triangle lifted_shape(sm_capsule c) {
    return (sm3_triangle){.a = sm_to3(c.a), .b = sm_to3(c.b), .c = sm_to3(c.b), .radius = c.radius};
}

static sm3_triangle shape(const obstacles *o, int obstacle) {
    return lifted_shape(plane_get(plane_seen(o), obstacle));
}

static sm3_triangle shape_between(const obstacles *o, int obstacle, float between) {
    return lifted_shape(plane_between(plane_seen(o), obstacle, between));
}

typedef struct cell_teller {
    sm3_box_fn *visit;
    void *context;
} cell_teller;

static void tell_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    const cell_teller *t = context;
    t->visit(t->context, sm_to3(low), sm_to3(high), entries);
}

static void cells(const obstacles *o, const player *p, sm3_vec position, sm3_box_fn *visit,
                  void *context) {
    sm_world_cells(plane_seen(o)->world, sm_capsule_at(player_capsule(p), sm3_to2(position)),
                   tell_cell, &(cell_teller){visit, context});
}

const dimension plane_dimension = {
    .count = PLANE_DIMENSIONS,
    .features = HAS_MOMENTUM,
    .up = {0, 1, 0},
    .size = sizeof(plane),
    .make = make_world,
    .release = release_world,
    .refresh = refresh_world,
    .place = place,
    .shape = shape,
    .find = find,
    .pick = pick_under,
    .between = shape_between,
    .try_move = try_move,
    .wish = wish,
    .adapt = adapt,
    .walk_body = walk_body,
    .cells = cells,
    .direction = direction,
    .ray = ray,
    .along = along,
    .approach = bring_forward,
    .crosses = crosses,
};

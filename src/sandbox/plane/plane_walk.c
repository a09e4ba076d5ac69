/* plane_walk: the player in the plane: it walks as it is told, or is accelerated, and looks ahead.
 * At the end the plane's row of the table. */
#include <math.h>

#include "../../slidemove/vec.h"
#include "plane.h"

/* Contacts that momentum is clipped by: more than a convex mover can lean on at once. */
enum { MOST_CONTACTS = 64 };

/* ---- Moves ------------------------------------------------------------------------------- */

static sm_result slide(const plane *g, const player *p, sm_vec2 position, sm_vec2 delta,
                       const sm_options *options) {
    if (p->noclip)
        return sm_slide_move_capsules(position, delta, player_capsule(p), NULL, 0, options);
    return sm_slide_move(position, delta, player_hull(p), plane_obstacles(g), options);
}

static sm3_result try_move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                           const sm_options *options) {
    sm_result r = slide(plane_seen(o), p, sm3_flat(position), sm3_flat(delta), options);
    return (sm3_result){.position = sm3_lifted(r.position),
                        .normal = sm3_lifted(r.normal),
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

static sm_vec2 accelerated(player *p, const player_input *input) {
    sm_vec2 step = walked(p, input);
    sm_vec2 steady = {step.x * TICKS_PER_SECOND, step.y * TICKS_PER_SECOND};
    sm_vec2 velocity = momentum_tick(sm3_flat(p->velocity), steady, TICKS_PER_SECOND);
    p->velocity = sm3_lifted(velocity);
    return (sm_vec2){velocity.x / TICKS_PER_SECOND, velocity.y / TICKS_PER_SECOND};
}

/* What leads into a contact of the place it came to is gone. */
static void clip_velocity(const plane *g, player *p) {
    sm_collision contacts[MOST_CONTACTS];
    int count = sm_find_contacts(sm3_flat(p->position), player_hull(p), plane_obstacles(g), NULL,
                                 contacts, MOST_CONTACTS);
    count = count < MOST_CONTACTS ? count : MOST_CONTACTS;
    p->velocity = sm3_lifted(sm_clip_velocity(sm3_flat(p->velocity), contacts, count));
}

static sm3_vec asked(player *p, const player_input *input) {
    if (input->dragging) {
        p->velocity = (sm3_vec){0, 0, 0};
        return player_dragged(p, input);
    }
    return sm3_lifted(p->momentum ? accelerated(p, input) : walked(p, input));
}

/* Kept within a turn, so that a heading stays as fine after an hour as at the start. */
static float turned(float heading, float by) {
    return remainderf(heading + by, 2 * 3.14159265f);
}

/* A long mover that would be crushed by turning does not turn: turned into a wall deeper than it is
 * thick, it could come out behind it. */
static void take_back_turn(const obstacles *o, player *p, sm3_vec delta) {
    sm_options options = {.resolver = p->resolver};
    if (p->resolver == SM_SWEEP && p->kind == MOVER_CAPSULE && p->heading != p->previous_heading &&
        try_move(o, p, p->position, delta, &options).status == SM_CRUSHED)
        p->heading = p->previous_heading;
}

/* On the ground there is no up to walk to: W jumps, as E does, and a stick that is pushed up. */
static void walk_on_ground(obstacles *o, player *p, player_input input, record *r) {
    bool jump = input.rise > 0 || input.walk.y > 0.5f;
    input.walk.y = 0;
    sm3_vec delta = asked(p, &input);
    obstacles_walk(o, p, sm3_scaled(delta, TICKS_PER_SECOND), jump, r);
    sm_collision wall = {.normal = sm3_flat(p->body.wall.normal)};
    if (p->momentum && p->body.on_wall)
        p->velocity = sm3_lifted(sm_clip_velocity(sm3_flat(p->velocity), &wall, 1));
}

static void walk_body(const obstacles *o, player *p, const sm_character_settings *settings,
                      sm3_vec velocity, bool jump) {
    sm_character_move(&p->body, settings, player_hull(p), plane_obstacles(plane_seen(o)),
                      sm3_flat(velocity), jump, 1.0f / TICKS_PER_SECOND);
}

static void walk(obstacles *o, player *p, const player_input *input, record *r) {
    p->heading = turned(p->heading, input->turn * PLAYER_TURN / TICKS_PER_SECOND *
                                        (input->slow ? PLAYER_SLOW : 1));
    if (p->gravity && !input->noclip && !input->dragging) {
        walk_on_ground(o, p, *input, r);
        return;
    }
    p->body = (sm_character){0};
    sm3_vec delta = asked(p, input);
    if (!input->noclip)
        take_back_turn(o, p, delta);
    obstacles_move(o, p, delta, r);
    if (p->momentum && !input->noclip)
        clip_velocity(plane_seen(o), p);
}

/* ---- Looking ahead ----------------------------------------------------------------------- */

static sm3_vec direction(float heading) {
    return sm3_lifted(player_direction(heading));
}

static sm3_vec roll(const player *p) {
    (void)p;
    return (sm3_vec){0, 0, 1};
}

static sm3_touch ray(const obstacles *o, sm3_vec from, sm3_vec way, const sm_filter *filter) {
    sm_touch hit =
        sm_raycast(sm3_flat(from), sm3_flat(way), plane_obstacles(plane_seen(o)), filter);
    return (sm3_touch){.hit = hit.hit,
                       .fraction = hit.fraction,
                       .position = sm3_offset(from, way, (float)hit.fraction),
                       .normal = sm3_lifted(hit.normal),
                       .point = sm3_lifted(hit.point),
                       .obstacle = hit.obstacle};
}

static bool tell_obstacle(void *context, const sm_obstacle *o) {
    obstacle_teller *teller = context;
    teller->tell(teller, o->number);
    return true;
}

static void along(const obstacles *o, sm3_vec from, sm3_vec to, float distance,
                  const sm_filter *filter, obstacle_teller *teller) {
    sm_capsule way = {sm3_flat(from), sm3_flat(to), distance};
    sm_find_overlaps((sm_vec2){0, 0}, sm_hull_of_capsule(way), plane_obstacles(plane_seen(o)),
                     filter, tell_obstacle, teller);
}

static sm_motion flat_motion(const sm3_motion *m) {
    return (sm_motion){sm3_flat(m->position), m->angle.z, sm3_flat(m->delta), m->turn.z};
}

static sm_advance_result approach(const player *p, const sm3_motion *way, const sm3_triangle *wall,
                                  const sm3_motion *wall_way, sm_advance_trace *trace) {
    sm_capsule capsule = {sm3_flat(wall->a), sm3_flat(wall->b), wall->radius};
    sm_hull mover = player_hull(p);
    mover.radius = fmaxf(mover.radius - LOOKAHEAD_SKIN, 0);
    return sm_advance(mover, flat_motion(way), sm_hull_of_capsule(capsule), flat_motion(wall_way),
                      0, trace);
}

/* ---- The table --------------------------------------------------------------------------- */

static sm3_triangle lifted_shape(sm_capsule c) {
    return (sm3_triangle){
        .a = sm3_lifted(c.a), .b = sm3_lifted(c.b), .c = sm3_lifted(c.b), .radius = c.radius};
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
    t->visit(t->context, sm3_lifted(low), sm3_lifted(high), entries);
}

static void cells(const obstacles *o, const player *p, sm3_vec position, sm3_box_fn *visit,
                  void *context) {
    sm_world_cells(plane_seen(o)->world, sm_capsule_at(player_capsule(p), sm3_flat(position)),
                   tell_cell, &(cell_teller){visit, context});
}

const dimension plane_dimension = {
    .count = PLANE_DIMENSIONS,
    .features = HAS_CROWD | HAS_MOMENTUM,
    .up = {0, 1, 0},
    .size = sizeof(plane),
    .make = plane_make,
    .release = plane_release,
    .refresh = plane_refresh,
    .place = plane_place,
    .shape = shape,
    .find = plane_find,
    .pick = plane_pick,
    .snap = plane_snap,
    .between = shape_between,
    .try_move = try_move,
    .walk = walk,
    .walk_body = walk_body,
    .cells = cells,
    .direction = direction,
    .roll = roll,
    .ray = ray,
    .along = along,
    .approach = approach,
    .crosses = plane_crosses,
    .snags = plane_snags,
};

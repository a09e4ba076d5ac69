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

/* ---- Looking ahead: the ray -------------------------------------------------------------- */

static void cast_ray(lookahead *a, const plane *g, sm_vec2 from, sm_vec2 heading) {
    sm_touch hit = sm_raycast(from, sm_offset((sm_vec2){0, 0}, heading, LOOKAHEAD_RAY),
                              plane_obstacles(g), NULL);
    a->from = sm3_lifted(from);
    a->distance = (float)(hit.fraction * (double)LOOKAHEAD_RAY);
    a->ray = (sm3_touch){.hit = hit.hit,
                         .fraction = hit.fraction,
                         .position = sm3_lifted(sm_offset(from, heading, a->distance)),
                         .normal = sm3_lifted(hit.normal),
                         .point = sm3_lifted(hit.point),
                         .obstacle = hit.obstacle};
}

/* ---- Looking ahead: which wall is first in the way ---------------------------------------- */

static bool stands(void *context, int obstacle, uint64_t user) {
    const plane *g = context;
    (void)user;
    return !g->spans[g->statements[obstacle]].moves;
}

/* Takes the wall if it is touched before the one that is known. Returns false, and does not take
 * it, when it is a polygon that the mover is in: then its sides are in the way. */
static bool consider(lookahead *a, obstacle_span which, sm_hull wall, sm_motion motion) {
    sm_advance_step first;
    sm_advance_trace trace = {.steps = &first, .capacity = 1};
    sm_advance_result touch = sm_advance(a->mover, a->motion, wall, motion, 0, &trace);
    if (which.count > 1 && trace.count > 0 && first.distance < 0)
        return false;
    bool is_earlier = touch.fraction < a->touch.fraction ||
                      (touch.fraction == a->touch.fraction && which.first < a->obstacle);
    if (touch.end != SM_ADVANCE_CLEAR && (a->obstacle == SM_NO_OBSTACLE || is_earlier)) {
        a->touch = touch;
        a->obstacle = which.first;
        a->obstacle_count = which.count;
        a->wall = wall;
        a->wall_motion = motion;
    }
    return true;
}

/* However it turns, it stays within this of its way. */
static float reach_of(const sm_hull *hull) {
    float most = 0;
    for (int i = 0; i < hull->count; i++)
        most = fmaxf(most, sm3_length(sm3_lifted(hull->vertices[i])));
    return most + hull->radius;
}

static bool consider_standing(void *context, const sm_obstacle *o) {
    consider(context, (obstacle_span){o->number, 1}, sm_hull_of_capsule(o->shape), (sm_motion){0});
    return true;
}

/* Makes the hull of the capsules, around a centre, if they are the sides of a convex polygon. */
static bool polygon_of(const sm_capsule *sides, int count, sm_vec2 centre, sm_hull *polygon) {
    sm_vec2 corners[SM_HULL_VERTICES];
    if (count < 3 || count > SM_HULL_VERTICES)
        return false;
    for (int i = 0; i < count; i++) {
        corners[i] = sm_between(centre, sides[i].a);
        sm_vec2 gap = sm_between(sides[i].b, sides[(i + 1) % count].a);
        if (gap.x != 0 || gap.y != 0)
            return false;
    }
    return sm_hull_of_points(corners, count, sides->radius, polygon) && polygon->count == count;
}

/* As it moves in this tick: how a shift turns back later is not foreseen. */
static sm_motion motion_of(const lookahead *a, const plane *g, int statement) {
    const double tick = 1.0 / TICKS_PER_SECOND, now = (double)g->common.tick * tick;
    level_pose at = level_pose_at(g->common.level, statement, now);
    level_pose next = level_pose_at(g->common.level, statement, now + tick);
    double ticks = (double)a->seconds * TICKS_PER_SECOND;
    double turn = atan2(at.cosine * next.sine - at.sine * next.cosine,
                        at.cosine * next.cosine + at.sine * next.sine);
    return (sm_motion){.position = sm3_flat(vec3_round(vec3_add(at.centre, at.shift))),
                       .angle = (float)atan2(at.sine, at.cosine),
                       .delta =
                           sm3_flat(vec3_round(vec3_scale(vec3_sub(next.shift, at.shift), ticks))),
                       .turn = (float)(turn * ticks)};
}

/* Whether the two can come as near as that to each other on their ways. */
static bool come_near(sm_motion a, sm_motion b, float distance) {
    sm_vec2 from = sm_between(b.position, a.position);
    sm_vec2 to = sm_offset(from, sm_between(b.delta, a.delta), 1);
    sm_vec2 nearest = sm_closest_on_segment((sm_vec2){0, 0}, from, to);
    return sm3_length(sm3_lifted(nearest)) <= distance + (float)SM_ADVANCE_TOLERANCE;
}

static void consider_moving(lookahead *a, const plane *g, plane_moving m) {
    obstacle_span which = {g->spans[m.statement].first, m.count};
    sm_vec2 centre = sm3_flat(vec3_round(level_pose_at(g->common.level, m.statement, 0).centre));
    sm_motion motion = motion_of(a, g, m.statement);
    const sm_capsule *sides = g->rest + m.first;
    float reach = reach_of(&a->mover);
    sm_hull polygon;
    if (polygon_of(sides, m.count, centre, &polygon) &&
        (!come_near(a->motion, motion, reach + reach_of(&polygon)) ||
         consider(a, which, polygon, motion)))
        return;
    for (int i = 0; i < m.count; i++) {
        sm_vec2 away = {-centre.x, -centre.y};
        sm_hull side = sm_hull_of_capsule(sm_capsule_at(sides[i], away));
        if (come_near(a->motion, motion, reach + reach_of(&side)))
            consider(a, (obstacle_span){which.first + i, 1}, side, motion);
    }
}

/* It goes as far as what stands lets the ray. That is touched first as a rule, so that the others
 * are looked for only up to there. */
static void find_first(lookahead *a, const plane *g, sm_vec2 heading, float speed) {
    const sm_filter standing = {.accept = stands, .context = (void *)g};
    sm_vec2 from = sm3_flat(a->from), none = {0, 0};
    sm_vec2 farthest = sm_offset(none, heading, LOOKAHEAD_ADVANCE);
    sm_touch end = sm_raycast(from, farthest, plane_obstacles(g), &standing);
    sm_vec2 delta = sm_offset(none, farthest, (float)end.fraction);
    a->motion = (sm_motion){from, 0, delta, LOOKAHEAD_TURN};
    a->seconds = (float)end.fraction * LOOKAHEAD_ADVANCE / speed;
    a->touch = (sm_advance_result){.end = SM_ADVANCE_CLEAR, .fraction = 1};
    a->obstacle = SM_NO_OBSTACLE;
    sm_obstacle hit = sm_world_obstacle(g->world, end.obstacle);
    if (end.hit)
        consider_standing(a, &hit);
    for (int i = 0; i < g->moving_count; i++)
        consider_moving(a, g, g->moving[i]);
    sm_vec2 until = sm_offset(from, delta, (float)a->touch.fraction);
    sm_capsule way = {from, until, reach_of(&a->mover) + (float)SM_ADVANCE_TOLERANCE};
    sm_find_overlaps(none, sm_hull_of_capsule(way), plane_obstacles(g), &standing,
                     consider_standing, a);
}

static void look(const obstacles *o, const player *p, lookahead *a) {
    const plane *g = plane_seen(o);
    sm_vec2 heading = player_direction(p->heading);
    a->mover = player_hull(p);
    cast_ray(a, g, sm3_flat(p->position), heading);
    find_first(a, g, heading, PLAYER_SPEED * p->speed_factor);
    sm_advance_trace trace = {.steps = a->steps, .capacity = LOOKAHEAD_STEPS};
    if (a->obstacle != SM_NO_OBSTACLE)
        sm_advance(a->mover, a->motion, a->wall, a->wall_motion, 0, &trace);
    a->step_count = trace.count;
    a->steps_lost = trace.lost;
}

/* ---- The table --------------------------------------------------------------------------- */

static obstacle_span span(const obstacles *o, int statement) {
    const plane_span *s = &plane_seen(o)->spans[statement];
    return (obstacle_span){s->first, s->count};
}

static int statement(const obstacles *o, int obstacle) {
    return plane_seen(o)->statements[obstacle];
}

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
    .features = HAS_CROWD | HAS_MOMENTUM | HAS_ADVANCE,
    .up = {0, 1, 0},
    .size = sizeof(plane),
    .release = plane_release,
    .follow = plane_follow,
    .remake = plane_remake,
    .span = span,
    .statement = statement,
    .shape = shape,
    .find = plane_find,
    .pick = plane_pick,
    .snap = plane_snap,
    .between = shape_between,
    .advance = plane_advance,
    .try_move = try_move,
    .walk = walk,
    .walk_body = walk_body,
    .cells = cells,
    .look = look,
    .crosses = plane_crosses,
    .snags = plane_snags,
};

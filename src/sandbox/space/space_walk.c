/* space_walk: gravity, the ground under the feet, and jumps. The library moves by a displacement;
 * this is one way to make displacements that a game would recognise. At the end the space's row of
 * the table. */
#include <float.h>
#include <math.h>

#include "../../slidemove/vec.h"
#include "space.h"

static const float seconds = 1.0f / TICKS_PER_SECOND; /* of a tick */
static const float walkable_up = 0.64f;  /* y of a normal that one can stand on: up to 50 degrees */
static const float step_up = 0.15f;      /* the same of a step's edge: up to 0.85 radii high */
static const float fastest_fall = 60;    /* world units a second */
static const float touch_radii = 0.002f; /* an obstacle this near is touched, in radii */
static const float turn_per_tick = 0.2f; /* radians */

/* Computed in double and rounded once, as in 2D: the C library's cosf may differ between CPUs. */
static sm3_vec direction(float heading) {
    return (sm3_vec){(float)cos((double)heading), 0, (float)-sin((double)heading)};
}

/* ---- What it touches ----------------------------------------------------------------------- */

enum { MOST_TOUCHED = 64 };

/* The seam of a surface is nearly touched beside the spot that is, with a normal that leans away:
 * it is the surface that counts. */
static bool is_beside_deeper(const sm3_collision *touched, int count, int index) {
    for (int i = 0; i < count; i++) {
        if (touched[i].depth > touched[index].depth &&
            sm3_dot(touched[i].normal, touched[index].normal) > 1 - touch_radii)
            return true;
    }
    return false;
}

/* How near an obstacle counts as touched. Far from the origin, where floats are coarse, `sweep`
 * keeps larger gaps: 8 of their steps. */
static float touch_at(sm3_vec position, float radius) {
    float largest = fmaxf(fmaxf(fabsf(position.x), fabsf(position.y)), fabsf(position.z));
    return touch_radii * radius + 16 * FLT_EPSILON * largest;
}

/* Whether it is the edge of a face: too steep to stand on, it is a step, and no slope. */
static bool is_step(const space *sp, const sm3_collision *c) {
    static const float turned = 0.999f; /* cosine: from the face's own normal */
    const sm3_triangle *t = &sp->solids.triangles[c->obstacle];
    sm3_vec face = sm3_cross(sm3_between(t->a, t->b), sm3_between(t->a, t->c));
    float length = sm3_length(face);
    return t->radius == 0 && c->normal.y > step_up &&
           fabsf(sm3_dot(face, c->normal)) < turned * length;
}

/* Looks at what is touched where the mover is: the most level thing that can be stood on, and all
 * that is too steep. The record of the move will not do: among very many faces it is not whole. */
static void feel_ground(const space *sp, player *p) {
    sm3_collision touched[MOST_TOUCHED];
    sm_trace trace = {
        .candidates = touched, .capacity = MOST_TOUCHED, .reach = touch_at(p->position, p->radius)};
    sm_options options = {.max_pushes = 1, .trace = &trace, .both_sides = p->both_sides};
    sm3_slide_move(p->position, (sm3_vec){0, 0, 0}, player_upright(p), space_obstacles(sp),
                   &options);
    p->stands = false;
    p->wall_count = 0;
    float best = walkable_up;
    int count = trace.iteration_count > 0 ? trace.iterations[0].candidate_count : 0;
    for (int i = 0; i < count; i++) {
        sm3_vec normal = touched[i].normal;
        if (is_beside_deeper(touched, count, i))
            continue;
        if (normal.y >= best) {
            best = normal.y;
            p->ground = normal;
            p->stands = true;
        } else if (normal.y < walkable_up && normal.y > 0 && !is_step(sp, &touched[i]) &&
                   p->wall_count < PLAYER_WALLS) {
            p->walls[p->wall_count++] = normal;
        }
    }
}

/* ---- What it wants ------------------------------------------------------------------------- */

/* The part of the walk that leads into none of the steep things it touches: pushed out of them it
 * would rise, and climb what it cannot stand on. */
static sm3_vec beside_walls(const player *p, sm3_vec walk) {
    static const float slack = 1e-6f; /* of the walk's length */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < p->wall_count; i++) {
            sm3_vec out = {p->walls[i].x, 0, p->walls[i].z};
            float into = sm3_dot(walk, out);
            if (!(into < -slack * sm3_length(walk)))
                continue;
            if (pass > 0) /* out of one wall leads into another */
                return (sm3_vec){0, 0, 0};
            walk = sm3_offset(walk, out, -into / sm3_dot(out, out));
        }
    }
    return walk;
}

/* The same way along the ground as was asked for in the plane: uphill is not slower. */
static sm3_vec along_ground(sm3_vec walk, sm3_vec normal) {
    sm3_vec along = sm3_offset(walk, normal, -sm3_dot(walk, normal));
    float length = sm3_length(along), asked = sm3_length(walk);
    return length > 0 ? sm3_scaled(along, asked / length) : along;
}

/* On the ground, gravity presses into it: straight down it would make the mover creep downhill.
 * What stands there rests, bit for bit. */
static sm3_vec wanted(player *p, sm3_vec walk, bool jump) {
    walk.y = 0;
    walk = beside_walls(p, walk);
    bool rests = walk.x == 0 && walk.z == 0;
    if (p->stands && !jump)
        return rests ? (sm3_vec){0, 0, 0}
                     : sm3_offset(along_ground(walk, p->ground), p->ground,
                                  -SPACE_GRAVITY * seconds * seconds);
    p->fall = p->stands ? -SPACE_JUMP : fminf(p->fall + SPACE_GRAVITY * seconds, fastest_fall);
    return (sm3_vec){walk.x, -p->fall * seconds, walk.z};
}

/* ---- What became of it --------------------------------------------------------------------- */

/* What the obstacles took from the way up or down, they took from the speed; what rounding took far
 * from the origin, they did not. */
static void brake(player *p, int pushes) {
    if (pushes == 0)
        return;
    float rate = (p->previous_position.y - p->position.y) / seconds;
    if (p->fall > 0)
        p->fall = fminf(p->fall, fmaxf(rate, 0));
    else
        p->fall = fmaxf(p->fall, fminf(rate, 0));
}

static void turn_to(player *p, sm3_vec walk) {
    if (walk.x == 0 && walk.z == 0)
        return;
    float way = remainderf(atan2f(-walk.z, walk.x) - p->heading, 2 * 3.14159265f);
    p->heading += fmaxf(-turn_per_tick, fminf(way, turn_per_tick));
    p->heading = remainderf(p->heading, 2 * 3.14159265f);
}

static bool walls_face_each_other(const player *p) {
    for (int i = 0; i < p->wall_count; i++) {
        for (int k = i + 1; k < p->wall_count; k++) {
            if (p->walls[i].x * p->walls[k].x + p->walls[i].z * p->walls[k].z < 0)
                return true;
        }
    }
    return false;
}

/* What comes to rest between steep walls stands on them: else it would never get out again. */
static void find_footing(player *p) {
    static const float still = SPACE_GRAVITY / TICKS_PER_SECOND / 8; /* world units a second */
    if (p->stands || p->fall < 0 || p->fall > still || !walls_face_each_other(p))
        return;
    p->ground = (sm3_vec){0, 1, 0};
    p->stands = true;
}

/* Moves by a displacement as if held: afterwards it falls from rest. */
static void pull(space *sp, player *p, sm3_vec delta, record *r) {
    player_halt(p);
    obstacles_move(&sp->common, p, delta, r);
}

static void put_back(const space *sp, player *p, record *r) {
    p->position = p->previous_position = sp->start.position;
    p->heading = sp->start.angle;
    player_halt(p);
    record_clear(r, p->position);
    p->losses++;
}

static void walk_with_gravity(space *sp, player *p, sm3_vec walk, bool jump, record *r) {
    obstacles_move(&sp->common, p, wanted(p, walk, jump), r);
    bool rises = p->fall < 0;
    brake(p, record_last(r)->result.pushes);
    feel_ground(sp, p);
    find_footing(p);
    p->stands = p->stands && !(rises && p->fall < 0);
    if (p->stands)
        p->fall = 0;
    if (p->position.y < sp->bottom)
        put_back(sp, p, r);
}

static sm3_vec walked(const player *p, const player_input *input) {
    sm3_vec ahead = direction(input->view_heading), right = {-ahead.z, 0, ahead.x};
    sm3_vec walk = player_limited((sm3_vec){input->walk.x, input->walk.y, 0}, 1);
    float step = player_step(p, input);
    return (sm3_vec){(ahead.x * walk.y + right.x * walk.x) * step, input->rise * step,
                     (ahead.z * walk.y + right.z * walk.x) * step};
}

/* Walks; with gravity it falls, too, or walks along what it stands on, and rises only to jump. What
 * falls out of the level is put back. Turns the heading to where it walks. */
static void walk(obstacles *o, player *p, const player_input *input, record *r) {
    space *sp = space_of(o);
    if (input->dragging) {
        pull(sp, p, player_dragged(p, input), r);
        return;
    }
    sm3_vec delta = walked(p, input);
    if (p->gravity && !input->noclip) /* what nothing holds would fall out of the level at once */
        walk_with_gravity(sp, p, delta, input->rise > 0, r);
    else
        pull(sp, p, delta, r);
    turn_to(p, delta);
}

/* ---- Moves and looks ----------------------------------------------------------------------- */

static sm3_result try_move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                           const sm_options *options) {
    static const sm3_triangle_array nothing = {0};
    sm3_obstacles met =
        p->noclip ? sm3_obstacles_of_array(&nothing) : space_obstacles(space_seen(o));
    return sm3_slide_move(position, delta, player_upright(p), met, options);
}

static sm3_touch cast_ray(const space *sp, sm3_vec from, sm3_vec way) {
    return sm3_raycast(from, sm3_scaled(way, LOOKAHEAD_RAY), space_obstacles(sp));
}

static void look(const obstacles *o, const player *p, lookahead *a) {
    const space *sp = space_seen(o);
    a->from = p->position;
    a->below = cast_ray(sp, p->position, (sm3_vec){0, -1, 0});
    a->ray = cast_ray(sp, p->position, direction(p->heading));
    a->distance = sm3_length(sm3_between(a->from, a->ray.position));
}

/* ---- The table ----------------------------------------------------------------------------- */

static int statement(const obstacles *o, int obstacle) {
    return space_seen(o)->solids.statements[obstacle];
}

static sm3_triangle shape(const obstacles *o, int obstacle) {
    return space_seen(o)->solids.triangles[obstacle];
}

static sm3_triangle shape_between(const obstacles *o, int obstacle, float between) {
    (void)between; /* nothing moves */
    return shape(o, obstacle);
}

static level_box3 bounds(const obstacles *o) {
    return level_bounds(o->level, &space_seen(o)->solids);
}

static void start(const obstacles *o, player *p) {
    p->position = space_seen(o)->start.position;
    p->heading = space_seen(o)->start.angle;
}

const dimension space_dimension = {
    .count = SPACE_DIMENSIONS,
    .features = HAS_GRAVITY | HAS_BACKS | HAS_DEPTH,
    .up = {0, 0, -1},
    .size = sizeof(space),
    .release = space_release,
    .follow = space_follow,
    .remake = space_remake,
    .span = space_span,
    .statement = statement,
    .shape = shape,
    .pick = space_pick,
    .between = shape_between,
    .bounds = bounds,
    .start = start,
    .try_move = try_move,
    .walk = walk,
    .look = look,
    .direction = direction,
    .crosses = space_crosses,
    .snags = space_snags,
};

/* space_walk: gravity, the ground under the feet, and jumps. The library moves by a displacement;
 * this is one way to make displacements that a game would recognise. */
#include <float.h>
#include <math.h>

#include "../plane/ground.h"
#include "../vector3.h"
#include "space.h"

static const float seconds = 1.0f / TICKS_PER_SECOND; /* of a tick */
static const float walkable_up = 0.64f;  /* y of a normal that one can stand on: up to 50 degrees */
static const float step_up = 0.15f;      /* the same of a step's edge: up to 0.85 radii high */
static const float fastest_fall = 60;    /* world units a second */
static const float touch_radii = 0.002f; /* an obstacle this near is touched, in radii */
static const float turn_per_tick = 0.2f; /* radians */

/* Computed in double and rounded once, as in 2D: the C library's cosf may differ between CPUs. */
sm3_vec space_direction(float heading) {
    return (sm3_vec){(float)cos((double)heading), 0, (float)-sin((double)heading)};
}

/* ---- What it touches ----------------------------------------------------------------------- */

enum { MOST_TOUCHED = 64 };

/* The seam of a surface is nearly touched beside the spot that is, with a normal that leans away:
 * it is the surface that counts. */
static bool is_beside_deeper(const sm3_collision *touched, int count, int index) {
    for (int i = 0; i < count; i++) {
        if (touched[i].depth > touched[index].depth &&
            dot3(touched[i].normal, touched[index].normal) > 1 - touch_radii)
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
    sm3_vec face = cross3(between3(t->a, t->b), between3(t->a, t->c));
    float length = length3(face);
    return t->radius == 0 && c->normal.y > step_up &&
           fabsf(dot3(face, c->normal)) < turned * length;
}

/* Looks at what is touched where the mover is: the most level thing that can be stood on, and all
 * that is too steep. The record of the move will not do: among very many faces it is not whole. */
static void feel_ground(space *sp, const space_rules *rules) {
    sm3_collision touched[MOST_TOUCHED];
    sm3_trace trace = {.candidates = touched,
                       .capacity = MOST_TOUCHED,
                       .reach = touch_at(sp->position, rules->mover.radius)};
    sm3_options options = {SM_DEEPEST, 1, sp->both_sides, &trace};
    sm3_slide_move(sp->position, (sm3_vec){0, 0, 0}, rules->mover, space_obstacles(sp), &options);
    sp->stands = false;
    sp->wall_count = 0;
    float best = walkable_up;
    int count = trace.iteration_count > 0 ? trace.iterations[0].candidate_count : 0;
    for (int i = 0; i < count; i++) {
        sm3_vec normal = touched[i].normal;
        if (is_beside_deeper(touched, count, i))
            continue;
        if (normal.y >= best) {
            best = normal.y;
            sp->ground = normal;
            sp->stands = true;
        } else if (normal.y < walkable_up && normal.y > 0 && !is_step(sp, &touched[i]) &&
                   sp->wall_count < SPACE_WALLS) {
            sp->walls[sp->wall_count++] = normal;
        }
    }
}

/* ---- What it wants ------------------------------------------------------------------------- */

/* The part of the walk that leads into none of the steep things it touches: pushed out of them it
 * would rise, and climb what it cannot stand on. */
static sm3_vec beside_walls(const space *sp, sm3_vec walk) {
    static const float slack = 1e-6f; /* of the walk's length */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < sp->wall_count; i++) {
            sm3_vec out = {sp->walls[i].x, 0, sp->walls[i].z};
            float into = dot3(walk, out);
            if (!(into < -slack * length3(walk)))
                continue;
            if (pass > 0) /* out of one wall leads into another */
                return (sm3_vec){0, 0, 0};
            walk = offset3(walk, out, -into / dot3(out, out));
        }
    }
    return walk;
}

/* The same way along the ground as was asked for in the plane: uphill is not slower. */
static sm3_vec along_ground(sm3_vec walk, sm3_vec normal) {
    sm3_vec along = offset3(walk, normal, -dot3(walk, normal));
    float length = length3(along), asked = length3(walk);
    return length > 0 ? scaled3(along, asked / length) : along;
}

/* On the ground, gravity presses into it: straight down it would make the mover creep downhill.
 * What stands there rests, bit for bit. */
static sm3_vec wanted(space *sp, sm3_vec walk, bool jump) {
    walk.y = 0;
    walk = beside_walls(sp, walk);
    bool rests = walk.x == 0 && walk.z == 0;
    if (sp->stands && !jump)
        return rests ? (sm3_vec){0, 0, 0}
                     : offset3(along_ground(walk, sp->ground), sp->ground,
                               -SPACE_GRAVITY * seconds * seconds);
    sp->fall = sp->stands ? -SPACE_JUMP : fminf(sp->fall + SPACE_GRAVITY * seconds, fastest_fall);
    return (sm3_vec){walk.x, -sp->fall * seconds, walk.z};
}

/* ---- What became of it --------------------------------------------------------------------- */

/* What the obstacles took from the way up or down, they took from the speed; what rounding took far
 * from the origin, they did not. */
static void brake(space *sp) {
    if (sp->move.result.pushes == 0)
        return;
    float rate = (sp->previous_position.y - sp->position.y) / seconds;
    if (sp->fall > 0)
        sp->fall = fminf(sp->fall, fmaxf(rate, 0));
    else
        sp->fall = fmaxf(sp->fall, fminf(rate, 0));
}

static void turn_to(space *sp, sm3_vec walk) {
    if (walk.x == 0 && walk.z == 0)
        return;
    float way = remainderf(atan2f(-walk.z, walk.x) - sp->heading, 2 * 3.14159265f);
    sp->heading += fmaxf(-turn_per_tick, fminf(way, turn_per_tick));
    sp->heading = remainderf(sp->heading, 2 * 3.14159265f);
}

static bool walls_face_each_other(const space *sp) {
    for (int i = 0; i < sp->wall_count; i++) {
        for (int k = i + 1; k < sp->wall_count; k++) {
            if (sp->walls[i].x * sp->walls[k].x + sp->walls[i].z * sp->walls[k].z < 0)
                return true;
        }
    }
    return false;
}

/* What comes to rest between steep walls stands on them: else it would never get out again. */
static void find_footing(space *sp) {
    static const float still = SPACE_GRAVITY / TICKS_PER_SECOND / 8; /* world units a second */
    if (sp->stands || sp->fall < 0 || sp->fall > still || !walls_face_each_other(sp))
        return;
    sp->ground = (sm3_vec){0, 1, 0};
    sp->stands = true;
}

static void hang(space *sp) {
    sp->fall = 0;
    sp->stands = false;
    sp->wall_count = 0;
}

void space_pull(space *sp, sm3_vec delta, const space_rules *rules) {
    hang(sp);
    space_move_by(sp, delta, rules);
}

static void walk_with_gravity(space *sp, sm3_vec walk, bool jump, const space_rules *rules) {
    space_move_by(sp, wanted(sp, walk, jump), rules);
    bool rises = sp->fall < 0;
    brake(sp);
    feel_ground(sp, rules);
    find_footing(sp);
    sp->stands = sp->stands && !(rises && sp->fall < 0);
    if (sp->stands)
        sp->fall = 0;
    if (sp->position.y < sp->bottom) {
        space_reset(sp);
        sp->losses++;
    }
}

void space_walk(space *sp, sm3_vec walk, bool jump, const space_rules *rules) {
    float before = sp->heading;
    if (sp->gravity && !rules->ghost) /* what nothing holds would fall out of the level at once */
        walk_with_gravity(sp, walk, jump, rules);
    else
        space_pull(sp, walk, rules);
    turn_to(sp, walk);
    sp->previous_heading = before;
}

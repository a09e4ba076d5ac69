/* space_walk: gravity, the ground under the feet, and jumps. The library moves by a displacement;
 * this is one way to make displacements that a game would recognise. */
#include <math.h>

#include "ground.h"
#include "space.h"

static const float seconds = 1.0f / TICKS_PER_SECOND; /* of a tick */
static const float walkable_up = 0.64f;  /* y of a normal that one can stand on: up to 50 degrees */
static const float fastest_fall = 60;    /* world units a second */
static const float touch_radii = 0.002f; /* an obstacle this near is touched, in radii */
static const float turn_per_tick = 0.2f; /* radians */

static float dot(sm3_vec a, sm3_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sm3_vec plus(sm3_vec a, sm3_vec b, float factor) {
    return (sm3_vec){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor};
}

/* Computed in double and rounded once, as in 2D: the C library's cosf may differ between CPUs. */
sm3_vec space_direction(float heading) {
    return (sm3_vec){(float)cos((double)heading), 0, (float)-sin((double)heading)};
}

/* The same way along the ground as was asked for in the plane: uphill is not slower. */
static sm3_vec along_ground(sm3_vec walk, sm3_vec normal) {
    sm3_vec along = plus(walk, normal, -dot(walk, normal));
    float length = sqrtf(dot(along, along)), asked = sqrtf(dot(walk, walk));
    return length > 0 ? plus((sm3_vec){0, 0, 0}, along, asked / length) : along;
}

/* On the ground, gravity presses into it: straight down it would make the mover creep downhill. */
static sm3_vec wanted(space *sp, sm3_vec walk, bool jump) {
    if (!sp->gravity)
        return walk;
    walk.y = 0;
    if (sp->stands && !jump)
        return plus(along_ground(walk, sp->ground), sp->ground, -SPACE_GRAVITY * seconds * seconds);
    sp->fall = sp->stands ? -SPACE_JUMP : fminf(sp->fall + SPACE_GRAVITY * seconds, fastest_fall);
    return (sm3_vec){walk.x, -sp->fall * seconds, walk.z};
}

/* Looks at what was touched in the move for the most level ground. */
static void find_ground(space *sp, float radius) {
    const sm3_trace *t = &sp->move.trace;
    sp->stands = false;
    float best = walkable_up;
    for (int i = 0; i < t->candidate_count; i++) {
        const sm3_collision *c = &t->candidates[i];
        if (c->depth < -touch_radii * radius || c->normal.y < best)
            continue;
        best = c->normal.y;
        sp->ground = c->normal;
        sp->stands = true;
    }
}

/* What the obstacles took from the way up or down, they took from the speed. */
static void brake(space *sp, float made) {
    float rate = -made / seconds;
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

void space_walk(space *sp, sm3_vec walk, bool jump, const space_rules *rules) {
    float before = sp->heading;
    space_move_by(sp, wanted(sp, walk, jump), rules);
    if (sp->gravity) {
        bool rises = sp->fall < 0;
        brake(sp, sp->position.y - sp->previous_position.y);
        find_ground(sp, rules->mover.radius);
        sp->stands = sp->stands && !(rises && sp->fall < 0);
        if (sp->stands)
            sp->fall = 0;
    }
    turn_to(sp, walk);
    sp->previous_heading = before;
}

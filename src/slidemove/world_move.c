/* world_move: sm_slide_move through a world.
 *
 * A push moves the mover by less than its delta, as a rule. So the first look collects what is
 * within that much more than the mover's reach, and the looks after a push need no scan. Nor do
 * they need the obstacle that was pushed out of: a disk that is pushed along the normal keeps its
 * closest point, so what is left of the depth is rounding, and that is bounded. */
#include <math.h>
#include <stddef.h>

#include "collide.h"
#include "move.h"
#include "world.h"

typedef struct world_move {
    const sm_world *world;
    sm_capsule shape; /* around the origin */
    sm_vec2 delta;
    double slack; /* world units: how far from the first look its candidates are complete */
    bool gathered;
    sm_capsule gathered_at;
    sm_collision pushed; /* the last push */
    search search;
} world_move;

static double slack_for(sm_vec2 delta, double radius) {
    const double share_of_radius = 0.25; /* more would collect too much around a fast mover */
    double length = fabs((double)delta.x) + fabs((double)delta.y);
    double most = share_of_radius * radius;
    return length < most ? length : most;
}

static bool is_within(sm_vec2 p, sm_vec2 centre, double distance) {
    vec between = vec_sub(vec_of(p), vec_of(centre));
    return vec_dot(between, between) <= distance * distance;
}

static bool is_gathered(const world_move *w, const sm_capsule *mover) {
    return w->gathered && is_within(mover->a, w->gathered_at.a, w->slack) &&
           is_within(mover->b, w->gathered_at.b, w->slack);
}

static void gather(world_move *w, sm_capsule mover, float resolution) {
    search *s = &w->search;
    search_start(s, mover, w->delta, resolution);
    s->reach += w->slack * (1 + 1e-6);
    w->world->search(w->world, s);
    w->gathered = !s->overflowed;
    w->gathered_at = mover;
}

static void look_again(search *s, sm_capsule mover, float resolution) {
    s->mover = mover;
    s->best.depth = resolution;
    s->best.obstacle = SM_NO_OBSTACLE;
}

/* Returns the obstacle of which the last push can have left no depth above the resolution,
 * SM_NO_OBSTACLE for none. Rounding the position moves it by at most 0.71 of its float spacing,
 * which the resolution is not below; rounding depth and normal adds 4 * 2^-24 of the depth. So for
 * a depth of up to 1/32 of the coordinate, 0.77 of the resolution in all. */
static int left_behind(const world_move *w, float resolution) {
    const float coordinate = resolution / FLT_EPSILON, share = 1.0f / 32;
    const double not_too_deep = 0.9; /* of the radius: the normal is exact enough */
    bool is_plain_disk = w->shape.a.x == 0 && w->shape.a.y == 0 && is_disk(&w->shape);
    bool is_bounded = w->pushed.depth <= coordinate * share &&
                      (double)w->pushed.depth <= not_too_deep * w->search.radius;
    return is_plain_disk && is_bounded ? w->pushed.obstacle : SM_NO_OBSTACLE;
}

static sm_collision deepest_of_world(void *context, sm_vec2 position) {
    world_move *w = context;
    search *s = &w->search;
    sm_capsule mover = sm_capsule_at(w->shape, position);
    if (!can_collide(mover))
        return no_collision;
    float resolution = move_resolution(position);
    int done_with = SM_NO_OBSTACLE;
    if (is_gathered(w, &mover)) {
        look_again(s, mover, resolution);
        done_with = left_behind(w, resolution);
    } else {
        gather(w, mover, resolution);
    }
    search_judge(w->world, s, done_with);
    w->pushed = s->best;
    return s->best.obstacle == SM_NO_OBSTACLE ? no_collision : s->best;
}

/* ---- Other resolvers, and a trace: everything in reach is offered ------------------------- */

typedef struct offer_query {
    const sm_world *world;
    sm_capsule mover;
    sm_vec2 delta;
    sm_choice *choice;
} offer_query;

static bool offer_obstacle(void *context, int obstacle) {
    const offer_query *q = context;
    sm_collision c = sm_collide(q->mover, q->world->capsules[obstacle], q->delta);
    c.obstacle = obstacle;
    sm_choice_offer(q->choice, c);
    return true;
}

static void offer_world(const void *context, sm_vec2 position, sm_vec2 delta, sm_choice *choice) {
    const sm_world_mover *m = context;
    sm_capsule mover = sm_capsule_at(m->mover, position);
    if (!can_collide(mover))
        return;
    if (choice->resolver == SM_DEEPEST && choice->trace == NULL) {
        sm_collision c = world_deepest_beyond(m->world, mover, delta, choice->resolution);
        if (c.obstacle != SM_NO_OBSTACLE)
            sm_choice_offer(choice, c);
        return;
    }
    offer_query q = {m->world, mover, delta, choice};
    world_walk(m->world, box_in_reach(mover, choice->reach), offer_obstacle, &q);
}

sm_obstacles sm_obstacles_of_world(const sm_world_mover *mover) {
    return (sm_obstacles){offer_world, mover};
}

sm_result sm_slide_move_world(sm_vec2 position, sm_vec2 delta, sm_capsule mover,
                              const sm_world *world, const sm_options *options) {
    sm_world_mover m = {mover, world};
    if (options != NULL && (options->resolver != SM_DEEPEST || options->trace != NULL))
        return sm_slide_move(position, delta, sm_obstacles_of_world(&m), options);
    world_move w;
    w.world = world;
    w.shape = mover;
    w.delta = delta;
    w.slack = slack_for(delta, sm_radius(mover.radius));
    w.gathered = false;
    move deepest = {
        .start = position, .delta = delta, .deepest = deepest_of_world, .deepest_context = &w};
    return move_run(&deepest, options);
}

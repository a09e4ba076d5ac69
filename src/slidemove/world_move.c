/* world_move: sm_slide_move through a world.
 *
 * A push moves the mover by less than its delta, as a rule. So the first look collects what is
 * within that much more than the mover's reach, and the looks after a push need no scan. Nor do
 * they need the obstacle that was pushed out of: a disk that is pushed along the normal keeps its
 * closest point, so what is left of the depth is rounding, and that is bounded. */
#include <math.h>
#include <stddef.h>

#include "move.h"
#include "world_search.h"

typedef struct world_move {
    const sm_world *world;
    sm_capsule shape; /* around the origin */
    bool is_disk;
    bool is_centred; /* a disk whose centre is its position */
    double radius;
    bool gathered;
    double slack;       /* world units: how far from the first look its candidates are complete */
    vec gathered_at[2]; /* the ends of the inner segment at that look */
    float pushed_depth; /* the last push */
    int pushed_out_of;
    search search;
} world_move;

static double slack_for(sm_vec2 delta, double radius) {
    const double share_of_radius = 0.25; /* more would collect too much around a fast mover */
    double length = fabs((double)delta.x) + fabs((double)delta.y);
    double most = share_of_radius * radius;
    return length < most ? length : most;
}

static inline bool is_within(double x, double y, vec centre, double distance) {
    vec between = {x - centre.x, y - centre.y};
    return vec_dot(between, between) <= distance * distance;
}

static inline bool is_gathered(const world_move *w) {
    const search *s = &w->search;
    return w->gathered && is_within(s->ax, s->ay, w->gathered_at[0], w->slack) &&
           (s->is_disk || is_within(s->bx, s->by, w->gathered_at[1], w->slack));
}

static inline void gather(world_move *w, float resolution) {
    search *s = &w->search;
    search_start(s, w->radius, resolution);
    s->reach += w->slack * (1 + 1e-6);
    w->world->search(w->world, s);
    w->gathered = !s->overflowed;
    w->gathered_at[0] = (vec){s->ax, s->ay};
    w->gathered_at[1] = (vec){s->bx, s->by};
}

/* Returns the obstacle of which the last push can have left no depth above the resolution,
 * SM_NO_OBSTACLE for none. Rounding the position moves it by at most 0.71 of its float spacing,
 * which the resolution is not below; rounding depth and normal adds 4 * 2^-24 of the depth. So for
 * a depth of up to 1/32 of the coordinate, 0.77 of the resolution in all. */
static inline int left_behind(const world_move *w, float resolution) {
    const float coordinate = resolution / FLT_EPSILON, share = 1.0f / 32;
    const double not_too_deep = 0.9; /* of the radius: the normal is exact enough */
    bool is_bounded = w->pushed_depth <= coordinate * share &&
                      (double)w->pushed_depth <= not_too_deep * w->radius;
    return w->is_centred && is_bounded ? w->pushed_out_of : SM_NO_OBSTACLE;
}

static inline sm_collision look(void *context, sm_vec2 position, bool is_last) {
    (void)is_last;
    world_move *w = context;
    search *s = &w->search;
    sm_vec2 a = {w->shape.a.x + position.x, w->shape.a.y + position.y};
    sm_vec2 b = {w->shape.b.x + position.x, w->shape.b.y + position.y};
    if (!sm_is_finite(a) || (!w->is_disk && !sm_is_finite(b)))
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    if (w->is_disk)
        search_place_disk(s, a);
    else
        search_place(s, a, b);
    float resolution = move_resolution(position);
    int done_with = SM_NO_OBSTACLE;
    if (is_gathered(w)) {
        search_again(s, resolution);
        done_with = left_behind(w, resolution);
    } else {
        gather(w, resolution);
    }
    search_judge(w->world, s, done_with);
    w->pushed_depth = s->depth;
    w->pushed_out_of = s->obstacle;
    return search_result(w->world, s);
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
    sm_result result;
    if (!move_begin(position, delta, &result) || !can_collide(mover))
        return result;
    world_move w;
    w.world = world;
    w.shape = mover;
    w.is_disk = is_disk(&mover);
    w.is_centred = w.is_disk && mover.a.x == 0 && mover.a.y == 0;
    w.radius = sm_radius(mover.radius);
    w.slack = slack_for(delta, w.radius);
    w.gathered = false;
    w.search.delta = delta;
    move_push_out(position, move_pushes_allowed(options), look, &w, &result);
    return result;
}

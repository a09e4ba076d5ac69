/* move3: force the move, then push the mover out of the chosen collision until nothing is
 * penetrated or the pushes are used up. The 2D method (move.c) with one more dimension. */
#include "../resolver.h"
#include "obstacle_cache3.h"
#include "sweep_state3.h"
#include "tree3.h"

/* ---- One look at the obstacles ----------------------------------------------------------- */

typedef struct look3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    bool both_sides;
    sm_choice choice;
} look3;

/* A depth below this changes nothing. Smaller than it need be by more than a float's rounding, so
 * that equal depths are still compared. */
static double least_depth3(const sm_choice *choice) {
    static const double rounding = 1e-6;
    if (choice->trace != NULL)
        return -(double)choice->reach * (1 + rounding);
    if (choice->resolver == SM_DEEPEST && choice->chosen.depth > 0)
        return (double)choice->chosen.depth * (1 - rounding);
    return (double)choice->resolution * (1 - rounding);
}

static void consider3(look3 *l, const obstacle3 *obstacle, const contact3 *contact, int number) {
    if (!contact3_blocks(contact, obstacle, &l->mover, l->delta))
        return;
    sm3_collision collision = sm3_collision_of(contact, number);
    if (sm_choice_take(&l->choice, &collision))
        l->visitor.least = least_depth3(&l->choice);
}

static void visit_obstacle3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    look3 *l = (look3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(&l->mover, &obstacle, l->delta, visitor->least, !l->both_sides, &contact))
        consider3(l, &obstacle, &contact, number);
}

/* Looks at all that is near the mover, without a cache. */
static sm3_collision look_at_all3(look3 *l, const query_scope3 *scope) {
    double reach = l->mover.radius + (double)l->choice.reach;
    sm3_region region = region3_around(&l->mover, reach, vec3_zero);
    sm3_visit_near(scope, &region, &l->visitor);
    return l->choice.chosen;
}

sm3_collision sm3_find_deepest(sm3_vec position, sm3_vec delta, sm3_mover mover,
                               sm3_obstacles obstacles, const sm_filter *filter) {
    look3 l = {.visitor = {.visit = visit_obstacle3},
               .mover = mover3_at(&mover, vec3_of(position)),
               .delta = vec3_of(delta),
               .choice = {.resolver = SM_DEEPEST,
                          .resolution = move_resolution(position),
                          .chosen = {.obstacle = SM_NO_OBSTACLE}}};
    query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    if (!sm3_is_finite(position) || !sm3_is_finite(delta) || !sm3_mover_is_finite(&mover))
        return l.choice.chosen;
    return look_at_all3(&l, &scope);
}

/* ---- Obstacles that offer collisions ----------------------------------------------------- */

typedef struct offered3 {
    const sm3_obstacles *obstacles;
    const sm3_mover *mover;
    sm3_vec delta;
} offered3;

static void offer_at3(void *context, sm3_vec position, sm_choice *choice) {
    const offered3 *o = context;
    o->obstacles->offer(o->obstacles->context, position, o->delta, o->mover, choice);
}

static double size_of3(const sm3_mover *mover) {
    return sm_max(vec3_length(vec3_of(mover->a)), vec3_length(vec3_of(mover->b))) +
           (sm3_mover_is_box(mover) ? vec3_length(sm3_box_beside(mover)) : 0) +
           sm_radius(mover->radius);
}

/* ---- The move ---------------------------------------------------------------------------- */

/* The state of a move. */
typedef struct move3 {
    obstacle_cache3 cache;
    const sm_options *options;
    float reach;   /* also see what is so far from touching */
    bool is_plain; /* no record, and each push is out of the deepest */
} move3;

/* Whether the look has to consider all that is deep, not the deepest alone. */
static inline bool considers_all3(const move3 *m, bool is_last) {
    return !m->is_plain && (m->options->trace != NULL || !is_last);
}

/* Apart, as most moves do not need it. */
SM_APART static sm3_collision look_at_each3(move3 *m, const sm3_vec *position, bool is_last,
                                            const pose3 *at) {
    obstacle_cache3 *cache = &m->cache;
    look3 l = {
        .visitor = {.visit = visit_obstacle3},
        .mover = at->mover,
        .delta = cache->delta,
        .both_sides = m->options->both_sides,
        .choice = {.resolver = is_last ? SM_DEEPEST : m->options->resolver,
                   .reach = m->reach,
                   .resolution = move_resolution(*position),
                   .chosen = {.obstacle = SM_NO_OBSTACLE},
                   .trace = m->options->trace},
    };
    l.visitor.least = least_depth3(&l.choice);
    sm3_record_let_through(l.choice.trace, l.mover, l.delta, l.both_sides, NULL, &cache->scope);
    if (!cache3_cover(cache, at, sm_max(-l.visitor.least, 0)))
        return look_at_all3(&l, &cache->scope);
    int list[CACHE3_CAPACITY], count = cache3_list_near(cache, at, -l.visitor.least, list);
    for (int i = 0; i < count; i++) {
        const cached3 *near = cache3_measure(cache, list[i], at);
        consider3(&l, &near->shape, &near->contact, near->number);
    }
    return l.choice.chosen;
}

static sm3_collision look_around3(void *context, const sm3_vec *position, bool is_last) {
    move3 *m = context;
    pose3 at;
    cache3_pose_at(&m->cache, vec3_of(*position), &at);
    if (considers_all3(m, is_last) || !cache3_cover(&m->cache, &at, 0))
        return look_at_each3(m, position, is_last, &at);
    return SM_KERNEL(sm3_deepest)(&m->cache, &at, move_resolution(*position));
}

sm3_result sm3_slide_with(sweep3 *kept, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                          const sm3_obstacles *obstacles, const sm_options *options,
                          sweep_observer *observer) {
    if (options == NULL)
        options = &sm_seed_method;
    sm_trace *trace = options->trace;
    sm_trace_begin(trace, position, delta, options->resolver);

    sm3_result result;
    if (!move_begin(position, delta, &result))
        return result;
    if (sm_resolver_name(options->resolver) == NULL)
        return (sm3_result){.position = position, .status = SM_NO_RESOLVER};
    if (obstacles->visit == NULL && obstacles->offer == NULL)
        return (sm3_result){.position = position, .status = SM_NO_GATHER};
    if (!sm3_mover_is_finite(mover)) /* meets nothing */
        return result;
    if (obstacles->visit == NULL) {
        offered3 o = {obstacles, mover, delta};
        sm_contact_source source = {offer_at3, &o, options, size_of3(mover)};
        sm_source_move(&source, position, delta, &result);
        return result;
    }
    if (options->resolver == SM_SWEEP) {
        if (kept != NULL)
            sm3_sweep_with(kept, position, delta, mover, obstacles, options, observer, &result);
        else
            sm3_sweep(position, delta, mover, obstacles, options, &result);
        return result;
    }

    /* Pushes lead about as far back as the move went forward. */
    static const double more = 1.01;
    move3 m;
    m.options = options;
    m.is_plain = trace == NULL && options->resolver == SM_DEEPEST;
    m.reach = trace != NULL && trace->reach > 0 ? trace->reach : 0;
    double reach = vec3_length(vec3_of(delta)) * more + 2 * (double)m.reach;
    m.cache.scope = (query_scope3){.obstacles = *obstacles, .filter = options->filter};
    m.cache.core = mover3_of(mover);
    m.cache.looks_left = 0; /* not counted */
    m.cache.counts_near = m.is_plain;
    sm3_cache_begin(&m.cache, vec3_of(delta), reach, !options->both_sides);
    move_push_out(position, move_pushes_allowed(options), trace, look_around3, &m, &result);
    return result;
}

sm3_result sm3_slide_move(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                          const sm_options *options) {
    return sm3_slide_with(NULL, position, delta, &mover, &obstacles, options, NULL);
}

int sm3_find_contacts(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                      const sm_filter *filter, sm3_collision *contacts, int capacity) {
    if (!sm3_mover_is_finite(&mover) || !sm3_is_finite(position))
        return 0;
    if (obstacles.visit != NULL || obstacles.offer == NULL)
        return sm3_sweep_list_contacts(position, mover,
                                       &(query_scope3){.obstacles = obstacles, .filter = filter},
                                       contacts, capacity);
    const sm_options options = {.filter = filter};
    offered3 o = {&obstacles, &mover, {0, 0, 0}};
    sm_contact_source source = {offer_at3, &o, &options, size_of3(&mover)};
    return sm_source_touching(&source, position, contacts, capacity);
}

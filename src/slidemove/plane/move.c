/* move: one move in 2D among obstacles of any kind, by the resolver of the options. SM_SWEEP is in
 * sweep.c, all others in contact_source.c. */
#include "../resolver.h"

#include "sweep_state.h"
#include "world_index.h"

/* Obstacles that offer collisions with a mover. */
typedef struct offered {
    const sm_obstacles *obstacles;
    const sm_hull *mover;
    sm_vec2 delta;
} offered;

static void offer_at(void *context, sm3_vec position, sm_choice *choice) {
    const offered *o = context;
    sm_offer(o->obstacles, sm3_to2(position), o->delta, o->mover, choice);
}

static double size_of(const sm_hull *mover) {
    double size = 0;
    for (int i = 0; i < mover->count && i < SM_HULL_VERTICES; i++)
        size = sm_max(size, vec_length(vec_of(mover->vertices[i])));
    return size + sm_radius(mover->radius);
}

static sm_result swept(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_obstacles *obstacles, const sm_options *options, sweep *kept,
                       sweep_observer *observer) {
    if (!sm_hull_is_finite(mover)) { /* touches nothing, as with the other resolvers */
        sm_vec2 forced = {position.x + delta.x, position.y + delta.y};
        return (sm_result){.position = forced, .status = SM_MOVED};
    }
    if (kept != NULL)
        return sm_sweep_again(kept, position, delta, mover, obstacles, options, observer);
    return sm_sweep_move(position, delta, mover, obstacles, NULL, options);
}

sm_result sm_slide_any(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_obstacles *obstacles, const sm_options *options, sweep *kept,
                       sweep_observer *observer) {
    if (options == NULL)
        options = &sm_seed_method;
    sm3_vec start = sm_to3(position);
    sm_trace_begin(options->trace, start, sm_to3(delta), options->resolver);

    sm3_result result;
    if (!move_begin(start, sm_to3(delta), &result))
        return move_flat(&result);
    if (sm_resolver_name(options->resolver) == NULL)
        return (sm_result){.position = position, .status = SM_NO_RESOLVER};

    if (obstacles->gather == NULL && obstacles->offer == NULL)
        return (sm_result){.position = position, .status = SM_NO_GATHER};
    if (options->resolver == SM_SWEEP && obstacles->gather != NULL)
        return swept(position, delta, mover, obstacles, options, kept, observer);
    offered o = {obstacles, mover, delta};
    sm_contact_source source = {offer_at, &o, options, size_of(mover)};
    sm_source_move(&source, start, sm_to3(delta), &result);
    return move_flat(&result);
}

int sm_find_contacts(sm_vec2 position, sm_hull mover, sm_obstacles obstacles,
                     const sm_filter *filter, sm_collision *contacts, int capacity) {
    bool has_any = obstacles.gather != NULL || obstacles.offer != NULL;
    if (!has_any || !sm_hull_is_finite(&mover) || !sm_is_finite(position))
        return 0;
    if (obstacles.gather != NULL)
        return sm_sweep_contacts(position, &mover, &obstacles, filter, contacts, capacity);
    sm3_collision found[SOURCE_MAX];
    const sm_options options = {.filter = filter};
    offered o = {&obstacles, &mover, {0, 0}};
    sm_contact_source source = {offer_at, &o, &options, size_of(&mover)};
    int count = sm_source_touching(&source, sm_to3(position), found, SOURCE_MAX);
    for (int i = 0; i < count && i < capacity; i++)
        contacts[i] = sm3_collision_to2(found[i]);
    return count;
}

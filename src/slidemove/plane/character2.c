/* character2: the character in 2D: its moves, casts and contacts among 2D obstacles. */
#include "../character.h"
#include "collide.h"

#include <stddef.h>

typedef struct character2 {
    character_world world;
    sm_hull mover;
    sm_obstacles obstacles;
} character2;

/* ---- Moves --------------------------------------------------------------------------------- */

typedef struct at_rest {
    sm_obstacle_fn *visit;
    void *context;
} at_rest;

static bool visit_at_rest(void *context, const sm_obstacle *obstacle) {
    const at_rest *s = context;
    sm_obstacle resting = *obstacle;
    resting.moves = false;
    return s->visit(s->context, &resting);
}

/* Gathers obstacles at their new places, as if they had not moved. */
static void gather_at_rest(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                           void *visit_context) {
    const sm_obstacles *obstacles = context;
    at_rest s = {visit, visit_context};
    obstacles->gather(obstacles->context, min, max, visit_at_rest, &s);
}

static sm3_result move2(const character_world *world, sm3_vec position, sm3_vec delta, bool moves,
                        const sm_options *options) {
    const character2 *w = (const character2 *)world;
    sm_obstacles resting = {.context = &w->obstacles, .gather = gather_at_rest};
    /* Only SM_SWEEP lets obstacles move, and only those that it gathers. */
    bool may_move = options->resolver == SM_SWEEP && w->obstacles.gather != NULL;
    sm_result r = sm_slide_move(sm3_to2(position), sm3_to2(delta), w->mover,
                                may_move && !moves ? resting : w->obstacles, options);
    return (sm3_result){sm_to3(r.position), sm_to3(r.normal), r.depth, r.pushes, r.status};
}

/* ---- Casts --------------------------------------------------------------------------------- */

static sm3_touch cast_first(const character_world *world, sm3_vec position, sm3_vec delta,
                            bool point) {
    const character2 *w = (const character2 *)world;
    const sm_filter *filter = character_filter(world);
    sm_vec2 from = sm3_to2(position), by = sm3_to2(delta);
    sm_touch first = point ? sm_raycast(from, by, w->obstacles, filter)
                           : sm_shapecast(from, by, w->mover, w->obstacles, filter);
    return (sm3_touch){.hit = first.hit,
                       .fraction = first.fraction,
                       .position = sm3_offset(position, delta, (float)first.fraction),
                       .normal = sm_to3(first.normal),
                       .point = sm_to3(first.point),
                       .obstacle = first.obstacle};
}

/* ---- Contacts ------------------------------------------------------------------------------ */

enum { CONTACTS2_MAX = 32 };

static int find_contacts2(const character_world *world, sm3_vec position, sm3_collision *contacts,
                          int capacity) {
    const character2 *w = (const character2 *)world;
    sm_collision found[CONTACTS2_MAX];
    int most = capacity < CONTACTS2_MAX ? capacity : CONTACTS2_MAX;
    int count = sm_find_contacts(sm3_to2(position), w->mover, w->obstacles, character_filter(world),
                                 found, most);
    count = count < most ? count : most;
    for (int i = 0; i < count; i++)
        contacts[i] = sm_collision_to3(found[i]);
    return count;
}

static sm3_vec clip2(sm3_vec velocity, const sm3_collision *contacts, int count) {
    sm_collision flat[CONTACTS2_MAX];
    count = count < CONTACTS2_MAX ? count : CONTACTS2_MAX;
    for (int i = 0; i < count; i++)
        flat[i] = (sm_collision){.normal = sm3_to2(contacts[i].normal)};
    return sm_to3(sm_clip_velocity(sm3_to2(velocity), flat, count));
}

static bool describe_obstacle(void *context, const sm_obstacle *o) {
    vec before = vec_sub(vec_of(o->before.b), vec_of(o->before.a));
    vec now = vec_sub(vec_of(o->shape.b), vec_of(o->shape.a));
    float turned =
        obstacle_moves(o) ? (float)atan2(vec_cross(before, now), vec_dot(before, now)) : 0;
    sm_character_describe(context, o->number, o->user, turned);
    return true;
}

/* Returns how far the mover reaches from its position in a direction. */
static double reach2(const character_world *world, vec3 direction) {
    const character2 *w = (const character2 *)world;
    double most = -INFINITY;
    for (int i = 0; i < w->mover.count; i++)
        most = sm_max(most, vec3_dot(vec3_of(sm_to3(w->mover.vertices[i])), direction));
    return most + sm_radius(w->mover.radius);
}

static void describe2(const character_world *world, sm_character *c) {
    double margin = character_touch_margin(c->position);
    const character2 *w = (const character2 *)world;
    const vec3 right = {1, 0, 0}, left = {-1, 0, 0}, above = {0, 1, 0}, below = {0, -1, 0};
    vec at = vec_of(sm3_to2(c->position));
    vec low = {at.x - reach2(world, left) - margin, at.y - reach2(world, below) - margin};
    vec high = {at.x + reach2(world, right) + margin, at.y + reach2(world, above) + margin};
    sm_find_in_box(vec_round(low), vec_round(high), w->obstacles, NULL, describe_obstacle, c);
}

/* ---- The public face ----------------------------------------------------------------------- */

static character2 world_of(const sm_character_settings *settings, sm_hull mover,
                           sm_obstacles obstacles) {
    if (settings == NULL)
        settings = &sm_character_defaults;
    return (character2){{move2, cast_first, find_contacts2, clip2, describe2, settings,
                         sm_radius(mover.radius), 0, obstacles.gather != NULL},
                        mover,
                        obstacles};
}

void sm_character_move(sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles, sm_vec2 walk, bool jump,
                       float seconds) {
    character2 w = world_of(settings, mover, obstacles);
    sm_character_tick(character, &w.world, sm_to3(walk), jump, seconds);
}

bool sm_character_fits(const sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles) {
    character2 w = world_of(settings, mover, obstacles);
    return sm_character_has_room(character, &w.world);
}

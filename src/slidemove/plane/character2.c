/* character2: the character in 2D: its moves, casts and contacts among 2D obstacles. */
#include "../character.h"
#include "collide.h"
#include "sweep_state.h"
#include "world_index.h"

#include <stddef.h>

enum { NEARBY_MAX = 48 };

/* What is near the character, gathered once. A tick makes several moves, casts and looks close to
 * each other, and they gather from here. */
typedef struct nearby {
    const sm_obstacles *obstacles;
    rect box;       /* all obstacles in it are listed; without an area until it is gathered */
    double margin;  /* world units: gathered around what is asked for */
    double below;   /* world units: gathered at first below that, where a tick looks for steps */
    bool overflows; /* more obstacles are near than fit */
    int count;
    sm_obstacle list[NEARBY_MAX];
    rect boxes[NEARBY_MAX]; /* around each of them, at its old and its new place */
} nearby;

typedef struct character2 {
    character_world world;
    sweep *kept; /* of all moves and looks */
    sm_hull mover;
    sm_obstacles obstacles;
    sm_obstacles near; /* the same, by way of `nearby`; for those that have a `gather` */
    nearby *nearby;
} character2;

/* ---- What is near -------------------------------------------------------------------------- */

static bool list_nearby(void *context, const sm_obstacle *obstacle) {
    nearby *n = context;
    n->overflows = n->count == NEARBY_MAX;
    if (n->overflows)
        return false;
    n->list[n->count] = *obstacle;
    n->boxes[n->count++] = obstacle_bounds(obstacle);
    return true;
}

/* Lists what is in the box, in what was listed before, and in a margin around both. */
static void gather_nearby(nearby *n, rect box) {
    rect all = rect_union(n->box, box);
    bool is_first = n->box.x0 > n->box.x1;
    sm_vec2 min =
        vec_round_finite((vec){all.x0 - n->margin, all.y0 - n->margin - (is_first ? n->below : 0)});
    sm_vec2 max = vec_round_finite((vec){all.x1 + n->margin, all.y1 + n->margin});
    n->box = rect_of_corners(min, max);
    n->count = 0;
    n->overflows = false;
    n->obstacles->gather(n->obstacles->context, min, max, list_nearby, n);
}

static void gather_from_nearby(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                               void *visit_context) {
    nearby *n = *(nearby *const *)context;
    const rect box = rect_of_corners(min, max);
    if (!rect_contains(n->box, box) && !n->overflows)
        gather_nearby(n, box);
    if (n->overflows || !rect_contains(n->box, box)) {
        n->obstacles->gather(n->obstacles->context, min, max, visit, visit_context);
        return;
    }
    for (int i = 0; i < n->count; i++)
        if (rects_overlap(n->boxes[i], box) && !visit(visit_context, &n->list[i]))
            return;
}

/* ---- Moves --------------------------------------------------------------------------------- */

typedef struct at_rest {
    sm_obstacle_fn *visit;
    void *context;
} at_rest;

static bool visit_at_rest(void *context, const sm_obstacle *obstacle) {
    const at_rest *s = context;
    if (!obstacle->moves)
        return s->visit(s->context, obstacle);
    sm_obstacle resting = *obstacle;
    resting.moves = false;
    return s->visit(s->context, &resting);
}

/* Gathers obstacles at their new places, as if they had not moved. */
static void gather_at_rest(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                           void *visit_context) {
    at_rest s = {visit, visit_context};
    gather_from_nearby(context, min, max, visit_at_rest, &s);
}

static sm3_result move2(const character_world *world, sm3_vec position, sm3_vec delta, bool moves,
                        const sm_options *options, sweep_observer *observer) {
    const character2 *w = (const character2 *)world;
    sm_obstacles obstacles = w->obstacles;
    /* Only SM_SWEEP lets obstacles move, and only those that it gathers. */
    if (options->resolver == SM_SWEEP && obstacles.gather != NULL) {
        obstacles = w->near;
        obstacles.gather = moves ? gather_from_nearby : gather_at_rest;
    }
    sm_result r = sm_slide_any(sm3_to2(position), sm3_to2(delta), &w->mover, &obstacles, options,
                               w->kept, observer);
    return (sm3_result){sm_to3(r.position), sm_to3(r.normal), r.depth, r.pushes, r.status};
}

/* ---- Casts --------------------------------------------------------------------------------- */

static sm3_touch cast2(const character_world *world, sm3_vec position, sm3_vec delta, bool point) {
    const character2 *w = (const character2 *)world;
    const sm_filter *filter = character_filter(world);
    sm_vec2 from = sm3_to2(position), by = sm3_to2(delta);
    sm_touch first = point ? sm_raycast(from, by, w->near, filter)
                           : sm_shapecast(from, by, w->mover, w->near, filter);
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
    const sm_filter *filter = character_filter(world);
    sm_vec2 at = sm3_to2(position);
    bool is_gathered = w->near.gather != NULL && sm_hull_is_finite(&w->mover) && sm_is_finite(at);
    int count = is_gathered
                    ? sm_sweep_contacts_again(w->kept, at, &w->mover, &w->near, filter, found, most)
                    : sm_find_contacts(at, w->mover, w->near, filter, found, most);
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

/* In a world an obstacle is found by its number. Other obstacles are gathered again. */
static void describe2(const character_world *world, sm_character *c) {
    const character2 *w = (const character2 *)world;
    const sm_world *known = sm_world_behind(&w->obstacles);
    if (known != NULL) {
        int numbers[CHARACTER_TOUCHED_MAX], count = sm_character_touched(c, numbers);
        for (int i = 0; i < count; i++) {
            sm_obstacle o = sm_world_get(known, numbers[i]);
            describe_obstacle(c, &o);
        }
        return;
    }
    double margin = sm_character_touch_margin(c, world);
    const vec3 right = {1, 0, 0}, left = {-1, 0, 0}, above = {0, 1, 0}, below = {0, -1, 0};
    vec at = vec_of(sm3_to2(c->position));
    vec low = {at.x - reach2(world, left) - margin, at.y - reach2(world, below) - margin};
    vec high = {at.x + reach2(world, right) + margin, at.y + reach2(world, above) + margin};
    if (w->near.gather != NULL)
        w->near.gather(w->near.context, vec_round(low), vec_round(high), describe_obstacle, c);
}

/* ---- The public face ----------------------------------------------------------------------- */

static void begin_world(character2 *w, nearby *n, sweep *kept, const sm_character *c,
                        const sm_character_settings *settings, sm_hull mover,
                        sm_obstacles obstacles) {
    if (settings == NULL)
        settings = &sm_character_defaults;
    w->world =
        (character_world){move2,     cast2,    find_contacts2,          clip2,
                          describe2, settings, sm_radius(mover.radius), obstacles.gather != NULL};
    w->kept = kept;
    sweep_begin_kept(kept);
    w->mover = mover;
    w->obstacles = obstacles;
    w->nearby = n;
    w->near = obstacles.gather == NULL
                  ? obstacles
                  : (sm_obstacles){.context = &w->nearby, .gather = gather_from_nearby};
    n->obstacles = &w->obstacles;
    n->box = (rect){INFINITY, INFINITY, -INFINITY, -INFINITY};
    n->margin = w->world.radius * 0.25;
    n->below = c->on_floor ? sm_min(sm_radius(settings->step_height), w->world.radius * 2) : 0;
    n->overflows = false;
}

void sm_character_move(sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles, sm_vec2 walk, bool jump,
                       float seconds) {
    character2 w;
    nearby n;
    sweep kept;
    begin_world(&w, &n, &kept, character, settings, mover, obstacles);
    sm_character_tick(character, &w.world, sm_to3(walk), jump, seconds);
}

bool sm_character_fits(const sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles) {
    character2 w;
    nearby n;
    sweep kept;
    begin_world(&w, &n, &kept, character, settings, mover, obstacles);
    return sm_character_has_room(character, &w.world);
}

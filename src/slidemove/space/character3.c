/* character3: the character in 3D: its moves, casts and contacts among 3D obstacles. */
#include "../character.h"
#include "obstacles3.h"
#include "sweep_state3.h"
#include "tree3.h"

#include <stddef.h>

typedef struct character3 {
    character_world world;
    sweep3 *kept; /* the last move, for the look after it */
    sm3_mover mover;
    sm3_obstacles obstacles;
} character3;

static sm3_result move_by_sweep3(const character_world *world, sm3_vec position, sm3_vec delta,
                                 bool moves, const sm_options *options, sweep_observer *observer) {
    const character3 *w = (const character3 *)world;
    sm3_obstacles resting = {.visit = sm3_visit_at_rest, .context = &w->obstacles};
    bool is_moving = w->obstacles.visit != NULL && !sm3_none_moves(w->obstacles);
    return sm3_slide_with(w->kept, position, delta, &w->mover,
                          is_moving && !moves ? &resting : &w->obstacles, options, observer);
}

/* The cast ends one skin before the touch, as a move does, so that the next move need not push the
 * mover back, and what it stands on counts as touched. */
static sm3_touch cast_character3(const character_world *world, sm3_vec position, sm3_vec delta,
                                 bool point) {
    const character3 *w = (const character3 *)world;
    const sm_filter *filter = character_filter(world);
    if (point)
        return sm3_raycast(position, delta, w->obstacles, filter);
    sm3_touch touch = sm3_shapecast(position, delta, w->mover, w->obstacles, filter);
    double approach = -(double)sm3_dot(touch.normal, delta);
    if (touch.hit && approach > 0)
        touch.fraction =
            sm_max(touch.fraction - sweep3_skin(vec3_of(touch.position)) / approach, 0);
    return touch;
}

static int find_character_contacts3(const character_world *world, sm3_vec position,
                                    sm3_collision *contacts, int capacity) {
    const character3 *w = (const character3 *)world;
    const sm_filter *filter = character_filter(world);
    const query_scope3 scope = {.obstacles = w->obstacles, .filter = filter};
    if (w->obstacles.visit == NULL || !sm3_mover_is_finite(&w->mover) || !sm3_is_finite(position))
        return sm3_find_contacts(position, w->mover, w->obstacles, filter, contacts, capacity);
    return sm3_sweep_contacts_after(w->kept, position, &w->mover, &scope, contacts, capacity);
}

/* A character turns with an obstacle about the y axis only. */
static bool describe_obstacle3(void *context, const sm3_obstacle *o) {
    vec3 before = vec3_sub(vec3_of(o->before.b), vec3_of(o->before.a));
    vec3 now = vec3_sub(vec3_of(o->shape.b), vec3_of(o->shape.a));
    double aside = before.z * now.x - before.x * now.z;
    double along = before.x * now.x + before.z * now.z;
    sm_character_describe(context, o->number, o->user,
                          obstacle3_moves(o) ? (float)atan2(aside, along) : 0);
    return true;
}

/* In a world an obstacle is found by its number. Among other obstacles, all that overlap the mover
 * and a margin are visited again. */
static void describe_touched3(const character_world *world, sm_character *c) {
    const character3 *w = (const character3 *)world;
    const sm3_world *known = sm3_world_of(w->obstacles);
    if (known != NULL) {
        int numbers[CHARACTER_TOUCHED_MAX], count = sm_character_touched(c, numbers);
        for (int i = 0; i < count; i++) {
            sm3_obstacle o = sm3_world_get(known, numbers[i]);
            describe_obstacle3(c, &o);
        }
        return;
    }
    sm3_mover around = w->mover;
    around.radius = (float)(sm_radius(around.radius) + sm_character_touch_margin(c, world));
    sm3_find_overlaps(c->position, around, w->obstacles, NULL, describe_obstacle3, c);
}

/* ---- The public face ----------------------------------------------------------------------- */

static character3 world_of_character3(sweep3 *kept, const sm_character_settings *settings,
                                      sm3_mover mover, sm3_obstacles obstacles) {
    if (settings == NULL)
        settings = &sm_character_defaults;
    sweep3_begin_kept(kept);
    return (character3){{move_by_sweep3, cast_character3, find_character_contacts3,
                         sm3_clip_velocity, describe_touched3, settings, sm_radius(mover.radius),
                         obstacles.visit != NULL},
                        kept,
                        mover,
                        obstacles};
}

void sm3_character_move(sm_character *character, const sm_character_settings *settings,
                        sm3_mover mover, sm3_obstacles obstacles, sm3_vec walk, bool jump,
                        float seconds) {
    sweep3 kept;
    character3 w = world_of_character3(&kept, settings, mover, obstacles);
    sm_character_tick(character, &w.world, walk, jump, seconds);
}

bool sm3_character_fits(const sm_character *character, const sm_character_settings *settings,
                        sm3_mover mover, sm3_obstacles obstacles) {
    sweep3 kept;
    character3 w = world_of_character3(&kept, settings, mover, obstacles);
    return sm_character_has_room(character, &w.world);
}

/* character: the rules of slidemove_character.h, written once for 2D, where z is 0, and 3D, over
 * what they need of the world: a table of functions that plane/ and space/ fill in. */
#ifndef SM_CHARACTER_RULES_H
#define SM_CHARACTER_RULES_H

#include "resolver.h"
#include "slidemove_character.h"
#include "vec.h"

typedef struct character_world {
    /* Moves. Obstacles that move do so only if `moves`, else they have done so. */
    sm3_result (*move)(const struct character_world *world, sm3_vec position, sm3_vec delta,
                       bool moves, const sm_options *options, sweep_observer *observer);
    /* Casts the shape, or a point, to the first touch. */
    sm3_touch (*cast)(const struct character_world *world, sm3_vec position, sm3_vec delta,
                      bool point);
    /* Finds what is touched, in the order of the numbers, as sm_find_contacts does. */
    int (*contacts)(const struct character_world *world, sm3_vec position, sm3_collision *contacts,
                    int capacity);
    sm3_vec (*clip)(sm3_vec velocity, const sm3_collision *contacts, int count);
    /* Calls sm_character_describe for what the character touches. */
    void (*describe)(const struct character_world *world, sm_character *character);
    const sm_character_settings *settings; /* never NULL */
    double radius;                         /* of the shape's rounding, world units */
    bool can_look; /* casts find the obstacles; not those that only offer collisions */
} character_world;

static inline const sm_filter *character_filter(const character_world *world) {
    const sm_options *own = world->settings->options;
    return own != NULL ? own->filter : NULL;
}

extern const sm_character_settings sm_character_defaults; /* zeroed: what NULL stands for */

enum { CHARACTER_TOUCHED_MAX = SM_CHARACTER_CONTACTS + 3 };

/* Lists the numbers of the obstacles that the character touches. Returns how many. The foremost
 * ones are among its contacts, unless these had no room for them. */
int sm_character_touched(const sm_character *character, int numbers[CHARACTER_TOUCHED_MAX]);

/* Returns how far from its shape what it touches may be, in world units: more than the gap that a
 * move keeps there, and than its contacts are away. */
double sm_character_touch_margin(const sm_character *character, const character_world *world);

/* Enters an obstacle's user number, and how far it turned, where the character touches it. */
void sm_character_describe(sm_character *character, int obstacle, uint64_t user, float turned);

void sm_character_tick(sm_character *character, const character_world *world, sm3_vec walk,
                       bool jump, float seconds);

bool sm_character_has_room(const sm_character *character, const character_world *world);

#endif

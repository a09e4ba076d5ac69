/* slidemove_character: a character that walks, jumps and is carried, in 2D and in 3D, made of the
 * library's public functions alone.
 *
 *     sm_character hero = {.position = {0, 2, 0}};
 *     sm_hull shape = sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f}); // feet at 0, 0
 *     for (;;) // each tick
 *         sm_character_move(&hero, NULL, shape, obstacles, (sm_vec2){4, 0}, jump, 1.f / 60);
 *
 * What it stands on decides how it moves, not all that it touches: a floor is what blocks gravity
 * to within `max_slope`, be it one surface, a wedge of two, or the edge of a step.
 *
 * One struct serves both dimensions; in 2D z is 0 throughout. Units are world units, seconds and
 * radians. A tick spends its path in legs, each a move of SM_SWEEP that ends where something new is
 * met; ticks longer than 1/60 s are cut, so that 30, 60 or 240 a second lead along the same path.
 * docs/character.md tells how it decides. */
#ifndef SLIDEMOVE_CHARACTER_H
#define SLIDEMOVE_CHARACTER_H

#include "slidemove3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What stays of a platform's velocity when it is left, by jumping or by walking off. */
typedef enum sm_leaving {
    SM_LEAVE_ALL, /* all of it */
    SM_LEAVE_UP,  /* its part upward: a lift throws, a train does not */
    SM_LEAVE_NONE
} sm_leaving;

/* How a character moves. Zeroed, or NULL, it is the defaults; it may change at any time. */
typedef struct sm_character_settings {
    sm3_vec up;         /* of any length; zero is +y */
    float max_slope;    /* the steepest it can stand on; 0: 0.8727, which is 50 degrees */
    float step_height;  /* the highest step it walks up; 0: 0.3; below 0: none */
    float snap;         /* how far below it the floor may fall away, besides by a slope it can stand
                           on, and it still follows; 0: the step height; below 0: not at all */
    float gravity;      /* 0: 20; below 0: none, it floats at the height it has */
    float jump_speed;   /* upward; 0: 9, which with that gravity is 2 high; below 0: no jumps */
    float fastest_fall; /* 0: 60; below 0: without limit */
    bool slips;         /* gravity pulls it down slopes it stands on; as a rule it stops there */
    bool level_speed;   /* walks are measured on the level, so slopes take longer; as a rule it is
                           as fast along a slope, up or down, as on the flat */
    sm_leaving leaving;
    const sm_options *options; /* of its moves; NULL: SM_SWEEP. Its filter says what it meets. Its
                                  trace gets the legs of the tick as far as they were made, and
                                  what was cast down or up, in parts, of which one may come several
                                  times: `start` is of the tick, `delta` of the first move, zero
                                  where that was tried in vain. Any other resolver pushes out:
                                  nothing that it meets ends a leg, and nothing carries it */
} sm_character_settings;

typedef enum sm_surface {
    SM_WALL, /* too steep to stand on, from below or from above */
    SM_FLOOR,
    SM_CEILING,
    SM_EDGE /* of a step: steep where it is touched, but one can stand beyond it */
} sm_surface;

typedef struct sm_character_contact {
    sm3_vec normal; /* unit, toward the character */
    sm3_vec point;  /* on the obstacle's surface */
    float depth;    /* 0 or a rounding, unless it is crushed */
    float pressed;  /* world units a second of its velocity that the obstacle took: what a body of
                       the game's gets is this times the character's mass, against the normal */
    int obstacle;   /* its number, SM_NO_OBSTACLE: none */
    sm_surface surface;
    uint64_t user; /* the obstacle's */
} sm_character_contact;

#define SM_CHARACTER_CONTACTS 8

/* Why something that is in the way was not walked on or over. */
typedef enum sm_obstruction {
    SM_NOT_BLOCKED,
    SM_TOO_STEEP,      /* nothing to stand on leads on there */
    SM_STEP_TOO_HIGH,  /* it is higher than a step */
    SM_NO_HEADROOM,    /* above the step something is in the way */
    SM_NO_FLOOR_BEYOND /* behind it there is nothing to stand on */
} sm_obstruction;

typedef struct sm_character_blocker {
    int obstacle;
    sm_obstruction why;
} sm_character_blocker;

#define SM_CHARACTER_BLOCKERS 4

/* The whole state: plain data without pointers or gaps, to be copied, compared with memcmp and kept
 * in recordings. Zeroed but for `position` it is a character in the air. A game may change the
 * first two at any time; the rest is the result of the last move. */
typedef struct sm_character {
    sm3_vec position; /* of the shape's origin; best where its feet are, so that it can crouch */
    sm3_vec momentum; /* world units a second: what gravity, jumps and platforms gave it, on top of
                         which it walks; 0 on a floor. A blow or a spring adds to it */
    sm3_vec velocity; /* world units a second: how it moved, all included */
    sm3_vec carried;  /* world units a second: how the platform under it carried it */
    float turned;     /* radians, counter-clockwise, about up in 3D: how far that turned */
    bool on_floor, on_wall, on_ceiling;
    bool crushed;                              /* there is no room for it */
    sm_character_contact floor, wall, ceiling; /* the foremost of each; obstacle SM_NO_OBSTACLE and
                       a normal of zero: none. Of a wedge or an edge the floor's normal is that of
                       what it can walk on */
    sm_character_contact contacts[SM_CHARACTER_CONTACTS]; /* where it came to, by their numbers */
    int contact_count;
    sm_character_blocker blockers[SM_CHARACTER_BLOCKERS]; /* what was in the way of the walk, and
                                                             why it could not get past */
    int blocker_count;
    sm3_vec ground_point, ground_normal; /* the plane that steps are measured from: what it stands
                                            on; zero in the air */
    float climbed; /* on its way up a step: how far the ground lies above the floor before; below
                      0: it is on none */
    int legs;      /* what the tick cost: the legs of its path, at most 8 for 1/60 s, */
    int sweeps;    /* moves, */
    int casts;     /* and casts of the shape */
} sm_character;

/* Moves the character by one tick. `walk` is the velocity wanted, of which what is along up does
 * not count; `jump` is whether to jump where it stands, and does nothing in the air. `mover` is
 * given around the origin and may be another each tick, as when it crouches. The obstacles need a
 * `gather`; those that move do so in this tick. What is not finite is taken as 0. */
void sm_character_move(sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles, sm_vec2 walk, bool jump,
                       float seconds);

/* Returns whether there is room for another shape where the character is: whether it may stand up
 * or grow. */
bool sm_character_fits(const sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles);

/* The same in space. */
void sm3_character_move(sm_character *character, const sm_character_settings *settings,
                        sm3_mover mover, sm3_obstacles obstacles, sm3_vec walk, bool jump,
                        float seconds);
bool sm3_character_fits(const sm_character *character, const sm_character_settings *settings,
                        sm3_mover mover, sm3_obstacles obstacles);

#ifdef __cplusplus
}
#endif

#endif

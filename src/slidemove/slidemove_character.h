/** @file
 * A character that walks, jumps and rides platforms, in 2D and in 3D.
 *
 *     sm_character hero = {.position = {0, 2, 0}};
 *     sm_hull shape = sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f}); // feet at 0, 0
 *     for (;;) // each tick
 *         sm_character_move(&hero, NULL, shape, obstacles, (sm_vec2){4, 0}, jump, 1.f / 60);
 *
 * It is made of the library's public functions alone. A floor is what blocks gravity to within
 * `max_slope`: one surface, a wedge of two, or the edge of a step. Only what the character stands
 * on decides how it moves, not everything that it touches.
 *
 * One struct serves both dimensions; in 2D its z is 0. Units are world units, seconds and radians.
 * A tick spends its path in legs. Each leg is a move of SM_SWEEP that ends where something new is
 * touched. Ticks longer than 1/60 s are cut into shorter ones, so that 30, 60 or 240 ticks a second
 * lead along the same path. docs/character.md tells how it decides. */
#ifndef SLIDEMOVE_CHARACTER_H
#define SLIDEMOVE_CHARACTER_H

#include "slidemove3.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup character A character
 * Walking, jumping, steps, slopes and moving platforms.
 * @{ */

/** How much of a platform's velocity stays when the character jumps or walks off it. */
typedef enum sm_leaving {
    SM_LEAVE_ALL, /**< all of it */
    SM_LEAVE_UP,  /**< its part upward: a lift throws the character, a train does not */
    SM_LEAVE_NONE /**< nothing */
} sm_leaving;

/** How a character moves. Zeroed, or NULL, it means the defaults. It may change at any time. */
typedef struct sm_character_settings {
    sm3_vec up;        /**< a direction of any length; zero is +y */
    float max_slope;   /**< radians, the steepest floor; 0: 0.8727, which is 50 degrees */
    float step_height; /**< world units, the highest step it walks up; 0: 0.3; below 0: none */
    float snap;        /**< World units: how far the floor may fall away for the character to follow
                          it, beside a slope that it can stand on. 0: the step height; below 0: it
                          does not follow. */
    float
        gravity; /**< world units a second squared; 0: 20; below 0: none, it floats at its height */
    float jump_speed;   /**< world units a second, up; 0: 9, 2 high with that gravity; below 0: no
                           jumps */
    float fastest_fall; /**< world units a second; 0: 60; below 0: without limit */
    bool slips;         /**< gravity pulls it down slopes that it stands on; otherwise it rests */
    bool level_speed; /**< Walking speed is measured on the level, so slopes take longer. Otherwise
                         it is as fast along a slope, up or down, as on the flat. */
    sm_leaving leaving;        /**< what stays of a platform's velocity */
    const sm_options *options; /**< The options of its moves; NULL: SM_SWEEP. The filter says which
                                  obstacles count. The trace gets the legs of the tick as far as
                                  they were made, and casts down and up, as parts that may repeat;
                                  its `start` is that of the tick, its `delta` that of the first
                                  move, zero if that was tried in vain. A resolver that pushes out
                                  ends no leg at a touch, and nothing carries the character. */
} sm_character_settings;

/** What a surface is to a character. */
typedef enum sm_surface {
    SM_WALL,    /**< too steep to stand on, from below or from above */
    SM_FLOOR,   /**< flat enough to stand on */
    SM_CEILING, /**< above the character */
    SM_EDGE     /**< of a step: steep where it is touched, but with a floor beyond it */
} sm_surface;

/** One contact of a character. */
typedef struct sm_character_contact {
    sm3_vec normal; /**< unit vector toward the character */
    sm3_vec point;  /**< of the obstacle's surface */
    float depth;    /**< world units; 0 or a rounding, unless the character is crushed */
    float
        pressed;  /**< World units a second of the character's velocity that the obstacle took. A
                     body of  the game's gets this times the character's mass, against the normal. */
    int obstacle; /**< its number; SM_NO_OBSTACLE: there is no contact */
    sm_surface surface; /**< what the surface is to the character */
    uint64_t user;      /**< the obstacle's user number */
} sm_character_contact;

/** The most contacts that a character keeps. */
#define SM_CHARACTER_CONTACTS 8

/** Why the character did not walk on or over an obstacle. */
typedef enum sm_obstruction {
    SM_NOT_BLOCKED,    /**< it did */
    SM_TOO_STEEP,      /**< no floor leads on there */
    SM_STEP_TOO_HIGH,  /**< it is higher than a step */
    SM_NO_HEADROOM,    /**< something is above the step */
    SM_NO_FLOOR_BEYOND /**< there is no floor behind it */
} sm_obstruction;

/** One obstacle that blocked the walk. */
typedef struct sm_character_blocker {
    int obstacle;       /**< its number */
    sm_obstruction why; /**< why the character could not get past it */
} sm_character_blocker;

/** The most blockers that a character keeps. */
#define SM_CHARACTER_BLOCKERS 4

/** The whole state of a character. It is plain data without pointers or padding: copy it, compare
 * it with memcmp, keep it in recordings. Zeroed but for `position` it is a character in the air. A
 * game may change `position` and `momentum` at any time; the rest is the result of the last move.
 */
typedef struct sm_character {
    sm3_vec position; /**< of the shape's origin; put that at its feet, so that it can crouch */
    sm3_vec momentum; /**< World units a second, on top of which it walks: what gravity, jumps and
                         platforms gave it; 0 on a floor. A blow or a spring adds to it. */
    sm3_vec velocity; /**< world units a second: how it moved, all included */
    sm3_vec carried;  /**< world units a second: how the platform under it carried it */
    float turned;    /**< radians, counter-clockwise, about up in 3D: how far the platform turned */
    bool on_floor;   /**< it stands on a floor */
    bool on_wall;    /**< it touches a wall */
    bool on_ceiling; /**< it touches a ceiling */
    bool crushed;    /**< there is no room for it */
    /** The foremost floor; obstacle SM_NO_OBSTACLE and normal zero: none. For a wedge or an edge
     * the normal is that of the surface it can walk on. */
    sm_character_contact floor;
    sm_character_contact wall;    /**< the foremost wall, in the same way */
    sm_character_contact ceiling; /**< the foremost ceiling, in the same way */
    sm_character_contact contacts[SM_CHARACTER_CONTACTS]; /**< at its position, by their numbers */
    int contact_count;                                    /**< how many there are */
    sm_character_blocker blockers[SM_CHARACTER_BLOCKERS]; /**< what blocked the walk, and why */
    int blocker_count;                                    /**< how many there are */
    sm3_vec ground_point;  /**< of the plane that steps are measured from; zero in the air */
    sm3_vec ground_normal; /**< of the same plane */
    float climbed; /**< World units, on the path up a step: how far the ground lies above the floor
                      before it; below 0: it climbs no step. */
    int legs;      /**< what the tick cost: the legs of its path, at most 8 for 1/60 s */
    int sweeps;    /**< what the tick cost: moves */
    int casts;     /**< what the tick cost: casts of the shape */
} sm_character;

/** Moves the character by one tick of `seconds`. `walk` is the wanted velocity in world units a
 * second; its part along up does not count. `jump` makes it jump if it stands on a floor.
 * `settings` may be NULL. `mover` is given around the origin and may differ each tick, as when the
 * character crouches. The obstacles need a `gather`; moving obstacles move in this tick. Arguments
 * that are not finite are taken as 0. The result is in *character.
 *
 * A tick has at most 8 legs for each 1/60 s, and 64 in all. A leg makes at most 13 moves, each of
 * which costs what a sweep does (sm_slide_move). */
void sm_character_move(sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles, sm_vec2 walk, bool jump,
                       float seconds);

/** Returns whether there is room for the shape `mover` where the character is: whether it may stand
 * up or grow. */
bool sm_character_fits(const sm_character *character, const sm_character_settings *settings,
                       sm_hull mover, sm_obstacles obstacles);

/** Moves the character by one tick in space; otherwise as sm_character_move. The obstacles need a
 * `visit`. */
void sm3_character_move(sm_character *character, const sm_character_settings *settings,
                        sm3_mover mover, sm3_obstacles obstacles, sm3_vec walk, bool jump,
                        float seconds);

/** Returns whether there is room for the shape `mover` where the character is, in space. */
bool sm3_character_fits(const sm_character *character, const sm_character_settings *settings,
                        sm3_mover mover, sm3_obstacles obstacles);

/** @} */

#ifdef __cplusplus
}
#endif

#endif

/* sandbox: what the program is without a window: a level, a player in it, and ticks.
 *
 * A tick reads its input as data and changes the state; nothing here reads a clock, a key or a
 * screen, so that a window, a batch of moves and a test drive the same thing. Lengths are world
 * units.
 *
 * Of a 3D level the obstacles, the player and its moves are in `space`; the ground is then empty,
 * and what is said here of places holds there.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include "../level/level.h"
#include "../slidemove/slidemove.h"
#include "edit.h"
#include "ghosts.h"
#include "lookahead.h"
#include "mover.h"
#include "plane/crowd.h"
#include "plane/ground.h"
#include "save.h"
#include "space/space.h"

#define SANDBOX_SPEED            6.0f /* world units a second at speed factor 1 */
#define SANDBOX_SLOW             0.2f /* of the speed, while slow is held */
#define SANDBOX_TURN             3.0f /* radians a second */
#define SANDBOX_RADIUS_MIN       0.05f
#define SANDBOX_RADIUS_MAX       20.0f
#define SANDBOX_SPEED_FACTOR_MIN 0.1f
#define SANDBOX_SPEED_FACTOR_MAX 10.0f
#define SANDBOX_TRAIL_TICKS      600
#define SANDBOX_CANDIDATES       512
#define SANDBOX_PUSH_ECHO_TICKS  60 /* for how long the last move that pushed is remembered */

/* What one tick is asked to do. Zero is: nothing. */
typedef struct sandbox_input {
    float turn;      /* -1 .. 1, positive counter-clockwise */
    float thrust;    /* -1 .. 1 along the heading */
    sm_vec2 walk;    /* -1 .. 1 each, in screen directions, y up; limited to length 1 */
    bool slow;       /* at SANDBOX_SLOW of the speed */
    bool ghost;      /* ignores collisions */
    bool dragging;   /* pulled toward drag_to instead of walking */
    sm_vec2 drag_to; /* where the player's position should get to */

    /* In 3D `walk` is relative to the view: y goes where it looks. */
    float view_heading; /* radians, see space.heading */
    float rise;         /* -1 .. 1, upward; with gravity, above 0 is a jump */
    sm3_vec drag_to3;
} sandbox_input;

/* A move and what was recorded of it. */
typedef struct sandbox_move {
    sm_result result;
    sm_trace trace; /* .candidates points into this struct, so a plain copy will not do */
    sm_collision candidates[SANDBOX_CANDIDATES];
} sandbox_move;

typedef struct sandbox {
    level *level;  /* owned; changed through `edit` alone */
    edit *edit;    /* owned; the history of the changes */
    ground ground; /* what the mover meets: the level's obstacles */
    crowd crowd;   /* others that move */
    ghosts ghosts; /* other resolvers on the player's input */
    space *space;  /* owned; of a 3D level; NULL: it is 2D */

    unsigned levels_shown; /* so far: tells one level's space from the next one's */

    sm_vec2 position, previous_position; /* after the last tick and the one before */
    float heading, previous_heading;     /* radians */
    mover_kind mover;
    float radius;
    float length; /* as the level has it; see mover_length */

    float speed_factor;
    sm_resolver resolver;
    int max_pushes;
    bool paused;
    bool momentum;    /* walking and thrust accelerate; see momentum.h */
    sm_vec2 velocity; /* with momentum, after the last tick; world units a second */

    unsigned long tick;  /* ticks since the level was opened */
    sandbox_move move;   /* the last tick's */
    bool ghost;          /* the last tick ignored collisions */
    sandbox_move pushed; /* the last move that pushed ... */
    int pushed_age;      /* ... this many ticks ago; SANDBOX_PUSH_ECHO_TICKS: forgotten */

    sm_vec2 trail[SANDBOX_TRAIL_TICKS]; /* positions, a ring */
    int trail_first, trail_count;

    lookahead ahead; /* what sandbox_look_ahead saw */
} sandbox;

/* Returns a sandbox that owns `l`, its player at the start; NULL when memory ran out (`l` is then
 * freed too). */
sandbox *sandbox_create(level *l);
void sandbox_destroy(sandbox *s); /* NULL is fine */

/* Shows another level, and owns it. With `keep_player` the player stays where and as it is, but
 * takes on a size that differs between the two levels' texts. Returns false when memory
 * ran out: the old level stays and `l` is freed. */
bool sandbox_show(sandbox *s, level *l, bool keep_player);

/* Takes changes of the level over into the ground: to be called after each change through s->edit.
 * It is the one way by which what the mover meets follows the level. Out of memory the obstacles
 * stay as they were. */
void sandbox_follow_edit(sandbox *s);

/* Returns the smallest box around all obstacles and the player's start. Looks at all of them. */
level_box sandbox_bounds(const sandbox *s);

/* Saves the level's text, wholly or not at all. Returns whether it is saved; if not, `message` says
 * why, and the changes stay. */
bool sandbox_save(sandbox *s, const char *path, char message[SAVE_MESSAGE_LENGTH]);

/* Puts the player back to the level's start; radius and speed stay as chosen. */
void sandbox_reset_player(sandbox *s);

/* Looks ahead from where the player is now. It costs more than a tick, and no tick depends on it,
 * so it is for whoever makes a picture, once a picture. */
void sandbox_look_ahead(sandbox *s);

/* Makes one tick, also while paused: who ticks decides. */
void sandbox_tick(sandbox *s, const sandbox_input *input);

/* Makes one tick with the given displacement, without momentum. */
void sandbox_tick_delta(sandbox *s, sm_vec2 delta);

/* The same in 3D, without gravity; in 2D z does not count. */
void sandbox_tick_delta3(sandbox *s, sm3_vec delta);

/* Returns the last tick's result in a form for both: in 2D z is 0. */
sm3_result sandbox_result(const sandbox *s);

/* Returns a number that changes whenever an obstacle does. */
unsigned sandbox_version(const sandbox *s);

/* Returns how many candidates the last move had in all, and how many obstacles the level has. */
int sandbox_candidates(const sandbox *s);
int sandbox_obstacles(const sandbox *s);

/* Returns where the player is; in 2D z is 0. */
sm3_vec sandbox_position(const sandbox *s);

/* How the player moves in 3D: an upright capsule, or a sphere. */
space_rules sandbox_rules(const sandbox *s);

/* Moves a mover of the player's shape, as it lies now, from `position` through the level. Changes
 * nothing. */
sm_result sandbox_try_move(const sandbox *s, sm_vec2 position, sm_vec2 delta,
                           const sm_options *options);

/* What the mover is made from, with its kind and heading. */
mover_size sandbox_size(const sandbox *s);

/* The mover around the origin, as it lies now: exactly, and as a capsule (see mover_capsule). */
sm_hull sandbox_hull(const sandbox *s);
sm_capsule sandbox_mover(const sandbox *s);

/* Does nothing where it cannot have that shape. Opening another level gives the player the level's
 * shape again: a capsule where it has a length, otherwise a disk. */
void sandbox_set_mover(sandbox *s, mover_kind kind);

/* Returns how a kind is called in this level, NULL when the player cannot have it here. */
const char *sandbox_mover_name(const sandbox *s, mover_kind kind);

/* The player stands still at first. */
void sandbox_set_momentum(sandbox *s, bool on);

/* Multiplies the radius, within SANDBOX_RADIUS_MIN .. SANDBOX_RADIUS_MAX. */
void sandbox_scale_radius(sandbox *s, float factor);

/* For sliders: each takes the nearest value that is allowed; of NaN the smallest. */
void sandbox_set_radius(sandbox *s, float radius);
void sandbox_set_speed(sandbox *s, float factor); /* SANDBOX_SPEED_FACTOR_MIN .. _MAX */
int sandbox_set_crowd(sandbox *s, int count);     /* 0 .. CROWD_MAX; returns how many there are */
void sandbox_set_pushes(sandbox *s, int pushes);  /* 1 .. SM_PUSHES_MAX */

/* Goes so many steps up (or down) the speed factors: 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, ... 10. */
void sandbox_step_speed(sandbox *s, int steps);

void sandbox_cycle_resolver(sandbox *s, int step);

/* Returns the trail's position `age` ticks ago; age 0 is the newest, trail_count - 1 the oldest. */
sm_vec2 sandbox_trail_at(const sandbox *s, int age);

#endif

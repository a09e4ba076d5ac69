/* sandbox: what the program is without a window: a level, a player in it, and ticks.
 *
 * A tick reads its input as data and changes the state. Nothing here reads a clock, a key or a
 * screen, so a window, a batch of moves and a test all use it in the same way. Lengths are world
 * units; in a 2D level every z is 0. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include "../level/level.h"
#include "../slidemove/slidemove.h"
#include "edit.h"
#include "ghosts.h"
#include "obstacles.h"
#include "settings.h"

/* The settings and the inputs to play of the last opened level; see scene_start.h. */
typedef struct scene_start {
    level_scene before, set;   /* the settings before the level was opened, and after */
    int play, play_ticks;      /* which `play` statement runs, and how many of its ticks are made */
    bool pauses, steps_inside; /* what happens at the end of the play */
    bool has_paused;           /* it has, and no tick was made since */
} scene_start;

/* The functions of the session that records the sandbox. All 0: there is none. */
typedef struct sandbox_observer {
    void (*will_change)(void *context); /* see sandbox_will_change */
    /* Takes over a level that is no longer shown, to show it again or free it. */
    void (*take_level)(void *context, edit *e);
    void *context;
} sandbox_observer;

/* The same move with the other resolvers; see moments_redo. */
typedef struct redone_moves {
    sm3_result results[RESOLVERS_MAX]; /* of each */
    bool is_shown;                     /* instead of the player's move, that of another one: */
    move_record move;
    sm_character body; /* after it */
} redone_moves;

typedef struct sandbox {
    level *level;         /* of `edit`; changed through that alone */
    edit *edit;           /* owned; the history of the changes */
    obstacles *obstacles; /* owned; they follow the edits by themselves */
    player player;
    record record; /* of the player's moves */
    ghosts ghosts; /* other resolvers on the player's input */
    scene_start scene;

    unsigned levels_shown;   /* number of the level, counted over all sandboxes: it differs for each
                                level */
    unsigned lesson_version; /* changes when an edit may have changed the lesson */
    unsigned remade;         /* how often meshes were read again */
    sandbox_observer observer;
    bool paused;
    unsigned long tick; /* ticks since the level was opened */
    lookahead ahead;    /* the result of sandbox_look_ahead */

    int inside;        /* index of the moment inside the last move that is shown; -1: none is */
    bool inside_ahead; /* the moment is inside the look ahead instead; see moments.h */
    redone_moves redone;
} sandbox;

/* Returns a sandbox that owns `l`, its player at the start; NULL when memory ran out (`l` is then
 * freed too). */
sandbox *sandbox_create(level *l);
void sandbox_destroy(sandbox *s); /* NULL is fine */

/* Sets a function that is called while the obstacles of a level are made. It may stop the making:
 * the function that makes them then returns false, as when memory runs out. */
void sandbox_set_progress(sandbox *s, sm_progress progress);

/* Shows another level, and owns it. With `keep_player` the player stays as it is, except for its
 * size, if the two levels give different ones. Returns false when memory ran out: the old level
 * stays and `l` is freed. */
bool sandbox_show(sandbox *s, level *l, bool keep_player);

/* Shows a level again that the observer has taken over. The player and moving obstacles stay as
 * they are. Returns false, and changes nothing, when memory ran out. */
bool sandbox_show_again(sandbox *s, edit *e);

/* Returns a closed room of 40 by 20 world units with the player in its middle, in 3D a floor of 40
 * by 40 with the player on it, title "Untitled", to be freed with level_free. */
level *new_level(int dimensions);

/* Makes the obstacles anew, after the level's meshes were read anew. Returns false, and they stay,
 * when memory ran out. */
bool sandbox_remake(sandbox *s);

/* Whether this level has all of these; see HAS_MOMENTUM and so on. */
bool sandbox_has(const sandbox *s, unsigned features);

/* Saves a level as text, or as a drawing if the path ends in .svg, wholly or not at all. Returns
 * whether it is saved; if not, `message` says why. */
bool save_level(level *l, const char *path, char message[SAVE_MESSAGE_LENGTH]);

/* Saves the sandbox's level in the same way, and marks it as saved. */
bool sandbox_save(sandbox *s, const char *path, char message[SAVE_MESSAGE_LENGTH]);

/* Puts the player back to the level's start, and moving obstacles to theirs. Radius and speed stay
 * as chosen. */
void sandbox_reset_player(sandbox *s);

/* Looks ahead from where the player is now. With `advance`, or while the moments of the look ahead
 * are shown, it also brings the player forward. It costs more than a tick, and no tick depends on
 * it: call it once for each picture. */
void sandbox_look_ahead(sandbox *s, bool advance);

/* Makes one tick, also while paused. */
void sandbox_tick(sandbox *s, const player_input *input);

/* Makes one tick with the given displacement, without momentum and gravity; in 2D its z does not
 * count. */
void sandbox_tick_delta(sandbox *s, sm3_vec delta);

/* Call it before you change a value that ticks read without a function of this header. */
void sandbox_will_change(sandbox *s);

/* ---- Choices ----------------------------------------------------------------------------- */

/* Returns the name of a kind in this level, NULL when the player cannot have that kind here. */
const char *sandbox_mover_name(const sandbox *s, mover_kind kind);

/* Sets the nearest value that is allowed, in the units in which it is shown; a switch is 0 or 1.
 * Momentum and gravity begin from rest, whichever way they are switched. */
void sandbox_set(sandbox *s, setting_id which, double value);

/* Returns the player, so that its kind or resolver can be set. Opening another level gives it the
 * level's shape again: a capsule if the level gives it a length, else a disk. */
player *sandbox_change(sandbox *s);

void sandbox_set_paused(sandbox *s, bool paused);

/* Sets which ghosts run: 1 << sm_resolver. */
void sandbox_set_ghosts(sandbox *s, unsigned set);

#endif

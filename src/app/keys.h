/* keys: one table of what keys and mouse do. The window acts by it; the help panel, --help and the
 * docs/keys.md list it. */
#ifndef KEYS_H
#define KEYS_H

#include "../view/controls.h"

typedef enum key_action {
    /* While held: the tick reads them. */
    HOLD_TURN_LEFT,
    HOLD_TURN_RIGHT,
    HOLD_THRUST,
    HOLD_REVERSE,
    HOLD_UP,
    HOLD_LEFT,
    HOLD_DOWN,
    HOLD_RIGHT,
    HOLD_RISE,
    HOLD_SINK,
    HOLD_SLOW,
    HOLD_GHOST,
    HOLD_COUNT,
    /* Once a press. */
    DO_RESET = HOLD_COUNT,
    DO_PAUSE,
    DO_STEP,
    DO_NEXT_RESOLVER,
    DO_GROW,
    DO_SHRINK,
    DO_FASTER,
    DO_SLOWER,
    DO_MORE_PUSHES,
    DO_FEWER_PUSHES,
    DO_MORE_CROWD,
    DO_FEWER_CROWD,
    DO_NEXT_MOVER,
    DO_MOMENTUM,
    DO_GRAVITY,
    DO_BOTH_SIDES,
    DO_GHOST, /* argument: sm_resolver */
    DO_GHOSTS_BACK,
    DO_TOGGLE_OVERLAY, /* argument: its index */
    DO_TOGGLE_ALL_OVERLAYS,
    DO_FIT,
    DO_FOLLOW,
    DO_THEME,
    DO_PANEL,
    DO_FULL_SCREEN,
    DO_TOOL, /* argument: a draft_tool */
    DO_FINISH,
    DO_SELECT_ALL,
    DO_SELECT_NEXT,
    DO_SELECT_PREVIOUS,
    DO_DELETE,
    DO_DUPLICATE,
    DO_SPLIT,
    DO_REVERSE,
    DO_COPY,
    DO_CUT,
    DO_PASTE,
    DO_COARSER_GRID,
    DO_FINER_GRID,
    DO_UNDO,
    DO_REDO,
    DO_NEW,
    DO_OPEN,
    DO_SAVE,
    DO_SAVE_AS,
    DO_RELOAD,
    DO_NEXT_LEVEL,
    DO_PREVIOUS_LEVEL,
    DO_SCREENSHOT,
    DO_HELP,
    DO_QUIT,
    /* Of controls that have no key of their own. */
    DO_SET_RESOLVER, /* argument: sm_resolver */
    DO_SET_MOVER,    /* argument: mover_kind */
    DO_SET_RADIUS,
    DO_SET_SPEED,
    DO_SET_PUSHES,
    DO_SET_CROWD,
    DO_SET_PROPERTY, /* argument: the property's id */
    DO_SET_STATEMENT,
    DO_ANSWER, /* argument: the dialog's button */
    DO_TYPE,   /* the dialog's field */
    DO_CHOOSE, /* argument: the dialog's row */
    DO_NOTHING /* a row for the mouse or a device: only listed */
} key_action;

/* Of `command_row`, the actions above are what the window acts by. */
extern const command_table key_commands;

/* Returns the action of a key that is pressed in a level of so many dimensions, DO_NOTHING when it
 * has none; *argument belongs to the action. A row that does not ask for Shift is found with it,
 * too, unless Ctrl is down: some keyboards need it to type a plain sign. In a 3D level a key that
 * has none there may have that of a 2D level, which app_act refuses. */
key_action keys_action(SDL_Keysym pressed, int dimensions, int *argument);

/* To be told of every press and release of a key. */
void keys_watch(const SDL_KeyboardEvent *e);

/* Whether the key that is pressed, without Ctrl, is one of a HOLD_ action. */
bool keys_is(key_action action, const SDL_Keysym *pressed);

/* Returns whether the keys of a HOLD_ action are down, other than for a command: Ctrl+S does not
 * walk, even when Ctrl is let go first. */
bool keys_held(key_action action);

#endif

/* keys: one table of what keys and mouse do. The window acts by it; the help panel, --help and the
 * README list it. */
#ifndef KEYS_H
#define KEYS_H

#include <SDL.h>
#include <stdbool.h>

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
    DO_TOGGLE_OVERLAY, /* argument: its index */
    DO_TOGGLE_ALL_OVERLAYS,
    DO_FIT,
    DO_FOLLOW,
    DO_THEME,
    DO_FULL_SCREEN,
    DO_NEXT_LEVEL,
    DO_PREVIOUS_LEVEL,
    DO_SCREENSHOT,
    DO_HELP,
    DO_UNDO,
    DO_REDO,
    DO_SAVE,
    DO_RELOAD,
    DO_QUIT,
    DO_NOTHING /* a row for the mouse or a device: only listed */
} key_action;

typedef enum key_group {
    GROUP_MOVE,
    GROUP_TIME,
    GROUP_VIEW,
    GROUP_EDIT,
    GROUP_LEVEL,
    GROUP_COUNT
} key_group;

extern const char *const key_group_names[GROUP_COUNT];

typedef struct key_row {
    key_group group;
    const char *label; /* as the help shows it: "F1, H" */
    const char *help;
    key_action action;
    SDL_Scancode
        held[2]; /* HOLD_ rows: where the keys lie on the keyboard, whatever is printed on them */
    SDL_Keycode keys[3]; /* DO_ rows: the keys by what is printed on them; 0 ends */
    SDL_Keymod with;     /* DO_ rows: KMOD_CTRL, KMOD_CTRL | KMOD_SHIFT, or none */
} key_row;

extern const key_row key_rows[];
extern const int key_row_count;

/* Returns the action of a pressed key, DO_NOTHING when it has none; *argument belongs to the
 * action. Shift counts with Ctrl only: some keyboards need it to type a plain sign. */
key_action keys_action(SDL_Keysym pressed, int *argument);

/* Returns whether the keys of a HOLD_ action are down. */
bool keys_held(key_action action);

#endif

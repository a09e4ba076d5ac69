/* keys: which command of the table a key asks for, and which keys are held. */
#ifndef KEYS_H
#define KEYS_H

#include "app.h"

/* What keys drive while they are down: the tick reads it. */
typedef enum key_axis {
    AXIS_NONE,
    AXIS_TURN, /* counter-clockwise */
    AXIS_THRUST,
    AXIS_WALK_RIGHT,
    AXIS_WALK_UP,
    AXIS_RISE,
    AXIS_SLOW,
    AXIS_NOCLIP,
    AXIS_LOOK_RIGHT, /* turns the view */
    AXIS_LOOK_UP
} key_axis;

/* Returns the command of a key that is pressed, NULL when it has none; *argument belongs to it. A
 * row that does not ask for Shift is found with it, too, unless Ctrl is down: some keyboards need
 * it to type a plain sign. In a 3D level a key that has none there may have that of a 2D level,
 * which keys_run refuses. */
const command_row *keys_find(const app *a, SDL_Keysym pressed, int *argument);

/* Does what a key or control asks for, or says that it cannot be done in such a level. */
void keys_run(app *a, const command_row *command, int argument);

/* To be told of every press and release of a key. */
void keys_watch(const SDL_KeyboardEvent *e);

/* Whether the key that is pressed, without Ctrl, drives the axis forward. */
bool keys_drives(const app *a, key_axis axis, const SDL_Keysym *pressed);

/* Returns where the keys that are down drive the axis, -1 .. 1, other than for a command: Ctrl+S
 * does not walk, even when Ctrl is let go first. */
float keys_axis(const app *a, key_axis axis);

/* The gamepad's: -1 .. 1, and whether its button to jump is down. */
float keys_stick(const app *a, SDL_GameControllerAxis which);
bool keys_pad_jumps(const app *a);

#endif

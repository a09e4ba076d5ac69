#include "app.h"

#include <stdlib.h>

#include "../view/overlays.h"

static const int stick_dead_zone = 6000; /* of 32767; sticks do not rest at zero */

static const float steer_points = 50; /* how far a finger goes for full speed */

static bool has_key(const command_row *row, SDL_Keycode key) {
    for (int i = 0; i < 3 && row->keys[i] != 0; i++) {
        if (row->keys[i] == key)
            return true;
    }
    return false;
}

static bool is_held_with(SDL_Keymod held, SDL_Keymod with) {
    bool with_control = (held & KMOD_CTRL) != 0, shift = (held & KMOD_SHIFT) != 0;
    if ((held & (KMOD_ALT | KMOD_GUI)) != 0 || with_control != ((with & KMOD_CTRL) != 0))
        return false;
    bool may_ignore_shift = !with_control && (with & KMOD_SHIFT) == 0;
    return may_ignore_shift || shift == ((with & KMOD_SHIFT) != 0);
}

/* A row that asks for Shift goes before one that does without. */
static const command_row *find_row(const app *a, SDL_Keysym pressed, int dimensions) {
    const command_row *found = NULL;
    for (int i = 0; i < a->commands->count; i++) {
        const command_row *row = &a->commands->rows[i];
        if (command_counts(row, dimensions) && has_key(row, pressed.sym) &&
            is_held_with((SDL_Keymod)pressed.mod, row->with) &&
            (found == NULL || (row->with & KMOD_SHIFT) != 0))
            found = row;
    }
    return found;
}

/* Returns the row that the key drives while it is down, NULL when it drives none. */
static const command_row *find_held(const app *a, SDL_Scancode key) {
    for (int i = 0; i < a->commands->count && key != SDL_SCANCODE_UNKNOWN; i++) {
        const command_row *row = &a->commands->rows[i];
        if (row->axis != AXIS_NONE && (row->held[0] == key || row->held[1] == key) &&
            command_counts(row, a->sandbox->level->dimensions))
            return row;
    }
    return NULL;
}

const command_row *keys_find(const app *a, SDL_Keysym pressed, int *argument) {
    const command_row *row = find_row(a, pressed, a->sandbox->level->dimensions);
    if (row != NULL && (row->with & KMOD_SHIFT) != 0) { /* its key alone may be an overlay's */
        *argument = row->argument;
        return row;
    }
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (pressed.sym == (SDL_Keycode)SDL_tolower(overlays[i].key[0]) &&
            is_held_with((SDL_Keymod)pressed.mod, KMOD_NONE)) {
            *argument = i;
            return command_find(a->commands, ROLE_OVERLAY, i);
        }
    }
    if (row == NULL && find_held(a, pressed.scancode) == NULL)
        row = find_row(a, pressed, 2); /* whoever runs it says that it is for 2D levels */
    if (row != NULL)
        *argument = row->argument;
    return row;
}

void keys_run(app *a, const command_row *command, int argument) {
    if (!command_counts(command, a->sandbox->level->dimensions))
        view_say(&a->view, "that is for 2D levels alone");
    else if (command->run != NULL)
        command->run(a);
    else if (command->run_with != NULL)
        command->run_with(a, argument);
}

/* ---- Keys that are held ------------------------------------------------------------------ */

/* Keys that were pressed with Ctrl, until they are let go; like the state that SDL keeps. */
static bool is_command[SDL_NUM_SCANCODES];

void keys_watch(const SDL_KeyboardEvent *e) {
    bool pressed = e->type == SDL_KEYDOWN && (e->keysym.mod & KMOD_CTRL) != 0;
    if (e->repeat == 0)
        is_command[e->keysym.scancode] = pressed;
}

bool keys_drives(const app *a, key_axis axis, const SDL_Keysym *pressed) {
    const command_row *row = find_held(a, pressed->scancode);
    return row != NULL && row->axis == (int)axis && row->held[0] == pressed->scancode &&
           (pressed->mod & KMOD_CTRL) == 0;
}

static bool is_down(SDL_Scancode key) {
    return SDL_GetKeyboardState(NULL)[key] != 0 && !is_command[key];
}

float keys_axis(const app *a, key_axis axis) {
    int sum = 0;
    for (int i = 0; i < a->commands->count; i++) {
        const command_row *row = &a->commands->rows[i];
        if (row->axis == (int)axis && command_counts(row, a->sandbox->level->dimensions))
            sum += is_down(row->held[0]) - is_down(row->held[1]);
    }
    return (SDL_GetModState() & KMOD_CTRL) != 0 ? 0 : clamp((float)sum, -1, 1);
}

/* ---- The gamepad, or a finger -------------------------------------------------------------- */

float keys_stick(const app *a, SDL_GameControllerAxis which) {
    sm_vec2 from = a->steers_from, to = a->view.focus.pointer;
    if (a->steering && which == SDL_CONTROLLER_AXIS_LEFTX)
        return clamp((to.x - from.x) / (steer_points * a->view.scale), -1, 1);
    if (a->steering && which == SDL_CONTROLLER_AXIS_LEFTY)
        return clamp((to.y - from.y) / (steer_points * a->view.scale), -1, 1);
    int value = a->pad != NULL ? SDL_GameControllerGetAxis(a->pad, which) : 0;
    if (abs(value) < stick_dead_zone)
        return 0;
    int beyond = value > 0 ? value - stick_dead_zone : value + stick_dead_zone;
    return (float)beyond / (float)(32767 - stick_dead_zone);
}

bool keys_pad_jumps(const app *a) {
    return a->pad != NULL && SDL_GameControllerGetButton(a->pad, SDL_CONTROLLER_BUTTON_A) != 0;
}

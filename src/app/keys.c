#include "keys.h"

#include "../sandbox/draft.h"
#include "../view/overlays.h"

const char *const key_group_names[GROUP_COUNT] = {
    [GROUP_MOVE] = "Move", [GROUP_TIME] = "Time and method",
    [GROUP_VIEW] = "View", [GROUP_DRAW] = "Draw",
    [GROUP_EDIT] = "Edit", [GROUP_LEVEL] = "Level and window"};

#define HELD(a, b) .held = {SDL_SCANCODE_##a, SDL_SCANCODE_##b}
#define KEYS(...)  .keys = {__VA_ARGS__}

/* A row without a label shares the row above it in every list. */
const key_row key_rows[] = {
    {GROUP_MOVE, "Left, Right", "turn", HOLD_TURN_LEFT, HELD(LEFT, UNKNOWN), .space = KEY_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_TURN_RIGHT, HELD(RIGHT, UNKNOWN), .space = KEY_IN_2D},
    {GROUP_MOVE, "Up, Down", "thrust along the heading", HOLD_THRUST, HELD(UP, UNKNOWN),
     .space = KEY_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_REVERSE, HELD(DOWN, UNKNOWN), .space = KEY_IN_2D},
    {GROUP_MOVE, "W A S D", "walk in screen directions", HOLD_UP, HELD(W, UNKNOWN),
     .space = KEY_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_LEFT, HELD(A, UNKNOWN), .space = KEY_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_DOWN, HELD(S, UNKNOWN), .space = KEY_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_RIGHT, HELD(D, UNKNOWN), .space = KEY_IN_2D},
    {GROUP_MOVE, "W A S D", "walk where the view looks", HOLD_UP, HELD(W, UNKNOWN),
     .space = KEY_IN_3D},
    {GROUP_MOVE, "E, C", "rise and sink; E jumps with gravity", HOLD_RISE, HELD(E, UNKNOWN),
     .space = KEY_IN_3D},
    {GROUP_MOVE, NULL, NULL, HOLD_SINK, HELD(C, UNKNOWN), .space = KEY_IN_3D},
    {GROUP_MOVE, "Arrows", "turn the view", HOLD_TURN_LEFT, HELD(LEFT, UNKNOWN),
     .space = KEY_IN_3D},
    {GROUP_MOVE, "G", "gravity", DO_GRAVITY, KEYS(SDLK_g), .space = KEY_IN_3D},
    {GROUP_MOVE, "Left stick", "walk (gamepad)", DO_NOTHING, KEYS(0)},
    {GROUP_MOVE, "Right stick, A", "turn the view, jump (gamepad)", DO_NOTHING, KEYS(0),
     .space = KEY_IN_3D},
    {GROUP_MOVE, "Left drag", "pull the player", DO_NOTHING, KEYS(0)},
    {GROUP_MOVE, "Shift", "slow, while held", HOLD_SLOW, HELD(LSHIFT, RSHIFT)},
    {GROUP_MOVE, "Home", "ignore collisions, while held", HOLD_GHOST, HELD(HOME, UNKNOWN)},
    {GROUP_MOVE, "R", "back to the start", DO_RESET, KEYS(SDLK_r)},

    {GROUP_TIME, "Tab", "next resolver", DO_NEXT_RESOLVER, KEYS(SDLK_TAB)},
    {GROUP_TIME, "P, Space", "pause", DO_PAUSE, KEYS(SDLK_p, SDLK_SPACE)},
    {GROUP_TIME, ".", "one tick, and pause", DO_STEP, KEYS(SDLK_PERIOD, SDLK_KP_PERIOD)},
    {GROUP_TIME, "+, -", "radius", DO_GROW, KEYS(SDLK_PLUS, SDLK_EQUALS, SDLK_KP_PLUS)},
    {GROUP_TIME, NULL, NULL, DO_SHRINK, KEYS(SDLK_MINUS, SDLK_KP_MINUS)},
    {GROUP_TIME, "[, ]", "speed, 0.1x to 10x", DO_SLOWER, KEYS(SDLK_LEFTBRACKET)},
    {GROUP_TIME, NULL, NULL, DO_FASTER, KEYS(SDLK_RIGHTBRACKET)},
    {GROUP_TIME, "PgUp, PgDn", "pushes a move may make, 1 to 20", DO_MORE_PUSHES,
     KEYS(SDLK_PAGEUP)},
    {GROUP_TIME, NULL, NULL, DO_FEWER_PUSHES, KEYS(SDLK_PAGEDOWN)},
    {GROUP_TIME, "Shift+O", "a smaller crowd", DO_FEWER_CROWD, KEYS(SDLK_o), .with = KMOD_SHIFT,
     .space = KEY_IN_2D},
    {GROUP_TIME, "O", "a larger crowd of others that move", DO_MORE_CROWD, KEYS(SDLK_o),
     .space = KEY_IN_2D},
    {GROUP_TIME, "Ctrl+1", "ghost: deepest", DO_GHOST, KEYS(SDLK_1), .with = KMOD_CTRL,
     .argument = SM_DEEPEST, .space = KEY_IN_2D},
    {GROUP_TIME, "Ctrl+2", "ghost: last", DO_GHOST, KEYS(SDLK_2), .with = KMOD_CTRL,
     .argument = SM_LAST, .space = KEY_IN_2D},
    {GROUP_TIME, "Ctrl+3", "ghost: first", DO_GHOST, KEYS(SDLK_3), .with = KMOD_CTRL,
     .argument = SM_FIRST, .space = KEY_IN_2D},
    {GROUP_TIME, "Ctrl+4", "ghost: shallowest", DO_GHOST, KEYS(SDLK_4), .with = KMOD_CTRL,
     .argument = SM_SHALLOWEST, .space = KEY_IN_2D},
    {GROUP_TIME, "Ctrl+5", "ghost: sweep", DO_GHOST, KEYS(SDLK_5), .with = KMOD_CTRL,
     .argument = SM_SWEEP, .space = KEY_IN_2D},
    {GROUP_TIME, "Q", "all ghosts back to the player", DO_GHOSTS_BACK, KEYS(SDLK_q),
     .space = KEY_IN_2D},
    {GROUP_TIME, "X", "backs of faces collide, too", DO_BOTH_SIDES, KEYS(SDLK_x),
     .space = KEY_IN_3D},
    {GROUP_TIME, "Shift+Z", "momentum: thrust accelerates", DO_MOMENTUM, KEYS(SDLK_z),
     .with = KMOD_SHIFT, .space = KEY_IN_2D},
    {GROUP_TIME, "Z", "disk, capsule or box as the mover", DO_NEXT_MOVER, KEYS(SDLK_z),
     .space = KEY_IN_2D},
    {GROUP_TIME, "Z", "sphere or capsule as the mover", DO_NEXT_MOVER, KEYS(SDLK_z),
     .space = KEY_IN_3D},

    {GROUP_VIEW, "Wheel", "zoom at the pointer", DO_NOTHING, KEYS(0), .space = KEY_IN_2D},
    {GROUP_VIEW, "Right drag", "pan (middle button too)", DO_NOTHING, KEYS(0), .space = KEY_IN_2D},
    {GROUP_VIEW, "Wheel", "nearer, farther", DO_NOTHING, KEYS(0), .space = KEY_IN_3D},
    {GROUP_VIEW, "Right drag", "orbit; with Shift, or the middle button: pan", DO_NOTHING, KEYS(0),
     .space = KEY_IN_3D},
    {GROUP_VIEW, "V", "view the whole level", DO_FIT, KEYS(SDLK_v)},
    {GROUP_VIEW, "F", "follow the player", DO_FOLLOW, KEYS(SDLK_f)},
    {GROUP_VIEW, "T", "dark or light theme", DO_THEME, KEYS(SDLK_t)},
    {GROUP_VIEW, "F2", "side panel", DO_PANEL, KEYS(SDLK_F2)},
    {GROUP_VIEW, "0", "all overlays, or none", DO_TOGGLE_ALL_OVERLAYS, KEYS(SDLK_0)},

    {GROUP_DRAW, "E", "select, and drag", DO_TOOL, KEYS(SDLK_e), .argument = DRAFT_NONE,
     .space = KEY_IN_2D},
    {GROUP_DRAW, "L", "segment", DO_TOOL, KEYS(SDLK_l), .argument = DRAFT_SEGMENT,
     .space = KEY_IN_2D},
    {GROUP_DRAW, "K", "chain; its first point closes a loop", DO_TOOL, KEYS(SDLK_k),
     .argument = DRAFT_CHAIN, .space = KEY_IN_2D},
    {GROUP_DRAW, "C", "circle", DO_TOOL, KEYS(SDLK_c), .argument = DRAFT_CIRCLE,
     .space = KEY_IN_2D},
    {GROUP_DRAW, "U", "capsule", DO_TOOL, KEYS(SDLK_u), .argument = DRAFT_CAPSULE,
     .space = KEY_IN_2D},
    {GROUP_DRAW, "X", "box", DO_TOOL, KEYS(SDLK_x), .argument = DRAFT_BOX, .space = KEY_IN_2D},
    {GROUP_DRAW, "Click, Space", "a point there", DO_NOTHING, KEYS(0), .space = KEY_IN_2D},
    {GROUP_DRAW, "Arrows", "move the cross by the grid", DO_NOTHING, KEYS(0), .space = KEY_IN_2D},
    {GROUP_DRAW, "Enter", "finish; else: type numbers of the shape", DO_FINISH,
     KEYS(SDLK_RETURN, SDLK_KP_ENTER), .space = KEY_IN_2D},
    {GROUP_DRAW, "Esc", "drop the last point", DO_NOTHING, KEYS(0), .space = KEY_IN_2D},

    {GROUP_EDIT, "Left drag", "a vertex, edge, shape or rim; or select", DO_NOTHING, KEYS(0),
     .space = KEY_IN_2D},
    {GROUP_EDIT, "Left drag", "a shape, or an arrow of its cross; else orbit", DO_NOTHING, KEYS(0),
     .space = KEY_IN_3D},
    {GROUP_EDIT, "Enter", "type numbers of the shape", DO_FINISH, KEYS(SDLK_RETURN, SDLK_KP_ENTER),
     .space = KEY_IN_3D},
    {GROUP_EDIT, "Shift", "select more, with a click or drag", DO_NOTHING, KEYS(0)},
    {GROUP_EDIT, "Alt", "one vertex alone, while dragging", DO_NOTHING, KEYS(0),
     .space = KEY_IN_2D},
    {GROUP_EDIT, "Ctrl", "snap to vertices, angles, grid", DO_NOTHING, KEYS(0), .space = KEY_IN_2D},
    {GROUP_EDIT, "Shift+G", "a finer grid", DO_FINER_GRID, KEYS(SDLK_g), .with = KMOD_SHIFT,
     .space = KEY_IN_2D},
    {GROUP_EDIT, "G", "a coarser grid to snap to", DO_COARSER_GRID, KEYS(SDLK_g),
     .space = KEY_IN_2D},
    {GROUP_EDIT, "Shift+J", "select the previous shape", DO_SELECT_PREVIOUS, KEYS(SDLK_j),
     .with = KMOD_SHIFT},
    {GROUP_EDIT, "J", "select the next shape", DO_SELECT_NEXT, KEYS(SDLK_j)},
    {GROUP_EDIT, "Ctrl+A", "select all", DO_SELECT_ALL, KEYS(SDLK_a), .with = KMOD_CTRL},
    {GROUP_EDIT, "Arrows", "nudge what is selected, while paused", DO_NOTHING, KEYS(0)},
    {GROUP_EDIT, "Delete", "delete", DO_DELETE, KEYS(SDLK_DELETE, SDLK_BACKSPACE)},
    {GROUP_EDIT, "Ctrl+D", "duplicate", DO_DUPLICATE, KEYS(SDLK_d), .with = KMOD_CTRL},
    {GROUP_EDIT, "I", "insert a vertex at the pointer", DO_SPLIT, KEYS(SDLK_i), .space = KEY_IN_2D},
    {GROUP_EDIT, "Y", "reverse the direction", DO_REVERSE, KEYS(SDLK_y)},
    {GROUP_EDIT, "Ctrl+C, X, V", "copy, cut, paste, as level text", DO_COPY, KEYS(SDLK_c),
     .with = KMOD_CTRL},
    {GROUP_EDIT, NULL, NULL, DO_CUT, KEYS(SDLK_x), .with = KMOD_CTRL},
    {GROUP_EDIT, NULL, NULL, DO_PASTE, KEYS(SDLK_v), .with = KMOD_CTRL},
    {GROUP_EDIT, "Ctrl+Z", "undo", DO_UNDO, KEYS(SDLK_z), .with = KMOD_CTRL},
    {GROUP_EDIT, "Ctrl+Y", "redo (Ctrl+Shift+Z too)", DO_REDO, KEYS(SDLK_y), .with = KMOD_CTRL},
    {GROUP_EDIT, NULL, NULL, DO_REDO, KEYS(SDLK_z), .with = KMOD_CTRL | KMOD_SHIFT},

    {GROUP_LEVEL, "Ctrl+S", "save", DO_SAVE, KEYS(SDLK_s), .with = KMOD_CTRL},
    {GROUP_LEVEL, "Ctrl+Shift+S", "save as", DO_SAVE_AS, KEYS(SDLK_s),
     .with = KMOD_CTRL | KMOD_SHIFT},
    {GROUP_LEVEL, "Ctrl+N", "new level", DO_NEW, KEYS(SDLK_n), .with = KMOD_CTRL},
    {GROUP_LEVEL, "Ctrl+O", "open a level of the folder", DO_OPEN, KEYS(SDLK_o), .with = KMOD_CTRL},
    {GROUP_LEVEL, "Ctrl+R", "read the file again", DO_RELOAD, KEYS(SDLK_r), .with = KMOD_CTRL},
    {GROUP_LEVEL, "N, B", "next, previous level", DO_NEXT_LEVEL, KEYS(SDLK_n)},
    {GROUP_LEVEL, NULL, NULL, DO_PREVIOUS_LEVEL, KEYS(SDLK_b)},
    {GROUP_LEVEL, "Drop a file", "open it as a level", DO_NOTHING, KEYS(0)},
    {GROUP_LEVEL, "F11", "full screen", DO_FULL_SCREEN, KEYS(SDLK_F11)},
    {GROUP_LEVEL, "F12", "save a screenshot", DO_SCREENSHOT, KEYS(SDLK_F12)},
    {GROUP_LEVEL, "F1, H", "this help", DO_HELP, KEYS(SDLK_F1, SDLK_h)},
    {GROUP_LEVEL, "Esc", "leave what is open, quit", DO_QUIT, KEYS(SDLK_ESCAPE)},
};

const int key_row_count = sizeof key_rows / sizeof *key_rows;

static bool has_key(const key_row *row, SDL_Keycode key) {
    for (int i = 0; i < 3 && row->keys[i] != 0; i++) {
        if (row->keys[i] == key)
            return true;
    }
    return false;
}

static bool is_held_with(SDL_Keymod held, SDL_Keymod with) {
    bool control = (held & KMOD_CTRL) != 0, shift = (held & KMOD_SHIFT) != 0;
    if ((held & (KMOD_ALT | KMOD_GUI)) != 0 || control != ((with & KMOD_CTRL) != 0))
        return false;
    bool may_ignore_shift = !control && (with & KMOD_SHIFT) == 0;
    return may_ignore_shift || shift == ((with & KMOD_SHIFT) != 0);
}

bool keys_counts(const key_row *row, int dimensions) {
    return row->space == KEY_ANYWHERE || row->space == (dimensions == 3 ? KEY_IN_3D : KEY_IN_2D);
}

const char *keys_where(const key_row *row) {
    static const char *const words[] = {
        [KEY_ANYWHERE] = "", [KEY_IN_2D] = " (2D)", [KEY_IN_3D] = " (3D)"};
    return words[row->space];
}

static const key_row *find_row(SDL_Keysym pressed, int dimensions) {
    for (int i = 0; i < key_row_count; i++) {
        const key_row *row = &key_rows[i];
        if (keys_counts(row, dimensions) && has_key(row, pressed.sym) &&
            is_held_with((SDL_Keymod)pressed.mod, row->with))
            return row;
    }
    return NULL;
}

/* Whether the tick reads the key in such a level. */
static bool is_held_key(SDL_Scancode key, int dimensions) {
    for (int i = 0; i < key_row_count; i++) {
        const key_row *row = &key_rows[i];
        if (keys_counts(row, dimensions) && (row->held[0] == key || row->held[1] == key))
            return true;
    }
    return false;
}

key_action keys_action(SDL_Keysym pressed, int dimensions, int *argument) {
    SDL_Keymod held = (SDL_Keymod)pressed.mod;
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (pressed.sym == (SDL_Keycode)SDL_tolower(overlays[i].key[0]) &&
            is_held_with(held, KMOD_NONE)) {
            *argument = i;
            return DO_TOGGLE_OVERLAY;
        }
    }
    const key_row *row = find_row(pressed, dimensions);
    if (row == NULL && dimensions == 3 && !is_held_key(pressed.scancode, dimensions))
        row = find_row(pressed, 2); /* whoever acts by it says that it is for 2D levels */
    if (row == NULL)
        return DO_NOTHING;
    *argument = row->argument;
    return row->action;
}

const char *keys_label(key_action action, int argument) {
    if (action == DO_TOGGLE_OVERLAY)
        return overlays[argument].key;
    for (int i = 0; i < key_row_count; i++) {
        if (key_rows[i].action == action && key_rows[i].argument == argument)
            return key_rows[i].label;
    }
    return NULL;
}

/* Keys that were pressed with Ctrl, until they are let go; like the state that SDL keeps. */
static bool is_command[SDL_NUM_SCANCODES];

void keys_watch(const SDL_KeyboardEvent *e) {
    bool pressed = e->type == SDL_KEYDOWN && (e->keysym.mod & KMOD_CTRL) != 0;
    if (e->repeat == 0)
        is_command[e->keysym.scancode] = pressed;
}

bool keys_is(key_action action, const SDL_Keysym *pressed) {
    for (int i = 0; i < key_row_count; i++) {
        const key_row *row = &key_rows[i];
        if (row->action == action && (pressed->mod & KMOD_CTRL) == 0 &&
            (row->held[0] == pressed->scancode || row->held[1] == pressed->scancode))
            return true;
    }
    return false;
}

bool keys_held(key_action action) {
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    if ((SDL_GetModState() & KMOD_CTRL) != 0)
        return false;
    for (int i = 0; i < key_row_count; i++) {
        const key_row *row = &key_rows[i];
        for (int k = 0; k < 2 && row->action == action; k++) {
            if (down[row->held[k]] && !is_command[row->held[k]])
                return true;
        }
    }
    return false;
}

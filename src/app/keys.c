#include "keys.h"

#include "../sandbox/draft.h"
#include "../view/overlays.h"

#define HELD(a, b) .held = {SDL_SCANCODE_##a, SDL_SCANCODE_##b}
#define KEYS(...)  .keys = {__VA_ARGS__}

/* A row without a label shares the row above it in every list. */
static const command_row rows[] = {
    {GROUP_MOVE, "Left, Right", "turn", HOLD_TURN_LEFT, HELD(LEFT, UNKNOWN),
     .where = COMMAND_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_TURN_RIGHT, HELD(RIGHT, UNKNOWN), .where = COMMAND_IN_2D},
    {GROUP_MOVE, "Up, Down", "thrust along the heading", HOLD_THRUST, HELD(UP, UNKNOWN),
     .where = COMMAND_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_REVERSE, HELD(DOWN, UNKNOWN), .where = COMMAND_IN_2D},
    {GROUP_MOVE, "W A S D", "walk in screen directions", HOLD_UP, HELD(W, UNKNOWN),
     .where = COMMAND_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_LEFT, HELD(A, UNKNOWN), .where = COMMAND_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_DOWN, HELD(S, UNKNOWN), .where = COMMAND_IN_2D},
    {GROUP_MOVE, NULL, NULL, HOLD_RIGHT, HELD(D, UNKNOWN), .where = COMMAND_IN_2D},
    {GROUP_MOVE, "W A S D", "walk where the view looks", HOLD_UP, HELD(W, UNKNOWN),
     .where = COMMAND_IN_3D},
    {GROUP_MOVE, "E, C", "rise and sink; E jumps with gravity", HOLD_RISE, HELD(E, UNKNOWN),
     .where = COMMAND_IN_3D},
    {GROUP_MOVE, NULL, NULL, HOLD_SINK, HELD(C, UNKNOWN), .where = COMMAND_IN_3D},
    {GROUP_MOVE, "Arrows", "turn the view", HOLD_TURN_LEFT, HELD(LEFT, UNKNOWN),
     .where = COMMAND_IN_3D},
    {GROUP_MOVE, "G", "gravity", DO_GRAVITY, KEYS(SDLK_g), .where = COMMAND_IN_3D,
     .role = ROLE_GRAVITY},
    {GROUP_MOVE, "Left stick", "walk (gamepad)", DO_NOTHING, KEYS(0)},
    {GROUP_MOVE, "Right stick, A", "turn the view, jump (gamepad)", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_3D},
    {GROUP_MOVE, "Left drag", "pull the player", DO_NOTHING, KEYS(0)},
    {GROUP_MOVE, "Shift", "slow, while held", HOLD_SLOW, HELD(LSHIFT, RSHIFT)},
    {GROUP_MOVE, "Home", "ignore collisions, while held", HOLD_GHOST, HELD(HOME, UNKNOWN)},
    {GROUP_MOVE, "R", "back to the start", DO_RESET, KEYS(SDLK_r)},

    {GROUP_TIME, "Tab", "next resolver", DO_NEXT_RESOLVER, KEYS(SDLK_TAB),
     .role = ROLE_NEXT_RESOLVER},
    {GROUP_TIME, "P, Space", "pause", DO_PAUSE, KEYS(SDLK_p, SDLK_SPACE), .role = ROLE_PAUSE},
    {GROUP_TIME, ".", "one tick, and pause", DO_STEP, KEYS(SDLK_PERIOD, SDLK_KP_PERIOD),
     .role = ROLE_STEP},
    {GROUP_TIME, "+, -", "radius", DO_GROW, KEYS(SDLK_PLUS, SDLK_EQUALS, SDLK_KP_PLUS),
     .role = ROLE_RADIUS},
    {GROUP_TIME, NULL, NULL, DO_SHRINK, KEYS(SDLK_MINUS, SDLK_KP_MINUS)},
    {GROUP_TIME, "[, ]", "speed, 0.1x to 10x", DO_SLOWER, KEYS(SDLK_LEFTBRACKET),
     .role = ROLE_SPEED},
    {GROUP_TIME, NULL, NULL, DO_FASTER, KEYS(SDLK_RIGHTBRACKET)},
    {GROUP_TIME, "PgUp, PgDn", "pushes a move may make, 1 to 20", DO_MORE_PUSHES, KEYS(SDLK_PAGEUP),
     .role = ROLE_PUSHES},
    {GROUP_TIME, NULL, NULL, DO_FEWER_PUSHES, KEYS(SDLK_PAGEDOWN)},
    {GROUP_TIME, "Shift+O", "a smaller crowd", DO_FEWER_CROWD, KEYS(SDLK_o), .with = KMOD_SHIFT,
     .where = COMMAND_IN_2D},
    {GROUP_TIME, "O", "a larger crowd of others that move", DO_MORE_CROWD, KEYS(SDLK_o),
     .where = COMMAND_IN_2D, .role = ROLE_CROWD},
    {GROUP_TIME, "Ctrl+1", "ghost: deepest", DO_GHOST, KEYS(SDLK_1), .with = KMOD_CTRL,
     .argument = SM_DEEPEST, .where = COMMAND_IN_2D, .role = ROLE_GHOST},
    {GROUP_TIME, "Ctrl+2", "ghost: last", DO_GHOST, KEYS(SDLK_2), .with = KMOD_CTRL,
     .argument = SM_LAST, .where = COMMAND_IN_2D, .role = ROLE_GHOST},
    {GROUP_TIME, "Ctrl+3", "ghost: first", DO_GHOST, KEYS(SDLK_3), .with = KMOD_CTRL,
     .argument = SM_FIRST, .where = COMMAND_IN_2D, .role = ROLE_GHOST},
    {GROUP_TIME, "Ctrl+4", "ghost: shallowest", DO_GHOST, KEYS(SDLK_4), .with = KMOD_CTRL,
     .argument = SM_SHALLOWEST, .where = COMMAND_IN_2D, .role = ROLE_GHOST},
    {GROUP_TIME, "Ctrl+5", "ghost: sweep", DO_GHOST, KEYS(SDLK_5), .with = KMOD_CTRL,
     .argument = SM_SWEEP, .where = COMMAND_IN_2D, .role = ROLE_GHOST},
    {GROUP_TIME, "Q", "all ghosts back to the player", DO_GHOSTS_BACK, KEYS(SDLK_q),
     .where = COMMAND_IN_2D, .role = ROLE_GHOSTS_BACK},
    {GROUP_TIME, "X", "backs of faces collide, too", DO_BOTH_SIDES, KEYS(SDLK_x),
     .where = COMMAND_IN_3D, .role = ROLE_BOTH_SIDES},
    {GROUP_TIME, "Shift+Z", "momentum: thrust accelerates", DO_MOMENTUM, KEYS(SDLK_z),
     .with = KMOD_SHIFT, .where = COMMAND_IN_2D, .role = ROLE_MOMENTUM},
    {GROUP_TIME, "Z", "disk, capsule or box as the mover", DO_NEXT_MOVER, KEYS(SDLK_z),
     .where = COMMAND_IN_2D, .role = ROLE_NEXT_MOVER},
    {GROUP_TIME, "Z", "sphere or capsule as the mover", DO_NEXT_MOVER, KEYS(SDLK_z),
     .where = COMMAND_IN_3D},

    {GROUP_VIEW, "Wheel", "zoom at the pointer", DO_NOTHING, KEYS(0), .where = COMMAND_IN_2D},
    {GROUP_VIEW, "Right drag", "pan (middle button too)", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_2D},
    {GROUP_VIEW, "Wheel", "nearer, farther", DO_NOTHING, KEYS(0), .where = COMMAND_IN_3D},
    {GROUP_VIEW, "Right drag", "orbit; with Shift, or the middle button: pan", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_3D},
    {GROUP_VIEW, "V", "view the whole level", DO_FIT, KEYS(SDLK_v)},
    {GROUP_VIEW, "F", "follow the player", DO_FOLLOW, KEYS(SDLK_f)},
    {GROUP_VIEW, "T", "dark or light theme", DO_THEME, KEYS(SDLK_t)},
    {GROUP_VIEW, "F2", "side panel", DO_PANEL, KEYS(SDLK_F2), .role = ROLE_PANEL},
    {GROUP_VIEW, "0", "all overlays, or none", DO_TOGGLE_ALL_OVERLAYS, KEYS(SDLK_0),
     .role = ROLE_ALL_OVERLAYS},

    {GROUP_DRAW, "E", "select, and drag", DO_TOOL, KEYS(SDLK_e), .argument = DRAFT_NONE,
     .where = COMMAND_IN_2D, .role = ROLE_TOOL, .tool = {1, true, ICON_SELECT, "Select and drag"}},
    {GROUP_DRAW, "L", "segment", DO_TOOL, KEYS(SDLK_l), .argument = DRAFT_SEGMENT,
     .where = COMMAND_IN_2D, .role = ROLE_TOOL, .tool = {2, false, ICON_SEGMENT, "Segment"}},
    {GROUP_DRAW, "K", "chain; its first point closes a loop", DO_TOOL, KEYS(SDLK_k),
     .argument = DRAFT_CHAIN, .where = COMMAND_IN_2D, .role = ROLE_TOOL,
     .tool = {3, false, ICON_CHAIN, "Chain or loop"}},
    {GROUP_DRAW, "C", "circle", DO_TOOL, KEYS(SDLK_c), .argument = DRAFT_CIRCLE,
     .where = COMMAND_IN_2D, .role = ROLE_TOOL, .tool = {4, false, ICON_CIRCLE, "Circle"}},
    {GROUP_DRAW, "U", "capsule", DO_TOOL, KEYS(SDLK_u), .argument = DRAFT_CAPSULE,
     .where = COMMAND_IN_2D, .role = ROLE_TOOL, .tool = {5, false, ICON_CAPSULE, "Capsule"}},
    {GROUP_DRAW, "X", "box", DO_TOOL, KEYS(SDLK_x), .argument = DRAFT_BOX, .where = COMMAND_IN_2D,
     .role = ROLE_TOOL, .tool = {6, false, ICON_BOX, "Box"}},
    {GROUP_DRAW, "Click, Space", "a point there", DO_NOTHING, KEYS(0), .where = COMMAND_IN_2D},
    {GROUP_DRAW, "Arrows", "move the cross by the grid", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_2D},
    {GROUP_DRAW, "Enter", "finish; else: type numbers of the shape", DO_FINISH,
     KEYS(SDLK_RETURN, SDLK_KP_ENTER), .where = COMMAND_IN_2D},
    {GROUP_DRAW, "Esc", "drop the last point", DO_NOTHING, KEYS(0), .where = COMMAND_IN_2D},

    {GROUP_EDIT, "Left drag", "a vertex, edge, shape or rim; or select", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_2D},
    {GROUP_EDIT, "Left drag", "a shape, or an arrow of its cross; else orbit", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_3D},
    {GROUP_EDIT, "Enter", "type numbers of the shape", DO_FINISH, KEYS(SDLK_RETURN, SDLK_KP_ENTER),
     .where = COMMAND_IN_3D},
    {GROUP_EDIT, "Shift", "select more, with a click or drag", DO_NOTHING, KEYS(0)},
    {GROUP_EDIT, "Alt", "one vertex alone, while dragging", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_2D},
    {GROUP_EDIT, "Ctrl", "snap to vertices, angles, grid", DO_NOTHING, KEYS(0),
     .where = COMMAND_IN_2D},
    {GROUP_EDIT, "Shift+G", "a finer grid", DO_FINER_GRID, KEYS(SDLK_g), .with = KMOD_SHIFT,
     .where = COMMAND_IN_2D},
    {GROUP_EDIT, "G", "a coarser grid to snap to", DO_COARSER_GRID, KEYS(SDLK_g),
     .where = COMMAND_IN_2D},
    {GROUP_EDIT, "Shift+J", "select the previous shape", DO_SELECT_PREVIOUS, KEYS(SDLK_j),
     .with = KMOD_SHIFT},
    {GROUP_EDIT, "J", "select the next shape", DO_SELECT_NEXT, KEYS(SDLK_j)},
    {GROUP_EDIT, "Ctrl+A", "select all", DO_SELECT_ALL, KEYS(SDLK_a), .with = KMOD_CTRL},
    {GROUP_EDIT, "Arrows", "nudge what is selected, while paused", DO_NOTHING, KEYS(0)},
    {GROUP_EDIT, "Delete", "delete", DO_DELETE, KEYS(SDLK_DELETE, SDLK_BACKSPACE),
     .need = NEEDS_SELECTION, .tool = {10, false, ICON_DELETE, "Delete"}},
    {GROUP_EDIT, "Ctrl+D", "duplicate", DO_DUPLICATE, KEYS(SDLK_d), .with = KMOD_CTRL,
     .need = NEEDS_SELECTION, .tool = {7, true, ICON_DUPLICATE, "Duplicate"}},
    {GROUP_EDIT, "I", "insert a vertex at the pointer", DO_SPLIT, KEYS(SDLK_i),
     .where = COMMAND_IN_2D, .need = NEEDS_SELECTION,
     .tool = {8, false, ICON_SPLIT, "Insert a vertex"}},
    {GROUP_EDIT, "Y", "reverse the direction", DO_REVERSE, KEYS(SDLK_y), .need = NEEDS_SELECTION,
     .tool = {9, false, ICON_REVERSE, "Reverse the direction"}},
    {GROUP_EDIT, "Ctrl+C, X, V", "copy, cut, paste, as level text", DO_COPY, KEYS(SDLK_c),
     .with = KMOD_CTRL},
    {GROUP_EDIT, NULL, NULL, DO_CUT, KEYS(SDLK_x), .with = KMOD_CTRL},
    {GROUP_EDIT, NULL, NULL, DO_PASTE, KEYS(SDLK_v), .with = KMOD_CTRL},
    {GROUP_EDIT, "Ctrl+Z", "undo", DO_UNDO, KEYS(SDLK_z), .with = KMOD_CTRL, .need = NEEDS_UNDO,
     .tool = {11, true, ICON_UNDO, "Undo"}},
    {GROUP_EDIT, "Ctrl+Y", "redo (Ctrl+Shift+Z too)", DO_REDO, KEYS(SDLK_y), .with = KMOD_CTRL,
     .need = NEEDS_REDO, .tool = {12, false, ICON_REDO, "Redo"}},
    {GROUP_EDIT, NULL, NULL, DO_REDO, KEYS(SDLK_z), .with = KMOD_CTRL | KMOD_SHIFT},

    {GROUP_LEVEL, "Ctrl+S", "save", DO_SAVE, KEYS(SDLK_s), .with = KMOD_CTRL,
     .tool = {15, false, ICON_SAVE, "Save"}},
    {GROUP_LEVEL, "Ctrl+Shift+S", "save as", DO_SAVE_AS, KEYS(SDLK_s),
     .with = KMOD_CTRL | KMOD_SHIFT},
    {GROUP_LEVEL, "Ctrl+N", "new level", DO_NEW, KEYS(SDLK_n), .with = KMOD_CTRL,
     .tool = {13, true, ICON_NEW, "New level"}},
    {GROUP_LEVEL, "Ctrl+O", "open a level of the folder", DO_OPEN, KEYS(SDLK_o), .with = KMOD_CTRL,
     .tool = {14, false, ICON_OPEN, "Open a level"}},
    {GROUP_LEVEL, "Ctrl+R", "read the file again", DO_RELOAD, KEYS(SDLK_r), .with = KMOD_CTRL},
    {GROUP_LEVEL, "N, B", "next, previous level", DO_NEXT_LEVEL, KEYS(SDLK_n)},
    {GROUP_LEVEL, NULL, NULL, DO_PREVIOUS_LEVEL, KEYS(SDLK_b)},
    {GROUP_LEVEL, "Drop a file", "open it as a level", DO_NOTHING, KEYS(0)},
    {GROUP_LEVEL, "F11", "full screen", DO_FULL_SCREEN, KEYS(SDLK_F11)},
    {GROUP_LEVEL, "F12", "save a screenshot", DO_SCREENSHOT, KEYS(SDLK_F12)},
    {GROUP_LEVEL, "F1, H", "this help", DO_HELP, KEYS(SDLK_F1, SDLK_h), .role = ROLE_HELP,
     .tool = {16, true, ICON_HELP, "All keys"}},
    {GROUP_LEVEL, "Esc", "leave what is open, quit", DO_QUIT, KEYS(SDLK_ESCAPE)},

    /* Of controls that have no key of their own. */
    {GROUP_TIME, NULL, NULL, DO_SET_RESOLVER, .role = ROLE_RESOLVER},
    {GROUP_TIME, NULL, NULL, DO_SET_MOVER, .role = ROLE_MOVER},
    {GROUP_VIEW, NULL, NULL, DO_TOGGLE_OVERLAY, .role = ROLE_OVERLAY},
    {GROUP_EDIT, NULL, NULL, DO_SET_PROPERTY, .role = ROLE_PROPERTY},
    {GROUP_EDIT, NULL, NULL, DO_SET_STATEMENT, .role = ROLE_STATEMENT},
    {GROUP_LEVEL, NULL, NULL, DO_ANSWER, .role = ROLE_ANSWER},
    {GROUP_LEVEL, NULL, NULL, DO_TYPE, .role = ROLE_TYPE},
    {GROUP_LEVEL, NULL, NULL, DO_CHOOSE, .role = ROLE_CHOOSE},
};

const command_table key_commands = {rows, sizeof rows / sizeof *rows};

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

static const command_row *find_row(SDL_Keysym pressed, int dimensions) {
    for (int i = 0; i < key_commands.count; i++) {
        const command_row *row = &rows[i];
        if (command_counts(row, dimensions) && has_key(row, pressed.sym) &&
            is_held_with((SDL_Keymod)pressed.mod, row->with))
            return row;
    }
    return NULL;
}

/* Whether the tick reads the key in such a level. */
static bool is_held_key(SDL_Scancode key, int dimensions) {
    for (int i = 0; i < key_commands.count; i++) {
        const command_row *row = &rows[i];
        if (command_counts(row, dimensions) && (row->held[0] == key || row->held[1] == key))
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
    const command_row *row = find_row(pressed, dimensions);
    if (row == NULL && dimensions == 3 && !is_held_key(pressed.scancode, dimensions))
        row = find_row(pressed, 2); /* whoever acts by it says that it is for 2D levels */
    if (row == NULL)
        return DO_NOTHING;
    *argument = row->argument;
    return (key_action)row->action;
}

/* Keys that were pressed with Ctrl, until they are let go; like the state that SDL keeps. */
static bool is_command[SDL_NUM_SCANCODES];

void keys_watch(const SDL_KeyboardEvent *e) {
    bool pressed = e->type == SDL_KEYDOWN && (e->keysym.mod & KMOD_CTRL) != 0;
    if (e->repeat == 0)
        is_command[e->keysym.scancode] = pressed;
}

bool keys_is(key_action action, const SDL_Keysym *pressed) {
    for (int i = 0; i < key_commands.count; i++) {
        const command_row *row = &rows[i];
        if (row->action == (int)action && (pressed->mod & KMOD_CTRL) == 0 &&
            (row->held[0] == pressed->scancode || row->held[1] == pressed->scancode))
            return true;
    }
    return false;
}

bool keys_held(key_action action) {
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    if ((SDL_GetModState() & KMOD_CTRL) != 0)
        return false;
    for (int i = 0; i < key_commands.count; i++) {
        const command_row *row = &rows[i];
        for (int k = 0; k < 2 && row->action == (int)action; k++) {
            if (down[row->held[k]] && !is_command[row->held[k]])
                return true;
        }
    }
    return false;
}

#include "keys.h"

#include "overlays.h"

const char *const key_group_names[GROUP_COUNT] = {[GROUP_MOVE] = "Move",
                                                  [GROUP_TIME] = "Time and method",
                                                  [GROUP_VIEW] = "View",
                                                  [GROUP_EDIT] = "Edit",
                                                  [GROUP_LEVEL] = "Level and window"};

#define HELD(a, b) .held = {SDL_SCANCODE_##a, SDL_SCANCODE_##b}
#define KEYS(...)  .keys = {__VA_ARGS__}

/* A row without a label shares the row above it in every list. */
const key_row key_rows[] = {
    {GROUP_MOVE, "Left, Right", "turn", HOLD_TURN_LEFT, HELD(LEFT, UNKNOWN)},
    {GROUP_MOVE, NULL, NULL, HOLD_TURN_RIGHT, HELD(RIGHT, UNKNOWN)},
    {GROUP_MOVE, "Up, Down", "thrust along the heading", HOLD_THRUST, HELD(UP, UNKNOWN)},
    {GROUP_MOVE, NULL, NULL, HOLD_REVERSE, HELD(DOWN, UNKNOWN)},
    {GROUP_MOVE, "W A S D", "walk in screen directions", HOLD_UP, HELD(W, UNKNOWN)},
    {GROUP_MOVE, NULL, NULL, HOLD_LEFT, HELD(A, UNKNOWN)},
    {GROUP_MOVE, NULL, NULL, HOLD_DOWN, HELD(S, UNKNOWN)},
    {GROUP_MOVE, NULL, NULL, HOLD_RIGHT, HELD(D, UNKNOWN)},
    {GROUP_MOVE, "Left stick", "walk (gamepad)", DO_NOTHING, KEYS(0)},
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

    {GROUP_VIEW, "Wheel", "zoom at the pointer", DO_NOTHING, KEYS(0)},
    {GROUP_VIEW, "Right drag", "pan (middle button too)", DO_NOTHING, KEYS(0)},
    {GROUP_VIEW, "V", "view the whole level", DO_FIT, KEYS(SDLK_v)},
    {GROUP_VIEW, "F", "follow the player", DO_FOLLOW, KEYS(SDLK_f)},
    {GROUP_VIEW, "T", "dark or light theme", DO_THEME, KEYS(SDLK_t)},
    {GROUP_VIEW, "0", "all overlays, or none", DO_TOGGLE_ALL_OVERLAYS, KEYS(SDLK_0)},

    {GROUP_EDIT, "Left drag", "a vertex, edge, shape or rim", DO_NOTHING, KEYS(0)},
    {GROUP_EDIT, "Alt", "one vertex alone, while dragging", DO_NOTHING, KEYS(0)},
    {GROUP_EDIT, "Ctrl+Z", "undo", DO_UNDO, KEYS(SDLK_z), .with = KMOD_CTRL},
    {GROUP_EDIT, "Ctrl+Y", "redo (Ctrl+Shift+Z too)", DO_REDO, KEYS(SDLK_y), .with = KMOD_CTRL},
    {GROUP_EDIT, NULL, NULL, DO_REDO, KEYS(SDLK_z), .with = KMOD_CTRL | KMOD_SHIFT},
    {GROUP_EDIT, "Ctrl+S", "save", DO_SAVE, KEYS(SDLK_s), .with = KMOD_CTRL},
    {GROUP_EDIT, "Ctrl+R", "drop the changes, read the file again", DO_RELOAD, KEYS(SDLK_r),
     .with = KMOD_CTRL},

    {GROUP_LEVEL, "N, B", "next, previous level", DO_NEXT_LEVEL, KEYS(SDLK_n)},
    {GROUP_LEVEL, NULL, NULL, DO_PREVIOUS_LEVEL, KEYS(SDLK_b)},
    {GROUP_LEVEL, "Drop a file", "open it as a level", DO_NOTHING, KEYS(0)},
    {GROUP_LEVEL, "F11", "full screen", DO_FULL_SCREEN, KEYS(SDLK_F11)},
    {GROUP_LEVEL, "F12", "save a screenshot", DO_SCREENSHOT, KEYS(SDLK_F12)},
    {GROUP_LEVEL, "F1, H", "this help", DO_HELP, KEYS(SDLK_F1, SDLK_h)},
    {GROUP_LEVEL, "Esc", "close the help, quit", DO_QUIT, KEYS(SDLK_ESCAPE)},
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
    if ((held & (KMOD_ALT | KMOD_GUI)) != 0 ||
        ((held & KMOD_CTRL) != 0) != ((with & KMOD_CTRL) != 0))
        return false;
    return (with & KMOD_CTRL) == 0 || ((held & KMOD_SHIFT) != 0) == ((with & KMOD_SHIFT) != 0);
}

key_action keys_action(SDL_Keysym pressed, int *argument) {
    SDL_Keymod held = (SDL_Keymod)pressed.mod;
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (pressed.sym == (SDL_Keycode)overlays[i].key[0] && is_held_with(held, KMOD_NONE)) {
            *argument = i;
            return DO_TOGGLE_OVERLAY;
        }
    }
    for (int i = 0; i < key_row_count; i++) {
        if (has_key(&key_rows[i], pressed.sym) && is_held_with(held, key_rows[i].with))
            return key_rows[i].action;
    }
    return DO_NOTHING;
}

bool keys_held(key_action action) {
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    for (int i = 0; i < key_row_count; i++) {
        const key_row *row = &key_rows[i];
        if (row->action == action && (down[row->held[0]] || down[row->held[1]]))
            return true;
    }
    return false;
}

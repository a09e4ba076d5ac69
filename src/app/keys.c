#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../view/dialog.h"
#include "../view/overlays.h"

static const int stick_dead_zone = 6000; /* of 32767; a released stick is not at zero */

static const float help_line_points = 40; /* an arrow key scrolls the help by this */

static bool has_key(const command_row *row, SDL_Keycode key) {
    const SDL_Keycode *keys = row->keys;
    return key != SDLK_UNKNOWN && (key == keys[0] || key == keys[1] || key == keys[2]);
}

static bool is_held_with(SDL_Keymod held, SDL_Keymod with) {
    bool with_control = (held & KMOD_CTRL) != 0, shift = (held & KMOD_SHIFT) != 0;
    if ((held & (KMOD_ALT | KMOD_GUI)) != 0 || with_control != ((with & KMOD_CTRL) != 0))
        return false;
    bool may_ignore_shift = !with_control && (with & KMOD_SHIFT) == 0;
    return may_ignore_shift || shift == ((with & KMOD_SHIFT) != 0);
}

/* A row with Shift is preferred to one without. */
static const command_row *find_row(const app *a, SDL_Keysym pressed, int dimensions) {
    const command_row *found = NULL;
    for (int i = 0; i < a->commands->count; i++) {
        const command_row *row = &a->commands->rows[i];
        if (command_is_in(row, dimensions) && has_key(row, pressed.sym) &&
            is_held_with((SDL_Keymod)pressed.mod, row->with) &&
            (found == NULL || (row->with & KMOD_SHIFT) != 0))
            found = row;
    }
    return found;
}

/* Returns the row that a held key drives, NULL when there is none. */
static const command_row *find_held(const app *a, SDL_Scancode key) {
    for (int i = 0; i < a->commands->count && key != SDL_SCANCODE_UNKNOWN; i++) {
        const command_row *row = &a->commands->rows[i];
        if (row->axis != AXIS_NONE && (row->held[0] == key || row->held[1] == key) &&
            command_is_in(row, a->sandbox->level->dimensions))
            return row;
    }
    return NULL;
}

static const command_row *find_command(const app *a, const char *command, int argument) {
    return command_find(a->commands, a->sandbox->level->dimensions, command, argument);
}

const command_row *keys_find(const app *a, SDL_Keysym pressed, int *argument) {
    const command_row *row = find_row(a, pressed, a->sandbox->level->dimensions);
    if (row != NULL &&
        (row->with & KMOD_SHIFT) != 0) { /* without Shift it may be the key of an overlay */
        *argument = row->argument;
        return row;
    }
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (pressed.sym == (SDL_Keycode)SDL_tolower(overlays[i].key[0]) &&
            is_held_with((SDL_Keymod)pressed.mod, KMOD_NONE)) {
            *argument = i;
            return find_command(a, "overlay", i);
        }
    }
    if (row == NULL && find_held(a, pressed.scancode) == NULL)
        row = find_row(a, pressed, 2); /* keys_run says that it is for 2D levels */
    if (row != NULL)
        *argument = row->argument;
    return row;
}

void keys_run(app *a, const command_row *command, int argument) {
    if (!command_is_in(command, a->sandbox->level->dimensions))
        view_say(&a->view, "only 2D levels have that");
    else if (command->run != NULL)
        command->run(a, argument);
}

/* ---- Keys that are held ------------------------------------------------------------------ */

/* Keys that were pressed with Ctrl and are still down; static as the state that SDL keeps. */
static bool is_for_command[SDL_NUM_SCANCODES];

void keys_watch(const SDL_KeyboardEvent *e) {
    bool pressed = e->type == SDL_KEYDOWN && (e->keysym.mod & KMOD_CTRL) != 0;
    if (e->repeat == 0)
        is_for_command[e->keysym.scancode] = pressed;
}

bool keys_drives(const app *a, key_axis axis, const SDL_Keysym *pressed) {
    const command_row *row = find_held(a, pressed->scancode);
    return row != NULL && row->axis == (int)axis && row->held[0] == pressed->scancode &&
           (pressed->mod & KMOD_CTRL) == 0;
}

static bool is_down(SDL_Scancode key) {
    return SDL_GetKeyboardState(NULL)[key] != 0 && !is_for_command[key];
}

float keys_axis(const app *a, key_axis axis) {
    int sum = 0;
    for (int i = 0; i < a->commands->count; i++) {
        const command_row *row = &a->commands->rows[i];
        if (row->axis == (int)axis && command_is_in(row, a->sandbox->level->dimensions))
            sum += is_down(row->held[0]) - is_down(row->held[1]);
    }
    return (SDL_GetModState() & KMOD_CTRL) != 0 ? 0 : clamp((float)sum, -1, 1);
}

/* ---- What a lesson asks for --------------------------------------------------------------- */

/* A key counts also when Shift, which makes the player slow, is held with it. */
void keys_tell_lesson(app *a, SDL_Keysym pressed) {
    static const struct {
        SDL_Keycode key;
        const char *name;
    } names[] = {{SDLK_PAGEUP, "PgUp"},  {SDLK_PAGEDOWN, "PgDn"}, {SDLK_LSHIFT, "Shift"},
                 {SDLK_RSHIFT, "Shift"}, {SDLK_ESCAPE, "Esc"},    {SDLK_EQUALS, "+"},
                 {SDLK_RETURN, "Enter"}};
    bool with_control = (pressed.mod & KMOD_CTRL) != 0, shift = (pressed.mod & KMOD_SHIFT) != 0;
    const char *name = shift && pressed.sym == SDLK_SLASH ? "?" : SDL_GetKeyName(pressed.sym);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        name = names[i].key == pressed.sym ? names[i].name : name;
    char whole[64];
    snprintf(whole, sizeof whole, "%s%s%s", with_control ? "Ctrl+" : "", shift ? "Shift+" : "",
             name);
    lesson_card_press(&a->view.lesson, a->sandbox, whole);
    if (!with_control)
        lesson_card_press(&a->view.lesson, a->sandbox, name);
}

/* ---- The gamepad, or a finger -------------------------------------------------------------- */

float keys_stick(const app *a, SDL_GameControllerAxis which) {
    if (a->view.thumbs.steers && which == SDL_CONTROLLER_AXIS_LEFTX)
        return view_stick(&a->view).x;
    if (a->view.thumbs.steers && which == SDL_CONTROLLER_AXIS_LEFTY)
        return view_stick(&a->view).y;
    int value = a->pad != NULL ? SDL_GameControllerGetAxis(a->pad, which) : 0;
    if (abs(value) < stick_dead_zone)
        return 0;
    int beyond = value > 0 ? value - stick_dead_zone : value + stick_dead_zone;
    return (float)beyond / (float)(32767 - stick_dead_zone);
}

bool keys_pad_jumps(const app *a) {
    return a->pad != NULL && SDL_GameControllerGetButton(a->pad, SDL_CONTROLLER_BUTTON_A) != 0;
}

/* ---- Typing ------------------------------------------------------------------------------ */

/* Returns whether Enter presses a button of the dialog. Its field stays open. */
static bool is_at_button(const app *a) {
    const command_row *typed = a->view.ui.focus.typed;
    return typed != NULL && command_is(typed, "answer");
}

bool typing_is_on(const app *a) {
    return field_is_open(&a->view.ui.focus.field) && !is_at_button(a);
}

static void begin(app *a, const control *c) {
    ui_focus *f = &a->view.ui.focus;
    if (!field_is_open(&f->field))
        field_open(&f->field, c->text != NULL ? c->text : "");
    SDL_StartTextInput();
}

/* Copies the values: a new layout may move the controls. */
void typing_focus(app *a, const char *command, int argument) {
    typing_end(a, true);
    view_lay_out(&a->view, a->sandbox);
    const command_row *wanted = find_command(a, command, argument);
    const control *c = ui_find(&a->view.ui, wanted, argument);
    if (c == NULL)
        return;
    SDL_StopTextInput();
    if (c->kind == CONTROL_FIELD)
        begin(a, c);
    a->view.ui.focus.typed = wanted;
    a->view.ui.focus.typed_argument = argument;
}

bool typing_end(app *a, bool keep) {
    ui_focus *f = &a->view.ui.focus;
    bool good = true;
    if (dialog_is_open(&a->view.dialog))
        return good;
    if (keep && f->field.edited && f->typed != NULL && f->typed->type != NULL)
        good = f->typed->type(a, f->typed_argument, f->field.text);
    field_close(&f->field);
    f->typed = NULL;
    SDL_StopTextInput();
    return good;
}

static bool is_button(const control *c) {
    return control_asks(c, "answer") || control_asks(c, "type");
}

static bool is_field(const control *c) {
    return c->kind == CONTROL_FIELD;
}

/* Moves the focus to the next control of that sort, and round from the last to the first. */
static void step_focus(app *a, int step, bool (*is_sort)(const control *)) {
    const ui *u = &a->view.ui;
    const ui_focus *f = &a->view.ui.focus;
    const control *from = ui_find(u, f->typed, f->typed_argument);
    int at = from != NULL ? (int)(from - u->list) : 0;
    for (int i = 1; i <= u->count; i++) {
        const control *c = &u->list[(at + step * i + u->count) % u->count];
        if (is_sort(c)) {
            typing_focus(a, c->command->name, c->argument);
            return;
        }
    }
}

/* ---- Dialogs ----------------------------------------------------------------------------- */

static void answer(app *a, int button) {
    keys_run(a, find_command(a, "answer", button), button);
}

/* Filters the list of levels by the typed text. */
static void filter_levels(app *a) {
    dialog *d = &a->view.dialog;
    if (dialog_browses(d) && typing_is_on(a))
        browser_filter(&d->browser, a->view.ui.focus.field.text);
}

/* Chooses another level by the arrows and pages. */
static bool press_in_browser(app *a, SDL_Keycode key) {
    int rows = (key == SDLK_DOWN) - (key == SDLK_UP);
    int pages = (key == SDLK_PAGEDOWN) - (key == SDLK_PAGEUP);
    if (!dialog_browses(&a->view.dialog) || (rows == 0 && pages == 0))
        return false;
    browser_step(&a->view.dialog.browser, rows, pages);
    return true;
}

/* A key that is still down after it answered one question does not answer the next. */
static void press_in_dialog(app *a, const SDL_KeyboardEvent *e) {
    ui_focus *f = &a->view.ui.focus;
    bool is_typing = typing_is_on(a);
    SDL_Keycode key = e->keysym.sym;
    bool enters = key == SDLK_RETURN || key == SDLK_KP_ENTER || (key == SDLK_SPACE && !is_typing);
    if (enters || key == SDLK_ESCAPE) {
        if (e->repeat == 0)
            answer(a, !enters ? ANSWER_CANCEL : is_at_button(a) ? f->typed_argument : ANSWER_FIRST);
    } else if (key == SDLK_TAB) {
        step_focus(a, (e->keysym.mod & KMOD_SHIFT) != 0 ? -1 : 1, is_button);
    } else if (press_in_browser(a, key)) {
        return;
    } else if (is_typing && field_press(&f->field, e->keysym)) {
        filter_levels(a);
    } else if (!is_typing && (key == SDLK_LEFT || key == SDLK_RIGHT)) {
        step_focus(a, key == SDLK_LEFT ? -1 : 1, is_button);
    }
}

/* ---- Fields ------------------------------------------------------------------------------ */

/* Returns whether the key types nothing, so it is for the window once the text is used. */
static bool is_command(SDL_Keysym key) {
    bool is_function = key.sym >= SDLK_F1 && key.sym <= SDLK_F12;
    bool is_letter = key.sym >= SDLK_a && key.sym <= SDLK_z;
    return is_function || (is_letter && (key.mod & KMOD_CTRL) != 0 && (key.mod & KMOD_ALT) == 0);
}

/* Returns whether the key is used up. */
/* Ends typing, unless the text cannot be used: the field then says why. */
static void use_typed(app *a) {
    ui_focus *f = &a->view.ui.focus;
    bool is_used = !f->field.edited || f->typed->type == NULL ||
                   f->typed->type(a, f->typed_argument, f->field.text);
    if (is_used) {
        typing_end(a, false);
        return;
    }
    snprintf(f->field.wrong, sizeof f->field.wrong, "%.150s", a->view.message);
    a->view.message_seconds = 0;
}

static bool press_in_field(app *a, const SDL_KeyboardEvent *e) {
    switch (e->keysym.sym) {
    case SDLK_ESCAPE:
        typing_end(a, false);
        return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        use_typed(a);
        return true;
    case SDLK_TAB:
        step_focus(a, (e->keysym.mod & KMOD_SHIFT) != 0 ? -1 : 1, is_field);
        return true;
    default:
        return field_press(&a->view.ui.focus.field, e->keysym) || !is_command(e->keysym) ||
               !typing_end(a, true);
    }
}

/* ---- Help -------------------------------------------------------------------------------- */

bool typing_scrolls_help(const app *a) {
    return a->view.help && a->view.help_scroll.max > 0;
}

static bool press_in_help(app *a, SDL_Keycode key) {
    float page = 0.8f * (float)a->view.canvas->height, line = help_line_points * a->view.scale;
    int lines = (key == SDLK_DOWN) - (key == SDLK_UP);
    int pages = (key == SDLK_PAGEDOWN) - (key == SDLK_PAGEUP);
    if (!typing_scrolls_help(a) || (lines == 0 && pages == 0))
        return false;
    a->view.help_scroll.from += (float)lines * line + (float)pages * page;
    return true;
}

bool typing_press(app *a, const SDL_KeyboardEvent *e) {
    if (dialog_is_open(&a->view.dialog))
        press_in_dialog(a, e);
    else
        return (typing_is_on(a) && press_in_field(a, e)) || press_in_help(a, e->keysym.sym);
    return true;
}

void typing_insert(app *a, const char *typed) {
    if (!typing_is_on(a))
        return;
    field_insert(&a->view.ui.focus.field, typed);
    filter_levels(a);
}

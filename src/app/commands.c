#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../sandbox/scene_start.h"
#include "../view/overlays.h"

static const float zoom_step = 1.25f;
static const float pan_points = 60;
static const float dot_points = 10; /* a player with a smaller radius is only a dot */
static const float near_radii = 40; /* width of a view that shows the player well */

/* ---- View -------------------------------------------------------------------------------- */

/* Prints the name for the user or script that started the program. */
static void print_name(const char *path) {
    printf("%s\n", path);
    fflush(stdout);
}

static void save_screenshot(app *a, int argument) {
    char path[FILES_NAME_LENGTH];
    files_name_now(path, "png");
    const char *failure = canvas_save_png(a->view.canvas, path);
    if (failure != NULL) {
        view_say(&a->view, "no screenshot: %s", failure);
        return;
    }
    print_name(path);
    view_say(&a->view, "saved %s", path);
}

static void toggle_full_screen(app *a, int argument) {
    page_screen_fill(a->window);
}

static void toggle_overlay(app *a, int index) {
    view *v = &a->view;
    v->overlays ^= 1u << index;
    bool on = overlays_have(v->overlays, index);
    view_say(v, "%s: %s", level_overlay_name(index), on ? overlays[index].summary : "off");
}

static void toggle_all_overlays(app *a, int argument) {
    a->view.overlays = a->view.overlays == OVERLAYS_ALL ? 0 : OVERLAYS_ALL;
}

static void fit_view(app *a, int argument) {
    a->view.following = false;
    view_fit(&a->view, a->sandbox);
}

/* Zooms in until the player is more than a dot. */
static void come_near(app *a) {
    float radius = a->sandbox->player.radius;
    pointer_ray ray = view_ray(&a->view);
    if (radius < dot_points * a->view.scale * ray.pixel * ray.depth)
        view_focus(&a->view, a->sandbox, 1, near_radii * radius);
}

static void toggle_following(app *a, int argument) {
    a->view.following = !a->view.following;
    a->view.fitted = false;
    if (a->view.following)
        come_near(a);
}

static void zoom_view(app *a, int step) {
    sm_vec2 middle = {(float)a->view.camera.width / 2, (float)a->view.camera.height / 2};
    view_zoom(&a->view, middle, step > 0 ? zoom_step : 1 / zoom_step);
}

enum { PAN_RIGHT = 1, PAN_UP = 2 }; /* negative: the other direction */

/* The picture moves in the other direction. */
static void pan_view(app *a, int where) {
    float by = where > 0 ? pan_points * a->view.scale : -pan_points * a->view.scale;
    bool is_up = abs(where) == PAN_UP;
    view_pan(&a->view, (sm_vec2){is_up ? 0 : -by, is_up ? by : 0});
}

static void step_text_size(app *a, int step) {
    screen_step_text_size(a, step);
    view_say(&a->view, "text size %.0f %%", (double)(100 * a->text_size));
}

static void next_theme(app *a, int argument) {
    a->view.theme = (a->view.theme + 1) % THEME_COUNT;
}

static void toggle_panel(app *a, int argument) {
    view_open_panel(&a->view, a->sandbox, !a->view.panel.open);
}

/* The card is shown even where there is little room, as the user asked for it. */
static void toggle_lesson(app *a, int argument) {
    frame f = view_frame(&a->view, a->sandbox, 1);
    lesson_card *card = &a->view.lesson;
    card->fold = lesson_card_is_folded(card, &f) ? LESSON_UNFOLDED : LESSON_FOLDED;
    if (card->box.height == 0)
        view_say(&a->view, f.is_inside
                               ? "no room for a lesson inside a move; press Esc to leave it"
                               : "this level has no lesson; press Ctrl+O for levels that have one");
}

static void choose_lesson_step(app *a, int step) {
    lesson_card_choose(&a->view.lesson, a->sandbox, step);
}

static void toggle_lens(app *a, int argument) {
    lens_toggle(&a->view.lens);
}

static void toggle_help(app *a, int argument) {
    a->view.help = !a->view.help;
}

/* ---- Method ------------------------------------------------------------------------------ */

static void set_resolver(app *a, int which) {
    sm_resolver resolver = (sm_resolver)which;
    sandbox_change(a->sandbox)->resolver = resolver;
    view_say(&a->view, "%s: %s", resolver_name(resolver), resolver_summary(resolver));
}

/* Inside a move shows what the next one makes of that, and sets nothing. */
static void next_resolver(app *a, int argument) {
    bool is_back = (a->modifiers & KMOD_SHIFT) != 0;
    int step = is_back ? resolver_count() - 1 : 1;
    if (moments_redo(a->sandbox, is_back ? -1 : 1))
        view_say(&a->view, "this move, made again by %s",
                 resolver_name(moments_record(a->sandbox)->trace.resolver));
    else
        set_resolver(a, ((int)a->sandbox->player.resolver + step) % resolver_count());
}

static void step_setting(app *a, int which, int steps) {
    const setting *q = &player_settings[which];
    char words[SETTING_WORDS_LENGTH];
    setting_step(q, sandbox_change(a->sandbox), steps);
    setting_write(q, &a->sandbox->player, words);
    view_say(&a->view, "%s: %s", q->label, words);
}

static void raise_setting(app *a, int which) {
    step_setting(a, which, 1);
}

static void lower_setting(app *a, int which) {
    step_setting(a, which, -1);
}

/* Chooses the next slider of the panel, or the one before, for keys to move. */
static void choose_slider(app *a, int direction) {
    int *chosen = &a->view.panel.slider, at = *chosen;
    const sandbox *s = a->sandbox;
    const setting *q;
    if (at == SETTING_COUNT && direction > 0)
        at = -1;
    do {
        at = (at + direction + SETTING_COUNT) % SETTING_COUNT;
        q = &player_settings[at];
    } while (setting_is_switch(q) ||
             !setting_has_effect(q, &s->player, s->obstacles->dimension->features));
    *chosen = at;
    step_setting(a, at, 0);
}

static void move_slider(app *a, int steps) {
    if (a->view.panel.slider == SETTING_COUNT)
        choose_slider(a, 1);
    else
        step_setting(a, a->view.panel.slider, steps);
}

static void reset_setting(app *a, int which) {
    sandbox_set(a->sandbox, (setting_id)which, (double)player_settings[which].initial);
}

static void toggle_setting(app *a, int which) {
    sandbox *s = a->sandbox;
    const setting *q = &player_settings[which];
    sandbox_set(s, (setting_id)which, !(setting_get(q, &s->player) > 0));
    view_say(&a->view, "%s", setting_explain(q, &s->player, s->level->dimensions));
}

static void toggle_ghost(app *a, int which) {
    sm_resolver resolver = (sm_resolver)which;
    ghosts *g = &a->sandbox->ghosts;
    if (which >= resolver_count()) {
        view_say(&a->view, "there is no rule; start with --rule FILE.c");
        return;
    }
    sandbox_set_ghosts(a->sandbox, g->set ^ 1u << resolver);
    view_say(&a->view, "ghost of %s: %s", resolver_name(resolver),
             ghosts_has(g, resolver) ? "it goes by the same input" : "off");
}

static void return_ghosts(app *a, int argument) {
    ghosts_return(&a->sandbox->ghosts, sandbox_change(a->sandbox));
    view_say(&a->view, a->sandbox->ghosts.set != 0 ? "all ghosts are back at the player"
                                                   : "there are no ghosts");
}

static void set_mover(app *a, int kind) {
    sandbox_change(a->sandbox)->kind = (mover_kind)kind;
    view_say(&a->view, "%s: %s", sandbox_mover_name(a->sandbox, a->sandbox->player.kind),
             player_shape(&a->sandbox->player)->summary);
}

static void next_mover(app *a, int argument) {
    set_mover(a, ((int)a->sandbox->player.kind + 1) % MOVER_KIND_COUNT);
}

static void restart(app *a, int argument) {
    scene_restart(a->sandbox);
}

static void toggle_pause(app *a, int argument) {
    sandbox_set_paused(a->sandbox, !a->sandbox->paused);
}

static void toggle_bookmark(app *a, int argument) {
    if (!session_toggle_bookmark(a->session))
        view_say(&a->view, "the session begins here, so there is no tick to mark");
}

static void keep_moment(app *a, int argument) {
    char path[FILES_NAME_LENGTH];
    files_name_now(path, "recording");
    if (rewind_keep(a, path))
        print_name(path);
}

/* A mark of a move that met something leads into that move. */
static void find_mark(app *a, int mark) {
    if (rewind_to_mark(a, (unsigned)mark, false) && (mark & SESSION_MET) != 0)
        rewind_explain(a);
}

static void find_any_mark(app *a, int direction) {
    rewind_to_mark(a, SESSION_MARKS, direction > 0);
}

/* Steps through the look-ahead while it is shown, otherwise through the last move, as when all
 * overlays are shown. */
static void step_inside(app *a, int by) {
    unsigned shown = a->view.overlays;
    bool ahead = overlays_have(shown, OVERLAY_ADVANCE) && shown != OVERLAYS_ALL;
    rewind_before_shift(a);
    if (!moments_step(a->sandbox, by, ahead))
        view_say(&a->view, ahead ? "nothing is in the way ahead"
                                 : "there is no move to step into yet: walk, or make a tick (.)");
}

static void explain(app *a, int argument) {
    rewind_explain(a);
}

static void leave_move(app *a, int argument) {
    moments_leave(a->sandbox);
}

/* ---- Editing ----------------------------------------------------------------------------- */

static bool has_selection(app *a) {
    if (a->pointer_tool.selection.count > 0)
        return true;
    view_say(&a->view, "nothing is selected");
    return false;
}

enum { DELETE, DUPLICATE, REVERSE };

static void change_selected(app *a, int how) {
    static void (*const changes[])(pointer_tool *, sandbox *) = {
        pointer_tool_delete, pointer_tool_duplicate, pointer_tool_reverse};
    unsigned long before = edit_version(a->sandbox->edit);
    if (!has_selection(a))
        return;
    changes[how](&a->pointer_tool, a->sandbox);
    if (edit_version(a->sandbox->edit) == before)
        view_say(&a->view, "there is nothing to change");
}

static void travel(app *a, int step) {
    if (!pointer_tool_undo_step(&a->pointer_tool, a->sandbox, step))
        view_say(&a->view, step < 0 ? "nothing to undo" : "nothing to redo");
}

/* Nothing is selected afterwards, as indices of statements change. */
static void save_scene(app *a, int argument) {
    level_scene seen = view_get_scene(&a->view, a->sandbox);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    bool saved = scene_save(a->sandbox, &seen);
    if (saved)
        selection_clear(&a->pointer_tool.selection);
    view_say(&a->view, saved ? "the level will open like this from now on; press Ctrl+S to save it"
                             : "the level opens like this already");
}

static void select_all(app *a, int argument) {
    selection_all(&a->pointer_tool.selection, a->sandbox->level);
}

static void step_selection(app *a, int step) {
    selection_cycle(&a->pointer_tool.selection, a->sandbox->level, step);
}

static void take_tool(app *a, int tool) {
    pointer_tool_choose_tool(&a->pointer_tool, a->sandbox, (drawing_tool)tool);
}

static void split_edge(app *a, int argument) {
    if (!pointer_tool_split(&a->pointer_tool, a->sandbox))
        view_say(&a->view, "point at an edge, or select a shape that has some");
}

static void copy(app *a, int cuts) {
    if (!has_selection(a))
        return;
    char *words = clip_copy(&a->pointer_tool.selection, a->sandbox->level);
    bool good = words != NULL && SDL_SetClipboardText(words) == 0;
    view_say(&a->view, good ? "copied as level text" : "could not copy to the clipboard");
    free(words);
    if (good && cuts)
        pointer_tool_delete(&a->pointer_tool, a->sandbox);
}

static void paste(app *a, int argument) {
    level_errors errors;
    char *words = SDL_GetClipboardText();
    sm3_vec offset = pointer_tool_copy_offset(&a->pointer_tool, a->sandbox);
    if (words == NULL || words[0] == '\0')
        view_say(&a->view, "the clipboard is empty");
    else if (clip_paste(&a->pointer_tool.selection, a->sandbox->edit, words, strlen(words), offset,
                        &errors) < 0)
        view_say(&a->view, "the clipboard holds no level text: line %d: %s", errors.list[0].line,
                 errors.list[0].message);
    SDL_free(words);
}

static void step_grid(app *a, int step) {
    a->pointer_tool.grid = snap_step_grid(a->pointer_tool.grid, step);
    view_say(&a->view, "snap grid: %g u (hold Ctrl to snap)", (double)a->pointer_tool.grid);
}

static void finish(app *a, int argument) {
    const ui *u = &a->view.ui;
    if (pointer_tool_finish(&a->pointer_tool, a->sandbox))
        return;
    for (int i = 0; i < u->count; i++) {
        if (u->list[i].kind == CONTROL_FIELD) {
            typing_focus(a, u->list[i].command->name, u->list[i].argument);
            return;
        }
    }
}

/* An invalid value is reported, and the old one stays. */
static bool type_property(app *a, int id, const char *typed) {
    level_errors errors;
    const selection *chosen = &a->pointer_tool.selection;
    if (!property_set(a->sandbox->edit, chosen->statements, chosen->count, id, typed, &errors)) {
        view_say(&a->view, "%s", errors.list[0].message);
        return false;
    }
    return true;
}

static void toggle_property(app *a, int id) {
    const panel *shown = &a->view.panel;
    for (int i = 0; i < shown->property_count; i++) {
        if (shown->properties[i].id == id)
            type_property(a, id, shown->properties[i].present ? "" : "1");
    }
}

static bool type_statement(app *a, int argument, const char *typed) {
    (void)argument; /* there is only one such field */
    level_errors errors;
    const selection *chosen = &a->pointer_tool.selection;
    if (!clip_set_statement(a->sandbox->edit, chosen->statements[0], typed, strlen(typed),
                            &errors)) {
        view_say(&a->view, "column %d: %s", errors.list[0].column, errors.list[0].message);
        return false;
    }
    return true;
}

static void choose_level(app *a, int row) {
    a->view.dialog.browser.chosen = row;
    files_answer(a, ANSWER_FIRST);
}

/* Leaves the innermost thing that is open. */
static void leave(app *a, int argument) {
    moment now;
    if (moments_now(a->sandbox, &now)) {
        moments_leave(a->sandbox);
        return;
    }
    if (pointer_tool_cancel(&a->pointer_tool, a->sandbox))
        return;
    if (a->view.help)
        a->view.help = false;
    else if (a->view.explored.explorer != NULL)
        exploring_close(a, 0);
    else
        view_say(&a->view, "Ctrl+Q quits");
}

/* ---- The table --------------------------------------------------------------------------- */

#define KEYS(...)           .keys = {__VA_ARGS__}
#define RUN(function, with) .run = (function), .argument = (with)
#define HELD(what, forward, back)                                                                  \
    .axis = AXIS_##what, .held = {SDL_SCANCODE_##forward, SDL_SCANCODE_##back}
#define CTRL       .with = KMOD_CTRL
#define SHIFT      .with = KMOD_SHIFT
#define CTRL_SHIFT .with = KMOD_CTRL | KMOD_SHIFT
#define FIRST      .first = true
#define ESZETT     ((SDL_Keycode)0xdf) /* has ? on German keyboards */
#define IN_ALL     .where = COMMAND_ANYWHERE
#define IN_2D      .where = COMMAND_IN_2D
#define IN_3D      .where = COMMAND_IN_3D

/* A row without a label belongs to the row above it in every list. */
static const command_row rows[] = {
    {GROUP_MOVE, "Left, Right", "turn", HELD(TURN, LEFT, RIGHT), IN_2D},
    {GROUP_MOVE, "Up, Down", "thrust in the direction of the heading", HELD(THRUST, UP, DOWN),
     IN_2D},
    {GROUP_MOVE, "W A S D", "walk in screen directions", IN_2D, FIRST},
    {GROUP_MOVE, "W A S D", "walk in the direction of the view", IN_3D, FIRST},
    {GROUP_MOVE, NULL, NULL, HELD(WALK_UP, W, S)},
    {GROUP_MOVE, NULL, NULL, HELD(WALK_RIGHT, D, A)},
    {GROUP_MOVE, "W, E", "jump, with gravity", IN_2D},
    {GROUP_MOVE, "E, C", "rise and sink; E jumps with gravity", IN_3D},
    {GROUP_MOVE, NULL, NULL, HELD(RISE, E, C)},
    {GROUP_MOVE, "Arrows", "turn the view", HELD(LOOK_RIGHT, RIGHT, LEFT), IN_3D},
    {GROUP_MOVE, NULL, NULL, HELD(LOOK_UP, UP, DOWN), IN_3D},
    {GROUP_MOVE, "G", "gravity", RUN(toggle_setting, SETTING_GRAVITY), KEYS(SDLK_g),
     .name = "gravity"},
    {GROUP_MOVE, "Left stick", "walk (gamepad)", IN_ALL},
    {GROUP_MOVE, "A", "jump, with gravity (gamepad)", IN_ALL},
    {GROUP_MOVE, "Right stick", "turn the view (gamepad)", IN_3D},
    {GROUP_MOVE, "Left drag", "pull the player", IN_ALL, FIRST},
    {GROUP_MOVE, "Shift", "walk slowly, while held", HELD(SLOW, LSHIFT, UNKNOWN)},
    {GROUP_MOVE, NULL, NULL, HELD(SLOW, RSHIFT, UNKNOWN)},
    {GROUP_MOVE, "Home", "ignore collisions, while held", HELD(NOCLIP, HOME, UNKNOWN)},
    {GROUP_MOVE, "R", "back to the start", .run = restart, KEYS(SDLK_r), .name = "reset", FIRST,
     .tool = {103, false, ICON_RESET, "Back to the start"}},

    {GROUP_TIME, "Tab", "next resolver; inside a move, what it makes of that", .run = next_resolver,
     KEYS(SDLK_TAB), .name = "next-resolver", FIRST},
    {GROUP_TIME, "P, Space", "pause", .run = toggle_pause, KEYS(SDLK_p, SDLK_SPACE),
     .name = "pause", FIRST, .tool = {101, false, ICON_PAUSE, "Pause"}},
    {GROUP_TIME, "?", "why: into the last move that was pushed or held", .run = explain,
     KEYS(SDLK_SLASH, SDLK_QUESTION, ESZETT), SHIFT, .name = "why", FIRST},
    {GROUP_TIME, "Shift+.", "step into the last move, and forward in it", RUN(step_inside, 1),
     .repeats = true, KEYS(SDLK_PERIOD, SDLK_GREATER), SHIFT, .name = "forward", FIRST},
    {GROUP_TIME, "Shift+,", "a step back in the move; Esc leaves it", RUN(step_inside, -1),
     .repeats = true, KEYS(SDLK_COMMA, SDLK_LESS), SHIFT, .name = "back"},
    {GROUP_TIME, NULL, NULL, .run = leave_move, .name = "leave"},
    {GROUP_TIME, ".", "one tick, and pause", RUN(rewind_step, 1), .repeats = true,
     KEYS(SDLK_PERIOD, SDLK_KP_PERIOD), .name = "step",
     .tool = {102, false, ICON_STEP, "One tick"}},
    {GROUP_TIME, ",", "one tick back", RUN(rewind_step, -1), .repeats = true, KEYS(SDLK_COMMA),
     .name = "tick-back"},
    {GROUP_TIME, "Ctrl+, .", "to the last, or the next, tick with a mark", RUN(find_any_mark, -1),
     .repeats = true, KEYS(SDLK_COMMA), CTRL},
    {GROUP_TIME, NULL, NULL, RUN(find_any_mark, 1), .repeats = true, KEYS(SDLK_PERIOD), CTRL},
    {GROUP_TIME, "F6, Shift+F6", "play forwards, backwards; while Shift is held, slowly",
     RUN(rewind_play, 1), KEYS(SDLK_F6), .name = "play"},
    {GROUP_TIME, NULL, NULL, RUN(rewind_play, -1), KEYS(SDLK_F6), SHIFT, .name = "play"},
    {GROUP_TIME, "F7", "set or remove a bookmark", .run = toggle_bookmark, KEYS(SDLK_F7)},
    {GROUP_TIME, "F8", "keep this tick: a small recording, and a test in C", .run = keep_moment,
     KEYS(SDLK_F8), .name = "keep"},
    {GROUP_TIME, "Ctrl+B", "the branch before the last fork", RUN(rewind_to_branch, -1),
     KEYS(SDLK_b), CTRL, .name = "branch"},
    {GROUP_TIME, "Ctrl+Shift+B", "the branch after that fork again", RUN(rewind_to_branch, 1),
     KEYS(SDLK_b), CTRL_SHIFT, .name = "branch"},
    {GROUP_TIME, "+, -", "radius", RUN(raise_setting, SETTING_RADIUS), .repeats = true,
     KEYS(SDLK_PLUS, SDLK_EQUALS, SDLK_KP_PLUS), .name = "radius"},
    {GROUP_TIME, NULL, NULL, RUN(lower_setting, SETTING_RADIUS), .repeats = true,
     KEYS(SDLK_MINUS, SDLK_KP_MINUS)},
    {GROUP_TIME, "[, ]", "speed, 0.1x to 10x", RUN(lower_setting, SETTING_SPEED), .repeats = true,
     KEYS(SDLK_LEFTBRACKET), .name = "speed"},
    {GROUP_TIME, NULL, NULL, RUN(raise_setting, SETTING_SPEED), .repeats = true,
     KEYS(SDLK_RIGHTBRACKET)},
    {GROUP_TIME, "PgUp, PgDn", "pushes a move may make, 1 to 20",
     RUN(raise_setting, SETTING_PUSHES), .repeats = true, KEYS(SDLK_PAGEUP), .name = "pushes"},
    {GROUP_TIME, NULL, NULL, RUN(lower_setting, SETTING_PUSHES), .repeats = true,
     KEYS(SDLK_PAGEDOWN)},
    {GROUP_TIME, "Ctrl+Shift+Up, Down", "choose a slider of the panel", RUN(choose_slider, -1),
     .repeats = true, KEYS(SDLK_UP), CTRL_SHIFT},
    {GROUP_TIME, NULL, NULL, RUN(choose_slider, 1), .repeats = true, KEYS(SDLK_DOWN), CTRL_SHIFT},
    {GROUP_TIME, "Ctrl+Shift+Left, Right", "move that slider", RUN(move_slider, -1),
     .repeats = true, KEYS(SDLK_LEFT), CTRL_SHIFT},
    {GROUP_TIME, NULL, NULL, RUN(move_slider, 1), .repeats = true, KEYS(SDLK_RIGHT), CTRL_SHIFT},
    {GROUP_TIME, "Ctrl+1", "ghost: deepest", RUN(toggle_ghost, SM_DEEPEST), KEYS(SDLK_1), CTRL,
     .name = "ghost"},
    {GROUP_TIME, "Ctrl+2", "ghost: last", RUN(toggle_ghost, SM_LAST), KEYS(SDLK_2), CTRL,
     .name = "ghost"},
    {GROUP_TIME, "Ctrl+3", "ghost: first", RUN(toggle_ghost, SM_FIRST), KEYS(SDLK_3), CTRL,
     .name = "ghost"},
    {GROUP_TIME, "Ctrl+4", "ghost: shallowest", RUN(toggle_ghost, SM_SHALLOWEST), KEYS(SDLK_4),
     CTRL, .name = "ghost"},
    {GROUP_TIME, "Ctrl+5", "ghost: sweep", RUN(toggle_ghost, SM_SWEEP), KEYS(SDLK_5), CTRL,
     .name = "ghost"},
    {GROUP_TIME, "Ctrl+6", "ghost: your rule", RUN(toggle_ghost, RESOLVER_RULE), KEYS(SDLK_6), CTRL,
     .name = "ghost"},
    {GROUP_TIME, "Q", "bring all ghosts back to the player", .run = return_ghosts, KEYS(SDLK_q),
     .name = "ghosts-back"},
    {GROUP_TIME, "X", "backs of faces collide too", RUN(toggle_setting, SETTING_BOTH_SIDES),
     KEYS(SDLK_x), IN_3D, .name = "both-sides"},
    {GROUP_TIME, "Shift+Z", "momentum: thrust accelerates", RUN(toggle_setting, SETTING_MOMENTUM),
     KEYS(SDLK_z), SHIFT, IN_2D, .name = "momentum"},
    {GROUP_TIME, "Z", "next shape of the mover", .run = next_mover, KEYS(SDLK_z),
     .name = "next-mover"},

    {GROUP_VIEW, "Wheel", "zoom at the pointer", IN_2D},
    {GROUP_VIEW, "Right drag", "pan (middle button too)", IN_2D},
    {GROUP_VIEW, "Wheel", "zoom in, out", IN_3D},
    {GROUP_VIEW, "Right drag", "orbit; with Shift, or the middle button: pan", IN_3D},
    {GROUP_VIEW, "Ctrl+PgUp, PgDn", "zoom in, out", RUN(zoom_view, 1), .repeats = true,
     KEYS(SDLK_PAGEUP), CTRL, .tool = {204, false, ICON_ZOOM_IN, "Nearer"}},
    {GROUP_VIEW, NULL, NULL, RUN(zoom_view, -1), .repeats = true, KEYS(SDLK_PAGEDOWN), CTRL,
     .tool = {203, false, ICON_ZOOM_OUT, "Farther"}},
    {GROUP_VIEW, "Ctrl+Arrows", "pan", RUN(pan_view, PAN_RIGHT), .repeats = true, KEYS(SDLK_RIGHT),
     CTRL},
    {GROUP_VIEW, NULL, NULL, RUN(pan_view, -PAN_RIGHT), .repeats = true, KEYS(SDLK_LEFT), CTRL},
    {GROUP_VIEW, NULL, NULL, RUN(pan_view, PAN_UP), .repeats = true, KEYS(SDLK_UP), CTRL},
    {GROUP_VIEW, NULL, NULL, RUN(pan_view, -PAN_UP), .repeats = true, KEYS(SDLK_DOWN), CTRL},
    {GROUP_VIEW, "V", "view the whole level", .run = fit_view, KEYS(SDLK_v), FIRST,
     .tool = {201, false, ICON_FIT, "View the whole level"}},
    {GROUP_VIEW, "F", "follow the player", .run = toggle_following, KEYS(SDLK_f), .name = "follow",
     .tool = {202, false, ICON_FOLLOW, "Follow the player"}},
    {GROUP_VIEW, "T", "dark or light theme", .run = next_theme, KEYS(SDLK_t),
     .tool = {207, false, ICON_THEME, "Dark or light theme"}},
    {GROUP_VIEW, "Ctrl++, -", "text size; Ctrl+0: as usual", RUN(step_text_size, 1),
     .repeats = true, KEYS(SDLK_EQUALS, SDLK_PLUS, SDLK_KP_PLUS), CTRL,
     .tool = {206, false, ICON_LARGER, "Larger text"}},
    {GROUP_VIEW, NULL, NULL, RUN(step_text_size, 1), .repeats = true, KEYS(SDLK_EQUALS, SDLK_PLUS),
     CTRL_SHIFT},
    {GROUP_VIEW, NULL, NULL, RUN(step_text_size, -1), .repeats = true,
     KEYS(SDLK_MINUS, SDLK_KP_MINUS), CTRL, .tool = {205, false, ICON_SMALLER, "Smaller text"}},
    {GROUP_VIEW, NULL, NULL, RUN(step_text_size, 0), KEYS(SDLK_0, SDLK_KP_0), CTRL},
    {GROUP_VIEW, "F2", "side panel", .run = toggle_panel, KEYS(SDLK_F2), .name = "panel",
     .tool = {108, false, ICON_CLOSE_PANEL, "Fold the panel"}},
    {GROUP_VIEW, "F4", "lens on the contact; the wheel zooms it", .run = toggle_lens, KEYS(SDLK_F4),
     .name = "lens", .tool = {106, false, ICON_LENS, "Lens on the contact"}},
    {GROUP_VIEW, "0", "all overlays, or none", .run = toggle_all_overlays, KEYS(SDLK_0),
     .name = "all-overlays", FIRST},
    {GROUP_VIEW, "F3", "fold or unfold the lesson", .run = toggle_lesson, KEYS(SDLK_F3),
     .name = "lesson"},
    {GROUP_VIEW, NULL, NULL, .run = choose_lesson_step, .name = "lesson-step"},

    {GROUP_DRAW, "E", "select, and drag", RUN(take_tool, DRAWING_NONE), KEYS(SDLK_e), IN_2D,
     .name = "tool", .tool = {1, true, ICON_SELECT, "Select and drag"}},
    {GROUP_DRAW, NULL, NULL, RUN(take_tool, DRAWING_NONE), IN_3D, .name = "tool",
     .tool = {1, true, ICON_SELECT, "Select and drag"}},
    {GROUP_DRAW, "L", "segment", RUN(take_tool, DRAWING_SEGMENT), KEYS(SDLK_l), IN_2D,
     .name = "tool", .tool = {2, false, ICON_SEGMENT, "Segment"}},
    {GROUP_DRAW, "K", "chain; its first point closes a loop", RUN(take_tool, DRAWING_CHAIN),
     KEYS(SDLK_k), IN_2D, .name = "tool", .tool = {3, false, ICON_CHAIN, "Chain or loop"}},
    {GROUP_DRAW, "C", "circle", RUN(take_tool, DRAWING_CIRCLE), KEYS(SDLK_c), IN_2D, .name = "tool",
     .tool = {4, false, ICON_CIRCLE, "Circle"}},
    {GROUP_DRAW, "U", "capsule", RUN(take_tool, DRAWING_CAPSULE), KEYS(SDLK_u), IN_2D,
     .name = "tool", .tool = {5, false, ICON_CAPSULE, "Capsule"}},
    {GROUP_DRAW, "X", "box", RUN(take_tool, DRAWING_BOX), KEYS(SDLK_x), IN_2D, .name = "tool",
     .tool = {6, false, ICON_BOX, "Box"}},
    {GROUP_DRAW, "O", "sphere, on the face under the pointer", RUN(take_tool, DRAWING_CIRCLE),
     KEYS(SDLK_o), IN_3D, .name = "tool", .tool = {2, false, ICON_CIRCLE, "Sphere"}},
    {GROUP_DRAW, "U", "capsule, on the face under the pointer", RUN(take_tool, DRAWING_CAPSULE),
     KEYS(SDLK_u), IN_3D, .name = "tool", .tool = {3, false, ICON_CAPSULE, "Capsule"}},
    {GROUP_DRAW, "I", "box: two corners, then its height", RUN(take_tool, DRAWING_BOX),
     KEYS(SDLK_i), IN_3D, .name = "tool", .tool = {4, false, ICON_BOX, "Box"}},
    {GROUP_DRAW, "K", "triangle", RUN(take_tool, DRAWING_TRIANGLE), KEYS(SDLK_k), IN_3D,
     .name = "tool", .tool = {5, false, ICON_TRIANGLE, "Triangle"}},
    {GROUP_DRAW, "Click, Space", "set a point", IN_ALL},
    {GROUP_DRAW, "Arrows", "move the drawing cross by the grid", IN_2D},
    {GROUP_DRAW, "Enter", "finish drawing, or type numbers of the shape", .run = finish,
     KEYS(SDLK_RETURN, SDLK_KP_ENTER), IN_2D},
    {GROUP_DRAW, "Esc", "remove the last point, then put the tool away", IN_ALL},

    {GROUP_EDIT, "Left drag", "move a vertex, edge, shape or rim, or select", IN_2D},
    {GROUP_EDIT, "Left drag", "move the selection, along an arrow or freely, or orbit", IN_3D},
    {GROUP_EDIT, "Click", "select a shape", IN_3D},
    {GROUP_EDIT, "Enter", "type numbers of the shape", .run = finish,
     KEYS(SDLK_RETURN, SDLK_KP_ENTER), IN_3D},
    {GROUP_EDIT, "Shift+click", "add to the selection, or remove from it", IN_ALL},
    {GROUP_EDIT, "Shift+drag", "move one vertex only, or add to the selection", IN_2D},
    {GROUP_EDIT, "Ctrl", "snap to vertices, angles, grid", IN_ALL},
    {GROUP_EDIT, "Shift+G", "a finer grid", RUN(step_grid, -1), KEYS(SDLK_g), SHIFT},
    {GROUP_EDIT, "Ctrl+G", "a coarser grid to snap to", RUN(step_grid, 1), KEYS(SDLK_g), CTRL},
    {GROUP_EDIT, "Shift+J", "select the previous shape", RUN(step_selection, -1), KEYS(SDLK_j),
     SHIFT},
    {GROUP_EDIT, "J", "select the next shape", RUN(step_selection, 1), KEYS(SDLK_j)},
    {GROUP_EDIT, "Ctrl+A", "select all", .run = select_all, KEYS(SDLK_a), CTRL},
    {GROUP_EDIT, "Arrows", "nudge the selection, while paused", IN_ALL},
    {GROUP_EDIT, "Delete", "delete", RUN(change_selected, DELETE),
     KEYS(SDLK_DELETE, SDLK_BACKSPACE), .need = NEEDS_SELECTION,
     .tool = {10, false, ICON_DELETE, "Delete"}},
    {GROUP_EDIT, "Ctrl+D", "duplicate", RUN(change_selected, DUPLICATE), KEYS(SDLK_d), CTRL,
     .need = NEEDS_SELECTION, .tool = {7, true, ICON_DUPLICATE, "Duplicate"}},
    {GROUP_EDIT, "I", "insert a vertex at the pointer", .run = split_edge, KEYS(SDLK_i), IN_2D,
     .need = NEEDS_SELECTION, .tool = {8, false, ICON_SPLIT, "Insert a vertex"}},
    {GROUP_EDIT, "Y", "reverse the direction", RUN(change_selected, REVERSE), KEYS(SDLK_y),
     .need = NEEDS_SELECTION, .tool = {9, false, ICON_REVERSE, "Reverse the direction"}},
    {GROUP_EDIT, "Ctrl+C, X, V", "copy, cut, paste, as level text", RUN(copy, false), KEYS(SDLK_c),
     CTRL},
    {GROUP_EDIT, NULL, NULL, RUN(copy, true), KEYS(SDLK_x), CTRL},
    {GROUP_EDIT, NULL, NULL, .run = paste, KEYS(SDLK_v), CTRL},
    {GROUP_EDIT, "Ctrl+Z", "undo", RUN(travel, -1), .repeats = true, KEYS(SDLK_z), CTRL,
     .need = NEEDS_UNDO, .tool = {11, true, ICON_UNDO, "Undo"}},
    {GROUP_EDIT, "Ctrl+Y", "redo (Ctrl+Shift+Z too)", RUN(travel, 1), .repeats = true, KEYS(SDLK_y),
     CTRL, .need = NEEDS_REDO, .tool = {12, false, ICON_REDO, "Redo"}},
    {GROUP_EDIT, NULL, NULL, RUN(travel, 1), .repeats = true, KEYS(SDLK_z), CTRL_SHIFT},

    {GROUP_LEVEL, "Ctrl+S", "save", RUN(files_act, ACT_SAVE), KEYS(SDLK_s), CTRL,
     .tool = {15, false, ICON_SAVE, "Save"}},
    {GROUP_LEVEL, "Ctrl+Shift+S", "save as", RUN(files_act, ACT_SAVE_AS), KEYS(SDLK_s), CTRL_SHIFT},
    {GROUP_LEVEL, "Shift+F8", "save a recording of what happened", RUN(files_act, ACT_RECORD),
     KEYS(SDLK_F8), SHIFT, .name = "record"},
    {GROUP_LEVEL, "Ctrl+Shift+L", "let the level open as it is now", .run = save_scene,
     KEYS(SDLK_l), CTRL_SHIFT},
    {GROUP_LEVEL, "Ctrl+N, F9", "new level, 2D or 3D", RUN(files_act, ACT_NEW), KEYS(SDLK_n), CTRL,
     .tool = {13, true, ICON_NEW, "New level"}},
    {GROUP_LEVEL, NULL, NULL, RUN(files_act, ACT_NEW),
     KEYS(SDLK_F9)}, /* browsers keep Ctrl+N for themselves */
    {GROUP_LEVEL, "Ctrl+O", "open a lesson or another level", RUN(files_act, ACT_CHOOSE),
     KEYS(SDLK_o), CTRL, FIRST, .tool = {14, false, ICON_OPEN, "Open a level"}},
    {GROUP_LEVEL, "Shift+R", "read the file again", RUN(files_act, ACT_RELOAD), KEYS(SDLK_r),
     SHIFT},
    {GROUP_LEVEL, "N, B", "next, previous level", RUN(files_step, 1), KEYS(SDLK_n), .name = "level",
     FIRST, .tool = {105, false, ICON_NEXT, "Next level"}},
    {GROUP_LEVEL, NULL, NULL, RUN(files_step, -1), KEYS(SDLK_b), .name = "level",
     .tool = {104, false, ICON_PREVIOUS, "Previous level"}},
    {GROUP_LEVEL, "Ctrl+E", "explore: find where the player gets stuck, falls out, is trapped",
     .run = exploring_begin, KEYS(SDLK_e), CTRL, .name = "explore",
     .tool = {16, true, ICON_EXPLORE, "Explore"}},
    {GROUP_LEVEL, "Ctrl+Shift+E", "the map of the exploration: how far each place is",
     .run = exploring_toggle_map, KEYS(SDLK_e), CTRL_SHIFT, .name = "explored-map"},
    {GROUP_LEVEL, "Up, Down, Enter", "go to a finding of the exploration, while paused", IN_ALL},
    {GROUP_LEVEL, "Drop a file", "open a level or a recording", IN_ALL},
    {GROUP_LEVEL, "F11, F10", "full screen", .run = toggle_full_screen, KEYS(SDLK_F11, SDLK_F10),
     .tool = {208, false, ICON_FULL_SCREEN, "Full screen"}},
    {GROUP_LEVEL, "F12", "save a screenshot", .run = save_screenshot, KEYS(SDLK_F12),
     .tool = {107, false, ICON_PICTURE, "Save a screenshot"}},
    {GROUP_LEVEL, "F1, H", "this help", .run = toggle_help, KEYS(SDLK_F1, SDLK_h), .name = "help",
     .tool = {17, true, ICON_HELP, "All keys"}},
    {GROUP_LEVEL, "Esc", "leave what is open", .run = leave, KEYS(SDLK_ESCAPE)},
    {GROUP_LEVEL, "Ctrl+Q", "quit", RUN(files_act, ACT_QUIT), KEYS(SDLK_q), CTRL},

    /* Commands of controls without a key. */
    {GROUP_MOVE, NULL, NULL, .name = "slope"},
    {GROUP_MOVE, NULL, NULL, .name = "step-height"},
    {GROUP_MOVE, NULL, NULL, .name = "snap"},
    {GROUP_MOVE, NULL, NULL, .name = "jump"},
    {GROUP_TIME, NULL, NULL, .name = "timeline"},
    {GROUP_TIME, NULL, NULL, .run = find_mark, .name = "mark"},
    {GROUP_TIME, NULL, "back to the usual speed", RUN(reset_setting, SETTING_SPEED),
     .name = "usual-speed"},
    {GROUP_VIEW, NULL, NULL, .name = "lens-move"},
    {GROUP_TIME, NULL, NULL, .run = set_resolver, .name = "resolver"},
    {GROUP_TIME, NULL, NULL, .run = set_mover, .name = "mover"},
    {GROUP_VIEW, NULL, NULL, .run = toggle_overlay, .name = "overlay"},
    {GROUP_EDIT, NULL, NULL, .run = toggle_property, .type = type_property, .name = "property"},
    {GROUP_EDIT, NULL, NULL, .type = type_statement, .name = "statement"},
    {GROUP_LEVEL, NULL, NULL, .run = files_answer, .name = "answer"},
    {GROUP_LEVEL, NULL, NULL, .name = "type"},
    {GROUP_LEVEL, NULL, NULL, .run = choose_level, .name = "choose"},
    {GROUP_LEVEL, NULL, NULL, .run = exploring_show, .name = "finding"},
    {GROUP_LEVEL, NULL, NULL, .run = exploring_close, .name = "explored-close"},
};

const command_table app_commands = {rows, sizeof rows / sizeof *rows};

#include "app.h"

#include <math.h>

#include "../sandbox/moments.h"
#include "../view/panel.h"

static const float wheel_zoom = 1.15f;     /* a notch */
static const float scroll_points = 40;     /* a notch */
static const float grab_points = 6;        /* distance at which a thing can still be grabbed */
static const float rest_pixels = 2;        /* a pointer that moves less counts as resting */
static const float stick_slop_points = 10; /* a stick that is moved less may be a press, or the
                                              first of two fingers that move the view */

/* Converts window units, which events use, to pixels. */
static sm_vec2 pixels_at(const app *a, int x, int y) {
    int width, height;
    SDL_GetWindowSize(a->window, &width, &height);
    return (sm_vec2){((float)x + 0.5f) * (float)a->view.canvas->width / (float)width,
                     ((float)y + 0.5f) * (float)a->view.canvas->height / (float)height};
}

/* Moves the pointer to the place of the event. The mouse may be further already. */
static void go_to(app *a, int x, int y) {
    ui_focus *f = &a->view.ui.focus;
    sm_vec2 at = pixels_at(a, x, y);
    if (fabsf(at.x - f->pointer.x) + fabsf(at.y - f->pointer.y) > rest_pixels * a->view.scale)
        f->rest_seconds = 0;
    f->pointer = at;
    a->pointer_tool.by_keys = false;
    pointer_update(a, 0);
}

void pointer_leave(app *a) {
    if (pointer_tool_is_busy(&a->pointer_tool) || a->view.ui.focus.held != NULL || a->panning ||
        a->orbiting)
        return; /* a held thing follows the pointer outside, too */
    a->view.ui.focus.pointer = (sm_vec2){UI_FAR_AWAY, UI_FAR_AWAY};
    pointer_update(a, 0);
}

static pointer_keys held_keys(const app *a) {
    return (pointer_keys){.more = (a->modifiers & KMOD_SHIFT) != 0,
                          .snap = (a->modifiers & KMOD_CTRL) != 0};
}

/* ---- Controls ---------------------------------------------------------------------------- */

static void slide(app *a, const control *c, float x) {
    float fraction = slider_fraction_at(c->box, x, a->view.scale);
    if (control_asks(c, "timeline"))
        rewind_to(a, fraction);
    else
        sandbox_set(a->sandbox, (setting_id)c->argument,
                    (double)setting_at(&player_settings[c->argument], fraction));
}

static bool is_typed_into(const app *a, const control *c) {
    const ui_focus *f = &a->view.ui.focus;
    return typing_is_on(a) && c->command == f->typed && c->argument == f->typed_argument;
}

static void press_field(app *a, const control *c, sm_vec2 at) {
    text_field *f = &a->view.ui.focus.field;
    if (!is_typed_into(a, c)) {
        typing_focus(a, c->command->name, c->argument);
        return;
    }
    field_place(f, ui_caret_at(&a->view.ui, c, at.x), false);
}

static void press_control(app *a, const control *c, sm_vec2 at) {
    ui_focus *f = &a->view.ui.focus;
    if (c->kind == CONTROL_FIELD) {
        if (f->dragged == NULL) /* a finger that lets go without a drag presses it */
            press_field(a, c, at);
        return;
    }
    if (!control_is_pressable(c))
        return;
    f->held = c->command;
    f->held_argument = c->argument;
    if (c->kind == CONTROL_SLIDER && f->dragged == NULL)
        slide(a, c, at.x);
}

/* A button is pressed when the mouse is released on the control where it was pressed. */
static void release_control(app *a, sm_vec2 at) {
    ui_focus *f = &a->view.ui.focus;
    const command_row *held = f->held;
    f->held = NULL;
    const control *c = ui_at(&a->view.ui, at);
    if (c != NULL && c->kind == CONTROL_SLIDER && c->command == held && f->by_finger)
        slide(a, c, at.x);
    if (c != NULL && c->kind != CONTROL_SLIDER && c->command == held &&
        c->argument == f->held_argument && control_is_pressable(c))
        keys_run(a, held, f->held_argument);
}

/* Opens the move of the timeline's mark at the point. Returns whether there is one. */
static bool press_mark(app *a, const control *c, sm_vec2 at) {
    unsigned long tick;
    if (!control_asks(c, "timeline") ||
        !timeline_find_mark(&a->view.timeline, &a->view.ui, c->box, at, &tick))
        return false;
    rewind_explain_tick(a, tick);
    return true;
}

/* ---- Events ------------------------------------------------------------------------------ */

/* A finger steers the player like a stick, because a touch screen has no keys: on empty ground, and
 * where there is a jump button on the floor in 3D, too, in the left half. */
static bool is_for_stick(const app *a, sm_vec2 at) {
    const pointer_tool *tool = &a->pointer_tool;
    bool has_depth = sandbox_has(a->sandbox, HAS_DEPTH);
    if (pointer_tool_is_drawing(tool))
        return false;
    return has_depth ? tool->hover.part != PICK_PLAYER && tool->hover.part <= PICK_BODY &&
                           at.x < (float)a->view.camera.width / 2
                     : tool->hover.part == PICK_NOTHING;
}

static void begin_stick(app *a, sm_vec2 at, SDL_FingerID finger) {
    thumbs *t = &a->view.thumbs;
    t->steers = true;
    t->from = t->to = at;
    a->stick = finger;
    a->presses_scene = finger == 0;
}

/* Whether a finger at that place is on the jump button. */
static bool is_on_jump(const app *a, sm_vec2 at) {
    return layout_has(a->view.thumbs.jump, at.x, at.y);
}

static void press_left(app *a, bool by_finger) {
    sm_vec2 at = a->view.ui.focus.pointer;
    const control *c = ui_at(&a->view.ui, at);
    bool stays = c != NULL && is_typed_into(a, c);
    if (!dialog_is_open(&a->view.dialog) && typing_is_on(a) && !stays) {
        typing_end(a, true);
        view_lay_out(&a->view, a->sandbox); /* the typed text may have changed the layout */
        c = ui_at(&a->view.ui, at);
    }
    if (by_finger && ui_drag_begin(&a->view.ui) && c == NULL)
        return;
    if (by_finger && is_on_jump(a, at)) {
        a->rise_tapped = a->view.thumbs.jumps = true;
    } else if (c != NULL) {
        if (!press_mark(a, c, at))
            press_control(a, c, at);
    } else if (by_finger && is_for_stick(a, at)) {
        begin_stick(a, at, 0);
    } else {
        a->orbiting = !pointer_tool_press(&a->pointer_tool, a->sandbox, held_keys(a));
    }
}

/* Any press closes the help, except on its own tool. */
static bool close_help(app *a) {
    const control *c = ui_at(&a->view.ui, a->view.ui.focus.pointer);
    if (!a->view.help || (c != NULL && control_asks(c, "help")))
        return false;
    a->view.help = false;
    return true;
}

void pointer_press(app *a, const SDL_MouseButtonEvent *e) {
    view_lay_out(&a->view, a->sandbox);
    go_to(a, e->x, e->y);
    a->view.ui.focus.rest_seconds = 0;
    bool by_finger = e->which == SDL_TOUCH_MOUSEID;
    if (a->view.ui.focus.by_finger != by_finger) {
        a->view.ui.focus.by_finger = by_finger;
        view_lay_out(&a->view, a->sandbox);
        pointer_update(a, 0);
    }
    if (by_finger && typing_scrolls_help(a) && ui_drag_begin(&a->view.ui))
        return;
    if (close_help(a))
        return;
    if (e->button == SDL_BUTTON_LEFT)
        press_left(a, by_finger);
    else if (ui_at(&a->view.ui, a->view.ui.focus.pointer) != NULL)
        return;
    else if (e->button == SDL_BUTTON_MIDDLE || held_keys(a).more)
        a->panning = true;
    else
        a->orbiting = true;
}

void pointer_let_go(app *a) {
    a->view.ui.focus.held = NULL;
    a->view.ui.focus.dragged = NULL;
    a->panning = a->orbiting = a->view.thumbs.steers = a->view.thumbs.jumps = false;
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
}

/* While the program is paused, a click on a wall that pushed or held the player opens that move. */
static void explain_wall(app *a, int statement) {
    moment now;
    if (a->sandbox->paused && !moments_now(a->sandbox, &now) && moments_met(a->sandbox, statement))
        moments_explain(a->sandbox);
}

void pointer_release(app *a, const SDL_MouseButtonEvent *e) {
    if (e->button != SDL_BUTTON_LEFT) {
        a->panning = a->orbiting = false;
        return;
    }
    view_lay_out(&a->view, a->sandbox);
    go_to(a, e->x, e->y);
    thumbs *t = &a->view.thumbs;
    ui_focus *f = &a->view.ui.focus;
    bool steered = t->steers && a->stick == 0;
    bool on_column = f->dragged != NULL, dragged = ui_drag_end(&a->view.ui);
    const control *c = ui_at(&a->view.ui, f->pointer);
    a->orbiting = t->jumps = false;
    t->steers = t->steers && !steered;
    if (steered && a->presses_scene)
        pointer_tool_press(&a->pointer_tool, a->sandbox, held_keys(a));
    if (dragged)
        f->held = NULL;
    else if (on_column && close_help(a))
        return;
    else if (on_column && c != NULL && c->kind == CONTROL_FIELD)
        press_field(a, c, f->pointer);
    else if (f->held != NULL)
        release_control(a, f->pointer);
    else if (pointer_tool_release(&a->pointer_tool, a->sandbox, held_keys(a)))
        explain_wall(a, a->pointer_tool.pressed.statement);
}

void pointer_move(app *a, const SDL_MouseMotionEvent *e) {
    ui_focus *f = &a->view.ui.focus;
    sm_vec2 before = f->pointer;
    go_to(a, e->x, e->y);
    sm_vec2 by = {f->pointer.x - before.x, f->pointer.y - before.y};
    thumbs *t = &a->view.thumbs;
    if (t->steers && a->stick == 0) {
        t->to = f->pointer;
        a->presses_scene &=
            hypotf(t->to.x - t->from.x, t->to.y - t->from.y) < stick_slop_points * a->view.scale;
    }
    if (ui_drag_move(&a->view.ui, by))
        f->held = NULL;
    const control *held = ui_find(&a->view.ui, f->held, f->held_argument);
    if (f->held != NULL && held != NULL && held->kind == CONTROL_SLIDER)
        slide(a, held, f->pointer.x);
    if (held != NULL && held->kind == CONTROL_GRIP)
        lens_move(&a->view.lens, by);
    if (a->panning)
        view_pan(&a->view, by);
    else if (a->orbiting)
        view_turn(&a->view, a->sandbox, by);
}

void pointer_wheel(app *a, const SDL_MouseWheelEvent *e) {
    view *v = &a->view;
    sm_vec2 at = v->ui.focus.pointer;
    ui_scroll *scroll = ui_scroll_at(&v->ui, at);
    const control *over = ui_at(&v->ui, at);
    if (scroll != NULL)
        scroll->from -= e->preciseY * scroll_points * v->scale;
    else if (over == NULL)
        view_zoom(v, at, powf(wheel_zoom, e->preciseY));
    else if (over->context == v) /* the lens */
        lens_zoom(&v->lens, powf(wheel_zoom, e->preciseY));
}

/* ---- Two fingers ------------------------------------------------------------------------- */

static pinch find_pinch(const app *a, SDL_TouchID touch) {
    if (SDL_GetNumTouchFingers(touch) != 2)
        return (pinch){0};
    const SDL_Finger *first = SDL_GetTouchFinger(touch, 0), *second = SDL_GetTouchFinger(touch, 1);
    float width = (float)a->view.canvas->width, height = (float)a->view.canvas->height;
    return (pinch){
        .is_on = true,
        .middle = {(first->x + second->x) / 2 * width, (first->y + second->y) / 2 * height},
        .apart = hypotf((first->x - second->x) * width, (first->y - second->y) * height)};
}

static sm_vec2 place_of(const app *a, const SDL_TouchFingerEvent *e) {
    return (sm_vec2){e->x * (float)a->view.canvas->width, e->y * (float)a->view.canvas->height};
}

static bool any_jumps(const app *a, SDL_TouchID touch) {
    bool jumps = false;
    for (int i = 0; i < SDL_GetNumTouchFingers(touch) && a->view.thumbs.jump.width > 0; i++) {
        const SDL_Finger *finger = SDL_GetTouchFinger(touch, i);
        jumps |=
            finger != NULL && is_on_jump(a, (sm_vec2){finger->x * (float)a->view.canvas->width,
                                                      finger->y * (float)a->view.canvas->height});
    }
    return jumps;
}

/* Two thumbs: one on the stick and one on the jump button, in either order; while one steers, the
 * other looks around. Returns whether that is what the fingers do. */
static bool touch_with_thumbs(app *a, const SDL_TouchFingerEvent *e) {
    thumbs *t = &a->view.thumbs;
    sm_vec2 at = place_of(a, e);
    bool jumped = t->jumps, is_down = e->type == SDL_FINGERDOWN;
    int fingers = SDL_GetNumTouchFingers(e->touchId);
    t->jumps = any_jumps(a, e->touchId);
    a->rise_tapped |= t->jumps && !jumped;
    if (t->steers && a->stick != 0 && a->stick == e->fingerId) {
        t->to = at;
        t->steers = e->type != SDL_FINGERUP;
    } else if (is_down && fingers == 2 && t->jumps && !is_on_jump(a, at) && !t->steers &&
               ui_at(&a->view.ui, at) == NULL) {
        begin_stick(a, at, e->fingerId);
    } else if (t->steers && fingers == 2 && !t->jumps && t->has_jump && !a->presses_scene &&
               at.x > (float)a->view.camera.width / 2) {
        sm_vec2 by = {e->dx * (float)a->view.canvas->width, e->dy * (float)a->view.canvas->height};
        view_turn(&a->view, a->sandbox, by);
    } else {
        return fingers == 2 && (t->jumps || (t->steers && t->has_jump && !a->presses_scene));
    }
    return true;
}

void pointer_touch(app *a, const SDL_TouchFingerEvent *e) {
    if (touch_with_thumbs(a, e)) {
        a->pinch.is_on = false;
        return;
    }
    pinch before = a->pinch, now = find_pinch(a, e->touchId);
    a->pinch = now;
    if (now.is_on && !before.is_on)
        pointer_let_go(a); /* end what the first finger began */
    if (!now.is_on || !before.is_on || ui_at(&a->view.ui, now.middle) != NULL)
        return;
    view_turn(&a->view, a->sandbox,
              (sm_vec2){now.middle.x - before.middle.x, now.middle.y - before.middle.y});
    if (before.apart > 0 && now.apart > 0)
        view_zoom(&a->view, now.middle, now.apart / before.apart);
}

/* ---- Once a frame ------------------------------------------------------------------------ */

static SDL_SystemCursor cursor_for(const app *a, const control *over) {
    if (over != NULL && over->kind == CONTROL_FIELD)
        return SDL_SYSTEM_CURSOR_IBEAM;
    if (over == NULL && pointer_tool_is_drawing(&a->pointer_tool))
        return SDL_SYSTEM_CURSOR_CROSSHAIR;
    bool grabs =
        over != NULL ? control_is_pressable(over) : a->pointer_tool.hover.part != PICK_NOTHING;
    return grabs ? SDL_SYSTEM_CURSOR_HAND : SDL_SYSTEM_CURSOR_ARROW;
}

/* Updates the shape under the pointer, also while the pointer rests, because the level may move.
 * Outside of the scene there is none. */
static void point(app *a, bool is_in_scene, pointer_keys keys) {
    pointer_tool *tool = &a->pointer_tool;
    pointer_ray ray = view_ray(&a->view);
    ray.at = a->view.ui.focus.pointer;
    ray.slack = grab_points * a->view.scale;
    if (is_in_scene || pointer_tool_is_busy(tool))
        pointer_tool_point(tool, a->sandbox, &ray, keys);
    else
        pointer_tool_leave(tool, &ray);
}

void pointer_update(app *a, float seconds) {
    view *v = &a->view;
    ui_focus *f = &v->ui.focus;
    f->rest_seconds += seconds;
    ui_glide(&v->ui, seconds);
    const control *over = ui_at(&v->ui, f->pointer);
    bool is_in_scene = f->pointer.x > UI_FAR_AWAY && over == NULL && !v->help && !a->panning &&
                       !a->orbiting && f->held == NULL;
    point(a, is_in_scene, held_keys(a));
    SDL_SetCursor(a->cursors[cursor_for(a, over)]);
}

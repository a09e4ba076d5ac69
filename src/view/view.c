#include "view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "handles.h"
#include "hud.h"
#include "overlays.h"

static const float message_seconds = 5;
static const float message_fade_seconds = 0.5f;
static const float fit_margin_points = 64; /* room for the title above the level */

bool view_open(view *v, int width, int height, float scale, const command_table *commands,
               const char *font_path, char *error, size_t error_size) {
    *v = (view){.overlays = overlays_at_start(), .scale = scale, .controls.commands = commands};
    v->text = text_open(font_path, error, error_size);
    if (v->text == NULL)
        return false;
    v->canvas = canvas_create(width, height);
    if (v->canvas == NULL) {
        snprintf(error, error_size, "no memory for a picture of %d x %d pixels", width, height);
        view_close(v);
        return false;
    }
    text_set_scale(v->text, scale);
    v->camera = (camera){.zoom = 1, .width = width, .height = height};
    v->focus.pointer = (sm_vec2){CONTROLS_FAR_AWAY, CONTROLS_FAR_AWAY};
    return true;
}

void view_close(view *v) {
    plane_scene_free(&v->plane);
    space_scene_free(&v->solid);
    dialog_close(&v->dialog);
    field_close(&v->focus.field);
    controls_free(&v->controls);
    panel_close(&v->panel);
    canvas_destroy(v->canvas);
    text_close(v->text);
    *v = (view){0};
}

bool view_lacks_memory(const view *v) {
    return v->lacks_memory || v->canvas->lacks_memory || text_lacks_memory(v->text);
}

bool view_resize(view *v, int width, int height, float scale) {
    if (!canvas_resize(v->canvas, width, height))
        return false;
    if (scale != v->scale)
        text_set_scale(v->text, scale);
    v->camera.zoom *= scale / v->scale;
    v->scale = scale;
    v->camera.width = width - (int)panel_width(&v->panel, scale);
    v->camera.height = height;
    return true;
}

void view_open_panel(view *v, const sandbox *s, bool open) {
    v->panel.open = open;
    v->camera.width = v->canvas->width - (int)panel_width(&v->panel, v->scale);
    if (v->fitted)
        view_fit(v, s);
}

void view_lay_out(view *v, const sandbox *s) {
    float width = (float)v->canvas->width, height = (float)v->canvas->height;
    controls_clear(&v->controls, width, height);
    if (v->pointer_tool == NULL)
        return;
    frame f = view_frame(v, s, 1);
    toolbar_lay_out(&v->controls, &f, v->pointer_tool, v->help);
    panel_lay_out(&v->panel, &v->controls, &f, v->pointer_tool, v->overlays);
    dialog_lay_out(&v->dialog, v->text, v->scale, width, height, &v->controls);
}

/* ---- The two kinds of scene -------------------------------------------------------------- */

typedef struct scene_kind {
    frame_look look;
    void (*begin)(view *v, const sandbox *s); /* looks from where it is seen at first */
    void (*fit)(view *v, const sandbox *s, float margin);
    void (*focus)(view *v, const sandbox *s, float span);
    void (*draw)(view *v, frame *f);
} scene_kind;

static void begin_plane(view *v, const sandbox *s) {
    (void)v, (void)s; /* all of it is seen from everywhere */
}

static void fit_plane(view *v, const sandbox *s, float margin) {
    level_box3 box = sandbox_bounds(s);
    camera_fit(&v->camera, (level_box){sm3_flat(box.min), sm3_flat(box.max)}, margin);
}

static void focus_on_plane(view *v, const sandbox *s, float span) {
    v->camera.centre = sm3_flat(s->player.position);
    v->camera.zoom = (float)v->camera.width / span;
}

static void draw_plane(view *v, frame *f) {
    plane_scene_floor(&v->plane, f);
    overlays_draw(f, v->overlays, OVERLAYS_UNDER_WALLS);
    plane_scene_walls(f);
    plane_scene_crowd(f);
    ghosts_draw(f);
    plane_scene_player(f);
    overlays_draw(f, v->overlays, OVERLAYS_OVER_WALLS);
    if (v->pointer_tool != NULL)
        handles_draw(f, v->pointer_tool);
    ghosts_draw_legend(f, panel_free_corner(&v->panel, f, v->pointer_tool));
}

static void begin_space(view *v, const sandbox *s) {
    space_scene_begin(&v->solid, s);
}

static void fit_space(view *v, const sandbox *s, float margin) {
    v->lacks_memory |= !space_scene_fit(&v->solid, s, v->camera.width, v->camera.height, margin);
}

static void focus_on_space(view *v, const sandbox *s, float span) {
    space_scene_focus(&v->solid, s, v->camera.width, v->camera.height, span);
}

static void draw_space(view *v, frame *f) {
    if (!space_scene_draw(&v->solid, f, v->pointer_tool)) {
        v->lacks_memory = true;
        view_say(v, "no memory for the picture");
        return;
    }
    overlays_draw(f, v->overlays, OVERLAYS_ALL_LAYERS);
    if (v->pointer_tool != NULL)
        handles_draw(f, v->pointer_tool);
}

static const scene_kind plane_kind = {
    .look = {.closest_dot = 3.5f,
             .push_apart = 9,
             .trail_step = 2.5f,
             .ray_line = 2,
             .ray_dot = 4.5f,
             .ray_normal = 34,
             .ray_head = 9,
             .ray_label = 16,
             .ray_label_aside = 30,
             .most_vertices = 20000},
    .begin = begin_plane,
    .fit = fit_plane,
    .focus = focus_on_plane,
    .draw = draw_plane,
};

static const scene_kind space_kind = {
    .look = {.closest_dot = 4,
             .least_depth = 1e-6f, /* smaller ones are rounding */
             .push_pile = 16,
             .trail_step = 4,
             .ray_line = 1.5f,
             .ray_dot = 4,
             .ray_normal = 30,
             .ray_head = 8,
             .ray_label = 18,
             .most_vertices = 3000},
    .begin = begin_space,
    .fit = fit_space,
    .focus = focus_on_space,
    .draw = draw_space,
};

static const scene_kind *kind_of(const sandbox *s) {
    return sandbox_has(s, HAS_DEPTH) ? &space_kind : &plane_kind;
}

/* ---- What is seen ------------------------------------------------------------------------ */

void view_begin(view *v, const sandbox *s) {
    kind_of(s)->begin(v, s);
    view_fit(v, s);
}

void view_fit(view *v, const sandbox *s) {
    kind_of(s)->fit(v, s, fit_margin_points * v->scale);
    v->fitted = true;
}

void view_focus(view *v, const sandbox *s, float span) {
    kind_of(s)->focus(v, s, span);
    v->fitted = false;
}

void view_say(view *v, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(v->message, sizeof v->message, format, values);
    va_end(values);
    v->message_seconds = message_seconds;
}

frame view_frame(const view *v, const sandbox *s, float between) {
    const player *p = &s->player;
    sm3_vec way = sm3_between(p->previous_position, p->position);
    return (frame){
        .canvas = v->canvas,
        .text = v->text,
        .theme = themes[v->theme].colors,
        .look = &kind_of(s)->look,
        .camera = v->camera,
        .scale = v->scale,
        .sandbox = s,
        .position = sm3_offset(p->previous_position, way, between),
        .heading = between_angles(p->previous_heading, p->heading, between),
        .between = between,
        .figures = v->figures,
    };
}

static void draw_words(view *v, const frame *f) {
    hud_draw_status(f, v->path, v->following);
    if (v->error[0] != '\0')
        hud_draw_error(f, v->headline, v->error);
}

static void draw_controls(view *v, const sandbox *s, const frame *f) {
    view_lay_out(v, s);
    controls_draw(f, &v->controls, &v->focus);
    controls_draw_tip(f, &v->controls, &v->focus);
}

void view_draw(view *v, const sandbox *s, float between) {
    frame f = view_frame(v, s, between);
    kind_of(s)->draw(v, &f);
    draw_words(v, &f);
    draw_controls(v, s, &f);
    if (v->help && v->controls.commands != NULL)
        v->help_most = hud_draw_help(&f, v->controls.commands, v->overlays, &v->help_scroll);
    v->lacks_memory |= v->controls.ran_out;
    if (v->message_seconds > 0)
        hud_draw_message(&f, v->message, clamp(v->message_seconds / message_fade_seconds, 0, 1));
}

void view_draw_progress(view *v, const sandbox *s, const char *words, float share) {
    frame f = view_frame(v, s, 1);
    canvas_clear(v->canvas, f.theme->floor);
    hud_draw_progress(&f, words, share);
}

#include "view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ghosts_draw.h"
#include "handles.h"
#include "handles3.h"
#include "hud.h"
#include "overlays.h"
#include "panel.h"

static const float message_seconds = 5;
static const float message_fade_seconds = 0.5f;
static const float visible_margin_points = 12; /* a wall's line and its comb are that wide */
static const float most_asked =
    0.06f; /* of the level: beyond, asking which costs more than it spares */
static const float fit_margin_points = 64; /* room for the title above the level */

bool view_open(view *v, int width, int height, float scale, const command_table *commands,
               const char *font_path, char *error, size_t error_size) {
    *v = (view){.overlays = overlays_at_start, .scale = scale, .controls.commands = commands};
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
    scene_free_outlines(&v->outlines);
    scene3_free(&v->solid);
    plane_free_found(&v->visible);
    dialog_close(&v->dialog);
    field_close(&v->focus.field);
    free(v->statement);
    canvas_destroy(v->canvas);
    text_close(v->text);
    *v = (view){0};
}

bool view_resize(view *v, int width, int height, float scale) {
    if (!canvas_resize(v->canvas, width, height))
        return false;
    if (scale != v->scale)
        text_set_scale(v->text, scale);
    v->camera.zoom *= scale / v->scale;
    v->scale = scale;
    v->camera.width = width - (int)panel_width(v);
    v->camera.height = height;
    return true;
}

void view_open_panel(view *v, const sandbox *s, bool open) {
    v->panel = open;
    v->camera.width = v->canvas->width - (int)panel_width(v);
    if (v->fitted)
        view_fit(v, s);
}

void view_lay_out(view *v, const sandbox *s) {
    float width = (float)v->canvas->width, height = (float)v->canvas->height;
    controls_clear(&v->controls, width, height);
    v->property_count = 0;
    if (v->hand == NULL)
        return;
    toolbar_lay_out(v, s);
    panel_lay_out(v, s);
    dialog_lay_out(&v->dialog, v->text, v->scale, width, height, &v->controls);
}

void view_begin(view *v, const sandbox *s) {
    if (sandbox_has(s, HAS_DEPTH))
        scene3_begin(&v->solid, s);
    view_fit(v, s);
}

bool view_lacks_memory(const view *v) {
    return v->lacks_memory || v->canvas->lacks_memory || text_lacks_memory(v->text);
}

static level_box flat_bounds(const sandbox *s) {
    level_box3 box = sandbox_bounds(s);
    return (level_box){sm3_flat(box.min), sm3_flat(box.max)};
}

void view_fit(view *v, const sandbox *s) {
    float margin = fit_margin_points * v->scale;
    if (sandbox_has(s, HAS_DEPTH))
        v->lacks_memory |= !scene3_fit(&v->solid, s, v->camera.width, v->camera.height, margin);
    else
        camera_fit(&v->camera, flat_bounds(s), margin);
    v->fitted = true;
}

void view_focus(view *v, const sandbox *s, float span) {
    if (sandbox_has(s, HAS_DEPTH))
        scene3_focus(&v->solid, s, v->camera.width, v->camera.height, span);
    v->camera.centre = sm3_flat(s->player.position);
    v->camera.zoom = (float)v->camera.width / span;
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
    sm_vec2 from = sm3_flat(s->player.previous_position), to = sm3_flat(s->player.position);
    return (frame){
        .canvas = v->canvas,
        .text = v->text,
        .theme = themes[v->theme].colors,
        .camera = v->camera,
        .scale = v->scale,
        .sandbox = s,
        .position = {from.x + (to.x - from.x) * between, from.y + (to.y - from.y) * between},
        .heading = between_angles(s->player.previous_heading, s->player.heading, between),
        .between = between,
        .figures = v->figures,
    };
}

static float area(level_box b) {
    return fmaxf(b.max.x - b.min.x, 0) * fmaxf(b.max.y - b.min.y, 0);
}

static level_box overlap(level_box a, level_box b) {
    return (level_box){{fmaxf(a.min.x, b.min.x), fmaxf(a.min.y, b.min.y)},
                       {fminf(a.max.x, b.max.x), fminf(a.max.y, b.max.y)}};
}

/* What the picture looks at. Where much of the level is in view, asking for all is faster than
 * asking which. */
static void find_visible(view *v, frame *f) {
    const plane *g = plane_seen(f->sandbox->obstacles);
    level_box seen = camera_view(&f->camera);
    float margin = visible_margin_points * f->scale / f->camera.zoom;
    seen.min = (sm_vec2){seen.min.x - margin, seen.min.y - margin};
    seen.max.x += (float)(v->canvas->width - v->camera.width) / f->camera.zoom + margin;
    seen.max.y += margin;
    f->visible_count = g->common.count;
    if (area(overlap(seen, g->around)) > area(g->around) * most_asked)
        return;
    plane_find(g, seen, false, &v->visible);
    if (v->visible.out_of_memory)
        return;
    f->visible = v->visible.obstacles;
    f->visible_count = v->visible.count;
}

static void draw_flat(view *v, frame *f) {
    v->lacks_memory |= !scene_update_outlines(&v->outlines, f->sandbox);
    find_visible(v, f);
    scene_draw_floor(f, &v->outlines);
    overlays_draw(f, v->overlays, OVERLAY_UNDER_WALLS);
    scene_draw_walls(f);
    scene_draw_crowd(f);
    ghosts_draw(f);
    scene_draw_player(f);
    overlays_draw(f, v->overlays, OVERLAY_OVER_WALLS);
    if (v->hand != NULL)
        handles_draw(f, v->hand);
    ghosts_draw_legend(f, panel_free_corner(v));
}

static void draw_solid(view *v, frame *f) {
    frame3 f3;
    canvas_clear(v->canvas, f->theme->floor); /* there may be a panel beside the scene */
    if (!scene3_draw(&v->solid, f, v->hand, &f3)) {
        view_say(v, "no memory for the picture");
        v->lacks_memory = true;
        return;
    }
    overlays_draw3(&f3, v->overlays);
    if (v->hand != NULL)
        handles3_draw(&f3, v->hand);
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
    if (sandbox_has(s, HAS_DEPTH))
        draw_solid(v, &f);
    else
        draw_flat(v, &f);
    draw_words(v, &f);
    draw_controls(v, s, &f);
    if (v->help && v->controls.commands != NULL)
        v->help_most = hud_draw_help(&f, v->controls.commands, v->overlays, &v->help_scroll);
    if (v->message_seconds > 0)
        hud_draw_message(&f, v->message, clamp(v->message_seconds / message_fade_seconds, 0, 1));
}

void view_draw_progress(view *v, const sandbox *s, const char *words, float share) {
    frame f = view_frame(v, s, 1);
    canvas_clear(v->canvas, f.theme->floor);
    hud_draw_progress(&f, words, share);
}

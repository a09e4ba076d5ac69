#include "view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hud.h"
#include "overlays.h"

static const float message_seconds = 5;
static const float message_fade_seconds = 0.5f;
static const float fit_margin_points = 64; /* room for the title above the level */
static const float arrow_points = 70;      /* of the cross in a 3D level */

/* Gives the scene the canvas without the panels beside and below it. */
static void set_scene_size(view *v) {
    v->camera.width = v->canvas->width - (int)panel_width(&v->panel, v->scale);
    v->camera.height = v->canvas->height - (int)v->below;
}

bool view_open(view *v, int width, int height, float scale, const command_table *commands,
               const char *font_path, char *error, size_t error_size) {
    *v = (view){.panel.slider = SETTING_COUNT,
                .overlays = overlays_at_start(),
                .scale = scale,
                .ui.commands = commands,
                .lens.magnification = 1};
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
    v->camera.zoom = 1;
    set_scene_size(v);
    v->ui.focus.pointer = (sm_vec2){UI_FAR_AWAY, UI_FAR_AWAY};
    return true;
}

void view_close(view *v) {
    plane_scene_free(&v->plane);
    space_scene_free(&v->solid);
    lesson_card_free(&v->lesson);
    explored_end(&v->explored);
    browser_free(&v->dialog.browser);
    ui_free(&v->ui);
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
    set_scene_size(v);
    return true;
}

void view_open_panel(view *v, const sandbox *s, bool open) {
    v->panel.open = open;
    set_scene_size(v);
    view_refit(v, s);
}

/* ---- The two kinds of scene: in the plane and in space ---------------------------------- */

static bool is_space(const sandbox *s) {
    return sandbox_has(s, HAS_DEPTH);
}

static void fit(camera *c, const sandbox *s, float margin) {
    if (is_space(s)) {
        space_scene_fit(c, s, margin);
        return;
    }
    level_box3 box = obstacles_bounds(s->obstacles);
    camera_fit(c, (level_box){sm3_to2(box.min), sm3_to2(box.max)}, margin);
}

/* Sets the camera from the numbers of a level's view statement. */
static void place(camera *c, const sandbox *s, const float n[6]) {
    if (is_space(s))
        camera3_look(c, (sm3_vec){n[0], n[1], n[2]}, (sm3_vec){n[3], n[4], n[5]});
    else
        camera_focus(c, (sm3_vec){n[0], n[1], 0}, n[2]);
}

/* Finds the numbers of a view statement for the camera, rounded to about a pixel. */
static void get_place(const camera *c, const sandbox *s, float n[6]) {
    float step = decimal_step(1 / camera_pixels(c, c->target, 1));
    sm3_vec eye = camera3_eye(c), target = c->target;
    const float in_space[] = {eye.x, eye.y, eye.z, target.x, target.y, target.z};
    const float in_plane[] = {target.x, target.y, (float)c->width / c->zoom};
    for (int i = 0; i < view_count_numbers(s); i++)
        n[i] = decimal_round(is_space(s) ? in_space[i] : in_plane[i], step);
}

/* Each of the two frees the other's state: the raster's buffers are large. */
static bool draw_space(view *v, frame *f) {
    plane_scene_free(&v->plane);
    if (!space_scene_draw(&v->solid, f, v->pointer_tool))
        return false;
    ghosts_draw(f);
    explored_draw_map(&v->explored, f);
    explored_draw_findings(&v->explored, f);
    overlays_draw(f, OVERLAYS_ALL_LAYERS);
    return true;
}

static void draw_plane(view *v, frame *f) {
    space_scene_free(&v->solid);
    plane_scene_floor(&v->plane, f);
    explored_draw_map(&v->explored, f);
    overlays_draw(f, OVERLAYS_UNDER_WALLS);
    plane_scene_walls(&v->plane, f);
    ghosts_draw(f);
    plane_scene_player(f);
    explored_draw_findings(&v->explored, f);
    overlays_draw(f, OVERLAYS_OVER_WALLS);
}

/* ---- What is seen ------------------------------------------------------------------------ */

void view_begin(view *v, const sandbox *s) {
    if (is_space(s))
        space_scene_begin(&v->camera, s);
    view_fit(v, s);
}

void view_open_scene(view *v, const sandbox *s, unsigned given) {
    level_scene scene = level_get_scene(s->level);
    unsigned sets = scene.present & ~given;
    view_begin(v, s);
    if (v->overlays == v->scene_overlays)
        v->overlays = v->own_overlays;
    v->own_overlays = v->overlays;
    if (sets & LEVEL_SETS_OVERLAYS)
        v->overlays = scene.overlays;
    v->scene_overlays = v->overlays;
    if (sets & LEVEL_SETS_VIEW)
        view_place(v, s, scene.view);
}

void view_place(view *v, const sandbox *s, const float numbers[6]) {
    v->fitted = v->placed = true;
    memcpy(v->place, numbers, sizeof v->place);
    view_refit(v, s);
}

void view_fit(view *v, const sandbox *s) {
    float margin = fmaxf(fit_margin_points * v->scale, v->tools + v->layout.gap);
    fit(&v->camera, s, margin);
    v->fitted = true;
    v->placed = false;
}

level_scene view_get_scene(const view *v, const sandbox *s) {
    level_scene scene = {.overlays = v->overlays};
    if (v->overlays != overlays_at_start())
        scene.present |= LEVEL_SETS_OVERLAYS;
    if (v->fitted && !v->placed)
        return scene;
    scene.present |= LEVEL_SETS_VIEW;
    if (v->fitted)
        memcpy(scene.view, v->place, sizeof scene.view);
    else
        get_place(&v->camera, s, scene.view);
    return scene;
}

void view_refit(view *v, const sandbox *s) {
    if (v->fitted && v->placed)
        place(&v->camera, s, v->place);
    else if (v->fitted)
        view_fit(v, s);
}

void view_focus(view *v, const sandbox *s, float between, float span) {
    camera_focus(&v->camera, view_frame(v, s, between).position, span);
    v->fitted = false;
}

int view_count_numbers(const sandbox *s) {
    return is_space(s) ? 6 : 3;
}

void view_pan(view *v, sm_vec2 by) {
    camera_pan(&v->camera, by);
    v->fitted = v->following = false;
}

void view_turn(view *v, const sandbox *s, sm_vec2 by) {
    if (!is_space(s)) {
        view_pan(v, by);
        return;
    }
    camera3_orbit(&v->camera, by);
    v->fitted = false;
}

void view_zoom(view *v, sm_vec2 at, float factor) {
    camera_zoom_at(&v->camera, at, factor);
    v->fitted = false;
}

void view_follow(view *v, const sandbox *s, float seconds) {
    camera_follow(&v->camera, s->player.position, seconds);
}

pointer_ray view_ray(const view *v) {
    pointer_ray ray = camera_ray(&v->camera, v->ui.focus.pointer);
    ray.arrow = ray.may_turn ? arrow_points * v->scale : 0;
    return ray;
}

void view_say(view *v, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(v->message, sizeof v->message, format, values);
    va_end(values);
    v->message_seconds = message_seconds;
}

frame view_frame(view *v, const sandbox *s, float between) {
    const player *p = &s->player;
    sm3_vec moved = sm3_between(p->previous_position, p->position);
    frame f = {
        .canvas = v->canvas,
        .text = v->text,
        .theme = themes[v->theme].colors,
        .backend = is_space(s) ? &space_backend : &plane_backend,
        .camera = v->camera,
        .layout = &v->layout,
        .labels = &v->labels,
        .scale = v->scale,
        .sandbox = s,
        .position = sm3_offset(p->previous_position, moved, between),
        .heading = between_angles(p->previous_heading, p->heading, between),
        .between = between,
        .figures = v->figures,
        .overlays = v->overlays,
        .is_following = v->following,
        .has_lens = v->lens.open,
    };
    f.is_inside = moments_now(s, &f.moment);
    if (f.is_inside) {
        f.position = f.moment.position;
        f.heading = p->heading;
        f.turn = f.moment.turn;
        f.between = f.moment.time;
    }
    return f;
}

frame view_frame_inset(const frame *whole, canvas_rect area, sm3_vec middle, float span) {
    frame f = *whole;
    f.inset = true;
    f.camera.x = area.x;
    f.camera.y = area.y;
    f.camera.width = area.width;
    f.camera.height = area.height;
    camera_focus(&f.camera, middle, span);
    return f;
}

bool view_draw_scene(view *v, frame *f) {
    if (!is_space(f->sandbox)) {
        draw_plane(v, f);
        return true;
    }
    bool has_memory = draw_space(v, f);
    if (!has_memory)
        view_say(v, "no memory for the picture");
    return has_memory;
}

static void draw_lens(const ui *u, layout_box box, void *context) {
    view *v = context;
    canvas_rect part = lens_part(box, v->scale);
    canvas_clip(v->canvas, part);
    frame inset =
        view_frame_inset(&v->drawn, part, lens_middle(&v->drawn), lens_span(&v->lens, &v->drawn));
    (void)u;
    view_draw_scene(v, &inset);
    frame_draw_labels(&inset);
}

/* ---- What stands over it ----------------------------------------------------------------- */

/* Gives the scene the part of the window without tools and panels. A level that was shown whole is
 * fitted again. */
static void apply_insets(view *v, const sandbox *s, float tools, float below) {
    if (tools == v->tools && below == v->below)
        return;
    v->tools = tools;
    v->below = below;
    set_scene_size(v);
    view_refit(v, s);
}

/* Lays out the controls around the scene. */
static void lay_out_tools(view *v, const frame *f) {
    ui *u = &v->ui;
    float tools = toolbar_lay_out(u, f, v->pointer_tool, v->help);
    panel_lay_out(&v->panel, u, f, v->pointer_tool);
    float below = inspector_lay_out(&v->inspector, u, f, tools);
    below = lesson_card_lay_out(&v->lesson, u, f, tools, below);
    timeline_lay_out(&v->timeline, u, f, v->session);
    explored_lay_out(&v->explored, u, f);
    apply_insets(v, f->sandbox, tools, below + v->timeline.room);
}

void view_lay_out(view *v, const sandbox *s) {
    ui *u = &v->ui;
    frame f = view_frame(v, s, 1);
    ui_begin(u, frame_paint(&f), &v->layout, s->level->dimensions);
    lesson_card_follow(&v->lesson, s);
    float margin = 10 * v->scale, numbers = 12 * v->scale; /* of the grid, in the bottom line */
    layout_box room = {margin, margin, (float)v->camera.width - 2 * margin,
                       (float)v->camera.height - 2 * margin - numbers};
    layout_begin(&v->layout, room, 6 * v->scale);
    hud_lay_out_status(u, &f, v->path, v->session != NULL);
    hud_lay_out_error(u, &f, v->headline, v->error);
    if (v->pointer_tool != NULL)
        lay_out_tools(v, &f);
    else
        inspector_lay_out(&v->inspector, u, &f, 0);
    lens_lay_out(&v->lens, u, &f, draw_lens, v);
    overlays_lay_out(u, &f);
    ghosts_lay_out_legend(u, &f);
    dialog_lay_out(&v->dialog, u);
    if (v->help)
        hud_lay_out_help(u, &f, &v->help_scroll);
}

/* ---- The picture ------------------------------------------------------------------------- */

bool view_draw(view *v, const sandbox *s, float between) {
    view_lay_out(v, s);
    v->drawn = view_frame(v, s, between);
    frame *f = &v->drawn;
    bool has_memory = view_draw_scene(v, f);
    if (has_memory) {
        if (v->pointer_tool != NULL)
            handles_draw(f, v->pointer_tool);
        inspector_draw_walls(&v->inspector, f);
    }
    lesson_card_draw_labels(&v->lesson, f);
    hud_draw_arrow_to_player(f);
    frame_draw_labels(f);
    ui_draw(&v->ui);
    if (v->message_seconds > 0)
        hud_draw_message(f, v->message, clamp(v->message_seconds / message_fade_seconds, 0, 1));
    ui_draw_tip(&v->ui);
    return has_memory;
}

void view_draw_progress(view *v, const sandbox *s, const char *words, float fraction) {
    frame f = view_frame(v, s, 1);
    canvas_clear(v->canvas, f.theme->floor);
    hud_draw_progress(&f, words, fraction);
}

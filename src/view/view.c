#include "view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hud.h"
#include "near.h"
#include "overlays.h"

static const float message_seconds = 5;
static const float message_fade_seconds = 0.5f;
static const float fit_margin_points = 64; /* room for the title above the level */
static const float min_scene_points = 300; /* a scene inside a move with a tool bar over it */
static const float arrow_points = 70;      /* of the cross in a 3D level */

/* Gives the scene the canvas without the panels beside and below it. */
static void set_scene_size(view *v) {
    float side = panel_width(&v->panel, v->canvas, v->scale);
    float beside = v->near.is_inside ? inspector_width(v->canvas, v->scale) : side;
    v->camera.width = v->canvas->width - (int)beside;
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
    explored_tint_ground(&v->explored, f);
    if (!space_scene_draw(&v->solid, f, v->pointer_tool))
        return false;
    ghosts_draw(f);
    explored_draw_map(&v->explored, f);
    explored_draw_findings(&v->explored, f);
    overlays_draw(f, OVERLAYS_ALL_LAYERS);
    others_draw(f);
    letters_draw(f);
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
    others_draw(f);
    letters_draw(f);
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

/* Shows the whole level, or the view that it sets. */
static void settle(const view *v, const sandbox *s, camera *c, bool placed) {
    if (placed)
        place(c, s, v->place);
    else
        fit(c, s, fmaxf(fit_margin_points * v->scale, v->tools + v->layout.gap));
}

void view_fit(view *v, const sandbox *s) {
    settle(v, s, &v->camera, false);
    v->near.is_left = v->near.is_on;
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
    if (v->fitted)
        settle(v, s, &v->camera, v->placed);
}

void view_focus(view *v, const sandbox *s, float between, float span) {
    camera_focus(&v->camera, view_frame(v, s, between).position, span);
    v->fitted = false;
}

int view_count_numbers(const sandbox *s) {
    return is_space(s) ? 6 : 3;
}

/* ---- Near to a contact ------------------------------------------------------------------- */

/* Finds the near camera again after a change of the move or of the picture's size. */
static void find_goal(view *v, const sandbox *s) {
    view_near *n = &v->near;
    sm_resolver resolver = moments_record(s)->trace.resolver;
    bool is_same = n->is_on && n->tick == s->tick && n->resolver == resolver &&
                   n->ahead == s->inside_ahead && n->width == v->camera.width &&
                   n->height == v->camera.height;
    if (is_same)
        return;
    if (!n->is_on)
        *n = (view_near){.is_on = true,
                         .is_inside = true,
                         .is_left = v->stays,
                         .before = v->camera,
                         .fitted = v->fitted,
                         .placed = v->placed,
                         .level = s->levels_shown};
    v->fitted = false;
    n->tick = s->tick;
    n->resolver = resolver;
    n->ahead = s->inside_ahead;
    n->width = v->camera.width;
    n->height = v->camera.height;
    n->goal = near_camera(s, &v->camera);
}

/* Returns the camera from before the move, in the present size of the scene. */
static camera camera_before(const view *v, const sandbox *s) {
    camera c = v->near.before;
    c.width = v->camera.width;
    c.height = v->camera.height;
    if (v->near.fitted)
        settle(v, s, &c, v->near.placed);
    return c;
}

void view_glide(view *v, const sandbox *s, float seconds) {
    view_near *n = &v->near;
    moment now;
    bool is_inside = moments_now(s, &now);
    if (is_inside != v->near.is_inside) {
        v->near.is_inside = is_inside;
        set_scene_size(v);
        if (!n->is_on)
            view_refit(v, s);
    }
    if (is_inside)
        find_goal(v, s);
    if (!n->is_on || (is_inside && n->is_left))
        return;
    if (is_inside) {
        camera_glide(&v->camera, &n->goal, seconds);
        return;
    }
    camera back = camera_before(v, s);
    n->is_on = s->levels_shown == n->level && !camera_glide(&v->camera, &back, seconds);
    if (n->is_on || s->levels_shown != n->level)
        return;
    v->fitted = n->fitted;
    v->placed = n->placed;
    view_refit(v, s);
}

/* From then on the camera stays where the user sets it. */
static void take_over(view *v) {
    v->near.is_left = true;
    v->fitted = false;
}

void view_pan(view *v, sm_vec2 by) {
    camera_pan(&v->camera, by);
    take_over(v);
    v->following = false;
}

void view_turn(view *v, const sandbox *s, sm_vec2 by) {
    if (!is_space(s)) {
        view_pan(v, by);
        return;
    }
    camera3_orbit(&v->camera, by);
    take_over(v);
}

void view_zoom(view *v, sm_vec2 at, float factor) {
    camera_zoom_at(&v->camera, at, factor);
    take_over(v);
}

void view_follow(view *v, const sandbox *s, float seconds) {
    if (!v->near.is_on)
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
        .has_lens = v->lens.box.width > 0,
    };
    f.is_inside = moments_now(s, &f.moment);
    if (f.is_inside) {
        f.marked = v->inspector.marked;
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
    camera_magnify(&f.camera, middle, span);
    return f;
}

/* Labels go to the side of the mover. */
static void note_mover(const frame *f) {
    const player *p = &f->sandbox->player;
    sm_vec2 a, b;
    sm3_vec ends[2] = {{0}};
    if (sandbox_has(f->sandbox, HAS_DEPTH)) {
        sm3_mover solid = frame_solid_of_player(f, f->position, f->turn);
        ends[0] = solid.a;
        ends[1] = solid.b;
    } else {
        sm_capsule flat = player_capsule(p);
        ends[0] = sm3_offset(f->position, sm_to3(flat.a), 1);
        ends[1] = sm3_offset(f->position, sm_to3(flat.b), 1);
    }
    bool is_seen = camera_see(&f->camera, ends[0], &a) && camera_see(&f->camera, ends[1], &b);
    float radius = is_seen ? camera_pixels(&f->camera, f->position, p->radius) : 0;
    f->labels->mover[0] = is_seen ? a : (sm_vec2){0, 0};
    f->labels->mover[1] = is_seen ? b : (sm_vec2){0, 0};
    f->labels->radius = radius;
}

bool view_draw_scene(view *v, frame *f) {
    note_mover(f);
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
    canvas_rect part = lens_part(u, box);
    canvas_clip(v->canvas, part);
    frame inset =
        view_frame_inset(&v->drawn, part, lens_middle(&v->drawn), lens_span(&v->lens, &v->drawn));
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

/* ---- Under two thumbs -------------------------------------------------------------------- */

static const float stick_points = 50; /* from the first touch to full speed */
static const float knob_points = 22, jump_points = 76;

sm_vec2 view_stick(const view *v) {
    const thumbs *t = &v->thumbs;
    float full = stick_points * v->scale, length = hypotf(t->to.x - t->from.x, t->to.y - t->from.y);
    if (!t->steers)
        return (sm_vec2){0, 0};
    full = fmaxf(full, length);
    return (sm_vec2){(t->to.x - t->from.x) / full, (t->to.y - t->from.y) / full};
}

static void draw_jump(const ui *u, layout_box box, void *context) {
    const thumbs *t = context;
    const paint *p = &u->paint;
    float radius = box.width / 2;
    sm_vec2 middle = {box.x + radius, box.y + radius};
    float width = text_width(p->text, TEXT_BOLD, "Jump");
    canvas_capsule(p->canvas, middle, middle, radius,
                   color_fade(t->jumps ? p->theme->badge : p->theme->panel, 0.75f));
    canvas_capsule_outline(p->canvas, middle, middle, radius - p->scale, 2 * p->scale,
                           p->theme->badge);
    paint_text(p, TEXT_BOLD, middle.x - width / 2,
               middle.y - text_line_height(p->text, TEXT_BOLD) / 2,
               t->jumps ? p->theme->badge_ink : p->theme->ink, "Jump");
}

static void draw_stick(const view *v, const frame *f) {
    const thumbs *t = &v->thumbs;
    float full = stick_points * v->scale, knob = knob_points * v->scale;
    sm_vec2 by = view_stick(v), at = {t->from.x + full * by.x, t->from.y + full * by.y};
    canvas_capsule(v->canvas, t->from, t->from, full, color_fade(f->theme->panel, 0.5f));
    canvas_capsule_outline(v->canvas, t->from, t->from, full, 2 * v->scale, f->theme->badge);
    canvas_capsule(v->canvas, at, at, knob, color_fade(f->theme->badge, 0.85f));
}

static void lay_out_jump(view *v, const frame *f) {
    thumbs *t = &v->thumbs;
    float side = jump_points * v->scale;
    t->has_jump = v->ui.focus.by_finger && (is_space(f->sandbox) || f->sandbox->player.gravity);
    t->jump = (layout_box){0};
    if (!t->has_jump || f->is_inside || dialog_is_open(&v->dialog) || v->help)
        return;
    if (layout_place(&v->layout, LAYOUT_BOTTOM_RIGHT, side, side, &t->jump))
        ui_add_drawn(&v->ui, t->jump, draw_jump, t)->label = "Jump";
}

/* Lays out the controls around the scene. */
static void lay_out_tools(view *v, const frame *f) {
    ui *u = &v->ui;
    bool has_room = !f->is_inside || (float)f->camera.width >= min_scene_points * f->scale;
    float sheet = f->is_inside ? 0 : panel_sheet_height(&v->panel, v->canvas, v->scale);
    bool has_tools = has_room && sheet == 0;
    float tools = has_tools ? toolbar_lay_out(u, f, v->pointer_tool, v->help) : 0;
    if (!f->is_inside)
        panel_lay_out(&v->panel, u, f, v->pointer_tool);
    float below = sheet > 0 ? sheet : lesson_card_lay_out(&v->lesson, u, f, tools);
    timeline_lay_out(&v->timeline, u, f, v->session);
    lay_out_jump(v, f);
    explored_lay_out(&v->explored, u, f);
    apply_insets(v, f->sandbox, tools, below + v->timeline.room);
}

void view_lay_out(view *v, const sandbox *s) {
    ui *u = &v->ui;
    view_glide(v, s, v->glides ? 0 : INFINITY);
    frame f = view_frame(v, s, 1);
    ui_begin(u, frame_paint(&f), &v->layout, s->level->dimensions);
    lesson_card_follow(&v->lesson, s);
    float margin = 10 * v->scale, numbers = 12 * v->scale; /* of the grid, in the bottom line */
    layout_box room = {margin, margin, (float)v->camera.width - 2 * margin,
                       (float)v->camera.height - 2 * margin - numbers};
    layout_begin(&v->layout, room, 6 * v->scale);
    hud_lay_out_status(u, &f, v->path, v->session != NULL);
    hud_lay_out_error(u, &f, v->headline, v->error);
    inspector_lay_out(&v->inspector, u, &f);
    if (v->pointer_tool != NULL && !v->is_plain)
        lay_out_tools(v, &f);
    lens_lay_out(&v->lens, u, &f, v->near.is_left ? &v->camera : &v->near.goal, draw_lens, v);
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
    if (v->thumbs.steers)
        draw_stick(v, f);
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

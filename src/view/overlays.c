#include "overlays.h"

#include <math.h>
#include <stdio.h>

#include "overlay_ahead.h"
#include "overlays3.h"
#include "shape.h"

/* ---- Reading a trace --------------------------------------------------------------------- */

static const sm3_iteration *last_look(const sm3_trace *t) {
    return t->iteration_count > 0 ? &t->iterations[t->iteration_count - 1] : NULL;
}

static bool was_pushed(const sm3_trace *t, int iteration) {
    return t->iterations[iteration].chosen >= 0;
}

static const sm3_collision *chosen(const sm3_trace *t, int iteration) {
    return &t->candidates[t->iterations[iteration].chosen];
}

/* ---- Grid -------------------------------------------------------------------------------- */

/* The smallest of 1, 2, 5 times a power of ten that is at least `least`. */
static float round_step(float least) {
    float power = powf(10, floorf(log10f(least)));
    static const float multiples[] = {1, 2, 5, 10};
    for (int i = 0; i < 4; i++) {
        if (multiples[i] * power >= least * 0.999f)
            return multiples[i] * power;
    }
    return 10 * power;
}

static void draw_grid_line(const frame *f, bool vertical, float at, color ink) {
    int width = f->scale < 2 ? 1 : (int)f->scale;
    sm_vec2 p = frame_at(f, (sm_vec2){at, at});
    if (vertical)
        canvas_fill_rect(f->canvas, (canvas_rect){(int)p.x, 0, width, f->canvas->height}, ink);
    else
        canvas_fill_rect(f->canvas, (canvas_rect){0, (int)p.y, f->canvas->width, width}, ink);
}

static void draw_grid_number(const frame *f, bool vertical, float at) {
    char number[32];
    snprintf(number, sizeof number, "%g", (double)at);
    sm_vec2 p = frame_at(f, (sm_vec2){at, at});
    float gap = 3 * f->scale, height = text_line_height(f->text, TEXT_SMALL);
    float right = (float)f->camera.width - gap - text_width(f->text, TEXT_SMALL, number);
    float x = vertical ? p.x + gap : right;
    float y = vertical ? (float)f->canvas->height - height - gap : p.y - height;
    text_draw(f->text, f->canvas, TEXT_SMALL, x, y, f->theme->ink_dim, number);
}

static void draw_grid_family(const frame *f, bool vertical, float low, float high, float step) {
    float first = ceilf(low / step), last = floorf(high / step);
    for (float i = first; i <= last && i < first + 1000; i++) {
        bool strong = fmodf(i, 5) == 0;
        draw_grid_line(f, vertical, i * step, strong ? f->theme->grid_strong : f->theme->grid);
        if (strong)
            draw_grid_number(f, vertical, i * step);
    }
}

static void draw_grid(const frame *f) {
    level_box view = camera_view(&f->camera);
    float step = round_step(22 * f->scale / f->camera.zoom);
    draw_grid_family(f, true, view.min.x, view.max.x, step);
    draw_grid_family(f, false, view.min.y, view.max.y, step);
}

/* ---- Trail and vertices ------------------------------------------------------------------ */

/* Positions that lie closer together than this on the screen are joined into one stroke. */
static const float trail_stroke_points = 2.5f;

static void draw_trail(const frame *f) {
    const sandbox *s = f->sandbox;
    sm_vec2 from = frame_at(f, f->position);
    for (int age = 0; age < s->record.trail_count; age++) {
        sm_vec2 to = frame_at(f, sm3_flat(record_trail(&s->record, age)));
        float far = fmaxf(fabsf(to.x - from.x), fabsf(to.y - from.y));
        if (far < trail_stroke_points * f->scale && age < s->record.trail_count - 1)
            continue;
        float strength = 0.7f * (1 - (float)age / RECORD_TRAIL_TICKS);
        canvas_line(f->canvas, from, to,
                    1.5f * f->scale, /* mixed, not faded: no knots where strokes meet */
                    color_mix(f->theme->floor, f->theme->trail, strength));
        from = to;
    }
}

static const int most_vertices = 20000;

static void draw_vertex(const frame *f, sm_vec2 world) {
    sm_vec2 p = frame_at(f, world);
    canvas_capsule(f->canvas, p, p, 2.75f * f->scale, f->theme->vertex);
    canvas_capsule(f->canvas, p, p, 1.25f * f->scale, f->theme->floor);
}

/* Where there are very many, their dots would be all one sees. */
static void draw_vertices(const frame *f) {
    level_box view = camera_view(&f->camera);
    if (f->visible_count > most_vertices)
        return;
    for (int i = 0; i < f->visible_count; i++) {
        sm_capsule c = plane_get(plane_seen(f->sandbox->obstacles), frame_visible(f, i));
        sm_vec2 ends[] = {c.a, c.b};
        bool is_point = c.a.x == c.b.x && c.a.y == c.b.y;
        for (int e = 0; e < (is_point ? 1 : 2); e++) {
            if (ends[e].x >= view.min.x && ends[e].x <= view.max.x && ends[e].y >= view.min.y &&
                ends[e].y <= view.max.y)
                draw_vertex(f, ends[e]);
        }
    }
}

/* ---- Index ------------------------------------------------------------------------------- */

static void draw_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    const frame *f = context;
    sm_vec2 corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    for (int i = 0; i < 4; i++)
        canvas_line(f->canvas, frame_at(f, corners[i]), frame_at(f, corners[(i + 1) % 4]),
                    1.25f * f->scale, f->theme->index);
    sm_vec2 a = frame_at(f, low), b = frame_at(f, high);
    char words[16];
    snprintf(words, sizeof words, "%d", entries);
    if (b.x - a.x > text_width(f->text, TEXT_SMALL, words) + 6 * f->scale)
        text_draw(f->text, f->canvas, TEXT_SMALL, a.x + 3 * f->scale, b.y + f->scale,
                  f->theme->index, words);
}

/* What the index looked into for the explained move: once for each look at the obstacles. */
static void draw_index(const frame *f) {
    const sandbox *s = f->sandbox;
    const sm3_trace *t = &record_shown(&s->record)->trace;
    for (int i = 0; i < t->iteration_count; i++)
        sm_world_cells(plane_seen(s->obstacles)->world,
                       sm_capsule_at(player_capsule(&s->player), sm3_flat(t->iterations[i].before)),
                       draw_cell, (void *)f); /* it is only read */
}

/* ---- Collisions -------------------------------------------------------------------------- */

/* Near misses fade with their distance. */
static float nearness(const frame *f, const sm3_collision *c) {
    return clamp(1 + c->depth / f->sandbox->player.radius, 0.15f, 1);
}

typedef void draw_collision_fn(const frame *f, const sm3_collision *c, float opacity);

static void for_each_contact(const frame *f, draw_collision_fn *draw) {
    const sm3_trace *t = &record_last(&f->sandbox->record)->trace;
    const sm3_iteration *look = last_look(t);
    for (int i = 0; look != NULL && i < look->candidate_count; i++) {
        const sm3_collision *c = &t->candidates[look->first_candidate + i];
        draw(f, c, nearness(f, c));
    }
}

static void draw_closest_point(const frame *f, const sm3_collision *c, float opacity) {
    color ink = color_fade(f->theme->closest, opacity);
    sm_vec2 p = frame_at(f, sm3_flat(c->point));
    sm_vec2 centre = frame_at(f, sm3_flat(f->sandbox->player.position));
    canvas_dashes(f->canvas, p, centre, f->scale, 4 * f->scale, 4 * f->scale,
                  color_fade(ink, 0.6f));
    canvas_capsule(f->canvas, p, p, 3.5f * f->scale, ink);
}

static void draw_closest_points(const frame *f) {
    for_each_contact(f, draw_closest_point);
}

static void draw_normal(const frame *f, const sm3_collision *c, float opacity) {
    sm_vec2 p = frame_at(f, sm3_flat(c->point));
    float length =
        clamp(frame_length(f, 0.5f * f->sandbox->player.radius), 14 * f->scale, 60 * f->scale);
    canvas_arrow(f->canvas, p, offset(p, frame_direction(sm3_flat(c->normal)), length),
                 2 * f->scale, 8 * f->scale, color_fade(f->theme->normal, opacity));
}

static void draw_normals(const frame *f) {
    for_each_contact(f, draw_normal);
}

/* The penetration of a collision, from the obstacle's surface against the normal, with its size. */
static void draw_depth(const frame *f, const sm3_collision *c, float opacity, int place) {
    color ink = color_fade(f->theme->depth, opacity);
    sm_vec2 p = frame_at(f, sm3_flat(c->point)), out = frame_direction(sm3_flat(c->normal));
    canvas_line(f->canvas, p, offset(p, out, -frame_length(f, c->depth)), 3 * f->scale, ink);
    char size[48];
    snprintf(size, sizeof size, "%.3g u", (double)c->depth);
    sm_vec2 at = offset(p, out, -(22 + 20 * (float)place) * f->scale);
    frame_label(f, at.x, at.y, ink, size);
}

static void draw_depths(const frame *f) {
    const sm3_trace *t = &record_shown(&f->sandbox->record)->trace;
    for (int i = 0; i < t->iteration_count; i++) {
        if (was_pushed(t, i))
            draw_depth(f, chosen(t, i), record_echo(&f->sandbox->record), i);
    }
    const sm3_iteration *look = last_look(&record_last(&f->sandbox->record)->trace);
    for (int i = 0; look != NULL && i < look->candidate_count; i++) {
        const sm3_collision *left =
            &record_last(&f->sandbox->record)->trace.candidates[look->first_candidate + i];
        if (record_last(&f->sandbox->record)->result.depth > 0 && left->depth > 0)
            draw_depth(f, left, 1, t->iteration_count);
    }
}

/* ---- The move ---------------------------------------------------------------------------- */

static void draw_mover_outline(const frame *f, sm_vec2 position, color ink) {
    sm_hull mover = player_hull(&f->sandbox->player);
    shape_outline(f, &mover, position, 0, f->scale, ink);
}

/* Where its number stands must be readable however small the push is. */
static void draw_push(const frame *f, const sm3_trace *t, int iteration, float opacity) {
    color ink = color_fade(f->theme->push, opacity);
    const sm3_collision *c = chosen(t, iteration);
    sm_vec2 out = frame_direction(sm3_flat(c->normal)), side = {-out.y, out.x};
    float length = fmaxf(frame_length(f, c->depth), 26 * f->scale);
    float apart =
        ((float)iteration - 0.5f) * 9 * f->scale; /* pushes by one wall lie side by side */
    sm_vec2 foot = offset(frame_at(f, sm3_flat(c->point)), side, apart);
    sm_vec2 tip = offset(foot, out, length);
    canvas_arrow(f->canvas, foot, tip, 2.5f * f->scale, 9 * f->scale, ink);
    char number[16];
    snprintf(number, sizeof number, "%d", iteration + 1);
    sm_vec2 at = offset(tip, out, 11 * f->scale);
    frame_label(f, at.x, at.y, ink, number);
}

static void draw_iterations(const frame *f) {
    const sm3_trace *t = &record_shown(&f->sandbox->record)->trace;
    float opacity = record_echo(&f->sandbox->record);
    for (int i = 0; i < t->iteration_count; i++) {
        if (!was_pushed(t, i))
            continue;
        draw_mover_outline(f, sm3_flat(t->iterations[i].before),
                           color_fade(f->theme->push, 0.5f * opacity));
        draw_push(f, t, i, opacity);
    }
}

/* With momentum; broad and faint, since the displacements lie over it. */
static void draw_velocity(const frame *f) {
    static const float seconds = 0.5f, most_radii = 5; /* the arrow ends where it would be then */
    sm_vec2 v = sm3_flat(f->sandbox->player.velocity);
    float speed = sqrtf(v.x * v.x + v.y * v.y);
    if (!(speed > 0))
        return;
    float ahead = fminf(seconds, most_radii * f->sandbox->player.radius / speed);
    sm_vec2 to = frame_at(f, offset(f->position, v, ahead));
    canvas_arrow(f->canvas, frame_at(f, f->position), to, 7 * f->scale, 18 * f->scale,
                 color_fade(f->theme->velocity, 0.55f));
    char label[48];
    snprintf(label, sizeof label, "velocity %.3g u/s", (double)speed);
    sm_vec2 out = frame_direction((sm_vec2){v.x / speed, v.y / speed});
    float beyond = fabsf(out.x) * text_width(f->text, TEXT_SMALL, label) / 2 + 14 * f->scale;
    sm_vec2 at = offset(to, out, beyond);
    frame_label(f, at.x, at.y, f->theme->velocity, label);
}

/* A tick's displacement is a few pixels, so both arrows are magnified alike: the longer of them to
 * two radii at the most. */
static void draw_deltas(const frame *f) {
    static const float magnification = 12;
    const move_record *m = record_last(&f->sandbox->record);
    sm_vec2 wanted = sm3_flat(m->trace.delta);
    sm_vec2 actual = sm3_flat(sm3_between(m->trace.start, m->result.position));
    float longer = sqrtf(fmaxf(wanted.x * wanted.x + wanted.y * wanted.y,
                               actual.x * actual.x + actual.y * actual.y));
    draw_velocity(f);
    if (!(longer > 0))
        return;
    float factor = fminf(magnification, 2 * f->sandbox->player.radius / longer);
    sm_vec2 from = frame_at(f, f->position);
    sm_vec2 to_wanted = frame_at(f, offset(f->position, wanted, factor));
    sm_vec2 to_actual = frame_at(f, offset(f->position, actual, factor));
    canvas_dashes(f->canvas, from, to_wanted, 2 * f->scale, 7 * f->scale, 5 * f->scale,
                  f->theme->wanted);
    canvas_capsule(f->canvas, to_wanted, to_wanted, 3 * f->scale, f->theme->wanted);
    canvas_arrow(f->canvas, from, to_actual, 2.5f * f->scale, 10 * f->scale, f->theme->actual);
    char label[48];
    snprintf(label, sizeof label, "wanted \xc3\x97%.3g", (double)factor);
    frame_label(f, to_wanted.x, to_wanted.y - 14 * f->scale, f->theme->ink, label);
}

/* ---- Figures ----------------------------------------------------------------------------- */

static void draw_figures(const frame *f) {
    const sandbox *s = f->sandbox;
    sm3_result r = record_last(&s->record)->result;
    char lines[7][80];
    int n = 0;
    if (f->figures.frames_per_second > 0) { /* a single picture has no rate */
        snprintf(lines[n++], sizeof *lines, "%.0f fps, %.2f ms a frame",
                 (double)f->figures.frames_per_second, (double)f->figures.frame_milliseconds);
        snprintf(lines[n++], sizeof *lines, "%.1f \xc2\xb5s a tick",
                 (double)f->figures.tick_microseconds);
    }
    snprintf(lines[n++], sizeof *lines, "tick %lu", s->tick);
    int length = snprintf(lines[n++], sizeof *lines, "x %.3f  y %.3f", (double)r.position.x,
                          (double)r.position.y);
    if (sandbox_has(s, HAS_DEPTH))
        snprintf(lines[n - 1] + length, sizeof *lines - (size_t)length, "  z %.3f",
                 (double)r.position.z);
    snprintf(lines[n++], sizeof *lines, "%d of %d pushes, %d candidates", r.pushes,
             s->player.max_pushes, record_candidates(&s->record));
    snprintf(lines[n++], sizeof *lines, "depth left %.3g u", (double)r.depth);
    snprintf(lines[n++], sizeof *lines, "%d obstacles", s->obstacles->count);

    float height = text_line_height(f->text, TEXT_SMALL), pad = 10 * f->scale, width = 0;
    for (int i = 0; i < n; i++)
        width = fmaxf(width, text_width(f->text, TEXT_SMALL, lines[i]));
    float left = 12 * f->scale;
    float top = (float)f->canvas->height - 30 * f->scale - (float)n * height - 2 * pad;
    canvas_rounded_rect(f->canvas, left, top, width + 2 * pad, (float)n * height + 2 * pad,
                        6 * f->scale, f->theme->panel);
    for (int i = 0; i < n; i++)
        text_draw(f->text, f->canvas, TEXT_SMALL, left + pad, top + pad + (float)i * height,
                  f->theme->ink, lines[i]);
}

/* ---- The table --------------------------------------------------------------------------- */

static void draw_figures3(const frame3 *f) {
    draw_figures(f->flat);
}

const overlay_info overlays[OVERLAY_COUNT] = {
    {"closest", "1", "closest points on the obstacles in reach", OVERLAY_OVER_WALLS,
     draw_closest_points, overlays3_closest},
    {"normals", "2", "normals, from the obstacle to the mover", OVERLAY_OVER_WALLS, draw_normals,
     overlays3_normals},
    {"depth", "3", "penetration depth, in world units (u)", OVERLAY_OVER_WALLS, draw_depths,
     overlays3_depths},
    {"vertices", "4", "ends of the segments, corners of the triangles", OVERLAY_OVER_WALLS,
     draw_vertices, overlays3_vertices},
    {"iterations", "5", "each push of the last move, numbered", OVERLAY_OVER_WALLS, draw_iterations,
     overlays3_iterations},
    {"deltas", "6", "wanted (dashed) against actual displacement, magnified; velocity",
     OVERLAY_OVER_WALLS, draw_deltas, overlays3_deltas},
    {"trail", "7", "where the player has been", OVERLAY_UNDER_WALLS, draw_trail, overlays3_trail},
    {"grid", "8", "grid with its scale", OVERLAY_UNDER_WALLS, draw_grid, overlays3_grid},
    {"index", "M", "cells that the index looked into, and how many obstacles each holds (2D)",
     OVERLAY_UNDER_WALLS, draw_index, NULL},
    {"ray", ";", "ray along the heading: where it hits, the normal, how far", OVERLAY_OVER_WALLS,
     overlay_draw_ray, overlays3_ray},
    {"advance", ",", "conservative advancement along the ray, turning, step by step (2D)",
     OVERLAY_OVER_WALLS, overlay_draw_advance, NULL},
    {"figures", "9", "frame rate, cost of a tick, pushes, candidates", OVERLAY_OVER_WALLS,
     draw_figures, draw_figures3},
};

const unsigned overlays_at_start = 1u << 0 | 1u << 1 | 1u << 4 | 1u << 7;

void overlays_draw(const frame *f, unsigned set, overlay_layer layer) {
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if ((set & 1u << i) != 0 && overlays[i].layer == layer)
            overlays[i].draw(f);
    }
}

void overlays_draw3(const frame3 *f, unsigned set) {
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if ((set & 1u << i) != 0 && overlays[i].draw3 != NULL)
            overlays[i].draw3(f);
    }
}

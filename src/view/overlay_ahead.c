#include "overlay_ahead.h"

#include <math.h>
#include <stdio.h>

#include "shape.h"

/* ---- Ray --------------------------------------------------------------------------------- */

void overlay_draw_ray(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    color ink = f->theme->ray;
    sm_vec2 from = frame_at(f, sm3_flat(a->from)), to = frame_at(f, sm3_flat(a->ray.position));
    canvas_line(f->canvas, from, to, 2 * f->scale, ink);
    char label[48];
    if (!a->ray.hit) {
        snprintf(label, sizeof label, "nothing within %.0f u", (double)LOOKAHEAD_RAY);
        frame_label(f, from.x, from.y - frame_length(f, f->sandbox->player.radius) - 14 * f->scale,
                    ink, label);
        return;
    }
    sm_vec2 out = frame_direction(sm3_flat(a->ray.normal)), side = {-out.y, out.x};
    canvas_arrow(f->canvas, to, offset(to, out, 34 * f->scale), 2 * f->scale, 9 * f->scale,
                 f->theme->normal);
    canvas_capsule(f->canvas, to, to, 4.5f * f->scale, ink);
    canvas_capsule(f->canvas, to, to, 2 * f->scale, f->theme->floor);
    snprintf(label, sizeof label, "%.3f u", (double)a->distance);
    sm_vec2 at =
        offset(offset(to, out, 16 * f->scale), side, side.y < 0 ? 30 * f->scale : -30 * f->scale);
    frame_label(f, at.x, at.y, ink, label);
}

/* ---- Advance ----------------------------------------------------------------------------- */

/* More numbers than these nobody reads; the steps after them are ever shorter. */
enum { NUMBERED_STEPS = 5 };

static const float least_numbered_points = 22; /* a shorter line is not longer than its number */
static const float faintest = 0.18f;           /* of the outlines of late steps */

typedef struct place {
    sm_vec2 position;
    float angle;
} place;

static place place_at(const lookahead *a, double fraction) {
    float share = (float)fraction;
    return (place){offset(a->motion.position, a->motion.delta, share), a->motion.turn * share};
}

static void draw_place(const frame *f, double fraction, float thickness, color ink) {
    const lookahead *a = &f->sandbox->ahead;
    place at = place_at(a, fraction);
    shape_outline(f, &a->mover, at.position, at.angle, thickness, ink);
    float heading = f->sandbox->player.heading + at.angle;
    sm_vec2 centre = frame_at(f, at.position), axis = {cosf(heading), sinf(heading)};
    float reach = frame_length(f, 0.5f * f->sandbox->player.radius);
    canvas_line(f->canvas, centre, offset(centre, frame_direction(axis), reach), thickness, ink);
}

/* The shortest line between the two shapes, with the step's number beside it. */
static void draw_distance(const frame *f, int step, color ink) {
    const sm_advance_step *s = &f->sandbox->ahead.steps[step];
    sm_vec2 foot = frame_at(f, s->point), out = frame_direction(s->normal);
    sm_vec2 tip = offset(foot, out, frame_length(f, (float)s->distance));
    canvas_line(f->canvas, foot, tip, 1.5f * f->scale, ink);
    canvas_capsule(f->canvas, foot, foot, 2.5f * f->scale, ink);
    canvas_capsule(f->canvas, tip, tip, 2.5f * f->scale, ink);
    if (frame_length(f, (float)s->distance) < least_numbered_points * f->scale)
        return;
    char number[16];
    snprintf(number, sizeof number, "%d", step + 1);
    frame_label(f, (foot.x + tip.x) / 2, (foot.y + tip.y) / 2, f->theme->advance, number);
}

static void draw_steps(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    color ink = f->theme->advance, floor = f->theme->floor;
    for (int i = a->step_count - 1; i > 0; i--) { /* the first is where the player is */
        float strength = fmaxf(1 - (float)i / NUMBERED_STEPS, faintest);
        draw_place(f, a->steps[i].fraction, f->scale, color_mix(floor, ink, strength));
    }
    if (a->step_count > 0)
        draw_place(f, a->steps[a->step_count - 1].fraction, 2 * f->scale, ink);
    int numbered = a->step_count < NUMBERED_STEPS ? a->step_count : NUMBERED_STEPS;
    for (int i = numbered - 1; i >= 0; i--)
        draw_distance(f, i, color_mix(floor, ink, 1 - 0.6f * (float)i / NUMBERED_STEPS));
}

enum { TABLE_LINES = NUMBERED_STEPS + 3, TABLE_COLUMNS = 5 };

typedef struct table {
    char cells[TABLE_LINES][TABLE_COLUMNS][40];
    int lines;
    char end[80]; /* below them */
} table;

static void fill_table(table *t, const lookahead *a) {
    static const char *const heads[TABLE_COLUMNS] = {"#", "distance", "approach", "step", "at"};
    t->lines = 1;
    for (int c = 0; c < TABLE_COLUMNS; c++)
        snprintf(t->cells[0][c], sizeof t->cells[0][c], "%s", heads[c]);
    for (int i = 0; i < a->step_count && i < NUMBERED_STEPS; i++) {
        const sm_advance_step *s = &a->steps[i];
        char(*row)[40] = t->cells[t->lines++];
        snprintf(row[0], sizeof *row, "%d", i + 1);
        snprintf(row[1], sizeof *row, "%.4f u", s->distance);
        snprintf(row[2], sizeof *row, "%.3f u", s->approach);
        snprintf(row[3], sizeof *row, "%.2f %%", 100 * s->step);
        snprintf(row[4], sizeof *row, "%.2f %%", 100 * s->fraction);
    }
    if (!a->touch.hit)
        snprintf(t->end, sizeof t->end, "nothing is in the way for %.3g u",
                 (double)fminf(a->distance, LOOKAHEAD_ADVANCE));
    else
        snprintf(t->end, sizeof t->end, "touches after %d steps, at %.3f %%",
                 a->step_count + a->steps_lost, 100 * a->touch.fraction);
}

/* The corner of the scene, of those that nothing else stands in, that is farthest from what the
 * table is about. */
static sm_vec2 table_corner(const frame *f, float width, float height) {
    static const float left_points = 60, right_points = 14, top_points = 66, bottom_points = 40;
    const lookahead *a = &f->sandbox->ahead;
    float left = left_points * f->scale, top = top_points * f->scale; /* beside the tool bar */
    float right = (float)f->camera.width - right_points * f->scale - width;
    float bottom = (float)f->canvas->height - bottom_points * f->scale - height;
    sm_vec2 corners[] = {{left, top}, {right, top}, {right, bottom}};
    sm_vec2 middle = frame_at(f, place_at(a, a->touch.fraction / 2).position);
    int best = 0;
    float farthest = -1;
    for (int i = 0; i < 3; i++) {
        float distance =
            hypotf(corners[i].x + width / 2 - middle.x, corners[i].y + height / 2 - middle.y);
        if (distance > farthest) {
            farthest = distance;
            best = i;
        }
    }
    return corners[best];
}

static void draw_table(const frame *f) {
    static const float points[TABLE_COLUMNS] = {16, 84, 166, 236, 304}; /* right edges */
    static const float width_points = 324, pad_points = 10;
    table t;
    fill_table(&t, &f->sandbox->ahead);
    float line = text_line_height(f->text, TEXT_SMALL), pad = pad_points * f->scale;
    float width = width_points * f->scale, height = (float)(t.lines + 1) * line + 2 * pad;
    sm_vec2 corner = table_corner(f, width, height);
    float left = corner.x, top = corner.y;
    canvas_rounded_rect(f->canvas, left, top, width, height, 6 * f->scale, f->theme->panel);
    for (int i = 0; i < t.lines; i++) {
        for (int c = 0; c < TABLE_COLUMNS; c++) {
            float x = left + points[c] * f->scale - text_width(f->text, TEXT_SMALL, t.cells[i][c]);
            text_draw(f->text, f->canvas, TEXT_SMALL, x + pad, top + pad + (float)i * line,
                      i == 0 ? f->theme->ink_dim : f->theme->ink, t.cells[i][c]);
        }
    }
    text_draw(f->text, f->canvas, TEXT_SMALL, left + pad, top + pad + (float)t.lines * line,
              f->theme->advance, t.end);
}

void overlay_draw_advance(const frame *f) {
    draw_steps(f);
    draw_table(f);
}

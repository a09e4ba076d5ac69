/* overlay_advance: how the mover and what it meets are brought forward, moving and turning, by
 * conservative advancement: each step as far as they surely stay apart. */
#include "overlay_advance.h"

#include <stdio.h>

/* More numbers than these nobody reads; the steps after them are ever shorter. */
enum { NUMBERED_STEPS = 5 };

static const float least_numbered_points = 22; /* a shorter line is not longer than its number */
static const float faintest = 0.18f;           /* of the outlines of late steps */

static sm_vec2 place_at(const sm_motion *m, double fraction) {
    return sm_offset(m->position, m->delta, (float)fraction);
}

static float angle_at(const sm_motion *m, double fraction) {
    return m->angle + m->turn * (float)fraction;
}

/* Both, where they are then; a wall that stands is seen anyway. */
static void draw_places(const frame *f, double fraction, float points, color ink) {
    const lookahead *a = &f->sandbox->ahead;
    sm_vec2 at = place_at(&a->motion, fraction);
    frame_hull(f, &a->mover, at, angle_at(&a->motion, fraction), points, ink);
    float heading = f->sandbox->player.heading + angle_at(&a->motion, fraction);
    spot centre = frame_spot(f, sm3_lifted(at));
    sm3_vec axis = {cosf(heading), sinf(heading), 0};
    spot nose = frame_ahead(f, centre, axis, 0.5f * f->sandbox->player.radius);
    frame_line(f, centre, nose, points, ink);
    const sm_motion *wall = &a->wall_motion;
    if (wall->delta.x != 0 || wall->delta.y != 0 || wall->turn != 0)
        frame_hull(f, &a->wall, place_at(wall, fraction), angle_at(wall, fraction), points, ink);
}

/* The shortest line between the two shapes, with the step's number beside it. */
static void draw_distance(const frame *f, int step, color ink) {
    const sm_advance_step *s = &f->sandbox->ahead.steps[step];
    spot foot = frame_spot(f, s->point);
    spot tip = frame_ahead(f, foot, s->normal, (float)s->distance);
    frame_line(f, foot, tip, 1.5f, ink);
    frame_dot(f, foot, 2.5f, ink);
    frame_dot(f, tip, 2.5f, ink);
    if (frame_length(f, (float)s->distance) < least_numbered_points * f->scale)
        return;
    char number[16];
    snprintf(number, sizeof number, "%d", step + 1);
    frame_label(f, (foot.x + tip.x) / 2, (foot.y + tip.y) / 2, f->theme->advance, number);
}

static void draw_steps(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    color ink = f->theme->advance, floor = f->theme->floor;
    if (f->is_inside) {
        for (int i = f->moment.kind == MOMENT_ADVANCE ? f->moment.index : 0; i > 0; i--)
            draw_places(f, a->steps[i].fraction, 1, color_mix(floor, ink, 0.5f));
        if (f->moment.kind == MOMENT_ADVANCE)
            draw_distance(f, f->moment.index, ink);
        return;
    }
    for (int i = a->step_count - 1; i > 0; i--) { /* the first is where the player is */
        float strength = fmaxf(1 - (float)i / NUMBERED_STEPS, faintest);
        draw_places(f, a->steps[i].fraction, 1, color_mix(floor, ink, strength));
    }
    if (a->step_count > 0)
        draw_places(f, a->steps[a->step_count - 1].fraction, 2, ink);
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
    int steps = a->step_count + a->steps_lost;
    if (a->touch.end == SM_ADVANCE_CLEAR)
        snprintf(t->end, sizeof t->end, "nothing is in the way for %.3g u",
                 (double)sm3_length(sm3_lifted(a->motion.delta)));
    else
        snprintf(t->end, sizeof t->end, "%s at %.2f %%, %.2f s; %d steps, %.2g u apart",
                 a->touch.end == SM_ADVANCE_TOUCHING ? "touches" : "undecided",
                 100 * a->touch.fraction, (double)a->seconds * a->touch.fraction, steps,
                 a->touch.distance);
}

/* The upper corner that is farther from what the table is about. */
static layout_corner table_corner(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    float x = frame_at(f, place_at(&a->motion, a->touch.fraction / 2)).x;
    return x < (float)f->camera.width / 2 ? LAYOUT_TOP_RIGHT : LAYOUT_TOP_LEFT;
}

static void draw_table(const frame *f) {
    static const float points[TABLE_COLUMNS] = {16, 90, 174, 250, 326}; /* right edges */
    static const float width_points = 346, pad_points = 10;
    table t;
    fill_table(&t, &f->sandbox->ahead);
    float line = text_line_height(f->text, TEXT_SMALL), pad = pad_points * f->scale;
    float width = width_points * f->scale, height = (float)(t.lines + 1) * line + 2 * pad;
    layout_box box;
    if (!frame_box(f, table_corner(f), width, height, &box))
        return;
    float left = box.x, top = box.y;
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

void overlay_advance_draw(const frame *f) {
    draw_steps(f);
    if (!f->inset && !f->is_inside)
        draw_table(f);
}

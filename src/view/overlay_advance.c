/* overlay_advance: how the mover and what it meets are brought forward, moving and turning, by
 * conservative advancement: each step as far as they surely stay apart. */
#include "overlays.h"

#include <stdio.h>

/* More numbers than these nobody reads; the steps after them are ever shorter. */
enum { NUMBERED_STEPS = 5 };

static const float least_numbered_points = 22; /* a shorter line is not longer than its number */
static const float faintest = 0.18f;           /* of the outlines of late steps */

static sm3_vec place_at(const lookahead *a, double fraction) {
    return sm3_offset(a->motion.position, a->motion.delta, (float)fraction);
}

/* All of what moves with the obstacle; a wall that stands is seen anyway. */
static void draw_wall(const frame *f, double fraction, float points, color ink) {
    const obstacles *o = f->sandbox->obstacles;
    const lookahead *a = &f->sandbox->ahead;
    if (a->wall.turn == 0 && vec3_equal(a->wall.shift, (vec3){0, 0, 0}))
        return;
    level_pose pose = lookahead_pose(&a->wall, fraction);
    obstacle_span span = obstacles_span(o, o->statements[a->obstacle]);
    for (int i = span.first; i < span.first + span.count; i++) {
        sm3_triangle there = level_posed_triangle(pose, obstacles_rest(o, i));
        f->look->shape(f, &there, f->edges != NULL ? f->edges[i] : RASTER_EDGES_ALL, points, ink);
    }
}

/* Both, where they are then, the player with a line to where it then heads. */
static void draw_places(const frame *f, double fraction, float points, color ink) {
    const lookahead *a = &f->sandbox->ahead;
    sm3_vec at = place_at(a, fraction), turn = sm3_scaled(a->motion.turn, (float)fraction);
    sm3_vec heading = f->sandbox->obstacles->dimension->direction(f->sandbox->player.heading);
    sm3_vec nose = sm3_scaled(heading, 0.5f * f->sandbox->player.radius);
    nose = frame_posed((sm3_triangle){.a = nose}, turn, at).a;
    f->look->player(f, at, turn, points, ink);
    frame_line(f, at, nose, points, ink);
    draw_wall(f, fraction, points, ink);
}

/* The shortest line between the two shapes, with the step's number beside it. */
static void draw_distance(const frame *f, int step, color ink) {
    const sm_advance_step *s = &f->sandbox->ahead.steps[step];
    sm3_vec end = sm3_offset(s->point, s->normal, (float)s->distance);
    sm3_vec foot = s->point, tip = end;
    frame_line(f, foot, tip, 1.5f, ink);
    frame_dot(f, foot, 2.5f, ink);
    frame_dot(f, tip, 2.5f, ink);
    char number[16];
    snprintf(number, sizeof number, "%d", step + 1);
    if (f->look->pixels(f, foot, (float)s->distance) >= least_numbered_points * f->scale)
        frame_say(f, sm3_offset(s->point, s->normal, (float)s->distance / 2), 0, f->theme->advance,
                  number);
}

static void draw_steps(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    color ink = f->theme->advance;
    if (f->is_inside) {
        for (int i = f->moment.kind == MOMENT_ADVANCE ? f->moment.index : 0; i > 0; i--)
            draw_places(f, a->steps[i].fraction, 1, f->look->faint(f, ink, 0.5f));
        if (f->moment.kind == MOMENT_ADVANCE)
            draw_distance(f, f->moment.index, ink);
        return;
    }
    for (int i = a->step_count - 1; i > 0; i--) { /* the first is where the player is */
        float strength = fmaxf(1 - (float)i / NUMBERED_STEPS, faintest);
        draw_places(f, a->steps[i].fraction, 1, f->look->faint(f, ink, strength));
    }
    if (a->step_count > 0)
        draw_places(f, a->steps[a->step_count - 1].fraction, 2, ink);
    int numbered = a->step_count < NUMBERED_STEPS ? a->step_count : NUMBERED_STEPS;
    for (int i = numbered - 1; i >= 0; i--)
        draw_distance(f, i, f->look->faint(f, ink, 1 - 0.6f * (float)i / NUMBERED_STEPS));
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
                 (double)sm3_length(a->motion.delta));
    else
        snprintf(t->end, sizeof t->end, "%s at %.2f %%, %.2f s; %d steps, %.2g u apart",
                 a->touch.end == SM_ADVANCE_TOUCHING ? "touches" : "undecided",
                 100 * a->touch.fraction, (double)a->seconds * a->touch.fraction, steps,
                 a->touch.distance);
}

/* The upper corner that is farther from what the table is about. */
static layout_corner table_corner(const frame *f) {
    const lookahead *a = &f->sandbox->ahead;
    sm_vec2 at;
    bool is_left = f->look->pixel(f, place_at(a, a->touch.fraction / 2), &at) &&
                   at.x < (float)f->camera.width / 2;
    return is_left ? LAYOUT_TOP_RIGHT : LAYOUT_TOP_LEFT;
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
            frame_text(f, TEXT_SMALL, x + pad, top + pad + (float)i * line,
                       i == 0 ? f->theme->ink_dim : f->theme->ink, t.cells[i][c]);
        }
    }
    frame_text(f, TEXT_SMALL, left + pad, top + pad + (float)t.lines * line, f->theme->advance,
               t.end);
}

void overlay_advance_draw(const frame *f) {
    draw_steps(f);
    if (!f->inset && !f->is_inside)
        draw_table(f);
}

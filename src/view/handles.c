#include "handles.h"

#include <math.h>
#include <stdio.h>

#include "../sandbox/shape_edit.h"

static void draw_edge(const frame *f, sm_vec2 a, sm_vec2 b) {
    canvas_line(f->canvas, frame_at(f, a), frame_at(f, b), 4 * f->scale, f->theme->badge);
}

static void draw_vertex(const frame *f, sm_vec2 world) {
    sm_vec2 p = frame_at(f, world);
    canvas_capsule(f->canvas, p, p, 6 * f->scale, f->theme->badge);
    canvas_capsule(f->canvas, p, p, 3.5f * f->scale, f->theme->floor);
}

static void draw_outline(const frame *f, int statement) {
    const level_shapes *shapes = &f->sandbox->shapes;
    for (int i = 0; i < shapes->count; i++) {
        sm_capsule c = shapes->capsules[i];
        if (shapes->statements[i] == statement)
            canvas_capsule_outline(f->canvas, frame_at(f, c.a), frame_at(f, c.b),
                                   frame_length(f, c.radius), 4 * f->scale, f->theme->badge);
    }
}

static void label_at(const frame *f, sm_vec2 world, const char *words) {
    sm_vec2 p = frame_at(f, world);
    frame_label(f, p.x, p.y - 22 * f->scale, f->theme->ink, words);
}

static void label_edge(const frame *f, sm_vec2 a, sm_vec2 b) {
    char words[80];
    sm_vec2 along = {b.x - a.x, b.y - a.y};
    snprintf(words, sizeof words, "%.4g u, %.4g\xc2\xb0",
             (double)sqrtf(along.x * along.x + along.y * along.y),
             (double)(atan2f(along.y, along.x) * 57.29578f));
    label_at(f, (sm_vec2){(a.x + b.x) / 2, (a.y + b.y) / 2}, words);
}

static void label_round(const frame *f, pick what) {
    char words[80];
    edit_shape shape = edit_get(f->sandbox->level, what.statement);
    const float *n = shape.numbers;
    if (what.part == PICK_BODY)
        snprintf(words, sizeof words, "%.4g, %.4g", (double)n[0], (double)n[1]);
    else if (shape.kind == LEVEL_BOX)
        snprintf(words, sizeof words, "%.4g x %.4g u", (double)n[2], (double)n[3]);
    else
        snprintf(words, sizeof words, "radius %.4g u", (double)n[shape.number_count - 1]);
    label_at(f, (sm_vec2){n[0], n[1]}, words);
}

static void draw_picked_edge(const frame *f, pick what, bool held) {
    int count = edit_vertex_count(f->sandbox->level, what.statement);
    sm_vec2 a = pick_vertex(f->sandbox->level, what.statement, what.element);
    sm_vec2 b = pick_vertex(f->sandbox->level, what.statement, (what.element + 1) % count);
    draw_edge(f, a, b);
    if (held)
        label_edge(f, a, b);
}

static void draw_picked_vertex(const frame *f, pick what, bool held) {
    sm_vec2 at = pick_vertex(f->sandbox->level, what.statement, what.element);
    draw_vertex(f, at);
    char words[80];
    snprintf(words, sizeof words, "%.4g, %.4g", (double)at.x, (double)at.y);
    if (held)
        label_at(f, at, words);
}

void handles_draw(const frame *f, pick what, bool held) {
    switch (what.part) {
    case PICK_VERTEX:
        draw_picked_vertex(f, what, held);
        break;
    case PICK_EDGE:
        draw_picked_edge(f, what, held);
        break;
    case PICK_BODY:
    case PICK_RIM:
        draw_outline(f, what.statement);
        if (held)
            label_round(f, what);
        break;
    default: /* the player shows itself */
        break;
    }
}

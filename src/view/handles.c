#include "handles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../sandbox/shape_edit.h"

static const float line_points = 4, selected_points = 2, vertex_points = 6,
                   selected_vertex_points = 3.5f;

static void draw_edge(const frame *f, sm_vec2 a, sm_vec2 b) {
    canvas_line(f->canvas, frame_at(f, a), frame_at(f, b), line_points * f->scale, f->theme->badge);
}

static void draw_vertex(const frame *f, sm_vec2 world, float points) {
    sm_vec2 p = frame_at(f, world);
    canvas_capsule(f->canvas, p, p, points * f->scale, f->theme->badge);
    canvas_capsule(f->canvas, p, p, (points * 0.6f) * f->scale, f->theme->floor);
}

static void draw_capsule(const frame *f, sm_capsule c, float points) {
    canvas_capsule_outline(f->canvas, frame_at(f, c.a), frame_at(f, c.b), frame_length(f, c.radius),
                           points * f->scale, f->theme->badge);
}

static void draw_outline(const frame *f, int statement, float points) {
    const plane *g = plane_seen(f->sandbox->obstacles);
    plane_span span = g->spans[statement];
    for (int i = span.first; i < span.first + span.count; i++)
        draw_capsule(f, plane_at_rest(g, i), points);
}

/* ---- Numbers ----------------------------------------------------------------------------- */

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
    draw_vertex(f, at, vertex_points);
    char words[80];
    snprintf(words, sizeof words, "%.4g, %.4g", (double)at.x, (double)at.y);
    if (held)
        label_at(f, at, words);
}

static void draw_picked(const frame *f, pick what, bool held) {
    switch (what.part) {
    case PICK_VERTEX:
        draw_picked_vertex(f, what, held);
        break;
    case PICK_EDGE:
        draw_picked_edge(f, what, held);
        break;
    case PICK_BODY:
    case PICK_RIM:
        draw_outline(f, what.statement, line_points);
        if (held)
            label_round(f, what);
        break;
    default: /* the player shows itself, the handle is drawn with its box */
        break;
    }
}

/* ---- Selection --------------------------------------------------------------------------- */

/* The handle that turns the one selected box. */
static void draw_turn_handle(const frame *f, const hand *h) {
    int statement = h->selection.statements[0];
    edit_shape shape = edit_get(f->sandbox->level, statement);
    if (shape.kind != LEVEL_BOX)
        return;
    bool is_held = h->drag.what.part == PICK_TURN;
    sm_vec2 side = pick_turn_handle(f->sandbox->level, statement, 0);
    sm_vec2 at = pick_turn_handle(f->sandbox->level, statement, HAND_TURN_SLACKS * h->slack);
    canvas_line(f->canvas, frame_at(f, side), frame_at(f, at), selected_points * f->scale,
                f->theme->badge);
    draw_vertex(f, at, h->hover.part == PICK_TURN || is_held ? vertex_points : vertex_points - 1);
    char words[32];
    snprintf(words, sizeof words, "%.4g\xc2\xb0", (double)shape.attributes.angle_degrees);
    if (is_held)
        label_at(f, at, words);
}

static void draw_selection(const frame *f, const hand *h) {
    const selection *sel = &h->selection;
    for (int i = 0; i < sel->count; i++)
        draw_outline(f, sel->statements[i], selected_points);
    for (int i = 0; i < sel->count; i++) {
        int vertices = edit_vertex_count(f->sandbox->level, sel->statements[i]);
        for (int v = 0; v < vertices; v++)
            draw_vertex(f, pick_vertex(f->sandbox->level, sel->statements[i], v),
                        selected_vertex_points);
    }
    if (sel->count == 1)
        draw_turn_handle(f, h);
}

static void draw_band(const frame *f, const hand *h) {
    sm_vec2 a = frame_at(f, h->band), b = frame_at(f, h->at);
    sm_vec2 corners[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
    canvas_rounded_rect(f->canvas, fminf(a.x, b.x), fminf(a.y, b.y), fabsf(b.x - a.x),
                        fabsf(b.y - a.y), 0, color_fade(f->theme->badge, 0.12f));
    for (int i = 0; i < 4; i++)
        canvas_dashes(f->canvas, corners[i], corners[(i + 1) % 4], 1.5f * f->scale, 6 * f->scale,
                      4 * f->scale, f->theme->badge);
}

/* ---- Drawing a shape --------------------------------------------------------------------- */

/* A drawn shape's own label has the angle already. */
static void draw_guide(const frame *f, const snap_result *guide, bool with_angle) {
    char words[32];
    sm_vec2 at = frame_at(f, guide->point);
    float arm = 11 * f->scale, thin = 1.5f * f->scale;
    color ink = f->theme->closest;
    if (guide->kind == SNAP_ANGLE) {
        sm_vec2 from = frame_at(f, guide->anchor);
        sm_vec2 beyond = {2 * at.x - from.x, 2 * at.y - from.y};
        canvas_dashes(f->canvas, from, beyond, thin, 5 * f->scale, 5 * f->scale, ink);
        snprintf(words, sizeof words, "%.4g\xc2\xb0", (double)guide->degrees);
        if (with_angle)
            frame_label(f, at.x + 34 * f->scale, at.y + 16 * f->scale, ink, words);
    } else if (guide->kind == SNAP_VERTEX) {
        canvas_capsule_outline(f->canvas, at, at, 9 * f->scale, 2 * f->scale, ink);
    } else if (guide->kind == SNAP_GRID) {
        canvas_line(f->canvas, (sm_vec2){at.x - arm, at.y}, (sm_vec2){at.x + arm, at.y}, thin, ink);
        canvas_line(f->canvas, (sm_vec2){at.x, at.y - arm}, (sm_vec2){at.x, at.y + arm}, thin, ink);
    }
}

/* What a shape's last point measures: length and angle, radius, or size. */
static void label_drawn(const frame *f, const hand *h, const edit_shape *shape) {
    char words[80];
    const float *n = shape->numbers;
    int count = shape->number_count;
    sm_vec2 from;
    if (shape->kind == LEVEL_CIRCLE || shape->kind == LEVEL_CAPSULE)
        snprintf(words, sizeof words, "radius %.4g u", (double)n[count - 1]);
    else if (shape->kind == LEVEL_BOX)
        snprintf(words, sizeof words, "%.4g x %.4g u", (double)n[2], (double)n[3]);
    else if (draft_anchor(&h->draft, &from))
        snprintf(words, sizeof words, "%.4g u, %.4g\xc2\xb0",
                 (double)hypotf(h->at.x - from.x, h->at.y - from.y),
                 (double)(atan2f(h->at.y - from.y, h->at.x - from.x) * 57.29578f));
    else
        return;
    label_at(f, h->at, words);
}

/* Draws a shape that is no statement yet. */
static void draw_shape(const frame *f, const edit_shape *shape) {
    level_statement statement = {
        .kind = shape->kind, .number_count = shape->number_count, .attributes = shape->attributes};
    level alone = {/* only read */
                   .statements = &statement,
                   .statement_count = 1,
                   .numbers = (float *)shape->numbers};
    int count = level_count_capsules(&alone, 0);
    sm_capsule *capsules = malloc((size_t)count * sizeof *capsules);
    if (capsules == NULL)
        return;
    level_make_capsules(&alone, 0, capsules);
    for (int i = 0; i < count; i++)
        draw_capsule(f, capsules[i], selected_points);
    free(capsules);
}

static void draw_drawing(const frame *f, hand *h) {
    char words[64];
    edit_shape shape;
    sm_vec2 at = frame_at(f, h->at);
    float arm = 7 * f->scale, thin = 1.5f * f->scale;
    bool has_shape = hand_drawn_shape(h, &shape);
    if (has_shape)
        draw_shape(f, &shape);
    for (int i = 0; i < h->draft.count; i++)
        draw_vertex(f, (sm_vec2){h->draft.points[2 * i], h->draft.points[2 * i + 1]},
                    selected_vertex_points);
    if (!h->is_here)
        return;
    color ink = f->theme->badge;
    canvas_line(f->canvas, (sm_vec2){at.x - arm, at.y}, (sm_vec2){at.x + arm, at.y}, thin, ink);
    canvas_line(f->canvas, (sm_vec2){at.x, at.y - arm}, (sm_vec2){at.x, at.y + arm}, thin, ink);
    snprintf(words, sizeof words, "%.4g, %.4g", (double)h->at.x, (double)h->at.y);
    frame_label(f, at.x, at.y + 20 * f->scale, f->theme->ink_dim, words);
    if (has_shape)
        label_drawn(f, h, &shape);
}

void handles_draw(const frame *f, hand *h) {
    draw_selection(f, h);
    draw_picked(f, h->hover, h->drag.what.part != PICK_NOTHING);
    if (h->banding)
        draw_band(f, h);
    if (hand_is_drawing(h))
        draw_drawing(f, h);
    draw_guide(f, &h->guide, !hand_is_drawing(h));
}

#include "controls.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/text.h"

static const float field_share = 0.36f; /* of a field's width is its label's */
static const float knob_points = 6.5f;  /* radius of a slider's knob */
static const float tip_seconds = 0.45f; /* that the pointer rests before a tool tells its name */

/* ---- The list ---------------------------------------------------------------------------- */

void controls_free(control_list *l) {
    free(l->list);
    *l = (control_list){.commands = l->commands};
}

void controls_clear(control_list *l, float width, float height) {
    l->count = 0;
    l->ran_out = false;
    l->clip = (layout_box){0, 0, width, height};
}

control *controls_add(control_list *l, control_kind kind, layout_box box, const char *label,
                      const char *command, int argument) {
    bool has_room = memory_try_grow(&l->list, &l->room, l->count, sizeof *l->list);
    control *c = has_room ? &l->list[l->count++] : &l->spare;
    l->ran_out |= !has_room;
    const command_row *row = command_find(l->commands, l->dimensions, command, argument);
    *c = (control){.kind = kind,
                   .box = box,
                   .clip = l->clip,
                   .label = label,
                   .command = row,
                   .argument = argument};
    if (row != NULL) {
        c->key = row->label;
        c->tip = row->help;
    }
    if (kind == CONTROL_TOOL)
        c->tip = label;
    return c;
}

control *controls_add_tool(control_list *l, layout_box box, icon drawn, const char *tip,
                           const char *command, int argument) {
    control *c = controls_add(l, CONTROL_TOOL, box, tip, command, argument);
    c->icon = drawn;
    return c;
}

control *controls_add_words(control_list *l, const frame *f, sm_vec2 at, prose how, float pad,
                            const char *words) {
    sm_vec2 size = prose_size(f, how, words);
    layout_box box = {at.x, at.y, size.x + 2 * pad, size.y};
    control *c = controls_add(l, CONTROL_WORDS, box, words, NULL, 0);
    c->words = how;
    c->marker = pad;
    c->ink = f->theme->ink;
    return c;
}

void controls_add_box(control_list *l, const frame *f, layout_corner corner, float width,
                      float height, void (*draw)(const frame *f, layout_box box, void *context)) {
    layout_box box;
    if (!layout_place(f->layout, corner, ceilf(width), ceilf(height), &box))
        return;
    control *c = controls_add(l, CONTROL_DRAWN, box, "", NULL, 0);
    c->draw = draw;
    c->swatch = f->theme->panel;
}

void controls_add_text(control_list *l, layout_box box, const char *label, const char *format,
                       ...) {
    control *c = controls_add(l, CONTROL_TEXT, box, label, NULL, 0);
    va_list values;
    va_start(values, format);
    vsnprintf(c->value, sizeof c->value, format, values);
    va_end(values);
}

void controls_move(control_list *l, int first, float x, float y) {
    for (int i = first; i < l->count; i++) {
        l->list[i].box.x += x;
        l->list[i].box.y += y;
    }
}

void controls_scroll(control_list *l, int first, layout_box room, layout_box track, float height,
                     float *scroll) {
    *scroll = clamp(*scroll, 0, fmaxf(0, height - room.height));
    controls_move(l, first, 0, room.y - *scroll);
    for (int i = first; i < l->count; i++)
        l->list[i].clip = room;
    if (room.height >= height)
        return;
    layout_box bar = layout_bar(track, height, room.height, *scroll);
    control *c = controls_add(l, CONTROL_SCROLL, bar, "", NULL, 0);
    c->clip = room;
    c->scroll = scroll;
}

bool control_has(layout_box box, sm_vec2 point) {
    return point.x >= box.x && point.x < box.x + box.width && point.y >= box.y &&
           point.y < box.y + box.height;
}

const control *controls_at(const control_list *l, sm_vec2 point) {
    for (int i = l->count - 1; i >= 0; i--) {
        const control *c = &l->list[i];
        if (c->kind != CONTROL_WORDS && control_has(c->box, point) && control_has(c->clip, point))
            return c;
    }
    return NULL;
}

float *controls_scroll_at(const control_list *l, sm_vec2 point) {
    for (int i = l->count - 1; i >= 0 && l->list[i].kind != CONTROL_SHADE; i--) {
        if (l->list[i].kind == CONTROL_SCROLL && control_has(l->list[i].clip, point))
            return l->list[i].scroll;
    }
    return NULL;
}

bool control_asks(const control *c, const char *command) {
    return command_is(c->command, command);
}

const control *controls_find(const control_list *l, const command_row *command, int argument) {
    for (int i = 0; i < l->count; i++) {
        if (l->list[i].command == command && l->list[i].argument == argument)
            return &l->list[i];
    }
    return NULL;
}

bool control_is_pressable(const control *c) {
    return c->kind >= CONTROL_BUTTON && c->kind <= CONTROL_TILE && c->kind != CONTROL_FIELD &&
           !c->disabled;
}

/* ---- Icons ------------------------------------------------------------------------------- */

/* Each is a few strokes on a square from (-100, -100) to (100, 100), y down. */
typedef struct stroke {
    signed char x1, y1, x2, y2;
    signed char radius; /* of a ring or pill around the line; 0: the line itself */
} stroke;

enum { MOST_STROKES = 8 };

/* Those behind the last are all 0. */
static const stroke drawings[][MOST_STROKES] = {
#define ICON(name, ...) {__VA_ARGS__},
#include "icons.inc"
#undef ICON
};

static const float line_share = 0.085f; /* a line's width in the square's */

/* Draws it in a square whose middle is at (x, y), `size` pixels wide. */
static void icon_draw(canvas *c, icon which, float x, float y, float size, color ink) {
    float unit = 100, half = size / 2, line = size * line_share;
    for (int i = 0; i < MOST_STROKES; i++) {
        stroke s = drawings[which][i];
        sm_vec2 a = {x + s.x1 / unit * half, y + s.y1 / unit * half},
                b = {x + s.x2 / unit * half, y + s.y2 / unit * half};
        if (s.radius > 0)
            canvas_capsule_outline(c, a, b, s.radius / unit * half, line, ink);
        else if (s.x1 != s.x2 || s.y1 != s.y2)
            canvas_line(c, a, b, line, ink);
    }
}

/* ---- Sliders and fields ------------------------------------------------------------------ */

/* The track, as far as the knob's middle goes. */
static layout_box track(layout_box box, float scale) {
    float in = (CONTROL_INSET_POINTS + knob_points) * scale;
    return (layout_box){box.x + in, box.y + box.height - 10 * scale, box.width - 2 * in, 0};
}

float control_share_at(layout_box box, float x, float scale) {
    layout_box t = track(box, scale);
    return clamp((x - t.x) / t.width, 0, 1);
}

static layout_box field_body(const control *c) {
    float label = c->label[0] != '\0' ? c->box.width * field_share : 0;
    return (layout_box){c->box.x + label, c->box.y, c->box.width - label, c->box.height};
}

/* How far the typed text is moved to the left so that its caret can be seen. */
static float typed_shift(const frame *f, layout_box body, const text_field *typed) {
    float room = body.width - 2 * CONTROL_INSET_POINTS * f->scale;
    return fmaxf(0, text_width_of(f->text, TEXT_SMALL, typed->text, typed->caret) - room);
}

int control_caret_at(const frame *f, const control *c, const text_field *typed, float x) {
    layout_box body = field_body(c);
    float from = body.x + CONTROL_INSET_POINTS * f->scale - typed_shift(f, body, typed);
    int best = 0;
    float nearest = INFINITY;
    for (int i = 0; i <= typed->length && nearest > 0; i++) {
        if (text_is_inside_character(typed->text[i]))
            continue;
        float distance = fabsf(from + text_width_of(f->text, TEXT_SMALL, typed->text, i) - x);
        if (distance > nearest)
            break;
        nearest = distance;
        best = i;
    }
    return best;
}

/* ---- Drawing ----------------------------------------------------------------------------- */

/* A control that is drawn, and with what. */
typedef struct pen {
    const frame *f;
    const control *c;
    const theme *look;
    layout_box box;                    /* the control's */
    float scale, inset, right, middle; /* pixels: see CONTROL_INSET_POINTS; of words at its right
                                          end and of its height */
    bool hot, held, focused;
    const text_field *typed; /* NULL: not typed into */
} pen;

static pen pen_for(const frame *f, const control *c) {
    float in = CONTROL_INSET_POINTS * f->scale;
    return (pen){.f = f,
                 .c = c,
                 .look = f->theme,
                 .box = c->box,
                 .scale = f->scale,
                 .inset = in,
                 .right = c->box.x + c->box.width - in,
                 .middle = c->box.y + c->box.height / 2};
}

static void put_text(const pen *p, text_style style, float x, float middle, color ink,
                     const char *string) {
    frame_text(p->f, style, x, middle - text_line_height(p->f->text, style) / 2, ink, string);
}

static float put_text_right(const pen *p, float right, float middle, color ink,
                            const char *string) {
    right -= text_width(p->f->text, TEXT_SMALL, string);
    put_text(p, TEXT_SMALL, right, middle, ink, string);
    return right;
}

static void put_label(const pen *p, float x, color ink) {
    put_text(p, TEXT_SMALL, x, p->middle, ink, p->c->label);
}

/* In the middle of a box. */
static void put_amid(const pen *p, text_style style, color ink, const char *string) {
    float slack = p->box.width - text_width(p->f->text, style, string);
    put_text(p, style, p->box.x + slack / 2, p->middle, ink, string);
}

static color ink_of(const pen *p) {
    if (p->c->disabled)
        return color_fade(p->look->ink_dim, 0.5f);
    return p->hot || p->c->on ? p->look->ink : p->look->ink_dim;
}

static color body_of(const pen *p) {
    return p->look->panel | PIXELS_OPAQUE;
}

/* What is pointed at, or held down, stands out. */
static color lit(const pen *p, color body) {
    return p->hot ? color_mix(body, p->look->ink, p->held ? 0.3f : 0.15f) : body;
}

static const float key_pad_points = 4;

static float key_width(const frame *f, const char *key) {
    return text_width(f->text, TEXT_SMALL, key) + 2 * key_pad_points * f->scale;
}

static void draw_key(const pen *p, float right, float middle) {
    if (p->c->key == NULL)
        return;
    float width = key_width(p->f, p->c->key), height = text_line_height(p->f->text, TEXT_SMALL);
    frame_fill(p->f, (layout_box){right - width, middle - height / 2, width, height}, 4,
               p->look->key);
    put_text(p, TEXT_SMALL, right - width + key_pad_points * p->scale, middle, p->look->ink_dim,
             p->c->key);
}

static void draw_shade(const pen *p) {
    frame_fill(p->f, p->box, 0, 0x90000000u);
}

static void draw_body(const pen *p) {
    bool alarm = p->c->tone == TONE_ALARM;
    frame_panel(p->f, p->box, alarm ? p->look->error_panel : p->look->panel,
                alarm ? p->look->error : p->look->panel_edge);
}

static void draw_words(const pen *p) {
    frame_fill(p->f, p->box, 8, p->c->swatch);
    prose_draw(p->f, p->c->words, p->c->label, p->box.x + p->c->marker, p->box.y, p->c->ink);
}

static void draw_heading(const pen *p) {
    float middle = p->middle + 2 * p->scale;
    put_text(p, TEXT_BOLD, p->box.x + p->inset, middle, p->look->badge, p->c->label);
    draw_key(p, p->right, middle);
}

static void draw_row(const pen *p) {
    put_label(p, p->box.x + p->inset, p->look->ink_dim);
    put_text_right(p, p->right, p->middle, p->look->ink, p->c->value);
}

static void draw_key_row(const pen *p) {
    float x = p->box.x, radius = 4 * p->scale;
    sm_vec2 dot = {x - 9 * p->scale, p->middle};
    if (p->c->swatch != 0)
        canvas_capsule_outline(p->f->canvas, dot, dot, p->c->on ? radius / 2 : radius,
                               p->c->on ? radius : 1.5f * p->scale, p->c->swatch);
    draw_key(p, x + key_width(p->f, p->c->key), p->middle);
    put_text(p, TEXT_SMALL, x + p->c->marker, p->middle, ink_of(p),
             text_shortened(p->f->text, TEXT_SMALL, p->c->label, p->box.width - p->c->marker));
}

static void draw_grip(const pen *p) {
    color body = color_mix(p->look->panel, p->look->panel_edge, p->hot || p->held ? 1 : 0.6f);
    frame_fill(p->f, p->box, 0, body | PIXELS_OPAQUE);
    put_label(p, p->box.x + p->inset, p->look->ink);
    put_text_right(p, p->right - p->box.height, p->middle, p->look->ink_dim, p->c->value);
}

static void draw_button(const pen *p) {
    const control *c = p->c;
    color ink = c->on ? p->look->badge_ink : p->look->ink;
    color body = c->on ? p->look->badge : color_mix(p->look->key, p->look->ink, 0.08f);
    float line = 2 * p->scale; /* apart from the button, which may have the same colour */
    if (p->focused) {
        frame_fill(p->f, layout_inset(p->box, -2 * line), 10, p->look->badge);
        frame_fill(p->f, layout_inset(p->box, -line), 8, body_of(p));
    }
    frame_fill(p->f, p->box, 6, lit(p, body) | PIXELS_OPAQUE);
    put_amid(p, TEXT_NORMAL, c->disabled ? color_fade(ink, 0.4f) : ink, c->label);
    draw_key(p, p->right, p->middle);
    sm_vec2 dot = {p->box.x + 8 * p->scale, p->middle};
    if (c->swatch != 0)
        canvas_capsule(p->f->canvas, dot, dot, 3.5f * p->scale, c->swatch);
}

static void draw_tool(const pen *p) {
    layout_box b = p->box;
    color ink = p->c->on ? p->look->badge_ink : ink_of(p);
    if (p->c->on)
        frame_fill(p->f, b, 6, p->look->badge);
    else if (p->hot && !p->c->disabled)
        frame_fill(p->f, b, 6, color_mix(p->look->key, p->look->ink, p->held ? 0.25f : 0.1f));
    icon_draw(p->f->canvas, p->c->icon, b.x + b.width / 2, p->middle, b.height * 0.62f, ink);
}

static void draw_badge(const pen *p) {
    const theme *t = p->look;
    const color bodies[] = {t->key, t->badge, t->error},
                inks[] = {t->ink, t->badge_ink, t->badge_ink};
    color body = bodies[p->c->tone];
    frame_fill(p->f, p->box, p->box.height / 2 / p->scale,
               (p->c->command != NULL ? lit(p, body) : body) | PIXELS_OPAQUE);
    put_amid(p, TEXT_BOLD, inks[p->c->tone], p->c->value);
}

static void draw_hot_row(const pen *p) {
    if (p->hot && !p->c->disabled)
        frame_fill(p->f, p->box, 5, color_fade(p->look->key, 0.8f));
}

static void draw_check(const pen *p) {
    canvas *on = p->f->canvas;
    float side = 13 * p->scale;
    layout_box square = {p->box.x + p->inset, p->middle - side / 2, side, side};
    bool has_swatch = p->c->swatch != 0;
    color body = has_swatch ? p->c->swatch : p->look->badge;
    color mark = has_swatch ? p->look->floor : p->look->badge_ink;
    draw_hot_row(p);
    frame_fill(p->f, square, 3, p->c->on || has_swatch ? body : p->look->panel_edge);
    if (p->c->on) {
        sm_vec2 corner = {square.x + side * 0.42f, square.y + side * 0.72f};
        sm_vec2 left = {square.x + side * 0.22f, square.y + side * 0.52f};
        sm_vec2 right = {square.x + side * 0.8f, square.y + side * 0.28f};
        canvas_line(on, left, corner, 1.8f * p->scale, mark);
        canvas_line(on, corner, right, 1.8f * p->scale, mark);
    } else {
        frame_fill(p->f, layout_inset(square, 1.5f * p->scale), 2, body_of(p));
    }
    put_label(p, square.x + side + p->inset, ink_of(p));
    draw_key(p, p->right, p->middle);
}

static void draw_choice(const pen *p) {
    canvas *on = p->f->canvas;
    float radius = 5.5f * p->scale;
    sm_vec2 centre = {p->box.x + p->inset + radius + p->scale, p->middle};
    draw_hot_row(p);
    canvas_capsule_outline(on, centre, centre, radius, 1.5f * p->scale,
                           p->c->on ? p->look->badge : p->look->panel_edge);
    if (p->c->on)
        canvas_capsule(on, centre, centre, radius * 0.5f, p->look->badge);
    put_label(p, centre.x + radius + p->inset, ink_of(p));
    draw_key(p, p->right, p->middle);
}

static void draw_slider(const pen *p) {
    canvas *on = p->f->canvas;
    layout_box t = track(p->box, p->scale);
    float middle = p->box.y + 10 * p->scale, grown = p->hot || p->held ? 1.15f : 1;
    sm_vec2 left = {t.x, t.y}, right = {t.x + t.width, t.y};
    sm_vec2 knob = {t.x + t.width * p->c->share, t.y};
    put_text(p, TEXT_SMALL, p->box.x + p->inset, middle, p->look->ink_dim, p->c->label);
    float figure = put_text_right(p, p->right, middle, p->look->ink, p->c->value);
    draw_key(p, figure - p->inset, middle);
    canvas_line(on, left, right, 3 * p->scale, p->look->panel_edge);
    canvas_line(on, left, knob, 3 * p->scale, p->look->badge);
    canvas_capsule(on, knob, knob, knob_points * grown * p->scale, p->look->badge);
    canvas_capsule(on, knob, knob, (knob_points - 2.5f) * p->scale, p->look->panel);
}

/* Bounds the drawing to the part of the box that may be seen. */
static void clip_to(const frame *f, layout_box a, layout_box b) {
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);
    float right = fminf(a.x + a.width, b.x + b.width);
    float bottom = fminf(a.y + a.height, b.y + b.height);
    canvas_clip(f->canvas,
                (canvas_rect){(int)floorf(x), (int)floorf(y), (int)fmaxf(0, ceilf(right - x)),
                              (int)fmaxf(0, ceilf(bottom - y))});
}

static void draw_typed(const pen *p, layout_box body) {
    text *t = p->f->text;
    const text_field *typed = p->typed;
    float left = body.x + p->inset - typed_shift(p->f, body, typed);
    float caret = left + text_width_of(t, TEXT_SMALL, typed->text, typed->caret);
    float mark = left + text_width_of(t, TEXT_SMALL, typed->text, typed->mark);
    layout_box selected = {fminf(caret, mark), body.y + 3 * p->scale, fabsf(mark - caret),
                           body.height - 6 * p->scale};
    layout_box line = {floorf(caret), selected.y, fmaxf(1, floorf(1.5f * p->scale)),
                       selected.height};
    frame_fill(p->f, selected, 2, color_fade(p->look->badge, 0.4f));
    put_text(p, TEXT_SMALL, left, p->middle, p->look->ink, typed->text);
    frame_fill(p->f, line, 0, p->look->badge);
}

static void draw_field(const pen *p) {
    const theme *look = p->look;
    const char *words = p->c->text;
    layout_box body = field_body(p->c);
    float line = frame_hairline(p->f);
    bool has_text = words != NULL && words[0] != '\0';
    put_label(p, p->box.x + p->inset, look->ink_dim);
    frame_fill(p->f, body, 5,
               p->typed != NULL ? look->badge
               : p->hot         ? look->ink_dim
                                : look->panel_edge);
    frame_fill(p->f, layout_inset(body, line), 4, look->floor);
    clip_to(p->f, layout_inset(body, 2 * line), p->c->clip);
    if (p->typed != NULL)
        draw_typed(p, body);
    else if (has_text || p->c->hint != NULL)
        put_text(p, TEXT_SMALL, body.x + p->inset, p->middle,
                 has_text ? look->ink : color_fade(look->ink_dim, 0.55f),
                 has_text ? words : p->c->hint);
}

/* The present one stands out; the others are there to be read on. */
static void draw_step(const pen *p) {
    const theme *look = p->look;
    float marker = p->c->marker, line = text_line_height(p->f->text, TEXT_SMALL);
    sm_vec2 middle = {p->box.x + line * 0.6f, p->box.y + line / 2};
    float width = text_width(p->f->text, TEXT_SMALL, p->c->value);
    color ink = ink_of(p);
    canvas_capsule(p->f->canvas, middle, middle, line * 0.58f, p->c->on ? look->badge : look->key);
    put_text(p, TEXT_SMALL, middle.x - width / 2, middle.y, p->c->on ? look->badge_ink : ink,
             p->c->value);
    prose_draw(p->f, p->c->words, p->c->label, p->box.x + marker, p->box.y, ink);
}

/* Its title in two lines at most. */
static void draw_tile(const pen *p) {
    const control *c = p->c;
    layout_box b = p->box, picture = {b.x, b.y, b.width, floorf(b.height * c->share)};
    float gap = 4 * p->scale;
    float edge = fmaxf(1, floorf((c->on ? 3 : 1) * p->scale));
    frame_fill(p->f, layout_inset(picture, -edge), 5,
               c->on    ? p->look->badge
               : p->hot ? p->look->ink_dim
                        : p->look->panel_edge);
    if (c->picture != NULL)
        canvas_copy(p->f->canvas, c->picture, (int)picture.x, (int)picture.y);
    else
        frame_fill(p->f, picture, 4, p->look->floor);
    if (c->hint != NULL)
        put_text(p, TEXT_SMALL, b.x + gap, b.y + picture.height / 2, p->look->ink_dim, c->hint);
    prose_draw(p->f, (prose){.width = b.width, .most_lines = 2}, c->label, b.x,
               b.y + picture.height + gap, ink_of(p));
}

static void draw_scroll(const pen *p) {
    frame_scroll_bar(p->f, p->box);
}

static void draw_other(const pen *p) {
    frame_fill(p->f, p->box, 6, p->c->swatch);
    p->c->draw(p->f, p->box, p->c->context);
}

void controls_draw(const frame *f, const control_list *l, const control_focus *focus) {
    static void (*const draw[])(const pen *) = {
        [CONTROL_SHADE] = draw_shade,     [CONTROL_PANEL] = draw_body,
        [CONTROL_HEADING] = draw_heading, [CONTROL_TEXT] = draw_row,
        [CONTROL_BUTTON] = draw_button,   [CONTROL_TOOL] = draw_tool,
        [CONTROL_BADGE] = draw_badge,     [CONTROL_GRIP] = draw_grip,
        [CONTROL_CHECK] = draw_check,     [CONTROL_CHOICE] = draw_choice,
        [CONTROL_SLIDER] = draw_slider,   [CONTROL_FIELD] = draw_field,
        [CONTROL_TILE] = draw_tile,       [CONTROL_SCROLL] = draw_scroll,
        [CONTROL_WORDS] = draw_words,     [CONTROL_STEP] = draw_step,
        [CONTROL_KEY] = draw_key_row,     [CONTROL_DRAWN] = draw_other,
    };
    const layout_box all = {0, 0, (float)f->canvas->width, (float)f->canvas->height};
    const control *hot = controls_at(l, focus->pointer);
    for (int i = 0; i < l->count; i++) {
        const control *c = &l->list[i];
        pen p = pen_for(f, c);
        bool asks = c->command != NULL;
        p.hot = c == hot;
        p.held = asks && c->command == focus->held && c->argument == focus->held_argument;
        p.focused = asks && c->command == focus->typed && c->argument == focus->typed_argument;
        if (p.focused && c->kind == CONTROL_FIELD && field_is_open(&focus->field))
            p.typed = &focus->field;
        clip_to(f, c->clip, all);
        draw[c->kind](&p);
    }
    canvas_unclip(f->canvas);
}

void controls_draw_tip(const frame *f, const control_list *l, const control_focus *focus) {
    const control *c = controls_at(l, focus->pointer);
    if (c == NULL || c->tip == NULL || focus->rest_seconds < tip_seconds)
        return;
    const char *shown_key = c->kind == CONTROL_TOOL || c->kind == CONTROL_BADGE ? c->key : NULL;
    float in = CONTROL_INSET_POINTS * f->scale, height = 24 * f->scale;
    float key = shown_key != NULL ? key_width(f, shown_key) + in : 0;
    float width = text_width(f->text, TEXT_SMALL, c->tip) + key + 2 * in;
    bool right_half = c->box.x > (float)f->canvas->width / 2;
    float x = right_half ? c->box.x - width - in : c->box.x + c->box.width + in;
    float y = c->box.y + (c->box.height - height) / 2;
    if (c->kind == CONTROL_BADGE) { /* below the row that it stands in */
        x = c->box.x + (c->box.width - width) / 2;
        y = c->box.y + c->box.height + in;
    }
    x = clamp(x, 0, fmaxf(0, (float)f->canvas->width - width));
    control tip = {.box = {x, y, width, height}, .key = shown_key, .label = c->tip};
    pen p = pen_for(f, &tip);
    draw_body(&p);
    put_label(&p, x + in, p.look->ink);
    draw_key(&p, p.right, p.middle);
}

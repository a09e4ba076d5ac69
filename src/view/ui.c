#include "ui.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/text.h"

static const float label_fraction = 0.36f; /* of a field's width, for its label */
static const float knob_points = 6.5f;     /* radius of a slider's knob */
static const float tip_seconds = 0.45f;    /* how long the pointer rests before the tip is shown */

/* ---- Commands ---------------------------------------------------------------------------- */

const char *const command_group_names[GROUP_COUNT] = {
    [GROUP_MOVE] = "Move", [GROUP_TIME] = "Time and method",
    [GROUP_VIEW] = "View", [GROUP_DRAW] = "Draw",
    [GROUP_EDIT] = "Edit", [GROUP_LEVEL] = "Level and window"};

bool command_is_in(const command_row *c, int dimensions) {
    return c->where == COMMAND_ANYWHERE || (int)c->where == dimensions;
}

const char *command_where_words(const command_row *c) {
    return c->where == COMMAND_IN_2D ? " (2D)" : c->where == COMMAND_IN_3D ? " (3D)" : "";
}

bool command_is(const command_row *c, const char *name) {
    return c != NULL && c->name != NULL && strcmp(c->name, name) == 0;
}

const command_row *command_find(const command_table *t, int dimensions, const char *name,
                                int argument) {
    const command_row *first = NULL;
    bool is_known = t == NULL || name == NULL;
    for (int i = 0; t != NULL && name != NULL && i < t->count; i++) {
        const command_row *c = &t->rows[i];
        if (!command_is(c, name))
            continue;
        is_known = true;
        if (!command_is_in(c, dimensions))
            continue;
        if (c->argument == argument)
            return c;
        first = first != NULL ? first : c;
    }
    assert(is_known); /* otherwise the name is misspelt */
    return first;
}

/* ---- Memory until the next layout -------------------------------------------------------- */

typedef struct ui_memory {
    struct ui_memory *next;
    max_align_t bytes[];
} ui_memory;

static void *take(ui *u, size_t size) {
    ui_memory *m = memory_alloc(sizeof *m + size);
    m->next = u->memory;
    u->memory = m;
    return m->bytes;
}

static void free_memory(ui *u) {
    while (u->memory != NULL) {
        ui_memory *next = u->memory->next;
        free(u->memory);
        u->memory = next;
    }
}

static void *copied(ui *u, const void *from, size_t size) {
    return memcpy(take(u, size), from, size);
}

const char *ui_print(ui *u, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    size_t size = (size_t)vsnprintf(NULL, 0, format, values) + 1;
    char *words = take(u, size);
    vsnprintf(words, size, format, again);
    va_end(values);
    va_end(again);
    return words;
}

const char *ui_print_number(ui *u, double x) {
    return ui_print(u, fabs(x) < 1000 ? "%.4f" : "%.6g", fabs(x) < 5e-5 ? 0 : x);
}

/* ---- The list ---------------------------------------------------------------------------- */

void ui_free(ui *u) {
    field_close(&u->focus.field);
    free_memory(u);
    free(u->list);
    *u = (ui){.commands = u->commands};
}

void ui_begin(ui *u, paint on, layout *boxes, int dimensions) {
    u->focus.is_on_control = ui_at(u, u->focus.pointer) != NULL;
    free_memory(u);
    u->count = 0;
    u->paint = on;
    u->layout = boxes;
    u->dimensions = dimensions;
    u->clip = (layout_box){0, 0, (float)on.canvas->width, (float)on.canvas->height};
}

control *ui_add(ui *u, control_kind kind, layout_box box, const char *label, const char *command,
                int argument) {
    memory_grow(&u->list, &u->capacity, u->count, sizeof *u->list);
    control *c = &u->list[u->count++];
    const command_row *row = command_find(u->commands, u->dimensions, command, argument);
    *c = (control){.kind = kind,
                   .box = box,
                   .clip = u->clip,
                   .label = label,
                   .value = "",
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

control *ui_add_tool(ui *u, layout_box box, icon drawn, const char *tip, const char *command,
                     int argument) {
    control *c = ui_add(u, CONTROL_TOOL, box, tip, command, argument);
    c->icon = drawn;
    return c;
}

control *ui_add_words(ui *u, sm_vec2 at, prose how, float pad, const char *words) {
    sm_vec2 size = prose_size(&u->paint, how, words);
    layout_box box = {at.x, at.y, size.x + 2 * pad, size.y};
    control *c = ui_add(u, CONTROL_WORDS, box, words, NULL, 0);
    c->words = how;
    c->marker = pad;
    c->ink = u->paint.theme->ink;
    return c;
}

void ui_add_text(ui *u, layout_box box, const char *label, const char *value) {
    ui_add(u, CONTROL_TEXT, box, label, NULL, 0)->value = value;
}

control *ui_add_drawn(ui *u, layout_box box,
                      void (*draw)(const ui *u, layout_box box, void *context), void *context) {
    control *c = ui_add(u, CONTROL_DRAWN, box, "", NULL, 0);
    c->draw = draw;
    c->context = context;
    return c;
}

int ui_begin_panel(ui *u) {
    ui_add(u, CONTROL_PANEL, (layout_box){0}, "", NULL, 0);
    return u->count - 1;
}

void ui_end_panel(ui *u, int panel, layout_box box) {
    u->list[panel].box = box;
}

void ui_move(ui *u, int first, float x, float y) {
    for (int i = first; i < u->count; i++) {
        u->list[i].box.x += x;
        u->list[i].box.y += y;
    }
}

void ui_scroll_column(ui *u, int first, layout_box room, layout_box track, float height,
                      ui_scroll *scroll) {
    scroll->max = fmaxf(0, height - room.height);
    scroll->from = clamp(scroll->from, 0, scroll->max);
    ui_move(u, first, 0, room.y - scroll->from);
    for (int i = first; i < u->count; i++)
        u->list[i].clip = room;
    if (scroll->max == 0)
        return;
    layout_box bar = {track.x, track.y + track.height * scroll->from / height, track.width,
                      track.height * room.height / height};
    control *c = ui_add(u, CONTROL_SCROLL, bar, "", NULL, 0);
    c->clip = room;
    c->scroll = scroll;
}

/* ---- Tables ------------------------------------------------------------------------------ */

static const float column_gap_points = 10, table_pad_points = 10, swatch_points = 4.5f;

float ui_row_height(const ui *u) {
    return text_line_height(u->paint.text, TEXT_SMALL) + 2 * u->paint.scale;
}

float ui_for_pointer(const ui *u, float points) {
    static const float finger_points = 44;
    return u->focus.by_finger ? fmaxf(points, finger_points) : points;
}

static float small_width(const ui *u, const char *words) {
    return words != NULL ? text_width(u->paint.text, TEXT_SMALL, words) : 0;
}

static float column_width(const ui *u, const ui_table *t, int column) {
    const ui_column *c = &t->columns[column];
    float width = fmaxf(small_width(u, c->widest), small_width(u, c->head));
    for (int r = 0; r < t->row_count && c->widest == NULL; r++) {
        if (!t->rows[r].spans)
            width = fmaxf(width, small_width(u, t->rows[r].cells[column]));
    }
    return width;
}

/* Places the columns of lowest rank for which there is room. Returns their width together. */
static float place_columns(const ui *u, ui_table *t, float room) {
    float gap = column_gap_points * u->paint.scale, x = 0;
    bool has_swatch = t->row_count > 0 && t->rows[0].swatch != 0;
    for (int rank = 0; rank < UI_COLUMNS; rank++) {
        for (int c = 0; c < t->column_count; c++) {
            if (t->columns[c].rank != rank)
                continue;
            float width = column_width(u, t, c);
            if (c == 0 && has_swatch)
                width += 2 * (swatch_points + 4) * u->paint.scale;
            if (width > room)
                continue;
            t->width[c] = width;
            room -= width + gap;
        }
    }
    for (int c = 0; c < t->column_count; c++) {
        if (t->columns[c].takes_rest && t->width[c] > 0)
            t->width[c] += fmaxf(0, room + gap);
        t->x[c] = x;
        x += t->width[c] > 0 ? t->width[c] + gap : 0;
    }
    return fmaxf(0, x - gap);
}

static float table_height(const ui *u, const ui_table *t) {
    return (float)(t->row_count + t->has_heads) * ui_row_height(u);
}

control *ui_add_table(ui *u, layout_box box, ui_table table) {
    size_t columns = (size_t)table.column_count, rows = (size_t)table.row_count;
    place_columns(u, &table, box.width);
    table.columns = copied(u, table.columns, columns * sizeof *table.columns);
    table.rows = copied(u, table.rows, rows * sizeof *table.rows);
    box.height = table_height(u, &table);
    control *c = ui_add(u, CONTROL_TABLE, box, "", NULL, 0);
    c->table = copied(u, &table, sizeof table);
    return c;
}

void ui_add_table_box(ui *u, layout_corner corner, float width, ui_table table) {
    float pad = table_pad_points * u->paint.scale, height = table_height(u, &table);
    ui_table measured = table;
    float inner = width > 0 ? width * u->paint.scale - 2 * pad
                            : place_columns(u, &measured, u->layout->room.width - 2 * pad);
    layout_box box;
    if (!layout_place(u->layout, corner, ceilf(inner + 2 * pad), ceilf(height + 2 * pad), &box))
        return;
    control *c = ui_add_table(u, layout_inset(box, pad), table);
    c->box = box;
    c->marker = pad;
    c->swatch = u->paint.theme->panel;
}

/* ---- What is hit ------------------------------------------------------------------------- */

const control *ui_at(const ui *u, sm_vec2 point) {
    for (int i = u->count - 1; i >= 0; i--) {
        const control *c = &u->list[i];
        if (c->kind != CONTROL_WORDS && layout_has(c->box, point.x, point.y) &&
            layout_has(c->clip, point.x, point.y))
            return c;
    }
    return NULL;
}

ui_scroll *ui_scroll_at(const ui *u, sm_vec2 point) {
    for (int i = u->count - 1; i >= 0 && u->list[i].kind != CONTROL_SHADE; i--) {
        if (u->list[i].kind == CONTROL_SCROLL && layout_has(u->list[i].clip, point.x, point.y))
            return u->list[i].scroll;
    }
    return NULL;
}

/* ---- A finger on a column ----------------------------------------------------------------- */

static const float drag_slop_points = 8; /* a shorter drag is a press */
static const float glide_rate = 4;       /* a second: how fast the speed of a column falls */
static const float speed_rate = 15;      /* a second: how fast the speed follows the finger */

bool ui_drag_begin(ui *u) {
    ui_focus *f = &u->focus;
    f->dragged = ui_scroll_at(u, f->pointer);
    f->gliding = NULL;
    f->is_drag = false;
    f->drag_from = f->pointer.y;
    f->speed = f->unspent = 0;
    return f->dragged != NULL;
}

bool ui_drag_move(ui *u, sm_vec2 by) {
    ui_focus *f = &u->focus;
    if (f->dragged == NULL)
        return false;
    f->is_drag |= fabsf(f->pointer.y - f->drag_from) > drag_slop_points * u->paint.scale;
    if (f->is_drag) {
        f->dragged->from -= by.y;
        f->unspent -= by.y;
    }
    return f->is_drag;
}

bool ui_drag_end(ui *u) {
    ui_focus *f = &u->focus;
    bool was_drag = f->dragged != NULL && f->is_drag;
    f->gliding = was_drag ? f->dragged : NULL;
    f->dragged = NULL;
    return was_drag;
}

void ui_glide(ui *u, float seconds) {
    ui_focus *f = &u->focus;
    if (seconds <= 0)
        return;
    if (f->dragged != NULL) {
        f->speed += (f->unspent / seconds - f->speed) * (1 - expf(-speed_rate * seconds));
        f->unspent = 0;
    } else if (f->gliding != NULL) {
        f->gliding->from += f->speed * seconds;
        f->speed *= expf(-glide_rate * seconds);
        if (fabsf(f->speed) < u->paint.scale)
            f->gliding = NULL;
    }
}

bool control_asks(const control *c, const char *command) {
    return command_is(c->command, command);
}

const control *ui_find(const ui *u, const command_row *command, int argument) {
    for (int i = 0; i < u->count; i++) {
        if (u->list[i].command == command && u->list[i].argument == argument)
            return &u->list[i];
    }
    return NULL;
}

bool control_is_pressable(const control *c) {
    return c->kind >= CONTROL_BUTTON && c->kind <= CONTROL_STEP && c->kind != CONTROL_FIELD &&
           !c->disabled;
}

/* ---- Icons ------------------------------------------------------------------------------- */

/* An icon is a few strokes in a square from (-100, -100) to (100, 100), y down. */
typedef struct stroke {
    signed char x1, y1, x2, y2;
    signed char radius; /* the outline at this distance around the line; 0: the line itself */
} stroke;

enum { STROKES_MAX = 8 };

/* Unused strokes are 0. */
static const stroke drawings[][STROKES_MAX] = {
#define ICON(name, ...) {__VA_ARGS__},
#include "icons.inc"
#undef ICON
};

static const float line_fraction = 0.085f; /* a line's width as a fraction of the square's */

/* Draws an icon in a square around (x, y), `size` pixels wide. */
static void icon_draw(canvas *c, icon which, float x, float y, float size, color ink) {
    float unit = 100, half = size / 2, line = size * line_fraction;
    for (int i = 0; i < STROKES_MAX; i++) {
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

/* Returns the track of a slider: the range of its knob's middle. */
static layout_box track(layout_box box, float scale) {
    float in = (CONTROL_INSET_POINTS + knob_points) * scale;
    return (layout_box){box.x + in, box.y + box.height - 10 * scale, box.width - 2 * in, 0};
}

float slider_fraction_at(layout_box box, float x, float scale) {
    layout_box t = track(box, scale);
    return clamp((x - t.x) / t.width, 0, 1);
}

static layout_box field_body(const control *c) {
    float label = c->label[0] != '\0' ? c->box.width * label_fraction : 0;
    return (layout_box){c->box.x + label, c->box.y, c->box.width - label, c->box.height};
}

/* Returns how far the typed text is moved to the left so that its caret is visible. */
static float typed_shift(const ui *u, layout_box body) {
    const text_field *typed = &u->focus.field;
    float room = body.width - 2 * CONTROL_INSET_POINTS * u->paint.scale;
    return fmaxf(0, text_width_of(u->paint.text, TEXT_SMALL, typed->text, typed->caret) - room);
}

int ui_caret_at(const ui *u, const control *field, float x) {
    const text_field *typed = &u->focus.field;
    layout_box body = field_body(field);
    float from = body.x + CONTROL_INSET_POINTS * u->paint.scale - typed_shift(u, body);
    int best = 0;
    float nearest = INFINITY;
    for (int i = 0; i <= typed->length && nearest > 0; i++) {
        if (text_is_inside_character(typed->text[i]))
            continue;
        float distance = fabsf(from + text_width_of(u->paint.text, TEXT_SMALL, typed->text, i) - x);
        if (distance > nearest)
            break;
        nearest = distance;
        best = i;
    }
    return best;
}

/* ---- Drawing ----------------------------------------------------------------------------- */

/* The control that is drawn, and its geometry and state. */
typedef struct brush {
    const ui *u;
    const paint *paint;
    const control *c;
    const theme *look;
    layout_box box;                    /* the control's */
    float scale, inset, right, middle; /* pixels. inset: see CONTROL_INSET_POINTS; right: the end of
                                          words; middle: of the height */
    bool hot, held, focused;
} brush;

static brush brush_for(const ui *u, const control *c) {
    float in = CONTROL_INSET_POINTS * u->paint.scale;
    return (brush){.u = u,
                   .paint = &u->paint,
                   .c = c,
                   .look = u->paint.theme,
                   .box = c->box,
                   .scale = u->paint.scale,
                   .inset = in,
                   .right = c->box.x + c->box.width - in,
                   .middle = c->box.y + c->box.height / 2};
}

static void put_text(const brush *b, text_style style, float x, float middle, color ink,
                     const char *string) {
    paint_text(b->paint, style, x, middle - text_line_height(b->paint->text, style) / 2, ink,
               string);
}

static float put_text_right(const brush *b, float right, float middle, color ink,
                            const char *string) {
    right -= text_width(b->paint->text, TEXT_SMALL, string);
    put_text(b, TEXT_SMALL, right, middle, ink, string);
    return right;
}

static void put_label(const brush *b, float x, color ink) {
    put_text(b, TEXT_SMALL, x, b->middle, ink, b->c->label);
}

/* Draws a string in the middle of the control. */
static void put_centred(const brush *b, text_style style, color ink, const char *string) {
    float slack = b->box.width - text_width(b->paint->text, style, string);
    put_text(b, style, b->box.x + slack / 2, b->middle, ink, string);
}

static color ink_of(const brush *b) {
    if (b->c->disabled)
        return color_fade(b->look->ink_dim, 0.5f);
    return b->hot || b->c->on ? b->look->ink : b->look->ink_dim;
}

static color body_of(const brush *b) {
    return b->look->panel | PIXELS_OPAQUE;
}

/* Returns the colour of a control's body, highlighted under the pointer or while it is held. */
static color highlighted(const brush *b, color body) {
    return b->hot ? color_mix(body, b->look->ink, b->held ? 0.3f : 0.15f) : body;
}

static const float key_pad_points = 4;

static float key_width(const paint *p, const char *key) {
    return text_width(p->text, TEXT_SMALL, key) + 2 * key_pad_points * p->scale;
}

/* Where the pointer is a finger there may be no keyboard, so only the list of keys names them. */
static void draw_key(const brush *b, float right, float middle) {
    if (b->c->key == NULL || (b->u->focus.by_finger && b->c->kind != CONTROL_KEY))
        return;
    float width = key_width(b->paint, b->c->key),
          height = text_line_height(b->paint->text, TEXT_SMALL);
    paint_fill(b->paint, (layout_box){right - width, middle - height / 2, width, height}, 4,
               b->look->key);
    put_text(b, TEXT_SMALL, right - width + key_pad_points * b->scale, middle, b->look->ink_dim,
             b->c->key);
}

static void draw_shade(const brush *b) {
    paint_fill(b->paint, b->box, 0, 0x90000000u);
}

static void draw_body(const brush *b) {
    bool alarm = b->c->tone == TONE_ALARM;
    paint_panel(b->paint, b->box, alarm ? b->look->error_panel : b->look->panel,
                alarm ? b->look->error : b->look->panel_edge);
}

static void draw_words(const brush *b) {
    paint_fill(b->paint, b->box, 8, b->c->swatch);
    prose_draw(b->paint, b->c->words, b->c->label, b->box.x + b->c->marker, b->box.y, b->c->ink);
}

static void draw_heading(const brush *b) {
    float middle = b->middle + 2 * b->scale;
    put_text(b, TEXT_BOLD, b->box.x + b->inset, middle, b->look->badge, b->c->label);
    draw_key(b, b->right, middle);
}

static void draw_row(const brush *b) {
    put_label(b, b->box.x + b->inset, b->look->ink_dim);
    put_text_right(b, b->right, b->middle, b->look->ink, b->c->value);
}

static void draw_key_row(const brush *b) {
    float x = b->box.x, radius = 4 * b->scale;
    sm_vec2 dot = {x - 9 * b->scale, b->middle};
    if (b->c->swatch != 0)
        canvas_capsule_outline(b->paint->canvas, dot, dot, b->c->on ? radius / 2 : radius,
                               b->c->on ? radius : 1.5f * b->scale, b->c->swatch);
    draw_key(b, x + key_width(b->paint, b->c->key), b->middle);
    put_text(b, TEXT_SMALL, x + b->c->marker, b->middle, ink_of(b),
             text_shortened(b->paint->text, TEXT_SMALL, b->c->label, b->box.width - b->c->marker));
}

static void draw_grip(const brush *b) {
    color body = color_mix(b->look->panel, b->look->panel_edge, b->hot || b->held ? 1 : 0.6f);
    paint_fill(b->paint, b->box, 0, body | PIXELS_OPAQUE);
    put_label(b, b->box.x + b->inset, b->look->ink);
    put_text_right(b, b->right - b->box.height, b->middle, b->look->ink_dim, b->c->value);
}

static void draw_button(const brush *b) {
    const control *c = b->c;
    color ink = c->on ? b->look->badge_ink : b->look->ink;
    color body = c->on ? b->look->badge : color_mix(b->look->key, b->look->ink, 0.08f);
    float line = 2 * b->scale; /* a gap to the button, which may have the same colour */
    if (b->focused) {
        paint_fill(b->paint, layout_inset(b->box, -2 * line), 10, b->look->badge);
        paint_fill(b->paint, layout_inset(b->box, -line), 8, body_of(b));
    }
    paint_fill(b->paint, b->box, 6, highlighted(b, body) | PIXELS_OPAQUE);
    put_centred(b, TEXT_NORMAL, c->disabled ? color_fade(ink, 0.4f) : ink, c->label);
    draw_key(b, b->right, b->middle);
    sm_vec2 dot = {b->box.x + 8 * b->scale, b->middle};
    if (c->swatch != 0)
        canvas_capsule(b->paint->canvas, dot, dot, 3.5f * b->scale, c->swatch);
}

static void draw_tool(const brush *b) {
    color ink = b->c->on ? b->look->badge_ink : ink_of(b);
    if (b->c->on)
        paint_fill(b->paint, b->box, 6, b->look->badge);
    else if (b->hot && !b->c->disabled)
        paint_fill(b->paint, b->box, 6,
                   color_mix(b->look->key, b->look->ink, b->held ? 0.25f : 0.1f));
    icon_draw(b->paint->canvas, b->c->icon, b->box.x + b->box.width / 2, b->middle,
              b->box.height * 0.62f, ink);
}

static void draw_badge(const brush *b) {
    const theme *t = b->look;
    const color bodies[] = {t->key, t->badge, t->error},
                inks[] = {t->ink, t->badge_ink, t->badge_ink};
    color body = bodies[b->c->tone];
    paint_fill(b->paint, b->box, b->box.height / 2 / b->scale,
               (b->c->command != NULL ? highlighted(b, body) : body) | PIXELS_OPAQUE);
    put_centred(b, TEXT_BOLD, inks[b->c->tone], b->c->value);
}

static void draw_hot_row(const brush *b) {
    if (b->hot && !b->c->disabled)
        paint_fill(b->paint, b->box, 5, color_fade(b->look->key, 0.8f));
}

static void draw_tick(const brush *b, layout_box in, color ink) {
    sm_vec2 corner = {in.x + in.width * 0.42f, in.y + in.height * 0.72f};
    sm_vec2 left = {in.x + in.width * 0.22f, in.y + in.height * 0.52f};
    sm_vec2 right = {in.x + in.width * 0.8f, in.y + in.height * 0.28f};
    canvas_line(b->paint->canvas, left, corner, 1.8f * b->scale, ink);
    canvas_line(b->paint->canvas, corner, right, 1.8f * b->scale, ink);
}

static void draw_check(const brush *b) {
    float side = 13 * b->scale;
    layout_box square = {b->box.x + b->inset, b->middle - side / 2, side, side};
    bool has_swatch = b->c->swatch != 0;
    color body = has_swatch ? b->c->swatch : b->look->badge;
    color mark = has_swatch ? b->look->floor : b->look->badge_ink;
    draw_hot_row(b);
    paint_fill(b->paint, square, 3, b->c->on || has_swatch ? body : b->look->panel_edge);
    if (b->c->on)
        draw_tick(b, square, mark);
    else
        paint_fill(b->paint, layout_inset(square, 1.5f * b->scale), 2, body_of(b));
    put_label(b, square.x + side + b->inset, ink_of(b));
    draw_key(b, b->right, b->middle);
}

static void draw_choice(const brush *b) {
    canvas *on = b->paint->canvas;
    float radius = 5.5f * b->scale;
    sm_vec2 centre = {b->box.x + b->inset + radius + b->scale, b->middle};
    draw_hot_row(b);
    canvas_capsule_outline(on, centre, centre, radius, 1.5f * b->scale,
                           b->c->on ? b->look->badge : b->look->panel_edge);
    if (b->c->on)
        canvas_capsule(on, centre, centre, radius * 0.5f, b->look->badge);
    put_label(b, centre.x + radius + b->inset, ink_of(b));
    put_text_right(b, b->right, b->middle, b->look->ink_dim, b->c->value);
    draw_key(b, b->right, b->middle);
}

static void draw_slider(const brush *b) {
    canvas *on = b->paint->canvas;
    layout_box t = track(b->box, b->scale);
    float middle = b->box.y + 10 * b->scale, zoom = b->hot || b->held ? 1.15f : 1;
    sm_vec2 left = {t.x, t.y}, right = {t.x + t.width, t.y};
    sm_vec2 knob = {t.x + t.width * b->c->fraction, t.y};
    put_text(b, TEXT_SMALL, b->box.x + b->inset, middle,
             b->c->on ? b->look->badge : b->look->ink_dim, b->c->label);
    float figure = put_text_right(b, b->right, middle, b->look->ink, b->c->value);
    draw_key(b, figure - b->inset, middle);
    canvas_line(on, left, right, 3 * b->scale, b->look->panel_edge);
    canvas_line(on, left, knob, 3 * b->scale, b->look->badge);
    canvas_capsule(on, knob, knob, knob_points * zoom * b->scale, b->look->badge);
    canvas_capsule(on, knob, knob, (knob_points - 2.5f) * b->scale, b->look->panel);
}

/* Clips the drawing to the intersection of both boxes. */
static void clip_to(const ui *u, layout_box a, layout_box b) {
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);
    float right = fminf(a.x + a.width, b.x + b.width);
    float bottom = fminf(a.y + a.height, b.y + b.height);
    canvas_clip(u->paint.canvas,
                (canvas_rect){(int)floorf(x), (int)floorf(y), (int)fmaxf(0, ceilf(right - x)),
                              (int)fmaxf(0, ceilf(bottom - y))});
}

static void draw_typed(const brush *b, layout_box body) {
    text *t = b->paint->text;
    const text_field *typed = &b->u->focus.field;
    float left = body.x + b->inset - typed_shift(b->u, body);
    float caret = left + text_width_of(t, TEXT_SMALL, typed->text, typed->caret);
    float mark = left + text_width_of(t, TEXT_SMALL, typed->text, typed->mark);
    layout_box selected = {fminf(caret, mark), body.y + 3 * b->scale, fabsf(mark - caret),
                           body.height - 6 * b->scale};
    layout_box line = {floorf(caret), selected.y, fmaxf(1, floorf(1.5f * b->scale)),
                       selected.height};
    paint_fill(b->paint, selected, 2, color_fade(b->look->badge, 0.4f));
    put_text(b, TEXT_SMALL, left, b->middle, b->look->ink, typed->text);
    paint_fill(b->paint, line, 0, b->look->badge);
}

static void draw_field(const brush *b) {
    const theme *look = b->look;
    const char *words = b->c->text;
    layout_box body = field_body(b->c);
    float line = paint_hairline(b->paint);
    bool has_text = words != NULL && words[0] != '\0';
    bool is_typed = b->focused && field_is_open(&b->u->focus.field);
    put_label(b, b->box.x + b->inset, look->ink_dim);
    paint_fill(b->paint, body, 5,
               is_typed && b->u->focus.field.wrong[0] != '\0' ? look->error
               : is_typed                                     ? look->badge
               : b->hot                                       ? look->ink_dim
                                                              : look->panel_edge);
    paint_fill(b->paint, layout_inset(body, line), 4, look->floor);
    clip_to(b->u, layout_inset(body, 2 * line), b->c->clip);
    if (is_typed)
        draw_typed(b, body);
    else if (has_text || b->c->hint != NULL)
        put_text(b, TEXT_SMALL, body.x + b->inset, b->middle,
                 has_text ? look->ink : color_fade(look->ink_dim, 0.55f),
                 has_text ? words : b->c->hint);
}

/* Draws a step of a lesson. The present one is highlighted. */
static void draw_step(const brush *b) {
    const theme *look = b->look;
    float marker = b->c->marker, line = text_line_height(b->paint->text, TEXT_SMALL);
    sm_vec2 middle = {b->box.x + line * 0.6f, b->box.y + line / 2};
    float width = text_width(b->paint->text, TEXT_SMALL, b->c->value);
    color ink = ink_of(b);
    canvas_capsule(b->paint->canvas, middle, middle, line * 0.58f,
                   b->c->on ? look->badge : look->key);
    put_text(b, TEXT_SMALL, middle.x - width / 2, middle.y, b->c->on ? look->badge_ink : ink,
             b->c->value);
    if (b->c->value[0] == '\0')
        draw_tick(b, (layout_box){middle.x - line / 2, middle.y - line / 2, line, line},
                  b->c->on ? look->badge_ink : ink);
    prose_draw(b->paint, b->c->words, b->c->label, b->box.x + marker, b->box.y, ink);
}

static void draw_scroll(const brush *b) {
    paint_fill(b->paint, b->box, 2, color_mix(b->look->panel_edge, b->look->ink, 0.25f));
}

static void draw_other(const brush *b) {
    b->c->draw(b->u, b->box, b->c->context);
}

static void draw_cell(const brush *b, const char *words, layout_box box, bool to_left, color ink) {
    text *t = b->paint->text;
    const char *shown = text_shortened(t, TEXT_SMALL, words, box.width);
    float slack = to_left ? 0 : box.width - text_width(t, TEXT_SMALL, shown);
    paint_text(b->paint, TEXT_SMALL, box.x + slack, box.y + b->scale, ink, shown);
}

static void draw_table_row(const brush *b, const ui_table *t, const ui_row *row, layout_box box) {
    float side = 2 * (swatch_points + 4) * b->scale, radius = swatch_points * b->scale;
    for (int i = 0; i < t->column_count; i++) {
        const ui_column *c = &t->columns[i];
        layout_box cell = {box.x + t->x[i], box.y, t->width[i], box.height};
        color ink = row->is_dim || c->is_dim ? b->look->ink_dim : b->look->ink;
        if (row->spans)
            cell.width = box.width;
        if (i == 0 && row->swatch != 0) {
            sm_vec2 middle = {box.x + radius, box.y + box.height / 2};
            canvas_capsule_outline(b->paint->canvas, middle, middle, radius, 2 * b->scale,
                                   row->swatch);
            layout_cut_left(&cell, side);
        }
        if (row->cells[i] != NULL && cell.width > 0)
            draw_cell(b, row->cells[i], cell, c->to_left || row->spans,
                      row->ink != 0 ? row->ink : ink);
    }
}

static void draw_table(const brush *b) {
    const ui_table *t = b->c->table;
    layout_box box = layout_inset(b->box, b->c->marker);
    float line = ui_row_height(b->u), out = 4 * b->scale;
    ui_row heads = {.is_dim = true};
    for (int i = 0; i < t->column_count; i++)
        heads.cells[i] = t->columns[i].head;
    paint_fill(b->paint, b->box, 6, b->c->swatch);
    if (t->has_heads)
        draw_table_row(b, t, &heads, layout_cut_top(&box, line));
    for (int r = 0; r < t->row_count; r++) {
        layout_box row = layout_cut_top(&box, line);
        if (t->rows[r].is_marked)
            paint_fill(b->paint, (layout_box){row.x - out, row.y, row.width + 2 * out, line}, 3,
                       b->look->key);
        draw_table_row(b, t, &t->rows[r], row);
    }
}

void ui_draw(const ui *u) {
    static void (*const draw[])(const brush *) = {
        [CONTROL_SHADE] = draw_shade,     [CONTROL_PANEL] = draw_body,
        [CONTROL_HEADING] = draw_heading, [CONTROL_TEXT] = draw_row,
        [CONTROL_BUTTON] = draw_button,   [CONTROL_TOOL] = draw_tool,
        [CONTROL_BADGE] = draw_badge,     [CONTROL_GRIP] = draw_grip,
        [CONTROL_CHECK] = draw_check,     [CONTROL_CHOICE] = draw_choice,
        [CONTROL_SLIDER] = draw_slider,   [CONTROL_FIELD] = draw_field,
        [CONTROL_SCROLL] = draw_scroll,   [CONTROL_WORDS] = draw_words,
        [CONTROL_STEP] = draw_step,       [CONTROL_KEY] = draw_key_row,
        [CONTROL_DRAWN] = draw_other,     [CONTROL_TABLE] = draw_table,
    };
    const ui_focus *focus = &u->focus;
    const layout_box all = {0, 0, (float)u->paint.canvas->width, (float)u->paint.canvas->height};
    const control *hot = ui_at(u, focus->pointer);
    for (int i = 0; i < u->count; i++) {
        const control *c = &u->list[i];
        brush b = brush_for(u, c);
        bool asks = c->command != NULL;
        b.hot = c == hot;
        b.held = asks && c->command == focus->held && c->argument == focus->held_argument;
        b.focused = asks && c->command == focus->typed && c->argument == focus->typed_argument;
        clip_to(u, c->clip, all);
        draw[c->kind](&b);
    }
    canvas_unclip(u->paint.canvas);
}

/* Returns the panel that the control stands in, the control's own box where it stands in none. */
static layout_box panel_around(const ui *u, const control *c) {
    sm_vec2 middle = {c->box.x + c->box.width / 2, c->box.y + c->box.height / 2};
    for (const control *at = c; at >= u->list; at--) {
        if (at->kind == CONTROL_PANEL && layout_has(at->box, middle.x, middle.y))
            return at->box;
    }
    return c->box;
}

/* Draws words beside a control. Beside a high panel, and above a wide one or below the badges, they
 * cover no neighbour of the control. */
static void draw_beside(const ui *u, const control *c, const char *words, color ink) {
    const paint *p = &u->paint;
    const char *shown_key = c->kind == CONTROL_TOOL || c->kind == CONTROL_BADGE ? c->key : NULL;
    float in = CONTROL_INSET_POINTS * p->scale, height = 24 * p->scale;
    float key = shown_key != NULL ? key_width(p, shown_key) + in : 0;
    words = text_shortened(p->text, TEXT_SMALL, words, (float)p->canvas->width - key - 2 * in);
    float width = text_width(p->text, TEXT_SMALL, words) + key + 2 * in;
    layout_box around = panel_around(u, c);
    bool right_half = c->box.x > (float)p->canvas->width / 2;
    float x = right_half ? around.x - width - in : around.x + around.width + in;
    float y = c->box.y + (c->box.height - height) / 2;
    if (around.width > around.height) {
        float above = around.y - height - in;
        x = c->box.x + (c->box.width - width) / 2;
        y = above >= 0 ? above : around.y + around.height + in;
    }
    x = clamp(x, 0, fmaxf(0, (float)p->canvas->width - width));
    control tip = {.box = {x, y, width, height}, .key = shown_key, .label = words};
    brush b = brush_for(u, &tip);
    draw_body(&b);
    put_label(&b, x + in, ink);
    draw_key(&b, b.right, b.middle);
}

void ui_draw_tip(const ui *u) {
    const theme *look = u->paint.theme;
    const char *wrong = u->focus.field.wrong;
    const control *hot = ui_at(u, u->focus.pointer),
                  *typed = ui_find(u, u->focus.typed, u->focus.typed_argument);
    if (typed != NULL && wrong[0] != '\0')
        draw_beside(u, typed, wrong, look->error);
    else if (hot != NULL && hot->tip != NULL && u->focus.rest_seconds >= tip_seconds)
        draw_beside(u, hot, hot->tip, look->ink);
}

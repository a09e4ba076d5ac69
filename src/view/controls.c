#include "controls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/text.h"

static const float field_share = 0.36f; /* of a field's width is its label's */
static const float knob_points = 6.5f;  /* radius of a slider's knob */
static const float tip_seconds = 0.45f; /* that the pointer rests before a tool tells its name */

/* ---- Commands ---------------------------------------------------------------------------- */

const char *const command_group_names[GROUP_COUNT] = {
    [GROUP_MOVE] = "Move", [GROUP_TIME] = "Time and method",
    [GROUP_VIEW] = "View", [GROUP_DRAW] = "Draw",
    [GROUP_EDIT] = "Edit", [GROUP_LEVEL] = "Level and window"};

bool command_counts(const command_row *c, int dimensions) {
    return c->where == COMMAND_ANYWHERE || (int)c->where == dimensions;
}

const char *command_where_words(const command_row *c) {
    return c->where == COMMAND_IN_2D ? " (2D)" : c->where == COMMAND_IN_3D ? " (3D)" : "";
}

const command_row *command_find(const command_table *t, command_role role, int argument) {
    const command_row *first = NULL;
    for (int i = 0; t != NULL && role != ROLE_NONE && i < t->count; i++) {
        const command_row *c = &t->rows[i];
        if (c->role != role)
            continue;
        if (c->argument == argument)
            return c;
        first = first != NULL ? first : c;
    }
    return first;
}

/* ---- The list ---------------------------------------------------------------------------- */

void controls_free(control_list *l) {
    free(l->list);
    *l = (control_list){.commands = l->commands};
}

void controls_clear(control_list *l, float width, float height) {
    l->count = 0;
    l->ran_out = false;
    l->clip = (control_box){0, 0, width, height};
}

static bool make_room(control_list *l) {
    void *list = l->list;
    bool good = level_grow(&list, &l->room, l->count, sizeof *l->list);
    l->list = list;
    l->ran_out |= !good;
    return good;
}

control *controls_add(control_list *l, control_kind kind, control_box box, const char *label,
                      command_role role, int argument) {
    control *c = make_room(l) ? &l->list[l->count++] : &l->spare;
    const command_row *command = command_find(l->commands, role, argument);
    *c = (control){.kind = kind,
                   .box = box,
                   .clip = l->clip,
                   .label = label,
                   .command = command,
                   .argument = argument};
    if (command != NULL) {
        c->key = command->label;
        c->tip = command->help;
    }
    if (kind == CONTROL_TOOL)
        c->tip = label;
    return c;
}

void controls_add_scroll(control_list *l, control_box track, float height, float seen, float from) {
    control_box bar = {track.x, track.y + track.height * from / height, track.width,
                       track.height * seen / height};
    if (seen < height)
        controls_add(l, CONTROL_SCROLL, bar, "", ROLE_NONE, 0);
}

bool control_has(control_box box, sm_vec2 point) {
    return point.x >= box.x && point.x < box.x + box.width && point.y >= box.y &&
           point.y < box.y + box.height;
}

const control *controls_at(const control_list *l, sm_vec2 point) {
    for (int i = l->count - 1; i >= 0; i--) {
        if (control_has(l->list[i].box, point) && control_has(l->list[i].clip, point))
            return &l->list[i];
    }
    return NULL;
}

bool control_asks(const control *c, command_role role) {
    return c->command != NULL && c->command->role == role;
}

const control *controls_find(const control_list *l, const command_row *command, int argument) {
    for (int i = 0; i < l->count; i++) {
        if (l->list[i].command == command && l->list[i].argument == argument)
            return &l->list[i];
    }
    return NULL;
}

bool control_takes_text(const control *c) {
    return c->kind == CONTROL_FIELD;
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
#include "icons.inc"
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
static control_box track(const control *c, float scale) {
    float in = (CONTROL_INSET_POINTS + knob_points) * scale;
    float y = c->box.y + c->box.height - 10 * scale;
    return (control_box){c->box.x + in, y, c->box.width - 2 * in, 0};
}

float control_share_at(const control *c, float x, float scale) {
    control_box t = track(c, scale);
    return clamp((x - t.x) / t.width, 0, 1);
}

static control_box field_body(const control *c) {
    float label = c->label[0] != '\0' ? c->box.width * field_share : 0;
    return (control_box){c->box.x + label, c->box.y, c->box.width - label, c->box.height};
}

/* Width of the first `length` bytes. */
static float part_width(const frame *f, const char *string, int length) {
    char part[512];
    float width = 0;
    for (int at = 0; at < length;) {
        int count = length - at < (int)sizeof part ? length - at : (int)sizeof part - 1;
        memcpy(part, string + at, (size_t)count);
        part[count] = '\0';
        width += text_width(f->text, TEXT_SMALL, part);
        at += count;
    }
    return width;
}

/* How far the typed text is moved to the left so that its caret can be seen. */
static float typed_shift(const frame *f, control_box body, const text_field *typed) {
    float room = body.width - 2 * CONTROL_INSET_POINTS * f->scale;
    return fmaxf(0, part_width(f, typed->text, typed->caret) - room);
}

int control_caret_at(const frame *f, const control *c, const text_field *typed, float x) {
    control_box body = field_body(c);
    float from = body.x + CONTROL_INSET_POINTS * f->scale - typed_shift(f, body, typed);
    int best = 0;
    float nearest = INFINITY;
    for (int i = 0; i <= typed->length && nearest > 0; i++) {
        float distance = fabsf(from + part_width(f, typed->text, i) - x);
        if (distance > nearest)
            break;
        nearest = distance;
        best = i;
    }
    return best;
}

/* ---- Drawing ----------------------------------------------------------------------------- */

typedef struct pen {
    const frame *f;
    const control *c;
    bool hot, held, focused;
    const text_field *typed; /* NULL: not typed into */
} pen;

static void fill(const frame *f, control_box b, float corner_points, color ink) {
    canvas_rounded_rect(f->canvas, b.x, b.y, b.width, b.height, corner_points * f->scale, ink);
}

static control_box inset(control_box b, float by) {
    return (control_box){b.x + by, b.y + by, b.width - 2 * by, b.height - 2 * by};
}

static float put_text(const frame *f, text_style style, float x, float middle, color ink,
                      const char *string) {
    float top = middle - text_line_height(f->text, style) / 2;
    return text_draw(f->text, f->canvas, style, x, top, ink, string);
}

static float put_text_right(const frame *f, text_style style, float right, float middle, color ink,
                            const char *string) {
    float width = text_width(f->text, style, string);
    put_text(f, style, right - width, middle, ink, string);
    return right - width;
}

static float middle_of(control_box b) {
    return b.y + b.height / 2;
}

static color ink_of(const pen *p) {
    const theme *t = p->f->theme;
    if (p->c->disabled)
        return color_fade(t->ink_dim, 0.5f);
    return p->hot || p->c->on ? t->ink : t->ink_dim;
}

static void draw_key(const pen *p, float right, float middle) {
    if (p->c->key == NULL)
        return;
    const frame *f = p->f;
    float pad = 4 * f->scale, height = text_line_height(f->text, TEXT_SMALL);
    float width = text_width(f->text, TEXT_SMALL, p->c->key) + 2 * pad;
    fill(f, (control_box){right - width, middle - height / 2, width, height}, 4, f->theme->key);
    put_text(f, TEXT_SMALL, right - width + pad, middle, f->theme->ink_dim, p->c->key);
}

static void draw_shade(const pen *p) {
    fill(p->f, p->c->box, 0, 0x90000000u);
}

static void draw_body(const pen *p) {
    const frame *f = p->f;
    float line = fmaxf(1, floorf(f->scale));
    fill(f, inset(p->c->box, -line), 8, f->theme->panel_edge);
    fill(f, p->c->box, 8, f->theme->panel | 0xff000000u);
}

static void draw_heading(const pen *p) {
    control_box b = p->c->box;
    float in = CONTROL_INSET_POINTS * p->f->scale, middle = middle_of(b) + 2 * p->f->scale;
    put_text(p->f, TEXT_BOLD, b.x + in, middle, p->f->theme->badge, p->c->label);
    draw_key(p, b.x + b.width - in, middle);
}

static void draw_words(const pen *p) {
    control_box b = p->c->box;
    float in = CONTROL_INSET_POINTS * p->f->scale;
    put_text(p->f, TEXT_SMALL, b.x + in, middle_of(b), p->f->theme->ink_dim, p->c->label);
    put_text_right(p->f, TEXT_SMALL, b.x + b.width - in, middle_of(b), p->f->theme->ink,
                   p->c->value);
}

/* A frame around what is there already, and the bar on top of it. */
static void draw_hole(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box;
    float line = fmaxf(1, floorf(f->scale));
    const control_box sides[] = {{b.x, b.y, b.width, line},
                                 {b.x, b.y, line, b.height},
                                 {b.x + b.width - line, b.y, line, b.height},
                                 {b.x, b.y + b.height - line, b.width, line}};
    for (int i = 0; i < 4; i++)
        fill(f, sides[i], 0, f->theme->panel_edge);
}

static void draw_grip(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box;
    float in = CONTROL_INSET_POINTS * f->scale;
    color body = color_mix(f->theme->panel, f->theme->panel_edge, p->hot || p->held ? 1 : 0.6f);
    fill(f, b, 0, body | 0xff000000u);
    put_text(f, TEXT_SMALL, b.x + in, middle_of(b), f->theme->ink, p->c->label);
    put_text_right(f, TEXT_SMALL, b.x + b.width - b.height - in, middle_of(b), f->theme->ink_dim,
                   p->c->value);
}

static void draw_focus_ring(const pen *p) {
    if (!p->focused)
        return;
    float line = 2 * p->f->scale; /* apart from the button, which may have the same colour */
    fill(p->f, inset(p->c->box, -2 * line), 10, p->f->theme->badge);
    fill(p->f, inset(p->c->box, -line), 8, p->f->theme->panel | 0xff000000u);
}

static void draw_button(const pen *p) {
    const frame *f = p->f;
    const control *c = p->c;
    color body = c->on ? f->theme->badge : color_mix(f->theme->key, f->theme->ink, 0.08f);
    if (p->hot)
        body = color_mix(body, f->theme->ink, p->held ? 0.3f : 0.15f);
    draw_focus_ring(p);
    fill(f, c->box, 6, body | 0xff000000u);
    color ink = c->on ? f->theme->badge_ink : f->theme->ink;
    float width = text_width(f->text, TEXT_NORMAL, c->label);
    put_text(f, TEXT_NORMAL, c->box.x + (c->box.width - width) / 2, middle_of(c->box),
             c->disabled ? color_fade(ink, 0.4f) : ink, c->label);
    draw_key(p, c->box.x + c->box.width - CONTROL_INSET_POINTS * f->scale, middle_of(c->box));
}

static void draw_tool(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box;
    color ink = ink_of(p);
    if (p->c->on) {
        fill(f, b, 6, f->theme->badge);
        ink = f->theme->badge_ink;
    } else if (p->hot && !p->c->disabled) {
        fill(f, b, 6, color_mix(f->theme->key, f->theme->ink, p->held ? 0.25f : 0.1f));
    }
    icon_draw(f->canvas, p->c->icon, b.x + b.width / 2, middle_of(b), b.height * 0.62f, ink);
}

static void draw_badge(const pen *p) {
    const frame *f = p->f;
    const theme *t = f->theme;
    control_box b = p->c->box;
    const color bodies[] = {t->key, t->badge, t->error},
                inks[] = {t->ink, t->badge_ink, t->badge_ink};
    color body = bodies[p->c->tone];
    if (p->hot && p->c->command != NULL)
        body = color_mix(body, t->ink, p->held ? 0.3f : 0.15f);
    fill(f, b, b.height / 2 / f->scale, body | 0xff000000u);
    float width = text_width(f->text, TEXT_BOLD, p->c->value);
    put_text(f, TEXT_BOLD, b.x + (b.width - width) / 2, middle_of(b), inks[p->c->tone],
             p->c->value);
}

static void draw_hot_row(const pen *p) {
    if (p->hot && !p->c->disabled)
        fill(p->f, p->c->box, 5, color_fade(p->f->theme->key, 0.8f));
}

static void draw_check(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box;
    float side = 13 * f->scale, in = CONTROL_INSET_POINTS * f->scale, middle = middle_of(b);
    control_box square = {b.x + in, middle - side / 2, side, side};
    bool has_swatch = p->c->swatch != 0;
    color on = has_swatch ? p->c->swatch : f->theme->badge;
    color mark = has_swatch ? f->theme->floor : f->theme->badge_ink;
    draw_hot_row(p);
    fill(f, square, 3, p->c->on || has_swatch ? on : f->theme->panel_edge);
    if (p->c->on) {
        sm_vec2 corner = {square.x + side * 0.42f, square.y + side * 0.72f};
        sm_vec2 left = {square.x + side * 0.22f, square.y + side * 0.52f};
        sm_vec2 right = {square.x + side * 0.8f, square.y + side * 0.28f};
        canvas_line(f->canvas, left, corner, 1.8f * f->scale, mark);
        canvas_line(f->canvas, corner, right, 1.8f * f->scale, mark);
    } else {
        fill(f, inset(square, 1.5f * f->scale), 2, f->theme->panel | 0xff000000u);
    }
    put_text(f, TEXT_SMALL, square.x + side + in, middle, ink_of(p), p->c->label);
    draw_key(p, b.x + b.width - in, middle);
}

static void draw_choice(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box;
    float in = CONTROL_INSET_POINTS * f->scale, radius = 5.5f * f->scale, middle = middle_of(b);
    sm_vec2 centre = {b.x + in + radius + f->scale, middle};
    draw_hot_row(p);
    canvas_capsule_outline(f->canvas, centre, centre, radius, 1.5f * f->scale,
                           p->c->on ? f->theme->badge : f->theme->panel_edge);
    if (p->c->on)
        canvas_capsule(f->canvas, centre, centre, radius * 0.5f, f->theme->badge);
    put_text(f, TEXT_SMALL, centre.x + radius + in, middle, ink_of(p), p->c->label);
    draw_key(p, b.x + b.width - in, middle);
}

static void draw_slider(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box, t = track(p->c, f->scale);
    float in = CONTROL_INSET_POINTS * f->scale, middle = b.y + 10 * f->scale;
    sm_vec2 left = {t.x, t.y}, right = {t.x + t.width, t.y};
    sm_vec2 knob = {t.x + t.width * p->c->share, t.y};
    put_text(f, TEXT_SMALL, b.x + in, middle, f->theme->ink_dim, p->c->label);
    float figure =
        put_text_right(f, TEXT_SMALL, b.x + b.width - in, middle, f->theme->ink, p->c->value);
    draw_key(p, figure - in, middle);
    canvas_line(f->canvas, left, right, 3 * f->scale, f->theme->panel_edge);
    canvas_line(f->canvas, left, knob, 3 * f->scale, f->theme->badge);
    float grown = p->hot || p->held ? 1.15f : 1;
    canvas_capsule(f->canvas, knob, knob, knob_points * grown * f->scale, f->theme->badge);
    canvas_capsule(f->canvas, knob, knob, (knob_points - 2.5f) * f->scale, f->theme->panel);
}

/* Bounds the drawing to the part of the box that may be seen. */
static void clip_to(const frame *f, control_box a, control_box b) {
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);
    float right = fminf(a.x + a.width, b.x + b.width);
    float bottom = fminf(a.y + a.height, b.y + b.height);
    canvas_clip(f->canvas,
                (canvas_rect){(int)floorf(x), (int)floorf(y), (int)fmaxf(0, ceilf(right - x)),
                              (int)fmaxf(0, ceilf(bottom - y))});
}

static void draw_typed(const pen *p, control_box body) {
    const frame *f = p->f;
    const text_field *typed = p->typed;
    float left = body.x + CONTROL_INSET_POINTS * f->scale - typed_shift(f, body, typed);
    float caret = left + part_width(f, typed->text, typed->caret);
    float mark = left + part_width(f, typed->text, typed->mark);
    control_box selected = {fminf(caret, mark), body.y + 3 * f->scale, fabsf(mark - caret),
                            body.height - 6 * f->scale};
    fill(f, selected, 2, color_fade(f->theme->badge, 0.4f));
    put_text(f, TEXT_SMALL, left, middle_of(body), f->theme->ink, typed->text);
    control_box line = {floorf(caret), selected.y, fmaxf(1, floorf(1.5f * f->scale)),
                        selected.height};
    fill(f, line, 0, f->theme->badge);
}

static void draw_field(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box, body = field_body(p->c);
    float in = CONTROL_INSET_POINTS * f->scale, line = fmaxf(1, floorf(f->scale));
    put_text(f, TEXT_SMALL, b.x + in, middle_of(b), f->theme->ink_dim, p->c->label);
    color edge = p->typed != NULL ? f->theme->badge
                 : p->hot         ? f->theme->ink_dim
                                  : f->theme->panel_edge;
    fill(f, body, 5, edge);
    fill(f, inset(body, line), 4, f->theme->floor);
    clip_to(f, inset(body, 2 * line), p->c->clip);
    if (p->typed != NULL)
        draw_typed(p, body);
    else if (p->c->text != NULL && p->c->text[0] != '\0')
        put_text(f, TEXT_SMALL, body.x + in, middle_of(body), f->theme->ink, p->c->text);
    else if (p->c->hint != NULL)
        put_text(f, TEXT_SMALL, body.x + in, middle_of(body), color_fade(f->theme->ink_dim, 0.55f),
                 p->c->hint);
}

/* In two lines at most. */
static void draw_title(const pen *p, control_box b) {
    enum { LINES = 2 };
    text_line lines[LINES];
    const frame *f = p->f;
    float height = text_line_height(f->text, TEXT_SMALL);
    int count = text_break(f->text, TEXT_SMALL, p->c->label, b.width, lines, LINES);
    for (int i = 0; i < count; i++)
        put_text(f, TEXT_SMALL, b.x, b.y + ((float)i + 0.5f) * height, ink_of(p), lines[i].words);
}

static void draw_prose(const pen *p) {
    control_box b = p->c->box;
    prose_draw(p->f, p->c->label, b.x, b.y, b.width, p->f->theme->ink);
}

/* The present one stands out; the others are there to be read on. */
static void draw_step(const pen *p) {
    const frame *f = p->f;
    control_box b = p->c->box;
    float marker = b.width * p->c->share, line = text_line_height(f->text, TEXT_SMALL);
    sm_vec2 middle = {b.x + line * 0.6f, b.y + line / 2};
    color ink = p->c->on || p->hot ? f->theme->ink : f->theme->ink_dim;
    canvas_capsule(f->canvas, middle, middle, line * 0.58f,
                   p->c->on ? f->theme->badge : f->theme->key);
    float width = text_width(f->text, TEXT_SMALL, p->c->value);
    put_text(f, TEXT_SMALL, middle.x - width / 2, middle.y, p->c->on ? f->theme->badge_ink : ink,
             p->c->value);
    prose_draw(f, p->c->label, b.x + marker, b.y, b.width - marker, ink);
}

static void draw_tile(const pen *p) {
    const frame *f = p->f;
    const control *c = p->c;
    control_box b = c->box, picture = {b.x, b.y, b.width, floorf(b.height * c->share)};
    float line = fmaxf(1, floorf((c->on ? 3 : 1) * f->scale)), gap = 4 * f->scale;
    fill(f, inset(picture, -line), 5,
         c->on    ? f->theme->badge
         : p->hot ? f->theme->ink_dim
                  : f->theme->panel_edge);
    if (c->picture != NULL)
        canvas_copy(f->canvas, c->picture, (int)picture.x, (int)picture.y);
    else
        fill(f, picture, 4, f->theme->floor);
    if (c->hint != NULL)
        put_text(f, TEXT_SMALL, picture.x + gap, middle_of(picture), f->theme->ink_dim, c->hint);
    draw_title(p, (control_box){b.x, b.y + picture.height + gap, b.width, 0});
}

static void draw_scroll(const pen *p) {
    fill(p->f, p->c->box, 2, color_mix(p->f->theme->panel_edge, p->f->theme->ink, 0.25f));
}

static void draw_control(const pen *p) {
    static void (*const draw[])(const pen *) = {
        [CONTROL_SHADE] = draw_shade,     [CONTROL_PANEL] = draw_body,
        [CONTROL_HEADING] = draw_heading, [CONTROL_TEXT] = draw_words,
        [CONTROL_BUTTON] = draw_button,   [CONTROL_TOOL] = draw_tool,
        [CONTROL_BADGE] = draw_badge,     [CONTROL_HOLE] = draw_hole,
        [CONTROL_GRIP] = draw_grip,       [CONTROL_CHECK] = draw_check,
        [CONTROL_CHOICE] = draw_choice,   [CONTROL_SLIDER] = draw_slider,
        [CONTROL_FIELD] = draw_field,     [CONTROL_TILE] = draw_tile,
        [CONTROL_SCROLL] = draw_scroll,   [CONTROL_PROSE] = draw_prose,
        [CONTROL_STEP] = draw_step,
    };
    control_box all = {0, 0, (float)p->f->canvas->width, (float)p->f->canvas->height};
    clip_to(p->f, p->c->clip, all);
    draw[p->c->kind](p);
    canvas_unclip(p->f->canvas);
}

void controls_draw(const frame *f, const control_list *l, const control_focus *focus) {
    const control *hot = controls_at(l, focus->pointer);
    for (int i = 0; i < l->count; i++) {
        const control *c = &l->list[i];
        pen p = {.f = f, .c = c, .hot = c == hot};
        bool asks = c->command != NULL;
        p.held = asks && c->command == focus->held && c->argument == focus->held_argument;
        p.focused = asks && c->command == focus->typed && c->argument == focus->typed_argument;
        p.typed = p.focused && control_takes_text(c) && field_is_open(&focus->field) ? &focus->field
                                                                                     : NULL;
        draw_control(&p);
    }
}

void controls_draw_tip(const frame *f, const control_list *l, const control_focus *focus) {
    const control *c = controls_at(l, focus->pointer);
    if (c == NULL || c->tip == NULL || focus->rest_seconds < tip_seconds)
        return;
    const char *shown_key = c->kind == CONTROL_TOOL || c->kind == CONTROL_BADGE ? c->key : NULL;
    float in = CONTROL_INSET_POINTS * f->scale, height = 24 * f->scale;
    float key =
        shown_key != NULL ? text_width(f->text, TEXT_SMALL, shown_key) + 8 * f->scale + in : 0;
    float width = text_width(f->text, TEXT_SMALL, c->tip) + key + 2 * in;
    bool right_half = c->box.x > (float)f->canvas->width / 2;
    float x = right_half ? c->box.x - width - in : c->box.x + c->box.width + in;
    float middle = middle_of(c->box);
    if (c->kind == CONTROL_BADGE) { /* below the row that it stands in */
        x = c->box.x + (c->box.width - width) / 2;
        middle = c->box.y + c->box.height + in + height / 2;
    }
    x = clamp(x, 0, fmaxf(0, (float)f->canvas->width - width));
    control tip = {.box = {x, middle - height / 2, width, height}, .key = shown_key};
    pen p = {.f = f, .c = &tip};
    draw_body(&p);
    put_text(f, TEXT_SMALL, x + in, middle, f->theme->ink, c->tip);
    draw_key(&p, x + width - in, middle);
}

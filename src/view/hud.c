#include "hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "overlays.h"

static void put(const frame *f, text_style style, float x, float y, color ink, const char *string) {
    text_draw(f->text, f->canvas, style, x, y, ink, string);
}

static void draw_panel(const frame *f, float x, float y, float width, float height, color body,
                       color edge) {
    float line = fmaxf(1, floorf(f->scale)), corner = 8 * f->scale;
    canvas_rounded_rect(f->canvas, x - line, y - line, width + 2 * line, height + 2 * line,
                        corner + line, edge);
    canvas_rounded_rect(f->canvas, x, y, width, height, corner, body | 0xff000000u);
}

static const float hint_least_points = 360; /* in a narrower scene the hint is in the way */

/* ---- Status ------------------------------------------------------------------------------ */

/* Draws a badge whose right edge is at `right`; returns where its left edge came to be. */
static float draw_badge(const frame *f, float right, float top, color body, color ink,
                        const char *string) {
    float pad = 10 * f->scale, height = 26 * f->scale;
    float width = text_width(f->text, TEXT_BOLD, string) + 2 * pad;
    float line = text_line_height(f->text, TEXT_BOLD);
    canvas_rounded_rect(f->canvas, right - width, top, width, height, height / 2, body);
    put(f, TEXT_BOLD, right - width + pad, top + (height - line) / 2, ink, string);
    return right - width;
}

/* A row of badges that grows to the left, as long as there is room. */
typedef struct badge_row {
    const frame *f;
    float right, top, left; /* where the next one ends, and what they must leave free */
} badge_row;

static void add_badge(badge_row *row, color body, color ink, const char *string) {
    float width = text_width(row->f->text, TEXT_BOLD, string) + 20 * row->f->scale;
    if (row->right - width < row->left)
        return;
    row->right = draw_badge(row->f, row->right, row->top, body, ink, string) - 8 * row->f->scale;
}

/* Returns where the row's left edge is. */
static float draw_state(const frame *f, bool following) {
    const sandbox *s = f->sandbox;
    const theme *t = f->theme;
    char words[64];
    badge_row row = {f, (float)f->camera.width - 14 * f->scale, 14 * f->scale, 8 * f->scale};
    add_badge(&row, t->badge, t->badge_ink, sm_resolver_name(s->player.resolver));
    if (s->paused)
        add_badge(&row, t->error, t->badge_ink, "paused");
    if (record_last(&s->record)->result.status == SM_CRUSHED)
        add_badge(&row, t->error, t->badge_ink, "crushed");
    if (s->player.noclip)
        add_badge(&row, t->wanted, t->floor, "no collisions");
    row.left = 140 * f->scale; /* for the title */
    if (following)
        add_badge(&row, t->key, t->ink, "following");
    snprintf(words, sizeof words, "radius %.3g u", (double)s->player.radius);
    add_badge(&row, t->key, t->ink, words);
    add_badge(&row, t->key, t->ink, sandbox_mover_name(s, s->player.kind));
    if (sandbox_has(s, HAS_BACKS) && s->player.both_sides)
        add_badge(&row, t->wanted, t->floor, "backs collide");
    if (sandbox_has(s, HAS_GRAVITY) && !s->player.gravity)
        add_badge(&row, t->key, t->ink, "no gravity");
    if (sandbox_has(s, HAS_MOMENTUM) && s->player.momentum)
        add_badge(&row, t->key, t->ink, "momentum");
    snprintf(words, sizeof words, "speed %.2gx", (double)s->player.speed_factor);
    add_badge(&row, t->key, t->ink, words);
    return row.right;
}

/* The string, or as many of its characters as fit with an ellipsis behind them. */
static const char *shortened(const frame *f, text_style style, const char *string, float width) {
    static char cut[512];
    if (text_width(f->text, style, string) <= width)
        return string;
    size_t length = strlen(string);
    if (length > sizeof cut - 4)
        length = sizeof cut - 4;
    for (; length > 0; length--) {
        if (((unsigned char)string[length] & 0xC0) == 0x80)
            continue; /* within a UTF-8 character */
        snprintf(cut, sizeof cut, "%.*s\xe2\x80\xa6", (int)length, string);
        if (text_width(f->text, style, cut) <= width)
            break;
    }
    return cut;
}

static void draw_title_line(const frame *f, text_style style, float y, color ink,
                            const char *string, float right) {
    float left = 16 * f->scale, pad = 8 * f->scale;
    string = shortened(f, style, string, right - left - 2 * pad);
    float width = text_width(f->text, style, string), height = text_line_height(f->text, style);
    canvas_rounded_rect(f->canvas, left - pad, y, width + 2 * pad, height, pad,
                        color_fade(f->theme->panel, 0.75f)); /* walls may lie under it */
    put(f, style, left, y, ink, string);
}

void hud_draw_status(const frame *f, const char *path, bool following) {
    float top = 12 * f->scale;
    const char *title = f->sandbox->level->title;
    float badges = draw_state(f, following);
    draw_title_line(f, TEXT_TITLE, top, f->theme->ink, title[0] != '\0' ? title : "Untitled",
                    badges);
    draw_title_line(f, TEXT_SMALL, top + text_line_height(f->text, TEXT_TITLE), f->theme->ink_dim,
                    path, badges);

    if ((float)f->camera.width < hint_least_points * f->scale)
        return;
    static const char hint[] = "F1 shows the keys";
    float hint_width = text_width(f->text, TEXT_SMALL, hint);
    frame_label(f, (float)f->camera.width - 14 * f->scale - hint_width / 2,
                (float)f->canvas->height - 20 * f->scale, f->theme->ink_dim, hint);
}

void hud_draw_message(const frame *f, const char *message, float opacity) {
    float width = text_width(f->text, TEXT_NORMAL, message);
    float height = text_line_height(f->text, TEXT_NORMAL);
    float pad = 12 * f->scale;
    float x = fmaxf(pad, ((float)f->camera.width - width) / 2);
    float y = (float)f->canvas->height - 44 * f->scale - height;
    canvas_rounded_rect(f->canvas, x - pad, y - pad / 2, width + 2 * pad, height + pad,
                        (height + pad) / 2, color_fade(f->theme->panel, opacity));
    put(f, TEXT_NORMAL, x, y, color_fade(f->theme->ink, opacity), message);
}

/* ---- Error ------------------------------------------------------------------------------- */

void hud_draw_error(const frame *f, const char *headline, const char *detail) {
    enum { LINES = 4 };
    text_line lines[LINES];
    float pad = 14 * f->scale, height = text_line_height(f->text, TEXT_NORMAL);
    float room = fminf((float)f->camera.width - 4 * pad, 720 * f->scale);
    int n = text_break(f->text, TEXT_NORMAL, detail, room, lines, LINES);
    float width = text_width(f->text, TEXT_BOLD, headline);
    for (int i = 0; i < n; i++)
        width = fmaxf(width, text_width(f->text, TEXT_NORMAL, lines[i].words));
    float x = ((float)f->camera.width - width) / 2, y = 64 * f->scale;
    draw_panel(f, x - pad, y - pad, width + 2 * pad, (float)(n + 1) * height + 2 * pad,
               f->theme->error_panel, f->theme->error);
    put(f, TEXT_BOLD, x, y, f->theme->error, headline);
    for (int i = 0; i < n; i++)
        put(f, TEXT_NORMAL, x, y + (float)(i + 1) * height, f->theme->ink, lines[i].words);
}

/* ---- Progress ---------------------------------------------------------------------------- */

void hud_draw_progress(const frame *f, const char *words, float share) {
    float pad = 16 * f->scale, width = fminf(380 * f->scale, (float)f->canvas->width - 2 * pad);
    float height = 66 * f->scale, bar = 6 * f->scale;
    float x = ((float)f->canvas->width - width) / 2, y = ((float)f->canvas->height - height) / 2;
    float inner = width - 2 * pad;
    draw_panel(f, x, y, width, height, f->theme->panel, f->theme->panel_edge);
    put(f, TEXT_NORMAL, x + pad, y + pad, f->theme->ink, shortened(f, TEXT_NORMAL, words, inner));
    y += height - pad - bar;
    canvas_rounded_rect(f->canvas, x + pad, y, inner, bar, bar / 2, f->theme->panel_edge);
    canvas_rounded_rect(f->canvas, x + pad, y, fmaxf(bar, inner * clamp(share, 0, 1)), bar, bar / 2,
                        f->theme->badge);
}

/* ---- Help -------------------------------------------------------------------------------- */

enum { HELP_COLUMNS = 3, HELP_GROUPS = 4 };

/* The groups of each column; GROUP_COUNT stands for the overlays, -1 for none. */
static const int help_columns[HELP_COLUMNS][HELP_GROUPS] = {
    {GROUP_MOVE, GROUP_VIEW, GROUP_DRAW, -1},
    {GROUP_TIME, GROUP_LEVEL, -1},
    {GROUP_COUNT, GROUP_EDIT, -1}};

static const float help_label_points = 84; /* keys to the left of what they do */

/* A column under way: where its next row stands. */
typedef struct help_pen {
    const frame *frame;
    const command_table *commands;
    float x, y, width;
    float widest; /* of the rows so far */
} help_pen;

static void draw_help_heading(help_pen *pen, const char *heading) {
    const frame *f = pen->frame;
    put(f, TEXT_BOLD, pen->x, pen->y, f->theme->badge, heading);
    pen->y += text_line_height(f->text, TEXT_BOLD) + 4 * f->scale;
}

static void draw_help_row(help_pen *pen, const char *label, const char *help, bool lit) {
    const frame *f = pen->frame;
    float pad = 5 * f->scale, line = text_line_height(f->text, TEXT_SMALL);
    float width = text_width(f->text, TEXT_SMALL, label);
    float beside = help_label_points * f->scale;
    canvas_rounded_rect(f->canvas, pen->x, pen->y, width + 2 * pad, line + 2 * f->scale,
                        4 * f->scale, f->theme->key);
    put(f, TEXT_SMALL, pen->x + pad, pen->y + f->scale, f->theme->ink, label);
    put(f, TEXT_SMALL, pen->x + beside, pen->y + f->scale, lit ? f->theme->ink : f->theme->ink_dim,
        shortened(f, TEXT_SMALL, help, pen->width - beside));
    pen->widest = fmaxf(pen->widest, beside + text_width(f->text, TEXT_SMALL, help));
    pen->y += line + 5 * f->scale;
}

static void draw_help_overlays(help_pen *pen, unsigned shown) {
    const frame *f = pen->frame;
    draw_help_heading(pen, "Overlays");
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (!sandbox_has(f->sandbox, overlays[i].needs))
            continue;
        bool on = (shown & 1u << i) != 0;
        float middle = pen->y + f->scale + text_line_height(f->text, TEXT_SMALL) / 2;
        sm_vec2 dot = {pen->x - 9 * f->scale, middle};
        canvas_capsule(f->canvas, dot, dot, 3 * f->scale, color_fade(f->theme->good, on ? 1 : 0));
        draw_help_row(pen, overlays[i].key, overlays[i].summary, on);
    }
}

/* A group without a row in this kind of level has no heading. */
static void draw_help_keys(help_pen *pen, int group) {
    bool begun = false;
    for (int i = 0; i < pen->commands->count; i++) {
        const command_row *row = &pen->commands->rows[i];
        if ((int)row->group != group || row->label == NULL ||
            !command_counts(row, pen->frame->sandbox->level->dimensions))
            continue;
        if (!begun)
            draw_help_heading(pen, command_group_names[group]);
        begun = true;
        draw_help_row(pen, row->label, row->help, true);
    }
}

static void draw_help_group(help_pen *pen, int group, unsigned shown) {
    if (group == GROUP_COUNT)
        draw_help_overlays(pen, shown);
    else
        draw_help_keys(pen, group);
    pen->y += 10 * pen->frame->scale;
}

static help_pen draw_help_column(const frame *f, const command_table *commands, int column, float x,
                                 float y, float width, unsigned shown) {
    help_pen pen = {f, commands, x, y, width, 0};
    for (int i = 0; i < HELP_GROUPS && help_columns[column][i] >= 0; i++)
        draw_help_group(&pen, help_columns[column][i], shown);
    return pen;
}

/* Draws it where nobody sees it, for its size. */
static help_pen measure_help_column(const frame *f, const command_table *commands, int column) {
    canvas_clip(f->canvas, (canvas_rect){0, 0, 0, 0});
    help_pen pen = draw_help_column(f, commands, column, 0, 0, INFINITY, 0);
    canvas_unclip(f->canvas);
    return pen;
}

/* The columns side by side, or as many of them as fit, the others below. */
typedef struct help_plan {
    float x[HELP_COLUMNS], y[HELP_COLUMNS], width[HELP_COLUMNS];
    float all_width, all_height;
} help_plan;

static help_plan plan_help(const frame *f, const command_table *commands, float room) {
    float gap = 34 * f->scale, x = 0, top = 0;
    help_plan plan = {.all_width = 0};
    for (int i = 0; i < HELP_COLUMNS; i++) {
        help_pen size = measure_help_column(f, commands, i);
        if (x > 0 && x + size.widest > room) {
            x = 0;
            top = plan.all_height;
        }
        plan.x[i] = x;
        plan.y[i] = top;
        plan.width[i] = fminf(size.widest, room);
        x += plan.width[i] + gap;
        plan.all_width = fmaxf(plan.all_width, x - gap);
        plan.all_height = fmaxf(plan.all_height, top + size.y);
    }
    return plan;
}

/* Which part of the whole is seen. */
static void draw_help_scroll(const frame *f, float right, float room, float most, float scroll) {
    float width = 3 * f->scale, all = room + most;
    canvas_rounded_rect(f->canvas, right - 2 * width, room * scroll / all, width, room * room / all,
                        width / 2, color_mix(f->theme->panel_edge, f->theme->ink, 0.25f));
}

float hud_draw_help(const frame *f, const command_table *commands, unsigned shown, float *scroll) {
    float pad = 18 * f->scale;
    float room_x = (float)f->canvas->width, room_y = (float)f->canvas->height;
    help_plan plan = plan_help(f, commands, room_x - 2 * pad);
    float width = plan.all_width + 2 * pad, height = fminf(plan.all_height + 2 * pad, room_y);
    float most = plan.all_height + 2 * pad - height;
    *scroll = clamp(*scroll, 0, most);

    float x = (room_x - width) / 2, y = (room_y - height) / 2;
    draw_panel(f, x, y, width, height, f->theme->panel, f->theme->panel_edge);
    canvas_clip(f->canvas, (canvas_rect){(int)x, (int)y + 2, (int)width, (int)height - 4});
    for (int i = 0; i < HELP_COLUMNS; i++)
        draw_help_column(f, commands, i, x + pad + plan.x[i], y + pad - *scroll + plan.y[i],
                         plan.width[i], shown);
    canvas_unclip(f->canvas);
    if (most > 0)
        draw_help_scroll(f, x + width, height, most, *scroll);
    return most;
}

#include "hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "keys.h"
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

static void draw_state(const frame *f, bool following) {
    const sandbox *s = f->sandbox;
    const theme *t = f->theme;
    float right = (float)f->canvas->width - 14 * f->scale, top = 14 * f->scale, gap = 8 * f->scale;
    char words[64];
    right = draw_badge(f, right, top, t->badge, t->badge_ink, sm_resolver_name(s->resolver)) - gap;
    if (s->paused)
        right = draw_badge(f, right, top, t->error, t->badge_ink, "paused") - gap;
    if (s->ghost)
        right = draw_badge(f, right, top, t->wanted, t->floor, "no collisions") - gap;
    if (following)
        right = draw_badge(f, right, top, t->key, t->ink, "following") - gap;
    snprintf(words, sizeof words, "radius %.3g u", (double)s->radius);
    right = draw_badge(f, right, top, t->key, t->ink, words) - gap;
    snprintf(words, sizeof words, "speed %.2gx", (double)s->speed_factor);
    draw_badge(f, right, top, t->key, t->ink, words);
}

void hud_draw_status(const frame *f, const char *path, bool following) {
    float left = 16 * f->scale, top = 12 * f->scale;
    const char *title = f->sandbox->level->title;
    if (title[0] == '\0')
        title = "Untitled";
    float width =
        fmaxf(text_width(f->text, TEXT_TITLE, title), text_width(f->text, TEXT_SMALL, path));
    float height = text_line_height(f->text, TEXT_TITLE) + text_line_height(f->text, TEXT_SMALL);
    float pad = 8 * f->scale;
    canvas_rounded_rect(f->canvas, left - pad, top - pad / 2, width + 2 * pad, height + pad, pad,
                        color_fade(f->theme->panel, 0.75f)); /* walls may lie under it */
    put(f, TEXT_TITLE, left, top, f->theme->ink, title);
    top += text_line_height(f->text, TEXT_TITLE);
    put(f, TEXT_SMALL, left, top, f->theme->ink_dim, path);
    draw_state(f, following);

    static const char hint[] = "F1 shows the keys";
    float hint_width = text_width(f->text, TEXT_SMALL, hint);
    frame_label(f, (float)f->canvas->width - 14 * f->scale - hint_width / 2,
                (float)f->canvas->height - 20 * f->scale, f->theme->ink_dim, hint);
}

void hud_draw_message(const frame *f, const char *message, float opacity) {
    float width = text_width(f->text, TEXT_NORMAL, message);
    float height = text_line_height(f->text, TEXT_NORMAL);
    float pad = 12 * f->scale;
    float x = ((float)f->canvas->width - width) / 2;
    float y = (float)f->canvas->height - 44 * f->scale - height;
    canvas_rounded_rect(f->canvas, x - pad, y - pad / 2, width + 2 * pad, height + pad,
                        (height + pad) / 2, color_fade(f->theme->panel, opacity));
    put(f, TEXT_NORMAL, x, y, color_fade(f->theme->ink, opacity), message);
}

/* ---- Error ------------------------------------------------------------------------------- */

/* Returns how many bytes of the string fit into the width, broken at a blank where there is one. */
static size_t fitting(const frame *f, const char *string, float width) {
    char part[512];
    size_t length = strlen(string), best = 0;
    if (length >= sizeof part)
        length = sizeof part - 1;
    for (size_t i = 1; i <= length; i++) {
        if (i < length && string[i] != ' ')
            continue;
        memcpy(part, string, i);
        part[i] = '\0';
        if (text_width(f->text, TEXT_NORMAL, part) > width && best > 0)
            break;
        best = i;
    }
    return best;
}

void hud_draw_error(const frame *f, const char *headline, const char *detail) {
    enum { LINES = 4 };
    char lines[LINES][512];
    int n = 0;
    float pad = 14 * f->scale, height = text_line_height(f->text, TEXT_NORMAL);
    float room = fminf((float)f->canvas->width - 4 * pad, 720 * f->scale);
    while (*detail != '\0' && n < LINES) {
        size_t length = fitting(f, detail, room);
        memcpy(lines[n], detail, length);
        lines[n++][length] = '\0';
        detail += length;
        detail += strspn(detail, " ");
    }
    float width = text_width(f->text, TEXT_BOLD, headline);
    for (int i = 0; i < n; i++)
        width = fmaxf(width, text_width(f->text, TEXT_NORMAL, lines[i]));
    float x = ((float)f->canvas->width - width) / 2, y = 64 * f->scale;
    draw_panel(f, x - pad, y - pad, width + 2 * pad, (float)(n + 1) * height + 2 * pad,
               f->theme->error_panel, f->theme->error);
    put(f, TEXT_BOLD, x, y, f->theme->error, headline);
    for (int i = 0; i < n; i++)
        put(f, TEXT_NORMAL, x, y + (float)(i + 1) * height, f->theme->ink, lines[i]);
}

/* ---- Help -------------------------------------------------------------------------------- */

static float row_height(const frame *f) {
    return text_line_height(f->text, TEXT_SMALL) + 5 * f->scale;
}

static float draw_heading(const frame *f, float x, float y, const char *heading) {
    put(f, TEXT_BOLD, x, y, f->theme->badge, heading);
    return y + text_line_height(f->text, TEXT_BOLD) + 4 * f->scale;
}

static float draw_row(const frame *f, float x, float y, const char *label, const char *help,
                      color ink) {
    float pad = 5 * f->scale, line = text_line_height(f->text, TEXT_SMALL);
    float width = text_width(f->text, TEXT_SMALL, label);
    canvas_rounded_rect(f->canvas, x, y, width + 2 * pad, line + 2 * f->scale, 4 * f->scale,
                        f->theme->key);
    put(f, TEXT_SMALL, x + pad, y + f->scale, f->theme->ink, label);
    put(f, TEXT_SMALL, x + 92 * f->scale, y + f->scale, ink, help);
    return y + row_height(f);
}

static float draw_group(const frame *f, float x, float y, key_group group) {
    y = draw_heading(f, x, y, key_group_names[group]);
    for (int i = 0; i < key_row_count; i++) {
        if (key_rows[i].group == group && key_rows[i].label != NULL)
            y = draw_row(f, x, y, key_rows[i].label, key_rows[i].help, f->theme->ink);
    }
    return y + 10 * f->scale;
}

static float draw_overlay_rows(const frame *f, float x, float y, unsigned shown) {
    y = draw_heading(f, x, y, "Overlays");
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        bool on = (shown & 1u << i) != 0;
        sm_vec2 dot = {x - 9 * f->scale, y + row_height(f) / 2 - 2 * f->scale};
        if (on)
            canvas_capsule(f->canvas, dot, dot, 3 * f->scale, f->theme->good);
        y = draw_row(f, x, y, overlays[i].key, overlays[i].summary,
                     on ? f->theme->ink : f->theme->ink_dim);
    }
    return y + 10 * f->scale;
}

/* Draws both columns; returns the height they took. Called once to measure, with nothing visible.
 */
static float draw_columns(const frame *f, float x, float y, float column, unsigned shown) {
    float left = draw_group(f, x, y, GROUP_MOVE);
    left = draw_group(f, x, left, GROUP_TIME);
    left = draw_group(f, x, left, GROUP_LEVEL);
    float right = draw_overlay_rows(f, x + column, y, shown);
    right = draw_group(f, x + column, right, GROUP_VIEW);
    return fmaxf(left, right) - y;
}

static float column_width(const frame *f) {
    float widest = 0;
    for (int i = 0; i < OVERLAY_COUNT; i++)
        widest = fmaxf(widest, text_width(f->text, TEXT_SMALL, overlays[i].summary));
    for (int i = 0; i < key_row_count; i++) {
        if (key_rows[i].label != NULL)
            widest = fmaxf(widest, text_width(f->text, TEXT_SMALL, key_rows[i].help));
    }
    return widest + 124 * f->scale;
}

void hud_draw_help(const frame *f, unsigned shown) {
    float pad = 22 * f->scale, column = column_width(f);
    canvas_clip(f->canvas, (canvas_rect){0, 0, 0, 0});
    float height = draw_columns(f, 0, 0, column, shown) + 2 * pad;
    canvas_unclip(f->canvas);
    float width = 2 * column + 2 * pad;
    float x = ((float)f->canvas->width - width) / 2;
    float y = fmaxf(((float)f->canvas->height - height) / 2, 0);
    draw_panel(f, x, y, width, height, f->theme->panel, f->theme->panel_edge);
    draw_columns(f, x + pad, y + pad, column, shown);
}

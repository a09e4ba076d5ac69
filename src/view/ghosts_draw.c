#include "overlays.h"

#include <stdio.h>

static const float outline_points = 2;
static const float arm_points = 6;    /* of a cross */
static const float label_points = 15; /* from a cross up to its number */

/* ---- The scene --------------------------------------------------------------------------- */

static void draw_parting(const frame *f, sm_resolver resolver) {
    const ghost_mover *g = &f->sandbox->ghosts.list[resolver];
    color ink = f->theme->ghost[resolver];
    sm3_vec at = g->parted_at;
    sm_vec2 p;
    frame_line(f, at, g->player_at, 1, ink);
    if (!camera_see(&f->camera, at, &p))
        return;
    frame_cross(f, p, arm_points, ink);
    if (frame_sees(f, at)) /* a number without its cross would tell nothing */
        frame_say(f, at, label_points, ink, "tick %lu", g->parted_tick);
}

void ghosts_draw(const frame *f) {
    const ghosts *g = &f->sandbox->ghosts;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sm3_vec from = g->list[r].previous_position;
        sm3_vec at = sm3_offset(from, sm3_between(from, g->list[r].position), f->between);
        if (ghosts_has(g, (sm_resolver)r))
            f->look->player(f, at, (sm3_vec){0, 0, 0}, outline_points, f->theme->ghost[r]);
    }
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(g, (sm_resolver)r) && g->list[r].parted)
            draw_parting(f, (sm_resolver)r);
    }
}

/* ---- The legend -------------------------------------------------------------------------- */

enum { COLUMNS = 3 }; /* name, and what it is on; distance; parting */

typedef struct legend_row {
    sm_resolver resolver;
    char words[COLUMNS][32];
} legend_row;

static int fill_rows(const sandbox *s, legend_row rows[SM_RESOLVER_COUNT]) {
    int n = 0;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        const ghost_mover *g = &s->ghosts.list[r];
        if (!ghosts_has(&s->ghosts, (sm_resolver)r))
            continue;
        legend_row *row = &rows[n++];
        row->resolver = (sm_resolver)r;
        snprintf(row->words[0], sizeof row->words[0], "%s%s", sm_resolver_name(row->resolver),
                 !record_last(&s->record)->walks ? ""
                 : g->on_floor                   ? ", plain: floor"
                                                 : ", plain: air");
        snprintf(row->words[1], sizeof row->words[1], "%.3f u",
                 (double)ghosts_distance(&s->ghosts, &s->player, row->resolver));
        if (g->parted)
            snprintf(row->words[2], sizeof row->words[2], "parted at tick %lu", g->parted_tick);
        else
            snprintf(row->words[2], sizeof row->words[2], "together");
    }
    return n;
}

/* What all rows of the legend share: pixels. */
typedef struct legend_look {
    float pad, line, widths[COLUMNS], width; /* that of all columns */
} legend_look;

static legend_look look_of(const frame *f, const legend_row *rows, int count) {
    legend_look l = {.pad = 9 * f->scale,
                     .line = text_line_height(f->text, TEXT_SMALL) + 2 * f->scale,
                     .width = 5 * f->scale}; /* swatch and gaps, but for the last one */
    for (int c = 0; c < COLUMNS; c++) {
        for (int i = 0; i < count; i++)
            l.widths[c] = fmaxf(l.widths[c], text_width(f->text, TEXT_SMALL, rows[i].words[c]));
        l.width += l.widths[c] + 12 * f->scale;
    }
    return l;
}

static void draw_row(const frame *f, const legend_row *row, float x, float y,
                     const float widths[COLUMNS], int columns) {
    float height = text_line_height(f->text, TEXT_SMALL), radius = 4.5f * f->scale;
    sm_vec2 swatch = {x + radius, y + height / 2};
    canvas_capsule_outline(f->canvas, swatch, swatch, radius, 2 * f->scale,
                           f->theme->ghost[row->resolver]);
    x += 2 * radius + 8 * f->scale;
    for (int c = 0; c < columns; c++) {
        float slack = c == 1 ? widths[c] - text_width(f->text, TEXT_SMALL, row->words[c]) : 0;
        frame_text(f, TEXT_SMALL, x + slack, y, c == 0 ? f->theme->ink : f->theme->ink_dim,
                   row->words[c]);
        x += widths[c] + 12 * f->scale;
    }
}

/* A box that is narrower has no room for the last column. */
static void draw_legend(const frame *f, layout_box box, void *context) {
    legend_row rows[SM_RESOLVER_COUNT];
    int count = fill_rows(f->sandbox, rows);
    legend_look l = look_of(f, rows, count);
    (void)context;
    int columns = l.width + 2 * l.pad > box.width ? COLUMNS - 1 : COLUMNS;
    for (int i = 0; i < count; i++)
        draw_row(f, &rows[i], box.x + l.pad, box.y + l.pad + (float)i * l.line, l.widths, columns);
}

void ghosts_lay_out_legend(control_list *list, const frame *f) {
    legend_row rows[SM_RESOLVER_COUNT];
    int count = fill_rows(f->sandbox, rows);
    legend_look l = look_of(f, rows, count);
    if (l.width + 2 * l.pad > f->layout->room.width)
        l.width -= l.widths[COLUMNS - 1] + 12 * f->scale;
    if (count > 0)
        controls_add_box(list, f, LAYOUT_TOP_RIGHT, l.width + 2 * l.pad,
                         (float)count * l.line + 2 * l.pad, draw_legend);
}

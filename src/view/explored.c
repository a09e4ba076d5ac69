#include "explored.h"

#include <stdlib.h>

#include "../level/memory.h"

static const float row_points = 21, head_points = 26, pad_points = 8, width_points = 360;

enum { DOTS_MAX = 10000, ROWS_SEEN = 8, LABELS_SEEN = 24 };

void explored_end(explored *e) {
    explorer_destroy(e->explorer);
    free(e->where);
    *e = (explored){.hides_map = e->hides_map};
}

void explored_finish(explored *e) {
    const explore *x = explorer_explore(e->explorer);
    int count = explore_finding_count(x);
    e->is_over = true;
    e->where = memory_calloc((size_t)count + 1, sizeof *e->where);
    for (int i = 0; i < count; i++)
        explorer_write_where(e->explorer, explore_get_finding(x, i), e->where[i]);
}

int explored_count(const explored *e) {
    return e->is_over ? explore_finding_count(explorer_explore(e->explorer)) : 0;
}

/* ---- The box ----------------------------------------------------------------------------- */

static const char *say_progress(const explored *e, ui *u) {
    explore_progress p = explore_now(explorer_explore(e->explorer));
    double left = p.done > 0 ? e->seconds * (1 - (double)p.done) / (double)p.done : 0;
    return ui_print(u, "%u cells, %.2f million ticks a second, about %.0f s left", p.cells,
                    (double)p.ticks / fmax(e->seconds, 1e-3) / 1e6, ceil(left));
}

static const char *say_title(const explored *e, ui *u) {
    explore_progress p = explore_now(explorer_explore(e->explorer));
    int count = explored_count(e);
    return ui_print(u, "%d %s%s", count, count == 1 ? "finding" : "findings",
                    p.is_complete ? ""
                    : p.is_full   ? ", until memory ran out"
                                  : ", until it was stopped");
}

static const char *say_result(const explored *e, ui *u) {
    explore_progress p = explore_now(explorer_explore(e->explorer));
    return ui_print(u, "%u cells, %.2f million ticks; the rest is no proof", p.cells,
                    (double)p.ticks / 1e6);
}

static const char *say_finding(const explored *e, ui *u, const frame *f, int finding) {
    const explore_finding *found = explore_get_finding(explorer_explore(e->explorer), finding);
    char at[FRAME_POSITION_LENGTH];
    const char *where = e->where[finding];
    return ui_print(u, "%s at %s, %u %s%s%s", explore_kind_name((int)found->kind),
                    frame_write_position(f, found->at, "%.2f", at), found->tries,
                    found->tries == 1 ? "try" : "tries", where[0] != '\0' ? ", " : "", where);
}

static void draw_bar(const ui *u, layout_box box, void *context) {
    const explored *e = context;
    paint_fill(&u->paint, box, 3, u->paint.theme->panel_edge);
    box.width *= explore_now(explorer_explore(e->explorer)).done;
    paint_fill(&u->paint, box, 3, u->paint.theme->badge);
}

static float row_height(const ui *u) {
    return ui_for_pointer(u, row_points) * u->paint.scale;
}

static void lay_out_findings(explored *e, ui *u, const frame *f, layout_box box) {
    float row = row_height(u);
    layout_box track = layout_cut_right(&box, 4 * f->scale), column = {box.x, 0, box.width, 0};
    int first = u->count, count = explored_count(e);
    for (int i = 0; i < count; i++) {
        const char *words = say_finding(e, u, f, i);
        const char *shown = text_shortened(f->text, TEXT_SMALL, words, box.width - 32 * f->scale);
        control *c = ui_add(u, CONTROL_CHOICE, layout_cut_top(&column, row),
                            ui_print(u, "%s", shown), "finding", i);
        c->on = i == e->chosen;
        c->tip = words;
        if (i == e->chosen && e->follows_chosen)
            e->scroll.from = clamp(e->scroll.from, column.y - box.height, column.y - row);
    }
    e->follows_chosen = false;
    ui_scroll_column(u, first, box, track, column.y, &e->scroll);
}

void explored_lay_out(explored *e, ui *u, const frame *f) {
    int count = e->explorer != NULL ? explored_count(e) : 0;
    float scale = f->scale, pad = pad_points * scale;
    float row = row_height(u), head_height = ui_for_pointer(u, head_points) * scale;
    float rows = row * fminf((float)count, ROWS_SEEN);
    float width = fminf(width_points * scale, f->layout->room.width);
    float height = head_height + row_points * scale + row + rows + 2 * pad;
    layout_box box;
    if (e->explorer == NULL || f->is_inside || e->hides_list ||
        !layout_place(f->layout, LAYOUT_TOP_RIGHT, width, height, &box))
        return;
    ui_add(u, CONTROL_PANEL, box, "", NULL, 0);
    box = layout_inset(box, pad);
    layout_box head = layout_cut_top(&box, head_height), foot = head;
    layout_box side = layout_cut_right(&head, head.height);
    ui_add(u, CONTROL_HEADING, head, e->is_over ? say_title(e, u) : "Exploring", NULL, 0);
    ui_add_tool(u, side, ICON_DELETE,
                e->is_over ? "Close the list" : "Stop, with what is found so far", "explored-close",
                0)
        ->key = "Esc";
    foot = layout_cut_top(&box, row_points * scale);
    ui_add_text(u, foot, e->is_over ? say_result(e, u) : say_progress(e, u), "");
    foot = layout_cut_bottom(&box, row);
    if (!e->is_over) {
        layout_cut_top(&foot, (row - 6 * scale) / 2);
        ui_add_drawn(u, layout_cut_top(&foot, 6 * scale), draw_bar, e);
        return;
    }
    control *map = ui_add(u, CONTROL_CHECK, foot, "Map: how far each place is", "explored-map", 0);
    map->on = !e->hides_map;
    map->key = "Ctrl+Shift+E";
    lay_out_findings(e, u, f, box);
}

/* ---- The scene --------------------------------------------------------------------------- */

/* Returns the colour of a place on the map: from blue at the start, 0, to red at the farthest, 1.
 */
static color color_of_fraction(float fraction) {
    static const color stops[] = {0xff2a4b8d, 0xff2a9d8f, 0xffe9c46a, 0xffe76f51};
    float at = clamp(fraction, 0, 1) * 3;
    int stop = at < 2 ? (int)at : 2;
    return color_mix(stops[stop], stops[stop + 1], at - (float)stop);
}

static const float map_strength = 0.6f;

static bool shows_map(const explored *e) {
    return e->explorer != NULL && !e->hides_map;
}

/* Returns the colour of a place that takes so many ticks; the farthest takes so many. */
static color ink_of_ticks(int ticks, unsigned farthest) {
    return color_of_fraction((float)ticks / fmaxf((float)farthest, 1));
}

/* Returns the colour of ground, by the cell that the mover's middle is in when it stands there. On
 * a slope or at an edge that may be a cell higher or lower: the nearest to the start counts. */
static color ink_of_ground(const void *context, sm3_vec place) {
    const explored_ground *g = context;
    int least = EXPLORE_NONE;
    for (int i = -1; i <= 1; i++) {
        float beside = (float)i * 0.5f * explore_cell_size(g->explore);
        sm3_vec middle = {place.x, place.y + g->height + beside, place.z};
        int ticks = explore_find_ticks(g->explore, middle, true);
        if (ticks != EXPLORE_NONE && (least == EXPLORE_NONE || ticks < least))
            least = ticks;
    }
    return least == EXPLORE_NONE ? 0 : color_fade(ink_of_ticks(least, g->farthest), map_strength);
}

void explored_tint_ground(explored *e, frame *f) {
    const player *p = &f->sandbox->player;
    if (!shows_map(e) || !p->gravity)
        return;
    const explore *x = explorer_explore(e->explorer);
    e->ground = (explored_ground){x, explore_now(x).farthest, player_reach(p)};
    f->ground_ink = ink_of_ground;
    f->ground = &e->ground;
}

/* Fills the cell of the grid: in 2D. */
static void draw_cell(const explore *x, const frame *f, sm3_vec position, unsigned farthest) {
    int ticks = explore_find_ticks(x, position, true),
        in_air = explore_find_ticks(x, position, false);
    sm3_vec corner = explore_find_corner(x, position);
    float size = explore_cell_size(x);
    sm_vec2 low = frame_at(f, sm3_to2(corner));
    sm_vec2 high = frame_at(f, (sm_vec2){corner.x + size, corner.y + size});
    canvas_rect box = {(int)floorf(low.x), (int)floorf(high.y), 0, 0};
    box.width = (int)floorf(high.x) - box.x;
    box.height = (int)floorf(low.y) - box.y;
    if (ticks == EXPLORE_NONE || (in_air != EXPLORE_NONE && in_air < ticks))
        ticks = in_air;
    canvas_fill_rect(f->canvas, box,
                     f->backend->faint(f, ink_of_ticks(ticks, farthest), map_strength));
}

void explored_draw_map(const explored *e, const frame *f) {
    if (!shows_map(e) || f->ground_ink != NULL)
        return;
    const explore *x = explorer_explore(e->explorer);
    bool is_space = sandbox_has(f->sandbox, HAS_DEPTH);
    float radius = 0.12f * explore_cell_size(x);
    explore_progress now = explore_now(x);
    unsigned step = 1 + (is_space ? now.cells / DOTS_MAX : 0);
    for (unsigned i = 0; i < now.cells; i += step) {
        explore_cell c = explore_get_cell(x, i);
        if (!frame_sees(f, c.position))
            continue;
        if (is_space)
            f->backend->dot(
                f, c.position, camera_pixels(&f->camera, c.position, radius), 0,
                f->backend->faint(f, ink_of_ticks((int)c.ticks, now.farthest), map_strength), 0);
        else
            draw_cell(x, f, c.position, now.farthest);
    }
}

void explored_draw_findings(const explored *e, const frame *f) {
    int count = e->explorer != NULL ? explored_count(e) : 0;
    for (int i = 0; i < count; i++) {
        const explore_finding *found = explore_get_finding(explorer_explore(e->explorer), i);
        bool is_chosen = i == e->chosen;
        frame_ring(f, found->at, is_chosen ? 8 : 6, is_chosen ? 4 : 3, f->theme->error);
        if ((is_chosen || i < LABELS_SEEN) && frame_sees(f, found->at))
            frame_label_at(f, found->at, FRAME_UP, 18, f->theme->error, "%s",
                           explore_kind_name((int)found->kind));
    }
}

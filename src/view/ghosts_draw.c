#include "overlays.h"

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
        frame_label_at(f, at, FRAME_UP, label_points, ink, "tick %lu", g->parted_tick);
}

void ghosts_draw(const frame *f) {
    const ghosts *g = &f->sandbox->ghosts;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        sm3_vec from = g->list[r].previous_position;
        sm3_vec at = sm3_offset(from, sm3_between(from, g->list[r].position), f->between);
        if (ghosts_has(g, (sm_resolver)r))
            f->backend->player(f, at, (sm3_vec){0, 0, 0}, outline_points, f->theme->ghost[r]);
    }
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(g, (sm_resolver)r) && g->list[r].parted)
            draw_parting(f, (sm_resolver)r);
    }
}

/* ---- The legend -------------------------------------------------------------------------- */

static ui_row legend_row(ui *u, const frame *f, sm_resolver resolver) {
    const sandbox *s = f->sandbox;
    const ghost_mover *g = &s->ghosts.list[resolver];
    const char *footing = !record_last(&s->record)->walks ? ""
                          : g->on_floor                   ? ", plain: floor"
                                                          : ", plain: air";
    float distance = ghosts_distance(&s->ghosts, &s->player, resolver);
    return (ui_row){
        .cells = {ui_print(u, "%s%s", sm_resolver_name(resolver), footing),
                  ui_print(u, "%.3f u", (double)distance),
                  g->parted ? ui_print(u, "parted at tick %lu", g->parted_tick) : "together"},
        .swatch = f->theme->ghost[resolver]};
}

/* Without room for it the last column is left out. */
void ghosts_lay_out_legend(ui *u, const frame *f) {
    static const ui_column columns[] = {
        {.to_left = true}, {.is_dim = true}, {.to_left = true, .is_dim = true, .rank = 1}};
    ui_row rows[SM_RESOLVER_COUNT];
    int count = 0;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(&f->sandbox->ghosts, (sm_resolver)r))
            rows[count++] = legend_row(u, f, (sm_resolver)r);
    }
    if (count > 0)
        ui_add_table_box(
            u, LAYOUT_TOP_RIGHT, 0,
            (ui_table){.columns = columns, .column_count = 3, .rows = rows, .row_count = count});
}

/* world_scan: the walk through the cells, compiled once for each instruction set.
 *
 * Before including it, define SCAN_TARGET (attributes of the functions), SCAN_NAME (of the search)
 * and the function
 *     unsigned cull(const block *b, float x, float y, float reach)
 * which returns the bits of the entries whose distance from (x, y) may be up to `reach` and their
 * radius; all in steps. It may return bits of entries that are farther, never lose one that is not.
 */

#include <math.h>

#include "world.h"

SCAN_TARGET static inline unsigned lanes_in_use(const block *b) {
    return (1u << b->count) - 1;
}

SCAN_TARGET static inline void collect(const sm_world *world, search *s, const block *b,
                                       unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        if (s->candidate_count == CANDIDATES)
            search_overflow(world, s);
        s->candidates[s->candidate_count++] = b->obstacle[lowest_bit(lanes)];
    }
}

/* Where the mover is in a grid; lengths in steps. */
typedef struct view_of_grid {
    float steps_per_unit;
    float margin;
} view_of_grid;

SCAN_TARGET static inline float reach_in(const view_of_grid *v, const search *s) {
    return (float)(s->reach + s->half_length) * v->steps_per_unit + v->margin;
}

/* One block against the mover at (x, y) in steps from the cell's centre. */
SCAN_TARGET static inline void scan_block(const sm_world *world, search *s, const block *b, float x,
                                          float y, float reach) {
    collect(world, s, b, (cull(b, x, y, reach) | b->always) & lanes_in_use(b));
}

SCAN_TARGET static void scan_grids(const sm_world *world, const grid *g, search *s);

SCAN_TARGET static void scan_crowd(const sm_world *world, search *s, const block *cell, float x,
                                   float y, const view_of_grid *v) {
    for (const block *b = block_after(world, cell); b != NULL; b = block_after(world, b))
        scan_block(world, s, b, x, y, reach_in(v, s));
    if (cell->child != 0)
        scan_grids(world, world->grids.list[cell->child], s);
}

SCAN_TARGET static inline void scan_cells(const sm_world *world, const grid *g, search *s) {
    double k = g->cells_per_unit;
    double x0 = s->ax < s->bx ? s->ax : s->bx, x1 = s->ax > s->bx ? s->ax : s->bx;
    double y0 = s->ay < s->by ? s->ay : s->by, y1 = s->ay > s->by ? s->ay : s->by;
    int first_column = cell_at((x0 - s->reach - g->x0) * k, g->last_column);
    int last_column = cell_at((x1 + s->reach - g->x0) * k, g->last_column);
    int first_row = cell_at((y0 - s->reach - g->y0) * k, g->last_row);
    int last_row = cell_at((y1 + s->reach - g->y0) * k, g->last_row);
    double x = ((s->x - g->x0) * k - 0.5) * CELL_STEPS, y = ((s->y - g->y0) * k - 0.5) * CELL_STEPS;
    /* Of the farthest corner of the cells that are looked into. */
    float far =
        (float)(fabs(x - first_column * (double)CELL_STEPS) +
                fabs(x - last_column * (double)CELL_STEPS) +
                fabs(y - first_row * (double)CELL_STEPS) + fabs(y - last_row * (double)CELL_STEPS));
    view_of_grid v = {(float)k * CELL_STEPS, SM_CULL_MARGIN + SM_CULL_RELATIVE_MARGIN * far};
    for (int row = first_row; row <= last_row; row++) {
        const block *cell = &g->cells[(ptrdiff_t)row * g->columns + first_column];
        float y_steps = (float)(y - row * (double)CELL_STEPS), reach = reach_in(&v, s);
        for (int column = first_column; column <= last_column; column++, cell++) {
            float x_steps = (float)(x - column * (double)CELL_STEPS);
            scan_block(world, s, cell, x_steps, y_steps, reach);
            if ((cell->next | cell->child) != 0)
                scan_crowd(world, s, cell, x_steps, y_steps, &v);
        }
    }
}

SCAN_TARGET static void scan_grids(const sm_world *world, const grid *g, search *s) {
    for (; g != NULL; g = grid_coarser(world, g))
        scan_cells(world, g, s);
}

SCAN_TARGET void SCAN_NAME(const sm_world *world, search *s) {
    scan_grids(world, world->grids.list[0], s);
}

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

/* One block against the mover at (x, y) in steps from the cell's centre. */
SCAN_TARGET static inline void scan_block(const sm_world *world, search *s, const block *b, float x,
                                          float y, float steps_per_unit) {
    float margin = SM_CULL_MARGIN + SM_CULL_RELATIVE_MARGIN * (fabsf(x) + fabsf(y));
    float reach = (float)(s->reach + s->half_length) * steps_per_unit + margin;
    unsigned near = (cull(b, x, y, reach) | b->always) & lanes_in_use(b);
    collect(world, s, b, near);
}

SCAN_TARGET static void scan_grids(const sm_world *world, const grid *g, search *s);

SCAN_TARGET static void scan_crowd(const sm_world *world, search *s, const block *cell, float x,
                                   float y, float steps_per_unit) {
    for (const block *b = block_after(world, cell); b != NULL; b = block_after(world, b))
        scan_block(world, s, b, x, y, steps_per_unit);
    if (cell->child != 0)
        scan_grids(world, world->grids.list[cell->child], s);
}

SCAN_TARGET static inline void scan_cells(const sm_world *world, const grid *g, search *s) {
    double k = g->cells_per_unit;
    int first_column = cell_at((s->x0 - s->reach - g->x0) * k, g->columns);
    int last_column = cell_at((s->x1 + s->reach - g->x0) * k, g->columns);
    int first_row = cell_at((s->y0 - s->reach - g->y0) * k, g->rows);
    int last_row = cell_at((s->y1 + s->reach - g->y0) * k, g->rows);
    double x = (s->x - g->x0) * k - 0.5, y = (s->y - g->y0) * k - 0.5;
    float steps_per_unit = (float)(k * CELL_STEPS);
    for (int row = first_row; row <= last_row; row++) {
        const block *cells = &g->cells[(ptrdiff_t)row * g->columns];
        float y_steps = (float)((y - row) * CELL_STEPS);
        for (int column = first_column; column <= last_column; column++) {
            const block *cell = &cells[column];
            float x_steps = (float)((x - column) * CELL_STEPS);
            scan_block(world, s, cell, x_steps, y_steps, steps_per_unit);
            if ((cell->next | cell->child) != 0)
                scan_crowd(world, s, cell, x_steps, y_steps, steps_per_unit);
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

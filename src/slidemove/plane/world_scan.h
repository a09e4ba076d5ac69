/* world_scan: the walk through the cells, compiled once for each instruction set.
 *
 * Before including it, define SCAN_TARGET (attributes of the functions), SCAN_NAME (of the search)
 * and the functions
 *     cell_box cells_in_reach(const grid *g, double x0, double y0, double x1, double y1)
 *     unsigned cull(const block *b, float x, float y, float reach)
 * The first returns the cells that the box overlaps: cell_at of the four sides. The second returns
 * the bits of the entries whose distance from (x, y) may be up to `reach` and their radius; all in
 * steps. It may return bits of entries that are farther, never lose one that is not. */

#include "world.h"

SCAN_TARGET static inline void collect(const sm_world *world, search *s, const block *b,
                                       unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
        s->candidates[s->candidate_count++] = b->obstacle[lowest_bit(lanes)];
    if (s->candidate_count > CANDIDATES)
        sm_search_overflow(world, s);
}

/* One block against the mover at (x, y) in steps from the cell's centre. */
SCAN_TARGET static inline void scan_block(const sm_world *world, search *s, const block *b, float x,
                                          float y, float reach) {
    unsigned near = (cull(b, x, y, reach) | b->always) & b->used;
    if (near != 0)
        collect(world, s, b, near);
}

SCAN_TARGET static inline float reach_in_steps(const search *s, float steps_per_unit) {
    return (float)(s->reach + s->half_length) * steps_per_unit * (1 + SM_CULL_RELATIVE_MARGIN) +
           SM_CULL_MARGIN;
}

SCAN_TARGET static void scan_grids(const sm_world *world, const grid *g, search *s, double x0,
                                   double y0, double x1, double y1);

SCAN_TARGET static void scan_crowd(const sm_world *world, search *s, const block *cell, float x,
                                   float y, float steps_per_unit, double x0, double y0, double x1,
                                   double y1) {
    for (const block *b = block_after(world, cell); b != NULL; b = block_after(world, b))
        scan_block(world, s, b, x, y, reach_in_steps(s, steps_per_unit));
    if (cell->child != 0)
        scan_grids(world, world->grids.list[cell->child], s, x0, y0, x1, y1);
}

SCAN_TARGET static inline void scan_cells(const sm_world *world, const grid *g, search *s,
                                          double x0, double y0, double x1, double y1) {
    cell_box c = cells_in_reach(g, x0 - s->reach, y0 - s->reach, x1 + s->reach, y1 + s->reach);
    double steps_per_unit = g->cells_per_unit * CELL_STEPS;
    const double half = CELL_STEPS / 2.0, step = CELL_STEPS;
    double left = (s->centre.x - g->corner[0]) * steps_per_unit - half - c.first_column * step;
    double y = (s->centre.y - g->corner[1]) * steps_per_unit - half - c.first_row * step;
    const block *row_of_cells = &g->cells[(ptrdiff_t)c.first_row * g->columns + c.first_column];
    for (int rows = c.last_row - c.first_row; rows >= 0; rows--) {
        float reach = reach_in_steps(s, (float)steps_per_unit);
        const block *cell = row_of_cells;
        double x = left;
        for (int columns = c.last_column - c.first_column; columns >= 0; columns--) {
            scan_block(world, s, cell, (float)x, (float)y, reach);
            if ((cell->next | cell->child) != 0)
                scan_crowd(world, s, cell, (float)x, (float)y, (float)steps_per_unit, x0, y0, x1,
                           y1);
            cell++;
            x -= step;
        }
        row_of_cells += g->columns;
        y -= step;
    }
}

SCAN_TARGET static void scan_grids(const sm_world *world, const grid *g, search *s, double x0,
                                   double y0, double x1, double y1) {
    for (; g != NULL; g = grid_coarser(world, g))
        scan_cells(world, g, s, x0, y0, x1, y1);
}

SCAN_TARGET void SCAN_NAME(const sm_world *world, search *s, double x0, double y0, double x1,
                           double y1) {
    scan_grids(world, world->grids.list[0], s, x0, y0, x1, y1);
}

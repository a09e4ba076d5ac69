/* world_scan: the walk through the cells, eight entries of a block at a time. Compiled once for
 * each instruction set, with the same results. */
#include "../eight.h"
#include "world.h"

#define scan_cells_in_reach EIGHT_NAME(scan_cells_in_reach)
#define scan_cull           EIGHT_NAME(scan_cull)
#define scan_collect        EIGHT_NAME(scan_collect)
#define scan_block          EIGHT_NAME(scan_block)
#define scan_reach_in_steps EIGHT_NAME(scan_reach_in_steps)
#define scan_grids          EIGHT_NAME(scan_grids)
#define scan_crowd          EIGHT_NAME(scan_crowd)
#define scan_cells          EIGHT_NAME(scan_cells)
#define sm_search           EIGHT_NAME(sm_search)

/* The cells that the box overlaps: cell_at of its four sides. */
EIGHT_INLINE cell_box scan_cells_in_reach(const grid *g, double x0, double y0, double x1,
                                          double y1) {
#if EIGHT_AVX2
    /* max returns its second operand where the first is NaN, as cell_at does. */
    __m256d place = _mm256_set_pd(y1, x1, y0, x0);
    place = _mm256_sub_pd(place, _mm256_loadu_pd(g->corner));
    place = _mm256_mul_pd(place, _mm256_set1_pd(g->cells_per_unit));
    place = _mm256_max_pd(place, _mm256_setzero_pd());
    place = _mm256_min_pd(place, _mm256_loadu_pd(g->last));
    cell_box c;
    _mm_storeu_si128((__m128i *)(void *)&c, _mm256_cvttpd_epi32(place));
    return c;
#else
    double k = g->cells_per_unit;
    return (cell_box){
        cell_at((x0 - g->corner[0]) * k, g->last[0]), cell_at((y0 - g->corner[1]) * k, g->last[1]),
        cell_at((x1 - g->corner[0]) * k, g->last[0]), cell_at((y1 - g->corner[1]) * k, g->last[1])};
#endif
}

/* The bits of the entries whose distance from (x, y) may be up to `reach` and their radius; all in
 * steps. It may return bits of entries that are farther, never lose one that is not. */
EIGHT_INLINE unsigned scan_cull(const cell_block *b, float x, float y, float reach) {
    const eight one = eight_all(1);
    eight ax = eight_of_int16(b->ax), ay = eight_of_int16(b->ay);
    eight dx = eight_sub(eight_of_int16(b->bx), ax), dy = eight_sub(eight_of_int16(b->by), ay);
    eight px = eight_sub(eight_all(x), ax), py = eight_sub(eight_all(y), ay);
    eight length_squared = eight_add(eight_mul(dx, dx), eight_mul(dy, dy));
    eight projection = eight_add(eight_mul(px, dx), eight_mul(py, dy));
    eight t = eight_div(projection, eight_max(length_squared, one));
    t = eight_max(eight_min(t, one), eight_all(0));
    eight ex = eight_sub(px, eight_mul(t, dx)), ey = eight_sub(py, eight_mul(t, dy));
    eight radii = eight_add(eight_all(reach), eight_of_uint16(b->radius));
    eight distance_squared = eight_add(eight_mul(ex, ex), eight_mul(ey, ey));
    return eight_bits(eight_not_above(distance_squared, eight_mul(radii, radii))); /* NaN is near */
}

EIGHT_INLINE void scan_collect(const sm_world *world, world_search *s, const cell_block *b,
                               unsigned bits) {
    for (; bits != 0; bits &= bits - 1)
        s->candidates[s->candidate_count++] = b->obstacle[lanes_lowest(bits)];
    if (s->candidate_count > CANDIDATES)
        sm_search_overflow(world, s);
}

/* One block against the mover at (x, y) in steps from the cell's centre. */
EIGHT_INLINE void scan_block(const sm_world *world, world_search *s, const cell_block *b, float x,
                             float y, float reach) {
    unsigned near = (scan_cull(b, x, y, reach) | b->always) & b->used;
    if (near != 0)
        scan_collect(world, s, b, near);
}

EIGHT_INLINE float scan_reach_in_steps(const world_search *s, float steps_per_unit) {
    return (float)(s->reach + s->half_length) * steps_per_unit * (1 + SM_CULL_RELATIVE_MARGIN) +
           SM_CULL_MARGIN;
}

EIGHT_TARGET static void scan_grids(const sm_world *world, const grid *g, world_search *s,
                                    double x0, double y0, double x1, double y1);

EIGHT_TARGET static void scan_crowd(const sm_world *world, world_search *s, const cell_block *cell,
                                    float x, float y, float steps_per_unit, double x0, double y0,
                                    double x1, double y1) {
    for (const cell_block *b = block_after(world, cell); b != NULL; b = block_after(world, b))
        scan_block(world, s, b, x, y, scan_reach_in_steps(s, steps_per_unit));
    if (cell->child != 0)
        scan_grids(world, world->grids.list[cell->child], s, x0, y0, x1, y1);
}

EIGHT_INLINE void scan_cells(const sm_world *world, const grid *g, world_search *s, double x0,
                             double y0, double x1, double y1) {
    cell_box c = scan_cells_in_reach(g, x0 - s->reach, y0 - s->reach, x1 + s->reach, y1 + s->reach);
    double steps_per_unit = g->cells_per_unit * CELL_STEPS;
    const double half = CELL_STEPS / 2.0, step = CELL_STEPS;
    double left = (s->centre.x - g->corner[0]) * steps_per_unit - half - c.first_column * step;
    double y = (s->centre.y - g->corner[1]) * steps_per_unit - half - c.first_row * step;
    const cell_block *row_of_cells =
        &g->cells[(ptrdiff_t)c.first_row * g->columns + c.first_column];
    for (int rows = c.last_row - c.first_row; rows >= 0; rows--) {
        float reach = scan_reach_in_steps(s, (float)steps_per_unit);
        const cell_block *cell = row_of_cells;
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

EIGHT_TARGET static void scan_grids(const sm_world *world, const grid *g, world_search *s,
                                    double x0, double y0, double x1, double y1) {
    for (; g != NULL; g = grid_coarser(world, g))
        scan_cells(world, g, s, x0, y0, x1, y1);
}

EIGHT_TARGET void sm_search(const sm_world *world, world_search *s, double x0, double y0, double x1,
                            double y1) {
    scan_grids(world, world->grids.list[0], s, x0, y0, x1, y1);
}

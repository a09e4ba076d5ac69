/* world_scan: the walk through the cells, eight entries of a block at a time. Compiled once for
 * each instruction set, with the same results. */
#include "../eight.h"
#include "world.h"

/* ---- A block ----------------------------------------------------------------------------- */

#if defined(__SSE2__) && !defined(SM_PORTABLE)

/* A place, in whole steps from a cell's centre, for each entry. */
typedef struct scan_spot {
    __m128i x, y;
} scan_spot;

EIGHT_INLINE scan_spot scan_spot_of(__m128i whole) {
    __m128i x = _mm_shuffle_epi32(whole, 0), y = _mm_shuffle_epi32(whole, 0x55);
    return (scan_spot){_mm_packs_epi32(x, x), _mm_packs_epi32(y, y)};
}

EIGHT_INLINE scan_spot scan_spot_at(two steps) {
    return scan_spot_of(_mm_cvttpd_epi32(steps));
}

/* a * b / 2^15, off by less than 1. */
EIGHT_INLINE __m128i scan_product(__m128i a, __m128i b) {
#if EIGHT_AVX2
    return _mm_mulhrs_epi16(a, b);
#else
    return _mm_or_si128(_mm_slli_epi16(_mm_mulhi_epi16(a, b), 1),
                        _mm_srli_epi16(_mm_mullo_epi16(a, b), 15));
#endif
}

EIGHT_INLINE __m128i scan_abs(__m128i x) {
    return _mm_max_epi16(x, _mm_subs_epi16(_mm_setzero_si128(), x));
}

/* Of four 32-bit numbers each. */
EIGHT_INLINE __m128i scan_larger(__m128i a, __m128i b) {
#if EIGHT_AVX2
    return _mm_max_epi32(a, b);
#else
    __m128i above = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(above, a), _mm_andnot_si128(above, b));
#endif
}

EIGHT_INLINE __m128i scan_least(__m128i a, __m128i b) {
#if EIGHT_AVX2
    return _mm_min_epi32(a, b);
#else
    __m128i above = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(above, b), _mm_andnot_si128(above, a));
#endif
}

/* The bits of the entries whose boxes are up to `reach` steps from there. It may return bits of
 * entries that are farther, never lose one that is not. */
EIGHT_INLINE unsigned scan_cull(const cell_block *b, scan_spot at, int reach) {
#define SCAN_LOAD(of) _mm_load_si128((const __m128i *)(const void *)b->of)
    const __m128i zero = _mm_setzero_si128(), r = _mm_set1_epi16((short)reach);
    __m128i x = SCAN_LOAD(direction_x), y = SCAN_LOAD(direction_y);
    __m128i along = _mm_adds_epi16(scan_product(at.x, x), scan_product(at.y, y));
    __m128i left = _mm_subs_epi16(scan_product(at.y, x), scan_product(at.x, y));
    along = scan_abs(_mm_subs_epi16(along, SCAN_LOAD(middle)));
    left = scan_abs(_mm_subs_epi16(left, SCAN_LOAD(height)));
    __m128i radius = _mm_loadl_epi64((const __m128i *)(const void *)b->radius);
    radius = _mm_slli_epi16(_mm_unpacklo_epi8(radius, zero), COARSE_SHIFT);
    __m128i far = _mm_or_si128(_mm_cmpgt_epi16(along, _mm_adds_epi16(r, SCAN_LOAD(reach))),
                               _mm_cmpgt_epi16(left, _mm_adds_epi16(r, radius)));
    return (unsigned)_mm_movemask_epi8(_mm_packs_epi16(far, zero)) ^ 0xff;
#undef SCAN_LOAD
}

#else

typedef struct scan_spot {
    int x, y;
} scan_spot;

EIGHT_INLINE scan_spot scan_spot_at(two steps) {
    return (scan_spot){(int)two_x(steps), (int)two_y(steps)};
}

/* As far as steps tell: what a reach is cut to, a distance is, too. */
EIGHT_INLINE int scan_distance(int steps) {
    return abs(steps) < LARGEST_STEPS ? abs(steps) : LARGEST_STEPS;
}

EIGHT_INLINE unsigned scan_cull(const cell_block *b, scan_spot at, int reach) {
    const int one = 1 << 15;
    unsigned near = 0;
    for (int i = 0; i < LANES; i++) {
        int along = (at.x * b->direction_x[i] + at.y * b->direction_y[i]) / one - b->middle[i];
        int left = (at.y * b->direction_x[i] - at.x * b->direction_y[i]) / one - b->height[i];
        bool is_near = scan_distance(along) <= reach + b->reach[i] &&
                       scan_distance(left) <= reach + (b->radius[i] << COARSE_SHIFT);
        near |= (unsigned)is_near << i;
    }
    return near;
}

#endif

/* Whatever of the block may be in reach of there. */
EIGHT_INLINE void scan_block(const sm_world *world, world_search *s, const cell_block *b,
                             scan_spot at, int reach) {
    for (unsigned near = scan_cull(b, at, reach); near != 0; near &= near - 1) {
        int obstacle = b->obstacle[lanes_lowest(near)];
        if (s->filter != NULL && !is_accepted(world, s->filter, obstacle))
            continue;
        if (s->lists)
            s->list[s->count++] = obstacle;
        else
            sm_search_judge(world, s, obstacle);
    }
}

/* ---- Cells ------------------------------------------------------------------------------- */

/* In whole steps. */
EIGHT_INLINE int scan_reach(const world_search *s, double steps_per_unit) {
    return (int)smaller((s->reach + s->half_length) * steps_per_unit + SM_CULL_MARGIN,
                        LARGEST_STEPS);
}

/* What a cell has beside its own block. */
EIGHT_TARGET static void scan_crowd(const sm_world *world, world_search *s, const cell_block *cell,
                                    scan_spot at, double steps_per_unit) {
    for (const cell_block *b = block_after(world, cell); b != NULL && !search_is_full(s);
         b = block_after(world, b))
        scan_block(world, s, b, at, scan_reach(s, steps_per_unit));
    if (cell->is_grid)
        EIGHT_NAME(sm_search)(world, world->grids.list[cell->more], s);
}

/* Where the cells in reach are few and the mover is not too far for the steps, whole numbers are
 * enough, which take less time. Returns whether that is so. */
EIGHT_INLINE bool scan_inside(const sm_world *world, const grid *g, world_search *s) {
#if defined(__SSE2__) && !defined(SM_PORTABLE)
    const double steps_per_unit = g->cells_per_unit * CELL_STEPS;
    const two scale = two_of(steps_per_unit, steps_per_unit);
    const __m128i cell_steps = _mm_set1_epi16(CELL_STEPS), zero = _mm_setzero_si128();
    const __m128i most = _mm_set1_epi32(LARGEST_STEPS - 2 * CELL_STEPS),
                  far = _mm_set1_epi32((1 << 30) + LARGEST_STEPS);
    two around = two_mul(two_add(s->half_box, two_of(s->reach, s->reach)), scale);
    two middle = two_mul(two_sub(s->centre, two_load(g->corner)), scale);
    __m128i at = _mm_cvttpd_epi32(middle);
    __m128i half = _mm_add_epi32(_mm_cvttpd_epi32(around), _mm_set1_epi32(SM_CULL_MARGIN));
    /* Negative is what is too much, also for the 32 bits. */
    __m128i bad =
        _mm_or_si128(_mm_add_epi32(at, far), _mm_or_si128(half, _mm_sub_epi32(most, half)));
    if ((_mm_movemask_ps(_mm_castsi128_ps(bad)) & 3) != 0)
        return false;
    __m128i end = _mm_load_si128((const __m128i *)(const void *)g->end);
    __m128i low = scan_least(scan_larger(_mm_sub_epi32(at, half), zero), end);
    __m128i high = scan_least(scan_larger(_mm_add_epi32(at, half), zero), end);
    __m128i first = _mm_srli_epi32(low, CELL_SHIFT), last = _mm_srli_epi32(high, CELL_SHIFT);
    int first_column = _mm_cvtsi128_si32(first),
        row = _mm_cvtsi128_si32(_mm_shuffle_epi32(first, 1));
    int last_column = _mm_cvtsi128_si32(last),
        last_row = _mm_cvtsi128_si32(_mm_shuffle_epi32(last, 1));
    __m128i corner = _mm_slli_epi32(first, CELL_SHIFT);
    __m128i from_centre = _mm_sub_epi32(_mm_sub_epi32(at, corner), _mm_set1_epi32(CELL_STEPS / 2));
    scan_spot left = scan_spot_of(from_centre);
    for (;; row++) {
        scan_spot spot = left;
        const cell_block *cell = cell_of(g, first_column, row);
        for (int column = first_column;; column++, cell++) {
            scan_block(world, s, cell, spot, scan_reach(s, steps_per_unit));
            if (cell->more != 0)
                scan_crowd(world, s, cell, spot, steps_per_unit);
            if (column >= last_column || search_is_full(s))
                break;
            spot.x = _mm_subs_epi16(spot.x, cell_steps);
        }
        if (row >= last_row || search_is_full(s))
            return true;
        left.y = _mm_subs_epi16(left.y, cell_steps);
    }
#else
    (void)world, (void)g, (void)s;
    return false;
#endif
}

EIGHT_INLINE void scan_cells(const sm_world *world, const grid *g, world_search *s) {
    const two zero = two_of(0, 0), last = two_load(g->last), one_column = two_of(1, 0);
    const two steps = two_of(CELL_STEPS, CELL_STEPS), half_cell = two_of(0.5, 0.5);
    const two most = two_of(LARGEST_STEPS, LARGEST_STEPS), least = two_sub(zero, most);
    const two cells_per_unit = two_of(g->cells_per_unit, g->cells_per_unit);
    const double steps_per_unit = g->cells_per_unit * CELL_STEPS;
    two middle = two_mul(two_sub(s->centre, two_load(g->corner)), cells_per_unit);
    two half = two_mul(two_add(s->half_box, two_of(s->reach, s->reach)), cells_per_unit);
    /* cell_at of each side; two_max, too, gives its second operand where the first is NaN. */
    two first = two_min(two_max(two_sub(middle, half), zero), last);
    two end = two_min(two_max(two_add(middle, half), zero), last);
    int first_column = (int)two_x(first), row = (int)two_y(first), column = first_column;
    int last_column = (int)two_x(end), last_row = (int)two_y(end);
    two from_centre = two_sub(two_sub(middle, two_whole(first)), half_cell);
    const cell_block *cell = cell_of(g, column, row);
    for (;;) {
        two at_steps = two_min(two_max(two_mul(from_centre, steps), least), most);
        scan_spot at = scan_spot_at(at_steps);
        scan_block(world, s, cell, at, scan_reach(s, steps_per_unit));
        if (cell->more != 0)
            scan_crowd(world, s, cell, at, steps_per_unit);
        if (column < last_column) {
            column++;
            cell++;
            from_centre = two_sub(from_centre, one_column);
        } else if (row < last_row) {
            column = first_column;
            row++;
            cell = cell_of(g, column, row);
            from_centre = two_sub(two_sub(middle, two_of(column, row)), half_cell);
        } else
            return;
        if (search_is_full(s))
            return;
    }
}

EIGHT_TARGET void EIGHT_NAME(sm_search)(const sm_world *world, const grid *g, world_search *s) {
    for (; g != NULL && !search_is_full(s); g = grid_coarser(world, g))
        if (!scan_inside(world, g, s))
            scan_cells(world, g, s);
}

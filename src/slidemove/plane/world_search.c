/* world_search: the scan of a 2D world's cells, eight entries of a block at a time, with the SSE2
 * that every x86-64 has or in plain C. */
#include "world_search.h"

#include <stdlib.h>

#if defined(__SSE2__) && SM_HAS_GNU_C
#include <emmintrin.h>
#endif

/* ---- One obstacle ------------------------------------------------------------------------ */

sm_collision sm_search_collide(const sm_world *world, const world_search *s, int obstacle) {
    sm_capsule mover = {s->a, s->b, (float)s->radius};
    if (s->half_length == 0)
        mover.a = mover.b = vec_round(s->centre);
    sm_collision c = sm_collide(mover, world->capsules[obstacle], s->delta);
    c.obstacle = obstacle;
    return c;
}

SM_APART bool sm_search_passes(const sm_world *world, const world_search *s, int entry) {
    int obstacle = entry_obstacle(entry);
    return !s->oneway_is_solid && extra_of(world, obstacle)->oneway &&
           !sm_oneway_blocks(&world->capsules[obstacle], s->radius,
                             sm_search_collide(world, s, obstacle), s->delta);
}

void sm_search_judge(const sm_world *world, world_search *s, int entry) {
    judge(world, s, s->half_length == 0, &s->best, entry);
    s->reach = sm_min(s->reach, reach_of_depth(s->best.depth, s->radius));
}

/* ---- A block ----------------------------------------------------------------------------- */

#if defined(__SSE2__) && SM_HAS_GNU_C

/* A place, in whole steps from a cell's centre, for each entry. */
typedef struct scan_spot {
    __m128i x, y;
} scan_spot;

SM_WITHIN static inline scan_spot scan_spot_of(__m128i whole) {
    __m128i x = _mm_shuffle_epi32(whole, 0), y = _mm_shuffle_epi32(whole, 0x55);
    return (scan_spot){_mm_packs_epi32(x, x), _mm_packs_epi32(y, y)};
}

SM_WITHIN static inline scan_spot scan_spot_at(int x, int y) {
    return scan_spot_of(_mm_set_epi32(0, 0, y, x));
}

/* Twice each number, as far as it fits. */
SM_WITHIN static inline __m128i scan_twice(__m128i x) {
    return _mm_adds_epi16(x, x);
}

SM_WITHIN static inline __m128i scan_abs(__m128i x) {
    return _mm_max_epi16(x, _mm_subs_epi16(_mm_setzero_si128(), x));
}

/* Returns a bit for each entry with a box within `reach` steps of the spot. It may set bits of
 * farther entries, but never misses a near one. */
SM_WITHIN static inline unsigned scan_cull(const cell_block *b, scan_spot at, int reach) {
#define SCAN_LOAD(of) _mm_load_si128((const __m128i *)(const void *)b->of)
    const __m128i zero = _mm_setzero_si128(), r = _mm_set1_epi16((short)reach);
    __m128i x = SCAN_LOAD(direction_x), y = SCAN_LOAD(direction_y);
    /* Half the dot product of position and direction, of which 2^15 is 1, and of the cross product.
     */
    __m128i along = _mm_add_epi16(_mm_mulhi_epi16(at.x, x), _mm_mulhi_epi16(at.y, y));
    __m128i left = _mm_sub_epi16(_mm_mulhi_epi16(at.y, x), _mm_mulhi_epi16(at.x, y));
    along = scan_abs(_mm_subs_epi16(scan_twice(along), SCAN_LOAD(middle)));
    left = scan_abs(_mm_subs_epi16(scan_twice(left), SCAN_LOAD(height)));
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

SM_WITHIN static inline scan_spot scan_spot_at(int x, int y) {
    return (scan_spot){x, y};
}

/* As far as steps tell: what a reach is cut to, a distance is, too. */
SM_WITHIN static inline int scan_distance(int steps) {
    return abs(steps) < LARGEST_STEPS ? abs(steps) : LARGEST_STEPS;
}

SM_WITHIN static inline unsigned scan_cull(const cell_block *b, scan_spot at, int reach) {
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

/* ---- A block beside a path --------------------------------------------------------------- */

/* In steps: more than all rounding errors. Those of the directions are 10 at the most, because
 * their products are cut to 16 bits; those of the reach 5, and those of the path's places 1. */
enum { PATH_MARGIN = 24 };

/* The box of an entry reaches as far to one side as its segment does there, plus its radius. An
 * entry that does not fit is near, since it has no direction. */
unsigned sm_scan_path(const cell_block *b, const scan_path *path) {
    const int reach = (int)sm_min(path->reach + PATH_MARGIN, LARGEST_STEPS);
    const int half = (int)sm_min(path->half + PATH_MARGIN, LARGEST_STEPS);
#if defined(__SSE2__) && SM_HAS_GNU_C
#define SCAN_LOAD(of)    _mm_load_si128((const __m128i *)(const void *)b->of)
#define SCAN_ALL(number) _mm_set1_epi16((short)(number))
    const __m128i px = SCAN_ALL(path->x), py = SCAN_ALL(path->y), zero = _mm_setzero_si128();
    __m128i x = SCAN_LOAD(direction_x), y = SCAN_LOAD(direction_y);
    __m128i across = scan_twice(_mm_sub_epi16(_mm_mulhi_epi16(px, y), _mm_mulhi_epi16(py, x)));
    __m128i forward = scan_twice(_mm_add_epi16(_mm_mulhi_epi16(px, x), _mm_mulhi_epi16(py, y)));
    __m128i middle = SCAN_LOAD(middle), height = SCAN_LOAD(height), extent = SCAN_LOAD(reach);
    __m128i at_side = scan_twice(
        _mm_add_epi16(_mm_mulhi_epi16(middle, across), _mm_mulhi_epi16(height, forward)));
    __m128i at_along = scan_twice(
        _mm_sub_epi16(_mm_mulhi_epi16(middle, forward), _mm_mulhi_epi16(height, across)));
    __m128i radius = _mm_loadl_epi64((const __m128i *)(const void *)b->radius);
    radius = _mm_slli_epi16(_mm_unpacklo_epi8(radius, zero), COARSE_SHIFT);
    __m128i side_reach = scan_twice(_mm_mulhi_epi16(extent, scan_abs(across)));
    __m128i along_reach = scan_twice(_mm_mulhi_epi16(extent, scan_abs(forward)));
    side_reach = _mm_adds_epi16(_mm_adds_epi16(SCAN_ALL(reach), radius), side_reach);
    along_reach = _mm_adds_epi16(_mm_adds_epi16(SCAN_ALL(half), radius), along_reach);
    at_side = scan_abs(_mm_adds_epi16(SCAN_ALL(path->side), at_side));
    at_along = scan_abs(_mm_adds_epi16(SCAN_ALL(path->along), at_along));
    __m128i far =
        _mm_or_si128(_mm_cmpgt_epi16(at_side, side_reach), _mm_cmpgt_epi16(at_along, along_reach));
    far = _mm_andnot_si128(_mm_cmpeq_epi16(_mm_or_si128(x, y), zero), far);
    unsigned near = (unsigned)_mm_movemask_epi8(_mm_packs_epi16(far, zero)) ^ 0xff;
#undef SCAN_LOAD
#undef SCAN_ALL
#else
    const int one = 1 << 15;
    unsigned near = 0;
    for (int i = 0; i < LANES; i++) {
        int x = b->direction_x[i], y = b->direction_y[i], m = b->middle[i], h = b->height[i];
        int across = (path->x * y - path->y * x) / one, forward = (path->x * x + path->y * y) / one;
        int radius = b->radius[i] << COARSE_SHIFT;
        int at_side = abs(path->side + (m * across + h * forward) / one);
        int at_along = abs(path->along + (m * forward - h * across) / one);
        /* What is as far as steps can say may be nearer. */
        bool is_near =
            sm_min(at_side, LARGEST_STEPS) <= reach + radius + b->reach[i] * abs(across) / one &&
            sm_min(at_along, LARGEST_STEPS) <= half + radius + b->reach[i] * abs(forward) / one;
        near |= (unsigned)(is_near || (x == 0 && y == 0)) << i;
    }
#endif
    return near & ((1u << b->count) - 1);
}

/* Whatever of the block may be in reach of there. */
SM_WITHIN static inline void scan_block(const sm_world *world, world_search *s, const cell_block *b,
                                        scan_spot at, int reach) {
    for (unsigned near = scan_cull(b, at, reach); near != 0; near &= near - 1) {
        int entry = b->entries[lanes_lowest(near)];
        if (s->filter != NULL && !is_accepted(world, s->filter, entry))
            continue;
        if (s->lists)
            s->list[s->count++] = entry;
        else
            sm_search_judge(world, s, entry);
    }
}

/* ---- Cells ------------------------------------------------------------------------------- */

/* In whole steps. */
SM_WITHIN static inline int scan_reach(const world_search *s, double steps_per_unit) {
    return (int)sm_min((s->reach + s->half_length) * steps_per_unit + SM_CULL_MARGIN,
                       LARGEST_STEPS);
}

/* What a cell has beside its own block. */
static void scan_crowd(const sm_world *world, world_search *s, const cell_block *cell, scan_spot at,
                       double steps_per_unit) {
    for (const cell_block *b = block_after(world, cell); b != NULL && !search_is_full(s);
         b = block_after(world, b))
        scan_block(world, s, b, at, scan_reach(s, steps_per_unit));
    if (cell->is_grid)
        sm_search(world, world->grids.list[cell->more], s);
}

/* Where the cells in reach are few and the mover is not too far for the steps, whole numbers are
 * enough, which take less time. Returns whether that is so. */
SM_WITHIN static inline bool scan_inside(const sm_world *world, const grid *g, world_search *s) {
#if defined(__SSE2__) && SM_HAS_GNU_C
    const double steps_per_unit = g->cells_per_unit * CELL_STEPS;
    const __m128d scale = _mm_set1_pd(steps_per_unit);
    const __m128i cell_steps = _mm_set1_epi16(CELL_STEPS);
    const __m128i most = _mm_set1_epi32(LARGEST_STEPS - 2 * CELL_STEPS),
                  far = _mm_set1_epi32((1 << 30) + LARGEST_STEPS);
    const __m128d zero = _mm_setzero_pd(), end = _mm_load_pd(g->end);
    __m128d around = _mm_set_pd(s->half_box.y + s->reach, s->half_box.x + s->reach);
    __m128d from_corner = _mm_set_pd(s->centre.y - g->corner.y, s->centre.x - g->corner.x);
    __m128d place = _mm_mul_pd(from_corner, scale);
    __m128d half = _mm_add_pd(_mm_mul_pd(around, scale), _mm_set1_pd(SM_CULL_MARGIN));
    __m128i at = _mm_cvttpd_epi32(place), whole_half = _mm_cvttpd_epi32(half);
    /* Negative is what is too much, also for the 32 bits. */
    __m128i bad = _mm_or_si128(_mm_add_epi32(at, far),
                               _mm_or_si128(whole_half, _mm_sub_epi32(most, whole_half)));
    if ((_mm_movemask_ps(_mm_castsi128_ps(bad)) & 3) != 0)
        return false;
    __m128i low = _mm_cvttpd_epi32(_mm_min_pd(_mm_max_pd(_mm_sub_pd(place, half), zero), end));
    __m128i high = _mm_cvttpd_epi32(_mm_min_pd(_mm_max_pd(_mm_add_pd(place, half), zero), end));
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

SM_WITHIN static inline void scan_cells(const sm_world *world, const grid *g, world_search *s) {
    const double steps_per_unit = g->cells_per_unit * CELL_STEPS;
    const vec around = {s->half_box.x + s->reach, s->half_box.y + s->reach};
    const vec low = vec_sub(s->centre, around), high = vec_add(s->centre, around);
    const cell_box in = grid_cells_in(g, (rect){low.x, low.y, high.x, high.y});
    const vec middle = vec_scale(vec_sub(s->centre, g->corner), g->cells_per_unit);
    for (int row = in.rows.first; row <= in.rows.last; row++) {
        for (int column = in.columns.first; column <= in.columns.last && !search_is_full(s);
             column++) {
            const cell_block *cell = cell_of(g, column, row);
            scan_spot at =
                scan_spot_at(scan_steps(middle.x - column - 0.5), scan_steps(middle.y - row - 0.5));
            scan_block(world, s, cell, at, scan_reach(s, steps_per_unit));
            if (cell->more != 0)
                scan_crowd(world, s, cell, at, steps_per_unit);
        }
    }
}

void sm_search(const sm_world *world, const grid *g, world_search *s) {
    for (; g != NULL && !search_is_full(s); g = grid_coarser(world, g))
        if (!scan_inside(world, g, s))
            scan_cells(world, g, s);
}

/* ---- The deepest ------------------------------------------------------------------------- */

sm_collision sm_search_deepest(const sm_world *world, sm_capsule mover, sm_vec2 delta,
                               const sm_filter *filter, bool oneway_is_solid,
                               float depth_to_exceed) {
    if (!capsule_is_finite(mover) || !sm_is_finite(delta))
        return (sm_collision){0, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    world_search s;
    double radius = sm_radius(mover.radius);
    search_begin(&s, vec_of(mover.a), vec_of(mover.b), radius, delta, filter,
                 reach_of_depth(depth_to_exceed, radius));
    s.lists = false;
    s.oneway_is_solid = oneway_is_solid;
    s.best = best_beyond(depth_to_exceed);
    sm_search(world, world->grids.list[0], &s);
    return collision_of_best(world, &s, &s.best);
}

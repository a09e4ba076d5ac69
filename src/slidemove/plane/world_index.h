/* world_index: what the files of the index share.
 *
 * A grid of square cells; each cell is a block of up to eight entries, and an entry is one obstacle
 * as the cell sees it: a box along its inner segment, in 16-bit steps around the cell's centre.
 * Eight entries are compared with the mover at once, with a margin for all rounding, and only those
 * that may count go to the exact collision. So the index decides nothing: it only spares work.
 *
 * What does not fit one grid gets another: obstacles that are long for the cells go to a coarser
 * grid, a layer below, and a crowded cell becomes a finer grid of its own.
 *
 * An obstacle that moves is in the index with all of its way, so that it is found where it was and
 * where it is. */
#ifndef SM_WORLD_INDEX_H
#define SM_WORLD_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "../lanes.h"
#include "../memory.h"
#include "../vec.h"
#include "collide.h"

enum {
    LANES = 8,       /* entries a cell_block */
    CELL_SHIFT = 12, /* a cell is 2 to that 16-bit steps long */
    CELL_STEPS = 1 << CELL_SHIFT,
    COARSE_SHIFT = 7,         /* a coarse step, of a radius, is 2 to that */
    EMPTY_REACH = INT16_MIN,  /* an entry that nothing reaches, since there is none */
    LARGEST_STEPS = INT16_MAX /* what is more is cut to that */
};

/* Steps. A mover's position is cut off to whole steps, 1.42; two rounded products add 2; the middle
 * of an entry, rounded, 0.5, and its direction 0.7; and its reach is cut off, 1. */
#define SM_CULL_MARGIN 6

/* One that cannot be written down has the direction 0, so that everything is near to it. */
typedef struct cell_block {
    int16_t direction_x[LANES], direction_y[LANES]; /* of the inner segment: 2^15 is 1; shorter
                                                       than 1, so that nothing gets farther */
    int16_t middle[LANES], height[LANES]; /* of its middle, along the direction and to its left */
    int16_t reach[LANES];  /* steps, rounded up: from there to the ends, radius included */
    uint8_t radius[LANES]; /* coarse steps, rounded up */
    int32_t obstacle[LANES];
    uint32_t more; /* of the same cell: the next block, an index into sm_world.blocks.list, or the
                      grid that stands for the cell, an index into sm_world.grids.list; 0: none */
    uint32_t is_grid : 1; /* what `more` is */
    uint32_t count : 4;   /* entries in this block */
    uint32_t total : 27;  /* in the cell; only the cell's own block knows */
} cell_block;

_Static_assert(sizeof(cell_block) == SM_MEMORY_LINE, "two cache lines");

typedef struct grid {
    _Alignas(SM_MEMORY_LINE) vec corner; /* of the first cell */
    vec last;                            /* column and row */
    int32_t end[4]; /* x, y: steps from there to the last in the last cell, up to what fits */
    double cells_per_unit;
    int columns, rows;
    cell_block *cells; /* behind this, row by row. Those at the rim reach on to infinity */
    uint32_t coarser;  /* index into sm_world.grids.list; 0: none */
    double limit;      /* longer obstacles (side of the box, world units) go to the coarser grid */
    rect region; /* what this grid answers for, in cells from the corner; infinite for the world */
} grid;

/* Searches a grid, and those that are coarser. */
struct world_search;
typedef void search_fn(const sm_world *world, const grid *g, struct world_search *s);

typedef struct grids {
    grid **list; /* the first is the world's own */
    int count, capacity;
} grids;

/* What is not plain of an obstacle. */
typedef struct obstacle_extra {
    sm_capsule before; /* where it was, if it moves */
    sm_capsule way;    /* what the index has: all of its way, or the shape alone */
    uint64_t user;
    unsigned mask;
    int32_t number;
    bool moves, oneway;
} obstacle_extra;

/* Those of a world, there only if it has any. */
typedef struct extras {
    int32_t *places;    /* of each obstacle, in the list; -1: it is plain; */
    int place_capacity; /* the rest are plain, too */
    obstacle_extra
        *list; /* of those that are or were not plain; first those of which the index has a way */
    int count, capacity;
    int moved_count;
    int flagged_count; /* that are not plain; with a way alone they are */
} extras;

typedef struct blocks {
    cell_block *list; /* entries that found no place in their cell; the first is never used */
    int count, capacity;
    uint32_t unused; /* a chain of them; 0: none */
} blocks;

struct sm_world {
    sm_capsule *capsules; /* a hole is a capsule of NaN */
    int count, capacity;
    extras extras;
    grids grids;
    blocks blocks;
    float largest; /* coordinate that an obstacle has or had */
    search_fn *search;
    sm_simd simd;
    sm_memory memory;
};

/* ---- Obstacles */

/* NULL for one that is and was plain, and in the index alone with its shape. */
static inline obstacle_extra *extra_of(const sm_world *world, int obstacle) {
    const extras *s = &world->extras;
    int place = obstacle < s->place_capacity ? s->places[obstacle] : -1;
    return place < 0 ? NULL : &s->list[place];
}

/* Whether all of them are walls that stand still, for everyone. */
static inline bool world_has_no_flags(const sm_world *world) {
    return world->extras.flagged_count == 0;
}

/* What of it is in the index. */
static inline const sm_capsule *indexed_shape(const sm_world *world, int obstacle) {
    const obstacle_extra *s = extra_of(world, obstacle);
    return s != NULL ? &s->way : &world->capsules[obstacle];
}

static inline bool is_accepted(const sm_world *world, const sm_filter *filter, int obstacle) {
    const obstacle_extra *s = extra_of(world, obstacle);
    return sm_filter_accepts(filter, s != NULL ? s->mask : 0, obstacle, s != NULL ? s->user : 0);
}

/* ---- Which cells a capsule touches */

/* A capsule laid over a grid: in the cells of each row it touches one span of columns. Lengths in
 * cells, from the grid's corner. */
typedef struct raster {
    const grid *grid;
    double ax, ay, bx, by;
    double reach; /* radius and margin */
    int first_row, last_row;
} raster;

typedef struct span {
    int first, last; /* columns or rows; none where last < first */
} span;

/* The cell's number along one axis; at the rim for what lies outside. It never decreases with
 * `place`, which is what makes boxes of cells exact. */
static inline int cell_at(double place, double last) {
    place = place > 0 ? place : 0; /* also where it is NaN */
    return (int)(place < last ? place : last);
}

raster sm_raster_of(const grid *g, sm_capsule c); /* last_row < first_row: none */
span sm_raster_span(const raster *r, int row);

/* Writes the capsule, as the cell sees it, into a lane of a block. */
void sm_index_encode(cell_block *b, int lane, const raster *r, int column, int row, double radius);

/* The part of the plane that one cell answers for, in world units. */
rect sm_index_cell_region(const grid *g, int column, int row);

/* What of a grid a box overlaps. */
typedef struct cell_box {
    span columns, rows;
} cell_box;

static inline cell_box grid_cells_in(const grid *g, rect box) {
    double k = g->cells_per_unit;
    return (cell_box){{cell_at((box.x0 - g->corner.x) * k, g->last.x),
                       cell_at((box.x1 - g->corner.x) * k, g->last.x)},
                      {cell_at((box.y0 - g->corner.y) * k, g->last.y),
                       cell_at((box.y1 - g->corner.y) * k, g->last.y)}};
}

static inline const cell_block *block_after(const sm_world *world, const cell_block *b) {
    return b->more != 0 && !b->is_grid ? &world->blocks.list[b->more] : NULL;
}

/* The first of the grids that stand for a cell, an index into sm_world.grids.list; 0: none does. */
static inline int cell_child(const cell_block *cell) {
    return cell->is_grid ? (int)cell->more : 0;
}

static inline cell_block *cell_of(const grid *g, int column, int row) {
    return &g->cells[(ptrdiff_t)row * g->columns + column];
}

/* From cells to world units. */
static inline rect rect_of_cells(const grid *g, rect cells) {
    double size = 1 / g->cells_per_unit;
    return (rect){g->corner.x + cells.x0 * size, g->corner.y + cells.y0 * size,
                  g->corner.x + cells.x1 * size, g->corner.y + cells.y1 * size};
}

/* What this grid answers for, in world units. */
static inline rect grid_region(const grid *g) {
    return rect_of_cells(g, g->region);
}

static inline const grid *grid_coarser(const sm_world *world, const grid *g) {
    return g->coarser != 0 ? world->grids.list[g->coarser] : NULL;
}

/* ---- Building and changing */

/* Among the layers that begin with this grid, the one for obstacles of this extent; NULL: none. */
grid *sm_index_layer(const sm_world *world, int first, double extent);

/* The longer side of the part of the capsule's box that lies in the region. Decides the layer. */
double sm_index_extent(sm_capsule c, const grid *g);

/* Builds the grids for all obstacles, in layers, finer in crowded cells, in a world that has none.
 * Returns false when out of memory, with nothing left behind. */
bool sm_index_build(sm_world *world);

/* Makes a grid without obstacles. Returns its index, -1 when out of memory. */
int sm_index_make_grid(sm_world *world, rect bounds, double cell, rect region);

void sm_index_destroy_grids(sm_world *world, int first);

/* All of them, and the blocks. */
void sm_index_destroy(sm_world *world);

/* Puts the obstacle, which has its capsule already, into the cells under grid `g`, or takes it out.
 * sm_index_insert returns false when out of memory; the entries made so far are taken out again. */
bool sm_index_insert(sm_world *world, int g, int obstacle);
void sm_index_erase(sm_world *world, int g, int obstacle);

/* Calls for each cell under grid `first` that holds the obstacle, or would, until one returns
 * false. Returns whether none did. With `makes_layers` the obstacle gets a layer where none is for
 * its extent; out of memory for that is false, too. */
typedef bool cell_fn(sm_world *world, const raster *r, int column, int row, int obstacle);
bool sm_index_each_cell(sm_world *world, int first, int obstacle, bool makes_layers, cell_fn *call);

/* Turns the crowded ones among the cells that hold the obstacle into grids. Out of memory leaves
 * them as they are. */
void sm_index_split_crowded(sm_world *world, int g, int obstacle);

/* Tries a finer grid in place of a cell's entries. It stays when it thins them out. */
void sm_index_split_cell(sm_world *world, const grid *g, int column, int row);

/* Gives a cell's entries back; the block is empty then. */
void sm_index_clear_cell(sm_world *world, cell_block *cell);

enum { CROWDED = 48 }; /* entries in a cell, from which on a finer grid is tried */

/* ---- Faster ways of a world, for what is asked of any obstacles (slidemove.h) */

/* Returns the world that the obstacles are; NULL: they are no world's. */
const sm_world *sm_world_behind(const sm_obstacles *obstacles);

/* sm_slide_move without them: for a move that none of them is for. */
sm_result sm_slide_any(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                       const sm_options *options);

/* As sm_find_nearest and sm_shapecast, of what is finite. */
sm_collision sm_world_nearest(const sm_world *world, sm_vec2 point, float max_distance,
                              const sm_filter *filter);
sm_touch sm_world_cast(const sm_world *world, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_filter *filter);

/* Visits, once each, what has a box, around all of its way, that meets this one; returns early when
 * a visit returns false. */
typedef bool sm_visit_fn(void *context, int obstacle);
void sm_index_walk(const sm_world *world, rect box, sm_visit_fn *visit, void *context);

#endif

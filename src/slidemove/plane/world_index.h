/* world_index: the types and functions that the files of a 2D world's index share.
 *
 * The index is a grid of square cells. Each cell is a block of up to eight entries. An entry is a
 * box along the inner segment of one obstacle, in 16-bit steps around the cell's centre. Eight
 * entries are compared with the mover at once, with a margin for all rounding. Only obstacles that
 * pass go to the exact collision, so the index changes no result: it only saves work.
 *
 * Obstacles that are long for the cells go to a coarser grid, a layer below. A crowded cell becomes
 * a finer grid of its own.
 *
 * A moving obstacle is indexed with the box around its whole motion, so that it is found at its old
 * and at its new place. */
#ifndef SM_WORLD_INDEX_H
#define SM_WORLD_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "../lanes.h"
#include "../memory.h"
#include "../vec.h"
#include "collide.h"
#include "minkowski.h"

enum {
    LANES = 8,       /* entries in a cell_block */
    CELL_SHIFT = 12, /* a cell has 2 to that steps on each side */
    CELL_STEPS = 1 << CELL_SHIFT,
    COARSE_SHIFT = 7,         /* radii are stored in coarse steps, of 2 to that steps */
    EMPTY_REACH = INT16_MIN,  /* the reach of an unused entry: no mover is near it */
    LARGEST_STEPS = INT16_MAX /* larger numbers are cut to this */
};

/* In steps, the sum of all rounding errors of a comparison: cutting off the mover's position to
 * whole steps 1.42, four halved products 4, an entry's middle 0.5, its direction 0.7 and its reach
 * 1. */
#define SM_CULL_MARGIN 8

/* An entry that does not fit has the direction 0, so that every mover is near it. */
typedef struct cell_block {
    int16_t direction_x[LANES], direction_y[LANES]; /* of the inner segment; 2^15 is 1. Its length
                                                       is below 1, so that no distance grows */
    int16_t middle[LANES], height[LANES]; /* of its middle, along the direction and to its left */
    int16_t reach[LANES];   /* steps, rounded up: from the middle to the ends, with the radius */
    uint8_t radius[LANES];  /* coarse steps, rounded up */
    int32_t entries[LANES]; /* see entry_of */
    uint32_t more; /* the cell's next block, an index into sm_world.blocks.list, or the grid in
                      place of the cell, an index into sm_world.grids.list; 0: none */
    uint32_t is_grid : 1; /* `more` is a grid */
    uint32_t count : 4;   /* entries in this block */
    uint32_t total : 27;  /* entries in the cell; set in the cell's first block only */
} cell_block;

_Static_assert(sizeof(cell_block) == SM_MEMORY_LINE, "two cache lines");

typedef struct grid {
    _Alignas(SM_MEMORY_LINE) vec corner; /* of the first cell */
    vec last;                            /* the last column and row */
    double end[2]; /* x, y: steps from the corner to the last step, cut to what fits 32 bits */
    double cells_per_unit;
    int columns, rows;
    cell_block *cells; /* row by row, in memory behind the grid. Those at the rim are infinite */
    uint32_t coarser;  /* index into sm_world.grids.list; 0: none */
    double limit;      /* world units: an obstacle with a longer box goes to the coarser grid */
    rect region; /* that this grid covers, in cells from the corner; infinite for the world's */
} grid;

typedef struct grids {
    grid **list; /* the first is the world's own */
    int count, capacity;
} grids;

/* The flags of an obstacle that is not just a wall: it moves, is one-way, or has a mask or `user`.
 */
typedef struct obstacle_extra {
    sm_capsule before;  /* its old place, if it moves */
    sm_capsule indexed; /* its shape in the index: around its whole motion, or the shape itself */
    uint64_t user;
    unsigned mask;
    int32_t number;
    bool moves, oneway;
} obstacle_extra;

/* The flags of a world's obstacles. A world of walls alone has no memory for them. */
typedef struct extras {
    int32_t *places; /* of each obstacle in `list`; -1, and beyond the capacity: it has none */
    int place_capacity;
    obstacle_extra *list; /* those that have or had flags; first those indexed by their motion */
    int count, capacity;
    int moved_count; /* those indexed by their motion, also a tick after it has ended */
} extras;

typedef struct blocks {
    cell_block *list; /* for entries beyond a cell's eight; index 0 is unused, it means none */
    int count, capacity;
    uint32_t unused; /* the first of a chain of free blocks; 0: none */
} blocks;

struct sm_world {
    sm_capsule *capsules; /* NaN in place of a removed obstacle */
    int count, capacity;
    extras extras;
    grids grids;
    blocks blocks;
    float largest; /* the largest coordinate that an obstacle ever had */
    sm_memory memory;
};

/* ---- Obstacles */

/* Returns the obstacle's flags, NULL if it never had any. */
static inline obstacle_extra *extra_of(const sm_world *world, int obstacle) {
    const extras *s = &world->extras;
    int place = obstacle < s->place_capacity ? s->places[obstacle] : -1;
    return place < 0 ? NULL : &s->list[place];
}

/* Entries name an obstacle by its number, or by the complement of it if it is or was more than a
 * wall without flags. So a search looks for the flags only of those that have some, and one flagged
 * obstacle slows down only what comes near it. */
static inline int entry_of(const sm_world *world, int obstacle) {
    return extra_of(world, obstacle) != NULL ? ~obstacle : obstacle;
}

static inline int entry_obstacle(int entry) {
    return entry < 0 ? ~entry : entry;
}

/* Returns the obstacle's shape in the index. */
static inline const sm_capsule *indexed_shape(const sm_world *world, int obstacle) {
    const obstacle_extra *s = extra_of(world, obstacle);
    return s != NULL ? &s->indexed : &world->capsules[obstacle];
}

static inline bool is_accepted(const sm_world *world, const sm_filter *filter, int entry) {
    int obstacle = entry_obstacle(entry);
    const obstacle_extra *s = entry < 0 ? extra_of(world, obstacle) : NULL;
    return sm_filter_accepts(filter, s != NULL ? s->mask : 0, obstacle, s != NULL ? s->user : 0);
}

/* ---- Which cells a capsule touches */

/* A capsule laid over a grid, in cells from the grid's corner. In each row it touches one span of
 * columns. */
typedef struct raster {
    const grid *grid;
    double ax, ay, bx, by;
    double per_rise; /* 1 / (by - ay); 0: level */
    double reach;    /* radius and margin */
    int first_row, last_row;
} raster;

typedef struct span {
    int first, last; /* columns or rows; none if last < first */
} span;

/* Returns the cell's number along one axis, the nearest one for places outside of the grid. It
 * never decreases as `place` grows, so a box overlaps exactly the cells from its least to its
 * greatest corner. */
static inline int cell_at(double place, double last) {
    place = place > 0 ? place : 0; /* also if it is NaN */
    return (int)(place < last ? place : last);
}

/* Lays a capsule over a grid; last_row < first_row: it is beside that. */
void sm_raster_of(const grid *g, const sm_capsule *c, raster *r);

/* Returns the columns that it touches in a row. */
span sm_raster_span(const raster *r, int row);

/* Writes the capsule's entry for this cell into a lane of a block. */
void sm_index_encode(cell_block *b, int lane, const raster *r, int column, int row, double radius);

/* Returns the part of the plane that one cell covers, in world units. */
rect sm_index_cell_region(const grid *g, int column, int row);

/* The cells of a grid that a box overlaps. */
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

/* Returns the grid in place of a cell, an index into sm_world.grids.list; 0: none. */
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

/* Returns the part of the plane that a grid covers, in world units. */
static inline rect grid_region(const grid *g) {
    return rect_of_cells(g, g->region);
}

static inline const grid *grid_coarser(const sm_world *world, const grid *g) {
    return g->coarser != 0 ? world->grids.list[g->coarser] : NULL;
}

/* ---- Building and changing */

/* Returns the layer, `first` or one below it, for obstacles of this extent; NULL: none. */
grid *sm_index_layer(const sm_world *world, int first, double extent);

/* Returns the longer side of the capsule's box, cut to the grid's region. It decides the layer. */
double sm_index_extent(sm_capsule c, const grid *g);

/* Builds all grids of a world that has none. Returns false when out of memory, and has freed what
 * it made. */
bool sm_index_build(sm_world *world);

/* Makes a grid without obstacles. Returns its index, -1 when out of memory. */
int sm_index_make_grid(sm_world *world, rect bounds, double cell, rect region);

void sm_index_destroy_grids(sm_world *world, int first);

/* Destroys all grids and blocks. */
void sm_index_destroy(sm_world *world);

/* Adds the obstacle, after its capsule is set, to the cells under grid `g`, or removes it from
 * them. When out of memory, sm_index_insert removes the entries made so far and returns false. */
bool sm_index_insert(sm_world *world, int g, int obstacle);
void sm_index_erase(sm_world *world, int g, int obstacle);

/* Calls `call` for each cell under grid `first` that the obstacle touches, until it returns false.
 * Returns whether it never did. With `makes_layers`, makes a layer for the obstacle's extent if
 * there is none; returns false, too, if there is no memory for it. */
typedef bool cell_fn(sm_world *world, const raster *r, int column, int row, int obstacle);
bool sm_index_each_cell(sm_world *world, int first, int obstacle, bool makes_layers, cell_fn *call);

/* Turns crowded cells that have the obstacle into grids. Does nothing when out of memory. */
void sm_index_split_crowded(sm_world *world, int g, int obstacle);

/* Tries a finer grid in place of a cell's entries, and keeps it if its cells are less crowded. */
void sm_index_split_cell(sm_world *world, const grid *g, int column, int row);

/* Frees a cell's entries and empties its block. */
void sm_index_clear_cell(sm_world *world, cell_block *cell);

enum { CROWDED = 48 }; /* with more entries, a finer grid is tried in place of a cell */

/* ---- Functions of slidemove.h that are faster in a world */

/* Returns the world that the obstacles are; NULL: they are none. */
const sm_world *sm_world_behind(const sm_obstacles *obstacles);

/* sm_find_nearest for finite arguments, and sm_shapecast. */
sm_collision sm_world_nearest(const sm_world *world, sm_vec2 point, float max_distance,
                              const sm_filter *filter);
void sm_world_cast(const sm_world *world, const hull_cast *cast, const sm_filter *filter,
                   cast_first *first);

/* Visits once each obstacle if the box of its indexed shape overlaps `box`. Ends early when a visit
 * returns false. */
typedef bool sm_visit_fn(void *context, int obstacle);
void sm_index_walk(const sm_world *world, const rect *box, sm_visit_fn *visit, void *context);

#endif

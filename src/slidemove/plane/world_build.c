/* world_build: chooses the size of the cells and builds the grids of a 2D world.
 *
 * Small cells have few obstacles each, but a grid has many of them, and long obstacles lie in many.
 * So the cells are the smallest for which the numbers of cells and of entries are at most a
 * constant times the number of obstacles. The few obstacles that are long for these cells go to a
 * coarser grid. A cell that is still crowded becomes a grid of its own. */
#include <math.h>
#include <string.h>

#include "world_index.h"

/* ---- Sizes of the obstacles -------------------------------------------------------------- */

enum { CLASSES = 560, CLASS_OF_ONE = 280 }; /* half octaves: floats reach from 2^-126 to 2^128 */

/* Sums over obstacles with boxes of about the same length, to estimate how many cells they touch.
 */
typedef struct extent_class {
    int count;
    double longest;
    double sides; /* width + height of the inner segments' boxes */
    double reach; /* radii */
    double areas; /* squares of the radii, doubled */
} extent_class;

typedef struct layout {
    rect bounds;
    int count;
    int shortest, longest; /* classes */
    extent_class classes[CLASSES];
} layout;

static int class_of(double extent) {
    if (!(extent > 0))
        return 0;
    int octave;
    double mantissa = frexp(extent, &octave);
    int class = CLASS_OF_ONE + 2 * octave + (mantissa >= 0.70710678118654752 ? 1 : 0);
    return class < 0 ? 0 : class; /* at most 541: two floats are less than 2^130 apart */
}

static void lay_out(layout *l, const sm_world *world, const int32_t *obstacles, int count,
                    rect region) {
    memset(l, 0, sizeof *l);
    l->bounds = (rect){INFINITY, INFINITY, -INFINITY, -INFINITY};
    l->count = count;
    l->shortest = CLASSES - 1;
    for (int i = 0; i < count; i++) {
        sm_capsule c = *indexed_shape(world, obstacles[i]);
        rect box = rect_intersection(capsule_bounds(&c), region);
        double width = fmax(box.x1 - box.x0, 0), height = fmax(box.y1 - box.y0, 0);
        l->bounds = rect_union(l->bounds, box);
        double extent = fmax(width, height);
        int class = class_of(extent);
        extent_class *e = &l->classes[class];
        double r = fmin(sm_radius(c.radius), fmax(width, height) / 2);
        e->count++;
        e->longest = fmax(e->longest, extent);
        e->sides += fmax(width - 2 * r, 0) + fmax(height - 2 * r, 0);
        e->reach += r;
        e->areas += 4 * r * r;
        l->shortest = class < l->shortest ? class : l->shortest;
        l->longest = class > l->longest ? class : l->longest;
    }
    if (fmin(l->bounds.x1 - l->bounds.x0, l->bounds.y1 - l->bounds.y0) < 0)
        l->bounds = (rect){0, 0, 0, 0}; /* no obstacles, or rounding made the box negative */
}

/* ---- The size of a cell ------------------------------------------------------------------ */

/* The most that one layer may use. */
typedef struct budget {
    double cells, entries;
    double span;    /* in cells: a longer obstacle goes to the coarser grid */
    bool takes_all; /* no coarser grid follows */
    bool is_rest;   /* the layer is for a few long obstacles */
} budget;

static double cells_of(const layout *l, double cell) {
    return (floor((l->bounds.x1 - l->bounds.x0) / cell) + 1) *
           (floor((l->bounds.y1 - l->bounds.y0) / cell) + 1);
}

static bool is_affordable(const layout *l, const budget *b, double cell) {
    double entries = 0;
    int count = 0;
    for (int i = l->shortest; i <= l->longest; i++) {
        const extent_class *e = &l->classes[i];
        if (!b->takes_all && e->longest > b->span * cell)
            break;
        count += e->count;
        entries += e->count + (e->sides + 4 * e->reach) / cell + e->areas / (cell * cell);
    }
    const double few = 1.0 / 8; /* the fraction of obstacles that may go to the coarser grid */
    return cells_of(l, cell) <= b->cells && entries <= b->entries &&
           l->count - count <= few * l->count;
}

/* Returns the least useful size of a cell, in world units: floats there are hardly finer. */
static double finest_cell(const layout *l) {
    double farthest = fmax(fmax(fabs(l->bounds.x0), fabs(l->bounds.x1)),
                           fmax(fabs(l->bounds.y0), fabs(l->bounds.y1)));
    return fmax(4e-7 * farthest, 1e-30);
}

static double smallest_affordable_cell(const layout *l, const budget *b) {
    double side = fmax(l->bounds.x1 - l->bounds.x0, l->bounds.y1 - l->bounds.y0);
    if (!(side > 0))
        return fmax(1, finest_cell(l));
    double cell = fmax(side * 1.001, finest_cell(l)); /* a single cell for all */
    const double step = 0.93, ratio_of_sizes = 1 << 22;
    double smallest = fmax(finest_cell(l), cell / ratio_of_sizes), affordable = cell;
    for (; cell >= smallest; cell *= step)
        if (is_affordable(l, b, cell))
            affordable = cell;
        else if (cells_of(l, cell) > b->cells)
            break;
    return affordable;
}

enum {
    OBSTACLES_A_CELL = 4, /* on average; an obstacle lies in 1 to 2 cells */
    SOME_ENTRIES = 4096   /* a small world may use so many entries */
};

/* Returns the budget of a layer for `count` of `all` obstacles. A layer for a few obstacles may use
 * what is little compared with all. */
static budget budget_for(int count, int all, bool takes_all) {
    bool is_rest = count <= all / 16;
    return (budget){.cells = is_rest ? fmin(4.0 * count, all / 16.0)
                                     : fmax((double)count / OBSTACLES_A_CELL, 1),
                    .entries = is_rest ? all / 2.0 : fmax(3.0 * count, SOME_ENTRIES),
                    .span = is_rest ? 64 : 8,
                    .takes_all = takes_all,
                    .is_rest = is_rest};
}

/* ---- Empty cells ------------------------------------------------------------------------- */

/* Returns how many cells have the middle of an obstacle, -1 when out of memory. */
static int count_used_cells(sm_world *world, const layout *l, double cell,
                            const int32_t *obstacles) {
    int columns = (int)((l->bounds.x1 - l->bounds.x0) / cell) + 1;
    int rows = (int)((l->bounds.y1 - l->bounds.y0) / cell) + 1;
    size_t bytes = ((size_t)columns * (size_t)rows + 7) / 8;
    unsigned char *seen = sm_memory_allocate(&world->memory, bytes);
    if (seen == NULL)
        return -1;
    memset(seen, 0, bytes);
    int used = 0;
    for (int i = 0; i < l->count; i++) {
        sm_capsule c = *indexed_shape(world, obstacles[i]);
        double x = ((double)c.a.x + (double)c.b.x) / 2 - l->bounds.x0;
        double y = ((double)c.a.y + (double)c.b.y) / 2 - l->bounds.y0;
        size_t place = (size_t)cell_at(y / cell, rows - 1) * (size_t)columns +
                       (size_t)cell_at(x / cell, columns - 1);
        unsigned char bit = (unsigned char)(1u << (place & 7));
        used += (seen[place / 8] & bit) == 0;
        seen[place / 8] |= bit;
    }
    sm_memory_release(&world->memory, seen);
    return used;
}

/* Returns the size of a cell, larger than `cell` if most cells would be empty. So a world of
 * clusters gets few cells, and the crowded ones become grids. Returns 0 when out of memory. */
static double cell_without_waste(sm_world *world, const layout *l, budget b, double cell,
                                 const int32_t *obstacles) {
    const int small = 64, used_at_least = 8 /* 1 cell in 8 */, obstacles_a_cluster = 32;
    double cells = cells_of(l, cell);
    if (cells <= small || b.is_rest) /* long obstacles use more cells than those of their middles */
        return cell;
    int used = count_used_cells(world, l, cell, obstacles);
    if (used < 0)
        return 0;
    if (used * (double)used_at_least >= cells)
        return cell;
    b.cells = fmin(b.cells, fmax((double)l->count / obstacles_a_cluster, small));
    return smallest_affordable_cell(l, &b);
}

/* ---- Layers ------------------------------------------------------------------------------ */

enum { LAYERS_MAX = 4 };

/* Moves obstacles longer than the limit to the front of the list. Returns how many there are. */
static int separate_long(const sm_world *world, const grid *g, int32_t *obstacles, int count,
                         double limit) {
    int rest = 0;
    for (int i = 0; i < count; i++) {
        int32_t obstacle = obstacles[i];
        if (sm_index_extent(*indexed_shape(world, obstacle), g) > limit) {
            obstacles[i] = obstacles[rest];
            obstacles[rest++] = obstacle;
        }
    }
    return rest;
}

static bool make_layers(sm_world *world, int32_t *obstacles, int count, rect region, layout *l) {
    int all = count, first = world->grids.count, above = -1;
    for (int layer = 1; layer == 1 || count > 0; layer++) {
        bool takes_all = layer >= LAYERS_MAX;
        lay_out(l, world, obstacles, count, region);
        budget b = budget_for(count, all, takes_all);
        double cell = smallest_affordable_cell(l, &b);
        cell = cell_without_waste(world, l, b, cell, obstacles);
        int made = cell > 0 ? sm_index_make_grid(world, l->bounds, cell, region) : -1;
        if (made < 0)
            return false;
        grid *g = world->grids.list[made];
        g->limit = b.span * cell;
        if (takes_all)
            g->limit = fmax(g->limit, 2 * l->classes[l->longest].longest);
        if (above >= 0)
            world->grids.list[above]->coarser = (uint32_t)made;
        above = made;
        count = separate_long(world, world->grids.list[first], obstacles, count, g->limit);
    }
    return true;
}

/* A world that is being created reports its progress each time it has added so many obstacles. */
enum { OBSTACLES_A_REPORT = 1 << 15 };

static bool fill_grids(sm_world *world, int first, const int32_t *obstacles, int count) {
    const sm_progress *to = &world->memory.def.progress;
    for (int i = 0; i < count; i++) {
        if (to->tell != NULL && i % OBSTACLES_A_REPORT == OBSTACLES_A_REPORT - 1 &&
            !to->tell(to->context, (size_t)i, (size_t)count))
            return false;
        if (!sm_index_insert(world, first, obstacles[i]))
            return false;
    }
    return true;
}

static void split_crowded_cells_of_grids(sm_world *world, int first, int end) {
    for (int i = first; i < end; i++) {
        const grid *g = world->grids.list[i];
        for (int row = 0; row < g->rows; row++)
            for (int column = 0; column < g->columns; column++)
                if (cell_of(g, column, row)->total > CROWDED)
                    sm_index_split_cell(world, g, column, row);
    }
}

/* Puts the obstacles into new grids; changes their order in the array. Returns the index of the
 * first grid, -1 when out of memory. */
static int build_grids_of(sm_world *world, int32_t *obstacles, int count, rect region) {
    int first = world->grids.count;
    layout *l = sm_memory_allocate(&world->memory, sizeof *l);
    if (l == NULL)
        return -1;
    bool good = make_layers(world, obstacles, count, region, l);
    sm_memory_release(&world->memory, l);
    if (good && fill_grids(world, first, obstacles, count))
        return first;
    sm_index_destroy_grids(world, first);
    return -1;
}

bool sm_index_build(sm_world *world) {
    int32_t *obstacles =
        sm_memory_allocate(&world->memory, ((size_t)world->count + 1) * sizeof *obstacles);
    if (obstacles == NULL)
        return false;
    int count = 0;
    for (int i = 0; i < world->count; i++)
        if (capsule_is_finite(*indexed_shape(world, i)))
            obstacles[count++] = i;
    rect everywhere = {-INFINITY, -INFINITY, INFINITY, INFINITY};
    int first = build_grids_of(world, obstacles, count, everywhere);
    sm_memory_release(&world->memory, obstacles);
    if (first < 0)
        return false;
    split_crowded_cells_of_grids(world, first, world->grids.count);
    return true;
}

/* ---- Crowded cells ----------------------------------------------------------------------- */

/* Returns the number of entries in a cell, averaged over the entries of the grids from `first` on.
 */
static double crowding(const sm_world *world, int first) {
    double sum = 0, squares = 0;
    for (int i = first; i < world->grids.count; i++) {
        const grid *g = world->grids.list[i];
        for (int k = 0; k < g->columns * g->rows; k++) {
            double total = g->cells[k].total;
            sum += total;
            squares += total * total;
        }
    }
    return squares / sum;
}

static void list_entries(const sm_world *world, const cell_block *cell, int32_t *obstacles) {
    for (const cell_block *b = cell; b != NULL; b = block_after(world, b))
        for (int lane = 0; lane < (int)b->count; lane++)
            *obstacles++ = entry_obstacle(b->entries[lane]);
}

void sm_index_split_cell(sm_world *world, const grid *g, int column, int row) {
    cell_block *cell = cell_of(g, column, row);
    int count = (int)cell->total;
    int32_t *obstacles = sm_memory_allocate(&world->memory, (size_t)count * sizeof *obstacles);
    if (obstacles == NULL)
        return;
    list_entries(world, cell, obstacles);
    int before = world->grids.count;
    int child = build_grids_of(world, obstacles, count, sm_index_cell_region(g, column, row));
    sm_memory_release(&world->memory, obstacles);
    if (child < 0)
        return;
    if (crowding(world, child) > count / 2.0) {
        sm_index_destroy_grids(world, before);
        return;
    }
    sm_index_clear_cell(world, cell);
    cell->more = (uint32_t)child;
    cell->is_grid = true;
    split_crowded_cells_of_grids(world, child, world->grids.count);
}

/* Splits only at powers of two, so that a cell that no grid can split is not tried at each
 * insertion.
 */
static bool split_if_crowded(sm_world *world, const raster *r, int column, int row, int obstacle) {
    (void)obstacle;
    uint32_t total = cell_of(r->grid, column, row)->total;
    if (total > CROWDED && (total & (total - 1)) == 0)
        sm_index_split_cell(world, r->grid, column, row);
    return true;
}

void sm_index_split_crowded(sm_world *world, int g, int obstacle) {
    if (capsule_is_finite(*indexed_shape(world, obstacle)))
        sm_index_each_cell(world, g, obstacle, false, split_if_crowded);
}

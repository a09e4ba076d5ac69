/* world_grid: finds the cells of a grid that a capsule touches, encodes it as an entry, and adds
 * obstacles to cells and removes them.
 *
 * Cell numbers come from one function that never decreases as its argument grows. So a box overlaps
 * exactly the cells from that of its least corner to that of its greatest. A slanted capsule is cut
 * into pieces, one for each row, with a margin far above the rounding errors of the cut.
 *
 * A cell's own block has its first eight entries. More go to a chain of blocks behind it, of which
 * only the first may be partly filled. So adding and removing need not walk along the chain. */
#include <math.h>
#include <string.h>

#include "world_index.h"

/* ---- Which cells ----------------------------------------------------------------------------- */

/* In cells: more than rounding errors of coordinates that fit the 16-bit form. */
static const double cell_margin = 1e-3;
/* The margin for coordinates that are large compared with the cells, as a fraction of them. */
static const double relative_margin = 1e-12;

void sm_raster_of(const grid *g, const sm_capsule *c, raster *r) {
    double ax = ((double)c->a.x - g->corner.x) * g->cells_per_unit;
    double ay = ((double)c->a.y - g->corner.y) * g->cells_per_unit;
    double bx = ((double)c->b.x - g->corner.x) * g->cells_per_unit;
    double by = ((double)c->b.y - g->corner.y) * g->cells_per_unit;
    double reach = sm_radius(c->radius) * g->cells_per_unit + cell_margin +
                   relative_margin * (fabs(ax) + fabs(ay) + fabs(bx) + fabs(by));
    double left = sm_max(sm_min(ax, bx) - reach, g->region.x0);
    double right = sm_min(sm_max(ax, bx) + reach, g->region.x1);
    double low = sm_max(sm_min(ay, by) - reach, g->region.y0);
    double high = sm_min(sm_max(ay, by) + reach, g->region.y1);
    r->grid = g;
    r->ax = ax;
    r->ay = ay;
    r->bx = bx;
    r->by = by;
    r->per_rise = by != ay ? 1 / (by - ay) : 0;
    r->reach = reach;
    r->first_row = cell_at(low, g->last.y);
    r->last_row = low <= high && left <= right ? cell_at(high, g->last.y) : -1;
}

/* Returns the range of x that the inner segment has between two heights. */
static rect cut_to_rows(const raster *r, double low, double high) {
    double from = 0, to = 1;
    if (r->by != r->ay) {
        double t0 = (low - r->ay) * r->per_rise, t1 = (high - r->ay) * r->per_rise;
        from = sm_max(sm_min(t0, t1), 0);
        to = sm_min(sm_max(t0, t1), 1);
    }
    double x0 = r->ax + from * (r->bx - r->ax), x1 = r->ax + to * (r->bx - r->ax);
    return (rect){.x0 = sm_min(x0, x1), .x1 = sm_max(x0, x1)};
}

span sm_raster_span(const raster *r, int row) {
    const grid *g = r->grid;
    rect range = {.x0 = sm_min(r->ax, r->bx), .x1 = sm_max(r->ax, r->bx)};
    if (r->first_row != r->last_row) {
        double low = row == 0 ? g->region.y0 : sm_max(row, g->region.y0);
        double high = row == g->rows - 1 ? g->region.y1 : sm_min(row + 1, g->region.y1);
        range = cut_to_rows(r, low - r->reach, high + r->reach);
    }
    double left = sm_max(range.x0 - r->reach, g->region.x0);
    double right = sm_min(range.x1 + r->reach, g->region.x1);
    if (left > right)
        return (span){0, -1};
    return (span){cell_at(left, g->last.x), cell_at(right, g->last.x)};
}

/* ---- Entries ----------------------------------------------------------------------------- */

/* In cells from a cell's centre: an entry within fits the 16-bit steps, in any direction. */
static const double window = 5;

/* Whether, along one axis, the window has all of the capsule that this cell covers. A cell at the
 * grid's rim covers more than its own square. */
static bool fits_window(double a, double b, double reach, int cell, int cells, double region0,
                        double region1) {
    double from = cell == 0 ? region0 : cell, to = cell == cells - 1 ? region1 : cell + 1;
    double centre = cell + 0.5;
    double low = sm_max(sm_min(a, b) - reach, from) - centre;
    double high = sm_min(sm_max(a, b) + reach, to) - centre;
    return low - reach > -window && high + reach < window;
}

/* Cuts the range from-to of the line a + t (b - a) to the window (Liang and Barsky 1984). */
static void clip_to_window(double a, double b, double *from, double *to) {
    double along = b - a;
    if (along == 0)
        return;
    double t0 = (-window - a) / along, t1 = (window - a) / along;
    *from = sm_max(*from, sm_min(t0, t1));
    *to = sm_min(*to, sm_max(t0, t1));
}

static const cell_block empty_block = {.reach = {EMPTY_REACH, EMPTY_REACH, EMPTY_REACH, EMPTY_REACH,
                                                 EMPTY_REACH, EMPTY_REACH, EMPTY_REACH,
                                                 EMPTY_REACH}};

/* Rounds a number that fits. */
static int16_t to_steps(double steps) {
    return (int16_t)((int)(steps + 32768.5) - 32768);
}

/* Rounds up, to `largest` at most. */
static int steps_above(double steps, int largest) {
    return steps < largest ? (int)steps + 1 : largest;
}

static void encode_box(cell_block *b, int lane, vec from, vec to, double radius) {
    const double one = 1 << 15;
    vec half = vec_scale(vec_sub(to, from), 0.5), middle = vec_add(from, half);
    double length = vec_length(half), unit = length > 0 ? LARGEST_STEPS / length : 0;
    b->direction_x[lane] = length > 0 ? to_steps(half.x * unit) : LARGEST_STEPS;
    b->direction_y[lane] = to_steps(half.y * unit);
    vec direction = {b->direction_x[lane] / one, b->direction_y[lane] / one};
    b->middle[lane] = to_steps(vec_dot(direction, middle));
    b->height[lane] = to_steps(vec_cross(direction, middle));
    b->reach[lane] = (int16_t)steps_above(length + radius, LARGEST_STEPS);
    b->radius[lane] =
        radius > 0 ? (uint8_t)steps_above(radius / (1 << COARSE_SHIFT), UINT8_MAX) : 0;
}

void sm_index_encode(cell_block *b, int lane, const raster *r, int column, int row, double radius) {
    const grid *g = r->grid;
    double ax = r->ax - (column + 0.5), ay = r->ay - (row + 0.5);
    double bx = r->bx - (column + 0.5), by = r->by - (row + 0.5), from = 0, to = 1;
    bool fits =
        fits_window(r->ax, r->bx, r->reach, column, g->columns, g->region.x0, g->region.x1) &&
        fits_window(r->ay, r->by, r->reach, row, g->rows, g->region.y0, g->region.y1);
    if (fits) {
        clip_to_window(ax, bx, &from, &to);
        clip_to_window(ay, by, &from, &to);
    }
    if (!fits || from > to) {
        b->direction_x[lane] = b->direction_y[lane] = 0;
        b->middle[lane] = b->height[lane] = b->reach[lane] = 0;
        b->radius[lane] = 0;
        return;
    }
    const double steps = CELL_STEPS;
    vec a = {ax, ay}, along = {bx - ax, by - ay};
    encode_box(b, lane, vec_scale(vec_add(a, vec_scale(along, from)), steps),
               vec_scale(vec_add(a, vec_scale(along, to)), steps),
               radius * g->cells_per_unit * steps);
}

rect sm_index_cell_region(const grid *g, int column, int row) {
    rect in_cells = {
        column == 0 ? g->region.x0 : sm_max(column, g->region.x0),
        row == 0 ? g->region.y0 : sm_max(row, g->region.y0),
        column == g->columns - 1 ? g->region.x1 : sm_min(column + 1, g->region.x1),
        row == g->rows - 1 ? g->region.y1 : sm_min(row + 1, g->region.y1),
    };
    return rect_of_cells(g, in_cells);
}

/* ---- Blocks ------------------------------------------------------------------------------ */

/* Returns the index of an empty block, 0 when out of memory. May move the blocks in memory. */
static uint32_t take_block(sm_world *world) {
    blocks *b = &world->blocks;
    uint32_t taken = b->unused;
    if (taken != 0) {
        b->unused = b->list[taken].more;
    } else {
        if (!sm_memory_grow(&world->memory, &b->list, b->count, &b->capacity, b->count + 2,
                            sizeof *b->list))
            return 0;
        b->count += b->count == 0; /* index 0 means none */
        taken = (uint32_t)b->count++;
    }
    b->list[taken] = empty_block;
    return taken;
}

static void give_block_back(sm_world *world, uint32_t index) {
    world->blocks.list[index].more = world->blocks.unused;
    world->blocks.unused = index;
}

void sm_index_clear_cell(sm_world *world, cell_block *cell) {
    uint32_t next = cell->is_grid ? 0 : cell->more;
    while (next != 0) {
        uint32_t index = next;
        next = world->blocks.list[index].more;
        give_block_back(world, index);
    }
    *cell = empty_block;
}

/* ---- Grids ------------------------------------------------------------------------------- */

static double in_cells(const grid *g, double place, double corner) {
    return isinf(place) ? place : (place - corner) * g->cells_per_unit;
}

int sm_index_make_grid(sm_world *world, rect bounds, double cell, rect region) {
    grids *all = &world->grids;
    if (!sm_memory_grow(&world->memory, &all->list, all->count, &all->capacity, all->count + 1,
                        sizeof *all->list))
        return -1;
    int columns = (int)((bounds.x1 - bounds.x0) / cell) + 1;
    int rows = (int)((bounds.y1 - bounds.y0) / cell) + 1;
    size_t bytes = sizeof(grid) + (size_t)columns * (size_t)rows * sizeof(cell_block);
    grid *g = sm_memory_allocate(&world->memory, bytes);
    if (g == NULL)
        return -1;
    const double most = (1 << 30) - 1; /* beyond, the scan uses doubles (world_search.c) */
    *g = (grid){.corner = {bounds.x0, bounds.y0},
                .last = {columns - 1, rows - 1},
                .end = {sm_min((double)columns * CELL_STEPS - 1, most),
                        sm_min((double)rows * CELL_STEPS - 1, most)},
                .cells_per_unit = 1 / cell,
                .limit = INFINITY,
                .columns = columns,
                .rows = rows,
                .cells = (cell_block *)(void *)(g + 1)};
    for (int i = 0; i < columns * rows; i++)
        g->cells[i] = empty_block;
    /* Rounding may move the region's edges a little. The margin in each entry's reach covers that.
     */
    g->region = (rect){in_cells(g, region.x0, g->corner.x), in_cells(g, region.y0, g->corner.y),
                       in_cells(g, region.x1, g->corner.x), in_cells(g, region.y1, g->corner.y)};
    all->list[all->count] = g;
    return all->count++;
}

void sm_index_destroy_grids(sm_world *world, int first) {
    while (world->grids.count > first) {
        grid *g = world->grids.list[--world->grids.count];
        for (int i = 0; i < g->columns * g->rows; i++)
            sm_index_clear_cell(world, &g->cells[i]);
        sm_memory_release(&world->memory, g);
    }
}

void sm_index_destroy(sm_world *world) {
    sm_index_destroy_grids(world, 0);
    sm_memory_release(&world->memory, world->grids.list);
    sm_memory_release(&world->memory, world->blocks.list);
    world->grids = (grids){0};
    world->blocks = (blocks){0};
}

/* ---- Which layer ------------------------------------------------------------------------- */

double sm_index_extent(sm_capsule c, const grid *g) {
    rect box = rect_intersection(capsule_bounds(&c), grid_region(g));
    return sm_max(box.x1 - box.x0, box.y1 - box.y0);
}

/* Makes a layer below `g` with cells that suit obstacles of this extent. Returns its index, 0 when
 * out of memory. */
static uint32_t add_coarser_grid(sm_world *world, const grid *g, double extent) {
    double size = 1 / g->cells_per_unit;
    rect bounds = {g->corner.x, g->corner.y, g->corner.x + (g->columns - 0.5) * size,
                   g->corner.y + (g->rows - 0.5) * size};
    const double cells_across = 8;
    int made = sm_index_make_grid(world, bounds, fmax(size, extent / cells_across), grid_region(g));
    return made < 0 ? 0 : (uint32_t)made;
}

grid *sm_index_layer(const sm_world *world, int first, double extent) {
    grid *g = world->grids.list[first];
    while (extent > g->limit) {
        if (g->coarser == 0)
            return NULL;
        g = world->grids.list[g->coarser];
    }
    return g;
}

static grid *make_layer_for(sm_world *world, int first, double extent) {
    grid *last = world->grids.list[first];
    while (last->coarser != 0)
        last = world->grids.list[last->coarser];
    last->coarser = add_coarser_grid(world, last, extent);
    if (last->coarser == 0)
        return NULL;
    grid *made = world->grids.list[last->coarser];
    made->limit = 2 * extent;
    return made;
}

/* ---- Entries in cells -------------------------------------------------------------------- */

/* Returns the block that has a free lane, NULL when out of memory. */
static cell_block *block_with_room(sm_world *world, cell_block *cell) {
    if (cell->count < LANES)
        return cell;
    if (cell->more != 0 && world->blocks.list[cell->more].count < LANES)
        return &world->blocks.list[cell->more];
    uint32_t fresh = take_block(world);
    if (fresh == 0)
        return NULL;
    world->blocks.list[fresh].more = cell->more;
    cell->more = fresh;
    return &world->blocks.list[fresh];
}

static void move_entry(cell_block *to, int to_lane, cell_block *from, int lane) {
    to->direction_x[to_lane] = from->direction_x[lane];
    to->direction_y[to_lane] = from->direction_y[lane];
    to->middle[to_lane] = from->middle[lane];
    to->height[to_lane] = from->height[lane];
    to->reach[to_lane] = from->reach[lane];
    to->radius[to_lane] = from->radius[lane];
    to->entries[to_lane] = from->entries[lane];
    from->reach[lane] = EMPTY_REACH; /* last, since both may be the same entry */
}

static cell_block *find_entry(sm_world *world, cell_block *cell, int obstacle, int *lane) {
    for (cell_block *b = cell;; b = &world->blocks.list[b->more]) {
        for (*lane = 0; *lane < (int)b->count; ++*lane)
            if (entry_obstacle(b->entries[*lane]) == obstacle)
                return b;
        if (b->more == 0)
            return NULL;
    }
}

/* Removes the obstacle's entry, and moves one from the block that may be partly filled into its
 * place. */
static void erase_entry(sm_world *world, cell_block *cell, int obstacle) {
    int lane;
    cell_block *emptied = find_entry(world, cell, obstacle, &lane);
    if (emptied == NULL)
        return;
    cell_block *giver = cell->more != 0 ? &world->blocks.list[cell->more] : cell;
    giver->count--;
    move_entry(emptied, lane, giver, giver->count);
    cell->total--;
    if (giver != cell && giver->count == 0) {
        uint32_t empty = cell->more;
        cell->more = giver->more;
        give_block_back(world, empty);
    }
}

static bool insert_entry(sm_world *world, const raster *r, int column, int row, int obstacle) {
    cell_block *cell = cell_of(r->grid, column, row), *b = block_with_room(world, cell);
    if (b == NULL)
        return false;
    int lane = b->count++;
    sm_index_encode(b, lane, r, column, row, sm_radius(indexed_shape(world, obstacle)->radius));
    b->entries[lane] = entry_of(world, obstacle);
    cell->total++;
    return true;
}

static void note_largest(sm_world *world, sm_capsule c) {
    float a = sm_maxf(fabsf(c.a.x), fabsf(c.a.y)), b = sm_maxf(fabsf(c.b.x), fabsf(c.b.y));
    world->largest = sm_maxf(world->largest, sm_maxf(a, b));
}

bool sm_index_insert(sm_world *world, int g, int obstacle) {
    if (!capsule_is_finite(*indexed_shape(world, obstacle)))
        return true;
    note_largest(world, world->capsules[obstacle]);
    if (sm_index_each_cell(world, g, obstacle, true, insert_entry))
        return true;
    sm_index_erase(world, g, obstacle);
    return false;
}

bool sm_index_each_cell(sm_world *world, int first, int obstacle, bool makes_layers,
                        cell_fn *call) {
    sm_capsule c = *indexed_shape(world, obstacle);
    double extent = sm_index_extent(c, world->grids.list[first]);
    const grid *g = sm_index_layer(world, first, extent);
    if (g == NULL && makes_layers)
        g = make_layer_for(world, first, extent);
    if (g == NULL)
        return !makes_layers;
    raster r;
    sm_raster_of(g, &c, &r);
    for (int row = r.first_row; row <= r.last_row; row++) {
        span s = sm_raster_span(&r, row);
        for (int column = s.first; column <= s.last; column++) {
            int child = cell_child(cell_of(g, column, row));
            if (child != 0 ? !sm_index_each_cell(world, child, obstacle, makes_layers, call)
                           : !call(world, &r, column, row, obstacle))
                return false;
        }
    }
    return true;
}

static bool erase_from_cell(sm_world *world, const raster *r, int column, int row, int obstacle) {
    erase_entry(world, cell_of(r->grid, column, row), obstacle);
    return true;
}

void sm_index_erase(sm_world *world, int g, int obstacle) {
    if (capsule_is_finite(*indexed_shape(world, obstacle)))
        sm_index_each_cell(world, g, obstacle, false, erase_from_cell);
}

/* world_cells: putting obstacles into cells and taking them out again.
 *
 * A cell's own block holds the first eight entries. More go to a chain of blocks behind it, of
 * which only the first may be partly filled, so that both ends of the work stay short. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "../vec.h"
#include "world.h"

/* ---- Blocks ------------------------------------------------------------------------------ */

/* A block is two cache lines that are fetched as a pair. */
enum { CACHE_LINES = 128, FIRST_BLOCKS = 64 };

static block *align_to_lines(void *memory) {
    uintptr_t rest = (uintptr_t)memory % CACHE_LINES;
    return (block *)(void *)((char *)memory + (rest != 0 ? CACHE_LINES - rest : 0));
}

static size_t block_bytes(int capacity) {
    return (size_t)capacity * sizeof(block) + CACHE_LINES;
}

static bool grow_blocks(sm_world *world) {
    if (world->blocks.capacity > INT32_MAX / 2)
        return false;
    int capacity = world->blocks.capacity == 0
                       ? FIRST_BLOCKS
                       : world->blocks.capacity + world->blocks.capacity / 2;
    void *memory = world_allocate(world, block_bytes(capacity));
    if (memory == NULL)
        return false;
    block *fresh = align_to_lines(memory);
    if (world->blocks.count > 0)
        memcpy(fresh, world->blocks.list, (size_t)world->blocks.count * sizeof *fresh);
    world_release(world, world->blocks.memory, block_bytes(world->blocks.capacity));
    world->blocks.list = fresh;
    world->blocks.memory = memory;
    world->blocks.capacity = capacity;
    if (world->blocks.count == 0)
        world->blocks.count = 1; /* index 0 means none */
    return true;
}

/* Returns 0 when out of memory. The blocks may have moved. */
static uint32_t take_block(sm_world *world) {
    uint32_t taken = world->blocks.unused;
    if (taken != 0) {
        world->blocks.unused = world->blocks.list[taken].next;
    } else {
        if (world->blocks.count >= world->blocks.capacity && !grow_blocks(world))
            return 0;
        taken = (uint32_t)world->blocks.count++;
    }
    memset(&world->blocks.list[taken], 0, sizeof(block));
    return taken;
}

static void give_block_back(sm_world *world, uint32_t index) {
    world->blocks.list[index].next = world->blocks.unused;
    world->blocks.unused = index;
}

void clear_cell(sm_world *world, block *cell) {
    while (cell->next != 0) {
        uint32_t index = cell->next;
        cell->next = world->blocks.list[index].next;
        give_block_back(world, index);
    }
    cell->count = 0;
    cell->used = 0;
    cell->total = 0;
    cell->always = 0;
}

/* ---- Grids ------------------------------------------------------------------------------- */

static bool grow_grids(sm_world *world) {
    int capacity = world->grids.capacity == 0 ? 4 : 2 * world->grids.capacity;
    grid **list = world_allocate(world, (size_t)capacity * sizeof *list);
    if (list == NULL)
        return false;
    if (world->grids.count > 0)
        memcpy(list, world->grids.list, (size_t)world->grids.count * sizeof *list);
    world_release(world, world->grids.list, (size_t)world->grids.capacity * sizeof *list);
    world->grids.list = list;
    world->grids.capacity = capacity;
    return true;
}

static double in_cells(const grid *g, double place, double corner) {
    return isinf(place) ? place : (place - corner) * g->cells_per_unit;
}

int make_grid(sm_world *world, rect bounds, double cell, rect region) {
    if (world->grids.count == world->grids.capacity && !grow_grids(world))
        return -1;
    int columns = (int)((bounds.x1 - bounds.x0) / cell) + 1;
    int rows = (int)((bounds.y1 - bounds.y0) / cell) + 1;
    size_t cell_bytes = (size_t)columns * (size_t)rows * sizeof(block);
    size_t bytes = sizeof(grid) + CACHE_LINES + cell_bytes;
    grid *g = world_allocate(world, bytes);
    if (g == NULL)
        return -1;
    *g = (grid){.corner = {bounds.x0, bounds.y0, bounds.x0, bounds.y0},
                .cells_per_unit = 1 / cell,
                .limit = INFINITY,
                .columns = columns,
                .rows = rows,
                .last = {columns - 1, rows - 1, columns - 1, rows - 1},
                .bytes = bytes,
                .cells = align_to_lines(g + 1)};
    memset(g->cells, 0, cell_bytes);
    /* An entry's reach has a margin, so who asks on the region's edge may have rounded it
     * otherwise. */
    g->region = (rect){in_cells(g, region.x0, g->corner[0]), in_cells(g, region.y0, g->corner[1]),
                       in_cells(g, region.x1, g->corner[0]), in_cells(g, region.y1, g->corner[1])};
    world->grids.list[world->grids.count] = g;
    return world->grids.count++;
}

void destroy_grids_from(sm_world *world, int first) {
    while (world->grids.count > first) {
        grid *g = world->grids.list[--world->grids.count];
        for (int i = 0; i < g->columns * g->rows; i++)
            clear_cell(world, &g->cells[i]);
        world_release(world, g, g->bytes);
    }
}

void destroy_index(sm_world *world) {
    destroy_grids_from(world, 0);
    world_release(world, world->grids.list, (size_t)world->grids.capacity * sizeof(grid *));
    world_release(world, world->blocks.memory, block_bytes(world->blocks.capacity));
    world->grids = (grids){0};
    world->blocks = (blocks){0};
}

/* ---- Which layer ------------------------------------------------------------------------- */

double extent_within(sm_capsule c, const grid *g) {
    double size = 1 / g->cells_per_unit, r = sm_radius(c.radius);
    double x0 = fmax((double)fminf(c.a.x, c.b.x) - r, g->corner[0] + g->region.x0 * size);
    double x1 = fmin((double)fmaxf(c.a.x, c.b.x) + r, g->corner[0] + g->region.x1 * size);
    double y0 = fmax((double)fminf(c.a.y, c.b.y) - r, g->corner[1] + g->region.y0 * size);
    double y1 = fmin((double)fmaxf(c.a.y, c.b.y) + r, g->corner[1] + g->region.y1 * size);
    return fmax(x1 - x0, y1 - y0);
}

/* A world that was built of short obstacles gets its first long one: a layer of cells that suit it.
 * Returns 0 when out of memory. */
static uint32_t add_coarser_grid(sm_world *world, const grid *g, double extent) {
    double size = 1 / g->cells_per_unit;
    rect bounds = {g->corner[0], g->corner[1], g->corner[0] + (g->columns - 0.5) * size,
                   g->corner[1] + (g->rows - 0.5) * size};
    rect region = {g->corner[0] + g->region.x0 * size, g->corner[1] + g->region.y0 * size,
                   g->corner[0] + g->region.x1 * size, g->corner[1] + g->region.y1 * size};
    const double cells_across = 8;
    int made = make_grid(world, bounds, fmax(size, extent / cells_across), region);
    return made < 0 ? 0 : (uint32_t)made;
}

grid *layer_for(const sm_world *world, int first, double extent) {
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

/* ---- Entries ----------------------------------------------------------------------------- */

/* Returns the block that has a free lane, NULL when out of memory. */
static block *block_with_room(sm_world *world, block *cell) {
    if (cell->count < LANES)
        return cell;
    if (cell->next != 0 && world->blocks.list[cell->next].count < LANES)
        return &world->blocks.list[cell->next];
    uint32_t fresh = take_block(world);
    if (fresh == 0)
        return NULL;
    world->blocks.list[fresh].next = cell->next;
    cell->next = fresh;
    return &world->blocks.list[fresh];
}

static uint8_t lanes_below(int count) {
    return (uint8_t)((1u << count) - 1);
}

static void move_entry(block *to, int to_lane, const block *from, int lane) {
    to->ax[to_lane] = from->ax[lane];
    to->ay[to_lane] = from->ay[lane];
    to->bx[to_lane] = from->bx[lane];
    to->by[to_lane] = from->by[lane];
    to->radius[to_lane] = from->radius[lane];
    to->obstacle[to_lane] = from->obstacle[lane];
    unsigned bit = (from->always >> lane & 1u) << to_lane;
    to->always = (uint8_t)((to->always & ~(1u << to_lane)) | bit);
}

static block *find_entry(sm_world *world, block *cell, int obstacle, int *lane) {
    for (block *b = cell;; b = &world->blocks.list[b->next]) {
        for (*lane = 0; *lane < b->count; ++*lane)
            if (b->obstacle[*lane] == obstacle)
                return b;
        if (b->next == 0)
            return NULL;
    }
}

/* The hole is filled from the one block that may be partly filled. */
static void erase_entry(sm_world *world, block *cell, int obstacle) {
    int lane;
    block *hole = find_entry(world, cell, obstacle, &lane);
    if (hole == NULL)
        return;
    block *giver = cell->next != 0 ? &world->blocks.list[cell->next] : cell;
    giver->count--;
    move_entry(hole, lane, giver, giver->count);
    giver->used = lanes_below(giver->count);
    giver->always = (uint8_t)(giver->always & giver->used);
    cell->total--;
    if (giver != cell && giver->count == 0) {
        uint32_t empty = cell->next;
        cell->next = giver->next;
        give_block_back(world, empty);
    }
}

static bool insert_into(sm_world *world, int g, int obstacle);

static bool insert_entry(sm_world *world, const raster *r, int column, int row, int obstacle) {
    block *cell = &r->grid->cells[(ptrdiff_t)row * r->grid->columns + column];
    if (cell->child != 0)
        return insert_into(world, (int)cell->child, obstacle);
    block *b = block_with_room(world, cell);
    if (b == NULL)
        return false;
    encode_entry(b, b->count, r, column, row, sm_radius(world->capsules[obstacle].radius));
    b->obstacle[b->count++] = obstacle;
    b->used = lanes_below(b->count);
    cell->total++;
    return true;
}

static bool insert_into(sm_world *world, int first, int obstacle) {
    sm_capsule c = world->capsules[obstacle];
    double extent = extent_within(c, world->grids.list[first]);
    const grid *g = layer_for(world, first, extent);
    if (g == NULL)
        g = make_layer_for(world, first, extent);
    if (g == NULL)
        return false;
    raster r = raster_of(g, c);
    for (int row = r.first_row; row <= r.last_row; row++) {
        span s = raster_span(&r, row);
        for (int column = s.first; column <= s.last; column++)
            if (!insert_entry(world, &r, column, row, obstacle))
                return false;
    }
    return true;
}

static void note_largest(sm_world *world, sm_capsule c) {
    float a = fmaxf(fabsf(c.a.x), fabsf(c.a.y)), b = fmaxf(fabsf(c.b.x), fabsf(c.b.y));
    world->largest = fmaxf(world->largest, fmaxf(a, b));
}

bool insert_obstacle(sm_world *world, int g, int obstacle) {
    sm_capsule c = world->capsules[obstacle];
    if (!can_collide(c))
        return true;
    note_largest(world, c);
    if (insert_into(world, g, obstacle))
        return true;
    erase_obstacle(world, g, obstacle);
    return false;
}

/* Calls for each cell under grid `first` that holds the obstacle, or would. */
typedef void cell_fn(sm_world *world, grid *g, int column, int row, int obstacle);

static void each_cell_of(sm_world *world, int first, int obstacle, cell_fn *call) {
    sm_capsule c = world->capsules[obstacle];
    grid *g = layer_for(world, first, extent_within(c, world->grids.list[first]));
    if (g == NULL)
        return;
    raster r = raster_of(g, c);
    for (int row = r.first_row; row <= r.last_row; row++) {
        span s = raster_span(&r, row);
        for (int column = s.first; column <= s.last; column++) {
            uint32_t child = g->cells[(ptrdiff_t)row * g->columns + column].child;
            if (child != 0)
                each_cell_of(world, (int)child, obstacle, call);
            else
                call(world, g, column, row, obstacle);
        }
    }
}

static void erase_from_cell(sm_world *world, grid *g, int column, int row, int obstacle) {
    erase_entry(world, &g->cells[(ptrdiff_t)row * g->columns + column], obstacle);
}

void erase_obstacle(sm_world *world, int g, int obstacle) {
    if (can_collide(world->capsules[obstacle]))
        each_cell_of(world, g, obstacle, erase_from_cell);
}

/* Only at powers of two: a cell that no grid can thin out is not tried at every insertion. */
static void split_if_crowded(sm_world *world, grid *g, int column, int row, int obstacle) {
    (void)obstacle;
    uint32_t total = g->cells[(ptrdiff_t)row * g->columns + column].total;
    if (total > CROWDED && (total & (total - 1)) == 0)
        split_cell(world, g, column, row);
}

void split_crowded_cells(sm_world *world, int g, int obstacle) {
    if (can_collide(world->capsules[obstacle]))
        each_cell_of(world, g, obstacle, split_if_crowded);
}

/* world_query: queries and casts in a 2D world.
 *
 * An obstacle lies in several cells. A search for the nearest or the first may test it more than
 * once. A query that must report each obstacle once reports it in the first of its cells that the
 * query visits. That cell follows from the obstacle's shape, so no list of reported ones is needed.
 */
#include <assert.h>
#include <math.h>

#include "sweep_state.h"
#include "world_search.h"

/* ---- The nearest ------------------------------------------------------------------------- */

/* Returns a distance within which all of the world's cells are. */
static double distance_to_all(const grid *g, sm_vec2 point) {
    double size = 1 / g->cells_per_unit;
    double x = fmax(fabs((double)point.x - g->corner.x),
                    fabs((double)point.x - g->corner.x - g->columns * size));
    double y = fmax(fabs((double)point.y - g->corner.y),
                    fabs((double)point.y - g->corner.y - g->rows * size));
    return x + y;
}

/* Searches near the point first, then farther while nothing is found. */
sm_collision sm_world_nearest(const sm_world *world, sm_vec2 point, float max_distance,
                              const sm_filter *filter) {
    const double farther = 4;
    const grid *g = world->grids.list[0];
    sm_capsule mover = sm_circle(point, 0);
    double limit = fmin((double)max_distance, distance_to_all(g, point));
    for (double reach = 1 / g->cells_per_unit; reach < limit; reach *= farther) {
        sm_collision found =
            sm_search_deepest(world, mover, (sm_vec2){0, 0}, filter, true, -(float)reach);
        if (found.obstacle != SM_NO_OBSTACLE)
            return found;
    }
    return sm_search_deepest(world, mover, (sm_vec2){0, 0}, filter, true, -max_distance);
}

/* ---- Each obstacle once ------------------------------------------------------------------ */

/* A cell that a walk visits. */
typedef struct cell_place {
    const struct cell_place *outer; /* the cell that its grid replaces; NULL: none */
    const grid *grid;
    cell_box box; /* all cells of the grid that the walk visits */
    int column, row;
} cell_place;

/* A walk through all cells that a box overlaps. */
typedef struct cell_walk {
    const sm_world *world;
    rect box;
} cell_walk;

/* Visits a cell, and the grids in its place. Returns whether to go on. */
typedef bool visit_cell_fn(const cell_walk *w, const cell_place *p, const grid *finer);

/* Inline, so that `look` is compiled into it. */
SM_WITHIN static inline bool walk_grids(const cell_walk *w, const grid *g, const cell_place *outer,
                                        visit_cell_fn *look) {
    for (; g != NULL; g = grid_coarser(w->world, g)) {
        cell_place p = {.outer = outer, .grid = g, .box = grid_cells_in(g, w->box)};
        for (p.row = p.box.rows.first; p.row <= p.box.rows.last; p.row++) {
            for (p.column = p.box.columns.first; p.column <= p.box.columns.last; p.column++) {
                int child = cell_child(cell_of(g, p.column, p.row));
                if (!look(w, &p, child != 0 ? w->world->grids.list[child] : NULL))
                    return false;
            }
        }
    }
    return true;
}

typedef struct obstacle_walk {
    cell_walk cells;
    sm_visit_fn *visit;
    void *context;
} obstacle_walk;

static bool is_in_grids(const cell_walk *w, int first, sm_capsule c);

/* Whether the capsule lies in a cell of the grid that the walk visits before this row and column.
 */
SM_WITHIN static inline bool is_in_cell_before(const cell_walk *w, const grid *g,
                                               const cell_box *box, sm_capsule c, int end_row,
                                               int end_column) {
    if (end_row == box->rows.first && end_column <= box->columns.first)
        return false;
    raster r;
    sm_raster_of(g, &c, &r);
    int row = r.first_row > box->rows.first ? r.first_row : box->rows.first;
    int last_row = r.last_row < box->rows.last ? r.last_row : box->rows.last;
    for (; row <= last_row && row <= end_row; row++) {
        span s = sm_raster_span(&r, row);
        int column = s.first > box->columns.first ? s.first : box->columns.first;
        int last = s.last < box->columns.last ? s.last : box->columns.last;
        for (; column <= last && (row < end_row || column < end_column); column++) {
            int child = cell_child(cell_of(g, column, row));
            if (child == 0 || is_in_grids(w, child, c))
                return true;
        }
    }
    return false;
}

static bool is_in_grids(const cell_walk *w, int first, sm_capsule c) {
    double extent = sm_index_extent(c, w->world->grids.list[first]);
    const grid *g = sm_index_layer(w->world, first, extent);
    cell_box box = grid_cells_in(g, w->box);
    return is_in_cell_before(w, g, &box, c, g->rows, 0);
}

/* Whether the walk visits no cell of the capsule before this one, in this grid or in those around
 * it. */
static bool is_in_first_cell(const cell_walk *w, const cell_place *p, sm_capsule c) {
    while (p != NULL && !is_in_cell_before(w, p->grid, &p->box, c, p->row, p->column))
        p = p->outer;
    return p == NULL;
}

static bool visit_cell_obstacles(const cell_walk *cells, const cell_place *p, const grid *finer) {
    const obstacle_walk *w = (const obstacle_walk *)cells;
    const cell_block *b = cell_of(p->grid, p->column, p->row);
    for (; b != NULL; b = block_after(cells->world, b)) {
        for (int lane = 0; lane < (int)b->count; lane++) {
            int obstacle = entry_obstacle(b->entries[lane]);
            const sm_capsule *c = indexed_shape(cells->world, obstacle);
            if (capsule_bounds_overlap(c, cells->box) && is_in_first_cell(cells, p, *c) &&
                !w->visit(w->context, obstacle))
                return false;
        }
    }
    return walk_grids(cells, finer, p, visit_cell_obstacles);
}

/* Returns how many entries a walk visits; it may stop counting above `most`. */
static int count_entries(const sm_world *world, int first, rect box, int most) {
    int entries = 0;
    for (const grid *g = world->grids.list[first]; g != NULL; g = grid_coarser(world, g)) {
        cell_box cells = grid_cells_in(g, box);
        for (int row = cells.rows.first; row <= cells.rows.last; row++) {
            for (int i = cells.columns.first; i <= cells.columns.last && entries <= most; i++) {
                const cell_block *cell = cell_of(g, i, row);
                int child = cell_child(cell);
                entries += child != 0 ? count_entries(world, child, box, most) : (int)cell->total;
            }
        }
    }
    return entries;
}

/* Visits what one search finds around a box that is small for the cells. Returns false if the box
 * is larger, or if too many obstacles are near for the search's list. */
static bool walk_nearby(const sm_world *world, rect box, sm_visit_fn *visit, void *context) {
    static const double largest = 2; /* cells: of half the diagonal */
    const grid *g = world->grids.list[0];
    const vec half = {(box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2};
    world_search s;
    s.half_length = vec_length(half) * (1 + 1e-6);
    if (!(s.half_length * g->cells_per_unit <= largest))
        return false;
    s.lists = true;
    s.centre = (vec){box.x0 + half.x, box.y0 + half.y};
    s.half_box = half;
    s.reach = 0;
    s.filter = NULL;
    s.count = 0;
    sm_search(world, g, &s);
    if (search_is_full(&s))
        return false;
    int count = search_keep_once(world, &s, box);
    for (int i = 0; i < count && visit(context, entry_obstacle(s.list[i])); i++)
        ;
    return true;
}

/* A walk through the cells costs more for each entry than a loop over all obstacles costs for each
 * obstacle. So many entries are visited by the loop. */
void sm_index_walk(const sm_world *world, const rect *box, sm_visit_fn *visit, void *context) {
    if (walk_nearby(world, *box, visit, context))
        return;
    static const int cost_of_entry = 16;
    int most = world->count / cost_of_entry;
    if (count_entries(world, 0, *box, most) > most) {
        for (int i = 0; i < world->count; i++)
            if (capsule_bounds_overlap(indexed_shape(world, i), *box) && !visit(context, i))
                return;
        return;
    }
    obstacle_walk w = {{world, *box}, visit, context};
    walk_grids(&w.cells, world->grids.list[0], NULL, visit_cell_obstacles);
}

/* ---- Showing the cells of a query -------------------------------------------------------- */

typedef struct shown_cells {
    cell_walk cells;
    sm_cell_fn *visit;
    void *context;
} shown_cells;

static bool visit_cell(const cell_walk *cells, const cell_place *p, const grid *finer) {
    const shown_cells *w = (const shown_cells *)cells;
    double size = 1 / p->grid->cells_per_unit;
    vec low = vec_add(p->grid->corner, vec_scale((vec){p->column, p->row}, size));
    w->visit(w->context, vec_round(low), vec_round(vec_add(low, (vec){size, size})),
             (int)cell_of(p->grid, p->column, p->row)->total);
    return walk_grids(cells, finer, p, visit_cell);
}

void sm_world_cells(const sm_world *world, sm_capsule mover, sm_cell_fn *visit, void *context) {
    assert(visit != NULL);
    if (visit == NULL || !capsule_is_finite(mover))
        return;
    shown_cells w = {{world, capsule_bounds(&mover)}, visit, context};
    walk_grids(&w.cells, world->grids.list[0], NULL, visit_cell);
}

/* ---- Casts -------------------------------------------------------------------------------
 *
 * A cast visits the cells along its path, row by row. It ends at cells that the path reaches after
 * the first touch found so far. */

typedef struct cast_query {
    const sm_world *world;
    const hull_cast *cast;
    const sm_filter *filter;
    sm_capsule path; /* around all places that the mover passes over */
    vec direction;   /* unit */
    double beside;   /* world units: how far the mover reaches to the sides of the path's middle */
    cast_first *first;
} cast_query;

/* The fraction of the path by which a touch may come earlier than its box or cell says. */
static const double fraction_margin = 1e-6;

static void cast_at(cast_query *q, int entry) {
    int obstacle = entry_obstacle(entry);
    const sm_capsule *o = &q->world->capsules[obstacle];
    if (q->filter != NULL && !is_accepted(q->world, q->filter, entry))
        return;
    bool oneway = entry < 0 && extra_of(q->world, obstacle)->oneway;
    sm_cast_solid(q->cast, o, oneway, obstacle, q->first);
}

/* Whether the path reaches the cells from `cell` to `cell` + 1, along one axis, only after the
 * first touch. Places are in cells; a cell at the grid's rim is infinite. */
static bool comes_after_touch(const cast_query *q, double start, double end, double reach, int cell,
                              int cells) {
    if (q->first->number == SM_NO_OBSTACLE)
        return false;
    double along = end - start;
    double until = (q->first->touch.fraction + fraction_margin) * along;
    return (along > 0 && cell > 0 && cell - reach - start > until) ||
           (along < 0 && cell < cells - 1 && cell + 1 + reach - start < until);
}

static void cast_grids(cast_query *q, const grid *g);

/* The path over a grid. */
typedef struct cast_raster {
    raster r;
    scan_path path; /* what of it is the same for all cells */
} cast_raster;

static void cast_in_cell(cast_query *q, const cast_raster *c, int column, int row) {
    const raster *r = &c->r;
    const double k = r->grid->cells_per_unit;
    const vec from = {column + 0.5 - r->ax, row + 0.5 - r->ay};
    const double end = sm_min(q->first->touch.fraction + fraction_margin, 1) * q->cast->distance;
    const scan_path path = {.x = c->path.x,
                            .y = c->path.y,
                            .side = scan_steps(vec_cross(q->direction, from)),
                            .along = scan_steps(vec_dot(q->direction, from) - end * k / 2),
                            .reach = c->path.reach,
                            .half = scan_steps(end * k / 2 + r->reach)};
    const cell_block *cell = cell_of(r->grid, column, row);
    for (const cell_block *b = cell; b != NULL; b = block_after(q->world, b))
        for (unsigned near = sm_scan_path(b, &path); near != 0; near &= near - 1)
            cast_at(q, b->entries[lanes_lowest(near)]);
    if (cell_child(cell) != 0)
        cast_grids(q, q->world->grids.list[cell_child(cell)]);
}

static void cast_in_row(cast_query *q, const cast_raster *c, int row) {
    const raster *r = &c->r;
    const grid *g = r->grid;
    span s = sm_raster_span(r, row);
    int step = r->bx < r->ax ? -1 : 1, count = s.last - s.first + 1;
    int column = step > 0 ? s.first : s.last;
    for (; count > 0; count--, column += step) {
        if (comes_after_touch(q, r->ax, r->bx, r->reach, column, g->columns))
            return;
        cast_in_cell(q, c, column, row);
    }
}

static void cast_grids(cast_query *q, const grid *g) {
    for (; g != NULL; g = grid_coarser(q->world, g)) {
        cast_raster c;
        const raster *r = &c.r;
        sm_raster_of(g, &q->path, &c.r);
        const double margin = r->reach - sm_radius(q->path.radius) * g->cells_per_unit;
        c.path = (scan_path){.x = (int)(q->direction.x * LARGEST_STEPS),
                             .y = (int)(q->direction.y * LARGEST_STEPS),
                             .reach = scan_steps(q->beside * g->cells_per_unit + margin)};
        int step = r->by < r->ay ? -1 : 1, count = r->last_row - r->first_row + 1;
        int row = step > 0 ? r->first_row : r->last_row;
        for (; count > 0; count--, row += step) {
            if (comes_after_touch(q, r->ay, r->by, r->reach, row, g->rows))
                break;
            cast_in_row(q, &c, row);
        }
    }
}

/* Casts against what one search finds around a path that is short for the cells. Returns false if
 * too many obstacles are near for its list. */
static bool cast_nearby(cast_query *q, vec middle, double reach) {
    const vec half = vec_scale(q->cast->delta, 0.5);
    world_search s;
    s.lists = true;
    s.centre = vec_add(vec_add(q->cast->origin, middle), half);
    s.half_box = (vec){fabs(half.x), fabs(half.y)};
    s.half_length = q->cast->distance / 2;
    s.reach = reach;
    s.filter = NULL;
    s.count = 0;
    sm_search(q->world, q->world->grids.list[0], &s);
    if (search_is_full(&s))
        return false;
    for (int i = 0; i < s.count; i++) {
        if (!hull_cast_misses(q->cast, &q->world->capsules[entry_obstacle(s.list[i])]))
            cast_at(q, s.list[i]);
    }
    return true;
}

/* Casts against what lies in the cells along the path: a capsule around all places of the disk
 * around the mover. It is a little thicker, since its numbers are rounded to floats. */
SM_APART static void cast_along(cast_query *q, vec middle, double reach) {
    const hull_cast *cast = q->cast;
    const double rounding = 4e-7;
    vec start = vec_add(cast->origin, middle), end = vec_add(start, cast->delta);
    double side = vec_cross(cast->delta, middle);
    double largest = sm_max(sm_max(fabs(start.x), fabs(start.y)), sm_max(fabs(end.x), fabs(end.y)));
    double thicker = rounding * (reach + largest);
    q->path = (sm_capsule){vec_round(start), vec_round(end), (float)(reach + thicker)};
    q->direction = vec_scale(cast->delta, 1 / cast->distance);
    q->beside = sm_radius(cast->mover->radius) +
                sm_max(cast->left - side, side - cast->right) / cast->distance + thicker;
    cast_grids(q, q->world->grids.list[0]);
}

void sm_world_cast(const sm_world *world, const hull_cast *cast, const sm_filter *filter,
                   cast_first *first) {
    static const double short_path = 1; /* cell */
    cast_query q;
    q.world = world;
    q.cast = cast;
    q.filter = filter;
    q.first = first;
    vec low, high;
    hull_bounds(cast->mover, &low, &high);
    vec middle = vec_scale(vec_add(low, high), 0.5);
    /* No root: a diagonal is at most the longer side and half of the shorter one. */
    double width = high.x - low.x, height = high.y - low.y;
    double diagonal = sm_max(width, height) + sm_min(width, height) / 2;
    double reach = sm_radius(cast->mover->radius) + diagonal / 2;
    if (!(cast->distance * world->grids.list[0]->cells_per_unit <= short_path) ||
        !cast_nearby(&q, middle, reach))
        cast_along(&q, middle, reach);
}

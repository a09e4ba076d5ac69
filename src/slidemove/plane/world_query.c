/* world_query: what a world is asked about a place.
 *
 * An obstacle lies in several cells. Looking for one extreme, it does no harm to meet it again;
 * where each is to be reported once, the first of its cells that the query looks into reports it,
 * and that cell follows from the obstacle alone, so nothing has to be remembered. */
#include <assert.h>
#include <math.h>

#include "sweep.h"
#include "world.h"

/* ---- The nearest ------------------------------------------------------------------------- */

/* From this point all of the world's cells are nearer. */
static double distance_to_all(const grid *g, sm_vec2 point) {
    double size = 1 / g->cells_per_unit;
    double x = fmax(fabs((double)point.x - g->corner[0]),
                    fabs((double)point.x - g->corner[0] - g->columns * size));
    double y = fmax(fabs((double)point.y - g->corner[1]),
                    fabs((double)point.y - g->corner[1] - g->rows * size));
    return x + y;
}

/* Asks for what is near first, and farther only when nothing is. */
sm_collision sm_world_nearest(const sm_world *world, sm_vec2 point, float max_distance,
                              const sm_filter *filter) {
    const double farther = 4;
    const grid *g = world->grids.list[0];
    sm_capsule mover = sm_circle(point, 0);
    double limit = fmin((double)max_distance, distance_to_all(g, point));
    for (double reach = 1 / g->cells_per_unit; reach < limit; reach *= farther) {
        sm_collision found =
            sm_search_deepest(world, mover, (sm_vec2){0, 0}, filter, -(float)reach);
        if (found.obstacle != SM_NO_OBSTACLE)
            return found;
    }
    return sm_search_deepest(world, mover, (sm_vec2){0, 0}, filter, -max_distance);
}

/* ---- Each obstacle once ------------------------------------------------------------------ */

/* A walk through all cells that a box overlaps. `visit` returns whether to go on. */
typedef struct box_walk {
    const sm_world *world;
    rect box;
    sm_visit_fn *visit;
    void *context;
} box_walk;

/* The cell that the walk is in, inside a cell of a coarser grid, and so on. */
typedef struct cell_place {
    const struct cell_place *outer;
    const grid *grid;
    span columns, rows; /* that the box overlaps */
    int column, row;
} cell_place;

static cell_place place_in(const grid *g, rect box, const cell_place *outer) {
    double k = g->cells_per_unit;
    return (cell_place){
        .outer = outer,
        .grid = g,
        .columns = {cell_at((box.x0 - g->corner[0]) * k, g->last[0]),
                    cell_at((box.x1 - g->corner[0]) * k, g->last[0])},
        .rows = {cell_at((box.y0 - g->corner[1]) * k, g->last[1]),
                 cell_at((box.y1 - g->corner[1]) * k, g->last[1])},
    };
}

/* The columns of a row that both the obstacle and the box are in. */
static span shared_columns(const raster *r, int row, const cell_place *p) {
    span s = sm_raster_span(r, row);
    return (span){s.first > p->columns.first ? s.first : p->columns.first,
                  s.last < p->columns.last ? s.last : p->columns.last};
}

static bool is_met_in_cell(const box_walk *w, const grid *g, int column, int row, sm_capsule c);

/* Whether a walk meets the obstacle in these grids. */
static bool is_met_in_grids(const box_walk *w, int first, sm_capsule c) {
    const grid *g =
        sm_index_layer(w->world, first, sm_index_extent(c, w->world->grids.list[first]));
    raster r = sm_raster_of(g, c);
    cell_place p = place_in(g, w->box, NULL);
    int last = r.last_row < p.rows.last ? r.last_row : p.rows.last;
    for (int row = r.first_row > p.rows.first ? r.first_row : p.rows.first; row <= last; row++) {
        span s = shared_columns(&r, row, &p);
        for (int column = s.first; column <= s.last; column++)
            if (is_met_in_cell(w, g, column, row, c))
                return true;
    }
    return false;
}

static bool is_met_in_cell(const box_walk *w, const grid *g, int column, int row, sm_capsule c) {
    int child = cell_child(cell_of(g, column, row));
    return child == 0 || is_met_in_grids(w, child, c);
}

/* Whether the walk meets the obstacle here for the first time: in no cell that comes before, of
 * this grid or of those around it. */
static bool is_first_meeting(const box_walk *w, const cell_place *p, sm_capsule c) {
    for (; p != NULL; p = p->outer) {
        raster r = sm_raster_of(p->grid, c);
        int row = r.first_row > p->rows.first ? r.first_row : p->rows.first;
        for (; row <= p->row; row++) {
            span s = shared_columns(&r, row, p);
            int end = row < p->row ? s.last + 1 : p->column;
            for (int column = s.first; column < end; column++)
                if (is_met_in_cell(w, p->grid, column, row, c))
                    return false;
        }
    }
    return true;
}

static bool walk_grids(const box_walk *w, const grid *g, const cell_place *outer);

static bool walk_cell(const box_walk *w, const cell_place *p) {
    const cell_block *cell = cell_of(p->grid, p->column, p->row);
    for (const cell_block *b = cell; b != NULL; b = block_after(w->world, b)) {
        for (int lane = 0; lane < (int)b->count; lane++) {
            int obstacle = b->obstacle[lane];
            const sm_capsule *c = indexed_shape(w->world, obstacle);
            if (capsule_is_in(c, w->box) && is_first_meeting(w, p, *c) &&
                !w->visit(w->context, obstacle))
                return false;
        }
    }
    return cell_child(cell) == 0 || walk_grids(w, w->world->grids.list[cell_child(cell)], p);
}

static bool walk_grids(const box_walk *w, const grid *g, const cell_place *outer) {
    for (; g != NULL; g = grid_coarser(w->world, g)) {
        cell_place p = place_in(g, w->box, outer);
        for (p.row = p.rows.first; p.row <= p.rows.last; p.row++)
            for (p.column = p.columns.first; p.column <= p.columns.last; p.column++)
                if (!walk_cell(w, &p))
                    return false;
    }
    return true;
}

void sm_index_walk(const sm_world *world, rect box, sm_visit_fn *visit, void *context) {
    box_walk w = {world, box, visit, context};
    walk_grids(&w, world->grids.list[0], NULL);
}

/* ---- What a query looks into ------------------------------------------------------------- */

typedef struct cell_query {
    const sm_world *world;
    rect box;
    sm_cell_fn *visit;
    void *context;
} cell_query;

static void visit_cells(const cell_query *q, const grid *g) {
    for (; g != NULL; g = grid_coarser(q->world, g)) {
        cell_place p = place_in(g, q->box, NULL);
        double size = 1 / g->cells_per_unit;
        for (int row = p.rows.first; row <= p.rows.last; row++) {
            for (int column = p.columns.first; column <= p.columns.last; column++) {
                const cell_block *cell = cell_of(g, column, row);
                vec low = {g->corner[0] + column * size, g->corner[1] + row * size};
                q->visit(q->context, vec_round(low), vec_round(vec_add(low, (vec){size, size})),
                         (int)cell->total);
                if (cell_child(cell) != 0)
                    visit_cells(q, q->world->grids.list[cell_child(cell)]);
            }
        }
    }
}

void sm_world_cells(const sm_world *world, sm_capsule mover, sm_cell_fn *visit, void *context) {
    assert(visit != NULL);
    if (visit == NULL || !capsule_is_finite(mover))
        return;
    cell_query q = {world, rect_of(&mover), visit, context};
    visit_cells(&q, world->grids.list[0]);
}

/* ---- Casts -------------------------------------------------------------------------------
 *
 * The cells that the path touches are visited row by row, along the path, until they begin beyond
 * the first touch found so far. */

typedef struct cast_query {
    const sm_world *world;
    sm_vec2 position, delta;
    const sm_hull *mover; /* around its position */
    const sm_filter *filter;
    sm_capsule path; /* around all that the mover passes over */
    vec start, along;
    double reach; /* of the path, times the length of `along` */
    sm_touch first;
} cast_query;

/* All of the obstacle on one side of the path. */
static bool is_beside_path(const cast_query *q, const sm_capsule *o) {
    double a = vec_cross(q->along, vec_sub(vec_of(o->a), q->start));
    double b = vec_cross(q->along, vec_sub(vec_of(o->b), q->start));
    double reach = q->reach + sm_radius(o->radius) * vec_length(q->along) * (1 + 1e-6);
    return (a > reach && b > reach) || (a < -reach && b < -reach);
}

static void cast_at(cast_query *q, int obstacle) {
    const sm_capsule *o = &q->world->capsules[obstacle];
    if (is_beside_path(q, o) || (q->filter != NULL && !is_accepted(q->world, q->filter, obstacle)))
        return;
    const special *s = special_of(q->world, obstacle);
    sm_touch touch =
        sm_cast_solid(q->position, q->delta, q->mover, o, s != NULL && s->oneway, obstacle);
    if (is_sooner(&touch, &q->first))
        q->first = touch;
}

/* Whether the path comes to the cells [cell, cell + 1] only after the first touch. Along one axis,
 * in cells; a cell at the rim reaches on. */
static bool is_later(const cast_query *q, double start, double end, double reach, int cell,
                     int cells) {
    const double margin = 1e-6; /* of the fraction */
    double along = end - start, enters = 0;
    if (along > 0 && cell > 0)
        enters = (cell - reach - start) / along;
    if (along < 0 && cell < cells - 1)
        enters = (cell + 1 + reach - start) / along;
    return q->first.hit && enters > q->first.fraction + margin;
}

static void cast_grids(cast_query *q, const grid *g);

static void cast_in_cell(cast_query *q, const cell_block *cell) {
    for (const cell_block *b = cell; b != NULL; b = block_after(q->world, b))
        for (int lane = 0; lane < (int)b->count; lane++)
            cast_at(q, b->obstacle[lane]);
    if (cell_child(cell) != 0)
        cast_grids(q, q->world->grids.list[cell_child(cell)]);
}

static void cast_in_row(cast_query *q, const raster *r, int row) {
    const grid *g = r->grid;
    span s = sm_raster_span(r, row);
    int step = r->bx < r->ax ? -1 : 1, count = s.last - s.first + 1;
    int column = step > 0 ? s.first : s.last;
    for (; count > 0; count--, column += step) {
        if (is_later(q, r->ax, r->bx, r->reach, column, g->columns))
            return;
        cast_in_cell(q, cell_of(g, column, row));
    }
}

static void cast_grids(cast_query *q, const grid *g) {
    for (; g != NULL; g = grid_coarser(q->world, g)) {
        raster r = sm_raster_of(g, q->path);
        int step = r.by < r.ay ? -1 : 1, count = r.last_row - r.first_row + 1;
        int row = step > 0 ? r.first_row : r.last_row;
        for (; count > 0; count--, row += step) {
            if (is_later(q, r.ay, r.by, r.reach, row, g->rows))
                break;
            cast_in_row(q, &r, row);
        }
    }
}

/* The disk around the mover, along the way of its centre; a little more, since all of it is rounded
 * to float. */
static sm_capsule path_of(sm_vec2 position, sm_vec2 delta, const sm_hull *mover) {
    vec low, high;
    hull_bounds(mover, &low, &high);
    vec start = vec_add(vec_of(position), vec_scale(vec_add(low, high), 0.5));
    vec end = vec_add(start, vec_of(delta));
    double reach = sm_radius(mover->radius) + vec_length(vec_sub(high, low)) / 2;
    double largest = fmax(fmax(fabs(start.x), fabs(start.y)), fmax(fabs(end.x), fabs(end.y)));
    const double rounding = 4e-7;
    return (sm_capsule){vec_round(start), vec_round(end),
                        (float)(reach + rounding * (reach + largest))};
}

sm_touch sm_world_cast(const sm_world *world, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_filter *filter) {
    cast_query q = {.world = world,
                    .position = position,
                    .delta = delta,
                    .mover = mover,
                    .filter = filter,
                    .path = path_of(position, delta, mover),
                    .first = {.fraction = 1, .obstacle = SM_NO_OBSTACLE}};
    q.start = vec_of(q.path.a);
    q.along = vec_sub(vec_of(q.path.b), q.start);
    q.reach = sm_radius(q.path.radius) * vec_length(q.along) * (1 + 1e-6);
    if (capsule_is_finite(q.path))
        cast_grids(&q, world->grids.list[0]);
    return q.first;
}

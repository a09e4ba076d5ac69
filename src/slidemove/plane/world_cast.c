/* world_cast: the first touch of a mover that is displaced, and of a ray.
 *
 * The cells that the path touches are visited row by row, along the path, until they begin beyond
 * the first touch found so far. */
#include <math.h>
#include <stddef.h>

#include "closest.h"
#include "world.h"

typedef struct cast_query {
    const sm_world *world;
    sm_capsule mover;
    sm_vec2 delta;
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
    if (is_beside_path(q, o))
        return;
    sm_touch touch = sm_cast(q->mover, q->delta, *o);
    bool is_sooner =
        touch.fraction < q->first.fraction ||
        (touch.fraction == q->first.fraction && (!q->first.hit || obstacle < q->first.obstacle));
    if (!touch.hit || !is_sooner)
        return;
    q->first = touch;
    q->first.obstacle = obstacle;
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

static void cast_in_cell(cast_query *q, const block *cell) {
    for (const block *b = cell; b != NULL; b = block_after(q->world, b))
        for (int lane = 0; lane < b->count; lane++)
            cast_at(q, b->obstacle[lane]);
    if (cell->child != 0)
        cast_grids(q, q->world->grids.list[cell->child]);
}

static void cast_in_row(cast_query *q, const raster *r, int row) {
    const grid *g = r->grid;
    span s = raster_span(r, row);
    int step = r->bx < r->ax ? -1 : 1, count = s.last - s.first + 1;
    int column = step > 0 ? s.first : s.last;
    for (; count > 0; count--, column += step) {
        if (is_later(q, r->ax, r->bx, r->reach, column, g->columns))
            return;
        cast_in_cell(q, &g->cells[(ptrdiff_t)row * g->columns + column]);
    }
}

static void cast_grids(cast_query *q, const grid *g) {
    for (; g != NULL; g = grid_coarser(q->world, g)) {
        raster r = raster_of(g, q->path);
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
static sm_capsule path_of(sm_capsule mover, sm_vec2 delta) {
    vec a = vec_of(mover.a), b = vec_of(mover.b);
    vec start = vec_scale(vec_add(a, b), 0.5), end = vec_add(start, vec_of(delta));
    double reach = sm_radius(mover.radius) + vec_length(vec_sub(b, a)) / 2;
    double largest = fmax(fmax(fabs(start.x), fabs(start.y)), fmax(fabs(end.x), fabs(end.y)));
    const double rounding = 4e-7;
    return (sm_capsule){vec_round(start), vec_round(end),
                        (float)(reach + rounding * (reach + largest))};
}

sm_touch sm_world_cast(const sm_world *world, sm_capsule mover, sm_vec2 delta) {
    cast_query q = {.world = world,
                    .mover = mover,
                    .delta = delta,
                    .path = path_of(mover, delta),
                    .first = {.fraction = 1, .obstacle = SM_NO_OBSTACLE}};
    q.start = vec_of(q.path.a);
    q.along = vec_sub(vec_of(q.path.b), q.start);
    q.reach = sm_radius(q.path.radius) * vec_length(q.along) * (1 + 1e-6);
    if (can_collide(mover) && can_collide(q.path))
        cast_grids(&q, world->grids.list[0]);
    return q.first;
}

sm_touch sm_world_raycast(const sm_world *world, sm_vec2 from, sm_vec2 to) {
    sm_vec2 delta = {to.x - from.x, to.y - from.y};
    return sm_world_cast(world, sm_circle(from, 0), delta);
}

#include "near3.h"

#include "../lanes.h"

void near3_begin(near3 *near, sm3_obstacles obstacles, float margin) {
    near->obstacles = obstacles;
    near->margin = isfinite(margin) ? margin : -1;
    near->count = -1;
}

typedef struct gatherer {
    sm3_visitor visitor;
    near3 *near;
    bool too_many;
} gatherer;

static void place_corner(float corners[3][NEAR3_CAPACITY], int i, sm3_vec corner, sm3_vec middle) {
    corners[0][i] = corner.x - middle.x;
    corners[1][i] = corner.y - middle.y;
    corners[2][i] = corner.z - middle.z;
}

static void copy_corner(float corners[3][NEAR3_CAPACITY], int to, int from) {
    for (int axis = 0; axis < 3; axis++)
        corners[axis][to] = corners[axis][from];
}

/* Copies of the first triangle, so that the last lanes hold something. */
static void fill_lanes(near3 *near) {
    for (int i = near->count; i % LANES_COUNT != 0; i++) {
        copy_corner(near->corners.a, i, 0);
        copy_corner(near->corners.b, i, 0);
        copy_corner(near->corners.c, i, 0);
        near->radii[i] = near->radii[0];
    }
}

static bool is_beyond(float a, float b, float c, double low, double high) {
    return ((double)a < low && (double)b < low && (double)c < low) ||
           ((double)a > high && (double)b > high && (double)c > high);
}

/* Which obstacles are shown that are not in the box is up to who holds them; whether there is room
 * for all must not be. */
static bool is_apart(const near3 *near, const sm3_triangle *t) {
    const sm3_vec *low = &near->box.low, *high = &near->box.high;
    double r = sm_radius(t->radius);
    return is_beyond(t->a.x, t->b.x, t->c.x, (double)low->x - r, (double)high->x + r) ||
           is_beyond(t->a.y, t->b.y, t->c.y, (double)low->y - r, (double)high->y + r) ||
           is_beyond(t->a.z, t->b.z, t->c.z, (double)low->z - r, (double)high->z + r);
}

static void gather(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    gatherer *g = (gatherer *)visitor;
    near3 *near = g->near;
    if (is_apart(near, shape))
        return;
    g->too_many = g->too_many || near->count == NEAR3_CAPACITY;
    if (g->too_many)
        return;
    int i = near->count++;
    place_corner(near->corners.a, i, shape->a, near->middle);
    place_corner(near->corners.b, i, shape->b, near->middle);
    place_corner(near->corners.c, i, shape->c, near->middle);
    near->radii[i] = shape->radius;
    near->held[i] = *shape;
    near->numbers[i] = number;
}

bool near3_gather(near3 *near, const sm3_region *region) {
    near->box = region3_widened(region, near->margin);
    const sm3_vec *low = &near->box.low, *high = &near->box.high;
    near->middle = (sm3_vec){low->x * 0.5f + high->x * 0.5f, low->y * 0.5f + high->y * 0.5f,
                             low->z * 0.5f + high->z * 0.5f};
    near->count = 0;
    gatherer g = {{gather, 1, -INFINITY}, near, false};
    obstacles3_visit(near->obstacles, &near->box, &g.visitor);
    fill_lanes(near);
    return !g.too_many;
}

/* The held triangles whose lane has a bit, but `but`. */
static void show(const near3 *near, unsigned bits, int lane, int but, sm3_visitor *visitor) {
    for (; bits != 0; bits &= bits - 1) {
        int i = lane + __builtin_ctz(bits);
        if (i != but && i < near->count)
            visitor->see(visitor, &near->held[i], near->numbers[i]);
    }
}

static int place_of(float depth, const float *depths, int count) {
    for (int i = 0; i < count; i += LANES_COUNT) {
        unsigned bits = lanes_bits(lanes_at_most(lanes_all(depth), lanes_load(&depths[i])));
        if (bits != 0)
            return i + __builtin_ctz(bits);
    }
    return 0; /* none is a number */
}

/* The one that is probably deepest first: that spares most of the others. */
static void visit_held(const near3 *near, const mover3 *mover, sm3_visitor *visitor) {
    float depths[NEAR3_CAPACITY];
    float deepest = near3_bound_depths(near, mover, depths);
    int first = place_of(deepest, depths, near->count);
    if (!((double)depths[first] < visitor->least)) /* NaN is no bound */
        visitor->see(visitor, &near->held[first], near->numbers[first]);
    for (int i = 0; i < near->count; i += LANES_COUNT) {
        lanes least = lanes_all(sm3_round_down(visitor->least));
        show(near, lanes_bits(lanes_not_below(lanes_load(&depths[i]), least)), i, first, visitor);
    }
}

void near3_visit(near3 *near, const sm3_region *region, const mover3 *mover, sm3_visitor *visitor) {
    bool holds = near->count >= 0 && region3_holds(&near->box, region);
    if (near->margin >= 0 && !holds && !near3_gather(near, region))
        near->margin = -1;
    if (near->margin < 0)
        obstacles3_visit(near->obstacles, region, visitor);
    else if (near->count > 0)
        visit_held(near, mover, visitor);
}

/* query3: what is where. */
#include "../resolver.h"
#include "tree3.h"

/* ---- Who is told of each ----------------------------------------------------------------- */

typedef struct told3 {
    sm3_visitor visitor;
    sm3_mover mover;
    vec3 low, high; /* of a box */
    sm3_obstacle_fn *visit;
    void *context;
    bool is_enough;
} told3;

static void tell3(told3 *t, const sm3_triangle *shape, int number) {
    sm3_obstacle plain = {.shape = *shape, .number = number};
    t->is_enough = !t->visit(t->context, t->visitor.whole != NULL ? t->visitor.whole : &plain);
}

static void see_overlap3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    told3 *t = (told3 *)visitor;
    const sm3_vec no_way = {0, 0, 0};
    sm3_triangle solid = *shape;
    solid.one_sided = solid.oneway = false;
    if (!t->is_enough && sm3_overlaps(sm3_collide(t->mover, solid, no_way)))
        tell3(t, shape, number);
}

void sm3_find_overlaps(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                       const sm_filter *filter, sm3_obstacle_fn *visit, void *context) {
    told3 t = {.visitor = {.see = see_overlap3, .least = -INFINITY},
               .mover = sm3_mover_at(mover, position),
               .visit = visit,
               .context = context};
    mover3 placed = mover3_at(&t.mover, vec3_zero);
    query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    sm3_region region = region3_around(&placed, placed.radius, vec3_zero);
    sm3_visit_near(&scope, &region, &t.visitor);
}

/* ---- A box ------------------------------------------------------------------------------- */

static double to_range3(double x, double low, double high) {
    return sm_max(sm_max(low - x, x - high), 0);
}

/* From the point to the box, squared. */
static double from_box3(const told3 *t, vec3 p) {
    vec3 out = {to_range3(p.x, t->low.x, t->high.x), to_range3(p.y, t->low.y, t->high.y),
                to_range3(p.z, t->low.z, t->high.z)};
    return vec3_dot(out, out);
}

/* Narrows the part of an edge that lies between two planes across an axis. */
static void clip3(double from, double to, double low, double high, double part[2]) {
    double way = to - from;
    if (way == 0 && (from < low || from > high))
        part[1] = -1;
    if (way == 0)
        return;
    double a = (low - from) / way, b = (high - from) / way;
    part[0] = sm_max(part[0], sm_min(a, b));
    part[1] = sm_min(part[1], sm_max(a, b));
}

static bool runs_through_box3(const told3 *t, vec3 p, vec3 q) {
    double part[2] = {0, 1};
    clip3(p.x, q.x, t->low.x, t->high.x, part);
    clip3(p.y, q.y, t->low.y, t->high.y, part);
    clip3(p.z, q.z, t->low.z, t->high.z, part);
    return part[0] <= part[1];
}

static vec3 corner_of_box3(const told3 *t, int bits) {
    return (vec3){bits & 1 ? t->high.x : t->low.x, bits & 2 ? t->high.y : t->low.y,
                  bits & 4 ? t->high.z : t->low.z};
}

/* The distance of triangle and box, squared: two convex shapes that are apart are nearest at a
 * corner of the one or between two edges, and those that are not have an edge of one in the other.
 */
static double gap_to_box3(const told3 *t, const triangle3 *of) {
    const vec3 corners[] = {of->a, of->b, of->c};
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = sm_min(least, from_box3(t, corners[i]));
        if (runs_through_box3(t, corners[i], corners[(i + 1) % 3]))
            return 0;
    }
    for (int bits = 0; bits < 8; bits++) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (bits & axis)
                continue;
            closest3 c = closest3_of_segment_triangle(corner_of_box3(t, bits),
                                                      corner_of_box3(t, bits | axis), of);
            least = sm_min(least, c.distance_squared);
        }
    }
    return least;
}

static void see_in_box3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    static const double rounding = 1e-14; /* of the coordinates */
    told3 *t = (told3 *)visitor;
    obstacle3 o;
    if (t->is_enough || !obstacle3_of(shape, &o))
        return;
    double size = vec3_length(t->low) + vec3_length(t->high) + vec3_length(o.triangle.a);
    if (sqrt(gap_to_box3(t, &o.triangle)) <= o.radius + size * rounding)
        tell3(t, shape, number);
}

void sm3_find_in_box(sm3_vec corner, sm3_vec opposite_corner, sm3_obstacles obstacles,
                     const sm_filter *filter, sm3_obstacle_fn *visit, void *context) {
    if (!sm3_is_finite(corner) || !sm3_is_finite(opposite_corner))
        return;
    const sm3_vec *a = &corner, *b = &opposite_corner;
    sm3_region box = {{sm_minf(a->x, b->x), sm_minf(a->y, b->y), sm_minf(a->z, b->z)},
                      {sm_maxf(a->x, b->x), sm_maxf(a->y, b->y), sm_maxf(a->z, b->z)},
                      {0, 0, 0}};
    told3 t = {.visitor = {.see = see_in_box3, .least = -INFINITY},
               .low = vec3_of(box.low),
               .high = vec3_of(box.high),
               .visit = visit,
               .context = context};
    query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    sm3_visit_near(&scope, &box, &t.visitor);
}

/* ---- The nearest ------------------------------------------------------------------------- */

typedef struct nearest3 {
    sm3_visitor visitor;
    mover3 point;
    double farthest; /* who is as far is too far */
    sm3_collision found;
} nearest3;

static void see_nearest3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    nearest3 *n = (nearest3 *)visitor;
    obstacle3 obstacle;
    if (!obstacle3_of(shape, &obstacle))
        return;
    contact3 contact = sm3_contact_of(&n->point, &obstacle, vec3_zero);
    if (!(-contact.depth < n->farthest))
        return;
    sm3_collision seen = sm3_collision_of(&contact, number);
    const sm3_collision *best = &n->found;
    if (best->obstacle == SM_NO_OBSTACLE || seen.depth > best->depth ||
        (seen.depth == best->depth && number < best->obstacle))
        n->found = seen;
}

/* Looks for what is nearer than `reach`. Returns whether it found something. */
static bool look_for_nearest3(nearest3 *n, const query_scope3 *scope, double reach) {
    n->farthest = reach;
    sm3_region region = region3_around(&n->point, reach, vec3_zero);
    sm3_visit_near(scope, &region, &n->visitor);
    return n->found.obstacle != SM_NO_OBSTACLE;
}

sm3_collision sm3_find_nearest(sm3_vec point, float max_distance, sm3_obstacles obstacles,
                               const sm_filter *filter) {
    static const double first = 1.0 / 4096; /* of the world's size: how far it looks at first */
    const sm3_mover dot = sm3_sphere(point, 0);
    nearest3 n = {.visitor = {.see = see_nearest3, .least = -INFINITY},
                  .point = mover3_at(&dot, vec3_zero),
                  .found = {.obstacle = SM_NO_OBSTACLE}};
    if (!sm3_is_finite(point) || isnan(max_distance))
        return n.found;
    query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    const sm3_world *world = sm3_world_of(obstacles);
    double size = world != NULL ? (double)world->largest : 0;
    for (double reach = size * first; reach > 0 && reach < sm_min(size, (double)max_distance);
         reach *= 4) {
        if (look_for_nearest3(&n, &scope, reach))
            return n.found;
    }
    look_for_nearest3(&n, &scope, (double)max_distance);
    return n.found;
}

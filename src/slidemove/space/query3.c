/* query3: overlaps, obstacles in a box and the nearest obstacle, in 3D. */
#include <float.h>

#include "../resolver.h"
#include "tree3.h"

/* ---- Overlaps ---------------------------------------------------------------------------- */

/* Calls the caller's `visit` for each obstacle that overlaps a mover or a box. */
typedef struct found_visitor3 {
    sm3_visitor visitor;
    vec3 low, high; /* of the box */
    sm3_obstacle_fn *visit;
    void *context;
} found_visitor3;

/* Ends the search if `visit` asks for that; the source may call on. */
static void report3(found_visitor3 *t, const sm3_triangle *shape, int number) {
    sm3_obstacle plain = {.shape = *shape, .number = number};
    if (!t->visit(t->context, t->visitor.whole != NULL ? t->visitor.whole : &plain))
        t->visitor.limit = -1;
}

static void visit_overlap3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    found_visitor3 *t = (found_visitor3 *)visitor;
    obstacle3 o;
    contact3 contact;
    if (!(visitor->limit < 0) && obstacle3_of(shape, &o) &&
        sm3_contact(visitor->mover, &o, vec3_zero, (double)-FLT_MIN, false, &contact) &&
        (float)contact.depth >= 0)
        report3(t, shape, number);
}

void sm3_find_overlaps(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                       const sm_filter *filter, sm3_obstacle_fn *visit, void *context) {
    mover3_place(&mover, position);
    if (!sm3_mover_is_finite(&mover))
        return;
    const mover3 placed = mover3_at(&mover, vec3_zero);
    found_visitor3 t; /* of which the box is not asked for */
    t.visitor = (sm3_visitor){.visit = visit_overlap3, .least = -INFINITY, .mover = &placed};
    t.visit = visit;
    t.context = context;
    query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    sm3_region region = region3_around(&placed, placed.radius, vec3_zero);
    sm3_visit_near(&scope, &region, &t.visitor);
}

/* ---- A box ------------------------------------------------------------------------------- */

static double distance_to_range3(double x, double low, double high) {
    return sm_max(sm_max(low - x, x - high), 0);
}

static double distance_squared_to_box3(const found_visitor3 *t, vec3 p) {
    vec3 out = {distance_to_range3(p.x, t->low.x, t->high.x),
                distance_to_range3(p.y, t->low.y, t->high.y),
                distance_to_range3(p.z, t->low.z, t->high.z)};
    return vec3_dot(out, out);
}

/* Cuts the range of fractions of an edge to those at which it lies in low .. high along one axis.
 */
static void clip3(double from, double to, double low, double high, double range[2]) {
    double length = to - from;
    if (length == 0 && (from < low || from > high))
        range[1] = -1;
    if (length == 0)
        return;
    double a = (low - from) / length, b = (high - from) / length;
    range[0] = sm_max(range[0], sm_min(a, b));
    range[1] = sm_min(range[1], sm_max(a, b));
}

static bool crosses_box3(const found_visitor3 *t, vec3 p, vec3 q) {
    double range[2] = {0, 1};
    clip3(p.x, q.x, t->low.x, t->high.x, range);
    clip3(p.y, q.y, t->low.y, t->high.y, range);
    clip3(p.z, q.z, t->low.z, t->high.z, range);
    return range[0] <= range[1];
}

static vec3 corner_of_box3(const found_visitor3 *t, int bits) {
    return (vec3){bits & 1 ? t->high.x : t->low.x, bits & 2 ? t->high.y : t->low.y,
                  bits & 4 ? t->high.z : t->low.z};
}

/* Returns the squared distance of triangle and box. If they are apart, they are nearest at a corner
 * of one of them or between two edges. If not, an edge of one crosses the other. */
static double gap_squared_to_box3(const found_visitor3 *t, const triangle3 *of) {
    const vec3 corners[] = {of->a, of->b, of->c};
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        least = sm_min(least, distance_squared_to_box3(t, corners[i]));
        if (crosses_box3(t, corners[i], corners[(i + 1) % 3]))
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

static void visit_in_box3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    static const double rounding = 1e-14; /* times the coordinates */
    found_visitor3 *t = (found_visitor3 *)visitor;
    obstacle3 o;
    if (visitor->limit < 0 || !obstacle3_of(shape, &o))
        return;
    double size = vec3_length(t->low) + vec3_length(t->high) + vec3_length(o.triangle.a);
    if (sqrt(gap_squared_to_box3(t, &o.triangle)) <= o.radius + size * rounding)
        report3(t, shape, number);
}

void sm3_find_in_box(sm3_vec corner, sm3_vec opposite_corner, sm3_obstacles obstacles,
                     const sm_filter *filter, sm3_obstacle_fn *visit, void *context) {
    if (!sm3_is_finite(corner) || !sm3_is_finite(opposite_corner))
        return;
    const sm3_vec *a = &corner, *b = &opposite_corner;
    sm3_region box = {{sm_minf(a->x, b->x), sm_minf(a->y, b->y), sm_minf(a->z, b->z)},
                      {sm_maxf(a->x, b->x), sm_maxf(a->y, b->y), sm_maxf(a->z, b->z)},
                      {0, 0, 0}};
    found_visitor3 t = {.visitor = {.visit = visit_in_box3, .least = -INFINITY},
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
    double farthest; /* obstacles at this distance or beyond are too far */
    sm3_collision found;
} nearest3;

static void visit_nearest3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
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

/* Finds the nearest obstacle nearer than `reach`. Returns whether there is one. */
static bool find_nearest_within3(nearest3 *n, const query_scope3 *scope, double reach) {
    n->farthest = reach;
    sm3_region region = region3_around(&n->point, reach, vec3_zero);
    sm3_visit_near(scope, &region, &n->visitor);
    return n->found.obstacle != SM_NO_OBSTACLE;
}

sm3_collision sm3_find_nearest(sm3_vec point, float max_distance, sm3_obstacles obstacles,
                               const sm_filter *filter) {
    static const double first = 1.0 / 4096; /* the first search reaches so far, in world sizes */
    const sm3_mover dot = sm3_sphere(point, 0);
    nearest3 n = {.visitor = {.visit = visit_nearest3, .least = -INFINITY},
                  .point = mover3_at(&dot, vec3_zero),
                  .found = {.obstacle = SM_NO_OBSTACLE}};
    if (!sm3_is_finite(point) || isnan(max_distance))
        return n.found;
    query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    const sm3_world *world = sm3_world_of(obstacles);
    double size = world != NULL ? (double)world->largest : 0;
    for (double reach = size * first; reach > 0 && reach < sm_min(size, (double)max_distance);
         reach *= 4) {
        if (find_nearest_within3(&n, &scope, reach))
            return n.found;
    }
    find_nearest_within3(&n, &scope, (double)max_distance);
    return n.found;
}

/* minkowski: hulls, the convex movers of up to eight vertices and a radius: disks, capsules, boxes
 * and others. A hull collides as its position with the obstacle widened by it. It is cast as a ray
 * against a rounded polygon, which is lines and circles. */
#include "minkowski.h"

#include "collide.h"

/* ---- Making ------------------------------------------------------------------------------ */

sm_hull sm_hull_of_capsule(sm_capsule capsule) {
    bool is_disk = capsule.a.x == capsule.b.x && capsule.a.y == capsule.b.y;
    return (sm_hull){{capsule.a, capsule.b}, is_disk ? 1 : 2, capsule.radius};
}

sm_hull sm_hull_of_box(float width, float height) {
    float x = fabsf(width) / 2, y = fabsf(height) / 2;
    return (sm_hull){{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, 4, 0};
}

/* Whether `other` lies to the right of the line from `from` to `to`. Of collinear points the
 * farther one counts as right, so that no corner is in the middle of an edge. */
static bool is_farther_right(sm_vec2 from, sm_vec2 to, sm_vec2 other) {
    vec edge = vec_sub(vec_of(to), vec_of(from)), to_other = vec_sub(vec_of(other), vec_of(from));
    double side = vec_cross(edge, to_other);
    return side < 0 || (side == 0 && vec_dot(to_other, to_other) > vec_dot(edge, edge));
}

static int lowest_left(const sm_vec2 *points, int count) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        bool lower = points[i].x < points[best].x ||
                     (points[i].x == points[best].x && points[i].y < points[best].y);
        if (lower)
            best = i;
    }
    return best;
}

/* Gift wrapping (Jarvis 1973): the next corner is the point that has all others to its left. */
bool sm_hull_of_points(const sm_vec2 *points, int count, float radius, sm_hull *hull) {
    for (int i = 0; i < count; i++) {
        if (!sm_is_finite(points[i]))
            return false;
    }
    if (count < 1 || !isfinite(radius))
        return false;
    sm_hull made = {.radius = radius};
    int first = lowest_left(points, count), at = first;
    do {
        if (made.count == SM_HULL_VERTICES)
            return false;
        made.vertices[made.count++] = points[at];
        int next = at;
        for (int i = 0; i < count; i++) {
            if (is_farther_right(points[at], points[next], points[i]))
                next = i;
        }
        at = next;
    } while (points[at].x != points[first].x || points[at].y != points[first].y);
    *hull = made;
    return true;
}

bool sm_hull_is_finite(const sm_hull *hull) {
    for (int i = 0; i < hull->count && i < SM_HULL_VERTICES; i++) {
        if (!sm_is_finite(hull->vertices[i]))
            return false;
    }
    return hull->count > 0 && hull->count <= SM_HULL_VERTICES && isfinite(hull->radius);
}

/* ---- Growing ----------------------------------------------------------------------------- */

/* Two edges count as parallel when the sine of their angle is less than this. Over the length of a
 * level that is less than a float's spacing. */
static const double parallel_edges = 1e-9;

static void add_corner(minkowski *m, vec corner) {
    m->corners[m->count++] = corner;
}

static void measure_edges(minkowski *m) {
    vec edges_made[MINKOWSKI_CORNERS];
    int edges = m->count == 2 ? 1 : m->count; /* a segment's second edge is not needed */
    for (int i = 0; i < edges; i++) {
        int next = i + 1 < m->count ? i + 1 : 0;
        vec edge = vec_sub(m->corners[next], m->corners[i]);
        edges_made[i] = edge;
        if (i >= 2 && vec_equal(edge, vec_scale(edges_made[i - 2], -1))) { /* of a parallelogram */
            m->lengths[i] = m->lengths[i - 2];
            m->along[i] = vec_sub((vec){0, 0}, m->along[i - 2]); /* no negative zero */
            continue;
        }
        m->lengths[i] = vec_length(edge);
        m->along[i] = m->lengths[i] > 0 ? vec_scale(edge, 1 / m->lengths[i]) : (vec){0, 0};
    }
}

static bool are_parallel(vec a, vec b) {
    double sine = vec_cross(a, b), least = parallel_edges * parallel_edges;
    return sine * sine <= least * vec_dot(a, a) * vec_dot(b, b);
}

/* The difference of two parallel segments is a segment; its ends are its only corners. */
static void add_parallel(minkowski *m, vec a, vec b, vec mover_a, vec mover_b) {
    bool same_direction = vec_dot(vec_sub(b, a), vec_sub(mover_b, mover_a)) >= 0;
    add_corner(m, vec_sub(a, same_direction ? mover_b : mover_a));
    add_corner(m, vec_sub(b, same_direction ? mover_a : mover_b));
}

/* add_polygon for a mover of two vertices that is not parallel to the obstacle. */
static void add_parallelogram(minkowski *m, vec a, vec b, vec first, vec second) {
    bool b_is_out = vec_cross(vec_sub(b, a), vec_sub(first, second)) > 0;
    vec end = b_is_out ? b : a, other = b_is_out ? a : b;
    add_corner(m, vec_sub(other, first));
    add_corner(m, vec_sub(end, first));
    add_corner(m, vec_sub(end, second));
    add_corner(m, vec_sub(other, second));
}

/* Each edge of the mirrored mover is moved to the end of the obstacle that lies farther out on that
 * edge's side. If two neighbouring edges are moved to different ends, the obstacle's own edge comes
 * between. An edge parallel to the obstacle is stretched over both ends: cut into pieces of one
 * line, it would leave open on which piece the mover is. */
static void add_polygon(minkowski *m, const sm_hull *mover, vec a, vec b) {
    vec corners[SM_HULL_VERTICES], ends[SM_HULL_VERTICES];
    bool is_stretched[SM_HULL_VERTICES];
    int n = mover->count;
    for (int i = 0; i < n; i++)
        corners[i] = vec_scale(vec_of(mover->vertices[i]), -1);
    for (int i = 0; i < n; i++) {
        vec edge = vec_sub(corners[(i + 1) % n], corners[i]);
        ends[i] = vec_cross(vec_sub(b, a), edge) > 0 ? b : a;
        is_stretched[i] =
            !vec_is_zero(edge) && !vec_equal(a, b) && are_parallel(vec_sub(b, a), edge);
    }
    for (int i = 0; i < n; i++) {
        int last = (i + n - 1) % n;
        vec before = ends[last], after = ends[i];
        if (!is_stretched[last])
            add_corner(m, vec_add(corners[i], before));
        if (is_stretched[last] || (!is_stretched[i] && !vec_equal(before, after)))
            add_corner(m, vec_add(corners[i], after));
    }
}

void sm_minkowski_of(minkowski *m, const sm_hull *mover, const sm_capsule *obstacle) {
    m->count = 0;
    m->radius = sm_radius(mover->radius) + sm_radius(obstacle->radius);
    vec a = vec_of(obstacle->a), b = vec_of(obstacle->b);
    vec first = vec_of(mover->vertices[0]);
    bool is_point = a.x == b.x && a.y == b.y;
    if (mover->count == 1) {
        add_corner(m, vec_sub(a, first));
        if (!is_point)
            add_corner(m, vec_sub(b, first));
    } else if (mover->count == 2) {
        vec second = vec_of(mover->vertices[1]);
        if (are_parallel(vec_sub(b, a), vec_sub(second, first)))
            add_parallel(m, a, b, first, second);
        else
            add_parallelogram(m, a, b, first, second);
    } else {
        add_polygon(m, mover, a, b);
    }
    measure_edges(m);
}

/* ---- Distance ---------------------------------------------------------------------------- */

/* Returns the edge under the highest of the heights; -1: no edge has a length. Of equals it is the
 * one that is more against `delta`. */
static int highest_edge(const minkowski *m, const double *heights, vec delta) {
    int best = -1;
    for (int i = 0; i < m->count; i++) {
        bool better = m->lengths[i] > 0 &&
                      (best < 0 || heights[i] > heights[best] ||
                       (heights[i] == heights[best] &&
                        vec_dot(edge_normal(m, i), delta) < vec_dot(edge_normal(m, best), delta)));
        best = better ? i : best;
    }
    return best;
}

static int nearest_corner(const minkowski *m, vec position) {
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < m->count; i++) {
        vec between = vec_sub(position, m->corners[i]);
        double squared = vec_dot(between, between);
        if (squared < least) {
            least = squared;
            best = i;
        }
    }
    return best;
}

/* A point outside lies straight above one edge, or is nearest to a corner. */
static void polygon_separation(const minkowski *m, vec position, vec delta, separation *at) {
    double heights[MINKOWSKI_CORNERS]; /* over each edge; 0 over one without a length */
    bool is_outside = false;
    for (int i = 0; i < m->count; i++) {
        heights[i] = edge_height(m, i, position);
        if (!(heights[i] > 0))
            continue;
        is_outside = true;
        double along = vec_dot(vec_sub(position, m->corners[i]), m->along[i]);
        if (along >= 0 && along <= m->lengths[i]) {
            edge_separation(m, i, heights[i], edge_normal(m, i), at);
            return;
        }
    }
    int highest = is_outside ? -1 : highest_edge(m, heights, delta);
    if (highest >= 0)
        edge_separation(m, highest, heights[highest], edge_normal(m, highest), at);
    else
        corner_separation(m, is_outside ? nearest_corner(m, position) : 0, position, delta, at);
}

void sm_minkowski_separation_general(const minkowski *m, vec position, vec delta, separation *at) {
    if (m->count == 1)
        corner_separation(m, 0, position, delta, at);
    else
        polygon_separation(m, position, delta, at);
}

/* ---- First touch ------------------------------------------------------------------------- */

/* Returns the earlier touch; a touch before the start does not count. */
static first_touch earlier(first_touch best, first_touch other) {
    return other.fraction >= 0 && other.fraction < best.fraction ? other : best;
}

static const first_touch no_touch = {INFINITY, {0, 0}};

/* Casts against the side of an edge that faces `normal`, moved out by the radius. */
static first_touch touch_side(const minkowski *m, int edge, vec normal, double radius, vec position,
                              vec delta) {
    double approach = -vec_dot(normal, delta);
    if (!(approach > 0))
        return no_touch;
    vec from = vec_sub(position, m->corners[edge]);
    double fraction = (vec_dot(normal, from) - radius) / approach;
    double along = vec_dot(vec_add(from, vec_scale(delta, fraction)), m->along[edge]);
    if (along < 0 || along > m->lengths[edge])
        return no_touch;
    return (first_touch){fraction, normal};
}

/* A ray against a circle: |from + t * delta| = radius. The discriminant uses the cross product, and
 * the root has no difference of near numbers, so no digits are lost near or far. */
static first_touch touch_corner(vec corner, double radius, vec position, vec delta) {
    vec from = vec_sub(position, corner);
    double approach = -vec_dot(from, delta);
    double side = vec_cross(from, delta), squared = vec_dot(delta, delta);
    double discriminant = squared * radius * radius - side * side;
    if (!(approach > 0) || !(discriminant >= 0))
        return no_touch;
    double distance = vec_length(from);
    double fraction = (distance - radius) * (distance + radius) / (approach + sqrt(discriminant));
    vec at = vec_add(from, vec_scale(delta, fraction));
    double length = vec_length(at);
    return length > 0 ? (first_touch){fraction, vec_scale(at, 1 / length)} : no_touch;
}

static first_touch cast_rounded(const minkowski *m, double radius, vec position, vec delta) {
    first_touch best = no_touch;
    for (int i = 0; i < m->count; i++)
        best = earlier(best, touch_corner(m->corners[i], radius, position, delta));
    int edges = m->count == 2 ? 1 : m->count;
    for (int i = 0; i < edges; i++) {
        vec normal = edge_normal(m, i); /* zero if the edge has no length: nothing approaches it */
        best = earlier(best, touch_side(m, i, normal, radius, position, delta));
        if (m->count == 2)
            best = earlier(best, touch_side(m, i, vec_scale(normal, -1), radius, position, delta));
    }
    return best;
}

/* A ray against the planes of the edges (Cyrus and Beck 1978): it is inside from the last plane it
 * enters to the first one it leaves. */
static first_touch cast_sharp(const minkowski *m, double radius, vec position, vec delta) {
    first_touch enter = {-INFINITY, {0, 0}};
    double leave = INFINITY;
    for (int i = 0; i < m->count; i++) {
        if (!(m->lengths[i] > 0))
            continue;
        vec normal = edge_normal(m, i);
        double height = edge_height(m, i, position) - radius, approach = -vec_dot(normal, delta);
        if (approach > 0 && height / approach > enter.fraction)
            enter = (first_touch){height / approach, normal};
        else if (approach < 0)
            leave = fmin(leave, height / approach);
        else if (approach == 0 && height > 0)
            return no_touch;
    }
    return enter.fraction >= 0 && enter.fraction <= leave ? enter : no_touch;
}

first_touch sm_minkowski_cast(const minkowski *m, double radius, vec position, vec delta) {
    if (radius > 0 || m->count < 3)
        return cast_rounded(m, radius, position, delta);
    return cast_sharp(m, radius, position, delta);
}

/* ---- Colliding --------------------------------------------------------------------------- */

static vec vertex_at(const sm_hull *hull, int i, vec position) {
    return vec_add(vec_of(hull->vertices[i % hull->count]), position);
}

/* Finds the point of the segment a-b that is closest to a hull, if the hull lies beyond the segment
 * along the normal: the end that is farther out, or else what is below the hull's lowest vertex.
 * Returns false if the two are not apart, or if they lie along each other. */
static bool find_closest(const sm_hull *hull, vec position, vec a, vec b, vec normal, vec *point) {
    static const double rounding = 1e-12; /* of the lengths, and more than enough */
    double of_a = vec_dot(normal, a), of_b = vec_dot(normal, b), least = INFINITY, next = INFINITY;
    vec lowest = position;
    for (int i = 0; i < hull->count; i++) {
        vec vertex = vec_add(vec_of(hull->vertices[i]), position);
        double height = vec_dot(normal, vertex);
        next = sm_min(sm_max(height, least), next);
        lowest = height < least ? vertex : lowest;
        least = sm_min(height, least);
    }
    double size = fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y) + fabs(lowest.x) + fabs(lowest.y);
    double same = rounding * size;
    if (!(least > sm_max(of_a, of_b) + same))
        return false;
    bool is_end = fabs(of_a - of_b) > same;
    if (!is_end && !(next - least > same))
        return false;
    *point = !is_end ? closest_on_segment(lowest, a, b) : of_a > of_b ? a : b;
    return true;
}

vec sm_hull_contact_point(const sm_hull *hull, vec position, sm_capsule obstacle, vec normal) {
    closest_pair best = {.distance_squared = INFINITY};
    vec a = vec_of(obstacle.a), b = vec_of(obstacle.b);
    if (find_closest(hull, position, a, b, normal, &best.second))
        return vec_add(best.second, vec_scale(normal, sm_radius(obstacle.radius)));
    int edges = hull->count > 2 ? hull->count : hull->count - 1;
    if (edges == 0)
        best = closest_to_point(vertex_at(hull, 0, position), &obstacle);
    for (int i = 0; i < edges; i++) {
        closest_pair pair = sm_segments_closest(vertex_at(hull, i, position),
                                                vertex_at(hull, i + 1, position), a, b);
        if (pair.distance_squared < best.distance_squared)
            best = pair;
    }
    return vec_add(best.second, vec_scale(normal, sm_radius(obstacle.radius)));
}

sm_collision sm_collide_hull(sm_hull mover, sm_vec2 position, sm_capsule obstacle, sm_vec2 delta) {
    bool is_finite = sm_hull_is_finite(&mover) && capsule_is_finite(obstacle) &&
                     sm_is_finite(position) && sm_is_finite(delta);
    if (!is_finite)
        return (sm_collision){-INFINITY, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    minkowski m;
    sm_minkowski_of(&m, &mover, &obstacle);
    vec at = vec_of(position);
    separation s;
    minkowski_separation(&m, at, vec_of(delta), &s);
    vec point = sm_hull_contact_point(&mover, at, obstacle, s.normal);
    return (sm_collision){(float)-s.gap, vec_round(s.normal), vec_round(point), SM_NO_OBSTACLE};
}

sm_collision sm_collide_mover(const sm_hull *mover, sm_vec2 position, sm_capsule obstacle,
                              sm_vec2 delta) {
    return hull_is_capsule(mover)
               ? sm_collide(sm_capsule_at(capsule_of_hull(mover), position), obstacle, delta)
               : sm_collide_hull(*mover, position, obstacle, delta);
}

/* ---- Casting --------------------------------------------------------------------------------- */

/* The corners, one to three in a row, of a capsule's Minkowski difference that face its path. */
typedef struct facing {
    vec corners[3];
    int count;
} facing;

/* The difference of two segments is a parallelogram. Of its two edges along the obstacle that of
 * the mover's end farther out faces the path, and of those along the mover that of the obstacle's
 * end farther out. They meet in a corner. */
static facing facing_corners(const hull_cast *c, vec a, vec b) {
    const sm_hull *mover = c->mover;
    vec first = vec_of(mover->vertices[0]), second = vec_of(mover->vertices[mover->count - 1]);
    vec wall = vec_sub(b, a), edge = vec_sub(second, first);
    if (mover->count == 1)
        return (facing){{vec_sub(a, first), vec_sub(b, first)}, vec_is_zero(wall) ? 1 : 2};
    double turn = vec_cross(wall, edge);
    if (are_parallel(wall, edge)) {
        bool same_direction = vec_dot(wall, edge) >= 0;
        return (facing){{vec_sub(a, same_direction ? second : first),
                         vec_sub(b, same_direction ? first : second)},
                        2};
    }
    bool second_is_out = (vec_cross(wall, c->delta) > 0) == (turn > 0);
    bool b_is_out = (vec_cross(edge, c->delta) > 0) == (turn > 0);
    vec near = second_is_out ? second : first, far = second_is_out ? first : second;
    vec end = b_is_out ? b : a, other = b_is_out ? a : b;
    facing f = {{vec_sub(other, near), vec_sub(end, near), vec_sub(end, far)}, 3};
    if ((b_is_out == second_is_out) != (turn > 0)) { /* counter-clockwise, as in a minkowski */
        vec last = f.corners[2];
        f.corners[2] = f.corners[0];
        f.corners[0] = last;
    }
    return f;
}

static bool is_apart_from(vec place, const vec ends[2], vec edge, double radius) {
    double length = vec_length(edge);
    vec along = vec_scale(edge, 1 / length);
    return distance_to_segment(place, ends[0], ends[1], along, length) > radius;
}

/* Casts a capsule that is certainly apart from the obstacle at the start: in front of an edge that
 * faces the path, or behind all of it. Returns false if it may overlap the obstacle there. Heights
 * over an edge and places on it are counted in its lengths, since roots take long. */
static bool cast_apart(const hull_cast *c, const sm_capsule *obstacle, first_touch *touch) {
    const facing f = facing_corners(c, vec_of(obstacle->a), vec_of(obstacle->b));
    const double radius = sm_radius(c->mover->radius) + sm_radius(obstacle->radius);
    bool is_apart = f.count == 1 && vec_length(vec_sub(c->origin, f.corners[0])) > radius;
    *touch = no_touch;
    if (f.count == 3 && !(radius > 0)) /* the path might slip between two edges */
        return false;
    for (int i = 0; i + 1 < f.count; i++) {
        vec edge = vec_sub(f.corners[i + 1], f.corners[i]), normal = {edge.y, -edge.x};
        double approach = -vec_dot(normal, c->delta);
        if (approach < 0) {
            normal = vec_scale(normal, -1);
            approach = -approach;
        }
        if (!(approach > 0)) { /* beside the path, or in it: then it may be touched at its ends */
            is_apart |= f.count == 2 && is_apart_from(c->origin, f.corners, edge, radius);
            continue;
        }
        vec from = vec_sub(c->origin, f.corners[i]);
        vec from_opposite = vec_sub(c->origin, f.corners[(i + 2) % f.count]);
        double reach = radius > 0 ? radius * vec_length(edge) : 0;
        double height = vec_dot(normal, from) - reach;
        if (vec_dot(normal, from_opposite) < -reach) { /* it has passed all of it */
            *touch = no_touch;
            return true;
        }
        if (!(height > 0))
            continue;
        is_apart = true;
        double fraction = height / approach;
        double place = vec_dot(vec_add(from, vec_scale(c->delta, fraction)), edge);
        if (place >= 0 && place <= vec_dot(edge, edge))
            *touch = earlier(*touch, (first_touch){fraction, normal});
    }
    if (!is_apart)
        return false;
    if (touch->fraction < INFINITY) {
        touch->normal = vec_scale(touch->normal, 1 / vec_length(touch->normal));
        return true;
    }
    for (int i = 0; i < f.count; i++)
        *touch = earlier(*touch, touch_corner(f.corners[i], radius, c->origin, c->delta));
    return true;
}

first_touch sm_hull_cast_at(const hull_cast *c, const sm_capsule *obstacle) {
    bool is_possible = is_castable(obstacle->a) && is_castable(obstacle->b) &&
                       fabsf(obstacle->radius) <= SM_CAST_FARTHEST;
    first_touch touch;
    if (!is_possible)
        return no_touch;
    if (!hull_is_capsule(c->mover) || !cast_apart(c, obstacle, &touch)) {
        minkowski m;
        separation start;
        sm_minkowski_of(&m, c->mover, obstacle);
        minkowski_separation(&m, c->origin, c->delta, &start);
        touch = (first_touch){0, start.normal};
        if (start.gap > 0)
            touch = sm_minkowski_cast(&m, m.radius, c->origin, c->delta);
    }
    return touch.fraction <= 1 && vec_dot(touch.normal, c->delta) < 0 ? touch : no_touch;
}

sm_touch sm_hull_cast_touch(const hull_cast *c, const cast_first *first) {
    if (first->number == SM_NO_OBSTACLE)
        return (sm_touch){.fraction = 1, .obstacle = SM_NO_OBSTACLE};
    vec at = vec_add(c->origin, vec_scale(c->delta, first->touch.fraction));
    vec point = sm_hull_contact_point(c->mover, at, first->obstacle, first->touch.normal);
    return (sm_touch){.hit = true,
                      .fraction = first->touch.fraction,
                      .normal = vec_round(first->touch.normal),
                      .point = vec_round(point),
                      .obstacle = first->number};
}

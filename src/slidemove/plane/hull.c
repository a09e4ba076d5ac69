/* hull: the convex mover, up to eight corners with a radius: disk, capsule, box and what else is
 * convex. It collides as a point with the obstacle grown by it (see grown.h). */
#include "hull.h"

#include "closest.h"
#include "grown.h"

/* ---- Making ------------------------------------------------------------------------------ */

sm_hull sm_hull_of_capsule(sm_capsule capsule) {
    bool is_disk = capsule.a.x == capsule.b.x && capsule.a.y == capsule.b.y;
    return (sm_hull){{capsule.a, capsule.b}, is_disk ? 1 : 2, capsule.radius};
}

sm_hull sm_hull_of_box(float width, float height) {
    float x = fabsf(width) / 2, y = fabsf(height) / 2;
    return (sm_hull){{{-x, -y}, {x, -y}, {x, y}, {-x, y}}, 4, 0};
}

/* Left of the line from `from` to `to`; of collinear points the farther one is taken, so a corner
 * is never in the middle of an edge. */
static bool is_farther_right(sm_vec2 from, sm_vec2 to, sm_vec2 other) {
    vec edge = vec_sub(vec_of(to), vec_of(from)), way = vec_sub(vec_of(other), vec_of(from));
    double side = vec_cross(edge, way);
    return side < 0 || (side == 0 && vec_dot(way, way) > vec_dot(edge, edge));
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

/* Gift wrapping (Jarvis 1973): from each corner on to the point that has all others to its left. */
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

bool hull_is_finite(const sm_hull *hull) {
    for (int i = 0; i < hull->count && i < SM_HULL_VERTICES; i++) {
        if (!sm_is_finite(hull->vertices[i]))
            return false;
    }
    return hull->count > 0 && hull->count <= SM_HULL_VERTICES && isfinite(hull->radius);
}

/* ---- Colliding --------------------------------------------------------------------------- */

static vec vertex_at(const sm_hull *hull, int i, vec position) {
    return vec_add(vec_of(hull->vertices[i % hull->count]), position);
}

vec hull_contact_point(const sm_hull *hull, vec position, sm_capsule obstacle, vec normal) {
    closest_pair best = {.distance_squared = INFINITY};
    vec a = vec_of(obstacle.a), b = vec_of(obstacle.b);
    int edges = hull->count > 2 ? hull->count : 1;
    for (int i = 0; i < edges; i++) {
        closest_pair pair = closest_of_segments(vertex_at(hull, i, position),
                                                vertex_at(hull, i + 1, position), a, b);
        if (pair.distance_squared < best.distance_squared)
            best = pair;
    }
    return vec_add(best.second, vec_scale(normal, sm_radius(obstacle.radius)));
}

sm_collision sm_collide_hull(sm_hull mover, sm_vec2 position, sm_capsule obstacle, sm_vec2 delta) {
    bool is_finite = hull_is_finite(&mover) && capsule_is_finite(obstacle) &&
                     sm_is_finite(position) && sm_is_finite(delta);
    if (!is_finite)
        return (sm_collision){-INFINITY, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    grown g;
    grown_by(&g, &mover, obstacle);
    vec at = vec_of(position);
    separation s;
    grown_separation(&g, at, vec_of(delta), &s);
    vec point = hull_contact_point(&mover, at, obstacle, s.normal);
    return (sm_collision){(float)-s.gap, vec_round(s.normal), vec_round(point), SM_NO_OBSTACLE};
}

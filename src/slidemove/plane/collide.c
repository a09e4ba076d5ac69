/* collide: the closest points of two segments, and from them the collision of two capsules.
 *
 * In the plane two segments that do not cross are closest at an end of one of them. So the closest
 * points are the best of four clamped projections, after one test for crossing.
 *
 * While the inner segments are apart, the capsules separate along the line of the closest points.
 * Once they touch, that line has no length. The shortest way out is then found in the Minkowski
 * difference of the segments, a parallelogram around the origin: it crosses the nearest edge. */
#include "collide.h"

/* ---- Shapes ---------------------------------------------------------------------------------- */

sm_capsule sm_segment(sm_vec2 a, sm_vec2 b) {
    return (sm_capsule){a, b, 0};
}

sm_capsule sm_circle(sm_vec2 centre, float radius) {
    return (sm_capsule){centre, centre, radius};
}

sm_capsule sm_capsule_at(sm_capsule shape, sm_vec2 position) {
    return (sm_capsule){{shape.a.x + position.x, shape.a.y + position.y},
                        {shape.b.x + position.x, shape.b.y + position.y},
                        shape.radius};
}

/* ---- Closest points -------------------------------------------------------------------------- */

/* Whether the ends of each segment lie strictly on both sides of the other. Segments that merely
 * touch do so at an end, which the projections find. */
static bool segments_cross(vec a1, vec b1, vec a2, vec b2) {
    vec d1 = vec_sub(b1, a1), d2 = vec_sub(b2, a2);
    double a2_side = vec_cross(d1, vec_sub(a2, a1)), b2_side = vec_cross(d1, vec_sub(b2, a1));
    double a1_side = vec_cross(d2, vec_sub(a1, a2)), b1_side = vec_cross(d2, vec_sub(b1, a2));
    return ((a2_side > 0 && b2_side < 0) || (a2_side < 0 && b2_side > 0)) &&
           ((a1_side > 0 && b1_side < 0) || (a1_side < 0 && b1_side > 0));
}

static vec crossing_point(vec a1, vec b1, vec a2, vec b2) {
    vec d1 = vec_sub(b1, a1), d2 = vec_sub(b2, a2);
    return vec_add(a1, vec_scale(d1, vec_cross(vec_sub(a2, a1), d2) / vec_cross(d1, d2)));
}

static closest_pair pair_of(vec first, vec second) {
    vec between = vec_sub(first, second);
    return (closest_pair){first, second, vec_dot(between, between)};
}

static closest_pair nearer(closest_pair best, closest_pair other) {
    return other.distance_squared < best.distance_squared ? other : best;
}

closest_pair sm_segments_closest(vec a1, vec b1, vec a2, vec b2) {
    if (segments_cross(a1, b1, a2, b2)) {
        vec crossing = crossing_point(a1, b1, a2, b2);
        return (closest_pair){crossing, crossing, 0};
    }
    closest_pair best = pair_of(a1, closest_on_segment(a1, a2, b2));
    best = nearer(best, pair_of(b1, closest_on_segment(b1, a2, b2)));
    best = nearer(best, pair_of(closest_on_segment(a2, a1, b1), a2));
    return nearer(best, pair_of(closest_on_segment(b2, a1, b1), b2));
}

static double distance_squared_to_box(vec a, vec b, rect box) {
    bool is_inside = a.x >= box.x0 && a.x <= box.x1 && a.y >= box.y0 && a.y <= box.y1;
    if (is_inside)
        return 0;
    const vec corners[] = {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
    double least = INFINITY;
    for (int i = 0; i < 4; i++)
        least = fmin(least,
                     sm_segments_closest(a, b, corners[i], corners[(i + 1) % 4]).distance_squared);
    return least;
}

static double largest_of(double a, double b, double c, double d) {
    return sm_max(sm_max(fabs(a), fabs(b)), sm_max(fabs(c), fabs(d)));
}

bool sm_capsule_touches(const sm_capsule *c, rect box) {
    vec a = vec_of(c->a), b = vec_of(c->b);
    double r = sm_radius(c->radius);
    double reach = r + sm_rounding(r + largest_of(a.x, a.y, b.x, b.y) +
                                   largest_of(box.x0, box.y0, box.x1, box.y1));
    return capsule_is_finite(*c) && capsule_bounds_overlap(c, box) &&
           distance_squared_to_box(a, b, box) <= reach * reach;
}

sm_vec2 sm_closest_on_segment(sm_vec2 point, sm_vec2 a, sm_vec2 b) {
    return vec_round(closest_on_segment(vec_of(point), vec_of(a), vec_of(b)));
}

static double fraction_on_segment(vec point, sm_vec2 a, sm_vec2 b) {
    return vec3_fraction((vec3){point.x, point.y, 0}, vec3_of(sm_to3(a)), vec3_of(sm_to3(b)));
}

sm_closest_points sm_closest_of_segments(sm_vec2 a1, sm_vec2 b1, sm_vec2 a2, sm_vec2 b2) {
    closest_pair pair = sm_segments_closest(vec_of(a1), vec_of(b1), vec_of(a2), vec_of(b2));
    return (sm_closest_points){
        vec_round(pair.first), vec_round(pair.second), (float)sqrt(pair.distance_squared),
        fraction_on_segment(pair.first, a1, b1), fraction_on_segment(pair.second, a2, b2)};
}

/* ---- Collisions ------------------------------------------------------------------------------ */

/* The displacement by which the mover's inner segment clears the obstacle's. */
typedef struct escape {
    double distance; /* infinite: none found yet */
    vec normal;      /* unit */
} escape;

/* Returns the shorter escape. If they differ by no more than `same`, the one that leads more
 * against `delta`. */
static escape shorter_escape(escape best, escape other, vec delta, double same) {
    if (other.distance < best.distance - same)
        return other;
    if (other.distance <= best.distance + same &&
        vec_dot(other.normal, delta) < vec_dot(best.normal, delta))
        return other;
    return best;
}

/* Tries the two escapes at right angles to `edge`, an edge direction of the parallelogram
 * {obstacle - mover}. `other` is its other edge direction and `corner` one of its corners. The
 * origin must get past the farther side. */
static escape escape_across(escape best, vec edge, vec other, vec corner, vec delta, double same) {
    double length = vec_length(edge);
    if (!(length > 0))
        return best;
    vec normal = vec_scale(vec_left(edge), 1 / length);
    double side1 = vec_dot(normal, corner);
    double side2 = vec_dot(normal, vec_add(corner, other));
    best = shorter_escape(best, (escape){fmax(side1, side2), normal}, delta, same);
    return shorter_escape(best, (escape){-fmin(side1, side2), vec_scale(normal, -1)}, delta, same);
}

/* Both segments are the same point, so every direction is as short. Takes the one against the
 * motion, if there is one. */
static escape escape_from_point(vec delta) {
    double length = vec_length(delta);
    if (!(length > 0))
        return (escape){0, {0, 1}};
    return (escape){0, vec_scale(delta, -1 / length)};
}

static escape shortest_escape(sm_capsule mover, sm_capsule obstacle, vec delta, double same) {
    vec mover_edge = vec_sub(vec_of(mover.b), vec_of(mover.a));
    vec obstacle_edge = vec_sub(vec_of(obstacle.b), vec_of(obstacle.a));
    vec corner = vec_sub(vec_of(obstacle.a), vec_of(mover.b));
    escape best = {INFINITY, {0, 0}};
    best = escape_across(best, obstacle_edge, mover_edge, corner, delta, same);
    best = escape_across(best, mover_edge, obstacle_edge, corner, delta, same);
    return isinf(best.distance) ? escape_from_point(delta) : best;
}

static closest_pair closest_of_capsules(const sm_capsule *mover, const sm_capsule *obstacle) {
    vec a = vec_of(mover->a);
    return is_disk(mover)
               ? closest_to_point(a, obstacle)
               : sm_segments_closest(a, vec_of(mover->b), vec_of(obstacle->a), vec_of(obstacle->b));
}

static double largest_in(const sm_capsule *c) {
    return largest_of((double)c->a.x, (double)c->a.y, (double)c->b.x, (double)c->b.y);
}

sm_collision sm_collide(sm_capsule mover, sm_capsule obstacle, sm_vec2 delta) {
    if (!capsule_is_finite(mover) || !capsule_is_finite(obstacle) || !sm_is_finite(delta))
        return (sm_collision){-INFINITY, {0, 0}, {0, 0}, SM_NO_OBSTACLE};

    double obstacle_radius = sm_radius(obstacle.radius);
    double radii = sm_radius(mover.radius) + obstacle_radius;
    closest_pair closest = closest_of_capsules(&mover, &obstacle);
    double distance = sqrt(closest.distance_squared);
    double touching = touching_distance(sm_max(largest_in(&mover), largest_in(&obstacle)));
    if (distance > touching) {
        vec between = vec_sub(closest.first, closest.second);
        return collision_apart((float)(radii - distance), between, distance, closest.second,
                               obstacle_radius);
    }
    escape out = shortest_escape(mover, obstacle, vec_of(delta), touching);
    vec point = vec_add(closest.second, vec_scale(out.normal, obstacle_radius));
    return (sm_collision){(float)(radii + out.distance), vec_round(out.normal), vec_round(point),
                          SM_NO_OBSTACLE};
}

static const sm_vec2 no_delta = {0, 0};

sm_collision sm_collide_point_circle(sm_vec2 point, sm_vec2 centre, float radius) {
    return sm_collide(sm_circle(point, 0), sm_circle(centre, radius), no_delta);
}

sm_collision sm_collide_circles(sm_vec2 centre, float radius, sm_vec2 obstacle_centre,
                                float obstacle_radius) {
    return sm_collide(sm_circle(centre, radius), sm_circle(obstacle_centre, obstacle_radius),
                      no_delta);
}

sm_collision sm_collide_circle_segment(sm_vec2 centre, float radius, sm_vec2 a, sm_vec2 b) {
    return sm_collide(sm_circle(centre, radius), sm_segment(a, b), no_delta);
}

sm_collision sm_collide_circle_capsule(sm_vec2 centre, float radius, sm_capsule obstacle) {
    return sm_collide(sm_circle(centre, radius), obstacle, no_delta);
}

sm_collision sm_collide_capsules(sm_capsule mover, sm_capsule obstacle) {
    return sm_collide(mover, obstacle, no_delta);
}

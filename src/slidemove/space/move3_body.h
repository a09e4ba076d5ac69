/* move3_body: a move through a world, out of the deepest. Compiled once for each instruction set.
 *
 * Before including it, define EIGHT_TARGET (attributes of functions), EIGHT_INLINE (of those to be
 * compiled into others), MOVE3_NAME (of the move) and eight floats at once: the type `eight`, and
 * eight_load, eight_all, eight_add, eight_sub, eight_mul, eight_max (its second operand where
 * either is no number), eight_abs, eight_sqrt; the masks of eight_at_most and eight_not_above (also
 * where either is no number), eight_both of two masks and the eight_bits of one; the type
 * `eight_int`, with eight_int_load and eight_int_from (n, n + 1 .. n + 7); and eight_pack and
 * eight_int_pack, which write those that have a bit side by side, and may write eight. */
#include "meet3.h"
#include "move3.h"
#include "options3.h"
#include "search3.h"

#include "scan3.h"

/* More than a number loses when it becomes a float. */
static const double rounding = 1e-6;

/* World units. Triangles that touch the mover's axis, by the plain loop's rounding, can be deeper
 * than the radii (see escape3), so they are looked at however deep the best is. */
EIGHT_INLINE double looked_at(const search3 *s) {
    return 2 * TOUCHING3 + s->fuzz;
}

/* ---- Sides ------------------------------------------------------------------------------- */

/* Makes the plane across `normal` that the triangle touches from behind. Every unit vector has
 * one, so this holds however the normal was found. */
EIGHT_INLINE side3 side_of(const search3 *s, const triangle3 *t, double radius, vec3 normal) {
    double a = vec3_dot(normal, vec3_sub(t->a, s->gathered_at));
    double b = vec3_dot(normal, vec3_sub(t->b, s->gathered_at));
    double c = vec3_dot(normal, vec3_sub(t->c, s->gathered_at));
    return (side3){normal, sm_higher(a, sm_higher(b, c)), radius};
}

/* Whether the side tells that the mover is not deep enough in the triangle to count. */
EIGHT_INLINE bool is_clear_of(const search3 *s, int triangle, const side3 *side) {
    const mover3 *mover = &s->mover;
    double distance = vec3_dot(side->normal, vec3_sub(mover->a, s->gathered_at));
    if (!mover->is_sphere)
        distance = sm_lower(distance, vec3_dot(side->normal, vec3_sub(mover->b, s->gathered_at)));
    distance -= side->behind + s->fuzz;
    double depth = mover->radius + side->radius - distance; /* at most */
    if (!(distance > looked_at(s)))
        return false;
    if (s->number == SM_NO_OBSTACLE)
        return depth <= (double)s->depth;
    /* Of those that are as deep as the best once they are rounded, the lowest number counts. */
    return depth <= (double)s->depth * (1 - rounding) ||
           ((float)depth <= s->depth && s->world->numbers[triangle] > s->number);
}

/* Whether the plane across the normal of the best so far tells that. It mostly does of triangles
 * that share the edge or corner that the mover meets, and of the same triangle once more. */
EIGHT_INLINE bool is_behind_best(const search3 *s, int triangle, side3 *side) {
    if (s->number == SM_NO_OBSTACLE)
        return false;
    const sm3_triangle *shape = &s->world->triangles[triangle];
    const triangle3 corners = {
        .a = vec3_of(shape->a), .b = vec3_of(shape->b), .c = vec3_of(shape->c)};
    *side = side_of(s, &corners, sm_radius(shape->radius), s->normal);
    return is_clear_of(s, triangle, side);
}

/* ---- Judging ----------------------------------------------------------------------------- */

EIGHT_INLINE float reach_of_best(const search3 *s) {
    double gap = s->mover.radius - (double)s->depth * (1 - rounding);
    return sm3_round_up(sm_higher(gap, looked_at(s)) + (double)s->coarse);
}

/* The plain loop's choice. */
EIGHT_INLINE void choose(search3 *s, int triangle, const contact3 *contact) {
    float depth = (float)contact->depth;
    int number = s->world->numbers[triangle];
    bool is_tie = s->number != SM_NO_OBSTACLE && depth == s->depth;
    if (!(depth > s->depth) && !(is_tie && number < s->number))
        return;
    s->depth = depth;
    s->number = number;
    s->normal = contact->normal;
    s->reach = reach_of_best(s);
}

/* The plain loop's collision. Returns whether there is one, and then its side. */
EIGHT_TARGET static bool judge_any(search3 *s, int triangle, side3 *side) {
    obstacle3 obstacle;
    contact3 contact;
    if (!collide3_finite(&s->mover, &s->world->triangles[triangle], s->both_sides, s->delta,
                         &obstacle, &contact))
        return false;
    *side = side_of(s, &obstacle.triangle, obstacle.radius, contact.normal);
    choose(s, triangle, &contact);
    return true;
}

/* The same of a ball. Nobody else is given the address of anything here, so that all of it can stay
 * in registers; who touches the triangle with its centre is judged by who does. */
EIGHT_TARGET static bool judge_ball(search3 *s, int triangle, side3 *side) {
    const mover3 ball = {s->mover.a, s->mover.a, s->mover.radius, true};
    obstacle3 obstacle;
    contact3 contact;
    obstacle3_of_finite(&s->world->triangles[triangle], &obstacle);
    closest3 closest = meet3_closest(&ball, &obstacle);
    double distance = sqrt(closest.distance_squared);
    bool front_only = obstacle.one_sided && !s->both_sides;
    if (!(distance > TOUCHING3))
        return judge_any(s, triangle, side);
    if (!meet3_apart(&ball, &obstacle, &closest, distance, front_only, &contact))
        return false;
    *side = side_of(s, &obstacle.triangle, obstacle.radius, contact.normal);
    choose(s, triangle, &contact);
    return true;
}

EIGHT_INLINE bool judge(search3 *s, int triangle, side3 *side) {
    return s->mover.is_sphere ? judge_ball(s, triangle, side) : judge_any(s, triangle, side);
}

/* ---- Taking what is near ----------------------------------------------------------------- */

EIGHT_INLINE eight gaps_of(const near_triangles *near, int first, const eight3 *way) {
    eight x = eight_mul(eight_load(&near->away[0][first]), way->x);
    eight y = eight_mul(eight_load(&near->away[1][first]), way->y);
    eight z = eight_mul(eight_load(&near->away[2][first]), way->z);
    eight gaps = eight_add(eight_load(&near->gap[first]), eight_add(eight_add(x, y), z));
    return eight_max(gaps, eight_all(-INFINITY)); /* NaN is no bound */
}

EIGHT_INLINE unsigned bits_of_eight(const near_triangles *near, int first) {
    int count = near->count - first;
    return count < NODE3_WIDTH ? (1u << count) - 1 : (1u << NODE3_WIDTH) - 1;
}

/* Judges a triangle, unless a side of it tells enough. */
EIGHT_INLINE void take(search3 *s, int triangle, int place) {
    side3 *side = &s->near.sides[place];
    bool *has_side = &s->near.has_side[place];
    if (*has_side && is_clear_of(s, triangle, side))
        return;
    *has_side = is_behind_best(s, triangle, side) || judge(s, triangle, side);
}

EIGHT_INLINE void take_eight(search3 *s, int first, const eight3 *way) {
    eight gaps = gaps_of(&s->near, first, way);
    eight_int triangles = eight_int_load(&s->near.triangle[first]);
    unsigned bits = bits_of_eight(&s->near, first);
    bits &= ~eight_int_bits_of(triangles, s->near.nearest);
    for (;;) {
        bits &= eight_bits(eight_at_most(gaps, eight_all(s->reach)));
        if (bits == 0)
            return;
        int place = first + __builtin_ctz(bits);
        take(s, s->near.triangle[place], place);
        bits &= bits - 1;
    }
}

EIGHT_TARGET static void take_near(search3 *s) {
    const float to[3] = {(float)s->way.x, (float)s->way.y, (float)s->way.z};
    const eight3 way = eight3_all(to);
    for (int first = 0; first < s->near.count; first += NODE3_WIDTH)
        take_eight(s, first, &way);
}

/* That one first spares most of the others. It is at hand before the list is, and never taken from
 * there. */
EIGHT_INLINE void judge_nearest(search3 *s, const nearest_of_eight *nearest) {
    float gaps[NODE3_WIDTH];
    int triangles[NODE3_WIDTH];
    eight_store(gaps, nearest->gap);
    eight_int_store(triangles, nearest->triangle);
    int i = eight_least(nearest->gap, (1u << NODE3_WIDTH) - 1);
    if (!(gaps[i] <= s->reach && gaps[i] < INFINITY)) /* infinite: there is none */
        return;
    s->near.nearest = triangles[i];
    s->near.has_side[SEARCH3_NEAR] = judge(s, triangles[i], &s->near.sides[SEARCH3_NEAR]);
}

EIGHT_TARGET static void make_room(search3 *s) {
    take_near(s);
    s->near.count = 0;
    s->gathered = false;
    s->later_reach = s->reach;
}

/* ---- Looking ----------------------------------------------------------------------------- */

/* More would collect too much around a fast mover. */
static const double largest_slack = 0.25; /* of the radius */

/* A push out of what the mover was forced into leads back about as far as it went. Where that did
 * not do, it started deep in something. */
EIGHT_INLINE double slack_for(const search3 *s) {
    static const double share = 1.5; /* the largest coordinate is at least 0.58 of the length */
    double largest = largest_slack * s->mover.radius;
    if (s->gathered)
        return largest;
    return sm_lower((double)options3_largest(vec3_round(s->delta)) * share, largest);
}

EIGHT_INLINE void place_centre(search3 *s) {
    vec3 half = vec3_scale(vec3_sub(s->mover.b, s->mover.a), 0.5);
    sm3_vec middle = vec3_round(vec3_add(s->mover.a, half));
    s->half[0] = (float)half.x;
    s->half[1] = (float)half.y;
    s->half[2] = (float)half.z;
    s->centre[0] = middle.x;
    s->centre[1] = middle.y;
    s->centre[2] = middle.z;
    s->coarse = (fabsf(middle.x) + fabsf(middle.y) + fabsf(middle.z)) * FLT_EPSILON +
                (float)(s->slack * rounding);
}

/* Lists all that the mover may meet where it stands, or after pushes. */
EIGHT_INLINE void gather(search3 *s, vec3 position) {
    static const double double_rounding = 2e-14; /* of all operations of a collision */
    s->slack = slack_for(s);
    s->gathered_at = position;
    s->way = (vec3){0, 0, 0};
    double x = fabs(position.x), y = fabs(position.y), z = fabs(position.z);
    double reach = (s->mover.radius + s->slack) * (1 + rounding);
    s->fuzz = ((double)s->world->largest + x + y + z + reach) * double_rounding;
    reach += looked_at(s);
    place_centre(s);
    s->reach = reach_of_best(s);
    /* There, `reach` may be larger by the difference of two resolutions: part of the slack. */
    s->later_reach = sm3_round_up((double)s->reach + (double)s->coarse + s->slack * (1 + rounding));
    s->near.count = 0;
    s->near.nearest = -1;
    s->gathered = true;
    const box_of_eight box = box_around(s, reach);
    const nearest_of_eight nearest = collect_in(s, &box);
    judge_nearest(s, &nearest);
}

EIGHT_INLINE bool is_gathered(const search3 *s) {
    return s->gathered && vec3_dot(s->way, s->way) <= s->slack * s->slack;
}

EIGHT_TARGET static sm3_collision look(void *context, const sm3_vec *position, bool is_last) {
    (void)is_last; /* it looks for the deepest anyway */
    search3 *s = context;
    vec3 at = vec3_of(*position);
    s->mover = mover3_at(*s->shape, at);
    s->depth = (float)options3_resolution(*position);
    s->number = SM_NO_OBSTACLE;
    s->way = vec3_sub(at, s->gathered_at);
    if (is_gathered(s)) {
        s->reach = reach_of_best(s);
        if (s->near.nearest >= 0)
            take(s, s->near.nearest, SEARCH3_NEAR);
    } else {
        gather(s, at);
    }
    take_near(s);
    if (s->number == SM_NO_OBSTACLE)
        return (sm3_collision){.obstacle = SM_NO_OBSTACLE};
    return (sm3_collision){
        .depth = s->depth, .normal = vec3_round(s->normal), .obstacle = s->number};
}

/* ---- The move ---------------------------------------------------------------------------- */

EIGHT_TARGET void MOVE3_NAME(const sm3_world *world, sm3_vec position, sm3_vec delta,
                             const sm3_capsule *mover, int max_pushes, bool both_sides,
                             sm3_result *result) {
    search3 s;
    s.world = world;
    s.shape = mover;
    s.delta = vec3_of(delta);
    s.both_sides = both_sides;
    s.gathered = false;
    s.gathered_at = (vec3){0, 0, 0};
    move3_push_out(position, max_pushes, NULL, look, &s, result);
}

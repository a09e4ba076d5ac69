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

/* World units. Triangles that touch the mover's axis can be deeper than the radii (see escape3), so
 * they are looked at however deep the best is. */
static const double looked_at = 2 * TOUCHING3;

/* ---- Sides ------------------------------------------------------------------------------- */

/* Remembers the plane across `normal` that the triangle touches from behind. Every unit vector has
 * one, so this holds however the normal was found. */
EIGHT_INLINE void remember_side(search3 *s, int triangle, const obstacle3 *o, vec3 normal) {
    if (s->side_count == SEARCH3_SIDES)
        return;
    double a = vec3_dot(normal, vec3_sub(o->triangle.a, s->gathered_at));
    double b = vec3_dot(normal, vec3_sub(o->triangle.b, s->gathered_at));
    double c = vec3_dot(normal, vec3_sub(o->triangle.c, s->gathered_at));
    side3 *side = &s->sides[s->side_count++];
    side->triangle = triangle;
    side->normal = normal;
    side->behind = sm_higher(a, sm_higher(b, c));
    side->radius = o->radius;
}

/* Whether the side tells that the mover is not deep enough to count. */
EIGHT_INLINE bool is_clear_of(const search3 *s, const side3 *side) {
    const mover3 *mover = &s->mover;
    double distance = vec3_dot(side->normal, vec3_sub(mover->a, s->gathered_at));
    if (!mover->is_sphere)
        distance = sm_lower(distance, vec3_dot(side->normal, vec3_sub(mover->b, s->gathered_at)));
    distance -= side->behind + s->fuzz;
    /* What is as deep as the best may have a lower number. */
    double enough = s->number == SM_NO_OBSTACLE ? 1 : 1 - rounding;
    return distance > looked_at &&
           mover->radius + side->radius - distance <= (double)s->depth * enough;
}

EIGHT_INLINE bool is_known_to_be_clear(const search3 *s, int triangle) {
    for (int i = 0; i < s->known_sides; i++) {
        if (s->sides[i].triangle == triangle)
            return is_clear_of(s, &s->sides[i]);
    }
    return false;
}

/* ---- Judging ----------------------------------------------------------------------------- */

/* The plain loop's collision, and its choice. */
EIGHT_INLINE void judge(search3 *s, int triangle) {
    obstacle3 obstacle;
    contact3 contact;
    obstacle3_of_finite(&s->world->triangles[triangle], &obstacle);
    bool front_only = obstacle.one_sided && !s->both_sides;
    if (!meet3_near(&s->mover, &obstacle, s->delta, front_only, &contact))
        return;
    remember_side(s, triangle, &obstacle, contact.normal);
    float depth = (float)contact.depth;
    int number = s->world->numbers[triangle];
    bool is_tie = s->number != SM_NO_OBSTACLE && depth == s->depth;
    if (!(depth > s->depth) && !(is_tie && number < s->number))
        return;
    s->depth = depth;
    s->number = number;
    s->normal = contact.normal;
}

EIGHT_INLINE float reach_of_best(const search3 *s) {
    double gap = s->mover.radius - (double)s->depth * (1 - rounding);
    return sm3_round_up(sm_higher(gap, looked_at) + (double)s->coarse);
}

EIGHT_INLINE int nearest_candidate(const search3 *s) {
    int best = 0;
    for (int i = 1; i < s->candidate_count; i++)
        best = s->gaps[i] < s->gaps[best] ? i : best;
    return best;
}

EIGHT_INLINE void swap_candidates(search3 *s, int i, int k) {
    float gap = s->gaps[i];
    int triangle = s->candidates[i];
    s->gaps[i] = s->gaps[k];
    s->candidates[i] = s->candidates[k];
    s->gaps[k] = gap;
    s->candidates[k] = triangle;
}

/* The one that is probably deepest first: that spares most of the others. */
EIGHT_TARGET static void take_candidates(search3 *s) {
    if (s->candidate_count > 1)
        swap_candidates(s, 0, nearest_candidate(s));
    for (int i = 0; i < s->candidate_count; i++) {
        bool counts = !(s->gaps[i] > s->reach); /* NaN is no bound */
        if (counts && !is_known_to_be_clear(s, s->candidates[i])) {
            judge(s, s->candidates[i]);
            s->reach = reach_of_best(s);
        }
    }
    s->candidate_count = 0;
}

/* ---- Looking ----------------------------------------------------------------------------- */

EIGHT_INLINE void place_mover(search3 *s, vec3 position) {
    s->mover = mover3_at(*s->shape, position);
    sm3_vec middle = vec3_round(s->mover.a);
    if (!s->mover.is_sphere) {
        vec3 half = vec3_scale(vec3_sub(s->mover.b, s->mover.a), 0.5);
        middle = vec3_round(vec3_add(s->mover.a, half));
        s->half[0] = (float)half.x;
        s->half[1] = (float)half.y;
        s->half[2] = (float)half.z;
    }
    s->centre[0] = middle.x;
    s->centre[1] = middle.y;
    s->centre[2] = middle.z;
    s->coarse = (fabsf(middle.x) + fabsf(middle.y) + fabsf(middle.z)) * FLT_EPSILON;
}

/* Finds the leaves with all that the mover may meet where it stands, or after pushes. */
EIGHT_INLINE void gather(search3 *s, vec3 position) {
    static const double double_rounding = 2e-14; /* of all operations of a collision */
    double reach = (s->mover.radius + s->slack) * (1 + rounding) + looked_at;
    s->box = region3_around(&s->mover, reach, (vec3){0, 0, 0});
    s->gathered_at = position;
    s->side_count = s->known_sides = 0;
    double x = fabs(position.x), y = fabs(position.y), z = fabs(position.z);
    s->fuzz = ((double)s->world->largest + x + y + z + reach) * double_rounding;
    s->gathered = true;
    s->later_reach = INFINITY;
    find_leaves(s);
    /* There, `reach` may be larger by the difference of two resolutions: part of the slack. */
    s->later_reach = sm3_round_up((double)s->reach + (double)s->coarse + s->slack * (1 + rounding));
}

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

EIGHT_INLINE bool is_gathered(const search3 *s, vec3 position) {
    vec3 way = vec3_sub(position, s->gathered_at);
    return s->gathered && vec3_dot(way, way) <= s->slack * s->slack;
}

EIGHT_TARGET static sm3_collision look(void *context, const sm3_vec *position, bool is_last) {
    (void)is_last; /* it looks for the deepest anyway */
    search3 *s = context;
    vec3 at = vec3_of(*position);
    place_mover(s, at);
    s->depth = (float)options3_resolution(*position);
    s->number = SM_NO_OBSTACLE;
    s->reach = reach_of_best(s);
    s->candidate_count = 0;
    s->known_sides = s->side_count;
    if (is_gathered(s, at)) {
        s->later_reach = INFINITY;
    } else {
        s->slack = slack_for(s);
        gather(s, at);
    }
    collect_candidates(s);
    take_candidates(s);
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
    s.side_count = 0;
    move3_push_out(position, max_pushes, NULL, look, &s, result);
}

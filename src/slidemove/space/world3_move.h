/* world3_move: a move through a world, out of the deepest. Compiled once for each instruction set.
 *
 * The first look finds the leaves of the tree that the mover is near, or comes near when it is
 * pushed: by less than its delta, as a rule. In floats, eight triangles at once, it bounds how near
 * they are, and lists those that this look or a later one may meet, each with a plane between it
 * and the mover. Planes bound the distance after a push, too, so a later look needs the list alone.
 * That never loses a triangle that counts. What is left over is judged by the plain loop's own
 * arithmetic, the nearest first, and leaves a plane in doubles behind. So most looks judge one or
 * two triangles, and the last one none.
 *
 * How many boxes a box overlaps is anybody's guess, the processor's least of all. So there is next
 * to no branch on it: what is found is packed into lists without one. */
#ifndef SM_WORLD3_MOVE_H
#define SM_WORLD3_MOVE_H

#include <string.h>

#include "../resolver.h"
#include "tree3.h"

/* Each list has room for eight more than are counted: they are written eight at a time. */
enum { SEARCH3_NEAR = 256, SEARCH3_LEAVES = 64, SEARCH3_SPARE = 8 };

/* A plane that a triangle lies behind. */
typedef struct side3 {
    vec3 normal;
    double behind; /* how far the triangle reaches along the normal, from search.gathered_at */
    double radius; /* the triangle's */
} side3;

/* Triangles near the mover where it was gathered_at. */
typedef struct near_triangles {
    int count;
    int triangle[SEARCH3_NEAR + SEARCH3_SPARE];
    float gap[SEARCH3_NEAR + SEARCH3_SPARE]; /* lower bound of the distance from the mover's axis,
                                                less the radius and, possibly, search.coarse */
    float away[3][SEARCH3_NEAR + SEARCH3_SPARE]; /* by axis: a displacement raises that by at least
                                                    its component along this */
    bool has_side[SEARCH3_NEAR + SEARCH3_SPARE];
    side3 sides[SEARCH3_NEAR + 1];
    int nearest; /* the triangle that was judged first, whose side is the last one; -1: none */
} near_triangles;

typedef struct search3 {
    const sm3_world *world;
    const sm3_mover *shape;
    vec3 delta;
    bool both_sides;
    const sm_filter *filter; /* NULL: all are accepted */

    /* This look. */
    mover3 mover;
    vec3 way; /* from gathered_at */

    /* Its deepest collision so far; number SM_NO_OBSTACLE: none deeper than `depth` yet. */
    float depth;
    int number;
    vec3 normal;
    float reach; /* the largest gap that counts */

    /* Since the mover was at gathered_at, of which the first look is one: all that it can meet
     * within `slack` of there. */
    bool gathered; /* false: not yet, or there was no room for all; the next look is a first one */
    vec3 gathered_at;
    double slack;      /* world units */
    double fuzz;       /* world units: the rounding of double, among coordinates like these */
    float centre[3];   /* the middle of the mover's axis */
    float half[3];     /* from there to the end; zero for a sphere */
    float coarse;      /* world units: what rounding `centre` and `way` may cost */
    float later_reach; /* gaps beyond this need not be listed */
    near_triangles near;
} search3;

/* More than a number loses when it becomes a float. */
static const double move_rounding3 = 1e-6;

/* More would collect too much around a fast mover. */
static const double largest_slack3 = 0.25; /* of the radius */

#endif

/* ---- Once for each instruction set ------------------------------------------------------- */

#include "world3_near.h"

/* ---- Triangles --------------------------------------------------------------------------- */

/* All points within `reach` along each axis of the mover's axis, and more than rounding costs: that
 * of the centre, and of the two sums, which is less than what `coarse` and this have to spare. */
EIGHT_INLINE box_of_eight box_around8(const search3 *s, double reach) {
    float side = sm_round_up(reach * (1 + 1e-6)) + 2 * s->coarse;
    float x = side + fabsf(s->half[0]), y = side + fabsf(s->half[1]), z = side + fabsf(s->half[2]);
    return (box_of_eight){
        {eight_all(s->centre[0] - x), eight_all(s->centre[1] - y), eight_all(s->centre[2] - z)},
        {eight_all(s->centre[0] + x), eight_all(s->centre[1] + y), eight_all(s->centre[2] + z)}};
}

/* In each lane, the triangle with the least gap so far. */
typedef struct nearest_of_eight {
    eight gap; /* INFINITY: none */
    eight_int triangle;
} nearest_of_eight;

EIGHT_INLINE void keep_nearer8(nearest_of_eight *held, eight gaps, eight_int triangles,
                               unsigned bits) {
    gaps = eight_max(gaps, eight_all(-INFINITY)); /* NaN is no bound */
    gaps = eight_where(eight_mask(bits), gaps, eight_all(INFINITY));
    eight is_nearer = eight_at_most(gaps, held->gap);
    held->gap = eight_where(is_nearer, gaps, held->gap);
    held->triangle = eight_int_where(is_nearer, triangles, held->triangle);
}

/* Judges what is near and empties that list; then there is no more to it than this look. */
EIGHT_TARGET static void make_room8(search3 *s);

/* Lists the leaf's triangles that may be in reach, now or later, after `count` others. Returns how
 * many there are then. */
EIGHT_INLINE int collect8(search3 *s, const leaf3 *leaf, const box_of_eight *box,
                          const axis_of_eight *axis, int count, nearest_of_eight *nearest) {
    unsigned bits = leaf->used & eight_bits(overlaps8(&leaf->boxes, box));
    if (bits == 0)
        return count;
    bounds_of_eight bounds = bounds_of8(leaf, axis);
    bits &= eight_bits(eight_not_above(bounds.gaps, eight_all(s->later_reach)));
    if (bits == 0)
        return count;
    near_triangles *near = &s->near;
    const eight_order order = eight_order_of(s->world->places[bits], bits);
    eight_int triangles = eight_int_from(leaf->first);
    keep_nearer8(nearest, bounds.gaps, triangles, bits);
    eight_int_pack(&near->triangle[count], triangles, &order);
    eight_pack(&near->gap[count], bounds.gaps, &order);
    eight_pack(&near->away[0][count], bounds.away.x, &order);
    eight_pack(&near->away[1][count], bounds.away.y, &order);
    eight_pack(&near->away[2][count], bounds.away.z, &order);
    memset(&near->has_side[count], 0, NODE3_WIDTH * sizeof near->has_side[0]);
    return count + lanes_count(bits);
}

EIGHT_INLINE void collect_as8(search3 *s, const int *leaves, int leaf_count,
                              const box_of_eight *box, bool is_point, nearest_of_eight *nearest) {
    const axis_of_eight axis = axis_of8(s->centre, s->half, is_point);
    int count = s->near.count;
    for (int i = 0; i < leaf_count; i++) {
        if (count > SEARCH3_NEAR - NODE3_WIDTH) {
            s->near.count = count;
            make_room8(s);
            count = s->near.count;
        }
        count = collect8(s, &s->world->leaves[leaves[i]], box, &axis, count, nearest);
    }
    s->near.count = count;
}

EIGHT_INLINE void collect_all8(search3 *s, const int *leaves, int count, const box_of_eight *box,
                               nearest_of_eight *nearest) {
    if (s->mover.is_sphere)
        collect_as8(s, leaves, count, box, true, nearest);
    else
        collect_as8(s, leaves, count, box, false, nearest);
}

/* ---- Leaves ------------------------------------------------------------------------------ */

/* Walks down the tree. */
EIGHT_INLINE nearest_of_eight collect_in8(search3 *s, const box_of_eight *box) {
    int nodes[WORLD3_STACK + SEARCH3_SPARE], leaves[SEARCH3_LEAVES + SEARCH3_SPARE];
    nearest_of_eight nearest = {eight_all(INFINITY), eight_int_from(0)};
    found8 found = {1, 0};
    nodes[0] = 0; /* the root */
    do {
        while (found.nodes > 0 && found.leaves <= SEARCH3_LEAVES - NODE3_CHILDREN)
            open_node8(s->world, nodes[--found.nodes], box, nodes, leaves, &found);
        collect_all8(s, leaves, found.leaves, box, &nearest);
        found.leaves = 0;
    } while (found.nodes > 0);
    return nearest;
}
/* World units. Triangles that touch the mover's axis, by the plain loop's rounding, can be deeper
 * than the radii (see sm3_separation), so they are looked at however deep the best is. */
EIGHT_INLINE double looked_at8(const search3 *s) {
    return 2 * TOUCHING3 + s->fuzz;
}

/* ---- Sides ------------------------------------------------------------------------------- */

/* Makes the plane across `normal` that the triangle touches from behind. Every unit vector has
 * one, so this holds however the normal was found. */
EIGHT_INLINE side3 side_of8(const search3 *s, const triangle3 *t, double radius, vec3 normal) {
    double a = vec3_dot(normal, vec3_sub(t->a, s->gathered_at));
    double b = vec3_dot(normal, vec3_sub(t->b, s->gathered_at));
    double c = vec3_dot(normal, vec3_sub(t->c, s->gathered_at));
    return (side3){normal, sm_max(a, sm_max(b, c)), radius};
}

/* Whether the side tells that the mover is not deep enough in the triangle to count. */
EIGHT_INLINE bool is_clear_of8(const search3 *s, int triangle, const side3 *side) {
    const mover3 *mover = &s->mover;
    double distance = vec3_dot(side->normal, vec3_sub(mover->a, s->gathered_at));
    if (!mover->is_sphere)
        distance = sm_min(distance, vec3_dot(side->normal, vec3_sub(mover->b, s->gathered_at)));
    distance -= side->behind + s->fuzz;
    double depth = mover->radius + side->radius - distance; /* at most */
    if (!(distance > looked_at8(s)))
        return false;
    if (s->number == SM_NO_OBSTACLE)
        return depth <= (double)s->depth;
    /* Of those that are as deep as the best once they are rounded, the lowest number counts. */
    return depth <= (double)s->depth * (1 - move_rounding3) ||
           ((float)depth <= s->depth && s->world->placed[triangle].number > s->number);
}

/* Whether the plane across the normal of the best so far tells that. It mostly does of triangles
 * that share the edge or corner that the mover meets, and of the same triangle once more. */
EIGHT_INLINE bool is_behind_best8(const search3 *s, int triangle, side3 *side) {
    if (s->number == SM_NO_OBSTACLE)
        return false;
    const sm3_triangle *shape = &s->world->placed[triangle].shape;
    const triangle3 corners = {
        .a = vec3_of(shape->a), .b = vec3_of(shape->b), .c = vec3_of(shape->c)};
    *side = side_of8(s, &corners, sm_radius(shape->radius), s->normal);
    return is_clear_of8(s, triangle, side);
}

/* ---- Judging ----------------------------------------------------------------------------- */

EIGHT_INLINE float reach_of_best8(const search3 *s) {
    double gap = s->mover.radius - (double)s->depth * (1 - move_rounding3);
    return sm_round_up(sm_max(gap, looked_at8(s)) + (double)s->coarse);
}

/* The plain loop's choice. */
EIGHT_INLINE void choose8(search3 *s, int triangle, const contact3 *contact) {
    float depth = (float)contact->depth;
    int number = s->world->placed[triangle].number;
    bool is_tie = s->number != SM_NO_OBSTACLE && depth == s->depth;
    if (!(depth > s->depth) && !(is_tie && number < s->number))
        return;
    s->depth = depth;
    s->number = number;
    s->normal = contact->normal;
    s->reach = reach_of_best8(s);
}

/* Returns whether a contact counts, and then its side. */
EIGHT_INLINE bool keep8(search3 *s, int triangle, const obstacle3 *obstacle,
                        const contact3 *contact, side3 *side) {
    if (!contact3_blocks(contact, obstacle, &s->mover, s->delta))
        return false;
    *side = side_of8(s, &obstacle->triangle, obstacle->radius, contact->normal);
    choose8(s, triangle, contact);
    return true;
}

/* The plain loop's collision. Returns whether there is one, and then its side. */
EIGHT_TARGET static bool judge_any8(search3 *s, int triangle, side3 *side) {
    obstacle3 obstacle;
    contact3 contact;
    obstacle3_of_finite(&s->world->placed[triangle].shape, &obstacle);
    return sm3_contact(&s->mover, &obstacle, s->delta, -INFINITY, !s->both_sides, &contact) &&
           keep8(s, triangle, &obstacle, &contact, side);
}

/* The same of a ball; who touches the triangle with its centre is judged by who does. */
EIGHT_TARGET static bool judge_ball8(search3 *s, int triangle, side3 *side) {
    obstacle3 obstacle;
    contact3 contact;
    obstacle3_of_finite(&s->world->placed[triangle].shape, &obstacle);
    if (!ball4(&s->mover, &obstacle, &contact))
        return judge_any8(s, triangle, side);
    bool front_only = obstacle.one_sided && !s->both_sides;
    return !(front_only && obstacle3_is_behind(&obstacle, s->mover.a)) &&
           keep8(s, triangle, &obstacle, &contact, side);
}

EIGHT_INLINE bool judge8(search3 *s, int triangle, side3 *side) {
    return s->mover.is_sphere ? judge_ball8(s, triangle, side) : judge_any8(s, triangle, side);
}

/* ---- Taking what is near ----------------------------------------------------------------- */

EIGHT_INLINE eight gaps_of8(const near_triangles *near, int first, const eight3 *way) {
    eight x = eight_mul(eight_load(&near->away[0][first]), way->x);
    eight y = eight_mul(eight_load(&near->away[1][first]), way->y);
    eight z = eight_mul(eight_load(&near->away[2][first]), way->z);
    eight gaps = eight_add(eight_load(&near->gap[first]), eight_add(eight_add(x, y), z));
    return eight_max(gaps, eight_all(-INFINITY)); /* NaN is no bound */
}

EIGHT_INLINE unsigned used_of8(const near_triangles *near, int first) {
    int count = near->count - first;
    return count < NODE3_WIDTH ? (1u << count) - 1 : (1u << NODE3_WIDTH) - 1;
}

EIGHT_INLINE bool is_accepted8(const search3 *s, int triangle) {
    return s->filter == NULL || sm3_world_accepts(s->world, triangle, s->filter);
}

/* Judges a triangle, unless a side of it tells enough or the filter does not accept it. */
EIGHT_INLINE void take8(search3 *s, int triangle, int place) {
    side3 *side = &s->near.sides[place];
    bool *has_side = &s->near.has_side[place];
    if ((*has_side && is_clear_of8(s, triangle, side)) || !is_accepted8(s, triangle))
        return;
    *has_side = is_behind_best8(s, triangle, side) || judge8(s, triangle, side);
}

EIGHT_INLINE void take_eight8(search3 *s, int first, const eight3 *way) {
    eight gaps = gaps_of8(&s->near, first, way);
    eight_int triangles = eight_int_load(&s->near.triangle[first]);
    unsigned bits = used_of8(&s->near, first);
    bits &= ~eight_int_bits_of(triangles, s->near.nearest);
    for (;;) {
        bits &= eight_bits(eight_at_most(gaps, eight_all(s->reach)));
        if (bits == 0)
            return;
        int place = first + lanes_lowest(bits);
        take8(s, s->near.triangle[place], place);
        bits &= bits - 1;
    }
}

EIGHT_TARGET static void take_near8(search3 *s) {
    const float to[3] = {(float)s->way.x, (float)s->way.y, (float)s->way.z};
    const eight3 way = eight3_all(to);
    for (int first = 0; first < s->near.count; first += NODE3_WIDTH)
        take_eight8(s, first, &way);
}

/* That one first spares most of the others. It is at hand before the list is, and never taken from
 * there. */
EIGHT_INLINE void judge_nearest8(search3 *s, const nearest_of_eight *nearest) {
    float gaps[NODE3_WIDTH];
    int triangles[NODE3_WIDTH];
    eight_store(gaps, nearest->gap);
    eight_int_store(triangles, nearest->triangle);
    int i = eight_least(nearest->gap, (1u << NODE3_WIDTH) - 1);
    if (!(gaps[i] <= s->reach && gaps[i] < INFINITY) || /* infinite: there is none */
        !is_accepted8(s, triangles[i]))
        return;
    s->near.nearest = triangles[i];
    s->near.has_side[SEARCH3_NEAR] = judge8(s, triangles[i], &s->near.sides[SEARCH3_NEAR]);
}

EIGHT_TARGET static void make_room8(search3 *s) {
    take_near8(s);
    s->near.count = 0;
    s->gathered = false;
    s->later_reach = s->reach;
}

/* ---- Looking ----------------------------------------------------------------------------- */

/* A push out of what the mover was forced into leads back about as far as it went. Where that did
 * not do, it started deep in something. */
EIGHT_INLINE double slack_for8(const search3 *s) {
    static const double share = 1.5; /* the largest coordinate is at least 0.58 of the length */
    double largest = largest_slack3 * s->mover.radius;
    if (s->gathered)
        return largest;
    return sm_min((double)move_largest(vec3_round(s->delta)) * share, largest);
}

EIGHT_INLINE void place_centre8(search3 *s) {
    vec3 half = vec3_scale(vec3_sub(s->mover.b, s->mover.a), 0.5);
    sm3_vec middle = vec3_round(vec3_add(s->mover.a, half));
    s->half[0] = (float)half.x;
    s->half[1] = (float)half.y;
    s->half[2] = (float)half.z;
    s->centre[0] = middle.x;
    s->centre[1] = middle.y;
    s->centre[2] = middle.z;
    s->coarse = (fabsf(middle.x) + fabsf(middle.y) + fabsf(middle.z)) * FLT_EPSILON +
                (float)(s->slack * move_rounding3);
}

/* Lists all that the mover may meet where it stands, or after pushes. */
EIGHT_INLINE void gather8(search3 *s, vec3 position) {
    static const double double_rounding = 2e-14; /* of all operations of a collision */
    s->slack = slack_for8(s);
    s->gathered_at = position;
    s->way = vec3_zero;
    double x = fabs(position.x), y = fabs(position.y), z = fabs(position.z);
    double reach = (s->mover.radius + s->slack) * (1 + move_rounding3);
    s->fuzz = ((double)s->world->largest + x + y + z + reach) * double_rounding;
    reach += looked_at8(s);
    place_centre8(s);
    s->reach = reach_of_best8(s);
    /* There, `reach` may be larger by the difference of two resolutions: part of the slack. */
    s->later_reach =
        sm_round_up((double)s->reach + (double)s->coarse + s->slack * (1 + move_rounding3));
    s->near.count = 0;
    s->near.nearest = -1;
    s->gathered = true;
    const box_of_eight box = box_around8(s, reach);
    const nearest_of_eight nearest = collect_in8(s, &box);
    judge_nearest8(s, &nearest);
}

EIGHT_INLINE bool is_gathered8(const search3 *s) {
    return s->gathered && vec3_dot(s->way, s->way) <= s->slack * s->slack;
}

EIGHT_TARGET static sm3_collision look8(void *context, const sm3_vec *position, bool is_last) {
    (void)is_last; /* it looks for the deepest anyway */
    search3 *s = context;
    vec3 at = vec3_of(*position);
    s->mover = mover3_at(s->shape, at);
    s->depth = (float)(double)move_resolution(*position);
    s->number = SM_NO_OBSTACLE;
    s->way = vec3_sub(at, s->gathered_at);
    if (is_gathered8(s)) {
        s->reach = reach_of_best8(s);
        if (s->near.nearest >= 0)
            take8(s, s->near.nearest, SEARCH3_NEAR);
    } else {
        gather8(s, at);
    }
    take_near8(s);
    if (s->number == SM_NO_OBSTACLE)
        return (sm3_collision){.obstacle = SM_NO_OBSTACLE};
    return (sm3_collision){
        .depth = s->depth, .normal = vec3_round(s->normal), .obstacle = s->number};
}

/* ---- The move ---------------------------------------------------------------------------- */

EIGHT_TARGET void EIGHT_NAME(sm3_move)(const sm3_world *world, sm3_vec position, sm3_vec delta,
                                       const sm3_mover *mover, const sm_options *options,
                                       sm3_result *result) {
    search3 s;
    s.world = world;
    s.shape = mover;
    s.delta = vec3_of(delta);
    s.both_sides = options->both_sides;
    s.filter = options->filter;
    s.gathered = false;
    s.gathered_at = vec3_zero;
    move_push_out(position, move_pushes_allowed(options), NULL, look8, &s, result);
}

/* leaf3: up to eight triangles with what bounds their distance from below, side by side.
 *
 * For any unit vector w, a triangle is at least as far from a point p as p lies beyond it along w:
 * w.p - max over its corners of w.corner. And what two such w that are perpendicular tell adds up
 * as squares. Each triangle has four: the normal of its plane, counted to both sides, and in the
 * plane the outward normals of its three edges. So a point over the triangle is bounded by its
 * distance to the plane and one beyond an edge by its distance to that edge's line, both exactly;
 * only beyond a sharp corner is the bound too small. And since any w will do, it holds for
 * triangles of no area, too, and however the normals are rounded.
 *
 * The sum of squares is the bound along one w, that mixed of the two by what each tells: it counts
 * for other points, too, without another look at the triangle. */
#ifndef SM_LEAF3_H
#define SM_LEAF3_H

#include "node3.h"

/* The planes w.q = offset of eight triangles; q is relative to the leaf's origin. */
typedef struct planes_of_leaf {
    float normal[3][NODE3_WIDTH]; /* w, by axis; zero where floats cannot hold the numbers */
    float offset[NODE3_WIDTH];
} planes_of_leaf;

typedef struct leaf3 {
    boxes3 boxes;
    planes_of_leaf plane;    /* through the triangle */
    planes_of_leaf edges[3]; /* perpendicular to it; all corners lie on the lower side */
    float radius[NODE3_WIDTH];
    float origin[3]; /* amid the leaf: near it floats are finest */
    float slop;      /* world units: what rounding costs where q = 0, see LEAF3_ROUNDING */
    int32_t first;   /* of its triangles in the world's order */
    uint32_t used;   /* a bit for each place with a triangle; they are the first ones */
    float unused[2]; /* a whole number of cache lines */
} leaf3;

_Static_assert(sizeof(leaf3) % NODE3_ALIGNMENT == 0, "a leaf has no line of its own");

/* Part of the lengths at hand (|q| and the leaf's own extent) that a bound is taken lower by.
 *
 * In units of 2^-24, one rounding: q is off by 1, the normal's three products and their sum with
 * the offset by 4, the offset itself by 1: 6 along each of two directions, so 6 sqrt(2) < 9. The
 * two are perpendicular, and of length 1, but for the rounding of their components: 2 each, so
 * squares and root are off by less than 6 of the distance, which is at most |q| and the extent
 * together. That is 15.
 *
 * The unit vector w along which that is a bound (scan3.h) is mixed of the two directions with
 * shares that are off by 5 (root, inverse, product) and by 2 more (product and sum): 7 of how far
 * the triangle is from where w was found, and as w is that much longer than 1, 7 of how far it is
 * from where it is used. The sums there add 4. That is 33; half as much again costs nothing. */
#define LEAF3_ROUNDING (48.0f / 16777216.0f)

/* World units: beyond this the squares of lengths may be beyond the largest float. A triangle of
 * such an extent has no bound, nor has a mover of such a radius. */
#define LEAF3_BOUNDED 1e18

/* Makes the leaf of the triangles from `first` on, of which there are 1 to NODE3_WIDTH. They are
 * finite. */
void leaf3_make(leaf3 *leaf, const sm3_triangle *triangles, int first, int count);

#endif

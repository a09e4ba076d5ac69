/* slidemove3: the same move in 3D.
 *
 * Every obstacle is a rounded triangle: all points within a radius of a triangle. A mesh's face is
 * one of radius 0, a capsule is one with two corners on one spot, a sphere one with all three. The
 * mover is a capsule, a segment with a radius (a sphere is one whose ends coincide), or a box with
 * one. Mover and obstacle overlap when the distance of segment or box and triangle is less than the
 * sum of the radii, so one collision routine serves every pair of shapes, as in 2D (see
 * slidemove.h).
 *
 *     sm3_triangle floor = sm3_face((sm3_vec){-9, 0, -9}, (sm3_vec){0, 0, 9}, (sm3_vec){9, 0, -9});
 *     sm3_mover ball = sm3_sphere((sm3_vec){0, 0, 0}, 0.5f); // the mover, around its position
 *     sm3_triangle_array level = {&floor, 1};
 *     sm3_result moved = sm3_slide_move(position, delta, ball, sm3_obstacles_of_array(&level),
 * NULL);
 *
 * What slidemove.h says of units, arithmetic and state holds here; what has the name of something
 * there, but for the 3, means and does the same. A face's front is where its corners run
 * counter-clockwise. */
#ifndef SLIDEMOVE3_H
#define SLIDEMOVE3_H

#include <stddef.h>

#include "slidemove.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Shapes ------------------------------------------------------------------------------ */

/* A mover: all points within `radius` of its core. That is the point a = b of a sphere and the
 * segment a-b of a capsule; or the box that has the middles of two faces at a and b, and reaches by
 * `side` and by `front` to both sides of the line between. The three are square to each other. A
 * `side` of zero makes it a capsule, whatever `front` is. A negative radius is taken as 0. */
typedef struct sm3_mover {
    sm3_vec a, b;
    float radius;
    sm3_vec side, front;
} sm3_mover;

/* An obstacle: all points within `radius` of the triangle a-b-c. Corners may coincide or lie on one
 * line. A negative radius is taken as 0. */
typedef struct sm3_triangle {
    sm3_vec a, b, c;
    float radius;
    bool one_sided; /* met only by what lies in front of its plane; needs an area to have a front */
    bool oneway;    /* one-sided, and what overlaps it goes on through, as in 2D. One that moves
                       carries who is pressed on it */
} sm3_triangle;

/* Returns the capsule without length. */
sm3_mover sm3_sphere(sm3_vec centre, float radius);

/* Returns the box of this centre and these half edges, which are square to each other, rounded by
 * `radius`: it reaches farther than its edges by that. What is not quite square is taken so, `up`
 * first, then `side`, which must not be zero. Its collisions take some four times as long as a
 * capsule's. */
sm3_mover sm3_box(sm3_vec centre, sm3_vec side, sm3_vec up, sm3_vec front, float radius);

/* Returns `shape`, which is given around the origin, moved to `position`. */
sm3_mover sm3_mover_at(sm3_mover shape, sm3_vec position);

/* Returns the triangle of radius 0 that is met from both sides. */
sm3_triangle sm3_face(sm3_vec a, sm3_vec b, sm3_vec c);

/* Returns the capsule as an obstacle. */
sm3_triangle sm3_solid_capsule(sm3_mover capsule);

/* ---- Closest points ---------------------------------------------------------------------- */

typedef struct sm3_closest_points {
    sm3_vec first, second; /* one on each shape */
    float distance;        /* 0 when the shapes cross or touch */
    double s, t; /* of segments, 0 .. 1: first is a1 + s (b1 - a1), second a2 + t (b2 - a2); of a
                    point and of the triangle 0 */
} sm3_closest_points;

/* As sm_closest_on_segment and sm_closest_t. */
sm3_vec sm3_closest_on_segment(sm3_vec point, sm3_vec a, sm3_vec b);

/* Returns the closest points of the segments a1-b1 and a2-b2, which may be points, parallel or
 * collinear; of equally close pairs the first of a1, b1, a2, b2 wins. */
sm3_closest_points sm3_closest_of_segments(sm3_vec a1, sm3_vec b1, sm3_vec a2, sm3_vec b2);

/* Returns the point of the triangle a-b-c nearest to `point`: its projection on the plane where
 * that lies inside, otherwise the nearest point of the edges (Ericson 5.1.5). A triangle without
 * area is its edges. */
sm3_vec sm3_closest_on_triangle(sm3_vec point, sm3_vec a, sm3_vec b, sm3_vec c);

/* Returns the closest points of the segment p-q (first) and the triangle a-b-c (second). A segment
 * that pierces the triangle gives the piercing point twice. */
sm3_closest_points sm3_closest_of_segment_triangle(sm3_vec p, sm3_vec q, sm3_vec a, sm3_vec b,
                                                   sm3_vec c);

/* ---- Collisions -------------------------------------------------------------------------- */

/* Collides mover and obstacle: depth = (sum of the radii) - (distance of core and triangle), along
 * the line of the closest points. Where core and triangle touch or cross, the shortest way apart is
 * taken: the nearest face of the body of their differences (Minkowski difference), so a mover whose
 * centre lies on a face, edge or corner is pushed across the face, and one whose axis runs through
 * the face is drawn out. Of ways that are equally short, the one against `delta` (the
 * wanted displacement, zero if unknown) is taken; where neither is, the one to the face's front.
 * Where both together have no area, any direction across them is as short, and the one against
 * `delta` is taken, or upward.
 *
 * A one-sided face collides only when the mover's nearest point lies in front of its plane or on
 * it, and pushes only toward its front.
 *
 * Returns the collision, with a negative depth when the shapes are apart, and obstacle =
 * SM_NO_OBSTACLE: the caller knows the number. What is not finite, or behind a one-sided face,
 * returns a collision of depth -INFINITY, normal and point zero. */
sm3_collision sm3_collide(sm3_mover mover, sm3_triangle obstacle, sm3_vec delta);

/* The named tests of the field: sm3_collide of one pair of shapes each, as in 2D. */
sm3_collision sm3_collide_spheres(sm3_vec centre, float radius, sm3_vec obstacle_centre,
                                  float obstacle_radius);
sm3_collision sm3_collide_sphere_segment(sm3_vec centre, float radius, sm3_vec a, sm3_vec b);
sm3_collision sm3_collide_sphere_capsule(sm3_vec centre, float radius, sm3_mover obstacle);
sm3_collision sm3_collide_capsules(sm3_mover mover, sm3_mover obstacle);
sm3_collision sm3_collide_sphere_triangle(sm3_vec centre, float radius, sm3_vec a, sm3_vec b,
                                          sm3_vec c);
sm3_collision sm3_collide_capsule_triangle(sm3_mover mover, sm3_vec a, sm3_vec b, sm3_vec c);

/* ---- What to collide with ---------------------------------------------------------------- */

/* A box, and how far it moves. `delta` is zero for a box that stays. */
typedef struct sm3_region {
    sm3_vec low, high;
    sm3_vec delta;
} sm3_region;

/* One obstacle. Zeroed but for `shape` it is a triangle that stands still, and that everyone meets.
 */
typedef struct sm3_obstacle {
    sm3_triangle shape;  /* where it is now */
    sm3_triangle before; /* where its corners were one tick ago, if it moves: each comes from there
                            on a straight way, evenly. One that is not finite has not moved */
    bool moves;
    unsigned mask; /* bits of those that meet it (sm_filter); 0: all */
    uint64_t user; /* the game's own */
    int number;    /* what collisions and hits report: from 0, and no two share one */
} sm3_obstacle;

/* Who wants to see obstacles: a move or a query under way. */
typedef struct sm3_visitor sm3_visitor;

/* Shows one obstacle to the visitor. Those that are not finite are allowed, and not met. */
void sm3_visit(sm3_visitor *visitor, const sm3_obstacle *obstacle);

/* Shows to `visitor` every obstacle, whatever the filter, whose box (its radius included) the
 * region meets on its way, in any order; for one that moves, the box around where it was and where
 * it is counts. May show more than that. */
typedef void sm3_obstacles_fn(const void *context, const sm3_region *region, sm3_visitor *visitor);

/* Offers a collision to the choice (sm_choice_offer), in space. */
void sm3_choice_offer(sm_choice *choice, sm3_collision collision);

/* Offers to `choice` a collision for every convex piece that the mover, given around the origin and
 * placed at `position`, overlaps or comes within choice->reach of. May offer more than that. */
typedef void sm3_offer_fn(const void *context, sm3_vec position, sm3_vec delta,
                          const sm3_mover *mover, sm_choice *choice);

/* What a mover collides with: moves and casts know no more of it than this. What is made of rounded
 * triangles has `visit`; what is not has `offer` alone, with collisions of its own, and serves
 * moves with each resolver and sm3_find_contacts, but no casts. With neither, a move with any
 * resolver is SM_NO_GATHER, and a query finds nothing. */
typedef struct sm3_obstacles {
    sm3_obstacles_fn *visit;
    const void *context;
    sm3_offer_fn *offer; /* not used where there is a `visit` */
} sm3_obstacles;

/* As sm_capsule_array. */
typedef struct sm3_triangle_array {
    const sm3_triangle *triangles;
    int count;
} sm3_triangle_array;

/* As sm_obstacles_of_array. */
sm3_obstacles sm3_obstacles_of_array(const sm3_triangle_array *array);

/* As sm_obstacle_array. */
typedef struct sm3_obstacle_array {
    const sm3_obstacle *obstacles;
    int count;
} sm3_obstacle_array;

/* As sm_obstacles_of_list. */
sm3_obstacles sm3_obstacles_of_list(const sm3_obstacle_array *array);

/* As sm_world: obstacles of its own, and an index over them, which is a tree of boxes. */
typedef struct sm3_world sm3_world;

/* Each does what its namesake in 2D does. Triangles that are not finite are not kept, so
 * sm3_world_get returns NaN for them, too; whether one is one-way is a part
 * of its shape. A change takes some microseconds, however many obstacles there are. */
sm3_world *sm3_world_create(const sm3_triangle *triangles, int count, const sm_world_def *def);
void sm3_world_destroy(sm3_world *world);
int sm3_world_count(const sm3_world *world);
sm3_obstacle sm3_world_get(const sm3_world *world, int obstacle);
sm_change sm3_world_set(sm3_world *world, int obstacle, const sm3_obstacle *o);
sm_change sm3_world_move(sm3_world *world, int obstacle, sm3_triangle shape);
void sm3_world_rest(sm3_world *world);
sm_change sm3_world_remove(sm3_world *world, int obstacle);
int sm3_world_add(sm3_world *world, const sm3_obstacle *o);

/* Told of a box of the tree that a query looks into, and how many entries it holds; 0: boxes. */
typedef void sm3_box_fn(void *context, sm3_vec low, sm3_vec high, int entries);

/* Visits the boxes that a query around the mover looks into, the outer ones before those in them:
 * what the index spares, made visible. A mover that is not finite looks into none. */
void sm3_world_boxes(const sm3_world *world, sm3_mover mover, sm3_box_fn *visit, void *context);

/* Returns the world as obstacles. The world must outlive the result. */
sm3_obstacles sm3_obstacles_of_world(const sm3_world *world);

/* ---- What is where ----------------------------------------------------------------------- */

/* Shown one obstacle; returns whether to go on. */
typedef bool sm3_obstacle_fn(void *context, const sm3_obstacle *obstacle);

/* Each asks what its namesake in 2D does, and returns or visits the same. All but the first find
 * what is one-sided or one-way from whichever side. */
sm3_collision sm3_find_deepest(sm3_vec position, sm3_vec delta, sm3_mover mover,
                               sm3_obstacles obstacles, const sm_filter *filter);
void sm3_find_overlaps(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                       const sm_filter *filter, sm3_obstacle_fn *visit, void *context);
void sm3_find_in_box(sm3_vec corner, sm3_vec opposite_corner, sm3_obstacles obstacles,
                     const sm_filter *filter, sm3_obstacle_fn *visit, void *context);
sm3_collision sm3_find_nearest(sm3_vec point, float max_distance, sm3_obstacles obstacles,
                               const sm_filter *filter);

/* ---- Casting ----------------------------------------------------------------------------- */

/* When a mover that is displaced without turning first touches. */
typedef struct sm3_touch {
    bool hit;         /* false: it does not within the delta */
    double fraction;  /* of the delta, 0 .. 1; 1 when nothing is hit */
    sm3_vec position; /* the mover's at the touch; position + delta when nothing is hit */
    sm3_vec normal;   /* unit, from the obstacle to the mover; zero when nothing is hit */
    sm3_vec point;    /* on the obstacle's surface, where they touch; zero when nothing is hit */
    int obstacle;     /* of several touched at once the deepest, then the lowest number */
} sm3_touch;

/* Casts `mover`, given around the origin and placed at `position`, along `delta`: its first touch.
 * It tunnels at no speed. A mover that touches or overlaps at the start is hit at fraction 0 if the
 * delta leads deeper, and not at all if it leads along or out. The back of a one-sided face is not
 * met, nor a one-way face that the mover is in at the start. NaN or infinite arguments hit nothing.
 * What moves is met where it is now; what the filter does not accept is not there (NULL: all is).
 *
 * The distance of two convex shapes is a convex function of a displacement, so Newton's method from
 * the start approaches the first touch without ever passing it. */
sm3_touch sm3_shapecast(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                        const sm_filter *filter);

/* sm3_shapecast of a point. */
sm3_touch sm3_raycast(sm3_vec origin, sm3_vec delta, sm3_obstacles obstacles,
                      const sm_filter *filter);

/* How a shape moves within a tick, as sm_motion. It is turned about the direction of `angle`, by
 * its length, and while it moves about that of `turn`: radians, counter-clockwise for who looks
 * against it. */
typedef struct sm3_motion {
    sm3_vec position, angle, delta, turn;
} sm3_motion;

/* sm_advance of a mover and a triangle, from whichever side. */
sm_advance_result sm3_advance(sm3_mover first, sm3_motion first_motion, sm3_triangle second,
                              sm3_motion second_motion, float tolerance, sm_advance_trace *trace);

/* ---- Moving ------------------------------------------------------------------------------ */

typedef struct sm3_result {
    sm3_vec position; /* where the mover ends */
    sm3_vec normal;   /* of the last push or touch; zero when there was none */
    float depth;      /* the deepest penetration left; 0 when the mover is free */
    int pushes;       /* push-outs made; SM_SWEEP: touches that turned it */
    sm_status status;
} sm3_result;

/* Moves by `delta`, whatever is in the way, then pushes the mover out, at most max_pushes times,
 * along the normal of the one collision that the resolver chooses, by its depth; stops when nothing
 * is penetrated. sm_slide_move, in 3D, with its known limits and its notion of touching. `mover` is
 * given around the origin. A move that would lead beyond SM_FARTHEST is refused; up to there a
 * world gives the bits of the plain loop, for a box as long as 1e-14 of its size is nothing. */
sm3_result sm3_slide_move(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                          const sm_options *options);

/* What SM_SWEEP does instead, and promises (max_pushes does not limit it, SM_PUSHES_MAX does: what
 * is left of delta after so many turns is lost; the resolvers that push out see what moves where it
 * is now):
 *
 * 1. A mover that starts inside is first pushed out by the shortest displacement that satisfies up
 *    to three planes at once, and where none does, out of the deepest. Where there is no room it is
 *    SM_CRUSHED (if deeper than the gap of 4.), where it penetrates least, and moves on as if it
 *    were as small as the place; even if there is room beyond the ends of what holds it from both
 *    sides, as in 2D. On no way out its axis crosses what it was not in: a way that would is none.
 * 2. It goes along `delta` to the first touch, then on along the part of the rest that leads into
 *    none of the obstacles touched there: along one plane, along the crease of two, or nowhere.
 *    Pressed on an outer edge or corner it goes round it, on the surface that its radius makes of
 *    that. It tunnels at no speed, and what rests stays where it is, bit for bit.
 * 3. Obstacles that moved are taken along their way first, in steps of at most half the radius of
 *    the largest ball in the mover (96 of them: what goes faster than 48 radii a tick may pass).
 *    They push the mover, and carry it where it touches them and the delta presses on them, as the
 *    point touched moves, but not through what stands still. A point and a bare segment are
 *    carried, but not pushed.
 * 4. It keeps a gap of about SM3_SKIN from obstacles (more far from the origin, where floats are
 *    coarse), so that rounding never makes it penetrate. How deep it is in a one-sided face that
 *    it came into from behind is no depth of the result.
 * 5. It asks for what is near at most SM3_LOOKS_MAX times, so it looks at no obstacle more often; a
 *    record asks more. Where that is not enough, what moves comes to where it is in one last step,
 *    and what is left of delta is lost.
 *
 * The record's candidates are the up to 8 deepest obstacles within its reach: where it was pushed
 * out, at each touch, with what it touched first among them, and at the end. */
#define SM3_SKIN      1e-5f /* world units */
#define SM3_LOOKS_MAX 512

/* ---- Contacts and velocity --------------------------------------------------------------- */

/* Finds what the mover touches or penetrates at `position`: what SM_SWEEP would not let it come
 * nearer to, which is up to 1.5 times the gap it keeps, of what the filter accepts. Writes the
 * first `capacity` to `contacts`, in the order of their numbers. Returns how many there are; 0 when
 * the arguments are not finite.
 */
int sm3_find_contacts(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                      const sm_filter *filter, sm3_collision *contacts, int capacity);

/* As sm_clip_velocity: along one plane, along the crease of two, or none; of the first 64 contacts,
 * should there be more. What leads into one by no more than floats can tell counts as along it. */
sm3_vec sm3_clip_velocity(sm3_vec velocity, const sm3_collision *contacts, int count);

#ifdef __cplusplus
}
#endif

#endif

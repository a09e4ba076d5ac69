/** @file
 * slidemove in 3D: the same move.
 *
 *     sm3_triangle floor = sm3_face((sm3_vec){-9, 0, -9}, (sm3_vec){0, 0, 9}, (sm3_vec){9, 0, -9});
 *     sm3_world *world = sm3_world_create(&floor, 1, NULL);
 *     sm3_mover ball = sm3_sphere((sm3_vec){0, 0, 0}, 0.5f); // around its position
 *     sm_options options = {.resolver = SM_SWEEP};
 *
 *     // each tick:
 *     sm3_obstacles obstacles = sm3_obstacles_of_world(world);
 *     sm3_result moved = sm3_slide_move(position, delta, ball, obstacles, &options);
 *     position = moved.position;
 *
 * The order is that of slidemove.h: Shapes, A world and A move are what most games need.
 *
 * Every obstacle is a rounded triangle, all points within a radius of a triangle: a mesh's face has
 * radius 0, a capsule has two corners in one place, a sphere all three. The mover is a sphere, a
 * capsule or a rounded box. What slidemove.h says of units, arithmetic and state holds here. A
 * face's front is the side from which its corners run counter-clockwise. */
#ifndef SLIDEMOVE3_H
#define SLIDEMOVE3_H

#include <stddef.h>

#include "slidemove.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Shapes ------------------------------------------------------------------------------ */

/** @defgroup shapes3 Shapes in 3D
 * What moves, and what it collides with.
 * @{ */

/** A mover: all points within a radius of its core. The core of a sphere is the point a = b, that
 * of a capsule the segment a-b. The core of a box has the middles of two opposite faces at a and b,
 * and reaches by `side` and by `front` to both sides of the line between them; the three are square
 * to each other. */
typedef struct sm3_mover {
    sm3_vec a;     /**< one end of the core */
    sm3_vec b;     /**< the other end; it may equal `a` */
    float radius;  /**< world units; a negative radius is taken as 0 */
    sm3_vec side;  /**< half an edge of a box; zero: a capsule, whatever `front` is */
    sm3_vec front; /**< half an edge of a box */
} sm3_mover;

/** The shape of an obstacle: all points within a radius of the triangle a-b-c. Corners may coincide
 * or lie on one line. */
typedef struct sm3_triangle {
    sm3_vec a;      /**< a corner */
    sm3_vec b;      /**< a corner */
    sm3_vec c;      /**< a corner */
    float radius;   /**< world units; a negative radius is taken as 0 */
    bool one_sided; /**< collides only with what is in front of its plane; needs an area */
    bool oneway; /**< One-sided, and a mover that overlaps it passes through, as in 2D. A moving one
                    carries a mover that is pressed on it. */
} sm3_triangle;

/** Returns the capsule with both ends at `centre`. */
sm3_mover sm3_sphere(sm3_vec centre, float radius);

/** Returns the box of this centre and these half edges, rounded by `radius`: it reaches farther
 * than its edges by that. Half edges that are not quite square to each other are made so, `up`
 * first, then `side`, which must not be zero. Collisions of a box take about four times as long as
 * those of a capsule. */
sm3_mover sm3_box(sm3_vec centre, sm3_vec side, sm3_vec up, sm3_vec front, float radius);

/** Returns `shape`, which is given around the origin, displaced by `position`. */
sm3_mover sm3_mover_at(sm3_mover shape, sm3_vec position);

/** Returns the triangle of radius 0 that collides from both sides. */
sm3_triangle sm3_face(sm3_vec a, sm3_vec b, sm3_vec c);

/** Returns the capsule as an obstacle. */
sm3_triangle sm3_solid_capsule(sm3_mover capsule);

/** @} */

/* ---- A world ----------------------------------------------------------------------------- */

/** @defgroup world3 A world in 3D
 * Obstacles with an index, which is a tree of boxes. What @ref world says of numbers, holes and
 * threads holds here.
 * @{ */

/** A world of obstacles. It owns copies of them. */
typedef struct sm3_world sm3_world;

/** One obstacle. Zeroed but for `shape` it is a triangle that stands still and collides with every
 * mover. */
typedef struct sm3_obstacle {
    sm3_triangle shape;  /**< where it is now */
    sm3_triangle before; /**< Where its corners were one tick ago, if it moves: each moves evenly on
                            a straight line. If it is not finite the obstacle has not moved. */
    bool moves;          /**< it comes from `before` to `shape` during this tick */
    unsigned mask; /**< bits that a filter selects by (sm_filter); 0: every filter selects it */
    uint64_t user; /**< the game's own number */
    int number;    /**< what collisions and touches report: from 0, unique */
} sm3_obstacle;

/** Copies the triangles and builds the index. Triangles that are not finite are not kept: they are
 * holes. A negative count is taken as 0; `def` may be NULL. Returns NULL if there is no memory or
 * the progress was given up. */
sm3_world *sm3_world_create(const sm3_triangle *triangles, int count, const sm_world_def *def);

/** Frees the world. NULL is allowed. */
void sm3_world_destroy(sm3_world *world);

/** Adds an obstacle. Returns its number, which is sm3_world_count before the call; SM_NO_OBSTACLE
 * if there is no memory: the world is then as it was. A change takes some microseconds, however
 * many obstacles there are; each time they have doubled, the index is built anew. */
int sm3_world_add(sm3_world *world, const sm3_obstacle *o);

/** Returns an obstacle with all its properties. A hole, an obstacle that is not finite, or a number
 * that was not given out, has a shape of NaN. */
sm3_obstacle sm3_world_get(const sm3_world *world, int obstacle);

/** Replaces all of an obstacle but its number, or fills a hole. */
sm_change sm3_world_set(sm3_world *world, int obstacle, const sm3_obstacle *o);

/** Moves an obstacle: during this tick it comes from the shape it has to this one, and a mover with
 * SM_SWEEP is pushed and carried by it. Its mask and user number stay; whether it is one-way
 * belongs to the shape. What fills a hole has no place before, so it stands still. */
sm_change sm3_world_move(sm3_world *world, int obstacle, sm3_triangle shape);

/** Ends a tick: every obstacle stands still where it is, until it is moved again. */
void sm3_world_rest(sm3_world *world);

/** Removes an obstacle. It leaves a hole. */
sm_change sm3_world_remove(sm3_world *world, int obstacle);

/** Returns how many numbers are given out, those of holes included. */
int sm3_world_count(const sm3_world *world);

/** What triangles of a mesh are made of: properties of an obstacle. */
typedef struct sm3_material {
    unsigned mask; /**< bits that a filter selects by (sm_filter); 0: every filter selects it */
    uint64_t user; /**< the game's own number */
} sm3_material;

/** Triangles that share corners. Zeroed but for the first four fields they collide from both sides
 * and with every mover. */
typedef struct sm3_mesh {
    const sm3_vec *vertices; /**< the corners, world units */
    int vertex_count;        /**< a negative count is taken as 0 */
    const uint32_t *indices; /**< three of `vertices` for each triangle, as sm3_triangle a, b, c */
    int triangle_count;      /**< a negative count is taken as 0 */
    bool one_sided;          /**< triangles collide only with what is in front of their planes */
    bool borrowed; /**< The world reads the four arrays in place: keep them as they are until the
                      world is destroyed. Otherwise it copies them. */
    const sm3_material *materials;    /**< NULL: every material is zeroed */
    int material_count;               /**< up to 256; a negative count is taken as 0 */
    const unsigned char *material_of; /**< an index of `materials` for each triangle; NULL: 0 */
} sm3_mesh;

/** Adds all triangles of a mesh, which are numbered in their order from sm3_world_count before the
 * call on. Those that are not finite are holes. To moves and queries they are obstacles like any
 * other. They take about 35 bytes each, 16 if the mesh is borrowed, where others take 120; one that
 * is changed or moved takes what others take. Returns SM_NO_SUCH_THING if an index is beyond its
 * array: the world is then as it was. */
sm_change sm3_world_add_mesh(sm3_world *world, const sm3_mesh *mesh);

/** Called with a box of the tree that a query looks into, and how many entries it holds; 0: it
 * holds boxes. */
typedef void sm3_box_fn(void *context, sm3_vec low, sm3_vec high, int entries);

/** Visits the boxes that a query around the mover looks into, outer boxes before inner ones, so
 * that a game can draw what the index does. A mover that is not finite looks into none. */
void sm3_world_boxes(const sm3_world *world, sm3_mover mover, sm3_box_fn *visit, void *context);

/** @} */

/* ---- Obstacles of any kind --------------------------------------------------------------- */

/** @addtogroup sources3
 * @{ */

/** A move or a query under way, to which a contact source shows obstacles. */
typedef struct sm3_visitor sm3_visitor;

/** A box, and how far it moves. */
typedef struct sm3_region {
    sm3_vec low;   /**< the corner with the lowest coordinates */
    sm3_vec high;  /**< the corner with the highest coordinates */
    sm3_vec delta; /**< its displacement; zero for a box that stays */
} sm3_region;

/** Shows to `visitor` every obstacle with a box, its radius included, that touches the region on
 * its path, whatever the filter, in any order. A moving obstacle counts with the box around where
 * it was and where it is. The function may show more. */
typedef void sm3_obstacles_fn(const void *context, const sm3_region *region, sm3_visitor *visitor);

/** Offers to `choice` a collision for every convex piece that the mover at `position` overlaps or
 * comes within choice->reach of. The mover is given around the origin; `delta` is the wanted
 * displacement. The function may offer more than that. */
typedef void sm3_offer_fn(const void *context, sm3_vec position, sm3_vec delta,
                          const sm3_mover *mover, sm_choice *choice);

/** A contact source: the functions by which moves and queries reach obstacles. Obstacles made of
 * rounded triangles have a `visit`. Others have `offer` alone, which serves moves with each
 * resolver and sm3_find_contacts, but no casts. Without either, a move is SM_NO_GATHER and a query
 * finds nothing.
 *
 * With `offer` alone SM_SWEEP asks again and again along the path, as in 2D, and obstacles do not
 * carry. What it promises of a mover that starts in penetration holds only with a `visit`: such a
 * mover, larger than the room around it, may be pushed out through another obstacle. */
typedef struct sm3_obstacles {
    sm3_obstacles_fn *visit; /**< NULL: only `offer` is called */
    const void *context;     /**< passed to `visit` and `offer` */
    sm3_offer_fn *offer;     /**< not called if there is a `visit` */
} sm3_obstacles;

/** @} */

/* ---- A move ------------------------------------------------------------------------------ */

/** @defgroup move3 A move in 3D
 * From a position, by a wanted displacement, to where the mover comes to. Options and status are
 * those of @ref move.
 * @{ */

/** Returns the world as obstacles. The world must outlive the result. */
sm3_obstacles sm3_obstacles_of_world(const sm3_world *world);

/** Where a move ended. */
typedef struct sm3_result {
    sm3_vec position; /**< where the mover ends */
    sm3_vec normal;   /**< of the last push or touch, a unit vector; zero if there was none */
    float depth;      /**< the deepest penetration left, world units; 0 if the mover is free */
    int pushes;       /**< how many pushes were made; SM_SWEEP: touches that turned it */
    sm_status status; /**< whether the move was made */
} sm3_result;

/** World units: the gap that SM_SWEEP keeps from obstacles near the origin. */
#define SM3_SKIN 1e-5f

/** How often SM_SWEEP asks for near obstacles in one move, at most. */
#define SM3_LOOKS_MAX 512

/** Moves the mover, which is given around the origin, from `position` by `delta`. `options` may be
 * NULL. Returns where it ends; bad arguments leave it where it is, and `status` says why. A move
 * that would lead beyond SM_FARTHEST is refused; up to there a world gives the bits of the plain
 * loop, for a box if 1e-14 of its size is negligible.
 *
 * **The resolvers that push out** work as in sm_slide_move, with the same known limits and the same
 * notion of touching. They see moving obstacles where they are now.
 *
 * **SM_SWEEP** promises the following. max_pushes does not limit it; after SM_PUSHES_MAX turns the
 * rest of delta is lost.
 *
 * 1. A mover that starts in penetration is first pushed out by the shortest displacement that
 *    satisfies up to three planes at once, and if there is none, out of the deepest. If there is no
 *    room it is SM_CRUSHED (if deeper than the gap of 4.), where it penetrates least, and moves on
 *    as if it were as small as the place. It is crushed even if there is room beyond the ends of
 *    obstacles that hold it from both sides; in 2D it escapes there. Its axis never crosses an
 *    obstacle on the way out that it was not in before.
 * 2. It moves along `delta` to the first touch, then along the part of the rest that leads into
 *    none of the touched obstacles: along one plane, along the crease of two, or nowhere. Pressed
 *    on an outer edge or corner it goes around it, on the surface that its radius makes of that. It
 *    never tunnels, and a resting mover keeps its position, bit for bit.
 * 3. Moving obstacles move first, in at most 96 steps of at most half the radius of the largest
 *    ball in the mover: an obstacle that moves more than 48 radii in a tick may pass the mover.
 *    They push the mover, and carry it, as the touched point moves, if it touches them and the
 *    delta presses it on them, but not through obstacles that stand still. A point and a bare
 *    segment are carried, but not pushed.
 * 4. It keeps a gap of about SM3_SKIN from obstacles (more far from the origin, where floats are
 *    coarse), so that rounding never makes it penetrate. A mover smaller than that gap may come
 *    to the other side of what it is nearer to. The penetration of a one-sided face that it entered
 *    from behind does not count in the depth of the result.
 * 5. It asks for near obstacles at most SM3_LOOKS_MAX times; a record asks more often. If that is
 *    not enough, moving obstacles finish their motion in one last step, and the rest of delta is
 *    lost.
 *
 * The record's candidates are the up to 8 deepest obstacles within its reach: where the mover was
 * pushed out, at each touch, with the touched obstacle among them, and at the end. */
sm3_result sm3_slide_move(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                          const sm_options *options);

/** @} */

/* ---- Queries and casts ------------------------------------------------------------------- */

/** @defgroup queries3 Queries and casts in 3D
 * What is where, and what is hit first. What @ref queries says holds here. All but sm3_find_deepest
 * find one-sided and one-way faces from both sides; casts do not.
 * @{ */

/** When a mover that is displaced without turning touches an obstacle first. */
typedef struct sm3_touch {
    bool hit;         /**< false: not within the delta */
    double fraction;  /**< of the delta, 0 .. 1; 1 if nothing is hit */
    sm3_vec position; /**< the mover's at the touch; position + delta if nothing is hit */
    sm3_vec normal;   /**< unit vector from the obstacle to the mover; zero if nothing is hit */
    sm3_vec point;    /**< of the obstacle's surface, where they touch; zero if nothing is hit */
    int obstacle;     /**< of several touched at once the deepest, then the lowest number */
} sm3_touch;

/** Casts a point from `origin` along `delta`: a ray. It is sm3_shapecast of a point. */
sm3_touch sm3_raycast(sm3_vec origin, sm3_vec delta, sm3_obstacles obstacles,
                      const sm_filter *filter);

/** Casts the mover, given around the origin, from `position` along `delta`. Returns the first
 * touch, at any speed. A mover that touches or overlaps an obstacle at the start is hit at fraction
 * 0 if the delta leads deeper, and not at all if it leads along or out. The back of a one-sided
 * face is not hit, nor a one-way face that the mover overlaps at the start. Arguments that are not
 * finite hit nothing.
 *
 * The distance of two convex shapes is a convex function of a displacement, so Newton's method from
 * the start approaches the first touch without passing it. */
sm3_touch sm3_shapecast(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                        const sm_filter *filter);

/** Returns the deepest collision of the mover at `position`, to which `delta` has led it: the one
 * that SM_DEEPEST would push out of; of equals that of the lowest number. If nothing is penetrated,
 * the obstacle is SM_NO_OBSTACLE and the depth 0. */
sm3_collision sm3_find_deepest(sm3_vec position, sm3_vec delta, sm3_mover mover,
                               sm3_obstacles obstacles, const sm_filter *filter);

/** Returns the obstacle with the surface nearest to the point, if it is nearer than `max_distance`
 * world units (INFINITY: at any distance). The depth is minus the distance, positive inside; of
 * equals it is the lowest number. If there is none, the obstacle is SM_NO_OBSTACLE and the depth 0.
 */
sm3_collision sm3_find_nearest(sm3_vec point, float max_distance, sm3_obstacles obstacles,
                               const sm_filter *filter);

/** Called with one obstacle; returns whether to go on. */
typedef bool sm3_obstacle_fn(void *context, const sm3_obstacle *obstacle);

/** Visits the obstacles that the mover at `position` overlaps or touches: each once, in any order.
 */
void sm3_find_overlaps(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                       const sm_filter *filter, sm3_obstacle_fn *visit, void *context);

/** Visits the obstacles that overlap or touch the box: each once, in any order. The corners may be
 * given in any order. It misses none, and may visit one that is farther by a rounding (1e-14 of the
 * coordinates). */
void sm3_find_in_box(sm3_vec corner, sm3_vec opposite_corner, sm3_obstacles obstacles,
                     const sm_filter *filter, sm3_obstacle_fn *visit, void *context);

/** Finds the obstacles that the mover touches or penetrates at `position`: those that SM_SWEEP
 * would not let it come nearer to, up to 1.5 times the gap it keeps. Writes the first `capacity` of
 * them to `contacts`, in the order of their numbers. Returns how many there are; 0 if the arguments
 * are not finite. */
int sm3_find_contacts(sm3_vec position, sm3_mover mover, sm3_obstacles obstacles,
                      const sm_filter *filter, sm3_collision *contacts, int capacity);

/** Returns the velocity nearest to `velocity` that leads into none of the contacts: along one
 * plane, along the crease of two, or zero. Only the first 64 contacts count. A direction that leads
 * into a contact by no more than floats can express counts as along it. Zero if it is not finite.
 */
sm3_vec sm3_clip_velocity(sm3_vec velocity, const sm3_collision *contacts, int count);

/** @} */

/* ---- Two shapes -------------------------------------------------------------------------- */

/** @defgroup pairs3 Two shapes in 3D
 * Collisions and closest points of one pair, without a world.
 * @{ */

/** Collides mover and obstacle. The depth is the sum of the radii minus the distance of core and
 * triangle, along the line of the closest points. If core and triangle touch or cross, the
 * collision is along the shortest separation: to the nearest face of the body of their differences
 * (Minkowski difference; Ericson, Real-Time Collision Detection, 3.12). So a mover with its centre
 * on a face, edge or corner is pushed off the face, and one with its axis through the face
 * is drawn out. Of separations that are equally short, the one against `delta` is taken (the wanted
 * displacement; zero if unknown); if none is, the one to the face's front. If both together have no
 * area, every direction across them is as short, and the one against `delta` is taken, or upward.
 *
 * A one-sided face collides only if the mover's nearest point lies in front of its plane or on it,
 * and pushes only toward its front.
 *
 * Returns the collision with obstacle SM_NO_OBSTACLE; its depth is negative if the shapes are
 * apart. Arguments that are not finite, or a mover behind a one-sided face, return depth -INFINITY,
 * and a normal and a point of zero. */
sm3_collision sm3_collide(sm3_mover mover, sm3_triangle obstacle, sm3_vec delta);

/** @name The named tests in 3D
 * Each is sm3_collide for one pair of shapes, the first of which is the mover; no displacement is
 * wanted. They overlap if the depth is 0 or more, and `normal * depth` separates them.
 * @{ */
/** Returns the collision of a sphere or a capsule with a sphere, a segment, a capsule or a
 * triangle.
 */
sm3_collision sm3_collide_spheres(sm3_vec centre, float radius, sm3_vec obstacle_centre,
                                  float obstacle_radius);
sm3_collision sm3_collide_sphere_segment(sm3_vec centre, float radius, sm3_vec a, sm3_vec b);
sm3_collision sm3_collide_sphere_capsule(sm3_vec centre, float radius, sm3_mover obstacle);
sm3_collision sm3_collide_capsules(sm3_mover mover, sm3_mover obstacle);
sm3_collision sm3_collide_sphere_triangle(sm3_vec centre, float radius, sm3_vec a, sm3_vec b,
                                          sm3_vec c);
sm3_collision sm3_collide_capsule_triangle(sm3_mover mover, sm3_vec a, sm3_vec b, sm3_vec c);
/** @} */

/** The closest points of two segments, or of a segment and a triangle. */
typedef struct sm3_closest_points {
    sm3_vec first;  /**< on the first shape */
    sm3_vec second; /**< on the second shape */
    float distance; /**< world units; 0 if the shapes cross or touch */
    double s;       /**< the fraction of the first segment, 0 .. 1; 0 if it is a point */
    double t;       /**< the fraction of the second segment, 0 .. 1; 0 for a point or a triangle */
} sm3_closest_points;

/** Returns the point of the segment a-b nearest to `point`: the projection on the line, clamped to
 * the ends (Ericson, Real-Time Collision Detection, 5.1.2). If a equals b it is a. */
sm3_vec sm3_closest_on_segment(sm3_vec point, sm3_vec a, sm3_vec b);

/** Returns the closest points of the segments a1-b1 and a2-b2 (Ericson 5.1.9), which may be points,
 * parallel or collinear; of equally close pairs the first of a1, b1, a2, b2 wins. */
sm3_closest_points sm3_closest_of_segments(sm3_vec a1, sm3_vec b1, sm3_vec a2, sm3_vec b2);

/** Returns the point of the triangle a-b-c nearest to `point`: its projection on the plane if that
 * lies inside, otherwise the nearest point of the edges (Ericson 5.1.5). A triangle without area is
 * its edges. */
sm3_vec sm3_closest_on_triangle(sm3_vec point, sm3_vec a, sm3_vec b, sm3_vec c);

/** Returns the closest points of the segment p-q (first) and the triangle a-b-c (second) (Ericson
 * 5.1.10). A segment that pierces the triangle gives the piercing point twice. */
sm3_closest_points sm3_closest_of_segment_triangle(sm3_vec p, sm3_vec q, sm3_vec a, sm3_vec b,
                                                   sm3_vec c);

/** @} */

/* ---- Shapes that turn -------------------------------------------------------------------- */

/** @defgroup advance3 Shapes that turn in 3D
 * The first touch of two shapes that move and turn.
 * @{ */

/** How a shape moves within a tick. At first it is turned by `angle` about its origin and placed at
 * `position`; from there it moves and turns evenly. A rotation is about the direction of its
 * vector, by the vector's length in radians, counter-clockwise seen against that direction. */
typedef struct sm3_motion {
    sm3_vec position; /**< at the start */
    sm3_vec angle;    /**< the rotation at the start */
    sm3_vec delta;    /**< the displacement within the tick */
    sm3_vec turn;     /**< the rotation within the tick */
} sm3_motion;

/** Finds the first touch of a mover and a triangle that move and turn, as sm_advance does. The
 * triangle collides from both sides. Arguments that are not finite are clear; `trace` may be NULL.
 */
sm_advance_result sm3_advance(sm3_mover first, sm3_motion first_motion, sm3_triangle second,
                              sm3_motion second_motion, float tolerance, sm_advance_trace *trace);

/** @} */

/* ---- Obstacles of a game's own ----------------------------------------------------------- */

/** @defgroup sources3 Obstacles of a game's own in 3D
 * Arrays, and functions that a game writes: contact sources.
 * @{ */

/** An array of plain triangles. They are numbered by their index. */
typedef struct sm3_triangle_array {
    const sm3_triangle *triangles; /**< the first of them */
    int count;                     /**< a negative count is taken as 0 */
} sm3_triangle_array;

/** Returns the array as obstacles: the plain loop. The array and its triangles must outlive the
 * result. */
sm3_obstacles sm3_obstacles_of_array(const sm3_triangle_array *array);

/** An array of obstacles, which may move and have masks. */
typedef struct sm3_obstacle_array {
    const sm3_obstacle *obstacles; /**< the first of them; their index counts, not their number */
    int count;                     /**< a negative count is taken as 0 */
} sm3_obstacle_array;

/** Returns the array as obstacles: the plain loop. The array and its obstacles must outlive the
 * result. */
sm3_obstacles sm3_obstacles_of_list(const sm3_obstacle_array *array);

/** Shows one obstacle to the visitor. One that is not finite is allowed and does not collide. */
void sm3_visit(sm3_visitor *visitor, const sm3_obstacle *obstacle);

/** Offers a collision to the choice, as sm_choice_offer. */
void sm3_choice_offer(sm_choice *choice, sm3_collision collision);

/** @} */

#ifdef __cplusplus
}
#endif

#endif

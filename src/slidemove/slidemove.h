/** @file
 * slidemove in 2D: moves a shape through obstacles.
 *
 *     sm_capsule walls[] = {sm_segment((sm_vec2){-5, 0}, (sm_vec2){5, 0})};
 *     sm_world *world = sm_world_create(walls, 1, NULL);
 *     sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0.5f)); // around its position
 *     sm_obstacles obstacles = sm_obstacles_of_world(world);
 *     sm_options options = {.resolver = SM_SWEEP};
 *
 *     // each tick:
 *     sm_result moved = sm_slide_move(position, delta, disk, obstacles, &options);
 *     position = moved.position;
 *
 * This is what most games need: Shapes, A world and A move, in this order below. A character that
 * walks, jumps and rides platforms is in slidemove_character.h, 3D in slidemove3.h. After these
 * come queries and casts, pairs of shapes, obstacles of a game's own, and records of moves.
 *
 * Every obstacle is a capsule, a segment with a radius: a wall has radius 0, a disk has two ends in
 * one place. The mover is a capsule or a convex polygon. Two shapes overlap when their inner
 * segments or polygons are nearer than the sum of the radii.
 *
 * Lengths are world units, y points up, angles are radians, counter-clockwise. No function prints,
 * exits, reads a clock or keeps state, and only building and changing a world allocates. The same
 * arguments give the same bits on every thread and machine.
 *
 * Stored numbers are floats. The arithmetic of one collision is double and is rounded once at its
 * end, so a normal stays a unit vector however close the mover's centre is to the wall. The library
 * does not compile where floats and doubles are computed in other widths (FLT_EVAL_METHOD other
 * than 0 or 16, as on x87). Do not build it with -ffast-math or contraction: each build would move
 * differently. */
#ifndef SLIDEMOVE_H
#define SLIDEMOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library. */
#define SM_VERSION "0.1.0"

/* ---- Shapes ------------------------------------------------------------------------------ */

/** @defgroup shapes Shapes
 * What moves, and what it collides with.
 * @{ */

/** A point or a displacement in the plane. */
typedef struct sm_vec2 {
    float x; /**< world units, to the right */
    float y; /**< world units, up */
} sm_vec2;

/** A point or a displacement in space. Types that 2D and 3D share, such as the record of a move,
 * use it; in 2D its z is 0. */
typedef struct sm3_vec {
    float x; /**< world units */
    float y; /**< world units */
    float z; /**< world units */
} sm3_vec;

/** All points within a radius of a segment: an obstacle, and a mover of the pair functions. */
typedef struct sm_capsule {
    sm_vec2 a;    /**< one end of the segment */
    sm_vec2 b;    /**< the other end; it may equal `a`: a disk */
    float radius; /**< world units; a negative radius is taken as 0 */
} sm_capsule;

/** Returns the capsule of radius 0 from `a` to `b`: a wall. If `a` equals `b` it is a point. */
sm_capsule sm_segment(sm_vec2 a, sm_vec2 b);

/** Returns the capsule with both ends at `centre`: a disk. */
sm_capsule sm_circle(sm_vec2 centre, float radius);

/** Returns `shape`, which is given around the origin, displaced by `position`. */
sm_capsule sm_capsule_at(sm_capsule shape, sm_vec2 position);

/** The most vertices that a hull has. */
#define SM_HULL_VERTICES 8

/** All points within a radius of a convex polygon: the general mover. One vertex is a disk, two are
 * a capsule. The functions below make convex, counter-clockwise hulls; every function that takes a
 * hull expects one. */
typedef struct sm_hull {
    sm_vec2 vertices[SM_HULL_VERTICES]; /**< counter-clockwise, around the mover's position */
    int count;                          /**< of the vertices, 1 .. SM_HULL_VERTICES */
    float radius;                       /**< world units; a negative radius is taken as 0 */
} sm_hull;

/** Returns the capsule as a hull with two vertices; one vertex if its ends are equal. */
sm_hull sm_hull_of_capsule(sm_capsule capsule);

/** Returns the axis-aligned box of this size, in world units, around the origin. Its corners are
 * sharp. */
sm_hull sm_hull_of_box(float width, float height);

/** Makes the smallest convex hull around the points, rounded by `radius`. Returns false, and leaves
 * *hull as it is, if there is no point, if one is not finite, or if the hull has more than
 * SM_HULL_VERTICES corners. */
bool sm_hull_of_points(const sm_vec2 *points, int count, float radius, sm_hull *hull);

/** @} */

/* ---- A world ----------------------------------------------------------------------------- */

/** @defgroup world A world
 * Obstacles with an index.
 *
 * A query looks only at the obstacles that are near, so its cost does not depend on how many there
 * are. Every result has the same bits as that of a loop over an array of the same obstacles.
 *
 * Obstacles keep their numbers: 0 .. count - 1 in the order of creation. A removed obstacle leaves
 * a hole, which never collides; its number is not given to another one, but sm_world_set may fill
 * it. Many threads may read a world at once, as long as none changes it.
 * @{ */

/** A world of obstacles. It owns copies of them. */
typedef struct sm_world sm_world;

/** One obstacle. Zeroed but for `shape` it is a wall that stands still and collides with every
 * mover. */
typedef struct sm_obstacle {
    sm_capsule shape;  /**< where it is now */
    sm_capsule before; /**< Where it was one tick ago, if it moves. If it is not finite the obstacle
                            has not moved. */
    bool moves;        /**< it comes from `before` to `shape` during this tick */
    bool oneway;       /**< It collides only from the left side of a-b. A mover that overlaps it
                          passes through, and with SM_SWEEP also passes the ends of other obstacles
                          that begin on it. A moving one carries a mover that is pressed on it. */
    unsigned mask;     /**< bits that a filter selects by (sm_filter); 0: every filter selects it */
    uint64_t user;     /**< the game's own number */
    int number;        /**< what collisions and touches report */
} sm_obstacle;

/** Whether a change of a world was made. */
typedef enum sm_change {
    SM_CHANGED,      /**< it was */
    SM_NO_MEMORY,    /**< there was no memory; the world is as it was */
    SM_NO_SUCH_THING /**< nothing has that number; the world is as it was */
} sm_change;

/** Reports how far long work is, after every few milliseconds of work. */
typedef struct sm_progress {
    /** Called with how much of `total` is done. Returning false gives the work up. NULL: no calls.
     */
    bool (*tell)(void *context, size_t done, size_t total);
    void *context; /**< passed to `tell` */
} sm_progress;

/** How to make a world. Zeroed it means malloc and free. */
typedef struct sm_world_def {
    /** Returns memory aligned as malloc's, or NULL. Set both this and `release`, or neither. */
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *memory); /**< frees memory of `allocate`; never NULL */
    void *context;                                /**< passed to `allocate` and `release` */
    sm_progress progress;                         /**< called while the world is created */
} sm_world_def;

/** Copies the capsules and builds the index. Capsules that are not finite never collide; a negative
 * count is taken as 0. `def` may be NULL. Returns NULL if there is no memory or the progress was
 * given up. */
sm_world *sm_world_create(const sm_capsule *obstacles, int count, const sm_world_def *def);

/** Frees the world. NULL is allowed. */
void sm_world_destroy(sm_world *world);

/** Adds an obstacle. Returns its number, which is sm_world_count before the call; SM_NO_OBSTACLE if
 * there is no memory: the world is then as it was. Each time the obstacles have doubled, the index
 * is built anew, as an array grows. */
int sm_world_add(sm_world *world, const sm_obstacle *o);

/** Returns an obstacle with all its properties. A hole, or a number that was not given out, has a
 * shape of NaN. */
sm_obstacle sm_world_get(const sm_world *world, int obstacle);

/** Replaces all of an obstacle but its number, or fills a hole. */
sm_change sm_world_set(sm_world *world, int obstacle, const sm_obstacle *o);

/** Moves an obstacle: during this tick it comes from the shape it has to this one, and a mover with
 * SM_SWEEP is pushed and carried by it. Its other properties stay. What fills a hole has no place
 * before, so it stands still. */
sm_change sm_world_move(sm_world *world, int obstacle, sm_capsule shape);

/** Ends a tick: every obstacle stands still where it is, until it is moved again. */
void sm_world_rest(sm_world *world);

/** Removes an obstacle. It leaves a hole. */
sm_change sm_world_remove(sm_world *world, int obstacle);

/** Returns how many numbers are given out, those of holes included. */
int sm_world_count(const sm_world *world);

/** Returns the shapes of all obstacles, sm_world_count of them, in the order of their numbers;
 * holes are NaN. They belong to the world: read them, and only until its next change. */
const sm_capsule *sm_world_capsules(const sm_world *world);

/** Called with one cell that a query looks into: its box, and how many entries it holds. Cells at
 * the rim are shown as if they ended there. */
typedef void sm_cell_fn(void *context, sm_vec2 low, sm_vec2 high, int entries);

/** Visits the cells that a query around the mover looks into, so that a game can draw what the
 * index does. */
void sm_world_cells(const sm_world *world, sm_capsule mover, sm_cell_fn *visit, void *context);

/** @} */

/* ---- Obstacles of any kind --------------------------------------------------------------- */

/** @addtogroup sources
 * @{ */

struct sm_choice;

/** Called with one obstacle; returns whether to go on. */
typedef bool sm_obstacle_fn(void *visit_context, const sm_obstacle *obstacle);

/** Calls `visit` for every obstacle in the box from `min` to `max` (finite, edges included),
 * whatever the filter. A moving obstacle counts with the box around where it was and where it is.
 * The function may visit more, in any order, and may go on after `visit` has returned false. It
 * must not visit an obstacle twice. */
typedef void sm_gather_fn(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                          void *visit_context);

/** Offers to `choice` each obstacle, or each convex piece of one, that the mover at `position`
 * overlaps or comes within choice->reach of. The mover is given around the origin; `delta` is the
 * wanted displacement (see sm_collide). The function may offer more than that. */
typedef void sm_offer_fn(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                         struct sm_choice *choice);

/** A contact source: the functions by which moves and queries reach obstacles. `gather` serves all
 * of them. `offer` serves the resolvers that push out, if there is a faster way or the obstacles
 * are not made of capsules; then it may stand alone. For those resolvers a moving obstacle that is
 * gathered is where it is now, without its motion, and a one-way obstacle collides only where the
 * delta, and no earlier push, has led the mover into its left side.
 *
 * Without a `gather` SM_SWEEP calls `offer` again and again along the path. It then keeps a gap of
 * about SM3_SKIN, as in 3D, goes around bends in short legs, and obstacles do not carry. Each
 * convex piece must offer its own collision: the mover would run into what lies beyond the tangent
 * at the nearest point of a piece that is not convex. */
typedef struct sm_obstacles {
    sm_offer_fn *offer;   /**< NULL: gathered obstacles are offered */
    const void *context;  /**< passed to `offer` and `gather` */
    sm_gather_fn *gather; /**< NULL: only `offer` is called */
} sm_obstacles;

/** @} */

/* ---- A move ------------------------------------------------------------------------------ */

/** @defgroup move A move
 * From a position, by a wanted displacement, to where the mover comes to.
 * @{ */

/** Returns the world as obstacles. The world must outlive the result. Results are those of
 * sm_obstacles_of_list for the same obstacles; while no obstacle moves, is one-way or has a mask or
 * user number, those of sm_obstacles_of_array. For the resolvers that push out those two may differ
 * in the last digit. */
sm_obstacles sm_obstacles_of_world(const sm_world *world);

/** How a displacement becomes a position. All but SM_SWEEP move the mover into the obstacles, and
 * then push it out of one penetrated obstacle at a time; they differ in which. SM_DEEPEST is the
 * classic method. SM_LAST, SM_FIRST and SM_SHALLOWEST show why the choice matters. SM_SWEEP is the
 * one to use in a game. */
typedef enum sm_resolver {
    SM_DEEPEST,       /**< the deepest; of equals the lowest number */
    SM_LAST,          /**< the highest number, as in a loop in which each penetration overwrites */
    SM_FIRST,         /**< the lowest number, as in a loop that stops at the first */
    SM_SHALLOWEST,    /**< the least deep; of equals the lowest number */
    SM_SWEEP,         /**< goes to each first touch and slides on; never passes through */
    SM_RESOLVER_COUNT /**< how many there are */
} sm_resolver;

/** The most pushes of a move if its options name no limit. */
#define SM_PUSHES 5

/** The most pushes that options may ask for. */
#define SM_PUSHES_MAX 20

/** World units. A move that starts farther out, or would lead there, to infinity or NaN, is
 * refused: there not even the squares of doubles tell what touches. A world gives the bits of the
 * loop for all positions and obstacles up to here; with SM_SWEEP for obstacles of at most 1e8 times
 * the mover's thickness, because rounding decides what longer ones touch. */
#define SM_FARTHEST 1e30f

/** Which obstacles count. Zeroed, or NULL where a pointer is taken: all. */
typedef struct sm_filter {
    unsigned
        mask; /**< obstacles that share a bit with it count, and those without a mask; 0: all */
    /** Called for obstacles that the mask selects, perhaps more than once in a move; the answer
     * must be the same. NULL: all count. */
    bool (*accept)(void *context, int obstacle, uint64_t user);
    void *context; /**< passed to `accept` */
} sm_filter;

/** Returns whether an obstacle with this mask, number and user number counts. `filter` may be NULL.
 */
bool sm_filter_accepts(const sm_filter *filter, unsigned mask, int obstacle, uint64_t user);

struct sm_trace;

/** How to move, in 2D and in 3D. Zeroed, or NULL: SM_DEEPEST with SM_PUSHES pushes. */
typedef struct sm_options {
    sm_resolver resolver;    /**< SM_SWEEP is the one to use in a game */
    int max_pushes;          /**< 0: SM_PUSHES; otherwise clamped to 1 .. SM_PUSHES_MAX */
    struct sm_trace *trace;  /**< records the move; NULL: no record */
    bool both_sides;         /**< 3D: one-sided faces collide from behind, too */
    const sm_filter *filter; /**< which obstacles count; NULL: all */
    sm3_vec weight; /**< SM_SWEEP: a displacement, in world units, that is not moved by. The mover
                       is carried by the moving obstacle that the delta and the weight together
                       press it on most. Zero, or not finite: the delta alone decides. */
} sm_options;

/** Whether a move was made. */
typedef enum sm_status {
    SM_MOVED,       /**< it was */
    SM_NOT_FINITE,  /**< the arguments, or where they lead, are NaN or too far: the mover stayed */
    SM_NO_RESOLVER, /**< options->resolver is no sm_resolver: the mover stayed */
    SM_NO_GATHER,   /**< the obstacles have no function to call: the mover stayed */
    SM_CRUSHED      /**< SM_SWEEP: there is no room; the mover is where it penetrates least */
} sm_status;

/** Where a move ended. */
typedef struct sm_result {
    sm_vec2 position; /**< where the mover ends */
    sm_vec2 normal;   /**< of the last push, a unit vector; zero if there was none */
    float depth;      /**< the deepest penetration left, world units; 0 if the mover is free */
    int pushes;       /**< how many pushes were made; SM_SWEEP: contacts that bent the move */
    sm_status status; /**< whether the move was made */
} sm_result;

/** Moves the mover, which is given around the origin, from `position` by `delta`. `options` may be
 * NULL. Returns where it ends; bad arguments leave it where it is, and `status` says why.
 *
 * **The resolvers that push out** add delta to the position, whatever is in between, and then push
 * the mover along the normal of one collision, by its depth, at most max_pushes times; they stop
 * when nothing is penetrated. A penetration finer than the floats at the position can express
 * (FLT_EPSILON times the larger coordinate) counts as touching, because no push could mend it.
 * Known limits, kept on purpose: the mover passes through walls if |delta| exceeds its radius,
 * jitters in sharp corners, and stays in penetration where max_pushes pushes are not enough.
 *
 * **SM_SWEEP** promises the following; max_pushes does not limit it.
 *
 * 1. A mover that starts in penetration moves to the nearest position that satisfies all near
 *    obstacles at once (the intersection of their half-planes) or, if there is none, that
 *    penetrates least. It never gets deeper into an obstacle than its deepest penetration was. If
 *    no such position is free, it moves to the nearest free position within its width that it can
 *    reach in a straight line. If there is none, if a near obstacle moves, or if more than 64 are
 *    near, it stays, SM_CRUSHED. Its middle crosses no obstacle that stands still, one-way
 *    obstacles apart: the centre of a disk, the centroid of a polygon, the inner segment of a
 *    capsule unless an obstacle crosses it at the start. So a mover with its middle in a closed
 *    room stays in that room.
 * 2. It travels to the exact time of first touch, and on in the direction nearest to the wanted one
 *    that all touched obstacles allow together; around the ends of walls it follows the arc. If no
 *    direction is left it rests, and a resting mover keeps its position, bit for bit.
 * 3. Moving obstacles move first. They push the mover, and carry it if it touches them and the
 *    delta presses it on them, but not through obstacles that stand still. They take at most 1024
 *    steps of at most half the mover's thickness (the radius plus, for a polygon, the distance from
 *    its centroid to its nearest edge): an obstacle that moves more than 512 thicknesses in a tick
 *    may pass the mover, and so may one that presses it on an obstacle that stands still.
 * 4. It asks for near obstacles at most SM_SWEEP_LOOKS times, with at most 128 legs and pushes in
 *    between; a record asks more often, up to three times for each of those. A move that needs more
 *    is cut short: the rest of the delta is lost, moving obstacles finish their motion at once, and
 *    a mover that starts in penetration may stay deeper than necessary, SM_CRUSHED. A move can need
 *    more if more than 48 obstacles are within reach, on a path that bends thousands of times, or
 *    if it is pushed for hundreds of thicknesses. Of more than 48 one-way obstacles within reach,
 *    those with the lowest numbers decide which ends of other obstacles the mover passes.
 *
 * A mover that turns (another shape each tick) may start in penetration, too. If it was turned into
 * walls deeper than its thickness it may come out on their other side: turn in steps that move no
 * point of it farther than its radius, and take back a turn after which it is SM_CRUSHED.
 *
 * This is one tick of the sweeping process (Moreau 1977). A crushed mover moves on as if it were as
 * small as the place it is in. Touching means nearer than a few times what floats can express
 * there; a touch less deep than that stops nothing, so a smooth wall may be made of any number of
 * pieces. */
sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                        const sm_options *options);

/** How often SM_SWEEP asks for near obstacles in one move, at most. */
#define SM_SWEEP_LOOKS 400

/** Returns the resolver's name, as the command line and the screen show it; NULL for none. */
const char *sm_resolver_name(sm_resolver resolver);

/** Returns one line that says what the resolver does; NULL for none. */
const char *sm_resolver_summary(sm_resolver resolver);

/** Finds a resolver by its name. Returns false, and leaves *resolver as it is, if there is none. */
bool sm_resolver_from_name(const char *name, sm_resolver *resolver);

/** @} */

/* ---- Queries and casts ------------------------------------------------------------------- */

/** @defgroup queries Queries and casts
 * What is where, and what is hit first.
 *
 * Obstacles of a game's own need a `gather` for all but sm_find_deepest and sm_find_contacts, and
 * find nothing without. Obstacles that the filter does not accept are ignored (NULL: all count).
 * Moving obstacles are where they are now. Arguments that are not finite find nothing.
 * @{ */

/** The number of no obstacle. */
#define SM_NO_OBSTACLE (-1)

/** How two shapes overlap, or how far they are apart. They overlap or touch if `depth` is 0 or
 * more; moving the mover by `normal * depth` separates them. */
typedef struct sm_collision {
    float depth;    /**< penetration in world units; 0: touching, negative: the gap between */
    sm_vec2 normal; /**< unit vector from the obstacle toward the mover */
    sm_vec2 point;  /**< of the obstacle's surface, where the mover is deepest, or nearest */
    int obstacle;   /**< the obstacle's number; SM_NO_OBSTACLE if none was given or none collides */
} sm_collision;

/** An sm_collision in space. */
typedef struct sm3_collision {
    float depth;    /**< penetration in world units; 0: touching, negative: the gap between */
    sm3_vec normal; /**< unit vector from the obstacle toward the mover */
    sm3_vec point;  /**< of the obstacle's surface, where the mover is deepest, or nearest */
    int obstacle;   /**< the obstacle's number; SM_NO_OBSTACLE if none was given or none collides */
} sm3_collision;

/** When a mover that is displaced without turning touches an obstacle first. */
typedef struct sm_touch {
    bool hit;        /**< false: not within the delta; `fraction` is 1 and the rest zero then */
    double fraction; /**< of the delta, 0 .. 1, exact to the last digits at any length */
    sm_vec2 normal;  /**< unit vector from the obstacle to the mover, at the touch */
    sm_vec2 point;   /**< of the obstacle's surface, where they touch */
    int obstacle;    /**< the obstacle's number; SM_NO_OBSTACLE if none is hit */
} sm_touch;

/** World units. Casts refuse larger coordinates, as they refuse NaN: they return no hit. */
#define SM_CAST_FARTHEST 1e12f

/** Casts a point from `origin` along `delta`: a ray. It is sm_shapecast of a point: a start on an
 * obstacle's surface or inside is a hit at fraction 0 only if the delta leads deeper. */
sm_touch sm_raycast(sm_vec2 origin, sm_vec2 delta, sm_obstacles obstacles, const sm_filter *filter);

/** Casts the mover, given around the origin, from `position` along `delta`. Returns the first
 * touch; of equals that of the lowest number. A mover that touches or overlaps an obstacle at the
 * start is hit at fraction 0 if the delta leads deeper, and not at all if it leads along or out. A
 * one-way obstacle is hit on its left side, and not by a mover that overlaps it at the start.
 *
 * The time is exact, in closed form: that of a ray against the Minkowski difference of obstacle and
 * mover (Ericson, Real-Time Collision Detection, 5.5). The place of the touch is exact to about
 * 1e-15 of the largest coordinate, 1e-6 world units at 1e9; up to there a world gives the bits of
 * the loop. Coordinates beyond SM_CAST_FARTHEST, NaN and infinity return no hit. */
sm_touch sm_shapecast(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                      const sm_filter *filter);

/** Returns the deepest collision of the mover at `position`, to which `delta` has led it: the one
 * that SM_DEEPEST would push out of; of equals that of the lowest number. If nothing is penetrated,
 * the obstacle is SM_NO_OBSTACLE and the depth 0. */
sm_collision sm_find_deepest(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                             const sm_filter *filter);

/** Returns the obstacle with the surface nearest to the point, one-way or not, if it is nearer than
 * `max_distance` world units (INFINITY: at any distance). The depth is minus the distance, positive
 * inside; of equals it is the lowest number. If there is none, the obstacle is SM_NO_OBSTACLE and
 * the depth 0. A world looks at the nearest cells first; other obstacles gather all within
 * max_distance. */
sm_collision sm_find_nearest(sm_vec2 point, float max_distance, sm_obstacles obstacles,
                             const sm_filter *filter);

/** Visits the obstacles, one-way or not, that the mover at `position` overlaps or touches: each
 * once, in any order. */
void sm_find_overlaps(sm_vec2 position, sm_hull mover, sm_obstacles obstacles,
                      const sm_filter *filter, sm_obstacle_fn *visit, void *context);

/** Visits the obstacles, one-way or not, that overlap or touch the box: each once, in any order.
 * The corners may be given in any order. It misses none, and may visit one that is farther by a
 * rounding (1e-14 of the coordinates). */
void sm_find_in_box(sm_vec2 corner, sm_vec2 opposite_corner, sm_obstacles obstacles,
                    const sm_filter *filter, sm_obstacle_fn *visit, void *context);

/** Finds the obstacles that the mover touches or penetrates at `position`, to within what floats
 * can express there (as SM_SWEEP means it). Writes the first `capacity` of them to `contacts`, in
 * the order of their numbers. Returns how many there are; 0 if the obstacles have no function to
 * call. */
int sm_find_contacts(sm_vec2 position, sm_hull mover, sm_obstacles obstacles,
                     const sm_filter *filter, sm_collision *contacts, int capacity);

/** Returns the velocity nearest to `velocity` that leads into none of the contacts: the momentum
 * after a move, given the contacts of its final position. All contacts are satisfied at once, so in
 * a corner the velocity is zero and does not bounce between the walls. Zero if it is not finite. */
sm_vec2 sm_clip_velocity(sm_vec2 velocity, const sm_collision *contacts, int count);

/** @} */

/* ---- Two shapes -------------------------------------------------------------------------- */

/** @defgroup pairs Two shapes
 * Collisions and closest points of one pair, without a world.
 * @{ */

/** Collides two capsules. The depth is the sum of the radii minus the distance of the inner
 * segments, along the line of the closest points. If the inner segments touch or cross, the
 * collision is along the shortest separation instead: to the nearest edge of the parallelogram of
 * their differences (Minkowski difference; Ericson, Real-Time Collision Detection, 3.12). So a
 * mover that lies exactly on a wall is pushed off the wall. Of two separations that are equally
 * short, the one against `delta` is taken (the wanted displacement; zero if unknown); if neither
 * is, a centre on a wall from a to b goes to its left. Inner segments touch if they are no farther
 * apart than 1e-14 of their largest coordinate, at most 1e-9.
 *
 * Returns the collision with obstacle SM_NO_OBSTACLE; its depth is negative if the shapes are
 * apart. Arguments that are not finite return depth -INFINITY, and a normal and a point of zero. */
sm_collision sm_collide(sm_capsule mover, sm_capsule obstacle, sm_vec2 delta);

/** Collides a hull, which is given around the origin, at `position` with a capsule: as sm_collide,
 * along the shortest separation, also if the hull contains the obstacle's segment. */
sm_collision sm_collide_hull(sm_hull mover, sm_vec2 position, sm_capsule obstacle, sm_vec2 delta);

/** @name The named tests
 * Each is sm_collide for one pair of shapes, the first of which is the mover; no displacement is
 * wanted. They overlap if the depth is 0 or more, and `normal * depth` separates them.
 * @{ */
/** Returns the collision of a point or a circle with a circle, a segment or a capsule. */
sm_collision sm_collide_point_circle(sm_vec2 point, sm_vec2 centre, float radius);
sm_collision sm_collide_circles(sm_vec2 centre, float radius, sm_vec2 obstacle_centre,
                                float obstacle_radius);
sm_collision sm_collide_circle_segment(sm_vec2 centre, float radius, sm_vec2 a, sm_vec2 b);
sm_collision sm_collide_circle_capsule(sm_vec2 centre, float radius, sm_capsule obstacle);
sm_collision sm_collide_capsules(sm_capsule mover, sm_capsule obstacle);
/** @} */

/** The closest points of two segments. */
typedef struct sm_closest_points {
    sm_vec2 first;  /**< on the first segment: a1 + s (b1 - a1) */
    sm_vec2 second; /**< on the second segment: a2 + t (b2 - a2) */
    float distance; /**< world units; 0 if the segments cross or touch */
    double s;       /**< the fraction of the first segment, 0 .. 1; 0 if it is a point */
    double t;       /**< the fraction of the second segment, 0 .. 1; 0 if it is a point */
} sm_closest_points;

/** Returns the point of the segment a-b nearest to `point`: the projection on the line, clamped to
 * the ends (Ericson, Real-Time Collision Detection, 5.1.2). If a equals b it is a. */
sm_vec2 sm_closest_on_segment(sm_vec2 point, sm_vec2 a, sm_vec2 b);

/** Returns the closest points of the segments a1-b1 and a2-b2. In the plane two segments that do
 * not cross are closest at an end of one of them, so points, parallel and collinear segments need
 * no case of their own; of equally close pairs the first of a1, b1, a2, b2 wins. Crossing segments
 * give the crossing point twice. */
sm_closest_points sm_closest_of_segments(sm_vec2 a1, sm_vec2 b1, sm_vec2 a2, sm_vec2 b2);

/** @} */

/* ---- Shapes that turn -------------------------------------------------------------------- */

/** @defgroup advance Shapes that turn
 * The first touch of two shapes that move and turn.
 * @{ */

/** How a shape moves within a tick. At first it is turned by `angle` about its origin and placed at
 * `position`; from there it moves and turns evenly. */
typedef struct sm_motion {
    sm_vec2 position; /**< at the start */
    float angle;      /**< at the start, radians */
    sm_vec2 delta;    /**< the displacement within the tick */
    float turn;       /**< the rotation within the tick, radians */
} sm_motion;

/** One step of an advance. */
typedef struct sm_advance_step {
    double fraction; /**< of the motion, where the shapes are at this step */
    double distance; /**< between the surfaces there, world units; negative if they overlap */
    double approach; /**< how much the distance can shrink at most, as if in a whole motion */
    double step;     /**< the fraction that is safe to advance; 0 at the last step */
    sm3_vec normal;  /**< unit vector of the shortest line, from the second shape to the first */
    sm3_vec point;   /**< the end of that line on the second shape */
} sm_advance_step;

/** The record of an advance, in 2D and in 3D. Set `steps` and `capacity`. */
typedef struct sm_advance_trace {
    sm_advance_step *steps; /**< where to record */
    int capacity;           /**< how many steps fit */
    int count;              /**< how many were recorded */
    int lost;               /**< how many more were made */
} sm_advance_trace;

/** How an advance ended. */
typedef enum sm_advance_end {
    SM_ADVANCE_CLEAR,    /**< the shapes do not touch */
    SM_ADVANCE_TOUCHING, /**< they touch at `fraction` */
    SM_ADVANCE_UNDECIDED /**< not before `fraction`; the steps were used up there */
} sm_advance_end;

/** The first touch of two shapes that move and turn. */
typedef struct sm_advance_result {
    sm_advance_end end; /**< whether they touch */
    double fraction;    /**< of the motion, 0 .. 1; if clear it is 1 and the rest is zero */
    double distance;    /**< between the surfaces there, world units */
    sm3_vec normal;     /**< unit vector from the second shape to the first */
    sm3_vec point;      /**< of the second shape's surface, nearest to the first */
} sm_advance_result;

/** World units: the distance that counts as touching if none is given. */
#define SM_ADVANCE_TOLERANCE 1e-4

/** The most steps of an advance. */
#define SM_ADVANCE_STEPS 1000

/** Finds the first touch of two convex shapes that move and turn, by conservative advancement
 * (Mirtich 1996). Each step advances them as far as they surely stay apart along their normal,
 * however their corners turn meanwhile, so no touch is passed. A touch is found when they are
 * nearer than `tolerance` world units (0: SM_ADVANCE_TOLERANCE), still apart by about half of it.
 *
 * Shapes that are as near at the start, or overlap, touch at fraction 0 if the motion leads deeper.
 * If it leads along or out they do not, as in sm_shapecast, until they are deeper by half the
 * tolerance or have parted by more than twice the tolerance. A parting by a few hundredths of their
 * size may be missed if the shapes turn and stay in touch for hundreds of steps. Arguments that are
 * not finite are clear. `trace` may be NULL. */
sm_advance_result sm_advance(sm_hull first, sm_motion first_motion, sm_hull second,
                             sm_motion second_motion, float tolerance, sm_advance_trace *trace);

/** @} */

/* ---- Obstacles of a game's own ----------------------------------------------------------- */

/** @defgroup sources Obstacles of a game's own
 * Arrays, and functions that a game writes: contact sources.
 * @{ */

/** An array of plain capsules. They are numbered by their index. */
typedef struct sm_capsule_array {
    const sm_capsule *obstacles; /**< the first of them */
    int count;                   /**< a negative count is taken as 0 */
} sm_capsule_array;

/** Returns the array as obstacles: the plain loop. The array and its capsules must outlive the
 * result. */
sm_obstacles sm_obstacles_of_array(const sm_capsule_array *array);

/** An array of obstacles, which may be one-way, move and have masks. */
typedef struct sm_obstacle_array {
    const sm_obstacle *obstacles; /**< the first of them; their index counts, not their number */
    int count;                    /**< a negative count is taken as 0 */
} sm_obstacle_array;

/** Returns the array as obstacles: the plain loop. The array and its obstacles must outlive the
 * result. */
sm_obstacles sm_obstacles_of_list(const sm_obstacle_array *array);

/** The choice of one iteration: obstacles offer it their collisions, and it keeps the one that its
 * resolver prefers. The result does not depend on the order of the offers. */
typedef struct sm_choice {
    sm_resolver resolver;    /**< which collision is preferred */
    float reach;             /**< offer collisions with a depth of more than -reach, world units */
    float resolution;        /**< a depth up to this counts as touching: floats are no finer */
    sm3_collision chosen;    /**< the preferred collision so far; depth 0: none */
    struct sm_trace *trace;  /**< records every offer; may be NULL */
    const sm_filter *filter; /**< offer only obstacles that it accepts */
} sm_choice;

/** Offers a collision to the choice. Collisions that do not penetrate are only recorded. Those with
 * SM_NO_OBSTACLE count as the lowest number; between several of them the order decides. */
void sm_choice_offer(sm_choice *choice, sm_collision collision);

/** @} */

/* ---- Records ----------------------------------------------------------------------------- */

/** @defgroup trace Records
 * What happened inside one move.
 * @{ */

/** The most iterations that a record holds. */
#define SM_ITERATIONS_MAX 64

/** What an iteration did. */
typedef enum sm_step {
    SM_STEP_PUSH,   /**< pushed the mover out of the chosen obstacle, and of those held with it */
    SM_STEP_TRAVEL, /**< moved until the mover touched the chosen obstacle, or to the end */
    SM_STEP_CARRY   /**< the chosen obstacle, which moves, carried the mover */
} sm_step;

/** Which part of a tick an iteration belongs to. A move is SM_PART_MOVE; the others belong to a
 * character's tick. */
typedef enum sm_part {
    SM_PART_MOVE,  /**< a move */
    SM_PART_WALK,  /**< along its floor */
    SM_PART_ALONG, /**< on along another floor */
    SM_PART_UP,    /**< up, to try a step */
    SM_PART_OVER,  /**< over the step */
    SM_PART_DOWN,  /**< down on the step */
    SM_PART_SNAP,  /**< down to a floor that fell away */
    SM_PART_FALL,  /**< through the air */
    SM_PART_PAST,  /**< on through the air, past what it met */
    SM_PART_END    /**< the look at the final position, if no move ended with it */
} sm_part;

/** The most obstacles that a record names as holding the mover at once. */
#define SM_HELD_MAX 4

/** One look at the obstacles, and what followed from it. */
typedef struct sm_iteration {
    sm3_vec before;      /**< the mover's position when it looked */
    sm3_vec after;       /**< its position afterwards; equals `before` if it did not move */
    int first_candidate; /**< index into sm_trace.candidates */
    int candidate_count; /**< how many of them were recorded for this iteration */
    int chosen;          /**< index into sm_trace.candidates; -1: none */
    sm_step step;        /**< what it did; SM_STEP_PUSH for all resolvers but SM_SWEEP */
    sm_part part;        /**< the part of the tick */
    float time;          /**< the fraction of their motion that moving obstacles had made, 0 .. 1 */
    int held[SM_HELD_MAX]; /**< SM_SWEEP: numbers of the obstacles that hold the mover afterwards,
                              or that one push satisfied together */
    int held_count;        /**< how many of them there are */
    float left;            /**< SM_SWEEP: the fraction of delta that is not used up yet, 1 .. 0 */
    sm3_vec allowed; /**< SM_SWEEP: the part of the rest of delta that the held obstacles allow;
                    zero: no direction is left */
} sm_iteration;

/** The record of one move, in 2D and in 3D. Set `candidates`, `capacity`, `reach` and
 * `let_through`; the move fills the rest. The last iteration is the look at the final position, so
 * its candidates are the contacts. The candidates of an iteration are in the order of their
 * numbers: a world records what the plain loop records. With SM_SWEEP everything between two
 * touches is one iteration; what does not fit adds to the last one before the look. */
typedef struct sm_trace {
    sm3_collision *candidates; /**< where to record; NULL with capacity 0: iterations alone */
    int capacity;              /**< how many candidates fit */
    float reach;               /**< also record obstacles this far from touching, in world units;
                                  -INFINITY: with SM_SWEEP only what it chose */
    bool *let_through;    /**< As many as candidates, or NULL. Then one-way obstacles and one-sided
                             faces that did not count are recorded, too, and this is true for them. */
    sm3_vec start;        /**< the position that was asked for */
    sm3_vec delta;        /**< the displacement that was asked for */
    sm_resolver resolver; /**< the resolver that was asked for */
    sm_iteration iterations[SM_ITERATIONS_MAX]; /**< in the order of time */
    int iteration_count;                        /**< how many there are */
    int candidate_count;                        /**< how many candidates were recorded in all */
    int candidates_lost; /**< how many more were seen: capacity was too small */
} sm_trace;

/** @} */

#ifdef __cplusplus
}
#endif

#endif

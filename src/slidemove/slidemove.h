/* slidemove: move a 2D shape through obstacles, deepest penetration first.
 *
 * Every shape is a capsule: a segment with a radius. A disk is a capsule whose ends coincide, a
 * wall is one of radius 0. Two capsules overlap when the distance of their inner segments is less
 * than the sum of their radii, so one collision routine serves every pair of shapes.
 *
 *     sm_capsule wall = sm_segment((sm_vec2){-5, 0}, (sm_vec2){5, 0});
 *     sm_world *world = sm_world_create(&wall, 1, NULL);
 *     sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0.5f)); // around its position
 *     sm_result moved = sm_slide_move(position, delta, disk, sm_obstacles_of_world(world), NULL);
 *     position = moved.position;
 *
 * Lengths are world units, y points up, angles are radians. Nothing here prints, exits, reads a
 * clock or keeps state, and only building and changing a world (sm_world) allocates: the same
 * arguments give the same bits, on every thread.
 *
 * Stored numbers are floats. The arithmetic of one collision is double, rounded once at its end, so
 * that a normal stays a unit vector however close the mover's centre is to the wall. So the library
 * does not compile where floats and doubles are computed in other widths (FLT_EVAL_METHOD other
 * than 0 or 16, as on x87), nor should it be built with -ffast-math or contraction: each build
 * would move differently.
 */
#ifndef SLIDEMOVE_H
#define SLIDEMOVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SM_VERSION "0.1.0"

/* ---- Shapes ------------------------------------------------------------------------------ */

typedef struct sm_vec2 {
    float x, y;
} sm_vec2;

/* A point or a direction in space. What 2D and 3D say in the same words, as the record of a move,
 * is said in space; in 2D z is 0 there. */
typedef struct sm3_vec {
    float x, y, z;
} sm3_vec;

/* All points within `radius` of the segment a-b. A negative radius is taken as 0. */
typedef struct sm_capsule {
    sm_vec2 a, b;
    float radius;
} sm_capsule;

/* Returns the capsule without thickness from `a` to `b`: a wall. `a` may equal `b`: a point. */
sm_capsule sm_segment(sm_vec2 a, sm_vec2 b);

/* Returns the capsule without length: a disk. */
sm_capsule sm_circle(sm_vec2 centre, float radius);

/* Returns `shape`, which is given around the origin, moved to `position`. */
sm_capsule sm_capsule_at(sm_capsule shape, sm_vec2 position);

#define SM_HULL_VERTICES 8

/* All points within `radius` of a convex polygon: the general mover. One vertex is a disk, two are
 * a capsule. Made by the functions below it is convex and counter-clockwise, as everything that
 * takes one expects; a negative radius is taken as 0. */
typedef struct sm_hull {
    sm_vec2 vertices[SM_HULL_VERTICES];
    int count; /* 1 .. SM_HULL_VERTICES */
    float radius;
} sm_hull;

/* Returns the same shape as a hull. */
sm_hull sm_hull_of_capsule(sm_capsule capsule);

/* Returns the axis-aligned box of this size around the origin, with sharp corners. */
sm_hull sm_hull_of_box(float width, float height);

/* Makes the smallest hull around the points, rounded by `radius`. Returns false, and leaves *hull
 * alone, when there is no point, one that is not finite, or when it has more than SM_HULL_VERTICES
 * corners. */
bool sm_hull_of_points(const sm_vec2 *points, int count, float radius, sm_hull *hull);

/* ---- Closest points ---------------------------------------------------------------------- */

/* Returns the point of the segment a-b nearest to `point`: the projection on the line, clamped to
 * the ends (Ericson, Real-Time Collision Detection, 5.1.2). a = b returns a. */
sm_vec2 sm_closest_on_segment(sm_vec2 point, sm_vec2 a, sm_vec2 b);

typedef struct sm_closest_points {
    sm_vec2 first, second; /* one on each segment */
    float distance;        /* 0 when the segments cross or touch */
    double s, t; /* 0 .. 1: first is a1 + s (b1 - a1), second a2 + t (b2 - a2); of a point 0 */
} sm_closest_points;

/* Returns the closest points of the segments a1-b1 and a2-b2. In the plane two segments that do not
 * cross are closest at an end of one of them, so points, parallel and collinear segments need no
 * case of their own; of equally close pairs the first of a1, b1, a2, b2 wins. Crossing segments
 * give the crossing point twice. */
sm_closest_points sm_closest_of_segments(sm_vec2 a1, sm_vec2 b1, sm_vec2 a2, sm_vec2 b2);

/* ---- Collisions -------------------------------------------------------------------------- */

#define SM_NO_OBSTACLE (-1)

typedef struct sm_collision {
    float depth; /* penetration: positive inside, 0 touching exactly, negative the gap between */
    sm_vec2
        normal; /* unit, from the obstacle toward the mover; moving by normal * depth separates */
    sm_vec2 point; /* on the obstacle's surface, where the mover is deepest in it (or nearest) */
    int obstacle;  /* the obstacle's number, SM_NO_OBSTACLE where none was given or none collides */
} sm_collision;

/* The same in space. */
typedef struct sm3_collision {
    float depth;
    sm3_vec normal, point;
    int obstacle;
} sm3_collision;

/* Collides two capsules: depth = (sum of the radii) - (distance of the inner segments), along the
 * line of the closest points. Where the inner segments touch or cross the distance is not enough,
 * and the shortest way apart is taken instead: the nearest edge of the parallelogram of their
 * differences (Minkowski difference), so a mover lying exactly on a wall is pushed across the wall.
 * Of two ways that are equally short, the one against `delta` (the wanted displacement, zero if
 * unknown) is taken; where neither is, a centre on a wall from a to b goes to its left. Inner
 * segments touch when they are no farther apart than 1e-14 of their largest coordinate, at most
 * 1e-9.
 *
 * Returns the collision, with a negative depth when the shapes are apart, and obstacle =
 * SM_NO_OBSTACLE: the caller knows the number. NaN or infinite arguments return a collision of
 * depth -INFINITY, normal and point zero. */
sm_collision sm_collide(sm_capsule mover, sm_capsule obstacle, sm_vec2 delta);

/* Collides a hull, given around the origin and placed at `position`: as sm_collide, by the shortest
 * way apart, also where the hull contains the obstacle's segment. */
sm_collision sm_collide_hull(sm_hull mover, sm_vec2 position, sm_capsule obstacle, sm_vec2 delta);

/* The named tests of the field. Each is sm_collide for one pair of shapes, with the first shape as
 * the mover and no wanted delta; sm_overlaps of it is the yes or no, sm_resolvement the push. */
sm_collision sm_collide_point_circle(sm_vec2 point, sm_vec2 centre, float radius);
sm_collision sm_collide_circles(sm_vec2 centre, float radius, sm_vec2 obstacle_centre,
                                float obstacle_radius);
sm_collision sm_collide_circle_segment(sm_vec2 centre, float radius, sm_vec2 a, sm_vec2 b);
sm_collision sm_collide_circle_capsule(sm_vec2 centre, float radius, sm_capsule obstacle);
sm_collision sm_collide_capsules(sm_capsule mover, sm_capsule obstacle);

/* ---- First touch ------------------------------------------------------------------------- */

/* When a mover that is displaced without turning first touches. */
typedef struct sm_touch {
    bool hit;        /* false: it does not within the delta; fraction is then 1, the rest zero */
    double fraction; /* of the delta, 0 .. 1, exact to the last digits however long the delta is */
    sm_vec2 normal;  /* unit, from the obstacle to the mover, at the touch */
    sm_vec2 point;   /* on the obstacle's surface, where they touch */
    int obstacle;    /* the obstacle's number, SM_NO_OBSTACLE where none was given */
} sm_touch;

#define SM_CAST_FARTHEST 1e12f /* world units; a million times what a level may hold */

/* How a shape moves within a tick: it is turned by `angle` about its origin and placed at
 * `position` at first; from there it moves by `delta` and turns by `turn`, both evenly. Radians. */
typedef struct sm_motion {
    sm_vec2 position;
    float angle;
    sm_vec2 delta;
    float turn;
} sm_motion;

/* One advance. */
typedef struct sm_advance_step {
    double fraction; /* where it stands, of the motion */
    double distance; /* between the surfaces there, world units; negative: they overlap */
    double approach; /* the most it can shrink by meanwhile, as if for a whole motion */
    double step;     /* so far it is safe to go, at most to the end; 0 at the last */
    sm3_vec normal;  /* of the shortest line between them, from the second to the first */
    sm3_vec point;   /* its end on the second */
} sm_advance_step;

/* The record of an advance, in 2D and in 3D. The caller sets `steps` and `capacity`. */
typedef struct sm_advance_trace {
    sm_advance_step *steps;
    int capacity;
    int count;
    int lost; /* made but not recorded: capacity was too small */
} sm_advance_trace;

typedef enum sm_advance_end {
    SM_ADVANCE_CLEAR,    /* they do not touch */
    SM_ADVANCE_TOUCHING, /* they do, at `fraction` */
    SM_ADVANCE_UNDECIDED /* not until `fraction`; to see what comes then it takes more steps */
} sm_advance_end;

typedef struct sm_advance_result {
    sm_advance_end end;
    double fraction; /* of the motion, 0 .. 1; 1 when clear, and the rest is zero then */
    double distance; /* between the surfaces there */
    sm3_vec normal;  /* unit, from the second to the first */
    sm3_vec point;   /* on the second's surface, nearest to the first */
} sm_advance_result;

#define SM_ADVANCE_TOLERANCE 1e-4 /* world units: the distance that counts as touching */
#define SM_ADVANCE_STEPS     1000

/* Conservative advancement (Mirtich 1996): the first touch of two convex shapes that move and turn.
 * In each step they are brought forward as far as they surely stay apart along the normal of where
 * they are, however their corners turn meanwhile, so they are never past a touch. It is found when
 * they are nearer than `tolerance` (0: SM_ADVANCE_TOLERANCE), still apart by about half of it.
 *
 * Shapes that are as near at the start, or overlap, are hit at fraction 0 if the motion leads
 * deeper. If it leads along or out that touch is none, as in sm_shapecast, until they have come
 * deeper by half the tolerance or parted by more than twice the tolerance. Only where shapes turn
 * and go on touching for hundreds of steps, a parting by some hundredths of their size may be
 * missed. NaN or infinite arguments are clear. `trace` may be NULL. */
sm_advance_result sm_advance(sm_hull first, sm_motion first_motion, sm_hull second,
                             sm_motion second_motion, float tolerance, sm_advance_trace *trace);

/* ---- What to collide with ---------------------------------------------------------------- */

/* How a delta becomes a position. All but SM_SWEEP force the move and then push out of one
 * penetrated obstacle at a time; they differ in which. The seed method is SM_DEEPEST; three others
 * stand beside it to show why the choice matters, and SM_SWEEP to show what is possible. */
typedef enum sm_resolver {
    SM_DEEPEST,    /* the deepest; of equals the lowest number */
    SM_LAST,       /* the highest number: in a plain loop, each penetrated obstacle reassigns */
    SM_FIRST,      /* the lowest number: in a plain loop, stop at the first */
    SM_SHALLOWEST, /* the least deep; of equals the lowest number */
    SM_SWEEP,      /* goes to each first touch and slides on along all it touches; never through */
    SM_RESOLVER_COUNT
} sm_resolver;

/* Returns the resolver's name as the command line and the screen spell it, NULL for no resolver. */
const char *sm_resolver_name(sm_resolver resolver);

/* Returns one line that says what the resolver does, NULL for no resolver. */
const char *sm_resolver_summary(sm_resolver resolver);

/* Finds a resolver by name. Returns false, and leaves *resolver alone, when there is none. */
bool sm_resolver_from_name(const char *name, sm_resolver *resolver);

/* Which obstacles count. Zeroed, or NULL where a pointer is taken: all. */
typedef struct sm_filter {
    unsigned mask; /* what shares a bit with it counts, as does what has no mask; 0: all */
    bool (*accept)(void *context, int obstacle, uint64_t user); /* asked of what the mask lets
                       through, maybe more than once in a move, with one answer; NULL: all */
    void *context;
} sm_filter;

/* Returns whether an obstacle with this mask, number and user number counts. */
bool sm_filter_accepts(const sm_filter *filter, unsigned mask, int obstacle, uint64_t user);

struct sm_trace;

/* One iteration's choice: obstacles offer it their collisions, it keeps the one its resolver
 * prefers. The result does not depend on the order of the offers. */
typedef struct sm_choice {
    sm_resolver resolver;
    float reach;      /* offer what has depth > -reach; 0 unless a trace wants to see near misses */
    float resolution; /* a depth up to this counts as touching: the floats there are no finer */
    sm3_collision chosen;    /* the preferred penetration so far; depth 0: none yet */
    struct sm_trace *trace;  /* records every offer; NULL when nobody looks */
    const sm_filter *filter; /* offer only what it accepts */
} sm_choice;

/* Offers a collision to the choice. Offers that do not penetrate are only recorded. Collisions
 * without a number count, too, as the lowest; only between equals of them the order decides. */
void sm_choice_offer(sm_choice *choice, sm_collision collision);

/* Offers to `choice` each obstacle, or each convex piece of it, that the mover, given around the
 * origin and placed at `position`, overlaps or comes within choice->reach of. `delta` is the
 * displacement wanted (see sm_collide). May offer more than that. */
typedef void sm_offer_fn(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                         sm_choice *choice);

/* One obstacle. Zeroed but for `shape` it is a wall that stands still, and that everyone meets. */
typedef struct sm_obstacle {
    sm_capsule shape;  /* where it is now */
    sm_capsule before; /* where it was one tick ago, if it moves */
    bool moves;
    bool oneway;   /* collides only from the left side of a-b; what overlaps it goes on through, and
                      in SM_SWEEP past the ends of others that begin on it. One that moves carries who
                      is pressed on it */
    unsigned mask; /* bits of those that meet it (sm_filter); 0: all */
    uint64_t user; /* the game's own */
    int number;
} sm_obstacle;

/* Shown one obstacle; returns whether to go on. */
typedef bool sm_obstacle_fn(void *visit_context, const sm_obstacle *obstacle);

/* Calls `visit` for every obstacle, whatever the filter, that comes into the box from `min` to
 * `max` (finite, edges included): for one that moves, the box around where it was and where it is
 * counts. May visit more than that, in any order, and may go on when `visit` would not; must not
 * visit one twice. */
typedef void sm_gather_fn(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                          void *visit_context);

/* What a mover collides with: moves and queries know no more of it than this. `gather` serves them
 * all. `offer` serves the resolvers that push out, where there is a faster way, or where obstacles
 * are not made of capsules: then it may be alone. For those resolvers a moving obstacle that is
 * gathered is where it is now, without its motion, and a one-way obstacle collides where the delta,
 * and not something before it, has led into its left side.
 *
 * Without a `gather` SM_SWEEP asks `offer`, again and again on the way: it keeps a gap of about
 * SM3_SKIN then, as in 3D, goes round bends in short legs, and obstacles do not carry. It must be
 * offered a collision of each convex piece: what lies beyond the tangent of the nearest point of
 * one that is not convex it would run into. */
typedef struct sm_obstacles {
    sm_offer_fn *offer; /* NULL: what is gathered is offered */
    const void *context;
    sm_gather_fn *gather;
} sm_obstacles;

/* An array, the plain loop. Obstacles are numbered by their index. */
typedef struct sm_capsule_array {
    const sm_capsule *obstacles;
    int count; /* a negative count is taken as 0 */
} sm_capsule_array;

/* Returns the array as obstacles. The array and what it points to must outlive the result. */
sm_obstacles sm_obstacles_of_array(const sm_capsule_array *array);

/* An array of obstacles that may be one-way or move. */
typedef struct sm_obstacle_array {
    const sm_obstacle *obstacles; /* their own numbers do not count, their index does */
    int count;                    /* a negative count is taken as 0 */
} sm_obstacle_array;

/* Returns the array as obstacles. The array and what it points to must outlive the result. */
sm_obstacles sm_obstacles_of_list(const sm_obstacle_array *array);

/* ---- A world: obstacles with an index ---------------------------------------------------- */

/* Obstacles of its own, and an index by which a query looks only at what is near: its
 * cost does not depend on how many obstacles there are. Every result has the same bits as that of
 * the plain loop. Obstacles keep their numbers for life: 0 .. count - 1 in the order of creation. A
 * removed one leaves a hole that never collides, and its number is not given out again.
 *
 * Reading is safe from many threads at once, as long as none changes the world. */
typedef struct sm_world sm_world;

/* Which instructions the index uses. It changes the speed only. */
typedef enum sm_simd {
    SM_SIMD_BEST, /* the widest that this processor has */
    SM_SIMD_NONE, /* those that the library is compiled for: SSE2 on x86-64, else plain C */
    SM_SIMD_AVX2
} sm_simd;

/* Who is told how far long work is: some ms of work apart. Returning false gives the work up. */
typedef struct sm_progress {
    bool (*tell)(void *context, size_t done, size_t total); /* NULL: no one */
    void *context;
} sm_progress;

/* How to make a world; zeroed is malloc, free and the best instructions. */
typedef struct sm_world_def {
    void *(*allocate)(void *context, size_t bytes); /* aligned as malloc does; NULL: no memory */
    void (*release)(void *context, void *memory);   /* of allocate; never NULL. Both or none */
    void *context;
    sm_simd simd;         /* what the processor lacks is replaced by what it has */
    sm_progress progress; /* while the world is created */
} sm_world_def;

typedef enum sm_change {
    SM_CHANGED,
    SM_NO_MEMORY,    /* the world is as it was */
    SM_NO_SUCH_THING /* no obstacle of that number; nothing was changed */
} sm_change;

/* Copies the capsules (a negative count is taken as 0) and builds the index. Those that are not
 * finite never collide. NULL def: a zeroed one. Returns NULL when out of memory
 * or given up. */
sm_world *sm_world_create(const sm_capsule *obstacles, int count, const sm_world_def *def);

/* NULL is allowed. */
void sm_world_destroy(sm_world *world);

/* Returns how many numbers are given out, holes included. */
int sm_world_count(const sm_world *world);

/* Returns an obstacle; one with a shape of NaN for a hole and where there is no such number. */
sm_obstacle sm_world_get(const sm_world *world, int obstacle);

/* Returns all obstacles, in the order of their numbers, sm_world_count of them; holes are NaN. They
 * are the world's own: to be read, until the next change. */
const sm_capsule *sm_world_capsules(const sm_world *world);

/* Sets all of an obstacle but its number, or fills a hole. */
sm_change sm_world_set(sm_world *world, int obstacle, const sm_obstacle *o);

/* Moves an obstacle: it comes to this shape during this tick, from the one that it has. What fills
 * a hole was not anywhere before, and stands still. */
sm_change sm_world_move(sm_world *world, int obstacle, sm_capsule shape);

/* A tick is over: what was moved stands still, until it is moved again. */
void sm_world_rest(sm_world *world);

/* Leaves a hole, plain when it is filled. */
sm_change sm_world_remove(sm_world *world, int obstacle);

/* Adds an obstacle, whose number is sm_world_count before the call. From time to time, each time
 * that the obstacles have doubled, the index is built anew, as an array grows. Returns the number,
 * SM_NO_OBSTACLE when out of memory: the world is as it was then. */
int sm_world_add(sm_world *world, const sm_obstacle *o);

/* Told of one cell that a query looks into: its box, and how many entries it holds. Cells at the
 * rim are shown as if they ended there. */
typedef void sm_cell_fn(void *context, sm_vec2 low, sm_vec2 high, int entries);

/* Visits the cells that a query around the mover looks into: what the index spares, made visible.
 */
void sm_world_cells(const sm_world *world, sm_capsule mover, sm_cell_fn *visit, void *context);

/* Returns the world as obstacles, with the results of sm_obstacles_of_list for the list of its
 * obstacles; while all are plain walls (only a shape), of sm_obstacles_of_array: for the resolvers
 * that push out those two may differ in the last digit. The world must outlive the result. */
sm_obstacles sm_obstacles_of_world(const sm_world *world);

/* ---- What is where -----------------------------------------------------------------------
 *
 * Queries of any obstacles; of those of a game's own all but the first need a `gather`, and find
 * nothing without. What the filter does not accept is not there (NULL: all is); what moves is where
 * it is now. Arguments that are not finite find nothing. */

/* Returns the deepest collision of the mover at `position`, to which `delta` has led it: what
 * SM_DEEPEST would push out of; of equals the lowest number. Obstacle SM_NO_OBSTACLE and depth 0:
 * none is penetrated. */
sm_collision sm_find_deepest(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                             const sm_filter *filter);

/* Visits, once each and in no particular order, the obstacles that the mover at `position` overlaps
 * or touches (sm_overlaps), one-way or not. */
void sm_find_overlaps(sm_vec2 position, sm_hull mover, sm_obstacles obstacles,
                      const sm_filter *filter, sm_obstacle_fn *visit, void *context);

/* Visits, in the same way, the obstacles that touch the box, whose edge belongs to it: never misses
 * one, and may visit one that is farther by what rounding can do (1e-14 of the coordinates). The
 * corners may be in any order. */
void sm_find_in_box(sm_vec2 corner, sm_vec2 opposite_corner, sm_obstacles obstacles,
                    const sm_filter *filter, sm_obstacle_fn *visit, void *context);

/* Returns the obstacle whose surface is nearest to the point, one-way or not, if nearer than
 * max_distance (INFINITY for any): depth is minus the distance, positive inside; of equals the
 * lowest number. Obstacle SM_NO_OBSTACLE and depth 0: none. A world looks at what is near first,
 * other obstacles gather all within max_distance. */
sm_collision sm_find_nearest(sm_vec2 point, float max_distance, sm_obstacles obstacles,
                             const sm_filter *filter);

/* Casts the mover, given around the origin and placed at `position`, along `delta`: the first touch
 * of any obstacle; of equals the lowest number. It is the exact time in closed form, of a ray
 * against the obstacle grown by the mover (Minkowski difference; Ericson, Real-Time Collision
 * Detection, 5.5). A mover that touches or overlaps at the start is hit at fraction 0 if the delta
 * leads deeper, and not at all if it leads along or out. A one-way obstacle is hit on its left
 * side, and not by what overlaps it at the start.
 *
 * The place of the touch is exact to about 1e-15 of the largest coordinate, 1e-6 world units at
 * 1e9; a world gives the bits of the loop up to there. Numbers beyond SM_CAST_FARTHEST are refused
 * like NaN and infinity: they return no hit. */
sm_touch sm_shapecast(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                      const sm_filter *filter);

/* sm_shapecast of a point: a start on an obstacle's surface or inside is a hit at fraction 0 only
 * if the way leads deeper. */
sm_touch sm_raycast(sm_vec2 origin, sm_vec2 delta, sm_obstacles obstacles, const sm_filter *filter);

/* ---- Moving ------------------------------------------------------------------------------ */

/* World units. A move that starts or would lead farther, or to infinity or NaN, is refused: out
 * there not even the squares of doubles tell apart what touches. A world gives the bits of the
 * plain loop for all positions and obstacles up to here; with SM_SWEEP where obstacles are no
 * longer than 1e8 times the mover's thickness, since what it touches is told from rounding by that.
 */
#define SM_FARTHEST 1e30f

#define SM_PUSHES     5  /* the seed method's limit, used where options name none */
#define SM_PUSHES_MAX 20 /* the most that options may ask for */

#define SM_ITERATIONS_MAX 64 /* as many as a record holds */

/* What an iteration did. */
typedef enum sm_step {
    SM_STEP_PUSH,   /* pushed out of the chosen obstacle, and of others held at the same time */
    SM_STEP_TRAVEL, /* went on until the chosen obstacle was touched, or to the end */
    SM_STEP_CARRY   /* was carried by the chosen obstacle, which moves */
} sm_step;

/* Which part of a tick an iteration belongs to. */
typedef enum sm_part {
    SM_PART_MOVE,  /* of a move: all of it; the others are of a character's tick */
    SM_PART_WALK,  /* along its floor */
    SM_PART_ALONG, /* on along another floor, which it met */
    SM_PART_UP,    /* up to try a step, */
    SM_PART_OVER,  /* on over it, */
    SM_PART_DOWN,  /* and down on it */
    SM_PART_SNAP,  /* down to a floor that fell away */
    SM_PART_FALL,  /* through the air */
    SM_PART_PAST,  /* on through the air, past what it met */
    SM_PART_END    /* the look at the final position, where no move of these ended with it */
} sm_part;

#define SM_HELD_MAX 4 /* obstacles that hold the mover at once: as many as a record names */

/* One look at the obstacles, and what followed from it. */
typedef struct sm_iteration {
    sm3_vec before;      /* the mover's position when it looked */
    sm3_vec after;       /* and after the push; equals `before` when there was none */
    int first_candidate; /* index into sm_trace.candidates */
    int candidate_count; /* how many of them were recorded for this iteration */
    int chosen;          /* index into sm_trace.candidates; -1: no push */
    sm_step step;        /* SM_STEP_PUSH for all resolvers but SM_SWEEP */
    sm_part part;
    float time; /* how far moving obstacles were on their way then, 0 .. 1 */

    /* Of SM_SWEEP: what holds it afterwards, or what a push satisfied all at once; and where it
     * goes on. */
    int held[SM_HELD_MAX]; /* obstacles' numbers */
    int held_count;
    float left;  /* of delta, that is not used up yet: 1 .. 0 */
    sm3_vec way; /* the part of that which they allow; zero: it leads nowhere */
} sm_iteration;

/* The record of one move, in 2D and in 3D. The caller sets `candidates`, `capacity`, `reach` and
 * `let_through`; sm_slide_move and sm3_slide_move fill the rest. The last iteration is the look at
 * the final position, so its candidates are the contacts. Each iteration's candidates are in the
 * order of their numbers, however they were found: a world records what the plain loop does. What
 * SM_SWEEP does between two touches is one iteration; what is too much for the record adds to the
 * last one before the look. */
typedef struct sm_trace {
    sm3_collision
        *candidates; /* where to record; NULL with capacity 0 records the iterations alone */
    int capacity;
    float reach;       /* also record obstacles this far from touching, in world units */
    bool *let_through; /* as many as candidates: obstacles that did not count from where the mover
                          was, one-way walls and one-sided faces, are recorded, too, and this is
                          true of them. NULL: they are not */

    sm3_vec start, delta; /* what was asked */
    sm_resolver resolver;
    sm_iteration iterations[SM_ITERATIONS_MAX];
    int iteration_count;
    int candidate_count; /* recorded in all */
    int candidates_lost; /* seen but not recorded: capacity was too small */
} sm_trace;

/* How to move, in 2D and in 3D. A zeroed sm_options, or NULL, is the seed method. */
typedef struct sm_options {
    sm_resolver resolver;
    int max_pushes;  /* 0: SM_PUSHES; otherwise clamped to 1 .. SM_PUSHES_MAX */
    sm_trace *trace; /* NULL: no record */
    bool both_sides; /* 3D: one-sided faces collide from behind, too: to see why they should not */
    const sm_filter *filter; /* what the move meets; NULL: all */
    sm3_vec weight; /* SM_SWEEP: world units, as the delta, and leads nowhere: of what moves, that
                       carries the mover into which both together press it most. Zero: the delta
                       alone. What is not finite presses it on nothing */
} sm_options;

typedef enum sm_status {
    SM_MOVED,
    SM_NOT_FINITE,  /* the arguments, or where they lead, are NaN or too far: the mover stayed */
    SM_NO_RESOLVER, /* options->resolver is none of sm_resolver: the mover stayed */
    SM_NO_GATHER,   /* the obstacles have no function to ask: the mover stayed */
    SM_CRUSHED      /* SM_SWEEP: there is no room; it is where it penetrates least, `depth` deep */
} sm_status;

typedef struct sm_result {
    sm_vec2 position; /* where the mover ends */
    sm_vec2 normal;   /* of the last push; zero when there was none */
    float depth;      /* the deepest penetration left; 0 when the mover is free */
    int pushes;       /* push-outs made */
    sm_status status;
} sm_result;

/* Moves by `delta`, whatever is in the way, then pushes the mover out, at most max_pushes times,
 * along the normal of the one collision that the resolver chooses, by its depth; stops when nothing
 * is penetrated. The mover is given around the origin: sm_hull_of_capsule makes one of a capsule.
 *
 * Penetration finer than the floats at the mover's position can express (FLT_EPSILON times its
 * larger coordinate) counts as touching: no push could mend it.
 *
 * Known limits, kept on purpose: it tunnels when |delta| exceeds the mover's radius, trembles in
 * sharp corners, and leaves depth behind where max_pushes pushes are not enough. */
sm_result sm_slide_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                        const sm_options *options);

/* What SM_SWEEP does instead, and promises (max_pushes does not limit it):
 *
 * 1. A mover that starts inside is moved to the nearest place that satisfies every obstacle near at
 *    once (the intersection of their half-planes), or, where there is none, that penetrates least.
 *    It never gets deeper into anything than it was in the worst. If none is free, it goes to the
 *    nearest free place in straight sight and within its width; where there is none, one of those
 *    near moves or they are more than 64, it stays, SM_CRUSHED. Its middle crosses nothing that
 *    stands still, one-way obstacles apart: the centre of a disk, the centroid of a polygon, the
 *    inner segment of a capsule unless that crosses it at the start. So a mover with its middle in
 *    a closed room stays in that room.
 * 2. It travels to the exact time of first touch, and on in the direction nearest to the wanted one
 *    that all it touches allow together; round the ends of walls along the arc. Where that is no
 *    direction at all it rests, and resting is a fixed point: the position does not change.
 * 3. Obstacles that moved are taken along their way first: they push the mover, and carry it where
 *    it touches them and the delta presses on them, but not through what stands still. They go in
 *    at most 1024 steps of at most half the mover's thickness (the radius, and of a polygon the
 *    distance from its centroid to its nearest edge): an obstacle that goes farther than 512
 *    thicknesses in a tick may pass the mover, and so may one that presses it on something that
 *    stands still.
 * 4. It asks its obstacles at most SM_SWEEP_LOOKS times, so it looks at each at most that often;
 *    the legs and pushes in between are limited, too (128 to a look). A move that needs more is cut
 *    short: the rest of the delta is lost, moving obstacles go the rest of their way at once, and a
 *    mover that starts inside may stay deeper than it need be, SM_CRUSHED. It can need more among
 *    more than 48 obstacles within its reach, on a way that bends thousands of times, or where it
 *    is pushed for hundreds of thicknesses. Of more than 48 one-way obstacles within its reach,
 *    those with the lowest numbers decide which ends of others it goes past.
 *
 * A mover that turns (another shape each tick) is inside at first, too. One that was turned into
 * walls deeper than its thickness may come out on their other side: turn in steps that move no
 * point of it farther than its radius, and take back a turn after which it is SM_CRUSHED.
 *
 * In the mathematicians' words: the sweeping process (Moreau 1977), one tick of it. A mover that is
 * crushed moves on as if it were as small as the place it is in. Touching means nearer than a few
 * times what floats can express there; a touch less deep than that does not stop anything, so a
 * smooth wall may be made of any number of pieces. `pushes` counts the contacts that bent the move.
 */

#define SM_SWEEP_LOOKS 400 /* at each obstacle, in one move */

/* ---- Contacts and velocity --------------------------------------------------------------- */

/* Finds what the mover touches or penetrates at `position`, to within what floats can express there
 * (as SM_SWEEP means it), of what the filter accepts. Writes the first `capacity` to `contacts`, in
 * the order of their numbers. Returns how many there are; 0 without a function to ask or
 * when the arguments are not finite. */
int sm_find_contacts(sm_vec2 position, sm_hull mover, sm_obstacles obstacles,
                     const sm_filter *filter, sm_collision *contacts, int capacity);

/* Returns the velocity nearest to `velocity` that leads into no contact: momentum after a move,
 * given the contacts of its final position. All are satisfied at once, so between two walls of a
 * corner it is zero and does not bounce from one to the other. Zero too when it is not finite. */
sm_vec2 sm_clip_velocity(sm_vec2 velocity, const sm_collision *contacts, int count);

#ifdef __cplusplus
}
#endif

#endif

/* sweep_state3: the state of one move of SM_SWEEP in 3D, and the functions that its parts share:
 * contacts and first touches (sweep_contacts3.c), arcs round an edge or a corner (arc3.c), the
 * slide along delta (slide3.c) and the whole move (sweep3.c). */
#ifndef SM_SWEEP_STATE3_H
#define SM_SWEEP_STATE3_H

#include "../planes.h"
#include "../resolver.h"
#include "cast3.h"
#include "obstacle_cache3.h"

/* In thicknesses: a mover that is so deep in an obstacle has its axis in it. */
#define AXIS_DEPTH3 0.99

/* Places in the cache, sorted by the obstacles' numbers. */
typedef struct near_list3 {
    int gathering; /* cache.gathering when it was made; 0: it is not made yet */
    int count;
    int places[CACHE3_CROWD];
} near_list3;

typedef struct sweep3 {
    double thickness; /* of the mover: the radius of the largest ball inside */
    /* The position and what follows from it, all set by sm3_sweep_move_to: */
    pose3 here;
    double skin;          /* the gap to keep here */
    double crushed;       /* world units: depth with no way out, plus the skin; usually 0 */
    clearance3 clearance; /* the skin as gaps for a cast */
    near_list3 near;      /* obstacles that may hold the mover here; made when needed */
    vec3 delta;
    double length;     /* of delta */
    bool is_pushed;    /* obstacles near the mover move */
    excluded3 ignored; /* one-way faces that the mover passes through; empty but during a cast */
    contact3 uncached; /* the last contact measured of an obstacle that is not in the cache */
    obstacle_cache3 cache;
    const sm_options *options;
    sweep_observer *observer; /* or NULL */
    bool is_ended;            /* by that */
} sweep3;

/* Returns the greatest depth to which the mover gets in an obstacle that its axis is not in, even
 * when pressed or crushed. It stays below AXIS_DEPTH3 by more than rounding to floats: a mover that
 * an obstacle stopped must not pass through it in the next move. */
static inline double sweep3_max_depth(const sweep3 *s, double skin) {
    return AXIS_DEPTH3 * s->thickness - sm_max(0.01 * s->thickness, skin / 4);
}

/* Moves the mover there, and updates what follows from the position. */
void sm3_sweep_move_to(sweep3 *s, vec3 position, double crushed);

/* cache3_cover for one query. A query in a crowd, or of the source, counts as one of the looks that
 * a move may take. */
static inline bool sweep3_cover(sweep3 *s, const pose3 *at, double reach) {
    bool is_covered = cache3_cover(&s->cache, at, reach);
    s->cache.looks_left -= !is_covered || s->cache.is_crowded;
    return is_covered;
}

/* cache3_cover unless there is a crowd. */
static inline bool sweep3_cover_few(sweep3 *s, double reach) {
    return cache3_cover(&s->cache, &s->here, reach) && !s->cache.is_crowded;
}

static inline bool sweep3_may_look(const sweep3 *s) {
    return s->cache.looks_left > 0;
}

/* sm3_ignores_oneway for the sweep's mover at a pose. */
bool sm3_sweep_ignores_oneway(sweep3 *s, const pose3 *there, const obstacle3 *face,
                              const contact3 *contact);

/* Whether an obstacle that the mover is near now stops it at once on a straight path; gives the
 * touch in `cast`. Call this before sm3_sweep_touch, since it costs less. `planes` are those of the
 * obstacles that are touched. */
bool sm3_sweep_is_held(sweep3 *s, const vec3 *path, const plane3 *planes, int count, cast3 *cast);

/* Gives in `cast` the first touch on a straight path, of obstacles that do not stop it at once. */
void sm3_sweep_touch(sweep3 *s, const vec3 *path, const plane3 *planes, int count, cast3 *cast);

enum { CONTACTS3_MAX = 8 };

typedef struct numbered_contact3 {
    contact3 contact;
    int number;
    obstacle3 shape;
} numbered_contact3;

/* A visitor that keeps the few deepest contacts. */
typedef struct contacts3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    double into;  /* a one-way face in which the mover is deeper is ignored */
    double reach; /* keeps contacts with depth > -reach */
    bool both_sides;
    excluded3 excluded; /* obstacles to leave out */
    int count;
    numbered_contact3 deepest[CONTACTS3_MAX]; /* the deepest first; of equals the lowest number */
} contacts3;

static inline double contacts3_deepest(const contacts3 *c) {
    return c->count > 0 ? c->deepest[0].contact.depth : -INFINITY;
}

/* Finds the deepest contacts with a depth above -reach, at the mover's place. */
void sm3_sweep_contacts(sweep3 *s, double reach, contacts3 *contacts);

/* Finds them at another pose, without some obstacles. */
void sm3_sweep_other_contacts(sweep3 *s, const pose3 *at, double reach, const int *excluded,
                              int excluded_count, contacts3 *contacts);

/* sm3_sweep_contacts for a trace, which changes nothing about the move. */
void sm3_sweep_record_contacts(sweep3 *s, double reach, contacts3 *contacts);

/* Whether the mover certainly comes near no obstacle on the whole delta. */
bool sm3_sweep_is_free(sweep3 *s);

/* Whether a path leads along what the mover is to be pressed on, and meets nothing. */
bool sm3_sweep_glides(sweep3 *s, const vec3 *path, const vec3 *pressed);

/* Whether no obstacle is nearer than `gap` to the mover. May return false although none is, if a
 * certain answer would cost too much. */
bool sm3_sweep_has_room(sweep3 *s, double gap);

/* Records in the current iteration the faces within the trace's reach that do not block the mover:
 * one-sided ones from behind, and one-way ones that it passes through. `by` is the sweep that
 * decides this; NULL: a method that pushes out. Does nothing if the trace does not want such faces,
 * or if both sides block. */
void sm3_record_let_through(sm_trace *trace, mover3 mover, vec3 delta, bool both_sides,
                            const sweep3 *by, const query_scope3 *scope);

typedef struct touched3 {
    obstacle3 shape;
    int number;
    vec3 normal; /* of the last contact */
} touched3;

/* Returns the contact with an obstacle at `position`, on either side of it. */
contact3 sm3_sweep_contact(const sweep3 *s, vec3 position, const touched3 *touched);

/* sm3_sweep_contact at a pose, from the cache if it is there. Valid until the next call. */
const contact3 *sm3_sweep_contact_at(sweep3 *s, const pose3 *at, const touched3 *touched);

/* Whether a contact with this normal is with the face, not with an edge or a corner. */
static inline bool is_on_face3(const triangle3 *t, vec3 normal) {
    static const double flat = 1e-8; /* the square of the angle between, in radians */
    double cosine = vec3_dot(normal, t->normal);
    return t->area > 0 && t->area - cosine * cosine < flat * t->area;
}

typedef struct arc_leg3 {
    double fraction; /* of the wanted displacement */
    int limit;       /* the obstacle that ended the arc; SM_NO_OBSTACLE: none did */
    obstacle3 limit_shape;
    vec3 normal; /* at the end of the leg */
} arc_leg3;

/* Moves one leg on an arc round the edge or corner of `along`, which the mover touches. If `floor`
 * is not NULL, the mover stays in contact with it. Returns false if the path there is no arc, or if
 * an obstacle blocks the arc. */
bool sm3_arc_leg(sweep3 *s, const touched3 *along, const touched3 *floor, vec3 wanted,
                 arc_leg3 *leg);

/* Moves along the sweep's delta and slides along the obstacles that it touches. The path from one
 * touch to the next is one iteration of the trace. */
void sm3_sweep_slide(sweep3 *s, sm3_result *result);

/* Begins an iteration of a sweep that has a trace. If the trace is full, continues its last one. */
sm_iteration *sm3_sweep_begin_iteration(const sweep3 *s, sm_step step);
void sm3_sweep_record(sm_trace *trace, const contact3 *contact, int number, sm_candidate what);

/* Records the contacts as candidates, and ends the iteration at the mover's place. */
void sm3_sweep_end_iteration(sweep3 *s, const contacts3 *near);

/* Ends it with the contacts near that the trace wants to see. */
void sm3_sweep_end_leg(sweep3 *s);

/* sm3_find_contacts for obstacles that have a `visit`. */
int sm3_sweep_list_contacts(sm3_vec position, sm3_mover mover, const query_scope3 *scope,
                            sm3_collision *contacts, int capacity);

/* Begins a sweep that is kept for looks after it. */
static inline void sweep3_begin_kept(sweep3 *s) {
    s->cache.reach = -INFINITY;
}

/* sm3_find_contacts among what the last move of the kept sweep had near, if that is all that is
 * near here. Mover, obstacles and filter must be those of the move. */
int sm3_sweep_contacts_after(sweep3 *kept, sm3_vec position, const sm3_mover *mover,
                             const query_scope3 *scope, sm3_collision *contacts, int capacity);

/* sm3_slide_move with SM_SWEEP, for valid arguments. On entry *result is that of a move without
 * obstacles. */
void sm3_sweep(sm3_vec position, sm3_vec delta, const sm3_mover *mover,
               const sm3_obstacles *obstacles, const sm_options *options, sm3_result *result);

/* The same with a sweep of the caller's, which keeps what is near. The observer may be NULL. */
void sm3_sweep_with(sweep3 *s, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                    const sm3_obstacles *obstacles, const sm_options *options,
                    sweep_observer *observer, sm3_result *result);

/* sm3_slide_move. SM_SWEEP uses `kept`, if that is not NULL, and then has the observer, if that is
 * not NULL. */
sm3_result sm3_slide_with(sweep3 *kept, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                          const sm3_obstacles *obstacles, const sm_options *options,
                          sweep_observer *observer);

#endif

/* sweep_state3: the state of one move of SM_SWEEP in 3D, and its parts: what the mover touches
 * (sweep_contacts3.c), the way round an edge or a corner (arc3.c), along delta (slide3.c), and the
 * whole (sweep3.c). */
#ifndef SM_SWEEP_STATE3_H
#define SM_SWEEP_STATE3_H

#include "../planes.h"
#include "../resolver.h"
#include "cast3.h"
#include "obstacle_cache3.h"

/* Of the mover's thickness: how deep it is in what its axis is in. */
#define AXIS_IS_IN3 0.99

/* Places in the cache, in the order of their numbers, which is the same however they were found. */
typedef struct near_list3 {
    int gathering; /* of the cache, whose places they are; 0: not listed yet */
    int count;
    int places[CACHE3_CAPACITY];
} near_list3;

typedef struct sweep3 {
    double thickness;     /* of the mover: the radius of the largest ball inside */
    pose3 here;           /* and what follows from it (sm3_sweep_move_to): */
    double skin;          /* the gap that is kept here */
    double crushed;       /* by how much there is less room than for that; usually 0 */
    clearance3 clearance; /* from where the mover stops to where it is held */
    near_list3 near;      /* what may hold it, once somebody asked */
    vec3 delta;
    double length;    /* of delta */
    bool is_pushed;   /* by what moves */
    left_out3 passed; /* one-way faces that it goes through, while they are looked for */
    contact3 other;   /* measured last of what the cache does not hold */
    obstacle_cache3 cache;
    const sm_options *options;
} sweep3;

/* How deep it gets in anything else, however pressed or crushed, where it keeps this skin. Between
 * both is room for rounding to floats, else what was stopped would be let through. */
static inline double sweep3_axis_stops(const sweep3 *s, double skin) {
    return AXIS_IS_IN3 * s->thickness - sm_max(0.01 * s->thickness, skin / 4);
}

/* Moves the mover there, and updates what follows from the position. */
void sm3_sweep_move_to(sweep3 *s, vec3 position, double crushed);

/* Shows what is near. One look of those that a move may take. */
static inline void sweep3_visit(sweep3 *s, const sm3_region *region, sm3_visitor *visitor) {
    s->cache.looks_left--;
    sm3_visit_near(&s->cache.scope, region, visitor);
}

static inline bool sweep3_may_look(const sweep3 *s) {
    return s->cache.looks_left > 0;
}

/* sm3_goes_through, there. */
bool sm3_sweep_goes_through(sweep3 *s, const pose3 *there, const obstacle3 *face,
                            const contact3 *contact);

/* Whether what holds the mover where it is stops it at once on a straight way. That is asked before
 * anything else about the way, as it costs least. The planes are those of what is touched already.
 */
bool sm3_sweep_is_held(sweep3 *s, const vec3 *way, const plane3 *planes, int count, cast3 *cast);

/* The first touch on a straight way, of what does not hold it. */
void sm3_sweep_touch(sweep3 *s, const vec3 *way, const plane3 *planes, int count, cast3 *cast);

enum { CONTACTS3_MAX = 8 };

typedef struct numbered3 {
    contact3 contact;
    int number;
    obstacle3 shape;
} numbered3;

/* A visitor that keeps the deepest few. */
typedef struct contacts3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    double into;  /* deeper than this in a one-way face it goes through that */
    double reach; /* sees what has depth > -reach */
    bool both_sides;
    left_out3 without;
    int count;
    numbered3 deepest[CONTACTS3_MAX]; /* the deepest first; of equals the lowest number */
} contacts3;

static inline double contacts3_deepest(const contacts3 *c) {
    return c->count > 0 ? c->deepest[0].contact.depth : -INFINITY;
}

/* Finds the deepest obstacles where the mover is, or there, of those with a depth above -reach. */
void sm3_sweep_contacts(sweep3 *s, double reach, contacts3 *contacts);
void sm3_sweep_other_contacts(sweep3 *s, const pose3 *at, double reach, const int *without,
                              int without_count, contacts3 *contacts);

/* The same for a record, which changes nothing. */
void sm3_sweep_record_contacts(const sweep3 *s, double reach, contacts3 *contacts);

/* Whether delta from where the mover is certainly comes to nothing. */
bool sm3_sweep_is_free(sweep3 *s);

/* Whether nothing is nearer than `gap` where the mover is; false, too, where that is not told with
 * little effort. */
bool sm3_sweep_has_room(sweep3 *s, double gap);

/* Records in the iteration under way the one-sided faces within the trace's reach that the mover
 * meets from behind, and one-way ones that it is in, as `by` has it, or NULL, who pushes out.
 * Nothing where the trace wants none of those, or where they do collide. */
void sm3_record_let_through(sm_trace *trace, mover3 mover, vec3 delta, bool both_sides,
                            const sweep3 *by, const query_scope3 *scope);

typedef struct touched3 {
    obstacle3 shape;
    int number;
    vec3 normal; /* where it was touched last */
} touched3;

/* The contact with an obstacle at `position`, whatever its side. */
contact3 sm3_sweep_contact(const sweep3 *s, vec3 position, const touched3 *touched);

/* The same where it was probably measured already or will be again. Until the next is asked for. */
const contact3 *sm3_sweep_contact_at(sweep3 *s, const pose3 *at, const touched3 *touched);

/* Whether the contact is one with the face, not with its border. */
static inline bool is_on_face3(const triangle3 *t, vec3 normal) {
    static const double flat = 1e-8; /* the square of the angle between, in radians */
    double cosine = vec3_dot(normal, t->normal);
    return t->area > 0 && t->area - cosine * cosine < flat * t->area;
}

typedef struct arc_leg3 {
    double part; /* of the wanted way */
    int limit;   /* the obstacle that ended the arc; SM_NO_OBSTACLE: none did */
    obstacle3 limit_shape;
    vec3 normal; /* there */
} arc_leg3;

/* Goes one leg on an arc round the edge or corner of `along`, which the mover touches, on `floor`
 * meanwhile unless that is NULL. Returns false when nothing bends there, it bends otherwise
 * or something is in the way. */
bool sm3_arc_leg(sweep3 *s, const touched3 *along, const touched3 *floor, vec3 wanted,
                 arc_leg3 *gone);

/* Moves along the sweep's delta, as far and in the directions that what is touched allows. What it
 * goes until it touches something is one iteration of the record. */
void sm3_sweep_slide(sweep3 *s, sm3_result *result);

/* The record, for who has a trace: begins a part, whose place is yet to be seen; what is too much
 * for the record adds to its last part. */
sm_iteration *sm3_sweep_begin_part(const sweep3 *s, sm_step step);
void sm3_sweep_record(sm_trace *trace, const contact3 *contact, int number, sm_candidate what);

/* Records what is near, and ends the part here. */
void sm3_sweep_end_part(sweep3 *s, const contacts3 *near);

/* sm3_find_contacts of obstacles that are visited. */
int sm3_sweep_list_contacts(sm3_vec position, sm3_mover mover, const query_scope3 *scope,
                            sm3_collision *contacts, int capacity);

/* sm3_slide_move with SM_SWEEP, of arguments that it has found to be good. *result is for having
 * moved without obstacles before. */
void sm3_sweep(sm3_vec position, sm3_vec delta, const sm3_mover *mover,
               const sm3_obstacles *obstacles, const sm_options *options, sm3_result *result);

#endif

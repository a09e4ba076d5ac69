/* sweep_state: the state of one move of SM_SWEEP, and its parts. */
#ifndef SM_SWEEP_STATE_H
#define SM_SWEEP_STATE_H

#include <stdint.h>

#include "../lanes.h"
#include "../resolver.h"
#include "obstacle_cache.h"

typedef struct sweep {
    const sm_hull *mover; /* around its position */
    sm_hull thickened;    /* the same, thicker, where it needs to be */
    obstacle_cache cache;
    vec position;
    vec delta;
    double spacing;   /* world units: of floats at the mover; finer penetration is touching, too */
    double skin;      /* world units: nearer is touching, less deep is not stopped by */
    double thickness; /* how deep a wall without thickness may get in without crossing the middle */
    vec middle;       /* of a polygon, around its position */
    const vec *with;  /* what moves like this in the whole tick is not in its way; NULL: all is */
    double crushed;   /* depth that the mover cannot get rid of: it moves as if so much smaller */
    bool rests; /* ends where it started: a fixed point, without a flicker of the last digit */
    int pushes;
    vec normal; /* of the last contact that bent the move */
    sm_trace *trace;
    sm_step recorded_step; /* what the trace has last, */
    int recorded_obstacle; /* and what ended that; SM_NO_OBSTACLE: nothing */
} sweep;

/* An obstacle that is touched, and where. */
typedef struct sweep_contact {
    separation at;
    double radius; /* of the obstacle */
    int number;    /* SM_NO_OBSTACLE: none */
} sweep_contact;

/* Of the thickness: as deep as a wall may get by yielding to others, and as much as a crushed mover
 * shrinks by. The rest keeps walls from getting past its middle. */
#define SWEEP_MAX_DEPTH 0.9

/* Of SM_SWEEP_LOOKS: what each part of a move leaves for those after it. */
enum {
    LOOKS_AFTER_CARRYING = 240,
    LOOKS_AFTER_FITTING = 160,
    LOOKS_AFTER_SLIDING = 80,
    LOOKS_AFTER_ROUNDING = 40 /* more than one round takes */
};

/* Whether the mover is a polygon that stands in the obstacle so deep that its shortest way out may
 * lead the middle through it. */
static inline bool sweep_is_deep(const sweep *s, const near_obstacle *o, double gap) {
    return gap < -SWEEP_MAX_DEPTH * s->thickness && s->mover->count > 2 && !o->source.moves &&
           !o->source.oneway;
}

/* Where the polygon's middle stands to the inner segment of the obstacle. */
separation sm_sweep_middle(const sweep *s, const sm_capsule *obstacle, vec position);

/* How deep the mover is in the obstacle that it is deepest in; negative when all are apart. */
sweep_contact sm_sweep_deepest(sweep *s, vec position);

/* Whether nothing is deeper than that, not even what does not count. */
bool sm_sweep_is_free(sweep *s, vec position, double depth);

/* Whether a one-way wall is overlapped so deep that the mover has not come from its front. */
static inline bool sweep_is_through(const sweep *s, double gap) {
    return gap < -2 * s->skin - s->crushed;
}

/* Whether the obstacle is solid for the mover at `position`: a one-way wall that is overlapped is
 * not there, until it has been left, nor is the end of another that begins on it. */
bool sm_sweep_is_solid(const sweep *s, const near_obstacle *o, const separation *at, vec position);

/* Moves out of all penetration deeper than `tolerance`, as far as that can be done without getting
 * deeper into anything than into the worst. Returns the depth left, or 0 when that is no more than
 * the tolerance. Ends early when no more looks are left. */
double sm_sweep_settle(sweep *s, double tolerance, int looks_to_leave);

/* Settles before a move, and notes by how much the mover has to be smaller to fit. */
void sm_sweep_fit(sweep *s, int looks_to_leave);

/* For who is crushed: goes to the nearest free place in straight sight of `start` and within two
 * thicknesses, if there is one, and if no more than 64 walls are so near, of which none moves. */
void sm_sweep_escape(sweep *s, vec start);

/* Moves along `wanted`, as far and in the directions that what is touched allows. Returns whether
 * it came to rest, with a part of it left that leads nowhere, or for which no looks are left. */
bool sm_sweep_slide(sweep *s, vec wanted, int looks_to_leave);

/* Returns what is between the mover at `position` and the obstacle, as the public face has it. */
sm_collision sm_sweep_collision(const sweep *s, const near_obstacle *o, const separation *at,
                                vec position);

/* Of the thickness: a longer delta is looked at piece by piece. */
static const double sweep_short_delta = 2;

/* Returns half the side of the square, around the middle of a short delta, of positions that the
 * move may lead to: what is held back by half-planes ends on the circle over the delta (Thales),
 * whatever they are. Arcs and settling lead out of the circle, but not far. */
static inline double sweep_half_side(double length, double thickness, vec position) {
    static const double spare_of_delta = 1.0 / 64, spare_of_thickness = 1.0 / 256, spacings = 8;
    double coarsest = (double)FLT_EPSILON * sm_max(fabs(position.x), fabs(position.y));
    return length * 0.5 * (1 + spare_of_delta) + thickness * spare_of_thickness +
           spacings * coarsest;
}

/* All obstacles that the mover, at positions from `min` to `max`, can meet: finite walls that stand
 * still. */
typedef struct sweep_known {
    vec min, max;
    const sm_capsule *capsules;
    const int32_t *numbers; /* indices into `capsules`, each once */
    int count;              /* up to CACHE_MAX */
} sweep_known;

/* Makes a whole move of SM_SWEEP, with the options' trace and filter. `known` spares it gathering
 * at the start; NULL: nothing is. */
sm_result sm_sweep_move(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                        const sm_obstacles *obstacles, const sweep_known *known,
                        const sm_options *options);

/* sm_find_contacts of obstacles that gather. */
int sm_sweep_contacts(sm_vec2 position, const sm_hull *mover, const sm_obstacles *obstacles,
                      const sm_filter *filter, sm_collision *contacts, int capacity);

/* The same where nothing comes near on the way. */
sm_result sm_sweep_unhindered(sm_vec2 position, sm_vec2 delta);

/* sm_cast_hull of a finite mover, but where SM_SWEEP would go through a one-way obstacle. */
sm_touch sm_cast_solid(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_capsule *obstacle, bool oneway, int number);

/* Whether a touch is the first so far; of equals the lowest number is. */
static inline bool touch_is_earlier(const sm_touch *touch, const sm_touch *first) {
    return touch->hit &&
           (!first->hit || touch->fraction < first->fraction ||
            (touch->fraction == first->fraction && touch->obstacle < first->obstacle));
}

/* World units: what is thinner is made thicker there. */
double sm_sweep_least_thickness(vec position);

/* Records what happened since `done` was begun, whose candidates and place at the end are yet to be
 * seen; `chosen` is the number of what it was pushed out of, touched or was carried by. For who has
 * a trace. */
void sm_sweep_record(sweep *s, sm_iteration done, int chosen);

/* Records the look at the final position, once. */
void sm_sweep_record_end(sweep *s);

#endif

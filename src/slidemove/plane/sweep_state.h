/* sweep_state: the state of one move of SM_SWEEP in 2D, and the functions that its parts share. */
#ifndef SM_SWEEP_STATE_H
#define SM_SWEEP_STATE_H

#include <stdint.h>

#include "../lanes.h"
#include "../resolver.h"
#include "obstacle_cache.h"

typedef struct sweep {
    const sm_hull *mover; /* around its position; points to `thickened` if that is used */
    sm_hull thickened;    /* the mover with a larger radius, if it is too thin */
    obstacle_cache cache;
    vec position;
    vec delta;
    double spacing;   /* world units: of floats at the mover; less penetration counts as touching */
    double skin;      /* world units: a smaller gap is touching, a smaller depth does not block */
    double thickness; /* world units: a thin wall may get so deep without crossing the middle */
    vec middle;       /* of a polygon, around its position */
    const vec *carrier_motion; /* obstacles with this motion in the tick do not block; or NULL */
    double crushed;  /* world units: depth with no way out; the mover moves as if so much smaller */
    bool is_at_rest; /* it ends where it began; rounding must not move it */
    int pushes;
    vec normal; /* of the last contact that changed the direction */
    sm_trace *trace;
    sweep_observer *observer; /* or NULL */
    bool is_ended;            /* by that */
    sm_step recorded_step;    /* the trace's last iteration */
    int recorded_obstacle;    /* what ended that; SM_NO_OBSTACLE: nothing */
} sweep;

/* A contact with an obstacle. */
typedef struct sweep_contact {
    separation at;
    double radius; /* of the obstacle */
    int number;    /* SM_NO_OBSTACLE: none */
} sweep_contact;

/* In thicknesses: the depth to which the search for a way out of several walls may press the mover
 * into one, and the limit of `crushed`. The rest keeps walls from getting past the mover's middle.
 */
#define SWEEP_MAX_DEPTH 0.9

/* How many of SM_SWEEP_LOOKS each part of a move leaves for those after it. */
enum {
    LOOKS_AFTER_CARRYING = 240,
    LOOKS_AFTER_FITTING = 160,
    LOOKS_AFTER_SLIDING = 80,
    LOOKS_AFTER_ROUNDING = 40 /* more than one round of sm_sweep_settle takes */
};

/* Whether the mover is a polygon so deep in the obstacle that the shortest way out may lead its
 * middle through the obstacle. */
static inline bool sweep_is_deep(const sweep *s, const near_obstacle *o, double gap) {
    return gap < -SWEEP_MAX_DEPTH * s->thickness && s->mover->count > 2 && !o->source.moves &&
           !o->source.oneway;
}

/* Returns the separation of the polygon's middle from the obstacle's inner segment. */
separation sm_sweep_middle(const sweep *s, const sm_capsule *obstacle, vec position);

/* Returns the contact with the deepest obstacle, or the nearest if all are apart. */
sweep_contact sm_sweep_deepest(sweep *s, vec position);

/* Whether the mover is in no obstacle deeper than `depth`, solid or not. */
bool sm_sweep_is_free(sweep *s, vec position, double depth);

/* Whether the mover is so deep in a one-way wall that it cannot have come from its front. Then the
 * wall does not block it until it has left the wall. */
static inline bool sweep_ignores_oneway(const sweep *s, double gap) {
    return gap < -2 * s->skin - s->crushed;
}

/* Whether the obstacle is solid for the mover at `position`. Not solid are a one-way wall from
 * behind, one that sweep_ignores_oneway ignores, and the end of one at which such a wall begins. */
bool sm_sweep_is_solid(const sweep *s, const near_obstacle *o, const separation *at, vec position);

/* Moves out of all penetration deeper than `tolerance`. If there is not enough room, reduces the
 * deepest penetration as far as it can. Returns the depth left, 0 if that is within the tolerance.
 * Ends early when no more looks are left. */
double sm_sweep_settle(sweep *s, double tolerance, int looks_to_leave);

/* Settles before a move, and sets `crushed` to the depth that is left. */
void sm_sweep_fit(sweep *s, int looks_to_leave);

/* Moves a crushed mover to the nearest free place in straight sight of `start` and within two
 * thicknesses. Does nothing if there is none, if more than 64 walls are near, or if one moves. */
void sm_sweep_escape(sweep *s, vec start);

/* Moves along `wanted` and slides along the obstacles that it touches. Returns whether the mover
 * was stopped with a part of `wanted` left, by obstacles or by the limit of looks. */
bool sm_sweep_slide(sweep *s, vec wanted, int looks_to_leave);

/* Moves along `path` if that leads along what the mover is to be pressed on, and meets nothing.
 * Otherwise returns false. */
bool sm_sweep_glide(sweep *s, vec path, vec pressed);

/* Returns the collision of the mover at `position` with the obstacle, in the public form. */
sm_collision sm_sweep_collision(const sweep *s, const near_obstacle *o, const separation *at,
                                vec position);

/* In thicknesses: the obstacles near a longer delta are gathered piece by piece. */
static const double sweep_short_delta = 2;

/* Returns half the side of the square of positions that a short move may reach, around the middle
 * of its delta. Whatever half-planes hold the mover back, it ends in the circle over the delta
 * (Thales). Arcs and settling lead out of the circle, but not far. */
static inline double sweep_half_side(double length, double thickness, vec position) {
    static const double spare_of_delta = 1.0 / 64, spare_of_thickness = 1.0 / 256, spacings = 8;
    double coarsest = (double)FLT_EPSILON * sm_max(fabs(position.x), fabs(position.y));
    return length * 0.5 * (1 + spare_of_delta) + thickness * spare_of_thickness +
           spacings * coarsest;
}

/* All obstacles that the mover can touch at positions from `min` to `max`. They are finite and do
 * not move. */
typedef struct sweep_known {
    vec min, max;
    const sm_capsule *capsules;
    const int32_t *numbers; /* indices into `capsules`, each once */
    uint32_t oneway;        /* bit i: that of numbers[i] is one-way */
    int count;              /* up to CACHE_MAX */
} sweep_known;

/* Makes a whole move of SM_SWEEP, with the options' trace and filter. `known` is what gathering at
 * the start would find; NULL: the move gathers it. */
sm_result sm_sweep_move(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                        const sm_obstacles *obstacles, const sweep_known *known,
                        const sm_options *options);

/* Begins a sweep that is kept from move to move, so that obstacles near several of them are
 * gathered and grown once. These must have the same mover, the same filter, and the same obstacles:
 * one that moves may do so in the first move alone. */
static inline void sweep_begin_kept(sweep *s) {
    s->cache.is_gathered = false;
}

/* The same with a kept sweep. The observer may be NULL. */
sm_result sm_sweep_again(sweep *s, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                         const sm_obstacles *obstacles, const sm_options *options,
                         sweep_observer *observer);
int sm_sweep_contacts_again(sweep *s, sm_vec2 position, const sm_hull *mover,
                            const sm_obstacles *obstacles, const sm_filter *filter,
                            sm_collision *contacts, int capacity);

/* sm_slide_move for obstacles of any kind, without the faster forms for worlds. SM_SWEEP uses
 * `kept`, if that is not NULL, and then has the observer, if that is not NULL. */
sm_result sm_slide_any(sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                       const sm_obstacles *obstacles, const sm_options *options, sweep *kept,
                       sweep_observer *observer);

/* sm_find_contacts for obstacles that have a `gather`. */
int sm_sweep_contacts(sm_vec2 position, const sm_hull *mover, const sm_obstacles *obstacles,
                      const sm_filter *filter, sm_collision *contacts, int capacity);

/* Returns what sm_sweep_move returns if no obstacle is near. */
sm_result sm_sweep_unhindered(sm_vec2 position, sm_vec2 delta);

/* Casts a mover against an obstacle; one-way obstacles block it as they block SM_SWEEP. A touch
 * that comes before *first replaces it, and then it returns true. Of touches at the same time the
 * one with the lower number is first. */
bool sm_cast_solid(const hull_cast *cast, const sm_capsule *obstacle, bool oneway, int number,
                   cast_first *first);

/* Returns the least thickness, in world units, of a mover there; a thinner one is thickened. */
double sm_sweep_least_thickness(vec position);

/* Records an iteration of a sweep that has a trace, and fills in its candidates and its end. The
 * mover was pushed out of obstacle `chosen`, touched it or was carried by it. */
void sm_sweep_record(sweep *s, sm_iteration done, int chosen);

/* Records the candidates at the final position, if the sweep has a trace. */
void sm_sweep_record_end(sweep *s);

#endif

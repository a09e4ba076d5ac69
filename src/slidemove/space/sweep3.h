/* sweep3: the state of one move of the sweep in 3D, and its parts. */
#ifndef SM_SWEEP3_H
#define SM_SWEEP3_H

#include "around3.h"
#include "cast3.h"
#include "contacts3.h"

/* sm3_slide_move with SM_SWEEP, of what that has found to be finite. */
sm3_result sm3_sweep(sm3_vec position, sm3_vec delta, sm3_capsule mover, sm3_obstacles obstacles,
                     const sm3_options *options);

typedef struct sweep3 {
    sm3_capsule mover;
    vec3 position;
    vec3 delta;
    double squeezed; /* by how much there is less room than for the skin, here; usually 0 */
    around3 around;
    const sm3_options *options;
} sweep3;

/* The gap that the mover keeps: wide enough for the rounding of a position, many times over. */
double sweep3_skin(vec3 position);

/* The deepest obstacles at `position`, of those with a depth above -reach. */
void sweep3_contacts(sweep3 *s, vec3 position, double reach, contacts3 *contacts);

/* Floats cannot tell a smaller slope between a way and a wall. A way this much into a wall counts
 * as along it; it costs less than the skin before the skin itself has grown with the coordinates.
 */
#define SWEEP3_SLOPE (3 * (double)FLT_EPSILON)

/* The distances that count here: from where the mover stops to where it is held. */
clearance3 sweep3_clearance(const sweep3 *s);

/* The first touch on a straight way. */
void sweep3_touch(sweep3 *s, vec3 way, cast3 *cast);

typedef struct round3 {
    double part; /* of the wanted way */
    int limit;   /* the obstacle that ended the arc; SM_NO_OBSTACLE: none did */
    obstacle3 limit_shape;
    vec3 normal; /* there */
} round3;

/* Goes one leg on an arc round the edge or corner of `along`, which the mover touches. Returns
 * false when nothing bends there or something is in the way. */
bool sweep3_go_round(sweep3 *s, const obstacle3 *along, vec3 wanted, round3 *gone);

/* Moves along delta, as far and in the directions that what is touched allows. */
void sweep3_slide(sweep3 *s, sm3_result *result);

#endif

/* move: a move under way, for those who answer its question in a way of their own. */
#ifndef SM_MOVE_H
#define SM_MOVE_H

#include <float.h>

#include "vec.h"

/* Returns what SM_DEEPEST chooses at a position; obstacle SM_NO_OBSTACLE: free. */
typedef sm_collision move_deepest_fn(void *context, sm_vec2 position);

typedef struct move {
    sm_vec2 start;
    sm_vec2 position; /* where it stands */
    sm_vec2 delta;
    sm_obstacles obstacles;
    move_deepest_fn *deepest; /* asked instead of the obstacles: only without trace and with the
                                 resolver SM_DEEPEST. NULL: the obstacles are */
    void *deepest_context;
    sm_resolver resolver;
    sm_trace *trace;
} move;

/* The coarser of the two coordinates' float spacing, rounded up: what a push cannot be finer than.
 */
static inline float move_resolution(sm_vec2 position) {
    float x = fabsf(position.x), y = fabsf(position.y);
    return FLT_EPSILON * (x > y ? x : y);
}

/* Moves by m->delta from m->start, as sm_slide_move does. */
sm_result move_run(move *m, const sm_options *options);

#endif

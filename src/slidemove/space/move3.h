/* move3: the method itself in 3D, which does not know how one looks at the obstacles. It is here,
 * so that a look that is fast can be compiled into it. */
#ifndef SM_MOVE3_H
#define SM_MOVE3_H

#include "trace3.h"
#include "vec3.h"

/* Returns the collision to push out of at a position; obstacle SM_NO_OBSTACLE: free. The last look
 * asks for the deepest, whichever the resolver would take, without a push to follow. */
typedef sm3_collision move3_look_fn(void *context, const sm3_vec *position, bool is_last);

static inline sm3_vec move3_pushed_out(const sm3_vec *position, const sm3_collision *c) {
    return (sm3_vec){position->x + c->normal.x * c->depth, position->y + c->normal.y * c->depth,
                     position->z + c->normal.z * c->depth};
}

/* Pushes out, from result->position on. A move that cannot be finished ends at `start`. */
static inline void move3_push_out(sm3_vec start, int max_pushes, sm3_trace *trace,
                                  move3_look_fn *look, void *context, sm3_result *result) {
    for (;;) {
        bool is_last = result->pushes == max_pushes;
        trace3_begin_iteration(trace, result->position, SM_STEP_PUSH);
        sm3_collision chosen = look(context, &result->position, is_last);
        bool is_free = chosen.obstacle == SM_NO_OBSTACLE;
        if (is_free || is_last) {
            result->depth = is_free ? 0 : chosen.depth;
            trace3_choose(trace, -1);
            trace3_end_iteration(trace, result->position);
            return;
        }
        sm3_vec next = move3_pushed_out(&result->position, &chosen);
        if (!sm3_is_finite(next)) {
            *result = (sm3_result){.position = start, .status = SM_NOT_FINITE};
            return;
        }
        result->position = next;
        result->normal = chosen.normal;
        result->pushes++;
        trace3_end_iteration(trace, result->position);
    }
}

#endif

/* move: the method itself, which does not know how one looks at the obstacles. It is here, so that
 * a look that is fast can be compiled into it. */
#ifndef SM_MOVE_H
#define SM_MOVE_H

#include <float.h>
#include <stddef.h>

#include "../vec.h"

/* The coarser of the two coordinates' float spacing, rounded up: what a push cannot be finer than.
 */
static inline float move_resolution(sm_vec2 position) {
    float x = fabsf(position.x), y = fabsf(position.y);
    return FLT_EPSILON * (x > y ? x : y);
}

/* Returns the collision to push out of at a position; obstacle SM_NO_OBSTACLE: free. The last look
 * asks for the deepest, without a push to follow. */
typedef sm_collision move_look_fn(void *context, sm_vec2 position, bool is_last);

/* Whether a move can begin. *result is what to return if not, and otherwise stands for having moved
 * without obstacles. */
static inline bool move_begin(sm_vec2 start, sm_vec2 delta, sm_result *result) {
    sm_vec2 forced = {start.x + delta.x, start.y + delta.y};
    bool good = fabsf(forced.x) <= SM_FARTHEST && fabsf(forced.y) <= SM_FARTHEST; /* NaN is not */
    *result =
        (sm_result){.position = good ? forced : start, .status = good ? SM_MOVED : SM_NOT_FINITE};
    return good;
}

static inline int move_pushes_allowed(const sm_options *options) {
    int wanted = options != NULL ? options->max_pushes : 0;
    if (wanted == 0)
        return SM_PUSHES;
    return wanted < 1 ? 1 : wanted > SM_PUSHES_MAX ? SM_PUSHES_MAX : wanted;
}

/* Pushes out, from result->position on. */
static inline void move_push_out(sm_vec2 start, int max_pushes, move_look_fn *look, void *context,
                                 sm_result *result) {
    for (;;) {
        bool is_last = result->pushes == max_pushes;
        sm_collision chosen = look(context, result->position, is_last);
        if (chosen.obstacle == SM_NO_OBSTACLE)
            return;
        if (is_last) {
            result->depth = chosen.depth;
            return;
        }
        sm_vec2 next = {result->position.x + chosen.normal.x * chosen.depth,
                        result->position.y + chosen.normal.y * chosen.depth};
        if (!sm_is_finite(next)) {
            *result = (sm_result){.position = start, .status = SM_NOT_FINITE};
            return;
        }
        result->position = next;
        result->normal = chosen.normal;
        result->pushes++;
    }
}

#endif

/* world3_move: which moves through a world are done by what was made for it, and with what
 * instructions. */
#include "world3_move.h"

#include "../x86.h"

bool world3_has_fast_move(const sm3_capsule *mover, const sm3_options *options) {
    /* World units. A smaller mover may touch what its box does not overlap, which the plain loop
     * then does not see. */
    static const float smallest = 1000 * (float)TOUCHING3;
    return options->resolver == SM_DEEPEST && options->trace == NULL && mover->radius >= smallest &&
           mover->radius < (float)LEAF3_BOUNDED;
}

world3_move_fn *world3_fastest_move(void) {
#if SM_HAS_X86
    if (__builtin_cpu_supports("avx2"))
        return world3_move_avx2;
#endif
    return world3_move_lanes;
}

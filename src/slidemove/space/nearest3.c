/* nearest3: by the widest instructions that the processor has. */
#include "../lanes.h"

#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "nearest3.h"

#if SM_HAS_X86
#undef EIGHT_AVX2
#define EIGHT_AVX2 1
#include "nearest3.h"
#endif

closest3 sm3_nearest_of_segment_triangle(vec3 p, vec3 q, const triangle3 *t) {
#if SM_HAS_X86
    if (__builtin_cpu_supports("avx2"))
        return sm3_nearest_avx2(p, q, t);
#endif
    return sm3_nearest_lanes(p, q, t);
}

/* nearest3_avx2: the closest points of a segment and a triangle, for x86 of about 2013 and later.
 */
#include "../lanes.h"

#if SM_HAS_X86
#undef EIGHT_AVX2
#define EIGHT_AVX2 1
#include "nearest3.h"
#else
typedef int nearest_not_for_this_processor3; /* a file of C has at least one declaration */
#endif

/* nearest3_lanes: the closest points of a segment and a triangle, for any processor. */
#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "nearest3.h"

/* world_scan_lanes: the search through a world, for any processor. */
#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "world_scan.h"

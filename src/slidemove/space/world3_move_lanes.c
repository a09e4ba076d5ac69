/* world3_move_lanes: moves through a world, for any processor. */
#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "world3_move.h"

/* random: reproducible numbers for tests: those that levels are generated from. */
#include "../src/level/random.h"

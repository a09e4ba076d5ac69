/* world_scan: the search through a world, for any processor, and for x86 of about 2013 and later.
 */
#include <stdlib.h>

#include "../lanes.h"
#include "world_search.h"

#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "world_scan.h"

#if SM_HAS_X86
#undef EIGHT_AVX2
#define EIGHT_AVX2 1
#include "world_scan.h"
#endif

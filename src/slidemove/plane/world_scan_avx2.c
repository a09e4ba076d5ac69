/* world_scan_avx2: the search through a world, for x86 of about 2013 and later. */
#include "../lanes.h"

#if SM_HAS_X86
#undef EIGHT_AVX2
#define EIGHT_AVX2 1
#include "world_scan.h"
#else
typedef int not_for_this_processor; /* a file of C has at least one declaration */
#endif

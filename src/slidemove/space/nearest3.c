/* nearest3: for any processor, and for x86 of about 2013 and later. */
#include "../lanes.h"

#undef EIGHT_AVX2
#define EIGHT_AVX2 0
#include "nearest3.h"

#if SM_HAS_X86
#undef EIGHT_AVX2
#define EIGHT_AVX2 1
#include "nearest3.h"
#endif

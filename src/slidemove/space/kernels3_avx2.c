/* kernels3_avx2: the kernels of 3D with AVX2. */
#include "../lanes.h"

#if SM_HAS_X86
#undef KERNEL_AVX2
#define KERNEL_AVX2 1
#include "kernels3.c"
#undef KERNEL_AVX2
#else
typedef int not_for_this_processor3; /* a file of C has at least one declaration */
#endif

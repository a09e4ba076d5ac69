/* The benchmark with a rival in it, a program of its own: nobody who plays needs the rival. */
#include <stdlib.h>

#include "../bench.h"

#if WITH_CHIPMUNK
#include "chipmunk.h"
static const bench_rival *const rival = &chipmunk_rival;
#else
static const bench_rival *const rival = NULL;
#endif

int main(void) {
    return bench_run(rival) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The benchmark with a rival in it, a program of its own: nobody who plays needs the rival. */
#include <stdlib.h>

#include "../bench.h"
#include "rival.h"

int main(void) {
    return bench_run(rival) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The table that bench/plot.gp draws: the machine, a head, and what a move costs against how many
 * segments there are. */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "worlds.h"

int main(void) {
    static const int sizes[] = {100, 320, 1000, 3200, 10000, 32000, 100000, 320000, 1000000};
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts(measure_machine());
    puts(WORLDS_HEAD "   ns a move");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        bench_row row;
        if (!bench_size(sizes[i], &row)) {
            fputs("slidemove-plot: no memory\n", stderr);
            return EXIT_FAILURE;
        }
        bench_print_moves(&row);
        putchar('\n');
    }
    return EXIT_SUCCESS;
}

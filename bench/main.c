/* bench: docs/numbers.md, measured on this machine: one page of tables, each of which answers a
 * question. Every figure stands beside something that was measured in the same run, since machines
 * differ and drift. Arguments choose one table. Exit status: 1, with the reason on standard error,
 * when a part could not run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/motion.h"
#include "bench.h"
#include "measure.h"

bool bench_motion(void) {
    puts("\n## How well does it move?\n\n"
         "A mover of radius 0.5 in the places where methods fail: the worst of all tries, by each "
         "resolver in the plane,\nand by two of them as a ball in space; * is beyond the bound. "
         "`SLIDEMOVE_EFFORT=20` tries 80 times as often.\nIn space `sweep` keeps a gap of 1e-5, so "
         "it enters no tunnel exactly as wide as itself.\n");
    motion_print(motion_effort(BENCH_EFFORT));
    return true;
}

static const struct {
    const char *name;
    bool (*run)(void);
    bool is_apart; /* no part of the page */
} parts[] = {
    {"moves", bench_moves, false},   {"questions", bench_questions, false},
    {"ticks", bench_ticks, false},   {"program", bench_program, false},
    {"motion", bench_motion, false}, {"walks", bench_walks, true},
    {"town", bench_town, true},      {"plot", bench_plot, true},
};

enum { PARTS = sizeof parts / sizeof *parts };

static void print_head(void) {
    printf(
        "# The numbers\n\n"
        "Made by `make numbers` on %s, from one state of the code. Times are CPU time, the least "
        "of several runs in turn;\nwhat can be compared between machines is how many times "
        "something else in the same row it is. `make bench` prints\nthis page for your machine, "
        "`build/slidemove-bench moves` one table of it. `make compare BEFORE=HEAD~20` measures "
        "the\nlibrary beside an earlier state, by time and by instructions.\n\n"
        "![What one move costs against the size of the level](moves.png)\n",
        measure_machine());
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* it takes minutes: each line as soon as it is known */
    if (argc > 2 && strcmp(argv[1], "walks") == 0)
        return bench_walks_of(argc - 2, argv + 2) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc > 2 && strcmp(argv[1], "town") == 0)
        return bench_town_of(argc - 2, argv + 2) ? EXIT_SUCCESS : EXIT_FAILURE;
    bool good = true;
    int ran = 0;
    if (argc == 1)
        print_head();
    for (int i = 0; i < PARTS; i++) {
        if (argc > 1 ? strcmp(argv[1], parts[i].name) != 0 : parts[i].is_apart)
            continue;
        good = parts[i].run() && good;
        ran++;
    }
    if (ran == 0)
        fprintf(stderr, "bench: expected the name of a part, such as moves, found '%s'\n", argv[1]);
    return good && ran > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

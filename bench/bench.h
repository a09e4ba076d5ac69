/* bench: the tables of docs/numbers.md, one function each. All print to standard output, and return
 * false, with the reason on standard error, when they could not run. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

/* Of the usual number of random tries in motion.h, and of walks. */
#define BENCH_EFFORT 0.25

/* What a move costs, and what a cast or another question costs. */
bool bench_moves(void);
bool bench_questions(void);

/* What a character's tick costs beside the move alone. */
bool bench_ticks(void);

/* What the program costs: worlds, levels as text, frames. */
bool bench_program(void);

/* How well each resolver moves. */
bool bench_motion(void);

/* Numbers alone: what a move costs in levels of many sizes, for bench/plot.gp. */
bool bench_plot(void);

/* Walks of a character over random ground. The second takes [SEED] [COUNT] [FAMILY] [verbose]:
 * COUNT grounds from that seed on, of one family or of "all", and a line for each walk that fails.
 */
bool bench_walks(void);
bool bench_walks_of(int argc, char **argv);

/* An exploration of a town. The second takes [LOTS] [THREADS] [SEED]: so many lots a side. */
bool bench_town(void);
bool bench_town_of(int argc, char **argv);

#endif

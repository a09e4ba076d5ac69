/* bench: the tables, one function each. All print to standard output, and return false, with the
 * reason on standard error, when they could not run. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

/* Of the usual number of random tries in motion.h, and of walks. */
#define BENCH_EFFORT 0.25

/* Moves with the index, in large levels and in bad ones, beside the plain loop and the rival. */
bool bench_worlds(void);

/* Moves of a ball in 3D, in large levels and amid crowds. */
bool bench_moves3(void);

/* Levels of a million segments as text: generating, reading, building shapes, writing. */
bool bench_levels(void);

/* Frames of the playground; of a level of a million segments: opening, panning at every zoom,
 * dragging a vertex; and of the rasterizer in 3D. */
bool bench_frames(void);
bool bench_big_levels(void);
bool bench_frames3(void);

/* Walks of a character over random ground. The second takes [SEED] [COUNT] [FAMILY] [verbose]:
 * COUNT grounds from that seed on, of one family or of "all", and a line for each walk that fails.
 */
bool bench_walks(void);
bool bench_walks_of(int argc, char **argv);

/* What a character's tick costs beside the move alone. */
bool bench_ticks(void);

#endif

/* world3_move: sm3_slide_move through a world. */
#ifndef SM_WORLD3_MOVE_H
#define SM_WORLD3_MOVE_H

#include "world3.h"

/* Whether sm3_world.move does what these options ask. */
bool world3_has_fast_move(const sm3_capsule *mover, const sm3_options *options);

/* One for each instruction set. They do the same. */
world3_move_fn world3_move_lanes, world3_move_avx2;

/* Returns that of the best instructions that this processor has. */
world3_move_fn *world3_fastest_move(void);

#endif

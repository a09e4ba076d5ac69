/* world3: an index as obstacles, for moves that ask whether it is one. */
#ifndef SM_WORLD3_H
#define SM_WORLD3_H

#include "tree3.h"

/* Returns the world that stands behind `obstacles`, NULL when none does. */
const sm3_world *sm3_world_of(sm3_obstacles obstacles);

/* Whether sm3_world.move does what these options ask. */
bool sm3_has_fast_move(const sm3_capsule *mover, const sm_options *options);

#endif

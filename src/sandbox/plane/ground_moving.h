/* ground_moving: what ground.c needs of what moves. */
#ifndef GROUND_MOVING_H
#define GROUND_MOVING_H

#include "ground.h"

/* Lists what moves, from g->spans and g->moving_count. Returns false when memory ran out; nothing
 * moves then. */
bool ground_list_moving(ground *g, const level *l);

/* Puts what moves where it is at this tick. It counts as standing there until the next one. */
void ground_pose(ground *g, const level *l);

#endif

/* new_level: what a level is before anything is made in it. */
#ifndef NEW_LEVEL_H
#define NEW_LEVEL_H

#include "../level/level.h"

/* Returns a closed room of 40 by 20 world units with the player in its middle, title "Untitled", to
 * be freed with level_free; NULL when memory ran out. */
level *new_level(void);

#endif

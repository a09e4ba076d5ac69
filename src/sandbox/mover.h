/* mover: the shapes that the player can have. One row a kind; keys, the panel and the command line
 * read it. */
#ifndef MOVER_H
#define MOVER_H

#include <stdbool.h>

#include "../slidemove/slidemove3.h"

typedef enum mover_kind { MOVER_DISK, MOVER_CAPSULE, MOVER_BOX, MOVER_KIND_COUNT } mover_kind;

typedef struct mover_kind_info {
    const char *name;
    const char *name3;   /* in 3D; NULL: there it is none */
    const char *summary; /* with what does not make sense for it */
} mover_kind_info;

extern const mover_kind_info mover_kinds[MOVER_KIND_COUNT];

/* Finds a kind by either name. Returns false, and leaves *kind alone, when there is none. */
bool mover_kind_from_name(const char *name, mover_kind *kind);

/* What a player's shape is made from. World units. */
typedef struct mover_size {
    float radius;
    float length; /* as the level has it; 0: the level says none */
} mover_size;

/* Returns the length between the middles of a mover's two ends: 0 for a disk; for a capsule the
 * level's, or two radii; for a box how much wider it is than high, which is the level's. */
float mover_length(mover_kind kind, mover_size size);

/* Returns the mover around the origin. `heading` is a unit vector. A disk and a capsule, which lies
 * along the heading, are themselves; of a box it is the capsule that touches its four sides. */
sm_capsule mover_capsule(mover_kind kind, mover_size size, sm_vec2 heading);

/* Returns the mover around the origin, exactly. A box is along the axes, whatever the heading. */
sm_hull mover_hull(mover_kind kind, mover_size size, sm_vec2 heading);

/* Returns the mover of 3D around the origin: a sphere, or a capsule that stands upright. */
sm3_capsule mover_upright(mover_kind kind, mover_size size);

#endif

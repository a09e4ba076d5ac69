/* space: the obstacles of a 3D level as rounded triangles, with an index, and the player among
 * them. */
#ifndef SPACE_H
#define SPACE_H

#include "../obstacles.h"

typedef struct space {
    obstacles common;
    sm3_triangle *triangles; /* owned; the obstacles as they are now */
    sm3_world *world;        /* owned; all of them */
} space;

#define SPACE_DIMENSIONS 3

extern const dimension space_dimension;

/* Returns the space that obstacles of space_dimension are, NULL of others. */
space *space_of(obstacles *o);
const space *space_seen(const obstacles *o); /* the same, to be read */

/* See dimension.make, .release, .refresh, .place, .pick and .snap. */
bool space_make(obstacles *o, level_shapes *shapes);
void space_release(obstacles *o);
bool space_refresh(obstacles *o, int statement, obstacle_span span);
void space_place(obstacles *o, int obstacle, sm3_triangle at, bool stands);
pick space_pick(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at);
bool space_snap(const obstacles *o, const snap_query *q, float reach, sm3_vec *vertex);

/* Returns the unit vector of a heading. */
sm3_vec space_direction(float heading);

/* What the mover meets. `sp` must outlive the result, and stay unchanged. */
sm3_obstacles space_obstacles(const space *sp);

/* See dimension.crosses and .snags. */
bool space_crosses(const obstacles *o, sm3_vec from, sm3_vec to);
bool space_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec wanted);

#endif

/* space: the obstacles of a 3D level as rounded triangles, with an index, and the player among
 * them. Who edits a statement makes its own triangles anew, in a level of a million as in one of a
 * hundred; what moves is moved tick by tick. */
#ifndef SPACE_H
#define SPACE_H

#include "../obstacles.h"

/* A statement whose shape moves. */
typedef struct space_moving {
    int statement;
    obstacle_span span;
    int rest; /* the first of its triangles in space.rest */
} space_moving;

typedef struct space {
    obstacles common;
    level_shapes solids;  /* owned; the obstacles as they are now, in the order of the text */
    space_moving *moving; /* owned; ascending */
    int moving_count;
    sm3_triangle *rest; /* owned; what moves, as the level has it */
    bool has_oneway;
    sm3_world *world; /* owned; all of them */
    bool is_behind;   /* the level: there was no memory to follow it */
} space;

#define SPACE_DIMENSIONS 3

extern const dimension space_dimension;

/* Returns the space that obstacles of space_dimension are, NULL of others. */
space *space_of(obstacles *o);
const space *space_seen(const obstacles *o); /* the same, to be read */

/* See dimension.release, .follow, .remake, .advance, .span, .pick and .snap. */
void space_release(obstacles *o);
bool space_follow(obstacles *o, edit_news news);
bool space_remake(obstacles *o);
void space_advance(obstacles *o);
obstacle_span space_span(const obstacles *o, int statement);
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

/* motion_place: what the rows of the motion table have in common: a disk, walls, and judging where
 * it is without asking the library. */
#ifndef MOTION_PLACE_H
#define MOTION_PLACE_H

#include <stdint.h>

#include "../src/slidemove/vec.h"

#define MOTION_RADIUS     0.5
#define MOTION_STEP       0.08 /* world units a tick */
#define MOTION_TICKS      600
#define MOTION_DIRECTIONS 5
#define MOTION_WALLS_MAX  1024

typedef struct motion_place {
    sm_capsule walls[MOTION_WALLS_MAX];
    int count;
    sm_vec2 position;
    sm_resolver resolver;
} motion_place;

/* The directions, in degrees: none of them is kind to floats but the first. */
extern const double motion_directions[MOTION_DIRECTIONS];

/* How far wedges are open, in degrees. */
#define MOTION_WEDGES 10
extern const double motion_wedges[MOTION_WEDGES];

vec motion_direction(double degrees);
vec motion_along(vec from, vec direction, double distance);

void motion_add_wall(motion_place *p, vec a, vec b);

/* Makes one tick. Returns the displacement that came of it. */
vec motion_push(motion_place *p, vec delta);

/* Returns how deep the disk is in the wall it is deepest in, negative when it is apart. */
double motion_depth(const motion_place *p);
double motion_distance(vec from, const sm_capsule *wall);
vec motion_normal(vec from, const sm_capsule *wall); /* unit, from the wall */

/* Numbers that look random, the same in every run. */
double motion_random(uint64_t *state, double low, double high);

/* A closed room with things in it: `outline` is its wall, counter-clockwise and star-shaped around
 * the origin; one pillar is closed, too. */
#define ROOM_CORNERS_MAX   12
#define PILLAR_CORNERS_MAX 5
typedef struct motion_room {
    motion_place place;
    vec outline[ROOM_CORNERS_MAX], pillar[PILLAR_CORNERS_MAX];
    int outline_count, pillar_count;
} motion_room;

void motion_make_room(motion_room *r, uint64_t *random);

void motion_place_anywhere(motion_room *r, uint64_t *random);

/* Puts the disk where it is free. Returns false when no such place was found. */
bool motion_enter_room(motion_room *r, uint64_t *random);

/* Whether the disk's centre is in the room and not in the pillar. NaN is not. */
bool motion_is_in_room(const motion_room *r);

#endif

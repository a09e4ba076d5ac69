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

typedef struct place {
    sm_capsule walls[MOTION_WALLS_MAX];
    int count;
    sm_vec2 position;
    sm_resolver resolver;
} place;

/* The directions, in degrees: none of them is kind to floats but the first. */
extern const double motion_directions[MOTION_DIRECTIONS];

/* How far wedges are open, in degrees. */
#define MOTION_WEDGES 10
extern const double motion_wedges[MOTION_WEDGES];

vec direction_at(double degrees);
vec along(vec from, vec direction, double distance);

void add_wall(place *p, vec a, vec b);

/* Makes one tick. Returns the displacement that came of it. */
vec push(place *p, vec delta);

/* Returns how deep the disk is in the wall it is deepest in, negative when it is apart. */
double depth_here(const place *p);
double distance_to(vec from, const sm_capsule *wall);
vec normal_at(vec from, const sm_capsule *wall); /* unit, from the wall */

/* Numbers that look random, the same in every run. */
double random_between(uint64_t *state, double low, double high);

/* A closed room with things in it: `outline` is its wall, counter-clockwise and star-shaped around
 * the origin; one pillar is closed, too. */
#define ROOM_CORNERS_MAX   12
#define PILLAR_CORNERS_MAX 5
typedef struct room {
    place place;
    vec outline[ROOM_CORNERS_MAX], pillar[PILLAR_CORNERS_MAX];
    int outline_count, pillar_count;
} room;

void make_room(room *r, uint64_t *random);

void place_anywhere(room *r, uint64_t *random);

/* Puts the disk where it is free. Returns false when no such place was found. */
bool enter_room(room *r, uint64_t *random);

/* Whether the disk's centre is in the room and not in the pillar. NaN is not. */
bool is_in_room(const room *r);

#endif

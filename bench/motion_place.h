/* motion_place: what the rows of the motion table have in common: a disk, walls, and judging where
 * it is without asking the library. */
#ifndef MOTION_PLACE_H
#define MOTION_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "../src/slidemove/slidemove.h"

#define MOTION_RADIUS     0.5
#define MOTION_STEP       0.08 /* world units a tick */
#define MOTION_TICKS      600
#define MOTION_DIRECTIONS 5
#define MOTION_WALLS_MAX  1024

typedef struct point {
    double x, y;
} point;

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

point direction_at(double degrees);
point along(point from, point direction, double distance);
double distance_between(sm_vec2 a, sm_vec2 b);

void add_wall(place *p, point a, point b);

/* Makes one tick. Returns the displacement that came of it. */
point push(place *p, point delta);

/* Returns how deep a disk at `centre` is in the wall it is deepest in, negative when it is apart.
 */
double depth_of(const place *p, point centre, double radius);
double distance_to(point from, const sm_capsule *wall);
point normal_at(point from, const sm_capsule *wall); /* unit, from the wall */
double depth_here(const place *p);

/* Numbers that look random, the same in every run. */
double random_between(uint64_t *state, double low, double high);

/* A closed room with things in it: `outline` is its wall, counter-clockwise and star-shaped around
 * the origin; one pillar is closed, too. */
#define ROOM_CORNERS_MAX   12
#define PILLAR_CORNERS_MAX 5
typedef struct room {
    place place;
    point outline[ROOM_CORNERS_MAX], pillar[PILLAR_CORNERS_MAX];
    int outline_count, pillar_count;
} room;

void make_room(room *r, uint64_t *random);

/* Puts the disk where it is free. Returns false when no such place was found. */
bool enter_room(room *r, uint64_t *random);

/* Whether the disk's centre is in the room and not in the pillar. NaN is not. */
bool is_in_room(const room *r);

#endif

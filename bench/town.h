/* town: a large terrain with houses, stairs, rocks and bridges, as a mesh, and the places on it
 * that are known to be walkable. */
#ifndef BENCH_TOWN_H
#define BENCH_TOWN_H

#include "../src/level/text.h"
#include "../src/slidemove/slidemove.h"

#define TOWN_LOT 25 /* metres; a lot is a square with a house, or with rocks */

typedef struct town {
    text_buffer mesh; /* a Wavefront OBJ file */
    sm3_vec *places;  /* on the ground, where a mover of radius 0.4 and height 1.8 can get to */
    int place_count, place_room;
    sm3_vec start; /* on the ground, in the middle */
    int triangles, houses, rocks, bridges;
} town;

/* Makes one of so many lots a side, at least 4. The same arguments give the same bytes. */
void town_make(town *t, int lots, int seed);
void town_free(town *t);

#endif

/* raster_paint: how obstacles are coloured: what the rasterizer is told, and its parts go by. */
#ifndef RASTER_PAINT_H
#define RASTER_PAINT_H

#include "pixels.h"

typedef struct raster_paint {
    color face;       /* of what has no colour of its own */
    color back;       /* backs of one-sided faces, hatched */
    color edge;       /* its alpha says how much of the face shows through */
    float edge_width; /* pixels; 0: no edges */
} raster_paint;

/* Which edges of a triangle are drawn. */
enum { RASTER_EDGE_AB = 1, RASTER_EDGE_BC = 2, RASTER_EDGE_CA = 4, RASTER_EDGES_ALL = 7 };

#endif

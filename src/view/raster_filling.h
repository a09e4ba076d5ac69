/* raster_filling: the samples of one face, whose edge functions are known. */
#ifndef RASTER_FILLING_H
#define RASTER_FILLING_H

#include "raster_buffer.h"

/* a x + b y + c, in samples. */
typedef struct plane {
    double a, b, c;
} plane;

typedef struct raster_filling {
    extent x, y;
    plane side[3];         /* the edge functions, above 0 inside */
    plane nearness;        /* 1 / depth */
    float lowest, highest; /* nearness of the corners */
    shade surface, stripe; /* stripe: the other colour of a hatched back */
    bool hatched, outlined;
    float steep[3];        /* how much an edge function grows a sample; 0 where no outline runs */
    float outline_half;    /* samples, half the outline's width and half a sample for its border */
    float outline_opacity; /* 0 .. 1 */
    shade outline;
} raster_filling;

void raster_fill(raster *r, const raster_filling *f);

#endif

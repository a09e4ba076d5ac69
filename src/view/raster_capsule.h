/* raster_capsule: one sphere or capsule. */
#ifndef RASTER_CAPSULE_H
#define RASTER_CAPSULE_H

#include "raster_buffer.h"

/* A capsule with its ends in view coordinates. */
void raster_fill_capsule(raster *r, vec3 a, vec3 b, double radius, color fill,
                         const raster_paint *paint);

#endif

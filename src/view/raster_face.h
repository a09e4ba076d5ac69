/* raster_face: one triangle. */
#ifndef RASTER_FACE_H
#define RASTER_FACE_H

#include "raster_buffer.h"

/* A face with corners in view coordinates. */
typedef struct raster_face {
    vec3 corner[3];
    bool one_sided;
    unsigned edges; /* RASTER_EDGE_... */
    color fill;
    const raster_paint *paint;
} raster_face;

void raster_fill_face(raster *r, const raster_face *face);

#endif

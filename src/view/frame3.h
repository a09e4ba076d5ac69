/* frame3: what one picture of a 3D level is drawn from and onto. */
#ifndef FRAME3_H
#define FRAME3_H

#include "../sandbox/space/space.h"
#include "../sandbox/vector3.h"
#include "camera.h"
#include "frame.h"
#include "raster.h"

typedef struct frame3 {
    const frame *flat; /* canvas, text, theme, scale and sandbox */
    const space *space;
    raster *raster;
    camera3 camera;
    sm3_vec position; /* of the player, between the last two ticks */
    float heading;
    const unsigned char *edges; /* of each obstacle, as in raster_find_edges */
} frame3;

/* A colour for what is seen, and the same for what a face hides. */
static inline color frame3_hidden(color ink) {
    return color_fade(ink, 0.45f);
}

/* Returns how many world units `points` are there. */
float frame3_units(const frame3 *f, sm3_vec at, float points);

/* Text beside a point of the world, `up` points above it; none where the point is behind the eye.
 */
void frame3_label(const frame3 *f, sm3_vec at, float up, color ink, const char *string);

void frame3_line(const frame3 *f, sm3_vec a, sm3_vec b, float points, color ink);
void frame3_dot(const frame3 *f, sm3_vec at, float points, color ink);
void frame3_arrow(const frame3 *f, sm3_vec from, sm3_vec to, float points, float head, color ink);

/* The silhouette of a capsule, with a colour of its own where it is hidden. */
void frame3_outline(const frame3 *f, sm3_capsule shape, float points, color visible, color hidden);

#endif

/* raster: draws a 3D level into a canvas, without a GPU.
 *
 *     raster_begin(r, canvas, &camera, &look);
 *     raster_obstacles(r, triangles, edge_mask, NULL, count, &paint);
 *     raster_end(r);
 *     raster_line(r, a, b, 2, visible, hidden);   // dashed where a solid hides it
 *
 * Solids are drawn into a buffer of colours and depths; each sample keeps the nearest one. Three
 * edge functions of a face are signed distances in the picture from the lines of its edges: their
 * signs say which samples it covers, their sizes where its outline runs. The depth buffer holds 1 /
 * depth, which is linear in the picture, so it is exact wherever the face lies.
 *
 * The picture fills the camera's rectangle of the canvas; only pixels within the canvas' clip are
 * touched. Shapes that are not finite are not drawn. Lengths are world units unless a name says
 * pixels. */
#ifndef RASTER_H
#define RASTER_H

#include "camera.h"
#include "canvas.h"

typedef struct raster raster; /* buffers, reused from frame to frame */

raster *raster_create(void);
void raster_destroy(raster *r); /* NULL is fine */

/* ---- A picture --------------------------------------------------------------------------- */

typedef struct raster_look {
    color sky_top, sky_bottom; /* straight up and straight down; alpha is ignored */
    sm3_vec light;             /* direction toward it, of any length; zero: straight up */
    float ambient;             /* fraction of the light that comes from everywhere, 0 .. 1 */
    int samples; /* to a side of a pixel: 1, or 2 for smooth edges at 4 times the cost */
} raster_look;

/* Returns how many samples to a side of a pixel are fast enough for so many obstacles. */
int raster_samples(int obstacles);

/* Empties the buffers. The target must live until raster_end and the overlays are done. Returns
 * false when there is no memory or no pixel; do not draw then. */
bool raster_begin(raster *r, canvas *target, const camera *camera, const raster_look *look);

/* Puts the picture into the canvas. */
void raster_end(raster *r);

/* How obstacles are coloured. */
typedef struct raster_paint {
    color face;       /* of obstacles without a colour of their own */
    color back;       /* backs of one-sided faces, hatched */
    color edge;       /* translucent by its alpha */
    float edge_width; /* pixels; 0: no edges */
} raster_paint;

/* Which edges of a triangle are drawn. */
enum { RASTER_EDGE_AB = 1, RASTER_EDGE_BC = 2, RASTER_EDGE_CA = 4, RASTER_EDGES_ALL = 7 };

/* ---- Solids: between raster_begin and raster_end ----------------------------------------- */

/* Sets mask[i] to the edges of triangle i, except those between faces that lie in one plane: they
 * are not edges of the shape. Returns false, with every edge in the mask, when there is no memory.
 */
bool raster_find_edges(const sm3_triangle *triangles, int count, unsigned char *mask);

/* Draws obstacles: faces, or with a radius spheres, capsules and rounded triangles. An obstacle
 * thinner than a pixel is drawn a few pixels wide. `edge_mask` is from raster_find_edges, NULL:
 * every edge. `colors` has a colour for each, NULL: the paint's. A later obstacle covers an earlier
 * one at the same depth, so an obstacle may be drawn again in another colour. */
void raster_obstacles(raster *r, const sm3_triangle *triangles, const unsigned char *edge_mask,
                      const color *colors, int count, const raster_paint *paint);

/* Draws the pieces of one shape, which is within `reach` of its middle. Where others hide it, it
 * shows through them by `through`, 0 .. 1. */
void raster_body(raster *r, const sm3_triangle *pieces, int count, sm3_vec middle, float reach,
                 const raster_paint *paint, float through);

/* Returns the colour of a place in the world, and by its alpha how strong it is; 0: none. Several
 * threads call it. */
typedef color raster_ink(const void *context, sm3_vec place);

/* Mixes into all surfaces that do not stand upright the colour of the place that is seen there. */
void raster_tint(raster *r, raster_ink *ink, const void *context);

/* Darkens the picture straight below the mover, down to the height `bottom`, by that fraction in
 * the middle: the shadow of a light straight above. A capsule's shadow is round, however it lies.
 */
void raster_shadow(raster *r, const sm3_mover *mover, float bottom, float strength);

/* ---- Overlays: after raster_end, straight into the canvas -------------------------------- */

/* A stroke has two colours: where it is seen, and where a solid hides it; a hidden line is dashed.
 * A colour of alpha 0 draws nothing. A face does not hide a stroke on it. Widths are pixels; a line
 * from a point to itself is a round dot of that width. `head`: the length of a filled head with its
 * tip at b, 0: none; a shorter line has a shorter head. */
void raster_line(raster *r, sm3_vec a, sm3_vec b, float width, float head, color visible,
                 color hidden);

/* Draws a closed line through the points; it is not dashed where it is hidden. */
void raster_loop(raster *r, const sm3_vec *points, int count, float width, color visible,
                 color hidden);

#endif

/* raster: draws a 3D level into a canvas, without a GPU.
 *
 *     raster_begin(r, canvas, &camera, &look);
 *     raster_obstacles(r, triangles, edge_mask, NULL, count, &paint);
 *     raster_end(r);
 *     raster_line(r, a, b, 2, visible, hidden);   // overlays know what hides them
 *
 * Solids go into a buffer of colours and depths, each sample keeping what is nearest. A face is
 * found by three edge functions, signed distances in the picture from the lines of its edges: their
 * signs say which samples it covers, their sizes where its outline runs. The depth buffer holds
 * 1 / depth, which is linear in the picture, so it is exact wherever the face lies.
 *
 * The picture fills the camera's rectangle of the canvas; only pixels within the canvas' clip are
 * touched. What is not finite draws nothing. Lengths are world units unless a name says pixels. */
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

/* Returns how many samples a side of a pixel a level of so many obstacles can have in a frame. */
int raster_samples(int obstacles);

/* Empties the buffers. The target must live until raster_end and the overlays are done. Returns
 * false when there is no memory or no pixel; then nothing is to be drawn. */
bool raster_begin(raster *r, canvas *target, const camera *camera, const raster_look *look);

/* Puts what was drawn into the canvas. */
void raster_end(raster *r);

/* How obstacles are coloured. */
typedef struct raster_paint {
    color face;       /* of what has no colour of its own */
    color back;       /* backs of one-sided faces, hatched */
    color edge;       /* its alpha says how much of the face shows through */
    float edge_width; /* pixels; 0: no edges */
} raster_paint;

/* Which edges of a triangle are drawn. */
enum { RASTER_EDGE_AB = 1, RASTER_EDGE_BC = 2, RASTER_EDGE_CA = 4, RASTER_EDGES_ALL = 7 };

/* ---- Solids: between raster_begin and raster_end ----------------------------------------- */

/* Sets mask[i] to the edges of triangle i, except those between faces that lie in one plane: they
 * are no edges of the shape. Returns false, with every edge in the mask, when there
 * is no memory. */
bool raster_find_edges(const sm3_triangle *triangles, int count, unsigned char *mask);

/* Draws obstacles: faces, and spheres, capsules and rounded triangles where there is a radius. One
 * thinner than a pixel is drawn a few pixels wide. `edge_mask` is raster_find_edges', NULL: every
 * edge. `colors` is a colour for each, NULL: the paint's. What is drawn later covers what is
 * equally near, so an obstacle may be drawn again in another colour. */
void raster_obstacles(raster *r, const sm3_triangle *triangles, const unsigned char *edge_mask,
                      const color *colors, int count, const raster_paint *paint);

/* Draws what is one shape within `reach` of its middle, of which as much shows through what hides
 * it as `through` says, 0 .. 1. */
void raster_body(raster *r, const sm3_triangle *pieces, int count, sm3_vec middle, float reach,
                 const raster_paint *paint, float through);

/* Darkens what was drawn straight below the mover down to the height `bottom`, by that fraction in
 * the middle: the shadow of a light straight above. A capsule's is round, however it lies. */
void raster_shadow(raster *r, const sm3_mover *mover, float bottom, float strength);

/* ---- Overlays: after raster_end, straight into the canvas -------------------------------- */

/* Each has two colours: where it is seen, and where a solid hides it; a hidden line is dashed. An
 * alpha of 0 draws nothing there. What lies on a face is not hidden by it. Widths are pixels; a
 * line from a point to itself is a round dot as wide. `head`: the length of a filled head with its
 * tip at b, 0: none; a shorter line has a shorter head. */
void raster_line(raster *r, sm3_vec a, sm3_vec b, float width, float head, color visible,
                 color hidden);

/* A line from point to point and back to the first; it is not dashed where it is hidden. */
void raster_loop(raster *r, const sm3_vec *points, int count, float width, color visible,
                 color hidden);

#endif

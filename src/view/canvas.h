/* canvas: anti-aliased drawing into memory.
 *
 * As in the physics, every shape is a capsule: the coverage of a pixel is how far its centre lies
 * inside the capsule, clamp(radius + 1/2 - distance to the inner segment, 0, 1). Lines, disks,
 * rings, dots and strokes are cases of it, so the window, a screenshot and `render` show the same
 * pixels everywhere, with or without a GPU.
 *
 * Coordinates are pixels, y down, (0, 0) the corner of the first pixel; its centre is (0.5, 0.5).
 * Everything is clipped; NaN or infinite coordinates draw nothing.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include "../slidemove/vec.h"
#include "pixels.h"

typedef struct canvas_rect {
    int x, y, width, height;
} canvas_rect;

typedef struct canvas {
    int width, height;
    uint32_t *pixels;    /* 0xFFRRGGBB, row by row, no padding */
    canvas_rect clip;    /* only pixels inside are touched; always within the canvas */
    bool lacks_memory;   /* something was not drawn for want of it */
    uint64_t *crossings; /* where edges not yet filled cross rows */
} canvas;

/* Returns a row of its pixels. */
static inline uint32_t *canvas_row(const canvas *c, int y) {
    return c->pixels + (size_t)y * (size_t)c->width;
}

/* Returns a canvas, contents undefined until canvas_clear; NULL when memory ran out or a size is
 * < 1. */
canvas *canvas_create(int width, int height);
void canvas_destroy(canvas *c); /* NULL is fine */

/* Changes the size. Returns false, and leaves the canvas as it was, when memory ran out. */
bool canvas_resize(canvas *c, int width, int height);

/* Returns what of the rectangle lies in the other. */
canvas_rect canvas_rect_within(canvas_rect rect, canvas_rect limit);

/* Limits drawing to the rectangle (cut to the canvas); canvas_unclip lifts the limit. */
void canvas_clip(canvas *c, canvas_rect rect);
void canvas_unclip(canvas *c);

void canvas_clear(canvas *c, color background); /* ignores the clip */

/* Filled capsule; a = b is a disk. A radius below half a pixel fades instead of vanishing. */
void canvas_capsule(canvas *c, sm_vec2 a, sm_vec2 b, float radius, color fill);

/* The capsule's outline, `thickness` wide, centred on its edge. a = b is a ring. */
void canvas_capsule_outline(canvas *c, sm_vec2 a, sm_vec2 b, float radius, float thickness,
                            color stroke);

void canvas_line(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, color stroke); /* round ends */

/* A map from the plane of what is drawn to pixels: x as it is, y turned over. */
typedef struct canvas_map {
    float x, y; /* the pixel of the plane's (0, 0) */
    float zoom;
} canvas_map;

/* Draws the inner segments of many capsules as lines a pixel wide without smooth edges: fast, for
 * when each is a few pixels long. One shorter than a pixel is a dot as faint as it is short.
 * `which` are indices of the capsules to draw, `count` of them; NULL: the first `count`. Returns
 * the largest radius among them, 0 when none is larger. */
float canvas_hairlines(canvas *c, const sm_capsule *capsules, const int *which, int count,
                       canvas_map map, color stroke);

/* A line of dashes `dash` long, round ends included, with gaps `gap` between them, beginning with a
 * dash at a. Where dash + gap is less than the thickness or a pixel, a fainter line without gaps.
 */
void canvas_dashes(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float dash, float gap,
                   color stroke);

/* A line with a filled, anti-aliased head of length `head` whose tip is at b. A shaft shorter than
 * the head shrinks the head to fit. Drawn in one pass, so that a translucent arrow shows no joint.
 */
void canvas_arrow(canvas *c, sm_vec2 a, sm_vec2 b, float thickness, float head, color stroke);

/* A line whose ink is asked pixel by pixel, `along` being how far from its start that is next to
 * it.
 */
typedef struct canvas_stroke {
    double width, head; /* pixels; head: as an arrow's, 0: none */
    bool is_open;       /* other strokes go on at its ends: they are not round */
    color (*ink)(const void *context, double along);
    const void *context;
} canvas_stroke;

/* Draws the stroke between two points, which must be finite; they may lie anywhere. */
void canvas_draw_stroke(canvas *c, const canvas_stroke *stroke, vec a, vec b);

/* Adds an edge of the closed rings that canvas_fill_edges fills next; the clip must stay the same
 * until then. One that is not finite does not count. */
void canvas_edge(canvas *c, sm_vec2 a, sm_vec2 b);

/* Fills what the rings enclose an odd number of times (even-odd rule), with `inside` false the rest
 * instead. Pixel centres decide; edges are not smoothed, so draw a line over them. */
void canvas_fill_edges(canvas *c, bool inside, color fill);

/* Whole pixels: no edge to smooth. */
void canvas_fill_rect(canvas *c, canvas_rect rect, color fill);

/* Copies a picture, its top left corner to (x, y). */
void canvas_copy(canvas *c, const canvas *picture, int x, int y);

/* Rectangles with corners rounded by `radius` (0: sharp), edges anti-aliased. */
void canvas_rounded_rect(canvas *c, float x, float y, float width, float height, float radius,
                         color fill);

/* Blends `ink` through an 8-bit coverage mask whose top left pixel lands on (x, y). */
void canvas_mask(canvas *c, const uint8_t *mask, int width, int height, int pitch, int x, int y,
                 color ink);

/* Writes a PNG: a temporary file in the same folder, then a rename, so the picture is whole or not
 * there. Returns NULL, or a message that says what failed (valid until the next call): nothing is
 * left behind then, and a picture that was there is still. */
const char *canvas_save_png(const canvas *c, const char *path);

#endif

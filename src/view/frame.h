/* frame: what one picture is drawn from and onto, and the few measures that all drawing shares.
 *
 * A point is 1/96 inch: one pixel at scale 1. Line widths and text are in points, so they do not
 * change with the zoom and look the same on a high-DPI screen. */
#ifndef FRAME_H
#define FRAME_H

#include <math.h>

#include "../sandbox/plane/plane.h"
#include "../sandbox/sandbox.h"
#include "../slidemove/vec.h"
#include "camera.h"
#include "canvas.h"
#include "text.h"
#include "theme.h"

/* Measured by whoever runs the loop; shown by the figures overlay. */
typedef struct figures {
    float frames_per_second;
    float frame_milliseconds; /* to draw one */
    float tick_microseconds;  /* to make one */
} figures;

typedef struct frame {
    canvas *canvas;
    text *text;
    const theme *theme;
    camera camera;
    float scale; /* pixels a point */
    const sandbox *sandbox;
    sm_vec2 position; /* of the player, between the last two ticks */
    float heading;
    float between; /* the last two ticks: 0 .. 1 */
    figures figures;
    const int *visible; /* the obstacles that may be in view; NULL: the first visible_count */
    int visible_count;
} frame;

/* Returns one of the obstacles that may be in view: 0 .. visible_count - 1. */
static inline int frame_visible(const frame *f, int index) {
    return f->visible != NULL ? f->visible[index] : index;
}

/* World point to pixels. */
sm_vec2 frame_at(const frame *f, sm_vec2 world);

/* World length to pixels. */
float frame_length(const frame *f, float world);

/* The mover around the origin, turned as it is drawn. */
sm_hull frame_mover(const frame *f);

/* Direction in the world (y up) to a direction on the screen (y down), same length. */
sm_vec2 frame_direction(sm_vec2 world);

/* Text on a small panel, its middle at (x, y) pixels, kept within the screen. */
void frame_label(const frame *f, float x, float y, color ink, const char *string);

static inline sm_vec2 offset(sm_vec2 p, sm_vec2 direction, float by) {
    return (sm_vec2){p.x + direction.x * by, p.y + direction.y * by};
}

/* From one angle toward another, the short way round. */
static inline float between_angles(float from, float to, float share) {
    return from + remainderf(to - from, 2 * 3.14159265f) * share;
}

static inline float clamp(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

#endif

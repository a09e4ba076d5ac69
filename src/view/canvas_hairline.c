/* canvas_hairline: many short lines, fast. */
#include <math.h>
#include <stdlib.h>

#include "pixels.h"

static const float longest = 24; /* pixels; a longer line is worth the smooth edge */

static bool is_apart(const canvas *c, sm_vec2 a, sm_vec2 b) {
    float left = (float)c->clip.x, right = (float)(c->clip.x + c->clip.width);
    float top = (float)c->clip.y, bottom = (float)(c->clip.y + c->clip.height);
    return (a.x < left && b.x < left) || (a.x >= right && b.x >= right) ||
           (a.y < top && b.y < top) || (a.y >= bottom && b.y >= bottom);
}

static void dot(canvas *c, float x, float y, color stroke, unsigned alpha) {
    int column = (int)x - c->clip.x, row = (int)y - c->clip.y;
    if (x < 0 || y < 0 || (unsigned)column >= (unsigned)c->clip.width ||
        (unsigned)row >= (unsigned)c->clip.height)
        return;
    uint32_t *at = pixels_row(c, row + c->clip.y) + column + c->clip.x;
    *at = pixels_blend(*at, stroke, alpha);
}

void canvas_hairline(canvas *c, sm_vec2 a, sm_vec2 b, color stroke) {
    float dx = b.x - a.x, dy = b.y - a.y;
    float length = fabsf(dx) > fabsf(dy) ? fabsf(dx) : fabsf(dy);
    if (!(length <= longest)) { /* NaN, too */
        canvas_line(c, a, b, 1, stroke);
        return;
    }
    if (is_apart(c, a, b))
        return;
    unsigned alpha = pixels_alpha(stroke);
    int steps = (int)length + 1;
    if (steps == 1)
        alpha = (unsigned)((float)alpha * (0.25f + 0.75f * length));
    float share = 1 / (float)steps;
    dx *= share;
    dy *= share;
    float x = a.x + dx / 2, y = a.y + dy / 2;
    for (int i = 0; i < steps; i++, x += dx, y += dy)
        dot(c, x, y, stroke, alpha);
}

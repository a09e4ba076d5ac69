/* canvas_hairline: very many short lines. A line is stepped through pixel by pixel; most are dots.
 */
#include <math.h>

#include "pixels.h"

static const float longest = 24; /* pixels; a longer line is worth the smooth edge */

typedef struct bounds {
    float left, top, right, bottom;
} bounds;

static bool is_apart(const bounds *k, sm_vec2 a, sm_vec2 b) {
    return (a.x < k->left && b.x < k->left) || (a.x >= k->right && b.x >= k->right) ||
           (a.y < k->top && b.y < k->top) || (a.y >= k->bottom && b.y >= k->bottom);
}

static void dot(const canvas *c, const bounds *k, float x, float y, color stroke, unsigned alpha) {
    if (x < k->left || x >= k->right || y < k->top || y >= k->bottom)
        return;
    uint32_t *at = pixels_row(c, (int)y) + (int)x;
    *at = pixels_blend(*at, stroke, alpha);
}

static void draw(canvas *c, const bounds *k, sm_vec2 a, sm_vec2 b, color stroke) {
    float dx = b.x - a.x, dy = b.y - a.y;
    float wide = fabsf(dx), high = fabsf(dy), length = wide > high ? wide : high;
    unsigned alpha = pixels_alpha(stroke);
    if (length <= 1) {
        float faint = (float)alpha * (0.25f + 0.75f * length);
        dot(c, k, a.x + dx / 2, a.y + dy / 2, stroke, (unsigned)faint);
        return;
    }
    if (!(length <= longest)) { /* NaN, too */
        canvas_line(c, a, b, 1, stroke);
        return;
    }
    int steps = (int)length + 1;
    float share = 1 / (float)steps;
    dx *= share;
    dy *= share;
    a.x += dx / 2;
    a.y += dy / 2;
    for (int i = 0; i < steps; i++, a.x += dx, a.y += dy)
        dot(c, k, a.x, a.y, stroke, alpha);
}

void canvas_hairlines(canvas *c, const sm_capsule *capsules, const int *which, int count,
                      canvas_map map, color stroke) {
    bounds k = {(float)c->clip.x, (float)c->clip.y, (float)(c->clip.x + c->clip.width),
                (float)(c->clip.y + c->clip.height)};
    for (int i = 0; i < count; i++) {
        const sm_capsule *s = &capsules[which != NULL ? which[i] : i];
        sm_vec2 a = {map.x + s->a.x * map.zoom, map.y - s->a.y * map.zoom};
        sm_vec2 b = {map.x + s->b.x * map.zoom, map.y - s->b.y * map.zoom};
        if (!is_apart(&k, a, b))
            draw(c, &k, a, b, stroke);
    }
}

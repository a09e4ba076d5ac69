/* raster_stroke: lines, dots, arrows and loops of a width in pixels, over the finished picture.
 *
 * Each is a stroke of the canvas, from the picture of one end to that of the other. A pixel is as
 * hidden as the point of the segment next to it, so that a thick line is hidden across its whole
 * width, not along a ragged border. */
#include "raster_buffer.h"

static const double dash = 5, dash_gap = 4; /* pixels, of what is hidden */
static const float nearer =
    1.001f; /* what lies so much nearer hides: else faces hide what is on them */

typedef struct veiled {
    const raster *raster;
    eye_spot a, b;
    double length;  /* pixels */
    bool is_dashed; /* where it is hidden */
    color visible, hidden;
} veiled;

static float nearness_at(const raster *r, double x, double y) {
    double right = r->width - 1, bottom = r->height - 1;
    x = smaller(larger(x - r->x, 0), right);
    y = smaller(larger(y - r->y, 0), bottom);
    size_t column = (size_t)(x * r->samples), row = (size_t)(y * r->samples);
    return r->nearness[row * (size_t)r->stride + column];
}

/* A face that falls away from the eye is nearer at one side of the point and farther at the other,
 * so the farthest of the pixels around it decides. */
static bool is_hidden(const raster *r, eye_spot at) {
    float limit = (float)at.nearness * nearer;
    return nearness_at(r, at.x, at.y) > limit && nearness_at(r, at.x - 1, at.y) > limit &&
           nearness_at(r, at.x + 1, at.y) > limit && nearness_at(r, at.x, at.y - 1) > limit &&
           nearness_at(r, at.x, at.y + 1) > limit;
}

/* See canvas_stroke. */
static color ink_at(const void *context, double along) {
    const veiled *v = context;
    double share = v->length > 0 ? smaller(larger(along / v->length, 0), 1) : 0;
    eye_spot at = {v->a.x + (v->b.x - v->a.x) * share, v->a.y + (v->b.y - v->a.y) * share,
                   v->a.nearness + (v->b.nearness - v->a.nearness) * share};
    if (!is_hidden(v->raster, at))
        return v->visible;
    bool in_gap = v->is_dashed && fmod(along + dash, dash + dash_gap) >= dash;
    return in_gap ? 0 : v->hidden;
}

/* Draws what is before the near plane of a segment. */
static void draw(const raster *r, sm3_vec from, sm3_vec to, veiled v, canvas_stroke s) {
    vec3 a = eye_see(&r->eye, from), b = eye_see(&r->eye, to);
    double near = r->eye.near;
    if (!vec3_is_finite(a) || !vec3_is_finite(b) || !(s.width > 0) || !isfinite(s.width) ||
        !isfinite(s.head) || (a.z < near && b.z < near))
        return;
    if (a.z < near)
        a = eye_cut(&r->eye, a, b);
    if (b.z < near) {
        b = eye_cut(&r->eye, a, b);
        s.head = 0;
    }
    v.raster = r;
    v.a = eye_project(&r->pixel_eye, a);
    v.b = eye_project(&r->pixel_eye, b);
    v.length = vec_length((vec){v.b.x - v.a.x, v.b.y - v.a.y});
    v.is_dashed = !s.is_open && v.length > 0;
    s.ink = ink_at;
    s.context = &v;
    canvas_rect clip = r->target->clip;
    r->target->clip = raster_part(r);
    canvas_draw_stroke(r->target, &s, (vec){v.a.x, v.a.y}, (vec){v.b.x, v.b.y});
    r->target->clip = clip;
}

void raster_line(raster *r, sm3_vec a, sm3_vec b, float width, color visible, color hidden) {
    raster_arrow(r, a, b, width, 0, visible, hidden);
}

void raster_arrow(raster *r, sm3_vec from, sm3_vec to, float width, float head, color visible,
                  color hidden) {
    draw(r, from, to, (veiled){.visible = visible, .hidden = hidden},
         (canvas_stroke){.width = (double)width, .head = larger((double)head, 0)});
}

void raster_loop(raster *r, const sm3_vec *points, int count, float width, color visible,
                 color hidden) {
    for (int i = 0; i < count; i++)
        draw(r, points[i], points[(i + 1) % count], (veiled){.visible = visible, .hidden = hidden},
             (canvas_stroke){.width = (double)width, .is_open = true});
}

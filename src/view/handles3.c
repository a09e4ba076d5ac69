#include "handles3.h"

#include <stdio.h>

static const color axis_inks[3] = {0xffe5484du, 0xff46a758u, 0xff3e8bfdu}; /* x, y, z: the usual */
static const int most_outlined = 400; /* triangles; of more, the colour of the faces must do */

static void draw_outline(const frame3 *f, int obstacle) {
    static const unsigned char edges[3] = {RASTER_EDGE_AB, RASTER_EDGE_BC, RASTER_EDGE_CA};
    const sm3_triangle *t = &f->space->solids.triangles[obstacle];
    color ink = f->flat->theme->badge;
    const sm3_vec corners[3] = {t->a, t->b, t->c};
    bool is_segment = t->b.x == t->c.x && t->b.y == t->c.y && t->b.z == t->c.z;
    if (t->radius > 0 && is_segment) {
        frame3_outline(f, (sm3_capsule){t->a, t->b, t->radius}, 2, ink, frame3_hidden(ink));
        return;
    }
    for (int i = 0; i < 3; i++) {
        if ((f->edges[obstacle] & edges[i]) != 0)
            frame3_line(f, corners[i], corners[(i + 1) % 3], 1.5f, ink);
    }
}

static void draw_selected(const frame3 *f, const selection *sel) {
    int left = most_outlined;
    for (int i = 0; i < sel->count && left > 0; i++) {
        obstacle_span span = space_span(f->space, sel->statements[i]);
        for (int k = span.first; k < span.first + span.count && left > 0; k++, left--)
            draw_outline(f, k);
    }
}

static void draw_cross(const frame3 *f, const hand3 *h, sm3_vec cross) {
    static const char *const names[3] = {"x", "y", "z"};
    float length = hand3_arrow_length(&h->ray, cross);
    for (int i = 0; i < 3; i++) {
        hand3_part part = (hand3_part)(HAND3_AXIS_X + i);
        bool lit = h->held == part || (h->held == HAND3_NOTHING && h->hover == part);
        sm3_vec axis = hand3_axis(part), tip = offset3(cross, axis, length);
        color ink = lit ? f->flat->theme->badge : axis_inks[i];
        raster_arrow(f->raster, cross, tip, (lit ? 4.0f : 2.5f) * f->flat->scale,
                     12 * f->flat->scale, ink, ink);
        frame3_label(f, offset3(tip, axis, 0.12f * length), 0, ink, names[i]);
    }
}

static void draw_way(const frame3 *f, const hand3 *h, sm3_vec cross) {
    char words[80];
    snprintf(words, sizeof words, "%+.4g, %+.4g, %+.4g u", (double)h->moved.x, (double)h->moved.y,
             (double)h->moved.z);
    frame3_label(f, cross, -26, f->flat->theme->ink, words);
}

void handles3_draw(const frame3 *f, const hand *h) {
    sm3_vec cross;
    draw_selected(f, &h->selection);
    if (!hand3_cross(&h->selection, f->flat->sandbox, &cross))
        return;
    draw_cross(f, &h->solid, cross);
    if (h->solid.held != HAND3_NOTHING && h->solid.held != HAND3_PLAYER)
        draw_way(f, &h->solid, cross);
}

#include "frame3.h"

float frame3_units(const frame3 *f, sm3_vec at, float points) {
    view3_point p = camera3_project(&f->camera, at);
    return points * f->flat->scale * camera3_pixel_size(&f->camera, p.depth);
}

void frame3_label(const frame3 *f, sm3_vec at, float up, color ink, const char *string) {
    view3_point p = camera3_project(&f->camera, at);
    if (p.in_front)
        frame_label(f->flat, p.x, p.y - up * f->flat->scale, ink, string);
}

void frame3_line(const frame3 *f, sm3_vec a, sm3_vec b, float points, color ink) {
    raster_line(f->raster, a, b, points * f->flat->scale, ink, frame3_hidden(ink));
}

void frame3_dot(const frame3 *f, sm3_vec at, float points, color ink) {
    raster_point(f->raster, at, points * f->flat->scale, ink, frame3_hidden(ink));
}

void frame3_arrow(const frame3 *f, sm3_vec from, sm3_vec to, float points, float head, color ink) {
    raster_arrow(f->raster, from, to, points * f->flat->scale, head * f->flat->scale, ink,
                 frame3_hidden(ink));
}

/* The circle that the eye sees of a sphere is nearer than its middle, and smaller. */
typedef struct silhouette {
    sm3_vec middle;
    float radius;
} silhouette;

static silhouette silhouette_of(sm3_vec centre, float radius, sm3_vec eye) {
    sm3_vec to_eye = between3(centre, eye);
    float squared = dot3(to_eye, to_eye), share = radius * radius / squared;
    return (silhouette){offset3(centre, to_eye, share), radius * sqrtf(1 - share)};
}

static sm3_vec unit3(sm3_vec v) {
    float length = length3(v);
    return (sm3_vec){v.x / length, v.y / length, v.z / length};
}

/* Goes once around: half of the one end's circle, half of the other's. From within, or along the
 * axis of the view, there is nothing to go around. */
void frame3_outline(const frame3 *f, sm3_capsule shape, float points, color visible, color hidden) {
    enum { STROKES = 48 };
    sm3_vec eye = camera3_eye(&f->camera), axis = between3(shape.a, shape.b);
    sm3_vec nearest = sm3_closest_on_segment(eye, shape.a, shape.b);
    if (!(length3(between3(nearest, eye)) > shape.radius))
        return;
    silhouette ends[2] = {silhouette_of(shape.a, shape.radius, eye),
                          silhouette_of(shape.b, shape.radius, eye)};
    sm3_vec view = unit3(between3(nearest, eye)),
            up = length3(axis) > 0 ? axis : camera3_up(&f->camera);
    sm3_vec side = cross3(up, view);
    if (!(length3(side) > 1e-3f * length3(up)))
        side = cross3(camera3_up(&f->camera), view);
    side = unit3(side);
    up = cross3(view, side);
    sm3_vec from = shape.a;
    for (int i = 0; i <= STROKES; i++) {
        float angle = (float)i * (2 * 3.14159265f / STROKES), rise = sinf(angle);
        const silhouette *end = &ends[rise > 0 && i < STROKES];
        sm3_vec to =
            offset3(offset3(end->middle, side, end->radius * cosf(angle)), up, end->radius * rise);
        if (i > 0)
            raster_line(f->raster, from, to, points * f->flat->scale, visible, hidden);
        from = to;
    }
}

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
static void outline_sphere(const frame3 *f, sm3_vec centre, float radius, float points,
                           color visible, color hidden) {
    sm3_vec to_eye = offset3(camera3_eye(&f->camera), centre, -1);
    float distance = length3(to_eye);
    if (!(distance > radius))
        return;
    float nearer = radius * radius / distance;
    float seen = radius * sqrtf(1 - radius * radius / (distance * distance));
    raster_circle(f->raster, offset3(centre, to_eye, nearer / distance), to_eye, seen,
                  points * f->flat->scale, visible, hidden);
}

void frame3_outline(const frame3 *f, sm3_capsule shape, float points, color visible, color hidden) {
    sm3_vec along = offset3(shape.b, shape.a, -1);
    outline_sphere(f, shape.a, shape.radius, points, visible, hidden);
    if (!(length3(along) > 0))
        return;
    outline_sphere(f, shape.b, shape.radius, points, visible, hidden);
    sm3_vec view = offset3(camera3_eye(&f->camera), shape.a, -1);
    sm3_vec side = {along.y * view.z - along.z * view.y, along.z * view.x - along.x * view.z,
                    along.x * view.y - along.y * view.x};
    float length = length3(side);
    for (int i = -1; i <= 1 && length > 0; i += 2) {
        float by = (float)i * shape.radius / length;
        raster_line(f->raster, offset3(shape.a, side, by), offset3(shape.b, side, by),
                    points * f->flat->scale, visible, hidden);
    }
}

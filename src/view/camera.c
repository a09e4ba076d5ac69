#include "camera.h"

#include <math.h>

static const float zoom_min = 1e-4f, zoom_max = 1e5f; /* pixels a world unit */
static const float follow_rate =
    6; /* 1/s: the distance to the followed point shrinks by e in 1/rate */

sm_vec2 camera_to_screen(const camera *c, sm_vec2 world) {
    return (sm_vec2){(float)c->width / 2 + (world.x - c->centre.x) * c->zoom,
                     (float)c->height / 2 - (world.y - c->centre.y) * c->zoom};
}

sm_vec2 camera_to_world(const camera *c, sm_vec2 screen) {
    return (sm_vec2){c->centre.x + (screen.x - (float)c->width / 2) / c->zoom,
                     c->centre.y - (screen.y - (float)c->height / 2) / c->zoom};
}

static float clamped_zoom(float zoom) {
    return fminf(fmaxf(zoom, zoom_min), zoom_max);
}

void camera_fit(camera *c, level_box box, float margin) {
    float width = fmaxf(box.max.x - box.min.x, 1e-3f), height = fmaxf(box.max.y - box.min.y, 1e-3f);
    float room_x = fmaxf((float)c->width - 2 * margin, 1);
    float room_y = fmaxf((float)c->height - 2 * margin, 1);
    c->centre = (sm_vec2){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
    c->zoom = clamped_zoom(fminf(room_x / width, room_y / height));
}

void camera_zoom_at(camera *c, sm_vec2 screen, float factor) {
    sm_vec2 before = camera_to_world(c, screen);
    c->zoom = clamped_zoom(c->zoom * factor);
    sm_vec2 after = camera_to_world(c, screen);
    c->centre.x += before.x - after.x;
    c->centre.y += before.y - after.y;
}

void camera_pan(camera *c, sm_vec2 pixels) {
    c->centre.x -= pixels.x / c->zoom;
    c->centre.y += pixels.y / c->zoom;
}

void camera_follow(camera *c, sm_vec2 world, float seconds) {
    float share = 1 - expf(-follow_rate * seconds);
    c->centre.x += (world.x - c->centre.x) * share;
    c->centre.y += (world.y - c->centre.y) * share;
}

level_box camera_view(const camera *c) {
    sm_vec2 top_left = camera_to_world(c, (sm_vec2){0, 0});
    sm_vec2 bottom_right = camera_to_world(c, (sm_vec2){(float)c->width, (float)c->height});
    return (level_box){{top_left.x, bottom_right.y}, {bottom_right.x, top_left.y}};
}

#include "frame.h"

#include <math.h>

sm_vec2 frame_at(const frame *f, sm_vec2 world) {
    return camera_to_screen(&f->camera, world);
}

float frame_length(const frame *f, float world) {
    return world * f->camera.zoom;
}

sm_vec2 frame_direction(sm_vec2 world) {
    return (sm_vec2){world.x, -world.y};
}

sm_hull frame_mover(const frame *f) {
    player turned = f->sandbox->player;
    turned.heading = f->heading;
    return player_hull(&turned);
}

void frame_label(const frame *f, float x, float y, color ink, const char *string) {
    float pad = 4 * f->scale;
    float width = text_width(f->text, TEXT_SMALL, string) + 2 * pad;
    float height = text_line_height(f->text, TEXT_SMALL) + pad / 2;
    float left = clamp(x - width / 2, 0, (float)f->canvas->width - width);
    float top = clamp(y - height / 2, 0, (float)f->canvas->height - height);
    canvas_rounded_rect(f->canvas, left, top, width, height, height / 3, f->theme->panel);
    text_draw(f->text, f->canvas, TEXT_SMALL, left + pad, top + pad / 4, ink, string);
}

/* pointer3: the mouse in the scene of a 3D level: a shape, an arrow or the player is dragged; the
 * empty sky, and the right button anywhere, turn the view. */
#include "pointer.h"

static const float grab_points = 7, arrow_points = 70;

void pointer3_point(app *a) {
    const camera3 *c = &a->view.solid.camera;
    float scale = a->view.scale;
    hand3_ray ray = {.view = camera3_forward(c),
                     .pixel = camera3_pixel_size(c, 1),
                     .slack = grab_points * scale,
                     .arrow = arrow_points * scale};
    camera3_ray(c, a->view.focus.pointer, &ray.eye, &ray.direction);
    hand3_point(&a->hand.solid, &a->hand.selection, a->sandbox, &ray);
}

void pointer3_press(app *a, const SDL_MouseButtonEvent *e) {
    bool more = (a->modifiers & KMOD_SHIFT) != 0;
    if (e->button == SDL_BUTTON_LEFT) {
        pointer3_point(a);
        a->orbiting = !hand3_press(&a->hand.solid, &a->hand.selection, a->sandbox, more);
        if (a->orbiting && !more)
            selection_clear(&a->hand.selection);
    } else if (e->button == SDL_BUTTON_MIDDLE || more) {
        a->panning = true;
    } else {
        a->orbiting = true;
    }
}

void pointer3_release(app *a) {
    a->orbiting = false;
    hand_let_go(&a->hand, a->sandbox);
}

void pointer3_move(app *a, sm_vec2 by) {
    camera3 *c = &a->view.solid.camera;
    if (a->panning) {
        camera3_pan(c, by.x, by.y);
        a->view.following = false;
    } else if (a->orbiting) {
        camera3_orbit(c, by.x, by.y);
    } else {
        return;
    }
    a->view.fitted = false;
}

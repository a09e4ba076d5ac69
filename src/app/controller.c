#include "controller.h"

#include <math.h>

#include "keys.h"
#include "typing.h"

static const double longest_seconds = 0.1; /* after a stall, views do not leap */
static const float dot_points = 10;        /* a player whose radius is smaller is a dot, */
static const float near_radii = 40;        /* and this much across shows it well */
static const float turn_points = 400;      /* a second, that an arrow turns the view by */
static const float grab_points = 6;        /* how far beside a thing it can still be grabbed */
static const float arrow_slack = 7, arrow_points = 70; /* of the cross in a 3D level */

/* What an eye can do. */
typedef struct eye {
    void (*pan)(view *v, sm_vec2 by);
    void (*turn)(view *v, sm_vec2 by); /* NULL: it cannot */
    void (*zoom)(view *v, sm_vec2 at, float factor);
    void (*follow)(view *v, sm3_vec at, float seconds);
    float (*pixel)(const view *v); /* how wide one is, world units */
    void (*point)(app *a, pointer_keys keys);
    bool (*press)(app *a, pointer_keys keys);
} eye;

/* ---- In the plane ------------------------------------------------------------------------ */

static void pan_plane(view *v, sm_vec2 by) {
    camera_pan(&v->camera, by);
}

static void zoom_plane(view *v, sm_vec2 at, float factor) {
    camera_zoom_at(&v->camera, at, factor);
}

static void follow_plane(view *v, sm3_vec at, float seconds) {
    camera_follow(&v->camera, sm3_flat(at), seconds);
}

static float pixel_of_plane(const view *v) {
    return 1 / v->camera.zoom;
}

static sm_vec2 place_in_plane(const app *a) {
    return camera_to_world(&a->view.camera, a->view.focus.pointer);
}

static void point_plane(app *a, pointer_keys keys) {
    pointer_tool *h = &a->pointer_tool;
    pointer_tool_point(h, a->sandbox, h->by_keys ? h->at : place_in_plane(a), keys);
}

static bool press_plane(app *a, pointer_keys keys) {
    pointer_tool_press(&a->pointer_tool, a->sandbox, keys);
    return true;
}

static const eye plane_eye = {pan_plane,      NULL,        zoom_plane, follow_plane,
                              pixel_of_plane, point_plane, press_plane};

/* ---- In space ---------------------------------------------------------------------------- */

static void pan_space(view *v, sm_vec2 by) {
    camera3_pan(&v->solid.camera, by.x, by.y);
}

static void turn_space(view *v, sm_vec2 by) {
    camera3_orbit(&v->solid.camera, by.x, by.y);
}

static void zoom_space(view *v, sm_vec2 at, float factor) {
    camera3_zoom_at(&v->solid.camera, at, factor);
}

static void follow_space(view *v, sm3_vec at, float seconds) {
    camera3_follow(&v->solid.camera, at, seconds);
}

static float pixel_of_space(const view *v) {
    return camera3_pixel_size(&v->solid.camera, v->solid.camera.distance);
}

static void point_space(app *a, pointer_keys keys) {
    (void)keys; /* nothing snaps */
    const camera3 *c = &a->view.solid.camera;
    pointer_ray ray = {.view = camera3_forward(c),
                       .pixel = camera3_pixel_size(c, 1),
                       .slack = arrow_slack * a->view.scale,
                       .arrow = arrow_points * a->view.scale};
    camera3_ray(c, a->view.focus.pointer, &ray.eye, &ray.direction);
    ray_tool_point(&a->pointer_tool.solid, &a->pointer_tool.selection, a->sandbox, &ray);
}

static bool press_space(app *a, pointer_keys keys) {
    point_space(a, keys);
    bool holds =
        ray_tool_press(&a->pointer_tool.solid, &a->pointer_tool.selection, a->sandbox, keys.more);
    if (!holds && !keys.more)
        selection_clear(&a->pointer_tool.selection);
    return holds;
}

static const eye space_eye = {pan_space,      turn_space,  zoom_space, follow_space,
                              pixel_of_space, point_space, press_space};

static const eye *eye_of(const app *a) {
    return sandbox_has(a->sandbox, HAS_DEPTH) ? &space_eye : &plane_eye;
}

/* ---- What is seen ------------------------------------------------------------------------ */

void controller_pan(app *a, sm_vec2 by) {
    eye_of(a)->pan(&a->view, by);
    a->view.fitted = a->view.following = false;
}

void controller_turn(app *a, sm_vec2 by) {
    if (eye_of(a)->turn == NULL) {
        controller_pan(a, by);
        return;
    }
    eye_of(a)->turn(&a->view, by);
    a->view.fitted = false;
}

void controller_zoom(app *a, sm_vec2 at, float factor) {
    eye_of(a)->zoom(&a->view, at, factor);
    a->view.fitted = false;
}

sm_vec2 controller_middle(const app *a) {
    return (sm_vec2){(float)a->view.camera.width / 2, (float)a->view.camera.height / 2};
}

void controller_show_player(app *a) {
    float radius = a->sandbox->player.radius;
    if (radius < dot_points * a->view.scale * eye_of(a)->pixel(&a->view))
        view_focus(&a->view, a->sandbox, near_radii * radius);
}

/* The arrows and the right stick turn the view where they do nothing else. */
static void turn_by_keys(app *a, float seconds) {
    if (eye_of(a)->turn == NULL || dialog_is_open(&a->view.dialog) || typing_is_on(a) ||
        typing_scrolls_help(a) || (a->sandbox->paused && a->pointer_tool.selection.count > 0))
        return;
    float by = turn_points * a->view.scale * seconds;
    float right = keys_axis(a, AXIS_LOOK_RIGHT) + keys_stick(a, SDL_CONTROLLER_AXIS_RIGHTX);
    float up = keys_axis(a, AXIS_LOOK_UP) - keys_stick(a, SDL_CONTROLLER_AXIS_RIGHTY);
    if (right != 0 || up != 0)
        controller_turn(a, (sm_vec2){right * by, -up * by});
}

void controller_update(app *a, double seconds) {
    float passed = (float)fmin(seconds, longest_seconds);
    turn_by_keys(a, passed);
    if (a->view.following)
        eye_of(a)->follow(&a->view, a->sandbox->player.position, passed);
}

/* ---- What is pointed at ------------------------------------------------------------------ */

void controller_point(app *a, bool is_in_scene, pointer_keys keys) {
    pointer_tool *h = &a->pointer_tool;
    h->pixel = eye_of(a)->pixel(&a->view);
    h->slack = grab_points * a->view.scale * h->pixel;
    if (is_in_scene || pointer_tool_is_busy(h)) {
        eye_of(a)->point(a, keys);
        return;
    }
    if (!h->by_keys)
        pointer_tool_leave(h);
    ray_tool_leave(&h->solid);
}

bool controller_press(app *a, pointer_keys keys) {
    return eye_of(a)->press(a, keys);
}

bool controller_pull(const app *a, sm3_vec *to) {
    const pointer_tool *h = &a->pointer_tool;
    sm_vec2 at = place_in_plane(a);
    bool in_space = h->solid.held == RAY_TOOL_PLAYER;
    *to = in_space ? ray_tool_pull(&h->solid) : (sm3_vec){at.x + h->grab.x, at.y + h->grab.y, 0};
    return in_space || h->pulling;
}

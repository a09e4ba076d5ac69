#include "app.h"

#include <math.h>

static const double longest_seconds = 0.1; /* after a stall, views do not leap */
static const float dot_points = 10;        /* a player whose radius is smaller is a dot, */
static const float near_radii = 40;        /* and this much across shows it well */
static const float turn_points = 400;      /* a second, that an arrow turns the view by */
static const float grab_points = 6;        /* how far beside a thing it can still be grabbed */
static const float arrow_points = 70;      /* of the cross in a 3D level */

/* What an eye can do. */
typedef struct eye {
    void (*pan)(view *v, sm_vec2 by);
    void (*turn)(view *v, sm_vec2 by); /* NULL: it cannot */
    void (*zoom)(view *v, sm_vec2 at, float factor);
    void (*follow)(view *v, sm3_vec at, float seconds);
    pointer_ray (*ray)(const view *v); /* where the pointer points; .at and .slack are set for it */
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

static pointer_ray ray_to_plane(const view *v) {
    sm_vec2 at = camera_to_world(&v->camera, v->focus.pointer);
    sm3_vec down = {0, 0, -1};
    return (pointer_ray){.eye = {at.x, at.y, 1},
                         .direction = down,
                         .view = down,
                         .pixel = 1 / v->camera.zoom,
                         .depth = 1};
}

static const eye plane_eye = {pan_plane, NULL, zoom_plane, follow_plane, ray_to_plane};

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

static pointer_ray ray_into_space(const view *v) {
    const camera3 *c = &v->solid.camera;
    pointer_ray ray = {.view = camera3_forward(c),
                       .pixel = camera3_pixel_size(c, 1),
                       .depth = c->distance,
                       .arrow = arrow_points * v->scale,
                       .may_turn = true};
    camera3_ray(c, v->focus.pointer, &ray.eye, &ray.direction);
    return ray;
}

static const eye space_eye = {pan_space, turn_space, zoom_space, follow_space, ray_into_space};

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
    pointer_ray ray = eye_of(a)->ray(&a->view);
    if (radius < dot_points * a->view.scale * ray.pixel * ray.depth)
        view_focus(&a->view, a->sandbox, 1, near_radii * radius);
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
    pointer_ray ray = eye_of(a)->ray(&a->view);
    ray.at = a->view.focus.pointer;
    ray.slack = grab_points * a->view.scale;
    if (is_in_scene || pointer_tool_is_busy(h))
        pointer_tool_point(h, a->sandbox, &ray, keys);
    else
        pointer_tool_leave(h, &ray);
}

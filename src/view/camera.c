#include "camera.h"

#include <math.h>

static const float zoom_min = 1e-4f, zoom_max = 1e5f; /* pixels a world unit */
static const float follow_rate =
    6; /* 1/s: the distance to the followed point shrinks by e in 1/rate */

static sm_vec2 middle_of_screen(const camera *c) {
    return (sm_vec2){(float)c->x + (float)c->width / 2, (float)c->y + (float)c->height / 2};
}

sm_vec2 camera_to_screen(const camera *c, sm_vec2 world) {
    sm_vec2 middle = middle_of_screen(c);
    return (sm_vec2){middle.x + (world.x - c->target.x) * c->zoom,
                     middle.y - (world.y - c->target.y) * c->zoom};
}

sm_vec2 camera_to_world(const camera *c, sm_vec2 screen) {
    sm_vec2 middle = middle_of_screen(c);
    return (sm_vec2){c->target.x + (screen.x - middle.x) / c->zoom,
                     c->target.y - (screen.y - middle.y) / c->zoom};
}

/* Margins leave at least half of what there is. */
static float room_within(float pixels, float margin) {
    return fmaxf(pixels - 2 * margin, fmaxf(pixels / 2, 1));
}

void camera_fit(camera *c, level_box box, float margin) {
    float width = fmaxf(box.max.x - box.min.x, 1e-3f), height = fmaxf(box.max.y - box.min.y, 1e-3f);
    float room_x = room_within((float)c->width, margin);
    float room_y = room_within((float)c->height, margin);
    c->target = (sm3_vec){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, 0};
    c->zoom = clamp(fminf(room_x / width, room_y / height), zoom_min, zoom_max);
}

void camera_zoom_at(camera *c, sm_vec2 screen, float factor) {
    sm_vec2 before = camera_to_world(c, screen);
    c->zoom = clamp(c->zoom * factor, zoom_min, zoom_max);
    sm_vec2 after = camera_to_world(c, screen);
    c->target.x += before.x - after.x;
    c->target.y += before.y - after.y;
}

void camera_pan(camera *c, sm_vec2 pixels) {
    c->target.x -= pixels.x / c->zoom;
    c->target.y += pixels.y / c->zoom;
}

void camera_focus(camera *c, sm3_vec middle, float span) {
    c->target = middle;
    c->zoom = (float)c->width / span;
}

pointer_ray camera_ray(const camera *c, sm_vec2 pixel) {
    sm_vec2 at = camera_to_world(c, pixel);
    sm3_vec down = {0, 0, -1};
    return (pointer_ray){
        .eye = {at.x, at.y, 1}, .direction = down, .view = down, .pixel = 1 / c->zoom, .depth = 1};
}

/* ---- In space ---------------------------------------------------------------------------- */

static const float pitch_max = 1.5533430f; /* radians, 89 degrees: beyond it left and right swap */
static const float distance_min = 1e-3f, distance_max = 1e7f; /* world units */
static const float half_turn = 3.14159265f; /* radians for a drag as long as the picture is high */
static const float near_share = 1e-3f;      /* of the distance */

camera camera3_make(int width, int height) {
    return (camera){.zoom = 1,
                    .yaw = half_turn / 3,
                    .pitch = -half_turn / 6,
                    .distance = 20,
                    .field_of_view = CAMERA3_FIELD_OF_VIEW,
                    .width = width,
                    .height = height};
}

/* ---- Looking through it ------------------------------------------------------------------ */

static double focal_length(const camera *c) {
    return (double)c->height / 2 / tan((double)c->field_of_view / 2);
}

camera_eye eye_of_camera(const camera *c) {
    double cy = cos((double)c->yaw), sy = sin((double)c->yaw);
    double cp = cos((double)c->pitch), sp = sin((double)c->pitch);
    camera_eye e = {.right = {sy, 0, cy},
                    .up = {-sp * cy, cp, sp * sy},
                    .forward = {cp * cy, sp, -cp * sy},
                    .focal = focal_length(c),
                    .middle_x = c->x + (double)c->width / 2,
                    .middle_y = c->y + (double)c->height / 2,
                    .near = (double)(near_share * c->distance)};
    e.per_focal = 1 / e.focal;
    e.position = vec3_sub(vec3_of(c->target), vec3_scale(e.forward, (double)c->distance));
    return e;
}

view3_point camera3_project(const camera *c, sm3_vec world) {
    camera_eye e = eye_of_camera(c);
    vec3 v = eye_see(&e, world);
    view3_point p = {NAN, NAN, (float)v.z, v.z >= e.near && vec3_is_finite(v)};
    if (p.in_front) {
        eye_spot at = eye_project(&e, v);
        p.x = (float)at.x;
        p.y = (float)at.y;
    }
    return p;
}

pointer_ray camera3_ray(const camera *c, sm_vec2 pixel) {
    camera_eye e = eye_of_camera(c);
    vec3 ray = eye_ray(&e, (double)pixel.x, (double)pixel.y);
    vec3 world = vec3_add(vec3_add(vec3_scale(e.right, ray.x), vec3_scale(e.up, ray.y)), e.forward);
    return (pointer_ray){.eye = vec3_round(e.position),
                         .direction = vec3_round(vec3_unit(world, e.forward)),
                         .view = vec3_round(e.forward),
                         .pixel = camera3_pixel_size(c, 1),
                         .depth = c->distance,
                         .may_turn = true};
}

float camera3_pixel_size(const camera *c, float depth) {
    return depth / (float)focal_length(c);
}

sm3_vec camera3_eye(const camera *c) {
    return vec3_round(eye_of_camera(c).position);
}

sm3_vec camera3_up(const camera *c) {
    return vec3_round(eye_of_camera(c).up);
}

sm3_vec camera3_forward(const camera *c) {
    return vec3_round(eye_of_camera(c).forward);
}

/* ---- Moving it --------------------------------------------------------------------------- */

static void move_target(camera *c, vec3 by) {
    c->target = vec3_round(vec3_add(vec3_of(c->target), by));
}

static void set_distance(camera *c, double distance) {
    c->distance = clamp((float)distance, distance_min, distance_max);
}

static vec3 middle_of(const sm3_vec *points, int count) {
    vec3 low = vec3_of(points[0]), high = low;
    for (int i = 1; i < count; i++) {
        vec3 p = vec3_of(points[i]);
        low = (vec3){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
        high = (vec3){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
    return vec3_scale(vec3_add(low, high), 0.5);
}

/* Sets the distance at which all points are seen once they are centred. In one direction a point at
 * s and z beyond the middle is seen when |s - shift| <= slope * (distance + z), `slope` being the
 * margin's. So slope * distance is at least the highest of s - slope * z, less the shift, and
 * likewise for the other side: it can be least where both are equal. */
static void fit_distance(camera *c, const sm3_vec *points, int count, vec3 middle, float margin) {
    camera_eye e = eye_of_camera(c);
    e.position = middle;
    double across = (double)room_within((float)c->width, margin) / 2 / e.focal;
    double along = (double)room_within((float)c->height, margin) / 2 / e.focal;
    double left = -INFINITY, right = left, low = left, high = left, nearest = INFINITY;
    for (int i = 0; i < count; i++) {
        vec3 v = eye_see(&e, points[i]);
        left = fmax(left, -v.x - across * v.z);
        right = fmax(right, v.x - across * v.z);
        low = fmax(low, -v.y - along * v.z);
        high = fmax(high, v.y - along * v.z);
        nearest = fmin(nearest, v.z);
    }
    double before_it = -nearest / (1 - 2 * (double)near_share); /* the near plane, too */
    set_distance(c, fmax(fmax((left + right) / 2 / across, (low + high) / 2 / along), before_it));
}

/* The outermost points of one direction of the picture: their slopes and depths. */
typedef struct outermost {
    double low, low_depth, high, high_depth;
} outermost;

static void reach_to(outermost *s, double slope, double depth) {
    if (slope < s->low) {
        s->low = slope;
        s->low_depth = depth;
    }
    if (slope > s->high) {
        s->high = slope;
        s->high_depth = depth;
    }
}

/* How far to go so that there is as much room at one side as at the other, if both are outermost
 * then, too. */
static double step_of(outermost s) {
    return (s.low + s.high) / (1 / s.low_depth + 1 / s.high_depth);
}

static void centre(camera *c, const sm3_vec *points, int count) {
    camera_eye e = eye_of_camera(c);
    outermost across = {INFINITY, 1, -INFINITY, 1}, along = across;
    for (int i = 0; i < count; i++) {
        vec3 v = eye_see(&e, points[i]);
        reach_to(&across, v.x / v.z, v.z);
        reach_to(&along, v.y / v.z, v.z);
    }
    move_target(c,
                vec3_add(vec3_scale(e.right, step_of(across)), vec3_scale(e.up, step_of(along))));
}

void camera3_fit(camera *c, const sm3_vec *points, int count, float margin) {
    enum { ROUNDS = 12 }; /* few are needed until the outermost stay the same */
    vec3 middle = middle_of(points, count);
    fit_distance(c, points, count, middle, margin);
    c->target = vec3_round(middle);
    for (int i = 0; i < ROUNDS; i++)
        centre(c, points, count);
    /* To the height of the middle along the view: what is orbited is in the level, not before it.
     */
    double before = (double)c->distance;
    vec3 forward = eye_of_camera(c).forward;
    double away = (middle.y - (double)c->target.y) / forward.y;
    if (fabs(away) < before / 2) {
        set_distance(c, (double)(c->distance + (float)away));
        move_target(c, vec3_scale(forward, (double)c->distance - before));
    }
}

void camera3_fit_box(camera *c, sm3_vec low, sm3_vec high, float margin) {
    sm3_vec corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] =
            (sm3_vec){i & 1 ? low.x : high.x, i & 2 ? low.y : high.y, i & 4 ? low.z : high.z};
    camera3_fit(c, corners, 8, margin);
}

void camera3_look(camera *c, sm3_vec eye, sm3_vec target) {
    vec3 way = vec3_sub(vec3_of(target), vec3_of(eye));
    double distance = vec3_length(way), flat = hypot(way.x, way.z);
    if (!(distance > 0))
        return;
    c->target = target;
    set_distance(c, distance);
    if (flat > 0)
        c->yaw = (float)atan2(-way.z, way.x);
    c->pitch = clamp((float)atan2(way.y, flat), -pitch_max, pitch_max);
}

void camera3_focus(camera *c, sm3_vec middle, float span) {
    float half = tanf(c->field_of_view / 2) * (float)c->width / (float)c->height;
    c->target = middle;
    c->distance = span / 2 / half;
}

void camera3_orbit(camera *c, sm_vec2 pixels) {
    if (c->height < 1)
        return;
    float turn = half_turn / (float)c->height;
    c->yaw = remainderf(c->yaw - pixels.x * turn, 2 * half_turn);
    c->pitch = clamp(c->pitch - pixels.y * turn, -pitch_max, pitch_max);
}

void camera3_pan(camera *c, sm_vec2 pixels) {
    camera_eye e = eye_of_camera(c);
    double size = (double)c->distance / e.focal;
    move_target(c, vec3_add(vec3_scale(e.right, (double)-pixels.x * size),
                            vec3_scale(e.up, (double)pixels.y * size)));
}

void camera3_zoom_at(camera *c, sm_vec2 pixel, float factor) {
    camera_eye e = eye_of_camera(c);
    double before = (double)c->distance;
    set_distance(c, before / (double)factor);
    vec3 ray = eye_ray(&e, (double)pixel.x, (double)pixel.y);
    double shrunk = before - (double)c->distance;
    move_target(c, vec3_add(vec3_scale(e.right, ray.x * shrunk), vec3_scale(e.up, ray.y * shrunk)));
}

void camera_follow(camera *c, sm3_vec point, float seconds) {
    double share = 1 - exp((double)(-follow_rate * seconds));
    move_target(c, vec3_scale(vec3_sub(vec3_of(point), vec3_of(c->target)), share));
}

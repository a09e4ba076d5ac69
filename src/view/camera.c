#include "camera.h"

#include <math.h>

static const float zoom_min = 1e-4f, zoom_max = 1e5f; /* pixels a world unit */
static const float follow_rate =
    6; /* 1/s: the distance to the followed point shrinks by e in 1/rate */
static const float glide_rate = 9;         /* the same, from one camera to another */
static const float pitch_max = 1.5533430f; /* radians, 89 degrees: beyond it left and right swap */
static const float distance_min = 1e-3f, distance_max = 1e7f; /* world units */
static const float half_turn = 3.14159265f; /* radians for a drag as long as the picture is high */
static const float near_fraction = 1e-3f;   /* of the distance */

camera camera3_make(int width, int height) {
    return (camera){.zoom = 1,
                    .yaw = half_turn / 3,
                    .pitch = -half_turn / 6,
                    .distance = 20,
                    .field_of_view = CAMERA3_FIELD_OF_VIEW,
                    .width = width,
                    .height = height};
}

static bool is_flat(const camera *c) {
    return c->field_of_view == 0;
}

/* ---- Looking through it ------------------------------------------------------------------ */

static double focal_length(const camera *c) {
    return (double)c->height / 2 / tan((double)c->field_of_view / 2);
}

camera_eye eye_of_camera(const camera *c) {
    camera_eye e = {.right = {1, 0, 0},
                    .up = {0, 1, 0},
                    .middle_x = c->x + (double)c->width / 2,
                    .middle_y = c->y + (double)c->height / 2};
    if (is_flat(c))
        return e;
    double cy = cos((double)c->yaw), sy = sin((double)c->yaw);
    double cp = cos((double)c->pitch), sp = sin((double)c->pitch);
    e.right = (vec3){sy, 0, cy};
    e.up = (vec3){-sp * cy, cp, sp * sy};
    e.forward = (vec3){cp * cy, sp, -cp * sy};
    e.focal = focal_length(c);
    e.per_focal = 1 / e.focal;
    e.near = (double)(near_fraction * c->distance);
    e.position = vec3_sub(vec3_of(c->target), vec3_scale(e.forward, (double)c->distance));
    return e;
}

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

bool camera_see(const camera *c, sm3_vec world, sm_vec2 *pixel) {
    *pixel = camera_to_screen(c, sm3_to2(world));
    if (is_flat(c))
        return true;
    camera_eye e = eye_of_camera(c);
    vec3 v = eye_see(&e, world);
    bool is_before = v.z >= e.near && vec3_is_finite(v);
    eye_spot at = is_before ? eye_project(&e, v) : (eye_spot){NAN, NAN, NAN};
    *pixel = (sm_vec2){(float)at.x, (float)at.y};
    return is_before;
}

float camera_pixels(const camera *c, sm3_vec at, float length) {
    if (is_flat(c))
        return length * c->zoom;
    camera_eye e = eye_of_camera(c);
    return length / ((float)eye_see(&e, at).z / (float)e.focal);
}

pointer_ray camera_ray(const camera *c, sm_vec2 pixel) {
    sm_vec2 at = camera_to_world(c, pixel);
    sm3_vec down = {0, 0, -1};
    if (is_flat(c))
        return (pointer_ray){.eye = {at.x, at.y, 1},
                             .direction = down,
                             .view = down,
                             .pixel = 1 / c->zoom,
                             .depth = 1};
    camera_eye e = eye_of_camera(c);
    vec3 ray = eye_ray(&e, (double)pixel.x, (double)pixel.y);
    vec3 world = vec3_add(vec3_add(vec3_scale(e.right, ray.x), vec3_scale(e.up, ray.y)), e.forward);
    return (pointer_ray){.eye = vec3_round(e.position),
                         .direction = vec3_round(vec3_unit(world, e.forward)),
                         .view = vec3_round(e.forward),
                         .pixel = 1 / (float)e.focal,
                         .depth = c->distance,
                         .may_turn = true};
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

/* Moves the target to the right and up in the picture, world units. */
static void shift_target(camera *c, double right, double up) {
    camera_eye e = eye_of_camera(c);
    move_target(c, vec3_add(vec3_scale(e.right, right), vec3_scale(e.up, up)));
}

static void set_distance(camera *c, double distance) {
    c->distance = clamp((float)distance, distance_min, distance_max);
}

/* How many world units a pixel is wide at the target. */
static double pixel_size(const camera *c) {
    return is_flat(c) ? 1 / (double)c->zoom : (double)c->distance / focal_length(c);
}

void camera_follow(camera *c, sm3_vec point, float seconds) {
    double fraction = 1 - exp((double)(-follow_rate * seconds));
    move_target(c, vec3_scale(vec3_sub(vec3_of(point), vec3_of(c->target)), fraction));
}

void camera_focus(camera *c, sm3_vec middle, float span) {
    float half = tanf(c->field_of_view / 2) * (float)c->width / (float)c->height;
    c->target = middle;
    if (is_flat(c))
        c->zoom = (float)c->width / span;
    else
        c->distance = span / 2 / half;
}

void camera_magnify(camera *c, sm3_vec middle, float span) {
    c->target = middle;
    if (is_flat(c))
        c->zoom = (float)c->width / span;
    else
        c->field_of_view = 2 * atanf(span / 2 / c->distance * (float)c->height / (float)c->width);
}

/* Zoom and distance change by the same factor in the same time. */
bool camera_glide(camera *c, const camera *to, float seconds) {
    static const float there = 1e-3f; /* of a factor; radians */
    float fraction = 1 - expf(-glide_rate * seconds);
    float near = logf(to->zoom / c->zoom), far = logf(to->distance / c->distance);
    bool has_depth = !is_flat(to);
    near = isfinite(near) ? near : 0;
    far = has_depth && isfinite(far) ? far : 0;
    float yaw = remainderf(to->yaw - c->yaw, 2 * half_turn), pitch = to->pitch - c->pitch;
    float pixels = camera_pixels(to, to->target, sm3_length(sm3_between(c->target, to->target)));
    if (fraction == 1 || (fabsf(near) < there && fabsf(far) < there && pixels < 0.5f &&
                          (!has_depth || fabsf(yaw) + fabsf(pitch) < there))) {
        camera arrived = *to;
        arrived.width = c->width;
        arrived.height = c->height;
        *c = arrived;
        return true;
    }
    c->zoom *= expf(near * fraction);
    c->distance *= expf(far * fraction);
    c->yaw += yaw * fraction;
    c->pitch += pitch * fraction;
    c->target = sm3_offset(c->target, sm3_between(c->target, to->target), fraction);
    return false;
}

void camera_pan(camera *c, sm_vec2 pixels) {
    double size = pixel_size(c);
    shift_target(c, (double)-pixels.x * size, (double)pixels.y * size);
}

void camera_zoom_at(camera *c, sm_vec2 pixel, float factor) {
    sm_vec2 middle = middle_of_screen(c);
    double before = pixel_size(c);
    c->zoom = clamp(c->zoom * factor, zoom_min, zoom_max);
    set_distance(c, (double)(c->distance / factor));
    double shrunk = before - pixel_size(c);
    shift_target(c, (double)(pixel.x - middle.x) * shrunk, (double)(middle.y - pixel.y) * shrunk);
}

/* Margins leave at least a third of the picture's width, as a phone has its tools there, and half
 * of its height. */
static float room_across(const camera *c, float margin) {
    return fmaxf((float)c->width - 2 * margin, fmaxf((float)c->width / 3, 1));
}

static float room_down(const camera *c, float margin) {
    return fmaxf((float)c->height - 2 * margin, fmaxf((float)c->height / 2, 1));
}

void camera_fit(camera *c, level_box box, float margin) {
    float width = fmaxf(box.max.x - box.min.x, 1e-3f), height = fmaxf(box.max.y - box.min.y, 1e-3f);
    float room_x = room_across(c, margin), room_y = room_down(c, margin);
    c->field_of_view = 0;
    c->target = (sm3_vec){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, 0};
    c->zoom = clamp(fminf(room_x / width, room_y / height), zoom_min, zoom_max);
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

/* How the points fill the picture in one of its directions. */
typedef struct fit {
    double slope;    /* of the ray at the border */
    double shift;    /* of the target along the direction */
    double distance; /* of the eye, times the slope */
    double deep;     /* mean depth of the outermost points beyond the target */
} fit;

/* A point at s and z beyond the middle is seen when |s - shift| <= slope * (distance + z). So
 * slope * distance is at least the highest of s - slope * z, less the shift, and likewise for the
 * other side: it is least where both are equal. */
static void fit_direction(fit *f, const camera_eye *e, vec3 direction, const sm3_vec *points,
                          int count) {
    double most[2] = {-INFINITY, -INFINITY}, deep[2] = {0, 0};
    for (int i = 0; i < 2 * count; i++) {
        vec3 d = vec3_sub(vec3_of(points[i / 2]), e->position);
        double s = vec3_dot(d, direction), z = vec3_dot(d, e->forward);
        double beyond = (i % 2 == 0 ? -s : s) - f->slope * z;
        if (beyond > most[i % 2]) {
            most[i % 2] = beyond;
            deep[i % 2] = z;
        }
    }
    f->shift = (most[1] - most[0]) / 2;
    f->distance = (most[1] + most[0]) / 2;
    f->deep = (deep[0] + deep[1]) / 2;
}

/* Returns the slope at which the points fill the picture from that distance, if the outermost
 * points stay the same. */
static double filled_slope(const fit *f, float distance) {
    return (f->distance + f->slope * f->deep) / ((double)distance + f->deep);
}

/* Sets the distance from which all points are seen, then centres them in either direction of the
 * picture. */
static void fit_around(camera *c, const sm3_vec *points, int count, float margin) {
    enum { ROUNDS = 12 }; /* after a few the outermost points stay the same */
    camera_eye e = eye_of_camera(c);
    e.position = vec3_of(c->target);
    fit across = {.slope = (double)room_across(c, margin) / 2 / e.focal};
    fit along = {.slope = (double)room_down(c, margin) / 2 / e.focal};
    double nearest = INFINITY;
    for (int i = 0; i < count; i++)
        nearest = fmin(nearest, eye_see(&e, points[i]).z);
    for (int i = 0; i < ROUNDS; i++) {
        fit_direction(&across, &e, e.right, points, count);
        fit_direction(&along, &e, e.up, points, count);
        if (i == 0) /* the nearest point must be behind the near plane, too */
            set_distance(c, fmax(fmax(across.distance / across.slope, along.distance / along.slope),
                                 -nearest / (1 - 2 * (double)near_fraction)));
        across.slope = filled_slope(&across, c->distance);
        along.slope = filled_slope(&along, c->distance);
    }
    shift_target(c, across.shift, along.shift);
}

void camera3_fit(camera *c, const sm3_vec *points, int count, float margin) {
    vec3 middle = middle_of(points, count);
    c->target = vec3_round(middle);
    fit_around(c, points, count, margin);
    /* Moves the target along the view to the middle of the level, so that the eye orbits the level.
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
    vec3 sight = vec3_sub(vec3_of(target), vec3_of(eye));
    double distance = vec3_length(sight), flat = hypot(sight.x, sight.z);
    if (!(distance > 0))
        return;
    c->target = target;
    set_distance(c, distance);
    if (flat > 0)
        c->yaw = (float)atan2(-sight.z, sight.x);
    c->pitch = clamp((float)atan2(sight.y, flat), -pitch_max, pitch_max);
}

void camera3_orbit(camera *c, sm_vec2 pixels) {
    if (c->height < 1)
        return;
    float turn = half_turn / (float)c->height;
    c->yaw = remainderf(c->yaw - pixels.x * turn, 2 * half_turn);
    c->pitch = clamp(c->pitch - pixels.y * turn, -pitch_max, pitch_max);
}

#include "hand3.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "decimal.h"
#include "shape_edit.h"
#include "space/space.h"

static const float far_away = 4e6f;  /* world units: across the largest level */
static const float flattest = 0.02f; /* cosine; a plane seen flatter than that cannot be aimed at */
static const float least_depth = 1e-3f; /* world units */

static bool is_axis(hand3_part part) {
    return part >= HAND3_AXIS_X;
}

sm3_vec hand3_axis(hand3_part part) {
    return (sm3_vec){part == HAND3_AXIS_X, part == HAND3_AXIS_Y, part == HAND3_AXIS_Z};
}

static float pixel_at(const hand3_ray *ray, sm3_vec point) {
    return ray->pixel * fmaxf(sm3_dot(sm3_between(ray->eye, point), ray->view), least_depth);
}

float hand3_arrow_length(const hand3_ray *ray, sm3_vec cross) {
    return ray->arrow * pixel_at(ray, cross);
}

/* ---- Pointing ---------------------------------------------------------------------------- */

bool hand3_cross(const selection *chosen, const sandbox *s, sm3_vec *middle) {
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = 0; i < chosen->count; i++) {
        obstacle_span span = s->obstacles->dimension->span(s->obstacles, chosen->statements[i]);
        for (int k = span.first; k < span.first + span.count; k++)
            level_box3_include(&box, &space_seen(s->obstacles)->solids.triangles[k]);
    }
    *middle = (sm3_vec){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2,
                        (box.min.z + box.max.z) / 2};
    return box.min.x <= box.max.x;
}

/* The arrows are drawn over everything, so they are grabbed before everything. */
static hand3_part arrow_under(const selection *chosen, const sandbox *s, const hand3_ray *ray) {
    sm3_vec cross;
    if (!hand3_cross(chosen, s, &cross))
        return HAND3_NOTHING;
    float length = hand3_arrow_length(ray, cross), nearest = ray->slack * pixel_at(ray, cross);
    sm3_vec end =
        sm3_offset(ray->eye, ray->direction, 2 * sm3_length(sm3_between(ray->eye, cross)) + length);
    if (sm3_length(sm3_between(cross, sm3_closest_on_segment(cross, ray->eye, end))) < nearest)
        return HAND3_NOTHING; /* where all meet, none is meant, nor one that points at the eye */
    hand3_part found = HAND3_NOTHING;
    for (hand3_part part = HAND3_AXIS_X; part <= HAND3_AXIS_Z; part++) {
        sm3_vec axis = hand3_axis(part);
        sm3_vec root = sm3_offset(cross, axis, 0.2f * length);
        float beside =
            sm3_closest_of_segments(ray->eye, end, root, sm3_offset(cross, axis, length)).distance;
        if (beside < nearest) {
            nearest = beside;
            found = part;
        }
    }
    return found;
}

/* Returns what is there, NOTHING being the sky, and where. */
static hand3_part look(const sandbox *s, const hand3_ray *ray, int *statement, sm3_vec *at) {
    const space *sp = space_seen(s->obstacles);
    sm3_vec delta = sm3_scaled(ray->direction, far_away);
    sm3_triangle mover =
        sm3_solid_capsule(sm3_capsule_at(player_upright(&s->player), s->player.position));
    sm3_triangle_array alone = {&mover, 1};
    sm3_touch of_player = sm3_raycast(ray->eye, delta, sm3_obstacles_of_array(&alone));
    sm3_touch of_shape = sm3_raycast(ray->eye, delta, space_obstacles(sp));
    if (of_player.hit && !(of_shape.hit && of_shape.fraction < of_player.fraction)) {
        *at = of_player.position;
        return HAND3_PLAYER;
    }
    if (!of_shape.hit)
        return HAND3_NOTHING;
    *statement = sp->solids.statements[of_shape.obstacle];
    *at = of_shape.position;
    return HAND3_SHAPE;
}

static hand3_part find_part(hand3 *h, const selection *chosen, const sandbox *s, sm3_vec *at) {
    hand3_part part = arrow_under(chosen, s, &h->ray);
    if (part == HAND3_NOTHING)
        return look(s, &h->ray, &h->statement, at);
    hand3_cross(chosen, s, at);
    return part;
}

/* ---- Dragging ---------------------------------------------------------------------------- */

/* Returns where the ray meets the plane of the drag; `otherwise` where that is nowhere in sight. */
static sm3_vec meet_plane(const hand3 *h, sm3_vec otherwise) {
    float along = sm3_dot(h->ray.direction, h->normal);
    float distance_to = sm3_dot(sm3_between(h->ray.eye, h->from), h->normal);
    if (fabsf(along) < flattest || distance_to / along < 0)
        return otherwise;
    return sm3_offset(h->ray.eye, h->ray.direction, distance_to / along);
}

/* An axis is dragged along in the plane through it that looks most at the eye. */
static sm3_vec plane_through(sm3_vec axis, sm3_vec view) {
    sm3_vec normal = sm3_offset(view, axis, -sm3_dot(view, axis));
    float length = sm3_length(normal);
    return length > flattest ? sm3_scaled(normal, 1 / length) : view;
}

/* Moves by all of its way from where it was grabbed, so that roundings do not add up. */
static void drag(hand3 *h, const selection *chosen, sandbox *s) {
    sm3_vec way = sm3_between(h->from, meet_plane(h, sm3_offset(h->from, h->moved, 1)));
    if (is_axis(h->held)) {
        sm3_vec axis = hand3_axis(h->held);
        way = sm3_scaled(axis, sm3_dot(way, axis));
    }
    float step = decimal_step(pixel_at(&h->ray, h->from));
    way = (sm3_vec){decimal_round(way.x, step), decimal_round(way.y, step),
                    decimal_round(way.z, step)};
    edit_hold(s->edit);
    edit_cancel(s->edit);
    edit_begin(s->edit);
    bool good = true;
    for (int i = 0; i < chosen->count && good; i++)
        good = edit_move3(s->edit, chosen->statements[i], way);
    if (good) {
        h->moved = way;
    } else {
        edit_cancel(s->edit);
        edit_begin(s->edit);
        h->moved = (sm3_vec){0, 0, 0};
    }
    edit_release(s->edit);
}

void hand3_point(hand3 *h, const selection *chosen, sandbox *s, const hand3_ray *ray) {
    sm3_vec at;
    h->ray = *ray;
    if (h->held == HAND3_NOTHING)
        h->hover = find_part(h, chosen, s, &at);
    else if (h->held != HAND3_PLAYER)
        drag(h, chosen, s);
}

void hand3_leave(hand3 *h) {
    if (h->held == HAND3_NOTHING)
        h->hover = HAND3_NOTHING;
}

bool hand3_press(hand3 *h, selection *chosen, sandbox *s, bool more) {
    h->held = h->hover = find_part(h, chosen, s, &h->from);
    if (h->held == HAND3_NOTHING)
        return false;
    h->moved = (sm3_vec){0, 0, 0};
    h->normal = is_axis(h->held) ? plane_through(hand3_axis(h->held), h->ray.view) : h->ray.view;
    if (is_axis(h->held))
        h->from = meet_plane(h, h->from);
    if (h->held == HAND3_PLAYER)
        h->grip = sm3_between(h->from, s->player.position);
    else if (h->held == HAND3_SHAPE && more)
        selection_toggle(chosen, h->statement);
    else if (h->held == HAND3_SHAPE && !selection_has(chosen, h->statement))
        selection_set(chosen, h->statement);
    if (h->held == HAND3_SHAPE && !selection_has(chosen, h->statement)) {
        h->held = HAND3_NOTHING; /* it was taken from the selection */
        return true;
    }
    if (h->held != HAND3_PLAYER)
        edit_begin(s->edit);
    return true;
}

void hand3_let_go(hand3 *h, sandbox *s, bool keep) {
    if (h->held == HAND3_NOTHING)
        return;
    if (h->held != HAND3_PLAYER && keep)
        edit_end(s->edit);
    else if (h->held != HAND3_PLAYER)
        edit_cancel(s->edit);
    h->held = HAND3_NOTHING;
}

sm3_vec hand3_pull(const hand3 *h) {
    return sm3_offset(meet_plane(h, h->from), h->grip, 1);
}

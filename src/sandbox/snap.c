#include "snap.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "obstacles.h"
#include "shape_edit.h"

static const float degrees_per_radian = 57.2957795f;

bool pick_is_axis(pick_part part) {
    return part >= PICK_AXIS_X;
}

sm3_vec pick_turn_handle(const level *l, int statement, float offset) {
    edit_shape box = edit_get(l, statement);
    sm_vec2 axis = level_direction(box.attributes.angle_degrees);
    float reach = box.numbers[2] / 2 + offset;
    return (sm3_vec){box.numbers[0] + reach * axis.x, box.numbers[1] + reach * axis.y, 0};
}

pick pick_turn_at(const level *l, int statement, sm3_vec point, float offset, float slack) {
    bool is_box = edit_is_item(l, statement) && l->statements[statement].kind == LEVEL_BOX;
    if (is_box && sm3_length(sm3_between(point, pick_turn_handle(l, statement, offset))) <= slack)
        return (pick){PICK_TURN, statement, 0};
    return pick_none;
}

/* ---- The plane ---------------------------------------------------------------------------- */

work_plane work_plane_first(int dimensions) {
    static const work_plane planes[] = {[2] = {PLANE_FLAT, 0}, [3] = {PLANE_Y, 0}};
    return planes[dimensions];
}

sm3_vec work_plane_normal(work_plane plane) {
    return (sm3_vec){plane.normal == PLANE_X, plane.normal == PLANE_Y,
                     plane.normal == PLANE_Z || plane.normal == PLANE_FLAT};
}

sm_vec2 work_plane_to2(work_plane plane, sm3_vec p) {
    return plane.normal == PLANE_X   ? (sm_vec2){-p.z, p.y}
           : plane.normal == PLANE_Y ? (sm_vec2){p.x, -p.z}
                                     : sm3_to2(p);
}

float work_plane_height(work_plane plane, sm3_vec p) {
    return plane.normal == PLANE_X ? p.x : plane.normal == PLANE_Y ? p.y : p.z;
}

sm3_vec work_plane_to3(work_plane plane, sm_vec2 flat) {
    return plane.normal == PLANE_X   ? (sm3_vec){plane.at, flat.y, -flat.x}
           : plane.normal == PLANE_Y ? (sm3_vec){flat.x, plane.at, -flat.y}
                                     : (sm3_vec){flat.x, flat.y, plane.at};
}

/* ---- Vertices ---------------------------------------------------------------------------- */

/* Whether the vertex moves along with the wanted point. `vertex` -1: only the whole statement. */
static bool moves_along(const snap_query *q, int statement, int vertex) {
    bool moves =
        statement == q->statement || (q->selected != NULL && selection_has(q->selected, statement));
    for (int i = 0; i < q->vertex_count && !moves; i++)
        moves = q->vertices[i].statement == statement && q->vertices[i].vertex == vertex;
    return moves;
}

typedef struct nearest {
    sm3_vec spot;
    float distance;
    bool found;
} nearest;

static void consider(nearest *best, const snap_query *q, int statement, int vertex, sm3_vec spot) {
    float distance = sm3_length(sm3_between(q->wanted, spot));
    if (distance <= best->distance && (!best->found || distance < best->distance) &&
        !moves_along(q, statement, vertex))
        *best = (nearest){spot, distance, true};
}

/* Finds the nearest vertex: an obstacle's corners, and the centre of a circle, sphere or box. */
static nearest find_vertex(const obstacles *o, const snap_query *q, float reach) {
    nearest best = {.distance = reach};
    obstacle_list near = {0};
    obstacles_find(o, q->wanted, reach, &near);
    for (int i = 0; i < near.count; i++) {
        int statement = o->statements[near.obstacles[i]];
        int edge = near.obstacles[i] - obstacles_span(o, statement).first;
        int count = edit_vertex_count(o->level, statement);
        sm3_triangle shape = obstacles_rest(o, near.obstacles[i]);
        consider(&best, q, statement, count > 0 ? edge : -1, shape.a);
        consider(&best, q, statement, count > 0 ? (edge + 1) % count : -1, shape.b);
        if (count == 0)
            consider(&best, q, statement, -1, shape.c);
    }
    obstacle_list_free(&near);
    for (int i = 0; i < o->box_count; i++) /* their centres */
        consider(&best, q, o->boxes[i], -1, edit_point(o->level, o->boxes[i], 0));
    return best;
}

/* ---- Directions -------------------------------------------------------------------------- */

typedef struct ray {
    sm_vec2 anchor;
    float degrees;
    float along, aside; /* the wanted point's distance along the ray, and from it */
    bool found;
} ray;

static ray nearest_ray(sm_vec2 anchor, sm_vec2 wanted) {
    sm_vec2 out = {wanted.x - anchor.x, wanted.y - anchor.y};
    float degrees = atan2f(out.y, out.x) * degrees_per_radian;
    degrees = SNAP_DEGREES * roundf(degrees / SNAP_DEGREES);
    sm_vec2 d = level_direction(degrees);
    return (ray){anchor, degrees, out.x * d.x + out.y * d.y, fabsf(out.y * d.x - out.x * d.y),
                 true};
}

/* Finds the nearest direction, unless the wanted point is at an anchor, where all are near. */
static ray find_ray(const snap_query *q, float reach) {
    ray best = {.aside = reach};
    for (int i = 0; i < q->anchor_count; i++) {
        ray r = nearest_ray(q->anchors[i], work_plane_to2(q->plane, q->wanted));
        if (r.along > reach && r.aside <= best.aside)
            best = r;
    }
    return best;
}

/* Returns the snapped point on the ray. A slanting direction needs finer steps, or rounding would
 * change it. */
static sm_vec2 point_on(const ray *r, const snap_settings *settings) {
    const float finer = 0.01f;
    float length = decimal_round(r->along, settings->step);
    float on_grid = decimal_round(r->along, settings->grid);
    if (on_grid > 0 && fabsf(on_grid - r->along) <= settings->reach)
        length = on_grid;
    sm_vec2 d = level_direction(r->degrees);
    sm_vec2 out = {length * d.x, length * d.y};
    if (fmodf(r->degrees, 90) != 0)
        out = decimal_round_point(out, settings->step * finer);
    return (sm_vec2){decimal_sum(r->anchor.x, out.x), decimal_sum(r->anchor.y, out.y)};
}

/* ---- All together ------------------------------------------------------------------------ */

snap_result snap_point(const obstacles *o, const snap_query *q, const snap_settings *settings) {
    if (settings->reach > 0) {
        nearest vertex = find_vertex(o, q, settings->reach);
        if (vertex.found)
            return (snap_result){.kind = SNAP_VERTEX, .point = vertex.spot};
        ray found = find_ray(q, settings->reach);
        if (found.found)
            return (snap_result){SNAP_ANGLE, work_plane_to3(q->plane, point_on(&found, settings)),
                                 found.anchor, found.degrees};
    }
    float step = settings->grid > 0 ? settings->grid : settings->step;
    sm_vec2 flat = decimal_round_point(work_plane_to2(q->plane, q->wanted), step);
    return (snap_result){.kind = settings->grid > 0 ? SNAP_GRID : SNAP_NONE,
                         .point = q->plane.normal == PLANE_FLAT
                                      ? decimal_round_place(q->wanted, step)
                                      : work_plane_to3(q->plane, flat)};
}

float snap_length(float length, const snap_settings *settings) {
    return decimal_round(length, settings->grid > 0 ? settings->grid : settings->step);
}

float snap_degrees(float degrees, const snap_settings *settings) {
    const float finest = 0.1f;
    bool attracts = settings->grid > 0 || settings->reach > 0;
    return decimal_round(remainderf(degrees, 360), attracts ? SNAP_DEGREES : finest);
}

float snap_step_grid(float grid, int steps) {
    static const float sizes[] = {0.01f, 0.02f, 0.05f, 0.1f, 0.2f, 0.5f, 1,   2,
                                  5,     10,    20,    50,   100,  200,  500, 1000};
    return decimal_walk(grid, steps, sizes, sizeof sizes / sizeof *sizes);
}

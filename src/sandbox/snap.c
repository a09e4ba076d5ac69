#include "snap.h"
#include "plane/plane.h"

#include <math.h>

#include "decimal.h"
#include "shape_edit.h"

static const float degrees_per_radian = 57.2957795f;

static float distance_between(sm_vec2 a, sm_vec2 b) {
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static bool is_same(sm_vec2 a, sm_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* ---- Vertices ---------------------------------------------------------------------------- */

/* Whether the vertex (-1: a centre or corner) is the moving one, or one of a moving edge's two. */
static bool is_held(const level *l, pick moving, int statement, int vertex) {
    if (statement != moving.statement)
        return false;
    if (moving.part == PICK_VERTEX)
        return vertex == moving.element;
    if (moving.part != PICK_EDGE)
        return true;
    int next = (moving.element + 1) % edit_vertex_count(l, statement);
    return vertex == moving.element || vertex == next;
}

/* Whether a moving vertex lies on the spot, so that all vertices there move along. */
static bool is_moving_spot(const level *l, pick moving, sm_vec2 spot) {
    if (moving.part != PICK_VERTEX && moving.part != PICK_EDGE)
        return false;
    int ends = moving.part == PICK_EDGE ? 2 : 1;
    int count = edit_vertex_count(l, moving.statement);
    for (int end = 0; end < ends; end++) {
        if (is_same(pick_vertex(l, moving.statement, (moving.element + end) % count), spot))
            return true;
    }
    return false;
}

static bool moves_along(const level *l, const snap_query *q, int statement, int vertex,
                        sm_vec2 spot) {
    if (q->selected != NULL)
        return selection_has(q->selected, statement);
    if (q->moving.part == PICK_NOTHING)
        return false;
    bool joined = !q->alone && vertex >= 0 && is_moving_spot(l, q->moving, spot);
    return joined || is_held(l, q->moving, statement, vertex);
}

typedef struct nearest {
    sm_vec2 spot;
    float distance;
    bool found;
} nearest;

static void consider(nearest *best, const level *l, const snap_query *q, int statement, int vertex,
                     sm_vec2 spot) {
    float distance = distance_between(q->wanted, spot);
    if (distance <= best->distance && (!best->found || distance < best->distance) &&
        !moves_along(l, q, statement, vertex, spot))
        *best = (nearest){spot, distance, true};
}

/* An obstacle's ends are vertices of its statement, or a box's corners; of a circle its centre. */
static void consider_obstacle(nearest *best, const sandbox *s, const snap_query *q, int obstacle) {
    const level *l = s->level;
    int statement = plane_seen(s->obstacles)->statements[obstacle];
    int edge = obstacle - plane_seen(s->obstacles)->spans[statement].first;
    int vertices = edit_vertex_count(l, statement);
    if (plane_seen(s->obstacles)->spans[statement].is_box)
        consider(best, l, q, statement, -1, plane_at_rest(plane_seen(s->obstacles), obstacle).a);
    else if (vertices == 0)
        consider(best, l, q, statement, -1, pick_vertex(l, statement, 0));
    for (int end = 0; end < 2 && vertices > 0; end++) {
        int v = (edge + end) % vertices;
        consider(best, l, q, statement, v, pick_vertex(l, statement, v));
    }
}

static nearest find_vertex(const sandbox *s, const snap_query *q, float reach) {
    nearest best = {.distance = reach};
    plane_found near = {0};
    level_box around = {{q->wanted.x - reach, q->wanted.y - reach},
                        {q->wanted.x + reach, q->wanted.y + reach}};
    plane_find(plane_seen(s->obstacles), around, true, &near);
    for (int i = 0; i < near.count; i++)
        consider_obstacle(&best, s, q, near.obstacles[i]);
    plane_free_found(&near);
    for (int i = 0; i < plane_seen(s->obstacles)->box_count; i++) /* their centres */
        consider(&best, s->level, q, plane_seen(s->obstacles)->boxes[i], -1,
                 pick_vertex(s->level, plane_seen(s->obstacles)->boxes[i], 0));
    return best;
}

/* ---- Directions -------------------------------------------------------------------------- */

typedef struct ray {
    sm_vec2 anchor;
    float degrees;
    float along, aside; /* of the wanted point: on the ray, and off it */
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

/* At an anchor itself every direction is near. */
static ray find_ray(const snap_query *q, float reach) {
    ray best = {.aside = reach};
    for (int i = 0; i < q->anchor_count; i++) {
        ray r = nearest_ray(q->anchors[i], q->wanted);
        if (r.along > reach && r.aside <= best.aside)
            best = r;
    }
    return best;
}

/* A slanting direction needs finer numbers than the pixel's, or it would no longer be that one. */
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

snap_result snap_point(const sandbox *s, const snap_query *q, const snap_settings *settings) {
    if (settings->reach > 0) {
        nearest vertex = find_vertex(s, q, settings->reach);
        if (vertex.found)
            return (snap_result){.kind = SNAP_VERTEX, .point = vertex.spot};
        ray r = find_ray(q, settings->reach);
        if (r.found)
            return (snap_result){SNAP_ANGLE, point_on(&r, settings), r.anchor, r.degrees};
    }
    if (settings->grid > 0)
        return (snap_result){.kind = SNAP_GRID,
                             .point = decimal_round_point(q->wanted, settings->grid)};
    return (snap_result){.kind = SNAP_NONE,
                         .point = decimal_round_point(q->wanted, settings->step)};
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
    enum { COUNT = sizeof sizes / sizeof *sizes };
    int at = 0;
    while (at < COUNT - 1 && grid * grid > sizes[at] * sizes[at + 1]) /* geometric middle */
        at++;
    long wanted = (long)at + steps;
    return sizes[wanted < 0 ? 0 : wanted >= COUNT ? COUNT - 1 : wanted];
}

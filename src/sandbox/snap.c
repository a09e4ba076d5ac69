#include "snap.h"

#include <math.h>

#include "../slidemove/vec.h"
#include "plane/plane.h"
#include "shape_edit.h"

/* The best target so far. Ranks are ordered as pick_at promises. */
typedef struct candidate {
    pick what;
    int rank;
    float distance;
} candidate;

static void consider(candidate *best, pick what, int rank, float distance) {
    if (rank > best->rank || (rank == best->rank && distance < best->distance))
        *best = (candidate){what, rank, distance};
}

sm_vec2 pick_vertex(const level *l, int statement, int vertex) {
    const float *numbers = edit_get(l, statement).numbers + 2 * vertex;
    return (sm_vec2){numbers[0], numbers[1]};
}

enum { RANK_NONE, RANK_BODY, RANK_EDGE, RANK_RIM, RANK_VERTEX };

static void consider_vertices(candidate *best, const level *l, int statement, int edge,
                              sm_vec2 point, float slack) {
    int count = edit_vertex_count(l, statement);
    for (int end = 0; end < 2 && count > 0; end++) {
        int vertex = (edge + end) % count;
        float distance = sm_distance(point, pick_vertex(l, statement, vertex));
        if (distance <= slack)
            consider(best, (pick){PICK_VERTEX, statement, vertex}, RANK_VERTEX, distance);
    }
}

static void consider_round(candidate *best, int statement, float from_rim, float slack) {
    if (fabsf(from_rim) <= slack)
        consider(best, (pick){PICK_RIM, statement, 0}, RANK_RIM, fabsf(from_rim));
    else if (from_rim < 0)
        consider(best, (pick){PICK_BODY, statement, 0}, RANK_BODY, fabsf(from_rim));
}

/* One of a box's four edges: its first corner, and which side of it the point is on. */
static bool consider_box_edge(candidate *best, sm_capsule edge, int statement, sm_vec2 point,
                              float slack) {
    float corner = sm_distance(point, edge.a);
    if (corner <= slack)
        consider(best, (pick){PICK_RIM, statement, 0}, RANK_RIM, corner);
    return (edge.b.x - edge.a.x) * (point.y - edge.a.y) >=
           (edge.b.y - edge.a.y) * (point.x - edge.a.x);
}

static void consider_obstacle(candidate *best, const sandbox *s, int obstacle, sm_vec2 point,
                              float slack) {
    const plane *g = plane_seen(s->obstacles);
    int statement = g->statements[obstacle];
    int edge = obstacle - g->spans[statement].first;
    float outside =
        -sm_collide(sm_circle(point, 0), plane_at_rest(g, obstacle), (sm_vec2){0, 0}).depth;
    level_kind kind = s->level->statements[statement].kind;
    if (outside > slack)
        return;
    consider_vertices(best, s->level, statement, edge, point, slack);
    if (kind == LEVEL_CIRCLE || kind == LEVEL_CAPSULE)
        consider_round(best, statement, outside, slack);
    else if (kind != LEVEL_BOX)
        consider(best, (pick){PICK_EDGE, statement, edge}, RANK_EDGE, fabsf(outside));
}

static void consider_box(candidate *best, const sandbox *s, int statement, sm_vec2 point,
                         float slack) {
    const plane *g = plane_seen(s->obstacles);
    const float *numbers = edit_get(s->level, statement).numbers; /* centre and size */
    float reach = numbers[2] + numbers[3] + slack;
    if (fabsf(point.x - numbers[0]) > reach || fabsf(point.y - numbers[1]) > reach)
        return;
    int first = g->spans[statement].first;
    bool inside = true;
    for (int i = 0; i < 4; i++)
        inside =
            consider_box_edge(best, plane_at_rest(g, first + i), statement, point, slack) && inside;
    if (inside)
        consider(best, (pick){PICK_BODY, statement, 0}, RANK_BODY, 0);
}

/* What moves is grabbed where it lies in the level's text. */
static void consider_moving(candidate *best, const sandbox *s, sm_vec2 point, float slack) {
    const plane *g = plane_seen(s->obstacles);
    for (int i = 0; i < g->moving_count; i++) {
        const plane_span *span = &g->spans[g->moving[i].statement];
        for (int k = 0; k < span->count && !span->is_box; k++)
            consider_obstacle(best, s, span->first + k, point, slack);
    }
}

static bool is_on_player(const sandbox *s, sm_vec2 point, float slack) {
    return sm_collide_hull(player_hull(&s->player), sm3_flat(s->player.position),
                           sm_circle(point, slack), (sm_vec2){0, 0})
               .depth > 0;
}

pick pick_at(const sandbox *s, sm_vec2 point, float slack) {
    const plane *g = plane_seen(s->obstacles);
    if (is_on_player(s, point, slack))
        return (pick){PICK_PLAYER, s->level->player, 0};
    candidate best = {{PICK_NOTHING, -1, 0}, RANK_NONE, INFINITY};
    plane_found near = {0};
    level_box around = {{point.x - slack, point.y - slack}, {point.x + slack, point.y + slack}};
    plane_find(g, around, true, &near);
    for (int i = 0; i < near.count; i++) {
        const plane_span *span = &g->spans[g->statements[near.obstacles[i]]];
        if (!span->is_box && !span->moves)
            consider_obstacle(&best, s, near.obstacles[i], point, slack);
    }
    plane_free_found(&near);
    consider_moving(&best, s, point, slack);
    for (int i = 0; i < g->box_count; i++)
        consider_box(&best, s, g->boxes[i], point, slack);
    return best.what;
}

/* ---- Turning ----------------------------------------------------------------------------- */

sm_vec2 pick_turn_handle(const level *l, int statement, float offset) {
    edit_shape box = edit_get(l, statement);
    sm_vec2 axis = level_direction(box.attributes.angle_degrees);
    float reach = box.numbers[2] / 2 + offset;
    return (sm_vec2){box.numbers[0] + reach * axis.x, box.numbers[1] + reach * axis.y};
}

pick pick_turn_at(const level *l, int statement, sm_vec2 point, float offset, float slack) {
    bool is_box = edit_is_obstacle(l, statement) && l->statements[statement].kind == LEVEL_BOX;
    if (is_box && sm_distance(point, pick_turn_handle(l, statement, offset)) <= slack)
        return (pick){PICK_TURN, statement, 0};
    return (pick){PICK_NOTHING, -1, 0};
}

static const float degrees_per_radian = 57.2957795f;

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
        if (sm_same(pick_vertex(l, moving.statement, (moving.element + end) % count), spot))
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

static void consider_spot(nearest *best, const level *l, const snap_query *q, int statement,
                          int vertex, sm_vec2 spot) {
    float distance = sm_distance(q->wanted, spot);
    if (distance <= best->distance && (!best->found || distance < best->distance) &&
        !moves_along(l, q, statement, vertex, spot))
        *best = (nearest){spot, distance, true};
}

/* An obstacle's ends are vertices of its statement, or a box's corners; of a circle its centre. */
static void consider_spots(nearest *best, const sandbox *s, const snap_query *q, int obstacle) {
    const plane *g = plane_seen(s->obstacles);
    const level *l = s->level;
    int statement = g->statements[obstacle];
    int edge = obstacle - g->spans[statement].first;
    int vertices = edit_vertex_count(l, statement);
    if (g->spans[statement].is_box)
        consider_spot(best, l, q, statement, -1, plane_at_rest(g, obstacle).a);
    else if (vertices == 0)
        consider_spot(best, l, q, statement, -1, pick_vertex(l, statement, 0));
    for (int end = 0; end < 2 && vertices > 0; end++) {
        int v = (edge + end) % vertices;
        consider_spot(best, l, q, statement, v, pick_vertex(l, statement, v));
    }
}

static nearest find_vertex(const sandbox *s, const snap_query *q, float reach) {
    const plane *g = plane_seen(s->obstacles);
    nearest best = {.distance = reach};
    plane_found near = {0};
    level_box around = {{q->wanted.x - reach, q->wanted.y - reach},
                        {q->wanted.x + reach, q->wanted.y + reach}};
    plane_find(g, around, true, &near);
    for (int i = 0; i < near.count; i++)
        consider_spots(&best, s, q, near.obstacles[i]);
    plane_free_found(&near);
    for (int i = 0; i < g->box_count; i++) /* their centres */
        consider_spot(&best, s->level, q, g->boxes[i], -1, pick_vertex(s->level, g->boxes[i], 0));
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

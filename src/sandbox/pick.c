#include "pick.h"
#include "plane/plane.h"

#include <math.h>

#include "../slidemove/vec.h"
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

static float distance_between(sm_vec2 a, sm_vec2 b) {
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
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
        float distance = distance_between(point, pick_vertex(l, statement, vertex));
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
    float corner = distance_between(point, edge.a);
    if (corner <= slack)
        consider(best, (pick){PICK_RIM, statement, 0}, RANK_RIM, corner);
    return (edge.b.x - edge.a.x) * (point.y - edge.a.y) >=
           (edge.b.y - edge.a.y) * (point.x - edge.a.x);
}

static void consider_obstacle(candidate *best, const sandbox *s, int obstacle, sm_vec2 point,
                              float slack) {
    int statement = plane_seen(s->obstacles)->statements[obstacle];
    int edge = obstacle - plane_seen(s->obstacles)->spans[statement].first;
    float outside = -sm_collide(sm_circle(point, 0),
                                plane_at_rest(plane_seen(s->obstacles), obstacle), (sm_vec2){0, 0})
                         .depth;
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
    const float *numbers = edit_get(s->level, statement).numbers; /* centre and size */
    float reach = numbers[2] + numbers[3] + slack;
    if (fabsf(point.x - numbers[0]) > reach || fabsf(point.y - numbers[1]) > reach)
        return;
    int first = plane_seen(s->obstacles)->spans[statement].first;
    bool inside = true;
    for (int i = 0; i < 4; i++)
        inside = consider_box_edge(best, plane_at_rest(plane_seen(s->obstacles), first + i),
                                   statement, point, slack) &&
                 inside;
    if (inside)
        consider(best, (pick){PICK_BODY, statement, 0}, RANK_BODY, 0);
}

/* What moves is grabbed where it lies in the level's text. */
static void consider_moving(candidate *best, const sandbox *s, sm_vec2 point, float slack) {
    for (int i = 0; i < plane_seen(s->obstacles)->moving_count; i++) {
        const plane_span *span =
            &plane_seen(s->obstacles)->spans[plane_seen(s->obstacles)->moving[i].statement];
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
    if (is_on_player(s, point, slack))
        return (pick){PICK_PLAYER, s->level->player, 0};
    candidate best = {{PICK_NOTHING, -1, 0}, RANK_NONE, INFINITY};
    plane_found near = {0};
    level_box around = {{point.x - slack, point.y - slack}, {point.x + slack, point.y + slack}};
    plane_find(plane_seen(s->obstacles), around, true, &near);
    for (int i = 0; i < near.count; i++) {
        const plane_span *span =
            &plane_seen(s->obstacles)
                 ->spans[plane_seen(s->obstacles)->statements[near.obstacles[i]]];
        if (!span->is_box && !span->moves)
            consider_obstacle(&best, s, near.obstacles[i], point, slack);
    }
    plane_free_found(&near);
    consider_moving(&best, s, point, slack);
    for (int i = 0; i < plane_seen(s->obstacles)->box_count; i++)
        consider_box(&best, s, plane_seen(s->obstacles)->boxes[i], point, slack);
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
    if (is_box && distance_between(point, pick_turn_handle(l, statement, offset)) <= slack)
        return (pick){PICK_TURN, statement, 0};
    return (pick){PICK_NOTHING, -1, 0};
}

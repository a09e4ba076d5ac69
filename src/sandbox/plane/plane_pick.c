/* plane_pick: what lies near a point of the plane: what the pointer would grab there, and the
 * vertex that something dragged there is to share. */
#include <math.h>

#include "../../slidemove/vec.h"
#include "../shape_edit.h"
#include "plane.h"

static level_box box_around(sm_vec2 point, float reach) {
    return (level_box){{point.x - reach, point.y - reach}, {point.x + reach, point.y + reach}};
}

static bool is_box(const obstacles *o, int statement) {
    return o->level->statements[statement].kind == LEVEL_BOX;
}

/* The best target so far. Ranks are ordered as dimension.pick promises. */
typedef struct candidate {
    pick what;
    int rank;
    float distance;
} candidate;

static void consider(candidate *best, pick what, int rank, float distance) {
    if (rank > best->rank || (rank == best->rank && distance < best->distance))
        *best = (candidate){what, rank, distance};
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

static void consider_obstacle(candidate *best, const plane *g, int obstacle, sm_vec2 point,
                              float slack) {
    const level *l = g->common.level;
    int statement = g->common.statements[obstacle];
    int edge = obstacle - obstacles_span(&g->common, statement).first;
    float outside =
        -sm_collide(sm_circle(point, 0), plane_at_rest(g, obstacle), (sm_vec2){0, 0}).depth;
    level_kind kind = l->statements[statement].kind;
    if (outside > slack)
        return;
    consider_vertices(best, l, statement, edge, point, slack);
    if (kind == LEVEL_CIRCLE || kind == LEVEL_CAPSULE)
        consider_round(best, statement, outside, slack);
    else
        consider(best, (pick){PICK_EDGE, statement, edge}, RANK_EDGE, fabsf(outside));
}

static void consider_box(candidate *best, const plane *g, int statement, sm_vec2 point,
                         float slack) {
    const float *numbers = edit_get(g->common.level, statement).numbers; /* centre and size */
    float reach = numbers[2] + numbers[3] + slack;
    if (fabsf(point.x - numbers[0]) > reach || fabsf(point.y - numbers[1]) > reach)
        return;
    int first = obstacles_span(&g->common, statement).first;
    bool inside = true;
    for (int i = 0; i < 4; i++)
        inside =
            consider_box_edge(best, plane_at_rest(g, first + i), statement, point, slack) && inside;
    if (inside)
        consider(best, (pick){PICK_BODY, statement, 0}, RANK_BODY, 0);
}

/* What moves is grabbed where it lies in the level's text. */
static void consider_moving(candidate *best, const plane *g, sm_vec2 point, float slack) {
    for (int i = 0; i < g->common.moving_count; i++) {
        const obstacles_moving *m = &g->common.moving[i];
        for (int k = 0; k < m->span.count && !is_box(&g->common, m->statement); k++)
            consider_obstacle(best, g, m->span.first + k, point, slack);
    }
}

static bool is_on_player(const player *p, sm_vec2 point, float slack) {
    return sm_collide_hull(player_hull(p), sm3_flat(p->position), sm_circle(point, slack),
                           (sm_vec2){0, 0})
               .depth > 0;
}

static void consider_near(candidate *best, const plane *g, sm_vec2 point, float slack) {
    obstacle_list near = {0};
    plane_find(&g->common, box_around(point, slack), true, &near);
    for (int i = 0; i < near.count; i++) {
        int statement = g->common.statements[near.obstacles[i]];
        if (!is_box(&g->common, statement) && !level_moves(&g->common.level->statements[statement]))
            consider_obstacle(best, g, near.obstacles[i], point, slack);
    }
    obstacle_list_free(&near);
}

pick plane_pick(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at) {
    const plane *g = plane_seen(o);
    sm_vec2 point = sm3_flat(ray->eye);
    float slack = ray->slack * ray->pixel;
    *at = sm3_lifted(point);
    if (is_on_player(p, point, slack))
        return (pick){PICK_PLAYER, o->level->player, 0};
    candidate best = {{PICK_NOTHING, -1, 0}, RANK_NONE, INFINITY};
    consider_near(&best, g, point, slack);
    consider_moving(&best, g, point, slack);
    for (int i = 0; i < g->box_count; i++)
        consider_box(&best, g, g->boxes[i], point, slack);
    return best.what;
}

/* ---- Vertices to snap to ----------------------------------------------------------------- */

/* Whether a spot of the statement moves along: with its shape, or with the vertices that are held,
 * on whose spots all others move, too, unless they are alone. */
static bool moves_along(const level *l, const snap_query *q, int statement, sm_vec2 spot) {
    pick held = q->moving;
    bool is_own = statement == held.statement;
    int ends = held.part == PICK_EDGE ? 2 : held.part == PICK_VERTEX ? 1 : 0;
    if (q->selected != NULL)
        return selection_has(q->selected, statement);
    if (ends == 0)
        return is_own && held.part != PICK_NOTHING;
    int count = edit_vertex_count(l, held.statement);
    bool on_held = false;
    for (int end = 0; end < ends; end++)
        on_held |= sm_same(pick_vertex(l, held.statement, (held.element + end) % count), spot);
    return on_held && (is_own || !q->alone);
}

typedef struct nearest {
    sm_vec2 spot;
    float distance;
    bool found;
} nearest;

static void consider_spot(nearest *best, const level *l, const snap_query *q, int statement,
                          sm_vec2 spot) {
    float distance = sm_distance(sm3_flat(q->wanted), spot);
    if (distance <= best->distance && (!best->found || distance < best->distance) &&
        !moves_along(l, q, statement, spot))
        *best = (nearest){spot, distance, true};
}

/* An obstacle's ends are vertices of its statement, or a box's corners; of a circle its centre. */
static void consider_spots(nearest *best, const plane *g, const snap_query *q, int obstacle) {
    const level *l = g->common.level;
    int statement = g->common.statements[obstacle];
    int edge = obstacle - obstacles_span(&g->common, statement).first;
    int vertices = edit_vertex_count(l, statement);
    if (is_box(&g->common, statement))
        consider_spot(best, l, q, statement, plane_at_rest(g, obstacle).a);
    else if (vertices == 0)
        consider_spot(best, l, q, statement, pick_vertex(l, statement, 0));
    for (int end = 0; end < 2 && vertices > 0; end++)
        consider_spot(best, l, q, statement, pick_vertex(l, statement, (edge + end) % vertices));
}

bool plane_snap(const obstacles *o, const snap_query *q, float reach, sm3_vec *vertex) {
    const plane *g = plane_seen(o);
    nearest best = {.distance = reach};
    obstacle_list near = {0};
    plane_find(o, box_around(sm3_flat(q->wanted), reach), true, &near);
    for (int i = 0; i < near.count; i++)
        consider_spots(&best, g, q, near.obstacles[i]);
    obstacle_list_free(&near);
    for (int i = 0; i < g->box_count; i++) /* their centres */
        consider_spot(&best, o->level, q, g->boxes[i], pick_vertex(o->level, g->boxes[i], 0));
    *vertex = sm3_lifted(best.spot);
    return best.found;
}

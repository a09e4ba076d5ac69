#include "scene.h"

#include <stdlib.h>

#include "../level/memory.h"
#include "../level/text.h"

static const float wall_points = 2.25f;     /* width of a wall's line */
static const int max_smooth_walls = 12000;  /* more than that are drawn as hairlines */
static const int max_filled_edges = 100000; /* a map with more is drawn as lines alone */
static const float min_ring_pixels = 3;

static const float visible_margin_points = 12; /* a wall's line and its comb are that wide */
static const float max_query_fraction =
    0.06f; /* of the level's area: if more is in view, a query costs more than it saves */

/* ---- Floor ------------------------------------------------------------------------------- */

static bool is_ring(const level_statement *st) {
    return (st->kind == LEVEL_LOOP || st->kind == LEVEL_BOX || st->kind == LEVEL_MAP) &&
           !level_is_oneway(st) && !level_moves(st);
}

static bool is_map(const plane *g, const scene_ring *ring) {
    return g->common.level->statements[ring->statement].kind == LEVEL_MAP;
}

static void include(level_box *box, sm_vec2 p) {
    box->min.x = p.x < box->min.x ? p.x : box->min.x;
    box->min.y = p.y < box->min.y ? p.y : box->min.y;
    box->max.x = p.x > box->max.x ? p.x : box->max.x;
    box->max.y = p.y > box->max.y ? p.y : box->max.y;
}

/* Finds the box of a ring, and whether it is around the player. `first` is the first obstacle that
 * is of its statement or a later one. Returns the same for the next statement. */
static int measure_ring(scene_ring *ring, const plane *g, int first) {
    const obstacles *all = &g->common;
    sm_vec2 p = sm3_to2(level_get_player(all->level).position);
    level_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    int next = first;
    for (; next < all->count && all->statements[next] == ring->statement; next++) {
        sm_capsule edge = plane_get(g, next);
        include(&box, edge.a);
        include(&box, edge.b);
    }
    bool may_be = p.x >= box.min.x && p.x <= box.max.x && p.y <= box.max.y && !is_map(g, ring);
    for (int i = first; may_be && i < next; i++) {
        sm_capsule edge = plane_get(g, i);
        ring->around_player ^= level_is_below(p, edge.a, edge.b);
    }
    ring->box = box;
    return next;
}

static float area(level_box b) {
    return fmaxf(b.max.x - b.min.x, 0) * fmaxf(b.max.y - b.min.y, 0);
}

static level_box overlap(level_box a, level_box b) {
    return (level_box){{fmaxf(a.min.x, b.min.x), fmaxf(a.min.y, b.min.y)},
                       {fminf(a.max.x, b.max.x), fminf(a.max.y, b.max.y)}};
}

/* Finds the outline of the player's room: the largest ring around the player. Any other box is
 * drawn as an area, see draw_areas. */
static void find_room(plane_scene *o, const level *l) {
    const scene_ring *room = NULL;
    int kept = 0;
    for (int i = 0; i < o->ring_count; i++) {
        const scene_ring *r = &o->rings[i];
        if (r->around_player && (room == NULL || area(r->box) > area(room->box)))
            room = r;
    }
    o->room = room != NULL ? room->statement : -1;
    scene_ring around = room != NULL ? *room : (scene_ring){.statement = -1};
    for (int i = 0; i < o->ring_count; i++) {
        if (l->statements[o->rings[i].statement].kind != LEVEL_BOX ||
            o->rings[i].statement == o->room)
            o->rings[kept++] = o->rings[i];
    }
    o->ring_count = kept;
    for (int i = 0; i < o->ring_count; i++) {
        scene_ring *r = &o->rings[i];
        level_box all = o->room >= 0 ? overlap(around.box, r->box) : r->box;
        r->is_within = r->around_player && r->statement != o->room &&
                       sm_same(all.min, r->box.min) && sm_same(all.max, r->box.max);
    }
}

void plane_scene_free(plane_scene *s) {
    free(s->rings);
    obstacle_list_free(&s->visible);
    *s = (plane_scene){0};
}

/* Makes the rings anew when the obstacles have changed. */
static void update_rings(plane_scene *o, const sandbox *s) {
    const level *l = s->level;
    if (o->level == s->levels_shown && o->version == s->obstacles->version)
        return;
    const obstacles *all = &o->plane->common;
    int first = 0;
    o->ring_count = 0;
    for (int i = 0; i < l->statement_count; i++) {
        if (!is_ring(&l->statements[i]))
            continue;
        while (first < all->count && all->statements[first] < i)
            first++;
        memory_grow(&o->rings, &o->ring_room, o->ring_count, sizeof *o->rings);
        o->rings[o->ring_count] = (scene_ring){.statement = i};
        first = measure_ring(&o->rings[o->ring_count++], o->plane, first);
    }
    find_room(o, l);
    o->level = s->levels_shown;
    o->version = s->obstacles->version;
}

/* Whether a ring may change a pixel: not if it is tiny or out of view. A ring left of the view does
 * not either, because a row crosses it twice. */
static bool is_seen(const scene_ring *r, level_box view, float least) {
    return r->box.max.x >= view.min.x && r->box.min.x <= view.max.x && r->box.max.y >= view.min.y &&
           r->box.min.y <= view.max.y &&
           (r->box.max.x - r->box.min.x >= least || r->box.max.y - r->box.min.y >= least);
}

/* Finds the obstacles in view. Where much of the level is in view, drawing all of them is faster
 * than a query. */
static void find_visible(plane_scene *s, frame *f) {
    const plane *g = s->plane;
    level_box seen = frame_view(f);
    float margin = visible_margin_points * f->scale / f->camera.zoom;
    seen.min = (sm_vec2){seen.min.x - margin, seen.min.y - margin};
    seen.max = (sm_vec2){seen.max.x + margin, seen.max.y + margin};
    f->visible = NULL; /* all obstacles; the frame may be a copy that has a list */
    f->visible_count = g->common.count;
    level_box around = {sm3_to2(g->around.min), sm3_to2(g->around.max)};
    if (area(overlap(seen, around)) > area(around) * max_query_fraction)
        return;
    plane_find(f->sandbox->obstacles, seen, &s->visible);
    f->visible = s->visible.obstacles;
    f->visible_count = s->visible.count;
}

/* All edges of a map are looked at in each frame. */
static bool is_too_fine(const plane *g, const scene_ring *ring) {
    return is_map(g, ring) && obstacles_span(&g->common, ring->statement).count > max_filled_edges;
}

void plane_scene_floor(plane_scene *o, frame *f) {
    o->plane = plane_seen(f->sandbox->obstacles);
    update_rings(o, f->sandbox);
    find_visible(o, f);
    canvas_fill_rect(f->canvas, f->canvas->clip, f->theme->floor);
    level_box view = frame_view(f);
    float least = min_ring_pixels / f->camera.zoom;
    for (int i = 0; i < o->ring_count; i++) {
        const scene_ring *r = &o->rings[i];
        if (r->is_within || !is_seen(r, view, least) || is_too_fine(o->plane, r))
            continue;
        obstacle_span span = obstacles_span(&o->plane->common, r->statement);
        for (int k = 0; k < span.count; k++) {
            sm_capsule edge = plane_get(o->plane, span.first + k);
            if (level_is_outline_shape(f->sandbox->level, r->statement, k))
                canvas_edge(f->canvas, frame_at(f, edge.a), frame_at(f, edge.b));
        }
    }
    if (o->ring_count > 0)
        canvas_fill_edges(f->canvas, o->room < 0, f->theme->solid);
}

/* ---- Walls ------------------------------------------------------------------------------- */

/* Draws a comb on the side from which a one-way wall collides: its left. */
static void draw_comb(const frame *f, sm_vec2 a, sm_vec2 b, color ink) {
    sm_vec2 along = {b.x - a.x, b.y - a.y};
    float length = sqrtf(along.x * along.x + along.y * along.y);
    float spacing = 9 * f->scale, tooth = 6 * f->scale;
    if (!(length > spacing))
        return;
    along = (sm_vec2){along.x / length, along.y / length};
    sm_vec2 left = {along.y, -along.x}; /* the screen's y points down */
    for (float at = spacing / 2; at < length; at += spacing) {
        sm_vec2 root = sm_offset(a, along, at);
        canvas_line(f->canvas, root, sm_offset(root, left, tooth), f->scale, ink);
    }
}

static void draw_wall_line(const plane *g, const frame *f, int obstacle) {
    sm_capsule c = plane_between(g, obstacle, f->between);
    sm_vec2 a = frame_at(f, c.a), b = frame_at(f, c.b);
    const obstacles *o = &g->common;
    bool oneway = obstacles_is_oneway(o, obstacle);
    color ink = oneway ? f->theme->oneway : f->theme->wall;
    float line = wall_points * f->scale;
    canvas_capsule(f->canvas, a, b, frame_length(f, c.radius) + line / 2, ink);
    if (oneway)
        draw_comb(f, a, b, ink);
}

/* Draws a wall's body. Bodies are drawn over all lines, so that the pieces of a rounded chain look
 * like one. */
static void draw_wall_body(const plane *g, const frame *f, int obstacle) {
    sm_capsule c = plane_between(g, obstacle, f->between);
    float radius = frame_length(f, c.radius) - wall_points * f->scale / 2;
    if (c.radius > 0 && radius > 0)
        canvas_capsule(f->canvas, frame_at(f, c.a), frame_at(f, c.b), radius, f->theme->wall_body);
}

/* Draws a box, or a moving loop: its edges are obstacles, each beginning at a corner. */
static void draw_area(const plane *g, const frame *f, int statement) {
    obstacle_span span = obstacles_span(&g->common, statement);
    for (int i = 0; i < span.count; i++) {
        int next = i + 1 < span.count ? i + 1 : 0;
        canvas_edge(f->canvas, frame_at(f, plane_between(g, span.first + i, f->between).a),
                    frame_at(f, plane_between(g, span.first + next, f->between).a));
    }
    canvas_fill_edges(f->canvas, true, f->theme->wall_body);
}

static void draw_areas(const plane_scene *s, const frame *f) {
    const plane *g = s->plane;
    for (int i = 0; i < g->common.box_count; i++) {
        if (g->common.boxes[i] != s->room)
            draw_area(g, f, g->common.boxes[i]);
    }
    for (int i = 0; i < g->common.moving_count; i++) {
        int statement = g->common.moving[i].statement;
        if (f->sandbox->level->statements[statement].kind == LEVEL_LOOP)
            draw_area(g, f, statement);
    }
}

/* Draws very many walls, each a few pixels long at most, as hairlines. */
static void draw_fine_walls(const plane *g, const frame *f) {
    const sm_capsule *capsules = sm_world_capsules(g->world);
    sm_vec2 origin = frame_at(f, (sm_vec2){0, 0});
    canvas_map map = {origin.x, origin.y, f->camera.zoom};
    float thickest =
        canvas_hairlines(f->canvas, capsules, f->visible, f->visible_count, map, f->theme->wall);
    float least = 1.5f / f->camera.zoom; /* thinner ones are lines */
    for (int i = 0; thickest > least && i < f->visible_count; i++) {
        const sm_capsule *c = &capsules[frame_visible(f, i)];
        if (c->radius > least)
            canvas_capsule(f->canvas, frame_at(f, c->a), frame_at(f, c->b),
                           frame_length(f, c->radius), f->theme->wall);
    }
}

void plane_scene_walls(const plane_scene *s, const frame *f) {
    if (f->visible_count > max_smooth_walls) {
        draw_fine_walls(s->plane, f);
        return;
    }
    draw_areas(s, f);
    for (int i = 0; i < f->visible_count; i++)
        draw_wall_line(s->plane, f, frame_visible(f, i));
    for (int i = 0; i < f->visible_count; i++)
        draw_wall_body(s->plane, f, frame_visible(f, i));
}

/* ---- Player ------------------------------------------------------------------------------ */

void plane_scene_player(const frame *f) {
    const sandbox *s = f->sandbox;
    const theme *t = f->theme;
    float angle = f->heading + f->turn.z;
    sm3_vec heading = {cosf(angle), sinf(angle), 0};
    sm_hull mover = frame_hull_of_player(f, f->turn);
    sm3_vec centre = f->position;
    float radius = frame_length(f, s->player.radius);
    color ink = frame_player_ink(f);

    frame_fill_hull(f, &mover, f->position,
                    s->player.noclip ? color_fade(t->player_inside, 0.4f) : t->player_inside);
    frame_hull(f, &mover, f->position, 2, s->player.noclip ? color_fade(ink, 0.6f) : ink);
    float length = player_shape(&s->player)->turns ? player_length(&s->player) : 0;
    float reach = frame_length(f, length / 2) + radius - f->scale;
    frame_line(f, centre, frame_beyond(f, centre, heading, reach), 2, ink);
    frame_dot(f, centre, fminf(3, radius / 3 / f->scale), ink);
}

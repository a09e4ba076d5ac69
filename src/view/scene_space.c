/* scene_space: the solids of a 3D level and the player among them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../level/memory.h"
#include "../sandbox/space/space.h"
#include "scene.h"

static const sm3_vec light = {0.35f, 1, 0.55f};
static const float ambient = 0.45f;
static const int max_fitted = 5000; /* of a larger level only the box around it is fitted */
static const float selected_strength = 0.3f,
                   hovered_strength = 0.1f; /* of the colours of selected and hovered shapes */

void space_scene_free(space_scene *s) {
    raster_destroy(s->raster);
    free(s->edges);
    free(s->colors);
    *s = (space_scene){0};
}

void space_scene_begin(camera *c, const sandbox *sb) {
    const level *l = sb->level;
    *c = camera3_make(c->width, c->height);
    if (l->player >= 0 && (l->statements[l->player].attributes.present & LEVEL_HAS_ANGLE) != 0)
        c->yaw = level_get_player(l).angle;
}

typedef struct corner_list {
    sm3_vec *list; /* owned */
    int count, capacity;
} corner_list;

/* Adds the corners of the box around a ball, or with radius 0 the point. */
static void add_ball(corner_list *l, sm3_vec p, float radius) {
    for (int i = 0; i < (radius > 0 ? 8 : 1); i++) {
        float by = radius > 0 ? radius : 0;
        memory_grow(&l->list, &l->capacity, l->count, sizeof *l->list);
        l->list[l->count++] =
            (sm3_vec){p.x + (i & 1 ? by : -by), p.y + (i & 2 ? by : -by), p.z + (i & 4 ? by : -by)};
    }
}

void space_scene_fit(camera *c, const sandbox *sb, float margin) {
    const obstacles *o = sb->obstacles;
    level_box3 box = obstacles_bounds(o);
    if (o->count > max_fitted) {
        camera3_fit_box(c, box.min, box.max, margin);
        return;
    }
    corner_list corners = {.count = 0};
    add_ball(&corners, level_get_player(sb->level).position, sb->player.radius);
    for (int i = 0; i < o->count; i++) {
        sm3_triangle t = o->dimension->shape(o, i);
        add_ball(&corners, t.a, t.radius);
        add_ball(&corners, t.b, t.radius);
        add_ball(&corners, t.c, t.radius);
    }
    camera3_fit(c, corners.list, corners.count, margin);
    free(corners.list);
}

/* ---- Solids ------------------------------------------------------------------------------ */

/* With at most so many obstacles the edges are found anew after each change, so that a face that is
 * dragged off its neighbour gets an edge. With more, only when obstacles are added or removed. */
static const int max_followed = 4000;

/* Returns false when memory ran out. */
static bool update_edges(space_scene *s, const space *sp, const frame *f) {
    const sandbox *sb = f->sandbox;
    bool is_same =
        s->level == sb->levels_shown && s->layout == sp->common.layout && s->edges != NULL;
    if (is_same && (s->version == sp->common.version || sp->common.count > max_followed))
        return true;
    size_t count = (size_t)sp->common.count + 1;
    free(s->edges);
    free(s->colors);
    s->edges = malloc(count * sizeof *s->edges);
    s->colors = malloc(count * sizeof *s->colors);
    if (s->edges == NULL || s->colors == NULL ||
        !raster_find_edges(sp->triangles, sp->common.count, s->edges))
        return false;
    s->count = sp->common.count;
    if (s->level != sb->levels_shown)
        s->slow_frames = 0;
    s->level = sb->levels_shown;
    s->layout = sp->common.layout;
    s->version = sp->common.version;
    return true;
}

static void tint(space_scene *s, const space *sp, int statement, color ink, float strength) {
    obstacle_span span = obstacles_span(&sp->common, statement);
    for (int i = span.first; i < span.first + span.count; i++)
        s->colors[i] = color_mix(s->colors[i], ink, strength);
}

/* Colours selected, hovered and one-way obstacles. Returns NULL when there are none. */
static const color *color_obstacles(space_scene *s, const space *sp, const theme *t,
                                    const pointer_tool *tool) {
    const level *l = sp->common.level;
    int hovered = tool != NULL && tool->hover.part == PICK_BODY ? tool->hover.statement : -1;
    int selected = tool != NULL ? tool->selection.count : 0;
    if (hovered < 0 && selected == 0 && !sp->common.has_oneway)
        return NULL;
    for (int i = 0; i < s->count; i++)
        s->colors[i] = t->face;
    for (int i = 0; i < l->statement_count && sp->common.has_oneway; i++)
        if (level_is_oneway(&l->statements[i]))
            tint(s, sp, i, t->face_oneway, 1);
    for (int i = 0; i < selected; i++)
        tint(s, sp, tool->selection.statements[i], t->selected, selected_strength);
    if (hovered >= 0)
        tint(s, sp, hovered, t->hover, hovered_strength);
    return s->colors;
}

/* Draws moving obstacles, at their places between the last two ticks. */
static void draw_moving(const frame *f, const space *sp, obstacle_span span, const color *colors,
                        const raster_paint *look) {
    sm3_triangle *there = memory_alloc((size_t)span.count * sizeof *there);
    for (int i = 0; i < span.count; i++)
        there[i] = sp->common.dimension->between(&sp->common, span.first + i, f->between);
    raster_obstacles(f->raster, there, f->edges + span.first,
                     colors != NULL ? colors + span.first : NULL, span.count, look);
    free(there);
}

static void draw_obstacles(const frame *f, const space *sp, const color *colors,
                           const raster_paint *look) {
    int at = 0;
    for (int i = 0; i <= sp->common.moving_count; i++) {
        int end = i < sp->common.moving_count ? sp->common.moving[i].span.first : sp->common.count;
        if (end > at) /* without a box `boxes` is NULL */
            raster_obstacles(f->raster, sp->triangles + at, f->edges + at,
                             colors != NULL ? colors + at : NULL, end - at, look);
        if (i < sp->common.moving_count && sp->common.moving[i].span.count > 0)
            draw_moving(f, sp, sp->common.moving[i].span, colors, look);
        at = i < sp->common.moving_count ? end + sp->common.moving[i].span.count : end;
    }
}

/* The player's shadow is that of a light straight above, so it shows where in the air the player
 * is. */
static void draw_player(const frame *f, const raster_paint *look) {
    static const float shadow = 0.55f, through = 0.8f;
    const sandbox *sb = f->sandbox;
    sm3_mover mover = frame_solid_of_player(f, f->position, f->turn);
    raster_paint seen = *look;
    seen.face = frame_player_ink(f);
    if (isfinite(sb->ahead.floor))
        raster_shadow(f->raster, &mover, sb->ahead.floor - 0.05f * sb->player.radius, shadow);
    sm3_triangle pieces[PLAYER_PIECES];
    int count = player_surface(&sb->player, (sm3_vec){0, 0, 0}, pieces);
    for (int i = 0; i < count; i++)
        pieces[i] = frame_posed(pieces[i], f->turn, f->position);
    if (player_shape(&sb->player)->has_sides)
        seen.edge_width = 0; /* its edges are round */
    raster_body(f->raster, pieces, count, f->position, player_reach(&sb->player), &seen, through);
}

/* Draws a line from the player's foot down to the ground, with its length where there is room. */
static void draw_height(const frame *f) {
    static const float min_points = 24;
    const sm3_touch *below = &f->sandbox->ahead.below;
    sm3_mover mover = sm3_mover_at(player_upright(&f->sandbox->player), f->position);
    sm3_vec foot = {mover.a.x, fminf(mover.a.y, mover.b.y) - mover.radius, mover.a.z};
    sm3_vec ground = {foot.x, below->position.y, foot.z};
    float height = foot.y - ground.y;
    if (!below->hit || !(height > 0) ||
        camera_pixels(&f->camera, ground, height) < min_points * f->scale)
        return;
    frame_line(f, foot, ground, 1.5f, f->theme->ink);
    frame_dot(f, ground, 2.5f, f->theme->ink);
    frame_label_at(f, sm3_offset(ground, sm3_between(ground, foot), 0.5f), FRAME_UP, 0,
                   f->theme->ink, "%.2f u", (double)height);
}

/* Draws where the player looks, its outline behind faces, and its height. */
static void draw_bearings(const frame *f) {
    const theme *t = f->theme;
    const sandbox *sb = f->sandbox;
    float radius = sb->player.radius;
    sm3_vec ahead = space_direction(f->heading);
    frame_arrow(f, sm3_offset(f->position, ahead, radius),
                sm3_offset(f->position, ahead, 1.5f * radius), 2.5f, 9, t->player);
    frame_silhouette(f, frame_solid_of_player(f, f->position, f->turn), 2, 0, t->player);
    draw_height(f);
}

/* Returns the samples to a side of a pixel. Smooth edges cost up to four times as much, so pictures
 * in motion have none if frames were slow. A picture that stands still, or is the only one, always
 * has them. */
static int choose_samples(space_scene *s, const frame *f) {
    enum { MANY = 30 };               /* frames; a few slow ones may be due to other programs */
    static const float too_long = 16; /* milliseconds a frame */
    const camera *now = &f->camera, *last = &s->last_camera;
    if (f->inset)
        return raster_samples(f->sandbox->obstacles->count);
    bool is_still = sm3_same(f->position, s->last_position) &&
                    sm3_same(now->target, last->target) && now->yaw == last->yaw &&
                    now->pitch == last->pitch && now->distance == last->distance;
    s->last_camera = f->camera;
    s->last_position = f->position;
    if (s->slow_frames < MANY)
        s->slow_frames = f->figures.frame_milliseconds > too_long ? s->slow_frames + 1 : 0;
    return s->slow_frames == MANY && !is_still ? 1 : raster_samples(f->sandbox->obstacles->count);
}

bool space_scene_draw(space_scene *s, frame *f, const pointer_tool *tool) {
    const space *sp = space_seen(f->sandbox->obstacles);
    const theme *t = f->theme;
    canvas_fill_rect(f->canvas, f->canvas->clip, t->floor); /* a panel may be beside the scene */
    if (s->raster == NULL)
        s->raster = raster_create();
    raster_look look = {t->sky_top, t->sky_bottom, light, ambient, choose_samples(s, f)};
    if (!update_edges(s, sp, f) || !raster_begin(s->raster, f->canvas, &f->camera, &look))
        return false;
    f->raster = s->raster;
    f->edges = s->edges;
    f->visible_count = sp->common.count;
    raster_paint faces = {t->face, t->face_back, t->face_edge, 1.2f * f->scale};
    draw_obstacles(f, sp, color_obstacles(s, sp, t, tool), &faces);
    if (f->ground_ink != NULL)
        raster_tint(s->raster, f->ground_ink, f->ground);
    draw_player(f, &faces);
    raster_end(s->raster);
    draw_bearings(f);
    return true;
}

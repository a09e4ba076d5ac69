#include "scene.h"

#include <math.h>
#include <stdlib.h>

static const float wall_points = 2.25f; /* width of a wall's line */
static const float hurt_depth = 1e-4f;  /* world units; less than that nobody can see */

/* ---- Floor ------------------------------------------------------------------------------- */

static bool is_ring(const level_statement *st) {
    return st->kind == LEVEL_LOOP && !(st->attributes.present & LEVEL_HAS_ONEWAY);
}

/* Crossings of a ray to the right, as for any even-odd test. */
static bool ring_encloses(const sm_vec2 *ring, int size, sm_vec2 p) {
    bool inside = false;
    for (int i = 0, j = size - 1; i < size; j = i++) {
        sm_vec2 a = ring[i], b = ring[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

static void add_ring(scene_outlines *o, const level *l, const level_statement *st) {
    const float *numbers = l->numbers + st->first_number;
    sm_vec2 *ring = o->points + o->point_count;
    int size = st->number_count / 2;
    for (int i = 0; i < size; i++)
        ring[i] = (sm_vec2){numbers[2 * i], numbers[2 * i + 1]};
    o->ring_sizes[o->ring_count++] = size;
    o->point_count += size;
    if (ring_encloses(ring, size, level_get_player(l).position))
        o->player_inside = !o->player_inside;
}

void scene_free_outlines(scene_outlines *o) {
    free(o->points);
    free(o->on_screen);
    free(o->ring_sizes);
    *o = (scene_outlines){0};
}

void scene_update_outlines(scene_outlines *o, const sandbox *s) {
    if (o->level_number == s->level_number)
        return;
    scene_free_outlines(o);
    o->level_number = s->level_number;
    const level *l = s->level;
    size_t most_points = (size_t)l->number_count / 2 + 1;
    o->points = malloc(most_points * sizeof *o->points);
    o->on_screen = malloc(most_points * sizeof *o->on_screen);
    o->ring_sizes = malloc((size_t)l->statement_count * sizeof *o->ring_sizes);
    if (o->points == NULL || o->on_screen == NULL || o->ring_sizes == NULL)
        return; /* no rings: everything is floor */
    for (int i = 0; i < l->statement_count; i++) {
        if (is_ring(&l->statements[i]))
            add_ring(o, l, &l->statements[i]);
    }
}

void scene_draw_floor(const frame *f, const scene_outlines *o) {
    canvas_clear(f->canvas, f->theme->floor);
    if (o->ring_count == 0)
        return;
    for (int i = 0; i < o->point_count; i++)
        o->on_screen[i] = frame_at(f, o->points[i]);
    canvas_fill_rings(f->canvas, o->on_screen, o->ring_sizes, o->ring_count, !o->player_inside,
                      f->theme->solid);
}

/* ---- Walls ------------------------------------------------------------------------------- */

static bool is_in_view(sm_capsule c, level_box view, float margin) {
    margin += c.radius;
    return fmaxf(c.a.x, c.b.x) >= view.min.x - margin &&
           fminf(c.a.x, c.b.x) <= view.max.x + margin &&
           fmaxf(c.a.y, c.b.y) >= view.min.y - margin && fminf(c.a.y, c.b.y) <= view.max.y + margin;
}

/* A comb on the side from which a one-way wall collides: its left. */
static void draw_comb(const frame *f, sm_vec2 a, sm_vec2 b, color ink) {
    sm_vec2 along = {b.x - a.x, b.y - a.y};
    float length = sqrtf(along.x * along.x + along.y * along.y);
    float spacing = 9 * f->scale, tooth = 6 * f->scale;
    if (!(length > spacing))
        return;
    along = (sm_vec2){along.x / length, along.y / length};
    sm_vec2 left = {along.y, -along.x}; /* the screen's y points down */
    for (float at = spacing / 2; at < length; at += spacing) {
        sm_vec2 root = offset(a, along, at);
        canvas_line(f->canvas, root, offset(root, left, tooth), f->scale, ink);
    }
}

static bool is_oneway(const sandbox *s, int obstacle) {
    const level_statement *st = &s->level->statements[s->shapes.statements[obstacle]];
    return (st->attributes.present & LEVEL_HAS_ONEWAY) != 0;
}

static bool is_box(const sandbox *s, int obstacle) {
    return s->level->statements[s->shapes.statements[obstacle]].kind == LEVEL_BOX;
}

static void draw_wall_line(const frame *f, int obstacle) {
    sm_capsule c = f->sandbox->shapes.capsules[obstacle];
    sm_vec2 a = frame_at(f, c.a), b = frame_at(f, c.b);
    bool oneway = is_oneway(f->sandbox, obstacle);
    color ink = oneway ? f->theme->oneway : f->theme->wall;
    float line = wall_points * f->scale;
    canvas_capsule(f->canvas, a, b, frame_length(f, c.radius) + line / 2, ink);
    if (oneway)
        draw_comb(f, a, b, ink);
}

/* Bodies go over all lines, so that the pieces of a rounded chain look like one. */
static void draw_wall_body(const frame *f, int obstacle) {
    sm_capsule c = f->sandbox->shapes.capsules[obstacle];
    float radius = frame_length(f, c.radius) - wall_points * f->scale / 2;
    if (c.radius > 0 && radius > 0)
        canvas_capsule(f->canvas, frame_at(f, c.a), frame_at(f, c.b), radius, f->theme->wall_body);
}

/* A box's four edges are four obstacles in a row. */
static void draw_box_body(const frame *f, int first) {
    static const int one_ring_of_four[] = {4};
    sm_vec2 corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = frame_at(f, f->sandbox->shapes.capsules[first + i].a);
    canvas_fill_rings(f->canvas, corners, one_ring_of_four, 1, true, f->theme->wall_body);
}

void scene_draw_walls(const frame *f) {
    const level_shapes *shapes = &f->sandbox->shapes;
    level_box view = camera_view(&f->camera);
    float margin = 10 * f->scale / f->camera.zoom;
    for (int i = 0; i < shapes->count; i++) {
        if (is_box(f->sandbox, i)) {
            draw_box_body(f, i);
            i += 3;
        }
    }
    for (int i = 0; i < shapes->count; i++) {
        if (is_in_view(shapes->capsules[i], view, margin))
            draw_wall_line(f, i);
    }
    for (int i = 0; i < shapes->count; i++) {
        if (is_in_view(shapes->capsules[i], view, margin))
            draw_wall_body(f, i);
    }
}

/* ---- Player ------------------------------------------------------------------------------ */

void scene_draw_player(const frame *f) {
    const sandbox *s = f->sandbox;
    const theme *t = f->theme;
    sm_vec2 ahead = {cosf(f->heading), sinf(f->heading)};
    sm_capsule mover = sm_capsule_at(
        sm_capsule_from_axis((sm_vec2){0, 0}, ahead, s->length, s->radius), f->position);
    sm_vec2 a = frame_at(f, mover.a), b = frame_at(f, mover.b), centre = frame_at(f, f->position);
    float radius = frame_length(f, s->radius);
    color ink = s->move.result.depth > hurt_depth ? t->player_hurt : t->player;

    canvas_capsule(f->canvas, a, b, radius,
                   s->ghost ? color_fade(t->player_inside, 0.4f) : t->player_inside);
    canvas_capsule_outline(f->canvas, a, b, radius - f->scale, 2 * f->scale,
                           s->ghost ? color_fade(ink, 0.6f) : ink);
    sm_vec2 nose =
        offset(centre, frame_direction(ahead), frame_length(f, s->length / 2) + radius - f->scale);
    canvas_line(f->canvas, centre, nose, 2 * f->scale, ink);
    canvas_capsule(f->canvas, centre, centre, fminf(3 * f->scale, radius / 3), ink);
}

#include "frame.h"

#include <stdio.h>
#include <string.h>

/* ---- Themes ------------------------------------------------------------------------------ */

static const theme dark = {
#include "themes/dark.inc"
};

static const theme light = {
#include "themes/light.inc"
};

const theme_info themes[THEME_COUNT] = {{"dark", &dark}, {"light", &light}};

int theme_find(const char *name) {
    for (int i = 0; i < THEME_COUNT; i++) {
        if (strcmp(themes[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* ---- Places ------------------------------------------------------------------------------ */

char *frame_write_position(const frame *f, sm3_vec position, char to[FRAME_POSITION_LENGTH]) {
    const float coordinates[3] = {position.x, position.y, position.z};
    int length = 0;
    for (int i = 0; i < f->sandbox->obstacles->dimension->count; i++)
        length += snprintf(to + length, (size_t)(FRAME_POSITION_LENGTH - length), "%s%.3f",
                           i > 0 ? ", " : "", (double)coordinates[i]);
    return to;
}

level_box frame_view(const frame *f) {
    canvas_rect clip = f->canvas->clip;
    float left = (float)clip.x, top = (float)clip.y;
    sm_vec2 low = camera_to_world(&f->camera, (sm_vec2){left, top + (float)clip.height});
    sm_vec2 high = camera_to_world(&f->camera, (sm_vec2){left + (float)clip.width, top});
    return (level_box){low, high};
}

sm_vec2 frame_at(const frame *f, sm_vec2 world) {
    return camera_to_screen(&f->camera, world);
}

float frame_length(const frame *f, float world) {
    return world * f->camera.zoom;
}

spot frame_spot(const frame *f, sm3_vec world) {
    return f->raster != NULL ? world : sm3_lifted(frame_at(f, sm3_flat(world)));
}

bool frame_pixel(const frame *f, spot at, sm_vec2 *pixel) {
    view3_point p = {at.x, at.y, 0, true};
    if (f->raster != NULL)
        p = camera3_project(&f->eye, at);
    *pixel = (sm_vec2){p.x, p.y};
    return p.in_front;
}

/* How many world units a pixel is wide there. */
static float pixel_size(const frame *f, spot at) {
    return camera3_pixel_size(&f->eye, camera3_project(&f->eye, at).depth);
}

/* The picture's y points down, the world's up. */
static spot along(spot from, sm3_vec direction, float pixels) {
    return (spot){from.x + direction.x * pixels, from.y - direction.y * pixels, 0};
}

spot frame_ahead(const frame *f, spot from, sm3_vec direction, float world) {
    return f->raster != NULL ? sm3_offset(from, direction, world)
                             : along(from, direction, frame_length(f, world));
}

spot frame_beyond(const frame *f, spot from, sm3_vec direction, float pixels) {
    return f->raster != NULL ? sm3_offset(from, direction, pixels * pixel_size(f, from))
                             : along(from, direction, pixels);
}

spot frame_aside(const frame *f, spot from, sm3_vec direction, float pixels) {
    if (f->raster != NULL)
        return from;
    return (spot){from.x + direction.y * pixels, from.y + direction.x * pixels, 0};
}

float frame_pixels(const frame *f, spot at, float world) {
    return f->raster != NULL ? world / pixel_size(f, at) : frame_length(f, world);
}

float frame_apart(const frame *f, spot from, spot to) {
    if (f->raster != NULL)
        return sm3_length(sm3_between(from, to)) / pixel_size(f, to);
    return fmaxf(fabsf(to.x - from.x), fabsf(to.y - from.y));
}

/* ---- Strokes ----------------------------------------------------------------------------- */

/* Mixed in 2D, not faded: no knots where strokes meet. */
color frame_faint(const frame *f, color ink, float strength) {
    return f->raster != NULL ? color_fade(ink, strength)
                             : color_mix(f->theme->floor, ink, strength);
}

void frame_line(const frame *f, spot a, spot b, float points, color ink) {
    if (f->raster != NULL)
        raster_line(f->raster, a, b, points * f->scale, ink, frame_hidden(ink));
    else
        canvas_line(f->canvas, sm3_flat(a), sm3_flat(b), points * f->scale, ink);
}

void frame_dashes(const frame *f, spot a, spot b, float points, float dash, float gap, color ink) {
    if (f->raster != NULL)
        frame_line(f, a, b, points, ink); /* what is dashed there is hidden */
    else
        canvas_dashes(f->canvas, sm3_flat(a), sm3_flat(b), points * f->scale, dash * f->scale,
                      gap * f->scale, ink);
}

void frame_dot(const frame *f, spot at, float points, color ink) {
    if (f->raster != NULL)
        raster_point(f->raster, at, points * f->scale, ink, frame_hidden(ink));
    else
        canvas_capsule(f->canvas, sm3_flat(at), sm3_flat(at), points * f->scale, ink);
}

void frame_arrow(const frame *f, spot a, spot b, float points, float head, color ink) {
    if (f->raster != NULL)
        raster_arrow(f->raster, a, b, points * f->scale, head * f->scale, ink, frame_hidden(ink));
    else
        canvas_arrow(f->canvas, sm3_flat(a), sm3_flat(b), points * f->scale, head * f->scale, ink);
}

void frame_ring(const frame *f, spot at, float points, float hole, color ink) {
    frame_dot(f, at, points, ink);
    if (f->raster == NULL)
        frame_dot(f, at, hole, f->theme->floor);
}

void frame_vertex(const frame *f, spot at, color ink) {
    static const float points = 2.75f, hole = 1.25f;
    if (f->raster != NULL)
        raster_point(f->raster, at, points * f->scale, ink, 0);
    else
        frame_ring(f, at, points, hole, ink);
}

/* ---- Outlines ---------------------------------------------------------------------------- */

sm3_triangle frame_posed(sm3_triangle t, sm3_vec turn, sm3_vec by) {
    double angle = vec3_length(vec3_of(turn));
    level_pose pose = {.axis = vec3_unit(vec3_of(turn), (vec3){0, 0, 1}),
                       .cosine = cos(angle),
                       .sine = sin(angle),
                       .shift = vec3_of(by)};
    return level_posed_triangle(pose, t);
}

static const sm3_vec origin = {0, 0, 0};

sm_hull frame_hull_of_player(const frame *f, sm3_vec turn) {
    player p = f->sandbox->player;
    p.heading = f->heading;
    sm_hull hull = player_hull(&p);
    for (int i = 0; i < hull.count; i++) {
        sm3_triangle corner = {.a = sm3_lifted(hull.vertices[i])};
        hull.vertices[i] = sm3_flat(frame_posed(corner, turn, origin).a);
    }
    return hull;
}

sm3_mover frame_solid_of_player(const frame *f, sm3_vec position, sm3_vec turn) {
    sm3_mover m = player_upright(&f->sandbox->player);
    sm3_triangle axis = frame_posed((sm3_triangle){.a = m.a, .b = m.b}, turn, position);
    sm3_triangle sides = frame_posed((sm3_triangle){.a = m.side, .b = m.front}, turn, origin);
    return (sm3_mover){
        .a = axis.a, .b = axis.b, .radius = m.radius, .side = sides.a, .front = sides.b};
}

void frame_player(const frame *f, sm3_vec position, sm3_vec turn, float points, color ink) {
    sm_hull hull = frame_hull_of_player(f, turn);
    if (f->raster != NULL)
        frame_silhouette(f, frame_solid_of_player(f, position, turn), points, ink,
                         frame_hidden(ink));
    else
        frame_hull(f, &hull, sm3_flat(position), points, ink);
}

void frame_shape(const frame *f, const sm3_triangle *t, unsigned edges, float points, color ink) {
    const sm3_vec corners[3] = {t->a, t->b, t->c};
    bool is_round = t->radius > 0 && sm3_same(t->b, t->c);
    if (f->raster == NULL)
        canvas_capsule_outline(f->canvas, frame_at(f, sm3_flat(t->a)), frame_at(f, sm3_flat(t->b)),
                               frame_length(f, t->radius), points * f->scale, ink);
    else if (is_round)
        frame_silhouette(f, (sm3_mover){.a = t->a, .b = t->b, .radius = t->radius}, points, ink,
                         frame_hidden(ink));
    for (int i = 0; i < 3 && f->raster != NULL && !is_round; i++)
        if ((edges & (unsigned)RASTER_EDGE_AB << i) != 0)
            frame_line(f, corners[i], corners[(i + 1) % 3], points, ink);
}

/* Finds the hull's corners in pixels. */
static void place_corners(const frame *f, const sm_hull *hull, sm_vec2 position,
                          sm_vec2 corners[SM_HULL_VERTICES]) {
    for (int i = 0; i < hull->count; i++)
        corners[i] = frame_at(f, sm_offset(position, hull->vertices[i], 1));
}

void frame_fill_hull(const frame *f, const sm_hull *hull, sm_vec2 position, color fill) {
    sm_vec2 corners[SM_HULL_VERTICES];
    place_corners(f, hull, position, corners);
    if (hull->count < 3)
        canvas_capsule(f->canvas, corners[0], corners[hull->count - 1],
                       frame_length(f, hull->radius), fill);
    else {
        for (int i = 0; i < hull->count; i++)
            canvas_edge(f->canvas, corners[i], corners[(i + 1) % hull->count]);
        canvas_fill_edges(f->canvas, true, fill);
    }
}

/* Unit, to the right of the way from a to b as the screen shows it, where the inside of a hull is
 * not: it is counter-clockwise in the world. */
static sm_vec2 outward(sm_vec2 a, sm_vec2 b) {
    float x = b.x - a.x, y = b.y - a.y, length = sqrtf(x * x + y * y);
    return length > 0 ? (sm_vec2){-y / length, x / length} : (sm_vec2){0, 0};
}

/* A corner, moved so that both its edges are `by` pixels further in. */
static sm_vec2 inset(sm_vec2 before, sm_vec2 corner, sm_vec2 after, float by) {
    sm_vec2 m = outward(before, corner), n = outward(corner, after);
    float share = by / (1 + m.x * n.x + m.y * n.y);
    return (sm_vec2){corner.x - (m.x + n.x) * share, corner.y - (m.y + n.y) * share};
}

void frame_hull(const frame *f, const sm_hull *hull, sm_vec2 position, float points, color ink) {
    sm_vec2 corners[SM_HULL_VERTICES], inner[SM_HULL_VERTICES];
    float thickness = points * f->scale;
    int count = hull->count;
    place_corners(f, hull, position, corners);
    if (count < 3) {
        canvas_capsule_outline(f->canvas, corners[0], corners[count - 1],
                               frame_length(f, hull->radius) - thickness / 2, thickness, ink);
        return;
    }
    for (int i = 0; i < count; i++)
        inner[i] = inset(corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count],
                         thickness / 2);
    for (int i = 0; i < count; i++)
        canvas_line(f->canvas, inner[i], inner[(i + 1) % count], thickness, ink);
}

/* The circle that the eye sees of a sphere is nearer than its middle, and smaller. */
typedef struct disk {
    sm3_vec middle;
    float radius;
} disk;

static disk disk_of(sm3_vec centre, float radius, sm3_vec eye) {
    sm3_vec to_eye = sm3_between(centre, eye);
    float squared = sm3_dot(to_eye, to_eye), share = radius * radius / squared;
    return (disk){sm3_offset(centre, to_eye, share), radius * sqrtf(1 - share)};
}

static sm3_vec unit(sm3_vec v) {
    float length = sm3_length(v);
    return (sm3_vec){v.x / length, v.y / length, v.z / length};
}

/* Goes once around: half of the one circle, half of the other. `side` and `up` are unit vectors in
 * their plane. */
static void draw_around(const frame *f, const disk ends[2], sm3_vec side, sm3_vec up, float points,
                        color visible, color hidden) {
    enum { SIDES = 96 };
    sm3_vec loop[SIDES];
    for (int i = 0; i < SIDES; i++) {
        float angle = (float)i * (2 * 3.14159265f / SIDES), rise = sinf(angle);
        const disk *end = &ends[rise > 0];
        loop[i] = sm3_offset(sm3_offset(end->middle, side, end->radius * cosf(angle)), up,
                             end->radius * rise);
    }
    raster_loop(f->raster, loop, SIDES, points * f->scale, visible, hidden);
}

void frame_circle(const frame *f, sm3_vec centre, sm3_vec normal, float radius, float points,
                  color visible, color hidden) {
    sm3_vec up = fabsf(normal.y) < 0.9f ? (sm3_vec){0, 1, 0} : (sm3_vec){1, 0, 0};
    sm3_vec side = unit(sm3_cross(up, normal));
    disk ends[2] = {{centre, radius}, {centre, radius}};
    draw_around(f, ends, side, sm3_cross(normal, side), points, visible, hidden);
}

/* Of a box, with its rounding, the edges between a side that is seen and one that is not. */
static void outline_box(const frame *f, sm3_mover box, float points, color visible, color hidden) {
    sm3_vec centre = sm3_scaled(sm3_offset(box.a, box.b, 1), 0.5f);
    sm3_vec to_eye = sm3_between(centre, camera3_eye(&f->eye));
    sm3_vec half[] = {box.side, sm3_between(centre, box.b), box.front};
    float beyond[3]; /* above 1: the side at +half is seen, below -1 that at -half */
    for (int i = 0; i < 3; i++) {
        half[i] = sm3_scaled(half[i], 1 + box.radius / sm3_length(half[i]));
        beyond[i] = sm3_dot(to_eye, half[i]) / sm3_dot(half[i], half[i]);
    }
    for (int i = 0; i < 12; i++) {
        int axis = i / 4, next = (axis + 1) % 3, last = (axis + 2) % 3;
        float there = i & 1 ? 1 : -1, aside = i & 2 ? 1 : -1;
        if ((beyond[next] * there > 1) == (beyond[last] * aside > 1))
            continue;
        sm3_vec middle = sm3_offset(sm3_offset(centre, half[next], there), half[last], aside);
        raster_line(f->raster, sm3_offset(middle, half[axis], -1),
                    sm3_offset(middle, half[axis], 1), points * f->scale, visible, hidden);
    }
}

/* From within, or along the axis of the view, there is nothing to go around. */
void frame_silhouette(const frame *f, sm3_mover shape, float points, color visible, color hidden) {
    if (sm3_length(shape.side) > 0) {
        outline_box(f, shape, points, visible, hidden);
        return;
    }
    sm3_vec eye = camera3_eye(&f->eye), axis = sm3_between(shape.a, shape.b);
    sm3_vec nearest = sm3_closest_on_segment(eye, shape.a, shape.b);
    if (!(sm3_length(sm3_between(nearest, eye)) > shape.radius))
        return;
    disk ends[2] = {disk_of(shape.a, shape.radius, eye), disk_of(shape.b, shape.radius, eye)};
    sm3_vec view = unit(sm3_between(nearest, eye)),
            up = sm3_length(axis) > 0 ? axis : camera3_up(&f->eye);
    sm3_vec side = sm3_cross(up, view);
    if (!(sm3_length(side) > 1e-3f * sm3_length(up)))
        side = sm3_cross(camera3_up(&f->eye), view);
    side = unit(side);
    draw_around(f, ends, side, sm3_cross(view, side), points, visible, hidden);
}

/* ---- Words ------------------------------------------------------------------------------- */

bool frame_box(const frame *f, layout_corner corner, float width, float height, layout_box *place) {
    if (!layout_place(f->layout, corner, ceilf(width), ceilf(height), place))
        return false;
    canvas_rounded_rect(f->canvas, place->x, place->y, place->width, place->height, 6 * f->scale,
                        f->theme->panel);
    return true;
}

static bool is_in_scene(const frame *f, sm_vec2 p) {
    float x = (float)f->camera.x, y = (float)f->camera.y;
    return p.x >= x && p.x <= x + (float)f->camera.width && p.y >= y &&
           p.y <= y + (float)f->camera.height;
}

/* However faint what it belongs to is, words are there to be read. An inset has none for what is
 * beyond its edge. */
static void add_label(const frame *f, sm_vec2 at, float x, float y, color ink, const char *string) {
    if (f->text != NULL && (!f->inset || is_in_scene(f, at)))
        labels_add(f->labels, f->text, f->scale, at, x, y, ink | 0xff000000u, string);
}

void frame_label(const frame *f, float x, float y, color ink, const char *string) {
    add_label(f, (sm_vec2){x, y}, x, y, ink, string);
}

bool frame_sees(const frame *f, spot at) {
    sm_vec2 p;
    return frame_pixel(f, at, &p) && is_in_scene(f, p);
}

void frame_say(const frame *f, spot at, float up, color ink, const char *string) {
    sm_vec2 p;
    if (frame_pixel(f, at, &p))
        add_label(f, p, p.x, p.y - up * f->scale, ink, string);
}

void frame_say_along(const frame *f, spot at, sm3_vec direction, float points, color ink,
                     const char *string) {
    spot beyond = along(at, direction, points * f->scale);
    if (f->raster != NULL)
        frame_say(f, at, points, ink, string);
    else
        add_label(f, sm3_flat(at), beyond.x, beyond.y, ink, string);
}

void frame_draw_labels(const frame *f) {
    layout in_part, *room = f->layout;
    if (f->text == NULL)
        return;
    if (f->inset) { /* there is nothing else in it */
        layout_begin(&in_part,
                     (layout_box){(float)f->camera.x, (float)f->camera.y, (float)f->camera.width,
                                  (float)f->camera.height},
                     room->gap);
        room = &in_part;
    }
    float gap = room->gap;
    int count = room->count;              /* boxes that come later may stand over labels */
    room->gap = fminf(gap, 2 * f->scale); /* labels may lie close */
    labels_draw(f->labels, f->canvas, f->text, f->scale, room, f->theme->panel);
    room->gap = gap;
    room->count = count;
}

/* ---- Sentences ------------------------------------------------------------------------------- */

enum { PIECE_LENGTH = 256 }; /* longer ones are cut */

static const float key_pad_points = 4, line_gap_points = 5;

/* Where the next word goes. */
typedef struct pen {
    const frame *f;
    float left, width;
    float x, y;
    color ink;
    bool draws; /* otherwise it measures */
} pen;

/* Returns how many bytes the key at `at` has, its brackets included: 0 where none begins. */
static size_t key_length(const char *at) {
    const char *end = at[0] == '[' && at[1] != '\0' ? strchr(at + 2, ']') : NULL;
    return end != NULL ? (size_t)(end - at) + 1 : 0;
}

/* A piece of a word: a key, or letters. Returns its length in bytes. */
static size_t take_piece(const char *at, char piece[PIECE_LENGTH], bool *is_key) {
    size_t length = key_length(at);
    *is_key = length > 0;
    while (!*is_key && at[length] != '\0' && at[length] != ' ' && key_length(at + length) == 0)
        length++;
    snprintf(piece, PIECE_LENGTH, "%.*s", (int)(*is_key ? length - 2 : length),
             *is_key ? at + 1 : at);
    return length;
}

static float piece_width(const pen *p, const char *piece, bool is_key) {
    float pads = is_key ? 2 * key_pad_points * p->f->scale : 0;
    return text_width(p->f->text, TEXT_SMALL, piece) + pads;
}

static void draw_piece(const pen *p, const char *piece, bool is_key, float width) {
    const frame *f = p->f;
    float height = text_line_height(f->text, TEXT_SMALL), out = f->scale;
    if (is_key) {
        canvas_rounded_rect(f->canvas, p->x, p->y - out, width, height + 3 * out, 4 * out,
                            f->theme->panel_edge); /* its side, below */
        canvas_rounded_rect(f->canvas, p->x, p->y - out, width, height + out, 4 * out,
                            f->theme->key);
    }
    text_draw(f->text, f->canvas, TEXT_SMALL, p->x + (is_key ? key_pad_points * f->scale : 0), p->y,
              is_key ? f->theme->ink : p->ink, piece);
}

static float line_height(const pen *p) {
    return text_line_height(p->f->text, TEXT_SMALL) + line_gap_points * p->f->scale;
}

/* A word, with the keys in it, stays in one line. Returns where it ends. */
static const char *put_word(pen *p, const char *word) {
    char piece[PIECE_LENGTH];
    bool is_key;
    float width = 0;
    for (const char *at = word; *at != '\0' && *at != ' ';) {
        at += take_piece(at, piece, &is_key);
        width += piece_width(p, piece, is_key);
    }
    if (p->x > p->left && p->x + width > p->left + p->width) {
        p->x = p->left;
        p->y += line_height(p);
    }
    for (; *word != '\0' && *word != ' ';) {
        word += take_piece(word, piece, &is_key);
        float wide = piece_width(p, piece, is_key);
        if (p->draws)
            draw_piece(p, piece, is_key, wide);
        p->x += wide;
    }
    return word;
}

static float put_words(pen p, const char *words) {
    float top = p.y, blank = text_width(p.f->text, TEXT_SMALL, " ");
    for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
        words = put_word(&p, words);
        p.x += blank;
    }
    return p.y + line_height(&p) - top;
}

float prose_height(const frame *f, const char *words, float width) {
    return put_words((pen){.f = f, .width = width}, words);
}

void prose_draw(const frame *f, const char *words, float x, float y, float width, color ink) {
    put_words((pen){f, x, width, x, y, ink, true}, words);
}

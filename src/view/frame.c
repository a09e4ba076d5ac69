#include "frame.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- Places ------------------------------------------------------------------------------ */

char *frame_write_position(const frame *f, sm3_vec position, const char *format,
                           char to[FRAME_POSITION_LENGTH]) {
    const float coordinates[3] = {position.x, position.y, position.z};
    int length = 0;
    for (int i = 0; i < f->sandbox->obstacles->dimension->count; i++) {
        length +=
            snprintf(to + length, FRAME_POSITION_LENGTH - (size_t)length, "%s", i > 0 ? ", " : "");
        length += snprintf(to + length, FRAME_POSITION_LENGTH - (size_t)length, format,
                           (double)coordinates[i]);
    }
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

float frame_round_step(float least) {
    float power = powf(10, floorf(log10f(least)));
    static const float multiples[] = {1, 2, 5};
    int i = 0;
    while (i < 3 && multiples[i] * power < least * 0.999f)
        i++;
    return (i < 3 ? multiples[i] : 10) * power;
}

/* ---- Strokes ----------------------------------------------------------------------------- */

void frame_line(const frame *f, sm3_vec a, sm3_vec b, float points, color ink) {
    f->backend->stroke(f, a, b, points * f->scale, 0, 0, 0, ink);
}

void frame_dashes(const frame *f, sm3_vec a, sm3_vec b, float points, float dash, float gap,
                  color ink) {
    f->backend->stroke(f, a, b, points * f->scale, 0, dash * f->scale, gap * f->scale, ink);
}

void frame_arrow(const frame *f, sm3_vec a, sm3_vec b, float points, float head, color ink) {
    f->backend->stroke(f, a, b, points * f->scale, head * f->scale, 0, 0, ink);
}

void frame_dot(const frame *f, sm3_vec at, float points, color ink) {
    f->backend->dot(f, at, points * f->scale, 0, ink, frame_hidden(ink));
}

void frame_ring(const frame *f, sm3_vec at, float points, float hole, color ink) {
    f->backend->dot(f, at, points * f->scale, hole * f->scale, ink, frame_hidden(ink));
}

void frame_cross(const frame *f, sm_vec2 at, float points, color ink) {
    float arm = points * f->scale, thin = 1.5f * f->scale;
    canvas_line(f->canvas, (sm_vec2){at.x - arm, at.y}, (sm_vec2){at.x + arm, at.y}, thin, ink);
    canvas_line(f->canvas, (sm_vec2){at.x, at.y - arm}, (sm_vec2){at.x, at.y + arm}, thin, ink);
}

void frame_vertex(const frame *f, sm3_vec at, color ink) {
    static const float points = 2.75f, hole = 1.25f;
    f->backend->dot(f, at, points * f->scale, hole * f->scale, ink, 0);
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

color frame_player_ink(const frame *f) {
    static const float least = 1e-4f; /* world units; less cannot be seen */
    bool hurts = moments_record(f->sandbox)->result.depth > least;
    return hurts ? f->theme->player_hurt : f->theme->player;
}

static const sm3_vec origin = {0, 0, 0};

sm_hull frame_hull_of_player(const frame *f, sm3_vec turn) {
    player p = f->sandbox->player;
    p.heading = f->heading;
    sm_hull hull = player_hull(&p);
    for (int i = 0; i < hull.count; i++) {
        sm3_triangle corner = {.a = sm_to3(hull.vertices[i])};
        hull.vertices[i] = sm3_to2(frame_posed(corner, turn, origin).a);
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

/* ---- Labels ------------------------------------------------------------------------------ */

static const float label_pad_points = 4;

static bool is_in_scene(const frame *f, sm_vec2 p) {
    float x = (float)f->camera.x, y = (float)f->camera.y;
    return p.x >= x && p.x <= x + (float)f->camera.width && p.y >= y &&
           p.y <= y + (float)f->camera.height;
}

static void collect(const frame *f, const scene_label *l, const char *words) {
    label_list *all = f->labels;
    if (all->count == LABELS)
        return;
    scene_label *added = &all->list[all->count++];
    *added = *l;
    snprintf(added->words, sizeof added->words, "%s", words);
}

/* The ink is made opaque, so that words are readable. An inset has no labels for what lies beyond
 * its edge. */
static void add_label(const frame *f, sm_vec2 at, float x, float y, color ink, bool is_letter,
                      const char *string) {
    if (f->text == NULL || (f->inset && !is_in_scene(f, at)))
        return;
    float pad = label_pad_points * f->scale;
    float width = text_width(f->text, TEXT_SMALL, string) + 2 * pad;
    float height = text_line_height(f->text, TEXT_SMALL) + pad / 2;
    layout_box wanted = {x - width / 2, y - height / 2, width, height};
    collect(f,
            &(scene_label){
                .at = at, .wanted = wanted, .ink = ink | PIXELS_OPAQUE, .is_letter = is_letter},
            string);
}

void frame_letter(const frame *f, sm_vec2 named, sm_vec2 at, color ink, const char *string) {
    add_label(f, named, at.x, at.y, ink, true, string);
}

void frame_label_bare(const frame *f, float x, float y, color ink, const char *string) {
    layout_box wanted = {x, y, text_width(f->text, TEXT_SMALL, string),
                         text_line_height(f->text, TEXT_SMALL)};
    collect(f, &(scene_label){.at = {x, y}, .wanted = wanted, .ink = ink, .bare = true}, string);
}

void frame_label(const frame *f, float x, float y, color ink, const char *string) {
    add_label(f, (sm_vec2){x, y}, x, y, ink, false, string);
}

bool frame_sees(const frame *f, sm3_vec at) {
    sm_vec2 p;
    return camera_see(&f->camera, at, &p) && is_in_scene(f, p);
}

void frame_label_at(const frame *f, sm3_vec at, sm3_vec direction, float points, color ink,
                    const char *format, ...) {
    bool is_along = f->backend->labels_along;
    sm3_vec place = is_along ? frame_beyond(f, at, direction, points * f->scale) : at;
    char words[LABEL_LENGTH];
    sm_vec2 p, anchor;
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    if (camera_see(&f->camera, at, &anchor) && camera_see(&f->camera, place, &p))
        add_label(f, anchor, p.x, is_along ? p.y : p.y - points * f->scale, ink, false, words);
}

/* Returns where an interval of that size begins, moved into the room if it fits. */
static float clamp_into(float from, float size, float low, float room) {
    return fmaxf(low, fminf(from, low + room - size));
}

static layout_box moved(const scene_label *l, const layout *room, float x, float y) {
    layout_box b = l->wanted;
    b.x = clamp_into(b.x + x, b.width, room->room.x, room->room.width);
    b.y = clamp_into(b.y + y, b.height, room->room.y, room->room.height);
    return b;
}

/* Whether a box covers a part of the mover. */
static bool covers_mover(const label_list *all, layout_box b) {
    sm_vec2 middle = {b.x + b.width / 2, b.y + b.height / 2};
    sm_vec2 near = sm_closest_on_segment(middle, all->mover[0], all->mover[1]);
    sm_vec2 corner = {clamp_into(near.x, 0, b.x, b.width), clamp_into(near.y, 0, b.y, b.height)};
    return sm_distance(corner, near) < all->radius;
}

/* Moves the wanted place of a label away from the mover's middle until it is at its side. */
static void move_aside(const label_list *all, scene_label *l) {
    enum { TRIES = 60 };
    layout_box b = l->wanted;
    sm_vec2 middle = {b.x + b.width / 2, b.y + b.height / 2};
    sm_vec2 out = sm_between(sm_closest_on_segment(middle, all->mover[0], all->mover[1]), middle);
    float length = hypotf(out.x, out.y);
    out = length > 1 ? (sm_vec2){out.x / length, out.y / length} : (sm_vec2){0, -1};
    for (int i = 0; i < TRIES && covers_mover(all, l->wanted); i++) {
        l->wanted.x += out.x * b.height / 2;
        l->wanted.y += out.y * b.height / 2;
    }
    if (covers_mover(all, l->wanted))
        l->wanted = b;
}

/* Tries places on rings around the wanted one, nearest first. */
static bool find_place(const scene_label *l, const layout *room, layout_box *found) {
    enum { RINGS = 5 };
    *found = l->bare ? l->wanted : moved(l, room, 0, 0);
    if (layout_is_free(room, *found))
        return true;
    for (int ring = 1; ring <= RINGS && !l->bare; ring++) {
        for (int i = 0; i < 8 * ring; i++) {
            float angle = ((float)i / (float)(8 * ring) + 0.75f) * 6.2831853f; /* upward first */
            float reach = (float)ring * (l->wanted.height + room->gap);
            float aside = reach + (l->wanted.width - l->wanted.height) / 2;
            *found = moved(l, room, aside * cosf(angle), reach * sinf(angle));
            if (layout_is_free(room, *found))
                return true;
        }
    }
    return false;
}

/* Whether what the label names lies under another box: a leader to it would cross that box. */
static bool is_covered(const scene_label *l, const layout *room, int boxes) {
    bool covered = false;
    for (int i = 0; i < boxes && !covered && !l->bare; i++) {
        const layout_box *b = &room->taken[i];
        covered = l->at.x > b->x && l->at.x < b->x + b->width && l->at.y > b->y &&
                  l->at.y < b->y + b->height;
    }
    return covered;
}

/* Draws a line from what the label names to the nearest point of the label, unless it is close. */
static void draw_leader(const frame *f, const scene_label *l, layout_box b) {
    sm_vec2 end = {clamp_into(l->at.x, 0, b.x, b.width), clamp_into(l->at.y, 0, b.y, b.height)};
    float apart = fabsf(l->at.x - end.x) + fabsf(l->at.y - end.y);
    if (!l->bare && apart > b.height / 2)
        canvas_line(f->canvas, l->at, end, f->scale, color_fade(l->ink, 0.6f));
}

static void draw_label(const frame *f, const scene_label *l, layout_box b) {
    float pad = l->bare ? 0 : label_pad_points * f->scale;
    if (!l->bare)
        canvas_rounded_rect(f->canvas, b.x, b.y, b.width, b.height, b.height / 3, f->theme->panel);
    text_draw(f->text, f->canvas, TEXT_SMALL, b.x + pad, b.y + pad / 4, l->ink, l->words);
}

void frame_draw_labels_in(const frame *f, layout *room) {
    int boxes = room->count;
    label_list *all = f->labels;
    for (int k = 0; k < 2 * all->count; k++) { /* letters first */
        int i = k % all->count;
        scene_label *l = &all->list[i];
        if (l->is_letter != (k < all->count))
            continue;
        if (!l->bare && !l->is_letter)
            move_aside(all, l);
        if (is_covered(l, room, boxes) || !find_place(l, room, &l->place)) {
            l->place.width = 0;
            continue;
        }
        layout_take(room, l->place);
        draw_leader(f, l, l->place);
    }
    for (int i = 0; i < all->count; i++) {
        if (all->list[i].place.width > 0)
            draw_label(f, &all->list[i], all->list[i].place);
    }
    all->drawn = all->count;
    all->count = 0;
}

void frame_draw_labels(const frame *f) {
    layout in_part, *room = f->layout;
    if (f->text == NULL)
        return;
    if (f->inset) { /* an inset has no boxes */
        layout_begin(&in_part,
                     (layout_box){(float)f->camera.x, (float)f->camera.y, (float)f->camera.width,
                                  (float)f->camera.height},
                     room->gap);
        room = &in_part;
    }
    float gap = room->gap;
    int count = room->count;              /* boxes that come later may stand over labels */
    room->gap = fminf(gap, 2 * f->scale); /* labels may lie close */
    frame_draw_labels_in(f, room);
    room->gap = gap;
    room->count = count;
}

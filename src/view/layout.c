#include "layout.h"

#include <math.h>
#include <stdio.h>

void layout_begin(layout *l, layout_box room, float gap) {
    *l = (layout){.room = room, .gap = gap};
}

void layout_take(layout *l, layout_box box) {
    if (l->count < LAYOUT_BOXES && box.width > 0 && box.height > 0)
        l->taken[l->count++] = box;
}

bool layout_is_free(const layout *l, layout_box b) {
    for (int i = 0; i < l->count; i++) {
        const layout_box *t = &l->taken[i];
        if (b.x < t->x + t->width + l->gap && t->x < b.x + b.width + l->gap &&
            b.y < t->y + t->height + l->gap && t->y < b.y + b.height + l->gap)
            return false;
    }
    return true;
}

/* Along one side of the room a box may begin where the corner wants it, and right before or behind
 * any other. Returns the `index`-th of these 1 + 2 x `count` places. */
static float place_along(int index, float wanted, float size, float before, float behind,
                         float gap) {
    if (index == 0)
        return wanted;
    return index % 2 != 0 ? floorf(before - gap - size) : ceilf(behind + gap);
}

/* Where a box stands in the corner. */
static layout_box wanted_place(const layout *l, layout_corner corner, float width, float height) {
    const layout_box *r = &l->room;
    float across = (float)(corner % 3) / 2, down = corner >= LAYOUT_BOTTOM_LEFT ? 1 : 0;
    return (layout_box){roundf(r->x + (r->width - width) * across),
                        roundf(r->y + (r->height - height) * down), width, height};
}

static bool is_in_room(const layout *l, layout_box b) {
    return b.x >= l->room.x && b.y >= l->room.y && b.x + b.width <= l->room.x + l->room.width + 1 &&
           b.y + b.height <= l->room.y + l->room.height + 1;
}

bool layout_place_near(layout *l, layout_box wanted, layout_box *place) {
    float width = wanted.width, height = wanted.height, nearest = INFINITY;
    for (int i = 0; i <= 2 * l->count; i++) {
        const layout_box *beside = &l->taken[i > 0 ? (i - 1) / 2 : 0];
        float x = place_along(i, wanted.x, width, beside->x, beside->x + beside->width, l->gap);
        for (int k = 0; k <= 2 * l->count; k++) {
            const layout_box *above = &l->taken[k > 0 ? (k - 1) / 2 : 0];
            float y = place_along(k, wanted.y, height, above->y, above->y + above->height, l->gap);
            layout_box b = {x, y, width, height};
            float away = hypotf(x - wanted.x, y - wanted.y);
            if (away < nearest && is_in_room(l, b) && layout_is_free(l, b)) {
                nearest = away;
                *place = b;
            }
        }
    }
    if (nearest == INFINITY)
        return false;
    layout_take(l, *place);
    return true;
}

bool layout_place(layout *l, layout_corner corner, float width, float height, layout_box *place) {
    return layout_place_near(l, wanted_place(l, corner, width, height), place);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static const float pad_points = 4;

static scene_label *add(label_list *l, sm_vec2 at, layout_box wanted, color ink,
                        const char *words) {
    if (l->count == LABELS)
        return NULL;
    scene_label *added = &l->list[l->count++];
    *added = (scene_label){.at = at, .wanted = wanted, .ink = ink};
    snprintf(added->words, sizeof added->words, "%s", words);
    return added;
}

void labels_add(label_list *l, text *t, float scale, sm_vec2 at, float x, float y, color ink,
                const char *words) {
    float pad = pad_points * scale;
    float width = text_width(t, TEXT_SMALL, words) + 2 * pad;
    float height = text_line_height(t, TEXT_SMALL) + pad / 2;
    add(l, at, (layout_box){x - width / 2, y - height / 2, width, height}, ink, words);
}

void labels_add_bare(label_list *l, text *t, float x, float y, color ink, const char *words) {
    layout_box box = {x, y, text_width(t, TEXT_SMALL, words), text_line_height(t, TEXT_SMALL)};
    scene_label *added = add(l, (sm_vec2){x, y}, box, ink, words);
    if (added != NULL)
        added->bare = true;
}

/* ---- Places ------------------------------------------------------------------------------ */

/* Where what is so long begins, within the room if that is long enough. */
static float into(float from, float size, float low, float room) {
    return fmaxf(low, fminf(from, low + room - size));
}

static layout_box moved(const scene_label *l, const layout *room, float x, float y) {
    layout_box b = l->wanted;
    b.x = into(b.x + x, b.width, room->room.x, room->room.width);
    b.y = into(b.y + y, b.height, room->room.y, room->room.height);
    return b;
}

/* Tries places in rings around the wanted one, line by line. */
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

/* What lies under another box is not spoken of: a line to it would cross that box's words. */
static bool is_covered(const scene_label *l, const layout *room, int boxes) {
    bool covered = false;
    for (int i = 0; i < boxes && !covered && !l->bare; i++) {
        const layout_box *b = &room->taken[i];
        covered = l->at.x > b->x && l->at.x < b->x + b->width && l->at.y > b->y &&
                  l->at.y < b->y + b->height;
    }
    return covered;
}

/* ---- Drawing ----------------------------------------------------------------------------- */

/* From what it is about to the nearest point of the label, where that is not right beside it. */
static void draw_leader(const scene_label *l, canvas *c, float scale, layout_box b) {
    sm_vec2 end = {into(l->at.x, 0, b.x, b.width), into(l->at.y, 0, b.y, b.height)};
    float apart = fabsf(l->at.x - end.x) + fabsf(l->at.y - end.y);
    if (!l->bare && apart > b.height / 2)
        canvas_line(c, l->at, end, scale, color_fade(l->ink, 0.6f));
}

static void draw_words(const scene_label *l, canvas *c, text *t, float scale, layout_box b,
                       color body) {
    float pad = l->bare ? 0 : pad_points * scale;
    if (!l->bare)
        canvas_rounded_rect(c, b.x, b.y, b.width, b.height, b.height / 3, body);
    text_draw(t, c, TEXT_SMALL, b.x + pad, b.y + pad / 4, l->ink, l->words);
}

void labels_draw(label_list *l, canvas *c, text *t, float scale, layout *room, color body) {
    layout_box places[LABELS];
    bool placed[LABELS];
    int boxes = room->count;
    for (int i = 0; i < l->count; i++) {
        placed[i] =
            !is_covered(&l->list[i], room, boxes) && find_place(&l->list[i], room, &places[i]);
        if (!placed[i])
            continue;
        layout_take(room, places[i]);
        draw_leader(&l->list[i], c, scale, places[i]);
    }
    for (int i = 0; i < l->count; i++) {
        if (placed[i])
            draw_words(&l->list[i], c, t, scale, places[i], body);
    }
    l->count = 0;
}

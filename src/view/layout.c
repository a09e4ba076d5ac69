#include "layout.h"

#include <math.h>

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

/* Along one axis a box may begin at its wanted place, or right before or behind any other box.
 * Returns the `index`-th of these 1 + 2 x `count` places. */
static float place_along(int index, float wanted, float size, float before, float behind,
                         float gap) {
    if (index == 0)
        return wanted;
    return index % 2 != 0 ? floorf(before - gap - size) : ceilf(behind + gap);
}

bool layout_place_near(layout *l, layout_box wanted, layout_box *place) {
    float width = wanted.width, height = wanted.height, nearest = INFINITY;
    float right = l->room.x + l->room.width + 1, bottom = l->room.y + l->room.height + 1;
    for (int i = 0; i <= 2 * l->count; i++) {
        const layout_box *beside = &l->taken[i > 0 ? (i - 1) / 2 : 0];
        float x = place_along(i, wanted.x, width, beside->x, beside->x + beside->width, l->gap);
        for (int k = 0; k <= 2 * l->count; k++) {
            const layout_box *above = &l->taken[k > 0 ? (k - 1) / 2 : 0];
            float y = place_along(k, wanted.y, height, above->y, above->y + above->height, l->gap);
            layout_box b = {x, y, width, height};
            float away = hypotf(x - wanted.x, y - wanted.y);
            bool is_in_room =
                x >= l->room.x && y >= l->room.y && x + width <= right && y + height <= bottom;
            if (away < nearest && is_in_room && layout_is_free(l, b)) {
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
    const layout_box *r = &l->room;
    float across = (float)(corner % 3) / 2, down = corner >= LAYOUT_BOTTOM_LEFT ? 1 : 0;
    layout_box wanted = {roundf(r->x + (r->width - width) * across),
                         roundf(r->y + (r->height - height) * down), width, height};
    return layout_place_near(l, wanted, place);
}

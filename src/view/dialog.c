#include "dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"

static const float gap_points = 10, words_points = 38, heading_points = 26,
                   tile_points = BROWSER_PICTURE_HEIGHT + 38 + 10;

/* ---- The list ---------------------------------------------------------------------------- */

static void drop_pictures(browser *b) {
    for (int i = 0; b->pictures != NULL && i < b->list.count; i++) {
        canvas_destroy(b->pictures[i].canvas);
        b->pictures[i] = (browser_picture){0};
    }
}

void browser_free(browser *b) {
    drop_pictures(b);
    free(b->pictures);
    free(b->tiles);
    level_list_free(&b->list);
    *b = (browser){0};
}

static bool is_same_look(picture_look a, picture_look b) {
    return a.theme == b.theme && a.scale == b.scale;
}

/* Takes the old one's pictures of files that are as they were. */
static void keep_pictures(browser *b, browser *old) {
    for (int i = 0; i < b->list.count; i++) {
        int at = level_list_find(&old->list, b->list.entries[i].path);
        if (at < 0 || !platform_is_unchanged(&b->list.entries[i].seen, &old->list.entries[at].seen))
            continue;
        b->pictures[i] = old->pictures[at];
        old->pictures[at] = (browser_picture){0};
    }
}

void browser_open(browser *b, const char *around, const char *shown, picture_look look) {
    browser opened = {.list = level_list_around(around), .look = look};
    size_t count = (size_t)opened.list.count;
    opened.pictures = memory_calloc(count, sizeof *opened.pictures);
    opened.tiles = memory_calloc(count, sizeof *opened.tiles);
    if (is_same_look(b->look, look))
        keep_pictures(&opened, b);
    browser_free(b);
    *b = opened;
    browser_filter(b, "");
    int at = level_list_find(&b->list, shown);
    b->chosen = at < 0 ? 0 : at;
}

void browser_filter(browser *b, const char *typed) {
    int *order = memory_alloc((size_t)b->list.count * sizeof *order);
    b->is_filtered = typed[strspn(typed, " ")] != '\0';
    b->count = level_list_match(&b->list, typed, order);
    for (int i = 0; i < b->count; i++)
        b->tiles[i].level = order[i];
    free(order);
    b->chosen = 0;
    b->scroll.from = 0;
    b->follows_chosen = true;
}

const char *browser_chosen(const browser *b) {
    return b->chosen < b->count ? b->list.entries[b->tiles[b->chosen].level].path : NULL;
}

/* ---- Choosing ---------------------------------------------------------------------------- */

static void choose(browser *b, int tile) {
    if (tile < 0 || tile >= b->count)
        return;
    b->chosen = tile;
    b->follows_chosen = true;
}

/* Returns the tile in the next row in that direction, in the same column or else the row's last;
 * the same tile where there is no such row. */
static int find_beside(const browser *b, int tile, int down) {
    const browser_tile *from = &b->tiles[tile];
    int at = tile;
    while (at >= 0 && at < b->count && b->tiles[at].y == from->y)
        at += down;
    if (at < 0 || at >= b->count)
        return tile;
    float row = b->tiles[at].y;
    at += from->column - b->tiles[at].column;
    while (at >= b->count || b->tiles[at].y != row)
        at--;
    return at;
}

void browser_step(browser *b, int right, int down) {
    if (right != 0)
        choose(b, b->chosen + right);
    if (down != 0 && b->count > 0)
        choose(b, find_beside(b, b->chosen, down));
}

void browser_step_page(browser *b, int down) {
    for (int rows = b->rows_seen; rows > 0; rows--)
        browser_step(b, 0, down);
}

/* ---- Layout ------------------------------------------------------------------------------ */

static const char *section_of(const browser *b, int tile) {
    return b->list.entries[b->tiles[tile].level].section;
}

/* Whether a heading stands above the tile: where nothing is typed, above each section's first. */
static bool has_heading(const browser *b, int tile) {
    return !b->is_filtered && (tile == 0 || strcmp(section_of(b, tile - 1), section_of(b, tile)));
}

/* Places the tiles in rows. Returns how high all of them are. */
static float place_tiles(browser *b, int columns, float scale) {
    float height = tile_points * scale, y = 0;
    int column = 0;
    for (int i = 0; i < b->count; i++) {
        bool begins = has_heading(b, i);
        if (i > 0 && (begins || column == columns)) {
            y += height;
            column = 0;
        }
        if (begins)
            y += heading_points * scale;
        b->tiles[i].column = column++;
        b->tiles[i].y = y;
    }
    return b->count > 0 ? y + height : 0;
}

/* Scrolls to the chosen tile and the heading above it. */
static void scroll_to_chosen(browser *b, float scale, float seen) {
    if (!b->follows_chosen || b->count == 0)
        return;
    float heading = heading_points * scale, y = b->tiles[b->chosen].y;
    float bottom = y + (BROWSER_PICTURE_HEIGHT + words_points) * scale;
    b->scroll.from = fmaxf(b->scroll.from, bottom - seen);
    b->scroll.from = fminf(b->scroll.from, y - heading);
    b->follows_chosen = false;
}

static void add_tile(const browser *b, int tile, layout_box box, ui *u) {
    const browser_tile *t = &b->tiles[tile];
    const browser_picture *p = &b->pictures[t->level];
    const level_entry *e = &b->list.entries[t->level];
    const char *slash = strrchr(e->path, '/'), *name = slash != NULL ? slash + 1 : e->path;
    control *c =
        ui_add(u, CONTROL_TILE, box, e->title[0] != '\0' ? e->title : name, "choose", tile);
    c->on = tile == b->chosen;
    c->fraction = BROWSER_PICTURE_HEIGHT / (BROWSER_PICTURE_HEIGHT + words_points);
    c->picture = p->canvas;
    c->hint = p->failed ? "cannot be shown" : NULL;
}

void browser_lay_out(browser *b, ui *u, layout_box box) {
    float scale = u->paint.scale;
    float side = BROWSER_PICTURE_WIDTH * scale, gap = gap_points * scale;
    float room = box.width - gap; /* beside the scroll bar */
    int columns = (int)fmaxf(1, (room + gap) / (side + gap));
    float slack = room - (float)columns * side;
    float step = side + (columns > 1 ? fminf(3 * gap, slack / (float)(columns - 1)) : 0);
    float all = place_tiles(b, columns, scale),
          tile = (BROWSER_PICTURE_HEIGHT + words_points) * scale;
    float edge = 4 * scale; /* of a chosen tile's frame */
    int first = u->count;
    if (scale != b->look.scale)
        drop_pictures(b);
    b->look.scale = scale;
    b->first_seen = b->count;
    b->rows_seen = (int)fmaxf(1, box.height / (tile_points * scale));
    scroll_to_chosen(b, scale, box.height);
    b->scroll.from = floorf(clamp(b->scroll.from, 0, fmaxf(0, all - box.height)));
    for (int i = b->count - 1; i >= 0; i--) {
        layout_box at = {floorf(box.x + (float)b->tiles[i].column * step),
                         floorf(b->tiles[i].y) + edge, side, tile};
        layout_box above = {box.x - CONTROL_INSET_POINTS * scale,
                            at.y - heading_points * scale - edge, room, heading_points * scale};
        if (above.y > b->scroll.from + box.height || at.y + tile < b->scroll.from)
            continue;
        if (has_heading(b, i))
            ui_add(u, CONTROL_HEADING, above, section_of(b, i), NULL, 0);
        add_tile(b, i, at, u);
        b->first_seen = i;
    }
    layout_box track = {box.x + box.width - 4 * scale, box.y, 4 * scale, box.height};
    ui_scroll_column(u, first, layout_inset(box, -edge), track, all + 2 * edge, &b->scroll);
}

/* ---- Pictures ---------------------------------------------------------------------------- */

static bool is_missing(const browser_picture *p) {
    return p->canvas == NULL && !p->failed;
}

static int count_pictures(const browser *b) {
    int count = 0;
    for (int i = 0; i < b->list.count; i++)
        count += !is_missing(&b->pictures[i]);
    return count;
}

/* Returns how many pictures are drawn in advance; pictures of other levels may be kept beside them.
 */
static int count_wanted(int levels) {
    return levels < BROWSER_PICTURES_MAX / 2 ? levels : BROWSER_PICTURES_MAX / 2;
}

const char *browser_say(const browser *b, ui *u) {
    int done = count_pictures(b), all = b->list.count, wanted = count_wanted(all);
    if (b->is_filtered)
        return ui_print(u, "%d of %d levels", b->count, all);
    if (done < wanted)
        return ui_print(u, "drawing picture %d of %d", done + 1, wanted);
    return ui_print(u, all == 1 ? "%d level" : "%d levels", all);
}

const char *browser_missing(const browser *b) {
    for (int i = 0; i < count_wanted(b->count); i++) {
        int at = b->tiles[(b->first_seen + i) % b->count].level;
        if (is_missing(&b->pictures[at]))
            return b->list.entries[at].path;
    }
    return NULL;
}

void browser_take(browser *b, const char *path, picture_look look, canvas *picture) {
    int at = level_list_find(&b->list, path);
    if (at < 0 || !is_same_look(look, b->look) || !is_missing(&b->pictures[at])) {
        canvas_destroy(picture);
        return;
    }
    if (count_pictures(b) == BROWSER_PICTURES_MAX)
        drop_pictures(b);
    b->pictures[at].canvas = picture;
    b->pictures[at].failed = picture == NULL;
}

/* ---- The question ------------------------------------------------------------------------ */

static const float width_points = 460, max_width_points = 1200, edge_points = 16, pad_points = 16,
                   field_points = 26, button_points = 30;

bool dialog_is_open(const dialog *d) {
    return d->question != NULL;
}

bool dialog_browses(const dialog *d) {
    return d->question != NULL && d->question->has_levels;
}

/* From left to right, which is also the order that Tab takes. Leaves the rest of the row. */
static void add_buttons(const question *q, ui *u, layout_box *row) {
    layout_box boxes[DIALOG_BUTTONS];
    for (int i = DIALOG_BUTTONS - 1; i >= 0; i--) {
        if (q->buttons[i] == NULL)
            continue;
        float width = text_width(u->paint.text, TEXT_NORMAL, q->buttons[i]) + 28 * u->paint.scale;
        boxes[i] = layout_cut_right(row, width);
        layout_cut_right(row, 8 * u->paint.scale);
    }
    for (int i = 0; i < DIALOG_BUTTONS; i++) {
        if (q->buttons[i] != NULL)
            ui_add(u, CONTROL_BUTTON, boxes[i], q->buttons[i], "answer", i)->on = i == ANSWER_FIRST;
    }
}

void dialog_lay_out(dialog *d, ui *u) {
    const question *q = d->question;
    if (q == NULL)
        return;
    layout_box window = u->clip;
    float scale = u->paint.scale, pad = pad_points * scale, edge = 2 * edge_points * scale;
    float most = (q->has_levels ? max_width_points : width_points) * scale;
    float width = fminf(most, window.width - edge);
    prose how = {.width = width - 2 * pad - 14 * scale, .max_lines = DIALOG_LINES};
    float words = d->words[0] != '\0' ? prose_size(&u->paint, how, d->words).y + pad / 2 : 0;
    float points = heading_points + button_points + 3 * pad_points +
                   (q->has_field ? field_points + pad_points / 2 : 0);
    float height = fmaxf(points * scale + words, q->has_levels ? window.height - edge : 0);
    layout_box box = {floorf((window.width - width) / 2),
                      floorf(fmaxf(0, (window.height - height) / 2)), width, height};
    ui_add(u, CONTROL_SHADE, window, "", NULL, 0);
    ui_add(u, CONTROL_PANEL, box, "", NULL, 0);
    box = layout_inset(box, pad);
    layout_box title = layout_cut_top(&box, heading_points * scale);
    ui_add(u, CONTROL_HEADING, title, q->title, NULL, 0);
    if (q->has_levels)
        ui_add_text(u, title, "", browser_say(&d->browser, u));
    ui_add_words(u, (sm_vec2){box.x, box.y}, how, CONTROL_INSET_POINTS * scale, d->words)->ink =
        u->paint.theme->ink_dim;
    layout_cut_top(&box, words);
    if (q->has_field) {
        layout_box line = layout_cut_top(&box, field_points * scale);
        ui_add(u, CONTROL_FIELD, line, "", "type", 0)->text = u->focus.field.text;
        layout_cut_top(&box, pad / 2);
    }
    layout_box foot = layout_cut_bottom(&box, button_points * scale);
    layout_cut_bottom(&box, pad);
    if (q->has_levels)
        browser_lay_out(&d->browser, u, box);
    add_buttons(q, u, &foot);
    layout_cut_right(&foot, pad / 2);
    u->clip = foot;
    if (q->has_levels && browser_chosen(&d->browser) != NULL)
        ui_add_text(u, foot, browser_chosen(&d->browser), "");
    u->clip = window;
}

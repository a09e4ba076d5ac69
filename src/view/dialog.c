#include "dialog.h"

#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"

static const float heading_points = 26, level_points = 21;

/* ---- The list ---------------------------------------------------------------------------- */

void browser_free(browser *b) {
    free(b->order);
    level_list_free(&b->list);
    *b = (browser){0};
}

void browser_open(browser *b, const char *around, const char *shown) {
    browser_free(b);
    b->list = level_list_around(around);
    b->order = memory_calloc((size_t)b->list.count, sizeof *b->order);
    browser_filter(b, "");
    int at = level_list_find(&b->list, shown);
    b->chosen = at < 0 ? 0 : at;
}

void browser_filter(browser *b, const char *typed) {
    b->is_filtered = typed[strspn(typed, " ")] != '\0';
    b->count = level_list_match(&b->list, typed, b->order);
    b->chosen = 0;
    b->scroll.from = 0;
    b->follows_chosen = true;
}

static const level_entry *entry_of(const browser *b, int row) {
    return &b->list.entries[b->order[row]];
}

const char *browser_chosen(const browser *b) {
    return b->chosen < b->count ? entry_of(b, b->chosen)->path : NULL;
}

void browser_step(browser *b, int rows, int pages) {
    int to = b->chosen + rows + pages * b->rows_seen, last = b->count - 1;
    b->chosen = to < 0 || last < 0 ? 0 : to > last ? last : to;
    b->follows_chosen = true;
}

/* Whether a heading stands above the row: where nothing is typed, above each section's first. */
static bool has_heading(const browser *b, int row) {
    return !b->is_filtered &&
           (row == 0 || strcmp(entry_of(b, row - 1)->section, entry_of(b, row)->section) != 0);
}

static void add_level(const browser *b, ui *u, int row, layout_box box) {
    const level_entry *e = entry_of(b, row);
    const char *slash = strrchr(e->path, '/'), *name = slash != NULL ? slash + 1 : e->path;
    ui_add(u, CONTROL_CHOICE, box, e->title[0] != '\0' ? e->title : name, "choose", row)->on =
        row == b->chosen;
}

static void lay_out_browser(browser *b, ui *u, layout_box box) {
    float scale = u->paint.scale, heading = heading_points * scale, level = level_points * scale;
    layout_box track = layout_cut_right(&box, 4 * scale), column = {box.x, 0, box.width, 0};
    int first = u->count;
    b->rows_seen = (int)fmaxf(1, box.height / level);
    for (int i = 0; i < b->count; i++) {
        if (has_heading(b, i))
            ui_add(u, CONTROL_HEADING, layout_cut_top(&column, heading), entry_of(b, i)->section,
                   NULL, 0);
        add_level(b, u, i, layout_cut_top(&column, level));
        if (i == b->chosen && b->follows_chosen)
            b->scroll.from =
                clamp(b->scroll.from, column.y - box.height, column.y - level - heading);
    }
    b->follows_chosen = false;
    ui_scroll_column(u, first, box, track, column.y, &b->scroll);
}

/* ---- The question ------------------------------------------------------------------------ */

static const float width_points = 460, edge_points = 16, pad_points = 16, field_points = 26,
                   button_points = 30;

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
    float width = fminf(width_points * scale, window.width - edge);
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
        ui_add_text(u, title, "",
                    ui_print(u, "%d of %d levels", d->browser.count, d->browser.list.count));
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
        lay_out_browser(&d->browser, u, box);
    add_buttons(q, u, &foot);
    layout_cut_right(&foot, pad / 2);
    u->clip = foot;
    if (q->has_levels && browser_chosen(&d->browser) != NULL)
        ui_add_text(u, foot, browser_chosen(&d->browser), "");
    u->clip = window;
}

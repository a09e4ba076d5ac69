#include "dialog.h"

#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"

static const float heading_points = 26, level_points = 21, column_gap_points = 12,
                   min_column_points = 330, mark_points = 56; /* a row's circle, and "3D" */

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

static float row_height(const browser *b, const ui *u, int row) {
    return ui_for_pointer(u, level_points) + (has_heading(b, row) ? heading_points : 0);
}

/* Returns how many columns of so many points hold all rows, one after the other. */
static int count_columns(const browser *b, const ui *u, float points) {
    int columns = 1;
    float used = 0;
    for (int i = 0; i < b->count; i++) {
        float row = row_height(b, u, i);
        columns += used > 0 && used + row > points;
        used = used > 0 && used + row > points ? row : used + row;
    }
    return columns;
}

static void add_level(const browser *b, ui *u, int row, layout_box box) {
    const level_entry *e = entry_of(b, row);
    const char *slash = strrchr(e->path, '/'), *name = slash != NULL ? slash + 1 : e->path;
    const char *title = e->title[0] != '\0' ? e->title : name;
    float room = box.width - mark_points * u->paint.scale;
    const char *shown = text_shortened(u->paint.text, TEXT_SMALL, title, room);
    control *c = ui_add(u, CONTROL_CHOICE, box, ui_print(u, "%s", shown), "choose", row);
    c->on = row == b->chosen;
    c->value = e->has_depth ? "3D" : "";
}

/* Adds the rows from y = 0 on, in columns of that height. */
static void add_levels(browser *b, ui *u, layout_box box, int columns, float height) {
    float scale = u->paint.scale, gap = column_gap_points * scale;
    float width = (box.width - gap * (float)(columns - 1)) / (float)columns;
    float level = ui_for_pointer(u, level_points);
    layout_box column = {box.x, 0, width, 0};
    for (int i = 0; i < b->count; i++) {
        if (column.y > 0 && column.y + row_height(b, u, i) * scale > height + 0.5f)
            column = (layout_box){column.x + width + gap, 0, width, 0};
        if (has_heading(b, i))
            ui_add(u, CONTROL_HEADING, layout_cut_top(&column, heading_points * scale),
                   entry_of(b, i)->section, NULL, 0);
        add_level(b, u, i, layout_cut_top(&column, level * scale));
        if (i == b->chosen && b->follows_chosen)
            b->scroll.from = clamp(b->scroll.from, column.y - box.height,
                                   column.y - (level + heading_points) * scale);
    }
    b->follows_chosen = false;
}

/* As many columns as there is room for; where they are too long for it, about as long as each
 * other. */
static void lay_out_browser(browser *b, ui *u, layout_box box) {
    float scale = u->paint.scale, points = floorf(box.height / scale),
          level = ui_for_pointer(u, level_points);
    layout_box track = layout_cut_right(&box, 4 * scale);
    int first = u->count, columns = (int)fmaxf(1, box.width / (min_column_points * scale));
    b->rows_seen = (int)fmaxf(1, points / level);
    while (count_columns(b, u, points) > columns)
        points += level;
    add_levels(b, u, box, columns, points * scale);
    ui_scroll_column(u, first, box, track, fmaxf(box.height, points * scale), &b->scroll);
    prose how = {.width = box.width, .max_lines = 3};
    if (b->count == 0)
        ui_add_words(
            u, (sm_vec2){box.x, box.y}, how, CONTROL_INSET_POINTS * scale,
            "No level matches. Type some of a title, a chapter or a file's name, or the path "
            "of a file.");
}

static const char *say_count(const browser *b, ui *u) {
    int all = level_list_count_lessons(&b->list, b->list.count - 1), fitting = 0;
    for (int i = 0; i < b->count; i++)
        fitting += entry_of(b, i)->is_lesson;
    return all > 0 ? ui_print(u, "%d of %d lessons", fitting, all)
                   : ui_print(u, "%d of %d levels", b->count, b->list.count);
}

/* ---- The question ------------------------------------------------------------------------ */

static const float width_points = 460, browser_points = 1240, edge_points = 16, pad_points = 16,
                   field_points = 26, button_points = 30;

bool dialog_is_open(const dialog *d) {
    return d->question != NULL;
}

bool dialog_browses(const dialog *d) {
    return d->question != NULL && d->question->has_levels;
}

/* Adds the buttons from left to right, the order of Tab, and leaves the rest of the row in *row. */
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
    float width =
        fminf((q->has_levels ? browser_points : width_points) * scale, window.width - edge);
    prose how = {.width = width - 2 * pad - 14 * scale, .max_lines = DIALOG_LINES};
    float words = d->words[0] != '\0' ? prose_size(&u->paint, how, d->words).y + pad / 2 : 0;
    float field = ui_for_pointer(u, field_points), button = ui_for_pointer(u, button_points);
    float points =
        heading_points + button + 3 * pad_points + (q->has_field ? field + pad_points / 2 : 0);
    float height = fmaxf(points * scale + words, q->has_levels ? window.height - edge : 0);
    layout_box box = {floorf((window.width - width) / 2),
                      floorf(fmaxf(0, (window.height - height) / 2)), width, height};
    ui_add(u, CONTROL_SHADE, window, "", NULL, 0);
    ui_add(u, CONTROL_PANEL, box, "", NULL, 0);
    box = layout_inset(box, pad);
    layout_box title = layout_cut_top(&box, heading_points * scale);
    ui_add(u, CONTROL_HEADING, title, q->title, NULL, 0);
    if (q->has_levels)
        ui_add_text(u, title, "", say_count(&d->browser, u));
    ui_add_words(u, (sm_vec2){box.x, box.y}, how, CONTROL_INSET_POINTS * scale, d->words)->ink =
        u->paint.theme->ink_dim;
    layout_cut_top(&box, words);
    if (q->has_field) {
        layout_box line = layout_cut_top(&box, field * scale);
        ui_add(u, CONTROL_FIELD, line, "", "type", 0)->text = u->focus.field.text;
        layout_cut_top(&box, pad / 2);
    }
    layout_box foot = layout_cut_bottom(&box, button * scale);
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

#include "dialog.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float width_points = 460, pad_points = 16, line_points = 20, button_points = 30,
                   row_points = 22;

bool dialog_is_open(const dialog *d) {
    return d->question != NULL;
}

static void scroll_to_row(dialog *d, int shown) {
    if (d->row < d->first_row)
        d->first_row = d->row;
    if (d->row >= d->first_row + shown)
        d->first_row = d->row - shown + 1;
}

static float add_rows(dialog *d, control_list *l, control_box at, int shown, float scale) {
    scroll_to_row(d, shown);
    for (int i = 0; i < shown; i++) {
        int row = d->first_row + i;
        control_box box = {at.x, at.y + (float)i * row_points * scale, at.width,
                           row_points * scale};
        if (row < d->row_count)
            controls_add(l, CONTROL_ROW, box, d->list.paths[d->rows[row]], ROLE_CHOOSE, row)->on =
                row == d->row;
    }
    return (float)shown * row_points * scale;
}

/* From left to right, which is also the order that Tab takes. */
static void add_buttons(const question *q, control_list *l, float right, float y, text *t,
                        float scale) {
    float widths[DIALOG_BUTTONS], gap = 8 * scale, x = right + gap;
    for (int i = 0; i < DIALOG_BUTTONS; i++) {
        const char *label = q->buttons[i];
        widths[i] = label != NULL ? text_width(t, TEXT_NORMAL, label) + 28 * scale : 0;
        x -= label != NULL ? widths[i] + gap : 0;
    }
    for (int i = 0; i < DIALOG_BUTTONS; i++) {
        if (q->buttons[i] == NULL)
            continue;
        control_box box = {x, y, widths[i], button_points * scale};
        controls_add(l, CONTROL_BUTTON, box, q->buttons[i], ROLE_ANSWER, i)->on = i == ANSWER_FIRST;
        x += widths[i] + gap;
    }
}

void dialog_lay_out(dialog *d, text *t, float scale, float width, float height, control_list *l) {
    const question *q = d->question;
    if (q == NULL)
        return;
    float pad = pad_points * scale, line = line_points * scale;
    float body_width = fminf(width_points * scale, width - 2 * pad);
    float inner = body_width - 2 * pad;
    int lines = text_break(t, TEXT_SMALL, d->words, inner - 14 * scale, d->lines, DIALOG_LINES);
    float field_height = q->has_field ? 26 * scale + pad / 2 : 0;
    float fixed = 3 * pad + 26 * scale + (float)lines * line + field_height + button_points * scale;
    float row_room = fmaxf(0, height - fixed - 2 * pad) / (row_points * scale);
    int rows = q->has_levels ? (int)fminf(row_room, DIALOG_ROWS) : 0;
    float body_height = fixed + (float)rows * row_points * scale;
    control_box box = {floorf((width - body_width) / 2),
                       floorf(fmaxf(0, (height - body_height) / 2)), body_width, body_height};
    controls_add(l, CONTROL_SHADE, (control_box){0, 0, width, height}, "", ROLE_NONE, 0);
    controls_add(l, CONTROL_PANEL, box, "", ROLE_NONE, 0);
    control_box at = {box.x + pad, box.y + pad, inner, 26 * scale};
    controls_add(l, CONTROL_HEADING, at, q->title, ROLE_NONE, 0);
    at.y += at.height;
    at.height = line;
    for (int i = 0; i < lines; i++, at.y += line)
        controls_add(l, CONTROL_TEXT, at, d->lines[i].words, ROLE_NONE, 0);
    if (q->has_field) {
        at.height = 26 * scale;
        controls_add(l, CONTROL_FIELD, at, "", ROLE_TYPE, 0)->text = d->typed;
        at.y += field_height;
    }
    at.y += add_rows(d, l, at, rows, scale);
    add_buttons(q, l, box.x + box.width - pad, at.y + pad, t, scale);
}

void dialog_close(dialog *d) {
    level_list_free(&d->list);
    free(d->rows);
    SDL_free(d->typed);
    d->typed = NULL;
    d->list = (level_list){0};
    d->rows = NULL;
    d->row_count = d->row = d->first_row = 0;
    d->question = NULL;
}

/* ---- Levels to choose from --------------------------------------------------------------- */

bool dialog_list_levels(dialog *d, const char *around) {
    d->list = level_list_around(around);
    d->rows = malloc((size_t)(d->list.count + 1) * sizeof *d->rows);
    if (d->rows != NULL)
        dialog_filter(d, "");
    return d->rows != NULL;
}

void dialog_filter(dialog *d, const char *typed) {
    if (d->rows == NULL)
        return;
    d->row_count = level_list_match(&d->list, typed, d->rows);
    d->row = d->first_row = 0;
}

void dialog_choose(dialog *d, int step) {
    int row = d->row + step;
    if (row >= 0 && row < d->row_count)
        d->row = row;
}

const char *dialog_chosen(const dialog *d) {
    return d->row < d->row_count ? d->list.paths[d->rows[d->row]] : NULL;
}

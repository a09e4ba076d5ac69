#include "dialog.h"

#include <math.h>
#include <stdio.h>

static const float width_points = 460, most_width_points = 1200, edge_points = 16, pad_points = 16,
                   heading_points = 26, line_points = 20, field_points = 26, button_points = 30;

bool dialog_is_open(const dialog *d) {
    return d->question != NULL;
}

bool dialog_browses(const dialog *d) {
    return d->question != NULL && d->question->has_levels;
}

/* From left to right, which is also the order that Tab takes. Returns where the first one begins.
 */
static float add_buttons(const question *q, control_list *l, float right, float y, text *t,
                         float scale) {
    float widths[DIALOG_BUTTONS], gap = 8 * scale, x = right + gap;
    for (int i = 0; i < DIALOG_BUTTONS; i++) {
        const char *label = q->buttons[i];
        widths[i] = label != NULL ? text_width(t, TEXT_NORMAL, label) + 28 * scale : 0;
        x -= label != NULL ? widths[i] + gap : 0;
    }
    float left = x;
    for (int i = 0; i < DIALOG_BUTTONS; i++) {
        if (q->buttons[i] == NULL)
            continue;
        layout_box box = {x, y, widths[i], button_points * scale};
        controls_add(l, CONTROL_BUTTON, box, q->buttons[i], ROLE_ANSWER, i)->on = i == ANSWER_FIRST;
        x += widths[i] + gap;
    }
    return left;
}

/* The title, with what the browser says of itself at the right, and the words. */
static void add_words(dialog *d, control_list *l, layout_box *at, int lines, float scale) {
    at->height = heading_points * scale;
    controls_add(l, CONTROL_HEADING, *at, d->question->title, ROLE_NONE, 0);
    if (d->question->has_levels) {
        control *c = controls_add(l, CONTROL_TEXT, *at, "", ROLE_NONE, 0);
        snprintf(c->value, sizeof c->value, "%s", browser_say(&d->browser));
    }
    at->y += at->height;
    at->height = line_points * scale;
    for (int i = 0; i < lines; i++, at->y += at->height)
        controls_add(l, CONTROL_TEXT, *at, d->lines[i].words, ROLE_NONE, 0);
}

/* The buttons, and beside them the path of the level that is chosen. */
static void add_foot(dialog *d, control_list *l, layout_box box, text *t, float scale) {
    const question *q = d->question;
    float left = add_buttons(q, l, box.x + box.width, box.y, t, scale);
    const char *chosen = q->has_levels ? browser_chosen(&d->browser) : NULL;
    box.width = left - box.x - pad_points * scale;
    if (chosen != NULL)
        controls_add(l, CONTROL_TEXT, box, chosen, ROLE_NONE, 0)->clip = box;
}

void dialog_lay_out(dialog *d, text *t, float scale, float width, float height, control_list *l) {
    const question *q = d->question;
    if (q == NULL)
        return;
    float pad = pad_points * scale, edge = edge_points * scale;
    float widest = (q->has_levels ? most_width_points : width_points) * scale;
    layout_box box = {.width = fminf(widest, width - 2 * edge)};
    layout_box at = {.width = box.width - 2 * pad};
    int lines = text_break(t, TEXT_SMALL, d->words, at.width - 14 * scale, d->lines, DIALOG_LINES);
    float fixed = 3 * pad + (heading_points + (float)lines * line_points + button_points) * scale;
    fixed += q->has_field ? field_points * scale + pad / 2 : 0;
    box.height = q->has_levels ? fmaxf(fixed, height - 2 * edge) : fixed;
    box.x = floorf((width - box.width) / 2);
    box.y = floorf(fmaxf(0, (height - box.height) / 2));
    controls_add(l, CONTROL_SHADE, (layout_box){0, 0, width, height}, "", ROLE_NONE, 0);
    controls_add(l, CONTROL_PANEL, box, "", ROLE_NONE, 0);
    at.x = box.x + pad;
    at.y = box.y + pad;
    add_words(d, l, &at, lines, scale);
    at.height = field_points * scale;
    if (q->has_field)
        controls_add(l, CONTROL_FIELD, at, "", ROLE_TYPE, 0)->text = d->typed;
    at.y += q->has_field ? at.height + pad / 2 : 0;
    at.height = box.height - fixed;
    if (q->has_levels)
        browser_lay_out(&d->browser, at, scale, l);
    at.height = button_points * scale;
    at.y = box.y + box.height - pad - at.height;
    add_foot(d, l, at, t, scale);
}

void dialog_close(dialog *d) {
    SDL_free(d->typed);
    d->typed = NULL;
    d->question = NULL;
}

void dialog_free(dialog *d) {
    dialog_close(d);
    browser_free(&d->browser);
}

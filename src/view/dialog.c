#include "dialog.h"

#include <math.h>
#include <stdio.h>

static const float width_points = 460, most_width_points = 1200, edge_points = 16, pad_points = 16,
                   line_points = 20, button_points = 30;

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
        control_box box = {x, y, widths[i], button_points * scale};
        controls_add(l, CONTROL_BUTTON, box, q->buttons[i], ROLE_ANSWER, i)->on = i == ANSWER_FIRST;
        x += widths[i] + gap;
    }
    return left;
}

/* What is to be said at the right end of a line. */
static void add_figure(control_list *l, control_box line, const char *words) {
    control *c = controls_add(l, CONTROL_TEXT, line, "", ROLE_NONE, 0);
    snprintf(c->value, sizeof c->value, "%s", words);
}

void dialog_lay_out(dialog *d, text *t, float scale, float width, float height, control_list *l) {
    const question *q = d->question;
    if (q == NULL)
        return;
    float pad = pad_points * scale, line = line_points * scale, edge = edge_points * scale;
    float body_width =
        fminf((q->has_levels ? most_width_points : width_points) * scale, width - 2 * edge);
    float inner = body_width - 2 * pad;
    int lines = text_break(t, TEXT_SMALL, d->words, inner - 14 * scale, d->lines, DIALOG_LINES);
    float field_height = q->has_field ? 26 * scale + pad / 2 : 0;
    float fixed = 3 * pad + 26 * scale + (float)lines * line + field_height + button_points * scale;
    float body_height = q->has_levels ? fmaxf(fixed, height - 2 * edge) : fixed;
    control_box box = {floorf((width - body_width) / 2),
                       floorf(fmaxf(0, (height - body_height) / 2)), body_width, body_height};
    controls_add(l, CONTROL_SHADE, (control_box){0, 0, width, height}, "", ROLE_NONE, 0);
    controls_add(l, CONTROL_PANEL, box, "", ROLE_NONE, 0);
    control_box at = {box.x + pad, box.y + pad, inner, 26 * scale};
    controls_add(l, CONTROL_HEADING, at, q->title, ROLE_NONE, 0);
    if (q->has_levels)
        add_figure(l, at, browser_say(&d->browser));
    at.y += at.height;
    at.height = line;
    for (int i = 0; i < lines; i++, at.y += line)
        controls_add(l, CONTROL_TEXT, at, d->lines[i].words, ROLE_NONE, 0);
    if (q->has_field) {
        at.height = 26 * scale;
        controls_add(l, CONTROL_FIELD, at, "", ROLE_TYPE, 0)->text = d->typed;
        at.y += field_height;
    }
    at.height = body_height - fixed;
    if (q->has_levels)
        browser_lay_out(&d->browser, at, scale, l);
    at.y = box.y + box.height - pad - button_points * scale;
    float left = add_buttons(q, l, box.x + box.width - pad, at.y, t, scale);
    control_box beside = {box.x + pad, at.y, left - box.x - 2 * pad, button_points * scale};
    if (q->has_levels && browser_chosen(&d->browser) != NULL) {
        control *c =
            controls_add(l, CONTROL_TEXT, beside, browser_chosen(&d->browser), ROLE_NONE, 0);
        c->clip = beside;
    }
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

#include "dialog.h"

#include <math.h>

static const float width_points = 460, most_width_points = 1200, edge_points = 16, pad_points = 16,
                   heading_points = 26, field_points = 26, button_points = 30;

bool dialog_is_open(const dialog *d) {
    return d->question != NULL;
}

bool dialog_browses(const dialog *d) {
    return d->question != NULL && d->question->has_levels;
}

/* From left to right, which is also the order that Tab takes. Leaves the rest of the row. */
static void add_buttons(const question *q, control_list *l, layout_box *row, const frame *f) {
    layout_box boxes[DIALOG_BUTTONS];
    for (int i = DIALOG_BUTTONS - 1; i >= 0; i--) {
        if (q->buttons[i] == NULL)
            continue;
        float width = text_width(f->text, TEXT_NORMAL, q->buttons[i]) + 28 * f->scale;
        boxes[i] = layout_cut_right(row, width);
        layout_cut_right(row, 8 * f->scale);
    }
    for (int i = 0; i < DIALOG_BUTTONS; i++) {
        if (q->buttons[i] != NULL)
            controls_add(l, CONTROL_BUTTON, boxes[i], q->buttons[i], ROLE_ANSWER, i)->on =
                i == ANSWER_FIRST;
    }
}

void dialog_lay_out(dialog *d, control_list *l, const frame *f) {
    const question *q = d->question;
    if (q == NULL)
        return;
    layout_box window = l->clip;
    float scale = f->scale, pad = pad_points * scale, edge = 2 * edge_points * scale;
    float most = (q->has_levels ? most_width_points : width_points) * scale;
    float width = fminf(most, window.width - edge);
    prose how = {.width = width - 2 * pad - 14 * scale, .most_lines = DIALOG_LINES};
    float words = d->words[0] != '\0' ? prose_size(f, how, d->words).y + pad / 2 : 0;
    float points = heading_points + button_points + 3 * pad_points +
                   (q->has_field ? field_points + pad_points / 2 : 0);
    float height = fmaxf(points * scale + words, q->has_levels ? window.height - edge : 0);
    layout_box box = {floorf((window.width - width) / 2),
                      floorf(fmaxf(0, (window.height - height) / 2)), width, height};
    controls_add(l, CONTROL_SHADE, window, "", ROLE_NONE, 0);
    controls_add(l, CONTROL_PANEL, box, "", ROLE_NONE, 0);
    box = layout_inset(box, pad);
    layout_box title = layout_cut_top(&box, heading_points * scale);
    controls_add(l, CONTROL_HEADING, title, q->title, ROLE_NONE, 0);
    if (q->has_levels)
        controls_add_text(l, title, "", "%s", browser_say(&d->browser));
    controls_add_words(l, f, (sm_vec2){box.x, box.y}, how, CONTROL_INSET_POINTS * scale, d->words)
        ->ink = f->theme->ink_dim;
    layout_cut_top(&box, words);
    if (q->has_field) {
        layout_box field = layout_cut_top(&box, field_points * scale);
        controls_add(l, CONTROL_FIELD, field, "", ROLE_TYPE, 0)->text = d->typed;
        layout_cut_top(&box, pad / 2);
    }
    layout_box foot = layout_cut_bottom(&box, button_points * scale);
    layout_cut_bottom(&box, pad);
    if (q->has_levels)
        browser_lay_out(&d->browser, box, scale, l);
    add_buttons(q, l, &foot, f);
    layout_cut_right(&foot, pad / 2);
    l->clip = foot;
    if (q->has_levels && browser_chosen(&d->browser) != NULL)
        controls_add_text(l, foot, browser_chosen(&d->browser), "%s", "");
    l->clip = window;
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

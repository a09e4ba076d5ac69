#include "lesson_card.h"

#include <stdio.h>
#include <stdlib.h>

static const float margin_points = 10, pad_points = 12, heading_points = 26, tool_points = 26,
                   column_gap_points = 28, paragraph_gap_points = 4, marker_points = 26,
                   scroll_points = 8;
static const float least_points = 220;        /* narrower, there is no card */
static const float two_columns_points = 560;  /* wider, the steps stand beside the text */
static const float low_window_points = 520;   /* in which it is folded until asked for */
static const float most_share = 0.4f;         /* of the window's height */
static const float most_share_of_low = 0.55f; /* ... of a low one */

/* ---- What it is made of ------------------------------------------------------------------ */

void lesson_card_free(lesson_card *c) {
    free(c->statements);
    *c = (lesson_card){0};
}

static bool belongs(level_kind kind) {
    return kind == LEVEL_TEXT || kind == LEVEL_TRY || kind == LEVEL_SECTION ||
           kind == LEVEL_LABEL || kind == LEVEL_LABEL3;
}

bool lesson_card_follow(lesson_card *c, const sandbox *s) {
    const level *l = s->level;
    if (c->statements != NULL && c->level == s->levels_shown && c->version == s->lesson_version)
        return true;
    lesson_card found = {.fold = c->fold, .level = s->levels_shown, .version = s->lesson_version};
    for (int i = 0; i < l->statement_count; i++)
        found.count += belongs(l->statements[i].kind);
    found.statements = malloc(((size_t)found.count + 1) * sizeof *found.statements);
    found.count = 0;
    for (int i = 0; found.statements != NULL && i < l->statement_count; i++) {
        if (belongs(l->statements[i].kind))
            found.statements[found.count++] = i;
    }
    if (c->level == s->levels_shown) {
        found.step = c->step;
        found.scroll = c->scroll;
    }
    free(c->statements);
    *c = found;
    return c->statements != NULL;
}

/* Returns the next of its statements of a kind at or behind an index, c->count when there is none.
 */
static int next_of(const lesson_card *c, const level *l, level_kind kind, int index) {
    while (index < c->count && l->statements[c->statements[index]].kind != kind)
        index++;
    return index;
}

static int count_of(const lesson_card *c, const level *l, level_kind kind) {
    int count = 0;
    for (int i = 0; (i = next_of(c, l, kind, i)) < c->count; i++)
        count++;
    return count;
}

/* Returns the words of the one so many places behind the first; "" when there are fewer. */
static const char *words_of(const lesson_card *c, const level *l, level_kind kind, int place) {
    int at = next_of(c, l, kind, 0);
    for (; place > 0 && at < c->count; place--)
        at = next_of(c, l, kind, at + 1);
    return at < c->count ? level_words(l, c->statements[at]) : "";
}

bool lesson_card_has_steps(const lesson_card *c, const sandbox *s) {
    return count_of(c, s->level, LEVEL_TRY) > 0;
}

/* ---- Layout ------------------------------------------------------------------------------ */

static bool is_low(const frame *f) {
    return (float)f->canvas->height < low_window_points * f->scale;
}

bool lesson_card_is_folded(const lesson_card *c, const frame *f) {
    return f->is_inside || c->fold == LESSON_FOLDED || (c->fold == LESSON_BY_ROOM && is_low(f));
}

/* A column under way. */
typedef struct column {
    const lesson_card *card;
    control_list *l;
    const frame *f;
    float x, y, width;
} column;

static void add_paragraph(column *at, const char *words) {
    float height = prose_height(at->f, words, at->width);
    controls_add(at->l, CONTROL_PROSE, (layout_box){at->x, at->y, at->width, height}, words,
                 ROLE_NONE, 0);
    at->y += height + paragraph_gap_points * at->f->scale;
}

static control *add_step(column *at, const char *words, int step) {
    float marker = marker_points * at->f->scale;
    float height = prose_height(at->f, words, at->width - marker);
    control *c = controls_add(at->l, CONTROL_STEP, (layout_box){at->x, at->y, at->width, height},
                              words, ROLE_LESSON_STEP, step);
    c->on = step == at->card->step;
    c->share = marker / at->width;
    c->tip = NULL;
    snprintf(c->value, sizeof c->value, "%d", step + 1);
    at->y += height + paragraph_gap_points * at->f->scale;
    return c;
}

static void add_paragraphs(column *at) {
    const level *l = at->f->sandbox->level;
    for (int i = 0; (i = next_of(at->card, l, LEVEL_TEXT, i)) < at->card->count; i++)
        add_paragraph(at, level_words(l, at->card->statements[i]));
}

static void add_steps(column *at) {
    const level *l = at->f->sandbox->level;
    int step = 0;
    for (int i = 0; (i = next_of(at->card, l, LEVEL_TRY, i)) < at->card->count; i++)
        add_step(at, level_words(l, at->card->statements[i]), step++);
}

static void add_heading(column *at, const char *words) {
    layout_box box = {at->x - CONTROL_INSET_POINTS * at->f->scale, at->y, at->width,
                      heading_points * at->f->scale};
    controls_add(at->l, CONTROL_HEADING, box, words, ROLE_NONE, 0);
    at->y += box.height + paragraph_gap_points * at->f->scale;
}

/* Lays all of it out from the top of the box on, in one column or two; returns how high it is. */
static float add_body(const lesson_card *c, control_list *l, const frame *f, layout_box box) {
    const char *section = words_of(c, f->sandbox->level, LEVEL_SECTION, 0);
    bool has_steps = lesson_card_has_steps(c, f->sandbox);
    bool is_wide = has_steps && box.width >= two_columns_points * f->scale;
    float gap = column_gap_points * f->scale;
    column left = {c, l, f, box.x, box.y, is_wide ? (box.width - gap) * 0.55f : box.width};
    add_heading(&left, section[0] != '\0' ? section : "Lesson");
    add_paragraphs(&left);
    if (!has_steps)
        return left.y - box.y;
    column right = left;
    if (is_wide)
        right = (column){c, l, f, box.x + left.width + gap, box.y, box.width - left.width - gap};
    add_heading(&right, "Try this");
    add_steps(&right);
    return fmaxf(left.y, right.y) - box.y;
}

/* From right to left. Returns where the leftmost one begins. */
static float add_tools(const lesson_card *c, control_list *l, const frame *f, float right,
                       float y) {
    static const struct {
        command_role role;
        int argument;
        icon icon;
        const char *tip;
    } tools[] = {{ROLE_LESSON, 0, ICON_FOLD, "Fold the lesson"},
                 {ROLE_LEVEL, 1, ICON_NEXT, "Next lesson"},
                 {ROLE_LEVEL, -1, ICON_PREVIOUS, "Previous lesson"}};
    float side = tool_points * f->scale;
    for (int i = 0; i < 3; i++) {
        right -= side;
        control *tool = controls_add(l, CONTROL_TOOL, (layout_box){right, y, side, side},
                                     tools[i].tip, tools[i].role, tools[i].argument);
        bool unfolds = tools[i].role == ROLE_LESSON && lesson_card_is_folded(c, f);
        tool->icon = unfolds ? ICON_UNFOLD : tools[i].icon;
        tool->tip = unfolds ? "Unfold the lesson" : tools[i].tip;
    }
    return right;
}

/* One line: the present step, and a press on it goes to the next one; or the first paragraph. */
static void add_folded(const lesson_card *c, control_list *l, const frame *f, layout_box room) {
    const level *shown = f->sandbox->level;
    int steps = count_of(c, shown, LEVEL_TRY);
    layout_box clip = l->clip;
    float more = text_width(f->text, TEXT_SMALL, "...") + 2 * CONTROL_INSET_POINTS * f->scale;
    column at = {c, l, f, room.x, room.y, room.width - more};
    l->clip = room;
    if (steps > 0)
        add_step(&at, words_of(c, shown, LEVEL_TRY, c->step), c->step)->argument =
            (c->step + 1) % steps;
    else
        add_paragraph(&at, words_of(c, shown, LEVEL_TEXT, 0));
    layout_box end = {room.x + at.width, room.y, more, room.height};
    if (at.y - room.y > 1.5f * room.height) /* it has more than one line */
        controls_add(l, CONTROL_TEXT, end, "...", ROLE_NONE, 0);
    l->clip = clip;
}

/* Lays the rows out within the box, scrolled. */
static void add_unfolded(lesson_card *c, control_list *l, const frame *f, layout_box room,
                         float height) {
    layout_box clip = l->clip, inner = room;
    c->scroll = clamp(c->scroll, 0, fmaxf(0, height - room.height));
    inner.y -= c->scroll;
    l->clip = (layout_box){room.x - CONTROL_INSET_POINTS * f->scale, room.y,
                           room.width + 2 * CONTROL_INSET_POINTS * f->scale, room.height};
    add_body(c, l, f, inner);
    l->clip = clip;
    float below = tool_points * f->scale; /* the tools */
    layout_box track = {room.x + room.width + (scroll_points - 3) * f->scale, room.y + below,
                        3 * f->scale, room.height - below};
    controls_add_scroll(l, track, height, room.height, c->scroll);
}

/* How high the body would be. */
static float measure(const lesson_card *c, control_list *l, const frame *f, layout_box box) {
    int count = l->count;
    float height = add_body(c, l, f, box);
    l->count = count;
    return height;
}

/* Adds the card with its lower end at `bottom`, as high as it needs to be. */
static void add_card(lesson_card *c, control_list *l, const frame *f, float bottom) {
    float pad = pad_points * f->scale, line = text_line_height(f->text, TEXT_SMALL);
    bool folded = lesson_card_is_folded(c, f);
    layout_box room = {c->box.x + pad, 0, c->box.width - 2 * pad, 0};
    room.width -= folded ? 3 * tool_points * f->scale + pad : scroll_points * f->scale;
    float all = folded ? tool_points * f->scale - pad : measure(c, l, f, room);
    float most = (float)f->canvas->height * (is_low(f) ? most_share_of_low : most_share);
    room.height = fminf(all, most - 2 * pad);
    c->box.height = room.height + 2 * pad;
    c->box.y = floorf(bottom - c->box.height);
    room.y = c->box.y + pad;
    controls_add(l, CONTROL_PANEL, c->box, "", ROLE_NONE, 0);
    if (folded)
        add_folded(c, l, f,
                   (layout_box){room.x, room.y - pad / 5, room.width, line + 4 * f->scale});
    else
        add_unfolded(c, l, f, room, all);
    add_tools(c, l, f, c->box.x + c->box.width - pad / 2, c->box.y + pad / 2);
    layout_take(f->layout, (layout_box){c->box.x, c->box.y, c->box.width, c->box.height});
}

float lesson_card_lay_out(lesson_card *c, control_list *l, const frame *f, float left,
                          float below) {
    const level *shown = f->sandbox->level;
    float margin = margin_points * f->scale, window = (float)f->canvas->height;
    float bottom = window - (below > 0 ? below + margin / 2 : margin);
    c->box = (layout_box){left + margin, bottom, (float)f->camera.width - 2 * margin - left, 0};
    bool has_lesson = count_of(c, shown, LEVEL_TEXT) + count_of(c, shown, LEVEL_TRY) > 0;
    bool has_room = c->box.width >= least_points * f->scale && !(is_low(f) && below > 0);
    if (!has_lesson || !has_room)
        return below;
    add_card(c, l, f, bottom);
    /* In a low window it opens over the scene, which has no height to give. */
    return is_low(f) ? (tool_points + pad_points) * f->scale + margin : window - c->box.y;
}

/* ---- Labels ------------------------------------------------------------------------------ */

void lesson_card_draw_labels(const lesson_card *c, const frame *f) {
    const level *l = f->sandbox->level;
    for (int i = 0; i < c->count; i++) {
        const level_statement *st = &l->statements[c->statements[i]];
        const float *at = l->numbers + st->first_number;
        if (st->kind != LEVEL_LABEL && st->kind != LEVEL_LABEL3)
            continue;
        sm3_vec place = {at[0], at[1], st->kind == LEVEL_LABEL3 ? at[2] : 0};
        spot at_place = frame_spot(f, place);
        if (frame_sees(f, at_place))
            frame_say(f, at_place, 0, f->theme->ink, level_words(l, c->statements[i]));
    }
}

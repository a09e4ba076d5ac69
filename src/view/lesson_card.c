#include "lesson_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/text.h"

static const float margin_points = 10, pad_points = 12, heading_points = 26, tool_points = 26,
                   column_gap_points = 28, paragraph_gap_points = 4, marker_points = 26,
                   scroll_points = 8;
static const float min_points = 220;         /* narrower windows have no card */
static const float two_columns_points = 560; /* in a wider card the steps stand beside the text */
static const float low_window_points = 520;  /* in a lower window the card is folded at first */
static const char replay_words[] =
    "[R] plays the scene again. When it is over, or you press a key, the player is yours.";
static const float low_inside_points = 640;     /* the same inside a move */
static const float max_fraction = 0.4f;         /* of the window's height */
static const float max_fraction_of_low = 0.55f; /* the same in a low window */

enum { STEPS_MAX = 31 }; /* of a lesson, and keys of a step */

/* ---- What it is made of ------------------------------------------------------------------ */

void lesson_card_free(lesson_card *c) {
    free(c->statements);
    *c = (lesson_card){0};
}

static bool belongs(level_kind kind) {
    return kind == LEVEL_TEXT || kind == LEVEL_TRY || kind == LEVEL_SECTION ||
           kind == LEVEL_LABEL || kind == LEVEL_LABEL3;
}

/* Returns the words of the statement of a kind with that index, from 0; NULL when there are fewer.
 */
static const char *words_of(const lesson_card *c, const level *l, level_kind kind, int place) {
    for (int i = 0; i < c->count; i++) {
        if (l->statements[c->statements[i]].kind == kind && place-- == 0)
            return level_words(l, c->statements[i]);
    }
    return NULL;
}

void lesson_card_follow(lesson_card *c, const sandbox *s) {
    const level *l = s->level;
    if (c->level == s->levels_shown && c->version == s->lesson_version)
        return;
    bool is_same = c->level == s->levels_shown;
    int capacity = 0;
    lesson_card found = {
        .fold = c->fold, .place = c->place, .level = s->levels_shown, .version = s->lesson_version};
    for (int i = 0; i < l->statement_count; i++) {
        if (!belongs(l->statements[i].kind))
            continue;
        memory_grow(&found.statements, &capacity, found.count, sizeof *found.statements);
        found.statements[found.count++] = i;
    }
    if (is_same) {
        found.step = words_of(&found, l, LEVEL_TRY, c->step) != NULL ? c->step : 0;
        found.done = c->done;
        found.scroll = c->scroll;
    }
    free(c->statements);
    *c = found;
}

static bool has_steps(const lesson_card *c, const sandbox *s) {
    return words_of(c, s->level, LEVEL_TRY, 0) != NULL;
}

/* ---- Steps that are done ----------------------------------------------------------------- */

void lesson_card_choose(lesson_card *c, const sandbox *s, int step) {
    bool is_done = step == c->step;
    if (is_done && step < STEPS_MAX)
        c->done |= 1u << step;
    c->step = is_done ? step + 1 : step;
    if (words_of(c, s->level, LEVEL_TRY, c->step) == NULL)
        c->step = 0;
    c->pressed = 0;
}

/* Returns the set of the groups of keys in a step's words that have the key; NULL: of all groups.
 */
static unsigned groups_with(const char *words, const char *key) {
    unsigned found = 0;
    int group = -1;
    bool is_other = false; /* the next key is an alternative of the one before */
    for (size_t length; *words != '\0'; words += length > 0 ? length : 1) {
        length = prose_key_length(words);
        is_other |= group >= 0 && strncmp(words, "or [", 4) == 0 && strchr(" (", words[-1]) != NULL;
        if (length == 0)
            continue;
        group += !is_other && group + 1 < STEPS_MAX;
        is_other = false;
        bool fits =
            key == NULL || (strlen(key) == length - 2 && strncmp(words + 1, key, length - 2) == 0);
        found |= fits ? 1u << group : 0;
    }
    return found;
}

void lesson_card_press(lesson_card *c, const sandbox *s, const char *key) {
    const char *words = words_of(c, s->level, LEVEL_TRY, c->step);
    if (words != NULL)
        c->pressed |= groups_with(words, key);
}

void lesson_card_let_go(lesson_card *c, const sandbox *s) {
    const char *words = words_of(c, s->level, LEVEL_TRY, c->step);
    if (words != NULL && c->pressed != 0 && c->pressed == groups_with(words, NULL))
        lesson_card_choose(c, s, c->step);
}

/* ---- Layout ------------------------------------------------------------------------------ */

static bool is_lower(const frame *f, float points) {
    return (float)f->canvas->height < points * f->scale;
}

static bool is_low(const frame *f) {
    return is_lower(f, low_window_points);
}

bool lesson_card_is_folded(const lesson_card *c, const frame *f) {
    bool has_room = !is_lower(f, f->is_inside ? low_inside_points : low_window_points);
    return c->fold == LESSON_FOLDED || (c->fold == LESSON_BY_ROOM && !has_room);
}

/* What stands on a touch screen for a key: a direction of the stick, or the words of a control. */
static const char *const finger_words[][2] = {
    {"W", "↑"},
    {"A", "←"},
    {"S", "↓"},
    {"D", "→"},
    {"Up", "↑"},
    {"Left", "←"},
    {"Down", "↓"},
    {"Right", "→"},
    {"E", "Jump"},
    {"Tab", "Resolver badge"},
    {"Z", "Shape badge"},
    {"P", "Pause"},
    {"Space", "Pause"},
    {".", "One tick"},
    {",", "One tick back"},
    {"?", "Why?"},
    {"Shift+.", "next"},
    {"Shift+,", "back"},
    {"Esc", "leave"},
    {"R", "Back to the start"},
    {"Q", "Back to the player"},
    {"G", "gravity"},
    {"N", "Next lesson"},
    {"F", "Follow the player"},
    {"F1", "?"},
    {"Ctrl+O", "Open"},
    {"+", "Radius slider"},
    {"-", "Radius slider"},
    {"[", "Speed slider"},
};

/* Returns the words with other ones for keys where the pointer is a finger. */
static const char *for_pointer(ui *u, const char *words) {
    text_buffer said;
    if (!u->focus.by_finger)
        return words;
    text_start(&said, 256);
    for (size_t length; *words != '\0'; words += length) {
        const char *other = NULL;
        size_t key = prose_key_length(words);
        length = key > 0 ? key : 1;
        for (size_t i = 0; key > 0 && i < sizeof finger_words / sizeof *finger_words; i++) {
            const char *name = finger_words[i][0];
            if (strlen(name) == key - 2 && strncmp(words + 1, name, key - 2) == 0)
                other = finger_words[i][1];
        }
        if (other != NULL)
            text_print(&said, "[%s]", other);
        else
            text_append(&said, words, length);
    }
    words = ui_print(u, "%s", text_finish(&said));
    free(said.text);
    return words;
}

/* Adds a paragraph with a margin at its left, of at most so many lines, 0: all; moves the column's
 * top below it. */
static control *add_prose(ui *u, const frame *f, layout_box *column, const char *words,
                          float margin, int max_lines) {
    prose how = {TEXT_SMALL, column->width - margin, max_lines, true};
    sm_vec2 at = {column->x, column->y};
    control *c = ui_add_words(u, at, how, margin, for_pointer(u, words));
    c->box.width = column->width;
    layout_cut_top(column, c->box.height + paragraph_gap_points * f->scale);
    return c;
}

static void add_step(const lesson_card *card, ui *u, const frame *f, layout_box *column,
                     const char *words, int step) {
    int lines = lesson_card_is_folded(card, f) && !f->is_inside ? 1 : 0;
    control *c = add_prose(u, f, column, words, marker_points * f->scale, lines);
    c->kind = CONTROL_STEP;
    c->command = command_find(u->commands, u->dimensions, "lesson-step", step);
    c->argument = step;
    c->on = step == card->step;
    c->box.height = fmaxf(c->box.height, ui_for_pointer(u, 0) * f->scale);
    column->y = fmaxf(column->y, c->box.y + c->box.height);
    bool is_done = step < STEPS_MAX && (card->done & 1u << step) != 0;
    c->value = is_done ? "" : ui_print(u, "%d", step + 1);
}

/* As high as the tools beside it. */
static void add_heading(ui *u, const frame *f, layout_box *column, const char *words) {
    float points = fmaxf(heading_points, ui_for_pointer(u, tool_points) - pad_points / 2);
    layout_box box = layout_cut_top(column, points * f->scale);
    box.x -= CONTROL_INSET_POINTS * f->scale;
    ui_add(u, CONTROL_HEADING, box, words, NULL, 0);
    layout_cut_top(column, paragraph_gap_points * f->scale);
}

/* Returns the section's name, with the lesson's number where there is room beside the tools. */
static const char *name_lesson(const lesson_card *c, ui *u, const frame *f, float room) {
    const char *section = words_of(c, f->sandbox->level, LEVEL_SECTION, 0);
    section = section != NULL ? section : "Lesson";
    const char *whole = c->place.number > 0 ? ui_print(u, "%s: lesson %d of %d", section,
                                                       c->place.number, c->place.of)
                                            : section;
    if (text_width(f->text, TEXT_BOLD, whole) <= room)
        return whole;
    return ui_print(u, "%s", text_shortened(f->text, TEXT_BOLD, section, room));
}

static float tools_width(const ui *u) {
    return 3 * ui_for_pointer(u, tool_points) * u->paint.scale;
}

/* Lays all of the lesson out from y = 0 on, in one column or two, and returns its height. */
static float add_body(const lesson_card *c, ui *u, const frame *f, layout_box box) {
    const level *shown = f->sandbox->level;
    const char *words;
    bool tries = has_steps(c, f->sandbox);
    bool is_wide = tries && box.width >= two_columns_points * f->scale;
    float gap = column_gap_points * f->scale;
    layout_box right = box,
               left = is_wide ? layout_cut_left(&right, (box.width - gap) * 0.55f) : box;
    float room = left.width - (is_wide ? 0 : tools_width(u));
    add_heading(u, f, &left, name_lesson(c, u, f, room));
    for (int i = 0; (words = words_of(c, shown, LEVEL_TEXT, i)) != NULL; i++)
        add_prose(u, f, &left, words, 0, 0);
    if (f->sandbox->scene.set.play_count > 0 && !f->sandbox->scene.set.inside)
        add_prose(u, f, &left, replay_words, 0, 0)->ink = f->theme->ink_dim;
    if (!tries)
        return left.y;
    if (is_wide)
        layout_cut_left(&right, gap);
    else
        right = left;
    add_heading(u, f, &right, "Try this");
    for (int i = 0; (words = words_of(c, shown, LEVEL_TRY, i)) != NULL; i++)
        add_step(c, u, f, &right, words, i);
    if (c->place.next[0] != '\0')
        add_prose(u, f, &right, ui_print(u, "[N] goes on to: %s", c->place.next), 0, 0)->ink =
            f->theme->ink_dim;
    return fmaxf(left.y, right.y);
}

static void add_tools(const lesson_card *c, ui *u, const frame *f, float right, float y) {
    float all = tools_width(u), side = all / 3;
    layout_box row = {right - all, y, all, side};
    bool folded = lesson_card_is_folded(c, f);
    ui_add_tool(u, layout_cut_left(&row, side), ICON_PREVIOUS, "Previous lesson", "level", -1);
    ui_add_tool(u, layout_cut_left(&row, side), ICON_NEXT, "Next lesson", "level", 1);
    ui_add_tool(u, row, folded ? ICON_UNFOLD : ICON_FOLD,
                folded ? "Unfold the lesson" : "Fold the lesson", "lesson", 0);
}

/* Returns the height of the folded card's words. Inside a move all of the step is seen: the key for
 * its next sentence may be behind the first line. */
static float folded_height(const lesson_card *c, ui *u, const frame *f, float width, float line) {
    const char *step = words_of(c, f->sandbox->level, LEVEL_TRY, c->step);
    prose how = {.width = width - marker_points * f->scale, .has_keys = true};
    bool is_whole = f->is_inside && step != NULL;
    return is_whole ? fmaxf(line, prose_size(&u->paint, how, for_pointer(u, step)).y) : line;
}

/* The present step, or the first paragraph; outside of a move in one line. */
static void add_folded(const lesson_card *c, ui *u, const frame *f, layout_box at) {
    const level *shown = f->sandbox->level;
    const char *step = words_of(c, shown, LEVEL_TRY, c->step);
    if (step != NULL)
        add_step(c, u, f, &at, step, c->step);
    else
        add_prose(u, f, &at, words_of(c, shown, LEVEL_TEXT, 0), 0, 1);
}

/* Adds the card with its lower end at `bottom`, with the height of its text. */
static void add_card(lesson_card *c, ui *u, const frame *f, float bottom) {
    float pad = pad_points * f->scale, tool = ui_for_pointer(u, tool_points) * f->scale;
    float inset = CONTROL_INSET_POINTS * f->scale;
    bool folded = lesson_card_is_folded(c, f);
    int body = ui_begin_panel(u);
    layout_box room = {c->box.x + pad, 0, c->box.width - 2 * pad, 0};
    room.width -= folded ? tools_width(u) + pad : scroll_points * f->scale;
    float all = folded ? folded_height(c, u, f, room.width, tool - pad) : add_body(c, u, f, room);
    float most = (float)f->canvas->height * (is_low(f) ? max_fraction_of_low : max_fraction);
    room.height = fminf(all, most - 2 * pad);
    c->box.height = room.height + 2 * pad;
    c->box.y = floorf(bottom - c->box.height);
    room.y = c->box.y + pad;
    ui_end_panel(u, body, c->box);
    layout_box rows = {room.x - inset, room.y, room.width + 2 * inset, room.height};
    layout_box track = {room.x + room.width + (scroll_points - 3) * f->scale, room.y + tool,
                        3 * f->scale, room.height - tool}; /* below the tools */
    if (folded)
        add_folded(c, u, f, (layout_box){room.x, room.y - pad / 5, room.width, 0});
    else
        ui_scroll_column(u, body + 1, rows, track, all, &c->scroll);
    add_tools(c, u, f, c->box.x + c->box.width - pad / 2, c->box.y + pad / 2);
    layout_take(f->layout, c->box);
}

float lesson_card_lay_out(lesson_card *c, ui *u, const frame *f, float left) {
    const level *shown = f->sandbox->level;
    float margin = margin_points * f->scale, window = (float)f->canvas->height;
    float bottom = window - margin;
    c->box = (layout_box){left + margin, bottom, (float)f->camera.width - 2 * margin - left, 0};
    bool has_lesson =
        words_of(c, shown, LEVEL_TEXT, 0) != NULL || words_of(c, shown, LEVEL_TRY, 0) != NULL;
    bool has_room = c->box.width >= min_points * f->scale && !(is_low(f) && f->is_inside);
    if (!has_lesson || !has_room)
        return 0;
    add_card(c, u, f, bottom);
    /* In a low window it opens over the scene, which has no height to give. */
    return is_low(f) ? (ui_for_pointer(u, tool_points) + pad_points) * f->scale + margin
                     : window - c->box.y;
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
        if (frame_sees(f, place))
            frame_label_at(f, place, FRAME_UP, 0, f->theme->ink, "%s",
                           level_words(l, c->statements[i]));
    }
}

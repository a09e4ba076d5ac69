#include "timeline.h"

#include <stdio.h>

static const float most_points = 740, least_points = 240; /* its width */
static const float row_points = 24, tool_points = 24, time_points = 104, pad_points = 6;
static const float lane_points = 4;   /* one kind of marks */
static const float track_points = 16; /* of the bar's height, below the lanes */
static const float dot_points = 3.5f;

/* What it marks, from the top lane down. */
typedef struct mark {
    unsigned bit;
    const char *label;
    const char *tip;
    size_t ink; /* place in the theme */
} mark;

#define INK(role) offsetof(theme, role)
static const mark marks[] = {
    {SESSION_PUSHED, "pushes", "The last push before: what collided pushed it out", INK(push)},
    {SESSION_DEPTH, "depth left", "The last tick before that ended inside an obstacle", INK(depth)},
    {SESSION_SNAG, "snags", "The last snag before: less than half of the way along was made",
     INK(error)},
    {SESSION_PARTED, "partings", "The last parting before of a ghost from the player", INK(good)},
    {SESSION_CHANGED, "changes", "The last change before: of the level, or of a setting",
     INK(selected)},
    {SESSION_BOOKMARK, "bookmarks", "The last bookmark before; F7 sets one", INK(ink)},
};
enum { MARK_COUNT = sizeof marks / sizeof *marks };

static color ink_of(const frame *f, const mark *m) {
    return *(const color *)((const char *)f->theme + m->ink);
}

static bool is_shown(const timeline *t, const frame *f, const session *recorded) {
    if (recorded == NULL)
        return false;
    session_time time = session_now(recorded);
    return time.end > time.first && (f->sandbox->paused || t->playing != 0 || time.now < time.end);
}

/* ---- Laying it out ----------------------------------------------------------------------- */

/* Adds a tool and moves on. */
static void add_tool(control_list *l, layout_box *box, command_role role, int argument, icon drawn,
                     const char *tip, bool on) {
    control *c = controls_add(l, CONTROL_TOOL, *box, tip, role, argument);
    c->icon = drawn;
    c->on = on;
    box->x += box->width;
}

static void add_tools(const timeline *t, control_list *l, layout_box *box,
                      const session *recorded) {
    add_tool(l, box, ROLE_PLAY, -1, ICON_PLAY_BACK, "Play backwards", t->playing < 0);
    add_tool(l, box, ROLE_TICK_BACK, 0, ICON_STEP_BACK, "One tick back", false);
    add_tool(l, box, ROLE_STEP, 0, ICON_STEP, "One tick", false);
    add_tool(l, box, ROLE_PLAY, 1, ICON_PLAY, "Play what was recorded", t->playing > 0);
    if (session_has_branch(recorded, -1))
        add_tool(l, box, ROLE_BRANCH, -1, ICON_UNDO, "The branch before the fork", false);
    if (session_has_branch(recorded, 1))
        add_tool(l, box, ROLE_BRANCH, 1, ICON_REDO, "The branch behind the fork", false);
}

static float button_width(const frame *f, const mark *m) {
    return text_width(f->text, TEXT_NORMAL, m->label) + 26 * f->scale;
}

/* Those that there is room for. */
static void add_buttons(control_list *l, const frame *f, layout_box row) {
    float right = row.x + row.width, gap = 4 * f->scale;
    float x = right + gap;
    for (int i = 0; i < MARK_COUNT; i++)
        x -= button_width(f, &marks[i]) + gap;
    if (x < row.x + gap)
        return;
    for (int i = 0; i < MARK_COUNT; i++) {
        layout_box box = {x, row.y, button_width(f, &marks[i]), row.height};
        control *c =
            controls_add(l, CONTROL_BUTTON, box, marks[i].label, ROLE_MARK, (int)marks[i].bit);
        c->tip = marks[i].tip;
        x += box.width + gap;
    }
}

/* In the widest of some places that is free. */
static bool find_place(const timeline *t, const frame *f, float height, layout_box *place) {
    float width = fminf(most_points * f->scale, f->layout->room.width);
    bool found = false;
    f->layout->room.height += t->room;
    for (; width >= least_points * f->scale && !found; width *= 0.8f)
        found = layout_place(f->layout, LAYOUT_BOTTOM, floorf(width), floorf(height), place);
    f->layout->room.height -= t->room;
    return found;
}

static bool shows_past(const timeline *t, session_time time) {
    return t->playing != 0 || time.now < time.end;
}

/* The lanes and the row of an open one; a slim one has none. */
static float height_of_rest(const frame *f) {
    return (MARK_COUNT * lane_points + row_points + pad_points) * f->scale;
}

float timeline_room(const timeline *t, const frame *f, const session *recorded) {
    return is_shown(t, f, recorded) && shows_past(t, session_now(recorded)) ? height_of_rest(f) : 0;
}

void timeline_lay_out(timeline *t, control_list *l, const frame *f, const session *recorded,
                      sm_vec2 pointer) {
    bool was_under_pointer = t->box.width > 0 && control_has(t->box, pointer);
    t->box.width = 0;
    if (!is_shown(t, f, recorded))
        return;
    session_time time = session_now(recorded);
    bool open = was_under_pointer || shows_past(t, time);
    float pad = pad_points * f->scale, row = open ? row_points * f->scale : 0;
    float bar_height = ((open ? MARK_COUNT * lane_points : 0) + track_points) * f->scale;
    float height = track_points * f->scale + pad + (open ? height_of_rest(f) : 0);
    if (!find_place(t, f, height, &t->box))
        return;
    layout_box in = {t->box.x + pad, t->box.y + pad, t->box.width - 2 * pad, 0};
    controls_add(l, CONTROL_PANEL, t->box, "", ROLE_NONE, 0);
    in.height = bar_height;
    control *bar = controls_add(l, CONTROL_SLIDER, in, "", ROLE_TIMELINE, 0);
    bar->tip = "Drag to any tick; going on from the past makes another branch";
    bar->share = (float)((double)(time.now - time.first) / (double)(time.end - time.first));
    if (!open)
        return;
    float right = in.x + in.width;
    in = (layout_box){in.x, in.y + bar_height, tool_points * f->scale, row};
    add_tools(t, l, &in, recorded);
    in.width = time_points * f->scale;
    control *c = controls_add(l, CONTROL_TEXT, in, "", ROLE_NONE, 0);
    snprintf(c->value, sizeof c->value, "%.2f / %.2f s", (double)time.now / TICKS_PER_SECOND,
             (double)time.end / TICKS_PER_SECOND);
    in.x += in.width;
    in.width = right - in.x;
    add_buttons(l, f, in);
}

/* ---- Drawing it -------------------------------------------------------------------------- */

/* Two pixels at least, so that what happened once is seen. */
static void draw_column(const frame *f, int x, float y, unsigned set) {
    int lane = (int)fmaxf(1, floorf(lane_points * f->scale));
    for (int i = 0; i < MARK_COUNT; i++) {
        if ((set & marks[i].bit) != 0)
            canvas_fill_rect(f->canvas, (canvas_rect){x, (int)y + i * lane, 2, lane - (lane > 1)},
                             ink_of(f, &marks[i]));
    }
}

/* A column of pixels has the marks of all ticks that fall on it, or of the one it is a part of. */
static void draw_marks(const frame *f, const control *bar, const session *recorded) {
    session_time time = session_now(recorded);
    double all = (double)(time.end - time.first);
    unsigned long next = 1;
    for (int x = (int)bar->box.x; x < (int)(bar->box.x + bar->box.width); x++) {
        double share = (double)control_share_at(bar, (float)x + 1, f->scale);
        unsigned long end = (unsigned long)ceil(share * all);
        next = end < next ? end : next;
        if (end > 0 && (double)control_share_at(bar, (float)x, f->scale) < 1)
            draw_column(f, x, bar->box.y,
                        session_marks(recorded, time.first + next, time.first + end));
        next = end + 1;
    }
}

void timeline_draw(const frame *f, const control_list *l, const session *recorded) {
    for (int i = 0; i < l->count; i++) {
        const control *c = &l->list[i];
        if (control_asks(c, ROLE_TIMELINE) && c->box.height > 2 * track_points * f->scale)
            draw_marks(f, c, recorded);
        if (!control_asks(c, ROLE_MARK))
            continue;
        for (int k = 0; k < MARK_COUNT; k++) {
            sm_vec2 at = {c->box.x + 8 * f->scale, c->box.y + c->box.height / 2};
            if ((int)marks[k].bit == c->argument)
                canvas_capsule(f->canvas, at, at, dot_points * f->scale, ink_of(f, &marks[k]));
        }
    }
}

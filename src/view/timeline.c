#include "timeline.h"

#include <string.h>

static const float max_points = 740, min_points = 240; /* its width */
static const float row_points = 24, tool_points = 24, time_points = 104, pad_points = 6;
static const float lane_points = 4;   /* one kind of marks */
static const float track_points = 16; /* of the bar's height, below the lanes */

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

static color ink_of(const theme *t, const mark *m) {
    return *(const color *)((const char *)t + m->ink);
}

/* ---- Drawing it -------------------------------------------------------------------------- */

/* Two pixels at least, so that what happened once is seen. */
static void draw_column(const paint *p, int x, float y, unsigned set) {
    int lane = (int)fmaxf(1, floorf(lane_points * p->scale));
    for (int i = 0; i < MARK_COUNT; i++) {
        if ((set & marks[i].bit) != 0)
            canvas_fill_rect(p->canvas, (canvas_rect){x, (int)y + i * lane, 2, lane - (lane > 1)},
                             ink_of(p->theme, &marks[i]));
    }
}

/* A column of pixels has the marks of all ticks that fall on it, or of the tick that it lies in. */
static void draw_marks(const ui *u, layout_box bar, void *context) {
    const session *recorded = ((const timeline *)context)->recorded;
    session_time time = session_now(recorded);
    double all = (double)(time.end - time.first);
    unsigned long next = 1;
    for (int x = (int)bar.x; x < (int)(bar.x + bar.width); x++) {
        double fraction = (double)slider_fraction_at(bar, (float)x + 1, u->paint.scale);
        unsigned long end = (unsigned long)ceil(fraction * all);
        next = end < next ? end : next;
        if (end > 0 && (double)slider_fraction_at(bar, (float)x, u->paint.scale) < 1)
            draw_column(&u->paint, x, bar.y,
                        session_marks(recorded, time.first + next, time.first + end));
        next = end + 1;
    }
}

/* ---- Laying it out ----------------------------------------------------------------------- */

static void add_tools(const timeline *t, ui *u, layout_box *row, float side) {
    static const struct {
        const char *command;
        int argument;
        icon icon;
        const char *tip;
    } tools[] = {{"play", -1, ICON_PLAY_BACK, "Play backwards"},
                 {"tick-back", 0, ICON_STEP_BACK, "One tick back"},
                 {"step", 0, ICON_STEP, "One tick"},
                 {"play", 1, ICON_PLAY, "Play what was recorded"},
                 {"branch", -1, ICON_UNDO, "The branch before the fork"},
                 {"branch", 1, ICON_REDO, "The branch behind the fork"}};
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        const char *command = tools[i].command;
        int argument = tools[i].argument;
        if (strcmp(command, "branch") == 0 && !session_has_branch(t->recorded, argument))
            continue;
        layout_box box = layout_cut_left(row, side);
        ui_add_tool(u, box, tools[i].icon, tools[i].tip, command, argument)->on =
            strcmp(command, "play") == 0 && t->playing == argument;
    }
}

/* Those that there is room for, from the right. */
static void add_buttons(ui *u, const frame *f, layout_box row) {
    for (int i = MARK_COUNT - 1; i >= 0; i--) {
        const mark *m = &marks[i];
        float width = text_width(f->text, TEXT_NORMAL, m->label) + 26 * f->scale,
              gap = 4 * f->scale;
        if (row.width < width + gap)
            return;
        layout_box box = layout_cut_right(&row, width);
        control *c = ui_add(u, CONTROL_BUTTON, box, m->label, "mark", (int)m->bit);
        c->tip = m->tip;
        c->swatch = ink_of(f->theme, m);
        layout_cut_right(&row, gap);
    }
}

/* In the widest of some places that is free, in what the scene has given for it, too. */
static bool find_place(const frame *f, float given, float height, layout_box *place) {
    float width = fminf(max_points * f->scale, f->layout->room.width);
    bool found = false;
    f->layout->room.height += given;
    for (; width >= min_points * f->scale && !found; width *= 0.8f)
        found = layout_place(f->layout, LAYOUT_BOTTOM, floorf(width), floorf(height), place);
    f->layout->room.height -= given;
    return found;
}

void timeline_lay_out(timeline *t, ui *u, const frame *f, const session *recorded) {
    sm_vec2 pointer = u->focus.pointer;
    bool was_under_pointer = t->box.width > 0 && layout_has(t->box, pointer.x, pointer.y);
    float given = t->room, pad = pad_points * f->scale, bar_height = track_points * f->scale;
    t->box.width = t->room = 0;
    t->recorded = recorded;
    if (recorded == NULL || f->is_inside)
        return;
    session_time time = session_now(recorded);
    bool past = t->playing != 0 || time.now < time.end, open = past || was_under_pointer;
    if (time.end <= time.first || !(past || f->sandbox->paused))
        return;
    float lanes_height = MARK_COUNT * lane_points * f->scale;
    float rest = lanes_height + row_points * f->scale + pad; /* a slim one has none */
    t->room = past ? rest : 0;
    if (!find_place(f, given, bar_height + pad + (open ? rest : 0), &t->box))
        return;
    layout_box in = layout_inset(t->box, pad);
    layout_box bar_box = layout_cut_top(&in, bar_height + (open ? lanes_height : 0));
    ui_add(u, CONTROL_PANEL, t->box, "", NULL, 0);
    if (open)
        ui_add_drawn(u, bar_box, draw_marks, t);
    control *bar = ui_add(u, CONTROL_SLIDER, bar_box, "", "timeline", 0);
    bar->tip = "Drag to any tick; going on from the past makes another branch";
    bar->fraction = (float)((double)(time.now - time.first) / (double)(time.end - time.first));
    if (!open)
        return;
    add_tools(t, u, &in, tool_points * f->scale);
    ui_add_text(u, layout_cut_left(&in, time_points * f->scale), "",
                ui_print(u, "%.2f / %.2f s", (double)time.now / TICKS_PER_SECOND,
                         (double)time.end / TICKS_PER_SECOND));
    add_buttons(u, f, in);
}

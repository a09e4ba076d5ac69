#include "toolbar.h"

#include <math.h>

#include "controls.h"

typedef struct tool {
    key_action action;
    int argument;
    icon icon;
    const char *label;
    bool starts_group;
    bool is_flat; /* in 2D levels alone */
} tool;

static const tool tools[] = {
    {DO_TOOL, DRAFT_NONE, ICON_SELECT, "Select and drag", true, false},
    {DO_TOOL, DRAFT_SEGMENT, ICON_SEGMENT, "Segment", false, true},
    {DO_TOOL, DRAFT_CHAIN, ICON_CHAIN, "Chain or loop", false, true},
    {DO_TOOL, DRAFT_CIRCLE, ICON_CIRCLE, "Circle", false, true},
    {DO_TOOL, DRAFT_CAPSULE, ICON_CAPSULE, "Capsule", false, true},
    {DO_TOOL, DRAFT_BOX, ICON_BOX, "Box", false, true},
    {DO_DUPLICATE, 0, ICON_DUPLICATE, "Duplicate", true, false},
    {DO_SPLIT, 0, ICON_SPLIT, "Insert a vertex", false, true},
    {DO_REVERSE, 0, ICON_REVERSE, "Reverse the direction", false, false},
    {DO_DELETE, 0, ICON_DELETE, "Delete", false, false},
    {DO_UNDO, 0, ICON_UNDO, "Undo", true, false},
    {DO_REDO, 0, ICON_REDO, "Redo", false, false},
    {DO_NEW, 0, ICON_NEW, "New level", true, false},
    {DO_OPEN, 0, ICON_OPEN, "Open a level", false, false},
    {DO_SAVE, 0, ICON_SAVE, "Save", false, false},
    {DO_HELP, 0, ICON_HELP, "All keys", true, false},
};

enum { TOOL_COUNT = sizeof tools / sizeof *tools };

static const float side_points = 30, gap_points = 7, pad_points = 4, left_points = 10,
                   top_points = 66, bottom_points = 12;

static bool is_disabled(const tool *t, const view *v, const sandbox *s) {
    switch (t->action) {
    case DO_DUPLICATE:
    case DO_SPLIT:
    case DO_REVERSE:
    case DO_DELETE:
        return v->hand->selection.count == 0;
    case DO_UNDO:
        return !edit_can_undo(s->edit);
    case DO_REDO:
        return !edit_can_redo(s->edit);
    default:
        return false;
    }
}

static bool is_on(const tool *t, const view *v) {
    return (t->action == DO_TOOL && (int)v->hand->draft.tool == t->argument) ||
           (t->action == DO_HELP && v->help);
}

/* The tools of this kind of level. */
typedef struct tool_list {
    const tool *list[TOOL_COUNT];
    int count;
} tool_list;

static tool_list list_tools(const sandbox *s) {
    tool_list shown = {.count = 0};
    for (int i = 0; i < TOOL_COUNT; i++) {
        if (s->space == NULL || !tools[i].is_flat)
            shown.list[shown.count++] = &tools[i];
    }
    return shown;
}

static float advance(const tool *t, float scale, bool at_top) {
    bool gap = t->starts_group && !at_top;
    return (side_points + (gap ? gap_points : 0)) * scale;
}

/* Where the tools stand in columns no higher than `room`. Returns the height of the highest. */
static float place(const tool_list *shown, float room, float scale, sm_vec2 places[TOOL_COUNT],
                   int *columns) {
    float y = 0, highest = 0;
    *columns = 1;
    for (int i = 0; i < shown->count; i++) {
        if (y > 0 && y + advance(shown->list[i], scale, false) > room) {
            y = 0;
            ++*columns;
        }
        y += advance(shown->list[i], scale, y == 0);
        places[i] = (sm_vec2){(float)(*columns - 1) * side_points * scale, y - side_points * scale};
        highest = fmaxf(highest, y);
    }
    return highest;
}

void toolbar_lay_out(view *v, const sandbox *s) {
    float scale = v->scale, pad = pad_points * scale;
    float room = (float)v->canvas->height - (top_points + bottom_points) * scale - 2 * pad;
    sm_vec2 places[TOOL_COUNT];
    tool_list shown = list_tools(s);
    int columns;
    float height = place(&shown, room, scale, places, &columns);
    float left = left_points * scale, top = top_points * scale, side = side_points * scale;
    control_box body = {left, top, (float)columns * side + 2 * pad, height + 2 * pad};
    controls_add(&v->controls, CONTROL_PANEL, body, "", DO_NOTHING, 0);
    for (int i = 0; i < shown.count; i++) {
        const tool *t = shown.list[i];
        control_box box = {left + pad + places[i].x, top + pad + places[i].y, side, side};
        control *c =
            controls_add(&v->controls, CONTROL_TOOL, box, t->label, t->action, t->argument);
        c->icon = t->icon;
        c->key = keys_label(t->action, t->argument);
        c->on = is_on(t, v);
        c->disabled = is_disabled(t, v, s);
    }
}

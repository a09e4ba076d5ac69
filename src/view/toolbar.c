#include "toolbar.h"

#include <math.h>

#include "controls.h"

enum { MOST_TOOLS = 32 };

static const float side_points = 30, gap_points = 7, pad_points = 4, left_points = 10,
                   top_points = 66, bottom_points = 12;

static bool is_disabled(const command_row *c, const view *v, const sandbox *s) {
    return (c->need == NEEDS_SELECTION && v->hand->selection.count == 0) ||
           (c->need == NEEDS_UNDO && !edit_can_undo(s->edit)) ||
           (c->need == NEEDS_REDO && !edit_can_redo(s->edit));
}

static bool is_on(const command_row *c, const view *v) {
    return (c->role == ROLE_TOOL && (int)v->hand->draft.tool == c->argument) ||
           (c->role == ROLE_HELP && v->help);
}

/* The tools of this kind of level. */
typedef struct tool_list {
    const command_row *list[MOST_TOOLS];
    int count;
} tool_list;

/* The tool select has a key in 2D levels alone, but stands in all. */
static bool stands(const command_row *c, int dimensions) {
    return c->tool.place > 0 &&
           (command_counts(c, dimensions) || (c->role == ROLE_TOOL && c->argument == DRAFT_NONE));
}

/* In the order of their places. */
static tool_list list_tools(const command_table *t, int dimensions) {
    tool_list shown = {.count = 0};
    for (int i = 0; t != NULL && i < t->count; i++) {
        if (!stands(&t->rows[i], dimensions) || shown.count == MOST_TOOLS)
            continue;
        int at = shown.count++;
        for (; at > 0 && shown.list[at - 1]->tool.place > t->rows[i].tool.place; at--)
            shown.list[at] = shown.list[at - 1];
        shown.list[at] = &t->rows[i];
    }
    return shown;
}

static float advance(const command_row *c, float scale, bool at_top) {
    bool gap = c->tool.starts_group && !at_top;
    return (side_points + (gap ? gap_points : 0)) * scale;
}

/* Where the tools stand in columns no higher than `room`. Returns the height of the highest. */
static float place(const tool_list *shown, float room, float scale, sm_vec2 places[MOST_TOOLS],
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
    sm_vec2 places[MOST_TOOLS];
    tool_list shown = list_tools(v->controls.commands, s->level->dimensions);
    int columns;
    float height = place(&shown, room, scale, places, &columns);
    float left = left_points * scale, top = top_points * scale, side = side_points * scale;
    control_box body = {left, top, (float)columns * side + 2 * pad, height + 2 * pad};
    controls_add(&v->controls, CONTROL_PANEL, body, "", ROLE_NONE, 0);
    for (int i = 0; i < shown.count; i++) {
        const command_row *t = shown.list[i];
        control_box box = {left + pad + places[i].x, top + pad + places[i].y, side, side};
        control *c =
            controls_add(&v->controls, CONTROL_TOOL, box, t->tool.label, ROLE_NONE, t->argument);
        c->command = t;
        c->icon = t->tool.icon;
        c->key = t->label;
        c->on = is_on(t, v);
        c->disabled = is_disabled(t, v, s);
    }
}

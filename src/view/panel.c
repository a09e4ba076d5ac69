#include "panel.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overlays.h"

static const float width_points = 232, margin_points = 10, pad_points = 8, row_points = 21,
                   slider_points = 36, heading_points = 28, field_points = 24, tool_points = 26;
static const int most_typed_numbers = 1000;

float panel_width(const panel *p, float scale) {
    return p->open ? (width_points + 2 * margin_points) * scale : 0;
}

void panel_close(panel *p) {
    free(p->statement);
    *p = (panel){.open = false};
}

/* Returns the keys of a command as the help shows them, NULL when it has none. */
static const char *keys_of(const control_list *l, const char *command, int argument) {
    const command_row *c = command_find(l->commands, l->dimensions, command, argument);
    return c != NULL ? c->label : NULL;
}

/* ---- Tools ------------------------------------------------------------------------------- */

enum { MOST_TOOLS = 32 };

/* Finds the tools of this kind of level whose places come behind that one, in their order. Returns
 * how many. */
static int list_tools(const command_table *t, int dimensions, int behind,
                      const command_row *list[MOST_TOOLS]) {
    int count = 0;
    for (int place = behind + 1; place <= behind + MOST_TOOLS; place++) {
        for (int i = 0; t != NULL && i < t->count && count < MOST_TOOLS; i++) {
            if (t->rows[i].tool.place == place && command_counts(&t->rows[i], dimensions))
                list[count++] = &t->rows[i];
        }
    }
    return count;
}

static control *add_command(control_list *l, layout_box box, const command_row *t) {
    control *c = controls_add_tool(l, box, t->tool.icon, t->tool.label, NULL, t->argument);
    c->command = t;
    c->key = t->label;
    return c;
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* Where the next row of the column comes. */
typedef struct pen {
    panel *panel;
    control_list *l;
    const frame *f;
    const pointer_tool *pointer_tool;
    float x, y, width;
} pen;

static control *add_row(pen *p, control_kind kind, float height_points, const char *label,
                        const char *command, int argument) {
    layout_box box = {p->x, p->y, p->width, height_points * p->f->scale};
    p->y += box.height;
    return controls_add(p->l, kind, box, label, command, argument);
}

static void add_heading(pen *p, const char *label, const char *key) {
    add_row(p, CONTROL_HEADING, heading_points, label, NULL, 0)->key = key;
}

static void add_property(pen *p, const property *q) {
    if (q->is_switch) {
        add_row(p, CONTROL_CHECK, row_points, q->name, "property", q->id)->on = q->present;
    } else {
        control *c = add_row(p, CONTROL_FIELD, field_points, q->name, "property", q->id);
        c->text = q->mixed ? NULL : q->text;
        c->hint = q->mixed ? "(several)" : q->usage;
    }
}

/* The statement as a whole, to be typed over. One of very many numbers nobody types. */
static void add_statement(pen *p, const sandbox *s, int statement) {
    free(p->panel->statement);
    p->panel->statement = s->level->statements[statement].number_count <= most_typed_numbers
                              ? level_write_statement(s->level, &s->level->statements[statement])
                              : NULL;
    if (p->panel->statement != NULL)
        add_row(p, CONTROL_FIELD, field_points, "", "statement", 0)->text = p->panel->statement;
}

/* ---- Sections ---------------------------------------------------------------------------- */

static void add_shape(pen *p, const sandbox *s) {
    panel *shown = p->panel;
    const selection *chosen = &p->pointer_tool->selection;
    if (chosen->count == 1)
        snprintf(shown->title, sizeof shown->title, "%s",
                 level_statements[s->level->statements[chosen->statements[0]].kind].name);
    else
        snprintf(shown->title, sizeof shown->title, "%d shapes", chosen->count);
    add_heading(p, shown->title, "Enter");
    shown->property_count =
        property_list(s->level, chosen->statements, chosen->count, shown->properties);
    for (int i = 0; i < shown->property_count; i++) {
        add_property(p, &shown->properties[i]);
        p->y += 2 * p->f->scale;
    }
    if (chosen->count == 1)
        add_statement(p, s, chosen->statements[0]);
}

static void add_method(pen *p, const sandbox *s) {
    add_heading(p, "Resolver", "Tab");
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        control *c =
            add_row(p, CONTROL_CHOICE, row_points, sm_resolver_name((sm_resolver)i), "resolver", i);
        c->on = (int)s->player.resolver == i;
        c->tip = sm_resolver_summary((sm_resolver)i);
    }
}

static void add_ghosts(pen *p, const sandbox *s) {
    add_heading(p, "Ghosts", NULL);
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        control *c =
            add_row(p, CONTROL_CHECK, row_points, sm_resolver_name((sm_resolver)i), "ghost", i);
        c->on = ghosts_has(&s->ghosts, (sm_resolver)i);
        c->swatch = p->f->theme->ghost[i];
    }
    p->y += 3 * p->f->scale;
    control *back =
        add_row(p, CONTROL_BUTTON, field_points, "Back to the player", "ghosts-back", 0);
    back->disabled = s->ghosts.set == 0;
}

/* Side by side, each as wide as its name needs. */
static void add_movers(pen *p, const sandbox *s) {
    const size_t button = 5; /* letters' worth of room beside a name */
    size_t letters = 0;
    for (int i = 0; i < MOVER_KIND_COUNT; i++)
        letters += strlen(sandbox_mover_name(s, (mover_kind)i)) + button;
    float x = p->x, letter = p->width / (float)letters;
    for (int i = 0; i < MOVER_KIND_COUNT; i++) {
        const char *name = sandbox_mover_name(s, (mover_kind)i);
        layout_box box = {x, p->y, letter * (float)(strlen(name) + button),
                          row_points * p->f->scale};
        control *c = controls_add(p->l, CONTROL_CHOICE, box, name, "mover", i);
        c->on = (int)s->player.kind == i;
        c->tip = mover_shapes[i].summary;
        x += box.width;
    }
    p->y += row_points * p->f->scale;
}

static void add_setting(pen *p, setting_id which, const player *of) {
    const setting *q = &player_settings[which];
    bool is_switch = setting_is_switch(q);
    control *c = add_row(p, is_switch ? CONTROL_CHECK : CONTROL_SLIDER,
                         is_switch ? row_points : slider_points, q->label, q->name, (int)which);
    float value = setting_get(q, of);
    c->on = is_switch && value > 0;
    if (!is_switch) {
        c->share = setting_fraction(q, value);
        setting_write(q, of, c->value);
    }
}

static void add_settings(pen *p, const sandbox *s) {
    add_heading(p, "Player", keys_of(p->l, "next-mover", 0));
    add_movers(p, s);
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (setting_counts(&player_settings[i], &s->player, s->obstacles->dimension->features))
            add_setting(p, (setting_id)i, &s->player);
    }
}

static void add_overlays(pen *p) {
    add_heading(p, "Overlays", keys_of(p->l, "all-overlays", 0));
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        control *c = add_row(p, CONTROL_CHECK, row_points, level_overlay_name(i), "overlay", i);
        c->on = overlays_have(p->f->overlays, i);
        c->key = overlays[i].key;
        c->tip = overlays[i].summary;
        c->swatch = overlay_ink(p->f->theme, i);
    }
}

static void add_figures(pen *p) {
    figure_list l = figures_now(p->f);
    add_heading(p, "Figures", NULL);
    for (int i = 0; i <= l.count; i++) {
        control *c = add_row(p, CONTROL_TEXT, row_points - 3,
                             i < l.count ? l.list[i].label : "snap grid", NULL, 0);
        if (i < l.count)
            snprintf(c->value, sizeof c->value, "%s", l.list[i].value);
        else
            snprintf(c->value, sizeof c->value, "%g u", (double)p->pointer_tool->grid);
    }
}

/* ---- The column -------------------------------------------------------------------------- */

/* What stands above the column in two rows: time and level, and how it is seen. */
static void add_head(pen *p, const sandbox *s) {
    float side = tool_points * p->f->scale, gap = 2 * p->f->scale;
    for (int row = 1; row <= 2; row++, p->y += side + gap) {
        const command_row *tools[MOST_TOOLS];
        int count = list_tools(p->l->commands, s->level->dimensions, 100 * row, tools);
        for (int i = 0; i < count; i++) {
            float x = p->x + (float)i * (p->width - side) / (float)(count - 1);
            add_command(p->l, (layout_box){x, p->y, side, side}, tools[i])->on =
                (command_is(tools[i], "pause") && s->paused) ||
                (command_is(tools[i], "lens") && p->f->has_lens) ||
                (command_is(tools[i], "follow") && p->f->is_following);
        }
    }
}

/* Shows the rows from `first` on, which end where the pen is, in the room. */
static void scroll_rows(pen *p, int first, layout_box room, float *scroll) {
    float width = 3 * p->f->scale;
    layout_box track = {room.x + room.width - 2 * width, room.y, width, room.height};
    controls_scroll(p->l, first, room, track, p->y, scroll);
}

/* A column of its own with what is selected. Below the sections it takes their room, not their
 * places. */
static void add_shape_column(pen *p, const sandbox *s, layout_box *room) {
    float pad = pad_points * p->f->scale;
    bool below = p->panel->open;
    int body = p->l->count;
    layout_box box = *room;
    controls_add(p->l, CONTROL_PANEL, box, "", NULL, 0);
    p->y = 0;
    add_shape(p, s);
    box.height = fminf(p->y + 2 * pad, room->height * (below ? 0.5f : 1));
    box.y += below ? room->height - box.height : 0;
    layout_box rows = {box.x, box.y + pad, box.width, box.height - 2 * pad};
    scroll_rows(p, body + 1, rows, &p->panel->shape_scroll);
    if (body < p->l->count)
        p->l->list[body].box = box;
    layout_take(p->f->layout, box);
    room->height -= below ? box.height + margin_points * p->f->scale / 2 : 0;
}

/* The tool that unfolds the panel. */
static void add_folded(const pen *p, layout_box *room) {
    float pad = pad_points * p->f->scale, side = tool_points * p->f->scale + 2 * pad;
    layout_box row = layout_cut_top(room, side), body = layout_cut_right(&row, side);
    controls_add(p->l, CONTROL_PANEL, body, "", NULL, 0);
    controls_add_tool(p->l, layout_inset(body, pad), ICON_OPEN_PANEL, "Side panel", "panel", 0);
    layout_take(p->f->layout, body);
    layout_cut_top(room, margin_points * p->f->scale / 2);
}

/* The head, and the sections below it. */
static void add_open(pen *p, const sandbox *s, layout_box room) {
    float pad = pad_points * p->f->scale;
    controls_add(p->l, CONTROL_PANEL, room, "", NULL, 0);
    p->y = room.y + pad;
    add_head(p, s);
    layout_box rows = {room.x, p->y, room.width, room.y + room.height - pad - p->y};
    int first = p->l->count;
    p->y = 0;
    add_method(p, s);
    add_ghosts(p, s);
    add_settings(p, s);
    add_overlays(p);
    add_figures(p);
    scroll_rows(p, first, rows, &p->panel->scroll);
    layout_take(p->f->layout, room);
}

void panel_lay_out(panel *shown, control_list *l, const frame *f, const pointer_tool *h) {
    const sandbox *s = f->sandbox;
    float margin = margin_points * f->scale, pad = pad_points * f->scale;
    float width = width_points * f->scale, right = (float)f->canvas->width - margin;
    float top = shown->open ? margin : 48 * f->scale;
    layout_box room = {right - width, top, width, (float)f->canvas->height - margin - top};
    pen p = {shown, l, f, h, room.x + pad, top, width - 2 * pad};
    shown->property_count = 0;
    if (!shown->open)
        add_folded(&p, &room);
    if (h->selection.count > 0)
        add_shape_column(&p, s, &room);
    if (shown->open)
        add_open(&p, s, room);
}

/* ---- The tool bar ------------------------------------------------------------------------ */

static const float least_tool_share = 0.8f; /* smaller tools stand in two columns rather */
static const float side_points = 30, gap_points = 7, bar_pad_points = 4, left_points = 10,
                   top_points = 66, bottom_points = 12;

static bool is_disabled(const command_row *c, const pointer_tool *h, const sandbox *s) {
    return (c->need == NEEDS_SELECTION && h->selection.count == 0) ||
           (c->need == NEEDS_UNDO && !edit_can_undo(s->edit)) ||
           (c->need == NEEDS_REDO && !edit_can_redo(s->edit));
}

static float advance(const command_row *c, bool at_top) {
    return side_points + (c->tool.starts_group && !at_top ? gap_points : 0);
}

float toolbar_lay_out(control_list *l, const frame *f, const pointer_tool *h, bool help) {
    const sandbox *s = f->sandbox;
    const command_row *tools[MOST_TOOLS];
    int count = list_tools(l->commands, s->level->dimensions, 0, tools), body = l->count;
    float pad = bar_pad_points * f->scale, all = 0, size = f->scale;
    layout_box room = {left_points * f->scale, top_points * f->scale, 0,
                       (float)f->canvas->height - (top_points + bottom_points) * f->scale};
    for (int i = 0; i < count; i++)
        all += advance(tools[i], i == 0) * size;
    float share = (room.height - 2 * pad) / all;
    size *= share < 1 && share > least_tool_share ? 0.999f * share : 1;
    float side = side_points * size, x = room.x + pad, y = 0, highest = 0;
    controls_add(l, CONTROL_PANEL, room, "", NULL, 0);
    for (int i = 0; i < count; i++) {
        const command_row *t = tools[i];
        if (y > 0 && y + advance(t, false) * size > room.height - 2 * pad) {
            x += side;
            y = 0;
        }
        y += advance(t, y == 0) * size;
        highest = fmaxf(highest, y);
        layout_box box = {x, room.y + pad + y - side, side, side};
        control *c = add_command(l, box, t);
        c->on = (command_is(t, "tool") && (int)h->drawing.tool == t->argument) ||
                (command_is(t, "help") && help);
        c->disabled = is_disabled(t, h, s);
    }
    room.width = x + side + pad - room.x;
    room.height = highest + 2 * pad;
    if (body < l->count)
        l->list[body].box = room;
    layout_take(f->layout, room);
    return room.x + room.width;
}

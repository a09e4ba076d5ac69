#include "panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hud.h"
#include "overlays.h"

static const float width_points = 232, margin_points = 10, pad_points = 8, row_points = 21,
                   slider_points = 36, heading_points = 28, field_points = 24, tool_points = 26,
                   sheet_width_points = 560; /* of a wider window it is a column */
static const int max_typed_numbers = 1000;

float panel_sheet_height(const panel *p, const canvas *window, float scale) {
    bool is_upright = window->height > window->width;
    bool is_sheet = p->open && is_upright && (float)window->width < sheet_width_points * scale;
    return is_sheet ? (float)window->height / 2 : 0;
}

float panel_width(const panel *p, const canvas *window, float scale) {
    bool is_column = p->open && panel_sheet_height(p, window, scale) == 0;
    return is_column ? (width_points + 2 * margin_points) * scale : 0;
}

/* Returns the keys of a command as the help shows them, NULL when it has none. */
static const char *keys_of(const ui *u, const char *command, int argument) {
    const command_row *c = command_find(u->commands, u->dimensions, command, argument);
    return c != NULL ? c->label : NULL;
}

/* ---- Tools ------------------------------------------------------------------------------- */

enum { TOOLS_MAX = 32 };

/* Lists the tools for levels of those dimensions by their place in a bar, from the place after
 * `behind` on. Returns how many there are. */
static int list_tools(const command_table *t, int dimensions, int behind,
                      const command_row *list[TOOLS_MAX]) {
    int count = 0;
    for (int place = behind + 1; place <= behind + TOOLS_MAX; place++) {
        for (int i = 0; t != NULL && i < t->count && count < TOOLS_MAX; i++) {
            if (t->rows[i].tool.place == place && command_is_in(&t->rows[i], dimensions))
                list[count++] = &t->rows[i];
        }
    }
    return count;
}

static control *add_command(ui *u, layout_box box, const command_row *t) {
    control *c = ui_add_tool(u, box, t->tool.icon, t->tool.label, NULL, t->argument);
    c->command = t;
    c->key = t->label;
    return c;
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* The place of the next row of the column. */
typedef struct cursor {
    panel *panel;
    ui *u;
    const frame *f;
    const pointer_tool *pointer_tool;
    float x, y, width;
} cursor;

static control *add_row(cursor *at, control_kind kind, float height_points, const char *label,
                        const char *command, int argument) {
    float points = kind == CONTROL_HEADING ? height_points : ui_for_pointer(at->u, height_points);
    layout_box box = {at->x, at->y, at->width, points * at->f->scale};
    at->y += box.height;
    return ui_add(at->u, kind, box, label, command, argument);
}

static void add_heading(cursor *at, const char *label, const char *key) {
    add_row(at, CONTROL_HEADING, heading_points, label, NULL, 0)->key = key;
}

static void add_property(cursor *at, const property *q) {
    if (q->is_switch) {
        add_row(at, CONTROL_CHECK, row_points, q->name, "property", q->id)->on = q->present;
    } else {
        control *c = add_row(at, CONTROL_FIELD, field_points, q->name, "property", q->id);
        c->text = q->mixed ? NULL : q->text;
        c->hint = q->mixed ? "(several)" : q->usage;
    }
}

/* Adds a field with the whole statement. A statement of very many numbers has no field. */
static void add_statement(cursor *at, const level *l, int statement) {
    const level_statement *st = &l->statements[statement];
    char *words = st->number_count <= max_typed_numbers ? level_write_statement(l, st) : NULL;
    if (words == NULL)
        return;
    add_row(at, CONTROL_FIELD, field_points, "", "statement", 0)->text =
        ui_print(at->u, "%s", words);
    free(words);
}

/* ---- Sections ---------------------------------------------------------------------------- */

static void add_shape(cursor *at, const sandbox *s) {
    panel *shown = at->panel;
    const selection *chosen = &at->pointer_tool->selection;
    const level_statement *first = &s->level->statements[chosen->statements[0]];
    add_heading(at,
                chosen->count == 1 ? level_statements[first->kind].name
                                   : ui_print(at->u, "%d shapes", chosen->count),
                "Enter");
    shown->property_count =
        property_list(s->level, chosen->statements, chosen->count, shown->properties);
    for (int i = 0; i < shown->property_count; i++) {
        add_property(at, &shown->properties[i]);
        at->y += 2 * at->f->scale;
    }
    if (chosen->count == 1)
        add_statement(at, s->level, chosen->statements[0]);
}

static void add_method(cursor *at, const sandbox *s) {
    add_heading(at, "Resolver", "Tab");
    for (int i = 0; i < resolver_count(); i++) {
        control *c =
            add_row(at, CONTROL_CHOICE, row_points, resolver_name((sm_resolver)i), "resolver", i);
        c->on = (int)s->player.resolver == i;
        c->tip = resolver_summary((sm_resolver)i);
    }
}

static void add_ghosts(cursor *at, const sandbox *s) {
    add_heading(at, "Ghosts", NULL);
    for (int i = 0; i < resolver_count(); i++) {
        control *c =
            add_row(at, CONTROL_CHECK, row_points, resolver_name((sm_resolver)i), "ghost", i);
        c->on = ghosts_has(&s->ghosts, (sm_resolver)i);
        c->swatch = at->f->theme->ghost[i];
    }
    at->y += 3 * at->f->scale;
    control *back =
        add_row(at, CONTROL_BUTTON, field_points, "Back to the player", "ghosts-back", 0);
    back->disabled = s->ghosts.set == 0;
}

/* Adds the movers side by side, each as wide as its name. */
static void add_movers(cursor *at, const sandbox *s) {
    const size_t button = 5; /* the room beside a name, in letters */
    size_t letters = 0;
    for (int i = 0; i < MOVER_KIND_COUNT; i++)
        letters += strlen(sandbox_mover_name(s, (mover_kind)i)) + button;
    float x = at->x, letter = at->width / (float)letters;
    float height = ui_for_pointer(at->u, row_points) * at->f->scale;
    for (int i = 0; i < MOVER_KIND_COUNT; i++) {
        const char *name = sandbox_mover_name(s, (mover_kind)i);
        layout_box box = {x, at->y, letter * (float)(strlen(name) + button), height};
        control *c = ui_add(at->u, CONTROL_CHOICE, box, name, "mover", i);
        c->on = (int)s->player.kind == i;
        c->tip = mover_shapes[i].summary;
        x += box.width;
    }
    at->y += height;
}

static void add_setting(cursor *at, setting_id which, const player *of) {
    const setting *q = &player_settings[which];
    bool is_switch = setting_is_switch(q);
    control *c = add_row(at, is_switch ? CONTROL_CHECK : CONTROL_SLIDER,
                         is_switch ? row_points : slider_points, q->label, q->name, (int)which);
    float value = setting_get(q, of);
    c->on = is_switch ? value > 0 : at->panel->slider == (int)which;
    if (!is_switch) {
        c->fraction = setting_fraction(q, value);
        char words[SETTING_WORDS_LENGTH];
        setting_write(q, of, words);
        c->value = ui_print(at->u, "%s", words);
    }
}

static void add_settings(cursor *at, const sandbox *s) {
    add_heading(at, "Player", keys_of(at->u, "next-mover", 0));
    add_movers(at, s);
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (setting_has_effect(&player_settings[i], &s->player, s->obstacles->dimension->features))
            add_setting(at, (setting_id)i, &s->player);
    }
}

static void add_overlays(cursor *at) {
    add_heading(at, "Overlays", keys_of(at->u, "all-overlays", 0));
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        control *c = add_row(at, CONTROL_CHECK, row_points, level_overlay_name(i), "overlay", i);
        c->on = overlays_have(at->f->overlays, i);
        c->key = overlays[i].key;
        c->tip = overlays[i].summary;
        c->swatch = overlay_ink(at->f->theme, i);
    }
}

static void add_figures(cursor *at) {
    ui_row rows[FIGURES_MAX + 1];
    int count = figures_list(at->u, at->f, rows);
    float inset = CONTROL_INSET_POINTS * at->f->scale;
    add_heading(at, "Figures", NULL);
    rows[count++] =
        (ui_row){.cells = {"snap grid", ui_print(at->u, "%g u", (double)at->pointer_tool->grid)}};
    layout_box box = {at->x + inset, at->y, at->width - 2 * inset, 0};
    at->y += ui_add_table(at->u, box,
                          (ui_table){.columns = figure_columns,
                                     .column_count = 2,
                                     .rows = rows,
                                     .row_count = count})
                 ->box.height;
}

/* ---- The column -------------------------------------------------------------------------- */

/* Adds rows of tools above the column: time and level, then the view. */
static void add_head(cursor *at, const sandbox *s) {
    float side = ui_for_pointer(at->u, tool_points) * at->f->scale, gap = 2 * at->f->scale;
    for (int row = 1; row <= 2; row++, at->y += side + gap) {
        const command_row *tools[TOOLS_MAX];
        int count = list_tools(at->u->commands, s->level->dimensions, 100 * row, tools);
        int most = (int)(at->width / side), rows = (count + most - 1) / most;
        int across = (count + rows - 1) / rows;
        for (int i = 0; i < count; i++) {
            if (i > 0 && i % across == 0)
                at->y += side + gap;
            float x = at->x + (float)(i % across) * (at->width - side) / (float)(across - 1);
            add_command(at->u, (layout_box){x, at->y, side, side}, tools[i])->on =
                (command_is(tools[i], "pause") && s->paused) ||
                (command_is(tools[i], "lens") && at->f->has_lens) ||
                (command_is(tools[i], "follow") && at->f->is_following);
        }
    }
}

/* Makes a scrolled column of the controls from `first` on, which end at the cursor. */
static void scroll_rows(cursor *at, int first, layout_box room, ui_scroll *scroll) {
    float width = 3 * at->f->scale;
    layout_box track = {room.x + room.width - 2 * width, room.y, width, room.height};
    ui_scroll_column(at->u, first, room, track, at->y, scroll);
}

/* Adds a column for the selected shape. Where the panel is open, the column takes the lower part of
 * the panel's room. */
static void add_shape_column(cursor *at, const sandbox *s, layout_box *room) {
    float pad = pad_points * at->f->scale;
    bool below = at->panel->open;
    int body = ui_begin_panel(at->u);
    layout_box box = *room;
    at->y = 0;
    add_shape(at, s);
    box.height = fminf(at->y + 2 * pad, room->height * (below ? 0.5f : 1));
    box.y += below ? room->height - box.height : 0;
    layout_box rows = {box.x, box.y + pad, box.width, box.height - 2 * pad};
    scroll_rows(at, body + 1, rows, &at->panel->shape_scroll);
    ui_end_panel(at->u, body, box);
    layout_take(at->f->layout, box);
    room->height -= below ? box.height + margin_points * at->f->scale / 2 : 0;
}

/* Adds the tool that unfolds the panel. */
static void add_folded(const cursor *at, layout_box *room) {
    float pad = pad_points * at->f->scale;
    float side = ui_for_pointer(at->u, tool_points) * at->f->scale + 2 * pad;
    layout_box row = layout_cut_top(room, side), body = layout_cut_right(&row, side);
    ui_add(at->u, CONTROL_PANEL, body, "", NULL, 0);
    ui_add_tool(at->u, layout_inset(body, pad), ICON_OPEN_PANEL, "Side panel", "panel", 0);
    layout_take(at->f->layout, body);
    layout_cut_top(room, margin_points * at->f->scale / 2);
}

/* Adds the head and the sections. */
static void add_open(cursor *at, const sandbox *s, layout_box room) {
    float pad = pad_points * at->f->scale;
    ui_add(at->u, CONTROL_PANEL, room, "", NULL, 0);
    at->y = room.y + pad;
    add_head(at, s);
    layout_box rows = {room.x, at->y, room.width, room.y + room.height - pad - at->y};
    int first = at->u->count;
    at->y = 0;
    add_method(at, s);
    add_ghosts(at, s);
    add_settings(at, s);
    add_overlays(at);
    add_figures(at);
    scroll_rows(at, first, rows, &at->panel->scroll);
    layout_take(at->f->layout, room);
}

void panel_lay_out(panel *shown, ui *u, const frame *f, const pointer_tool *tool) {
    const sandbox *s = f->sandbox;
    float margin = margin_points * f->scale, pad = pad_points * f->scale;
    float width = width_points * f->scale, right = (float)f->canvas->width - margin;
    float top = shown->open ? margin : hud_status_bottom(u) + pad;
    float sheet = panel_sheet_height(shown, f->canvas, f->scale);
    if (sheet > 0) {
        width = right - margin;
        top = (float)f->canvas->height - sheet;
    }
    layout_box room = {right - width, top, width, (float)f->canvas->height - margin - top};
    cursor at = {shown, u, f, tool, room.x + pad, top, width - 2 * pad};
    shown->property_count = 0;
    if (!shown->open)
        add_folded(&at, &room);
    if (tool->selection.count > 0)
        add_shape_column(&at, s, &room);
    if (shown->open)
        add_open(&at, s, room);
}

/* ---- The tool bar ------------------------------------------------------------------------ */

static const float min_tool_fraction = 0.8f; /* for smaller tools there are two columns instead */
static const float side_points = 30, gap_points = 7, bar_pad_points = 4, left_points = 10,
                   top_points = 66, bottom_points = 12;

static bool is_disabled(const command_row *c, const pointer_tool *tool, const sandbox *s) {
    return (c->need == NEEDS_SELECTION && tool->selection.count == 0) ||
           (c->need == NEEDS_UNDO && !edit_can_undo(s->edit)) ||
           (c->need == NEEDS_REDO && !edit_can_redo(s->edit));
}

static float advance(const ui *u, const command_row *c, bool at_top) {
    return ui_for_pointer(u, side_points) + (c->tool.starts_group && !at_top ? gap_points : 0);
}

float toolbar_lay_out(ui *u, const frame *f, const pointer_tool *tool, bool help) {
    const sandbox *s = f->sandbox;
    const command_row *tools[TOOLS_MAX];
    int count = list_tools(u->commands, s->level->dimensions, 0, tools), body = ui_begin_panel(u);
    float pad = bar_pad_points * f->scale, all = 0, size = f->scale;
    layout_box room = {left_points * f->scale, top_points * f->scale, 0,
                       (float)f->canvas->height - (top_points + bottom_points) * f->scale};
    for (int i = 0; i < count; i++)
        all += advance(u, tools[i], i == 0) * size;
    float fraction = (room.height - 2 * pad) / all;
    bool shrinks = !u->focus.by_finger && fraction < 1 && fraction > min_tool_fraction;
    size *= shrinks ? 0.999f * fraction : 1;
    float side = ui_for_pointer(u, side_points) * size, x = room.x + pad, y = 0, highest = 0;
    for (int i = 0; i < count; i++) {
        const command_row *t = tools[i];
        if (y > 0 && y + advance(u, t, false) * size > room.height - 2 * pad) {
            x += side;
            y = 0;
        }
        y += advance(u, t, y == 0) * size;
        highest = fmaxf(highest, y);
        layout_box box = {x, room.y + pad + y - side, side, side};
        control *c = add_command(u, box, t);
        c->on = (command_is(t, "tool") && (int)tool->drawing.tool == t->argument) ||
                (command_is(t, "help") && help);
        c->disabled = is_disabled(t, tool, s);
    }
    room.width = x + side + pad - room.x;
    room.height = highest + 2 * pad;
    ui_end_panel(u, body, room);
    layout_take(f->layout, room);
    return room.x + room.width;
}

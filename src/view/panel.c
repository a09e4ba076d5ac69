#include "panel.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "overlays.h"

static const float width_points = 232, margin_points = 10, pad_points = 8, row_points = 21,
                   slider_points = 36, heading_points = 28, field_points = 24, tool_points = 26;
static const int most_typed_numbers = 1000;

float panel_width(const panel *p, float scale) {
    return p->open ? (width_points + 2 * margin_points) * scale : 0;
}

static float folded_side(const frame *f) {
    return (tool_points + 2 * pad_points) * f->scale;
}

sm_vec2 panel_free_corner(const panel *p, const frame *f, const pointer_tool *h) {
    float right = (float)f->camera.width - 14 * f->scale;
    if (h != NULL && !p->open)
        right -= h->selection.count > 0 ? (width_points + margin_points) * f->scale
                                        : folded_side(f) + margin_points * f->scale;
    return (sm_vec2){right, 48 * f->scale};
}

void panel_close(panel *p) {
    free(p->statement);
    *p = (panel){.open = false};
}

/* ---- Sliders ----------------------------------------------------------------------------- */

typedef struct slider {
    command_role role;
    const char *label;
    float low, high;
    bool is_even;  /* equal ways are equal differences, not equal ratios */
    bool has_none; /* its beginning is 0 instead of `low` */
    bool is_whole;
    const char *format; /* of its value */
    unsigned needs;     /* what a level must have for it: HAS_... */
} slider;

static const slider sliders[] = {
    {ROLE_RADIUS, "radius", PLAYER_RADIUS_MIN, PLAYER_RADIUS_MAX, false, false, false, "%.3g u", 0},
    {ROLE_SPEED, "speed", 0.1f, 10, false, false, false, "%.2gx", 0},
    {ROLE_PUSHES, "pushes", 1, SM_PUSHES_MAX, true, false, true, "%.0f", 0},
    {ROLE_CROWD, "crowd", 1, CROWD_MAX, false, true, true, "%.0f", HAS_CROWD},
};
enum { SLIDER_COUNT = sizeof sliders / sizeof *sliders };

static float slider_share(const slider *s, float value) {
    if (s->has_none && value < s->low)
        return 0;
    float share = s->is_even ? (value - s->low) / (s->high - s->low)
                             : logf(value / s->low) / logf(s->high / s->low);
    return clamp(share, 0, 1);
}

float panel_slider_value(command_role role, float share) {
    for (int i = 0; i < SLIDER_COUNT; i++) {
        const slider *s = &sliders[i];
        if (s->role != role || (s->has_none && share <= 0))
            continue;
        float value = s->is_even ? s->low + share * (s->high - s->low)
                                 : s->low * powf(s->high / s->low, share);
        return s->is_whole ? roundf(value) : value;
    }
    return 0;
}

/* Returns the keys of a command as the help shows them, NULL when it has none. */
static const char *keys_of(const control_list *l, command_role role, int argument) {
    const command_row *c = command_find(l->commands, role, argument);
    return c != NULL ? c->label : NULL;
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* Where the next row of the column comes. */
typedef struct pen {
    panel *panel;
    control_list *l;
    const frame *f;
    const pointer_tool *pointer_tool;
    unsigned overlays; /* that are shown */
    float x, y, width;
} pen;

static control *add_row(pen *p, control_kind kind, float height_points, const char *label,
                        command_role role, int argument) {
    control_box box = {p->x, p->y, p->width, height_points * p->f->scale};
    p->y += box.height;
    return controls_add(p->l, kind, box, label, role, argument);
}

static void add_heading(pen *p, const char *label, const char *key) {
    add_row(p, CONTROL_HEADING, heading_points, label, ROLE_NONE, 0)->key = key;
}

__attribute__((format(printf, 3, 4))) static void add_figure(pen *p, const char *label,
                                                             const char *format, ...) {
    control *c = add_row(p, CONTROL_TEXT, row_points - 3, label, ROLE_NONE, 0);
    va_list values;
    va_start(values, format);
    vsnprintf(c->value, sizeof c->value, format, values);
    va_end(values);
}

static void add_property(pen *p, const property *q) {
    if (q->is_switch) {
        add_row(p, CONTROL_CHECK, row_points, q->name, ROLE_PROPERTY, q->id)->on = q->present;
    } else {
        control *c = add_row(p, CONTROL_FIELD, field_points, q->name, ROLE_PROPERTY, q->id);
        c->text = q->mixed ? "(several)" : q->text;
        c->hint = q->usage;
    }
}

/* The statement as a whole, to be typed over. One of very many numbers nobody types. */
static void add_statement(pen *p, const sandbox *s, int statement) {
    free(p->panel->statement);
    p->panel->statement = s->level->statements[statement].number_count <= most_typed_numbers
                              ? level_write_statement(s->level, statement)
                              : NULL;
    if (p->panel->statement != NULL)
        add_row(p, CONTROL_FIELD, field_points, "", ROLE_STATEMENT, 0)->text = p->panel->statement;
}

/* ---- Sections ---------------------------------------------------------------------------- */

static void add_shape(pen *p, const sandbox *s) {
    panel *shown = p->panel;
    const selection *chosen = &p->pointer_tool->selection;
    if (chosen->count == 0)
        return;
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
    for (int i = 0; i < SM_RESOLVER_COUNT; i++)
        add_row(p, CONTROL_CHOICE, row_points, sm_resolver_name((sm_resolver)i), ROLE_RESOLVER, i)
            ->on = (int)s->player.resolver == i;
}

static void add_ghosts(pen *p, const sandbox *s) {
    add_heading(p, "Ghosts", NULL);
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        control *c =
            add_row(p, CONTROL_CHECK, row_points, sm_resolver_name((sm_resolver)i), ROLE_GHOST, i);
        c->on = ghosts_has(&s->ghosts, (sm_resolver)i);
        c->key = keys_of(p->l, ROLE_GHOST, i);
    }
    p->y += 3 * p->f->scale;
    control *back =
        add_row(p, CONTROL_BUTTON, field_points, "Back to the player", ROLE_GHOSTS_BACK, 0);
    back->key = keys_of(p->l, ROLE_GHOSTS_BACK, 0);
    back->disabled = s->ghosts.set == 0;
}

/* Side by side: they are few and short. */
static void add_movers(pen *p, const sandbox *s) {
    static const float shares[MOVER_KIND_COUNT] = {0.3f, 0.4f, 0.3f}; /* of the row */
    float x = p->x;
    for (int i = 0; i < MOVER_KIND_COUNT; i++) {
        control_box box = {x, p->y, p->width * shares[i], row_points * p->f->scale};
        const char *name = sandbox_mover_name(s, (mover_kind)i);
        if (name != NULL)
            controls_add(p->l, CONTROL_CHOICE, box, name, ROLE_MOVER, i)->on =
                (int)s->player.kind == i;
        x += box.width;
    }
    p->y += row_points * p->f->scale;
}

static void add_check(pen *p, const char *label, command_role role, bool on) {
    control *c = add_row(p, CONTROL_CHECK, row_points, label, role, 0);
    c->on = on;
    c->key = keys_of(p->l, role, 0);
}

static void add_sliders(pen *p, const sandbox *s) {
    add_heading(p, "Player", keys_of(p->l, ROLE_NEXT_MOVER, 0));
    add_movers(p, s);
    const float values[SLIDER_COUNT] = {s->player.radius, s->player.speed_factor,
                                        (float)s->player.max_pushes, (float)s->crowd.count};
    for (int i = 0; i < SLIDER_COUNT; i++) {
        const slider *q = &sliders[i];
        if (!sandbox_has(s, q->needs))
            continue;
        control *c = add_row(p, CONTROL_SLIDER, slider_points, q->label, q->role, 0);
        c->share = slider_share(q, values[i]);
        c->key = keys_of(p->l, q->role, 0);
        snprintf(c->value, sizeof c->value, q->format, (double)values[i]);
    }
    if (sandbox_has(s, HAS_MOMENTUM))
        add_check(p, "momentum", ROLE_MOMENTUM, s->player.momentum);
    if (sandbox_has(s, HAS_GRAVITY))
        add_check(p, "gravity", ROLE_GRAVITY, s->player.gravity);
    if (sandbox_has(s, HAS_BACKS))
        add_check(p, "backs collide", ROLE_BOTH_SIDES, s->player.both_sides);
    add_check(p, "paused", ROLE_PAUSE, s->paused);
}

static void add_overlays(pen *p, const sandbox *s) {
    add_heading(p, "Overlays", keys_of(p->l, ROLE_ALL_OVERLAYS, 0));
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (!sandbox_has(s, overlays[i].needs))
            continue;
        control *c = add_row(p, CONTROL_CHECK, row_points, level_overlay_name(i), ROLE_OVERLAY, i);
        c->on = (p->overlays & 1u << i) != 0;
        c->key = overlays[i].key;
    }
}

static void add_figures(pen *p, const sandbox *s) {
    const figures *g = &p->f->figures;
    sm3_result r = record_last(&s->record)->result;
    add_heading(p, "Figures", NULL);
    char position[FRAME_POSITION_LENGTH];
    add_figure(p, "position", "%s", frame_write_position(p->f, r.position, position));
    if (s->player.momentum && sandbox_has(s, HAS_MOMENTUM))
        add_figure(p, "velocity", "%.3f, %.3f u/s", (double)s->player.velocity.x,
                   (double)s->player.velocity.y);
    add_figure(p, "pushes", "%d of %d", r.pushes, s->player.max_pushes);
    add_figure(p, "depth left", "%.3g u", (double)r.depth);
    add_figure(p, "candidates", "%d", record_candidates(&s->record));
    add_figure(p, "obstacles", "%d", s->obstacles->count);
    if (sandbox_has(s, HAS_DRAWING))
        add_figure(p, "snap grid", "%g u", (double)p->pointer_tool->grid);
    if (g->frames_per_second == 0) { /* a single picture has no rate */
        add_figure(p, "tick", "%lu", s->tick);
        return;
    }
    add_figure(p, "tick", "%lu, %.1f \xc2\xb5s", s->tick, (double)g->tick_microseconds);
    if (s->crowd.count > 0 && sandbox_has(s, HAS_CROWD))
        add_figure(p, "moves a second", "%.3g",
                   (double)(1 + s->crowd.count) / (double)g->tick_microseconds * 1e6);
    add_figure(p, "frames", "%.0f fps, %.2f ms", (double)g->frames_per_second,
               (double)g->frame_milliseconds);
}

/* ---- The column -------------------------------------------------------------------------- */

static void add_tool(pen *p, float x, icon which, const char *label, command_role role, bool on) {
    float side = tool_points * p->f->scale;
    control *c =
        controls_add(p->l, CONTROL_TOOL, (control_box){x, p->y, side, side}, label, role, 0);
    c->icon = which;
    c->key = keys_of(p->l, role, 0);
    c->on = on;
}

/* Folds the column; makes single ticks. */
static void add_tools(pen *p, const sandbox *s) {
    float side = tool_points * p->f->scale, right = p->x + p->width;
    if (p->panel->open) {
        add_tool(p, p->x, ICON_PAUSE, "Pause", ROLE_PAUSE, s->paused);
        add_tool(p, p->x + side, ICON_STEP, "One tick", ROLE_STEP, false);
        add_tool(p, right - side, ICON_CLOSE_PANEL, "Fold the panel", ROLE_PANEL, false);
    } else {
        add_tool(p, right - side, ICON_OPEN_PANEL, "Side panel", ROLE_PANEL, false);
    }
    p->y += side;
}

static void add_sections(pen *p, const sandbox *s) {
    add_shape(p, s);
    if (!p->panel->open)
        return;
    add_method(p, s);
    if (sandbox_has(s, HAS_GHOSTS))
        add_ghosts(p, s);
    add_sliders(p, s);
    add_overlays(p, s);
    add_figures(p, s);
}

/* Lays the sections out from the top of the clip, moved up by the scroll; returns their height. */
static float add_scrolled(pen *p, const sandbox *s, float scroll) {
    float top = p->y;
    p->y -= scroll;
    add_sections(p, s);
    return p->y + scroll - top;
}

/* Where the seen part lies in the whole height. */
static void add_scroll(const pen *p, control_box room, float height) {
    float width = 3 * p->f->scale;
    control_box thumb = {room.x + room.width - 2 * width,
                         room.y + room.height * p->panel->scroll / height, width,
                         room.height * room.height / height};
    controls_add(p->l, CONTROL_SCROLL, thumb, "", ROLE_NONE, 0);
}

void panel_lay_out(panel *shown, control_list *l, const frame *f, const pointer_tool *h,
                   unsigned overlays_shown) {
    const sandbox *s = f->sandbox;
    float margin = margin_points * f->scale, pad = pad_points * f->scale;
    float width = width_points * f->scale, right = (float)f->canvas->width - margin;
    float top = shown->open ? margin : 48 * f->scale, bottom = (float)f->canvas->height - margin;
    bool has_shape = h->selection.count > 0;
    shown->property_count = 0;
    int body = l->count;
    controls_add(l, CONTROL_PANEL, (control_box){right - width, top, width, 0}, "", ROLE_NONE, 0);
    pen p = {shown, l, f, h, overlays_shown, right - width + pad, top + pad, width - 2 * pad};
    add_tools(&p, s);

    control_box all = l->clip, room = {right - width, p.y, width, bottom - pad - p.y};
    l->clip = room;
    int first = l->count;
    pen start = p;
    float height = add_scrolled(&p, s, 0);
    shown->scroll = clamp(shown->scroll, 0, fmaxf(0, height - room.height));
    if (shown->scroll > 0) {
        l->count = first;
        p = start;
        add_scrolled(&p, s, shown->scroll);
    }
    l->clip = all;
    if (height > room.height)
        add_scroll(&p, room, height);
    control_box *b = body < l->count ? &l->list[body].box : &l->spare.box;
    b->height = fminf(start.y + height + pad, bottom) - top;
    if (!shown->open && !has_shape) { /* the tool alone */
        float side = folded_side(f);
        *b = (control_box){right - side, top, side, side};
    }
}

/* ---- The tool bar ------------------------------------------------------------------------ */

enum { MOST_TOOLS = 32 };

static const float side_points = 30, gap_points = 7, bar_pad_points = 4, left_points = 10,
                   top_points = 66, bottom_points = 12;

static bool is_disabled(const command_row *c, const pointer_tool *h, const sandbox *s) {
    return (c->need == NEEDS_SELECTION && h->selection.count == 0) ||
           (c->need == NEEDS_UNDO && !edit_can_undo(s->edit)) ||
           (c->need == NEEDS_REDO && !edit_can_redo(s->edit));
}

static bool is_on(const command_row *c, const pointer_tool *h, bool help) {
    return (c->role == ROLE_TOOL && (int)h->drawing.tool == c->argument) ||
           (c->role == ROLE_HELP && help);
}

/* The tools of this kind of level. */
typedef struct tool_list {
    const command_row *list[MOST_TOOLS];
    int count;
} tool_list;

/* In the order of their places. */
static tool_list list_tools(const command_table *t, int dimensions) {
    tool_list shown = {.count = 0};
    for (int i = 0; t != NULL && i < t->count; i++) {
        if (t->rows[i].tool.place == 0 || !command_counts(&t->rows[i], dimensions) ||
            shown.count == MOST_TOOLS)
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

void toolbar_lay_out(control_list *l, const frame *f, const pointer_tool *h, bool help) {
    const sandbox *s = f->sandbox;
    float scale = f->scale, pad = bar_pad_points * scale;
    float room = (float)f->canvas->height - (top_points + bottom_points) * scale - 2 * pad;
    sm_vec2 places[MOST_TOOLS];
    tool_list shown = list_tools(l->commands, s->level->dimensions);
    int columns;
    float height = place(&shown, room, scale, places, &columns);
    float left = left_points * scale, top = top_points * scale, side = side_points * scale;
    control_box body = {left, top, (float)columns * side + 2 * pad, height + 2 * pad};
    controls_add(l, CONTROL_PANEL, body, "", ROLE_NONE, 0);
    for (int i = 0; i < shown.count; i++) {
        const command_row *t = shown.list[i];
        control_box box = {left + pad + places[i].x, top + pad + places[i].y, side, side};
        control *c = controls_add(l, CONTROL_TOOL, box, t->tool.label, ROLE_NONE, t->argument);
        c->command = t;
        c->icon = t->tool.icon;
        c->key = t->label;
        c->on = is_on(t, h, help);
        c->disabled = is_disabled(t, h, s);
    }
}

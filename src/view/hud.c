#include "hud.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "overlays.h"

/* ---- Status ------------------------------------------------------------------------------ */

static const float top_points = 14, badge_points = 26; /* above a badge; its height */
/* The least widths of the title beside badges, and without others. */
static const float title_points = 140, min_title_points = 60;

float hud_status_bottom(const ui *u) {
    return (top_points + ui_for_pointer(u, badge_points)) * u->paint.scale;
}

/* A row of badges that grows to the left while there is room. A badge shows a setting that matters
 * or that differs from its default; a press on it takes the next choice or the default. */
typedef struct badge_row {
    const frame *f;
    ui *u;
    float right, left; /* the next badge ends at `right`; none may begin before `left` */
    float begin;       /* where the leftmost badge begins */
} badge_row;

static void add_badge(badge_row *row, badge_tone tone, const char *words, const char *command,
                      int argument) {
    const frame *f = row->f;
    float width = text_width(f->text, TEXT_BOLD, words) + 20 * f->scale;
    if (row->right - width < row->left)
        return;
    layout_box box = {row->right - width, top_points * f->scale, width,
                      ui_for_pointer(row->u, badge_points) * f->scale};
    control *c = ui_add(row->u, CONTROL_BADGE, box, "", command, argument);
    c->tone = tone;
    c->value = words;
    layout_take(f->layout, box);
    row->begin = box.x;
    row->right = box.x - 8 * f->scale;
}

/* Returns what a character touches: the floor, or else a wall or the ceiling. */
static const char *footing(const sm_character *body) {
    return body->on_floor ? "floor" : body->on_wall ? "wall" : body->on_ceiling ? "ceiling" : "air";
}

/* Returns where the leftmost badge begins. */
static float add_badges(ui *u, const frame *f, bool is_recorded) {
    const sandbox *s = f->sandbox;
    const player *p = &s->player;
    float end = (float)f->camera.width;
    sm_resolver shown = f->is_inside ? moments_record(s)->trace.resolver
                        : p->gravity ? resolver_of_library(p->resolver)
                                     : p->resolver;
    badge_row row = {f, u, end - 14 * f->scale, 8 * f->scale, end};
    add_badge(&row, TONE_ACCENT, resolver_name(shown), "next-resolver", 0);
    if (s->paused)
        add_badge(&row, TONE_ALARM, "paused", "pause", 0);
    if (is_recorded && !f->is_inside)
        add_badge(&row, TONE_PLAIN, "Why?", "why", 0);
    if (moments_record(s)->result.status == SM_CRUSHED)
        add_badge(&row, TONE_ALARM, "crushed", "reset", 0);
    if (p->noclip)
        add_badge(&row, TONE_ALARM, "no collisions", NULL, 0);
    row.left = title_points * f->scale;
    if (f->is_following)
        add_badge(&row, TONE_PLAIN, "following", "follow", 0);
    add_badge(&row, TONE_PLAIN, sandbox_mover_name(s, p->kind), "next-mover", 0);
    if (sandbox_has(s, HAS_BACKS) && p->both_sides)
        add_badge(&row, TONE_PLAIN, "backs collide", "both-sides", SETTING_BOTH_SIDES);
    if (p->gravity)
        add_badge(&row, TONE_PLAIN, footing(&p->body), "gravity", SETTING_GRAVITY);
    else if (s->obstacles->dimension->falls)
        add_badge(&row, TONE_PLAIN, "no gravity", "gravity", SETTING_GRAVITY);
    if (sandbox_has(s, HAS_MOMENTUM) && p->momentum)
        add_badge(&row, TONE_PLAIN, "momentum", "momentum", SETTING_MOMENTUM);
    if (p->speed_factor != 1)
        add_badge(&row, TONE_PLAIN, ui_print(u, "speed %.2gx", (double)p->speed_factor),
                  "usual-speed", SETTING_SPEED);
    return row.begin;
}

/* A long title has smaller letters and two lines. */
void hud_lay_out_status(ui *u, const frame *f, const char *path, bool is_recorded) {
    const char *title = level_title(f->sandbox->level);
    title = title[0] != '\0' ? title : "Untitled";
    color body = color_fade(f->theme->panel, 0.75f); /* over walls */
    float pad = 8 * f->scale, room = add_badges(u, f, is_recorded) - 4 * pad;
    bool is_long = text_width(f->text, TEXT_TITLE, title) > room;
    if (room < min_title_points * f->scale || (f->is_inside && is_long)) /* less room there */
        return;
    prose how = {is_long ? TEXT_BOLD : TEXT_TITLE, room, 2, false};
    control *c = ui_add_words(u, (sm_vec2){pad, 12 * f->scale}, how, pad, title);
    c->swatch = body;
    layout_take(f->layout, c->box);
    if (f->is_inside)
        return;
    how = (prose){.width = room, .max_lines = 1};
    c = ui_add_words(u, (sm_vec2){pad, c->box.y + c->box.height}, how, pad, path);
    c->ink = f->theme->ink_dim;
    c->swatch = body;
    layout_take(f->layout, c->box);
}

/* Returns the displacement from the middle of the scene to the player, pixels. It is very long when
 * the player is behind the eye. */
static sm_vec2 displacement_to_player(const frame *f) {
    sm_vec2 middle = {(float)f->camera.width / 2, (float)f->camera.height / 2};
    sm_vec2 at;
    sm3_vec away = sm3_between(camera3_eye(&f->camera), f->position), up = camera3_up(&f->camera);
    sm3_vec right = sm3_cross(camera3_forward(&f->camera), up);
    if (!camera_see(&f->camera, f->position, &at))
        return (sm_vec2){1e6f * sm3_dot(away, right), -1e6f * sm3_dot(away, up)};
    return sm_between(middle, at);
}

void hud_draw_arrow_to_player(const frame *f) {
    static const float radius_points = 13, arm_points = 8;
    float radius = radius_points * f->scale, arm = arm_points * f->scale;
    sm_vec2 half = {(float)f->camera.width / 2, (float)f->camera.height / 2};
    sm_vec2 away = displacement_to_player(f);
    float length = hypotf(away.x, away.y);
    if ((fabsf(away.x) <= half.x && fabsf(away.y) <= half.y) || !isfinite(length))
        return;
    sm_vec2 to = {away.x / length, away.y / length};
    layout_box r = f->layout->room, box = {.width = 2 * radius, .height = 2 * radius};
    float reach = fminf(half.x / fmaxf(fabsf(to.x), 1e-6f), half.y / fmaxf(fabsf(to.y), 1e-6f));
    box.x = clamp(half.x + to.x * reach - radius, r.x, r.x + r.width - box.width);
    box.y = clamp(half.y + to.y * reach - radius, r.y, r.y + r.height - box.height);
    if (!layout_place_near(f->layout, box, &box)) /* beside other boxes */
        return;
    sm_vec2 at = {box.x + radius, box.y + radius};
    canvas_capsule(f->canvas, at, at, radius, f->theme->panel);
    canvas_arrow(f->canvas, sm_offset(at, to, -arm), sm_offset(at, to, arm), 2.5f * f->scale,
                 9 * f->scale, f->theme->player);
}

void hud_draw_message(const frame *f, const char *message, float opacity) {
    paint p = frame_paint(f);
    float line = text_line_height(p.text, TEXT_NORMAL), pad = 12 * p.scale;
    message = text_shortened(p.text, TEXT_NORMAL, message, f->layout->room.width - 2 * pad);
    float width = text_width(p.text, TEXT_NORMAL, message) + 2 * pad, height = line + pad;
    layout_box b; /* lighter than a dialog, over which it may stand */
    if (!layout_place(f->layout, LAYOUT_BOTTOM, width, height, &b))
        return;
    float edge = paint_hairline(&p), corner = b.height / 2 / p.scale;
    paint_fill(&p, layout_inset(b, -edge), corner + edge / p.scale,
               color_fade(p.theme->badge, opacity));
    paint_fill(&p, b, corner, color_fade(p.theme->key, opacity));
    paint_text(&p, TEXT_NORMAL, b.x + pad, b.y + pad / 2, color_fade(p.theme->ink, opacity),
               message);
}

/* ---- Error ------------------------------------------------------------------------------- */

void hud_lay_out_error(ui *u, const frame *f, const char *headline, const char *detail) {
    float pad = 14 * f->scale, line = text_line_height(f->text, TEXT_BOLD);
    prose head = {TEXT_BOLD, fminf(f->layout->room.width - 2 * pad, 720 * f->scale), 1, false};
    prose rest = {TEXT_NORMAL, head.width, 4, false};
    sm_vec2 size = prose_size(&u->paint, rest, detail);
    layout_box box;
    size.x = fmaxf(size.x, text_width(f->text, TEXT_BOLD, headline)) + 2 * pad;
    if (detail[0] == '\0' ||
        !layout_place(f->layout, LAYOUT_TOP, size.x, size.y + line + 2 * pad, &box))
        return;
    ui_add(u, CONTROL_PANEL, box, "", NULL, 0)->tone = TONE_ALARM;
    sm_vec2 at = {box.x + pad, box.y + pad};
    ui_add_words(u, at, head, 0, headline)->ink = f->theme->error;
    at.y += line;
    ui_add_words(u, at, rest, 0, detail);
}

/* ---- Progress ---------------------------------------------------------------------------- */

void hud_draw_progress(const frame *f, const char *words, float fraction) {
    paint p = frame_paint(f);
    float pad = 16 * p.scale, width = fminf(380 * p.scale, (float)p.canvas->width - 2 * pad);
    float height = 66 * p.scale, inner = width - 2 * pad;
    layout_box body = {((float)p.canvas->width - width) / 2, ((float)p.canvas->height - height) / 2,
                       width, height};
    layout_box bar = {body.x + pad, body.y + height - pad - 6 * p.scale, inner, 6 * p.scale};
    paint_panel(&p, body, p.theme->panel, p.theme->panel_edge);
    paint_text(&p, TEXT_NORMAL, bar.x, body.y + pad, p.theme->ink,
               text_shortened(p.text, TEXT_NORMAL, words, inner));
    paint_fill(&p, bar, 3, p.theme->panel_edge);
    bar.width = fmaxf(bar.height, inner * clamp(fraction, 0, 1));
    paint_fill(&p, bar, 3, p.theme->badge);
}

/* ---- The timeline ------------------------------------------------------------------------ */

static const float max_points = 830, min_points = 240; /* of the timeline */
static const float row_points = 24, tool_points = 24, time_points = 104, pad_points = 6;
static const float lane_points = 4;   /* one kind of marks */
static const float track_points = 16; /* of the bar's height, below the lanes */

/* The kinds of marks, from the top lane down. */
typedef struct mark {
    unsigned bit;
    const char *label;
    const char *tip;
    size_t ink; /* offset in the theme */
} mark;

#define INK(role) offsetof(theme, role)
static const mark marks[] = {
    {SESSION_PUSHED, "pushes", "The push before this tick", INK(push)},
    {SESSION_DEPTH, "depth left", "The tick before this one that ended inside an obstacle",
     INK(depth)},
    {SESSION_SNAG, "snags", "The snag before this tick: less than half of the path was made",
     INK(ray)},
    {SESSION_PARTED, "partings", "The tick before this one at which a ghost parted", INK(good)},
    {SESSION_CHANGED, "changes", "The change before this tick, of the level or a setting",
     INK(selected)},
    {SESSION_BOOKMARK, "bookmarks", "The bookmark before this tick; F7 sets one", INK(ink)},
};
enum { MARK_COUNT = sizeof marks / sizeof *marks };

/* Draws the marks of a column. It is two pixels wide, so that a single event is seen. */
static void draw_column(const paint *p, int x, float y, unsigned set) {
    int lane = (int)fmaxf(1, floorf(lane_points * p->scale));
    for (int i = 0; i < MARK_COUNT; i++) {
        if ((set & marks[i].bit) != 0)
            canvas_fill_rect(p->canvas, (canvas_rect){x, (int)y + i * lane, 2, lane - (lane > 1)},
                             theme_color_at(p->theme, marks[i].ink));
    }
}

/* Draws the marks above the bar. A column of pixels has the marks of all ticks that fall on it;
 * where a tick is wider than a pixel, each of its columns has that tick's marks. */
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

static float track_height(const ui *u) {
    return ui_for_pointer(u, track_points) * u->paint.scale;
}

bool timeline_find_mark(const timeline *t, const ui *u, layout_box bar, sm_vec2 at,
                        unsigned long *tick) {
    static const float slack_points = 4;
    float scale = u->paint.scale;
    session_time time = session_now(t->recorded);
    double all = (double)(time.end - time.first);
    if (at.y > bar.y + bar.height - track_height(u)) /* on the track below the marks */
        return false;
    float low = slider_fraction_at(bar, at.x - slack_points * scale, scale);
    float high = slider_fraction_at(bar, at.x + slack_points * scale, scale);
    *tick = session_find_last(t->recorded, time.first + (unsigned long)ceil((double)high * all),
                              SESSION_MET);
    return *tick > time.first && (double)(*tick - time.first) >= floor((double)low * all);
}

static float tool_width(const ui *u) {
    return ui_for_pointer(u, tool_points) * u->paint.scale;
}

static control *add_tool(ui *u, layout_box *row, icon drawn, const char *tip, const char *command,
                         int argument) {
    layout_box box = layout_cut_left(row, tool_width(u));
    return ui_add_tool(u, box, drawn, tip, command, argument);
}

/* Adds what makes a file of the ticks, at the right end, where there is room. */
static void add_file_tools(ui *u, layout_box *row) {
    if (row->width < 2 * tool_width(u))
        return;
    layout_box files = layout_cut_right(row, 2 * tool_width(u));
    add_tool(u, &files, ICON_KEEP, "Keep this tick: a small recording, and a test in C", "keep", 0);
    add_tool(u, &files, ICON_RECORD, "Save a recording", "record", 0);
}

static void add_tools(const timeline *t, ui *u, layout_box *row) {
    add_tool(u, row, ICON_PLAY_BACK, "Play backwards", "play", -1)->on = t->playing == -1;
    add_tool(u, row, ICON_STEP_BACK, "One tick back", "tick-back", 0);
    add_tool(u, row, ICON_STEP, "One tick", "step", 0);
    add_tool(u, row, ICON_PLAY, "Play what was recorded", "play", 1)->on = t->playing == 1;
    if (session_has_branch(t->recorded, -1))
        add_tool(u, row, ICON_UNDO, "The branch before the fork", "branch", -1);
    if (session_has_branch(t->recorded, 1))
        add_tool(u, row, ICON_REDO, "The branch behind the fork", "branch", 1);
}

/* Adds a button for each kind of mark, as many as there is room for. */
static void add_buttons(ui *u, const frame *f, layout_box row) {
    for (int i = 0; i < MARK_COUNT; i++) {
        const mark *m = &marks[i];
        float width = text_width(f->text, TEXT_NORMAL, m->label) + 26 * f->scale,
              gap = 4 * f->scale;
        if (row.width < width)
            return;
        layout_box box = layout_cut_left(&row, width);
        control *c = ui_add(u, CONTROL_BUTTON, box, m->label, "mark", (int)m->bit);
        c->tip = m->tip;
        c->swatch = theme_color_at(f->theme, m->ink);
        layout_cut_left(&row, gap);
    }
}

/* Finds a free place for the timeline, as wide as there is one. What the scene gave up for it at
 * its lower end counts as free. */
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
    float given = t->room, pad = pad_points * f->scale, bar_height = track_height(u);
    t->box.width = t->room = 0;
    t->recorded = recorded;
    if (recorded == NULL || f->is_inside)
        return;
    session_time time = session_now(recorded);
    bool past = t->playing != 0 || time.now < time.end, open = past || was_under_pointer;
    if (time.end <= time.first || !(past || f->sandbox->paused))
        return;
    float lanes_height = MARK_COUNT * lane_points * f->scale;
    float row_height = ui_for_pointer(u, row_points) * f->scale;
    float rest = lanes_height + row_height + pad / 2; /* the height besides the bar */
    t->room = past ? rest : 0;
    if (!find_place(f, given, bar_height + pad + (open ? rest : 0), &t->box))
        return;
    layout_box in = layout_inset(t->box, pad / 2); /* from below: the bar does not move */
    layout_box row = layout_cut_top(&in, open ? row_height : 0);
    layout_box bar_box = layout_cut_bottom(&in, bar_height + (open ? lanes_height : 0));
    ui_add(u, CONTROL_PANEL, t->box, "", NULL, 0);
    if (open)
        ui_add_drawn(u, bar_box, draw_marks, t);
    control *bar = ui_add(u, CONTROL_SLIDER, bar_box, "", "timeline", 0);
    bar->tip = "Drag to any tick; going on from the past makes another branch";
    bar->fraction = (float)((double)(time.now - time.first) / (double)(time.end - time.first));
    if (!open)
        return;
    add_tools(t, u, &row);
    add_file_tools(u, &row);
    if (row.width < time_points * f->scale)
        return;
    ui_add_text(u, layout_cut_left(&row, time_points * f->scale), "",
                ui_print(u, "%.2f / %.2f s", (double)time.now / TICKS_PER_SECOND,
                         (double)time.end / TICKS_PER_SECOND));
    add_buttons(u, f, row);
}

/* ---- Help -------------------------------------------------------------------------------- */

enum { HELP_COLUMNS = 3, HELP_GROUPS = 4 };
enum { HELP_OVERLAYS = GROUP_COUNT, HELP_FIRST };

/* The groups of each column; -1 for none. */
static const int help_columns[HELP_COLUMNS][HELP_GROUPS] = {
    {HELP_FIRST, GROUP_MOVE, GROUP_VIEW, -1},
    {GROUP_TIME, GROUP_LEVEL, GROUP_DRAW, -1},
    {HELP_OVERLAYS, GROUP_EDIT, -1}};

static const float help_key_points = 84; /* width of the keys, left of the help */

/* A column that is being filled: the height of its rows so far, and the width of the widest. */
typedef struct help_column {
    ui *u;
    const frame *f;
    float height, widest;
} help_column;

static void add_help_heading(help_column *c, const char *heading) {
    float inset = CONTROL_INSET_POINTS * c->f->scale;
    float height = text_line_height(c->f->text, TEXT_BOLD) + 4 * c->f->scale;
    layout_box box = {-inset, c->height, 0, height};
    ui_add(c->u, CONTROL_HEADING, box, heading, NULL, 0);
    c->height += height;
}

static control *add_help_row(help_column *c, const char *key, const char *help, bool lit) {
    const frame *f = c->f;
    float pad = 5 * f->scale, height = text_line_height(f->text, TEXT_SMALL) + pad;
    float beside =
        fmaxf(help_key_points * f->scale, text_width(f->text, TEXT_SMALL, key) + 3 * pad);
    float width = beside + text_width(f->text, TEXT_SMALL, help);
    control *row =
        ui_add(c->u, CONTROL_KEY, (layout_box){0, c->height, width, height}, help, NULL, 0);
    row->key = key;
    row->on = lit;
    row->marker = beside;
    c->height += height;
    c->widest = fmaxf(c->widest, width);
    return row;
}

static void add_help_overlays(help_column *c) {
    add_help_heading(c, "Overlays");
    for (int i = 0; i < OVERLAY_COUNT; i++)
        add_help_row(c, overlays[i].key, overlays[i].summary, overlays_have(c->f->overlays, i))
            ->swatch = overlay_ink(c->f->theme, i);
}

/* A group without a row in this kind of level has no heading. */
static void add_help_keys(help_column *c, int group) {
    bool begun = false;
    for (int i = 0; i < c->u->commands->count; i++) {
        const command_row *row = &c->u->commands->rows[i];
        if ((row->first ? HELP_FIRST : (int)row->group) != group || row->label == NULL ||
            !command_is_in(row, c->f->sandbox->level->dimensions))
            continue;
        if (!begun)
            add_help_heading(c, group == HELP_FIRST ? "First of all" : command_group_names[group]);
        begun = true;
        add_help_row(c, row->label, row->help, true);
    }
}

/* Adds a column from (0, 0) on. */
static help_column add_help_column(ui *u, const frame *f, int column) {
    help_column c = {.u = u, .f = f};
    for (int i = 0; i < HELP_GROUPS && help_columns[column][i] >= 0; i++) {
        if (help_columns[column][i] == HELP_OVERLAYS)
            add_help_overlays(&c);
        else
            add_help_keys(&c, help_columns[column][i]);
        c.height += 10 * f->scale;
    }
    return c;
}

/* Adds the columns side by side, or as many as fit, the others below. */
void hud_lay_out_help(ui *u, const frame *f, ui_scroll *scroll) {
    float pad = 18 * f->scale, bar = 3 * f->scale, x = 0, top = 0;
    layout_box window = u->clip, body = {0};
    float room = window.width - 2 * pad;
    int panel = ui_begin_panel(u);
    for (int i = 0; i < HELP_COLUMNS; i++) {
        int begin = u->count;
        help_column c = add_help_column(u, f, i);
        if (x > 0 && x + c.widest > room) {
            x = 0;
            top = body.height;
        }
        float width = fminf(c.widest, room);
        for (int k = begin; k < u->count; k++)
            u->list[k].box.width = width;
        ui_move(u, begin, x, top);
        body.height = fmaxf(body.height, top + c.height);
        body.width = fmaxf(body.width, x + width);
        x += width + 34 * f->scale;
    }
    float all = body.height + 2 * pad, width = body.width + 2 * pad;
    float height = fminf(all, window.height);
    body = (layout_box){(window.width - width) / 2, (window.height - height) / 2, width, height};
    ui_move(u, panel + 1, body.x + pad, pad);
    layout_box inner = layout_inset(body, 2);
    ui_scroll_column(u, panel + 1, inner, (layout_box){body.x + width - 2 * bar, 0, bar, height},
                     all - 4, scroll);
    ui_end_panel(u, panel, body);
}

#include "hud.h"

#include <math.h>
#include <stdio.h>

#include "overlays.h"

/* Adds a line of words with room of `pad` pixels before and behind them; `body`: what it stands on,
 * 0: nothing. Returns its box. */
static layout_box add_line(control_list *l, const frame *f, text_style style, sm_vec2 at, float pad,
                           color ink, color body, const char *words) {
    layout_box box = {at.x, at.y, text_width(f->text, style, words) + 2 * pad,
                      text_line_height(f->text, style)};
    control *c = controls_add(l, CONTROL_LINE, box, "", ROLE_NONE, 0);
    c->style = style;
    c->ink = ink;
    c->swatch = body;
    snprintf(c->value, sizeof c->value, "%s", words);
    return box;
}

/* ---- Status ------------------------------------------------------------------------------ */

static const float badge_points = 26, title_points = 140; /* height of a badge, least width left */

/* A row of badges that grows to the left, as long as there is room. A badge says what counts, or
 * what is not as usual, and a press on it goes to the next choice, or back to the usual. */
typedef struct badge_row {
    const frame *f;
    control_list *l;
    float right, left; /* where the next one ends, and what they must leave free */
    float begin;       /* of the leftmost one */
} badge_row;

static void add_badge(badge_row *row, badge_tone tone, const char *words, command_role role) {
    const frame *f = row->f;
    float width = text_width(f->text, TEXT_BOLD, words) + 20 * f->scale;
    if (row->right - width < row->left)
        return;
    layout_box box = {row->right - width, 14 * f->scale, width, badge_points * f->scale};
    control *c = controls_add(row->l, CONTROL_BADGE, box, "", role, 0);
    c->tone = tone;
    snprintf(c->value, sizeof c->value, "%s", words);
    layout_take(f->layout, box);
    row->begin = box.x;
    row->right = box.x - 8 * f->scale;
}

/* What a character is on; of several what bears it. */
static const char *footing(const sm_character *body) {
    return body->on_floor ? "floor" : body->on_wall ? "wall" : body->on_ceiling ? "ceiling" : "air";
}

/* Returns where they begin. */
static float add_badges(control_list *l, const frame *f) {
    const sandbox *s = f->sandbox;
    const player *p = &s->player;
    char words[64];
    float end = (float)f->camera.width;
    badge_row row = {f, l, end - 14 * f->scale, 8 * f->scale, end};
    add_badge(&row, TONE_ACCENT, sm_resolver_name(p->resolver), ROLE_NEXT_RESOLVER);
    if (s->paused)
        add_badge(&row, TONE_ALARM, "paused", ROLE_PAUSE);
    if (record_last(&s->record)->result.status == SM_CRUSHED)
        add_badge(&row, TONE_ALARM, "crushed", ROLE_RESET);
    if (p->noclip)
        add_badge(&row, TONE_ALARM, "no collisions", ROLE_NONE);
    row.left = title_points * f->scale;
    if (f->is_following)
        add_badge(&row, TONE_PLAIN, "following", ROLE_FOLLOW);
    add_badge(&row, TONE_PLAIN, sandbox_mover_name(s, p->kind), ROLE_NEXT_MOVER);
    if (sandbox_has(s, HAS_BACKS) && p->both_sides)
        add_badge(&row, TONE_PLAIN, "backs collide", ROLE_BOTH_SIDES);
    if (p->gravity)
        add_badge(&row, TONE_PLAIN, footing(&p->body), ROLE_GRAVITY);
    else if (s->obstacles->dimension->falls)
        add_badge(&row, TONE_PLAIN, "no gravity", ROLE_GRAVITY);
    if (sandbox_has(s, HAS_MOMENTUM) && p->momentum)
        add_badge(&row, TONE_PLAIN, "momentum", ROLE_MOMENTUM);
    snprintf(words, sizeof words, "speed %.2gx", (double)p->speed_factor);
    if (p->speed_factor != 1)
        add_badge(&row, TONE_PLAIN, words, ROLE_USUAL_SPEED);
    return row.begin;
}

/* A title that is long has smaller letters and two lines. */
void hud_lay_out_status(control_list *l, const frame *f, const char *path) {
    enum { TITLE_LINES = 2 };
    const char *title = level_title(f->sandbox->level);
    text_line words[TITLE_LINES];
    title = title[0] != '\0' ? title : "Untitled";
    float pad = 8 * f->scale, room = add_badges(l, f) - 4 * pad, y = 12 * f->scale;
    text_style large = text_width(f->text, TEXT_TITLE, title) <= room ? TEXT_TITLE : TEXT_BOLD;
    int n = text_break(f->text, large, title, room, words, TITLE_LINES);
    for (int i = 0; i <= n; i++) {
        text_style style = i < n ? large : TEXT_SMALL;
        const char *shown = text_shortened(f->text, style, i < n ? words[i].words : path, room);
        layout_box box =
            add_line(l, f, style, (sm_vec2){pad, y}, pad, i < n ? f->theme->ink : f->theme->ink_dim,
                     color_fade(f->theme->panel, 0.75f), shown); /* over walls */
        layout_take(f->layout, box);
        y += box.height;
    }
}

/* Where the player's middle is from the middle of the scene, pixels; behind the eye far away. */
static sm_vec2 way_to_player(const frame *f) {
    sm_vec2 middle = {(float)f->camera.width / 2, (float)f->camera.height / 2};
    sm_vec2 at;
    sm3_vec away = sm3_between(camera3_eye(&f->camera), f->position), up = camera3_up(&f->camera);
    sm3_vec right = sm3_cross(camera3_forward(&f->camera), up);
    if (!f->look->pixel(f, f->position, &at))
        return (sm_vec2){1e6f * sm3_dot(away, right), -1e6f * sm3_dot(away, up)};
    return sm_between(middle, at);
}

void hud_draw_way_to_player(const frame *f) {
    static const float radius_points = 13, arm_points = 8;
    float radius = radius_points * f->scale, arm = arm_points * f->scale;
    sm_vec2 half = {(float)f->camera.width / 2, (float)f->camera.height / 2};
    sm_vec2 way = way_to_player(f);
    float length = hypotf(way.x, way.y);
    if ((fabsf(way.x) <= half.x && fabsf(way.y) <= half.y) || !isfinite(length))
        return;
    sm_vec2 to = {way.x / length, way.y / length};
    float reach = fminf((half.x - radius) / fmaxf(fabsf(to.x), 1e-6f),
                        (half.y - radius) / fmaxf(fabsf(to.y), 1e-6f));
    for (;; reach -= radius) { /* inward, past what stands there */
        sm_vec2 at = sm_offset(half, to, reach);
        layout_box box = {at.x - radius, at.y - radius, 2 * radius, 2 * radius};
        if (reach > radius && !layout_is_free(f->layout, box))
            continue;
        layout_take(f->layout, box);
        canvas_capsule(f->canvas, at, at, radius, f->theme->panel);
        canvas_arrow(f->canvas, sm_offset(at, to, -arm), sm_offset(at, to, arm), 2.5f * f->scale,
                     9 * f->scale, f->theme->player);
        return;
    }
}

void hud_draw_message(const frame *f, const char *message, float opacity) {
    float line = text_line_height(f->text, TEXT_NORMAL), pad = 12 * f->scale;
    message = text_shortened(f->text, TEXT_NORMAL, message, f->layout->room.width - 2 * pad);
    float width = text_width(f->text, TEXT_NORMAL, message) + 2 * pad, height = line + pad;
    layout_box b; /* lighter than a dialog, over which it may stand */
    if (!layout_place(f->layout, LAYOUT_BOTTOM, width, height, &b))
        return;
    float edge = frame_hairline(f), corner = b.height / 2 / f->scale;
    frame_fill(f, layout_inset(b, -edge), corner + edge / f->scale,
               color_fade(f->theme->badge, opacity));
    frame_fill(f, b, corner, color_fade(f->theme->key, opacity));
    frame_text(f, TEXT_NORMAL, b.x + pad, b.y + pad / 2, color_fade(f->theme->ink, opacity),
               message);
}

/* ---- Hints ------------------------------------------------------------------------------- */

static const char *hint_words(const sandbox *s, hint which) {
    switch (which) {
    case HINT_WALK:
        return "Walk with [W] [A] [S] [D]";
    case HINT_DRAG:
        return sandbox_has(s, HAS_DEPTH) ? "Drag the player; beside it a drag looks around"
                                         : "Drag the disk, or a wall";
    default:
        return "Choose a resolver with [Tab], and watch others as ghosts: [Ctrl+1] to [Ctrl+5]";
    }
}

void hud_lay_out_hints(control_list *l, const frame *f, unsigned hints) {
    float pad = 10 * f->scale, side = 20 * f->scale, most = 330 * f->scale;
    float width = fminf(f->layout->room.width, most), heights[HINT_COUNT], height = pad;
    float inner = width - 3 * pad - side;
    layout_box b;
    for (int i = 0; i < HINT_COUNT; i++) {
        heights[i] = prose_height(f, hint_words(f->sandbox, (hint)i), inner);
        height += (hints & 1u << i) != 0 ? heights[i] + pad : 0;
    }
    if (hints == 0 || !layout_place(f->layout, LAYOUT_BOTTOM, width, height, &b))
        return;
    controls_add(l, CONTROL_PANEL, b, "", ROLE_NONE, 0);
    float y = b.y + pad;
    for (int i = 0; i < HINT_COUNT; i++) {
        if ((hints & 1u << i) == 0)
            continue;
        layout_box line = {b.x + pad, y, inner, heights[i]};
        layout_box corner = {b.x + width - pad - side, y + (heights[i] - side) / 2, side, side};
        controls_add(l, CONTROL_PROSE, line, hint_words(f->sandbox, (hint)i), ROLE_NONE, 0);
        control *away = controls_add(l, CONTROL_TOOL, corner, "Put this hint away", ROLE_HINT, i);
        away->icon = ICON_DELETE;
        y += heights[i] + pad;
    }
}

/* ---- Error ------------------------------------------------------------------------------- */

void hud_lay_out_error(control_list *l, const frame *f, const char *headline, const char *detail) {
    enum { LINES = 4 };
    text_line lines[LINES];
    float pad = 14 * f->scale, width = text_width(f->text, TEXT_BOLD, headline);
    float room = fminf(f->layout->room.width - 2 * pad, 720 * f->scale);
    float height = text_line_height(f->text, TEXT_NORMAL);
    int n = text_break(f->text, TEXT_NORMAL, detail, room, lines, LINES);
    layout_box box;
    for (int i = 0; i < n; i++)
        width = fmaxf(width, text_width(f->text, TEXT_NORMAL, lines[i].words));
    if (n == 0 || !layout_place(f->layout, LAYOUT_TOP, width + 2 * pad,
                                (float)(n + 1) * height + 2 * pad, &box))
        return;
    controls_add(l, CONTROL_PANEL, box, "", ROLE_NONE, 0)->tone = TONE_ALARM;
    sm_vec2 at = {box.x + pad, box.y + pad};
    add_line(l, f, TEXT_BOLD, at, 0, f->theme->error, 0, headline);
    for (int i = 0; i < n; i++) {
        at.y += height;
        add_line(l, f, TEXT_NORMAL, at, 0, f->theme->ink, 0, lines[i].words);
    }
}

/* ---- Progress ---------------------------------------------------------------------------- */

void hud_draw_progress(const frame *f, const char *words, float share) {
    float pad = 16 * f->scale, width = fminf(380 * f->scale, (float)f->canvas->width - 2 * pad);
    float height = 66 * f->scale, inner = width - 2 * pad;
    layout_box body = {((float)f->canvas->width - width) / 2,
                       ((float)f->canvas->height - height) / 2, width, height};
    layout_box bar = {body.x + pad, body.y + height - pad - 6 * f->scale, inner, 6 * f->scale};
    frame_panel(f, body, f->theme->panel, f->theme->panel_edge);
    frame_text(f, TEXT_NORMAL, bar.x, body.y + pad, f->theme->ink,
               text_shortened(f->text, TEXT_NORMAL, words, inner));
    frame_fill(f, bar, 3, f->theme->panel_edge);
    bar.width = fmaxf(bar.height, inner * clamp(share, 0, 1));
    frame_fill(f, bar, 3, f->theme->badge);
}

/* ---- Help -------------------------------------------------------------------------------- */

enum { HELP_COLUMNS = 3, HELP_GROUPS = 4 };
enum { HELP_OVERLAYS = GROUP_COUNT, HELP_FIRST };

/* The groups of each column; -1 for none. */
static const int help_columns[HELP_COLUMNS][HELP_GROUPS] = {
    {HELP_FIRST, GROUP_MOVE, GROUP_VIEW, -1},
    {GROUP_TIME, GROUP_LEVEL, GROUP_DRAW, -1},
    {HELP_OVERLAYS, GROUP_EDIT, -1}};

static const float help_label_points = 84; /* keys to the left of what they do */

/* A column under way: where its next row stands. */
typedef struct help_pen {
    const frame *f;
    const command_table *commands;
    float x, y, width;
    float widest; /* of the rows so far */
} help_pen;

static void draw_help_heading(help_pen *pen, const char *heading) {
    const frame *f = pen->f;
    frame_text(f, TEXT_BOLD, pen->x, pen->y, f->theme->badge, heading);
    pen->y += text_line_height(f->text, TEXT_BOLD) + 4 * f->scale;
}

static void draw_help_row(help_pen *pen, const char *label, const char *help, bool lit) {
    const frame *f = pen->f;
    float pad = 5 * f->scale, line = text_line_height(f->text, TEXT_SMALL);
    float width = text_width(f->text, TEXT_SMALL, label);
    float beside = fmaxf(help_label_points * f->scale, width + 3 * pad);
    frame_fill(f, (layout_box){pen->x, pen->y, width + 2 * pad, line + 2 * f->scale}, 4,
               f->theme->key);
    frame_text(f, TEXT_SMALL, pen->x + pad, pen->y + f->scale, f->theme->ink, label);
    frame_text(f, TEXT_SMALL, pen->x + beside, pen->y + f->scale,
               lit ? f->theme->ink : f->theme->ink_dim,
               text_shortened(f->text, TEXT_SMALL, help, pen->width - beside));
    pen->widest = fmaxf(pen->widest, beside + text_width(f->text, TEXT_SMALL, help));
    pen->y += line + 5 * f->scale;
}

static void draw_help_overlays(help_pen *pen) {
    const frame *f = pen->f;
    draw_help_heading(pen, "Overlays");
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        bool on = overlays_have(f->overlays, i);
        float radius = 4 * f->scale;
        sm_vec2 dot = {pen->x - 9 * f->scale,
                       pen->y + f->scale + text_line_height(f->text, TEXT_SMALL) / 2};
        canvas_capsule_outline(f->canvas, dot, dot, on ? radius / 2 : radius,
                               on ? radius : 1.5f * f->scale, overlay_ink(f->theme, i));
        draw_help_row(pen, overlays[i].key, overlays[i].summary, on);
    }
}

/* A group without a row in this kind of level has no heading. */
static void draw_help_keys(help_pen *pen, int group) {
    bool begun = false;
    for (int i = 0; i < pen->commands->count; i++) {
        const command_row *row = &pen->commands->rows[i];
        if ((row->first ? HELP_FIRST : (int)row->group) != group || row->label == NULL ||
            !command_counts(row, pen->f->sandbox->level->dimensions))
            continue;
        if (!begun)
            draw_help_heading(pen,
                              group == HELP_FIRST ? "First of all" : command_group_names[group]);
        begun = true;
        draw_help_row(pen, row->label, row->help, true);
    }
}

static void draw_help_column(help_pen *pen, int column) {
    for (int i = 0; i < HELP_GROUPS && help_columns[column][i] >= 0; i++) {
        if (help_columns[column][i] == HELP_OVERLAYS)
            draw_help_overlays(pen);
        else
            draw_help_keys(pen, help_columns[column][i]);
        pen->y += 10 * pen->f->scale;
    }
}

/* The columns side by side, or as many of them as fit, the others below. */
typedef struct help_plan {
    help_pen columns[HELP_COLUMNS];
    float width, height; /* of all of them */
} help_plan;

/* Draws them where nobody sees it, for their sizes. */
static help_plan plan_help(const frame *f, const command_table *commands, float room) {
    float x = 0, top = 0;
    help_plan plan = {.width = 0};
    canvas_clip(f->canvas, (canvas_rect){0, 0, 0, 0});
    for (int i = 0; i < HELP_COLUMNS; i++) {
        help_pen *c = &plan.columns[i];
        *c = (help_pen){.f = f, .commands = commands, .width = INFINITY};
        draw_help_column(c, i);
        if (x > 0 && x + c->widest > room) {
            x = 0;
            top = plan.height;
        }
        plan.height = fmaxf(plan.height, top + c->y);
        c->x = x;
        c->y = top;
        c->width = fminf(c->widest, room);
        plan.width = fmaxf(plan.width, x + c->width);
        x += c->width + 34 * f->scale;
    }
    canvas_unclip(f->canvas);
    return plan;
}

float hud_draw_help(const frame *f, const command_table *commands, float *scroll) {
    float pad = 18 * f->scale, bar = 3 * f->scale;
    float room_x = (float)f->canvas->width, room_y = (float)f->canvas->height;
    help_plan plan = plan_help(f, commands, room_x - 2 * pad);
    float width = plan.width + 2 * pad, all = plan.height + 2 * pad, height = fminf(all, room_y);
    layout_box body = {(room_x - width) / 2, (room_y - height) / 2, width, height};
    *scroll = clamp(*scroll, 0, all - height);

    frame_panel(f, body, f->theme->panel, f->theme->panel_edge);
    canvas_clip(f->canvas,
                (canvas_rect){(int)body.x, (int)body.y + 2, (int)width, (int)height - 4});
    for (int i = 0; i < HELP_COLUMNS; i++) {
        plan.columns[i].x += body.x + pad;
        plan.columns[i].y += body.y + pad - *scroll;
        draw_help_column(&plan.columns[i], i);
    }
    canvas_unclip(f->canvas);
    if (all > height) /* which part of the whole is seen */
        frame_scroll_bar(f, layout_bar((layout_box){body.x + width - 2 * bar, 0, bar, height}, all,
                                       height, *scroll));
    return all - height;
}

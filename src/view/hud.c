#include "hud.h"

#include <math.h>
#include <stdio.h>

#include "overlays.h"

static void put(const frame *f, text_style style, float x, float y, color ink, const char *string) {
    text_draw(f->text, f->canvas, style, x, y, ink, string);
}

static void draw_panel(const frame *f, float x, float y, float width, float height, color body,
                       color edge) {
    float line = fmaxf(1, floorf(f->scale)), corner = 8 * f->scale;
    canvas_rounded_rect(f->canvas, x - line, y - line, width + 2 * line, height + 2 * line,
                        corner + line, edge);
    canvas_rounded_rect(f->canvas, x, y, width, height, corner, body | 0xff000000u);
}

/* ---- Status ------------------------------------------------------------------------------ */

static const float badge_points = 26, title_points = 140; /* height of a badge, least width left */

/* A row of badges that grows to the left, as long as there is room. A badge says what counts, or
 * what is not as usual, and a press on it goes to the next choice, or back to the usual. */
typedef struct badge_row {
    const frame *f;
    control_list *l;
    float right, left; /* where the next one ends, and what they must leave free */
} badge_row;

static void add_badge(badge_row *row, badge_tone tone, const char *words, command_role role) {
    const frame *f = row->f;
    float width = text_width(f->text, TEXT_BOLD, words) + 20 * f->scale;
    if (row->right - width < row->left)
        return;
    control_box box = {row->right - width, 14 * f->scale, width, badge_points * f->scale};
    control *c = controls_add(row->l, CONTROL_BADGE, box, "", role, 0);
    c->tone = tone;
    snprintf(c->value, sizeof c->value, "%s", words);
    layout_take(f->layout, box);
    row->right = box.x - 8 * f->scale;
}

/* What a character is on; of several what bears it. */
static const char *footing(const sm_character *body) {
    return body->on_floor ? "floor" : body->on_wall ? "wall" : body->on_ceiling ? "ceiling" : "air";
}

static void add_badges(control_list *l, const frame *f, bool following) {
    const sandbox *s = f->sandbox;
    const player *p = &s->player;
    char words[64];
    badge_row row = {f, l, (float)f->camera.width - 14 * f->scale, 8 * f->scale};
    add_badge(&row, TONE_ACCENT, sm_resolver_name(p->resolver), ROLE_NEXT_RESOLVER);
    if (s->paused)
        add_badge(&row, TONE_ALARM, "paused", ROLE_PAUSE);
    if (record_last(&s->record)->result.status == SM_CRUSHED)
        add_badge(&row, TONE_ALARM, "crushed", ROLE_RESET);
    if (p->noclip)
        add_badge(&row, TONE_ALARM, "no collisions", ROLE_NONE);
    row.left = title_points * f->scale;
    if (following)
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
}

enum { TITLE_LINES = 3 };

typedef struct title_line {
    layout_box box;
    text_style style;
    color ink;
    text_line words;
} title_line;

static const float title_pad_points = 8;

static float badges_left(const frame *f, const control_list *l) {
    float left = (float)f->camera.width;
    for (int i = 0; i < l->count; i++) {
        if (l->list[i].kind == CONTROL_BADGE)
            left = fminf(left, l->list[i].box.x);
    }
    return left;
}

/* Title and path left of the badges; a title that is long has smaller letters and two lines. */
static int break_title(const frame *f, const control_list *l, const char *path,
                       title_line lines[TITLE_LINES]) {
    const char *title = level_title(f->sandbox->level);
    text_line words[TITLE_LINES - 1];
    title = title[0] != '\0' ? title : "Untitled";
    float pad = title_pad_points * f->scale, room = badges_left(f, l) - 4 * pad, y = 12 * f->scale;
    text_style style = text_width(f->text, TEXT_TITLE, title) <= room ? TEXT_TITLE : TEXT_BOLD;
    int n = text_break(f->text, style, title, room, words, TITLE_LINES - 1);
    for (int i = 0; i <= n; i++) {
        title_line *line = &lines[i];
        line->style = i < n ? style : TEXT_SMALL;
        line->ink = i < n ? f->theme->ink : f->theme->ink_dim;
        snprintf(line->words.words, sizeof line->words.words, "%s",
                 text_shortened(f->text, line->style, i < n ? words[i].words : path, room));
        line->box =
            (layout_box){pad, y, text_width(f->text, line->style, line->words.words) + 2 * pad,
                         text_line_height(f->text, line->style)};
        y += line->box.height;
    }
    return n + 1;
}

void hud_lay_out_status(control_list *l, const frame *f, const char *path, bool following) {
    title_line lines[TITLE_LINES];
    add_badges(l, f, following);
    int count = break_title(f, l, path, lines);
    for (int i = 0; i < count; i++)
        layout_take(f->layout, lines[i].box);
}

void hud_draw_title(const frame *f, const control_list *l, const char *path) {
    title_line lines[TITLE_LINES];
    int count = break_title(f, l, path, lines);
    float pad = title_pad_points * f->scale;
    for (int i = 0; i < count; i++) {
        layout_box b = lines[i].box;
        canvas_rounded_rect(f->canvas, b.x, b.y, b.width, b.height, pad,
                            color_fade(f->theme->panel, 0.75f)); /* walls may lie under it */
        put(f, lines[i].style, b.x + pad, b.y, lines[i].ink, lines[i].words.words);
    }
}

/* Where the player's middle is from the middle of the scene, pixels; behind the eye far away. */
static sm_vec2 way_to_player(const frame *f) {
    sm_vec2 middle = {(float)f->camera.width / 2, (float)f->camera.height / 2};
    sm_vec2 at;
    sm3_vec away = sm3_between(camera3_eye(&f->eye), f->position), up = camera3_up(&f->eye);
    sm3_vec right = sm3_cross(camera3_forward(&f->eye), up);
    if (!frame_pixel(f, frame_spot(f, f->position), &at))
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
    float edge = fmaxf(1, floorf(f->scale));
    canvas_rounded_rect(f->canvas, b.x - edge, b.y - edge, b.width + 2 * edge, b.height + 2 * edge,
                        b.height / 2 + edge, color_fade(f->theme->badge, opacity));
    canvas_rounded_rect(f->canvas, b.x, b.y, b.width, b.height, b.height / 2,
                        color_fade(f->theme->key, opacity));
    put(f, TEXT_NORMAL, b.x + pad, b.y + pad / 2, color_fade(f->theme->ink, opacity), message);
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

enum { ERROR_LINES = 4 };

static const float error_pad_points = 14;

/* Breaks the detail into lines; returns how many. */
static int break_error(const frame *f, const char *detail, text_line lines[ERROR_LINES]) {
    float pad = error_pad_points * f->scale;
    float room = fminf(f->layout->room.width - 2 * pad, 720 * f->scale);
    return text_break(f->text, TEXT_NORMAL, detail, room, lines, ERROR_LINES);
}

layout_box hud_lay_out_error(const frame *f, const char *headline, const char *detail) {
    text_line lines[ERROR_LINES];
    layout_box box = {0, 0, 0, 0};
    if (detail[0] == '\0')
        return box;
    int n = break_error(f, detail, lines);
    float pad = error_pad_points * f->scale, width = text_width(f->text, TEXT_BOLD, headline);
    for (int i = 0; i < n; i++)
        width = fmaxf(width, text_width(f->text, TEXT_NORMAL, lines[i].words));
    layout_place(f->layout, LAYOUT_TOP, width + 2 * pad,
                 (float)(n + 1) * text_line_height(f->text, TEXT_NORMAL) + 2 * pad, &box);
    return box;
}

void hud_draw_error(const frame *f, layout_box at, const char *headline, const char *detail) {
    text_line lines[ERROR_LINES];
    float pad = error_pad_points * f->scale, height = text_line_height(f->text, TEXT_NORMAL);
    int n = at.width > 0 ? break_error(f, detail, lines) : 0;
    if (n == 0)
        return;
    draw_panel(f, at.x, at.y, at.width, at.height, f->theme->error_panel, f->theme->error);
    put(f, TEXT_BOLD, at.x + pad, at.y + pad, f->theme->error, headline);
    for (int i = 0; i < n; i++)
        put(f, TEXT_NORMAL, at.x + pad, at.y + pad + (float)(i + 1) * height, f->theme->ink,
            lines[i].words);
}

/* ---- Progress ---------------------------------------------------------------------------- */

void hud_draw_progress(const frame *f, const char *words, float share) {
    float pad = 16 * f->scale, width = fminf(380 * f->scale, (float)f->canvas->width - 2 * pad);
    float height = 66 * f->scale, bar = 6 * f->scale;
    float x = ((float)f->canvas->width - width) / 2, y = ((float)f->canvas->height - height) / 2;
    float inner = width - 2 * pad;
    draw_panel(f, x, y, width, height, f->theme->panel, f->theme->panel_edge);
    put(f, TEXT_NORMAL, x + pad, y + pad, f->theme->ink,
        text_shortened(f->text, TEXT_NORMAL, words, inner));
    y += height - pad - bar;
    canvas_rounded_rect(f->canvas, x + pad, y, inner, bar, bar / 2, f->theme->panel_edge);
    canvas_rounded_rect(f->canvas, x + pad, y, fmaxf(bar, inner * clamp(share, 0, 1)), bar, bar / 2,
                        f->theme->badge);
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
    const frame *frame;
    const command_table *commands;
    float x, y, width;
    float widest; /* of the rows so far */
} help_pen;

static void draw_help_heading(help_pen *pen, const char *heading) {
    const frame *f = pen->frame;
    put(f, TEXT_BOLD, pen->x, pen->y, f->theme->badge, heading);
    pen->y += text_line_height(f->text, TEXT_BOLD) + 4 * f->scale;
}

static void draw_help_row(help_pen *pen, const char *label, const char *help, bool lit) {
    const frame *f = pen->frame;
    float pad = 5 * f->scale, line = text_line_height(f->text, TEXT_SMALL);
    float width = text_width(f->text, TEXT_SMALL, label);
    float beside = fmaxf(help_label_points * f->scale, width + 3 * pad);
    canvas_rounded_rect(f->canvas, pen->x, pen->y, width + 2 * pad, line + 2 * f->scale,
                        4 * f->scale, f->theme->key);
    put(f, TEXT_SMALL, pen->x + pad, pen->y + f->scale, f->theme->ink, label);
    put(f, TEXT_SMALL, pen->x + beside, pen->y + f->scale, lit ? f->theme->ink : f->theme->ink_dim,
        text_shortened(f->text, TEXT_SMALL, help, pen->width - beside));
    pen->widest = fmaxf(pen->widest, beside + text_width(f->text, TEXT_SMALL, help));
    pen->y += line + 5 * f->scale;
}

static void draw_help_overlays(help_pen *pen, unsigned shown) {
    const frame *f = pen->frame;
    draw_help_heading(pen, "Overlays");
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        if (!sandbox_has(f->sandbox, overlays[i].needs))
            continue;
        bool on = (shown & 1u << i) != 0;
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
            !command_counts(row, pen->frame->sandbox->level->dimensions))
            continue;
        if (!begun)
            draw_help_heading(pen,
                              group == HELP_FIRST ? "First of all" : command_group_names[group]);
        begun = true;
        draw_help_row(pen, row->label, row->help, true);
    }
}

static void draw_help_group(help_pen *pen, int group, unsigned shown) {
    if (group == HELP_OVERLAYS)
        draw_help_overlays(pen, shown);
    else
        draw_help_keys(pen, group);
    pen->y += 10 * pen->frame->scale;
}

static help_pen draw_help_column(const frame *f, const command_table *commands, int column, float x,
                                 float y, float width, unsigned shown) {
    help_pen pen = {f, commands, x, y, width, 0};
    for (int i = 0; i < HELP_GROUPS && help_columns[column][i] >= 0; i++)
        draw_help_group(&pen, help_columns[column][i], shown);
    return pen;
}

/* Draws it where nobody sees it, for its size. */
static help_pen measure_help_column(const frame *f, const command_table *commands, int column) {
    canvas_clip(f->canvas, (canvas_rect){0, 0, 0, 0});
    help_pen pen = draw_help_column(f, commands, column, 0, 0, INFINITY, 0);
    canvas_unclip(f->canvas);
    return pen;
}

/* The columns side by side, or as many of them as fit, the others below. */
typedef struct help_plan {
    float x[HELP_COLUMNS], y[HELP_COLUMNS], width[HELP_COLUMNS];
    float all_width, all_height;
} help_plan;

static help_plan plan_help(const frame *f, const command_table *commands, float room) {
    float gap = 34 * f->scale, x = 0, top = 0;
    help_plan plan = {.all_width = 0};
    for (int i = 0; i < HELP_COLUMNS; i++) {
        help_pen size = measure_help_column(f, commands, i);
        if (x > 0 && x + size.widest > room) {
            x = 0;
            top = plan.all_height;
        }
        plan.x[i] = x;
        plan.y[i] = top;
        plan.width[i] = fminf(size.widest, room);
        x += plan.width[i] + gap;
        plan.all_width = fmaxf(plan.all_width, x - gap);
        plan.all_height = fmaxf(plan.all_height, top + size.y);
    }
    return plan;
}

/* Which part of the whole is seen. */
static void draw_help_scroll(const frame *f, float right, float room, float most, float scroll) {
    float width = 3 * f->scale, all = room + most;
    canvas_rounded_rect(f->canvas, right - 2 * width, room * scroll / all, width, room * room / all,
                        width / 2, color_mix(f->theme->panel_edge, f->theme->ink, 0.25f));
}

float hud_draw_help(const frame *f, const command_table *commands, unsigned shown, float *scroll) {
    float pad = 18 * f->scale;
    float room_x = (float)f->canvas->width, room_y = (float)f->canvas->height;
    help_plan plan = plan_help(f, commands, room_x - 2 * pad);
    float width = plan.all_width + 2 * pad, height = fminf(plan.all_height + 2 * pad, room_y);
    float most = plan.all_height + 2 * pad - height;
    *scroll = clamp(*scroll, 0, most);

    float x = (room_x - width) / 2, y = (room_y - height) / 2;
    draw_panel(f, x, y, width, height, f->theme->panel, f->theme->panel_edge);
    canvas_clip(f->canvas, (canvas_rect){(int)x, (int)y + 2, (int)width, (int)height - 4});
    for (int i = 0; i < HELP_COLUMNS; i++)
        draw_help_column(f, commands, i, x + pad + plan.x[i], y + pad - *scroll + plan.y[i],
                         plan.width[i], shown);
    canvas_unclip(f->canvas);
    if (most > 0)
        draw_help_scroll(f, x + width, height, most, *scroll);
    return most;
}

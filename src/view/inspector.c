#include "inspector.h"

#include <stdio.h>

static const float margin_points = 10, pad_points = 8, gap_points = 10, button_points = 62,
                   button_high_points = 20, slack_points = 7;
static const float most_share = 0.5f; /* of the window's height */
static const int most_rows = 4, most_formula_lines = 4;

/* ---- Cells ------------------------------------------------------------------------------- */

enum { CELL = MOMENT_WORDS };

/* What rounding alone has left beside the others is 0. */
static void write_vector(const frame *f, sm3_vec v, const char *format, char cell[CELL]) {
    float least = 1e-6f * fmaxf(sm3_length(v), 1e-3f);
    v.x = fabsf(v.x) > least ? v.x : 0;
    v.y = fabsf(v.y) > least ? v.y : 0;
    v.z = fabsf(v.z) > least ? v.z : 0;
    frame_write_position(f, v, format, cell);
}

/* A number of this size as four decimals, and not -0. */
static void write_number(double x, char cell[CELL]) {
    snprintf(cell, CELL, fabs(x) < 1000 ? "%.4f" : "%.6g", fabs(x) < 5e-5 ? 0 : x);
}

/* ---- Columns ----------------------------------------------------------------------------- */

typedef struct column {
    const char *head;   /* NULL: there is none */
    const char *widest; /* in 2D; the column is as wide as this, or its head */
    const char *widest3;
    int rank; /* those of higher rank go first where there is no room */
} column;

enum { COLUMNS = 8, SOURCE = 1, VERDICT = 7 }; /* the source takes what the others leave */

static const column of_moves[COLUMNS] = {
    {"no.", "99999", "99999", 0},
    {"in the text", "", "", 4},
    {"closest point", "-88.888, -88.888", "-88.888, -88.888, -88.888", 5},
    {"t", "0.888", "0.888", 3},
    {"distance", "-8.8888", "-8.8888", 2},
    {"depth", "-8.8888", "-8.8888", 0},
    {"normal", "-0.888, -0.888", "-0.888, -0.888, -0.888", 6},
    {"", "from its right side", "from its right side", 1},
};

static const column of_steps[COLUMNS] = {
    {"step", "88", "88", 0},
    {NULL, NULL, NULL, 0},
    {"distance", "-88.8888", "-88.8888", 0},
    {"can come nearer by", "-88.8888", "-88.8888", 1},
    {"safe to go", "888.888 %", "888.888 %", 0},
    {"is at", "888.888 %", "888.888 %", 0},
};

/* The rows of a moment, and where its columns stand. */
typedef struct table {
    const frame *f;
    const column *columns;
    moment_row rows[RECORD_CANDIDATES];
    int count;  /* rows */
    int chosen; /* the row that is marked, -1: none */
    float x[COLUMNS], width[COLUMNS];
    bool shown[COLUMNS];
    float line, left, right;
} table;

/* Shows the columns of lowest rank for which there is room. */
static void place_columns(table *t) {
    float gap = gap_points * t->f->scale, room = t->right - t->left, least = 12 * gap;
    float used = 0;
    bool deep = sandbox_has(t->f->sandbox, HAS_DEPTH);
    for (int rank = 0; rank < COLUMNS; rank++) {
        for (int c = 0; c < COLUMNS; c++) {
            if (t->columns[c].head == NULL || t->columns[c].rank != rank)
                continue;
            const char *widest = deep ? t->columns[c].widest3 : t->columns[c].widest;
            float width = fmaxf(text_width(t->f->text, TEXT_SMALL, t->columns[c].head),
                                text_width(t->f->text, TEXT_SMALL, widest));
            t->width[c] = c == SOURCE ? least : width;
            t->shown[c] = used + t->width[c] <= room;
            used += t->shown[c] ? t->width[c] + gap : 0;
        }
    }
    if (t->shown[SOURCE])
        t->width[SOURCE] += fmaxf(0, room - used + gap);
    float x = t->left;
    for (int c = 0; c < COLUMNS; c++) {
        t->x[c] = x;
        x += t->shown[c] ? t->width[c] + gap : 0;
    }
}

static void fill(table *t, const frame *f, const inspector *i) {
    const moment *m = &f->moment;
    bool is_ahead = m->kind == MOMENT_ADVANCE;
    float pad = pad_points * f->scale;
    *t = (table){.f = f, .columns = is_ahead ? of_steps : of_moves, .chosen = -1};
    t->count = is_ahead ? f->sandbox->ahead.step_count : moment_list_rows(f->sandbox, m, t->rows);
    t->line = text_line_height(f->text, TEXT_SMALL) + 2 * f->scale;
    t->left = i->box.x + pad;
    t->right = i->box.x + i->box.width - pad;
    place_columns(t);
    if (is_ahead)
        t->chosen = m->iteration;
    for (int r = 0; r < t->count && !is_ahead; r++) {
        if (i->is_lit && t->rows[r].at->obstacle == i->lit)
            t->chosen = r;
    }
    if (t->chosen < 0 && t->count > 0)
        t->chosen = 0; /* rows begin with the chosen one */
}

static prose words_in(const table *t) {
    return (prose){.width = t->right - t->left, .most_lines = 2};
}

/* ---- Where it stands --------------------------------------------------------------------- */

/* From the top: heading, words, heads, rows, formula. The height depends on the window alone, so
 * that nothing moves from one moment to the next. */
typedef struct plan {
    float heading, words, heads, rows, formula; /* tops */
    int row_count, formula_lines;
    float height;
} plan;

enum { WORD_LINES = 2 };

static plan plan_for(const frame *f) {
    float small = text_line_height(f->text, TEXT_SMALL) + 2 * f->scale;
    float pad = pad_points * f->scale, button = button_high_points * f->scale;
    float most = most_share * (float)f->canvas->height;
    plan p = {.heading = pad, .formula_lines = most_formula_lines};
    p.words = p.heading + button + 2 * f->scale;
    p.heads = p.words + WORD_LINES * small;
    p.rows = p.heads + small;
    float left = most - p.rows - 2 * pad - (float)p.formula_lines * small;
    while (left < 2 * small && p.formula_lines > 2) {
        p.formula_lines--;
        left += small;
    }
    p.row_count = (int)clamp(left / small, 1, (float)most_rows);
    p.formula = p.rows + (float)p.row_count * small + pad / 2;
    p.height = p.formula + (float)p.formula_lines * small + pad;
    return p;
}

static void add_button(control_list *l, const frame *f, float *right, float y, const char *label,
                       const char *tip, command_role role, int argument, bool disabled) {
    float width = button_points * f->scale;
    *right -= width + 4 * f->scale;
    layout_box box = {*right, y, width, button_high_points * f->scale};
    control *c = controls_add(l, CONTROL_BUTTON, box, label, role, argument);
    c->disabled = disabled;
    c->key = NULL; /* the tip has it */
    c->tip = tip;
}

float inspector_lay_out(inspector *i, control_list *l, const frame *f, float left) {
    i->box.height = 0;
    if (!f->is_inside) {
        i->scroll = 0;
        return 0;
    }
    const moment *m = &f->moment;
    plan p = plan_for(f);
    float margin = margin_points * f->scale, right = (float)f->camera.width - margin;
    left += margin;
    i->box = (layout_box){left, floorf((float)f->canvas->height - margin - p.height), right - left,
                          p.height};
    controls_add(l, CONTROL_TEXT, i->box, "", ROLE_NONE,
                 0); /* the pointer does not reach through */
    layout_take(f->layout, i->box);
    float x = right - pad_points * f->scale + 4 * f->scale, y = i->box.y + p.heading;
    add_button(l, f, &x, y, "leave", "out of the move: Esc", ROLE_LEAVE, 0, false);
    add_button(l, f, &x, y, "forward", "a step forward: Shift+.", ROLE_FORWARD, 1,
               m->index + 1 == m->count);
    add_button(l, f, &x, y, "back", "a step back: Shift+,", ROLE_BACK, -1, m->index == 0);
    return p.height + margin;
}

/* ---- What is lit ------------------------------------------------------------------------- */

static float distance_to_edge(sm_vec2 p, sm_vec2 a, sm_vec2 b) {
    return sm_distance(p, sm_closest_on_segment(p, a, b));
}

static float side_of(sm_vec2 p, sm_vec2 a, sm_vec2 b) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* How many pixels it is from the pointer to the obstacle in the picture, 0 within; INFINITY where
 * it is not seen. */
static float pixels_to(const frame *f, int obstacle, sm_vec2 pointer) {
    const obstacles *o = f->sandbox->obstacles;
    sm3_triangle t = o->dimension->between(o, obstacle, f->between);
    sm_vec2 a, b, c;
    if (!camera_see(&f->camera, t.a, &a) || !camera_see(&f->camera, t.b, &b) ||
        !camera_see(&f->camera, t.c, &c))
        return INFINITY;
    float u = side_of(pointer, a, b), v = side_of(pointer, b, c), w = side_of(pointer, c, a);
    if ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0))
        return 0;
    float edge = fminf(distance_to_edge(pointer, a, b), distance_to_edge(pointer, b, c));
    float radius = camera_pixels(&f->camera, t.a, t.radius);
    return fmaxf(0, fminf(edge, distance_to_edge(pointer, c, a)) - radius);
}

static int row_under(const inspector *i, const table *t, sm_vec2 pointer) {
    plan p = plan_for(t->f);
    float y = pointer.y - i->box.y - p.rows;
    int row = (int)floorf(y / t->line);
    bool inside = control_has(i->box, pointer) && row >= 0 && row < p.row_count;
    row += (int)i->scroll;
    return inside && row < t->count ? row : -1;
}

static void find_lit(inspector *i, const table *t, const control_list *l, sm_vec2 pointer) {
    i->is_lit = i->lit_in_scene = false;
    if (t->f->moment.kind == MOMENT_ADVANCE)
        return;
    int row = row_under(i, t, pointer);
    float nearest = slack_points * t->f->scale;
    for (int r = 0; r < t->count && row < 0 && controls_at(l, pointer) == NULL; r++) {
        float pixels = pixels_to(t->f, t->rows[r].at->obstacle, pointer);
        if (pixels < nearest) {
            nearest = pixels;
            i->lit = t->rows[r].at->obstacle;
            i->is_lit = i->lit_in_scene = true;
        }
    }
    if (row >= 0) {
        i->lit = t->rows[row].at->obstacle;
        i->is_lit = true;
    }
}

/* The outline of an obstacle, and beside where it is nearest its number. */
static void draw_wall(const frame *f, const moment_row *row, bool lit) {
    const obstacles *o = f->sandbox->obstacles;
    sm3_triangle t = o->dimension->between(o, row->at->obstacle, f->between);
    const sm3_vec corners[] = {t.a, t.b, t.c};
    color ink = f->theme->ink;
    for (int i = 0; i < 3 && lit; i++)
        frame_line(f, corners[i], corners[(i + 1) % 3], 6, color_fade(ink, 0.55f));
    frame_say_along(f, row->at->point, row->at->normal, -16, ink, "%d", row->at->obstacle);
}

void inspector_draw_walls(inspector *i, const frame *f, const control_list *l, sm_vec2 pointer) {
    enum { MOST_NUMBERS = 12 };
    table t;
    if (i->box.height == 0)
        return;
    fill(&t, f, i);
    find_lit(i, &t, l, pointer);
    for (int r = 0; r < t.count && f->moment.kind != MOMENT_ADVANCE; r++) {
        bool lit = i->is_lit && t.rows[r].at->obstacle == i->lit;
        if (lit || r < MOST_NUMBERS)
            draw_wall(f, &t.rows[r], lit);
    }
}

/* ---- Drawing ----------------------------------------------------------------------------- */

/* As much of the words as fits. */
static void draw_cell(const table *t, int c, float y, color ink, const char *words) {
    float width = t->width[c];
    bool to_right = c != SOURCE && c != VERDICT;
    const char *cut = text_shortened(t->f->text, TEXT_SMALL, words, width);
    float x = t->x[c] + (to_right ? width - text_width(t->f->text, TEXT_SMALL, cut) : 0);
    frame_text(t->f, TEXT_SMALL, x, y, ink, cut);
}

static void write_step(const table *t, int row, char cells[COLUMNS][CELL]) {
    const sm_advance_step *s = &t->f->sandbox->ahead.steps[row];
    snprintf(cells[0], CELL, "%d", row + 1);
    write_number(s->distance, cells[2]);
    write_number(s->approach, cells[3]);
    snprintf(cells[4], CELL, "%.3f %%", 100 * s->step);
    snprintf(cells[5], CELL, "%.3f %%", 100 * s->fraction);
}

static void write_candidate(const table *t, int row, char cells[COLUMNS][CELL]) {
    const sandbox *s = t->f->sandbox;
    const sm3_collision *c = t->rows[row].at;
    moment_measure q = moment_measure_of(s, &t->rows[row]);
    snprintf(cells[0], CELL, "%d", c->obstacle);
    moment_say_source(s, c->obstacle, cells[SOURCE]);
    write_vector(t->f, c->point, "%.4g", cells[2]);
    snprintf(cells[3], CELL, q.is_face ? "face" : q.length > 0 ? "%.3f" : "-", q.t);
    write_number(q.distance, cells[4]);
    if (q.crosses)
        snprintf(cells[4], CELL, "crosses");
    write_number((double)c->depth, cells[5]);
    write_vector(t->f, c->normal, "%.3f", cells[6]);
    snprintf(cells[VERDICT], CELL, "%s", t->rows[row].verdict);
}

static void draw_row(const table *t, int row, float y) {
    const theme *look = t->f->theme;
    char cells[COLUMNS][CELL];
    float out = 4 * t->f->scale;
    if (row == t->chosen)
        frame_fill(t->f, (layout_box){t->left - out, y, t->right - t->left + 2 * out, t->line}, 3,
                   look->key);
    bool is_step = t->columns == of_steps;
    (is_step ? write_step : write_candidate)(t, row, cells);
    bool strong = is_step || t->rows[row].chosen || row == t->chosen;
    for (int c = 0; c < COLUMNS; c++) {
        if (t->shown[c])
            draw_cell(t, c, y + t->f->scale, strong ? look->ink : look->ink_dim, cells[c]);
    }
}

/* Where there is no room for all of it, its end, which has the result. */
static void draw_formula(const table *t, float y, float bottom) {
    char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS];
    const frame *f = t->f;
    prose how = words_in(t);
    if (t->columns == of_steps || t->chosen < 0)
        return;
    int count = moment_write_formula(f->sandbox, &f->moment, &t->rows[t->chosen], lines);
    float room = bottom - y - pad_points * f->scale / 2;
    int first = count;
    while (first > 0 && (room -= prose_size(f, how, lines[first - 1]).y) >= 0)
        first--;
    for (int i = first; i < count; i++) {
        prose_draw(f, how, lines[i], t->left, y, f->theme->ink);
        y += prose_size(f, how, lines[i]).y;
    }
}

void inspector_draw(inspector *i, const frame *f) {
    table t;
    char words[MOMENT_WORDS];
    if (i->box.height == 0)
        return;
    fill(&t, f, i);
    plan p = plan_for(f);
    bool follows = i->lit_in_scene || t.columns == of_steps;
    if (follows && t.chosen >= 0) /* what is marked from elsewhere is to be seen */
        i->scroll = clamp(i->scroll, (float)(t.chosen - p.row_count + 1), (float)t.chosen);
    i->scroll = clamp(i->scroll, 0, fmaxf(0, (float)(t.count - p.row_count)));
    float top = i->box.y;
    frame_panel(f, i->box, f->theme->panel, f->theme->panel_edge);
    const moment *m = &f->moment;
    snprintf(words, sizeof words, "step %d of %d: %s%s", m->index + 1, m->count, moment_part(m),
             moment_name(m));
    frame_text(f, TEXT_BOLD, t.left, top + p.heading, f->theme->ink, words);
    moment_say(f->sandbox, &f->moment, words);
    prose_draw(f, words_in(&t), words, t.left, top + p.words, f->theme->ink);
    for (int c = 0; c < COLUMNS; c++) {
        if (t.shown[c] && t.count > 0)
            draw_cell(&t, c, top + p.heads, f->theme->ink_dim, t.columns[c].head);
    }
    if (t.count == 0)
        frame_text(f, TEXT_SMALL, t.left, top + p.heads, f->theme->ink_dim,
                   f->moment.iteration < 0        ? "it has not looked yet"
                   : f->moment.part == SM_PART_UP ? "it looks for what is above it alone"
                                                  : "no obstacle is within a radius of touching");
    for (int r = 0; r < p.row_count && r + (int)i->scroll < t.count; r++)
        draw_row(&t, r + (int)i->scroll, top + p.rows + (float)r * t.line);
    layout_box track = {t.right + 2 * f->scale, top + p.rows, 3 * f->scale,
                        (float)p.row_count * t.line};
    if (t.count > p.row_count)
        frame_scroll_bar(f,
                         layout_bar(track, (float)t.count, (float)p.row_count, floorf(i->scroll)));
    int seen = t.count < p.row_count ? t.count : p.row_count;
    draw_formula(&t, top + p.formula - (float)(p.row_count - seen) * t.line, top + p.height);
}

#include "inspector.h"

#include <stdio.h>

static const float margin_points = 10, pad_points = 8, gap_points = 10, button_points = 62,
                   button_high_points = 20, slack_points = 7;
static const float most_share = 0.5f; /* of the window's height */
static const float most_rows = 4, most_formula_lines = 4;

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
    int count;                        /* rows */
    int chosen;                       /* the row that is marked, -1: none */
    float x[COLUMNS], width[COLUMNS]; /* width 0: there is no room for it */
    float left, right;
} table;

static float line_height(const frame *f) {
    return text_line_height(f->text, TEXT_SMALL) + 2 * f->scale;
}

/* Shows the columns of lowest rank for which there is room. */
static void place_columns(table *t) {
    const frame *f = t->f;
    float gap = gap_points * f->scale, room = t->right - t->left, x = t->left;
    bool deep = sandbox_has(f->sandbox, HAS_DEPTH);
    for (int rank = 0; rank < COLUMNS; rank++) {
        for (int c = 0; c < COLUMNS; c++) {
            const column *k = &t->columns[c];
            if (k->head == NULL || k->rank != rank)
                continue;
            float width = fmaxf(text_width(f->text, TEXT_SMALL, k->head),
                                text_width(f->text, TEXT_SMALL, deep ? k->widest3 : k->widest));
            width = c == SOURCE ? 12 * gap : width;
            if (width > room)
                continue;
            t->width[c] = width;
            room -= width + gap;
        }
    }
    if (t->width[SOURCE] > 0)
        t->width[SOURCE] += fmaxf(0, room + gap);
    for (int c = 0; c < COLUMNS; c++) {
        t->x[c] = x;
        x += t->width[c] > 0 ? t->width[c] + gap : 0;
    }
}

static void fill(table *t, const frame *f, const inspector *i) {
    const moment *m = &f->moment;
    bool is_ahead = m->kind == MOMENT_ADVANCE;
    *t = (table){.f = f,
                 .columns = is_ahead ? of_steps : of_moves,
                 .chosen = is_ahead ? m->iteration : -1,
                 .left = i->rows.x,
                 .right = i->rows.x + i->rows.width};
    t->count = is_ahead ? f->sandbox->ahead.step_count : moment_list_rows(f->sandbox, m, t->rows);
    place_columns(t);
    for (int r = 0; r < t->count && !is_ahead; r++) {
        if (i->is_lit && t->rows[r].at->obstacle == i->lit)
            t->chosen = r;
    }
    if (t->chosen < 0 && t->count > 0)
        t->chosen = 0; /* rows begin with the chosen one */
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
    int row = (int)floorf((pointer.y - i->rows.y) / line_height(t->f)) + (int)i->scroll;
    return control_has(i->rows, pointer) && row < t->count ? row : -1;
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
        t.chosen = lit ? r : t.chosen;
        if (lit || r < MOST_NUMBERS)
            draw_wall(f, &t.rows[r], lit);
    }
    bool follows = i->lit_in_scene || t.columns == of_steps;
    if (follows && t.chosen >= 0) /* what is marked from elsewhere is to be seen */
        i->scroll = clamp(i->scroll, (float)(t.chosen - i->row_count + 1), (float)t.chosen);
    i->scroll = clamp(i->scroll, 0, fmaxf(0, (float)(t.count - i->row_count)));
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
    layout_box body = {t->left - out, y, t->right - t->left + 2 * out, line_height(t->f)};
    if (row == t->chosen)
        frame_fill(t->f, body, 3, look->key);
    bool is_step = t->columns == of_steps;
    (is_step ? write_step : write_candidate)(t, row, cells);
    bool strong = is_step || t->rows[row].chosen || row == t->chosen;
    for (int c = 0; c < COLUMNS; c++) {
        if (t->width[c] > 0)
            draw_cell(t, c, y + t->f->scale, strong ? look->ink : look->ink_dim, cells[c]);
    }
}

/* Where there is no room for all of it, its end, which has the result. */
static void draw_formula(const table *t, float y, float bottom) {
    char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS];
    const frame *f = t->f;
    prose how = {.width = t->right - t->left, .most_lines = 2};
    if (t->columns == of_steps || t->chosen < 0)
        return;
    int count = moment_write_formula(f->sandbox, &f->moment, &t->rows[t->chosen], lines);
    int first = count;
    for (float room = bottom - y; first > 0; first--) {
        room -= prose_size(f, how, lines[first - 1]).y;
        if (room < 0)
            break;
    }
    for (int i = first; i < count; i++) {
        prose_draw(f, how, lines[i], t->left, y, f->theme->ink);
        y += prose_size(f, how, lines[i]).y;
    }
}

static void draw_table(const frame *f, layout_box box, void *context) {
    const inspector *i = context;
    table t;
    fill(&t, f, i);
    float line = line_height(f), heads = i->rows.y - line;
    int first = (int)i->scroll, seen = t.count < i->row_count ? t.count : i->row_count;
    for (int k = 0; k < COLUMNS; k++) {
        if (t.width[k] > 0 && t.count > 0)
            draw_cell(&t, k, heads, f->theme->ink_dim, t.columns[k].head);
    }
    if (t.count == 0)
        frame_text(f, TEXT_SMALL, t.left, heads, f->theme->ink_dim,
                   f->moment.iteration < 0        ? "it has not looked yet"
                   : f->moment.part == SM_PART_UP ? "it looks for what is above it alone"
                                                  : "no obstacle is within a radius of touching");
    for (int r = 0; r < seen && first + r < t.count; r++)
        draw_row(&t, first + r, i->rows.y + (float)r * line);
    layout_box track = {t.right + 2 * f->scale, i->rows.y, 3 * f->scale, i->rows.height};
    if (t.count > seen)
        frame_scroll_bar(f, layout_bar(track, (float)t.count, (float)seen, (float)first));
    float pad = pad_points * f->scale / 2;
    draw_formula(&t, i->rows.y + (float)seen * line + pad, box.y + box.height - pad);
}

/* ---- Where it stands --------------------------------------------------------------------- */

static void add_button(control_list *l, layout_box *row, const frame *f, const char *label,
                       const char *tip, const char *command, int argument, bool disabled) {
    layout_box box = layout_cut_right(row, button_points * f->scale);
    control *c = controls_add(l, CONTROL_BUTTON, box, label, command, argument);
    layout_cut_right(row, 4 * f->scale);
    c->disabled = disabled;
    c->key = NULL; /* the tip has it */
    c->tip = tip;
}

/* From the top: heading and buttons, two lines of words, heads, rows, formula. The height depends
 * on the window alone, so that nothing moves from one moment to the next. */
float inspector_lay_out(inspector *i, control_list *l, const frame *f, float left) {
    i->box.height = 0;
    if (!f->is_inside) {
        i->scroll = 0;
        return 0;
    }
    const moment *m = &f->moment;
    float pad = pad_points * f->scale, margin = margin_points * f->scale, line = line_height(f);
    float button = button_high_points * f->scale,
          fixed = 2.5f * pad + button + 2 * f->scale + 3 * line;
    float lines = (most_share * (float)f->canvas->height - fixed) / line;
    float formula = clamp(floorf(lines) - 2, 2, most_formula_lines);
    i->row_count = (int)clamp(lines - formula, 1, most_rows);
    float height = fixed + ((float)i->row_count + formula) * line;
    i->box = (layout_box){left + margin, floorf((float)f->canvas->height - margin - height),
                          (float)f->camera.width - 2 * margin - left, height};
    controls_add(l, CONTROL_PANEL, i->box, "", NULL, 0);
    control *drawn = controls_add(l, CONTROL_DRAWN, i->box, "", NULL, 0);
    drawn->draw = draw_table;
    drawn->context = i;
    layout_take(f->layout, i->box);
    layout_box in = layout_inset(i->box, pad), row = layout_cut_top(&in, button);
    snprintf(i->heading, sizeof i->heading, "step %d of %d: %s%s", m->index + 1, m->count,
             moment_part(m), moment_name(m));
    controls_add_words(l, f, (sm_vec2){row.x, row.y}, (prose){TEXT_BOLD, row.width, 1, false}, 0,
                       i->heading);
    add_button(l, &row, f, "leave", "out of the move: Esc", "leave", 0, false);
    add_button(l, &row, f, "forward", "a step forward: Shift+.", "forward", 1,
               m->index + 1 == m->count);
    add_button(l, &row, f, "back", "a step back: Shift+,", "back", -1, m->index == 0);
    layout_cut_top(&in, 2 * f->scale);
    moment_say(f->sandbox, m, i->words);
    controls_add_words(l, f, (sm_vec2){in.x, in.y}, (prose){TEXT_SMALL, in.width, 2, false}, 0,
                       i->words);
    layout_cut_top(&in, 3 * line); /* and the heads */
    i->rows = layout_cut_top(&in, (float)i->row_count * line);
    return height + margin;
}

/* ---- The lens ---------------------------------------------------------------------------- */

static const float lens_width_points = 250, lens_height_points = 200, header_points = 22,
                   least_points = 90;
static const float lens_share = 0.45f;                 /* of the scene's width and height */
static const float zoom_low = 0.05f, zoom_high = 1e4f; /* beyond, floats of the world are coarse */
static const float near_radii = 0.5f; /* what is farther from the mover is no contact */
static const float alone_radii = 5;   /* where nothing is near, all of the mover is seen */

void lens_lay_out(lens *l, control_list *controls, const frame *f,
                  void (*draw)(const frame *f, layout_box box, void *context), void *context) {
    layout_box room = f->layout->room;
    float width = floorf(fminf(lens_width_points * f->scale, room.width * lens_share));
    float height = floorf(fminf(lens_height_points * f->scale, room.height * lens_share));
    l->box.width = 0;
    if (!l->open || height < least_points * f->scale)
        return;
    layout_box wanted = {clamp(l->at.x, room.x, room.x + room.width - width),
                         clamp(l->at.y, room.y, room.y + room.height - height), width, height};
    bool placed = l->moved ? layout_place_near(f->layout, wanted, &l->box)
                           : layout_place(f->layout, LAYOUT_BOTTOM_RIGHT, width, height, &l->box);
    if (!placed)
        return;
    layout_box bar = {l->box.x, l->box.y, l->box.width, header_points * f->scale};
    controls_add(controls, CONTROL_PANEL, l->box, "", NULL, 0);
    control *scene = controls_add(controls, CONTROL_DRAWN, l->box, "", NULL, 0);
    scene->draw = draw;
    scene->context = context;
    control *grip = controls_add(controls, CONTROL_GRIP, bar, "Lens", "lens-move", 0);
    grip->context = context;
    snprintf(grip->value, sizeof grip->value, "%.3g u across", (double)lens_span(l, f));
    controls_add_tool(controls, layout_cut_right(&bar, bar.height), ICON_DELETE, "Close the lens",
                      "lens", 0);
}

canvas_rect lens_part(layout_box box, float scale) {
    int line = (int)fmaxf(1, scale), header = (int)(header_points * scale);
    return (canvas_rect){(int)box.x + line, (int)box.y + header, (int)box.width - 2 * line,
                         (int)box.height - header - line};
}

/* Returns the deepest collision of the last look, or what the last push was made from; NULL where
 * nothing is near. */
static const sm3_collision *find_contact(const frame *f) {
    static moment_row rows[RECORD_CANDIDATES]; /* too many for some stacks */
    if (f->is_inside)
        return moment_list_rows(f->sandbox, &f->moment, rows) > 0 ? rows[0].at : NULL;
    const sm_trace *t = &record_shown(&f->sandbox->record)->trace;
    for (int i = t->iteration_count - 1; i >= 0; i--) {
        if (t->iterations[i].chosen >= 0)
            return &t->candidates[t->iterations[i].chosen];
    }
    if (t->iteration_count == 0)
        return NULL;
    const sm_iteration *last = &t->iterations[t->iteration_count - 1];
    const sm3_collision *found = NULL;
    float least = -near_radii * f->sandbox->player.radius;
    for (int k = 0; k < last->candidate_count; k++) {
        const sm3_collision *c = &t->candidates[last->first_candidate + k];
        if (c->depth > (found != NULL ? found->depth : least))
            found = c;
    }
    return found;
}

sm3_vec lens_middle(const frame *f) {
    const sm3_collision *contact = find_contact(f);
    return contact != NULL ? contact->point : f->position;
}

float lens_span(const lens *l, const frame *f) {
    float radii = find_contact(f) != NULL ? f->look->lens_radii : alone_radii;
    return radii * f->sandbox->player.radius / l->magnification;
}

void lens_move(lens *l, sm_vec2 by) {
    if (!l->moved)
        l->at = (sm_vec2){l->box.x, l->box.y};
    l->moved = true;
    l->at = sm_offset(l->at, by, 1);
}

void lens_zoom(lens *l, float factor) {
    l->magnification = clamp(l->magnification * factor, zoom_low, zoom_high);
}

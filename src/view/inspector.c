#include "inspector.h"

#include <string.h>

#include "overlays.h"

static const float margin_points = 10, pad_points = 8, button_points = 62, button_high_points = 20,
                   slack_points = 7;
static const float max_fraction = 0.5f; /* of the window's height */
static const float max_formula_lines = 4;
enum { ROWS_SEEN_MAX = 5 }; /* the last of them in part */

/* ---- Cells ------------------------------------------------------------------------------- */

static const char *print_vector(ui *u, const frame *f, sm3_vec v, const char *format) {
    char words[FRAME_POSITION_LENGTH];
    double size = fmax((double)sm3_length(v), 1e-3);
    v.x = (float)moment_round((double)v.x, size);
    v.y = (float)moment_round((double)v.y, size);
    v.z = (float)moment_round((double)v.z, size);
    return ui_print(u, "%s", frame_write_position(f, v, format, words));
}

static ui_row candidate_row(ui *u, const frame *f, const moment_row *row) {
    const sm3_collision *c = row->at;
    moment_measure q = moment_measure_of(f->sandbox, row);
    char source[MOMENT_WORDS];
    moment_say_source(f->sandbox, c->obstacle, source);
    return (ui_row){.cells = {ui_print(u, "%d", c->obstacle), ui_print(u, "%s", source),
                              print_vector(u, f, c->point, "%.4g"),
                              q.is_face      ? "face"
                              : q.length > 0 ? ui_print(u, "%.3f", q.t)
                                             : "-",
                              q.crosses ? "crosses" : ui_print_number(u, q.distance),
                              ui_print_number(u, (double)c->depth),
                              print_vector(u, f, c->normal, "%.3f"), row->verdict},
                    .is_dim = !row->counts};
}

/* ---- What is hovered --------------------------------------------------------------------- */

enum { CANDIDATES_MAX = RECORD_CANDIDATES };

static moment_row
    rows[CANDIDATES_MAX]; /* of the moment, as listed last; static, because some stacks are small */

/* Returns how many candidates the moment has; a look ahead has none. */
static int list_candidates(const frame *f) {
    return f->moment.kind == MOMENT_ADVANCE ? 0 : moment_list_rows(f->sandbox, &f->moment, rows);
}

static float distance_to_edge(sm_vec2 p, sm_vec2 a, sm_vec2 b) {
    return sm_distance(p, sm_closest_on_segment(p, a, b));
}

static float side_of(sm_vec2 p, sm_vec2 a, sm_vec2 b) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/* Returns the distance from the pointer to the obstacle in the picture, pixels: 0 inside, INFINITY
 * if it is not seen. */
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

/* Finds the candidate under the pointer, in the table or in the scene. Returns its row, or -1. */
static int find_hovered(inspector *i, const ui *u, const frame *f, int count) {
    sm_vec2 pointer = u->focus.pointer;
    float nearest = slack_points * f->scale;
    int found = -1;
    i->hovered_in_scene = false;
    if (layout_has(i->rows, pointer.x, pointer.y)) {
        float below = pointer.y - i->rows.y + i->scroll.from;
        int row = (int)floorf(below / ui_row_height(u));
        return row < count ? row : -1;
    }
    for (int r = 0; r < count && !u->focus.is_on_control; r++) {
        float pixels = pixels_to(f, rows[r].at->obstacle, pointer);
        if (pixels < nearest) {
            nearest = pixels;
            found = r;
            i->hovered_in_scene = true;
        }
    }
    return found;
}

/* Draws the outline of an obstacle, and its number beside its nearest point. */
static void draw_wall(const frame *f, const moment_row *row, bool hovered) {
    const obstacles *o = f->sandbox->obstacles;
    sm3_triangle t = o->dimension->between(o, row->at->obstacle, f->between);
    const sm3_vec corners[] = {t.a, t.b, t.c};
    color ink = f->theme->ink;
    for (int i = 0; i < 3 && hovered; i++)
        frame_line(f, corners[i], corners[(i + 1) % 3], 6, color_fade(ink, 0.55f));
    frame_label_at(f, row->at->point, row->at->normal, -16, ink, "%d", row->at->obstacle);
}

void inspector_draw_walls(const inspector *i, const frame *f) {
    enum { NUMBERS_MAX = 12 };
    int count = i->box.height > 0 ? list_candidates(f) : 0;
    for (int r = 0; r < count; r++) {
        bool hovered = rows[r].at->obstacle == i->hovered;
        if (hovered || r < NUMBERS_MAX)
            draw_wall(f, &rows[r], hovered);
    }
}

/* ---- The table --------------------------------------------------------------------------- */

static ui_table moves_table(bool is_deep) {
    static const ui_column flat[] = {
        {.head = "no.", .widest = "99999"},
        {.head = "in the text",
         .widest = "line 88: segment 8 8 8",
         .rank = 4,
         .to_left = true,
         .takes_rest = true},
        {.head = "closest point", .widest = "-88.888, -88.888", .rank = 5},
        {.head = "t", .widest = "0.888", .rank = 3},
        {.head = "distance", .widest = "-8.8888", .rank = 2},
        {.head = "depth", .widest = "-8.8888"},
        {.head = "normal", .widest = "-0.888, -0.888", .rank = 6},
        {.widest = "from its right side", .rank = 1, .to_left = true},
    };
    static ui_column deep[8];
    memcpy(deep, flat, sizeof deep);
    deep[2].widest = "-88.888, -88.888, -88.888";
    deep[6].widest = "-0.888, -0.888, -0.888";
    return (ui_table){.columns = is_deep ? deep : flat, .column_count = 8};
}

/* Adds the heads in a line, and the rows that are seen in the room below it. */
static void add_table(inspector *i, ui *u, const frame *f, layout_box heads, int count,
                      int marked) {
    bool is_ahead = f->moment.kind == MOMENT_ADVANCE;
    ui_table table = moves_table(sandbox_has(f->sandbox, HAS_DEPTH));
    float line = heads.height;
    int column = u->count, first = (int)(i->scroll.from / line);
    ui_row seen[ROWS_SEEN_MAX];
    if (is_ahead)
        table = (ui_table){.columns = steps_columns, .column_count = STEPS_COLUMNS};
    for (int r = first; r < count && table.row_count < i->row_count + 1; r++) {
        seen[table.row_count] =
            is_ahead ? steps_row(u, &f->sandbox->ahead, r) : candidate_row(u, f, &rows[r]);
        seen[table.row_count].is_dim &= r != marked;
        seen[table.row_count++].is_marked = r == marked;
    }
    table.rows = seen;
    ui_add_table(u, (layout_box){i->rows.x, (float)first * line, i->rows.width, 0}, table);
    layout_box track = {i->rows.x + i->rows.width + 2 * f->scale, i->rows.y, 3 * f->scale,
                        i->rows.height};
    layout_box room = {i->rows.x - 4 * f->scale, i->rows.y, i->rows.width + 8 * f->scale,
                       i->rows.height};
    ui_scroll_column(u, column, room, track, (float)count * line, &i->scroll);
    table.row_count = 0;
    table.has_heads = true;
    ui_add_table(u, heads, table);
}

/* Adds the line that replaces the heads if there are no rows. */
static void add_no_rows(ui *u, const frame *f, layout_box heads) {
    const char *words = f->moment.iteration < 0 ? "it has not looked yet"
                        : f->moment.part == SM_PART_UP
                            ? "it looks for what is above it alone"
                            : "no obstacle is within a radius of touching";
    prose how = {TEXT_SMALL, heads.width, 1, false};
    ui_add_words(u, (sm_vec2){heads.x, heads.y + f->scale}, how, 0, words)->ink = f->theme->ink_dim;
}

/* Adds the formula, or its end, which has the result, if there is no room for all. */
static void add_formula(ui *u, const frame *f, const moment_row *row, layout_box room) {
    char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS];
    prose how = {.width = room.width, .max_lines = 2};
    int count = moment_write_formula(f->sandbox, &f->moment, row, lines), first = count;
    for (float left = room.height; first > 0; first--) {
        left -= prose_size(&u->paint, how, lines[first - 1]).y;
        if (left < 0)
            break;
    }
    for (int i = first; i < count; i++)
        layout_cut_top(
            &room, ui_add_words(u, (sm_vec2){room.x, room.y}, how, 0, ui_print(u, "%s", lines[i]))
                       ->box.height);
}

/* ---- Where it stands --------------------------------------------------------------------- */

static void add_button(ui *u, layout_box *row, const char *label, const char *tip,
                       const char *command, int argument, bool disabled) {
    layout_box box = layout_cut_right(row, button_points * u->paint.scale);
    control *c = ui_add(u, CONTROL_BUTTON, box, label, command, argument);
    layout_cut_right(row, 4 * u->paint.scale);
    c->disabled = disabled;
    c->key = NULL; /* the tip has it */
    c->tip = tip;
}

/* Adds heading and buttons, and two lines of words. Returns what is left of the box. */
static layout_box add_head(ui *u, const frame *f, layout_box in, float button, float line) {
    const moment *m = &f->moment;
    layout_box row = layout_cut_top(&in, button);
    char words[MOMENT_WORDS];
    ui_add_words(
        u, (sm_vec2){row.x, row.y}, (prose){TEXT_BOLD, row.width, 1, false}, 0,
        ui_print(u, "step %d of %d: %s%s", m->index + 1, m->count, moment_part(m), moment_name(m)));
    add_button(u, &row, "leave", "out of the move: Esc", "leave", 0, false);
    add_button(u, &row, "forward", "a step forward: Shift+.", "forward", 1,
               m->index + 1 == m->count);
    add_button(u, &row, "back", "a step back: Shift+,", "back", -1, m->index == 0);
    layout_cut_top(&in, 2 * f->scale);
    moment_say(f->sandbox, m, words);
    ui_add_words(u, (sm_vec2){in.x, in.y}, (prose){TEXT_SMALL, in.width, 2, false}, 0,
                 ui_print(u, "%s", words));
    layout_cut_top(&in, 2 * line);
    return in;
}

/* Finds how many rows and lines of a formula there is room for, and where the panel lies. */
static void place(inspector *i, const frame *f, float left, float fixed, float line) {
    float margin = margin_points * f->scale;
    float lines = (max_fraction * (float)f->canvas->height - fixed) / line;
    float formula = clamp(floorf(lines) - 2, 2, max_formula_lines);
    i->row_count = (int)clamp(lines - formula, 1, ROWS_SEEN_MAX - 1);
    float height = fixed + ((float)i->row_count + formula) * line;
    i->box = (layout_box){left + margin, floorf((float)f->canvas->height - margin - height),
                          (float)f->camera.width - 2 * margin - left, height};
}

/* Adds, from the top: heading and buttons, two lines of words, heads, rows, formula. The height
 * depends on the window alone, so that nothing moves between moments. */
float inspector_lay_out(inspector *i, ui *u, const frame *f, float left) {
    if (!f->is_inside) {
        *i = (inspector){.hovered = -1};
        return 0;
    }
    bool is_ahead = f->moment.kind == MOMENT_ADVANCE;
    float pad = pad_points * f->scale, line = ui_row_height(u);
    float button = button_high_points * f->scale;
    int candidates = list_candidates(f),
        count = is_ahead ? f->sandbox->ahead.step_count : candidates;
    int hovered = find_hovered(i, u, f, candidates);
    int marked = is_ahead ? f->moment.iteration : hovered >= 0 ? hovered : 0;
    i->hovered = hovered >= 0 ? rows[hovered].at->obstacle : -1;
    place(i, f, left, 2.5f * pad + button + 2 * f->scale + 3 * line, line);
    ui_add(u, CONTROL_PANEL, i->box, "", NULL, 0);
    layout_take(f->layout, i->box);
    layout_box in = add_head(u, f, layout_inset(i->box, pad), button, line);
    layout_box heads = layout_cut_top(&in, line);
    i->rows = layout_cut_top(&in, (float)i->row_count * line);
    if (is_ahead || i->hovered_in_scene) /* scrolls to a row that was marked in the scene */
        i->scroll.from =
            clamp(i->scroll.from, (float)(marked - i->row_count + 1) * line, (float)marked * line);
    if (count > 0)
        add_table(i, u, f, heads, count, marked);
    else
        add_no_rows(u, f, heads);
    if (candidates > 0) {
        int unused = i->row_count - (count < i->row_count ? count : i->row_count);
        in.y += pad / 2 - (float)unused * line;
        in.height = i->box.y + i->box.height - pad / 2 - in.y;
        add_formula(u, f, &rows[marked], in);
    }
    return i->box.height + margin_points * f->scale;
}

/* ---- The lens ---------------------------------------------------------------------------- */

static const float lens_width_points = 250, lens_height_points = 200, header_points = 22,
                   min_points = 90;
static const float lens_fraction = 0.45f;              /* of the scene's width and height */
static const float zoom_low = 0.05f, zoom_high = 1e4f; /* beyond this, floats are coarse */
static const float near_radii = 0.5f; /* an obstacle farther from the mover is no contact */
static const float alone_radii = 5; /* half the view without a contact: it shows all of the mover */

void lens_lay_out(lens *l, ui *u, const frame *f,
                  void (*draw)(const ui *u, layout_box box, void *context), void *context) {
    layout_box room = f->layout->room;
    float width = floorf(fminf(lens_width_points * f->scale, room.width * lens_fraction));
    float height = floorf(fminf(lens_height_points * f->scale, room.height * lens_fraction));
    l->box.width = 0;
    if (!l->open || height < min_points * f->scale)
        return;
    layout_box wanted = {clamp(l->at.x, room.x, room.x + room.width - width),
                         clamp(l->at.y, room.y, room.y + room.height - height), width, height};
    bool placed = l->moved ? layout_place_near(f->layout, wanted, &l->box)
                           : layout_place(f->layout, LAYOUT_BOTTOM_RIGHT, width, height, &l->box);
    if (!placed)
        return;
    layout_box bar = {l->box.x, l->box.y, l->box.width, header_points * f->scale};
    ui_add(u, CONTROL_PANEL, l->box, "", NULL, 0);
    ui_add_drawn(u, l->box, draw, context);
    control *grip = ui_add(u, CONTROL_GRIP, bar, "Lens", "lens-move", 0);
    grip->context = context;
    grip->value = ui_print(u, "%.3g u across", (double)lens_span(l, f));
    ui_add_tool(u, layout_cut_right(&bar, bar.height), ICON_DELETE, "Close the lens", "lens", 0);
}

canvas_rect lens_part(layout_box box, float scale) {
    int line = (int)fmaxf(1, scale), header = (int)(header_points * scale);
    return (canvas_rect){(int)box.x + line, (int)box.y + header, (int)box.width - 2 * line,
                         (int)box.height - header - line};
}

/* Returns the deepest collision of the last look, or the one that the last push resolved; NULL if
 * nothing is near. */
static const sm3_collision *find_contact(const frame *f) {
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
    float radii = find_contact(f) != NULL ? f->backend->lens_radii : alone_radii;
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

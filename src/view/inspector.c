#include "inspector.h"

#include <string.h>

#include "near.h"
#include "overlays.h"

static const float width_points = 380, margin_points = 10, pad_points = 10, button_points = 66,
                   button_high_points = 22, gap_points = 7, slack_points = 7;
static const float max_fraction = 0.5f; /* of the window's width */
enum { ROWS_SEEN_MIN = 4, ROWS_SEEN_MAX = 8 };
static const float other_points = 410, row_points = 22; /* of the height, that rows do not take */

float inspector_width(const canvas *on, float scale) {
    return floorf(fminf(width_points * scale, max_fraction * (float)on->width));
}

/* ---- Cells ------------------------------------------------------------------------------- */

static ui_row candidate_row(ui *u, const frame *f, const moment_row *row) {
    const sm3_collision *c = row->at;
    moment_measure q = moment_measure_of(f->sandbox, row);
    return (ui_row){.cells = {ui_print(u, "%d", c->obstacle), ui_print_number(u, (double)c->depth),
                              q.crosses ? "crosses" : ui_print_number(u, q.distance),
                              q.is_face      ? "face"
                              : q.length > 0 ? ui_print(u, "%.3f", q.t)
                                             : "-",
                              row->verdict},
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
        float below = pointer.y - i->rows.y;
        int row = i->first_row + (int)floorf(below / ui_row_height(u));
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
    if (row->at != f->marked)
        frame_label_at(f, row->at->point, row->at->normal, -16, ink, "%d", row->at->obstacle);
}

/* Obstacles that the mover does not touch have a number in the scene only while they are hovered.
 */
void inspector_draw_walls(const inspector *i, const frame *f) {
    static const float apart = -1e-3f; /* world units */
    enum { NUMBERS_MAX = 12 };
    int count = i->box.height > 0 ? list_candidates(f) : 0;
    for (int r = 0; r < count; r++) {
        bool hovered = rows[r].at->obstacle == i->hovered;
        if (hovered || (r < NUMBERS_MAX && rows[r].at->depth > apart))
            draw_wall(f, &rows[r], hovered);
    }
}

/* ---- The column -------------------------------------------------------------------------- */

/* The place of the next piece of the column. */
typedef struct column {
    ui *u;
    const frame *f;
    float x, y, width;
} column;

/* Keeps a vector or a size in one line, and what is before an equals sign with that, by blanks at
 * which no line is broken. Returns words of the layout. */
static const char *kept_together(ui *u, const char *words) {
    static const char hard_blank[] = "\xc2\xa0";
    char kept[2 * MOMENT_WORDS];
    size_t length = 0;
    int within = 0;
    bool is_size = false;
    for (; *words != '\0' && length + sizeof hard_blank < sizeof kept; words++) {
        within += (*words == '(') - (*words == ')');
        is_size ^= *words == '|';
        bool holds = *words == ' ' && (within > 0 || is_size || words[1] == '=');
        memcpy(kept + length, holds ? hard_blank : words, holds ? 2 : 1);
        length += holds ? 2 : 1;
    }
    kept[length] = '\0';
    return ui_print(u, "%s", kept);
}

static void add_words(column *at, text_style style, color ink, const char *words) {
    prose how = {.style = style, .width = at->width};
    control *c = ui_add_words(at->u, (sm_vec2){at->x, at->y}, how, 0, kept_together(at->u, words));
    c->ink = ink;
    at->y += c->box.height;
}

static void add_gap(column *at) {
    at->y += gap_points * at->f->scale;
}

static float button_height(const column *at) {
    return ui_for_pointer(at->u, button_high_points) * at->f->scale;
}

static void add_button(column *at, int place, const char *label, const char *tip,
                       const char *command, int argument, bool disabled) {
    float gap = 4 * at->f->scale, width = fminf(button_points * at->f->scale, at->width / 3 - gap);
    float x = place < 2 ? at->x + (float)place * (width + gap) : at->x + at->width - width;
    layout_box box = {x, at->y, width, button_height(at)};
    control *c = ui_add(at->u, CONTROL_BUTTON, box, label, command, argument);
    c->disabled = disabled;
    c->key = NULL; /* the tip has it */
    c->tip = tip;
}

/* Adds heading and buttons. */
static void add_head(column *at) {
    const moment *m = &at->f->moment;
    add_words(at, TEXT_BOLD, at->f->theme->ink,
              ui_print(at->u, "tick %lu, step %d of %d: %s%s", at->f->sandbox->tick, m->index + 1,
                       m->count, moment_part(m), moment_name(m)));
    at->y += 3 * at->f->scale;
    add_button(at, 0, "back", "a step back: Shift+,", "back", -1, m->index == 0);
    add_button(at, 1, "next", "a step forward: Shift+.", "forward", 1, m->index + 1 == m->count);
    add_button(at, 2, "leave", "out of the move: Esc", "leave", 0, false);
    at->y += button_height(at);
}

static const ui_column candidate_columns[] = {
    {.head = "no."},
    {.head = "depth p", .widest = "-8.8888"},
    {.head = "distance d", .rank = 2},
    {.head = "t", .widest = "0.888", .rank = 3},
    {.rank = 1, .to_left = true},
};

/* Adds the rows around the marked one, as many as are seen at once. */
static void add_table(column *at, inspector *i, int count, int marked) {
    bool is_ahead = at->f->moment.kind == MOMENT_ADVANCE;
    ui_table table = {.columns = is_ahead ? steps_columns : candidate_columns,
                      .column_count = is_ahead ? STEPS_COLUMNS : 5,
                      .has_heads = true};
    ui_row seen[ROWS_SEEN_MAX + 1];
    float line = ui_row_height(at->u);
    float left = (float)at->f->canvas->height / at->f->scale - other_points;
    int most = (int)clamp(left / row_points, ROWS_SEEN_MIN, ROWS_SEEN_MAX);
    i->first_row = marked < most ? 0 : marked - most + 1;
    for (int r = i->first_row; r < count && table.row_count < most; r++) {
        ui_row *row = &seen[table.row_count++];
        *row = is_ahead ? steps_row(at->u, &at->f->sandbox->ahead, r)
                        : candidate_row(at->u, at->f, &rows[r]);
        row->is_dim &= r != marked;
        row->is_marked = r == marked;
    }
    i->rows = (layout_box){at->x, at->y + line, at->width, (float)table.row_count * line};
    if (table.row_count < count) {
        const char *words = ui_print(at->u, "%d of %d", table.row_count, count);
        seen[table.row_count++] = (ui_row){.cells = {words}, .is_dim = true, .spans = true};
    }
    table.rows = seen;
    at->y += ui_add_table(at->u, (layout_box){at->x, at->y, at->width, 0}, table)->box.height;
}

/* Adds the line that replaces the table if there are no rows. */
static void add_no_rows(column *at) {
    const moment *m = &at->f->moment;
    add_words(at, TEXT_SMALL, at->f->theme->ink_dim,
              m->iteration < 0        ? "it has not looked yet"
              : m->part == SM_PART_UP ? "it looks for what is above it alone"
                                      : "no obstacle is within a radius of touching");
}

/* Adds the marked obstacle's line in the text, and its formula. */
static void add_formula(column *at, const moment_row *row) {
    char lines[MOMENT_FORMULA_LINES][MOMENT_WORDS], source[MOMENT_WORDS];
    int count = moment_write_formula(at->f->sandbox, &at->f->moment, row, lines);
    moment_say_source(at->f->sandbox, row->at->obstacle, source);
    add_words(at, TEXT_SMALL, at->f->theme->ink_dim,
              ui_print(at->u, "number %d is %s", row->at->obstacle, source));
    for (int i = 0; i < count; i++) {
        at->y += 2 * at->f->scale;
        add_words(at, TEXT_SMALL, at->f->theme->ink, ui_print(at->u, "%s", lines[i]));
    }
}

/* Adds the results of the other resolvers for this move. */
static void add_others(column *at) {
    float inset = CONTROL_INSET_POINTS * at->f->scale, line = 24 * at->f->scale;
    add_gap(at);
    layout_box box = {at->x - inset, at->y, at->width + 2 * inset, line};
    ui_add(at->u, CONTROL_HEADING, box, "The same move by each resolver", "next-resolver", 0);
    at->y += line;
    if (at->f->sandbox->player.noclip)
        add_words(at, TEXT_SMALL, at->f->theme->ink_dim, "collisions are ignored by all");
    else
        others_add(at->u, at->f, at->x, &at->y, at->width);
}

/* Returns where the last line of the controls from `first` on ends that ends at `y` or above, or
 * with `down` where the first line begins that begins at `y` or below. */
static float end_of_line(const ui *u, int first, float y, bool down) {
    float best = down ? INFINITY : 0;
    for (int k = first; k < u->count; k++) {
        const control *c = &u->list[k];
        float line = c->kind == CONTROL_TABLE ? ui_row_height(u)
                                              : text_line_height(u->paint.text, c->words.style);
        float lines = (y - c->box.y) / line, most = roundf(c->box.height / line);
        lines = down ? ceilf(lines - 1e-3f) : floorf(lines + 1e-3f);
        if (down && lines < most)
            best = fminf(best, c->box.y + fmaxf(lines, 0) * line);
        else if (!down && lines >= 0)
            best = fmaxf(best, c->box.y + fminf(lines, most) * line);
    }
    return best;
}

/* ---- Where it stands --------------------------------------------------------------------- */

void inspector_lay_out(inspector *i, ui *u, const frame *f) {
    if (!f->is_inside) {
        *i = (inspector){.hovered = -1};
        return;
    }
    bool is_ahead = f->moment.kind == MOMENT_ADVANCE;
    float pad = pad_points * f->scale, margin = margin_points * f->scale;
    float width = inspector_width(f->canvas, f->scale);
    int candidates = list_candidates(f),
        count = is_ahead ? f->sandbox->ahead.step_count : candidates;
    int hovered = find_hovered(i, u, f, candidates);
    int marked = is_ahead ? f->moment.iteration : hovered >= 0 ? hovered : 0;
    char words[MOMENT_WORDS];
    i->hovered = hovered >= 0 ? rows[hovered].at->obstacle : -1;
    i->marked = candidates > 0 ? rows[marked].at : NULL;
    i->box = (layout_box){(float)f->canvas->width - width, margin, width - margin, 0};
    int body = ui_begin_panel(u);
    column at = {u, f, i->box.x + pad, margin + pad, i->box.width - 2 * pad};
    add_head(&at);
    add_gap(&at);
    layout_box room = {i->box.x + pad / 2, at.y, i->box.width - pad, 0};
    int first = u->count;
    at.y = 0;
    moment_say(f->sandbox, &f->moment, words);
    add_words(&at, TEXT_SMALL, f->theme->ink, ui_print(u, "%s", words));
    add_gap(&at);
    if (count > 0)
        add_table(&at, i, count, marked);
    else
        add_no_rows(&at);
    add_gap(&at);
    if (candidates > 0)
        add_formula(&at, &rows[marked]);
    if (!is_ahead)
        add_others(&at);
    i->box.height = (float)f->canvas->height - 2 * margin;
    room.height = i->box.y + i->box.height - pad - room.y;
    ui_end_panel(u, body, i->box);
    layout_box track = {room.x + room.width - 3 * f->scale, room.y, 3 * f->scale, room.height};
    float asked = fmaxf(i->scroll.from, 0);
    if (at.y > room.height) { /* only whole lines are shown */
        float from = clamp(i->scroll.from, 0, at.y - room.height);
        i->scroll.from = end_of_line(u, first, from, true);
        room.height = end_of_line(u, first, i->scroll.from + room.height, false) - i->scroll.from;
    }
    ui_scroll_column(u, first, room, track, at.y, &i->scroll);
    i->rows.y += room.y - i->scroll.from;
    i->scroll.from = fminf(asked, i->scroll.max); /* small turns of a wheel add up */
    layout_take(f->layout, i->box);
}

/* ---- The lens ---------------------------------------------------------------------------- */

static const float lens_width_points = 250, lens_height_points = 200, header_points = 22,
                   min_points = 70;
static const float lens_fraction = 0.45f;              /* of the scene's width and height */
static const float lens_fraction_inside = 0.8f;        /* of the width, which is less there */
static const float zoom_low = 0.05f, zoom_high = 1e4f; /* beyond this, floats are coarse */
static const float min_grip_points = 190;              /* with its span */
static const float near_radii = 0.5f;  /* an obstacle farther from the mover is no contact */
static const float usual_radii = 1.5f; /* of the player: the width of the view */
static const float alone_radii = 5;    /* the same without a contact: it shows all of the mover */
static const float depth_points = 56;  /* length of a step's depth in the lens */
static const float depth_fraction = 0.3f; /* but at most this fraction of the lens' width */

static float header_height(const ui *u) {
    return ui_for_pointer(u, header_points) * u->paint.scale;
}

/* Finds a place beside the mover in all steps, else anywhere. */
static bool find_lens_place(const frame *f, const camera *c, float width, float height,
                            layout_box *place) {
    static const float sizes[] = {1, 0.85f, 0.7f, 0.55f};
    for (int i = 0; f->is_inside && i < 4; i++) {
        layout beside = *f->layout;
        layout_take(&beside, near_box(f->sandbox, c));
        if (layout_place(&beside, LAYOUT_BOTTOM_RIGHT, floorf(width * sizes[i]),
                         floorf(height * sizes[i]), place)) {
            layout_take(f->layout, *place);
            return true;
        }
    }
    return layout_place(f->layout, LAYOUT_BOTTOM_RIGHT, width, height, place);
}

void lens_lay_out(lens *l, ui *u, const frame *f, const camera *seen,
                  void (*draw)(const ui *u, layout_box box, void *context), void *context) {
    layout_box room = f->layout->room;
    float fraction = f->is_inside ? lens_fraction_inside : lens_fraction;
    float width = floorf(fminf(lens_width_points * f->scale, room.width * fraction));
    float height = floorf(fminf(lens_height_points * f->scale, room.height * lens_fraction));
    l->box.width = 0;
    l->is_needed = f->is_inside && near_pixels(f->sandbox, &f->moment, seen) < NEAR_LEAST_PIXELS;
    if (l->shown == LENS_CLOSED || (l->shown == LENS_BY_NEED && !l->is_needed) ||
        height < min_points * f->scale)
        return;
    layout_box wanted = {clamp(l->at.x, room.x, room.x + room.width - width),
                         clamp(l->at.y, room.y, room.y + room.height - height), width, height};
    bool placed = l->moved ? layout_place_near(f->layout, wanted, &l->box)
                           : find_lens_place(f, seen, width, height, &l->box);
    if (!placed)
        return;
    layout_box bar = {l->box.x, l->box.y, l->box.width, header_height(u)};
    ui_add(u, CONTROL_PANEL, l->box, "", NULL, 0);
    ui_add_drawn(u, l->box, draw, context);
    control *grip = ui_add(u, CONTROL_GRIP, bar, "Lens", "lens-move", 0);
    grip->context = context;
    if (width > min_grip_points * f->scale)
        grip->value = ui_print(u, "%.3g u across", (double)lens_span(l, f));
    ui_add_tool(u, layout_cut_right(&bar, bar.height), ICON_DELETE, "Close the lens", "lens", 0);
}

void lens_toggle(lens *l) {
    bool is_shown = l->shown == LENS_OPEN || (l->shown == LENS_BY_NEED && l->is_needed);
    l->shown = !is_shown ? LENS_OPEN : l->is_needed ? LENS_CLOSED : LENS_BY_NEED;
}

canvas_rect lens_part(const ui *u, layout_box box) {
    int line = (int)fmaxf(1, u->paint.scale), header = (int)header_height(u);
    return (canvas_rect){(int)box.x + line, (int)box.y + header, (int)box.width - 2 * line,
                         (int)box.height - header - line};
}

/* Returns the deepest collision of the last look, or the one that the last push resolved; NULL if
 * nothing is near. */
static const sm3_collision *find_contact(const frame *f) {
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

/* Finds the contact in the middle of the lens. Returns false if nothing is near. */
static bool find_subject(const frame *f, moment_focus *about) {
    if (f->is_inside)
        return moment_find_focus(f->sandbox, &f->moment, about);
    const sm3_collision *c = find_contact(f);
    if (c != NULL)
        *about = (moment_focus){.at = c->point};
    return c != NULL;
}

/* The middle is that of a depth or gap, or the place where the mover touches. */
sm3_vec lens_middle(const frame *f) {
    moment_focus about;
    return find_subject(f, &about) ? sm3_offset(about.at, about.normal, -about.depth / 2)
                                   : f->position;
}

float lens_span(const lens *l, const frame *f) {
    moment_focus about;
    bool has = find_subject(f, &about);
    float radius = f->sandbox->player.radius, span = (has ? usual_radii : alone_radii) * radius;
    if (has && about.depth != 0)
        span = fabsf(about.depth) * l->box.width /
               clamp(depth_fraction * l->box.width, NEAR_LEAST_PIXELS + 4, depth_points * f->scale);
    return span / l->magnification;
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

/* svg_read: turns a drawing into the text of a level.
 *
 * The list of elements is walked with the current transform, and each shape becomes a line of text
 * that level_read reads. Errors of a line
 * are reported at the element that it was made from.
 *
 * The format: W3C, Scalable Vector Graphics 1.1 (Second Edition).
 */
#include <stdlib.h>
#include <string.h>

#include "statements.h"
#include "svg.h"
#include "svg_outline.h"
#include "xml.h"

#define DATA          "data-slidemove"
#define PIXELS_CM     (96 / 2.54)
#define SAME_FRACTION 1e-6 /* relative difference of lengths that count as equal */

static const float player_room = 1; /* radius of the room for a player that is not drawn */

typedef xml_element element;

typedef struct drawing {
    xml_tree tree;
    int depth; /* nesting of the walk */

    text_buffer text; /* the level, as text */
    int *lines;       /* for each of its lines, the index of its element */
    int line_count, line_capacity;
    svg_outline outline;
    const element *drawn; /* the element of the outline */
    int work_left;
    bool in_player, has_player, has_title, is_foreign, out_of_memory;
    vec player_min, player_max;
    level_errors *errors, left_out;
} drawing;

static const char *name_of(const drawing *d, const element *e) {
    const char *name = xml_name(&d->tree, e);
    return strncmp(name, "svg:", 4) == 0 ? name + 4 : name;
}

static const char *attribute(const drawing *d, const element *e, const char *wanted) {
    return xml_attribute(&d->tree, e, wanted);
}

static bool is_out_of_memory(const drawing *d) {
    return d->out_of_memory || d->tree.out_of_memory || d->text.out_of_memory ||
           d->outline.out_of_memory;
}

/* ---- Numbers and transforms -------------------------------------------------------------- */

/* Returns a length in pixels. */
static double length_of(drawing *d, const element *e, const char *name, double absent) {
    static const struct {
        const char *unit;
        double pixels;
    } units[] = {
        {"", 1},          {"px", 1},  {"mm", PIXELS_CM / 10}, {"cm", PIXELS_CM}, {"in", 96},
        {"pt", 96. / 72}, {"pc", 16}, {"Q", PIXELS_CM / 40}};
    double value = 0;
    const char *text = attribute(d, e, name), *at = text;
    if (*text == '\0')
        return absent;
    bool good = svg_take_number(&at, &value);
    for (size_t i = 0; good && i < sizeof units / sizeof *units; i++)
        if (strcmp(at, units[i].unit) == 0)
            return value * units[i].pixels;
    xml_report(d->errors, e, "expected a length for %s, in px, mm, cm, in, pt or pc, found '%s'",
               name, xml_quote(text).text);
    return absent;
}

static svg_matrix transformed(drawing *d, const element *e, svg_matrix m) {
    const char *wrong = svg_follow_transforms(&m, attribute(d, e, "transform"));
    if (wrong != NULL)
        xml_report(d->errors, e,
                   "expected a transform such as rotate(30) or translate(3, 4), found '%s'",
                   xml_quote(wrong).text);
    return m;
}

/* ---- Statements -------------------------------------------------------------------------- */

/* Appends the words on one line. */
static void append_plain(drawing *d, const char *words) {
    for (; *words != '\0'; words++)
        text_append(&d->text, (unsigned char)*words < ' ' || *words == 0x7f ? " " : words, 1);
}

static void end_line(drawing *d, const element *e) {
    text_append_string(&d->text, "\n");
    if (!memory_try_grow(&d->lines, &d->line_capacity, d->line_count, sizeof *d->lines)) {
        d->out_of_memory = true;
        return;
    }
    d->lines[d->line_count++] = (int)(e - d->tree.elements);
}

/* Begins a statement: of the kind that the element's data begins with, or else of `kind`, with the
 * numbers and then the rest of the data. */
static void begin_statement(drawing *d, const element *e, const char *kind, const double *numbers,
                            int count) {
    const char *data = attribute(d, e, DATA);
    size_t name = strcspn(data, " ");
    bool is_kind = level_find_statement(data, name, 2) != LEVEL_KIND_COUNT;
    if (is_kind)
        text_append(&d->text, data, name);
    else
        text_append_string(&d->text, kind);
    for (int i = 0; i < count; i++)
        text_append_number(&d->text, " ", (float)(numbers[i] + 0.0)); /* -0 is 0 */
    text_append_string(&d->text, *data != '\0' && !is_kind ? " " : "");
    append_plain(d, is_kind ? data + name : data);
}

static void write_statement(drawing *d, const element *e, const char *kind, const double *numbers,
                            int count) {
    begin_statement(d, e, kind, numbers, count);
    end_line(d, e);
}

/* ---- Outlines ---------------------------------------------------------------------------- */

/* Writes the outline as a statement, or adds it to the bounds of the player. */
static void end_outline(void *context, bool closed) {
    drawing *d = context;
    const vec *points = d->outline.points;
    int count = d->outline.count;
    for (int i = 0; d->in_player && i < count; i++) {
        d->player_min =
            (vec){sm_min(points[i].x, d->player_min.x), sm_min(points[i].y, d->player_min.y)};
        d->player_max =
            (vec){sm_max(points[i].x, d->player_max.x), sm_max(points[i].y, d->player_max.y)};
    }
    const char *kind = closed && count > 2 ? "loop" : count == 2 ? "segment" : "chain";
    if (!d->in_player && count > 1)
        write_statement(d, d->drawn, kind, &points[0].x, 2 * count);
    d->outline.count = 0;
}

/* ---- Shapes ------------------------------------------------------------------------------ */

static bool is_square(const svg_matrix *m) {
    return fabs(vec_dot(m->x, m->y)) <= SAME_FRACTION * vec_length(m->x) * vec_length(m->y);
}

static void draw_rect(drawing *d, const element *e, const svg_matrix *m) {
    vec size = {length_of(d, e, "width", 0), length_of(d, e, "height", 0)};
    vec corner = {length_of(d, e, "x", 0), length_of(d, e, "y", 0)};
    vec radii = {length_of(d, e, "rx", -1), length_of(d, e, "ry", -1)};
    radii = (vec){radii.x < 0 ? radii.y : radii.x, radii.y < 0 ? radii.x : radii.y};
    radii = radii.x > 0 && radii.y > 0
                ? (vec){sm_min(radii.x, size.x / 2), sm_min(radii.y, size.y / 2)}
                : (vec){0, 0};
    vec inner = vec_sub(vec_scale(size, 0.5), radii), axis = m->x;
    vec middle = vec_add(corner, vec_scale(size, 0.5)), at = svg_place(m, middle.x, middle.y);
    if (vec_is_zero(radii) && is_square(m) && !d->in_player) {
        double degrees = atan2(axis.y, axis.x) * (180 / acos(-1));
        begin_statement(
            d, e, "box",
            (double[]){at.x, at.y, size.x * vec_length(axis), size.y * vec_length(m->y)}, 4);
        if (degrees != 0)
            text_append_number(&d->text, " angle=", (float)degrees);
        end_line(d, e);
        return;
    }
    for (int i = 0; i < 4; i++) {
        vec sides = {i == 0 || i == 3 ? inner.x : -inner.x, i < 2 ? inner.y : -inner.y};
        svg_add_quarters(&d->outline, m, vec_add(middle, sides), radii, i, 1);
    }
    svg_end_curve(&d->outline, true);
}

static void draw_ellipse(drawing *d, const element *e, const svg_matrix *m) {
    bool is_circle = strcmp(name_of(d, e), "circle") == 0;
    vec centre = {length_of(d, e, "cx", 0), length_of(d, e, "cy", 0)};
    vec radii = {length_of(d, e, is_circle ? "r" : "rx", 0),
                 length_of(d, e, is_circle ? "r" : "ry", 0)};
    double a = radii.x * vec_length(m->x), b = radii.y * vec_length(m->y);
    vec at = svg_place(m, centre.x, centre.y);
    if (is_square(m) && fabs(a - b) <= SAME_FRACTION * fabs(a) && !d->in_player) {
        write_statement(d, e, "circle", (double[]){at.x, at.y, a}, 3);
        return;
    }
    svg_add_quarters(&d->outline, m, centre, radii, 0, 4);
    svg_end_curve(&d->outline, true);
}

static void draw_line(drawing *d, const element *e, const svg_matrix *m) {
    svg_add_point(&d->outline, svg_place(m, length_of(d, e, "x1", 0), length_of(d, e, "y1", 0)));
    svg_add_point(&d->outline, svg_place(m, length_of(d, e, "x2", 0), length_of(d, e, "y2", 0)));
    end_outline(d, false);
}

static void draw_points(drawing *d, const element *e, const svg_matrix *m) {
    const char *at = attribute(d, e, "points");
    vec p;
    bool half = false;
    while (svg_take_number(&at, &p.x) && !(half = !svg_take_number(&at, &p.y)))
        svg_add_point(&d->outline, svg_place(m, p.x, p.y));
    if (half || *at != '\0')
        xml_report(d->errors, e, "expected pairs of numbers as points, found '%s'",
                   xml_quote(at).text);
    end_outline(d, strcmp(name_of(d, e), "polygon") == 0);
}

static void draw_path(drawing *d, const element *e, const svg_matrix *m) {
    const char *wrong = svg_follow_path(&d->outline, m, attribute(d, e, "d"));
    if (wrong != NULL)
        xml_report(d->errors, e,
                   "expected a path's command (" SVG_COMMANDS ") with its numbers, found '%s'",
                   xml_quote(wrong).text);
}

/* ---- What is around shapes --------------------------------------------------------------- */

typedef void draw_fn(drawing *d, const element *e, const svg_matrix *m);

static draw_fn *find_draw(const char *name);
static void walk(drawing *d, const element *e, svg_matrix m);

static void draw_children(drawing *d, const element *e, const svg_matrix *m, bool are_shapes) {
    const element *end = d->tree.elements + e->end;
    for (const element *child = e + 1; child < end; child = d->tree.elements + child->end)
        if (are_shapes || find_draw(name_of(d, child)) == NULL)
            walk(d, child, *m);
}

static void draw_inside(drawing *d, const element *e, const svg_matrix *m) {
    draw_children(d, e, m, true);
}

/* Definitions are drawn where they are used. Elements in them that are no shapes are reported once.
 */
static void draw_defs(drawing *d, const element *e, const svg_matrix *m) {
    draw_children(d, e, m, false);
}

/* Returns the element with the id behind the #, or NULL. */
static const element *find_used(drawing *d, const char *name) {
    bool is_id = name[0] == '#' && name[1] != '\0';
    for (int i = 0; is_id && i < d->tree.count && d->work_left > 0; i++) {
        d->work_left -= i % 16 == 0;
        if (strcmp(attribute(d, &d->tree.elements[i], "id"), name + 1) == 0)
            return &d->tree.elements[i];
    }
    return NULL;
}

static void draw_used(drawing *d, const element *e, const svg_matrix *m) {
    const char *href = attribute(d, e, "href");
    const char *name = *href != '\0' ? href : attribute(d, e, "xlink:href");
    const element *used = find_used(d, name);
    svg_matrix moved = *m;
    moved.origin = svg_place(m, length_of(d, e, "x", 0), length_of(d, e, "y", 0));
    if (used == NULL)
        xml_report(&d->left_out, e, "use is left out: '%s' is not in the drawing",
                   xml_quote(name).text);
    else if (strcmp(name_of(d, used), "symbol") == 0)
        draw_inside(d, used, &moved);
    else
        walk(d, used, moved);
}

/* Words become a statement if the data has one. The title of the drawing becomes the title of the
 * level. */
static void draw_words(drawing *d, const element *e, const svg_matrix *m) {
    const char *name = name_of(d, e);
    bool is_text = strcmp(name, "text") == 0, has_data = *attribute(d, e, DATA) != '\0';
    bool is_title = !has_data && strcmp(name, "title") == 0 && d->depth == 1 && !d->has_title;
    if (is_text && !has_data)
        xml_report(&d->left_out, e, "text is left out");
    if (!has_data && !is_title)
        return;
    vec at = svg_place(m, length_of(d, e, "x", 0), length_of(d, e, "y", 0));
    d->has_title = d->has_title || strcmp(name, "title") == 0;
    begin_statement(d, e, is_title ? "title" : "", &at.x, is_text ? 2 : 0);
    text_append_string(&d->text, " ");
    for (const element *inside = e + 1; inside < d->tree.elements + e->end; inside++)
        if (name_of(d, inside)[0] == '\0')
            append_plain(d, xml_text(&d->tree, inside));
    end_line(d, e);
}

static const struct {
    const char *name;
    draw_fn *draw;
} rows[] = {{"g", draw_inside},       {"a", draw_inside},        {"switch", draw_inside},
            {"use", draw_used},       {"path", draw_path},       {"line", draw_line},
            {"rect", draw_rect},      {"polyline", draw_points}, {"polygon", draw_points},
            {"circle", draw_ellipse}, {"ellipse", draw_ellipse}, {"title", draw_words},
            {"desc", draw_words},     {"text", draw_words},      {"metadata", draw_defs},
            {"defs", draw_defs},      {"style", draw_defs},      {"symbol", draw_defs},
            {"script", draw_defs}};

/* Returns NULL for unknown elements. */
static draw_fn *find_draw(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].draw;
    return NULL;
}

static bool is_player(const drawing *d, const element *e) {
    return strncmp(attribute(d, e, DATA), "player", 6) == 0 ||
           strcmp(attribute(d, e, "id"), "player") == 0 ||
           strcmp(attribute(d, e, "inkscape:label"), "player") == 0;
}

/* Places the player in the middle of its drawing, as large as fits in there. */
static void draw_player(drawing *d, const element *e, const svg_matrix *m, draw_fn *draw) {
    const double far = HUGE_VAL;
    if (d->has_player) {
        xml_report(&d->left_out, e, "a second player is left out");
        return;
    }
    d->in_player = true;
    d->player_min = (vec){far, far};
    d->player_max = (vec){-far, -far};
    draw(d, e, m);
    d->in_player = false;
    vec size = vec_sub(d->player_max, d->player_min);
    vec middle = vec_scale(vec_add(d->player_min, d->player_max), 0.5);
    d->has_player = size.x >= 0;
    if (!d->has_player) {
        xml_report(&d->left_out, e, "a player without a shape is left out");
        return;
    }
    double radius = sm_min(size.x, size.y) / 2;
    begin_statement(d, e, "player", &middle.x, 2);
    if (*attribute(d, e, DATA) == '\0' && radius > 0)
        text_append_number(&d->text, " radius=", (float)radius);
    end_line(d, e);
}

/* Whether the element is hidden, like a hidden layer of a drawing. */
static bool is_hidden(const drawing *d, const element *e) {
    return strcmp(attribute(d, e, "display"), "none") == 0 ||
           strstr(attribute(d, e, "style"), "display:none") != NULL;
}

static void walk(drawing *d, const element *e, svg_matrix m) {
    const char *name = name_of(d, e);
    draw_fn *draw = find_draw(name);
    bool is_foreign = strchr(name, ':') != NULL;
    d->is_foreign = d->is_foreign || is_foreign;
    if (name[0] == '\0' || is_foreign || d->work_left == 0)
        return;
    if (d->depth == SVG_DEPTH_MAX) {
        xml_report(d->errors, e, "expected at most %d elements inside each other, found more",
                   SVG_DEPTH_MAX);
        d->work_left = 0;
        return;
    }
    d->work_left--;
    d->depth++;
    m = transformed(d, e, m);
    d->drawn = e;
    if (draw == NULL)
        xml_report(&d->left_out, e, "%s is left out", xml_quote(name).text);
    else if (is_hidden(d, e))
        xml_report(&d->left_out, e, "a hidden %s is left out", name);
    else if (draw != draw_words && !d->in_player && is_player(d, e))
        draw_player(d, e, &m, draw);
    else
        draw(d, e, &m);
    d->depth--;
}

/* ---- The whole drawing ------------------------------------------------------------------- */

/* Returns the transform from units of the root to the world, where y points up. The origin of the
 * drawing becomes that of the world. */
static svg_matrix root_matrix(drawing *d, const element *root) {
    const char *box = attribute(d, root, "viewBox");
    const char *ratio = attribute(d, root, "preserveAspectRatio");
    double unit = length_of(d, root, DATA "-unit", PIXELS_CM), n[4], scale[2];
    int count = 0;
    if (!(unit > 0)) {
        xml_report(d->errors, root, "expected a length above 0 for " DATA "-unit, found '%s'",
                   xml_quote(attribute(d, root, DATA "-unit")).text);
        unit = PIXELS_CM;
    }
    while (count < 4 && svg_take_number(&box, &n[count]))
        count++;
    for (int i = 0; i < 2; i++) {
        static const char *const names[] = {"width", "height"};
        bool is_percentage = strchr(attribute(d, root, names[i]), '%') != NULL;
        double size = is_percentage ? 0 : length_of(d, root, names[i], 0);
        scale[i] = count == 4 && n[2 + i] > 0 ? size / n[2 + i] : 0;
    }
    double x = scale[0] > 0 ? scale[0] : scale[1], y = scale[1] > 0 ? scale[1] : x;
    x = x > 0 ? x : 1;
    y = y > 0 ? y : 1;
    if (strcmp(ratio, "none") != 0)
        x = y = sm_min(x, y);
    return (svg_matrix){{x / unit, 0}, {0, -y / unit}, {0, 0}};
}

/* Reads the text so far, as a fragment of a 2D level, or with 0 as a whole level. Errors and
 * statements get the line of the element that they were made from. */
static level *read_text(drawing *d, int fragment) {
    level *l = level_read_fragment(d->text.text, d->text.length, fragment, d->errors);
    for (int i = 0; i < d->errors->count; i++) {
        level_error *error = &d->errors->list[i];
        if (error->line > 0) {
            const element *e = &d->tree.elements[d->lines[error->line - 1]];
            error->line = e->line;
            error->column = e->column;
        }
    }
    for (int i = 0; l != NULL && i < l->statement_count; i++)
        l->statements[i].line = d->tree.elements[d->lines[l->statements[i].line - 1]].line;
    return l;
}

/* Places the player in the middle of everything, pushed out of obstacles, or next to everything
 * when there is no room. */
static void place_player(drawing *d) {
    level_shapes shapes = {0};
    level_box3 box = {{HUGE_VALF, HUGE_VALF, 0}, {-HUGE_VALF, -HUGE_VALF, 0}};
    sm_vec2 p = {0, 0}, none = {0, 0};
    level *l = read_text(d, 2);
    if (l != NULL && !level_make_shapes(l, &shapes))
        d->out_of_memory = true;
    if (shapes.count > 0) {
        for (int i = 0; i < shapes.count; i++)
            level_box3_include_capsule(&box, shapes.capsules[i]);
        p = (sm_vec2){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2};
        const sm_capsule_array walls = {shapes.capsules, shapes.count};
        sm_result r =
            sm_slide_move(p, none, sm_hull_of_capsule(sm_circle(none, player_room)),
                          sm_obstacles_of_array(&walls), &(sm_options){.resolver = SM_SWEEP});
        p = r.status == SM_MOVED ? r.position : (sm_vec2){box.min.x - 2 * player_room, p.y};
    }
    level_free_shapes(&shapes);
    level_free(l);
    text_append_string(&d->text, "player");
    text_append_numbers(&d->text, &p.x, 2);
    end_line(d, d->tree.elements);
    xml_report(&d->left_out, &(element){.line = 0},
               "nothing in it is named player: it stands at %g %g", (double)p.x, (double)p.y);
}

/* Writes the text of the level. */
static void write_text(drawing *d) {
    const element *root = d->tree.elements;
    if (strcmp(name_of(d, root), "svg") != 0) {
        xml_report(d->errors, root, "expected an SVG drawing, found <%s>",
                   xml_quote(name_of(d, root)).text);
        return;
    }
    svg_matrix m = transformed(d, root, root_matrix(d, root));
    text_append_string(&d->text, level_statements[LEVEL_VERSION].usage);
    end_line(d, root);
    draw_inside(d, root, &m);
    if (d->errors->total > 0)
        return;
    if (d->outline.points_left == 0)
        level_refuse_file(d->errors, "expected fewer than %d points, found more", SVG_POINTS_MAX);
    else if (d->work_left == 0)
        level_refuse_file(d->errors,
                          "expected fewer than %d elements, each as often as it is "
                          "used, found more",
                          SVG_WORK_MAX);
    else if (!d->has_player)
        place_player(d);
}

static level *read_all(drawing *d) {
    level *l = read_text(d, 0);
    if (l == NULL)
        return NULL;
    l->left_out = d->left_out;
    l->is_all_of_drawing =
        !d->is_foreign && d->left_out.total == 0 && *attribute(d, d->tree.elements, DATA) != '\0';
    return l;
}

level *svg_read(const char *text, size_t length, const level_watcher *watcher,
                level_errors *errors) {
    drawing *d = memory_calloc(1, sizeof *d);
    level *l = NULL;
    errors->count = errors->total = 0;
    d->errors = errors;
    d->outline = (svg_outline){.points_left = SVG_POINTS_MAX, .end = end_outline, .context = d};
    d->work_left = SVG_WORK_MAX;
    text_start(&d->text, length + 1);
    if (xml_read(&d->tree, text, length, "an SVG drawing", watcher, errors)) {
        write_text(d);
        if (!is_out_of_memory(d) && errors->total == 0)
            l = read_all(d);
    }
    if (is_out_of_memory(d))
        level_refuse_file(errors, "out of memory, the drawing has %zu bytes", length);
    xml_free(&d->tree);
    free(d->text.text);
    free(d->lines);
    free(d->outline.points);
    free(d);
    return l;
}

bool svg_is_named(const char *path) {
    return text_has_ending(path, ".svg");
}

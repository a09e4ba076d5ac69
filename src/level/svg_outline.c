/* svg_outline: halves curves until each piece is close enough to its chord. Arcs need only square
 * roots, so that the bits are the same everywhere.
 *
 * Paths follow W3C, Scalable Vector Graphics 1.1 (Second Edition), 8.3; arcs its appendix F.6.
 */
#include "svg_outline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "svg.h"
#include "text.h"

#define HALVINGS_MAX 10  /* of a cubic or of a quarter of an ellipse */
#define DIGITS_MAX   512 /* characters of a number that are read */

/* ---- Numbers ----------------------------------------------------------------------------- */

bool svg_skip_blanks(const char **at) {
    *at += strspn(*at, " \t\r\n,");
    return **at != '\0';
}

bool svg_take_number(const char **at, double *value) {
    float number;
    svg_skip_blanks(at);
    const char *nul = memchr(*at, '\0', DIGITS_MAX);
    const char *end = level_scan_number_prefix(*at, nul != NULL ? nul : *at + DIGITS_MAX, &number);
    if (end == NULL)
        return false;
    *at = end;
    *value = (double)number;
    return true;
}

/* Reads a flag. No blank needs to stand behind it. */
static bool take_flag(const char **at, double *value) {
    if (!svg_skip_blanks(at) || (**at != '0' && **at != '1'))
        return false;
    *value = *(*at)++ - '0';
    return true;
}

/* ---- Transforms -------------------------------------------------------------------------- */

typedef enum transform_kind { MATRIX, TRANSLATE, SCALE, ROTATE, SKEW_X, SKEW_Y } transform_kind;

/* Makes a transform from `count` numbers; those that were not given are 0. */
static svg_matrix make_transform(transform_kind kind, const double n[6], int count) {
    vec turn = level_find_axis((float)n[0]);
    svg_matrix turned = {turn, vec_left(turn), {0, 0}};
    switch (kind) {
    case MATRIX:
        return (svg_matrix){{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}};
    case TRANSLATE:
        return (svg_matrix){{1, 0}, {0, 1}, {n[0], n[1]}};
    case SCALE:
        return (svg_matrix){{n[0], 0}, {0, count > 1 ? n[1] : n[0]}, {0, 0}};
    case ROTATE:
        turned.origin = vec_sub((vec){n[1], n[2]}, svg_along(&turned, n[1], n[2]));
        return turned;
    case SKEW_X:
        return (svg_matrix){{1, 0}, {turn.y / turn.x, 1}, {0, 0}};
    default:
        return (svg_matrix){{1, turn.y / turn.x}, {0, 1}, {0, 0}};
    }
}

const char *svg_follow_transforms(svg_matrix *m, const char *at) {
    static const struct {
        const char *name;
        int min, max;
    } rows[] = {
        [MATRIX] = {"matrix", 6, 6}, [TRANSLATE] = {"translate", 1, 2}, [SCALE] = {"scale", 1, 2},
        [ROTATE] = {"rotate", 1, 3}, [SKEW_X] = {"skewX", 1, 1},        [SKEW_Y] = {"skewY", 1, 1}};
    while (svg_skip_blanks(&at)) {
        const char *start = at;
        double n[6] = {0};
        int kind = 0, count = 0;
        size_t length = strcspn(at, " (");
        while (kind <= SKEW_Y &&
               (strncmp(rows[kind].name, at, length) != 0 || rows[kind].name[length] != '\0'))
            kind++;
        at += length + strspn(at + length, " ");
        if (*at == '(')
            at++;
        while (count < 6 && svg_take_number(&at, &n[count]))
            count++;
        if (*at != ')' || kind > SKEW_Y || count < rows[kind].min || count > rows[kind].max ||
            (kind == ROTATE && count == 2))
            return start;
        at++;
        *m = svg_times(m, make_transform((transform_kind)kind, n, count));
    }
    return NULL;
}

/* ---- Points ------------------------------------------------------------------------------ */

void svg_add_point(svg_outline *o, vec p) {
    if (!memory_try_grow(&o->points, &o->capacity, o->count, sizeof *o->points)) {
        o->out_of_memory = true;
        return;
    }
    o->points[o->count++] = p;
}

static bool is_near(vec a, vec b) {
    vec between = vec_sub(vec_of(vec_round(a)), vec_of(vec_round(b))); /* as the level has them */
    return vec_length(between) <= SVG_TOLERANCE / 100;
}

/* Adds a point, unless it is that of the last one. */
static void add_next(svg_outline *o, vec p) {
    if (o->count == 0 || !is_near(o->points[o->count - 1], p))
        svg_add_point(o, p);
}

void svg_end_curve(svg_outline *o, bool closed) {
    if (closed && o->count > 1 && is_near(o->points[0], o->points[o->count - 1]))
        o->count--;
    o->end(o->context, closed);
}

/* Adds the end of a piece of a curve, while points are left. */
static void end_piece(svg_outline *o, vec p) {
    if (o->points_left > 0) {
        o->points_left--;
        add_next(o, p);
    }
}

static vec half_way(vec a, vec b) {
    return vec_scale(vec_add(a, b), 0.5);
}

static double distance(vec p, vec a, vec b) {
    vec ab = vec_sub(b, a), ap = vec_sub(p, a);
    double fraction = vec_is_zero(ab) ? 0 : vec_dot(ap, ab) / vec_dot(ab, ab);
    return vec_length(vec_sub(ap, vec_scale(ab, sm_max(0, sm_min(fraction, 1)))));
}

/* A cubic is at most 3/4 as far from its chord as its control points. */
static void add_cubic(svg_outline *o, vec a, vec b, vec c, vec end, int halvings) {
    double off = sm_max(distance(b, a, end), distance(c, a, end));
    if (halvings == 0 || !(0.75 * off > SVG_TOLERANCE)) {
        end_piece(o, end);
        return;
    }
    vec ab = half_way(a, b), bc = half_way(b, c), to_end = half_way(c, end);
    vec left = half_way(ab, bc), right = half_way(bc, to_end), middle = half_way(left, right);
    add_cubic(o, a, ab, left, middle, halvings - 1);
    add_cubic(o, middle, right, to_end, end, halvings - 1);
}

/* Adds the arc of an ellipse behind point `from` up to point `to`, at most a quarter ahead. Both
 * are given on the unit circle; `m` maps that to the ellipse. */
static void add_arc(svg_outline *o, const svg_matrix *m, vec from, vec to, int halvings) {
    vec middle = vec_add(from, to);
    double cosine = vec_length(middle) / 2, size = sm_max(vec_length(m->x), vec_length(m->y));
    if (halvings == 0 || !(size * (1 - cosine) > SVG_TOLERANCE)) {
        end_piece(o, svg_place(m, to.x, to.y));
        return;
    }
    middle = vec_scale(middle, 1 / vec_length(middle));
    add_arc(o, m, from, middle, halvings - 1);
    add_arc(o, m, middle, to, halvings - 1);
}

void svg_add_quarters(svg_outline *o, const svg_matrix *m, vec centre, vec radii, int first,
                      int count) {
    svg_matrix around = {svg_along(m, radii.x, 0), svg_along(m, 0, radii.y),
                         svg_place(m, centre.x, centre.y)};
    vec u = {1, 0};
    for (int i = 0; i < first + count; i++, u = vec_left(u)) {
        if (i == first)
            add_next(o, svg_place(&around, u.x, u.y));
        if (i >= first)
            add_arc(o, &around, u, vec_left(u), HALVINGS_MAX);
    }
}

/* Adds an elliptical arc from the current point of the path. n: the radii, the degrees that it is
 * turned by, and two flags. */
static void add_path_arc(svg_outline *o, const svg_matrix *m, vec from, vec to, const double n[5]) {
    vec axis = level_find_axis((float)n[2]);
    double rx = fabs(n[0]), ry = fabs(n[1]), large = n[3], sweep = n[4];
    vec half = vec_scale(vec_sub(from, to), 0.5), middle = vec_scale(vec_add(from, to), 0.5);
    vec q = {vec_dot(half, axis) / rx, vec_cross(axis, half) / ry}; /* on the unit circle */
    double length = vec_length(q), aside = 0;
    if (!(rx > 0 && ry > 0 && length > 0))
        return;
    if (length < 1)
        aside = sqrt(1 - length * length) / length * (large != sweep ? 1 : -1);
    double enlarged = sm_max(length, 1);
    q = vec_scale(q, 1 / enlarged);
    vec centre = vec_scale(vec_left(q), -aside);
    vec u = vec_sub(q, centre), end = vec_sub(vec_scale(q, -1), centre);
    double handed = sweep != 0 ? 1 : -1; /* mirrored arcs run the other direction */
    u.y *= handed;
    end.y *= handed;
    svg_matrix turned = {vec_scale(axis, rx * enlarged),
                         vec_scale(vec_left(axis), ry * enlarged * handed), middle};
    turned.origin = svg_place(&turned, centre.x, centre.y * handed);
    turned = svg_times(m, turned);
    for (int i = 0; i < 3 && !(vec_cross(u, end) >= 0 && vec_dot(u, end) >= 0); i++) {
        add_arc(o, &turned, u, vec_left(u), HALVINGS_MAX);
        u = vec_left(u);
    }
    add_arc(o, &turned, u, end, HALVINGS_MAX);
}

/* ---- Paths ------------------------------------------------------------------------------- */

typedef struct path_cursor {
    vec start, now,
        handle;          /* first and last point of the outline, control point of its last curve */
    char command, curve; /* the command that further numbers repeat; the command of that curve */
    bool draws;          /* its first point is added */
} path_cursor;

/* Adds a Bezier curve. Smooth commands leave control points out. */
static void follow_curve(svg_outline *o, const svg_matrix *m, path_cursor *p, char command,
                         const double *n, int count) {
    char curve = command == 'C' || command == 'S' ? 'C' : 'Q';
    vec mirrored = vec_sub(vec_scale(p->now, 2), p->handle), to = {n[count - 2], n[count - 1]};
    vec first = p->curve == curve ? mirrored : p->now;
    if (command == 'C' || command == 'Q')
        first = (vec){n[0], n[1]};
    vec second = curve == 'Q' ? first : (vec){n[count - 4], n[count - 3]};
    p->handle = second;
    p->curve = curve;
    if (curve == 'Q') { /* as a cubic */
        vec shared = vec_scale(first, 2. / 3);
        first = vec_add(shared, vec_scale(p->now, 1. / 3));
        second = vec_add(shared, vec_scale(to, 1. / 3));
    }
    add_cubic(o, svg_place(m, p->now.x, p->now.y), svg_place(m, first.x, first.y),
              svg_place(m, second.x, second.y), svg_place(m, to.x, to.y), HALVINGS_MAX);
}

/* Follows one command with absolute numbers. */
static void follow(svg_outline *o, const svg_matrix *m, path_cursor *p, char command,
                   const double *n, int count) {
    bool is_curve = strchr("CSQT", command) != NULL, moves = command == 'M' || command == 'Z';
    vec to = command == 'Z'   ? p->start
             : command == 'H' ? (vec){n[0], p->now.y}
             : command == 'V' ? (vec){p->now.x, n[0]}
                              : (vec){n[count - 2], n[count - 1]};
    if (moves) {
        svg_end_curve(o, command == 'Z');
        p->start = to;
    } else if (!p->draws) {
        add_next(o, svg_place(m, p->now.x, p->now.y));
    }
    if (is_curve)
        follow_curve(o, m, p, command, n, count);
    else
        p->curve = '\0';
    if (command == 'A')
        add_path_arc(o, m, p->now, to, n);
    if (!moves)
        add_next(o, svg_place(m, to.x, to.y));
    p->draws = !moves;
    p->now = to;
}

/* Reads the numbers of a command, and makes relative ones absolute. */
static bool take_numbers(const char **at, char command, bool is_relative, vec now, double *n,
                         int count) {
    for (int i = 0; i < count; i++) {
        bool is_arc = command == 'A', is_flag = is_arc && (i == 3 || i == 4);
        if (is_flag ? !take_flag(at, &n[i]) : !svg_take_number(at, &n[i]))
            return false;
        bool is_y = command == 'V' || (i + is_arc) % 2 == 1;
        if (is_relative && !(is_arc && i < 5))
            n[i] += is_y ? now.y : now.x;
    }
    return true;
}

const char *svg_follow_path(svg_outline *o, const svg_matrix *m, const char *at) {
    static const char counts[] = "2211644270";
    path_cursor p = {.command = '\0'};
    while (svg_skip_blanks(&at) && o->points_left > 0) {
        const char *start = at;
        double n[7];
        bool is_named = isalpha((unsigned char)*at) != 0;
        char command = is_named ? *at++ : p.command, upper = (char)toupper((unsigned char)command);
        const char *row = command != '\0' ? strchr(SVG_COMMANDS, upper) : NULL;
        int count = row != NULL ? counts[row - SVG_COMMANDS] - '0' : 0;
        if (row == NULL || (upper == 'Z' && !is_named) || (p.command == '\0' && upper != 'M') ||
            !take_numbers(&at, upper, upper != command, p.now, n, count))
            return start;
        follow(o, m, &p, upper, n, count);
        p.command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
    }
    svg_end_curve(o, false);
    return NULL;
}

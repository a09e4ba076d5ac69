/* obj: parses Wavefront OBJ.
 *
 * Most of a large file is numbers, so they are read in place, without a copy. A backslash before a
 * line break counts as a blank, so that all words of a statement seem to stand on one line. The
 * format is open: unknown statements are skipped.
 *
 * The format: Wavefront, Advanced Visualizer Manual, appendix B1.
 *
 * Faces are cut by ear clipping (Meisters 1975; Ericson, Real-Time Collision Detection, 12.5.2).
 * The polygon is projected along its normal by Newell's formula (Sutherland, Sproull and Schumacker
 * 1974), a sum over the edges that no single flat or reflex corner can spoil. Dropping the largest
 * coordinate of the normal leaves a 2D polygon with the same orientation. Then corners are cut off
 * if their triangle is inside and holds no other corner.
 *
 * The state of a corner stays valid until a neighbour, or the corner that was found in its
 * triangle, is cut off. So three tests for each corner mostly suffice, and the cost grows as the
 * square of the corners. */
#include "file.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "lines.h"

/* Limits on the work of cutting faces, in visits of a corner. Reading one byte takes as long as
 * some hundred visits. */
#define FACE_WORK_MAX (1LL << 25) /* for one face; twice the square of 4096 corners */
#define WORK_AT_FIRST (1LL << 25) /* at first, so that no small file is refused */
#define WORK_A_BYTE   256         /* one second for each megabyte */
#define WORK_REPORTED (1LL << 23) /* between two progress reports */
#define NAME_LENGTH   128         /* bytes of a group's name, of which a part shows the first */

/* ---- Polygons ------------------------------------------------------------------------- */

typedef struct polygon_corner {
    double x, y;
    int before, after; /* the neighbours that are left */
    int judged;        /* EAR, NOT_CONVEX, UNJUDGED or a corner in its triangle */
} polygon_corner;

static vec3 newell_normal(const sm3_vec *vertices, const int *corners, int count) {
    vec3 n = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        sm3_vec a = vertices[corners[i]], b = vertices[corners[(i + 1) % count]];
        n.x += ((double)a.y - (double)b.y) * ((double)a.z + (double)b.z);
        n.y += ((double)a.z - (double)b.z) * ((double)a.x + (double)b.x);
        n.z += ((double)a.x - (double)b.x) * ((double)a.y + (double)b.y);
    }
    return n;
}

/* Projects a vertex along the normal, so that the polygon runs counter-clockwise. */
static polygon_corner look_along(vec3 n, sm3_vec v) {
    double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z), x, y, along;
    if (ax >= ay && ax >= az) {
        x = (double)v.y, y = (double)v.z, along = n.x;
    } else if (ay >= az) {
        x = (double)v.z, y = (double)v.x, along = n.y;
    } else {
        x = (double)v.x, y = (double)v.y, along = n.z;
    }
    return along > 0 ? (polygon_corner){.x = x, .y = y} : (polygon_corner){.x = y, .y = x};
}

/* Twice the area of a-b-c, positive when counter-clockwise. */
static double area(const polygon_corner *a, const polygon_corner *b, const polygon_corner *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static bool is_same(const polygon_corner *a, const polygon_corner *b) {
    return a->x == b->x && a->y == b->y;
}

/* Returns whether p lies in the triangle or on its border, but not at a corner. Two corners of a
 * polygon in one place, as at the ends of a bridge to a hole, do not block each other. */
static bool is_inside(const polygon_corner *p, const polygon_corner *a, const polygon_corner *b,
                      const polygon_corner *c) {
    return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0 && !is_same(p, a) &&
           !is_same(p, b) && !is_same(p, c);
}

/* The state of a corner; 0 and above: the corner that lies in its triangle. */
enum { UNJUDGED = -1, EAR = -2, NOT_CONVEX = -3 };

typedef struct polygon {
    polygon_corner *corners;
    long long work_left; /* visits of a corner */
} polygon;

static double area_at(const polygon *p, int at) {
    const polygon_corner *c = p->corners;
    return area(&c[c[at].before], &c[at], &c[c[at].after]);
}

static int judge(polygon *p, int at) {
    const polygon_corner *c = p->corners;
    int before = c[at].before, after = c[at].after;
    if (!(area_at(p, at) > 0))
        return NOT_CONVEX;
    for (int i = c[after].after; i != before; i = c[i].after) {
        p->work_left--;
        if (is_inside(&c[i], &c[before], &c[at], &c[after]))
            return i;
    }
    return EAR;
}

static bool is_cut_off(const polygon *p, int corner) {
    return p->corners[corner].after < 0;
}

static bool is_ear(polygon *p, int at) {
    polygon_corner *c = &p->corners[at];
    p->work_left--;
    if (c->judged == UNJUDGED || (c->judged >= 0 && is_cut_off(p, c->judged)))
        c->judged = judge(p, at);
    return c->judged == EAR;
}

/* Returns the first ear from `start` on. Without an ear, the polygon has only corners without area
 * left, and the first of these is returned, or it crosses itself. */
static int find_ear(polygon *p, int count, int start) {
    int at = start;
    for (int i = 0; i < count && p->work_left > 0; i++, at = p->corners[at].after)
        if (is_ear(p, at))
            return at;
    for (int i = 0; i < count && p->work_left > 0; i++, at = p->corners[at].after) {
        p->work_left--;
        if (area_at(p, at) == 0)
            return at;
    }
    return start;
}

static level_face cut_off(polygon *p, const int *corners, int at) {
    polygon_corner *c = p->corners;
    int before = c[at].before, after = c[at].after;
    c[before].after = after;
    c[after].before = before;
    c[before].judged = c[after].judged = UNJUDGED;
    c[at].after = -1;
    return (level_face){corners[before], corners[at], corners[after]};
}

/* Cuts the polygon of these corners (indices of vertices), 3 or more, into count - 2 triangles of
 * the same orientation. `scratch` has room for `count` corners.
 *
 * The polygon may be concave. One that is not flat is cut as seen along Newell's normal. One
 * without area, or one that crosses itself, is still cut somehow. The work, about the square of
 * `count`, is subtracted from *work_left; the result is false when that was not enough.
 */
static bool polygon_cut(const sm3_vec *vertices, const int *corners, int count,
                        polygon_corner *scratch, long long *work_left, level_face *triangles) {
    if (count == 3) { /* most faces */
        *triangles = (level_face){corners[0], corners[1], corners[2]};
        return true;
    }
    vec3 n = newell_normal(vertices, corners, count);
    for (int i = 0; i < count; i++) {
        scratch[i] = look_along(n, vertices[corners[i]]);
        scratch[i].before = (i + count - 1) % count;
        scratch[i].after = (i + 1) % count;
        scratch[i].judged = UNJUDGED;
    }
    polygon p = {scratch, *work_left};
    int at = 1; /* makes a convex polygon a fan around its first corner */
    for (; count > 3 && p.work_left > 0; count--) {
        int ear = find_ear(&p, count, at);
        at = scratch[ear].after;
        *triangles++ = cut_off(&p, corners, ear);
    }
    while (scratch[at].before < at) /* go to the first of the three corners that are left */
        at = scratch[at].before;
    *triangles = cut_off(&p, corners, scratch[at].after);
    *work_left = p.work_left;
    return p.work_left > 0;
}

/* ---- The reader ----------------------------------------------------------------------- */

typedef struct obj_reader {
    lines in;
    bool continues; /* the statement continues on the next line */
    level_mesh *mesh;
    int vertex_capacity, face_capacity;
    char group[NAME_LENGTH], material[NAME_LENGTH];
    long long work;               /* visits of corners so far */
    int corners[OBJ_CORNERS_MAX]; /* of the current face */
    polygon_corner scratch[OBJ_CORNERS_MAX];
} obj_reader;

/* ---- Words ------------------------------------------------------------------------------- */

/* A comment does not continue on the next line, as it may well end with the path of a folder. */
static bool take_line(obj_reader *r) {
    lines *l = &r->in;
    if (!lines_take(l))
        return false;
    r->continues = l->line_end < l->end && l->line_end > l->line_start && l->line_end[-1] == '\\';
    l->line_end -= r->continues;
    return true;
}

/* Skips blanks. Returns whether the statement ends here. */
static bool at_end(obj_reader *r) {
    bool ends = lines_at_end(&r->in);
    while (ends && r->in.at == r->in.line_end && r->continues && take_line(r))
        ends = lines_at_end(&r->in);
    return ends;
}

/* ---- Vertices ---------------------------------------------------------------------------- */

/* Reads the next word of the statement. */
static bool read_number(obj_reader *r, const char *name, float *value) {
    at_end(r);
    word w = lines_word(&r->in);
    if (!level_scan_number(w.start, w.end, value))
        return lines_expect(&r->in, w, "a number for %s", name);
    if (fabsf(*value) > LEVEL_NUMBER_MAX)
        return lines_expect(&r->in, w, "%s to be from -%.0f to %.0f", name,
                            (double)LEVEL_NUMBER_MAX, (double)LEVEL_NUMBER_MAX);
    r->in.at = w.end;
    return true;
}

static bool read_vertex(obj_reader *r) {
    level_mesh *m = r->mesh;
    sm3_vec v;
    float more;
    if (!read_number(r, "X", &v.x) || !read_number(r, "Y", &v.y) || !read_number(r, "Z", &v.z))
        return false;
    while (!at_end(r))
        if (!read_number(r, "a weight or a colour", &more))
            return false;
    if (!memory_try_grow(&m->vertices, &r->vertex_capacity, m->vertex_count, sizeof *m->vertices))
        return lines_lack_memory(&r->in);
    m->vertices[m->vertex_count++] = v;
    return true;
}

/* ---- Faces ------------------------------------------------------------------------------- */

/* Reads a whole number, clamped to the range of int. Returns where it ends, or `at` when there is
 * none. */
static const char *scan_index(const char *at, const char *end, int *index) {
    const char *start = at;
    bool is_negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    const char *digits = at;
    int value = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        value = value <= (INT_MAX - 9) / 10 ? value * 10 + (*at - '0') : INT_MAX;
    *index = is_negative ? -value : value;
    return at > digits ? at : start;
}

/* Reads the vertex of a corner as an index from 0. Numbers below 0 count back from the last vertex.
 * Texture and normal may follow: `/5`, `/5/6` or `//6`. */
static bool read_corner(obj_reader *r, int *vertex) {
    int index, ignored, count = r->mesh->vertex_count;
    bool is_whole = true;
    word w = lines_word(&r->in);
    const char *at = scan_index(w.start, w.end, &index);
    for (int i = 0; i < 2 && at < w.end && *at == '/'; i++) {
        const char *number = at + 1;
        at = scan_index(number, w.end, &ignored);
        is_whole = at > number || (i == 0 && at < w.end && *at == '/');
    }
    if (count == 0)
        return lines_complain(&r->in, w.start,
                              "expected vertices above the first face, found none");
    if (at != w.end || index == 0 || index > count || index < -count)
        return lines_expect(&r->in, w, "a vertex number from 1 to %d (or -%d to -1)", count, count);
    if (!is_whole)
        return lines_expect(&r->in, w, "a number behind the last `/` of a corner");
    *vertex = index > 0 ? index - 1 : count + index;
    r->in.at = w.end;
    return true;
}

/* Cuts the current face. A file may hold many faces that cost the square of their corners, so the
 * time is limited by the length of the file. */
static bool cut_face(obj_reader *r, int count) {
    level_mesh *m = r->mesh;
    long long max = WORK_AT_FIRST + WORK_A_BYTE * (r->in.at - r->in.text) - r->work;
    max = max < FACE_WORK_MAX ? max : FACE_WORK_MAX;
    long long left = max;
    if (!memory_try_grow(&m->faces, &r->face_capacity, m->face_count + count - 3, sizeof *m->faces))
        return lines_lack_memory(&r->in);
    bool good =
        polygon_cut(m->vertices, r->corners, count, r->scratch, &left, m->faces + m->face_count);
    r->work += max - left;
    m->face_count += count - 2;
    m->polygon_count++;
    if (!good)
        return lines_complain(&r->in, r->in.at,
                              "expected faces that are quick to cut into triangles, found one of "
                              "%d corners that is not, for it crosses itself or winds a lot",
                              count);
    return true;
}

static bool read_face(obj_reader *r) {
    int count = 0;
    for (; !at_end(r); count++) {
        if (count == OBJ_CORNERS_MAX)
            return lines_complain(&r->in, r->in.at,
                                  "expected a face of at most %d corners, found more",
                                  OBJ_CORNERS_MAX);
        if (!read_corner(r, &r->corners[count]))
            return false;
    }
    if (count < 3)
        return lines_complain(&r->in, r->in.at, "expected a face of 3 or more corners, found %d",
                              count);
    return cut_face(r, count);
}

/* ---- The file ---------------------------------------------------------------------------- */

/* Reads the rest of the line as the name of a group, an object or a material. */
static void read_name(obj_reader *r, char name[NAME_LENGTH]) {
    const char *at = lines_word(&r->in).start, *end = r->in.line_end;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
        end--;
    int length = end - at < NAME_LENGTH ? (int)(end - at) : NAME_LENGTH - 1;
    snprintf(name, NAME_LENGTH, "%.*s", length, at);
    if (!level_begin_part(r->mesh, r->group, r->material))
        lines_lack_memory(&r->in);
}

static void read_statement(obj_reader *r) {
    bool is_comment = at_end(r) && r->in.at < r->in.line_end;
    word name = lines_word(&r->in);
    bool is_vertex = word_is(name, "v");
    if (is_vertex || word_is(name, "f")) {
        r->in.at = name.end;
        if (!(is_vertex ? read_vertex(r) : read_face(r)))
            return;
        is_comment = r->in.at < r->in.line_end;
    } else if (word_is(name, "g") || word_is(name, "o") || word_is(name, "usemtl")) {
        r->in.at = name.end;
        read_name(r, word_is(name, "usemtl") ? r->material : r->group);
    }
    while (!is_comment && r->continues && take_line(r))
        continue;
}

/* A text has only tabs, line breaks and form feeds as control characters. A file with others is
 * another kind of file. */
static bool is_text(obj_reader *r) {
    const char *at = r->in.text, *end = r->in.end;
    r->in.line = 1;
    for (; at < end && ((unsigned char)*at >= ' ' || (*at >= '\t' && *at <= '\r')); at++)
        r->in.line += *at == '\n';
    if (at < end)
        return lines_complain(&r->in, at, "expected text, found the control character U+%04X",
                              (unsigned)*at);
    r->in.line = 0;
    return true;
}

/* Returns false when the watcher cancelled. */
static bool read_statements(obj_reader *r, size_t length, const level_watcher *watcher) {
    long long step = 0;
    while (r->in.errors->total == 0 && take_line(r)) {
        read_statement(r);
        size_t understood = (size_t)(r->in.next - r->in.text);
        long long now = (long long)(understood / LEVEL_PROGRESS_STEP) + r->work / WORK_REPORTED;
        if (now == step)
            continue;
        step = now;
        if (!level_report(watcher, length, understood))
            return false;
    }
    r->in.line += r->in.line == 0 ||
                  r->in.line_end < r->in.end; /* the end of the text, behind the last line break */
    if (r->in.errors->total == 0 && r->mesh->polygon_count == 0)
        lines_complain(&r->in, r->in.at, "expected at least one face, found none");
    return level_report(watcher, watcher->total, watcher->total);
}

bool obj_read(const char *text, size_t length, const level_watcher *watcher, level_mesh *mesh,
              level_errors *errors) {
    obj_reader *r = memory_alloc(sizeof *r);
    errors->count = errors->total = 0;
    *r = (obj_reader){.in = lines_of(text, text + length, errors), .mesh = mesh};
    bool goes_on = !is_text(r) || read_statements(r, length, watcher);
    free(r);
    mesh->loaded = goes_on && errors->total == 0;
    if (!mesh->loaded)
        level_empty_mesh(mesh);
    if (!goes_on)
        errors->count = errors->total = 0;
    return mesh->loaded;
}

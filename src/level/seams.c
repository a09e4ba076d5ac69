#include "seams.h"

#include <stdlib.h>

#include "memory.h"

/* ---- Edges ------------------------------------------------------------------------------- */

static int common_divisor(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return abs(a);
}

bool seams_add(seams *s, seams_point a, seams_point b, bool oneway) {
    int dx = b.x - a.x, dy = b.y - a.y, divisor = common_divisor(dx, dy);
    if (divisor == 0)
        return true;
    if (!memory_try_grow(&s->edges, &s->capacity, s->count, sizeof *s->edges))
        return false;
    bool backward = dx < 0 || (dx == 0 && dy < 0);
    dx /= backward ? -divisor : divisor;
    dy /= backward ? -divisor : divisor;
    int start = dx != 0 ? a.x : a.y, end = dx != 0 ? b.x : b.y;
    s->edges[s->count++] = (seams_edge){.offset = (int64_t)dx * a.y - (int64_t)dy * a.x,
                                        .dx = dx,
                                        .dy = dy,
                                        .from = backward ? end : start,
                                        .to = backward ? start : end,
                                        .backward = backward,
                                        .oneway = oneway};
    return true;
}

static seams_point point_at(const seams_edge *e, int along) {
    if (e->dx == 0)
        return (seams_point){(int)-e->offset, along};
    return (seams_point){along, (int)((e->offset + (int64_t)e->dy * along) / e->dx)};
}

seams_point seams_start(const seams_edge *e) {
    return point_at(e, e->backward ? e->to : e->from);
}

seams_point seams_end(const seams_edge *e) {
    return point_at(e, e->backward ? e->from : e->to);
}

/* ---- Joining ----------------------------------------------------------------------------- */

static int order(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_lines(const seams_edge *a, const seams_edge *b) {
    int result = order(a->oneway, b->oneway);
    result = result != 0 ? result : order(a->dx, b->dx);
    result = result != 0 ? result : order(a->dy, b->dy);
    return result != 0 ? result : order(a->offset, b->offset);
}

static int compare_edges(const void *a, const void *b) {
    const seams_edge *e = a, *f = b;
    int result = compare_lines(e, f);
    result = result != 0 ? result : order(e->backward, f->backward);
    return result != 0 ? result : order(e->from, f->from);
}

/* Joins edges of one line and direction that overlap or touch. Returns how many there are then. */
static int unite(seams_edge *edges, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (kept == 0 || edges[i].from > edges[kept - 1].to)
            edges[kept++] = edges[i];
        else if (edges[i].to > edges[kept - 1].to)
            edges[kept - 1].to = edges[i].to;
    }
    return kept;
}

/* Adds what is left of the edges `a` without the edges `b`; both are ascending and apart. */
static bool add_rest(seams *s, const seams_edge *a, int a_count, const seams_edge *b, int b_count) {
    for (int i = 0, k = 0; i < a_count; i++) {
        seams_edge rest = a[i];
        for (; k < b_count && b[k].to <= rest.from; k++)
            continue;
        for (int cut = k; rest.from < a[i].to; cut++) {
            bool is_cut = cut < b_count && b[cut].from < a[i].to;
            rest.to = is_cut ? b[cut].from : a[i].to;
            if (rest.to > rest.from) {
                if (!memory_try_grow(&s->edges, &s->capacity, s->count, sizeof *s->edges))
                    return false;
                s->edges[s->count++] = rest;
            }
            rest.from = is_cut ? b[cut].to : a[i].to;
        }
    }
    return true;
}

/* Joins the edges of one line. */
static bool join_line(seams *joined, seams_edge *edges, int count) {
    int forward = 0;
    while (forward < count && !edges[forward].backward)
        forward++;
    seams_edge *back = edges + forward;
    int forward_count = unite(edges, forward), back_count = unite(back, count - forward);
    return add_rest(joined, edges, forward_count, back, back_count) &&
           add_rest(joined, back, back_count, edges, forward_count);
}

bool seams_join(seams *s) {
    seams joined = {0};
    bool good = true;
    if (s->count > 0)
        qsort(s->edges, (size_t)s->count, sizeof *s->edges, compare_edges);
    for (int i = 0, end; i < s->count && good; i = end) {
        for (end = i + 1; end < s->count && compare_lines(&s->edges[i], &s->edges[end]) == 0;)
            end++;
        good = join_line(&joined, s->edges + i, end - i);
    }
    free(s->edges);
    *s = joined;
    return good;
}

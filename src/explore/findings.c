#include "findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../slidemove/vec.h"

static const int near = 2; /* cells: spots no farther apart are one */

const char *explore_kind_name(int kind) {
    static const char *const names[] = {
        [EXPLORE_FALL] = "fall",      [EXPLORE_SQUEEZED] = "squeezed",
        [EXPLORE_STUCK] = "stuck",    [EXPLORE_OUT] = "out of bounds",
        [EXPLORE_TRAP] = "trap",      [EXPLORE_NOT_REACHED] = "not reached",
        [EXPLORE_CLIMB] = "climb",    [EXPLORE_SNAG] = "snag",
        [EXPLORE_TREMBLE] = "tremble"};
    return kind >= 0 && kind < EXPLORE_KIND_COUNT ? names[kind] : NULL;
}

/* ---- Spots ------------------------------------------------------------------------------- */

static uint32_t tag_of(explore_kind kind, int zone) {
    return (uint32_t)(zone + 1) << 8 | (uint32_t)kind;
}

static bool is_jump(const explore_finding *f) {
    return f->action >= attempt_action(ATTEMPT_JUMP, 0);
}

/* A fall is shown best by a walk, as a jump begins somewhere around it. */
static bool is_plainer(const explore_finding *f, const explore_finding *than) {
    if (f->kind == EXPLORE_FALL && is_jump(f) != is_jump(than))
        return is_jump(than);
    return f->ticks < than->ticks;
}

/* Of two that are as plain the one that was found first stays. */
static void gather(explore_finding *into, const explore_finding *from) {
    unsigned tries = into->tries + from->tries;
    if (is_plainer(from, into))
        *into = *from;
    into->tries = tries;
}

bool findings_add(findings *f, const plan *p, const explore_finding *event) {
    archive_key key = plan_key(p, event->at, false, 0);
    key.tag = tag_of(event->kind, event->zone);
    uint32_t found = archive_find(&f->index, f->spots, sizeof *f->spots, key);
    if (found != ARCHIVE_NONE) {
        explore_finding *known = &f->spots[found].finding;
        if (event->kind != EXPLORE_NOT_REACHED) /* there places are counted */
            gather(known, event);
        return true;
    }
    void *spots = f->spots;
    bool good = archive_grow(&spots, &f->room, f->count, sizeof *f->spots);
    f->spots = spots;
    if (!good)
        return false;
    f->spots[f->count] = (spot){key, *event};
    good = archive_note(&f->index, f->spots, sizeof *f->spots, f->count + 1);
    f->count += good;
    return good;
}

/* ---- Joined sets (union-find) ------------------------------------------------------------ */

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i)
        i = parents[i] = parents[parents[i]];
    return i;
}

/* The least index is the root. */
static void join(uint32_t *parents, uint32_t a, uint32_t b) {
    a = root_of(parents, a);
    b = root_of(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

static uint32_t *each_alone(uint32_t count) {
    uint32_t *parents = malloc(((size_t)count + 1) * sizeof *parents);
    for (uint32_t i = 0; parents != NULL && i < count; i++)
        parents[i] = i;
    return parents;
}

/* ---- The list ---------------------------------------------------------------------------- */

/* Those of one zone are one. A zone that was not reached has no place of its own. */
static void join_neighbours(const findings *f, const plan *p, uint32_t *parents) {
    for (uint32_t i = 0; i < f->count; i++) {
        archive_key middle = f->spots[i].key;
        archive_key at = archive_first_around(middle, near, p->def.dimensions);
        do {
            uint32_t other = archive_find(&f->index, f->spots, sizeof *f->spots, at);
            if (other != ARCHIVE_NONE)
                join(parents, i, other);
        } while (archive_next_around(&at, middle, near, p->def.dimensions));
    }
}

/* How many places there must be of ground that was not reached, so that it is larger than a few
 * movers. */
static unsigned least_places(const plan *p) {
    double wide = 2 * (double)p->def.radius / (double)p->def.cell;
    double places = p->def.dimensions == 3 ? 4 * wide * wide : 4 * wide;
    return (unsigned)ceil(places > 3 ? places : 3);
}

static int compare(const void *a, const void *b) {
    const explore_finding *f = a, *g = b;
    if (f->kind != g->kind)
        return f->kind < g->kind ? -1 : 1;
    if (f->tries != g->tries)
        return f->tries > g->tries ? -1 : 1;
    if (f->ticks != g->ticks)
        return f->ticks < g->ticks ? -1 : 1;
    return memcmp(&f->at, &g->at, sizeof f->at);
}

/* The end of the way to ground that was not reached is the nearest cell. */
static void find_nearest_cell(explore_finding *f, const archive *a) {
    double least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        vec3 from = vec3_sub(vec3_of(f->at), vec3_of(a->cells[i].position));
        double squared = vec3_dot(from, from);
        if (squared >= least)
            continue;
        least = squared;
        f->cell = i;
        f->ticks = a->cells[i].ticks;
    }
    f->gap = (float)sqrt(least);
    f->try_ticks = 0;
}

/* A fall by a jump of which the edge can be walked over, too, within about the jump's width. */
static bool belongs_to_walk(findings *f, const plan *p, const explore_finding *jump) {
    for (uint32_t i = 0; i < f->count; i++) {
        explore_finding *walk = &f->spots[i].finding;
        sm3_vec between = sm3_between(walk->at, jump->at);
        between.y = 0;
        if (walk->kind == EXPLORE_FALL && !is_jump(walk) && sm3_length(between) <= 2 * p->def.speed)
            return true;
    }
    return false;
}

bool findings_finish(findings *f, const plan *p, const archive *cells) {
    uint32_t *parents = each_alone(f->count);
    free(f->list);
    f->list_count = 0;
    f->list = malloc(((size_t)f->count + 1) * sizeof *f->list);
    uint32_t *place = malloc(((size_t)f->count + 1) * sizeof *place);
    bool good = parents != NULL && f->list != NULL && place != NULL;
    if (good)
        join_neighbours(f, p, parents);
    for (uint32_t i = 0; good && i < f->count; i++) {
        uint32_t root = root_of(parents, i);
        if (root == i) {
            place[i] = (uint32_t)f->list_count;
            f->list[f->list_count++] = f->spots[i].finding;
        } else {
            gather(&f->list[place[root]], &f->spots[i].finding);
        }
    }
    int kept = 0;
    for (int i = 0; good && i < f->list_count; i++) {
        explore_finding *g = &f->list[i];
        if (g->kind == EXPLORE_FALL && is_jump(g) && belongs_to_walk(f, p, g))
            continue;
        if (g->kind == EXPLORE_NOT_REACHED && g->zone == EXPLORE_NONE && g->tries < least_places(p))
            continue;
        if (g->kind == EXPLORE_NOT_REACHED)
            find_nearest_cell(g, cells);
        f->list[kept++] = *g;
    }
    f->list_count = kept;
    if (good)
        qsort(f->list, (size_t)kept, sizeof *f->list, compare);
    free(parents);
    free(place);
    return good;
}

void findings_free(findings *f) {
    free(f->spots);
    free(f->index.slots);
    free(f->list);
    *f = (findings){0};
}

/* ---- Back to the start ------------------------------------------------------------------- */

/* The cells from which tries led to each cell, in a row. */
typedef struct reversed {
    uint32_t *first, *from;
} reversed;

static bool reverse(reversed *r, const archive *a) {
    r->first = calloc((size_t)a->count + 2, sizeof *r->first);
    r->from = malloc(((size_t)a->edge_count + 1) * sizeof *r->from);
    if (r->first == NULL || r->from == NULL)
        return false;
    uint32_t *next = r->first + 1; /* is where each begins, and then where it ends */
    for (uint32_t i = 0; i < a->count; i++) {
        const archive_cell *c = &a->cells[i];
        for (uint32_t k = 0; k < c->edge_count; k++)
            next[a->edges[c->first_edge + k] + 1]++;
    }
    for (uint32_t i = 0; i < a->count; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < a->count; i++) {
        const archive_cell *c = &a->cells[i];
        for (uint32_t k = 0; k < c->edge_count; k++)
            r->from[next[a->edges[c->first_edge + k]]++] = i;
    }
    return true;
}

static void release(reversed *r) {
    free(r->first);
    free(r->from);
}

/* Within a cell of where it started, at any phase. */
static bool is_home(const plan *p, const archive *a, uint32_t cell) {
    for (uint32_t s = 0; s < a->count && a->cells[s].parent == ARCHIVE_NONE; s++) {
        sm3_vec away = sm3_between(a->cells[s].position, a->cells[cell].position);
        if (sm3_length(away) <= 1.5f * p->def.cell)
            return true;
    }
    return false;
}

/* Marks the cells from which there is a way home. */
static bool mark_home(bool *home, const plan *p, const archive *a) {
    reversed r;
    uint32_t *queue = malloc(((size_t)a->count + 1) * sizeof *queue);
    bool good = reverse(&r, a) && queue != NULL;
    uint32_t end = 0;
    for (uint32_t i = 0; good && i < a->count; i++) {
        if (is_home(p, a, i)) {
            home[i] = true;
            queue[end++] = i;
        }
    }
    for (uint32_t at = 0; good && at < end; at++) {
        for (uint32_t k = r.first[queue[at]]; k < r.first[queue[at] + 1]; k++) {
            if (home[r.from[k]])
                continue;
            home[r.from[k]] = true;
            queue[end++] = r.from[k];
        }
    }
    free(queue);
    release(&r);
    return good;
}

static bool list_parts(traps *t, const archive *a, const bool *home, uint32_t *parents) {
    for (uint32_t i = 0; i < a->count; i++) {
        const archive_cell *c = &a->cells[i];
        for (uint32_t k = 0; k < c->edge_count && !home[i]; k++) {
            uint32_t to = a->edges[c->first_edge + k];
            if (!home[to])
                join(parents, i, to);
        }
        t->count += !home[i]; /* more than there are */
    }
    t->parts = malloc(((size_t)t->count + 1) * sizeof *t->parts);
    if (t->parts == NULL)
        return false;
    t->count = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t root = root_of(parents, i);
        t->part_of[i] = home[i] ? ARCHIVE_NONE : i == root ? t->count : t->part_of[root];
        if (home[i])
            continue;
        if (i == root)
            t->parts[t->count++] = (trap_part){.entry = i};
        trap_part *part = &t->parts[t->part_of[i]];
        part->count++;
        part->stuck += a->cells[i].is_stuck;
        vec3 away = vec3_sub(vec3_of(a->cells[i].position), vec3_of(a->cells[root].position));
        part->extent = sm_max(part->extent, vec3_length(away));
        part->waiting += !a->cells[i].is_explored;
        if (a->cells[i].ticks < a->cells[part->entry].ticks)
            part->entry = i;
    }
    return true;
}

bool traps_find(traps *t, const plan *p, const archive *a) {
    bool *home = calloc((size_t)a->count + 1, sizeof *home);
    uint32_t *parents = each_alone(a->count);
    *t = (traps){.part_of = malloc(((size_t)a->count + 1) * sizeof *t->part_of)};
    bool good = home != NULL && parents != NULL && t->part_of != NULL && mark_home(home, p, a) &&
                list_parts(t, a, home, parents);
    free(home);
    free(parents);
    if (!good)
        traps_free(t);
    return good;
}

void traps_free(traps *t) {
    free(t->part_of);
    free(t->parts);
    *t = (traps){0};
}

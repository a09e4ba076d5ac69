#include "archive.h"

#include <stdlib.h>
#include <string.h>

/* ---- The index --------------------------------------------------------------------------- */

static uint32_t hash(archive_key k) {
    uint64_t h = (uint64_t)(uint32_t)k.x * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 29) ^ (uint32_t)k.y) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 32) ^ (uint32_t)k.z) * 0x94d049bb133111ebu;
    h = (h ^ (h >> 29) ^ k.tag) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

static archive_key key_of(const void *items, size_t size, uint32_t index) {
    archive_key key;
    memcpy(&key, (const char *)items + size * index, sizeof key);
    return key;
}

static bool same(archive_key a, archive_key b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.tag == b.tag;
}

uint32_t archive_find(const archive_index *x, const void *items, size_t size, archive_key key) {
    if (x->room == 0)
        return ARCHIVE_NONE;
    uint32_t mask = x->room - 1, at = hash(key) & mask;
    while (x->slots[at] != ARCHIVE_NONE && !same(key_of(items, size, x->slots[at]), key))
        at = (at + 1) & mask;
    return x->slots[at];
}

static void put(archive_index *x, archive_key key, uint32_t item) {
    uint32_t mask = x->room - 1, at = hash(key) & mask;
    while (x->slots[at] != ARCHIVE_NONE)
        at = (at + 1) & mask;
    x->slots[at] = item;
}

bool archive_note(archive_index *x, const void *items, size_t size, uint32_t count) {
    if (count <= x->room / 4 * 3) {
        put(x, key_of(items, size, count - 1), count - 1);
        return true;
    }
    uint32_t room = x->room > 0 ? 2 * x->room : 1024;
    uint32_t *slots = realloc(x->slots, (size_t)room * sizeof *slots);
    if (slots == NULL)
        return false;
    memset(slots, 0xff, (size_t)room * sizeof *slots);
    *x = (archive_index){slots, room};
    for (uint32_t i = 0; i < count; i++)
        put(x, key_of(items, size, i), i);
    return true;
}

archive_key archive_first_around(archive_key middle, int reach, int dimensions) {
    middle.x -= reach;
    middle.y -= reach;
    middle.z -= dimensions == 3 ? reach : 0;
    return middle;
}

bool archive_next_around(archive_key *at, archive_key middle, int reach, int dimensions) {
    int deep = dimensions == 3 ? reach : 0;
    if (++at->x <= middle.x + reach)
        return true;
    at->x = middle.x - reach;
    if (++at->y <= middle.y + reach)
        return true;
    at->y = middle.y - reach;
    return ++at->z <= middle.z + deep;
}

/* ---- Arrays ------------------------------------------------------------------------------ */

bool archive_grow(void **items, uint32_t *room, uint32_t count, size_t size) {
    static const uint32_t most = UINT32_MAX / 2;
    if (count < *room)
        return true;
    uint32_t larger = *room < 1024 ? 1024 : *room + *room / 4;
    void *grown = larger < most ? realloc(*items, (size_t)larger * size) : NULL;
    if (grown == NULL)
        return false;
    *items = grown;
    *room = larger;
    return true;
}

uint32_t archive_add(archive *a, const archive_cell *cell) {
    void *cells = a->cells;
    bool good = archive_grow(&cells, &a->room, a->count, sizeof *a->cells);
    a->cells = cells;
    if (!good)
        return ARCHIVE_NONE;
    a->cells[a->count] = *cell;
    if (!archive_note(&a->index, a->cells, sizeof *a->cells, a->count + 1))
        return ARCHIVE_NONE;
    return a->count++;
}

bool archive_link(archive *a, uint32_t from, uint32_t to) {
    archive_cell *c = &a->cells[from];
    if (from == to)
        return true;
    for (uint32_t i = 0; i < c->edge_count; i++) {
        if (a->edges[c->first_edge + i] == to)
            return true;
    }
    void *edges = a->edges;
    bool good = archive_grow(&edges, &a->edge_room, a->edge_count, sizeof *a->edges);
    a->edges = edges;
    if (!good)
        return false;
    a->edges[a->edge_count++] = to;
    c->edge_count++;
    return true;
}

size_t archive_bytes(const archive *a) {
    return a->room * sizeof *a->cells + a->edge_room * sizeof *a->edges +
           a->index.room * sizeof *a->index.slots;
}

void archive_free(archive *a) {
    free(a->cells);
    free(a->edges);
    free(a->index.slots);
    *a = (archive){0};
}

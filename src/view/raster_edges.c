/* raster_edges: which edges of triangles are edges of the shape. A hash table finds those that
 * share both ends; two faces in one plane on different sides of theirs hide it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"
#include "vector.h"

static const double flat =
    0.99999; /* cosine: faces that turn by less than 0.26 degrees are in one plane */

/* More faces at one edge are not looked at: else a fan of very many would take forever. */
static const int faces_at_edge = 8;

typedef struct edge_table {
    const sm3_triangle *triangles;
    int *slots; /* 3 * triangle + edge, or free */
    size_t mask;
} edge_table;

static const int slot_free = -1;

static sm3_vec corner(const sm3_triangle *t, int i) {
    return i == 0 ? t->a : i == 1 ? t->b : t->c;
}

typedef struct edge {
    sm3_vec from, to;
} edge;

static edge edge_at(const edge_table *table, int number) {
    const sm3_triangle *t = &table->triangles[number / 3];
    return (edge){corner(t, number % 3), corner(t, (number + 1) % 3)};
}

static bool is_same(sm3_vec a, sm3_vec b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static uint64_t hash_of_corner(sm3_vec v) {
    float parts[3] = {v.x + 0.0f, v.y + 0.0f, v.z + 0.0f}; /* -0 is 0 */
    uint64_t hash = 0;
    for (int i = 0; i < 3; i++) {
        uint32_t bits;
        memcpy(&bits, &parts[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio (Knuth, 6.4) */
        hash ^= hash >> 29;
    }
    return hash;
}

/* The same for both directions. */
static size_t slot_of(const edge_table *table, edge e) {
    uint64_t sum = hash_of_corner(e.from) + hash_of_corner(e.to);
    return (size_t)(sum * UINT64_C(0x9e3779b97f4a7c15) >> 20) & table->mask;
}

static vector unit_normal(const sm3_triangle *t) {
    vector a = vector_of(t->a);
    vector n = vector_cross(vector_sub(vector_of(t->b), a), vector_sub(vector_of(t->c), a));
    return vector_unit(n, (vector){0, 0, 0});
}

/* Whether two faces that share an edge go on in each other's plane. Seen from one side, they run
 * through the edge in opposite directions. */
static bool is_flat(const edge_table *table, int first, int second) {
    const sm3_triangle *t = &table->triangles[first / 3], *u = &table->triangles[second / 3];
    if (t->one_sided != u->one_sided || t->radius > 0 || u->radius > 0)
        return false;
    bool opposite = is_same(edge_at(table, first).from, edge_at(table, second).to);
    if (!opposite && t->one_sided)
        return false; /* a front beside a back */
    double cosine = vector_dot(unit_normal(t), unit_normal(u));
    return (opposite ? cosine : -cosine) > flat;
}

static void add_edge(edge_table *table, int number, unsigned char *mask) {
    edge e = edge_at(table, number);
    size_t slot = slot_of(table, e);
    int met = 0;
    for (; table->slots[slot] != slot_free; slot = (slot + 1) & table->mask) {
        int other = table->slots[slot];
        edge o = edge_at(table, other);
        bool shared = (is_same(e.from, o.from) && is_same(e.to, o.to)) ||
                      (is_same(e.from, o.to) && is_same(e.to, o.from));
        if (!shared)
            continue;
        if (is_flat(table, other, number)) {
            mask[number / 3] &= (unsigned char)~(1u << number % 3);
            mask[other / 3] &= (unsigned char)~(1u << other % 3);
        }
        if (++met == faces_at_edge)
            return;
    }
    table->slots[slot] = number;
}

static bool is_finite_face(const sm3_triangle *t) {
    return vector_is_finite(vector_of(t->a)) && vector_is_finite(vector_of(t->b)) &&
           vector_is_finite(vector_of(t->c));
}

bool raster_find_edges(const sm3_triangle *triangles, int count, unsigned char *mask) {
    if (count <= 0)
        return true;
    memset(mask, RASTER_EDGES_ALL, (size_t)count);
    if (count > INT_MAX / 3)
        return false;
    size_t size = 8;
    while (size < 5 * (size_t)count) /* at most 3/5 full; meshes share, and are sparser */
        size *= 2;
    edge_table table = {triangles, malloc(size * sizeof *table.slots), size - 1};
    if (table.slots == NULL)
        return false;
    for (size_t i = 0; i < size; i++)
        table.slots[i] = slot_free;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3 && is_finite_face(&triangles[i]); k++)
            add_edge(&table, 3 * i + k, mask);
    }
    free(table.slots);
    return true;
}

#include "glyphs.h"

#include <stdbool.h>
#include <stdlib.h>

/* The slot that holds the key, or the free one where it belongs. The capacity is a power of 2 and
 * never full. */
static size_t slot_of(const glyphs *g, uint32_t key) {
    size_t mask = g->capacity - 1;
    size_t slot = (key * 2654435769u >> 8) & mask; /* Fibonacci hashing (Knuth, TAOCP 6.4) */
    while (g->slots[slot].key != 0 && g->slots[slot].key != key)
        slot = (slot + 1) & mask;
    return slot;
}

const glyph *glyphs_find(const glyphs *g, uint32_t key) {
    if (g->capacity == 0)
        return NULL;
    const glyph *found = &g->slots[slot_of(g, key)];
    return found->key != 0 ? found : NULL;
}

static bool grow(glyphs *g) {
    size_t capacity = g->capacity > 0 ? 2 * g->capacity : 256;
    glyphs larger = {calloc(capacity, sizeof *larger.slots), capacity, g->count};
    if (larger.slots == NULL)
        return false;
    for (size_t i = 0; i < g->capacity; i++) {
        if (g->slots[i].key != 0)
            larger.slots[slot_of(&larger, g->slots[i].key)] = g->slots[i];
    }
    free(g->slots);
    *g = larger;
    return true;
}

const glyph *glyphs_add(glyphs *g, glyph added) {
    if (2 * g->count >= g->capacity && !grow(g)) {
        free(added.masks);
        return NULL;
    }
    glyph *slot = &g->slots[slot_of(g, added.key)];
    *slot = added;
    g->count++;
    return slot;
}

void glyphs_clear(glyphs *g) {
    for (size_t i = 0; i < g->capacity; i++)
        free(g->slots[i].masks);
    free(g->slots);
    *g = (glyphs){0};
}

/* glyphs: the characters drawn so far, as coverage masks, found by style and code point. */
#ifndef GLYPHS_H
#define GLYPHS_H

#include <stddef.h>
#include <stdint.h>

/* A glyph may start at any quarter of a pixel, so letters keep their distances at small sizes.
 * There is a mask for each quarter; heights are whole pixels, where lines of text look sharper. */
enum { GLYPH_STEPS = 4 };

typedef struct glyph {
    uint32_t key;        /* made by glyphs_key */
    uint32_t code_point; /* what is shown: another one where the font lacks the character */
    int advance;         /* to the next glyph, in quarters of a pixel */
    int left, top; /* of the masks' corner, from the pen and from the top of the line, in pixels */
    int width, height; /* of each mask; 0 where nothing shows */
    uint8_t *masks;    /* GLYPH_STEPS of them, one after the other; NULL where nothing shows */
} glyph;

typedef struct glyphs {
    glyph *slots; /* open addressing; a key of 0 is a free slot */
    size_t capacity, count;
} glyphs;

/* Never 0. */
static inline uint32_t glyphs_key(unsigned style, uint32_t code_point) {
    return code_point << 4 | style << 1 | 1u;
}

/* Returns the glyph of that key, NULL when there is none yet. Valid until the next glyphs_add. */
const glyph *glyphs_find(const glyphs *g, uint32_t key);

/* Takes the glyph and its masks. Returns where it is now, or NULL, with the masks freed, when
 * memory ran out. */
const glyph *glyphs_add(glyphs *g, glyph added);

/* Frees all. */
void glyphs_clear(glyphs *g);

#endif

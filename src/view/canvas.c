#include "canvas.h"

#include <SDL.h>
#include <SDL_image.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "../level/memory.h"
#include "../level/platform.h"
#include "../slidemove/vec.h"

/* ---- Colours ----------------------------------------------------------------------------- */

/* NaN counts as 0. */
static float unit(float x) {
    return x > 0 ? x < 1 ? x : 1 : 0;
}

color color_fade(color c, float opacity) {
    unsigned alpha = (unsigned)((float)pixels_alpha(c) * unit(opacity) + 0.5f);
    return (c & 0x00ffffffu) | alpha << 24;
}

color color_mix(color from, color to, float amount) {
    amount = unit(amount);
    color mixed = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        float low = (float)(from >> shift & 0xffu), high = (float)(to >> shift & 0xffu);
        mixed |= (color)(low + (high - low) * amount + 0.5f) << shift;
    }
    return mixed;
}

/* ---- Life and clip ----------------------------------------------------------------------- */

enum { WORD_BITS = 64 }; /* of canvas.crossings */

static int words_in_row(const canvas *c) {
    return (c->width + WORD_BITS - 1) / WORD_BITS;
}

bool canvas_resize(canvas *c, int width, int height) {
    if (width < 1 || height < 1 || (size_t)width > SIZE_MAX / sizeof *c->pixels / (size_t)height)
        return false;
    canvas new = {.width = width, .height = height};
    new.pixels = malloc((size_t)width * (size_t)height * sizeof *new.pixels);
    new.crossings = calloc((size_t)words_in_row(&new) * (size_t)height, sizeof *new.crossings);
    bool done = new.pixels != NULL &&new.crossings != NULL;
    canvas *old = done ? c : &new;
    free(old->pixels);
    free(old->crossings);
    if (done)
        *c = new;
    canvas_unclip(c);
    return done;
}

canvas *canvas_create(int width, int height) {
    canvas *c = memory_calloc(1, sizeof *c);
    if (canvas_resize(c, width, height))
        return c;
    free(c);
    return NULL;
}

void canvas_destroy(canvas *c) {
    if (c == NULL)
        return;
    free(c->pixels);
    free(c->crossings);
    free(c);
}

/* Cuts start .. start + size to low .. high. */
static void cut(int *start, int *size, int low, int high) {
    int64_t end = (int64_t)*start + *size;
    *start = *start < low ? low : *start > high ? high : *start;
    *size = end > high ? high - *start : end > *start ? (int)end - *start : 0;
}

canvas_rect canvas_rect_within(canvas_rect rect, canvas_rect limit) {
    cut(&rect.x, &rect.width, limit.x, limit.x + limit.width);
    cut(&rect.y, &rect.height, limit.y, limit.y + limit.height);
    return rect;
}

void canvas_clip(canvas *c, canvas_rect rect) {
    c->clip = canvas_rect_within(rect, (canvas_rect){0, 0, c->width, c->height});
}

void canvas_unclip(canvas *c) {
    c->clip = (canvas_rect){0, 0, c->width, c->height};
}

/* ---- Runs of pixels ---------------------------------------------------------------------- */

/* wmemset moves several pixels an instruction on every CPU. */
static void store(uint32_t *at, size_t count, uint32_t value) {
    _Static_assert(sizeof(wchar_t) == sizeof *at, "wmemset sets pixels");
    wmemset((wchar_t *)at, (wchar_t)value, count);
}

void pixels_fill(uint32_t *row, int x0, int x1, color ink, unsigned alpha) {
    if (x0 >= x1 || alpha == 0)
        return;
    if (alpha == 255) {
        store(row + x0, (size_t)(x1 - x0), ink | PIXELS_OPAQUE);
        return;
    }
    const uint32_t alphas[PIXELS_BLOCK] = {alpha, alpha, alpha, alpha};
    for (; x0 + PIXELS_BLOCK <= x1; x0 += PIXELS_BLOCK)
        pixels_blend_block(row + x0, ink, alphas);
    for (; x0 < x1; x0++)
        row[x0] = pixels_blend(row[x0], ink, alpha);
}

void canvas_fill_rect(canvas *c, canvas_rect rect, color fill) {
    rect = canvas_rect_within(rect, c->clip);
    for (int y = rect.y; y < rect.y + rect.height; y++)
        pixels_fill(canvas_row(c, y), rect.x, rect.x + rect.width, fill, pixels_alpha(fill));
}

void canvas_clear(canvas *c, color background) {
    store(c->pixels, (size_t)c->width * (size_t)c->height, background | PIXELS_OPAQUE);
}

/* ---- Masks ------------------------------------------------------------------------------- */

void canvas_mask(canvas *c, const uint8_t *mask, int width, int height, int pitch, int x, int y,
                 color ink) {
    canvas_rect seen = canvas_rect_within((canvas_rect){x, y, width, height}, c->clip);
    for (int row = seen.y; row < seen.y + seen.height; row++) {
        uint32_t *to = canvas_row(c, row) + seen.x;
        const uint8_t *from = mask + (ptrdiff_t)(row - y) * pitch + (seen.x - x);
        for (int i = 0; i < seen.width; i++) {
            unsigned alpha = pixels_scale_alpha(from[i], pixels_alpha(ink));
            if (alpha > 0)
                to[i] = pixels_blend(to[i], ink, alpha);
        }
    }
}

/* ---- Rings ------------------------------------------------------------------------------- *
 *
 * Going right along a row, inside and outside change at each edge crossed. One bit a pixel says
 * whether an odd number of edges is crossed just before its centre. Each edge flips one bit in each
 * row that it spans, in any order, so no list of edges is sorted; then one pass over each row finds
 * the runs. Edges left of the clip flip its first column, and edges right of it flip none. */

/* An edge spans the rows with a centre y in low.y <= y < high.y, so a corner counts once. */
void canvas_edge(canvas *c, sm_vec2 a, sm_vec2 b) {
    if (!sm_is_finite(a) || !sm_is_finite(b))
        return;
    vec low = vec_of(a.y < b.y ? a : b), high = vec_of(a.y < b.y ? b : a);
    int left = c->clip.x, right = left + c->clip.width, words = words_in_row(c);
    int top = c->clip.y, bottom = top + c->clip.height;
    int y0 = pixels_from(low.y, top, bottom), y1 = pixels_from(high.y, y0, bottom);
    if (y0 >= y1)
        return;
    double slope = (high.x - low.x) / (high.y - low.y);
    uint64_t *row = c->crossings + (size_t)y0 * (size_t)words;
    for (int y = y0; y < y1; y++, row += words) {
        int x = pixels_from(low.x + (y + PIXELS_CENTRE - low.y) * slope, left, right);
        if (x < right)
            row[x / WORD_BITS] ^= (uint64_t)1 << (x % WORD_BITS);
    }
}

static void fill_row(canvas *c, int y, bool filling, color fill) {
    uint64_t *bits = c->crossings + (size_t)y * (size_t)words_in_row(c);
    uint32_t *row = canvas_row(c, y);
    int start = c->clip.x, right = start + c->clip.width;
    for (int w = start / WORD_BITS; w * WORD_BITS < right; w++) {
        uint64_t word = bits[w];
        bits[w] = 0;
        for (int x = w * WORD_BITS; word != 0; x++, word >>= 1) {
            if ((word & 1) == 0)
                continue;
            if (filling)
                pixels_fill(row, start, x, fill, pixels_alpha(fill));
            filling = !filling;
            start = x;
        }
    }
    if (filling)
        pixels_fill(row, start, right, fill, pixels_alpha(fill));
}

void canvas_fill_edges(canvas *c, bool inside, color fill) {
    for (int y = c->clip.y; y < c->clip.y + c->clip.height; y++)
        fill_row(c, y, !inside, fill);
}

/* ---- Pictures ---------------------------------------------------------------------------- */

/* Returns the PNG, owned by the caller, with its size; NULL when memory ran out or it is too large.
 */
static char *encode(const canvas *c, size_t *size) {
    /* Deflate may make the pixels longer, by less than a thousandth (RFC 1951); chunk headers come
     * on top. */
    size_t raw = ((size_t)c->width * sizeof *c->pixels + 1) * (size_t)c->height;
    size_t room = raw + raw / 64 + 4096;
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(c->pixels, c->width, c->height, 32,
                                                              c->width * (int)sizeof *c->pixels,
                                                              SDL_PIXELFORMAT_XRGB8888);
    char *bytes = room <= INT_MAX ? malloc(room) : NULL;
    SDL_RWops *stream = bytes != NULL ? SDL_RWFromMem(bytes, (int)room) : NULL;
    bool done = surface != NULL && stream != NULL && IMG_SavePNG_RW(surface, stream, 0) == 0;
    if (stream != NULL) {
        *size = (size_t)SDL_RWtell(stream);
        SDL_RWclose(stream);
    }
    SDL_FreeSurface(surface);
    if (done && *size < room) /* SDL_image does not look at whether a write succeeds */
        return bytes;
    free(bytes);
    return NULL;
}

const char *canvas_save_png(const canvas *c, const char *path) {
    static char message[SAVE_MESSAGE_LENGTH];
    size_t size = 0;
    char *bytes = encode(c, &size);
    bool saved = false;
    if (bytes != NULL)
        saved = save_file(path, bytes, size, message);
    else
        snprintf(message, sizeof message, "no picture: no memory");
    free(bytes);
    return saved ? NULL : message;
}

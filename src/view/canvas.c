#include "canvas.h"

#include <stdlib.h>
#include <string.h>

#include "pixels.h"

/* ---- Colours ----------------------------------------------------------------------------- */

/* NaN counts as 0. */
static float unit(float share) {
    return share > 0 ? share < 1 ? share : 1 : 0;
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

bool canvas_resize(canvas *c, int width, int height) {
    if (width < 1 || height < 1 || (size_t)width > SIZE_MAX / sizeof *c->pixels / (size_t)height)
        return false;
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL)
        return false;
    free(c->pixels);
    *c = (canvas){.width = width, .height = height, .pixels = pixels};
    canvas_unclip(c);
    return true;
}

canvas *canvas_create(int width, int height) {
    canvas *c = calloc(1, sizeof *c);
    if (c != NULL && !canvas_resize(c, width, height)) {
        free(c);
        return NULL;
    }
    return c;
}

void canvas_destroy(canvas *c) {
    if (c == NULL)
        return;
    free(c->pixels);
    free(c);
}

typedef struct range {
    int from, to; /* from <= to */
} range;

/* Cuts start .. start + size to low .. high. */
static range cut(int start, int size, int low, int high) {
    int64_t end = (int64_t)start + size;
    int from = start < low ? low : start > high ? high : start;
    int to = end > high ? high : end < from ? from : (int)end;
    return (range){from, to};
}

void canvas_clip(canvas *c, canvas_rect rect) {
    range x = cut(rect.x, rect.width, 0, c->width);
    range y = cut(rect.y, rect.height, 0, c->height);
    c->clip = (canvas_rect){x.from, y.from, x.to - x.from, y.to - y.from};
}

void canvas_unclip(canvas *c) {
    c->clip = (canvas_rect){0, 0, c->width, c->height};
}

/* ---- Runs of pixels ---------------------------------------------------------------------- */

/* memcpy moves several pixels an instruction on every CPU; the piece it copies stays in the cache.
 */
void pixels_store(uint32_t *at, size_t count, uint32_t value) {
    static const size_t by_hand = 16, piece = 1024;
    size_t done = count < by_hand ? count : by_hand;
    for (size_t i = 0; i < done; i++)
        at[i] = value;
    while (done < count) {
        size_t next = done < piece ? done : piece;
        if (next > count - done)
            next = count - done;
        memcpy(at + done, at, next * sizeof *at);
        done += next;
    }
}

void pixels_fill(uint32_t *row, int x0, int x1, color ink, unsigned alpha) {
    if (x0 >= x1 || alpha == 0)
        return;
    if (alpha == 255) {
        pixels_store(row + x0, (size_t)(x1 - x0), ink | PIXELS_OPAQUE);
        return;
    }
    const uint32_t alphas[PIXELS_BLOCK] = {alpha, alpha, alpha, alpha};
    for (; x0 + PIXELS_BLOCK <= x1; x0 += PIXELS_BLOCK)
        pixels_blend_block(row + x0, ink, alphas);
    for (; x0 < x1; x0++)
        row[x0] = pixels_blend(row[x0], ink, alpha);
}

void canvas_fill_rect(canvas *c, canvas_rect rect, color fill) {
    range x = cut(rect.x, rect.width, c->clip.x, c->clip.x + c->clip.width);
    range y = cut(rect.y, rect.height, c->clip.y, c->clip.y + c->clip.height);
    for (int row = y.from; row < y.to; row++)
        pixels_fill(pixels_row(c, row), x.from, x.to, fill, pixels_alpha(fill));
}

void canvas_clear(canvas *c, color background) {
    pixels_store(c->pixels, (size_t)c->width * (size_t)c->height, background | PIXELS_OPAQUE);
}

/* ---- Masks ------------------------------------------------------------------------------- */

static void blend_mask_row(uint32_t *row, const uint8_t *mask, int count, color ink) {
    for (int i = 0; i < count; i++) {
        unsigned alpha = pixels_scale_alpha(mask[i], pixels_alpha(ink));
        if (alpha > 0)
            row[i] = pixels_blend(row[i], ink, alpha);
    }
}

void canvas_mask(canvas *c, const uint8_t *mask, int width, int height, int pitch, int x, int y,
                 color ink) {
    range columns = cut(x, width, c->clip.x, c->clip.x + c->clip.width);
    range rows = cut(y, height, c->clip.y, c->clip.y + c->clip.height);
    if (columns.from == columns.to || pixels_alpha(ink) == 0)
        return;
    for (int row = rows.from; row < rows.to; row++) {
        const uint8_t *from = mask + (ptrdiff_t)(row - y) * pitch + (columns.from - x);
        blend_mask_row(pixels_row(c, row) + columns.from, from, columns.to - columns.from, ink);
    }
}

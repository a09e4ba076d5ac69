/* The libraries of both kinds are used in this file alone. */
#include "animation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <gif_lib.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "../level/text.h"

typedef struct animation_kind animation_kind;

struct animation {
    const animation_kind *kind;
    int width, height;
    uint32_t *shown;       /* owned; the picture before the last one, as GIF needs it, */
    uint32_t *last;        /* owned; and the last one, which may become longer */
    int pictures;          /* so far, with the last one */
    double begin, end;     /* seconds; of the last one */
    text_buffer file;      /* as far as it is made, of a WebP only at its end */
    GifFileType *gif;      /* owned; NULL: it is none */
    WebPAnimEncoder *webp; /* owned; NULL: it is none */
};

struct animation_kind {
    const char *extension, *name;
    int most_pixels; /* across and down */
    bool (*begin)(animation *a);
    bool (*write)(animation *a); /* the last picture */
    bool (*end)(animation *a);   /* the file is then whole */
};

/* ---- Colours of a GIF -------------------------------------------------------------------- */

enum { GIF_COLORS = 256, CLEAR = 0 }; /* CLEAR: what was shown before stays */

typedef struct gif_color {
    uint32_t color;
    int count;     /* pixels that have it */
    int index;     /* in the palette, of the nearest there */
    double weight; /* the root of the count */
    double
        error; /* by how much it is shown wrongly: the square of how far away that is, weighted */
} gif_color;

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b; /* of a gif_color, too */
    return (x > y) - (x < y);
}

static double square_between(uint32_t a, uint32_t b) {
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        int apart = (int)(a >> shift & 255) - (int)(b >> shift & 255);
        sum += apart * apart;
    }
    return sum;
}

/* Fills the palette behind CLEAR from at least one colour, and each colour's index in it: first the
 * most frequent, then always the one that is shown most wrongly so far (farthest-first: Gonzalez,
 * Clustering to Minimize the Maximum Intercluster Distance, 1985). Returns how many it has. */
static int fill_palette(gif_color *colors, int count, GifColorType palette[GIF_COLORS]) {
    int used = 1;
    const gif_color *next = colors;
    for (int i = 0; i < count; i++) {
        colors[i].weight = sqrt(colors[i].count);
        colors[i].error = INFINITY;
        next = colors[i].count > next->count ? &colors[i] : next;
    }
    for (; used < GIF_COLORS && next->error > 0; used++) {
        uint32_t c = next->color;
        palette[used] = (GifColorType){c >> 16 & 255, c >> 8 & 255, c & 255};
        next = colors;
        for (int i = 0; i < count; i++) {
            double error = square_between(colors[i].color, c) * colors[i].weight;
            if (error < colors[i].error) {
                colors[i].error = error;
                colors[i].index = used;
            }
            next = colors[i].error > next->error ? &colors[i] : next;
        }
    }
    return used;
}

/* Sorts the pixels and returns their colours by value, to be freed; NULL when memory ran out. */
static gif_color *count_colors(uint32_t *pixels, size_t count, int *color_count) {
    gif_color *colors = malloc(count * sizeof *colors);
    int n = 0;
    qsort(pixels, count, sizeof *pixels, by_value);
    for (size_t i = 0; i < count && colors != NULL; i++) {
        if (n == 0 || colors[n - 1].color != pixels[i])
            colors[n++] = (gif_color){.color = pixels[i]};
        colors[n - 1].count++;
    }
    *color_count = n;
    return colors;
}

/* ---- GIF --------------------------------------------------------------------------------- */

static int gif_take(GifFileType *gif, const GifByteType *bytes, int count) {
    animation *a = gif->UserData;
    text_append(&a->file, (const char *)bytes, (size_t)count);
    return a->file.out_of_memory ? 0 : count;
}

static bool gif_begin(animation *a) {
    static const unsigned char for_ever[] = {1, 0, 0};
    a->gif = EGifOpen(a, gif_take, NULL);
    if (a->gif == NULL)
        return false;
    EGifSetGifVersion(a->gif, true);
    return EGifPutScreenDesc(a->gif, a->width, a->height, 8, 0, NULL) == GIF_OK &&
           EGifPutExtensionLeader(a->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(a->gif, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(a->gif, sizeof for_ever, for_ever) == GIF_OK &&
           EGifPutExtensionTrailer(a->gif) == GIF_OK;
}

/* Returns the smallest part in which the last picture differs from what is shown. */
static canvas_rect changed_part(const animation *a) {
    int left = a->width, right = 0, top = a->height, bottom = 0;
    for (int y = 0; y < a->height; y++) {
        const uint32_t *now = a->last + (size_t)y * (size_t)a->width;
        const uint32_t *before = a->shown + (size_t)y * (size_t)a->width;
        int x0 = 0, x1 = a->width;
        while (x0 < x1 && now[x0] == before[x0])
            x0++;
        while (x1 > x0 && now[x1 - 1] == before[x1 - 1])
            x1--;
        if (x0 == x1)
            continue;
        left = x0 < left ? x0 : left;
        right = x1 > right ? x1 : right;
        top = y < top ? y : top;
        bottom = y + 1;
    }
    return (canvas_rect){left, top, right - left, bottom - top};
}

/* Writes the part as indices into the palette. */
static bool gif_write_lines(animation *a, canvas_rect part, const gif_color *colors, int count) {
    GifPixelType *line = malloc((size_t)part.width);
    bool good = line != NULL;
    gif_color nothing = {.index = CLEAR};
    const gif_color *found = &nothing;
    for (int y = 0; y < part.height && good; y++) {
        size_t at = (size_t)(part.y + y) * (size_t)a->width + (size_t)part.x;
        for (int x = 0; x < part.width; x++, at++) {
            bool stays = a->pictures > 1 && a->last[at] == a->shown[at];
            if (!stays && a->last[at] != found->color)
                found = bsearch(&a->last[at], colors, (size_t)count, sizeof *colors, by_value);
            line[x] = (GifPixelType)(stays ? CLEAR : found->index);
        }
        good = EGifPutLine(a->gif, line, part.width) == GIF_OK;
    }
    free(line);
    return good;
}

/* Writes the part with a palette of its own. */
static bool gif_write_part(animation *a, canvas_rect part, gif_color *colors, int count) {
    GifColorType palette[GIF_COLORS] = {{0, 0, 0}};
    unsigned char control[4];
    int used = fill_palette(colors, count, palette);
    GraphicsControlBlock block = {.DisposalMode = DISPOSE_DO_NOT,
                                  .DelayTime = (int)(lround(100 * a->end) - lround(100 * a->begin)),
                                  .TransparentColor = CLEAR};
    ColorMapObject *map = GifMakeMapObject(1 << GifBitSize(used), palette);
    EGifGCBToExtension(&block, control);
    bool good =
        map != NULL &&
        EGifPutExtension(a->gif, GRAPHICS_EXT_FUNC_CODE, sizeof control, control) == GIF_OK &&
        EGifPutImageDesc(a->gif, part.x, part.y, part.width, part.height, false, map) == GIF_OK &&
        gif_write_lines(a, part, colors, count);
    GifFreeMapObject(map);
    return good;
}

/* `shown` ends as the last picture. */
static bool gif_write(animation *a) {
    size_t size = (size_t)a->width * (size_t)a->height, changed = 0;
    bool is_first = a->pictures == 1;
    canvas_rect part = is_first ? (canvas_rect){0, 0, a->width, a->height} : changed_part(a);
    uint32_t *pixels = malloc(size * sizeof *pixels);
    for (size_t i = 0; i < size && pixels != NULL; i++)
        if (is_first || a->last[i] != a->shown[i])
            pixels[changed++] = a->last[i];
    int count;
    gif_color *colors = pixels != NULL ? count_colors(pixels, changed, &count) : NULL;
    bool good = colors != NULL && gif_write_part(a, part, colors, count);
    free(pixels);
    free(colors);
    return good;
}

static bool gif_end(animation *a) {
    int ignored;
    GifFileType *gif = a->gif;
    a->gif = NULL;
    return EGifCloseFile(gif, &ignored) == GIF_OK;
}

/* ---- WebP -------------------------------------------------------------------------------- */

static bool webp_begin(animation *a) {
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    options.kmax = 0; /* each picture needs the one before it */
    a->webp = WebPAnimEncoderNew(a->width, a->height, &options);
    return a->webp != NULL;
}

static bool webp_write(animation *a) {
    static const int effort = 6; /* of 9; more makes it hardly smaller */
    WebPConfig config;
    WebPPicture picture;
    WebPConfigInit(&config);
    WebPConfigLosslessPreset(&config, effort);
    WebPPictureInit(&picture);
    picture.use_argb = 1;
    picture.width = picture.argb_stride = a->width;
    picture.height = a->height;
    picture.argb = a->last; /* stays ours */
    return WebPAnimEncoderAdd(a->webp, &picture, (int)lround(1000 * a->begin), &config) != 0;
}

static bool webp_end(animation *a) {
    WebPData data = {NULL, 0};
    bool good = WebPAnimEncoderAdd(a->webp, NULL, (int)lround(1000 * a->end), NULL) != 0 &&
                WebPAnimEncoderAssemble(a->webp, &data) != 0;
    if (good)
        text_append(&a->file, (const char *)data.bytes, data.size);
    WebPDataClear(&data);
    return good && !a->file.out_of_memory;
}

/* ---- Both -------------------------------------------------------------------------------- */

static const animation_kind kinds[] = {
    {".gif", "GIF", 65535, gif_begin, gif_write, gif_end},
    {".webp", "WebP", WEBP_MAX_DIMENSION, webp_begin, webp_write, webp_end},
};

animation *animation_begin(const char *path, int width, int height,
                           char message[SAVE_MESSAGE_LENGTH]) {
    const char *extension = strrchr(path, '.');
    const animation_kind *kind = NULL;
    for (size_t i = 0; extension != NULL && i < sizeof kinds / sizeof *kinds; i++)
        kind = SDL_strcasecmp(extension, kinds[i].extension) == 0 ? &kinds[i] : kind;
    if (kind == NULL) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "expected a name that ends in .gif or .webp, found '%s'",
                 platform_show_path(path).text);
        return NULL;
    }
    if (width > kind->most_pixels || height > kind->most_pixels) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "a %s has at most %d pixels across and down, not %d x %d", kind->name,
                 kind->most_pixels, width, height);
        return NULL;
    }
    size_t size = (size_t)width * (size_t)height;
    animation *a = calloc(1, sizeof *a);
    if (a != NULL) {
        *a = (animation){.kind = kind, .width = width, .height = height};
        a->shown = malloc(size * sizeof *a->shown);
        a->last = malloc(size * sizeof *a->last);
    }
    if (a != NULL && a->shown != NULL && a->last != NULL && kind->begin(a))
        return a;
    animation_free(a);
    snprintf(message, SAVE_MESSAGE_LENGTH, "no memory for an animation of %d x %d pixels", width,
             height);
    return NULL;
}

bool animation_add(animation *a, const canvas *picture, double seconds) {
    size_t bytes = (size_t)a->width * (size_t)a->height * sizeof *a->last;
    if (a->pictures > 0 && memcmp(a->last, picture->pixels, bytes) == 0) {
        a->end += seconds;
        return true;
    }
    if (a->pictures > 0 && !a->kind->write(a))
        return false;
    uint32_t *before = a->shown;
    a->shown = a->last;
    a->last = before;
    memcpy(a->last, picture->pixels, bytes);
    a->begin = a->end;
    a->end += seconds;
    a->pictures++;
    return true;
}

bool animation_save(animation *a, const char *path, char message[SAVE_MESSAGE_LENGTH]) {
    bool good = a->pictures > 0 && a->kind->write(a) && a->kind->end(a);
    if (good)
        good = save_file(path, a->file.text, a->file.length, message);
    else
        snprintf(message, SAVE_MESSAGE_LENGTH, "no memory for the animation");
    animation_free(a);
    return good;
}

void animation_free(animation *a) {
    int ignored;
    if (a == NULL)
        return;
    if (a->gif != NULL)
        EGifCloseFile(a->gif, &ignored);
    free(a->shown);
    free(a->last);
    free(a->file.text);
    WebPAnimEncoderDelete(a->webp);
    free(a);
}

/* SDL_ttf places glyphs at whole pixels, which at 12 pixels a letter makes words look uneven. So
 * glyphs are rendered four times as wide (the resolution of a font may differ between the axes) and
 * each mask is the mean of four columns, starting at each of the four: glyphs at quarters of a
 * pixel, for the cost of four small masks. */
#include "text.h"

#include <SDL_ttf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/text.h"

/* ---- The characters drawn so far ---------------------------------------------------------- */

/* A glyph may start at any quarter of a pixel, so letters keep their distances at small sizes.
 * There is a mask for each quarter; heights are whole pixels, where lines of text look sharper. */
enum { GLYPH_STEPS = 4 };

typedef struct glyph {
    bool is_known;
    uint32_t code_point; /* the character shown: a substitute if the font lacks it */
    int advance;         /* to the next glyph, in quarters of a pixel */
    int left, top; /* of the masks' corner, from the glyph's origin and the line's top, pixels */
    int width, height; /* of each mask; 0 for an empty glyph */
    uint8_t *masks;    /* GLYPH_STEPS of them, one after the other; NULL for an empty glyph */
} glyph;

/* Characters come in blocks of neighbours, an alphabet or two in each. */
enum { GLYPHS = 256, GLYPH_BLOCKS = 0x110000 / GLYPHS };

/* ---- The text ---------------------------------------------------------------------------- */

/* At this many dots an inch a point is a pixel. */
static const unsigned dots_per_inch = 72;

static const float scale_min = 0.25f, scale_max = 16;

static const struct {
    int points;
    bool bold;
} styles[TEXT_STYLE_COUNT] = {
    [TEXT_SMALL] = {12, false},
    [TEXT_NORMAL] = {14, false},
    [TEXT_BOLD] = {14, true},
    [TEXT_TITLE] = {20, true},
};

enum { KERNED = 128 }; /* first characters, the kernings of which are cached: the font is slow */

typedef struct face {
    TTF_Font *font;
    int16_t kernings[KERNED][KERNED]; /* quarters of a pixel; INT16_MIN: not known yet */
    int digit_advance;                /* the widest digit's, in quarters of a pixel */
    int line_height;
    glyph *glyphs[GLYPH_BLOCKS]; /* owned; GLYPHS in each; NULL: none of them is known */
} face;

struct text {
    face faces[TEXT_STYLE_COUNT];
    float scale;
};

static bool is_digit(uint32_t code_point) {
    return code_point >= '0' && code_point <= '9';
}

/* ---- Glyphs ------------------------------------------------------------------------------ */

/* The box of a glyph, four times as wide as it will show, that is not empty. */
typedef struct ink_box {
    const SDL_Surface *surface;
    int x0, x1, y0, y1; /* empty when x0 >= x1 */
} ink_box;

static unsigned ink_at(const SDL_Surface *s, int x, int y) {
    const uint8_t *row = (const uint8_t *)s->pixels + (ptrdiff_t)y * s->pitch;
    uint32_t pixel;
    memcpy(&pixel, row + (size_t)x * sizeof pixel, sizeof pixel);
    return pixel >> 24; /* SDL_ttf renders ARGB8888 */
}

static int floor_quarter(int quarters) {
    return quarters >= 0 ? quarters / GLYPH_STEPS : -((GLYPH_STEPS - 1 - quarters) / GLYPH_STEPS);
}

/* Returns the mean of the columns that fall on pixel (x, y) of a mask; its first column of ink is
 * `start` quarters right of the mask's edge. */
static uint8_t mean_ink(const ink_box *box, int x, int y, int start) {
    unsigned sum = 0;
    for (int i = 0; i < GLYPH_STEPS; i++) {
        int column = x * GLYPH_STEPS + i - start + box->x0;
        if (column >= box->x0 && column < box->x1)
            sum += ink_at(box->surface, column, box->y0 + y);
    }
    return (uint8_t)((sum + GLYPH_STEPS / 2) / GLYPH_STEPS);
}

/* Sets a glyph's masks. `origin`: the surface's first column, from the glyph's origin, in quarters.
 */
static void set_masks(glyph *g, const ink_box *box, int origin) {
    int first = origin + box->x0;
    g->left = floor_quarter(first);
    g->top = box->y0;
    int start = first - g->left * GLYPH_STEPS;
    int columns = start + GLYPH_STEPS - 1 + (box->x1 - box->x0); /* of the rightmost mask */
    g->width = (columns + GLYPH_STEPS - 1) / GLYPH_STEPS;
    g->height = box->y1 - box->y0;
    g->masks = memory_alloc((size_t)GLYPH_STEPS * (size_t)g->width * (size_t)g->height);
    uint8_t *mask = g->masks;
    for (int step = 0; step < GLYPH_STEPS; step++)
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++)
                *mask++ = mean_ink(box, x, y, start + step);
}

/* A narrow digit stands in the middle of its place. */
static void render(glyph *g, const face *f) {
    int min_x = 0, max_x = 0, min_y = 0, max_y = 0, advance = 0;
    TTF_GlyphMetrics32(f->font, g->code_point, &min_x, &max_x, &min_y, &max_y, &advance);
    int left = SDL_max(min_x, 0), top = SDL_max(TTF_FontAscent(f->font) - max_y, 0);
    int origin = min_x < 0 ? min_x : 0; /* the surface begins at the origin or at ink left of it */
    g->advance = advance;
    if (is_digit(g->code_point)) {
        origin += (f->digit_advance - advance) / 2;
        g->advance = f->digit_advance;
    }
    SDL_Color white = {255, 255, 255, 255};
    SDL_Surface *surface = TTF_RenderGlyph32_Blended(f->font, g->code_point, white);
    if (surface == NULL)
        return; /* nothing to show */
    ink_box box = {surface, left, SDL_min(left + max_x - min_x, surface->w), top,
                   SDL_min(top + max_y - min_y, surface->h)};
    if (box.x0 < box.x1 && box.y0 < box.y1)
        set_masks(g, &box, origin);
    SDL_FreeSurface(surface);
}

static const glyph *glyph_of(text *t, text_style style, uint32_t code_point) {
    face *f = &t->faces[style];
    glyph **block = &f->glyphs[code_point / GLYPHS];
    if (*block == NULL)
        *block = memory_calloc(GLYPHS, sizeof **block);
    glyph *g = &(*block)[code_point % GLYPHS];
    if (!g->is_known) {
        uint32_t lacking = TTF_GlyphIsProvided32(f->font, 0xfffd) ? 0xfffd : '?';
        uint32_t shown = code_point == '\t' ? ' ' : code_point;
        *g = (glyph){.is_known = true,
                     .code_point = TTF_GlyphIsProvided32(f->font, shown) ? shown : lacking};
        render(g, f);
    }
    return g;
}

static void forget_glyphs(face *f) {
    for (int i = 0; i < GLYPH_BLOCKS; i++) {
        for (int k = 0; k < GLYPHS && f->glyphs[i] != NULL; k++)
            free(f->glyphs[i][k].masks);
        free(f->glyphs[i]);
        f->glyphs[i] = NULL;
    }
}

/* ---- Fonts ------------------------------------------------------------------------------- */

static int widest_digit(TTF_Font *font) {
    int widest = 0;
    for (uint32_t digit = '0'; digit <= '9'; digit++) {
        int advance = 0;
        TTF_GlyphMetrics32(font, digit, NULL, NULL, NULL, NULL, &advance);
        widest = advance > widest ? advance : widest;
    }
    return widest;
}

static void size_face(face *f, int points, float scale) {
    int pixels = (int)((float)points * scale + 0.5f);
    TTF_SetFontSizeDPI(f->font, pixels > 1 ? pixels : 1, dots_per_inch * GLYPH_STEPS,
                       dots_per_inch);
    for (int i = 0; i < KERNED * KERNED; i++)
        f->kernings[i / KERNED][i % KERNED] = INT16_MIN;
    f->digit_advance = widest_digit(f->font);
    int skip = TTF_FontLineSkip(f->font), height = TTF_FontHeight(f->font);
    f->line_height = skip > height ? skip : height;
}

void text_set_scale(text *t, float scale) {
    if (!(scale > scale_min))
        scale = scale_min;
    else if (scale > scale_max)
        scale = scale_max;
    if (scale == t->scale)
        return;
    t->scale = scale;
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        forget_glyphs(&t->faces[i]);
        size_face(&t->faces[i], styles[i].points, scale);
    }
}

/* Whether the font is scalable. A bitmap font has a few sizes and cannot be widened. */
static bool is_scalable(TTF_Font *font) {
    int narrow = 0, wide = 0;
    TTF_SetFontSizeDPI(font, 16, dots_per_inch, dots_per_inch);
    TTF_GlyphMetrics32(font, 'M', NULL, NULL, NULL, NULL, &narrow);
    TTF_SetFontSizeDPI(font, 16, dots_per_inch * GLYPH_STEPS, dots_per_inch);
    TTF_GlyphMetrics32(font, 'M', NULL, NULL, NULL, NULL, &wide);
    return wide > 2 * narrow;
}

static bool open_face(face *f, const char *path, char *error, size_t error_size) {
    platform_status found;
    if (platform_look(path, &found) && found.other != NULL) { /* opening a pipe would block */
        snprintf(error, error_size, "%s: expected a font file, found %s",
                 platform_show_path(path).text, found.other);
        return false;
    }
    f->font = TTF_OpenFont(path, 16);
    if (f->font == NULL) {
        snprintf(error, error_size, "%s: cannot open the font: %s", platform_show_path(path).text,
                 TTF_GetError());
        return false;
    }
    if (!is_scalable(f->font)) {
        snprintf(error, error_size, "%s: cannot use the font: it cannot be scaled, or is empty",
                 platform_show_path(path).text);
        return false;
    }
    TTF_SetFontHinting(f->font, TTF_HINTING_LIGHT); /* heights only: widths stay true */
    return true;
}

static bool open_faces(text *t, const char *regular, const char *bold, char *error,
                       size_t error_size) {
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        const char *path = styles[i].bold ? bold : regular;
        if (!open_face(&t->faces[i], path, error, error_size))
            return false;
        if (styles[i].bold && bold == regular)
            TTF_SetFontStyle(t->faces[i].font, TTF_STYLE_BOLD);
    }
    return true;
}

/* In order of preference. The paths are those of Debian's packages. */
static const struct {
    const char *package, *regular, *bold;
} known[] = {
    {"fonts-inter", "opentype/inter/Inter-Regular.otf", "opentype/inter/Inter-SemiBold.otf"},
    {"fonts-dejavu-core", "truetype/dejavu/DejaVuSans.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"},
    {"fonts-noto-core", "truetype/noto/NotoSans-Regular.ttf", "truetype/noto/NotoSans-Bold.ttf"},
    {"fonts-liberation", "truetype/liberation/LiberationSans-Regular.ttf",
     "truetype/liberation/LiberationSans-Bold.ttf"},
};

enum { KNOWN_COUNT = sizeof known / sizeof known[0] };

static bool is_readable(char path[TEXT_PATH_SIZE], const char *folder, const char *name) {
    int length = snprintf(path, TEXT_PATH_SIZE, "%s/%s", folder, name);
    return length < TEXT_PATH_SIZE && platform_exists(path);
}

bool text_find_fonts(const char *folder, text_fonts *found, char *error, size_t error_size) {
    for (int i = 0; i < KNOWN_COUNT; i++) {
        if (is_readable(found->regular, folder, known[i].regular) &&
            is_readable(found->bold, folder, known[i].bold))
            return true;
    }
    snprintf(
        error, error_size,
        "no font found in %s: install %s (apt-get install %s; %s, %s or %s will do too), or name a "
        "font with --font FILE",
        folder, known[0].package, known[0].package, known[1].package, known[2].package,
        known[3].package);
    return false;
}

text *text_open(const char *font_path, char *error, size_t error_size) {
    if (TTF_Init() != 0) {
        snprintf(error, error_size, "cannot start the font library: %s", TTF_GetError());
        return NULL;
    }
    text *t = calloc(1, sizeof *t); /* a quarter of a megabyte */
    if (t == NULL) {
        snprintf(error, error_size, "cannot open a font: out of memory");
        TTF_Quit();
        return NULL;
    }
    static text_fonts files; /* static, because some stacks are small */
    bool found = font_path != NULL || text_find_fonts(TEXT_FONTS_FOLDER, &files, error, error_size);
    const char *regular = font_path != NULL ? font_path : files.regular;
    const char *bold = font_path != NULL ? font_path : files.bold;
    if (!found || !open_faces(t, regular, bold, error, error_size)) {
        text_close(t);
        return NULL;
    }
    text_set_scale(t, 1);
    return t;
}

void text_close(text *t) {
    if (t == NULL)
        return;
    for (int i = 0; i < TEXT_STYLE_COUNT; i++) {
        forget_glyphs(&t->faces[i]);
        if (t->faces[i].font != NULL)
            TTF_CloseFont(t->faces[i].font);
    }
    free(t);
    TTF_Quit();
}

/* ---- Lines of text ----------------------------------------------------------------------- */

/* Returns the next character and steps over it; a byte that is no UTF-8 is a U+FFFD of its own. */
static uint32_t next_code_point(const char **at, const char *end) {
    const unsigned char *s = (const unsigned char *)*at;
    int length = level_character_length(*at, end);
    *at += length > 0 ? length : 1;
    if (length < 2)
        return length == 1 ? s[0] : 0xfffd;
    uint32_t code_point = s[0] & (0x7fu >> length);
    for (int i = 1; i < length; i++)
        code_point = code_point << 6 | (s[i] & 0x3fu);
    return code_point;
}

/* Returns the kerning between two characters; 0 for digits, so that changing figures do not move
 * others. */
static int kerning(face *f, uint32_t before, uint32_t after) {
    if (before == 0 || is_digit(before) || is_digit(after))
        return 0;
    if (before >= KERNED || after >= KERNED)
        return TTF_GetFontKerningSizeGlyphs32(f->font, before, after);
    int16_t *kept = &f->kernings[before][after];
    if (*kept == INT16_MIN)
        *kept = (int16_t)TTF_GetFontKerningSizeGlyphs32(f->font, before, after);
    return *kept;
}

static void draw_glyph(canvas *c, const glyph *g, int64_t place, int x, int y, color ink) {
    static const int64_t too_far = 1 << 24; /* quarters */
    if (g->masks == NULL || place > too_far || place < -too_far)
        return;
    int pixel = floor_quarter((int)place), step = (int)place - pixel * GLYPH_STEPS;
    const uint8_t *mask = g->masks + (size_t)step * (size_t)g->width * (size_t)g->height;
    canvas_mask(c, mask, g->width, g->height, g->width, x + pixel + g->left, y + g->top, ink);
}

/* Measures the first bytes of a line, and draws them unless `c` is NULL. Returns their width. */
static float walk(text *t, text_style style, const char *string, size_t bytes, canvas *c, int x,
                  int y, color ink) {
    const char *end = string + bytes;
    uint32_t before = 0; /* the code point shown last */
    int64_t place = 0;   /* of the next glyph, in quarters of a pixel */
    while (string < end) {
        const glyph *g = glyph_of(t, style, next_code_point(&string, end));
        place += kerning(&t->faces[style], before, g->code_point);
        if (c != NULL)
            draw_glyph(c, g, place, x, y, ink);
        place += g->advance;
        before = g->code_point;
    }
    return (float)place / GLYPH_STEPS;
}

float text_width(text *t, text_style style, const char *string) {
    return walk(t, style, string, strlen(string), NULL, 0, 0, 0);
}

float text_width_of(text *t, text_style style, const char *string, int bytes) {
    return walk(t, style, string, (size_t)bytes, NULL, 0, 0, 0);
}

float text_line_height(text *t, text_style style) {
    return (float)t->faces[style].line_height;
}

float text_draw(text *t, canvas *c, text_style style, float x, float y, color ink,
                const char *string) {
    bool is_near =
        fabsf(x) < 1e6f && fabsf(y) < 1e6f; /* farther away, or at NaN, nothing is seen */
    if (!is_near)
        return text_width(t, style, string);
    return walk(t, style, string, strlen(string), c, (int)floorf(x + 0.5f), (int)floorf(y + 0.5f),
                ink);
}

const char *text_shortened(text *t, text_style style, const char *string, float width) {
    static char cut[512];
    if (text_width(t, style, string) <= width)
        return string;
    for (size_t length = SDL_min(strlen(string), sizeof cut - 4); length > 0; length--) {
        if (text_is_inside_character(string[length]))
            continue;
        snprintf(cut, sizeof cut, "%.*s\xe2\x80\xa6", (int)length, string);
        if (text_width(t, style, cut) <= width)
            break;
    }
    return cut;
}

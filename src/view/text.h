/* text: UTF-8 text on a canvas.
 *
 * Glyphs are rendered once by SDL_ttf, in white, and kept as coverage masks; drawing blends a mask
 * in any colour. All digits have the same width, so that changing figures do not move. The font is
 * an installed one, found at run time. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>

#include "canvas.h"

typedef enum text_style {
    TEXT_SMALL,  /* 12 points: figures, captions beside shapes */
    TEXT_NORMAL, /* 14 points */
    TEXT_BOLD,   /* 14 points, bold */
    TEXT_TITLE,  /* 20 points, bold */
    TEXT_STYLE_COUNT
} text_style;

typedef struct text text;

#define TEXT_FONTS_FOLDER "/usr/share/fonts"

enum { TEXT_PATH_SIZE = 4096 };

typedef struct text_fonts {
    char regular[TEXT_PATH_SIZE], bold[TEXT_PATH_SIZE];
} text_fonts;

/* Finds the first known font with both files in `folder`, usually TEXT_FONTS_FOLDER. Returns
 * false with `error` filled (what to install) when there is none. */
bool text_find_fonts(const char *folder, text_fonts *found, char *error, size_t error_size);

/* Opens a font. `font_path` NULL looks for one in the places where the known packages install
 * theirs. Returns NULL with `error` filled: which file failed and why, or which package to install.
 */
text *text_open(const char *font_path, char *error, size_t error_size);
void text_close(text *t); /* NULL is fine */

/* Sets how many pixels a point takes (1, 1.5, 2, ...); drops glyphs of the old scale. */
void text_set_scale(text *t, float scale);

/* Sizes in pixels at the present scale. */
float text_width(text *t, text_style style, const char *string);
float text_width_of(text *t, text_style style, const char *string, int bytes); /* the first ones */
float text_line_height(text *t, text_style style);

/* Returns the string, or if it is too wide as many of its characters as fit and an ellipsis, valid
 * until the next call. */
const char *text_shortened(text *t, text_style style, const char *string, float width);

/* Draws one line with its top left corner at (x, y), rounded to whole pixels. Invalid UTF-8 and
 * characters the font lacks show as U+FFFD or '?'. Returns the width drawn. */
float text_draw(text *t, canvas *c, text_style style, float x, float y, color ink,
                const char *string);

#endif

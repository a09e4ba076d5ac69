/* prose: sentences with keys in them, "Press [Tab] for another one", broken into lines; each key is
 * drawn as what is printed on a keyboard. [[] and []] are the keys of the brackets themselves. */
#ifndef PROSE_H
#define PROSE_H

#include "frame.h"

/* Returns how high the words are, in pixels, in lines of that width. */
float prose_height(const frame *f, const char *words, float width);

/* Draws them with the top left corner at (x, y). */
void prose_draw(const frame *f, const char *words, float x, float y, float width, color ink);

#endif

/* animation: pictures one after the other as a GIF or an animated WebP, which begins anew without
 * end. A picture that is equal to the one before it only lengthens that one; of the others only
 * what has changed is stored. WebP keeps each colour; GIF has 255 a picture, of which the most
 * frequent ones stay exact, and there is no dithering, so that even areas are even. */
#ifndef ANIMATION_H
#define ANIMATION_H

#include "../level/platform.h"
#include "canvas.h"

/* A GIF counts in hundredths of a second, and what shows it takes one alone for ten. */
#define ANIMATION_RATE_MAX 50 /* pictures a second */

typedef struct animation animation;

/* Begins one of that size, of the kind that the path's extension says: .gif or .webp. Nothing is
 * written yet. Returns NULL, with the reason in `message`, when it is neither, when the kind cannot
 * be so large, or when memory ran out. */
animation *animation_begin(const char *path, int width, int height,
                           char message[SAVE_MESSAGE_LENGTH]);

/* Adds a picture of that size, to be shown for `seconds`, at least 1 / ANIMATION_RATE_MAX. What is
 * lost by rounding to the units of the kind is made up for by the next ones. Returns false when
 * memory ran out. */
bool animation_add(animation *a, const canvas *picture, double seconds);

/* Saves the file, wholly or not at all, and frees the animation. Returns whether it is saved; if
 * not, `message` says why. */
bool animation_save(animation *a, const char *path, char message[SAVE_MESSAGE_LENGTH]);

void animation_free(animation *a); /* without saving; NULL is fine */

#endif

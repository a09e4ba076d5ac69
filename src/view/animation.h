/* animation: writes pictures as an animated WebP that repeats without end. It is lossless, and
 * stores only the part of each picture that has changed. */
#ifndef ANIMATION_H
#define ANIMATION_H

#include "../level/platform.h"
#include "canvas.h"

/* Browsers show a shorter picture than 0.02 seconds for longer. */
#define ANIMATION_RATE_MAX 50 /* pictures a second */

typedef struct animation animation;

/* Begins an animation of that size, to be saved at `path`. Nothing is written yet. Returns NULL,
 * with the reason in `message`, when the path does not end in .webp, when a WebP cannot be so
 * large, or when memory ran out. */
animation *animation_begin(const char *path, int width, int height,
                           char message[SAVE_MESSAGE_LENGTH]);

/* Adds a picture of that size, to be shown for `seconds`, at least 1 / ANIMATION_RATE_MAX. Times
 * are rounded to milliseconds since the beginning, so errors do not add up. Returns false when
 * memory ran out. */
bool animation_add(animation *a, const canvas *picture, double seconds);

/* Saves the file, wholly or not at all, and frees the animation. Returns whether it is saved; if
 * not, `message` says why. */
bool animation_save(animation *a, const char *path, char message[SAVE_MESSAGE_LENGTH]);

void animation_free(animation *a); /* without saving; NULL is fine */

#endif

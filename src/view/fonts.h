/* fonts: which installed font to use. */
#ifndef FONTS_H
#define FONTS_H

#include <stdbool.h>
#include <stddef.h>

#define FONTS_FOLDER "/usr/share/fonts"

enum { FONTS_PATH_SIZE = 4096 };

typedef struct font_files {
    char regular[FONTS_PATH_SIZE], bold[FONTS_PATH_SIZE];
} font_files;

/* Finds the first known font whose files are both in `folder`, usually FONTS_FOLDER. Returns false
 * with `error` filled (what to install) when there is none. */
bool fonts_find(const char *folder, font_files *found, char *error, size_t error_size);

#endif

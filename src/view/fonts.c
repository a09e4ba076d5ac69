#include "fonts.h"

#include <stdio.h>
#include <unistd.h>

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

static bool is_there(char path[FONTS_PATH_SIZE], const char *folder, const char *name) {
    int length = snprintf(path, FONTS_PATH_SIZE, "%s/%s", folder, name);
    return length > 0 && length < FONTS_PATH_SIZE && access(path, R_OK) == 0;
}

bool fonts_find(const char *folder, font_files *found, char *error, size_t error_size) {
    for (int i = 0; i < KNOWN_COUNT; i++) {
        if (is_there(found->regular, folder, known[i].regular) &&
            is_there(found->bold, folder, known[i].bold))
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

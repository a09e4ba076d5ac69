#include "theme.h"

#include <string.h>

static const theme dark = {
#include "themes/dark.inc"
};

static const theme light = {
#include "themes/light.inc"
};

const theme_info themes[THEME_COUNT] = {{"dark", &dark}, {"light", &light}};

int theme_find(const char *name) {
    for (int i = 0; i < THEME_COUNT; i++) {
        if (strcmp(themes[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* The WebP library is used in this file alone. */
#include "animation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "../level/memory.h"

struct animation {
    int width, height;
    double seconds;           /* of all pictures so far */
    WebPAnimEncoder *encoder; /* owned */
};

animation *animation_begin(const char *path, int width, int height,
                           char message[SAVE_MESSAGE_LENGTH]) {
    const char *extension = strrchr(path, '.');
    if (extension == NULL || SDL_strcasecmp(extension, ".webp") != 0) {
        snprintf(message, SAVE_MESSAGE_LENGTH, "expected a name that ends in .webp, found '%s'",
                 platform_show_path(path).text);
        return NULL;
    }
    if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "a WebP has at most %d pixels across and down, not %d x %d", WEBP_MAX_DIMENSION,
                 width, height);
        return NULL;
    }
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    options.kmax = 0; /* each picture needs the one before it */
    animation *a = memory_alloc(sizeof *a);
    *a = (animation){width, height, 0, WebPAnimEncoderNew(width, height, &options)};
    if (a->encoder != NULL)
        return a;
    animation_free(a);
    snprintf(message, SAVE_MESSAGE_LENGTH, "no memory for an animation of %d x %d pixels", width,
             height);
    return NULL;
}

static int milliseconds(const animation *a) {
    return (int)lround(1000 * a->seconds);
}

bool animation_add(animation *a, const canvas *picture, double seconds) {
    static const int effort = 6; /* of 9; a higher effort makes the file hardly smaller */
    WebPConfig config;
    WebPPicture pixels;
    WebPConfigInit(&config);
    WebPConfigLosslessPreset(&config, effort);
    WebPPictureInit(&pixels);
    pixels.use_argb = 1;
    pixels.width = pixels.argb_stride = a->width;
    pixels.height = a->height;
    pixels.argb = picture->pixels; /* stays the canvas's */
    bool good = WebPAnimEncoderAdd(a->encoder, &pixels, milliseconds(a), &config) != 0;
    a->seconds += seconds;
    return good;
}

bool animation_save(animation *a, const char *path, char message[SAVE_MESSAGE_LENGTH]) {
    WebPData data = {NULL, 0};
    bool good = WebPAnimEncoderAdd(a->encoder, NULL, milliseconds(a), NULL) != 0 &&
                WebPAnimEncoderAssemble(a->encoder, &data) != 0;
    if (good)
        good = save_file(path, (const char *)data.bytes, data.size, message);
    else
        snprintf(message, SAVE_MESSAGE_LENGTH, "no memory for the animation");
    WebPDataClear(&data);
    animation_free(a);
    return good;
}

void animation_free(animation *a) {
    if (a != NULL)
        WebPAnimEncoderDelete(a->encoder);
    free(a);
}

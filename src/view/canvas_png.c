/* canvas_png: a picture as PNG, encoded in memory and then saved as any other file. */
#include <SDL.h>
#include <SDL_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../sandbox/save.h"
#include "canvas.h"

/* ---- What SDL writes into ---------------------------------------------------------------- */

typedef struct buffer {
    char *bytes; /* owned */
    size_t size, capacity;
    bool out_of_memory;
} buffer;

static bool make_room(buffer *b, size_t more) {
    size_t capacity = b->capacity > 0 ? b->capacity : 65536;
    while (capacity - b->size < more)
        capacity *= 2;
    if (capacity == b->capacity)
        return true;
    char *grown = realloc(b->bytes, capacity);
    if (grown == NULL)
        return false;
    b->bytes = grown;
    b->capacity = capacity;
    return true;
}

/* SDL_image does not look at whether a write succeeds, so the buffer remembers. */
static size_t SDLCALL write_bytes(SDL_RWops *stream, const void *bytes, size_t size, size_t count) {
    buffer *b = stream->hidden.unknown.data1;
    if (b->out_of_memory || !make_room(b, size * count)) {
        b->out_of_memory = true;
        return 0;
    }
    memcpy(b->bytes + b->size, bytes, size * count);
    b->size += size * count;
    return count;
}

static Sint64 SDLCALL no_size(SDL_RWops *stream) {
    (void)stream;
    return -1;
}

static Sint64 SDLCALL no_seek(SDL_RWops *stream, Sint64 offset, int whence) {
    (void)stream, (void)offset, (void)whence;
    return SDL_SetError("a picture is written in one go");
}

static size_t SDLCALL no_read(SDL_RWops *stream, void *bytes, size_t size, size_t count) {
    (void)stream, (void)bytes, (void)size, (void)count;
    return 0;
}

static int SDLCALL no_close(SDL_RWops *stream) {
    (void)stream;
    return 0;
}

/* ---- Saving ------------------------------------------------------------------------------ */

static bool encode(const canvas *c, buffer *b) {
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(c->pixels, c->width, c->height, 32,
                                                              c->width * (int)sizeof *c->pixels,
                                                              SDL_PIXELFORMAT_XRGB8888);
    SDL_RWops *stream = SDL_AllocRW();
    bool done = false;
    if (surface != NULL && stream != NULL) {
        stream->type = SDL_RWOPS_UNKNOWN;
        stream->size = no_size;
        stream->seek = no_seek;
        stream->read = no_read;
        stream->write = write_bytes;
        stream->close = no_close;
        stream->hidden.unknown.data1 = b;
        done = IMG_SavePNG_RW(surface, stream, 0) == 0 && !b->out_of_memory;
    }
    if (stream != NULL)
        SDL_FreeRW(stream);
    SDL_FreeSurface(surface);
    return done;
}

const char *canvas_save_png(const canvas *c, const char *path) {
    static char message[SAVE_MESSAGE_LENGTH];
    buffer b = {0};
    bool saved = false;
    if (encode(c, &b))
        saved = save_file(path, b.bytes, b.size, NULL, message);
    else
        snprintf(message, sizeof message, "no picture: %s",
                 b.out_of_memory ? "no memory" : SDL_GetError());
    free(b.bytes);
    return saved ? NULL : message;
}

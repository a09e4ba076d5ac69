/* canvas_png: a picture written beside its place, then renamed into it. */
#include <SDL.h>
#include <SDL_image.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "canvas.h"

static char message[1024];

static const char *complain(const char *path, const char *reason) {
    snprintf(message, sizeof message, "%s: cannot write the picture: %s", path, reason);
    return message;
}

/* ---- A temporary file -------------------------------------------------------------------- */

typedef struct output {
    char *path; /* of the temporary file */
    int file;
    int error; /* errno of the first write that failed, 0 while all is well */
} output;

/* Not mkstemp: the picture shall have the permissions of any new file, not those of a secret. */
static bool open_temporary(output *o, const char *path) {
    enum { TRIES = 100 };
    size_t size = strlen(path) + 48;
    o->path = malloc(size);
    if (o->path == NULL)
        return false;
    for (int i = 0; i < TRIES; i++) {
        snprintf(o->path, size, "%s.%ld-%d.part", path, (long)getpid(), i);
        o->file = open(o->path, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (o->file >= 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    o->error = errno;
    free(o->path);
    return false;
}

/* ---- What SDL writes through ------------------------------------------------------------- *
 *
 * SDL_image does not look at whether a write succeeds, so a full disk would leave half a picture.
 */

static size_t SDLCALL write_bytes(SDL_RWops *stream, const void *bytes, size_t size, size_t count) {
    output *o = stream->hidden.unknown.data1;
    const char *at = bytes;
    for (size_t left = size * count; left > 0 && o->error == 0;) {
        ssize_t written = write(o->file, at, left);
        if (written > 0) {
            at += written;
            left -= (size_t)written;
        } else if (errno != EINTR) {
            o->error = written < 0 ? errno : ENOSPC;
        }
    }
    return o->error == 0 ? count : 0;
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

/* Returns NULL, or what SDL says failed. */
static const char *encode(const canvas *c, output *o) {
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
        stream->hidden.unknown.data1 = o;
        done = IMG_SavePNG_RW(surface, stream, 0) == 0;
    }
    if (stream != NULL)
        SDL_FreeRW(stream);
    SDL_FreeSurface(surface);
    return done ? NULL : SDL_GetError();
}

/* Returns NULL, or the reason. Closes the temporary file either way. */
static const char *fill_temporary(const canvas *c, output *o) {
    const char *failure = encode(c, o);
    if (failure == NULL && o->error == 0 && fsync(o->file) != 0)
        o->error = errno;
    if (close(o->file) != 0 && o->error == 0)
        o->error = errno;
    return o->error != 0 ? strerror(o->error) : failure;
}

const char *canvas_save_png(const canvas *c, const char *path) {
    output o = {.error = ENOMEM};
    if (!open_temporary(&o, path))
        return complain(path, strerror(o.error));
    o.error = 0;
    const char *failure = fill_temporary(c, &o);
    if (failure == NULL && rename(o.path, path) != 0)
        failure = strerror(errno);
    if (failure != NULL) {
        complain(path, failure); /* before unlink can change the reason */
        unlink(o.path);
    }
    free(o.path);
    return failure != NULL ? message : NULL;
}

/* fuzz: what the fuzz targets share. Each is one function that takes hostile bytes and aborts when
 * a promise is broken; `make fuzz` builds them with libFuzzer and runs them all. */
#ifndef FUZZ_H
#define FUZZ_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/level/level.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void require(bool condition) {
    if (!condition)
        abort();
}

/* Each error is at a place and says something. */
static inline void require_errors(const level_errors *errors) {
    require(errors->count >= 1 && errors->count <= LEVEL_ERRORS_MAX);
    require(errors->total >= errors->count);
    for (int i = 0; i < errors->count; i++) {
        const level_error *e = &errors->list[i];
        require(e->line >= 1 && e->column >= 1 && e->message[0] != '\0');
        require(i == 0 || errors->list[i - 1].line <= e->line);
        require(strlen(e->message) < LEVEL_MESSAGE_LENGTH - 1);
    }
}

/* A mesh that was read has faces with corners that are there and finite; another is empty. Frees
 * it.
 */
static inline void require_mesh(level_mesh *m, bool is_read) {
    require(is_read || (m->face_count == 0 && m->vertices == NULL));
    for (int i = 0; i < m->face_count; i++) {
        const level_face *f = &m->faces[i];
        int low = f->a < f->b ? f->a : f->b, high = f->a > f->b ? f->a : f->b;
        require(low >= 0 && f->c >= 0 && high < m->vertex_count && f->c < m->vertex_count);
    }
    for (int i = 0; i < m->vertex_count; i++)
        require(isfinite(m->vertices[i].x) && isfinite(m->vertices[i].y) &&
                isfinite(m->vertices[i].z));
    level_empty_mesh(m);
}

/* ---- Numbers out of bytes ---------------------------------------------------------------- */

typedef struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
    bool any_floats; /* any bits at all; else halves, quarters .. of small numbers, which meet often
                      */
} fuzz_bytes;

/* 0 where there are none left. */
static inline unsigned fuzz_byte(fuzz_bytes *b) {
    if (b->left == 0)
        return 0;
    b->left--;
    return *b->at++;
}

static inline float fuzz_float(fuzz_bytes *b) {
    uint32_t bits = fuzz_byte(b) << 8;
    bits |= fuzz_byte(b);
    if (!b->any_floats)
        return (float)((int)bits - 0x8000) / 4096; /* -8 .. 8 */
    bits = bits << 8 | fuzz_byte(b);
    bits = bits << 8 | fuzz_byte(b);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The same bits, but for zeros without a sign and numbers that are none. */
static inline bool fuzz_same(float a, float b) {
    return a == b || (isnan(a) && isnan(b));
}

#endif

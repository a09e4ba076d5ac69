/* fields: the values of a struct by their names, to write them as text, read and compare them. */
#ifndef FIELDS_H
#define FIELDS_H

#include "../level/text.h"

typedef enum field_kind {
    FIELD_FLOAT,
    FIELD_BOOL,  /* as `off` and `on` */
    FIELD_INT,   /* 0 or more; an enum is written by its names */
    FIELD_COUNT, /* unsigned long */
    FIELD_BITS,  /* uint64_t, as 16 hexadecimal digits */
} field_kind;

typedef struct field {
    const char *name;
    field_kind kind;
    size_t place;     /* in the struct */
    int count;        /* values in a row */
    double low, high; /* range of a number; both 0: any finite float, any int of at least 0 */
    level_kind names; /* the statement that names the values of an enum or switch; LEVEL_VERSION: no
                         names */
} field;

/* Returns the index of the field of that name, -1 when there is none. */
int field_find(const field *list, int count, const char *name, size_t length);

/* Whether a bit of the field differs between the two structs. */
bool field_differs(const field *f, const void *a, const void *b);

/* Whether all bits of the field are 0. */
bool field_is_zero(const field *f, const void *of);

/* Copies the field. */
void field_copy(const field *f, void *to, const void *from);

/* Returns the hash, continued with the field's bits. */
uint64_t field_hash(const field *f, const void *of, uint64_t hash);

/* Returns the hash, continued with these bytes (FNV-1a, as level_hash). It begins with FIELD_HASH.
 */
#define FIELD_HASH UINT64_C(14695981039346656037)
uint64_t field_hash_bytes(const void *bytes, size_t count, uint64_t hash);

/* Appends the values, with commas between them, so that they read back as the same bits. */
void field_write(const field *f, const void *of, text_buffer *to);

/* Reads the values between `at` and `end`, and returns NULL. After an error it returns where the
 * error is, with *expected what should stand there; part of the struct may then be changed. */
const char *field_read(const field *f, void *into, const char *at, const char *end,
                       level_quote *expected);

/* Reads a whole number of at most `most`. Returns false and leaves *whole alone for any other text.
 */
bool field_scan_whole(const char *at, const char *end, unsigned long most, unsigned long *whole);

/* Reads so many hexadecimal digits. Returns false and leaves *value alone for any other text. */
#define FIELD_BITS_DIGITS 16
bool field_scan_bits(const char *at, const char *end, int count, uint64_t *bits);

#endif

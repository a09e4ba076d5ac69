/* fields: the values of a struct by their names, to be written as text, read and compared. */
#ifndef FIELDS_H
#define FIELDS_H

#include "../level/text.h"

typedef enum field_kind {
    FIELD_FLOAT,
    FIELD_BOOL,  /* as `off` and `on` */
    FIELD_INT,   /* 0 or more; of an enum, its names */
    FIELD_COUNT, /* unsigned long */
    FIELD_BITS,  /* uint64_t, as 16 hexadecimal digits */
} field_kind;

typedef struct field {
    const char *name;
    field_kind kind;
    size_t place;     /* in the struct */
    int count;        /* values in a row */
    double low, high; /* of a number; both 0: any that is finite, 0 or more where it is whole */
    level_kind names; /* of an enum or a switch: the statement that has its names; LEVEL_VERSION: it
                         has none */
} field;

/* Returns the index of the field of that name, -1 when there is none. */
int field_find(const field *list, int count, const char *name, size_t length);

/* Whether the two structs differ there, in whatever bit. */
bool field_differs(const field *f, const void *a, const void *b);

/* Makes it the same in `to` as in `from`. */
void field_copy(const field *f, void *to, const void *from);

/* Returns the hash that goes on with the field's bits. */
uint64_t field_hash(const field *f, const void *of, uint64_t hash);

/* Returns the hash that goes on with these bytes (FNV-1a, as level_hash); FIELD_HASH begins it. */
#define FIELD_HASH UINT64_C(14695981039346656037)
uint64_t field_hash_bytes(const void *bytes, size_t count, uint64_t hash);

/* Appends the values, with commas between them, so that they read back as the same bits. */
void field_write(const field *f, const void *of, text_buffer *to);

/* Reads the values that stand from `at` to `end`. Returns NULL; or else where something else
 * stands, with *expected what should, and the struct need not be what it was. */
const char *field_read(const field *f, void *into, const char *at, const char *end,
                       level_quote *expected);

/* Reads a whole number of at most `most`. Returns false, and leaves it alone, for anything else. */
bool field_scan_whole(const char *at, const char *end, unsigned long most, unsigned long *whole);

/* Reads as many hexadecimal digits. Returns false, and leaves it alone, for anything else. */
#define FIELD_BITS_DIGITS 16
bool field_scan_bits(const char *at, const char *end, int count, uint64_t *bits);

#endif

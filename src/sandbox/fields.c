#include "fields.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../level/text.h"
#include "resolvers.h"

typedef union value {
    float number;
    bool on;
    int whole;
    unsigned long count;
    uint64_t bits;
} value;

static const size_t sizes[] = {[FIELD_FLOAT] = sizeof(float),
                               [FIELD_BOOL] = sizeof(bool),
                               [FIELD_INT] = sizeof(int),
                               [FIELD_COUNT] = sizeof(unsigned long),
                               [FIELD_BITS] = sizeof(uint64_t)};

int field_find(const field *list, int count, const char *name, size_t length) {
    for (int i = 0; i < count; i++) {
        if (strlen(list[i].name) == length && memcmp(list[i].name, name, length) == 0)
            return i;
    }
    return -1;
}

/* ---- Bits -------------------------------------------------------------------------------- */

static const char *bits_of(const field *f, const void *of) {
    return (const char *)of + f->place;
}

static size_t size_of(const field *f) {
    return (size_t)f->count * sizes[f->kind];
}

bool field_differs(const field *f, const void *a, const void *b) {
    return memcmp(bits_of(f, a), bits_of(f, b), size_of(f)) != 0;
}

bool field_is_zero(const field *f, const void *of) {
    const char *at = bits_of(f, of), *end = at + size_of(f);
    while (at < end && *at == 0)
        at++;
    return at == end;
}

void field_copy(const field *f, void *to, const void *from) {
    memcpy((char *)to + f->place, bits_of(f, from), size_of(f));
}

uint64_t field_hash_bytes(const void *bytes, size_t count, uint64_t hash) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Hashes a FIELD_COUNT as 64 bits: an unsigned long has 32 on some machines and in browsers. */
uint64_t field_hash(const field *f, const void *of, uint64_t hash) {
    unsigned long count;
    if (f->kind != FIELD_COUNT)
        return field_hash_bytes(bits_of(f, of), size_of(f), hash);
    memcpy(&count, bits_of(f, of), sizeof count);
    uint64_t whole = count;
    return field_hash_bytes(&whole, sizeof whole, hash);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static bool is_named(const field *f) {
    return f->names != LEVEL_VERSION;
}

/* A rule has no name in a recording, since that must not say which code to run. */
static const char rule_word[] = "rule";

static const char *name_of(const field *f, int index) {
    bool is_rule = f->names == LEVEL_RESOLVER && index == (int)RESOLVER_RULE;
    return is_rule ? rule_word : level_statements[f->names].choice(index);
}

static int find_name(const field *f, const char *at, size_t length) {
    bool is_rule = f->names == LEVEL_RESOLVER && length == sizeof rule_word - 1 &&
                   memcmp(at, rule_word, length) == 0;
    return is_rule ? (int)RESOLVER_RULE : level_find_name(f->names, at, length);
}

static void write_value(const field *f, const char *bits, text_buffer *to) {
    value v;
    memcpy(&v, bits, sizes[f->kind]);
    if (f->kind == FIELD_FLOAT)
        text_append_number(to, "", v.number);
    else if (f->kind == FIELD_BITS)
        text_print(to, "%016" PRIx64, v.bits);
    else if (f->kind == FIELD_COUNT)
        text_print(to, "%lu", v.count);
    else if (!is_named(f))
        text_print(to, "%d", v.whole);
    else
        text_append_string(to, name_of(f, f->kind == FIELD_BOOL ? v.on : v.whole));
}

void field_write(const field *f, const void *of, text_buffer *to) {
    for (int i = 0, count = f->count; i < count; i++) {
        if (i > 0)
            text_append_string(to, ",");
        write_value(f, bits_of(f, of) + (size_t)i * sizes[f->kind], to);
    }
}

/* ---- Reading ----------------------------------------------------------------------------- */

bool field_scan_whole(const char *at, const char *end, unsigned long most, unsigned long *whole) {
    unsigned long sum = 0;
    bool good = at < end;
    for (; good && at < end; at++) {
        unsigned long digit = (unsigned long)(*at - '0');
        good = digit <= 9 && digit <= most && sum <= (most - digit) / 10;
        sum = 10 * sum + digit;
    }
    if (good)
        *whole = sum;
    return good;
}

bool field_scan_bits(const char *at, const char *end, int count, uint64_t *bits) {
    char digits[FIELD_BITS_DIGITS + 1];
    if (end - at != count)
        return false;
    snprintf(digits, sizeof digits, "%.*s", count, at);
    bool good = strspn(digits, "0123456789abcdef") == (size_t)count;
    if (good)
        *bits = strtoull(digits, NULL, 16);
    return good;
}

static bool is_in_range(const field *f, double number) {
    return !(f->high > f->low) || (number >= f->low && number <= f->high);
}

static bool scan(const field *f, const char *at, const char *end, value *v) {
    unsigned long whole = 0;
    if (f->kind == FIELD_FLOAT)
        return level_scan_number(at, end, &v->number) && isfinite(v->number) &&
               is_in_range(f, (double)v->number);
    if (f->kind == FIELD_BITS)
        return field_scan_bits(at, end, FIELD_BITS_DIGITS, &v->bits);
    if (f->kind == FIELD_COUNT)
        return field_scan_whole(at, end, LONG_MAX, &v->count);
    int index = is_named(f) ? find_name(f, at, (size_t)(end - at)) : 0;
    bool good = is_named(f)
                    ? index >= 0
                    : field_scan_whole(at, end, INT_MAX, &whole) && is_in_range(f, (double)whole);
    if (f->kind == FIELD_BOOL)
        v->on = index == 1;
    else
        v->whole = is_named(f) ? index : (int)whole;
    return good;
}

static void say_expected(const field *f, level_quote *expected) {
    const char *whole = f->kind == FIELD_FLOAT ? "" : "whole ";
    size_t size = sizeof expected->text;
    if (f->kind == FIELD_BITS)
        snprintf(expected->text, size, "%d hexadecimal digits", FIELD_BITS_DIGITS);
    else if (is_named(f))
        snprintf(expected->text, size, "one of %.80s", level_list_names(f->names).text);
    else if (f->high > f->low)
        snprintf(expected->text, size, "a %snumber from %g to %g", whole, f->low, f->high);
    else
        snprintf(expected->text, size, "a %snumber", whole);
}

/* Reads values with commas between them. */
const char *field_read(const field *f, void *into, const char *at, const char *end,
                       level_quote *expected) {
    int count = 0;
    bool is_more = true;
    while (is_more) {
        value v;
        const char *comma = at < end ? memchr(at, ',', (size_t)(end - at)) : NULL;
        const char *stop = comma != NULL ? comma : end;
        if (count == f->count)
            snprintf(expected->text, sizeof expected->text, "at most %d of them", count);
        else
            say_expected(f, expected);
        if (count == f->count || !scan(f, at, stop, &v))
            return at;
        memcpy((char *)into + f->place + (size_t)count++ * sizes[f->kind], &v, sizes[f->kind]);
        at = comma != NULL ? comma + 1 : end;
        is_more = comma != NULL || count < f->count;
    }
    return NULL;
}

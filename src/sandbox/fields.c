#include "fields.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../level/numbers.h"

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

static int count_values(const field *f, const void *of) {
    int vectors;
    if (f->vectors == 0)
        return f->count;
    memcpy(&vectors, (const char *)of + f->vectors, sizeof vectors);
    return 3 * vectors;
}

static const char *value_at(const field *f, const void *of, int index) {
    return (const char *)of + f->place + (size_t)index * sizes[f->kind];
}

bool field_differs(const field *f, const void *a, const void *b) {
    int count = count_values(f, a);
    return count != count_values(f, b) ||
           memcmp(value_at(f, a, 0), value_at(f, b, 0), (size_t)count * sizes[f->kind]) != 0;
}

void field_copy(const field *f, void *to, const void *from) {
    memcpy((char *)to + f->place, value_at(f, from, 0),
           (size_t)count_values(f, from) * sizes[f->kind]);
    if (f->vectors != 0)
        memcpy((char *)to + f->vectors, (const char *)from + f->vectors, sizeof(int));
}

uint64_t field_hash_bytes(const void *bytes, size_t count, uint64_t hash) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

uint64_t field_hash(const field *f, const void *of, uint64_t hash) {
    return field_hash_bytes(value_at(f, of, 0), (size_t)count_values(f, of) * sizes[f->kind], hash);
}

/* ---- Writing ----------------------------------------------------------------------------- */

static const char *switch_name(int on) {
    static const char *const names[] = {"off", "on"};
    return on < 2 ? names[on] : NULL;
}

static void write_value(const field *f, const char *value, text_buffer *to) {
    char text[LEVEL_NUMBER_LENGTH];
    union {
        float number;
        bool on;
        int whole;
        unsigned long count;
        uint64_t bits;
    } v;
    memcpy(&v, value, sizes[f->kind]);
    if (f->kind == FIELD_FLOAT)
        level_print_number(v.number, text);
    else if (f->kind == FIELD_BOOL)
        snprintf(text, sizeof text, "%s", switch_name(v.on));
    else if (f->kind == FIELD_INT && f->choice != NULL)
        snprintf(text, sizeof text, "%s", f->choice(v.whole));
    else if (f->kind == FIELD_INT)
        snprintf(text, sizeof text, "%d", v.whole);
    else if (f->kind == FIELD_COUNT)
        snprintf(text, sizeof text, "%lu", v.count);
    else
        snprintf(text, sizeof text, "%016" PRIx64, v.bits);
    text_append_string(to, text);
}

void field_write(const field *f, const void *of, text_buffer *to) {
    for (int i = 0, count = count_values(f, of); i < count; i++) {
        if (i > 0)
            text_append_string(to, ",");
        write_value(f, value_at(f, of, i), to);
    }
}

/* ---- Reading ----------------------------------------------------------------------------- */

bool field_scan_whole(const char *at, const char *end, unsigned long most, unsigned long *value) {
    unsigned long sum = 0;
    for (const char *c = at; c < end; c++) {
        unsigned long digit = (unsigned long)(*c - '0');
        if (*c < '0' || *c > '9' || sum > (most - digit) / 10 || digit > most)
            return false;
        sum = 10 * sum + digit;
    }
    if (at == end)
        return false;
    *value = sum;
    return true;
}

bool field_scan_bits(const char *at, const char *end, uint64_t *value) {
    static const char digits[] = "0123456789abcdef";
    uint64_t sum = 0;
    if (end - at != 16)
        return false;
    for (; at < end; at++) {
        const char *digit = memchr(digits, *at, 16);
        if (digit == NULL)
            return false;
        sum = sum << 4 | (uint64_t)(digit - digits);
    }
    *value = sum;
    return true;
}

static bool scan_float(const field *f, const char *at, const char *end, char *value) {
    float number;
    if (!level_scan_number(at, end, &number) || !isfinite(number) ||
        (f->high > f->low && !((double)number >= f->low && (double)number <= f->high)))
        return false;
    memcpy(value, &number, sizeof number);
    return true;
}

static bool scan_name(const char *choice(int), const char *at, const char *end, int *index) {
    const char *name;
    for (int i = 0; (name = choice(i)) != NULL; i++) {
        if (strlen(name) == (size_t)(end - at) && memcmp(name, at, (size_t)(end - at)) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bool scan_int(const field *f, const char *at, const char *end, char *value) {
    unsigned long whole = 0;
    int index = 0;
    bool good = f->choice != NULL ? scan_name(f->choice, at, end, &index)
                                  : field_scan_whole(at, end, INT_MAX, &whole);
    int found = f->choice != NULL ? index : (int)whole;
    if (!good || (f->high > f->low && (found < f->low || found > f->high)))
        return false;
    memcpy(value, &found, sizeof found);
    return true;
}

static bool scan_value(const field *f, const char *at, const char *end, char *value) {
    int on;
    unsigned long count;
    uint64_t bits;
    bool good = false;
    switch (f->kind) {
    case FIELD_FLOAT:
        return scan_float(f, at, end, value);
    case FIELD_INT:
        return scan_int(f, at, end, value);
    case FIELD_BOOL:
        good = scan_name(switch_name, at, end, &on);
        if (good)
            *(bool *)value = on == 1;
        return good;
    case FIELD_COUNT:
        good = field_scan_whole(at, end, LONG_MAX, &count);
        if (good)
            memcpy(value, &count, sizeof count);
        return good;
    default:
        good = field_scan_bits(at, end, &bits);
        if (good)
            memcpy(value, &bits, sizeof bits);
        return good;
    }
}

static void say_expected(const field *f, level_quote *expected) {
    int length = 0;
    size_t size = sizeof expected->text;
    if (f->kind == FIELD_BITS)
        snprintf(expected->text, size, "16 hexadecimal digits");
    else if (f->kind == FIELD_BOOL)
        snprintf(expected->text, size, "on or off");
    else if (f->choice != NULL)
        for (int i = 0; f->choice(i) != NULL && length < (int)size; i++)
            length += snprintf(expected->text + length, size - (size_t)length, "%s%s",
                               i > 0 ? ", " : "one of ", f->choice(i));
    else if (f->high > f->low)
        snprintf(expected->text, size, "a %snumber from %g to %g",
                 f->kind == FIELD_FLOAT ? "" : "whole ", f->low, f->high);
    else
        snprintf(expected->text, size, "%s",
                 f->kind == FIELD_FLOAT ? "a number" : "a whole number");
}

const char *field_read(const field *f, void *into, const char *at, const char *end,
                       level_quote *expected) {
    int count = 0;
    while (at < end || (count < f->count && f->vectors == 0)) {
        const char *comma = at < end ? memchr(at, ',', (size_t)(end - at)) : NULL;
        const char *stop = comma != NULL ? comma : end;
        if (count == f->count) {
            snprintf(expected->text, sizeof expected->text, "at most %d of them", count);
            return at;
        }
        if (!scan_value(f, at, stop, (char *)into + f->place + (size_t)count * sizes[f->kind])) {
            say_expected(f, expected);
            return at;
        }
        count++;
        at = comma != NULL ? comma + 1 : end;
        if (comma != NULL && at == end) { /* a comma leads on */
            say_expected(f, expected);
            return at;
        }
    }
    int vectors = count / 3;
    if (f->vectors != 0 && count % 3 != 0) {
        snprintf(expected->text, sizeof expected->text, "three numbers to a vector");
        return at;
    }
    if (f->vectors != 0)
        memcpy((char *)into + f->vectors, &vectors, sizeof vectors);
    return NULL;
}

/* scan_number: plain decimals to the nearest float.
 *
 * A decimal is digits times a power of ten. Worked out in doubles it is a few last bits off at most
 * (each operation rounds once), and a float has 29 bits fewer: rounding the double to float gives
 * the nearest float unless the double lies within those few bits of the middle between two floats.
 * This is Clinger's fast path (How to Read Floating Point Numbers Accurately, 1990) with an error
 * bound in place of exactness. What it leaves goes to strtof, which is handed digits and an
 * exponent but never a decimal point, the one thing in a number that depends on the locale.
 */
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"

#define EXACT_POWER_MAX       22                            /* 5^22 < 2^53 */
#define MANTISSA_FULL         UINT64_C(1000000000000000000) /* no room for another digit */
#define FLOAT_DIGITS_DECISIVE 120                    /* halfway cases have up to 113 digits */
#define EXPONENT_CLAMP        100000                 /* far beyond zero and infinity */
#define WRITTEN_EXPONENT_MAX  INT64_C(1000000000000) /* exceeds any number of digits */

/* mantissa * 10^exponent, with the digits it was read from. */
typedef struct decimal {
    uint64_t mantissa; /* the first 18 or 19 significant digits */
    int64_t exponent;
    const char *digits; /* the spelling: digits with at most one point */
    const char *digits_end;
    int64_t written_exponent; /* what stood after the e */
} decimal;

/* ---- Decimal to float -------------------------------------------------------------------- */

/* Where a double's last 29 bits say halfway between two floats, or nearly so. The double is off by
 * less than a last bit for each rounding (the mantissa's, two divisions') and for the digits that
 * the mantissa lacks. */
static bool may_be_halfway_between_floats(double value) {
    enum { HALFWAY = 1 << 28, ERROR_MAX = 4 };
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int32_t beyond_float = (int32_t)(bits & UINT64_C(0x1fffffff));
    return beyond_float >= HALFWAY - ERROR_MAX && beyond_float <= HALFWAY + ERROR_MAX;
}

/* Returns false where a double cannot tell the nearest float. */
static bool scale_by_double(uint64_t mantissa, int64_t exponent, float *value) {
    static const double powers_of_ten[EXACT_POWER_MAX + 1] = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (exponent < -2 * EXACT_POWER_MAX || exponent > EXACT_POWER_MAX)
        return false;
    double d = (double)mantissa;
    if (exponent < -EXACT_POWER_MAX) {
        d /= powers_of_ten[EXACT_POWER_MAX];
        exponent += EXACT_POWER_MAX;
    }
    d = exponent < 0 ? d / powers_of_ten[-exponent] : d * powers_of_ten[exponent];
    if (d < 2 * (double)FLT_MIN || d > (double)FLT_MAX / 2 || may_be_halfway_between_floats(d))
        return false;
    *value = (float)d;
    return true;
}

/* Digits beyond the decisive ones matter only by being all zero or not: a last digit 1 stands for
 * "a little more". */
static float scale_by_library(const decimal *d) {
    char text[FLOAT_DIGITS_DECISIVE + 16]; /* room for the 1 and an exponent */
    size_t count = 0;
    int64_t exponent = d->written_exponent;
    bool in_fraction = false, more = false;
    for (const char *p = d->digits; p < d->digits_end; p++) {
        if (*p == '.') {
            in_fraction = true;
        } else if (count < FLOAT_DIGITS_DECISIVE) {
            if (count > 0 || *p != '0')
                text[count++] = *p;
            exponent -= in_fraction;
        } else {
            more = more || *p != '0';
            exponent += !in_fraction;
        }
    }
    if (more) {
        text[count++] = '1';
        exponent--;
    }
    if (exponent < -EXPONENT_CLAMP)
        exponent = -EXPONENT_CLAMP;
    if (exponent > EXPONENT_CLAMP)
        exponent = EXPONENT_CLAMP;
    snprintf(text + count, sizeof text - count, "e%d", (int)exponent);
    return strtof(text, NULL);
}

static float to_float(const decimal *d) {
    float value = 0;
    if (d->mantissa != 0 && !scale_by_double(d->mantissa, d->exponent, &value))
        value = scale_by_library(d);
    return value;
}

/* ---- Text to decimal --------------------------------------------------------------------- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Takes digits into the mantissa, as many as it holds. */
static inline const char *take_digits(uint64_t *mantissa, const char *at, const char *end) {
    uint64_t taken = *mantissa;
    for (; at < end && is_digit(*at) && taken < MANTISSA_FULL; at++)
        taken = taken * 10 + (uint64_t)(*at - '0');
    *mantissa = taken;
    return at;
}

static inline const char *skip_digits(const char *at, const char *end) {
    while (at < end && is_digit(*at))
        at++;
    return at;
}

/* Sets the digits with the exponent that the point gives them. Returns NULL when there are none. */
static inline const char *scan_digits(decimal *d, const char *at, const char *end) {
    d->digits = at;
    const char *taken = take_digits(&d->mantissa, at, end);
    at = skip_digits(taken, end);
    d->exponent = at - taken;
    bool point = at < end && *at == '.';
    if (point) {
        taken = take_digits(&d->mantissa, at + 1, end);
        d->exponent -= taken - (at + 1);
        at = skip_digits(taken, end);
    }
    d->digits_end = at;
    return d->digits_end - d->digits > point ? at : NULL;
}

/* Returns NULL when no digits follow the e. */
static const char *scan_exponent(decimal *d, const char *at, const char *end) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    if (at == end || !is_digit(*at))
        return NULL;
    for (; at < end && is_digit(*at); at++)
        if (d->written_exponent < WRITTEN_EXPONENT_MAX)
            d->written_exponent = d->written_exponent * 10 + (*at - '0');
    if (negative)
        d->written_exponent = -d->written_exponent;
    d->exponent += d->written_exponent;
    return at;
}

const char *level_scan_number_prefix(const char *at, const char *end, float *value) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '+' || *at == '-'))
        at++;

    decimal d = {0};
    at = scan_digits(&d, at, end);
    if (at != NULL && at < end && (*at == 'e' || *at == 'E'))
        at = scan_exponent(&d, at + 1, end);
    if (at == NULL)
        return NULL;
    float magnitude = to_float(&d);
    *value = negative ? -magnitude : magnitude;
    return at;
}

bool level_scan_number(const char *start, const char *end, float *value) {
    float scanned;
    const char *stop = level_scan_number_prefix(start, end, &scanned);
    if (stop == NULL || stop != end)
        return false;
    *value = scanned;
    return true;
}

/* numbers: plain decimals to floats and back, exactly, whatever the locale.
 *
 * A decimal is digits times a power of ten. When the digits and the power are both exact doubles,
 * one multiplication or division rounds once (Clinger, How to Read Floating Point Numbers
 * Accurately, 1990), and rounding that double to float gives the nearest float unless the double
 * lies halfway between two floats. All else goes to strtof, which is handed digits and an exponent
 * but never a decimal point, the one thing in a number that depends on the locale.
 */
#include "numbers.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_INTEGER_MAX     (UINT64_C(1) << 53)           /* of a double */
#define EXACT_POWER_MAX       22                            /* 5^22 < 2^53 */
#define MANTISSA_FULL         UINT64_C(1000000000000000000) /* no room for another digit */
#define FLOAT_DIGITS_DECISIVE 120                    /* halfway cases have up to 113 digits */
#define FLOAT_DIGITS_MAX      9                      /* always enough to tell floats apart */
#define EXPONENT_CLAMP        100000                 /* far beyond zero and infinity */
#define WRITTEN_EXPONENT_MAX  INT64_C(1000000000000) /* exceeds any number of digits */

static const double powers_of_ten[EXACT_POWER_MAX + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* ---- Decimal to float -------------------------------------------------------------------- */

/* mantissa * 10^exponent, with the digits it was read from. */
typedef struct decimal {
    uint64_t mantissa; /* the first 18 or 19 significant digits */
    int64_t exponent;
    bool cut;           /* there were more digits than the mantissa holds */
    const char *digits; /* the spelling: digits with at most one point */
    const char *digits_end;
    int64_t written_exponent; /* what stood after the e */
} decimal;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A float has 24 significant bits and a double 53: halfway between two floats the 29 bits that
 * differ are one 1 and then zeros. Holds for the normal floats, which is all the fast path
 * produces. */
static bool is_halfway_between_floats(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & UINT64_C(0x1fffffff)) == UINT64_C(0x10000000);
}

static bool scale_exactly(uint64_t mantissa, int64_t exponent, float *value) {
    if (mantissa > EXACT_INTEGER_MAX || exponent < -EXACT_POWER_MAX || exponent > EXACT_POWER_MAX)
        return false;
    double d = (double)mantissa;
    d = exponent < 0 ? d / powers_of_ten[-exponent] : d * powers_of_ten[exponent];
    if (is_halfway_between_floats(d))
        return false;
    *value = (float)d;
    return true;
}

/* `text` has room for the exponent behind its digits. */
static float scale_by_library(char *text, size_t digit_count, size_t size, int64_t exponent) {
    if (exponent < -EXPONENT_CLAMP)
        exponent = -EXPONENT_CLAMP;
    if (exponent > EXPONENT_CLAMP)
        exponent = EXPONENT_CLAMP;
    snprintf(text + digit_count, size - digit_count, "e%d", (int)exponent);
    return strtof(text, NULL);
}

static float float_from(uint64_t mantissa, int64_t exponent) {
    float value;
    if (mantissa == 0)
        return 0;
    if (scale_exactly(mantissa, exponent, &value))
        return value;
    char text[40];
    int count = snprintf(text, sizeof text, "%llu", (unsigned long long)mantissa);
    return scale_by_library(text, (size_t)count, sizeof text, exponent);
}

/* Digits beyond the decisive ones matter only by being all zero or not: a last digit 1 stands for
 * "a little more". */
static float float_from_many_digits(const decimal *d) {
    char text[FLOAT_DIGITS_DECISIVE + 16];
    size_t count = 0;
    int64_t exponent = d->written_exponent;
    bool in_fraction = false, more = false;
    for (const char *p = d->digits; p < d->digits_end; p++) {
        if (*p == '.') {
            in_fraction = true;
            continue;
        }
        if (count < FLOAT_DIGITS_DECISIVE) {
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
    return scale_by_library(text, count, sizeof text, exponent);
}

/* Takes digits into the mantissa. `weight` is what each does to the exponent: 0 before the point,
 * -1 behind it. */
static const char *scan_digits(decimal *d, const char *at, const char *end, int weight) {
    for (; at < end && is_digit(*at); at++) {
        d->exponent += weight;
        if (d->mantissa < MANTISSA_FULL) {
            d->mantissa = d->mantissa * 10 + (uint64_t)(*at - '0');
        } else {
            d->exponent++;
            d->cut = true;
        }
    }
    return at;
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

bool level_scan_number(const char *start, const char *end, float *value) {
    const char *at = start;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '+' || *at == '-'))
        at++;

    decimal d = {.digits = at};
    at = scan_digits(&d, at, end, 0);
    bool point = at < end && *at == '.';
    if (point)
        at = scan_digits(&d, at + 1, end, -1);
    d.digits_end = at;
    if (d.digits_end - d.digits == point)
        return false;

    if (at < end && (*at == 'e' || *at == 'E'))
        at = scan_exponent(&d, at + 1, end);
    if (at != end)
        return false;

    float magnitude = d.cut ? float_from_many_digits(&d) : float_from(d.mantissa, d.exponent);
    *value = negative ? -magnitude : magnitude;
    return true;
}

/* ---- Float to decimal -------------------------------------------------------------------- */

/* value * 10^power, nearly: good enough to name a digit or its neighbour. */
static double scale_nearly(double value, int power) {
    for (; power > EXACT_POWER_MAX; power -= EXACT_POWER_MAX)
        value *= powers_of_ten[EXACT_POWER_MAX];
    for (; power < -EXACT_POWER_MAX; power += EXACT_POWER_MAX)
        value /= powers_of_ten[EXACT_POWER_MAX];
    return power < 0 ? value / powers_of_ten[-power] : value * powers_of_ten[power];
}

/* Finds digits that read back as `magnitude`. The nearest ones of that length are tried first, then
 * their neighbours: below a power of two floats are closer together than above it, so the nearest
 * digits may fall to another float while the next ones do not. */
static bool find_digits(float magnitude, int exponent, uint64_t *digits) {
    uint64_t nearest = (uint64_t)(scale_nearly((double)magnitude, -exponent) + 0.5);
    const uint64_t tries[] = {nearest, nearest + 1, nearest > 0 ? nearest - 1 : 0};
    for (int i = 0; i < 3; i++) {
        *digits = tries[i];
        if (float_from(*digits, exponent) == magnitude)
            return true;
    }
    return false;
}

/* Finds the fewest digits: magnitude = digits * 10^exponent. */
static uint64_t shortest_digits(float magnitude, int *exponent) {
    int leading = (int)floor(log10((double)magnitude));
    uint64_t digits = 0;
    /* one more, because the logarithm may be off by one beside a power of ten */
    for (int count = 1; count <= FLOAT_DIGITS_MAX + 1; count++) {
        *exponent = leading - (count - 1);
        if (find_digits(magnitude, *exponent, &digits))
            break;
    }
    while (digits > 0 && digits % 10 == 0) {
        digits /= 10;
        (*exponent)++;
    }
    return digits;
}

/* Writes 0.00012, 1.5, 120; beyond 0.0001 and 9999999 an exponent says it shorter. */
static int spell(char *text, const char *digits, int count, int exponent) {
    int point = count + exponent; /* digits before the decimal point */
    if (point > 7 || point < -3)
        return snprintf(text, LEVEL_NUMBER_LENGTH, "%c%s%se%d", digits[0], count > 1 ? "." : "",
                        digits + 1, point - 1);
    if (point <= 0)
        return snprintf(text, LEVEL_NUMBER_LENGTH, "0.%.*s%s", -point, "000", digits);
    if (point >= count)
        return snprintf(text, LEVEL_NUMBER_LENGTH, "%s%.*s", digits, point - count, "000000");
    return snprintf(text, LEVEL_NUMBER_LENGTH, "%.*s.%s", point, digits, digits + point);
}

int level_print_number(float value, char text[LEVEL_NUMBER_LENGTH]) {
    if (!isfinite(value)) /* no level holds one; a program's mistake is at least visible */
        return snprintf(text, LEVEL_NUMBER_LENGTH, "%s", isnan(value) ? "nan" : "inf");
    int sign = signbit(value) ? 1 : 0;
    text[0] = '-';
    if (value == 0)
        return sign + snprintf(text + sign, 2, "0");

    int exponent;
    uint64_t shortest = shortest_digits(fabsf(value), &exponent);
    char digits[LEVEL_NUMBER_LENGTH - 8], spelling[LEVEL_NUMBER_LENGTH];
    int count = snprintf(digits, sizeof digits, "%llu", (unsigned long long)shortest);
    int length = spell(spelling, digits, count, exponent);
    memcpy(text + sign, spelling, (size_t)length + 1);
    return sign + length;
}

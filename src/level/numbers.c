/* numbers: plain decimals to the nearest float, and floats to the fewest digits that read back.
 *
 * A decimal is digits times a power of ten. Worked out in doubles it is a few last bits off at most
 * (each operation rounds once), and a float has 29 bits fewer: rounding the double to float gives
 * the nearest float unless the double lies within those few bits of the middle between two floats.
 * This is Clinger's fast path (How to Read Floating Point Numbers Accurately, 1990) with an error
 * bound in place of exactness. What it leaves goes to strtof, which is handed digits and an
 * exponent but never a decimal point, the one thing in a number that depends on the locale.
 *
 * All numbers between the middle to the float below and the middle to the float above read back as
 * a float. Scaled by a power of ten, so that nine digits stand before the point, the interval holds
 * whole numbers; those that end with the most zeros are the shortest, and the nearest one is taken
 * (Steele and White, How to Print Floating-Point Numbers Accurately, 1990; that it can be done in
 * whole numbers of fixed size is Adams' observation, Ryu: Fast Float-to-String Conversion, 2018).
 *
 * For numbers of everyday size all of it fits 64 bits, exactly. The others, which no level holds
 * but by accident, are found by trying ever more digits.
 */
#include "numbers.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Float to decimal ----------------------------------------------------------------- */

#define MANTISSA_BITS     23
#define EXPONENT_BIAS     127
#define DIGITS_MAX        9   /* always enough to tell floats apart */
#define EVERYDAY_LOG2_MIN -26 /* between 1.5e-8 ... */
#define EVERYDAY_LOG2_MAX 24  /* ... and 3.3e7, 64 bits hold the scaled interval */

/* A decimal: digits * 10^exponent. */
typedef struct short_decimal {
    uint64_t digits;
    int exponent;
} short_decimal;

/* ---- Everyday size ----------------------------------------------------------------------- */

/* The interval that reads back as a float, in units of 2^-shift * 10^-power. */
typedef struct interval {
    uint64_t low, middle, high;
    bool closed; /* its ends read back as the float, too: ties go to even */
    int power, shift;
} interval;

static const uint64_t powers_of_five[] = {
    1,       5,       25,       125,       625,        3125,       15625,       78125,       390625,
    1953125, 9765625, 48828125, 244140625, 1220703125, 6103515625, 30517578125, 152587890625};

/* `mantissa` * 2^(log2 - 23), where the mantissa has 24 bits. */
static interval scale_interval(uint32_t mantissa, int log2) {
    interval i = {.closed = mantissa % 2 == 0};
    /* floor(log2 * log10(2)): 1233 / 4096 is near enough for these few */
    int log10 = (log2 * 1233 - (log2 < 0 ? 4095 : 0)) / 4096;
    i.power = DIGITS_MAX - 1 - log10;
    i.shift = MANTISSA_BITS + 2 - log2 - i.power;
    uint64_t scale = powers_of_five[i.power]; /* the fives of the tens; the twos are the shift's */
    /* in quarters of the float's last bit; floats below a power of two are twice as close */
    bool power_of_two = mantissa == UINT32_C(1) << MANTISSA_BITS;
    i.low = (4 * (uint64_t)mantissa - (power_of_two ? 1 : 2)) * scale;
    i.middle = 4 * (uint64_t)mantissa * scale;
    i.high = (4 * (uint64_t)mantissa + 2) * scale;
    return i;
}

/* Returns middle / divisor to the nearest, ties to even. */
static uint64_t divide_nearest(uint64_t middle, uint64_t divisor) {
    uint64_t quotient = middle / divisor, rest = middle % divisor;
    bool up = rest > divisor - rest || (rest == divisor - rest && quotient % 2 == 1);
    return quotient + up;
}

static short_decimal shortest_in(interval i) {
    uint64_t unit = UINT64_C(1) << i.shift; /* of the last digit */
    uint64_t lowest = (i.low + (i.closed ? unit - 1 : unit)) >> i.shift;
    uint64_t highest = (i.closed ? i.high : i.high - 1) >> i.shift;
    int zeros = 0;
    for (; (lowest + 9) / 10 <= highest / 10; zeros++) {
        lowest = (lowest + 9) / 10;
        highest /= 10;
        unit *= 10;
    }
    uint64_t digits = divide_nearest(i.middle, unit);
    if (digits < lowest)
        digits = lowest;
    if (digits > highest)
        digits = highest;
    return (short_decimal){digits, zeros - i.power};
}

/* ---- Any size ---------------------------------------------------------------------------- */

static bool reads_back(short_decimal d, float magnitude) {
    char text[LEVEL_NUMBER_LENGTH];
    int length = snprintf(text, sizeof text, "%llue%d", (unsigned long long)d.digits, d.exponent);
    float value;
    return level_scan_number(text, text + length, &value) && value == magnitude;
}

/* Returns the nearest decimal of so many digits. What stands between them is the locale's. */
static short_decimal nearest_of(float magnitude, int count) {
    char text[LEVEL_NUMBER_LENGTH];
    snprintf(text, sizeof text, "%.*e", count - 1, (double)magnitude);
    const char *e = strchr(text, 'e');
    short_decimal d = {0, (int)strtol(e + 1, NULL, 10) - (count - 1)};
    for (const char *at = text; at < e; at++)
        if (is_digit(*at))
            d.digits = d.digits * 10 + (uint64_t)(*at - '0');
    return d;
}

/* The nearest digits of a length are tried first, then their neighbours: below a power of two
 * floats are closer together than above it, so the nearest digits may fall to another float while
 * the next ones do not. */
static short_decimal shortest_by_trying(float magnitude) {
    short_decimal d = {0};
    for (int count = 1; count <= DIGITS_MAX; count++) {
        short_decimal nearest = nearest_of(magnitude, count);
        for (int i = 0; i < 3; i++) {
            d = nearest;
            d.digits += i == 2 ? UINT64_MAX : (uint64_t)i; /* the third is one less */
            if (reads_back(d, magnitude))
                return d;
        }
    }
    return d;
}

static short_decimal shortest(float magnitude) {
    uint32_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    int log2 = (int)(bits >> MANTISSA_BITS) - EXPONENT_BIAS;
    if (log2 < EVERYDAY_LOG2_MIN || log2 > EVERYDAY_LOG2_MAX)
        return shortest_by_trying(magnitude);
    uint32_t leading_one = UINT32_C(1) << MANTISSA_BITS;
    return shortest_in(scale_interval((bits & (leading_one - 1)) | leading_one, log2));
}

/* ---- Spelling ---------------------------------------------------------------------------- */

static int spell_digits(uint64_t value, char digits[LEVEL_NUMBER_LENGTH]) {
    char reversed[LEVEL_NUMBER_LENGTH];
    int count = 0;
    do
        reversed[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    for (int i = 0; i < count; i++)
        digits[i] = reversed[count - 1 - i];
    return count;
}

static char *put(char *at, const char *bytes, int count) {
    memcpy(at, bytes, (size_t)count);
    return at + count;
}

/* Writes 0.00012, 1.5, 120; beyond 0.0001 and 9999999 an exponent says it shorter. Returns the end,
 * where the NUL stands. */
static char *spell(char *at, short_decimal d) {
    static const char zeros[] = "0.000000";
    char digits[LEVEL_NUMBER_LENGTH];
    int count = spell_digits(d.digits, digits);
    int point = count + d.exponent; /* digits before the decimal point */
    if (point > 7 || point < -3) {
        at = put(at, digits, 1);
        if (count > 1) {
            at = put(at, ".", 1);
            at = put(at, digits + 1, count - 1);
        }
        return at + sprintf(at, "e%d", point - 1);
    }
    if (point <= 0) {
        at = put(at, zeros, 2 - point);
        at = put(at, digits, count);
    } else if (point >= count) {
        at = put(at, digits, count);
        at = put(at, zeros + 2, point - count);
    } else {
        at = put(at, digits, point);
        at = put(at, ".", 1);
        at = put(at, digits + point, count - point);
    }
    *at = '\0';
    return at;
}

int level_print_number(float value, char text[LEVEL_NUMBER_LENGTH]) {
    if (!isfinite(value)) /* no level holds one; a program's mistake is at least visible */
        return snprintf(text, LEVEL_NUMBER_LENGTH, "%s", isnan(value) ? "nan" : "inf");
    char *at = text;
    if (signbit(value))
        *at++ = '-';
    if (value != 0)
        return (int)(spell(at, shortest(fabsf(value))) - text);
    memcpy(at, "0", 2);
    return (int)(at + 1 - text);
}

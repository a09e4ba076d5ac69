/* numbers: plain decimals to the nearest float, and floats to the fewest digits that read back.
 *
 * A decimal is its digits times a power of ten. Computed in doubles it has an error of a few last
 * bits, as each operation rounds once. A float has 29 bits fewer: rounding the double to float
 * gives the nearest float, unless the double lies within those few bits of the middle between two
 * floats. This is Clinger's fast path (How to Read Floating Point Numbers Accurately, 1990) with an
 * error bound in place of exactness. The rest goes to strtof, which gets digits and an exponent but
 * never a decimal point: only that depends on the locale.
 *
 * A float is printed by trying finer and finer powers of ten. The first power with a multiple that
 * reads back as the float gives the fewest digits (Steele and White, How to Print Floating-Point
 * Numbers Accurately, 1990). Of the two multiples next to the float the nearer one is taken. From
 * 1e-4 to 1e18 a double is exact enough to find the nearer one. Elsewhere a float that is almost in
 * the middle may get the other.
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define EXACT_POWER_MAX       22                            /* 5^22 < 2^53 */
#define MANTISSA_FULL         UINT64_C(1000000000000000000) /* has no room for another digit */
#define FLOAT_DIGITS_DECISIVE 120                    /* halfway cases have up to 113 digits */
#define WRITTEN_EXPONENT_MAX  INT64_C(1000000000000) /* exceeds any number of digits */

typedef struct decimal { /* mantissa * 10^exponent */
    uint64_t mantissa;
    int64_t exponent;
} decimal;

/* ---- Decimal to float -------------------------------------------------------------------- */

/* Returns whether the last 29 bits of a double are halfway between two floats, or nearly so. The
 * double is off by less than a last bit for each rounding (of the mantissa and of two divisions)
 * and for the digits that the mantissa lacks. */
static bool may_be_halfway_between_floats(double value) {
    enum { HALFWAY = 1 << 28, ERROR_MAX = 4 };
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int32_t beyond_float = (int32_t)(bits & UINT64_C(0x1fffffff));
    return beyond_float >= HALFWAY - ERROR_MAX && beyond_float <= HALFWAY + ERROR_MAX;
}

/* Returns d * 10^exponent, rounded once for each 22 of the exponent. */
static inline double scale(double d, int exponent) {
    static const double powers_of_ten[EXACT_POWER_MAX + 1] = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    for (; exponent < -EXACT_POWER_MAX; exponent += EXACT_POWER_MAX)
        d /= powers_of_ten[EXACT_POWER_MAX];
    for (; exponent > EXACT_POWER_MAX; exponent -= EXACT_POWER_MAX)
        d *= powers_of_ten[EXACT_POWER_MAX];
    return exponent < 0 ? d / powers_of_ten[-exponent] : d * powers_of_ten[exponent];
}

/* Sets *nearest to the float nearest to the decimal, which may lack digits behind the first 18.
 * Returns false when doubles are not exact enough to tell. */
static inline bool find_nearest(const decimal *d, float *nearest) {
    if (d->mantissa != 0 && (d->exponent < -2 * EXACT_POWER_MAX || d->exponent > EXACT_POWER_MAX))
        return false;
    double value = scale((double)d->mantissa, (int)d->exponent);
    *nearest = (float)value;
    return d->mantissa == 0 || (value >= 2 * (double)FLT_MIN && value <= (double)FLT_MAX / 2 &&
                                !may_be_halfway_between_floats(value));
}

/* ---- Text to decimal --------------------------------------------------------------------- */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Returns the float nearest to the digits, with at most one point, times a power of ten. Digits
 * beyond the decisive ones only matter by being all zero or not: a last digit 1 stands for them. */
static float scan_by_library(const char *at, const char *end, int64_t exponent) {
    char text[FLOAT_DIGITS_DECISIVE + 32]; /* room for the 1 and an exponent */
    int count = 0;
    bool behind_point = false, more = false;
    for (; at < end; at++) {
        if (*at == '.') {
            behind_point = true;
        } else if (count < FLOAT_DIGITS_DECISIVE) {
            text[count] = *at;
            count += count > 0 || *at != '0';
            exponent -= behind_point;
        } else {
            more = more || *at != '0';
            exponent += !behind_point;
        }
    }
    sprintf(text + count, "%se%" PRId64, more ? "1" : "", exponent - more);
    return strtof(text, NULL);
}

/* Returns where the digits, with at most one point, end; NULL when there are none. The mantissa
 * takes the first 18 or 19. */
static inline const char *scan_digits(decimal *d, const char *start, const char *end) {
    const char *at = start;
    bool behind_point = false;
    for (; at < end; at++) {
        if (is_digit(*at) && d->mantissa < MANTISSA_FULL) {
            d->mantissa = d->mantissa * 10 + (uint64_t)(*at - '0');
            d->exponent -= behind_point;
        } else if (is_digit(*at)) {
            d->exponent += !behind_point;
        } else if (*at == '.' && !behind_point) {
            behind_point = true;
        } else {
            break;
        }
    }
    return at - start > behind_point ? at : NULL;
}

/* Returns NULL when no digits follow the e. */
static const char *scan_exponent(int64_t *exponent, const char *at, const char *end) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    const char *digits = at;
    for (; at < end && is_digit(*at); at++)
        if (*exponent < WRITTEN_EXPONENT_MAX)
            *exponent = *exponent * 10 + (*at - '0');
    *exponent = negative ? -*exponent : *exponent;
    return at > digits ? at : NULL;
}

const char *level_scan_number_prefix(const char *at, const char *end, float *value) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    decimal d = {0};
    int64_t exponent = 0;
    const char *digits = at, *digits_end = at = scan_digits(&d, at, end);
    if (at != NULL && at < end && (*at == 'e' || *at == 'E'))
        at = scan_exponent(&exponent, at + 1, end);
    if (at == NULL)
        return NULL;
    d.exponent += exponent;
    float magnitude;
    if (!find_nearest(&d, &magnitude))
        magnitude = scan_by_library(digits, digits_end, exponent);
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

/* ---- Float to decimal -------------------------------------------------------------------- */

/* Sets *d to the multiple of 10^exponent that reads back as the float: the nearer one of the two
 * next to it (of a tie the even one), or else the other. Returns false when neither does. */
static bool find_multiple(float magnitude, int exponent, decimal *d) {
    const double spread =
        magnitude < FLT_MIN
            ? 1
            : (double)FLT_EPSILON; /* relative distance of multiples that may read back */
    const double even = 0x1p52;    /* adding and subtracting it rounds, ties to even */
    double scaled = scale((double)magnitude, -exponent), tried = scaled + even - even;
    const double other = scaled > tried ? tried + 1 : tried - 1;
    for (int i = 0; i < 2 && fabs(tried - scaled) <= scaled * spread; i++, tried = other) {
        decimal multiple = {(uint64_t)tried, exponent};
        char text[LEVEL_NUMBER_LENGTH];
        float value;
        if (!find_nearest(&multiple, &value)) {
            sprintf(text, "%" PRIu64 "e%d", multiple.mantissa, exponent);
            value = strtof(text, NULL);
        }
        if (value == magnitude) {
            *d = multiple;
            return true;
        }
    }
    return false;
}

/* Finds the largest exponent by bisection: if a multiple reads back at one exponent, one does at
 * each smaller exponent. */
static decimal shortest(float magnitude) {
    enum { DIGITS_MAX = 9 /* always enough to tell floats apart */ };
    decimal d = {0};
    int log2;
    frexpf(magnitude, &log2);
    int large = (int)floor(log2 * 0.30103) + 1; /* this power of ten is not below the float */
    int small = large - DIGITS_MAX - 2;
    while (large - small > 1) {
        int middle = (large + small) / 2;
        if (find_multiple(magnitude, middle, &d))
            small = middle;
        else
            large = middle;
    }
    return d;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static int write_digits(uint64_t value, char digits[LEVEL_NUMBER_LENGTH]) {
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

/* Writes 0.00012, 1.5 or 120; beyond 0.0001 and 9999999 an exponent is shorter. Returns the end,
 * where the NUL stands. */
static char *write_decimal(char *at, decimal d) {
    static const char zeros[] = "0.000000";
    char digits[LEVEL_NUMBER_LENGTH];
    int count = write_digits(d.mantissa, digits);
    int point = count + (int)d.exponent; /* digits before the decimal point */
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
    if (!isfinite(value)) /* no level holds one; this shows a mistake of the program */
        return snprintf(text, LEVEL_NUMBER_LENGTH, "%s", isnan(value) ? "nan" : "inf");
    char *at = text;
    if (signbit(value))
        *at++ = '-';
    if (value != 0)
        return (int)(write_decimal(at, shortest(fabsf(value))) - text);
    memcpy(at, "0", 2);
    return (int)(at + 1 - text);
}

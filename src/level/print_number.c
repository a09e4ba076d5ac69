/* print_number: floats to the fewest digits that read back as them.
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
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"

#define MANTISSA_BITS     23
#define EXPONENT_BIAS     127
#define DIGITS_MAX        9   /* always enough to tell floats apart */
#define EVERYDAY_LOG2_MIN -26 /* between 1.5e-8 ... */
#define EVERYDAY_LOG2_MAX 24  /* ... and 3.3e7, 64 bits hold the scaled interval */

/* A decimal: digits * 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

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

static decimal shortest_in(interval i) {
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
    return (decimal){digits, zeros - i.power};
}

/* ---- Any size ---------------------------------------------------------------------------- */

/* Not exact, but near enough to name a digit or its neighbour. */
static double scale_nearly(double value, int power) {
    for (; power > 0; power--)
        value *= 10;
    for (; power < 0; power++)
        value /= 10;
    return value;
}

static bool reads_back(decimal d, float magnitude) {
    char text[LEVEL_NUMBER_LENGTH];
    int length = snprintf(text, sizeof text, "%llue%d", (unsigned long long)d.digits, d.exponent);
    float value;
    return level_scan_number(text, text + length, &value) && value == magnitude;
}

/* The nearest digits of a length are tried first, then their neighbours: below a power of two
 * floats are closer together than above it, so the nearest digits may fall to another float while
 * the next ones do not. */
static bool find_digits(float magnitude, decimal *d) {
    uint64_t nearest = (uint64_t)(scale_nearly((double)magnitude, -d->exponent) + 0.5);
    const uint64_t tries[] = {nearest, nearest + 1, nearest > 0 ? nearest - 1 : 0};
    for (int i = 0; i < 3; i++) {
        d->digits = tries[i];
        if (reads_back(*d, magnitude))
            return true;
    }
    return false;
}

static decimal shortest_by_trying(float magnitude) {
    int leading = (int)floor(log10((double)magnitude));
    decimal d = {0};
    /* one more, because the logarithm may be off by one beside a power of ten */
    for (int count = 1; count <= DIGITS_MAX + 1; count++) {
        d.exponent = leading - (count - 1);
        if (find_digits(magnitude, &d))
            break;
    }
    for (; d.digits > 0 && d.digits % 10 == 0; d.exponent++)
        d.digits /= 10;
    return d;
}

static decimal shortest(float magnitude) {
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
static char *spell(char *at, decimal d) {
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

/* Tests of src/level/numbers.c against the C library, which knows nothing of fast paths. */
#include "../test.h"

#include <float.h>

#include "../../src/level/text.h"
#include "../random.h"

static uint64_t random_state;

static int random_below(int limit) {
    return random_int(&random_state, limit);
}

static void assert_same_bits(float a, float b) {
    assert_memory_equal(&a, &b, sizeof a);
}

static float any_float(void) {
    uint32_t bits = (uint32_t)(random_bits(&random_state) >> 32);
    float value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 1;
}

/* Of the size that levels hold. */
static float everyday_float(void) {
    uint64_t bits = random_bits(&random_state);
    float value = ldexpf((float)(bits >> 40), random_below(44) - 46);
    return bits % 2 == 0 ? value : -value;
}

/* ---- Scanning ---------------------------------------------------------------------------- */

static void assert_scanned_as_strtof(const char *text) {
    float expected = strtof(text, NULL), value = 0;
    bool scanned = level_scan_number(text, text + strlen(text), &value);
    if (!scanned || memcmp(&value, &expected, sizeof value) != 0)
        fail_msg("%s is %.9g, scanned as %.9g", text, (double)expected, (double)value);
}

static void spell_random_digits(char *text) {
    char *end = text;
    int before = random_below(25), after = random_below(25);
    if (random_below(2))
        *end++ = "+-"[random_below(2)];
    for (int i = 0; i < before; i++)
        *end++ = (char)('0' + random_below(10));
    if (after > 0 || before == 0 || random_below(2))
        *end++ = '.';
    for (int i = 0; i < after + (before == 0); i++)
        *end++ = (char)('0' + random_below(10));
    *end = '\0';
    if (random_below(2))
        sprintf(end, "%c%d", "eE"[random_below(2)], random_below(100) - 50);
}

/* Between two floats lies a double, written out to its last digit; then a little less and a little
 * more. */
static void spell_halfway(char *text, float low) {
    double halfway = ((double)low + (double)nextafterf(low, 0)) / 2;
    int length = sprintf(text, "%.130e", halfway);
    char *exponent = strchr(text, 'e');
    int change = random_below(3);
    if (change == 1) { /* a digit far behind the last one that counts */
        exponent[-1] = '1';
    } else if (change == 2) { /* the last digit that counts, one lower */
        char *digit = exponent - 1;
        while (*digit == '0')
            digit--;
        if (*digit >= '1' && *digit <= '9')
            (*digit)--;
    }
    assert_true(length > 0);
}

/* As near to halfway as 16 to 20 digits come: around the few bits where a double cannot tell. */
static void spell_nearly_halfway(char *text, float low) {
    double halfway = ((double)low + (double)nextafterf(low, 0)) / 2;
    for (int steps = random_below(9) - 4; steps != 0; steps -= steps > 0 ? 1 : -1)
        halfway = nextafter(halfway, steps > 0 ? INFINITY : -INFINITY);
    sprintf(text, "%.*e", 15 + random_below(5), halfway);
}

TEST(numbers_are_scanned_to_the_nearest_float) {
    random_state = test_seed(0x9e3779b97f4a7c15u);
    char text[256];
    int count = test_trials(1000000);
    for (int i = 0; i < count; i++) {
        switch (i % 7) {
        case 0:
            spell_random_digits(text);
            break;
        case 1:
            snprintf(text, sizeof text, "%.*g", 1 + random_below(20), (double)any_float());
            break;
        case 2:
            snprintf(text, sizeof text, "%.*f", random_below(9),
                     (random_below(2000000) - 1e6) / 997);
            break;
        case 3:
            spell_halfway(text, any_float());
            break;
        case 4:
            spell_halfway(text, everyday_float());
            break;
        case 5:
            spell_nearly_halfway(text, any_float());
            break;
        default:
            spell_nearly_halfway(text, everyday_float());
        }
        assert_scanned_as_strtof(text);
    }
}

TEST(hard_numbers_are_scanned_to_the_nearest_float) {
    static const char *const hard[] = {
        "16777217", /* halfway, to even: down */
        "16777219", /* halfway, to even: up */
        "16777217.0000000000000000000000000000000000000000000000000001",
        "16777216.9999999999999999999999999999999999999999999999999999",
        "9007199791611905",             /* rounds twice where double comes between */
        "1.00000005960464477539062500", /* halfway above 1 */
        "1.000000059604644775390625000000000000000000000000000000000000000001",
        "7.006492321624085354618e-46", /* halfway to the smallest float */
        "7.006492321624085354619e-46",
        "1.17549429e-38",
        "3.4028235677973366e38", /* halfway to infinity */
        "3.4028235e38",
        "1e-999999999999999999999999",
        "1e999999999999999999999999",
        "0e999999999999999999999999",
        "-0",
        "-0.0e-0",
        "0.000000000000000000000000000000000000000000000001e48",
        "123456789012345678901234567890e-29",
        "8388609.5",
        "6.123233995736766e-17",
        "0.30000000000000004",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999e-22",
        ".5",
        "5.",
        "+5",
    };
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++)
        assert_scanned_as_strtof(hard[i]);
}

TEST(a_number_of_a_million_digits_is_scanned) {
    enum { ZEROS = 1000000 };
    char *text = malloc(ZEROS + 64);
    memset(text, '0', ZEROS + 64);
    memcpy(text, "0.", 2);
    sprintf(text + ZEROS, "15e%d", ZEROS - 1);
    float value;
    assert_true(level_scan_number(text, text + strlen(text), &value));
    assert_same_bits(value, 1.5f);

    memset(text, '0', ZEROS);
    memcpy(text, "1677721", 7);
    memcpy(text + 7, "7", 1);
    sprintf(text + ZEROS, "11e-%d", ZEROS + 2 - 8); /* just above halfway, a million digits on */
    assert_true(level_scan_number(text, text + strlen(text), &value));
    assert_same_bits(value, 16777218);
    free(text);
}

TEST(what_is_no_plain_decimal_is_not_scanned) {
    static const char *const bad[] = {
        "",     "+",    "-",     ".",     "+.",  "e5",   ".e5", "1e",   "1e+",  "1e-",
        "1e5.", "1..2", "--1",   "+-1",   "1 ",  " 1",   "inf", "nan",  "0x10", "1,5",
        "1_0",  "1f",   "1e5e5", "12abc", "1-2", "1e 5", "INF", "-inf", "1.5.", "1e+-5"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        float value = 42;
        if (level_scan_number(bad[i], bad[i] + strlen(bad[i]), &value))
            fail_msg("'%s' was scanned as %.9g", bad[i], (double)value);
        assert_same_bits(value, 42);
    }
}

TEST(a_number_ends_where_its_text_does) {
    static const struct {
        const char *text;
        int length; /* 0: no number */
    } cases[] = {{"1.5 2", 3}, {"-.5#", 3}, {"3e2,4", 3}, {"1-2", 1}, {"5..", 2},
                 {"1e", 0},    {"x", 0},    {"", 0},      {"-", 0},   {"1e+ 5", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float value = 42;
        const char *text = cases[i].text;
        const char *end = level_scan_number_prefix(text, text + strlen(text), &value);
        if (cases[i].length > 0) {
            assert_ptr_equal(end, text + cases[i].length);
        } else {
            assert_null(end);
            assert_same_bits(value, 42);
        }
    }
}

/* ---- Printing ---------------------------------------------------------------------------- */

/* Takes the digits of a number without the zeros around them. */
static void take_digits(const char *text, char *digits) {
    int count = 0;
    for (; *text != '\0' && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0'))
            digits[count++] = *text;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
}

/* Printed with no more digits than the C library needs; with the same ones, when the nearest ones
 * of that length read back (beside a power of two they may not, while others do). */
static void assert_printed_shortest(float value) {
    char text[LEVEL_NUMBER_LENGTH], longer[40], digits[40], expected[40];
    int length = level_print_number(value, text);
    assert_int_equal(length, strlen(text));
    assert_same_bits(strtof(text, NULL), value);
    assert_scanned_as_strtof(text);
    int count = 0;
    do
        snprintf(longer, sizeof longer, "%.*e", count++, (double)value);
    while (strtof(longer, NULL) != value);
    take_digits(text, digits);
    take_digits(longer, expected);
    if (strlen(digits) > strlen(expected) ||
        (strlen(digits) == strlen(expected) && strcmp(digits, expected) != 0))
        fail_msg("%.9g is printed as %s, shortest is %s", (double)value, text, longer);
}

/* Whether some decimal of one digit fewer reads back as the value. */
static void assert_no_shorter_reads_back(float value) {
    char text[LEVEL_NUMBER_LENGTH], digits[40], shorter[64];
    level_print_number(value, text);
    take_digits(text, digits);
    int count = (int)strlen(digits) - 1;
    if (count < 1)
        return;
    snprintf(shorter, sizeof shorter, "%.*e", count - 1, fabs((double)value));
    int exponent = atoi(strchr(shorter, 'e') + 1) - (count - 1);
    digits[count] = '\0';
    for (long long tried = atoll(digits) - 1; tried <= atoll(digits) + 2; tried++) {
        snprintf(shorter, sizeof shorter, "%llde%d", tried, exponent);
        if (strtof(shorter, NULL) == fabsf(value))
            fail_msg("%s is longer than %s", text, shorter);
    }
}

TEST(known_numbers_are_printed_as_people_write_them) {
    static const struct {
        float value;
        const char *text;
    } known[] = {{0, "0"},
                 {-0.0f, "-0"},
                 {1, "1"},
                 {-1.5f, "-1.5"},
                 {0.1f, "0.1"},
                 {100, "100"},
                 {1000000, "1000000"},
                 {-999999.94f, "-999999.94"},
                 {123456.7f, "123456.7"},
                 {1.0f / 3, "0.33333334"},
                 {0.0001f, "0.0001"},
                 {0.00012345f, "0.00012345"},
                 {0.00001f, "1e-5"},
                 {-0.0000125f, "-1.25e-5"},
                 {16777216, "1.6777216e7"},
                 {1e10f, "1e10"},
                 {3.4028235e38f, "3.4028235e38"},
                 {1e-45f, "1e-45"},
                 {9.5367431640625e-07f, "9.536743e-7"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char text[LEVEL_NUMBER_LENGTH];
        level_print_number(known[i].value, text);
        assert_string_equal(text, known[i].text);
    }
}

TEST(numbers_are_printed_with_the_fewest_digits) {
    random_state = test_seed(1);
    int count = test_trials(300000);
    for (int i = 0; i < count; i++) {
        float value = i % 3 == 0   ? any_float()
                      : i % 3 == 1 ? everyday_float()
                                   : (float)((random_below(2000000) - 1e6) / 1000);
        assert_printed_shortest(value);
        assert_no_shorter_reads_back(value);
    }
}

TEST(numbers_around_powers_are_printed_with_the_fewest_digits) {
    float edges[400];
    int count = 0;
    for (int exponent = -149; exponent <= 127; exponent++) /* floats lie unevenly around these */
        edges[count++] = ldexpf(1, exponent);
    for (int exponent = -45; exponent <= 38; exponent++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", exponent);
        edges[count++] = strtof(text, NULL);
    }
    for (int i = 0; i < count; i++) {
        const float around[] = {edges[i], nextafterf(edges[i], 0), nextafterf(edges[i], INFINITY)};
        for (int k = 0; k < 3; k++) {
            if (around[k] == 0 || isinf(around[k]))
                continue;
            assert_printed_shortest(around[k]);
            assert_printed_shortest(-around[k]);
            assert_no_shorter_reads_back(around[k]);
        }
    }
}

TEST(what_is_not_finite_is_printed_by_name) {
    char text[LEVEL_NUMBER_LENGTH];
    level_print_number(NAN, text);
    assert_string_equal(text, "nan");
    level_print_number(INFINITY, text);
    assert_string_equal(text, "inf");
}

/* test: what each test file includes first: cmocka, with what it wants before it, the headers that
 * most tests use, and tests that enter themselves.
 *
 *     TEST(a_disk_rests_on_a_floor) {
 *         assert_true(...);
 *     }
 *
 * A test's name is a sentence. Tests run in the order in which they stand in their file. */
#ifndef TEST_H
#define TEST_H

/* clang-format off */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
/* clang-format on */

/* A test, and one with functions to be called before and after it; `state` is what the first left.
 */
#define TEST(name) TEST_WITH(name, NULL, NULL)
#define TEST_WITH(name, set_up, tear_down)                                                         \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void enter_##name(void) {                                  \
        test_enter(&(struct CMUnitTest){#name, name, set_up, tear_down, NULL}, __LINE__);          \
    }                                                                                              \
    static void name(void **state)

/* Functions to be called before and after all tests of the file. */
#define TEST_GROUP(set_up, tear_down)                                                              \
    __attribute__((constructor)) static void enter_group(void) {                                   \
        test_group(set_up, tear_down);                                                             \
    }

/* Calls release(thing) when the tests of the file have run: what a helper opens for a test, it
 * closes so. */
void test_at_end(void (*release)(void *thing), void *thing);

/* How many random cases a test makes: the usual number times the environment's SLIDEMOVE_TRIALS. */
int test_trials(int usual);

/* Where a test's random numbers begin: the usual seed, or another for each SLIDEMOVE_SEED of the
 * environment. */
uint64_t test_seed(uint64_t usual);

void test_enter(const struct CMUnitTest *test, int line);
void test_group(CMFixtureFunction set_up, CMFixtureFunction tear_down);

#endif

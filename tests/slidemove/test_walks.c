/* A character gets on over ground that it can walk on: of random walks none stops for good, and
 * none is slow. `slidemove-bench walks` makes many more of them. */
#include "../ground.h"
#include "../test.h"

/* Returns how many walks failed, and prints each. */
static int walks_that_fail(const ground_family *family, uint64_t seed, int grounds) {
    static ground g;
    int failed = 0;
    for (int i = 0; i < grounds * GROUND_BODIES; i++) {
        ground_make(&g, family, seed + (uint64_t)(i / GROUND_BODIES));
        for (int r = 0; r < GROUND_RATES; r++) {
            walk w = walk_of_seed(&g, i % GROUND_BODIES, ground_rates[r]);
            walk_over(&g, &w);
            if (w.end == WALK_DONE && w.share >= WALK_LEAST_SHARE)
                continue;
            walk_print(&g, &w);
            failed++;
        }
        ground_free(&g);
    }
    return failed;
}

TEST(a_walk_over_walkable_ground_never_stops_and_is_never_slow) {
    int failed = 0;
    for (int i = 0; i < ground_family_count; i++)
        failed += walks_that_fail(&ground_families[i], 1, test_trials(4));
    assert_int_equal(failed, 0);
}

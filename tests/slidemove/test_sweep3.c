/* SM_SWEEP in 3D: every row of the motion table with its bound, for a ball and an upright capsule;
 * and the faults of the seed method that the table shows. SLIDEMOVE_EFFORT multiplies the random
 * tries. */

#include "../../bench/motion3.h"
#include "../../bench/motion_table.h"
#include "../test.h"

static const double usual_effort = 0.05;

static void check_every_row(sm3_capsule mover) {
    contender3 sweep = {mover, SM_SWEEP};
    int beyond = 0;
    for (int i = 0; i < motion3_row_count; i++) {
        const motion3_row *row = &motion3_rows[i];
        if (row->needs_no_gap)
            continue;
        double worst = row->worst(&sweep, motion_effort(usual_effort));
        beyond += !motion_table_check(row->place, row->figure, row->bound, worst);
    }
    assert_int_equal(beyond, 0);
}

TEST(a_ball_keeps_every_bound_of_the_motion_table) {
    check_every_row(motion3_ball);
}

TEST(an_upright_capsule_keeps_every_bound_of_the_motion_table) {
    check_every_row(motion3_capsule);
}

static double worst_in(const char *name, sm_resolver resolver) {
    contender3 contender = {motion3_ball, resolver};
    for (int i = 0; i < motion3_row_count; i++) {
        if (strcmp(motion3_rows[i].place, name) == 0)
            return motion3_rows[i].worst(&contender, 0.01);
    }
    fail_msg("no row of the table is named %s", name);
    return 0;
}

TEST(the_table_shows_the_faults_of_the_seed_method) {
    assert_true(worst_in("wedges of 5 to 170 degrees, pushed in", SM_DEEPEST) > 0.1);
    assert_true(worst_in("shots of 5", SM_DEEPEST) > 1);
    assert_true(worst_in("the same, met from both sides", SM_SHALLOWEST) > 0.1);
    assert_true(worst_in("one-sided box, resting near its edge", SM_SHALLOWEST) < 1e-5);
}

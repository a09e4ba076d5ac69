/* SM_SWEEP in 3D: every row of the motion table with its bound, for a ball and an upright capsule;
 * and the faults of the seed method that the table shows. SLIDEMOVE_EFFORT multiplies the random
 * tries. */

#include "../../src/slidemove/vec.h" /* first: the table has names of its words */

#include "../../bench/motion3.h"
#include "../../bench/motion_table.h"
#include "../space.h"
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

/* ---- Contacts and velocity --------------------------------------------------------------- */

TEST(the_contacts_of_a_corner_are_what_holds_the_mover_there) {
    static const sm3_triangle corner[] = {
        {{-9, 0, -9}, {0, 0, 9}, {9, 0, -9}, 0, true}, /* the ground */
        {{2, -9, -9}, {2, -9, 9}, {2, 9, 0}, 0, true}, /* a wall, facing -x */
        {{-9, -9, 2}, {0, 9, 2}, {9, -9, 2}, 0, true}, /* one that shows its back */
    };
    const sm3_triangle_array array = {corner, 3};
    const sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    const sm_options options = {.resolver = SM_SWEEP};
    sm3_collision contacts[4];
    sm3_vec position = v(0, 1, 0);
    for (int tick = 0; tick < 60; tick++)
        position =
            sm3_slide_move(position, v(0.1f, -0.1f, 0), motion3_ball, obstacles, &options).position;
    assert_int_equal(sm3_find_contacts(position, motion3_ball, obstacles, contacts, 4), 2);
    assert_int_equal(contacts[0].obstacle, 0);
    assert_int_equal(contacts[1].obstacle, 1);
    assert_vec(contacts[0].normal, 0, 1, 0);
    assert_vec(sm3_clip_velocity(v(3, -4, 5), contacts, 2), 0, 0, 5);
    assert_vec(sm3_clip_velocity(v(3, 4, 5), contacts, 2), 0, 4, 5);
    assert_vec(sm3_clip_velocity(v(-3, -4, 0), contacts, 2), -3, 0, 0);
    assert_vec(sm3_clip_velocity(v(3, -4, 5), contacts, 0), 3, -4, 5);
    assert_vec(sm3_clip_velocity(v(3, NAN, 5), contacts, 2), 0, 0, 0);
    assert_int_equal(sm3_find_contacts(position, motion3_ball, obstacles, contacts, 1), 2);
    assert_int_equal(sm3_find_contacts(v(0, 3, 0), motion3_ball, obstacles, contacts, 4), 0);
    assert_int_equal(sm3_find_contacts(v(0, NAN, 0), motion3_ball, obstacles, contacts, 4), 0);
}

static bool leads_into_none(sm3_vec way, const sm3_collision *contacts, int count) {
    for (int i = 0; i < count; i++) {
        if (sm3_dot(way, contacts[i].normal) < -1e-5f * sm3_length(way))
            return false;
    }
    return true;
}

/* In a cone the nearest point is the one from which the wish leads toward no point of the cone; of
 * those, the creases of two planes are the outermost. */
TEST(a_clipped_velocity_is_the_nearest_that_leads_into_no_contact) {
    uint64_t random = 11;
    int turned = 0;
    for (int i = 0; i < 20000; i++) {
        sm3_collision contacts[6];
        int count = 1 + random_int(&random, 6);
        for (int k = 0; k < count; k++) {
            sm3_vec normal = random_vec(&random, 1);
            normal.y += i % 2 ? 1 : 0; /* half are cones that some way leads out of */
            contacts[k] = (sm3_collision){.normal = normal};
        }
        sm3_vec wish = random_vec(&random, 3), found = sm3_clip_velocity(wish, contacts, count);
        sm3_vec lost = sm3_between(found, wish);
        assert_true(leads_into_none(found, contacts, count));
        for (int k = 0; k < count * count; k++) {
            sm3_vec edge = sm3_cross(contacts[k / count].normal, contacts[k % count].normal);
            if (leads_into_none(edge, contacts, count))
                assert_true(sm3_dot(lost, edge) <= 1e-4f);
        }
        assert_float_equal(sm3_dot(lost, found), 0, 1e-4);
        turned += sm3_length(found) > 0 && sm3_length(lost) > 0;
    }
    assert_true(turned > 5000);
}

/* Closest points and collisions, against the formulas and against brute force. */
#include "../test.h"

#include <float.h>

#include "../../src/slidemove/vec.h"
#include "../plane.h"
#include "../random.h"

static void assert_unit(sm_vec2 n) {
    assert_float_equal(hypot((double)n.x, (double)n.y), 1, 1e-6);
}

static double distance(sm_vec2 a, sm_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* ---- Closest points ---------------------------------------------------------------------- */

TEST(closest_on_segment_clamps_to_the_ends) {
    assert_vec(sm_closest_on_segment(v(1, 5), v(0, 0), v(4, 0)), 1, 0);
    assert_vec(sm_closest_on_segment(v(-3, 5), v(0, 0), v(4, 0)), 0, 0);
    assert_vec(sm_closest_on_segment(v(9, -1), v(0, 0), v(4, 0)), 4, 0);
    assert_vec(sm_closest_on_segment(v(2, 0), v(0, 0), v(4, 4)), 1, 1);
}

TEST(closest_on_a_segment_without_length_is_its_point) {
    assert_vec(sm_closest_on_segment(v(7, 8), v(2, 3), v(2, 3)), 2, 3);
}

/* Those of space are judged by a reference (test_collide3). */
TEST(closest_of_segments_are_those_of_space) {
    uint64_t random = test_seed(1);
    for (int i = 0; i < test_trials(100000); i++) {
        sm_vec2 p[4];
        sm3_vec q[4];
        for (int k = 0; k < 4; k++) {
            float y = random_float(&random, -4, 4);
            p[k] = v((float)random_int(&random, 9) - 4, i % 2 ? y : roundf(y));
            q[k] = sm_to3(p[k]);
        }
        sm_closest_points found = sm_closest_of_segments(p[0], p[1], p[2], p[3]);
        sm3_closest_points expected = sm3_closest_of_segments(q[0], q[1], q[2], q[3]);
        assert_float_equal(found.distance, expected.distance, 1e-5);
        assert_float_equal(distance(found.first, found.second), found.distance, 1e-5);
        sm_vec2 first = sm_offset(p[0], sm_between(p[0], p[1]), (float)found.s);
        sm_vec2 second = sm_offset(p[2], sm_between(p[2], p[3]), (float)found.t);
        assert_true(distance(first, found.first) < 1e-5 && distance(second, found.second) < 1e-5);
        sm_closest_points swapped = sm_closest_of_segments(p[2], p[3], p[0], p[1]);
        assert_float_equal(swapped.distance, found.distance, 1e-6);
    }
}

/* ---- Collisions -------------------------------------------------------------------------- */

TEST(touching_exactly_overlaps_and_is_no_penetration) {
    const sm_collision touching[] = {
        sm_collide_circle_segment(v(0, 1), 1, v(-5, 0), v(5, 0)),
        sm_collide_circles(v(0, 0), 1, v(3, 4), 4),
        sm_collide_point_circle(v(2, 0), v(0, 0), 2),
        sm_collide_circle_capsule(v(0, 3), 1, (sm_capsule){v(-5, 0), v(5, 0), 2}),
        sm_collide_hull(sm_hull_of_box(2, 2), v(0, 1), sm_segment(v(-5, 0), v(5, 0)), v(0, 0)),
    };
    for (int i = 0; i < 5; i++) {
        assert_true(touching[i].depth == 0);
    }
    sm_collision apart = sm_collide_circles(v(0, 0), 1, v(3, 4), nextafterf(4, 0));
    assert_true(apart.depth < 0);
}

TEST(named_tests_are_cases_of_capsule_against_capsule) {
    sm_capsule pill = {v(0, -2), v(0, 2), 0.5f};
    assert_vec(pill.a, 0, -2);
    assert_vec(pill.b, 0, 2);
    sm_collision side = sm_collide_circle_capsule(v(1.25f, 1), 1, pill);
    assert_float_equal(side.depth, 0.25, 1e-6);
    assert_vec(side.normal, 1, 0);
    assert_vec(side.point, 0.5f, 1);
    sm_collision above = sm_collide_circle_capsule(v(0, 3.25f), 1, pill);
    assert_float_equal(above.depth, 0.25, 1e-6);
    assert_vec(above.normal, 0, 1);
    sm_capsule other = {v(0.75f, -1), v(0.75f, 9), 0.5f};
    sm_collision both = sm_collide_capsules(other, pill);
    assert_float_equal(both.depth, 0.25, 1e-6);
    assert_vec(both.normal, 1, 0);
    assert_float_equal(sm_collide_point_circle(v(0.5f, 0), v(0, 0), 2).depth, 1.5, 1e-6);
}

TEST(a_centre_on_the_wall_is_pushed_across_it_against_the_motion) {
    sm_capsule disk = sm_circle(v(1, 0), 1), wall = sm_segment(v(-5, 0), v(5, 0));
    assert_vec(sm_collide(disk, wall, v(0.3f, -0.1f)).normal, 0, 1);
    assert_vec(sm_collide(disk, wall, v(0.3f, 0.1f)).normal, 0, -1);
}

TEST(without_a_motion_across_it_a_centre_on_the_wall_is_pushed_to_its_left) {
    const sm_capsule walls[] = {sm_segment(v(-5, 0), v(5, 0)), sm_segment(v(5, 0), v(-5, 0))};
    for (int i = 0; i < 4; i++) {
        sm_vec2 delta = v(i < 2 ? 0 : 1, 0);
        for (sm_resolver r = 0; r < SM_RESOLVER_COUNT; r++) {
            sm_options options = {.resolver = r};
            sm_result moved = move_among_capsules(v(1 - delta.x, 0), delta, sm_circle(v(0, 0), 1),
                                                  &walls[i % 2], 1, &options);
            assert_near(moved.position, 1, i % 2 == 0 ? 1 : -1, 1e-5);
        }
    }
}

/* (2, 1) is a fifth along, which double cannot express: the closest point is off by a last bit, and
 * the direction to it must not be taken for a normal. */
TEST(a_centre_on_a_slanted_wall_is_pushed_across_it) {
    sm_collision c = sm_collide(sm_circle(v(2, 1), 1), sm_segment(v(0, 0), v(10, 5)), v(1, -2));
    assert_float_equal(c.normal.x, -0.4472136f, 1e-6);
    assert_float_equal(c.normal.y, 0.8944272f, 1e-6);
    assert_float_equal(c.depth, 1, 1e-6);
}

TEST(points_on_one_spot_get_a_unit_normal) {
    sm_capsule dot = sm_circle(v(3, 3), 1);
    assert_vec(sm_collide(dot, dot, v(0, 0)).normal, 0, 1);
    assert_vec(sm_collide(dot, dot, v(2, 0)).normal, -1, 0);
    assert_float_equal(sm_collide(dot, dot, v(2, 0)).depth, 2, 1e-6);
}

TEST(crossing_capsules_are_pushed_the_shortest_way_apart) {
    sm_capsule wall = sm_segment(v(-10, 0), v(10, 0));
    sm_capsule mover = {v(0, -1), v(0, 3), 0.5f};
    sm_collision c = sm_collide_capsules(mover, wall);
    assert_vec(c.normal, 0, 1);
    assert_float_equal(c.depth, 1.5, 1e-6); /* one below the wall, half a radius */
    sm_capsule moved = sm_capsule_at(mover, sm_offset(v(0, 0), c.normal, c.depth));
    assert_float_equal(sm_collide_capsules(moved, wall).depth, 0, 1e-6);
}

/* A world of another size, by a power of two, has the same collisions. */
static void check_size(sm_capsule mover, sm_capsule obstacle, sm_vec2 delta, sm_collision c,
                       float size) {
    sm_vec2 *parts[] = {&mover.a, &mover.b, &obstacle.a, &obstacle.b, &delta};
    for (int i = 0; i < 5; i++)
        *parts[i] = v(parts[i]->x * size, parts[i]->y * size);
    mover.radius *= size;
    obstacle.radius *= size;
    sm_collision there = sm_collide(mover, obstacle, delta);
    assert_true(there.depth / size == c.depth && sm_same(there.normal, c.normal));
}

/* For any pair: the normal is a unit vector, and moving by normal * depth separates, exactly to
 * touching. */
TEST(the_push_separates_any_two_capsules) {
    uint64_t random = test_seed(7);
    for (int i = 0; i < test_trials(300000); i++) {
        sm_capsule c[2];
        for (int k = 0; k < 2; k++) {
            bool coarse = random_int(&random, 3) == 0; /* coincidences */
            sm_vec2 p[2];
            for (int e = 0; e < 2; e++) {
                float x = random_float(&random, -3, 3), y = random_float(&random, -3, 3);
                p[e] = coarse ? v(roundf(x), roundf(y)) : v(x, y);
            }
            c[k] = (sm_capsule){p[0], random_int(&random, 4) == 0 ? p[0] : p[1],
                                (float)random_int(&random, 3) * 0.5f};
        }
        sm_vec2 delta = v((float)random_int(&random, 3) - 1, (float)random_int(&random, 3) - 1);
        sm_collision found = sm_collide(c[0], c[1], delta);
        assert_unit(found.normal);
        check_size(c[0], c[1], delta, found, ldexpf(1, i % 2 ? -20 : 12));
        if (!(found.depth > 0))
            continue;
        sm_collision after = sm_collide(
            sm_capsule_at(c[0], sm_offset(v(0, 0), found.normal, found.depth)), c[1], delta);
        assert_float_equal(after.depth, 0, 5e-6);
    }
}

TEST(numbers_that_are_not_finite_collide_with_nothing) {
    sm_capsule wall = sm_segment(v(-5, 0), v(5, 0));
    const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        sm_collision found[] = {
            sm_collide(sm_circle(v(odd[i], 0), 1), wall, v(0, 0)),
            sm_collide(sm_circle(v(0, 0), odd[i]), wall, v(0, 0)),
            sm_collide(sm_circle(v(0, 0), 1), sm_segment(v(0, odd[i]), v(1, 1)), v(0, 0)),
            sm_collide(sm_circle(v(0, 0), 1), wall, v(0, odd[i])),
        };
        for (int k = 0; k < 4; k++) {
            assert_true(isinf(found[k].depth) && found[k].depth < 0);
            assert_vec(found[k].normal, 0, 0);
        }
    }
}

TEST(a_negative_radius_is_taken_as_0) {
    assert_float_equal(sm_collide_circles(v(0, 0), -3, v(1, 0), 2).depth, 1, 1e-6);
}

/* Vertices that are on a line but for rounding: each adds two corners to the grown wall. */
TEST(a_mover_that_rounding_left_with_dents_collides_in_bounds) {
    const sm_hull dented = {{{-5.04448477e+28f, 1.13274083e+29f},
                             {1.35429177e-38f, 2.00000596f},
                             {1.58769302e-38f, 7.03644748e+22f},
                             {0, 2.49341912e-30f},
                             {9.17976611e-41f, 2.3509887e-38f},
                             {2.5243549e-29f, 2.03356069e-38f},
                             {1.74446166e+28f, 4.01794309e-41f},
                             {6.02120137e+23f, 5.47641648e+33f}},
                            8,
                            6.35309555e+24f};
    sm_capsule wall = sm_segment(v(1.54435198e-38f, 0), v(0, 0));
    sm_collision c = sm_collide_hull(dented, v(0, 0), wall, v(1, 0));
    assert_true(c.depth >= dented.radius);
}

TEST(huge_coordinates_keep_a_unit_normal) {
    sm_collision c = sm_collide(sm_circle(v(1e30f, 1e30f), 1e29f),
                                sm_segment(v(-1e30f, 0), v(1e30f, 0)), v(0, 0));
    assert_unit(c.normal);
    assert_true(isfinite(c.depth));
}

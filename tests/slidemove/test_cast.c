/* The exact time of first touch, and hulls: against known answers, and against the collision, which
 * shares none of their arithmetic. */

#include "../../src/slidemove/slidemove.h"
#include "../plane.h"
#include "../random.h"
#include "../test.h"

/* ---- Known answers ----------------------------------------------------------------------- */

TEST(a_capsule_and_a_box_touch_with_a_side_and_an_end) {
    const sm_hull box = sm_hull_of_box(2, 1), upright = {{{0, -1}, {0, 1}}, 2, 0.5f};
    const sm_hull doubled = {{{-1, -0.5f}, {1, -0.5f}, {1, -0.5f}, {1, 0.5f}, {-1, 0.5f}}, 5, 0};
    const struct {
        sm_hull mover;
        sm_vec2 delta;
        sm_capsule obstacle;
        double fraction;
        sm_vec2 normal, point;
    } rows[] = {
        {upright, {0, -4}, sm_circle(v(0, -3.5f), 0.5f), 1.5 / 4, {0, 1}, {0, -3}},
        {upright, {8, 0}, sm_segment(v(4, 0.2f), v(9, 0.2f)), 3.5 / 8, {-1, 0}, {4, 0.2f}},
        {box, {0, -4}, sm_segment(v(0, -2.5f), v(0, -9)), 0.5, {0, 1}, {0, -2.5f}},
        {box, {4, 0}, sm_segment(v(3, 0.25f), v(3, 0.25f)), 0.5, {-1, 0}, {3, 0.25f}},
        {box,
         {4, 0},
         sm_segment(v(2, -3), v(5, 0)),
         3.5 / 4,
         {-0.70710678f, 0.70710678f},
         {4.5f, -0.5f}},
        {doubled,
         {4, 0},
         sm_segment(v(2, -3), v(5, 0)),
         3.5 / 4,
         {-0.70710678f, 0.70710678f},
         {4.5f, -0.5f}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sm_touch t = cast_hull(v(0, 0), rows[i].delta, rows[i].mover, rows[i].obstacle);
        assert_true(t.hit);
        assert_float_equal(t.fraction, rows[i].fraction, 1e-15);
        assert_vec(t.normal, (double)rows[i].normal.x, (double)rows[i].normal.y);
        assert_vec(t.point, (double)rows[i].point.x, (double)rows[i].point.y);
    }
}

TEST(touching_or_inside_it_hits_at_once_only_when_it_leads_deeper) {
    sm_capsule wall = sm_segment(v(-1, 0), v(1, 0));
    for (int i = 0; i < 2; i++) {
        sm_capsule disk = sm_circle(v(0, i == 0 ? 0.5f : 0.25f), 0.5f);
        sm_touch in = cast(v(0, 0), v(1, -1), disk, wall);
        assert_true(in.hit);
        assert_float_equal(in.fraction, 0, 0);
        assert_false(cast(v(0, 0), v(1, 0), disk, wall).hit);
        assert_false(cast(v(0, 0), v(0, 1), disk, wall).hit);
    }
}

TEST(what_is_not_reached_or_not_finite_is_no_hit) {
    sm_capsule wall = sm_segment(v(-1, 0), v(1, 0)), disk = sm_circle(v(0, 3), 0.5f);
    assert_false(cast(v(0, 0), v(0, -2.4f), disk, wall).hit);
    assert_float_equal(cast(v(0, 0), v(0, -2.4f), disk, wall).fraction, 1, 0);
    assert_false(cast(v(0, 0), v(0, 0), disk, wall).hit);
    assert_false(cast(v(0, 0), v(0, NAN), disk, wall).hit);
    assert_false(cast(v(0, 0), v(0, -5), sm_circle(v(0, INFINITY), 1), wall).hit);
    assert_false(cast(v(0, 0), v(0, -5), disk, sm_segment(v(NAN, 0), v(1, 0))).hit);
    assert_false(cast_hull(v(0, 0), v(0, -5), (sm_hull){.radius = 1}, wall).hit);
}

/* At 1e20 double knows no place nearer than 16384 to another: what is 10 beside a wall, or 10
 * beyond its end, would be hit. */
TEST(what_ends_too_far_out_is_no_hit) {
    const float ends[] = {2e12f, 1e20f, 1e30f, 3e38f, INFINITY, NAN};
    sm_capsule disk = sm_circle(v(30, 0), 0.5f);
    for (int i = 0; i < (int)(sizeof ends / sizeof *ends); i++) {
        float far = ends[i];
        assert_false(cast(v(0, 0), v(-1, 0), disk, sm_segment(v(-far, -far), v(far, far))).hit);
        assert_false(cast(v(0, 0), v(-1, 0), disk, sm_segment(v(far, 10), v(40, 10))).hit);
        assert_false(cast(v(0, 0), v(-1, 0), disk, sm_segment(v(29, -far), v(29, -20))).hit);
        assert_false(cast(v(0, 0), v(-far, 0), disk, sm_segment(v(0, -1), v(0, 1))).hit);
        assert_false(cast(v(0, 0), v(-1, 0), sm_circle(v(far, 0), 1), sm_circle(v(0, 0), far)).hit);
        assert_false(cast(v(0, 0), v(-1, 0), sm_circle(v(30, 0), far), sm_circle(v(0, 0), 1)).hit);
    }
}

TEST(walls_up_to_the_range_are_hit_where_they_are) {
    sm_capsule large = sm_circle(v(0, 0), SM_CAST_FARTHEST), small = sm_circle(v(0, 0), 1);
    assert_true(cast(v(SM_CAST_FARTHEST, 0), v(-1e9f, 0), small, large).hit);
    assert_true(cast(v(SM_CAST_FARTHEST, 0), v(-1e9f, 0), large, small).hit);
    const float far = 1e9f;
    sm_capsule disk = sm_circle(v(30, 0), 0.5f);
    assert_false(cast(v(0, 0), v(-1, 0), disk, sm_segment(v(29, -far), v(29, -1))).hit);
    sm_touch t = cast(v(0, 0), v(-1, 0), disk, sm_segment(v(29, -far), v(29, far)));
    assert_true(t.hit && fabs(t.fraction - 0.5) < 1e-6);
    t = cast(v(0, 0), v(-far, 0), disk, sm_segment(v(-far / 2, -far), v(-far / 2, far)));
    assert_true(t.hit && fabs(t.fraction * (double)far - (30 - 0.5 + (double)far / 2)) < 1e-6);
}

TEST(a_long_way_costs_no_digits) {
    sm_touch t =
        cast(v(0, 0), v(1e6f, 0), sm_circle(v(-5e5f, 0), 0.5f), sm_segment(v(0, -1), v(0, 1)));
    assert_true(fabs(t.fraction * 1e6 - (5e5 - 0.5)) < 1e-9);
}

/* ---- Against the collision --------------------------------------------------------------- */

static sm_capsule random_capsule(uint64_t *random, float radius) {
    sm_vec2 a = v(random_float(random, -4, 4), random_float(random, -4, 4));
    sm_vec2 b = v(random_float(random, -4, 4), random_float(random, -4, 4));
    return (sm_capsule){a, random_int(random, 4) == 0 ? a : b, radius};
}

static sm_hull random_hull(uint64_t *random) {
    sm_vec2 points[7];
    sm_hull hull;
    int count = 1 + random_int(random, 7);
    for (int i = 0; i < count; i++)
        points[i] = v(random_float(random, -1, 1), random_float(random, -1, 1));
    float radius = random_int(random, 3) == 0 && count > 2 ? 0 : random_float(random, 0.1f, 1);
    assert_true(sm_hull_of_points(points, count, radius, &hull));
    return hull;
}

static double depth_at(sm_hull mover, sm_vec2 start, sm_vec2 delta, double fraction,
                       sm_capsule obstacle) {
    sm_vec2 at = {(float)((double)start.x + fraction * (double)delta.x),
                  (float)((double)start.y + fraction * (double)delta.y)};
    return (double)sm_collide_hull(mover, at, obstacle, delta).depth;
}

TEST(before_the_touch_it_is_apart_and_at_the_touch_it_touches) {
    uint64_t random = test_seed(3);
    int hits = 0;
    for (int i = 0; i < test_trials(100000); i++) {
        sm_hull mover = random_hull(&random);
        sm_capsule obstacle = random_capsule(&random, random_float(&random, -0.5f, 1));
        sm_vec2 delta = v(random_float(&random, -9, 9), random_float(&random, -9, 9));
        sm_vec2 origin = v(0, 0);
        sm_touch t = cast_hull(v(0, 0), delta, mover, obstacle);
        if (depth_at(mover, origin, delta, 0, obstacle) > 0)
            continue;
        hits += t.hit;
        for (int k = 0; k < 8; k++) {
            double fraction = t.fraction * k / 8;
            assert_true(depth_at(mover, origin, delta, fraction, obstacle) < 2e-6);
        }
        if (t.hit) {
            assert_float_equal(depth_at(mover, origin, delta, t.fraction, obstacle), 0, 3e-6);
            double approach =
                (double)t.normal.x * (double)delta.x + (double)t.normal.y * (double)delta.y;
            assert_true(approach < 0);
        }
    }
    assert_true(hits > test_trials(10000));
}

/* A path that leads straight at a corner between two edges must not slip through there. With a
 * corner doubled, the mover is a polygon, which is cast in another way. */
TEST(a_thin_capsule_does_not_slip_past_the_corner_that_it_leads_at) {
    uint64_t random = test_seed(9);
    int hits = 0;
    for (int i = 0; i < test_trials(20000); i++) {
        sm_vec2 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = v((float)random_int(&random, 9) - 4, (float)random_int(&random, 9) - 4);
        sm_vec2 mover = v(p[1].x - p[0].x, p[1].y - p[0].y);
        sm_vec2 wall = v(p[3].x - p[2].x, p[3].y - p[2].y);
        if (mover.x * wall.y == mover.y * wall.x) /* no corner is in front */
            continue;
        sm_vec2 delta = v(2 * (p[2].x - p[0].x), 2 * (p[2].y - p[0].y));
        sm_hull polygon = {{p[0], p[1], p[1]}, 3, 0};
        bool hit = cast_hull(v(0, 0), delta, polygon, sm_segment(p[2], p[3])).hit;
        assert_true(cast(v(0, 0), delta, sm_segment(p[0], p[1]), sm_segment(p[2], p[3])).hit ==
                    hit);
        hits += hit;
    }
    assert_true(hits > test_trials(1000));
}

TEST(a_hull_of_two_vertices_collides_as_the_capsule) {
    uint64_t random = test_seed(4);
    for (int i = 0; i < test_trials(100000); i++) {
        sm_capsule mover = random_capsule(&random, random_float(&random, 0, 1));
        sm_capsule obstacle = random_capsule(&random, random_float(&random, 0, 1));
        sm_collision c = sm_collide(mover, obstacle, v(0, 0));
        sm_collision h = sm_collide_hull(sm_hull_of_capsule(mover), v(0, 0), obstacle, v(0, 0));
        assert_float_equal(c.depth, h.depth, 1e-5);
    }
}

TEST(moving_out_by_the_depth_separates) {
    uint64_t random = test_seed(5);
    for (int i = 0; i < test_trials(100000); i++) {
        sm_hull mover = random_hull(&random);
        sm_capsule obstacle = random_capsule(&random, random_float(&random, 0, 1));
        sm_collision c = sm_collide_hull(mover, v(0, 0), obstacle, v(0, 0));
        sm_vec2 out = v(c.normal.x * c.depth, c.normal.y * c.depth);
        assert_float_equal(sm_collide_hull(mover, out, obstacle, v(0, 0)).depth, 0, 1e-5);
    }
}

/* ---- Hulls ------------------------------------------------------------------------------- */

TEST(a_hull_keeps_the_corners_alone) {
    const sm_vec2 points[] = {v(0, 0), v(1, 0), v(2, 0), v(2, 2), v(1, 1), v(0, 2), v(0, 0)};
    sm_hull hull;
    assert_true(sm_hull_of_points(points, 7, 0.25f, &hull));
    assert_int_equal(hull.count, 4);
    assert_vec(hull.vertices[0], 0, 0);
    assert_vec(hull.vertices[1], 2, 0);
    assert_vec(hull.vertices[2], 2, 2);
    assert_vec(hull.vertices[3], 0, 2);
    assert_true(sm_hull_of_points(points, 3, 0, &hull));
    assert_int_equal(hull.count, 2);
}

TEST(a_hull_with_too_many_corners_or_none_is_refused) {
    sm_vec2 points[9];
    for (int i = 0; i < 9; i++)
        points[i] = v((float)cos(i * 0.7), (float)sin(i * 0.7));
    sm_hull hull = {.count = 7};
    const sm_vec2 first_is_not_lowest[] = {v(0, 2), v(0, 0), v(0, 1), v(2, 0)};
    assert_true(sm_hull_of_points(first_is_not_lowest, 4, 1, &hull));
    assert_true(hull.count == 3 && hull.vertices[0].y == 0 && hull.vertices[0].x == 0);
    hull.count = 7;
    assert_false(sm_hull_of_points(points, 9, 1, &hull));
    assert_false(sm_hull_of_points(points, 0, 1, &hull));
    assert_false(sm_hull_of_points(points, 3, INFINITY, &hull));
    points[0].x = NAN;
    assert_false(sm_hull_of_points(points, 3, 1, &hull));
    assert_int_equal(hull.count, 7);
}

/* Conservative advancement: against known answers, the closed form, and a fine stepping through. */

#include "../../src/slidemove/slidemove.h"
#include "../random.h"
#include "../sweep.h"
#include "../test.h"

static const double pi = 3.14159265358979323846;

static sm_motion still(float x, float y) {
    return (sm_motion){.position = v(x, y)};
}

TEST(two_disks_meet_where_the_closed_form_says) {
    sm_motion moving = {.position = v(0, 0.3f), .delta = v(10, 0)};
    sm_touch a = sm_advance(disk(1), moving, disk(2), still(7, 0), 1e-6f, NULL);
    sm_touch c =
        sm_cast((sm_vec2){0, 0}, v(10, 0), sm_circle(v(0, 0.3f), 1), sm_circle(v(7, 0), 2));
    assert_true(a.hit && c.hit);
    assert_true(fabs(a.fraction - c.fraction) < 1e-6 && a.fraction <= c.fraction);
    assert_float_equal(a.normal.x, c.normal.x, 1e-5);
    assert_float_equal(a.point.x, c.point.x, 1e-5);
}

TEST(a_turning_bar_touches_when_its_end_gets_there) {
    sm_hull bar = sm_hull_of_capsule(sm_segment(v(0, 0), v(2, 0)));
    sm_motion turning = {.turn = (float)pi};
    /* Its line is at 90 degrees when half of the motion is over. */
    sm_touch t = sm_advance(bar, turning, disk(0), still(0, 1.5f), 1e-6f, NULL);
    assert_true(t.hit);
    assert_true(fabs(t.fraction - 0.5) < 1e-5 && t.fraction <= 0.5);
    assert_false(sm_advance(bar, turning, disk(0), still(0, 2.1f), 1e-6f, NULL).hit);
    assert_false(sm_advance(bar, turning, disk(0), still(0, -1), 1e-6f, NULL).hit);
}

TEST(a_box_tips_onto_its_corner) {
    sm_hull box = sm_hull_of_box(2, 2), ground = sm_hull_of_capsule(sm_segment(v(-9, 0), v(9, 0)));
    sm_motion tipping = {.position = v(0, 1.2f), .turn = (float)(pi / 4)};
    /* The corner is lowest at sqrt(2) sin(45 degrees + turn): 1.2 below the middle. */
    double angle = asin(1.2 / sqrt(2)) - pi / 4;
    sm_touch t = sm_advance(box, tipping, ground, still(0, 0), 1e-6f, NULL);
    assert_true(t.hit);
    assert_true(fabs(t.fraction - angle / (pi / 4)) < 1e-5);
    assert_float_equal(t.normal.y, 1, 1e-5);
}

TEST(the_trace_tells_every_step) {
    sm_advance_step steps[64];
    sm_advance_trace trace = {.steps = steps, .capacity = 64};
    sm_motion turning = {.position = v(-3, 0.2f), .delta = v(6, 0), .turn = 5};
    sm_touch t = sm_advance(sm_hull_of_box(2, 0.5f), turning, disk(0.5f), still(1, 0), 0, &trace);
    assert_true(t.hit);
    assert_in_range(trace.count, 3, 63);
    assert_int_equal(trace.lost, 0);
    for (int i = 0; i + 1 < trace.count; i++) {
        assert_true(steps[i].distance > SM_ADVANCE_TOLERANCE && steps[i].approach > 0);
        assert_true(steps[i].step > 0);
        assert_true(fabs(steps[i].fraction + steps[i].step - steps[i + 1].fraction) < 1e-15);
    }
    assert_true(steps[trace.count - 1].fraction == t.fraction);
    assert_true(steps[trace.count - 1].distance > 0);

    sm_advance_trace small = {.steps = steps, .capacity = 2};
    sm_touch again =
        sm_advance(sm_hull_of_box(2, 0.5f), turning, disk(0.5f), still(1, 0), 0, &small);
    assert_true(again.fraction == t.fraction);
    assert_int_equal(small.count + small.lost, trace.count);
}

static sm_hull random_hull(uint64_t *random) {
    sm_vec2 points[6];
    int count = 1 + random_int(random, 6);
    for (int i = 0; i < count; i++)
        points[i] = v(random_float(random, -1, 1), random_float(random, -1, 1));
    sm_hull hull;
    float radius = random_int(random, 2) ? random_float(random, 0, 0.5f) : 0;
    assert_true(sm_hull_of_points(points, count, radius, &hull));
    return hull;
}

static sm_motion random_motion(uint64_t *random, float turn) {
    return (sm_motion){v(random_float(random, -3, 3), random_float(random, -3, 3)),
                       random_float(random, -3, 3),
                       v(random_float(random, -5, 5), random_float(random, -5, 5)),
                       random_float(random, -turn, turn)};
}

static sm_hull turned(sm_hull hull, double angle) {
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < hull.count; i++) {
        double x = (double)hull.vertices[i].x, y = (double)hull.vertices[i].y;
        hull.vertices[i] = v((float)(c * x - s * y), (float)(s * x + c * y));
    }
    return hull;
}

/* How deep the shapes overlap; each edge of one against the other, or one inside of the other. */
static double depth_at(sm_hull a, sm_motion ma, sm_hull b, sm_motion mb, double fraction) {
    sm_hull first = turned(a, (double)ma.angle + fraction * (double)ma.turn);
    sm_hull second = turned(b, (double)mb.angle + fraction * (double)mb.turn);
    double x = (double)ma.position.x - (double)mb.position.x +
               fraction * ((double)ma.delta.x - (double)mb.delta.x);
    double y = (double)ma.position.y - (double)mb.position.y +
               fraction * ((double)ma.delta.y - (double)mb.delta.y);
    double deepest = -INFINITY;
    for (int i = 0; i < second.count; i++) {
        sm_capsule edge = {second.vertices[i], second.vertices[(i + 1) % second.count],
                           second.radius};
        sm_vec2 at = v((float)x, (float)y);
        deepest = fmax(deepest, (double)sm_collide_hull(first, at, edge, v(0, 0)).depth);
    }
    return deepest;
}

TEST(it_never_passes_a_touch_and_stops_at_one) {
    uint64_t random = 8;
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        sm_hull a = random_hull(&random), b = random_hull(&random);
        float turn = i % 3 == 0 ? 0 : 12;
        sm_motion ma = random_motion(&random, turn), mb = random_motion(&random, turn);
        sm_touch t = sm_advance(a, ma, b, mb, 1e-4f, NULL);
        if (t.hit && t.fraction == 0)
            continue;
        for (int k = 0; k < 100; k++)
            assert_true(depth_at(a, ma, b, mb, t.fraction * k / 100) < 1e-5);
        if (!t.hit)
            continue;
        hits++;
        double depth = depth_at(a, ma, b, mb, t.fraction);
        assert_true(depth < 1e-5 && depth > -1.1e-4);
    }
    assert_true(hits > 500);
}

TEST(without_turning_it_agrees_with_the_cast) {
    uint64_t random = 12;
    for (int i = 0; i < 20000; i++) {
        sm_hull mover = random_hull(&random);
        sm_capsule obstacle = {v(random_float(&random, 1, 4), random_float(&random, -2, 2)),
                               v(random_float(&random, 1, 4), random_float(&random, -2, 2)),
                               random_float(&random, 0, 0.5f)};
        sm_motion motion = {.delta = v(random_float(&random, -8, 8), random_float(&random, -2, 2))};
        sm_touch cast = sm_cast_hull(v(0, 0), motion.delta, mover, obstacle);
        sm_touch advance =
            sm_advance(mover, motion, sm_hull_of_capsule(obstacle), still(0, 0), 1e-5f, NULL);
        if (cast.hit) {
            assert_true(advance.hit);
            assert_true(advance.fraction <= cast.fraction + 1e-9);
        }
        if (advance.hit && !cast.hit) { /* within the tolerance, then: only by a graze */
            sm_vec2 at = v((float)(advance.fraction * (double)motion.delta.x),
                           (float)(advance.fraction * (double)motion.delta.y));
            double depth = (double)sm_collide_hull(mover, at, obstacle, motion.delta).depth;
            assert_true(depth > -2e-5);
        }
    }
}

TEST(overlapping_shapes_touch_at_once_and_odd_ones_never) {
    sm_motion away = {.position = v(0.5f, 0), .delta = v(9, 0)};
    sm_touch t = sm_advance(sm_hull_of_box(4, 4), away, disk(0.5f), still(0, 0), 0, NULL);
    assert_true(t.hit && t.fraction == 0);
    assert_float_equal(t.normal.x, 1, 1e-6);
    away.turn = NAN;
    assert_false(sm_advance(disk(1), away, disk(1), still(0, 0), 0, NULL).hit);
    assert_false(sm_advance((sm_hull){.count = 0}, still(0, 0), disk(1), still(0, 0), 0, NULL).hit);
}

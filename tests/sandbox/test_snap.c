/* Where a wanted point snaps to, and numbers that stay short. */
#include "../test.h"

#include "../../src/sandbox/shape_edit.h"
#include "../../src/sandbox/snap.h"
#include "../level_text.h"
#include "../plane.h"
#include "../random.h"

static const char start[] = "slidemove 1\n"
                            "player 50 50\n"
                            "chain 0 0 4 0 4 4.3 # beside the grid\n"
                            "segment 4 0 8 0\n"
                            "circle 20.3 0 2\n"
                            "box 0 20 4 2 angle=90\n";

enum { CHAIN = 2, SEGMENT, CIRCLE, BOX };

static const snap_settings all = {.grid = 1, .reach = 0.25f, .step = 0.01f};
static const snap_settings none = {.step = 0.01f};

static void assert_snap(snap_result r, snap_kind kind, float x, float y) {
    assert_int_equal(r.kind, kind);
    assert_float_equal(r.point.x, x, 0);
    assert_float_equal(r.point.y, y, 0);
}

/* From (wx, wy) to a place; and with what. */
#define ROW(wx, wy, snaps, to_x, to_y, ...)                                                        \
    { .q.wanted = {wx, wy, 0}, .kind = SNAP_##snaps, .x = to_x, .y = to_y, __VA_ARGS__ }
#define MOVING(list) .q.vertices = (list), .q.vertex_count = sizeof(list) / sizeof *(list)

TEST(a_vertex_within_reach_wins_then_the_grid_and_what_moves_along_is_nothing_to_snap_to) {
    static const snap_settings fine = {.grid = 0.05f, .reach = 0.25f},
                               coarse = {.grid = 20, .reach = 0.25f}, as_it_is = {0};
    selection sel = {0};
    selection_add(&sel, CHAIN);
    selection_add(&sel, CIRCLE);
    static const vertex_id joint[] = {{CHAIN, 1}, {SEGMENT, 0}}, one[] = {{CHAIN, 1}},
                           other[] = {{SEGMENT, 0}},
                           edge[] = {{SEGMENT, 0}, {SEGMENT, 1}, {CHAIN, 1}};
    const struct {
        snap_query q;
        snap_kind kind;
        float x, y;
        const snap_settings *set;
    } rows[] = {
        ROW(4.1f, 4.2f, VERTEX, 4, 4.3f, .set = &all),
        ROW(8.2f, -0.1f, VERTEX, 8, 0, .set = &all),
        ROW(20.2f, 0.2f, VERTEX, 20.3f, 0, .set = &all), /* a centre */
        ROW(0.1f, 19.9f, VERTEX, 0, 20, .set = &all),
        ROW(1.1f, 22.1f, VERTEX, 1, 22, .set = &all), /* a corner: upright */
        ROW(2, 21, GRID, 2, 21, .set = &all),         /* where it would be lying */
        ROW(50.1f, 50.2f, GRID, 50, 50, .set = &all), /* the player is none */
        ROW(10.4f, -7.6f, GRID, 10, -8, .set = &all),
        ROW(10.42f, -7.61f, GRID, 10.4f, -7.6f, .set = &fine),
        ROW(31, -9, GRID, 40, 0, .set = &coarse),
        ROW(4.098765f, 4.21234f, NONE, 4.1f, 4.21f, .set = &none),
        ROW(4.098765f, 4.21234f, NONE, 4.098765f, 4.21234f, .set = &as_it_is),
        /* The whole joint moves; one vertex alone, back to the other. */
        ROW(4.1f, 0.1f, GRID, 4, 0, .set = &all, MOVING(joint)),
        ROW(4.1f, 0.1f, VERTEX, 4, 0, .set = &all, MOVING(one)),
        ROW(4.1f, 0.1f, VERTEX, 4, 0, .set = &all, MOVING(other)),
        ROW(4.1f, 0.1f, GRID, 4, 0, .set = &all, MOVING(edge)),
        ROW(0.1f, 0.1f, VERTEX, 0, 0, .set = &all, MOVING(edge)),
        ROW(20.2f, 0.1f, GRID, 20, 0, .set = &all, .q.statement = CIRCLE),
        ROW(20.2f, 0.1f, VERTEX, 20.3f, 0, .set = &all, .q.statement = BOX),
        ROW(1.1f, 22.1f, GRID, 1, 22, .set = &all, .q.statement = BOX), /* its own corner */
        ROW(4.1f, 4.2f, GRID, 4, 4, .set = &all, .q.selected = &sel),
        ROW(4.1f, 0.1f, VERTEX, 4, 0, .set = &all, .q.selected = &sel),
    };
    sandbox *s = open_text(start);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_snap(snap_point(s->obstacles, &rows[i].q, rows[i].set), rows[i].kind, rows[i].x,
                    rows[i].y);
    snap_query nowhere = {.wanted = {NAN, 1, 0}}; /* which no level takes */
    assert_int_equal(snap_point(s->obstacles, &nowhere, &all).kind, SNAP_GRID);
    selection_free(&sel);
}

TEST(directions_are_multiples_of_15_degrees_from_an_anchor) {
    sandbox *s = open_text(start);
    snap_query q = {
        .wanted = sm_to3(v(-7.1f, -29.9f)), .anchors = {v(-10, -30)}, .anchor_count = 1};
    snap_result r = snap_point(s->obstacles, &q, &all);
    assert_snap(r, SNAP_ANGLE, -7, -30); /* 2.9 becomes 3 */
    assert_float_equal(r.degrees, 0, 0);
    assert_float_equal(r.anchor.x, -10, 0);
    q.wanted = sm_to3(v(-7.5f, -29.9f));
    assert_snap(snap_point(s->obstacles, &q, &all), SNAP_ANGLE, -7.5f,
                -30); /* too far from the grid */
    q.wanted = sm_to3(v(-10.1f, -25.1f));
    assert_snap(snap_point(s->obstacles, &q, &all), SNAP_ANGLE, -10, -25);
    for (int k = -11; k <= 12; k++) {
        float angle = (float)k * 15 * 3.14159265f / 180;
        q.wanted = sm_to3(v(-10 + 6.1f * cosf(angle + 0.02f), -30 + 6.1f * sinf(angle + 0.02f)));
        r = snap_point(s->obstacles, &q, &all);
        assert_int_equal(r.kind, SNAP_ANGLE);
        assert_float_equal(cosf(r.degrees * 3.14159265f / 180), cosf(angle), 1e-5);
        float x = r.point.x + 10, y = r.point.y + 30;
        assert_float_equal(sqrtf(x * x + y * y), 6, 1e-3);
        assert_float_equal(remainderf(atan2f(y, x) - angle, 6.2831853f), 0, 1e-4);
    }
    q.wanted = sm_to3(v(-10.1f, -30.1f)); /* at the anchor every direction is near */
    assert_snap(snap_point(s->obstacles, &q, &all), SNAP_GRID, -10, -30);
    q.wanted = sm_to3(v(-4, -29.2f)); /* between two directions */
    assert_snap(snap_point(s->obstacles, &q, &all), SNAP_GRID, -4, -29);
    q.wanted = sm_to3(v(3.9f, 4.2f)); /* a vertex comes first */
    q.anchors[0] = v(0, 4.2f);
    assert_snap(snap_point(s->obstacles, &q, &all), SNAP_VERTEX, 4, 4.3f);
}

TEST(of_two_anchors_the_nearer_direction_wins) {
    sandbox *s = open_text(start);
    snap_query q = {.wanted = sm_to3(v(-17.9f, -30.1f)),
                    .anchors = {v(-30, -30), v(-18, -40)},
                    .anchor_count = 2};
    assert_snap(snap_point(s->obstacles, &q, &all), SNAP_ANGLE, -18, -30);
    q.wanted = sm_to3(v(-17.98f, -30.1f));
    assert_float_equal(snap_point(s->obstacles, &q, &all).degrees, 90, 0);
    q.wanted = sm_to3(v(-17.9f, -30.02f));
    assert_float_equal(snap_point(s->obstacles, &q, &all).degrees, 0, 0);
}

TEST(grids_go_1_2_5) {
    static const struct {
        float grid;
        int steps;
        float becomes;
    } rows[] = {{1, 1, 2},       {1, -1, 0.5f},     {0.02f, 3, 0.2f},
                {1, 1000, 1000}, {1, -1000, 0.01f}, {0, 0, 0.01f},
                {3, 0, 2},       {4, 0, 5},         {INFINITY, 0, 1000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_float_equal(snap_step_grid(rows[i].grid, rows[i].steps), rows[i].becomes, 0);
    float grid = 0.01f;
    int count = 1;
    for (; grid < 1000; count++)
        grid = snap_step_grid(grid, 1);
    assert_int_equal(count, 16);
}

TEST(lengths_and_angles_snap_too) {
    assert_float_equal(snap_length(2.6f, &all), 3, 0);
    assert_float_equal(snap_length(2.618f, &none), 2.62f, 0);
    assert_float_equal(snap_degrees(50, &all), 45, 0);
    assert_float_equal(snap_degrees(-350, &all), 15, 0);
    assert_float_equal(snap_degrees(50.123f, &none), 50.1f, 0);
    assert_float_equal(snap_degrees(359.96f, &none), 0, 0);
}

TEST(sums_are_those_of_the_decimals) {
    assert_float_equal(decimal_sum(0.1f, 0.02f), 0.12f, 0);
    assert_float_equal(decimal_sum(1, -0.7f), 0.3f, 0);
    assert_float_equal(decimal_sum(500000.5f, 1), 500001.5f, 0);
    assert_false(signbit(decimal_sum(0.1f, -0.1f)));
    assert_true(isnan(decimal_sum(NAN, 1)));
    assert_true(isinf(decimal_sum(INFINITY, 1)));
    uint64_t random = test_seed(5);
    for (int i = 0; i < 100000; i++) {
        int a = random_int(&random, 2000000) - 1000000, b = random_int(&random, 2000) - 1000;
        float sum = decimal_sum((float)((double)a / 1000), (float)((double)b / 1000));
        assert_float_equal(sum, (float)((double)(a + b) / 1000), 0);
        float x = random_float(&random, -100, 100), y = random_float(&random, -1, 1);
        assert_float_equal(decimal_sum(x, y), x + y, 1e-5);
    }
}

TEST(what_is_moved_to_a_place_gets_there_exactly) {
    uint64_t random = test_seed(6);
    for (int i = 0; i < 10000; i++) {
        sm_vec2 from = v(random_float(&random, -9, 9), random_float(&random, -9, 9));
        sm_vec2 to = v(random_float(&random, -9, 9), random_float(&random, -9, 9));
        sm3_vec p = decimal_moved(sm_to3(from), sm_to3(from), sm_to3(to));
        assert_true(p.x == to.x && p.y == to.y && p.z == 0);
        p = decimal_moved(sm_to3(v(1, 2)), sm_to3(from), sm_to3(to));
        assert_float_equal(p.x, 1 + to.x - from.x, 1e-5);
        assert_float_equal(p.y, 2 + to.y - from.y, 1e-5);
    }
}

TEST(steps_are_at_most_half_a_pixel) {
    static const float pixels[] = {0.02f, 0.05f, 0.0999f, 0.1f, 0.39f, 0.4f, 3, 4, 10, 99};
    static const float steps[] = {0.01f, 0.02f, 0.02f, 0.05f, 0.1f, 0.2f, 1, 2, 5, 20};
    for (int i = 0; i < 10; i++)
        assert_float_equal(decimal_step(pixels[i]), steps[i], 1e-9);
    assert_float_equal(decimal_round(0.123456f, decimal_step(0.02f)), 0.12f, 0);
    assert_float_equal(decimal_round(-11.7800011f, decimal_step(0.05f)), -11.78f, 0);
    assert_float_equal(decimal_round(17, 5), 15, 0);
    assert_float_equal(decimal_round(17, 0), 17, 0);
    assert_false(signbit(decimal_round(-0.001f, 0.1f)));
}

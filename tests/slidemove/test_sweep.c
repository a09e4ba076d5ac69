/* SM_SWEEP: every row of the motion table with its bound; and movers, one-way obstacles,
 * contacts and velocity. SLIDEMOVE_EFFORT multiplies the random tries. */

#include "../../src/slidemove/vec.h"
#include "../motion.h"
#include "../random.h"
#include "../sweep.h"
#include "../test.h"

static const float pi = 3.14159265f;

static sm_obstacle oneway(sm_vec2 a, sm_vec2 b) {
    return (sm_obstacle){.shape = sm_segment(a, b), .oneway = true};
}

/* ---- The motion table -------------------------------------------------------------------- */

TEST(every_row_of_the_motion_table_is_within_its_bound) {
    assert_int_equal(motion_check(&(contender){false, motion_ball, SM_SWEEP}, motion_effort(0.2)),
                     0);
}

/* ---- Movers ------------------------------------------------------------------------------ */

TEST(a_box_slides_along_pieces_and_rests_in_a_corner) {
    sm_obstacle floor_of_pieces[101];
    for (int i = 0; i < 100; i++)
        floor_of_pieces[i] = wall(v((float)i * 0.1f, 0), v((float)(i + 1) * 0.1f, 0));
    floor_of_pieces[100] = wall(v(8, 0), v(8, 5));
    sm_hull box = sm_hull_of_box(1, 1);
    sm_vec2 at = v(1, 0.5f);
    for (int i = 0; i < 50; i++)
        go(&at, v(0.08f, -0.5f), box, floor_of_pieces, 101);
    assert_near(at, 5, 0.5, 1e-5);
    for (int i = 0; i < 100; i++)
        go(&at, v(0.08f, -0.5f), box, floor_of_pieces, 101);
    assert_near(at, 7.5, 0.5, 1e-6);
    sm_vec2 before = at;
    go(&at, v(0.08f, -0.5f), box, floor_of_pieces, 101);
    assert_memory_equal(&at, &before, sizeof at);
}

/* An edge without a length has no side on which the mover could be free. */
TEST(a_box_with_a_doubled_corner_is_pushed_out_as_one_without) {
    sm_obstacle floor_below = wall(v(-5, 0), v(5, 0));
    sm_vec2 plain = v(0, 0.4f), doubled = v(0, 0.4f);
    sm_hull hull = {
        {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}}, 5, 0};
    go(&plain, v(0, 0), sm_hull_of_box(1, 1), &floor_below, 1);
    go(&doubled, v(0, 0), hull, &floor_below, 1);
    assert_near(plain, 0, 0.5, 1e-5);
    assert_near(doubled, 0, 0.5, 1e-5);
}

/* It did, in pieces as long as a skin, and lost the way: no edge of the sum ended where it was. */
TEST(a_box_is_not_held_up_along_what_is_parallel_to_it) {
    sm_obstacle ceiling = wall(v(-50, 1.5f), v(50, 1.5f));
    sm_vec2 at = v(2, 0.75f);
    go(&at, v(0.1f, 0.5f), sm_hull_of_box(1, 1), &ceiling, 1);
    assert_near(at, 2.1, 1, 1e-6);
}

/* ---- One-way walls ----------------------------------------------------------------------- */

/* As deep as moves stand in it, which is within two skins; deeper it is not there. */
TEST(casts_meet_a_oneway_wall_that_is_stood_on_and_none_that_is_passed_through) {
    sm_obstacle platform = oneway(v(-3, 0), v(3, 0));
    sm_obstacle_array list = {&platform, 1};
    const float skin = 4 * FLT_EPSILON + 8e-6f * 0.5f;
    static const float depths[] = {-1, 0, 1.6f, 2.4f, 50};
    for (int i = 0; i < 5; i++) {
        sm_touch touch = sm_shapecast(v(1, 0.5f - depths[i] * skin), v(0, -1), disk(0.5f),
                                      sm_obstacles_of_list(&list), NULL);
        assert_int_equal(touch.hit, depths[i] < 2);
        assert_true(touch.hit ? touch.fraction < 1e-5f : touch.fraction == 1);
    }
}

/* A block of one-way walls whose left side is out, as of a solid. */
static void make_block(sm_obstacle block[4]) {
    sm_vec2 corners[] = {v(-2, -1), v(-2, 0), v(2, 0), v(2, -1)};
    for (int i = 0; i < 4; i++)
        block[i] = oneway(corners[i], corners[(i + 1) % 4]);
}

TEST(a_closed_oneway_outline_is_solid_to_what_rests_on_it) {
    sm_obstacle block[4];
    make_block(block);
    for (int i = 0; i <= 40; i++) {
        sm_vec2 at = v(-2.2f + 0.11f * (float)i, 0.7f);
        for (int tick = 0; tick < 20; tick++)
            go(&at, v(0, -0.08f), disk(0.5f), block, 4);
        if (fabsf(at.x) <= 2)
            assert_near(at, -2.2 + 0.11 * i, 0.5, 1e-5);
        for (int b = 0; b < 4; b++)
            assert_true(sm_collide_hull(disk(0.5f), at, block[b].shape, v(0, 0)).depth < 1e-5f);
    }
}

TEST(rolling_off_a_oneway_block_it_never_gets_in) {
    sm_obstacle block[4];
    make_block(block);
    sm_vec2 at = v(1, 0.5f);
    for (int tick = 0; tick < 200; tick++) {
        go(&at, v(0.03f, -0.07f), disk(0.5f), block, 4);
        for (int b = 0; b < 4; b++)
            assert_true(sm_collide_hull(disk(0.5f), at, block[b].shape, v(0, 0)).depth < 1e-5f);
    }
    assert_true(at.y < -3 && at.x > 2.5f);
}

TEST(inside_a_oneway_outline_nothing_holds) {
    sm_obstacle block[4];
    make_block(block);
    sm_vec2 at = v(0.3f, -0.4f);
    sm_result r = go(&at, v(0, 0), disk(0.5f), block, 4);
    assert_near(at, 0.3, -0.4, 1e-7);
    assert_int_equal(r.status, SM_MOVED);
    for (int i = 0; i < 30; i++)
        go(&at, v(0, 0.08f), disk(0.5f), block, 4);
    assert_near(at, 0.3, 2, 1e-5);
}

/* ---- Starts inside ----------------------------------------------------------------------- */

TEST(who_starts_in_a_mouth_that_is_too_narrow_comes_out_of_it) {
    sm_obstacle mouth[] = {wall(v(0, 0.45f), v(5, 0.45f)), wall(v(0, -0.45f), v(5, -0.45f))};
    sm_vec2 at = v(0.2f, 0), inside = v(2, 0.01f);
    sm_result r = go(&at, v(0, 0), disk(0.5f), mouth, 2);
    assert_int_equal(r.status, SM_MOVED);
    assert_near(at, -sqrt(0.5 * 0.5 - 0.45 * 0.45), 0, 1e-4);
    r = go(&inside, v(0, 0), disk(0.5f), mouth, 2);
    assert_int_equal(r.status, SM_CRUSHED);
    assert_near(inside, 2, 0, 1e-4);
    mouth[0].before = mouth[0].shape; /* what moves presses, and nobody leaps out of that */
    mouth[0].before.a.y = mouth[0].before.b.y = 0.5f;
    mouth[0].moves = true;
    at = v(0.2f, -0.02f);
    assert_int_equal(go(&at, v(0, 0), disk(0.5f), mouth, 2).status, SM_CRUSHED);
}

enum { TANGLE = 20 };

static bool is_free_in(const sm_capsule *walls, sm_hull mover, sm_vec2 at) {
    sm_capsule_array array = {walls, TANGLE};
    return sm_find_deepest(at, v(0, 0), mover, sm_obstacles_of_array(&array), NULL).obstacle ==
           SM_NO_OBSTACLE;
}

/* Looks around, and answers from distances and crossings alone. */
static bool sees_room(const sm_capsule *walls, sm_hull mover, sm_vec2 from, float distance) {
    sm_capsule_array array = {walls, TANGLE};
    for (int i = 0; i < 180 * 25; i++) {
        float angle = (float)(i % 180) * pi / 90, far = distance * (float)(1 + i / 180) / 25;
        sm_vec2 way = v(far * cosf(angle), far * sinf(angle));
        if (is_free_in(walls, mover, sm_offset(from, way, 1)) &&
            !sm_raycast(from, way, sm_obstacles_of_array(&array), NULL).hit)
            return true;
    }
    return false;
}

TEST(who_starts_deep_comes_out_if_there_is_room_in_straight_sight) {
    uint64_t random = test_seed(7);
    int starts = 0, stays = 0;
    while (starts < 1000) {
        sm_capsule walls[TANGLE];
        for (int i = 0; i < TANGLE; i++) {
            sm_vec2 a = v(random_float(&random, 0, 10), random_float(&random, 0, 10));
            sm_vec2 way = v(random_float(&random, -5, 5), random_float(&random, -5, 5));
            walls[i] = sm_segment(a, sm_offset(a, way, 1));
        }
        sm_world *world = sm_world_create(walls, TANGLE, NULL);
        sm_capsule_array array = {walls, TANGLE};
        for (int i = 0; i < 20; i++) {
            sm_options options = {.resolver = SM_SWEEP};
            sm_vec2 at = v(random_float(&random, 0, 10), random_float(&random, 0, 10));
            if (is_free_in(walls, disk(0.25f), at))
                continue;
            sm_result r =
                sm_slide_move(at, v(0, 0), disk(0.5f), sm_obstacles_of_array(&array), &options);
            sm_result same =
                sm_slide_move(at, v(0, 0), disk(0.5f), sm_obstacles_of_world(world), &options);
            assert_memory_equal(&r, &same, sizeof r);
            assert_true(r.status != SM_CRUSHED || !sees_room(walls, disk(0.5f), at, 1));
            starts++;
            stays += r.status == SM_CRUSHED;
        }
        sm_world_destroy(world);
    }
    printf("%d of %d stay\n", stays, starts);
    assert_true(stays < starts / 10);
}

/* ---- Many obstacles, odd arguments ------------------------------------------------------- */

/* It decided, within a trace's reach, in how many steps what is near came. */
TEST(what_moves_far_off_changes_nothing_for_who_has_a_trace) {
    const sm_obstacle walls[] = {{.shape = sm_segment(v(-0.1f, -2), v(-0.1f, 2)),
                                  .before = sm_segment(v(-0.6f, -2), v(-0.6f, 2)),
                                  .moves = true},
                                 {.shape = sm_segment(v(-1, 90), v(1, 90)),
                                  .before = sm_segment(v(-1, 3), v(1, 3)),
                                  .moves = true}};
    const sm_obstacle_array list = {walls, 2};
    sm_trace trace = {.reach = 4};
    sm_options options = {.resolver = SM_SWEEP}, traced = {.resolver = SM_SWEEP, .trace = &trace};
    sm_result a =
        sm_slide_move(v(0, 0), v(0, 0), disk(0.5f), sm_obstacles_of_list(&list), &options);
    sm_result b = sm_slide_move(v(0, 0), v(0, 0), disk(0.5f), sm_obstacles_of_list(&list), &traced);
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(a.pushes > 0);
}

/* A random walk in a room full of walls, whose source only offers. */
TEST(a_source_that_only_offers_is_swept_without_getting_through) {
    uint64_t random = test_seed(22);
    double farthest = 0;
    for (int room = 0; room < 60; room++) {
        sm_capsule walls[16] = {sm_segment(v(-5, -5), v(5, -5)), sm_segment(v(5, -5), v(5, 5)),
                                sm_segment(v(5, 5), v(-5, 5)), sm_segment(v(-5, 5), v(-5, -5))};
        for (int k = 4; k < 16; k++) {
            sm_vec2 a = v(random_float(&random, -4, 4), random_float(&random, 1, 4));
            walls[k] = (sm_capsule){a, v(a.x + random_float(&random, -2, 2), a.y + 0.3f),
                                    random_int(&random, 3) == 0 ? 0.2f : 0};
        }
        sm_capsule_array array = {walls, 16};
        sm_obstacles gathers = sm_obstacles_of_array(&array), offers = gathers;
        offers.gather = NULL;
        sm_options options = {.resolver = SM_SWEEP};
        sm_vec2 at = v(0, -3);
        for (int tick = 0; tick < 200; tick++) {
            float size = tick % 20 == 0 ? 30 : 0.4f;
            sm_vec2 delta =
                v(random_float(&random, -size, size), random_float(&random, -size, size));
            sm_result r = sm_slide_move(at, delta, disk(0.4f), offers, &options);
            sm_result expected = sm_slide_move(at, delta, disk(0.4f), gathers, &options);
            assert_true(r.depth == 0 && r.status == SM_MOVED);
            assert_true(fabsf(r.position.x) < 4.61f && fabsf(r.position.y) < 4.61f);
            if (tick % 20 != 0)
                farthest = fmax(farthest, (double)sm_distance(r.position, expected.position));
            at = r.position;
        }
    }
    printf("farthest from what gathers: %g\n", farthest);
    assert_true(farthest < 0.15); /* where an arc is gone in legs, or a corner the other way */
}

static void assert_stays(sm_obstacles source, sm_resolver resolver, sm_status why) {
    sm_options options = {.resolver = resolver};
    sm_result r = sm_slide_move(v(1, 2), v(3, 4), disk(1), source, &options);
    assert_int_equal(r.status, why);
    assert_near(r.position, 1, 2, 0);
}

/* Of no numbers, and what leads nowhere. */
static void offer_nan(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                      sm_choice *choice) {
    if (isfinite(position.x))
        sm_choice_offer(choice, (sm_collision){0.5f, v(NAN, 0), position, 0});
}

TEST(whatever_a_source_offers_the_position_is_finite) {
    assert_stays((sm_obstacles){.offer = offer_nan}, SM_SWEEP, SM_NOT_FINITE);
    sm_options options = {.resolver = SM_SWEEP};
    enum { SAME = 200 }; /* more than are listed at a time */
    sm_capsule floors[SAME];
    for (int i = 0; i < SAME; i++)
        floors[i] = sm_segment(v(-5, 0), v(5, 0));
    sm_capsule_array array = {floors, 1};
    sm_obstacles source = sm_obstacles_of_array(&array);
    source.gather = NULL;
    sm_result r = sm_slide_move(v(0, 1), v(3, -4), disk(0.5f), source, &options);
    assert_near(r.position, 3, 0.5, 1e-4);
    array.count = SAME; /* it comes less far, and through none */
    r = sm_slide_move(v(0, 1), v(3, -4), disk(0.5f), source, &options);
    assert_true(r.position.x > 0.5f && fabsf(r.position.y - 0.5f) < 1e-4f);
    array.count = 1;
    sm_obstacles gathers = sm_obstacles_of_array(&array);
    sm_vec2 zero = v(-0.0f, 9); /* no delta leaves it to the bit */
    r = sm_slide_move(zero, v(0, 0), disk(0.5f), gathers, &options);
    assert_memory_equal(&r.position, &zero, sizeof zero);
    sm_world *world = sm_world_create(floors, 1, NULL);
    r = sm_slide_move(zero, v(0, 0), disk(0.5f), sm_obstacles_of_world(world), &options);
    assert_memory_equal(&r.position, &zero, sizeof zero);
    r = sm_slide_move(zero, v(0, 1), disk(0.5f), sm_obstacles_of_world(world), &options);
    assert_near(r.position, 0, 10, 0);
    sm_world_destroy(world);
    float skin = SM3_SKIN + 4 * FLT_EPSILON; /* there: a wall behind as many floors as are held */
    floors[8] = sm_segment(v(0.5f + 0.97f * skin, -5), v(0.5f + 0.97f * skin, 5));
    array.count = 9;
    sm_vec2 held = v(0, 0.5f + 0.92f * skin);
    r = sm_slide_move(held, v(1, 0), disk(0.5f), source, &options);
    assert_memory_equal(&r.position, &held, sizeof held);
}

TEST(odd_obstacles_and_movers_are_harmless) {
    sm_obstacle odd[] = {wall(v(NAN, 0), v(1, 0)), wall(v(-5, -1), v(5, INFINITY)),
                         wall(v(-5, 0), v(5, 0)), wall(v(2, 2), v(2, 2))};
    odd[0].shape.radius = odd[2].before.radius = NAN;
    odd[2].moves = true; /* it comes from no place, so it stands still */
    sm_vec2 at = v(0, 1);
    go(&at, v(0, -9), disk(0.5f), odd, 4);
    assert_near(at, 0, 0.5, 1e-5);
    at = v(0, 1);
    go(&at, v(0, -9), disk(0), odd, 4); /* a point */
    assert_near(at, 0, 0, 1e-4);
    assert_true(at.y > 0);
    at = v(0, 1);
    go(&at, v(0, -9), (sm_hull){.count = 0}, odd, 4);
    assert_near(at, 0, -8, 0);
    at = v(0, 1); /* corners in one place, as no function makes them */
    go(&at, v(0.1f, -9), (sm_hull){.count = 4, .vertices = {{1, 1}, {1, 1}}}, odd, 4);
    go(&at, v(0.1f, 9), (sm_hull){.count = 3, .radius = 0.5f}, odd, 4);
    assert_true(isfinite(at.x) && isfinite(at.y));
    at = v(0, 0); /* exactly on the wall */
    go(&at, v(0, 0), disk(0.5f), odd, 4);
    assert_float_equal(fabsf(at.y), 0.5, 1e-5);
    sm_obstacle largest = {.shape = sm_circle(v(0, 0), 3e38f)};
    at = v(1, 0); /* out of that it would be beyond all floats */
    assert_int_equal(go(&at, v(1, 0), disk(3e38f), &largest, 1).status, SM_NOT_FINITE);
    assert_near(at, 1, 0, 0);
    sm_obstacle huge[] = {{.shape = sm_circle(v(0, -1e30f), 1e30f)},
                          {.shape = sm_circle(v(0, 1e30f), 1.5e30f)}};
    at = v(0, 0); /* between two of them there is no room */
    assert_int_equal(go(&at, v(1, 0), disk(0.5f), huge, 2).status, SM_CRUSHED);
    huge[0].shape = sm_circle(v(0, -4e24f), 1e25f);
    huge[1].shape = sm_circle(v(6e24f, 4e24f), 6e24f);
    at = v(0, 0); /* out of two there is, to no skin */
    assert_int_equal(go(&at, v(1, 0), disk(0.5f), huge, 2).status, SM_MOVED);
}

/* A sharp corner has no side of its own: it is passed on the side that is entered. */
TEST(a_box_that_meets_a_corner_exactly_goes_on_along_a_side) {
    sm_obstacle point = wall(v(0, 0), v(0, 0));
    sm_hull box = sm_hull_of_box(2, 2);
    for (int i = 0; i < 4; i++) { /* from where it touches, rounded by less than that, or afar */
        float away = i % 2 == 0 ? 1 + 1e-6f : 2;
        sm_vec2 at = v(away, away);
        box.radius = i % 2 == 0 ? 4e-6f : 0;
        go(&at, i < 2 ? v(-2, -1.5f) : v(-1.5f, -2), box, &point, 1);
        assert_near(at, i < 2 ? (double)away - 2 : 1, i < 2 ? 1 : (double)away - 2, 1e-5);
    }
}

/* Leading into a long wall by less than rounding leaves of the way, it goes on along it. */
TEST(a_way_that_hardly_leads_into_a_long_wall_is_gone_to_its_end) {
    sm_obstacle ground = wall(v(-1e5f, 0), v(1e5f, 0));
    const float radius = 1e-3f;
    sm_vec2 at = v(0, nextafterf(radius, 1));
    sm_result r = go(&at, v(1e4f, -1.2e-8f), disk(radius), &ground, 1);
    assert_true(r.status == SM_MOVED && r.depth == 0);
    assert_near(at, 1e4, radius, 1e-7);
}

TEST(what_touches_too_much_at_once_or_bends_too_often_stops_it) {
    sm_obstacle fan[12]; /* walls below it, each of which turns the way up a little */
    for (int i = 0; i < 12; i++) {
        float angle = pi * (-0.5f + 0.03f * (float)i);
        const float out = 1 - 2e-6f;
        sm_vec2 at = v(out * cosf(angle), out * sinf(angle)), along = v(-at.y, at.x);
        fan[i] = wall(sm_offset(at, along, -0.1f), sm_offset(at, along, 0.1f));
    }
    sm_vec2 at = v(0, 0);
    go(&at, v(1, -0.1f), disk(1), fan, 12);
    assert_near(at, 0, 0, 1e-5);
    enum { SEAMS = 9000 };
    static sm_obstacle pieces[SEAMS];
    for (int i = 0; i < SEAMS; i++)
        pieces[i] = wall(v((float)i, 0), v((float)(i + 1), 0));
    at = v(0, 1);
    go(&at, v(SEAMS + 9, -1), disk(1), pieces, SEAMS);
    assert_true(at.x > 2000 && at.x < SEAMS && fabsf(at.y - 1) < 1e-4f);
}

/* Where no side of a circle is nearer than another and another circle leaves no way out. */
TEST(what_is_held_in_the_middle_of_a_circle_stays_finite) {
    sm_obstacle held[] = {
        {.shape = sm_circle(v(0, 0), 1)},      {.shape = sm_circle(v(0, 1), 2)},
        wall(v(-0.3f, -0.3f), v(0.3f, -0.3f)), wall(v(0.3f, -0.3f), v(0.3f, 0.3f)),
        wall(v(0.3f, 0.3f), v(-0.3f, 0.3f)),   wall(v(-0.3f, 0.3f), v(-0.3f, -0.3f))};
    sm_vec2 at = v(0, 1e-6f);
    sm_result r = go(&at, v(1, -0.1f), disk(0.5f), held, 6);
    assert_true(r.status == SM_CRUSHED && r.depth > 1 && r.depth < 1.5f);
    assert_true(fabsf(at.x) < 0.3f && fabsf(at.y) < 0.3f);
}

/* ---- Trace, contacts and velocity -------------------------------------------------------- */

TEST(a_fast_wall_does_not_jump_over_the_mover) {
    sm_obstacle fast = {.shape = sm_segment(v(80, -4), v(80, 4)), .moves = true};
    fast.before = sm_segment(v(-20, -4), v(-20, 4));
    sm_vec2 at = v(0.3f, 0.1f);
    go(&at, v(0, 0), disk(0.5f), &fast, 1);
    assert_near(at, 80.5, 0.1, 1e-4);
}

TEST(a_ball_that_rolls_away_below_carries) {
    sm_obstacle ball = {.shape = sm_circle(v(0, 0), 0.5f), .moves = true};
    ball.before = sm_circle(v(-0.2f, 0), 0.5f);
    sm_vec2 at = v(-0.2f, 1);
    go(&at, v(0, -0.01f), disk(0.5f), &ball, 1);
    assert_near(at, 0, 1, 1e-3);
}

TEST(the_trace_tells_the_whole_way_on_a_carrier_once) {
    sm_obstacle lift = {.shape = sm_segment(v(-5, 1), v(5, 1)), .moves = true};
    lift.before = sm_segment(v(-6, 0), v(4, 0));
    sm_vec2 at = v(0, 0.5f);
    sm_obstacle_array list = {&lift, 1};
    sm_trace trace = {0};
    sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    sm_result r = sm_slide_move(at, v(0, -0.1f), disk(0.5f), sm_obstacles_of_list(&list), &options);
    assert_int_equal(trace.iterations[0].step, SM_STEP_CARRY);
    assert_int_equal(trace.iterations[0].held[0], 0);
    assert_near(sm3_to2(trace.iterations[0].after), 1, 1.5, 1e-4);
    for (int i = 1; i < trace.iteration_count; i++)
        assert_int_not_equal(trace.iterations[i].step, SM_STEP_CARRY);
    assert_near(r.position, 1, 1.5, 1e-4);
}

TEST(the_trace_tells_one_way_walls_that_do_not_count) {
    sm_obstacle walls[] = {wall(v(-5, 0), v(5, 0)), wall(v(5, 0.2f), v(-5, 0.2f))};
    walls[0].oneway = walls[1].oneway = true;
    sm_obstacle_array list = {walls, 2};
    sm3_collision candidates[8];
    bool let_through[8];
    sm_trace trace = {.candidates = candidates, .capacity = 8};
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        sm_options options = {.resolver = (sm_resolver)i, .trace = &trace};
        trace.let_through = NULL;
        sm_slide_move(v(0, 0.3f), v(0, 0.1f), disk(0.5f), sm_obstacles_of_list(&list), &options);
        int without = trace.candidate_count;
        trace.let_through = let_through;
        sm_slide_move(v(0, 0.3f), v(0, 0.1f), disk(0.5f), sm_obstacles_of_list(&list), &options);
        assert_true(trace.candidate_count >= 2 && trace.candidate_count >= without);
        for (int k = 0; k < trace.candidate_count; k++)
            assert_true(let_through[k] || candidates[k].depth <= 0);
    }
}

TEST(a_trace_of_a_way_that_bends_at_many_walls_stays_within_its_places) {
    sm_capsule
        ring[160]; /* a quarter of it, from within, is more touches than a trace has places */
    for (int i = 0; i < 160; i++) {
        float a = (float)i * pi / 80, b = (float)(i + 1) * pi / 80;
        ring[i] = sm_segment(v(3 * cosf(a), 3 * sinf(a)), v(3 * cosf(b), 3 * sinf(b)));
    }
    sm3_collision candidates[8];
    sm_trace trace = {.candidates = candidates, .capacity = 8, .reach = 0.5f};
    sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    sm_result r =
        move_among_capsules(v(0, -2.4f), v(9, 0), sm_circle(v(0, 0), 0.5f), ring, 160, &options);
    assert_int_equal(trace.iteration_count, SM_PUSHES_MAX + 1);
    assert_memory_equal(&trace.iterations[SM_PUSHES_MAX].after, &r.position, sizeof r.position);
    assert_true(trace.candidates_lost > 0);
}

TEST(velocity_is_clipped_by_all_contacts_at_once) {
    sm_obstacle corner[] = {wall(v(-5, 0), v(5, 0)), wall(v(2, -1), v(2, 5))};
    sm_obstacle_array array = {corner, 2};
    sm_obstacles obstacles = sm_obstacles_of_list(&array);
    sm_collision contacts[8];
    int count = sm_find_contacts(v(1.5f, 0.5f), disk(0.5f), obstacles, NULL, contacts, 8);
    assert_int_equal(count, 2);
    assert_near(sm_clip_velocity(v(3, -4), contacts, count), 0, 0, 0);
    assert_near(sm_clip_velocity(v(3, 4), contacts, count), 0, 4, 1e-6);
    assert_near(sm_clip_velocity(v(-3, 4), contacts, count), -3, 4, 0);
    assert_near(sm_clip_velocity(v(3, 4), contacts, 0), 3, 4, 0);
    assert_near(sm_clip_velocity(v(NAN, 4), contacts, count), 0, 0, 0);
    assert_int_equal(sm_find_contacts(v(0, 3), disk(0.5f), obstacles, NULL, contacts, 8), 0);
    assert_int_equal(sm_find_contacts(v(1.5f, 0.5f), disk(0.5f), obstacles, NULL, contacts, 1), 2);
    assert_int_equal(contacts[0].obstacle, 0); /* whichever the source shows first */
}

TEST(velocity_in_an_acute_corner_does_not_bounce) {
    sm_collision contacts[] = {{.normal = v(0.6f, 0.8f)}, {.normal = v(-0.6f, 0.8f)}};
    assert_near(sm_clip_velocity(v(0.5f, -1), contacts, 2), 0, 0, 1e-7);
    sm_vec2 out = sm_clip_velocity(v(1, 0), contacts, 2); /* along the wall that faces it */
    assert_near(out, 0.64, 0.48, 1e-6);
    const sm_collision held[] = {{.normal = v(12.1232719f, 4.03503418f)}, /* all but faced */
                                 {.normal = v(13.6256285f, -14.8901119f)},
                                 {.normal = v(-2.5168066f, -0.837678194f)}};
    assert_near(sm_clip_velocity(v(0.532f, 2.79f), held, 3), 0, 0, 1e-6);
}

/* Walls whose sine is below rounding are parallel, and there is a way between them; where it is
 * above, they meet. */
TEST(walls_that_face_each_other_but_for_rounding_leave_a_way_between) {
    const float sines[] = {0, 0.6e-13f, 0.9e-13f, 1.1e-13f, 1.9e-13f};
    for (int i = 0; i < 5; i++) {
        sm_collision contacts[] = {{.normal = v(0, 1)}, {.normal = v(-sines[i], -1)}};
        assert_near(sm_clip_velocity(v(1, 1), contacts, 2), i < 3 ? 1 : 0, 0, 1e-2);
    }
}

/* Where a wall begins in the middle of another, both are touched at once. The edge holds for longer
 * than the corner, so it is the one that the mover goes on along, whatever their numbers. */
TEST(of_an_edge_and_a_corner_touched_at_once_the_edge_comes_first) {
    const sm_obstacle floor = wall(v(-5, 0), v(5, 0)), below = wall(v(0, 0), v(0, -5));
    for (int order = 0; order < 2; order++) {
        const sm_obstacle both[] = {order == 0 ? floor : below, order == 0 ? below : floor};
        const sm_obstacle_array array = {both, 2};
        sm3_collision candidates[64];
        sm_trace trace = {.candidates = candidates, .capacity = 64};
        const sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
        sm_result r =
            sm_slide_move(v(0, 2), v(0, -2), disk(1), sm_obstacles_of_list(&array), &options);
        assert_near(r.position, 0, 1, 1e-6);
        assert_in_range(trace.iterations[0].chosen, 0, trace.candidate_count - 1);
        assert_int_equal(candidates[trace.iterations[0].chosen].obstacle, order);
    }
}

typedef struct asked {
    uint64_t refused; /* user number */
    int count;
} asked;

static bool accept_others(void *context, int obstacle, uint64_t user) {
    asked *a = context;
    a->count++;
    assert_int_equal(user, obstacle * 10);
    return user != a->refused;
}

TEST(a_filter_decides_by_mask_and_by_user_number_what_is_met) {
    sm_obstacle walls[] = {wall(v(1, -5), v(1, 5)), wall(v(2, -5), v(2, 5)),
                           wall(v(3, -5), v(3, 5))};
    for (int i = 0; i < 3; i++) {
        walls[i].mask = (unsigned)i; /* the first has none: everyone meets it */
        walls[i].user = (uint64_t)i * 10;
    }
    const sm_obstacle_array array = {walls, 3};
    const struct {
        unsigned mask;
        uint64_t refused;
        double stops_at;
    } cases[] = {{0, 99, 0.5}, {2, 99, 0.5}, {2, 0, 2.5}, {1, 0, 1.5}, {4, 0, 6}, {0, 10, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asked a = {cases[i].refused, 0};
        const sm_filter filter = {cases[i].mask, accept_others, &a};
        const sm_options options = {.resolver = SM_SWEEP, .filter = &filter};
        sm_result r =
            sm_slide_move(v(0, 0), v(6, 0), disk(0.5f), sm_obstacles_of_list(&array), &options);
        assert_near(r.position, cases[i].stops_at, 0, 1e-4);
        assert_true(a.count > 0);
    }
    sm_collision contacts[4];
    const sm_filter second = {.mask = 4};
    assert_int_equal(
        sm_find_contacts(v(2.5f, 0), disk(0.5f), sm_obstacles_of_list(&array), NULL, contacts, 4),
        2);
    assert_int_equal(sm_find_contacts(v(2.5f, 0), disk(0.5f), sm_obstacles_of_list(&array), &second,
                                      contacts, 4),
                     0);
}

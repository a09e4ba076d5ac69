/* slide_move: the method, its resolvers, its trace and its limits. */
#include "../test.h"

#include "../../src/slidemove/vec.h"
#include "../plane.h"
#include "../random.h"

static const sm_capsule disk = {{0, 0}, {0, 0}, 1};

/* ---- The method -------------------------------------------------------------------------- */

TEST(without_obstacles_it_moves_by_delta) {
    sm_result r = sm_slide_move_capsules(v(1, 2), v(0.5f, -0.25f), disk, NULL, 0, NULL);
    assert_vec(r.position, 1.5f, 1.75f);
    assert_int_equal(r.pushes, 0);
    assert_vec(r.normal, 0, 0);
    assert_true(r.depth == 0);
    assert_int_equal(r.status, SM_MOVED);
}

TEST(it_slides_along_a_wall) {
    sm_capsule wall = sm_segment(v(-50, 0), v(50, 0));
    sm_vec2 position = v(0, 1);
    for (int tick = 0; tick < 100; tick++) {
        sm_result r = sm_slide_move_capsules(position, v(0.1f, -0.3f), disk, &wall, 1, NULL);
        assert_int_equal(r.pushes, 1);
        assert_vec(r.normal, 0, 1);
        assert_true(r.depth == 0);
        position = r.position;
    }
    assert_float_equal(position.x, 10, 1e-4);
    assert_float_equal(position.y, 1, 1e-6);
}

/* A push leaves the mover where the floats allow; what is left below that is touching, not
 * penetration. */
TEST(one_push_is_enough_on_a_wall_at_any_angle) {
    uint64_t random = 3;
    for (int i = 0; i < test_trials(100000); i++) {
        float angle = random_float(&random, 0, 6.2831853f), far = random_float(&random, 0, 1000);
        sm_vec2 along = v(cosf(angle), sinf(angle)), at = v(far, random_float(&random, -9, 9));
        sm_capsule wall = sm_segment(v(at.x - 20 * along.x, at.y - 20 * along.y),
                                     v(at.x + 20 * along.x, at.y + 20 * along.y));
        sm_vec2 start = v(at.x - along.y * 1.01f, at.y + along.x * 1.01f);
        sm_vec2 delta = v(along.y * 0.5f + along.x * 0.1f, -along.x * 0.5f + along.y * 0.1f);
        sm_result r = sm_slide_move_capsules(start, delta, disk, &wall, 1, NULL);
        assert_int_equal(r.pushes, 1);
        assert_true(r.depth == 0);
    }
}

TEST(it_stops_in_a_corner) {
    const sm_capsule corner[] = {sm_segment(v(0, 0), v(9, 0)), sm_segment(v(0, 0), v(0, 9))};
    sm_vec2 position = v(3, 3);
    for (int tick = 0; tick < 60; tick++)
        position =
            sm_slide_move_capsules(position, v(-0.2f, -0.1f), disk, corner, 2, NULL).position;
    assert_vec(position, 1, 1);
}

TEST(touching_exactly_takes_no_push) {
    sm_capsule wall = sm_segment(v(-5, 0), v(5, 0));
    sm_result r = sm_slide_move_capsules(v(0, 1), v(0.5f, 0), disk, &wall, 1, NULL);
    assert_int_equal(r.pushes, 0);
    assert_vec(r.position, 0.5f, 1);
}

TEST(equal_depths_go_to_the_lower_number) {
    const sm_capsule corner[] = {sm_segment(v(0, -9), v(0, 9)), sm_segment(v(-9, 0), v(9, 0))};
    sm_options one_push = {.max_pushes = 1};
    sm_result r = sm_slide_move_capsules(v(0.5f, 0.5f), v(0, 0), disk, corner, 2, &one_push);
    assert_vec(r.normal, 1, 0);
    const sm_capsule swapped[] = {corner[1], corner[0]};
    r = sm_slide_move_capsules(v(0.5f, 0.5f), v(0, 0), disk, swapped, 2, &one_push);
    assert_vec(r.normal, 0, 1);
}

TEST(pushes_are_limited_and_the_rest_is_reported) {
    const sm_capsule corridor[] = {sm_segment(v(-9, 0), v(9, 0)),
                                   sm_segment(v(-9, 1.5f), v(9, 1.5f))};
    sm_result r = sm_slide_move_capsules(v(0, 0.75f), v(0, 0), disk, corridor, 2, NULL);
    assert_int_equal(r.pushes, SM_PUSHES);
    assert_true(r.depth > 0.4f);
    sm_options twelve = {.max_pushes = 12};
    r = sm_slide_move_capsules(v(0, 0.75f), v(0, 0), disk, corridor, 2, &twelve);
    assert_int_equal(r.pushes, 12);
    sm_options too_many = {.max_pushes = 1000}, negative = {.max_pushes = -4};
    r = sm_slide_move_capsules(v(0, 0.75f), v(0, 0), disk, corridor, 2, &too_many);
    assert_int_equal(r.pushes, SM_PUSHES_MAX);
    r = sm_slide_move_capsules(v(0, 0.75f), v(0, 0), disk, corridor, 2, &negative);
    assert_int_equal(r.pushes, 1);
}

/* A limit that the method is known for; the lesson of a lab level. */
TEST(it_tunnels_beyond_its_radius) {
    sm_capsule wall = sm_segment(v(-5, 0), v(5, 0));
    sm_result held = sm_slide_move_capsules(v(0, 1), v(0, -0.9f), disk, &wall, 1, NULL);
    assert_vec(held.position, 0, 1);
    sm_result through = sm_slide_move_capsules(v(0, 1), v(0, -2.5f), disk, &wall, 1, NULL);
    assert_vec(through.position, 0, -1.5f);
}

TEST(a_start_on_the_wall_leaves_it_against_the_motion) {
    sm_capsule wall = sm_segment(v(-5, 0), v(5, 0));
    sm_result r = sm_slide_move_capsules(v(0, 0.5f), v(0, -0.5f), disk, &wall, 1, NULL);
    assert_vec(r.position, 0, 1);
}

TEST(a_capsule_mover_lies_flat_on_a_wall) {
    sm_capsule flat = sm_capsule_from_axis(v(0, 0), v(1, 0), 4, 0.5f);
    sm_capsule wall = sm_segment(v(-50, 0), v(50, 0));
    sm_result r = sm_slide_move_capsules(v(0, 0.6f), v(1, -0.4f), flat, &wall, 1, NULL);
    assert_vec(r.position, 1, 0.5f);
    assert_int_equal(r.pushes, 1);
}

/* ---- Resolvers --------------------------------------------------------------------------- */

/* Three walls that the disk at the origin penetrates by 0.2, 0.6 and 0.4. */
static const sm_capsule three[] = {
    {{-9, -0.8f}, {9, -0.8f}, 0}, {{0.4f, -9}, {0.4f, 9}, 0}, {{-9, 0.6f}, {9, 0.6f}, 0}};

static sm_vec2 first_normal(sm_resolver resolver) {
    sm_options options = {.resolver = resolver, .max_pushes = 1};
    return sm_slide_move_capsules(v(0, 0), v(0, 0), disk, three, 3, &options).normal;
}

TEST(each_resolver_chooses_by_its_own_rule) {
    assert_vec(first_normal(SM_DEEPEST), -1, 0);
    assert_vec(first_normal(SM_LAST), 0, -1);
    assert_vec(first_normal(SM_FIRST), 0, 1);
    assert_vec(first_normal(SM_SHALLOWEST), 0, 1);
}

TEST(resolvers_are_found_by_name) {
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        sm_resolver found = SM_RESOLVER_COUNT;
        assert_true(sm_resolver_from_name(sm_resolver_name((sm_resolver)i), &found));
        assert_int_equal(found, i);
        assert_non_null(sm_resolver_summary((sm_resolver)i));
    }
    sm_resolver kept = SM_FIRST;
    assert_false(sm_resolver_from_name("nearest", &kept));
    assert_false(sm_resolver_from_name(NULL, &kept));
    assert_int_equal(kept, SM_FIRST);
    assert_null(sm_resolver_name(SM_RESOLVER_COUNT));
    assert_null(sm_resolver_summary(SM_RESOLVER_COUNT));
    assert_null(sm_resolver_name((sm_resolver)-1));
}

/* An index may find obstacles in any order. */
static void offer_backwards(const void *context, sm_vec2 position, sm_vec2 delta,
                            const sm_hull *mover, sm_choice *choice) {
    const sm_capsule_array *array = context;
    for (int i = array->count - 1; i >= 0; i--) {
        sm_collision c = sm_collide(sm_circle(position, mover->radius), array->obstacles[i], delta);
        c.obstacle = i;
        sm_choice_offer(choice, c);
    }
}

/* Without a number, as sm_collide returns it, or both pieces with that of the context. */
static void offer_floor(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                        sm_choice *choice) {
    for (float x = -4; x < 4; x += 4) {
        sm_collision c = sm_collide_hull(*mover, position, sm_segment(v(x, 0), v(x + 4, 0)), delta);
        c.obstacle = context != NULL ? *(const int *)context : c.obstacle;
        sm_choice_offer(choice, c);
    }
}

TEST(what_is_offered_without_a_number_stops_the_mover) {
    for (int i = 0; i < SM_SWEEP; i++) {
        sm3_collision seen[4];
        sm_trace trace = {.candidates = seen, .capacity = 4};
        sm_options options = {.resolver = (sm_resolver)i, .trace = &trace};
        sm_result r = sm_slide_move(v(-0.2f, 1), v(0, -0.3f), sm_hull_of_capsule(disk),
                                    (sm_obstacles){.offer = offer_floor}, &options);
        assert_true(r.position.y > 1 - 1e-6f && r.pushes > 0 && r.depth == 0);
        assert_int_equal(trace.iterations[0].candidate_count, 2);
        assert_int_equal(seen[trace.iterations[0].chosen].obstacle, SM_NO_OBSTACLE);
        int both = 5; /* one number counts once */
        r = sm_slide_move(v(-0.2f, 1), v(0, -0.3f), sm_hull_of_capsule(disk),
                          (sm_obstacles){.offer = offer_floor, .context = &both}, &options);
        assert_true(r.position.y > 1 - 1e-6f && r.pushes > 0 && r.depth == 0);
        assert_int_equal(trace.iterations[0].candidate_count, 1);
        assert_int_equal(seen[trace.iterations[0].chosen].obstacle, 5);
    }
}

TEST(the_order_of_offers_changes_nothing) {
    uint64_t random = 11;
    for (int i = 0; i < test_trials(20000); i++) {
        sm_capsule obstacles[12];
        for (int k = 0; k < 12; k++)
            obstacles[k] =
                sm_segment(v((float)random_int(&random, 5), (float)random_int(&random, 5)),
                           v((float)random_int(&random, 5), (float)random_int(&random, 5)));
        sm_capsule_array array = {obstacles, 12};
        sm_options options = {.resolver = (sm_resolver)random_int(&random, SM_SWEEP)};
        sm_vec2 start = v(random_float(&random, 0, 5), random_float(&random, 0, 5));
        sm_vec2 delta = v(random_float(&random, -1, 1), random_float(&random, -1, 1));
        const sm_hull mover = sm_hull_of_capsule(disk);
        sm_result forward =
            sm_slide_move(start, delta, mover, sm_obstacles_of_array(&array), &options);
        sm_result backward =
            sm_slide_move(start, delta, mover,
                          (sm_obstacles){.offer = offer_backwards, .context = &array}, &options);
        assert_memory_equal(&forward, &backward, sizeof forward);
    }
}

/* ---- Trace ------------------------------------------------------------------------------- */

TEST(a_trace_tells_each_push_and_its_candidates) {
    sm3_collision candidates[32];
    sm_trace trace = {.candidates = candidates, .capacity = 32};
    sm_options options = {.trace = &trace};
    sm_result r = sm_slide_move_capsules(v(0, 0.1f), v(0, -0.1f), disk, three, 3, &options);
    assert_vec(sm3_flat(trace.start), 0, 0.1f);
    assert_vec(sm3_flat(trace.delta), 0, -0.1f);
    assert_int_equal(trace.resolver, SM_DEEPEST);
    assert_int_equal(trace.iteration_count, r.pushes + 1);

    sm_iteration first = trace.iterations[0];
    assert_vec(sm3_flat(first.before), 0, 0);
    assert_int_equal(first.first_candidate, 0);
    assert_int_equal(first.candidate_count, 3);
    assert_int_equal(first.chosen, 1);
    assert_int_equal(candidates[1].obstacle, 1);
    assert_float_equal(candidates[1].depth, 0.6, 1e-6);
    assert_vec(sm3_flat(candidates[1].point), 0.4f, 0);
    assert_vec(sm3_flat(first.after), -0.6f, 0);
    for (int i = 1; i < trace.iteration_count; i++) {
        assert_memory_equal(&trace.iterations[i].before, &trace.iterations[i - 1].after,
                            sizeof(sm3_vec));
    }
    sm_iteration last = trace.iterations[trace.iteration_count - 1];
    assert_int_equal(last.chosen, -1);
    assert_memory_equal(&last.after, &r.position, sizeof r.position);
    assert_true(last.after.z == 0);
}

TEST(a_trace_sees_near_misses_within_its_reach) {
    sm_capsule wall = sm_segment(v(-5, 0), v(5, 0));
    sm3_collision candidates[4];
    sm_trace trace = {.candidates = candidates, .capacity = 4, .reach = 0.5f};
    sm_options options = {.trace = &trace};
    sm_slide_move_capsules(v(0, 1.4f), v(0, 0), disk, &wall, 1, &options);
    assert_int_equal(trace.candidate_count, 1);
    assert_float_equal(candidates[0].depth, -0.4, 1e-6);
    sm_slide_move_capsules(v(0, 1.6f), v(0, 0), disk, &wall, 1, &options);
    assert_int_equal(trace.candidate_count, 0);
}

TEST(a_trace_that_is_too_small_counts_what_it_lost) {
    sm3_collision candidates[2];
    sm_trace trace = {.candidates = candidates, .capacity = 2};
    sm_options options = {.trace = &trace, .max_pushes = 1};
    sm_result with = sm_slide_move_capsules(v(0, 0), v(0, 0), disk, three, 3, &options);
    assert_int_equal(trace.candidate_count, 2);
    assert_true(trace.candidates_lost >= 1);
    sm_trace none = {0};
    options.trace = &none;
    sm_result without = sm_slide_move_capsules(v(0, 0), v(0, 0), disk, three, 3, &options);
    assert_memory_equal(&with, &without, sizeof with);
    assert_int_equal(none.iterations[0].chosen, -1);
}

TEST(tracing_changes_no_result) {
    uint64_t random = 5;
    sm3_collision candidates[64];
    for (int i = 0; i < test_trials(20000); i++) {
        sm_capsule obstacles[8];
        for (int k = 0; k < 8; k++)
            obstacles[k] = (sm_capsule){v(random_float(&random, 0, 5), random_float(&random, 0, 5)),
                                        v(random_float(&random, 0, 5), random_float(&random, 0, 5)),
                                        (float)random_int(&random, 2) * 0.3f};
        sm_trace trace = {.candidates = candidates, .capacity = 64, .reach = 2};
        sm_options traced = {.resolver = (sm_resolver)random_int(&random, SM_RESOLVER_COUNT),
                             .trace = &trace};
        sm_options plain = {.resolver = traced.resolver};
        sm_vec2 start = v(random_float(&random, 0, 5), random_float(&random, 0, 5));
        sm_vec2 delta = v(random_float(&random, -1, 1), random_float(&random, -1, 1));
        sm_result a = sm_slide_move_capsules(start, delta, disk, obstacles, 8, &traced);
        sm_result b = sm_slide_move_capsules(start, delta, disk, obstacles, 8, &plain);
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(a.depth >= 0);
    }
}

/* ---- Bad arguments ----------------------------------------------------------------------- */

TEST(what_is_not_finite_leaves_the_position_alone) {
    const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        sm_result r = sm_slide_move_capsules(v(3, 4), v(odd[i], 0), disk, three, 3, NULL);
        assert_int_equal(r.status, SM_NOT_FINITE);
        assert_vec(r.position, 3, 4);
        sm_vec2 start = v(3, odd[i]);
        r = sm_slide_move_capsules(start, v(1, 0), disk, three, 3, NULL);
        assert_int_equal(r.status, SM_NOT_FINITE);
        assert_memory_equal(&r.position, &start, sizeof start);
    }
    sm_result far = sm_slide_move_capsules(v(3e38f, 0), v(3e38f, 0), disk, three, 3, NULL);
    assert_int_equal(far.status, SM_NOT_FINITE);
    assert_vec(v(far.position.x / 3e38f, 0), 1, 0);
    sm_vec2 out = v(2 * SM_FARTHEST, 0), back = v(-2 * SM_FARTHEST, 0);
    assert_int_equal(sm_slide_move_capsules(out, back, disk, three, 3, NULL).status, SM_NOT_FINITE);
}

TEST(an_obstacle_or_mover_that_is_not_finite_is_not_met) {
    const sm_capsule walls[] = {sm_segment(v(NAN, 0), v(5, 0)),
                                sm_segment(v(-5, 0), v(5, INFINITY)),
                                sm_segment(v(-5, 0), v(5, 0))};
    sm_result r = sm_slide_move_capsules(v(0, 1), v(0, -0.5f), disk, walls, 3, NULL);
    assert_vec(r.position, 0, 1);
    sm_capsule odd = sm_circle(v(0, 0), NAN);
    r = sm_slide_move_capsules(v(0, 1), v(0, -0.5f), odd, walls, 3, NULL);
    assert_vec(r.position, 0, 0.5f);
    assert_int_equal(r.pushes, 0);
}

TEST(no_resolver_leaves_the_position_alone) {
    sm_options options = {.resolver = SM_RESOLVER_COUNT};
    sm_result r = sm_slide_move_capsules(v(3, 4), v(1, 0), disk, three, 3, &options);
    assert_int_equal(r.status, SM_NO_RESOLVER);
    assert_vec(r.position, 3, 4);
}

TEST(random_odd_arguments_give_finite_positions) {
    const float odd[] = {0, -0.0f, 1, -1, 1e-38f, 1e-45f, 1e38f, -3e38f, 1e6f, NAN, INFINITY, 0.5f};
    enum { ODD = sizeof odd / sizeof *odd };
    uint64_t random = 17;
    for (int i = 0; i < test_trials(200000); i++) {
        float n[16];
        for (int k = 0; k < 16; k++)
            n[k] = odd[random_int(&random, ODD)];
        const sm_capsule walls[] = {{v(n[0], n[1]), v(n[2], n[3]), n[4]},
                                    {v(n[5], n[6]), v(n[7], n[8]), n[9]}};
        sm_capsule mover = {v(n[10], 0), v(0, n[11]), fabsf(n[12])};
        sm_vec2 start = v(n[13], 0);
        sm_result r = sm_slide_move_capsules(start, v(n[14], n[15]), mover, walls, 2, NULL);
        if (isfinite(start.x))
            assert_true(isfinite(r.position.x) && isfinite(r.position.y));
        assert_true(r.depth >= 0);
    }
}

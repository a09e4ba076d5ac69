/* A move, in 2D and in 3D: the method, its resolvers, its trace and its limits; and what is
 * promised of one-way walls. */
#include "../test.h"

#include "../../src/slidemove/vec.h"
#include "../plane.h"
#include "../random.h"
#include "../worlds.h"

static const sm_capsule disk = {{0, 0}, {0, 0}, 1};
static const sm3_mover ball = {.radius = 1}; /* the same */
static const sm3_vec still = {0, 0, 0};

static sm3_vec at(float x, float y) {
    return (sm3_vec){x, y, 0};
}

static void assert_at(sm3_vec found, double x, double y) {
    assert_near(sm3_to2(found), x, y, 1e-6);
    assert_float_equal(found.z, 0, 1e-6);
}

/* A wall from ax, ay to bx, by. In space it is a triangle, of which the middle two thirds cross the
 * plane z = 0; its front is the wall's left. */
static sm3_obstacle wall_of(const float *ends) {
    const float ax = ends[0], ay = ends[1], bx = ends[2], by = ends[3];
    return (sm3_obstacle){.shape = sm3_face((sm3_vec){ax, ay, 9}, (sm3_vec){bx, by, 9},
                                            (sm3_vec){(ax + bx) / 2, (ay + by) / 2, -18})};
}

static void free_list(void *list) {
    list_end(list);
    free(list);
}

static met met_walls(bool in_space, const float (*ends)[4], int count) {
    any_list *list = malloc(sizeof *list);
    assert_non_null(list);
    list_begin(list, in_space, count);
    for (int i = 0; i < count; i++) {
        sm3_obstacle o = wall_of(ends[i]);
        list_put(list, i, &o);
    }
    test_at_end(free_list, list);
    return list_obstacles(list);
}

/* For each test of both dimensions: in 2D first. */
#define IN_BOTH(name)                                                                              \
    static void name##_in(bool in_space);                                                          \
    TEST(name) {                                                                                   \
        name##_in(false);                                                                          \
        name##_in(true);                                                                           \
    }                                                                                              \
    static void name##_in(bool in_space)

static const float ground[][4] = {{-60, 0, 60, 0}};
static const float corner[][4] = {{-60, 0, 60, 0}, {0, -60, 0, 60}};

/* Three walls that the ball at the origin penetrates by 0.2, 0.6 and 0.4. */
static const float three[][4] = {{-9, -0.8f, 9, -0.8f}, {0.4f, -9, 0.4f, 9}, {-9, 0.6f, 9, 0.6f}};

/* ---- The method -------------------------------------------------------------------------- */

IN_BOTH(without_obstacles_it_moves_by_delta) {
    const met walls = met_walls(in_space, ground, 0);
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        const sm_options options = {.resolver = (sm_resolver)i};
        sm3_result r = met_move(&walls, at(1, 2), at(0.5f, -0.25f), &ball, &options);
        assert_at(r.position, 1.5, 1.75);
        assert_at(r.normal, 0, 0);
        assert_true(r.pushes == 0 && r.depth == 0 && r.status == SM_MOVED);
    }
    sm_result none = move_among_capsules(v(1, 2), v(0.5f, -0.25f), disk, NULL, 0, NULL);
    assert_float_equal(none.position.x, 1.5, 0);
}

IN_BOTH(it_slides_along_a_floor) {
    const met walls = met_walls(in_space, ground, 1);
    sm3_vec position = at(0, 1);
    for (int tick = 0; tick < 100; tick++) {
        sm3_result r = met_move(&walls, position, at(0.1f, -0.3f), &ball, NULL);
        assert_true(r.pushes == 1 && r.depth == 0);
        assert_at(r.normal, 0, 1);
        position = r.position;
    }
    assert_near(sm3_to2(position), 10, 1, 1e-4);
}

/* A push leaves the mover where the floats allow; what is left below that is touching, not
 * penetration. */
TEST(one_push_is_enough_on_a_wall_at_any_angle) {
    uint64_t random = test_seed(3);
    for (int i = 0; i < test_trials(100000); i++) {
        float angle = random_float(&random, 0, 6.2831853f), far = random_float(&random, 0, 1000);
        sm_vec2 along = v(cosf(angle), sinf(angle)), at = v(far, random_float(&random, -9, 9));
        sm_capsule wall = sm_segment(v(at.x - 20 * along.x, at.y - 20 * along.y),
                                     v(at.x + 20 * along.x, at.y + 20 * along.y));
        sm_vec2 start = v(at.x - along.y * 1.01f, at.y + along.x * 1.01f);
        sm_vec2 delta = v(along.y * 0.5f + along.x * 0.1f, -along.x * 0.5f + along.y * 0.1f);
        sm_result r = move_among_capsules(start, delta, disk, &wall, 1, NULL);
        assert_int_equal(r.pushes, 1);
        assert_true(r.depth == 0);
    }
}

IN_BOTH(it_stops_in_a_corner) {
    const met walls = met_walls(in_space, corner, 2);
    sm3_vec position = at(3, 3);
    for (int tick = 0; tick < 60; tick++)
        position = met_move(&walls, position, at(-0.2f, -0.1f), &ball, NULL).position;
    assert_at(position, 1, 1);
}

IN_BOTH(touching_exactly_takes_no_push) {
    const met walls = met_walls(in_space, ground, 1);
    sm3_result r = met_move(&walls, at(0, 1), at(0.5f, 0), &ball, NULL);
    assert_int_equal(r.pushes, 0);
    assert_at(r.position, 0.5, 1);
}

IN_BOTH(equal_depths_go_to_the_lower_number) {
    const sm_options one_push = {.max_pushes = 1};
    for (int i = 0; i < 2; i++) {
        const float swapped[][4] = {{0, -60, 0, 60}, {-60, 0, 60, 0}};
        const met walls = met_walls(in_space, i == 0 ? corner : swapped, 2);
        sm3_result r = met_move(&walls, at(0.5f, 0.5f), still, &ball, &one_push);
        assert_at(r.normal, i, 1 - i);
    }
}

IN_BOTH(pushes_are_limited_and_the_rest_is_reported) {
    static const float corridor[][4] = {{-9, 0, 9, 0}, {-9, 1.5f, 9, 1.5f}};
    static const int rows[][2] = {{0, SM_PUSHES}, {1, 1}, {12, 12}, {1000, SM_PUSHES_MAX}, {-4, 1}};
    const met walls = met_walls(in_space, corridor, 2);
    for (int i = 0; i < 5; i++) {
        const sm_options options = {.max_pushes = rows[i][0]};
        sm3_result r = met_move(&walls, at(0, 0.75f), still, &ball, &options);
        assert_int_equal(r.pushes, rows[i][1]);
        assert_true(r.depth > 0.4f);
    }
}

/* A limit that the method is known for; the lesson of a lab level. */
IN_BOTH(it_tunnels_beyond_its_radius_and_a_sweep_does_not) {
    const sm_options swept = {.resolver = SM_SWEEP};
    const met walls = met_walls(in_space, ground, 1);
    assert_at(met_move(&walls, at(0, 1), at(0, -0.9f), &ball, NULL).position, 0, 1);
    assert_at(met_move(&walls, at(0, 1), at(0, -2.5f), &ball, NULL).position, 0, -1.5);
    sm3_vec held = met_move(&walls, at(0, 2), at(0, -900), &ball, &swept).position;
    assert_near(sm3_to2(held), 0, 1, 1e-4);
}

TEST(a_start_on_the_wall_leaves_it_against_the_motion) {
    sm_capsule wall = sm_segment(v(-5, 0), v(5, 0));
    sm_result r = move_among_capsules(v(0, 0.5f), v(0, -0.5f), disk, &wall, 1, NULL);
    assert_vec(r.position, 0, 1);
}

TEST(a_capsule_mover_lies_flat_on_a_wall) {
    sm_capsule flat = {v(-2, 0), v(2, 0), 0.5f};
    sm_capsule wall = sm_segment(v(-50, 0), v(50, 0));
    sm_result r = move_among_capsules(v(0, 0.6f), v(1, -0.4f), flat, &wall, 1, NULL);
    assert_vec(r.position, 1, 0.5f);
    assert_int_equal(r.pushes, 1);
}

/* ---- Resolvers --------------------------------------------------------------------------- */

IN_BOTH(each_resolver_chooses_by_its_own_rule) {
    static const float normals[][2] = {
        [SM_DEEPEST] = {-1, 0}, [SM_LAST] = {0, -1}, [SM_FIRST] = {0, 1}, [SM_SHALLOWEST] = {0, 1}};
    const met walls = met_walls(in_space, three, 3);
    for (int i = 0; i < SM_SWEEP; i++) {
        const sm_options options = {.resolver = (sm_resolver)i, .max_pushes = 1};
        sm3_vec normal = met_move(&walls, still, still, &ball, &options).normal;
        assert_at(normal, normals[i][0], normals[i][1]);
    }
}

/* Once a call: compilers choose the order of several arguments. */
static sm_vec2 random_in(uint64_t *random, float low, float high) {
    float x = random_float(random, low, high);
    return v(x, random_float(random, low, high));
}

/* Deeper than a hundredth of the radius in a wall, or behind one. */
static bool ends_badly(sm_vec2 from, sm_vec2 delta, sm_obstacles field, sm_resolver resolver) {
    const sm_options options = {.resolver = resolver};
    sm_result r = sm_slide_move(from, delta, sm_hull_of_capsule(disk), field, &options);
    return r.depth > 0.01f || sm_raycast(from, sm_between(from, r.position), field, NULL).hit;
}

/* docs/method.md has the figures. */
TEST(of_deepest_and_shallowest_the_first_is_seldom_the_worse_choice) {
    enum { FIELDS = 25000, WALLS = 20, TRIES = 20 };
    const sm_resolver both[] = {SM_DEEPEST, SM_SHALLOWEST};
    int starts = 0, alone[2] = {0, 0};
    uint64_t random = 7;
    for (int i = 0; i < FIELDS * TRIES; i++) {
        static sm_capsule list[WALLS];
        const sm_obstacles field = sm_obstacles_of_array(&(sm_capsule_array){list, WALLS});
        for (int k = 0; k < WALLS && i % TRIES == 0; k++) {
            sm_vec2 a = random_in(&random, 0, 20);
            list[k] = sm_segment(a, sm_offset(a, random_in(&random, -10, 10), 1));
        }
        sm_vec2 from = random_in(&random, 0, 20), delta = random_in(&random, -1, 1);
        if (delta.x * delta.x + delta.y * delta.y > 1 ||
            sm_find_deepest(from, v(0, 0), sm_hull_of_capsule(disk), field, NULL).depth > 0)
            continue;
        starts++;
        bool badly[2];
        for (int k = 0; k < 2; k++)
            badly[k] = ends_badly(from, delta, field, both[k]);
        for (int k = 0; k < 2; k++)
            alone[k] += badly[k] && !badly[1 - k];
    }
    assert_int_equal(starts, 198595);
    assert_int_equal(alone[0], 6);
    assert_int_equal(alone[1], 61);
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

/* ---- Trace ------------------------------------------------------------------------------- */

IN_BOTH(a_trace_tells_each_push_and_its_candidates) {
    const met walls = met_walls(in_space, three, 3);
    sm3_collision candidates[32];
    sm_trace trace = {.candidates = candidates, .capacity = 32};
    const sm_options options = {.trace = &trace};
    sm3_result r = met_move(&walls, at(0, 0.1f), at(0, -0.1f), &ball, &options);
    assert_at(trace.start, 0, 0.1f);
    assert_at(trace.delta, 0, -0.1f);
    assert_int_equal(trace.resolver, SM_DEEPEST);
    assert_int_equal(trace.iteration_count, r.pushes + 1);
    sm_iteration first = trace.iterations[0], last = trace.iterations[r.pushes];
    assert_at(first.before, 0, 0);
    assert_int_equal(first.step, SM_STEP_PUSH);
    assert_true(first.first_candidate == 0 && first.candidate_count == 3 && first.chosen == 1);
    assert_int_equal(candidates[1].obstacle, 1);
    assert_float_equal(candidates[1].depth, 0.6, 1e-6);
    assert_at(candidates[1].point, 0.4f, 0);
    assert_at(first.after, -0.6f, 0);
    for (int i = 1; i < trace.iteration_count; i++)
        assert_memory_equal(&trace.iterations[i].before, &trace.iterations[i - 1].after,
                            sizeof(sm3_vec));
    assert_int_equal(last.chosen, -1);
    assert_memory_equal(&last.after, &r.position, sizeof r.position);
}

IN_BOTH(a_trace_of_a_sweep_tells_its_legs_what_holds_and_where_that_leads) {
    static const float ends[][4] = {{-60, 0, 60, 0}, {2, -60, 2, 60}};
    const sm3_mover half = {.radius = 0.5f};
    const met walls = met_walls(in_space, ends, 2);
    sm3_collision candidates[64];
    sm_trace trace = {.candidates = candidates, .capacity = 64, .reach = 0.4f};
    const sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    sm3_result r = met_move(&walls, at(0, 1), at(4, -1), &half, &options);
    assert_near(sm3_to2(r.position), 1.5, 0.5, 1e-4);
    const sm_iteration *wall = &trace.iterations[0], *floor = &trace.iterations[1];
    const sm_iteration *last = &trace.iterations[trace.iteration_count - 1];
    assert_int_equal(wall->step, SM_STEP_TRAVEL);
    assert_int_equal(candidates[wall->chosen].obstacle, 1);
    assert_float_equal(wall->left, 1 - 1.5 / 4, 1e-4); /* 1.5 to the right, of 4 */
    assert_true(wall->held_count == 1 && wall->held[0] == 1);
    assert_near(sm3_to2(wall->allowed), 0, -0.625, 1e-4);
    assert_int_equal(candidates[floor->chosen].obstacle, 0);
    assert_float_equal(floor->left, 0.5, 1e-4);   /* the wall let it down at its own pace */
    const sm_iteration *both = floor + !in_space; /* in 2D it looks at the floor alone before */
    assert_true(both->held_count == 2 && both->held[0] + both->held[1] == 1);
    assert_float_equal(both->left, 0.5, 1e-4);
    assert_near(sm3_to2(both->allowed), 0, 0, 1e-4);
    assert_int_equal(last->chosen, -1);
    assert_int_equal(last->candidate_count, 2);
    assert_memory_equal(&last->after, &r.position, sizeof r.position);
    for (int i = 0; i + 1 < trace.iteration_count; i++)
        assert_memory_equal(&trace.iterations[i].after, &trace.iterations[i + 1].before,
                            sizeof(sm3_vec));
}

IN_BOTH(a_trace_of_a_sweep_tells_what_a_push_satisfies_at_once) {
    static const float wedge[][4] = {{-60, 60, 60, -60}, {-60, -60, 60, 60}};
    const sm3_mover half = {.radius = 0.5f};
    const met walls = met_walls(in_space, wedge, 2);
    sm3_collision candidates[16];
    sm_trace trace = {.candidates = candidates, .capacity = 16};
    const sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    sm3_result r = met_move(&walls, at(0, 0.6f), still, &half, &options);
    const sm_iteration *out = &trace.iterations[0];
    assert_true(out->step == SM_STEP_PUSH && out->held_count == 2);
    assert_near(sm3_to2(out->after), (double)r.position.x, (double)r.position.y, 1e-6);
    assert_near(sm3_to2(r.position), 0, 0.5 * sqrt(2), 1e-4);
}

IN_BOTH(a_trace_sees_near_misses_within_its_reach) {
    const met walls = met_walls(in_space, ground, 1);
    sm3_collision candidates[4];
    sm_trace trace = {.candidates = candidates, .capacity = 4, .reach = 0.5f};
    const sm_options options = {.trace = &trace};
    met_move(&walls, at(0, 1.4f), still, &ball, &options);
    assert_int_equal(trace.candidate_count, 1);
    assert_float_equal(candidates[0].depth, -0.4, 1e-6);
    met_move(&walls, at(0, 1.6f), still, &ball, &options);
    assert_int_equal(trace.candidate_count, 0);
}

IN_BOTH(a_trace_that_is_too_small_counts_what_it_lost) {
    const met walls = met_walls(in_space, three, 3);
    sm3_collision candidates[2];
    sm_trace trace = {.candidates = candidates, .capacity = 2}, none = {0};
    sm_options options = {.trace = &trace, .max_pushes = 1};
    sm3_result with = met_move(&walls, still, still, &ball, &options);
    assert_true(trace.candidate_count == 2 && trace.candidates_lost >= 1);
    options.trace = &none;
    sm3_result without = met_move(&walls, still, still, &ball, &options);
    assert_memory_equal(&with, &without, sizeof with);
    assert_int_equal(none.iterations[0].chosen, -1);
}

IN_BOTH(tracing_changes_no_result) {
    uint64_t random = test_seed(5);
    sm3_collision candidates[64];
    any_list list;
    list_begin(&list, in_space, 8);
    for (int i = 0; i < test_trials(20000); i++) {
        for (int k = 0; k < 8; k++) {
            float n[10];
            for (int m = 0; m < 10; m++)
                n[m] = random_float(&random, 0, 5);
            sm3_obstacle o = {.shape =
                                  sm3_face((sm3_vec){n[0], n[1], n[2]}, (sm3_vec){n[3], n[4], n[5]},
                                           (sm3_vec){n[6], n[7], n[8]})};
            o.shape.radius = n[9] < 2.5f ? 0 : 0.3f;
            list_put(&list, k, &o);
        }
        const met m = list_shapes(&list);
        sm_trace trace = {.candidates = candidates, .capacity = 64, .reach = 2};
        const sm_options plain = {.resolver = (sm_resolver)random_int(&random, SM_RESOLVER_COUNT)};
        sm_options traced = plain;
        traced.trace = &trace;
        sm3_vec start = at(random_float(&random, 0, 5), random_float(&random, 0, 5));
        sm3_vec delta = at(random_float(&random, -1, 1), random_float(&random, -1, 1));
        sm3_result a = met_move(&m, start, delta, &ball, &traced);
        sm3_result b = met_move(&m, start, delta, &ball, &plain);
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(a.depth >= 0);
    }
    list_end(&list);
}

/* ---- One-way walls ----------------------------------------------------------------------- */

/* What may go through: a ball, a capsule upright and one that lies, and a box; and how far each
 * reaches down. */
static const struct {
    sm3_mover shape;
    float down;
} passing[] = {{{.radius = 0.5f}, 0.5f},
               {{.a = {0, -0.5f, 0}, .b = {0, 0.5f, 0}, .radius = 0.3f}, 0.8f},
               {{.a = {-0.5f, 0, 0}, .b = {0.5f, 0, 0.1f}, .radius = 0.3f}, 0.3f},
               {{{0, -0.3f, 0}, {0, 0.3f, 0}, 0.1f, {0.3f, 0, 0}, {0, 0, 0.2f}}, 0.4f}};

/* Where it comes to from height y above a one-way floor whose front is up, which comes from
 * `before` in each tick. */
static float height_after(bool in_space, sm_resolver resolver, int mover, float y, sm3_vec delta,
                          int ticks, float floor, float before) {
    any_list list;
    sm3_obstacle o = wall_of((const float[]){-9, floor, 9, floor});
    o.shape.oneway = true;
    o.before = o.shape;
    o.before.a.y = o.before.b.y = o.before.c.y = before;
    o.moves = floor != before;
    list_begin(&list, in_space, 1);
    list_put(&list, 0, &o);
    const met one = list_obstacles(&list);
    const sm_options options = {.resolver = resolver};
    sm3_vec position = at(0, y);
    for (int i = 0; i < ticks; i++) {
        sm3_result r = met_move(&one, position, delta, &passing[mover].shape, &options);
        assert_int_equal(r.status, SM_MOVED);
        position = r.position;
    }
    list_end(&list);
    return position.y;
}

IN_BOTH(a_oneway_wall_holds_from_its_front_and_lets_through_from_its_back) {
    const sm3_vec up = at(0, 0.08f), down = at(0.01f, -0.08f), shot = at(0, -5000);
    for (int m = 0; m < 4; m++) {
        double rests = (double)passing[m].down;
        for (sm_resolver r = SM_DEEPEST; r < SM_RESOLVER_COUNT; r++) {
            assert_float_equal(height_after(in_space, r, m, -2, up, 60, 0, 0), 2.8, 1e-4);
            assert_float_equal(height_after(in_space, r, m, 2.8f, down, 60, 0, 0), rests, 1e-4);
        }
        assert_float_equal(height_after(in_space, SM_SWEEP, m, 900, shot, 1, 0, 0), rests, 1e-4);
        assert_float_equal(height_after(in_space, SM_SWEEP, m, -900, at(0, 5000), 1, 0, 0), 4100,
                           1e-3);
        float turned = height_after(in_space, SM_SWEEP, m, -0.1f, at(0, 0.02f), 10, 0, 0);
        assert_float_equal(turned, 0.1, 1e-5); /* and falls back out of it */
        assert_float_equal(height_after(in_space, SM_SWEEP, m, turned, at(0, -0.08f), 20, 0, 0),
                           -1.5, 1e-5);
    }
}

IN_BOTH(a_oneway_lift_carries_who_presses_on_it_and_comes_down_through) {
    for (int m = 0; m < 4; m++) {
        float down = passing[m].down;
        const sm3_vec pressed = at(0, -0.01f);
        assert_float_equal(height_after(in_space, SM_SWEEP, m, down, pressed, 1, 0.3f, 0),
                           down + 0.3f, 1e-4);
        assert_float_equal(height_after(in_space, SM_SWEEP, m, down + 0.3f, pressed, 1, 0, 0.3f),
                           down, 1e-4);
        assert_float_equal(height_after(in_space, SM_SWEEP, m, -0.1f, still, 1, -0.3f, 0.3f), -0.1,
                           1e-7);
    }
}

/* ---- Bad arguments ----------------------------------------------------------------------- */

IN_BOTH(what_is_not_finite_or_no_resolver_leaves_the_position_alone) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, 2 * SM_FARTHEST, -2 * SM_FARTHEST};
    const met walls = met_walls(in_space, ground, 1);
    for (int i = 0; i < 6 * 2; i++) {
        sm_options options = {.resolver = i % 2 ? SM_SWEEP : SM_DEEPEST};
        float n = odd[i / 2];
        const sm3_vec starts[] = {at(3, 4), at(3, n), at(n, 0)};
        const sm3_vec deltas[] = {at(0, n), at(1, 0), at(isfinite(n) ? -n : n, 0)};
        for (int k = 0; k < 3; k++) {
            sm3_result r = met_move(&walls, starts[k], deltas[k], &ball, &options);
            assert_int_equal(r.status, SM_NOT_FINITE);
            assert_memory_equal(&r.position, &starts[k], sizeof r.position);
        }
        sm3_mover none = {.radius = n};
        if (!isfinite(n)) /* is not met */
            assert_at(met_move(&walls, at(0, 0.4f), still, &none, &options).position, 0, 0.4f);
        assert_int_equal(met_move(&walls, still, at(SM_FARTHEST, 9), &ball, &options).status,
                         SM_MOVED);
        options.resolver = SM_RESOLVER_COUNT;
        sm3_result r = met_move(&walls, at(3, 4), at(1, 0), &ball, &options);
        assert_int_equal(r.status, SM_NO_RESOLVER);
        assert_at(r.position, 3, 4);
    }
}

IN_BOTH(without_a_function_to_ask_the_mover_stays_and_the_result_says_why) {
    for (int i = 0; i < SM_RESOLVER_COUNT; i++) {
        const sm_options options = {.resolver = (sm_resolver)i};
        const met nothing = {.in_space = in_space};
        sm3_result r = met_move(&nothing, at(1, 2), at(3, 4), &ball, &options);
        assert_int_equal(r.status, SM_NO_GATHER);
        assert_at(r.position, 1, 2);
    }
}

IN_BOTH(an_obstacle_that_is_not_finite_is_not_met) {
    const float odd[][4] = {{NAN, 0, 5, 0}, {-5, 0, 5, INFINITY}, {-5, 0, 5, 0}};
    const met walls = met_walls(in_space, odd, 3);
    assert_at(met_move(&walls, at(0, 1), at(0, -0.5f), &ball, NULL).position, 0, 1);
}

IN_BOTH(random_odd_arguments_give_finite_positions) {
    const float odd[] = {0, -0.0f, 1, -1, 1e-38f, 1e-45f, 1e38f, -3e38f, 1e6f, NAN, INFINITY, 0.5f};
    enum { ODD = sizeof odd / sizeof *odd };
    uint64_t random = test_seed(28);
    any_list list;
    list_begin(&list, in_space, 2);
    for (int i = 0; i < test_trials(150000); i++) {
        float n[28];
        for (int k = 0; k < 28; k++)
            n[k] = i % 3 > 0 && random_int(&random, 4) ? random_float(&random, -1, 1)
                                                       : odd[random_int(&random, ODD)];
        for (int k = 0; k < 2; k++) {
            const float *m = &n[10 * k];
            sm3_obstacle o = {.shape =
                                  sm3_face((sm3_vec){m[0], m[1], m[2]}, (sm3_vec){m[3], m[4], m[5]},
                                           (sm3_vec){m[6], m[7], m[8]})};
            o.shape.radius = m[9];
            o.shape.one_sided = i % 3 == 0;
            o.shape.oneway = i % 3 == 1;
            list_put(&list, k, &o);
        }
        const met m = list_obstacles(&list);
        sm3_mover mover = {.a = at(n[20], 0), .b = at(0, n[21]), .radius = fabsf(n[22])};
        sm3_vec start = at(n[23], n[24]), delta = {n[25], n[26], n[27]};
        for (int k = 0; k < 2; k++) {
            const sm_options options = {.resolver = k == 0 ? SM_DEEPEST : SM_SWEEP};
            sm3_result r = met_move(&m, start, delta, &mover, &options);
            assert_true(r.depth >= 0);
            assert_true(sm3_is_finite(r.position) || !sm3_is_finite(start));
        }
    }
    list_end(&list);
}

/* What moves and casts are by definition; and what 3D alone promises: the tree of boxes grows anew
 * before it is too deep. */
#include "../test.h"

#include "../../src/slidemove/space/cast3.h"
#include "../../src/slidemove/space/tree3.h"
#include "../reference3.h"
#include "../space.h"
#include "../trial.h"

static const sm3_mover movers[] = {{.radius = 0.5f},
                                   {.radius = 0},
                                   {.a = {0, -0.4f, 0}, .b = {0.1f, 0.6f, 0.2f}, .radius = 0.3f},
                                   {.a = {-2, 0, 0}, .b = {3, 0, 1}, .radius = 1}};

/* What comes in goes on where it was peeled, each nearer to the spot. */
TEST(a_deep_world_that_grows_is_built_anew_or_stays_as_it_was) {
    enum { COUNT = 2600 };
    static trial t;
    trial_begin(&t, PEELED, true, COUNT, test_seed(1));
    t.is_plain = true;
    trial_build(&t);
    const sm3_world *world = t.world.space;
    assert_true(world->deepest >= WORLD3_UNEVEN_DEPTH);
    t.is_poor = true;
    int refused = 0;
    for (bool was_built_anew = false; !was_built_anew;) {
        int count = list_count(&t.list), deepest = world->deepest, added = SM_NO_OBSTACLE;
        sm3_vec p = v(ldexpf(powf(0.97f, (float)(count - COUNT)), -25), 0, 0);
        sm3_obstacle o = {.shape = sm3_face(p, p, p)};
        for (int left = 0; added == SM_NO_OBSTACLE; left++) {
            t.left = left;
            added = world_add(t.world, &o.shape);
            assert_int_equal(world_count(t.world), count + (added >= 0));
            refused += added < 0;
        }
        assert_int_equal(added, count);
        list_put(&t.list, count, &o);
        assert_true(world->deepest < WORLD3_DEPTH);
        was_built_anew = world->deepest < deepest;
    }
    assert_true(refused > 0);
    trial_check(&t, 20);
    trial_end(&t);
}

/* A leaf that is left empty still holds where its faces were, and the world how large it was. */
TEST(what_was_removed_is_not_met) {
    static trial t;
    for (int i = 0; i < 6; i++) {
        trial_begin(&t, SOUP, true, 0, test_seed((uint64_t)i));
        t.is_plain = true;
        t.is_huge = false;
        t.scale = 0.3f;
        t.centre = v(0, 0, 0);
        for (int k = 0; k < 16; k++) {
            float x = k < 8 ? 0 : 0.3f, size = i < 4 ? 0.1f : FLT_MAX;
            sm3_triangle face = sm3_face(v(x, 0, 0), v(x + size, 0, 0), v(x, 0, size));
            list_put(&t.list, k, &(sm3_obstacle){.shape = face});
        }
        trial_build(&t);
        for (int k = 0; k < 16; k++)
            if (k / 8 == i % 2 || i >= 4) {
                assert_int_equal(world_remove(t.world, k), SM_CHANGED);
                sm3_obstacle gone = sm3_world_get(t.world.space, k);
                assert_true(isnan(gone.shape.a.x));
                list_put(&t.list, k, &gone);
            }
        trial_check(&t, 100);
        trial_end(&t);
    }
}

static bool count_told(void *context, const sm3_obstacle *o) {
    ++*(int *)context;
    return true;
}

typedef struct told_boxes {
    const sm3_mover *mover;
    int inner, entries;
} told_boxes;

static void count_box(void *context, sm3_vec low, sm3_vec high, int entries) {
    told_boxes *t = context;
    sm3_vec at = t->mover->a;
    float r = t->mover->radius;
    assert_true(low.x <= at.x + r && low.y <= at.y + r && low.z <= at.z + r);
    assert_true(high.x >= at.x - r && high.y >= at.y - r && high.z >= at.z - r);
    t->inner += entries == 0;
    t->entries += entries;
}

TEST(the_boxes_told_are_those_around_the_mover_and_hold_all_that_it_may_meet) {
    enum { COUNT = 2000 };
    static trial t;
    trial_begin(&t, SOUP, true, COUNT, test_seed(31));
    trial_build(&t);
    for (int k = 0; k < 20; k++) {
        sm3_vec middle = plus(t.centre, random_vec(&t.random, 12), t.scale);
        sm3_mover mover = sm3_sphere(middle, t.scale * (k == 0 ? 1e3f : 1));
        told_boxes told = {.mover = &mover};
        int near = 0;
        sm3_world_boxes(t.world.space, mover, count_box, &told);
        sm3_find_overlaps(v(0, 0, 0), mover, sm3_obstacles_of_world(t.world.space), NULL,
                          count_told, &near);
        /* Beyond squares of the largest float any box may be met. */
        assert_in_range(told.entries, near, k == 0 || t.is_huge ? COUNT : COUNT / 4);
        assert_true(told.entries == COUNT || k > 0);
        assert_true(told.inner > 0);
    }
    sm3_world_boxes(t.world.space, sm3_sphere(v(NAN, 0, 0), 1), count_box, NULL);
    trial_end(&t);
}

/* ---- By definition ----------------------------------------------------------------------- */

static bool collide_in_space(sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                             const sm3_triangle *triangle, int number, sm3_collision *c) {
    const mover3 placed = mover3_at(mover, vec3_of(position));
    obstacle3 obstacle;
    contact3 contact;
    if (!obstacle3_of(triangle, &obstacle) ||
        !sm3_contact(&placed, &obstacle, vec3_of(delta), -INFINITY, true, &contact) ||
        !contact3_blocks(&contact, &obstacle, &placed, vec3_of(delta)))
        return false;
    *c = sm3_collision_of(&contact, number);
    return true;
}

/* The deepest collision by the one routine there is, with nothing left out. */
static sm3_collision deepest_of_all(const trial *t, sm3_vec position, sm3_vec delta,
                                    const sm3_mover *mover) {
    float largest = fmaxf(fabsf(position.x), fmaxf(fabsf(position.y), fabsf(position.z)));
    sm3_collision deepest = {.depth = FLT_EPSILON * largest, .obstacle = SM_NO_OBSTACLE};
    const sm3_mover placed = sm3_mover_at(*mover, position);
    const sm_capsule flat = {sm3_to2(placed.a), sm3_to2(placed.b), placed.radius};
    for (int i = 0; i < list_count(&t->list); i++) {
        sm3_collision c = {.depth = -INFINITY};
        if (t->in_space)
            collide_in_space(position, delta, mover, &t->list.triangles[i], i, &c);
        else
            c = sm_collision_to3(sm_collide(flat, t->list.capsules[i], sm3_to2(delta)));
        c.obstacle = i;
        if (c.depth > deepest.depth)
            deepest = c;
    }
    return deepest;
}

/* The mover is put where it wants to be, and pushed out of what it is deepest in, a few times. Also
 * a capsule that runs through a one-sided face, which may have to leave it on the side that is
 * farther. */
TEST(a_move_is_pushed_out_of_the_deepest_by_definition) {
    static trial t;
    for (int i = 0; i < test_trials(2 * KINDS * 1000); i++) {
        if (i % 1000 == 0) {
            trial_begin(&t, i / 2000 % KINDS, i / 1000 % 2, 60, test_seed((uint64_t)i));
            trial_build(&t);
        }
        sm3_vec start = plus(t.centre, random_vec(&t.random, 3), t.scale);
        sm3_vec delta = random_vec(&t.random, 0.1f * t.scale);
        if (!t.in_space)
            start.z = delta.z = 0;
        sm3_mover mover = movers[random_int(&t.random, 4)];
        mover.radius *= t.scale;
        sm3_vec end = sm3_offset(start, delta, 1);
        for (int pushes = 0; pushes < SM_PUSHES; pushes++) {
            sm3_collision c = deepest_of_all(&t, end, delta, &mover);
            end = c.obstacle == SM_NO_OBSTACLE ? end : sm3_offset(end, c.normal, c.depth);
        }
        const met mets[] = {list_shapes(&t.list), world_met(t.world)};
        for (int k = 0; k < (t.in_space || t.is_plain ? 2 : 1) && !t.is_odd; k++) {
            sm3_result r = met_move(&mets[k], start, delta, &mover, NULL);
            assert_memory_equal(&r.position, &end, sizeof end);
        }
        if (i % 1000 == 999)
            trial_end(&t);
    }
}

/* As for who is crushed: what is just so deep that it holds was passed by after another. */
TEST(what_just_holds_a_mover_that_is_deep_may_be_seen_in_any_order) {
    const sm3_triangle walls[] = {sm3_face(v(100, -900, -900), v(100, 900, -900), v(100, 0, 900)),
                                  sm3_face(v(-900, 100, -900), v(900, 100, -900), v(0, 100, 900))};
    any_list list;
    list_begin(&list, true, 2);
    for (int i = 0; i < 2; i++)
        list_put(&list, i, &(sm3_obstacle){.shape = walls[i]});
    const sm3_mover ball = sm3_sphere(v(0, 0, 0), 200);
    const mover3 mover = mover3_at(&ball, vec3_zero);
    const clearance3 deep = {.stop = -100, .held = -100, .needed = -100};
    const met orders[] = {list_shapes(&list), list_backwards(&list)};
    for (int i = 0; i < 2; i++) {
        cast3 cast;
        sm3_cast_begin(&cast, &mover, (vec3){1, 1, 0}, &deep, false);
        sm3_region region = sm3_cast_region(&cast);
        sm3_visit_near(&(query_scope3){.obstacles = orders[i].space}, &region, &cast.visitor);
        assert_int_equal(cast.first.obstacle, 0);
    }
    list_end(&list);
}

/* Its faces were once taken to be infinitely far. */
TEST(a_large_mover_is_pushed_out_of_a_large_face) {
    for (float size = 1; size < 1e15f; size *= 10) {
        sm3_triangle face = sm3_face(v(-size, 0, -size), v(0, 0, size), v(size, 0, -size));
        sm3_triangle_array array = {&face, 1};
        sm3_result r =
            sm3_slide_move(v(0, 0.1f * size, 0), v(0, 0, 0), sm3_sphere(v(0, 0, 0), 0.25f * size),
                           sm3_obstacles_of_array(&array), NULL);
        assert_int_equal(r.pushes, 1);
        assert_float_equal(r.position.y / size, 0.25f, 1e-5);
    }
}

TEST(any_number_of_contacts_clips_a_velocity) {
    enum { SAME = 70 };
    sm3_collision contacts[SAME] = {{.depth = 0}}; /* the first has no normal */
    sm_collision flat[SAME] = {{.depth = 0}};
    for (int i = 1; i < SAME; i++) {
        contacts[i].normal = v(0, 2, 0);
        flat[i].normal = (sm_vec2){0, i == 1 ? INFINITY : 2};
    }
    assert_vec(sm3_clip_velocity(v(1, -2, 3), contacts, SAME), 1, 0, 3);
    assert_vec(sm_to3(sm_clip_velocity((sm_vec2){1, -2}, flat, SAME)), 1, 0, 0);
}

TEST(among_more_than_a_move_keeps_in_mind_a_world_answers_as_the_loop) {
    static const int counts[] = {256, 257, 300, 700};
    static trial t;
    for (int i = 0; i < 8; i++) {
        trial_begin(&t, IDENTICAL, true, counts[i % 4], test_seed((uint64_t)i));
        trial_build(&t);
        trial_check(&t, test_trials(40));
        trial_end(&t);
    }
}

/* What bounds such a box was once made of its edges as they are given. */
TEST(a_box_that_is_not_square_moves_alike_through_the_index_and_with_a_trace) {
    static trial t;
    for (int i = 0; i < 10; i++) {
        trial_begin(&t, TERRAIN, true, 128, test_seed((uint64_t)i));
        trial_build(&t);
        const met loop = list_shapes(&t.list), world = world_met(t.world);
        question q = {.space = sm3_box(v(0, 0, 0), v(0.3f, 0.1f, 0), v(-0.1f, 0.3f, 0.05f),
                                       v(0.1f, 0.1f, 0.3f), 0),
                      .options.resolver = SM_SWEEP};
        for (int k = 0; k < test_trials(100); k++) {
            sm_trace trace = {.reach = 0.25f};
            sm_options traced = {.resolver = SM_SWEEP, .trace = &trace};
            if (k % 6 == 0)
                q.delta = sm3_offset(v(0, -0.1f, 0), random_vec(&t.random, 0.3f), 1);
            if (k % 50 == 0)
                q.position = plus(t.centre, plus(v(0, 0.5f, 0), random_vec(&t.random, 3), 1), 1);
            sm3_vec seen =
                sm3_slide_move(q.position, q.delta, q.space, loop.space, &traced).position;
            trial_ask(&t, ASK_MOVE, &q, &loop, &world);
            assert_memory_equal(&seen, &q.position, sizeof seen);
        }
        trial_end(&t);
    }
}

/* ---- Casts ------------------------------------------------------------------------------- */

static bool count_look(void *context, int obstacle, uint64_t user) {
    ++*(int *)context;
    return true;
}

/* A thousand faces stand in a row, each across it. */
TEST(a_ray_looks_at_no_more_than_is_about_the_first_hit) {
    enum { ROW = 1000 };
    sm3_triangle faces[ROW];
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < ROW; i++) {
            sm3_vec corners[] = {v((float)i, -1, -1), v((float)i, 2, -1), v((float)i, -1, 2)};
            for (int k = 0; k < 3; k++) {
                const float *p = &corners[k].x;
                corners[k] = v(p[(3 - axis) % 3], p[(4 - axis) % 3], p[(5 - axis) % 3]);
            }
            faces[i] = sm3_face(corners[0], corners[1], corners[2]);
        }
        sm3_world *world = sm3_world_create(faces, ROW, NULL);
        for (int side = -1; side <= 1; side += 2) {
            int looks = 0;
            float start[3] = {0}, delta[3] = {0};
            start[axis] = 500.5f;
            delta[axis] = 400 * (float)side;
            sm3_touch hit =
                sm3_raycast(v(start[0], start[1], start[2]), v(delta[0], delta[1], delta[2]),
                            sm3_obstacles_of_world(world),
                            &(sm_filter){.accept = count_look, .context = &looks});
            assert_int_equal(hit.obstacle, side < 0 ? 500 : 501);
            assert_in_range(looks, 1, 40);
        }
        sm3_world_destroy(world);
    }
}

static double gap_at(sm3_mover mover, sm3_vec delta, double fraction, sm3_triangle obstacle) {
    reference_vec3 way = {(long double)delta.x * (long double)fraction,
                          (long double)delta.y * (long double)fraction,
                          (long double)delta.z * (long double)fraction};
    return reference_closest_shapes(mover, way, obstacle).distance -
           ((double)mover.radius + (double)obstacle.radius);
}

TEST(casts_stop_at_the_first_touch_and_not_before) {
    static const float speeds[] = {0.1f, 5, 5000};
    static const double tolerance = 1e-5;
    uint64_t random = test_seed(34);
    int hits = 0;
    for (int i = 0; i < test_trials(20000); i++) {
        sm3_vec middle = random_vec(&random, 3);
        sm3_triangle obstacle = sm3_face(plus(middle, random_vec(&random, 1), 1),
                                         plus(middle, random_vec(&random, 1), 1),
                                         plus(middle, random_vec(&random, 1), 1));
        obstacle.radius = random_int(&random, 4) ? 0 : 0.2f;
        if (i % 4 == 0)
            obstacle.c = obstacle.b;
        if (i % 8 == 0)
            obstacle.b = obstacle.c = obstacle.a;
        sm3_mover mover = movers[random_int(&random, 4)];
        sm3_vec start = random_vec(&random, 4);
        sm3_vec toward = i % 3 ? plus(obstacle.a, start, -1) : random_vec(&random, 1);
        float speed = speeds[random_int(&random, 3)];
        sm3_vec delta = v(toward.x * speed, toward.y * speed, toward.z * speed);
        sm3_triangle_array array = {&obstacle, 1};
        sm3_touch touch = sm3_shapecast(start, delta, mover, sm3_obstacles_of_array(&array), NULL);
        sm3_mover placed = sm3_mover_at(mover, start);
        if (gap_at(placed, delta, 0, obstacle) < tolerance)
            continue;
        hits += touch.hit;
        double end = touch.hit ? touch.fraction : 1;
        for (int k = 0; k <= 50; k++)
            assert_true(gap_at(placed, delta, end * k / 50, obstacle) >= -tolerance);
        if (!touch.hit) {
            assert_true(touch.fraction == 1 && touch.obstacle == SM_NO_OBSTACLE);
            continue;
        }
        const sm3_mover point = sm3_sphere(touch.point, 0);
        assert_true(gap_at(placed, delta, end, obstacle) <= tolerance);
        assert_true(fabs(gap_at(point, v(0, 0, 0), 0, obstacle)) <= tolerance);
        assert_true(fabs(gap_at(placed, delta, end, sm3_solid_capsule(point))) <= tolerance);
    }
    assert_true(hits > test_trials(4000));
}

/* Where doubles are coarser than what counts as touching, its steps may come no nearer. */
TEST(far_out_a_cast_ends_where_rounding_lets_it) {
    uint64_t random = test_seed(3);
    int hits = 0;
    for (int i = 0; i < 3000; i++) {
        float far = powf(10, random_float(&random, 9, 13)), size = far * 1e-6f;
        sm3_vec at = v(far, far, -far), start = plus(at, random_vec(&random, 3 * size), 1);
        sm3_triangle face =
            sm3_face(plus(at, random_vec(&random, size), 1), plus(at, random_vec(&random, size), 1),
                     plus(at, random_vec(&random, size), 1));
        sm3_mover mover = sm3_sphere(v(0, 0, 0), 0.1f * size);
        sm3_touch touch =
            sm3_shapecast(start, sm3_scaled(sm3_between(start, at), 2), mover,
                          sm3_obstacles_of_array(&(sm3_triangle_array){&face, 1}), NULL);
        if (sm3_collide(sm3_mover_at(mover, start), face, v(0, 0, 0)).depth > 0)
            continue;
        float depth = sm3_collide(sm3_mover_at(mover, touch.position), face, v(0, 0, 0)).depth;
        assert_true(depth <= 2e-7f * far);
        assert_true(!touch.hit || depth >= -2e-7f * far);
        hits += touch.hit;
    }
    assert_true(hits > 1000);
}

TEST(a_ray_reports_fraction_position_normal_and_point) {
    sm3_triangle face = sm3_face(v(-4, 1, -4), v(0, 1, 4), v(4, 1, -4));
    sm3_triangle_array array = {&face, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    sm3_touch down = sm3_raycast(v(0.5f, 5, 0), v(0, -8, 0), obstacles, NULL);
    assert_true(down.hit);
    assert_float_equal((float)down.fraction, 0.5f, 1e-7);
    assert_float_equal(down.position.y, 1, 1e-6);
    assert_float_equal(down.normal.y, 1, 1e-6);
    assert_float_equal(down.point.x, 0.5f, 1e-6);
    sm3_touch up = sm3_raycast(v(0.5f, -5, 0), v(0, 12, 0), obstacles, NULL);
    assert_true(up.hit && up.normal.y < -0.999f);
    face.one_sided = true;
    assert_true(sm3_raycast(v(0.5f, 5, 0), v(0, -8, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(0.5f, -5, 0), v(0, 12, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(9, 5, 0), v(0, -8, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(0, NAN, 0), v(0, -8, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(0, 5, 0), v(0, -INFINITY, 0), obstacles, NULL).hit);
}

/* A bag of two cones around the origin, of faces that share all edges. */
TEST(no_ray_leaves_a_closed_mesh_through_a_joint) {
    enum { ROUND = 24, FACES = 2 * ROUND };
    static sm3_triangle faces[FACES];
    uint64_t random = test_seed(11);
    for (int bag = 0; bag < test_trials(100); bag++) {
        sm3_vec ring[ROUND], ends[2] = {v(0, 3, 0), v(0, -2, 0)};
        for (int i = 0; i < ROUND; i++) {
            double angle = 6.2831853 * i / ROUND;
            float far = random_float(&random, 1, 4);
            ring[i] = v(far * (float)cos(angle), random_float(&random, -0.5f, 0.5f),
                        far * (float)sin(angle));
        }
        for (int i = 0; i < FACES; i++)
            faces[i] = sm3_face(ring[i / 2], ring[(i / 2 + 1) % ROUND], ends[i % 2]);
        sm3_triangle_array list = {faces, FACES};
        sm3_world *world = sm3_world_create(faces, FACES, NULL);
        for (int k = 0; k < 300; k++) {
            sm3_vec origin = random_vec(&random, 0.01f), from = ring[k % ROUND];
            int what = k / ROUND % 3;
            sm3_vec to = what == 0 ? from : what == 1 ? ring[(k + 1) % ROUND] : ends[k % 2];
            float along = random_float(&random, 0, 1), times = random_float(&random, 1.001f, 40);
            sm3_vec at = sm3_offset(from, sm3_between(from, to), along);
            sm3_vec delta = sm3_scaled(sm3_between(origin, at), times);
            sm3_touch hit = sm3_raycast(origin, delta, sm3_obstacles_of_world(world), NULL);
            sm3_touch same = sm3_raycast(origin, delta, sm3_obstacles_of_array(&list), NULL);
            assert_true(hit.hit && hit.obstacle == same.obstacle && hit.fraction == same.fraction);
            assert_float_equal((float)hit.fraction * times, 1, 1e-5);
        }
        sm3_world_destroy(world);
    }
}

TEST(a_mover_that_touches_or_overlaps_is_hit_only_going_deeper) {
    sm3_triangle face = sm3_face(v(-4, 0, -4), v(0, 0, 4), v(4, 0, -4));
    sm3_triangle_array array = {&face, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    for (int i = 0; i < 2; i++) {
        sm3_vec start = v(0, i ? 0.5f : 0.3f, 0);
        sm3_touch deeper = sm3_shapecast(start, v(1, -1, 0), movers[0], obstacles, NULL);
        assert_true(deeper.hit && deeper.fraction == 0);
        assert_false(sm3_shapecast(start, v(1, 0, 0), movers[0], obstacles, NULL).hit);
        assert_false(sm3_shapecast(start, v(0, 1, 0), movers[0], obstacles, NULL).hit);
    }
}

TEST(queries_find_what_is_there_and_say_no_of_the_rest) {
    sm3_triangle floor = sm3_face(v(-4, 0, -4), v(-4, 0, 4), v(4, 0, -4));
    floor.radius = 0.5f;
    sm3_triangle_array array = {&floor, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    sm3_collision nearest = sm3_find_nearest(v(-1, 2, -1), 9, obstacles, NULL);
    assert_float_equal(nearest.depth, -1.5f, 1e-6);
    assert_vec(nearest.point, -1, 0.5f, -1);
    assert_int_equal(sm3_find_nearest(v(-1, 2, -1), 1.5f, obstacles, NULL).obstacle,
                     SM_NO_OBSTACLE);
    assert_int_equal(sm3_find_nearest(v(NAN, 2, -1), 9, obstacles, NULL).obstacle, SM_NO_OBSTACLE);
    sm3_collision deepest =
        sm3_find_deepest(v(-1, 0.75f, -1), v(0, 0, 0), movers[0], obstacles, NULL);
    assert_float_equal(deepest.depth, 0.25f, 1e-6);
    static const struct {
        sm3_vec low, high;
        int found;
    } boxes[] = {
        {{-1, -1, -1}, {-0.5f, 1, -0.5f}, 1}, /* the middle runs through it */
        {{-9, -9, -9}, {9, 9, 9}, 1},         /* all is in it */
        {{-1, 0.5f, -1}, {0, 2, 0}, 1},       /* touches */
        {{-1, 0.51f, -1}, {0, 2, 0}, 0},      {{1, -1, 1}, {4, 1, 4}, 0}, /* beyond the long edge */
        {{-1, -0.1f, -9}, {-1, 0.1f, 9}, 1},
    };
    for (int i = 0; i < 6; i++) {
        int found = 0;
        sm3_find_in_box(boxes[i].low, boxes[i].high, obstacles, NULL, count_told, &found);
        assert_int_equal(found, boxes[i].found);
    }
}

/* From behind, a face that the box merely touches is deep in it: the way out leads to its front.
 * A move has no room to hold so many, and leaves out what is less deep. */
TEST(a_box_that_touches_the_back_of_a_face_is_deep_in_it_after_any_others) {
    enum { COUNT = 100 };
    static sm3_triangle faces[COUNT];
    for (int i = 0; i < COUNT; i++)
        faces[i] = sm3_face(v(0.1f, -3, -3), v(0.1f, 3, -3), v(0.1f, 0, 6));
    faces[COUNT - 1] = sm3_face(v(-3, 1, -3), v(0, 1, 6), v(3, 1, -3));
    faces[COUNT - 1].one_sided = true;
    const sm3_mover box = sm3_box(v(0, 0.5f, 0), v(0.5f, 0, 0), v(0, 0.5f, 0), v(0, 0, 0.5f), 0.1f);
    const sm3_vec nowhere = v(0, 0, 0);
    const sm_options once = {.max_pushes = 1};
    sm3_triangle_array list = {faces, COUNT};
    sm3_world *world = sm3_world_create(faces, COUNT, NULL);
    const sm3_obstacles both[] = {sm3_obstacles_of_array(&list), sm3_obstacles_of_world(world)};
    for (int i = 0; i < 2; i++) {
        sm3_collision c = sm3_find_deepest(nowhere, nowhere, box, both[i], NULL);
        assert_int_equal(c.obstacle, COUNT - 1);
        assert_float_equal(c.depth, 1.1f, 1e-6);
        assert_float_equal(sm3_slide_move(nowhere, nowhere, box, both[i], &once).position.y, 1.1f,
                           1e-6);
        c = sm3_find_deepest(nowhere, v(NAN, 0, 0), box, both[i], NULL);
        assert_int_equal(c.obstacle, SM_NO_OBSTACLE);
    }
    sm3_world_destroy(world);
}

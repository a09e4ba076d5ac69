/* SM_SWEEP in 3D: every row of the motion table with its bound, for a ball and an upright capsule;
 * and the faults of the seed method that the table shows. SLIDEMOVE_EFFORT multiplies the random
 * tries. */

#include "../../src/slidemove/vec.h"
#include "../motion.h"
#include "../space.h"
#include "../test.h"

TEST(a_ball_and_an_upright_capsule_keep_every_bound_of_the_motion_table) {
    double effort = motion_effort(0.05);
    assert_int_equal(motion_check(&(contender){true, motion_ball, SM_SWEEP}, effort), 0);
    assert_int_equal(motion_check(&(contender){true, motion_capsule, SM_SWEEP}, effort), 0);
}

static double worst_in(const char *name, sm_resolver resolver) {
    const contender by = {true, motion_ball, resolver};
    for (int i = 0; i < motion_row_count; i++) {
        if (strcmp(motion_rows[i].place, name) == 0)
            return motion_worst(&motion_rows[i], &by, 0.01);
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
        {{-9, 0, -9}, {0, 0, 9}, {9, 0, -9}, 0, true, false}, /* the ground */
        {{2, -9, -9}, {2, -9, 9}, {2, 9, 0}, 0, true, false}, /* a wall, facing -x */
        {{-9, -9, 2}, {0, 9, 2}, {9, -9, 2}, 0, true, false}, /* one that shows its back */
    };
    const sm3_triangle_array array = {corner, 3};
    const sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    const sm_options options = {.resolver = SM_SWEEP};
    sm3_collision contacts[4];
    sm3_vec position = v(0, 1, 0);
    for (int tick = 0; tick < 60; tick++)
        position =
            sm3_slide_move(position, v(0.1f, -0.1f, 0), motion_ball, obstacles, &options).position;
    assert_int_equal(sm3_find_contacts(position, motion_ball, obstacles, NULL, contacts, 4), 2);
    assert_int_equal(contacts[0].obstacle, 0);
    assert_int_equal(contacts[1].obstacle, 1);
    assert_vec(contacts[0].normal, 0, 1, 0);
    assert_vec(sm3_clip_velocity(v(3, -4, 5), contacts, 2), 0, 0, 5);
    assert_vec(sm3_clip_velocity(v(3, 4, 5), contacts, 2), 0, 4, 5);
    assert_vec(sm3_clip_velocity(v(-3, -4, 0), contacts, 2), -3, 0, 0);
    assert_vec(sm3_clip_velocity(v(3, -4, 5), contacts, 0), 3, -4, 5);
    assert_vec(sm3_clip_velocity(v(3, NAN, 5), contacts, 2), 0, 0, 0);
    assert_int_equal(sm3_find_contacts(position, motion_ball, obstacles, NULL, contacts, 1), 2);
    assert_int_equal(sm3_find_contacts(v(0, 3, 0), motion_ball, obstacles, NULL, contacts, 4), 0);
    assert_int_equal(sm3_find_contacts(v(0, NAN, 0), motion_ball, obstacles, NULL, contacts, 4), 0);
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
    uint64_t random = test_seed(11);
    int turned = 0;
    for (int i = 0; i < test_trials(20000); i++) {
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
    assert_true(turned > test_trials(5000));
}

/* ---- Obstacles that move ----------------------------------------------------------------- */

/* A square plate of two faces around `middle`, up to `along` and `aside` from there. */
static void make_plate(sm3_triangle faces[2], sm3_vec middle, sm3_vec along, sm3_vec aside) {
    sm3_vec p[4];
    for (int i = 0; i < 4; i++)
        p[i] = sm3_offset(sm3_offset(middle, along, i & 1 ? 1 : -1), aside, i & 2 ? 1 : -1);
    faces[0] = sm3_face(p[0], p[1], p[2]);
    faces[1] = sm3_face(p[3], p[2], p[1]);
}

/* Of 0.5 in all directions, rounded and not, as the ball is. */
static const sm3_mover box = {{0, -0.4f, 0}, {0, 0.4f, 0}, 0.1f, {0.4f, 0, 0}, {0, 0, 0.4f}};
static const sm3_mover sharp = {{0, -0.5f, 0}, {0, 0.5f, 0}, 0, {0.5f, 0, 0}, {0, 0, 0.5f}};

static sm3_vec turned(sm3_vec p, float angle) {
    float c = cosf(angle), s = sinf(angle);
    return v(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
}

/* Moves the plate of the obstacles 0 and 1. */
static void move_plate(sm3_world *world, sm3_vec shift, float angle) {
    for (int i = 0; i < 2; i++) {
        sm3_triangle t = sm3_world_get(world, i).shape;
        t.a = sm3_offset(turned(t.a, angle), shift, 1);
        t.b = sm3_offset(turned(t.b, angle), shift, 1);
        t.c = sm3_offset(turned(t.c, angle), shift, 1);
        assert_int_equal(sm3_world_move(world, i, t), SM_CHANGED);
    }
}

/* Rides for a second on a plate that moves evenly. Returns how far it is from where it should be.
 */
static double miss_on_plate(sm3_mover mover, sm3_vec shift, float angle) {
    sm3_triangle plate[2];
    make_plate(plate, v(0, 0, 0), v(5, 0, 0), v(0, 0, 5));
    sm3_world *world = sm3_world_create(plate, 2, NULL);
    sm_trace trace = {0};
    const sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    sm3_vec at = v(1.5f, mover.radius + SM3_SKIN - mover.a.y, 0.5f), expected = at;
    for (int tick = 0; tick < 60; tick++) {
        move_plate(world, shift, angle);
        expected = sm3_offset(turned(expected, angle), shift, 1);
        sm3_result r =
            sm3_slide_move(at, v(0, -0.01f, 0), mover, sm3_obstacles_of_world(world), &options);
        assert_int_equal(r.status, SM_MOVED);
        assert_int_equal(trace.iterations[0].step, SM_STEP_CARRY);
        assert_true(trace.iterations[0].held[0] <= 1);
        at = r.position;
    }
    sm3_world_rest(world);
    sm3_vec rested = at;
    for (int tick = 0; tick < 2; tick++)
        rested =
            sm3_slide_move(rested, v(0, -0.01f, 0), mover, sm3_obstacles_of_world(world), &options)
                .position;
    sm3_world_destroy(world);
    assert_float_equal(rested.x, at.x, 1e-6);
    assert_float_equal(rested.z, at.z, 1e-6);
    return vec3_length(vec3_sub(vec3_of(at), vec3_of(expected)));
}

TEST(a_plate_carries_who_stands_on_it_up_down_sideways_and_turning) {
    const sm3_mover movers[] = {motion_ball, motion_capsule, box, sharp};
    for (int i = 0; i < 4; i++) {
        assert_true(miss_on_plate(movers[i], v(0, 0.1f, 0), 0) < 1e-3);
        assert_true(miss_on_plate(movers[i], v(0, -0.1f, 0), 0) < 1e-3);
        assert_true(miss_on_plate(movers[i], v(0.3f, 0, -0.2f), 0) < 1e-3);
        assert_true(miss_on_plate(movers[i], v(0, 0.05f, 0), 0.02f) < 1e-3);
        assert_true(miss_on_plate(movers[i], v(3, 0, 0), 0) < 1e-2);
    }
}

/* The ends of a rod and its middle, which lie on one line, in any order; and one point alone. */
TEST(a_rod_carries_as_its_ends_move_in_whatever_order_its_corners_are) {
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1},
                                    {2, 1, 0}, {0, 1, 1}, {0, 0, 1}, {2, 2, 2}};
    const sm3_vec from[] = {v(-1, 0, 0), v(1, 0, 0), v(0, 0, 0)};
    const sm3_vec to[] = {v(-1, 0, 0.2f), v(1, 0, 0), v(0, 0, 0.1f)};
    for (int i = 0; i < 18; i++) {
        const int *order = orders[i % 9];
        const float size = i < 9 ? 1 : 0.25f;
        sm3_obstacle rod = {.moves = true};
        sm3_vec *corners[] = {&rod.shape.a, &rod.shape.b, &rod.shape.c},
                *before[] = {&rod.before.a, &rod.before.b, &rod.before.c};
        for (int k = 0; k < 3; k++) {
            *before[k] = sm3_scaled(from[order[k]], size);
            *corners[k] = sm3_scaled(to[order[k]], size);
        }
        rod.shape.radius = rod.before.radius = 0.2f;
        sm3_obstacle_array list = {&rod, 1};
        for (float x = -0.9f; x < 1; x += 0.9f) {
            if (i % 9 == 8 && x != 0)
                continue;
            float height = 0.2f + motion_ball.radius + SM3_SKIN - motion_ball.a.y;
            sm3_result r =
                sm3_slide_move(v(size * x, height, 0), v(0, -0.01f, 0), motion_ball,
                               sm3_obstacles_of_list(&list), &(sm_options){.resolver = SM_SWEEP});
            assert_float_equal(r.position.x, size * x, 0.02 * size);
            assert_float_equal(r.position.z, size * (0.1f - 0.1f * x), 0.01 * size);
        }
    }
}

/* It lies deep in them, as one that comes up through them does. */
TEST(of_eight_oneway_faces_that_move_none_carries_what_passes_through) {
    enum { FACES = 8 };
    sm3_obstacle faces[FACES];
    for (int i = 0; i < FACES; i++) {
        float y = -0.1f - 0.01f * (float)i;
        faces[i] = (sm3_obstacle){.before = sm3_face(v(-9, y, -9), v(0, y, 9), v(9, y, -9)),
                                  .shape = sm3_face(v(-8, y, -9), v(1, y, 9), v(10, y, -9)),
                                  .moves = true};
        faces[i].shape.oneway = faces[i].before.oneway = true;
    }
    sm3_obstacle_array list = {faces, FACES};
    sm3_result r =
        sm3_slide_move(v(0, 0, 0), v(0, -0.01f, 0), sm3_sphere(v(0, 0, 0), 0.5f),
                       sm3_obstacles_of_list(&list), &(sm_options){.resolver = SM_SWEEP});
    assert_vec(r.position, 0, -0.01f, 0);
}

/* A plate comes from the left, at any speed; a wall may stand at x = 3. */
static sm3_result push_by_plate(float speed, int ticks, bool has_wall, sm3_mover mover) {
    sm3_triangle faces[4];
    make_plate(faces, v(-1, 0, 0), v(0, 9, 0), v(0, 0, 9));
    make_plate(&faces[2], v(3, 0, 0), v(0, 9, 0), v(0, 0, 9));
    sm3_world *world = sm3_world_create(faces, has_wall ? 4 : 2, NULL);
    sm3_result r = {.position = v(0, 0.1f, 0.2f)};
    for (int tick = 0; tick < ticks; tick++) {
        move_plate(world, v(speed, 0, 0), 0);
        r = sm3_slide_move(r.position, v(0, 0, 0), mover, sm3_obstacles_of_world(world),
                           &(sm_options){.resolver = SM_SWEEP});
        assert_true(!has_wall || r.position.x < 3);
    }
    sm3_world_destroy(world);
    return r;
}

TEST(a_wall_that_comes_pushes_and_crushes_but_never_through_what_stands) {
    const sm3_mover movers[] = {motion_ball, motion_capsule, box, sharp};
    for (int i = 0; i < 4; i++) {
        static const float speeds[] = {0.05f, 0.3f, 2, 20};
        for (int k = 0; k < 4; k++) {
            int ticks = (int)(40 / speeds[k]);
            float plate = -1 + (float)ticks * speeds[k];
            sm3_vec end = push_by_plate(speeds[k], ticks, false, movers[i]).position;
            assert_float_equal(end.x, plate + movers[i].radius + movers[i].side.x, 2e-3);
            assert_float_equal(end.y, 0.1f, 1e-4);
            push_by_plate(speeds[k], ticks, true, movers[i]);
        }
        sm3_result crushed = push_by_plate(0.1f, 35, true, movers[i]);
        assert_int_equal(crushed.status, SM_CRUSHED);
        assert_true(crushed.depth > 0.1f);
    }
}

/* The camera of the 3D view. */
#include "../test.h"

#include "../../src/slidemove/vec.h"
#include "../../src/view/camera.h"
#include "../space.h"

enum { ROUNDS = 2000 };

static camera random_camera(uint64_t *random) {
    camera c = camera3_make(64 + random_int(random, 2000), 64 + random_int(random, 2000));
    c.target = random_vec(random, 100);
    c.yaw = random_float(random, -4, 4);
    c.pitch = random_float(random, -1.5f, 1.5f);
    c.distance = random_float(random, 0.1f, 100);
    c.field_of_view = random_float(random, 0.3f, 2);
    return c;
}

static sm3_vec right_of(const camera *c) {
    return sm3_cross(camera3_forward(c), camera3_up(c));
}

static sm_vec2 seen(const camera *c, sm3_vec world) {
    sm_vec2 pixel;
    assert_true(camera_see(c, world, &pixel));
    return pixel;
}

static void assert_near(sm3_vec a, sm3_vec b, float epsilon) {
    assert_float_equal(a.x, b.x, epsilon);
    assert_float_equal(a.y, b.y, epsilon);
    assert_float_equal(a.z, b.z, epsilon);
}

TEST(the_axes_are_those_of_the_documentation) {
    camera c = camera3_make(100, 100);
    c.yaw = c.pitch = 0;
    assert_near(camera3_forward(&c), (sm3_vec){1, 0, 0}, 1e-6f);
    assert_near(right_of(&c), (sm3_vec){0, 0, 1}, 1e-6f);
    assert_near(camera3_up(&c), (sm3_vec){0, 1, 0}, 1e-6f);
    c.yaw = 1.57079633f; /* counter-clockwise from above: x turns to -z */
    assert_near(camera3_forward(&c), (sm3_vec){0, 0, -1}, 1e-6f);
    c.pitch = -1;
    assert_true(camera3_forward(&c).y < 0);
}

TEST(a_point_lies_on_the_ray_through_its_pixel) {
    uint64_t random = random_seed(test_seed(2));
    for (int i = 0; i < ROUNDS; i++) {
        camera c = random_camera(&random);
        sm_vec2 pixel = {random_float(&random, 0, (float)c.width),
                         random_float(&random, 0, (float)c.height)};
        pointer_ray ray = camera_ray(&c, pixel);
        sm3_vec origin = ray.eye, direction = ray.direction;
        assert_float_equal(sm3_dot(direction, direction), 1, 1e-5f);
        float length = random_float(&random, 2, 200);
        sm3_vec at = sm3_offset(origin, direction, length);
        sm_vec2 p;
        assert_true(camera_see(&c, at, &p));
        assert_float_equal(p.x, pixel.x, 0.2f);
        assert_float_equal(p.y, pixel.y, 0.2f);
        float cosine = sm3_dot(direction, camera3_forward(&c));
        assert_float_equal(camera_pixels(&c, at, length * cosine),
                           camera_pixels(&c, c.target, c.distance), 1);
    }
}

TEST(right_in_the_world_is_right_in_the_picture) {
    uint64_t random = random_seed(test_seed(3));
    for (int i = 0; i < ROUNDS; i++) {
        camera c = random_camera(&random);
        float size = 1 / camera_pixels(&c, c.target, 1);
        sm_vec2 right = seen(&c, sm3_offset(c.target, right_of(&c), 20 * size));
        sm_vec2 up = seen(&c, sm3_offset(c.target, camera3_up(&c), 20 * size));
        assert_float_equal(right.x, (float)c.width / 2 + 20, 0.2f);
        assert_float_equal(up.y, (float)c.height / 2 - 20, 0.2f);
    }
}

TEST(what_is_behind_the_eye_has_no_pixel) {
    camera c = camera3_make(100, 100);
    sm3_vec behind = sm3_offset(camera3_eye(&c), camera3_forward(&c), -1);
    sm_vec2 p;
    assert_false(camera_see(&c, behind, &p));
    assert_true(isnan(p.x));
    assert_false(camera_see(&c, camera3_eye(&c), &p));
    assert_false(camera_see(&c, (sm3_vec){NAN, 0, 0}, &p));
}

static sm3_vec corner(sm3_vec low, sm3_vec high, int i) {
    return (sm3_vec){i & 1 ? low.x : high.x, i & 2 ? low.y : high.y, i & 4 ? low.z : high.z};
}

TEST(a_fitted_box_fills_the_picture_and_is_in_its_middle) {
    uint64_t random = random_seed(test_seed(4));
    const float margin = 10;
    for (int i = 0; i < ROUNDS; i++) {
        camera c = random_camera(&random), before = c;
        sm3_vec low = random_vec(&random, 50), size = random_vec(&random, 50);
        sm3_vec high = {low.x + fabsf(size.x), low.y + fabsf(size.y), low.z + fabsf(size.z)};
        camera3_fit_box(&c, low, high, margin);
        assert_true(c.yaw == before.yaw && c.pitch == before.pitch);
        float gap = INFINITY, nearest = INFINITY; /* gap: the least to the margin */
        float left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
        for (int k = 0; k < 8; k++) {
            sm3_vec at = corner(low, high, k);
            sm_vec2 p = seen(&c, at);
            float x = fminf(p.x, (float)c.width - p.x), y = fminf(p.y, (float)c.height - p.y);
            gap = fminf(gap, fminf(x, y) - margin);
            nearest =
                fminf(nearest, sm3_dot(sm3_between(camera3_eye(&c), at), camera3_forward(&c)));
            left = fminf(left, p.x);
            right = fmaxf(right, p.x);
            top = fminf(top, p.y);
            bottom = fmaxf(bottom, p.y);
        }
        assert_true(gap > -1);
        if (nearest > 0.1f * c.distance) {
            assert_float_equal(left, (float)c.width - right, 1);
            assert_float_equal(top, (float)c.height - bottom, 1);
        }
        assert_true(gap < 1 || nearest < 6e-3f * c.distance); /* or the eye is at a corner */
    }
}

TEST(a_point_can_be_fitted) {
    camera c = camera3_make(100, 100);
    camera3_fit_box(&c, (sm3_vec){1, 2, 3}, (sm3_vec){1, 2, 3}, 10);
    assert_near(c.target, (sm3_vec){1, 2, 3}, 1e-3f);
    assert_true(c.distance > 0);
}

TEST(what_is_under_the_pointer_stays_there_while_zooming) {
    uint64_t random = random_seed(test_seed(5));
    for (int i = 0; i < ROUNDS; i++) {
        camera c = random_camera(&random);
        sm3_vec held = sm3_offset(sm3_offset(c.target, right_of(&c), 0.2f * c.distance),
                                  camera3_up(&c), -0.3f * c.distance);
        sm_vec2 before = seen(&c, held);
        camera_zoom_at(&c, before, random_float(&random, 0.5f, 2));
        sm_vec2 after = seen(&c, held);
        assert_float_equal(before.x, after.x, 0.2f);
        assert_float_equal(before.y, after.y, 0.2f);
    }
}

TEST(what_is_at_the_target_follows_the_pointer_while_panning) {
    camera c = camera3_make(800, 600);
    sm3_vec held = c.target;
    camera_pan(&c, (sm_vec2){30, -40});
    sm_vec2 p = seen(&c, held);
    assert_float_equal(p.x, 430, 0.1f);
    assert_float_equal(p.y, 260, 0.1f);
}

TEST(what_lies_before_the_target_follows_the_pointer_while_orbiting) {
    camera c = camera3_make(800, 600);
    sm3_vec before_it = sm3_offset(c.target, camera3_forward(&c), -1);
    camera3_orbit(&c, (sm_vec2){20, 0});
    assert_true(seen(&c, before_it).x > 400);
    c = camera3_make(800, 600);
    camera3_orbit(&c, (sm_vec2){0, 20});
    assert_true(seen(&c, before_it).y > 300);
}

TEST(the_view_never_turns_over) {
    camera c = camera3_make(800, 600);
    camera3_orbit(&c, (sm_vec2){0, 1e6f});
    assert_true(c.pitch > -1.5708f);
    assert_true(camera3_up(&c).y > 0);
    camera3_orbit(&c, (sm_vec2){0, -1e6f});
    assert_true(c.pitch < 1.5708f);
    assert_true(camera3_up(&c).y > 0);
}

TEST(following_ends_at_the_point) {
    camera c = camera3_make(800, 600);
    sm3_vec point = {3, 4, 5};
    camera_follow(&c, point, 0.1f);
    assert_true(c.target.x > 0 && c.target.x < 3);
    for (int i = 0; i < 100; i++)
        camera_follow(&c, point, 0.1f);
    assert_near(c.target, point, 1e-3f);
}

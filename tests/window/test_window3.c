/* A 3D level in a real X window: walking where the view looks; judged by the log. What else is done
 * there tests/app/test_scripts.c asks without a display. */
#include "../test.h"

#include "../desktop.h"
#include "../room.h"

static int start(void **state) {
    room_open_level("slidemove3 1\nplayer -4 0.5 4 radius=0.5\nbox 0 -0.5 0  40 1 40\n");
    return 0;
}

static float flat_distance(sm3_vec a, sm3_vec b) {
    return hypotf(a.x - b.x, a.z - b.z);
}

/* Walks with W. Returns the heading of the way. */
static float walked_heading(void) {
    sm3_vec from = last_tick().position;
    desktop_do("keydown w");
    desktop_until(flat_distance(last_tick().position, from) > 0.5f);
    sm3_vec to = last_tick().position;
    desktop_do("keyup w");
    wait_ticks(5);
    return atan2f(-(to.z - from.z), to.x - from.x);
}

TEST_WITH(arrows_turn_the_view_that_w_walks_along, start, room_stop) {
    float before = walked_heading();
    desktop_do("keydown Right sleep 0.3 keyup Right");
    float right = walked_heading();
    assert_true(remainderf(right - before, 6.2831853f) < -0.05f); /* clockwise, from above */
    desktop_do("keydown Left sleep 0.5 keyup Left");
    float left = walked_heading();
    assert_true(remainderf(left - right, 6.2831853f) * remainderf(right - before, 6.2831853f) < 0);
}

TEST_GROUP(room_set_up, room_tear_down)

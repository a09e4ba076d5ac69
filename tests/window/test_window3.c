/* A 3D level in a real X window: walking where the view looks, drawing, dragging, a ghost and undo;
 * judged by the log, by what is saved, and by the screen. What else is done there
 * tests/app/test_scripts.c asks without a display. */
#include "../test.h"

#include "../../src/view/scene.h"
#include "../desktop.h"
#include "../level_text.h"
#include "../room.h"

#define HALL                                                                                       \
    "slidemove3 1\n"                                                                               \
    "title A hall\n"                                                                               \
    "player -4 0.5 4 radius=0.5 # the start\n"                                                     \
    "box 0 -0.5 0  40 1 40 # the floor\n"                                                          \
    "sphere 5 2 0  2.0 # the ball\n"

static int start(void **state) {
    room_open_level(HALL);
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

/* ---- Drawing ------------------------------------------------------------------------------- */

/* The whole pixel in which a point of the hall is, by the view that the program begins with. */
static sm_vec2 pixel_of(sm3_vec point) {
    sandbox *s = open_text(HALL);
    camera c = {.width = WIDTH - PANEL, .height = HEIGHT};
    sm_vec2 p;
    space_scene_begin(&c, s);
    space_scene_fit(&c, s, 64);
    assert_true(camera_see(&c, point, &p));
    return (sm_vec2){floorf(p.x), floorf(p.y)};
}

static void click_at(float x, float y, float z) {
    sm_vec2 at = pixel_of((sm3_vec){x, y, z});
    desktop_do("mousemove %d %d click 1", (int)at.x, (int)at.y);
}

TEST_WITH(shapes_are_drawn_dragged_watched_by_a_ghost_and_undone, start, room_stop) {
    desktop_do("key i");
    click_at(-9, 0, -1);
    click_at(-6, 0, 2);
    click_at(-6, 3, 2); /* it rises so far */
    assert_saves(HALL "box -7.49 1.5 0.48 2.98 3 3.04\n");
    desktop_do("key o");
    click_at(-7, 3, 0.5f); /* on top of it */
    click_at(-6, 3, 0.5f);
    assert_saves(HALL "box -7.49 1.5 0.48 2.98 3 3.04\nsphere -6.98 3 0.5 0.98\n");
    desktop_do("key Escape");
    sm_vec2 top = pixel_of((sm3_vec){-7, 3.8f, 0.5f}); /* by the arrow up */
    drag_mouse(top, (sm_vec2){top.x + 60, top.y - 40});
    assert_saves(HALL "box -7.49 1.5 0.48 2.98 3 3.04\nsphere -6.98 5.16 0.5 0.98\n");
    desktop_do("key ctrl+5");
    desktop_until(count_in_view(dark()->ghost[SM_SWEEP]) > 10);
    desktop_do("key ctrl+z key ctrl+z key ctrl+z");
    assert_saves(HALL);
}

TEST_GROUP(room_set_up, room_tear_down)

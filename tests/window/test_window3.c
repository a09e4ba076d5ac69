/* A 3D level in a real X window: walking where the view looks, drawing, dragging, a ghost and undo;
 * judged by the log, by what is saved, and by the screen. What else is done there
 * tests/app/test_scripts.c asks without a display. */
#include "../test.h"

#include "../../src/sandbox/pointer_tool.h"
#include "../../src/view/scene.h"
#include "../desktop.h"
#include "../level_text.h"
#include "../room.h"

enum { BALL = 4 };

static const char hall[] = "slidemove3 1\n"
                           "title A hall\n"
                           "player -4 0.5 4 radius=0.5 # the start\n"
                           "box 0 -0.5 0  40 1 40 # the floor\n"
                           "sphere 5 2 0  2.0 # the ball\n";

static int start(void **state) {
    room_open_level(hall);
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

/* ---- The same view and pointer tool, made here ------------------------------------------- */

typedef struct twin {
    sandbox *sandbox;
    pointer_tool pointer_tool;
    camera camera;
} twin;

static twin twin_open(const char *words) {
    level_errors errors;
    twin t = {.sandbox = open_sandbox(level_read(words, strlen(words), &errors))};
    assert_non_null(t.sandbox);
    pointer_tool_init(&t.pointer_tool);
    t.camera = (camera){.width = WIDTH - PANEL, .height = HEIGHT};
    space_scene_begin(&t.camera, t.sandbox);
    space_scene_fit(&t.camera, t.sandbox, 64);
    return t;
}

/* Ctrl+S makes the file what the twin's level says. */
static void assert_saves_as_twin(const twin *t) {
    size_t length;
    char *words = level_write(t->sandbox->level, &length);
    assert_non_null(words);
    assert_saves(words);
    free(words);
}

static void twin_close(twin *t) {
    pointer_tool_free(&t->pointer_tool);
}

/* The whole pixel in which a point of the world is. */
static sm_vec2 pixel_of(const twin *t, sm3_vec point) {
    sm_vec2 p;
    assert_true(camera_see(&t->camera, point, &p));
    return (sm_vec2){floorf(p.x), floorf(p.y)};
}

static void twin_point(twin *t, sm_vec2 pixel) {
    pointer_ray ray = camera_ray(&t->camera, (sm_vec2){pixel.x + 0.5f, pixel.y + 0.5f});
    ray.at = pixel;
    ray.slack = 6;
    ray.arrow = 70;
    pointer_tool_point(&t->pointer_tool, t->sandbox, &ray, (pointer_keys){0});
}

/* Drags with the left button, in the window and in the twin: something selected, or an arrow. */
static void drag_both(twin *t, sm_vec2 from, sm_vec2 to) {
    drag_mouse(from, to);
    twin_point(t, from);
    assert_true(pointer_tool_press(&t->pointer_tool, t->sandbox, (pointer_keys){0}));
    twin_point(t, to);
    pointer_tool_release(&t->pointer_tool, t->sandbox, (pointer_keys){0});
}

static void click_both(twin *t, sm3_vec point) {
    sm_vec2 at = pixel_of(t, point);
    desktop_do("mousemove %d %d click 1", (int)at.x, (int)at.y);
    twin_point(t, at);
    pointer_tool_press(&t->pointer_tool, t->sandbox, (pointer_keys){0});
    pointer_tool_release(&t->pointer_tool, t->sandbox, (pointer_keys){0});
}

TEST_WITH(shapes_are_drawn_dragged_watched_by_a_ghost_and_undone, start, room_stop) {
    twin t = twin_open(hall);
    desktop_do("key i");
    pointer_tool_take_tool(&t.pointer_tool, t.sandbox, DRAWING_BOX);
    click_both(&t, (sm3_vec){-9, 0, -1});
    click_both(&t, (sm3_vec){-6, 0, 2});
    click_both(&t, (sm3_vec){-6, 3, 2}); /* it rises so far */
    assert_int_equal(t.sandbox->level->statements[BALL + 1].kind, LEVEL_BOX3);
    assert_saves_as_twin(&t);
    desktop_do("key o");
    pointer_tool_take_tool(&t.pointer_tool, t.sandbox, DRAWING_CIRCLE);
    click_both(&t, (sm3_vec){-7, 3, 0.5f}); /* on top of it */
    click_both(&t, (sm3_vec){-6, 3, 0.5f});
    assert_saves_as_twin(&t);
    desktop_do("key Escape");
    assert_true(pointer_tool_cancel(&t.pointer_tool, t.sandbox));
    sm_vec2 top = pixel_of(&t, (sm3_vec){-7, 3.8f, 0.5f});
    drag_both(&t, top, (sm_vec2){top.x + 60, top.y - 40});
    assert_saves_as_twin(&t);
    desktop_do("key ctrl+5");
    desktop_until(count_in_view(dark()->ghost[SM_SWEEP]) > 10);
    desktop_do("key ctrl+z key ctrl+z key ctrl+z");
    assert_saves(hall);
    twin_close(&t);
}

TEST_GROUP(room_set_up, room_tear_down)

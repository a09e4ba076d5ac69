/* 3D levels in a real X window: walking where the view looks, shaping by mouse, files; judged by
 * the log, by what is saved, and where it must be by the screen. */
#include "../test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "../../src/sandbox/pointer_tool.h"
#include "../../src/sandbox/shape_edit.h"
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

/* ---- The log ----------------------------------------------------------------------------- */

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

static void assert_heading(float heading, float expected) {
    assert_float_equal(remainderf(heading - expected, 6.2831853f), 0, 0.01);
}

/* ---- The same view and pointer tool, made here
 * --------------------------------------------------- */

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
    view3_point p = camera3_project(&t->camera, point);
    assert_true(p.in_front);
    return (sm_vec2){floorf(p.x), floorf(p.y)};
}

static void twin_point(twin *t, sm_vec2 pixel) {
    pointer_ray ray = camera3_ray(&t->camera, (sm_vec2){pixel.x + 0.5f, pixel.y + 0.5f});
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

static int start(void **state) {
    room_open_level(hall);
    return 0;
}

/* ---- Walking ----------------------------------------------------------------------------- */

#define IN_HALL(name) TEST_WITH(name, start, room_stop)

IN_HALL(w_walks_where_the_view_looks_and_orbiting_turns_it) {
    twin t = twin_open(hall);
    assert_heading(walked_heading(), t.camera.yaw);
    desktop_do("mousemove 500 300 mousedown 3 mousemove 700 340 mouseup 3");
    camera3_orbit(&t.camera, (sm_vec2){200, 40});
    assert_heading(walked_heading(), t.camera.yaw);
    desktop_do("keydown d");
    sm3_vec from = last_tick().position;
    desktop_until(flat_distance(last_tick().position, from) > 0.5f);
    sm3_vec to = last_tick().position;
    desktop_do("keyup d");
    assert_heading(atan2f(-(to.z - from.z), to.x - from.x), t.camera.yaw - 1.5707963f);
    assert_float_equal(to.y, 0.5, 1e-3);
    twin_close(&t);
}

IN_HALL(arrows_turn_the_view) {
    float before = walked_heading();
    desktop_do("keydown Right sleep 0.3 keyup Right");
    float right = walked_heading();
    assert_true(remainderf(right - before, 6.2831853f) < -0.05f); /* clockwise, from above */
    desktop_do("keydown Left sleep 0.5 keyup Left");
    float left = walked_heading();
    assert_true(remainderf(left - right, 6.2831853f) * remainderf(right - before, 6.2831853f) < 0);
}

IN_HALL(e_jumps_with_gravity_and_rises_without) {
    desktop_do("keydown e");
    desktop_until(last_tick().position.y > 0.6f);
    desktop_do("keyup e");
    desktop_until(last_tick().position.y < 0.51f);
    assert_float_equal(read_log().highest, 2.5, 0.02);
    desktop_do("key g keydown e");
    desktop_until(last_tick().position.y > 3);
    desktop_do("keyup e");
    wait_ticks(5);
    float up = last_tick().position.y;
    wait_ticks(10);
    assert_true(last_tick().position.y == up); /* it hovers */
    desktop_do("keydown c");
    desktop_until(last_tick().position.y < up - 0.5f);
    desktop_do("keyup c key g");
    desktop_until(last_tick().position.y < 0.51f);
}

IN_HALL(x_decides_whether_backs_collide) {
    room_open_level("slidemove3 1\nplayer 0 0.5 0 radius=0.5\nbox 0 -0.5 0  40 1 40\n"
                    "triangle 2 -9 60  2 -9 -60  2 60 0 onesided\n"); /* its back to the player */
    desktop_do("keydown w");
    desktop_until(last_tick().position.x > 3);
    desktop_do("keyup w key r key x keydown w");
    desktop_until(last_tick().position.x > 1.49f && last_tick().position.x < 1.51f &&
                  last_tick().position.z < -3);
    wait_ticks(20);
    desktop_do("keyup w");
    assert_float_equal(last_tick().position.x, 1.5, 0.01);
}

/* ---- Shaping ----------------------------------------------------------------------------- */

/* A spot of the ball where its cross is not. */
static sm_vec2 ball_of(const twin *t) {
    return pixel_of(t, (sm3_vec){6, 3.2f, 0.5f});
}

IN_HALL(shapes_are_dragged_by_mouse_and_by_arrows) {
    twin t = twin_open(hall);
    click_both(&t, (sm3_vec){5, 2, 0});
    sm_vec2 ball = ball_of(&t);
    drag_both(&t, ball, (sm_vec2){ball.x + 90, ball.y - 50});
    assert_int_equal(t.pointer_tool.hover.part, PICK_BODY);
    assert_saves_as_twin(&t);
    sm3_vec cross;
    assert_true(pointer_tool_cross(&t.pointer_tool, t.sandbox, &cross));
    float length = pointer_tool_arrow_length(&t.pointer_tool, cross);
    sm_vec2 tip = pixel_of(&t, (sm3_vec){cross.x, cross.y + 0.8f * length, cross.z});
    drag_both(&t, tip, (sm_vec2){tip.x + 3, tip.y - 70});
    assert_int_equal(t.pointer_tool.hover.part, PICK_AXIS_Y);
    assert_saves_as_twin(&t);
    assert_true(t.pointer_tool.drag.moved.x == 0 && t.pointer_tool.drag.moved.y > 1);
    press("ctrl+z", 2);
    assert_saves(hall);
    press("ctrl+y", 2);
    assert_saves_as_twin(&t);
    twin_close(&t);
}

IN_HALL(a_left_drag_on_what_is_not_selected_looks_around) {
    twin t = twin_open(hall);
    sm_vec2 floor = pixel_of(&t, (sm3_vec){2, 0, 6});
    drag_mouse(floor, (sm_vec2){floor.x + 200, floor.y + 40});
    camera3_orbit(&t.camera, (sm_vec2){200, 40});
    assert_heading(walked_heading(), t.camera.yaw);
    desktop_do("key Delete"); /* nothing is selected */
    assert_saves(hall);
    twin_close(&t);
}

IN_HALL(the_wheel_zooms_and_what_is_under_the_pointer_is_deleted) {
    twin t = twin_open(hall);
    desktop_do("mousemove 640 300");
    for (int i = 0; i < 6; i++) {
        desktop_do("click 4");
        camera3_zoom_at(&t.camera, (sm_vec2){640.5f, 300.5f}, 1.15f);
    }
    sm_vec2 top = pixel_of(&t, (sm3_vec){5, 3.9f, 0}); /* without the zoom it would be beside it */
    twin far = twin_open(hall);
    twin_point(&far, top);
    assert_false(far.pointer_tool.hover.part == PICK_BODY &&
                 far.pointer_tool.hover.statement == BALL);
    click_both(&t, (sm3_vec){5, 3.9f, 0});
    desktop_do("key Delete");
    assert_int_equal(t.pointer_tool.selection.statements[0], BALL);
    pointer_tool_delete(&t.pointer_tool, t.sandbox);
    assert_saves_as_twin(&t);
    desktop_do("key ctrl+z");
    assert_saves(hall);
    twin_close(&far);
    twin_close(&t);
}

IN_HALL(a_copy_lies_as_near_by_the_tool_as_by_the_key) {
    twin t = twin_open(hall);
    click_both(&t, (sm3_vec){5, 2, 0});
    pointer_tool_duplicate(&t.pointer_tool, t.sandbox);
    desktop_do("key ctrl+d");
    assert_saves_as_twin(&t);
    desktop_do("key ctrl+z");
    assert_saves(hall);
    sm_vec2 ball = pixel_of(&t, (sm3_vec){5, 2, 0});
    desktop_do("mousemove %d %d click 1", (int)ball.x, (int)ball.y);
    click_tool(hall, BALL, "Duplicate");
    assert_saves_as_twin(&t);
    twin_close(&t);
}

IN_HALL(shapes_are_drawn_dragged_watched_by_a_ghost_and_undone) {
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
    press("ctrl+z", 3);
    assert_saves(hall);
    twin_close(&t);
}

/* ---- Levels ------------------------------------------------------------------------------ */

static bool says_something(void) {
    return desktop_count(theme_color(dark()->ink), 420, 660, 190, 40) > 15;
}

IN_HALL(n_and_b_step_between_2d_and_3d) {
    desktop_do("key n");
    desktop_until(shows_wall_at(20, 10));
    desktop_do("key l"); /* a tool of 2D levels */
    point_at(15, 5);
    desktop_until(read_log().headers == 2); /* other columns */
    desktop_do("key b");
    desktop_until(strcmp(desktop_title(), "A hall - slidemove") == 0);
    desktop_until(read_log().headers == 3);
    desktop_do("key space"); /* pauses, and sets no point */
    desktop_until(count_in_view(dark()->error) > 100);
    desktop_do("key space");
    desktop_until(!says_something()); /* the timeline is gone with the pause */
    desktop_do("key l");              /* there it does nothing, and says so */
    desktop_until(says_something());
    assert_saves(hall);
    twin t = twin_open(hall);
    assert_heading(walked_heading(), t.camera.yaw); /* fitted anew */
    twin_close(&t);
}

/* ---- A mesh whose file changes ----------------------------------------------------------- */

static const char hall_with_mesh[] = "slidemove3 1\n"
                                     "title A mesh\n"
                                     "player -4 0.5 4\n"
                                     "mesh shape.obj\n";

static const char *mesh_path(void) {
    static char path[300];
    snprintf(path, sizeof path, "%s/shape.obj", desktop_folder());
    return path;
}

/* Writes a mesh of so many triangles, all of them the same. */
static void save_mesh(int triangles) {
    char temporary[310];
    snprintf(temporary, sizeof temporary, "%s~", mesh_path());
    FILE *f = fopen(temporary, "w");
    assert_non_null(f);
    fputs("v 0 0 0\nv 1 0 0\nv 0 0 1\n", f);
    for (int i = 0; i < triangles; i++)
        fputs("f 1 2 3\n", f);
    fclose(f);
    assert_int_equal(rename(temporary, mesh_path()), 0);
}

static int start_with_mesh(void **state) {
    save_mesh(1);
    room_open_level(hall_with_mesh);
    return 0;
}

/* The side panel hides behind what shows how far something is. */
static bool shows_progress(void) {
    return desktop_count(theme_color(dark()->panel), WIDTH - PANEL, 0, PANEL, HEIGHT) < 100;
}

TEST_WITH(escape_gives_up_a_mesh_that_is_read_again, start_with_mesh, room_stop) {
    save_mesh(6000000);
    desktop_until(shows_progress());
    desktop_do("key Escape");
    desktop_until(!shows_progress());
    desktop_until(says_something());
    wait_ticks(5); /* it goes on with the mesh that it had */
    save_mesh(2);
    wait_ticks(5);
    assert_string_equal(desktop_title(), "A mesh - slidemove");
}

TEST_WITH(a_pipe_or_an_endless_device_in_place_of_a_mesh_does_not_stop_the_window, start_with_mesh,
          room_stop) {
    unlink(mesh_path());
    assert_int_equal(mkfifo(mesh_path(), 0600), 0);
    desktop_until(says_something());
    wait_ticks(20);
    unlink(mesh_path());
    assert_int_equal(symlink("/dev/zero", mesh_path()), 0);
    wait_ticks(20);
    desktop_terminate();
    assert_int_equal(desktop_wait_for_exit(), 0);
    unlink(mesh_path());
    room_open_level(hall); /* for room_stop to end */
}

TEST_GROUP(room_set_up, room_tear_down)

/* The editor in a real X window: what is drawn, dragged, selected and typed there is what the saved
 * file says. */
#include "../test.h"

#include "../../src/sandbox/drawing.h"
#include "../../src/sandbox/pointer_tool.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/view/camera.h"
#include "../../src/view/panel.h"
#include "../desktop.h"
#include "../room.h"

#define THREE_CIRCLES ROOM "circle 20 5 1\ncircle 25 5 1\ncircle 30 15 1\n"

/* ---- Selecting --------------------------------------------------------------------------- */

IN_WINDOW(shapes_go_through_the_clipboard_and_are_level_text_in_other_programs) {
    static const char capsule[] = THREE_CIRCLES "capsule 6 14 9 14 0.5\n";
    room_open(THREE_CIRCLES);
    drag_at(18, 3, 27, 8);
    desktop_do("key ctrl+c");
    desktop_until(strcmp(desktop_clipboard(), "circle 20 5 1\ncircle 25 5 1\n") == 0);
    desktop_do("key ctrl+v");
    assert_saves(THREE_CIRCLES "circle 21 4 1\ncircle 26 4 1\n");
    desktop_do("key ctrl+x"); /* the copies are what is selected now */
    assert_saves(THREE_CIRCLES);
    desktop_do("key ctrl+v");
    assert_saves(THREE_CIRCLES "circle 22 3 1\ncircle 27 3 1\n");
    desktop_do("key ctrl+z");
    desktop_set_clipboard("# from elsewhere\ncapsule 5 15 8 15 0.5\n");
    desktop_do("key ctrl+v");
    assert_saves(capsule);
    desktop_set_clipboard("no level text");
    desktop_do("key ctrl+v");
    assert_saves(capsule);
}

/* ---- The shape in the side panel ----------------------------------------------------------- */

IN_WINDOW(a_handle_turns_a_box_by_steps_of_15_degrees) {
    room_open(ROOM "box 30 10 4 4\n");
    click_at(30, 10);
    float handle = 32 + POINTER_TOOL_TURN_SLACKS * 6 / room_zoom(), turned = 50 / 57.29578f;
    snap_drag_at(handle, 10, 30 + 4 * cosf(turned), 10 + 4 * sinf(turned));
    assert_saves(ROOM "box 30 10 4 4 angle=45\n");
    desktop_do("key ctrl+z");
    assert_saves(ROOM "box 30 10 4 4\n");
}

/* ---- The rest of the side panel ------------------------------------------------------------ */

static bool shows_player_fitted(int width, int height) {
    camera c = {.width = width, .height = height};
    camera_fit(&c, (level_box){{0, 0}, {40, 20}}, 64);
    sm_vec2 p = camera_to_screen(&c, (sm_vec2){10, 10});
    return desktop_count(theme_color(dark()->player), (int)p.x - 3, (int)p.y - 3, 7, 7) > 12;
}

IN_WINDOW(f2_folds_the_panel_and_the_scene_takes_its_room) {
    assert_true(shows_player_fitted(WIDTH - PANEL, HEIGHT));
    desktop_do("key F2");
    desktop_until(shows_player_fitted(WIDTH, HEIGHT));
    desktop_do("key F2");
    desktop_until(shows_player_fitted(WIDTH - PANEL, HEIGHT));
    click_control(ROOM, -1, ROLE_PANEL, 0);
    desktop_until(shows_player_fitted(WIDTH, HEIGHT));
}

IN_WINDOW(a_tool_under_a_resting_pointer_says_its_name) {
    sm_vec2 tool = control_place(ROOM, -1, ROLE_TOOL, DRAWING_CHAIN, 0.5f);
    int x = (int)tool.x + 25, y = (int)tool.y - 15;
    assert_int_equal(desktop_count(theme_color(dark()->panel), x, y, 120, 30), 0);
    desktop_do("mousemove %d %d", (int)tool.x, (int)tool.y);
    desktop_until(desktop_count(theme_color(dark()->panel), x, y, 120, 30) > 500);
    desktop_do("mousemove %d %d", (int)tool.x + 400, (int)tool.y);
    desktop_until(desktop_count(theme_color(dark()->panel), x, y, 120, 30) == 0);
}

/* ---- What comes in between ----------------------------------------------------------------- */

IN_WINDOW(a_small_window_shows_the_whole_level_and_its_help_is_scrolled_by_keys) {
    desktop_do("search --onlyvisible --name slidemove windowsize 900 500");
    desktop_until(shows_player_fitted(900 - PANEL, 500));
    desktop_do("search --onlyvisible --name slidemove windowsize 900 420");
    desktop_settle();
    int before = desktop_count(theme_color(dark()->key), 0, 0, 900, 420);
    desktop_do("key F1");
    desktop_until(desktop_count(theme_color(dark()->key), 0, 0, 900, 420) > before + 1000);
    desktop_settle();
    int headings = desktop_count(theme_color(dark()->badge), 100, 0, 700, 40);
    assert_true(headings > 40);
    desktop_do("key Down");
    desktop_until(desktop_count(theme_color(dark()->badge), 100, 0, 700, 40) < headings / 2);
    desktop_do("key Next key Prior key Prior");
    desktop_until(desktop_count(theme_color(dark()->badge), 100, 0, 700, 40) == headings);
    assert_float_equal(last_tick().position.x, 10, 0); /* they did not drive */
    desktop_do("key Escape");
    desktop_until(desktop_count(theme_color(dark()->key), 0, 0, 900, 420) == before);
    assert_true(desktop_is_running());
}

TEST_GROUP(room_set_up, room_tear_down)

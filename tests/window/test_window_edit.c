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

enum { FIRST = 4 }; /* the first statement behind those of ROOM */

/* ---- Drawing ----------------------------------------------------------------------------- */

IN_WINDOW(a_loop_is_drawn_dragged_undone_redone_saved_and_opened_again) {
    static const char drawn[] = ROOM "loop 20 5 30 5 30 12 20 12\n";
    static const char dragged[] = ROOM "loop 20 5 30 5 33 14 20 12\n";
    desktop_do("key k");
    snap_click_at(20, 5);
    snap_click_at(30, 5);
    snap_click_at(30, 12);
    snap_click_at(20, 12);
    desktop_until(desktop_title()[0] != '*'); /* not before it is closed */
    snap_click_at(20, 5);
    assert_saves(drawn);
    desktop_do("key e");
    snap_drag_at(30, 12, 33, 14);
    assert_saves(dragged);
    press("ctrl+z", 2);
    assert_saves(ROOM);
    press("ctrl+y", 1);
    assert_saves(drawn);
    press("ctrl+shift+z", 1);
    assert_saves(dragged);
    assert_int_equal(room_stop(state), 0);
    assert_file(level_path, dragged);
    room_run();
    desktop_until(shows_wall_at(25, 5) && shows_wall_at(31.5f, 9.5f));
    assert_saves(dragged);
}

IN_WINDOW(each_tool_draws_its_shape_by_clicks) {
    desktop_do("key l");
    snap_click_at(4, 5);
    snap_click_at(8, 5);
    desktop_do("key c");
    snap_click_at(20, 10);
    snap_click_at(23, 10);
    desktop_do("key u");
    snap_click_at(25, 5);
    snap_click_at(30, 5);
    snap_click_at(30, 6.5f);
    desktop_do("key x");
    snap_click_at(30, 10);
    snap_click_at(34, 13);
    desktop_do("key k");
    snap_click_at(3, 14);
    snap_click_at(3, 17);
    snap_click_at(5, 17);
    desktop_do("key Return");
    assert_saves(ROOM "segment 4 5 8 5\n"
                      "circle 20 10 3\n"
                      "capsule 25 5 30 5 1.5\n"
                      "box 32 11.5 4 3\n"
                      "chain 3 14 3 17 5 17\n");
    press("ctrl+z", 5);
    assert_saves(ROOM);
}

IN_WINDOW(each_tool_draws_its_shape_by_keys_alone) {
    point_away();
    desktop_do("key l key space"); /* brings the cross to the player */
    press("Right", 4);
    desktop_do("key space");
    press("Right", 4);
    press("Up", 2);
    desktop_do("key space key k key space");
    press("Up", 2);
    desktop_do("key space");
    press("Right", 4);
    desktop_do("key space");
    press("Up", 2);
    desktop_do("key space key Escape key Return"); /* Esc drops the point set last */
    desktop_do("key c key space");
    press("Right", 4);
    desktop_do("key space key u key space");
    press("Right", 2);
    desktop_do("key space key Up key space key x key space");
    press("Right", 4);
    press("Down", 2);
    desktop_do("key space");
    assert_saves(ROOM "segment 12 10 14 11\n"
                      "chain 14 11 14 12 16 12\n"
                      "circle 16 13 2\n"
                      "capsule 18 13 19 13 0.5\n"
                      "box 20 13 2 1\n");
    assert_float_equal(last_tick().position.x, 10, 0); /* the arrows moved the cross alone */
    assert_float_equal(last_tick().position.y, 10, 0);
}

IN_WINDOW(a_box_is_drawn_with_the_tool_bar_and_one_drag) {
    click_control(ROOM, -1, ROLE_TOOL, DRAWING_BOX);
    snap_drag_at(30, 10, 34, 13);
    assert_saves(ROOM "box 32 11.5 4 3\n");
    click_control(ROOM, -1, ROLE_TOOL, DRAWING_NONE);
    point_away();
    click_tool(ROOM "box 32 11.5 4 3\n", FIRST, "Delete");
    assert_saves(ROOM);
    click_tool(ROOM, -1, "Undo");
    assert_saves(ROOM "box 32 11.5 4 3\n");
}

IN_WINDOW(the_last_click_of_a_shape_may_slip_without_beginning_another) {
    desktop_do("key l");
    snap_click_at(20, 5);
    snap_drag_at(24, 5, 26, 8);
    desktop_do("key Escape"); /* leaves the tool: there is no point to drop */
    snap_click_at(30, 15);    /* draws nothing any more */
    snap_click_at(33, 15);
    assert_saves(ROOM "segment 20 5 24 5\n");
}

/* ---- Selecting --------------------------------------------------------------------------- */

IN_WINDOW(a_rubber_band_selects_and_shift_adds) {
    room_open(THREE_CIRCLES);
    drag_at(18, 3, 27, 8);
    desktop_do("key Delete");
    assert_saves(ROOM "circle 30 15 1\n");
    desktop_do("key ctrl+z");
    assert_saves(THREE_CIRCLES);
    desktop_do("key Escape");
    drag_at(23, 3, 27, 8);
    desktop_do("keydown shift");
    drag_at(28, 12, 32, 18);
    desktop_do("keyup shift key Delete");
    assert_saves(ROOM "circle 20 5 1\n");
    desktop_do("key ctrl+z");
    assert_saves(THREE_CIRCLES); /* one step */
}

IN_WINDOW(a_selection_is_duplicated_and_nudged) {
    room_open(THREE_CIRCLES);
    desktop_do("key p");
    click_at(30, 15);
    desktop_do("key ctrl+d");
    assert_saves(THREE_CIRCLES "circle 31 14 1\n"); /* 24 pixels beside */
    press("Right", 2);
    press("Down", 1);
    assert_saves(THREE_CIRCLES "circle 32 13.5 1\n");
    desktop_do("key ctrl+z");
    assert_saves(THREE_CIRCLES "circle 32 14 1\n");
    press("ctrl+z", 3);
    assert_saves(THREE_CIRCLES);
}

IN_WINDOW(an_edge_is_split_and_a_shape_reversed) {
    room_open(ROOM "segment 20 2 20 18\n");
    click_at(20, 6);
    point_away();
    desktop_do("key i");
    assert_saves(ROOM "chain 20 2 20 10 20 18\n");
    desktop_do("key y");
    assert_saves(ROOM "chain 20 18 20 10 20 2\n");
    press("ctrl+z", 2);
    assert_saves(ROOM "segment 20 2 20 18\n");
}

IN_WINDOW(j_cycles_and_ctrl_a_selects_all) {
    room_open(THREE_CIRCLES);
    point_away();
    press("j", 3); /* the loop, and two circles */
    desktop_do("key Delete");
    assert_saves(ROOM "circle 20 5 1\ncircle 30 15 1\n");
    desktop_do("key ctrl+z key j key shift+j key shift+j key Delete");
    assert_saves(ROOM "circle 25 5 1\ncircle 30 15 1\n");
    desktop_do("key ctrl+a key Delete");
    assert_saves("slidemove 1\n"
                 "title A plain room\n"
                 "player 10 10 radius=1\n");
    press("ctrl+z", 3);
    assert_saves(THREE_CIRCLES);
}

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

/* Where a message comes up, in its colour. */
static bool says_something(void) {
    return desktop_count(theme_color(dark()->ink), 100, 650, 800, 60) > 40;
}

IN_WINDOW(numbers_are_typed_and_taken_by_commands_and_bad_ones_keep_the_old) {
    static const char typed[] = ROOM "circle 20 5 1\ncircle 25 5 1\ncircle 29.25 14 2\n";
    room_open(THREE_CIRCLES);
    click_at(30, 15);
    assert_false(says_something());
    desktop_do("key Return");
    type("12x");
    desktop_do("key Return");
    desktop_until(says_something());
    assert_saves(THREE_CIRCLES);
    desktop_do("key Escape");
    click_at(30, 15);
    desktop_do("key Return");
    type("29.25");
    desktop_do("key Tab");
    type("14");
    desktop_do("key Tab key Tab key shift+Tab");
    type("2");
    assert_saves(typed);
    static const char *const drops[] = {"ctrl+z", "Escape"};
    for (int i = 0; i < 2; i++) {
        desktop_do("key Return");
        type("32");
        desktop_do("key %s", drops[i]);
        assert_saves(typed);
    }
    press("ctrl+z", 3);
    assert_saves(THREE_CIRCLES);
}

IN_WINDOW(a_statement_is_typed_over) {
    room_open(THREE_CIRCLES);
    click_at(30, 15);
    click_control(THREE_CIRCLES, FIRST + 2, ROLE_STATEMENT, 0);
    type("box 25 10 2 3 angle=30");
    desktop_do("key Return");
    assert_saves(ROOM "circle 20 5 1\ncircle 25 5 1\nbox 25 10 2 3 angle=30\n");
    desktop_do("key ctrl+z");
    assert_saves(THREE_CIRCLES);
}

static int property_named(const char *words, int statement, const char *name) {
    level_errors errors;
    property list[PROPERTY_MAX];
    level *l = level_read(words, strlen(words), &errors);
    int count = property_list(l, &statement, 1, list), id = -1;
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i].name, name) == 0)
            id = list[i].id;
    }
    level_free(l);
    return id;
}

IN_WINDOW(a_check_box_makes_a_wall_oneway) {
    static const char wall[] = ROOM "segment 20 2 20 18\n";
    room_open(wall);
    int id = property_named(wall, FIRST, "oneway");
    click_at(20, 6);
    click_control(wall, FIRST, ROLE_PROPERTY, id);
    assert_saves(ROOM "segment 20 2 20 18 oneway\n");
    click_control(wall, FIRST, ROLE_PROPERTY, id);
    assert_saves(wall);
}

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

IN_WINDOW(escape_or_undo_in_a_drag_takes_it_back) {
    room_open(THREE_CIRCLES);
    const char *keys[] = {"Escape", "ctrl+z"};
    for (int i = 0; i < 2; i++) {
        sm_vec2 from = on_screen(30, 15), to = on_screen(25, 12);
        desktop_do("mousemove %d %d mousedown 1 mousemove %d %d", (int)from.x, (int)from.y,
                   (int)to.x, (int)to.y);
        desktop_until(shows_wall_at(26, 12));
        desktop_do("key %s mousemove_relative 20 0 mouseup 1", keys[i]);
        desktop_until(shows_wall_at(31, 15));
        assert_saves(THREE_CIRCLES);
    }
}

IN_WINDOW(a_file_read_again_leaves_a_drawing_and_a_typed_text_alone) {
    desktop_do("key k");
    snap_click_at(20, 5);
    snap_click_at(24, 5);
    save(level_path, ROOM "circle 30 15 1\n");
    desktop_until(shows_wall_at(31, 15));
    snap_click_at(24, 8);
    desktop_do("key Return key Escape");
    assert_saves(ROOM "circle 30 15 1\nchain 20 5 24 5 24 8\n");
    click_at(30, 15);
    desktop_do("key Return");
    type("31");
    save(level_path, ROOM "circle 30 15 1\nsegment 2 2 4 2\n");
    desktop_settle();
    desktop_do("key Escape"); /* now it is read */
    desktop_until(shows_wall_at(3, 2));
}

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

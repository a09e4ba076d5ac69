/* The real program in a real X window: what the display, its keys, its pointer and its clipboard
 * bring about; judged by what the program logs of each tick and by the pixels on the screen. What
 * the window does with them besides, tests/app/test_scripts.c asks without a display. */
#include "../test.h"

#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>

#include "../../src/sandbox/drawing.h"
#include "../../src/view/camera.h"
#include "../../src/view/panel.h"
#include "../desktop.h"
#include "../files.h"
#include "../room.h"

IN_WINDOW(it_shows_the_level_and_is_left_by_ctrl_q_but_not_by_escape) {
    assert_true(shows_wall_at(0, 10));
    assert_true(shows_wall_at(20, 20));
    assert_false(shows_wall_at(20, 10));
    assert_string_equal(desktop_title(), "A plain room - slidemove");
    desktop_do("key Escape key Escape");
    desktop_until(desktop_count(theme_color(dark()->ink), 300, 660, 500, 40) > 10); /* says how */
    assert_true(desktop_is_running());
    desktop_do("key ctrl+q");
    assert_int_equal(desktop_wait_for_exit(), 0);
}

IN_WINDOW(d_walks_right_until_the_wall_stops_it) {
    desktop_do("keydown d");
    desktop_until(last_tick().position.x > 12);
    desktop_until(last_tick().position.x > 38.9f && player_rests());
    desktop_do("keyup d");
    assert_float_equal(last_tick().position.x, 39, 1e-5);
    assert_float_equal(last_tick().position.y, 10, 1e-5);
    assert_float_equal(read_log().worst_depth, 0, 1e-5);
    desktop_until(shows_player_at(39, 10));
}

IN_WINDOW(the_wheel_zooms_and_a_right_drag_pans) {
    sm_vec2 middle = on_screen(10, 10);
    desktop_do("mousemove %d %d click 4 click 4 click 4", (int)middle.x, (int)middle.y);
    desktop_until(!shows_wall_at(0, 10));
    desktop_do("mousemove 1279 719");       /* Xvfb draws the pointer into its picture */
    desktop_until(shows_player_at(10, 10)); /* zoomed at the pointer, so it stayed under it */
    desktop_do("mousemove 600 600 mousedown 3 mousemove 700 600 mouseup 3 mousemove 1279 719");
    float moved = 10 + 100 / room_zoom();
    desktop_until(shows_player_at(moved, 10));
    desktop_do("key v");
    desktop_until(shows_player_at(10, 10) && shows_wall_at(0, 10));
}

static int count_lens_bar(int x, int width) {
    color bar = color_mix(dark()->panel, dark()->panel_edge, 0.6f);
    return desktop_count(theme_color(bar), x, 60, width, HEIGHT - 60);
}

IN_WINDOW(the_lens_is_dragged_by_its_bar_zoomed_by_the_wheel_and_closed) {
    sm_vec2 grip = control_place(room, "lens-move", 0, 0.2f);
    sm_vec2 there = {grip.x - 400, grip.y - 300};
    assert_true(count_lens_bar(0, WIDTH) < 100);
    desktop_do("key F4");
    desktop_until(count_lens_bar(WIDTH / 2, WIDTH / 2 - PANEL) > 1000);
    drag_mouse(grip, there);
    desktop_until(count_lens_bar(WIDTH / 2, WIDTH / 2 - PANEL) < 100);
    desktop_until(count_lens_bar(0, WIDTH / 2) > 1000);
    int before = desktop_count(theme_color(dark()->player), (int)there.x, (int)there.y, 200, 190);
    desktop_do("mousemove %d %d click --repeat 9 5", (int)there.x, (int)there.y + 60);
    desktop_until(
        desktop_count(theme_color(dark()->player), (int)there.x, (int)there.y, 200, 190) != before);
    assert_true(shows_player_at(10, 10)); /* the scene did not zoom */
    desktop_do("key F4");
    desktop_until(count_lens_bar(0, WIDTH) < 100);
}

IN_WINDOW(an_arrow_points_to_a_player_who_is_out_of_view) {
    desktop_do("mousemove 1000 650 click --repeat 12 4 mousemove 900 300");
    desktop_until(!shows_player_at(10, 10));
    desktop_until(desktop_count(theme_color(dark()->player), 0, 0, 120, HEIGHT) > 20);
    desktop_do("key v mousemove 1279 719");
    desktop_until(shows_player_at(10, 10));
    assert_int_equal(desktop_count(theme_color(dark()->player), 0, 0, 120, HEIGHT), 0);
}

IN_WINDOW(f12_saves_what_is_on_the_screen) {
    desktop_do("key p");
    desktop_until(count_in_view(dark()->error) > 100);
    desktop_do("key F12");
    desktop_until(strstr(desktop_output(), ".png\n") != NULL);
    char name[300];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(desktop_output(), "\n"), desktop_output());
    SDL_Surface *loaded = IMG_Load(path_in(name).at);
    assert_non_null(loaded);
    SDL_Surface *picture = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888, 0);
    assert_int_equal(picture->w, WIDTH);
    assert_int_equal(picture->h, HEIGHT);
    int different = 0;
    for (int y = 0; y < HEIGHT * 2 / 3; y++) { /* below, a message comes up meanwhile */
        const uint32_t *row =
            (const uint32_t *)((const char *)picture->pixels + y * picture->pitch);
        for (int x = 0; x < WIDTH; x++)
            different += (row[x] & 0xffffffu) != desktop_pixel(x, y);
    }
    assert_int_equal(different, 0);
    SDL_FreeSurface(picture);
    SDL_FreeSurface(loaded);
}

#define THREE_CIRCLES ROOM "circle 20 5 1\ncircle 25 5 1\ncircle 30 15 1\n"

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

IN_WINDOW(a_tool_under_a_resting_pointer_says_its_name) {
    sm_vec2 tool = control_place(ROOM, "tool", DRAWING_CHAIN, 0.5f);
    int x = (int)tool.x + 25, y = (int)tool.y - 15;
    assert_int_equal(desktop_count(theme_color(dark()->panel), x, y, 120, 30), 0);
    desktop_do("mousemove %d %d", (int)tool.x, (int)tool.y);
    desktop_until(desktop_count(theme_color(dark()->panel), x, y, 120, 30) > 500);
    desktop_do("mousemove %d %d", (int)tool.x + 400, (int)tool.y);
    desktop_until(desktop_count(theme_color(dark()->panel), x, y, 120, 30) == 0);
}

static bool shows_player_fitted(int width, int height) {
    camera c = {.width = width, .height = height};
    camera_fit(&c, (level_box){{0, 0}, {40, 20}}, 64);
    sm_vec2 p = camera_to_screen(&c, (sm_vec2){10, 10});
    return desktop_count(theme_color(dark()->player), (int)p.x - 3, (int)p.y - 3, 7, 7) > 12;
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

/* ---- Questions --------------------------------------------------------------------------- */

/* A dialog dims the whole window, the solid outside of the room too. */
static bool asks(void) {
    return desktop_pixel(2, HEIGHT - 2) != theme_color(dark()->solid);
}

static void await_question(void) {
    desktop_until(asks());
}

static void assert_asks_nothing(void) {
    desktop_settle();
    desktop_until(!asks());
}

IN_WINDOW(pictures_of_the_levels_to_choose_from_come_by_themselves) {
    save(path_in("b.level").at, room_with_wall); /* the second tile */
    desktop_do("key ctrl+o");
    await_question();
    desktop_until(desktop_count(theme_color(dark()->solid), 246, 138, 160, 92) > 500);
}

IN_WINDOW(quitting_with_changes_asks_and_cancel_stays_or_they_are_dropped) {
    snap_drag_at(40, 20, 35, 15);
    desktop_until(desktop_title()[0] == '*');
    desktop_do("key ctrl+q");
    await_question();
    desktop_do("key Escape");
    assert_asks_nothing();
    assert_true(desktop_is_running());
    desktop_do("key ctrl+q");
    await_question();
    desktop_do("key Tab key Tab key space"); /* Cancel */
    assert_asks_nothing();
    assert_true(desktop_is_running());
    assert_true(desktop_title()[0] == '*');
    desktop_do("key ctrl+q");
    await_question();
    desktop_do("key Tab key Return"); /* Drop them */
    assert_int_equal(desktop_wait_for_exit(), 0);
    assert_content(level_path, room);
}

IN_WINDOW(a_signal_to_end_ends_it_at_once_and_the_changes_come_back) {
    snap_drag_at(40, 20, 35, 15);
    desktop_until(desktop_title()[0] == '*');
    desktop_terminate();
    assert_int_equal(desktop_wait_for_exit(), 0);
    assert_content(level_path, room);
    room_run();
    await_question();
    desktop_do("key Return"); /* Bring them back */
    desktop_until(desktop_title()[0] == '*');
}

/* A level that takes a while to read, and holds nothing but the room. */
static void write_long_room(const char *path) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(room, f);
    for (int i = 0; i < 1500000; i++)
        fputs("segment 1 1 2 1\n", f);
    fclose(f);
}

IN_WINDOW(a_version_saved_while_the_level_is_read_is_shown) {
    assert_int_equal(room_stop(state), 0);
    write_long_room(level_path);
    unlink(log_path);
    room_run_program(); /* the window comes up to show how far it is */
    save(level_path, room_with_wall);
    desktop_until(strcmp(desktop_title(), "A room with a wall - slidemove") == 0);
    assert_asks_nothing();
}

TEST_GROUP(room_set_up, room_tear_down)

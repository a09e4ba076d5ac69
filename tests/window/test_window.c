/* The real program in a real X window: keys pressed, mouse dragged, file edited; judged by what the
 * program logs of each tick and by the pixels on the screen. */
#include "../test.h"

#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>

#include "../../src/sandbox/sandbox.h"
#include "../../src/view/panel.h"
#include "../desktop.h"
#include "../room.h"

/* ---- Tests ------------------------------------------------------------------------------- */

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

IN_WINDOW(with_gravity_it_falls_and_a_tap_on_w_or_e_jumps) {
    static const char *const taps[] = {"key w", "key e"};
    desktop_do("key g");
    for (int i = 0; i < 2; i++) {
        desktop_until(last_tick().position.y < 1.1f && player_rests());
        desktop_do("%s", taps[i]);
        desktop_until(last_tick().position.y > 2.5f);
    }
}

IN_WINDOW(arrow_keys_drive_like_a_tank) {
    desktop_do("keydown Up");
    desktop_until(last_tick().position.x > 12); /* the heading is 0: to the right */
    desktop_do("keyup Up");
    assert_float_equal(last_tick().position.y, 10, 1e-5);
    hold("Left", 24);
    desktop_until(player_rests());
    sm3_vec turned_at = last_tick().position;
    desktop_do("keydown Up");
    desktop_until(last_tick().position.y > turned_at.y + 1);
    desktop_do("keyup Up");
}

/* World units. */
static float way_of_a_tick(void) {
    float at = last_tick().position.x;
    desktop_do("keydown d");
    desktop_until(last_tick().position.x > at + 0.05f);
    tick_line from = last_tick();
    desktop_until(last_tick().tick > from.tick + 10);
    tick_line to = last_tick();
    desktop_do("keyup d");
    return (to.position.x - from.position.x) / (float)(to.tick - from.tick);
}

IN_WINDOW(shift_brackets_and_the_slider_set_the_speed) {
    static const float walk = PLAYER_SPEED / TICKS_PER_SECOND;
    desktop_do("keydown shift");
    assert_float_equal(way_of_a_tick(), PLAYER_SLOW * walk, 1e-4);
    desktop_do("keyup shift key bracketright key bracketright"); /* 1, 1.5, 2 */
    assert_float_equal(way_of_a_tick(), 2 * walk, 1e-4);
    sm_vec2 middle = control_place(room, -1, ROLE_SPEED, 0, 0.5f);
    drag_mouse(middle, (sm_vec2){middle.x - WIDTH / 2, middle.y}); /* beyond the end */
    assert_float_equal(way_of_a_tick(), 0.1f * walk, 1e-4);
    desktop_do("key r");
    desktop_until(last_tick().position.x == 10 && last_tick().position.y == 10);
}

IN_WINDOW(the_mouse_pulls_the_player_and_the_walls_hold_it) {
    sm_vec2 from = on_screen(10, 10), to = on_screen(30, 10), outside = on_screen(30, 23);
    desktop_do("mousemove %d %d mousedown 1", (int)from.x, (int)from.y);
    desktop_do("mousemove %d %d", (int)to.x, (int)to.y);
    desktop_until(fabsf(last_tick().position.x - 30) < 0.1f);
    desktop_do("mousemove %d %d", (int)outside.x, (int)outside.y);
    desktop_until(last_tick().position.y > 18.9f && player_rests());
    assert_float_equal(last_tick().position.y, 19, 1e-4);
    desktop_do("mouseup 1 mousemove 1279 719");
    assert_true(player_rests());
    desktop_until(shows_player_at(last_tick().position.x, 19));
}

IN_WINDOW(home_goes_through_walls_and_its_release_resolves) {
    desktop_do("keydown a");
    desktop_until(last_tick().position.x < 1.01f);
    desktop_do("keydown shift keydown Home");     /* slowly, not to pass */
    desktop_until(last_tick().position.x < 0.5f); /* half a radius inside the wall */
    desktop_do("keyup a keyup shift");
    desktop_until(player_rests());
    assert_true(last_tick().position.x < 0.6f);
    assert_true(last_tick().position.x > 0);
    desktop_do("keyup Home");
    desktop_until(fabsf(last_tick().position.x - 1) < 1e-4f);
    assert_float_equal(last_tick().depth, 0, 1e-5);
}

static void until_toggled(const char *keys, color c) {
    bool shown = count_in_scene(c) > 0;
    desktop_do("key %s", keys);
    desktop_until(shown ? count_in_scene(c) == 0 : count_in_scene(c) > 10);
}

IN_WINDOW(digits_and_other_keys_toggle_overlays) {
    const theme *t = dark();
    for (int i = 0; i < 2; i++) {
        until_toggled("semicolon", t->ray);
        until_toggled("slash", t->advance);
    }
    desktop_do("keydown a");
    desktop_until(last_tick().position.x < 1.1f && player_rests());
    desktop_do("keyup a");
    for (int i = 0; i < 2; i++) {
        until_toggled("1", t->closest);
        until_toggled("2", t->normal);
    }
    desktop_do("key 0");
    desktop_until(count_in_scene(t->advance) > 10 && count_in_scene(t->vertex) > 4);
    desktop_do("key 0");
    desktop_until(count_in_scene(t->closest) == 0);
    click_control(room, -1, ROLE_OVERLAY, 0);
    desktop_until(count_in_scene(t->closest) > 10);
    desktop_do("key r key 5 key 3 keydown s");
    desktop_until(last_tick().pushes > 0);
    desktop_until(count_in_scene(t->push) > 8 && count_in_scene(t->depth) > 1);
    desktop_do("keyup s");
    desktop_until(count_in_scene(t->push) == 0); /* the echo of it fades */
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
    sm_vec2 grip = control_place(room, -1, ROLE_LENS_MOVE, 0, 0.2f);
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

/* How large the hints are together, pixels. */
static int count_hints(void) {
    return desktop_count(theme_color(dark()->panel), 340, 560, 350, 140);
}

IN_WINDOW(the_first_run_has_hints_that_vanish_once_they_are_done) {
    char path[300];
    snprintf(path, sizeof path, "%s/slidemove/hints", desktop_folder());
    assert_int_equal(count_hints(), 0); /* who tests has seen them */
    desktop_kill();
    assert_int_equal(unlink(path), 0);
    room_run();
    desktop_until(count_hints() > 20000);
    int all = count_hints();
    desktop_do("keydown d sleep 0.1 keyup d");
    desktop_until(count_hints() < all - 5000);
    int less = count_hints();
    point_away();
    assert_true(player_rests());
    sm3_vec at = last_tick().position;
    drag_at(at.x, at.y, 20, 12);
    desktop_until(count_hints() < less - 5000);
    desktop_do("key ctrl+2");
    desktop_until(file_holds(path, "7\n"));
    assert_int_equal(room_stop(state), 0);
    room_run();
    assert_int_equal(count_hints(), 0);
}

IN_WINDOW(keys_zoom_and_pan_and_f_comes_near) {
    desktop_do("key ctrl+Prior");
    desktop_until(!shows_player_at(10, 10));
    desktop_do("key ctrl+Next");
    desktop_until(shows_player_at(10, 10));
    desktop_do("key ctrl+Left");
    desktop_until(shows_player_at(10 + 60 / room_zoom(), 10));
    desktop_do("key ctrl+Up key ctrl+Right");
    desktop_until(shows_player_at(10, 10 - 60 / room_zoom()));
    desktop_do("key v");
    desktop_until(shows_player_at(10, 10));
    press("minus", 12);  /* a dot */
    desktop_do("key f"); /* follows it, too */
    desktop_until(desktop_count(theme_color(dark()->player), (WIDTH - PANEL) / 2 - 3,
                                HEIGHT / 2 - 3, 7, 7) > 12);
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
    char path[300];
    const char *name = desktop_output();
    snprintf(path, sizeof path, "%s/%.*s", desktop_folder(), (int)strcspn(name, "\n"), name);
    SDL_Surface *loaded = IMG_Load(path);
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

TEST_GROUP(room_set_up, room_tear_down)

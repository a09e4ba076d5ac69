/* The real program in a real X window: keys pressed, mouse dragged, file edited; judged by what the
 * program logs of each tick and by the pixels on the screen. */
#include "../test.h"

#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>

#include "../../src/sandbox/sandbox.h"
#include "../../src/view/camera.h"
#include "../desktop.h"
#include "../room.h"

static const char broken_room[] = "slidemove 1\n"
                                  "player 10 10 radius=1\n"
                                  "loop 0 0 40 0 40 20 0 2O\n"
                                  "segmant 1 2 3 4\n";

/* Whether the player's colour is where a disk has no edge: at the upper left corner. */
static bool shows_box_at(float x, float y) {
    sm_vec2 corner = on_screen(x - 1, y + 1);
    return desktop_count(theme_color(dark()->player), (int)corner.x - 1, (int)corner.y - 1, 5, 5) >
           3;
}

/* ---- Tests ------------------------------------------------------------------------------- */

IN_WINDOW(it_shows_the_level_and_closes_clean_on_ctrl_q) {
    assert_true(shows_wall_at(0, 10));
    assert_true(shows_wall_at(20, 20));
    assert_false(shows_wall_at(20, 10));
    assert_string_equal(desktop_title(), "A plain room - slidemove");
    desktop_do("key ctrl+q");
    assert_int_equal(desktop_wait_for_exit(), 0);
}

IN_WINDOW(escape_alone_does_not_close_it) {
    desktop_do("key Escape key Escape");
    desktop_until(desktop_count(theme_color(dark()->ink), 300, 660, 500, 40) > 10); /* says how */
    assert_true(desktop_is_running());
}

IN_WINDOW(it_closes_clean_when_the_session_ends) {
    desktop_terminate();
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

IN_WINDOW(two_keys_slide_along_the_wall_into_the_corner) {
    desktop_do("keydown a keydown w");
    desktop_until(last_tick().position.y > 18.9f && last_tick().position.x < 1.1f &&
                  player_rests());
    desktop_do("keyup a keyup w");
    assert_float_equal(last_tick().position.x, 1, 1e-5);
    assert_float_equal(last_tick().position.y, 19, 1e-5);
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

IN_WINDOW(shift_is_slow) {
    desktop_do("keydown shift keydown d");
    desktop_until(last_tick().position.x > 10.2f);
    tick_line from = last_tick();
    desktop_until(last_tick().tick > from.tick + 20);
    tick_line to = last_tick();
    desktop_do("keyup d keyup shift");
    float a_tick = (to.position.x - from.position.x) / (float)(to.tick - from.tick);
    assert_float_equal(a_tick, PLAYER_SPEED / TICKS_PER_SECOND * PLAYER_SLOW, 1e-4);
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

IN_WINDOW(r_puts_the_player_back) {
    desktop_do("keydown s");
    desktop_until(last_tick().position.y < 8);
    desktop_do("keyup s key r");
    desktop_until(last_tick().position.y == 10 && last_tick().position.x == 10);
}

/* A disk of radius 1 rests at 39; a capsule, which lies along the heading, 1 before that. */
IN_WINDOW(z_makes_it_a_capsule_then_a_box_then_a_disk) {
    desktop_do("key z keydown d");
    desktop_until(last_tick().position.x > 37.9f && player_rests());
    assert_float_equal(last_tick().position.x, 38, 1e-4);
    desktop_do("key z");
    desktop_until(last_tick().position.x > 38.9f && player_rests());
    assert_float_equal(last_tick().position.x, 39, 1e-4);
    desktop_do("keyup d");
    desktop_until(shows_box_at(39, 10));
    desktop_do("key z");
    desktop_until(!shows_box_at(39, 10));
}

IN_WINDOW(shift_z_makes_it_coast) {
    desktop_do("key shift+z keydown d");
    desktop_until(last_tick().position.x > 14);
    desktop_do("keyup d");
    float released = last_tick().position.x;
    desktop_until(player_rests());
    assert_true(last_tick().position.x > released + 0.5f);
    assert_true(last_tick().position.x < released + 4);
}

IN_WINDOW(a_semicolon_and_a_slash_show_what_lies_ahead) {
    desktop_until(shows_player_at(10, 10));
    assert_int_equal(count_in_scene(dark()->ray), 0);
    assert_int_equal(count_in_scene(dark()->advance), 0);
    desktop_do("key semicolon");
    desktop_until(count_in_scene(dark()->ray) > 10);
    desktop_do("key slash");
    desktop_until(count_in_scene(dark()->advance) > 10);
    desktop_do("key semicolon key slash");
    desktop_until(count_in_scene(dark()->ray) == 0 && count_in_scene(dark()->advance) == 0);
}

IN_WINDOW(p_pauses_and_the_full_stop_makes_one_tick) {
    desktop_do("key p");
    desktop_until(count_in_view(dark()->error) > 100); /* the badge */
    unsigned long at = last_tick().tick;
    desktop_settle();
    assert_int_equal(last_tick().tick, at);
    desktop_do("keydown d key period");
    desktop_until(last_tick().tick == at + 1);
    desktop_do("keyup d");
    assert_float_equal(last_tick().position.x, 10.1f, 1e-5);
    desktop_do("key space");
    desktop_until(last_tick().tick > at + 10);
    assert_int_equal(count_in_view(dark()->error), 0);
}

IN_WINDOW(tab_cycles_the_resolver_which_the_window_names) {
    /* The badge is as wide as the name in it. */
    int deepest = count_in_view(dark()->badge);
    desktop_do("key Tab");
    desktop_until(count_in_view(dark()->badge) != deepest);
    int last = count_in_view(dark()->badge);
    assert_true(last < deepest);
    desktop_do("key Tab key Tab key Tab key Tab");
    desktop_until(count_in_view(dark()->badge) == deepest);
}

IN_WINDOW(digits_toggle_overlays) {
    desktop_do("keydown a");
    desktop_until(last_tick().position.x < 1.1f && player_rests());
    desktop_do("keyup a");
    assert_int_equal(count_in_scene(dark()->closest), 0);
    assert_int_equal(count_in_scene(dark()->normal), 0);
    desktop_do("key 1");
    desktop_until(count_in_scene(dark()->closest) > 10);
    desktop_do("key 2");
    desktop_until(count_in_scene(dark()->normal) > 10);
    desktop_do("key 1 key 2");
    desktop_until(count_in_scene(dark()->closest) == 0 && count_in_scene(dark()->normal) == 0);
    desktop_do("key 0");
    desktop_until(count_in_scene(dark()->advance) > 10 && count_in_scene(dark()->vertex) > 10);
}

IN_WINDOW(pushes_are_drawn_while_it_pushes) {
    desktop_do("key 5 key 3 keydown s");
    desktop_until(last_tick().pushes > 0);
    desktop_until(count_in_scene(dark()->push) > 8 && count_in_scene(dark()->depth) > 1);
    desktop_do("keyup s");
    desktop_until(count_in_scene(dark()->push) == 0); /* the echo of it fades */
}

IN_WINDOW(plus_and_minus_change_the_radius) {
    desktop_do("key plus key plus key plus");
    desktop_do("keydown s");
    desktop_until(last_tick().position.y < 2 && player_rests());
    desktop_do("keyup s");
    assert_float_equal(last_tick().position.y, 1.331, 1e-4);
    desktop_do("key minus key minus key minus keydown s");
    desktop_until(fabsf(last_tick().position.y - 1) < 1e-4f);
    desktop_do("keyup s");
}

IN_WINDOW(brackets_change_the_speed) {
    desktop_do("key bracketright key bracketright keydown d"); /* 1, 1.5, 2 */
    desktop_until(last_tick().position.x > 11);
    tick_line from = last_tick();
    desktop_until(last_tick().tick > from.tick + 10);
    tick_line to = last_tick();
    desktop_do("keyup d");
    float a_tick = (to.position.x - from.position.x) / (float)(to.tick - from.tick);
    assert_float_equal(a_tick, 2 * PLAYER_SPEED / TICKS_PER_SECOND, 1e-4);
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

IN_WINDOW(f1_shows_help_and_escape_closes_it_first) {
    int before = count_in_view(dark()->key);
    desktop_do("key F1");
    desktop_until(count_in_view(dark()->key) > before + 2000);
    desktop_do("key Escape");
    desktop_until(count_in_view(dark()->key) == before);
    assert_true(desktop_is_running());
    desktop_do("key h");
    desktop_until(count_in_view(dark()->key) > before + 2000);
    desktop_do("key h");
    desktop_until(count_in_view(dark()->key) == before);
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

IN_WINDOW(badges_do_what_they_say) {
    desktop_do("key p");
    sm_vec2 resolver = {WIDTH - PANEL - 40, 27}, pause = {WIDTH - PANEL - 120, 27};
    desktop_until(desktop_pixel((int)pause.x, 18) == theme_color(dark()->error));
    desktop_do("mousemove %d %d click 1", (int)pause.x, (int)pause.y);
    desktop_until(desktop_pixel((int)pause.x, 18) != theme_color(dark()->error));
    wait_ticks(3);
    int deepest = desktop_count(theme_color(dark()->badge), 600, 0, WIDTH - PANEL - 600, 50);
    desktop_do("mousemove %d %d click 1 mousemove 640 600", (int)resolver.x, (int)resolver.y);
    desktop_until(desktop_count(theme_color(dark()->badge), 600, 0, WIDTH - PANEL - 600, 50) !=
                  deepest);
}

IN_WINDOW(the_panels_tools_reset_show_and_open) {
    desktop_do("keydown d");
    desktop_until(last_tick().position.x > 12);
    desktop_do("keyup d");
    click_control(room, -1, ROLE_RESET, 0);
    desktop_until(fabsf(last_tick().position.x - 10) < 0.01f);
    click_control(room, -1, ROLE_THEME, 0);
    desktop_until(count_in_view(themes[1].colors->floor) > WIDTH * HEIGHT / 4);
    click_control(room, -1, ROLE_THEME, 0);
    click_control(room, -1, ROLE_ZOOM, 1);
    point_away();
    desktop_until(!shows_player_at(10, 10));
    click_control(room, -1, ROLE_FIT, 0);
    point_away();
    desktop_until(shows_player_at(10, 10));
    click_control(room, -1, ROLE_PICTURE, 0);
    desktop_until(strstr(desktop_output(), ".png") != NULL);
    click_control(room, -1, ROLE_LEVEL, 1);
    desktop_until(strcmp(desktop_title(), "A room with a wall - slidemove") == 0);
    click_control(room, -1, ROLE_LEVEL, -1);
    desktop_until(strcmp(desktop_title(), "A plain room - slidemove") == 0);
}

IN_WINDOW(ctrl_and_plus_make_text_larger_and_ctrl_0_as_usual) {
    uint32_t accent = theme_color(dark()->badge);
    int usual = desktop_count(accent, 600, 0, WIDTH - 600, 60);
    desktop_do("key ctrl+plus key ctrl+plus key ctrl+plus");
    desktop_until(desktop_count(accent, 600, 0, WIDTH - 600, 60) > usual * 5 / 4);
    desktop_do("key ctrl+0");
    desktop_until(desktop_count(accent, 600, 0, WIDTH - 600, 60) == usual);
    desktop_do("key ctrl+minus");
    desktop_until(desktop_count(accent, 600, 0, WIDTH - 600, 60) < usual);
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
    press("minus", 12); /* a dot */
    desktop_do("key f");
    desktop_until(desktop_count(theme_color(dark()->player), 0, 0, WIDTH - PANEL, HEIGHT) > 150);
}

IN_WINDOW(an_arrow_points_to_a_player_who_is_out_of_view) {
    desktop_do("mousemove 1000 650 click --repeat 12 4 mousemove 900 300");
    desktop_until(!shows_player_at(10, 10));
    desktop_until(desktop_count(theme_color(dark()->player), 0, 0, 120, HEIGHT) > 20);
    desktop_do("key v mousemove 1279 719");
    desktop_until(shows_player_at(10, 10));
    assert_int_equal(desktop_count(theme_color(dark()->player), 0, 0, 120, HEIGHT), 0);
}

IN_WINDOW(t_changes_the_theme) {
    desktop_do("key t");
    desktop_until(count_in_view(themes[1].colors->floor) > WIDTH * HEIGHT / 4);
    desktop_do("key t");
    desktop_until(count_in_view(dark()->floor) > WIDTH * HEIGHT / 4);
}

IN_WINDOW(a_saved_level_is_shown) {
    desktop_do("keydown d");
    desktop_until(last_tick().position.x > 12);
    desktop_do("keyup d");
    desktop_until(player_rests());
    sm3_vec at = last_tick().position;
    save(level_path, room_with_wall);
    desktop_until(shows_wall_at(20, 10));
    assert_string_equal(desktop_title(), "A room with a wall - slidemove");
    assert_float_equal(last_tick().position.x, at.x, 0); /* the player stays where it is */
    desktop_do("keydown d");
    desktop_until(last_tick().position.x > 18.9f && player_rests());
    desktop_do("keyup d");
    assert_float_equal(last_tick().position.x, 19, 1e-4); /* and the new wall holds it */
}

IN_WINDOW(a_broken_level_keeps_the_old_one_and_says_why) {
    save(level_path, broken_room);
    desktop_until(count_in_view(dark()->error) > 100);
    assert_true(shows_wall_at(0, 10));
    unsigned long at = last_tick().tick;
    desktop_until(last_tick().tick > at + 10); /* goes on */
    save(level_path, room);
    desktop_until(count_in_view(dark()->error) == 0);
}

IN_WINDOW(n_and_b_step_through_the_folder) {
    desktop_do("key n");
    desktop_until(shows_wall_at(20, 10));
    assert_string_equal(desktop_title(), "A room with a wall - slidemove");
    desktop_do("key b");
    desktop_until(!shows_wall_at(20, 10));
    assert_string_equal(desktop_title(), "A plain room - slidemove");
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

IN_WINDOW(a_resized_window_shows_the_whole_level) {
    desktop_do("search --onlyvisible --name slidemove windowsize 900 500");
    camera c = {.width = 900 - PANEL, .height = 500};
    camera_fit(&c, (level_box){{0, 0}, {40, 20}}, 64);
    sm_vec2 p = camera_to_screen(&c, (sm_vec2){10, 10});
    desktop_until(desktop_count(theme_color(dark()->player), (int)p.x - 3, (int)p.y - 3, 7, 7) >
                  12);
}

IN_WINDOW(the_camera_follows_the_player) {
    desktop_do("key f");
    sm_vec2 middle = {(WIDTH - PANEL) / 2, HEIGHT / 2};
    desktop_until(desktop_count(theme_color(dark()->player), (int)middle.x - 3, (int)middle.y - 3,
                                7, 7) > 12);
    desktop_do("key v");
    desktop_until(shows_player_at(10, 10));
}

/* ---- Editing ----------------------------------------------------------------------------- */

IN_WINDOW(a_vertex_is_dragged_undone_redone_and_saved) {
    sm_vec2 corner = on_screen(40, 20), inside = on_screen(35, 15);
    desktop_do("keydown ctrl"); /* snaps to the grid */
    drag_mouse(corner, inside);
    desktop_do("keyup ctrl");
    desktop_until(shows_wall_at(37.5f, 7.5f)); /* the right wall slants now */
    desktop_until(desktop_title()[0] == '*');
    desktop_do("key ctrl+z");
    desktop_until(shows_wall_at(40, 19));
    desktop_until(desktop_title()[0] != '*');
    desktop_do("key ctrl+s");
    desktop_until(strstr(desktop_title(), "*") == NULL);
    assert_file(level_path, room);
    desktop_do("key ctrl+shift+z");
    desktop_until(shows_wall_at(37.5f, 7.5f));
    desktop_do("key ctrl+s");
    desktop_until(desktop_title()[0] != '*');
    assert_file(level_path, "slidemove 1\n"
                            "title A plain room\n"
                            "player 10 10 radius=1\n"
                            "loop 0 0 40 0 35 15 0 20\n");
}

IN_WINDOW(a_wall_dragged_into_the_player_pushes_it) {
    for (int x = 0; x <= 320; x += 8) {
        sm_vec2 wall = on_screen(0, 5);
        unsigned long before = last_tick().tick;
        desktop_do("mousemove %d %d %s", (int)wall.x + x, (int)wall.y, x == 0 ? "mousedown 1" : "");
        desktop_until(last_tick().tick > before + 2); /* faster, the wall may jump over the disk */
    }
    desktop_until(last_tick().position.x > 11 && player_rests());
    desktop_do("mouseup 1");
    assert_float_equal(last_tick().depth, 0, 1e-4);
    desktop_do("key ctrl+s");
    desktop_until(desktop_title()[0] != '*');
    level_errors errors;
    level *saved = level_load(level_path, &errors);
    assert_non_null(saved);
    float wall = saved->numbers[saved->statements[3].first_number];
    assert_true(wall > 10);
    assert_float_equal(last_tick().position.x, wall + 1, 1e-3);
    level_free(saved);
}

IN_WINDOW(a_folder_that_is_gone_keeps_the_work) {
    drag_mouse(on_screen(40, 20), on_screen(35, 15));
    desktop_until(desktop_title()[0] == '*');
    char away[300];
    snprintf(away, sizeof away, "%s-away", desktop_folder());
    assert_int_equal(rename(desktop_folder(), away), 0);
    desktop_do("key ctrl+s");
    desktop_settle();
    assert_int_equal(rename(away, desktop_folder()), 0);
    assert_true(desktop_is_running());
    assert_true(desktop_title()[0] == '*');
    assert_true(shows_wall_at(37.5f, 7.5f));
    assert_file(level_path, room);
    desktop_do("key ctrl+s");
    desktop_until(desktop_title()[0] != '*');
}

/* ---- Main -------------------------------------------------------------------------------- */

TEST_GROUP(room_set_up, room_tear_down)

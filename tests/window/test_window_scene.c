/* A level that says how it opens, in a real X window: it is played before a key is pressed, and
 * what is so can be said and opened again. */
#include "../test.h"

#include <unistd.h>

#include "../desktop.h"
#include "../room.h"

IN_WINDOW(what_a_level_plays_is_seen_without_a_key) {
    room_open_level(ROOM "resolver sweep\nplay 1 0 0.5\nplay 0 1 0.25\npaused\n");
    desktop_until(last_tick().tick == 45);
    assert_float_equal(last_tick().position.x, 13, 1e-4);
    assert_float_equal(last_tick().position.y, 11.5, 1e-4);
    desktop_settle(); /* it is paused */
    assert_int_equal(last_tick().tick, 45);
    desktop_do("key space");
    wait_ticks(5);
    assert_float_equal(last_tick().position.x, 13, 1e-4);
}

IN_WINDOW(a_scene_is_said_saved_undone_and_opened_again) {
    static const char said[] = "slidemove 1\n"
                               "title A plain room\n"
                               "player 10 10 radius=1\n"
                               "resolver last\n"
                               "ghosts sweep\n"
                               "overlays vertices\n"
                               "mover capsule\n"
                               "momentum on\n"
                               "paused\n"
                               "loop 0 0 40 0 40 20 0 20\n";
    desktop_do("key space key Tab key ctrl+5 key 4 key z key shift+z");
    desktop_do("key ctrl+shift+l");
    desktop_until(desktop_title()[0] == '*');
    assert_saves(said);
    desktop_do("key ctrl+z");
    desktop_until(desktop_title()[0] == '*');
    desktop_do("key ctrl+y");
    desktop_until(desktop_title()[0] != '*');

    desktop_do("key ctrl+q");
    assert_int_equal(desktop_wait_for_exit(), 0);
    room_run_program();
    desktop_until(shows_wall_at(20, 0));
    assert_int_equal(last_tick().tick, 0);
    desktop_do("key 4"); /* the command line says that there are no overlays */
    desktop_until(count_in_view(dark()->vertex) > 10);
    desktop_do("key ctrl+shift+l");
    desktop_settle(); /* it says all that already */
    assert_int_not_equal(desktop_title()[0], '*');
    desktop_do("key Tab key ctrl+shift+l");
    desktop_until(desktop_title()[0] == '*');
    desktop_do("key ctrl+z");
}

/* Nearer, round the player: it stays where it is on the screen, a wall does not. */
IN_WINDOW(a_view_is_said_and_seen_again) {
    point_at(10, 10);
    desktop_do("click 4 click 4 click 4 click 4 key ctrl+shift+l");
    desktop_until(!shows_wall_at(20, 0) && desktop_title()[0] == '*');
    desktop_do("key ctrl+s");
    desktop_until(desktop_title()[0] != '*');
    desktop_do("key ctrl+q");
    assert_int_equal(desktop_wait_for_exit(), 0);
    room_run();
    desktop_until(shows_player_at(10, 10));
    assert_false(shows_wall_at(20, 0));
    desktop_do("key v");
    desktop_until(shows_wall_at(20, 0));
}

/* Opens what is typed in the browser, and waits for a level of that title. */
static void browse(const char *typed, const char *title) {
    char expected[256];
    snprintf(expected, sizeof expected, "%s - slidemove", title);
    desktop_do("key ctrl+o");
    desktop_settle(); /* keys of the same frame are no text yet */
    desktop_do("type --delay 5 '%s'", typed);
    desktop_do("key Return");
    desktop_until(strcmp(desktop_title(), expected) == 0);
}

IN_WINDOW(lessons_show_their_points_without_a_key_pressed) {
    char path[4096];
    assert_non_null(getcwd(path, sizeof path - 64));
    strcat(path, "/levels/lab/02-wall-of-100.level");
    browse(path, "A straight wall of 100 pieces");
    desktop_until(count_in_view(dark()->ghost[SM_LAST]) > 20);
    desktop_until(count_in_view(dark()->ghost[SM_FIRST]) > 20);
    browse("tunnel", "Tunnelling: faster than the wall is thick");
    desktop_until(last_tick().position.x > 1); /* behind the wall */
    browse("inside a pillar", "Start: inside a pillar");
    desktop_until(count_in_view(dark()->error) > 200); /* paused */
    assert_int_equal(last_tick().pushes, 5);
    browse("sphere triangle", "Sphere against triangle: face, edge and corner");
    desktop_until(last_tick().position.z < -2); /* it went round the sail */
    desktop_do("key F3");                       /* the card is folded, and unfolded */
    desktop_settle();
    int folded = desktop_count(theme_color(dark()->panel), 100, 460, 900, 200);
    desktop_do("key F3");
    desktop_until(desktop_count(theme_color(dark()->panel), 100, 460, 900, 200) > folded + 20000);
}

TEST_GROUP(room_set_up, room_tear_down)

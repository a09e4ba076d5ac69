/* Files in a real X window: nothing that was made is lost unasked, and each answer to a question
 * does what it says. */
#include "../test.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../desktop.h"
#include "../room.h"

#define CHANGED_ROOM                                                                               \
    "slidemove 1\n"                                                                                \
    "title A plain room\n"                                                                         \
    "player 10 10 radius=1\n"                                                                      \
    "loop 0 0 40 0 35 15 0 20\n"

/* Drags a corner: the level in the window is CHANGED_ROOM. */
static void change(void) {
    snap_drag_at(40, 20, 35, 15);
    desktop_until(desktop_title()[0] == '*');
    desktop_do("key Escape"); /* nothing is selected */
}

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

static const char *in_folder(const char *name) {
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", desktop_folder(), name);
    return path;
}

/* ---- New, open, save as ------------------------------------------------------------------ */

IN_WINDOW(a_level_is_saved_as_a_drawing_and_a_drawing_keeps_its_looks) {
    char path[300], head[6] = "";
    snprintf(path, sizeof path, "%s", in_folder("d.svg"));
    desktop_do("key ctrl+shift+s");
    await_question();
    type(path);
    desktop_do("key Return");
    desktop_until(access(path, R_OK) == 0);
    FILE *saved = fopen(path, "r");
    assert_non_null(fgets(head, sizeof head, saved));
    fclose(saved);
    assert_string_equal(head, "<svg ");
    assert_asks_nothing();
    save(path,
         "<svg width='40cm' viewBox='0 0 40 20'><title>Drawn</title>\n"
         "<image/><circle id='player' cx='9' cy='4' r='1'/><path d='M0 0h40v20H0z'/></svg>\n");
    desktop_until(strcmp(desktop_title(), "Drawn - slidemove") == 0);
    desktop_do("key ctrl+s");
    await_question(); /* the image would be lost */
    desktop_do("key Return");
    desktop_until(file_holds(in_folder("d.level"), "slidemove 1\n"
                                                   "title Drawn\n"
                                                   "player 9 -4 radius=1\n"
                                                   "loop 0 0 40 0 40 -20 0 -20\n"));
    assert_asks_nothing();
}

IN_WINDOW(a_level_is_chosen_by_its_title_by_arrows_and_by_a_click) {
    desktop_do("key ctrl+o");
    await_question();
    type("with a wall");
    desktop_do("key Return");
    desktop_until(strcmp(desktop_title(), "A room with a wall - slidemove") == 0);
    desktop_do("key ctrl+o");
    await_question();
    desktop_do("key Left key Return"); /* from the one that is open to the one before */
    desktop_until(strcmp(desktop_title(), "A plain room - slidemove") == 0);
    desktop_do("key ctrl+o");
    await_question();
    /* Its picture comes by itself. */
    desktop_until(desktop_count(theme_color(dark()->solid), 246, 138, 160, 92) > 500);
    desktop_do("mousemove 320 180 click 1");
    desktop_until(strcmp(desktop_title(), "A room with a wall - slidemove") == 0);
    assert_asks_nothing();
}

/* Opens what is typed in the browser, and waits for a level of that title. */
static void browse(const char *typed, const char *title) {
    char expected[256];
    snprintf(expected, sizeof expected, "%s - slidemove", title);
    desktop_do("key ctrl+o");
    await_question();
    type(typed);
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

/* ---- Unsaved changes --------------------------------------------------------------------- */

IN_WINDOW(quitting_with_changes_asks_and_cancel_stays_or_they_are_dropped) {
    change();
    desktop_do("key ctrl+q");
    await_question();
    desktop_do("key Escape");
    assert_asks_nothing();
    assert_true(desktop_is_running());
    desktop_terminate(); /* the window is closed */
    await_question();
    desktop_do("key Tab key Tab key space"); /* Cancel */
    assert_asks_nothing();
    assert_true(desktop_is_running());
    assert_true(desktop_title()[0] == '*');
    desktop_terminate();
    await_question();
    desktop_do("key Tab key Return"); /* Drop them */
    assert_int_equal(desktop_wait_for_exit(), 0);
    assert_file(level_path, room);
}

IN_WINDOW(a_new_level_saved_on_quitting_asks_for_its_path_first) {
    unlink(in_folder("made.level"));
    desktop_do("key ctrl+n");
    await_question();
    desktop_do("key Return"); /* in 2D */
    desktop_until(strcmp(desktop_title(), "Untitled - slidemove") == 0);
    point_away();
    desktop_do("key j key Delete key ctrl+q");
    await_question();
    desktop_do("key Return sleep 0.2 key ctrl+a");
    type(in_folder("made.level"));
    desktop_do("key Return");
    assert_int_equal(desktop_wait_for_exit(), 0);
    assert_file(in_folder("made.level"), "slidemove 1\n"
                                         "title Untitled\n"
                                         "\n"
                                         "player 0 0\n");
}

/* ---- A file that is gone ----------------------------------------------------------------- */

/* The window says what is the matter, and answers a signal to end. */
IN_WINDOW(a_pipe_or_an_endless_device_in_place_of_the_file_does_not_stop_the_window) {
    unlink(level_path);
    assert_int_equal(mkfifo(level_path, 0600), 0);
    desktop_until(desktop_title()[0] == '*');
    desktop_until(count_in_view(dark()->error) > 100);
    unlink(level_path);
    assert_int_equal(symlink("/dev/zero", level_path), 0);
    wait_ticks(60); /* it looks again and again */
    desktop_terminate();
    await_question();
    desktop_do("key Tab key Return"); /* Drop it */
    assert_int_equal(desktop_wait_for_exit(), 0);
}

/* ---- A file that changes while it is read ------------------------------------------------ */

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

/* ---- Crashes ----------------------------------------------------------------------------- */

/* Whole ones: a copy that is being written has ".part" behind its name, and goes with a crash. */
static int count_copies(void) {
    DIR *folder = opendir(in_folder("slidemove"));
    int count = 0;
    for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
        const char *dot = strrchr(e->d_name, '.');
        count += dot != NULL && strcmp(dot, ".recovery") == 0;
    }
    if (folder != NULL)
        closedir(folder);
    return count;
}

/* Changes the level, and crashes as soon as there is a copy of it. */
static void crash(void) {
    change();
    for (double left = 40; left > 0 && count_copies() == 0; left -= 0.1)
        desktop_sleep(0.1);
    assert_int_equal(count_copies(), 1);
    desktop_kill();
    assert_file(level_path, room);
    room_run();
    await_question();
}

IN_WINDOW(changes_from_before_a_crash_are_brought_back) {
    crash();
    desktop_do("key Return");
    desktop_until(shows_wall_at(37.5f, 7.5f));
    assert_string_equal(desktop_title(), "* A plain room - slidemove");
    assert_saves(CHANGED_ROOM);
    desktop_until(count_copies() == 0);
    assert_int_equal(room_stop(state), 0);
    room_run();
    assert_asks_nothing(); /* after a clean end */
}

TEST_GROUP(room_set_up, room_tear_down)

/* The real program in a real X window: what the display, its keys, its pointer, its clipboard and a
 * signal bring about; judged by what the program logs of each tick and by the pixels on the screen.
 * All else that the window does tests/app/scripts.txt asks without a display. */
#include "../test.h"

#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>

#include "../../src/view/camera.h"
#include "../../src/view/view.h"
#include "../desktop.h"
#include "../files.h"

enum { WIDTH = 1280, HEIGHT = 720, PANEL = 252 }; /* of WIDTH, the side panel's */

static char level_path[256]; /* a-room.level */
static char log_path[256];
static char *rule_path; /* NULL: none */

#define ROOM                                                                                       \
    "slidemove 1\n"                                                                                \
    "title A plain room\n"                                                                         \
    "player 10 10 radius=1\n"                                                                      \
    "loop 0 0 40 0 40 20 0 20\n"

/* Of a test: starts the program on the room; ends it by keys, its changes dropped. */
#define IN_WINDOW(name) TEST_WITH(name, room_start, room_stop)

typedef struct tick_line {
    unsigned long tick;
    sm_vec2 position;
    float depth;
} tick_line;

typedef struct log_summary {
    tick_line last; /* whole line; all 0: there is none yet */
    float worst_depth;
} log_summary;

/* ---- Files ------------------------------------------------------------------------------- */

static void save(const char *path, const char *words) {
    char temporary[300];
    snprintf(temporary, sizeof temporary, "%s~", path);
    FILE *f = fopen(temporary, "w");
    assert_non_null(f);
    fputs(words, f);
    fclose(f);
    assert_int_equal(rename(temporary, path), 0);
}

static bool file_holds(const char *path, const char *expected) {
    static char found[4096];
    read_file(path, found, sizeof found);
    return strcmp(found, expected) == 0;
}

static void assert_saves(const char *expected) {
    desktop_do("key ctrl+s");
    for (double left = DESKTOP_PATIENCE; left > 0 && !file_holds(level_path, expected);
         left -= 0.05)
        desktop_sleep(0.05);
    assert_content(level_path, expected); /* shows the difference */
    desktop_until(desktop_title()[0] != '*');
}

/* ---- Ticks ------------------------------------------------------------------------------- */

/* A line that is still being written has fewer columns, or no end. */
static bool read_tick(const char *line, tick_line *t) {
    return strchr(line, '\n') != NULL && sscanf(line, "%lu %f %f %*d %f %*f %*f", &t->tick,
                                                &t->position.x, &t->position.y, &t->depth) == 4;
}

static log_summary read_log(void) {
    log_summary log = {0};
    FILE *f = fopen(log_path, "r");
    char line[256];
    tick_line t;
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        if (!read_tick(line, &t))
            continue;
        log.last = t;
        log.worst_depth = fmaxf(log.worst_depth, t.depth);
    }
    if (f != NULL)
        fclose(f);
    return log;
}

static tick_line last_tick(void) {
    return read_log().last;
}

static bool player_rests(void) {
    tick_line before = last_tick(), after = before;
    for (int i = 0; i < 500 && after.tick < before.tick + 5; i++) {
        desktop_sleep(0.02);
        after = last_tick();
    }
    return before.position.x == after.position.x && before.position.y == after.position.y;
}

/* ---- The screen -------------------------------------------------------------------------- */

/* The camera that fits the room, as the program must have set it. */
static camera camera_of(int width, int height) {
    camera c = {.width = width, .height = height};
    camera_fit(&c, (level_box){{0, 0}, {40, 20}}, 64);
    return c;
}

static sm_vec2 on_screen(float x, float y) {
    camera c = camera_of(WIDTH - PANEL, HEIGHT);
    return camera_to_screen(&c, (sm_vec2){x, y});
}

static float room_zoom(void) {
    return camera_of(WIDTH - PANEL, HEIGHT).zoom;
}

static uint32_t theme_color(color c) {
    return c & 0xffffffu;
}

static const theme *dark(void) {
    return themes[0].colors;
}

static int count_in_view(color c) {
    return desktop_count(theme_color(c), 0, 0, WIDTH, HEIGHT);
}

static bool shows_player_at(float x, float y) {
    sm_vec2 p = on_screen(x, y);
    return desktop_count(theme_color(dark()->player), (int)p.x - 3, (int)p.y - 3, 7, 7) > 12;
}

static bool shows_wall_at(float x, float y) {
    sm_vec2 p = on_screen(x, y);
    int selected = desktop_count(theme_color(dark()->selected), (int)p.x - 2, (int)p.y - 2, 5, 5);
    return selected > 0 ||
           desktop_count(theme_color(dark()->wall), (int)p.x - 2, (int)p.y - 2, 5, 5) > 0;
}

/* ---- Running ----------------------------------------------------------------------------- */

static void room_run_program(void) {
    const char *program = getenv("SLIDEMOVE");
    unlink(log_path);
    char *arguments[] = {(char *)"slidemove",
                         (char *)"--scale",
                         (char *)"1",
                         (char *)"--overlays",
                         (char *)"none",
                         (char *)"--log",
                         log_path,
                         level_path,
                         rule_path != NULL ? (char *)"--rule" : NULL,
                         rule_path,
                         NULL};
    desktop_run(program != NULL ? program : "build/slidemove", arguments);
}

static void room_run(void) {
    room_run_program();
    desktop_until(last_tick().tick > 0);
}

/* Copies that a failed test left would be offered to the next one. */
static void forget_copies(void) {
    char command[300];
    put_folder(command, sizeof command, "rm -rf @/slidemove && mkdir @/slidemove");
    assert_int_equal(system(command), 0);
}

/* Starts it on any text in level_path, with the player at (10, 10) of the room. */
static void room_open(const char *words) {
    desktop_kill();
    forget_copies();
    save(level_path, words);
    room_run();
    desktop_until(shows_player_at(10, 10));
}

static int room_start(void **state) {
    room_open(ROOM);
    return 0;
}

static int room_stop(void **state) {
    for (int i = 0; i < 4 && desktop_is_running(); i++) {
        desktop_do("key Escape key Escape key ctrl+q"); /* leaves a dialog or field before */
        desktop_settle();
        if (desktop_is_running() && desktop_title()[0] == '*')
            desktop_do("key Tab key Return"); /* drops the changes */
    }
    return desktop_wait_for_exit() == 0 ? 0 : -1;
}

static int room_set_up(void **state) {
    desktop_start();
    put_folder(level_path, sizeof level_path, "@/a-room.level");
    put_folder(log_path, sizeof log_path, "@/log");
    return 0;
}

static int room_tear_down(void **state) {
    desktop_stop();
    return 0;
}

/* ---- The pointer -------------------------------------------------------------------------- */

static void drag_mouse(sm_vec2 from, sm_vec2 to) {
    desktop_do("mousemove %d %d mousedown 1", (int)from.x, (int)from.y);
    desktop_do("mousemove %d %d", (int)to.x, (int)to.y);
    desktop_settle(); /* a frame at least sees the pointer there */
    desktop_do("mouseup 1 mousemove %d %d", WIDTH - 1, HEIGHT - 1);
}

static void drag_at(float x, float y, float to_x, float to_y) {
    drag_mouse(on_screen(x, y), on_screen(to_x, to_y));
}

static void snap_drag_at(float x, float y, float to_x, float to_y) {
    desktop_do("keydown ctrl");
    drag_at(x, y, to_x, to_y);
    desktop_do("keyup ctrl");
}

/* ---- The tests ---------------------------------------------------------------------------- */

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

/* Inside a move it is paused, and the room has given its place to the contact and the table. */
static bool is_inside(void) {
    return count_in_view(dark()->error) > 100 && !shows_wall_at(20, 0);
}

/* Two actions with keys alone, two with the mouse alone: into a wall, and why. */
IN_WINDOW(a_newcomer_is_inside_a_pushed_move_with_its_reason_in_two_actions) {
    desktop_do("keydown s");
    desktop_until(last_tick().position.y < 1.01f);
    desktop_do("key question keyup s");
    desktop_until(is_inside());
    desktop_do("key Escape key p key r");
    desktop_until(!is_inside());
    desktop_until(shows_player_at(10, 10));
    sm_vec2 disk = on_screen(10, 10), wall = on_screen(10, -3);
    desktop_do("mousemove %d %d mousedown 1 mousemove %d %d", (int)disk.x, (int)disk.y, (int)wall.x,
               (int)wall.y);
    desktop_until(last_tick().position.y < 1.01f);
    desktop_do("mouseup 1 mousemove 902 28 click 1 mousemove 1279 719");
    desktop_until(is_inside());
}

IN_WINDOW(the_pointer_zooms_pans_and_rests_on_a_tool) {
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
    desktop_do("mousemove 1000 650 click --repeat 12 4 mousemove 900 300"); /* an arrow points */
    desktop_until(desktop_count(theme_color(dark()->player), 0, 0, 120, HEIGHT) > 20);
    assert_false(shows_player_at(10, 10));
    int x = 29 + 25, y = 151 - 15; /* where a tool that the pointer rests on says its name */
    desktop_do("mousemove 29 151");
    desktop_until(desktop_count(theme_color(dark()->panel), x, y, 120, 30) > 500);
    desktop_do("mousemove 429 151");
    desktop_until(desktop_count(theme_color(dark()->panel), x, y, 120, 30) == 0);
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

static bool shows_player_fitted(int width, int height) {
    camera c = camera_of(width, height);
    sm_vec2 p = camera_to_screen(&c, (sm_vec2){10, 10});
    return desktop_count(theme_color(dark()->player), (int)p.x - 3, (int)p.y - 3, 7, 7) > 12;
}

IN_WINDOW(a_small_window_shows_the_whole_level_and_its_help_is_scrolled_by_keys) {
    desktop_do("search --onlyvisible --name slidemove windowsize 900 540");
    desktop_until(shows_player_fitted(900 - PANEL, 540));
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

IN_WINDOW(a_signal_to_end_ends_it_at_once_and_the_changes_come_back) {
    snap_drag_at(40, 20, 35, 15);
    desktop_until(desktop_title()[0] == '*');
    desktop_terminate();
    assert_int_equal(desktop_wait_for_exit(), 0);
    assert_content(level_path, ROOM);
    room_run();
    await_question();
    desktop_do("key Return"); /* Bring them back */
    desktop_until(desktop_title()[0] == '*');
}

/* A level that takes a while to read, and holds nothing but the room. */
static void write_long_room(const char *path) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(ROOM, f);
    for (int i = 0; i < 1500000; i++)
        fputs("segment 1 1 2 1\n", f);
    fclose(f);
}

IN_WINDOW(a_version_saved_while_the_level_is_read_is_shown) {
    assert_int_equal(room_stop(state), 0);
    write_long_room(level_path);
    unlink(log_path);
    room_run_program(); /* the window comes up to show how far it is */
    save(level_path, "slidemove 1\ntitle A room with a wall\nplayer 10 10 radius=1\n"
                     "loop 0 0 40 0 40 20 0 20\nsegment 20 2 20 18\n");
    desktop_until(strcmp(desktop_title(), "A room with a wall - slidemove") == 0);
    assert_asks_nothing();
}

/* ---- Explore ------------------------------------------------------------------------------ */

/* A pit that is deeper than a jump is high. */
#define PIT                                                                                        \
    "slidemove 1\ntitle A pit\nplayer 10 10 radius=1\nresolver sweep\ngravity on\njump 1\n"        \
    "loop 0 9 20 9 20 0 30 0 30 9 40 9 40 20 0 20\n"

/* A finding has a ring and its kind in the colour of errors. */
static bool shows_finding(void) {
    return desktop_count(theme_color(dark()->error), 100, 100, 800, HEIGHT - 120) > 30;
}

IN_WINDOW(a_level_is_explored_by_its_key_and_a_click_goes_to_what_is_found) {
    room_open(PIT);
    desktop_do("key ctrl+e");
    desktop_until(shows_finding());
    assert_true(shows_player_at(10, 10)); /* the session is as it was */
    desktop_do("mousemove 800 112 click 1 mousemove 1279 719");
    desktop_until(!shows_player_at(10, 10));
    desktop_do("key Escape key Escape key Escape");
    desktop_until(!shows_finding());
    assert_string_equal(desktop_title(), "A pit - slidemove"); /* without a change to save */
    assert_content(level_path, PIT);
}

/* ---- A rule ------------------------------------------------------------------------------- */

/* Saves a rule that goes so many times as far as is wanted, whatever is in the way. */
static void save_rule(const char *times) {
    char words[512];
    snprintf(words, sizeof words,
             "#include <slidemove.h>\n"
             "sm_result rule_move(sm_vec2 p, sm_vec2 d, sm_hull m, sm_obstacles o,\n"
             "                    const sm_options *by) {\n"
             "    (void)m, (void)o, (void)by;\n"
             "    float times = %s;\n"
             "    return (sm_result){.position = {p.x + d.x * times, p.y}};\n"
             "}\n",
             times);
    save(rule_path, words);
}

/* Whether the last ticks, with D held, went so many times as far as is wanted. */
static bool goes(float times) {
    tick_line before = last_tick();
    desktop_sleep(0.1);
    tick_line after = last_tick();
    float ticks = (float)(after.tick - before.tick);
    return ticks > 0 &&
           fabsf((after.position.x - before.position.x) / ticks - 0.1f * times) < 0.01f;
}

static bool shows_error(void) {
    return desktop_count(theme_color(dark()->error), 150, 45, 700, 60) > 100;
}

IN_WINDOW(a_rule_is_compiled_again_when_it_is_saved_and_takes_nothing_along) {
    static char path[256];
    put_folder(path, sizeof path, "@/my_move.c");
    rule_path = path;
    save_rule("nothing_yet");
    desktop_kill();
    forget_copies();
    room_run_program();
    desktop_until(shows_error());
    save_rule("0.2f");
    desktop_until(!shows_error());
    desktop_do("keydown d");
    desktop_until(goes(0.2f));
    save_rule("nothing");
    desktop_until(shows_error());
    desktop_until(goes(0.2f));
    save_rule("0.3f");
    desktop_until(!shows_error() && goes(0.3f));
    save_rule("*(volatile float *)8");
    desktop_until(shows_error());
    unsigned long tick = last_tick().tick;
    save_rule("({ for (volatile int i = 1; i > 0;) {} 0; })");
    desktop_until(last_tick().tick > tick); /* it goes on, and is paused again */
    desktop_until(shows_error());
    save_rule("0.1f");
    desktop_until(!shows_error() && goes(0.1f));
    desktop_do("keyup d");
    rule_path = NULL;
}

TEST_GROUP(room_set_up, room_tear_down)

#include "room.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../src/app/app.h"
#include "../src/view/camera.h"
#include "../src/view/text.h"
#include "../src/view/view.h"
#include "files.h"

char level_path[256], log_path[256];

const char room[] = ROOM;

const char room_with_wall[] = "slidemove 1\n"
                              "title A room with a wall\n"
                              "player 10 10 radius=1\n"
                              "loop 0 0 40 0 40 20 0 20\n"
                              "segment 20 2 20 18\n";

/* ---- Files ------------------------------------------------------------------------------- */

void save(const char *path, const char *words) {
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

void assert_saves(const char *expected) {
    desktop_do("key ctrl+s");
    for (double left = DESKTOP_PATIENCE; left > 0 && !file_holds(level_path, expected);
         left -= 0.05)
        desktop_sleep(0.05);
    assert_content(level_path, expected); /* shows the difference */
    desktop_until(desktop_title()[0] != '*');
}

/* ---- Ticks ------------------------------------------------------------------------------- */

/* A tick has 7 columns in 2D and 9 in 3D; a line that is still being written has fewer. */
static bool read_tick(const char *line, tick_line *t) {
    float c[8];
    int count = sscanf(line, "%lu %f %f %f %f %f %f %f %f", &t->tick, &c[0], &c[1], &c[2], &c[3],
                       &c[4], &c[5], &c[6], &c[7]);
    bool is_solid = count == 9;
    if (strchr(line, '\n') == NULL || (count != 7 && !is_solid))
        return false;
    t->position = (sm3_vec){c[0], c[1], is_solid ? c[2] : 0};
    t->pushes = (int)c[is_solid ? 3 : 2];
    t->depth = c[is_solid ? 4 : 3];
    return true;
}

log_summary read_log(void) {
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

tick_line last_tick(void) {
    return read_log().last;
}

void wait_ticks(unsigned long count) {
    unsigned long at = last_tick().tick;
    desktop_until(last_tick().tick >= at + count);
}

bool player_rests(void) {
    tick_line before = last_tick(), after = before;
    for (int i = 0; i < 500 && after.tick < before.tick + 5; i++) {
        desktop_sleep(0.02);
        after = last_tick();
    }
    return before.position.x == after.position.x && before.position.y == after.position.y;
}

/* ---- The screen -------------------------------------------------------------------------- */

/* The camera that fits the room, as the program must have set it. */
static camera room_camera(void) {
    camera c = {.width = WIDTH - PANEL, .height = HEIGHT};
    camera_fit(&c, (level_box){{0, 0}, {40, 20}}, 64);
    return c;
}

sm_vec2 on_screen(float x, float y) {
    camera c = room_camera();
    return camera_to_screen(&c, (sm_vec2){x, y});
}

float room_zoom(void) {
    return room_camera().zoom;
}

uint32_t theme_color(color c) {
    return c & 0xffffffu;
}

const theme *dark(void) {
    return themes[0].colors;
}

int count_in_view(color c) {
    return desktop_count(theme_color(c), 0, 0, WIDTH, HEIGHT);
}

bool shows_player_at(float x, float y) {
    sm_vec2 p = on_screen(x, y);
    return desktop_count(theme_color(dark()->player), (int)p.x - 3, (int)p.y - 3, 7, 7) > 12;
}

bool shows_wall_at(float x, float y) {
    sm_vec2 p = on_screen(x, y);
    int selected = desktop_count(theme_color(dark()->selected), (int)p.x - 2, (int)p.y - 2, 5, 5);
    return selected > 0 ||
           desktop_count(theme_color(dark()->wall), (int)p.x - 2, (int)p.y - 2, 5, 5) > 0;
}

/* ---- Running ----------------------------------------------------------------------------- */

void room_run_program(void) {
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
                         NULL};
    desktop_run(program != NULL ? program : "build/slidemove", arguments);
}

void room_run(void) {
    room_run_program();
    desktop_until(last_tick().tick > 0);
}

/* Copies that a failed test left would be offered to the next one. Who tests has seen the hints. */
static void forget_copies(void) {
    char command[300];
    put_folder(command, sizeof command, "rm -rf @/slidemove && mkdir @/slidemove");
    assert_int_equal(system(command), 0);
    write_file("slidemove/hints", "7\n");
}

void room_open_level(const char *words) {
    desktop_kill();
    forget_copies();
    save(level_path, words);
    room_run();
}

void room_open(const char *words) {
    room_open_level(words);
    desktop_until(shows_player_at(10, 10));
}

int room_start(void **state) {
    room_open(room);
    return 0;
}

int room_stop(void **state) {
    for (int i = 0; i < 4 && desktop_is_running(); i++) {
        desktop_do("key Escape key Escape key ctrl+q"); /* leaves a dialog or field before */
        desktop_settle();
        if (desktop_is_running() && desktop_title()[0] == '*')
            desktop_do("key Tab key Return"); /* drops the changes */
    }
    return desktop_wait_for_exit() == 0 ? 0 : -1;
}

int room_set_up(void **state) {
    desktop_start();
    put_folder(level_path, sizeof level_path, "@/a-room.level");
    put_folder(log_path, sizeof log_path, "@/log");
    return 0;
}

int room_tear_down(void **state) {
    desktop_stop();
    return 0;
}

/* ---- The pointer ---------------------------------------------------------------------------- */

void drag_mouse(sm_vec2 from, sm_vec2 to) {
    desktop_do("mousemove %d %d mousedown 1", (int)from.x, (int)from.y);
    desktop_do("mousemove %d %d", (int)to.x, (int)to.y);
    desktop_settle(); /* a frame at least sees the pointer there */
    desktop_do("mouseup 1 mousemove %d %d", WIDTH - 1, HEIGHT - 1);
}

void point_at(float x, float y) {
    sm_vec2 p = on_screen(x, y);
    desktop_do("mousemove %d %d", (int)p.x, (int)p.y);
}

void point_away(void) {
    desktop_do("mousemove %d %d", WIDTH - 5, HEIGHT / 2);
    desktop_do("mousemove %d %d", WIDTH - PANEL / 2, HEIGHT - 20);
}

void drag_at(float x, float y, float to_x, float to_y) {
    drag_mouse(on_screen(x, y), on_screen(to_x, to_y));
}

void snap_drag_at(float x, float y, float to_x, float to_y) {
    desktop_do("keydown ctrl");
    drag_at(x, y, to_x, to_y);
    desktop_do("keyup ctrl");
}

sm_vec2 control_place(const char *words, const char *command, int argument, float share) {
    char error[256];
    level_errors errors;
    view v;
    pointer_tool h;
    assert_true(view_open(&v, WIDTH, HEIGHT, 1, &app_commands, NULL, error, sizeof error));
    sandbox *s = sandbox_create(level_read(words, strlen(words), &errors));
    assert_non_null(s);
    pointer_tool_init(&h);
    v.pointer_tool = &h;
    v.lens.open = strcmp(command, "lens-move") == 0;
    view_open_panel(&v, s, true);
    view_lay_out(&v, s);
    const control *c = v.controls.list;
    while (!control_asks(c, command) || c->argument != argument)
        assert_true(++c < v.controls.list + v.controls.count);
    sm_vec2 at = {c->box.x + c->box.width * share, c->box.y + c->box.height * 0.7f};
    pointer_tool_free(&h);
    sandbox_destroy(s);
    view_close(&v);
    return at;
}

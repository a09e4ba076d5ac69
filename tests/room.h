/* room: a level in the real window, for the tests that drive it: where things are on the screen,
 * what the program logs of each tick, what it wrote. */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>

#include "../src/sandbox/sandbox.h"
#include "../src/view/controls.h"
#include "../src/view/frame.h"
#include "desktop.h"

enum { WIDTH = 1280, HEIGHT = 720, PANEL = 252 }; /* of WIDTH, the side panel's */

extern char level_path[256]; /* a-room.level */
extern char log_path[256];

#define ROOM                                                                                       \
    "slidemove 1\n"                                                                                \
    "title A plain room\n"                                                                         \
    "player 10 10 radius=1\n"                                                                      \
    "loop 0 0 40 0 40 20 0 20\n"
extern const char room[]; /* ROOM: what level_path holds at first */
extern const char room_with_wall[];

/* ---- Running ----------------------------------------------------------------------------- */

/* Of a group of tests. */
int room_set_up(void **state);
int room_tear_down(void **state);

/* Of a test: starts the program on the room; ends it by keys, its changes dropped. */
int room_start(void **state);
int room_stop(void **state);
#define IN_WINDOW(name) TEST_WITH(name, room_start, room_stop)

/* Starts it on any text in level_path, with the player at (10, 10) of the room. */
void room_open(const char *words);

/* The same with the player anywhere, in 2D or 3D. */
void room_open_level(const char *words);

/* Starts it on what there is. */
void room_run(void);

/* The same, without waiting for its first tick. */
void room_run_program(void);

/* ---- Files ------------------------------------------------------------------------------- */

/* Writes a file as most editors do: a new one, renamed over the old one. */
void save(const char *path, const char *words);

/* Presses Ctrl+S, and asserts that the level's file comes to hold just this text. */
void assert_saves(const char *expected);

/* ---- Ticks ------------------------------------------------------------------------------- */

typedef struct tick_line {
    unsigned long tick;
    sm3_vec position; /* in 2D z is 0 */
    int pushes;
    float depth;
} tick_line;

typedef struct log_summary {
    tick_line last; /* whole line; all 0: there is none yet */
    float worst_depth;
} log_summary;

log_summary read_log(void);
tick_line last_tick(void);
void wait_ticks(unsigned long count);
bool player_rests(void);

/* ---- The screen -------------------------------------------------------------------------- */

/* Where a point of the room is, in pixels: the program must show the whole room. */
sm_vec2 on_screen(float x, float y);
float room_zoom(void); /* pixels a world unit */

const theme *dark(void);
uint32_t theme_color(color c);
int count_in_view(color c);
bool shows_player_at(float x, float y);
bool shows_wall_at(float x, float y); /* selected or not */

/* ---- The pointer ---------------------------------------------------------------------------- */

void drag_mouse(sm_vec2 from, sm_vec2 to);

void point_at(float x, float y); /* of the room */
void point_away(void);           /* where it touches nothing of the scene */

/* Drags from a point of the room to another. */
void drag_at(float x, float y, float to_x, float to_y);

/* The same with Ctrl held, which snaps to the grid of 0.5. */
void snap_drag_at(float x, float y, float to_x, float to_y);

/* Where the program has put a control of a level: the same layout, made here. */
sm_vec2 control_place(const char *words, const char *command, int argument, float share);

#endif

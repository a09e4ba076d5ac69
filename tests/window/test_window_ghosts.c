/* Ghosts in the real window: their keys, the side panel's boxes, the legend, the way back. */
#include "../test.h"

#include "../room.h"

/* Opens the room with a floor under the player: pieces of one slope of 5 degrees. */
static void open_slope(void) {
    char words[2048];
    size_t at = (size_t)snprintf(words, sizeof words, "%schain", room);
    for (float x = 2; x < 18; x += 0.4f)
        at += (size_t)snprintf(words + at, sizeof words - at, " %.4f %.4f", (double)x,
                               (double)(8.98f + (x - 10) * 0.0875f));
    snprintf(words + at, sizeof words - at, "\n");
    room_open(words);
    desktop_do("key bracketright bracketright"); /* twice as fast */
}

static int legend_count(color c) {
    return desktop_count(theme_color(c), WIDTH / 2, 48, WIDTH / 2 - PANEL, 120);
}

static int scene_count(color c) {
    return desktop_count(theme_color(c), 0, 200, WIDTH - PANEL, HEIGHT - 200);
}

static bool is_shown(color c) {
    return legend_count(c) > 3;
}

/* Slides down the floor, pressed on it: the ghost of `last` stays behind. */
static void slide(void) {
    desktop_do("keydown s");
    desktop_until(last_tick().position.x < 9);
    desktop_do("keyup s");
    desktop_until(player_rests());
}

IN_WINDOW(a_ghost_that_parts_is_left_behind_and_marked_until_q) {
    open_slope();
    desktop_do("key ctrl+2");
    desktop_until(is_shown(dark()->ghost[SM_LAST]));
    assert_true(scene_count(dark()->ghost[SM_LAST]) < 60); /* the player is drawn over it */
    slide();
    desktop_until(scene_count(dark()->ghost[SM_LAST]) > 100);
    unsigned long before = last_tick().tick;
    desktop_do("key q");
    desktop_until(scene_count(dark()->ghost[SM_LAST]) < 60);
    desktop_until(last_tick().tick > before); /* the count goes on */
    assert_true(last_tick().position.x < 9);
}

TEST_GROUP(room_set_up, room_tear_down)

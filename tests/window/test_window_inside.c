/* Inside one move in a real X window: in, forward, back and out again by keys, buttons and Esc; a
 * row under the pointer is marked, a wall under it marks its row. In 2D and in 3D. */
#include "../test.h"

#include "../desktop.h"
#include "../room.h"

/* ---- What is seen ------------------------------------------------------------------------ */

/* The table lies at the bottom of the scene. Its rows begin under the heads. */
enum { LEFT = 70, RIGHT = WIDTH - PANEL - 20, TOP = 470, BOTTOM = HEIGHT - 12, LINE = 17 };

static bool shows_table(void) {
    uint32_t body = theme_color(dark()->panel | 0xff000000u);
    return desktop_count(body, LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP) >
           (RIGHT - LEFT) * (BOTTOM - TOP) / 2;
}

/* The row that is marked, by its middle; 0: none. */
static int marked_row(void) {
    uint32_t mark = theme_color(dark()->key);
    for (int y = TOP; y < BOTTOM; y++) {
        if (desktop_pixel(RIGHT - 4, y) == mark && desktop_pixel(RIGHT - 4, y + LINE / 2) == mark)
            return y + LINE / 2;
    }
    return 0;
}

/* A sum that tells one picture of this part of the screen from another. */
static uint64_t picture_of(int x, int y, int width, int height) {
    uint64_t sum = 1469598103934665603u;
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++)
            sum = (sum ^ desktop_pixel(column, row)) * 1099511628211u;
    }
    return sum;
}

static uint64_t table_picture(void) {
    return picture_of(LEFT, TOP, 500, BOTTOM - TOP);
}

/* Polls until the table shows something else. */
static uint64_t step(const char *key, uint64_t before) {
    desktop_do("key %s", key);
    desktop_until(table_picture() != before);
    desktop_settle(); /* all of the frame */
    return table_picture();
}

/* ---- In both ----------------------------------------------------------------------------- */

/* Inside, at the first moment: on, back, out and in again. */
static void go_through_the_move(void) {
    desktop_do("key shift+period");
    desktop_until(shows_table());
    unsigned long ticks = last_tick().tick;
    point_away();
    desktop_settle();
    uint64_t wanted = table_picture();
    uint64_t look = step("shift+period", wanted);
    uint64_t choice = step("shift+period", look);
    assert_true(choice != look && look != wanted);
    assert_true(step("shift+comma", choice) == look);
    assert_true(step("shift+comma", look) == wanted);
    step("shift+period", wanted);
    assert_int_equal(last_tick().tick, ticks); /* it stands still */
}

/* The next row under the pointer is marked, and its wall is lit. */
static void point_at_the_second_row(void) {
    desktop_until(marked_row() > 0);
    int first = marked_row(), second = first + LINE;
    uint64_t scene = picture_of(LEFT, 60, 400, 380);
    desktop_do("mousemove %d %d", RIGHT - 100, second);
    desktop_until(marked_row() > first);
    assert_true(abs(marked_row() - second) < LINE / 2);
    desktop_until(picture_of(LEFT, 60, 400, 380) != scene);
    point_away();
    desktop_until(marked_row() == first);
}

static void leave_by_escape(void) {
    desktop_do("key Escape");
    desktop_until(!shows_table());
    assert_true(desktop_is_running());
    desktop_do("key p"); /* time goes on where it stood */
    wait_ticks(3);
}

/* ---- 2D ---------------------------------------------------------------------------------- */

static const char corner[] = "slidemove 1\n"
                             "title A corner\n"
                             "player 3 3 radius=1\n"
                             "loop 0 0  40 0  40 20  0 20\n";

static void press_into_the_corner(void) {
    desktop_do("keydown a keydown s");
    desktop_until(last_tick().position.x < 1.01f && last_tick().position.y < 1.01f);
    wait_ticks(3);
}

IN_WINDOW(shift_and_full_stop_step_into_the_last_move_and_escape_out_of_it) {
    room_open_level(corner);
    press_into_the_corner();
    go_through_the_move();
    desktop_do("keyup a keyup s");
    point_at_the_second_row();
    leave_by_escape();
}

IN_WINDOW(a_wall_under_the_pointer_marks_its_row) {
    room_open_level(corner);
    press_into_the_corner();
    desktop_do("key shift+period key shift+period keyup a keyup s");
    desktop_until(shows_table() && marked_row() > 0);
    int first = marked_row();
    uint32_t wall = theme_color(dark()->wall);
    int x = 0, y = 0; /* one of the walls is low, the other upright: half way along each */
    for (int i = 60; i < 440 && y == 0; i++) {
        if (desktop_pixel(500, 500 - i) == wall && 500 - i < 440)
            y = 500 - i;
    }
    for (int i = 56; i < 700 && x == 0; i++) {
        if (desktop_pixel(i, 200) == wall)
            x = i;
    }
    assert_true(x > 0 && y > 0);
    bool moved = false;
    desktop_do("mousemove 500 %d", y);
    desktop_settle();
    moved = marked_row() != first;
    desktop_do("mousemove %d 200", x);
    desktop_settle();
    moved = moved || marked_row() != first;
    assert_true(moved); /* one of the two is not the chosen one */
}

/* ---- 3D ---------------------------------------------------------------------------------- */

static const char hall[] = "slidemove3 1\n"
                           "title A hall\n"
                           "player 0 0.5 3 radius=0.5\n"
                           "box 0 -0.5 0  20 1 20\n"
                           "box 0 1 0  12 2 1\n";

IN_WINDOW(in_3d_it_is_the_same) {
    room_open_level(hall);
    desktop_do("keydown w");
    desktop_until(last_tick().position.z < 1.01f || last_tick().position.z > 9);
    wait_ticks(5);
    assert_true(last_tick().position.z < 1.01f); /* the view looks at the wall */
    go_through_the_move();
    desktop_do("keyup w");
    point_at_the_second_row();
    leave_by_escape();
}

TEST_GROUP(room_set_up, room_tear_down)

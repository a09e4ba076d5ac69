/* Time in the real window: ticks back and on, the timeline, branches. */
#include "../test.h"

#include "../desktop.h"
#include "../files.h"
#include "../room.h"

/* Where the timeline's bar is, at the usual size and scale. */
enum { BAR_LEFT = 162, BAR_RIGHT = 866, BAR_Y = 658 };

static bool is_same_tick(tick_line a, tick_line b) {
    return a.tick == b.tick && a.position.x == b.position.x && a.position.y == b.position.y;
}

/* The bar is open in the past, and under the pointer. */
static void open_bar(void) {
    unsigned long end = last_tick().tick;
    desktop_do("key comma");
    desktop_until(last_tick().tick == end - 1);
}

/* Drags the knob from a share of the bar to another one. */
static void scrub(float from, float to) {
    float width = BAR_RIGHT - BAR_LEFT;
    drag_mouse((sm_vec2){BAR_LEFT + from * width, BAR_Y}, (sm_vec2){BAR_LEFT + to * width, BAR_Y});
}

/* Walks until x is passed, then pauses. Returns the last tick. */
static tick_line walk_right(float x) {
    desktop_do("keydown d");
    desktop_until(last_tick().position.x > x);
    desktop_do("key p");
    desktop_until(count_in_view(dark()->error) > 100); /* the badge */
    desktop_do("keyup d");
    return last_tick();
}

IN_WINDOW(a_comma_goes_one_tick_back_and_a_full_stop_makes_it_again) {
    tick_line end = walk_right(12);
    desktop_do("key comma");
    desktop_until(last_tick().tick == end.tick - 1);
    assert_true(last_tick().position.x < end.position.x);
    desktop_do("key comma key comma");
    desktop_until(last_tick().tick == end.tick - 3);
    desktop_do("key period key period key period");
    desktop_until(is_same_tick(last_tick(), end));
}

IN_WINDOW(the_timeline_goes_to_any_tick) {
    tick_line end = walk_right(12);
    open_bar();
    scrub(1, 0);
    desktop_until(last_tick().tick == 0 || last_tick().tick == 1);
    assert_true(last_tick().position.x < 10.11f);
    scrub(0, 1);
    desktop_until(is_same_tick(last_tick(), end));
    desktop_do("key F5");
    desktop_until(last_tick().tick + 20 < end.tick);
    desktop_do("key F5");
    desktop_do("key F6");
    desktop_until(is_same_tick(last_tick(), end));
}

IN_WINDOW(going_on_from_the_past_forks_and_undo_or_ctrl_b_brings_the_other_branch_back) {
    tick_line end = walk_right(12);
    open_bar();
    scrub(1, 0.5f);
    desktop_until(last_tick().tick < end.tick * 3 / 4);
    tick_line middle = last_tick();
    desktop_do("keydown s key p");
    desktop_until(last_tick().position.y < 9);
    desktop_do("key p keyup s");
    desktop_until(count_in_view(dark()->error) > 100);
    tick_line down = last_tick();
    desktop_do("key ctrl+b");
    desktop_until(is_same_tick(last_tick(), middle));
    scrub((float)middle.tick / (float)end.tick, 1);
    desktop_until(is_same_tick(last_tick(), end));
    desktop_do("key ctrl+shift+b");
    desktop_until(is_same_tick(last_tick(), middle));
    scrub((float)middle.tick / (float)down.tick, 1);
    desktop_until(is_same_tick(last_tick(), down));
    desktop_do("key ctrl+z");
    desktop_until(is_same_tick(last_tick(), middle));
    desktop_do("key F6");
    desktop_until(is_same_tick(last_tick(), end));
    desktop_do("key ctrl+y");
    desktop_until(is_same_tick(last_tick(), middle));
    desktop_do("key F6");
    desktop_until(is_same_tick(last_tick(), down));
}

/* The player walks into the wall at the right, and far from there the level is left. */
IN_WINDOW(it_goes_back_to_where_something_happened_and_to_a_level_that_was_left) {
    save(path_in("b.level").at, room_with_wall);
    tick_line end = walk_right(12);
    desktop_do("key n");
    desktop_until(shows_wall_at(20, 10));
    desktop_do("key p");
    desktop_until(last_tick().tick < end.tick && last_tick().tick > 3);
    desktop_do("key p key ctrl+comma");
    desktop_until(last_tick().tick <= 2); /* the tick after the change */
    desktop_do("key comma key comma");
    desktop_until(is_same_tick(last_tick(), end) || last_tick().tick == end.tick - 1);
    desktop_until(!shows_wall_at(20, 10));
    assert_string_equal(desktop_title(), "A plain room - slidemove");
}

TEST_GROUP(room_set_up, room_tear_down)

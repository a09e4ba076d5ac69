/* What the pointer would grab, and what a drag does to the level, without a window. */
#include "../test.h"

#include "../../src/sandbox/drag.h"
#include "../../src/sandbox/plane/plane.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../plane.h"
#include "../pointer.h"

static const char start[] = "slidemove 1\n"
                            "player 0 0 radius=1\n"
                            "loop -10 -10  10 -10  10 10  -10 10 # the room\n"
                            "segment 10 10 14 14\n"
                            "circle 5 5 1\n"
                            "capsule -6 5 -4 5 0.5\n"
                            "box -5 -5 4 2 angle=90\n";

enum { ROOM = 2, SEGMENT, CIRCLE, CAPSULE, BOX };

static const float slack = 0.2f, pixel = 0.02f;

static sandbox *s;

static int open_level(void **state) {
    s = open_text(start);
    return 0;
}

#define IN_LEVEL(name) TEST_WITH(name, open_level, NULL)

static void assert_pick(sm_vec2 at, pick_part part, int statement, int element) {
    pick found = pick_at(s, at, slack);
    assert_int_equal(found.part, part);
    assert_int_equal(found.statement, statement);
    assert_int_equal(found.element, element);
}

static void assert_text(const char *line) {
    assert_level_holds(s->level, line);
}

static void assert_unchanged(void) {
    assert_level_says(s->level, start);
}

static const snap_settings grid = {.grid = 1, .reach = 0.25f, .step = 0.01f};

/* Returns the drag as it was at its end. */
static drag drag_from_to(sm_vec2 from, sm_vec2 to, bool snaps, bool alone,
                         const selection *selected) {
    drag d = drag_begin(s, pick_at(s, from, slack), sm_to3(from), pixel);
    d.snap = snaps ? grid : d.snap;
    d.selected = selected;
    drag_to(s, &d, sm_to3(v(99, -77)), alone); /* the way does not matter */
    drag_to(s, &d, sm_to3(to), alone);
    drag last = d;
    drag_end(s, &d);
    assert_int_equal(d.what.part, PICK_NOTHING);
    return last;
}

static drag snap_from_to(sm_vec2 from, sm_vec2 to, const selection *selected) {
    return drag_from_to(from, to, true, false, selected);
}

IN_LEVEL(the_smallest_target_wins) {
    assert_pick(v(0.5f, 0.5f), PICK_PLAYER, 1, 0);
    assert_pick(v(-10.1f, 10.1f), PICK_VERTEX, ROOM, 3);
    assert_pick(v(0, 10.1f), PICK_EDGE, ROOM, 2);
    assert_pick(v(-10, 0), PICK_EDGE, ROOM, 3);
    assert_pick(v(14, 14), PICK_VERTEX, SEGMENT, 1);
    assert_pick(v(12, 12), PICK_EDGE, SEGMENT, 0);
    assert_pick(v(5.2f, 5), PICK_BODY, CIRCLE, 0);
    assert_pick(v(6.1f, 5), PICK_RIM, CIRCLE, 0);
    assert_pick(v(-4.1f, 5), PICK_VERTEX, CAPSULE, 1);
    assert_pick(v(-5, 5.5f), PICK_RIM, CAPSULE, 0);
    assert_pick(v(-5, 5.1f), PICK_BODY, CAPSULE, 0);
    assert_pick(v(-5.9f, -6.9f), PICK_RIM, BOX, 0); /* a corner: it stands upright */
    assert_pick(v(-5, -4), PICK_BODY, BOX, 0);
    assert_int_equal(pick_at(s, v(3, -3), slack).part, PICK_NOTHING);
}

enum { FREELY, ALONE = 1, SNAPS = 2 };

TEST(each_drag_leads_its_part_to_the_pointer_or_what_is_near_in_one_step) {
    static const struct {
        sm_vec2 from, to;
        int how;
        snap_kind snapped;
        const char *becomes; /* NULL: nothing, for no level could hold it */
    } rows[] = {
        {{10, 10}, {9, 12}, FREELY, SNAP_NONE, "9 12 -10 10 # the room\nsegment 9 12 14 14\n"},
        {{10, 10}, {9, 12}, ALONE, SNAP_NONE, "9 12 -10 10 # the room\nsegment 10 10 14 14\n"},
        {{12, 12}, {12, 13}, ALONE, SNAP_NONE, "segment 10 11 14 15\n"},
        {{0, -10}, {0, -12.5f}, FREELY, SNAP_NONE, "loop -10 -12.5 10 -12.5 10 10 -10 10 #"},
        {{5.2f, 5}, {6.2f, 4}, FREELY, SNAP_NONE, "circle 6 4 1\n"},
        {{6, 5}, {8, 5}, FREELY, SNAP_NONE, "circle 5 5 3\n"},
        {{-5, 5.5f}, {-5, 5.25f}, FREELY, SNAP_NONE, "capsule -6 5 -4 5 0.25\n"},
        {{-5, -4}, {-5, -5}, FREELY, SNAP_NONE, "box -5 -6 4 2 angle=90\n"},
        {{-4, -3}, {-3.5f, -2}, FREELY, SNAP_NONE, "box -5 -5 6 3 angle=90\n"},
        {{14, 14}, {3e6f, 0}, FREELY, SNAP_NONE, NULL},
        {{5.2f, 5}, {NAN, 0}, FREELY, SNAP_NONE, NULL},
        {{14, 14}, {17.3f, 12.9f}, SNAPS, SNAP_GRID, "segment 10 10 17 13\n"},
        {{14, 14}, {17.3f, 10.1f}, SNAPS, SNAP_ANGLE, "segment 10 10 17.3 10\n"},
        {{14, 14}, {-9.9f, 9.9f}, SNAPS, SNAP_VERTEX, "segment 10 10 -10 10\n"},
        {{10, 10}, {12.1f, 3.1f}, SNAPS, SNAP_GRID, "12 3 -10 10 # the room\nsegment 12 3 14 14\n"},
        {{-10, 10}, {-12.1f, 3.1f}, SNAPS, SNAP_GRID, "10 10 -12 3 # the room\n"},
        {{13, 13}, {14.3f, 13.4f}, SNAPS, SNAP_GRID, "segment 11 10 15 14\n"},
        {{5.2f, 5}, {6.5f, 5.4f}, SNAPS, SNAP_GRID, "circle 6 5 1\n"},
        {{5, 5}, {10.1f, 9.9f}, SNAPS, SNAP_VERTEX, "circle 10 10 1\n"},
        {{-5.5f, 5.1f}, {-8.7f, 7.3f}, SNAPS, SNAP_GRID, "capsule -9 7 -7 7 0.5\n"},
        {{6, 5}, {8.3f, 5}, SNAPS, SNAP_NONE, "circle 5 5 3\n"},
        {{-4, -3}, {-3.2f, -2.6f}, SNAPS, SNAP_NONE, "box -5 -5 5 4 angle=90\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        s = open_text(start);
        drag d = drag_from_to(rows[i].from, rows[i].to, rows[i].how == SNAPS, rows[i].how == ALONE,
                              NULL);
        assert_int_equal(d.snapped.kind, rows[i].snapped);
        if (rows[i].becomes != NULL)
            assert_text(rows[i].becomes);
        assert_int_equal(edit_undo(s->edit), rows[i].becomes != NULL);
        assert_false(edit_can_undo(s->edit));
        assert_unchanged();
    }
}

IN_LEVEL(a_dragged_shape_takes_the_other_selected_along) {
    selection sel = {0};
    selection_add(&sel, CIRCLE);
    drag d = snap_from_to(v(5.2f, 5), v(7.2f, 5), &sel); /* the only one */
    selection_add(&sel, SEGMENT);
    selection_add(&sel, BOX);
    d = snap_from_to(v(7.2f, 5), v(8.2f, 3), &sel);
    assert_int_equal(d.snapped.kind, SNAP_GRID);
    assert_text("segment 11 8 15 12\ncircle 8 3 1\ncapsule -6 5 -4 5 0.5\n"
                "box -4 -7 4 2 angle=90\n");
    assert_text("10 10  -10 10 # the room\n"); /* not selected: the joint is left */
    snap_from_to(v(13, 10), v(13, 11), &sel);
    assert_text("segment 11 9 15 13\ncircle 8 4 1\n");
    snap_from_to(v(9, 4), v(10, 4), &sel); /* a rim concerns its shape alone */
    assert_text("segment 11 9 15 13\ncircle 8 4 2\n");
    snap_from_to(v(-5, 5.1f), v(-4, 5.1f), &sel); /* not a selected one */
    assert_text("segment 11 9 15 13\ncircle 8 4 2\ncapsule -5 5 -3 5 0.5\n");
    for (int i = 0; i < 5; i++)
        assert_true(edit_undo(s->edit));
    assert_unchanged();
    selection_free(&sel);
}

IN_LEVEL(a_selection_beyond_a_level_stays_whole) {
    selection sel = {0};
    selection_all(&sel, s->level);
    snap_from_to(v(5.2f, 5), v(999993, 5), &sel); /* the segment would not fit */
    assert_unchanged();
    assert_false(edit_can_undo(s->edit));
    selection_free(&sel);
}

static void turn_from_to(float from, float to, bool snaps) {
    const float offset = 0.5f, radians = 3.14159265f / 180;
    sm_vec2 centre = v(-5, -5);
    sm3_vec start_at = pick_turn_handle(s->level, BOX, offset);
    assert_float_equal(start_at.x, centre.x + 2.5f * cosf(from * radians), 1e-5);
    assert_float_equal(start_at.y, centre.y + 2.5f * sinf(from * radians), 1e-5);
    pick handle = pick_turn_at(s->level, BOX, start_at, offset, slack);
    assert_int_equal(handle.part, PICK_TURN);
    drag d = drag_begin(s, handle, start_at, pixel);
    if (snaps)
        d.snap = grid;
    drag_to(s, &d, sm_to3(v(centre.x + 7 * cosf(to * radians), centre.y + 7 * sinf(to * radians))),
            false);
    drag_end(s, &d);
}

IN_LEVEL(a_box_is_turned_by_its_handle) {
    turn_from_to(90, 123.42f, false);
    assert_text("box -5 -5 4 2 angle=123.4\n");
    turn_from_to(123.4f, 220, true);
    assert_text("box -5 -5 4 2 angle=-135\n");
    turn_from_to(-135, 1, true);
    assert_text("box -5 -5 4 2\n");
    for (int i = 0; i < 3; i++)
        assert_true(edit_undo(s->edit));
    assert_unchanged();
    assert_int_equal(pick_turn_at(s->level, BOX, sm_to3(v(-5, -2)), 0.5f, slack).part,
                     PICK_NOTHING);
    for (int i = -1; i < BOX; i++)
        assert_int_equal(pick_turn_at(s->level, i, (sm3_vec){0, 0, 0}, 0, 1e6f).part, PICK_NOTHING);
}

IN_LEVEL(a_cancelled_drag_leaves_no_trace) {
    drag d = drag_begin(s, pick_at(s, v(10, 10), slack), sm_to3(v(10, 10)), pixel);
    drag_to(s, &d, sm_to3(v(3, 3)), false);
    drag_cancel(s, &d);
    assert_unchanged();
    assert_false(edit_is_dirty(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_float_equal(plane_get(plane_seen(s->obstacles), 1).b.x, 10, 0);
}

static int told;

static void count_news(void *of, edit_news news) {
    told++;
    obstacles_follow(of, news);
}

IN_LEVEL(each_motion_of_a_drag_changes_the_obstacles_once_and_all_of_it_is_one_step) {
    static const sm_vec2 grabbed[] = {{10, 10}, {12, 12}, {0, -10}, {5.2f, 5}, {6, 5}};
    edit_listen(s->edit, count_news, s->obstacles);
    for (size_t i = 0; i < sizeof grabbed / sizeof *grabbed; i++) {
        drag d = drag_begin(s, pick_at(s, grabbed[i], slack), sm_to3(grabbed[i]), pixel);
        for (int motion = 1; motion <= 5; motion++) {
            told = 0;
            drag_to(s, &d, sm_to3(v(grabbed[i].x + (float)motion, grabbed[i].y)), false);
            assert_int_equal(told, 1);
            drag_to(s, &d, sm_to3(v(grabbed[i].x + (float)motion, grabbed[i].y)), false);
            assert_int_equal(told, 1); /* the pointer rests */
        }
        drag_end(s, &d);
        assert_true(edit_undo(s->edit));
        assert_false(edit_can_undo(s->edit));
        assert_unchanged();
    }
}

IN_LEVEL(a_joint_is_what_lay_on_the_spot_at_first_not_what_it_is_dragged_over) {
    drag d = drag_begin(s, pick_at(s, v(14, 14), slack), sm_to3(v(14, 14)), pixel);
    d.snap = grid;
    for (int i = 0; i < 3; i++) { /* stays on the vertex that it snapped to */
        drag_to(s, &d, sm_to3(v(-9.9f, 9.9f)), false);
        assert_int_equal(d.snapped.kind, SNAP_VERTEX);
    }
    drag_to(s, &d, sm_to3(v(0, 12)), false);
    drag_end(s, &d);
    assert_text("10 10  -10 10 # the room\nsegment 10 10 0 12\n");
}

IN_LEVEL(a_wall_that_is_dragged_into_the_player_pushes_it) {
    drag d = drag_begin(s, pick_at(s, v(-10, 2), slack), sm_to3(v(-10, 2)), pixel);
    for (int tick = 0; tick <= 110; tick++) {
        drag_to(s, &d, sm_to3(v(-10 + 0.1f * (float)tick, 2)), false);
        sandbox_tick(s, &(player_input){0});
        assert_float_equal(record_last(&s->record)->result.depth, 0, 1e-5);
    }
    drag_end(s, &d);
    assert_float_equal(s->player.position.x, 2, 1e-4); /* the wall stands at 1, the radius is 1 */
}

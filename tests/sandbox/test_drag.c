/* What the pointer would grab, and what a drag does to the level, without a window. */
#include "../test.h"

#include "../../src/sandbox/drag.h"
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

static void drag_from_to(sm_vec2 from, sm_vec2 to, bool alone) {
    drag d = drag_begin(s, pick_at(s, from, slack), sm3_lifted(from), pixel);
    drag_to(s, &d, sm3_lifted(v(99, -77)), alone); /* the way does not matter */
    drag_to(s, &d, sm3_lifted(to), alone);
    drag_end(s, &d);
    assert_int_equal(d.what.part, PICK_NOTHING);
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

IN_LEVEL(a_joint_moves_as_one_and_alone_when_asked) {
    drag_from_to(v(10, 10), v(9, 12), false);
    assert_text("loop -10 -10 10 -10 9 12 -10 10 # the room\n");
    assert_text("segment 9 12 14 14\n");
    assert_true(edit_undo(s->edit));
    assert_unchanged();
    drag_from_to(v(10, 10), v(9, 12), true);
    assert_text("segment 10 10 14 14\n");
}

IN_LEVEL(an_edge_takes_both_ends_along) {
    drag_from_to(v(12, 12), v(12, 13), true);
    assert_text("segment 10 11 14 15\n");
    drag_from_to(v(0, -10), v(0, -12.5f), false);
    assert_text("loop -10 -12.5 10 -12.5 10 10 -10 10 # the room\n");
}

IN_LEVEL(bodies_move_and_rims_resize) {
    drag_from_to(v(5.2f, 5), v(6.2f, 4), false);
    assert_text("circle 6 4 1\n");
    drag_from_to(v(7, 4), v(9, 4), false);
    assert_text("circle 6 4 3\n");
    drag_from_to(v(-5, 5.5f), v(-5, 5.25f), false);
    assert_text("capsule -6 5 -4 5 0.25\n");
    drag_from_to(v(-5, -4), v(-5, -5), false);
    assert_text("box -5 -6 4 2 angle=90\n");
    drag_from_to(v(-4, -4), v(-3.5f, -3), false);
    assert_text("box -5 -6 6 3 angle=90\n");
    for (int i = 0; i < 5; i++)
        assert_true(edit_undo(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_unchanged();
}

/* ---- Snapping ---------------------------------------------------------------------------- */

static const snap_settings grid = {.grid = 1, .reach = 0.25f, .step = 0.01f};

/* Returns the drag as it was at its end. */
static drag snap_from_to(sm_vec2 from, sm_vec2 to, const selection *selected) {
    drag d = drag_begin(s, pick_at(s, from, slack), sm3_lifted(from), pixel);
    d.snap = grid;
    d.selected = selected;
    drag_to(s, &d, sm3_lifted(v(99, -77)), false);
    drag_to(s, &d, sm3_lifted(to), false);
    drag last = d;
    drag_end(s, &d);
    return last;
}

IN_LEVEL(a_vertex_snaps_to_vertices_directions_and_the_grid) {
    drag d = snap_from_to(v(14, 14), v(17.3f, 12.9f), NULL);
    assert_int_equal(d.snapped.kind, SNAP_GRID);
    assert_text("segment 10 10 17 13\n");
    d = snap_from_to(v(17, 13), v(17.3f, 10.1f), NULL);
    assert_int_equal(d.snapped.kind, SNAP_ANGLE);
    assert_float_equal(d.snapped.anchor.x, 10, 0);
    assert_text("segment 10 10 17.3 10\n");
    d = snap_from_to(v(17.3f, 10), v(-9.9f, 9.9f), NULL);
    assert_int_equal(d.snapped.kind, SNAP_VERTEX);
    assert_text("segment 10 10 -10 10\n");
    d = snap_from_to(v(-10, 10), v(-12.1f, 3.1f), NULL); /* the joint that came of it */
    assert_text("segment 10 10 -12 3\n");
    assert_text("10 10 -12 3 # the room\n");
    for (int i = 0; i < 4; i++)
        assert_true(edit_undo(s->edit));
    assert_unchanged();
}

IN_LEVEL(edges_and_bodies_snap_by_one_point) {
    assert_true(edit_move(s->edit, SEGMENT, sm3_lifted(v(0.3f, 0.4f))));
    snap_from_to(v(13, 13), v(14.1f, 13.2f), NULL); /* grabbed nearer to its second end */
    assert_text("segment 11 11 15 15\n");
    snap_from_to(v(5.2f, 5), v(6.5f, 5.4f), NULL);
    assert_text("circle 6 5 1\n");
    snap_from_to(v(6, 5), v(10.9f, 11.1f), NULL);
    assert_text("circle 11 11 1\n");
    snap_from_to(v(-5.5f, 5.1f), v(-8.7f, 7.3f), NULL);
    assert_text("capsule -9 7 -7 7 0.5\n");
}

IN_LEVEL(sizes_are_multiples_of_the_grid) {
    snap_from_to(v(6, 5), v(8.3f, 5), NULL);
    assert_text("circle 5 5 3\n");
    snap_from_to(v(-4, -3), v(-3.2f, -2.6f), NULL);
    assert_text("box -5 -5 5 4 angle=90\n");
}

IN_LEVEL(a_dragged_shape_takes_the_other_selected_along) {
    selection sel = {0};
    assert_true(selection_add(&sel, CIRCLE));
    drag d = snap_from_to(v(5.2f, 5), v(7.2f, 5), &sel); /* the only one */
    assert_true(selection_add(&sel, SEGMENT) && selection_add(&sel, BOX));
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
    assert_true(selection_all(&sel, s->level));
    snap_from_to(v(5.2f, 5), v(999993, 5), &sel); /* the segment would not fit */
    assert_unchanged();
    assert_false(edit_can_undo(s->edit));
    selection_free(&sel);
}

static void turn_from_to(float from, float to, bool snaps) {
    const float offset = 0.5f, radians = 3.14159265f / 180;
    sm_vec2 centre = v(-5, -5);
    sm_vec2 start_at = pick_turn_handle(s->level, BOX, offset);
    assert_float_equal(start_at.x, centre.x + 2.5f * cosf(from * radians), 1e-5);
    assert_float_equal(start_at.y, centre.y + 2.5f * sinf(from * radians), 1e-5);
    pick handle = pick_turn_at(s->level, BOX, start_at, offset, slack);
    assert_int_equal(handle.part, PICK_TURN);
    drag d = drag_begin(s, handle, sm3_lifted(start_at), pixel);
    if (snaps)
        d.snap = grid;
    drag_to(s, &d,
            sm3_lifted(v(centre.x + 7 * cosf(to * radians), centre.y + 7 * sinf(to * radians))),
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
    assert_int_equal(pick_turn_at(s->level, BOX, v(-5, -2), 0.5f, slack).part, PICK_NOTHING);
    for (int i = -1; i < BOX; i++)
        assert_int_equal(pick_turn_at(s->level, i, v(0, 0), 0, 1e6f).part, PICK_NOTHING);
}

IN_LEVEL(a_cancelled_drag_leaves_no_trace) {
    drag d = drag_begin(s, pick_at(s, v(10, 10), slack), sm3_lifted(v(10, 10)), pixel);
    drag_to(s, &d, sm3_lifted(v(3, 3)), false);
    drag_cancel(s, &d);
    assert_unchanged();
    assert_false(edit_is_dirty(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_float_equal(plane_get(plane_seen(s->obstacles), 1).b.x, 10, 0);
}

IN_LEVEL(beyond_what_a_level_may_hold_nothing_changes) {
    drag_from_to(v(14, 14), v(3e6f, 0), false);
    assert_unchanged();
    drag_from_to(v(5.2f, 5), v(NAN, 0), false);
    assert_unchanged();
}

IN_LEVEL(a_wall_that_is_dragged_into_the_player_pushes_it) {
    drag d = drag_begin(s, pick_at(s, v(-10, 2), slack), sm3_lifted(v(-10, 2)), pixel);
    for (int tick = 0; tick <= 110; tick++) {
        drag_to(s, &d, sm3_lifted(v(-10 + 0.1f * (float)tick, 2)), false);
        sandbox_tick(s, &(player_input){0});
        assert_float_equal(record_last(&s->record)->result.depth, 0, 1e-5);
    }
    drag_end(s, &d);
    assert_float_equal(s->player.position.x, 2, 1e-4); /* the wall stands at 1, the radius is 1 */
}

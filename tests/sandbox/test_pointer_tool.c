/* The pointer tool: what a ray from the eye grabs, and where it drags that. In 3D, of which 2D,
 * seen from above, is a case; what differs there tests/app/scripts.txt has. */
#include "../test.h"

#include "../../src/sandbox/pointer_tool.h"
#include "../../src/sandbox/selection.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/sandbox/space/space.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../pointer.h"
#include "../random.h"

enum { BALL = 3, SECOND, BOX, MESH };

static const char shapes[] = "slidemove3 1\n"
                             "title What lies about\n"
                             "player 0 0.5 9 radius=0.5\n"
                             "sphere 0 0 0  1.0 # the ball\n"
                             "sphere 6.50 0 0  1\n"
                             "box -6 0 0  2 2 2  angle=30\n"
                             "mesh cube.obj scale=0.5 # at the origin, inside of the ball\n";

static sandbox *s;
static pointer_tool h;

static void open_scene(const char *text) {
    level_errors errors;
    level *l = read_level(text);
    assert_true(level_load_meshes(l, "tests/meshes/any.level", &errors));
    s = open_sandbox(l);
    pointer_tool_free(&h);
    pointer_tool_init(&h);
}

static int close_scene(void **state) {
    pointer_tool_free(&h);
    return 0;
}

TEST_GROUP(NULL, close_scene)

/* ---- Vectors and rays -------------------------------------------------------------------- */

static sm3_vec random_unit(uint64_t *random) {
    for (;;) {
        sm3_vec v = {random_float(random, -1, 1), random_float(random, -1, 1),
                     random_float(random, -1, 1)};
        if (sm3_dot(v, v) < 1 && sm3_dot(v, v) > 0.01f)
            return unit(v);
    }
}

/* From an eye before the shapes. */
static pointer_ray ray_to(float x, float y, float z) {
    return ray_through((sm3_vec){1, 6, 14}, (sm3_vec){0, 0, 0}, (sm3_vec){x, y, z});
}

static void point_along(pointer_ray ray) {
    pointer_tool_point(&h, s, &ray, (pointer_keys){0});
}

static bool press_along(pointer_ray ray, bool more) {
    point_along(ray);
    return pointer_tool_press(&h, s, (pointer_keys){.more = more});
}

static void release(void) {
    pointer_tool_release(&h, s, (pointer_keys){0});
}

static void click_along(pointer_ray ray, bool more) {
    press_along(ray, more);
    pointer_tool_release(&h, s, (pointer_keys){.more = more});
}

/* Only what is selected is dragged. */
static bool grab_along(pointer_ray ray) {
    click_along(ray, false);
    return press_along(ray, false);
}

static sm3_vec point_of(const level *l, int statement) {
    const float *n = &l->numbers[l->statements[statement].first_number];
    return (sm3_vec){n[0], n[1], n[2]};
}

/* ---- Grabbing ---------------------------------------------------------------------------- */

TEST(shapes_and_the_player_are_found_from_every_side) {
    uint64_t random = random_seed(test_seed(5));
    open_scene(shapes);
    const struct {
        sm3_vec at;
        pick_part part;
        int statement;
    } things[] = {{{0, 0, 0}, PICK_BODY, BALL},
                  {{6.5f, 0, 0}, PICK_BODY, SECOND},
                  {{-6, 0, 0}, PICK_BODY, BOX},
                  {{0, 0.5f, 9}, PICK_PLAYER, 0}};
    for (int i = 0; i < 400; i++) {
        int k = i % 4;
        sm3_vec eye = sm3_offset(things[k].at, random_unit(&random), 3.5f);
        point_along(ray_through(eye, things[(k + 1) % 4].at, things[k].at));
        assert_int_equal(h.hover.part, things[k].part);
        if (things[k].part == PICK_BODY)
            assert_int_equal(h.hover.statement, things[k].statement);
    }
    point_along(ray_through((sm3_vec){0, 0, 20}, (sm3_vec){0, 0, 0}, (sm3_vec){0, 5, 0}));
    assert_int_equal(h.hover.part, PICK_NOTHING);
    assert_false(press_along(h.ray, false)); /* it turns the view */
    release();
    assert_false(pointer_tool_is_busy(&h));
    point_along(ray_through((sm3_vec){0, 0, 20}, (sm3_vec){0, 0, 0}, (sm3_vec){0, 0, 0}));
    assert_int_equal(h.hover.part, PICK_PLAYER); /* it stands before the ball */
    pointer_tool_leave(&h, &h.ray);
    assert_int_equal(h.hover.part, PICK_NOTHING);
}

TEST(the_arrows_of_what_is_selected_are_found_before_it) {
    uint64_t random = random_seed(test_seed(6));
    open_scene(shapes);
    selection_set(&h.selection, SECOND);
    sm3_vec cross;
    point_along(ray_through((sm3_vec){6.5f, 0, 9}, (sm3_vec){0, 0, 0}, (sm3_vec){0, 0, 0}));
    assert_true(pointer_tool_cross(&h, s, &cross));
    assert_true(cross.x == 6.5f && cross.y == 0 && cross.z == 0);
    for (int i = 0; i < 300; i++) {
        pick_part part = (pick_part)(PICK_AXIS_X + i % 3);
        sm3_vec way = random_unit(&random), axis = pointer_tool_axis(part);
        sm3_vec eye = sm3_offset(cross, way, 8);
        pointer_ray ray = ray_through(eye, cross, cross);
        if (fabsf(sm3_dot(way, axis)) > 0.95f)
            continue;
        point_along(ray);
        sm3_vec tip = sm3_offset(cross, axis, 0.9f * pointer_tool_arrow_length(&h, cross));
        point_along(ray_through(eye, cross, tip));
        assert_int_equal(h.hover.part, part);
        point_along(ray); /* where all meet, it is the shape */
        assert_int_equal(h.hover.part, PICK_BODY);
    }
    selection_clear(&h.selection);
    assert_false(pointer_tool_cross(&h, s, &cross));
}

TEST(a_mesh_that_is_clicked_or_moved_there_and_back_keeps_its_spelling) {
    static const char text[] = "slidemove3 1\nplayer 0 5 0\nmesh cube.obj\nsphere 20 0 0 1\n";
    open_scene(text);
    sm3_vec eye = {1, 2, 9}, middle = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(press_along(ray_through(eye, middle, middle), false), i > 0);
        if (i > 0)
            point_along(ray_through(eye, middle, (sm3_vec){3, 1, 0}));
        point_along(ray_through(eye, middle, middle));
        release();
        assert_level_says(s->level, text);
        assert_false(edit_is_dirty(s->edit));
    }
}

TEST(with_shift_more_are_selected_and_taken_out_again) {
    open_scene(shapes);
    pointer_ray ball = ray_to(0, 0.5f, 0);
    pointer_ray box = ray_to(-6, 0.5f, 0);
    click_along(ball, false);
    assert_false(press_along(box, true));
    assert_true(pointer_tool_is_busy(&h));
    pointer_tool_release(&h, s, (pointer_keys){.more = true});
    assert_int_equal(h.selection.count, 2);
    assert_true(selection_has(&h.selection, BALL) && selection_has(&h.selection, BOX));
    click_along(box, true);
    assert_int_equal(h.selection.count, 1);
    assert_true(selection_has(&h.selection, BALL));
    click_along(box, false); /* without it, it is the one */
    assert_int_equal(h.selection.count, 1);
    assert_true(selection_has(&h.selection, BOX));
    click_along(ray_to(0, 50, 0), false); /* the sky */
    assert_int_equal(h.selection.count, 0);
    assert_level_says(s->level, shapes);
}

TEST(a_drag_beside_what_is_selected_turns_the_view_and_selects_nothing) {
    open_scene(shapes);
    click_along(ray_to(0, 0.5f, 0), false);
    const pointer_ray pressed[] = {ray_to(-6, 0.5f, 0), ray_to(0, 50, 0)};
    for (int i = 0; i < 2; i++) {
        assert_false(press_along(pressed[i], false));
        point_along(ray_to(2, 3, 0));
        point_along(pressed[i]); /* back where it was: no click */
        release();
        assert_int_equal(h.selection.count, 1);
        assert_int_equal(h.selection.statements[0], BALL);
    }
    assert_level_says(s->level, shapes);
}

/* ---- Dragging ---------------------------------------------------------------------------- */

TEST(a_shape_goes_with_the_pointer_in_the_plane_of_the_view) {
    uint64_t random = random_seed(test_seed(7));
    for (int i = 0; i < 300; i++) {
        open_scene("slidemove3 1\nplayer 0 99 0\nsphere 1 2 3  1\n");
        sm3_vec centre = {1, 2, 3}, way = random_unit(&random);
        float away = random_float(&random, 3, 60);
        sm3_vec eye = sm3_offset(centre, way, away);
        sm3_vec middle =
            sm3_offset(centre, random_unit(&random), 0.3f * away); /* it looks beside it */
        sm3_vec grabbed = sm3_offset(centre, random_unit(&random), 0.7f);
        pointer_ray ray = ray_through(eye, middle, grabbed);
        ray.arrow = 0; /* none is in the way */
        assert_true(grab_along(ray));
        sm3_vec from = h.drag.from;
        pointer_ray to =
            ray_through(eye, middle, sm3_offset(middle, random_unit(&random), 0.2f * away));
        for (int frame = 0; frame < 3; frame++)
            point_along(to);
        float depth = sm3_dot(sm3_between(eye, from), to.view);
        float step = decimal_step(to.pixel * depth);
        sm3_vec moved = sm3_offset(point_of(s->level, 2), centre, -1);
        /* The spot that was grabbed is under the pointer, at the depth where it was. */
        sm3_vec now = sm3_offset(from, moved, 1);
        sm3_vec aimed = sm3_offset(eye, to.direction, depth / sm3_dot(to.direction, to.view));
        assert_true(sm3_length(sm3_between(aimed, now)) < 1.01f * step);
        assert_float_equal(sm3_dot(sm3_between(eye, now), to.view), depth, 1.01f * step);
        release();
        assert_true(edit_undo(s->edit));
        assert_level_says(s->level, "slidemove3 1\nplayer 0 99 0\nsphere 1 2 3  1\n");
    }
}

TEST(an_arrow_drags_along_its_axis_alone) {
    uint64_t random = random_seed(test_seed(8));
    for (int i = 0; i < 300; i++) {
        open_scene(shapes);
        pick_part part = (pick_part)(PICK_AXIS_X + i % 3);
        sm3_vec axis = pointer_tool_axis(part), way = random_unit(&random);
        if (fabsf(sm3_dot(way, axis)) > 0.9f)
            way = unit(sm3_offset(way, axis, -sm3_dot(way, axis)));
        selection_set(&h.selection, SECOND);
        sm3_vec cross = point_of(s->level, SECOND), eye = sm3_offset(cross, way, 8);
        pointer_ray ray = ray_through(eye, cross, cross);
        point_along(ray);
        float grabbed = 0.7f * pointer_tool_arrow_length(&h, cross),
              by = random_float(&random, 0.3f, 2) * (i % 2 == 0 ? 1 : -1);
        assert_true(press_along(ray_through(eye, cross, sm3_offset(cross, axis, grabbed)), false));
        assert_int_equal(h.drag.what.part, part);
        point_along(ray_through(eye, cross, sm3_offset(cross, axis, grabbed + by)));
        sm3_vec moved = sm3_offset(point_of(s->level, SECOND), cross, -1);
        assert_float_equal(sm3_dot(moved, axis), by, 0.0051);
        sm3_vec beside = sm3_offset(moved, axis, -sm3_dot(moved, axis));
        assert_true(sm3_dot(beside, beside) == 0);
        release();
        assert_int_equal(h.selection.count, 1);
    }
}

/* ---- Drawing in space -------------------------------------------------------------------- */

static void draw_point(sm3_vec at) {
    pointer_ray ray = ray_through((sm3_vec){4, 9, 20}, (sm3_vec){0, 2, 0}, at);
    pointer_keys snaps = {.snap = true};
    pointer_tool_point(&h, s, &ray, snaps);
    pointer_tool_press(&h, s, snaps);
    pointer_tool_release(&h, s, snaps);
}

static void assert_last_statement(const char *expected) {
    const level_statement *last = &s->level->statements[s->level->statement_count - 1];
    char *words = level_write_statement(s->level, last);
    assert_string_equal(words, expected);
    free(words);
}

TEST(shapes_are_drawn_on_the_plane_of_the_face_under_the_pointer) {
    open_scene("slidemove3 1\nplayer 9 9 9\nbox 0 -1 0 40 2 40\nbox 0 4 -6 20 8 2\n");
    pointer_tool_choose_tool(&h, s, DRAWING_BOX);
    draw_point((sm3_vec){1.1f, 0, 2.1f}); /* snaps to the grid of 0.5 */
    draw_point((sm3_vec){3.1f, 0, 4.9f});
    draw_point((sm3_vec){3, 1.9f, 5}); /* how far it rises */
    assert_last_statement("box 2 1 3.5 2 2 3");
    assert_true(selection_has(&h.selection, s->level->statement_count - 1));
    pointer_tool_choose_tool(&h, s, DRAWING_CIRCLE);
    draw_point((sm3_vec){1, 4, -5}); /* on the wall */
    draw_point((sm3_vec){3, 4, -5});
    assert_last_statement("sphere 1 4 -5 2");
    pointer_tool_choose_tool(&h, s, DRAWING_CAPSULE);
    draw_point((sm3_vec){-6, 0, 3});
    draw_point((sm3_vec){-6, 0, 7});
    draw_point((sm3_vec){-5, 0, 5});
    assert_last_statement("capsule -6 0 3 -6 0 7 1");
    pointer_tool_choose_tool(&h, s, DRAWING_TRIANGLE);
    draw_point((sm3_vec){1.06f, 2.05f, 5}); /* corners of the box, on top of it */
    draw_point((sm3_vec){3, 2, 5.05f});
    draw_point((sm3_vec){3.05f, 2, 2});
    assert_last_statement("triangle 1 2 5 3 2 5 3 2 2");
    while (edit_can_undo(s->edit))
        assert_true(pointer_tool_undo_step(&h, s, -1));
    assert_int_equal(s->level->statement_count, 4);
}

/* Each point may stand in a level, the box would be too wide. */
TEST(a_shape_that_no_level_takes_is_not_drawn) {
    static const char empty[] = "slidemove 1\nplayer 0 0\n";
    open_scene(empty);
    pointer_tool_choose_tool(&h, s, DRAWING_BOX);
    for (int side = -1; side <= 1; side += 2) {
        pointer_ray ray = ray_down((sm_vec2){(float)side * LEVEL_NUMBER_MAX, (float)side}, 1, 6);
        click_along(ray, false);
    }
    assert_level_says(s->level, empty);
    assert_false(edit_can_undo(s->edit));
}

TEST(what_cannot_be_aimed_at_moves_nothing) {
    open_scene(shapes);
    sm3_vec cross = {6.5f, 0, 0}, eye = {14.5f, 0, 0};
    pointer_ray ray = ray_through(eye, cross, cross);
    /* A ray along the plane of the drag, and one away from it. */
    assert_true(grab_along(ray_through(eye, cross, (sm3_vec){6.5f, 0.3f, 0.3f})));
    assert_int_equal(h.drag.what.part, PICK_BODY);
    point_along(ray_through(eye, cross, (sm3_vec){6.5f, 2.3f, 0.3f}));
    sm3_vec at = point_of(s->level, SECOND);
    assert_true(at.y > 1.5f && at.x == 6.5f);
    static const sm3_vec nowhere[] = {{0, 1, 0}, {0, 0, -1}, {1, 0, 0}, {0.5f, 0.9f, 0}};
    for (int i = 0; i < 4; i++) {
        pointer_ray away = ray;
        away.direction = unit(nowhere[i]);
        point_along(away);
        sm3_vec still = point_of(s->level, SECOND);
        assert_memory_equal(&still, &at, sizeof at);
    }
    release();
}

TEST(cancel_and_undo_in_a_drag_take_it_back_alone) {
    open_scene(shapes);
    selection_set(&h.selection, SECOND);
    pointer_tool_nudge(&h, s, (sm_vec2){1, 0});
    char *before = text_of(s->level);
    for (int i = 0; i < 3; i++) {
        assert_true(grab_along(ray_to(0, 0.5f, 0)));
        point_along(ray_to(2, 2, 0));
        sm3_vec ball = point_of(s->level, BALL);
        assert_true(ball.x != 0 || ball.y != 0); /* by itself, then by its arrow */
        if (i == 0)
            assert_true(pointer_tool_cancel(&h, s));
        else if (i == 1)
            assert_true(pointer_tool_undo_step(&h, s, -1));
        else
            pointer_tool_forget(&h, s);
        assert_level_says(s->level, before);
        assert_false(pointer_tool_is_busy(&h));
        point_along(ray_to(3, 3, 0)); /* the button is down yet */
        release();
        assert_level_says(s->level, before);
    }
    free(before);
    assert_true(pointer_tool_undo_step(&h, s, -1));
    assert_level_says(s->level, shapes);
}

TEST(the_player_is_pulled_and_no_text_changes) {
    open_scene(shapes);
    sm3_vec eye = {3, 4, 16}, at = s->player.position, middle = {0, 0, 0};
    sm3_vec spot = sm3_offset(at, (sm3_vec){0.1f, 0.2f, 0.1f}, 1);
    assert_true(press_along(ray_through(eye, middle, spot), false));
    assert_int_equal(h.drag.what.part, PICK_PLAYER);
    sm3_vec pull;
    assert_true(pointer_tool_pull(&h, &pull));
    assert_true(sm3_length(sm3_between(at, pull)) < 1e-4f); /* no jump at first */
    pointer_ray to = ray_through(eye, middle, sm3_offset(spot, (sm3_vec){1, 1, 0}, 1));
    point_along(to);
    pointer_tool_pull(&h, &pull);
    assert_float_equal(sm3_dot(sm3_between(at, pull), to.view), 0, 1e-4); /* in the view's plane */
    assert_true(sm3_dot(sm3_between(at, pull), sm3_between(at, pull)) > 0.5f);
    for (int i = 0; i < 60; i++)
        sandbox_tick(s, &(player_input){.dragging = true, .drag_to = pull});
    sm3_vec left = sm3_offset(s->player.position, pull, -1);
    assert_true(sm3_dot(left, left) < 1e-8f);
    assert_true(pointer_tool_undo_step(&h, s, -1) == false); /* there is no step */
    release();
    assert_false(pointer_tool_is_busy(&h));
    assert_level_says(s->level, shapes);
}

/* ---- Changes to what is selected --------------------------------------------------------- */

TEST(nudges_go_along_the_floor) {
    open_scene(shapes);
    selection_set(&h.selection, BALL);
    pointer_tool_nudge(&h, s, (sm_vec2){0.5f, 0});
    pointer_tool_nudge(&h, s, (sm_vec2){0, 0.25f}); /* up is away */
    assert_level_holds(s->level, "sphere 0.5 0 -0.25 1 # the ball\n");
    assert_true(pointer_tool_undo_step(&h, s, -1) && pointer_tool_undo_step(&h, s, -1));
    assert_level_says(s->level, shapes);
}

TEST(a_copy_lies_beside_and_is_what_is_selected) {
    open_scene(shapes);
    h.ray.pixel = 0.01f;
    selection_set(&h.selection, BALL);
    selection_add(&h.selection, MESH);
    pointer_tool_duplicate(&h, s);
    sm3_vec by = pointer_tool_copy_offset(&h, s), copy = point_of(s->level, BALL + 1);
    assert_true(by.x > 0 && by.y == 0 && by.z == by.x);
    assert_memory_equal(&copy, &by, sizeof by);
    assert_int_equal(h.selection.count, 2);
    assert_int_equal(h.selection.statements[0], BALL + 1);
    assert_int_equal(h.selection.statements[1], MESH + 2);
    assert_true(s->level->statements[MESH + 2].attributes.at.x == by.x);
    assert_true(pointer_tool_undo_step(&h, s, -1));
    assert_level_says(s->level, shapes);
}

TEST(reversing_a_triangle_turns_its_front_round) {
    open_scene("slidemove3 1\nplayer 0 5 0\n"
               "triangle -9 0 -9  0 0 9  9 0 -9 onesided\nsphere 20 0 0 1\n");
    sm3_vec up = {0, 5, 0}, down = {0, -9, 0};
    assert_true(sm3_raycast(up, down, space_obstacles(space_seen(s->obstacles)), NULL).hit);
    selection_all(&h.selection, s->level);
    pointer_tool_reverse(&h, s); /* a sphere has no front, and stays */
    assert_level_holds(s->level, "triangle 9 0 -9 0 0 9 -9 0 -9 onesided\nsphere 20 0 0 1\n");
    assert_false(sm3_raycast(up, down, space_obstacles(space_seen(s->obstacles)), NULL).hit);
    assert_true(pointer_tool_undo_step(&h, s, -1));
    assert_true(sm3_raycast(up, down, space_obstacles(space_seen(s->obstacles)), NULL).hit);
}

/* Anything that the editor can do, many times, in any order: every step goes back and forth to the
 * byte, and the obstacles are those made anew from the edited level. */
#include "../test.h"

#include "../../src/sandbox/drag.h"
#include "../../src/sandbox/drawing.h"
#include "../../src/sandbox/plane/plane.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../history.h"
#include "../level_text.h"
#include "../pointer.h"
#include "../random.h"
#include "../trace.h"

static const char start[] = "\xef\xbb\xbf# top\r\n  slidemove   1 # first\r\n\r\n"
                            "title   A  title # not a comment \r\n"
                            "\tsegment 0 0  +10.000 0e0 oneway radius=.50\t# the floor\r\n"
                            "player 1.50 -02 angle=090   radius=5e-1 \r\n"
                            "chain 0 0 1 0  1 1#close\r\n   \r\n"
                            "loop 0 0 4 0 4 4 0 4.0\r\n"
                            "circle 007 -0.0 1e0  # round\n"
                            "capsule 1 2 3 4 0.50\r\n"
                            "box 5 -3 4 2   spin=+30   # the end without a line break";

enum { FULL = 60 }; /* statements */

static sandbox *edited;
static selection sel;
static drawing sketch;
static uint64_t *dice;

/* The obstacles as they once were. */
static obstacles *past;
static unsigned past_version;
static int told; /* how often it was said which statements have changed since */

/* ---- The same as one made anew ----------------------------------------------------------- */

static bool is_same_capsule(sm_capsule a, sm_capsule b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void assert_same_obstacles(const plane *g, const plane *anew) {
    assert_int_equal(sm_world_count(g->world), g->common.count);
    assert_int_equal(g->common.count, anew->common.count);
    for (int i = 0; i < g->common.count; i++) {
        assert_int_equal(g->common.statements[i], anew->common.statements[i]);
        assert_true(is_same_capsule(plane_get(g, i), plane_get(anew, i)));
    }
    assert_int_equal(g->common.box_count, anew->common.box_count);
    assert_memory_equal(g->common.boxes, anew->common.boxes,
                        (size_t)g->common.box_count * sizeof *g->common.boxes);
    assert_int_equal(g->common.moving_count, anew->common.moving_count);
    for (int i = 0; i < g->common.moving_count; i++)
        assert_memory_equal(&g->common.moving[i], &anew->common.moving[i],
                            sizeof *g->common.moving);
}

static void assert_around(const plane *g, level_box3 inner) {
    assert_true(g->around.min.x <= inner.min.x && g->around.min.y <= inner.min.y);
    assert_true(g->around.max.x >= inner.max.x && g->around.max.y >= inner.max.y);
}

/* To the last bit, and for the same reasons: those of each look. */
static void assert_same_move(const plane *g, const plane *anew, uint64_t *random) {
    sm3_collision seen[2][RECORD_CANDIDATES];
    sm_trace traces[2];
    sm_result results[2];
    sm_vec2 from = {random_float(random, -25, 25), random_float(random, -25, 25)};
    sm_vec2 delta = {random_float(random, -1, 1), random_float(random, -1, 1)};
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, random_float(random, 0, 6)));
    sm_resolver resolver = (sm_resolver)random_int(random, SM_RESOLVER_COUNT);
    for (int i = 0; i < 2; i++) {
        traces[i] = (sm_trace){.candidates = seen[i], .capacity = RECORD_CANDIDATES, .reach = 1};
        results[i] = sm_slide_move(from, delta, disk, plane_obstacles(i == 0 ? g : anew),
                                   &(sm_options){.resolver = resolver, .trace = &traces[i]});
    }
    assert_memory_equal(&results[0].position, &results[1].position, sizeof(sm_vec2));
    assert_memory_equal(&results[0].normal, &results[1].normal, sizeof(sm_vec2));
    assert_memory_equal(&results[0].depth, &results[1].depth, sizeof(float));
    assert_int_equal(results[0].pushes, results[1].pushes);
    assert_int_equal(results[0].status, results[1].status);
    assert_same_traces(&traces[0], &traces[1]);
}

static void assert_as_made_anew(const sandbox *s, uint64_t *random) {
    obstacles *made = obstacles_create(&plane_dimension, s->level, NULL);
    assert_non_null(made);
    plane *anew = plane_to_change(made);
    assert_same_obstacles(plane_seen(s->obstacles), anew);
    assert_around(plane_seen(s->obstacles), anew->around);
    if (random_int(random, 4) == 0)
        assert_same_move(plane_seen(s->obstacles), anew, random);
    obstacles_destroy(made);
}

/* ---- What changed since ------------------------------------------------------------------ */

static void remember(const sandbox *s) {
    if (past != NULL)
        obstacles_destroy(past);
    past = obstacles_create(&plane_dimension, s->level, NULL);
    assert_non_null(past);
    past_version = s->obstacles->version;
}

static bool has_same_capsules(const plane *g, const plane *then, int statement) {
    obstacle_span now = obstacles_span(&g->common, statement),
                  before = obstacles_span(&then->common, statement);
    bool same = now.count == before.count;
    for (int i = 0; same && i < now.count; i++)
        same = is_same_capsule(plane_get(g, now.first + i), plane_get(then, before.first + i));
    return same;
}

static bool is_listed(const int *list, int count, int statement) {
    for (int i = 0; i < count; i++)
        if (list[i] == statement)
            return true;
    return false;
}

/* Returns whether it said which statements changed. */
static bool assert_tells_the_truth(const sandbox *s) {
    int list[PLANE_CHANGES];
    const plane *g = plane_seen(s->obstacles), *then = plane_seen(past);
    int count = plane_changed_since(g, past_version, list);
    if (count < 0)
        return false;
    for (int i = 0; i < s->level->statement_count; i++)
        assert_true(is_listed(list, count, i) || has_same_capsules(g, then, i));
    return true;
}

/* ---- Chance ------------------------------------------------------------------------------ */

static int chance(int below) {
    return random_int(dice, below);
}

static snap_settings random_snap(void) {
    return (snap_settings){
        .grid = chance(2) == 0 ? 0 : snap_step_grid(1, chance(9) - 4),
        .reach = chance(2) == 0 ? 0 : 0.5f,
        .step = 0.01f,
    };
}

static int random_statement(void) {
    return chance(edited->level->statement_count + 2) - 1;
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* What is selected is always there, sorted, and an obstacle. */
static void assert_fitting_selection(void) {
    for (int i = 0; i < sel.count; i++) {
        assert_true(edit_is_item(edited->level, sel.statements[i]));
        assert_true(i == 0 || sel.statements[i - 1] < sel.statements[i]);
    }
}

/* ---- Commands ---------------------------------------------------------------------------- */

static void choose(void) {
    const level *l = edited->level;
    sm_vec2 a = random_point(dice), b = random_point(dice);
    int statement = random_statement();
    switch (chance(5)) {
    case 0:
        assert_true(selection_cycle(&sel, l, chance(2) * 2 - 1));
        break;
    case 1:
        if (edit_is_item(l, statement))
            assert_true(selection_toggle(&sel, statement));
        break;
    case 2:
        if (edit_is_item(l, statement))
            assert_true(selection_set(&sel, statement));
        break;
    case 3:
        assert_true(selection_in_box(&sel, edited->obstacles, (level_box){a, b}, chance(2) == 0));
        break;
    default:
        assert_true(chance(5) > 0 || selection_all(&sel, l));
        break;
    }
}

/* Types something into one of the fields that the selected shapes show, or takes it away. */
static void type_property(void) {
    static const char *const words[] = {"", "1", "0.25", "-3.5", "45", "2,-1,3", "no number"};
    property list[PROPERTY_MAX];
    level_errors errors;
    int count = sel.count > 0 ? property_list(edited->level, sel.statements, sel.count, list) : 0;
    if (count > 0)
        property_set(edited->edit, sel.statements, sel.count, list[chance(count)].id,
                     words[chance(sizeof words / sizeof *words)], &errors);
}

/* Removing is likelier the fuller the level is. */
static void change_selected(void) {
    edit *e = edited->edit;
    sm_vec2 by = random_point(dice);
    bool is_full = edited->level->statement_count > FULL;
    switch (chance(6)) {
    case 0:
        selection_move(&sel, e, (sm3_vec){by.x, by.y, 0});
        break;
    case 1:
        if (is_full)
            selection_remove(&sel, e);
        else
            selection_duplicate(&sel, e, (sm3_vec){by.x, by.y, 0});
        break;
    case 2:
        if (sel.count < edited->level->statement_count / 2)
            selection_remove(&sel, e);
        break;
    case 3:
        selection_reverse(&sel, e);
        break;
    default:
        type_property();
        break;
    }
}

static void draw(void) {
    drawing_settings settings = {.snap = random_snap(), .slack = 0.5f};
    if (sketch.tool == DRAWING_NONE || chance(20) == 0)
        drawing_begin(&sketch, (drawing_tool)chance(DRAWING_TOOL_COUNT));
    sm_vec2 wanted = random_point(dice);
    if (chance(4) == 0 && sketch.count > 0)
        wanted = (sm_vec2){sketch.points[0], sketch.points[1]};
    snap_query q = {.wanted = sm_to3(wanted)};
    q.anchor_count = drawing_anchor(&sketch, &q.anchors[0]);
    sm_vec2 point = sm3_to2(snap_point(edited->obstacles, &q, &settings.snap).point);
    edit_shape preview;
    drawing_shape(&sketch, point, &settings, &preview);
    drawing_answer answer = DRAWING_REFUSED;
    if (chance(10) == 0)
        drawing_drop_last(&sketch);
    else if (chance(6) == 0)
        answer = drawing_finish(&sketch, edited->edit);
    else
        answer = drawing_add(&sketch, edited->edit, point, &settings);
    if (answer == DRAWING_DONE)
        assert_true(selection_set(&sel, edited->level->statement_count - 1));
}

static void paste(void) {
    level_errors errors;
    char *text = clip_copy(&sel, edited->level);
    if (text == NULL || edited->level->statement_count + sel.count > FULL) {
        free(text);
        return;
    }
    int count = sel.count;
    if (chance(5) == 0) /* cut off */
        text[chance((int)strlen(text))] = '\0';
    sm_vec2 to = random_point(dice);
    int pasted =
        clip_paste(&sel, edited->edit, text, strlen(text), (sm3_vec){to.x, to.y, 0}, &errors);
    assert_true(pasted <= count);
    assert_int_equal(pasted<0, errors.total> 0);
    free(text);
}

static void retype(void) {
    level_errors errors;
    int from = random_statement(), to = random_statement();
    if (from < 0 || from >= edited->level->statement_count)
        return;
    char *text = level_write_statement(edited->level, &edited->level->statements[from]);
    assert_non_null(text);
    bool done = clip_set_statement(edited->edit, to, text, strlen(text), &errors);
    assert_int_equal(done, errors.total == 0);
    free(text);
}

/* Takes hold of a vertex, where there is one, or of whatever lies under a point. */
static pick grab(sm_vec2 *from) {
    const level *l = edited->level;
    int statement = random_statement();
    int vertices = edit_vertex_count(l, statement);
    *from = random_point(dice);
    if (chance(3) == 0 && vertices > 0)
        *from = pick_vertex(l, statement, chance(vertices));
    if (edit_is_item(l, statement) && l->statements[statement].kind == LEVEL_BOX) {
        *from = pick_turn_handle(l, statement, 1);
        return pick_turn_at(l, statement, *from, 1, 0.1f);
    }
    return pick_at(edited, *from, 0.3f);
}

static void drag_something(void) {
    sm_vec2 from;
    pick what = grab(&from);
    if (what.part == PICK_PLAYER || what.part == PICK_NOTHING)
        return;
    drag d = drag_begin(edited, what, sm_to3(from), 0.02f);
    if (chance(2) == 0)
        d.snap = random_snap();
    d.selected = chance(2) == 0 ? &sel : NULL;
    for (int moves = chance(4); moves >= 0; moves--)
        drag_to(edited, &d, sm_to3(random_point(dice)), chance(2) == 0);
    if (chance(5) == 0)
        drag_cancel(edited, &d);
    else
        drag_end(edited, &d);
}

static void do_something(uint64_t *random) {
    static void (*const commands[])(void) = {
        choose, choose, change_selected, change_selected, draw,
        draw,   paste,  retype,          drag_something,  drag_something};
    dice = random;
    commands[chance((int)(sizeof commands / sizeof *commands))]();
    selection_fit(&sel, edited->level); /* a typed statement may be no obstacle's */
    assert_fitting_selection();
}

static void change_one(edit *e, uint64_t *random) {
    change_anything(e, random);
}

/* ---- All of it --------------------------------------------------------------------------- */

/* Of the last step, be it made, undone or redone, what is there is selected. */
static void look(uint64_t *random) {
    dice = random;
    if (chance(4) == 0)
        assert_true(selection_take_step(&sel, edited->edit));
    selection_fit(&sel, edited->level);
    assert_fitting_selection();
    assert_as_made_anew(edited, random);
    told += assert_tells_the_truth(edited);
    if (chance(8) == 0)
        remember(edited);
}

TEST(ten_thousand_commands_of_any_kind_go_back_and_forth) {
    int count = test_trials(10000);
    edited = open_text(start);
    remember(edited);
    check_history(&(history_def){.edit = edited->edit,
                                 .seed = test_seed(20250608),
                                 .commands = count,
                                 .change = change_one,
                                 .command = do_something,
                                 .look = look});
    assert_true(told > count / 20); /* it did not always say that it does not know */
    obstacles_destroy(past);
    selection_free(&sel);
    drawing_free(&sketch);
}

/* ---- Single cases ------------------------------------------------------------------------ */

TEST(more_changes_than_are_remembered_are_followed) {
    const int changes = 40000; /* edit.c remembers 2^14 */
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\ncircle 4 4 1\n");
    uint64_t random = random_seed(test_seed(1));
    unsigned before = s->obstacles->version;
    for (int i = 0; i < changes; i++)
        assert_true(edit_move(s->edit, 2 + i % 2, (sm3_vec){i % 4 < 2 ? 0.5f : -0.25f, 0, 0}));
    float numbers[] = {1, 2, 3, 4};
    assert_true(edit_insert(
        s->edit, 2, &(edit_shape){.kind = LEVEL_SEGMENT, .numbers = numbers, .number_count = 4}));
    assert_as_made_anew(s, &random);
    int list[PLANE_CHANGES];
    assert_int_equal(plane_changed_since(plane_seen(s->obstacles), before, list), -1);
}

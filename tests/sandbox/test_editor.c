/* Anything that the editor can do, many times, in any order: every step goes back and forth to the
 * byte. SLIDEMOVE_COMMANDS sets how many times. */
#include "../test.h"

#include "../../src/sandbox/drag.h"
#include "../../src/sandbox/drawing.h"
#include "../../src/sandbox/selection.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../pointer.h"
#include "../random.h"

static const char start[] = "\xef\xbb\xbf# top\r\n  slidemove   1 # first\r\n\r\n"
                            "title   A  title # not a comment \r\n"
                            "\tsegment 0 0  +10.000 0e0 oneway radius=.50\t# the floor\r\n"
                            "player 1.50 -02 angle=090   radius=5e-1 \r\n"
                            "chain 0 0 1 0  1 1#close\r\n   \r\n"
                            "loop 0 0 4 0 4 4 0 4.0\r\n"
                            "circle 007 -0.0 1e0  # round\n"
                            "capsule 1 2 3 4 0.50\r\n"
                            "box 5 -3 4 2   spin=+30   # the end without a line break";

enum { COMMANDS = 10000, FULL = 60 }; /* statements */

typedef struct monkey {
    uint64_t random;
    sandbox *s;
    selection sel;
    drawing drawing;
    char **texts;      /* after each step */
    int steps, undone; /* texts[steps] is now, texts[undone] after redoing all */
} monkey;

/* ---- Chance ------------------------------------------------------------------------------ */

static int chance(monkey *m, int below) {
    return random_int(&m->random, below);
}

static sm_vec2 random_point(monkey *m) {
    if (chance(m, 40) == 0)
        return (sm_vec2){NAN, LEVEL_NUMBER_MAX};
    float reach = chance(m, 20) == 0 ? LEVEL_NUMBER_MAX : 12;
    sm_vec2 p = {random_float(&m->random, -reach, reach), random_float(&m->random, -reach, reach)};
    return chance(m, 2) == 0 ? (sm_vec2){floorf(p.x), floorf(p.y)} : p;
}

static snap_settings random_snap(monkey *m) {
    return (snap_settings){
        .grid = chance(m, 2) == 0 ? 0 : snap_step_grid(1, chance(m, 9) - 4),
        .reach = chance(m, 2) == 0 ? 0 : 0.5f,
        .step = 0.01f,
    };
}

static int random_statement(monkey *m) {
    return chance(m, m->s->level->statement_count + 2) - 1;
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* What is selected is always there, sorted, and an obstacle. */
static void assert_fitting_selection(const monkey *m) {
    for (int i = 0; i < m->sel.count; i++) {
        assert_true(edit_is_obstacle(m->s->level, m->sel.statements[i]));
        assert_true(i == 0 || m->sel.statements[i - 1] < m->sel.statements[i]);
    }
}

/* A command made one step, or none. `edit_undo` is the proof of how many. */
static void note_step(monkey *m) {
    char *now = text_of(m->s->level);
    if (strcmp(now, m->texts[m->steps]) == 0) {
        free(now);
        return;
    }
    for (int i = m->steps + 1; i <= m->undone; i++)
        free(m->texts[i]);
    m->undone = ++m->steps;
    m->texts[m->steps] = now;
    assert_false(edit_can_redo(m->s->edit));
    assert_true(edit_undo(m->s->edit));
    assert_level_says(m->s->level, m->texts[m->steps - 1]);
    assert_true(edit_redo(m->s->edit));
    assert_level_says(m->s->level, now);
}

static void travel(monkey *m) {
    bool back = chance(m, 2) == 0;
    for (int times = 1 + chance(m, chance(m, 50) == 0 ? 30 : 3); times > 0; times--) {
        int left = back ? m->steps : m->undone - m->steps;
        assert_int_equal(back ? edit_undo(m->s->edit) : edit_redo(m->s->edit), left > 0);
        m->steps += left == 0 ? 0 : back ? -1 : 1;
        assert_level_says(m->s->level, m->texts[m->steps]);
        assert_true(selection_take_step(&m->sel, m->s->edit));
    }
}

/* ---- Commands ---------------------------------------------------------------------------- */

static void choose(monkey *m) {
    const level *l = m->s->level;
    sm_vec2 a = random_point(m), b = random_point(m);
    int statement = random_statement(m);
    switch (chance(m, 5)) {
    case 0:
        assert_true(selection_cycle(&m->sel, l, chance(m, 2) * 2 - 1));
        break;
    case 1:
        if (edit_is_obstacle(l, statement))
            assert_true(selection_toggle(&m->sel, statement));
        break;
    case 2:
        if (edit_is_obstacle(l, statement))
            assert_true(selection_set(&m->sel, statement));
        break;
    case 3:
        assert_true(
            selection_in_box(&m->sel, m->s->obstacles, (level_box){a, b}, chance(m, 2) == 0));
        break;
    default:
        assert_true(chance(m, 5) > 0 || selection_all(&m->sel, l));
        break;
    }
}

/* Types something into one of the fields that the selected shapes show, or takes it away. */
static void type_property(monkey *m) {
    static const char *const words[] = {"", "1", "0.25", "-3.5", "45", "2,-1,3", "no number"};
    property list[PROPERTY_MAX];
    char message[PROPERTY_MESSAGE_LENGTH];
    int count =
        m->sel.count > 0 ? property_list(m->s->level, m->sel.statements, m->sel.count, list) : 0;
    if (count > 0)
        property_set(m->s->edit, m->sel.statements, m->sel.count, list[chance(m, count)].id,
                     words[chance(m, sizeof words / sizeof *words)], message);
}

/* Removing is likelier the fuller the level is. */
static void change_selected(monkey *m) {
    edit *e = m->s->edit;
    sm_vec2 by = random_point(m);
    bool is_full = m->s->level->statement_count > FULL;
    switch (chance(m, 6)) {
    case 0:
        selection_move(&m->sel, e, (sm3_vec){by.x, by.y, 0});
        break;
    case 1:
        if (is_full)
            selection_remove(&m->sel, e);
        else
            selection_duplicate(&m->sel, e, (sm3_vec){by.x, by.y, 0});
        break;
    case 2:
        if (m->sel.count < m->s->level->statement_count / 2)
            selection_remove(&m->sel, e);
        break;
    case 3:
        selection_reverse(&m->sel, e);
        break;
    default:
        type_property(m);
        break;
    }
}

static void draw(monkey *m) {
    drawing_settings settings = {random_snap(m), 0.5f};
    if (m->drawing.tool == DRAWING_NONE || chance(m, 20) == 0)
        drawing_begin(&m->drawing, (drawing_tool)chance(m, DRAWING_TOOL_COUNT));
    sm_vec2 wanted = random_point(m);
    if (chance(m, 4) == 0 && m->drawing.count > 0)
        wanted = (sm_vec2){m->drawing.points[0], m->drawing.points[1]};
    snap_query q = {.wanted = sm3_lifted(wanted)};
    q.anchor_count = drawing_anchor(&m->drawing, &q.anchors[0]);
    sm_vec2 point = sm3_flat(snap_point(m->s->obstacles, &q, &settings.snap).point);
    edit_shape preview;
    drawing_shape(&m->drawing, point, &settings, &preview);
    drawing_answer answer = DRAWING_REFUSED;
    if (chance(m, 10) == 0)
        drawing_drop_last(&m->drawing);
    else if (chance(m, 6) == 0)
        answer = drawing_finish(&m->drawing, m->s->edit);
    else
        answer = drawing_add(&m->drawing, m->s->edit, point, &settings);
    if (answer == DRAWING_DONE)
        assert_true(selection_set(&m->sel, m->s->level->statement_count - 1));
}

static void paste(monkey *m) {
    level_errors errors;
    char *text = clip_copy(&m->sel, m->s->level);
    if (text == NULL || m->s->level->statement_count + m->sel.count > FULL) {
        free(text);
        return;
    }
    int count = m->sel.count;
    if (chance(m, 5) == 0) /* cut off */
        text[chance(m, (int)strlen(text))] = '\0';
    sm_vec2 to = random_point(m);
    int pasted =
        clip_paste(&m->sel, m->s->edit, text, strlen(text), (sm3_vec){to.x, to.y, 0}, &errors);
    assert_true(pasted <= count);
    assert_int_equal(pasted<0, errors.total> 0);
    free(text);
}

static void retype(monkey *m) {
    level_errors errors;
    int from = random_statement(m), to = random_statement(m);
    if (from < 0 || from >= m->s->level->statement_count)
        return;
    char *text = level_write_statement(m->s->level, from);
    assert_non_null(text);
    bool done = clip_set_statement(m->s->edit, to, text, strlen(text), &errors);
    assert_int_equal(done, errors.total == 0);
    free(text);
}

static void change_one(monkey *m) {
    edit *e = m->s->edit;
    int statement = random_statement(m), part = chance(m, 5);
    sm_vec2 p = random_point(m);
    switch (chance(m, 5)) {
    case 0:
        edit_split(e, statement, part, p);
        break;
    case 1:
        edit_move_vertex(e, statement, part, p);
        break;
    case 2:
        edit_set_box_size(e, statement, p.x, p.y);
        break;
    case 3:
        edit_move_from_to(e, statement, sm3_lifted(p), sm3_lifted(random_point(m)));
        break;
    default:
        edit_move(e, statement, sm3_lifted(p));
        break;
    }
}

/* Takes hold of a vertex, where there is one, or of whatever lies under a point. */
static pick grab(monkey *m, sm_vec2 *from) {
    const level *l = m->s->level;
    int statement = random_statement(m);
    int vertices = edit_vertex_count(l, statement);
    *from = random_point(m);
    if (chance(m, 3) == 0 && vertices > 0)
        *from = pick_vertex(l, statement, chance(m, vertices));
    if (edit_is_obstacle(l, statement) && l->statements[statement].kind == LEVEL_BOX) {
        *from = pick_turn_handle(l, statement, 1);
        return pick_turn_at(l, statement, *from, 1, 0.1f);
    }
    return pick_at(m->s, *from, 0.3f);
}

static void drag_something(monkey *m) {
    sm_vec2 from;
    pick what = grab(m, &from);
    if (what.part == PICK_PLAYER || what.part == PICK_NOTHING)
        return;
    drag d = drag_begin(m->s, what, sm3_lifted(from), 0.02f);
    if (chance(m, 2) == 0)
        d.snap = random_snap(m);
    d.selected = chance(m, 2) == 0 ? &m->sel : NULL;
    for (int moves = chance(m, 4); moves >= 0; moves--)
        drag_to(m->s, &d, sm3_lifted(random_point(m)), chance(m, 2) == 0);
    if (chance(m, 5) == 0)
        drag_cancel(m->s, &d);
    else
        drag_end(m->s, &d);
}

static void run_random_command(monkey *m) {
    static void (*const commands[])(monkey *) = {
        choose, choose, change_selected, change_selected, draw,          draw,
        paste,  retype, change_one,      drag_something,  drag_something};
    if (chance(m, 5) == 0) {
        travel(m);
    } else {
        commands[chance(m, (int)(sizeof commands / sizeof *commands))](m);
        note_step(m);
    }
    selection_fit(&m->sel, m->s->level); /* a typed statement may be no obstacle's */
    assert_fitting_selection(m);
}

static void assert_reads_back(const level *l) {
    char *text = text_of(l);
    sandbox *again = open_text(text);
    assert_int_equal(again->level->statement_count, l->statement_count);
    for (int i = 0; i < l->statement_count; i++) {
        edit_shape a = edit_get(l, i), b = edit_get(again->level, i);
        assert_int_equal(a.kind, b.kind);
        assert_int_equal(a.number_count, b.number_count);
        for (int k = 0; k < a.number_count; k++)
            assert_true(a.numbers[k] == b.numbers[k]);
    }
    free(text);
}

static int command_count(void) {
    const char *wanted = getenv("SLIDEMOVE_COMMANDS");
    return wanted != NULL ? atoi(wanted) : COMMANDS;
}

TEST(ten_thousand_commands_of_any_kind_go_back_and_forth) {
    int count = command_count();
    monkey m = {.random = 20250608, .s = open_text(start)};
    m.texts = calloc((size_t)count + 1, sizeof *m.texts);
    assert_non_null(m.texts);
    m.texts[0] = text_of(m.s->level);
    assert_string_equal(m.texts[0], start);
    for (int i = 0; i < count; i++) {
        run_random_command(&m);
        if (i % 100 == 0)
            assert_reads_back(m.s->level);
    }
    while (edit_redo(m.s->edit))
        m.steps++;
    assert_int_equal(m.steps, m.undone);
    assert_true(m.steps > count / 20);
    while (edit_undo(m.s->edit))
        assert_level_says(m.s->level, m.texts[--m.steps]);
    assert_int_equal(m.steps, 0);
    assert_false(edit_is_dirty(m.s->edit));
    while (edit_redo(m.s->edit))
        assert_level_says(m.s->level, m.texts[++m.steps]);
    assert_int_equal(m.steps, m.undone);
    assert_reads_back(m.s->level);
    for (int i = 0; i <= m.undone; i++)
        free(m.texts[i]);
    free(m.texts);
    selection_free(&m.sel);
    drawing_free(&m.drawing);
}

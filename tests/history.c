#include "test.h"

#include "history.h"

#include "../src/sandbox/plane/plane.h"
#include "../src/sandbox/shape_edit.h"
#include "level_text.h"
#include "pointer.h"
#include "random.h"
#include "trace.h"

enum { FULL = 40 };

static int chance(editor *e, int below) {
    return random_int(e->random, below);
}

static float amount(editor *e, float low, float high) {
    return random_float(e->random, low, high);
}

void editor_free(editor *e) {
    pointer_tool_free(&e->tool);
}

void assert_reads_back(const level *l) {
    char *text = text_of(l);
    level *again = read_level(text);
    assert_string_equal(level_title(again), level_title(l));
    assert_int_equal(again->statement_count, l->statement_count);
    assert_int_equal(again->player, l->player);
    for (int i = 0; i < l->statement_count; i++) {
        edit_shape shape =
            edit_get_for(again, l, i); /* meshes: numbered as they come in the text */
        assert_true(edit_is_same(again, &again->statements[i], &shape));
    }
    level_free(again);
    free(text);
}

/* ---- The obstacles are as made anew ------------------------------------------------------ */

static void assert_same_obstacles(const obstacles *o, const obstacles *anew) {
    assert_int_equal(o->count, anew->count);
    assert_memory_equal(o->statements, anew->statements, (size_t)o->count * sizeof *o->statements);
    for (int i = 0; i < o->count; i++) {
        sm3_triangle is = o->dimension->shape(o, i), made = o->dimension->shape(anew, i);
        assert_memory_equal(&is, &made, offsetof(sm3_triangle, one_sided));
        assert_int_equal(is.one_sided, made.one_sided);
        assert_int_equal(is.oneway, made.oneway);
    }
    assert_int_equal(o->box_count, anew->box_count);
    assert_memory_equal(o->boxes, anew->boxes, (size_t)o->box_count * sizeof *o->boxes);
    assert_int_equal(o->moving_count, anew->moving_count);
    assert_memory_equal(o->moving, anew->moving, (size_t)o->moving_count * sizeof *o->moving);
}

/* To the last bit, and for the same reasons: those of each look. */
static void assert_same_move(editor *e, const obstacles *anew) {
    sm3_collision seen[2][RECORD_CANDIDATES];
    sm_trace traces[2];
    sm3_result results[2];
    player p = e->s->player;
    p.kind = MOVER_DISK;
    p.radius = amount(e, 0, 6);
    float reach = p.radius + 20;
    sm3_vec from = {amount(e, -reach, reach), amount(e, -reach, reach), 0}, delta = {0};
    from.z = anew->dimension->count > 2 ? amount(e, -reach, reach) : 0;
    delta.x = amount(e, -1, 1);
    delta.y = amount(e, -1, 1);
    sm_resolver resolver = (sm_resolver)chance(e, SM_RESOLVER_COUNT);
    for (int i = 0; i < 2; i++) {
        const obstacles *o = i == 0 ? e->s->obstacles : anew;
        traces[i] = (sm_trace){.candidates = seen[i], .capacity = RECORD_CANDIDATES, .reach = 1};
        results[i] = o->dimension->try_move(
            o, &p, from, delta, &(sm_options){.resolver = resolver, .trace = &traces[i]});
    }
    assert_memory_equal(&results[0], &results[1], sizeof results[0]);
    assert_same_traces(&traces[0], &traces[1]);
}

static void assert_as_made_anew(editor *e) {
    const obstacles *o = e->s->obstacles;
    obstacles *anew = obstacles_create(o->dimension, e->s->level, NULL);
    assert_non_null(anew);
    obstacles_set_tick(anew, o->tick);
    assert_same_obstacles(o, anew);
    bool stands = o->tick == 0 || o->moving_count == 0; /* or it has come from somewhere else */
    if (stands && chance(e, 4) == 0)
        assert_same_move(e, anew);
    obstacles_destroy(anew);
}

/* What is selected is always there, sorted, and an obstacle. */
static void assert_fitting_selection(const editor *e) {
    const selection *sel = &e->tool.selection;
    for (int i = 0; i < sel->count; i++) {
        assert_true(edit_is_item(e->s->level, sel->statements[i]));
        assert_true(i == 0 || sel->statements[i - 1] < sel->statements[i]);
    }
}

void editor_check(editor *e) {
    selection_fit(&e->tool.selection, e->s->level);
    assert_fitting_selection(e);
    assert_as_made_anew(e);
}

/* ---- The pointer ------------------------------------------------------------------------- */

static sm_vec2 random_point(editor *e) {
    if (chance(e, 40) == 0)
        return (sm_vec2){NAN, LEVEL_NUMBER_MAX};
    float reach = chance(e, 15) == 0 ? LEVEL_NUMBER_MAX : 12;
    sm_vec2 p = {amount(e, -reach, reach), amount(e, -reach, reach)};
    return chance(e, 2) == 0 ? (sm_vec2){floorf(p.x), floorf(p.y)} : p;
}

static int random_statement(editor *e) {
    return chance(e, e->s->level->statement_count + 2) - 1;
}

/* Anywhere, or at a point of a shape. */
static sm3_vec random_place(editor *e) {
    const level *l = e->s->level;
    int statement = random_statement(e), vertices = edit_vertex_count(l, statement);
    sm3_vec place = sm_to3(random_point(e));
    place.z = l->dimensions == 2 ? 0 : amount(e, -9, 9);
    if (chance(e, 2) == 0 && edit_is_item(l, statement))
        return edit_point(l, statement, vertices > 0 ? chance(e, vertices) : 0);
    return place;
}

static void point_at(editor *e, sm3_vec place, pointer_keys keys) {
    sm3_vec eye = {amount(e, -20, 20), 20, amount(e, -20, 20)};
    pointer_ray ray = e->s->level->dimensions == 2 ? ray_down(sm3_to2(place), 0.02f, 6)
                                                   : ray_through(eye, (sm3_vec){0, 0, 0}, place);
    pointer_tool_point(&e->tool, e->s, &ray, keys);
}

static void click(editor *e, sm3_vec place) {
    pointer_keys keys = {.more = chance(e, 3) == 0, .snap = chance(e, 2) == 0};
    point_at(e, place, keys);
    pointer_tool_press(&e->tool, e->s, keys);
    pointer_tool_release(&e->tool, e->s, keys);
}

/* Moves what lies under a place, or the selected shapes, or draws a band. */
static void drag_something(editor *e) {
    sm3_vec place = random_place(e);
    pointer_keys keys = {.more = chance(e, 4) == 0, .snap = chance(e, 2) == 0};
    pointer_tool_choose_tool(&e->tool, e->s, DRAWING_NONE);
    if (chance(e, 2) == 0)
        click(e, place);
    point_at(e, place, keys);
    pointer_tool_press(&e->tool, e->s, keys);
    for (int moves = chance(e, 4); moves >= 0; moves--) {
        point_at(e, random_place(e), keys);
        if (chance(e, 4) == 0)
            e->between(e->context);
    }
    if (chance(e, 5) == 0)
        pointer_tool_cancel(&e->tool, e->s);
    pointer_tool_release(&e->tool, e->s, keys);
}

static void draw(editor *e) {
    if (!pointer_tool_is_drawing(&e->tool) || chance(e, 20) == 0) {
        drawing_tool kind = (drawing_tool)chance(e, DRAWING_TOOL_COUNT);
        bool is_there = drawing_has_tool(kind, e->s->level->dimensions);
        pointer_tool_choose_tool(&e->tool, e->s, is_there ? kind : DRAWING_NONE);
    }
    int what = chance(e, 10);
    if (what == 0)
        pointer_tool_cancel(&e->tool, e->s);
    else if (what == 1)
        pointer_tool_finish(&e->tool, e->s);
    else
        click(e, random_place(e));
}

/* ---- Keys -------------------------------------------------------------------------------- */

/* Types something into one of the fields that the selected shapes show, or takes it away. */
static void type_property(editor *e) {
    static const char *const words[] = {"", "1", "0.25", "-3.5", "45", "2,-1,3", "no number"};
    const selection *sel = &e->tool.selection;
    property list[PROPERTY_MAX];
    level_errors errors;
    int count = sel->count > 0 ? property_list(e->s->level, sel->statements, sel->count, list) : 0;
    if (count > 0)
        property_set(e->s->edit, sel->statements, sel->count, list[chance(e, count)].id,
                     words[chance(e, sizeof words / sizeof *words)], &errors);
}

/* Removing is likelier the fuller the level is. */
static void change_selected(editor *e) {
    pointer_tool *tool = &e->tool;
    selection *sel = &tool->selection;
    const level *l = e->s->level;
    int count = l->statement_count, statement = random_statement(e);
    if (chance(e, 2) == 0 && edit_is_item(l, statement))
        selection_set(sel, statement);
    else if (chance(e, 4) == 0)
        selection_cycle(sel, l, chance(e, 2) * 2 - 1);
    else if (chance(e, 20) == 0)
        selection_all(sel, l);
    switch (chance(e, 7)) {
    case 0:
        pointer_tool_nudge(tool, e->s, random_point(e));
        break;
    case 1:
        if (count > FULL)
            pointer_tool_delete(tool, e->s);
        else
            pointer_tool_duplicate(tool, e->s);
        break;
    case 2:
        if (sel->count < count / 2)
            pointer_tool_delete(tool, e->s);
        break;
    case 3:
        pointer_tool_reverse(tool, e->s);
        break;
    case 4:
        pointer_tool_split(tool, e->s);
        break;
    default:
        type_property(e);
        break;
    }
}

static void paste(editor *e) {
    selection *sel = &e->tool.selection;
    level_errors errors;
    char *text = clip_copy(sel, e->s->level);
    if (text == NULL || e->s->level->statement_count + sel->count > FULL) {
        free(text);
        return;
    }
    int count = sel->count;
    if (chance(e, 5) == 0) /* cut off */
        text[chance(e, (int)strlen(text))] = '\0';
    int pasted = clip_paste(sel, e->s->edit, text, strlen(text), sm_to3(random_point(e)), &errors);
    assert_true(pasted <= count);
    assert_int_equal(pasted<0, errors.total> 0);
    free(text);
}

/* Types a statement of any kind in the place of any other. What is refused changes nothing. */
static void type_statement(editor *e) {
    static const char *const words[2][8] = {
        {"segment %g %g %g %g oneway", "chain %g %g %g %g %g %g radius=%g",
         "loop %g %g %g %g %g %g spin=%g", "circle %g %g %g shift=%g,%g,%g",
         "capsule %g %g %g %g %g", "box %g %g %g %g angle=%g", "player %g %g length=%g",
         "label %g %g two # words"},
        {"sphere %g %g %g %g shift=%g,%g,%g,%g", "capsule %g %g %g %g %g %g %g spin=%g axis=1,0,2",
         "triangle %g %g %g %g %g %g %g %g 1 oneway", "box %g %g %g %g %g %g angle=%g twosided",
         "mesh cube.obj at=%g,%g,%g scale=%g", "mesh none.obj", "player %g %g %g radius=%g",
         "label %g %g %g here"}};
    const level *l = e->s->level;
    level_errors errors;
    char typed[200], *before = text_of(l);
    double n[8];
    for (int i = 0; i < 8; i++)
        n[i] = (double)amount(e, chance(e, 4) == 0 ? -9 : 0, 9);
    snprintf(typed, sizeof typed, words[l->dimensions - 2][chance(e, 8)], n[0], n[1], n[2], n[3],
             n[4], n[5], n[6], n[7]);
    bool is_player = strncmp(typed, "player", 6) == 0 && chance(e, 4) > 0;
    int statement = is_player ? l->player : random_statement(e);
    bool done = clip_set_statement(e->s->edit, statement, typed, strlen(typed), &errors);
    assert_int_equal(done, errors.total == 0);
    if (!done)
        assert_level_says(l, before);
    free(before);
}

/* One step of one change or several, which may be rolled back and made anew. */
static void change_in_a_step(editor *e) {
    edit *history = e->s->edit;
    bool changed = false;
    for (int times = chance(e, 3) == 0 ? 4 : 1; times > 0; times--) {
        if (changed && chance(e, 2) == 0)
            edit_pin(history);
        if (changed)
            edit_rollback(history);
        edit_begin(history);
        for (int i = chance(e, 3); i >= 0; i--)
            type_statement(e);
        changed = edit_end(history, chance(e, 8) > 0);
    }
    edit_commit(history);
}

/* ---- Steps ------------------------------------------------------------------------------- */

/* As the window does when another level is shown. */
static void adapt(editor *e) {
    if (e->shown != e->s->levels_shown) {
        pointer_tool_forget(&e->tool, e->s);
        pointer_tool_adapt(&e->tool, e->s);
    }
    e->shown = e->s->levels_shown;
    selection_fit(&e->tool.selection, e->s->level); /* which may be as it was at another time */
}

void editor_do(editor *e) {
    static void (*const commands[])(editor *) = {
        drag_something,  drag_something,  draw,  draw,           draw,
        change_selected, change_selected, paste, type_statement, change_in_a_step};
    const level *l = e->s->level;
    edit *history = e->s->edit;
    adapt(e);
    char *before = text_of(l);
    commands[chance(e, sizeof commands / sizeof *commands)](e);
    char *now = text_of(l);
    if (strcmp(now, before) != 0) {
        assert_false(edit_can_redo(history));
        assert_true(edit_undo(history));
        assert_level_says(l, before);
        assert_true(edit_redo(history));
        assert_level_says(l, now);
    }
    free(before);
    free(now);
    if (chance(e, 20) == 0)
        assert_reads_back(l);
    editor_check(e);
}

void editor_undo_and_redo(editor *e) {
    enum { MOST = 50 };
    edit *history = e->s->edit;
    char *texts[MOST + 1] = {text_of(e->s->level)};
    int count = 0, most = 1 + chance(e, chance(e, 10) == 0 ? MOST : 3);
    while (count < most && edit_undo(history))
        texts[++count] = text_of(e->s->level);
    assert_true(count == most || !edit_can_undo(history));
    for (int last = chance(e, count + 1), i = count; i > last; i--) {
        assert_true(edit_redo(history));
        assert_level_says(e->s->level, texts[i - 1]);
    }
    for (int i = 0; i <= count; i++)
        free(texts[i]);
    if (chance(e, 2) == 0)
        selection_take_step(&e->tool.selection, history);
    editor_check(e);
}

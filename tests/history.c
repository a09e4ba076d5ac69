#include "test.h"

#include "history.h"

#include "../src/level/statements.h"
#include "../src/sandbox/drag.h"
#include "../src/sandbox/plane/plane.h"
#include "../src/sandbox/shape_edit.h"
#include "../src/slidemove/vec.h"
#include "level_text.h"
#include "pointer.h"
#include "random.h"
#include "trace.h"

enum { FULL = 40, VERTICES_MAX = 8 };

static int chance(editor *e, int below) {
    return random_int(e->random, below);
}

static float amount(editor *e, float low, float high) {
    return random_float(e->random, low, high);
}

void editor_free(editor *e) {
    selection_free(&e->sel);
    drawing_free(&e->sketch);
    obstacles_destroy(e->past);
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
        assert_true(edit_says(again, &again->statements[i], &shape));
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

/* ---- What changed since ------------------------------------------------------------------ */

static void remember(editor *e) {
    const sandbox *s = e->s;
    obstacles_destroy(e->past);
    e->past = obstacles_create(s->obstacles->dimension, s->level, NULL);
    assert_non_null(e->past);
    obstacles_set_tick(e->past, s->obstacles->tick);
    e->past_version = s->obstacles->version;
    e->past_shown = s->levels_shown;
}

static bool is_same_capsule(sm_capsule a, sm_capsule b) {
    return memcmp(&a, &b, sizeof a) == 0;
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

static void assert_tells_the_truth(const editor *e) {
    int list[PLANE_CHANGES];
    const plane *g = plane_seen(e->s->obstacles), *then = plane_seen(e->past);
    int count = plane_changed_since(g, e->past_version, list);
    for (int i = 0; count >= 0 && i < e->s->level->statement_count; i++)
        assert_true(is_listed(list, count, i) || has_same_capsules(g, then, i));
}

/* What is selected is always there, sorted, and an obstacle. */
static void assert_fitting_selection(const editor *e) {
    const selection *sel = &e->sel;
    for (int i = 0; i < sel->count; i++) {
        assert_true(edit_is_item(e->s->level, sel->statements[i]));
        assert_true(i == 0 || sel->statements[i - 1] < sel->statements[i]);
    }
}

void editor_check(editor *e) {
    selection_fit(&e->sel, e->s->level);
    assert_fitting_selection(e);
    assert_as_made_anew(e);
    bool is_plane = e->s->level->dimensions == 2;
    bool is_past = e->past != NULL && e->past_shown == e->s->levels_shown;
    if (is_plane && is_past && e->past->tick == e->s->obstacles->tick)
        assert_tells_the_truth(e);
    if (!is_past || chance(e, 8) == 0)
        remember(e);
}

/* ---- Changes in 2D ----------------------------------------------------------------------- */

static sm_vec2 random_point(uint64_t *random) {
    if (random_int(random, 40) == 0)
        return (sm_vec2){NAN, LEVEL_NUMBER_MAX};
    float reach = random_int(random, 15) == 0 ? LEVEL_NUMBER_MAX : 12;
    sm_vec2 p = {random_float(random, -reach, reach), random_float(random, -reach, reach)};
    return random_int(random, 2) == 0 ? (sm_vec2){floorf(p.x), floorf(p.y)} : p;
}

static edit_shape random_shape(uint64_t *random, float numbers[2 * VERTICES_MAX]) {
    level_kind kind = (level_kind)(LEVEL_SEGMENT + random_int(random, 6));
    int points = 3 + random_int(random, VERTICES_MAX - 2);
    int count = level_is_polyline(kind) ? 2 * points : level_statements[kind].numbers;
    for (int i = 0; i < 2 * points; i++)
        numbers[i] = random_float(random, kind == LEVEL_BOX && i > 1 ? 0.1f : -9, 9);
    if (kind == LEVEL_CIRCLE || kind == LEVEL_CAPSULE)
        numbers[count - 1] = random_float(random, 0, 3);
    return (edit_shape){.kind = kind, .numbers = numbers, .number_count = count};
}

static bool set_random_attributes(edit *e, uint64_t *random, int statement) {
    static const char *const words[] = {"one", "two # 2", "last", "sweep", "", "grid ray", " bad"};
    if (statement < 0 || statement >= edit_level(e)->statement_count)
        return false;
    edit_shape shape = edit_get(edit_level(e), statement);
    shape.attributes = (level_attribute_values){
        .present = (unsigned)random_int(random, 1 << LEVEL_ATTRIBUTE_COUNT),
        .radius = random_float(random, -0.5f, 3),
        .length = random_float(random, -0.5f, 3),
        .angle_degrees = random_float(random, -400, 400),
        .spin = random_float(random, -90, 90),
        .shift = random_point(random),
        .shift_seconds = random_float(random, -0.5f, 3),
    };
    shape.attributes.present &= level_statements[shape.kind].attributes;
    if (random_int(random, 2) == 0)
        shape.words = words[random_int(random, 7)];
    return edit_set(e, statement, &shape);
}

static bool change_plane(edit *e, uint64_t *random) {
    float numbers[2 * VERTICES_MAX];
    int count = edit_level(e)->statement_count;
    int statement = random_int(random, count + 2) - 1, part = random_int(random, 5);
    sm_vec2 p = random_point(random);
    sm3_vec by = sm_to3(p);
    edit_shape shape = random_shape(random, numbers);
    switch (random_int(random, 17)) {
    case 0:
        return edit_set_radius(e, statement, p.x);
    case 1:
        return edit_set_box_size(e, statement, p.x, p.y);
    case 2:
        return edit_set_angle(e, statement, p.x);
    case 3:
        return edit_split(e, statement, part, p);
    case 4:
        return edit_reverse(e, statement);
    case 5:
        return edit_set(e, statement, &shape); /* mostly of another kind */
    case 6:
        return count < FULL && edit_duplicate(e, statement, by);
    case 7:
    case 8:
        return count < FULL && edit_insert(e, 1 + random_int(random, count), &shape);
    case 9:
    case 10:
        return edit_remove(e, statement);
    case 11:
        return set_random_attributes(e, random, statement);
    case 12:
        return edit_move(e, edit_level(e)->player, by);
    case 13:
        return edit_move_from_to(e, statement, by, sm_to3(random_point(random)));
    case 14:
    case 15:
        return edit_move_vertex(e, statement, part, p);
    default:
        return edit_move(e, statement, by);
    }
}

/* ---- Changes in 3D ----------------------------------------------------------------------- */

static edit_shape random_shape3(uint64_t *random, float numbers[9]) {
    edit_shape shape = {.kind = (level_kind)(LEVEL_SPHERE + random_int(random, 5)),
                        .numbers = numbers,
                        .mesh = random_int(random, 8) - 1};
    shape.mesh = shape.mesh > 1 ? 0 : shape.mesh;
    for (int i = 0; i < 9; i++)
        numbers[i] = random_float(random, random_int(random, 4) == 0 ? -5 : 0, 20);
    shape.number_count = level_statements[shape.kind].numbers;
    shape.attributes = (level_attribute_values){
        .present = (unsigned)random_int(random, 1 << LEVEL_ATTRIBUTE_COUNT) &
                   level_statements[shape.kind].attributes,
        .radius = random_float(random, -0.5f, 3),
        .angle_degrees = random_float(random, -400, 400),
        .at = {random_float(random, -9, 9), 0, random_float(random, -9, 9)},
        .spin = random_float(random, -90, 90),
        .axis = {random_float(random, -1, 1), 0, 1},
        .shift3 = {1, random_float(random, -9, 9), 0},
        .shift3_seconds = random_float(random, -0.5f, 3),
        .scale = random_float(random, -0.5f, 3),
    };
    return shape;
}

static bool change_space(edit *e, uint64_t *random) {
    float numbers[9];
    edit_shape shape = random_shape3(random, numbers);
    int statement = random_int(random, edit_level(e)->statement_count + 2) - 1;
    sm3_vec by = {random_float(random, -2, 2), random_float(random, -2, 2), 0};
    switch (random_int(random, 10)) {
    case 0:
        return edit_remove(e, statement);
    case 1:
        return edit_level(e)->statement_count < FULL && edit_insert(e, statement, &shape);
    case 2: /* again what it says already, in other bits of memory */
        if (!edit_is_item(edit_level(e), statement))
            return false;
        shape = edit_get(edit_level(e), statement);
        return edit_set(e, statement, &shape);
    case 3:
        return edit_level(e)->statement_count < FULL && edit_duplicate(e, statement, by);
    case 4:
    case 5:
        return edit_move(e, statement, by);
    default:
        return edit_set(e, statement, &shape);
    }
}

/* ---- Commands ---------------------------------------------------------------------------- */

static snap_settings random_snap(editor *e) {
    return (snap_settings){
        .grid = chance(e, 2) == 0 ? 0 : snap_step_grid(1, chance(e, 9) - 4),
        .reach = chance(e, 2) == 0 ? 0 : 0.5f,
        .step = 0.01f,
    };
}

static int random_statement(editor *e) {
    return chance(e, e->s->level->statement_count + 2) - 1;
}

static void choose(editor *e) {
    const level *l = e->s->level;
    sm_vec2 a = random_point(e->random), b = random_point(e->random);
    int statement = random_statement(e);
    switch (chance(e, 5)) {
    case 0:
        selection_cycle(&e->sel, l, chance(e, 2) * 2 - 1);
        break;
    case 1:
        if (edit_is_item(l, statement))
            selection_toggle(&e->sel, statement);
        break;
    case 2:
        if (edit_is_item(l, statement))
            selection_set(&e->sel, statement);
        break;
    case 3:
        if (l->dimensions == 2)
            selection_in_box(&e->sel, e->s->obstacles, (level_box){a, b}, chance(e, 2) == 0);
        break;
    default:
        if (chance(e, 5) == 0)
            selection_all(&e->sel, l);
        break;
    }
}

/* Types something into one of the fields that the selected shapes show, or takes it away. */
static void type_property(editor *e) {
    static const char *const words[] = {"", "1", "0.25", "-3.5", "45", "2,-1,3", "no number"};
    property list[PROPERTY_MAX];
    level_errors errors;
    int count =
        e->sel.count > 0 ? property_list(e->s->level, e->sel.statements, e->sel.count, list) : 0;
    if (count > 0)
        property_set(e->s->edit, e->sel.statements, e->sel.count, list[chance(e, count)].id,
                     words[chance(e, sizeof words / sizeof *words)], &errors);
}

/* Removing is likelier the fuller the level is. */
static void change_selected(editor *e) {
    edit *history = e->s->edit;
    sm_vec2 by = random_point(e->random);
    bool is_full = e->s->level->statement_count > FULL;
    switch (chance(e, 6)) {
    case 0:
        selection_move(&e->sel, history, (sm3_vec){by.x, by.y, 0});
        break;
    case 1:
        if (is_full)
            selection_remove(&e->sel, history);
        else
            selection_duplicate(&e->sel, history, (sm3_vec){by.x, by.y, 0});
        break;
    case 2:
        if (e->sel.count < e->s->level->statement_count / 2)
            selection_remove(&e->sel, history);
        break;
    case 3:
        selection_reverse(&e->sel, history);
        break;
    default:
        type_property(e);
        break;
    }
}

static void draw(editor *e) {
    drawing_settings settings = {.snap = random_snap(e), .slack = 0.5f};
    if (e->sketch.tool == DRAWING_NONE || chance(e, 20) == 0)
        drawing_begin(&e->sketch, (drawing_tool)chance(e, DRAWING_TOOL_COUNT));
    sm_vec2 wanted = random_point(e->random);
    if (chance(e, 4) == 0 && e->sketch.count > 0)
        wanted = (sm_vec2){e->sketch.points[0], e->sketch.points[1]};
    snap_query q = {.wanted = sm_to3(wanted)};
    q.anchor_count = drawing_anchor(&e->sketch, &q.anchors[0]);
    sm_vec2 point = sm3_to2(snap_point(e->s->obstacles, &q, &settings.snap).point);
    edit_shape preview;
    drawing_shape(&e->sketch, point, &settings, &preview);
    drawing_answer answer = DRAWING_REFUSED;
    if (chance(e, 10) == 0)
        drawing_drop_last(&e->sketch);
    else if (chance(e, 6) == 0)
        answer = drawing_finish(&e->sketch, e->s->edit);
    else
        answer = drawing_add(&e->sketch, e->s->edit, point, &settings);
    if (answer == DRAWING_DONE)
        selection_set(&e->sel, e->s->level->statement_count - 1);
}

static void paste(editor *e) {
    level_errors errors;
    char *text = clip_copy(&e->sel, e->s->level);
    if (text == NULL || e->s->level->statement_count + e->sel.count > FULL) {
        free(text);
        return;
    }
    int count = e->sel.count;
    if (chance(e, 5) == 0) /* cut off */
        text[chance(e, (int)strlen(text))] = '\0';
    sm_vec2 to = random_point(e->random);
    int pasted =
        clip_paste(&e->sel, e->s->edit, text, strlen(text), (sm3_vec){to.x, to.y, 0}, &errors);
    assert_true(pasted <= count);
    assert_int_equal(pasted<0, errors.total> 0);
    free(text);
}

static void retype(editor *e) {
    level_errors errors;
    int from = random_statement(e), to = random_statement(e);
    if (from < 0 || from >= e->s->level->statement_count)
        return;
    char *text = level_write_statement(e->s->level, &e->s->level->statements[from]);
    assert_non_null(text);
    bool done = clip_set_statement(e->s->edit, to, text, strlen(text), &errors);
    assert_int_equal(done, errors.total == 0);
    free(text);
}

/* Takes hold of a vertex, where there is one, or of whatever lies under a point. */
static pick grab(editor *e, sm_vec2 *from) {
    const level *l = e->s->level;
    int statement = random_statement(e);
    int vertices = edit_vertex_count(l, statement);
    *from = random_point(e->random);
    if (chance(e, 3) == 0 && vertices > 0)
        *from = pick_vertex(l, statement, chance(e, vertices));
    if (edit_is_item(l, statement) && l->statements[statement].kind == LEVEL_BOX) {
        *from = pick_turn_handle(l, statement, 1);
        return pick_turn_at(l, statement, *from, 1, 0.1f);
    }
    return pick_at(e->s, *from, 0.3f);
}

static void drag_something(editor *e) {
    sm_vec2 from;
    pick what = grab(e, &from);
    if (what.part == PICK_PLAYER || what.part == PICK_NOTHING)
        return;
    drag d = drag_begin(e->s, what, sm_to3(from), 0.02f);
    if (chance(e, 2) == 0)
        d.snap = random_snap(e);
    d.selected = chance(e, 2) == 0 ? &e->sel : NULL;
    for (int moves = chance(e, 4); moves >= 0; moves--) {
        drag_to(e->s, &d, sm_to3(random_point(e->random)), chance(e, 2) == 0);
        if (chance(e, 4) == 0)
            e->between(e->context);
    }
    if (chance(e, 5) == 0)
        drag_cancel(e->s, &d);
    else
        drag_end(e->s, &d);
}

/* What is refused leaves the level alone. */
static void change_one(editor *e) {
    const level *l = e->s->level;
    char *before = text_of(l);
    int numbers = l->number_count;
    bool done = l->dimensions == 2 ? change_plane(e->s->edit, e->random)
                                   : change_space(e->s->edit, e->random);
    if (!done) {
        assert_level_says(l, before);
        assert_int_equal(l->number_count, numbers);
    }
    free(before);
}

/* Of one change or several, which may be rolled back and made anew. */
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
            change_one(e);
        changed = edit_end(history, chance(e, 8) > 0);
    }
    edit_commit(history);
}

/* ---- Steps ------------------------------------------------------------------------------- */

void editor_do(editor *e) {
    static void (*const commands[])(editor *) = {
        choose, choose, change_selected, change_selected, paste,           retype, change_in_a_step,
        draw,   draw,   drag_something,  drag_something,  change_in_a_step};
    enum { ALL = sizeof commands / sizeof *commands, IN_SPACE = 7 };
    const level *l = e->s->level;
    edit *history = e->s->edit;
    char *before = text_of(l);
    selection_fit(&e->sel, l); /* the level may be another one, or as it was at another time */
    commands[chance(e, l->dimensions == 2 ? ALL : IN_SPACE)](e);
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
        selection_take_step(&e->sel, history);
    editor_check(e);
}

#include "test.h"

#include "history.h"

#include "../src/level/statements.h"
#include "../src/sandbox/shape_edit.h"
#include "../src/slidemove/vec.h"
#include "level_text.h"
#include "random.h"

typedef struct monkey {
    uint64_t random;
    edit *e;
    const history_def *def;
    char **texts;      /* after each step */
    int steps, undone; /* texts[steps] is now, texts[undone] after redoing all */
} monkey;

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

static void assert_now(const monkey *m) {
    assert_level_says(edit_level(m->e), m->texts[m->steps]);
}

static void note_step(monkey *m) {
    for (int i = m->steps + 1; i <= m->undone; i++)
        free(m->texts[i]);
    m->undone = ++m->steps;
    m->texts[m->steps] = text_of(edit_level(m->e));
}

/* A whole command made one step, or none. `edit_undo` is the proof of how many. */
static void run_command(monkey *m) {
    m->def->command(&m->random);
    char *now = text_of(edit_level(m->e));
    if (strcmp(now, m->texts[m->steps]) != 0) {
        assert_false(edit_can_redo(m->e));
        assert_true(edit_undo(m->e));
        assert_now(m);
        assert_true(edit_redo(m->e));
        note_step(m);
        assert_level_says(edit_level(m->e), now);
    }
    free(now);
}

static void undo_or_redo(monkey *m) {
    bool back = random_int(&m->random, 2) == 0;
    int times = 1 + random_int(&m->random, random_int(&m->random, 100) == 0 ? 50 : 3);
    for (; times > 0; times--) {
        int left = back ? m->steps : m->undone - m->steps;
        assert_int_equal(back ? edit_undo(m->e) : edit_redo(m->e), left > 0);
        m->steps += left == 0 ? 0 : back ? -1 : 1;
        assert_now(m);
    }
}

/* Of one change or several, which may be dropped and made anew as a drag does. */
static void change_in_a_step(monkey *m, bool drags) {
    bool changed = false;
    for (int times = drags ? 4 : 1; times > 0; times--) {
        if (changed) {
            if (random_int(&m->random, 2) == 0)
                edit_pin(m->e);
            edit_rollback(m->e);
            assert_now(m);
        }
        edit_begin(m->e);
        for (int i = random_int(&m->random, 3); i >= 0; i--)
            m->def->change(m->e, &m->random);
        changed = edit_end(m->e, random_int(&m->random, 8) > 0);
    }
    edit_commit(m->e);
    if (changed)
        note_step(m);
    else
        assert_now(m);
}

static void run_random_command(monkey *m) {
    int command = random_int(&m->random, 20);
    if (m->def->command != NULL && command % 2 == 0)
        run_command(m);
    else if (command < 15)
        change_in_a_step(m, command < 5);
    else
        undo_or_redo(m);
}

static void undo_all(monkey *m) {
    while (edit_undo(m->e)) {
        m->steps--;
        assert_now(m);
    }
    assert_int_equal(m->steps, 0);
    assert_now(m);
    assert_false(edit_is_dirty(m->e));
}

static void redo_all(monkey *m) {
    while (edit_redo(m->e)) {
        m->steps++;
        assert_now(m);
    }
    assert_int_equal(m->steps, m->undone);
}

void check_history(const history_def *def) {
    monkey m = {def->seed, def->edit, def, calloc((size_t)def->commands + 2, sizeof(char *)), 0, 0};
    assert_non_null(m.texts);
    m.texts[0] = text_of(edit_level(m.e));
    for (int i = 0; i < def->commands; i++) {
        run_random_command(&m);
        if (i % 100 == 0)
            assert_reads_back(edit_level(m.e));
        if (def->look != NULL)
            def->look(&m.random);
    }
    redo_all(&m);
    assert_true(m.steps > 100);
    undo_all(&m);
    redo_all(&m);
    assert_reads_back(edit_level(m.e));
    undo_all(&m);
    for (int i = 0; i <= m.undone; i++)
        free(m.texts[i]);
    free(m.texts);
}

/* ---- Changes ----------------------------------------------------------------------------- */

enum { FULL = 60, VERTICES_MAX = 8 };

sm_vec2 random_point(uint64_t *random) {
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

bool change_anything(edit *e, uint64_t *random) {
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

#include "test.h"

#include "history.h"

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
        edit_shape shape = edit_get(l, i);
        if (shape.kind == LEVEL_MESH) /* numbered as they come in the text */
            shape.mesh = level_find_mesh(again, l->meshes[shape.mesh].name);
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
        if (edit_is_open(m->e)) {
            assert_false(back ? edit_undo(m->e) : edit_redo(m->e));
            return;
        }
        int left = back ? m->steps : m->undone - m->steps;
        assert_int_equal(back ? edit_undo(m->e) : edit_redo(m->e), left > 0);
        m->steps += left == 0 ? 0 : back ? -1 : 1;
        assert_now(m);
    }
}

static void run_random_command(monkey *m) {
    int command = random_int(&m->random, 20);
    if (m->def->command != NULL && !edit_is_open(m->e) && command % 2 == 0) {
        run_command(m);
    } else if (command < 12) {
        bool was_open = edit_is_open(m->e);
        edit_begin(m->e);
        m->def->change(m->e, &m->random);
        if (!was_open && random_int(&m->random, 2) == 0 && edit_end(m->e))
            note_step(m);
    } else if (command < 15) {
        if (edit_end(m->e))
            note_step(m);
    } else if (command == 15) {
        edit_cancel(m->e);
        assert_now(m);
    } else {
        undo_or_redo(m);
    }
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
    if (edit_end(m.e))
        note_step(&m);
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

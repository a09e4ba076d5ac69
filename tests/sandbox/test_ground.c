/* The ground after random edits is the ground made anew from the edited level, holes left out. */
#include "../test.h"

#include "../../src/sandbox/drag.h"
#include "../../src/sandbox/plane/plane.h"
#include "../../src/sandbox/shape_edit.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../pointer.h"
#include "../random.h"

/* ---- The same as one made anew ----------------------------------------------------------- */

static bool is_hole(sm_capsule c) {
    return !(c.radius >= 0);
}

static bool is_same_capsule(sm_capsule a, sm_capsule b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void assert_spans(const plane *g, const level *l) {
    int boxes = 0;
    assert_int_equal(g->span_count, l->statement_count);
    for (int i = 0; i < g->span_count; i++) {
        plane_span span = g->spans[i];
        assert_int_equal(span.count, level_count_capsules(l, i));
        assert_int_equal(span.is_box, l->statements[i].kind == LEVEL_BOX);
        for (int k = 0; k < span.count; k++)
            assert_int_equal(g->statements[span.first + k], i);
        if (span.is_box)
            assert_int_equal(g->boxes[boxes++], i);
    }
    assert_int_equal(g->box_count, boxes);
}

/* `numbers` becomes, for each obstacle of the ground, its number when holes are left out. */
static void assert_same_obstacles(const plane *g, const plane *anew, int *numbers) {
    int n = 0;
    assert_int_equal(sm_world_count(g->world), g->common.count);
    for (int i = 0; i < g->common.count; i++) {
        assert_int_equal(is_hole(plane_get(g, i)), g->statements[i] < 0);
        numbers[i] = n;
        if (g->statements[i] < 0)
            continue;
        assert_true(n < anew->common.count);
        assert_int_equal(g->statements[i], anew->statements[n]);
        assert_true(is_same_capsule(plane_get(g, i), plane_get(anew, n)));
        n++;
    }
    assert_int_equal(n, anew->common.count);
}

static void assert_around(const plane *g, level_box inner) {
    assert_true(g->around.min.x <= inner.min.x && g->around.min.y <= inner.min.y);
    assert_true(g->around.max.x >= inner.max.x && g->around.max.y >= inner.max.y);
}

static void assert_same_collisions(const plane *g, const plane *anew, const int *numbers,
                                   uint64_t *random) {
    for (int i = 0; i < 20; i++) {
        sm_vec2 centre = {random_float(random, -25, 25), random_float(random, -25, 25)};
        sm_capsule disk = sm_circle(centre, random_float(random, 0, 6));
        sm_vec2 delta = {random_float(random, -1, 1), random_float(random, -1, 1)};
        sm_collision a = sm_world_deepest(g->world, disk, delta);
        sm_collision b = sm_world_deepest(anew->world, disk, delta);
        if (a.obstacle != SM_NO_OBSTACLE)
            a.obstacle = numbers[a.obstacle];
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static void assert_as_made_anew(const sandbox *s, uint64_t *random) {
    obstacles *made = plane_create(&plane_dimension, s->level, NULL);
    assert_non_null(made);
    plane *anew = plane_of(made);
    int *numbers = malloc((size_t)(s->obstacles->count + 1) * sizeof *numbers);
    assert_non_null(numbers);
    assert_spans(plane_seen(s->obstacles), s->level);
    assert_same_obstacles(plane_seen(s->obstacles), anew, numbers);
    assert_around(plane_seen(s->obstacles), anew->around);
    assert_same_collisions(plane_seen(s->obstacles), anew, numbers, random);
    free(numbers);
    plane_destroy(made);
}

/* ---- What changed since ------------------------------------------------------------------ */

/* The ground as it once was. */
typedef struct past {
    plane *plane;
    unsigned version;
} past;

static void remember(past *p, const sandbox *s) {
    if (p->plane != NULL)
        plane_destroy(&p->plane->common);
    obstacles *o = plane_create(&plane_dimension, s->level, NULL);
    assert_non_null(o);
    p->plane = plane_of(o);
    p->version = s->obstacles->version;
}

static bool has_same_capsules(const plane *g, const plane *then, int statement) {
    plane_span now = g->spans[statement], before = then->spans[statement];
    bool same = now.count == before.count && now.is_box == before.is_box;
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
static bool assert_tells_the_truth(const sandbox *s, const past *p) {
    int list[PLANE_CHANGES];
    const plane *g = plane_seen(s->obstacles);
    int count = plane_changed_since(g, p->version, list);
    if (count < 0)
        return false;
    assert_int_equal(g->span_count, p->plane->span_count);
    for (int i = 0; i < g->span_count; i++) {
        assert_int_equal(g->spans[i].count, p->plane->spans[i].count);
        assert_true(is_listed(list, count, i) || has_same_capsules(g, p->plane, i));
    }
    return true;
}

/* ---- Random edits ------------------------------------------------------------------------ */

typedef struct monkey {
    sandbox *s;
    uint64_t random;
    drag drag;
    bool dragging;
} monkey;

static sm_vec2 random_point(uint64_t *random) {
    return (sm_vec2){(float)(random_int(random, 161) - 80) / 4,
                     (float)(random_int(random, 161) - 80) / 4};
}

enum { VERTICES_MAX = 8 };

static edit_shape random_shape(uint64_t *random, float numbers[2 * VERTICES_MAX]) {
    level_kind kind = (level_kind)(LEVEL_SEGMENT + random_int(random, 6));
    edit_shape shape = {.kind = kind, .numbers = numbers};
    int points = 3 + random_int(random, VERTICES_MAX - 2);
    for (int i = 0; i < points; i++) {
        sm_vec2 p = random_point(random);
        numbers[2 * i] = p.x;
        numbers[2 * i + 1] = p.y;
    }
    if (kind == LEVEL_CIRCLE)
        numbers[2] = random_float(random, 0, 3);
    if (kind == LEVEL_CAPSULE)
        numbers[4] = random_float(random, 0, 2);
    if (kind == LEVEL_BOX) {
        numbers[2] = random_float(random, 0.1f, 4);
        numbers[3] = random_float(random, 0.1f, 4);
    }
    int most = level_statements[kind].max_numbers;
    shape.number_count = most < 0 ? 2 * points : most;
    if (kind == LEVEL_BOX && random_int(random, 2) == 0)
        shape.attributes = (level_attribute_values){.present = LEVEL_HAS_ANGLE,
                                                    .angle_degrees = random_float(random, 0, 360)};
    return shape;
}

static void insert_some(monkey *m, int how_many) {
    float numbers[2 * VERTICES_MAX];
    for (int i = 0; i < how_many; i++) {
        int end = m->s->level->statement_count;
        int at = random_int(&m->random, 3) == 0 ? end : 1 + random_int(&m->random, end);
        edit_shape shape = random_shape(&m->random, numbers);
        edit_insert(m->s->edit, at, &shape);
    }
}

static void remove_some(monkey *m, int how_many) {
    for (int i = 0; i < how_many; i++)
        edit_remove(m->s->edit, random_int(&m->random, m->s->level->statement_count));
}

static void change_one(monkey *m) {
    edit *e = m->s->edit;
    int statement = random_int(&m->random, m->s->level->statement_count);
    int vertices = edit_vertex_count(m->s->level, statement);
    int vertex = vertices > 0 ? random_int(&m->random, vertices) : 0;
    sm_vec2 point = random_point(&m->random);
    float numbers[2 * VERTICES_MAX];
    edit_shape shape = random_shape(&m->random, numbers);
    switch (random_int(&m->random, 8)) {
    case 0:
        edit_set(e, statement, &shape); /* mostly of another kind */
        break;
    case 1:
        edit_move_vertex(e, statement, vertex, point);
        break;
    case 2:
        edit_move(e, statement, (sm3_vec){point.x / 10, point.y / 10, 0});
        break;
    case 3:
        edit_split(e, statement, vertex, point);
        break;
    case 4:
        edit_reverse(e, statement);
        break;
    case 5:
        edit_duplicate(e, statement, sm3_lifted(point));
        break;
    case 6:
        edit_set_radius(e, statement, random_float(&m->random, 0.1f, 2));
        break;
    default:
        edit_move(e, m->s->level->player, sm3_lifted(point));
    }
}

/* A drag cancels and begins at each move of the mouse. */
static void drag_on(monkey *m) {
    sm_vec2 point = random_point(&m->random);
    if (!m->dragging) {
        pick what = pick_at(m->s, point, 3);
        if (edit_is_open(m->s->edit) || what.part == PICK_NOTHING || what.part == PICK_PLAYER)
            return;
        m->drag = drag_begin(m->s, what, sm3_lifted(point), 0.01f);
        m->dragging = true;
    }
    int moves = 1 + random_int(&m->random, 4);
    for (int i = 0; i < moves; i++) {
        drag_to(m->s, &m->drag, sm3_lifted(random_point(&m->random)),
                random_int(&m->random, 2) == 0);
    }
    int end = random_int(&m->random, 3);
    if (end == 0)
        return; /* goes on with the next command that drags */
    if (end == 1)
        drag_end(m->s, &m->drag);
    else
        drag_cancel(m->s, &m->drag);
    m->dragging = false;
}

static void travel(monkey *m) {
    bool back = random_int(&m->random, 2) == 0;
    int steps = 1 + random_int(&m->random, random_int(&m->random, 20) == 0 ? 60 : 4);
    for (int i = 0; i < steps; i++)
        back ? edit_undo(m->s->edit) : edit_redo(m->s->edit);
}

static void run_random_command(monkey *m) {
    int command = m->dragging ? 0 : random_int(&m->random, 16);
    if (command < 2)
        drag_on(m);
    else if (command < 4)
        insert_some(m, 1 + random_int(&m->random, 5));
    else if (command < 6)
        remove_some(m, 1 + random_int(&m->random, 4));
    else if (command < 8)
        travel(m);
    else if (command == 8)
        edit_begin(m->s->edit);
    else if (command == 9)
        edit_end(m->s->edit);
    else if (command == 10)
        edit_cancel(m->s->edit);
    else
        change_one(m);
}

static long rounds_wanted(long usual) {
    const char *wanted = getenv("SLIDEMOVE_GROUND_ROUNDS");
    return wanted != NULL ? atol(wanted) : usual;
}

TEST(after_any_edits_it_is_as_made_anew) {
    long levels = rounds_wanted(60);
    int told = 0;
    for (long i = 0; i < levels; i++) {
        monkey m = {.s = open_text("slidemove 1\nplayer 0 0\n"),
                    .random = random_seed((uint64_t)i)};
        past then = {0};
        insert_some(&m, random_int(&m.random, 40));
        remember(&then, m.s);
        for (int k = 0; k < 300; k++) {
            int commands = random_int(&m.random, 4) == 0 ? 1 + random_int(&m.random, 10) : 1;
            for (int c = 0; c < commands; c++)
                run_random_command(&m);
            assert_as_made_anew(m.s, &m.random);
            told += assert_tells_the_truth(m.s, &then);
            if (random_int(&m.random, 8) == 0)
                remember(&then, m.s);
        }
        plane_destroy(&then.plane->common);
    }
    assert_true(told > levels); /* it did not always say that it does not know */
}

/* ---- Single cases ------------------------------------------------------------------------ */

TEST(more_changes_than_are_remembered_are_followed) {
    const int changes = 40000; /* edit.c remembers 2^14 */
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\ncircle 4 4 1\n");
    uint64_t random = random_seed(1);
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

TEST(the_first_drag_of_a_level_is_known_as_one) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\nchain 4 4 5 5 6 6\n");
    unsigned before = s->obstacles->version;
    int list[PLANE_CHANGES];
    assert_int_equal(plane_changed_since(plane_seen(s->obstacles), before, list), 0);
    assert_true(edit_move_vertex(s->edit, 3, 1, (sm_vec2){5, 9}));
    assert_int_equal(plane_changed_since(plane_seen(s->obstacles), before, list), 1);
    assert_int_equal(list[0], 3);
    assert_int_equal(plane_changed_since(plane_seen(s->obstacles), s->obstacles->version, list), 0);
}

TEST(nothing_new_leaves_the_version) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\n");
    unsigned before = s->obstacles->version;
    assert_int_equal(s->obstacles->version, before);
}

TEST(it_encloses_a_player_that_was_moved_away) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0 radius=1\nsegment 1 1 2 2\n");
    assert_true(edit_move(s->edit, s->level->player, (sm3_vec){-50, 70, 0}));
    assert_around(plane_seen(s->obstacles), level_player_box(s->level));
}

TEST(a_removed_statement_comes_back_under_its_numbers) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nloop 1 1 2 2 3 1\nsegment 9 9 8 8\n");
    assert_true(edit_remove(s->edit, 2));
    assert_true(is_hole(plane_get(plane_seen(s->obstacles), 0)));
    assert_int_equal(plane_seen(s->obstacles)->spans[2].first, 3);
    assert_true(edit_undo(s->edit));
    assert_int_equal(plane_seen(s->obstacles)->spans[2].first, 0);
    assert_int_equal(s->obstacles->count, 4);
}

TEST(another_level_is_another_ground) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\nsegment 1 1 2 2\n");
    unsigned before = s->obstacles->version;
    static const char other[] = "slidemove 1\nplayer 0 0\nbox 3 3 1 1\n";
    level_errors errors;
    assert_true(sandbox_show(s, level_read(other, strlen(other), &errors), false));
    int list[PLANE_CHANGES];
    uint64_t random = random_seed(2);
    assert_int_equal(plane_changed_since(plane_seen(s->obstacles), before, list), -1);
    assert_as_made_anew(s, &random);
}

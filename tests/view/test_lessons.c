/* The lessons: each says what it shows, and shows it by itself within ten seconds. */
#include "../test.h"

#include "../../src/sandbox/level_list.h"
#include "../../src/sandbox/scene_start.h"
#include "../../src/view/view.h"
#include "../level_text.h"

enum { PATIENCE = 10 * TICKS_PER_SECOND };

static int count_kind(const level *l, level_kind kind) {
    int count = 0;
    for (int i = 0; i < l->statement_count; i++)
        count += l->statements[i].kind == kind;
    return count;
}

static void assert_tells(const char *path, const level *l) {
    static const char list[] = "text, a step to try and a section";
    if (count_kind(l, LEVEL_TEXT) == 0 || count_kind(l, LEVEL_TRY) == 0 ||
        count_kind(l, LEVEL_SECTION) != 1)
        fail_msg("%s has not %s", path, list);
    for (int i = 0; i < l->statement_count; i++) {
        level_kind kind = l->statements[i].kind;
        if ((kind == LEVEL_TEXT || kind == LEVEL_TRY) && strlen(level_words(l, i)) > 450)
            fail_msg("%s: a paragraph is too long to be read", path);
    }
}

/* Whether it was pushed aside, or downward: by something else than what it stands on. */
static bool is_turned_aside(const sm_trace *t) {
    for (int i = 0; i < t->iteration_count; i++) {
        const sm_iteration *it = &t->iterations[i];
        if (it->held_count > 1 || (it->chosen >= 0 && t->candidates[it->chosen].normal.y < 0.9f))
            return true;
    }
    return false;
}

/* What is seen of a lesson. */
typedef struct sight {
    float deflected; /* how far it came elsewhere than it wanted, in all ticks together */
    float path;      /* how far it went */
    float low, high; /* its heights */
    bool moves_meet; /* it was pushed, carried or held by what moves */
} sight;

static bool is_of_moving(const obstacles *o, int obstacle) {
    for (int i = 0; i < o->moving_count; i++) {
        obstacle_span span = o->moving[i].span;
        if (obstacle >= span.first && obstacle < span.first + span.count)
            return true;
    }
    return false;
}

static void see_tick(sight *seen, const sandbox *s) {
    const move_record *last = record_last(&s->record);
    const sm_trace *t = &last->trace;
    vec3 moved = vec3_of(sm3_offset(last->result.position, t->start, -1));
    float height = last->result.position.y;
    seen->low = fminf(seen->low, height);
    seen->high = fmaxf(seen->high, height);
    seen->path += (float)vec3_length(moved);
    if (!sandbox_has(s, HAS_DEPTH) || is_turned_aside(t))
        seen->deflected += (float)vec3_length(vec3_sub(moved, vec3_of(t->delta)));
    for (int i = 0; i < t->iteration_count; i++) {
        const sm_iteration *it = &t->iterations[i];
        for (int h = 0; h < it->held_count; h++)
            seen->moves_meet |= is_of_moving(s->obstacles, it->held[h]);
    }
}

/* Makes a tick as the window does, without a key. */
static void tick(sandbox *s, float view_heading) {
    player_input input = {.view_heading = view_heading};
    scene_wish(s, &input);
    sandbox_tick(s, &input);
}

/* Lessons about a mover that is not deflected: the least and most length of its path and its rise.
 */
static const struct {
    const char *lesson;
    float path[2], rise[2];
} undisturbed[] = {{"02-mesh", {15, 25}, {1, 5}},
                   {"11-box-edge", {0, 1e-3f}, {0, 1e-3f}},
                   {"12-box-edge-twosided", {0, 1e-3f}, {0, 1e-3f}},
                   {"24-flat-bottom", {20, 30}, {0, 0.11f}}};

/* Returns what a lesson should show and does not, NULL: nothing. */
static const char *missing_of(const char *path, const sandbox *s, const sight *seen) {
    const lookahead *ahead = &s->ahead;
    float height = seen->high - seen->low;
    if ((level_get_scene(s->level).overlays & 1u << OVERLAY_ADVANCE) != 0)
        return ahead->touch.end == SM_ADVANCE_TOUCHING && ahead->step_count > 2 ? NULL
                                                                                : "a look ahead";
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(&s->ghosts, (sm_resolver)r) && !s->ghosts.list[r].parted)
            return "how its ghosts part from the player";
    }
    if (s->obstacles->moving_count > 0 && strstr(path, ".svg") == NULL && !seen->moves_meet)
        return "what moves at work";
    for (size_t i = 0; i < sizeof undisturbed / sizeof *undisturbed; i++) {
        const float *length = undisturbed[i].path, *rise = undisturbed[i].rise;
        if (strstr(path, undisturbed[i].lesson) != NULL)
            return seen->path >= length[0] && seen->path <= length[1] && height >= rise[0] &&
                           height <= rise[1]
                       ? NULL
                       : "a path without a jolt";
    }
    return seen->deflected > 0.05f * s->player.radius ? NULL : "how it is turned aside";
}

static void assert_shows(const char *path) {
    sandbox *s = open_level_file(path);
    view v;
    assert_tells(path, s->level);
    scene_open(s, 0);
    char error[256];
    assert_true(view_open(&v, 320, 200, 1, NULL, NULL, error, sizeof error));
    view_open_scene(&v, s, 0);
    sight seen = {.low = s->player.position.y, .high = s->player.position.y};
    for (int ticks = 0; ticks < PATIENCE && !s->paused; ticks++) {
        tick(s, v.camera.yaw);
        see_tick(&seen, s);
    }
    sandbox_look_ahead(s, true);
    const char *missing = missing_of(path, s, &seen);
    if (missing != NULL)
        fail_msg("%s does not show %s in ten seconds", path, missing);
    view_close(&v);
}

TEST(each_lesson_shows_its_point_without_a_key_pressed) {
    level_list list = level_list_around("levels/playground.level");
    bool has_lessons = false;
    for (int i = 0; i < list.count; i++) {
        const char *path = list.entries[i].path;
        if (strstr(path, "/lab") == NULL)
            continue;
        assert_shows(path);
        has_lessons = true;
    }
    assert_true(has_lessons);
    level_list_free(&list);
}

/* What is added may have chapters of its own behind these. */
TEST(lessons_have_five_chapters_in_2D_and_then_in_3D_and_each_is_counted) {
    static const char *const chapters[] = {"The push", "Which wall first", "Where it fails",
                                           "Sweep: look, then move", "Characters"};
    level_list list = level_list_around("levels/lab/01-flat-wall.level");
    int chapter = -1; /* the playground stands before the first */
    for (int i = 1; i < list.count; i++) {
        const level_entry *e = &list.entries[i];
        bool begins = strcmp(e->section, e[-1].section) != 0;
        assert_true(e->title[0] != '\0');
        assert_int_equal(level_list_count_lessons(&list, i), i + 1);
        if (begins && chapter < 4)
            assert_string_equal(e->section, chapters[++chapter]);
        assert_true(begins || e->has_depth >= e[-1].has_depth);
    }
    assert_int_equal(chapter, 4);
    level_list_free(&list);
}

static sandbox *open_lesson(const char *path) {
    sandbox *s = open_level_file(path);
    scene_open(s, 0);
    return s;
}

TEST(what_lessons_are_about_is_set_when_they_open) {
    assert_int_equal(open_lesson("levels/lab/22-round-the-corner.level")->player.resolver,
                     SM_SWEEP);
    assert_int_equal(open_lesson("levels/lab/23-fast-rooms.level")->player.resolver, SM_SWEEP);
    assert_true(open_lesson("levels/lab/30-momentum.level")->player.momentum);
    static const char *const first_ticks[] = {
        "levels/lab/15-start-on-a-wall.level", "levels/lab/16-start-on-a-crossing.level",
        "levels/lab/17-start-in-a-wedge.level", "levels/lab/18-start-in-a-pillar.level"};
    for (int i = 0; i < 4; i++) {
        sandbox *s = open_lesson(first_ticks[i]);
        scene_play(s, NULL, 0, PATIENCE);
        assert_int_equal(s->tick, 1);
        assert_true(s->paused);
        assert_true(record_last(&s->record)->result.pushes > 0);
        assert_true(scene_steps_inside(s));
    }
}

/* The ghosts of the first lessons tell what their texts do. */
TEST(in_the_cut_wall_last_stands_and_deepest_glides) {
    sandbox *s = open_lesson("levels/lab/02-wall-of-100.level");
    sm3_vec start = s->player.position;
    scene_play(s, NULL, 0, PATIENCE);
    assert_true(s->player.position.x > start.x + 2);
    assert_true(s->ghosts.list[SM_LAST].position.x < start.x + 0.2f);
    assert_true(s->ghosts.list[SM_FIRST].position.x > s->player.position.x + 2);
}

TEST(in_the_gap_shallowest_comes_free_and_deepest_stays) {
    sandbox *s = open_lesson("levels/lab/37-which-first.level");
    scene_play(s, NULL, 0, PATIENCE);
    assert_true(s->paused && record_last(&s->record)->result.depth > 0.08f);
    assert_true(s->ghosts.list[SM_SHALLOWEST].position.y < 0);
}

TEST(in_the_fast_lessons_deepest_gets_out_and_sweep_does_not) {
    sandbox *s = open_lesson("levels/lab/23-fast-rooms.level");
    scene_play(s, NULL, 0, PATIENCE);
    assert_true(fabsf(s->player.position.x) < 6 && fabsf(s->player.position.y) < 4);
    assert_true(s->ghosts.list[SM_DEEPEST].position.x > 10);
    s = open_lesson("levels/lab/19-tunnelling.level");
    scene_play(s, NULL, 0, PATIENCE);
    assert_true(s->player.position.x > 1);
    assert_true(s->ghosts.list[SM_SWEEP].position.x < 0);
}

TEST(the_press_crushes_and_the_lift_carries) {
    sandbox *s = open_lesson("levels/lab/28-crusher.level");
    bool crushed = false;
    for (int i = 0; i < PATIENCE; i++) {
        tick(s, 0);
        crushed = crushed || record_last(&s->record)->result.status == SM_CRUSHED;
    }
    assert_true(crushed);
    s = open_lesson("levels/lab/26-lifts.level");
    float highest = s->player.position.y, start = highest;
    for (int i = 0; i < PATIENCE; i++) {
        tick(s, 0);
        highest = fmaxf(highest, s->player.position.y);
    }
    assert_true(highest > start + 5);
}

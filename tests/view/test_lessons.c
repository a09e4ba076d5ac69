/* The lessons: each says what it shows, and shows it by itself within ten seconds. */
#include "../test.h"

#include "../../src/sandbox/level_list.h"
#include "../../src/sandbox/scene_start.h"
#include "../../src/view/view.h"
#include "../level_text.h"

enum { LESSONS = 62, PATIENCE = 10 * TICKS_PER_SECOND };

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

/* Whether the tick met anything: was pushed, stopped or carried by it, or stands inside of it. */
static bool has_met(const sandbox *s, bool in_space) {
    const move_record *last = record_last(&s->record);
    if (in_space)
        return is_turned_aside(&last->trace);
    return last->result.pushes > 0 || last->result.depth > 0 || last->trace.iteration_count > 1 ||
           last->result.status == SM_CRUSHED;
}

/* Makes a tick as the window does, without a key. */
static void tick(sandbox *s, float view_heading) {
    player_input input = {.view_heading = view_heading};
    scene_wish(s, &input);
    sandbox_tick(s, &input);
}

/* Makes ticks. Returns how many it takes until something is met,
 * or a look ahead is shown, -1 when neither comes. */
static int wait_for_point(sandbox *s, float view_heading, unsigned overlays_shown, bool rests) {
    if ((overlays_shown & 1u << OVERLAY_ADVANCE) != 0)
        return 0;
    for (int ticks = 1; ticks <= PATIENCE && !s->paused; ticks++) {
        tick(s, view_heading);
        if (has_met(s, sandbox_has(s, HAS_DEPTH) && !rests))
            return ticks;
    }
    return -1;
}

static void assert_shows(const char *path) {
    sandbox *s = open_level_file(path);
    view v;
    assert_tells(path, s->level);
    scene_open(s, 0);
    assert_true(view_open_picture(&v, s, (picture_look){.scale = 1}));
    bool rests = strstr(path, "-box-edge") != NULL; /* that is what it shows */
    if (wait_for_point(s, v.camera.yaw, level_get_scene(s->level).overlays, rests) < 0)
        fail_msg("%s shows nothing in ten seconds", path);
    canvas_destroy(view_take_picture(&v, s));
}

TEST(each_lesson_shows_its_point_without_a_key_pressed) {
    level_list list = level_list_around("levels/playground.level");
    int lessons = 0;
    for (int i = 0; i < list.count; i++) {
        const char *path = list.entries[i].path;
        if (strstr(path, "/lab") == NULL)
            continue;
        assert_shows(path);
        lessons++;
    }
    assert_int_equal(lessons, LESSONS);
    level_list_free(&list);
}

TEST(lessons_of_one_section_stand_together_and_sections_are_few) {
    level_list list = level_list_around("levels/lab/01-flat-wall.level");
    int sections = 0;
    for (int i = 0; i < list.count; i++) {
        const char *section = list.entries[i].section;
        assert_true(list.entries[i].title[0] != '\0');
        if (i > 0 && strcmp(section, list.entries[i - 1].section) == 0)
            continue;
        sections++;
        for (int k = 0; k < i; k++)
            assert_string_not_equal(list.entries[k].section, section);
    }
    assert_in_range(sections, 10, 21);
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

/* The lessons of levels/lab3: what each level says, walked by the sandbox; more of them are in
 * tests/app/scripts.txt. */
#include "../test.h"

#include <dirent.h>

#include "../../src/sandbox/plane/plane.h"
#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/scene_start.h"
#include "../../src/sandbox/space/space.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"

static const float first_view = 60;  /* degrees: the heading in which W walks at first */
static const float touching = 5e-3f; /* world units: a gap or a depth this small is a touch */
static const double rounding = 2e-4; /* world units */
static const sm3_vec as_it_is = {NAN, NAN, NAN}; /* the level's own start */

static sandbox *s; /* the level under test */

static bool is_weightless(void) {
    level_scene scene = level_get_scene(s->level);
    return (scene.present & LEVEL_SETS_GRAVITY) != 0 && !scene.gravity;
}

static void open_lesson(const char *name, sm_resolver resolver, float speed, sm3_vec start) {
    char path[256];
    snprintf(path, sizeof path, "levels/lab3/%s.level", name);
    s = open_level_file(path);
    s->player.resolver = resolver;
    s->player.gravity = s->player.gravity && !is_weightless();
    sandbox_set(s, SETTING_SPEED, speed);
    if (isnan(start.x))
        return;
    s->player.position = start;
    record_clear(&s->record, start);
}

static sm3_vec where(void) {
    return s->player.position;
}

static float radians(float degrees) {
    return degrees * (3.14159265f / 180);
}

/* Holds W while the view looks in a direction. */
static void walk(float heading, int ticks) {
    tick_times(s, ticks, (player_input){.walk = {0, 1}, .view_heading = radians(heading)});
}

static void stand(int ticks) {
    tick_times(s, ticks, (player_input){0});
}

static double along(sm3_vec from, sm3_vec to, float heading) {
    sm3_vec way = space_direction(radians(heading));
    return (double)((to.x - from.x) * way.x + (to.z - from.z) * way.z);
}

/* ---- All of them ------------------------------------------------------------------------- */

/* Where what moves is at first. */
static bool starts_inside(void) {
    const sm3_vec none = {0, 0, 0};
    if (sandbox_has(s, HAS_DEPTH))
        return sm3_find_deepest(where(), none, player_upright(&s->player),
                                space_obstacles(space_seen(s->obstacles)), NULL)
                   .depth > 1e-4f;
    return sm_find_deepest(sm3_to2(where()), sm3_to2(none), player_hull(&s->player),
                           plane_obstacles(plane_seen(s->obstacles)), NULL)
               .depth > 1e-4f;
}

static int check_starts_in(const char *levels, const char *lesson) {
    DIR *folder = opendir(levels);
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        const char *suffix = strrchr(e->d_name, '.');
        if (suffix == NULL || strcmp(suffix, ".level") != 0)
            continue;
        char path[512];
        snprintf(path, sizeof path, "%s/%s", levels, e->d_name);
        s = open_level_file(path);
        if (s->level->title == 0)
            fail_msg("%s has no title", path);
        if (starts_inside() != (strstr(path, lesson) != NULL))
            fail_msg("%s starts %s", path, starts_inside() ? "inside of something" : "free");
        count++;
    }
    closedir(folder);
    return count;
}

TEST(every_level_has_a_title_and_none_but_the_lessons_on_it_start_inside) {
    assert_true(check_starts_in("levels", "-start-") >= 1);
    assert_true(check_starts_in("levels/lab", "-start-") >= 20);
    assert_true(check_starts_in("levels/lab3", "-start-inside") >= 20);
}

/* ---- Pairs of shapes --------------------------------------------------------------------- */

enum { FLOOR = 12 }; /* triangles of the box that comes first */

typedef struct approach {
    const char *name, *part;
    sm3_vec start;
    float heading; /* degrees */
    int ticks;
    int obstacle;          /* the floor's triangles are counted */
    float up_low, up_high; /* the normal's y at the end */
} approach;

/* Each ends while it still touches: at a stand, or on the way around or over. */
static const approach approaches[] = {
    {"03-sphere-sphere", "its underside", {-2, 0.5f, 3.464f}, 60, 90, FLOOR + 0, -0.34f, -0.32f},
    {"03-sphere-sphere", "level", {1.6f, 0.5f, 0.232f}, 60, 10, FLOOR + 1, -0.01f, 0.01f},
    {"03-sphere-sphere", "on its top", {-3.8f, 0.5f, 0.25f}, 60, 22, FLOOR + 2, 0.7f, 1},
    {"04-sphere-segment", "its side", {-1, 0.5f, 1.6f}, 60, 15, FLOOR + 0, -0.01f, 0.01f},
    {"04-sphere-segment", "from below", {0.1f, 0.5f, -1.2f}, 60, 40, FLOOR + 1, -0.41f, -0.39f},
    {"04-sphere-segment", "over it", {2, 0.5f, 1}, 0, 7, FLOOR + 3, 0.7f, 1},
    {"05-sphere-capsule", "its side", {-1.2f, 0.5f, 1.6f}, 60, 12, FLOOR + 0, -0.01f, 0.01f},
    {"05-sphere-capsule", "over it", {1.8f, 0.5f, 1}, 0, 12, FLOOR + 1, 0.5f, 1},
    {"05-sphere-capsule", "along its back", {0.4f, 0.5f, -3.6f}, 0, 25, FLOOR + 3, 0.7f, 1},
    {"06-capsule-capsule", "parallel", {-2, 1, 3.464f}, 60, 45, FLOOR + 0, -0.01f, 0.01f},
    {"06-capsule-capsule", "the waist", {-2, 1, 0}, 180, 20, FLOOR + 1, -0.01f, 0.01f},
    {"07-sphere-triangle", "its face", {-0.6f, 0.5f, 1.6f}, 60, 15, FLOOR + 0, -0.01f, 0.01f},
    {"07-sphere-triangle", "up the ramp", {-2, 0.5f, -1.4f}, 135, 20, FLOOR + 1, 0.5f, 1},
    {"07-sphere-triangle", "an edge", {2.6f, 0.5f, 1.6f}, -45, 12, FLOOR + 2, -0.01f, 0.01f},
    {"07-sphere-triangle", "a corner", {0.6f, 0.5f, -2.5f}, 0, 50, FLOOR + 3, -0.01f, 0.01f},
    {"08-capsule-triangle", "its face", {-0.6f, 0.9f, 1.8f}, 60, 15, FLOOR + 0, -0.01f, 0.01f},
    {"08-capsule-triangle", "a corner", {0.6f, 0.9f, -2.5f}, 0, 50, FLOOR + 2, -0.01f, 0.01f},
    {"08-capsule-triangle", "an edge", {1.6f, 0.9f, 3.2f}, 45, 50, FLOOR + 3, -0.01f, 0.01f},
};

static void check_approach(const approach *a, sm_resolver resolver) {
    open_lesson(a->name, resolver, 1, a->start);
    s->player.gait.step = 0; /* no lower edge is walked up */
    walk(a->heading, a->ticks);
    sm3_mover mover = sm3_mover_at(player_upright(&s->player), where());
    sm3_vec none = {0, 0, 0};
    sm3_collision c =
        sm3_collide(mover, s->obstacles->dimension->shape(s->obstacles, a->obstacle), none);
    if (!(fabsf(c.depth) < touching) || !(c.normal.y > a->up_low && c.normal.y < a->up_high))
        fail_msg("%s, %s, with %s: a depth of %g, the normal %g up", a->name, a->part,
                 sm_resolver_name(resolver), (double)c.depth, (double)c.normal.y);
}

TEST(each_pair_of_shapes_meets_where_the_lesson_says) {
    for (size_t i = 0; i < sizeof approaches / sizeof *approaches; i++) {
        check_approach(&approaches[i], SM_DEEPEST);
        check_approach(&approaches[i], SM_SWEEP);
    }
}

/* ---- Edges and steps --------------------------------------------------------------------- */

TEST(a_step_that_is_too_high_holds_until_the_character_may_walk_up_as_much) {
    static const struct {
        float step, way;
    } settings[] = {{0.3f, 1.52f}, {0.36f, 4.32f}, {0.42f, 7.1f}};
    for (int i = 0; i < 3; i++) {
        open_lesson("13-stairs", SM_SWEEP, 1, as_it_is);
        s->player.gait.step = settings[i].step;
        sm3_vec from = where();
        walk(first_view - 90, 18);
        walk(first_view, 160);
        assert_float_equal(where().y, 0.5f, rounding);
        assert_float_equal(along(from, where(), first_view), settings[i].way, 1e-1);
    }
}

/* Ticks in the air while the lesson plays by itself, in the direction it is seen. */
static int play_in_the_air(int ticks) {
    int in_air = 0;
    for (int i = 0; i < ticks; i++) {
        player_input input = {.view_heading = radians(90)};
        scene_wish(s, &input);
        sandbox_tick(s, &input);
        in_air += !s->player.body.on_floor;
    }
    return in_air;
}

TEST(an_edge_downhill_is_followed_and_without_snap_flown_off) {
    for (int snaps = 0; snaps < 2; snaps++) {
        open_lesson("21-slopes", SM_SWEEP, 1, as_it_is);
        s->player.gait.snap = snaps ? 0.3f : 0;
        scene_open(s, 0);
        assert_int_equal(play_in_the_air(354) > 0, !snaps);
        for (int lane = 0; lane < 2; lane++) { /* the slope of 60 degrees, and the steps */
            open_lesson("21-slopes", SM_SWEEP, 1, (sm3_vec){lane ? 3 : -1, lane ? 2.5f : 0.5f, -4});
            s->player.gait.snap = snaps ? 0.3f : 0;
            int hops = 0;
            for (int i = 0; i < 60; i++) {
                walk(0, 1);
                hops += !s->player.body.on_floor;
            }
            assert_float_equal(where().y, 0.5f, rounding);
            assert_int_equal(hops > 0, lane && !snaps);
        }
    }
}

/* By how much the height changes while the lesson plays. */
static float bob(mover_kind kind) {
    open_lesson("24-flat-bottom", SM_SWEEP, 1, as_it_is);
    scene_open(s, 0);
    s->player.kind = kind;
    stand(20);
    float low = where().y, high = low;
    for (int i = 0; i < 120; i++) {
        play_in_the_air(1);
        low = fminf(low, where().y);
        high = fmaxf(high, where().y);
    }
    assert_true(where().x > 3);
    return high - low;
}

TEST(a_box_glides_over_a_grating_and_stands_level_on_a_ledge_where_a_ball_falls) {
    assert_true(bob(MOVER_BOX) < 1e-4f);
    assert_float_equal(bob(MOVER_DISK), 0.04f, 5e-3);
    for (mover_kind kind = 0; kind < MOVER_KIND_COUNT; kind++) {
        open_lesson("24-flat-bottom", SM_SWEEP, 1, (sm3_vec){8.62f, 1.6f, 0});
        s->player.kind = kind;
        stand(60);
        assert_true(kind == MOVER_BOX ? where().y > 1.4999f : where().y < 1.01f);
    }
}

/* The lessons of levels/lab3: what each level's comments claim, walked by the sandbox. */
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

static float depth_left(void) {
    return record_last(&s->record)->result.depth;
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

/* Holds C without gravity. */
static void sink(int ticks) {
    s->player.gravity = false;
    tick_times(s, ticks, (player_input){.rise = -1});
}

static double along(sm3_vec from, sm3_vec to, float heading) {
    sm3_vec way = space_direction(radians(heading));
    return (double)((to.x - from.x) * way.x + (to.z - from.z) * way.z);
}

static double distance_between(sm3_vec a, sm3_vec b) {
    double x = (double)(a.x - b.x), y = (double)(a.y - b.y), z = (double)(a.z - b.z);
    return sqrt(x * x + y * y + z * z);
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
    {"04-sphere-segment", "from below", {-2, 0.5f, -1}, 90, 40, FLOOR + 1, -0.41f, -0.39f},
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

TEST(a_bar_at_the_head_holds_sweep_and_deepest_is_squeezed_past_it) {
    static const sm3_vec start = {1, 1, -2.5f};
    open_lesson("06-capsule-capsule", SM_SWEEP, 1, start);
    walk(90, 60);
    assert_float_equal(where().z, -3.55f, 1e-3);
    open_lesson("06-capsule-capsule", SM_DEEPEST, 1, start);
    walk(90, 40);
    assert_true(where().z < -4.5f);
}

TEST(a_roof_and_the_floor_leave_depth_with_deepest_and_none_with_sweep) {
    for (int swept = 0; swept < 2; swept++) {
        open_lesson("08-capsule-triangle", swept ? SM_SWEEP : SM_DEEPEST, 1,
                    (sm3_vec){-4.4f, 0.9f, -4.2f});
        walk(first_view - 120, 24);
        assert_true(swept ? depth_left() <= 0 : depth_left() > 0.05f);
        assert_float_equal(where().y, 0.9f, 7e-2);
    }
}

/* ---- Walls in pieces --------------------------------------------------------------------- */

/* Along the cut wall, to the left of W, in 90 ticks that begin at the wall. */
static double way_along_cut_wall(sm_resolver resolver) {
    open_lesson("09-cut-wall", resolver, 1, as_it_is);
    walk(first_view, 60);
    sm3_vec from = where();
    walk(first_view, 90);
    return along(from, where(), 90 + 53);
}

TEST(a_cut_wall_is_flat_for_deepest_and_sweep_and_holds_last) {
    double whole = 90 * 0.1 * cos(83 * 3.14159265 / 180);
    assert_float_equal(way_along_cut_wall(SM_DEEPEST), whole, 1e-3);
    assert_float_equal(way_along_cut_wall(SM_SWEEP), whole, 1e-3);
    assert_true(fabs(way_along_cut_wall(SM_LAST)) < 0.02);
    assert_true(way_along_cut_wall(SM_FIRST) > 1.2 * whole);
    assert_float_equal(way_along_cut_wall(SM_SHALLOWEST), whole, 1e-3);
}

TEST(a_row_of_balls_holds_nobody) {
    for (sm_resolver r = 0; r < SM_RESOLVER_COUNT; r++) {
        open_lesson("10-round-rows", r, 1, as_it_is);
        float from = where().z;
        walk(first_view, 120);
        assert_true(from - where().z > 9.4f);
    }
}

/* ---- Edges and steps --------------------------------------------------------------------- */

static sm3_vec sunk_on_edge(const char *name, sm_resolver resolver, float speed, int ticks) {
    open_lesson(name, resolver, speed, as_it_is);
    sink(ticks);
    return where();
}

static const char one_sided[] = "11-box-edge", two_sided[] = "12-box-edge-twosided";

TEST(backs_of_faces_push_over_at_a_box_edge_and_fronts_alone_do_not) {
    for (sm_resolver r = 0; r < SM_RESOLVER_COUNT; r++) {
        float pushed_to = r == SM_FIRST || r == SM_SHALLOWEST ? -1.7f : -1.95f;
        assert_float_equal(sunk_on_edge(one_sided, r, 1, 60).x, -1.95f, rounding);
        assert_float_equal(sunk_on_edge(two_sided, r, 1, 60).x, pushed_to, rounding);
    }
}

TEST(too_fast_a_drop_tells_fronts_from_backs_with_deepest_too) {
    assert_float_equal(sunk_on_edge(one_sided, SM_DEEPEST, 6, 1).x, -1.95f, rounding);
    assert_float_equal(sunk_on_edge(two_sided, SM_DEEPEST, 6, 1).x, -1.5f, rounding);
    assert_float_equal(sunk_on_edge(one_sided, SM_SWEEP, 6, 10).y, 2.5f, rounding);
    assert_float_equal(sunk_on_edge(two_sided, SM_SWEEP, 6, 10).y, 2.5f, rounding);
}

/* The key X does what `twosided` does. */
TEST(the_switch_of_both_sides_does_what_the_attribute_does) {
    open_lesson(one_sided, SM_FIRST, 1, as_it_is);
    s->player.both_sides = true;
    sink(60);
    sm3_vec end = where();
    sm3_vec expected = sunk_on_edge(two_sided, SM_FIRST, 1, 60);
    assert_memory_equal(&end, &expected, sizeof end);
}

TEST(stairs_are_climbed_up_to_the_step_that_is_too_high) {
    for (sm_resolver r = 0; r < SM_RESOLVER_COUNT; r++) {
        open_lesson("13-stairs", r, 1, as_it_is);
        walk(first_view + 90, 22);
        walk(first_view, 160);
        assert_float_equal(where().y, 1.5f, rounding); /* 5 steps of 0.2 above the floor's 0.5 */
    }
}

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

TEST(a_bank_is_stood_on_where_it_is_gentle_alone) {
    open_lesson("14-bank", SM_DEEPEST, 1, (sm3_vec){5, 1.5f, 5});
    walk(90, 100);
    float top = where().y;
    stand(30);
    assert_true(s->player.body.on_floor && top > 3.5f);
    assert_float_equal(where().y, top, 2e-2);
    open_lesson("14-bank", SM_DEEPEST, 1, (sm3_vec){-4, 0.9f, 5});
    walk(90, 400);
    assert_true(where().y < top - 1); /* however long one walks into it */
    stand(30);
    float rest = where().y;
    stand(30);
    assert_true(s->player.body.on_floor);
    assert_float_equal(where().y, rest, 1e-3);
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

TEST(along_seams_sweep_glides_last_leaves_the_floor_and_shallowest_snags) {
    float ways[SM_RESOLVER_COUNT];
    for (sm_resolver r = 0; r < SM_RESOLVER_COUNT; r++) {
        open_lesson("22-ramp-seams", SM_SWEEP, 1, as_it_is);
        scene_open(s, 0);
        s->player.resolver = r;
        int in_air = play_in_the_air(156);
        ways[r] = where().x;
        assert_true(r == SM_SWEEP ? in_air == 0 : r != SM_LAST || in_air > 0);
    }
    assert_true(ways[SM_SHALLOWEST] < ways[SM_SWEEP] - 1);
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

/* ---- Wedges and corners ------------------------------------------------------------------ */

/* Places to hold W from, ahead of the three wedges, and the depth that deepest leaves. */
static const struct {
    sm3_vec start, tip;
    float angle; /* degrees */
    float least, most;
} wedges[] = {
    {{-5.464f, 0.3f, 1.464f}, {-1.964f, 0.3f, -4.598f}, 10, 0.15f, 0.3f},
    {{-3.039f, 0.3f, 2.864f}, {-0.289f, 0.3f, -1.899f}, 40, 0.01f, 0.1f},
    {{0.598f, 0.3f, 4.964f}, {2.998f, 0.3f, 0.807f}, 120, -1, 1e-3f},
};

TEST(wedges_leave_depth_with_deepest_and_none_with_sweep) {
    for (int i = 0; i < 3; i++) {
        open_lesson("15-wedges", SM_DEEPEST, 1, wedges[i].start);
        walk(first_view, 300);
        assert_true(depth_left() >= wedges[i].least && depth_left() <= wedges[i].most);

        open_lesson("15-wedges", SM_SWEEP, 1, wedges[i].start);
        walk(first_view, 299);
        sm3_vec before = where();
        walk(first_view, 1);
        sm3_vec after = where();
        assert_memory_equal(&before, &after, sizeof after);
        assert_true(depth_left() <= 0);
        double fits = 0.3 / sin((double)wedges[i].angle / 2 * 3.14159265 / 180);
        assert_float_equal(distance_between(after, wedges[i].tip), fits, 1e-2);
    }
}

TEST(a_pit_of_three_planes_holds_sweep_where_all_three_touch) {
    static const sm3_vec above = {0, 1, 0};
    open_lesson("16-corner", SM_SWEEP, 1, above);
    stand(120);
    assert_float_equal(where().y, -1.448f, 2e-3);
    sm3_vec before = where();
    sink(60);
    sm3_vec after = where();
    assert_memory_equal(&before, &after, sizeof after);
    assert_true(depth_left() <= 0);

    open_lesson("16-corner", SM_DEEPEST, 1, above);
    sink(120);
    assert_true(where().y < -1.5f && depth_left() > 0.03f);
}

TEST(a_right_angled_corner_leaves_no_depth) {
    open_lesson("16-corner", SM_DEEPEST, 1, (sm3_vec){2.4f, 0.4f, -2.5f});
    walk(45, 60);
    assert_true(distance_between(where(), (sm3_vec){2.7f, 0.4f, -3.3f}) < 1e-3);
    assert_true(depth_left() < 1e-4f);
}

/* ---- Too fast ---------------------------------------------------------------------------- */

static const double pipe_room = 1.2 - 0.4 + 0.01; /* how far from the middle line the centre gets */

static const double pipe_end = 8 - 0.4 + 0.01; /* how far along both pipes, from the origin */

/* From the middle line of the straight pipe, or of the bend's second arm: both run across the first
 * view. */
static double off_pipe(sm3_vec p) {
    return hypot(along((sm3_vec){0, 0, 0}, p, first_view), (double)p.y);
}

static void open_weightless(const char *name, sm_resolver resolver, int speed) {
    open_lesson(name, resolver, (float)speed, as_it_is);
    s->player.gravity = false;
}

TEST(fast_shots_leave_a_pipe_with_deepest_and_not_with_sweep) {
    for (int speed = 1; speed <= 10; speed++) {
        open_weightless("17-pipe", SM_DEEPEST, speed);
        walk(first_view, 20);
        assert_int_equal(off_pipe(where()) > pipe_room, speed >= 5);
        open_weightless("17-pipe", SM_SWEEP, speed);
        for (int i = 0; i < 40; i++) {
            walk(first_view + (i < 20 ? -90 : (float)(i % 2) * 180), 1);
            assert_true(off_pipe(where()) <= pipe_room);
            assert_true(along((sm3_vec){0, 0, 0}, where(), first_view - 90) <= pipe_end);
        }
    }
}

TEST(a_bend_turns_sweep_aside_at_every_speed_and_loses_deepest) {
    for (int i = 0; i < 2 * 10; i++) {
        int swept = i % 2, speed = 1 + i / 2;
        open_weightless("18-bend", swept ? SM_SWEEP : SM_DEEPEST, speed);
        walk(first_view, 120 / speed);
        walk(first_view - 90, 90 / speed);
        bool stays = off_pipe(where()) <= pipe_room &&
                     along((sm3_vec){0, 0, 0}, where(), first_view - 90) <= pipe_end;
        assert_int_equal(stays, swept || speed <= 3);
    }
}

TEST(a_wall_lets_deepest_through_by_its_radius_and_sweep_never) {
    static const sm3_vec lanes[] = {
        {-5.425f, 0.4f, 3.796f}, {-3, 0.4f, 5.196f}, {-0.575f, 0.4f, 6.596f}};
    static const int holds_below[] = {4, 4, 10}; /* speed */
    for (int i = 0; i < 2 * 3 * 10; i++) {
        int swept = i % 2, lane = i / 2 % 3, speed = 1 + i / 6;
        open_lesson("19-tunnelling", swept ? SM_SWEEP : SM_DEEPEST, (float)speed, lanes[lane]);
        walk(first_view, 120 / speed);
        bool is_through = along((sm3_vec){0, 0, 0}, where(), first_view) > 0;
        assert_int_equal(is_through, !swept && speed >= holds_below[lane]);
    }
}

TEST(from_the_inside_sweep_comes_out_above_and_deepest_below_the_floor) {
    open_lesson("20-start-inside", SM_SWEEP, 1, as_it_is);
    stand(1);
    assert_true(depth_left() <= 0 && where().y > 0.5f);
    stand(60);
    assert_float_equal(where().y, 0.5f, rounding);
    open_lesson("20-start-inside", SM_DEEPEST, 1, as_it_is);
    stand(60);
    assert_true(where().y < -5);
}

TEST(a_lift_carries_sweep_aside_and_deepest_up_alone) {
    open_lesson("23-platforms", SM_SWEEP, 1, as_it_is);
    stand(165);
    assert_true(where().x > -6.5f && where().y > 4);
    open_lesson("23-platforms", SM_DEEPEST, 1, as_it_is);
    stand(60);
    assert_true(where().x < -8.9f && where().y > 1.8f);
}

TEST(one_way_floors_are_jumped_up_through_one_by_one) {
    open_lesson("23-platforms", SM_SWEEP, 1, (sm3_vec){9, 0.51f, 0});
    for (int floor = 1; floor <= 3; floor++) {
        stand(20);
        sandbox_tick(s, &(player_input){.rise = 1});
        stand(80);
        assert_float_equal(where().y, 1.5f * (float)floor + 0.5f, 0.01);
    }
}

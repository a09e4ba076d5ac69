/* The crowd: where it stands, and that it stays there. */
#include "../test.h"

#include "../../src/level/generate.h"
#include "../../src/sandbox/sandbox.h"
#include "../../src/slidemove/vec.h"
#include "../level_text.h"
#include "../scarce.h"

#define malloc  scarce_malloc
#define realloc scarce_realloc
#define calloc  scarce_calloc
#include "../../src/sandbox/plane/crowd.c"
#undef malloc
#undef realloc
#undef calloc

static const char room[] = "slidemove 1\nplayer 10 10 radius=1\nloop 0 0 40 0 40 20 0 20\n";

/* A closed wall divides it: the player is in the left half. */
static const char two_rooms[] = "slidemove 1\nplayer 3 10 radius=1\nloop 0 0 40 0 40 20 0 20\n"
                                "segment 20 0 20 20\ncircle 10 10 2\nbox 6 4 3 3 angle=30\n";

static float wall_depth(const sandbox *s, int member) {
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, s->crowd.radius));
    return sm_find_deepest(s->crowd.members[member].position, (sm_vec2){0, 0}, disk,
                           plane_obstacles(plane_seen(s->obstacles)), NULL)
        .depth;
}

/* How deep two members are in one another, at most. */
static float deepest_overlap(const crowd *c) {
    float deepest = 0;
    for (int i = 0; i < c->count; i++) {
        for (int k = 0; k < i; k++) {
            sm_vec2 a = c->members[i].position, b = c->members[k].position;
            deepest = fmaxf(deepest, 2 * c->radius - hypotf(a.x - b.x, a.y - b.y));
        }
    }
    return deepest;
}

static void assert_within(const sandbox *s, level_box box) {
    for (int i = 0; i < s->crowd.count; i++) {
        sm_vec2 p = s->crowd.members[i].position;
        assert_true(p.x > box.min.x && p.y > box.min.y && p.x < box.max.x && p.y < box.max.y);
    }
}

/* ---- Standing ---------------------------------------------------------------------------- */

static void assert_stands_free(const sandbox *s) {
    sm_capsule mover = sm_capsule_at(player_capsule(&s->player), sm3_to2(s->player.position));
    for (int i = 0; i < s->crowd.count; i++) {
        sm_capsule disk = sm_circle(s->crowd.members[i].position, s->crowd.radius);
        assert_true(wall_depth(s, i) <= 0);
        assert_true(sm_collide(disk, mover, (sm_vec2){0, 0}).depth <= 0);
    }
    assert_true(deepest_overlap(&s->crowd) <= 0);
}

TEST(at_first_all_stand_free) {
    for (int kind = 0; kind < LEVEL_GENERATE_KIND_COUNT; kind++) {
        if (level_generate_kinds[kind].dimensions == 3)
            continue;
        level_generate_def def = {.kind = (level_generate_kind)kind, .segments = 2000, .seed = 3};
        size_t length;
        char *text = level_generate(&def, &length);
        assert_non_null(text);
        sandbox *s = open_text(text);
        assert_true(sandbox_set_crowd(s, 500) > 0);
        assert_stands_free(s);
        free(text);
    }
}

TEST(a_level_in_3d_has_no_crowd) {
    sandbox *s = open_text("slidemove3 1\nplayer 0 0 0\nbox 0 -2 0 9 1 9\n");
    assert_int_equal(sandbox_set_crowd(s, 10), 0);
    assert_int_equal(s->crowd.count, 0);
}

TEST(nobody_stands_behind_a_closed_wall) {
    sandbox *s = open_text(two_rooms);
    assert_true(sandbox_set_crowd(s, CROWD_MAX) > 100);
    assert_stands_free(s);
    assert_within(s, (level_box){{0, 0}, {20, 20}});
}

TEST(more_than_fit_gives_fewer) {
    sandbox *s = open_text(room);
    int count = sandbox_set_crowd(s, 1000);
    assert_int_equal(count, s->crowd.count);
    /* disks of radius 1/2 on a lattice of 5/4, in a room of 40 x 20 */
    assert_in_range(count, 400, (int)(40 / 1.25f * 20 / 1.25f) - 1);
    assert_int_equal(sandbox_set_crowd(s, 2000), count);
}

TEST(whoever_comes_later_finds_a_free_place) {
    sandbox *s = open_text(room);
    sandbox_set_crowd(s, 100);
    tick_times(s, 500, (player_input){0});
    float before = deepest_overlap(&s->crowd);
    assert_int_equal(sandbox_set_crowd(s, 180), 180);
    for (int i = 100; i < 180; i++)
        assert_true(wall_depth(s, i) <= 0);
    assert_float_equal(deepest_overlap(&s->crowd), before, 0);
}

TEST(a_place_without_room_has_none) {
    sandbox *s = open_text("slidemove 1\nplayer 1 1 radius=.9\nloop 0 0 2 0 2 2 0 2\n");
    assert_int_equal(sandbox_set_crowd(s, 50), 0);
    assert_null(s->crowd.members);
    tick_times(s, 10, (player_input){0});
}

TEST(it_shrinks_and_goes) {
    sandbox *s = open_text(room);
    assert_int_equal(sandbox_set_crowd(s, 60), 60);
    crowd_member third = s->crowd.members[2];
    assert_int_equal(sandbox_set_crowd(s, 20), 20);
    assert_memory_equal(&s->crowd.members[2], &third, sizeof third);
    tick_times(s, 100, (player_input){0});
    assert_int_equal(sandbox_set_crowd(s, 0), 0);
    assert_null(s->crowd.members);
    assert_null(s->crowd.disks);
    assert_int_equal(sandbox_set_crowd(s, -5), 0);
    assert_int_equal(sandbox_set_crowd(s, 30), 30);
}

/* ---- Walking ----------------------------------------------------------------------------- */

/* The player goes round along the walls, and does not give way to the crowd. */
TEST(nobody_is_pushed_through_a_wall) {
    static const sm_vec2 ways[] = {{1, 0.5f}, {-0.5f, 1}, {-1, -0.5f}, {0.5f, -1}};
    sandbox *s = open_text(two_rooms);
    assert_int_equal(sandbox_set_crowd(s, 90), 90);
    for (int i = 0; i < 6000; i++) {
        sandbox_tick(s, &(player_input){.walk = ways[i / 250 % 4]});
        assert_within(s, (level_box){{0, 0}, {20, 20}});
    }
}

/* One member after the other steps out of all that it meets. That fails only where several hold it
 * between them, for a push out of one is a push into another: by the step that it wanted at most,
 * since they were there before it came. */
TEST(members_overlap_by_less_than_a_step) {
    sandbox *s = open_text(room);
    assert_int_equal(sandbox_set_crowd(s, 100), 100); /* a tenth of the room is covered */
    float step = 6.0f / TICKS_PER_SECOND * s->crowd.radius;
    for (int i = 0; i < 3000; i++) {
        sandbox_tick(s, &(player_input){0});
        assert_true(deepest_overlap(&s->crowd) < step);
    }
}

TEST(all_of_them_get_about) {
    sandbox *s = open_text(room);
    sandbox_set_crowd(s, 50);
    crowd_member before[50];
    memcpy(before, s->crowd.members, sizeof before);
    tick_times(s, 600, (player_input){0});
    for (int i = 0; i < 50; i++)
        assert_true(hypotf(s->crowd.members[i].position.x - before[i].position.x,
                           s->crowd.members[i].position.y - before[i].position.y) > 0.01f);
}

/* No room is one thing, no memory another: a picture without its crowd would not be what was asked
 * for. */
TEST(a_crowd_tells_that_there_was_no_memory_for_it) {
    sandbox *s = open_text("slidemove 1\nplayer 0 0\n");
    for (int left = 0; left < 4; left++) {
        allocations_left = left;
        assert_int_equal(sandbox_set_crowd(s, 10), 0);
        assert_true(s->crowd.lacks_memory);
    }
    allocations_left = INT_MAX;
    assert_int_equal(sandbox_set_crowd(s, 10), 10);
    assert_false(s->crowd.lacks_memory);
}

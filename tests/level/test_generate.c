/* Tests of src/level/generate.h: generated levels are levels, of exactly the size asked for,
 * closed, with the player standing free, and the same from every compiler. */
#include "../test.h"

#include "../../src/level/generate.h"
#include "../../src/level/random.h"
#include "levels.h"

enum { KINDS = LEVEL_GENERATE_KIND_COUNT };

static char *generate(level_generate_kind kind, int segments, int seed, size_t *length) {
    level_generate_def def = {.kind = kind, .segments = segments, .seed = seed};
    char *text = level_generate(&def, length);
    assert_non_null(text);
    assert_int_equal(strlen(text), *length);
    return text;
}

static level *read_generated(level_generate_kind kind, int segments, int seed,
                             level_shapes *shapes) {
    size_t length;
    char *text = generate(kind, segments, seed, &length);
    level *l = level_read(text, length, &errors);
    if (l == NULL)
        fail_msg("%s of %d: %d:%d: %s", level_generate_kinds[kind].name, segments,
                 errors.list[0].line, errors.list[0].column, errors.list[0].message);
    free(text);
    assert_true(level_make_shapes(l, shapes));
    return l;
}

/* ---- Every kind -------------------------------------------------------------------------- */

static void assert_player_stands_free3(const level *l) {
    level_player player = level_get_player(l);
    level_shapes solids;
    assert_true(level_make_shapes(l, &solids));
    sm3_triangle_array array = {solids.triangles, solids.count};
    sm3_result r = sm3_slide_move(player.position, (sm3_vec){0, 0, 0},
                                  sm3_sphere((sm3_vec){0, 0, 0}, player.radius),
                                  sm3_obstacles_of_array(&array), NULL);
    assert_int_equal(r.pushes, 0);
    assert_true(
        sm3_raycast(player.position, (sm3_vec){0, -100, 0}, sm3_obstacles_of_array(&array), NULL)
            .hit); /* it will not fall for ever */
    level_free_shapes(&solids);
}

static int count_obstacles(const level *l) {
    int count = 0;
    for (int i = 0; i < l->statement_count; i++)
        count += level_count_shapes(l, i);
    return count;
}

static void assert_player_stands_free(const level *l, const level_shapes *shapes) {
    if (l->dimensions == 3) {
        assert_player_stands_free3(l);
        return;
    }
    level_player player = level_get_player(l);
    sm_result r = sm_slide_move_capsules(sm3_to2(player.position), (sm_vec2){0, 0},
                                         sm_circle((sm_vec2){0, 0}, player.radius),
                                         shapes->capsules, shapes->count, NULL);
    assert_int_equal(r.pushes, 0);
    assert_true(r.depth <= 0);
    assert_int_equal(r.status, SM_MOVED);
}

TEST(a_level_has_exactly_the_segments_asked_for_and_a_free_player) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (int segments = LEVEL_GENERATE_MIN; segments < 100000;
             segments += segments < 120 ? 1 : segments / 3) {
            for (int seed = 0; seed < 3; seed++) {
                level_shapes shapes;
                level *l = read_generated((level_generate_kind)kind, segments, seed, &shapes);
                assert_int_equal(count_obstacles(l), segments);
                assert_player_stands_free(l, &shapes);
                level_free_shapes(&shapes);
                level_free(l);
            }
        }
    }
}

TEST(a_level_of_a_million_segments_is_a_level) {
    for (int kind = 0; kind < KINDS; kind++) {
        level_shapes shapes;
        level *l = read_generated((level_generate_kind)kind, 1000000, 7, &shapes);
        assert_int_equal(count_obstacles(l), 1000000);
        assert_player_stands_free(l, &shapes);
        level_box3 box = level_bounds(l, &shapes);
        assert_true(box.min.x > -20000 && box.max.x < 20000);
        level_free_shapes(&shapes);
        level_free(l);
    }
}

TEST(sizes_out_of_range_are_clamped) {
    level_shapes shapes;
    level *l = read_generated(LEVEL_GENERATE_MAZE, -5, 0, &shapes);
    assert_int_equal(shapes.count, LEVEL_GENERATE_MIN);
    assert_int_equal(random_seed(UINT64_C(0x61c8864680b583eb)), 1); /* 0 would stay 0 */
    level_free_shapes(&shapes);
    level_free(l);
}

static uint64_t fnv1a(const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

TEST(the_same_seed_gives_the_same_bytes_from_every_compiler) {
    static const uint64_t expected[KINDS] = {
        [LEVEL_GENERATE_ROOMS] = UINT64_C(0x8daf79ababca581d),
        [LEVEL_GENERATE_MAZE] = UINT64_C(0x774a756a9c2de410),
        [LEVEL_GENERATE_TERRAIN] = UINT64_C(0xcebc4c47a35a24b4),
        [LEVEL_GENERATE_RANDOM] = UINT64_C(0x791b1a3b19cf7e75),
        [LEVEL_GENERATE_HILLS] = UINT64_C(0xb69adde5e2343033),
    };
    for (int kind = 0; kind < KINDS; kind++) {
        size_t length;
        char *text = generate((level_generate_kind)kind, 20000, 1, &length);
        uint64_t hash = fnv1a(text, length);
        if (hash != expected[kind])
            fail_msg("%s: 0x%016llx", level_generate_kinds[kind].name, (unsigned long long)hash);
        free(text);
    }
}

TEST(other_seeds_give_other_levels) {
    for (int kind = 0; kind < KINDS; kind++) {
        size_t length;
        char *a = generate((level_generate_kind)kind, 1000, 1, &length);
        char *b = generate((level_generate_kind)kind, 1000, 2, &length);
        assert_string_not_equal(strstr(a, "player"), strstr(b, "player"));
        free(a);
        free(b);
    }
}

TEST(a_level_says_how_it_was_made) {
    size_t length;
    char *text = generate(LEVEL_GENERATE_MAZE, 404, 12, &length);
    static const char head[] = "slidemove 1\ntitle Maze, 404 segments\n"
                               "# slidemove generate maze --segments 404 --seed 12\n\nplayer 0 0\n";
    assert_memory_equal(text, head, sizeof head - 1);
    free(text);
}

/* ---- What each kind promises ------------------------------------------------------------- */

/* Rooms, mazes and fields end with a loop that goes round the whole level, axis by axis. */
TEST(the_outer_wall_goes_round_everything) {
    static const level_generate_kind kinds[] = {LEVEL_GENERATE_ROOMS, LEVEL_GENERATE_MAZE,
                                                LEVEL_GENERATE_RANDOM};
    for (int i = 0; i < 3; i++) {
        for (int segments = 16; segments < 3000; segments += 37) {
            level_shapes shapes;
            level *l = read_generated(kinds[i], segments, segments, &shapes);
            level_box3 box = level_bounds(l, &shapes);
            int last = shapes.statements[shapes.count - 1];
            assert_int_equal(l->statements[last].kind, LEVEL_LOOP);
            float length = 0;
            for (int k = 0; k < shapes.count; k++) {
                const sm_capsule *c = &shapes.capsules[k];
                if (shapes.statements[k] != last)
                    continue;
                assert_true((c->a.x == c->b.x && (c->a.x == box.min.x || c->a.x == box.max.x)) ||
                            (c->a.y == c->b.y && (c->a.y == box.min.y || c->a.y == box.max.y)));
                length += fabsf(c->b.x - c->a.x) + fabsf(c->b.y - c->a.y);
            }
            float around = 2 * (box.max.x - box.min.x + box.max.y - box.min.y);
            assert_true(fabsf(length - around) < 0.001f * around);
            level_free_shapes(&shapes);
            level_free(l);
        }
    }
}

static int compare_points(const void *a, const void *b) {
    const sm_vec2 *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->y > q->y) - (p->y < q->y);
}

/* Every end of a line of rock is where another one begins, or on the wall at one end of the cave.
 */
TEST(a_cave_is_closed) {
    for (int segments = 16; segments < 30000; segments += segments / 2) {
        level_shapes shapes;
        level *l = read_generated(LEVEL_GENERATE_TERRAIN, segments, 5, &shapes);
        level_box3 box = level_bounds(l, &shapes);
        sm_vec2 *ends = malloc(2 * (size_t)l->statement_count * sizeof *ends);
        size_t count = 0;
        for (int i = 0; i < l->statement_count; i++) {
            const level_statement *s = &l->statements[i];
            const float *n = l->numbers + s->first_number;
            if (s->kind != LEVEL_CHAIN && s->kind != LEVEL_SEGMENT)
                continue;
            ends[count++] = (sm_vec2){n[0], n[1]};
            ends[count++] = (sm_vec2){n[s->number_count - 2], n[s->number_count - 1]};
        }
        qsort(ends, count, sizeof *ends, compare_points);
        for (size_t i = 0; i < count; i++) {
            bool paired = (i > 0 && compare_points(&ends[i], &ends[i - 1]) == 0) ||
                          (i + 1 < count && compare_points(&ends[i], &ends[i + 1]) == 0);
            assert_true(paired || ends[i].x == box.min.x || ends[i].x == box.max.x);
        }
        free(ends);
        level_free_shapes(&shapes);
        level_free(l);
    }
}

enum { SIDE = 21, CELL = 4 /* of the maze below */ };

/* Which cell, or wall between two, a place is in: 0, 1, ... 2 * SIDE in half cells. */
static int half_cell(float at) {
    return (int)lroundf((at + (SIDE / 2 + 0.5f) * CELL) / (CELL / 2.0f));
}

/* Fills the maze from a corner, cell by cell. Returns how many cells it comes to. */
static int flood(bool walls[2 * SIDE + 1][2 * SIDE + 1]) {
    static const int steps[4][2] = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}};
    static bool seen[2 * SIDE + 1][2 * SIDE + 1];
    int queue[SIDE * SIDE][2] = {{1, 1}}, count = 1;
    seen[1][1] = true;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            int x = queue[i][0] + steps[k][0], y = queue[i][1] + steps[k][1];
            if (walls[queue[i][0] + steps[k][0] / 2][queue[i][1] + steps[k][1] / 2] || seen[x][y])
                continue;
            seen[x][y] = true;
            queue[count][0] = x;
            queue[count++][1] = y;
        }
    }
    return count;
}

/* All n^2 cells are reached with n^2 - 1 openings: so there is no second way anywhere. */
TEST(a_maze_has_one_way_to_every_cell) {
    static bool walls[2 * SIDE + 1][2 * SIDE + 1];
    level_shapes shapes;
    level *l = read_generated(LEVEL_GENERATE_MAZE, (SIDE - 1) * (SIDE - 1) + 4, 3, &shapes);
    int inner = 0;
    for (int i = 0; i < shapes.count; i++) {
        const sm_capsule *c = &shapes.capsules[i];
        bool outer = l->statements[shapes.statements[i]].kind == LEVEL_LOOP;
        inner += !outer;
        if (!outer)
            walls[half_cell((c->a.x + c->b.x) / 2)][half_cell((c->a.y + c->b.y) / 2)] = true;
    }
    for (int i = 0; i <= 2 * SIDE; i++)
        walls[0][i] = walls[2 * SIDE][i] = walls[i][0] = walls[i][2 * SIDE] = true;
    assert_int_equal(inner, (SIDE - 1) * (SIDE - 1));
    assert_int_equal(flood(walls), SIDE * SIDE);
    level_free_shapes(&shapes);
    level_free(l);
}

/* ---- Progress ---------------------------------------------------------------------------- */

TEST(generating_tells_how_far_it_is_and_can_be_cancelled) {
    for (int kind = 0; kind < KINDS; kind++) {
        watched w = {.calls_allowed = 1000};
        level_generate_def def = {
            .kind = (level_generate_kind)kind, .segments = 200000, .progress = {watch, &w}};
        size_t length;
        char *text = level_generate(&def, &length);
        assert_non_null(text);
        free(text);
        assert_in_range(w.calls, 5, 10);
        assert_int_equal(w.done, 200000);
        assert_false(w.went_back);
        assert_int_equal(w.total, 200000);
        for (int allowed = 1; allowed <= w.calls; allowed++) {
            watched stopped = {.calls_allowed = allowed};
            def.progress.context = &stopped;
            assert_null(level_generate(&def, &length));
            assert_int_equal(stopped.calls, allowed);
        }
    }
}

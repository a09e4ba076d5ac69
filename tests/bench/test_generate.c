/* Tests of bench/generate.h: what it makes are levels of exactly the size asked for, with the
 * player standing free, and the same from every compiler. */
#include "../test.h"

#include "../../bench/generate.h"
#include "../../src/level/file.h"
#include "../level_text.h"

static int count_obstacles(const level *l) {
    int count = 0;
    for (int i = 0; i < l->statement_count; i++)
        count += level_count_shapes(l, i);
    return count;
}

/* How often a player that wants to stay where it is gets pushed. */
static int count_pushes(const level *l) {
    level_player stands = level_get_player(l);
    sm_vec2 at = sm3_to2(stands.position), here = {0, 0};
    level_shapes shapes;
    assert_true(level_make_shapes(l, &shapes));
    sm3_triangle_array triangles = {shapes.triangles, shapes.count};
    sm_capsule_array capsules = {shapes.capsules, shapes.count};
    int pushes = l->dimensions == 3
                     ? sm3_slide_move(stands.position, (sm3_vec){0, 0, 0},
                                      sm3_sphere((sm3_vec){0, 0, 0}, stands.radius),
                                      sm3_obstacles_of_array(&triangles), NULL)
                           .pushes
                     : sm_slide_move(at, here, sm_hull_of_capsule(sm_circle(here, stands.radius)),
                                     sm_obstacles_of_array(&capsules), NULL)
                           .pushes;
    level_free_shapes(&shapes);
    return pushes;
}

TEST(a_level_has_exactly_the_segments_asked_for_and_a_free_player) {
    static const int sizes[] = {16, 17, 18, 19, 63, 100, 1001, 9999, 1000000};
    for (int kind = 0; kind < GENERATE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            size_t length;
            char *text = generate_level((generate_kind)kind, sizes[i], (int)i, &length);
            level *l = read_level(text);
            assert_int_equal(strlen(text), length);
            assert_int_equal(count_obstacles(l), sizes[i]);
            assert_int_equal(count_pushes(l), 0);
            level_free(l);
            free(text);
        }
    }
}

TEST(the_same_seed_gives_the_same_bytes_from_every_compiler) {
    static const uint64_t expected[GENERATE_KINDS] = {
        UINT64_C(0x257feb73469d8254), UINT64_C(0x15488eadd8865a25), UINT64_C(0xbb7796549e297dc5),
        UINT64_C(0x279cdd5fa9792fa8)};
    for (int kind = 0; kind < GENERATE_KINDS; kind++) {
        size_t length;
        char *text = generate_level((generate_kind)kind, 20000, 1, &length);
        uint64_t hash = level_hash(text, length);
        if (hash != expected[kind])
            fail_msg("%s: 0x%016llx", generate_names[kind], (unsigned long long)hash);
        free(text);
    }
}

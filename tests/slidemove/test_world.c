/* Worlds against the plain loop, in 2D and in 3D: the same bits, whatever the obstacles, the
 * question, the changes before it and the processor. */
#include <limits.h>

#include "../test.h"

#include "../space.h"
#include "../trial.h"

static void assert_held(const trial *t) {
    assert_int_equal(world_count(t->world), list_count(&t->list));
    for (int i = 0; i < list_count(&t->list); i++) {
        sm3_obstacle held = world_obstacle(t->world, i);
        const sm3_obstacle *o = &t->list.space[i];
        bool is_there = trial_is_finite(t, &o->shape);
        sm_capsule expected = capsule_of(&o->shape), found = capsule_of(&held.shape);
        assert_true(held.mask == o->mask && held.user == o->user && held.number == i);
        if (is_there || !t->in_space)
            assert_memory_equal(&found, &expected, sizeof found);
        else
            assert_true(isnan(held.shape.a.x));
        if (is_there && t->in_space)
            assert_memory_equal(&held.shape.c, &o->shape.c, sizeof o->shape.c);
        if (is_there)
            assert_int_equal(held.moves, o->moves && trial_is_finite(t, &o->before));
        if (held.moves)
            assert_memory_equal(&held.before.b, &o->before.b, sizeof(sm_vec2));
    }
}

TEST(worlds_agree_with_the_plain_loop_also_after_changes_and_out_of_memory) {
    static const int counts[] = {0, 1, 2, 7, 8, 9, 30, 40, 64, 65, 100, 200, 300, 600};
    static trial t;
    int refused = 0;
    for (int i = 0; i < test_trials(8000); i++) {
        uint64_t random = random_seed(test_seed((uint64_t)i));
        bool in_space = random_int(&random, 2) > 0;
        int count = counts[random_int(&random, in_space ? 14 : 13)];
        trial_begin(&t, random_int(&random, KINDS), in_space, count, test_seed((uint64_t)i));
        t.is_meshed = in_space && random_int(&random, 2) > 0;
        trial_build(&t);
        trial_check(&t, 24);
        t.is_poor = i % 3 == 0;
        for (int round = random_int(&random, 3); round > 0; round--) {
            for (int k = random_int(&random, 60); k > 0; k--)
                trial_change(&t);
            t.left = 0; /* a question takes no memory */
            trial_check(&t, 24);
        }
        assert_held(&t);
        refused += t.refused;
        trial_end(&t);
    }
    print_message("%d changes refused\n", refused);
    assert_true(refused > test_trials(400));
}

/* ---- Large ones -------------------------------------------------------------------------- */

TEST(large_worlds_and_those_grown_from_nothing_agree_with_the_plain_loop) {
    static const struct {
        int kind, count, questions;
        bool in_space;
        enum { AT_ONCE, GROWN, MESHED } made;
    } rows[] = {{SOUP, 2500, 300, false, GROWN},        {SOUP, 2500, 300, true, GROWN},
                {TERRAIN, 2500, 300, false, GROWN},     {TERRAIN, 2500, 600, true, AT_ONCE},
                {PEELED, 2600, 100, true, AT_ONCE},     {PEELED, 2600, 100, false, AT_ONCE},
                {DOUBLING, 500, 100, true, GROWN},      {IDENTICAL, 20000, 100, false, AT_ONCE},
                {SPOTS, 20000, 100, false, AT_ONCE},    {ACROSS, 20000, 100, false, AT_ONCE},
                {LAYERS, 4000, 100, false, AT_ONCE},    {NESTED, 4000, 100, false, AT_ONCE},
                {SPOTS, 20000, 50, true, AT_ONCE},      {NESTED, 4000, 50, true, AT_ONCE},
                {SOUP, 1000000, 12, true, AT_ONCE},     {TERRAIN, 1000000, 12, true, AT_ONCE},
                {IDENTICAL, 1000000, 2, true, AT_ONCE}, {SOUP, 20000, 50, true, MESHED},
                {TERRAIN, 1000000, 12, true, MESHED}};
    static trial t;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int count = rows[i].count > 20000 ? test_trials(rows[i].count) : rows[i].count;
        trial_begin(&t, rows[i].kind, rows[i].in_space, rows[i].made == GROWN ? 0 : count,
                    test_seed(i));
        t.is_meshed = rows[i].made == MESHED;
        trial_build(&t);
        t.is_poor = true;
        for (int k = 0; rows[i].made == GROWN && list_count(&t.list) < count; k++) {
            t.left = k % 3 == 0 ? k % 13 : 0;
            trial_add(&t);
        }
        t.is_poor = false;
        trial_check(&t, rows[i].questions);
        trial_end(&t);
    }
}

/* ---- In any order ------------------------------------------------------------------------ */

TEST(obstacles_of_a_game_may_be_shown_more_and_in_any_order) {
    static trial t;
    for (int i = 0; i < test_trials(600); i++) {
        trial_begin(&t, i % KINDS, i % 2, 20 + i % 200, test_seed((uint64_t)i));
        t.is_plain = false;
        trial_build(&t);
        for (int k = 0; k < list_count(&t.list); k += 2)
            trial_change_all_of(&t, k);
        met loop = list_obstacles(&t.list), backwards = list_backwards(&t.list);
        bool was_odd = t.is_odd;
        t.is_odd |= !t.in_space; /* a sweep in 2D rounds by what it was shown before */
        if (!was_odd)
            trial_compare(&t, &loop, &backwards, 20);
        trial_end(&t);
    }
}

/* ---- Memory and time --------------------------------------------------------------------- */

TEST(a_world_without_memory_is_not_made_and_leaves_nothing) {
    static const int rows[][2] = {{SOUP, 20}, {DOUBLING, 20}, {SOUP, 2500}, {PEELED, 2600}};
    static trial t;
    for (int i = 0; i < 8; i++) {
        trial_begin(&t, rows[i / 2][0], i % 2, rows[i / 2][1], test_seed(42));
        sm_world_def def = trial_def(&t);
        t.is_poor = true;
        for (int left = 0; !world_exists(t.world); left++) {
            assert_int_equal(t.held, 0);
            t.left = left;
            t.world = world_create(&t.list, list_count(&t.list), &def);
        }
        trial_end(&t);
    }
}

/* Counts how often it is told, and gives up at the `last` time. */
typedef struct patience {
    int told, last;
} patience;

static bool tell(void *context, size_t done, size_t total) {
    patience *p = context;
    assert_true(done <= total);
    return ++p->told != p->last;
}

TEST(who_waits_for_a_large_world_is_told_and_may_give_it_up) {
    enum { COUNT = 200000 };
    uint64_t random = test_seed(7);
    for (int in_space = 0; in_space < 2; in_space++) {
        any_list list;
        list_begin(&list, in_space, COUNT);
        for (int i = 0; i < COUNT; i++) {
            sm3_vec a = random_vec(&random, 900), b = plus(a, v(1, 1, 0), 1);
            list_put(&list, i, &(sm3_obstacle){.shape = sm3_face(a, b, plus(a, v(0, 1, 1), 1))});
        }
        patience p = {0, 0};
        const sm_world_def def = {.progress = {tell, &p}};
        any_world world = world_create(&list, COUNT, &def);
        int all = p.told;
        assert_true(world_exists(world) && all >= 5);
        assert_int_equal(world_set(world, 0, &list.triangles[1]), SM_CHANGED);
        assert_int_equal(p.told, all); /* the world no longer knows who waited for it */
        world_destroy(world);
        const int lasts[] = {3, all};
        for (int i = 0; i < 1 + in_space; i++) {
            p = (patience){0, lasts[i]};
            assert_false(world_exists(world_create(&list, COUNT, &def)));
            assert_int_equal(p.told, lasts[i]);
        }
        list_end(&list);
    }
}

/* The size of a block stands in front of it. */
typedef union counted {
    size_t bytes;
    max_align_t aligned;
} counted;

static void *count_bytes(void *held, size_t bytes) {
    counted *block = malloc(sizeof *block + bytes);
    assert_non_null(block);
    block->bytes = bytes;
    *(size_t *)held += bytes;
    return block + 1;
}

static void uncount_bytes(void *held, void *memory) {
    counted *block = (counted *)memory - 1;
    *(size_t *)held -= block->bytes;
    free(block);
}

TEST(a_field_takes_at_most_64_bytes_a_segment) {
    enum { COUNT = 100000 };
    any_list list;
    uint64_t random = test_seed(3);
    list_begin(&list, false, COUNT);
    for (int i = 0; i < COUNT; i++) {
        sm3_vec a = random_vec(&random, 470), b = plus(a, random_vec(&random, 2), 1);
        list_put(&list, i, &(sm3_obstacle){.shape = sm3_face(a, b, b)});
    }
    size_t held = 0;
    sm_world_def def = {.allocate = count_bytes, .release = uncount_bytes, .context = &held};
    any_world world = world_create(&list, COUNT, &def);
    double bytes = (double)held / COUNT - (double)sizeof(sm_capsule);
    print_message("%.1f bytes a segment beyond the capsules\n", bytes);
    assert_true(bytes <= 64);
    world_destroy(world);
    assert_int_equal(held, 0);
    list_end(&list);
}

/* ---- Meshes ------------------------------------------------------------------------------ */

/* A square of so many cells a side, of two triangles each, that is not quite flat. */
typedef struct square {
    sm3_vec *vertices;
    uint32_t *indices;
    sm3_mesh mesh;
} square;

static square square_make(int side) {
    size_t corners = (size_t)(side + 1) * (size_t)(side + 1), cells = (size_t)side * (size_t)side;
    square s = {malloc(corners * sizeof(sm3_vec)), malloc(6 * cells * sizeof(uint32_t)), {0}};
    assert_true(s.vertices != NULL && s.indices != NULL);
    for (int i = 0; i < (int)corners; i++) {
        int x = i % (side + 1), z = i / (side + 1);
        s.vertices[i] = v((float)x, 0.1f * (float)(x * z % 7), (float)z);
    }
    uint32_t *to = s.indices;
    for (int i = 0; i < (int)cells; i++) {
        uint32_t a = (uint32_t)(i / side * (side + 1) + i % side), b = a + (uint32_t)side + 1;
        const uint32_t two[] = {a, b, a + 1, a + 1, b, b + 1};
        memcpy(to, two, sizeof two);
        to += 6;
    }
    s.mesh = (sm3_mesh){.vertices = s.vertices,
                        .vertex_count = (int)corners,
                        .indices = s.indices,
                        .triangle_count = 2 * (int)cells};
    return s;
}

static void square_free(square *s) {
    free(s->vertices);
    free(s->indices);
}

TEST(a_mesh_takes_at_most_40_bytes_a_triangle_and_16_where_it_is_borrowed) {
    square s = square_make(300);
    for (int borrowed = 0; borrowed < 2; borrowed++) {
        size_t held = 0;
        sm_world_def def = {.allocate = count_bytes, .release = uncount_bytes, .context = &held};
        sm3_world *world = sm3_world_create(NULL, 0, &def);
        s.mesh.borrowed = borrowed;
        assert_int_equal(sm3_world_add_mesh(world, &s.mesh), SM_CHANGED);
        double bytes = (double)held / s.mesh.triangle_count;
        print_message("%.1f bytes a triangle\n", bytes);
        assert_true(bytes <= (borrowed ? 16 : 40));
        sm3_world_destroy(world);
        assert_int_equal(held, 0);
    }
    square_free(&s);
}

TEST(a_mesh_is_added_whole_or_not_at_all) {
    static trial t; /* for its memory */
    square s = square_make(3);
    const sm3_material material = {1, 9};
    unsigned char material_of[18] = {0};
    trial_begin(&t, SOUP, true, 0, test_seed(5));
    trial_build(&t);
    sm3_world *world = t.world.space;
    sm3_mesh wrong[4] = {s.mesh, s.mesh, s.mesh, s.mesh};
    wrong[0].vertex_count--;
    wrong[1].vertices = NULL;
    wrong[2].vertex_count = -1;
    wrong[3].materials = &material;
    wrong[3].material_count = 1;
    wrong[3].material_of = material_of;
    material_of[17] = 1;
    for (int i = 0; i < 4; i++)
        assert_int_equal(sm3_world_add_mesh(world, &wrong[i]), SM_NO_SUCH_THING);
    wrong[0].triangle_count = wrong[1].triangle_count = -7;
    wrong[2].indices = NULL;
    for (int i = 0; i < 3; i++)
        assert_int_equal(sm3_world_add_mesh(world, &wrong[i]), SM_CHANGED);
    wrong[3].vertex_count = INT_MAX;
    assert_int_equal(sm3_world_add_mesh(world, &wrong[3]), SM_NO_MEMORY);
    assert_int_equal(sm3_world_count(world), 0);

    t.is_poor = true;
    material_of[17] = 0;
    wrong[3].vertex_count = s.mesh.vertex_count;
    for (t.left = t.refused = 0; sm3_world_add_mesh(world, &wrong[3]) != SM_CHANGED;) {
        assert_int_equal(sm3_world_count(world), 0);
        t.left = ++t.refused;
    }
    assert_true(t.refused >= 6);
    assert_int_equal(sm3_world_count(world), 18);
    sm3_obstacle last = sm3_world_get(world, 17);
    assert_memory_equal(&last.shape.c, &s.vertices[15], sizeof(sm3_vec));
    assert_true(last.mask == 1 && last.user == 9 && last.number == 17);
    assert_int_equal(sm3_world_remove(world, 17), SM_CHANGED);
    assert_true(isnan(sm3_world_get(world, 17).shape.a.x));
    trial_end(&t);
    square_free(&s);
}

/* ---- Nothing, trial_holes, misuse --------------------------------------------------------------
 */

/* A triangle at the origin, twice. */
static void begin_twins(any_list *l, bool in_space) {
    const sm3_triangle face = sm3_face(v(0, 0, 0), v(1, 0, 0), v(0, 0, 1));
    list_begin(l, in_space, 2);
    for (int i = 0; i < 2; i++)
        list_put(l, i, &(sm3_obstacle){.shape = face, .number = i});
}

TEST(numbers_that_are_not_given_out_are_refused) {
    for (int in_space = 0; in_space < 2; in_space++) {
        any_list list;
        begin_twins(&list, in_space);
        const sm3_triangle *face = &list.triangles[0];
        any_world world = world_create(&list, 2, NULL), nothing = world_create(&list, -5, NULL);
        const int wrong[] = {-1, 2, 7};
        for (int i = 0; i < 3; i++) {
            assert_int_equal(world_set(world, wrong[i], face), SM_NO_SUCH_THING);
            assert_int_equal(world_move(world, wrong[i], face), SM_NO_SUCH_THING);
            assert_int_equal(world_put(world, wrong[i], &list.space[0]), SM_NO_SUCH_THING);
            assert_int_equal(world_remove(world, wrong[i]), SM_NO_SUCH_THING);
            assert_true(isnan(world_obstacle(world, wrong[i]).shape.a.x));
        }
        assert_int_equal(world_count(nothing), 0);
        assert_int_equal(world_set(nothing, 0, face), SM_NO_SUCH_THING);
        world_destroy(nothing);
        world_destroy(world);
        list_end(&list);
    }
    sm_world *flat = sm_world_create(NULL, 0, NULL);
    sm3_world *space = sm3_world_create(NULL, 0, NULL);
    assert_true(isnan(sm_world_get(flat, 7).shape.a.x) && isnan(sm3_world_get(space, 0).shape.a.x));
    world_destroy((any_world){flat, space});
    world_destroy((any_world){NULL, NULL});
}

TEST(what_goes_to_no_place_or_comes_from_none_stands_still) {
    for (int in_space = 0; in_space < 2; in_space++) {
        any_list list;
        begin_twins(&list, in_space);
        any_world world = world_create(&list, 2, NULL);
        sm3_obstacle gone = {.shape = trial_hole.shape, .moves = true, .before = list.triangles[0]};
        sm3_obstacle come = {.shape = gone.before, .moves = true, .before = gone.shape};
        assert_int_equal(world_put(world, 0, &gone), SM_CHANGED);
        assert_int_equal(world_put(world, 1, &come), SM_CHANGED);
        assert_false(world_obstacle(world, 0).moves || world_obstacle(world, 1).moves);
        world_destroy(world);
        list_end(&list);
    }
}

TEST(a_one_way_wall_at_rest_still_lets_through) {
    const sm_capsule wall = {{-5, 0}, {5, 0}, 0};
    const sm_obstacle moving = {.shape = wall, .before = wall, .moves = true, .oneway = true};
    const sm_capsule ball = {{0, 0}, {0, 0}, 0.5f};
    sm_world *world = sm_world_create(&wall, 1, NULL);
    assert_int_equal(sm_world_set(world, 0, &moving), SM_CHANGED);
    sm_world_rest(world);
    sm_result r = sm_slide_move((sm_vec2){0, -0.6f}, (sm_vec2){0, 0.2f}, sm_hull_of_capsule(ball),
                                sm_obstacles_of_world(world), NULL);
    assert_int_equal(r.pushes, 0);
    sm_world_destroy(world);
}

static bool stop_at_once(void *context, const sm_obstacle *obstacle) {
    ++*(int *)context;
    return false;
}

static bool stop_at_once3(void *context, const sm3_obstacle *obstacle) {
    ++*(int *)context;
    return false;
}

static int count_until_stop(const met *m, bool in_box) {
    int calls = 0;
    const sm3_mover ball = sm3_sphere(v(0, 0, 0), 1);
    if (m->in_space && in_box)
        sm3_find_in_box(v(-1, -1, -1), v(1, 1, 1), m->space, NULL, stop_at_once3, &calls);
    else if (m->in_space)
        sm3_find_overlaps(v(0, 0, 0), ball, m->space, NULL, stop_at_once3, &calls);
    else if (in_box)
        sm_find_in_box((sm_vec2){-1, -1}, (sm_vec2){1, 1}, m->flat, NULL, stop_at_once, &calls);
    else
        sm_find_overlaps((sm_vec2){0, 0}, hull_of(&ball), m->flat, NULL, stop_at_once, &calls);
    return calls;
}

TEST(a_visit_can_end_the_walk) {
    for (int in_space = 0; in_space < 2; in_space++) {
        any_list list;
        begin_twins(&list, in_space);
        any_world world = world_create(&list, 2, NULL);
        for (int odd = 0; odd < 2; odd++) { /* of a world of walls, or not */
            const met mets[] = {list_shapes(&list), list_obstacles(&list), world_met(world),
                                list_backwards(&list)};
            for (int i = 0; i < 4; i++) {
                assert_int_equal(count_until_stop(&mets[i], false), 1);
                assert_int_equal(count_until_stop(&mets[i], true), 1);
                int calls = 0;
                if (!in_space && i < 3) /* who gathers for itself, too */
                    mets[i].flat.gather(mets[i].flat.context, (sm_vec2){-1, -1}, (sm_vec2){1, 1},
                                        stop_at_once, &calls);
                assert_int_equal(calls, !in_space && i < 3);
            }
            for (int i = 0; i < 2; i++)
                world_put(world, i, &(sm3_obstacle){.shape = list.triangles[i], .user = 1});
        }
        world_destroy(world);
        list_end(&list);
    }
    enum { CROWD = 2000 }; /* in one cell of a world that is mostly empty, which is a grid then */
    static sm_capsule crowd[CROWD];
    for (int i = 0; i < CROWD; i++)
        crowd[i] = sm_circle((sm_vec2){(float)(i % 50) * 0.1f, (float)i * 0.002f}, 0.05f);
    crowd[0] = sm_circle((sm_vec2){1e5f, 1e5f}, 1);
    sm_world *world = sm_world_create(crowd, CROWD, NULL);
    met m = {.flat = sm_obstacles_of_world(world)};
    assert_int_equal(count_until_stop(&m, true), 1);
    sm_world_destroy(world);
}

static void offer_nothing(const void *context, sm_vec2 position, sm_vec2 delta,
                          const sm_hull *mover, sm_choice *choice) {
}

static void offer_nothing3(const void *context, sm3_vec position, sm3_vec delta,
                           const sm3_mover *mover, sm_choice *choice) {
}

/* An empty list stands for nothing, also where there is something. */
TEST(nothing_is_found_where_nothing_is_or_a_number_is_none) {
    static const float odd[] = {0, NAN, INFINITY, -INFINITY, 3e38f, -2e30f};
    static trial t;
    for (int i = 0; i < 2 * 6 * ASKINGS * 5; i++) {
        bool in_space = i % 2;
        float n = odd[i / 2 % 6];
        asking what = (asking)(i / 12 % ASKINGS);
        int which = i / 12 / ASKINGS;
        any_list nothing;
        trial_begin(&t, IDENTICAL, in_space, 2, test_seed(1));
        trial_build(&t);
        list_begin(&nothing, in_space, 0);
        sm_choice choice = {.chosen = {.obstacle = SM_NO_OBSTACLE}};
        question q = {.position = {n, n, n}, .delta = {1, n, 0}, .capacity = ASK_MOST};
        q.space.radius = n == 0 ? 1 : 0.5f;
        q.farthest = isfinite(n) ? 9 : n > 0 ? -n : n;
        q.corner = v(n, 1, 1);
        q.flat = hull_of(&q.space);
        met mets[] = {list_shapes(&nothing),
                      world_met(t.world),
                      list_obstacles(&t.list),
                      {.in_space = in_space, .flat = {.offer = offer_nothing}},
                      {.in_space = in_space}};
        mets[3].space.offer = offer_nothing3;
        bool has_something = which == 1 || which == 2;
        bool may_ask = which < 4 || (what > ASK_MOVE); /* nothing to ask */
        may_ask &= which < 3 || what != ASK_CHARACTER; /* which needs a `gather` */
        if ((n != 0 || !has_something) && may_ask)
            trial_ask(&t, what, &q, &mets[0], &mets[which]);
        q.position = v(0, 0, 0);
        q.delta = v(0, n, 0);
        if (!isfinite(n) && (what == ASK_NEAREST || what == ASK_RAY) && may_ask)
            trial_ask(&t, what, &q, &mets[0], &mets[which]);
        if (mets[which].flat.offer != NULL && !in_space && n != 0)
            mets[which].flat.offer(mets[which].flat.context, (sm_vec2){n, 0}, (sm_vec2){0, 0},
                                   &q.flat, &choice);
        if (which == 1 && !in_space && !isfinite(n))
            mets[1].flat.offer(mets[1].flat.context, (sm_vec2){0, 0}, (sm_vec2){n, 0}, &q.flat,
                               &choice);
        assert_int_equal(choice.chosen.obstacle, SM_NO_OBSTACLE);
        list_end(&nothing);
        trial_end(&t);
    }
}

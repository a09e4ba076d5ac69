/* The 3D index gives the plain loop's bits, whatever it holds; and casts against their definition.
 */
#include "../test.h"
#include "../trace.h"

#include "../../src/slidemove/space/cast3.h"
#include "../../src/slidemove/space/tree3.h"
#include "../reference3.h"
#include "../space.h"

static sm3_vec plus(sm3_vec a, sm3_vec b) {
    return v(a.x + b.x, a.y + b.y, a.z + b.z);
}

typedef struct told_sum {
    int count;
    uint64_t sum; /* of what tells each from the others, in whatever order */
} told_sum;

static bool count_told(void *context, const sm3_obstacle *o) {
    told_sum *t = context;
    t->count++;
    t->sum += (uint64_t)(o->number + 1) * (uint64_t)(o->number + 7) + o->mask + 31 * o->user;
    return true;
}

static void check_queries(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles index,
                          sm3_obstacles plain, const sm_filter *filter) {
    sm3_collision found[2][2];
    told_sum tolds[2][2] = {{{0}}};
    sm3_collision touched[2][8] = {{{0}}};
    int counts[2];
    for (int k = 0; k < 2; k++) {
        sm3_obstacles met = k ? plain : index;
        counts[k] = sm3_find_contacts(position, mover, met, filter, touched[k], 8);
        found[k][0] = sm3_find_deepest(position, delta, mover, met, filter);
        found[k][1] = sm3_find_nearest(position, k ? INFINITY : 1e30f, met, filter);
        sm3_find_overlaps(position, mover, met, filter, count_told, &tolds[k][0]);
        sm3_vec opposite = {position.x - delta.z, position.y + 1, position.z + delta.x};
        sm3_find_in_box(position, opposite, met, filter, count_told, &tolds[k][1]);
    }
    assert_memory_equal(found[0], found[1], sizeof found[0]);
    assert_memory_equal(tolds[0], tolds[1], sizeof tolds[0]);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(touched[0], touched[1], sizeof touched[0]);
    assert_true(tolds[0][0].count > 0 || found[0][0].obstacle == SM_NO_OBSTACLE);
}

/* ---- Levels ------------------------------------------------------------------------------ */

typedef void make_fn(sm3_triangle *t, int i, int count, uint64_t *random);

static void make_soup(sm3_triangle *t, int i, int count, uint64_t *random) {
    sm3_vec at = random_vec(random, cbrtf((float)count));
    *t = (sm3_triangle){plus(at, random_vec(random, 1)), plus(at, random_vec(random, 1)),
                        plus(at, random_vec(random, 1)), random_int(random, 4) ? 0 : 0.2f,
                        random_int(random, 2),           i % 5 == 0};
}

/* Two triangles to each cell of a grid of side 1, heights by a fixed rule. */
static void make_terrain(sm3_triangle *t, int i, int count, uint64_t *random) {
    int side = (int)sqrt(count / 2.0), cell = i / 2;
    float x = (float)(cell % side - side / 2), z = (float)(cell / side - side / 2);
    sm3_vec p[4];
    for (int k = 0; k < 4; k++) {
        float px = x + (float)(k & 1), pz = z + (float)(k >> 1);
        p[k] = v(px, 0.3f * sinf(px * 1.7f) * cosf(pz * 1.3f), pz);
    }
    *t = i % 2 ? sm3_face(p[1], p[2], p[3]) : sm3_face(p[0], p[2], p[1]);
    t->one_sided = true;
}

static void make_one_spot(sm3_triangle *t, int i, int count, uint64_t *random) {
    *t = sm3_face(random_vec(random, 1), random_vec(random, 1), random_vec(random, 1));
}

static void make_identical(sm3_triangle *t, int i, int count, uint64_t *random) {
    *t = sm3_face(v(-1, 0, -1), v(0, 0.2f, 1), v(1, 0, -1));
}

static void make_huge_among_small(sm3_triangle *t, int i, int count, uint64_t *random) {
    make_soup(t, i, count, random);
    if (i % 16 == 0)
        *t = sm3_face(random_vec(random, 1e4f), random_vec(random, 1e4f), random_vec(random, 1e4f));
}

static void make_large_radii(sm3_triangle *t, int i, int count, uint64_t *random) {
    make_soup(t, i, count, random);
    t->radius = random_float(random, 0, i % 8 ? 1 : 8);
    t->one_sided = false;
}

static void make_points_and_lines(sm3_triangle *t, int i, int count, uint64_t *random) {
    make_soup(t, i, count, random);
    t->c = t->b;
    if (i % 2)
        t->b = t->c = t->a;
    t->radius = 0.3f;
}

/* Each twice as far out as the one before: the heuristic splits off one at a time. */
static void make_doubling(sm3_triangle *t, int i, int count, uint64_t *random) {
    float far = powf(2, (float)(i % 100) - 60);
    sm3_vec at = v(far, 0, 0), size = random_vec(random, 0.2f * far);
    *t = sm3_face(at, plus(at, size), plus(at, v(size.z, size.x, size.y)));
}

static void make_odd(sm3_triangle *t, int i, int count, uint64_t *random) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-45f, 1e30f};
    make_soup(t, i, count, random);
    if (i % 3 == 0)
        t->b.y = odd[random_int(random, 7)];
    if (i % 5 == 0)
        t->radius = odd[random_int(random, 7)];
}

/* Long and thin, all through one place. */
static void make_slivers(sm3_triangle *t, int i, int count, uint64_t *random) {
    sm3_vec far = random_vec(random, 50), off = random_vec(random, 1e-4f);
    *t = sm3_face(v(-far.x, -far.y, -far.z), plus(random_vec(random, 1), off), far);
}

/* On one line of points, each seen from many sides. */
static void make_line(sm3_triangle *t, int i, int count, uint64_t *random) {
    *t = sm3_face(v(0.01f * (float)i, 0, 0), v(0.01f * (float)(i + 1), 0, 0),
                  i % 3 ? v(0.01f * (float)i, 0, 0) : v(random_float(random, -9, 9), 0, 0));
    t->radius = i % 2 ? 0 : 0.1f;
}

/* Nearer to each other than the inverse of any float tells, and touching the mover. */
static void make_dust(sm3_triangle *t, int i, int count, uint64_t *random) {
    sm3_vec p = v(1e-45f * (float)i, 0, 0);
    (void)count;
    (void)random;
    *t = sm3_face(p, p, p);
}

/* The leftmost of those that are left takes an eighth of their width, and no box has an area that a
 * float could hold: each split takes one off. What is left at last lies on one spot. */
enum { PEELED = 480, PEELED_AND_REST = 2600 };

static void make_peeled(sm3_triangle *t, int i, int count, uint64_t *random) {
    sm3_vec p = v(i < PEELED ? -ldexpf(powf(0.87f, (float)i), -25) : 0, 0, 0);
    (void)count;
    (void)random;
    *t = sm3_face(p, p, p);
}

/* All in the plane y = 0, over each other. */
static void make_plane(sm3_triangle *t, int i, int count, uint64_t *random) {
    make_one_spot(t, i, count, random);
    t->a.y = t->b.y = t->c.y = 0;
    t->one_sided = i % 2;
    t->oneway = i % 3 == 0;
}

/* Two faces with each edge in common: what is as near as something else is the rule. */
static void make_cubes(sm3_triangle *t, int i, int count, uint64_t *random) {
    static const signed char corner[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5},
                                              {0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6},
                                              {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    int side = (int)cbrt(count / 12.0) + 1, cube = i / 12;
    sm3_vec at = v((float)(cube % side), (float)(cube / side % side), (float)(cube / side / side));
    sm3_vec p[3];
    for (int k = 0; k < 3; k++) {
        int bits = corner[i % 12][k];
        p[k] = plus(at, v((float)(bits & 1), (float)(bits >> 1 & 1), (float)(bits >> 2)));
    }
    *t = sm3_face(p[0], p[1], p[2]);
    t->one_sided = random_int(random, 2);
    t->oneway = i / 12 % 4 == 0;
}

static void make_far_out(sm3_triangle *t, int i, int count, uint64_t *random) {
    make_soup(t, i, count, random);
    sm3_vec out = v(3e5f, -2e5f, 1e5f);
    t->a = plus(t->a, out);
    t->b = plus(t->b, out);
    t->c = plus(t->c, out);
}

static sm3_triangle *make_with(make_fn *each, int count, uint64_t random) {
    sm3_triangle *t = malloc((size_t)count * sizeof *t + 1);
    for (int i = 0; i < count; i++)
        each(&t[i], i, count, &random);
    return t;
}

static sm3_triangle *make(make_fn *each, int count) {
    return make_with(each, count, 31);
}

/* ---- The same bits ----------------------------------------------------------------------- */

static bool same_touch(sm3_touch a, sm3_touch b) {
    return a.hit == b.hit && a.obstacle == b.obstacle &&
           memcmp(&a.fraction, &b.fraction, sizeof a.fraction) == 0 &&
           memcmp(&a.position, &b.position, sizeof a.position) == 0 &&
           memcmp(&a.normal, &b.normal, sizeof a.normal) == 0 &&
           memcmp(&a.point, &b.point, sizeof a.point) == 0;
}

enum { MOVERS = 11 };

static const sm3_mover movers[MOVERS] = {
    {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 0.5f},
    {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 0},
    {.a = {0, -0.4f, 0}, .b = {0.1f, 0.6f, 0.2f}, .radius = 0.3f},
    {.a = {-2, 0, 0}, .b = {3, 0, 1}, .radius = 1},
    {.a = {0.2f, 0, -0.1f},
     .b = {0.2f, 0, -0.1f},
     .radius = 0.4f}, /* a ball around another point */
    {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 1e-4f},
    {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 30}, /* larger than most levels */
    {.a = {0, 0, 0}, .b = {1e-4f, 0, 0}, .radius = 1e-4f},
    {.a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 1e5f},
    {{0, -0.4f, 0}, {0, 0.5f, 0}, 0.1f, {0, 0, 0.6f}, {0.3f, 0, 0}},        /* a box; */
    {{-0.3f, 0.1f, 0}, {0.3f, 0.5f, 0}, 0, {-0.2f, 0.3f, 0}, {0, 0, 0.5f}}, /* askew, and sharp */
};

static void check_move(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles index,
                       sm3_obstacles plain, const sm_options *options) {
    sm3_result a = sm3_slide_move(position, delta, mover, index, options);
    sm3_result b = sm3_slide_move(position, delta, mover, plain, options);
    assert_memory_equal(&a, &b, sizeof a);
}

static void check_casts(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles index,
                        sm3_obstacles plain, const sm_filter *filter) {
    assert_true(same_touch(sm3_cast(position, delta, mover, index, filter),
                           sm3_cast(position, delta, mover, plain, filter)));
    assert_true(same_touch(sm3_raycast(position, delta, index, filter),
                           sm3_raycast(position, delta, plain, filter)));
}

static bool accept_most(void *context, int obstacle, uint64_t user) {
    return obstacle % 5 != 2 && user % 3 != 1;
}

static void check_same_from(sm3_obstacles index, sm3_obstacles plain, sm3_vec centre, float extent,
                            int queries, uint64_t random) {
    for (int i = 0; i < test_trials(queries); i++) {
        static const float speeds[] = {0, 0.08f, 0.6f, 5, 100};
        sm_filter filter = {.mask = (unsigned)random_int(&random, 4),
                            .accept = i % 2 ? accept_most : NULL};
        sm3_vec position = random_vec(&random, extent);
        if (i % 2)
            position.y = random_float(&random, -1, 1.5f);
        position = plus(position, centre);
        sm3_vec delta = random_vec(&random, speeds[random_int(&random, 5)]);
        if (i % 7 == 0)
            delta.x = delta.z = 0;
        sm3_mover mover = movers[random_int(&random, i % 4 ? 4 : MOVERS)];
        sm_options options = {.resolver = (sm_resolver)random_int(&random, SM_SHALLOWEST + 1),
                              .max_pushes = random_int(&random, 4) ? 0 : random_int(&random, 12),
                              .both_sides = random_int(&random, 2),
                              .filter = i % 3 == 0 ? &filter : NULL};
        check_move(position, delta, mover, index, plain, &options);
        options.resolver = i % 4 ? SM_DEEPEST : SM_SWEEP;
        check_move(position, delta, mover, index, plain, &options);
        if (i % 4 == 0)
            check_casts(position, delta, mover, index, plain, options.filter);
        if (i % 4 == 1)
            check_queries(position, delta, mover, index, plain, options.filter);
    }
}

static void check_same(sm3_obstacles index, sm3_obstacles plain, float extent, int queries) {
    check_same_from(index, plain, v(0, 0, 0), extent, queries, 32);
}

/* With every set of instructions there is. */
static void check_triangles(const sm3_triangle *triangles, int count, sm3_vec centre, float extent,
                            int queries, uint64_t random) {
    sm3_world *world = sm3_world_create(triangles, count, NULL);
    assert_non_null(world);
    sm3_triangle_array array = {triangles, count};
    sm3_obstacles index = sm3_obstacles_of_world(world), plain = sm3_obstacles_of_array(&array);
    check_same_from(index, plain, centre, extent, queries, random);
    world->move = sm3_move_lanes;
    check_same_from(index, plain, centre, extent, queries / 2, random + 1);
    sm3_world_destroy(world);
}

static void check_level(make_fn *each, int count, float extent, int queries) {
    sm3_triangle *triangles = make(each, count);
    check_triangles(triangles, count, v(0, 0, 0), extent, queries, 32);
    free(triangles);
}

TEST(the_index_gives_the_bits_of_the_plain_loop) {
    static const int counts[] = {0, 1, 2, 7, 8, 9, 64, 65, 600, 2000};
    for (int i = 0; i < 10; i++) {
        check_level(make_soup, counts[i], cbrtf((float)counts[i]) + 1, 1000);
        check_level(make_terrain, counts[i] & ~1, sqrtf((float)counts[i]) / 2 + 1, 1000);
    }
}

static make_fn *const bad_levels[] = {
    make_one_spot, make_identical, make_huge_among_small, make_large_radii, make_points_and_lines,
    make_doubling, make_odd,       make_slivers,          make_line,        make_plane,
    make_cubes,    make_dust};

enum { BAD_LEVELS = sizeof bad_levels / sizeof *bad_levels };

TEST(there_is_no_bad_case) {
    for (int i = 0; i < BAD_LEVELS; i++) {
        check_level(bad_levels[i], 40, 4, 1000);
        check_level(bad_levels[i], 600, 9, 400);
    }
    check_level(make_peeled, PEELED_AND_REST, 1, 40);
}

TEST(random_worlds_give_the_bits_of_the_plain_loop) {
    int trials = test_trials(300);
    uint64_t random = 36;
    for (int i = 0; i < trials; i++) {
        int kind = random_int(&random, BAD_LEVELS + 2), count = random_int(&random, 300);
        make_fn *each = kind < BAD_LEVELS
                            ? bad_levels[kind]
                            : (make_fn *const[]){make_soup, make_terrain}[kind - BAD_LEVELS];
        if (each == make_terrain)
            count = count / 2 * 2 + 2;
        sm3_triangle *triangles = make_with(each, count, random);
        check_triangles(triangles, count, v(0, 0, 0), random_float(&random, 1, 9), 100, random);
        free(triangles);
    }
}

/* ---- Changes ----------------------------------------------------------------------------- */

enum { CHANGED_MAX = 500 };

/* A world and the list that it is to be the same as, with holes of NaN. */
typedef struct changed {
    sm3_world *world;
    sm3_obstacle_array list;
    sm3_obstacle obstacles[CHANGED_MAX];
} changed;

static sm3_triangle shifted(sm3_triangle t, sm3_vec by) {
    return (sm3_triangle){plus(t.a, by), plus(t.b, by), plus(t.c, by),
                          t.radius,      t.one_sided,   t.oneway};
}

static const sm3_triangle nowhere = {{NAN, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, false, false};

static sm_change change_one(changed *c, int number, sm3_triangle fresh, uint64_t *random) {
    sm3_obstacle *o = &c->obstacles[number], old = *o;
    switch (random_int(random, 7)) {
    case 0:
        *o = (sm3_obstacle){.shape = nowhere};
        return sm3_world_remove(c->world, number);
    case 1:
        for (int i = 0; i < c->list.count; i++)
            c->obstacles[i].moves = false;
        sm3_world_rest(c->world);
        return SM_CHANGED;
    case 2:
        *o = (sm3_obstacle){.shape = fresh,
                            .before = shifted(fresh, random_vec(random, 2)),
                            .moves = random_int(random, 2),
                            .mask = (unsigned)random_int(random, 4),
                            .user = (uint64_t)random_int(random, 9)};
        return sm3_world_put(c->world, number, o);
    case 3:
    case 4:
        o->before = old.shape;
        o->shape = random_int(random, 3) ? shifted(old.shape, random_vec(random, 0.7f)) : fresh;
        o->moves = true;
        return sm3_world_move(c->world, number, o->shape);
    default:
        o->shape = random_int(random, 2) ? shifted(old.shape, random_vec(random, 0.2f)) : fresh;
        o->moves = false;
        return sm3_world_set(c->world, number, o->shape);
    }
}

static void change_any(changed *c, make_fn *each, uint64_t *random) {
    int number = random_int(random, c->list.count + 1);
    sm3_triangle fresh;
    each(&fresh, number, CHANGED_MAX, random);
    if (number < c->list.count) {
        assert_int_equal(change_one(c, number, fresh, random), SM_CHANGED);
    } else if (number < CHANGED_MAX) {
        c->obstacles[number] = (sm3_obstacle){.shape = fresh};
        assert_int_equal(sm3_world_add(c->world, fresh), number);
        c->list.count++;
    }
}

static void check_held(const changed *c) {
    assert_int_equal(sm3_world_count(c->world), c->list.count);
    for (int i = 0; i < c->list.count; i++) {
        sm3_obstacle held = sm3_world_obstacle(c->world, i);
        const sm3_obstacle *o = &c->obstacles[i];
        sm3_region box = sm3_region_of_triangle(&o->shape);
        assert_true(held.mask == o->mask && held.user == o->user && held.number == i);
        assert_true(held.moves == obstacle3_moves(o));
        if (box.low.x <= box.high.x)
            assert_memory_equal(&held.shape, &o->shape, 3 * sizeof(sm3_vec) + sizeof(float));
        else
            assert_true(isnan(held.shape.a.x));
    }
}

static void check_changes(make_fn *each, int count, sm_simd simd, uint64_t random) {
    static changed c;
    sm3_triangle triangles[CHANGED_MAX];
    c = (changed){.list = {c.obstacles, count}};
    for (int i = 0; i < count; i++) {
        each(&triangles[i], i, count, &random);
        c.obstacles[i] = (sm3_obstacle){.shape = triangles[i]};
    }
    c.world = sm3_world_create(triangles, count, &(sm_world_def){.simd = simd});
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < 60; i++)
            change_any(&c, each, &random);
        check_same_from(sm3_obstacles_of_world(c.world), sm3_obstacles_of_list(&c.list), v(0, 0, 0),
                        random_float(&random, 1, 9), 60, random);
    }
    check_held(&c);
    sm3_world_destroy(c.world);
}

TEST(a_world_that_changes_gives_the_bits_of_the_plain_loop) {
    uint64_t random = 45;
    for (int i = 0; i < test_trials(60); i++) {
        int kind = random_int(&random, BAD_LEVELS), count = random_int(&random, 200);
        make_fn *each = bad_levels[kind] != make_doubling ? bad_levels[kind] : make_soup;
        check_changes(each, count, i % 2 ? SM_SIMD_NONE : SM_SIMD_BEST, random);
    }
}

TEST(a_world_that_has_grown_is_built_anew_with_all_that_is_in_it) {
    enum { COUNT = 2000 };
    sm3_triangle *triangles = make(make_soup, COUNT);
    sm3_world *world = sm3_world_create(NULL, 0, NULL);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(sm3_world_add(world, triangles[i]), i);
    sm3_triangle_array array = {triangles, COUNT};
    check_same(sm3_obstacles_of_world(world), sm3_obstacles_of_array(&array), 12, 400);
    sm3_world_destroy(world);
    free(triangles);
}

/* Memory that runs out after so many takings; negative: never. */
typedef struct scarce_memory {
    int left, held;
} scarce_memory;

static void *take_scarce(void *context, size_t bytes) {
    scarce_memory *m = context;
    if (m->left == 0)
        return NULL;
    m->left--;
    m->held++;
    return malloc(bytes);
}

static void give_scarce(void *context, void *memory) {
    scarce_memory *m = context;
    assert_non_null(memory);
    m->held--;
    free(memory);
}

TEST(a_world_without_memory_is_not_made_and_a_change_leaves_it_as_it_was) {
    uint64_t random = 42;
    static changed c;
    scarce_memory memory = {.left = 0};
    sm_world_def def = {.allocate = take_scarce, .release = give_scarce, .context = &memory};
    enum { FEW = 20 }; /* so that a world of CHANGED_MAX is worn */
    sm3_triangle triangles[FEW], fresh;
    c = (changed){.list = {c.obstacles, FEW}};
    make_fn *levels[] = {make_doubling, make_soup};
    for (int level = 0; level < 2; level++) {
        sm3_world_destroy(c.world);
        c.world = NULL;
        for (int i = 0; i < FEW; i++) {
            levels[level](&triangles[i], i, 30, &random);
            c.obstacles[i] = (sm3_obstacle){.shape = triangles[i]};
        }
        for (int left = 0; c.world == NULL; left++) {
            assert_int_equal(memory.held, 0);
            memory.left = left;
            c.world = sm3_world_create(triangles, FEW, &def);
        }
    }
    for (int tries = 0; c.list.count < CHANGED_MAX; tries++) {
        memory.left = tries % 3 == 0 ? tries % 13 : 0;
        make_soup(&fresh, 0, 30, &random);
        int added = sm3_world_add(c.world, fresh);
        if (added >= 0)
            c.obstacles[c.list.count++] = (sm3_obstacle){.shape = fresh};
        int number = random_int(&random, c.list.count);
        sm3_obstacle kept = c.obstacles[number];
        if (change_one(&c, number, shifted(fresh, v(1, 0, 0)), &random) != SM_CHANGED)
            c.obstacles[number] = kept;
        if (added % 50 == 0)
            check_same_from(sm3_obstacles_of_world(c.world), sm3_obstacles_of_list(&c.list),
                            v(0, 0, 0), 4, 100, random);
    }
    check_held(&c);
    sm3_world_destroy(c.world);
    assert_int_equal(memory.held, 0);
}

/* What comes in goes on where it was peeled, each nearer to the spot. */
TEST(a_deep_world_that_grows_is_built_anew_or_stays_as_it_was) {
    static sm3_triangle triangles[2 * PEELED_AND_REST];
    scarce_memory memory = {.left = 0};
    sm_world_def def = {.allocate = take_scarce, .release = give_scarce, .context = &memory};
    sm3_triangle_array array = {triangles, PEELED_AND_REST};
    sm3_world *world = NULL;
    for (int i = 0; i < array.count; i++)
        make_peeled(&triangles[i], i, 0, NULL);
    for (int left = 0; world == NULL; memory.left = ++left) {
        assert_int_equal(memory.held, 0);
        world = sm3_world_create(triangles, array.count, &def);
    }
    assert_true(world->deepest >= WORLD3_UNEVEN_DEPTH);
    int refused = 0;
    for (bool was_built_anew = false; !was_built_anew;) {
        sm3_vec p = v(ldexpf(powf(0.97f, (float)array.count - PEELED_AND_REST), -25), 0, 0);
        triangles[array.count] = sm3_face(p, p, p);
        int deepest = world->deepest, added = SM_NO_OBSTACLE;
        for (int left = 0; added == SM_NO_OBSTACLE; left++) {
            memory.left = left;
            added = sm3_world_add(world, triangles[array.count]);
            assert_int_equal(sm3_world_count(world), array.count + (added >= 0));
            refused += added < 0;
        }
        assert_int_equal(added, array.count++);
        assert_true(world->deepest < WORLD3_DEPTH);
        was_built_anew = world->deepest < deepest;
    }
    assert_true(refused > 0);
    check_same(sm3_obstacles_of_world(world), sm3_obstacles_of_array(&array), 1, 20);
    sm3_world_destroy(world);
    assert_int_equal(memory.held, 0);
}

/* A leaf that is left empty still holds where its faces were, and the world how large it was. */
TEST(what_was_removed_is_not_met_whatever_the_instructions) {
    sm3_triangle huge = sm3_face(v(0, 0, 0), v(FLT_MAX, 0, 0), v(0, 0, FLT_MAX));
    sm3_world *emptied = sm3_world_create(&huge, 1, NULL);
    assert_int_equal(sm3_world_remove(emptied, 0), SM_CHANGED);
    check_same(sm3_obstacles_of_world(emptied), sm3_obstacles_of_array(&(sm3_triangle_array){0}), 1,
               100);
    sm3_world_destroy(emptied);
    for (int i = 0; i < 4; i++) {
        sm3_triangle faces[16];
        sm3_obstacle left[16];
        for (int k = 0; k < 16; k++) {
            float x = k < 8 ? 0 : 0.3f;
            faces[k] = sm3_face(v(x, 0, 0), v(x + 0.1f, 0, 0), v(x, 0, 0.1f));
            left[k] = (sm3_obstacle){.shape = k / 8 == i % 2 ? nowhere : faces[k]};
        }
        const sm_world_def def = {.simd = i < 2 ? SM_SIMD_NONE : SM_SIMD_BEST};
        sm3_world *world = sm3_world_create(faces, 16, &def);
        for (int k = 0; k < 16; k++)
            if (k / 8 == i % 2)
                assert_int_equal(sm3_world_remove(world, k), SM_CHANGED);
        const sm3_obstacle_array list = {left, 16};
        check_same_from(sm3_obstacles_of_world(world), sm3_obstacles_of_list(&list), v(0.2f, 0, 0),
                        1, 100, 7);
        sm3_world_destroy(world);
    }
}

/* ---- On borders -------------------------------------------------------------------------- */

/* A corner, an edge's or a face's middle of the mover's box, or a point inside. */
static sm3_vec point_of_box(sm3_vec position, sm3_mover mover, uint64_t *random) {
    static const float sides[] = {-1, 1, -1, 1, 0};
    const float *a = &mover.a.x, *b = &mover.b.x, *at = &position.x;
    float p[3];
    for (int axis = 0; axis < 3; axis++) {
        float side = sides[random_int(random, 5)];
        float end = side * a[axis] > side * b[axis] ? a[axis] : b[axis];
        p[axis] = at[axis] + end + side * mover.radius;
    }
    return v(p[0], p[1], p[2]);
}

/* Whole numbers, halves of them, or any. */
static float border_float(uint64_t *random, int kind, float size) {
    float x = random_float(random, -size, size);
    return kind == 0 ? roundf(x) : kind == 1 ? roundf(2 * x) / 2 : x;
}

static sm3_vec border_vec(uint64_t *random, float size) {
    int kind = random_int(random, 3);
    return v(border_float(random, kind, size), border_float(random, kind, size),
             border_float(random, kind, size));
}

static sm3_vec minus(sm3_vec a, sm3_vec b) {
    return v(a.x - b.x, a.y - b.y, a.z - b.z);
}

/* A triangle with a corner, an edge or its inside through `through`; or in a plane across an axis.
 */
static sm3_triangle triangle_through(sm3_vec through, uint64_t *random) {
    sm3_vec along = border_vec(random, 3), aside = border_vec(random, 3);
    switch (random_int(random, 5)) {
    case 0:
        return sm3_face(through, plus(through, along), plus(through, aside));
    case 1:
        return sm3_face(minus(through, along), plus(through, along), plus(through, aside));
    case 2:
        return sm3_face(minus(through, plus(along, aside)), plus(through, along),
                        plus(through, aside));
    case 3:
        return sm3_face(minus(through, along), plus(through, along), plus(through, along));
    default:
        return sm3_face(plus(through, v(0, -2, -1)), plus(through, v(0, 2, -1)),
                        plus(through, v(0, 0, 3)));
    }
}

enum { BORDER_MOVES = 32, BORDER_TRIANGLES = 30 };

typedef struct border_move {
    sm3_vec position, delta;
    sm3_mover mover;
} border_move;

static border_move random_border_move(uint64_t *random, sm3_vec middle) {
    static const float sizes[] = {0, 0.08f, 1, 4};
    border_move m = {plus(middle, border_vec(random, 4)),
                     border_vec(random, sizes[random_int(random, 4)]),
                     movers[random_int(random, 5)]};
    if (random_int(random, 4) == 0)
        m.mover.radius = random_float(random, 0, 1);
    if (random_int(random, 4) == 0)
        m.mover.a = border_vec(random, 1);
    return m;
}

/* Beyond what the resolver counts as touching, and what rounding to floats may cost. */
static double clear_depth(sm3_vec position) {
    float largest = fmaxf(fabsf(position.x), fmaxf(fabsf(position.y), fabsf(position.z)));
    return (double)FLT_EPSILON * (2 * (double)largest + 4) + (double)SM3_SKIN;
}

/* What says that it is free overlaps nothing, but one-way faces. Which side of a one-sided face it
 * is on may be decided by rounding; those are left out. */
static void check_free(const border_move *m, const sm_options *options,
                       const sm3_triangle_array *array) {
    sm3_result r =
        sm3_slide_move(m->position, m->delta, m->mover, sm3_obstacles_of_array(array), options);
    sm3_mover placed = sm3_mover_at(m->mover, r.position);
    for (int i = 0; i < array->count && r.depth == 0; i++) {
        if (!array->triangles[i].one_sided && !array->triangles[i].oneway)
            assert_true((double)sm3_collide(placed, array->triangles[i], m->delta).depth <=
                        clear_depth(r.position));
    }
}

static void check_border_move(const border_move *m, sm3_obstacles index,
                              const sm3_triangle_array *array, uint64_t *random) {
    sm3_obstacles plain = sm3_obstacles_of_array(array);
    sm_options options = {.resolver = SM_DEEPEST};
    check_move(m->position, m->delta, m->mover, index, plain, &options);
    options.resolver = (sm_resolver)random_int(random, SM_RESOLVER_COUNT);
    check_move(m->position, m->delta, m->mover, index, plain, &options);
    check_casts(m->position, m->delta, m->mover, index, plain, NULL);
    check_free(m, &options, array);
}

TEST(triangles_on_borders_are_not_missed) {
    int trials = test_trials(1000);
    uint64_t random = 39;
    for (int i = 0; i < trials; i++) {
        border_move moves[BORDER_MOVES];
        sm3_triangle triangles[BORDER_TRIANGLES];
        sm3_vec middle = i % 4 ? v(0, 0, 0) : border_vec(&random, i % 8 ? 1e3f : 1e5f);
        int count = random_int(&random, BORDER_TRIANGLES) + 1;
        for (int k = 0; k < BORDER_MOVES; k++)
            moves[k] = random_border_move(&random, middle);
        for (int k = 0; k < count; k++) {
            const border_move *m = &moves[random_int(&random, BORDER_MOVES)];
            sm3_vec at = random_int(&random, 2) ? m->position : plus(m->position, m->delta);
            triangles[k] = triangle_through(point_of_box(at, m->mover, &random), &random);
            triangles[k].one_sided = random_int(&random, 4) == 0;
            triangles[k].oneway = k % 5 == 0;
            triangles[k].radius = random_int(&random, 4) ? 0 : 0.25f;
        }
        sm3_world *world = sm3_world_create(triangles, count, NULL);
        sm3_triangle_array array = {triangles, count};
        for (int k = 0; k < BORDER_MOVES; k++)
            check_border_move(&moves[k], sm3_obstacles_of_world(world), &array, &random);
        sm3_world_destroy(world);
    }
}

/* The deepest collision by the one routine there is, with nothing left out. */
static sm3_collision deepest_of_all(sm3_vec position, sm3_vec delta, sm3_mover mover,
                                    const sm3_triangle *triangles, int count) {
    mover3 placed = mover3_at(&mover, vec3_of(position));
    float largest = fmaxf(fabsf(position.x), fmaxf(fabsf(position.y), fabsf(position.z)));
    sm3_collision deepest = {.depth = FLT_EPSILON * largest, .obstacle = SM_NO_OBSTACLE};
    for (int i = 0; i < count; i++) {
        obstacle3 obstacle;
        contact3 contact;
        if (!obstacle3_of(&triangles[i], &obstacle) ||
            !sm3_contact(&placed, &obstacle, vec3_of(delta), -INFINITY, true, &contact) ||
            !contact3_was_led_in(&contact, &obstacle, &placed, vec3_of(delta)))
            continue;
        sm3_collision c = sm3_collision_of(&contact, i);
        if (c.depth > deepest.depth)
            deepest = c;
    }
    return deepest;
}

static void check_definition(make_fn *each, int count, int queries) {
    uint64_t random = 38;
    sm3_triangle *triangles = make(each, count);
    sm3_world *world = sm3_world_create(triangles, count, NULL);
    sm3_triangle_array array = {triangles, count};
    for (int i = 0; i < test_trials(queries); i++) {
        sm3_vec start = random_vec(&random, 3), delta = random_vec(&random, 0.1f);
        sm3_mover mover = movers[random_int(&random, 5)];
        sm3_vec end = plus(start, delta);
        for (int pushes = 0; pushes < SM_PUSHES; pushes++) {
            sm3_collision c = deepest_of_all(end, delta, mover, triangles, count);
            end = plus(end, c.obstacle == SM_NO_OBSTACLE ? v(0, 0, 0) : sm3_resolvement(c));
        }
        sm3_obstacles index = sm3_obstacles_of_world(world), plain = sm3_obstacles_of_array(&array);
        sm3_result a = sm3_slide_move(start, delta, mover, index, NULL);
        sm3_result b = sm3_slide_move(start, delta, mover, plain, NULL);
        assert_memory_equal(&a.position, &end, sizeof end);
        assert_memory_equal(&b.position, &end, sizeof end);
    }
    sm3_world_destroy(world);
    free(triangles);
}

/* Also of a capsule that runs through a one-sided face, which may have to leave it on the side that
 * is farther. */
TEST(nothing_that_is_left_out_is_deeper) {
    check_definition(make_soup, 60, 3000);
    check_definition(make_cubes, 60, 3000);
    check_definition(make_plane, 60, 3000);
    check_definition(make_large_radii, 60, 3000);
    check_definition(make_huge_among_small, 120, 3000);
}

TEST(large_coordinates_give_the_same_bits) {
    sm3_triangle *triangles = make(make_far_out, 600);
    check_triangles(triangles, 600, v(3e5f, -2e5f, 1e5f), 9, 2000, 37);
    free(triangles);
}

TEST(far_outside_nothing_is_met) {
    check_level(make_terrain, 2000, 1e6f, 500);
}

TEST(a_million_triangles_give_the_same_bits) {
    check_level(make_terrain, test_trials(1000000), 500, 6);
    check_level(make_soup, test_trials(1000000), 100, 6);
}

TEST(a_million_triangles_on_one_spot_can_be_built) {
    check_level(make_identical, test_trials(1000000), 2, 2);
}

/* Shows everything, backwards, from a place that changes. */
static void show_all_backwards(const void *context, const sm3_region *region,
                               sm3_visitor *visitor) {
    const sm3_triangle_array *array = context;
    for (int i = array->count - 1; i >= 0; i--) {
        sm3_triangle passing = array->triangles[i];
        sm3_visit(visitor, &passing, i);
    }
}

TEST(a_function_may_show_more_and_in_any_order) {
    static const int counts[] = {20, 60, 200};
    for (int i = 0; i < 3; i++) {
        sm3_triangle *triangles = make(make_soup, counts[i]);
        sm3_triangle_array array = {triangles, counts[i]};
        check_same((sm3_obstacles){.visit = show_all_backwards, .context = &array},
                   sm3_obstacles_of_array(&array), 4, 2000);
        free(triangles);
    }
}

/* As for who is crushed: what is just so deep that it holds was passed by after another. */
TEST(what_just_holds_a_mover_that_is_deep_may_be_seen_in_any_order) {
    const sm3_triangle walls[] = {sm3_face(v(100, -900, -900), v(100, 900, -900), v(100, 0, 900)),
                                  sm3_face(v(-900, 100, -900), v(900, 100, -900), v(0, 100, 900))};
    const sm3_triangle_array array = {walls, 2};
    const sm3_mover ball = sm3_sphere(v(0, 0, 0), 200);
    const mover3 mover = mover3_at(&ball, vec3_zero);
    const clearance3 deep = {.stop = -100, .held = -100, .needed = -100};
    const sm3_obstacles orders[] = {sm3_obstacles_of_array(&array),
                                    {.visit = show_all_backwards, .context = &array}};
    for (int i = 0; i < 2; i++) {
        cast3 cast;
        sm3_cast_begin(&cast, &mover, (vec3){1, 1, 0}, &deep, false);
        sm3_region region = sm3_cast_region(&cast);
        sm3_visit_near(&(met3){.obstacles = orders[i]}, &region, &cast.visitor);
        assert_int_equal(cast.first.obstacle, 0);
    }
}

static void show_moving_backwards(const void *context, const sm3_region *region,
                                  sm3_visitor *visitor) {
    const sm3_obstacle_array *list = context;
    for (int i = list->count - 1; i >= 0; i--) {
        sm3_obstacle passing = list->obstacles[i];
        passing.number = i;
        sm3_visit_obstacle(visitor, &passing);
    }
}

/* Pressed on several alike, it goes with the first; how fast another is far off does not matter. */
TEST(what_moves_may_be_shown_more_and_in_any_order) {
    enum { PLATES = 6 };
    uint64_t random = 47;
    for (int i = 0; i < test_trials(300); i++) {
        sm3_obstacle plates[PLATES];
        const sm3_obstacle_array list = {plates, PLATES};
        for (int k = 0; k < PLATES; k++) {
            sm3_triangle plate;
            make_plane(&plate, 1, 0, &random);
            plates[k] =
                (sm3_obstacle){.shape = shifted(plate, v(random_float(&random, -1, 1), 0, 0)),
                               .before = plate,
                               .moves = true};
        }
        plates[0].before = shifted(plates[0].before, v(i % 2 ? 900 : 0, 0, i % 2 ? 900 : 0));
        plates[0].shape = shifted(plates[0].shape, v(i % 2 ? 300 : 0, 0, i % 2 ? 900 : 0));
        check_move(v(random_float(&random, -1, 1), 0.5f + SM3_SKIN, random_float(&random, -1, 1)),
                   v(0, -0.1f, 0), movers[0],
                   (sm3_obstacles){.visit = show_moving_backwards, .context = &list},
                   sm3_obstacles_of_list(&list), &(sm_options){.resolver = SM_SWEEP});
    }
}

/* Sizes of which floats cannot hold the squares, cubes or sixth powers. */
TEST(any_size_gives_the_same_bits) {
    enum { COUNT = 30 };
    uint64_t random = 40;
    for (float size = 1; size < 1e30f; size *= 10) {
        sm3_triangle t[COUNT];
        for (int i = 0; i < COUNT; i++)
            t[i] = (sm3_triangle){random_vec(&random, size),
                                  random_vec(&random, size),
                                  random_vec(&random, size),
                                  i % 4 ? 0 : 0.1f * size,
                                  i % 2,
                                  i % 3 == 0};
        sm3_world *world = sm3_world_create(t, COUNT, NULL),
                  *empty = sm3_world_create(NULL, 0, NULL);
        sm3_triangle_array array = {t, COUNT}, nothing = {NULL, 0};
        for (int i = 0; i < 400; i++) {
            sm3_vec position = random_vec(&random, size), delta = random_vec(&random, size);
            sm3_mover mover = movers[random_int(&random, MOVERS)];
            mover.radius *= i % 3 ? size : 1;
            sm_options options = {.resolver = (sm_resolver)random_int(&random, SM_SHALLOWEST + 1)};
            check_move(position, delta, mover, sm3_obstacles_of_world(world),
                       sm3_obstacles_of_array(&array), &options);
            check_move(position, delta, mover, sm3_obstacles_of_world(empty),
                       sm3_obstacles_of_array(&nothing), &options);
        }
        sm3_world_destroy(empty);
        sm3_world_destroy(world);
    }
}

/* Its faces were once taken to be infinitely far. */
TEST(a_large_mover_is_pushed_out_of_a_large_face) {
    for (float size = 1; size < 1e15f; size *= 10) {
        sm3_triangle face = sm3_face(v(-size, 0, -size), v(0, 0, size), v(size, 0, -size));
        sm3_triangle_array array = {&face, 1};
        sm3_result r =
            sm3_slide_move(v(0, 0.1f * size, 0), v(0, 0, 0), sm3_sphere(v(0, 0, 0), 0.25f * size),
                           sm3_obstacles_of_array(&array), NULL);
        assert_int_equal(r.pushes, 1);
        assert_float_equal(r.position.y / size, 0.25f, 1e-5);
    }
}

static bool stop_at_once(void *context, const sm3_obstacle *obstacle) {
    ++*(int *)context;
    return false;
}

TEST(a_visit_can_end_the_walk) {
    const sm3_triangle twice[] = {sm3_face(v(0, 0, 0), v(1, 0, 0), v(0, 0, 1)),
                                  sm3_face(v(0, 0, 0), v(1, 0, 0), v(0, 0, 1))};
    const sm3_obstacle both[] = {{.shape = twice[0]}, {.shape = twice[1], .number = 1}};
    const sm3_triangle_array array = {twice, 2};
    const sm3_obstacle_array list = {both, 2};
    sm3_world *world = sm3_world_create(twice, 2, NULL);
    const sm3_obstacles kinds[] = {sm3_obstacles_of_world(world), sm3_obstacles_of_array(&array),
                                   sm3_obstacles_of_list(&list)};
    for (int i = 0; i < 3; i++) {
        int calls = 0;
        sm3_find_overlaps(v(0, 0, 0), sm3_sphere(v(0, 0, 0), 1), kinds[i], NULL, stop_at_once,
                          &calls);
        assert_int_equal(calls, 1);
        sm3_find_in_box(v(-1, -1, -1), v(1, 1, 1), kinds[i], NULL, stop_at_once, &calls);
        assert_int_equal(calls, 2);
        assert_int_equal(sm3_find_nearest(v(0, 1, 0), NAN, kinds[i], NULL).obstacle, -1);
    }
    sm3_world_destroy(world);
}

TEST(numbers_that_are_not_given_out_are_refused) {
    const sm3_triangle face = sm3_face(v(0, 0, 0), v(1, 0, 0), v(0, 0, 1));
    sm3_world *world = sm3_world_create(&face, 1, NULL);
    assert_true(sm3_world_bytes(world) > 0 && sm3_world_simd(world) != SM_SIMD_BEST);
    const int wrong[] = {-1, 1, 7};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sm3_world_set(world, wrong[i], face), SM_NO_SUCH_THING);
        assert_int_equal(sm3_world_move(world, wrong[i], face), SM_NO_SUCH_THING);
        assert_int_equal(sm3_world_remove(world, wrong[i]), SM_NO_SUCH_THING);
        assert_true(isnan(sm3_world_get(world, wrong[i]).a.x));
        assert_true(isnan(sm3_world_obstacle(world, wrong[i]).shape.a.x));
    }
    /* What moves and is nowhere is laid to rest as any other. */
    sm3_obstacle gone = {.shape = nowhere, .moves = true, .before = face};
    assert_int_equal(sm3_world_put(world, 0, &gone), SM_CHANGED);
    sm3_world_rest(world);
    assert_false(sm3_world_obstacle(world, 0).moves);
    sm3_world_destroy(world);
}

TEST(any_number_of_contacts_clips_a_velocity) {
    enum { SAME = 70 };
    sm3_collision contacts[SAME] = {{.depth = 0}}; /* the first has no normal */
    sm_collision flat[SAME] = {{.depth = 0}};
    for (int i = 1; i < SAME; i++) {
        contacts[i].normal = v(0, 2, 0);
        flat[i].normal = (sm_vec2){0, i == 1 ? INFINITY : 2};
    }
    assert_vec(sm3_clip_velocity(v(1, -2, 3), contacts, SAME), 1, 0, 3);
    assert_vec(sm3_lifted(sm_clip_velocity((sm_vec2){1, -2}, flat, SAME)), 1, 0, 0);
}

TEST(worlds_of_nothing_are_harmless) {
    sm3_world *world = sm3_world_create(NULL, -5, NULL);
    assert_non_null(world);
    sm3_result r =
        sm3_slide_move(v(0, 0, 0), v(1, 0, 0), movers[0], sm3_obstacles_of_world(world), NULL);
    assert_true(r.position.x == 1);
    sm3_world_destroy(world);
    sm3_world_destroy(NULL);
    sm3_triangle_array none = {NULL, -1};
    assert_false(sm3_raycast(v(0, 0, 0), v(1, 0, 0), sm3_obstacles_of_array(&none), NULL).hit);
}

/* Returns how many faces were seen from behind. */
static int check_traces(make_fn *each, int count) {
    sm3_triangle *triangles = make(each, count);
    sm3_world *world = sm3_world_create(triangles, count, NULL);
    sm3_triangle_array array = {triangles, count};
    const sm3_obstacles met[] = {sm3_obstacles_of_world(world), sm3_obstacles_of_array(&array)};
    uint64_t random = 33;
    int from_behind = 0;
    for (int i = 0; i < test_trials(2000); i++) {
        sm3_collision recorded[2][64];
        bool let_through[2][64] = {{false}};
        int capacity = i % 3 == 0 ? 7 : 64; /* too few record the lowest numbers */
        sm_trace traces[2];
        sm3_vec position = random_vec(&random, 8), delta = v(0.1f, -0.2f, 0.05f);
        position.y = random_float(&random, -0.5f, 0.7f);
        for (int k = 0; k < 2; k++) {
            traces[k] = (sm_trace){.candidates = recorded[k],
                                   .capacity = capacity,
                                   .reach = 0.3f,
                                   .let_through = i % 2 ? let_through[k] : NULL};
            sm_options options = {.resolver = (sm_resolver)(i % SM_RESOLVER_COUNT),
                                  .trace = &traces[k]};
            sm3_slide_move(position, delta, movers[i % 2 ? 0 : 2], met[k], &options);
        }
        assert_same_traces(&traces[0], &traces[1]);
        for (int k = 0; k < traces[0].candidate_count; k++)
            from_behind += let_through[0][k];
    }
    sm3_world_destroy(world);
    free(triangles);
    return from_behind;
}

TEST(a_trace_sees_the_same_through_the_index) {
    assert_true(check_traces(make_terrain, 800) > test_trials(100));
    assert_true(check_traces(make_soup, 800) > test_trials(100));
    check_traces(make_odd, 60);
}

/* What bounds such a box was once made of its edges as they are given. */
TEST(a_box_that_is_not_square_moves_alike_through_the_index_and_with_a_trace) {
    sm3_triangle *triangles = make(make_terrain, 128);
    sm3_world *world = sm3_world_create(triangles, 128, NULL);
    sm3_triangle_array array = {triangles, 128};
    sm3_obstacles plain = sm3_obstacles_of_array(&array);
    sm3_mover box =
        sm3_box(v(0, 0, 0), v(0.3f, 0.1f, 0), v(-0.1f, 0.3f, 0.05f), v(0.1f, 0.1f, 0.3f), 0);
    sm3_vec position = v(0, 0, 0), delta = position;
    uint64_t random = 34;
    for (int i = 0; i < test_trials(1000); i++) {
        sm_trace trace = {.reach = 0.25f};
        sm_options options = {.resolver = SM_SWEEP},
                   traced = {.resolver = SM_SWEEP, .trace = &trace};
        if (i % 6 == 0)
            delta = plus(random_vec(&random, 0.3f), v(0, -0.1f, 0));
        if (i % 60 == 0)
            position = plus(random_vec(&random, 3), v(0, 3.5f, 0));
        check_move(position, delta, box, sm3_obstacles_of_world(world), plain, &options);
        sm3_vec seen = sm3_slide_move(position, delta, box, plain, &traced).position;
        position = sm3_slide_move(position, delta, box, plain, &options).position;
        assert_memory_equal(&seen, &position, sizeof seen);
    }
    sm3_world_destroy(world);
    free(triangles);
}

/* ---- Casts ------------------------------------------------------------------------------- */

static double gap_at(sm3_mover mover, sm3_vec delta, double fraction, sm3_triangle obstacle) {
    reference_vec3 way = {(long double)delta.x * (long double)fraction,
                          (long double)delta.y * (long double)fraction,
                          (long double)delta.z * (long double)fraction};
    return reference_closest_shapes(mover, way, obstacle).distance -
           ((double)mover.radius + (double)obstacle.radius);
}

TEST(casts_stop_at_the_first_touch_and_not_before) {
    static const float speeds[] = {0.1f, 5, 5000};
    static const double tolerance = 1e-5;
    uint64_t random = 34;
    int hits = 0;
    for (int i = 0; i < test_trials(20000); i++) {
        sm3_triangle obstacle;
        make_soup(&obstacle, i, 30, &random);
        obstacle.one_sided = obstacle.oneway = false;
        if (i % 4 == 0)
            obstacle.c = obstacle.b;
        if (i % 8 == 0)
            obstacle.b = obstacle.c = obstacle.a;
        sm3_mover mover = movers[random_int(&random, 4)];
        sm3_vec start = random_vec(&random, 4);
        sm3_vec toward =
            i % 3 ? plus(obstacle.a, v(-start.x, -start.y, -start.z)) : random_vec(&random, 1);
        float speed = speeds[random_int(&random, 3)];
        sm3_vec delta = v(toward.x * speed, toward.y * speed, toward.z * speed);
        sm3_triangle_array array = {&obstacle, 1};
        sm3_touch touch = sm3_cast(start, delta, mover, sm3_obstacles_of_array(&array), NULL);
        sm3_mover placed = sm3_mover_at(mover, start);
        if (gap_at(placed, delta, 0, obstacle) < tolerance)
            continue;
        hits += touch.hit;
        double end = touch.hit ? touch.fraction : 1;
        for (int k = 0; k <= 50; k++)
            assert_true(gap_at(placed, delta, end * k / 50, obstacle) >= -tolerance);
        if (touch.hit)
            assert_true(gap_at(placed, delta, end, obstacle) <= tolerance);
        else
            assert_true(!touch.hit && touch.fraction == 1 && touch.obstacle == SM_NO_OBSTACLE);
    }
    assert_true(hits > test_trials(4000));
}

/* Where doubles are coarser than what counts as touching, its steps may come no nearer. */
TEST(far_out_a_cast_ends_where_rounding_lets_it) {
    uint64_t random = 3;
    int hits = 0;
    for (int i = 0; i < 3000; i++) {
        float far = powf(10, random_float(&random, 9, 13)), size = far * 1e-6f;
        sm3_vec at = v(far, far, -far), start = plus(at, random_vec(&random, 3 * size));
        sm3_triangle face =
            sm3_face(plus(at, random_vec(&random, size)), plus(at, random_vec(&random, size)),
                     plus(at, random_vec(&random, size)));
        sm3_mover mover = sm3_sphere(v(0, 0, 0), 0.1f * size);
        sm3_touch touch = sm3_cast(start, sm3_scaled(sm3_between(start, at), 2), mover,
                                   sm3_obstacles_of_array(&(sm3_triangle_array){&face, 1}), NULL);
        if (sm3_collide(sm3_mover_at(mover, start), face, v(0, 0, 0)).depth > 0)
            continue;
        float depth = sm3_collide(sm3_mover_at(mover, touch.position), face, v(0, 0, 0)).depth;
        assert_true(depth <= 2e-7f * far);
        assert_true(!touch.hit || depth >= -2e-7f * far);
        hits += touch.hit;
    }
    assert_true(hits > 1000);
}

TEST(a_ray_reports_fraction_position_normal_and_point) {
    sm3_triangle face = sm3_face(v(-4, 1, -4), v(0, 1, 4), v(4, 1, -4));
    sm3_triangle_array array = {&face, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    sm3_touch down = sm3_raycast(v(0.5f, 5, 0), v(0, -8, 0), obstacles, NULL);
    assert_true(down.hit);
    assert_float_equal((float)down.fraction, 0.5f, 1e-7);
    assert_float_equal(down.position.y, 1, 1e-6);
    assert_float_equal(down.normal.y, 1, 1e-6);
    assert_float_equal(down.point.x, 0.5f, 1e-6);
    sm3_touch up = sm3_raycast(v(0.5f, -5, 0), v(0, 12, 0), obstacles, NULL);
    assert_true(up.hit && up.normal.y < -0.999f);
    face.one_sided = true;
    assert_true(sm3_raycast(v(0.5f, 5, 0), v(0, -8, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(0.5f, -5, 0), v(0, 12, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(9, 5, 0), v(0, -8, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(0, NAN, 0), v(0, -8, 0), obstacles, NULL).hit);
    assert_false(sm3_raycast(v(0, 5, 0), v(0, -INFINITY, 0), obstacles, NULL).hit);
}

TEST(a_mover_that_touches_or_overlaps_is_hit_only_going_deeper) {
    sm3_triangle face = sm3_face(v(-4, 0, -4), v(0, 0, 4), v(4, 0, -4));
    sm3_triangle_array array = {&face, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    for (int i = 0; i < 2; i++) {
        sm3_vec start = v(0, i ? 0.5f : 0.3f, 0);
        sm3_touch deeper = sm3_cast(start, v(1, -1, 0), movers[0], obstacles, NULL);
        assert_true(deeper.hit && deeper.fraction == 0);
        assert_false(sm3_cast(start, v(1, 0, 0), movers[0], obstacles, NULL).hit);
        assert_false(sm3_cast(start, v(0, 1, 0), movers[0], obstacles, NULL).hit);
    }
}

TEST(queries_find_what_is_there_and_say_no_of_the_rest) {
    sm3_triangle floor = sm3_face(v(-4, 0, -4), v(-4, 0, 4), v(4, 0, -4));
    floor.radius = 0.5f;
    sm3_triangle_array array = {&floor, 1};
    sm3_obstacles obstacles = sm3_obstacles_of_array(&array);
    sm3_collision nearest = sm3_find_nearest(v(-1, 2, -1), 9, obstacles, NULL);
    assert_float_equal(nearest.depth, -1.5f, 1e-6);
    assert_vec(nearest.point, -1, 0.5f, -1);
    assert_int_equal(sm3_find_nearest(v(-1, 2, -1), 1.5f, obstacles, NULL).obstacle,
                     SM_NO_OBSTACLE);
    assert_int_equal(sm3_find_nearest(v(NAN, 2, -1), 9, obstacles, NULL).obstacle, SM_NO_OBSTACLE);
    sm3_collision deepest =
        sm3_find_deepest(v(-1, 0.75f, -1), v(0, 0, 0), movers[0], obstacles, NULL);
    assert_float_equal(deepest.depth, 0.25f, 1e-6);
    static const struct {
        sm3_vec low, high;
        int found;
    } boxes[] = {
        {{-1, -1, -1}, {-0.5f, 1, -0.5f}, 1}, /* the middle runs through it */
        {{-9, -9, -9}, {9, 9, 9}, 1},         /* all is in it */
        {{-1, 0.5f, -1}, {0, 2, 0}, 1},       /* touches */
        {{-1, 0.51f, -1}, {0, 2, 0}, 0},      {{1, -1, 1}, {4, 1, 4}, 0}, /* beyond the long edge */
        {{-1, -0.1f, -9}, {-1, 0.1f, 9}, 1},
    };
    for (int i = 0; i < 6; i++) {
        told_sum t = {0};
        sm3_find_in_box(boxes[i].low, boxes[i].high, obstacles, NULL, count_told, &t);
        assert_int_equal(t.count, boxes[i].found);
        sm3_find_in_box(boxes[i].low, v(NAN, 0, 0), obstacles, NULL, count_told, &t);
        assert_int_equal(t.count, boxes[i].found);
    }
}

static bool give_up_third(void *context, size_t done, size_t total) {
    int *told = context;
    assert_true(done <= total);
    return ++*told != 3;
}

typedef struct told_boxes {
    const sm3_mover *mover;
    int inner, entries;
} told_boxes;

static void count_box(void *context, sm3_vec low, sm3_vec high, int entries) {
    told_boxes *t = context;
    sm3_vec at = t->mover->a;
    float r = t->mover->radius;
    assert_true(low.x <= at.x + r && low.y <= at.y + r && low.z <= at.z + r);
    assert_true(high.x >= at.x - r && high.y >= at.y - r && high.z >= at.z - r);
    t->inner += entries == 0;
    t->entries += entries;
}

TEST(the_boxes_told_are_those_around_the_mover_and_hold_all_that_it_may_meet) {
    enum { COUNT = 2000 };
    static sm3_triangle t[COUNT];
    uint64_t random = random_seed(31);
    for (int i = 0; i < COUNT; i++)
        make_soup(&t[i], i, COUNT, &random);
    sm3_world *world = sm3_world_create(t, COUNT, NULL);
    for (int k = 0; k < 20; k++) {
        sm3_mover mover = sm3_sphere(random_vec(&random, 12), k == 0 ? 1e3f : 1);
        told_boxes told = {.mover = &mover};
        told_sum near = {0};
        sm3_world_boxes(world, mover, count_box, &told);
        sm3_find_overlaps(v(0, 0, 0), mover, sm3_obstacles_of_world(world), NULL, count_told,
                          &near);
        assert_in_range(told.entries, near.count, k == 0 ? COUNT : COUNT / 4);
        assert_true(told.entries == COUNT || k > 0);
        assert_true(told.inner > 0);
    }
    sm3_world_boxes(world, sm3_sphere(v(NAN, 0, 0), 1), count_box, NULL);
    sm3_world_destroy(world);
}

TEST(who_waits_for_a_large_world_is_told_and_may_give_it_up) {
    enum { COUNT = 200000 };
    sm3_triangle *faces = malloc(COUNT * sizeof *faces);
    assert_non_null(faces);
    uint64_t random = 7;
    for (int i = 0; i < COUNT; i++) {
        float x = random_float(&random, -900, 900), z = random_float(&random, -900, 900);
        faces[i] = sm3_face(v(x, 0, z), v(x + 1, 0, z), v(x, 1, z + 1));
    }
    int told = 3; /* past the third */
    sm_world_def def = {.progress = {give_up_third, &told}};
    sm3_world *world = sm3_world_create(faces, COUNT, &def);
    assert_true(world != NULL && told >= 10);
    sm3_world_destroy(world);
    const int begins[] = {0, 6 - told}; /* ends at the third time, and at the last */
    for (int i = 0; i < 2; i++) {
        told = begins[i];
        assert_null(sm3_world_create(faces, COUNT, &def));
        assert_int_equal(told, 3);
    }
    free(faces);
}

TEST(no_speed_tunnels) {
    uint64_t random = 35;
    for (int i = 0; i < test_trials(100000); i++) {
        sm3_triangle wall =
            sm3_face(v(-9, random_float(&random, -1, 1), -9), v(0, random_float(&random, -1, 1), 9),
                     v(9, random_float(&random, -1, 1), -9));
        sm3_triangle_array array = {&wall, 1};
        float speed = powf(10, random_float(&random, 0.5f, 6));
        sm3_vec start = v(random_float(&random, -2, 2), 2, random_float(&random, -2, 2));
        sm3_vec delta = v(0, -speed, 0);
        sm3_touch touch =
            sm3_cast(start, delta, movers[i % 3], sm3_obstacles_of_array(&array), NULL);
        assert_true(touch.hit);
        assert_true(touch.position.y > -1.5f);
    }
}

/* The world against the plain loop: the same bits, whatever the obstacles, the query, the changes
 * before it and the processor. */
#include "../test.h"
#include "../trace.h"

#include "../../src/slidemove/slidemove.h"
#include "../plane.h"
#include "../random.h"

enum { OBSTACLES_MAX = 400, QUERIES = 24, CANDIDATES_MAX = 600 };

/* ---- Random worlds ----------------------------------------------------------------------- */

typedef struct trial {
    uint64_t random;
    float size, length, radius; /* of the world, of an obstacle, at most, and of a mover */
    sm_vec2 centre;
    sm_capsule obstacles[OBSTACLES_MAX];
    int count;
} trial;

static sm_vec2 random_place(trial *t, float size) {
    return v(t->centre.x + random_float(&t->random, -size, size),
             t->centre.y + random_float(&t->random, -size, size));
}

static sm_vec2 near_to(trial *t, sm_vec2 p, float distance) {
    return v(p.x + random_float(&t->random, -distance, distance),
             p.y + random_float(&t->random, -distance, distance));
}

static float odd_number(trial *t) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e20f, 1e-40f, 0, -0.0f};
    return odd[random_int(&t->random, 9)];
}

static sm_capsule odd_obstacle(trial *t) {
    sm_vec2 a = random_place(t, t->size);
    sm_capsule c = {a, near_to(t, a, t->length), 0};
    float *numbers[] = {&c.a.x, &c.a.y, &c.b.x, &c.b.y, &c.radius};
    *numbers[random_int(&t->random, 5)] = odd_number(t);
    return c;
}

static sm_capsule random_obstacle(trial *t) {
    int kind = random_int(&t->random, 100);
    if (kind < 2)
        return odd_obstacle(t);
    if (kind < 10 && t->count > 0)
        return t->obstacles[random_int(&t->random, t->count)]; /* a twin */
    sm_vec2 a = random_place(t, kind < 30 ? t->size / 100 : t->size);
    float length = kind < 34 ? t->size * 3 : kind < 40 ? t->size / 5 : t->length;
    sm_capsule c = {a, kind < 45 ? a : near_to(t, a, length), 0};
    if (kind >= 40 && kind < 60)
        c.radius = random_float(&t->random, -1, 3) * t->length;
    if (kind >= 90) /* on a lattice: exact touches and ties */
        c = sm_segment(v(roundf(c.a.x), roundf(c.a.y)), v(roundf(c.b.x), roundf(c.b.y)));
    return c;
}

static void make_trial(trial *t, uint64_t *random) {
    static const float scales[] = {1, 1, 1, 1e-3f, 1e3f, 1e6f};
    static const int counts[] = {0, 1, 2, 9, 30, 30, 100, OBSTACLES_MAX};
    t->random = random_bits(random) | 1;
    float scale = scales[random_int(&t->random, 6)];
    t->size = 20 * scale;
    t->length = random_float(&t->random, 0.1f, 4) * scale;
    t->radius = random_float(&t->random, 0.05f, 1.5f) * scale;
    t->centre = random_int(&t->random, 3) == 0
                    ? v(random_float(&t->random, -50, 50) * scale, 1000 * scale)
                    : v(0, 0);
    t->count = 0;
    int count = counts[random_int(&t->random, 8)];
    for (int i = 0; i < count; i++) {
        t->obstacles[t->count] = random_obstacle(t);
        t->count++;
    }
}

static sm_capsule random_shape(trial *t) {
    static const float sizes[] = {1, 1, 1, 0, 0.01f, 20};
    float radius = t->radius * sizes[random_int(&t->random, 6)];
    if (random_int(&t->random, 4) > 0)
        return sm_circle(v(0, 0), radius);
    sm_vec2 half = {random_float(&t->random, -2, 2) * t->length,
                    random_float(&t->random, -2, 2) * t->length};
    sm_vec2 from = random_int(&t->random, 2) == 0 ? half : v(-half.x, -half.y);
    return (sm_capsule){from, half, radius};
}

/* Mostly near to something, now and then outside of everything, or on an obstacle exactly. */
static sm_vec2 random_position(trial *t) {
    int kind = random_int(&t->random, 20);
    if (t->count == 0 || kind < 2)
        return random_place(t, kind == 0 ? 1000 * t->size : 2 * t->size);
    sm_capsule c = t->obstacles[random_int(&t->random, t->count)];
    if (kind == 2)
        return c.a;
    float along = random_float(&t->random, 0, 1);
    sm_vec2 p = {c.a.x + along * (c.b.x - c.a.x), c.a.y + along * (c.b.y - c.a.y)};
    return kind < 4 ? p : near_to(t, p, 1.5f * t->radius + (c.radius > 0 ? c.radius : 0));
}

static sm_vec2 random_delta(trial *t) {
    static const float sizes[] = {0, 0.2f, 0.2f, 1, 10};
    float size = sizes[random_int(&t->random, 5)] * t->radius;
    return v(random_float(&t->random, -size, size), random_float(&t->random, -size, size));
}

/* ---- Plain loops ------------------------------------------------------------------------- */

static sm_collision deepest_by_loop(const trial *t, sm_capsule mover, sm_vec2 delta, float beyond) {
    sm_collision best = {beyond, {0, 0}, {0, 0}, SM_NO_OBSTACLE};
    for (int i = 0; i < t->count; i++) {
        sm_collision c = sm_collide(mover, t->obstacles[i], delta);
        c.obstacle = i;
        if (c.depth > best.depth)
            best = c;
    }
    if (best.obstacle == SM_NO_OBSTACLE)
        best.depth = 0;
    return best;
}

static sm_touch first_touch_by_loop(const trial *t, sm_vec2 position, sm_vec2 delta,
                                    sm_capsule mover) {
    sm_touch first = {.fraction = 1, .obstacle = SM_NO_OBSTACLE};
    for (int i = 0; i < t->count; i++) {
        sm_touch touch = sm_cast(position, delta, mover, t->obstacles[i]);
        if (touch.hit && (!first.hit || touch.fraction < first.fraction)) {
            first = touch;
            first.obstacle = i;
        }
    }
    return first;
}

/* ---- The same --------------------------------------------------------------------------- */

static bool same_collision(sm_collision a, sm_collision b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static sm_collision deepest_in(const sm_world *world, sm_capsule mover) {
    return sm_find_deepest(v(0, 0), v(0, 0), sm_hull_of_capsule(mover),
                           sm_obstacles_of_world(world), NULL);
}

static void check_deepest(trial *t, const sm_world *world) {
    sm_capsule mover = sm_capsule_at(random_shape(t), random_position(t));
    sm_vec2 delta = random_delta(t);
    sm_collision expected = deepest_by_loop(t, mover, delta, 0);
    sm_collision found = sm_find_deepest(v(0, 0), delta, sm_hull_of_capsule(mover),
                                         sm_obstacles_of_world(world), NULL);
    if (!same_collision(expected, found))
        fail_msg("deepest: %d, depth %.9g, instead of %d, depth %.9g", found.obstacle, found.depth,
                 expected.obstacle, expected.depth);
}

static void check_nearest(trial *t, const sm_world *world) {
    sm_vec2 point = random_position(t);
    float limits[] = {INFINITY, t->size, t->radius, 0};
    float limit = limits[random_int(&t->random, 4)];
    sm_collision expected = deepest_by_loop(t, sm_circle(point, 0), v(0, 0), -limit);
    sm_collision found = sm_find_nearest(point, limit, sm_obstacles_of_world(world), NULL);
    if (!same_collision(expected, found))
        fail_msg("nearest: %d, depth %.9g, instead of %d, depth %.9g", found.obstacle, found.depth,
                 expected.obstacle, expected.depth);
}

static void check_cast(trial *t, const sm_world *world) {
    bool is_ray = random_int(&t->random, 3) == 0;
    sm_vec2 position = random_position(t), delta = random_delta(t);
    if (random_int(&t->random, 2) == 0) {
        sm_vec2 to = random_position(t);
        delta = v(to.x - position.x, to.y - position.y);
    }
    sm_capsule mover = is_ray ? sm_circle(v(0, 0), 0) : random_shape(t);
    sm_touch expected = first_touch_by_loop(t, position, delta, mover);
    sm_touch found = sm_shapecast(position, delta, sm_hull_of_capsule(mover),
                                  sm_obstacles_of_world(world), NULL);
    if (found.hit != expected.hit || found.obstacle != expected.obstacle ||
        found.fraction != expected.fraction || found.point.x != expected.point.x ||
        found.point.y != expected.point.y || found.normal.x != expected.normal.x ||
        found.normal.y != expected.normal.y)
        fail_msg("cast: %d at %.17g instead of %d at %.17g", found.obstacle, found.fraction,
                 expected.obstacle, expected.fraction);
}

typedef struct visits {
    int seen[OBSTACLES_MAX];
    int count;
} visits;

static bool count_visit(void *context, const sm_obstacle *o) {
    visits *told = context;
    assert_in_range(o->number, 0, OBSTACLES_MAX - 1);
    told->seen[o->number]++;
    told->count++;
    return true;
}

static void check_overlap(trial *t, const sm_world *world) {
    sm_capsule mover = sm_capsule_at(random_shape(t), random_position(t));
    visits told = {0};
    sm_find_overlaps(v(0, 0), sm_hull_of_capsule(mover), sm_obstacles_of_world(world), NULL,
                     count_visit, &told);
    for (int i = 0; i < t->count; i++) {
        int expected = sm_overlaps(sm_collide(mover, t->obstacles[i], v(0, 0)));
        if (told.seen[i] != expected)
            fail_msg("overlap: %d seen %d times instead of %d", i, told.seen[i], expected);
    }
}

/* How far the obstacle is from the box, less its radius; NAN for none. By way of a capsule for each
 * edge, so by other arithmetic than the world's: the sign is sure only beyond `rounding`. */
static float gap_to_box(sm_capsule c, sm_vec2 low, sm_vec2 high) {
    const sm_vec2 corners[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    float gap = INFINITY;
    for (int i = 0; i < 4; i++)
        gap =
            fminf(gap, sm_closest_of_segments(c.a, c.b, corners[i], corners[(i + 1) % 4]).distance);
    bool is_inside = c.a.x >= low.x && c.a.x <= high.x && c.a.y >= low.y && c.a.y <= high.y;
    return (is_inside ? 0 : gap) - (c.radius > 0 ? c.radius : 0);
}

static void check_box(trial *t, const sm_world *world) {
    sm_vec2 p = random_position(t), q = near_to(t, p, t->length * 3);
    sm_vec2 low = {fminf(p.x, q.x), fminf(p.y, q.y)}, high = {fmaxf(p.x, q.x), fmaxf(p.y, q.y)};
    if (!isfinite(p.x + p.y + q.x + q.y))
        return;
    visits told = {0};
    sm_find_in_box(p, q, sm_obstacles_of_world(world), NULL, count_visit, &told);
    for (int i = 0; i < t->count; i++) {
        sm_capsule c = t->obstacles[i];
        bool is_finite = isfinite(c.a.x) && isfinite(c.a.y) && isfinite(c.b.x) && isfinite(c.b.y) &&
                         isfinite(c.radius);
        float gap = is_finite ? gap_to_box(c, low, high) : INFINITY;
        float farthest =
            fmaxf(fmaxf(fabsf(c.a.x), fabsf(c.a.y)), fmaxf(fabsf(c.b.x), fabsf(c.b.y)));
        float rounding = 1e-5f * (fabsf(gap) + fabsf(c.radius)) + 1e-13f * farthest;
        if (fabsf(gap) <= rounding ? told.seen[i] > 1 : told.seen[i] != (gap < 0))
            fail_msg("box: %d seen %d times, gap %g", i, told.seen[i], gap);
    }
}

static bool is_ordinary_number(float x) {
    return fabsf(x) <= 1e6f; /* NaN is not */
}

/* SM_SWEEP keeps its promises within what a level may hold; the others say the same of anything. */
static bool is_ordinary(const trial *t, sm_capsule mover, sm_vec2 position, sm_vec2 delta) {
    float all[] = {mover.a.x,  mover.a.y,  mover.b.x, mover.b.y, mover.radius,
                   position.x, position.y, delta.x,   delta.y};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!is_ordinary_number(all[i]))
            return false;
    }
    for (int i = 0; i < t->count; i++) {
        sm_capsule c = t->obstacles[i];
        if (!isnan(c.a.x) &&
            !(is_ordinary_number(c.a.x) && is_ordinary_number(c.a.y) && is_ordinary_number(c.b.x) &&
              is_ordinary_number(c.b.y) && is_ordinary_number(c.radius)))
            return false;
    }
    return true;
}

static void check_move(trial *t, const sm_world *world) {
    static sm3_collision candidates[2][CANDIDATES_MAX];
    sm_capsule shape = random_shape(t);
    sm_vec2 position = random_position(t), delta = random_delta(t);
    bool is_traced = random_int(&t->random, 3) == 0;
    float reaches[] = {0, t->radius, -t->radius, INFINITY, NAN};
    sm_trace traces[2];
    sm_result results[2];
    sm_options options = {.resolver = random_int(&t->random, 2) == 0
                                          ? SM_DEEPEST
                                          : (sm_resolver)random_int(&t->random, SM_RESOLVER_COUNT),
                          .max_pushes = random_int(&t->random, 8)};
    if (options.resolver == SM_SWEEP && !is_ordinary(t, shape, position, delta))
        options.resolver = SM_DEEPEST;
    int capacity = random_int(&t->random, 2) == 0 ? 5 : CANDIDATES_MAX;
    float reach = reaches[random_int(&t->random, 5)];
    for (int i = 0; i < 2; i++) {
        traces[i] = (sm_trace){.candidates = candidates[i], .capacity = capacity, .reach = reach};
        options.trace = is_traced ? &traces[i] : NULL;
        results[i] = i == 0 ? sm_slide_move_capsules(position, delta, shape, t->obstacles, t->count,
                                                     &options)
                            : sm_slide_move_world(position, delta, shape, world, &options);
    }
    if (memcmp(&results[0], &results[1], sizeof results[0]) != 0)
        fail_msg("move: (%.9g, %.9g), depth %.9g, %d pushes, instead of (%.9g, %.9g), %.9g, %d",
                 results[1].position.x, results[1].position.y, results[1].depth, results[1].pushes,
                 results[0].position.x, results[0].position.y, results[0].depth, results[0].pushes);
    if (is_traced)
        assert_same_traces(&traces[0], &traces[1]);
}

static void check_walk(trial *t, const sm_world *world) {
    sm_capsule shape = sm_circle(v(0, 0), t->radius);
    sm_vec2 position = random_position(t), delta = random_delta(t);
    sm_options options = {.resolver = SM_DEEPEST};
    if (random_int(&t->random, 2) == 0 && is_ordinary(t, shape, position, delta)) {
        options.resolver = SM_SWEEP;
        if (random_int(&t->random, 4) == 0)
            shape.b = random_delta(t); /* a capsule, on one side of its position */
    }
    for (int i = 0; i < 20; i++) {
        sm_result expected =
            sm_slide_move_capsules(position, delta, shape, t->obstacles, t->count, &options);
        sm_result found = sm_slide_move_world(position, delta, shape, world, &options);
        assert_memory_equal(&expected, &found, sizeof found);
        position = found.position;
    }
}

static void check_queries(trial *t, const sm_world *world) {
    static void (*const checks[])(trial *, const sm_world *) = {
        check_deepest, check_deepest, check_nearest, check_cast, check_overlap,
        check_box,     check_move,    check_move,    check_walk};
    int kinds = (int)(sizeof checks / sizeof *checks);
    for (int i = 0; i < QUERIES; i++)
        checks[random_int(&t->random, kinds)](t, world);
}

/* ---- Changes ----------------------------------------------------------------------------- */

static const sm_capsule hole = {{NAN, NAN}, {NAN, NAN}, NAN};

static void change(trial *t, sm_world *world) {
    int kind = random_int(&t->random, 3), obstacle = 0;
    if (kind == 0 && t->count < OBSTACLES_MAX) {
        sm_capsule added = random_obstacle(t);
        assert_int_equal(sm_world_add(world, added), t->count);
        t->obstacles[t->count++] = added;
    }
    if (t->count == 0)
        return;
    obstacle = random_int(&t->random, t->count);
    if (kind == 1) {
        assert_int_equal(sm_world_remove(world, obstacle), SM_CHANGED);
        t->obstacles[obstacle] = hole;
    }
    if (kind == 2) {
        sm_capsule moved = random_obstacle(t);
        assert_int_equal(sm_world_set(world, obstacle, moved), SM_CHANGED);
        t->obstacles[obstacle] = moved;
    }
}

TEST(random_worlds_agree_with_the_plain_loop_also_after_changes) {
    static trial t;
    uint64_t random = 20260607;
    int worlds = test_trials(9000);
    for (int i = 0; i < worlds; i++) {
        make_trial(&t, &random);
        sm_world_def def = {.simd = (sm_simd)(1 + i % 2)};
        sm_world *world = sm_world_create(t.obstacles, t.count, &def);
        assert_non_null(world);
        check_queries(&t, world);
        int changes = random_int(&t.random, 60);
        for (int k = 0; k < changes; k++)
            change(&t, world);
        check_queries(&t, world);
        sm_world_destroy(world);
    }
    print_message("%d worlds, %d queries\n", worlds, 2 * worlds * QUERIES);
}

/* ---- Large worlds: where cells become grids ----------------------------------------------- */

static sm_vec2 in_cluster(uint64_t *random, float size) {
    return v(random_float(random, -size, size), random_float(random, -size, size));
}

static bool count_one(void *context, const sm_obstacle *obstacle) {
    ++*(int *)context;
    return true;
}

static void check_large(const sm_capsule *walls, int count, sm_vec2 around, float size) {
    const sm_capsule_array array = {walls, count};
    uint64_t random = 99;
    for (int simd = SM_SIMD_BEST; simd <= SM_SIMD_AVX2; simd++) {
        sm_world *world = sm_world_create(walls, count, &(sm_world_def){.simd = (sm_simd)simd});
        assert_non_null(world);
        assert_in_range(sm_world_simd(world), SM_SIMD_NONE,
                        simd == SM_SIMD_BEST ? SM_SIMD_AVX2 : simd);
        for (int i = 0; i < 100; i++) {
            sm_vec2 p = in_cluster(&random, size), delta = in_cluster(&random, 0.2f);
            sm_capsule disk = sm_circle(v(0, 0), i % 4 == 0 ? 5 : 0.5f);
            p = v(p.x + around.x, p.y + around.y);
            sm_result expected = sm_slide_move_capsules(p, delta, disk, walls, count, NULL);
            sm_result found = sm_slide_move_world(p, delta, disk, world, NULL);
            assert_memory_equal(&expected, &found, sizeof found);
            int counts[2] = {0, 0};
            const float by = i % 2 == 0 ? 1 : 10;
            const sm_vec2 corner = v(p.x + by * delta.x, p.y + by * delta.y);
            sm_find_in_box(p, corner, sm_obstacles_of_array(&array), NULL, count_one, &counts[0]);
            sm_find_in_box(p, corner, sm_obstacles_of_world(world), NULL, count_one, &counts[1]);
            assert_int_equal(counts[0], counts[1]);
        }
        sm_world_destroy(world);
    }
}

TEST(clusters_long_walls_and_twins_agree_with_the_plain_loop) {
    enum { COUNT = 20000 };
    static sm_capsule walls[COUNT];
    uint64_t random = 7;
    sm_vec2 spot = {31000, -27000};
    for (int i = 0; i < COUNT; i++) { /* a spot in a huge empty world, and a spot in the spot */
        float size = i % 2 == 0 ? 30 : 0.5f;
        sm_vec2 a = in_cluster(&random, size), b = in_cluster(&random, 1);
        a = v(a.x + spot.x, a.y + spot.y);
        walls[i] = sm_segment(a, v(a.x + b.x, a.y + b.y));
    }
    walls[5] = sm_segment(v(-1e6f, -1e6f), v(-1e6f + 1, -1e6f));
    walls[COUNT - 1] = sm_segment(v(1e6f, 1e6f), v(1e6f - 1, 1e6f));
    check_large(walls, COUNT, spot, 30);
    for (int i = 0; i < COUNT; i++) { /* long walls across a dense field */
        sm_vec2 a = in_cluster(&random, 100), b = in_cluster(&random, i % 20 == 0 ? 1e4f : 2);
        walls[i] = sm_segment(a, v(a.x + b.x, a.y + b.y));
    }
    check_large(walls, COUNT, v(0, 0), 100);
    for (int i = 0; i < COUNT; i++)
        walls[i] = sm_segment(v(-1, 0), v(1, 0.5f));
    check_large(walls, COUNT, v(0, 0), 2);
    enum { FEW = 4000 };
    for (int i = 0; i < FEW; i++) { /* along a line, of more lengths than there are layers */
        float length = i < 3 ? 900 : i < 29 ? 300 : i < 240 ? 10 : 0.01f;
        float x = random_float(&random, 0, 1000 - length);
        walls[i] = sm_segment(v(x, 0), v(x + length, 0.1f));
    }
    walls[240] = sm_segment(v(0, 0), v(1e-45f, 0));
    check_large(walls, FEW, v(500, 0), 500);
    for (int i = 0; i < FEW; i++) { /* thick ones in a cluster in a cluster in a cluster */
        float size = i % 3 == 0 ? 1 : i % 3 == 1 ? 0.05f : 0.0025f;
        float length = size * (i % 2 == 0 ? 0.3f : 0.01f);
        sm_vec2 a = in_cluster(&random, size / 2), b = in_cluster(&random, length);
        walls[i] = (sm_capsule){a, v(a.x + b.x, a.y + b.y), i % 7 < 2 ? 0.6f * length : 0};
    }
    check_large(walls, FEW, v(0, 0), 0.05f);
    check_large(walls, 1, v(0, 0), 2);
}

TEST(obstacles_added_one_by_one_from_nothing_agree_with_the_plain_loop) {
    enum { COUNT = 3000 };
    static sm_capsule walls[COUNT];
    uint64_t random = 5;
    sm_world *world = sm_world_create(NULL, 0, NULL);
    for (int i = 0; i < COUNT; i++) {
        sm_vec2 a = in_cluster(&random, i < 1000 ? 1 : 60), b = in_cluster(&random, 2);
        walls[i] = sm_segment(a, v(a.x + b.x, a.y + b.y));
        assert_int_equal(sm_world_add(world, walls[i]), i);
        sm_capsule disk = sm_circle(in_cluster(&random, 60), 0.5f);
        sm_collision found = deepest_in(world, disk);
        float deepest = 0;
        for (int k = 0; k <= i; k++)
            deepest = fmaxf(deepest, sm_collide(disk, walls[k], v(0, 0)).depth);
        assert_true(found.depth == deepest);
    }
    assert_int_equal(sm_world_count(world), COUNT);
    sm_world_destroy(world);
}

/* ---- Memory ------------------------------------------------------------------------------ */

/* Gives out memory until `left` runs out, and counts what is held. */
typedef struct heap {
    long left, held;
} heap;

static void *limited_allocate(void *context, size_t bytes) {
    heap *h = context;
    if (h->left <= 0)
        return NULL;
    void *memory = malloc(bytes);
    assert_non_null(memory);
    h->left--;
    h->held++;
    return memory;
}

static void limited_release(void *context, void *memory) {
    heap *h = context;
    h->held--;
    free(memory);
}

TEST(out_of_memory_while_creating_returns_null_and_leaves_nothing) {
    static trial t;
    uint64_t random = 11;
    for (long left = 0; left < 200; left++) {
        make_trial(&t, &random);
        heap h = {.left = left};
        sm_world *world = sm_world_create(t.obstacles, t.count,
                                          &(sm_world_def){.allocate = limited_allocate,
                                                          .release = limited_release,
                                                          .context = &h});
        if (world != NULL)
            check_queries(&t, world); /* a cell may have stayed crowded */
        sm_world_destroy(world);
        assert_int_equal(h.held, 0);
    }
    enum { MANY = 3000 };
    static sm_capsule walls[MANY];
    for (int i = 0; i < MANY; i++) /* mostly empty cells, and crowded ones */
        walls[i] = sm_circle(v((float)(i % 7) * 1000, random_float(&random, 0, 1)), 0.1f);
    heap h;
    sm_world_def def = {.allocate = limited_allocate, .release = limited_release, .context = &h};
    sm_world *world = NULL;
    for (long left = 0; world == NULL; left++) {
        h = (heap){.left = left};
        world = sm_world_create(walls, MANY, &def);
        assert_int_equal(h.held > 0, world != NULL);
    }
    sm_world_destroy(world);
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
    sm_capsule *walls = malloc(COUNT * sizeof *walls);
    assert_non_null(walls);
    uint64_t random = 7;
    for (int i = 0; i < COUNT; i++) {
        sm_vec2 a = {random_float(&random, -900, 900), random_float(&random, -900, 900)};
        walls[i] = sm_segment(a, v(a.x + 1, a.y + 1));
    }
    patience p = {0, 0};
    sm_world_def def = {.progress = {tell, &p}};
    sm_world *world = sm_world_create(walls, COUNT, &def);
    assert_true(world != NULL && p.told >= 5);
    p.told = 0;
    assert_int_equal(sm_world_set(world, 0, walls[1]), SM_CHANGED);
    assert_int_equal(p.told, 0); /* the world no longer knows who waited for it */
    sm_world_destroy(world);
    p = (patience){0, 3};
    assert_null(sm_world_create(walls, COUNT, &def));
    assert_int_equal(p.told, 3);
    free(walls);
}

TEST(out_of_memory_while_changing_leaves_the_old_world) {
    static trial t;
    uint64_t random = 12;
    int refused = 0;
    for (int round = 0; round < 300; round++) {
        make_trial(&t, &random);
        heap h = {.left = 1000000};
        sm_world *world = sm_world_create(t.obstacles, t.count,
                                          &(sm_world_def){.allocate = limited_allocate,
                                                          .release = limited_release,
                                                          .context = &h});
        for (int i = 0; i < 40; i++) {
            h.left = random_int(&t.random, 3);
            sm_capsule shape = random_obstacle(&t);
            if (t.count > 0 && i % 2 == 0) {
                int obstacle = random_int(&t.random, t.count);
                if (sm_world_set(world, obstacle, shape) == SM_CHANGED)
                    t.obstacles[obstacle] = shape;
                else
                    refused++;
            } else if (t.count < OBSTACLES_MAX) {
                int added = sm_world_add(world, shape);
                if (added == t.count)
                    t.obstacles[t.count++] = shape;
                else
                    refused++;
                assert_true(added == t.count - 1 || added == SM_NO_OBSTACLE);
            }
        }
        h.left = 0; /* a query takes no memory */
        check_queries(&t, world);
        sm_world_destroy(world);
        assert_int_equal(h.held, 0);
    }
    print_message("%d changes refused\n", refused);
    assert_true(refused > 100);
}

TEST(a_field_takes_at_most_64_bytes_a_segment) {
    enum { COUNT = 100000 };
    sm_capsule *walls = malloc(COUNT * sizeof *walls);
    assert_non_null(walls);
    uint64_t random = 3;
    for (int i = 0; i < COUNT; i++) {
        sm_vec2 a = in_cluster(&random, 470), b = in_cluster(&random, 2);
        walls[i] = sm_segment(a, v(a.x + b.x, a.y + b.y));
    }
    sm_world *world = sm_world_create(walls, COUNT, NULL);
    double bytes = (double)sm_world_bytes(world) / COUNT - (double)sizeof(sm_capsule);
    print_message("%.1f bytes a segment beyond the capsules\n", bytes);
    assert_true(bytes <= 64);
    sm_world_destroy(world);
    free(walls);
}

/* ---- Numbers, holes, misuse -------------------------------------------------------------- */

TEST(numbers_stay_and_holes_never_collide) {
    const sm_capsule walls[] = {sm_segment(v(-5, 0), v(5, 0)), sm_segment(v(-5, 0.1f), v(5, 0.1f))};
    sm_world *world = sm_world_create(walls, 2, NULL);
    sm_capsule disk = sm_circle(v(0, 0.5f), 1);
    assert_int_equal(deepest_in(world, disk).obstacle, 1);
    assert_int_equal(sm_world_remove(world, 1), SM_CHANGED);
    assert_int_equal(deepest_in(world, disk).obstacle, 0);
    assert_int_equal(sm_world_count(world), 2);
    assert_true(isnan(sm_world_get(world, 1).radius));
    assert_int_equal(sm_world_add(world, walls[1]), 2);
    assert_int_equal(deepest_in(world, disk).obstacle, 2);
    assert_int_equal(sm_world_set(world, 1, walls[1]), SM_CHANGED);
    assert_int_equal(deepest_in(world, disk).obstacle, 1);
    assert_true(sm_world_get(world, 0).b.x == 5);
    sm_world_destroy(world);
}

TEST(numbers_that_are_not_given_out_are_refused) {
    sm_world *world = sm_world_create(NULL, 0, NULL);
    sm_capsule wall = sm_segment(v(0, 0), v(1, 0));
    assert_int_equal(sm_world_set(world, 0, wall), SM_NO_SUCH_THING);
    assert_int_equal(sm_world_remove(world, -1), SM_NO_SUCH_THING);
    assert_true(isnan(sm_world_get(world, 7).a.x));
    assert_true(sm_world_bytes(world) > 0 && sm_world_simd(world) != SM_SIMD_BEST);
    assert_int_equal(
        sm_find_nearest(v(0, 0), INFINITY, sm_obstacles_of_world(world), NULL).obstacle,
        SM_NO_OBSTACLE);
    assert_false(sm_raycast(v(0, 0), v(1, 1), sm_obstacles_of_world(world), NULL).hit);
    sm_world_destroy(world);
    sm_world_destroy(NULL);
}

static bool stop_at_once(void *context, const sm_obstacle *obstacle) {
    ++*(int *)context;
    return false;
}

TEST(what_touches_exactly_is_visited) {
    const sm_capsule around[] = {sm_circle(v(3, 4), 4), sm_segment(v(-5, -1), v(5, -1)),
                                 sm_circle(v(0, 2), nextafterf(1, 0))};
    sm_world *world = sm_world_create(around, 3, NULL);
    visits mover = {0}, box = {0};
    sm_find_overlaps(v(0, 0), sm_hull_of_capsule(sm_circle(v(0, 0), 1)),
                     sm_obstacles_of_world(world), NULL, count_visit, &mover);
    sm_find_in_box(v(-9, -9), v(3, 0), sm_obstacles_of_world(world), NULL, count_visit, &box);
    assert_true(mover.count == 2 && mover.seen[0] == 1 && mover.seen[1] == 1);
    assert_true(box.count == 2 && box.seen[0] == 1 && box.seen[1] == 1);
    sm_world_destroy(world);
}

/* Of a game, which begins with the last and does not ask whether to go on. */
static void gather_all(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                       void *visit_context) {
    const sm_obstacle_array *array = context;
    for (int i = array->count - 1; i >= 0; i--)
        visit(visit_context, &array->obstacles[i]);
}

TEST(a_visit_can_end_the_walk) {
    const sm_capsule twice[] = {sm_circle(v(0, 0), 1), sm_circle(v(0, 0), 1)};
    const sm_obstacle both[] = {{.shape = twice[0]}, {.shape = twice[1], .number = 1}};
    sm_world *world = sm_world_create(twice, 2, NULL);
    const sm_capsule_array array = {twice, 2};
    const sm_obstacle_array list = {both, 2};
    const sm_obstacles kinds[] = {sm_obstacles_of_world(world), sm_obstacles_of_array(&array),
                                  sm_obstacles_of_list(&list),
                                  (sm_obstacles){.context = &list, .gather = gather_all}};
    for (int i = 0; i < 4; i++) {
        int calls = 0;
        sm_find_overlaps(v(0, 0), sm_hull_of_capsule(twice[0]), kinds[i], NULL, stop_at_once,
                         &calls);
        assert_int_equal(calls, 1);
        sm_find_in_box(v(-1, -1), v(1, 1), kinds[i], NULL, stop_at_once, &calls);
        assert_int_equal(calls, 2);
        assert_int_equal(sm_find_nearest(v(0, 0), 1, kinds[i], NULL).obstacle, 0);
    }
    for (int odd = 0; odd < 2;
         odd++) { /* who gathers for itself, too, of a world of walls or not */
        for (int i = 0; i < 3; i++) {
            int calls = 0;
            kinds[i].gather(kinds[i].context, v(-1, -1), v(1, 1), stop_at_once, &calls);
            assert_int_equal(calls, 1);
        }
        for (int i = 0; i < 2; i++)
            sm_world_put(world, i, &(sm_obstacle){.shape = twice[i], .user = 1});
    }
    sm_world_destroy(world);
    enum { CROWD = 2000 }; /* in one cell of a world that is mostly empty, which is a grid then */
    static sm_capsule crowd[CROWD];
    for (int i = 0; i < CROWD; i++)
        crowd[i] = sm_circle(v((float)(i % 50) * 0.1f, (float)i * 0.002f), 0.05f);
    crowd[0] = sm_circle(v(1e5f, 1e5f), 1);
    world = sm_world_create(crowd, CROWD, NULL);
    int calls = 0;
    sm_find_in_box(v(1, 1), v(2, 2), sm_obstacles_of_world(world), NULL, stop_at_once, &calls);
    assert_int_equal(calls, 1);
    sm_world_destroy(world);
}

static void offer_nothing(const void *context, sm_vec2 position, sm_vec2 delta,
                          const sm_hull *mover, sm_choice *choice) {
}

TEST(nothing_is_found_where_nothing_is_or_a_number_is_none) {
    const sm_capsule walls[] = {sm_circle(v(0, 0), 1)};
    sm_world *world = sm_world_create(walls, 1, NULL);
    const sm_capsule_array array = {walls, 1};
    const sm_obstacles kinds[] = {
        sm_obstacles_of_world(world), sm_obstacles_of_array(&array), {0}, {.offer = offer_nothing}};
    assert_memory_equal(sm_world_capsules(world), walls, sizeof walls);
    const float odd[] = {NAN, INFINITY, 3e38f, 0};
    for (int i = 0; i < 16; i++) {
        sm_obstacles met = kinds[i % 4];
        float n = odd[i / 4];
        bool is_odd = n != 0; /* then what is there is not found either */
        if (!is_odd && i % 4 < 2)
            continue;
        sm_hull disk = {.count = 1, .radius = 1}, shapeless = {.count = 1, .radius = n};
        int calls = 0;
        assert_int_equal(sm_find_deepest(v(n, 0), v(0, 0), disk, met, NULL).obstacle, -1);
        sm_choice choice = {.chosen = {.obstacle = -1}};
        if (met.offer != NULL)
            met.offer(met.context, v(n, 0), v(0, 0), &disk, &choice);
        assert_int_equal(choice.chosen.obstacle, -1);
        if (!isfinite(n))
            assert_int_equal(sm_find_deepest(v(0, 0), v(0, n), disk, met, NULL).obstacle, -1);
        assert_int_equal(sm_find_nearest(v(n, 0), n > 1 ? 1 : n, met, NULL).obstacle, -1);
        sm_find_overlaps(v(n, 0), disk, met, NULL, stop_at_once, &calls);
        sm_find_in_box(v(n, 2), v(n, 3), met, NULL, stop_at_once, &calls);
        assert_int_equal(sm_find_contacts(v(n, 0), disk, met, NULL, NULL, 0), 0);
        assert_false(sm_raycast(v(n, 0), v(n, 1), met, NULL).hit);
        if (!isfinite(n)) {
            assert_int_equal(sm_find_nearest(v(0, 0), is_odd ? -n : n, met, NULL).obstacle, -1);
            assert_false(sm_shapecast(v(-3, 0), v(9, 0), shapeless, met, NULL).hit);
        }
        assert_int_equal(calls, 0);
    }
    sm_world_destroy(world);
}

typedef struct told_cell {
    sm_vec2 low, high;
    int entries;
} told_cell;

enum { TOLD_MAX = 20000 };

typedef struct told_cells {
    told_cell list[TOLD_MAX];
    int count;
} told_cells;

static void list_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    told_cells *told = context;
    assert_true(told->count < TOLD_MAX);
    told->list[told->count++] = (told_cell){low, high, entries};
}

/* Of a cell's side: a grid's own obstacles are in a cell from so far outside of it on. */
static const float cell_margin = 1e-3f;

static int points_in(const sm_capsule *points, int count, const told_cell *c, float margin) {
    float more = (c->high.x - c->low.x) * margin;
    int inside = 0;
    for (int i = 0; i < count; i++) {
        sm_vec2 p = points[i].a;
        inside += p.x >= c->low.x - more && p.x <= c->high.x + more && p.y >= c->low.y - more &&
                  p.y <= c->high.y + more;
    }
    return inside;
}

/* Whether a finer grid stands for the cell: it is told right after it. */
static bool has_finer(const told_cells *told, int i) {
    if (i + 1 == told->count)
        return false;
    const told_cell *c = &told->list[i], *next = &told->list[i + 1];
    float side = c->high.x - c->low.x, near = side * 1e-2f;
    return next->high.x - next->low.x < 0.9f * side && next->low.x >= c->low.x - near &&
           next->low.y >= c->low.y - near && next->low.x <= c->high.x && next->low.y <= c->high.y;
}

TEST(every_cell_tells_its_box_and_what_it_holds) {
    enum { COUNT = 4000 };
    static sm_capsule points[COUNT];
    static told_cells all, some;
    uint64_t random = 74;
    for (int i = 0; i < COUNT; i++) { /* half of them in one spot, which gets finer grids */
        float low = i % 2 == 0 ? 10 : 52.25f, high = i % 2 == 0 ? 90 : 52.75f;
        points[i] =
            sm_circle(v(random_float(&random, low, high), random_float(&random, low, high)), 0);
    }
    sm_world *world = sm_world_create(points, COUNT, NULL);
    all.count = some.count = 0;
    sm_world_cells(world, sm_circle(v(50, 50), 60), list_cell, &all);
    int finer = 0, entries = 0;
    float widest = all.list[0].high.x - all.list[0].low.x; /* a finer grid's rim may be cut off */
    for (int i = 0; i < all.count; i++) {
        const told_cell *c = &all.list[i];
        entries += c->entries;
        finer += has_finer(&all, i);
        if (has_finer(&all, i))
            assert_int_equal(c->entries, 0);
        else
            assert_true(c->entries <= points_in(points, COUNT, c, 2 * cell_margin));
        if (!has_finer(&all, i) && c->high.x - c->low.x > 0.9f * widest)
            assert_true(c->entries >= points_in(points, COUNT, c, 0.5f * cell_margin));
    }
    assert_true(finer > 0);
    assert_in_range(entries, COUNT, COUNT + COUNT / 20);

    const sm_vec2 low = {52.1f, 51.9f}, high = {52.5f, 52.3f};
    sm_world_cells(world, sm_circle(v(52.3f, 52.1f), 0.2f), list_cell, &some);
    int told = 0;
    for (int i = 0; i < all.count; i++) {
        const told_cell *c = &all.list[i];
        bool overlaps =
            c->low.x <= high.x && c->high.x >= low.x && c->low.y <= high.y && c->high.y >= low.y;
        bool is_told = told < some.count &&
                       memcmp(&some.list[told], c, sizeof *c) == 0; /* in the same order */
        bool is_finer = c->high.x - c->low.x < 0.9f * widest;       /* whose rim stands for more */
        assert_true(is_finer || is_told == overlaps);
        told += is_told;
    }
    assert_int_equal(told, some.count);
    sm_world_destroy(world);
}

TEST(a_ray_stops_at_the_first_wall) {
    const sm_capsule walls[] = {sm_segment(v(8, -1), v(8, 1)), sm_segment(v(4, -1), v(4, 1))};
    sm_world *world = sm_world_create(walls, 2, NULL);
    sm_touch hit = sm_raycast(v(0, 0), v(16, 0), sm_obstacles_of_world(world), NULL);
    assert_true(hit.hit && hit.obstacle == 1 && hit.fraction == 0.25);
    assert_true(hit.normal.x == -1 && hit.point.x == 4);
    sm_touch disk = sm_shapecast(v(0, 0), v(16, 0), sm_hull_of_capsule(sm_circle(v(0, 0), 2)),
                                 sm_obstacles_of_world(world), NULL);
    assert_true(disk.hit && disk.obstacle == 1 && disk.fraction == 0.125);
    sm_world_destroy(world);
}

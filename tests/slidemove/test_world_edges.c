/* What gathers must never miss: walls through the corners of the box that is asked for, along its
 * edges and along the borders of the index's cells, against the plain loop: none missed, and the
 * same bits of every move. */
#include "../test.h"

#include "../../src/slidemove/slidemove.h"
#include "../plane.h"
#include "../random.h"

enum { WALLS = 12, QUERIES_A_WORLD = 240, CELLS_MAX = 64, CONTACTS_MAX = 40 };

typedef struct trial {
    uint64_t random;
    float half; /* of the box that moves, and of those that are asked for */
    float step; /* coordinates are multiples of it, so that many meet exactly; 0: any float */
    sm_vec2 centre;
    sm_capsule walls[WALLS];
    sm_world *world;
    sm_vec2 borders[CELLS_MAX]; /* corners of cells near the centre */
    int border_count;
    float
        decades; /* some walls are longer than the mover by so many; more than 8: not for a sweep */
} trial;

static float on_grid(const trial *t, float x) {
    return t->step > 0 ? roundf(x / t->step) * t->step : x;
}

static sm_vec2 around(trial *t, sm_vec2 p, float size) {
    return v(on_grid(t, p.x + random_float(&t->random, -size, size)),
             on_grid(t, p.y + random_float(&t->random, -size, size)));
}

/* A corner of the box around `p`, one bit of it moved now and then. */
static sm_vec2 corner_of(trial *t, sm_vec2 p) {
    int which = random_int(&t->random, 4);
    sm_vec2 corner = {p.x + (which % 2 == 0 ? t->half : -t->half),
                      p.y + (which < 2 ? t->half : -t->half)};
    int nudge = random_int(&t->random, 6);
    if (nudge == 0)
        corner.x = nextafterf(corner.x, t->centre.x);
    if (nudge == 1)
        corner.y = nextafterf(corner.y, 2 * corner.y + 1);
    return corner;
}

/* From beyond one point to beyond another. */
static sm_capsule wall_through(trial *t, sm_vec2 a, sm_vec2 b) {
    float before = random_float(&t->random, 0, 3), after = random_float(&t->random, 0, 3);
    sm_vec2 way = {b.x - a.x, b.y - a.y};
    return sm_segment(v(a.x - before * way.x, a.y - before * way.y),
                      v(b.x + after * way.x, b.y + after * way.y));
}

static sm_vec2 any_border(trial *t) {
    return t->border_count > 0 ? t->borders[random_int(&t->random, t->border_count)] : t->centre;
}

static sm_capsule random_wall(trial *t) {
    sm_vec2 p = t->centre, a = around(t, p, 2 * t->half), b = around(t, p, 2 * t->half);
    float long_way;
    switch (random_int(&t->random, 8)) {
    case 0: /* through two corners */
        return wall_through(t, corner_of(t, p), corner_of(t, p));
    case 1: /* through one */
        return wall_through(t, a, corner_of(t, p));
    case 2: /* at 45 degrees */
        return wall_through(t, a, v(a.x + t->half, a.y + t->half));
    case 3: /* along an edge */
        a = corner_of(t, p);
        return wall_through(t, a, v(a.x, a.y + t->half));
    case 4: /* along the border of a cell, or through its corner */
        a = any_border(t);
        b = any_border(t);
        return wall_through(t, a, random_int(&t->random, 2) == 0 ? b : v(b.x, a.y));
    case 5: /* round, touching an edge */
        a = corner_of(t, p);
        b.x = on_grid(t, random_float(&t->random, 0, t->half));
        return (sm_capsule){{a.x + b.x, a.y}, {a.x + b.x, b.y}, b.x};
    case 6: /* a point */
        return sm_segment(corner_of(t, p), corner_of(t, p));
    default:
        long_way = t->half * powf(10, random_float(&t->random, 0, t->decades)) * (t->decades > 0);
        b = v(b.x + long_way, b.y + long_way * (float)(random_int(&t->random, 3) - 1));
        return random_int(&t->random, 2) == 0 ? sm_segment(a, b) : sm_segment(b, a);
    }
}

static void note_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    trial *t = context;
    if (t->border_count + 2 <= CELLS_MAX) {
        t->borders[t->border_count++] = low;
        t->borders[t->border_count++] = high;
    }
}

/* A world, and then some of its walls along the borders of its cells. */
static void make_trial(trial *t, uint64_t *random, int kind) {
    static const float scales[] = {1, 1, 1, 0.01f, 300, 1e5f};
    t->random = random_bits(random) | 1;
    float scale = scales[random_int(&t->random, 6)];
    t->step = random_int(&t->random, 2) == 0 ? scale / 16 : 0;
    t->half = on_grid(t, random_float(&t->random, 0.2f, 2) * scale) + t->step;
    t->centre = random_int(&t->random, 4) == 0 ? v(0, 0) : around(t, v(0, 0), 8 * scale);
    t->border_count = 0;
    t->decades = kind % 10 == 0 ? 24 : kind % 10 == 5 ? 8 : 0;
    for (int i = 0; i < WALLS; i++)
        t->walls[i] = random_wall(t);
    t->world = sm_world_create(t->walls, WALLS, &(sm_world_def){.simd = (sm_simd)(1 + kind % 2)});
    assert_non_null(t->world);
    sm_world_cells(t->world, sm_circle(t->centre, 2 * t->half), note_cell, t);
    for (int i = 0; i < WALLS; i += 3) {
        t->walls[i] = random_wall(t);
        assert_int_equal(sm_world_set(t->world, i, t->walls[i]), SM_CHANGED);
    }
}

static void report(const trial *t, const char *what, sm_vec2 position, sm_vec2 delta) {
    for (int i = 0; i < WALLS; i++)
        print_message("(%.9g, %.9g) (%.9g, %.9g) %.9g\n", t->walls[i].a.x, t->walls[i].a.y,
                      t->walls[i].b.x, t->walls[i].b.y, t->walls[i].radius);
    fail_msg("%s: half %.9g at (%.9g, %.9g) by (%.9g, %.9g)", what, t->half, position.x, position.y,
             delta.x, delta.y);
}

/* ---- Boxes ------------------------------------------------------------------------------- */

static long double side_of(sm_capsule wall, float x, float y) {
    long double along_x = (long double)wall.b.x - wall.a.x;
    long double along_y = (long double)wall.b.y - wall.a.y;
    return along_x * ((long double)y - wall.a.y) - along_y * ((long double)x - wall.a.x);
}

/* Whether a wall comes into the box: neither an axis nor the wall's normal separates them (Ericson,
 * Real-Time Collision Detection, 5.3.3), exact where products of two floats fit a long double. */
static bool comes_into(sm_capsule wall, sm_vec2 low, sm_vec2 high) {
    if (fminf(wall.a.x, wall.b.x) > high.x || fmaxf(wall.a.x, wall.b.x) < low.x ||
        fminf(wall.a.y, wall.b.y) > high.y || fmaxf(wall.a.y, wall.b.y) < low.y)
        return false;
    long double a = side_of(wall, low.x, low.y), b = side_of(wall, high.x, low.y);
    long double c = side_of(wall, high.x, high.y), d = side_of(wall, low.x, high.y);
    return !(a > 0 && b > 0 && c > 0 && d > 0) && !(a < 0 && b < 0 && c < 0 && d < 0);
}

typedef struct visits {
    int seen[WALLS];
} visits;

static bool count_visit(void *context, const sm_obstacle *o) {
    ((visits *)context)->seen[o->number]++;
    return true;
}

static void check_box(trial *t) {
    sm_vec2 p = random_int(&t->random, 2) == 0 ? t->centre : around(t, t->centre, t->half);
    sm_vec2 low = {p.x - t->half, p.y - t->half}, high = {p.x + t->half, p.y + t->half};
    if (random_int(&t->random, 4) == 0) {
        sm_vec2 border = any_border(t);
        low = v(fminf(p.x, border.x), fminf(p.y, border.y));
        high = v(fmaxf(p.x, border.x), fmaxf(p.y, border.y));
    }
    visits told = {{0}};
    sm_find_in_box(low, high, sm_obstacles_of_world(t->world), NULL, count_visit, &told);
    for (int i = 0; i < WALLS; i++) {
        bool is_missed = told.seen[i] == 0 && t->decades == 0 && comes_into(t->walls[i], low, high);
        if (is_missed || told.seen[i] > 1)
            report(t, is_missed ? "missed" : "told twice", p, high);
    }
}

/* ---- Moves ------------------------------------------------------------------------------- */

static void check_contacts(trial *t, sm_vec2 position, sm_hull mover, sm_obstacles plain,
                           sm_obstacles indexed) {
    sm_collision expected[CONTACTS_MAX], found[CONTACTS_MAX];
    int count = sm_find_contacts(position, mover, plain, NULL, expected, CONTACTS_MAX);
    int found_count = sm_find_contacts(position, mover, indexed, NULL, found, CONTACTS_MAX);
    if (count != found_count || memcmp(expected, found, (size_t)count * sizeof *found) != 0)
        report(t, "contacts", position, v(0, 0));
}

static sm_vec2 short_delta(trial *t) {
    float size = t->half * (random_int(&t->random, 4) == 0 ? 2 : 0.3f);
    sm_vec2 d = around(t, v(0, 0), size);
    return random_int(&t->random, 8) == 0 ? v(0, 0) : d;
}

static sm_resolver any_resolver(trial *t) {
    return (sm_resolver)random_int(&t->random, t->decades > 8 ? SM_SWEEP : SM_RESOLVER_COUNT);
}

static sm_hull random_mover(trial *t) {
    sm_vec2 ends[] = {v(0, 0), around(t, v(0, 0), t->half)};
    switch (random_int(&t->random, 4)) {
    case 0:
        return sm_hull_of_capsule(sm_circle(v(0, 0), t->half));
    case 1:
        return sm_hull_of_capsule((sm_capsule){ends[0], ends[1], t->half / 4});
    default:
        return sm_hull_of_box(2 * t->half, 2 * t->half);
    }
}

static void compare(const trial *t, sm_resolver resolver, sm_vec2 position, sm_vec2 delta,
                    sm_result expected, sm_result found) {
    if (memcmp(&expected, &found, sizeof found) == 0)
        return;
    print_message("(%.9g, %.9g), %.9g deep, %d pushes, instead of (%.9g, %.9g), %.9g, %d\n",
                  found.position.x, found.position.y, found.depth, found.pushes,
                  expected.position.x, expected.position.y, expected.depth, expected.pushes);
    report(t, sm_resolver_name(resolver), position, delta);
}

static void check_move(trial *t) {
    sm_hull mover = random_mover(t);
    const sm_capsule_array array = {t->walls, WALLS};
    sm_obstacles plain = sm_obstacles_of_array(&array), indexed = sm_obstacles_of_world(t->world);
    sm_vec2 p = random_int(&t->random, 2) == 0 ? t->centre : around(t, t->centre, t->half);
    sm_vec2 delta = short_delta(t);
    const sm_options options = {.resolver = any_resolver(t)};
    sm_result expected = sm_slide_move(p, delta, mover, plain, &options);
    sm_result found = sm_slide_move(p, delta, mover, indexed, &options);
    compare(t, options.resolver, p, delta, expected, found);
    if (t->decades <= 8 && random_int(&t->random, 8) == 0)
        check_contacts(t, p, mover, plain, indexed);
}

/* Disks and capsules have ways of their own through the world. */
static void check_capsule_move(trial *t) {
    sm_capsule mover = sm_circle(v(0, 0), t->half);
    if (random_int(&t->random, 3) == 0)
        mover.b = around(t, v(0, 0), t->half);
    sm_vec2 p = random_int(&t->random, 2) == 0 ? t->centre : around(t, t->centre, t->half);
    sm_vec2 delta = short_delta(t);
    const sm_options options = {.resolver = any_resolver(t)};
    sm_result expected = sm_slide_move_capsules(p, delta, mover, t->walls, WALLS, &options);
    sm_result found = sm_slide_move_world(p, delta, mover, t->world, &options);
    compare(t, options.resolver, p, delta, expected, found);
}

TEST(walls_on_edges_corners_and_cell_borders_are_never_missed) {
    static void (*const checks[])(trial *) = {check_box, check_box, check_move, check_capsule_move};
    static trial t;
    int wanted = test_trials(200000), made = 0;
    uint64_t random = 20261122;
    for (int kind = 0; made < wanted; kind++, made += QUERIES_A_WORLD) {
        make_trial(&t, &random, kind);
        for (int i = 0; i < QUERIES_A_WORLD; i++)
            checks[i % 4](&t);
        sm_world_destroy(t.world);
    }
    print_message("%d boxes and moves\n", made);
}

/* ---- As it was found --------------------------------------------------------------------- */

TEST(a_wall_through_the_corners_of_what_is_asked_for_stops_a_sweep) {
    const sm_capsule wall = sm_segment(v(1.55000007f, 1.45444858f), v(-4.44999981f, -4.5455513f));
    const sm_vec2 start = {-2.94999981f, -3.0455513f}, delta = {0.00162470341f, 0.55336535f};
    const sm_capsule disk = sm_circle(v(0, 0), 1);
    const sm_options options = {.resolver = SM_SWEEP};
    sm_world *world = sm_world_create(&wall, 1, NULL);
    sm_result expected = sm_slide_move_capsules(start, delta, disk, &wall, 1, &options);
    sm_result found = sm_slide_move_world(start, delta, disk, world, &options);
    assert_memory_equal(&expected, &found, sizeof found);
    assert_true(fabsf(found.position.x + 1.9654f) < 1e-3f);
    assert_true(fabsf(found.position.y + 3.4752f) < 1e-3f);
    found = sm_slide_move(start, delta, sm_hull_of_capsule(disk), sm_obstacles_of_world(world),
                          &options);
    assert_memory_equal(&expected, &found, sizeof found);
    sm_world_destroy(world);
}

TEST(boxes_centred_on_a_slanted_wall_find_it) {
    uint64_t random = 53;
    const sm_capsule wall = sm_segment(v(-30, -30.5f), v(30, 29.5f));
    sm_world *world = sm_world_create(&wall, 1, NULL);
    for (int i = 0; i < 400000; i++) {
        float x = random_float(&random, -20, 20), half = random_float(&random, 0.01f, 2);
        float y = x - 0.5f;
        visits told = {{0}};
        sm_find_in_box(v(x - half, y + half), v(x + half, y - half), sm_obstacles_of_world(world),
                       NULL, count_visit, &told);
        assert_int_equal(told.seen[0], 1);
    }
    sm_world_destroy(world);
}

/* The mover lies far from its position: their sum is rounded by more than the position tells. */
TEST(a_mover_far_from_its_position_meets_what_it_touches) {
    uint64_t random = 17;
    int met = 0;
    for (int i = 0; i < 20000; i++) {
        float far = roundf(random_float(&random, 6e5f, 1e6f));
        sm_hull mover = sm_hull_of_box(2, 2);
        for (int k = 0; k < mover.count; k++)
            mover.vertices[k].x += far;
        const sm_obstacle disk = {.shape =
                                      sm_circle(v(far - 2, 0), random_float(&random, 1, 1.06f))};
        const sm_obstacle_array array = {&disk, 1};
        sm_world *world = sm_world_create(&disk.shape, 1, NULL);
        sm_vec2 position = {random_float(&random, 0.001f, 0.06f), 0};
        sm_result expected =
            sm_slide_move(position, v(0, 0), mover, sm_obstacles_of_list(&array), NULL);
        sm_result found =
            sm_slide_move(position, v(0, 0), mover, sm_obstacles_of_world(world), NULL);
        assert_memory_equal(&expected, &found, sizeof found);
        met += found.pushes > 0;
        sm_world_destroy(world);
    }
    assert_true(met > 1000);
}

/* Far out the path that is looked along is rounded by more than a graze is deep. */
TEST(a_cast_that_grazes_far_from_the_origin_is_that_of_the_loop) {
    uint64_t random = 71;
    int hits = 0;
    for (int i = 0; i < 4000; i++) {
        float x = random_float(&random, 2e4f, 9e4f), y = random_float(&random, 2e4f, 9e4f);
        float angle = random_float(&random, 0, 6.28f), overlap = random_float(&random, 0, 0.004f);
        const sm_vec2 along = {cosf(angle), sinf(angle)}, side = {-along.y, along.x};
        const sm_capsule wall = sm_circle(v(x, y), 0.25f);
        const sm_capsule_array array = {&wall, 1};
        sm_world *world = sm_world_create(&wall, 1, NULL);
        const sm_hull mover = sm_hull_of_capsule(sm_circle(v(0, 0), 0.5f));
        const sm_vec2 start = {x + side.x * (0.75f - overlap) - along.x * 9,
                               y + side.y * (0.75f - overlap) - along.y * 9};
        const sm_vec2 delta = {along.x * 18, along.y * 18};
        sm_touch expected = sm_shapecast(start, delta, mover, sm_obstacles_of_array(&array), NULL);
        sm_touch found = sm_shapecast(start, delta, mover, sm_obstacles_of_world(world), NULL);
        assert_true(expected.hit == found.hit && expected.fraction == found.fraction);
        hits += found.hit;
        sm_world_destroy(world);
    }
    assert_in_range(hits, 500, 3500);
}

/* A centre on a slanted wall so far out that the distance between them is rounding, and the way out
 * any: the next look must not take the wall for done with. */
TEST(a_disk_whose_centre_is_on_a_slanted_wall_far_out_gets_the_bits_of_the_loop) {
    uint64_t random = 72;
    const float reach = 4123457, unit = 1 << 10; /* odd, so that few parts of it are exact */
    const sm_capsule wall = sm_segment(v(0, 0), v(3 * reach * unit, reach * unit));
    sm_world *world = sm_world_create(&wall, 1, NULL);
    int pushed_again = 0;
    for (int i = 0; i < 20000; i++) {
        float along = floorf(random_float(&random, 0, reach)) * unit;
        sm_capsule disk = sm_circle(v(0, 0), unit * powf(2, random_float(&random, -1, 12)));
        sm_vec2 position = {3 * along, along}, delta = {0, i % 2 == 0 ? 0 : disk.radius * 0.2f};
        sm_result expected = sm_slide_move_capsules(position, delta, disk, &wall, 1, NULL);
        sm_result found = sm_slide_move_world(position, delta, disk, world, NULL);
        assert_memory_equal(&expected, &found, sizeof found);
        pushed_again += found.pushes > 1;
    }
    sm_world_destroy(world);
    assert_true(pushed_again > 100);
}

/* Zero has a sign, which a sum with the mover's own v(0, 0) takes away. */
TEST(a_disk_at_minus_zero_gets_the_bits_of_the_loop) {
    const sm_capsule walls[] = {sm_segment(v(0.5f, 0), v(0.5f, -0.25f)),
                                sm_segment(v(-0.25f, 0.5f), v(0, 0.5f))};
    sm_world *world = sm_world_create(walls, 2, NULL);
    for (int i = 0; i < 16; i++) {
        sm_vec2 position = {i & 1 ? -0.0f : 0.125f, i & 1 ? 0.125f : -0.0f};
        sm_vec2 delta = {i & 2 ? -0.0f : 0, -0.0f};
        sm_capsule disk = sm_circle(v(i & 4 ? -0.0f : 0, i & 8 ? -0.0f : 0), 0.4375f);
        sm_result expected = sm_slide_move_capsules(position, delta, disk, walls, 2, NULL);
        sm_result found = sm_slide_move_world(position, delta, disk, world, NULL);
        assert_memory_equal(&expected, &found, sizeof found);
        assert_true(found.pushes > 0);
    }
    sm_world_destroy(world);
}

TEST(a_move_to_beyond_the_farthest_is_refused) {
    const sm_capsule wall = sm_segment(v(0, -1), v(0, 1)), disk = sm_circle(v(0, 0), 1);
    sm_world *world = sm_world_create(&wall, 1, NULL);
    const float too_far[] = {1.01e30f, -2e30f, 3e38f, -INFINITY, NAN};
    for (int resolver = 0; resolver < SM_RESOLVER_COUNT; resolver++) {
        const sm_options options = {.resolver = (sm_resolver)resolver};
        for (int i = 0; i < 5; i++) {
            const sm_vec2 delta = {i % 2 ? too_far[i] : 0, i % 2 ? 0 : too_far[i]};
            sm_result r = sm_slide_move_world(v(0, 0), delta, disk, world, &options);
            assert_int_equal(r.status, SM_NOT_FINITE);
            r = sm_slide_move_capsules(v(0, 0), delta, disk, &wall, 1, &options);
            assert_int_equal(r.status, SM_NOT_FINITE);
            assert_true(r.position.x == 0 && r.position.y == 0);
        }
        const sm_vec2 far = {9e29f, 0};
        assert_int_equal(sm_slide_move_world(v(0, 0), far, disk, world, &options).status, SM_MOVED);
    }
    sm_world_destroy(world);
}

/* What an index must never miss: what goes through the corners, edges and faces of the box around a
 * mover, or along the borders of the index's cells, against the plain loop, in 2D and in 3D; and
 * what was missed once. */
#include "../test.h"

#include "../../src/slidemove/vec.h"
#include "../plane.h"
#include "../random.h"
#include "../trial.h"

enum { QUESTIONS = 32, MOST = 30, BORDERS_MAX = 64 };

typedef struct borders {
    trial trial;
    sm3_vec middle;
    question questions[QUESTIONS];
    sm3_vec cells[BORDERS_MAX]; /* corners of the index's cells, in 2D */
    int cell_count;
} borders;

static sm3_vec at(float x, float y, float z) {
    return (sm3_vec){x, y, z};
}

static sm3_vec minus(sm3_vec a, sm3_vec b) {
    return plus(a, b, -1);
}

/* Whole numbers, halves of them, sixteenths, or any. */
static sm3_vec border_vec(uint64_t *random, float size) {
    static const float steps[] = {1, 2, 16};
    int kind = random_int(random, 4);
    float x[3];
    for (int i = 0; i < 3; i++) {
        x[i] = random_float(random, -size, size);
        if (kind < 3)
            x[i] = roundf(steps[kind] * x[i]) / steps[kind];
    }
    return at(x[0], x[1], x[2]);
}

static question border_question(borders *b) {
    static const float sizes[] = {0, 0.08f, 1, 4};
    uint64_t *r = &b->trial.random;
    question q = {.position = plus(b->middle, border_vec(r, 4), 1), .capacity = ASK_MOST};
    q.delta = border_vec(r, sizes[random_int(r, 4)]);
    q.corner = minus(plus(b->middle, border_vec(r, 4), 1), q.delta);
    q.farthest = INFINITY;
    q.space.radius = random_int(r, 3) ? 0.5f : random_float(r, 0, 1);
    if (random_int(r, 3) == 0)
        q.space.a = border_vec(r, 1);
    if (random_int(r, 3) == 0)
        q.space = sm3_box(at(0, 0, 0), at(0.5f, 0, 0), at(0, 0.5f, 0), at(0, 0, 0.5f), 0);
    q.flat = hull_of(&q.space);
    return q;
}

/* A corner, an edge's or a face's middle of the mover's box, or a point inside; one bit off now and
 * then. */
static sm3_vec point_of_box(sm3_vec position, sm3_mover mover, uint64_t *random) {
    static const float sides[] = {-1, 1, -1, 1, 0};
    const float *a = &mover.a.x, *b = &mover.b.x, *where = &position.x;
    const float *side_edge = &mover.side.x, *front = &mover.front.x;
    float p[3];
    for (int axis = 0; axis < 3; axis++) {
        float side = sides[random_int(random, 5)];
        float end = side * a[axis] > side * b[axis] ? a[axis] : b[axis];
        p[axis] = where[axis] + end + side * (mover.radius + side_edge[axis] + front[axis]);
        if (random_int(random, 12) == 0)
            p[axis] = nextafterf(p[axis], where[axis]);
    }
    return at(p[0], p[1], p[2]);
}

/* With a corner, an edge or its inside through it; or in a plane across an axis; or a point; or far
 * longer than the mover. */
static sm3_triangle triangle_through(sm3_vec through, uint64_t *random) {
    sm3_vec along = border_vec(random, 3), aside = border_vec(random, 3);
    int far = random_int(random, 8);
    switch (random_int(random, 7)) {
    case 0:
        return sm3_face(through, plus(through, along, 1), plus(through, aside, 1));
    case 1:
        return sm3_face(minus(through, along), plus(through, along, 1), plus(through, aside, 1));
    case 2:
        return sm3_face(minus(through, plus(along, aside, 1)), plus(through, along, 1),
                        plus(through, aside, 1));
    case 3:
        return sm3_face(minus(through, along), plus(through, along, 1), plus(through, along, 1));
    case 4:
        return sm3_face(through, through, through);
    case 5:
        return sm3_face(through, plus(through, along, powf(10, (float)far)), through);
    default:
        return sm3_face(plus(through, at(0, -2, -1), 1), plus(through, at(0, 2, -1), 1),
                        plus(through, at(0, 0, 3), 1));
    }
}

static void note_cell(void *context, sm_vec2 low, sm_vec2 high, int entries) {
    borders *b = context;
    if (b->cell_count + 2 <= BORDERS_MAX) {
        b->cells[b->cell_count++] = sm_to3(low);
        b->cells[b->cell_count++] = sm_to3(high);
    }
}

static void add_through_question(borders *b, int number) {
    uint64_t *r = &b->trial.random;
    const question *q = &b->questions[random_int(r, QUESTIONS)];
    sm3_vec from = random_int(r, 2) ? q->position : plus(q->position, q->delta, 1);
    sm3_vec through = point_of_box(from, q->space, r);
    sm3_obstacle o = {.shape = triangle_through(through, r)};
    if (random_int(r, 4) == 0) /* through two */
        o.shape.b = plus(point_of_box(from, q->space, r), minus(o.shape.a, through), -0.5f);
    o.shape.one_sided = random_int(r, 4) == 0;
    o.shape.oneway = b->trial.in_space && number % 5 == 0;
    o.shape.radius = random_int(r, 4) ? 0 : 0.25f;
    list_put(&b->trial.list, number, &o);
}

/* Some go along the borders of cells instead, or through their corners. */
static void set_on_cells(borders *b) {
    trial *t = &b->trial;
    b->cell_count = 0;
    sm_world_cells(t->world.flat, sm_circle(sm3_to2(b->middle), 4), note_cell, b);
    for (int i = 0; b->cell_count > 0 && i < list_count(&t->list); i += 3) {
        sm3_vec p = b->cells[random_int(&t->random, b->cell_count)];
        sm3_vec q = b->cells[random_int(&t->random, b->cell_count)];
        if (random_int(&t->random, 2) == 0)
            q.x = p.x;
        sm3_obstacle o = {.shape = sm3_face(p, q, q)};
        list_put(&t->list, i, &o);
        assert_int_equal(world_set(t->world, i, &o.shape), SM_CHANGED);
    }
}

/* ---- By definition ----------------------------------------------------------------------- */

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
    int seen[MOST];
} visits;

static bool count_visit(void *context, const sm_obstacle *o) {
    ((visits *)context)->seen[o->number]++;
    return true;
}

static void check_box(const trial *t, const question *q) {
    sm_vec2 p = sm3_to2(q->position), c = sm3_to2(q->corner);
    sm_vec2 low = {fminf(p.x, c.x), fminf(p.y, c.y)}, high = {fmaxf(p.x, c.x), fmaxf(p.y, c.y)};
    visits told = {{0}};
    sm_find_in_box(p, c, sm_obstacles_of_world(t->world.flat), NULL, count_visit, &told);
    for (int i = 0; i < list_count(&t->list); i++) {
        sm_capsule wall = t->list.capsules[i];
        float longest = fabsf(wall.b.x - wall.a.x) + fabsf(wall.b.y - wall.a.y);
        bool is_sure = longest < 1000 && comes_into(wall, low, high);
        if (told.seen[i] > 1 || (is_sure && told.seen[i] == 0))
            fail_msg("(%.9g, %.9g) (%.9g, %.9g) is told %d times for (%.9g, %.9g) (%.9g, %.9g)",
                     wall.a.x, wall.a.y, wall.b.x, wall.b.y, told.seen[i], p.x, p.y, c.x, c.y);
    }
}

/* What says that it is free overlaps nothing, but one-way faces. Which side of a one-sided face it
 * is on may be decided by rounding; those are left out. */
static void check_free(const trial *t, const question *q) {
    sm3_result r = sm3_slide_move(q->position, q->delta, q->space,
                                  sm3_obstacles_of_world(t->world.space), &q->options);
    sm3_mover placed = sm3_mover_at(q->space, r.position);
    float largest = fmaxf(fabsf(r.position.x), fmaxf(fabsf(r.position.y), fabsf(r.position.z)));
    for (int i = 0; i < list_count(&t->list) && r.depth == 0; i++) {
        sm3_triangle face = t->list.triangles[i];
        if (!face.one_sided && !face.oneway)
            assert_true((double)sm3_collide(placed, face, q->delta).depth <=
                        (double)FLT_EPSILON * (2 * (double)largest + 4) + (double)SM3_SKIN);
    }
}

TEST(what_lies_on_borders_of_movers_and_cells_is_not_missed) {
    static borders b;
    trial *t = &b.trial;
    for (int i = 0; i < test_trials(2500); i++) {
        trial_begin(t, SOUP, i % 2, 0, test_seed((uint64_t)i));
        t->is_plain = true;
        b.middle = i % 4 ? at(0, 0, 0) : border_vec(&t->random, i % 8 ? 1e3f : 1e5f);
        int count = random_int(&t->random, MOST) + 1;
        for (int k = 0; k < QUESTIONS; k++)
            b.questions[k] = border_question(&b);
        for (int k = 0; k < count; k++)
            add_through_question(&b, k);
        trial_build(t);
        if (!t->in_space)
            set_on_cells(&b);
        met loop = list_shapes(&t->list), world = world_met(t->world);
        for (int k = 0; k < 2 * QUESTIONS; k++) {
            question q = b.questions[k / 2];
            q.options.resolver = (sm_resolver)random_int(&t->random, SM_RESOLVER_COUNT);
            if (t->in_space)
                check_free(t, &q);
            else
                check_box(t, &q);
            asking what = k % 4 < 3 ? ASK_MOVE : (asking)random_int(&t->random, ASKINGS);
            if (t->in_space && what == ASK_IN_BOX) /* may find what is farther by a rounding */
                what = ASK_OVERLAPS;
            trial_ask(t, what, &q, &loop, &world);
        }
        trial_end(t);
    }
}

/* ---- As it was found --------------------------------------------------------------------- */

/* Moves through the loop and the world, which give the same. */
static sm_result move_alike(const sm_world *world, sm_vec2 position, sm_vec2 delta, sm_capsule disk,
                            sm_resolver resolver) {
    const sm_options options = {.resolver = resolver};
    sm_result found = sm_slide_move(position, delta, sm_hull_of_capsule(disk),
                                    sm_obstacles_of_world(world), &options);
    sm_result expected = move_among_capsules(position, delta, disk, sm_world_capsules(world),
                                             sm_world_count(world), &options);
    assert_memory_equal(&expected, &found, sizeof found);
    return found;
}

TEST(a_wall_through_the_corners_of_what_is_asked_for_stops_a_sweep) {
    const sm_capsule wall = sm_segment(v(1.55000007f, 1.45444858f), v(-4.44999981f, -4.5455513f));
    const sm_vec2 start = {-2.94999981f, -3.0455513f}, delta = {0.00162470341f, 0.55336535f};
    const sm_capsule disk = sm_circle(v(0, 0), 1);
    sm_world *world = sm_world_create(&wall, 1, NULL);
    assert_near(move_alike(world, start, delta, disk, SM_SWEEP).position, -1.9654, -3.4752, 1e-3);
    sm_world_destroy(world);
}

TEST(boxes_centred_on_a_slanted_wall_find_it) {
    uint64_t random = test_seed(53);
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
    uint64_t random = test_seed(17);
    int touched = 0;
    for (int i = 0; i < 20000; i++) {
        float far = roundf(random_float(&random, 6e5f, 1e6f));
        bool is_disk = i % 2 > 0; /* above its position, the box beside */
        float x = is_disk ? 8 : far - 2, y = is_disk ? far - 2 : 0;
        sm_hull mover = is_disk ? (sm_hull){{{0, far}}, 1, 1} : sm_hull_of_box(2, 2);
        for (int k = 0; k < mover.count && !is_disk; k++)
            mover.vertices[k].x += far;
        const sm_obstacle disk = {.shape = sm_circle(v(x, y), random_float(&random, 1, 1.06f))};
        const sm_obstacle_array array = {&disk, 1};
        sm_world *world = sm_world_create(&disk.shape, 1, NULL);
        float off = random_float(&random, 0.001f, 0.06f);
        sm_vec2 position = {is_disk ? x : off, is_disk ? off : 0};
        sm_result expected =
            sm_slide_move(position, v(0, 0), mover, sm_obstacles_of_list(&array), NULL);
        sm_result found =
            sm_slide_move(position, v(0, 0), mover, sm_obstacles_of_world(world), NULL);
        assert_memory_equal(&expected, &found, sizeof found);
        touched += found.pushes > 0;
        sm_world_destroy(world);
    }
    assert_true(touched > 1000);
}

/* Far out the path that is looked along is rounded by more than a graze is deep. */
TEST(a_cast_that_grazes_far_from_the_origin_is_that_of_the_loop) {
    uint64_t random = test_seed(71);
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
    uint64_t random = test_seed(72);
    const float reach = 4123457, unit = 1 << 10; /* odd, so that few parts of it are exact */
    const sm_capsule wall = sm_segment(v(0, 0), v(3 * reach * unit, reach * unit));
    sm_world *world = sm_world_create(&wall, 1, NULL);
    int pushed_again = 0;
    for (int i = 0; i < 20000; i++) {
        float along = floorf(random_float(&random, 0, reach)) * unit;
        sm_capsule disk = sm_circle(v(0, 0), unit * powf(2, random_float(&random, -1, 12)));
        sm_vec2 position = {3 * along, along}, delta = {0, i % 2 == 0 ? 0 : disk.radius * 0.2f};
        pushed_again += move_alike(world, position, delta, disk, SM_DEEPEST).pushes > 1;
    }
    sm_world_destroy(world);
    assert_true(pushed_again > 100);
}

TEST(a_disk_whose_centre_is_nearly_on_a_slanted_wall_is_pushed_again) {
    const sm_capsule wall = sm_segment(v(0x1.e75976p+4f, 0x1.22bfb8p+4f), /* 1e-12 from the disk */
                                       v(0x1.d0bbf4p+4f, -0x1.5fbc78p+1f));
    sm_world *world = sm_world_create(&wall, 1, NULL);
    sm_vec2 position = {0x1.d85308p+4f, 0x1.117b6ep+2f};
    sm_capsule disk = sm_circle(v(0, 0), 0.8f);
    assert_int_equal(move_alike(world, position, v(0, 0), disk, SM_DEEPEST).pushes, 2);
    sm_world_destroy(world);
}

/* Their depths differ by less than a float tells, and of those the lowest number counts. */
TEST(of_points_in_a_ring_in_a_huge_disk_the_world_finds_that_of_the_loop) {
    uint64_t random = test_seed(73);
    for (int i = 0; i < 200; i++) {
        sm_capsule points[60];
        for (int k = 0; k < 60; k++) {
            float angle = random_float(&random, 0, 6.28f), far = random_float(&random, 1, 1.01f);
            points[k] = sm_circle(v(0.02f * far * cosf(angle), 0.02f * far * sinf(angle)), 0);
        }
        const sm_capsule_array array = {points, 60};
        sm_world *world = sm_world_create(points, 60, NULL);
        const sm_hull disk = sm_hull_of_capsule(sm_circle(v(0, 0), 3000));
        sm_obstacles of[] = {sm_obstacles_of_array(&array), sm_obstacles_of_world(world)};
        sm_collision found[2];
        for (int k = 0; k < 2; k++)
            found[k] = sm_find_deepest(v(0, 0), v(0, -1), disk, of[k], NULL);
        assert_memory_equal(&found[0], &found[1], sizeof found[0]);
        sm_world_destroy(world);
    }
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
        assert_true(move_alike(world, position, delta, disk, SM_DEEPEST).pushes > 0);
    }
    sm_world_destroy(world);
}

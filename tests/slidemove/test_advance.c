/* Conservative advancement: against known answers, the closed form, and a fine stepping through. */

#include "../../src/slidemove/slidemove3.h"
#include "../../src/slidemove/vec.h"
#include "../random.h"
#include "../sweep.h"
#include "../test.h"

static const double pi = 3.14159265358979323846;
static const sm_advance_end clear = SM_ADVANCE_CLEAR, touching = SM_ADVANCE_TOUCHING;

static sm_motion still(float x, float y) {
    return (sm_motion){.position = v(x, y)};
}

TEST(what_starts_nearer_than_the_tolerance_and_comes_nearer_touches_at_once) {
    for (int i = 1; i < 20; i++) {
        sm_motion moving = {.position = v(-2 - 0.005f * (float)i, 0), .delta = v(1, 0)};
        sm_advance_result r = sm_advance(disk(1), moving, disk(1), still(0, 0), 0.1f, NULL);
        assert_true(r.end == touching && r.fraction == 0);
    }
}

TEST(a_turning_bar_touches_when_its_end_gets_there) {
    sm_hull bar = sm_hull_of_capsule(sm_segment(v(0, 0), v(2, 0)));
    sm_motion turning = {.turn = (float)pi};
    /* Its line is at 90 degrees when half of the motion is over. */
    sm_advance_result t = sm_advance(bar, turning, disk(0), still(0, 1.5f), 1e-6f, NULL);
    assert_int_equal(t.end, touching);
    assert_true(fabs(t.fraction - 0.5) < 1e-5 && t.fraction <= 0.5);
    assert_true(sm_advance(bar, turning, disk(0), still(0, 2.1f), 1e-6f, NULL).end == clear);
    assert_true(sm_advance(bar, turning, disk(0), still(0, -1), 1e-6f, NULL).end == clear);
}

TEST(the_trace_tells_every_step) {
    sm_advance_step steps[64];
    sm_advance_trace trace = {.steps = steps, .capacity = 64};
    sm_motion turning = {.position = v(-3, 0.2f), .delta = v(6, 0), .turn = 5};
    sm_advance_result t =
        sm_advance(sm_hull_of_box(2, 0.5f), turning, disk(0.5f), still(1, 0), 0, &trace);
    assert_int_equal(t.end, touching);
    assert_in_range(trace.count, 3, 63);
    assert_int_equal(trace.lost, 0);
    for (int i = 0; i + 1 < trace.count; i++) {
        assert_true(steps[i].distance > SM_ADVANCE_TOLERANCE && steps[i].approach > 0);
        assert_true(steps[i].step > 0);
        assert_true(fabs(steps[i].fraction + steps[i].step - steps[i + 1].fraction) < 1e-15);
    }
    assert_true(steps[trace.count - 1].fraction == t.fraction);
    assert_true(steps[trace.count - 1].distance > 0);

    sm_advance_trace small = {.steps = steps, .capacity = 2};
    sm_advance_result again =
        sm_advance(sm_hull_of_box(2, 0.5f), turning, disk(0.5f), still(1, 0), 0, &small);
    assert_true(again.fraction == t.fraction);
    assert_int_equal(small.count + small.lost, trace.count);
}

static sm_hull random_hull(uint64_t *random) {
    sm_vec2 points[6];
    int count = 1 + random_int(random, 6);
    for (int i = 0; i < count; i++)
        points[i] = v(random_float(random, -1, 1), random_float(random, -1, 1));
    sm_hull hull;
    float radius = random_int(random, 2) ? random_float(random, 0, 0.5f) : 0;
    assert_true(sm_hull_of_points(points, count, radius, &hull));
    return hull;
}

static sm_motion random_motion(uint64_t *random, float turn) {
    return (sm_motion){v(random_float(random, -3, 3), random_float(random, -3, 3)),
                       random_float(random, -3, 3),
                       v(random_float(random, -5, 5), random_float(random, -5, 5)),
                       random_float(random, -turn, turn)};
}

static sm_hull turned(sm_hull hull, double angle) {
    double c = cos(angle), s = sin(angle);
    for (int i = 0; i < hull.count; i++) {
        double x = (double)hull.vertices[i].x, y = (double)hull.vertices[i].y;
        hull.vertices[i] = v((float)(c * x - s * y), (float)(s * x + c * y));
    }
    return hull;
}

/* How deep the shapes overlap; each edge of one against the other, or one inside of the other. */
static double depth_at(sm_hull a, sm_motion ma, sm_hull b, sm_motion mb, double fraction) {
    sm_hull first = turned(a, (double)ma.angle + fraction * (double)ma.turn);
    sm_hull second = turned(b, (double)mb.angle + fraction * (double)mb.turn);
    double x = (double)ma.position.x - (double)mb.position.x +
               fraction * ((double)ma.delta.x - (double)mb.delta.x);
    double y = (double)ma.position.y - (double)mb.position.y +
               fraction * ((double)ma.delta.y - (double)mb.delta.y);
    double deepest = -INFINITY;
    for (int i = 0; i < second.count; i++) {
        sm_capsule edge = {second.vertices[i], second.vertices[(i + 1) % second.count],
                           second.radius};
        sm_vec2 at = v((float)x, (float)y);
        deepest = fmax(deepest, (double)sm_collide_hull(first, at, edge, v(0, 0)).depth);
    }
    return deepest;
}

static sm3_vec random_in(uint64_t *random, float size) {
    return (sm3_vec){random_float(random, -size, size), random_float(random, -size, size),
                     random_float(random, -size, size)};
}

/* About the direction of `by`, by its length (Rodrigues), which the library does in another way. */
static sm3_vec spun(sm3_vec p, sm3_vec by, double part) {
    double angle = part * sqrt((double)sm3_dot(by, by));
    if (angle == 0)
        return p;
    vec3 axis = vec3_scale(vec3_of(by), part / angle), q = vec3_of(p);
    vec3 turned = vec3_add(vec3_scale(q, cos(angle)), vec3_scale(vec3_cross(axis, q), sin(angle)));
    return vec3_round(vec3_add(turned, vec3_scale(axis, vec3_dot(axis, q) * (1 - cos(angle)))));
}

static sm3_vec turned_in_space(sm3_vec p, const sm3_motion *m, double part) {
    return spun(spun(p, m->angle, 1), m->turn, part);
}

static sm3_vec place_in_space(sm3_vec p, const sm3_motion *m, double part) {
    return sm3_offset(sm3_offset(m->position, m->delta, (float)part), turned_in_space(p, m, part),
                      1);
}

static double gap_in_space(sm3_mover a, const sm3_motion *ma, sm3_triangle b, const sm3_motion *mb,
                           double part) {
    a.a = place_in_space(a.a, ma, part);
    a.b = place_in_space(a.b, ma, part);
    a.side = turned_in_space(a.side, ma, part);
    a.front = turned_in_space(a.front, ma, part);
    b.a = place_in_space(b.a, mb, part);
    b.b = place_in_space(b.b, mb, part);
    b.c = place_in_space(b.c, mb, part);
    return -(double)sm3_collide(a, b, (sm3_vec){0, 0, 0}).depth;
}

/* Two shapes and their motions: in 2D two hulls, in 3D a mover and a triangle. */
typedef struct pair {
    bool in_space;
    sm_hull hulls[2];
    sm_motion flat[2];
    sm3_mover mover;
    sm3_triangle triangle;
    sm3_motion space[2];
} pair;

static double depth_of(const pair *p, double fraction) {
    if (p->in_space)
        return -gap_in_space(p->mover, &p->space[0], p->triangle, &p->space[1], fraction);
    return fmax(depth_at(p->hulls[0], p->flat[0], p->hulls[1], p->flat[1], fraction),
                depth_at(p->hulls[1], p->flat[1], p->hulls[0], p->flat[0], fraction));
}

static sm_advance_result advance(const pair *p) {
    return p->in_space ? sm3_advance(p->mover, p->space[0], p->triangle, p->space[1], 0, NULL)
                       : sm_advance(p->hulls[0], p->flat[0], p->hulls[1], p->flat[1], 0, NULL);
}

static pair random_pair(bool in_space, int i, float turn, uint64_t *random) {
    pair p = {.in_space = in_space};
    for (int k = 0; k < 2 && !in_space; k++) {
        p.hulls[k] = random_hull(random);
        p.flat[k] = random_motion(random, turn);
    }
    if (!in_space)
        return p;
    sm3_vec at = random_in(random, 1);
    const sm3_mover movers[] = {sm3_sphere(at, 0.3f),
                                {.a = at, .b = random_in(random, 1), .radius = 0.2f},
                                sm3_box(at, (sm3_vec){0.3f, 0.1f, 0}, (sm3_vec){-0.1f, 0.3f, 0.5f},
                                        random_in(random, 0.5f), 0.05f)};
    p.mover = movers[i % 3];
    p.triangle = sm3_face(random_in(random, 1), random_in(random, 1), random_in(random, 1));
    p.triangle.radius = i % 2 ? 0 : 0.2f;
    for (int k = 0; k < 2; k++)
        p.space[k] = (sm3_motion){random_in(random, k == 0 ? 3 : 1), random_in(random, 2),
                                  random_in(random, k == 0 ? 5 : 3), random_in(random, turn)};
    return p;
}

/* In 3D some triangles are one-sided, which changes nothing for a mover before them. */
TEST(it_never_passes_a_touch_and_stops_at_one) {
    static const struct {
        bool in_space;
        float turn;         /* radians, at most, of each shape */
        int tries, hits;    /* hits: one in so many at least */
        int most_undecided; /* of a hundred tries */
    } rows[] = {{false, 0, 2000, 12, 0}, {false, 12, 4000, 12, 0}, {false, 2000, 2000, 12, 1},
                {true, 0, 600, 50, 1},   {true, 6, 600, 50, 1},    {true, 60, 600, 50, 1}};
    uint64_t random = test_seed(8);
    for (size_t c = 0; c < sizeof rows / sizeof *rows; c++) {
        int hits = 0, undecided = 0, tries = test_trials(rows[c].tries);
        for (int i = 0; i < tries; i++) {
            pair p = random_pair(rows[c].in_space, i, rows[c].turn, &random), tested = p;
            tested.triangle.one_sided = i % 5 == 0;
            sm_advance_result r = advance(&tested);
            if (depth_of(&p, 0) > 0)
                continue;
            for (int k = 0; k < 50; k++)
                assert_true(depth_of(&p, r.fraction * k / 50) < 1e-5);
            undecided += r.end == SM_ADVANCE_UNDECIDED;
            hits += r.end == touching;
            if (r.end == clear)
                continue;
            assert_float_equal(-depth_of(&p, r.fraction), r.distance, 2e-5);
            assert_int_equal(r.end == touching, r.distance <= SM_ADVANCE_TOLERANCE);
        }
        printf("%s, %g radians: %d hits, %d undecided\n", rows[c].in_space ? "3D" : "2D",
               (double)rows[c].turn, hits, undecided);
        assert_true(hits >= tries / rows[c].hits);
        assert_true(undecided <= tries * rows[c].most_undecided / 100);
    }
}

static sm_hull octagon(void) {
    sm_vec2 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = v((float)cos(i * pi / 4), (float)sin(i * pi / 4));
    sm_hull hull;
    assert_true(sm_hull_of_points(corners, 8, 0, &hull));
    return hull;
}

/* Its corners come to 0.001 above the floor, again and again; or two of them turn like wheels whose
 * teeth just miss each other. */
TEST(turning_in_place_near_something_is_no_touch) {
    sm_hull ground = sm_hull_of_capsule(sm_segment(v(-9, 0), v(9, 0)));
    const float turns[] = {(float)(2 * pi), -40, 2000};
    for (int i = 0; i < 3; i++) {
        sm_motion above = {.position = v(0, 1.001f), .turn = turns[i]};
        assert_true(sm_advance(octagon(), above, ground, still(0, 0), 0, NULL).end == clear);
        above.position.y = 0.999f;
        assert_true(sm_advance(octagon(), above, ground, still(0, 0), 0, NULL).end == touching);
    }
    sm_motion wheel = {.turn = (float)(2 * pi)};
    sm_motion other = {.position = v(1.95f, 0), .angle = (float)(pi / 8), .turn = -wheel.turn};
    assert_true(sm_advance(octagon(), wheel, octagon(), other, 0, NULL).end == clear);
    other.position.x = 1.9f;
    assert_true(sm_advance(octagon(), wheel, octagon(), other, 0, NULL).end == touching);
}

TEST(too_many_steps_are_undecided_and_tell_the_distance) {
    sm_motion wheel = {.turn = 1e6f}, other = {.position = v(1.95f, 0), .turn = -1e6f};
    other.angle = (float)(pi / 8);
    sm_advance_trace trace = {.capacity = 0};
    sm_advance_result t = sm_advance(octagon(), wheel, octagon(), other, 0, &trace);
    assert_int_equal(t.end, SM_ADVANCE_UNDECIDED);
    assert_int_equal(trace.lost, SM_ADVANCE_STEPS + 1);
    assert_true(t.distance > SM_ADVANCE_TOLERANCE && t.fraction < 1);
    assert_float_equal(-depth_at(octagon(), wheel, octagon(), other, t.fraction), t.distance, 1e-3);
}

TEST(shapes_that_touch_and_part_are_no_hit) {
    static const struct {
        sm_vec2 position, delta;
        float turn;
        bool hits; /* at once */
    } cases[] = {
        {{0, 1}, {0, 1}, 0, false},       {{0, 1}, {3, 0}, 0, false},
        {{0, 1}, {3, -0.1f}, 0, true},    {{0, 1}, {0, 0}, 0.1f, true},
        {{0, 1}, {0, 2}, 1, false},       {{0, 0.5f}, {0, 3}, 0, false},
        {{0, 0.5f}, {0, -1}, 0, true},    {{9.5f, 1}, {0, 0}, -0.5f, true},
        {{10.5f, 1}, {0, 0}, 0.3f, true}, {{10.5f, 1}, {0, 0}, -0.3f, false},
    };
    sm_hull ground = sm_hull_of_capsule(sm_segment(v(-10, 0), v(10, 0))),
            box = sm_hull_of_box(2, 2);
    for (int i = 0; i < 10; i++) {
        sm_motion motion = {cases[i].position, 0, cases[i].delta, cases[i].turn};
        sm_advance_result t = sm_advance(box, motion, ground, still(0, 0), 0, NULL);
        assert_int_equal(t.end, cases[i].hits ? touching : clear);
        assert_true(cases[i].hits ? t.fraction == 0 : t.fraction == 1);
    }
}

/* A bar that lies on a disk is turned away from it, and all around until it meets it from below. */
TEST(what_parts_and_comes_back_is_met_then) {
    sm_hull bar = sm_hull_of_capsule(sm_segment(v(0, 0), v(3, 0)));
    sm_motion turning = {.turn = (float)(2 * pi)};
    sm_advance_result t = sm_advance(bar, turning, disk(0.5f), still(2, -0.5f), 1e-6f, NULL);
    assert_int_equal(t.end, touching);
    assert_true(fabs(t.fraction - (1 - atan(0.25) / pi)) < 1e-5);
}

TEST(without_turning_it_agrees_with_the_cast) {
    uint64_t random = test_seed(12);
    for (int i = 0; i < test_trials(20000); i++) {
        sm_hull mover = random_hull(&random);
        sm_capsule obstacle = {v(random_float(&random, 1, 4), random_float(&random, -2, 2)),
                               v(random_float(&random, 1, 4), random_float(&random, -2, 2)),
                               random_float(&random, 0, 0.5f)};
        sm_motion motion = {.delta = v(random_float(&random, -8, 8), random_float(&random, -2, 2))};
        sm_touch cast = cast_hull(v(0, 0), motion.delta, mover, obstacle);
        sm_advance_result advance =
            sm_advance(mover, motion, sm_hull_of_capsule(obstacle), still(0, 0), 1e-5f, NULL);
        if (cast.hit) {
            assert_int_equal(advance.end, touching);
            assert_true(advance.fraction <= cast.fraction + 1e-9);
        }
        if (advance.end == touching && !cast.hit) { /* within the tolerance, then: by a graze */
            sm_vec2 at = v((float)(advance.fraction * (double)motion.delta.x),
                           (float)(advance.fraction * (double)motion.delta.y));
            double depth = (double)sm_collide_hull(mover, at, obstacle, motion.delta).depth;
            assert_true(depth > -2e-5);
        }
    }
}

/* ---- In 3D ------------------------------------------------------------------------------- */

static sm3_motion in_space(sm_motion m) {
    return (sm3_motion){{m.position.x, m.position.y, 0},
                        {0, 0, m.angle},
                        {m.delta.x, m.delta.y, 0},
                        {0, 0, m.turn}};
}

/* Where they touch, both stop anywhere within the tolerance, so at other times if at other gaps. */
TEST(in_a_plane_of_space_it_ends_at_the_same_time) {
    uint64_t random = test_seed(13);
    int hits = 0, tries = test_trials(500);
    for (int i = 0; i < tries; i++) {
        sm_capsule c[2];
        for (int k = 0; k < 2; k++)
            c[k] = (sm_capsule){v(random_float(&random, -1, 1), random_float(&random, -1, 1)),
                                v(random_float(&random, -1, 1), random_float(&random, -1, 1)),
                                random_float(&random, 0.1f, 0.4f)};
        sm_motion a = random_motion(&random, 12), b = random_motion(&random, 12);
        a.position.x += 4;
        sm3_mover mover = {.a = sm_to3(c[0].a), .b = sm_to3(c[0].b), .radius = c[0].radius};
        sm3_triangle obstacle = sm3_solid_capsule(
            (sm3_mover){.a = sm_to3(c[1].a), .b = sm_to3(c[1].b), .radius = c[1].radius});
        sm_advance_result flat =
            sm_advance(sm_hull_of_capsule(c[0]), a, sm_hull_of_capsule(c[1]), b, 0, NULL);
        sm_advance_result deep = sm3_advance(mover, in_space(a), obstacle, in_space(b), 0, NULL);
        if (flat.end == touching && flat.distance < 0)
            continue; /* started inside */
        assert_int_equal(deep.end, flat.end);
        bool touches = flat.end == touching;
        double apart = fabs(deep.distance - flat.distance);
        assert_true(fabs(deep.fraction - flat.fraction) < 1e-6 + apart);
        assert_true(!touches || sm_max(flat.distance, deep.distance) <= SM_ADVANCE_TOLERANCE);
        hits += touches;
    }
    assert_true(hits >= tries / 50);
}

/* Whether shapes that touch, and do not come deeper at once, part before the end of the advance and
 * are in each other again by then: looked at often. After many steps a parting by a small part of
 * their size may be missed (see sm_advance). */
static bool passes_a_touch(const pair *p, sm_advance_result r, int steps) {
    enum { LOOKS = 1000, MANY = 200 };
    const double parted = steps > MANY ? 0.005 : 2 * SM_ADVANCE_TOLERANCE;
    bool has_parted = false;
    for (int i = 0; i <= LOOKS; i++) {
        double now = depth_of(p, r.fraction * i / LOOKS);
        if (has_parted && now > 1e-5)
            return true;
        has_parted |= now < -parted;
    }
    return false;
}

TEST(crossed_bars_in_space_that_part_are_met_again) {
    static const float turns[] = {1, 6, 60}, ways[] = {0.1f, 1, 5};
    uint64_t random = test_seed(16);
    int met_again = 0, tries = test_trials(3000);
    for (int i = 0; i < tries; i++) {
        sm3_vec end = random_in(&random, 1);
        pair p = {.in_space = true,
                  .mover = {.a = {-1, 0, 0}, .b = {1, 0, 0}, .radius = 0.01f},
                  .triangle = sm3_face(sm3_scaled(end, -1), end, random_in(&random, 0.1f))};
        if (i % 2)
            p.mover.side = (sm3_vec){0, 0.2f, 0}, p.mover.front = (sm3_vec){0, 0, 0.01f};
        for (int k = 0; k < 2; k++)
            p.space[k] =
                (sm3_motion){random_in(&random, 0.5f), random_in(&random, 2),
                             random_in(&random, ways[i / 3 % 3]), random_in(&random, turns[i % 3])};
        if (depth_of(&p, 0) < 0)
            continue;
        sm_advance_step steps[SM_ADVANCE_STEPS + 1];
        sm_advance_trace trace = {.steps = steps, .capacity = SM_ADVANCE_STEPS + 1};
        sm_advance_result r = sm3_advance(p.mover, p.space[0], p.triangle, p.space[1], 0, &trace);
        assert_false(passes_a_touch(&p, r, trace.count));
        met_again += r.end == touching && r.fraction > 0;
    }
    printf("in space: %d met again\n", met_again);
    assert_true(met_again > tries / 50);
}

TEST(odd_arguments_are_clear) {
    sm_motion odd[] = {{.turn = NAN}, {.angle = NAN}, {.delta = v(0, NAN)}, {.position.x = NAN}};
    sm3_vec infinite = {0, INFINITY, 0};
    sm3_motion odd3[] = {
        {.turn = infinite}, {.angle = infinite}, {.delta = infinite}, {.position = infinite}};
    sm3_triangle face = sm3_face((sm3_vec){0, 0, 0}, (sm3_vec){1, 0, 0}, (sm3_vec){0, 1, 0});
    sm3_mover ball = sm3_sphere(face.a, 1);
    for (int i = 0; i < 4; i++) {
        assert_true(sm_advance(disk(1), odd[i], disk(1), still(0, 0), 0, NULL).end == clear);
        assert_true(sm_advance(disk(1), still(0, 0), disk(1), odd[i], 0, NULL).end == clear);
        assert_true(sm3_advance(ball, odd3[i], face, (sm3_motion){0}, 0, NULL).end == clear);
    }
    /* Two points on one spot do not come any nearer. */
    assert_true(sm_advance(disk(0), still(1, 1), disk(0), still(1, 1), 0, NULL).end == clear);
    const sm_hull none = {.count = 0};
    assert_true(sm_advance(none, still(0, 0), disk(1), still(0, 0), 0, NULL).end == clear);
}

/* Closest points and collisions in 3D, against a reference and in every degenerate case. */
#include "../test.h"

#include "../../src/slidemove/lanes.h"
#include "../../src/slidemove/slidemove3.h"
#include "../../src/slidemove/space/collide3.h"
#include "../reference3.h"
#include "../space.h"

static const double tolerance = 1e-5; /* world units */

static double length(reference_vec3 a) {
    return (double)sqrtl(a.x * a.x + a.y * a.y + a.z * a.z);
}

static reference_vec3 scaled(sm3_vec a, double k) {
    reference_vec3 r = reference_of(a);
    return (reference_vec3){r.x * k, r.y * k, r.z * k};
}

static const reference_vec3 nowhere = {0, 0, 0};

/* ---- Random shapes ----------------------------------------------------------------------- */

/* Points that often coincide, line up and lie in one plane, and points that do not. */
static sm3_vec random_point(uint64_t *random, bool on_raster) {
    if (on_raster)
        return v((float)random_int(random, 4), (float)random_int(random, 3),
                 (float)random_int(random, 3));
    return v(random_float(random, -2, 4), random_float(random, -2, 3), random_float(random, -2, 3));
}

static float random_radius(uint64_t *random, bool rounded) {
    static const float radii[] = {0, 0.25f, 0.5f, 1};
    if (!rounded)
        return 0;
    return random_int(random, 2) ? radii[random_int(random, 4)] : random_float(random, 0, 1.5f);
}

/* A shape of up to three corners, as the named pairs have them; or a box, as a mover. */
typedef enum shape { SPHERE, SEGMENT, CAPSULE, TRIANGLE, BOX } shape;

static sm3_triangle random_obstacle(uint64_t *random, shape kind) {
    bool on_raster = random_int(random, 2);
    sm3_triangle t = {.a = random_point(random, on_raster)};
    t.b = kind == SPHERE ? t.a : random_point(random, on_raster);
    t.c = kind == TRIANGLE ? random_point(random, on_raster && random_int(random, 4) > 0) : t.b;
    t.radius = random_radius(random, kind == SPHERE || kind == CAPSULE);
    return t;
}

/* Along the axes, or askew. */
static sm3_mover random_box(uint64_t *random) {
    float half[] = {random_float(random, 0.1f, 1), 0.5f, 1};
    float radius = random_radius(random, true);
    if (random_int(random, 2))
        return sm3_box(random_point(random, true), v(half[random_int(random, 3)], 0, 0),
                       v(0, half[random_int(random, 3)], 0), v(0, 0, half[random_int(random, 3)]),
                       radius);
    sm3_vec up = random_point(random, false);
    sm3_vec side = sm3_cross(up, v(0.3f, 1, 0.2f)), front = sm3_cross(up, side);
    return sm3_box(random_point(random, random_int(random, 2)),
                   sm3_scaled(side, half[0] / sm3_length(side)),
                   sm3_scaled(up, half[1] / sm3_length(up)),
                   sm3_scaled(front, half[2] / sm3_length(front)), radius);
}

static sm3_mover random_mover(uint64_t *random, shape kind) {
    if (kind == BOX)
        return random_box(random);
    bool on_raster = random_int(random, 2);
    sm3_mover m = {.a = random_point(random, on_raster)};
    m.b = kind == SPHERE ? m.a : random_point(random, on_raster);
    m.radius = random_radius(random, true);
    return m;
}

/* ---- Against the reference --------------------------------------------------------------- */

static void check_apart(const sm3_mover *m, const sm3_triangle *o, sm3_collision c,
                        const reference_pair *expected) {
    double radii = (double)m->radius + (double)o->radius;
    assert_float_equal(c.depth, (float)(radii - expected->distance), tolerance);
    reference_vec3 between = {expected->on_mover.x - expected->on_triangle.x,
                              expected->on_mover.y - expected->on_triangle.y,
                              expected->on_mover.z - expected->on_triangle.z};
    reference_vec3 along = scaled(c.normal, expected->distance);
    reference_vec3 off = {between.x - along.x, between.y - along.y, between.z - along.z};
    assert_true(length(off) < tolerance);
}

/* No direction is much shorter: not the prism's normals, and none of many at random. */
static void check_crossing(const sm3_mover *m, const sm3_triangle *o, sm3_collision c,
                           uint64_t *random) {
    double radii = (double)m->radius + (double)o->radius;
    double way = (double)c.depth - radii;
    assert_true(way > -tolerance);
    for (int i = 0; i < 40; i++) {
        reference_vec3 d = {(long double)random_float(random, -1, 1),
                            (long double)random_float(random, -1, 1),
                            (long double)random_float(random, -1, 1)};
        double size = length(d);
        if (size < 0.1)
            continue;
        d = (reference_vec3){d.x / size, d.y / size, d.z / size};
        assert_true(way <= reference_way_along(*m, *o, d) + tolerance);
    }
}

/* The mover, pushed along the normal by the depth, touches; and the point is where it does. */
static void check_resolvement(const sm3_mover *m, const sm3_triangle *o, sm3_collision c) {
    double radii = (double)m->radius + (double)o->radius;
    assert_float_equal(length(reference_of(c.normal)), 1, 1e-6);
    sm3_vec push = sm3_scaled(c.normal, c.depth);
    reference_pair after = reference_closest_shapes(*m, reference_of(push), *o);
    assert_true(after.distance >= radii - tolerance);
    sm3_mover point = sm3_sphere(c.point, 0);
    assert_float_equal(reference_closest_shapes(point, nowhere, *o).distance, o->radius, tolerance);
}

/* A world of another size, by a power of two, has the same collisions; also of what is met from its
 * front alone. */
static void check_size(sm3_mover m, sm3_triangle o, sm3_vec delta, float size) {
    sm3_vec *parts[] = {&m.a, &m.b, &m.side, &m.front, &o.a, &o.b, &o.c, &delta};
    sm3_collision found[4];
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 8 && i == 2; k++)
            *parts[k] = sm3_scaled(*parts[k], size);
        m.radius *= i == 2 ? size : 1;
        o.radius *= i == 2 ? size : 1;
        o.one_sided = i % 2 == 1;
        found[i] = sm3_collide(m, o, delta);
    }
    for (int i = 0; i < 2; i++) {
        sm3_collision here = found[i], there = found[i + 2];
        assert_true(here.depth == there.depth ||
                    fabsf(there.depth / size - here.depth) < (float)tolerance);
        assert_vec(there.normal, here.normal.x, here.normal.y, here.normal.z);
    }
}

static void check_cases(shape mover, shape obstacle, uint64_t seed, int cases) {
    uint64_t random = test_seed(seed);
    int crossing = 0, overlapping = 0;
    for (int i = 0; i < cases; i++) {
        sm3_mover m = random_mover(&random, mover);
        sm3_triangle o = random_obstacle(&random, obstacle);
        sm3_vec delta = random_int(&random, 2) ? random_point(&random, false) : v(0, 0, 0);
        sm3_collision c = sm3_collide(m, o, delta);
        assert_int_equal(c.obstacle, SM_NO_OBSTACLE);
        reference_pair expected = reference_closest_shapes(m, nowhere, o);
        if (expected.distance > 1e-7) {
            check_apart(&m, &o, c, &expected);
        } else {
            check_crossing(&m, &o, c, &random);
            crossing++;
        }
        check_resolvement(&m, &o, c);
        check_size(m, o, delta, ldexpf(1, i % 2 ? -20 : 12));
        overlapping += c.depth > 0;
    }
    assert_true(overlapping > cases / 50);
    assert_true(crossing > cases / 1000);
}

TEST(each_pair_of_shapes_agrees_with_the_reference) {
    static const struct {
        shape mover, obstacle;
        int cases;
    } pairs[] = {
        {SPHERE, SPHERE, 100000},   {SPHERE, SEGMENT, 100000},  {SPHERE, CAPSULE, 100000},
        {CAPSULE, CAPSULE, 100000}, {SPHERE, TRIANGLE, 100000}, {CAPSULE, TRIANGLE, 100000},
        {BOX, TRIANGLE, 60000},     {BOX, CAPSULE, 20000},      {BOX, SPHERE, 20000}};
    for (int i = 0; i < (int)(sizeof pairs / sizeof *pairs); i++)
        check_cases(pairs[i].mover, pairs[i].obstacle, (uint64_t)i + 1,
                    test_trials(pairs[i].cases));
}

TEST(closest_points_agree_with_the_reference) {
    uint64_t random = test_seed(7);
    for (int i = 0; i < test_trials(100000); i++) {
        sm3_mover m = random_mover(&random, CAPSULE);
        sm3_triangle o = random_obstacle(&random, i % 2 ? TRIANGLE : SEGMENT);
        double expected = reference_closest_shapes(m, nowhere, o).distance;
        sm3_closest_points found = i % 2 ? sm3_closest_of_segment_triangle(m.a, m.b, o.a, o.b, o.c)
                                         : sm3_closest_of_segments(m.a, m.b, o.a, o.b);
        assert_float_equal(found.distance, expected, tolerance);
        vec3 a = vec3_of(m.a), b = vec3_of(m.b), oa = vec3_of(o.a), ob = vec3_of(o.b);
        assert_float_equal(found.s, vec3_fraction(vec3_of(found.first), a, b), 1e-5);
        double t = i % 2 ? 0 : vec3_fraction(vec3_of(found.second), oa, ob);
        assert_float_equal(found.t, t, 1e-5);
        sm3_mover first = sm3_sphere(found.first, 0);
        assert_true(reference_closest_shapes(first, nowhere, sm3_solid_capsule(m)).distance <
                    tolerance);
        sm3_vec nearest = i % 2 ? sm3_closest_on_triangle(m.a, o.a, o.b, o.c)
                                : sm3_closest_on_segment(m.a, o.a, o.b);
        reference_pair point = reference_closest_shapes(sm3_sphere(m.a, 0), nowhere, o);
        reference_vec3 at = reference_of(nearest);
        assert_true(length((reference_vec3){at.x - point.on_triangle.x, at.y - point.on_triangle.y,
                                            at.z - point.on_triangle.z}) < tolerance);
    }
}

#if SM_HAS_X86
/* Half of them on a small grid, where many are equally near, touch or have no area. */
TEST(segment_and_triangle_are_as_near_by_all_instructions) {
    uint64_t random = test_seed(8);
    for (int i = 0; i < test_trials(100000) && __builtin_cpu_supports("avx2"); i++) {
        vec3 at[5];
        for (int k = 0; k < 5; k++) {
            sm3_vec p = random_vec(&random, 2);
            at[k] = i % 2 ? vec3_of(p) : vec3_of(v(roundf(p.x), roundf(p.y), roundf(p.z)));
        }
        triangle3 t = triangle3_of(at[2], at[3], at[4]);
        closest3 wide = sm3_nearest_avx2(at[0], at[1], &t);
        closest3 plain = sm3_nearest_any(at[0], at[1], &t);
        assert_true(vec3_equal(wide.first, plain.first) && vec3_equal(wide.second, plain.second));
        assert_true(wide.distance_squared == plain.distance_squared);
    }
}
#endif

/* As above, and slivers, and ends next to a corner or an edge. */
TEST(a_capsules_contact_is_the_same_whatever_normal_is_guessed) {
    uint64_t random = test_seed(9);
    for (int i = 0; i < test_trials(100000); i++) {
        vec3 at[5];
        for (int k = 0; k < 5; k++) {
            sm3_vec p = random_vec(&random, 2);
            at[k] = i % 2 ? vec3_of(p) : vec3_of(v(roundf(p.x), roundf(p.y), roundf(p.z)));
        }
        double little = pow(10, (double)random_float(&random, -12, 0));
        at[3] = i % 3 ? at[3] : vec3_add(at[2], vec3_scale(at[3], little));
        at[0] = i % 5 ? at[0] : vec3_add(at[3], vec3_scale(at[0], little));
        at[1] = i % 7 ? at[1] : vec3_add(at[0], vec3_scale(at[1], little));
        const mover3 capsule = {at[0], at[1], 0.5, false, NULL};
        const obstacle3 obstacle = {.triangle = triangle3_of(at[2], at[3], at[4])};
        contact3 right = sm3_contact_of(&capsule, &obstacle, at[4]);
        vec3 guess = i % 11 ? right.normal : vec3_of(random_vec(&random, 1));
        contact3 about, plain;
        sm3_contact_about(&capsule, &obstacle, &at[4], &guess, false, &about);
        sm3_about_any(&capsule, &obstacle, &at[4], &guess, false, &plain);
        assert_memory_equal(&about, &right, sizeof right);
        assert_memory_equal(&plain, &right, sizeof right);
    }
}

/* ---- Triangles one by one ---------------------------------------------------------------- */

/* In the plane y = 0, with its front upward. */
static const sm3_vec ta = {0, 0, 0}, tb = {0, 0, 4}, tc = {4, 0, 0};

TEST(a_centre_on_face_edge_or_corner_leaves_across_the_face) {
    const sm3_vec centres[] = {v(1, 0, 1), v(2, 0, 2), v(0, 0, 0), v(0, 0, 4), v(0, 0, 1)};
    for (int i = 0; i < 5; i++) {
        sm3_collision down =
            sm3_collide(sm3_sphere(centres[i], 1), sm3_face(ta, tb, tc), v(0.3f, -0.1f, 0));
        assert_vec(down.normal, 0, 1, 0);
        assert_float_equal(down.depth, 1, 1e-6);
        sm3_collision up =
            sm3_collide(sm3_sphere(centres[i], 1), sm3_face(ta, tb, tc), v(0.3f, 0.1f, 0));
        assert_vec(up.normal, 0, -1, 0);
    }
}

TEST(an_axis_through_the_face_is_drawn_out_the_short_way) {
    sm3_mover pole = {.a = v(1, -0.5f, 1), .b = v(1, 2, 1), .radius = 0.25f};
    sm3_collision c = sm3_collide_capsule_triangle(pole, ta, tb, tc);
    assert_vec(c.normal, 0, 1, 0);
    assert_float_equal(c.depth, 0.75, 1e-6);
    sm3_mover near_edge = {.a = v(0.1f, -2, 1), .b = v(0.1f, 2, 1), .radius = 0.25f};
    c = sm3_collide_capsule_triangle(near_edge, ta, tb, tc);
    assert_vec(c.normal, -1, 0, 0);
    assert_float_equal(c.depth, 0.35, 1e-6);
}

TEST(an_axis_along_the_face_or_in_it_leaves_across_it) {
    sm3_mover above = {.a = v(0.5f, 0.2f, 0.5f), .b = v(2, 0.2f, 0.5f), .radius = 0.5f};
    sm3_collision c = sm3_collide_capsule_triangle(above, ta, tb, tc);
    assert_vec(c.normal, 0, 1, 0);
    assert_float_equal(c.depth, 0.3, 1e-6);
    const sm3_mover in_plane[] = {{.a = v(0.5f, 0, 0.5f), .b = v(1, 0, 1), .radius = 0.5f},
                                  {.a = v(-3, 0, 1), .b = v(8, 0, 1), .radius = 0.5f},
                                  {.a = v(0, 0, -3), .b = v(0, 0, 9), .radius = 0.5f}};
    for (int i = 0; i < 3; i++) {
        c = sm3_collide(in_plane[i], sm3_face(ta, tb, tc), v(0, -1, 0));
        assert_vec(c.normal, 0, 1, 0);
        assert_float_equal(c.depth, 0.5, 1e-6);
    }
}

TEST(a_triangle_without_area_is_its_edges) {
    sm3_collision line =
        sm3_collide_sphere_triangle(v(3, 1, 0), 2, v(0, 0, 0), v(8, 0, 0), v(2, 0, 0));
    assert_vec(line.normal, 0, 1, 0);
    assert_float_equal(line.depth, 1, 1e-6);
    sm3_collision point =
        sm3_collide_sphere_triangle(v(0, 0, 1), 2, v(0, 0, 0), v(0, 0, 0), v(0, 0, 0));
    assert_vec(point.normal, 0, 0, 1);
}

TEST(on_a_point_or_line_the_way_out_is_against_the_motion) {
    sm3_triangle dot = sm3_solid_capsule(sm3_sphere(v(1, 2, 3), 0));
    sm3_mover ball = sm3_sphere(v(1, 2, 3), 0.5f);
    assert_vec(sm3_collide(ball, dot, v(0, 0, -2)).normal, 0, 0, 1);
    assert_vec(sm3_collide(ball, dot, v(0, 0, 0)).normal, 0, 1, 0);
    sm3_triangle line = sm3_face(v(-4, 2, 3), v(4, 2, 3), v(4, 2, 3));
    assert_vec(sm3_collide(ball, line, v(3, 0, -2)).normal, 0, 0, 1);
    assert_vec(sm3_collide(ball, line, v(3, 0, 0)).normal, 0, 1, 0);
    sm3_triangle upright = sm3_face(v(1, -4, 3), v(1, 4, 3), v(1, 4, 3));
    assert_vec(sm3_collide(ball, upright, v(0, 0, 0)).normal, 1, 0, 0);
}

TEST(thin_triangles_and_large_coordinates_keep_the_depth) {
    uint64_t random = test_seed(9);
    for (int i = 0; i < 20000; i++) {
        float far = i % 2 ? 1000 : 0, thin = powf(10, random_float(&random, -9, 0));
        sm3_triangle o = sm3_face(v(far, 0, 0), v(far + 4, 0, 0),
                                  v(far + random_float(&random, -1, 5), thin, thin));
        sm3_mover m = sm3_sphere(v(far + random_float(&random, -1, 5), random_float(&random, -1, 1),
                                   random_float(&random, -1, 1)),
                                 1);
        if (i % 3 == 0)
            m.b = v(far + 2, random_float(&random, -1, 1), 0.3f);
        if (i % 5 == 0)
            m = sm3_box(m.a, v(0, 0, 0.2f), v(0, 0.3f, 0), v(0.4f, 0, 0), 1);
        reference_pair expected = reference_closest_shapes(m, nowhere, o);
        if (expected.distance > 1e-6)
            assert_float_equal(sm3_collide(m, o, v(0, 0, 0)).depth, (float)(1 - expected.distance),
                               tolerance);
    }
}

/* So far out that double tells the corners that touch no more apart, which differences still do. */
TEST(a_box_far_out_that_all_but_touches_has_a_normal) {
    const float far = 1e9f;
    sm3_mover m = sm3_box(v(far, far, 0), v(44.7661095f, -29.3432522f, 0), v(0, 0, 2),
                          v(19.2338943f, 29.3432541f, 0), 0);
    sm3_triangle o =
        sm3_face(v(far + 64, far, 2), v(far + 192, far - 64, 3), v(far + 192, far - 64, 1));
    sm3_collision c = sm3_collide(m, o, v(0, 0, 0));
    assert_float_equal(c.depth, 0, 1e-6);
    assert_float_equal(sm3_length(c.normal), 1, 1e-6);
}

/* ---- One-sided faces --------------------------------------------------------------------- */

static sm3_triangle one_sided(void) {
    return (sm3_triangle){ta, tb, tc, 0, true, false};
}

TEST(a_one_sided_face_is_met_from_its_front_alone) {
    static const struct {
        sm3_vec centre;
        bool overlaps;
    } balls[] = {{{1, 0.5f, 1}, true},
                 {{1, -0.5f, 1}, false},
                 {{-0.1f, -0.1f, 1}, false},
                 {{-0.1f, 0.1f, 1}, true},
                 {{1, 1, 1}, true}};
    for (int i = 0; i < 5; i++) {
        sm3_collision c = sm3_collide(sm3_sphere(balls[i].centre, 1), one_sided(), v(0, 1, 0));
        assert_int_equal(c.depth >= 0, balls[i].overlaps);
        assert_true(balls[i].overlaps || isinf(c.depth));
    }
}

TEST(a_one_sided_face_pushes_to_its_front_whatever_the_motion) {
    sm3_collision on = sm3_collide(sm3_sphere(v(1, 0, 1), 1), one_sided(), v(0, 5, 0));
    assert_vec(on.normal, 0, 1, 0);
    sm3_mover pole = {.a = v(1, -2, 1), .b = v(1, 0.5f, 1), .radius = 0.25f};
    sm3_collision through = sm3_collide(pole, one_sided(), v(0, 0, 0));
    assert_vec(through.normal, 0, 1, 0);
    assert_float_equal(through.depth, 2.25, 1e-6);
}

/* ---- Touching ---------------------------------------------------------------------------- */

/* Whole numbers whose distances are whole, so that touching is exact; and a last digit of a radius
 * less, or more. */
TEST(touching_exactly_counts_as_overlapping) {
    static const float triples[][4] = {{1, 0, 0, 1}, {2, 1, 2, 3}, {6, 2, 3, 7}, {4, 8, 1, 9}};
    uint64_t random = test_seed(12);
    for (int i = 0; i < 200000; i++) {
        const float *by = triples[random_int(&random, 4)], size = (float)(1 + i % 50);
        sm3_vec a = v((float)random_int(&random, 100), (float)random_int(&random, 100), 7);
        sm3_vec b = v(a.x + by[0] * size, a.y - by[1] * size, a.z + by[2] * size);
        float far = by[3] * size, radius = (float)random_int(&random, (int)far);
        for (int off = -1; off <= 1; off++) {
            float other = nextafterf(far - radius, (float)off * 1e9f);
            other = off == 0 ? far - radius : other;
            sm3_vec above = v(a.x, a.y + far, a.z), side = v(a.x + 9, a.y, a.z);
            sm3_mover across = {
                .a = v(above.x, above.y, a.z - 2), .b = v(above.x, above.y, 9), .radius = other};
            const sm3_collision found[] = {
                sm3_collide_spheres(a, radius, b, other),
                sm3_collide_sphere_segment(above, far, a, side),
                sm3_collide_sphere_capsule(above, other,
                                           (sm3_mover){.a = a, .b = side, .radius = radius}),
                sm3_collide_capsules(
                    across, (sm3_mover){.a = v(a.x - 1, a.y, a.z), .b = side, .radius = radius}),
                sm3_collide_sphere_triangle(above, far, a, side, v(a.x, a.y, 90)),
                sm3_collide_capsule_triangle(across, a, side, v(a.x, a.y, 90)),
            };
            bool overlaps[] = {off >= 0, true, off >= 0, off >= 0, true, off >= 0 && radius == 0};
            for (int k = 0; k < 6; k++)
                assert_int_equal(found[k].depth >= 0, overlaps[k]);
        }
    }
}

/* ---- Names and bad arguments ------------------------------------------------------------- */

TEST(the_named_pairs_are_cases_of_the_one_collision) {
    uint64_t random = test_seed(10);
    for (int i = 0; i < 1000; i++) {
        sm3_mover s = random_mover(&random, SPHERE), m = random_mover(&random, CAPSULE);
        sm3_mover o = random_mover(&random, CAPSULE);
        sm3_triangle t = random_obstacle(&random, TRIANGLE);
        if (i % 4 == 0) /* all ways out are as short */
            o.a = s.a;
        sm3_triangle segment = sm3_solid_capsule((sm3_mover){.a = o.a, .b = o.b, .radius = 0});
        sm3_triangle sphere = sm3_solid_capsule(sm3_sphere(o.a, o.radius));
        const struct {
            sm3_collision found, expected;
        } pairs[] = {
            {sm3_collide_spheres(s.a, s.radius, o.a, o.radius), sm3_collide(s, sphere, v(0, 0, 0))},
            {sm3_collide_sphere_segment(s.a, s.radius, o.a, o.b),
             sm3_collide(s, segment, v(0, 0, 0))},
            {sm3_collide_sphere_capsule(s.a, s.radius, o),
             sm3_collide(s, sm3_solid_capsule(o), v(0, 0, 0))},
            {sm3_collide_capsules(m, o), sm3_collide(m, sm3_solid_capsule(o), v(0, 0, 0))},
            {sm3_collide_sphere_triangle(s.a, s.radius, t.a, t.b, t.c),
             sm3_collide(s, t, v(0, 0, 0))},
            {sm3_collide_capsule_triangle(m, t.a, t.b, t.c), sm3_collide(m, t, v(0, 0, 0))},
        };
        for (int k = 0; k < 6; k++)
            assert_memory_equal(&pairs[k].found, &pairs[k].expected, sizeof(sm3_collision));
    }
}

TEST(what_is_not_finite_collides_with_nothing) {
    const float odd[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        for (int place = 0; place < 20; place++) {
            float n[20] = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0.5f, 0, 0, 0};
            n[place] = odd[i];
            sm3_mover m = {.a = v(n[0], n[1], n[2]), .b = v(n[3], n[4], n[5]), .radius = n[6]};
            sm3_triangle o = {v(n[7], n[8], n[9]),
                              v(n[10], n[11], n[12]),
                              v(n[13], n[14], n[15]),
                              n[16],
                              false,
                              false};
            sm3_collision c = sm3_collide(m, o, v(n[17], n[18], n[19]));
            assert_true(isinf(c.depth) && c.depth < 0);
            assert_vec(c.normal, 0, 0, 0);
        }
    }
}

TEST(negative_radii_count_as_0) {
    sm3_collision c = sm3_collide_spheres(v(0, 2, 0), -5, v(0, 0, 0), -1);
    assert_float_equal(c.depth, -2, 1e-6);
}

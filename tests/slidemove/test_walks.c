/* A character gets on over ground that it can walk on: of random walks none stops for good, none is
 * slow, and none depends on the length of the ticks. `slidemove-bench walks` makes many more. */
#include "../test.h"
#include "../walk.h"

/* What failed, each printed. */
typedef struct failures {
    int walks, apart;
} failures;

static void walk_at_all_rates(failures *f, const ground *g, int body) {
    walk walks[WALK_RATES];
    double worst = 0;
    for (int r = 0; r < WALK_RATES; r++) {
        walks[r] = walk_of_seed(g, body, walk_rates[r]);
        walk_over(g, &walks[r]);
        if (walk_fails(&walks[r])) {
            walk_print(g, &walks[r]);
            f->walks++;
        }
        for (int q = 0; q < r; q++)
            worst = fmax(worst, walks_apart(g, &walks[q], &walks[r]));
    }
    if (g->point_count == 0 || worst <= WALK_MOST_APART) /* on a terrain the path may fork */
        return;
    printf("%.2g of the path apart: ", worst);
    walk_print(g, &walks[0]);
    f->apart++;
}

TEST(a_walk_over_walkable_ground_never_stops_is_never_slow_and_the_same_at_each_rate) {
    static ground g;
    failures f = {0, 0};
    for (int i = 0; i < ground_family_count * test_trials(3); i++) {
        ground_make(&g, &ground_families[i % ground_family_count],
                    (uint64_t)(1 + i / ground_family_count));
        for (int body = 0; body < WALK_BODIES; body++)
            walk_at_all_rates(&f, &g, body);
        ground_free(&g);
    }
    assert_int_equal(f.walks, 0);
    assert_int_equal(f.apart, 0);
}

static const ground_family *family_named(const char *name) {
    const ground_family *f = ground_families;
    while (strcmp(f->name, name) != 0)
        f++;
    return f;
}

/* On these, characters stopped for good at the foot of a slope: with a slanted step behind it, a
 * step on another slope, or one as high as can be climbed. On the joints they went on along a step
 * of a hair's breadth for as long as that was. */
TEST(no_walk_ends_or_is_slow_where_one_did) {
    static const struct {
        const char *family;
        uint64_t seed;
    } once[] = {{"mixed", 777005},       {"mixed", 900050},      {"mixed", 900095},
                {"mixed", 900103},       {"mixed", 900147},      {"mixed", 900149},
                {"mixed", 900431},       {"mixed", 900941},      {"mixed", 901095},
                {"mixed", 901292},       {"mixed", 901384},      {"3d-joints", 30000089},
                {"3d-joints", 20261173}, {"3d-joints", 20261185}};
    enum { ONCE = sizeof once / sizeof *once };
    static ground g;
    failures f = {0, 0};
    for (int i = 0; i < ONCE + test_trials(10); i++) {
        uint64_t seed = i < ONCE ? once[i].seed : test_seed(1000) + (uint64_t)i;
        ground_make(&g, family_named(i < ONCE ? once[i].family : "mixed"), seed);
        for (int body = 0; body < WALK_BODIES; body++)
            walk_at_all_rates(&f, &g, body);
        ground_free(&g);
    }
    assert_int_equal(f.walks, 0);
}

TEST(steps_up_to_the_step_height_are_climbed_at_each_rate_and_higher_ones_are_not) {
    static const double rises[] = {0.02, 0.25, 0.3, 0.3002, 0.31, 0.6};
    static const double faces[] = {51, 70, 90};
    enum { RISES = sizeof rises / sizeof *rises, FACES = sizeof faces / sizeof *faces };
    static ground g;
    int wrong = 0;
    for (int i = 0; i < 2 * RISES * FACES; i++) {
        double rise = rises[i / 2 % RISES], face = faces[i / 2 / RISES];
        ground_make_step(&g, i % 2, rise, face, (uint64_t)i);
        for (int k = 0; k < WALK_BODIES * WALK_RATES; k++) {
            int body = k / WALK_RATES, rate = walk_rates[k % WALK_RATES];
            if (walk_climbs(&g, body, rate) == (rise <= 0.3))
                continue;
            printf("%s, %s at %d Hz: %s\n", g.note, walker_body(g.family, body), rate,
                   rise <= 0.3 ? "not climbed" : "climbed");
            wrong++;
        }
        ground_free(&g);
    }
    assert_int_equal(wrong, 0);
}

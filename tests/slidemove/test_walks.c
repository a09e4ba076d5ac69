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

/* On a family's grounds of these seeds, and on others. */
static failures walk_over_family(const char *name, const uint64_t *seeds, int count) {
    const ground_family *family = ground_families;
    static ground g;
    failures f = {0, 0};
    while (strcmp(family->name, name) != 0)
        family++;
    for (int i = 0; i < count + test_trials(10); i++) {
        ground_make(&g, family, i < count ? seeds[i] : test_seed(1000) + (uint64_t)i);
        for (int body = 0; body < WALK_BODIES; body++)
            walk_at_all_rates(&f, &g, body);
        ground_free(&g);
    }
    return f;
}

/* On these, characters stopped for good at the foot of a slope: with a slanted step behind it, a
 * step on another slope, or one as high as can be climbed. */
TEST(a_step_at_the_foot_of_a_slope_is_climbed) {
    static const uint64_t seeds[] = {777005, 900050, 900095, 900103, 900147, 900149,
                                     900431, 900941, 901095, 901292, 901384};
    assert_int_equal(walk_over_family("mixed", seeds, sizeof seeds / sizeof *seeds).walks, 0);
}

/* On these, characters went on beside a joint of two floors for as long as that was. */
TEST(a_step_of_a_hairs_breadth_leads_nobody_aside) {
    static const uint64_t seeds[] = {30000001, 30000089, 20261173, 20261185, 50000069, 50000077};
    failures f = walk_over_family("3d-joints", seeds, sizeof seeds / sizeof *seeds);
    assert_int_equal(f.walks, 0);
    assert_int_equal(f.apart, 0);
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

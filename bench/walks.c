/* walks: how well a character gets on over random ground, a row for each family of ground and body:
 * how many walks stop for good, how many are slow, and the least and mean share of the wanted
 * speed, at each rate of ticks; and how far apart the rates are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/motion.h"
#include "../tests/walk.h"
#include "bench.h"

typedef struct tally {
    int walks, stops, slow, cut;
    double least, sum;
} tally;

static void count_walk(tally *t, const walk *w) {
    t->walks++;
    bool stops = w->end == WALK_STOPPED || w->end == WALK_LOST;
    t->stops += stops;
    t->slow += !stops && walk_fails(w);
    t->cut += w->end == WALK_AT_STEEP;
    t->least = t->least < w->share ? t->least : w->share;
    t->sum += w->share;
}

static void print_row(const ground_family *f, int body, const tally tallies[WALK_RATES],
                      double apart) {
    printf("  %-15s %-11s", f->name, walker_body(f, body));
    for (int r = 0; r < WALK_RATES; r++) {
        const tally *t = &tallies[r];
        printf(" %4d %4d %5.2f %4.2f |", t->stops, t->slow, t->least, t->sum / t->walks);
    }
    printf(" %6.2f %%\n", 100 * apart);
}

static void walk_family(const ground_family *f, uint64_t seed, int count, bool verbose,
                        tally *all) {
    tally tallies[WALK_BODIES][WALK_RATES];
    double apart[WALK_BODIES] = {0};
    static ground g;
    for (int i = 0; i < WALK_BODIES * WALK_RATES; i++)
        tallies[i / WALK_RATES][i % WALK_RATES] = (tally){.least = 9};
    for (int i = 0; i < count; i++) {
        ground_make(&g, f, seed + (uint64_t)i);
        for (int body = 0; body < WALK_BODIES; body++) {
            walk walks[WALK_RATES];
            double worst = 0;
            for (int r = 0; r < WALK_RATES; r++) {
                walks[r] = walk_of_seed(&g, body, walk_rates[r]);
                walk_over(&g, &walks[r]);
                count_walk(&tallies[body][r], &walks[r]);
                count_walk(all, &walks[r]);
                if (verbose && walk_fails(&walks[r]))
                    walk_print(&g, &walks[r]);
                for (int q = 0; q < r; q++)
                    motion_note(&worst, walks_apart(&g, &walks[q], &walks[r]));
            }
            motion_note(&apart[body], worst);
            if (verbose && worst > WALK_MOST_APART) {
                printf("%.2g of the path apart: ", worst);
                walk_print(&g, &walks[0]);
            }
        }
        ground_free(&g);
    }
    for (int body = 0; body < WALK_BODIES; body++)
        print_row(f, body, tallies[body], apart[body]);
}

/* ---- Steps ------------------------------------------------------------------------------- */

enum { STEP_BODIES = 2 * WALK_BODIES };

/* How many of so many random steps of this rise are climbed, at each rate; and how many are climbed
 * at some rates and not at all of them. */
static void print_steps(double rise, double lowest_face, double highest_face, int count) {
    int climbed[WALK_RATES] = {0}, unequal = 0;
    static ground g;
    for (int i = 0; i < count * STEP_BODIES; i++) {
        double face = lowest_face + (highest_face - lowest_face) * (i / STEP_BODIES) / (count - 1);
        ground_make_step(&g, i % 2, rise, face, (uint64_t)i);
        int times = 0;
        for (int r = 0; r < WALK_RATES; r++) {
            bool climbs = walk_climbs(&g, i % STEP_BODIES / 2, walk_rates[r]);
            climbed[r] += climbs;
            times += climbs;
        }
        unequal += times > 0 && times < WALK_RATES;
        ground_free(&g);
    }
    printf("  %-10.4f %4.0f to %2.0f %8d", rise, lowest_face, highest_face, count * STEP_BODIES);
    for (int r = 0; r < WALK_RATES; r++)
        printf(" %8d", climbed[r]);
    printf(" %10d\n", unequal);
}

static void print_climbs(int count) {
    static const double rises[] = {0.02, 0.1,    0.2,    0.25,  0.29, 0.299, 0.2999,
                                   0.3,  0.3001, 0.3002, 0.301, 0.31, 0.35,  0.5};
    puts("Steps of one rise, with faces of all angles: how many are climbed at each rate; the step "
         "height is 0.3");
    printf("  rise       face, deg.    steps");
    for (int r = 0; r < WALK_RATES; r++)
        printf(" %8s", walk_rate_name(walk_rates[r]));
    printf("  not alike\n");
    for (size_t i = 0; i < sizeof rises / sizeof *rises; i++)
        print_steps(rises[i], 51, 90, count);
    print_steps(1, 30, 49, count);
    putchar('\n');
}

bool bench_walks_of(int argc, char **argv) {
    uint64_t seed = argc > 0 ? strtoull(argv[0], NULL, 10) : 1;
    int count = argc > 1 ? atoi(argv[1]) : (int)(1000 * motion_effort(BENCH_EFFORT));
    const char *name = argc > 2 ? argv[2] : "all";
    tally all = {.least = 9};
    printf(
        "Walks of a character over random ground: for each rate stops for good, slower than %.2f, "
        "least and mean share of the speed\n  %-15s %-11s",
        WALK_LEAST_SHARE, "ground", "body");
    for (int r = 0; r < WALK_RATES; r++)
        printf(" %13s        |", walk_rate_name(walk_rates[r]));
    printf("  apart\n");
    for (int i = 0; i < ground_family_count; i++) {
        const ground_family *f = &ground_families[i];
        if (strcmp(name, "all") == 0 || strcmp(name, f->name) == 0)
            walk_family(f, seed, count, argc > 3, &all);
    }
    if (strcmp(name, "all") == 0)
        print_climbs(2 + count / 5);
    printf("  %d walks: %d stop for good, %d are slow; least share %.3f, mean %.3f; %d end before "
           "something too steep\n\n",
           all.walks, all.stops, all.slow, all.least, all.walks > 0 ? all.sum / all.walks : 0,
           all.cut);
    return all.walks > 0;
}

bool bench_walks(void) {
    return bench_walks_of(0, NULL);
}

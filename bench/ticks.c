/* ticks: what a character's tick costs beside the move alone: for each kind of ground the time of a
 * tick of 1/60 s and that of a bare sweep by the same displacement, from the same places, measured
 * in turn; and what the tick was made of. */
#include <math.h>
#include <stdio.h>

#include "../src/slidemove/vec.h"
#include "../tests/walk.h"
#include "bench.h"
#include "measure.h"

enum { TICKS = 120, ROUNDS = 7, GROUNDS = 6 };

static const double rate = 60, speed = 5; /* a second; world units a second */

typedef struct ride {
    walker walker; /* as it stands at first */
    sm3_vec velocity;
    sm3_vec places[TICKS + 1];
    int sweeps, casts, legs, most_legs;
} ride;

static void tick_all(void *context) {
    ride *r = context;
    walker w = r->walker;
    r->sweeps = r->casts = r->legs = r->most_legs = 0;
    r->places[0] = w.c.position;
    for (int i = 0; i < TICKS; i++) {
        walker_tick(&w, r->velocity, false, 1 / rate);
        r->places[i + 1] = w.c.position;
        r->sweeps += w.c.sweeps;
        r->casts += w.c.casts;
        r->legs += w.c.legs;
        r->most_legs = w.c.legs > r->most_legs ? w.c.legs : r->most_legs;
    }
}

static void sweep_all(void *context) {
    ride *r = context;
    const ground *g = r->walker.ground;
    const sm_options options = {.resolver = SM_SWEEP};
    for (int i = 0; i < TICKS; i++) {
        sm3_vec delta = sm3_between(r->places[i], r->places[i + 1]);
        if (g->family->in_space)
            sm3_slide_move(r->places[i], delta, r->walker.mover, g->obstacles, &options);
        else
            sm_slide_move(sm3_to2(r->places[i]), sm3_to2(delta), r->walker.hull, g->flat_obstacles,
                          &options);
    }
}

typedef struct tally {
    double tick, sweep, worst; /* seconds, seconds, the highest ratio of a ground */
    int grounds, sweeps, casts, legs, most_legs;
} tally;

static void ride_over(const ground *g, int body, tally *all) {
    ride r = {.walker = walker_of(g, body)};
    double tick = INFINITY, sweep = INFINITY;
    if (!walker_settle(&r.walker, 0, (int)rate))
        return;
    r.velocity = sm3_scaled(g->heading, (float)speed);
    for (int i = 0; i < ROUNDS; i++) {
        tick = fmin(tick, measure_once(tick_all, &r));
        sweep = fmin(sweep, measure_once(sweep_all, &r));
    }
    all->grounds++;
    all->tick += tick;
    all->sweep += sweep;
    all->worst = fmax(all->worst, tick / sweep);
    all->sweeps += r.sweeps;
    all->casts += r.casts;
    all->legs += r.legs;
    all->most_legs = r.most_legs > all->most_legs ? r.most_legs : all->most_legs;
}

static void print_tally(const char *name, const char *body, const tally *t) {
    double ticks = (double)t->grounds * TICKS;
    printf("| %-15s | %-7s | %6.0f | %6.0f | %5.1f | %5.1f | %6.2f | %5.2f | %4.2f | %4d |\n", name,
           body, 1e9 * t->tick / ticks, 1e9 * t->sweep / ticks, t->tick / t->sweep, t->worst,
           t->sweeps / ticks, t->casts / ticks, t->legs / ticks, t->most_legs);
}

bool bench_ticks(void) {
    static const double level[][2] = {{0, 0}, {20, 0}};
    static ground g;
    puts("\n## What does a character's tick cost?\n\n"
         "Nanoseconds a tick of 1/60 s at 5 units a second, beside a bare `sweep` by the same "
         "displacement from the same places;\nhow many times it is, on average and on the worst "
         "ground; and of a tick the sweeps, casts and legs.\n");
    puts("| ground          | body    |   tick |  sweep | times | worst | sweeps | casts | legs | "
         "most |");
    puts("|-----------------|---------|-------:|-------:|------:|------:|-------:|------:|-----:|"
         "-----:|");
    for (int in_space = 0; in_space < 2; in_space++) {
        for (int body = 0; body < 2; body++) {
            tally t = {0};
            ground_make_profile(&g, in_space, level, 2, 1);
            ride_over(&g, body, &t);
            print_tally(in_space ? "3d-flat" : "flat", walker_body(g.family, body), &t);
            ground_free(&g);
        }
    }
    for (int i = 0; i < ground_family_count; i++) {
        const ground_family *f = &ground_families[i];
        const int capsule = 1;
        tally t = {0};
        for (int k = 0; k < GROUNDS; k++) {
            ground_make(&g, f, (uint64_t)k + 1);
            ride_over(&g, capsule, &t);
            ground_free(&g);
        }
        if (t.grounds > 0)
            print_tally(f->name, walker_body(f, capsule), &t);
    }
    return true;
}

#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "../src/sandbox/sandbox.h"
#include "../src/view/overlays.h"
#include "bench_big.h"
#include "bench_level.h"
#include "bench_motion.h"
#include "bench_motion3.h"
#include "bench_scene3.h"
#include "bench_three.h"
#include "field.h"
#include "measure.h"
#include "screen.h"

/* ---- Moves ------------------------------------------------------------------------------- */

/* A disk that wanders in the field. */
typedef struct walk {
    field field;
    sm_vec2 position;
    float heading;
    sm_resolver resolver;
    volatile float sink; /* keeps the compiler from dropping what is measured */
} walk;

static void one_move(void *context) {
    walk *w = context;
    w->heading += field_random(&w->field, -0.1f, 0.1f);
    sm_vec2 delta = {FIELD_STEP * cosf(w->heading), FIELD_STEP * sinf(w->heading)};
    sm_options options = {.resolver = w->resolver};
    sm_capsule disk = sm_circle((sm_vec2){0, 0}, FIELD_DISK_RADIUS);
    w->position =
        sm_slide_move_capsules(w->position, delta, disk, w->field.walls, w->field.count, &options)
            .position;
}

/* What any method that looks at every wall must at least do: read it. */
static void read_walls(void *context) {
    walk *w = context;
    const field *f = &w->field;
    float sum = 0;
    for (int i = 0; i < f->count; i++)
        sum += f->walls[i].a.x + f->walls[i].a.y + f->walls[i].b.x + f->walls[i].b.y;
    w->sink = sum;
}

static bool bench_moves(void) {
    static const int counts[] = {100, 1000, 10000};
    puts("Moves, plain loop over all segments");
    puts("  segments   resolver      ns a move   x reading them once");
    for (int i = 0; i < 3; i++) {
        for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
            walk w = {.resolver = (sm_resolver)r};
            if (!field_make(&w.field, counts[i])) {
                fputs("slidemove: no memory for the field of segments\n", stderr);
                return false;
            }
            double base = measure_seconds(read_walls, &w);
            double move = measure_seconds(one_move, &w);
            printf("  %8d   %-10s  %11.0f   %19.1f\n", counts[i], sm_resolver_name(w.resolver),
                   move * 1e9, move / base);
            field_free(&w.field);
        }
    }
    return true;
}

/* ---- Frames ------------------------------------------------------------------------------ */

/* A player that is held by two walls, so that every overlay has something to draw. */
static sandbox *busy_sandbox(void) {
    level_errors errors;
    level *l = level_load("levels/playground.level", &errors);
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    for (int tick = 0; s != NULL && tick < SANDBOX_TRAIL_TICKS; tick++)
        sandbox_tick(s, &(sandbox_input){.walk = {tick < 300 ? 1 : 0.7f, -0.7f}});
    return s;
}

static void print_frames(screen *s) {
    s->view.overlays = OVERLAYS_ALL;
    double empty = measure_seconds(screen_empty_frame, s);
    double playground = measure_seconds(screen_whole_frame, s);
    s->view.help = true;
    double help = measure_seconds(screen_whole_frame, s);
    printf("\nFrames, %d x %d, software renderer, CPU time\n", SCREEN_WIDTH, SCREEN_HEIGHT);
    puts("  picture                                   ms a frame   x an empty frame");
    printf("  empty                                     %10.2f   %16.1f\n", empty * 1e3, 1.0);
    printf("  playground, every overlay                 %10.2f   %16.1f\n", playground * 1e3,
           playground / empty);
    printf("  the same with the help panel              %10.2f   %16.1f\n", help * 1e3,
           help / empty);
}

static bool bench_frames(void) {
    screen s = {0};
    char error[512] = "levels/playground.level is not here; run this where the Makefile is";
    sandbox *busy = busy_sandbox();
    bool good = busy != NULL && screen_open(&s, busy, error, sizeof error);
    if (good)
        print_frames(&s);
    else
        fprintf(stderr, "slidemove: %s\n", error);
    screen_close(&s);
    sandbox_destroy(busy);
    return good;
}

bool bench_run(const bench_rival *rival) {
    setvbuf(stdout, NULL, _IOLBF,
            0); /* it takes a minute or two: each line as soon as it is known */
    printf("Machine: %s. Medians; expect some noise.\n\n", measure_machine());
    bool moved = bench_moves() && bench_worlds(rival);
    bool read = bench_levels();
    bool drawn = bench_frames() && bench_big();
    return bench_motion() && bench_motion3() && bench_three() && bench_scene3() && moved && read &&
           drawn;
}

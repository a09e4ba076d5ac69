/* bench: the numbers in docs/numbers.md, measured on this machine. Each is printed beside something
 * simpler that was measured in the same run, since machines differ and drift. Exit status: 1, with
 * the reason on standard error, when a part could not run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/motion.h"
#include "bench.h"
#include "field.h"
#include "measure.h"
#include "worlds.h"

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
    w->heading += random_float(&w->field.random, -0.1f, 0.1f);
    sm_vec2 delta = {FIELD_STEP * cosf(w->heading), FIELD_STEP * sinf(w->heading)};
    sm_options options = {.resolver = w->resolver};
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, FIELD_DISK_RADIUS));
    const sm_capsule_array walls = {w->field.walls, w->field.count};
    w->position =
        sm_slide_move(w->position, delta, disk, sm_obstacles_of_array(&walls), &options).position;
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
                fputs("bench: no memory for the field of segments\n", stderr);
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

/* ---- Motion ------------------------------------------------------------------------------ */

static bool bench_motion(void) {
    motion_print("Motion, radius 0.5, worst of all tries", false, motion_ball,
                 motion_effort(BENCH_EFFORT));
    return true;
}

static bool bench_motion3(void) {
    double effort = motion_effort(BENCH_EFFORT);
    motion_print("Motion of a ball in 3D, radius 0.5, worst of all tries", true, motion_ball,
                 effort);
    motion_print("Motion of an upright capsule in 3D, radius 0.5, worst of all tries", true,
                 motion_capsule, effort);
    return true;
}

/* ---- All --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*run)(void);
} parts[] = {
    {"moves", bench_moves},     {"worlds", bench_worlds},  {"levels", bench_levels},
    {"frames", bench_frames},   {"big", bench_big_levels}, {"motion", bench_motion},
    {"motion3", bench_motion3}, {"moves3", bench_moves3},  {"frames3", bench_frames3},
    {"walks", bench_walks},     {"ticks", bench_ticks},
};

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* it takes minutes: each line as soon as it is known */
    printf("Machine: %s. Medians; expect some noise.\n\n", measure_machine());
    if (argc > 2 && strcmp(argv[1], "walks") == 0)
        return bench_walks_of(argc - 2, argv + 2) ? EXIT_SUCCESS : EXIT_FAILURE;
    bool good = true;
    int ran = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (argc > 1 && strcmp(argv[1], parts[i].name) != 0)
            continue;
        good = parts[i].run() && good;
        ran++;
    }
    if (ran == 0)
        fprintf(stderr, "bench: expected the name of a part, such as moves3, found '%s'\n",
                argv[1]);
    return good && ran > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

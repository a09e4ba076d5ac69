/* explores: explores a town, and says how long that takes, what a cell takes of the memory, and how
 * many of the places that are known to be walkable were reached. */
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "../src/app/explore_command.h"
#include "../src/level/memory.h"
#include "../src/sandbox/explorer.h"
#include "../src/slidemove/vec.h"
#include "../src/view/workers.h"
#include "bench.h"
#include "town.h"

static const char town_path[] = "build/town.obj";
static const float town_cell = 1;

static double wall_seconds(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static double peak_megabytes(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_maxrss / 1e3;
}

static void run_on_threads(void *context, int count, explore_job *job, void *jobs) {
    workers_run(context, job, jobs, count);
}

/* ---- What was reached -------------------------------------------------------------------- */

/* The cells by their columns, each of which has the first of a chain. */
typedef struct columns {
    int *first, *next;
    int side; /* columns in a row, of a cell's size */
} columns;

static int column_of(const columns *c, float x) {
    int at = (int)floorf(x / town_cell) + c->side / 2;
    return at < 0 ? 0 : at < c->side ? at : c->side - 1;
}

/* Whether a mover's feet came as near as a cell's size. */
static bool is_reached(const columns *c, const explore *e, sm3_vec place, float reach) {
    int x = column_of(c, place.x), z = column_of(c, place.z);
    for (int i = 0; i < 9; i++) {
        int column = x + i % 3 - 1, row = z + i / 3 - 1;
        if (column < 0 || column >= c->side || row < 0 || row >= c->side)
            continue;
        for (int k = c->first[row * c->side + column]; k >= 0; k = c->next[k]) {
            sm3_vec feet = explore_get_cell(e, (unsigned)k).position;
            feet.y -= reach;
            if (sm3_length(sm3_between(feet, place)) <= town_cell)
                return true;
        }
    }
    return false;
}

static int count_reached(const town *t, int lots, const explore *e, float reach) {
    int count = (int)explore_now(e).cells, reached = 0, told = 0;
    columns c = {.side = (int)((float)(lots * TOWN_LOT) / town_cell) + 4};
    size_t all = (size_t)c.side * (size_t)c.side;
    c.first = memory_alloc(all * sizeof *c.first);
    c.next = memory_alloc(((size_t)count + 1) * sizeof *c.next);
    memset(c.first, -1, all * sizeof *c.first);
    for (int i = 0; i < count; i++) {
        explore_cell at = explore_get_cell(e, (unsigned)i);
        int *first = &c.first[column_of(&c, at.position.z) * c.side + column_of(&c, at.position.x)];
        c.next[i] = *first;
        *first = i;
    }
    for (int i = 0; i < t->place_count; i++) {
        sm3_vec p = t->places[i];
        bool is = is_reached(&c, e, p, reach);
        reached += is;
        if (!is && told++ < 10)
            printf("  not reached: %.2f %.2f %.2f\n", (double)p.x, (double)p.y, (double)p.z);
    }
    free(c.first);
    free(c.next);
    return reached;
}

/* ---- The exploration --------------------------------------------------------------------- */

static void print_findings(const explore *e) {
    printf("  %d findings\n", explore_finding_count(e));
    for (int i = 0; i < explore_finding_count(e); i++) {
        const explore_finding *f = explore_get_finding(e, i);
        printf("  %s: %.2f %.2f %.2f\n", explore_kind_name((int)f->kind), (double)f->at.x,
               (double)f->at.y, (double)f->at.z);
    }
}

static void print_progress(const explore *e, double seconds) {
    explore_progress p = explore_now(e);
    fprintf(stderr, "\r%3.0f %%: %u cells, %.2f million ticks a second, %.0f s ",
            100 * (double)p.done, p.cells, (double)p.ticks / seconds / 1e6, seconds);
}

static void go_on_to_end(explore *e) {
    double start = wall_seconds(), shown = start;
    while (explore_go_on(e)) {
        if (wall_seconds() - shown < 10)
            continue;
        shown = wall_seconds();
        print_progress(e, shown - start);
    }
    fputc('\n', stderr);
}

static bool explore_town(const town *t, int lots, sandbox *s, workers *threads) {
    char message[SAVE_MESSAGE_LENGTH];
    player *p = sandbox_change(s);
    float reach = player_reach(p);
    p->position = t->start;
    p->position.y += reach + 0.1f;
    p->previous_position = p->position;
    p->resolver = SM_SWEEP;
    double cpu = cpu_seconds(), start = wall_seconds();
    explorer *x = explorer_create(s,
                                  &(explorer_options){.cell = town_cell,
                                                      .workers = threads->other_count + 1,
                                                      .run = run_on_threads,
                                                      .run_context = threads},
                                  message);
    if (x == NULL) {
        fprintf(stderr, "bench: %s\n", message);
        return false;
    }
    explore *e = explorer_explore(x);
    go_on_to_end(e);
    double seconds = wall_seconds() - start;
    cpu = cpu_seconds() - cpu;
    explore_progress done = explore_now(e);
    printf("  %u cells, %llu tries, %llu ticks in %.1f s, %.1f s of processors; %.0f ticks a "
           "second, %.0f a second of a processor%s\n",
           done.cells, done.tries, done.ticks, seconds, cpu, (double)done.ticks / seconds,
           (double)done.ticks / cpu, done.is_complete ? "" : "; not complete");
    printf("  %.0f bytes a cell, %.0f MB at most in all\n", (double)done.bytes / done.cells,
           peak_megabytes());
    print_findings(e);
    int reached = count_reached(t, lots, e, reach);
    printf("  %d of %d places that are known to be walkable were reached: %.3f %%\n", reached,
           t->place_count, 100.0 * reached / t->place_count);
    explorer_destroy(x);
    return done.is_complete;
}

/* Writes the mesh where `slidemove explore` may read it, too. */
static sandbox *open_town(const town *t) {
    FILE *file = fopen(town_path, "w");
    bool good = file != NULL && fwrite(t->mesh.text, 1, t->mesh.length, file) == t->mesh.length;
    good = file != NULL && fclose(file) == 0 && good;
    if (!good) {
        perror(town_path);
        return NULL;
    }
    level_errors errors;
    level *l = level_load(town_path, &errors);
    return l != NULL ? sandbox_create(l) : NULL;
}

bool bench_town_of(int argc, char **argv) {
    int lots = argc > 0 ? atoi(argv[0]) : 6, threads = argc > 1 ? atoi(argv[1]) : 2;
    int seed = argc > 2 ? atoi(argv[2]) : 1;
    town t;
    workers w;
    lots = lots > 4 ? lots : 4;
    town_make(&t, lots, seed);
    printf("A town of %d by %d m: %d triangles, %d houses, %d rocks, %d bridges; cells of %.0f m, "
           "%d threads; %s\n",
           lots * TOWN_LOT, lots * TOWN_LOT, t.triangles, t.houses, t.rocks, t.bridges,
           (double)town_cell, threads, town_path);
    sandbox *s = open_town(&t);
    if (s == NULL)
        return false;
    free(t.mesh.text);
    t.mesh.text = NULL;
    workers_start(&w, threads);
    bool good = explore_town(&t, lots, s, &w);
    workers_stop(&w);
    sandbox_destroy(s);
    town_free(&t);
    return good;
}

bool bench_town(void) {
    return bench_town_of(0, NULL);
}

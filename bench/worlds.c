#include "worlds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "field.h"
#include "measure.h"

/* ---- Contenders -------------------------------------------------------------------------- */

typedef sm_vec2 move_fn(void *context, sm_vec2 position, sm_vec2 delta, float radius);

static sm_vec2 move_by_world(void *context, sm_vec2 position, sm_vec2 delta, float radius) {
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, radius));
    return sm_slide_move(position, delta, disk, sm_obstacles_of_world(context), NULL).position;
}

static sm_vec2 sweep_by_world(void *context, sm_vec2 position, sm_vec2 delta, float radius) {
    static const sm_options sweep = {.resolver = SM_SWEEP};
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, radius));
    return sm_slide_move(position, delta, disk, sm_obstacles_of_world(context), &sweep).position;
}

static sm_vec2 move_by_loop(void *context, sm_vec2 position, sm_vec2 delta, float radius) {
    const field *f = context;
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, radius));
    const sm_capsule_array walls = {f->walls, f->count};
    return sm_slide_move(position, delta, disk, sm_obstacles_of_array(&walls), NULL).position;
}

/* ---- Near and far ------------------------------------------------------------------------ */

enum { PARTS = 20, REPEATS = 5 };

/* The same walks each time, in parts. The time of a part is the least of all repeats: a noisy
 * machine is only ever slower. */
typedef struct course {
    move_fn *move;
    void *context;
    float radius;
    bool is_far; /* the disks in turn, one step each; otherwise one disk's steps at a time */
    int disks, steps;
    const wanderer *starts;
    wanderer *walkers;
    turns turns;
    int part;
    double least[PARTS];
} course;

static void walk_near(course *c, int first, int end) {
    for (int i = first; i < end; i++) {
        wanderer w = c->walkers[i];
        for (int k = 0; k < c->steps; k++) {
            w.delta = next_delta(&c->turns, w.delta);
            w.position = c->move(c->context, w.position, w.delta, c->radius);
        }
        c->walkers[i] = w;
    }
}

static void walk_far(course *c, int steps) {
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < c->disks; i++) {
            wanderer *w = &c->walkers[i];
            w->delta = next_delta(&c->turns, w->delta);
            w->position = c->move(c->context, w->position, w->delta, c->radius);
        }
    }
}

static void walk_part(void *context) {
    course *c = context;
    if (c->is_far)
        walk_far(c, c->steps / PARTS);
    else
        walk_near(c, c->part * c->disks / PARTS, (c->part + 1) * c->disks / PARTS);
}

static void run_once(course *c) {
    memcpy(c->walkers, c->starts, (size_t)c->disks * sizeof *c->walkers);
    turns_make(&c->turns);
    for (c->part = 0; c->part < PARTS; c->part++) {
        double seconds = measure_once(walk_part, c);
        if (c->least[c->part] == 0 || seconds < c->least[c->part])
            c->least[c->part] = seconds;
    }
}

static double ns_a_move(const course *c) {
    double sum = 0;
    for (int i = 0; i < PARTS; i++)
        sum += c->least[i];
    return sum / ((double)c->disks * c->steps) * 1e9;
}

enum { NEAR_DISKS = 2000, NEAR_STEPS = 200, FAR_DISKS = 20000, FAR_STEPS = 20 };

/* So many fewer walks that a slow contender does not take minutes. */
static int near_disks(double expected_ns) {
    const double seconds = 0.1;
    double disks = seconds * 1e9 / expected_ns / NEAR_STEPS;
    return disks > NEAR_DISKS ? NEAR_DISKS : disks < PARTS ? PARTS : (int)disks;
}

enum { COURSES_MAX = 6 };

typedef struct race {
    wanderer *starts, *walkers;
    course courses[COURSES_MAX];
    int count;
} race;

static bool race_open(race *r, field *f) {
    *r = (race){.starts = malloc(FAR_DISKS * sizeof *r->starts),
                .walkers = malloc(FAR_DISKS * sizeof *r->walkers)};
    for (int i = 0; r->starts != NULL && i < FAR_DISKS; i++)
        r->starts[i] = field_wanderer(f);
    return r->starts != NULL && r->walkers != NULL;
}

static void race_close(race *r) {
    free(r->starts);
    free(r->walkers);
}

static course *race_add(race *r, move_fn *move, void *context, int disks, bool is_far) {
    course *c = &r->courses[r->count++];
    *c = (course){.move = move,
                  .context = context,
                  .radius = FIELD_DISK_RADIUS,
                  .is_far = is_far,
                  .disks = disks,
                  .steps = is_far ? FAR_STEPS : NEAR_STEPS,
                  .starts = r->starts,
                  .walkers = r->walkers};
    return c;
}

/* The contenders take turns, so that all of them meet the machine in the same moods. */
static void race_run(race *r) {
    for (int repeat = 0; repeat < REPEATS; repeat++)
        for (int i = 0; i < r->count; i++)
            run_once(&r->courses[i]);
}

/* ---- Moves ------------------------------------------------------------------------------- */

typedef struct build {
    const field *field;
    sm_world *world;
} build;

static void build_world(void *context) {
    build *b = context;
    sm_world_destroy(b->world);
    b->world = sm_world_create(b->field->walls, b->field->count, NULL);
}

static sm_world *build_and_time(const field *f, double *seconds) {
    build b = {f, NULL};
    *seconds = INFINITY;
    for (int i = 0; i < REPEATS; i++)
        *seconds = fmin(*seconds, measure_once(build_world, &b));
    return b.world;
}

static double ns_of(const course *c) {
    return c != NULL ? ns_a_move(c) : 0;
}

/* The rival makes the same walks. */
static void race_rival(race *r, void *other, bench_row *row) {
    course *near = race_add(r, rival->move, other, NEAR_DISKS, false);
    course *far = race_add(r, rival->move, other, FAR_DISKS, true);
    race_run(r);
    row->rival_near = ns_of(near);
    row->rival_far = ns_of(far);
}

bool bench_size(int segments, bench_row *row) {
    field f;
    race r;
    *row = (bench_row){.segments = segments};
    bool good = field_make(&f, segments) && race_open(&r, &f);
    double before = measure_memory();
    sm_world *world = good ? build_and_time(&f, &row->build_seconds) : NULL;
    row->bytes = (measure_memory() - before) / segments - (double)sizeof(sm_capsule);
    void *other = rival != NULL && world != NULL ? rival->create(f.walls, segments) : NULL;
    if (world == NULL || (rival != NULL && other == NULL))
        return false;
    course *near = race_add(&r, move_by_world, world, NEAR_DISKS, false);
    course *far = race_add(&r, move_by_world, world, FAR_DISKS, true);
    course *sweep = race_add(&r, sweep_by_world, world, NEAR_DISKS, false);
    course *loop = NULL;
    if (segments <= WORLDS_LARGEST_LOOP)
        loop = race_add(&r, move_by_loop, &f, near_disks(5.0 * segments), false);
    if (rival != NULL)
        race_rival(&r, other, row);
    else
        race_run(&r);
    row->loop = ns_of(loop);
    row->near = ns_of(near);
    row->far = ns_of(far);
    row->sweep = ns_of(sweep);
    if (rival != NULL)
        rival->destroy(other);
    sm_world_destroy(world);
    race_close(&r);
    field_free(&f);
    return true;
}

static void print_cell(double ns) {
    if (ns > 0)
        printf(" %10.0f", ns);
    else
        printf(" %10s", "-");
}

static void print_times(double other, double world) {
    if (other > 0)
        printf(" %9.1fx", other / world);
    else
        printf(" %10s", "-");
}

void bench_print_moves(const bench_row *row) {
    const double ns[] = {row->loop, row->near, row->far, row->rival_near, row->rival_far};
    printf("  %8d", row->segments);
    for (int i = 0; i < 5; i++)
        print_cell(ns[i]);
}

static void print_row(const bench_row *row, double near_at_100) {
    bench_print_moves(row);
    print_times(row->rival_near, row->near);
    print_times(row->rival_far, row->far);
    print_cell(row->sweep);
    print_times(row->sweep, row->near);
    printf(" %8.2fx %9.1f %8.1f\n", row->near / near_at_100, row->build_seconds * 1e3, row->bytes);
}

/* ---- Bad cases --------------------------------------------------------------------------- */

static bool count_one(void *context, const sm_obstacle *obstacle) {
    (void)obstacle;
    ++*(long *)context;
    return true;
}

/* How many obstacles the disks meet in a look, on average: where their walks begin. */
static double in_range(const sm_world *world, const race *r, float radius) {
    const int samples = 500;
    long count = 0;
    for (int i = 0; i < samples; i++)
        sm_find_overlaps(r->starts[i].position,
                         sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, radius)),
                         sm_obstacles_of_world(world), NULL, count_one, &count);
    return (double)count / samples;
}

/* Returns the time of a move over 1 and what is in range: a look has a cost of its own. */
static double bench_bad_case(const char *name, field *f, float radius, double plain) {
    race r;
    bool good = race_open(&r, f);
    double before = measure_memory();
    sm_world *world = good ? sm_world_create(f->walls, f->count, NULL) : NULL;
    if (world == NULL)
        return -1;
    double bytes = (measure_memory() - before) / f->count - (double)sizeof(sm_capsule);
    double met = in_range(world, &r, radius);
    course *near = race_add(&r, move_by_world, world, near_disks(100 + 200 * met), false);
    near->radius = radius;
    race_run(&r);
    double cost = ns_a_move(near) / (1 + met);
    printf("  %-44s %9.0f %9.2f %12.1f %8.2fx %8.1f\n", name, ns_a_move(near), met, cost,
           plain > 0 ? cost / plain : 1, bytes);
    sm_world_destroy(world);
    race_close(&r);
    return cost;
}

enum { BAD_COUNT = 100000, LONG_COUNT = 1000 };

static void put_in_one_spot(field *f) {
    const float far = 1e6f, shrink = 0.05f;
    sm_vec2 spot = {12345, -54321};
    for (int i = 0; i < f->count; i++) {
        sm_capsule *w = &f->walls[i];
        w->a = (sm_vec2){spot.x + w->a.x * shrink, spot.y + w->a.y * shrink};
        w->b = (sm_vec2){spot.x + w->b.x * shrink, spot.y + w->b.y * shrink};
    }
    f->walls[0] = sm_segment((sm_vec2){-far, -far}, (sm_vec2){1 - far, -far});
    f->walls[1] = sm_segment((sm_vec2){far, far}, (sm_vec2){far - 1, far});
    f->low = spot;
    f->high = (sm_vec2){spot.x + f->high.x * shrink, spot.y + f->high.y * shrink};
}

static void lay_long_walls(field *f) {
    const float half = 5000;
    for (int i = 0; i < LONG_COUNT; i++) {
        float angle = random_float(&f->random, 0, 3.1415927f);
        sm_vec2 middle = {random_float(&f->random, f->low.x, f->high.x),
                          random_float(&f->random, f->low.y, f->high.y)};
        sm_vec2 along = {half * cosf(angle), half * sinf(angle)};
        f->walls[i * (f->count / LONG_COUNT)] =
            sm_segment((sm_vec2){middle.x - along.x, middle.y - along.y},
                       (sm_vec2){middle.x + along.x, middle.y + along.y});
    }
}

static void make_identical(field *f) {
    for (int i = 0; i < f->count; i++)
        f->walls[i] = sm_segment((sm_vec2){-1, 0}, (sm_vec2){1, 0.5f});
    f->low = (sm_vec2){-3, -3};
    f->high = (sm_vec2){3, 3};
}

static void start_outside(field *f) {
    sm_vec2 size = f->high;
    f->low = (sm_vec2){3 * size.x, 2 * size.y};
    f->high = (sm_vec2){4 * size.x, 3 * size.y};
}

static bool bench_bad_cases(void) {
    static const struct {
        const char *name;
        void (*make)(field *f);
        float radius;
    } cases[] = {{"the plain case", NULL, FIELD_DISK_RADIUS},
                 {"all in one spot of a huge empty world", put_in_one_spot, FIELD_DISK_RADIUS},
                 {"1 % are 10^4 long", lay_long_walls, FIELD_DISK_RADIUS},
                 {"all are identical", make_identical, FIELD_DISK_RADIUS},
                 {"a disk of 50 times the radius", NULL, 50 * FIELD_DISK_RADIUS},
                 {"a disk outside of the world", start_outside, FIELD_DISK_RADIUS}};
    printf("\nBad cases of %d segments, near\n", BAD_COUNT);
    puts("  case                                         ns a move  in range   ns / (1 + "
         "range)     x plain  bytes a segment");
    double plain = 0;
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        field f;
        if (!field_make(&f, BAD_COUNT))
            return false;
        if (cases[i].make != NULL)
            cases[i].make(&f);
        double cost = bench_bad_case(cases[i].name, &f, cases[i].radius, plain);
        if (cost < 0)
            return false;
        plain = plain == 0 ? cost : plain;
        field_free(&f);
    }
    return true;
}

bool bench_worlds(void) {
    static const int counts[] = {100, 1000, 10000, 100000, 1000000};
    printf("\nMoves, the world beside the plain loop and %s, ns a move\n",
           rival != NULL ? rival->name : "no rival");
    puts("\"sweep near\" with SM_SWEEP, and how many times \"world near\" it is; all else with "
         "SM_DEEPEST");
    printf("near: a disk walks %d steps at a time; far: %d disks in turn\n", NEAR_STEPS, FAR_DISKS);
    puts(WORLDS_HEAD
         "   x (near)    x (far) sweep near     x near   growth  build ms bytes a segment");
    bench_row row;
    double near_at_100 = 0;
    for (int i = 0; i < 5; i++) {
        if (!bench_size(counts[i], &row))
            return false;
        near_at_100 = i == 0 ? row.near : near_at_100;
        print_row(&row, near_at_100);
    }
    return bench_bad_cases();
}

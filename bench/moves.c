/* What a move and a question cost in each scene, beside a rival that does the same work. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/slidemove/vec.h"
#include "../tests/random.h"
#include "bench.h"
#include "library.h"
#include "measure.h"

static bool no_memory(void) {
    fputs("bench: no memory for a scene\n", stderr);
    return false;
}

/* ---- Walks ------------------------------------------------------------------------------- */

enum { STRETCHES = 100, FAR_WALKERS = 20000, FAR_STEPS = 4, MANY = 1000000 };

/* Walks of one library: near, a stretch after the other; or far, many walkers in turn. */
typedef struct course {
    const library *library;
    void *world;
    task_fn *task;
    scene_walk walk;
    sm3_vec *walkers; /* of a far course; otherwise NULL */
} course;

static void one_move(void *context) {
    course *c = context;
    sm3_vec delta = scene_next(&c->walk);
    c->task(c->world, &c->walk.position, delta);
}

static void begin_walk(void *context) {
    course *c = context;
    c->walk.step = 0;
}

static void walk_near(void *context, int part) {
    course *c = context;
    if (part == 0)
        begin_walk(c);
    for (int i = 0; i < STRETCHES * SCENE_STRETCH / RACE_PARTS; i++)
        one_move(c);
}

static void place_walkers(course *c) {
    const scene *s = c->walk.scene;
    uint64_t random = random_seed(1);
    for (int i = 0; i < FAR_WALKERS; i++) {
        float x = random_float(&random, s->low.x, s->high.x);
        c->walkers[i] = (sm3_vec){x, random_float(&random, s->low.y, s->high.y), 0};
    }
}

/* A part moves some of the walkers one step each. */
static void walk_far(void *context, int part) {
    enum { GROUPS = RACE_PARTS / FAR_STEPS, GROUP = FAR_WALKERS / GROUPS };
    course *c = context;
    if (part == 0)
        place_walkers(c);
    int first = part % GROUPS * GROUP;
    for (int i = first; i < first + GROUP; i++)
        c->task(c->world, &c->walkers[i], c->walk.scene->deltas[(i + part) % SCENE_DELTAS]);
}

static entrant entrant_of(course *c) {
    bool far = c->walkers != NULL;
    return (entrant){.run = c->task == NULL ? NULL
                            : far           ? walk_far
                                            : walk_near,
                     .context = c,
                     .units =
                         far ? (double)FAR_WALKERS * FAR_STEPS : (double)STRETCHES * SCENE_STRETCH};
}

/* ---- The table of moves ------------------------------------------------------------------ */

typedef struct opened {
    const library *library;
    void *world;
} opened;

static bool open_library(opened *o, const library *l, const scene *s, scene_body body) {
    *o = (opened){l, l->create(s)};
    if (o->world != NULL)
        l->set_body(o->world, body);
    return o->world != NULL;
}

static void close_library(opened *o) {
    if (o->world != NULL)
        o->library->destroy(o->world);
}

static void print_ns(double ns) {
    if (ns > 0)
        printf(" %8.0f |", ns);
    else
        printf(" %8s |", "-");
}

static void print_times(double other, double ns) {
    if (other > 0)
        printf(" %6.1f |", other / ns);
    else
        printf(" %6s |", "-");
}

/* The worst of a million moves, in medians. */
static bool print_worst(course *c, bool wanted) {
    spread s;
    if (!wanted) {
        printf(" %6s |", "-");
        return true;
    }
    if (!measure_each(begin_walk, one_move, c, MANY, 3, &s))
        return no_memory();
    printf(" %6.0f |", s.worst / fmax(s.median, 1));
    return true;
}

typedef struct row {
    const char *scene;
    int count;
    scene_body body;
    const library *ours, *beside; /* `beside` may be NULL */
    task beside_task;             /* which its move is, and the one of ours that it is beside */
    bool far;
} row;

/* Returns the course of a mover in an opened library, or with `walkers` of many in turn. */
static course course_of(const opened *by, task which, const scene *s, sm3_vec *walkers) {
    course c = {by->library, by->world, NULL, {.scene = s}, walkers};
    c.task = by->library != NULL ? by->library->tasks[which] : NULL;
    return c;
}

static bool measure_row(const row *r, const scene *s, sm3_vec *walkers) {
    enum { DEEPEST, SWEEP, BESIDE, COURSES };
    opened ours, beside = {0};
    if (!open_library(&ours, r->ours, s, r->body) ||
        (r->beside != NULL && !open_library(&beside, r->beside, s, r->body))) {
        close_library(&ours);
        return no_memory();
    }
    const task tasks[] = {TASK_DEEPEST, TASK_SWEEP, r->beside_task};
    course courses[COURSES];
    entrant e[COURSES];
    for (int i = 0; i < COURSES; i++) {
        courses[i] = course_of(i == BESIDE ? &beside : &ours, tasks[i], s, r->far ? walkers : NULL);
        e[i] = entrant_of(&courses[i]);
    }
    measure_race(e, COURSES);
    printf("| %-17s | %9d | %-7s |", r->scene, s->count, scene_body_names[r->body]);
    print_ns(race_ns(&e[DEEPEST]));
    bool has_worst = !r->far && r->ours != &ours2_loop;
    bool good = print_worst(&courses[DEEPEST], has_worst);
    print_ns(race_ns(&e[SWEEP]));
    good = good && print_worst(&courses[SWEEP], has_worst);
    print_ns(race_ns(&e[BESIDE]));
    print_times(race_ns(&e[BESIDE]), race_ns(&e[r->beside_task == TASK_SWEEP ? SWEEP : DEEPEST]));
    putchar('\n');
    close_library(&ours);
    close_library(&beside);
    return good;
}

static bool print_row(const row *r, const char *kind) {
    scene *s = malloc(sizeof *s);
    sm3_vec *walkers = malloc(FAR_WALKERS * sizeof *walkers);
    bool made = s != NULL && scene_make(s, scene_kind_of(kind), r->count);
    bool good = made && walkers != NULL ? measure_row(r, s, walkers) : no_memory();
    if (made)
        scene_free(s);
    free(s);
    free(walkers);
    return good;
}

static bool print_moves_in_plane(void) {
    static const row rows[] = {
        {"plain loop", 100, BODY_BALL, &ours2_loop, &rival_chipmunk, TASK_DEEPEST, false},
        {"plain loop", 10000, BODY_BALL, &ours2_loop, &rival_chipmunk, TASK_DEEPEST, false},
        {"near", 100, BODY_BALL, &ours2, &rival_chipmunk, TASK_DEEPEST, false},
        {"near", 10000, BODY_BALL, &ours2, &rival_chipmunk, TASK_DEEPEST, false},
        {"near", 1000000, BODY_BALL, &ours2, &rival_chipmunk, TASK_DEEPEST, false},
        {"far", 100, BODY_BALL, &ours2, &rival_chipmunk, TASK_DEEPEST, true},
        {"far", 10000, BODY_BALL, &ours2, &rival_chipmunk, TASK_DEEPEST, true},
        {"far", 1000000, BODY_BALL, &ours2, &rival_chipmunk, TASK_DEEPEST, true},
        {"near", 10000, BODY_CAPSULE, &ours2, NULL, TASK_DEEPEST, false},
        {"near", 10000, BODY_BOX, &ours2, NULL, TASK_DEEPEST, false},
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof rows / sizeof *rows; i++)
        good = print_row(&rows[i], "field");
    for (int i = 0; good && i < MIXED; i++) {
        const library *mixed = &ours2_mixed[i];
        row r = {mixed->name, 10000, BODY_BALL, mixed, &ours2, TASK_DEEPEST, false};
        good = print_row(&r, "field");
    }
    return good;
}

static bool print_moves_in_space(void) {
    static const struct {
        const char *kind;
        int count;
    } scenes[] = {{"terrain", 1000}, {"terrain", 1000000}, {"soup", 1000},    {"soup", 1000000},
                  {"stairs", 10000}, {"pipe", 10000},      {"building", 4000}};
    bool good = true;
    for (size_t i = 0; good && i < 2 * sizeof scenes / sizeof *scenes; i++) {
        const char *kind = scenes[i / 2].kind;
        scene_body body = i % 2 == 0 ? BODY_BALL : BODY_CAPSULE;
        row r = {kind, scenes[i / 2].count, body, &ours3, &rival_bullet, TASK_SWEEP, false};
        good = print_row(&r, kind);
    }
    static const scene_body bodies[] = {BODY_BALL, BODY_CAPSULE};
    for (int i = 0; good && i < 2; i++) {
        const library *mesh = &ours3_mesh;
        row r = {mesh->name, 1000000, bodies[i], mesh, &ours3, TASK_SWEEP, false};
        good = print_row(&r, "terrain");
    }
    return good;
}

bool bench_moves(void) {
    printf(
        "\n## What does a move cost?\n\n"
        "Nanoseconds a move of 0.08, `deepest` and `sweep`; \"worst\" is the worst of a million "
        "moves, in medians; then\nthe rival's move and how many times ours it is. In the plane "
        "that is Chipmunk's nearest point in the loop of\n`deepest`, in space the slide of "
        "Bullet's kinematic character, beside `sweep`. Near: a mover walks on and on;\nfar: %d "
        "take turns. The last rows in the plane are worlds with what their name says, beside "
        "the plain world;\nthose in space are a mesh of terrain, beside the same triangles one by "
        "one.\n\n",
        FAR_WALKERS);
    printf("| %-17s | %9s | %-7s | %8s | %6s | %8s | %6s | %8s | %6s |\n", "scene", "obstacles",
           "mover", "deepest", "worst", "sweep", "worst", "rival", "times");
    puts("|---|---:|---|---:|---:|---:|---:|---:|---:|");
    return print_moves_in_plane() && print_moves_in_space();
}

/* ---- The curve of moves ------------------------------------------------------------------ */

/* The table that bench/plot.gp draws: what a move costs against how many segments there are. */
bool bench_plot(void) {
    static const int sizes[] = {100, 320, 1000, 3200, 10000, 32000, 100000, 320000, 1000000};
    static const int largest_loop = 10000;
    puts("segments loop near far rival-near rival-far");
    sm3_vec *walkers = malloc(FAR_WALKERS * sizeof *walkers);
    scene *s = malloc(sizeof *s);
    bool good = walkers != NULL && s != NULL;
    for (size_t i = 0; good && i < sizeof sizes / sizeof *sizes; i++) {
        const library *by[] = {&ours2_loop, &ours2, &ours2, &rival_chipmunk, &rival_chipmunk};
        enum { COURSES = 5 };
        opened worlds[COURSES] = {0};
        course courses[COURSES];
        entrant e[COURSES];
        bool made = good = scene_make(s, &scene_kinds[0], sizes[i]);
        for (int k = 0; made && k < COURSES; k++) {
            bool wanted = by[k]->tasks[TASK_DEEPEST] != NULL && (k > 0 || sizes[i] <= largest_loop);
            good = good && (!wanted || open_library(&worlds[k], by[k], s, BODY_BALL));
            courses[k] = course_of(&worlds[k], TASK_DEEPEST, s, k == 2 || k == 4 ? walkers : NULL);
            e[k] = entrant_of(&courses[k]);
        }
        if (good)
            measure_race(e, COURSES);
        printf("%d", sizes[i]);
        for (int k = 0; good && k < COURSES; k++)
            if (race_ns(&e[k]) > 0)
                printf(" %.1f", race_ns(&e[k]));
            else
                printf(" -");
        putchar('\n');
        for (int k = 0; k < COURSES; k++)
            close_library(&worlds[k]);
        if (made)
            scene_free(s);
    }
    free(walkers);
    free(s);
    return good || no_memory();
}

/* ---- The table of questions -------------------------------------------------------------- */

enum { QUESTIONS = 2000 };

typedef struct quiz {
    void *world;
    task_fn *task;
    sm3_vec from[QUESTIONS], delta[QUESTIONS];
    double sum; /* so that the answers are needed */
} quiz;

static void ask(void *context, int part) {
    enum { PART = QUESTIONS / RACE_PARTS };
    quiz *q = context;
    for (int i = part * PART; i < (part + 1) * PART; i++) {
        sm3_vec from = q->from[i];
        q->sum += q->task(q->world, &from, q->delta[i]);
    }
}

/* Asks from places where a mover comes to, in random directions. */
static void make_quiz(quiz *q, const opened *ours, const scene *s, float length) {
    uint64_t random = random_seed(7);
    course c = {ours->library, ours->world, ours->library->tasks[TASK_SWEEP], {.scene = s}, NULL};
    for (int i = 0; i < QUESTIONS; i++) {
        for (int k = 0; k < 10; k++)
            one_move(&c);
        float x = random_float(&random, -1, 1), y = random_float(&random, -1, 1);
        float z = s->walls == NULL ? random_float(&random, -1, 1) : 0;
        float norm = sqrtf(x * x + y * y + z * z);
        q->from[i] = c.walk.position;
        q->delta[i] = sm3_scaled((sm3_vec){x, y, z}, length / (norm > 0 ? norm : 1));
    }
}

typedef struct question {
    const char *name;
    task task;
    scene_body body;
    float length;
} question;

static const question questions[] = {
    {"ray of 2", TASK_RAY, BODY_BALL, 2},
    {"ray of 50", TASK_RAY, BODY_BALL, 50},
    {"cast of the ball by 0.1", TASK_CAST, BODY_BALL, 0.1f},
    {"cast of the ball by 2", TASK_CAST, BODY_BALL, 2},
    {"cast of the ball by 50", TASK_CAST, BODY_BALL, 50},
    {"cast of the capsule by 0.1", TASK_CAST, BODY_CAPSULE, 0.1f},
    {"cast of the capsule by 2", TASK_CAST, BODY_CAPSULE, 2},
    {"cast of the capsule by 50", TASK_CAST, BODY_CAPSULE, 50},
    {"overlaps of the ball", TASK_OVERLAP, BODY_BALL, 0},
    {"nearest obstacle", TASK_NEAREST, BODY_BALL, 0},
};

static void print_question(const question *asked, const char *kind, const scene *s,
                           const opened *ours, const opened *rival) {
    static quiz quizzes[2];
    const opened *by[] = {ours, rival};
    entrant e[2];
    ours->library->set_body(ours->world, asked->body);
    make_quiz(&quizzes[0], ours, s, asked->length);
    quizzes[1] = quizzes[0];
    for (int i = 0; i < 2; i++) {
        quizzes[i].world = by[i]->world;
        bool can =
            by[i]->world != NULL && (asked->body == BODY_BALL || !by[i]->library->balls_only);
        quizzes[i].task = can ? by[i]->library->tasks[asked->task] : NULL;
        e[i] = (entrant){.run = quizzes[i].task != NULL ? ask : NULL,
                         .context = &quizzes[i],
                         .units = QUESTIONS};
        if (e[i].run != NULL)
            by[i]->library->set_body(by[i]->world, asked->body);
    }
    measure_race(e, 2);
    printf("| %-26s | %-8s | %9d |", asked->name, kind, s->count);
    print_ns(race_ns(&e[0]));
    print_ns(race_ns(&e[1]));
    print_times(race_ns(&e[1]), race_ns(&e[0]));
    putchar('\n');
}

static bool print_questions(const char *kind, int count, const library *l, const library *rival) {
    scene *s = malloc(sizeof *s);
    opened ours = {0}, other = {0};
    bool made = s != NULL && scene_make(s, scene_kind_of(kind), count);
    bool good = made && open_library(&ours, l, s, BODY_BALL);
    if (good && rival->create != NULL)
        good = open_library(&other, rival, s, BODY_BALL);
    for (size_t i = 0; good && i < sizeof questions / sizeof *questions; i++)
        print_question(&questions[i], kind, s, &ours, &other);
    close_library(&ours);
    close_library(&other);
    if (made)
        scene_free(s);
    free(s);
    return good || no_memory();
}

bool bench_questions(void) {
    puts("\n## What does a question cost?\n\n"
         "Nanoseconds, from places where a mover walks, in random directions; the rival is "
         "Chipmunk or Bullet.\n");
    puts("| question                   | scene    | obstacles |     ours |    rival |  times |");
    puts("|----------------------------|----------|----------:|---------:|---------:|-------:|");
    return print_questions("field", 100, &ours2, &rival_chipmunk) &&
           print_questions("field", 10000, &ours2, &rival_chipmunk) &&
           print_questions("terrain", 10000, &ours3, &rival_bullet) &&
           print_questions("building", 4000, &ours3, &rival_bullet);
}

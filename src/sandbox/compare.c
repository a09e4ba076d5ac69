#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../slidemove/vec.h"

/* ---- Jitter ------------------------------------------------------------------------------ */

/* What jitter_of_tick needs of the tick before. */
typedef struct jitter_state {
    int ticks; /* so far */
    vec3 wanted, actual;
    vec3 change;   /* of `actual` */
    double excess; /* of that change over the change of the wanted displacement */
} jitter_state;

/* Returns how far the mover jumped back in this tick. */
static double jitter_of_tick(jitter_state *last, vec3 wanted, vec3 actual) {
    vec3 change = vec3_sub(actual, last->actual);
    double excess = fmax(0, vec3_length(change) - vec3_length(vec3_sub(wanted, last->wanted)));
    bool turns_back = last->ticks >= 2 && vec3_dot(change, last->change) < 0;
    double back = turns_back ? fmin(excess, last->excess) / 2 : 0;
    *last = (jitter_state){last->ticks + 1, wanted, actual, change, excess};
    return back;
}

/* ---- Cost -------------------------------------------------------------------------------- */

enum { ROUNDS = 5, REPEATS = 16, MOST_TIMED = 2000 };

typedef struct stopwatch {
    compare_clock_fn *clock;
    double seconds[ROUNDS];
    int moves; /* of one round */
} stopwatch;

/* Times a move without making it in the sandbox. */
static void time_move(stopwatch *w, const sandbox *s, sm3_vec delta) {
    const player *p = &s->player;
    sm_options options = {
        .resolver = p->resolver, .max_pushes = p->max_pushes, .both_sides = p->both_sides};
    for (int round = 0; round < ROUNDS; round++) {
        double start = w->clock();
        for (int i = 0; i < REPEATS; i++)
            obstacles_try_move(s->obstacles, p, p->position, delta, &options);
        w->seconds[round] += w->clock() - start;
    }
    w->moves += REPEATS;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_seconds(stopwatch *w) {
    qsort(w->seconds, ROUNDS, sizeof *w->seconds, compare_doubles);
    return w->moves > 0 ? w->seconds[ROUNDS / 2] / w->moves : 0;
}

/* ---- All of them ------------------------------------------------------------------------- */

/* Whether the mover made less than it could: as far as `sweep` gets from the same place. A sweep
 * without a delta goes first, because leaving an obstacle, or being carried, does not count. */
static bool is_held(const sandbox *s, sm3_vec from, sm3_vec wanted) {
    const obstacles *o = s->obstacles;
    const player *p = &s->player;
    sm_options options = {.resolver = SM_SWEEP, .both_sides = p->both_sides};
    sm3_vec still = {0, 0, 0};
    vec3 start = vec3_of(o->dimension->try_move(o, p, from, still, &options).position);
    sm3_result swept = o->dimension->try_move(o, p, from, wanted, &options);
    vec3 possible = vec3_sub(vec3_of(swept.position), start);
    vec3 made = vec3_sub(vec3_of(p->position), start);
    return swept.pushes > 0 &&
           vec3_length(possible) > COMPARE_LEAST_POSSIBLE * vec3_length(vec3_of(wanted)) &&
           vec3_dot(made, possible) < COMPARE_SNAG * vec3_dot(possible, possible);
}

static void measure_tick(comparison *c, const sandbox *s, sm3_vec from, sm3_vec delta,
                         jitter_state *last) {
    sm3_result r = record_last(&s->record)->result;
    vec3 wanted = vec3_of(delta), actual = vec3_sub(vec3_of(r.position), vec3_of(from));
    double asked = vec3_length(wanted);
    c->wanted += asked;
    c->made += asked > 0 ? vec3_dot(actual, wanted) / asked : 0;
    c->jitter += jitter_of_tick(last, wanted, actual);
    c->depth_worst = fmax(c->depth_worst, (double)r.depth);
    c->depth_mean += (double)r.depth;
    c->crossings += s->obstacles->dimension->crosses(s->obstacles, from, r.position);
    c->snags += is_held(s, from, delta);
}

comparison compare_moves(sandbox *s, const sm3_vec *moves, int count, compare_clock_fn *clock) {
    comparison c = {0};
    stopwatch watch = {.clock = clock};
    jitter_state last = {0};
    int stride = 1 + (count - 1) / MOST_TIMED;
    for (int i = 0; i < count; i++) {
        if (clock != NULL && i % stride == 0)
            time_move(&watch, s, moves[i]);
        sm3_vec from = s->player.position;
        sandbox_tick_delta(s, moves[i]);
        measure_tick(&c, s, from, moves[i], &last);
    }
    c.jitter /= count > 0 ? count : 1;
    c.depth_mean /= count > 0 ? count : 1;
    c.seconds = median_seconds(&watch);
    return c;
}

/* ---- The table --------------------------------------------------------------------------- */

const compare_column compare_columns[COMPARE_COLUMNS] = {
    {"resolver", "its name", -10, ""},
    {"made_u", "distance made good: the displacements in the wanted directions, world units", 9,
     "%.3f"},
    {"made_%", "the same, of the distance wanted", 7, "%.1f"},
    {"jitter_u", "jitter, a tick: change of motion that was not asked for, and taken back", 9,
     "%.2g"},
    {"worst_u", "depth left: the worst of all ticks", 9, "%.3g"},
    {"mean_u", "depth left: the mean of all ticks", 9, "%.3g"},
    {"crossings", "ticks in which the centre went through a wall", 10, "%.0f"},
    {"snags",
     "ticks in which it made less than half of the possible displacement along what it touches", 7,
     "%.0f"},
    {"~ns", "CPU time of a move, the median of 5 rounds; noisy: differs from run to run", 7,
     "%.0f"},
    {"~cost", "the same, as a multiple of deepest's", 7, "%.2f"},
};

/* Returns a / b; NAN, which is written as a dash, where b is 0. */
static double quotient(double a, double b) {
    return b > 0 ? a / b : NAN;
}

/* Returns how wide the column of names is. A rule has any name. */
static int name_width(void) {
    int longest = (int)strlen(resolver_name(RESOLVER_RULE)), usual = -compare_columns[0].width;
    return resolver_count() == RESOLVERS_MAX && longest > usual ? -longest : -usual;
}

static void write_line(FILE *out, const comparison *c, const char *name, double reference) {
    const double values[COMPARE_COLUMNS] = {
        NAN,
        c->made,
        100 * quotient(c->made, c->wanted),
        c->jitter,
        c->depth_worst,
        c->depth_mean,
        c->crossings,
        c->snags,
        c->seconds > 0 ? c->seconds * 1e9 : NAN,
        c->seconds > 0 ? quotient(c->seconds, reference) : NAN,
    };
    fprintf(out, "%*s", name_width(), name);
    for (int i = 1; i < COMPARE_COLUMNS; i++) {
        char cell[32] = "-";
        if (!isnan(values[i]))
            snprintf(cell, sizeof cell, compare_columns[i].format, values[i]);
        fprintf(out, " %*s", compare_columns[i].width, cell);
    }
    fputc('\n', out);
}

void compare_write(FILE *out, const comparison list[RESOLVERS_MAX]) {
    for (int i = 0; i < COMPARE_COLUMNS; i++)
        fprintf(out, "%s%*s", i > 0 ? " " : "", i > 0 ? compare_columns[i].width : name_width(),
                compare_columns[i].name);
    fputc('\n', out);
    for (int r = 0; r < resolver_count(); r++)
        write_line(out, &list[r], resolver_name((sm_resolver)r), list[SM_DEEPEST].seconds);
}

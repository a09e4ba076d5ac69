#include "compare.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CONTACTS 64 /* of one place; more do not add directions that matter */

static const double snag_share = 0.5;       /* of the way along, that must be made */
static const double least_way_share = 0.01; /* of the wanted length; less is no way along */

/* ---- Vectors ----------------------------------------------------------------------------- */

/* Differences of floats, exact but for their last bits in double. */
typedef struct vector {
    double x, y;
} vector;

static vector between(sm_vec2 from, sm_vec2 to) {
    return (vector){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

static vector as_vector(sm_vec2 v) {
    return (vector){(double)v.x, (double)v.y};
}

static vector minus(vector a, vector b) {
    return (vector){a.x - b.x, a.y - b.y};
}

static double dot(vector a, vector b) {
    return a.x * b.x + a.y * b.y;
}

static double length(vector v) {
    return sqrt(dot(v, v));
}

/* ---- Jitter ------------------------------------------------------------------------------ */

/* The tick before. */
typedef struct swing {
    int ticks; /* so far */
    vector wanted, actual;
    vector change; /* of `actual` */
    double excess; /* of that change, over what was wanted differently */
} swing;

/* Returns how far the mover swung back in this tick. */
static double swing_back(swing *last, vector wanted, vector actual) {
    vector change = minus(actual, last->actual);
    double excess = fmax(0, length(change) - length(minus(wanted, last->wanted)));
    bool turns_back = last->ticks >= 2 && dot(change, last->change) < 0;
    double back = turns_back ? fmin(excess, last->excess) / 2 : 0;
    *last = (swing){last->ticks + 1, wanted, actual, change, excess};
    return back;
}

/* ---- Crossings --------------------------------------------------------------------------- */

/* Twice the area of the triangle: positive where p is left of a-b. */
static double side(sm_vec2 a, sm_vec2 b, sm_vec2 p) {
    vector along = between(a, b), to = between(a, p);
    return along.x * to.y - along.y * to.x;
}

/* Returns a point as it lies to the wall, after the wall has moved. */
static sm_vec2 carried(sm_vec2 point, sm_capsule before, sm_capsule now) {
    vector old = between(before.a, before.b), new = between(now.a, now.b);
    vector to = between(before.a, point);
    double squared = dot(old, old);
    if (!(squared > 0))
        return point;
    double along = dot(to, old) / squared, across = (old.x * to.y - old.y * to.x) / squared;
    return (sm_vec2){(float)((double)now.a.x + along * new.x - across *new.y),
                     (float)((double)now.a.y + along * new.y + across *new.x)};
}

typedef struct passage {
    const ground *ground;
    sm_vec2 from, to;
    bool crosses;
} passage;

static bool look_at_wall(void *context, int obstacle) {
    passage *p = context;
    const ground_span *span = &p->ground->spans[p->ground->statements[obstacle]];
    sm_capsule wall = ground_get(p->ground, obstacle);
    sm_vec2 from =
        span->moves ? carried(p->from, ground_between(p->ground, obstacle, 0), wall) : p->from;
    bool starts_left = side(wall.a, wall.b, from) >= 0;
    bool ends_left = side(wall.a, wall.b, p->to) >= 0;
    double a = side(from, p->to, wall.a), b = side(from, p->to, wall.b);
    bool meets = starts_left != ends_left && !(a > 0 && b > 0) && !(a < 0 && b < 0);
    p->crosses = meets && (starts_left || !span->is_oneway);
    return !p->crosses;
}

/* What moves may be far from where it was. */
static void look_at_moving(passage *p) {
    for (int m = 0; m < p->ground->moving_count && !p->crosses; m++) {
        const ground_span *span = &p->ground->spans[p->ground->moving[m].statement];
        for (int i = 0; i < span->count && !p->crosses; i++)
            look_at_wall(p, span->first + i);
    }
}

static bool crosses_wall(const sandbox *s, sm_vec2 from, sm_vec2 to) {
    passage p = {&s->ground, from, to, false};
    sm_world_overlap_box(s->ground.world, from, to, look_at_wall, &p);
    look_at_moving(&p);
    return p.crosses;
}

/* ---- Snags ------------------------------------------------------------------------------- */

typedef struct contact_list {
    sm_collision list[2 * MOST_CONTACTS];
    int count;
} contact_list;

/* Where a mover without a wish is at the end of the tick. Inside of something, pieces of one wall
 * have normals that are not the wall's; and what moves may have taken it along. */
static sm_vec2 settled(const sandbox *s, sm_vec2 position) {
    sm_options options = {.resolver = SM_SWEEP};
    return sandbox_try_move(s, position, (sm_vec2){0, 0}, &options).position;
}

static void add_contacts(const sandbox *s, sm_vec2 position, contact_list *contacts) {
    ground_mover mover = {&s->ground, sm_hull_of_capsule(sandbox_mover(s))};
    int found = sm_find_contacts(position, ground_obstacles(&mover),
                                 contacts->list + contacts->count, MOST_CONTACTS);
    contacts->count += found < MOST_CONTACTS ? found : MOST_CONTACTS;
}

static bool is_snagged(const sandbox *s, sm_vec2 from, sm_vec2 wanted) {
    contact_list contacts = {.count = 0};
    sm_vec2 start = settled(s, from);
    add_contacts(s, start, &contacts);
    if (contacts.count == 0)
        return false;
    add_contacts(s, settled(s, s->position), &contacts);
    vector along = as_vector(sm_clip_velocity(wanted, contacts.list, contacts.count));
    double way = length(along);
    if (!(way > least_way_share * length(as_vector(wanted))))
        return false;
    return dot(between(start, s->position), along) / way < snag_share * way;
}

/* ---- Cost -------------------------------------------------------------------------------- */

enum { ROUNDS = 5, REPEATS = 16, MOST_TIMED = 2000 };

typedef struct stopwatch {
    compare_clock_fn *clock;
    double seconds[ROUNDS];
    int moves; /* of one round */
} stopwatch;

/* Makes a move that is about to be made, and forgets it. */
static void time_move(stopwatch *w, const sandbox *s, sm_vec2 delta) {
    sm_options options = {s->resolver, s->max_pushes, NULL};
    for (int round = 0; round < ROUNDS; round++) {
        double start = w->clock();
        for (int i = 0; i < REPEATS; i++)
            sandbox_try_move(s, s->position, delta, &options);
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

static void measure_tick(comparison *c, const sandbox *s, sm_vec2 from, sm_vec2 delta,
                         swing *last) {
    vector wanted = as_vector(delta), actual = between(from, s->position);
    double asked = length(wanted);
    c->wanted += asked;
    c->made += asked > 0 ? dot(actual, wanted) / asked : 0;
    c->jitter += swing_back(last, wanted, actual);
    c->depth_worst = fmax(c->depth_worst, (double)s->move.result.depth);
    c->depth_mean += (double)s->move.result.depth;
    c->crossings += crosses_wall(s, from, s->position);
    c->snags += is_snagged(s, from, delta);
}

comparison compare_moves(sandbox *s, const sm_vec2 *moves, int count, compare_clock_fn *clock) {
    comparison c = {0};
    stopwatch watch = {.clock = clock};
    swing last = {0};
    int stride = 1 + (count - 1) / MOST_TIMED;
    for (int i = 0; i < count; i++) {
        if (clock != NULL && i % stride == 0)
            time_move(&watch, s, moves[i]);
        sm_vec2 from = s->position;
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
    {"resolver", "its name"},
    {"made_u", "distance made good: the way made in the wanted directions, world units"},
    {"made_%", "the same, of the distance wanted"},
    {"jitter_u", "swinging to and fro, a tick: change of motion that nobody asked for, taken back"},
    {"worst_u", "depth left: the worst of all ticks"},
    {"mean_u", "depth left: the mean of all ticks"},
    {"crossings", "ticks in which the centre went through a wall"},
    {"snags", "ticks in which it made less than half of the way along what it touches"},
    {"~ns", "CPU time of a move, the median of 5 rounds; noisy: differs from run to run"},
    {"~cost", "the same, as a multiple of deepest's"},
};

typedef struct cell {
    char words[24];
} cell;

/* `words` stays a dash where the value has no meaning. */
__attribute__((format(printf, 3, 4))) static void put(cell *c, bool has_value, const char *format,
                                                      ...) {
    va_list values;
    va_start(values, format);
    snprintf(c->words, sizeof c->words, "-");
    if (has_value)
        vsnprintf(c->words, sizeof c->words, format, values);
    va_end(values);
}

static void fill_line(cell cells[COMPARE_COLUMNS], const comparison *c, sm_resolver resolver,
                      double reference_seconds) {
    snprintf(cells[0].words, sizeof cells[0].words, "%s", sm_resolver_name(resolver));
    put(&cells[1], true, "%.3f", c->made);
    put(&cells[2], c->wanted > 0, "%.1f", c->made / c->wanted * 100);
    put(&cells[3], true, "%.2g", c->jitter);
    put(&cells[4], true, "%.3g", c->depth_worst);
    put(&cells[5], true, "%.3g", c->depth_mean);
    put(&cells[6], true, "%d", c->crossings);
    put(&cells[7], true, "%d", c->snags);
    put(&cells[8], c->seconds > 0, "%.0f", c->seconds * 1e9);
    put(&cells[9], c->seconds > 0 && reference_seconds > 0, "%.2f", c->seconds / reference_seconds);
}

static void write_line(FILE *out, const cell cells[COMPARE_COLUMNS],
                       const int widths[COMPARE_COLUMNS]) {
    fprintf(out, "%-*s", widths[0], cells[0].words);
    for (int i = 1; i < COMPARE_COLUMNS; i++)
        fprintf(out, "  %*s", widths[i], cells[i].words);
    fputc('\n', out);
}

void compare_write(FILE *out, const comparison list[SM_RESOLVER_COUNT]) {
    cell lines[1 + SM_RESOLVER_COUNT][COMPARE_COLUMNS];
    int widths[COMPARE_COLUMNS] = {0};
    for (int i = 0; i < COMPARE_COLUMNS; i++)
        snprintf(lines[0][i].words, sizeof lines[0][i].words, "%s", compare_columns[i].name);
    for (int r = 0; r < SM_RESOLVER_COUNT; r++)
        fill_line(lines[1 + r], &list[r], (sm_resolver)r, list[SM_DEEPEST].seconds);
    for (int l = 0; l <= SM_RESOLVER_COUNT; l++) {
        for (int i = 0; i < COMPARE_COLUMNS; i++) {
            int width = (int)strlen(lines[l][i].words);
            widths[i] = width > widths[i] ? width : widths[i];
        }
    }
    for (int l = 0; l <= SM_RESOLVER_COUNT; l++)
        write_line(out, lines[l], widths);
}

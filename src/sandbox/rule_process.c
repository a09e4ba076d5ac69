/* rule_process: the process in which a rule runs. What the rule asks the library for is recorded
 * here: the linker leads its calls of the functions below to those named __wrap_... The obstacles
 * come from the program that started this one: first those that are near, others when the rule
 * looks farther. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/platform.h"
#include "../slidemove/vec.h"
#include "rule.h"

enum { CANDIDATES = RECORD_CANDIDATES };

typedef int choose_fn(const sm3_collision *penetrated, int count, sm3_vec delta);
typedef sm_result move_fn(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                          const sm_options *options);
typedef sm3_result move3_fn(sm3_vec position, sm3_vec delta, sm3_mover mover,
                            sm3_obstacles obstacles, const sm_options *options);

/* All obstacles that touch a box. A move keeps those it has asked for, as a visit of one list may
 * lead to the next. */
typedef struct near_list {
    struct near_list *before;
    sm3_vec min, max;
    int count;
    rule_obstacle list[];
} near_list;

/* What was seen around a position. */
typedef struct sight {
    sm_trace trace;
    sm3_collision candidates[CANDIDATES];
    bool let_through[CANDIDATES];
} sight;

static struct {
    choose_fn *choose;
    move_fn *move;
    move3_fn *move3;
    rule_question asked;
    near_list *near;
    sm3_vec cast; /* the displacement of the last cast */
    sight sight;  /* the last look, */
    sight record; /* and those of the move */
} process;

/* ---- Obstacles --------------------------------------------------------------------------- */

/* Ends the process: the program that started it is gone, or there is no memory. */
static _Noreturn void give_up(void) {
    exit(EXIT_FAILURE);
}

static void add_near(sm3_vec min, sm3_vec max, int count) {
    size_t size = (size_t)count * sizeof(rule_obstacle);
    near_list *added = malloc(sizeof *added + size);
    if (added == NULL || !platform_receive(PLATFORM_LINK, added->list, size))
        give_up();
    added->before = process.near;
    added->min = min;
    added->max = max;
    added->count = count;
    process.near = added;
}

static void forget_near(void) {
    while (process.near != NULL) {
        near_list *last = process.near;
        process.near = last->before;
        free(last);
    }
}

static bool has_box(const near_list *n, sm3_vec min, sm3_vec max) {
    bool is_flat = process.asked.dimensions == 2;
    return min.x >= n->min.x && min.y >= n->min.y && max.x <= n->max.x && max.y <= n->max.y &&
           (is_flat || (min.z >= n->min.z && max.z <= n->max.z));
}

/* Returns obstacles, with all that touch the box among them. */
static const near_list *find_near(sm3_vec min, sm3_vec max) {
    const near_list *n = process.near;
    while (n != NULL && !has_box(n, min, max))
        n = n->before;
    if (n != NULL)
        return n;
    int count;
    rule_answer ask;
    memset(&ask, 0, sizeof ask);
    ask.asks = true;
    ask.min = min;
    ask.max = max;
    if (!platform_send(PLATFORM_LINK, &ask, sizeof ask) ||
        !platform_receive(PLATFORM_LINK, &count, sizeof count))
        give_up();
    add_near(min, max, count);
    return process.near;
}

static sm_capsule flat_capsule(sm3_triangle t) {
    return (sm_capsule){sm3_to2(t.a), sm3_to2(t.b), t.radius};
}

static void gather(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                   void *visit_context) {
    const near_list *n = find_near(sm_to3(min), sm_to3(max));
    (void)context;
    for (int i = 0; i < n->count; i++) {
        const rule_obstacle *it = &n->list[i];
        sm_obstacle flat = {.shape = flat_capsule(it->shape),
                            .before = flat_capsule(it->before),
                            .moves = it->moves,
                            .oneway = it->shape.oneway,
                            .number = it->number};
        if (!visit(visit_context, &flat))
            return;
    }
}

static void visit(const void *context, const sm3_region *r, sm3_visitor *visitor) {
    sm3_vec d = r->delta, min = r->low, max = r->high;
    (void)context;
    min = sm3_offset(min, (sm3_vec){fminf(d.x, 0), fminf(d.y, 0), fminf(d.z, 0)}, 1);
    max = sm3_offset(max, (sm3_vec){fmaxf(d.x, 0), fmaxf(d.y, 0), fmaxf(d.z, 0)}, 1);
    const near_list *n = find_near(min, max);
    for (int i = 0; i < n->count; i++)
        sm3_visit(visitor, &n->list[i]);
}

static const sm_obstacles flat_obstacles = {.gather = gather};
static const sm3_obstacles obstacles_in_space = {.visit = visit};

/* ---- Looking ----------------------------------------------------------------------------- */

static sm_trace *begin_sight(void) {
    sight *s = &process.sight;
    s->trace = (sm_trace){.candidates = s->candidates,
                          .let_through = s->let_through,
                          .capacity = CANDIDATES,
                          .reach = process.asked.records ? process.asked.reach : 0};
    return &s->trace;
}

/* Looks at what is around `at`, to which `delta` has led. The position of the look, which may
 * differ from `at` by a rounding, is in its only iteration. */
static const sight *look(sm3_vec at, sm3_vec delta) {
    const rule_question *q = &process.asked;
    sight *s = &process.sight;
    sm3_vec from = sm3_offset(at, delta, -1);
    sm_options deepest = {.max_pushes = 1, .trace = begin_sight(), .both_sides = q->both_sides};
    if (q->dimensions == 2)
        sm_slide_move(sm3_to2(from), sm3_to2(delta), q->flat, flat_obstacles, &deepest);
    else
        sm3_slide_move(from, delta, q->upright, obstacles_in_space, &deepest);
    if (s->trace.iteration_count == 0)
        s->trace.iterations[0] = (sm_iteration){.before = at, .chosen = -1};
    return s;
}

/* Lists what is penetrated at the look, and returns how many that is. */
static int list_penetrated(const sight *s, sm3_collision penetrated[CANDIDATES]) {
    const sm_iteration *it = &s->trace.iterations[0];
    sm3_vec at = it->before;
    float finest = FLT_EPSILON * fmaxf(fmaxf(fabsf(at.x), fabsf(at.y)), fabsf(at.z));
    int count = 0;
    for (int i = 0; i < it->candidate_count; i++) {
        if (!s->let_through[i] && s->candidates[i].depth > finest)
            penetrated[count++] = s->candidates[i];
    }
    return count;
}

static float deepest_of(const sm3_collision *penetrated, int count) {
    float deepest = 0;
    for (int i = 0; i < count; i++)
        deepest = fmaxf(deepest, penetrated[i].depth);
    return deepest;
}

/* ---- The record -------------------------------------------------------------------------- */

static bool has_iterations(void) {
    return process.record.trace.iteration_count > 0;
}

static sm_iteration *last_iteration(void) {
    sm_trace *t = &process.record.trace;
    return &t->iterations[t->iteration_count - 1];
}

/* Ends the last iteration, as the mover is there now. Of contacts, the one counts as chosen that it
 * was pushed along most. */
static void end_iteration(sm3_vec now) {
    const sm3_collision *seen = process.record.candidates;
    if (!has_iterations())
        return;
    sm_iteration *it = last_iteration();
    sm3_vec went = sm3_between(it->before, now);
    float most = 0, length = sm3_dot(process.cast, process.cast);
    it->after = now;
    if (it->step == SM_STEP_TRAVEL && length > 0) /* maybe not up to the touch */
        it->left *= 1 - sm3_dot(went, process.cast) / length;
    for (int i = it->first_candidate;
         it->step == SM_STEP_PUSH && i < it->first_candidate + it->candidate_count; i++) {
        float along = sm3_dot(seen[i].normal, went);
        if (along > most)
            it->chosen = i;
        most = fmaxf(most, along);
    }
}

/* Records an iteration of the last look, or move, as far as there is room. */
static sm_iteration *copy_iteration(const sm_iteration *from) {
    const sight *s = &process.sight;
    sight *r = &process.record;
    sm_trace *t = &r->trace;
    sm_iteration *it = &t->iterations[t->iteration_count++];
    int room = process.asked.capacity - t->candidate_count;
    *it = *from;
    it->first_candidate = t->candidate_count;
    it->candidate_count = room < from->candidate_count ? room : from->candidate_count;
    t->candidates_lost += from->candidate_count - it->candidate_count;
    size_t count = (size_t)it->candidate_count, first = (size_t)from->first_candidate;
    memcpy(&r->candidates[t->candidate_count], &s->candidates[first],
           count * sizeof *r->candidates);
    memcpy(&r->let_through[t->candidate_count], &s->let_through[first], count);
    int chosen = from->chosen - from->first_candidate;
    it->chosen = chosen >= 0 && chosen < room ? it->first_candidate + chosen : -1;
    t->candidate_count += it->candidate_count;
    return it;
}

/* Records an iteration that begins at `before`, with what the last look saw. `chosen` is a number
 * of an obstacle. */
static sm_iteration *add_iteration(sm3_vec before, sm_step step, int chosen) {
    sm_iteration from = process.sight.trace.iterations[0];
    from.before = from.after = before;
    from.step = step;
    from.chosen = -1;
    for (int i = 0; i < from.candidate_count; i++) {
        if (process.sight.candidates[from.first_candidate + i].obstacle == chosen)
            from.chosen = from.first_candidate + i;
    }
    return copy_iteration(&from);
}

/* Whether a call of the rule is recorded. The last place is kept for the end of the move. */
static bool records(void) {
    return process.asked.records && process.record.trace.iteration_count < SM_ITERATIONS_MAX - 1;
}

static sm3_vec from_start(sm3_vec position) {
    return sm3_between(process.asked.position, position);
}

static void note_contacts(sm3_vec position, int chosen) {
    look(position, from_start(position));
    end_iteration(position);
    add_iteration(position, SM_STEP_PUSH, chosen);
}

/* What the last cast touched bends this one: that is the direction which it left. */
static void note_cast(sm3_vec position, sm3_vec delta, bool hit, double fraction, int obstacle) {
    sm3_vec touch = sm3_offset(position, delta, (float)fraction);
    float left = 1; /* of the move's delta, before this cast */
    look(touch, from_start(touch));
    end_iteration(position);
    if (has_iterations() && last_iteration()->step == SM_STEP_TRAVEL) {
        left = last_iteration()->left;
        last_iteration()->allowed = delta;
    }
    sm_iteration *it = add_iteration(position, SM_STEP_TRAVEL, hit ? obstacle : SM_NO_OBSTACLE);
    it->left = left;
    process.cast = delta;
    if (it->chosen >= 0)
        it->held[it->held_count++] = obstacle;
}

/* Defines what a call of the function leads to. */
#define WRAP(type, name, ...)                                                                      \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

WRAP(sm_touch, sm_shapecast, sm_vec2 at, sm_vec2 delta, sm_hull mover, sm_obstacles among,
     const sm_filter *filter) {
    sm_touch t = sm_shapecast(at, delta, mover, among, filter);
    if (records())
        note_cast(sm_to3(at), sm_to3(delta), t.hit, t.fraction, t.obstacle);
    return t;
}

WRAP(sm3_touch, sm3_shapecast, sm3_vec at, sm3_vec delta, sm3_mover mover, sm3_obstacles among,
     const sm_filter *filter) {
    sm3_touch t = sm3_shapecast(at, delta, mover, among, filter);
    if (records())
        note_cast(at, delta, t.hit, t.fraction, t.obstacle);
    return t;
}

WRAP(sm_collision, sm_find_deepest, sm_vec2 at, sm_vec2 delta, sm_hull mover, sm_obstacles among,
     const sm_filter *filter) {
    sm_collision c = sm_find_deepest(at, delta, mover, among, filter);
    if (records())
        note_contacts(sm_to3(at), c.obstacle);
    return c;
}

WRAP(sm3_collision, sm3_find_deepest, sm3_vec at, sm3_vec delta, sm3_mover mover,
     sm3_obstacles among, const sm_filter *filter) {
    sm3_collision c = sm3_find_deepest(at, delta, mover, among, filter);
    if (records())
        note_contacts(at, c.obstacle);
    return c;
}

WRAP(int, sm_find_contacts, sm_vec2 at, sm_hull mover, sm_obstacles among, const sm_filter *filter,
     sm_collision *contacts, int capacity) {
    if (records())
        note_contacts(sm_to3(at), SM_NO_OBSTACLE);
    return sm_find_contacts(at, mover, among, filter, contacts, capacity);
}

WRAP(int, sm3_find_contacts, sm3_vec at, sm3_mover mover, sm3_obstacles among,
     const sm_filter *filter, sm3_collision *contacts, int capacity) {
    if (records())
        note_contacts(at, SM_NO_OBSTACLE);
    return sm3_find_contacts(at, mover, among, filter, contacts, capacity);
}

/* Return the options of a move of the library that fills the sight, and record what it saw. */
static sm_options begin_move(sm3_vec position, const sm_options *given) {
    sm_options options = given != NULL ? *given : (sm_options){.trace = NULL};
    end_iteration(position);
    options.trace = begin_sight();
    return options;
}

static void end_move(void) {
    const sm_trace *seen = &process.sight.trace;
    for (int i = 0; i < seen->iteration_count && records(); i++)
        copy_iteration(&seen->iterations[i]);
    process.cast = (sm3_vec){0, 0, 0};
}

WRAP(sm_result, sm_slide_move, sm_vec2 at, sm_vec2 delta, sm_hull mover, sm_obstacles among,
     const sm_options *options) {
    if (!records() || (options != NULL && options->trace != NULL))
        return sm_slide_move(at, delta, mover, among, options);
    sm_options recorded = begin_move(sm_to3(at), options);
    sm_result r = sm_slide_move(at, delta, mover, among, &recorded);
    end_move();
    return r;
}

WRAP(sm3_result, sm3_slide_move, sm3_vec at, sm3_vec delta, sm3_mover mover, sm3_obstacles among,
     const sm_options *options) {
    if (!records() || (options != NULL && options->trace != NULL))
        return sm3_slide_move(at, delta, mover, among, options);
    sm_options recorded = begin_move(at, options);
    sm3_result r = sm3_slide_move(at, delta, mover, among, &recorded);
    end_move();
    return r;
}

/* ---- Moves ------------------------------------------------------------------------------- */

/* Pushes out as the library does, of what the rule chooses. */
static sm3_result push_out(void) {
    const rule_question *q = &process.asked;
    sm3_result r = {.position = sm3_offset(q->position, q->delta, 1)};
    sm3_collision penetrated[CANDIDATES];
    for (;;) {
        const sight *s = look(r.position, q->delta);
        int count = list_penetrated(s, penetrated);
        bool may = count > 0 && r.pushes < q->max_pushes;
        int chosen = may ? process.choose(penetrated, count, q->delta) : -1;
        bool pushes = chosen >= 0 && chosen < count;
        r.position = s->trace.iterations[0].before;
        if (q->records)
            add_iteration(r.position, SM_STEP_PUSH,
                          pushes ? penetrated[chosen].obstacle : SM_NO_OBSTACLE);
        r.depth = deepest_of(penetrated, count);
        if (!pushes)
            return r;
        r.normal = penetrated[chosen].normal;
        r.position = sm3_offset(r.position, r.normal, penetrated[chosen].depth);
        r.pushes++;
        if (q->records)
            last_iteration()->after = r.position;
    }
}

/* Makes a whole move. What it says of its depth does not count: what is left is looked at. */
static sm3_result move_whole(void) {
    const rule_question *q = &process.asked;
    sm_options options = {
        .resolver = SM_SWEEP, .max_pushes = q->max_pushes, .both_sides = q->both_sides};
    sm3_collision penetrated[CANDIDATES];
    sm3_result r;
    if (q->dimensions == 2) {
        sm_result flat = process.move(sm3_to2(q->position), sm3_to2(q->delta), q->flat,
                                      flat_obstacles, &options);
        r = (sm3_result){.position = sm_to3(flat.position),
                         .normal = sm_to3(flat.normal),
                         .pushes = flat.pushes,
                         .status = flat.status};
    } else {
        r = process.move3(q->position, q->delta, q->upright, obstacles_in_space, &options);
    }
    const sight *s = look(r.position, from_start(r.position));
    r.depth = deepest_of(penetrated, list_penetrated(s, penetrated));
    if (q->records) {
        end_iteration(r.position);
        add_iteration(r.position, SM_STEP_PUSH, SM_NO_OBSTACLE);
    }
    return r;
}

static void answer(void) {
    const rule_question *q = &process.asked;
    sm_trace *t = &process.record.trace;
    rule_answer a;
    memset(&a, 0, sizeof a);
    t->iteration_count = t->candidate_count = t->candidates_lost = 0;
    add_near(q->min, q->max, q->near);
    platform_limit(RULE_SECONDS);
    bool is_whole = q->dimensions == 2 ? process.move != NULL : process.move3 != NULL;
    a.result = is_whole ? move_whole() : push_out();
    platform_limit(0);
    forget_near();
    if (!sm3_is_finite(a.result.position))
        a.result = (sm3_result){.position = q->position, .status = SM_NOT_FINITE};
    a.iteration_count = t->iteration_count;
    a.candidate_count = t->candidate_count;
    a.candidates_lost = t->candidates_lost;
    const sight *r = &process.record;
    if (!platform_send(PLATFORM_LINK, &a, sizeof a) ||
        !platform_send(PLATFORM_LINK, t->iterations,
                       (size_t)t->iteration_count * sizeof *t->iterations) ||
        !platform_send(PLATFORM_LINK, r->candidates,
                       (size_t)t->candidate_count * sizeof *r->candidates) ||
        !platform_send(PLATFORM_LINK, r->let_through,
                       (size_t)t->candidate_count * sizeof *r->let_through))
        give_up();
}

int rule_answer_all(const char *library) {
    rule_hello hello;
    const char *message;
    memset(&hello, 0, sizeof hello);
    platform_limit(RULE_SECONDS); /* loading runs what the rule has for that */
    void *rule = platform_load(library, &message);
    if (rule != NULL) {
        process.choose = (choose_fn *)platform_find(rule, "rule_choose");
        process.move = (move_fn *)platform_find(rule, "rule_move");
        process.move3 = (move3_fn *)platform_find(rule, "rule_move3");
        hello.functions = (process.choose != NULL ? RULE_CHOOSES : 0) |
                          (process.move != NULL ? RULE_MOVES : 0) |
                          (process.move3 != NULL ? RULE_MOVES3 : 0);
        message = "it has none of rule_choose, rule_move and rule_move3";
    }
    snprintf(hello.message, sizeof hello.message, "%s", message);
    platform_limit(0);
    bool good = platform_send(PLATFORM_LINK, &hello, sizeof hello);
    while (good && platform_receive(PLATFORM_LINK, &process.asked, sizeof process.asked))
        answer();
    return EXIT_SUCCESS;
}

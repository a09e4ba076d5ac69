/* Each trial asks the same questions of a plain loop and of a world that holds the same obstacles.
 */
#include "bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "trial.h"

#define ADD(hash, value) bits_add(hash, &(value), sizeof(value)) /* of what has no padding */

static sm_vec2 flat(sm3_vec v) {
    return (sm_vec2){v.x, v.y};
}

/* ---- What no world is asked ----------------------------------------------------------------- */

/* A game's own obstacles, which can only say what collides. */
static void offer(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                  sm_choice *choice) {
    const any_list *l = context;
    for (int i = 0; i < list_count(l); i++) {
        sm_collision c = sm_collide_hull(*mover, position, l->capsules[i], delta);
        c.obstacle = i;
        if (sm_filter_accepts(choice->filter, l->flat[i].mask, i, l->flat[i].user))
            sm_choice_offer(choice, c);
    }
}

static void offer3(const void *context, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                   sm_choice *choice) {
    const any_list *l = context;
    for (int i = 0; i < list_count(l); i++) {
        sm3_collision c = sm3_collide(sm3_mover_at(*mover, position), l->triangles[i], delta);
        c.obstacle = i;
        if (sm_filter_accepts(choice->filter, l->space[i].mask, i, l->space[i].user))
            sm3_choice_offer(choice, c);
    }
}

static void ask_offers(uint64_t *hash, trial *t) {
    const met offers = {.in_space = t->in_space,
                        .flat = {.offer = offer, .context = &t->list},
                        .space = {.offer = offer3, .context = &t->list}};
    ask(hash, ASK_MOVE, &t->question, &offers);
}

static void add_points(uint64_t *hash, sm3_closest_points p) {
    ADD(hash, p.first);
    ADD(hash, p.second);
    ADD(hash, p.distance);
    ADD(hash, p.s);
    ADD(hash, p.t);
}

static void add_flat_points(uint64_t *hash, sm_closest_points p) {
    ADD(hash, p.first);
    ADD(hash, p.second);
    ADD(hash, p.distance);
    ADD(hash, p.s);
    ADD(hash, p.t);
}

static int any_obstacle(trial *t) {
    return random_int(&t->random, list_count(&t->list));
}

/* Asks of two shapes alone. */
static void ask_pair(uint64_t *hash, trial *t) {
    int i = any_obstacle(t), k = any_obstacle(t);
    const question *q = &t->question;
    sm3_vec from = q->position, to = plus(from, q->delta, 1);
    if (t->in_space) {
        sm3_triangle o = t->list.triangles[i], other = t->list.triangles[k];
        sm3_collision c = sm3_collide(sm3_mover_at(q->space, from), o, q->delta);
        sm3_vec on[] = {sm3_closest_on_segment(from, o.a, o.b),
                        sm3_closest_on_triangle(from, o.a, o.b, o.c)};
        add_points(hash, sm3_closest_of_segments(o.a, o.b, other.a, other.b));
        add_points(hash, sm3_closest_of_segment_triangle(from, to, o.a, o.b, o.c));
        ADD(hash, c);
        ADD(hash, on);
        return;
    }
    sm_capsule o = t->list.capsules[i], other = t->list.capsules[k];
    sm_collision c[] = {sm_collide_hull(q->flat, flat(from), o, flat(q->delta)),
                        sm_collide(other, o, flat(q->delta))};
    const sm_capsule_array one = {&o, 1};
    sm_touch touch =
        sm_shapecast(flat(from), flat(q->delta), q->flat, sm_obstacles_of_array(&one), NULL);
    touch.obstacle = SM_NO_OBSTACLE; /* the hash is of a cast at a capsule without a number */
    add_flat_points(hash, sm_closest_of_segments(o.a, o.b, other.a, other.b));
    add_flat_points(hash, sm_closest_of_segments(flat(from), flat(to), o.a, o.b));
    ADD(hash, c);
    bits_add_touch(hash, &touch);
}

static sm3_vec any_angles(trial *t, float most) {
    float x = random_float(&t->random, -most, most), y = random_float(&t->random, -most, most);
    return (sm3_vec){x, y, random_float(&t->random, -most, most)};
}

static void ask_advance(uint64_t *hash, trial *t) {
    enum { STEPS = 16 };
    const question *q = &t->question;
    int i = any_obstacle(t);
    sm_advance_step steps[STEPS];
    sm_advance_trace trace = {.steps = steps, .capacity = STEPS};
    sm3_vec angle = any_angles(t, 3), turn = any_angles(t, 3), second = any_angles(t, 1);
    float tolerance = i % 3 == 0 ? 0 : 0.01f * t->scale;
    sm3_vec none = {0, 0, 0}, delta = plus(none, second, t->scale);
    second = i % 2 == 0 ? second : none;
    sm_advance_result r;
    if (t->in_space) {
        sm3_motion a = {q->position, angle, q->delta, turn}, b = {none, none, delta, second};
        r = sm3_advance(q->space, a, t->list.triangles[i], b, tolerance, &trace);
    } else {
        sm_motion a = {flat(q->position), angle.z, flat(q->delta), turn.z};
        sm_motion b = {flat(none), 0, flat(delta), second.z};
        r = sm_advance(q->flat, a, sm_hull_of_capsule(t->list.capsules[i]), b, tolerance, &trace);
    }
    int counts[] = {(int)r.end, trace.count, trace.lost};
    ADD(hash, counts);
    ADD(hash, r.fraction);
    ADD(hash, r.distance);
    ADD(hash, r.normal);
    ADD(hash, r.point);
    bits_add(hash, steps, (size_t)trace.count * sizeof *steps);
}

/* ---- The index ------------------------------------------------------------------------------ */

static void add_box(void *hash, sm3_vec low, sm3_vec high, int entries) {
    ADD(hash, low);
    ADD(hash, high);
    ADD(hash, entries);
}

static void add_cell(void *hash, sm_vec2 low, sm_vec2 high, int entries) {
    ADD(hash, low);
    ADD(hash, high);
    ADD(hash, entries);
}

/* What a mover looks into, which tells how well the index is made. */
static void ask_index(uint64_t *hash, trial *t) {
    const question *q = &t->question;
    if (t->in_space) {
        sm3_world_boxes(t->world.space, sm3_mover_at(q->space, q->position), add_box, hash);
        return;
    }
    sm_capsule around = sm_circle(flat(q->position), t->scale + q->space.radius);
    sm_world_cells(t->world.flat, around, add_cell, hash);
}

/* ---- All of them ---------------------------------------------------------------------------- */

/* Either `what` is asked of the loop and of the world, or `ask` asks for itself. */
typedef struct column {
    const char *name;
    void (*ask)(uint64_t *hash, trial *t);
    asking what;
    sm_resolver resolver;
} column;

static const column columns[] = {
    {"deepest", NULL, ASK_MOVE, SM_DEEPEST},      {"last", NULL, ASK_MOVE, SM_LAST},
    {"first", NULL, ASK_MOVE, SM_FIRST},          {"shallowest", NULL, ASK_MOVE, SM_SHALLOWEST},
    {"sweep", NULL, ASK_MOVE, SM_SWEEP},          {"overlap", NULL, ASK_DEEPEST, SM_DEEPEST},
    {"nearest", NULL, ASK_NEAREST, SM_DEEPEST},   {"overlaps", NULL, ASK_OVERLAPS, SM_DEEPEST},
    {"in_box", NULL, ASK_IN_BOX, SM_DEEPEST},     {"cast", NULL, ASK_CAST, SM_DEEPEST},
    {"ray", NULL, ASK_RAY, SM_DEEPEST},           {"contacts", NULL, ASK_CONTACTS, SM_DEEPEST},
    {"character", NULL, ASK_CHARACTER, SM_SWEEP}, {"offers", ask_offers, ASK_MOVE, SM_DEEPEST},
    {"pair", ask_pair, ASK_MOVE, SM_DEEPEST},     {"advance", ask_advance, ASK_MOVE, SM_DEEPEST},
    {"index", ask_index, ASK_MOVE, SM_DEEPEST}};

enum { COLUMNS = sizeof columns / sizeof *columns, QUESTIONS = 6 };

static bool ask_column(uint64_t *hash, const column *c, trial *t, const met *loop) {
    t->question.options.resolver = c->resolver;
    if (c->ask != NULL) {
        c->ask(hash, t);
        return true;
    }
    bool sweeps = c->resolver == SM_SWEEP || c->what >= ASK_CONTACTS;
    if ((sweeps && !trial_may_sweep(t)) || (t->is_huge && c->what != ASK_MOVE))
        return true;
    if (t->is_odd && c->what == ASK_IN_BOX) /* which of those at its rim are in it is rounding */
        return true;
    const met world = world_met(t->world);
    uint64_t answers[2] = {*hash, *hash};
    ask(&answers[0], c->what, &t->question, loop);
    t->looks = 0;
    ask(&answers[1], c->what, &t->question, &world);
    *hash = answers[0];
    return answers[0] == answers[1];
}

/* Asks one trial, whose obstacles may have changed since the world was made. */
static bool ask_trial(int kind, bool in_space, uint64_t seed, uint64_t hashes[COLUMNS]) {
    static const int counts[] = {1, 9, 40, 90, 150};
    static trial t;
    bool same = true;
    trial_begin(&t, kind, in_space, counts[seed % 5], seed);
    trial_build(&t);
    for (uint64_t i = 0; i < seed % 3 * 20; i++)
        trial_change(&t);
    const met loop = t.is_plain ? list_shapes(&t.list) : list_obstacles(&t.list);
    for (int i = 0; i < QUESTIONS * COLUMNS; i++) {
        if (i % COLUMNS == 0)
            trial_question(&t);
        same &= ask_column(&hashes[i % COLUMNS], &columns[i % COLUMNS], &t, &loop);
    }
    trial_end(&t);
    return same;
}

bool bits_are_same(int kind, bool in_space, uint64_t seed) {
    uint64_t hashes[COLUMNS] = {0};
    return ask_trial(kind, in_space, seed, hashes);
}

long bits_of_library(int trials, bits_fn *visit, void *context) {
    char line[16 + COLUMNS * 20] = "kind";
    for (int i = 0; i < COLUMNS; i++)
        sprintf(line + strlen(line), " %s", columns[i].name);
    visit(context, line, true);
    for (int i = 0; i < 2 * KINDS; i++) {
        uint64_t hashes[COLUMNS] = {0};
        bool in_space = i >= KINDS, same = true;
        for (int k = 0; k < trials; k++)
            same &= ask_trial(i % KINDS, in_space, (uint64_t)k, hashes);
        sprintf(line, "%dd-%s", in_space ? 3 : 2, trial_name(i % KINDS));
        for (int k = 0; k < COLUMNS; k++)
            sprintf(line + strlen(line), " %08" PRIx32, (uint32_t)(hashes[k] ^ hashes[k] >> 32));
        visit(context, line, same);
    }
    return 2L * KINDS * trials * QUESTIONS * COLUMNS;
}

/* A world of obstacles that move, are one-way and have masks, against the list of them: the same
 * bits of every move and query, whatever was put, moved, laid to rest, removed, added and refused
 * for lack of memory before. */
#include "../test.h"
#include "../trace.h"

#include "../../src/slidemove/slidemove.h"
#include "../plane.h"
#include "../random.h"

enum { MOST = 60, CONTACTS_MAX = 80, CANDIDATES_MAX = 100 };

typedef struct trial {
    uint64_t random;
    float scale;
    bool is_odd; /* numbers may be anything: not for a sweep */
    sm_obstacle list[MOST];
    int count;
    sm_world *world;
    bool is_poor; /* memory for changes runs out: after `left` more pieces */
    int left, held, refused;
} trial;

static void *allocate(void *context, size_t bytes) {
    trial *t = context;
    if (t->is_poor && t->left-- <= 0)
        return NULL;
    t->held++;
    return malloc(bytes);
}

static void release(void *context, void *memory) {
    trial *t = context;
    t->held--;
    free(memory);
}

static sm_vec2 place(trial *t, float size) {
    size *= t->scale;
    return v(random_float(&t->random, -size, size), random_float(&t->random, -size, size));
}

static sm_vec2 beside(trial *t, sm_vec2 p, float size) {
    sm_vec2 by = place(t, size);
    return v(p.x + by.x, p.y + by.y);
}

static sm_capsule any_shape(trial *t) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e20f, -1};
    sm_vec2 a = place(t, 6);
    sm_capsule c = {a, beside(t, a, random_int(&t->random, 8) == 0 ? 9 : 2), 0};
    if (random_int(&t->random, 3) == 0)
        c.radius = random_float(&t->random, 0, 0.5f) * t->scale;
    if (random_int(&t->random, 6) == 0)
        c.b = c.a;
    float *numbers[] = {&c.a.x, &c.a.y, &c.b.x, &c.b.y, &c.radius};
    if (t->is_odd && random_int(&t->random, 8) == 0)
        *numbers[random_int(&t->random, 5)] = odd[random_int(&t->random, 5)];
    return c;
}

/* Where a shape comes to in a tick. */
static sm_capsule moved(trial *t, sm_capsule c) {
    if (random_int(&t->random, 10) == 0)
        return any_shape(t);
    float step = random_int(&t->random, 5) == 0 ? 2 : 0.1f;
    sm_vec2 way = place(t, step);
    c.a = v(c.a.x + way.x, c.a.y + way.y);
    c.b = beside(t, v(c.b.x + way.x, c.b.y + way.y), step / 4);
    return c;
}

static sm_obstacle any_obstacle(trial *t) {
    sm_obstacle o = {.shape = any_shape(t)};
    o.moves = random_int(&t->random, 3) == 0;
    o.before = o.moves ? moved(t, o.shape) : (sm_capsule){0};
    o.oneway = random_int(&t->random, 4) == 0;
    o.mask = (unsigned)random_int(&t->random, 4);
    o.user = (uint64_t)random_int(&t->random, 3) << 40;
    return o;
}

/* The obstacle is now as it was to be, or out of memory as it was. */
static void note(trial *t, int which, const sm_obstacle *wanted, sm_change did) {
    assert_true(did == SM_CHANGED || (t->is_poor && did == SM_NO_MEMORY));
    if (did == SM_CHANGED)
        t->list[which] = *wanted;
    else
        t->refused++;
}

static void add(trial *t) {
    sm_obstacle o = {.shape = any_shape(t)};
    int added = sm_world_add(t->world, o.shape);
    assert_true(added == t->count || (t->is_poor && added == SM_NO_OBSTACLE));
    if (added == t->count)
        t->list[t->count++] = o;
    else
        t->refused++;
}

static void change(trial *t) {
    int which = t->count > 0 ? random_int(&t->random, t->count) : 0;
    int kind = t->count > 0 ? random_int(&t->random, 12) : 0;
    sm_obstacle o = t->list[which];
    t->left = t->is_poor ? random_int(&t->random, 3) : 0;
    if (kind == 0 && t->count < MOST) {
        add(t);
    } else if (kind <= 3 && t->count > 0) {
        o = any_obstacle(t);
        note(t, which, &o, sm_world_put(t->world, which, &o));
    } else if (kind == 4) {
        o.shape = any_shape(t);
        o.moves = false;
        note(t, which, &o, sm_world_set(t->world, which, o.shape));
    } else if (kind == 5) {
        o = (sm_obstacle){.shape = {{NAN, NAN}, {NAN, NAN}, NAN}};
        assert_int_equal(sm_world_remove(t->world, which), SM_CHANGED);
        t->list[which] = o;
    } else if (kind == 6) {
        sm_world_rest(t->world);
        for (int i = 0; i < t->count; i++)
            t->list[i].moves = false;
    } else if (kind > 6) {
        o.before = o.shape;
        o.moves = isfinite(o.shape.a.x) && isfinite(o.shape.a.y) && isfinite(o.shape.b.x) &&
                  isfinite(o.shape.b.y) && isfinite(o.shape.radius);
        o.shape = moved(t, o.shape);
        note(t, which, &o, sm_world_move(t->world, which, o.shape));
    }
}

static void check_obstacles(const trial *t) {
    for (int i = 0; i < t->count; i++) {
        sm_obstacle o = sm_world_obstacle(t->world, i), expected = t->list[i];
        assert_memory_equal(&o.shape, &expected.shape, sizeof o.shape);
        assert_true(o.moves == expected.moves && o.oneway == expected.oneway && o.number == i);
        assert_true(o.mask == expected.mask && o.user == expected.user);
        if (o.moves)
            assert_memory_equal(&o.before, &expected.before, sizeof o.before);
    }
}

/* ---- One question, to both --------------------------------------------------------------- */

typedef struct question {
    sm_obstacles both[2]; /* the list and the world */
    sm_vec2 position, delta;
    sm_hull mover;
    const sm_filter *filter;
} question;

static bool accept_some(void *context, int obstacle, uint64_t user) {
    const trial *t = context;
    assert_true(obstacle >= 0 && obstacle < t->count && t->list[obstacle].user == user);
    return user == 0 || obstacle % 2 == 0;
}

static sm_hull any_mover(trial *t) {
    float radius = random_float(&t->random, 0, 0.6f) * t->scale;
    if (random_int(&t->random, 3) == 0)
        return sm_hull_of_box(radius + 0.1f * t->scale, 0.5f * t->scale);
    sm_vec2 a = random_int(&t->random, 3) == 0 ? place(t, 1) : v(0, 0);
    return sm_hull_of_capsule((sm_capsule){a, v(-a.x, a.y), radius});
}

static void check_move(trial *t, const question *q) {
    static sm3_collision candidates[2][CANDIDATES_MAX];
    static bool let_through[2][CANDIDATES_MAX];
    sm_trace traces[2];
    sm_result results[2];
    bool is_traced = random_int(&t->random, 2) == 0;
    int resolvers = t->is_odd ? SM_SWEEP : SM_RESOLVER_COUNT;
    sm_options options = {.filter = q->filter,
                          .resolver = (sm_resolver)random_int(&t->random, resolvers)};
    float reach = random_int(&t->random, 2) == 0 ? 0 : t->scale;
    for (int i = 0; i < 2; i++) {
        traces[i] = (sm_trace){.candidates = candidates[i],
                               .let_through = let_through[i],
                               .capacity = CANDIDATES_MAX,
                               .reach = reach};
        options.trace = is_traced ? &traces[i] : NULL;
        results[i] = sm_slide_move(q->position, q->delta, q->mover, q->both[i], &options);
    }
    if (memcmp(&results[0], &results[1], sizeof results[0]) != 0)
        fail_msg("%s: (%.9g, %.9g), %.9g deep, instead of (%.9g, %.9g), %.9g deep",
                 sm_resolver_name(options.resolver), results[1].position.x, results[1].position.y,
                 results[1].depth, results[0].position.x, results[0].position.y, results[0].depth);
    if (is_traced)
        assert_same_traces(&traces[0], &traces[1]);
}

static void check_collisions(trial *t, const question *q) {
    sm_collision found[2][CONTACTS_MAX];
    float farthest = random_int(&t->random, 2) == 0 ? INFINITY : t->scale;
    for (int i = 0; i < 2; i++) {
        found[i][0] = sm_find_deepest(q->position, q->delta, q->mover, q->both[i], q->filter);
        found[i][1] = sm_find_nearest(q->position, farthest, q->both[i], q->filter);
    }
    assert_memory_equal(found[0], found[1], 2 * sizeof found[0][0]);
    if (t->is_odd)
        return;
    int counts[2];
    for (int i = 0; i < 2; i++)
        counts[i] =
            sm_find_contacts(q->position, q->mover, q->both[i], q->filter, found[i], CONTACTS_MAX);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(found[0], found[1], (size_t)counts[0] * sizeof found[0][0]);
}

static void check_casts(trial *t, const question *q) {
    sm_vec2 way = random_int(&t->random, 2) == 0 ? place(t, 12) : q->delta;
    for (int is_ray = 0; is_ray < 2; is_ray++) {
        sm_hull mover = is_ray ? sm_hull_of_capsule(sm_circle(v(0, 0), 0)) : q->mover;
        sm_touch a = sm_shapecast(q->position, way, mover, q->both[0], q->filter);
        sm_touch b = is_ray ? sm_raycast(q->position, way, q->both[1], q->filter)
                            : sm_shapecast(q->position, way, mover, q->both[1], q->filter);
        assert_true(a.hit == b.hit && a.obstacle == b.obstacle && a.fraction == b.fraction);
        assert_memory_equal(&a.normal, &b.normal, sizeof a.normal);
        assert_memory_equal(&a.point, &b.point, sizeof a.point);
    }
}

typedef struct visits {
    const trial *trial;
    unsigned char seen[MOST];
} visits;

static bool count_visit(void *context, const sm_obstacle *o) {
    visits *told = context;
    const sm_obstacle *expected = &told->trial->list[o->number];
    assert_true(o->user == expected->user && o->mask == expected->mask);
    told->seen[o->number]++;
    return true;
}

static void check_visits(trial *t, const question *q) {
    visits overlaps[2] = {{.trial = t}, {.trial = t}}, in_box[2] = {{.trial = t}, {.trial = t}};
    sm_vec2 corner = beside(t, q->position, 2);
    for (int i = 0; i < 2; i++) {
        sm_find_overlaps(q->position, q->mover, q->both[i], q->filter, count_visit, &overlaps[i]);
        sm_find_in_box(q->position, corner, q->both[i], q->filter, count_visit, &in_box[i]);
    }
    assert_memory_equal(overlaps[0].seen, overlaps[1].seen, MOST);
    assert_memory_equal(in_box[0].seen, in_box[1].seen, MOST);
    for (int i = 0; i < MOST; i++)
        assert_true(overlaps[0].seen[i] <= 1 && in_box[0].seen[i] <= 1);
}

static void check(trial *t) {
    static void (*const checks[])(trial *, const question *) = {
        check_move, check_move, check_collisions, check_casts, check_visits};
    const sm_obstacle_array array = {t->list, t->count};
    sm_filter filter = {.mask = (unsigned)random_int(&t->random, 4), .context = t};
    if (random_int(&t->random, 2) == 0)
        filter.accept = accept_some;
    question q = {{sm_obstacles_of_list(&array), sm_obstacles_of_world(t->world)},
                  place(t, 6),
                  place(t, random_int(&t->random, 3) == 0 ? 1.5f : 0.2f),
                  any_mover(t),
                  random_int(&t->random, 2) == 0 ? &filter : NULL};
    checks[random_int(&t->random, 5)](t, &q);
}

TEST(worlds_of_all_kinds_of_obstacles_agree_with_the_list_whatever_changes) {
    int worlds = test_trials(3000);
    uint64_t random = 20261122;
    int refused = 0;
    static trial t;
    for (int i = 0; i < worlds; i++) {
        t = (trial){.random = random_bits(&random) | 1,
                    .scale = i % 4 == 0 ? 1000 : 1,
                    .is_odd = i % 5 == 0};
        sm_world_def def = {
            .simd = (sm_simd)(1 + i % 2), .allocate = allocate, .release = release, .context = &t};
        t.world = sm_world_create(NULL, 0, &def);
        t.is_poor = i % 3 == 0;
        for (int k = random_int(&t.random, MOST); k >= 0; k--) {
            change(&t);
            if (t.count > 0)
                t.list[t.count - 1].number = -7; /* does not count */
        }
        for (int k = 0; k < 60; k++) {
            change(&t);
            check(&t);
        }
        check_obstacles(&t);
        sm_world_destroy(t.world);
        assert_int_equal(t.held, 0);
        refused += t.refused;
    }
    print_message("%d worlds, %d changes refused\n", worlds, refused);
    assert_true(refused >= worlds);
}

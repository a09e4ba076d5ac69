/* Each way asks the same questions of a plain loop and of worlds that hold the same obstacles. */
#include "bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/slidemove_character.h"
#include "random.h"
#include "worlds.h"

enum { OBSTACLES = 90, CANDIDATES = 16 };

typedef struct level {
    any_list list;
    bool plain; /* the shapes are all there is */
    sm3_vec middle;
    float unit; /* what is 1 elsewhere: a power of two */
    bool has_streets;
} level;

/* Who asks: a mover that is on its way through obstacles. */
typedef struct asker {
    bool in_space;
    sm_hull mover;
    sm3_mover mover3;
    const level *level;
    met met;
    sm_resolver resolver;
    int question; /* its number */
    uint64_t random, hash;
    sm3_vec position, delta; /* the last */
    sm_character character;
    bool is_hostile; /* some numbers are none */
} asker;

#define ADD(a, value) bits_add(&(a)->hash, &(value), sizeof(value)) /* of what has no padding */

static sm_vec2 flat(sm3_vec v) {
    return (sm_vec2){v.x, v.y};
}

static sm3_vec sum(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static sm3_vec times(sm3_vec v, float by) {
    return (sm3_vec){v.x * by, v.y * by, v.z * by};
}

/* Every other one has coordinates that are multiples of a half: so that much is equal, or touches.
 * One random call a line: compilers may choose the order of several in one expression. */
static sm3_vec random_vec(uint64_t *random, float size) {
    float x = random_float(random, -size, size);
    float y = random_float(random, -size, size);
    float z = random_float(random, -size, size);
    if (random_int(random, 2) == 0)
        return (sm3_vec){x, y, z};
    return (sm3_vec){floorf(2 * x) / 2, floorf(2 * y) / 2, floorf(2 * z) / 2};
}

/* ---- What is asked of --------------------------------------------------------------------- */

/* A third of them faces, a third rounded, a third capsules; unless they are plain some are one-way
 * or move, have masks, or are not there. */
static void make_level(level *l, bool plain, sm3_vec middle) {
    uint64_t random = random_seed(plain ? 1 : 2);
    *l = (level){.plain = plain, .middle = middle, .unit = 1};
    list_begin(&l->list, false, OBSTACLES);
    for (int i = 0; i < OBSTACLES; i++) {
        sm3_vec a = sum(middle, random_vec(&random, 5));
        sm3_vec b = sum(a, random_vec(&random, 2));
        sm3_vec c = sum(a, random_vec(&random, 2));
        sm3_vec d = random_vec(&random, 0.3f);
        float radius = random_float(&random, 0, 0.3f);
        sm3_obstacle o = {.number = i, .shape = sm3_face(a, b, i % 3 == 2 ? b : c)};
        o.shape.radius = i % 3 == 0 ? 0 : i % 4 == 0 ? 0.25f : radius;
        o.shape.one_sided = i % 6 == 0;
        o.before = o.shape;
        if (!plain) {
            o.shape.oneway = i % 5 == 0;
            o.moves = i % 4 == 1;
            o.mask = i % 7 == 3 ? 2 : 0;
            o.user = (uint64_t)i % 3;
            o.before.a = sum(a, d);
            o.before.b = sum(b, d);
            o.before.c = i % 8 == 1 ? c : sum(c, d);
            if (i % 16 == 1)
                o.before = o.shape;
            if (i % 32 == 5)
                o.before.b = b;
            if (i % 17 == 4)
                o.shape.a.x = NAN;
            if (i % 17 == 5)
                o.before.b.y = INFINITY;
        }
        list_put(&l->list, i, &o);
    }
}

/* In 2D: chains of walls, of which some are rounded, one is there twice, one is one-way and one
 * moves, a crowd of small things, and walls that are long. */
static void make_streets(level *l, bool plain, float unit, sm3_vec middle) {
    enum { CHAIN = 6, CHAINS = 7, CROWD_END = 84 };
    static const float radii[CHAINS] = {0, 0.25f, 0, 0.0625f, 0.125f, 0.125f, 0};
    uint64_t random = random_seed(4);
    sm3_vec at = {0, 0, 0}, d = at;
    *l = (level){.plain = plain, .unit = unit, .middle = middle, .has_streets = true};
    list_begin(&l->list, false, OBSTACLES);
    for (int i = 0; i < OBSTACLES; i++) {
        int chain = i / CHAIN;
        bool in_chain = chain < CHAINS, in_crowd = !in_chain && i < CROWD_END;
        if (!in_chain || i % CHAIN == 0) {
            at = sum(middle, random_vec(&random, in_chain ? 4 : in_crowd ? 0.25f : 8));
            d = random_vec(&random, 0.5f);
        }
        if (in_crowd)
            at = sum(at, (sm3_vec){3, 3, 0});
        sm3_vec to = sum(at, random_vec(&random, in_chain ? 2 : in_crowd ? 0.1f : 3000));
        sm3_vec a = times(at, unit), b = times(to, unit), by = times(d, unit);
        sm3_obstacle o = {.number = i, .shape = sm3_face(a, b, b)};
        o.shape.radius = (in_chain ? radii[chain] : 0.03125f) * unit;
        o.before = o.shape;
        o.before.a = sum(a, by);
        o.before.b = sum(b, by);
        if (chain == 2)
            o.shape = l->list.triangles[i - CHAIN];
        o.moves = !plain && chain == 4;
        o.shape.oneway = !plain && (chain == 3 || chain == 6);
        list_put(&l->list, i, &o);
        at = to;
    }
}

/* Memory that nobody has cleared. */
static void *take_dirty(void *context, size_t bytes) {
    (void)context;
    void *taken = malloc(bytes);
    return taken != NULL ? memset(taken, 0x5a, bytes) : NULL;
}

static void give_back(void *context, void *taken) {
    (void)context;
    free(taken);
}

static sm_world_def dirty_memory(sm_simd simd) {
    return (sm_world_def){.allocate = take_dirty, .release = give_back, .simd = simd};
}

/* Returns a world that has become that by changes of each kind. */
static any_world make_world(const level *l, bool in_space, sm_simd simd) {
    sm_world_def def = dirty_memory(simd);
    any_list list = l->list;
    list.in_space = in_space;
    int first = l->plain ? OBSTACLES : OBSTACLES / 3;
    any_world world = world_create(&list, first, &def);
    for (int i = first; i < OBSTACLES; i++)
        world_add(world, &list.triangles[(i + 1) % OBSTACLES]);
    for (int i = 0; !l->plain && i < OBSTACLES; i++) {
        const sm3_obstacle *o = &list.space[i];
        world_put(world, i, o);
        if (isnan(o->shape.a.x))
            world_remove(world, i);
        else if (o->moves && i % 8 == 1 && isfinite(o->before.b.y)) {
            /* what comes from nowhere stands where it is put */
            world_move(world, i, &list.triangles[0]);
            world_set(world, i, &o->before);
            world_move(world, i, &o->shape);
        }
    }
    return world;
}

/* A game's own obstacles, which can only say what collides. */
static void offer(const void *context, sm_vec2 position, sm_vec2 delta, const sm_hull *mover,
                  sm_choice *choice) {
    const any_list *l = context;
    for (int i = 0; i < OBSTACLES; i++) {
        sm_collision c = sm_collide_hull(*mover, position, l->capsules[i], delta);
        c.obstacle = i;
        if (sm_filter_accepts(choice->filter, l->flat[i].mask, i, l->flat[i].user))
            sm_choice_offer(choice, c);
    }
}

static void offer3(const void *context, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                   sm_choice *choice) {
    const any_list *l = context;
    for (int i = 0; i < OBSTACLES; i++) {
        sm3_collision c = sm3_collide(sm3_mover_at(*mover, position), l->triangles[i], delta);
        c.obstacle = i;
        if (sm_filter_accepts(choice->filter, l->space[i].mask, i, l->space[i].user))
            sm3_choice_offer(choice, c);
    }
}

static bool is_accepted(void *context, int obstacle, uint64_t user) {
    (void)context;
    return user != 1 || obstacle % 2 == 0;
}

/* ---- Questions ---------------------------------------------------------------------------- */

static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f, -1};

enum { ODD = sizeof odd / sizeof *odd, ODD_HUGE = 3 };

static sm3_vec some_angles(asker *a, float size) {
    sm3_vec v = random_vec(&a->random, size);
    int which = random_int(&a->random, 40), what = random_int(&a->random, ODD);
    if (a->is_hostile && which < 3)
        *(which == 0 ? &v.x : which == 1 ? &v.y : &v.z) = odd[what];
    return v;
}

static sm3_vec some_vec(asker *a, float size) {
    sm3_vec v = some_angles(a, size);
    return times(v, a->level->unit);
}

/* Makes one of the mover's numbers odd, now and then. */
/* A huge box in 3D is not asked about: rounding in doubles is larger than all else there, and an
 * index passes by what rounding says is touched. */
static void spoil_mover(asker *a) {
    float numbers[sizeof(sm3_mover) / sizeof(float)];
    int which = random_int(&a->random, 60), what = random_int(&a->random, ODD);
    memcpy(numbers, &a->mover3, sizeof numbers);
    if (which < (int)(sizeof numbers / sizeof *numbers) && what != ODD_HUGE)
        numbers[which] = odd[what];
    memcpy(&a->mover3, numbers, sizeof numbers);
    int vertex = which % SM_HULL_VERTICES;
    if (which < SM_HULL_VERTICES)
        *(what % 2 == 0 ? &a->mover.vertices[vertex].x : &a->mover.vertices[vertex].y) = odd[what];
    else if (which < 10)
        a->mover.radius = odd[what];
    else if (which < 12)
        a->mover.count = which == 10 ? 0 : SM_HULL_VERTICES + 1;
}

static sm_options options_of(const asker *a, sm_trace *trace) {
    static const sm_filter filters[] = {{.mask = 1}, {.accept = is_accepted}};
    int n = a->question;
    return (sm_options){.resolver = a->resolver,
                        .max_pushes = n % 3 == 0   ? 0
                                      : n % 3 == 1 ? 1
                                                   : 20,
                        .trace = n % 2 == 0 ? trace : NULL,
                        .both_sides = n % 7 == 6,
                        .filter = n % 5 < 2 ? &filters[n % 5] : NULL};
}

/* Goes on from where the last one led, or anew from near the middle when that is far out. */
static void go_to(asker *a, sm3_vec to) {
    sm3_vec middle = a->level->middle;
    float far = 6 * a->level->unit;
    bool is_near = fabsf(to.x - middle.x) < far && fabsf(to.y - middle.y) < far &&
                   fabsf(to.z - middle.z) < far && a->question % 30 > 0;
    a->position = is_near ? to : sum(middle, some_vec(a, 4));
}

static question question_of(const asker *a, sm3_vec position, sm3_vec delta) {
    return (question){.position = position,
                      .delta = delta,
                      .flat = a->mover,
                      .space = a->mover3,
                      .options = options_of(a, NULL),
                      .is_traced = a->question % 2 == 0,
                      .reach = a->question % 4 == 0 ? 0.5f * a->level->unit : 0,
                      .tells_let_through = true,
                      .capacity = CANDIDATES};
}

static void ask_move(asker *a) {
    int n = a->question;
    sm3_vec delta = some_vec(a, n % 20 == 0 ? 10 : n % 5 == 0 ? 2 : 0.6f);
    if (a->level->has_streets && n % 10 > 1) /* goes on: along walls and round their corners */
        delta = a->delta;
    a->delta = delta;
    const question q = question_of(a, a->position, delta);
    sm3_vec to = ask(&a->hash, ASK_MOVE, &q, &a->met);
    if (!a->in_space)
        to.z = a->level->middle.z;
    go_to(a, to);
}

static met offers_alone(const asker *a) {
    return (met){.in_space = a->in_space,
                 .flat = {.offer = offer, .context = &a->level->list},
                 .space = {.offer = offer3, .context = &a->level->list}};
}

static void ask_offers(asker *a) {
    const met all = a->met;
    a->resolver = (sm_resolver)(a->question % SM_RESOLVER_COUNT);
    a->met = offers_alone(a);
    if (a->question % 4 == 1)
        a->met.flat = (sm_obstacles){.gather = all.flat.gather, .context = all.flat.context};
    ask_move(a);
    a->met = all;
}

static void ask_cast(asker *a) {
    sm3_vec from = sum(a->level->middle, some_vec(a, 6));
    const question q = question_of(a, from, some_vec(a, 8));
    ask(&a->hash, ASK_CAST, &q, &a->met);
    ask(&a->hash, ASK_RAY, &q, &a->met);
}

static void ask_find(asker *a) {
    sm3_vec at = sum(a->level->middle, some_vec(a, 6));
    sm3_vec corner = sum(at, some_vec(a, 3));
    question q = question_of(a, at, some_vec(a, 1));
    q.corner = corner;
    q.farthest = a->question % 2 == 0 ? INFINITY : 1.5f * a->level->unit;
    for (asking what = ASK_DEEPEST; what <= ASK_IN_BOX; what++)
        ask(&a->hash, what, &q, &a->met);
}

static void ask_contacts(asker *a) {
    a->resolver = SM_SWEEP;
    ask_move(a);
    question q = question_of(a, a->position, some_vec(a, 3));
    q.capacity = 1 + a->question % CANDIDATES;
    const met alone = offers_alone(a);
    ask(&a->hash, ASK_CONTACTS, &q, a->question % 4 == 3 ? &alone : &a->met);
}

static void ask_character(asker *a) {
    enum { MOST = 256 };
    sm3_collision candidates[MOST];
    bool let_through[MOST];
    int n = a->question, kind = n / 10;
    sm_trace trace = {.candidates = candidates,
                      .capacity = n % 4 == 0 ? MOST : CANDIDATES,
                      .let_through = let_through};
    a->resolver = kind % 6 < SM_RESOLVER_COUNT && n % 2 == 0 ? (sm_resolver)(kind % 6) : SM_SWEEP;
    sm_options options = options_of(a, &trace);
    float unit = a->level->unit;
    sm_character_settings settings = {
        .up = {0.2f * (float)(kind % 3), kind % 7 == 6 ? 0 : 2, 0},
        .max_slope = 0.3f * (float)(kind % 5),
        .step_height = kind % 4 == 3 ? -1 : 0.2f * unit * (float)(kind % 4),
        .snap = kind % 5 == 4 ? -1 : 0.3f * unit * (float)(kind % 5),
        .gravity = kind % 8 == 7 ? -1 : 10 * unit * (float)(kind % 8),
        .jump_speed = kind % 9 == 8 ? -1 : 4 * unit * (float)(kind % 3),
        .fastest_fall = kind % 3 == 2 ? -1 : 5 * unit * (float)(kind % 2),
        .slips = kind % 2 == 1,
        .level_speed = kind % 4 < 2,
        .leaving = (sm_leaving)(kind % 3),
        .options = n % 2 == 0 ? &options : NULL};
    const sm_character_settings *used = kind % 3 == 0 ? NULL : &settings;
    sm3_vec walk = some_vec(a, 9);
    sm_character *c = &a->character;
    c->position = a->position;
    bool fits;
    if (a->in_space) {
        sm3_character_move(c, used, a->mover3, a->met.space, walk, n % 9 == 0, 1.f / 30);
        fits = sm3_character_fits(c, used, a->mover3, a->met.space);
    } else {
        sm_character_move(c, used, a->mover, a->met.flat, flat(walk), n % 9 == 0, 1.f / 30);
        fits = sm_character_fits(c, used, a->mover, a->met.flat);
    }
    ADD(a, *c);
    ADD(a, fits);
    if (used != NULL && settings.options != NULL && options.trace != NULL)
        bits_add_trace(&a->hash, &trace);
    go_to(a, c->position);
}

/* Of two shapes alone. */
static void ask_pair(asker *a) {
    int i = a->question % OBSTACLES, k = (a->question * 7 + 3) % OBSTACLES;
    sm3_triangle s = a->level->list.triangles[i], t = a->level->list.triangles[k];
    sm3_vec from = sum(s.a, some_vec(a, 1.5f)), delta = some_vec(a, 3);
    sm3_vec to = sum(from, delta);
    if (a->in_space) {
        sm3_collision c = sm3_collide(sm3_mover_at(a->mover3, from), s, delta);
        sm3_closest_points p[] = {sm3_closest_of_segments(s.a, s.b, t.a, t.b),
                                  sm3_closest_of_segments(from, to, s.a, s.b),
                                  sm3_closest_of_segment_triangle(from, to, s.a, s.b, s.c)};
        sm3_vec on[] = {sm3_closest_on_segment(from, s.a, s.b),
                        sm3_closest_on_triangle(from, s.a, s.b, s.c)};
        for (int m = 0; m < 3; m++) {
            ADD(a, p[m].first);
            ADD(a, p[m].second);
            ADD(a, p[m].distance);
            ADD(a, p[m].s);
            ADD(a, p[m].t);
        }
        ADD(a, c);
        ADD(a, on);
    } else {
        sm_capsule o = a->level->list.capsules[i], other = a->level->list.capsules[k];
        sm_collision c[] = {sm_collide_hull(a->mover, flat(from), o, flat(delta)),
                            sm_collide(other, o, flat(delta))};
        sm_closest_points p[] = {sm_closest_of_segments(o.a, o.b, other.a, other.b),
                                 sm_closest_of_segments(flat(from), flat(to), o.a, o.b)};
        for (int m = 0; m < 2; m++) {
            ADD(a, p[m].first);
            ADD(a, p[m].second);
            ADD(a, p[m].distance);
            ADD(a, p[m].s);
            ADD(a, p[m].t);
        }
        ADD(a, c);
        sm_touch touch = sm_cast_hull(flat(from), flat(delta), a->mover, o);
        bits_add_touch(&a->hash, &touch);
    }
}

static void ask_advance(asker *a) {
    int i = a->question % OBSTACLES;
    sm_advance_step steps[CANDIDATES];
    sm_advance_trace trace = {.steps = steps, .capacity = CANDIDATES};
    sm3_triangle s = a->level->list.triangles[i];
    sm3_vec p = sum(s.a, some_vec(a, 3)), d = some_vec(a, 4);
    sm3_vec d2 = some_vec(a, 1), angle = some_angles(a, 3);
    sm3_vec turn = some_angles(a, 3), turn2 = some_angles(a, i % 2 == 0 ? 2 : 0.4f);
    float tolerance = i % 3 == 0 ? 0 : 0.01f * a->level->unit;
    sm3_vec zero = {0, 0, 0};
    sm_advance_result r;
    if (a->in_space) {
        sm3_motion first = {p, angle, d, turn},
                   second = {zero, i % 2 == 0 ? zero : turn, d2, turn2};
        r = sm3_advance(a->mover3, first, s, second, tolerance, &trace);
    } else {
        sm_motion first = {flat(p), angle.z, flat(d), turn.z};
        sm_motion second = {flat(zero), i % 2 == 0 ? 0 : turn.y, flat(d2), turn2.z};
        sm_hull hull = sm_hull_of_capsule(a->level->list.capsules[i]);
        r = sm_advance(a->mover, first, hull, second, tolerance, &trace);
    }
    int counts[] = {(int)r.end, trace.count, trace.lost};
    ADD(a, counts);
    ADD(a, r.fraction);
    ADD(a, r.distance);
    ADD(a, r.normal);
    ADD(a, r.point);
    bits_add(&a->hash, steps, (size_t)trace.count * sizeof *steps);
}

/* ---- Pockets ------------------------------------------------------------------------------ */

static sm_obstacle pocket_wall(uint64_t *random, int number) {
    sm3_vec a = random_vec(random, 1.2f), along = random_vec(random, 1.5f);
    sm3_vec shift = random_vec(random, 0.5f), b = sum(a, along);
    int kind = random_int(random, 16);
    float radius = kind % 4 == 0 ? 0.25f : kind % 4 == 1 ? random_float(random, 0, 0.4f) : 0;
    return (sm_obstacle){.shape = {flat(a), flat(b), radius},
                         .before = {flat(sum(a, shift)), flat(sum(b, shift)), radius},
                         .moves = kind >= 13,
                         .oneway = kind < 3,
                         .number = number};
}

/* A few walls close around the mover, others for each question: in wedges, deep in walls, in what
 * has only one way out. */
static uint64_t hash_of_pockets(const sm_hull movers[], int mover_count, int pockets) {
    enum { MOST = 6, STEPS = 3 };
    asker a = {.random = random_seed(6)};
    for (int i = 0; i < pockets; i++) {
        sm_obstacle list[MOST];
        sm_obstacle_array array = {list, 1 + random_int(&a.random, MOST)};
        for (int k = 0; k < array.count; k++)
            list[k] = pocket_wall(&a.random, k);
        sm_obstacles obstacles = sm_obstacles_of_list(&array);
        const sm_hull *mover = &movers[i % mover_count];
        sm3_collision candidates[CANDIDATES];
        bool let_through[CANDIDATES];
        sm_trace trace = {
            .candidates = candidates, .capacity = CANDIDATES, .let_through = let_through};
        sm_options options = {.resolver = SM_SWEEP, .trace = i % 3 == 0 ? &trace : NULL};
        sm_vec2 at = flat(random_vec(&a.random, i % 2 == 0 ? 0.125f : 2));
        sm_vec2 delta = flat(random_vec(&a.random, i % 5 == 0 ? 3 : 0.75f));
        for (int step = 0; step < STEPS; step++) {
            sm_result r = sm_slide_move(at, delta, *mover, obstacles, &options);
            ADD(&a, r);
            if (options.trace != NULL)
                bits_add_trace(&a.hash, &trace);
            at = r.position;
        }
        sm_collision contacts[MOST];
        int touched = sm_find_contacts(at, *mover, obstacles, NULL, contacts, MOST);
        bits_add(&a.hash, contacts, (size_t)touched * sizeof *contacts);
        sm_touch touch = sm_shapecast(at, delta, *mover, obstacles, NULL);
        bits_add_touch(&a.hash, &touch);
    }
    return a.hash;
}

/* ---- The index ---------------------------------------------------------------------------- */

static void add_cell(void *context, sm_vec2 min, sm_vec2 max, int count) {
    uint64_t *hash = context;
    bits_add(hash, &min, sizeof min);
    bits_add(hash, &max, sizeof max);
    bits_add(hash, &count, sizeof count);
}

/* One of a world of some kind: spread or in crowds, of what is alike or of a few that are long. */
static sm_capsule some_wall(uint64_t *random, int kind, int number) {
    float unit = kind % 7 == 5 ? 0x1p-30f : kind % 7 == 6 ? 0x1p30f : 1;
    sm3_vec at = random_vec(random, 50), way = random_vec(random, 1);
    float radius = random_float(random, 0, 0.5f);
    if (kind % 3 == 1) {
        at = sum((sm3_vec){(float)(number % 4) * 10, (float)(number % 3) * 5, 0},
                 random_vec(random, 1));
        radius *= 0.1f;
    }
    float length = kind % 4 == 2 && number % 32 == 0   ? 40
                   : kind % 4 == 3 && number % 16 == 5 ? 300
                                                       : 1;
    sm3_vec to = sum(at, (sm3_vec){way.x * length, way.y * length, 0});
    if (kind % 5 == 4)
        to = at;
    return (sm_capsule){
        {at.x * unit, at.y * unit}, {to.x * unit, to.y * unit}, kind % 2 == 0 ? 0 : radius * unit};
}

/* How worlds lie in cells, when they are made and after changes: what they cost. */
static uint64_t hash_of_cells(int worlds) {
    enum { MOST = 800 };
    static sm_capsule walls[MOST];
    uint64_t random = random_seed(5), hash = 0;
    for (int kind = 0; kind < worlds; kind++) {
        int count = random_int(&random, kind % 3 == 0 ? 80 : MOST);
        for (int i = 0; i < count; i++)
            walls[i] = some_wall(&random, kind, i);
        int first = kind % 2 == 0 ? count : count / 2;
        sm_world_def def = dirty_memory(SM_SIMD_BEST);
        sm_world *world = sm_world_create(walls, first, &def);
        for (int i = first; world != NULL && i < count; i++)
            sm_world_add(world, &(sm_obstacle){.shape = walls[i]});
        sm_capsule all = {{-1e30f, 0}, {1e30f, 0}, 1e30f};
        for (int changes = 0; world != NULL && changes < 2; changes++) {
            sm_world_cells(world, all, add_cell, &hash);
            for (int i = 0; i < count; i += 3) {
                sm_capsule other = some_wall(&random, kind + (i % 2) * 3, i);
                if (i % 4 == 0)
                    sm_world_remove(world, i);
                else if (i % 4 == 1)
                    sm_world_move(world, i, other);
                else
                    sm_world_set(world, i, &(sm_obstacle){.shape = other});
            }
        }
        sm_world_destroy(world);
    }
    return hash;
}

/* ---- All of them -------------------------------------------------------------------------- */

typedef struct way {
    const char *name;
    void (*ask)(asker *a);
    sm_resolver resolver;
    bool loop_only; /* a world is not asked */
    int times[2];   /* so many questions for one, in 2D and in 3D: more where they cost little */
} way;

static const way ways[] = {
    {"deepest", ask_move, SM_DEEPEST, false, {8, 1}},
    {"last", ask_move, SM_LAST, false, {4, 1}},
    {"first", ask_move, SM_FIRST, false, {4, 1}},
    {"shallowest", ask_move, SM_SHALLOWEST, false, {4, 1}},
    {"sweep", ask_move, SM_SWEEP, false, {1, 1}},
    {"offers", ask_offers, SM_DEEPEST, true, {2, 1}},
    {"cast", ask_cast, SM_DEEPEST, false, {10, 1}},
    {"find", ask_find, SM_DEEPEST, false, {10, 1}},
    {"contacts", ask_contacts, SM_DEEPEST, false, {1, 1}},
    {"character", ask_character, SM_SWEEP, false, {2, 1}},
    {"pair", ask_pair, SM_DEEPEST, true, {50, 1}},
    {"advance", ask_advance, SM_DEEPEST, true, {20, 1}},
};

static uint64_t hash_of(const way *w, asker a, int questions) {
    a.resolver = w->resolver;
    a.random = random_seed(3);
    a.hash = UINT64_C(0xcbf29ce484222325);
    a.position = a.delta = a.level->middle;
    memset(&a.character, 0, sizeof a.character);
    const asker usual = a;
    for (a.question = 0; a.question < questions; a.question++) {
        a.mover = usual.mover;
        a.mover3 = usual.mover3;
        if (a.is_hostile)
            spoil_mover(&a);
        w->ask(&a);
    }
    return a.hash;
}

/* Asks the loop and both worlds. Returns whether they say the same. */
static bool add_level(uint64_t *hash, const way *w, asker a, int questions) {
    any_list list = a.level->list;
    list.in_space = a.in_space;
    a.met = a.level->plain ? list_shapes(&list) : list_obstacles(&list);
    uint64_t loop = hash_of(w, a, questions);
    bits_add(hash, &loop, sizeof loop);
    bool same = true;
    for (int simd = SM_SIMD_BEST; simd <= SM_SIMD_NONE && !w->loop_only; simd++) {
        any_world world = make_world(a.level, a.in_space, (sm_simd)simd);
        a.met = world_met(world);
        same &= hash_of(w, a, questions) == loop;
        world_destroy(world);
    }
    return same;
}

/* A mover in another unit. */
static sm_hull scaled(sm_hull mover, float unit) {
    for (int i = 0; i < mover.count; i++)
        mover.vertices[i] = (sm_vec2){mover.vertices[i].x * unit, mover.vertices[i].y * unit};
    mover.radius *= unit;
    return mover;
}

enum { LEVELS = 7, LEVELS3 = 3, MOVERS = 6 };

void bits_of_library(int questions, bits_fn *told, void *context) {
    static level levels[LEVELS];
    make_level(&levels[0], true, (sm3_vec){0, 0, 0});
    make_level(&levels[1], false, (sm3_vec){0, 0, 0});
    make_level(&levels[2], false, (sm3_vec){3000, -700, 0});
    make_streets(&levels[3], true, 1, (sm3_vec){0, 0, 0});
    make_streets(&levels[4], false, 1, (sm3_vec){0, 0, 0});
    make_streets(&levels[5], true, 0x1p-20f, (sm3_vec){0, 0, 0});
    make_streets(&levels[6], false, 1, (sm3_vec){90000, 50000, 0});

    const sm3_vec zero = {0, 0, 0}, x = {0.5f, 0, 0}, y = {0, 0.5f, 0}, z = {0, 0, 0.25f};
    const sm_vec2 points[] = {{-0.5f, -0.5f}, {0.75f, -0.25f}, {0.5f, 0.5f}, {-0.25f, 0.75f}};
    sm_hull movers[MOVERS] = {
        sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0)),
        sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 0.5f)),
        sm_hull_of_capsule((sm_capsule){{0, -0.5f}, {0, 0.5f}, 0.25f}),
        sm_hull_of_capsule(sm_segment((sm_vec2){-0.5f, 0}, (sm_vec2){0.5f, 0})),
        sm_hull_of_box(1, 0.5f),
    };
    sm_hull_of_points(points, 4, 0.1f, &movers[5]);
    const sm3_mover movers3[MOVERS] = {sm3_sphere(zero, 0),
                                       sm3_sphere(zero, 0.5f),
                                       {.a = {0, -0.5f, 0}, .b = {0, 0.5f, 0}, .radius = 0.25f},
                                       sm3_box(zero, x, zero, z, 0.25f),
                                       sm3_box(zero, x, y, z, 0),
                                       sm3_box(x, x, y, z, 0.1f)};
    for (int in_space = 0; in_space < 2; in_space++) {
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
            uint64_t hash = 0;
            bool same = true;
            int count = in_space == 1 ? LEVELS3 : LEVELS;
            for (int k = 0; k < count * MOVERS; k++) {
                const level *l = &levels[k % count];
                asker a = {.in_space = in_space == 1,
                           .level = l,
                           .is_hostile = k % count == 2,
                           .mover = scaled(movers[k / count], l->unit),
                           .mover3 = movers3[k / count]};
                same &= add_level(&hash, &ways[i], a, questions * ways[i].times[in_space]);
            }
            char name[32];
            snprintf(name, sizeof name, "%s %s", in_space == 1 ? "3d" : "2d", ways[i].name);
            told(context, name, hash, same);
        }
        if (in_space == 0) {
            told(context, "2d pockets", hash_of_pockets(movers, MOVERS, 300 * questions), true);
            told(context, "2d cells", hash_of_cells(8 * questions), true);
        }
    }
    for (int i = 0; i < LEVELS; i++)
        list_end(&levels[i].list);
    bits_of_places(questions, told, context);
}

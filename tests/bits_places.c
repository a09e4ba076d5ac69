/* Places in 3D as games have them, at several scales: meshes that a mover rests on, slides along,
 * goes round and rides on; and what an index looks at there, which tells how well it is made. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../src/slidemove/slidemove3.h"
#include "bits.h"
#include "random.h"
#include "worlds.h"

enum { PLACE_MAX = 200, CANDIDATES = 24, CONTACTS = 6 };

typedef struct place {
    sm3_obstacle list[PLACE_MAX];
    sm3_triangle triangles[PLACE_MAX]; /* the same, where nothing moves */
    int count;
    bool moves;
    float scale;
    sm3_vec middle;
    uint64_t random;
} place;

/* ---- Making them ------------------------------------------------------------------------- */

static sm3_vec at(float x, float y, float z) {
    return (sm3_vec){x, y, z};
}

static sm3_vec plus(sm3_vec a, sm3_vec b, float times) {
    return (sm3_vec){a.x + b.x * times, a.y + b.y * times, a.z + b.z * times};
}

static sm3_obstacle *add_face(place *p, sm3_vec a, sm3_vec b, sm3_vec c) {
    sm3_obstacle *o = &p->list[p->count];
    *o = (sm3_obstacle){.number = p->count++};
    o->shape = sm3_face(plus(p->middle, a, p->scale), plus(p->middle, b, p->scale),
                        plus(p->middle, c, p->scale));
    o->shape.one_sided = true;
    return o;
}

static void add_rod(place *p, sm3_vec a, sm3_vec b, float radius) {
    sm3_obstacle *o = add_face(p, a, b, b);
    o->shape.radius = radius * p->scale;
    o->shape.one_sided = false;
}

/* Corners in order; the front is where they run counter-clockwise. */
static void add_quad(place *p, sm3_vec a, sm3_vec b, sm3_vec c, sm3_vec d) {
    add_face(p, a, b, c);
    add_face(p, a, c, d);
}

static void add_box(place *p, sm3_vec l, sm3_vec h) {
    add_quad(p, at(l.x, h.y, l.z), at(l.x, h.y, h.z), at(h.x, h.y, h.z), at(h.x, h.y, l.z));
    add_quad(p, at(l.x, l.y, l.z), at(h.x, l.y, l.z), at(h.x, l.y, h.z), at(l.x, l.y, h.z));
    add_quad(p, at(l.x, l.y, l.z), at(l.x, l.y, h.z), at(l.x, h.y, h.z), at(l.x, h.y, l.z));
    add_quad(p, at(h.x, l.y, l.z), at(h.x, h.y, l.z), at(h.x, h.y, h.z), at(h.x, l.y, h.z));
    add_quad(p, at(l.x, l.y, l.z), at(l.x, h.y, l.z), at(h.x, h.y, l.z), at(h.x, l.y, l.z));
    add_quad(p, at(l.x, l.y, h.z), at(h.x, l.y, h.z), at(h.x, h.y, h.z), at(l.x, h.y, h.z));
}

static void make_hills(place *p) {
    uint64_t random = random_seed(21);
    float heights[8][8];
    for (int i = 0; i < 64; i++)
        heights[i / 8][i % 8] = 0.25f * (float)random_int(&random, 5);
    for (int i = 0; i < 49; i++) {
        int row = i / 7, column = i % 7;
        sm3_vec corners[4];
        for (int k = 0; k < 4; k++) {
            int x = column + (k >> 1), z = row + (k == 1 || k == 2);
            corners[k] = at((float)x - 3.5f, heights[z][x], (float)z - 3.5f);
        }
        add_quad(p, corners[0], corners[1], corners[2], corners[3]);
    }
}

/* A floor of many pieces, steps, a ramp, a narrow gap between leaning walls, and a ledge from which
 * it goes down. */
static void make_yard(place *p) {
    for (int i = 0; i < 16; i++) {
        float x = (float)(i % 4) * 2 - 4, z = (float)(i / 4) * 2 - 4;
        add_quad(p, at(x, 0, z), at(x, 0, z + 2), at(x + 2, 0, z + 2), at(x + 2, 0, z));
    }
    for (int i = 0; i < 3; i++)
        add_box(p, at(1 + 0.5f * (float)i, 0, -3), at(3, 0.25f * (float)(i + 1), -1));
    add_quad(p, at(-3, 0, 1), at(-3, 0, 3), at(-1, 1, 3), at(-1, 1, 1));
    add_quad(p, at(-1, 1, 1), at(-1, 1, 3), at(0.5f, 0, 3), at(0.5f, 0, 1));
    add_quad(p, at(-3, 0, -3), at(-3, 3, -3.5f), at(-1, 3, -3.5f), at(-1, 0, -3));
    add_quad(p, at(-1, 0, -3), at(-1, 3, -1.75f), at(-3, 3, -1.75f), at(-3, 0, -3));
    add_face(p, at(1, 0.5f, 1), at(2, 0.5f, 3), at(3, 0.5f, 1))->shape.oneway = true;
    add_box(p, at(1.5f, 1.5f, 1.5f), at(3.5f, 2, 3.5f));
}

static void make_rods(place *p) {
    uint64_t random = random_seed(22);
    for (int i = 0; i < 6; i++) {
        float x = (float)i - 2.5f, radius = 0.125f * (float)(i % 4);
        add_rod(p, at(x, 0, -3), at(x, 0, 3), radius);
        add_rod(p, at(-3, 0.5f, x), at(3, 0.25f * (float)i, x), 0.25f - radius / 2);
        add_rod(p, at(x, 2, x), at(x, 2, x), 0.25f + radius);
        add_rod(p, at(x, -1, -x), at(x, 3, -x), radius);
    }
    for (int i = 0; i < 24; i++) {
        sm3_vec corners[3];
        for (int k = 0; k < 3; k++) {
            float x = random_float(&random, -3, 3), y = random_float(&random, -1, 2);
            corners[k] = at(x, y, random_float(&random, -3, 3));
        }
        sm3_obstacle *o = add_face(p, corners[0], corners[1], corners[2]);
        o->shape.one_sided = i % 3 == 0;
        o->shape.radius = i % 2 == 0 ? 0 : random_float(&random, 0, 0.3f) * p->scale;
    }
}

/* A tunnel of uneven pieces, seen from inside, with a pointed end. */
static void make_tunnel(place *p) {
    static const float ring[][2] = {{2, 0},  {1.75f, 1},  {1, 1.75f},  {0, 2},    {-1, 1.75f},
                                    {-2, 0}, {-1.5f, -1}, {0, -1.25f}, {1, -1.5f}};
    enum { SIDES = sizeof ring / sizeof *ring, PIECES = 5 };
    for (int i = 0; i < PIECES * SIDES; i++) {
        const float *here = ring[i % SIDES], *next = ring[(i + 1) % SIDES];
        int piece = i / SIDES;
        float z = (float)piece * 1.5f - 4, wide = 1 + 0.25f * (float)(piece % 2);
        float after = 1 + 0.25f * (float)((piece + 1) % 2);
        sm3_vec a = at(here[0] * wide, here[1] * wide, z),
                d = at(next[0] * wide, next[1] * wide, z);
        sm3_vec b = at(here[0] * after, here[1] * after, z + 1.5f);
        sm3_vec c = at(next[0] * after, next[1] * after, z + 1.5f);
        add_quad(p, a, d, c, b);
        if (piece == 0)
            add_face(p, a, at(0, 0, -6), d);
        if (piece == PIECES - 1)
            add_face(p, b, c, at(0, 0, 3.5f));
    }
}

/* Lets the obstacles from `first` on come from where `shift` and a turn by `turn`, of the distance
 * from the middle, put them. */
static void set_going(place *p, int first, sm3_vec shift, float turn) {
    for (int i = first; i < p->count; i++) {
        sm3_obstacle *o = &p->list[i];
        o->before = o->shape;
        o->moves = true;
        sm3_vec *corners[] = {&o->before.a, &o->before.b, &o->before.c};
        for (int k = 0; k < 3; k++) {
            sm3_vec off = plus(*corners[k], p->middle, -1);
            *corners[k] =
                plus(*corners[k], plus(shift, at(off.z, 0, -off.x), turn / p->scale), -p->scale);
        }
    }
}

static void make_lifts(place *p) {
    p->moves = true;
    add_box(p, at(-2, -1, -2), at(0, 0, 2));
    set_going(p, 0, at(0.125f, 0.0625f, 0), 0);
    int first = p->count;
    add_quad(p, at(0, 0, -2), at(0, 0, 2), at(3, 0, 2), at(3, 0, -2));
    set_going(p, first, at(0, 0, 0), 0.03125f);
    first = p->count;
    add_quad(p, at(3, -1, -2), at(3, -1, 2), at(2.5f, 2, 2), at(2.5f, 2, -2));
    set_going(p, first, at(-0.25f, 0, 0), 0);
    first = p->count;
    add_rod(p, at(-3, 0.5f, -2), at(3, 0.5f, -2), 0.125f);
    add_face(p, at(-2, 1, 0), at(0, 1, 3), at(2, 1, 0))->shape.oneway = true;
    set_going(p, first, at(0, 0.125f, 0.0625f), 0);
    first = p->count;
    add_rod(p, at(1, -1, 1), at(1, 2, 1.25f), 0.25f);
    add_rod(p, at(-1, 0.75f, -1), at(1.5f, 1, -1.5f), 0.125f);
    add_rod(p, at(0.25f, 1, 2), at(0.75f, 1, 2), 0.25f);
    add_rod(p, at(-2, 0.5f, 2.5f), at(2, 0.5f, 2.5f), 0.25f);
    p->list[p->count - 1].shape.c = plus(p->middle, at(-1, 0.5f, 2.5f), p->scale);
    add_rod(p, at(-1, 1, 1), at(-1, 1, 1), 0.375f);
    set_going(p, first, at(0.0625f, -0.25f, 0), 0.0625f);
    add_box(p, at(-4, -2, -4), at(4, -1, 4));
    add_box(p, at(-4, -1, -4), at(-3, 2, 4));
}

/* Next to nothing, or nearly 1: as often of each size, since where something begins to count is
 * between such sizes. */
static float any_size(uint64_t *random) {
    float size = random_float(random, 0.5f, 1);
    return ldexpf(size, -random_int(random, 28));
}

/* Once a call: compilers choose the order of several arguments. */
static sm3_vec almost(place *p, float x, float y, float z) {
    sm3_vec off = {any_size(&p->random), 0, 0};
    off.y = any_size(&p->random);
    off.z = any_size(&p->random);
    return at(x + off.x / 8, y - off.y / 8, z + off.z / 8);
}

/* What is almost level, square, parallel, one wall, one line or one point. */
static void make_almost(place *p) {
    for (int i = 0; i < 9; i++) {
        float x = (float)(i % 3) * 2 - 3, z = (float)(i / 3) * 2 - 3;
        sm3_vec a = almost(p, x, 0, z), b = almost(p, x, 0, z + 2), c = almost(p, x + 2, 0, z + 2);
        add_quad(p, a, b, c, almost(p, x + 2, 0, z));
    }
    for (int i = 0; i < 8; i++) {
        float x = 2 - (float)(i % 4);
        sm3_vec a = almost(p, x, -1, -2), b = almost(p, x, 2, -2), c = almost(p, x - 1, 2, -2);
        if (i < 4) {
            add_quad(p, a, almost(p, x - 1, -1, -2), c, b);
        } else {
            sm3_vec end = almost(p, x, 0.25f, 3);
            add_rod(p, almost(p, x, 0.25f, -2), end, 0.25f * (float)(i % 2));
        }
    }
    sm3_vec last = almost(p, 2, -1, -2), third = almost(p, 2, 2, -2), second = almost(p, 2, 2, 2);
    add_quad(p, almost(p, 2, -1, 2), second, third, last);
    for (int i = 0; i < 16; i++) {
        sm3_vec a = {0, 0.5f, 0}, b = a, c = a;
        float thin = any_size(&p->random), length = i % 4 == 0 ? any_size(&p->random) : 1;
        *(i % 3 == 0 ? &b.x : i % 3 == 1 ? &b.y : &b.z) = 1 - length;
        *(i % 3 == 0 ? &c.z : i % 3 == 1 ? &c.x : &c.y) -= thin * thin;
        add_face(p, a, b, c)->shape.radius = i % 2 == 0 ? 0 : p->scale / 8;
    }
}

typedef void make_fn(place *p);

static void make_place(place *p, make_fn *make, float scale, sm3_vec middle, uint64_t seed) {
    *p = (place){.scale = scale, .middle = middle, .random = random_seed(seed)};
    make(p);
    for (int i = 0; i < p->count; i++)
        p->triangles[i] = p->list[i].shape;
}

/* ---- A walk ------------------------------------------------------------------------------ */

typedef struct walk {
    const place *place;
    sm3_obstacles obstacles;
    sm3_mover mover;
    sm_resolver resolver;
    uint64_t random, hash;
    uint64_t looks; /* that were taken at obstacles, each a call of the filter */
    sm3_vec position, way;
} walk;

#define ADD(w, value) bits_add(&(w)->hash, &(value), sizeof(value)) /* of what has no padding */

static bool note_look(void *context, int obstacle, uint64_t user) {
    walk *w = context;
    (void)obstacle;
    (void)user;
    w->looks++;
    return true;
}

/* One random call a line, as compilers may choose the order of several. */
static sm3_vec random_way(uint64_t *random, float size) {
    float x = random_float(random, -size, size);
    float y = random_float(random, -size, size);
    float z = random_float(random, -size, size);
    return at(x, y, z);
}

static sm3_vec in_quarters(sm3_vec v) {
    return at(floorf(4 * v.x) / 4, floorf(4 * v.y) / 4, floorf(4 * v.z) / 4);
}

/* Where it wants to go for some steps: pressed down or on a wall, along an axis, far, or hardly. */
static sm3_vec new_way(uint64_t *random) {
    int kind = random_int(random, 8);
    sm3_vec any = random_way(random, 0.3f);
    switch (kind) {
    case 0:
        return at(any.x, -0.125f, 0);
    case 1:
        return at(0, -0.25f, 0);
    case 2:
        return at(0, -fabsf(any.y), any.z);
    case 3:
        return plus(at(0, -0.5f, 0), any, 12);
    case 4:
        any.y = -any_size(random) / 4;
        any.z *= any_size(random);
        return any;
    case 5:
        return plus(at(0, -1, 0), any, 60);
    default:
        return plus(at(0, -0.05f, 0), any, 1);
    }
}

static void take_step(walk *w, int step) {
    const place *p = w->place;
    sm3_collision candidates[CANDIDATES];
    bool let_through[CANDIDATES];
    sm_trace trace = {.candidates = candidates,
                      .capacity = CANDIDATES,
                      .reach = step % 6 == 0 ? 0.25f * p->scale : 0,
                      .let_through = let_through};
    const sm_filter looks = {.accept = note_look, .context = w};
    sm_options options = {.resolver = w->resolver,
                          .trace = step % 3 == 0 ? &trace : NULL,
                          .both_sides = step % 16 == 15,
                          .filter = step % 2 == 0 ? &looks : NULL,
                          .weight = at(0, -0.1f * p->scale, 0)};
    if (step % 6 == 0)
        w->way = new_way(&w->random);
    sm3_vec delta = plus(at(0, 0, 0), w->way, p->scale), off = plus(w->position, p->middle, -1);
    if (step % 24 == 0 || fabsf(off.x) + fabsf(off.y) + fabsf(off.z) > 9 * p->scale) {
        sm3_vec start = random_way(&w->random, 3);
        w->position = plus(p->middle, step % 48 < 24 ? start : in_quarters(start), p->scale);
    }
    sm3_result r = sm3_slide_move(w->position, delta, w->mover, w->obstacles, &options);
    w->position = r.position;
    ADD(w, r);
    if (options.trace != NULL) {
        bits_add(&w->hash, trace.iterations,
                 (size_t)trace.iteration_count * sizeof *trace.iterations);
        bits_add(&w->hash, candidates, (size_t)trace.candidate_count * sizeof *candidates);
        bits_add(&w->hash, let_through, (size_t)trace.candidate_count);
    }
}

static void add_hit(walk *w, const sm3_touch *t) {
    ADD(w, t->fraction);
    ADD(w, t->position);
    ADD(w, t->normal);
    ADD(w, t->point);
    ADD(w, t->obstacle);
}

static bool add_told(void *context, const sm3_obstacle *o) {
    walk *w = context;
    w->looks += 1 + (uint64_t)o->number * (uint64_t)o->number; /* the order does not count */
    return true;
}

/* Past a corner, which rounding may hide from who comes from far away. */
static sm3_touch cast_from_afar(walk *w, int step) {
    const place *p = w->place;
    sm3_vec corner = p->list[random_int(&w->random, p->count)].shape.a, none = {0, 0, 0};
    sm3_vec way = random_way(&w->random, step % 2 == 0 ? 0 : 1);
    *(step % 3 == 0 ? &way.x : step % 3 == 1 ? &way.y : &way.z) = step % 4 < 2 ? 900 : -9000;
    way = plus(none, way, p->scale);
    return sm3_raycast(plus(corner, way, -1), plus(none, way, step % 7 < 3 ? 1 : 2), w->obstacles,
                       NULL);
}

/* What is round it: there, where it was led, and at points of a grid, where much is as near. */
static void look_round(walk *w, int step) {
    const place *p = w->place;
    const sm_filter filter = {.accept = note_look, .context = w};
    const sm_filter *looks = step % 2 == 0 ? &filter : NULL;
    sm3_vec quarter = plus(p->middle, in_quarters(random_way(&w->random, 3)), p->scale);
    sm3_vec size = plus(at(0, 0, 0), in_quarters(random_way(&w->random, 1)), p->scale);
    sm3_vec from = step % 3 == 0 ? quarter : w->position, none = {0, 0, 0};
    sm3_vec delta = plus(none, step % 4 == 0 ? size : w->way, step % 4 == 0 ? 4 : 2 * p->scale);
    sm3_collision contacts[CONTACTS];
    int count = sm3_find_contacts(w->position, w->mover, w->obstacles, looks, contacts, CONTACTS);
    ADD(w, count);
    bits_add(&w->hash, contacts, (size_t)(count < CONTACTS ? count : CONTACTS) * sizeof *contacts);
    sm3_touch hits[] = {sm3_cast(from, delta, w->mover, w->obstacles, looks),
                        sm3_raycast(quarter, delta, w->obstacles, looks), cast_from_afar(w, step)};
    add_hit(w, &hits[0]);
    add_hit(w, &hits[1]);
    if (step % 4 == 0) {
        sm3_touch far = cast_from_afar(w, step / 4);
        add_hit(w, &far);
    }
    sm3_collision found[] = {sm3_find_deepest(from, delta, w->mover, w->obstacles, looks),
                             sm3_find_nearest(quarter, p->scale / 2, w->obstacles, looks),
                             sm3_find_nearest(w->position, INFINITY, w->obstacles, looks)};
    ADD(w, found);
    uint64_t before = w->looks;
    sm3_find_overlaps(from, w->mover, w->obstacles, NULL, add_told, w);
    sm3_find_in_box(quarter, plus(quarter, size, 1), w->obstacles, NULL, add_told, w);
    before = w->looks - before;
    ADD(w, before);
}

/* Returns the hash of the answers; `looks` of those that the obstacles took. */
static uint64_t walk_through(walk w, int steps, uint64_t *looks) {
    w.random = random_seed(23);
    w.hash = UINT64_C(0xcbf29ce484222325);
    w.position = w.place->middle;
    for (int step = 0; step < steps; step++) {
        take_step(&w, step);
        if (step % 4 == 1)
            look_round(&w, step / 4);
        if (looks != NULL && step % 4 == 3)
            bits_add(looks, &w.looks, sizeof w.looks);
    }
    return w.hash;
}

static sm3_world *make_world(const place *p, sm_simd simd) {
    sm3_world *world = sm3_world_create(p->triangles, p->count, &(sm_world_def){.simd = simd});
    for (int i = 0; world != NULL && p->moves && i < p->count; i++)
        sm3_world_set(world, i, &p->list[i]);
    return world;
}

/* Walks through the list and both worlds. Returns whether they say the same. */
static bool add_walks(uint64_t *hash, uint64_t *looks, walk w, int steps) {
    sm3_obstacle_array list = {w.place->list, w.place->count};
    sm3_triangle_array array = {w.place->triangles, w.place->count};
    w.obstacles = w.place->moves ? sm3_obstacles_of_list(&list) : sm3_obstacles_of_array(&array);
    uint64_t plain = walk_through(w, steps, NULL);
    bits_add(hash, &plain, sizeof plain);
    bool same = true;
    for (int simd = SM_SIMD_BEST; simd <= SM_SIMD_NONE; simd++) {
        sm3_world *world = make_world(w.place, (sm_simd)simd);
        w.obstacles = sm3_obstacles_of_world(world);
        same &= walk_through(w, steps, looks) == plain;
        sm3_world_destroy(world);
    }
    return same;
}

/* ---- The tree ---------------------------------------------------------------------------- */

static void add_tree_box(void *context, sm3_vec low, sm3_vec high, int entries) {
    bits_add(context, &low, sizeof low);
    bits_add(context, &high, sizeof high);
    bits_add(context, &entries, sizeof entries);
}

static sm3_triangle some_triangle(uint64_t *random, int kind, int i) {
    sm3_vec corners[3];
    for (int k = 0; k < 3; k++)
        corners[k] = random_way(random, 1);
    sm3_triangle t = sm3_face(corners[0], corners[1], corners[2]);
    sm3_vec where = random_way(random, 20);
    float size = kind == 2 ? ldexpf(1, i % 60 - 20) : 1;
    t.radius = i % 5 == 0 ? 0.25f : 0;
    if (kind == 1) /* all on one spot, or on a grid */
        where = i % 3 == 0 ? at(1, 2, 3) : in_quarters(where);
    sm3_vec *moved[] = {&t.a, &t.b, &t.c};
    for (int k = 0; k < 3; k++)
        *moved[k] = plus(plus(at(0, 0, 0), where, size), *moved[k], size);
    return t;
}

/* What all of a tree is, and what a mover looks into, while the world changes in each way. */
/* Keeps the rest of the obstacle; it stands still there. */
static sm_change set_shape(sm3_world *world, int obstacle, sm3_triangle shape) {
    sm3_obstacle o = sm3_world_get(world, obstacle);
    o.shape = shape;
    o.moves = false;
    return sm3_world_set(world, obstacle, &o);
}

static uint64_t hash_of_tree(int kind, int count, int changes) {
    enum { TREE_MAX = 3000 };
    static sm3_triangle triangles[TREE_MAX];
    uint64_t random = random_seed((uint64_t)kind + 24), hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < count; i++)
        triangles[i] = some_triangle(&random, kind, i);
    sm3_world *world = sm3_world_create(triangles, count, NULL);
    sm3_world_boxes(world, sm3_sphere(at(0, 0, 0), 1e30f), add_tree_box, &hash);
    for (int i = 0; i < changes; i++) {
        int number = random_int(&random, sm3_world_count(world));
        sm3_triangle t = some_triangle(&random, kind, i), old = sm3_world_get(world, number).shape;
        int what = random_int(&random, 8);
        if (what < 3)
            sm3_world_add(world, &(sm3_obstacle){.shape = t});
        else if (what == 3)
            sm3_world_remove(world, number);
        else if (what == 4)
            set_shape(world, number, t);
        else if (what == 5)
            sm3_world_rest(world);
        else {
            old.a.x += 0.5f;
            old.b.y -= 0.25f;
            (what == 6 ? sm3_world_move : set_shape)(world, number, old);
        }
        sm3_vec middle = random_way(&random, 20);
        sm3_world_boxes(world, sm3_sphere(middle, 2), add_tree_box, &hash);
    }
    sm3_world_boxes(world, sm3_sphere(at(0, 0, 0), 1e30f), add_tree_box, &hash);
    sm3_world_destroy(world);
    return hash;
}

/* A few hundred triangles far away, and many more, each smaller than those around it: the deepest
 * that a tree gets; then many anywhere. */
static uint64_t hash_of_growing_tree(void) {
    enum { FAR = 500, NESTED = 1400, ALL = 3000, A_SIZE = 8 };
    uint64_t random = random_seed(27), hash = UINT64_C(0xcbf29ce484222325);
    sm3_world *world = sm3_world_create(NULL, 0, NULL);
    for (int i = 0; i < ALL; i++) {
        sm3_triangle t = some_triangle(&random, 0, i);
        if (i >= FAR && i < NESTED) {
            float size = ldexpf(1 + (float)(i % A_SIZE) / A_SIZE, (FAR - i) / A_SIZE);
            t = sm3_face(at(-size, -size, 0), at(size, -size, size), at(0, size, -size));
        }
        sm3_world_add(world, &(sm3_obstacle){.shape = t});
        if (i % 64 == 0)
            sm3_world_boxes(world, sm3_sphere(at(0, 0, 0), 1e30f), add_tree_box, &hash);
    }
    sm3_world_destroy(world);
    return hash;
}

/* ---- All of them ------------------------------------------------------------------------- */

void bits_of_places(int questions, bits_fn *told, void *context) {
    static const struct {
        const char *name;
        make_fn *make;
    } kinds[] = {{"3d hills", make_hills},   {"3d yard", make_yard},   {"3d rods", make_rods},
                 {"3d tunnel", make_tunnel}, {"3d lifts", make_lifts}, {"3d almost", make_almost}};
    static place p;
    const sm3_vec zero = {0, 0, 0}, x = {0.25f, 0, 0}, y = {0, 0.375f, 0}, z = {0, 0.125f, 0.25f};
    const sm3_mover movers[] = {sm3_sphere(zero, 0.5f),
                                {.a = {0, -0.5f, 0}, .b = {0, 0.5f, 0}, .radius = 0.25f},
                                {.a = {-0.25f, 0, 0}, .b = {0.25f, 0.5f, 0.125f}, .radius = 0.125f},
                                sm3_box(zero, x, y, z, 0),
                                sm3_box(zero, y, x, z, 0.125f)};
    enum { MOVERS = sizeof movers / sizeof *movers, SCALES = 3 };
    uint64_t looks = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        uint64_t hash = 0;
        bool same = true;
        for (int k = 0; k < MOVERS * SCALES; k++) {
            static const float scales[SCALES] = {1, 1.0f / 64, 256};
            float scale = scales[k % SCALES];
            sm3_vec middle = k % 2 == 0 ? zero : plus(zero, at(90, -7, 40), scale);
            make_place(&p, kinds[i].make, scale, middle, (uint64_t)k);
            walk w = {.place = &p, .mover = movers[k / SCALES]};
            w.resolver = k % 4 == 3 ? SM_DEEPEST : SM_SWEEP;
            w.mover.radius *= scale;
            sm3_vec *parts[] = {&w.mover.a, &w.mover.b, &w.mover.side, &w.mover.front};
            for (int m = 0; m < 4; m++)
                *parts[m] = plus(zero, *parts[m], scale);
            same &= add_walks(&hash, &looks, w, questions * 3);
        }
        told(context, kinds[i].name, hash, same);
    }
    told(context, "3d looks", looks, true);
    uint64_t trees = hash_of_tree(0, 3000, questions * 4) + hash_of_growing_tree();
    for (int kind = 0; kind < 3; kind++)
        trees = trees * 31 + hash_of_tree(kind, 200, questions * 8);
    told(context, "3d trees", trees, true);
}

#include "trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/slidemove/lanes.h"
#include "random.h"

/* Ends the program where something does not hold that each trial relies on. */
static void require(bool holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "trial: expected %s\n", what);
    abort();
}

static sm3_vec v(float x, float y, float z) {
    return (sm3_vec){x, y, z};
}

static sm3_vec random_vec(uint64_t *random, float size) {
    float x = random_float(random, -size, size), y = random_float(random, -size, size);
    return v(x, y, random_float(random, -size, size));
}

static const float odd_numbers[] = {NAN,   INFINITY, -INFINITY, 3e38f,  -3e38f,
                                    1e30f, 1e20f,    1e-40f,    1e-45f, -0.0f};

static float odd_number(uint64_t *random) {
    return odd_numbers[random_int(random, sizeof odd_numbers / sizeof *odd_numbers)];
}

/* Returns the side of the square or cube that has so many cells, rounded up. The kinds use no
 * function of libm that rounds: each system must ask the same. */
static int side_of(bool in_space, int cells) {
    int side = 1;
    while (side * side * (in_space ? side : 1) < cells)
        side++;
    return side;
}

static float to_power(float base, int exponent) {
    float power = 1;
    for (int i = 0; i < exponent; i++)
        power *= base;
    return power;
}

/* ---- Levels ------------------------------------------------------------------------------ */

/* Makes one of `count` shapes, of those that the trial has already. */
typedef sm3_triangle make_fn(trial *t, int i, int count);

struct kind {
    const char *name;
    make_fn *make;
    bool is_fixed; /* one size, at the origin */
    bool is_tiny;  /* so that how far they are from each other is rounding: not asked from there */
};

static sm3_triangle make_soup(trial *t, int i, int count) {
    uint64_t *r = &t->random;
    sm3_vec at = random_vec(r, (float)side_of(t->in_space, count));
    sm3_vec a = plus(at, random_vec(r, 1), 1), b = plus(at, random_vec(r, 1), 1);
    float radius = random_int(r, 4) > 0 ? 0 : 0.2f;
    bool one_sided = random_int(r, 2) > 0;
    return (sm3_triangle){a,      b,         plus(at, random_vec(r, 1), 1),
                          radius, one_sided, !t->is_plain && i % 5 == 0};
}

/* Two triangles to each cell of a grid of side 1. */
static sm3_triangle make_terrain(trial *t, int i, int count) {
    int side = side_of(false, (count + 1) / 2), cell = i / 2;
    float x = (float)(cell % side - side / 2), z = (float)(cell / side - side / 2);
    sm3_vec p[4];
    for (int k = 0; k < 4; k++) {
        float px = x + (float)(k & 1), pz = z + (float)(k >> 1);
        uint64_t height = random_seed((uint64_t)(int64_t)(px * 1e4f + pz));
        p[k] = v(px, random_float(&height, -0.3f, 0.3f), pz);
    }
    sm3_triangle face = i % 2 ? sm3_face(p[1], p[2], p[3]) : sm3_face(p[1], p[0], p[2]);
    face.one_sided = true;
    return face;
}

static sm3_triangle make_one_spot(trial *t, int i, int count) {
    sm3_vec a = random_vec(&t->random, 1), b = random_vec(&t->random, 1);
    return sm3_face(a, b, random_vec(&t->random, 1));
}

static sm3_triangle make_identical(trial *t, int i, int count) {
    return sm3_face(v(-1, 0, -1), v(0, 0.2f, 1), v(1, 0, -1));
}

static sm3_triangle make_huge_among_small(trial *t, int i, int count) {
    sm3_triangle face = make_soup(t, i, count);
    if (i % 16 == 0) {
        face.a = random_vec(&t->random, 1e4f);
        face.b = random_vec(&t->random, 1e4f);
        face.c = random_vec(&t->random, 1e4f);
    }
    return face;
}

static sm3_triangle make_large_radii(trial *t, int i, int count) {
    sm3_triangle face = make_soup(t, i, count);
    face.radius = random_float(&t->random, i % 16 ? 0 : -1, i % 8 ? 1 : 8);
    face.one_sided = false;
    return face;
}

static sm3_triangle make_points_and_lines(trial *t, int i, int count) {
    sm3_triangle line = make_soup(t, i, count);
    line.c = line.b;
    if (i % 2)
        line.b = line.c = line.a;
    line.radius = 0.3f;
    return line;
}

/* Each twice as far out as the one before: the heuristic splits off one at a time. */
static sm3_triangle make_doubling(trial *t, int i, int count) {
    float far = ldexpf(1, i % 100 - 60);
    sm3_vec at = v(far, 0, 0), size = random_vec(&t->random, 0.2f * far);
    return sm3_face(at, plus(at, size, 1), plus(at, v(size.z, size.x, size.y), 1));
}

static sm3_triangle make_odd(trial *t, int i, int count) {
    sm3_triangle face = make_soup(t, i, count);
    float *numbers[] = {&face.a.x, &face.a.y, &face.b.x, &face.b.y, &face.c.z, &face.radius};
    int which = random_int(&t->random, 5);
    if (i % 3 == 0)
        *numbers[which] = odd_number(&t->random);
    if (i % 5 == 0)
        face.radius = odd_number(&t->random);
    return face;
}

/* Long and thin, all through one place. */
static sm3_triangle make_slivers(trial *t, int i, int count) {
    sm3_vec far = random_vec(&t->random, 50), off = random_vec(&t->random, 1e-4f);
    sm3_vec middle = plus(random_vec(&t->random, 1), off, 1);
    return sm3_face(v(-far.x, -far.y, -far.z), t->in_space ? middle : far, far);
}

/* On one line of points, each seen from many sides. */
static sm3_triangle make_line(trial *t, int i, int count) {
    sm3_vec a = v(0.01f * (float)i, 0, 0);
    float aside = random_float(&t->random, -9, 9);
    sm3_triangle face = sm3_face(a, v(0.01f * (float)(i + 1), 0, 0), i % 3 ? a : v(aside, 0, 0));
    face.radius = i % 2 ? 0 : 0.1f;
    return face;
}

/* All in the plane y = 0, over each other. */
static sm3_triangle make_plane(trial *t, int i, int count) {
    sm3_triangle face = make_one_spot(t, i, count);
    face.a.y = face.b.y = face.c.y = 0;
    face.one_sided = i % 2;
    face.oneway = !t->is_plain && i % 3 == 0;
    return face;
}

/* Two faces with each edge in common: what is as near as something else is the rule. */
static sm3_triangle make_cubes(trial *t, int i, int count) {
    static const signed char corner[12][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5},
                                              {0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6},
                                              {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    int side = side_of(true, (count + 11) / 12), cube = i / 12;
    sm3_vec at = v((float)(cube % side), (float)(cube / side % side), (float)(cube / side / side));
    sm3_vec p[3];
    for (int k = 0; k < 3; k++) {
        int bits = corner[i % 12][k];
        p[k] = plus(at, v((float)(bits & 1), (float)(bits >> 1 & 1), (float)(bits >> 2)), 1);
    }
    sm3_triangle face = sm3_face(p[0], p[1], p[2]);
    face.one_sided = random_int(&t->random, 2);
    face.oneway = !t->is_plain && i / 12 % 4 == 0;
    return face;
}

/* Nearer to each other than the inverse of any float tells, and touching the mover. */
static sm3_triangle make_dust(trial *t, int i, int count) {
    sm3_vec p = v(1e-45f * (float)i, 0, 0);
    return sm3_face(p, p, p);
}

/* The leftmost of those that are left takes an eighth of their width, and no box has an area that a
 * float could hold: each split takes one off. What is left at last lies on one spot. */
static sm3_triangle make_peeled(trial *t, int i, int count) {
    enum { FAR = 480 };
    sm3_vec p = v(i < FAR ? -ldexpf(to_power(0.87f, i), -25) : 0, 0, 0);
    return sm3_face(p, p, p);
}

/* A spot in a huge empty world, and a spot in the spot. */
static sm3_triangle make_spots(trial *t, int i, int count) {
    if (i == 5 || i == count - 1) {
        float far = i == 5 ? -1e6f : 1e6f;
        return sm3_face(v(far, far, 0), v(far - far * 1e-6f, far, 0), v(far, far, 1));
    }
    sm3_vec a = plus(v(31000, -27000, 0), random_vec(&t->random, i % 2 == 0 ? 30 : 0.5f), 1);
    sm3_vec b = plus(a, random_vec(&t->random, 1), 1);
    return sm3_face(a, b, plus(a, random_vec(&t->random, 1), 1));
}

/* Long walls across a dense field. */
static sm3_triangle make_across(trial *t, int i, int count) {
    sm3_vec a = random_vec(&t->random, 100);
    sm3_vec b = plus(a, random_vec(&t->random, i % 20 == 0 ? 1e4f : 2), 1);
    return sm3_face(a, b, plus(a, random_vec(&t->random, 2), 1));
}

/* Along a line, of more lengths than an index has layers. */
static sm3_triangle make_layers(trial *t, int i, int count) {
    float length = i < 3 ? 900 : i < 29 ? 300 : i < 240 ? 10 : i == 240 ? 1e-45f : 0.01f;
    float x = random_float(&t->random, 0, 1000 - length);
    return sm3_face(v(x, 0, 0), v(x + length, 0.1f, 0), v(x, 0, length));
}

/* Thick ones in a cluster in a cluster in a cluster. */
static sm3_triangle make_nested(trial *t, int i, int count) {
    float size = i % 3 == 0 ? 1 : i % 3 == 1 ? 0.05f : 0.0025f;
    float length = size * (i % 2 == 0 ? 0.3f : 0.01f);
    sm3_vec a = random_vec(&t->random, size / 2), b = plus(a, random_vec(&t->random, length), 1);
    sm3_triangle face = sm3_face(a, b, plus(a, random_vec(&t->random, length), 1));
    face.radius = i % 7 < 2 ? 0.6f * length : 0;
    return face;
}

/* Twins, long ones, many on a spot, and others on a lattice, which touch exactly. */
static sm3_triangle make_mixed(trial *t, int i, int count) {
    uint64_t *r = &t->random;
    int which = random_int(r, 100);
    if (which < 3)
        return make_odd(t, 3 * i, count);
    if (which < 10 && i > 0 && t->kind->is_fixed)
        return t->list.triangles[random_int(r, i)];
    sm3_vec a = random_vec(r, which < 30 ? 0.1f : 10);
    float length = which < 34 ? 30 : which < 40 ? 2 : 1;
    sm3_vec b = which < 45 ? a : plus(a, random_vec(r, length), 1);
    sm3_triangle face = sm3_face(a, b, plus(a, random_vec(r, length), 1));
    if (which >= 40 && which < 60)
        face.radius = random_float(r, -1, 3);
    sm3_vec *corners[] = {&face.a, &face.b, &face.c};
    for (int k = 0; which >= 90 && k < 3; k++)
        *corners[k] = v(roundf(corners[k]->x), roundf(corners[k]->y), roundf(corners[k]->z));
    return face;
}

static const struct kind kinds[KINDS] = {{"soup", make_soup, false, false},
                                         {"terrain", make_terrain, false, false},
                                         {"identical", make_identical, false, false},
                                         {"doubling", make_doubling, true, true},
                                         {"peeled", make_peeled, true, true},
                                         {"spots", make_spots, true, false},
                                         {"across", make_across, true, false},
                                         {"layers", make_layers, true, false},
                                         {"nested", make_nested, true, false},
                                         {"mixed", make_mixed, false, false},
                                         {"twins", make_mixed, true, false},
                                         {"one-spot", make_one_spot, false, false},
                                         {"huge-among-small", make_huge_among_small, false, false},
                                         {"large-radii", make_large_radii, false, false},
                                         {"points-and-lines", make_points_and_lines, false, false},
                                         {"odd", make_odd, false, false},
                                         {"slivers", make_slivers, false, false},
                                         {"line", make_line, false, false},
                                         {"plane", make_plane, false, false},
                                         {"cubes", make_cubes, false, false},
                                         {"dust", make_dust, true, true}};

const char *trial_name(int kind) {
    return kinds[kind].name;
}

static bool is_ordinary(sm3_vec p) {
    return fabsf(p.x) <= 1e6f && fabsf(p.y) <= 1e6f && fabsf(p.z) <= 1e6f; /* NaN is not */
}

bool trial_is_finite(const trial *t, const sm3_triangle *s) {
    const float flat[] = {s->a.x, s->a.y, s->b.x, s->b.y, s->radius};
    const float deep[] = {s->a.z, s->b.z, s->c.x, s->c.y, s->c.z};
    bool is_finite = true;
    for (int i = 0; i < 5; i++)
        is_finite &= isfinite(flat[i]) && (!t->in_space || isfinite(deep[i]));
    return is_finite;
}

sm3_triangle trial_shape(trial *t, int i, int count) {
    sm3_triangle shape = t->kind->make(t, i, count);
    sm3_vec *corners[] = {&shape.a, &shape.b, &shape.c};
    for (int k = 0; k < 3 && !t->kind->is_fixed; k++)
        *corners[k] = plus(t->centre, *corners[k], t->scale);
    if (!t->kind->is_fixed)
        shape.radius *= t->scale;
    bool fits = is_ordinary(shape.a) && is_ordinary(shape.b) && is_ordinary(shape.c);
    t->is_odd |= !fits || !(fabsf(shape.radius) <= 1e6f);
    return shape;
}

/* ---- Memory ------------------------------------------------------------------------------ */

/* The memory is not cleared. */
static void *take(void *context, size_t bytes) {
    trial *t = context;
    if (t->is_poor && t->left-- <= 0)
        return NULL;
    t->held++;
    void *taken = malloc(bytes);
    return taken != NULL ? memset(taken, 0x5a, bytes) : NULL;
}

static void give(void *context, void *memory) {
    trial *t = context;
    require(memory != NULL, "memory to release");
    t->held--;
    free(memory);
}

sm_world_def trial_def(trial *t) {
    return (sm_world_def){.allocate = take, .release = give, .context = t};
}

void trial_begin(trial *t, int kind, bool in_space, int count, uint64_t seed) {
    static const float scales[] = {1, 1, 1, 1, 1e-2f, 300};
    *t = (trial){
        .kind = &kinds[kind], .random = random_seed(seed), .in_space = in_space, .seed = seed};
    t->scale = scales[random_int(&t->random, 6)];
    t->is_plain = random_int(&t->random, 2) > 0;
    if (random_int(&t->random, 3) == 0)
        t->centre = plus(t->centre, random_vec(&t->random, 1000), t->scale);
    if (random_int(&t->random, 12) == 0 && !t->kind->is_fixed) {
        t->scale = ldexpf(1, 10 + random_int(&t->random, 84));
        t->is_huge = true;
    }
    list_begin(&t->list, in_space, OBSTACLES_MAX > count ? OBSTACLES_MAX : count);
    for (int i = 0; i < count; i++)
        list_put(&t->list, i, &(sm3_obstacle){.shape = trial_shape(t, i, count)});
}

/* ---- Meshes ------------------------------------------------------------------------------ */

static const sm3_material materials[] = {{0, 0}, {1, (uint64_t)1 << 40}, {2, (uint64_t)7 << 40}};

/* Makes arrays of the obstacles: from the last corner to the first, of which those of a triangle
 * that are equal are one. */
static void make_arrays(trial *t) {
    int count = list_count(&t->list);
    sm3_vec *vertices = malloc(3 * (size_t)count * sizeof *vertices + 1);
    uint32_t *indices = malloc(3 * (size_t)count * sizeof *indices + 1);
    unsigned char *material_of = malloc((size_t)count + 1);
    require(vertices != NULL && indices != NULL && material_of != NULL, "memory");
    int made = 0;
    for (int i = count - 1; i >= 0; i--) {
        const sm3_triangle *s = &t->list.triangles[i];
        const sm3_vec corners[] = {s->a, s->b, s->c};
        for (int k = 2; k >= 0; k--) {
            bool is_last = k < 2 && memcmp(&corners[k], &corners[k + 1], sizeof *corners) == 0;
            if (!is_last)
                vertices[made++] = corners[k];
            indices[3 * i + k] = (uint32_t)made - 1;
        }
        material_of[i] = (unsigned char)(t->is_plain ? 0 : i % 3);
    }
    t->mesh = (sm3_mesh){.vertices = vertices,
                         .vertex_count = made,
                         .indices = indices,
                         .triangle_count = count,
                         .materials = materials,
                         .material_count = 3,
                         .material_of = material_of};
}

static sm3_mesh part_of_mesh(const trial *t, int first, int end) {
    sm3_mesh part = t->mesh;
    part.indices += 3 * first;
    part.material_of += first;
    part.triangle_count = end - first;
    if (t->is_plain && t->seed % 3 == 0)
        part.material_of = NULL;
    if (t->is_plain && t->seed % 3 == 1)
        part.materials = NULL;
    return part;
}

/* Adds some obstacles as a mesh, and changes those that no mesh has to what they are. */
static void add_mesh(trial *t, int first, int end, bool one_sided, bool borrowed) {
    sm3_world *world = t->world.space;
    sm3_mesh mesh = part_of_mesh(t, first, end);
    mesh.one_sided = one_sided;
    mesh.borrowed = borrowed;
    require(sm3_world_count(world) == first, "as many obstacles");
    require(sm3_world_add_mesh(world, &mesh) == SM_CHANGED, "a mesh");
    for (int i = first; i < end; i++) {
        sm3_obstacle o = t->list.space[i];
        bool is_hole = !trial_is_finite(t, &o.shape);
        const sm3_material *material = &materials[is_hole ? 0 : t->mesh.material_of[i]];
        o.mask = material->mask;
        o.user = material->user;
        list_put(&t->list, i, &o);
        if (o.shape.radius != 0 || signbit(o.shape.radius) || o.shape.oneway ||
            o.shape.one_sided != one_sided)
            require(sm3_world_set(world, i, &o) == SM_CHANGED, "a face changed");
    }
}

void trial_build(trial *t) {
    sm_world_def def = trial_def(t);
    sm_allow_avx2(t->seed % 2 == 0);
    int count = list_count(&t->list), alone = t->is_meshed ? count / 8 : count;
    t->world = world_create(&t->list, alone, &def);
    require(world_exists(t->world), "a world");
    if (t->is_meshed) {
        make_arrays(t);
        add_mesh(t, alone, count / 3, true, false);
        add_mesh(t, count / 3, count, t->seed % 5 == 0, true);
    }
    for (int i = 0; i < list_count(&t->list) && !t->in_space; i++)
        if (t->list.flat[i].oneway) /* 2D shapes have no sides: that is the obstacle's */
            require(world_put(t->world, i, &t->list.space[i]) == SM_CHANGED, "a one-way obstacle");
}

void trial_end(trial *t) {
    world_destroy(t->world);
    list_end(&t->list);
    free((void *)t->mesh.vertices);
    free((void *)t->mesh.indices);
    free((void *)t->mesh.material_of);
    require(t->held == 0, "all memory to have come back");
}

/* ---- Changes ----------------------------------------------------------------------------- */

const sm3_obstacle trial_hole = {
    .shape = {{NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}, NAN, false, false}};

/* Another shape. In 2D whether it is one-way is the obstacle's, and stays. */
static sm3_triangle another(trial *t, const sm3_triangle *old, int number) {
    sm3_triangle s = trial_shape(t, number, OBSTACLES_MAX);
    if (!t->in_space)
        s.oneway = old->oneway;
    return s;
}

/* Where a shape comes to in a tick. */
static sm3_triangle moved(trial *t, sm3_triangle s, int number) {
    float step = random_int(&t->random, 5) == 0 ? 2 : 0.1f;
    if (random_int(&t->random, 10) == 0)
        return another(t, &s, number);
    sm3_vec way = random_vec(&t->random, step);
    sm3_vec *corners[] = {&s.a, &s.b, &s.c};
    for (int i = 0; i < 3; i++)
        *corners[i] = plus(plus(*corners[i], way, t->scale), random_vec(&t->random, step),
                           i == 1 ? t->scale / 4 : 0);
    return s;
}

/* The obstacle is now as it was to be, or out of memory as it was. */
static void note(trial *t, int number, const sm3_obstacle *wanted, sm_change did) {
    require(did == SM_CHANGED || (t->is_poor && did == SM_NO_MEMORY), "a change");
    if (did == SM_CHANGED)
        list_put(&t->list, number, wanted);
    else
        t->refused++;
}

void trial_add(trial *t) {
    int count = list_count(&t->list);
    sm3_obstacle o = {.shape = another(t, &trial_hole.shape, count)};
    int added = world_add(t->world, &o.shape);
    require(added == count || (t->is_poor && added == SM_NO_OBSTACLE), "the next number");
    if (added == count)
        list_put(&t->list, count, &o);
    else
        t->refused++;
}

void trial_change_all_of(trial *t, int number) {
    uint64_t *r = &t->random;
    sm3_obstacle o = {.shape = trial_shape(t, number, OBSTACLES_MAX)};
    o.before = random_int(r, 6) == 0 ? o.shape : moved(t, o.shape, number);
    o.moves = random_int(r, 3) == 0;
    o.mask = (unsigned)random_int(r, 4);
    o.user = (uint64_t)random_int(r, 9) << 40;
    o.shape.oneway = random_int(r, 4) == 0;
    note(t, number, &o, world_put(t->world, number, &o));
}

static void rest_all(trial *t) {
    world_rest(t->world);
    for (int i = 0; i < list_count(&t->list); i++) {
        sm3_obstacle o = t->list.space[i];
        o.moves = false;
        list_put(&t->list, i, &o);
    }
}

void trial_change(trial *t) {
    int count = list_count(&t->list), what = count > 0 ? random_int(&t->random, 12) : 0;
    int number = count > 0 ? random_int(&t->random, count) : 0;
    sm3_obstacle o = count > 0 ? t->list.space[number] : trial_hole;
    t->left = what == 7 ? 0 : random_int(&t->random, t->in_space ? 13 : 3) - (t->in_space ? 6 : 0);
    if (t->is_plain && what > 2)
        what = 3 + what % 2;
    if (what <= 1) {
        if (count < OBSTACLES_MAX)
            trial_add(t);
    } else if (what <= 3) {
        o.shape =
            random_int(&t->random, 2) ? another(t, &o.shape, number) : moved(t, o.shape, number);
        o.moves = false;
        note(t, number, &o, world_set(t->world, number, &o.shape));
    } else if (what == 4) {
        require(world_remove(t->world, number) == SM_CHANGED, "an obstacle removed");
        list_put(&t->list, number, &trial_hole);
    } else if (what <= 6) {
        trial_change_all_of(t, number);
    } else if (what == 7) {
        rest_all(t);
    } else {
        o.before = o.shape;
        o.moves = trial_is_finite(t, &o.before);
        o.shape = moved(t, o.shape, number);
        note(t, number, &o, world_move(t->world, number, &o.shape));
    }
}

/* ---- Questions --------------------------------------------------------------------------- */

static const sm3_mover movers[] = {
    {.radius = 0.5f},
    {.radius = 0},
    {.a = {0, -0.4f, 0}, .b = {0.1f, 0.6f, 0.2f}, .radius = 0.3f},
    {.a = {-2, 0, 0}, .b = {3, 0, 1}, .radius = 1},
    {{0, -0.4f, 0}, {0, 0.5f, 0}, 0.1f, {0, 0, 0.6f}, {0.3f, 0, 0}},        /* a box, */
    {{0, -0.4f, 0}, {0, 0.5f, 0}, 0, {0.5f, 0, 0}, {0, 0, 0.3f}},           /* one in 2D, too, */
    {{-0.3f, 0.1f, 0}, {0.3f, 0.5f, 0}, 0, {-0.2f, 0.3f, 0}, {0, 0, 0.5f}}, /* askew, and sharp */
    {.a = {0.2f, 0, -0.1f}, .b = {0.2f, 0, -0.1f}, .radius = 0.4f}, /* round another point */
    {.radius = 1e-4f},
    {.radius = 30}, /* larger than most levels */
    {.b = {1e-4f, 0, 0}, .radius = 1e-4f},
    {.radius = 1e5f}};

enum { MOVERS = sizeof movers / sizeof *movers, USUAL_MOVERS = 7 };

static sm3_mover any_mover(trial *t) {
    int most = random_int(&t->random, 4) ? USUAL_MOVERS : MOVERS;
    sm3_mover m = movers[random_int(&t->random, most)];
    float size = t->kind->is_fixed ? 1 : t->scale;
    if (random_int(&t->random, 3) == 0)
        size *= random_float(&t->random, 0.1f, 3);
    sm3_vec *parts[] = {&m.a, &m.b, &m.side, &m.front};
    for (int i = 0; i < 4; i++)
        *parts[i] = plus(v(0, 0, 0), *parts[i], size);
    m.radius *= size;
    return m;
}

/* Anywhere, near to something, on it exactly, or far outside of all. */
static sm3_vec any_position(trial *t) {
    int where = random_int(&t->random, 20), count = list_count(&t->list);
    float wide = 1 + (float)side_of(t->in_space, count);
    if (where == 0)
        return plus(t->centre, random_vec(&t->random, 1000 * wide), t->scale);
    if (where < 8 || count == 0 || t->kind->is_tiny) {
        sm3_vec p = random_vec(&t->random, wide);
        if (where < 4)
            p.y = random_float(&t->random, -1, 1.5f);
        return plus(t->centre, p, t->scale);
    }
    const sm3_triangle *s = &t->list.triangles[random_int(&t->random, count)];
    if (where == 8)
        return s->a;
    float along = random_float(&t->random, 0, 1);
    sm3_vec p = plus(plus(s->a, s->a, -along), s->b, along);
    float off = t->kind->is_fixed ? 1 : t->scale;
    return where == 9 ? p : plus(p, random_vec(&t->random, 1 + s->radius / off), off);
}

static bool accept_most(void *context, int obstacle, uint64_t user) {
    trial *t = context;
    t->looks++;
    require(obstacle >= 0 && obstacle < list_count(&t->list), "the number of an obstacle");
    require(t->list.space[obstacle].user == user, "the obstacle's user number");
    return obstacle % 5 != 2 && user % 3 != 1;
}

void trial_question(trial *t) {
    static const float speeds[] = {0, 0.08f, 0.08f, 0.6f, 5, 100};
    uint64_t *r = &t->random;
    question *q = &t->question;
    float farthest[] = {INFINITY, 5 * t->scale, t->scale, 0};
    float reach[] = {0, t->scale, -t->scale, INFINITY, NAN};
    sm3_vec position = any_position(t);
    *q = (question){.position = position, .space = any_mover(t), .unit = t->scale};
    q->flat = hull_of(&q->space);
    q->delta = random_vec(r, speeds[random_int(r, 6)] * t->scale);
    if (random_int(r, 7) == 0)
        q->delta.x = q->delta.z = 0;
    if (random_int(r, 8) == 0)
        q->delta = plus(any_position(t), q->position, -1);
    q->corner = plus(q->position, random_vec(r, 3), t->scale);
    q->farthest = farthest[random_int(r, 4)];
    q->is_traced = random_int(r, 3) == 0;
    q->reach = reach[random_int(r, 5)];
    q->tells_let_through = random_int(r, 2) > 0;
    q->capacity = random_int(r, 4) == 0 ? 5 : ASK_MOST;
    q->options.both_sides = random_int(r, 2) > 0;
    q->options.max_pushes = random_int(r, 4) ? 0 : random_int(r, 12);
    t->filter = (sm_filter){.mask = (unsigned)random_int(r, 4), .context = t};
    if (random_int(r, 2) == 0)
        t->filter.accept = accept_most;
    q->options.filter = random_int(r, 3) == 0 ? &t->filter : NULL;
    q->variant = random_int(r, 2520);
}

/* SM_SWEEP and contacts in 2D keep their promises within what a level may hold; 3D has a skin that
 * is part of a world unit. */
bool trial_may_sweep(const trial *t) {
    const question *q = &t->question;
    return !t->is_huge && (t->in_space || (!t->is_odd && is_ordinary(q->position) &&
                                           is_ordinary(q->delta) && is_ordinary(q->space.a) &&
                                           is_ordinary(q->space.b) && q->space.radius <= 1e6f));
}

void trial_ask(const trial *t, asking what, question *q, const met *a, const met *b) {
    uint64_t hashes[2] = {1, 1};
    sm3_vec ends[] = {ask(&hashes[0], what, q, a), ask(&hashes[1], what, q, b)};
    if (hashes[0] != hashes[1]) {
        printf("%s in %dD, %d of them by seed %" PRIu64 ": %s%s, %s, of mover %.9g %.9g %.9g, "
               "%.9g %.9g %.9g, radius %.9g, from (%.9g, %.9g, %.9g) by (%.9g, %.9g, %.9g): to "
               "(%.9g, %.9g, %.9g), or (%.9g, %.9g, %.9g)\n",
               t->kind->name, t->in_space ? 3 : 2, list_count(&t->list), t->seed,
               asking_names[what], q->is_traced ? " (traced)" : "",
               sm_resolver_name(q->options.resolver), q->space.a.x, q->space.a.y, q->space.a.z,
               q->space.b.x, q->space.b.y, q->space.b.z, q->space.radius, q->position.x,
               q->position.y, q->position.z, q->delta.x, q->delta.y, q->delta.z, ends[0].x,
               ends[0].y, ends[0].z, ends[1].x, ends[1].y, ends[1].z);
        fflush(stdout);
        abort();
    }
    q->position = ends[0];
}

void trial_compare(trial *t, const met *a, const met *b, int questions) {
    static const asking often[] = {ASK_MOVE,    ASK_MOVE,     ASK_MOVE,     ASK_MOVE,   ASK_MOVE,
                                   ASK_DEEPEST, ASK_NEAREST,  ASK_OVERLAPS, ASK_IN_BOX, ASK_CAST,
                                   ASK_RAY,     ASK_CONTACTS, ASK_CHARACTER};
    question *q = &t->question;
    for (int i = 0; i < questions; i++) {
        if (i == 0 || random_int(&t->random, 2) == 0) /* or where the last one led */
            trial_question(t);
        q->options.resolver = random_int(&t->random, 3) == 0
                                  ? SM_DEEPEST
                                  : (sm_resolver)random_int(&t->random, SM_RESOLVER_COUNT);
        asking what = t->is_huge ? ASK_MOVE : often[random_int(&t->random, 13)];
        if (!trial_may_sweep(t) && q->options.resolver == SM_SWEEP)
            q->options.resolver = SM_DEEPEST;
        if (!trial_may_sweep(t) && what >= ASK_CONTACTS)
            what = ASK_DEEPEST;
        if (t->is_odd && what == ASK_IN_BOX && !is_ordinary(q->position))
            what = ASK_OVERLAPS;
        trial_ask(t, what, q, a, b);
    }
}

void trial_check(trial *t, int questions) {
    met loop = t->is_plain ? list_shapes(&t->list) : list_obstacles(&t->list);
    met world = world_met(t->world);
    trial_compare(t, &loop, &world, questions);
}

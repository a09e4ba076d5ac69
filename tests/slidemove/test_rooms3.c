/* Closed rooms in 3D with things in them that cross each other, the mover and, moving, the walls:
 * by SM_SWEEP the mover never leaves the room, it is deep in nothing unless it is SM_CRUSHED, and
 * it ends at the same bits in a world. With SLIDEMOVE_EFFORT=1 these are a million moves. */
#include "../../src/slidemove/vec.h" /* first: the others have names of its words */

#include "../course.h"
#include "../motion.h"
#include "../space.h"
#include "../test.h"

static const double usual_effort = 0.02;

enum { MOVES = 8, THINGS_MAX = 12, MOVING_MAX = 4, OBSTACLES_MAX = 320 };

typedef struct closed_room {
    uint64_t random;
    course outline;
    sm3_obstacle obstacles[OBSTACLES_MAX]; /* what moves comes last */
    int count, moving, looks;
    float size; /* of the mover */
    sm3_mover mover;
    sm3_vec position;
} closed_room;

static closed_room room; /* large: not on the stack */

static float between(float low, float high) {
    return random_float(&room.random, low, high);
}

/* Of any order of magnitude between two. */
static float any_size(float low, float high) {
    return expf(between(logf(low), logf(high)));
}

static bool in_one_of(int many) {
    return random_int(&room.random, many) == 0;
}

static sm3_vec near(sm3_vec middle, float far) {
    return sm3_offset(middle, random_vec(&room.random, far), 1);
}

/* A box, a body of eight faces around the origin or, seldom, a bumpy cave. */
static void make_outline(course *s) {
    double at[6];
    for (int i = 0; i < 6; i++)
        at[i] = (double)(between(0.2f, 1) * (i % 2 ? -1 : 1));
    if (in_one_of(32)) {
        course_add_cave(s, &room.random);
    } else if (in_one_of(2)) {
        course_add_box(s, vec3_zero, (vec3){at[0], at[2], at[4]}, true);
    } else {
        for (int i = 0; i < 8; i++) {
            int y = 2 + (i >> 1 & 1), z = 4 + (i >> 2);
            vec3 p[] = {{at[i & 1], 0, 0}, {0, at[y], 0}, {0, 0, at[z]}};
            bool is_front = (i ^ y ^ z) & 1;
            course_add_face(s, p[0], p[is_front ? 1 : 2], p[is_front ? 2 : 1]);
        }
    }
}

static void make_mover(float size) {
    float thick = size * any_size(0.05f, 1), wide = size * any_size(0.05f, 1);
    float deep = size * any_size(0.05f, 1), round = in_one_of(2) ? 0 : size * any_size(0.01f, 0.5f);
    pose3 turn = pose3_random(&room.random);
    sm3_vec x = vec3_round(turn.x), y = vec3_round(turn.y), z = vec3_round(turn.z);
    switch (random_int(&room.random, 4)) {
    case 0:
        room.mover = sm3_sphere(v(0, 0, 0), size);
        break;
    case 1:
        room.mover = (sm3_mover){
            .a = sm3_scaled(x, thick - size), .b = sm3_scaled(x, size - thick), .radius = thick};
        break;
    default:
        room.mover = sm3_box(v(0, 0, 0), sm3_scaled(x, wide), sm3_scaled(y, thick),
                             sm3_scaled(z, deep), round);
    }
    room.size = size;
}

static sm3_triangle random_thing(float size) {
    sm3_vec a = near(room.position, size), b = near(a, 2 * size), c = near(a, 2 * size);
    b = in_one_of(6) ? a : b;
    sm3_triangle thing = sm3_face(a, b, in_one_of(4) ? b : c);
    thing.radius = in_one_of(2) ? 0 : between(0, 0.5f) * size;
    thing.oneway = in_one_of(8);
    return thing;
}

static double depth_in(const sm3_triangle *t) {
    sm3_vec nearest = sm3_closest_on_triangle(room.position, t->a, t->b, t->c);
    if (sm3_length(sm3_between(nearest, room.position)) > 3 * room.size + t->radius)
        return -INFINITY;
    return (double)sm3_collide(sm3_mover_at(room.mover, room.position), *t, v(0, 0, 0)).depth;
}

/* Returns false where the mover does not find room between the walls. */
static bool make_room(uint64_t seed) {
    room.random = random_seed(seed);
    pose3 frame = pose3_random(&room.random);
    float scale = any_size(0.1f, 1000), far = in_one_of(2) ? 0 : any_size(0.1f, 1000) * scale;
    frame.x = vec3_scale(frame.x, scale);
    frame.y = vec3_scale(frame.y, scale);
    frame.z = vec3_scale(frame.z, scale);
    frame.origin = vec3_scale(frame.origin, far);
    course_begin(&room.outline, true, frame);
    make_outline(&room.outline);
    bool one_sided = in_one_of(4);
    room.count = room.outline.count;
    make_mover(scale * any_size(1e-4f, 0.4f));
    room.position = pose3_point(&frame, vec3_of(random_vec(&room.random, 0.5f)));
    if (!course_is_inside(true, room.outline.triangles, room.outline.count, room.position))
        return false;
    for (int i = 0; i < room.count; i++) {
        room.obstacles[i] = (sm3_obstacle){.shape = room.outline.triangles[i]};
        room.obstacles[i].shape.one_sided = one_sided;
        if (depth_in(&room.obstacles[i].shape) > 0)
            return false;
    }
    int things = random_int(&room.random, THINGS_MAX + 1);
    for (int i = 0; i < things; i++)
        room.obstacles[room.count++] =
            (sm3_obstacle){.shape = random_thing(any_size(0.3f, 4) * room.size)};
    room.moving = in_one_of(2) ? 0 : random_int(&room.random, MOVING_MAX + 1);
    for (int i = 0; i < room.moving; i++)
        room.obstacles[room.count++] =
            (sm3_obstacle){.shape = random_thing(any_size(0.3f, 100) * room.size), .moves = true};
    return true;
}

static void move_obstacles(sm3_world *world) {
    for (int i = room.count - room.moving; i < room.count; i++) {
        sm3_triangle *t = &room.obstacles[i].shape;
        sm3_vec shift = random_vec(&room.random, any_size(0.01f, 100) * room.size);
        float turn = in_one_of(2) ? 0 : any_size(0.01f, 1) * room.size;
        room.obstacles[i].before = *t;
        t->a = near(sm3_offset(t->a, shift, 1), turn);
        t->b = near(sm3_offset(t->b, shift, 1), turn);
        t->c = near(sm3_offset(t->c, shift, 1), turn);
        sm3_world_set(world, i, &room.obstacles[i]);
    }
}

/* The middle, and the ends of the line that the largest ball in the mover may go along. */
static bool is_in_room(void) {
    const sm3_mover *m = &room.mover;
    float half = sm3_length(sm3_between(m->a, m->b)) / 2;
    float least = fminf(half, fminf(sm3_length(m->side), sm3_length(m->front)));
    bool is_inside = true;
    for (int i = -1; i <= 1; i++) {
        float part = half > 0 ? (float)i * (half - least) / half : 0;
        is_inside = is_inside && course_is_inside(true, room.outline.triangles, room.outline.count,
                                                  sm3_offset(room.position, m->b, part));
    }
    return is_inside;
}

/* Shows all, and counts how often. */
static void show_all(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    (void)context, (void)region;
    room.looks++;
    for (int i = 0; i < room.count; i++) {
        sm3_obstacle o = room.obstacles[i];
        o.number = i;
        sm3_visit(visitor, &o);
    }
}

static bool is_same(const sm3_result *a, const sm3_result *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* How moves ended. */
typedef struct tally {
    long moves, outside, deeper, otherwise, crushed;
} tally;

/* A mover as deep as the gap that it keeps, and a rounding more, is not SM_CRUSHED yet. */
static void note(tally *t, const sm3_result *r) {
    double touching = (double)(SM3_SKIN + 12 * FLT_EPSILON * sm3_length(r->position));
    bool is_deep = false;
    for (int i = 0; i < room.count && r->status == SM_MOVED; i++)
        is_deep |= !room.obstacles[i].shape.oneway && depth_in(&room.obstacles[i].shape) > touching;
    t->moves++;
    t->outside += !is_in_room();
    t->deeper += is_deep;
    t->crushed += r->status == SM_CRUSHED;
}

/* Each move twice: by a loop that counts, and in a world; the first one there with a record. */
static void move_around(tally *t, sm3_world *world) {
    sm_trace trace = {.reach = 0};
    const sm3_obstacles shown = {.visit = show_all};
    const sm_options options = {.resolver = SM_SWEEP};
    const sm_options recorded = {.resolver = SM_SWEEP, .trace = &trace};
    for (int i = 0; i < MOVES && is_in_room(); i++) {
        move_obstacles(world);
        room.looks = 0;
        sm3_vec start = room.position;
        sm3_vec delta = random_vec(&room.random, any_size(0.01f, 1e4f) * room.size);
        sm3_result r = sm3_slide_move(start, delta, room.mover, shown, &options);
        assert_true(room.looks <= SM3_LOOKS_MAX);
        sm3_result again = sm3_slide_move(start, delta, room.mover, sm3_obstacles_of_world(world),
                                          i == 0 ? &recorded : &options);
        room.position = r.position;
        t->otherwise += !is_same(&r, &again);
        note(t, &r);
    }
}

TEST(out_of_a_closed_room_there_is_no_way) {
    tally t = {0};
    long wanted = (long)(1e6 * motion_effort(usual_effort));
    sm3_triangle shapes[OBSTACLES_MAX];
    for (uint64_t seed = 0; t.moves < wanted; seed++) {
        const tally before = t;
        if (!make_room(seed))
            continue;
        for (int i = 0; i < room.count; i++)
            shapes[i] = room.obstacles[i].shape;
        sm3_world *world = sm3_world_create(shapes, room.count, NULL);
        move_around(&t, world);
        sm3_world_destroy(world);
        if (t.outside + t.deeper + t.otherwise > before.outside + before.deeper + before.otherwise)
            printf("room %llu, move %ld\n", (unsigned long long)seed, t.moves - before.moves);
    }
    printf("%ld moves: %ld end outside, %ld deeper than touching, %ld otherwise in a world or "
           "with a record; %ld crushed\n",
           t.moves, t.outside, t.deeper, t.otherwise, t.crushed);
    assert_true(t.outside + t.deeper + t.otherwise == 0);
    assert_true(t.crushed > 0);
}

/* ---- Looks ------------------------------------------------------------------------------- */

static float odd_float(void) {
    static const float odd[] = {0,    1,    -1,    0.5f, 1e-30f, 1e-6f,  -1e-3f,
                                1e3f, 1e6f, -1e6f, 1e9f, 1e12f,  -1e12f, 1e20f};
    return in_one_of(3) ? odd[random_int(&room.random, sizeof odd / sizeof *odd)] : between(-4, 4);
}

static sm3_vec odd_vec(void) {
    float x = odd_float(), y = odd_float();
    return v(x, y, odd_float());
}

static sm3_triangle odd_triangle(void) {
    sm3_vec a = odd_vec(), b = odd_vec();
    sm3_triangle t = sm3_face(a, b, odd_vec());
    t.radius = in_one_of(3) ? odd_float() : 0;
    t.one_sided = in_one_of(4);
    t.oneway = in_one_of(3);
    if (in_one_of(4))
        t.c = t.b;
    return t;
}

TEST(no_move_looks_at_an_obstacle_more_often_than_the_header_says) {
    const sm3_obstacles shown = {.visit = show_all};
    int most = 0;
    room.random = 3;
    for (int i = 0; i < test_trials(20000); i++) {
        room.count = random_int(&room.random, in_one_of(8) ? 100 : 16);
        for (int k = 0; k < room.count; k++)
            room.obstacles[k] = (sm3_obstacle){
                .shape = odd_triangle(), .before = odd_triangle(), .moves = in_one_of(4)};
        room.mover = (sm3_mover){odd_vec(), odd_vec(), odd_float(), {0, 0, 0}, odd_vec()};
        room.mover.side = in_one_of(2) ? odd_vec() : room.mover.side;
        room.looks = 0;
        sm3_slide_move(odd_vec(), odd_vec(), room.mover, shown,
                       &(sm_options){.resolver = SM_SWEEP, .both_sides = in_one_of(4)});
        most = room.looks > most ? room.looks : most;
    }
    printf("%d looks at the most\n", most);
    assert_true(most > 100 && most <= SM3_LOOKS_MAX);
}

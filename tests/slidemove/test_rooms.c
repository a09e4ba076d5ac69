/* SM_SWEEP in random closed rooms, in 2D and in 3D: no move leaves one, whatever stands in it,
 * crosses the mover at the start or moves; what ends deeper than touching says that it is crushed;
 * obstacles in another order, a world and a record change no bit; and no move asks for what is near
 * too often, or looks at an obstacle oftener in a world than by the loop. SLIDEMOVE_EFFORT
 * multiplies the moves: 1 is a million in 3D and a tenth of that in 2D. */
#include <float.h>
#include <inttypes.h>

#include "../../src/slidemove/space/obstacles3.h"
#include "../../src/slidemove/vec.h" /* first: the others have names of its words */

#include "../course.h"
#include "../motion.h"
#include "../space.h"
#include "../test.h"
#include "../worlds.h"

enum { MOVES = 7, MOVING_MAX = 4, OBSTACLES_MAX = 480 };

typedef struct closed_room {
    bool in_space;
    uint64_t random;
    course outline;
    any_list list; /* the outline first; what moves comes last */
    any_world world;
    int moving;
    float size; /* of the mover */
    sm3_mover mover;
    sm_hull hull;
    double thickness; /* in 2D: from its middle to its nearest point outside */
    vec3 ends[2];     /* of the line in it that is judged to be in the room */
    sm3_vec position;
    long asked, looks;
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

static sm3_vec any_vec(float far) {
    sm3_vec p = random_vec(&room.random, far);
    p.z = room.in_space ? p.z : 0;
    return p;
}

static sm3_vec near(sm3_vec middle, float far) {
    return sm3_offset(middle, any_vec(far), 1);
}

/* ---- The mover ---------------------------------------------------------------------------- */

static vec centroid(const sm_hull *h) {
    vec sum = {0, 0}, first = vec_of(h->vertices[0]);
    double area = 0;
    for (int i = 1; i + 1 < h->count; i++) {
        vec b = vec_sub(vec_of(h->vertices[i]), first),
            c = vec_sub(vec_of(h->vertices[i + 1]), first);
        area += vec_cross(b, c);
        sum = vec_add(sum, vec_scale(vec_add(b, c), vec_cross(b, c) / 3));
    }
    return vec_add(first, vec_scale(sum, 1 / area));
}

static void make_polygon(float size) {
    sm_vec2 corners[SM_HULL_VERTICES];
    do {
        int count = 3 + random_int(&room.random, 6);
        for (int i = 0; i < count; i++) {
            float angle = between(0, 6.2831853f), far = size * between(0.3f, 1);
            corners[i] = (sm_vec2){far * cosf(angle), far * sinf(angle)};
        }
        float radius = in_one_of(2) ? 0 : size * any_size(0.01f, 1);
        sm_hull_of_points(corners, count, radius, &room.hull);
    } while (room.hull.count < 3);
}

/* In 2D the line is a capsule's, or the middle; in 3D that along which the largest ball goes. */
static void measure_mover(void) {
    const sm3_mover *m = &room.mover;
    float half = sm3_length(sm3_between(m->a, m->b)) / 2;
    float least = fminf(half, fminf(sm3_length(m->side), sm3_length(m->front)));
    for (int i = 0; i < 2; i++)
        room.ends[i] = vec3_of(sm3_scaled(i ? m->b : m->a, half > 0 ? (half - least) / half : 0));
    const sm_hull *h = &room.hull;
    room.thickness = INFINITY;
    for (int i = 0; i < h->count && h->count > 2 && !room.in_space; i++) {
        vec middle = centroid(h), a = vec_of(h->vertices[i]);
        vec edge = vec_sub(vec_of(h->vertices[(i + 1) % h->count]), a);
        room.ends[0] = room.ends[1] = (vec3){middle.x, middle.y, 0};
        room.thickness =
            fmin(room.thickness, vec_cross(edge, vec_sub(middle, a)) / vec_length(edge));
    }
    room.thickness = (h->count > 2 ? room.thickness : 0) + (double)h->radius;
}

static void make_mover(float size) {
    float thick = size * any_size(0.05f, 1), wide = size * any_size(0.05f, 1);
    float deep = size * any_size(0.05f, 1), round = in_one_of(2) ? 0 : size * any_size(0.01f, 0.5f);
    pose3 turn = room.in_space ? pose3_random(&room.random)
                               : pose3_turned((double)between(0, 360), vec3_zero);
    sm3_vec x = vec3_round(turn.x), y = vec3_round(turn.y), z = vec3_round(turn.z);
    int kind = random_int(&room.random, 4);
    if (kind == 0)
        room.mover = sm3_sphere(v(0, 0, 0), size);
    else if (kind == 1)
        room.mover =
            (sm3_mover){.a = sm3_scaled(x, -size), .b = sm3_scaled(x, size), .radius = thick};
    else
        room.mover = sm3_box(v(0, 0, 0), sm3_scaled(x, wide), sm3_scaled(y, thick),
                             sm3_scaled(z, deep), round);
    room.size = size;
    if (room.in_space)
        room.hull = (sm_hull){.count = 0};
    else if (kind == 3)
        make_polygon(size);
    else
        room.hull = hull_of(&room.mover);
    measure_mover();
}

/* ---- The room ----------------------------------------------------------------------------- */

/* In 2D a polygon; in 3D a box, a body of eight faces around the origin or, seldom, a bumpy cave.
 */
static void make_outline(course *s) {
    double at[6], turn = (double)between(0, 6.2831853f);
    int corners = 3 + random_int(&room.random, 10);
    vec3 first = vec3_zero, last = vec3_zero;
    for (int i = 0; i < corners && !room.in_space; i++) {
        double angle = turn + 6.2831853 * (i + (double)between(-0.3f, 0.3f)) / corners;
        double far = (double)between(0.2f, 1);
        vec3 p = {far * cos(angle), far * sin(angle), 0};
        if (i > 0)
            course_add_wall(s, last, p);
        first = i > 0 ? first : p;
        last = p;
    }
    if (!room.in_space) {
        course_add_wall(s, last, first);
        return;
    }
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

static sm3_obstacle random_thing(float size) {
    sm3_vec a = near(room.position, size), b = near(a, 2 * size), c = near(a, 2 * size);
    b = in_one_of(6) ? a : b;
    sm3_triangle thing = sm3_face(a, b, in_one_of(4) ? b : c);
    thing.radius = in_one_of(2) ? 0 : between(0, 0.5f) * size;
    thing.oneway = in_one_of(8);
    return (sm3_obstacle){.shape = thing};
}

static double depth_in(int number) {
    const sm3_triangle *t = &room.list.triangles[number];
    if (!room.in_space)
        return (double)sm_collide_hull(room.hull, sm3_to2(room.position),
                                       room.list.capsules[number], (sm_vec2){0, 0})
            .depth;
    sm3_vec nearest = sm3_closest_on_triangle(room.position, t->a, t->b, t->c);
    if (sm3_length(sm3_between(nearest, room.position)) > 3 * room.size + t->radius)
        return -INFINITY;
    return (double)sm3_collide(sm3_mover_at(room.mover, room.position), *t, v(0, 0, 0)).depth;
}

static bool is_in_room(void) {
    bool is_inside = true;
    for (int i = 0; i <= 2; i++) {
        vec3 p = vec3_add(vec3_scale(room.ends[0], 1 - i / 2.0), vec3_scale(room.ends[1], i / 2.0));
        is_inside &= course_is_inside(room.in_space, room.outline.triangles, room.outline.count,
                                      vec3_add(vec3_of(room.position), p));
    }
    return is_inside;
}

/* Near a wall or far from all, clear of the walls; in 2D one start in some is in them, but not by
 * its middle. */
static bool find_start(float scale) {
    double deepest = in_one_of(8) && !room.in_space ? 0.9 * room.thickness : 0;
    for (int i = 0; i < 100; i++) {
        const sm3_triangle *t =
            &room.outline.triangles[random_int(&room.random, room.outline.count)];
        sm3_vec at = sm3_offset(t->a, sm3_between(t->a, t->b), in_one_of(2) ? 0 : between(0, 1));
        at = sm3_offset(at, sm3_between(at, t->c), in_one_of(2) ? 0 : between(0, 1));
        room.position = near(at, (in_one_of(3) ? 2 * scale : 2 * room.size) * between(0, 1));
        bool is_free = is_in_room();
        for (int k = 0; k < room.outline.count && is_free; k++)
            is_free = depth_in(k) <= deepest;
        if (is_free)
            return true;
    }
    return false;
}

static void put(sm3_obstacle o) {
    list_put(&room.list, list_count(&room.list), &o);
}

/* Returns false where the mover does not find room between the walls. */
static bool make_room(bool in_space, uint64_t seed) {
    static const int most[] = {3, 12, 146};
    room.in_space = in_space;
    room.random = random_seed(test_seed(seed));
    pose3 frame = in_space ? pose3_random(&room.random)
                           : pose3_turned((double)between(0, 360), vec3_of(any_vec(1)));
    float scale = any_size(0.1f, 1000), far = in_one_of(2) ? 0 : any_size(0.1f, 1000) * scale;
    frame.x = vec3_scale(frame.x, (double)scale);
    frame.y = vec3_scale(frame.y, (double)scale);
    frame.z = vec3_scale(frame.z, (double)scale);
    frame.origin = vec3_scale(frame.origin, (double)far);
    course_begin(&room.outline, in_space, frame);
    make_outline(&room.outline);
    list_begin(&room.list, in_space, OBSTACLES_MAX);
    bool one_sided = in_one_of(4);
    for (int i = 0; i < room.outline.count; i++) {
        sm3_obstacle o = {.shape = room.outline.triangles[i]};
        o.shape.one_sided = one_sided && in_space;
        put(o);
    }
    make_mover(scale * any_size(1e-4f, 0.4f));
    if (!find_start(scale))
        return false;
    if (in_space && (double)room.size < sweep3_skin(vec3_of(room.position)))
        return false; /* slidemove3.h promises less of what is smaller than the gap */
    int crowd = !in_space && in_one_of(16) ? 2 : random_int(&room.random, 2);
    int things = random_int(&room.random, 1 + most[crowd]);
    for (int i = 0; i < things; i++)
        put(random_thing(any_size(0.3f, 4) * room.size));
    room.moving = in_one_of(2) ? 0 : random_int(&room.random, MOVING_MAX + 1);
    for (int i = 0; i < room.moving; i++)
        put(random_thing(any_size(0.3f, 100) * room.size));
    room.world = world_create(&room.list, list_count(&room.list), NULL);
    for (int i = 0; i < list_count(&room.list); i++)
        assert_int_equal(world_put(room.world, i, &room.list.space[i]), SM_CHANGED);
    return true;
}

static void move_obstacles(void) {
    int count = list_count(&room.list);
    for (int i = count - room.moving; i < count; i++) {
        sm3_obstacle o = room.list.space[i];
        sm3_triangle *t = &o.shape;
        sm3_vec shift = any_vec(any_size(0.01f, 100) * room.size);
        float turn = in_one_of(2) ? 0 : any_size(0.01f, 1) * room.size;
        o.before = *t;
        o.moves = true;
        t->a = near(sm3_offset(t->a, shift, 1), turn);
        t->b = near(sm3_offset(t->b, shift, 1), turn);
        t->c = near(sm3_offset(t->c, shift, 1), turn);
        list_put(&room.list, i, &o);
        assert_int_equal(world_put(room.world, i, &o), SM_CHANGED);
    }
}

/* ---- Moves -------------------------------------------------------------------------------- */

/* The loop, counted. */
static void gather_counted(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                           void *visit_context) {
    const sm_obstacles *loop = context;
    room.asked++;
    loop->gather(loop->context, min, max, visit, visit_context);
}

static void visit_counted(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_obstacles *loop = context;
    room.asked++;
    loop->visit(loop->context, region, visitor);
}

static bool count_look(void *context, int obstacle, uint64_t user) {
    room.looks++;
    return true;
}

static sm3_result move_among(met obstacles, sm3_vec delta, sm_trace *trace) {
    const sm_filter filter = {.accept = count_look};
    const sm_options options = {.resolver = SM_SWEEP, .filter = &filter, .trace = trace};
    room.asked = room.looks = 0;
    if (room.in_space)
        return sm3_slide_move(room.position, delta, room.mover, obstacles.space, &options);
    sm_result r =
        sm_slide_move(sm3_to2(room.position), sm3_to2(delta), room.hull, obstacles.flat, &options);
    return (sm3_result){sm_to3(r.position), sm_to3(r.normal), r.depth, r.pushes, r.status};
}

typedef struct tally {
    long moves, crushed, most_asked;
    long outside, deep, differ, too_many; /* what must not be */
} tally;

/* Touching, as the headers have it, judged with another measure of the mover. */
static double touching(void) {
    sm3_vec at = room.position;
    double largest = fmax(fabs((double)at.x), fabs((double)at.y)) + (double)room.size;
    return room.in_space ? (double)(SM3_SKIN + 12 * FLT_EPSILON * sm3_length(at))
                         : 8 * (double)FLT_EPSILON * largest + 2e-5 * room.thickness;
}

static bool is_deep(void) {
    for (int i = 0; i < list_count(&room.list); i++) {
        if (!room.list.space[i].shape.oneway && depth_in(i) > touching())
            return true;
    }
    return false;
}

static void make_move(tally *t, uint64_t seed) {
    double size = room.in_space ? (double)room.size : room.thickness;
    sm3_vec start = room.position, delta = any_vec((float)size * any_size(0.01f, 1e4f));
    const met loop = list_obstacles(&room.list);
    const met counted = {.in_space = room.in_space,
                         .flat = {.gather = gather_counted, .context = &loop.flat},
                         .space = {.visit = visit_counted, .context = &loop.space}};
    sm_trace trace = {.reach = room.size};
    sm3_result moved = move_among(counted, delta, NULL), backwards = moved;
    long asked = room.asked, loop_looks = room.looks;
    sm3_result in_world = move_among(world_met(room.world), delta, NULL);
    long world_looks = room.looks;
    if (in_one_of(4))
        backwards = move_among(list_backwards(&room.list), delta, &trace);
    room.position = moved.position;
    bool outside = !is_in_room(), deep = moved.status != SM_CRUSHED && is_deep();
    bool differ = memcmp(&moved, &in_world, sizeof moved) != 0 ||
                  memcmp(&moved, &backwards, sizeof moved) != 0;
    bool too_many = asked > (room.in_space ? SM3_LOOKS_MAX : SM_SWEEP_LOOKS) ||
                    (!room.in_space && world_looks > loop_looks);
    t->moves++;
    t->crushed += moved.status == SM_CRUSHED;
    t->most_asked = asked > t->most_asked ? asked : t->most_asked;
    t->outside += outside;
    t->deep += deep;
    t->differ += differ;
    t->too_many += too_many;
    if (outside || deep || differ || too_many)
        printf("room %" PRIu64 " in %dD: from (%.9g, %.9g, %.9g) to (%.9g, %.9g, %.9g), status "
               "%d:%s%s%s%s\n",
               seed, room.in_space ? 3 : 2, (double)start.x, (double)start.y, (double)start.z,
               (double)moved.position.x, (double)moved.position.y, (double)moved.position.z,
               (int)moved.status, outside ? " outside" : "", deep ? " deep" : "",
               differ ? " other bits" : "", too_many ? " too many looks" : "");
}

static void move_in_rooms(bool in_space, long wanted) {
    tally t = {0};
    for (uint64_t seed = 0; t.moves < wanted; seed++) {
        room.world = (any_world){NULL, NULL};
        bool is_made = make_room(in_space, seed);
        for (int i = 0; i < MOVES && is_made && is_in_room(); i++) {
            move_obstacles();
            make_move(&t, seed);
        }
        world_destroy(room.world);
        list_end(&room.list);
    }
    printf("%ld moves in %dD, %ld crushed, at most %ld questions; %ld outside, %ld deep, %ld with "
           "other bits, %ld with too many looks\n",
           t.moves, in_space ? 3 : 2, t.crushed, t.most_asked, t.outside, t.deep, t.differ,
           t.too_many);
    assert_int_equal(t.outside + t.deep + t.differ + t.too_many, 0);
    assert_true(t.crushed > 0);
}

TEST(no_move_leaves_a_closed_room_or_looks_too_often) {
    move_in_rooms(false, (long)(1e5 * motion_effort(0.06)));
}

TEST(in_3d_no_move_leaves_a_closed_room_or_looks_too_often) {
    move_in_rooms(true, (long)(1e6 * motion_effort(0.01)));
}

/* ---- Odd numbers --------------------------------------------------------------------------- */

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

TEST(among_odd_numbers_no_move_looks_at_an_obstacle_too_often) {
    enum { MOST = 100 };
    static sm3_obstacle list[MOST];
    long most = 0;
    room.random = 3;
    for (int i = 0; i < test_trials(20000); i++) {
        sm3_obstacle_array array = {list, random_int(&room.random, in_one_of(8) ? MOST : 16)};
        const sm3_obstacles loop = sm3_obstacles_of_list(&array);
        const sm3_obstacles counted = {.visit = visit_counted, .context = &loop};
        for (int k = 0; k < array.count; k++)
            list[k] = (sm3_obstacle){
                .shape = odd_triangle(), .before = odd_triangle(), .moves = in_one_of(4)};
        sm3_mover mover = {odd_vec(), odd_vec(), odd_float(), {0, 0, 0}, odd_vec()};
        mover.side = in_one_of(2) ? odd_vec() : mover.side;
        room.asked = 0;
        sm3_vec start = odd_vec(), delta = odd_vec();
        sm3_slide_move(start, delta, mover, counted,
                       &(sm_options){.resolver = SM_SWEEP, .both_sides = in_one_of(4)});
        most = room.asked > most ? room.asked : most;
    }
    printf("%ld looks at the most\n", most);
    assert_true(most > 100 && most <= SM3_LOOKS_MAX);
}

static sm_vec2 odd_vec2(void) {
    float x = odd_float();
    return (sm_vec2){x, odd_float()};
}

TEST(among_odd_numbers_no_tick_of_a_character_looks_too_often) {
    enum { MOST = 60, A_MOVE = 1000 };
    static sm3_obstacle list[MOST];
    static sm_obstacle flat_list[MOST];
    room.random = 4;
    for (int i = 0; i < test_trials(2000); i++) {
        sm3_obstacle_array array = {list, random_int(&room.random, in_one_of(8) ? MOST : 16)};
        sm_obstacle_array flat_array = {flat_list, array.count};
        const sm3_obstacles loop = sm3_obstacles_of_list(&array);
        const sm_obstacles flat_loop = sm_obstacles_of_list(&flat_array);
        for (int k = 0; k < array.count; k++) {
            bool moves = in_one_of(4);
            list[k] =
                (sm3_obstacle){.shape = odd_triangle(), .before = odd_triangle(), .moves = moves};
            flat_list[k] = (sm_obstacle){
                .shape = capsule_of(&list[k].shape), .oneway = in_one_of(4), .moves = moves};
            flat_list[k].before = capsule_of(&list[k].before);
        }
        sm_character c = {.position = odd_vec(), .momentum = in_one_of(2) ? odd_vec() : v(0, 0, 0)};
        float seconds = in_one_of(4) ? fabsf(odd_float()) : 1 / 60.0f;
        room.asked = 0;
        if (in_one_of(2)) {
            sm_hull hull = {
                .vertices = {odd_vec2(), odd_vec2()}, .count = 1, .radius = odd_float()};
            sm_character_move(&c, NULL, hull, (sm_obstacles){NULL, &flat_loop, gather_counted},
                              odd_vec2(), in_one_of(3), seconds);
        } else {
            sm3_mover mover = {odd_vec(), odd_vec(), odd_float(), {0, 0, 0}, odd_vec()};
            sm3_character_move(&c, NULL, mover,
                               (sm3_obstacles){.visit = visit_counted, .context = &loop}, odd_vec(),
                               in_one_of(3), seconds);
        }
        assert_true(c.legs <= 64 && c.sweeps <= 13 * c.legs);
        assert_in_range(room.asked, 0, A_MOVE * (c.sweeps + c.casts + 1));
    }
}

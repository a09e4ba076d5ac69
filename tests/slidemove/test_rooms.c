/* SM_SWEEP in random closed rooms: no move leaves one, whatever stands in it, crosses the mover at
 * the start or moves; what ends deeper than touching says that it is crushed; obstacles in another
 * order, a world and a record change no bit; and no move looks at an obstacle too often, in a world
 * not oftener than the loop does. SLIDEMOVE_EFFORT multiplies the rooms: 1 is 1,000. */

#include <inttypes.h>

#include "../../src/slidemove/plane/collide.h"
#include "../motion.h"
#include "../random.h"
#include "../sweep.h"
#include "../test.h"

enum { WALLS_MAX = 12, OTHERS_MAX = 150, MOVES = 6 };

typedef struct closed_room {
    sm_obstacle list[WALLS_MAX + OTHERS_MAX]; /* the closed polygon first */
    int wall_count, count;
    float size; /* world units: from its middle to the farthest wall */
    sm_vec2 middle;
    sm_hull mover;
    float mover_size;
    double thickness; /* of it: from its middle to its nearest point outside */
    vec ends[2];      /* of a capsule's inner segment; of others both the middle */
    sm_vec2 position;
    bool is_left; /* it got out */
    uint64_t random;
} closed_room;

static sm_vec2 around(closed_room *r, sm_vec2 place, float far) {
    float angle = random_float(&r->random, 0, 6.2831853f);
    return v(place.x + far * cosf(angle), place.y + far * sinf(angle));
}

static float spread(closed_room *r, float low, float high) {
    return expf(random_float(&r->random, logf(low), logf(high)));
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

static void make_mover(closed_room *r) {
    float size = r->mover_size = r->size * spread(r, 1e-4f, 0.4f);
    sm_vec2 corners[SM_HULL_VERTICES];
    switch (random_int(&r->random, 4)) {
    case 0:
        r->mover = disk(size);
        break;
    case 1: {
        sm_vec2 end = around(r, v(0, 0), size * random_float(&r->random, 0.1f, 1));
        r->mover =
            sm_hull_of_capsule((sm_capsule){v(-end.x, -end.y), end, size * spread(r, 0.05f, 1)});
        break;
    }
    case 2:
        r->mover = sm_hull_of_box(2 * size, 2 * size * spread(r, 0.05f, 1));
        break;
    default:
        do {
            int count = 3 + random_int(&r->random, 6);
            for (int i = 0; i < count; i++)
                corners[i] = around(r, v(0, 0), size * random_float(&r->random, 0.3f, 1));
            float radius = random_int(&r->random, 2) ? 0 : size * spread(r, 0.01f, 1);
            sm_hull_of_points(corners, count, radius, &r->mover);
        } while (r->mover.count < 3);
    }
    const sm_hull *h = &r->mover;
    r->ends[0] = vec_of(h->vertices[0]);
    r->ends[1] = vec_of(h->vertices[h->count - 1]);
    r->thickness = INFINITY;
    for (int i = 0; i < h->count && h->count > 2; i++) {
        r->ends[0] = r->ends[1] = centroid(h);
        vec a = vec_of(h->vertices[i]), edge = vec_sub(vec_of(h->vertices[(i + 1) % h->count]), a);
        r->thickness =
            fmin(r->thickness, vec_cross(edge, vec_sub(r->ends[0], a)) / vec_length(edge));
    }
    r->thickness = (h->count > 2 ? r->thickness : 0) + (double)h->radius;
}

/* ---- The room ----------------------------------------------------------------------------- */

static bool is_inside(const closed_room *r, vec p) {
    bool inside = false;
    for (int i = 0; i < r->wall_count; i++) {
        vec a = vec_of(r->list[i].shape.a), b = vec_of(r->list[i].shape.b);
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static double depth_at(const closed_room *r, int first, int end, sm_vec2 at) {
    double deepest = -INFINITY;
    for (int i = first; i < end; i++) {
        if (!r->list[i].oneway)
            deepest = fmax(deepest,
                           (double)sm_collide_hull(r->mover, at, r->list[i].shape, v(0, 0)).depth);
    }
    return deepest;
}

static bool has_on_both_sides(vec a, vec b, vec c, vec d) {
    vec along = vec_sub(b, a);
    return (vec_cross(along, vec_sub(c, a)) > 0) != (vec_cross(along, vec_sub(d, a)) > 0);
}

/* Whether its middle, or all of a capsule's inner segment, is in the room: in doubles, since far
 * out floats are as coarse as the mover is small. */
static bool is_in_room(const closed_room *r, sm_vec2 at) {
    vec a = vec_add(r->ends[0], vec_of(at)), b = vec_add(r->ends[1], vec_of(at));
    for (int i = 0; i < r->wall_count && !vec_equal(a, b); i++) {
        vec from = vec_of(r->list[i].shape.a), to = vec_of(r->list[i].shape.b);
        if (has_on_both_sides(a, b, from, to) && has_on_both_sides(from, to, a, b))
            return false;
    }
    return is_inside(r, a) && is_inside(r, b);
}

static sm_capsule other_shape(closed_room *r, float scale) {
    sm_vec2 at = around(r, r->position, scale * random_float(&r->random, 0, 1.5f));
    sm_vec2 to =
        random_int(&r->random, 8) ? around(r, at, scale * random_float(&r->random, 0, 3)) : at;
    return (sm_capsule){at, to,
                        random_int(&r->random, 3) ? 0 : scale * random_float(&r->random, 0, 0.7f)};
}

static void start_moving(closed_room *r, sm_obstacle *o) {
    float far = r->mover_size * spread(r, 0.01f, 30);
    if (random_int(&r->random, 4) == 0)
        far = r->size * random_float(&r->random, 0, 3);
    sm_vec2 to = around(r, v(0, 0), far);
    sm_vec2 turned =
        around(r, to, random_int(&r->random, 2) ? 0 : far * random_float(&r->random, 0, 0.5f));
    o->moves = true;
    o->before = o->shape;
    o->shape.a = sm_offset(o->shape.a, to, 1);
    o->shape.b = sm_offset(o->shape.b, turned, 1);
}

static void add_others(closed_room *r) {
    static const int most[] = {3, 12, OTHERS_MAX - 4};
    int count = random_int(&r->random, most[random_int(&r->random, 3)]),
        moving = random_int(&r->random, 5);
    bool any_oneway = random_int(&r->random, 4) == 0;
    for (int i = 0; i < count + moving; i++) {
        float scale = random_int(&r->random, 3) ? r->mover_size : r->size;
        sm_obstacle *o = &r->list[r->count++];
        *o = (sm_obstacle){.shape = other_shape(r, scale),
                           .oneway = any_oneway && random_int(&r->random, 3) == 0};
        if (i >= count)
            start_moving(r, o);
    }
}

/* Whether a wall goes through its middle, which is then on neither side. */
static bool is_on_wall(const closed_room *r, sm_vec2 at) {
    vec a = vec_add(r->ends[0], vec_of(at)), b = vec_add(r->ends[1], vec_of(at));
    for (int i = 0; i < r->wall_count; i++) {
        const sm_capsule *w = &r->list[i].shape;
        if (sm_segments_closest(a, b, vec_of(w->a), vec_of(w->b)).distance_squared <= 1e-18)
            return true;
    }
    return false;
}

/* Clear of the walls at least; one start in some is in them, but not by its middle. */
static bool find_start(closed_room *r) {
    bool deep = random_int(&r->random, 8) == 0;
    for (int i = 0; i < 100; i++) {
        const sm_capsule *w = &r->list[random_int(&r->random, r->wall_count)].shape;
        float along = random_int(&r->random, 2) ? 0 : random_float(&r->random, 0, 1);
        sm_vec2 at = sm_offset(w->a, sm_between(w->a, w->b), along);
        float far = random_int(&r->random, 3) ? 2 * r->mover_size : 2 * r->size;
        r->position = around(r, at, far * random_float(&r->random, 0, 1));
        if (is_in_room(r, r->position) && !is_on_wall(r, r->position) &&
            (deep || depth_at(r, 0, r->wall_count, r->position) <= 0))
            return true;
    }
    return false;
}

static bool make_room(closed_room *r, uint64_t seed) {
    *r = (closed_room){.random = random_seed(seed)};
    r->size = spread(r, 0.1f, 1000);
    if (random_int(&r->random, 4) == 0)
        r->middle = around(r, v(0, 0), r->size * spread(r, 0.1f, 1000));
    r->wall_count = r->count = 3 + random_int(&r->random, WALLS_MAX - 2);
    sm_vec2 corners[WALLS_MAX];
    float turn = random_float(&r->random, 0, 6.2831853f);
    for (int i = 0; i < r->count; i++) {
        float angle = turn + 6.2831853f * ((float)i + random_float(&r->random, -0.3f, 0.3f)) /
                                 (float)r->count;
        float far = r->size * random_float(&r->random, 0.2f, 1);
        corners[i] = v(r->middle.x + far * cosf(angle), r->middle.y + far * sinf(angle));
    }
    for (int i = 0; i < r->count; i++)
        r->list[i] = wall(corners[i], corners[(i + 1) % r->count]);
    make_mover(r);
    if (!find_start(r))
        return false;
    add_others(r);
    return true;
}

/* ---- Moves -------------------------------------------------------------------------------- */

/* The loop, counted; or all obstacles, whatever is asked for, the last one first. */
typedef struct counted_source {
    const closed_room *room;
    bool shows_all;
    long asked;
} counted_source;

static void gather_counted(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                           void *visit_context) {
    counted_source *source = *(counted_source *const *)context;
    const closed_room *r = source->room;
    source->asked++;
    const sm_obstacle_array array = {r->list, r->count};
    const sm_obstacles loop = sm_obstacles_of_list(&array);
    if (!source->shows_all)
        loop.gather(loop.context, min, max, visit, visit_context);
    for (int i = source->shows_all ? r->count - 1 : -1; i >= 0; i--) {
        sm_obstacle o = r->list[i];
        o.number = i;
        visit(visit_context, &o);
    }
}

static bool count_look(void *context, int obstacle, uint64_t user) {
    (void)obstacle, (void)user;
    ++*(long *)context;
    return true;
}

typedef struct tally {
    long rooms, moves, crushed, most_looks;
    long outside, deep, differ, too_many; /* what must not be */
} tally;

/* Counts how often an obstacle is looked at. */
static sm_result move_among(sm_obstacles obstacles, const closed_room *r, sm_vec2 delta,
                            sm_trace *trace, long *looks) {
    const sm_filter filter = {.accept = count_look, .context = looks};
    const sm_options options = {.resolver = SM_SWEEP, .filter = &filter, .trace = trace};
    *looks = 0;
    return sm_slide_move(r->position, delta, r->mover, obstacles, &options);
}

static sm_result move_by_loop(const closed_room *r, sm_vec2 delta, bool backwards, sm_trace *trace,
                              long *looks, long *asked) {
    counted_source source = {r, backwards, 0}, *context = &source;
    sm_result moved = move_among((sm_obstacles){.gather = gather_counted, .context = &context}, r,
                                 delta, trace, looks);
    *asked = source.asked;
    return moved;
}

static sm_result move_in_world(const closed_room *r, sm_vec2 delta, long *looks) {
    sm_world *world = sm_world_create(NULL, 0, NULL);
    for (int i = 0; i < r->count; i++)
        sm_world_add(world, &r->list[i]);
    sm_result moved = move_among(sm_obstacles_of_world(world), r, delta, NULL, looks);
    sm_world_destroy(world);
    return moved;
}

/* Touching, as slidemove.h has it, judged with another measure of the mover. */
static double touching_at(const closed_room *r, sm_vec2 at) {
    double largest = fmax(fabs((double)at.x), fabs((double)at.y)) + (double)r->mover_size;
    return 8 * (double)FLT_EPSILON * largest + 2e-5 * r->thickness;
}

static void make_move(closed_room *r, tally *t, uint64_t seed) {
    sm_vec2 delta = around(r, v(0, 0), (float)r->thickness * spread(r, 0.01f, 1e4f));
    long asked, loop_looks, world_looks, ignored;
    sm_result moved = move_by_loop(r, delta, false, NULL, &loop_looks, &asked);
    sm_result in_world = move_in_world(r, delta, &world_looks), backwards = moved;
    sm_trace trace = {.reach = r->mover_size};
    if (random_int(&r->random, 4) == 0)
        backwards = move_by_loop(r, delta, true, &trace, &ignored, &ignored);
    bool outside = !is_in_room(r, moved.position);
    bool deep = moved.status != SM_CRUSHED &&
                depth_at(r, 0, r->count, moved.position) > touching_at(r, moved.position);
    bool differ = memcmp(&moved, &in_world, sizeof moved) != 0 ||
                  memcmp(&moved, &backwards, sizeof moved) != 0;
    bool too_many = asked > SM_SWEEP_LOOKS || world_looks > loop_looks;
    t->moves++;
    t->crushed += moved.status == SM_CRUSHED;
    t->most_looks = asked > t->most_looks ? asked : t->most_looks;
    t->outside += outside;
    t->deep += deep;
    t->differ += differ;
    t->too_many += too_many;
    if (outside || deep || differ || too_many)
        printf("room %" PRIu64 ": from (%.9g, %.9g) to (%.9g, %.9g), status %d:%s%s%s%s\n", seed,
               (double)r->position.x, (double)r->position.y, (double)moved.position.x,
               (double)moved.position.y, (int)moved.status, outside ? " outside" : "",
               deep ? " deep" : "", differ ? " other bits" : "", too_many ? " too many looks" : "");
    r->position = moved.position;
    r->is_left = outside;
}

/* What moves goes on, or back. */
static void let_next_tick_begin(closed_room *r) {
    for (int i = 0; i < r->count; i++) {
        sm_obstacle *o = &r->list[i];
        sm_capsule now = o->shape;
        if (!o->moves)
            continue;
        bool goes_on = random_int(&r->random, 2) == 0;
        o->shape = o->before;
        if (goes_on) {
            o->shape.a = sm_offset(now.a, sm_between(o->before.a, now.a), 1);
            o->shape.b = sm_offset(now.b, sm_between(o->before.b, now.b), 1);
        }
        o->before = now;
    }
}

TEST(no_move_leaves_a_closed_room_or_looks_too_often) {
    enum { ROOMS = 1000 };
    tally t = {0};
    long rooms = (long)(ROOMS * motion_effort(1));
    for (long i = 0; i < rooms; i++) {
        closed_room r;
        uint64_t seed = test_seed((uint64_t)i);
        if (!make_room(&r, seed))
            continue;
        t.rooms++;
        for (int k = 0; k < MOVES && !r.is_left; k++) {
            make_move(&r, &t, seed);
            let_next_tick_begin(&r);
        }
    }
    printf("%ld rooms, %ld moves, %ld crushed, at most %ld looks; %ld outside, %ld deep, %ld with "
           "other bits, %ld with too many looks\n",
           t.rooms, t.moves, t.crushed, t.most_looks, t.outside, t.deep, t.differ, t.too_many);
    assert_int_equal(t.outside + t.deep + t.differ + t.too_many, 0);
}

/* SM_SWEEP in random closed rooms: no move leaves one, whatever stands in it, crosses the mover at
 * the start or moves; what ends deeper than touching says that it is crushed; and the world gives
 * the bits of the loop with no more looks. SLIDEMOVE_EFFORT multiplies the rooms. */

#include "../../bench/motion.h"
#include "../random.h"
#include "../sweep.h"
#include "../test.h"

#include "../../src/slidemove/vec.h"

enum { WALLS_MAX = 12, OTHERS_MAX = 60, MOVES = 6, SCARED = 8 };

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
    float size = r->mover_size = r->size * spread(&(*r), 1e-4f, 0.4f);
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

/* Whether its middle, or all of a capsule's inner segment, is in the room. */
static bool is_in_room(const closed_room *r, sm_vec2 at) {
    vec a = vec_add(r->ends[0], vec_of(at)), b = vec_add(r->ends[1], vec_of(at));
    for (int i = 0; i < r->wall_count && !vec_equal(a, b); i++) {
        sm_capsule w = r->list[i].shape;
        if (sm_closest_of_segments(vec_round(a), vec_round(b), w.a, w.b).distance == 0)
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

/* Clear of the walls at least; one start in some is in them, but not by its middle. */
static bool find_start(closed_room *r) {
    bool deep = random_int(&r->random, 8) == 0;
    for (int i = 0; i < 100; i++) {
        const sm_capsule *w = &r->list[random_int(&r->random, r->wall_count)].shape;
        float along = random_int(&r->random, 2) ? 0 : random_float(&r->random, 0, 1);
        sm_vec2 at = sm_offset(w->a, sm_between(w->a, w->b), along);
        float far = random_int(&r->random, 3) ? 2 * r->mover_size : 2 * r->size;
        r->position = around(r, at, far * random_float(&r->random, 0, 1));
        if (is_in_room(r, r->position) && (deep || depth_at(r, 0, r->wall_count, r->position) <= 0))
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

static bool count_look(void *context, int obstacle, uint64_t user) {
    (void)obstacle, (void)user;
    ++*(long *)context;
    return true;
}

typedef struct tally {
    long rooms, moves, crushed, outside, deep, differ, more_looks, most_looks;
    float worst;
} tally;

static sm_result move_among(sm_obstacles obstacles, const closed_room *r, sm_vec2 delta,
                            long *looks) {
    const sm_filter filter = {.accept = count_look, .context = looks};
    const sm_options options = {.resolver = SM_SWEEP, .filter = &filter};
    *looks = 0;
    return sm_slide_move(r->position, delta, r->mover, obstacles, &options);
}

static void one_move(closed_room *r, tally *t, uint64_t seed) {
    sm_obstacle_array array = {r->list, r->count};
    sm_capsule shapes[WALLS_MAX + OTHERS_MAX];
    for (int i = 0; i < r->count; i++)
        shapes[i] = r->list[i].shape;
    sm_world *world = sm_world_create(shapes, r->count, NULL);
    for (int i = 0; i < r->count; i++)
        sm_world_put(world, i, &r->list[i]);
    sm_vec2 delta = around(r, v(0, 0), (float)r->thickness * spread(r, 0.01f, 1e4f));
    long loop_looks, world_looks;
    sm_result m = move_among(sm_obstacles_of_list(&array), r, delta, &loop_looks);
    sm_result w = move_among(sm_obstacles_of_world(world), r, delta, &world_looks);
    sm_world_destroy(world);
    t->moves++;
    t->crushed += m.status == SM_CRUSHED;
    double largest =
        fmax(fabs((double)m.position.x), fabs((double)m.position.y)) + (double)r->mover_size;
    double touching = 8 * (double)FLT_EPSILON * largest + 2e-5 * r->thickness;
    double depth = depth_at(r, 0, r->count, m.position);
    bool outside = !is_in_room(r, m.position), deep = m.status != SM_CRUSHED && depth > touching;
    bool differ = memcmp(&m, &w, sizeof m) != 0, more = world_looks > loop_looks;
    t->outside += outside;
    t->deep += deep;
    t->differ += differ;
    t->more_looks += more;
    if (loop_looks / r->count > t->most_looks)
        t->most_looks = loop_looks / r->count;
    if (outside || deep || differ || more)
        printf("seed %llu move %ld: %s%s%s%s mover %d corners r %g size %g room %g; depth %g of "
               "%g, status %d from %.9g,%.9g to %.9g,%.9g looks %ld %ld startdepth %g\n",
               (unsigned long long)seed, t->moves, outside ? "OUTSIDE " : "", deep ? "DEEP " : "",
               differ ? "DIFFER " : "", more ? "MORE" : "", r->mover.count, (double)r->mover.radius,
               (double)r->mover_size, (double)r->size, depth, r->thickness, (int)m.status,
               (double)r->position.x, (double)r->position.y, (double)m.position.x,
               (double)m.position.y, loop_looks, world_looks,
               depth_at(r, 0, r->wall_count, r->position));
    if (outside)
        r->count = 0;
    r->position = m.position;
}

/* What moves goes on, or back. */
static void next_tick(closed_room *r) {
    for (int i = 0; i < r->count; i++) {
        sm_obstacle *o = &r->list[i];
        if (!o->moves)
            continue;
        sm_capsule now = o->shape;
        if (random_int(&r->random, 2)) {
            o->shape = o->before;
        } else {
            o->shape.a = sm_offset(now.a, sm_between(o->before.a, now.a), 1);
            o->shape.b = sm_offset(now.b, sm_between(o->before.b, now.b), 1);
        }
        o->before = now;
    }
}

TEST(no_move_leaves_a_closed_room) {
    tally t = {0};
    long rooms = (long)(2000 * motion_effort(1));
    uint64_t base = getenv("SEED") ? strtoull(getenv("SEED"), 0, 10) : 0;
    for (long i = 0; i < rooms; i++) {
        closed_room r;
        uint64_t seed = base + (uint64_t)i;
        if (!make_room(&r, seed))
            continue;
        t.rooms++;
        for (int k = 0; k < MOVES && r.count > 0; k++) {
            one_move(&r, &t, seed);
            next_tick(&r);
        }
    }
    printf("%ld rooms, %ld moves, %ld crushed, %ld outside, %ld deep, %ld differ, %ld more looks, "
           "at most %ld a move\n",
           t.rooms, t.moves, t.crushed, t.outside, t.deep, t.differ, t.more_looks, t.most_looks);
    assert_int_equal(t.outside + t.deep + t.differ, 0);
}

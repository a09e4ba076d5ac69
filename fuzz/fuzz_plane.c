/* Any capsules as walls, some of which move or are one-way, any hull as the mover, any moves: a
 * world gives the bits of the plain loop, nothing that is not finite comes out, nothing is read or
 * written elsewhere, and a sweep looks at the obstacles no more often than it says. */
#include "fuzz.h"

#include "../src/slidemove/slidemove.h"

enum { WALLS_MAX = 24, MOVES_MAX = 16 };

static sm_vec2 any_vec(fuzz_bytes *b) {
    float x = fuzz_float(b);
    return (sm_vec2){x, fuzz_float(b)};
}

static sm_hull any_mover(fuzz_bytes *b) {
    sm_vec2 points[SM_HULL_VERTICES];
    int count = 1 + (int)(fuzz_byte(b) % SM_HULL_VERTICES);
    for (int i = 0; i < count; i++)
        points[i] = any_vec(b);
    sm_hull hull = {.count = 1, .radius = 0.5f};
    float radius = fuzz_float(b);
    sm_hull_of_points(points, count, fabsf(radius), &hull);
    if (b->any_floats) /* below 0, too, as a game may set it */
        hull.radius = radius;
    return hull;
}

/* Half are segments; an eighth moves, an eighth is one-way. */
static sm_obstacle any_obstacle(fuzz_bytes *b, int number) {
    unsigned kind = fuzz_byte(b);
    sm_obstacle o = {.shape = {any_vec(b), any_vec(b), 0}, .number = number};
    if (kind % 2 == 0)
        o.shape.radius = fuzz_float(b);
    o.before = o.shape;
    o.moves = kind / 2 % 8 == 0;
    o.oneway = kind / 16 % 8 == 0;
    if (o.moves) {
        o.before.a = any_vec(b);
        o.before.b = any_vec(b);
    }
    return o;
}

/* The plain loop, which counts its looks. */
typedef struct counted_list {
    sm_obstacle obstacles[WALLS_MAX];
    int count;
    int *looks;
} counted_list;

static void show_all(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                     void *visit_context) {
    const counted_list *list = context;
    (void)min, (void)max;
    ++*list->looks;
    for (int i = 0; i < list->count; i++)
        visit(visit_context, &list->obstacles[i]);
}

static void require_same_move(sm_result a, sm_result b) {
    require(fuzz_same(a.position.x, b.position.x) && fuzz_same(a.position.y, b.position.y));
    require(fuzz_same(a.normal.x, b.normal.x) && fuzz_same(a.normal.y, b.normal.y));
    require(fuzz_same(a.depth, b.depth) && a.pushes == b.pushes && a.status == b.status);
}

static sm_vec2 one_move(fuzz_bytes *b, sm_vec2 position, sm_hull mover, const counted_list *list,
                        sm_obstacles world) {
    sm_obstacles loop = {.gather = show_all, .context = list};
    sm_options options = {.resolver = (sm_resolver)(fuzz_byte(b) % SM_RESOLVER_COUNT),
                          .max_pushes = (int)(fuzz_byte(b) % 8)};
    sm_vec2 delta = any_vec(b);
    sm_result moved = sm_slide_move(position, delta, mover, world, &options);
    require(moved.depth >= 0); /* infinite where two radii add up to more than floats hold */
    require(!(isfinite(position.x) && isfinite(position.y)) ||
            (isfinite(moved.position.x) && isfinite(moved.position.y)));
    *list->looks = 0;
    sm_result plain = sm_slide_move(position, delta, mover, loop, &options);
    require(options.resolver != SM_SWEEP || *list->looks <= SM_SWEEP_LOOKS);
    if (!b->any_floats) /* beyond, slidemove.h says up to where */
        require_same_move(plain, moved);
    return moved.position;
}

static void require_same_queries(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles loop,
                                 sm_obstacles world) {
    sm_collision a = sm_find_deepest(position, delta, mover, loop, NULL);
    sm_collision b = sm_find_deepest(position, delta, mover, world, NULL);
    require(a.obstacle == b.obstacle && fuzz_same(a.depth, b.depth));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_bytes b = {data, size, false};
    unsigned kind = fuzz_byte(&b);
    b.any_floats = kind % 4 == 0;
    int looks;
    counted_list list = {.count = (int)(fuzz_byte(&b) % (WALLS_MAX + 1)), .looks = &looks};
    sm_hull mover = any_mover(&b);
    sm_capsule walls[WALLS_MAX];
    for (int i = 0; i < list.count; i++) {
        list.obstacles[i] = any_obstacle(&b, i);
        walls[i] = list.obstacles[i].shape;
    }
    sm_world *world = sm_world_create(walls, list.count, NULL);
    require(world != NULL);
    for (int i = 0; i < list.count; i++)
        require(sm_world_set(world, i, &list.obstacles[i]) == SM_CHANGED);
    sm_obstacles loop = {.gather = show_all, .context = &list};
    sm_obstacles indexed = sm_obstacles_of_world(world);
    sm_vec2 position = any_vec(&b);
    for (int i = 0; i < MOVES_MAX && b.left > 0; i++) {
        sm_vec2 before = position;
        position = one_move(&b, position, mover, &list, indexed);
        sm_vec2 way = {position.x - before.x, position.y - before.y};
        if (!b.any_floats)
            require_same_queries(position, way, mover, loop, indexed);
    }
    sm_world_destroy(world);
    return 0;
}

/* A character, in 2D and 3D: every row of its table, walks in random levels, and what a game asks
 * of it. SLIDEMOVE_EFFORT multiplies the random levels: 1 is 1,000 of them in 2D and 100 in 3D,
 * walked for 10,000 ticks each. */
#include "../../bench/motion_character.h"
#include "../../bench/motion_table.h"
#include "../../src/slidemove/slidemove_character.h"
#include "../../src/slidemove/vec.h"
#include "../random.h"
#include "../test.h"

/* ---- The table ----------------------------------------------------------------------------- */

TEST(every_row_of_the_table_is_within_its_bound_for_every_body) {
    int beyond = 0;
    for (int i = 0; i < character_row_count; i++) {
        const character_row *row = &character_rows[i];
        for (int body = 0; body < WALKER_BODIES; body++) {
            double worst = character_row_worst(row, (walker_body)body, false);
            if (isnan(worst) || worst <= row->bound)
                continue;
            printf("%s, %s: ", row->place, walker_names[body]);
            beyond += !motion_table_check("", row->figure, row->bound, worst);
        }
    }
    assert_int_equal(beyond, 0);
}

/* The table can tell: the usual controller fails where controllers fail. */
TEST(a_plain_controller_is_not_within_the_bounds) {
    int beyond = 0;
    for (int i = 0; i < character_row_count; i++)
        beyond += !(character_row_worst(&character_rows[i], WALKER_CAPSULE, true) <=
                    character_rows[i].bound);
    assert_true(beyond > 10);
}

/* ---- Random levels ------------------------------------------------------------------------- */

enum { WALLS = 40, MOVERS = 3, TICKS = 10000 };

static const float room_x = 12, room_y = 8; /* half of the room */
static const float tick_seconds = 1.f / 60;

typedef struct intent {
    sm3_vec walk;
    bool jump;
} intent;

/* Wants something else now and then. */
static intent wants(uint64_t *random, intent last, bool in_space) {
    if (random_int(random, 25) == 0) {
        last.walk = (sm3_vec){random_float(random, -6, 6), 0, 0};
        last.walk.z = in_space ? random_float(random, -6, 6) : 0;
    }
    if (random_int(random, 200) == 0)
        last.walk = (sm3_vec){0, 0, 0};
    last.jump = random_int(random, 40) == 0;
    return last;
}

static bool has_contact(const sm_character *c, sm_surface surface) {
    for (int i = 0; i < c->contact_count; i++) {
        if (c->contacts[i].surface == surface)
            return true;
    }
    return false;
}

/* What the state says of itself fits together. */
static void assert_consistent(const sm_character *c) {
    assert_true(sm3_is_finite(c->position) && sm3_is_finite(c->momentum));
    assert_true(sm3_is_finite(c->velocity) && sm3_is_finite(c->carried));
    assert_true(c->sweeps >= 1 && c->sweeps <= 2);
    assert_int_equal(c->on_floor, c->floor.obstacle != SM_NO_OBSTACLE);
    assert_int_equal(c->on_wall, c->wall.obstacle != SM_NO_OBSTACLE);
    assert_int_equal(c->on_ceiling, c->ceiling.obstacle != SM_NO_OBSTACLE);
    if (c->contact_count == SM_CHARACTER_CONTACTS)
        return;
    assert_int_equal(c->on_wall, has_contact(c, SM_WALL));
    assert_int_equal(c->on_ceiling, has_contact(c, SM_CEILING));
    assert_true(!c->on_floor || c->contact_count > 0);
    for (int i = 0; i < c->contact_count; i++)
        assert_true(c->crushed || c->contacts[i].depth < 1e-4f);
}

typedef struct level2 {
    sm_obstacle obstacles[WALLS + MOVERS];
    sm_vec2 centres[MOVERS];
    float rates[MOVERS];
    sm_world *walls;
} level2;

static level2 make_level2(uint64_t seed) {
    uint64_t random = random_seed(seed);
    level2 l = {.walls = NULL};
    sm_vec2 corners[4] = {
        {-room_x, -room_y}, {room_x, -room_y}, {room_x, room_y}, {-room_x, room_y}};
    sm_capsule walls[WALLS];
    for (int i = 0; i < WALLS; i++) {
        sm_vec2 a = {random_float(&random, -room_x, room_x),
                     random_float(&random, -room_y, room_y)};
        sm_vec2 b = {a.x + random_float(&random, -3, 3), a.y + random_float(&random, -1, 1)};
        walls[i] = i < 4 ? sm_segment(corners[i], corners[(i + 1) % 4]) : sm_segment(a, b);
        l.obstacles[i] = (sm_obstacle){.shape = walls[i], .number = i, .user = (uint64_t)i + 100};
    }
    for (int i = 0; i < MOVERS; i++) {
        l.centres[i] = (sm_vec2){random_float(&random, -8, 8), random_float(&random, -5, 5)};
        l.rates[i] = random_float(&random, 0.3f, 2);
    }
    l.walls = sm_world_create(walls, WALLS, NULL);
    return l;
}

/* One goes to and fro, one up and down, one turns. */
static void move_level2(level2 *l, int tick) {
    for (int i = 0; i < MOVERS; i++) {
        sm_obstacle *o = &l->obstacles[WALLS + i];
        double angle = (double)tick * (double)(tick_seconds * l->rates[i]);
        float along = 2 * (float)sin(angle);
        sm_vec2 at = l->centres[i], half = {1.5f, 0};
        if (i == 0)
            at.x += along;
        else if (i == 1)
            at.y += along;
        else
            half = (sm_vec2){1.5f * (float)cos(angle), 1.5f * (float)sin(angle)};
        sm_capsule now = {{at.x - half.x, at.y - half.y}, {at.x + half.x, at.y + half.y}, 0.1f};
        *o = (sm_obstacle){.shape = now, .before = tick > 0 ? o->shape : now, .number = WALLS + i};
        o->moves = true;
    }
}

static sm_hull hull_of_seed(uint64_t seed) {
    sm_hull box = sm_hull_of_box(0.6f, 1);
    for (int i = 0; i < box.count; i++)
        box.vertices[i].y += 0.5f;
    return seed % 3 == 0   ? sm_hull_of_capsule(sm_circle((sm_vec2){0, 0.5f}, 0.5f))
           : seed % 3 == 1 ? sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.7f}, 0.3f})
                           : box;
}

/* Walks a level, and returns the end. `crossings` counts ticks in which the middle went through a
 * wall. */
static sm_character walk_level2(uint64_t seed, int ticks, int *crossings) {
    level2 l = make_level2(seed);
    uint64_t random = random_seed(seed + 1);
    sm_hull shape = hull_of_seed(seed);
    sm_character c = {.position = {0, 0, 0}};
    intent want = {{0, 0, 0}, false};
    for (int tick = 0; tick < ticks; tick++) {
        move_level2(&l, tick);
        sm_obstacle_array list = {l.obstacles, WALLS + MOVERS};
        want = wants(&random, want, false);
        sm_vec2 from = {c.position.x, c.position.y + 0.5f};
        sm_character_move(&c, NULL, shape, sm_obstacles_of_list(&list), sm3_flat(want.walk),
                          want.jump, tick_seconds);
        sm_vec2 to = {c.position.x, c.position.y + 0.5f};
        bool starts = tick == 0; /* maybe inside a wall */
        *crossings += !starts && sm_world_raycast(l.walls, from, sm_between(from, to)).hit;
        assert_consistent(&c);
        assert_true(fabsf(to.x) < room_x && fabsf(to.y) < room_y);
        assert_true(!c.on_floor || c.floor.obstacle >= WALLS ||
                    c.floor.user == (uint64_t)c.floor.obstacle + 100);
    }
    sm_world_destroy(l.walls);
    return c;
}

TEST(it_walks_random_levels_in_2d_and_never_through_a_wall) {
    int levels = (int)ceil(1000 * motion_effort(0.02)), crossings = 0, ignored = 0;
    for (int i = 0; i < levels; i++) {
        sm_character first = walk_level2((uint64_t)i, TICKS, &crossings);
        if (i % 8 > 0)
            continue;
        sm_character again = walk_level2((uint64_t)i, TICKS, &ignored);
        assert_memory_equal(&first, &again, sizeof first);
    }
    printf("%d levels, %d crossings\n", levels, crossings);
    assert_int_equal(crossings, 0);
}

enum { FACES = 72 };

static sm3_world *make_level3(uint64_t seed) {
    static const int sides[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    uint64_t random = random_seed(seed);
    sm3_triangle faces[FACES];
    sm3_vec corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] =
            (sm3_vec){i & 1 ? room_x : -room_x, i & 2 ? room_y : -room_y, i & 4 ? room_x : -room_x};
    for (int i = 0; i < 6; i++) {
        const int *q = sides[i];
        faces[2 * i] = sm3_face(corners[q[0]], corners[q[1]], corners[q[2]]);
        faces[2 * i + 1] = sm3_face(corners[q[0]], corners[q[2]], corners[q[3]]);
    }
    for (int i = 12; i < FACES; i++) {
        sm3_vec p[3];
        sm3_vec at = {random_float(&random, -room_x, room_x), random_float(&random, -room_y, 0),
                      random_float(&random, -room_x, room_x)};
        for (int k = 0; k < 3; k++)
            p[k] = sm3_offset(at,
                              (sm3_vec){random_float(&random, -4, 4),
                                        random_float(&random, -1.5f, 1.5f),
                                        random_float(&random, -4, 4)},
                              1);
        faces[i] = sm3_face(p[0], p[1], p[2]);
    }
    return sm3_world_create(faces, FACES);
}

static sm_character walk_level3(uint64_t seed, int ticks, int *crossings) {
    sm3_world *world = make_level3(seed);
    sm3_obstacles obstacles = sm3_obstacles_of_world(world);
    uint64_t random = random_seed(seed + 1);
    sm3_capsule shape = {{0, 0.4f, 0}, {0, seed % 2 == 0 ? 0.4f : 1, 0}, 0.4f};
    sm_character c = {.position = {0, 3, 0}};
    intent want = {{0, 0, 0}, false};
    for (int tick = 0; tick < ticks; tick++) {
        want = wants(&random, want, true);
        sm3_vec up = {0, 0.4f, 0}, from = sm3_offset(c.position, up, 1);
        sm3_character_move(&c, NULL, shape, obstacles, want.walk, want.jump, tick_seconds);
        sm3_vec to = sm3_offset(c.position, up, 1);
        *crossings += tick > 0 && sm3_raycast(from, sm3_between(from, to), obstacles).hit;
        assert_consistent(&c);
        assert_true(fabsf(to.x) < room_x && fabsf(to.y) < room_y && fabsf(to.z) < room_x);
    }
    sm3_world_destroy(world);
    return c;
}

TEST(it_walks_random_levels_in_3d_and_never_through_a_wall) {
    int levels = (int)ceil(100 * motion_effort(0.02)), crossings = 0, ignored = 0;
    for (int i = 0; i < levels; i++) {
        sm_character first = walk_level3((uint64_t)i, TICKS, &crossings);
        if (i % 8 > 0)
            continue;
        sm_character again = walk_level3((uint64_t)i, TICKS, &ignored);
        assert_memory_equal(&first, &again, sizeof first);
    }
    printf("%d levels, %d crossings\n", levels, crossings);
    assert_int_equal(crossings, 0);
}

/* ---- Plain data ---------------------------------------------------------------------------- */

TEST(the_state_is_plain_data_without_gaps) {
    sm_character c;
    size_t vectors = 4 * sizeof(sm3_vec), contact = sizeof(sm_character_contact);
    assert_int_equal(contact, 2 * sizeof(sm3_vec) + 3 * sizeof(float) + sizeof(sm_surface) + 8);
    assert_int_equal(sizeof c, vectors + sizeof c.turned + 4 * sizeof(bool) +
                                   (3 + SM_CHARACTER_CONTACTS) * contact + 2 * sizeof(int));
}

/* ---- On its feet --------------------------------------------------------------------------- */

TEST(it_falls_lands_walks_and_jumps_as_high_as_it_should) {
    sm_obstacle ground = {.shape = {{-50, 0}, {50, 0}, 0}, .user = 7};
    sm_obstacle_array list = {&ground, 1};
    sm_obstacles obstacles = sm_obstacles_of_list(&list);
    sm_hull shape = sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f});
    sm_character c = {.position = {0, 1, 0}};
    for (int tick = 0; tick < 60; tick++)
        sm_character_move(&c, NULL, shape, obstacles, (sm_vec2){4, 0}, false, 1.f / 60);
    assert_true(c.on_floor && c.floor.obstacle == 0 && c.floor.user == 7);
    assert_float_equal(c.position.x, 4, 1e-5f);
    float highest = 0;
    for (int tick = 0; tick < 60; tick++) {
        sm_character_move(&c, NULL, shape, obstacles, (sm_vec2){4, 0}, tick == 0, 1.f / 60);
        assert_true(tick >= 50 || !c.on_floor);
        highest = fmaxf(highest, c.position.y);
    }
    assert_true(c.on_floor);
    assert_float_equal(c.position.x, 8, 1e-5f);
    assert_float_equal(highest, 9 * 9 / (2 * 20.f), 1e-4f);
}

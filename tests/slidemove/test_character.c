/* A character, in 2D and 3D: walks in random levels, and what a game asks of it. SLIDEMOVE_EFFORT
 * multiplies the random levels: 1 is 1,000 of them each in 2D and 3D, walked for 10,000 ticks each.
 */
#include "../../src/slidemove/slidemove_character.h"
#include "../../src/slidemove/vec.h"
#include "../motion.h"
#include "../space.h"
#include "../test.h"
#include "../worlds.h"

/* ---- Random levels ------------------------------------------------------------------------- */

enum { TICKS = 10000, SIDES = 12, WALLS = 40, PLATFORMS = 3, ALL = WALLS + 2 * PLATFORMS };

static const float tick_seconds = 1.f / 60;
static const sm3_vec middle = {0, 0.4f, 0}; /* of the lower end of all shapes */

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
    assert_true(c->sweeps >= 1);
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

/* In 2D the first side of each face. */
typedef struct level {
    bool in_space;
    sm3_vec room; /* half of it */
    any_list list;
    any_world walls, all; /* without the platforms, and with them */
    sm3_vec centres[PLATFORMS];
    float rates[PLATFORMS];
} level;

/* The six sides of a box, two faces each. */
static sm3_triangle side_of_room(sm3_vec room, int number) {
    static const int sides[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    sm3_vec corners[4];
    for (int i = 0; i < 4; i++) {
        int bits = sides[number / 2][i];
        corners[i] = v(bits & 1 ? room.x : -room.x, bits & 2 ? room.y : -room.y,
                       bits & 4 ? room.z : -room.z);
    }
    return number % 2 == 0 ? sm3_face(corners[0], corners[1], corners[2])
                           : sm3_face(corners[2], corners[3], corners[0]);
}

/* One goes to and fro, one up and down, one turns: in space it leans, too. */
static sm3_triangle half_of_platform(const level *l, int number, int tick) {
    int i = number / 2;
    double angle = (double)tick * (double)(tick_seconds * l->rates[i]);
    float along = 2 * (float)sin(angle), turned = i == 2 ? (float)angle : 0;
    float x = 2 * cosf(turned), z = 2 * sinf(turned), lean = i == 2 ? 0.15f * along : 0;
    if (!l->in_space && i == 2)
        lean = z;
    sm3_vec at = l->centres[i];
    at.x += i == 0 ? along : 0;
    at.y += i == 1 ? along : 0;
    sm3_vec first = v(at.x + x, at.y + lean, at.z + z), last = v(at.x - x, at.y - lean, at.z - z);
    sm3_vec aside = number % 2 ? v(at.x - z, at.y, at.z + x) : v(at.x + z, at.y, at.z - x);
    sm3_triangle face = sm3_face(first, last, aside);
    face.radius = i == 1 ? 0 : 0.1f;
    return face;
}

static void make_level(level *l, bool in_space, uint64_t seed) {
    uint64_t random = random_seed(seed);
    *l = (level){.in_space = in_space, .room = in_space ? v(5, 5, 5) : v(12, 8, 5)};
    list_begin(&l->list, in_space, ALL);
    for (int i = 0; i < PLATFORMS; i++) {
        sm3_vec at = random_vec(&random, 0.6f);
        l->centres[i] = v(at.x * l->room.x, at.y * l->room.y, at.z * l->room.z);
        l->rates[i] = random_float(&random, 0.3f, 2);
    }
    for (int i = 0; i < ALL; i++) {
        sm3_vec at = random_vec(&random, 1), p[3];
        at = v(at.x * l->room.x, at.y * l->room.y, at.z * l->room.z);
        for (int k = 0; k < 3; k++) {
            sm3_vec off = random_vec(&random, 2);
            p[k] = v(at.x + off.x, at.y + off.y / 2, at.z + off.z);
        }
        sm3_obstacle o = {.user = (uint64_t)i + 100, .number = i};
        o.shape = i < SIDES   ? side_of_room(l->room, i)
                  : i < WALLS ? sm3_face(p[0], p[1], p[2])
                              : half_of_platform(l, i - WALLS, 0);
        list_put(&l->list, i, &o);
    }
    l->walls = world_create(&l->list, WALLS, NULL);
    l->all = world_create(&l->list, ALL, NULL);
    for (int i = 0; i < ALL; i++)
        assert_int_equal(world_put(l->all, i, &l->list.space[i]), SM_CHANGED);
}

static bool is_hit(const level *l, sm3_vec from, sm3_vec to) {
    sm3_vec way = sm3_between(from, to);
    met walls = world_met(l->walls);
    return l->in_space ? sm3_raycast(from, way, walls.space, NULL).hit
                       : sm_raycast(sm3_to2(from), sm3_to2(way), walls.flat, NULL).hit;
}

/* Whether the middle of the lower ball goes through a wall on its way: on all that was recorded of
 * its move, since who is crushed is pushed round the edges of walls, and to where that ended. */
static bool goes_through(const level *l, sm3_vec from, sm3_vec to, const sm_trace *trace) {
    if (!is_hit(l, from, to))
        return false;
    for (int i = 0; i <= trace->iteration_count; i++) {
        sm3_vec next = to;
        if (i < trace->iteration_count)
            next = sm3_offset(trace->iterations[i].after, middle, 1);
        if (is_hit(l, from, next))
            return true;
        from = next;
    }
    return false;
}

/* Balls, capsules, boxes, and boxes without height. */
static sm3_mover shape_of_seed(uint64_t seed) {
    const sm3_vec side = {0.3f, 0, 0}, up = {0, 0.5f, 0}, front = {0, 0, 0.3f};
    if (seed % 6 == 0)
        return sm3_box(middle, side, v(0, 0, 0), front, seed % 4 == 0 ? 0.05f : 0.3f);
    if (seed % 3 == 0)
        return sm3_box(v(0, 0.6f, 0), side, up, front, 0.1f);
    return (sm3_mover){.a = middle, .b = {0, seed % 2 == 0 ? 0.4f : 1, 0}, .radius = 0.4f};
}

/* Walks a level, and returns the end. `crossings` counts ticks in which it went through a wall. */
static sm_character walk_level(bool in_space, uint64_t seed, int *crossings) {
    level l;
    make_level(&l, in_space, seed);
    met obstacles = world_met(l.all);
    uint64_t random = random_seed(seed + 1);
    sm3_mover shape = shape_of_seed(seed);
    sm_hull hull = hull_of(&shape);
    sm_character c = {.position = {0, 3, 0}};
    intent want = {{0, 0, 0}, false};
    sm3_collision candidates[64];
    sm_trace trace = {.candidates = candidates, .capacity = 64};
    sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    sm_character_settings settings = {.options = &options};
    for (int tick = 0; tick < TICKS; tick++) {
        for (int i = WALLS; i < ALL; i++) {
            sm3_triangle to = half_of_platform(&l, i - WALLS, tick);
            world_move(l.all, i, &to);
        }
        want = wants(&random, want, in_space);
        sm3_vec from = sm3_offset(c.position, middle, 1);
        if (in_space)
            sm3_character_move(&c, &settings, shape, obstacles.space, want.walk, want.jump,
                               tick_seconds);
        else
            sm_character_move(&c, &settings, hull, obstacles.flat, sm3_to2(want.walk), want.jump,
                              tick_seconds);
        sm3_vec to = sm3_offset(c.position, middle, 1);
        *crossings +=
            tick > 0 && goes_through(&l, from, to, &trace); /* first maybe inside a wall */
        assert_consistent(&c);
        assert_true(fabsf(to.x) < l.room.x && fabsf(to.y) < l.room.y && fabsf(to.z) < l.room.z);
        assert_true(!c.on_floor || c.floor.user == (uint64_t)c.floor.obstacle + 100);
    }
    world_destroy(l.walls);
    world_destroy(l.all);
    list_end(&l.list);
    return c;
}

/* As many levels as the environment asks for, every eighth of them twice. */
static void walk_levels(bool in_space, double usual_effort) {
    int levels = (int)ceil(1000 * motion_effort(usual_effort)), crossings = 0, ignored = 0;
    for (int i = 0; i < levels; i++) {
        sm_character first = walk_level(in_space, (uint64_t)i, &crossings);
        if (i % 8 > 0)
            continue;
        sm_character again = walk_level(in_space, (uint64_t)i, &ignored);
        assert_memory_equal(&first, &again, sizeof first);
    }
    printf("%d levels, %d crossings\n", levels, crossings);
    assert_int_equal(crossings, 0);
}

TEST(it_walks_random_levels_in_2d_and_never_through_a_wall) {
    walk_levels(false, 0.02);
}

TEST(it_walks_random_levels_in_3d_and_never_through_a_wall) {
    walk_levels(true, 0.01);
}

/* ---- Plain data ---------------------------------------------------------------------------- */

TEST(the_state_is_plain_data_without_gaps) {
    sm_character c;
    size_t vectors = 6 * sizeof(sm3_vec), contact = sizeof(sm_character_contact);
    assert_int_equal(contact, 2 * sizeof(sm3_vec) + 3 * sizeof(float) + sizeof(sm_surface) + 8);
    assert_int_equal(sizeof c, vectors + sizeof c.turned + 4 * sizeof(bool) +
                                   (3 + SM_CHARACTER_CONTACTS) * contact +
                                   SM_CHARACTER_BLOCKERS * sizeof(sm_character_blocker) +
                                   sizeof c.climbed + 5 * sizeof(int));
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

/* ---- What a game asks of it ---------------------------------------------------------------- */

static const sm_hull upright_capsule = {{{0, 0.3f}, {0, 0.9f}}, 2, 0.3f};

/* Ticks among up to 8 obstacles. */
static void go_on(sm_character *c, const sm_character_settings *settings, const sm_obstacle *list,
                  int count, sm_vec2 walk, int ticks) {
    sm_obstacle_array array = {list, count};
    for (int i = 0; i < ticks; i++)
        sm_character_move(c, settings, upright_capsule, sm_obstacles_of_list(&array), walk, false,
                          tick_seconds);
}

static sm_obstacle still_wall(float ax, float ay, float bx, float by) {
    return (sm_obstacle){.shape = {{ax, ay}, {bx, by}, 0}, .user = 7};
}

/* Rides a platform that moves by `velocity`, and returns the momentum after a jump in its 31st
 * tick, or when it has walked off its end by then. */
static sm3_vec momentum_after(sm_vec2 velocity, sm_leaving leaving, float walk) {
    sm_character_settings settings = {.leaving = leaving};
    sm_character c = {.position = {0, 0.3f, 0}};
    sm_obstacle platform = still_wall(-5, 0, walk > 0 ? 0.1f : 5, 0);
    platform.moves = true;
    for (int i = 0; i <= 30; i++) {
        platform.before = platform.shape;
        platform.shape.a = sm_offset(platform.shape.a, velocity, tick_seconds);
        platform.shape.b = sm_offset(platform.shape.b, velocity, tick_seconds);
        sm_obstacle_array array = {&platform, 1};
        sm_character_move(&c, &settings, sm_hull_of_box(0.6f, 0.6f), sm_obstacles_of_list(&array),
                          (sm_vec2){walk, 0}, walk == 0 && i == 30, tick_seconds);
        assert_true(walk > 0 || c.on_floor == (i < 30));
        if (walk == 0 && i == 20) {
            assert_float_equal(c.carried.x, velocity.x, 1e-4f);
            assert_float_equal(c.carried.y, velocity.y, 1e-4f);
        }
    }
    assert_false(c.on_floor);
    return c.momentum;
}

static sm3_vec momentum_after_jump(sm_vec2 velocity, sm_leaving leaving) {
    return momentum_after(velocity, leaving, 0);
}

TEST(a_platform_s_velocity_stays_as_the_settings_say) {
    float jumped = 9 - 20 * tick_seconds;
    sm_vec2 along = {3, 0}, upward = {0, 2}, down = {0, -2};
    assert_float_equal(momentum_after_jump(along, SM_LEAVE_ALL).x, 3, 1e-3f);
    assert_float_equal(momentum_after(along, SM_LEAVE_ALL, 4).x, 3, 1e-3f);
    assert_float_equal(momentum_after(along, SM_LEAVE_UP, 4).x, 0, 1e-3f);
    assert_float_equal(momentum_after_jump(along, SM_LEAVE_UP).x, 0, 1e-3f);
    assert_float_equal(momentum_after_jump(along, SM_LEAVE_NONE).x, 0, 1e-3f);
    assert_float_equal(momentum_after_jump(upward, SM_LEAVE_ALL).y, jumped + 2, 1e-3f);
    assert_float_equal(momentum_after_jump(upward, SM_LEAVE_UP).y, jumped + 2, 1e-3f);
    assert_float_equal(momentum_after_jump(upward, SM_LEAVE_NONE).y, jumped, 1e-3f);
    assert_float_equal(momentum_after_jump(down, SM_LEAVE_ALL).y, jumped - 2, 1e-3f);
    assert_float_equal(momentum_after_jump(down, SM_LEAVE_UP).y, jumped, 1e-3f);
}

TEST(it_tells_how_hard_it_presses_what) {
    sm_obstacle places[] = {still_wall(-9, 0, 9, 0), still_wall(2, 0, 2, 5)};
    sm_character c = {.position = {0, 0, 0}};
    go_on(&c, NULL, places, 2, (sm_vec2){4, 0}, 60);
    assert_true(c.on_floor && c.on_wall && c.wall.obstacle == 1 && c.wall.user == 7);
    assert_float_equal(c.wall.normal.x, -1, 1e-6f);
    assert_float_equal(c.wall.pressed, 4, 1e-4f);
    assert_int_equal(c.contact_count, 2);
    go_on(&c, NULL, places, 2, (sm_vec2){0, 0}, 1);
    assert_float_equal(c.wall.pressed, 0, 0);
}

TEST(it_stands_up_only_where_there_is_room) {
    sm_obstacle places[] = {still_wall(-9, 0, 9, 0), still_wall(1, 0.8f, 9, 0.8f)};
    sm_obstacle_array array = {places, 2};
    sm_obstacles obstacles = sm_obstacles_of_list(&array);
    sm_hull low = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0.3f}, 0.3f));
    sm_character c = {.position = {0, 0, 0}};
    for (int tick = 0; tick < 60; tick++) {
        bool is_free = c.position.x < 0.6f;
        assert_true(!is_free || sm_character_fits(&c, NULL, upright_capsule, obstacles));
        sm_character_move(&c, NULL, low, obstacles, (sm_vec2){2, 0}, false, tick_seconds);
    }
    assert_true(c.on_floor && c.position.x > 1.9f);
    assert_false(sm_character_fits(&c, NULL, upright_capsule, obstacles));
    assert_true(sm_character_fits(&c, NULL, low, obstacles));
}

/* A depth of 8 steps of a float there, and of 1e-4, is rounding. */
TEST(far_out_there_is_room_where_rounding_may_have_led) {
    sm_obstacle floor = still_wall(99000, 0, 101000, 0);
    sm_obstacle_array array = {&floor, 1};
    sm_obstacles obstacles = sm_obstacles_of_list(&array);
    sm_character c = {.position = {1e5f, 0, 0}};
    const double rounding = 8 * (double)FLT_EPSILON * 1e5 + 1e-4;
    sm_capsule in = sm_circle((sm_vec2){0, 0.5f - (float)rounding * 0.97f}, 0.5f), deeper = in;
    deeper.a.y = deeper.b.y = 0.5f - (float)rounding * 1.03f;
    assert_true(sm_character_fits(&c, NULL, sm_hull_of_capsule(in), obstacles));
    assert_false(sm_character_fits(&c, NULL, sm_hull_of_capsule(deeper), obstacles));
}

TEST(it_stops_on_a_slope_or_slips_down_it_as_gravity_pulls) {
    sm_obstacle slope = still_wall(-9, -5.196152f, 90, 51.96152f);
    sm_character stops = {.position = {40, 23.2f, 0}}, slips;
    go_on(&stops, NULL, &slope, 1, (sm_vec2){0, 0}, 60);
    assert_true(stops.on_floor);
    slips = stops;
    sm3_vec at = stops.position;
    go_on(&stops, NULL, &slope, 1, (sm_vec2){0, 0}, 600);
    assert_memory_equal(&stops.position, &at, sizeof at);
    sm_character_settings slippery = {.slips = true};
    go_on(&slips, &slippery, &slope, 1, (sm_vec2){0, 0}, 60);
    assert_true(slips.on_floor);
    assert_float_equal(sm3_length(sm3_between(at, slips.position)), 20 * 0.5f / 2, 2e-3f);
}

TEST(a_step_that_is_too_high_stops_it) {
    sm_obstacle places[] = {still_wall(-9, 0, 2, 0), still_wall(2, 0, 2, 0.4f),
                            still_wall(2, 0.4f, 9, 0.4f)};
    sm_character_settings settings = {.step_height = 0.41f};
    sm_character c = {.position = {0, 0, 0}}, climbs = c, none = c;
    go_on(&c, NULL, places, 3, (sm_vec2){4, 0}, 60);
    assert_true(c.on_floor && c.on_wall && c.position.y < 1e-4f && c.position.x < 2);
    go_on(&climbs, &settings, places, 3, (sm_vec2){4, 0}, 60);
    assert_float_equal(climbs.position.x, 4, 1e-3f);
    assert_float_equal(climbs.position.y, 0.4f, 1e-4f);
    settings.step_height = -1;
    go_on(&none, &settings, places, 3, (sm_vec2){4, 0}, 60);
    assert_true(none.position.x < 2);
    const sm_options pushed = {.resolver = SM_DEEPEST};
    settings = (sm_character_settings){.options = &pushed};
    places[1] = still_wall(2, 0, 2.2f, 5);
    go_on(&c, &settings, places, 2, (sm_vec2){4, 0}, 60);
    assert_true(c.on_floor && c.on_wall && c.position.x < 2);
}

/* Lifted by a step its round lower end is about as high as the box, and finds a hair's breadth of
 * room past the corner there. */
TEST(an_upright_edge_as_high_as_its_lifted_foot_lets_it_pass) {
    uint64_t random = random_seed(1);
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1, 0}, .radius = 0.4f};
    for (int i = 0; i < test_trials(300); i++) {
        float top = random_float(&random, 0.66f, 0.7f), from = random_float(&random, 0.2f, 1.37f),
              into = random_float(&random, 0.02f, 0.3f), heading = from - 1.5708f + into;
        const sm3_vec a = {0, 0, 0}, b = {0, top, 0}, c = {5, 0, 0}, d = {5, top, 0}, e = {0, 0, 5},
                      f = {0, top, 5}, g = {5, top, 5};
        const sm3_triangle faces[] = {
            sm3_face((sm3_vec){-90, 0, -90}, (sm3_vec){0, 0, 90}, (sm3_vec){90, 0, -90}),
            sm3_face(a, b, c),
            sm3_face(b, d, c),
            sm3_face(a, e, b),
            sm3_face(b, e, f),
            sm3_face(b, f, d),
            sm3_face(d, f, g)};
        sm3_triangle_array array = {faces, 7};
        sm_character hero = {.position = {-0.4005f * cosf(from), 0.001f, -0.4005f * sinf(from)}};
        const sm3_vec walk = {6 * cosf(heading), 0, 6 * sinf(heading)};
        for (int tick = 0; tick < 8; tick++) {
            sm3_character_move(&hero, NULL, shape, sm3_obstacles_of_array(&array), walk, false,
                               tick_seconds);
            assert_true(tick == 0 || sm3_length(hero.velocity) > 1.5f);
        }
    }
}

/* The way along the steps leads into the wall, and the way along the wall into the next step. */
TEST(it_climbs_stairs_while_it_walks_obliquely_into_the_wall_beside_them) {
    enum { STEPS = 6 };
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1, 0}, .radius = 0.4f};
    for (int k = 0; k < 32; k++) {
        const float rise = k & 1 ? 0.29f : 0.15f, run = k & 2 ? 0.3f : 0.6f,
                    angle = k & 4 ? 0.2f : 1.2f, speed = (k & 8 ? 6 : 2) / cosf(angle),
                    seconds = k & 16 ? 1 / 30.f : 1 / 120.f;
        sm3_triangle faces[2 * STEPS + 2] = {
            sm3_face((sm3_vec){-90, 0, -90}, (sm3_vec){-90, 0, 90}, (sm3_vec){90, 0, 0}),
            sm3_face((sm3_vec){-90, -9, 0}, (sm3_vec){90, -9, 0}, (sm3_vec){0, 90, 0})};
        for (int i = 0; i < STEPS; i++) {
            sm3_vec a = {(float)i * run, (float)(i + 1) * rise, -90}, b = {a.x, a.y, 90};
            faces[2 * i + 2] = sm3_face(a, b, (sm3_vec){a.x + 90, a.y, 0});
            faces[2 * i + 3] = sm3_face(a, b, (sm3_vec){a.x, a.y - 90, 0});
        }
        sm3_triangle_array array = {faces, 2 * STEPS + 2};
        sm_character c = {.position = {-1, 0.01f, -0.5f}};
        const sm3_vec walk = {speed * cosf(angle), 0, speed * sinf(angle)};
        const float path = 1 + STEPS * run;
        for (float t = 0; t < path / walk.x / 0.9f + 0.1f; t += seconds)
            sm3_character_move(&c, NULL, shape, sm3_obstacles_of_array(&array), walk, false,
                               seconds);
        assert_true(c.on_floor && c.position.x > path - 1);
        assert_float_equal(c.position.y, STEPS * rise, 1e-3f);
    }
}

/* A slab lies on the wall beside the stairs, and the wall stands out below it by a rounding: its
 * top is within a step, but there is no room on it. */
TEST(the_top_of_a_wall_under_a_flush_slab_is_no_step) {
    uint64_t random = random_seed(1);
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1.4f, 0}, .radius = 0.4f};
    for (int i = 0; i < test_trials(200); i++) {
        const float out = random_float(&random, 1e-4f, 5e-4f), stair_top = 0.25f, wall_top = 0.45f,
                    angle = random_float(&random, 0.1f, 3);
        const sm3_vec a = {-90, wall_top, -out}, b = {90, wall_top, -out}, c = {0, -90, -out},
                      d = {0, wall_top, 90};
        const sm3_triangle faces[] = {
            sm3_face((sm3_vec){-90, 0, -90}, (sm3_vec){-90, 0, 90}, (sm3_vec){90, 0, 0}),
            sm3_face((sm3_vec){0, stair_top, -90}, (sm3_vec){0, stair_top, 90},
                     (sm3_vec){90, stair_top, 0}),
            sm3_face((sm3_vec){0, stair_top, -90}, (sm3_vec){0, stair_top, 90},
                     (sm3_vec){0, -90, 0}),
            sm3_face(a, b, c),
            sm3_face(a, d, b),
            sm3_face((sm3_vec){-90, wall_top, 0}, (sm3_vec){90, wall_top, 0}, (sm3_vec){0, 90, 0})};
        sm3_triangle_array array = {faces, 6};
        sm_character hero = {.position = {random_float(&random, -0.6f, 0.3f), 0.3f, -0.41f}};
        const sm3_vec walk = {6 * cosf(angle), 0, 6 * sinf(angle)};
        for (int tick = 0; tick < 60; tick++) {
            sm3_character_move(&hero, NULL, shape, sm3_obstacles_of_array(&array), walk, false,
                               tick_seconds);
            assert_float_not_equal(hero.climbed, wall_top - stair_top, 1e-3f);
        }
    }
}

/* Pressed against a sphere that is half in the ground, nearly head-on: its side is slid off, not
 * stepped on, and a game is told what is in the way. */
TEST(slowed_by_a_sphere_that_is_higher_than_a_step_it_names_that) {
    uint64_t random = random_seed(1);
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1, 0}, .radius = 0.4f};
    for (int i = 0; i < test_trials(500); i++) {
        const float slope = random_float(&random, -0.1f, 0.1f);
        const float speed = random_float(&random, 0.5f, 8);
        const sm3_vec walk = {speed, 0, random_float(&random, -0.3f, 0.3f) * speed};
        const sm3_triangle list[] = {
            sm3_face((sm3_vec){-90, 90 * slope, -90}, (sm3_vec){-90, -90 * slope, 90},
                     (sm3_vec){90, 0, 0}),
            sm3_solid_capsule(sm3_sphere((sm3_vec){0, 0, 0}, random_float(&random, 0.45f, 0.7f)))};
        sm3_triangle_array array = {list, 2};
        sm_character hero = {.position = {-1.2f, 0.1f, random_float(&random, -0.3f, 0.3f)}};
        int ticks = (int)(2 / (speed * tick_seconds)) + 10;
        for (int tick = 0; tick < ticks; tick++) {
            sm3_vec from = hero.position;
            bool was_on_floor = hero.on_floor;
            sm3_character_move(&hero, NULL, shape, sm3_obstacles_of_array(&array), walk, false,
                               tick_seconds);
            float gained =
                (hero.position.x - from.x) * walk.x + (hero.position.z - from.z) * walk.z;
            float wanted = (walk.x * walk.x + walk.z * walk.z) * tick_seconds;
            if (was_on_floor && gained < wanted / 4)
                assert_int_not_equal(hero.blocker_count, 0);
        }
    }
}

/* Its momentum leads away from a steep face by less than it walks against that. */
TEST(in_the_air_it_does_not_tremble_against_a_steep_face) {
    uint64_t random = random_seed(1);
    for (int i = 0; i < test_trials(500); i++) {
        const float lean = random_float(&random, 0.05f, 2), walk = random_float(&random, 4, 8);
        const sm_obstacle face = still_wall(0, 0, -10 * lean, 10);
        const sm_obstacle edge = still_wall(0, 0, -10, random_float(&random, -3, 0));
        sm_character hero = {.position = {0.32f, random_float(&random, -1, 0), 0},
                             .momentum = {random_float(&random, 0.2f, 0.8f) * walk, 6, 0}};
        int turns = 0;
        float last = 0;
        for (int tick = 0; tick < 30; tick++) {
            float from = hero.position.x;
            go_on(&hero, NULL, i % 2 == 0 ? &face : &edge, 1, (sm_vec2){-walk, 0}, 1);
            float gone = hero.position.x - from;
            turns += gone * last < 0 && fabsf(gone) > 1e-3f && fabsf(last) > 1e-3f;
            last = gone;
        }
        assert_in_range(turns, 0, 2);
    }
}

/* Two steep faces meet in a corner so wide that it gets hardly anywhere beside either. */
TEST(pressed_into_a_wide_corner_of_steep_faces_it_comes_to_rest) {
    uint64_t random = random_seed(1);
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1.4f, 0}, .radius = 0.4f};
    for (int i = 0; i < test_trials(300); i++) {
        const float tilt = random_float(&random, 2, 9), left = random_float(&random, 0.05f, 0.2f),
                    right = random_float(&random, 0.2f, 0.5f), deep = random_float(&random, 5, 7);
        const sm3_vec crest = {deep, 9, 0};
        const sm3_triangle list[] = {
            sm3_face((sm3_vec){-90, tilt, -90}, (sm3_vec){-90, -tilt, 90}, (sm3_vec){90, 0, 0}),
            sm3_face((sm3_vec){0, 0, 0}, crest, (sm3_vec){-left, 0, 9}),
            sm3_face((sm3_vec){0, 0, 0}, (sm3_vec){-right, 0, -9}, crest)};
        sm3_triangle_array array = {list, 3};
        sm_character hero = {.position = {-1, 0.2f, random_float(&random, -0.2f, 0.2f)}};
        const sm3_vec walk = {6, 0, random_float(&random, 0, 0.1f)};
        int turns = 0;
        float last = 0;
        for (int tick = 0; tick < 120; tick++) {
            float from = hero.position.z;
            sm3_character_move(&hero, NULL, shape, sm3_obstacles_of_array(&array), walk, false,
                               tick_seconds);
            float gone = hero.position.z - from;
            turns += gone * last < 0 && fabsf(gone) > 1e-4f;
            last = gone;
        }
        assert_in_range(turns, 0, 4);
    }
}

enum { BANK_COLUMNS = 16, BANK_ROWS = 4, BANK_FACES = 2 * BANK_COLUMNS * (BANK_ROWS - 1) };

/* A level strip along x, then a bank that falls away: some of its faces one can stand on. */
static void make_bank(uint64_t *random, sm3_triangle faces[BANK_FACES], float side) {
    sm3_vec v[BANK_ROWS][BANK_COLUMNS + 1];
    for (int i = 0; i < BANK_ROWS; i++) {
        for (int k = 0; k <= BANK_COLUMNS; k++) {
            float fall = side * tanf(random_float(random, 46, 55) * 0.0174533f);
            v[i][k] = (sm3_vec){(float)k * side, i < 2 ? 0 : v[i - 1][k].y - fall, (float)i * side};
        }
    }
    for (int i = 0; i < BANK_FACES; i++) {
        int row = i / 2 / BANK_COLUMNS, column = i / 2 % BANK_COLUMNS;
        const sm3_vec *from = &v[row][column], *to = &v[row + 1][column];
        faces[i] = i % 2 ? sm3_face(from[1], to[0], to[1]) : sm3_face(from[0], to[0], from[1]);
    }
}

/* Whether a face that one can stand on is so near beside it. */
static bool has_floor_near(const sm3_triangle faces[BANK_FACES], sm3_vec at, float near) {
    const sm3_mover pillar = {.a = {at.x, at.y - 2, at.z}, .b = {at.x, at.y + 2, at.z}, near};
    for (int i = 0; i < BANK_FACES; i++) {
        vec3 a = vec3_of(faces[i].a);
        vec3 normal =
            vec3_cross(vec3_sub(vec3_of(faces[i].b), a), vec3_sub(vec3_of(faces[i].c), a));
        bool is_floor = fabs(normal.y) > 0.6427 * vec3_length(normal); /* cosine of 50 degrees */
        if (is_floor && sm3_collide(pillar, faces[i], (sm3_vec){0, 0, 0}).depth > 0)
            return true;
    }
    return false;
}

enum { SLOPE_SIDE = 20, SLOPE_FACES = 2 * SLOPE_SIDE * SLOPE_SIDE };

/* A slope cut into faces at random, with its corner at `corner`. */
static void make_slope(uint64_t *random, sm3_triangle faces[SLOPE_FACES], sm3_vec corner) {
    sm3_vec v[SLOPE_SIDE + 1][SLOPE_SIDE + 1];
    float up_x = random_float(random, -0.6f, 0.6f), up_z = random_float(random, -0.6f, 0.6f);
    for (int i = 0; i <= SLOPE_SIDE; i++) {
        for (int k = 0; k <= SLOPE_SIDE; k++) {
            float x = (float)k + random_float(random, -0.4f, 0.4f);
            float z = (float)i + random_float(random, -0.4f, 0.4f);
            v[i][k] = sm3_offset(corner, (sm3_vec){x, up_x * x + up_z * z, z}, 1);
        }
    }
    for (int i = 0; i < SLOPE_FACES; i++) {
        const sm3_vec *from = &v[i / 2 / SLOPE_SIDE][i / 2 % SLOPE_SIDE],
                      *to = from + SLOPE_SIDE + 1;
        faces[i] = i % 2 ? sm3_face(from[1], to[0], to[1]) : sm3_face(from[0], to[0], from[1]);
    }
}

/* It gets as far as its speed says, straight on, and stands at each tick's end; with a record, too.
 * It glides: it hardly ever makes a second sweep, or looks for a floor below. */
TEST(a_walk_over_the_joints_of_a_slope_loses_nothing_of_its_way) {
    uint64_t random = random_seed(1);
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1.4f, 0}, .radius = 0.4f};
    long ticks = 0, more = 0;
    for (int i = 0; i < test_trials(200); i++) {
        static sm3_collision candidates[100];
        sm_trace trace = {.candidates = candidates, .capacity = 100};
        sm_options options = {.resolver = SM_SWEEP, .trace = i % 2 ? &trace : NULL};
        sm_character_settings settings = {.options = &options};
        sm3_vec corner = {random_float(&random, -30, 10), 0, random_float(&random, -30, 10)};
        sm3_triangle faces[SLOPE_FACES];
        make_slope(&random, faces, corner);
        sm3_triangle_array array = {faces, SLOPE_FACES};
        float rate = random_float(&random, 60, 240), speed = random_float(&random, 0.5f, 8);
        float heading = random_float(&random, -3.1416f, 3.1416f);
        sm3_vec walk = {speed * cosf(heading), 0, speed * sinf(heading)};
        sm_character c = {.position = sm3_offset(corner, (sm3_vec){10, 15, 10}, 1)};
        for (int tick = 0; tick < (int)(2 * rate); tick++)
            sm3_character_move(&c, &settings, shape, sm3_obstacles_of_array(&array),
                               (sm3_vec){0, 0, 0}, false, 1 / rate);
        const sm3_vec start = c.position;
        const int count = (int)(rate * 8 / speed);
        for (int tick = 0; tick < count; tick++) {
            sm3_character_move(&c, &settings, shape, sm3_obstacles_of_array(&array), walk, false,
                               1 / rate);
            assert_true(c.on_floor);
            more += c.sweeps - 1 + c.casts;
        }
        ticks += count;
        sm3_vec gone = sm3_between(start, c.position);
        float length = speed * (float)count / rate;
        float rounding = 1e-4f + (float)count * FLT_EPSILON * 30; /* each tick's, to floats */
        assert_float_equal(sm3_length(gone), length, rounding);
        assert_float_equal(walk.x * gone.z - walk.z * gone.x, 0, rounding * speed);
    }
    assert_true(more < ticks / 20);
}

/* A plane on which it stood far behind it tells nothing of steps. */
TEST(where_it_stands_on_a_bank_there_is_a_floor_near) {
    uint64_t random = random_seed(1);
    const sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1.4f, 0}, .radius = 0.4f};
    for (int i = 0; i < test_trials(1000); i++) {
        sm3_triangle faces[BANK_FACES];
        make_bank(&random, faces, 2.5f);
        sm3_triangle_array array = {faces, BANK_FACES};
        float rate = random_float(&random, 30, 144);
        sm_character c = {.position = {random_float(&random, 4, 36), 0.1f, 3}};
        sm3_vec walk = {0, 0, 6};
        for (int tick = 0; tick < (int)(5 * rate); tick++) {
            if (random_int(&random, (int)(rate / 3)) == 0) {
                float heading = random_float(&random, -3.1416f, 3.1416f);
                walk = (sm3_vec){6 * cosf(heading), 0, 6 * sinf(heading)};
            }
            sm3_character_move(&c, NULL, shape, sm3_obstacles_of_array(&array), walk, false,
                               1 / rate);
            assert_true(!c.on_floor || has_floor_near(faces, c.position, 1.5f));
        }
    }
}

TEST(without_snap_it_flies_off_where_the_floor_falls_away) {
    sm_obstacle places[] = {still_wall(-9, 0, 2, 0), still_wall(2, 0, 9, -3)};
    for (int flies = 0; flies < 2; flies++) {
        sm_character_settings settings = {.snap = flies ? -1 : 0};
        sm_character c = {.position = {1.9f, 0, 0}};
        go_on(&c, &settings, places, 2, (sm_vec2){0, 0}, 10);
        go_on(&c, &settings, places, 2, (sm_vec2){6, 0}, 5);
        assert_true(c.on_floor == !flies);
    }
    places[0] = still_wall(-9, 0, 0, 0); /* to a slope beyond a gap, but not back into that */
    places[1] = still_wall(2.6f, -2.6f, 20, -20);
    sm_character c = {.position = {-2, 0, 0}};
    go_on(&c, NULL, places, 2, (sm_vec2){0, 0}, 10);
    go_on(&c, NULL, places, 2, (sm_vec2){300, 0}, 1);
    assert_true(c.on_floor && fabsf(c.position.x - 3) < 1e-5f);
}

/* A step from where it touches a bank, and one behind a bowl of pieces at all of which it turns. */
TEST(a_record_tells_of_a_step_and_always_of_the_end) {
    enum { PIECES = 11 };
    sm_obstacle places[PIECES + 3];
    sm3_collision candidates[100];
    for (int pieces = 0; pieces <= PIECES; pieces += PIECES) {
        int count = 0;
        sm_vec2 at = {-9, 0}, next = {-3, 0};
        for (; count <= pieces;
             at = next, next = (sm_vec2){at.x + 0.05f, at.y + 1e-5f * (float)count})
            places[count++] = still_wall(at.x, at.y, next.x, next.y);
        places[count++] = still_wall(at.x, at.y, at.x + 0.12f, at.y + 0.24f);
        places[count++] = still_wall(at.x + 0.12f, at.y + 0.24f, at.x + 9, at.y + 0.24f);
        sm_trace trace = {.candidates = candidates, .capacity = 100};
        sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
        sm_character_settings settings = {.options = &options};
        sm_character c = {.position = {-3.1856f, 0, 0}};
        go_on(&c, &settings, places, count, (sm_vec2){0, 0}, 2);
        go_on(&c, &settings, places, count, (sm_vec2){0.02f, 0}, 1);
        assert_float_equal(trace.delta.x, 0.02f * tick_seconds, 1e-6);
        go_on(&c, &settings, places, count, (sm_vec2){48, 0}, 1);
        assert_true(c.on_floor && c.position.y > 0.2f);
        const sm_iteration *end = &trace.iterations[trace.iteration_count - 1];
        assert_memory_equal(&end->after, &c.position, sizeof c.position);
        bool has[SM_PART_END + 1] = {false};
        for (int i = 0; i < trace.iteration_count; i++)
            has[trace.iterations[i].part] = true;
        assert_true(has[SM_PART_WALK] && has[SM_PART_UP] && has[SM_PART_OVER]);
        assert_true(has[SM_PART_DOWN]);
    }
}

TEST(a_blow_throws_it_and_a_filter_lets_it_fall) {
    sm_obstacle ground = still_wall(-90, 0, 90, 0);
    ground.mask = 2;
    sm_character c = {.position = {0, 0, 0}};
    go_on(&c, NULL, &ground, 1, (sm_vec2){0, 0}, 10);
    assert_true(c.on_floor);
    c.momentum = (sm3_vec){3, 5, 0};
    go_on(&c, NULL, &ground, 1, (sm_vec2){0, 0}, 15);
    assert_false(c.on_floor);
    assert_float_equal(c.position.x, 0.75f, 1e-4f);
    assert_float_equal(c.position.y, 5 * 0.25f - 10 * 0.0625f, 1e-4f);
    go_on(&c, NULL, &ground, 1, (sm_vec2){0, 0}, 60);
    assert_true(c.on_floor && c.momentum.x == 0);
    sm_filter other = {.mask = 1};
    sm_options options = {.resolver = SM_SWEEP, .filter = &other};
    sm_character_settings settings = {.options = &options};
    go_on(&c, &settings, &ground, 1, (sm_vec2){0, 0}, 60);
    assert_true(!c.on_floor && c.position.y < -9);
}

TEST(who_cannot_jump_stays_and_who_has_no_weight_floats_to_the_ceiling) {
    sm_obstacle places[] = {still_wall(-9, 0, 9, 0), still_wall(-9, 5, 9, 5)};
    sm_obstacle_array array = {places, 2};
    sm_character_settings settings = {.jump_speed = -1};
    sm_character c = {.position = {0, 0, 0}};
    go_on(&c, &settings, places, 2, (sm_vec2){0, 0}, 10);
    sm_character_move(&c, &settings, upright_capsule, sm_obstacles_of_list(&array), (sm_vec2){0, 0},
                      true, tick_seconds);
    assert_true(c.on_floor && c.velocity.y == 0);
    settings = (sm_character_settings){.gravity = -1, .max_slope = 1.5707964f};
    c = (sm_character){.position = {0, 1, 0}};
    go_on(&c, &settings, places, 2, (sm_vec2){0, 0}, 10);
    assert_true(c.position.y == 1 && !c.on_floor);
    c.momentum.y = 3;
    go_on(&c, &settings, places, 2, (sm_vec2){0, 0}, 120);
    assert_true(c.on_ceiling && !c.on_floor && c.position.y > 1);
    settings.max_slope = -1; /* only what is level is a floor or a ceiling */
    c = (sm_character){.position = {0, 1, 0}, .momentum = {0, 3, 0}};
    go_on(&c, &settings, places, 2, (sm_vec2){0, 0}, 120);
    assert_true(c.on_ceiling && !c.on_wall);
}

/* It walks the same with any record, which tells what it had no room for. */
TEST(a_record_without_room_changes_nothing) {
    enum { TEETH = 200 };
    sm_obstacle places[TEETH];
    for (int i = 0; i < TEETH; i++)
        places[i] = still_wall(0.05f * (float)i - 1, 0.02f * (float)(i % 2),
                               0.05f * (float)(i + 1) - 1, 0.02f * (float)((i + 1) % 2));
    static sm3_collision candidates[4000];
    int seen = 0;
    for (int i = 0; i < 4; i++) {
        const int capacities[] = {4000, 0, 1, 2}, capacity = capacities[i];
        sm_trace trace = {.candidates = candidates, .capacity = capacity};
        sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
        sm_character_settings settings = {.options = &options};
        sm_character noted = {.position = {0, 0.5f, 0}}, other = noted;
        go_on(&noted, &settings, places, TEETH, (sm_vec2){0, 0}, 60);
        go_on(&other, NULL, places, TEETH, (sm_vec2){0, 0}, 60);
        go_on(&noted, &settings, places, TEETH, (sm_vec2){300, 0}, 1);
        go_on(&other, NULL, places, TEETH, (sm_vec2){300, 0}, 1);
        assert_memory_equal(&noted, &other, sizeof noted);
        assert_true(noted.position.x > 3 && trace.candidate_count <= capacity);
        if (i == 0)
            seen = trace.candidate_count;
        assert_int_equal(trace.candidate_count + trace.candidates_lost, seen);
    }
}

TEST(there_is_room_beside_any_number_of_walls) {
    enum { SAME = 200 };
    sm_obstacle floors[SAME];
    for (int i = 0; i < SAME; i++)
        floors[i] = still_wall(-9, 0, 9, 0);
    sm_obstacle_array array = {floors, SAME};
    sm_character c = {.position = {0, 1, 0}};
    go_on(&c, NULL, floors, SAME, (sm_vec2){0, 0}, 60);
    assert_true(c.on_floor);
    assert_true(sm_character_fits(&c, NULL, upright_capsule, sm_obstacles_of_list(&array)));
}

/* Two slopes that meet at 60 degrees: along neither there is a way on, and up they do not lead. */
TEST(who_walks_into_a_corner_of_steep_slopes_slides_down_in_it) {
    sm3_triangle walls[4];
    const sm3_vec low = {0, -50, 0}, high = {-72, 50, 0};
    for (int i = 0; i < 2; i++) {
        const sm3_vec along = {3.4641f, 0, i == 0 ? 2 : -2};
        sm3_vec low_end = sm3_offset(low, along, 1), high_end = sm3_offset(high, along, 1);
        walls[2 * i] = sm3_face(low, high, low_end);
        walls[2 * i + 1] = sm3_face(high, high_end, low_end);
    }
    sm3_triangle_array array = {walls, 4};
    sm3_mover shape = {.a = {0, 0.4f, 0}, .b = {0, 1, 0}, .radius = 0.4f};
    sm_character c = {.position = {-49.2f, 20, 0}};
    for (int tick = 0; tick < 60; tick++) {
        float before = c.position.y;
        sm3_character_move(&c, NULL, shape, sm3_obstacles_of_array(&array), (sm3_vec){-3, 0, 0},
                           false, tick_seconds);
        assert_true(c.position.y < before && fabsf(c.position.z) < 1e-3f);
    }
    assert_true(c.on_wall && !c.on_floor && c.contact_count == 2);
}

/* The same course with another up: sideways. */
TEST(any_way_can_be_up) {
    sm_obstacle places[] = {still_wall(-9, 0, 2, 0), still_wall(2, 0, 12, 5)}, turned[2];
    for (int i = 0; i < 2; i++) { /* by a quarter, clockwise */
        sm_capsule s = places[i].shape;
        turned[i] = still_wall(s.a.y, -s.a.x, s.b.y, -s.b.x);
    }
    sm_obstacle_array list = {turned, 2};
    sm_hull shape = {{{0.3f, 0}, {0.9f, 0}}, 2, 0.3f};
    sm_character_settings settings = {.up = {2, 0, 0}};
    sm_character usual = {.position = {0, 1, 0}}, other = {.position = {1, 0, 0}};
    go_on(&usual, NULL, places, 2, (sm_vec2){3, 0}, 120);
    for (int i = 0; i < 120; i++)
        sm_character_move(&other, &settings, shape, sm_obstacles_of_list(&list), (sm_vec2){0, -3},
                          false, tick_seconds);
    assert_true(other.on_floor && other.position.x > 1);
    assert_float_equal(other.position.x, usual.position.y, 1e-4f);
    assert_float_equal(other.position.y, -usual.position.x, 1e-4f);
}

/* Along a slope that is too steep, which might have been a step. */
TEST(among_what_offers_collisions_it_walks_as_among_faces) {
    const sm3_mover ball = {.radius = 0.5f};
    const sm3_triangle faces[] = {
        sm3_face((sm3_vec){-90, 0, -90}, (sm3_vec){0, 0, 90}, (sm3_vec){90, 0, -90}),
        sm3_face((sm3_vec){2, 0, -9}, (sm3_vec){3, 3, 0}, (sm3_vec){2, 0, 9})};
    const sm3_triangle_array array = {faces, 2};
    const sm3_obstacles kinds[] = {sm3_obstacles_of_array(&array),
                                   {.offer = offer_faces, .context = &array}};
    sm3_vec ends[2];
    for (int i = 0; i < 2; i++) {
        sm_character c = {.position = {1.63f, 0.6f, 0}};
        for (int tick = 0; tick < 60; tick++)
            sm3_character_move(&c, NULL, ball, kinds[i], (sm3_vec){tick < 30 ? 0.2f : 4, 0, 1},
                               false, tick_seconds);
        assert_true(c.on_floor && c.on_wall);
        ends[i] = c.position;
    }
    assert_true(sm3_length(sm3_between(ends[0], ends[1])) < 1e-3f);
    assert_float_equal(ends[0].z, 1, 1e-2);
}

/* Down along both it approaches them by no more than rounding, or goes away. */
TEST(crushed_between_walls_it_does_not_leap) {
    const sm3_mover ball = {.radius = 0.5f};
    uint64_t random = 7;
    for (int i = 0; i < 200; i++) {
        sm3_vec axes[3]; /* up, out of the wall, along it */
        sm3_triangle walls[2];
        for (int k = 0; k < 2; k++)
            axes[k] = (sm3_vec){random_float(&random, -1, 1), random_float(&random, -1, 1),
                                random_float(&random, -1, 1)};
        axes[1] = sm3_cross(axes[0], axes[1]);
        axes[2] = sm3_cross(axes[0], axes[1]);
        for (int k = 0; k < 3; k++)
            axes[k] = sm3_scaled(axes[k], 1 / sm3_length(axes[k]));
        for (int k = 0; k < 2; k++) {
            sm3_vec at = sm3_scaled(axes[1], k ? 0.45f : -0.45f);
            sm3_vec low = sm3_offset(at, axes[0], -9);
            walls[k] = sm3_face(sm3_offset(at, axes[0], 9), sm3_offset(low, axes[2], 9),
                                sm3_offset(low, axes[2], -9));
        }
        const sm3_triangle_array array = {walls, 2};
        const sm_character_settings settings = {.up = axes[0]};
        sm_character c = {.position = {0, 0, 0}};
        for (int tick = 0; tick < 3; tick++) {
            c.on_floor = true;
            c.floor = (sm_character_contact){.normal = axes[0]};
            sm3_character_move(&c, &settings, ball, sm3_obstacles_of_array(&array),
                               sm3_scaled(axes[2], 4), false, tick_seconds);
        }
        assert_true(sm3_length(c.position) < 1);
    }
}

TEST(a_huge_ball_knows_the_user_number_of_all_that_it_touches) {
    sm_obstacle ground = {.shape = {{-500, -98}, {500, -98}, 0}, .user = 7};
    const sm_hull ball = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, 1e5f));
    sm_obstacle_array array = {&ground, 1};
    sm_character c = {.position = {3, 1e5f - 97.9f, 0}};
    for (int tick = 0; tick < 40; tick++) {
        sm_character_move(&c, NULL, ball, sm_obstacles_of_list(&array), (sm_vec2){2, 0}, tick == 20,
                          1.f / 30);
        for (int i = 0; i < c.contact_count; i++)
            assert_int_equal(c.contacts[i].user, 7);
    }
}

TEST(what_is_not_finite_or_no_time_changes_nothing) {
    sm_obstacle ground = still_wall(-9, 0, 9, 0);
    sm_obstacle_array array = {&ground, 1};
    sm_obstacles obstacles = sm_obstacles_of_list(&array);
    sm_character c = {.position = {0, 0, 0}};
    go_on(&c, NULL, &ground, 1, (sm_vec2){0, 0}, 10);
    const float times[] = {0, -1, NAN, INFINITY};
    sm_character before = c;
    for (int i = 0; i < 4; i++) {
        sm_character_move(&c, NULL, upright_capsule, obstacles, (sm_vec2){1, 0}, true, times[i]);
        assert_memory_equal(&c, &before, sizeof c);
    }
    sm_character_move(&c, NULL, upright_capsule, obstacles, (sm_vec2){1, 0}, true, 1e-6f);
    assert_true(!c.on_floor && c.momentum.y > 8); /* the shortest tick jumps, too */
    c = before;
    sm_character lost = {.position = {NAN, 0, 0}}, as_before = lost;
    go_on(&lost, NULL, &ground, 1, (sm_vec2){1, 0}, 1);
    assert_memory_equal(&lost, &as_before, sizeof lost);
    go_on(&c, NULL, &ground, 1, (sm_vec2){NAN, INFINITY}, 1);
    assert_true(c.on_floor && c.position.x == before.position.x);
    c.momentum.x = NAN;
    go_on(&c, NULL, &ground, 1, (sm_vec2){0, 0}, 1);
    assert_true(c.on_floor && sm3_is_finite(c.momentum) && sm3_is_finite(c.position));
}

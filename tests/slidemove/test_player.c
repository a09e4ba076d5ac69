/* What a player does with a character: goes through doorways, comes back from where it walked,
 * jumps on ledges and over gaps, walks on lifts and turntables; and what a recording does. With
 * every body, at several rates, in 2D and in 3D. */
#include "../random.h"
#include "../test.h"
#include "../walk.h"

enum { RATES = 3, FACES_MAX = 64 };

static const int rates[RATES] = {30, 60, 240};
static const double pi = 3.14159265358979323846;

/* What moves or is made for one test. */
typedef struct stage {
    ground g;
    sm_obstacle segments[FACES_MAX];
    sm3_obstacle faces[FACES_MAX];
    sm_obstacle_array flat_list;
    sm3_obstacle_array list;
} stage;

static stage place; /* a ground is large */

static stage *empty_stage(bool in_space) {
    static const ground_family family[] = {{"stage", false, true, true, NULL},
                                           {"3d-stage", true, true, true, NULL}};
    memset(&place, 0, sizeof place);
    place.g.family = &family[in_space];
    place.flat_list.obstacles = place.segments;
    place.list.obstacles = place.faces;
    place.g.flat_obstacles = sm_obstacles_of_list(&place.flat_list);
    place.g.obstacles = sm3_obstacles_of_list(&place.list);
    return &place;
}

static sm3_vec turned(double x, double y, double z, double angle) {
    double c = cos(angle), s = sin(angle);
    return (sm3_vec){(float)(c * x - s * z), (float)y, (float)(s * x + c * z)};
}

static void add_segment(stage *s, double ax, double ay, double bx, double by) {
    sm_vec2 a = {(float)ax, (float)ay}, b = {(float)bx, (float)by};
    s->segments[s->flat_list.count++] = (sm_obstacle){.shape = sm_segment(a, b)};
}

static void add_quad(stage *s, sm3_vec a, sm3_vec b, sm3_vec c, sm3_vec d) {
    s->faces[s->list.count++] = (sm3_obstacle){.shape = sm3_face(a, b, c)};
    s->faces[s->list.count++] = (sm3_obstacle){.shape = sm3_face(a, c, d)};
}

/* An upright wall between two points of the level. */
static void add_wall(stage *s, double ax, double az, double bx, double bz, double angle) {
    add_quad(s, turned(ax, 0, az, angle), turned(bx, 0, bz, angle), turned(bx, 4, bz, angle),
             turned(ax, 4, az, angle));
}

static void add_floor(stage *s, double y) {
    add_quad(s, turned(-50, y, -50, 0), turned(-50, y, 50, 0), turned(50, y, 50, 0),
             turned(50, y, -50, 0));
}

static bool is_round(int body) {
    return body < 2;
}

/* How far it is: of a square body that does not turn, more across than along its sides. */
static double width_across(int body, double angle) {
    double half = (double)walker_size(body).x, rounding = body == 2 ? 0 : 0.1;
    double square = (half - rounding) * (fabs(cos(angle)) + fabs(sin(angle))) + rounding;
    return 2 * (is_round(body) ? half : square);
}

static void tick(walker *w, double x, double z, double angle, bool jump, double seconds) {
    walker_tick(w, turned(x, 0, z, angle), jump, seconds);
}

/* ---- Doorways ------------------------------------------------------------------------------ */

/* One percent wider than the body, or higher. Returns whether it gets through. */
static bool gets_through(bool in_space, int body, int rate, uint64_t seed) {
    uint64_t random = random_seed(seed);
    double angle = in_space ? (double)random_float(&random, 0, 6.28f) : 0;
    double width = width_across(body, angle), door = 1.01 * width;
    double thick = random_int(&random, 2) * 0.5, speed = (double)random_float(&random, 2, 20);
    double lean = is_round(body) && in_space ? (double)random_float(&random, -0.5f, 0.5f) : 0;
    double off = (double)random_float(&random, -1, 1) * (is_round(body) ? width / 5 : width / 250);
    stage *s = empty_stage(in_space);
    walker w = walker_of(&s->g, body);
    if (in_space) {
        add_floor(s, 0);
        for (int side = -1; side <= 1; side += 2) {
            add_wall(s, 0, side * door / 2, 0, side * 8.0, angle);
            add_wall(s, thick, side * door / 2, thick, side * 8.0, angle);
            if (thick > 0)
                add_wall(s, 0, side * door / 2, thick, side * door / 2, angle);
        }
        w.c.position = turned(-2, 0.01, off - 2 * tan(lean), angle);
    } else {
        double top = 1.01 * (double)walker_size(body).y;
        add_segment(s, -50, 0, 50, 0);
        add_segment(s, 0, 8, 0, top);
        add_segment(s, 0, top, thick, top);
        add_segment(s, thick, top, thick, 8);
        w.c.position = (sm3_vec){-2, 0.01f, 0};
    }
    for (int i = 0; i < rate * (0.3 + 6 / speed); i++)
        tick(&w, i < rate / 5 ? 0 : speed, 0, angle + lean, false, 1.0 / rate);
    double x = (double)w.c.position.x * cos(angle) + (double)w.c.position.z * sin(angle);
    if (x > thick + 1)
        return true;
    printf("%s at %d Hz, %.1f u/s, doorway %.3f wide, %.1f thick, turned by %.3f, off by %.4f: "
           "stands at %.4f\n",
           walker_body(s->g.family, body), rate, speed, door, thick, angle, off, x);
    return false;
}

TEST(each_doorway_wider_than_the_body_is_gone_through) {
    int count = test_trials(40) * 2 * WALK_BODIES * RATES, wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += !gets_through(i % 2, i / 2 % WALK_BODIES, rates[i / 8 % RATES], (uint64_t)i);
    assert_int_equal(wrong, 0);
}

/* ---- Jumps --------------------------------------------------------------------------------- */

static const double jump_speed = 9, gravity = 20; /* the defaults */

/* Runs along the path, jumps where it would be beyond a place in the next tick, and runs on to the
 * goal. Returns whether it stands there, and not below. */
static bool lands(const ground *g, int body, int rate, double speed, double jump_at, double goal,
                  double height) {
    walker w = walker_of(g, body);
    bool jumped = false;
    double seconds = 1.0 / rate;
    walker_settle(&w, fmax(jump_at - 0.5 * speed, -5), rate);
    for (int i = 0; i < 3 * rate && !(w.c.on_floor && walker_along(&w) > goal); i++) {
        bool jump = !jumped && walker_along(&w) + speed * seconds > jump_at;
        sm3_vec velocity = {g->heading.x * (float)speed, 0, g->heading.z * (float)speed};
        jumped = jumped || jump;
        walker_tick(&w, velocity, jump, seconds);
    }
    if (w.c.on_floor && walker_along(&w) > goal && (double)w.c.position.y > height - 0.01)
        return true;
    printf("%s at %d Hz, %.2f u/s, jumps at %.3f: %s at %.4f, %.4f high\n",
           walker_body(g->family, body), rate, speed, jump_at, w.c.on_floor ? "stands" : "hangs",
           walker_along(&w), (double)w.c.position.y);
    return false;
}

/* As high as the jump allows, less what it takes to come over the edge. */
static bool lands_on_ledge(bool in_space, int body, int rate, uint64_t seed) {
    uint64_t random = random_seed(seed);
    double speed = (double)random_float(&random, 2, 12), half = (double)walker_size(body).x;
    double across, over, highest, rise;
    static ground g;
    ground_make_step(&g, in_space, 1, 90, seed);
    across = cos(g.angle);
    ground_free(&g);
    over = (1.5 * half + 0.1) / (speed * across); /* seconds above the ledge; a corner of a box */
    highest = jump_speed * jump_speed / gravity / 2 - gravity * over * over / 8 - 0.02;
    rise = 0.31 + (highest - 0.31) * (double)random_float(&random, 0, 1);
    ground_make_step(&g, in_space, rise, 90, seed);
    double jump_at =
        -(1.5 * half + speed * across * (double)random_float(&random, 0.05f, 0.2f)) / across;
    bool lands_there = lands(&g, body, rate, speed, jump_at, (half + 0.2) / across, rise);
    if (!lands_there)
        printf("    on a ledge %.4f high, at %.2f degrees\n", rise, g.angle * 180 / pi);
    ground_free(&g);
    return lands_there;
}

TEST(each_ledge_within_the_jump_is_landed_on) {
    int count = test_trials(40) * 2 * WALK_BODIES * RATES, wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += !lands_on_ledge(i % 2, i / 2 % WALK_BODIES, rates[i / 8 % RATES], (uint64_t)i);
    assert_int_equal(wrong, 0);
}

/* In the last tick before the edge. */
static bool lands_over_gap(bool in_space, int body, int rate, uint64_t seed) {
    uint64_t random = random_seed(seed);
    double speed = (double)random_float(&random, 2, 10);
    double flight = 2 * jump_speed / gravity * speed, longest = flight - speed / rate - 0.05;
    double length = longest * (double)random_float(&random, 0.2f, 1);
    static ground g;
    ground_make_profile(&g, in_space, (const double[][2]){{0, -6}, {length, -6}, {length, 0}}, 3,
                        seed);
    double across = cos(g.angle);
    ground_free(&g);
    length *= across;
    ground_make_profile(&g, in_space, (const double[][2]){{0, -6}, {length, -6}, {length, 0}}, 3,
                        seed);
    bool lands_there = lands(&g, body, rate, speed, 0, length / across, 0);
    if (!lands_there)
        printf("    over a gap of %.4f, at %.2f degrees\n", length, g.angle * 180 / pi);
    ground_free(&g);
    return lands_there;
}

TEST(each_gap_within_the_jump_is_cleared) {
    int count = test_trials(40) * 2 * WALK_BODIES * RATES, wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += !lands_over_gap(i % 2, i / 2 % WALK_BODIES, rates[i / 8 % RATES], (uint64_t)i);
    assert_int_equal(wrong, 0);
}

/* ---- There and back ------------------------------------------------------------------------ */

TEST(a_character_comes_back_from_wherever_it_walked) {
    static ground g;
    int stranded = 0;
    for (int i = 0; i < ground_family_count * test_trials(3); i++) {
        ground_make(&g, &ground_families[i % ground_family_count], (uint64_t)(100 + i));
        for (int k = 0; k < WALK_BODIES * RATES; k++) {
            walk w = walk_of_seed(&g, k / RATES, rates[k % RATES]);
            if (walk_there_and_back(&g, &w))
                continue;
            printf("on the way back: ");
            walk_print(&g, &w);
            stranded++;
        }
        ground_free(&g);
    }
    assert_int_equal(stranded, 0);
}

TEST(a_copy_of_a_character_goes_on_with_the_same_bits) {
    enum { BEFORE = 20, AFTER = 40 };
    static ground g;
    for (int i = 0; i < ground_family_count * WALK_BODIES; i++) {
        ground_make(&g, &ground_families[i / WALK_BODIES], 7);
        walker w = walker_of(&g, i % WALK_BODIES), copy;
        sm3_vec velocity = {5 * g.heading.x, 0, 5 * g.heading.z};
        walker_settle(&w, 0, 60);
        for (int k = 0; k < BEFORE + AFTER; k++) {
            bool jumps = k % 25 == 24;
            if (k == BEFORE)
                copy = w;
            walker_tick(&w, velocity, jumps, 1.0 / 60);
            if (k < BEFORE)
                continue;
            walker_tick(&copy, velocity, jumps, 1.0 / 60);
            assert_memory_equal(&w.c, &copy.c, sizeof w.c);
        }
        ground_free(&g);
    }
}

/* ---- Platforms ----------------------------------------------------------------------------- */

/* A lift between two floors, which goes up and down by less than a step. */
static void lay_lift(stage *s, double before, double now) {
    float by = (float)(before - now);
    s->flat_list.count = s->list.count = 0;
    add_segment(s, -3, now, 3, now);
    add_segment(s, -50, 0, -3, 0);
    add_segment(s, 3, 0, 50, 0);
    for (int i = 0; i < 3; i++) {
        static const double ends[][2] = {{-3, 3}, {-50, -3}, {3, 50}};
        double y = i == 0 ? now : 0, low = ends[i][0], high = ends[i][1];
        add_quad(s, turned(low, y, -9, 0), turned(low, y, 9, 0), turned(high, y, 9, 0),
                 turned(high, y, -9, 0));
    }
    sm_obstacle *segment = &s->segments[0];
    segment->before = segment->shape;
    segment->before.a.y += by;
    segment->before.b.y += by;
    segment->moves = true;
    for (int i = 0; i < 2; i++) {
        sm3_obstacle *face = &s->faces[i];
        face->before = face->shape;
        face->before.a.y += by;
        face->before.b.y += by;
        face->before.c.y += by;
        face->moves = true;
    }
}

/* Onto it, to its other end, off, and back. */
static bool crosses_lift(bool in_space, int body, int rate, uint64_t seed) {
    uint64_t random = random_seed(seed);
    double speed = (double)random_float(&random, 2, 12), pace = (double)random_float(&random, 1, 4);
    double seconds = 1.0 / rate, most = 0.2 + 10 / (speed * WALK_LEAST_SHARE);
    stage *s = empty_stage(in_space);
    walker w = walker_of(&s->g, body);
    w.c.position = (sm3_vec){-5, 0.01f, 0};
    int turns = 0;
    double since = 0;
    for (int i = 1; turns < 2 && i * seconds < since + most; i++) {
        lay_lift(s, 0.2 * sin(pace * (i - 1) * seconds), 0.2 * sin(pace * i * seconds));
        tick(&w, turns == 0 ? speed : -speed, 0, 0, false, seconds);
        if (turns == 0 ? w.c.position.x > 5 : w.c.position.x < -5) {
            turns++;
            since = i * seconds;
        }
    }
    if (turns < 2)
        printf("%s at %d Hz, %.2f u/s, lift %.3f: stands at %.4f %.4f\n",
               walker_body(s->g.family, body), rate, speed, pace, (double)w.c.position.x,
               (double)w.c.position.y);
    return turns == 2;
}

TEST(a_lift_is_walked_on_from_end_to_end_and_off_and_on) {
    int count = test_trials(20) * 2 * WALK_BODIES * RATES, wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += !crosses_lift(i % 2, i / 2 % WALK_BODIES, rates[i / 8 % RATES], (uint64_t)i);
    assert_int_equal(wrong, 0);
}

static sm3_triangle sector_of_turntable(int number, double angle) {
    const double radius = 4, sector = 2 * pi / 24;
    return sm3_face(turned(0, 0, 0, 0), turned(radius, 0, 0, angle + (number + 1) * sector),
                    turned(radius, 0, 0, angle + number * sector));
}

/* Along the line through its middle: while it carries, the path is an arc that ends opposite to
 * where it began. */
static bool crosses_turntable(int body, int rate, uint64_t seed) {
    uint64_t random = random_seed(seed);
    double speed = (double)random_float(&random, 2, 12),
           turn = speed * (double)random_float(&random, -0.25f, 0.25f);
    double heading = (double)random_float(&random, 0, 6.28f), seconds = 1.0 / rate;
    double on_it = 2 * atan(4 * turn / speed) / turn, most = 0.2 + on_it + 4 / speed;
    stage *s = empty_stage(true);
    walker w = walker_of(&s->g, body);
    w.c.position = turned(-6, -0.1, 0, heading);
    for (int i = 1; i * seconds < most; i++) {
        s->list.count = 0;
        add_floor(s, -0.15);
        for (int k = 0; k < 24; k++) {
            s->faces[s->list.count++] =
                (sm3_obstacle){.shape = sector_of_turntable(k, turn * i * seconds),
                               .before = sector_of_turntable(k, turn * (i - 1) * seconds),
                               .moves = true};
        }
        tick(&w, speed, 0, heading, false, seconds);
    }
    sm3_vec end = turned((double)w.c.position.x, 0, (double)w.c.position.z, -heading);
    if (end.x > 5 && fabsf(end.z) < 0.6f && w.c.on_floor)
        return true;
    printf("%s at %d Hz, %.2f u/s, turns by %.3f a second: ends at %.4f, %.4f beside\n",
           walker_body(s->g.family, body), rate, speed, turn, (double)end.x, (double)end.z);
    return false;
}

TEST(a_turntable_is_walked_over_along_its_arc) {
    int count = test_trials(20) * WALK_BODIES * RATES, wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += !crosses_turntable(i % WALK_BODIES, rates[i / 4 % RATES], (uint64_t)i);
    assert_int_equal(wrong, 0);
}

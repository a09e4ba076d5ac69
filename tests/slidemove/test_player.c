/* What a player does with a character: goes through doorways, comes back from where it walked,
 * jumps on ledges and over gaps, rests in narrow places, walks on lifts and turntables; and what a
 * recording does. With every body, at several rates, in 2D and in 3D. */
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

/* Adds a wall in 2D and the same in 3D, drawn out along z. It comes from `before`. */
static void add_strip(stage *s, const double before[4], const double now[4], bool oneway) {
    const double *ends[] = {before, now};
    for (int i = 0; i < 2; i++) { /* the second stays, and what the first was is noted in it */
        const double *p = ends[i];
        add_segment(s, p[0], p[1], p[2], p[3]);
        add_quad(s, turned(p[0], p[1], -9, 0), turned(p[0], p[1], 9, 0), turned(p[2], p[3], 9, 0),
                 turned(p[2], p[3], -9, 0));
    }
    sm_obstacle *o = &s->segments[s->flat_list.count -= 1];
    sm3_obstacle *faces = &s->faces[s->list.count -= 2];
    o[-1].before = o[-1].shape;
    o[-1].shape = o->shape;
    o[-1].moves = memcmp(before, now, 4 * sizeof *now) != 0;
    o[-1].oneway = oneway;
    for (int i = 0; i < 2; i++) {
        faces[i - 2].before = faces[i - 2].shape;
        faces[i - 2].shape = faces[i].shape;
        faces[i - 2].moves = o[-1].moves;
        faces[i - 2].shape.oneway = oneway;
    }
}

static void add_still(stage *s, double ax, double ay, double bx, double by) {
    const double ends[] = {ax, ay, bx, by};
    add_strip(s, ends, ends, false);
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

/* On a ledge as high as the jump allows, less what it takes to come over the edge; or over a gap,
 * in the last tick before that. */
static bool lands_beyond(bool is_ledge, bool in_space, int body, int rate, uint64_t seed) {
    uint64_t random = random_seed(seed);
    static ground g;
    ground_make_profile(&g, in_space, (const double[][2]){{0, 1}}, 1, seed);
    double across = cos(g.angle), half = (double)walker_size(body).x; /* the seed decides it */
    ground_free(&g);
    double speed = random_double(&random, 2, 10), part = random_double(&random, 0, 1);
    double over = (1.5 * half + 0.1) / (speed * across); /* seconds above it; a corner of a box */
    double highest = jump_speed * jump_speed / gravity / 2 - gravity * over * over / 8 - 0.02;
    double longest = (2 * jump_speed / gravity * speed - speed / rate - 0.05) * across;
    double rise = 0.31 + (highest - 0.31) * part, length = longest * (0.2 + 0.8 * part);
    double before = 1.5 * half + speed * across * random_double(&random, 0.05, 0.2);
    const double ledge[][2] = {{0, rise}}, gap[][2] = {{0, -6}, {length, -6}, {length, 0}};
    ground_make_profile(&g, in_space, is_ledge ? ledge : gap, is_ledge ? 1 : 3, seed);
    double jump_at = is_ledge ? -before / across : 0;
    double goal = (is_ledge ? half + 0.2 : length) / across;
    bool lands_there = lands(&g, body, rate, speed, jump_at, goal, is_ledge ? rise : 0);
    if (!lands_there)
        printf("    %s of %.4f, at %.2f degrees\n", is_ledge ? "on a ledge" : "over a gap",
               is_ledge ? rise : length, g.angle * 180 / pi);
    ground_free(&g);
    return lands_there;
}

TEST(each_ledge_and_gap_within_the_jump_is_landed_beyond) {
    int count = test_trials(40) * 2 * WALK_BODIES * RATES, wrong = 0;
    for (int i = 0; i < 2 * count; i++)
        wrong += !lands_beyond(i < count, i % 2, i / 2 % WALK_BODIES, rates[i / 8 % RATES],
                               (uint64_t)(i % count));
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

/* ---- Narrow places ------------------------------------------------------------------------- */

typedef struct narrow_place {
    const char *name;
    double walls[3][4]; /* the first is below it */
    int count;
    double start, beside; /* how high; how far the body's own height or width is added to the last
                             wall's ends: 0 is none */
    bool jumps;
} narrow_place;

static bool fits(const walker *w) {
    const ground *g = w->ground;
    return g->family->in_space ? sm3_character_fits(&w->c, NULL, w->mover, g->obstacles)
                               : sm_character_fits(&w->c, NULL, w->hull, g->flat_obstacles);
}

/* Walks on for three seconds, with a jump or not, and then rests. */
static void check_narrow(const narrow_place *p, bool in_space, int body, int rate) {
    stage *s = empty_stage(in_space);
    double up = p->beside * (double)walker_size(body).y;
    for (int i = 0; i < p->count; i++) {
        const double *e = p->walls[i];
        bool above = i > 0 && p->beside > 0;
        add_still(s, e[0], e[1] + (above ? up : 0), e[2], e[3] + (above ? up : 0));
    }
    walker w = walker_of(&s->g, body);
    w.c.position.y = (float)p->start;
    bool has_landed = false;
    for (int i = 0; i < 5 * rate; i++) {
        sm3_vec before = w.c.position;
        tick(&w, i < 3 * rate ? 4 : 0, 0, 0, p->jumps && i == rate, 1.0 / rate);
        bool is_good = (w.c.on_floor || !has_landed || p->jumps) && fits(&w) &&
                       w.c.legs <= 8 * fmax(60.0 / rate, 1);
        is_good &= i < 4 * rate || memcmp(&before, &w.c.position, sizeof before) == 0;
        has_landed |= w.c.on_floor;
        if (!is_good)
            fail_msg("%s, %s at %d Hz: tick %d leads to %.9g %.9g", p->name,
                     walker_body(s->g.family, body), rate, i, (double)w.c.position.x,
                     (double)w.c.position.y);
    }
    assert_true(w.c.on_floor);
}

TEST(in_a_narrow_place_it_stands_rests_and_is_in_no_wall) {
    static const narrow_place places[] = {
        {"a wedge of two slopes", {{-5, 8.66, 0, 0}, {0, 0, 5, 8.66}}, 2, 1.5, 0, false},
        {"a ceiling", {{-50, 0, 50, 0}, {3, 2, 8, 0.02}, {8, 0.02, 70, 0.02}}, 3, 0.2, 1, false},
        {"a jump", {{-50, 0, 50, 0}, {3, 2, 8, 0.02}, {8, 0.02, 70, 0.02}}, 3, 0.2, 1, true}};
    for (int i = 0; i < 3 * 2 * WALK_BODIES * RATES; i++)
        check_narrow(&places[i % 3], i / 3 % 2, i / 6 % WALK_BODIES, rates[i / 24]);
}

TEST(a_wall_that_comes_against_another_crushes_it_and_it_says_so) {
    for (int i = 0; i < 2 * WALK_BODIES * RATES; i++) {
        int rate = rates[i / 8];
        double before = 3, now = 3, least = -1 + 2 * (double)walker_size(i / 2 % WALK_BODIES).x;
        stage *s = empty_stage(i % 2);
        walker w = walker_of(&s->g, i / 2 % WALK_BODIES);
        bool was_crushed = false;
        for (int k = 0; k < 5 * rate; k++) {
            before = now;
            now = fmax(now - 1.0 / rate, -0.7);
            s->flat_list.count = s->list.count = 0;
            add_still(s, -50, 0, 50, 0);
            add_still(s, -1, -1, -1, 6);
            add_strip(s, (const double[]){before, -1, before, 6}, (const double[]){now, -1, now, 6},
                      false);
            tick(&w, 0, 0, 0, false, 1.0 / rate);
            assert_true(w.c.crushed ? now < least + 1e-3 : fits(&w));
            was_crushed |= w.c.crushed;
        }
        assert_true(was_crushed && w.c.position.x > -1);
    }
}

/* Of two floors in pieces it lands on the lower, and falls back through the upper, which it came
 * half through. */
TEST(it_jumps_through_oneway_floors_in_pieces_as_high_as_ever) {
    for (int i = 0; i < 2 * WALK_BODIES * RATES; i++) {
        stage *s = empty_stage(i % 2);
        int rate = rates[i / 8];
        add_still(s, -50, 0, 50, 0);
        for (int k = 0; k < 26; k++) {
            double x = -2 + k / 2 * 0.3, y = k % 2 == 0 ? 1 : 2.2;
            const double ends[] = {x, y, x + 0.3, y};
            add_strip(s, ends, ends, true);
        }
        walker w = walker_of(&s->g, i / 2 % WALK_BODIES);
        double highest = 0, speed = 0.8;
        for (int k = 0; k < 2 * rate; k++) {
            float x = w.c.position.x;
            tick(&w, speed, 0, 0, k == rate / 2, 1.0 / rate);
            highest = fmax(highest, (double)w.c.position.y);
            assert_true(fabs((double)(w.c.position.x - x) * rate - speed) < 1e-2);
        }
        assert_true(fabs(highest - jump_speed * jump_speed / 2 / gravity) < 1e-2);
        assert_true(w.c.on_floor && fabsf(w.c.position.y - 1) < 1e-3f);
    }
}

/* ---- Platforms ----------------------------------------------------------------------------- */

/* A lift between two floors, which goes up and down by less than a step. */
static void lay_lift(stage *s, double before, double now) {
    s->flat_list.count = s->list.count = 0;
    add_strip(s, (const double[]){-3, before, 3, before}, (const double[]){-3, now, 3, now}, false);
    add_still(s, -50, 0, -3, 0);
    add_still(s, 3, 0, 50, 0);
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

TEST(on_a_lift_and_on_a_platform_that_tilts_it_rests_where_it_is_carried) {
    for (int i = 0; i < 2 * 2 * WALK_BODIES * RATES; i++) {
        bool tilts = i / 2 % 2;
        int rate = rates[i / 16];
        stage *s = empty_stage(i % 2);
        walker w = walker_of(&s->g, i / 4 % WALK_BODIES);
        double ends[2][4];
        for (int k = 1; k < 6 * rate; k++) {
            for (int e = 0; e < 2; e++) {
                double time = (double)(k - 1 + e) / rate, angle = tilts ? 0.5 * sin(2 * time) : 0;
                double x = 4 * cos(angle), y = 4 * sin(angle), up = tilts ? 0 : 2 - 2 * cos(time);
                memcpy(ends[e], (double[]){-x, up - y, x, up + y}, sizeof ends[e]);
            }
            s->flat_list.count = s->list.count = 0;
            add_strip(s, ends[0], ends[1], false);
            tick(&w, 0, 0, 0, false, 1.0 / rate);
            assert_true(k < rate / 2 || (w.c.on_floor && fits(&w)));
            assert_true(tilts || k < rate / 2 || fabs((double)w.c.position.y - ends[1][1]) < 1e-3);
            assert_true(w.c.legs <= 8 * fmax(60.0 / rate, 1));
        }
    }
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

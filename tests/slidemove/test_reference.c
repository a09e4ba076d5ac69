/* The program against an independent reference, on random levels; the fault of the old method on
 * straight walls of many pieces; and the levels that come with the program. */
#include "../test.h"

#include "../../src/level/level.h"
#include "../files.h"
#include "../random.h"
#include "../reference.h"

static const double pi = 3.14159265358979323846;

/* ---- The real program -------------------------------------------------------------------- */

static char level_path[80], moves_path[80], output_path[80];

static int set_up(void **state) {
    if (make_folder(state) != 0)
        return -1;
    snprintf(level_path, sizeof level_path, "%s/level", folder);
    snprintf(moves_path, sizeof moves_path, "%s/moves", folder);
    snprintf(output_path, sizeof output_path, "%s/output", folder);
    return 0;
}

typedef struct seen_tick {
    float x, y, depth;
    int pushes;
} seen_tick;

/* Runs the program and reads what it says of each tick. Returns how many ticks it made. */
static int simulate(const char *level_file, const char *moves, const char *resolver,
                    seen_tick *seen, int capacity) {
    const char *program = getenv("SLIDEMOVE");
    char command[1024];
    snprintf(command, sizeof command, "%s simulate %s --moves %s --resolver %s > %s",
             program != NULL ? program : "build/slidemove", level_file, moves, resolver,
             output_path);
    assert_int_equal(system(command), 0);
    FILE *f = fopen(output_path, "r");
    assert_non_null(f);
    char line[256];
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line, "tick\tx\ty\tpushes\tdepth\tnx\tny\n");
    int count = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        assert_true(count < capacity);
        seen_tick *s = &seen[count++];
        int tick, found = sscanf(line, "%d\t%f\t%f\t%d\t%f\t", &tick, &s->x, &s->y, &s->pushes,
                                 &s->depth);
        assert_int_equal(found, 5);
        assert_int_equal(tick, count);
    }
    fclose(f);
    return count;
}

/* ---- Random levels ----------------------------------------------------------------------- */

enum {
    LEVELS = 10000,
    LEVELS_FOR_PROGRAM = 300, /* starting the program costs more than all the ticks of a level */
    MOVES = 20,
    OBSTACLES_MAX = 256,
    SHAPE_PIECES_MAX = 8
};

static const uint64_t seed = 20240607;
static const double extent = 20; /* world units, of the level to each side */

/* A level and its moves as texts for the program, and the same numbers for the reference. */
typedef struct trial {
    char level[32768], moves[1024];
    size_t level_length, moves_length;
    reference_obstacle obstacles[OBSTACLES_MAX];
    int obstacle_count;
    reference_point start, deltas[MOVES];
    double disk_radius;
    uint64_t *random;
} trial;

static void say(trial *t, const char *text) {
    int wrote = snprintf(t->level + t->level_length, sizeof t->level - t->level_length, "%s", text);
    t->level_length += (size_t)wrote;
    assert_true(t->level_length < sizeof t->level);
}

/* Writes a number with three decimals. Returns what the program, which keeps floats, makes of it.
 */
static double say_number(trial *t, const char *before, double value) {
    char text[64];
    snprintf(text, sizeof text, "%.3f", value);
    say(t, before);
    say(t, text);
    return (double)strtof(text, NULL);
}

static reference_point say_point(trial *t, double x, double y) {
    double kept_x = say_number(t, " ", x), kept_y = say_number(t, " ", y);
    return (reference_point){kept_x, kept_y};
}

static double between(trial *t, double low, double high) {
    return (double)random_float(t->random, (float)low, (float)high);
}

static bool one_in(trial *t, int chances) {
    return random_int(t->random, chances) == 0;
}

static void add_piece(trial *t, reference_point a, reference_point b, double radius) {
    assert_true(t->obstacle_count < OBSTACLES_MAX);
    t->obstacles[t->obstacle_count++] = (reference_obstacle){a, b, radius};
}

/* The pieces from point to point, with the radius that the statement ends with, if any. */
static void add_pieces(trial *t, const reference_point *points, int count, bool closed) {
    double radius = one_in(t, 3) ? say_number(t, " radius=", between(t, 0, 1)) : 0;
    for (int i = 0; i + 1 < count; i++)
        add_piece(t, points[i], points[i + 1], radius);
    if (closed)
        add_piece(t, points[count - 1], points[0], radius);
}

static void add_chain(trial *t) {
    reference_point points[SHAPE_PIECES_MAX];
    int count = one_in(t, 2) ? 2 : 2 + random_int(t->random, SHAPE_PIECES_MAX - 1);
    say(t, count == 2 && one_in(t, 2) ? "segment" : "chain");
    double x = between(t, -extent, extent), y = between(t, -extent, extent);
    for (int i = 0; i < count; i++) {
        points[i] = say_point(t, x, y);
        x = fmax(-extent, fmin(extent, x + between(t, -6, 6)));
        y = fmax(-extent, fmin(extent, y + between(t, -6, 6)));
    }
    add_pieces(t, points, count, false);
}

static void add_loop(trial *t) {
    reference_point points[SHAPE_PIECES_MAX];
    int count = 3 + random_int(t->random, SHAPE_PIECES_MAX - 2);
    double x = between(t, -15, 15), y = between(t, -15, 15), angle = between(t, 0, 6);
    say(t, "loop");
    for (int i = 0; i < count; i++) {
        double far = between(t, 1, 5);
        points[i] = say_point(t, x + far * cos(angle), y + far * sin(angle));
        angle += 2 * pi / count;
    }
    add_pieces(t, points, count, true);
}

static void add_circle(trial *t) {
    say(t, "circle");
    reference_point centre = say_point(t, between(t, -extent, extent), between(t, -extent, extent));
    add_piece(t, centre, centre, say_number(t, " ", between(t, 0, 3)));
}

static void add_capsule(trial *t) {
    double x = between(t, -15, 15), y = between(t, -15, 15);
    say(t, "capsule");
    reference_point a = say_point(t, x, y);
    reference_point b = say_point(t, x + between(t, -5, 5), y + between(t, -5, 5));
    add_piece(t, a, b, say_number(t, " ", between(t, 0, 2)));
}

static void add_box(trial *t) {
    say(t, "box");
    reference_point centre = say_point(t, between(t, -15, 15), between(t, -15, 15));
    double w = say_number(t, " ", between(t, 0.2, 8)), h = say_number(t, " ", between(t, 0.2, 8));
    double degrees = one_in(t, 4) ? 0 : say_number(t, " angle=", between(t, -180, 180));
    double c = cos(degrees * pi / 180), s = sin(degrees * pi / 180);
    static const int side[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    reference_point corners[4];
    for (int i = 0; i < 4; i++) {
        double x = side[i][0] * w / 2, y = side[i][1] * h / 2;
        corners[i] = (reference_point){centre.x + x * c - y * s, centre.y + x * s + y * c};
    }
    for (int i = 0; i < 4; i++)
        add_piece(t, corners[i], corners[(i + 1) % 4], 0);
}

/* Half of the players start near an obstacle, many of those inside. */
static void add_player(trial *t) {
    reference_point near = {between(t, -18, 18), between(t, -18, 18)};
    if (one_in(t, 2)) {
        near = t->obstacles[random_int(t->random, t->obstacle_count)].a;
        near.x += between(t, -2, 2);
        near.y += between(t, -2, 2);
    }
    say(t, "player");
    t->start = say_point(t, near.x, near.y);
    t->disk_radius = say_number(t, " radius=", between(t, 0.2, 1.5));
    say(t, "\n");
}

/* A walk that turns a little from tick to tick; now and then a step long enough to tunnel. */
static void add_moves(trial *t) {
    double angle = between(t, 0, 2 * pi);
    for (int i = 0; i < MOVES; i++) {
        double step = one_in(t, 8) ? between(t, 0, 2) : between(t, 0, 0.5);
        char x[32], y[32];
        snprintf(x, sizeof x, "%.4f", step * cos(angle));
        snprintf(y, sizeof y, "%.4f", step * sin(angle));
        t->deltas[i] = (reference_point){(double)strtof(x, NULL), (double)strtof(y, NULL)};
        int wrote = snprintf(t->moves + t->moves_length, sizeof t->moves - t->moves_length,
                             "%s %s\n", x, y);
        t->moves_length += (size_t)wrote;
        assert_true(t->moves_length < sizeof t->moves);
        angle += between(t, -0.6, 0.6);
    }
}

static void make_trial(trial *t, uint64_t *random) {
    static void (*const add_shape[])(trial *) = {add_chain,  add_chain,   add_loop,
                                                 add_circle, add_capsule, add_box};
    t->random = random;
    t->level_length = t->moves_length = 0;
    t->obstacle_count = 0;
    say(t, "slidemove 1\n");
    for (int shapes = 8 + random_int(random, 24); shapes > 0; shapes--) {
        add_shape[random_int(random, sizeof add_shape / sizeof *add_shape)](t);
        say(t, "\n");
    }
    add_player(t);
    add_moves(t);
}

/* ---- Program and library against the reference ------------------------------------------- */

static level *read_level(const trial *t) {
    level_errors errors;
    level *l = level_read(t->level, t->level_length, &errors);
    if (l == NULL)
        fail_msg("%d:%d: %s in:\n%s", errors.list[0].line, errors.list[0].column,
                 errors.list[0].message, t->level);
    return l;
}

static void run_library(const trial *t, seen_tick *seen) {
    level *l = read_level(t);
    level_shapes shapes;
    assert_true(level_make_shapes(l, &shapes));
    assert_int_equal(shapes.count, t->obstacle_count);
    level_player player = level_get_player(l);
    sm_capsule disk = sm_circle((sm_vec2){0, 0}, player.radius);
    sm_vec2 position = sm3_to2(player.position);
    for (int i = 0; i < MOVES; i++) {
        sm_vec2 delta = {(float)t->deltas[i].x, (float)t->deltas[i].y};
        sm_result r =
            sm_slide_move_capsules(position, delta, disk, shapes.capsules, shapes.count, NULL);
        position = r.position;
        seen[i] = (seen_tick){position.x, position.y, r.depth, r.pushes};
    }
    level_free_shapes(&shapes);
    level_free(l);
}

typedef struct tally {
    int ticks, pushed, pushed_often, branched, undecided, magnified;
    double largest_error; /* where rounding is not magnified */
} tally;

static void judge(const trial *t, const seen_tick *seen, tally *counts) {
    reference_world world = {t->obstacles, t->obstacle_count, t->disk_radius};
    reference_point before = t->start;
    for (int i = 0; i < MOVES; i++) {
        reference_point after = {(double)seen[i].x, (double)seen[i].y};
        reference_tick tick = {before, t->deltas[i], after, (double)seen[i].depth};
        reference_verdict v = reference_judge(&world, &tick);
        if (!v.agrees && !v.undecided)
            fail_msg("tick %d: (%.9g, %.9g), depth %.9g, is %g off the reference, in:\n%s\n%s",
                     i + 1, after.x, after.y, tick.depth, v.error, t->level, t->moves);
        counts->ticks++;
        counts->pushed += seen[i].pushes > 0;
        counts->pushed_often += seen[i].pushes > 1;
        counts->branched += v.branchings > 0;
        counts->undecided += v.undecided;
        if (v.allowed > REFERENCE_TOLERANCE)
            counts->magnified++;
        else if (v.agrees)
            counts->largest_error = fmax(counts->largest_error, v.error);
        before = after;
    }
}

static void print_and_check(const char *what, const tally *counts) {
    print_message("%s, seed %llu: %d ticks, %d pushed, %d of them more than once; %d branched, %d "
                  "undecided, %d with rounding magnified; largest error of the others %.2g\n",
                  what, (unsigned long long)seed, counts->ticks, counts->pushed,
                  counts->pushed_often, counts->branched, counts->undecided, counts->magnified,
                  counts->largest_error);
    assert_true(counts->pushed * 4 > counts->ticks); /* else it tests little */
    assert_true(counts->branched * 100 < counts->ticks);
    assert_true((counts->undecided + counts->magnified) * 1000 < counts->ticks);
}

TEST(the_library_agrees_with_the_reference_on_10000_random_levels) {
    static trial t;
    uint64_t random = test_seed(seed);
    tally counts = {0};
    for (int i = 0; i < test_trials(LEVELS); i++) {
        seen_tick seen[MOVES];
        make_trial(&t, &random);
        run_library(&t, seen);
        judge(&t, seen, &counts);
    }
    print_and_check("library", &counts);
}

TEST(the_program_agrees_with_the_reference_and_is_the_library_to_the_bit) {
    static trial t;
    uint64_t random = test_seed(seed);
    tally counts = {0};
    for (int i = 0; i < test_trials(LEVELS_FOR_PROGRAM); i++) {
        seen_tick seen[MOVES], expected[MOVES];
        make_trial(&t, &random);
        write_file(level_path, t.level);
        write_file(moves_path, t.moves);
        assert_int_equal(simulate(level_path, moves_path, "deepest", seen, MOVES), MOVES);
        judge(&t, seen, &counts);
        run_library(&t, expected);
        for (int tick = 0; tick < MOVES; tick++) {
            assert_true(seen[tick].x == expected[tick].x && seen[tick].y == expected[tick].y);
            assert_true(seen[tick].depth == expected[tick].depth);
            assert_int_equal(seen[tick].pushes, expected[tick].pushes);
        }
    }
    print_and_check("program", &counts);
}

/* ---- Straight walls of many pieces ------------------------------------------------------- */

enum { PIECES_MAX = 1000, WALL_TICKS = 500 };

static const double wall_length = 100, wall_delta = 0.08, wall_disk = 0.5;
static const double wall_angle = 85 * (3.14159265358979323846 / 180); /* of delta into the wall */

typedef struct straight_wall {
    sm_capsule pieces[PIECES_MAX];
    int count;
    reference_point along, left; /* unit */
} straight_wall;

static sm_vec2 on_wall(const straight_wall *w, double along, double left) {
    return (sm_vec2){(float)(w->along.x * along + w->left.x * left),
                     (float)(w->along.y * along + w->left.y * left)};
}

/* A wall through the origin, its pieces numbered in the direction `turn` (radians). */
static void make_wall(straight_wall *w, int pieces, double turn) {
    w->count = pieces;
    w->along = (reference_point){cos(turn), sin(turn)};
    w->left = (reference_point){-sin(turn), cos(turn)};
    for (int i = 0; i < pieces; i++) {
        double piece = wall_length / pieces, from = -wall_length / 2 + i * piece;
        w->pieces[i] = sm_segment(on_wall(w, from, 0), on_wall(w, from + piece, 0));
    }
}

typedef struct slide {
    double kept;   /* of the tangential distance asked for; 1 is all of it */
    double height; /* of the centre above the wall at the end */
} slide;

/* Pushes the disk into the wall and along it, in the direction in which the pieces are numbered or
 * against it. It starts on the middle of a piece, touching. */
static slide slide_along(const straight_wall *w, double direction, sm_resolver resolver) {
    double wanted = wall_delta * cos(wall_angle) * direction;
    sm_vec2 delta = on_wall(w, wanted, -wall_delta * sin(wall_angle));
    double from = wall_length * ((w->count / 2 + 0.5) / w->count - 0.5);
    sm_vec2 position = on_wall(w, from, wall_disk);
    sm_options options = {.resolver = resolver};
    sm_capsule disk = sm_circle((sm_vec2){0, 0}, (float)wall_disk);
    for (int i = 0; i < WALL_TICKS; i++)
        position =
            sm_slide_move_capsules(position, delta, disk, w->pieces, w->count, &options).position;
    double x = (double)position.x, y = (double)position.y;
    double along = x * w->along.x + y * w->along.y;
    return (slide){(along - from) / (wanted * WALL_TICKS), x * w->left.x + y * w->left.y};
}

/* Of SM_LAST: the last piece that is touched lies ahead, and its nearest point is the end it begins
 * with. The normal there points back, and where the end comes near enough takes away all that the
 * move gained; where pieces are shorter than what the disk touches of the wall, an end ahead is
 * always in reach, and it goes backwards. Against the numbering the same push points ahead instead,
 * so the fault shows in one direction. */
TEST(on_walls_of_many_pieces_deepest_slides_as_on_one_and_last_sticks) {
    static const double turns[] = {0, 0.3, 1.2, 2.5, -0.7}; /* radians */
    static const struct {
        int pieces;
        sm_resolver resolver;
        double direction, least, most; /* that is kept */
        double error;                  /* of the height */
    } rows[] = {
        {1, SM_DEEPEST, 1, 0.999, 1.001, 1e-4},    {1, SM_DEEPEST, -1, 0.999, 1.001, 1e-4},
        {100, SM_DEEPEST, 1, 0.999, 1.001, 1e-4},  {100, SM_DEEPEST, -1, 0.999, 1.001, 1e-4},
        {1000, SM_DEEPEST, 1, 0.999, 1.001, 1e-4}, {1000, SM_DEEPEST, -1, 0.999, 1.001, 1e-4},
        {100, SM_LAST, 1, -INFINITY, 0.3, 1e-2},   {100, SM_LAST, -1, 1.1, INFINITY, INFINITY},
        {1000, SM_LAST, 1, -INFINITY, 0, INFINITY}};
    for (int i = 0; i < 9 * 5; i++) {
        straight_wall w;
        make_wall(&w, rows[i / 5].pieces, turns[i % 5]);
        slide s = slide_along(&w, rows[i / 5].direction, rows[i / 5].resolver);
        if (!(s.kept >= rows[i / 5].least && s.kept <= rows[i / 5].most) ||
            !(fabs(s.height - wall_disk) <= rows[i / 5].error))
            fail_msg("%s on %d pieces, turned by %g: keeps %g, at height %g",
                     sm_resolver_name(rows[i / 5].resolver), rows[i / 5].pieces, turns[i % 5],
                     s.kept, s.height);
    }
}

/* ---- The levels that come with the program ----------------------------------------------- */

enum { DEMO_TICKS_MAX = 1000 };

static level *load_level(const char *path) {
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL)
        fail_msg("%s:%d:%d: %s", path, errors.list[0].line, errors.list[0].column,
                 errors.list[0].message);
    return l;
}

static double depth_at(const level *l, sm_vec2 position, int *touching) {
    level_shapes shapes;
    assert_true(level_make_shapes(l, &shapes));
    level_player player = level_get_player(l);
    sm_vec2 axis = {cosf(player.angle), sinf(player.angle)};
    sm_capsule mover = sm_capsule_from_axis(position, axis, player.length, player.radius);
    double deepest = -INFINITY;
    *touching = 0;
    for (int i = 0; i < shapes.count; i++) {
        double depth = (double)sm_collide(mover, shapes.capsules[i], (sm_vec2){0, 0}).depth;
        deepest = fmax(deepest, depth);
        *touching += depth > -1e-3;
    }
    level_free_shapes(&shapes);
    return deepest;
}

/* The lab's floor falls by one in eight; the key S pushes straight down. */
static sm_vec2 hold_s_in_the_lab(const char *path, const char *resolver) {
    static seen_tick seen[WALL_TICKS];
    char moves[WALL_TICKS * sizeof "0 -0.1\n"] = "";
    for (int i = 0; i < WALL_TICKS; i++)
        strcat(moves, "0 -0.1\n");
    write_file(moves_path, moves);
    assert_int_equal(simulate(path, moves_path, resolver, seen, WALL_TICKS), WALL_TICKS);
    return (sm_vec2){seen[WALL_TICKS - 1].x, seen[WALL_TICKS - 1].y};
}

/* Of the distance along the floor that was asked for. */
static double kept_in_the_lab(const char *path, const char *resolver) {
    level *l = load_level(path);
    sm_vec2 start = sm3_to2(level_get_player(l).position), end = hold_s_in_the_lab(path, resolver);
    level_free(l);
    double along_x = 8 / sqrt(65), along_y = -1 / sqrt(65);
    double moved = (double)(end.x - start.x) * along_x + (double)(end.y - start.y) * along_y;
    return moved / (WALL_TICKS * -0.1 * along_y);
}

TEST(the_lab_shows_the_fault_of_last_and_that_deepest_has_none) {
    static const char one[] = "levels/lab/01-flat-wall.level",
                      hundred[] = "levels/lab/02-wall-of-100.level",
                      thousand[] = "levels/lab/03-wall-of-1000.level";
    assert_float_equal(kept_in_the_lab(one, "deepest"), 1, 1e-3);
    assert_float_equal(kept_in_the_lab(one, "last"), 1, 1e-3);
    assert_float_equal(kept_in_the_lab(hundred, "deepest"), 1, 1e-3);
    assert_float_equal(kept_in_the_lab(thousand, "deepest"), 1, 1e-3);

    double kept = kept_in_the_lab(hundred, "last");
    sm_vec2 end = hold_s_in_the_lab(thousand, "last");
    print_message("last keeps %.1f%% of the distance in the lab\n", 100 * kept);
    assert_true(kept < 0.3);
    /* Pieces so short use up all five pushes on ends ahead: the disk falls through the floor. */
    assert_true(end.y < -8);
    assert_true(end.x < -13);
}

TEST(the_demo_ends_touching_two_things) {
    static const char path[] = "levels/playground.level";
    static seen_tick seen[DEMO_TICKS_MAX];
    int ticks = simulate(path, "levels/demo.moves", "deepest", seen, DEMO_TICKS_MAX);
    assert_in_range(ticks, 350, 500);
    level *l = load_level(path);
    int touching;
    sm_vec2 end = {seen[ticks - 1].x, seen[ticks - 1].y};
    assert_true(depth_at(l, end, &touching) < 0.01);
    assert_int_equal(touching, 2);
    level_free(l);
}

TEST_GROUP(set_up, remove_folder)

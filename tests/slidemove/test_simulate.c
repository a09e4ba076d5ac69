/* The program is the library, on random levels; the fault of the old method on straight walls of
 * many pieces; and the levels that come with the program. */
#include "../test.h"

#include "../../src/level/level.h"
#include "../files.h"
#include "../random.h"

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

enum { LEVELS = 300, MOVES = 20 };

/* Writes a statement for each of some shapes, and a player. */
static void write_level(uint64_t *random) {
    static const char *const forms[] = {"segment %.3f %.3f %.3f %.3f radius=%.3f\n",
                                        "box %.3f %.3f %.3f %.3f angle=%.3f\n",
                                        "loop %.3f %.3f %.3f %.3f 3 %.3f\n"};
    char text[4096], *end = text + sprintf(text, "slidemove 1\n");
    for (int shapes = 8 + random_int(random, 24); shapes > 0; shapes--) {
        double n[5];
        int form = random_int(random, 3);
        for (int k = 0; k < 5; k++)
            n[k] = k < 2 + 2 * (form != 1) ? random_double(random, -15, 15)
                                           : random_double(random, 0.2, 1.5);
        end += sprintf(end, forms[form], n[0], n[1], n[2], n[3], n[4]);
    }
    double x = random_double(random, -15, 15), y = random_double(random, -15, 15);
    sprintf(end, "player %.3f %.3f radius=%.3f\n", x, y, random_double(random, 0.2, 1.5));
    write_file(level_path, text);
}

/* A walk that turns a little from tick to tick; now and then a step long enough to tunnel. The
 * numbers are such as the file has. */
static void write_moves(uint64_t *random, sm_vec2 deltas[MOVES]) {
    char text[1024], *end = text;
    double angle = random_double(random, 0, 2 * pi);
    for (int i = 0; i < MOVES; i++) {
        double step = random_double(random, 0, random_one_in(random, 8) ? 2 : 0.5);
        char *line = end;
        end += sprintf(end, "%.4f %.4f\n", step * cos(angle), step * sin(angle));
        sscanf(line, "%f %f", &deltas[i].x, &deltas[i].y);
        angle += random_double(random, -0.6, 0.6);
    }
    write_file(moves_path, text);
}

static level *load_level(const char *path) {
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL)
        fail_msg("%s:%d:%d: %s", path, errors.list[0].line, errors.list[0].column,
                 errors.list[0].message);
    return l;
}

static void run_library(const sm_vec2 deltas[MOVES], seen_tick *seen) {
    level *l = load_level(level_path);
    level_shapes shapes;
    assert_true(level_make_shapes(l, &shapes));
    level_player player = level_get_player(l);
    sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, player.radius));
    sm_capsule_array array = {shapes.capsules, shapes.count};
    sm_vec2 position = sm3_to2(player.position);
    for (int i = 0; i < MOVES; i++) {
        sm_result r = sm_slide_move(position, deltas[i], disk, sm_obstacles_of_array(&array), NULL);
        position = r.position;
        seen[i] = (seen_tick){position.x, position.y, r.depth, r.pushes};
    }
    level_free_shapes(&shapes);
    level_free(l);
}

/* What the library moves by is asked by definition in test_world3.c. */
TEST(the_program_is_the_library_to_the_bit) {
    uint64_t random = test_seed(20240607);
    int pushed = 0;
    for (int i = 0; i < test_trials(LEVELS); i++) {
        seen_tick seen[MOVES], expected[MOVES];
        sm_vec2 deltas[MOVES];
        write_level(&random);
        write_moves(&random, deltas);
        assert_int_equal(simulate(level_path, moves_path, "deepest", seen, MOVES), MOVES);
        run_library(deltas, expected);
        assert_memory_equal(seen, expected, sizeof seen);
        for (int k = 0; k < MOVES; k++)
            pushed += seen[k].pushes > 0;
    }
    assert_true(pushed > test_trials(LEVELS));
}

/* ---- The levels that come with the program ----------------------------------------------- */

enum { DEMO_TICKS_MAX = 1000, WALL_TICKS = 500 };

static double depth_at(const level *l, sm_vec2 position, int *touching) {
    level_shapes shapes;
    assert_true(level_make_shapes(l, &shapes));
    level_player player = level_get_player(l);
    sm_vec2 axis = {cosf(player.angle), sinf(player.angle)};
    float half = player.length / 2;
    sm_capsule mover = {sm_offset(position, axis, -half), sm_offset(position, axis, half),
                        player.radius};
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

/* Of SM_LAST: the last piece that is touched lies ahead, and its nearest point is the end it begins
 * with. The normal there points back, and where the end comes near enough takes away all that the
 * move gained; where pieces are shorter than what the disk touches of the wall, an end ahead is
 * always in reach, and it goes backwards. */
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

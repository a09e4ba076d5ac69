/* The program is the library, on random levels. */
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
static int simulate(seen_tick *seen, int capacity) {
    const char *program = getenv("SLIDEMOVE");
    char command[1024];
    snprintf(command, sizeof command, "%s simulate %s --moves %s > %s",
             program != NULL ? program : "build/slidemove", level_path, moves_path, output_path);
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
        assert_int_equal(simulate(seen, MOVES), MOVES);
        run_library(deltas, expected);
        assert_memory_equal(seen, expected, sizeof seen);
        for (int k = 0; k < MOVES; k++)
            pushed += seen[k].pushes > 0;
    }
    assert_true(pushed > test_trials(LEVELS));
}

TEST_GROUP(set_up, remove_folder)

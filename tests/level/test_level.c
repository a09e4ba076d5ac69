/* Tests of src/level: texts that are levels, texts that are not, and the way back to text. */
#include "../test.h"

#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../src/level/file.h"
#include "../../src/level/statements.h"
#include "../../src/level/text.h"
#include "../files.h"
#include "../random.h"
#include "levels.h"

#define BAD_LEVELS "tests/bad_levels"
#define DOCUMENT   "docs/level-format.md"
#define HEAD       "slidemove 1\nplayer 0 0\n"

/* ---- Helpers ----------------------------------------------------------------------------- */

static uint64_t random_state;

static int random_below(int limit) {
    return random_int(&random_state, limit);
}

static void assert_refused(const char *text, int line, int column, const char *message) {
    assert_null(level_read(text, strlen(text), &errors));
    assert_int_equal(errors.total, 1);
    assert_string_equal(errors.list[0].message, message);
    assert_int_equal(errors.list[0].line, line);
    assert_int_equal(errors.list[0].column, column);
}

static void assert_unchanged(const char *bytes, size_t count) {
    level *l = read_text(bytes, count);
    assert_non_null(l);
    size_t length;
    char *text = level_write(l, &length);
    assert_int_equal(length, count);
    assert_memory_equal(text, bytes, count);
    assert_int_equal(text[count], '\0');
    free(text);
    level_free(l);
}

static void assert_same_bits(float a, float b) {
    assert_memory_equal(&a, &b, sizeof a);
}

static void assert_same_level(const level *a, const level *b) {
    assert_int_equal(a->statement_count, b->statement_count);
    assert_int_equal(a->number_count, b->number_count);
    assert_int_equal(a->player, b->player);
    assert_string_equal(level_title(a), level_title(b));
    assert_memory_equal(a->numbers, b->numbers, (size_t)a->number_count * sizeof *a->numbers);
    for (int i = 0; i < a->statement_count; i++) {
        assert_int_equal(a->statements[i].kind, b->statements[i].kind);
        assert_int_equal(a->statements[i].first_number, b->statements[i].first_number);
        assert_int_equal(a->statements[i].number_count, b->statements[i].number_count);
        assert_memory_equal(&a->statements[i].attributes, &b->statements[i].attributes,
                            sizeof a->statements[i].attributes);
        assert_string_equal(level_words(a, i), level_words(b, i));
    }
}

static void change_all(level *l) {
    for (int i = 0; i < l->statement_count; i++)
        l->statements[i].changed = true;
}

/* Returns a file of the project, up to the next one. */
static char *read_whole(const char *path) {
    static char text[1 << 17];
    if (read_file(path, text, sizeof text) == 0)
        fail_msg("%s does not open: tests run from the project's folder", path);
    return text;
}

/* ---- Reading ----------------------------------------------------------------------------- */

TEST(every_statement_is_read_with_its_numbers_attributes_and_text) {
    static const said flat[] = {
        {LEVEL_VERSION, 2, "slidemove 1", "slidemove 1"},
        {LEVEL_TITLE, 4, "title \tThe #1 level: caf\xc3\xa9, \xc2\xa3 1",
         "title The #1 level: caf\xc3\xa9, \xc2\xa3 1"},
        {LEVEL_PLAYER, 5, "player 1.50 -2 radius=0.5 length=+2.0 angle=90",
         "player 1.5 -2 radius=0.5 length=2 angle=90"},
        {LEVEL_SEGMENT, 6, "segment 0 0 1e1 .5 oneway radius=0.25",
         "segment 0 0 10 0.5 radius=0.25 oneway"},
        {LEVEL_CHAIN, 7, "chain 0 0 1 1 2 0 3 1 spin=-45", "chain 0 0 1 1 2 0 3 1 spin=-45"},
        {LEVEL_LOOP, 8, "loop 0 0 4. 0 4 3 shift=1,-2.5,3e0", "loop 0 0 4 0 4 3 shift=1,-2.5,3"},
        {LEVEL_CIRCLE, 9, "circle\t-3\t4\t0.75\tspin=10", "circle -3 4 0.75 spin=10"},
        {LEVEL_CAPSULE, 10, "capsule 0 0 0 2 0.5 shift=0,1,0.5 spin=360",
         "capsule 0 0 0 2 0.5 spin=360 shift=0,1,0.5"},
        {LEVEL_BOX, 11, "box 10 20 4 2 angle=90", "box 10 20 4 2 angle=90"},
        {LEVEL_BOX, 12, "box 0 0 0 0", "box 0 0 0 0"},
    };
    static const said solid[] = {
        {LEVEL_VERSION3, 2, "slidemove3 1", "slidemove3 1"},
        {LEVEL_TITLE, 4, "title \tThe #1 level in 3D", "title The #1 level in 3D"},
        {LEVEL_PLAYER3, 5, "player 1.50 -2 +3 radius=0.5 length=+2.0 angle=90",
         "player 1.5 -2 3 radius=0.5 length=2 angle=90"},
        {LEVEL_SPHERE, 6, "sphere 0 1e1 .5 2", "sphere 0 10 0.5 2"},
        {LEVEL_CAPSULE3, 7, "capsule 0 0 0  1 1. 1  0.25", "capsule 0 0 0 1 1 1 0.25"},
        {LEVEL_TRIANGLE, 8, "triangle 0 0 0 1 0 0 0 1 0 onesided radius=1e-1",
         "triangle 0 0 0 1 0 0 0 1 0 radius=0.1 onesided"},
        {LEVEL_BOX3, 9, "box\t-3\t4\t0.75 2 4 6\tangle=-30 twosided",
         "box -3 4 0.75 2 4 6 angle=-30 twosided"},
        {LEVEL_MESH, 10, "mesh tests/meshes/cube.obj scale=2 at=10,+20,30. angle=90",
         "mesh tests/meshes/cube.obj angle=90 at=10,20,30 scale=2"},
        {LEVEL_MESH, 11, "mesh \"tests/meshes/a cube.obj\"   twosided",
         "mesh \"tests/meshes/a cube.obj\" twosided"},
        {LEVEL_BOX3, 12, "box 0 0 0 0 0 0", "box 0 0 0 0 0 0"},
        {LEVEL_MESH, 13, "mesh tests/meshes/cube.obj", "mesh tests/meshes/cube.obj"},
    };
    level *l = read_good(every_statement);
    assert_said(l, flat, sizeof flat / sizeof *flat);
    assert_int_equal(l->player, 2);
    l = read_good(every_statement3);
    assert_said(l, solid, sizeof solid / sizeof *solid);
    assert_int_equal(l->player, 2);
    assert_int_equal(l->dimensions, 3);
}

TEST(every_allowed_attribute_of_every_statement_is_taken) {
    static const char *const examples[] = {"radius=1", "length=2",   "angle=3",     "oneway",
                                           "spin=4",   "axis=1,2,3", "shift=5,6,7", "shift=5,6,7,8",
                                           "at=8,9,1", "at=8,9",     "keep-seams",  "scale=2",
                                           "onesided", "twosided"};
    static const char *const statements[LEVEL_KIND_COUNT] = {
        [LEVEL_PLAYER] = "player 1 2",         [LEVEL_SEGMENT] = "segment 1 2 3 4",
        [LEVEL_CHAIN] = "chain 1 2 3 4",       [LEVEL_LOOP] = "loop 1 2 3 4 5 6",
        [LEVEL_CIRCLE] = "circle 1 2 3",       [LEVEL_BOX] = "box 1 2 3 4",
        [LEVEL_CAPSULE] = "capsule 1 2 3 4 5", [LEVEL_MAP] = "map a.tmx",
    };
    for (int kind = LEVEL_PLAYER; kind <= LEVEL_MAP; kind++) {
        for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++) {
            char text[160];
            snprintf(text, sizeof text, "slidemove 1\n%s %s\n%s", statements[kind], examples[i],
                     kind == LEVEL_PLAYER ? "" : "player 0 0\n");
            level *l = level_read(text, strlen(text), &errors);
            bool allowed = (level_statements[kind].attributes & level_attributes[i].flag) != 0;
            assert_int_equal(l != NULL, allowed);
            if (l != NULL)
                assert_int_equal(l->statements[1].attributes.present, level_attributes[i].flag);
            level_free(l);
        }
    }
}

TEST(a_title_runs_to_the_end_of_the_line_and_may_be_empty) {
    static const char *const table[][2] = {
        {every_statement, "The #1 level: caf\xc3\xa9, \xc2\xa3 1"},
        {every_statement3, "The #1 level in 3D"},
        {"slidemove 1\r\ntitle  # all of it \t\r\nplayer 0 0\r\n", "# all of it"},
        {HEAD, ""},
        {HEAD "title   ", ""}};
    for (int i = 0; i < 5; i++)
        assert_string_equal(level_title(read_good(table[i][0])), table[i][1]);
}

TEST(line_ends_marks_and_comments_change_nothing_that_is_read) {
    level *plain = read_good("slidemove 1\nplayer 1 2\ncircle 3 4 5\n");
    static const char *const same[] = {
        "slidemove 1\r\nplayer 1 2\r\ncircle 3 4 5\r\n",
        "slidemove 1\r\nplayer 1 2\ncircle 3 4 5",
        "\xef\xbb\xbfslidemove 1\nplayer 1 2\ncircle 3 4 5\n",
        "\xef\xbb\xbf#\n\n\tslidemove\t1#\n  player 1 2 # \xf0\x9f\x8c\x8d\n \t\ncircle 3 4 5#\n#",
        "slidemove 1\nplayer +1.0e0 .2e1\ncircle 300e-2 4. 5E0",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        level *l = read_good(same[i]);
        assert_same_level(plain, l);
    }
}

TEST(a_level_of_one_long_line_is_read) {
    enum { POINTS = 200000 };
    char *text = malloc(64 + POINTS * 16), *end = text;
    end += sprintf(end, "%schain", HEAD);
    for (int i = 0; i < POINTS; i++)
        end += sprintf(end, " %d %d.5", i, i % 7);
    level *l = read_text(text, (size_t)(end - text));
    assert_non_null(l);
    level_shapes shapes = shapes_of(l);
    assert_int_equal(shapes.count, POINTS - 1);
    assert_same_bits(shapes.capsules[POINTS - 2].b.x, POINTS - 1);
    level_free(l);

    end += sprintf(end, " 1"); /* the column of an error far to the right */
    int columns = (int)(end - text) - (int)strlen(HEAD);
    assert_null(level_read(text, (size_t)(end - text), &errors));
    assert_int_equal(errors.list[0].column, columns + 1);
    free(text);
}

TEST(numbers_up_to_a_million_are_taken) {
    level *l = read_good("slidemove 1\nplayer 1000000 -1e6 angle=-1e6\ncircle 0 0 1e-400");
    assert_same_bits(l->numbers[1], 1e6f);
    assert_same_bits(l->numbers[2], -1e6f);
    assert_same_bits(l->numbers[5], 0);
}

/* ---- Shapes ------------------------------------------------------------------------------ */

static void assert_capsule(sm_capsule c, float ax, float ay, float bx, float by, float radius) {
    assert_same_bits(c.a.x, ax);
    assert_same_bits(c.a.y, ay);
    assert_same_bits(c.b.x, bx);
    assert_same_bits(c.b.y, by);
    assert_same_bits(c.radius, radius);
}

TEST(every_statement_becomes_its_capsules) {
    static const struct {
        int statement;
        float a[2], b[2], radius;
    } expected[] = {
        {3, {0, 0}, {10, 0.5f}, 0.25f}, {4, {0, 0}, {1, 1}, 0},       {4, {1, 1}, {2, 0}, 0},
        {4, {2, 0}, {3, 1}, 0},         {5, {0, 0}, {4, 0}, 0},       {5, {4, 0}, {4, 3}, 0},
        {5, {4, 3}, {0, 0}, 0},         {6, {-3, 4}, {-3, 4}, 0.75f}, {7, {0, 0}, {0, 2}, 0.5f},
        {8, {11, 18}, {11, 22}, 0},     {8, {11, 22}, {9, 22}, 0},    {8, {9, 22}, {9, 18}, 0},
        {8, {9, 18}, {11, 18}, 0},      {9, {0, 0}, {0, 0}, 0},       {9, {0, 0}, {0, 0}, 0},
        {9, {0, 0}, {0, 0}, 0},         {9, {0, 0}, {0, 0}, 0},
    };
    level *l = read_good(every_statement);
    level_shapes shapes = shapes_of(l);
    assert_int_equal(shapes_of(read_good(HEAD)).count, 0);
    assert_int_equal(shapes.count, sizeof expected / sizeof expected[0]);
    for (int i = 0; i < shapes.count; i++) {
        assert_int_equal(shapes.statements[i], expected[i].statement);
        assert_capsule(shapes.capsules[i], expected[i].a[0], expected[i].a[1], expected[i].b[0],
                       expected[i].b[1], expected[i].radius);
    }
}

TEST(box_corners_turn_counter_clockwise) {
    for (int degrees = -720; degrees <= 720; degrees += 15) {
        char text[80];
        snprintf(text, sizeof text, HEAD "box 5 -3 4 2 angle=%d", degrees);
        level *l = read_good(text);
        level_shapes shapes = shapes_of(l);
        double angle = degrees * 3.14159265358979323846 / 180;
        double x = 5 - 2 * cos(angle) + sin(angle), y = -3 - 2 * sin(angle) - cos(angle);
        assert_true(fabs((double)shapes.capsules[0].a.x - x) < 1e-6);
        assert_true(fabs((double)shapes.capsules[0].a.y - y) < 1e-6);
        for (int i = 0; i < 4; i++) {
            assert_same_bits(shapes.capsules[i].b.x, shapes.capsules[(i + 1) % 4].a.x);
            assert_same_bits(shapes.capsules[i].b.y, shapes.capsules[(i + 1) % 4].a.y);
        }
    }
}

TEST(a_player_is_a_disk_or_a_sphere_unless_told_otherwise) {
    static const struct {
        const char *text;
        level_player player;
    } table[] = {
        {"slidemove 1\nplayer 3 4\n", {{3, 4, 0}, LEVEL_PLAYER_RADIUS, 0, 0}},
        {"slidemove3 1\nplayer 1 2 3\n", {{1, 2, 3}, LEVEL_PLAYER_RADIUS, 0, 0}},
        {every_statement, {{1.5f, -2, 0}, 0.5f, 2, 1.57079632679489661923f}},
        {every_statement3, {{1.5f, -2, 3}, 0.5f, 2, 1.57079632679489661923f}},
    };
    for (int i = 0; i < 4; i++) {
        level_player player = level_get_player(read_good(table[i].text));
        assert_memory_equal(&player, &table[i].player, sizeof player);
    }
}

TEST(bounds_hold_obstacles_with_their_radius_and_the_player) {
    static const struct {
        const char *text;
        level_box3 box;
    } table[] = {
        {HEAD "capsule -10 0 5 7 0.5\ncircle 20 -3 1\n", {{-10.5f, -4, 0}, {21, 7.5f, 0}}},
        {"slidemove 1\nplayer 1 2 radius=0.5 length=4 angle=90",
         {{0.5f, -0.5f, 0}, {1.5f, 4.5f, 0}}},
        {"slidemove3 1\nplayer 1 2 3 radius=0.5 length=4\n",
         {{0.5f, -0.5f, 2.5f}, {1.5f, 4.5f, 3.5f}}},
        {"slidemove3 1\nplayer 0 0 0\nsphere 10 0 0 2\ncapsule 0 -9 0 0 5 0 1\n"
         "box 0 0 -20 2 2 2\n",
         {{-1, -10, -21}, {12, 6, 2}}},
    };
    for (int i = 0; i < 4; i++) {
        level *l = read_good(table[i].text);
        level_shapes shapes = shapes_of(l);
        level_box3 box = level_bounds(l, &shapes), before = box;
        const level_box3 *expected = &table[i].box;
        size_t size = (size_t)l->dimensions * sizeof(float);
        assert_memory_equal(&box.min, &expected->min, size);
        assert_memory_equal(&box.max, &expected->max, size);
        level_box3_include(
            &box, &(sm3_triangle){{NAN, NAN, NAN}, {NAN, NAN, NAN}, {0, 0, 0}, NAN, false, false});
        assert_memory_equal(&box, &before, sizeof box);
    }
}

/* ---- Writing ----------------------------------------------------------------------------- */

TEST(a_level_that_was_not_changed_is_written_byte_for_byte) {
    static const char *const texts[] = {
        every_statement,
        HEAD,
        "slidemove 1\nplayer 0 0",
        "\xef\xbb\xbfslidemove 1\r\nplayer 0 0 \t\r\n\r\n# \r\n",
        "slidemove 1\r\nplayer 00.0 -0#x\nsegment 1e0 1.000 2 3\r\n\n\n  \t",
        "\xef\xbb\xbf\n\nslidemove 1\nplayer 0 0\ntitle\n",
        "\nslidemove 1\nplayer 0 0\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_unchanged(texts[i], strlen(texts[i]));
}

TEST(changed_statements_are_rewritten_where_they_stand) {
    level *l = read_good("\xef\xbb\xbfslidemove 1 # v\r\n"
                         "title  Old # name \r\n"
                         "player 0.0 0.0\r\n"
                         "\t circle 1.0 2.0 3.0   # keep me\r\n"
                         "segment 0.0 0 1 1 oneway#glued\r\n"
                         "# end");
    l->statements[1].changed = l->statements[3].changed = l->statements[4].changed = true;
    l->statements[1].words = level_keep_words(l, "New", 3);
    l->numbers[l->statements[3].first_number] = -0.1f;
    l->statements[4].attributes.present |= LEVEL_HAS_SHIFT | LEVEL_HAS_RADIUS;
    l->statements[4].attributes.shift = (sm_vec2){1, -2.5f};
    l->statements[4].attributes.shift_seconds = 1.0f / 3;
    l->statements[4].attributes.radius = 1e-5f;
    assert_written(l, "\xef\xbb\xbfslidemove 1 # v\r\n"
                      "title New \r\n"
                      "player 0.0 0.0\r\n"
                      "\t circle -0.1 2 3   # keep me\r\n"
                      "segment 0 0 1 1 radius=1e-5 oneway shift=1,-2.5,0.33333334#glued\r\n"
                      "# end");
}

TEST(a_level_made_by_a_program_is_written_from_its_numbers) {
    float numbers[] = {1, 0.25f, -7};
    level_statement statements[] = {
        {.kind = LEVEL_VERSION, .number_count = 1},
        {.kind = LEVEL_TITLE, .words = 1},
        {.kind = LEVEL_PLAYER, .first_number = 1, .number_count = 2},
    };
    char source[] = "", words[] = "\0Made";
    level l = {.source = source,
               .words = words,
               .statements = statements,
               .statement_count = 3,
               .numbers = numbers,
               .number_count = 3,
               .player = 2};
    assert_written(&l, "slidemove 1\ntitle Made\nplayer 0.25 -7\n");
}

TEST(levels_survive_being_rewritten_from_their_numbers) {
    glob_t found;
    glob("levels/*.level", 0, NULL, &found);
    glob("levels/lab*/*.level", GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc + 2; i++) {
        const char *texts[] = {every_statement, every_statement3};
        level *first = i < 2 ? read_good(texts[i]) : read_good(read_whole(found.gl_pathv[i - 2]));
        change_all(first);
        char *canonical = write_text(first);
        level *second = read_good(canonical);
        assert_same_level(first, second);
        change_all(second);
        assert_written(second, canonical);
        free(canonical);
    }
    assert_true(found.gl_pathc > 40);
    globfree(&found);
}

/* ---- Errors ------------------------------------------------------------------------------ */

static void check_errors_are_in_order(void) {
    assert_in_range(errors.count, 1, LEVEL_ERRORS_MAX);
    assert_true(errors.total >= errors.count);
    assert_true(errors.total == errors.count || errors.count == LEVEL_ERRORS_MAX);
    for (int i = 0; i < errors.count; i++) {
        const level_error *error = &errors.list[i];
        assert_true(error->line >= 1 && error->column >= 1);
        assert_true(i == 0 || errors.list[i - 1].line <= error->line);
        size_t length = strlen(error->message);
        assert_in_range(length, 10, LEVEL_MESSAGE_LENGTH - 2); /* one more may have been cut */
    }
}

/* Returns the manifest's lines that begin with `name` and a colon; they stand together. */
static size_t find_expected(const char *manifest, const char *name, const char **start) {
    size_t name_length = strlen(name), length = 0;
    for (const char *line = manifest; *line != '\0';) {
        size_t line_length = strcspn(line, "\n") + 1;
        if (strncmp(line, name, name_length) == 0 && line[name_length] == ':') {
            if (length == 0)
                *start = line;
            length += line_length;
        }
        line += line_length;
    }
    return length;
}

static int compare_bad_level(const char *manifest, const char *name) {
    char path[512], found[LEVEL_ERRORS_MAX * (LEVEL_MESSAGE_LENGTH + 100)];
    FILE *out = fmemopen(found, sizeof found, "w");
    snprintf(path, sizeof path, BAD_LEVELS "/%s", name);
    assert_null(level_load(path, &errors));
    check_errors_are_in_order();
    check_print_errors(out, name, &errors);
    fclose(out);
    const char *expected = NULL;
    size_t length = find_expected(manifest, name, &expected);
    if (length == strlen(found) && memcmp(expected, found, length) == 0)
        return 0;
    print_error("%s: expected\n%.*sfound\n%s", name, (int)length, length > 0 ? expected : "",
                found);
    return 1;
}

static int count_files_in_manifest(const char *manifest) {
    int count = 0;
    const char *previous = "";
    for (const char *line = manifest; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t name_length = strcspn(line, ":\n") + 1;
        count += *line != '#' && strncmp(line, previous, name_length) != 0;
        previous = line;
    }
    return count;
}

TEST(every_bad_level_is_refused_with_the_expected_message) {
    char *manifest = read_whole(BAD_LEVELS "/expected.txt");
    DIR *all = opendir(BAD_LEVELS);
    assert_non_null(all);
    int files = 0, wrong = 0;
    for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "expected.txt") == 0)
            continue;
        files++;
        wrong += compare_bad_level(manifest, entry->d_name);
    }
    closedir(all);
    assert_int_equal(wrong, 0);
    assert_int_equal(files, count_files_in_manifest(manifest));
    assert_true(files >= 65);
}

TEST(errors_of_an_earlier_reading_are_forgotten) {
    assert_null(level_load(BAD_LEVELS "/errors-25.level", &errors));
    assert_refused(HEAD "circle 0 0\n", 3, 11,
                   "expected a number for R in `circle X Y R`, found nothing");
    read_good(HEAD);
}

/* A text of 2D and one of 3D. */
static const struct {
    const char *bytes;
    size_t length;
} whole[] = {{every_statement, sizeof every_statement - 1},
             {every_statement3, sizeof every_statement3 - 1}};

/* Returns whether the bytes, which have none behind them that could be read, are a level. */
static bool is_read_or_refused_cleanly(const char *bytes, size_t length) {
    level *l = level_read(bytes, length, &errors);
    if (l == NULL) {
        check_errors_are_in_order();
        return false;
    }
    assert_unchanged(bytes, length);
    level_shapes shapes;
    assert_true(level_make_shapes(l, &shapes));
    level_free_shapes(&shapes);
    level_free(l);
    return true;
}

TEST(every_prefix_of_a_level_is_read_or_refused_cleanly) {
    for (int w = 0; w < 2; w++) {
        int good = 0;
        for (size_t length = 0; length <= whole[w].length; length++) {
            char *prefix = malloc(length > 0 ? length : 1);
            memcpy(prefix, whole[w].bytes, length);
            good += is_read_or_refused_cleanly(prefix, length);
            free(prefix);
        }
        assert_true(good > 50);
    }
}

TEST(levels_with_random_damage_are_read_or_refused_cleanly) {
    static const char likely[] = "0123456789+-.,=#eE\" \t\r\n\0\x7f\xef\xbb\xbf\xc3\xff";
    int good[2] = {0};
    random_state = test_seed(0x9e3779b97f4a7c15u);
    for (int round = 0; round < 50000; round++) {
        int w = round % 2, length = (int)whole[w].length;
        char *text = malloc((size_t)length);
        memcpy(text, whole[w].bytes, (size_t)length);
        for (int changes = 1 + random_below(4); changes > 0; changes--)
            text[random_below(length)] =
                random_below(3) ? likely[random_below(sizeof likely - 1)] : (char)random_below(256);
        good[w] += is_read_or_refused_cleanly(text, (size_t)length);
        free(text);
    }
    assert_true(good[0] > 100 && good[1] > 100);
}

/* ---- Files ------------------------------------------------------------------------------- */

#define IN_FOLDER(name) TEST_WITH(name, make_folder, remove_folder)

static void assert_not_loaded(const char *path, const char *message) {
    assert_null(level_load(path, &errors));
    assert_int_equal(errors.count, 1);
    assert_int_equal(errors.total, 1);
    assert_int_equal(errors.list[0].line, 0);
    assert_int_equal(errors.list[0].column, 0);
    assert_string_equal(errors.list[0].message, message);
}

TEST(what_is_no_file_is_refused_by_name) {
    assert_not_loaded("tests/no-such.level", "cannot open the file: No such file or directory");
    assert_not_loaded("", "cannot open the file: No such file or directory");
    assert_not_loaded("tests", "expected a file, found a folder");
    assert_not_loaded("/dev/null", "expected a file, found a device");
    assert_not_loaded(DOCUMENT "/x", "cannot open the file: Not a directory");
}

IN_FOLDER(pipes_and_unreadable_files_are_refused_at_once) {
    assert_int_equal(mkfifo(path_in("pipe").at, 0600), 0);
    assert_not_loaded(path_in("pipe").at, "expected a file, found a pipe");
    write_file("file", HEAD);
    level *l = level_load(path_in("file").at, &errors);
    assert_non_null(l);
    assert_string_equal(l->source, HEAD);
    level_free(l);
    chmod(path_in("file").at, 0);
    if (geteuid() != 0) /* root may read anything */
        assert_not_loaded(path_in("file").at, "cannot open the file: Permission denied");
}

IN_FOLDER(what_is_too_large_is_refused) {
    void *none = NULL;
    int empty = 0, full = 1 << 30;
    assert_false(memory_try_grow(&none, &full, full, 1));
    assert_false(memory_try_grow(&none, &empty, 0, SIZE_MAX));
    assert_int_equal(level_keep_words(read_good(HEAD "text a"), "b", INT_MAX), -1);
    assert_null(level_read("", INT_MAX, &errors));
    assert_string_equal(errors.list[0].message,
                        "expected less than 2 GiB of text, found 2147483647 bytes");
    write_file("file", "");
    assert_int_equal(truncate(path_in("file").at, INT_MAX), 0);
    assert_not_loaded(path_in("file").at,
                      "expected less than 2 GiB of text, found 2147483647 bytes");
}

/* Writes a level of at least `size` bytes and returns its size. */
static size_t write_big_level(size_t size) {
    FILE *file = fopen(path_in("file").at, "w");
    assert_non_null(file);
    int written = fprintf(file, HEAD);
    for (int i = 0; (size_t)written < size; i++)
        written += fprintf(file, "segment %d.25 %d -%d.5 7\n", i % 5000, i % 70, i % 3000);
    assert_int_equal(fclose(file), 0);
    return (size_t)written;
}

IN_FOLDER(loading_a_big_file_tells_how_far_it_is) {
    size_t size = write_big_level(5000000);
    watched w = {.calls_allowed = 1000};
    level *l = level_load_with(path_in("file").at, &errors, (sm_progress){watch, &w});
    assert_non_null(l);
    assert_int_equal(l->source_length, size);
    level_free(l);
    assert_int_equal(w.total, size);
    assert_int_equal(w.done, size);
    assert_in_range(w.calls, 9, 12); /* 5 MB of it and 5 MB again */
    assert_false(w.went_back);
}

static bool append_once(void *context, size_t done, size_t total) {
    if (!*(bool *)context) {
        FILE *file = fopen(path_in("file").at, "a");
        fprintf(file, "#%2000000s", "");
        fclose(file);
        *(bool *)context = true;
    }
    return done <= total;
}

IN_FOLDER(a_file_that_grows_while_it_is_read_or_is_empty_is_no_matter) {
    bool has_grown = false;
    watched w = {.calls_allowed = 1000};
    write_file("file", "");
    assert_null(level_load_with(path_in("file").at, &errors, (sm_progress){watch, &w}));
    assert_int_equal(w.calls, 0);
    write_big_level(1500000);
    level *l = level_load_with(path_in("file").at, &errors, (sm_progress){append_once, &has_grown});
    assert_non_null(l);
    assert_true(l->source_length > 3500000);
    level_free(l);
}

IN_FOLDER(loading_can_be_cancelled_at_any_time) {
    path_text big = path_in("file");
    const struct {
        const char *path;
        int min, max;            /* calls */
    } files[] = {{big.at, 6, 9}, /* two for each MB, and so for the level and the mesh: */
                 {"levels/lab3/02-mesh.level", 4, 6}};
    write_big_level(3000000);
    for (int i = 0; i < 2; i++) {
        level *l = NULL;
        int calls = 1;
        for (; l == NULL && calls < 20; calls++) {
            watched w = {.calls_allowed = calls};
            l = level_load_with(files[i].path, &errors, (sm_progress){watch, &w});
            assert_true(l != NULL || w.calls == calls);
            assert_int_equal(errors.total, 0);
        }
        assert_in_range(calls - 1, files[i].min, files[i].max);
        level_free(l);
    }
}

/* File watching compares states: the state is that of the bytes that were read, even if the file
 * has changed since. */
IN_FOLDER(a_level_knows_the_state_of_the_file_it_was_read_from) {
    write_big_level(200000); /* more than a block */
    level *l = level_load(path_in("file").at, &errors);
    level_file_state now;
    assert_non_null(l);
    assert_true(level_look_at_file(path_in("file").at, &now));
    assert_true(now.hash == l->file.hash && now.seen.number == l->file.seen.number);
    FILE *file = fopen(path_in("file").at, "r+");
    fputs("SLIDEMOVE", file);
    fclose(file);
    assert_true(level_look_at_file(path_in("file").at, &now));
    assert_true(now.hash != l->file.hash);
    assert_int_equal(now.seen.size, l->file.seen.size);
    level_free(l);
    unlink(path_in("file").at);
    assert_false(level_look_at_file(path_in("file").at, &now));
}

/* None of them is waited for, and none is read without end. */
IN_FOLDER(only_regular_files_are_looked_at) {
    level_file_state now;
    assert_int_equal(mkfifo(path_in("pipe").at, 0600), 0);
    assert_int_equal(symlink("/dev/zero", path_in("zero").at), 0);
    assert_false(level_look_at_file(path_in("pipe").at, &now));
    assert_false(level_look_at_file(path_in("zero").at, &now));
    assert_false(level_look_at_file(folder, &now));
}

/* ---- The tables and the document --------------------------------------------------------- */

TEST(the_document_has_every_row_of_the_tables) {
    char *text = read_whole(DOCUMENT), row[256];
    for (int i = 0; i < LEVEL_KIND_COUNT; i++) {
        snprintf(row, sizeof row, "| `%s` | %s |", level_statements[i].usage,
                 level_statements[i].summary);
        if (strstr(text, row) == NULL)
            fail_msg(DOCUMENT " lacks the row: %s", row);
    }
    for (int i = 0; i < LEVEL_ATTRIBUTE_COUNT; i++) {
        snprintf(row, sizeof row, "| `%s` | %s |", level_attributes[i].usage,
                 level_attributes[i].summary);
        if (strstr(text, row) == NULL)
            fail_msg(DOCUMENT " lacks the row: %s", row);
    }
}

TEST(the_examples_of_the_document_are_levels) {
    int count[4] = {0}, played = 0; /* by dimensions */
    char *start = read_whole(DOCUMENT);
    while ((start = strstr(start, "```\nslidemove")) != NULL) {
        start += 4;
        char *end = strstr(start, "```");
        assert_non_null(end);
        assert_unchanged(start, (size_t)(end - start));
        level *l = read_text(start, (size_t)(end - start));
        count[l->dimensions]++;
        played += level_get_scene(l).play_count;
        level_free(l);
        start = end + 3;
    }
    assert_int_equal(count[2], 3);
    assert_int_equal(count[3], 1);
    assert_int_equal(played, 2);
}

/* ---- Parts of a level -------------------------------------------------------------------- */

TEST(statements_alone_are_read_as_a_fragment_of_their_dimensions) {
    static const struct {
        const char *text;
        int dimensions, statements, player;
        const char *error; /* the first one, NULL: none */
    } rows[] = {
        {"circle 1 2 3\n# note\nbox 0 0 1 1", 2, 2, -1, NULL},
        {"", 2, 0, -1, NULL},
        {"circle 1 2 3\nslidemove 1\nplayer 0 0\n", 2, 3, 2, NULL},
        {"box 1 2 3 4 5 6\nmesh a.obj\n", 3, 2, -1, NULL},
        {"circle 1 2 \x01", 2, 0, 0, "1: expected text, found the control character U+0001"},
        {"circle 1 2 3\nplayer 0 0\nplayer 1 1\n", 2, 0, 0,
         "3: expected at most 1 `player X Y` in a level, found another one"},
        {"circle 1 2 3\ncircel 1 2 3\n", 2, 0, 0,
         "2: expected a statement of a 2D level, found 'circel'; did you mean `circle`?"},
        {"box 1 2 3 4\n", 3, 0, 0,
         "1: expected a number for H in `box X Y Z W H D`, found nothing"},
        {"box 1 2 3 4 5 6", 2, 0, 0, "1: expected an attribute of `box`"},
        {"slidemove 1", 3, 0, 0, "1: expected a statement of a 3D level"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char error[LEVEL_MESSAGE_LENGTH + 20];
        level *l =
            level_read_fragment(rows[i].text, strlen(rows[i].text), rows[i].dimensions, &errors);
        assert_int_equal(l != NULL, rows[i].error == NULL);
        if (l != NULL) {
            assert_int_equal(l->dimensions, rows[i].dimensions);
            assert_int_equal(l->statement_count, rows[i].statements);
            assert_int_equal(l->player, rows[i].player);
            assert_written(l, rows[i].text);
            level_free(l);
            continue;
        }
        snprintf(error, sizeof error, "%d: %s", errors.list[0].line, errors.list[0].message);
        if (strncmp(error, rows[i].error, strlen(rows[i].error)) != 0)
            fail_msg("expected '%s', found '%s'", rows[i].error, error);
    }
}

TEST(directions_are_exact_at_right_angles) {
    static const sm_vec2 exact[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = -8; i <= 8; i++) {
        sm_vec2 d = level_direction((float)i * 90);
        assert_float_equal(d.x, exact[i & 3].x, 0);
        assert_float_equal(d.y, exact[i & 3].y, 0);
    }
    for (int i = -720; i <= 720; i++) {
        sm_vec2 d = level_direction((float)i);
        assert_float_equal(d.x, cos(i * 3.14159265358979 / 180), 1e-7);
        assert_float_equal(d.y, sin(i * 3.14159265358979 / 180), 1e-7);
    }
}

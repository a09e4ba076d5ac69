/* Tests of src/level/obj.c: Wavefront files that are good, faces that are cut up, and
 * everything that is no such file. */
#include "../test.h"

#include <time.h>

#include "../../src/level/file.h"
#include "../../src/slidemove/vec.h"
#include "../random.h"

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static level_mesh mesh;
static level_errors errors;
static const level_error *const error = &errors.list[0];

static void drop_mesh(void) {
    level_empty_mesh(&mesh);
    mesh = (level_mesh){0};
}

static int drop_last_mesh(void **state) {
    drop_mesh();
    return 0;
}

TEST_GROUP(NULL, drop_last_mesh)

/* What an earlier reading left goes. */
static bool read_bytes(const char *text, size_t length) {
    drop_mesh();
    return obj_read(text, length, &(level_watcher){0}, &mesh, &errors);
}

static void read_good(const char *text) {
    if (!read_bytes(text, strlen(text)))
        fail_msg("line %d: %s", error->line, error->message);
    assert_true(mesh.loaded);
}

static void assert_face(int index, int a, int b, int c) {
    assert_true(index < mesh.face_count);
    assert_int_equal(mesh.faces[index].a, a);
    assert_int_equal(mesh.faces[index].b, b);
    assert_int_equal(mesh.faces[index].c, c);
}

static void assert_vertex(int index, float x, float y, float z) {
    assert_true(index < mesh.vertex_count);
    assert_float_equal(mesh.vertices[index].x, x, 0);
    assert_float_equal(mesh.vertices[index].y, y, 0);
    assert_float_equal(mesh.vertices[index].z, z, 0);
}

/* ---- Forms ------------------------------------------------------------------------------- */

TEST(vertices_and_faces_are_taken_and_the_rest_is_skipped) {
    read_good("# a comment \\\nmtllib a.mtl\no thing\ng one two\nv 0 0 0\nv\t1.5  -2e1 .5  # here\n"
              "vt 0 1\nvn 0 0 1\nvp 1\nv 0 1 0\nusemtl red\ns off\nl 1 2\np 1\ncurv2 x\n\xff\xfe\n"
              "   f 1 2 3\nfo 9 9 9\nvertex x\n");
    assert_int_equal(mesh.vertex_count, 3);
    assert_vertex(1, 1.5f, -20, 0.5f);
    assert_int_equal(mesh.face_count, 1);
    assert_int_equal(mesh.polygon_count, 1);
    assert_face(0, 0, 1, 2);
    assert_string_equal(level_find_part(&mesh, 0), "one two (red)");
}

TEST(a_face_belongs_to_the_last_group_and_material_above_it) {
    read_good(SQUARE "f 1 2 3\no roof \nusemtl wood\nusemtl stone\nf 1 2 3 4\nf 1 2 3\ng\nf 1 2 3\n"
                     "g a name of more than 24 characters\n");
    assert_string_equal(level_find_part(&mesh, 0), "");
    for (int i = 1; i < 4; i++)
        assert_string_equal(level_find_part(&mesh, i), "roof (stone)");
    assert_string_equal(level_find_part(&mesh, 4), "stone");
}

TEST(a_corner_may_name_a_texture_and_a_normal) {
    static const char *const faces[] = {"f 1 2 3",          "f 1/7 2/8 3/9",
                                        "f 1//7 2//8 3//9", "f 1/1/1 2/-1/2 3/3/+3",
                                        "f +1/+2 2 3",      "f -4/-1/-1 -3 -2//5"};
    for (size_t i = 0; i < sizeof faces / sizeof faces[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, SQUARE "%s", faces[i]);
        read_good(text);
        assert_face(0, 0, 1, 2);
    }
}

TEST(numbers_below_0_count_back_from_the_last_vertex_so_far) {
    read_good("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -4 -3 -1\n");
    assert_face(0, 0, 1, 2);
    assert_face(1, 0, 1, 3);
}

TEST(weights_and_colours_may_follow_a_vertex) {
    read_good("v 1 2 3 0.5\nv 4 5 6 .1 .2 .3\nv 7 8 9 1 .1 .2 .3\nf 1 2 3\n");
    assert_vertex(0, 1, 2, 3);
    assert_vertex(1, 4, 5, 6);
    assert_vertex(2, 7, 8, 9);
}

TEST(line_ends_and_continuations_change_nothing) {
    static const char *const texts[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3",
        "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n",
        "v 0 \\\n 0 0\nv 1 0 \\\r\n0\nv 0 1\\\n0\n\\\nf 1\\\n2 \\\n\\\n 3#",
        "  # C:\\folder\\\nv 0 0 0\nmtllib a\\\nv 9 9 9\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        read_good(texts[i]);
        assert_int_equal(mesh.vertex_count, 3);
        assert_vertex(1, 1, 0, 0);
        assert_int_equal(mesh.face_count, 1);
        assert_face(0, 0, 1, 2);
    }
}

TEST(a_file_is_read_without_a_byte_behind_it) {
    static const char text[] = SQUARE "f 1 2 3 4 # \\\r\nf -1//-1 \\\r\n2/3/4 1";
    for (size_t length = 0; length < sizeof text; length++) {
        char *prefix = malloc(length > 0 ? length : 1);
        memcpy(prefix, text, length);
        bool is_read = read_bytes(prefix, length);
        assert_true(is_read || error->line >= 1);
        assert_int_equal(errors.total, !is_read);
        assert_int_equal(is_read, mesh.loaded);
        assert_int_equal(is_read, mesh.face_count > 0);
        free(prefix);
    }
}

/* ---- Polygons ---------------------------------------------------------------------------- */

static vec3 twice_area(int a, int b, int c) {
    vec3 from = vec3_of(mesh.vertices[a]);
    return vec3_cross(vec3_sub(vec3_of(mesh.vertices[b]), from),
                      vec3_sub(vec3_of(mesh.vertices[c]), from));
}

/* The triangles have the polygon's area and its side. Since none of them is turned over, and their
 * areas sum up to the whole, no two of them overlap. */
static void assert_cut_well(void) {
    vec3 whole = {0, 0, 0};
    for (int i = 1; i + 1 < mesh.vertex_count; i++)
        whole = vec3_add(whole, twice_area(0, i, i + 1));
    double size = vec3_length(whole), sum = 0;
    assert_true(size > 0);
    assert_int_equal(mesh.face_count, mesh.vertex_count - 2);
    for (int i = 0; i < mesh.face_count; i++) {
        vec3 a = twice_area(mesh.faces[i].a, mesh.faces[i].b, mesh.faces[i].c);
        assert_true(vec3_dot(a, whole) >= -1e-9 * size * size);
        sum += vec3_length(a);
    }
    assert_true(fabs(sum / size - 1) < 1e-5);
}

typedef struct frame3 {
    vec3 x, y; /* where the polygon's own axes point */
} frame3;

static const frame3 frames[] = {
    {{1, 0, 0}, {0, 1, 0}},
    {{0, 1, 0}, {1, 0, 0}},
    {{0, 1, 0}, {0, 0, 1}},
    {{0, 0, 1}, {0, 1, 0}},
    {{0, 0, 1}, {1, 0, 0}},
    {{1, 0, 0}, {0, 0, 1}},
    {{0.5, 0.5, 0}, {-0.5, 0.5, 0.25}},
    {{0.25, 0, -0.5}, {0, 1, 0.125}},
};
enum { FRAMES = sizeof frames / sizeof frames[0] };

/* Reads the polygon of these points, which lie in a plane of space. */
static void read_polygon(double (*points)[2], int count, frame3 f) {
    char *text = malloc((size_t)count * 120 + 100), *end = text;
    for (int i = 0; i < count; i++) {
        vec3 p = vec3_add(vec3_scale(f.x, points[i][0]), vec3_scale(f.y, points[i][1]));
        end += sprintf(end, "v %.9g %.9g %.9g\n", p.x + 3, p.y - 2, p.z + 0.5);
    }
    *end++ = 'f';
    for (int i = 0; i < count; i++)
        end += sprintf(end, " %d", i + 1);
    *end = '\0';
    read_good(text);
    free(text);
}

/* The same of points in words, "X,Y X,Y"; in each frame, after which `check` is called. */
static void read_polygons(const char *words, void (*check)(void)) {
    double points[16][2];
    int count = 0;
    for (int length;
         sscanf(words, " %lf,%lf%n", &points[count][0], &points[count][1], &length) == 2;
         words += length)
        count++;
    for (int f = 0; f < FRAMES; f++) {
        read_polygon(points, count, frames[f]);
        assert_int_equal(mesh.polygon_count, 1);
        assert_int_equal(mesh.face_count, count - 2);
        check();
    }
}

TEST(concave_polygons_are_cut_inside_their_outline) {
    static const char *const polygons[] = {
        "0,0 4,0 4,4 0,4",
        "0,0 4,2 0,4 1,2",                                     /* an arrow */
        "0,0 4,0 4,1 1,1 1,4 0,4",                             /* an L */
        "0,0 6,0 6,4 4,4 4,1 2,1 2,4 0,4",                     /* a U */
        "0,0 2,0 4,0 4,2 4,4 2,4 0,4 0,2",                     /* straight corners */
        "0,10 -2,3 -10,3 -4,-1 -6,-8 0,-4 6,-8 4,-1 10,3 2,3", /* a star */
        "0,0 9,0 9,9 0,9 0,0 3,3 3,6 6,6 6,3 3,3",             /* a hole, joined by a bridge */
        "0,0 9,0 9,5 8,1 7,5 6,1 5,5 4,1 3,5 2,1 1,5 0.5,1",   /* a comb */
    };
    for (size_t i = 0; i < sizeof polygons / sizeof *polygons; i++)
        read_polygons(polygons[i], assert_cut_well);
}

/* Corners at random distances around a point: however spiky, the outline never crosses itself. */
TEST(random_stars_are_cut_inside_their_outline) {
    static double points[200][2];
    uint64_t random = test_seed(7);
    for (int round = 0; round < 400; round++) {
        int count = 3 + random_int(&random, round % 20 == 0 ? 198 : 20);
        for (int i = 0; i < count; i++) {
            double angle = 2 * 3.14159265358979 * i / count;
            double reach = (double)random_float(&random, 0.2f, 10);
            points[i][0] = reach * cos(angle);
            points[i][1] = reach * sin(angle);
        }
        read_polygon(points, count, frames[random_int(&random, FRAMES)]);
        assert_cut_well();
    }
}

static void assert_faces_in_range(void) {
    for (int i = 0; i < mesh.face_count; i++) {
        assert_in_range(mesh.faces[i].a, 0, mesh.vertex_count - 1);
        assert_in_range(mesh.faces[i].b, 0, mesh.vertex_count - 1);
        assert_in_range(mesh.faces[i].c, 0, mesh.vertex_count - 1);
    }
}

TEST(polygons_without_an_area_or_that_cross_themselves_are_cut_all_the_same) {
    static const char *const polygons[] = {
        "1,1 1,1 1,1 1,1",         "0,0 1,0 2,0 3,0 1,0", "0,0 4,4 4,0 0,4", /* a bow tie */
        "0,0 4,0 4,4 4,0 2,0",                                               /* a spike */
        "0,0 4,0 2,3 0,0 4,0 2,3",                                           /* twice around */
    };
    for (size_t i = 0; i < sizeof polygons / sizeof *polygons; i++)
        read_polygons(polygons[i], assert_faces_in_range);
}

TEST(a_face_may_have_4096_corners_and_no_more) {
    static double points[OBJ_CORNERS_MAX + 1][2];
    for (int i = 0; i < OBJ_CORNERS_MAX; i++) { /* a saw: every second corner is reflex */
        double angle = 2 * 3.14159265358979 * i / OBJ_CORNERS_MAX;
        points[i][0] = (i % 2 ? 99.9 : 100) * cos(angle);
        points[i][1] = (i % 2 ? 99.9 : 100) * sin(angle);
    }
    read_polygon(points, OBJ_CORNERS_MAX, frames[2]);
    assert_int_equal(mesh.face_count, OBJ_CORNERS_MAX - 2);

    char *text = malloc(2 * OBJ_CORNERS_MAX + 100), *end = text + sprintf(text, "v 0 0 0\nf");
    for (int i = 0; i <= OBJ_CORNERS_MAX; i++)
        end += sprintf(end, " 1");
    assert_false(read_bytes(text, (size_t)(end - text)));
    assert_string_equal(error->message, "expected a face of at most 4096 corners, found more");
    assert_int_equal(error->line, 2);
    free(text);
}

static bool stop_at_once(void *context, size_t done, size_t total) {
    ++*(int *)context;
    return false;
}

/* A polygon of random corners, and 49 more of the same: half an hour when corners are judged again
 * and again. Sanitizers and valgrind take ten times as long, so the bound is wide. */
TEST(faces_that_cross_themselves_take_little_time_or_are_refused) {
    enum { FACES = 50, BYTES_A_CORNER = 32 };
    uint64_t random = random_seed(test_seed(12));
    char *text = malloc((FACES + 1) * OBJ_CORNERS_MAX * BYTES_A_CORNER), *end = text;
    for (int i = 0; i < OBJ_CORNERS_MAX; i++)
        end += sprintf(end, "v %d %d 0\n", random_int(&random, 10000), random_int(&random, 10000));
    for (int face = 0; face < FACES; face++) {
        end += sprintf(end, "f");
        for (int i = 1; i <= OBJ_CORNERS_MAX; i++)
            end += sprintf(end, " %d", i);
        end += sprintf(end, "\n");
        if (face > 0)
            continue;
        clock_t before = clock();
        assert_true(read_bytes(text, (size_t)(end - text)));
        assert_int_equal(mesh.face_count, OBJ_CORNERS_MAX - 2);
        assert_true(clock() - before < 5 * CLOCKS_PER_SEC);
    }
    clock_t before = clock();
    assert_false(read_bytes(text, (size_t)(end - text)));
    assert_true(clock() - before < 10 * CLOCKS_PER_SEC);
    assert_true(error->line > OBJ_CORNERS_MAX + 1);
    assert_string_equal(error->message,
                        "expected faces that are quick to cut into triangles, found one of 4096 "
                        "corners that is not, for it crosses itself or winds a lot");
    int calls = 0; /* between two faces, not only after each MiB */
    level_watcher watcher = {.progress = {stop_at_once, &calls}, .total = 1 << 20};
    assert_false(obj_read(text, (size_t)(end - text), &watcher, &mesh, &errors));
    assert_int_equal(errors.total, 0);
    assert_int_equal(calls, 1);
    free(text);
}

/* ---- Errors ------------------------------------------------------------------------------ */

TEST(what_is_wrong_is_told_with_its_line) {
    static const struct {
        const char *text;
        int line;
        const char *message;
    } table[] = {
        {"", 1, "expected at least one face, found none"},
        {SQUARE, 5, "expected at least one face, found none"},
        {"v 0 0\n", 1, "expected a number for Z, found nothing"},
        {"\nv 0 # 1 2\n", 2, "expected a number for Y, found nothing"},
        {"v\n1 2 3\n", 1, "expected a number for X, found nothing"},
        {"v 0 \\\n0\n", 2, "expected a number for Z, found nothing"},
        {"v 0 x 0\n", 1, "expected a number for Y, found 'x'"},
        {"v 0 0 nan\n", 1, "expected a number for Z, found 'nan'"},
        {"v inf 0 0\n", 1, "expected a number for X, found 'inf'"},
        {"v 0x10 0 0\n", 1, "expected a number for X, found '0x10'"},
        {"v 1,5 0 0\n", 1, "expected a number for X, found '1,5'"},
        {"v \xe9\x7f 0 0\n", 1,
         "expected a number for X, found '?"
         "?'"},
        {"v 0 0 2e6\n", 1, "expected Z to be from -1000000 to 1000000, found '2e6'"},
        {"v -1e99 0 0\n", 1, "expected X to be from -1000000 to 1000000, found '-1e99'"},
        {"v 0 0 0 red\n", 1, "expected a number for a weight or a colour, found 'red'"},
        {"f 1 2 3\n", 1, "expected vertices above the first face, found none"},
        {SQUARE "f 1 2 5\n", 5, "expected a vertex number from 1 to 4 (or -4 to -1), found '5'"},
        {SQUARE "f 1 2 -5\n", 5, "expected a vertex number from 1 to 4 (or -4 to -1), found '-5'"},
        {SQUARE "f 0 1 2\n", 5, "expected a vertex number from 1 to 4 (or -4 to -1), found '0'"},
        {SQUARE "f 1 2.5 3\n", 5,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '2.5'"},
        {SQUARE "f 1 2 3x\n", 5, "expected a vertex number from 1 to 4 (or -4 to -1), found '3x'"},
        {SQUARE "f 1 2 /3\n", 5, "expected a vertex number from 1 to 4 (or -4 to -1), found '/3'"},
        {SQUARE "f 1 2 3/1/1/1\n", 5,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '3/1/1/1'"},
        {SQUARE "f 1 2 3/a\n", 5,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '3/a'"},
        {SQUARE "f 1// 2 3\n", 5, "expected a number behind the last `/` of a corner, found '1//'"},
        {SQUARE "f 1 2/ 3\n", 5, "expected a number behind the last `/` of a corner, found '2/'"},
        {SQUARE "f 1 2 3/1/\n", 5,
         "expected a number behind the last `/` of a corner, found '3/1/'"},
        {SQUARE "f 1 \\\n\\\n2 - 3\n", 7,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '-'"},
        {SQUARE "f 99999999999999999999 1 2\n", 5,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '99999999999999999999'"},
        {SQUARE "f -99999999999999999999999999 1 2\n", 5,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '-99999999999999999999...'"},
        {SQUARE "f 4294967297 1 2\n", 5,
         "expected a vertex number from 1 to 4 (or -4 to -1), found '4294967297'"},
        {SQUARE "f\n", 5, "expected a face of 3 or more corners, found 0"},
        {SQUARE "f 1 2 # 3\n", 5, "expected a face of 3 or more corners, found 2"},
        {SQUARE "f 1 2 3\nf 1 2 3\nf 1 2\nf 9\n", 7,
         "expected a face of 3 or more corners, found 2"},
        {SQUARE "f 1 2 3\nl \x07\n", 6, "expected text, found the control character U+0007"},
        {"\x7f"
         "ELF\x02\n",
         1, "expected text, found the control character U+0002"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_false(read_bytes(table[i].text, strlen(table[i].text)));
        assert_string_equal(error->message, table[i].message);
        assert_int_equal(error->line, table[i].line);
        assert_null(mesh.vertices);
        assert_null(mesh.faces);
        assert_false(mesh.loaded);
    }
}

TEST(a_binary_file_is_refused) {
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n\0";
    assert_false(read_bytes(text, sizeof text - 1));
    assert_int_equal(error->line, 5);
    assert_string_equal(error->message, "expected text, found the control character U+0000");
}

TEST(reading_can_be_cancelled) {
    int calls = 0;
    level_watcher watcher = {.progress = {stop_at_once, &calls}, .total = 4};
    static const char text[] = "v 0 0 0\nf 1 1 1\n";
    assert_false(obj_read(text, sizeof text - 1, &watcher, &mesh, &errors));
    assert_int_equal(errors.total, 0);
    assert_int_equal(calls, 1);
    assert_null(mesh.vertices);
    assert_false(mesh.loaded);
}

static void assert_consistent(bool is_read) {
    if (!is_read) {
        assert_true(error->line >= 1);
        assert_in_range(strlen(error->message), 10, LEVEL_MESSAGE_LENGTH - 2);
        return;
    }
    assert_true(mesh.face_count > 0);
    assert_faces_in_range();
}

TEST(random_bytes_are_read_or_refused_cleanly) {
    static const char likely[] = "vvvff  \n\n0123456789.-+e/#\\\r\tx\xff\0";
    static const char good[] = SQUARE "vn 0 0 1\nf 1//1 2//1 3//1 4//1\nf -1 -2 \\\n -3 # e\r\n";
    int rounds = test_trials(60000), taken = 0;
    uint64_t random = test_seed(99);
    for (int round = 0; round < rounds; round++) {
        bool is_damaged = random_int(&random, 2) == 0;
        size_t length = is_damaged ? sizeof good - 1 : (size_t)random_int(&random, 80);
        char *text = malloc(length > 0 ? length : 1);
        if (is_damaged)
            memcpy(text, good, length);
        int changes = is_damaged ? 1 + random_int(&random, 4) : (int)length;
        for (int i = 0; i < changes; i++)
            text[is_damaged ? random_int(&random, (int)length) : i] =
                likely[random_int(&random, (int)sizeof likely - 1)];
        bool is_read = read_bytes(text, length);
        assert_consistent(is_read);
        taken += is_read;
        free(text);
    }
    assert_true(taken > rounds / 50);
}

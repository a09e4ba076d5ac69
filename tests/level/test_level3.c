/* Tests of 3D levels: what is read of them, what it becomes in space, and the way back to text. */
#include "../test.h"

#include <float.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../files.h"
#include "../level_text.h"
#include "levels.h"

#define HEAD "slidemove3 1\nplayer 0 0 0\n"

enum { VERSION, TITLE, PLAYER, SPHERE, CAPSULE, TRIANGLE, BOX, MESH, SPACED, POINT, AGAIN, COUNT };

/* ---- Helpers ----------------------------------------------------------------------------- */

/* As if the text stood in a file in the project's folder, where tests run. */
static level *load_good(const char *text) {
    level *l = read_good(text);
    bool loaded = level_load_meshes(l, "here.level", &errors);
    if (!loaded)
        print_message("%s\n", errors.list[0].message);
    assert_true(loaded);
    return l;
}

static void assert_statement(const level *l, int statement, const char *expected) {
    char *words = level_write_statement(l, &l->statements[statement]);
    assert_string_equal(words, expected);
    free(words);
}

static void assert_near(sm3_vec v, double x, double y, double z) {
    double scale = 1 + fabs(x) + fabs(y) + fabs(z);
    if (fabs((double)v.x - x) + fabs((double)v.y - y) + fabs((double)v.z - z) > 1e-6 * scale)
        fail_msg("%g %g %g is not %g %g %g", (double)v.x, (double)v.y, (double)v.z, x, y, z);
}

/* ---- Reading ----------------------------------------------------------------------------- */

TEST(a_mesh_that_is_named_twice_is_held_once) {
    level *l = load_good(every_statement3);
    assert_int_equal(l->mesh_count, 2);
    assert_string_equal(l->meshes[0].name, "tests/meshes/cube.obj");
    assert_string_equal(l->meshes[1].name, "tests/meshes/a cube.obj");
    assert_int_equal(l->statements[MESH].mesh, 0);
    assert_int_equal(l->statements[SPACED].mesh, 1);
    assert_int_equal(l->statements[AGAIN].mesh, 0);
    assert_int_equal(level_find_mesh(l, "tests/meshes/a cube.obj", 23, false), 1);
    assert_int_equal(level_find_mesh(l, "tests/meshes/a", 14, false), -1);
    for (int i = 0; i < 2; i++) {
        assert_true(l->meshes[i].loaded);
        assert_int_equal(l->meshes[i].vertex_count, 8);
        assert_int_equal(l->meshes[i].face_count, 12);
        assert_int_equal(l->meshes[i].polygon_count, 6);
    }
}

TEST(a_text_without_a_folder_leaves_its_meshes_unloaded) {
    level *l = read_good(every_statement3);
    assert_int_equal(l->mesh_count, 2);
    assert_false(l->meshes[0].loaded);
    assert_int_equal(level_count_shapes(l, MESH), 0);
    level_shapes solids = shapes_of(l);
    assert_int_equal(solids.count, 1 + 1 + 1 + 12 + 12);
}

TEST(names_of_meshes_may_be_odd) {
    static const struct {
        const char *spelt, *name, *canonical;
    } names[] = {
        {"\"a b.obj\"", "a b.obj", "\"a b.obj\""},
        {"\"plain.obj\"", "plain.obj", "plain.obj"},
        {"\"#1.obj\"", "#1.obj", "\"#1.obj\""},
        {"a\"b\".obj", "a\"b\".obj", "a\"b\".obj"},
        {"\"twosided\"", "twosided", "twosided"},
        {"\"at=1,2,3\"", "at=1,2,3", "at=1,2,3"},
        {"size=3.obj", "size=3.obj", "size=3.obj"},
        {"5", "5", "5"},
        {"caf\xc3\xa9.obj#x", "caf\xc3\xa9.obj", "caf\xc3\xa9.obj"},
        {"/tmp/../x.obj", "/tmp/../x.obj", "/tmp/../x.obj"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char text[200], canonical[200];
        snprintf(text, sizeof text, HEAD "mesh %s", names[i].spelt);
        level *l = read_good(text);
        assert_string_equal(l->meshes[0].name, names[i].name);
        assert_written(l, text);
        l->statements[2].changed = true;
        snprintf(canonical, sizeof canonical, "mesh %s", names[i].canonical);
        assert_statement(l, 2, canonical);
        level *again = level_read_fragment(canonical, strlen(canonical), 3, &errors);
        assert_non_null(again);
        assert_string_equal(again->meshes[0].name, names[i].name);
        level_free(again);
    }
}

/* ---- In space ---------------------------------------------------------------------------- */

TEST(every_statement_becomes_its_triangles) {
    level *l = load_good(every_statement3);
    static const int counts[COUNT] = {[SPHERE] = 1, [CAPSULE] = 1, [TRIANGLE] = 1, [BOX] = 12,
                                      [MESH] = 12,  [SPACED] = 12, [POINT] = 12,   [AGAIN] = 12};
    level_shapes solids = shapes_of(l);
    int at = 0;
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(level_count_shapes(l, i), counts[i]);
        for (int k = 0; k < counts[i]; k++)
            assert_int_equal(solids.statements[at++], i);
    }
    assert_int_equal(solids.count, at);

    sm3_triangle ball = solids.triangles[0], log = solids.triangles[1], face = solids.triangles[2];
    assert_near(ball.a, 0, 10, 0.5);
    assert_near(ball.b, 0, 10, 0.5);
    assert_near(ball.c, 0, 10, 0.5);
    assert_float_equal(ball.radius, 2, 0);
    assert_near(log.a, 0, 0, 0);
    assert_near(log.b, 1, 1, 1);
    assert_near(log.c, 1, 1, 1);
    assert_float_equal(log.radius, 0.25f, 0);
    assert_near(face.a, 0, 0, 0);
    assert_near(face.b, 1, 0, 0);
    assert_near(face.c, 0, 1, 0);
    assert_float_equal(face.radius, 0.1f, 0);
    assert_false(ball.one_sided);
    assert_false(log.one_sided);
    assert_true(face.one_sided);
}

TEST(sides_are_told_by_onesided_and_twosided) {
    level *l = load_good(HEAD "box 0 0 0 1 1 1\nbox 0 0 0 1 1 1 twosided\n"
                              "mesh tests/meshes/cube.obj\nmesh tests/meshes/cube.obj twosided\n"
                              "triangle 0 0 0 1 0 0 0 1 0\ntriangle 0 0 0 1 0 0 0 1 0 onesided\n"
                              "mesh tests/meshes/cube.obj twosided oneway\n");
    static const bool one_sided[] = {true, false, true, false, false, true, true};
    level_shapes solids = shapes_of(l);
    for (int i = 0; i < solids.count; i++)
        assert_int_equal(solids.triangles[i].one_sided, one_sided[solids.statements[i] - 2]);
}

static vec3 between(sm3_vec a, sm3_vec b) {
    return vec3_sub(vec3_of(b), vec3_of(a));
}

/* Of a closed surface with its fronts outward (divergence theorem): its area and volume. */
static void measure(const sm3_triangle *triangles, int count, sm3_vec centre, double *area,
                    double *volume) {
    *area = *volume = 0;
    for (int i = 0; i < count; i++) {
        const sm3_triangle *t = &triangles[i];
        vec3 n = vec3_cross(between(t->a, t->b), between(t->a, t->c));
        double outward = vec3_dot(n, between(centre, t->a));
        assert_true(outward > 0);
        *area += sqrt(vec3_dot(n, n)) / 2;
        *volume += outward / 6;
    }
}

TEST(boxes_and_meshes_are_closed_with_their_fronts_outward) {
    static const struct {
        const char *words;
        sm3_vec centre;
        double area, volume;
    } solids[] = {
        {"box 0 0 0 2 4 6", {0, 0, 0}, 88, 48},
        {"box 5 -1 2 2 4 6 angle=33", {5, -1, 2}, 88, 48},
        {"mesh tests/meshes/cube.obj", {0, 0, 0}, 24, 8},
        {"mesh tests/meshes/cube.obj scale=0.5 at=-3,2,1 angle=-71", {-3, 2, 1}, 6, 1},
    };
    for (size_t i = 0; i < sizeof solids / sizeof solids[0]; i++) {
        char text[200];
        snprintf(text, sizeof text, HEAD "%s\n", solids[i].words);
        level *l = load_good(text);
        sm3_triangle triangles[12];
        assert_int_equal(level_count_shapes(l, 2), 12);
        level_make_triangles(l, 2, triangles);
        double area, volume;
        measure(triangles, 12, solids[i].centre, &area, &volume);
        assert_true(fabs(area / solids[i].area - 1) < 1e-5);
        assert_true(fabs(volume / solids[i].volume - 1) < 1e-5);
    }
}

/* A thin box along x, turned by a quarter, points along -z; and so does a player that looks there.
 */
TEST(angles_turn_counter_clockwise_seen_from_above) {
    level *l = read_good("slidemove3 1\nplayer 0 0 0 angle=90\ntriangle 1 0 0 1 0 0 1 0 0\n"
                         "box 0 0 0 8 0 0 angle=90\nbox 0 0 0 8 0 0 angle=30\n");
    level_player start = level_get_player(l);
    assert_float_equal(start.angle, 1.5707964f, 1e-6f);
    sm3_triangle triangles[12];
    level_make_triangles(l, 3, triangles);
    for (int i = 0; i < 12; i++)
        assert_near(triangles[i].a, 0, 0, triangles[i].a.z > 0 ? 4 : -4);
    level_make_triangles(l, 4, triangles);
    for (int i = 0; i < 12; i++) {
        double side = triangles[i].b.x > 0 ? 1 : -1;
        assert_near(triangles[i].b, side * 4 * cos(0.5235987755983), 0, side * -2);
    }
}

TEST(a_mesh_is_scaled_then_turned_then_moved) {
    level *l = load_good(every_statement3);
    sm3_triangle triangles[12];
    level_make_triangles(l, MESH, triangles); /* f 6 2 4 8: the side at x = 1 */
    assert_near(triangles[0].a, 12, 18, 28);
    assert_near(triangles[0].b, 8, 18, 28);
    assert_near(triangles[0].c, 8, 22, 28);
}

/* ---- Files ------------------------------------------------------------------------------- */

TEST(meshes_stand_beside_the_level_wherever_the_program_runs) {
    char path[80], mesh[80], text[200];
    make_folder(NULL);
    snprintf(path, sizeof path, "%s/a.level", folder);
    snprintf(mesh, sizeof mesh, "%s/one.obj", folder);
    write_file(mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    snprintf(text, sizeof text, HEAD "mesh one.obj\nmesh %s\n",
             mesh); /* relative and from the root */
    write_file(path, text);
    level *l = level_load(path, &errors);
    assert_non_null(l);
    assert_int_equal(level_count_shapes(l, 2), 1);
    assert_int_equal(level_count_shapes(l, 3), 1);
    assert_written(l, text);
    level_free(l);
    unlink(mesh);
    assert_null(level_load(path, &errors));
    assert_int_equal(errors.total, 2);
    assert_int_equal(errors.list[0].line, 3);
    assert_int_equal(errors.list[1].line, 4);
    remove_folder(NULL);
}

TEST(what_can_be_loaded_is_loaded_even_when_another_mesh_is_missing) {
    level *l = read_good(HEAD "mesh gone.obj\nmesh tests/meshes/cube.obj\n");
    assert_false(level_load_meshes(l, "here.level", &errors));
    assert_int_equal(errors.total, 1);
    assert_string_equal(errors.list[0].message,
                        "mesh gone.obj: cannot open the file: No such file or directory");
    assert_int_equal(errors.list[0].line, 3);
    assert_int_equal(errors.list[0].column, 1);
    assert_false(l->meshes[0].loaded);
    assert_true(l->meshes[1].loaded);
    assert_int_equal(level_count_shapes(l, 3), 12);
    assert_false(level_load_meshes(l, "here.level", &errors)); /* what is loaded stays */
    watched none = {.calls_allowed = 1};
    assert_false(level_reload_mesh(l, 1, "here.level", &errors, (sm_progress){watch, &none}));
    assert_int_equal(errors.total, 0);
    assert_int_equal(level_count_shapes(l, 3), 12);
}

TEST(more_shapes_than_there_may_be_are_refused) {
    enum { FACES = 1152 };
    static char text[40 * (LEVEL_SHAPES_MAX / FACES + 2)];
    char *end = text + sprintf(text, HEAD);
    for (int i = 0; i <= LEVEL_SHAPES_MAX / FACES; i++)
        end += sprintf(end, "mesh levels/lab3/meshes/hill.obj\n");
    level_shapes shapes;
    assert_false(level_make_shapes(load_good(text), &shapes));
}

TEST(a_long_name_is_shown_by_its_end) {
    level *l = read_good(HEAD "mesh a/very/long/way/through/one/folder/and/another/and/a/third/"
                              "and/a/fourth/to/gone.obj\n");
    assert_false(level_load_meshes(l, "here.level", &errors));
    assert_string_equal(errors.list[0].message,
                        "mesh ...ough/one/folder/and/another/and/a/third/and/a/fourth/to/gone.obj: "
                        "cannot open the file: No such file or directory");
}

TEST(check_prints_the_statistics_of_a_3d_level) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(check_level("levels/lab3/02-mesh.level", out));
    fclose(out);
    static const char *const parts[] = {
        "levels/lab3/02-mesh.level: good\n",
        "  title      ",
        "  player     capsule of radius 0.5 at -9 2.5 0\n",
        "  extent     -12 ",
        "  triangles  2305\n",
        "    sphere   1\n    mesh     2\n",
        "  mesh       meshes/hill.obj: 625 vertices, 1152 faces, 1152 triangles\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(text, parts[i]) == NULL)
            fail_msg("expected '%s' in:\n%s", parts[i], text);
    free(text);
}

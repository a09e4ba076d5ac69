/* Tests of src/level/gltf.c: nodes in their places, which of them collide, every form of numbers,
 * and files that promise more than they hold. */
#include "../test.h"

#include "../../src/level/gltf.h"
#include "../../src/level/text.h"

static level_mesh mesh;
static level_errors errors, left_out;

static int drop_mesh(void **state) {
    level_empty_mesh(&mesh);
    mesh = (level_mesh){0};
    return 0;
}

TEST_GROUP(NULL, drop_mesh)

static bool read_bytes(const char *text, size_t length) {
    drop_mesh(NULL);
    return gltf_read(text, length, NULL, &(level_watcher){0}, &mesh, &left_out, &errors);
}

/* A square from (0, 0, 0) to (1, 0, 1) of four floats each: accessor 0. Accessor 1 has the indices
 * of its two triangles, 0 2 1 and 0 3 2, as shorts, accessor 2 the corners 0 1 2 3 as bytes. */
static const float square[] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1};
static const uint16_t pairs[] = {0, 2, 1, 0, 3, 2};
static const unsigned char ring[] = {0, 1, 2, 3};

#define VIEWS                                                                                      \
    "\"buffers\":[{\"byteLength\":64}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},"         \
    "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12},"                                          \
    "{\"buffer\":0,\"byteOffset\":60,\"byteLength\":4}],"
#define ACCESSORS                                                                                  \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"      \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},"                   \
    "{\"bufferView\":2,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}]"
#define HEAD    "{\"asset\":{\"version\":\"2.0\"}," VIEWS
#define INDEXED "{\"attributes\":{\"POSITION\":0},\"indices\":1}"

/* Reads a .glb file of that JSON and these bytes. */
static bool read_glb(const char *json) {
    unsigned char file[8192];
    char padded[6000];
    int length = snprintf(padded, sizeof padded, "%s", json);
    while (length % 4 != 0)
        padded[length++] = ' ';
    uint32_t size = 12 + 8 + (uint32_t)length + 8 + 64;
    const uint32_t head[] = {0x46546C67, 2, size, (uint32_t)length, 0x4E4F534A};
    const uint32_t chunk[] = {64, 0x004E4942};
    size_t at = 0;
    memcpy(file, head, sizeof head), at += sizeof head;
    memcpy(file + at, padded, (size_t)length), at += (size_t)length;
    memcpy(file + at, chunk, sizeof chunk), at += sizeof chunk;
    memcpy(file + at, square, sizeof square), at += sizeof square;
    memcpy(file + at, pairs, sizeof pairs), at += sizeof pairs;
    memcpy(file + at, ring, sizeof ring), at += sizeof ring;
    return read_bytes((const char *)file, at);
}

static void read_good(const char *json) {
    if (!read_glb(json))
        fail_msg("%s", errors.list[0].message);
}

/* Expects an error with these words. */
static void assert_refused(const char *json, const char *words) {
    assert_false(read_glb(json));
    assert_int_equal(errors.total, 1);
    if (strstr(errors.list[0].message, words) == NULL)
        fail_msg("expected '%s', found '%s'", words, errors.list[0].message);
    assert_int_equal(mesh.face_count, 0);
}

static void assert_vertex(int index, float x, float y, float z) {
    assert_true(index < mesh.vertex_count);
    assert_float_equal(mesh.vertices[index].x, x, 1e-6);
    assert_float_equal(mesh.vertices[index].y, y, 1e-6);
    assert_float_equal(mesh.vertices[index].z, z, 1e-6);
}

/* Twice the area of a face, above 0 when its front is up. */
static float area_from_above(int face) {
    const sm3_vec *v = mesh.vertices;
    level_face f = mesh.faces[face];
    return (v[f.c].x - v[f.a].x) * (v[f.b].z - v[f.a].z) -
           (v[f.b].x - v[f.a].x) * (v[f.c].z - v[f.a].z);
}

TEST(nodes_stand_where_their_parents_and_they_themselves_place_them) {
    read_good(HEAD ACCESSORS
              ",\"meshes\":[{\"primitives\":[" INDEXED "]}],"
              "\"nodes\":[{\"translation\":[10,0,0],\"children\":[1]},"
              "{\"mesh\":0,\"rotation\":[0,0.70710678118,0,0.70710678118],\"scale\":[2,2,2]},"
              "{\"mesh\":0,\"matrix\":[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1]}]}");
    assert_int_equal(mesh.face_count, 4);
    assert_vertex(1, 10, 0, -2);
    assert_vertex(5, 1, 5, 0);
    assert_true(area_from_above(0) > 0 && area_from_above(2) > 0);
}

TEST(a_mirrored_node_keeps_its_fronts) {
    read_good(HEAD ACCESSORS ",\"meshes\":[{\"primitives\":[" INDEXED "]}],"
                             "\"nodes\":[{\"mesh\":0,\"scale\":[-1,1,1]}]}");
    assert_vertex(1, -1, 0, 0);
    assert_true(area_from_above(0) > 0 && area_from_above(1) > 0);
}

TEST(triangles_keep_the_names_of_their_node_and_material) {
    read_good(HEAD ACCESSORS ",\"materials\":[{},{\"name\":\"wood\"}],\"meshes\":[{\"name\":\"m\","
                             "\"primitives\":[" INDEXED ",{\"attributes\":{\"POSITION\":0},"
                             "\"indices\":1,\"material\":1}]}],"
                             "\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"name\":\"roof\"}]}");
    static const char *const names[] = {"m",    "m",    "m (wood)",   "m (wood)",
                                        "roof", "roof", "roof (wood)"};
    for (int i = 0; i < 7; i++)
        assert_string_equal(level_find_part(&mesh, i), names[i]);
}

TEST(strips_fans_and_lists_without_indices_are_cut_into_triangles) {
    read_good(HEAD ACCESSORS
              ",\"meshes\":[{\"primitives\":["
              "{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":5},"
              "{\"attributes\":{\"POSITION\":0},\"indices\":2,\"mode\":6},"
              "{\"attributes\":{\"POSITION\":0}},{\"attributes\":{\"POSITION\":0},\"mode\":1}]}],"
              "\"nodes\":[{\"mesh\":0}]}");
    assert_int_equal(mesh.face_count, 2 + 2 + 1);
    assert_memory_equal(&mesh.faces[1], (&(level_face){1, 3, 2}), sizeof(level_face));
    assert_memory_equal(&mesh.faces[3], (&(level_face){4, 6, 7}), sizeof(level_face));
    assert_int_equal(left_out.total, 1);
    assert_string_equal(left_out.list[0].message, "left out: points and lines (1)");
}

TEST(marked_nodes_and_those_below_them_collide_alone) {
    read_good(HEAD ACCESSORS
              ",\"meshes\":[{\"primitives\":[" INDEXED "]}],\"animations\":[{}],"
              "\"nodes\":[{\"name\":\"grass\",\"mesh\":0},{\"name\":\"wall-col\",\"children\":[2]},"
              "{\"mesh\":0},{\"mesh\":0,\"extras\":{\"collision\":1},\"children\":[4]},"
              "{\"mesh\":0,\"extras\":{\"collision\":false}}]}");
    assert_int_equal(mesh.face_count, 4);
    assert_int_equal(left_out.total, 2);
    assert_string_equal(left_out.list[1].message,
                        "left out: nodes without a mark to collide, as -col (2)");
}

TEST(whole_numbers_stand_for_fractions_where_the_file_says_so) {
    read_good("{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_mesh_quantization\"],"
              "\"buffers\":[{\"uri\":\"data:;base64,AAAA/wAA/wD/\"}],"
              "\"bufferViews\":[{\"buffer\":0,\"byteLength\":9}],\"accessors\":[{\"bufferView\":0,"
              "\"componentType\":5121,\"normalized\":true,\"count\":3,\"type\":\"VEC3\"}],"
              "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
              "\"nodes\":[{\"mesh\":0,\"scale\":[3,3,3]}]}");
    assert_vertex(1, 3, 0, 0);
    assert_vertex(2, 3, 0, 3);
}

TEST(a_file_that_is_wrong_is_refused_with_the_place) {
    static const char *const parts[][2] = {
        {"\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"}],"
         "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}"
         "]}",
         "accessors[0]: expected 5 values within the 48 bytes of bufferViews[0]"},
        {ACCESSORS ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":9}}]}],"
                   "\"nodes\":[{\"mesh\":0}]}",
         "meshes[0].primitives[0]: expected `POSITION` to be a whole number from 0 to 2, found 9"},
        {ACCESSORS ",\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}],"
                   "\"nodes\":[{\"mesh\":0}]}",
         "accessors[1]: expected the type VEC3, found 'SCALAR'"},
        {ACCESSORS ",\"nodes\":[{\"children\":[1]},{\"children\":[1]}]}",
         "nodes[1]: expected each node once"},
        {ACCESSORS ",\"nodes\":[{\"mesh\":0}]}", "nodes[0]: expected `mesh`"},
        {ACCESSORS "}", "expected at least one triangle that collides, found none"},
        {ACCESSORS ",\"extensionsRequired\":[\"EXT_meshopt_compression\"]}",
         "found 'EXT_meshopt_compression'; export without it"},
        {ACCESSORS ",\"meshes\":[{\"primitives\":[" INDEXED "]}],"
                   "\"nodes\":[{\"mesh\":0,\"scale\":[1e9,1,1]}]}",
         "expected places from -1000000 to 1000000"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char json[4096];
        snprintf(json, sizeof json, "%s%s", HEAD, parts[i][0]);
        assert_refused(json, parts[i][1]);
    }
    assert_refused("{\"asset\":{\"version\":\"2.0\"},\"nodes\":{\"a\":{},\"b\":{}}}", "found none");
    assert_refused("{\"asset\":{\"version\":\"1.0\"}}", "asset: expected the `version` 2.0");
    assert_refused("{\"asset\":\n\n?", "expected JSON, found something else in line 3");
}

TEST(a_file_that_is_cut_off_anywhere_is_refused) {
    static const char json[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"data:;base64,AAAA/wAA/wD/\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":9}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5121,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}";
    assert_true(read_bytes(json, sizeof json - 1));
    for (size_t length = 0; length < sizeof json - 1; length++) {
        char *part = text_copy(json, length); /* of that size, so that a sanitizer sees its end */
        assert_false(read_bytes(part, length));
        assert_int_equal(errors.total, 1);
        free(part);
    }
}

/* Tests of src/level/tiled.c: what of a map of Tiled collides, and where maps are refused. */
#include "../test.h"

#include <stdlib.h>

#include "../../src/level/tiled.h"

/* Tiles of 16 x 16 pixels: 1 a full square, 2 a slope up to the right, 3 a one-way plank, 4 a disk,
 * 5 without a shape. */
#define TILES                                                                                      \
    "<tileset firstgid='1' tilewidth='16' tileheight='16'>"                                        \
    "<tile id='0'><objectgroup><object x='0' y='0' width='16' height='16'/></objectgroup></tile>"  \
    "<tile id='1'><objectgroup><object x='0' y='16'><polygon points='0,0 16,-16 16,0'/></object>"  \
    "</objectgroup></tile>"                                                                        \
    "<tile id='2'><properties><property name='oneway' value='true'/></properties><objectgroup>"    \
    "<object width='16' height='4'/></objectgroup></tile>"                                         \
    "<tile id='3'><objectgroup><object x='4' y='4' width='8' height='8'><ellipse/></object>"       \
    "</objectgroup></tile></tileset>"
#define HEAD      "<map orientation='orthogonal' tilewidth='16' tileheight='16'>" TILES
#define LAYER     "<layer name='L' width='3' height='2'"
#define CSV(list) LAYER "><data encoding='csv'>" list "</data></layer></map>"
#define OBJECT(o) HEAD "<objectgroup>" o "</objectgroup></map>"

static level_mesh mesh;
static level_errors errors, left_out;

static int drop_last_mesh(void **state) {
    level_empty_mesh(&mesh);
    return 0;
}

TEST_GROUP(NULL, drop_last_mesh)

static bool read_map(const char *text, bool keep_seams) {
    level_empty_mesh(&mesh);
    left_out.count = left_out.total = 0;
    return tiled_read(text, strlen(text), NULL, keep_seams, &(level_watcher){0}, &mesh, &left_out,
                      &errors);
}

/* Describes each face in tiles, as "kind x,y x,y;": o an outline, w a wall, 1 a one-way one, c a
 * circle. They are sorted. */
static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

static void assert_made_of(const char *text, bool keep_seams, const char *expected) {
    static char words[64][64], all[4096];
    if (!read_map(text, keep_seams))
        fail_msg("%s: line %d: %s", text, errors.list[0].line, errors.list[0].message);
    all[0] = '\0';
    for (int i = 0; i < mesh.face_count && i < 64; i++) {
        level_face f = mesh.faces[i];
        sm3_vec a = mesh.vertices[f.a], b = mesh.vertices[f.a == f.b ? f.c : f.b];
        snprintf(words[i], sizeof words[i], "%c %g,%g %g,%g;", "ow1c"[level_find_flat_kind(f)],
                 (double)a.x, (double)a.y, (double)b.x, (double)b.y);
    }
    qsort(words, (size_t)mesh.face_count, sizeof words[0], compare_words);
    for (int i = 0; i < mesh.face_count; i++)
        strcat(all, words[i]);
    assert_string_equal(all, expected);
}

TEST(edges_that_tiles_share_vanish_and_what_is_left_is_joined) {
    assert_made_of(HEAD CSV("1,1,0,0,0,0"), false, "o 0,-1 0,0;o 0,0 2,0;o 2,-1 0,-1;o 2,0 2,-1;");
    assert_made_of(HEAD CSV("0,2,0,2,1,0"), false, /* one slope over two tiles */
                   "o 0,-2 2,0;o 2,-2 0,-2;o 2,0 2,-2;");
    assert_made_of(HEAD CSV("1,0,0,0,1,0"), false, /* corners alone are no seam */
                   "o 0,-1 0,0;o 0,0 1,0;o 1,-1 0,-1;o 1,-1 2,-1;o 1,-2 1,-1;o 1,0 1,-1;"
                   "o 2,-1 2,-2;o 2,-2 1,-2;");
    assert_made_of(
        OBJECT("<object width='16' height='32'/><object x='16' y='8' width='8' height='8'/>"),
        false, /* a part of an edge is shared */
        "o 0,-2 0,0;o 0,0 1,0;o 1,-0.5 1.5,-0.5;o 1,-1 1,-2;o 1,-2 0,-2;o 1,0 1,-0.5;"
        "o 1.5,-0.5 1.5,-1;o 1.5,-1 1,-1;");
}

TEST(seams_are_kept_where_that_is_asked) {
    assert_made_of(HEAD CSV("1,1,0,0,0,0"), true,
                   "o 0,-1 0,0;o 0,0 1,0;o 1,-1 0,-1;o 1,-1 1,0;o 1,0 1,-1;o 1,0 2,0;o 2,-1 1,-1;"
                   "o 2,0 2,-1;");
}

TEST(every_encoding_gives_the_same_tiles) {
    static const char *const data[] = {
        "><data encoding='csv'>\n1,2,2147483650,\n3,0,4\n</data>",
        "><data><tile gid='1'/><tile gid='2'/><tile gid='2147483650'/><tile gid='3'/><tile/>"
        "<tile gid='4'/></data>",
        "><data encoding='base64'> AQAAAAIAAAACAACAAwAAAAAAAAAEAAAA </data>",
        "><data encoding='base64' compression='zlib'>eJxjZGBgYILgBmYGCGABYgAHLACN</data>",
        "><data encoding='base64' "
        "compression='gzip'>H4sIAAAAAAACA2NkYGBgguAGZgYIYAFiAFicHDcYAAAA</data>",
        "><data encoding='base64' "
        "compression='zstd'>KLUv/QRYpQAAYAEAAAACgAMABAAAAAIAuDEenBYZkqGR</data>",
        "><data encoding='csv'><chunk x='0' y='0' width='3' height='1'>1,2,2147483650</chunk>"
        "<chunk x='0' y='1' width='3' height='1'>3,0,4</chunk></data>"};
    for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s%s</layer></map>", HEAD, LAYER, data[i]);
        assert_made_of(text, false,
                       "1 0,-1 1,-1;c 2.5,-1.5 2.75,-1.5;o 0,-1 0,0;o 0,0 1,0;o 1,-1 2,0;o 1,0 "
                       "1,-1;o 2,0 3,-1;"
                       "o 3,-1 0,-1;");
    }
}

TEST(tiles_are_flipped_as_tiled_flips_them) {
    static const struct {
        const char *number, *made;
    } rows[] = {{"2", "o 0,-1 1,0;o 1,-1 0,-1;o 1,0 1,-1;"},
                {"2147483650", "o 0,-1 0,0;o 0,0 1,-1;o 1,-1 0,-1;"}, /* horizontally */
                {"1073741826", "o 0,0 1,0;o 1,-1 0,0;o 1,0 1,-1;"},   /* vertically */
                {"536870914", "o 0,-1 1,0;o 1,-1 0,-1;o 1,0 1,-1;"},  /* diagonally */
                {"2684354562", "o 0,-1 0,0;o 0,0 1,-1;o 1,-1 0,-1;"}, /* turned right */
                {"3221225474", "o 0,-1 0,0;o 0,0 1,0;o 1,0 0,-1;"}};  /* by half a turn */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 HEAD "<layer width='1' height='1'><data encoding='csv'>%s</data>"
                      "</layer></map>",
                 rows[i].number);
        assert_made_of(text, false, rows[i].made);
    }
}

TEST(objects_stand_where_tiled_draws_them) {
    static const struct {
        const char *object, *made;
    } rows[] = {
        {"<object x='16' y='16' width='32' height='16' rotation='90'/>",
         "o 0,-1 1,-1;o 0,-3 0,-1;o 1,-1 1,-3;o 1,-3 0,-3;"},
        {"<object x='8' y='8' width='16' height='16'><ellipse/></object>", "c 1,-1 1.5,-1;"},
        {"<object x='16' y='0'><polyline points='0,0 16,0 16,16'/></object>",
         "w 1,0 2,0;w 2,0 2,-1;"},
        {"<object x='16' y='0' width='16' height='0'/>", "w 1,0 2,0;"},
        {"<object x='16' y='16' gid='2' width='32' height='32'/>",
         "o 1,-1 3,1;o 3,-1 1,-1;o 3,1 3,-1;"},
        {"<object x='3' y='3'><point/></object>", ""},
        {"<object x='0' y='0' width='16' height='16'><properties><property name='oneway' "
         "type='bool' value='true'/></properties></object>",
         "1 0,0 1,0;"},
        {"<object x='0' y='0' width='9' height='9'><properties><property name='collision' "
         "type='bool' value='false'/></properties></object>",
         ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        snprintf(text, sizeof text, OBJECT("%s"), rows[i].object);
        assert_made_of(text, false, rows[i].made);
    }
}

TEST(offsets_and_properties_of_groups_reach_what_is_in_them) {
    assert_made_of(HEAD "<group offsetx='16' offsety='-16'><properties><property name='oneway' "
                        "value='true'/></properties><group offsetx='32'><objectgroup offsety='8'>"
                        "<object width='16' height='16'/></objectgroup></group></group></map>",
                   false, "1 3,0.5 4,0.5;");
    assert_made_of(HEAD "<group><properties><property name='collision' value='false'/></properties>"
                        "<objectgroup><object width='9' height='9'/></objectgroup></group></map>",
                   false, "");
}

TEST(tiles_without_a_shape_are_squares_where_a_property_says_so) {
    assert_made_of(HEAD CSV("5,5,0,0,0,0"), false, "");
    assert_int_equal(left_out.total, 1);
    assert_non_null(strstr(left_out.list[0].message, "none of its 2 tiles has a collision shape"));
    assert_made_of(HEAD LAYER "><properties><property name='collision' value='true'/></properties>"
                              "<data encoding='csv'>5,5,0,0,0,0</data></layer></map>",
                   false, "o 0,-1 0,0;o 0,0 2,0;o 2,-1 0,-1;o 2,0 2,-1;");
    assert_int_equal(left_out.total, 0);
}

TEST(the_player_starts_at_a_point_of_that_name) {
    assert_made_of(OBJECT("<object name='Player' x='24' y='40'><point/></object>"), false, "");
    assert_true(mesh.has_start);
    assert_float_equal(mesh.start.x, 1.5, 0);
    assert_float_equal(mesh.start.y, -2.5, 0);
    assert_made_of(OBJECT("<object type='start' x='8' y='8' width='16' height='16'/>"), false, "");
    assert_float_equal(mesh.start.x, 1, 0);
}

TEST(bad_maps_are_refused_where_they_are_bad) {
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"<map", "expected a map of Tiled, found broken XML"},
        {"<svg/>", "expected a map of Tiled, found <svg>"},
        {"<map orientation='isometric'/>", "found the orientation 'isometric'"},
        {"<map orientation='hexagonal'/>", "in Tiled choose Map, Map Properties, Orientation"},
        {"<map orientation='orthogonal' tilewidth='0' tileheight='16'/>",
         "expected a whole number from 1 on for tilewidth, found '0'"},
        {HEAD CSV("1,2"), "expected the numbers of 6 tiles, found 2"},
        {HEAD CSV("1,2,3,4,5,6,7"), "expected the numbers of 6 tiles, found 7"},
        {HEAD CSV("1,2,x"), "expected the number of a tile, found 'x'"},
        {HEAD CSV("1,2,99999999999"), "expected the number of a tile, found '99999999999'"},
        {HEAD LAYER "/></map>", "expected data in a layer, found none"},
        {HEAD LAYER "><data encoding='base32'/></layer></map>",
         "expected csv or base64 as encoding, found 'base32'"},
        {HEAD LAYER "><data encoding='base64' compression='lzma'/></layer></map>",
         "expected zlib, gzip, zstd or no compression, found 'lzma'"},
        {HEAD LAYER "><data encoding='base64'>AA*A</data></layer></map>",
         "expected base64, found '*A'"},
        {HEAD LAYER "><data encoding='base64'>AAAA</data></layer></map>",
         "expected 24 bytes for 6 tiles, found fewer"},
        {HEAD LAYER "><data encoding='base64' compression='zlib'>AAAA</data></layer></map>",
         "expected 24 bytes of zlib data, found broken ones"},
        {HEAD LAYER "><data encoding='base64' "
                    "compression='zlib'>"
                    "eJztwTEBAAAAwqD1T20ND6AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAVwOG"
                    "rwAB</data></layer></map>",
         "expected 24 bytes for 6 tiles, found more"},
        {HEAD "<layer width='100000' height='100000'><data encoding='csv'/></layer></map>",
         "expected at most 33554432 cells in all layers, found more"},
        {HEAD "<tileset firstgid='1'/></map>", "expected a firstgid above 1, found 1"},
        {HEAD "<tileset firstgid='9' source='a.tsx'/></map>",
         "expected the tileset within the map, found 'a.tsx'"},
        {OBJECT("<object x='1e9'/>"), "for x, found '1e9'"},
        {OBJECT("<object><polygon points='1,2 3'/></object>"), "expected pairs of numbers"},
        {OBJECT("<object width='1' height='1'><properties><property name='oneway' value='yes'/>"
                "</properties></object>"),
         "expected true or false for the property oneway, found 'yes'"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(read_map(rows[i].text, false));
        assert_int_equal(errors.list[0].line, 1);
        if (strstr(errors.list[0].message, rows[i].said) == NULL)
            fail_msg("expected '%s', found '%s'", rows[i].said, errors.list[0].message);
    }
}

TEST(what_is_no_wall_is_listed) {
    assert_true(read_map(HEAD
                         "<imagelayer name='sky'/><objectgroup><object width='9' height='8'>"
                         "<text>hi</text></object><object template='a.tx'/>"
                         "<object width='9' height='8'><ellipse/></object></objectgroup></map>",
                         false));
    static const char *const said[] = {"the image layer sky is left out", "a text is left out",
                                       "an object of the template a.tx is left out",
                                       "the ellipse is a polygon of 32 edges"};
    assert_int_equal(left_out.total, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(left_out.list[i].message, said[i]);
}

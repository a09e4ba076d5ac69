/* Tests of drawings: what becomes of each shape, what is left out and refused, and that a level
 * that is written as one comes back. */
#include "../test.h"

#include <glob.h>

#include "../../src/level/svg.h"
#include "levels.h"

#define HEAD   "<svg data-slidemove='slidemove 1' data-slidemove-unit='1px'>\n"
#define PLAYER "<circle id='player' r='1'/>"

static level *read_bytes(const char *text, size_t length) {
    level *l = svg_read(text, length, &(level_watcher){0}, &errors);
    if (l != NULL)
        test_at_end(close_level, l);
    return l;
}

static level *read_drawing(const char *text) {
    level *l = read_bytes(text, strlen(text));
    if (l == NULL)
        fail_msg("%s: %d:%d: %s", text, errors.list[0].line, errors.list[0].column,
                 errors.list[0].message);
    return l;
}

/* With a player behind it, in pixels. */
static level *read_part(const char *part) {
    char text[4096];
    snprintf(text, sizeof text, HEAD "%s" PLAYER "</svg>", part);
    return read_drawing(text);
}

TEST(each_shape_becomes_the_statement_that_is_named_for_it) {
    static const struct {
        const char *drawn, *said;
    } table[] = {
        {"<line x1='1' y1='2' x2='-3' y2='.5'/>", "segment 1 -2 -3 -0.5"},
        {"<line x1='1in' y1='10mm' x2='1cm' y2='72pt'/>", "segment 96 -37.795277 37.795277 -96"},
        {"<polyline points='0,0 1-2,3 4'/>", "chain 0 0 1 2 3 -4"},
        {"<polygon points='0 0 1 0 1 1'/>", "loop 0 0 1 0 1 -1"},
        {"<polygon points='0 0 1 0'/>", "segment 0 0 1 0"},
        {"<circle cx='1' cy='2' r='3'/>", "circle 1 -2 3"},
        {"<ellipse cx='1' cy='2' rx='3' ry='3'/>", "circle 1 -2 3"},
        {"<rect x='1' y='2' width='4' height='6'/>", "box 3 -5 4 6"},
        {"<svg:rect width='4' height='6' transform='rotate(30)'/>",
         "box 0.2320508 -3.598076 4 6 angle=-30"},
        {"<rect width='4' height='2' transform='rotate(90 2 1)'/>", "box 2 -1 4 2 angle=-90"},
        {"<rect width='2' height='2' transform='matrix(2,0,0,3,1,1)'/>", "box 3 -4 4 6"},
        {"<rect width='2' height='2' transform='skewX(45)'/>", "loop 4 -2 2 -2 0 0 2 0"},
        {"<rect width='2' height='2' transform='translate(1),skewY(-45)scale(2 1)'/>",
         "loop 5 2 1 -2 1 0 5 4"},
        {"<path d='M1 1h2v1H1z'/>", "loop 1 -1 3 -1 3 -2 1 -2"},
        {"<path d='m1,1 2,0 0,1-2,0 0-1zm5 5l1 1'/>",
         "loop 1 -1 3 -1 3 -2 1 -2\nsegment 6 -6 7 -7"},
        {"<path d='M0 0L1 1L1 1l.5.5.5-.5V9M8 8'/>", "chain 0 0 1 -1 1.5 -1.5 2 -1 2 -9"},
        {"<path d='M0 0L1 0 1 1zL5 5'/>", "loop 0 0 1 0 1 -1\nsegment 0 0 5 -5"},
        {"<path d='M0 0C0 0 1 0 1 0'/>", "segment 0 0 1 0"},
        {"<g transform='scale(2)'><g transform='translate(1 2)'><circle r='1'/></g></g>",
         "circle 2 -4 2"},
        {"<defs><circle id='c' r='2'/></defs><use href='#c' x='3' transform='translate(1)'/>",
         "circle 4 0 2"},
        {"<symbol id='s'><circle r='2'/></symbol><use xlink:href='#s' y='3'/>", "circle 0 -3 2"},
        {"<circle r='2' data-slidemove='spin=90'/>", "circle 0 0 2 spin=90"},
        {"<line x2='2' data-slidemove='capsule 0.5'/>", "capsule 0 0 2 0 0.5"},
        {"<line x2='2' data-slidemove='radius=0.5 oneway'/>", "segment 0 0 2 0 radius=0.5 oneway"},
        {"<text x='1' y='2' data-slidemove='label'>a <tspan>&lt;b</tspan></text>",
         "label 1 -2 a <b"},
        {"<desc data-slidemove='play 1 0 2'/><desc>no</desc>", "play 1 0 2 "},
        {"<title>A\nbig\x7froom</title><title>no</title>", "title A big room"},
        {"<g display='inline'><title>no</title><circle r='2'/></g>", "circle 0 0 2"},
        {"<polyline/><path/>", ""},
        {"<rect rx='2' ry='0' width='4' height='6'/>", "box 2 -3 4 6"},
        {"<style>p{}</style><metadata><a/></metadata><sodipodi:namedview/>", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char expected[512];
        level *l = read_part(table[i].drawn);
        snprintf(expected, sizeof expected, "slidemove 1\n%s%splayer 0 0 radius=1\n", table[i].said,
                 table[i].said[0] != '\0' ? "\n" : "");
        assert_string_equal(l->source, expected);
        assert_int_equal(l->left_out.total, 0);
    }
}

TEST(one_curve_may_be_written_in_many_ways) {
    static const char *const same[][2] = {
        {"M0 0C0 1 1 2 2 2s3 1 4 0", "M0 0C0 1 1 2 2 2C3 2 5 3 6 2"},
        {"M0 0S3 1 4 0", "M0 0C0 0 3 1 4 0"},
        {"M0 0Q3 3 6 0", "M0 0C2 2 4 2 6 0"},
        {"m0 0q3 3 6 0t6 0 6 0", "M0 0Q3 3 6 0Q9-3 12 0Q15 3 18 0"},
        {"M0 0T6 0", "M0 0L6 0"},
        {"M2 0A1 2 30 0 1 0 1", "m2,0a1,2,30,01-2,1"},
        {"M2 0a1-2 390 11-2 1 1 2 30 1 1-2 3", "M2 0A1 2 30 11 0 1A1 2 30 11-2 4"},
        {"M0 0A1 1 0 0 1 8 0", "M0 0A4 4 0 0 1 8 0"},
        {"M0 0A0 4 0 0 1 8 0", "M0 0L8 0"},
        {"M0 0A4 0 0 0 1 8 0", "M0 0L8 0"},
        {"M0 0A4 4 0 0 1 0 0L8 0", "M0 0L8 0"},
        {"M0 0C5 0 0 5 0 0", "M0 0C5 0 0 5 0 0L0 0"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char part[2][256];
        for (int k = 0; k < 2; k++)
            snprintf(part[k], sizeof part[k], "<path d='%s'/>", same[i][k]);
        assert_string_equal(read_part(part[0])->source, read_part(part[1])->source);
    }
}

TEST(a_circle_that_is_none_any_more_is_a_loop_and_a_curve_has_no_more_than_1024_pieces) {
    assert_memory_equal(read_part("<circle r='1' transform='skewX(45)'/>")->source,
                        "slidemove 1\nloop", 16);
    level_shapes shapes = shapes_of(read_part("<path d='M0 0C0 9e5 9e5 9e5 9e5 0'/>"));
    assert_int_equal(shapes.count, 1024);
}

/* How far the middle of the capsule, and its end, are from the circle, at most. */
static double off_circle(sm_capsule c, double x, double y, double radius) {
    double middle = hypot((double)(c.a.x + c.b.x) / 2 - x, (double)(c.a.y + c.b.y) / 2 - y);
    return fmax(fabs(middle - radius), fabs(hypot((double)c.b.x - x, (double)c.b.y - y) - radius));
}

TEST(a_flattened_arc_is_within_the_tolerance_and_as_long_as_it_is_to_be) {
    const double pi = acos(-1);
    static const struct {
        const char *drawn;
        double x, y, radius, turns;
    } table[] = {
        {"<path d='M8 0A4 4 0 0 0 4 4'/>", 8, -4, 4, 0.25},
        {"<path d='M8 0A4 4 0 1 0 4 4'/>", 4, 0, 4, 0.75},
        {"<path d='M8 0A4 4 0 0 1 4 4'/>", 4, 0, 4, 0.25},
        {"<path d='M8 0A4 4 0 1 1 4 4'/>", 8, -4, 4, 0.75},
        {"<path d='M8 0a4 4 90 1 1-8 0a4 4 0 0 1 8 0z'/>", 4, 0, 4, 1},
        {"<path transform='scale(1 2)' d='M8 0A4 2 0 1 1 4 2'/>", 8, -4, 4, 0.75},
        {"<rect x='-9' y='1' width='8' height='6' rx='4' ry='3' transform='scale(3 4)'/>", -15, -16,
         12, 1},
        {"<path d='M4 0C4 2.2091390 2.2091390 4 0 4'/>", 0, 0, 4, 0.25},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        level_shapes shapes = shapes_of(read_part(table[i].drawn));
        double length = 0, wanted = 2 * pi * table[i].radius * table[i].turns;
        for (int k = 0; k < shapes.count; k++) {
            sm_capsule c = shapes.capsules[k];
            length += hypot((double)(c.b.x - c.a.x), (double)(c.b.y - c.a.y));
            assert_true(off_circle(c, table[i].x, table[i].y, table[i].radius) <
                        SVG_TOLERANCE * 1.3); /* of which a cubic is no circle */
        }
        assert_true(fabs(length - wanted) < 0.002 * wanted);
        assert_true(shapes.count < 40 * table[i].radius * table[i].turns);
    }
}

/* ---- Where and how large ----------------------------------------------------------------- */

TEST(a_centimetre_of_the_drawing_is_a_world_unit_unless_it_says_otherwise) {
    static const struct {
        const char *root;
        float x, y; /* of 378, 189 in its units */
    } table[] = {
        {"<svg", 378 * 2.54f / 96, -189 * 2.54f / 96},
        {"<svg width='100%' height='100%' viewBox='0 0 5 5'", 10.00125f, -5.000625f},
        {"<svg width='9cm' height='9cm' viewBox='0 0 5'", 10.00125f, -5.000625f},
        {"<svg width='9cm' height='9cm' viewBox='0 0 0 0'", 10.00125f, -5.000625f},
        {"<svg width='21cm' height='29.7cm' viewBox='0 0 2100 2970'", 3.78f, -1.89f},
        {"<svg width='210mm' viewBox='-9 -9 210 99'", 37.8f, -18.9f},
        {"<svg width='4cm' height='1cm' viewBox='0 0 2 2' preserveAspectRatio='xMidYMid'", 189,
         -94.5f},
        {"<svg width='4cm' height='1cm' viewBox='0 0 2 2' preserveAspectRatio='none'", 756, -94.5f},
        {"<svg data-slidemove-unit='9px'", 42, -21},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s><circle id='player' cx='378' cy='189' r='2'/></svg>",
                 table[i].root);
        sm3_vec p = level_get_player(read_drawing(text)).position;
        assert_float_equal(p.x, table[i].x, 1e-5f);
        assert_float_equal(p.y, table[i].y, 1e-5f);
    }
}

TEST(the_player_is_what_is_named_so_or_stands_where_there_is_room) {
    static const struct {
        const char *drawn;
        float x, y, radius;
    } table[] = {
        {"<circle id='player' cx='3' cy='4' r='2'/>", 3, -4, 2},
        {"<g inkscape:label='player'><path d='M0 0H4'/><path d='M1-1V3'/></g>", 2, -1, 2},
        {"<path data-slidemove='player radius=3' d='M0 0H4'/>", 2, 0, 3},
        {"<rect id='player' width='6' height='2' rx='1' transform='rotate(90)'/>", -1, -3, 1},
        {"<rect id='player' width='6' height='2'/>", 3, -1, 1},
        {"<path id='player' d='M0 0H4'/>", 2, 0, LEVEL_PLAYER_RADIUS},
        {"<g id='player'/><line x2='9'/>", 4.5f, 1, LEVEL_PLAYER_RADIUS},
        {"<circle r='9'/><circle cx='99' cy='9' r='1'/>", 45.5f, -0.5f, LEVEL_PLAYER_RADIUS},
        {"<rect width='1' height='1'/>", -2, -0.5f, LEVEL_PLAYER_RADIUS},
        {"", 0, 0, LEVEL_PLAYER_RADIUS},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[512];
        snprintf(text, sizeof text, HEAD "%s</svg>", table[i].drawn);
        level *l = read_drawing(text);
        level_player p = level_get_player(l);
        bool is_said = table[i].radius == LEVEL_PLAYER_RADIUS &&
                       (table[i].y != 0 || table[i].drawn[0] == '\0');
        assert_float_equal(p.position.x, table[i].x, 1e-5f);
        assert_float_equal(p.position.y, table[i].y, 1e-5f);
        assert_float_equal(p.radius, table[i].radius, 1e-6f);
        assert_int_equal(l->left_out.total > 0, is_said);
        if (is_said)
            assert_non_null(strstr(l->left_out.list[l->left_out.count - 1].message,
                                   "nothing in it is named player: it stands at "));
    }
}

/* ---- What is left out, and refused ------------------------------------------------------- */

TEST(what_is_left_out_is_said_where_it_stands) {
    static const struct {
        const char *drawn, *said;
        int line, column;
    } table[] = {
        {"\n <text>a</text>", "text is left out", 3, 2},
        {"<image/>", "image is left out", 2, 1},
        {"<g display='none'><path d='?'/></g>", "a hidden g is left out", 2, 1},
        {"<use href='#'/>", "use is left out: '#' is not in the drawing", 2, 1},
        {"<use/>", "use is left out: '' is not in the drawing", 2, 1},
        {"<g>\n<clipPath id='c'><path d='?'/></clipPath></g>", "clipPath is left out", 3, 1},
        {"<defs><linearGradient/><path d='?'/></defs>", "linearGradient is left out", 2, 7},
        {"<defs><g>\n<filter/></g></defs><filter/>", "filter is left out", 3, 21},
        {"<svg/>", "svg is left out", 2, 1},
        {"<g style='fill:red;display:none'><path d='?'/></g>", "a hidden g is left out", 2, 1},
        {"<desc>a</desc><use href='#no'/>", "use is left out: '#no' is not in the drawing", 2, 15},
        {PLAYER "<g id='b'/>", "a second player is left out", 2, 39},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        level *l = read_part(table[i].drawn);
        assert_int_equal(l->left_out.total, 1);
        assert_string_equal(l->left_out.list[0].message, table[i].said);
        assert_int_equal(l->left_out.list[0].line, table[i].line);
        assert_int_equal(l->left_out.list[0].column, table[i].column);
        assert_false(l->is_all_of_drawing);
    }
}

static void assert_drawing_refused(const char *text, size_t length, int line, int column,
                                   const char *message) {
    if (read_bytes(text, length) != NULL)
        fail_msg("%.200s: is read", text);
    assert_true(errors.count >= 1);
    assert_string_equal(errors.list[0].message, message);
    assert_int_equal(errors.list[0].line, line);
    assert_int_equal(errors.list[0].column, column);
}

TEST(a_bad_drawing_is_refused_with_its_line_and_what_was_expected) {
#define PATHS "expected a path's command (MLHVCSQTAZ) with its numbers, found "
#define MOVES "expected a transform such as rotate(30) or translate(3, 4), found "
    static const struct {
        const char *drawn, *said;
    } table[] = {
        {"<path d='L0 0'/>", PATHS "'L0 0'"},
        {"<path d='M0 0L1'/>", PATHS "'L1'"},
        {"<path d='M0 0z1 1'/>", PATHS "'1 1'"},
        {"<path d='M0 0A1 1 0 2 0 3 3'/>", PATHS "'A1 1 0 2 0 3 3'"},
        {"<path d='M0 0A1 1 0'/>", PATHS "'A1 1 0'"},
        {"<path d='1 2'/>", PATHS "'1 2'"},
        {"<path d='M0 0 1 x'/>", PATHS "'1 x'"},
        {"<path d='M0 0w4'/>", PATHS "'w4'"},
        {"<path d='M0 0L3e6 0'/>", "expected X2 to be from -1000000 to 1000000, found '3000000'"},
        {"<path d='M0 0L1e99 0'/>",
         "expected a number for X2 in `segment X1 Y1 X2 Y2`, found 'inf'"},
        {"<polyline points='0 0 1'/>", "expected pairs of numbers as points, found ''"},
        {"<polyline points='0 0 a'/>", "expected pairs of numbers as points, found 'a'"},
        {"<polyline points='0 0 1 a'/>", "expected pairs of numbers as points, found 'a'"},
        {"<circle r='-1'/>", "expected R to be from 0 to 1000000, found '-1'"},
        {"<rect width='-1'/>", "expected W to be from 0 to 1000000, found '-1'"},
        {"<circle r='50%'/>", "expected a length for r, in px, mm, cm, in, pt or pc, found '50%'"},
        {"<circle r='wide'/>",
         "expected a length for r, in px, mm, cm, in, pt or pc, found 'wide'"},
        {"<g transform='rot(1)'/>", MOVES "'rot(1)'"},
        {"<g transform='rotate(1 2)'/>", MOVES "'rotate(1 2)'"},
        {"<g transform='scale(2) spin(3)'/>", MOVES "'spin(3)'"},
        {"<g transform='scale(2'/>", MOVES "'scale(2'"},
        {"<g transform='scale 2'/>", MOVES "'scale 2'"},
        {"<g transform='scale()'/>", MOVES "'scale()'"},
        {"<g transform='skewX(1 2)'/>", MOVES "'skewX(1 2)'"},
        {"<circle r='1' transform='matrix(nan 0 0 1 0 0)'/>", MOVES "'matrix(nan 0 0 1 0 0)'"},
        {"<circle r='1' transform='scale(1e38) scale(1e38)'/>",
         "expected a number for R in `circle X Y R`, found 'inf'"},
        {"<line transform='skewX(90)'/>",
         "expected a number for X1 in `segment X1 Y1 X2 Y2`, found 'nan'"},
        {"<line data-slidemove='spin=a'/>",
         "expected a number for DEG_PER_S in `spin=DEG_PER_S`, found 'a'"},
        {"<line data-slidemove='circle'/>",
         "expected an attribute of `circle` (spin=DEG_PER_S, shift=DX,DY,SECONDS), found '0'"},
        {"<g id='u'><use href='#u'/></g>",
         "expected at most 256 elements inside each other, found more"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char text[1024];
        int length = snprintf(text, sizeof text, HEAD " %s" PLAYER "</svg>", table[i].drawn);
        assert_drawing_refused(text, (size_t)length, 2, 2, table[i].said);
    }
}

TEST(what_is_no_drawing_is_refused) {
#define BROKEN "expected an SVG drawing, found broken XML: "
    static const char bomb[] =
        "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'>"
        "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
        "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>"
        "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>"
        "<!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>]>\n"
        "<svg><title>&e;</title></svg>";
    assert_drawing_refused("", 0, 1, 1, BROKEN "no element found");
    assert_drawing_refused("slidemove 1", 11, 1, 1, BROKEN "syntax error");
    assert_drawing_refused("<svg>\n<g>", 9, 2, 4, BROKEN "no element found");
    assert_drawing_refused("<svg>\n<rect wid", 15, 2, 1, BROKEN "unclosed token");
    assert_drawing_refused("<svg>\n </g></svg>", 17, 2, 4, BROKEN "mismatched tag");
    assert_drawing_refused("<svg>\n\xff</svg>", 13, 2, 1, BROKEN "not well-formed (invalid token)");
    assert_drawing_refused(
        HEAD "<circle r='-1'/></svg>", sizeof HEAD "<circle r='-1'/></svg>" - 1, 2, 1,
        "expected R to be from 0 to 1000000, found '-1'"); /* nor is there a player */
    assert_drawing_refused("<html/>", 7, 1, 1, "expected an SVG drawing, found <html>");
    assert_drawing_refused("<svg data-slidemove-unit='0px'><line x2='9'/></svg>", 51, 1, 1,
                           "expected a length above 0 for data-slidemove-unit, found '0px'");
    assert_drawing_refused("<svg data-slidemove-unit='-5px'><line x2='9'/></svg>", 52, 1, 1,
                           "expected a length above 0 for data-slidemove-unit, found '-5px'");
    assert_drawing_refused(bomb, sizeof bomb - 1, 2, 13,
                           BROKEN
                           "limit on input amplification factor (from DTD and entities) breached");
}

TEST(reading_a_drawing_can_be_cancelled) {
    watched w = {.calls_allowed = 1};
    level_watcher watcher = {.progress = {watch, &w}, .total = 6};
    assert_null(svg_read("<svg/>", 6, &watcher, &errors));
    assert_int_equal(errors.total, 0);
}

static char deep[2000000];

TEST(what_is_too_deep_or_too_much_is_refused) {
    char *at = deep + sprintf(deep, "<svg>\n");
    for (int i = 0; i < 400000; i++)
        at += sprintf(at, i < 200000 ? "<g>\n" : "</g>");
    at += sprintf(at, "</svg>");
    assert_drawing_refused(deep, (size_t)(at - deep), 258, 1,
                           "expected at most 256 elements inside each other, found more");
    at = deep + sprintf(deep, "<svg data-slidemove-unit='1px'><path d='M0 0q9 9 18 0");
    for (int i = 0; i < 4500; i++)
        at += sprintf(at, "a%d 99999 %d 1 1 1 1", i + 9999, i);
    at += sprintf(at, "'/></svg>");
    assert_drawing_refused(deep, (size_t)(at - deep), 0, 0,
                           "expected fewer than 4194304 points, found more");
    at = deep + sprintf(deep, "<svg><g id='a0'/>");
    for (int i = 1; i < 40; i++)
        at += sprintf(at, "<g id='a%d'><use href='#a%d'/><use href='#a%d'/></g>", i, i - 1, i - 1);
    at += sprintf(at, "</svg>");
    assert_drawing_refused(deep, (size_t)(at - deep), 0, 0,
                           "expected fewer than 16777216 elements, each as often as it is used, "
                           "found more");
}

/* ---- Writing ----------------------------------------------------------------------------- */

/* Numbers that are written as others, an angle or half of a width, may lose their last digits. */
static void assert_same_level(const level *a, const level *b, const char *path) {
    int k = 0;
    if (a->statement_count != b->statement_count)
        fail_msg("%s: %d statements, now %d", path, a->statement_count, b->statement_count);
    for (int i = 0; i < a->statement_count; i++) {
        const level_statement *s = &a->statements[i], *t = &b->statements[i];
        level_attribute_values u = s->attributes, v = t->attributes;
        if (fabsf(u.angle_degrees - v.angle_degrees) < 1e-4f) {
            u.angle_degrees = v.angle_degrees;
            u.present |= v.present & LEVEL_HAS_ANGLE;
            v.present |= u.present & LEVEL_HAS_ANGLE;
        }
        if (s->kind != t->kind || s->number_count != t->number_count ||
            memcmp(&u, &v, sizeof u) != 0 || strcmp(level_words(a, i), level_words(b, i)) != 0)
            fail_msg("%s: statement %d has changed", path, i);
        for (k = 0; k < s->number_count; k++)
            if (a->numbers[s->first_number + k] != b->numbers[t->first_number + k])
                fail_msg("%s: number %d of statement %d was %.9g, now %.9g", path, k, i,
                         (double)a->numbers[s->first_number + k],
                         (double)b->numbers[t->first_number + k]);
    }
}

TEST(a_level_that_is_written_as_a_drawing_comes_back) {
    glob_t found;
    glob("levels/*.level", 0, NULL, &found);
    glob("levels/lab/*.level", GLOB_APPEND, NULL, &found);
    assert_true(found.gl_pathc > 30);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        size_t length;
        level *l = level_load(found.gl_pathv[i], &errors);
        assert_non_null(l);
        char *text = svg_write(l, &length);
        assert_non_null(text);
        assert_int_equal(length, strlen(text));
        level *again = read_drawing(text);
        assert_same_level(l, again, found.gl_pathv[i]);
        assert_int_equal(again->left_out.total, 0);
        assert_true(again->is_all_of_drawing);
        free(text);
        level_free(l);
    }
    globfree(&found);
}

TEST(each_kind_of_statement_and_attribute_comes_back) {
    size_t length;
    level *l = read_good(
        "slidemove 1\ntitle a <\"b\"> & c\nplayer .1 -2 radius=.3 length=1.1 angle=-30\n"
        "segment 0 .1 2 3 oneway radius=.7 shift=1,-2,3\nchain 0 0 1 1\nchain 0 0 1 1 1 1 spin=-9\n"
        "loop 1 1 0 0 1 1 oneway\ncircle .1 .2 0 spin=1e3\ncapsule .1 .2 .3 .4 .5 shift=1,2,3\n"
        "box .1 .2 .3 .4 angle=77\nbox 1e6 -1e6 0 0 spin=3 angle=120\nlabel 3 -4 a & <b> #c\n"
        "text Press [Tab]  twice\ntry it\nresolver sweep\nghosts last sweep\noverlays none\n"
        "view 1 2 3\nplay 1 0 2\nplay 0 1 2\npaused\nspeed .5\n");
    char *text = svg_write(l, &length);
    assert_same_level(l, read_drawing(text), "here");
    free(text);
    assert_null(svg_write(read_good(every_statement3), &length));
}

/* town: a square of lots on gentle hills. A lot has a house on flat ground, its roof a terrace with
 * stairs, or rocks. In each fifth row of lots is a ravine that is too steep to climb out of, with
 * bridges over it; at both of its ends it runs out, so that nothing is a trap. Around all of it is
 * a rim that is too steep. */
#include "town.h"

#include <math.h>
#include <stdlib.h>

#include "../src/level/memory.h"
#include "../src/slidemove/vec.h"
#include "../tests/random.h"
#include "generate.h"

enum {
    LOT_CELLS = 10, /* of the terrain, a side */
    PAD_CELLS = 3,  /* of flat ground, from the middle of a lot with a house */
    RIM_CELLS = 3,
    RAVINE_ROW = 5,
    STAIRS = 13,
    HOUSE_PERCENT = 70
};

static const double cell = (double)TOWN_LOT / LOT_CELLS;
static const double span = 14, rim_rise = 8;             /* heights of the hills; of a rim's cell */
static const double ravine_depth = 5, ravine_taper = 70; /* the way to its full depth */
static const double half_long = 3.5, half_wide = 2.5, wall = 0.3, half_door = 0.8, door_top = 2.4;
static const double rise = 0.25, tread = 0.35, stairs_wide = 1.2; /* of a stair */
static const double roof_top = STAIRS * 0.25 /* rise */, roof_thick = 0.3;
static const double walkable = 0.7; /* the steepest, as a tangent */
static const double room = 1;       /* from a place to what it may not stand in */

/* What is not to be stood in: a disk around a rock, or a house's box. */
typedef struct lot {
    bool has_house, has_ravine;
    vec3 middle;   /* on the ground */
    double c, s;   /* of a house's turn */
    vec3 rocks[3]; /* x, radius, z */
    int rock_count;
} lot;

typedef struct builder {
    town *town;
    lot *lots;
    int side, cells; /* lots and cells in a row */
    uint64_t seed, random;
    int vertices;
} builder;

/* ---- The mesh ---------------------------------------------------------------------------- */

static int put_vertex(builder *b, vec3 v) {
    text_print(&b->town->mesh, "v %.3f %.3f %.3f\n", v.x, v.y, v.z);
    return ++b->vertices;
}

/* Its front is where its corners run counter-clockwise. */
static void put_face(builder *b, int p, int q, int r) {
    text_print(&b->town->mesh, "f %d %d %d\n", p, q, r);
    b->town->triangles++;
}

static void put_quad(builder *b, int p, int q, int r, int s) {
    put_face(b, p, q, r);
    put_face(b, p, r, s);
}

/* Eight corners: four below, counter-clockwise from above, and four above them. It has no bottom
 * where that is in the ground. */
static void put_block(builder *b, const vec3 corners[8], bool has_bottom) {
    int at[8];
    for (int i = 0; i < 8; i++)
        at[i] = put_vertex(b, corners[i]);
    for (int i = 0; i < 4; i++)
        put_quad(b, at[i], at[(i + 1) % 4], at[(i + 1) % 4 + 4], at[i + 4]);
    put_quad(b, at[4], at[5], at[6], at[7]);
    if (has_bottom)
        put_quad(b, at[3], at[2], at[1], at[0]);
}

static void add_place(builder *b, vec3 v) {
    town *t = b->town;
    memory_grow(&t->places, &t->place_room, t->place_count, sizeof *t->places);
    t->places[t->place_count++] = vec3_round(v);
}

/* ---- Heights ----------------------------------------------------------------------------- */

static lot *lot_at(const builder *b, int column, int row) {
    return &b->lots[row * b->side + column];
}

static double hill_height(const builder *b, int x, int z) {
    static const generate_layer layers[] = {{40, 0.74}, {12, 0.2}, {4, 0.06}};
    return span * generate_noise(b->seed, layers, x, z);
}

static double limited(double x) {
    return fmax(0, fmin(1, x));
}

/* How deep a ravine lies below its banks at a corner; the banks are as high as its middle. */
static double ravine_at(const builder *b, int x, int z, int middle) {
    double end = cell * fmin(x, b->cells - x);
    bool is_in = z == middle || z == middle + 1;
    return is_in ? ravine_depth * limited(end / ravine_taper) : 0;
}

/* Of a corner of the cells. */
static double height_at(const builder *b, int x, int z) {
    int column = x / LOT_CELLS, row = z / LOT_CELLS, half = LOT_CELLS / 2;
    column = column < b->side ? column : b->side - 1;
    row = row < b->side ? row : b->side - 1;
    const lot *l = lot_at(b, column, row);
    int middle_x = column * LOT_CELLS + half, middle_z = row * LOT_CELLS + half;
    int along_x = abs(x - middle_x), along_z = abs(z - middle_z);
    double rim = fmax(0, RIM_CELLS - fmin(x, b->cells - x)) +
                 fmax(0, RIM_CELLS - fmin(z, b->cells - z)); /* in a corner no face is level */
    double height = hill_height(b, x, z), flat = height, share = 0;
    if (l->has_house) {
        flat = hill_height(b, middle_x, middle_z);
        share = ((double)half - fmax(along_x, along_z)) / (half - PAD_CELLS);
    } else if (l->has_ravine) {
        flat = hill_height(b, x, middle_z) - ravine_at(b, x, z, middle_z);
        share = ((double)half - along_z) / (half - PAD_CELLS);
    }
    height += (flat - height) * limited(share);
    return height + rim_rise * rim;
}

static vec3 corner_at(const builder *b, int x, int z) {
    double half = b->cells * cell / 2;
    return (vec3){x * cell - half, height_at(b, x, z), z * cell - half};
}

/* ---- Places on the ground ---------------------------------------------------------------- */

/* Where a point is as seen from a house: along its length, and across. */
static vec3 into_house(const lot *l, vec3 v) {
    vec3 d = vec3_sub(v, l->middle);
    return (vec3){l->c * d.x + l->s * d.z, d.y, l->c * d.z - l->s * d.x};
}

static vec3 from_house(const lot *l, double x, double y, double z) {
    return (vec3){l->middle.x + l->c * x - l->s * z, l->middle.y + y,
                  l->middle.z + l->s * x + l->c * z};
}

static bool is_free(const lot *l, vec3 v) {
    vec3 in = into_house(l, v);
    bool is_in = in.x > -half_long - room && in.x < half_long + room && in.z > -half_wide - room &&
                 in.z < half_wide + stairs_wide + room;
    for (int i = 0; i < l->rock_count; i++) {
        vec3 from = {v.x - l->rocks[i].x, 0, v.z - l->rocks[i].z};
        if (vec3_length(from) < l->rocks[i].y + room)
            return false;
    }
    return !l->has_house || !is_in;
}

static bool is_gentle(vec3 p, vec3 q, vec3 r) {
    vec3 normal = vec3_cross(vec3_sub(q, p), vec3_sub(r, p));
    return hypot(normal.x, normal.z) <= walkable * fabs(normal.y);
}

static void put_ground(builder *b) {
    int row = b->cells + 1, first = b->vertices + 1;
    vec3 *corners = memory_alloc((size_t)row * (size_t)row * sizeof *corners);
    for (int i = 0; i < row * row; i++) {
        corners[i] = corner_at(b, i % row, i / row);
        put_vertex(b, corners[i]);
    }
    for (int i = 0; i < b->cells * b->cells; i++) {
        int x = i % b->cells, z = i / b->cells, at = z * row + x;
        const int faces[2][3] = {{at, at + row, at + 1}, {at + 1, at + row, at + row + 1}};
        const lot *l = lot_at(b, x / LOT_CELLS, z / LOT_CELLS);
        bool is_inside = x >= RIM_CELLS && x < b->cells - RIM_CELLS && z >= RIM_CELLS &&
                         z < b->cells - RIM_CELLS;
        for (int k = 0; k < 2; k++) {
            const int *f = faces[k];
            vec3 p = corners[f[0]], q = corners[f[1]], r = corners[f[2]];
            vec3 middle = vec3_scale(vec3_add(vec3_add(p, q), r), 1. / 3);
            put_face(b, first + f[0], first + f[1], first + f[2]);
            if (is_inside && is_gentle(p, q, r) && is_free(l, middle))
                add_place(b, middle);
        }
    }
    free(corners);
}

/* ---- What stands on it ------------------------------------------------------------------- */

/* A box of a house, by its sides: along it, up and across. */
static void put_box(builder *b, const lot *l, double left, double right, double bottom, double top,
                    double low, double high) {
    vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = from_house(l, i % 4 == 1 || i % 4 == 2 ? right : left, i < 4 ? bottom : top,
                                i % 4 < 2 ? high : low);
    put_block(b, corners, bottom > 0);
}

static void put_floor_places(builder *b, const lot *l, double y) {
    for (double x = 1 - half_long; x <= half_long - 1; x += 1)
        for (double z = 1 - half_wide; z <= half_wide - 1; z += 1)
            add_place(b, from_house(l, x, y, z));
}

static void put_house(builder *b, const lot *l) {
    const double base = -0.3, under = roof_top - roof_thick;
    const double x = half_long, z = half_wide;
    put_box(b, l, -x, wall - x, base, under, -z, z);
    put_box(b, l, x - wall, x, base, under, -z, z);
    put_box(b, l, wall - x, x - wall, base, under, z - wall, z);
    put_box(b, l, wall - x, -half_door, base, under, -z, wall - z);
    put_box(b, l, half_door, x - wall, base, under, -z, wall - z);
    put_box(b, l, -half_door, half_door, door_top, under, -z, wall - z);
    put_box(b, l, -x, x, under, roof_top, -z, z);
    put_floor_places(b, l, 0);
    put_floor_places(b, l, roof_top);
    for (int i = 0; i < STAIRS; i++) {
        double from = i * tread - x, top = rise * (i + 1);
        put_box(b, l, from, from + tread, base, top, z, z + stairs_wide);
        add_place(b, from_house(l, from + tread / 2, top, z + stairs_wide / 2));
    }
    b->town->houses++;
}

/* Two rings of six corners, and a top: all too steep to stand on. */
static void put_rock(builder *b, vec3 rock) {
    double x = rock.x + b->cells * cell / 2, z = rock.z + b->cells * cell / 2;
    double ground = height_at(b, (int)(x / cell), (int)(z / cell)), radius = rock.y;
    double high = radius * random_double(&b->random, 0.5, 1.5);
    int at[13];
    for (int i = 0; i < 12; i++) {
        vec d = vec_of_angle(-1.0471975511966 * (i % 6));
        double share = (i < 6 ? 1 : 0.6) * random_double(&b->random, 0.7, 1);
        vec3 v = {rock.x + radius * share * d.x, ground + (i < 6 ? -2 : high),
                  rock.z + radius * share * d.y};
        at[i] = put_vertex(b, v);
    }
    at[12] = put_vertex(b, (vec3){rock.x, ground + high + 1.2 * radius, rock.z});
    for (int i = 0; i < 6; i++) {
        int next = (i + 1) % 6;
        put_quad(b, at[i], at[next], at[next + 6], at[i + 6]);
        put_face(b, at[i + 6], at[next + 6], at[12]);
    }
    b->town->rocks++;
}

/* A slab as wide as a cell, from bank to bank, as its banks slope along the ravine. */
static void put_bridge(builder *b, int x, int middle) {
    const double above = 0.1, thick = 0.3, inset = 0.2;
    vec3 left = corner_at(b, x, middle), right = corner_at(b, x + 1, middle), corners[8];
    left.y = height_at(b, x, middle - 1) + above;
    right.y = height_at(b, x + 1, middle - 1) + above;
    double near = left.z - 2 * cell, far = left.z + 3 * cell;
    for (int i = 0; i < 8; i++) {
        vec3 side = i % 4 == 1 || i % 4 == 2 ? right : left;
        side.x += i % 4 == 1 || i % 4 == 2 ? -inset : inset;
        corners[i] = (vec3){side.x, side.y - (i < 4 ? thick : 0), i % 4 < 2 ? far : near};
    }
    put_block(b, corners, true);
    for (double z = near + 1; z < far; z += 1)
        add_place(b, (vec3){(left.x + right.x) / 2, (left.y + right.y) / 2, z});
    b->town->bridges++;
}

/* Chooses what is on a lot, before there is ground. */
static void plan_lot(builder *b, int column, int row) {
    lot *l = lot_at(b, column, row);
    double turn = random_double(&b->random, 0, 6.28);
    vec d = vec_of_angle(turn);
    *l = (lot){.has_ravine = row % RAVINE_ROW == 2, .c = d.x, .s = d.y};
    l->has_house = !l->has_ravine && random_int(&b->random, 100) < HOUSE_PERCENT;
    int x = column * LOT_CELLS + LOT_CELLS / 2, z = row * LOT_CELLS + LOT_CELLS / 2;
    l->middle = corner_at(b, x, z);
    l->middle.y = hill_height(b, x, z);
    l->rock_count = l->has_house || l->has_ravine ? 0 : random_int(&b->random, 4);
    for (int i = 0; i < l->rock_count; i++)
        l->rocks[i] = (vec3){l->middle.x + random_double(&b->random, -9, 9),
                             random_double(&b->random, 0.5, 2.5),
                             l->middle.z + random_double(&b->random, -9, 9)};
}

static bool is_bridged(const builder *b, int column) {
    double end = TOWN_LOT * fmin(column, b->side - 1 - column);
    return column % 3 == 1 && end > ravine_taper;
}

void town_make(town *t, int lots, int seed) {
    *t = (town){.triangles = 0};
    builder b = {.town = t, .side = lots, .cells = lots * LOT_CELLS};
    b.seed = b.random = random_seed((uint64_t)seed);
    b.lots = memory_calloc((size_t)lots * (size_t)lots, sizeof *b.lots);
    text_start(&t->mesh, 1 << 20);
    text_print(&t->mesh, "# bench/town.c: %d lots, seed %d\n", lots * lots, seed);
    for (int i = 0; i < lots * lots; i++)
        plan_lot(&b, i % lots, i / lots);
    put_ground(&b);
    for (int i = 0; i < lots * lots; i++) {
        const lot *l = &b.lots[i];
        if (l->has_house)
            put_house(&b, l);
        for (int k = 0; k < l->rock_count; k++)
            put_rock(&b, l->rocks[k]);
        if (l->has_ravine && is_bridged(&b, i % lots))
            put_bridge(&b, i % lots * LOT_CELLS + LOT_CELLS / 2,
                       i / lots * LOT_CELLS + LOT_CELLS / 2);
    }
    t->start = vec3_round(corner_at(&b, lots / 2 * LOT_CELLS, lots / 2 * LOT_CELLS));
    free(b.lots);
}

void town_free(town *t) {
    free(t->mesh.text);
    free(t->places);
    *t = (town){.triangles = 0};
}

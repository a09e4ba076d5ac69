/* generate: what all levels have in common, then kind by kind. */
#include "generate.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/level/text.h"
#include "../tests/random.h"

typedef struct generator {
    generate_kind kind;
    int wanted; /* segments in all, the outer wall's among them */
    int made;
    int seed;
    uint64_t random;
    text_buffer text;
    level_kind open; /* the statement that points go to */
    int points;      /* that it has */
} generator;

/* ---- Statements -------------------------------------------------------------------------- */

/* Two decimals are plenty to the eye, and half the digits that any float would take. */
static float to_hundredths(double x) {
    return (float)(floor(x * 100 + 0.5) / 100);
}

/* Starts a segment, chain, loop or triangle, which then takes point by point. */
static void generator_start(generator *g, level_kind kind) {
    g->open = kind;
    g->points = 0;
    text_append_string(&g->text, level_statements[kind].name);
}

static void put_coordinate(generator *g, double x) {
    text_append_number(&g->text, " ", to_hundredths(x) + 0.0f); /* + 0: no -0 */
}

static void generator_point(generator *g, double x, double y) {
    put_coordinate(g, x);
    put_coordinate(g, y);
    g->points++;
}

/* Of the statement that ends. */
static int count_made(const generator *g) {
    if (g->open == LEVEL_TRIANGLE)
        return 1;
    return g->open == LEVEL_LOOP ? g->points : g->points - 1;
}

static void generator_end(generator *g) {
    text_append_string(&g->text, "\n");
    g->made += count_made(g);
}

static void generator_segment(generator *g, double ax, double ay, double bx, double by) {
    generator_start(g, LEVEL_SEGMENT);
    generator_point(g, ax, ay);
    generator_point(g, bx, by);
    generator_end(g);
}

/* ---- What every level has ---------------------------------------------------------------- */

/* Writes the title, how the level was made, and the player; in 2D without its z. */
static void generator_begin(generator *g, double x, double y, double z) {
    bool is_solid = g->kind == GENERATE_HILLS;
    text_print(&g->text, "%s\n# bench/generate.c: %s, %d %s, seed %d\n\nplayer",
               level_statements[is_solid ? LEVEL_VERSION3 : LEVEL_VERSION].usage,
               generate_names[g->kind], g->wanted, is_solid ? "triangles" : "segments", g->seed);
    generator_point(g, x, y);
    if (is_solid)
        put_coordinate(g, z);
    text_append_string(&g->text, "\n");
}

/* Writes a line from `a` to `b` in this many pieces of the same length, without its last point. */
static void generator_pieces(generator *g, double ax, double ay, double bx, double by, int pieces) {
    for (int i = 0; i < pieces; i++) {
        double along = (double)i / pieces;
        generator_point(g, ax + (bx - ax) * along, ay + (by - ay) * along);
    }
}

/* Writes a square wall around everything, cut into all the segments that are still wanted. */
static void generator_outer_wall(generator *g, double low, double high) {
    const double corners[5][2] = {{low, low}, {high, low}, {high, high}, {low, high}, {low, low}};
    int pieces = g->wanted - g->made;
    generator_start(g, LEVEL_LOOP);
    for (int i = 0; i < 4; i++)
        generator_pieces(g, corners[i][0], corners[i][1], corners[i + 1][0], corners[i + 1][1],
                         pieces / 4 + (i < pieces % 4));
    generator_end(g);
}

/* Writes a loop around (x, y), one corner in each equal part of the turn, so that it never crosses
 * itself. */
static void generator_ring(generator *g, double x, double y, int corners, float nearest,
                           float farthest) {
    generator_start(g, LEVEL_LOOP);
    for (int i = 0; i < corners; i++) {
        float turn = (float)i + random_float(&g->random, 0.1f, 0.9f);
        double radius = (double)random_float(&g->random, nearest, farthest);
        vec d = level_find_axis(turn * (float)(360 / corners));
        generator_point(g, x + radius * d.x, y + radius * d.y);
    }
    generator_end(g);
}

/* ---- Maze --------------------------------------------------------------------------------- */

/* A perfect maze: exactly one way between any two places.
 *
 * A walk that goes on to a random neighbour it has not been to, and back where there is none, opens
 * a wall at each step forward (depth-first search; Buck, Mazes for Programmers, 2015, "recursive
 * backtracker"). n x n cells have 2n(n - 1) walls between them, of which n^2 - 1 are opened: (n -
 * 1)^2 stay. They are left in pieces, one for each cell: the joints are what a bad resolver sticks
 * to.
 */

static const double maze_cell = 4;

/* What is known of a cell; of one that was seen, times FROM, in which direction the walk came. */
enum { OPEN_RIGHT = 1, OPEN_UP = 2, SEEN = 4, FROM = 8 };

typedef struct maze {
    int side; /* cells in a row */
    unsigned char *cells;
    int steps[4]; /* to a cell's neighbours: left, right, down, up */
} maze;

/* Returns how many neighbours the walk has not been to, and in which directions they are. */
static int list_new_neighbours(const maze *m, int at, int directions[4]) {
    const int x = at % m->side, y = at / m->side, last = m->side - 1;
    const bool is_there[] = {x > 0, x<last, y> 0, y < last};
    int count = 0;
    for (int i = 0; i < 4; i++)
        if (is_there[i] && !(m->cells[at + m->steps[i]] & SEEN))
            directions[count++] = i;
    return count;
}

static void carve(generator *g, maze *m) {
    int at = 0, directions[4], count;
    m->cells[at] = SEEN;
    while ((count = list_new_neighbours(m, at, directions)) > 0 || at > 0) {
        if (count == 0) {
            at -= m->steps[m->cells[at] / FROM];
            continue;
        }
        int direction = directions[random_int(&g->random, count)], next = at + m->steps[direction];
        m->cells[at < next ? at : next] |= direction < 2 ? OPEN_RIGHT : OPEN_UP;
        m->cells[next] |= (unsigned char)(SEEN + direction * FROM);
        at = next;
    }
}

static void put_walls(generator *g, const maze *m, double low) {
    for (int at = 0; at < m->side * m->side; at++) {
        int column = at % m->side, row = at / m->side;
        double right = low + (column + 1) * maze_cell, top = low + (row + 1) * maze_cell;
        if (column + 1 < m->side && !(m->cells[at] & OPEN_RIGHT))
            generator_segment(g, right, top - maze_cell, right, top);
        if (row + 1 < m->side && !(m->cells[at] & OPEN_UP))
            generator_segment(g, right - maze_cell, top, right, top);
    }
}

static void generate_maze(generator *g) {
    int side = 1 + (int)sqrt(g->wanted - 4);
    maze m = {side, memory_calloc((size_t)side * (size_t)side, 1), {-1, 1, -side, side}};
    double low = -(side / 2 + 0.5) * maze_cell; /* a cell has its middle at 0 0 */
    carve(g, &m);
    generator_begin(g, 0, 0, 0);
    put_walls(g, &m, low);
    generator_outer_wall(g, low, low + side * maze_cell);
    free(m.cells);
}

/* ---- Random ------------------------------------------------------------------------------- */

/* A field of random closed quads, four segments in each 6 x 6 cell: the workload
 * of the benchmarks. No quad reaches the corners of its cell, so one can walk through everywhere.
 */

static const double field_cell = 6;
static const float reach_min = 0.8f, reach_max = 2.2f; /* of a corner, from its cell's middle */

static void generate_random(generator *g) {
    int quads = (g->wanted - 4) / 4, side = (int)ceil(sqrt(quads));
    double left = -(side / 2) * field_cell; /* 0 0 is a corner of four cells */
    generator_begin(g, 0, 0, 0);
    for (int i = 0; i < quads; i++)
        generator_ring(g, left + (i % side + 0.5) * field_cell,
                       left + (i / side + 0.5) * field_cell, 4, reach_min, reach_max);
    double margin = field_cell / 2, right = left + side * field_cell;
    generator_outer_wall(g, left - margin, right + margin);
}

/* ---- Noise -------------------------------------------------------------------------------- */

/* Heights are value noise: random heights at every so many places, joined smoothly, in three layers
 * of falling width and weight (Ebert et al., Texturing and Modeling, chapter 2). */

static double corner_noise(uint64_t seed, int x, int z) {
    return (double)(random_seed(random_seed(seed + (uint64_t)x) + (uint64_t)z) >> 40) / (1 << 24);
}

static double smooth(double t) {
    return t * t * (3 - 2 * t);
}

static double mix(double a, double b, double share) {
    return a * (1 - share) + b * share;
}

double generate_noise(uint64_t seed, const generate_layer layers[3], int x, int z) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t own = random_seed(seed + (uint64_t)i);
        int width = layers[i].width, px = x / width, pz = z / width;
        double tx = smooth((double)(x % width) / width), tz = smooth((double)(z % width) / width);
        double near_row = mix(corner_noise(own, px, pz), corner_noise(own, px + 1, pz), tx);
        double far_row = mix(corner_noise(own, px, pz + 1), corner_noise(own, px + 1, pz + 1), tx);
        sum += layers[i].weight * mix(near_row, far_row, tz);
    }
    return sum;
}

/* ---- Terrain ------------------------------------------------------------------------------ */

/* One long cave, its ground hilly, its ceiling too, with islands between.
 *
 * It lies in storeys, one above the other, joined at their ends in turn, right and left, so that it
 * winds upward and stays inside coordinates that floats hold well. The rock between two storeys is
 * a tongue: the lower one's ceiling, a tip, and the upper one's ground, open where the cave passes.
 */

enum {
    PASSAGE = 8,          /* columns between a tongue's tip and the outer wall */
    ISLAND_EDGES = 10,    /* of each island */
    ISLAND_SHARE = 50,    /* one island for so many segments: a fifth of all */
    STOREY_LENGTHS = 800, /* segments of a cave of one storey; n^2 times as many have n */
    CHAIN_MAX = 250       /* segments of one statement: handy to edit */
};

static const double column = 1.5, storey_height = 60; /* width, height */
static const double ground_height = 16;               /* 0 to this, above the storey's floor */
static const double ceiling_low = 34, ceiling_height = 10;
static const double island_y = 25, island_spread = 3;
static const float island_radius_min = 1.5f, island_radius_max = 3;
static const double island_room = 6; /* free on both sides of each island's share of the length */
static const double player_y = 17.25;

typedef enum surface { GROUND, CEILING } surface;

typedef struct cave {
    uint64_t seed;
    int storeys, columns; /* columns: segments from wall to wall */
    int islands, islands_a_storey;
    double left;
} cave;

static double surface_y(const cave *c, int storey, surface s, int at) {
    static const generate_layer layers[] = {{36, 0.5}, {10, 0.32}, {3, 0.18}};
    double height = generate_noise(random_seed(c->seed + 2 * (uint64_t)storey + s), layers, at, 0);
    return storey * storey_height +
           (s == GROUND ? ground_height * height : ceiling_low + ceiling_height * height);
}

/* From one column to another, in chains that join end to end. */
static void put_surface(generator *g, const cave *c, int storey, surface s, int from, int to) {
    int step = from < to ? 1 : -1;
    for (int at = from; at != to;) {
        generator_start(g, LEVEL_CHAIN);
        generator_point(g, c->left + at * column, surface_y(c, storey, s, at));
        for (int i = 0; i < CHAIN_MAX && at != to; i++) {
            at += step;
            generator_point(g, c->left + at * column, surface_y(c, storey, s, at));
        }
        generator_end(g);
    }
}

/* The rock above a storey. */
static void put_tongue(generator *g, const cave *c, int storey) {
    bool to_the_right = storey % 2 == 0;
    int root = to_the_right ? 0 : c->columns;
    int tip = to_the_right ? c->columns - PASSAGE : PASSAGE;
    double tip_x = c->left + tip * column;
    put_surface(g, c, storey, CEILING, root, tip);
    generator_segment(g, tip_x, surface_y(c, storey, CEILING, tip), tip_x,
                      surface_y(c, storey + 1, GROUND, tip));
    put_surface(g, c, storey + 1, GROUND, tip, root);
}

/* A wall at an end, from the lowest ground to the highest ceiling. */
static void put_end(generator *g, const cave *c, int at, int pieces) {
    double x = c->left + at * column, top = surface_y(c, c->storeys - 1, CEILING, at);
    generator_start(g, LEVEL_CHAIN);
    generator_pieces(g, x, surface_y(c, 0, GROUND, at), x, top, pieces);
    generator_point(g, x, top);
    generator_end(g);
}

/* Each has its share of the storey's length to itself. */
static double island_share(const cave *c) {
    return c->columns * column / c->islands_a_storey;
}

static void put_island(generator *g, const cave *c, int island) {
    double share = island_share(c), play = share / 2 - island_room;
    double x = c->left + (island % c->islands_a_storey + 0.5) * share;
    double y = island / c->islands_a_storey * storey_height + island_y;
    x += play * (double)random_float(&g->random, -1, 1);
    y += island_spread * (double)random_float(&g->random, -1, 1);
    generator_ring(g, x, y, ISLAND_EDGES, island_radius_min, island_radius_max);
}

static cave make_cave(const generator *g) {
    cave c = {.seed = g->random, .islands = g->wanted / ISLAND_SHARE};
    c.storeys = (int)sqrt(g->wanted / STOREY_LENGTHS);
    c.storeys = c.storeys > 0 ? c.storeys : 1;
    c.islands_a_storey = (c.islands + c.storeys - 1) / c.storeys;
    /* each tongue is PASSAGE columns short of the wall, twice, and has a tip */
    int saved = (c.storeys - 1) * (2 * PASSAGE - 1);
    c.columns = (g->wanted - 2 - ISLAND_EDGES * c.islands + saved) / (2 * c.storeys);
    c.left = -c.columns / 2 * column;
    return c;
}

/* Between two islands, or behind the first wall when there are no two. */
static double player_x(const cave *c) {
    int before = c->islands_a_storey / 2;
    return before > 0 ? c->left + before * island_share(c) : c->left + 2 * column;
}

static void generate_terrain(generator *g) {
    cave c = make_cave(g);
    int top = c.storeys - 1;
    generator_begin(g, player_x(&c), player_y, 0);
    put_surface(g, &c, 0, GROUND, 0, c.columns);
    for (int i = 0; i < top; i++)
        put_tongue(g, &c, i);
    put_surface(g, &c, top, CEILING, 0, c.columns);
    for (int i = 0; i < c.islands; i++)
        put_island(g, &c, i);
    int pieces = g->wanted - g->made;
    put_end(g, &c, 0, pieces / 2);
    put_end(g, &c, c.columns, pieces - pieces / 2);
}

/* ---- Hills -------------------------------------------------------------------------------- */

/* A terrain of triangles, two to each cell of a square, row by row, its rim a slope
 * too steep to stand on, so that no walker leaves it. */

static const double height_span = 9, rim_cells = 6,
                    rim_steepness = 2; /* world units; a cell is 1 */
static const double player_above = 1.5;

typedef struct hills {
    uint64_t seed;
    int side; /* cells */
} hills;

/* Of a corner of the cells, world units. */
static double hill_height(const hills *h, int x, int z) {
    static const generate_layer layers[] = {{30, 0.66}, {9, 0.26}, {3, 0.08}};
    double to_rim = fmin(fmin(x, h->side - x), fmin(z, h->side - z));
    return height_span * generate_noise(h->seed, layers, x, z) +
           rim_steepness * fmax(0, fmin(rim_cells, h->side / 4) - to_rim);
}

static void put_corner(generator *g, const hills *h, int x, int z) {
    generator_point(g, x - h->side / 2, hill_height(h, x, z));
    put_coordinate(g, z - h->side / 2);
}

/* Seen from above its corners run counter-clockwise: z points to the viewer. */
static void put_triangle(generator *g, const hills *h, int x, int z, bool second) {
    generator_start(g, LEVEL_TRIANGLE);
    put_corner(g, h, x + second, z);
    put_corner(g, h, x, z + 1);
    put_corner(g, h, x + 1, z + second);
    generator_end(g);
}

static void generate_hills(generator *g) {
    hills h = {g->random, (int)ceil(sqrt(g->wanted / 2.0))};
    int middle = h.side / 2;
    generator_begin(g, 0, hill_height(&h, middle, middle) + player_above, 0);
    for (int i = 0; i < g->wanted; i++) {
        int cell = i / 2;
        put_triangle(g, &h, cell % h.side, cell / h.side, i % 2 == 1);
    }
}

/* ---- All kinds --------------------------------------------------------------------------- */

const char *const generate_names[GENERATE_KINDS] = {"maze", "terrain", "random", "hills"};

char *generate_level(generate_kind kind, int segments, int seed, size_t *length) {
    static void (*const make[GENERATE_KINDS])(generator *) = {generate_maze, generate_terrain,
                                                              generate_random, generate_hills};
    generator g = {.kind = kind,
                   .wanted = segments > GENERATE_MIN ? segments : GENERATE_MIN,
                   .seed = seed,
                   .random = random_seed((uint64_t)seed)};
    make[kind](&g);
    *length = g.text.length;
    return text_finish(&g.text);
}

/* generate_terrain: one long cave, its ground hilly, its ceiling too, with islands between.
 *
 * It lies in storeys, one above the other, joined at their ends in turn, right and left, so that it
 * winds upward and stays inside coordinates that floats hold well. The rock between two storeys is
 * a tongue: the lower one's ceiling, a tip, and the upper one's ground, open where the cave passes.
 *
 * Heights are value noise: random heights at every so many columns, joined smoothly, in three
 * layers of falling width and weight (Ebert et al., Texturing and Modeling, chapter 2).
 */
#include <math.h>

#include "direction.h"
#include "generator.h"

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

/* ---- Heights ----------------------------------------------------------------------------- */

/* 0 to 1, at a whole place of a layer. */
static double height_at(uint64_t layer_seed, int place) {
    return (double)(random_seed(layer_seed + (uint64_t)place) >> 40) / (1 << 24);
}

/* 0 to 1, smooth from place to place. */
static double noise(uint64_t seed, int at) {
    static const struct {
        int width; /* columns from place to place */
        double weight;
    } layers[] = {{36, 0.5}, {10, 0.32}, {3, 0.18}};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t layer_seed = random_seed(seed + (uint64_t)i);
        int place = at / layers[i].width;
        double t = (double)(at % layers[i].width) / layers[i].width;
        double from = height_at(layer_seed, place), to = height_at(layer_seed, place + 1);
        sum += layers[i].weight * (from + (to - from) * (t * t * (3 - 2 * t)));
    }
    return sum;
}

static double surface_y(const cave *c, int storey, surface s, int at) {
    double height = noise(random_seed(c->seed + 2 * (uint64_t)storey + s), at);
    return storey * storey_height +
           (s == GROUND ? ground_height * height : ceiling_low + ceiling_height * height);
}

/* ---- Rock -------------------------------------------------------------------------------- */

/* From one column to another, in chains that join end to end. */
static void put_surface(generator *g, const cave *c, int storey, surface s, int from, int to) {
    int step = from < to ? 1 : -1;
    for (int at = from; at != to && !g->failed;) {
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

/* ---- Islands ----------------------------------------------------------------------------- */

/* Each has its share of the storey's length to itself. */
static double island_share(const cave *c) {
    return c->columns * column / (c->islands_a_storey > 0 ? c->islands_a_storey : 1);
}

static void put_island(generator *g, const cave *c, int island) {
    double share = island_share(c), play = share / 2 - island_room;
    double x = c->left + (island % c->islands_a_storey + 0.5) * share;
    double y = island / c->islands_a_storey * storey_height + island_y;
    x += (play > 0 ? play : 0) * (double)random_float(&g->random, -1, 1);
    y += island_spread * (double)random_float(&g->random, -1, 1);
    generator_start(g, LEVEL_LOOP);
    for (int i = 0; i < ISLAND_EDGES; i++) {
        float degrees = ((float)i + random_float(&g->random, 0.1f, 0.9f)) * (360 / ISLAND_EDGES);
        double radius = (double)random_float(&g->random, island_radius_min, island_radius_max);
        direction d = direction_from_degrees(degrees);
        generator_point(g, x + radius * d.x, y + radius * d.y);
    }
    generator_end(g);
}

/* ---- The cave ---------------------------------------------------------------------------- */

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

void generate_terrain(generator *g) {
    cave c = make_cave(g);
    int top = c.storeys - 1;
    generator_begin(g, player_x(&c), player_y, 0, "A cave of %d storeys of %d columns, %d islands.",
                    c.storeys, c.columns, c.islands);
    put_surface(g, &c, 0, GROUND, 0, c.columns);
    for (int i = 0; i < top && !g->failed; i++)
        put_tongue(g, &c, i);
    put_surface(g, &c, top, CEILING, 0, c.columns);
    for (int i = 0; i < c.islands && !g->failed; i++)
        put_island(g, &c, i);
    int pieces = g->wanted - g->made;
    put_end(g, &c, 0, pieces / 2);
    put_end(g, &c, c.columns, pieces - pieces / 2);
}

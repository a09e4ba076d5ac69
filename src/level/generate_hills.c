/* generate_hills: a terrain of triangles, two to each cell of a square, row by row, its rim a slope
 * too steep to stand on, so that nobody walks off.
 *
 * Heights are value noise as in generate_terrain, over the plane: random heights at every so many
 * cells, joined smoothly, in three layers of falling width and weight.
 */
#include <math.h>

#include "generator.h"

static const double height_span = 9, rim_cells = 6,
                    rim_steepness = 2; /* world units; a cell is 1 */
static const double player_above = 1.5;

typedef struct hills {
    uint64_t seed;
    int side; /* cells */
} hills;

/* 0 to 1, at a corner of a layer's own grid. */
static double height_at(uint64_t layer_seed, int x, int z) {
    uint64_t row = random_seed(layer_seed + (uint64_t)x);
    return (double)(random_seed(row + (uint64_t)z) >> 40) / (1 << 24);
}

static double smooth(double t) {
    return t * t * (3 - 2 * t);
}

static double layer(uint64_t seed, int width, int x, int z) {
    int px = x / width, pz = z / width;
    double tx = smooth((double)(x % width) / width), tz = smooth((double)(z % width) / width);
    double near_row = height_at(seed, px, pz) * (1 - tx) + height_at(seed, px + 1, pz) * tx;
    double far_row = height_at(seed, px, pz + 1) * (1 - tx) + height_at(seed, px + 1, pz + 1) * tx;
    return near_row * (1 - tz) + far_row * tz;
}

/* Of a corner of the cells, world units. */
static double height(const hills *h, int x, int z) {
    static const struct {
        int width; /* cells */
        double weight;
    } layers[] = {{30, 0.66}, {9, 0.26}, {3, 0.08}};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += layers[i].weight * layer(random_seed(h->seed + (uint64_t)i), layers[i].width, x, z);
    double to_rim = fmin(fmin(x, h->side - x), fmin(z, h->side - z));
    return height_span * sum + rim_steepness * fmax(0, fmin(rim_cells, h->side / 4) - to_rim);
}

static void put_corner(generator *g, const hills *h, int x, int z) {
    generator_point3(g, x - h->side / 2, height(h, x, z), z - h->side / 2);
}

/* Seen from above its corners run counter-clockwise: z points to the viewer. */
static void put_triangle(generator *g, const hills *h, int x, int z, bool second) {
    generator_start(g, LEVEL_TRIANGLE);
    put_corner(g, h, x + second, z);
    put_corner(g, h, x, z + 1);
    put_corner(g, h, x + 1, z + second);
    generator_end(g);
}

void generate_hills(generator *g) {
    hills h = {g->random, (int)ceil(sqrt(g->wanted / 2.0))};
    int middle = h.side / 2;
    generator_begin(g, 0, height(&h, middle, middle) + player_above, 0,
                    "%d x %d cells of side 1, two triangles each.", h.side, h.side);
    for (int i = 0; i < g->wanted && !g->failed; i++) {
        int cell = i / 2;
        put_triangle(g, &h, cell % h.side, cell / h.side, i % 2 == 1);
    }
}

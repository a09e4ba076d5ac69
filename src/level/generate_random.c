/* generate_random: a field of random closed quads, four segments in each 6 x 6 cell: the workload
 * of the benchmarks. No quad reaches the corners of its cell, so one can walk through everywhere.
 */
#include <math.h>

#include "direction.h"
#include "generator.h"

static const double cell = 6;
static const float reach_min = 0.8f, reach_max = 2.2f; /* of a corner, from its cell's middle */

/* One corner in each quarter turn, so that no quad crosses itself. */
static void put_quad(generator *g, double x, double y) {
    generator_start(g, LEVEL_LOOP);
    for (int quarter = 0; quarter < 4; quarter++) {
        float turn = (float)quarter + random_float(&g->random, 0.1f, 0.9f);
        double reach = (double)random_float(&g->random, reach_min, reach_max);
        direction d = direction_from_degrees(90 * turn);
        generator_point(g, x + reach * d.x, y + reach * d.y);
    }
    generator_end(g);
}

void generate_random(generator *g) {
    int quads = (g->wanted - 4) / 4, side = (int)ceil(sqrt(quads));
    double left = -(side / 2) * cell; /* 0 0 is a corner of four cells */
    generator_begin(g, 0, 0, 0, "%d random quads, one in each cell of %g x %g.", quads, cell, cell);
    for (int i = 0; i < quads && !g->failed; i++)
        put_quad(g, left + (i % side + 0.5) * cell, left + (i / side + 0.5) * cell);
    double margin = cell / 2, right = left + side * cell;
    generator_outer_wall(g, left - margin, left - margin, right + margin, right + margin);
}

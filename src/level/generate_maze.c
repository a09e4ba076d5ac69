/* generate_maze: a perfect maze: exactly one way between any two places.
 *
 * A walk that goes on to a random neighbour it has not been to, and back where there is none, opens
 * a wall at each step forward (depth-first search; Buck, Mazes for Programmers, 2015, "recursive
 * backtracker"). n x n cells have 2n(n - 1) walls between them, of which n^2 - 1 are opened: (n -
 * 1)^2 stay. They are left in pieces, one for each cell: the joints are what a bad resolver sticks
 * to.
 */
#include <math.h>
#include <stdlib.h>

#include "generator.h"

static const double cell = 4;

enum { OPEN_RIGHT = 1, OPEN_UP = 2, SEEN = 4 };

typedef struct maze {
    int side; /* cells in a row */
    unsigned char *cells;
    int *way; /* the walk from the first cell to the present one */
} maze;

/* Opens the wall between two neighbours. */
static void open_wall(maze *m, int from, int to) {
    int lower = from < to ? from : to;
    m->cells[lower] |= abs(to - from) == 1 ? OPEN_RIGHT : OPEN_UP;
}

/* Returns how many neighbours the walk has not been to. */
static int list_new_neighbours(const maze *m, int at, int neighbours[4]) {
    int x = at % m->side, y = at / m->side, count = 0;
    if (x > 0 && !(m->cells[at - 1] & SEEN))
        neighbours[count++] = at - 1;
    if (x + 1 < m->side && !(m->cells[at + 1] & SEEN))
        neighbours[count++] = at + 1;
    if (y > 0 && !(m->cells[at - m->side] & SEEN))
        neighbours[count++] = at - m->side;
    if (y + 1 < m->side && !(m->cells[at + m->side] & SEEN))
        neighbours[count++] = at + m->side;
    return count;
}

static void carve(generator *g, maze *m) {
    int length = 0;
    m->way[length++] = 0;
    m->cells[0] |= SEEN;
    while (length > 0) {
        int at = m->way[length - 1], neighbours[4];
        int count = list_new_neighbours(m, at, neighbours);
        if (count == 0) {
            length--;
            continue;
        }
        int next = neighbours[random_int(&g->random, count)];
        open_wall(m, at, next);
        m->cells[next] |= SEEN;
        m->way[length++] = next;
    }
}

static void put_walls(generator *g, const maze *m, double left, double bottom) {
    for (int at = 0; at < m->side * m->side && !g->failed; at++) {
        int column = at % m->side, row = at / m->side;
        double right = left + (column + 1) * cell, top = bottom + (row + 1) * cell;
        if (column + 1 < m->side && !(m->cells[at] & OPEN_RIGHT))
            generator_segment(g, right, top - cell, right, top);
        if (row + 1 < m->side && !(m->cells[at] & OPEN_UP))
            generator_segment(g, right - cell, top, right, top);
    }
}

void generate_maze(generator *g) {
    maze m = {.side = 1 + (int)sqrt(g->wanted - 4)};
    size_t cells = (size_t)m.side * (size_t)m.side;
    m.cells = calloc(cells, sizeof *m.cells);
    m.way = malloc(cells * sizeof *m.way);
    if (m.cells != NULL && m.way != NULL) {
        double left = -(m.side / 2 + 0.5) * cell; /* a cell has its middle at 0 0 */
        double right = left + m.side * cell;
        carve(g, &m);
        generator_begin(g, 0, 0, 0, "A perfect maze of %d x %d cells, each %g x %g.", m.side,
                        m.side, cell, cell);
        put_walls(g, &m, left, left);
        generator_outer_wall(g, left, left, right, right);
    } else {
        g->failed = true;
    }
    free(m.cells);
    free(m.way);
}

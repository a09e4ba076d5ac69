/* generate_rooms: a square of rooms. Between two neighbours is a wall with a door in it, and most
 * rooms have furniture, away from the doors' ways: one can walk from any room to any other. */
#include <math.h>

#include "direction.h"
#include "generator.h"

enum { PLACES = 4 /* for furniture, one in each quarter of a room */ };

static const double room = 12, door = 4;
static const double first_door = 3, last_door = 5; /* where a door begins along its wall */
static const double place = 3.1;                   /* from a room's middle, both ways */
static const double smallest_half = 0.6, largest_half = 1.3; /* of a piece of furniture's sides */

typedef struct plan {
    int side;            /* rooms in a row */
    int furniture;       /* pieces in all ... */
    int furniture_put;   /* ... and so far */
    int places_seen;     /* for furniture */
    double left, bottom; /* of the first room */
} plan;

/* A wall from (x, y) in the direction of one axis. */
static void put_wall(generator *g, double x, double y, bool upright) {
    double begin = (double)random_float(&g->random, (float)first_door, (float)last_door);
    double end = begin + door;
    if (upright) {
        generator_segment(g, x, y, x, y + begin);
        generator_segment(g, x, y + end, x, y + room);
    } else {
        generator_segment(g, x, y, x + begin, y);
        generator_segment(g, x + end, y, x + room, y);
    }
}

static void put_furniture(generator *g, double x, double y) {
    direction axis = direction_from_degrees(random_float(&g->random, 0, 90));
    double half[2];
    for (int i = 0; i < 2; i++)
        half[i] = (double)random_float(&g->random, (float)smallest_half, (float)largest_half);
    static const int signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    generator_start(g, LEVEL_LOOP);
    for (int i = 0; i < 4; i++) {
        double along = signs[i][0] * half[0], across = signs[i][1] * half[1];
        generator_point(g, x + along * axis.x - across * axis.y,
                        y + along * axis.y + across * axis.x);
    }
    generator_end(g);
}

/* Takes exactly the wanted number of all places, each as likely (Knuth, The Art of Computer
 * Programming, volume 2, 3.4.2, algorithm S). */
static bool take_place(generator *g, plan *p) {
    int places_left = p->side * p->side * PLACES - p->places_seen++;
    bool taken = random_int(&g->random, places_left) < p->furniture - p->furniture_put;
    p->furniture_put += taken;
    return taken;
}

static void put_room(generator *g, plan *p, int column, int row) {
    double x = p->left + column * room, y = p->bottom + row * room;
    if (column + 1 < p->side)
        put_wall(g, x + room, y, true);
    if (row + 1 < p->side)
        put_wall(g, x, y + room, false);
    for (int i = 0; i < PLACES; i++)
        if (take_place(g, p))
            put_furniture(g, x + room / 2 + (i % 2 == 0 ? -place : place),
                          y + room / 2 + (i < 2 ? -place : place));
}

/* About half of the segments are walls, four to a room, the others furniture. */
static plan make_plan(int segments) {
    plan p = {.side = (int)sqrt(segments / 8)};
    int walls = 4 * p.side * (p.side - 1), places = p.side * p.side * PLACES;
    int left_over = (segments - 4 - walls) / 4;
    p.furniture = left_over < places ? left_over : places;
    p.left = p.bottom = -(p.side / 2 + 0.5) * room; /* the player's room has its middle at 0 0 */
    return p;
}

void generate_rooms(generator *g) {
    plan p = make_plan(g->wanted);
    generator_begin(g, 0, 0, 0, "%d x %d rooms of %g x %g, doors %g wide.", p.side, p.side, room,
                    room, door);
    for (int row = 0; row < p.side && !g->failed; row++)
        for (int column = 0; column < p.side; column++)
            put_room(g, &p, column, row);
    generator_outer_wall(g, p.left, p.bottom, p.left + p.side * room, p.bottom + p.side * room);
}

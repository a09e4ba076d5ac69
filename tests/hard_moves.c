#include "hard_moves.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "level_text.h"

#define WEDGE  "segment -8 4 0 0\nsegment 0 0 8 4\n"
#define STEEP  "segment -2 9 0 0\nsegment 0 0 2 9\n"
#define CORNER "loop 0 0 10 0 10 10 0 10\n"
#define FLOOR  "segment -9 0 9 0\n"
#define CUT    "chain -9 0 -3 0 -1 0 0 0 0.5 0 2 0 9 0\n"
#define LIFT   "segment -3 0 3 0 shift=0,6,1\n"
#define CRUSH  "segment -9 0 9 0\nbox 0 6 8 4 shift=0,-2.6,1\n"
#define ROOM3  "box 0 -1 0 40 2 40\nbox 3 2 0 2 4 4\n"

/* From (x, y, z) by (dx, dy, dz); at the end what is said, and what else there is. */
#define MOVE(title, level, method, shape, x, y, z, dx, dy, dz, ...)                                \
    {                                                                                              \
        .name = title, .walls = level, .resolver = SM_##method, .kind = MOVER_##shape,             \
        .from = {x, y, z}, .delta = {dx, dy, dz}, .says = __VA_ARGS__                              \
    }

const hard_move hard_moves[] = {
    MOVE("a floor", CORNER, DEEPEST, DISK, 5, 1.05f, 0, 0.1f, -0.2f, 0,
         "deepest: 0.15, the only one penetrated"),
    MOVE("a corner, deepest", CORNER, DEEPEST, DISK, 9, 1, 0, 0.3f, -0.2f, 0, "deepest: 0.3 > 0.2"),
    MOVE("a corner, last", CORNER, LAST, DISK, 9, 1, 0, 0.3f, -0.2f, 0,
         "last: number 1 of 2 penetrated"),
    MOVE("a corner, first", CORNER, FIRST, DISK, 9, 1, 0, 0.3f, -0.2f, 0,
         "first: number 0, the lowest of 2 penetrated"),
    MOVE("a corner, shallowest", CORNER, SHALLOWEST, DISK, 9, 1, 0, 0.3f, -0.2f, 0,
         "shallowest: 0.2 < 0.3"),
    MOVE("a corner, sweep", CORNER, SWEEP, DISK, 8, 2, 0, 3, -2, 0, "leads nowhere", .held = 2),
    MOVE("a wedge, deepest", STEEP, DEEPEST, DISK, 0.1f, 5, 0, 0, -0.5f, 0,
         "all 5 pushes are used up"),
    MOVE("a wedge, sweep", WEDGE, SWEEP, DISK, 1, 3, 0, -0.4f, -5, 0, "slides along number",
         .held = 2),
    MOVE("a start in a wedge, sweep", WEDGE, SWEEP, DISK, 0.1f, 0.7f, 0, 0, 0, 0,
         "starts inside: 2 of 2", .held = 2),
    MOVE("a cut wall, deepest", CUT, DEEPEST, DISK, 0.3f, 0.9f, 0, 0.5f, -0.3f, 0, "deepest: "),
    MOVE("a cut wall, last", CUT, LAST, DISK, -0.5f, 0.9f, 0, 0.6f, -0.3f, 0,
         "last: number 4 of 3 penetrated"),
    MOVE("a cut wall, sweep", CUT, SWEEP, DISK, -4, 1.5f, 0, 6, -1, 0, "touches number", .held = 1),
    MOVE("one end of a wall", "segment 0 0 5 0\n", DEEPEST, DISK, -0.6f, 0.6f, 0, 0.1f, -0.05f, 0,
         "1 of at most 5 pushes"),
    MOVE("the other end of a wall", "segment 0 0 5 0\n", DEEPEST, DISK, 5.6f, -0.6f, 0, -0.1f,
         0.05f, 0, "1 of at most 5 pushes"),
    MOVE("round the end of a wall, sweep", "segment 0 0 5 0\n", SWEEP, DISK, -3, 0.4f, 0, 6, 0, 0,
         "touches number 0 after 0.3", .held = 1),
    MOVE("a start with the centre on the wall", "segment -5 0 5 0\n", DEEPEST, DISK, 0.5f, 0, 0, 0,
         0, 0, "deepest: 1, the only one"),
    MOVE("a start inside of a pillar", "circle 0 0 2\n", DEEPEST, DISK, 0.5f, 0.2f, 0, 0, 0, 0,
         "deepest: 2.46"),
    MOVE("a start inside of a pillar, sweep", "circle 0 0 2\n", SWEEP, DISK, 1.9f, 0.8f, 0, 0, 0, 0,
         "starts inside: 1 of 1", .held = 1),
    MOVE("a rounded wall", "segment -4 0 4 1 radius=0.7\n", DEEPEST, DISK, 1, 1.9f, 0, 0, -0.2f, 0,
         "deepest: "),
    MOVE("a one-way wall from its left", "segment 5 0 -5 0 oneway\n", DEEPEST, DISK, 0, -0.95f, 0,
         0, 0.1f, 0, "deepest: 0.15"),
    MOVE("a one-way wall from its right", "segment -5 0 5 0 oneway\n", DEEPEST, DISK, 0, -0.9f, 0,
         0, 0.1f, 0, "nothing is penetrated"),
    MOVE("one-way, overlapped, sweep", "segment -5 0 5 0 oneway\nsegment 2 -3 2 3\n", SWEEP, DISK,
         0, 0.4f, 0, 3, -0.2f, 0, "touches number 1 after", .held = 1),
    MOVE("a lift, deepest", LIFT, DEEPEST, DISK, 0.5f, 1, 0, 0.05f, 0, 0, "deepest: ", .ticks = 3),
    MOVE("a lift that carries, sweep", LIFT, SWEEP, DISK, 0.5f, 1, 0, 0.05f, -0.1f, 0,
         "carried by number 0, which moves: 0.2 u along", .ticks = 3, .held = 1),
    MOVE("crushed, sweep", CRUSH, SWEEP, DISK, 0.5f, 1, 0, 0.05f, 0, 0, "crushed: there is no room",
         .ticks = 26, .held = 2),
    MOVE("a capsule lying across a corner", CORNER, DEEPEST, CAPSULE, 7.6f, 1.05f, 0, 0.9f, -0.3f,
         0, "deepest: "),
    MOVE("a capsule across a wall", "segment 0.3 -4 0.5 4\n", DEEPEST, CAPSULE, 0, 0, 0, 0.1f, 0, 0,
         "deepest: "),
    MOVE("a box on a slope", "segment -5 -1 5 3\n", DEEPEST, BOX, 0, 2.3f, 0, 0, -0.2f, 0,
         "deepest: "),
    MOVE("a box in a corner, sweep", CORNER, SWEEP, BOX, 6, 3, 0, 5, -4, 0, "leads nowhere",
         .held = 2),
    MOVE("a refused move", CORNER, DEEPEST, DISK, 5, 5, 0, INFINITY, 0, 0, "refused: "),
    MOVE("3D: a floor", ROOM3, DEEPEST, DISK, -3, 0.95f, 1, 0, -0.1f, 0,
         "deepest: 0.15, the only one", .is_deep = true),
    MOVE("3D: an edge", "box 0 0 0 4 4 4\n", DEEPEST, DISK, 2.7f, 2.6f, 0.3f, -0.1f, -0.1f, 0,
         "deepest: ", .is_deep = true),
    MOVE("3D: a corner", "box 0 0 0 4 4 4\n", DEEPEST, DISK, 2.6f, 2.5f, 2.6f, -0.1f, -0.1f, -0.1f,
         "deepest: ", .is_deep = true),
    MOVE("3D: into a corner of walls, sweep", ROOM3, SWEEP, DISK, -2, 3, 0.5f, 6, -4, 0.5f,
         "slides along number", .held = 2, .is_deep = true),
    MOVE("3D: over an edge, sweep", "box 0 0 0 4 4 4\n", SWEEP, DISK, -3, 3.02f, 0.3f, 6, -0.5f,
         0.2f, "touches number", .held = 1, .is_deep = true),
    MOVE("3D: a capsule against a triangle", "triangle 0 0 0 3 0.5 0 0 3 0.4 radius=0.1\n", DEEPEST,
         CAPSULE, 0.7f, 1.1f, 1, 0.1f, 0, -0.4f, "deepest: ", .is_deep = true),
    MOVE("3D: a start inside, sweep", ROOM3, SWEEP, DISK, 1.3f, 0.8f, 0, 0, 0, 0,
         "starts inside: ", .held = 2, .is_deep = true),
    MOVE("a walk", FLOOR, SWEEP, DISK, -3, 1, 0, 1, 0, 0, "walked 0.1 on floor 0", .ticks = 20,
         .walks = true),
    MOVE("a walk into a slope of 61 degrees", FLOOR "segment 0 0 3 5.4\n", SWEEP, DISK, -2, 1, 0, 1,
         0, 0, "wall 1 is 61\xc2\xb0 steep: not climbed", .ticks = 40, .walks = true),
    MOVE("a walk into a wall", FLOOR "segment 0 0 0 5\n", SWEEP, CAPSULE, -4, 1, 0, 1, 0, 0,
         "1 is higher than a step up of 0.3", .ticks = 60, .walks = true),
    MOVE("a step under a roof", "chain -9 0 0 0 0 0.2 9 0.2\nchain 0 9 0 2.1 9 2.1\n", SWEEP, DISK,
         -3, 1, 0, 1, 0, 0, "no room under roof 3", .ticks = 60, .walks = true),
    MOVE("a walk, deepest", FLOOR "segment 0 0 0 5\n", DEEPEST, DISK, -3, 1, 0, 1, 0, 0,
         "1 is higher than a step up", .ticks = 60, .walks = true),
    MOVE("a fall", FLOOR, SWEEP, DISK, 0, 2.2f, 0, 1, 0, 0, "fell", .ticks = 6, .walks = true),
    MOVE("3D: a walk into a wall", ROOM3, SWEEP, DISK, -2, 1, 0, 0.2f, 0.95f, 0,
         "is higher than a step up of 0.3; slid 0.02 beside", .ticks = 50, .is_deep = true,
         .walks = true),
};
static_assert(sizeof hard_moves / sizeof *hard_moves == HARD_MOVES, "HARD_MOVES counts them");

sandbox *make_hard_move(const hard_move *m) {
    char text[1024];
    snprintf(text, sizeof text, "%s\nplayer %s radius=1\n%s",
             m->is_deep ? "slidemove3 1" : "slidemove 1", m->is_deep ? "0 9 0" : "0 9", m->walls);
    sandbox *s = open_text(text);
    sandbox_change(s)->kind = m->kind;
    sandbox_change(s)->resolver = m->resolver;
    s->player.position = m->from;
    sandbox_set(s, SETTING_GRAVITY, m->walks);
    for (int i = 0; i <= m->ticks; i++) {
        if (m->walks)
            sandbox_tick(s, &(player_input){.walk = sm3_to2(m->delta)});
        else
            sandbox_tick_delta(s, m->delta);
    }
    return s;
}

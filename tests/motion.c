#include "motion.h"

#include <math.h>

#include "motion_place.h"

static const double pi = 3.14159265358979323846;

static vec push_at(double degrees) {
    return vec_scale(motion_direction(degrees), MOTION_STEP);
}

/* ---- Wedges ------------------------------------------------------------------------------ */

/* The wedge opens toward `direction`, the disk hangs in it, 0.2 above its place of rest. */
static motion_place make_wedge(const contender *c, double opening, double direction) {
    motion_place p = {.resolver = c->resolver};
    vec tip = {0.3, -0.2}, axis = motion_direction(direction);
    for (int side = -1; side <= 1; side += 2)
        motion_add_wall(&p, tip,
                        motion_along(tip, motion_direction(direction + side * opening / 2), 80));
    p.position =
        vec_round(motion_along(tip, axis, MOTION_RADIUS / sin(opening / 2 * pi / 180) + 0.2));
    return p;
}

enum { MOVEMENT, DEPTH };

static void measure_rest(motion_place p, vec delta, double worst[MOTION_FIGURES]) {
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        double movement = vec_length(motion_push(&p, delta));
        if (tick >= MOTION_TICKS / 2)
            motion_note(&worst[MOVEMENT], movement);
        motion_note(&worst[DEPTH], motion_depth(&p));
    }
}

static void rest(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    (void)of, (void)effort;
    for (int w = 0; w < MOTION_WEDGES; w++) {
        double most_off = motion_wedges[w] >= 170 ? 4 : 10;
        for (int d = 0; d < MOTION_DIRECTIONS; d++) {
            double direction = motion_directions[d];
            for (double off = -most_off; off <= most_off; off += most_off / 4)
                measure_rest(make_wedge(c, motion_wedges[w], direction),
                             push_at(direction + 180 + off), worst);
        }
    }
}

enum { OFF_LINE, SPEED_ERROR };

/* `beyond` is the angle past the last one that presses on both walls, so it presses on the wall at
 * +opening / 2 alone. */
static void measure_slide_out(motion_place p, double wall, double beyond,
                              double worst[MOTION_FIGURES]) {
    enum { ARRIVED = 60 }; /* it first has to get to the wall */
    vec delta = push_at(wall + 90 - beyond), along_wall = motion_direction(wall);
    double expected = MOTION_STEP * sin(beyond * pi / 180), travelled = 0;
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        vec moved = motion_push(&p, delta);
        if (tick < ARRIVED)
            continue;
        travelled += vec_dot(moved, along_wall);
        motion_note(&worst[OFF_LINE], fabs(motion_depth(&p)));
    }
    motion_note(&worst[SPEED_ERROR], fabs(travelled / (expected * (MOTION_TICKS - ARRIVED)) - 1));
}

static void slide_out(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    static const double beyond[] = {2, 10, 30, 60};
    (void)of, (void)effort;
    for (int w = 0; w < MOTION_WEDGES; w++)
        for (int d = 0; d < MOTION_DIRECTIONS; d++)
            for (int b = 0; b < 4; b++)
                measure_slide_out(make_wedge(c, motion_wedges[w], motion_directions[d]),
                                  motion_directions[d] + motion_wedges[w] / 2, beyond[b], worst);
}

/* ---- Walls in pieces --------------------------------------------------------------------- */

static double distance_kept(const contender *c, int pieces, double direction, double into) {
    motion_place p = {.resolver = c->resolver};
    vec from = {-2, 1}, way = motion_direction(direction), up = motion_direction(direction + 90);
    double length = 60, kept = 0;
    for (int i = 0; i < pieces; i++)
        motion_add_wall(&p, motion_along(from, way, length * i / pieces),
                        motion_along(from, way, length * (i + 1) / pieces));
    p.position = vec_round(motion_along(motion_along(from, way, 5), up, MOTION_RADIUS));
    for (int tick = 0; tick < MOTION_TICKS; tick++)
        kept += vec_dot(motion_push(&p, push_at(direction - into)), way);
    return kept / (MOTION_TICKS * MOTION_STEP * cos(into * pi / 180));
}

static void flat_wall(const contender *c, double pieces, double effort,
                      double worst[MOTION_FIGURES]) {
    static const double into[] = {5, 30, 60, 85};
    (void)effort;
    for (int d = 0; d < MOTION_DIRECTIONS; d++)
        for (int i = 0; i < 4; i++)
            motion_note(worst,
                        fabs(distance_kept(c, (int)pieces, motion_directions[d], into[i]) - 1));
}

/* ---- Corridors --------------------------------------------------------------------------- */

static const vec mouth = {0.5, 0.25};

/* Two blocks 8 long leave a corridor between them. */
static motion_place make_corridor(const contender *c, double width, double direction,
                                  double aside) {
    motion_place p = {.resolver = c->resolver};
    vec ahead = motion_direction(direction), left = motion_direction(direction + 90);
    for (int side = -1; side <= 1; side += 2) {
        vec near = motion_along(mouth, left, side * width / 2),
            far = motion_along(near, left, side * 3.0);
        vec corners[] = {far, near, motion_along(near, ahead, 8), motion_along(far, ahead, 8)};
        for (int i = 0; i < 4; i++)
            motion_add_wall(&p, corners[i], corners[(i + 1) % 4]);
    }
    p.position = vec_round(motion_along(motion_along(mouth, ahead, -2), left, aside));
    return p;
}

enum { NOT_PASSED, UNSTEADY /* infinite where it got in */ };

static void corridor(const contender *c, double width, double effort,
                     double worst[MOTION_FIGURES]) {
    static const double asides[] = {0, 0.1, -0.3, 0.45};
    (void)effort;
    for (int i = 0; i < 4 * MOTION_DIRECTIONS; i++) {
        double direction = motion_directions[i / 4], movement = 0;
        motion_place p = make_corridor(c, 2 * MOTION_RADIUS * width, direction, asides[i % 4]);
        for (int tick = 0; tick < MOTION_TICKS; tick++) {
            double moved = vec_length(motion_push(&p, push_at(direction)));
            if (tick >= MOTION_TICKS / 2)
                motion_note(&movement, moved);
        }
        double ahead = vec_dot(vec_sub(vec_of(p.position), mouth), motion_direction(direction));
        worst[NOT_PASSED] += !(ahead > 10);
        motion_note(&worst[UNSTEADY], ahead > 0.1 ? INFINITY : movement);
    }
}

/* ---- Outer corners ----------------------------------------------------------------------- */

/* The path itself: at every moment the velocity is the wanted one, less what leads into the wall
 * (catching-up algorithm, Moreau 1977). */
static vec catch_up(const motion_place *p, vec from, vec delta, int steps, double *length) {
    *length = 0;
    for (int i = 0; i < steps; i++) {
        vec to = {from.x + delta.x / steps, from.y + delta.y / steps};
        for (int w = 0; w < 2 * p->count; w++) {
            const sm_capsule *wall = &p->walls[w % p->count];
            double depth = MOTION_RADIUS - motion_distance(to, wall);
            if (depth > 0)
                to = motion_along(to, motion_normal(to, wall), depth);
        }
        *length += vec_length(vec_sub(to, from));
        from = to;
    }
    return from;
}

/* The error of catching up is proportional to the step, so it can be taken out (Richardson). */
static vec follow_path(const motion_place *p, vec from, vec delta, double *length) {
    enum { STEPS = 4000 };
    double coarse_length, fine_length;
    vec coarse = catch_up(p, from, delta, STEPS, &coarse_length);
    vec fine = catch_up(p, from, delta, 2 * STEPS, &fine_length);
    *length = 2 * fine_length - coarse_length;
    return vec_sub(vec_scale(fine, 2), coarse);
}

/* A disk on a wall that ends in a corner, or turns it by `turn` degrees. Notes the worst distance
 * from where the path leads in a tick, in parts of the path's length in that tick. */
static void measure_path(const contender *c, double turn, double direction, double into,
                         double speed, double *worst) {
    motion_place p = {.resolver = c->resolver};
    vec tip = {0.7, 0.4}, way = motion_direction(direction);
    motion_add_wall(&p, motion_along(tip, way, -40), tip);
    motion_add_wall(&p, tip, motion_along(tip, motion_direction(direction - turn), 40));
    p.position = vec_round(motion_along(motion_along(tip, way, -0.3),
                                        motion_direction(direction + 90), MOTION_RADIUS));
    vec delta = vec_scale(motion_direction(direction - into), speed);
    double travelled = 0, length;
    for (int tick = 0; tick < 40 && travelled < 2; tick++) {
        vec to = follow_path(&p, vec_of(p.position), delta, &length);
        motion_push(&p, delta);
        if (length > speed / 100)
            motion_note(worst, vec_length(vec_sub(vec_of(p.position), to)) / length);
        travelled += fmax(length, speed / 20);
    }
}

static void outer_corner(const contender *c, double speed, double effort,
                         double worst[MOTION_FIGURES]) {
    static const double into[] = {10, 45, 80};
    (void)effort;
    for (int d = 0; d < 2; d++)
        for (double turn = -179; turn <= 179; turn += turn == 157 ? 22 : 24)
            for (int i = 0; i < 3; i++)
                measure_path(c, turn, motion_directions[d], into[i], speed, worst);
}

/* ---- Shots and walks --------------------------------------------------------------------- */

/* A shot straight ahead, at a corner of the outline, or grazing one by about a radius. */
static vec aim(const motion_room *r, double speed, uint64_t *random) {
    double kind = motion_random(random, 0, 3);
    if (kind < 1)
        return vec_scale(motion_direction(motion_random(random, 0, 360)), speed);
    int target = (int)motion_random(random, 0, (double)r->place.count - 0.001);
    vec way = vec_sub(vec_of(r->place.walls[target].a), vec_of(r->place.position));
    double length = vec_length(way);
    vec ahead = {way.x / length, way.y / length};
    if (kind < 2)
        return vec_scale(ahead, speed);
    vec graze =
        motion_along(way, vec_left(ahead), MOTION_RADIUS * motion_random(random, -1.01, 1.01));
    double far = vec_length(graze);
    return (vec){graze.x / far * speed, graze.y / far * speed};
}

static bool has_escaped(const motion_room *r) {
    return !motion_is_in_room(r) || !(motion_depth(&r->place) < 1e-4);
}

static void shots(const contender *c, double speed, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 20240607;
    motion_room r = {.place.resolver = c->resolver};
    long count = (long)(2e5 * effort), in_room = 50;
    for (long done = 0; done < count; done += in_room) {
        motion_make_room(&r, &random);
        for (int i = 0; i < in_room; i++) {
            if (!motion_enter_room(&r, &random))
                continue;
            motion_push(&r.place, aim(&r, speed, &random));
            *worst += has_escaped(&r);
        }
    }
}

/* Each move starts where the last one ended. Returns false when it gets out. */
static bool walk(motion_room *r, long moves, uint64_t *random) {
    double heading = motion_random(random, 0, 360);
    for (long i = 0; i < moves; i++) {
        double fast = motion_random(random, 0, 1);
        double step = fast < 0.02 ? 30 : fast < 0.2 ? 1 : MOTION_STEP;
        heading += motion_random(random, -30, 30);
        motion_push(&r->place, vec_scale(motion_direction(heading), step));
        if (has_escaped(r))
            return false;
    }
    return true;
}

static void walks(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 77;
    motion_room r = {.place.resolver = c->resolver};
    long moves = (long)(5e6 * effort), in_room = 500;
    (void)of;
    for (long done = 0; done < moves; done += in_room) {
        motion_make_room(&r, &random);
        *worst += motion_enter_room(&r, &random) && !walk(&r, in_room, &random);
    }
}

/* ---- Already inside ---------------------------------------------------------------------- */

enum { TICKS /* the last one that moved it */, RISE /* of the depth, in any tick */ };

static void settling(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 5;
    motion_room r = {.place.resolver = c->resolver};
    (void)of;
    for (long i = 0; i < (long)(1e4 * effort); i++) {
        motion_make_room(&r, &random);
        motion_place_anywhere(&r, &random);
        double depth = motion_depth(&r.place);
        for (int tick = 1; tick <= 30; tick++) {
            double moved = vec_length(motion_push(&r.place, (vec){0, 0})),
                   left = motion_depth(&r.place);
            if (moved > 1e-5)
                motion_note(&worst[TICKS], tick);
            motion_note(&worst[RISE], left - fmax(depth, 0));
            depth = left;
        }
    }
}

/* ---- The table --------------------------------------------------------------------------- */

const motion_row motion_rows[] = {
    {"wedges of 5 to 170 degrees, pushed in", "movement a tick, u", 1e-5, rest, MOVEMENT, 0},
    {"wedges of 5 to 170 degrees, pushed in", "depth left, u", 1e-4, rest, DEPTH, 0},
    {"wedges, pushed out along one wall", "off the line, u", 1e-5, slide_out, OFF_LINE, 0},
    {"wedges, pushed out along one wall", "error of the speed", 1e-3, slide_out, SPEED_ERROR, 0},
    {"flat wall of 1 piece", "error of the distance", 1e-3, flat_wall, 0, 1},
    {"flat wall of 10 pieces", "error of the distance", 1e-3, flat_wall, 0, 10},
    {"flat wall of 100 pieces", "error of the distance", 1e-3, flat_wall, 0, 100},
    {"flat wall of 1000 pieces", "error of the distance", 1e-3, flat_wall, 0, 1000},
    {"shots of 0.6 in closed rooms", "escapes", 0, shots, 0, 0.6},
    {"shots of 2", "escapes", 0, shots, 0, 2},
    {"shots of 5", "escapes", 0, shots, 0, 5},
    {"shots of 50", "escapes", 0, shots, 0, 50},
    {"shots of 5000", "escapes", 0, shots, 0, 5000},
    {"walks in closed rooms, steps to 30", "escapes", 0, walks, 0, 0},
    {"corridor 1.001 disks wide", "ways not passed, of 20", 0, corridor, NOT_PASSED, 1.001},
    {"corridor 1 disk wide", "ways not passed, of 20", 0, corridor, NOT_PASSED, 1},
    {"corridor 0.999 disks wide, at its mouth", "movement a tick, u", 1e-5, corridor, UNSTEADY,
     0.999},
    {"corridor 0.9 disks wide, at its mouth", "movement a tick, u", 1e-5, corridor, UNSTEADY, 0.9},
    {"corners, 0.08 a tick", "error of the path", 1e-3, outer_corner, 0, MOTION_STEP},
    {"corners, 0.6 a tick", "error of the path", 1e-3, outer_corner, 0, 0.6},
    {"corners, 5 a tick", "error of the path", 1e-3, outer_corner, 0, 5},
    {"inside of walls anywhere in a room", "ticks until it rests", 10, settling, TICKS, 0},
    {"inside of walls anywhere in a room", "rise of depth, u", 1e-5, settling, RISE, 0},
};

const int motion_row_count = sizeof motion_rows / sizeof *motion_rows;

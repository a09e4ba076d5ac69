#include "motion.h"

#include <math.h>

#include "motion_place.h"

static const double pi = 3.14159265358979323846;

/* ---- Wedges ------------------------------------------------------------------------------ */

/* The wedge opens toward `direction`, the disk hangs in it, 0.2 above its place of rest. */
static place make_wedge(sm_resolver resolver, double opening, double direction) {
    place p = {.resolver = resolver};
    point tip = {0.3, -0.2}, axis = direction_at(direction);
    for (int side = -1; side <= 1; side += 2)
        add_wall(&p, tip, along(tip, direction_at(direction + side * opening / 2), 80));
    point start = along(tip, axis, MOTION_RADIUS / sin(opening / 2 * pi / 180) + 0.2);
    p.position = (sm_vec2){(float)start.x, (float)start.y};
    return p;
}

static point push_at(double degrees) {
    return along((point){0, 0}, direction_at(degrees), MOTION_STEP);
}

typedef double wedge_fn(sm_resolver resolver, double opening, double direction, double off_axis);

static double worst_rest(sm_resolver resolver, wedge_fn *measure) {
    double worst = 0;
    for (int w = 0; w < MOTION_WEDGES; w++) {
        double most_off = motion_wedges[w] >= 170 ? 4 : 10;
        for (int d = 0; d < MOTION_DIRECTIONS; d++) {
            for (double off = -most_off; off <= most_off; off += most_off / 4)
                worst = fmax(worst, measure(resolver, motion_wedges[w], motion_directions[d], off));
        }
    }
    return worst;
}

static double rest_movement(sm_resolver resolver, double opening, double direction, double off) {
    place p = make_wedge(resolver, opening, direction);
    double worst = 0;
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        sm_vec2 before = p.position;
        push(&p, push_at(direction + 180 + off));
        if (tick >= MOTION_TICKS / 2)
            worst = fmax(worst, distance_between(before, p.position));
    }
    return worst;
}

static double rest_depth(sm_resolver resolver, double opening, double direction, double off) {
    place p = make_wedge(resolver, opening, direction);
    double worst = 0;
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        push(&p, push_at(direction + 180 + off));
        worst = fmax(worst, depth_here(&p));
    }
    return worst;
}

static double wedge_movement(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_rest(resolver, rest_movement);
}

static double wedge_depth(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_rest(resolver, rest_depth);
}

/* `beyond` is the angle past the last one that presses on both walls, so it presses on the wall at
 * +opening / 2 alone. */
typedef struct slide_out {
    double off_line, speed_error;
} slide_out;

static slide_out measure_slide_out(sm_resolver resolver, double opening, double direction,
                                   double beyond) {
    place p = make_wedge(resolver, opening, direction);
    point wall = direction_at(direction + opening / 2);
    point push_way = push_at(direction + opening / 2 + 90 - beyond);
    double expected = MOTION_STEP * sin(beyond * pi / 180);
    slide_out worst = {0, 0};
    double travelled = 0;
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        point moved = push(&p, push_way);
        if (tick < 60)
            continue; /* it first has to get to the wall */
        travelled += moved.x * wall.x + moved.y * wall.y;
        worst.off_line = fmax(worst.off_line, fabs(depth_here(&p)));
    }
    worst.speed_error = fabs(travelled / (expected * (MOTION_TICKS - 60)) - 1);
    return worst;
}

static slide_out worst_slide_out(sm_resolver resolver) {
    static const double beyond[] = {2, 10, 30, 60};
    slide_out worst = {0, 0};
    for (int w = 0; w < MOTION_WEDGES; w++) {
        for (int d = 0; d < MOTION_DIRECTIONS; d++) {
            for (int b = 0; b < 4; b++) {
                slide_out s =
                    measure_slide_out(resolver, motion_wedges[w], motion_directions[d], beyond[b]);
                worst.off_line = fmax(worst.off_line, s.off_line);
                worst.speed_error = fmax(worst.speed_error, s.speed_error);
            }
        }
    }
    return worst;
}

static double slide_out_off_line(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_slide_out(resolver).off_line;
}

static double slide_out_speed(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_slide_out(resolver).speed_error;
}

/* ---- Walls in pieces --------------------------------------------------------------------- */

static double distance_kept(sm_resolver resolver, int pieces, double direction, double into) {
    place p = {.resolver = resolver};
    point from = {-2, 1}, way = direction_at(direction), up = direction_at(direction + 90);
    double length = 60;
    for (int i = 0; i < pieces; i++)
        add_wall(&p, along(from, way, length * i / pieces),
                 along(from, way, length * (i + 1) / pieces));
    point start = along(along(from, way, 5), up, MOTION_RADIUS);
    p.position = (sm_vec2){(float)start.x, (float)start.y};
    double kept = 0;
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        point moved = push(&p, push_at(direction - into));
        kept += moved.x * way.x + moved.y * way.y;
    }
    return kept / (MOTION_TICKS * MOTION_STEP * cos(into * pi / 180));
}

static double worst_kept(sm_resolver resolver, int pieces) {
    static const double into[] = {5, 30, 60, 85};
    double worst = 0;
    for (int d = 0; d < MOTION_DIRECTIONS; d++) {
        for (int i = 0; i < 4; i++)
            worst = fmax(worst,
                         fabs(distance_kept(resolver, pieces, motion_directions[d], into[i]) - 1));
    }
    return worst;
}

static double kept_1(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_kept(resolver, 1);
}

static double kept_10(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_kept(resolver, 10);
}

static double kept_100(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_kept(resolver, 100);
}

static double kept_1000(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_kept(resolver, 1000);
}

/* ---- Corridors --------------------------------------------------------------------------- */

/* Two blocks 8 long leave a corridor between them, whose mouth is at the origin. */
static place make_corridor(sm_resolver resolver, double width, double direction, double aside) {
    place p = {.resolver = resolver};
    point ahead = direction_at(direction), left = direction_at(direction + 90), mouth = {0.5, 0.25};
    for (int side = -1; side <= 1; side += 2) {
        point near = along(mouth, left, side * width / 2), far = along(near, left, side * 3.0);
        point corners[] = {far, near, along(near, ahead, 8), along(far, ahead, 8)};
        for (int i = 0; i < 4; i++)
            add_wall(&p, corners[i], corners[(i + 1) % 4]);
    }
    point start = along(along(mouth, ahead, -2), left, aside);
    p.position = (sm_vec2){(float)start.x, (float)start.y};
    return p;
}

typedef struct passage {
    double ahead;    /* of the mouth, at the end */
    double movement; /* the most in a tick of the last half */
} passage;

static passage measure_passage(sm_resolver resolver, double width, double direction, double aside) {
    place p = make_corridor(resolver, width, direction, aside);
    point ahead = direction_at(direction);
    double movement = 0;
    for (int tick = 0; tick < MOTION_TICKS; tick++) {
        sm_vec2 before = p.position;
        push(&p, push_at(direction));
        if (tick >= MOTION_TICKS / 2)
            movement = fmax(movement, distance_between(before, p.position));
    }
    double x = (double)p.position.x - 0.5, y = (double)p.position.y - 0.25;
    return (passage){x * ahead.x + y * ahead.y, movement};
}

static const double asides[] = {0, 0.1, -0.3, 0.45};

static double not_passed(sm_resolver resolver, double width) {
    double stuck = 0;
    for (int d = 0; d < MOTION_DIRECTIONS; d++) {
        for (int i = 0; i < 4; i++)
            stuck +=
                !(measure_passage(resolver, width, motion_directions[d], asides[i]).ahead > 10);
    }
    return stuck;
}

static double corridor_1_001(sm_resolver resolver, double effort) {
    (void)effort;
    return not_passed(resolver, 2 * MOTION_RADIUS * 1.001);
}

static double corridor_1(sm_resolver resolver, double effort) {
    (void)effort;
    return not_passed(resolver, 2 * MOTION_RADIUS);
}

/* Infinite where it got in. */
static double unsteady_at_mouth(sm_resolver resolver, double width) {
    double worst = 0;
    for (int d = 0; d < MOTION_DIRECTIONS; d++) {
        for (int i = 0; i < 4; i++) {
            passage p = measure_passage(resolver, width, motion_directions[d], asides[i]);
            worst = fmax(worst, p.ahead > 0.1 ? INFINITY : p.movement);
        }
    }
    return worst;
}

static double corridor_0_999(sm_resolver resolver, double effort) {
    (void)effort;
    return unsteady_at_mouth(resolver, 2 * MOTION_RADIUS * 0.999);
}

static double corridor_0_9(sm_resolver resolver, double effort) {
    (void)effort;
    return unsteady_at_mouth(resolver, 2 * MOTION_RADIUS * 0.9);
}

/* ---- Outer corners ----------------------------------------------------------------------- */

/* The path itself: at every moment the velocity is the wanted one, less what leads into the wall
 * (catching-up algorithm, Moreau 1977). */
static point catch_up(const place *p, point from, point delta, int steps, double *length) {
    *length = 0;
    for (int i = 0; i < steps; i++) {
        point to = {from.x + delta.x / steps, from.y + delta.y / steps};
        for (int w = 0; w < 2 * p->count; w++) {
            const sm_capsule *wall = &p->walls[w % p->count];
            double depth = MOTION_RADIUS - distance_to(to, wall);
            if (depth > 0)
                to = along(to, normal_at(to, wall), depth);
        }
        *length += sqrt((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y));
        from = to;
    }
    return from;
}

/* The error of catching up is proportional to the step, so it can be taken out (Richardson). */
static point follow_path(const place *p, point from, point delta, double *length) {
    enum { STEPS = 4000 };
    double coarse_length, fine_length;
    point coarse = catch_up(p, from, delta, STEPS, &coarse_length);
    point fine = catch_up(p, from, delta, 2 * STEPS, &fine_length);
    *length = 2 * fine_length - coarse_length;
    return (point){2 * fine.x - coarse.x, 2 * fine.y - coarse.y};
}

/* A disk on a wall that ends in a corner, or turns it by `turn` degrees. Returns the worst distance
 * from where the path leads in a tick, in parts of the path's length in that tick. */
static double path_error(sm_resolver resolver, double turn, double direction, double into,
                         double speed) {
    place p = {.resolver = resolver};
    point tip = {0.7, 0.4}, way = direction_at(direction);
    add_wall(&p, along(tip, way, -40), tip);
    add_wall(&p, tip, along(tip, direction_at(direction - turn), 40));
    point start = along(along(tip, way, -0.3), direction_at(direction + 90), MOTION_RADIUS);
    p.position = (sm_vec2){(float)start.x, (float)start.y};
    point delta = along((point){0, 0}, direction_at(direction - into), speed);
    double worst = 0, travelled = 0;
    for (int tick = 0; tick < 40 && travelled < 2; tick++) {
        double length;
        point from = {(double)p.position.x, (double)p.position.y};
        point to = follow_path(&p, from, delta, &length);
        push(&p, delta);
        double x = (double)p.position.x - to.x, y = (double)p.position.y - to.y;
        if (length > speed / 100)
            worst = fmax(worst, sqrt(x * x + y * y) / length);
        travelled += fmax(length, speed / 20);
    }
    return worst;
}

static double worst_path_error(sm_resolver resolver, double speed) {
    static const double into[] = {10, 45, 80};
    double worst = 0;
    for (int d = 0; d < 2; d++) {
        for (double turn = -179; turn <= 179; turn += turn == 157 ? 22 : 24) {
            for (int i = 0; i < 3; i++)
                worst =
                    fmax(worst, path_error(resolver, turn, motion_directions[d], into[i], speed));
        }
    }
    return worst;
}

static double corner_0_08(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_path_error(resolver, MOTION_STEP);
}

static double corner_0_6(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_path_error(resolver, 0.6);
}

static double corner_5(sm_resolver resolver, double effort) {
    (void)effort;
    return worst_path_error(resolver, 5);
}

/* ---- Shots ------------------------------------------------------------------------------- */

/* A shot straight ahead, at a corner of the outline, or grazing one by about a radius. */
static point aim(const room *r, double speed, uint64_t *random) {
    double kind = random_between(random, 0, 3);
    if (kind < 1)
        return along((point){0, 0}, direction_at(random_between(random, 0, 360)), speed);
    const sm_capsule *wall =
        &r->place.walls[(int)random_between(random, 0, (double)r->place.count - 0.001)];
    double x = (double)wall->a.x - (double)r->place.position.x;
    double y = (double)wall->a.y - (double)r->place.position.y;
    double length = sqrt(x * x + y * y);
    point ahead = {x / length, y / length}, side = {-ahead.y, ahead.x};
    if (kind < 2)
        return along((point){0, 0}, ahead, speed);
    point target = along((point){x, y}, side, MOTION_RADIUS * random_between(random, -1.01, 1.01));
    double far = sqrt(target.x * target.x + target.y * target.y);
    return (point){target.x / far * speed, target.y / far * speed};
}

static double count_escapes(sm_resolver resolver, double speed, double effort) {
    uint64_t random = 20240607;
    double escapes = 0;
    room r = {.place.resolver = resolver};
    long shots = (long)(2e5 * effort), in_room = 50;
    for (long done = 0; done < shots; done += in_room) {
        make_room(&r, &random);
        for (int i = 0; i < in_room; i++) {
            if (!enter_room(&r, &random))
                continue;
            push(&r.place, aim(&r, speed, &random));
            escapes += !is_in_room(&r) || !(depth_here(&r.place) < 1e-4);
        }
    }
    return escapes;
}

static double shots_0_6(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 0.6, effort);
}

static double shots_2(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 2, effort);
}

static double shots_5(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 5, effort);
}

static double shots_50(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 50, effort);
}

static double shots_5000(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 5000, effort);
}

/* Walks that go on: each move starts where the last one ended. */
static double walks(sm_resolver resolver, double effort) {
    uint64_t random = 77;
    double escapes = 0;
    room r = {.place.resolver = resolver};
    long moves = (long)(5e6 * effort), in_room = 500;
    for (long done = 0; done < moves; done += in_room) {
        make_room(&r, &random);
        if (!enter_room(&r, &random))
            continue;
        double heading = random_between(&random, 0, 360);
        for (int i = 0; i < in_room; i++) {
            double fast = random_between(&random, 0, 1);
            double step = fast < 0.02 ? 30 : fast < 0.2 ? 1 : MOTION_STEP;
            heading += random_between(&random, -30, 30);
            push(&r.place, along((point){0, 0}, direction_at(heading), step));
            if (!is_in_room(&r) || !(depth_here(&r.place) < 1e-4)) {
                escapes++;
                break;
            }
        }
    }
    return escapes;
}

/* ---- Already inside ---------------------------------------------------------------------- */

typedef struct settling {
    double ticks; /* the last one that moved it */
    double rise;  /* of the depth, in any tick */
} settling;

static settling measure_settling(sm_resolver resolver, double effort) {
    uint64_t random = 5;
    settling worst = {0, 0};
    room r = {.place.resolver = resolver};
    for (long i = 0; i < (long)(1e4 * effort); i++) {
        make_room(&r, &random);
        r.place.position =
            (sm_vec2){(float)random_between(&random, -6, 6), (float)random_between(&random, -6, 6)};
        double depth = depth_here(&r.place);
        for (int tick = 1; tick <= 30; tick++) {
            sm_vec2 before = r.place.position;
            push(&r.place, (point){0, 0});
            double left = depth_here(&r.place);
            if (distance_between(before, r.place.position) > 1e-5)
                worst.ticks = fmax(worst.ticks, tick);
            worst.rise = fmax(worst.rise, left - fmax(depth, 0));
            depth = left;
        }
    }
    return worst;
}

static double settling_ticks(sm_resolver resolver, double effort) {
    return measure_settling(resolver, effort).ticks;
}

static double settling_rise(sm_resolver resolver, double effort) {
    return measure_settling(resolver, effort).rise;
}

/* ---- The table --------------------------------------------------------------------------- */

const motion_row motion_rows[] = {
    {"wedges of 5 to 170 degrees, pushed in", "movement a tick, u", 1e-5, wedge_movement},
    {"wedges of 5 to 170 degrees, pushed in", "depth left, u", 1e-4, wedge_depth},
    {"wedges, pushed out along one wall", "off the line, u", 1e-5, slide_out_off_line},
    {"wedges, pushed out along one wall", "error of the speed", 1e-3, slide_out_speed},
    {"flat wall of 1 piece", "error of the distance", 1e-3, kept_1},
    {"flat wall of 10 pieces", "error of the distance", 1e-3, kept_10},
    {"flat wall of 100 pieces", "error of the distance", 1e-3, kept_100},
    {"flat wall of 1000 pieces", "error of the distance", 1e-3, kept_1000},
    {"shots of 0.6 in closed rooms", "escapes", 0, shots_0_6},
    {"shots of 2", "escapes", 0, shots_2},
    {"shots of 5", "escapes", 0, shots_5},
    {"shots of 50", "escapes", 0, shots_50},
    {"shots of 5000", "escapes", 0, shots_5000},
    {"walks in closed rooms, steps to 30", "escapes", 0, walks},
    {"corridor 1.001 disks wide", "ways not passed, of 20", 0, corridor_1_001},
    {"corridor 1 disk wide", "ways not passed, of 20", 0, corridor_1},
    {"corridor 0.999 disks wide, at its mouth", "movement a tick, u", 1e-5, corridor_0_999},
    {"corridor 0.9 disks wide, at its mouth", "movement a tick, u", 1e-5, corridor_0_9},
    {"corners, 0.08 a tick", "error of the path", 1e-3, corner_0_08},
    {"corners, 0.6 a tick", "error of the path", 1e-3, corner_0_6},
    {"corners, 5 a tick", "error of the path", 1e-3, corner_5},
    {"inside of walls anywhere in a room", "ticks until it rests", 10, settling_ticks},
    {"inside of walls anywhere in a room", "rise of depth, u", 1e-5, settling_rise},
};

const int motion_row_count = sizeof motion_rows / sizeof *motion_rows;

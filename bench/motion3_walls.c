#include "motion3_walls.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

/* Ticks after which the mover has got to where it slides. */
enum { ARRIVED = 60 };

static const point3 up = {0, 1, 0};

/* ---- Wedges and corners ------------------------------------------------------------------ */

static point3 outward(int sides, int i) {
    double turn = 360.0 * i / sides * degree;
    return (point3){cos(turn), 0, sin(turn)};
}

/* Where the mover touches all sides. With the normals n = sin(h) y - cos(h) out, the sum of all and
 * the sum weighted by `out` of the equations n . p = extent each hold one part of p. */
static point3 place_of_rest(const place3 *p, double opening, int sides) {
    double sine = sin(opening / 2 * degree), cosine = cos(opening / 2 * degree);
    double dimensions = sides == 2 ? 1 : 2; /* that the outward directions span */
    point3 rest = {0, 0, 0};
    for (int i = 0; i < sides; i++) {
        point3 out = outward(sides, i);
        double extent = extent3(p, plus3(times3(up, sine), times3(out, -cosine)));
        rest = plus3(rest, times3(up, extent / sides / sine));
        rest = minus3(rest, times3(out, extent / cosine * dimensions / sides));
    }
    return rest;
}

static void begin_wedge(place3 *p, const contender3 *contender, int frame, double opening,
                        int sides) {
    static const double above = 0.2;
    begin3(p, contender, motion3_frame(frame));
    course3_add_wedge(&p->scene, opening, sides);
    ready3(p, plus3(place_of_rest(p, opening, sides), times3(up, above)));
}

/* The most that a push may lean, in degrees, and still press on all sides. */
static double most_lean(double opening, int sides) {
    static const double usual = 10, safe = 0.8;
    double slope = 90 - opening / 2;
    double least = sides == 2 ? slope : atan(tan(slope * degree) / 2) / degree;
    return fmin(usual, safe * least);
}

static void measure_rest(place3 *p, point3 delta, rest3 *worst) {
    double ticks = 0;
    for (int tick = 1; tick <= MOTION3_TICKS; tick++) {
        double movement = length3(push3(p, delta));
        if (tick > MOTION3_TICKS / 2)
            worst->movement = fmax(worst->movement, movement);
        if (movement > 1e-5)
            ticks = tick;
        worst->depth = fmax(worst->depth, depth3_here(p));
    }
    worst->ticks = fmax(worst->ticks, ticks);
}

rest3 worst_rest3(const contender3 *contender, int sides) {
    enum { LEANS = 3 };
    place3 p;
    rest3 worst = {0, 0, 0};
    for (int w = 0; w < MOTION_WEDGES; w++) {
        for (int i = 0; i < MOTION3_FRAMES * LEANS; i++) {
            double lean = most_lean(motion_wedges[w], sides) * (i % LEANS) / (LEANS - 1) * degree;
            double turn = (sides == 2 ? i % 2 * 180 : i * 47) * degree;
            begin_wedge(&p, contender, i / LEANS, motion_wedges[w], sides);
            point3 delta = {sin(lean) * cos(turn), -cos(lean), sin(lean) * sin(turn)};
            measure_rest(&p, times3(delta, MOTION_STEP), &worst);
            end3(&p);
        }
    }
    return worst;
}

/* ---- Along walls ------------------------------------------------------------------------- */

/* Follows `way`, a unit vector, for some ticks; `expected` is how far each tick should lead. */
static void measure_slide(place3 *p, point3 delta, point3 way, double expected, int ticks,
                          slide3 *worst) {
    double travelled = 0, snags = 0;
    for (int tick = 0; tick < ticks; tick++) {
        point3 moved = push3(p, delta);
        double along = dot3(moved, way);
        travelled += along;
        snags += !(along > 0.99 * expected);
        worst->off_line = fmax(worst->off_line, fabs(depth3_here(p)));
        worst->aside = fmax(worst->aside, length3(minus3(moved, times3(way, along))));
    }
    worst->error = fmax(worst->error, fabs(travelled / (expected * ticks) - 1));
    worst->snags = fmax(worst->snags, snags);
}

static void arrive(place3 *p, point3 delta) {
    for (int tick = 0; tick < ARRIVED; tick++)
        push3(p, delta);
}

/* `beyond` is the angle past the last one that presses on both walls. */
static void slide_out(place3 *p, double opening, double beyond, double aside, slide3 *worst) {
    double half = opening / 2 * degree;
    point3 wall = {sin(half) * cos(aside), cos(half) * cos(aside), sin(aside)};
    point3 into = {cos(half), -sin(half), 0};
    point3 delta = plus3(times3(into, cos(beyond)), times3(wall, sin(beyond)));
    delta = times3(delta, MOTION_STEP);
    arrive(p, delta);
    measure_slide(p, delta, wall, MOTION_STEP * sin(beyond), MOTION3_TICKS - ARRIVED, worst);
}

slide3 worst_slide_out3(const contender3 *contender) {
    static const double beyond[] = {2, 10, 30, 60};
    place3 p;
    slide3 worst = {0};
    for (int w = 0; w < MOTION_WEDGES; w++) {
        for (int i = 0; i < MOTION3_FRAMES * 4; i++) {
            begin_wedge(&p, contender, i / 4, motion_wedges[w], 2);
            slide_out(&p, motion_wedges[w], beyond[i % 4] * degree, 25 * (i % 3) * degree, &worst);
            end3(&p);
        }
    }
    return worst;
}

slide3 worst_crease3(const contender3 *contender, int pieces) {
    static const double into[] = {5, 30, 60, 85};
    static const point3 along = {0, 0, 1};
    place3 p;
    slide3 worst = {0};
    for (int w = 3; w < MOTION_WEDGES; w += 2) {
        for (int i = 0; i < MOTION3_FRAMES * 4; i++) {
            begin3(&p, contender, motion3_frame(i / 4));
            course3_add_trough(&p.scene, motion_wedges[w], pieces);
            point3 start = place_of_rest(&p, motion_wedges[w], 2);
            start.z = -15;
            ready3(&p, start);
            double fall = into[i % 4] * degree, ahead = MOTION_STEP * cos(fall);
            point3 delta = {0, -MOTION_STEP * sin(fall), ahead};
            arrive(&p, delta);
            measure_slide(&p, delta, along, ahead, MOTION3_TICKS - ARRIVED, &worst);
            end3(&p);
        }
    }
    return worst;
}

/* ---- Flat walls in pieces ---------------------------------------------------------------- */

typedef void add_wall_fn(course3 *scene, int pieces);

static const double wall_size = 20; /* from its middle */

static void add_strips(course3 *scene, int strips) {
    course3_add_floor(scene, strips, wall_size);
}

static void add_grid(course3 *scene, int squares) {
    uint64_t random = 3;
    course3_add_grid(scene, squares, wall_size, &random);
}

/* Looking at many triangles in each tick takes its time. */
static int ticks_among(int pieces) {
    return pieces < 100 ? MOTION3_TICKS : MOTION3_TICKS * 10 / pieces;
}

static slide3 worst_flat(const contender3 *contender, add_wall_fn *add, int pieces) {
    static const double into[] = {5, 30, 60, 85}, turns[] = {33, 90};
    place3 p;
    slide3 worst = {0};
    for (int i = 0; i < MOTION3_FRAMES * 8; i++) {
        double fall = into[i % 4] * degree, turn = turns[i / 4 % 2] * degree;
        point3 along = {cos(turn), 0, sin(turn)};
        begin3(&p, contender, motion3_frame(i / 8));
        add(&p.scene, pieces);
        ready3(&p, plus3(times3(along, -12), times3(up, extent3(&p, up))));
        point3 delta = plus3(times3(along, cos(fall)), times3(up, -sin(fall)));
        measure_slide(&p, times3(delta, MOTION_STEP), along, MOTION_STEP * cos(fall),
                      ticks_among(pieces), &worst);
        end3(&p);
    }
    return worst;
}

slide3 worst_strips3(const contender3 *contender, int strips) {
    return worst_flat(contender, add_strips, strips);
}

slide3 worst_grid3(const contender3 *contender, int squares_a_side) {
    return worst_flat(contender, add_grid, squares_a_side);
}

/* ---- Tunnels ----------------------------------------------------------------------------- */

/* Four blocks leave a tunnel along z between them, whose mouth is at the origin. */
static void begin_tunnel(place3 *p, const contender3 *contender, int frame, double width,
                         point3 aside) {
    static const double thick = 1.5, half_length = 4;
    begin3(p, contender, motion3_frame(frame));
    double x = width * extent3(p, (point3){1, 0, 0}), y = width * extent3(p, up);
    for (int side = -1; side <= 1; side += 2) {
        course3_add_box(&p->scene, (point3){side * (x + thick), 0, half_length},
                        (point3){thick, y + 2 * thick, half_length}, false);
        course3_add_box(&p->scene, (point3){0, side * (y + thick), half_length},
                        (point3){x, thick, half_length}, false);
    }
    ready3(p, (point3){aside.x, aside.y, -1 - extent3(p, (point3){0, 0, 1})});
}

typedef struct passage3 {
    double ahead;    /* of the mouth, at the end */
    double movement; /* the most in a tick of the last half */
} passage3;

static passage3 measure_passage(const contender3 *contender, int i, double width) {
    static const point3 asides[] = {{0, 0, 0}, {0.1, -0.3, 0}, {-0.3, 0.45, 0}, {0.45, 0, 0}};
    place3 p;
    begin_tunnel(&p, contender, i / 4, width, asides[i % 4]);
    double movement = 0;
    for (int tick = 0; tick < 2 * MOTION3_TICKS; tick++) {
        double moved = length3(push3(&p, (point3){0, 0, MOTION_STEP}));
        if (tick >= MOTION3_TICKS)
            movement = fmax(movement, moved);
    }
    double ahead = local3(&p).z;
    end3(&p);
    return (passage3){ahead, movement};
}

double not_passed3(const contender3 *contender, double width) {
    double stuck = 0;
    for (int i = 0; i < MOTION3_FRAMES * 4; i++)
        stuck += !(measure_passage(contender, i, width).ahead > 5);
    return stuck;
}

double unsteady_at_mouth3(const contender3 *contender, double width) {
    double worst = 0;
    for (int i = 0; i < MOTION3_FRAMES * 4; i++) {
        passage3 passage = measure_passage(contender, i, width);
        double got_in = MOTION_RADIUS; /* more than a mover reaches into a mouth it does not fit */
        worst = fmax(worst, passage.ahead > got_in ? INFINITY : passage.movement);
    }
    return worst;
}

/* ---- The path round an edge -------------------------------------------------------------- */

static point3 in_world(const place3 *p, point3 direction) {
    sm3_vec d = pose3_direction(&p->scene.frame, direction);
    return (point3){(double)d.x, (double)d.y, (double)d.z};
}

/* Out of what the mover is deepest in, until it is in nothing: a wall's next piece, which it is
 * less deep in, would push it aside. */
static point3 pushed_out(const place3 *p, point3 at) {
    enum { PUSHES = 4 };
    for (int push = 0; push < PUSHES; push++) {
        nearest3 nearest = {at, at, INFINITY};
        for (int t = 0; t < p->scene.count; t++) {
            nearest3 n = nearest3_of(&p->contender.mover, at, &p->scene.triangles[t]);
            if (n.distance < nearest.distance)
                nearest = n;
        }
        double depth = MOTION_RADIUS - nearest.distance;
        if (!(depth > 0))
            break;
        point3 out = minus3(nearest.on_mover, nearest.on_triangle);
        at = plus3(at, times3(out, depth / nearest.distance));
    }
    return at;
}

/* The path itself: at every moment the velocity is the wanted one, less what leads into an obstacle
 * (catching-up algorithm, Moreau 1977). All in the world. */
static point3 catch_up(const place3 *p, point3 from, point3 delta, int steps, double *length) {
    *length = 0;
    for (int i = 0; i < steps; i++) {
        point3 to = pushed_out(p, plus3(from, times3(delta, 1.0 / steps)));
        *length += length3(minus3(to, from));
        from = to;
    }
    return from;
}

/* The error of catching up is proportional to the step, so it can be taken out (Richardson). */
static point3 follow_path(const place3 *p, point3 from, point3 delta, double *length) {
    static const double step = 2e-3; /* world units */
    int steps = (int)fmax(length3(delta) / step, 250);
    double coarse_length, fine_length;
    point3 coarse = catch_up(p, from, delta, steps, &coarse_length);
    point3 fine = catch_up(p, from, delta, 2 * steps, &fine_length);
    *length = 2 * fine_length - coarse_length;
    return minus3(times3(fine, 2), coarse);
}

static point3 position_of(const place3 *p) {
    return (point3){(double)p->position.x, (double)p->position.y, (double)p->position.z};
}

static double worst_of_path(place3 *p, point3 delta, double speed) {
    static const double far = 1.2;
    double worst = 0, travelled = 0;
    for (int tick = 0; tick < 40 && travelled < far; tick++) {
        double length;
        point3 to = follow_path(p, position_of(p), in_world(p, delta), &length);
        push3(p, delta);
        if (length > speed / 100)
            worst = fmax(worst, length3(minus3(position_of(p), to)) / length);
        travelled += fmax(length, speed / 20);
    }
    return worst;
}

static point3 heading(double into, double yaw) {
    return (point3){cos(into) * cos(yaw), -sin(into), cos(into) * sin(yaw)};
}

/* The top of a wall that ends at x = 0, or turns down there by `turn`. */
static void add_edge(course3 *s, double turn) {
    static const double far = 40;
    point3 down = {far * cos(turn), -far * sin(turn), 0};
    course3_add_quad(s, (point3){-far, 0, -far}, (point3){-far, 0, far}, (point3){0, 0, far},
                     (point3){0, 0, -far});
    course3_add_quad(s, (point3){0, 0, -far}, (point3){0, 0, far}, (point3){down.x, down.y, far},
                     (point3){down.x, down.y, -far});
}

/* Puts the mover's lowest point on the plane y = 0. */
static void put_on_top(place3 *p, double x, double z) {
    point3 a = in_world(p, (point3){0, 1, 0});
    const sm3_mover *m = &p->contender.mover;
    double top = a.x * (double)m->a.x + a.y * (double)m->a.y + a.z * (double)m->a.z;
    double end = a.x * (double)m->b.x + a.y * (double)m->b.y + a.z * (double)m->b.z;
    sm3_vec lowest = top < end ? m->a : m->b;
    sm3_vec origin = pose3_point(&p->scene.frame, (point3){0, 0, 0});
    sm3_vec there = {origin.x + lowest.x, origin.y + lowest.y, origin.z + lowest.z};
    ready3(p, minus3((point3){x, MOTION_RADIUS, z}, pose3_local(&p->scene.frame, there)));
}

static const double intos[] = {10, 45, 80}, yaws[] = {0, 35};

double path_round_edges3(const contender3 *contender, double speed) {
    place3 p;
    double worst = 0;
    for (double turn = 13; turn <= 179; turn += turn == 157 ? 22 : 72) {
        for (int i = 0; i < 6; i++) {
            begin3(&p, contender, motion3_frame(1 + i % 2));
            add_edge(&p.scene, turn * degree);
            put_on_top(&p, -0.3, 0);
            point3 way = heading(intos[i % 3] * degree, yaws[i / 3] * degree);
            worst = fmax(worst, worst_of_path(&p, times3(way, speed), speed));
            end3(&p);
        }
    }
    return worst;
}

double path_round_corner3(const contender3 *contender, double speed) {
    static const double half = 2;
    place3 p;
    double worst = 0;
    for (int i = 0; i < 9; i++) {
        begin3(&p, contender, motion3_frame(1 + i % 2));
        course3_add_box(&p.scene, (point3){-half, -half, -half}, (point3){half, half, half}, false);
        put_on_top(&p, -0.3, -0.25);
        point3 way = heading(intos[i % 3] * degree, (20 + 30 * (i / 3)) * degree);
        worst = fmax(worst, worst_of_path(&p, times3(way, speed), speed));
        end3(&p);
    }
    return worst;
}

/* ---- The edge of a box ------------------------------------------------------------------- */

/* Its top at y = 0, the edge at x = 0. */
static void begin_box(place3 *p, const contender3 *contender, int frame, double from_edge) {
    static const point3 half = {2, 2, 20};
    begin3(p, contender, motion3_frame(frame));
    course3_add_box(&p->scene, (point3){-half.x, -half.y, 0}, half, false);
    for (int i = 0; i < p->scene.count; i++)
        p->scene.triangles[i].one_sided = true;
    put_on_top(p, -from_edge, 0.3);
}

static double most_aside(place3 *p, point3 delta, int ticks) {
    double start = local3(p).x, most = 0;
    for (int tick = 0; tick < ticks; tick++) {
        push3(p, delta);
        most = fmax(most, fabs(local3(p).x - start));
    }
    return most;
}

static double worst_aside(const contender3 *contender, point3 way, bool both_sides) {
    static const double nearest = 1e-3; /* at the edge itself, floats decide on which side it is */
    place3 p;
    double worst = 0;
    for (int i = 0; i < MOTION3_FRAMES; i++) {
        for (double edge = MOTION_RADIUS; edge > nearest; edge *= 0.7) {
            begin_box(&p, contender, i, edge);
            p.both_sides = both_sides;
            worst = fmax(worst, most_aside(&p, times3(way, MOTION_STEP), 100));
            end3(&p);
        }
    }
    return worst;
}

double pushed_aside3(const contender3 *contender, bool both_sides) {
    return worst_aside(contender, (point3){0, -1, 0}, both_sides);
}

double aside_along_edge3(const contender3 *contender) {
    return worst_aside(contender, heading(45 * degree, 90 * degree), false);
}

/* Whether an end of its axis is in the box; no row gets to the box's other sides. */
static bool is_in_box(const place3 *p) {
    const sm3_mover *m = &p->contender.mover;
    sm3_vec ends[] = {m->a, m->b};
    for (int i = 0; i < 2; i++) {
        sm3_vec at = {p->position.x + ends[i].x, p->position.y + ends[i].y,
                      p->position.z + ends[i].z};
        point3 local = pose3_local(&p->scene.frame, at);
        if (local.x < 0 && local.y < 0)
            return true;
    }
    return false;
}

double depth_walking_off3(const contender3 *contender) {
    static const double speeds[] = {0.02, MOTION_STEP, 0.3};
    place3 p;
    double worst = 0;
    for (int i = 0; i < MOTION3_FRAMES * 9; i++) {
        begin_box(&p, contender, i / 9, MOTION_RADIUS / 2);
        point3 way = heading((20 + 30 * (i / 3 % 3)) * degree, 10 * degree);
        for (int tick = 0; tick < 200 && local3(&p).y > -1.5; tick++) {
            push3(&p, times3(way, speeds[i % 3]));
            worst = fmax(worst, is_in_box(&p) ? INFINITY : depth3_here(&p));
        }
        end3(&p);
    }
    return worst;
}

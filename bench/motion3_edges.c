#include "motion3_edges.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

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
    const sm3_capsule *m = &p->contender.mover;
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
    const sm3_capsule *m = &p->contender.mover;
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

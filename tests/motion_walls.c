#include "motion_walls.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

/* Ticks after which the mover has got to where it slides. */
enum { ARRIVED = 60 };

static const vec3 up = {0, 1, 0};

/* ---- Wedges and corners ------------------------------------------------------------------ */

static vec3 outward(int sides, int i) {
    double turn = 360.0 * i / sides * degree;
    return (vec3){cos(turn), 0, sin(turn)};
}

/* Where the mover touches all sides. With the normals n = sin(h) y - cos(h) out, the sum of all and
 * the sum weighted by `out` of the equations n . p = extent each hold one part of p. */
static vec3 place_of_rest(const motion_place *p, double opening, int sides) {
    double sine = sin(opening / 2 * degree), cosine = cos(opening / 2 * degree);
    double dimensions = sides == 2 ? 1 : 2; /* that the outward directions span */
    vec3 rest = {0, 0, 0};
    for (int i = 0; i < sides; i++) {
        vec3 out = outward(sides, i);
        double extent = motion_extent(p, vec3_add(vec3_scale(up, sine), vec3_scale(out, -cosine)));
        rest = vec3_add(rest, vec3_scale(up, extent / sides / sine));
        rest = vec3_sub(rest, vec3_scale(out, extent / cosine * dimensions / sides));
    }
    return rest;
}

static void begin_wedge(motion_place *p, const contender *c, int frame, double opening, int sides) {
    static const double above = 0.2;
    motion_begin(p, c, motion_frame(c->in_space, frame));
    course_add_wedge(&p->scene, opening, sides);
    motion_ready(p, vec3_add(place_of_rest(p, opening, sides), vec3_scale(up, above)));
}

/* The most that a push may lean, in degrees, and still press on all sides. */
static double most_lean(double opening, int sides) {
    static const double usual = 10, safe = 0.8;
    double slope = 90 - opening / 2;
    double least = sides == 2 ? slope : atan(tan(slope * degree) / 2) / degree;
    return fmin(usual, safe * least);
}

static void measure_rest(motion_place *p, vec3 delta, double worst[MOTION_FIGURES]) {
    double ticks = 0;
    for (int tick = 1; tick <= MOTION_TICKS; tick++) {
        double movement = vec3_length(motion_push(p, delta));
        if (tick > MOTION_TICKS / 2)
            motion_note(&worst[REST_MOVEMENT], movement);
        if (movement > 1e-5)
            ticks = tick;
        motion_note(&worst[REST_DEPTH], motion_depth(p));
    }
    motion_note(&worst[REST_TICKS], ticks);
}

void motion_rest(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    enum { LEANS = 3 };
    int sides = (int)of;
    motion_place p;
    (void)effort;
    for (int w = 0; w < MOTION_WEDGES; w++) {
        for (int i = 0; i < MOTION_FRAMES * LEANS; i++) {
            double lean = most_lean(motion_wedges[w], sides) * (i % LEANS) / (LEANS - 1) * degree;
            double turn = (sides == 2 ? i % 2 * 180 : i * 47) * degree;
            begin_wedge(&p, c, i / LEANS, motion_wedges[w], sides);
            vec3 delta = {sin(lean) * cos(turn), -cos(lean), sin(lean) * sin(turn)};
            measure_rest(&p, vec3_scale(delta, MOTION_STEP), worst);
            motion_end(&p);
        }
    }
}

/* ---- Along walls ------------------------------------------------------------------------- */

/* Follows `way`, a unit vector, for some ticks; `expected` is how far each tick should lead. */
static void measure_slide(motion_place *p, vec3 delta, vec3 way, double expected, int ticks,
                          double worst[MOTION_FIGURES]) {
    double travelled = 0, snags = 0;
    for (int tick = 0; tick < ticks; tick++) {
        vec3 moved = motion_push(p, delta);
        double along = vec3_dot(moved, way);
        travelled += along;
        snags += !(along > 0.99 * expected);
        motion_note(&worst[SLIDE_OFF_LINE], fabs(motion_depth(p)));
        motion_note(&worst[SLIDE_ASIDE], vec3_length(vec3_sub(moved, vec3_scale(way, along))));
    }
    motion_note(&worst[SLIDE_ERROR], fabs(travelled / (expected * ticks) - 1));
    motion_note(&worst[SLIDE_SNAGS], snags);
}

static void arrive(motion_place *p, vec3 delta) {
    for (int tick = 0; tick < ARRIVED; tick++)
        motion_push(p, delta);
}

/* `beyond` is the angle past the last one that presses on both walls. */
static void slide_out(motion_place *p, double opening, double beyond, double aside,
                      double worst[MOTION_FIGURES]) {
    double half = opening / 2 * degree;
    vec3 wall = {sin(half) * cos(aside), cos(half) * cos(aside), sin(aside)};
    vec3 into = {cos(half), -sin(half), 0};
    vec3 delta = vec3_add(vec3_scale(into, cos(beyond)), vec3_scale(wall, sin(beyond)));
    delta = vec3_scale(delta, MOTION_STEP);
    arrive(p, delta);
    measure_slide(p, delta, wall, MOTION_STEP * sin(beyond), MOTION_TICKS - ARRIVED, worst);
}

void motion_slide_out(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    static const double beyond[] = {2, 10, 30, 60};
    motion_place p;
    (void)of, (void)effort;
    for (int w = 0; w < MOTION_WEDGES; w++) {
        for (int i = 0; i < MOTION_FRAMES * 4; i++) {
            begin_wedge(&p, c, i / 4, motion_wedges[w], 2);
            double aside = c->in_space ? 25 * (i % 3) * degree : 0;
            slide_out(&p, motion_wedges[w], beyond[i % 4] * degree, aside, worst);
            motion_end(&p);
        }
    }
}

void motion_crease(const contender *c, double pieces, double effort, double worst[MOTION_FIGURES]) {
    static const double into[] = {5, 30, 60, 85};
    static const vec3 along = {0, 0, 1};
    motion_place p;
    (void)effort;
    for (int w = 3; w < MOTION_WEDGES; w += 2) {
        for (int i = 0; i < MOTION_FRAMES * 4; i++) {
            motion_begin(&p, c, motion_frame(c->in_space, i / 4));
            course_add_trough(&p.scene, motion_wedges[w], (int)pieces);
            vec3 start = place_of_rest(&p, motion_wedges[w], 2);
            start.z = -15;
            motion_ready(&p, start);
            double fall = into[i % 4] * degree, ahead = MOTION_STEP * cos(fall);
            vec3 delta = {0, -MOTION_STEP * sin(fall), ahead};
            arrive(&p, delta);
            measure_slide(&p, delta, along, ahead, MOTION_TICKS - ARRIVED, worst);
            motion_end(&p);
        }
    }
}

/* ---- Flat walls in pieces ---------------------------------------------------------------- */

typedef void add_wall_fn(course *scene, int pieces);

static const double wall_size = 20; /* from its middle */

static void add_strips(course *scene, int strips) {
    course_add_floor(scene, strips, wall_size);
}

static void add_grid(course *scene, int squares) {
    uint64_t random = 3;
    course_add_grid(scene, squares, wall_size, &random);
}

/* Looking at many triangles in each tick takes its time. */
static int ticks_among(int pieces, bool in_space) {
    return pieces < 100 || !in_space ? MOTION_TICKS : MOTION_TICKS * 10 / pieces;
}

static void measure_flat(const contender *c, add_wall_fn *add, int pieces,
                         double worst[MOTION_FIGURES]) {
    static const double into[] = {5, 30, 60, 85}, turns[] = {33, 90};
    motion_place p;
    for (int i = 0; i < MOTION_FRAMES * 8; i++) {
        double fall = into[i % 4] * degree, turn = c->in_space ? turns[i / 4 % 2] * degree : 0;
        vec3 along = {cos(turn), 0, sin(turn)};
        motion_begin(&p, c, motion_frame(c->in_space, i / 8));
        add(&p.scene, pieces);
        motion_ready(&p, vec3_add(vec3_scale(along, -12), vec3_scale(up, motion_extent(&p, up))));
        vec3 delta = vec3_add(vec3_scale(along, cos(fall)), vec3_scale(up, -sin(fall)));
        measure_slide(&p, vec3_scale(delta, MOTION_STEP), along, MOTION_STEP * cos(fall),
                      ticks_among(pieces, c->in_space), worst);
        motion_end(&p);
    }
}

void motion_strips(const contender *c, double strips, double effort, double worst[MOTION_FIGURES]) {
    (void)effort;
    measure_flat(c, add_strips, (int)strips, worst);
}

void motion_grid(const contender *c, double squares, double effort, double worst[MOTION_FIGURES]) {
    (void)effort;
    measure_flat(c, add_grid, (int)squares, worst);
}

/* ---- Tunnels ----------------------------------------------------------------------------- */

/* Four blocks, in 2D two, leave a tunnel along x between them, whose mouth is at the origin. */
static void begin_tunnel(motion_place *p, const contender *c, int frame, double width, vec3 aside) {
    static const double thick = 1.5, half_length = 4;
    motion_begin(p, c, motion_frame(c->in_space, frame));
    double z = width * motion_extent(p, (vec3){0, 0, 1}), y = width * motion_extent(p, up);
    for (int side = -1; side <= 1; side += 2) {
        course_add_box(&p->scene, (vec3){half_length, 0, side * (z + thick)},
                       (vec3){half_length, y + 2 * thick, thick}, false);
        course_add_box(&p->scene, (vec3){half_length, side * (y + thick), 0},
                       (vec3){half_length, thick, z}, false);
    }
    motion_ready(p, (vec3){-1 - motion_extent(p, (vec3){1, 0, 0}), aside.y, aside.z});
}

void motion_tunnel(const contender *c, double width, double effort, double worst[MOTION_FIGURES]) {
    static const vec3 asides[] = {{0, 0, 0}, {0, -0.3, 0.1}, {0, 0.45, -0.3}, {0, 0.1, 0.45}};
    static const double got_in = MOTION_RADIUS; /* more than a mover reaches into a mouth it does
                                                   not fit */
    motion_place p;
    (void)effort;
    for (int i = 0; i < MOTION_FRAMES * 4; i++) {
        double movement = 0;
        begin_tunnel(&p, c, i / 4, width, asides[i % 4]);
        for (int tick = 0; tick < 2 * MOTION_TICKS; tick++) {
            double moved = vec3_length(motion_push(&p, (vec3){MOTION_STEP, 0, 0}));
            if (tick >= MOTION_TICKS)
                motion_note(&movement, moved);
        }
        double ahead = motion_local(&p).x; /* of the mouth */
        worst[TUNNEL_NOT_PASSED] += !(ahead > 5);
        motion_note(&worst[TUNNEL_UNSTEADY], ahead > got_in ? INFINITY : movement);
        motion_end(&p);
    }
}

/* ---- The path round an edge -------------------------------------------------------------- */

static vec3 in_world(const motion_place *p, vec3 direction) {
    return vec3_of(pose3_direction(&p->scene.frame, direction));
}

/* Out of what the mover is deepest in, until it is in nothing: a wall's next piece, which it is
 * less deep in, would push it aside. */
static vec3 pushed_out(const motion_place *p, vec3 at) {
    enum { PUSHES = 20 };
    for (int push = 0; push < PUSHES; push++) {
        sm3_collision c = course_deepest(&p->scene, p->contender.mover, vec3_round(at));
        if (!(c.depth > 0))
            break;
        at = vec3_add(at, vec3_scale(vec3_of(c.normal), (double)c.depth));
    }
    return at;
}

/* The path itself: at every moment the velocity is the wanted one, less what leads into an obstacle
 * (catching-up algorithm, Moreau 1977). All in the world. */
static vec3 catch_up(const motion_place *p, vec3 from, vec3 delta, int steps, double *length) {
    *length = 0;
    for (int i = 0; i < steps; i++) {
        vec3 to = pushed_out(p, vec3_add(from, vec3_scale(delta, 1.0 / steps)));
        *length += vec3_length(vec3_sub(to, from));
        from = to;
    }
    return from;
}

/* The error of catching up is proportional to the step, so it can be taken out (Richardson). */
static vec3 follow_path(const motion_place *p, vec3 from, vec3 delta, double *length) {
    static const double step = 2e-3; /* world units */
    int steps = (int)fmax(vec3_length(delta) / step, p->scene.in_space ? 250 : 1000);
    double coarse_length, fine_length;
    vec3 coarse = catch_up(p, from, delta, steps, &coarse_length);
    vec3 fine = catch_up(p, from, delta, 2 * steps, &fine_length);
    *length = 2 * fine_length - coarse_length;
    return vec3_sub(vec3_scale(fine, 2), coarse);
}

static void measure_path(motion_place *p, vec3 way, double speed, double *worst) {
    static const double far = 1.2;
    double travelled = 0;
    vec3 delta = vec3_scale(way, speed);
    for (int tick = 0; tick < 40 && travelled < far; tick++) {
        double length;
        vec3 to = follow_path(p, vec3_of(p->position), in_world(p, delta), &length);
        motion_push(p, delta);
        if (length > speed / 100)
            motion_note(worst, vec3_length(vec3_sub(vec3_of(p->position), to)) / length);
        travelled += fmax(length, speed / 20);
    }
}

static vec3 heading(double into, double yaw) {
    return (vec3){cos(into) * cos(yaw), -sin(into), cos(into) * sin(yaw)};
}

/* The top of a wall that ends at x = 0, or turns down there by `turn`. */
static void add_edge(course *s, double turn) {
    static const double far = 40;
    vec3 down = {far * cos(turn), -far * sin(turn), 0};
    course_add_quad(s, (vec3){-far, 0, -far}, (vec3){-far, 0, far}, (vec3){0, 0, far},
                    (vec3){0, 0, -far});
    course_add_quad(s, (vec3){0, 0, -far}, (vec3){0, 0, far}, (vec3){down.x, down.y, far},
                    (vec3){down.x, down.y, -far});
}

/* Puts the mover's lowest point on the plane y = 0. */
static void put_on_top(motion_place *p, double x, double z) {
    vec3 axis = in_world(p, up);
    const sm3_mover *m = &p->contender.mover;
    bool is_a = vec3_dot(axis, vec3_of(m->a)) < vec3_dot(axis, vec3_of(m->b));
    sm3_vec there = sm3_offset(pose3_point(&p->scene.frame, vec3_zero), is_a ? m->a : m->b, 1);
    motion_ready(p, vec3_sub((vec3){x, MOTION_RADIUS, z}, pose3_local(&p->scene.frame, there)));
}

static const double intos[] = {10, 45, 80}, yaws[] = {0, 35};

/* In 2D inner corners, too, but for shallow ones, where catching up is less exact than the bound.
 */
void motion_round_edge(const contender *c, double speed, double effort,
                       double worst[MOTION_FIGURES]) {
    motion_place p;
    (void)effort;
    double step = c->in_space ? 72 : 24;
    for (double turn = c->in_space ? 13 : -179; turn <= 179; turn += turn == 157 ? 22 : step) {
        if (turn > -40 && turn < 0)
            continue;
        for (int i = 0; i < (c->in_space ? 6 : 3); i++) {
            motion_begin(&p, c, motion_frame(c->in_space, 1 + i % 2));
            add_edge(&p.scene, turn * degree);
            put_on_top(&p, -0.3, 0);
            vec3 way = heading(intos[i % 3] * degree, yaws[i / 3] * degree);
            measure_path(&p, way, speed, worst);
            motion_end(&p);
        }
    }
}

void motion_round_corner(const contender *c, double speed, double effort,
                         double worst[MOTION_FIGURES]) {
    static const double half = 2;
    motion_place p;
    (void)effort;
    for (int i = 0; i < 9; i++) {
        motion_begin(&p, c, motion_frame(c->in_space, 1 + i % 2));
        course_add_box(&p.scene, (vec3){-half, -half, -half}, (vec3){half, half, half}, false);
        put_on_top(&p, -0.3, -0.25);
        vec3 way = heading(intos[i % 3] * degree, (20 + 30 * (i / 3)) * degree);
        measure_path(&p, way, speed, worst);
        motion_end(&p);
    }
}

/* ---- The edge of a box ------------------------------------------------------------------- */

/* Its top at y = 0, the edge at x = 0. */
static void begin_box(motion_place *p, const contender *c, int frame, double from_edge) {
    static const vec3 half = {2, 2, 20};
    motion_begin(p, c, motion_frame(c->in_space, frame));
    course_add_box(&p->scene, (vec3){-half.x, -half.y, 0}, half, false);
    for (int i = 0; i < p->scene.count; i++)
        p->scene.triangles[i].one_sided = true;
    put_on_top(p, -from_edge, 0.3);
}

static void measure_aside(const contender *c, vec3 way, bool both_sides, double *worst) {
    static const double nearest = 1e-3; /* at the edge itself, floats decide on which side it is */
    motion_place p;
    for (int i = 0; i < MOTION_FRAMES; i++) {
        for (double edge = MOTION_RADIUS; edge > nearest; edge *= 0.7) {
            begin_box(&p, c, i, edge);
            p.both_sides = both_sides;
            double start = motion_local(&p).x;
            for (int tick = 0; tick < 100; tick++) {
                motion_push(&p, vec3_scale(way, MOTION_STEP));
                motion_note(worst, fabs(motion_local(&p).x - start));
            }
            motion_end(&p);
        }
    }
}

void motion_press_near_edge(const contender *c, double both_sides, double effort,
                            double worst[MOTION_FIGURES]) {
    (void)effort;
    measure_aside(c, vec3_scale(up, -1), both_sides > 0, worst);
}

void motion_walk_near_edge(const contender *c, double of, double effort,
                           double worst[MOTION_FIGURES]) {
    (void)of, (void)effort;
    measure_aside(c, heading(45 * degree, 90 * degree), false, worst);
}

/* Whether an end of its axis is in the box; no row gets to the box's other sides. */
static bool is_in_box(const motion_place *p) {
    const sm3_mover *m = &p->contender.mover;
    sm3_vec ends[] = {m->a, m->b};
    for (int i = 0; i < 2; i++) {
        vec3 local = pose3_local(&p->scene.frame, sm3_offset(p->position, ends[i], 1));
        if (local.x < 0 && local.y < 0)
            return true;
    }
    return false;
}

void motion_walk_off(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    static const double speeds[] = {0.02, MOTION_STEP, 0.3};
    motion_place p;
    (void)of, (void)effort;
    for (int i = 0; i < MOTION_FRAMES * 9; i++) {
        begin_box(&p, c, i / 9, MOTION_RADIUS / 2);
        vec3 way = heading((20 + 30 * (i / 3 % 3)) * degree, 10 * degree);
        for (int tick = 0; tick < 200 && motion_local(&p).y > -1.5; tick++) {
            motion_push(&p, vec3_scale(way, speeds[i % 3]));
            motion_note(worst, is_in_box(&p) ? INFINITY : motion_depth(&p));
        }
        motion_end(&p);
    }
}

#include "motion3.h"

#include <math.h>

#include "motion3_walls.h"

/* ---- Rooms ------------------------------------------------------------------------------- */

/* Random tries in closed rooms: boxes, convex and bumpy caves, and the rooms of the 2D table drawn
 * out to a prism, with a pillar in them; and loose triangles in each, some rounded. */
typedef struct room3 {
    place3 place;
    int outline_count; /* of the triangles that close the room; they come first */
    int pillar_count;  /* of those that close the pillar; they come next */
} room3;

static point3 at_height(point p, double y) {
    return (point3){p.x, y, p.y};
}

/* Walls from `low` to `high`, and a lid on either end. The corners go round `middle`, which sees
 * them all. */
static void add_prism(course3 *s, const point *corners, int count, point middle, double low,
                      double high) {
    point3 bottom = at_height(middle, low), top = at_height(middle, high);
    for (int i = 0; i < count; i++) {
        point a = corners[i], b = corners[(i + 1) % count];
        course3_add_quad(s, at_height(a, low), at_height(b, low), at_height(b, high),
                         at_height(a, high));
        course3_add_face(s, bottom, at_height(b, low), at_height(a, low));
        course3_add_face(s, top, at_height(a, high), at_height(b, high));
    }
}

static point middle_of(const point *corners, int count) {
    point sum = {0, 0};
    for (int i = 0; i < count; i++)
        sum = (point){sum.x + corners[i].x / count, sum.y + corners[i].y / count};
    return sum;
}

static int add_drawn_out_room(course3 *s, uint64_t *random) {
    room flat = {0};
    make_room(&flat, random);
    double low = random_between(random, -4, -1.5), high = random_between(random, 1.5, 4);
    add_prism(s, flat.outline, flat.outline_count, (point){0, 0}, low, high);
    int outline = s->count;
    add_prism(s, flat.pillar, flat.pillar_count, middle_of(flat.pillar, flat.pillar_count),
              low - random_between(random, -2, 1), high);
    return outline;
}

static point3 random_point(uint64_t *random, double far) {
    return (point3){random_between(random, -far, far), random_between(random, -far, far),
                    random_between(random, -far, far)};
}

static void add_loose(course3 *s, uint64_t *random) {
    int count = (int)random_between(random, 0, 5);
    for (int i = 0; i < count; i++) {
        point3 a = random_point(random, 4), b = plus3(a, random_point(random, 2));
        point3 c = i % 3 == 2 ? b : plus3(a, random_point(random, 2));
        course3_add_face(s, a, b, c);
        s->triangles[s->count - 1].radius = i % 2 == 0 ? 0 : (float)random_between(random, 0, 0.6);
    }
}

static void begin_room(room3 *r, const contender3 *contender, uint64_t *random) {
    course3 *s = &r->place.scene;
    begin3(&r->place, contender, pose3_random(random));
    int kind = (int)random_between(random, 0, 4);
    if (kind == 0)
        course3_add_box(s, (point3){0, 0, 0}, plus3((point3){3, 3, 3}, random_point(random, 2)),
                        true);
    else if (kind == 1)
        course3_add_globe(s);
    else if (kind == 2)
        course3_add_cave(s, random);
    r->outline_count = kind < 3 ? s->count : add_drawn_out_room(s, random);
    r->pillar_count = s->count - r->outline_count;
    add_loose(s, random);
    ready3(&r->place, (point3){0, 0, 0});
}

/* ---- In the room ------------------------------------------------------------------------- */

/* On which side of the edge the point lies, seen along y. The two triangles of an edge ask with its
 * ends in either order and get the same answer, so that there is no gap between them. */
static bool is_left_of(sm3_vec p, sm3_vec a, sm3_vec b) {
    bool in_order = a.x != b.x ? a.x < b.x : a.z < b.z;
    sm3_vec first = in_order ? a : b, last = in_order ? b : a;
    double ex = (double)last.x - (double)first.x, ez = (double)last.z - (double)first.z;
    double px = (double)p.x - (double)first.x, pz = (double)p.z - (double)first.z;
    return (ex * pz - ez * px >= 0) == in_order;
}

/* Whether the triangle is above the point. */
static bool is_above(const sm3_triangle *t, sm3_vec p) {
    bool left = is_left_of(p, t->a, t->b);
    if (is_left_of(p, t->b, t->c) != left || is_left_of(p, t->c, t->a) != left)
        return false;
    double ux = (double)t->b.x - (double)t->a.x, uz = (double)t->b.z - (double)t->a.z;
    double vx = (double)t->c.x - (double)t->a.x, vz = (double)t->c.z - (double)t->a.z;
    double px = (double)p.x - (double)t->a.x, pz = (double)p.z - (double)t->a.z;
    double area = ux * vz - uz * vx;
    double u = (px * vz - pz * vx) / area, v = (ux * pz - uz * px) / area;
    double y = (double)t->a.y + u * ((double)t->b.y - (double)t->a.y) +
               v * ((double)t->c.y - (double)t->a.y);
    return y > (double)p.y;
}

/* Counts the faces above (Haines 1994), with the floats that the triangles have. */
static bool is_inside(const sm3_triangle *triangles, int count, sm3_vec p) {
    bool inside = false;
    for (int i = 0; i < count; i++)
        inside ^= is_above(&triangles[i], p);
    return inside;
}

/* NaN is not. */
static bool is_in_room3(const room3 *r) {
    sm3_vec at = r->place.position;
    const sm3_triangle *triangles = r->place.scene.triangles;
    return isfinite(at.x) && isfinite(at.y) && isfinite(at.z) &&
           is_inside(triangles, r->outline_count, at) &&
           !is_inside(triangles + r->outline_count, r->pillar_count, at);
}

static void place_anywhere(room3 *r, uint64_t *random) {
    point3 at = random_point(random, 5);
    r->place.position = (sm3_vec){(float)at.x, (float)at.y, (float)at.z};
}

/* Puts the mover where it is free. Returns false when no such place was found. */
static bool enter_room3(room3 *r, uint64_t *random) {
    for (int i = 0; i < 200; i++) {
        place_anywhere(r, random);
        if (is_in_room3(r) && depth3_here(&r->place) <= 0)
            return true;
    }
    return false;
}

static bool has_escaped(const room3 *r) {
    return !is_in_room3(r) || !(depth3_here(&r->place) < 1e-4);
}

/* ---- Shots and walks --------------------------------------------------------------------- */

static point3 scaled_to(point3 way, double length) {
    return times3(way, length / length3(way));
}

/* A shot any way, at a corner of a triangle, or grazing one by about a radius. */
static point3 aim(const room3 *r, double speed, uint64_t *random) {
    point3 any = random_point(random, 1);
    double kind = random_between(random, 0, 3);
    if (kind < 1)
        return scaled_to(any, speed);
    const course3 *s = &r->place.scene;
    int target = (int)random_between(random, 0, (double)s->count - 0.001);
    point3 ahead = minus3(pose3_local(&s->frame, s->triangles[target].a), local3(&r->place));
    if (kind < 2)
        return scaled_to(ahead, speed);
    point3 aside = minus3(any, times3(ahead, dot3(any, ahead) / dot3(ahead, ahead)));
    double off = MOTION_RADIUS * random_between(random, -1.01, 1.01);
    return scaled_to(plus3(ahead, scaled_to(aside, off)), speed);
}

static double count_escapes3(const contender3 *contender, double speed, double effort) {
    uint64_t random = 20240607;
    double escapes = 0;
    room3 r;
    long shots = (long)(1e4 * effort), in_room = 50;
    for (long done = 0; done < shots; done += in_room) {
        begin_room(&r, contender, &random);
        for (int i = 0; i < in_room; i++) {
            if (!enter_room3(&r, &random))
                continue;
            push3(&r.place, aim(&r, speed, &random));
            escapes += has_escaped(&r);
        }
        end3(&r.place);
    }
    return escapes;
}

/* Each move starts where the last one ended. Returns false when it gets out. */
static bool walk(room3 *r, long moves, uint64_t *random) {
    point3 heading = {1, 0, 0};
    for (long i = 0; i < moves; i++) {
        double fast = random_between(random, 0, 1);
        double step = fast < 0.02 ? 30 : fast < 0.2 ? 1 : MOTION_STEP;
        heading = scaled_to(plus3(heading, random_point(random, 0.5)), 1);
        push3(&r->place, times3(heading, step));
        if (has_escaped(r))
            return false;
    }
    return true;
}

static double count_lost_walks3(const contender3 *contender, double effort) {
    uint64_t random = 77;
    double escapes = 0;
    room3 r;
    long moves = (long)(4e5 * effort), in_room = 500;
    for (long done = 0; done < moves; done += in_room) {
        begin_room(&r, contender, &random);
        if (enter_room3(&r, &random))
            escapes += !walk(&r, in_room, &random);
        end3(&r.place);
    }
    return escapes;
}

/* ---- Already inside ---------------------------------------------------------------------- */

/* A mover that starts inside of walls. */
typedef struct settling3 {
    double ticks; /* the last one that moved it */
    double rise;  /* by how much more than before it was inside after any tick */
} settling3;

static void settle(room3 *r, settling3 *worst) {
    double depth = depth3_here(&r->place);
    for (int tick = 1; tick <= 30; tick++) {
        double moved = length3(push3(&r->place, (point3){0, 0, 0}));
        double left = depth3_here(&r->place);
        if (moved > 1e-5)
            worst->ticks = fmax(worst->ticks, tick);
        worst->rise = fmax(worst->rise, left - fmax(depth, 0));
        depth = left;
    }
}

static settling3 worst_settling3(const contender3 *contender, double effort) {
    uint64_t random = 5;
    settling3 worst = {0, 0};
    room3 r;
    for (long i = 0; i < (long)(5e3 * effort); i++) {
        begin_room(&r, contender, &random);
        place_anywhere(&r, &random);
        settle(&r, &worst);
        end3(&r.place);
    }
    return worst;
}

/* ---- The table --------------------------------------------------------------------------- */

/* Names a function of the table that has an argument of its own, or gives one figure of several. */
#define ROW_FUNCTION(name, value)                                                                  \
    static double name(const contender3 *contender, double effort) {                               \
        (void)effort;                                                                              \
        return value;                                                                              \
    }

ROW_FUNCTION(wedge_movement, worst_rest3(contender, 2).movement)
ROW_FUNCTION(wedge_depth, worst_rest3(contender, 2).depth)
ROW_FUNCTION(wedge_ticks, worst_rest3(contender, 2).ticks)
ROW_FUNCTION(corner_movement, worst_rest3(contender, 3).movement)
ROW_FUNCTION(corner_depth, worst_rest3(contender, 3).depth)
ROW_FUNCTION(corner_ticks, worst_rest3(contender, 3).ticks)
ROW_FUNCTION(slide_out_off_line, worst_slide_out3(contender).off_line)
ROW_FUNCTION(slide_out_speed, worst_slide_out3(contender).error)
ROW_FUNCTION(crease_1, worst_crease3(contender, 1).error)
ROW_FUNCTION(crease_100, worst_crease3(contender, 100).error)
ROW_FUNCTION(crease_aside, worst_crease3(contender, 1).aside)
ROW_FUNCTION(strips_1, worst_strips3(contender, 1).error)
ROW_FUNCTION(strips_10, worst_strips3(contender, 10).error)
ROW_FUNCTION(strips_100, worst_strips3(contender, 100).error)
ROW_FUNCTION(strips_1000, worst_strips3(contender, 1000).error)
ROW_FUNCTION(strips_off_line, worst_strips3(contender, 10).off_line)
ROW_FUNCTION(strips_snags, worst_strips3(contender, 100).snags)
ROW_FUNCTION(grid_error, worst_grid3(contender, 22).error)
ROW_FUNCTION(grid_off_line, worst_grid3(contender, 22).off_line)
ROW_FUNCTION(grid_snags, worst_grid3(contender, 22).snags)
ROW_FUNCTION(shots_0_6, count_escapes3(contender, 0.6, effort))
ROW_FUNCTION(shots_2, count_escapes3(contender, 2, effort))
ROW_FUNCTION(shots_5, count_escapes3(contender, 5, effort))
ROW_FUNCTION(shots_50, count_escapes3(contender, 50, effort))
ROW_FUNCTION(shots_5000, count_escapes3(contender, 5000, effort))
ROW_FUNCTION(tunnel_1_001, not_passed3(contender, 1.001))
ROW_FUNCTION(tunnel_1, not_passed3(contender, 1))
ROW_FUNCTION(tunnel_0_999, unsteady_at_mouth3(contender, 0.999))
ROW_FUNCTION(tunnel_0_9, unsteady_at_mouth3(contender, 0.9))
ROW_FUNCTION(edges_0_08, path_round_edges3(contender, MOTION_STEP))
ROW_FUNCTION(edges_0_6, path_round_edges3(contender, 0.6))
ROW_FUNCTION(edges_5, path_round_edges3(contender, 5))
ROW_FUNCTION(box_corner_0_08, path_round_corner3(contender, MOTION_STEP))
ROW_FUNCTION(box_corner_0_6, path_round_corner3(contender, 0.6))
ROW_FUNCTION(box_corner_5, path_round_corner3(contender, 5))
ROW_FUNCTION(box_edge, pushed_aside3(contender, false))
ROW_FUNCTION(box_edge_both_sides, pushed_aside3(contender, true))
ROW_FUNCTION(box_edge_along, aside_along_edge3(contender))
ROW_FUNCTION(box_edge_off, depth_walking_off3(contender))
ROW_FUNCTION(settling_ticks, worst_settling3(contender, effort).ticks)
ROW_FUNCTION(settling_rise, worst_settling3(contender, effort).rise)

const motion3_row motion3_rows[] = {
    {"wedges of 5 to 170 degrees, pushed in", "movement a tick, u", 1e-5, false, wedge_movement},
    {"wedges of 5 to 170 degrees, pushed in", "depth left, u", 1e-4, false, wedge_depth},
    {"wedges of 5 to 170 degrees, pushed in", "ticks until it rests", 30, false, wedge_ticks},
    {"corners of three such planes, pushed in", "movement a tick, u", 1e-5, false, corner_movement},
    {"corners of three such planes, pushed in", "depth left, u", 1e-4, false, corner_depth},
    {"corners of three such planes, pushed in", "ticks until it rests", 30, false, corner_ticks},
    {"wedges, pushed out along one wall", "off the line, u", 1e-4, false, slide_out_off_line},
    {"wedges, pushed out along one wall", "error of the speed", 1e-3, false, slide_out_speed},
    {"crease of 2 walls", "error of the distance", 1e-3, false, crease_1},
    {"crease of 2 walls", "aside in a tick, u", 1e-4, false, crease_aside},
    {"crease of 2 walls of 100 pieces", "error of the distance", 1e-3, false, crease_100},
    {"flat wall of 1 piece", "error of the distance", 1e-3, false, strips_1},
    {"flat wall of 10 strips", "error of the distance", 1e-3, false, strips_10},
    {"flat wall of 10 strips", "off the line, u", 1e-4, false, strips_off_line},
    {"flat wall of 100 strips", "error of the distance", 1e-3, false, strips_100},
    {"flat wall of 100 strips", "ticks snagged", 0, false, strips_snags},
    {"flat wall of 1000 strips", "error of the distance", 1e-3, false, strips_1000},
    {"flat wall of 968 triangles", "error of the distance", 1e-3, false, grid_error},
    {"flat wall of 968 triangles", "off the line, u", 1e-4, false, grid_off_line},
    {"flat wall of 968 triangles", "ticks snagged", 0, false, grid_snags},
    {"shots of 0.6 in closed rooms", "escapes", 0, false, shots_0_6},
    {"shots of 2", "escapes", 0, false, shots_2},
    {"shots of 5", "escapes", 0, false, shots_5},
    {"shots of 50", "escapes", 0, false, shots_50},
    {"shots of 5000", "escapes", 0, false, shots_5000},
    {"walks in closed rooms, steps to 30", "escapes", 0, false, count_lost_walks3},
    {"tunnel 1.001 movers wide", "ways not passed, of 20", 0, false, tunnel_1_001},
    {"tunnel 1 mover wide", "ways not passed, of 20", 0, true, tunnel_1},
    {"tunnel 0.999 movers wide, at its mouth", "movement a tick, u", 1e-5, false, tunnel_0_999},
    {"tunnel 0.9 movers wide, at its mouth", "movement a tick, u", 1e-5, false, tunnel_0_9},
    {"edges, 0.08 a tick", "error of the path", 1e-3, false, edges_0_08},
    {"edges, 0.6 a tick", "error of the path", 1e-3, false, edges_0_6},
    {"edges, 5 a tick", "error of the path", 1e-3, false, edges_5},
    {"corner of a box, 0.08 a tick", "error of the path", 1e-3, false, box_corner_0_08},
    {"corner of a box, 0.6 a tick", "error of the path", 1e-3, false, box_corner_0_6},
    {"corner of a box, 5 a tick", "error of the path", 1e-3, false, box_corner_5},
    {"one-sided box, resting near its edge", "pushed aside, u", 1e-5, false, box_edge},
    {"the same, met from both sides", "pushed aside, u", 1e-5, false, box_edge_both_sides},
    {"one-sided box, along its edge", "pushed aside, u", 1e-5, false, box_edge_along},
    {"one-sided box, walking off it", "depth left, u", 1e-4, false, box_edge_off},
    {"inside of walls anywhere in a room", "ticks until it rests", 10, false, settling_ticks},
    {"inside of walls anywhere in a room", "rise of depth, u", 1e-5, false, settling_rise},
};

const int motion3_row_count = sizeof motion3_rows / sizeof *motion3_rows;

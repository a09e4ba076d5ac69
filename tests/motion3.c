#include <math.h>

#include "motion3_walls.h"

/* ---- Rooms ------------------------------------------------------------------------------- */

/* Random tries in closed rooms: boxes, convex and bumpy caves, and the rooms of the 2D table drawn
 * out to a prism, with a pillar in them; and loose triangles in each, some rounded. */
typedef struct room3 {
    motion3_place place;
    int outline_count; /* of the triangles that close the room; they come first */
    int pillar_count;  /* of those that close the pillar; they come next */
} room3;

static vec3 at_height(vec p, double y) {
    return (vec3){p.x, y, p.y};
}

/* Walls from `low` to `high`, and a lid on either end. The corners go round `middle`, which sees
 * them all. */
static void add_prism(course3 *s, const vec *corners, int count, vec middle, double low,
                      double high) {
    vec3 bottom = at_height(middle, low), top = at_height(middle, high);
    for (int i = 0; i < count; i++) {
        vec a = corners[i], b = corners[(i + 1) % count];
        course3_add_quad(s, at_height(a, low), at_height(b, low), at_height(b, high),
                         at_height(a, high));
        course3_add_face(s, bottom, at_height(b, low), at_height(a, low));
        course3_add_face(s, top, at_height(a, high), at_height(b, high));
    }
}

static vec middle_of(const vec *corners, int count) {
    vec sum = {0, 0};
    for (int i = 0; i < count; i++)
        sum = (vec){sum.x + corners[i].x / count, sum.y + corners[i].y / count};
    return sum;
}

static int add_drawn_out_room(course3 *s, uint64_t *random) {
    motion_room flat = {0};
    motion_make_room(&flat, random);
    double low = motion_random(random, -4, -1.5), high = motion_random(random, 1.5, 4);
    add_prism(s, flat.outline, flat.outline_count, (vec){0, 0}, low, high);
    int outline = s->count;
    add_prism(s, flat.pillar, flat.pillar_count, middle_of(flat.pillar, flat.pillar_count),
              low - motion_random(random, -2, 1), high);
    return outline;
}

static vec3 random_point(uint64_t *random, double far) {
    return (vec3){motion_random(random, -far, far), motion_random(random, -far, far),
                  motion_random(random, -far, far)};
}

static void add_loose(course3 *s, uint64_t *random) {
    int count = (int)motion_random(random, 0, 5);
    for (int i = 0; i < count; i++) {
        vec3 a = random_point(random, 4), b = vec3_add(a, random_point(random, 2));
        vec3 c = i % 3 == 2 ? b : vec3_add(a, random_point(random, 2));
        course3_add_face(s, a, b, c);
        s->triangles[s->count - 1].radius = i % 2 == 0 ? 0 : (float)motion_random(random, 0, 0.6);
    }
}

static void begin_room(room3 *r, const contender *c, uint64_t *random) {
    course3 *s = &r->place.scene;
    motion3_begin(&r->place, c, pose3_random(random));
    int kind = (int)motion_random(random, 0, 4);
    if (kind == 0)
        course3_add_box(s, (vec3){0, 0, 0}, vec3_add((vec3){3, 3, 3}, random_point(random, 2)),
                        true);
    else if (kind == 1)
        course3_add_globe(s);
    else if (kind == 2)
        course3_add_cave(s, random);
    r->outline_count = kind < 3 ? s->count : add_drawn_out_room(s, random);
    r->pillar_count = s->count - r->outline_count;
    add_loose(s, random);
    motion3_ready(&r->place, (vec3){0, 0, 0});
}

/* ---- In the room ------------------------------------------------------------------------- */

/* NaN is not. */
static bool is_in_room3(const room3 *r) {
    sm3_vec at = r->place.position;
    const sm3_triangle *triangles = r->place.scene.triangles;
    return isfinite(at.x) && isfinite(at.y) && isfinite(at.z) &&
           course3_is_inside(triangles, r->outline_count, at) &&
           !course3_is_inside(triangles + r->outline_count, r->pillar_count, at);
}

static void place_anywhere3(room3 *r, uint64_t *random) {
    r->place.position = vec3_round(random_point(random, 5));
}

/* Puts the mover where it is free. Returns false when no such place was found. */
static bool enter_room3(room3 *r, uint64_t *random) {
    for (int i = 0; i < 200; i++) {
        place_anywhere3(r, random);
        if (is_in_room3(r) && motion3_depth(&r->place) <= 0)
            return true;
    }
    return false;
}

static bool has_escaped(const room3 *r) {
    return !is_in_room3(r) || !(motion3_depth(&r->place) < 1e-4);
}

/* ---- Shots and walks --------------------------------------------------------------------- */

static vec3 scaled_to(vec3 way, double length) {
    return vec3_scale(way, length / vec3_length(way));
}

/* A shot any way, at a corner of a triangle, or grazing one by about a radius. */
static vec3 aim(const room3 *r, double speed, uint64_t *random) {
    vec3 any = random_point(random, 1);
    double kind = motion_random(random, 0, 3);
    if (kind < 1)
        return scaled_to(any, speed);
    const course3 *s = &r->place.scene;
    int target = (int)motion_random(random, 0, (double)s->count - 0.001);
    vec3 ahead = vec3_sub(pose3_local(&s->frame, s->triangles[target].a), motion3_local(&r->place));
    if (kind < 2)
        return scaled_to(ahead, speed);
    vec3 aside = vec3_sub(any, vec3_scale(ahead, vec3_dot(any, ahead) / vec3_dot(ahead, ahead)));
    double off = MOTION_RADIUS * motion_random(random, -1.01, 1.01);
    return scaled_to(vec3_add(ahead, scaled_to(aside, off)), speed);
}

static void shots(const contender *c, double speed, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 20240607;
    room3 r;
    long count = (long)(1e4 * effort), in_room = 50;
    for (long done = 0; done < count; done += in_room) {
        begin_room(&r, c, &random);
        for (int i = 0; i < in_room; i++) {
            if (!enter_room3(&r, &random))
                continue;
            motion3_push(&r.place, aim(&r, speed, &random));
            *worst += has_escaped(&r);
        }
        motion3_end(&r.place);
    }
}

/* Each move starts where the last one ended. Returns false when it gets out. */
static bool walk(room3 *r, long moves, uint64_t *random) {
    vec3 heading = {1, 0, 0};
    for (long i = 0; i < moves; i++) {
        double fast = motion_random(random, 0, 1);
        double step = fast < 0.02 ? 30 : fast < 0.2 ? 1 : MOTION_STEP;
        heading = scaled_to(vec3_add(heading, random_point(random, 0.5)), 1);
        motion3_push(&r->place, vec3_scale(heading, step));
        if (has_escaped(r))
            return false;
    }
    return true;
}

static void walks(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 77;
    room3 r;
    (void)of;
    long moves = (long)(4e5 * effort), in_room = 500;
    for (long done = 0; done < moves; done += in_room) {
        begin_room(&r, c, &random);
        if (enter_room3(&r, &random))
            *worst += !walk(&r, in_room, &random);
        motion3_end(&r.place);
    }
}

/* ---- Already inside ---------------------------------------------------------------------- */

enum {
    TICKS, /* the last one that moved it */
    RISE   /* by how much more than before it was inside after any tick */
};

static void settling(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 5;
    room3 r;
    (void)of;
    for (long i = 0; i < (long)(5e3 * effort); i++) {
        begin_room(&r, c, &random);
        place_anywhere3(&r, &random);
        double depth = motion3_depth(&r.place);
        for (int tick = 1; tick <= 30; tick++) {
            double moved = vec3_length(motion3_push(&r.place, vec3_zero)),
                   left = motion3_depth(&r.place);
            if (moved > 1e-5)
                worst[TICKS] = fmax(worst[TICKS], tick);
            worst[RISE] = fmax(worst[RISE], left - fmax(depth, 0));
            depth = left;
        }
        motion3_end(&r.place);
    }
}

/* ---- The table --------------------------------------------------------------------------- */

const motion_row motion3_rows[] = {
    {"wedges of 5 to 170 degrees, pushed in", "movement a tick, u", 1e-5, rest3, REST_MOVEMENT, 2},
    {"wedges of 5 to 170 degrees, pushed in", "depth left, u", 1e-4, rest3, REST_DEPTH, 2},
    {"wedges of 5 to 170 degrees, pushed in", "ticks until it rests", 30, rest3, REST_TICKS, 2},
    {"corners of three such planes, pushed in", "movement a tick, u", 1e-5, rest3, REST_MOVEMENT,
     3},
    {"corners of three such planes, pushed in", "depth left, u", 1e-4, rest3, REST_DEPTH, 3},
    {"corners of three such planes, pushed in", "ticks until it rests", 30, rest3, REST_TICKS, 3},
    {"wedges, pushed out along one wall", "off the line, u", 1e-4, slide_out3, SLIDE_OFF_LINE, 0},
    {"wedges, pushed out along one wall", "error of the speed", 1e-3, slide_out3, SLIDE_ERROR, 0},
    {"crease of 2 walls", "error of the distance", 1e-3, crease3, SLIDE_ERROR, 1},
    {"crease of 2 walls", "aside in a tick, u", 1e-4, crease3, SLIDE_ASIDE, 1},
    {"crease of 2 walls of 100 pieces", "error of the distance", 1e-3, crease3, SLIDE_ERROR, 100},
    {"flat wall of 1 piece", "error of the distance", 1e-3, strips3, SLIDE_ERROR, 1},
    {"flat wall of 10 strips", "error of the distance", 1e-3, strips3, SLIDE_ERROR, 10},
    {"flat wall of 10 strips", "off the line, u", 1e-4, strips3, SLIDE_OFF_LINE, 10},
    {"flat wall of 100 strips", "error of the distance", 1e-3, strips3, SLIDE_ERROR, 100},
    {"flat wall of 100 strips", "ticks snagged", 0, strips3, SLIDE_SNAGS, 100},
    {"flat wall of 1000 strips", "error of the distance", 1e-3, strips3, SLIDE_ERROR, 1000},
    {"flat wall of 968 triangles", "error of the distance", 1e-3, grid3, SLIDE_ERROR, 22},
    {"flat wall of 968 triangles", "off the line, u", 1e-4, grid3, SLIDE_OFF_LINE, 22},
    {"flat wall of 968 triangles", "ticks snagged", 0, grid3, SLIDE_SNAGS, 22},
    {"shots of 0.6 in closed rooms", "escapes", 0, shots, 0, 0.6},
    {"shots of 2", "escapes", 0, shots, 0, 2},
    {"shots of 5", "escapes", 0, shots, 0, 5},
    {"shots of 50", "escapes", 0, shots, 0, 50},
    {"shots of 5000", "escapes", 0, shots, 0, 5000},
    {"walks in closed rooms, steps to 30", "escapes", 0, walks, 0, 0},
    {"tunnel 1.001 movers wide", "ways not passed, of 20", 0, tunnel3, TUNNEL_NOT_PASSED, 1.001},
    {"tunnel 1 mover wide", "ways not passed, of 20", 0, tunnel3, TUNNEL_NOT_PASSED, 1},
    {"tunnel 0.999 movers wide, at its mouth", "movement a tick, u", 1e-5, tunnel3, TUNNEL_UNSTEADY,
     0.999},
    {"tunnel 0.9 movers wide, at its mouth", "movement a tick, u", 1e-5, tunnel3, TUNNEL_UNSTEADY,
     0.9},
    {"edges, 0.08 a tick", "error of the path", 1e-3, round_edge3, 0, MOTION_STEP},
    {"edges, 0.6 a tick", "error of the path", 1e-3, round_edge3, 0, 0.6},
    {"edges, 5 a tick", "error of the path", 1e-3, round_edge3, 0, 5},
    {"corner of a box, 0.08 a tick", "error of the path", 1e-3, round_corner3, 0, MOTION_STEP},
    {"corner of a box, 0.6 a tick", "error of the path", 1e-3, round_corner3, 0, 0.6},
    {"corner of a box, 5 a tick", "error of the path", 1e-3, round_corner3, 0, 5},
    {"one-sided box, resting near its edge", "pushed aside, u", 1e-5, press_near_edge3, 0, 0},
    {"the same, met from both sides", "pushed aside, u", 1e-5, press_near_edge3, 0, 1},
    {"one-sided box, along its edge", "pushed aside, u", 1e-5, walk_near_edge3, 0, 0},
    {"one-sided box, walking off it", "depth left, u", 1e-4, walk_off3, 0, 0},
    {"inside of walls anywhere in a room", "ticks until it rests", 10, settling, TICKS, 0},
    {"inside of walls anywhere in a room", "rise of depth, u", 1e-5, settling, RISE, 0},
};

const int motion3_row_count = sizeof motion3_rows / sizeof *motion3_rows;

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motion_walls.h"

static const double pi = 3.14159265358979323846;

/* ---- Rooms ------------------------------------------------------------------------------- */

/* Random tries in closed rooms: prisms, which 2D sees the section of, boxes, convex and bumpy
 * caves, with a pillar in them; and loose triangles or walls in each, some rounded. */
typedef struct room {
    motion_place place;
    int outline_count; /* of the triangles that close the room; they come first */
    int pillar_count;  /* of those that close the pillar; they come next */
} room;

enum { CORNERS_MAX = 12 };

/* Corners that are seen from the middle, counter-clockwise. Returns how many. */
static int make_star(vec3 *corners, int most, vec3 middle, double least, double farthest,
                     uint64_t *random) {
    int count = 3 + (int)motion_random(random, 0, most - 2);
    double turn = motion_random(random, 0, 2 * pi);
    for (int i = 0; i < count; i++) {
        double angle = turn + 2 * pi * (i + motion_random(random, -0.3, 0.3)) / count;
        double far = motion_random(random, least, farthest);
        corners[i] = (vec3){middle.x + far * cos(angle), middle.y + far * sin(angle), 0};
    }
    return count;
}

static vec3 at_depth(vec3 p, double z) {
    return (vec3){p.x, p.y, z};
}

/* Walls from `low` to `high` along z, and a lid on either end. The middle sees all corners. */
static void add_prism(course *s, const vec3 *corners, int count, vec3 middle, double low,
                      double high) {
    for (int i = 0; i < count; i++) {
        vec3 a = corners[i], b = corners[(i + 1) % count];
        course_add_quad(s, at_depth(a, low), at_depth(b, low), at_depth(b, high),
                        at_depth(a, high));
        course_add_face(s, at_depth(middle, low), at_depth(b, low), at_depth(a, low));
        course_add_face(s, at_depth(middle, high), at_depth(a, high), at_depth(b, high));
    }
}

/* Returns how many triangles close the room; the others close its pillar. */
static int add_prisms(course *s, uint64_t *random) {
    vec3 corners[CORNERS_MAX], middle = {0, 0, 0};
    double low = motion_random(random, -4, -1.5), high = motion_random(random, 1.5, 4);
    int count = make_star(corners, CORNERS_MAX, middle, 1.5, 9, random);
    add_prism(s, corners, count, middle, low, high);
    int outline = s->count;
    middle.x = motion_random(random, -4, 4);
    middle.y = motion_random(random, -4, 4);
    count = make_star(corners, 5, middle, 0.2, 1.5, random);
    add_prism(s, corners, count, middle, low - motion_random(random, -1, 1), high);
    return outline;
}

static vec3 random_point(uint64_t *random, double far) {
    return (vec3){motion_random(random, -far, far), motion_random(random, -far, far),
                  motion_random(random, -far, far)};
}

static void add_loose(course *s, uint64_t *random) {
    int count = (int)motion_random(random, 0, 5);
    for (int i = 0; i < count; i++) {
        vec3 a = random_point(random, 4), b = vec3_add(a, random_point(random, 2));
        vec3 c = i % 3 == 2 ? b : vec3_add(a, random_point(random, 2));
        course_add_face(s, a, b, c);
        if (!s->in_space)
            course_add_wall(s, a, b);
        s->triangles[s->count - 1].radius = i % 2 == 0 ? 0 : (float)motion_random(random, 0, 0.6);
    }
}

static void begin_room(room *r, const contender *c, uint64_t *random) {
    course *s = &r->place.scene;
    pose3 plain = pose3_plain(), turned = pose3_random(random);
    motion_begin(&r->place, c, c->in_space ? turned : plain);
    int kind = c->in_space ? (int)motion_random(random, 0, 4) : 3;
    if (kind == 0)
        course_add_box(s, (vec3){0, 0, 0}, vec3_add((vec3){3, 3, 3}, random_point(random, 2)),
                       true);
    else if (kind == 1)
        course_add_globe(s);
    else if (kind == 2)
        course_add_cave(s, random);
    r->outline_count = kind < 3 ? s->count : add_prisms(s, random);
    r->pillar_count = s->count - r->outline_count;
    add_loose(s, random);
    motion_ready(&r->place, (vec3){0, 0, 0});
}

/* ---- In the room ------------------------------------------------------------------------- */

/* NaN is not. */
static bool is_in_room(const room *r) {
    sm3_vec at = r->place.position;
    const sm3_triangle *triangles = r->place.scene.triangles;
    return isfinite(at.x) && isfinite(at.y) && isfinite(at.z) &&
           course_is_inside(r->place.scene.in_space, triangles, r->outline_count, vec3_of(at)) &&
           !course_is_inside(r->place.scene.in_space, triangles + r->outline_count, r->pillar_count,
                             vec3_of(at));
}

static void place_anywhere(room *r, uint64_t *random) {
    vec3 at = random_point(random, r->place.scene.in_space ? 5 : 6);
    at.z = r->place.scene.in_space ? at.z : 0;
    r->place.position = vec3_round(at);
}

/* Puts the mover where it is free. Returns false when no such place was found. */
static bool enter_room(room *r, uint64_t *random) {
    for (int i = 0; i < 200; i++) {
        place_anywhere(r, random);
        if (is_in_room(r) && motion_depth(&r->place) <= 0)
            return true;
    }
    return false;
}

static bool has_escaped(const room *r) {
    return !is_in_room(r) || !(motion_depth(&r->place) < 1e-4);
}

/* ---- Shots and walks --------------------------------------------------------------------- */

static vec3 scaled_to(vec3 way, double length) {
    return vec3_scale(way, length / vec3_length(way));
}

/* A shot any way, at a corner of a triangle, or grazing one by about a radius. */
static vec3 aim(const room *r, double speed, uint64_t *random) {
    vec3 any = random_point(random, 1);
    any.z = r->place.scene.in_space ? any.z : 0;
    double kind = motion_random(random, 0, 3);
    if (kind < 1)
        return scaled_to(any, speed);
    const course *s = &r->place.scene;
    int target = (int)motion_random(random, 0, (double)s->count - 0.001);
    vec3 ahead = vec3_sub(pose3_local(&s->frame, s->triangles[target].a), motion_local(&r->place));
    if (kind < 2)
        return scaled_to(ahead, speed);
    vec3 aside = vec3_sub(any, vec3_scale(ahead, vec3_dot(any, ahead) / vec3_dot(ahead, ahead)));
    double off = MOTION_RADIUS * motion_random(random, -1.01, 1.01);
    return scaled_to(vec3_add(ahead, scaled_to(aside, off)), speed);
}

static void shots(const contender *c, double speed, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 20240607;
    room r;
    long count = (long)((c->in_space ? 1e4 : 2e5) * effort), in_room = 50;
    for (long done = 0; done < count; done += in_room) {
        begin_room(&r, c, &random);
        for (int i = 0; i < in_room; i++) {
            if (!enter_room(&r, &random))
                continue;
            motion_push(&r.place, aim(&r, speed, &random));
            *worst += has_escaped(&r);
        }
        motion_end(&r.place);
    }
}

/* Each move starts where the last one ended. Returns false when it gets out. */
static bool walk(room *r, long moves, uint64_t *random) {
    vec3 heading = {1, 0, 0};
    for (long i = 0; i < moves; i++) {
        double fast = motion_random(random, 0, 1);
        double step = fast < 0.02 ? 30 : fast < 0.2 ? 1 : MOTION_STEP;
        heading = vec3_add(heading, random_point(random, 0.5));
        heading.z = r->place.scene.in_space ? heading.z : 0;
        heading = scaled_to(heading, 1);
        motion_push(&r->place, vec3_scale(heading, step));
        if (has_escaped(r))
            return false;
    }
    return true;
}

static void walks(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 77;
    room r;
    (void)of;
    long moves = (long)((c->in_space ? 4e5 : 5e6) * effort), in_room = 500;
    for (long done = 0; done < moves; done += in_room) {
        begin_room(&r, c, &random);
        if (enter_room(&r, &random))
            *worst += !walk(&r, in_room, &random);
        motion_end(&r.place);
    }
}

/* ---- Already inside ---------------------------------------------------------------------- */

enum {
    TICKS, /* the last one that moved it */
    RISE   /* by how much more than before it was inside after any tick */
};

static void settling(const contender *c, double of, double effort, double worst[MOTION_FIGURES]) {
    uint64_t random = 5;
    room r;
    (void)of;
    for (long i = 0; i < (long)((c->in_space ? 5e3 : 1e4) * effort); i++) {
        begin_room(&r, c, &random);
        place_anywhere(&r, &random);
        double depth = motion_depth(&r.place);
        for (int tick = 1; tick <= 30; tick++) {
            double moved = vec3_length(motion_push(&r.place, vec3_zero)),
                   left = motion_depth(&r.place);
            if (moved > 1e-5)
                worst[TICKS] = fmax(worst[TICKS], tick);
            worst[RISE] = fmax(worst[RISE], left - fmax(depth, 0));
            depth = left;
        }
        motion_end(&r.place);
    }
}

/* ---- The table --------------------------------------------------------------------------- */

#define NOT_ASKED -1

/* Where and what, the bounds in 2D and in 3D, and how that is measured. */
#define ROW(place, figure, flat, space, measure, which, of)                                        \
    { place, figure, {flat, space}, measure, which, of }

const motion_row motion_rows[] = {
    ROW("wedges of 5 to 170 degrees, pushed in", "movement a tick, u", 1e-5, 1e-5, motion_rest,
        REST_MOVEMENT, 2),
    ROW("wedges of 5 to 170 degrees, pushed in", "depth left, u", 1e-4, 1e-4, motion_rest,
        REST_DEPTH, 2),
    ROW("wedges of 5 to 170 degrees, pushed in", "ticks until it rests", 30, 30, motion_rest,
        REST_TICKS, 2),
    ROW("corners of three such planes, pushed in", "movement a tick, u", NOT_ASKED, 1e-5,
        motion_rest, REST_MOVEMENT, 3),
    ROW("corners of three such planes, pushed in", "depth left, u", NOT_ASKED, 1e-4, motion_rest,
        REST_DEPTH, 3),
    ROW("corners of three such planes, pushed in", "ticks until it rests", NOT_ASKED, 30,
        motion_rest, REST_TICKS, 3),
    ROW("wedges, pushed out along one wall", "off the line, u", 1e-5, 1e-4, motion_slide_out,
        SLIDE_OFF_LINE, 0),
    ROW("wedges, pushed out along one wall", "error of the speed", 1e-3, 1e-3, motion_slide_out,
        SLIDE_ERROR, 0),
    ROW("crease of 2 walls", "error of the distance", NOT_ASKED, 1e-3, motion_crease, SLIDE_ERROR,
        1),
    ROW("crease of 2 walls", "aside in a tick, u", NOT_ASKED, 1e-4, motion_crease, SLIDE_ASIDE, 1),
    ROW("crease of 2 walls of 100 pieces", "error of the distance", NOT_ASKED, 1e-3, motion_crease,
        SLIDE_ERROR, 100),
    ROW("flat wall of 1 piece", "error of the distance", 1e-3, 1e-3, motion_strips, SLIDE_ERROR, 1),
    ROW("flat wall of 10 pieces", "error of the distance", 1e-3, 1e-3, motion_strips, SLIDE_ERROR,
        10),
    ROW("flat wall of 10 pieces", "off the line, u", 1e-4, 1e-4, motion_strips, SLIDE_OFF_LINE, 10),
    ROW("flat wall of 100 pieces", "error of the distance", 1e-3, 1e-3, motion_strips, SLIDE_ERROR,
        100),
    ROW("flat wall of 100 pieces", "ticks snagged", 0, 0, motion_strips, SLIDE_SNAGS, 100),
    ROW("flat wall of 1000 pieces", "error of the distance", 1e-3, 1e-3, motion_strips, SLIDE_ERROR,
        1000),
    ROW("flat wall of 968 triangles", "error of the distance", NOT_ASKED, 1e-3, motion_grid,
        SLIDE_ERROR, 22),
    ROW("flat wall of 968 triangles", "off the line, u", NOT_ASKED, 1e-4, motion_grid,
        SLIDE_OFF_LINE, 22),
    ROW("flat wall of 968 triangles", "ticks snagged", NOT_ASKED, 0, motion_grid, SLIDE_SNAGS, 22),
    ROW("shots of 0.6 in closed rooms", "escapes", 0, 0, shots, 0, 0.6),
    ROW("shots of 2", "escapes", 0, 0, shots, 0, 2),
    ROW("shots of 5", "escapes", 0, 0, shots, 0, 5),
    ROW("shots of 50", "escapes", 0, 0, shots, 0, 50),
    ROW("shots of 5000", "escapes", 0, 0, shots, 0, 5000),
    ROW("walks in closed rooms, steps to 30", "escapes", 0, 0, walks, 0, 0),
    ROW("tunnel 1.001 movers wide", "ways not passed, of 20", 0, 0, motion_tunnel,
        TUNNEL_NOT_PASSED, 1.001),
    ROW("tunnel 1 mover wide", "ways not passed, of 20", 0, 20, motion_tunnel, TUNNEL_NOT_PASSED,
        1),
    ROW("tunnel 0.999 movers wide, at its mouth", "movement a tick, u", 1e-5, 1e-5, motion_tunnel,
        TUNNEL_UNSTEADY, 0.999),
    ROW("tunnel 0.9 movers wide, at its mouth", "movement a tick, u", 1e-5, 1e-5, motion_tunnel,
        TUNNEL_UNSTEADY, 0.9),
    ROW("edges, 0.08 a tick", "error of the path", 1e-3, 1e-3, motion_round_edge, 0, MOTION_STEP),
    ROW("edges, 0.6 a tick", "error of the path", 1e-3, 1e-3, motion_round_edge, 0, 0.6),
    ROW("edges, 5 a tick", "error of the path", 1e-3, 1e-3, motion_round_edge, 0, 5),
    ROW("corner of a box, 0.08 a tick", "error of the path", NOT_ASKED, 1e-3, motion_round_corner,
        0, MOTION_STEP),
    ROW("corner of a box, 0.6 a tick", "error of the path", NOT_ASKED, 1e-3, motion_round_corner, 0,
        0.6),
    ROW("corner of a box, 5 a tick", "error of the path", NOT_ASKED, 1e-3, motion_round_corner, 0,
        5),
    ROW("one-sided box, resting near its edge", "pushed aside, u", NOT_ASKED, 1e-5,
        motion_press_near_edge, 0, 0),
    ROW("the same, met from both sides", "pushed aside, u", NOT_ASKED, 1e-5, motion_press_near_edge,
        0, 1),
    ROW("one-sided box, along its edge", "pushed aside, u", NOT_ASKED, 1e-5, motion_walk_near_edge,
        0, 0),
    ROW("one-sided box, walking off it", "depth left, u", NOT_ASKED, 1e-4, motion_walk_off, 0, 0),
    ROW("inside of walls anywhere in a room", "ticks until it rests", 10, 10, settling, TICKS, 0),
    ROW("inside of walls anywhere in a room", "rise of depth, u", 1e-5, 1e-5, settling, RISE, 0),
};

const int motion_row_count = sizeof motion_rows / sizeof *motion_rows;

/* ---- Measuring and printing ---------------------------------------------------------------- */

double motion_worst(const motion_row *row, const contender *c, double effort) {
    static struct {
        motion_fn *measure;
        double of, effort, worst[MOTION_FIGURES];
        contender contender;
    } last[SM_RESOLVER_COUNT], *known;
    known = &last[c->resolver];
    if (known->measure != row->measure || known->of != row->of || known->effort != effort ||
        known->contender.in_space != c->in_space ||
        memcmp(&known->contender.mover, &c->mover, sizeof c->mover) != 0) {
        memset(known, 0, sizeof *known);
        known->measure = row->measure;
        known->of = row->of;
        known->effort = effort;
        known->contender = *c;
        row->measure(c, row->of, effort, known->worst);
    }
    return known->worst[row->which];
}

double motion_effort(double usual) {
    const char *text = getenv("SLIDEMOVE_EFFORT");
    double effort = text != NULL ? strtod(text, NULL) : 0;
    return effort > 0 ? effort : usual;
}

int motion_check(const contender *c, double effort) {
    int beyond = 0;
    for (int i = 0; i < motion_row_count; i++) {
        const motion_row *row = &motion_rows[i];
        double bound = row->bounds[c->in_space];
        double worst = bound >= 0 ? motion_worst(row, c, effort) : bound;
        if (worst <= bound)
            continue;
        printf("%-42s %-24s %10.3g, bound %g\n", row->place, row->figure, worst, bound);
        beyond++;
    }
    return beyond;
}

static const char dashes[] = "------------------------------------------------------";

/* One cell: the worst, and * if it is beyond the bound. */
static void print_worst(const motion_row *row, const contender *by, double effort) {
    double bound = row->bounds[by->in_space];
    if (bound < 0) {
        printf(" %10s |", "-");
        return;
    }
    double worst = motion_worst(row, by, effort);
    printf(" %9.3g%c |", worst, worst <= bound ? ' ' : '*');
    fflush(stdout);
}

void motion_print(double effort) {
    static const struct {
        bool in_space;
        sm_resolver resolver;
    } columns[] = {{false, SM_DEEPEST},    {false, SM_LAST},  {false, SM_FIRST},
                   {false, SM_SHALLOWEST}, {false, SM_SWEEP}, {true, SM_DEEPEST},
                   {true, SM_SWEEP}};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    printf("| %-40s | %-23s | %7s |", "place", "figure", "bound");
    for (int i = 0; i < COLUMNS; i++)
        printf(columns[i].in_space ? " 3D %7.7s |" : " %10s |",
               sm_resolver_name(columns[i].resolver));
    printf("\n|%.42s|%.25s|%.8s:|", dashes, dashes, dashes);
    for (int i = 0; i < COLUMNS; i++)
        printf("%.11s:|", dashes);
    for (int i = 0; i < motion_row_count; i++) {
        const motion_row *row = &motion_rows[i];
        printf("\n| %-40s | %-23s | %7.2g |", row->place, row->figure,
               row->bounds[row->bounds[0] < 0]);
        for (int k = 0; k < COLUMNS; k++) {
            const contender by = {columns[k].in_space, motion_ball, columns[k].resolver};
            print_worst(row, &by, effort);
        }
    }
    putchar('\n');
}

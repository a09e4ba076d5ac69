#include "motion_character.h"

#include <math.h>
#include <stddef.h>

#include "../src/slidemove/slidemove_character.h"
#include "../src/slidemove/vec.h"

enum { PLANKS_MAX = 1024, RATES = 3, MOMENTS_MAX = 256 };

static const int rates[RATES] = {30, 60, 240};
static const double pi = 3.14159265358979323846;
static const double speed = 4, gravity = 20; /* world units a second, and a second */
static const double depth_of_level = 6;      /* half of it, along z in 3D */

const char *walker_name(int body) {
    static const char *const names[] = {"disk", "capsule", "box", "sphere", "capsule 3D", "box 3D"};
    return names[body];
}

/* ---- Courses ------------------------------------------------------------------------------- */

typedef struct plank {
    double ax, ay, bx, by;
    bool oneway; /* from the left of a-b */
} plank;

typedef struct planks {
    plank list[PLANKS_MAX];
    int count;
} planks;

typedef enum doing { WALKS, RESTS, WALKS_AND_RESTS, JUMPS_AT_1 } doing;

typedef struct course {
    const char *place;
    unsigned figures; /* set of 1 << measure: its rows in the table */
    void (*lay)(planks *p, const double of[4], double time);
    bool moves;
    doing doing;
    double seconds;
    double from, to; /* x between which the speed is measured, and where it walks to rest */
    double of[4];    /* what is laid is different in */
} course;

static void lay(planks *p, double ax, double ay, double bx, double by) {
    p->list[p->count++] = (plank){ax, ay, bx, by, false};
}

/* Onward from the last end. */
static void lay_on(planks *p, double dx, double dy) {
    const plank *last = &p->list[p->count - 1];
    lay(p, last->bx, last->by, last->bx + dx, last->by + dy);
}

static void lay_slope(planks *p, double degrees, double dx) {
    lay_on(p, dx, dx * tan(degrees * pi / 180));
}

static void flat(planks *p, const double of[4], double time) {
    (void)of, (void)time;
    lay(p, -50, 0, 50, 0);
}

static void seams(planks *p, const double of[4], double time) {
    (void)of, (void)time;
    for (int i = 0; i < 1000; i++)
        lay(p, -5 + i * 0.03, 0, -5 + (i + 1) * 0.03, 0);
}

/* Behind the flat, of so many degrees and so long each. */
static void slopes(planks *p, const double of[4], double time) {
    (void)time;
    lay(p, -50, 0, 3, 0);
    for (int i = 0; i < 4 && of[i + 1] > 0; i += 2)
        lay_slope(p, of[i], of[i + 1]);
}

static void slopes_to_flat(planks *p, const double of[4], double time) {
    slopes(p, of, time);
    lay_on(p, 50, 0);
}

/* Of this height, up and down. */
static void stairs(planks *p, const double of[4], double time) {
    (void)time;
    lay(p, -50, 0, 2, 0);
    for (int i = 0; i < 16; i++) {
        if (i < 8)
            lay_on(p, 0, of[0]);
        lay_on(p, 0.6, 0);
        if (i >= 8)
            lay_on(p, 0, -of[0]);
    }
    lay_on(p, 50, 0);
}

static void lift(planks *p, const double of[4], double time) {
    double y = 2 - 2 * cos(time);
    (void)of;
    lay(p, -3, y, 3, y);
}

static void turning(planks *p, const double of[4], double time) {
    double angle = 0.5 * sin(2 * time), x = 4 * cos(angle), y = 4 * sin(angle);
    (void)of;
    lay(p, -x, -y, x, y);
}

static void low_ceiling(planks *p, const double of[4], double time) {
    (void)of, (void)time;
    lay(p, -50, 0, 50, 0);
    lay(p, 3, 3, 8, 1.22);
    lay_on(p, 60, 0);
}

static void wedge(planks *p, const double of[4], double time) {
    (void)of, (void)time;
    lay(p, -5, 5 * tan(pi / 3), 0, 0);
    lay_slope(p, 60, 5);
}

static void press_of_walls(planks *p, const double of[4], double time) {
    double x = fmax(3 - time, -0.7);
    (void)of;
    lay(p, -50, 0, 50, 0);
    lay(p, -1, -1, -1, 6);
    lay(p, x, -1, x, 6);
}

/* Of two floors it lands on the lower; the upper it falls back through, half of it through that. */
static void oneway_floors(planks *p, const double of[4], double time) {
    (void)of, (void)time;
    lay(p, -50, 0, 50, 0);
    for (int i = 0; i < 200; i++) {
        double x = -2 + i / 2 * 0.3, y = i % 2 == 0 ? 1 : 2.2;
        p->list[p->count++] = (plank){x, y, x + 0.3, y, true};
    }
}

/* Of this velocity; walked off, over its end. */
static void platform(planks *p, const double of[4], double time) {
    lay(p, -3 + of[0] * time, of[1] * time, 2 + of[0] * time, of[1] * time);
}

/* What is measured; rows of a place come in this order. */
enum { AIR, DEPTH, APART, LEGS, CREEP, SPEED, CLIMB, CARRIED, CRUSHED, JUMP, PACE, MEASURES };

static const struct {
    const char *figure;
    double bound;
} measures[MEASURES] = {
    [AIR] = {"ticks in the air", 0},
    [DEPTH] = {"depth left", 1e-4},
    [APART] = {"apart at 30, 60, 240 Hz", 1e-3},
    [LEGS] = {"legs for 1/60 s", 8},
    [CREEP] = {"creep at rest, 1/s", 0},
    [SPEED] = {"speed error", 1e-3},
    [CLIMB] = {"height gained", 1e-4},
    [CARRIED] = {"platform's speed lost", 1e-3},
    [CRUSHED] = {"crushed untold", 0},
    [JUMP] = {"height missed", 1e-2},
    [PACE] = {"walk lost, 1/s", 1e-3},
};

enum {
    GROUND = 1 << AIR | 1 << DEPTH | 1 << APART | 1 << LEGS,
    STILL = GROUND | 1 << CREEP,
    STEADY = STILL | 1 << SPEED
};

static const course courses[] = {
    {"flat", STEADY, flat, false, WALKS_AND_RESTS, 5, 2, 50, {0}},
    {"seams of 1000 pieces", STEADY, seams, false, WALKS_AND_RESTS, 5, 2, 20, {0}},
    {"slope of 30 degrees, up", STEADY, slopes, false, WALKS_AND_RESTS, 5, 4, 30, {30, 40}},
    {"slope of 30 degrees, down", STEADY, slopes, false, WALKS_AND_RESTS, 5, 4, 30, {-30, 40}},
    {"slope of 60 degrees, from the flat",
     GROUND | 1 << CLIMB,
     slopes,
     false,
     WALKS,
     3,
     9,
     9,
     {60, 20}},
    {"crest of two slopes", GROUND, slopes_to_flat, false, WALKS, 5, 0, 0, {30, 4, -30, 4}},
    {"downhill edge of 45 degrees", GROUND, slopes_to_flat, false, WALKS, 5, 0, 0, {-45, 6}},
    {"stairs of 0.1", STILL, stairs, false, WALKS_AND_RESTS, 5, 0, 0, {0.1}},
    {"stairs of 0.2", STILL, stairs, false, WALKS_AND_RESTS, 5, 0, 0, {0.2}},
    {"stairs of 0.5", STILL, stairs, false, WALKS_AND_RESTS, 5, 0, 0, {0.5}},
    {"lift, up and down", GROUND, lift, true, RESTS, 6, 0, 0, {0}},
    {"platform that turns", GROUND, turning, true, RESTS, 6, 0, 0, {0}},
    {"platform left over its end, ahead", 1 << CARRIED, platform, true, WALKS, 1.5, 0, 0, {3, 0}},
    {"platform left behind, rising", 1 << CARRIED, platform, true, WALKS, 1.5, 0, 0, {-3, 1}},
    {"platform left over its end, up", 1 << CARRIED, platform, true, WALKS, 1.5, 0, 0, {0, 2}},
    {"ceiling that comes down to 1.22", STILL, low_ceiling, false, WALKS_AND_RESTS, 5, 0, 0, {0}},
    {"jump under a low ceiling",
     1 << DEPTH | 1 << APART,
     low_ceiling,
     false,
     JUMPS_AT_1,
     5,
     0,
     0,
     {0}},
    {"wedge of two slopes of 60 degrees", STILL, wedge, false, WALKS_AND_RESTS, 4, 0, 0, {0}},
    {"moving wall against a wall",
     1 << DEPTH | 1 << CRUSHED,
     press_of_walls,
     true,
     RESTS,
     5,
     0,
     0,
     {0}},
    {"jump through one-way floors in pieces",
     1 << APART | 1 << JUMP | 1 << PACE,
     oneway_floors,
     false,
     JUMPS_AT_1,
     5,
     0,
     0,
     {0}},
};

enum { COURSES = sizeof courses / sizeof *courses };

bool character_next_row(character_row *row) {
    do {
        row->measure++;
        row->course += row->measure / MEASURES;
        row->measure %= MEASURES;
        if (row->course == COURSES)
            return false;
    } while ((courses[row->course].figures & 1u << row->measure) == 0);
    row->place = courses[row->course].place;
    row->figure = measures[row->measure].figure;
    row->bound = measures[row->measure].bound;
    return true;
}

/* ---- Worlds -------------------------------------------------------------------------------- */

typedef struct place {
    planks planks;
    sm_obstacle obstacles[PLANKS_MAX];
    sm3_obstacle faces[2 * PLANKS_MAX];
} place;

static sm_capsule segment_of(const plank *p) {
    return sm_segment((sm_vec2){(float)p->ax, (float)p->ay}, (sm_vec2){(float)p->bx, (float)p->by});
}

/* Two faces, as deep as the level. */
static void faces_of(const plank *p, sm3_triangle faces[2]) {
    float ax = (float)p->ax, ay = (float)p->ay, bx = (float)p->bx, by = (float)p->by;
    float far = (float)depth_of_level;
    sm3_vec near_a = {ax, ay, far}, near_b = {bx, by, far};
    sm3_vec far_a = {ax, ay, -far}, far_b = {bx, by, -far};
    faces[0] = sm3_face(near_a, near_b, far_b);
    faces[1] = sm3_face(near_a, far_b, far_a);
    faces[0].oneway = faces[1].oneway = p->oneway;
}

static void build(place *w, const course *c, double before, double now) {
    planks last = {.count = 0};
    w->planks.count = 0;
    c->lay(&w->planks, c->of, now);
    if (c->moves)
        c->lay(&last, c->of, before);
    for (int i = 0; i < w->planks.count; i++) {
        const plank *p = &w->planks.list[i], *was = c->moves ? &last.list[i] : p;
        sm3_triangle faces[2], faces_before[2];
        w->obstacles[i] = (sm_obstacle){.shape = segment_of(p),
                                        .before = segment_of(was),
                                        .moves = c->moves,
                                        .oneway = p->oneway,
                                        .number = i};
        faces_of(p, faces);
        faces_of(was, faces_before);
        for (int k = 0; k < 2; k++)
            w->faces[2 * i + k] =
                (sm3_obstacle){.shape = faces[k], .before = faces_before[k], .moves = c->moves};
    }
}

static sm_hull hull_of(walker_body body) {
    if (body == WALKER_DISK)
        return sm_hull_of_capsule(sm_circle((sm_vec2){0, 0.5f}, 0.5f));
    if (body == WALKER_CAPSULE)
        return sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f});
    sm_hull box = sm_hull_of_box(0.8f, 1.2f);
    for (int i = 0; i < box.count; i++)
        box.vertices[i].y += 0.6f;
    return box;
}

static sm3_mover mover_of(walker_body body) {
    if (body == WALKER_BOX3) /* as large as that in 2D, with its rounding */
        return sm3_box((sm3_vec){0, 0.6f, 0}, (sm3_vec){0.35f, 0, 0}, (sm3_vec){0, 0.55f, 0},
                       (sm3_vec){0, 0, 0.35f}, 0.05f);
    return body == WALKER_SPHERE
               ? sm3_sphere((sm3_vec){0, 0.5f, 0}, 0.5f)
               : (sm3_mover){.a = {0, 0.3f, 0}, .b = {0, 0.9f, 0}, .radius = 0.3f};
}

static double depth_in(const place *w, walker_body body, sm3_vec at) {
    const sm_vec2 none = {0, 0};
    const sm3_mover there = sm3_mover_at(mover_of(body), at);
    double deepest = 0;
    for (int i = 0; i < 2 * w->planks.count; i++) {
        if (w->planks.list[i / 2].oneway)
            continue;
        float depth =
            body < WALKER_SPHERE
                ? sm_collide_hull(hull_of(body), sm3_to2(at), w->obstacles[i / 2].shape, none).depth
                : sm3_collide(there, w->faces[i].shape, sm_to3(none)).depth;
        deepest = fmax(deepest, (double)depth);
    }
    return deepest;
}

/* ---- Controllers --------------------------------------------------------------------------- */

/* The usual kind: falls and walks with one velocity, moves, and clips it by what it touches. */
static void move_plainly(sm_character *c, const place *w, walker_body body, double walk, bool jump,
                         double seconds) {
    enum { MOST = 32 };
    sm_options options = {.resolver = SM_SWEEP};
    sm3_vec v = {(float)walk, c->momentum.y, 0};
    v.y = jump && c->on_floor ? 9 : v.y - (float)(gravity * seconds);
    sm3_vec delta = {v.x * (float)seconds, v.y * (float)seconds, 0};
    sm_collision flat_contacts[MOST];
    sm3_collision contacts[MOST];
    int count;
    if (body < WALKER_SPHERE) {
        sm_obstacle_array list = {w->obstacles, w->planks.count};
        sm_obstacles obstacles = sm_obstacles_of_list(&list);
        sm_result r =
            sm_slide_move(sm3_to2(c->position), sm3_to2(delta), hull_of(body), obstacles, &options);
        c->position = sm_to3(r.position);
        c->crushed = r.status == SM_CRUSHED;
        count = sm_find_contacts(r.position, hull_of(body), obstacles, NULL, flat_contacts, MOST);
        for (int i = 0; i < count && i < MOST; i++)
            contacts[i] = sm_collision_to3(flat_contacts[i]);
    } else {
        sm3_obstacle_array list = {w->faces, 2 * w->planks.count};
        sm3_obstacles obstacles = sm3_obstacles_of_list(&list);
        sm3_result r = sm3_slide_move(c->position, delta, mover_of(body), obstacles, &options);
        c->position = r.position;
        c->crushed = r.status == SM_CRUSHED;
        count = sm3_find_contacts(r.position, mover_of(body), obstacles, NULL, contacts, MOST);
    }
    count = count < MOST ? count : MOST;
    c->on_floor = false;
    c->legs = 1;
    for (int i = 0; i < count; i++)
        c->on_floor = c->on_floor || contacts[i].normal.y > 0.64f;
    c->momentum = sm3_clip_velocity(v, contacts, count);
}

static void move(sm_character *c, const place *w, walker_body body, double walk, bool jump,
                 double seconds) {
    static const sm_character_settings settings = {.step_height = 0.55f};
    if (body < WALKER_SPHERE) {
        sm_obstacle_array list = {w->obstacles, w->planks.count};
        sm_character_move(c, &settings, hull_of(body), sm_obstacles_of_list(&list),
                          (sm_vec2){(float)walk, 0}, jump, (float)seconds);
        return;
    }
    sm3_obstacle_array list = {w->faces, 2 * w->planks.count};
    sm3_character_move(c, &settings, mover_of(body), sm3_obstacles_of_list(&list),
                       (sm3_vec){(float)walk, 0, 0}, jump, (float)seconds);
}

/* ---- Runs ---------------------------------------------------------------------------------- */

typedef struct run {
    double worst[MEASURES];
    sm3_vec seen[MOMENTS_MAX]; /* where it was, at moments that all rates have */
    int moments;
    double way;
} run;

static double walk_at(const course *c, double time) {
    bool rests = c->doing == RESTS || (c->doing == WALKS_AND_RESTS && time > 0.7 * c->seconds);
    return rests ? 0 : speed;
}

static double distance(sm3_vec a, sm3_vec b) {
    return vec3_length(vec3_sub(vec3_of(b), vec3_of(a)));
}

static void note(run *r, int measure, double value) {
    r->worst[measure] = fmax(r->worst[measure], value);
}

/* Of what the character says that carried it while it stood, and gave it when it left: what a
 * platform lacks that moves as its first end does. In the tick in which it leaves it may fall. */
static double carried_error(const place *w, const sm_character *c, bool stood, double seconds) {
    sm_vec2 way = sm_between(w->obstacles[0].before.a, w->obstacles[0].shape.a);
    sm3_vec given = sm3_scaled(sm_to3(way), (float)(1 / seconds)), kept = c->momentum;
    if (!stood)
        return 0;
    double fallen = (double)given.y - (double)kept.y;
    if (fallen > 0 && fallen < gravity * seconds)
        kept.y = given.y;
    return fmax(distance(c->carried, given), c->on_floor ? 0 : distance(kept, given));
}

static run run_course(const course *c, walker_body body, int rate, bool plain) {
    static place w; /* too large for the stack */
    sm_character walker = {.position = {0, 0.2f, 0}};
    run r = {.worst = {0}};
    double seconds = 1.0 / rate, highest = 0;
    bool has_landed = false, was_crushed = false;
    int ticks = (int)(c->seconds * rate), still = 0;
    if (c->lay == wedge)
        walker.position.y = 1.5f;
    for (int tick = 1; tick <= ticks; tick++) {
        double time = tick * seconds, walk = walk_at(c, time - seconds / 2);
        if (tick == 1 || c->moves)
            build(&w, c, time - seconds, time);
        bool jumps = c->doing == JUMPS_AT_1 && tick == rate + 1;
        sm3_vec before = walker.position;
        bool stood = walker.on_floor;
        (plain ? move_plainly : move)(&walker, &w, body, walk, jumps, seconds);
        bool is_air = has_landed && !walker.on_floor;
        has_landed = has_landed || walker.on_floor;
        double gone = distance(before, walker.position);
        r.way += gone;
        r.worst[AIR] += is_air;
        highest = fmax(highest, (double)walker.position.y);
        still = walk > 0 ? 0 : still + 1;
        if (still > rate / 3)
            note(&r, CREEP, gone / seconds);
        if (walk > 0 && (double)before.x > c->from && (double)walker.position.x < c->to)
            note(&r, SPEED, fabs(gone / seconds / walk - 1));
        note(&r, PACE, fabs(((double)walker.position.x - (double)before.x) / seconds - walk));
        if (!walker.crushed)
            note(&r, DEPTH, depth_in(&w, body, walker.position));
        note(&r, LEGS, walker.legs / fmax(60.0 / rate, 1));
        note(&r, CARRIED, carried_error(&w, &walker, stood, seconds));
        was_crushed = was_crushed || walker.crushed;
        if (tick % (rate / rates[0]) == 0)
            r.seen[r.moments++] = walker.position;
        if (has_landed)
            note(&r, CLIMB, (double)walker.position.y);
    }
    r.worst[CRUSHED] = !was_crushed;
    r.worst[JUMP] = fabs(highest - 9 * 9 / (2 * gravity));
    return r;
}

/* Of the way: the farthest apart on the level at one moment, and altogether at the end. Between, a
 * step up is a step, at one rate a little before another. */
static double apart(const run *a, const run *b) {
    double most = distance(a->seen[a->moments - 1], b->seen[b->moments - 1]);
    for (int i = 0; i < a->moments; i++)
        most = fmax(most, fabs((double)a->seen[i].x - (double)b->seen[i].x));
    return most / a->way;
}

/* The worst of all measures at all rates. */
static void measure_course(int which, walker_body body, bool plain, double worst[MEASURES]) {
    static run runs[RATES];
    for (int i = 0; i < RATES; i++) {
        runs[i] = run_course(&courses[which], body, rates[i], plain);
        runs[i].worst[APART] = apart(&runs[0], &runs[i]);
        for (int m = 0; m < MEASURES; m++)
            worst[m] = fmax(worst[m], runs[i].worst[m]);
    }
}

/* A course is run once for all of its rows. */
double character_row_worst(const character_row *row, walker_body body, bool plain) {
    static struct {
        bool is_known;
        double worst[MEASURES];
    } known[COURSES][WALKER_BODIES][2];
    if (!known[row->course][body][plain].is_known)
        measure_course(row->course, body, plain, known[row->course][body][plain].worst);
    known[row->course][body][plain].is_known = true;
    return known[row->course][body][plain].worst[row->measure];
}

#include "reference.h"

#include <float.h>
#include <math.h>

typedef reference_point point;

/* World units. At coordinates up to 32 a float is off by up to 1e-6 in x and in y: once for the
 * forced position and once for a corner of a turned box. */
static const double spread_at_start = 4e-6;

/* ... and once more for each push. */
static const double spread_of_push = 1.5e-6;

/* Two depths that differ by less, or by less than the spread may have changed them, count as equal.
 */
static const double equal_depths = 2e-6;

/* A centre nearer to an inner segment than this may be on either side of it. */
static const double unsure_side = 1e-5;

/* ---- Geometry ---------------------------------------------------------------------------- */

static point plus(point p, point q) {
    return (point){p.x + q.x, p.y + q.y};
}

static point minus(point p, point q) {
    return (point){p.x - q.x, p.y - q.y};
}

static point times(point p, double k) {
    return (point){p.x * k, p.y * k};
}

static double dot(point p, point q) {
    return p.x * q.x + p.y * q.y;
}

static double length(point p) {
    return hypot(p.x, p.y);
}

static double larger_coordinate(point p) {
    return fmax(fabs(p.x), fabs(p.y));
}

typedef struct penetration {
    double depth;
    double distance; /* of the centre from the inner segment */
    point normal;    /* unit; zero where the distance is */
    point across;    /* unit, at a right angle to the segment; zero for a point */
    bool at_end;     /* the nearest point is, or may be, an end: around it the normal turns */
} penetration;

static penetration penetrate(point centre, double disk_radius, const reference_obstacle *obstacle,
                             double spread) {
    point along = minus(obstacle->b, obstacle->a);
    double whole = length(along);
    double part = whole > 0 ? dot(minus(centre, obstacle->a), along) / whole : 0;
    double clamped = fmin(fmax(part, 0), whole);
    point closest = whole > 0 ? plus(obstacle->a, times(along, clamped / whole)) : obstacle->a;
    point delta = minus(centre, closest);
    double distance = length(delta);
    return (penetration){
        .depth = disk_radius + obstacle->radius - distance,
        .distance = distance,
        .normal = distance > 0 ? times(delta, 1 / distance) : (point){0, 0},
        .across = whole > 0 ? (point){-along.y / whole, along.x / whole} : (point){0, 0},
        .at_end = part <= spread || part >= whole - spread,
    };
}

/* ---- The ways a tick may go -------------------------------------------------------------- */

typedef struct search {
    const reference_world *world;
    const reference_tick *tick;
    reference_verdict verdict;
} search;

static double deepest(const search *s, point centre) {
    double depth = -INFINITY;
    for (int i = 0; i < s->world->count; i++)
        depth =
            fmax(depth, penetrate(centre, s->world->disk_radius, &s->world->obstacles[i], 0).depth);
    return depth;
}

static void arrive(search *s, point centre, double depth, double spread) {
    double error = larger_coordinate(minus(centre, s->tick->after));
    double allowed = fmax(REFERENCE_TOLERANCE, spread);
    bool agrees = error <= allowed && fabs(fmax(depth, 0) - s->tick->depth) <= allowed;
    if (agrees ? !s->verdict.agrees || error < s->verdict.error
               : !s->verdict.agrees && error < s->verdict.error) {
        s->verdict.error = error;
        s->verdict.allowed = allowed;
    }
    s->verdict.agrees = s->verdict.agrees || agrees;
}

static void follow(search *s, point centre, int pushes_left, double spread);

static void push(search *s, point centre, point out, const penetration *p, int pushes_left,
                 double spread) {
    /* Beside a wall every push has the same direction. Around an end the direction turns by
     * spread / distance, and the push is `depth` long. */
    double magnified = p->at_end ? spread * (1 + p->depth / p->distance) : spread;
    follow(s, plus(centre, times(out, p->depth)), pushes_left - 1, magnified + spread_of_push);
}

/* Pushes out of one of the penetrations, to both sides where the side is unsure. */
static void push_out_of(search *s, point centre, const penetration *p, int pushes_left,
                        double spread) {
    if (p->distance > fmax(unsure_side, 2 * spread)) {
        push(s, centre, p->normal, p, pushes_left, spread);
    } else if (p->at_end) {
        s->verdict.undecided = true;
    } else {
        s->verdict.branchings++;
        push(s, centre, p->across, p, pushes_left, spread);
        push(s, centre, times(p->across, -1), p, pushes_left, spread);
    }
}

/* Walls that share the end which the disk touches ask for one and the same push. */
static bool is_same_push(const penetration *p, const penetration *q) {
    return length(minus(times(p->normal, p->depth), times(q->normal, q->depth))) < 1e-9;
}

static void follow(search *s, point centre, int pushes_left, double spread) {
    double depth = deepest(s, centre);
    /* What is less deep than this the program may still push out, but not far. */
    double touching = (double)FLT_EPSILON * larger_coordinate(centre);
    if (pushes_left == 0 || depth <= touching) {
        arrive(s, centre, depth, spread);
        return;
    }
    double as_deep = depth - fmax(equal_depths, 2 * spread);
    penetration followed = {0};
    int ways = 0;
    for (int i = 0; i < s->world->count; i++) {
        penetration p = penetrate(centre, s->world->disk_radius, &s->world->obstacles[i], spread);
        if (p.depth < as_deep || p.depth <= touching || (ways > 0 && is_same_push(&p, &followed)))
            continue;
        s->verdict.branchings += ways > 0;
        followed = p;
        ways++;
        push_out_of(s, centre, &p, pushes_left, spread);
    }
}

reference_verdict reference_judge(const reference_world *world, const reference_tick *tick) {
    search s = {world, tick, {.error = INFINITY}};
    follow(&s, plus(tick->before, tick->delta), 5, spread_at_start);
    return s.verdict;
}

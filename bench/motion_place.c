#include "motion_place.h"

#include <math.h>

static const double degree = 3.14159265358979323846 / 180;

const double motion_directions[MOTION_DIRECTIONS] = {0, 37, 101, 190, 283};
const double motion_wedges[MOTION_WEDGES] = {5, 10, 20, 30, 45, 60, 90, 120, 150, 170};

point direction_at(double degrees) {
    return (point){cos(degrees * degree), sin(degrees * degree)};
}

point along(point from, point direction, double distance) {
    return (point){from.x + direction.x * distance, from.y + direction.y * distance};
}

double distance_between(sm_vec2 a, sm_vec2 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    return sqrt(x * x + y * y);
}

static sm_vec2 rounded(point p) {
    return (sm_vec2){(float)p.x, (float)p.y};
}

void add_wall(place *p, point a, point b) {
    p->walls[p->count++] = sm_segment(rounded(a), rounded(b));
}

point push(place *p, point delta) {
    sm_options options = {.resolver = p->resolver};
    sm_vec2 before = p->position;
    p->position = sm_slide_move_capsules(before, rounded(delta),
                                         sm_circle((sm_vec2){0, 0}, (float)MOTION_RADIUS), p->walls,
                                         p->count, &options)
                      .position;
    return (point){(double)p->position.x - (double)before.x,
                   (double)p->position.y - (double)before.y};
}

static point nearest_on(point from, const sm_capsule *wall) {
    double ax = (double)wall->a.x, ay = (double)wall->a.y;
    double ex = (double)wall->b.x - ax, ey = (double)wall->b.y - ay;
    double squared = ex * ex + ey * ey;
    double t = squared > 0 ? ((from.x - ax) * ex + (from.y - ay) * ey) / squared : 0;
    t = fmin(fmax(t, 0), 1);
    return (point){ax + t * ex, ay + t * ey};
}

static double length_of(point p) {
    return sqrt(p.x * p.x + p.y * p.y);
}

double distance_to(point from, const sm_capsule *wall) {
    point on = nearest_on(from, wall);
    return length_of((point){from.x - on.x, from.y - on.y}) - (double)wall->radius;
}

point normal_at(point from, const sm_capsule *wall) {
    point on = nearest_on(from, wall), way = {from.x - on.x, from.y - on.y};
    double length = length_of(way);
    return (point){way.x / length, way.y / length};
}

double depth_of(const place *p, point centre, double radius) {
    double nearest = INFINITY;
    for (int i = 0; i < p->count; i++)
        nearest = fmin(nearest, distance_to(centre, &p->walls[i]));
    return radius - nearest;
}

double depth_here(const place *p) {
    return depth_of(p, (point){(double)p->position.x, (double)p->position.y}, MOTION_RADIUS);
}

double random_between(uint64_t *state, double low, double high) {
    *state ^= *state << 13; /* xorshift64 (Marsaglia 2003) */
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return low + (high - low) * (double)(*state >> 11) / 9007199254740992.0;
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static void add_outline(room *r, const point *corners, int count) {
    for (int i = 0; i < count; i++)
        add_wall(&r->place, corners[i], corners[(i + 1) % count]);
}

static int make_star(point *corners, int most, point centre, double least, double farthest,
                     uint64_t *random) {
    int count = 3 + (int)random_between(random, 0, most - 2);
    double turn = random_between(random, 0, 360);
    for (int i = 0; i < count; i++) {
        double degrees = turn + 360 * (i + random_between(random, -0.3, 0.3)) / count;
        corners[i] = along(centre, direction_at(degrees), random_between(random, least, farthest));
    }
    return count;
}

void make_room(room *r, uint64_t *random) {
    sm_resolver resolver = r->place.resolver;
    *r = (room){.place.resolver = resolver};
    point middle = {0, 0};
    r->outline_count = make_star(r->outline, ROOM_CORNERS_MAX, middle, 1.5, 9, random);
    add_outline(r, r->outline, r->outline_count);
    point aside = {random_between(random, -4, 4), random_between(random, -4, 4)};
    r->pillar_count = make_star(r->pillar, PILLAR_CORNERS_MAX, aside, 0.2, 1.5, random);
    add_outline(r, r->pillar, r->pillar_count);
    int others = (int)random_between(random, 0, 5);
    for (int i = 0; i < others; i++) {
        point a = {random_between(random, -6, 6), random_between(random, -6, 6)};
        point b =
            along(a, direction_at(random_between(random, 0, 360)), random_between(random, 0, 4));
        add_wall(&r->place, a, b);
        r->place.walls[r->place.count - 1].radius =
            i % 2 == 0 ? 0 : (float)random_between(random, 0, 0.6);
    }
}

bool enter_room(room *r, uint64_t *random) {
    for (int i = 0; i < 200; i++) {
        point at = {random_between(random, -6, 6), random_between(random, -6, 6)};
        r->place.position = rounded(at);
        if (is_in_room(r) && depth_here(&r->place) <= 0)
            return true;
    }
    return false;
}

/* Counts the edges to the right (Haines 1994), with the floats that the walls have. */
static bool is_inside(const sm_capsule *walls, int count, sm_vec2 at) {
    bool inside = false;
    for (int i = 0; i < count; i++) {
        double ax = (double)walls[i].a.x, ay = (double)walls[i].a.y;
        double bx = (double)walls[i].b.x, by = (double)walls[i].b.y;
        double x = (double)at.x, y = (double)at.y;
        if ((ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax))
            inside = !inside;
    }
    return inside;
}

bool is_in_room(const room *r) {
    sm_vec2 at = r->place.position;
    return is_inside(r->place.walls, r->outline_count, at) &&
           !is_inside(r->place.walls + r->outline_count, r->pillar_count, at);
}

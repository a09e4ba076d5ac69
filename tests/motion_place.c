#include "motion_place.h"

#include <math.h>

#include "random.h"

static const double degree = 3.14159265358979323846 / 180;

const double motion_directions[MOTION_DIRECTIONS] = {0, 37, 101, 190, 283};
const double motion_wedges[MOTION_WEDGES] = {5, 10, 20, 30, 45, 60, 90, 120, 150, 170};

vec motion_direction(double degrees) {
    return (vec){cos(degrees * degree), sin(degrees * degree)};
}

vec motion_along(vec from, vec direction, double distance) {
    return vec_add(from, vec_scale(direction, distance));
}

void motion_add_wall(motion_place *p, vec a, vec b) {
    p->walls[p->count++] = sm_segment(vec_round(a), vec_round(b));
}

vec motion_push(motion_place *p, vec delta) {
    sm_options options = {.resolver = p->resolver};
    sm_vec2 before = p->position;
    const sm_hull disk = sm_hull_of_capsule(sm_circle((sm_vec2){0, 0}, (float)MOTION_RADIUS));
    const sm_capsule_array walls = {p->walls, p->count};
    p->position =
        sm_slide_move(before, vec_round(delta), disk, sm_obstacles_of_array(&walls), &options)
            .position;
    return vec_sub(vec_of(p->position), vec_of(before));
}

static vec way_from(const sm_capsule *wall, vec from) {
    vec a = vec_of(wall->a), edge = vec_sub(vec_of(wall->b), a);
    double squared = vec_dot(edge, edge);
    double t = squared > 0 ? vec_dot(vec_sub(from, a), edge) / squared : 0;
    return vec_sub(from, motion_along(a, edge, fmin(fmax(t, 0), 1)));
}

double motion_distance(vec from, const sm_capsule *wall) {
    return vec_length(way_from(wall, from)) - (double)wall->radius;
}

vec motion_normal(vec from, const sm_capsule *wall) {
    vec way = way_from(wall, from);
    double length = vec_length(way);
    return (vec){way.x / length, way.y / length};
}

double motion_depth(const motion_place *p) {
    double nearest = INFINITY;
    for (int i = 0; i < p->count; i++)
        nearest = fmin(nearest, motion_distance(vec_of(p->position), &p->walls[i]));
    return MOTION_RADIUS - nearest;
}

double motion_random(uint64_t *state, double low, double high) {
    return low + (high - low) * (double)(random_bits(state) >> 11) / 9007199254740992.0;
}

/* ---- Rooms ------------------------------------------------------------------------------- */

static void add_outline(motion_room *r, const vec *corners, int count) {
    for (int i = 0; i < count; i++)
        motion_add_wall(&r->place, corners[i], corners[(i + 1) % count]);
}

static int make_star(vec *corners, int most, vec centre, double least, double farthest,
                     uint64_t *random) {
    int count = 3 + (int)motion_random(random, 0, most - 2);
    double turn = motion_random(random, 0, 360);
    for (int i = 0; i < count; i++) {
        double degrees = turn + 360 * (i + motion_random(random, -0.3, 0.3)) / count;
        corners[i] =
            motion_along(centre, motion_direction(degrees), motion_random(random, least, farthest));
    }
    return count;
}

void motion_make_room(motion_room *r, uint64_t *random) {
    sm_resolver resolver = r->place.resolver;
    *r = (motion_room){.place.resolver = resolver};
    r->outline_count = make_star(r->outline, ROOM_CORNERS_MAX, (vec){0, 0}, 1.5, 9, random);
    add_outline(r, r->outline, r->outline_count);
    vec aside = {motion_random(random, -4, 4), motion_random(random, -4, 4)};
    r->pillar_count = make_star(r->pillar, PILLAR_CORNERS_MAX, aside, 0.2, 1.5, random);
    add_outline(r, r->pillar, r->pillar_count);
    int others = (int)motion_random(random, 0, 5);
    for (int i = 0; i < others; i++) {
        vec a = {motion_random(random, -6, 6), motion_random(random, -6, 6)};
        vec b = motion_along(a, motion_direction(motion_random(random, 0, 360)),
                             motion_random(random, 0, 4));
        motion_add_wall(&r->place, a, b);
        r->place.walls[r->place.count - 1].radius =
            i % 2 == 0 ? 0 : (float)motion_random(random, 0, 0.6);
    }
}

void motion_place_anywhere(motion_room *r, uint64_t *random) {
    vec at = {motion_random(random, -6, 6), motion_random(random, -6, 6)};
    r->place.position = vec_round(at);
}

bool motion_enter_room(motion_room *r, uint64_t *random) {
    for (int i = 0; i < 200; i++) {
        motion_place_anywhere(r, random);
        if (motion_is_in_room(r) && motion_depth(&r->place) <= 0)
            return true;
    }
    return false;
}

/* Counts the edges to the right (Haines 1994), with the floats that the walls have. */
static bool is_inside(const sm_capsule *walls, int count, sm_vec2 at) {
    bool inside = false;
    for (int i = 0; i < count; i++) {
        vec a = vec_of(walls[i].a), b = vec_of(walls[i].b), p = vec_of(at);
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

bool motion_is_in_room(const motion_room *r) {
    sm_vec2 at = r->place.position;
    return is_inside(r->place.walls, r->outline_count, at) &&
           !is_inside(r->place.walls + r->outline_count, r->pillar_count, at);
}

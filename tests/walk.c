#include "walk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/slidemove/vec.h"
#include "random.h"

static const double most_seconds = 3, still_seconds = 0.5, rest_seconds = 0.4;
static const double still = 1e-3; /* world units */
static const double marks_a_second = 6;
static const double radians_of_degree = 3.14159265358979323846 / 180;

const int walk_rates[WALK_RATES] = {30, 60, 120, 144, 240, 0};

/* ---- A character on a ground --------------------------------------------------------------- */

const char *walker_body(const ground_family *family, int body) {
    static const char *const names[] = {"disk", "capsule", "box", "rounded box"};
    return family->in_space && body == 0 ? "sphere" : names[body];
}

sm_vec2 walker_size(int body) {
    static const sm_vec2 sizes[WALK_BODIES] = {{0.5f, 1}, {0.3f, 1.2f}, {0.3f, 1.2f}, {0.3f, 1.2f}};
    return sizes[body];
}

static sm_hull hull_of_body(int body) {
    if (body == 0)
        return sm_hull_of_capsule(sm_circle((sm_vec2){0, 0.5f}, 0.5f));
    if (body == 1)
        return sm_hull_of_capsule((sm_capsule){{0, 0.3f}, {0, 0.9f}, 0.3f});
    float r = body == 2 ? 0 : 0.1f, x = 0.3f - r;
    const sm_vec2 corners[] = {{-x, r}, {x, r}, {x, 1.2f - r}, {-x, 1.2f - r}};
    sm_hull hull;
    if (!sm_hull_of_points(corners, 4, r, &hull))
        abort();
    return hull;
}

static sm3_mover mover_of_body(int body) {
    if (body == 0)
        return sm3_sphere((sm3_vec){0, 0.5f, 0}, 0.5f);
    if (body == 1)
        return (sm3_mover){.a = {0, 0.3f, 0}, .b = {0, 0.9f, 0}, .radius = 0.3f};
    float r = body == 2 ? 0 : 0.1f;
    return sm3_box((sm3_vec){0, 0.6f, 0}, (sm3_vec){0.3f - r, 0, 0}, (sm3_vec){0, 0.6f - r, 0},
                   (sm3_vec){0, 0, 0.3f - r}, r);
}

walker walker_of(const ground *g, int body) {
    return (walker){.ground = g, .hull = hull_of_body(body), .mover = mover_of_body(body)};
}

void walker_tick(walker *w, sm3_vec velocity, bool jump, double seconds) {
    const ground *g = w->ground;
    if (g->family->in_space)
        sm3_character_move(&w->c, NULL, w->mover, g->obstacles, velocity, jump, (float)seconds);
    else
        sm_character_move(&w->c, NULL, w->hull, g->flat_obstacles, sm3_to2(velocity), jump,
                          (float)seconds);
}

/* One tick along the path. */
static void tick_along(walker *w, double speed, double seconds) {
    walker_tick(w, sm3_scaled(w->ground->heading, (float)speed), false, seconds);
}

static double along(const ground *g, sm3_vec at) {
    vec3 way = vec3_sub(vec3_of(at), vec3_of(g->start));
    return vec3_dot(way, vec3_of(g->heading));
}

static double beside(const ground *g, sm3_vec at) {
    vec3 way = vec3_sub(vec3_of(at), vec3_of(g->start)), h = vec3_of(g->heading);
    return fabs(way.z * h.x - way.x * h.z);
}

/* Where the body rests on the ground at this place of the path: from above to the first touch. */
static sm3_vec resting(const walker *w, double place) {
    const ground *g = w->ground;
    float fall = (float)(g->high - g->low + 3);
    sm3_vec from = sm3_offset(g->start, g->heading, (float)place);
    from.y = (float)g->high + 1;
    double fraction = 0;
    if (g->family->in_space)
        fraction =
            sm3_shapecast(from, (sm3_vec){0, -fall, 0}, w->mover, g->obstacles, NULL).fraction;
    else
        fraction =
            sm_shapecast(sm3_to2(from), (sm_vec2){0, -fall}, w->hull, g->flat_obstacles, NULL)
                .fraction;
    from.y = (float)((double)from.y - fraction * (double)fall);
    return from;
}

bool walker_settle(walker *w, double place, int rate) {
    rate = rate > 0 ? rate : 60;
    w->c = (sm_character){.position = resting(w, place)};
    w->c.position.y += 0.02f;
    for (int i = 0; i < rate * rest_seconds; i++)
        tick_along(w, 0, 1.0 / rate);
    return w->c.on_floor;
}

double walker_along(const walker *w) {
    return along(w->ground, w->c.position);
}

/* ---- Walks ---------------------------------------------------------------------------------- */

/* The length of the way along which the body would rest on the ground, in chords. */
static double resting_length(const walker *w, double from, double to, double chord) {
    int count = 1 + (int)((to - from) / chord);
    sm3_vec last = resting(w, from);
    double sum = 0;
    for (int i = 1; i <= count; i++) {
        sm3_vec next = resting(w, from + (to - from) * i / count);
        double rise = (double)next.y - (double)last.y, level = (to - from) / count;
        sum += sqrt(rise * rise + level * level);
        last = next;
    }
    return sum;
}

/* So far it got, of what it wanted to. */
static double share_of(const walker *w, const walk *k, double from) {
    double to = along(w->ground, k->at), wanted = k->speed * k->seconds;
    if (!(wanted > 0))
        return 1;
    if (w->ground->family->on_level || !(to > from))
        return (to - from) / wanted;
    double share = resting_length(w, from, to, 0.05) / wanted;
    return share > WALK_LEAST_SHARE + 0.05 ? share : resting_length(w, from, to, 0.005) / wanted;
}

walk walk_of_seed(const ground *g, int body, int rate) {
    uint64_t random = random_seed(g->random + (uint64_t)body);
    walk w = {.body = body, .rate = rate, .speed = random_magnitude(&random, 2, 40)};
    w.behind = random_double(&random, 0, 1.5);
    return w;
}

/* Whether something too steep is so near that this tick, or the next ones, could touch it. */
static bool is_near_steep(const walker *w, double way) {
    sm3_mover grown = w->mover;
    grown.radius += (float)(way + 0.1);
    return w->ground->steep != NULL &&
           sm3_find_contacts(w->c.position, grown, sm3_obstacles_of_world(w->ground->steep), NULL,
                             NULL, 0) > 0;
}

/* Walks on to the path's end, or until something holds it. */
static void walk_along(walker *w, walk *k) {
    const ground *g = w->ground;
    uint64_t random = random_seed(g->seed);
    double from = along(g, w->c.position), best = from, best_seconds = 0;
    for (int i = 1, marks = 0; k->end == WALK_DONE; i++) {
        bool hangs = k->seconds - best_seconds > 0.1; /* which may be for good */
        if (k->seconds > most_seconds - 1e-6 && !hangs)
            break;
        double left = (marks + 1) / marks_a_second - k->seconds;
        double seconds = k->rate > 0 ? 1.0 / k->rate : random_double(&random, 1.0 / 240, 1.0 / 30);
        bool is_mark = k->rate > 0 ? i * (int)marks_a_second % k->rate == 0 : left < seconds + 1e-3;
        if (best + k->speed * seconds > g->length)
            break;
        if (is_near_steep(w, k->speed * seconds)) {
            k->end = WALK_AT_STEEP;
            break;
        }
        seconds = k->rate == 0 && is_mark ? left : seconds;
        tick_along(w, k->speed, seconds);
        k->seconds = k->rate > 0 ? (double)i / k->rate : k->seconds + seconds;
        k->at = w->c.position;
        marks += is_mark;
        if (is_mark && k->mark_count < WALK_MARKS)
            k->marks[k->mark_count++] = k->at;
        if (along(g, k->at) > best + still) {
            best = along(g, k->at);
            best_seconds = k->seconds;
        }
        if (beside(g, k->at) > 0.6 * g->margin || (double)k->at.y < g->low - 5)
            k->end = WALK_LOST;
        else if (k->seconds - best_seconds >= still_seconds)
            k->end = WALK_STOPPED;
    }
    k->share = share_of(w, k, from);
}

static walker begin_walk(const ground *g, walk *k) {
    walker w = walker_of(g, k->body);
    bool stands = walker_settle(&w, -k->behind, k->rate);
    k->end = stands ? WALK_DONE : is_near_steep(&w, 1) ? WALK_AT_STEEP : WALK_LOST;
    k->at = w.c.position;
    k->seconds = 0;
    k->share = k->end != WALK_LOST;
    k->mark_count = 0;
    return w;
}

void walk_over(const ground *g, walk *k) {
    walker w = begin_walk(g, k);
    if (k->end == WALK_DONE)
        walk_along(&w, k);
}

bool walk_there_and_back(const ground *g, walk *k) {
    static const double more = 0.3; /* seconds: for a landing */
    walker w = begin_walk(g, k);
    double from = along(g, w.c.position), tick = 1.0 / (k->rate > 0 ? k->rate : 60);
    walk_along(&w, k);
    double most = k->seconds / WALK_LEAST_SHARE + more;
    for (double time = 0; time < most && along(g, w.c.position) > from + still; time += tick)
        tick_along(&w, -k->speed, tick);
    k->at = w.c.position;
    return along(g, k->at) <= from + still;
}

bool walk_fails(const walk *w) {
    return w->end == WALK_STOPPED || w->end == WALK_LOST || w->share < WALK_LEAST_SHARE;
}

bool walk_climbs(const ground *g, int body, int rate) {
    walk k = walk_of_seed(g, body, rate);
    k.behind = (0.8 + k.behind) / cos(g->angle);
    walk_over(g, &k);
    return k.at.y > (float)(0.9 * g->high);
}

double walks_apart(const ground *g, const walk *a, const walk *b) {
    int count = a->mark_count < b->mark_count ? a->mark_count : b->mark_count;
    double worst = 0;
    for (int i = 0; i < count; i++) {
        vec3 by = vec3_sub(vec3_of(a->marks[i]), vec3_of(b->marks[i]));
        by.y = fmax(fabs(by.y) - (g->family->has_steps ? GROUND_STEP_HEIGHT : 0), 0);
        worst = fmax(worst, vec3_length(by));
    }
    return count > 0 ? worst / (a->speed * count / marks_a_second) : 0;
}

const char *walk_rate_name(int rate) {
    static char name[16];
    snprintf(name, sizeof name, "%d Hz", rate);
    return rate > 0 ? name : "uneven";
}

void walk_print(const ground *g, const walk *w) {
    static const char *const ends[] = {"is done", "is at something steep", "stops", "is lost"};
    double heading = atan2((double)g->heading.z, (double)g->heading.x) / radians_of_degree;
    printf("%s %llu (%s): %s, %s, %.9g u/s, heading %.2f, %.9g behind: %s after %.3f s at "
           "%.9g %.9g %.9g, share %.3f\n",
           g->family->name, (unsigned long long)g->seed, g->note, walker_body(g->family, w->body),
           walk_rate_name(w->rate), w->speed, heading, w->behind, ends[w->end], w->seconds,
           (double)w->at.x, (double)w->at.y, (double)w->at.z, w->share);
}

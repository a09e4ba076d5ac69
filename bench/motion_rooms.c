#include "motion_rooms.h"

#include <math.h>

#include "motion_place.h"

/* ---- Shots ------------------------------------------------------------------------------- */

/* A shot straight ahead, at a corner of the outline, or grazing one by about a radius. */
static point aim(const room *r, double speed, uint64_t *random) {
    double kind = random_between(random, 0, 3);
    if (kind < 1)
        return along((point){0, 0}, direction_at(random_between(random, 0, 360)), speed);
    const sm_capsule *wall =
        &r->place.walls[(int)random_between(random, 0, (double)r->place.count - 0.001)];
    double x = (double)wall->a.x - (double)r->place.position.x;
    double y = (double)wall->a.y - (double)r->place.position.y;
    double length = sqrt(x * x + y * y);
    point ahead = {x / length, y / length}, side = {-ahead.y, ahead.x};
    if (kind < 2)
        return along((point){0, 0}, ahead, speed);
    point target = along((point){x, y}, side, MOTION_RADIUS * random_between(random, -1.01, 1.01));
    double far = sqrt(target.x * target.x + target.y * target.y);
    return (point){target.x / far * speed, target.y / far * speed};
}

static double count_escapes(sm_resolver resolver, double speed, double effort) {
    uint64_t random = 20240607;
    double escapes = 0;
    room r = {.place.resolver = resolver};
    long shots = (long)(2e5 * effort), in_room = 50;
    for (long done = 0; done < shots; done += in_room) {
        make_room(&r, &random);
        for (int i = 0; i < in_room; i++) {
            if (!enter_room(&r, &random))
                continue;
            push(&r.place, aim(&r, speed, &random));
            escapes += !is_in_room(&r) || !(depth_here(&r.place) < 1e-4);
        }
    }
    return escapes;
}

double shots_0_6(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 0.6, effort);
}

double shots_2(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 2, effort);
}

double shots_5(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 5, effort);
}

double shots_50(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 50, effort);
}

double shots_5000(sm_resolver resolver, double effort) {
    return count_escapes(resolver, 5000, effort);
}

/* Walks that go on: each move starts where the last one ended. */
double walks(sm_resolver resolver, double effort) {
    uint64_t random = 77;
    double escapes = 0;
    room r = {.place.resolver = resolver};
    long moves = (long)(5e6 * effort), in_room = 500;
    for (long done = 0; done < moves; done += in_room) {
        make_room(&r, &random);
        if (!enter_room(&r, &random))
            continue;
        double heading = random_between(&random, 0, 360);
        for (int i = 0; i < in_room; i++) {
            double fast = random_between(&random, 0, 1);
            double step = fast < 0.02 ? 30 : fast < 0.2 ? 1 : MOTION_STEP;
            heading += random_between(&random, -30, 30);
            push(&r.place, along((point){0, 0}, direction_at(heading), step));
            if (!is_in_room(&r) || !(depth_here(&r.place) < 1e-4)) {
                escapes++;
                break;
            }
        }
    }
    return escapes;
}

/* ---- Already inside ---------------------------------------------------------------------- */

typedef struct settling {
    double ticks; /* the last one that moved it */
    double rise;  /* of the depth, in any tick */
} settling;

static settling measure_settling(sm_resolver resolver, double effort) {
    uint64_t random = 5;
    settling worst = {0, 0};
    room r = {.place.resolver = resolver};
    for (long i = 0; i < (long)(1e4 * effort); i++) {
        make_room(&r, &random);
        r.place.position =
            (sm_vec2){(float)random_between(&random, -6, 6), (float)random_between(&random, -6, 6)};
        double depth = depth_here(&r.place);
        for (int tick = 1; tick <= 30; tick++) {
            sm_vec2 before = r.place.position;
            push(&r.place, (point){0, 0});
            double left = depth_here(&r.place);
            if (distance_between(before, r.place.position) > 1e-5)
                worst.ticks = fmax(worst.ticks, tick);
            worst.rise = fmax(worst.rise, left - fmax(depth, 0));
            depth = left;
        }
    }
    return worst;
}

double settling_ticks(sm_resolver resolver, double effort) {
    return measure_settling(resolver, effort).ticks;
}

double settling_rise(sm_resolver resolver, double effort) {
    return measure_settling(resolver, effort).rise;
}

#include "motion.h"

#include <math.h>

#include "direction.h"

bool level_moves(const level_statement *statement) {
    const level_attribute_values *a = &statement->attributes;
    return ((a->present & LEVEL_HAS_SPIN) != 0 && a->spin != 0) ||
           ((a->present & LEVEL_HAS_SHIFT) != 0 && (a->shift.x != 0 || a->shift.y != 0));
}

/* ---- Centroids --------------------------------------------------------------------------- */

typedef struct centroid {
    double x, y;
} centroid;

static centroid middle(double x1, double y1, double x2, double y2) {
    return (centroid){(x1 + x2) / 2, (y1 + y2) / 2};
}

/* Of a wire: each piece counts by its length. */
static centroid of_wire(const float *n, int points, bool closed) {
    double length = 0, x = 0, y = 0;
    for (int i = 0; i + 1 < points + closed; i++) {
        const float *a = n + 2 * i, *b = n + 2 * ((i + 1) % points);
        double dx = (double)b[0] - (double)a[0], dy = (double)b[1] - (double)a[1];
        double piece = sqrt(dx * dx + dy * dy);
        length += piece;
        x += piece * ((double)a[0] + (double)b[0]) / 2;
        y += piece * ((double)a[1] + (double)b[1]) / 2;
    }
    return length > 0 ? (centroid){x / length, y / length} : (centroid){(double)n[0], (double)n[1]};
}

/* Of an area: triangles from the first point (Bashein and Detmer, Graphics Gems IV, I.1). */
static centroid of_area(const float *n, int points) {
    double area = 0, x = 0, y = 0, size = 0;
    for (int i = 1; i + 1 < points; i++) {
        double ax = (double)n[2 * i] - (double)n[0], ay = (double)n[2 * i + 1] - (double)n[1];
        double bx = (double)n[2 * i + 2] - (double)n[0], by = (double)n[2 * i + 3] - (double)n[1];
        double twice = ax * by - ay * bx;
        area += twice;
        size += fabs(twice);
        x += twice * (ax + bx) / 3;
        y += twice * (ay + by) / 3;
    }
    if (fabs(area) <= 1e-9 * size) /* nothing enclosed: as a wire */
        return of_wire(n, points, true);
    return (centroid){(double)n[0] + x / area, (double)n[1] + y / area};
}

static centroid centroid_of(const level *l, const level_statement *s) {
    const float *n = l->numbers + s->first_number;
    switch (s->kind) {
    case LEVEL_SEGMENT:
    case LEVEL_CHAIN:
        return of_wire(n, s->number_count / 2, false);
    case LEVEL_LOOP:
        return of_area(n, s->number_count / 2);
    case LEVEL_CAPSULE:
        return middle((double)n[0], (double)n[1], (double)n[2], (double)n[3]);
    case LEVEL_CIRCLE:
    case LEVEL_BOX:
        return (centroid){(double)n[0], (double)n[1]};
    default: /* nothing that moves */
        return (centroid){0, 0};
    }
}

/* ---- Poses ------------------------------------------------------------------------------- */

/* 0 .. 1 .. 0 in one period. */
static double there_and_back(double seconds, double period) {
    double turn = fmod(seconds, period) / period;
    return turn < 0.5 ? 2 * turn : 2 - 2 * turn;
}

level_pose level_pose_at(const level *l, int statement, double seconds) {
    const level_statement *s = &l->statements[statement];
    const level_attribute_values *a = &s->attributes;
    centroid c = centroid_of(l, s);
    direction d = direction_from_degrees((float)fmod((double)a->spin * seconds, 360));
    double share =
        (a->present & LEVEL_HAS_SHIFT) != 0 ? there_and_back(seconds, (double)a->shift_seconds) : 0;
    return (level_pose){.centre_x = c.x,
                        .centre_y = c.y,
                        .cosine = d.x,
                        .sine = d.y,
                        .shift_x = share * (double)a->shift.x,
                        .shift_y = share * (double)a->shift.y};
}

static sm_vec2 posed(level_pose p, sm_vec2 v) {
    double x = (double)v.x - p.centre_x, y = (double)v.y - p.centre_y;
    return (sm_vec2){(float)(p.centre_x + x * p.cosine - y * p.sine + p.shift_x),
                     (float)(p.centre_y + x * p.sine + y * p.cosine + p.shift_y)};
}

sm_capsule level_posed(level_pose pose, sm_capsule c) {
    return (sm_capsule){posed(pose, c.a), posed(pose, c.b), c.radius};
}

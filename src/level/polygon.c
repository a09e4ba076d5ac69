/* polygon: ear clipping (Meisters 1975; Ericson, Real-Time Collision Detection, 12.5.2).
 *
 * The polygon is looked at along its normal, by Newell's formula (Sutherland, Sproull and
 * Schumacker 1974): the sum over the edges, which no single corner, however flat or reflex, can
 * spoil. Dropping the coordinate in which the normal is longest leaves two in which every triangle
 * keeps its side. Then corners are cut off whose triangle is inside and holds no other corner.
 *
 * A judgement of a corner holds until a neighbour is cut off, or the corner that was found in its
 * triangle: so mostly three judgements a corner do, and the square of the corners is what it costs.
 */
#include "polygon.h"

#include <math.h>

typedef struct normal {
    double x, y, z;
} normal;

static normal newell_normal(const sm3_vec *vertices, const int *corners, int count) {
    normal n = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        sm3_vec a = vertices[corners[i]], b = vertices[corners[(i + 1) % count]];
        n.x += ((double)a.y - (double)b.y) * ((double)a.z + (double)b.z);
        n.y += ((double)a.z - (double)b.z) * ((double)a.x + (double)b.x);
        n.z += ((double)a.x - (double)b.x) * ((double)a.y + (double)b.y);
    }
    return n;
}

/* The two axes that stay, in the order in which the polygon runs counter-clockwise. */
static polygon_corner look_along(normal n, sm3_vec v) {
    double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z), x, y, along;
    if (ax >= ay && ax >= az) {
        x = (double)v.y, y = (double)v.z, along = n.x;
    } else if (ay >= az) {
        x = (double)v.z, y = (double)v.x, along = n.y;
    } else {
        x = (double)v.x, y = (double)v.y, along = n.z;
    }
    return along > 0 ? (polygon_corner){.x = x, .y = y} : (polygon_corner){.x = y, .y = x};
}

/* Twice the area of a-b-c, positive when they run counter-clockwise. */
static double area(const polygon_corner *a, const polygon_corner *b, const polygon_corner *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static bool is_same(const polygon_corner *a, const polygon_corner *b) {
    return a->x == b->x && a->y == b->y;
}

/* Whether p lies in the triangle or on its border, but not on a corner: where two corners of a
 * polygon share a place, as at the ends of a bridge to a hole, neither is in the way of the other.
 */
static bool is_inside(const polygon_corner *p, const polygon_corner *a, const polygon_corner *b,
                      const polygon_corner *c) {
    return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0 && !is_same(p, a) &&
           !is_same(p, b) && !is_same(p, c);
}

/* ---- Ears -------------------------------------------------------------------------------- */

/* What is known of a corner; 0 and above: the corner that lies in its triangle. */
enum { UNJUDGED = -1, EAR = -2, NOT_CONVEX = -3 };

typedef struct polygon {
    polygon_corner *corners;
    long long work_left; /* looks at a corner */
} polygon;

static double area_at(const polygon *p, int at) {
    const polygon_corner *c = p->corners;
    return area(&c[c[at].before], &c[at], &c[c[at].after]);
}

static int judge(polygon *p, int at) {
    const polygon_corner *c = p->corners;
    int before = c[at].before, after = c[at].after;
    if (!(area_at(p, at) > 0))
        return NOT_CONVEX;
    for (int i = c[after].after; i != before; i = c[i].after) {
        p->work_left--;
        if (is_inside(&c[i], &c[before], &c[at], &c[after]))
            return i;
    }
    return EAR;
}

static bool is_cut_off(const polygon *p, int corner) {
    return p->corners[corner].after < 0;
}

static bool is_ear(polygon *p, int at) {
    polygon_corner *c = &p->corners[at];
    p->work_left--;
    if (c->judged == UNJUDGED || (c->judged >= 0 && is_cut_off(p, c->judged)))
        c->judged = judge(p, at);
    return c->judged == EAR;
}

/* Returns the first corner from `start` on that is an ear. Without one only corners without an area
 * are left, of which it returns the first, or the polygon crosses itself. */
static int find_ear(polygon *p, int count, int start) {
    int at = start;
    for (int i = 0; i < count && p->work_left > 0; i++, at = p->corners[at].after)
        if (is_ear(p, at))
            return at;
    for (int i = 0; i < count && p->work_left > 0; i++, at = p->corners[at].after) {
        p->work_left--;
        if (area_at(p, at) == 0)
            return at;
    }
    return start;
}

static level_face cut_off(polygon *p, const int *corners, int at) {
    polygon_corner *c = p->corners;
    int before = c[at].before, after = c[at].after;
    c[before].after = after;
    c[after].before = before;
    c[before].judged = c[after].judged = UNJUDGED;
    c[at].after = -1;
    return (level_face){corners[before], corners[at], corners[after]};
}

static void cut_fan(const int *corners, int count, level_face *triangles) {
    for (int i = 1; i + 1 < count; i++)
        triangles[i - 1] = (level_face){corners[0], corners[i], corners[i + 1]};
}

bool polygon_cut(const sm3_vec *vertices, const int *corners, int count, polygon_corner *scratch,
                 long long *work_left, level_face *triangles) {
    normal n = newell_normal(vertices, corners, count);
    if (count == 3 || (n.x == 0 && n.y == 0 && n.z == 0)) {
        cut_fan(corners, count, triangles);
        return true;
    }
    for (int i = 0; i < count; i++) {
        scratch[i] = look_along(n, vertices[corners[i]]);
        scratch[i].before = (i + count - 1) % count;
        scratch[i].after = (i + 1) % count;
        scratch[i].judged = UNJUDGED;
    }
    polygon p = {scratch, *work_left};
    int at = 1; /* a convex polygon becomes a fan around its first corner */
    for (; count > 3 && p.work_left > 0; count--) {
        int ear = find_ear(&p, count, at);
        at = scratch[ear].after;
        *triangles++ = cut_off(&p, corners, ear);
    }
    while (scratch[at].before < at) /* to the first of the three that are left */
        at = scratch[at].before;
    *triangles = cut_off(&p, corners, scratch[at].after);
    *work_left = p.work_left;
    return p.work_left > 0;
}

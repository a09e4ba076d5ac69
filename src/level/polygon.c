/* polygon: ear clipping (Meisters 1975; Ericson, Real-Time Collision Detection, 12.5.2).
 *
 * The polygon is looked at along its normal, by Newell's formula (Sutherland, Sproull and
 * Schumacker 1974): the sum over the edges, which no single corner, however flat or reflex, can
 * spoil. Dropping the coordinate in which the normal is longest leaves two in which every triangle
 * keeps its side. Then corners are cut off whose triangle is inside and holds no other corner.
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
static polygon_point look_along(normal n, sm3_vec v) {
    double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z), x, y, along;
    if (ax >= ay && ax >= az) {
        x = (double)v.y, y = (double)v.z, along = n.x;
    } else if (ay >= az) {
        x = (double)v.z, y = (double)v.x, along = n.y;
    } else {
        x = (double)v.x, y = (double)v.y, along = n.z;
    }
    return along > 0 ? (polygon_point){x, y} : (polygon_point){y, x};
}

/* Twice the area of a-b-c, positive when they run counter-clockwise. */
static double area(polygon_point a, polygon_point b, polygon_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool is_same(polygon_point a, polygon_point b) {
    return a.x == b.x && a.y == b.y;
}

/* Whether p lies in the triangle or on its border, but not on a corner: where two corners of a
 * polygon share a place, as at the ends of a bridge to a hole, neither is in the way of the other.
 */
static bool is_inside(polygon_point p, polygon_point a, polygon_point b, polygon_point c) {
    return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0 && !is_same(p, a) &&
           !is_same(p, b) && !is_same(p, c);
}

static bool is_ear(const polygon_point *points, const int *ring, int count, int at) {
    int before = ring[(at + count - 1) % count], after = ring[(at + 1) % count];
    polygon_point a = points[before], b = points[ring[at]], c = points[after];
    if (!(area(a, b, c) > 0))
        return false;
    for (int i = 0; i < count; i++)
        if (is_inside(points[ring[i]], a, b, c))
            return false;
    return true;
}

static bool is_flat(const polygon_point *points, const int *ring, int count, int at) {
    return area(points[ring[(at + count - 1) % count]], points[ring[at]],
                points[ring[(at + 1) % count]]) == 0;
}

/* Without an ear only corners without an area are left, or the polygon crosses itself. */
static int find_ear(const polygon_point *points, const int *ring, int count, int start) {
    for (int i = 0; i < count; i++)
        if (is_ear(points, ring, count, (start + i) % count))
            return (start + i) % count;
    for (int i = 0; i < count; i++)
        if (is_flat(points, ring, count, (start + i) % count))
            return (start + i) % count;
    return start % count;
}

static level_face corner_at(const int *corners, const int *ring, int count, int at) {
    return (level_face){corners[ring[(at + count - 1) % count]], corners[ring[at]],
                        corners[ring[(at + 1) % count]]};
}

static void cut_fan(const int *corners, int count, level_face *triangles) {
    for (int i = 1; i + 1 < count; i++)
        triangles[i - 1] = (level_face){corners[0], corners[i], corners[i + 1]};
}

void polygon_cut(const sm3_vec *vertices, const int *corners, int count, polygon_point *scratch,
                 int *ring, level_face *triangles) {
    normal n = newell_normal(vertices, corners, count);
    if (count == 3 || (n.x == 0 && n.y == 0 && n.z == 0)) {
        cut_fan(corners, count, triangles);
        return;
    }
    for (int i = 0; i < count; i++) {
        scratch[i] = look_along(n, vertices[corners[i]]);
        ring[i] = i;
    }
    int at = 1; /* a convex polygon becomes a fan around its first corner */
    while (count > 3) {
        at = find_ear(scratch, ring, count, at);
        *triangles++ = corner_at(corners, ring, count, at);
        count--;
        for (int i = at; i < count; i++)
            ring[i] = ring[i + 1];
    }
    *triangles = corner_at(corners, ring, 3, 1);
}

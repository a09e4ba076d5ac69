#include "reference3.h"

#include <math.h>
#include <stddef.h>

typedef reference_vec3 vec;

reference_vec3 reference_of(sm3_vec v) {
    return (vec){(long double)v.x, (long double)v.y, (long double)v.z};
}

static vec plus(vec a, vec b, long double k) {
    return (vec){a.x + b.x * k, a.y + b.y * k, a.z + b.z * k};
}

static long double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Solves the symmetric system of up to three equations by Cramer's rule. Returns 0 when it is
 * singular. */
static int solve(int n, long double m[3][3], const long double *right, long double *x) {
    if (n == 0)
        return 1;
    for (int i = n; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            m[i][k] = m[k][i] = i == k;
    }
    long double r[3] = {0, 0, 0};
    for (int i = 0; i < n; i++)
        r[i] = right[i];
    long double determinant = 0;
    for (int k = 0; k < 3; k++) {
        int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        determinant += m[0][k] * (m[1][k1] * m[2][k2] - m[1][k2] * m[2][k1]);
    }
    if (fabsl(determinant) < 1e-24L)
        return 0;
    for (int column = 0; column < n; column++) {
        long double d = 0;
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            int k1 = (column + 1) % 3, k2 = (column + 2) % 3;
            d += r[i] * (m[i1][k1] * m[i2][k2] - m[i1][k2] * m[i2][k1]);
        }
        x[column] = d / determinant;
    }
    return 1;
}

static void keep_nearer(reference_pair *best, vec on_segment, vec on_triangle) {
    vec between = plus(on_segment, on_triangle, -1);
    double distance = (double)sqrtl(dot(between, between));
    if (distance < best->distance)
        *best = (reference_pair){on_segment, on_triangle, distance};
}

/* The segment starts at `p` and has `p_ways` directions (0 or 1); the face of the triangle starts
 * at `a` and has `a_ways` (0: corner, 1: edge, 2: inside). */
static void try_features(reference_pair *best, vec p, const vec *p_way, int p_ways, vec a,
                         const vec *a_way, int a_ways) {
    vec way[3];
    int n = 0;
    for (int i = 0; i < p_ways; i++)
        way[n++] = p_way[i];
    for (int i = 0; i < a_ways; i++)
        way[n++] = plus((vec){0, 0, 0}, a_way[i], -1);
    vec between = plus(p, a, -1);
    long double m[3][3] = {{0}}, right[3], x[3] = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        right[i] = -dot(way[i], between);
        for (int k = 0; k < n; k++)
            m[i][k] = dot(way[i], way[k]);
    }
    if (!solve(n, m, right, x))
        return;
    long double sum = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] < 0 || x[i] > 1)
            return;
        if (i >= p_ways)
            sum += x[i];
    }
    if (sum > 1)
        return;
    vec on_segment = p_ways == 1 ? plus(p, p_way[0], x[0]) : p;
    vec on_triangle = a;
    for (int i = 0; i < a_ways; i++)
        on_triangle = plus(on_triangle, a_way[i], x[p_ways + i]);
    keep_nearer(best, on_segment, on_triangle);
}

reference_pair reference_closest(vec p, vec q, vec a, vec b, vec c) {
    reference_pair best = {p, a, INFINITY};
    const vec corner[3] = {a, b, c};
    const vec along = plus(q, p, -1), inside[2] = {plus(b, a, -1), plus(c, a, -1)};
    const struct {
        vec start;
        int ways;
    } parts[3] = {{p, 0}, {q, 0}, {p, 1}};
    for (int s = 0; s < 3; s++) {
        for (int i = 0; i < 3; i++) {
            vec edge = plus(corner[(i + 1) % 3], corner[i], -1);
            try_features(&best, parts[s].start, &along, parts[s].ways, corner[i], NULL, 0);
            try_features(&best, parts[s].start, &along, parts[s].ways, corner[i], &edge, 1);
        }
        try_features(&best, parts[s].start, &along, parts[s].ways, a, inside, 2);
    }
    return best;
}

reference_pair reference_closest_shapes(sm3_capsule mover, vec offset, sm3_triangle obstacle) {
    return reference_closest(plus(reference_of(mover.a), offset, 1),
                             plus(reference_of(mover.b), offset, 1), reference_of(obstacle.a),
                             reference_of(obstacle.b), reference_of(obstacle.c));
}

double reference_way_along(sm3_capsule mover, sm3_triangle obstacle, vec direction) {
    long double end = fmaxl(
        dot(direction, reference_of(obstacle.a)),
        fmaxl(dot(direction, reference_of(obstacle.b)), dot(direction, reference_of(obstacle.c))));
    long double begin =
        fminl(dot(direction, reference_of(mover.a)), dot(direction, reference_of(mover.b)));
    return (double)(end - begin);
}

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

static void keep_nearer(reference_pair *best, vec on_mover, vec on_triangle) {
    vec between = plus(on_mover, on_triangle, -1);
    double distance = (double)sqrtl(dot(between, between));
    if (distance < best->distance)
        *best = (reference_pair){on_mover, on_triangle, distance};
}

/* A face, edge or corner of a shape: it starts somewhere and has 0 to 3 ways to go. */
typedef struct feature {
    vec start, way[3];
    int ways;
} feature;

/* Each way goes 0 to 1; of the triangle's two inside, the sum does. */
static void try_features(reference_pair *best, const feature *mover, const feature *triangle) {
    vec way[5];
    int n = 0;
    for (int i = 0; i < mover->ways; i++)
        way[n++] = mover->way[i];
    for (int i = 0; i < triangle->ways; i++)
        way[n++] = plus((vec){0, 0, 0}, triangle->way[i], -1);
    if (n > 3) /* in space these are as near somewhere on their borders */
        return;
    vec between = plus(mover->start, triangle->start, -1);
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
        if (i >= mover->ways)
            sum += x[i];
    }
    if (sum > 1)
        return;
    vec on_mover = mover->start, on_triangle = triangle->start;
    for (int i = 0; i < mover->ways; i++)
        on_mover = plus(on_mover, mover->way[i], x[i]);
    for (int i = 0; i < triangle->ways; i++)
        on_triangle = plus(on_triangle, triangle->way[i], x[mover->ways + i]);
    keep_nearer(best, on_mover, on_triangle);
}

/* Of the mover's three ways, each is free or at one of its ends. */
static feature feature_of_mover(vec start, const vec way[3], int state) {
    feature f = {.start = start};
    for (int i = 0; i < 3; i++, state /= 3) {
        if (state % 3 == 2)
            f.way[f.ways++] = way[i];
        else
            f.start = plus(f.start, way[i], state % 3);
    }
    return f;
}

reference_pair reference_closest_shapes(sm3_mover mover, vec offset, sm3_triangle obstacle) {
    const vec none = {0, 0, 0}, side = reference_of(mover.side), front = reference_of(mover.front);
    vec a = plus(reference_of(mover.a), offset, 1), b = plus(reference_of(mover.b), offset, 1);
    const vec way[3] = {plus(b, a, -1), plus(side, side, 1), plus(front, front, 1)};
    vec start = plus(plus(a, side, -1), front, -1);
    const vec corner[3] = {reference_of(obstacle.a), reference_of(obstacle.b),
                           reference_of(obstacle.c)};
    reference_pair best = {start, corner[0], INFINITY};
    int states = dot(side, side) > 0 ? 27 : 3; /* a capsule has one way */
    for (int state = 0; state < states; state++) {
        feature f = feature_of_mover(start, way, state);
        for (int i = 0; i < 3; i++) {
            vec edge = plus(corner[(i + 1) % 3], corner[i], -1);
            try_features(&best, &f, &(feature){corner[i], {none}, 0});
            try_features(&best, &f, &(feature){corner[i], {edge}, 1});
        }
        const feature inside = {
            corner[0], {plus(corner[1], corner[0], -1), plus(corner[2], corner[0], -1)}, 2};
        try_features(&best, &f, &inside);
    }
    return best;
}

double reference_way_along(sm3_mover mover, sm3_triangle obstacle, vec direction) {
    long double end = fmaxl(
        dot(direction, reference_of(obstacle.a)),
        fmaxl(dot(direction, reference_of(obstacle.b)), dot(direction, reference_of(obstacle.c))));
    long double begin =
        fminl(dot(direction, reference_of(mover.a)), dot(direction, reference_of(mover.b)));
    return (double)(end - begin + fabsl(dot(direction, reference_of(mover.side))) +
                    fabsl(dot(direction, reference_of(mover.front))));
}

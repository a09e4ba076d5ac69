/* polygon: a flat polygon in space, cut into triangles. */
#ifndef LEVEL_POLYGON_H
#define LEVEL_POLYGON_H

#include "level.h"

typedef struct polygon_point {
    double x, y;
} polygon_point;

/* Cuts the polygon of these corners (indices of vertices), of which there are 3 or more, into
 * count - 2 triangles that run around as it does. `scratch` has room for `count` points and
 * `ring` for `count` numbers.
 *
 * It may be concave; what is not flat is cut as it looks along Newell's normal. One without an
 * area, or one that crosses itself, is still cut, one way or another. */
void polygon_cut(const sm3_vec *vertices, const int *corners, int count, polygon_point *scratch,
                 int *ring, level_face *triangles);

#endif

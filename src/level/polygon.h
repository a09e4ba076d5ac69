/* polygon: a flat polygon in space, cut into triangles. */
#ifndef LEVEL_POLYGON_H
#define LEVEL_POLYGON_H

#include "level.h"

typedef struct polygon_corner {
    double x, y;
    int before, after; /* its neighbours */
    int judged;        /* what is known of it */
} polygon_corner;

/* Cuts the polygon of these corners (indices of vertices), of which there are 3 or more, into
 * count - 2 triangles that run around as it does. `scratch` has room for `count` corners.
 *
 * It may be concave; what is not flat is cut as it looks along Newell's normal. One without an
 * area, or one that crosses itself, is still cut, one way or another. Takes what it costs, about
 * the square of `count`, from *work_left; returns false when that is not enough. */
bool polygon_cut(const sm3_vec *vertices, const int *corners, int count, polygon_corner *scratch,
                 long long *work_left, level_face *triangles);

#endif

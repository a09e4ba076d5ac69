/* eye: a camera's numbers as the drawing needs them, in double: floats of an eye far from the
 * origin would make the picture tremble. View coordinates: x right, y up, z forward, world units.
 */
#ifndef VIEW3_EYE_H
#define VIEW3_EYE_H

#include "camera3.h"
#include "vector.h"

typedef struct eye {
    vector position, right, up, forward;
    double focal;              /* pixels: x of a pixel from the middle is focal * x / z */
    double per_focal;          /* 1 / focal */
    double middle_x, middle_y; /* pixels */
    double near;               /* world units */
} eye;

eye eye_of_camera(const camera3 *c);

static inline vector eye_see(const eye *e, sm3_vec world) {
    vector d = vector_sub(vector_of(world), e->position);
    return (vector){vector_dot(d, e->right), vector_dot(d, e->up), vector_dot(d, e->forward)};
}

/* Returns where the ray through the pixel is at depth 1, in view coordinates. */
static inline vector eye_ray(const eye *e, double x, double y) {
    return (vector){(x - e->middle_x) * e->per_focal, (e->middle_y - y) * e->per_focal, 1};
}

/* Returns the normal of a face with those corners, toward where they run counter-clockwise. View
 * coordinates are left-handed, so the factors change places. */
static inline vector eye_normal(vector a, vector b, vector c) {
    return vector_cross(vector_sub(c, a), vector_sub(b, a));
}

#endif

/* eye: a camera's numbers as the drawing needs them, in double: floats of an eye far from the
 * origin would make the picture tremble. View coordinates: x right, y up, z forward, world units.
 */
#ifndef EYE_H
#define EYE_H

#include "../slidemove/vec.h"
#include "camera.h"

typedef struct eye {
    vec3 position, right, up, forward;
    double focal;              /* pixels: x of a pixel from the middle is focal * x / z */
    double per_focal;          /* 1 / focal */
    double middle_x, middle_y; /* pixels */
    double near;               /* world units */
} eye;

eye eye_of_camera(const camera3 *c);

static inline vec3 eye_see(const eye *e, sm3_vec world) {
    vec3 d = vec3_sub(vec3_of(world), e->position);
    return (vec3){vec3_dot(d, e->right), vec3_dot(d, e->up), vec3_dot(d, e->forward)};
}

/* Returns where the ray through the pixel is at depth 1, in view coordinates. */
static inline vec3 eye_ray(const eye *e, double x, double y) {
    return (vec3){(x - e->middle_x) * e->per_focal, (e->middle_y - y) * e->per_focal, 1};
}

/* Returns the normal of a face with those corners, toward where they run counter-clockwise. View
 * coordinates are left-handed, so the factors change places. */
static inline vec3 eye_normal(vec3 a, vec3 b, vec3 c) {
    return vec3_cross(vec3_sub(c, a), vec3_sub(b, a));
}

#endif

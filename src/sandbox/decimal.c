#include "decimal.h"

#include <math.h>

float decimal_step(float pixel) {
    return powf(10, floorf(log10f(pixel)));
}

/* In double, and by the inverse where that is a whole number: a step like 0.1 is not a float, its
 * inverse is. */
float decimal_round(float value, float step) {
    const double whole = 1e-6; /* relative; a float step's inverse is off by less */
    if (!(step > 0))
        return value;
    double per_unit = round(1 / (double)step);
    bool by_inverse = fabs(per_unit * (double)step - 1) < whole;
    double rounded = by_inverse ? round((double)value * per_unit) / per_unit
                                : round((double)value / (double)step) * (double)step;
    return (float)(rounded + 0.0); /* no -0 */
}

sm_vec2 decimal_round_point(sm_vec2 p, float step) {
    return (sm_vec2){decimal_round(p.x, step), decimal_round(p.y, step)};
}

/* Decimals up to this far from the value may read as it. */
static double doubt(float value) {
    float size = fabsf(value);
    return ((double)nextafterf(size, INFINITY) - (double)size) / 2;
}

float decimal_sum(float a, float b) {
    const double finest = 1e9; /* per unit; floats below 1e-9 are left as they are */
    double sum = (double)a + (double)b, allowed = doubt(a) + doubt(b);
    for (double per_unit = 1; b != 0 && per_unit <= finest; per_unit *= 10) {
        double candidate = round(sum * per_unit) / per_unit;
        if (fabs(candidate - sum) <= allowed)
            return (float)(candidate + 0.0); /* no -0 */
    }
    return (float)sum;
}

static float moved(float value, float from, float to) {
    return value == from ? to : decimal_sum(value, decimal_sum(to, -from));
}

sm_vec2 decimal_moved(sm_vec2 p, sm_vec2 from, sm_vec2 to) {
    return (sm_vec2){moved(p.x, from.x, to.x), moved(p.y, from.y, to.y)};
}

#include "direction.h"

#include <math.h>

#define PI 3.14159265358979323846

direction direction_from_degrees(float degrees) {
    int quadrant;
    double x = remquo((double)degrees, 90.0, &quadrant) * (PI / 180), x2 = x * x;
    double sine = 1, cosine = 1;
    for (int n = 18; n > 0; n -= 2) { /* Horner: 1 - x^2/(2*3) * (1 - x^2/(4*5) * ...) */
        sine = 1 - x2 / (n * (n + 1)) * sine;
        cosine = 1 - x2 / (n * (n - 1)) * cosine;
    }
    sine *= x;
    switch (quadrant & 3) {
    case 0:
        return (direction){cosine, sine};
    case 1:
        return (direction){-sine, cosine};
    case 2:
        return (direction){-cosine, -sine};
    default:
        return (direction){sine, -cosine};
    }
}

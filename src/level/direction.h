/* direction: sine and cosine that are the same everywhere. */
#ifndef LEVEL_DIRECTION_H
#define LEVEL_DIRECTION_H

typedef struct direction {
    double x, y;
} direction;

/* Returns (cos, sin) of an angle in degrees. The C library's own differ in the last bit from one
 * library and CPU to the next, and a level must not: so Taylor's series, whose error within 45
 * degrees stays under a double's last bit. Right angles come out exact. */
direction direction_from_degrees(float degrees);

#endif

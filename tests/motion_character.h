/* motion_character: how well a character walks, as figures: each row is a kind of place where
 * characters fail, what went wrong there at worst, at 30, 60 and 240 ticks a second, and the bound
 * that a good one keeps. The bench prints the table beside a plain controller of the usual kind
 * (fall, move, clip the velocity, no more); a test holds the character to the bounds.
 *
 * What is measured is measured from positions and shapes; whether it is on a floor, crushed, and
 * what it cost is what the character says. Where it is crushed, no depth is measured: there is no
 * room. */
#ifndef MOTION_CHARACTER_H
#define MOTION_CHARACTER_H

#include <stdbool.h>

typedef enum walker_body {
    WALKER_DISK,
    WALKER_CAPSULE,
    WALKER_BOX,
    WALKER_SPHERE, /* from here on in 3D */
    WALKER_CAPSULE3,
    WALKER_BOX3
} walker_body;

#define WALKER_BODIES 6

const char *walker_name(int body);

typedef struct character_row {
    const char *place;
    const char *figure; /* what is measured, with its unit */
    double bound;       /* the worst may not exceed it */
    int course, measure;
} character_row;

/* Goes to the table's next row, from `.measure = -1` to the first. Returns false behind the last.
 */
bool character_next_row(character_row *row);

/* Returns the worst at the three rates; `plain`: of the plain controller. */
double character_row_worst(const character_row *row, walker_body body, bool plain);

#endif

/* field: the walls that moves are measured in, and the disks that wander among them. */
#ifndef FIELD_H
#define FIELD_H

#include <stdbool.h>

#include "../src/slidemove/slidemove.h"
#include "../tests/random.h"

#define FIELD_DISK_RADIUS 0.5f
#define FIELD_STEP        0.08f

typedef struct field {
    sm_capsule *walls;
    int count;
    sm_vec2 low, high; /* where disks start */
    uint64_t random;   /* state of xorshift64 */
} field;

/* Random closed quads, four segments in each 6 x 6 cell. Returns false when out of memory. */
bool field_make(field *f, int count);
void field_free(field *f);

/* A disk that wanders: each step is its delta, turned a little. */
typedef struct wanderer {
    sm_vec2 position, delta;
} wanderer;

wanderer field_wanderer(field *f);

/* Small turns, at random and without sines: the driver shall cost little beside a move. */
typedef struct turns {
    uint64_t random;
    sm_vec2 list[256];
} turns;

void turns_make(turns *t);

static inline sm_vec2 next_delta(turns *t, sm_vec2 delta) {
    sm_vec2 turn = t->list[random_bits(&t->random) >> 56];
    return (sm_vec2){delta.x * turn.x - delta.y * turn.y, delta.x * turn.y + delta.y * turn.x};
}

#endif

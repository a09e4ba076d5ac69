/* offers: moves among obstacles of which no more is known than the collisions that they offer, in
 * 2D, where z is 0, and in 3D. */
#ifndef SM_OFFERS_H
#define SM_OFFERS_H

#include "slidemove3.h"

enum { OFFERS_MAX = 64 };

/* Has everything offered to the choice that the mover at `position` comes within its reach of. */
typedef void sm_offers_fn(void *context, sm3_vec position, sm_choice *choice);

typedef struct sm_offers {
    sm_offers_fn *offer;
    void *context;
    const sm_options *options;
    double size; /* world units: of the mover, from its position to its farthest point */
} sm_offers;

/* Makes a move that can begin (see move_begin), with the resolver of the options. *result is where
 * it leads without obstacles. */
void sm_offers_move(const sm_offers *offers, sm3_vec position, sm3_vec delta, sm3_result *result);

/* Writes what touches at `position`, in the order of their numbers. Returns how many they are. */
int sm_offers_touching(const sm_offers *offers, sm3_vec position,
                       sm3_collision contacts[OFFERS_MAX]);

#endif

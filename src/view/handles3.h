/* handles3: what the pointer is over, what is selected, and the cross of arrows to drag it by. */
#ifndef HANDLES3_H
#define HANDLES3_H

#include "../sandbox/hand.h"
#include "frame3.h"

void handles3_draw(const frame3 *f, const hand *h);

#endif

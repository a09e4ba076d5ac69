/* A choice: of all that it is in, the mover is pushed out of the flattest floor first. Where it
 * stands in a corner, the floor decides its height before the wall may lift it. */
#include <slidemove3.h>

int rule_choose(const sm3_collision *penetrated, int count, sm3_vec delta) {
    int best = 0;
    (void)delta;
    for (int i = 1; i < count; i++)
        if (penetrated[i].normal.y > penetrated[best].normal.y)
            best = i;
    return best;
}

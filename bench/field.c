#include "field.h"

#include <math.h>
#include <stdlib.h>

static const float cell = 6, quarter_turn = 1.5707963f, full_turn = 6.2831853f;

bool field_make(field *f, int count) {
    *f = (field){.walls = malloc((size_t)count * sizeof *f->walls),
                 .count = count,
                 .random = 88172645463325252u};
    if (f->walls == NULL)
        return false;
    int cells = count / 4, side = (int)ceil(sqrt((double)cells));
    for (int i = 0; i < cells; i++) {
        sm_vec2 centre = {((float)(i % side) + 0.5f) * cell, ((float)(i / side) + 0.5f) * cell};
        sm_vec2 corner[4];
        for (int k = 0; k < 4; k++) {
            float angle = ((float)k + random_float(&f->random, 0.1f, 0.9f)) * quarter_turn;
            float reach = random_float(&f->random, 0.8f, 2.2f);
            corner[k] = (sm_vec2){centre.x + reach * cosf(angle), centre.y + reach * sinf(angle)};
        }
        for (int k = 0; k < 4; k++)
            f->walls[4 * i + k] = sm_segment(corner[k], corner[(k + 1) % 4]);
    }
    f->high = (sm_vec2){(float)side * cell, (float)side * cell};
    return true;
}

void field_free(field *f) {
    free(f->walls);
}

wanderer field_wanderer(field *f) {
    float heading = random_float(&f->random, 0, full_turn);
    return (wanderer){{random_float(&f->random, f->low.x, f->high.x),
                       random_float(&f->random, f->low.y, f->high.y)},
                      {FIELD_STEP * cosf(heading), FIELD_STEP * sinf(heading)}};
}

void turns_make(turns *t) {
    const float largest = 0.1f; /* radians */
    t->random = 88172645463325252u;
    for (int i = 0; i < 256; i++) {
        float angle = ((float)i / 127.5f - 1) * largest;
        t->list[i] = (sm_vec2){cosf(angle), sinf(angle)};
    }
}

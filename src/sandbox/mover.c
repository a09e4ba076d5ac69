#include "mover.h"

#include <string.h>

/* What a capsule has where the level gives no length. */
static const float radii_long = 2;

const mover_kind_info mover_kinds[MOVER_KIND_COUNT] = {
    [MOVER_DISK] = {"disk", "sphere", "turning changes only where it heads"},
    [MOVER_CAPSULE] = {"capsule", "capsule",
                       "lies along the heading and turns with it; in 3D upright"},
    [MOVER_BOX] = {"box", NULL, "along the axes: it heads elsewhere, but does not turn"},
};

bool mover_kind_from_name(const char *name, mover_kind *kind) {
    for (int i = 0; i < MOVER_KIND_COUNT; i++) {
        const char *name3 = mover_kinds[i].name3;
        if (strcmp(name, mover_kinds[i].name) == 0 || (name3 != NULL && strcmp(name, name3) == 0)) {
            *kind = (mover_kind)i;
            return true;
        }
    }
    return false;
}

float mover_length(mover_kind kind, mover_size size) {
    if (kind == MOVER_DISK)
        return 0;
    return kind == MOVER_CAPSULE && size.length == 0 ? radii_long * size.radius : size.length;
}

sm_capsule mover_capsule(mover_kind kind, mover_size size, sm_vec2 heading) {
    sm_vec2 axis = kind == MOVER_BOX ? (sm_vec2){1, 0} : heading;
    return sm_capsule_from_axis((sm_vec2){0, 0}, axis, mover_length(kind, size), size.radius);
}

sm_hull mover_hull(mover_kind kind, mover_size size, sm_vec2 heading) {
    if (kind != MOVER_BOX)
        return sm_hull_of_capsule(mover_capsule(kind, size, heading));
    return sm_hull_of_box(mover_length(kind, size) + 2 * size.radius, 2 * size.radius);
}

sm3_capsule mover_upright(mover_kind kind, mover_size size) {
    float half = kind == MOVER_CAPSULE ? mover_length(kind, size) / 2 : 0;
    return (sm3_capsule){{0, -half, 0}, {0, half, 0}, size.radius};
}

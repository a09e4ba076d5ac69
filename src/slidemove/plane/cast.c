/* cast: the exact time of first touch of a mover that is displaced without turning. The obstacle is
 * grown by the mover, so this is a ray against a rounded polygon: lines and circles. */
#include "grown.h"
#include "hull.h"

static bool is_near(sm_vec2 v) {
    return fabsf(v.x) <= SM_CAST_FARTHEST && fabsf(v.y) <= SM_CAST_FARTHEST; /* NaN is not */
}

/* Farther out a wall's end is so coarse in double that the place of a touch has no digits left. */
static bool is_in_range(const sm_hull *mover, sm_vec2 delta, sm_capsule obstacle) {
    for (int i = 0; i < mover->count; i++) {
        if (!is_near(mover->vertices[i]))
            return false;
    }
    return is_near(delta) && is_near(obstacle.a) && is_near(obstacle.b) &&
           fabsf(obstacle.radius) <= SM_CAST_FARTHEST && fabsf(mover->radius) <= SM_CAST_FARTHEST;
}

sm_touch sm_cast_hull(sm_hull mover, sm_vec2 delta, sm_capsule obstacle) {
    static const vec origin = {0, 0};
    const sm_touch none = {.fraction = 1, .obstacle = SM_NO_OBSTACLE};
    if (!hull_is_finite(&mover) || !is_in_range(&mover, delta, obstacle))
        return none;
    vec d = vec_of(delta);
    grown g;
    grown_by(&g, &mover, obstacle);
    separation start;
    grown_separation(&g, origin, d, &start);
    first_touch touch = {0, start.normal};
    if (start.gap > 0)
        touch = grown_cast(&g, g.radius, origin, d);
    if (!(touch.fraction <= 1) || !(vec_dot(touch.normal, d) < 0))
        return none;
    vec point = hull_contact_point(&mover, vec_scale(d, touch.fraction), obstacle, touch.normal);
    return (sm_touch){.hit = true,
                      .fraction = touch.fraction,
                      .normal = vec_round(touch.normal),
                      .point = vec_round(point),
                      .obstacle = SM_NO_OBSTACLE};
}

sm_touch sm_cast(sm_capsule mover, sm_vec2 delta, sm_capsule obstacle) {
    return sm_cast_hull(sm_hull_of_capsule(mover), delta, obstacle);
}

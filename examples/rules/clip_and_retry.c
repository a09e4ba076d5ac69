/* Quake's way (SV_FlyMove, 1996), written anew: go to the first touch, take the part into that wall
 * out of the displacement, try again; three times. Where that leads into an earlier wall it goes
 * along the crease of both; in 2D there is none, and it stops. It never pushes out. */
#include <math.h>
#include <slidemove3.h>

static const float gap = 1e-3f; /* world units, kept to each wall */

static sm3_vec add(sm3_vec a, sm3_vec b, float times) {
    return (sm3_vec){a.x + b.x * times, a.y + b.y * times, a.z + b.z * times};
}

static float dot(sm3_vec a, sm3_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static sm3_vec cross(sm3_vec a, sm3_vec b) {
    return (sm3_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* What the mover is and meets: only that differs between 2D and 3D. */
typedef struct world {
    sm_hull flat;
    sm_obstacles walls;
    sm3_mover solid;
    sm3_obstacles faces;
    bool is_flat;
} world;

static sm3_touch cast(const world *w, sm3_vec at, sm3_vec delta) {
    if (!w->is_flat)
        return sm3_shapecast(at, delta, w->solid, w->faces, NULL);
    sm_touch t =
        sm_shapecast((sm_vec2){at.x, at.y}, (sm_vec2){delta.x, delta.y}, w->flat, w->walls, NULL);
    return (sm3_touch){.hit = t.hit, .fraction = t.fraction, .normal = {t.normal.x, t.normal.y, 0}};
}

static sm3_result fly(const world *w, sm3_vec position, sm3_vec delta) {
    sm3_result r = {.position = position};
    sm3_vec walls[3], wanted = delta, none = {0, 0, 0};
    for (int tries = 0; tries < 3; tries++) {
        float length = sqrtf(dot(delta, delta));
        if (length == 0)
            break;
        sm3_touch t = cast(w, r.position, delta);
        float part = t.hit ? fmaxf((float)t.fraction - gap / length, 0) : 1;
        r.position = add(r.position, delta, part);
        if (!t.hit)
            break;
        walls[r.pushes++] = r.normal = t.normal;
        delta = add(delta, delta, -part);
        sm3_vec rest = add(delta, t.normal, -dot(delta, t.normal));
        for (int i = 0; i < r.pushes - 1; i++) {
            if (dot(rest, walls[i]) >= 0)
                continue;
            sm3_vec crease = cross(walls[i], t.normal);
            float squared = dot(crease, crease);
            rest = squared > 0 ? add(none, crease, dot(delta, crease) / squared) : none;
        }
        delta = dot(rest, wanted) > 0 ? rest : none; /* never back: that trembles */
    }
    return r;
}

sm_result rule_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                    const sm_options *options) {
    world w = {.flat = mover, .walls = obstacles, .is_flat = true};
    (void)options;
    sm3_result r = fly(&w, (sm3_vec){position.x, position.y, 0}, (sm3_vec){delta.x, delta.y, 0});
    return (sm_result){.position = {r.position.x, r.position.y},
                       .normal = {r.normal.x, r.normal.y},
                       .pushes = r.pushes};
}

sm3_result rule_move3(sm3_vec position, sm3_vec delta, sm3_mover mover, sm3_obstacles obstacles,
                      const sm_options *options) {
    world w = {.solid = mover, .faces = obstacles};
    (void)options;
    return fly(&w, position, delta);
}

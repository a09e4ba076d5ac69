/* All planes at once, as Box2D's mover does it (b2SolvePlanes, 2025), written anew: each near wall
 * is a plane that the mover must stay in front of. The displacement nearest to the wanted one that
 * satisfies all of them is found by going through the planes again and again; a cast then goes as
 * far along it as is free. What is left is tried from there, up to five times.
 *
 * In a corner it comes to rest without trembling, however the walls are ordered. */
#include <math.h>
#include <slidemove.h>

enum { PLANES = 16, ROUNDS = 20, TRIES = 5 };

static const float gap = 1e-3f; /* world units, kept to each wall */

static sm_vec2 add(sm_vec2 a, sm_vec2 b, float times) {
    return (sm_vec2){a.x + b.x * times, a.y + b.y * times};
}

static float dot(sm_vec2 a, sm_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/* Returns the displacement near to `wanted` after which no contact is nearer than the gap. A push
 * that an earlier round made too large is taken back by a later one, but no plane pulls. */
static sm_vec2 solve(const sm_collision *planes, int count, sm_vec2 wanted) {
    float pushes[PLANES] = {0};
    for (int round = 0; round < ROUNDS; round++) {
        float worst = 0;
        for (int i = 0; i < count; i++) {
            float deep = planes[i].depth + gap - dot(wanted, planes[i].normal);
            float push = fmaxf(pushes[i] + deep, 0), more = push - pushes[i];
            wanted = add(wanted, planes[i].normal, more);
            pushes[i] = push;
            worst = fmaxf(worst, fabsf(more));
        }
        if (worst < 0.1f * gap)
            break;
    }
    return wanted;
}

/* Finds what is nearer than `reach`, by a mover that is wider by that. */
static int find_planes(sm_vec2 position, sm_hull mover, float reach, sm_obstacles obstacles,
                       sm_collision planes[PLANES]) {
    mover.radius += reach;
    int count = sm_find_contacts(position, mover, obstacles, NULL, planes, PLANES);
    count = count < PLANES ? count : PLANES;
    for (int i = 0; i < count; i++)
        planes[i].depth -= reach;
    return count;
}

sm_result rule_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
                    const sm_options *options) {
    sm_result r = {.position = position};
    sm_vec2 target = add(position, delta, 1);
    float reach = sqrtf(dot(delta, delta)) + 2 * gap;
    (void)options;
    for (int tries = 0; tries < TRIES; tries++) {
        sm_collision planes[PLANES];
        int count = find_planes(r.position, mover, reach, obstacles, planes);
        sm_vec2 step = solve(planes, count, add(target, r.position, -1));
        float length = sqrtf(dot(step, step));
        if (length < 0.1f * gap)
            break;
        sm_touch t = sm_shapecast(r.position, step, mover, obstacles, NULL);
        r.position = add(r.position, step, t.hit ? (float)t.fraction : 1);
        if (count > 0)
            r.normal = planes[0].normal;
        r.pushes += count > 0;
        if (!t.hit)
            break;
    }
    return r;
}

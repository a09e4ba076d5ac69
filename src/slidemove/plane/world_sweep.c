/* world_sweep: SM_SWEEP through a world.
 *
 * One scan of the index finds what the whole move can meet: what is held back by half-planes ends
 * on the circle over the delta (Thales), whatever they are, so a box around that circle is enough.
 * Most often nothing is there; then the mover is where it wants to be. */
#include "world_sweep.h"

#include "hull.h"
#include "move.h"
#include "sweep.h"
#include "world_search.h"

/* Of the delta, and of the radius: what the box is larger than the circle by. Arcs and settling
 * lead out of the circle, but not far. */
static const double spare_of_delta = 1.0 / 64, spare_of_radius = 1.0 / 256;

/* Of the radius: a longer delta is looked at piece by piece. */
static const double longest_delta = 2;

/* Between a square's side and its diagonal, rounded up. */
static const double root_of_two = 1.41421357;

/* Half the side of the square of positions that the move may lead to. */
static double half_side(double length, double radius, sm_vec2 position) {
    const double spacings = 8;
    double coarsest = (double)move_resolution(position);
    return length * 0.5 * (1 + spare_of_delta) + radius * spare_of_radius + spacings * coarsest;
}

/* Looks for all that comes within `around` of the mover, which is a capsule around its position. */
static void look_around(const sm_world *world, search *s, const sm_capsule *mover, vec position,
                        double around) {
    vec a = vec_add(position, vec_of(mover->a)), b = vec_add(position, vec_of(mover->b));
    s->centre = vec_scale(vec_add(a, b), 0.5);
    s->half_length = is_disk(mover) ? 0 : vec_length(vec_sub(b, a)) * (0.5 + 1e-9);
    s->radius = sm_radius(mover->radius);
    s->a = vec_round(a);
    s->b = vec_round(b);
    s->delta = (sm_vec2){0, 0};
    s->reach = (s->radius + around) * (1 + 1e-6);
    s->depth_to_exceed = -(float)(2 * around);
    s->overflowed = false;
    s->candidate_count = 0;
    world->search(world, s, a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x > b.x ? a.x : b.x,
                  a.y > b.y ? a.y : b.y);
}

_Static_assert((int)CANDIDATES_ROOM <= (int)NEARBY_MAX, "what a scan finds must fit into the list");

static bool is_among(const int32_t *numbers, int count, int32_t number) {
    for (int i = 0; i < count; i++) {
        if (numbers[i] == number)
            return true;
    }
    return false;
}

/* An obstacle lies in several cells. Returns how many are left when each is there once. */
static int keep_each_once(int32_t *numbers, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (!is_among(numbers, kept, numbers[i]))
            numbers[kept++] = numbers[i];
    }
    return kept;
}

sm_result world_sweep(sm_vec2 position, sm_vec2 delta, const sm_world_mover *m) {
    const sm_options options = {.resolver = SM_SWEEP};
    const sm_capsule *mover = &m->mover;
    sm_result result;
    if (!move_begin(position, delta, &result))
        return result;
    vec from = vec_of(position), way = vec_of(delta);
    double length = vec_length(way), radius = sm_radius(mover->radius);
    bool is_usual = capsule_is_finite(*mover) && length <= longest_delta * radius &&
                    radius > sweep_least_thickness(from);
    if (!is_usual)
        return sm_slide_move(position, delta, sm_obstacles_of_world(m), &options);

    search s;
    double half = half_side(length, radius, position);
    vec middle = vec_add(from, vec_scale(way, 0.5));
    look_around(m->world, &s, mover, middle, half * root_of_two);
    if (s.overflowed)
        return sm_slide_move(position, delta, sm_obstacles_of_world(m), &options);
    if (s.candidate_count == 0)
        return sweep_unhindered(position, delta);
    sweep_known known = {
        .min = {middle.x - half, middle.y - half},
        .max = {middle.x + half, middle.y + half},
        .capsules = m->world->capsules,
        .numbers = s.candidates,
        .count = keep_each_once(s.candidates, s.candidate_count),
    };
    sm_obstacles obstacles = sm_obstacles_of_world(m);
    return sweep_move(position, delta, &obstacles, &known, NULL);
}

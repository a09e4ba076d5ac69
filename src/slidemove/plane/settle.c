/* settle: which obstacles the mover is in, their record in a trace, and pushing out of all at once.
 *
 * The distance to a convex obstacle is a convex function of the position, so it is nowhere less
 * than its tangent plane says. Take such a half-plane of each near obstacle at the mover's place. A
 * position that satisfies all of them is outside of all obstacles, and the straight path there gets
 * deeper into none. So a push of any length is safe.
 *
 * Half-planes are added one by one: always the one that the position found so far violates most. A
 * few are enough. */
#include <stddef.h>

#include "collide.h"
#include "halfplanes.h"
#include "sweep_state.h"

enum { PLANES_MAX = 24, ROUNDS_MAX = 12 };

/* A push is at most so many depths long. If a longer one is needed, the walls are almost parallel,
 * and the mover stays. 32 is enough for wedges down to 4 degrees. */
static const double farthest_in_depths = 32;

/* ---- The deepest ------------------------------------------------------------------------- */

typedef struct deepest_search {
    const sweep *sweep;
    vec position;
    sweep_contact best;
} deepest_search;

/* Whether the contact is with the end of a one-way wall at which another begins that the mover is
 * passing through. The two are one surface, so both are ignored. */
SM_APART static bool is_seam_of_ignored(const sweep *s, const near_obstacle *o, vec normal,
                                        vec position) {
    static const double tilted = 1e-3; /* sine: a normal tilted by more is that of an end */
    const sm_capsule *wall = &o->capsule;
    vec along = vec_sub(vec_of(wall->b), vec_of(wall->a));
    double lean = vec_dot(normal, along);
    if (fabs(lean) <= tilted * vec_length(along))
        return false;
    vec end = vec_of(lean > 0 ? wall->b : wall->a);
    for (int i = 0; i < s->cache.count; i++) {
        const near_obstacle *other = &s->cache.list[i];
        double near = sm_radius(other->capsule.radius) + s->skin;
        if (other->source.oneway &&
            closest_to_point(end, &other->capsule).distance_squared <= near * near &&
            sweep_ignores_oneway(s, minkowski_gap(&other->shape, position)))
            return true;
    }
    return false;
}

bool sm_sweep_is_solid(const sweep *s, const near_obstacle *o, const separation *at, vec position) {
    return !o->source.oneway ||
           (sm_oneway_is_front(o, at->normal) && !sweep_ignores_oneway(s, at->gap) &&
            !is_seam_of_ignored(s, o, at->normal, position));
}

static void visit_deepest(const near_obstacle *o, void *context) {
    deepest_search *search = context;
    separation at;
    minkowski_separation(&o->shape, search->position, search->sweep->delta, &at);
    const sweep_contact *best = &search->best;
    bool deeper = best->number == SM_NO_OBSTACLE || at.gap < best->at.gap ||
                  (at.gap == best->at.gap && o->source.number < best->number);
    if (deeper && sm_sweep_is_solid(search->sweep, o, &at, search->position))
        search->best = (sweep_contact){at, sm_radius(o->capsule.radius), o->source.number};
}

typedef struct gap_search {
    vec position;
    double enough; /* world units: larger gaps do not matter */
    double skin;
    double least;
} gap_search;

/* Whether one edge of a polygon shows that the gap is enough. Edges shorter than a skin do not
 * count, since rounding turns them. */
static bool has_enough_gap(const gap_search *search, const minkowski *m) {
    for (int i = 0; m->count > 2 && i < m->count; i++) {
        if (edge_height(m, i, search->position) - m->radius > search->enough &&
            m->lengths[i] > search->skin)
            return true;
    }
    return false;
}

static void visit_least_gap(const near_obstacle *o, void *context) {
    gap_search *search = context;
    if (!has_enough_gap(search, &o->shape))
        search->least = sm_min(minkowski_gap(&o->shape, search->position), search->least);
}

bool sm_sweep_is_free(sweep *s, vec position, double depth) {
    gap_search search = {position, -depth, s->skin, INFINITY};
    cache_each(&s->cache, visit_least_gap, &search);
    return search.least >= -depth;
}

sweep_contact sm_sweep_deepest(sweep *s, vec position) {
    deepest_search search = {s, position, {{.gap = INFINITY}, 0, SM_NO_OBSTACLE}};
    cache_each(&s->cache, visit_deepest, &search);
    return search.best;
}

/* ---- The record of a move -------------------------------------------------------------------- */

sm_collision sm_sweep_collision(const sweep *s, const near_obstacle *o, const separation *at,
                                vec position) {
    vec point = sm_hull_contact_point(s->mover, position, o->capsule, at->normal);
    return (sm_collision){(float)-at->gap, vec_round(at->normal), vec_round(point),
                          o->source.number};
}

typedef struct trace_look {
    const sweep *sweep;
    vec position;
    int chosen;
} trace_look;

static void record_seen(const near_obstacle *o, void *context) {
    const trace_look *l = context;
    sm_trace *trace = l->sweep->trace;
    bool is_chosen = o->source.number == l->chosen;
    if (!is_chosen && !trace_wants_near(trace))
        return;
    separation at;
    minkowski_separation(&o->shape, l->position, l->sweep->delta, &at);
    if (!(at.gap < (double)trace->reach) && !is_chosen)
        return;
    bool counts = sm_sweep_is_solid(l->sweep, o, &at, l->position);
    sm3_collision seen = sm_collision_to3(sm_sweep_collision(l->sweep, o, &at, l->position));
    sm_trace_record(trace, &seen,
                    is_chosen ? SM_CANDIDATE_CHOSEN
                    : counts  ? SM_CANDIDATE
                              : SM_CANDIDATE_LET_THROUGH);
}

/* Gathers into a copy of the cache, so that a trace does not change what the move itself gathers.
 */
static void record_from_copy(const sweep *s, const trace_look *l, double margin) {
    sweep copy = *s;
    trace_look look = {&copy, l->position, l->chosen};
    cache_cover(&copy.cache, l->position, l->position, margin);
    cache_each(&copy.cache, record_seen, &look);
}

static void record_look(sweep *s, sm_iteration done, vec at, int chosen) {
    sm_trace *trace = s->trace;
    double margin = fmax(0, (double)trace->reach);
    done.first_candidate = trace->candidate_count;
    done.chosen = -1;
    done.time = (float)s->cache.time;
    trace->iterations[trace->iteration_count] = done;
    trace_look l = {s, at, chosen};
    bool has_any = chosen != SM_NO_OBSTACLE || trace_wants_near(trace);
    if (has_any && cache_covers(&s->cache, (vec){at.x - margin, at.y - margin},
                                (vec){at.x + margin, at.y + margin}))
        cache_each(&s->cache, record_seen, &l);
    else if (has_any)
        record_from_copy(s, &l, margin);
    sm_trace_end_iteration(trace, vec_round_to3(s->position));
}

/* Whether the iteration continues the one recorded last: further along a path on which nothing was
 * touched, or on the same carrier. */
static bool continues_record(const sweep *s, const sm_iteration *done, int chosen) {
    return s->trace->iteration_count > 0 && done->step == s->recorded_step &&
           chosen == s->recorded_obstacle &&
           (done->step == SM_STEP_CARRY ||
            (done->step == SM_STEP_TRAVEL && chosen == SM_NO_OBSTACLE));
}

/* The last place is reserved for the final position. When the others are full, later iterations are
 * merged into the last of them. */
void sm_sweep_record(sweep *s, sm_iteration done, int chosen) {
    vec looks_from = done.step == SM_STEP_TRAVEL ? s->position : vec_of(sm3_to2(done.before));
    if (s->trace->iteration_count == SM_PUSHES_MAX || continues_record(s, &done, chosen))
        done.before = sm_trace_begin_again(s->trace)->before;
    s->recorded_step = done.step;
    s->recorded_obstacle = chosen;
    record_look(s, done, looks_from, chosen);
}

void sm_sweep_record_end(sweep *s) {
    sm_iteration look = {.before = vec_round_to3(s->position), .step = SM_STEP_TRAVEL};
    if (s->trace != NULL)
        record_look(s, look, s->position, SM_NO_OBSTACLE);
}

/* ---- The most violated ------------------------------------------------------------------- */

separation sm_sweep_middle(const sweep *s, const sm_capsule *obstacle, vec position) {
    const sm_hull middle = {.vertices = {vec_round(s->middle)}, .count = 1};
    minkowski g;
    separation at;
    sm_minkowski_of(&g, &middle, &(sm_capsule){obstacle->a, obstacle->b, 0});
    minkowski_separation(&g, position, s->delta, &at);
    return at;
}

typedef struct violation_search {
    const sweep *sweep;
    vec displacement; /* found so far */
    double farthest;  /* world units: the longest displacement; obstacles beyond do not matter */
    double violation; /* by which that displacement violates the half-planes that it considers */
    double worst;     /* the largest violation beyond it */
    halfplane plane;  /* that is violated most */
    int number;       /* of its obstacle; of equals the lowest */
} violation_search;

static double push_precision(const sweep *s) {
    return s->skin / 64;
}

/* Returns the half-plane of positions outside of the obstacle. A wall that is deeper than
 * SWEEP_MAX_DEPTH, but not beyond the middle, must not get deeper at all. Otherwise the errors of
 * many moves would add up and let it cross the middle. */
static halfplane plane_of(const sweep *s, const separation *at, double obstacle_radius) {
    double depth = -at->gap, limit = SWEEP_MAX_DEPTH * s->thickness;
    double before_middle = depth - obstacle_radius;
    bool is_late = before_middle > limit && before_middle < s->thickness;
    double max_violation =
        is_late ? sm_max(depth - 2 * push_precision(s), limit) : sm_max(depth, limit);
    return (halfplane){at->normal, depth, max_violation};
}

static void keep_most_violated(violation_search *search, halfplane plane, int number) {
    double missing = plane.least - sm_min(search->violation, plane.max_violation) -
                     vec_dot(plane.normal, search->displacement);
    if (missing > search->worst || (missing == search->worst && number < search->number)) {
        search->worst = missing;
        search->plane = plane;
        search->number = number;
    }
}

static void visit_violated(const near_obstacle *o, void *context) {
    violation_search *search = context;
    separation at;
    minkowski_separation(&o->shape, search->sweep->position, search->sweep->delta, &at);
    if (at.gap > search->farthest ||
        !sm_sweep_is_solid(search->sweep, o, &at, search->sweep->position))
        return;
    keep_most_violated(search, plane_of(search->sweep, &at, sm_radius(o->capsule.radius)),
                       o->source.number);
    if (sweep_is_deep(search->sweep, o, at.gap)) { /* keep the middle from coming nearer */
        vec normal = sm_sweep_middle(search->sweep, &o->capsule, search->sweep->position).normal;
        keep_most_violated(search, (halfplane){normal, 2 * push_precision(search->sweep), 0},
                           o->source.number);
    }
}

/* ---- Pushing out ------------------------------------------------------------------------- */

typedef struct push_out {
    vec displacement;
    double violation;             /* of the half-planes after the push, to first order */
    halfplane planes[PLANES_MAX]; /* considered for it; that of the deepest obstacle first */
    int numbers[PLANES_MAX];      /* of their obstacles */
    int count;
} push_out;

/* Whether the plane that is violated most is considered already: then no displacement satisfies
 * all, and more of the same would change nothing. */
static bool is_considered(const push_out *out, const violation_search *search) {
    for (int i = 0; i < out->count; i++) {
        if (out->numbers[i] == search->number &&
            vec_equal(out->planes[i].normal, search->plane.normal) &&
            out->planes[i].least == search->plane.least)
            return true;
    }
    return false;
}

static void find_push_out(sweep *s, const sweep_contact *deepest, double farthest, push_out *out) {
    double precision = push_precision(s);
    out->planes[0] = plane_of(s, &deepest->at, deepest->radius);
    out->numbers[0] = deepest->number;
    for (out->count = 1;; out->count++) {
        out->violation = sm_halfplanes_least_violation(out->planes, out->count, precision, farthest,
                                                       &out->displacement);
        violation_search search = {
            s, out->displacement, farthest, out->violation, 2 * precision, {{0, 0}, 0, 0}, 0};
        cache_each(&s->cache, visit_violated, &search);
        if (!(search.worst > 2 * precision))
            return;
        if (out->count == PLANES_MAX || is_considered(out, &search)) {
            static const double rounding = 1e-9; /* of a push out of something huge */
            if (search.worst > s->skin + rounding * vec_length(out->displacement)) {
                out->displacement = (vec){0, 0}; /* the push might lead through that obstacle */
                out->violation = -deepest->at.gap;
            }
            return;
        }
        out->planes[out->count] = search.plane;
        out->numbers[out->count] = search.number;
    }
}

/* Records the push. The obstacles that decided it are those with half-planes that it only just
 * satisfies. */
static void record_push_out(sweep *s, vec before, const push_out *out) {
    sweep_show(s->observer, SM_STEP_PUSH, vec_round_to3(before), vec_round_to3(s->position));
    if (s->trace == NULL)
        return;
    sm_iteration done = {.before = vec_round_to3(before),
                         .step = SM_STEP_PUSH,
                         .left = 1,
                         .allowed = vec_round_to3(s->delta)};
    for (int i = 0; i < out->count; i++) {
        const halfplane *plane = &out->planes[i];
        double least = plane->least - sm_min(out->violation, plane->max_violation);
        if (vec_dot(plane->normal, out->displacement) - least <= 4 * push_precision(s))
            sm_trace_hold(&done, out->numbers[i]);
    }
    sm_sweep_record(s, done, out->numbers[0]);
}

double sm_sweep_settle(sweep *s, double tolerance, int looks_to_leave) {
    for (int round = 0;; round++) {
        cache_cover(&s->cache, s->position, s->position, 0);
        if (!s->cache.overflowed && sm_sweep_is_free(s, s->position, tolerance))
            return 0;
        sweep_contact deepest = sm_sweep_deepest(s, s->position);
        double depth = -deepest.at.gap;
        if (deepest.number == SM_NO_OBSTACLE)
            return 0;
        if (!(depth > tolerance) || round == ROUNDS_MAX ||
            !cache_may_look(&s->cache, looks_to_leave))
            return sm_max(depth, 0);
        double farthest = sm_min(farthest_in_depths * depth, depth + s->thickness);
        cache_cover(&s->cache, s->position, s->position, farthest);
        push_out out;
        find_push_out(s, &deepest, farthest, &out);
        s->cache.effort_left -= 2 + out.count;
        bool only_jitters = out.violation > tolerance && depth - out.violation < s->skin / 2;
        if (only_jitters || vec_is_zero(out.displacement))
            return depth;
        vec before = s->position;
        s->position = vec_add(s->position, out.displacement);
        s->normal = deepest.at.normal;
        s->pushes++;
        record_push_out(s, before, &out);
    }
}

void sm_sweep_fit(sweep *s, int looks_to_leave) {
    double tolerance = sm_max(s->skin / 2, s->spacing);
    double depth = sm_sweep_settle(s, tolerance, looks_to_leave);
    s->crushed = depth > tolerance ? sm_min(depth, SWEEP_MAX_DEPTH * s->thickness) : 0;
}

/* slide3: moves along delta in legs until it is used up.
 *
 * Every obstacle is convex. So a straight path that does not lead into the tangent plane of a
 * touched obstacle never penetrates it, however long the path is. A cast finds all others in time.
 * The planes touched at one place bound a cone, and the mover moves in the cone's direction that is
 * nearest to the wanted one.
 *
 * At the end of a face on which the mover is pressed, it bends round the edge or corner. The normal
 * turns along that path: on a cylinder round an edge, on a sphere round a corner, both with the sum
 * of the radii. Round a single edge or corner the path is an exact arc (arc3). If another obstacle
 * holds the mover, too, or blocks the arc, a leg of the bend is found by the midpoint rule (the
 * second-order Runge-Kutta method), which works with any normals. The mover travels on the tangents
 * at the ends of a leg, which stay outside of convex obstacles. */
#include "sweep_state3.h"

#include "../planes.h"
#include "../resolver.h"

/* ---- The record -------------------------------------------------------------------------- */

sm_iteration *sm3_sweep_begin_iteration(const sweep3 *s, sm_step step) {
    sm_trace *trace = s->options->trace;
    sm_iteration *iteration =
        trace->iteration_count == SM_PUSHES_MAX
            ? sm_trace_begin_again(trace)
            : sm_trace_begin_iteration(trace, vec3_round(s->here.position), step);
    iteration->time = (float)(1 - s->cache.scope.time_left);
    return iteration;
}

void sm3_sweep_record(sm_trace *trace, const contact3 *contact, int number, sm_candidate what) {
    sm3_collision seen = sm3_collision_of(contact, number);
    sm_trace_record(trace, &seen, what);
}

void sm3_sweep_end_iteration(sweep3 *s, const contacts3 *near) {
    sm_trace *trace = s->options->trace;
    for (int i = 0; i < near->count && trace_wants_near(trace); i++)
        sm3_sweep_record(trace, &near->deepest[i].contact, near->deepest[i].number, SM_CANDIDATE);
    sm3_record_let_through(trace, s->here.mover, s->delta, s->options->both_sides, s,
                           &s->cache.scope);
    sm_trace_end_iteration(trace, vec3_round(s->here.position));
}

void sm3_sweep_end_leg(sweep3 *s) {
    const sm_trace *trace = s->options->trace;
    contacts3 near;
    near.count = 0;
    if (trace_wants_near(trace))
        sm3_sweep_record_contacts(s, sm_max((double)trace->reach, 0), &near);
    sm3_sweep_end_iteration(s, &near);
}

/* ---- Along delta ------------------------------------------------------------------------- */

static const double left_at3 = 0.03; /* in skins: a gap that has grown by more has left the wall */

/* In radians: by how much a bend turns in one leg, at most and at least. */
static const double bend_turn3 = 1.0 / 16, bend_turn_least3 = 1.0 / 128;

/* In radii: the least length of a leg of a bend that changes its curvature. */
static const double bend_least3 = 1.0 / 2048;

/* The fraction by which the turns in both halves of a leg may differ. */
static const double bend_change3 = 0.25;

enum { PLANES3_MAX = 8 };

typedef struct slide3 {
    sweep3 *sweep;
    sm3_result *result;
    double left;                   /* the fraction of delta that is left */
    bool stuck;                    /* too many planes, or no looks are left */
    touched3 touched[PLANES3_MAX]; /* obstacles touched here */
    plane3 planes[PLANES3_MAX];    /* of the touched obstacles */
    int count;
    vec3 at;            /* the position for which the planes were made */
    sm3_collision last; /* the last touch at which it stopped */
    int rounded;        /* the obstacle round which the last arc went, if another ended it */
    double longest_leg; /* world units: of the next bend's legs, by what the last one was */
} slide3;

/* ---- Touched obstacles ------------------------------------------------------------------- */

static const contact3 *contact_here3(const slide3 *m, const touched3 *touched) {
    return sm3_sweep_contact_at(m->sweep, &m->sweep->here, touched);
}

/* Keeps the touched obstacles that are still touched here, and updates their planes. */
SM_APART static void keep_touched3(slide3 *m) {
    double gap = m->sweep->clearance.held;
    int kept = 0;
    m->at = m->sweep->here.position;
    for (int i = 0; i < m->count; i++) {
        const contact3 *contact = contact_here3(m, &m->touched[i]);
        if (!(-contact->depth <= gap))
            continue;
        if (kept < i)
            m->touched[kept] = m->touched[i];
        m->touched[kept].normal = contact->normal;
        m->planes[kept] = (plane3){contact->normal, 0};
        kept++;
    }
    m->count = kept;
}

static inline void drop_left3(slide3 *m) {
    if (!vec3_equal(m->at, m->sweep->here.position))
        keep_touched3(m);
}

/* Returns the obstacle's place among the touched ones, their count if it is none of them. */
static int place_of_touched3(const slide3 *m, int number) {
    int place = 0;
    while (place < m->count && m->touched[place].number != number)
        place++;
    return place;
}

static void add_plane3(slide3 *m, const obstacle3 *shape, int number, vec3 normal) {
    static const double same = 1e-9; /* radians: a box may touch many pieces of one wall */
    int place = place_of_touched3(m, number);
    for (int i = 0; i < m->count && place == PLANES3_MAX; i++) {
        vec3 turn = vec3_sub(m->planes[i].normal, normal);
        place = vec3_dot(turn, turn) <= same * same ? i : place;
    }
    if (place == PLANES3_MAX) {
        m->stuck = true;
        return;
    }
    m->touched[place] = (touched3){*shape, number, normal};
    m->planes[place] = (plane3){normal, 0};
    m->count = place == m->count ? place + 1 : m->count;
}

/* Adds a touch at which the mover stops to the result, the trace and the touched obstacles. */
static void stop_at3(slide3 *m, const cast3 *cast) {
    const touch3 *touch = &cast->first;
    sm_trace *trace = m->sweep->options->trace;
    m->result->normal = vec3_round(touch->normal);
    m->result->pushes++;
    if (trace != NULL || m->sweep->observer != NULL) {
        contact3 contact = {-touch->gap, touch->normal, touch->point};
        m->last = sm3_collision_of(&contact, touch->obstacle);
    }
    if (trace != NULL)
        sm_trace_record(trace, &m->last, SM_CANDIDATE_CHOSEN);
    if (touch->gap <= m->sweep->clearance.held) /* larger if floats are finer here than at first */
        add_plane3(m, &cast->shape, touch->obstacle, touch->normal);
}

/* Whether an obstacle stops the mover at once. */
static bool is_held3(slide3 *m, const vec3 *path) {
    cast3 cast;
    bool is_held = sm3_sweep_is_held(m->sweep, path, m->planes, m->count, &cast);
    if (is_held)
        stop_at3(m, &cast);
    return is_held;
}

/* Travels a path that uses up `worth` of delta, or up to the first touch. Returns false if there
 * was a touch. The caller has tested that no obstacle stops the mover at once. After the last path
 * only the position is needed, unless there is a trace. */
static bool travel3(slide3 *m, vec3 path, double worth, bool is_last) {
    sweep3 *s = m->sweep;
    cast3 cast;
    sm3_sweep_touch(s, &path, m->planes, m->count, &cast);
    double time = cast.first.time;
    vec3 there = vec3_add(s->here.position, vec3_scale(path, time));
    m->left -= worth * time;
    if (is_last && cast.first.obstacle == SM_NO_OBSTACLE && s->options->trace == NULL &&
        !(s->crushed > 0))
        s->here.position = there;
    else if (time > 0)
        sm3_sweep_move_to(s, there, s->crushed);
    if (cast.first.obstacle == SM_NO_OBSTACLE)
        return true;
    drop_left3(m);
    stop_at3(m, &cast);
    return false;
}

/* ---- Where a path leaves the obstacle it slides along ------------------------------------ */

/* Whether the touched point, moved along the whole path, stays over the triangle and within `slack`
 * of its plane. Then the gap grows by no more than that. */
static bool stays_over_face3(const obstacle3 *obstacle, const contact3 *here, vec3 path,
                             double slack) {
    static const double rounding = 1e-12; /* times the height over an edge */
    const triangle3 *t = &obstacle->triangle;
    vec3 inner = vec3_sub(here->point, vec3_scale(here->normal, obstacle->radius));
    weights3 w = weights3_in_triangle(vec3_add(inner, path), t);
    double least = -rounding * t->area, off = vec3_dot(path, t->normal);
    return t->area > 0 && w.a >= least && w.b >= least && w.c >= least &&
           off * off <= slack * slack * t->area;
}

/* Returns by how much the gap exceeds `gap` after a fraction of the path, and how fast it grows. */
static double excess_gap3(const slide3 *m, const touched3 *touched, vec3 path, double time,
                          double gap, double *speed) {
    vec3 there = vec3_add(m->sweep->here.position, vec3_scale(path, time));
    contact3 contact = sm3_sweep_contact(m->sweep, there, touched);
    *speed = vec3_dot(contact.normal, path);
    return -contact.depth - gap;
}

/* Returns the time at which a distance is `wanted`. The distance is the hypotenuse of a triangle:
 * one leg is `first`, the other is how far the point is beyond an edge or corner, which grows
 * evenly. At time 1 the distance is `last` and grows with `speed`. */
static double time_of_distance3(double first, double last, double speed, double wanted) {
    double beyond = sqrt(sm_max((last - first) * (last + first), 0));
    double wanted_beyond = sqrt(sm_max((wanted - first) * (wanted + first), 0));
    return 1 - (beyond - wanted_beyond) * beyond / (last * speed);
}

/* Where a path leaves a touched obstacle. */
typedef struct leaving3 {
    double time;   /* the fraction of the path; 1: it does not leave it */
    double radius; /* of the bend that begins at the start; 0: there is none of one radius */
} leaving3;

/* Whether a gap that is `growth` larger at the end of a path, and grows there with `speed` times
 * the path's time, has grown with the square of the time: round a bend of one radius, that begins
 * at the start. */
static bool is_of_bend3(double growth, double speed, double distance) {
    static const double even = 0.01;
    return fabs(speed - growth * (2 - growth / distance)) <= even * speed;
}

/* Finds where a path leaves an obstacle that is touched at its start. If a bend of one radius
 * begins at the start, the gap grows with the square of the time, so its growth is half its speed.
 * Otherwise the gap is a convex function of the time, and Newton's method finds the time: from
 * later it never passes it, and a step from before ends after it. */
static leaving3 find_leaving3(const slide3 *m, const touched3 *touched, vec3 path) {
    const leaving3 never = {1, 0};
    enum { STEPS = 60 };
    double skin = m->sweep->skin, exact = left_at3 * skin / 8;
    const contact3 *here = contact_here3(m, touched);
    if (stays_over_face3(&touched->shape, here, path, left_at3 * skin / 2))
        return never;
    double gap = sm_max(m->sweep->clearance.stop, -here->depth) + left_at3 * skin;
    double speed, over = excess_gap3(m, touched, path, 1, gap, &speed);
    if (over <= exact || !(speed > 0))
        return never;
    double radii = m->sweep->here.mover.radius + touched->shape.radius;
    double first = radii - here->depth, last = radii + gap + over, length = vec3_length(path);
    double more = radii + gap - first, at_end = last - first;
    if (is_of_bend3(at_end, speed, last))
        return (leaving3){sqrt(more / at_end), length * length / (2 * at_end)};
    double latest = sm_max(1 - over / speed, 0);
    double time = time_of_distance3(first, last, speed, radii + gap);
    time = sm_max(sm_min(time, latest), 0);
    for (int step = 0; step < STEPS; step++) {
        over = excess_gap3(m, touched, path, time, gap, &speed);
        if (fabs(over) <= exact)
            break;
        time = speed > 0 ? sm_max(sm_min(time - over / speed, latest), 0) : latest;
    }
    double grown = more + over, gone = time * length;
    bool is_of_bend =
        radii > skin && fabs(over) <= exact && is_of_bend3(grown, speed * time, first + grown);
    return (leaving3){time, is_of_bend ? gone * gone / (2 * grown) : 0};
}

static bool is_pressed3(const slide3 *m, vec3 normal) {
    return vec3_dot(normal, m->sweep->delta) < -PLANES_SLOPE * m->sweep->length;
}

/* Whether the path slides along the plane with this normal and delta presses on that. */
static bool is_along3(const slide3 *m, vec3 normal, vec3 path) {
    static const double flat = 1e-6; /* the sine of the angle between */
    return is_pressed3(m, normal) && fabs(vec3_dot(normal, path)) <= flat * vec3_length(path);
}

static double turn_between3(vec3 a, vec3 b) {
    return vec3_length(vec3_sub(a, b));
}

/* Whether two normals are of the same wall. Rounding makes those of its pieces differ a little. */
static bool is_same_wall3(vec3 a, vec3 b) {
    static const double almost = 1e-4; /* radians */
    return turn_between3(a, b) < almost;
}

static bool is_same_plane3(const slide3 *m, int i, int k) {
    return is_same_wall3(m->planes[i].normal, m->planes[k].normal);
}

/* Returns the place of the obstacle that the path leaves last of those with the plane of touched
 * one i. */
static int last_on_plane3(const slide3 *m, int i, const leaving3 leavings[PLANES3_MAX]) {
    int last = i;
    for (int k = 0; k < m->count; k++) {
        if (is_same_plane3(m, i, k) && leavings[k].time > leavings[last].time)
            last = k;
    }
    return last;
}

/* Returns the place of the touched obstacle that the path leaves first, -1 if it leaves none. */
static int find_first_left3(const slide3 *m, vec3 path, leaving3 *leaving) {
    leaving3 leavings[PLANES3_MAX];
    *leaving = (leaving3){1, 0};
    for (int i = 0; i < m->count; i++)
        leavings[i] = is_along3(m, m->planes[i].normal, path)
                          ? find_leaving3(m, &m->touched[i], path)
                          : *leaving;
    int first = -1;
    for (int i = 0; i < m->count; i++) {
        int last = leavings[i].time < leaving->time ? last_on_plane3(m, i, leavings) : i;
        if (leavings[last].time < leaving->time) {
            *leaving = leavings[last];
            first = last;
        }
    }
    return first;
}

/* Finds the next pieces of a wall, where the path leaves this piece at `time`. */
static void find_next_pieces3(slide3 *m, int along, vec3 path, double time, contacts3 *pieces) {
    sweep3 *s = m->sweep;
    pose3 there;
    int touched[PLANES3_MAX], kept = 0;
    cache3_pose_at(&s->cache, vec3_add(s->here.position, vec3_scale(path, time)), &there);
    for (int i = 0; i < m->count; i++)
        touched[i] = m->touched[i].number;
    sm3_sweep_other_contacts(s, &there, s->clearance.held, touched, m->count, pieces);
    for (int i = 0; i < pieces->count; i++) {
        if (is_same_wall3(pieces->deepest[i].contact.normal, m->planes[along].normal))
            pieces->deepest[kept++] = pieces->deepest[i];
    }
    pieces->count = kept;
}

/* ---- Round a bend ------------------------------------------------------------------------ */

typedef struct bend3 {
    vec3 corner, end;      /* where the tangents at start and end meet, and the end */
    double first_fraction; /* the first tangent's fraction of the bend */
    bool is_good;          /* the normal turns by about the same angle in both halves, and nothing
                              that is touched at the start blocks the tangents */
} bend3;

/* Counts a leg that ends without a touch as a look. */
static void count_leg3(slide3 *m) {
    m->stuck = --m->sweep->cache.looks_left <= 0;
}

static vec3 wanted_of3(const slide3 *m) {
    return vec3_scale(m->sweep->delta, m->left);
}

/* Whether the mover leaves a touched obstacle before the one that it goes along, which has the same
 * plane here. */
static bool is_left_before3(const slide3 *m, int i, int along) {
    return i != along && is_same_plane3(m, i, along);
}

/* Returns the displacement that the touched obstacles allow at another position. */
static vec3 allowed_at3(const slide3 *m, vec3 position, int along, vec3 *normal) {
    plane3 planes[PLANES3_MAX];
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        if (is_left_before3(m, i, along))
            continue;
        planes[count].normal = sm3_sweep_contact(m->sweep, position, &m->touched[i]).normal;
        planes[count].least = 0;
        *normal = i == along ? planes[count].normal : *normal;
        count++;
    }
    vec3 allowed = wanted_of3(m);
    sm3_planes_project(&allowed, planes, count, PLANES_SLOPE);
    return allowed;
}

static void find_corner3(bend3 *bend, vec3 start, vec3 tangent, vec3 end_normal) {
    vec3 chord = vec3_sub(bend->end, start);
    double along = vec3_dot(end_normal, tangent) / vec3_length(tangent);
    double first = along > 0 ? vec3_dot(end_normal, chord) / along : 0;
    bend->corner = bend->end;
    bend->first_fraction = 1;
    if (!(first > 0 && first < vec3_length(chord)))
        return;
    bend->corner = vec3_add(start, vec3_scale(tangent, first / vec3_length(tangent)));
    bend->first_fraction = first / (first + vec3_length(vec3_sub(bend->end, bend->corner)));
}

/* Returns the displacement from the end of a bend, which begins with `path`, back to the gap at
 * which the mover stops: of the obstacle that it goes along and, in a groove, of the one that holds
 * it there, too. */
static vec3 displacement_back3(const slide3 *m, int along, vec3 path,
                               const contact3 at_end[PLANES3_MAX], double length) {
    static const double longest = 0.5; /* of the bend's length: planes may be nearly parallel */
    double stop = m->sweep->clearance.stop, shortest = longest * length;
    plane3 planes[PLANES3_MAX], first = {at_end[along].normal, stop + at_end[along].depth};
    vec3 back, best = vec3_scale(first.normal, first.least);
    bool holds[PLANES3_MAX]; /* one that the path leads off does not */
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        if (i == along || !is_pressed3(m, at_end[i].normal) || is_left_before3(m, i, along))
            continue;
        holds[count] = is_along3(m, m->planes[i].normal, path);
        planes[count++] = (plane3){at_end[i].normal, stop + at_end[i].depth};
    }
    for (int i = 0; i < count; i++) {
        if (!holds[i] || !sm3_planes_meet(&first, &planes[i], &back) ||
            vec3_length(back) > shortest ||
            !sm3_planes_satisfied(back, planes, count, left_at3 * m->sweep->skin))
            continue;
        shortest = vec3_length(back);
        best = back;
    }
    return best;
}

/* Whether the touched obstacles let the mover go on both tangents: something convex does not block
 * a path that is in front of its tangent plane. */
static bool is_bend_free3(const slide3 *m, const bend3 *bend, const contact3 at_end[PLANES3_MAX],
                          vec3 back) {
    vec3 in = vec3_sub(bend->corner, m->sweep->here.position);
    vec3 out = vec3_sub(bend->end, bend->corner);
    double needed = m->sweep->clearance.needed;
    for (int i = 0; i < m->count; i++) {
        const contact3 *start = contact_here3(m, &m->touched[i]);
        double at_corner = vec3_dot(start->normal, in) - start->depth;
        double after = vec3_dot(at_end[i].normal, back) - at_end[i].depth;
        double before = after - vec3_dot(at_end[i].normal, out);
        if (sm_min(at_corner, sm_min(after, before)) <= needed)
            return false;
    }
    return true;
}

/* Returns the bend on which a fraction of the wanted displacement leads, if it begins with `path`.
 */
static bend3 find_bend3(slide3 *m, int along, vec3 path, double fraction) {
    vec3 start = m->sweep->here.position, middle_normal = m->planes[along].normal;
    m->sweep->cache.looks_left--;
    vec3 first = vec3_scale(path, fraction);
    vec3 middle = vec3_add(start, vec3_scale(first, 0.5));
    vec3 whole = vec3_scale(allowed_at3(m, middle, along, &middle_normal), fraction);
    bend3 bend = {.end = vec3_add(start, whole)};
    contact3 at_end[PLANES3_MAX];
    for (int i = 0; i < m->count; i++)
        at_end[i] = sm3_sweep_contact(m->sweep, bend.end, &m->touched[i]);
    double turn_in = turn_between3(m->planes[along].normal, middle_normal);
    double turn_out = turn_between3(middle_normal, at_end[along].normal);
    vec3 back = displacement_back3(m, along, path, at_end, vec3_length(whole));
    bend.end = vec3_add(bend.end, back);
    find_corner3(&bend, start, first, at_end[along].normal);
    bend.is_good = fabs(turn_in - turn_out) <= bend_change3 * sm_max(turn_in, turn_out) &&
                   is_bend_free3(m, &bend, at_end, back);
    return bend;
}

static double radii_of3(const slide3 *m, int along) {
    return m->sweep->here.mover.radius + m->touched[along].shape.radius;
}

/* Returns by how much one leg turns. The midpoint rule's error is turn^2 / 24 of the path; on the
 * whole delta it is at most one skin. */
static double turn_of_leg3(const slide3 *m) {
    double turn = sqrt(24 * m->sweep->skin / m->sweep->length);
    return sm_max(sm_min(turn, bend_turn3), bend_turn_least3);
}

static bool go_round_bend3(slide3 *m, int along, vec3 path, double leg) {
    static const double growth = 4; /* at most, from leg to leg */
    double least = sm_max(bend_least3 * radii_of3(m, along), m->sweep->skin) / vec3_length(path);
    double wanted = vec3_length(wanted_of3(m));
    double fraction = sm_min(1, sm_min(leg, m->longest_leg) / wanted);
    bend3 bend = find_bend3(m, along, path, fraction);
    while (!bend.is_good && fraction > least && sweep3_may_look(m->sweep)) {
        fraction /= 2;
        bend = find_bend3(m, along, path, fraction);
    }
    m->longest_leg = growth * fraction * wanted;
    double worth = fraction * m->left;
    vec3 in = vec3_sub(bend.corner, m->sweep->here.position);
    vec3 out = vec3_sub(bend.end, bend.corner);
    return !is_held3(m, &in) && travel3(m, in, worth * bend.first_fraction, false) &&
           (bend.first_fraction >= 1 ||
            (!is_held3(m, &out) && travel3(m, out, worth * (1 - bend.first_fraction), false)));
}

/* ---- The slide --------------------------------------------------------------------------- */

/* Finds the displacement that is left and allowed. Returns false if that is no more than rounding
 * errors. */
static bool find_displacement3(const slide3 *m, vec3 *path) {
    static const double nothing = 1e-9; /* of delta */
    if (!(m->left > nothing))
        return false;
    *path = wanted_of3(m);
    sm3_planes_project(path, m->planes, m->count, PLANES_SLOPE);
    return vec3_length(*path) > nothing * m->sweep->length;
}

static vec3 projected3(vec3 path, vec3 normal) {
    return vec3_sub(path, vec3_scale(normal, vec3_dot(normal, path)));
}

/* Returns the plane along which the path slides besides plane i: -1 if there is none, the number of
 * planes if no single one explains the path. */
static int floor_of3(const slide3 *m, int i, vec3 path) {
    static const double same = 1e-9; /* times the length of the path */
    vec3 alone = projected3(wanted_of3(m), m->planes[i].normal), on_floor = alone;
    double turn = same * vec3_length(path);
    int floor = -1;
    while (!(turn_between3(on_floor, path) <= turn) && ++floor < m->count)
        on_floor = projected3(alone, m->planes[floor].normal);
    return floor;
}

/* Moves one leg on an exact arc. Returns false if there is none. */
static bool go_on_arc3(slide3 *m, vec3 path) {
    for (int along = 0; along < m->count; along++) {
        arc_leg3 gone;
        const touched3 *touched = &m->touched[along];
        if (touched->number == m->rounded ||
            is_on_face3(&touched->shape.triangle, m->planes[along].normal) ||
            !is_along3(m, m->planes[along].normal, path))
            continue;
        int floor = floor_of3(m, along, path);
        if (floor == m->count ||
            !sm3_arc_leg(m->sweep, touched, floor < 0 ? NULL : &m->touched[floor], wanted_of3(m),
                         &gone))
            continue;
        count_leg3(m);
        m->left -= gone.fraction * m->left;
        m->rounded = gone.limit == SM_NO_OBSTACLE ? SM_NO_OBSTACLE : touched->number;
        if (gone.limit != SM_NO_OBSTACLE)
            add_plane3(m, &gone.limit_shape, gone.limit, gone.normal);
        return true;
    }
    return false;
}

/* Moves one leg. Returns false if it ended with a touch. */
static bool go_one_leg3(slide3 *m, const vec3 *wanted) {
    static const double short_path = 1.0 / 256; /* radii */
    static const double in_bend = 2; /* in lengths on which a bend's tangent leaves the bend */
    leaving3 leaving;
    if (is_held3(m, wanted))
        return false;
    const vec3 path = *wanted;
    if (go_on_arc3(m, path))
        return true;
    int along = find_first_left3(m, path, &leaving);
    if (along < 0)
        return travel3(m, path, m->left, true);
    double skin = m->sweep->skin, length = vec3_length(path), radii = radii_of3(m, along);
    double straight = leaving.time * length, tangent = sqrt(2 * radii * left_at3 * skin);
    bool in_the_bend =
        leaving.radius > 0 || straight < sm_max(short_path * radii, in_bend * tangent);
    double leg = turn_of_leg3(m) * sm_max(radii, leaving.radius);
    contacts3 next;
    count_leg3(m);
    find_next_pieces3(m, along, path, leaving.time, &next);
    if (next.count == 0 && in_the_bend && leg > skin)
        return go_round_bend3(m, along, path, leg);
    double time = sm_min(1, sm_max(straight, skin) / length);
    if (!travel3(m, vec3_scale(path, time), time * m->left, false))
        return false;
    for (int i = 0; i < next.count; i++)
        add_plane3(m, &next.deepest[i].shape, next.deepest[i].number,
                   next.deepest[i].contact.normal);
    return true;
}

/* Records the end of a leg: the touched obstacles, what they allow, and the contacts near. */
static void record_leg3(const slide3 *m) {
    sweep3 *s = m->sweep;
    sm_trace *trace = s->options->trace;
    sm_iteration *iteration = &trace->iterations[trace->iteration_count];
    vec3 path;
    for (int i = 0; i < m->count; i++)
        sm_trace_hold(iteration, m->touched[i].number);
    iteration->left = (float)sm_max(m->left, 0);
    iteration->allowed = find_displacement3(m, &path) ? vec3_round(path) : (sm3_vec){0, 0, 0};
    sm3_sweep_end_leg(s);
}

/* Shows the observer a leg that ended with a touch. Returns whether the sweep ends with it. */
SM_APART static bool show_leg3(const slide3 *m) {
    sweep3 *s = m->sweep;
    sweep_observer *observer = s->observer;
    const sweep_part leg = {.step = SM_STEP_TRAVEL,
                            .after = vec3_round(s->here.position),
                            .left = (float)sm_max(m->left, 0),
                            .normal = m->last.normal,
                            .obstacle = m->last.obstacle};
    if (!observer->see(observer->context, &leg))
        return false;
    observer->touched = m->last;
    s->is_ended = !(s->crushed > 0);
    return s->is_ended;
}

void sm3_sweep_slide(sweep3 *s, sm3_result *result) {
    sm_trace *trace = s->options->trace;
    slide3 m; /* not cleared, since it is large */
    m.sweep = s;
    m.result = result;
    m.left = 1;
    m.stuck = false;
    m.count = 0;
    m.at = s->here.position;
    m.rounded = SM_NO_OBSTACLE;
    m.longest_leg = INFINITY;
    bool continues = false;
    vec3 path;
    while (!m.stuck && result->pushes < SM_PUSHES_MAX && find_displacement3(&m, &path)) {
        if (trace != NULL && !continues)
            sm3_sweep_begin_iteration(s, SM_STEP_TRAVEL);
        continues = go_one_leg3(&m, &path);
        if (m.left > 0 || trace != NULL)
            drop_left3(&m);
        if (trace != NULL && !continues)
            record_leg3(&m);
        if (!continues && s->observer != NULL && show_leg3(&m))
            return;
    }
    if (trace != NULL && continues)
        record_leg3(&m);
}

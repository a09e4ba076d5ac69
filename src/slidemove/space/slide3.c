/* slide3: along delta until it is used up.
 *
 * Every obstacle is convex, so a straight way that does not lead into the tangent plane of what is
 * touched never penetrates it, however long it is; everything else the cast sees in time. The
 * planes touched at one place bound a cone, and the mover goes along the cone's nearest direction.
 *
 * Where the mover would leave what it is pressed on, it goes round instead. Its normal there turns
 * along the way: round an edge on a cylinder, round a corner on a sphere, both with the sum of the
 * radii. Round one edge or corner alone that is an exact arc (arc3). Where something else holds
 * the mover, too, or stands in the arc's way, a leg of the bend is found by the midpoint rule (the
 * second-order Runge-Kutta method), for which any normal will do. It is travelled on the tangents
 * at its ends, which stay outside of what is convex. */
#include "sweep_state3.h"

#include "../planes.h"
#include "../resolver.h"

/* ---- The record -------------------------------------------------------------------------- */

sm_iteration *sm3_sweep_begin_iteration(const sweep3 *s, sm_step step) {
    sm_trace *trace = s->options->trace;
    sm_iteration *part = trace->iteration_count == SM_PUSHES_MAX
                             ? sm_trace_begin_again(trace)
                             : sm_trace_begin_iteration(trace, vec3_round(s->here.position), step);
    part->time = (float)(1 - s->cache.scope.time_left);
    return part;
}

void sm3_sweep_record(sm_trace *trace, const contact3 *contact, int number, sm_candidate what) {
    sm3_collision seen = sm3_collision_of(contact, number);
    sm_trace_record(trace, &seen, what);
}

void sm3_sweep_end_iteration(sweep3 *s, const contacts3 *near) {
    sm_trace *trace = s->options->trace;
    for (int i = 0; i < near->count; i++)
        sm3_sweep_record(trace, &near->deepest[i].contact, near->deepest[i].number, SM_CANDIDATE);
    sm3_record_let_through(trace, near->mover, s->delta, s->options->both_sides, s,
                           &s->cache.scope);
    sm_trace_end_iteration(trace, vec3_round(s->here.position));
}

/* ---- Along delta ------------------------------------------------------------------------- */

static const double left_at3 = 0.03; /* of the skin: farther by this, it has left a wall */

/* Radians: by how much a bend turns in one leg. */
static const double bend_turn3 = 1.0 / 16, bend_turn_least3 = 1.0 / 128;

/* Radii of the mover: the length of a leg that ends where the bend changes, at the least. */
static const double bend_least3 = 1.0 / 2048;

/* By which part the normal may turn otherwise in the halves of a leg. */
static const double bend_change3 = 0.25;

enum { PLANES3_MAX = 8 };

typedef struct slide3 {
    sweep3 *sweep;
    sm3_result *result;
    double left;                   /* of delta, 1 .. 0 */
    bool stuck;                    /* among too many planes, or it has looked too often */
    touched3 touched[PLANES3_MAX]; /* here */
    plane3 planes[PLANES3_MAX];    /* of what is touched */
    int count;
    vec3 at;     /* where the planes are of */
    int rounded; /* the obstacle that was gone round to where another begins */
} slide3;

/* ---- What is touched --------------------------------------------------------------------- */

static const contact3 *contact_here3(const slide3 *m, const touched3 *touched) {
    return sm3_sweep_contact_at(m->sweep, &m->sweep->here, touched);
}

/* What was touched on the way and is still, here. */
SM_APART static void keep_what_is_touched3(slide3 *m) {
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

static inline void forget_what_was_left3(slide3 *m) {
    if (!vec3_equal(m->at, m->sweep->here.position))
        keep_what_is_touched3(m);
}

/* Among what is touched; its count when it is not. */
static int place_of_touched3(const slide3 *m, int number) {
    int place = 0;
    while (place < m->count && m->touched[place].number != number)
        place++;
    return place;
}

static void add_plane3(slide3 *m, const obstacle3 *shape, int number, vec3 normal) {
    static const double same = 1e-9; /* radians: a box stands on many pieces of a wall */
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

/* Stops at a touch. */
static void stop_at3(slide3 *m, const cast3 *cast) {
    const touch3 *touch = &cast->first;
    sm_trace *trace = m->sweep->options->trace;
    m->result->normal = vec3_round(touch->normal);
    m->result->pushes++;
    if (trace != NULL) {
        contact3 contact = {-touch->gap, touch->normal, touch->point};
        sm3_sweep_record(trace, &contact, touch->obstacle, SM_CANDIDATE_CHOSEN);
    }
    if (touch->gap <= m->sweep->clearance.held) /* not where floats are finer than at the start */
        add_plane3(m, cast->shape, touch->obstacle, touch->normal);
}

/* Whether what holds the mover here stops it at once. */
static bool is_held3(slide3 *m, const vec3 *way) {
    cast3 cast;
    bool is_held = sm3_sweep_is_held(m->sweep, way, m->planes, m->count, &cast);
    if (is_held)
        stop_at3(m, &cast);
    return is_held;
}

/* Goes `way`, which is worth a part of delta, or up to the next touch. Returns false when there was
 * one. It is known that nothing holds the mover at once. After the last way nobody asks for more
 * than where it ends, but for a record. */
static bool travel3(slide3 *m, vec3 way, double worth, bool is_last) {
    sweep3 *s = m->sweep;
    cast3 cast;
    sm3_sweep_touch(s, &way, m->planes, m->count, &cast);
    double time = cast.first.time;
    vec3 there = vec3_add(s->here.position, vec3_scale(way, time));
    m->left -= worth * time;
    if (is_last && cast.first.obstacle == SM_NO_OBSTACLE && s->options->trace == NULL &&
        !(s->crushed > 0))
        s->here.position = there;
    else if (time > 0)
        sm3_sweep_move_to(s, there, s->crushed);
    if (cast.first.obstacle == SM_NO_OBSTACLE)
        return true;
    forget_what_was_left3(m);
    stop_at3(m, &cast);
    return false;
}

/* ---- Where the way leaves what it is along ----------------------------------------------- */

/* Whether the point that is touched may go along the whole way without leaving the triangle, by
 * more than `slack`: then the gap grows by no more on it. */
static bool takes_along3(const obstacle3 *obstacle, const contact3 *here, vec3 way, double slack) {
    static const double rounding = 1e-12; /* of the height over an edge */
    const triangle3 *t = &obstacle->triangle;
    vec3 inner = vec3_sub(here->point, vec3_scale(here->normal, obstacle->radius));
    weights3 w = weights3_in_triangle(vec3_add(inner, way), t);
    double least = -rounding * t->area, off = vec3_dot(way, t->normal);
    return t->area > 0 && w.a >= least && w.b >= least && w.c >= least &&
           off * off <= slack * slack * t->area;
}

/* How much more than `gap` it is from there after a part of `way`, and how fast that grows. */
static double over_gap3(const slide3 *m, const touched3 *touched, vec3 way, double time, double gap,
                        double *speed) {
    vec3 there = vec3_add(m->sweep->here.position, vec3_scale(way, time));
    contact3 contact = sm3_sweep_contact(m->sweep, there, touched);
    *speed = vec3_dot(contact.normal, way);
    return -contact.depth - gap;
}

/* When a distance is `wanted` that is `last` at the end, grows as fast as `speed` there, and is the
 * hypotenuse of `first` and of a way beyond an edge or corner, that grows evenly. */
static double time_of_distance3(double first, double last, double speed, double wanted) {
    double beyond = sqrt(sm_max((last - first) * (last + first), 0));
    double wanted_beyond = sqrt(sm_max((wanted - first) * (wanted + first), 0));
    return 1 - (beyond - wanted_beyond) * beyond / (last * speed);
}

/* Where a touched obstacle is left. */
typedef struct leaving3 {
    double time;   /* the part of the way; 1: it is not left */
    double radius; /* that the bend has which leads away from it; 0: it has no one radius */
} leaving3;

/* Where an obstacle that is touched at the start of `way` is left. On a bend of one radius from
 * there on, the gap grows with the square of the way, and half its speed is what it has grown.
 * Otherwise it is a convex function of the way, so Newton's method from the end never passes that
 * moment, and from before it comes to after it. */
static leaving3 leaving_of3(const slide3 *m, const touched3 *touched, vec3 way) {
    static const double even = 0.01;
    const leaving3 never = {1, 0};
    enum { STEPS = 60 };
    double skin = m->sweep->skin, exact = left_at3 * skin / 8;
    const contact3 *here = contact_here3(m, touched);
    if (takes_along3(&touched->shape, here, way, left_at3 * skin / 2))
        return never;
    double gap = sm_max(m->sweep->clearance.stop, -here->depth) + left_at3 * skin;
    double speed, over = over_gap3(m, touched, way, 1, gap, &speed);
    if (over <= exact || !(speed > 0))
        return never;
    double radii = m->sweep->here.mover.radius + touched->shape.radius;
    double first = radii - here->depth, last = radii + gap + over, length = vec3_length(way);
    double more = radii + gap - first, at_end = last - first;
    if (fabs(speed - at_end * (2 - at_end / last)) <= even * speed)
        return (leaving3){sqrt(more / at_end), length * length / (2 * at_end)};
    double latest = sm_max(1 - over / speed, 0);
    double time = time_of_distance3(first, last, speed, radii + gap);
    time = sm_max(sm_min(time, latest), 0);
    for (int step = 0; step < STEPS; step++) {
        over = over_gap3(m, touched, way, time, gap, &speed);
        if (fabs(over) <= exact)
            break;
        time = speed > 0 ? sm_max(sm_min(time - over / speed, latest), 0) : latest;
    }
    return (leaving3){time, 0};
}

static bool is_pressed3(const slide3 *m, vec3 normal) {
    return vec3_dot(normal, m->sweep->delta) < -PLANES_SLOPE * m->sweep->length;
}

/* Whether it slides along the plane with this normal, pressed on it. */
static bool is_along3(const slide3 *m, vec3 normal, vec3 way) {
    static const double flat = 1e-6; /* the sine of the angle between */
    return is_pressed3(m, normal) && fabs(vec3_dot(normal, way)) <= flat * vec3_length(way);
}

static double turn_between3(vec3 a, vec3 b) {
    return vec3_length(vec3_sub(a, b));
}

/* Whether two planes are one wall: floats give its pieces normals that differ a little. */
static bool is_same_wall3(vec3 a, vec3 b) {
    static const double almost = 1e-4; /* radians */
    return turn_between3(a, b) < almost;
}

/* When the last obstacle is left whose plane is that of number i. */
static double time_on_plane3(const slide3 *m, int i, const leaving3 leavings[PLANES3_MAX]) {
    double last = leavings[i].time;
    for (int k = 0; k < m->count; k++) {
        if (is_same_wall3(m->planes[k].normal, m->planes[i].normal))
            last = sm_max(last, leavings[k].time);
    }
    return last;
}

/* The first plane to be left of what `way` goes along; -1: none is left on it. */
static int first_left3(const slide3 *m, vec3 way, leaving3 *leaving) {
    leaving3 leavings[PLANES3_MAX];
    *leaving = (leaving3){1, 0};
    for (int i = 0; i < m->count; i++)
        leavings[i] =
            is_along3(m, m->planes[i].normal, way) ? leaving_of3(m, &m->touched[i], way) : *leaving;
    int first = -1;
    for (int i = 0; i < m->count; i++) {
        double left = leavings[i].time < leaving->time ? time_on_plane3(m, i, leavings) : 1;
        if (left < leaving->time) {
            *leaving = (leaving3){left, leavings[i].radius};
            first = i;
        }
    }
    return first;
}

/* The next pieces of a wall, where the way leaves this one after `time`. */
static void find_next_pieces3(slide3 *m, int along, vec3 way, double time, contacts3 *pieces) {
    sweep3 *s = m->sweep;
    pose3 there;
    int touched[PLANES3_MAX], kept = 0;
    cache3_pose_at(&s->cache, vec3_add(s->here.position, vec3_scale(way, time)), &there);
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
    vec3 corner, end; /* where the tangents at start and end meet, and the end */
    double share;     /* of the first tangent */
    bool is_even;     /* the normal turns alike in both halves */
} bend3;

/* One more of the legs that end without a touch. */
static void count_leg3(slide3 *m) {
    m->stuck = --m->sweep->cache.looks_left <= 0;
}

static vec3 wanted_of3(const slide3 *m) {
    return vec3_scale(m->sweep->delta, m->left);
}

/* The way that is allowed at a position by what is touched here. */
static vec3 way_at3(const slide3 *m, vec3 position, int along, vec3 *normal) {
    plane3 planes[PLANES3_MAX];
    for (int i = 0; i < m->count; i++)
        planes[i] = (plane3){sm3_sweep_contact(m->sweep, position, &m->touched[i]).normal, 0};
    *normal = planes[along].normal;
    return sm3_planes_project(wanted_of3(m), planes, m->count, PLANES_SLOPE);
}

static void find_corner3(bend3 *bend, vec3 start, vec3 tangent, vec3 end_normal) {
    vec3 chord = vec3_sub(bend->end, start);
    double along = vec3_dot(end_normal, tangent) / vec3_length(tangent);
    double first = along > 0 ? vec3_dot(end_normal, chord) / along : 0;
    bend->corner = bend->end;
    bend->share = 1;
    if (!(first > 0 && first < vec3_length(chord)))
        return;
    bend->corner = vec3_add(start, vec3_scale(tangent, first / vec3_length(tangent)));
    bend->share = first / (first + vec3_length(vec3_sub(bend->end, bend->corner)));
}

/* What takes the end of a bend of this length back to where the mover stops, of all that it is
 * pressed on there. */
static vec3 way_back3(const slide3 *m, int along, const contact3 at_end[PLANES3_MAX],
                      double length) {
    static const double longest = 0.5; /* of the bend: planes may be nearly parallel */
    plane3 planes[PLANES3_MAX], only = {{0, 0, 0}, 0};
    vec3 back;
    int count = 0;
    for (int i = 0; i < m->count; i++) {
        plane3 plane = {at_end[i].normal, m->sweep->clearance.stop + at_end[i].depth};
        if (!is_pressed3(m, plane.normal))
            continue;
        planes[count++] = plane;
        only = i == along ? plane : only;
    }
    bool is_short = sm3_planes_meet(planes, count, &back) && vec3_length(back) <= longest * length;
    return is_short ? back : vec3_scale(only.normal, only.least);
}

/* The bend that `part` of the wanted way leads round, if that begins with `way`. */
static bend3 find_bend3(slide3 *m, int along, vec3 way, double part) {
    vec3 start = m->sweep->here.position, middle_normal;
    m->sweep->cache.looks_left--;
    vec3 first = vec3_scale(way, part);
    vec3 middle = vec3_add(start, vec3_scale(first, 0.5));
    vec3 whole = vec3_scale(way_at3(m, middle, along, &middle_normal), part);
    bend3 bend = {.end = vec3_add(start, whole)};
    contact3 at_end[PLANES3_MAX];
    for (int i = 0; i < m->count; i++)
        at_end[i] = sm3_sweep_contact(m->sweep, bend.end, &m->touched[i]);
    double turn_in = turn_between3(m->planes[along].normal, middle_normal);
    double turn_out = turn_between3(middle_normal, at_end[along].normal);
    bend.is_even = fabs(turn_in - turn_out) <= bend_change3 * sm_max(turn_in, turn_out);
    bend.end = vec3_add(bend.end, way_back3(m, along, at_end, vec3_length(whole)));
    find_corner3(&bend, start, first, at_end[along].normal);
    return bend;
}

static double radii_of3(const slide3 *m, int along) {
    return m->sweep->here.mover.radius + m->touched[along].shape.radius;
}

/* The midpoint rule's error is a part turn^2 / 24 of the way: of all of it no more than the skin.
 */
static double turn_of_leg3(const slide3 *m) {
    double turn = sqrt(24 * m->sweep->skin / m->sweep->length);
    return sm_max(sm_min(turn, bend_turn3), bend_turn_least3);
}

static bool go_round3(slide3 *m, int along, vec3 way, double leg) {
    double least = bend_least3 * radii_of3(m, along) / vec3_length(way);
    double part = sm_min(1, leg / vec3_length(wanted_of3(m)));
    bend3 bend = find_bend3(m, along, way, part);
    while (!bend.is_even && part > least && sweep3_may_look(m->sweep)) {
        part /= 2;
        bend = find_bend3(m, along, way, part);
    }
    double worth = part * m->left;
    vec3 in = vec3_sub(bend.corner, m->sweep->here.position);
    vec3 out = vec3_sub(bend.end, bend.corner);
    return !is_held3(m, &in) && travel3(m, in, worth * bend.share, false) &&
           (bend.share >= 1 ||
            (!is_held3(m, &out) && travel3(m, out, worth * (1 - bend.share), false)));
}

/* ---- The slide --------------------------------------------------------------------------- */

/* What is left to go. Returns false when that is no more than rounding: *way means nothing then. */
static bool way_on3(const slide3 *m, vec3 *way) {
    static const double nothing = 1e-9; /* of delta */
    if (!(m->left > nothing))
        return false;
    *way = sm3_planes_project(wanted_of3(m), m->planes, m->count, PLANES_SLOPE);
    return vec3_length(*way) > nothing * m->sweep->length;
}

static vec3 projected3(vec3 way, vec3 normal) {
    return vec3_sub(way, vec3_scale(normal, vec3_dot(normal, way)));
}

/* The floor that it slides along, square to plane i, which it slides along: -1 where there is none,
 * the planes' count where it slides otherwise. */
static int floor_of3(const slide3 *m, int i, vec3 way) {
    static const double same = 1e-9; /* of the way */
    vec3 alone = projected3(wanted_of3(m), m->planes[i].normal), on_floor = alone;
    double turn = same * vec3_length(way);
    int floor = -1;
    while (!(turn_between3(on_floor, way) <= turn) && ++floor < m->count)
        on_floor = projected3(alone, m->planes[floor].normal);
    return floor;
}

/* A leg on an exact arc, where there is one to go. */
static bool go_on_arc3(slide3 *m, vec3 way) {
    for (int along = 0; along < m->count; along++) {
        arc_leg3 gone;
        const touched3 *touched = &m->touched[along];
        if (touched->number == m->rounded ||
            is_on_face3(&touched->shape.triangle, m->planes[along].normal) ||
            !is_along3(m, m->planes[along].normal, way))
            continue;
        int floor = floor_of3(m, along, way);
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

/* One leg. Returns false when it touched something. */
static bool go_on3(slide3 *m, const vec3 *wanted) {
    static const double short_way = 1.0 / 256; /* radii */
    static const double in_bend = 2; /* times the way on which a bend's tangent leaves it */
    leaving3 leaving;
    if (is_held3(m, wanted))
        return false;
    const vec3 way = *wanted;
    if (go_on_arc3(m, way))
        return true;
    int along = first_left3(m, way, &leaving);
    if (along < 0)
        return travel3(m, way, m->left, true);
    double skin = m->sweep->skin, length = vec3_length(way), radii = radii_of3(m, along);
    double straight = leaving.time * length, tangent = sqrt(2 * radii * left_at3 * skin);
    bool in_the_bend =
        leaving.radius > 0 || straight < sm_max(short_way * radii, in_bend * tangent);
    double leg = turn_of_leg3(m) * sm_max(radii, leaving.radius);
    contacts3 next;
    count_leg3(m);
    find_next_pieces3(m, along, way, leaving.time, &next);
    if (next.count == 0 && in_the_bend && leg > skin)
        return go_round3(m, along, way, leg);
    double time = sm_min(1, sm_max(straight, skin) / length);
    if (!travel3(m, vec3_scale(way, time), time * m->left, false))
        return false;
    for (int i = 0; i < next.count; i++)
        add_plane3(m, &next.deepest[i].shape, next.deepest[i].number,
                   next.deepest[i].contact.normal);
    return true;
}

/* Where it is, what holds it there, and what is near. */
static void record_leg3(const slide3 *m) {
    sweep3 *s = m->sweep;
    sm_trace *trace = s->options->trace;
    sm_iteration *part = &trace->iterations[trace->iteration_count];
    contacts3 near;
    vec3 way;
    for (int i = 0; i < m->count; i++)
        sm_trace_hold(part, m->touched[i].number);
    part->left = (float)sm_max(m->left, 0);
    part->way = way_on3(m, &way) ? vec3_round(way) : (sm3_vec){0, 0, 0};
    sm3_sweep_record_contacts(s, sm_max((double)trace->reach, 0), &near);
    sm3_sweep_end_iteration(s, &near);
}

void sm3_sweep_slide(sweep3 *s, sm3_result *result) {
    sm_trace *trace = s->options->trace;
    slide3 m; /* not cleared: it is large */
    m.sweep = s;
    m.result = result;
    m.left = 1;
    m.stuck = false;
    m.count = 0;
    m.at = s->here.position;
    m.rounded = SM_NO_OBSTACLE;
    bool is_under_way = false;
    vec3 way;
    while (!m.stuck && result->pushes < SM_PUSHES_MAX && way_on3(&m, &way)) {
        if (trace != NULL && !is_under_way)
            sm3_sweep_begin_iteration(s, SM_STEP_TRAVEL);
        is_under_way = go_on3(&m, &way);
        if (m.left > 0 || trace != NULL)
            forget_what_was_left3(&m);
        if (trace != NULL && !is_under_way)
            record_leg3(&m);
    }
    if (trace != NULL && is_under_way)
        record_leg3(&m);
}

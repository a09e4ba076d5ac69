/* arc3: the exact arc round an edge or a corner, and one leg of the sweep on it.
 *
 * On a round surface the mover's normal turns in one plane, while the wanted displacement w stays
 * the same. The angle phi between the normal and -w obeys phi' = |w| sin(phi) / R, so tan(phi / 2)
 * grows exponentially. This holds on a sphere, which a corner and an end of the mover make. It
 * holds for the part of w across the axis on a cylinder, which an edge and an end of the mover
 * make, or a corner and the mover's axis.
 *
 * A leg ends at the next edge or face, at a wall, or at the end of the edge. The wanted end is
 * measured first; an obstacle that is too near there tells where to end instead. The mover travels
 * on the arc's two tangents, which lie outside of convex obstacles. The tangent planes of the near
 * obstacles at both ends almost always show that the tangents are free; otherwise a cast decides.
 */
#include "sweep_state3.h"

#include <stddef.h>

typedef struct arc3 {
    vec3 normal;         /* at the start */
    vec3 back;           /* unit, against the wanted displacement across the axis */
    vec3 beside;         /* unit, across `back` in the plane of the normals */
    vec3 along;          /* the part of the wanted displacement along the axis */
    vec3 axis;           /* of the cylinder; zero: a sphere */
    bool axis_is_movers; /* the axis is that of the mover, which rolls over a corner */
    double radius;
    double rate;         /* by which log(tan(phi / 2)) grows over the wanted displacement */
    double half_tangent; /* tan(phi / 2) at the start */
} arc3;

/* ---- The round surface ------------------------------------------------------------------- */

static bool is_at3(vec3 p, vec3 q) {
    return vec3_length(vec3_sub(p, q)) <= TOUCHING3;
}

/* Finds the direction of the edge that has the point, which is at no corner. */
static bool find_edge3(const triangle3 *t, vec3 point, vec3 *edge) {
    const vec3 corners[] = {t->a, t->b, t->c};
    for (int i = 0; i < 3; i++) {
        vec3 next = corners[(i + 1) % 3];
        if (is_at3(point, closest3_on_segment(point, corners[i], next))) {
            *edge = vec3_unit(vec3_sub(next, corners[i]), vec3_zero);
            return true;
        }
    }
    return false;
}

/* Returns the point of the contact on the obstacle without its radius. */
static vec3 inner_point3(const obstacle3 *obstacle, const contact3 *contact) {
    return vec3_sub(contact->point, vec3_scale(contact->normal, obstacle->radius));
}

static bool is_at_corner3(const obstacle3 *obstacle, const contact3 *contact) {
    vec3 point = inner_point3(obstacle, contact);
    const triangle3 *t = &obstacle->triangle;
    return is_at3(point, t->a) || is_at3(point, t->b) || is_at3(point, t->c);
}

/* Finds the axis of the cylinder that mover and obstacle make at the contact; zero for a sphere.
 * Returns false if they make a plane, and for a box: it makes too many kinds of surfaces, so the
 * slide uses the midpoint rule. */
static bool find_axis3(const mover3 *mover, const obstacle3 *obstacle, const contact3 *contact,
                       vec3 *axis) {
    const triangle3 *t = &obstacle->triangle;
    if (mover->box != NULL)
        return false;
    double distance = mover->radius - contact->depth; /* from the obstacle's surface */
    vec3 first = vec3_add(contact->point, vec3_scale(contact->normal, distance));
    bool at_end = mover->is_sphere || is_at3(first, mover->a) || is_at3(first, mover->b);
    *axis = vec3_zero;
    if (is_at_corner3(obstacle, contact)) {
        if (!at_end)
            *axis = vec3_unit(vec3_sub(mover->b, mover->a), vec3_zero);
        return true;
    }
    return at_end && find_edge3(t, inner_point3(obstacle, contact), axis);
}

/* ---- The arc ----------------------------------------------------------------------------- */

/* Whether the arc's normal turns in the plane of a floor. Then the mover stays on the floor. */
static bool turns_in_floor3(const arc3 *arc, vec3 normal, vec3 floor) {
    static const double square = 1e-7; /* the sine of the angle that still counts as none */
    vec3 aside = vec3_cross(arc->axis, floor);
    return fabs(vec3_dot(normal, floor)) <= square && vec3_dot(aside, aside) <= square * square;
}

/* Begins an arc. Returns false if the surface at the contact is not round, or if the wanted
 * displacement does not lead round it. (If none of it is across the axis, the cosine is NaN.) */
static bool arc3_begin(arc3 *arc, const mover3 *mover, const obstacle3 *obstacle,
                       const contact3 *contact, const vec3 *floor, vec3 wanted) {
    static const double least_sine = 1e-6; /* of phi: with less, rounding gives the direction */
    if (!find_axis3(mover, obstacle, contact, &arc->axis))
        return false;
    if (floor != NULL) {
        if (!turns_in_floor3(arc, contact->normal, *floor))
            return false;
        wanted = vec3_sub(wanted, vec3_scale(*floor, vec3_dot(*floor, wanted)));
    }
    arc->axis_is_movers = !mover->is_sphere && is_at_corner3(obstacle, contact);
    arc->along = vec3_scale(arc->axis, vec3_dot(arc->axis, wanted));
    vec3 across = vec3_sub(wanted, arc->along);
    double length = vec3_length(across);
    arc->radius = mover->radius + obstacle->radius - contact->depth;
    if (!(arc->radius > 0)) /* the mover's axis is in the obstacle */
        return false;
    arc->normal = contact->normal;
    arc->rate = length / arc->radius;
    arc->back = vec3_scale(across, -1 / length);
    double cosine = vec3_dot(arc->normal, arc->back);
    vec3 beside = vec3_sub(arc->normal, vec3_scale(arc->back, cosine));
    double sine = vec3_length(beside);
    if (!(cosine > 0) || !(sine > least_sine))
        return false;
    arc->beside = vec3_scale(beside, 1 / sine);
    arc->half_tangent = sine / (1 + cosine);
    return true;
}

/* Returns exp(x) for 0 <= x <= 1/4 to 1e-9, by its Pade approximant of order 3. */
static double small_exp(double x) {
    double even = 1 + x * x / 10, odd = x / 2 + x * x * x / 120;
    return (even + odd) / (even - odd);
}

/* Returns tan(phi / 2) after a fraction of the wanted displacement; `rate` times the fraction is at
 * most 1/4. The result is at most 1: there the wanted displacement leaves the arc. */
static double arc3_half_after(const arc3 *arc, double fraction) {
    return sm_min(arc->half_tangent * small_exp(arc->rate * fraction), 1);
}

/* Returns log(b / a) = 2 atanh((b - a) / (b + a)) for b / a up to exp(1/4), to 1e-11. */
static double small_log(double a, double b) {
    double z = (b - a) / (b + a), z2 = z * z;
    return 2 * z * (1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 / 9))));
}

/* Returns the fraction of the wanted displacement until tan(phi / 2) has this value. */
static double arc3_fraction_until(const arc3 *arc, double half_tangent) {
    return small_log(arc->half_tangent, half_tangent) / arc->rate;
}

static vec3 arc3_normal(const arc3 *arc, double half_tangent) {
    double scale = 1 / (1 + half_tangent * half_tangent);
    return vec3_add(vec3_scale(arc->back, (1 - half_tangent * half_tangent) * scale),
                    vec3_scale(arc->beside, 2 * half_tangent * scale));
}

/* Returns the displacement up to the given normal, which uses up `fraction` of the wanted one. */
static vec3 arc3_displacement(const arc3 *arc, vec3 normal, double fraction) {
    vec3 turned = vec3_sub(normal, arc->normal);
    return vec3_add(vec3_scale(turned, arc->radius), vec3_scale(arc->along, fraction));
}

/* Returns tan(phi / 2) where the normal is square to `direction`; `half_tangent` if that is not
 * reached before it, or is NaN. */
static double arc3_half_across(const arc3 *arc, vec3 direction, double half_tangent) {
    double sine = -vec3_dot(arc->back, direction), cosine = vec3_dot(arc->beside, direction);
    double length = sqrt(sine * sine + cosine * cosine);
    if (sine < 0) {
        sine = -sine;
        cosine = -cosine;
    }
    return sm_min(sine / (length + cosine), half_tangent);
}

/* ---- One leg ----------------------------------------------------------------------------- */

/* In skins: gaps that differ by less count as equal. */
static const double gap_tolerance3 = 0.03;

/* One leg uses up at most so much wanted displacement, in radii; see small_exp. */
static const double max_leg3 = 0.25;

/* An obstacle that the mover may touch on the arc, and its contact at the start. */
typedef struct start3 {
    cached3 *near; /* in the sweep's cache */
    contact3 contact;
} start3;

enum { LEG_TRIES = 8 };

typedef struct leg3 {
    sweep3 *sweep;
    arc3 arc;
    const touched3 *along; /* the obstacle that the arc goes round */
    contact3 start;        /* with that obstacle */
    const touched3 *floor; /* the mover stays on it; NULL: there is none */
    contact3 on_floor;     /* with the floor, at the start */
    double mover_radius;
    double tolerance;
    double half_tangent; /* tan(phi / 2) at the end */
    double fraction;     /* of the wanted displacement that the leg uses up */
    vec3 normal;         /* at the end */
    vec3 in;             /* the displacement to where the two tangents meet */
    vec3 displacement;   /* of the whole leg */
    pose3 end;
    start3 starts[CACHE3_CROWD];
    int start_count;
    int limit; /* the obstacle that shortens the leg; SM_NO_OBSTACLE: none */
    obstacle3 limit_shape;
} leg3;

/* Whether a leg is free, must be tried again with an earlier end, or is blocked. */
typedef enum leg_result3 { LEG_GOOD, LEG_SHORTER, LEG_BLOCKED } leg_result3;

static double gap_of3(const contact3 *contact) {
    return -contact->depth;
}

/* Whether a contact at the start is with the same edge or corner as the arc's. */
static bool is_same_contact3(const leg3 *leg, const contact3 *contact) {
    static const double same = 1e-6;
    return fabs(gap_of3(contact) - gap_of3(&leg->start)) <= leg->tolerance &&
           vec3_length(vec3_sub(leg->start.normal, contact->normal)) <= same;
}

/* Ends the leg where the next edge or face begins, which the leg would go into. The normal there is
 * square to the part of the end's normal across `into`. */
static leg_result3 shorten_before3(leg3 *leg, vec3 into) {
    vec3 beyond = vec3_sub(leg->normal, vec3_scale(into, vec3_dot(leg->normal, into)));
    double half_tangent = arc3_half_across(&leg->arc, beyond, leg->half_tangent);
    bool is_earlier = half_tangent < leg->half_tangent;
    leg->half_tangent = half_tangent;
    return is_earlier ? LEG_SHORTER : LEG_BLOCKED;
}

/* Ends the leg at the end of the edge, or where the corner is at the end of the mover's axis. */
static leg_result3 shorten_to_axis3(leg3 *leg, const contact3 *end) {
    const arc3 *arc = &leg->arc;
    double wanted = vec3_dot(arc->axis, arc->along) * leg->fraction;
    vec3 moved = vec3_sub(end->point, leg->start.point);
    if (arc->axis_is_movers) {
        vec3 before = vec3_scale(leg->start.normal, gap_of3(&leg->start) + leg->mover_radius);
        vec3 after = vec3_scale(end->normal, gap_of3(end) + leg->mover_radius);
        moved = vec3_sub(leg->displacement, vec3_add(moved, vec3_sub(after, before)));
    }
    double fraction = vec3_dot(arc->axis, moved) / wanted;
    if (!(fraction > 0 && fraction < 1))
        return LEG_BLOCKED;
    leg->half_tangent = arc3_half_after(arc, leg->fraction * fraction);
    return LEG_SHORTER;
}

static leg_result3 check_rounded3(leg3 *leg) {
    const contact3 *contact = sm3_sweep_contact_at(leg->sweep, &leg->end, leg->along);
    double more = gap_of3(contact) - gap_of3(&leg->start);
    if (more > leg->tolerance)
        return shorten_to_axis3(leg, contact);
    if (more < -leg->tolerance)
        return shorten_before3(leg, contact->normal);
    return LEG_GOOD;
}

/* Whether an obstacle certainly does not block the arc's two tangents. A convex obstacle lies
 * behind its tangent planes at the start and at the end. A tangent of the arc is free if both of
 * its ends are in front of one of these planes. */
static bool is_clear3(const leg3 *leg, const contact3 *start, const contact3 *end) {
    double least = leg->sweep->clearance.needed + 2 * TOUCHING3;
    double into_corner = vec3_dot(start->normal, leg->in) + gap_of3(start);
    double into_end = vec3_dot(start->normal, leg->displacement) + gap_of3(start);
    double back_to_corner =
        gap_of3(end) - vec3_dot(end->normal, vec3_sub(leg->displacement, leg->in));
    double back_to_start = gap_of3(end) - vec3_dot(end->normal, leg->displacement);
    bool in = into_corner > least || sm_min(back_to_corner, back_to_start) > least;
    bool out = back_to_corner > least || sm_min(into_corner, into_end) > least;
    return in && out;
}

/* Whether a contact at the end is with the floor, and as close as at the start. */
static bool is_on_floor3(const leg3 *leg, const contact3 *end) {
    static const double same = 1e-6;
    return gap_of3(end) <= gap_of3(&leg->on_floor) + leg->tolerance &&
           vec3_length(vec3_sub(end->normal, leg->on_floor.normal)) <= same;
}

/* Whether the mover is on a piece of the floor at the end, too. */
static bool ends_on_floor3(const leg3 *leg) {
    sweep3 *s = leg->sweep;
    int list[CACHE3_CAPACITY];
    if (is_on_floor3(leg, sm3_sweep_contact_at(s, &leg->end, leg->floor)))
        return true;
    int count =
        cache3_list_near(&s->cache, &leg->end, gap_of3(&leg->on_floor) + leg->tolerance, list);
    for (int i = 0; i < count; i++) {
        if (is_on_floor3(leg, &cache3_measure(&s->cache, list[i], &leg->end)->contact))
            return true;
    }
    return false;
}

/* Returns how fast the arc's end moves, in units a fraction of the wanted displacement. */
static vec3 speed_at_end3(const leg3 *leg) {
    const arc3 *arc = &leg->arc;
    vec3 across = vec3_scale(arc->back, -arc->rate * arc->radius);
    vec3 turning = vec3_sub(across, vec3_scale(leg->normal, vec3_dot(leg->normal, across)));
    return vec3_add(turning, arc->along);
}

/* Ends the leg where another obstacle is touched, which is too near at its end and was apart at its
 * start. Newton's method: on a straight path the distance to something convex is a convex function,
 * so one step leads to where it is not too near. */
static leg_result3 shorten_to_touch3(leg3 *leg, const contact3 *start, const contact3 *end,
                                     double stop) {
    double approach = -vec3_dot(end->normal, speed_at_end3(leg));
    double fraction = leg->fraction - (stop - gap_of3(end)) / approach;
    leg->limit = SM_NO_OBSTACLE;
    if (!(gap_of3(start) > stop + leg->sweep->skin && approach > 0 && fraction > 0))
        return LEG_BLOCKED;
    leg->half_tangent = arc3_half_after(&leg->arc, fraction);
    return LEG_SHORTER;
}

/* Checks the end of the leg against an obstacle. Sets `may_hit` if it may block a tangent. */
static leg_result3 check_other3(leg3 *leg, const start3 *start, bool *may_hit) {
    sweep3 *s = leg->sweep;
    cached3 *near = start->near;
    const contact3 *contact = sm3_cache_contact(&s->cache, near, &leg->end);
    double stop = sm_min(gap_of3(&leg->start), gap_of3(&start->contact));
    if (gap_of3(contact) < stop - leg->tolerance) {
        if (!is_same_contact3(leg, &start->contact))
            return shorten_to_touch3(leg, &start->contact, contact, stop);
        leg->limit = near->number;
        leg->limit_shape = near->shape; /* a copy, since the cache may be gathered again */
        return shorten_before3(leg, contact->normal);
    }
    *may_hit = *may_hit || !is_clear3(leg, &start->contact, contact);
    return LEG_GOOD;
}

static bool is_path_clear3(sweep3 *s, vec3 path) {
    cast3 cast;
    if (sm3_sweep_is_held(s, &path, NULL, 0, &cast))
        return false;
    sm3_sweep_touch(s, &path, NULL, 0, &cast);
    return cast.first.obstacle == SM_NO_OBSTACLE;
}

static bool are_tangents_clear3(const leg3 *leg) {
    sweep3 *s = leg->sweep;
    vec3 start = s->here.position;
    if (!is_path_clear3(s, leg->in))
        return false;
    sm3_sweep_move_to(s, vec3_add(start, leg->in), 0);
    bool is_clear = is_path_clear3(s, vec3_sub(leg->displacement, leg->in));
    sm3_sweep_move_to(s, start, 0);
    return is_clear;
}

/* Returns the displacement to where the tangents at start and end meet. */
static vec3 displacement_to_corner3(const arc3 *arc, vec3 normal, double fraction) {
    vec3 sum = vec3_add(arc->normal, normal);
    vec3 across = vec3_scale(sum, 2 / vec3_dot(sum, sum));
    return vec3_add(vec3_scale(vec3_sub(across, arc->normal), arc->radius),
                    vec3_scale(arc->along, fraction / 2));
}

/* Finds the end of the leg as far as the edge or corner itself allows. */
static leg_result3 find_end3(leg3 *leg) {
    leg_result3 found = LEG_SHORTER;
    for (int i = 0; i < LEG_TRIES && found == LEG_SHORTER; i++) {
        leg->fraction = arc3_fraction_until(&leg->arc, leg->half_tangent);
        leg->normal = arc3_normal(&leg->arc, leg->half_tangent);
        leg->displacement = arc3_displacement(&leg->arc, leg->normal, leg->fraction);
        found = LEG_BLOCKED;
        if (vec3_length(leg->displacement) > leg->sweep->skin) {
            vec3 end = vec3_add(leg->sweep->here.position, leg->displacement);
            cache3_pose_at(&leg->sweep->cache, end, &leg->end);
            found = check_rounded3(leg);
        }
    }
    leg->in = displacement_to_corner3(&leg->arc, leg->normal, leg->fraction);
    return found;
}

static leg_result3 check_others3(leg3 *leg) {
    leg_result3 found = LEG_GOOD;
    bool may_hit = false;
    for (int i = 0; i < leg->start_count && found == LEG_GOOD; i++)
        found = check_other3(leg, &leg->starts[i], &may_hit);
    if (found == LEG_GOOD &&
        ((may_hit && !are_tangents_clear3(leg)) || (leg->floor != NULL && !ends_on_floor3(leg))))
        return LEG_BLOCKED;
    return found;
}

/* Adds obstacle i in the order of numbers. The first obstacle that shortens the leg counts, so the
 * order must not depend on how they were found. */
static void add_start3(leg3 *leg, int i) {
    obstacle_cache3 *cache = &leg->sweep->cache;
    int place = leg->start_count;
    int number = cache3_number(cache, i);
    for (; place > 0 && leg->starts[place - 1].near->number >= number; place--) {
        if (leg->starts[place - 1].near->place == i)
            return;
    }
    for (int k = leg->start_count++; k > place; k--)
        leg->starts[k] = leg->starts[k - 1];
    cached3 *near = cache3_measure(cache, i, &leg->sweep->here);
    leg->starts[place] = (start3){near, near->contact};
}

/* Adds the obstacles that may be nearer than `stop` on a path from a pose, without those behind the
 * plane that the mover touches there. */
static void add_starts3(leg3 *leg, const pose3 *at, const vec3 *normal, const vec3 *path,
                        double stop) {
    obstacle_cache3 *cache = &leg->sweep->cache;
    int list[CACHE3_CAPACITY], count = cache3_list(cache, &at->position, path, stop, list);
    front3 front = cache3_front(cache, at, normal, path);
    for (int i = 0; i < count; i++) {
        if (!cache3_is_behind(cache, list[i], at, &front, stop))
            add_start3(leg, list[i]);
    }
}

/* Finds the obstacles near the first tangent, from the start, and near the second, backwards from
 * the end. Returns false if they are too many for the cache. */
static bool find_near_starts3(leg3 *leg) {
    sweep3 *s = leg->sweep;
    double gap = gap_of3(&leg->start), needed = s->clearance.needed + 2 * TOUCHING3;
    vec3 back = vec3_sub(leg->in, leg->displacement);
    double length = vec3_length(leg->in) + vec3_length(back);
    double stop = sm_max(gap - leg->tolerance, needed);
    if (!sweep3_cover_few(s, sm_max(gap, stop) + length))
        return false;
    leg->start_count = 0;
    add_starts3(leg, &s->here, &leg->start.normal, &leg->in, stop);
    add_starts3(leg, &leg->end, &leg->normal, &back, stop);
    return true;
}

/* Finds the longest free leg. Returns false if there is none. */
static bool find_leg3(leg3 *leg) {
    leg->half_tangent = arc3_half_after(&leg->arc, sm_min(1, max_leg3 / leg->arc.rate));
    leg_result3 found = LEG_SHORTER;
    for (int i = 0; i < LEG_TRIES && found == LEG_SHORTER; i++) {
        found = find_end3(leg);
        if (found == LEG_GOOD)
            found = find_near_starts3(leg) ? check_others3(leg) : LEG_BLOCKED;
    }
    return found == LEG_GOOD;
}

bool sm3_arc_leg(sweep3 *s, const touched3 *along, const touched3 *floor, vec3 wanted,
                 arc_leg3 *moved) {
    const mover3 *mover = &s->here.mover;
    leg3 leg;
    leg.sweep = s;
    leg.along = along;
    leg.start = *sm3_sweep_contact_at(s, &s->here, along);
    leg.floor = floor;
    if (floor != NULL)
        leg.on_floor = *sm3_sweep_contact_at(s, &s->here, floor);
    leg.tolerance = gap_tolerance3 * s->skin;
    leg.limit = SM_NO_OBSTACLE;
    leg.mover_radius = mover->radius;
    if (s->crushed > 0 || !arc3_begin(&leg.arc, mover, &along->shape, &leg.start,
                                      floor == NULL ? NULL : &leg.on_floor.normal, wanted))
        return false;
    if (!find_leg3(&leg) || leg.half_tangent <= leg.arc.half_tangent) /* it would lead back */
        return false;
    sm3_sweep_move_to(s, vec3_add(s->here.position, leg.displacement), 0);
    *moved = (arc_leg3){leg.fraction, leg.limit, leg.limit_shape, leg.normal};
    return true;
}

/* arc3: the way round an edge or a corner, exactly, and one leg of the sweep on it.
 *
 * Where a mover rolls over what is round, its normal turns in one plane, and the wanted direction w
 * stays: the angle phi between the normal and the way back obeys phi' = |w| sin(phi) / R, so that
 * tan(phi / 2) grows exponentially. That holds on a sphere, which a corner and an end of the mover
 * make; and on a cylinder, which an edge and an end make, or a corner and the mover's axis, for the
 * part of w across.
 *
 * A leg ends where something else begins: the mover's next edge or face, a wall, the end of the
 * edge. The end that is wished for is looked at first, and what is too near there tells where to
 * end instead. The way there is that on the arc's two tangents, which lie outside of what is
 * convex: the tangent planes of what is near at both ends tell almost always that it is free, and
 * otherwise a cast does. */
#include "sweep_state3.h"

#include <stddef.h>

typedef struct arc3 {
    vec3 normal;         /* at the start */
    vec3 back, beside;   /* unit: the way back, and across to it in the plane of the normals */
    vec3 along;          /* the part of the wanted way that is along the axis */
    vec3 axis;           /* of the cylinder; zero: a sphere */
    bool is_past_corner; /* the axis is the mover's */
    double radius;
    double rate; /* of the logarithm of `half`, per wanted way */
    double half; /* tan(phi / 2) at the start */
} arc3;

/* ---- What is round ----------------------------------------------------------------------- */

static bool is_at3(vec3 p, vec3 q) {
    return vec3_length(vec3_sub(p, q)) <= TOUCHING3;
}

/* The edge that the point, which is at no corner, is on, as a unit vector. */
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

/* Where the contact is, on the obstacle itself. */
static vec3 inner_point3(const obstacle3 *obstacle, const contact3 *contact) {
    return vec3_sub(contact->point, vec3_scale(contact->normal, obstacle->radius));
}

static bool is_at_corner3(const obstacle3 *obstacle, const contact3 *contact) {
    vec3 point = inner_point3(obstacle, contact);
    const triangle3 *t = &obstacle->triangle;
    return is_at3(point, t->a) || is_at3(point, t->b) || is_at3(point, t->c);
}

/* The axis of the cylinder that mover and obstacle make at the contact, zero for a sphere. Returns
 * false when they make a plane. A box makes so many things that the slide goes round by halves. */
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

/* Whether it turns in a floor with this normal: then it stays on that all the way. */
static bool turns_in_floor3(const arc3 *arc, vec3 normal, vec3 floor) {
    static const double square = 1e-7; /* the sine of the angle to that */
    vec3 aside = vec3_cross(arc->axis, floor);
    return fabs(vec3_dot(normal, floor)) <= square && vec3_dot(aside, aside) <= square * square;
}

/* Returns false where nothing bends at the contact, or the wanted way does not lead round it: not
 * across the axis at all, and the cosine is not a number. */
static bool arc3_begin(arc3 *arc, const mover3 *mover, const obstacle3 *obstacle,
                       const contact3 *contact, const vec3 *floor, vec3 wanted) {
    static const double least_sine = 1e-6; /* of phi: less is the direction of rounding */
    if (!find_axis3(mover, obstacle, contact, &arc->axis))
        return false;
    if (floor != NULL) {
        if (!turns_in_floor3(arc, contact->normal, *floor))
            return false;
        wanted = vec3_sub(wanted, vec3_scale(*floor, vec3_dot(*floor, wanted)));
    }
    arc->is_past_corner = !mover->is_sphere && is_at_corner3(obstacle, contact);
    arc->along = vec3_scale(arc->axis, vec3_dot(arc->axis, wanted));
    vec3 across = vec3_sub(wanted, arc->along);
    double length = vec3_length(across);
    arc->radius = mover->radius + obstacle->radius - contact->depth;
    if (!(arc->radius > 0)) /* the mover's axis is in it */
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
    arc->half = sine / (1 + cosine);
    return true;
}

/* exp(x) for 0 <= x <= 1/4: its Pade approximant of order 3, good to 1e-9. */
static double small_exp(double x) {
    double even = 1 + x * x / 10, odd = x / 2 + x * x * x / 120;
    return (even + odd) / (even - odd);
}

/* tan(phi / 2) after `part` of the wanted way, where `rate` times that is 1/4 at most; 1, at which
 * the wanted way leaves the arc, at the most. */
static double arc3_half_after(const arc3 *arc, double part) {
    return sm_min(arc->half * small_exp(arc->rate * part), 1);
}

/* log(b / a) = 2 atanh((b - a) / (b + a)), for b / a up to exp(1/4): good to 1e-11. */
static double small_log(double a, double b) {
    double z = (b - a) / (b + a), z2 = z * z;
    return 2 * z * (1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 * (1.0 / 7 + z2 / 9))));
}

/* The inverse. */
static double arc3_part_until(const arc3 *arc, double half) {
    return small_log(arc->half, half) / arc->rate;
}

static vec3 arc3_normal(const arc3 *arc, double half) {
    double scale = 1 / (1 + half * half);
    return vec3_add(vec3_scale(arc->back, (1 - half * half) * scale),
                    vec3_scale(arc->beside, 2 * half * scale));
}

/* The displacement until it has this normal, after `part`. */
static vec3 arc3_way(const arc3 *arc, vec3 normal, double part) {
    vec3 turned = vec3_sub(normal, arc->normal);
    return vec3_add(vec3_scale(turned, arc->radius), vec3_scale(arc->along, part));
}

/* tan(phi / 2) where the normal is square to `direction`, `half` when that is not before, or no
 * number. */
static double arc3_half_across(const arc3 *arc, vec3 direction, double half) {
    double sine = -vec3_dot(arc->back, direction), cosine = vec3_dot(arc->beside, direction);
    double length = sqrt(sine * sine + cosine * cosine);
    if (sine < 0) {
        sine = -sine;
        cosine = -cosine;
    }
    return sm_min(sine / (length + cosine), half);
}

/* ---- One leg ----------------------------------------------------------------------------- */

/* Part of the skin: less is no difference between gaps. */
static const double no_gap3 = 0.03;

/* Radii of wanted displacement: the longest leg, which arc3 allows. */
static const double longest_leg3 = 0.25;

/* What the mover may come to on its way, with the contact at the start. */
typedef struct start3 {
    int place; /* in sweep->cache */
    contact3 contact;
} start3;

enum { LEG_TRIES = 8 };

typedef struct leg3 {
    sweep3 *sweep;
    arc3 arc;
    const touched3 *along; /* goes round this */
    contact3 start;        /* with it */
    const touched3 *floor; /* it is on this meanwhile; NULL: on nothing */
    contact3 on_floor;
    double mover_radius;
    double tolerance;
    double half;  /* ends there on the arc, */
    double part;  /* after that of the wanted way, */
    vec3 normal;  /* with this one */
    vec3 in, way; /* to where the tangents meet, and to the end */
    pose3 end;    /* there */
    start3 starts[CACHE3_CAPACITY];
    int start_count;
    int limit; /* the obstacle that ends the arc early; SM_NO_OBSTACLE: none */
    obstacle3 limit_shape;
} leg3;

/* Of a leg: it may be gone, another that ends earlier may be, none may. */
typedef enum verdict3 { LEG_GOOD, LEG_EARLIER, LEG_NONE } verdict3;

static double gap_of3(const contact3 *contact) {
    return -contact->depth;
}

/* Whether this is touched at the same edge or corner at the start. */
static bool is_shared3(const leg3 *leg, const contact3 *contact) {
    static const double same = 1e-6;
    return fabs(gap_of3(contact) - gap_of3(&leg->start)) <= leg->tolerance &&
           vec3_length(vec3_sub(leg->start.normal, contact->normal)) <= same;
}

/* Ends the arc where an edge that it would go into begins, or a face: the normal there is square to
 * what the normals of both have between them. */
static verdict3 end_before3(leg3 *leg, vec3 into) {
    vec3 beyond = vec3_sub(leg->normal, vec3_scale(into, vec3_dot(leg->normal, into)));
    double half = arc3_half_across(&leg->arc, beyond, leg->half);
    bool is_earlier = half < leg->half;
    leg->half = half;
    return is_earlier ? LEG_EARLIER : LEG_NONE;
}

/* Ends the arc where its edge does, or the mover's axis, past which a corner has moved then. */
static verdict3 end_with_axis3(leg3 *leg, const contact3 *end) {
    const arc3 *arc = &leg->arc;
    double way = vec3_dot(arc->axis, arc->along) * leg->part;
    vec3 moved = vec3_sub(end->point, leg->start.point);
    if (arc->is_past_corner) {
        vec3 before = vec3_scale(leg->start.normal, gap_of3(&leg->start) + leg->mover_radius);
        vec3 after = vec3_scale(end->normal, gap_of3(end) + leg->mover_radius);
        moved = vec3_sub(leg->way, vec3_add(moved, vec3_sub(after, before)));
    }
    double share = vec3_dot(arc->axis, moved) / way;
    if (!(share > 0 && share < 1))
        return LEG_NONE;
    leg->half = arc3_half_after(arc, leg->part * share);
    return LEG_EARLIER;
}

static verdict3 look_at_along3(leg3 *leg) {
    const contact3 *contact = sm3_sweep_contact_at(leg->sweep, &leg->end, leg->along);
    double more = gap_of3(contact) - gap_of3(&leg->start);
    if (more > leg->tolerance)
        return end_with_axis3(leg, contact);
    if (more < -leg->tolerance)
        return end_before3(leg, contact->normal);
    return LEG_GOOD;
}

/* A convex obstacle is beyond its tangent plane at the start and at the end. Of each of the arc's
 * tangents, one of the planes may have both ends on its side. */
static bool is_clear3(const leg3 *leg, const contact3 *start, const contact3 *end) {
    double least = leg->sweep->clearance.needed + 2 * TOUCHING3;
    double into_corner = vec3_dot(start->normal, leg->in) + gap_of3(start);
    double into_end = vec3_dot(start->normal, leg->way) + gap_of3(start);
    double back_to_corner = gap_of3(end) - vec3_dot(end->normal, vec3_sub(leg->way, leg->in));
    double back_to_start = gap_of3(end) - vec3_dot(end->normal, leg->way);
    bool in = into_corner > least || sm_min(back_to_corner, back_to_start) > least;
    bool out = back_to_corner > least || sm_min(into_corner, into_end) > least;
    return in && out;
}

/* Whether a contact at the end is one with the floor, as close as that was at the start. */
static bool is_on_floor3(const leg3 *leg, const contact3 *end) {
    static const double same = 1e-6;
    return gap_of3(end) <= gap_of3(&leg->on_floor) + leg->tolerance &&
           vec3_length(vec3_sub(end->normal, leg->on_floor.normal)) <= same;
}

/* Whether a piece of the floor holds it at the end, too. */
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

/* `doubt`: whether the mover may have come to it on its way. */
static verdict3 look_at_other3(leg3 *leg, const start3 *start, bool *doubt) {
    sweep3 *s = leg->sweep;
    const cached3 *near = &s->cache.made[start->place];
    const contact3 *contact = sm3_cache_contact(&s->cache, start->place, &leg->end);
    double stop = sm_min(gap_of3(&leg->start), gap_of3(&start->contact));
    if (gap_of3(contact) < stop - leg->tolerance) {
        leg->limit = near->number;
        leg->limit_shape = near->shape; /* the cache may be gathered anew */
        return is_shared3(leg, &start->contact) ? end_before3(leg, contact->normal) : LEG_NONE;
    }
    *doubt = *doubt || !is_clear3(leg, &start->contact, contact);
    return LEG_GOOD;
}

static bool is_way_clear3(sweep3 *s, vec3 way) {
    cast3 cast;
    if (sm3_sweep_is_held(s, &way, NULL, 0, &cast))
        return false;
    sm3_sweep_touch(s, &way, NULL, 0, &cast);
    return cast.first.obstacle == SM_NO_OBSTACLE;
}

static bool are_tangents_clear3(const leg3 *leg) {
    sweep3 *s = leg->sweep;
    vec3 start = s->here.position;
    if (!is_way_clear3(s, leg->in))
        return false;
    sm3_sweep_move_to(s, vec3_add(start, leg->in), 0);
    bool is_clear = is_way_clear3(s, vec3_sub(leg->way, leg->in));
    sm3_sweep_move_to(s, start, 0);
    return is_clear;
}

/* Where the tangents at start and end meet. */
static vec3 way_to_corner3(const arc3 *arc, vec3 normal, double part) {
    vec3 sum = vec3_add(arc->normal, normal);
    vec3 across = vec3_scale(sum, 2 / vec3_dot(sum, sum));
    return vec3_add(vec3_scale(vec3_sub(across, arc->normal), arc->radius),
                    vec3_scale(arc->along, part / 2));
}

/* Up to what bounds the edge or corner itself. */
static verdict3 find_end3(leg3 *leg) {
    verdict3 found = LEG_EARLIER;
    for (int i = 0; i < LEG_TRIES && found == LEG_EARLIER; i++) {
        leg->part = arc3_part_until(&leg->arc, leg->half);
        leg->normal = arc3_normal(&leg->arc, leg->half);
        leg->way = arc3_way(&leg->arc, leg->normal, leg->part);
        found = LEG_NONE;
        if (vec3_length(leg->way) > leg->sweep->skin) {
            vec3 end = vec3_add(leg->sweep->here.position, leg->way);
            cache3_pose_at(&leg->sweep->cache, end, &leg->end);
            found = look_at_along3(leg);
        }
    }
    leg->in = way_to_corner3(&leg->arc, leg->normal, leg->part);
    return found;
}

static verdict3 look_at_others3(leg3 *leg) {
    verdict3 found = LEG_GOOD;
    bool doubt = false;
    for (int i = 0; i < leg->start_count && found == LEG_GOOD; i++)
        found = look_at_other3(leg, &leg->starts[i], &doubt);
    if (found == LEG_GOOD &&
        ((doubt && !are_tangents_clear3(leg)) || (leg->floor != NULL && !ends_on_floor3(leg))))
        return LEG_NONE;
    return found;
}

/* In the order of their numbers: of several that end the arc the first one does, and that must not
 * depend on how they were found. */
static void add_start3(leg3 *leg, int i) {
    obstacle_cache3 *cache = &leg->sweep->cache;
    int place = leg->start_count;
    int number = cache3_number(cache, i);
    for (; place > 0 && cache3_number(cache, leg->starts[place - 1].place) >= number; place--) {
        if (leg->starts[place - 1].place == i)
            return;
    }
    for (int k = leg->start_count++; k > place; k--)
        leg->starts[k] = leg->starts[k - 1];
    const cached3 *near = cache3_measure(cache, i, &leg->sweep->here);
    leg->starts[place] = (start3){i, near->contact};
}

/* What may be come to on `way` from `position`, and is not behind the plane that is touched there.
 */
static void add_starts3(leg3 *leg, const pose3 *at, const vec3 *normal, const vec3 *way,
                        double stop) {
    obstacle_cache3 *cache = &leg->sweep->cache;
    int list[CACHE3_CAPACITY], count = cache3_list(cache, &at->position, way, stop, list);
    front3 front = cache3_front(cache, at, normal, way);
    for (int i = 0; i < count; i++) {
        if (!cache3_is_behind(cache, list[i], at, &front, stop))
            add_start3(leg, list[i]);
    }
}

/* Of the way in from the start, and of that out, back from the end. Returns false when that is too
 * much to look at. */
static bool find_starts3(leg3 *leg) {
    sweep3 *s = leg->sweep;
    double gap = gap_of3(&leg->start), needed = s->clearance.needed + 2 * TOUCHING3;
    vec3 back = vec3_sub(leg->in, leg->way);
    double length = vec3_length(leg->in) + vec3_length(back);
    double stop = sm_max(gap - leg->tolerance, needed);
    if (!cache3_cover(&s->cache, &s->here, sm_max(gap, stop) + length))
        return false;
    leg->start_count = 0;
    add_starts3(leg, &s->here, &leg->start.normal, &leg->in, stop);
    add_starts3(leg, &leg->end, &leg->normal, &back, stop);
    return true;
}

/* The whole leg. */
static bool find_leg3(leg3 *leg) {
    leg->half = arc3_half_after(&leg->arc, sm_min(1, longest_leg3 / leg->arc.rate));
    verdict3 found = LEG_EARLIER;
    for (int i = 0; i < LEG_TRIES && found == LEG_EARLIER; i++) {
        found = find_end3(leg);
        if (found == LEG_GOOD)
            found = find_starts3(leg) ? look_at_others3(leg) : LEG_NONE;
    }
    return found == LEG_GOOD;
}

bool sm3_arc_leg(sweep3 *s, const touched3 *along, const touched3 *floor, vec3 wanted,
                 arc_leg3 *gone) {
    const mover3 *mover = &s->here.mover;
    leg3 leg;
    leg.sweep = s;
    leg.along = along;
    leg.start = *sm3_sweep_contact_at(s, &s->here, along);
    leg.floor = floor;
    if (floor != NULL)
        leg.on_floor = *sm3_sweep_contact_at(s, &s->here, floor);
    leg.tolerance = no_gap3 * s->skin;
    leg.limit = SM_NO_OBSTACLE;
    leg.mover_radius = mover->radius;
    if (s->crushed > 0 || !arc3_begin(&leg.arc, mover, &along->shape, &leg.start,
                                      floor == NULL ? NULL : &leg.on_floor.normal, wanted))
        return false;
    if (!find_leg3(&leg) || leg.half <= leg.arc.half) /* it would lead back */
        return false;
    sm3_sweep_move_to(s, vec3_add(s->here.position, leg.way), 0);
    *gone = (arc_leg3){leg.part, leg.limit, leg.limit_shape, leg.normal};
    return true;
}

/* round3: one leg of the sweep on an arc.
 *
 * It ends where something else begins: the mover's next edge or face, a wall, the end of the edge.
 * The end that is wished for is looked at first, and what is too near there tells where to end
 * instead. The way there is that on the arc's two tangents, which lie outside of what is convex:
 * the tangent planes of what is near at both ends tell almost always that it is free, and otherwise
 * a cast does. */
#include "arc3.h"
#include "sweep3.h"

/* Part of the skin: less is no difference between gaps. */
static const double no_gap = 0.03;

/* Gaps, as parts of that which is kept: only what it may come nearer to stands in the way. */
static const double enough = 0.5;

/* Radii of wanted displacement: the longest leg, which arc3 allows. */
static const double longest_leg = 0.25;

/* What the mover may come to on its way, with the contact at the start. */
typedef struct start3 {
    int place; /* in sweep->around */
    contact3 contact;
} start3;

enum { STARTS_MAX = 16, TRIES = 8 };

typedef struct leg3 {
    sweep3 *sweep;
    arc3 arc;
    const obstacle3 *along; /* goes round this */
    contact3 start;         /* with it */
    double mover_radius;
    double tolerance;
    double half;  /* ends there on the arc */
    vec3 in, way; /* to where the tangents meet, and to the end */
    start3 starts[STARTS_MAX];
    int start_count;
    int limit; /* the obstacle that ends the arc early; SM_NO_OBSTACLE: none */
    obstacle3 limit_shape;
} leg3;

static contact3 contact_at(const sweep3 *s, vec3 position, const obstacle3 *obstacle) {
    mover3 mover = mover3_at(s->mover, position);
    contact3 contact;
    collide3(&mover, obstacle, s->delta, -INFINITY, &contact);
    return contact;
}

static double gap_of(const contact3 *contact) {
    return -contact->depth;
}

/* Whether this is touched at the same edge or corner at the start. */
static bool is_shared(const leg3 *leg, const contact3 *contact) {
    static const double same = 1e-6;
    return fabs(gap_of(contact) - gap_of(&leg->start)) <= leg->tolerance &&
           vec3_length(vec3_sub(leg->start.normal, contact->normal)) <= same;
}

/* Ends the arc where an edge that it would go into begins, or a face: the normal there is square to
 * what the normals of both have between them. */
static bool end_before(leg3 *leg, vec3 into) {
    vec3 normal = arc3_normal(&leg->arc, leg->half);
    vec3 beyond = vec3_sub(normal, vec3_scale(into, vec3_dot(normal, into)));
    double half = arc3_half_across(&leg->arc, beyond, leg->half);
    bool is_earlier = half < leg->half;
    leg->half = half;
    return is_earlier;
}

/* Ends the arc where its edge does, or the mover's axis, past which a corner has moved then. */
static bool end_with_axis(leg3 *leg, const contact3 *end) {
    const arc3 *arc = &leg->arc;
    double part = arc3_part_until(arc, leg->half);
    double way = vec3_dot(arc->axis, arc->along) * part;
    vec3 moved = vec3_sub(end->point, leg->start.point);
    if (arc->is_past_corner) {
        vec3 before = vec3_scale(leg->start.normal, gap_of(&leg->start) + leg->mover_radius);
        vec3 after = vec3_scale(end->normal, gap_of(end) + leg->mover_radius);
        moved = vec3_sub(leg->way, vec3_add(moved, vec3_sub(after, before)));
    }
    double share = vec3_dot(arc->axis, moved) / way;
    if (!(share > 0 && share < 1))
        return false;
    leg->half = arc3_half_after(arc, part * share);
    return true;
}

/* Of a leg: it may be gone, another that ends earlier may be, none may. */
typedef enum verdict { GOOD, EARLIER, NONE } verdict;

static verdict look_at_along(leg3 *leg, vec3 end) {
    contact3 contact = contact_at(leg->sweep, end, leg->along);
    double more = gap_of(&contact) - gap_of(&leg->start);
    if (more > leg->tolerance)
        return end_with_axis(leg, &contact) ? EARLIER : NONE;
    if (more < -leg->tolerance)
        return end_before(leg, contact.normal) ? EARLIER : NONE;
    return GOOD;
}

/* A convex obstacle is beyond its tangent plane at the start and at the end. Of each of the arc's
 * tangents, one of the planes may have both ends on its side. */
static bool is_clear(const leg3 *leg, const contact3 *start, const contact3 *end) {
    double least = enough * gap_of(&leg->start);
    double into_corner = vec3_dot(start->normal, leg->in) + gap_of(start);
    double into_end = vec3_dot(start->normal, leg->way) + gap_of(start);
    double back_to_corner = gap_of(end) - vec3_dot(end->normal, vec3_sub(leg->way, leg->in));
    double back_to_start = gap_of(end) - vec3_dot(end->normal, leg->way);
    bool in = into_corner > least || sm_lower(back_to_corner, back_to_start) > least;
    bool out = back_to_corner > least || sm_lower(into_corner, into_end) > least;
    return in && out;
}

/* `doubt`: whether the mover may have come to it on its way. */
static verdict look_at_other(leg3 *leg, const start3 *start, vec3 end, bool *doubt) {
    sweep3 *s = leg->sweep;
    met3 *met = &s->around.met[start->place];
    const contact3 *contact = met3_measure(met, &s->mover, end, s->delta);
    double stop = sm_lower(gap_of(&leg->start), gap_of(&start->contact));
    if (gap_of(contact) < stop - leg->tolerance) {
        leg->limit = met->number;
        leg->limit_shape = met->shape;
        bool was_shared = is_shared(leg, &start->contact);
        return was_shared && end_before(leg, contact->normal) ? EARLIER : NONE;
    }
    *doubt = *doubt || !is_clear(leg, &start->contact, contact);
    return GOOD;
}

static bool are_tangents_clear(const leg3 *leg) {
    sweep3 *s = leg->sweep;
    vec3 start = s->position;
    cast3 cast;
    sweep3_touch(s, leg->in, &cast);
    if (cast.first.obstacle != SM_NO_OBSTACLE)
        return false;
    s->position = vec3_add(start, leg->in);
    sweep3_touch(s, vec3_sub(leg->way, leg->in), &cast);
    s->position = start;
    return cast.first.obstacle == SM_NO_OBSTACLE;
}

/* Where the tangents at start and end meet. */
static vec3 way_to_corner(const arc3 *arc, double half) {
    vec3 sum = vec3_add(arc->normal, arc3_normal(arc, half));
    vec3 across = vec3_scale(sum, 2 / vec3_dot(sum, sum));
    return vec3_add(vec3_scale(vec3_sub(across, arc->normal), arc->radius),
                    vec3_scale(arc->along, arc3_part_until(arc, half) / 2));
}

/* Up to what bounds the edge or corner itself. */
static verdict find_end(leg3 *leg) {
    verdict found = EARLIER;
    for (int i = 0; i < TRIES && found == EARLIER; i++) {
        leg->way = arc3_way(&leg->arc, leg->half);
        found = NONE;
        if (vec3_length(leg->way) > sweep3_skin(leg->sweep->position))
            found = look_at_along(leg, vec3_add(leg->sweep->position, leg->way));
    }
    leg->in = way_to_corner(&leg->arc, leg->half);
    return found;
}

static verdict look_at_others(leg3 *leg) {
    vec3 end = vec3_add(leg->sweep->position, leg->way);
    verdict found = GOOD;
    bool doubt = false;
    for (int i = 0; i < leg->start_count && found == GOOD; i++)
        found = look_at_other(leg, &leg->starts[i], end, &doubt);
    return found == GOOD && doubt && !are_tangents_clear(leg) ? NONE : found;
}

/* In the order of their numbers: of several that end the arc the first one does, and that must not
 * depend on how they were found. */
static void add_start(leg3 *leg, start3 start) {
    const met3 *met = leg->sweep->around.met;
    int place = leg->start_count++;
    for (; place > 0 && met[leg->starts[place - 1].place].number > met[start.place].number; place--)
        leg->starts[place] = leg->starts[place - 1];
    leg->starts[place] = start;
}

/* Returns false when that is too much to look at. */
static bool find_starts(leg3 *leg) {
    sweep3 *s = leg->sweep;
    double length = vec3_length(leg->in) + vec3_length(vec3_sub(leg->way, leg->in));
    double reach = gap_of(&leg->start);
    if (!around3_hold(&s->around, s->position, reach + length))
        return false;
    leg->start_count = 0;
    for (int i = 0; i < s->around.count; i++) {
        vec3 none = {0, 0, 0};
        const met3 *met = around3_meet(&s->around, i, s->position, none, 0, reach + length);
        if (met == NULL)
            continue;
        if (leg->start_count == STARTS_MAX)
            return false;
        add_start(leg, (start3){i, met->contact});
    }
    return true;
}

/* The whole leg. */
static bool find_leg(leg3 *leg) {
    leg->half = arc3_half_after(&leg->arc, sm_lower(1, longest_leg / leg->arc.rate));
    verdict found = find_end(leg);
    if (found != GOOD || !find_starts(leg))
        return false;
    found = look_at_others(leg);
    for (int i = 0; i < TRIES && found == EARLIER; i++) {
        found = find_end(leg);
        if (found == GOOD)
            found = look_at_others(leg);
    }
    return found == GOOD;
}

bool sweep3_go_round(sweep3 *s, const obstacle3 *along, vec3 wanted, round3 *gone) {
    mover3 mover = mover3_at(s->mover, s->position);
    leg3 leg;
    leg.sweep = s;
    leg.along = along;
    leg.start = contact_at(s, s->position, along);
    leg.tolerance = no_gap * sweep3_skin(s->position);
    leg.limit = SM_NO_OBSTACLE;
    leg.mover_radius = mover.radius;
    if (s->squeezed > 0 || !arc3_begin(&leg.arc, &mover, along, &leg.start, wanted))
        return false;
    if (!find_leg(&leg))
        return false;
    s->position = vec3_add(s->position, leg.way);
    *gone = (round3){arc3_part_until(&leg.arc, leg.half), leg.limit, leg.limit_shape,
                     arc3_normal(&leg.arc, leg.half)};
    return true;
}

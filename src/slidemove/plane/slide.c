/* slide: travel to the first touch, go on as all that is touched allows, until the delta is used
 * up.
 *
 * Along an edge that is a straight leg, to the end of the edge at most. Round a corner the wanted
 * direction stays and the normal turns: the position follows an arc, on which the angle phi between
 * the normal and the way back obeys phi' = |w| sin(phi) / R, so that tan(phi / 2) grows
 * exponentially. A leg of it needs no trigonometry: over the time k R / |w|, with z = tanh(k / 2),
 * the arc's angle D has tan(D / 2) = z sin(phi) / (1 - z cos(phi)). It is travelled on the two
 * tangents at its ends, which stay outside of the corner's circle. */
#include <stddef.h>

#include "halfplanes.h"
#include "sweep_state.h"

enum { TOUCHED_MAX = 8, CONTACTS = TOUCHED_MAX + 2 };

/* Radii of the corner's circle that the wanted displacement of one leg of an arc has at the most.
 */
static const double arc_leg = 1.0 / 16;

/* Relative to the wanted displacement: what is less is noise of the arithmetic. */
static const double noise = 1e-11;

/* An obstacle that is touched, and how far its edge goes. */
typedef struct edge_contact {
    separation at;
    int number;  /* SM_NO_OBSTACLE: none */
    vec ends[2]; /* of the edge; both the corner at a corner */
} edge_contact;

typedef struct slide {
    sweep *sweep;
    vec wanted;   /* what is left of it */
    double least; /* world units: a displacement less than this is none */
    double sight; /* world units: of a longer way too much was near */
    int looks_to_leave;
    edge_contact *touched[CONTACTS]; /* behind those that are touched: the spare ones */
    int touched_count;
    edge_contact contacts[CONTACTS]; /* their places, so that none is ever copied */
} slide;

/* ---- The first hit ----------------------------------------------------------------------- */

typedef struct hit_search {
    const sweep *sweep;
    vec delta;
    double least; /* an approach less than this is none */
    double fraction;
    edge_contact *best;
    edge_contact *spare; /* where the next is looked at */
} hit_search;

static double inner_radius(const sweep *s, const minkowski *shape) {
    return shape->radius - s->crushed - s->skin;
}

/* How the way leads deeper than the skin, if it does: a wall's next piece, which it only brushes,
 * does not hold it up. Where the end of the way is deep there is no need to ask when it got there.
 */
static first_touch find_deeper(const hit_search *search, const near_obstacle *o) {
    const sweep *s = search->sweep;
    vec end = vec_add(s->position, search->delta);
    double inner = inner_radius(s, &o->shape);
    if (inner > 0 && minkowski_gap(&o->shape, end) < inner - o->shape.radius)
        return (first_touch){1, {0, 0}};
    return sm_minkowski_cast(&o->shape, inner, s->position, search->delta);
}

/* A sharp corner has no normal; the side that is entered has. */
static void take_side(separation *at, first_touch entered) {
    if (!at->at_corner)
        return;
    at->normal = entered.normal;
    at->at_corner = false;
}

/* Whether the middle of a polygon that stands deep in the obstacle is led nearer to that. */
static bool leads_middle_in(const hit_search *search, const near_obstacle *o, separation *at) {
    const sweep *s = search->sweep;
    if (!sweep_is_deep(s, o, at->gap))
        return false;
    at->normal = sm_sweep_middle(s, &o->capsule, s->position).normal;
    at->at_corner = false;
    at->edge = -1;
    at->corner = vec_add(s->position, search->delta);
    return -vec_dot(at->normal, search->delta) > search->least;
}

/* Whether the way is blocked from the start. */
static bool touches_at_once(const hit_search *search, const near_obstacle *o, separation *at) {
    bool leads_in = -vec_dot(at->normal, search->delta) > search->least;
    if (at->gap + search->sweep->crushed < -search->sweep->skin)
        return leads_in || leads_middle_in(search, o, at);
    if (!leads_in)
        return false;
    double inner = inner_radius(search->sweep, &o->shape);
    first_touch deeper = find_deeper(search, o);
    if (!(deeper.fraction <= 1))
        return false;
    if (inner <= 0)
        take_side(at, deeper);
    return -vec_dot(at->normal, search->delta) > search->least;
}

/* Returns the fraction of the way after which it is blocked, INFINITY when it is not. */
static double touches_later(const hit_search *search, const near_obstacle *o, separation *at) {
    const sweep *s = search->sweep;
    first_touch deeper = find_deeper(search, o);
    if (!(deeper.fraction <= 1))
        return INFINITY;
    first_touch touch =
        sm_minkowski_cast(&o->shape, o->shape.radius - s->crushed, s->position, search->delta);
    double fraction = touch.fraction <= deeper.fraction ? touch.fraction : 0;
    vec there = vec_add(s->position, vec_scale(search->delta, fraction));
    minkowski_separation(&o->shape, there, search->delta, at);
    if (inner_radius(s, &o->shape) <= 0)
        take_side(at, deeper);
    return -vec_dot(at->normal, search->delta) > search->least ? fraction : INFINITY;
}

/* The distance to a convex shape stays above its tangent: on the way the gap is nowhere less than
 * at the start or by the tangent at the end. */
static bool cannot_hit(const hit_search *search, const separation *at) {
    double approach = -vec_dot(at->normal, search->delta);
    return at->gap - sm_max(approach, 0) > -(search->sweep->crushed + search->sweep->skin);
}

/* Of hits at the same time an edge comes before a corner, since where two pieces of a wall meet the
 * edge of the next one holds longer than the corner of the last; then the lowest number. */
static bool is_before(double fraction, const separation *at, int number, const hit_search *held) {
    if (fraction != held->fraction)
        return fraction < held->fraction;
    if (at->at_corner != held->best->at.at_corner)
        return !at->at_corner;
    return number < held->best->number;
}

static void keep_spare(hit_search *search, const near_obstacle *o) {
    edge_contact *kept = search->spare;
    kept->number = o->source.number;
    minkowski_ends(&o->shape, &kept->at, kept->ends);
    search->spare = search->best;
    search->best = kept;
}

static bool moves_with(const sweep *s, const sm_obstacle *o) {
    vec a = vec_sub(vec_of(o->shape.a), vec_of(o->before.a));
    vec b = vec_sub(vec_of(o->shape.b), vec_of(o->before.b));
    return o->moves && vec_length(vec_sub(a, *s->carrier_motion)) <= s->skin &&
           vec_length(vec_sub(b, *s->carrier_motion)) <= s->skin;
}

static void visit_hit(const near_obstacle *o, void *context) {
    hit_search *search = context;
    const sweep *s = search->sweep;
    separation *at = &search->spare->at;
    minkowski_separation(&o->shape, s->position, search->delta, at);
    if (cannot_hit(search, at) || (s->carrier_motion != NULL && moves_with(s, &o->source)) ||
        (o->source.oneway && sweep_ignores_oneway(s, at->gap)))
        return;
    double fraction = INFINITY;
    if (at->gap + s->crushed > 0)
        fraction = touches_later(search, o, at);
    else if (touches_at_once(search, o, at))
        fraction = 0;
    if (fraction <= 1 && is_before(fraction, at, o->source.number, search) &&
        sm_sweep_is_solid(s, o, at, vec_add(s->position, vec_scale(search->delta, fraction)))) {
        search->fraction = fraction;
        keep_spare(search, o);
    }
}

/* Of the way along one axis, on which the list is complete from `low` to `high`. */
static double part_within(double from, double way, double low, double high) {
    return way == 0 ? 1 : ((way > 0 ? high : low) - from) / way;
}

/* By what a way is multiplied along which too much is near, for as many as fit; and the next one,
 * after one that was short enough. */
static const double shortened = 0.75, lengthened = 1.25;

/* Returns the part of the way for which what is near fits the cache, or which is no longer than the
 * mover is thick. */
static double cover_part(slide *m, vec way, double length) {
    sweep *s = m->sweep;
    const obstacle_cache *n = &s->cache;
    double least = s->thickness / length;
    double covered = sm_min(part_within(s->position.x, way.x, n->min.x, n->max.x),
                            part_within(s->position.y, way.y, n->min.y, n->max.y));
    if (!n->overflowed && covered > least)
        return sm_min(covered, 1);
    double part = sm_min(m->sight / length, 1);
    for (;;) {
        cache_cover(&s->cache, s->position, vec_add(s->position, vec_scale(way, part)), 0);
        if (!n->overflowed || part <= least || !cache_may_look(n, m->looks_to_leave))
            break;
        part = sm_max(part * sm_min(shortened, shortened * CACHE_MAX / n->near_count), least);
    }
    if (part < 1)
        m->sight = lengthened * part * length;
    return part;
}

/* Moves by `way`, which is covered, or to the first hit, which becomes the first of the spare
 * contacts. Returns the fraction that was travelled. */
SM_WITHIN static inline double travel_covered(slide *m, vec way, double length) {
    sweep *s = m->sweep;
    hit_search search;
    search.sweep = s;
    search.delta = way;
    search.least = m->least;
    search.fraction = INFINITY;
    search.best = m->touched[m->touched_count];
    search.best->number = SM_NO_OBSTACLE;
    search.spare = m->touched[m->touched_count + 1];
    cache_each(&s->cache, visit_hit, &search);
    m->touched[m->touched_count] = search.best;
    m->touched[m->touched_count + 1] = search.spare;
    double fraction = sm_min(search.fraction, 1);
    if (fraction * length > m->least)
        s->position = vec_add(s->position, vec_scale(way, fraction));
    else
        fraction = 0;
    return fraction;
}

SM_APART static double travel_part(slide *m, vec way, double length) {
    double part = cover_part(m, way, length);
    return part * travel_covered(m, vec_scale(way, part), part * length);
}

/* The same of a way that is not covered yet, of which it may go a part without a hit. */
static double travel(slide *m, vec way, double length) {
    sweep *s = m->sweep;
    if (length <= m->sight) {
        cache_cover(&s->cache, s->position, vec_add(s->position, way), 0);
        if (!s->cache.overflowed)
            return travel_covered(m, way, length);
    }
    return travel_part(m, way, length);
}

/* Of the last travel. */
static int hit_number(const slide *m) {
    return m->touched[m->touched_count]->number;
}

/* ---- What is allowed --------------------------------------------------------------------- */

/* Returns the displacement nearest to the wanted one that leads into nothing touched. */
static vec allowed(const slide *m) {
    halfplane planes[TOUCHED_MAX];
    vec way;
    if (m->touched_count == 0)
        return m->wanted;
    for (int i = 0; i < m->touched_count; i++)
        planes[i] = (halfplane){m->touched[i]->at.normal, 0, 0};
    if (!sm_halfplanes_nearest(planes, m->touched_count, m->wanted, m->least / 8, &way))
        return (vec){0, 0};
    return way;
}

/* The contact that `way` slides along, NULL when it is free. */
static const edge_contact *slid_along(const slide *m, vec way) {
    const edge_contact *found = NULL;
    double most = m->least;
    for (int i = 0; i < m->touched_count; i++) {
        double pressed = -vec_dot(m->touched[i]->at.normal, m->wanted);
        if (fabs(vec_dot(m->touched[i]->at.normal, way)) <= m->least && pressed > most) {
            found = m->touched[i];
            most = pressed;
        }
    }
    return found;
}

static void use_up(slide *m, double fraction) {
    m->wanted = vec_scale(m->wanted, sm_max(0, 1 - fraction));
}

static void forget_touched(slide *m) {
    edge_contact *hit = m->touched[m->touched_count];
    m->touched[m->touched_count] = m->touched[0];
    m->touched[0] = hit;
    m->touched_count = 0;
}

static void touch(slide *m, double travelled) {
    if (travelled > 0)
        forget_touched(m);
    const edge_contact *hit = m->touched[m->touched_count];
    if (hit->number == SM_NO_OBSTACLE)
        return;
    m->touched_count++;
    m->sweep->normal = hit->at.normal;
    m->sweep->pushes++;
}

/* ---- Legs -------------------------------------------------------------------------------- */

/* The part of `way` after which the edge that is slid along ends, and a little more, so that what
 * follows is on the other side. */
static double fraction_to_end(const sweep *s, const edge_contact *along, vec way, double length) {
    vec direction = vec_scale(way, 1 / length);
    double first = vec_dot(vec_sub(along->ends[0], s->position), direction);
    double second = vec_dot(vec_sub(along->ends[1], s->position), direction);
    double to_end = sm_max(sm_max(first, second) + s->skin, s->skin);
    return sm_min(to_end / length, 1);
}

/* What it did since it was at `before`, and what holds it now. */
static void record_leg(const slide *m, vec before, int hit) {
    if (m->sweep->trace == NULL)
        return;
    sm_iteration done = {.before = vec_round_to3(before),
                         .step = SM_STEP_TRAVEL,
                         .left = (float)(vec_length(m->wanted) * noise / m->least),
                         .way = vec_round_to3(allowed(m))};
    for (int i = 0; i < m->touched_count; i++)
        sm_trace_hold(&done, m->touched[i]->number);
    sm_sweep_record(m->sweep, done, hit);
}

static void straight_leg(slide *m, vec way, double length, const edge_contact *along) {
    vec before = m->sweep->position;
    double part = along != NULL ? fraction_to_end(m->sweep, along, way, length) : 1;
    vec leg = vec_scale(way, part);
    double travelled = travel(m, leg, part < 1 ? vec_length(leg) : length);
    int hit = hit_number(m);
    use_up(m, part * travelled);
    touch(m, travelled);
    record_leg(m, before, hit);
}

/* tanh(x) for 0 <= x <= 1/32, to a double's last digits (its continued fraction). */
static double small_tanh(double x) {
    double x2 = x * x;
    return x * (15 + x2) / (15 + 6 * x2);
}

/* 2 atanh(z) for 0 <= z <= 1/32 or so. */
static double twice_atanh(double z) {
    double z2 = z * z;
    return 2 * z * (1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 / 7)));
}

/* One leg of an arc, of unit radius. */
typedef struct corner_leg {
    double half_tangent; /* of the angle it turns by */
    double time;         /* that it takes, in radii of wanted displacement */
} corner_leg;

static corner_leg make_arc(double sine, double cosine, double time) {
    double z = small_tanh(sm_min(time, arc_leg) / 2);
    corner_leg leg = {z * sine / (1 - z * cosine), sm_min(time, arc_leg)};
    double leaving = cosine / (1 + sine); /* at phi = 90 degrees the wanted way is a tangent */
    if (leg.half_tangent >= leaving)
        leg = (corner_leg){leaving, sm_min(time, twice_atanh(leaving))};
    return leg;
}

/* Whether a way without a hit was gone in part, as far as was covered. */
static bool is_cut(double travelled) {
    return travelled > 0 && travelled < 1;
}

/* The two tangents. What the first one takes is what it would take along a straight wall. */
static void arc_leg_round(slide *m, const edge_contact *along, vec tangent) {
    sweep *s = m->sweep;
    vec before = s->position, centre = along->at.corner, normal = along->at.normal;
    int number = along->number;
    double radius = vec_length(vec_sub(s->position, centre)), length = vec_length(m->wanted);
    double sine = vec_dot(m->wanted, tangent) / length;
    double cosine = -vec_dot(m->wanted, normal) / length;
    corner_leg leg = make_arc(sine, cosine, length / radius);

    double first_part = radius * leg.half_tangent / (sine * length);
    double all = leg.time * radius / length, h = leg.half_tangent;
    vec leg_in = vec_scale(tangent, radius * h);
    double travelled = travel(m, leg_in, vec_length(leg_in));
    int hit = hit_number(m);
    if (hit != SM_NO_OBSTACLE || is_cut(travelled)) {
        use_up(m, first_part * travelled);
        touch(m, travelled);
        record_leg(m, before, hit);
        return;
    }
    vec turned = vec_add(vec_scale(normal, (1 - h * h) / (1 + h * h)),
                         vec_scale(tangent, 2 * h / (1 + h * h)));
    vec end = vec_add(centre, vec_scale(turned, radius));
    vec leg_out = vec_sub(end, s->position);
    travelled = travel(m, leg_out, vec_length(leg_out));
    hit = hit_number(m);
    use_up(m, first_part + sm_max(0, all - first_part) * travelled);
    touch(m, 1);
    if (hit == SM_NO_OBSTACLE && !is_cut(travelled)) {
        separation at = {.normal = turned, .corner = centre, .at_corner = true, .edge = -1};
        *m->touched[m->touched_count++] = (edge_contact){at, number, {centre, centre}};
    }
    record_leg(m, before, hit);
}

static bool is_arc(const slide *m, const edge_contact *along) {
    return along != NULL && along->at.at_corner &&
           vec_length(vec_sub(m->sweep->position, along->at.corner)) > m->sweep->skin;
}

bool sm_sweep_slide(sweep *s, vec wanted, int looks_to_leave) {
    slide m;
    m.sweep = s;
    m.wanted = wanted;
    m.least = noise * vec_length(wanted);
    m.touched_count = 0;
    m.sight = INFINITY;
    m.looks_to_leave = looks_to_leave;
    for (int i = 0; i < CONTACTS; i++)
        m.touched[i] = &m.contacts[i];
    while (m.touched_count < TOUCHED_MAX && cache_may_look(&s->cache, looks_to_leave)) {
        s->cache.effort_left--;
        if (vec_is_zero(m.wanted))
            return false;
        vec way = allowed(&m);
        double length = vec_length(way);
        if (!(length > m.least))
            return vec_length(m.wanted) > m.least;
        const edge_contact *along = slid_along(&m, way);
        if (is_arc(&m, along))
            arc_leg_round(&m, along, vec_scale(way, 1 / length));
        else
            straight_leg(&m, way, length, along);
    }
    return true;
}

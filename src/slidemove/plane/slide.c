/* slide: travels to the first touch, then on in the direction that all touched obstacles allow,
 * until the delta is used up. Each straight or bent piece of the path is a leg.
 *
 * Along an edge a leg is straight and ends with the edge. Round a corner the wanted displacement w
 * stays the same and the normal turns, so the position follows an arc of radius R. On it the angle
 * phi between the normal and -w obeys phi' = |w| sin(phi) / R, so tan(phi / 2) grows exponentially.
 * A leg of the arc needs no trigonometry: over the time k R / |w|, with z = tanh(k / 2), it turns
 * by an angle D with tan(D / 2) = z sin(phi) / (1 - z cos(phi)). The mover travels on the two
 * tangents at its ends, which stay outside of the corner's circle. */
#include <stddef.h>

#include "halfplanes.h"
#include "sweep_state.h"

enum { TOUCHED_MAX = 8, CONTACTS = TOUCHED_MAX + 2 };

/* One leg of an arc uses up at most so much wanted displacement, in radii of the arc. */
static const double arc_leg = 1.0 / 16;

/* Displacements shorter than this fraction of the wanted one are rounding noise. */
static const double noise = 1e-11;

/* A contact with an obstacle, and the edge that is touched. */
typedef struct edge_contact {
    separation at;
    int number;  /* SM_NO_OBSTACLE: none */
    vec ends[2]; /* of the edge; if a corner is touched, both are the corner */
} edge_contact;

typedef struct slide {
    sweep *sweep;
    vec wanted;        /* the displacement that is left */
    double negligible; /* world units: a shorter displacement counts as none */
    double max_leg;    /* world units: around a longer leg too many obstacles were near */
    int looks_to_leave;
    edge_contact *touched[CONTACTS]; /* the touched ones, then unused ones */
    int touched_count;
    edge_contact contacts[CONTACTS]; /* `touched` points to these, so that none is copied */
} slide;

/* ---- The first hit ----------------------------------------------------------------------- */

typedef struct hit_search {
    const sweep *sweep;
    vec delta;
    double negligible; /* world units: a smaller approach counts as none */
    double fraction;
    edge_contact *best;
    edge_contact *spare; /* where the next obstacle is measured */
} hit_search;

/* Returns the radius of the shape less the skin: what lies within blocks. */
static double inner_radius(const sweep *s, const minkowski *shape) {
    return shape->radius - s->crushed - s->skin;
}

/* Returns when the path gets deeper than the skin. A path that only brushes an obstacle, such as
 * the next piece of a wall, is not blocked by it. If the end of the path is so deep, the exact time
 * does not matter. */
static first_touch find_deeper(const hit_search *search, const near_obstacle *o) {
    const sweep *s = search->sweep;
    vec end = vec_add(s->position, search->delta);
    double inner = inner_radius(s, &o->shape);
    if (inner > 0 && minkowski_gap(&o->shape, end) < inner - o->shape.radius)
        return (first_touch){1, {0, 0}};
    return sm_minkowski_cast(&o->shape, inner, s->position, search->delta);
}

/* A sharp corner has no normal of its own, so the contact takes that of the side it enters. */
static void use_side_normal(separation *at, first_touch entered) {
    if (!at->at_corner)
        return;
    at->normal = entered.normal;
    at->at_corner = false;
}

/* Whether the mover is a polygon deep in the obstacle and the path brings its middle nearer. */
static bool leads_middle_deeper(const hit_search *search, const near_obstacle *o, separation *at) {
    const sweep *s = search->sweep;
    if (!sweep_is_deep(s, o, at->gap))
        return false;
    at->normal = sm_sweep_middle(s, &o->capsule, s->position).normal;
    at->at_corner = false;
    at->edge = -1;
    at->corner = vec_add(s->position, search->delta);
    return -vec_dot(at->normal, search->delta) > search->negligible;
}

/* Whether the obstacle, already touched, blocks the path from its start. */
static bool is_blocked_at_start(const hit_search *search, const near_obstacle *o, separation *at) {
    bool leads_in = -vec_dot(at->normal, search->delta) > search->negligible;
    if (at->gap + search->sweep->crushed < -search->sweep->skin)
        return leads_in || leads_middle_deeper(search, o, at);
    if (!leads_in)
        return false;
    double inner = inner_radius(search->sweep, &o->shape);
    first_touch deeper = find_deeper(search, o);
    if (!(deeper.fraction <= 1))
        return false;
    if (inner <= 0)
        use_side_normal(at, deeper);
    return -vec_dot(at->normal, search->delta) > search->negligible;
}

/* Returns the fraction of the path after which the obstacle blocks it; INFINITY: it does not. */
static double fraction_to_block(const hit_search *search, const near_obstacle *o, separation *at) {
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
        use_side_normal(at, deeper);
    return -vec_dot(at->normal, search->delta) > search->negligible ? fraction : INFINITY;
}

/* Whether the obstacle certainly does not block the path. The distance to a convex shape is nowhere
 * less than its tangent says. So the gap on the path is nowhere less than at the start or, by the
 * tangent, at the end. */
static bool stays_apart(const hit_search *search, const separation *at) {
    double approach = -vec_dot(at->normal, search->delta);
    return at->gap - sm_max(approach, 0) > -(search->sweep->crushed + search->sweep->skin);
}

/* Whether a hit comes before the best one. Of hits at the same time an edge comes before a corner:
 * where two pieces of a wall join, the edge of the next piece holds longer than the corner of the
 * last. Then the lowest number is first. */
static bool is_before(double fraction, const separation *at, int number, const hit_search *search) {
    if (fraction != search->fraction)
        return fraction < search->fraction;
    if (at->at_corner != search->best->at.at_corner)
        return !at->at_corner;
    return number < search->best->number;
}

static void keep_as_best(hit_search *search, const near_obstacle *o) {
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

/* The contact with the obstacle is measured in the search's spare. */
static inline void search_measured(hit_search *search, const near_obstacle *o) {
    const sweep *s = search->sweep;
    separation *at = &search->spare->at;
    if (stays_apart(search, at) || (s->carrier_motion != NULL && moves_with(s, &o->source)) ||
        (o->source.oneway && sweep_ignores_oneway(s, at->gap)))
        return;
    double fraction = INFINITY;
    if (at->gap + s->crushed > 0)
        fraction = fraction_to_block(search, o, at);
    else if (is_blocked_at_start(search, o, at))
        fraction = 0;
    if (fraction <= 1 && is_before(fraction, at, o->source.number, search) &&
        sm_sweep_is_solid(s, o, at, vec_add(s->position, vec_scale(search->delta, fraction)))) {
        search->fraction = fraction;
        keep_as_best(search, o);
    }
}

static void visit_hit(const near_obstacle *o, void *context) {
    hit_search *search = context;
    minkowski_separation(&o->shape, search->sweep->position, search->delta, &search->spare->at);
    search_measured(search, o);
}

static inline void begin_search(hit_search *search, const sweep *s, vec delta, double least,
                                edge_contact *best, edge_contact *spare) {
    search->sweep = s;
    search->delta = delta;
    search->negligible = least;
    search->fraction = INFINITY;
    search->best = best;
    search->best->number = SM_NO_OBSTACLE;
    search->spare = spare;
}

/* Returns the fraction of a displacement along one axis that stays within low .. high. */
static double fraction_inside(double from, double by, double low, double high) {
    return by == 0 ? 1 : ((by > 0 ? high : low) - from) / by;
}

/* If too many obstacles are near a leg, it is shortened by this factor. After a leg for which they
 * fit, the next one may be longer by the other. */
static const double shortened = 0.75, lengthened = 1.25;

/* Returns the fraction of the displacement for which the near obstacles fit the cache, or which is
 * no longer than the mover is thick. Covers that fraction. */
static double cover_fraction(slide *m, vec displacement, double length) {
    sweep *s = m->sweep;
    const obstacle_cache *n = &s->cache;
    double least = s->thickness / length;
    double covered = sm_min(fraction_inside(s->position.x, displacement.x, n->min.x, n->max.x),
                            fraction_inside(s->position.y, displacement.y, n->min.y, n->max.y));
    if (!n->overflowed && covered > least)
        return sm_min(covered, 1);
    double fraction = sm_min(m->max_leg / length, 1);
    for (;;) {
        cache_cover(&s->cache, s->position, vec_add(s->position, vec_scale(displacement, fraction)),
                    0);
        if (!n->overflowed || fraction <= least || !cache_may_look(n, m->looks_to_leave))
            break;
        fraction =
            sm_max(fraction * sm_min(shortened, shortened * CACHE_MAX / n->near_count), least);
    }
    if (fraction < 1)
        m->max_leg = lengthened * fraction * length;
    return fraction;
}

/* Moves by a displacement, which the cache covers, or to the first hit. The hit becomes the first
 * contact after the touched ones. Returns the fraction that was travelled. */
SM_WITHIN static inline double travel_covered(slide *m, vec displacement, double length) {
    sweep *s = m->sweep;
    hit_search search;
    begin_search(&search, s, displacement, m->negligible, m->touched[m->touched_count],
                 m->touched[m->touched_count + 1]);
    cache_each(&s->cache, visit_hit, &search);
    m->touched[m->touched_count] = search.best;
    m->touched[m->touched_count + 1] = search.spare;
    double fraction = sm_min(search.fraction, 1);
    if (fraction * length > m->negligible)
        s->position = vec_add(s->position, vec_scale(displacement, fraction));
    else
        fraction = 0;
    return fraction;
}

SM_APART static double travel_fraction(slide *m, vec displacement, double length) {
    double fraction = cover_fraction(m, displacement, length);
    return fraction * travel_covered(m, vec_scale(displacement, fraction), fraction * length);
}

/* travel_covered for a displacement that the cache need not cover yet. The mover may end without a
 * hit after a fraction of it, if more obstacles are near than the cache holds. */
static double travel(slide *m, vec displacement, double length) {
    sweep *s = m->sweep;
    if (length <= m->max_leg) {
        cache_cover(&s->cache, s->position, vec_add(s->position, displacement), 0);
        if (!s->cache.overflowed)
            return travel_covered(m, displacement, length);
    }
    return travel_fraction(m, displacement, length);
}

/* Returns the obstacle that the last travel hit, SM_NO_OBSTACLE if none. */
static int last_hit(const slide *m) {
    return m->touched[m->touched_count]->number;
}

/* ---- Contacts that are touched ----------------------------------------------------------- */

/* Returns the displacement nearest to the wanted one that leads into no touched obstacle. */
static vec allowed_displacement(const slide *m) {
    halfplane planes[TOUCHED_MAX];
    vec nearest;
    if (m->touched_count < 1)
        return m->wanted;
    for (int i = 0; i < m->touched_count; i++)
        planes[i] = (halfplane){m->touched[i]->at.normal, 0, 0};
    if (!sm_halfplanes_nearest(planes, m->touched_count, m->wanted, m->negligible / 8, &nearest))
        return (vec){0, 0};
    return nearest;
}

/* Returns the contact along which a displacement slides, NULL if it touches none. */
static const edge_contact *find_slid_contact(const slide *m, vec displacement) {
    const edge_contact *found = NULL;
    double most = m->negligible;
    for (int i = 0; i < m->touched_count; i++) {
        double pressed = -vec_dot(m->touched[i]->at.normal, m->wanted);
        if (fabs(vec_dot(m->touched[i]->at.normal, displacement)) <= m->negligible &&
            pressed > most) {
            found = m->touched[i];
            most = pressed;
        }
    }
    return found;
}

static void use_up_fraction(slide *m, double fraction) {
    m->wanted = vec_scale(m->wanted, sm_max(0, 1 - fraction));
}

static void clear_touched(slide *m) {
    edge_contact *hit = m->touched[m->touched_count];
    m->touched[m->touched_count] = m->touched[0];
    m->touched[0] = hit;
    m->touched_count = 0;
}

static void add_hit_to_touched(slide *m, double travelled) {
    if (travelled > 0)
        clear_touched(m);
    const edge_contact *hit = m->touched[m->touched_count];
    if (hit->number == SM_NO_OBSTACLE)
        return;
    m->touched_count++;
    m->sweep->normal = hit->at.normal;
    m->sweep->pushes++;
}

/* ---- Legs -------------------------------------------------------------------------------- */

/* Returns the fraction of a displacement along an edge after which the edge ends, plus one skin, so
 * that the next leg begins past the end. */
static double fraction_to_end(const sweep *s, const edge_contact *along, vec displacement,
                              double length) {
    vec direction = vec_scale(displacement, 1 / length);
    double first = vec_dot(vec_sub(along->ends[0], s->position), direction);
    double second = vec_dot(vec_sub(along->ends[1], s->position), direction);
    double to_end = sm_max(sm_max(first, second) + s->skin, s->skin);
    return sm_min(to_end / length, 1);
}

/* Returns the fraction of the wanted displacement that is left. */
static float left_of(const slide *m) {
    return (float)(vec_length(m->wanted) * noise / m->negligible);
}

/* Records the leg from `before`, and the contacts that hold the mover after it. */
static void record_leg(const slide *m, vec before, int hit) {
    if (m->sweep->trace == NULL)
        return;
    sm_iteration done = {.before = vec_round_to3(before),
                         .step = SM_STEP_TRAVEL,
                         .left = left_of(m),
                         .allowed = vec_round_to3(allowed_displacement(m))};
    for (int i = 0; i < m->touched_count; i++)
        sm_trace_hold(&done, m->touched[i]->number);
    sm_sweep_record(m->sweep, done, hit);
}

typedef struct touch_search {
    vec position, delta;
    int number;
    bool is_found;
    separation at;
    sm_capsule obstacle;
} touch_search;

static void visit_touch(const near_obstacle *o, void *context) {
    touch_search *search = context;
    if (o->source.number != search->number)
        return;
    search->is_found = true;
    search->obstacle = o->capsule;
    minkowski_separation(&o->shape, search->position, search->delta, &search->at);
}

/* Shows the observer a leg that ended with a hit. Apart, as most sweeps have none. */
SM_APART static void show_leg(const slide *m, int hit) {
    sweep *s = m->sweep;
    sweep_observer *observer = s->observer;
    touch_search search; /* not cleared, since it is large */
    search.position = s->position;
    search.delta = s->delta;
    search.number = hit;
    search.is_found = false;
    cache_each(&s->cache, visit_touch, &search);
    if (!search.is_found)
        return;
    const sweep_part leg = {.step = SM_STEP_TRAVEL,
                            .after = vec_round_to3(s->position),
                            .left = left_of(m),
                            .normal = vec_round_to3(search.at.normal),
                            .obstacle = hit};
    if (!observer->see(observer->context, &leg))
        return;
    vec point = sm_hull_contact_point(s->mover, s->position, search.obstacle, search.at.normal);
    observer->touched =
        (sm3_collision){(float)-search.at.gap, leg.normal, vec_round_to3(point), hit};
    s->is_ended = !(s->crushed > 0);
}

/* Ends the leg from `before`. */
static void end_leg(const slide *m, vec before, int hit) {
    const sweep *s = m->sweep;
    record_leg(m, before, hit);
    if (s->observer != NULL && s->carrier_motion == NULL && hit != SM_NO_OBSTACLE)
        show_leg(m, hit);
}

static void straight_leg(slide *m, vec displacement, double length, const edge_contact *along) {
    vec before = m->sweep->position;
    double fraction = along != NULL ? fraction_to_end(m->sweep, along, displacement, length) : 1;
    vec leg = vec_scale(displacement, fraction);
    double travelled = travel(m, leg, fraction < 1 ? vec_length(leg) : length);
    int hit = last_hit(m);
    use_up_fraction(m, fraction * travelled);
    add_hit_to_touched(m, travelled);
    end_leg(m, before, hit);
}

/* Returns tanh(x) for 0 <= x <= 1/32, to a double's last digits, by its continued fraction. */
static double small_tanh(double x) {
    double x2 = x * x;
    return x * (15 + x2) / (15 + 6 * x2);
}

/* Returns 2 atanh(z) for 0 <= z <= 1/32 or so, by its series. */
static double twice_atanh(double z) {
    double z2 = z * z;
    return 2 * z * (1 + z2 * (1.0 / 3 + z2 * (1.0 / 5 + z2 / 7)));
}

/* One leg of an arc of radius 1. */
typedef struct corner_leg {
    double half_tangent; /* the tangent of half the angle by which it turns */
    double time;         /* the wanted displacement that it uses up, in radii */
} corner_leg;

static corner_leg corner_leg_of(double sine, double cosine, double time) {
    double z = small_tanh(sm_min(time, arc_leg) / 2);
    corner_leg leg = {z * sine / (1 - z * cosine), sm_min(time, arc_leg)};
    double leaving = cosine / (1 + sine); /* the arc ends at phi = 90 degrees */
    if (leg.half_tangent >= leaving)
        leg = (corner_leg){leaving, sm_min(time, twice_atanh(leaving))};
    return leg;
}

/* Whether a leg without a hit was travelled in part, since the cache covered no more. */
static bool is_shortened(double travelled) {
    return travelled > 0 && travelled < 1;
}

/* Travels one leg of an arc on two tangents. The first uses up as much of the wanted displacement
 * as it would along a straight wall. The second uses up the rest of what the arc takes. */
static void arc_leg_round(slide *m, const edge_contact *along, vec tangent) {
    sweep *s = m->sweep;
    vec before = s->position, centre = along->at.corner, normal = along->at.normal;
    int number = along->number;
    double radius = vec_length(vec_sub(s->position, centre)), length = vec_length(m->wanted);
    double sine = vec_dot(m->wanted, tangent) / length;
    double cosine = -vec_dot(m->wanted, normal) / length;
    corner_leg leg = corner_leg_of(sine, cosine, length / radius);

    double first_fraction = radius * leg.half_tangent / (sine * length);
    double whole_fraction = leg.time * radius / length, h = leg.half_tangent;
    vec leg_in = vec_scale(tangent, radius * h);
    double travelled = travel(m, leg_in, vec_length(leg_in));
    int hit = last_hit(m);
    if (hit != SM_NO_OBSTACLE || is_shortened(travelled)) {
        use_up_fraction(m, first_fraction * travelled);
        add_hit_to_touched(m, travelled);
        end_leg(m, before, hit);
        return;
    }
    vec turned = vec_add(vec_scale(normal, (1 - h * h) / (1 + h * h)),
                         vec_scale(tangent, 2 * h / (1 + h * h)));
    vec end = vec_add(centre, vec_scale(turned, radius));
    vec leg_out = vec_sub(end, s->position);
    travelled = travel(m, leg_out, vec_length(leg_out));
    hit = last_hit(m);
    use_up_fraction(m, first_fraction + sm_max(0, whole_fraction - first_fraction) * travelled);
    add_hit_to_touched(m, 1);
    if (hit == SM_NO_OBSTACLE && !is_shortened(travelled)) {
        separation at = {.normal = turned, .corner = centre, .at_corner = true, .edge = -1};
        *m->touched[m->touched_count++] = (edge_contact){at, number, {centre, centre}};
    }
    end_leg(m, before, hit);
}

static bool is_arc(const slide *m, const edge_contact *along) {
    return along != NULL && along->at.at_corner &&
           vec_length(vec_sub(m->sweep->position, along->at.corner)) > m->sweep->skin;
}

bool sm_sweep_slide(sweep *s, vec wanted, int looks_to_leave) {
    slide m;
    m.sweep = s;
    m.wanted = wanted;
    m.negligible = noise * vec_length(wanted);
    m.touched_count = 0;
    m.max_leg = INFINITY;
    m.looks_to_leave = looks_to_leave;
    for (int i = 0; i < CONTACTS; i++)
        m.touched[i] = &m.contacts[i];
    while (m.touched_count < TOUCHED_MAX && cache_may_look(&s->cache, looks_to_leave)) {
        s->cache.effort_left--;
        if (vec_is_zero(m.wanted))
            return false;
        vec displacement = allowed_displacement(&m);
        double length = vec_length(displacement);
        if (!(length > m.negligible))
            return vec_length(m.wanted) > m.negligible;
        const edge_contact *along = find_slid_contact(&m, displacement);
        if (is_arc(&m, along))
            arc_leg_round(&m, along, vec_scale(displacement, 1 / length));
        else
            straight_leg(&m, displacement, length, along);
        if (s->is_ended)
            return false;
    }
    return true;
}

/* ---- Gliding ----------------------------------------------------------------------------- */

/* In skins: a mover with a larger gap is not led along what it touches, but pressed on that anew.
 */
static const double loose_gap = 0.5;

typedef struct glide_search {
    hit_search hits;
    vec pressed;
    int on; /* of what it is pressed on closely, the lowest number; SM_NO_OBSTACLE: nothing */
} glide_search;

static void visit_glided(const near_obstacle *o, void *context) {
    glide_search *search = context;
    hit_search *hits = &search->hits;
    const sweep *s = hits->sweep;
    separation *at = &hits->spare->at;
    minkowski_separation(&o->shape, s->position, hits->delta, at);
    if (vec_dot(at->normal, search->pressed) < 0 && fabs(at->gap) <= loose_gap * s->skin &&
        (search->on == SM_NO_OBSTACLE || o->source.number < search->on) &&
        sm_sweep_is_solid(s, o, at, s->position))
        search->on = o->source.number;
    search_measured(hits, o);
}

bool sm_sweep_glide(sweep *s, vec path, vec pressed) {
    edge_contact places[2];
    glide_search search;
    vec before = s->position, end = vec_add(before, path);
    cache_cover(&s->cache, before, end, 0);
    if (s->cache.overflowed)
        return false;
    begin_search(&search.hits, s, path, noise * vec_length(path), &places[0], &places[1]);
    search.pressed = pressed;
    search.on = SM_NO_OBSTACLE;
    cache_each(&s->cache, visit_glided, &search);
    if (search.on == SM_NO_OBSTACLE || search.hits.best->number != SM_NO_OBSTACLE)
        return false;
    s->position = end;
    if (s->trace != NULL) {
        sm_iteration done = {.before = vec_round_to3(before), .step = SM_STEP_TRAVEL};
        sm_trace_hold(&done, search.on);
        sm_sweep_record(s, done, SM_NO_OBSTACLE);
    }
    return true;
}

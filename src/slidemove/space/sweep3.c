/* sweep3: out of what it starts in and what moves meanwhile, then along delta (slide3.c), then a
 * look around. */
#include "sweep_state3.h"

#include "../planes.h"
#include "../resolver.h"
#include "tree3.h"

/* ---- Out of what it starts in ------------------------------------------------------------ */

/* Of the skin: nearer than this, the mover is pushed back to 1. */
static const double mended3 = 0.75;

/* A way out longer than this many depths is none: the mover would leap. A wedge of 5 degrees needs
 * 23. What moves pushes no farther than it is deep and the mover's radius. */
static const double longest_way_out3 = 100;

/* A cast of the mover's axis, and a little around it, that passes what it is in. */
typedef struct guard3 {
    cast3 cast;
    double inside; /* what it is deeper in at the start, it is in */
} guard3;

static void see_guarded3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    guard3 *g = (guard3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(g->cast.mover, &obstacle, g->cast.delta, visitor->least, false, &contact) &&
        contact.depth < g->inside)
        sm3_cast_see(&g->cast, &obstacle, number, &contact);
}

/* The part of a way out on which the mover's axis crosses nothing that it was not in: what moves
 * may press it on what stands, and the way out of one thing may lead through others. */
static double free_part3(sweep3 *s, const contacts3 *c, vec3 way) {
    double depth = sweep3_axis_stops(s, s->skin);
    if (vec3_length(way) + contacts3_deepest(c) < depth)
        return 1; /* nothing else is deeper */
    clearance3 clearance = {-depth, -depth, -depth, PLANES_SLOPE, s->clearance.into};
    guard3 g;
    sm3_cast_begin(&g.cast, &s->here.mover, way, &clearance, s->options->both_sides);
    g.cast.visitor.see = see_guarded3;
    g.inside = AXIS_IS_IN3 * s->thickness;
    sm3_region region = sm3_cast_region(&g.cast);
    sweep3_visit(s, &region, &g.cast.visitor);
    return g.cast.first.time;
}

/* The displacement that gives all contacts their skin, if the mover's axis is free to go it. Where
 * none does, that which takes the mover out of the deepest, as far as that is free: stopped on the
 * way out of all, it would be held by other planes, and that way out may be very long. Returns
 * false when neither is called for. */
static bool way_out_of3(sweep3 *s, const contacts3 *c, vec3 *way) {
    double skin = s->skin;
    plane3 planes[CONTACTS3_MAX];
    for (int i = 0; i < c->count; i++) {
        const contact3 *contact = &c->deepest[i].contact;
        planes[i] = (plane3){contact->normal, contact->depth + skin};
    }
    double longest = longest_way_out3 * planes[0].least;
    if (s->is_pushed)
        longest = sm_min(longest, planes[0].least + s->thickness);
    if (sm3_planes_shortest(planes, c->count, longest, way) && free_part3(s, c, *way) >= 1)
        return true;
    *way = vec3_scale(planes[0].normal, contacts3_deepest(c));
    *way = vec3_scale(*way, free_part3(s, c, *way));
    return contacts3_deepest(c) > (double)move_resolution(vec3_round(s->here.position));
}

/* What decided the way out is what it only just satisfies. Restoring the skin alone is none. */
static void record_way_out3(const sweep3 *s, const contacts3 *c, vec3 way) {
    static const double slack = 1e-9; /* world units */
    sm_trace *trace = s->options->trace;
    if (trace == NULL ||
        !(contacts3_deepest(c) > (double)move_resolution(vec3_round(s->here.position))))
        return;
    double skin = s->skin;
    sm_iteration *part = sm3_sweep_begin_part(s, SM_STEP_PUSH);
    part->left = 1;
    part->way = vec3_round(s->delta);
    for (int i = 0; i < c->count; i++) {
        const numbered3 *near = &c->deepest[i];
        sm3_sweep_record(trace, &near->contact, near->number,
                         i == 0 ? SM_CANDIDATE_CHOSEN : SM_CANDIDATE);
        if (vec3_dot(near->contact.normal, way) - (near->contact.depth + skin) <= slack)
            sm_trace_hold(part, near->number);
    }
    sm_trace_end_iteration(trace, vec3_round(vec3_add(s->here.position, way)));
}

/* Pushes until nothing is nearer than it should be. Where that cannot be, leaves the mover where it
 * was least deep, and from there it moves as if it were as small as the place it is in. */
static void push_out3(sweep3 *s) {
    vec3 best = s->here.position;
    double least = INFINITY;
    if (s->crushed > 0)
        sm3_sweep_move_to(s, best, 0);
    for (int round = 0; round == 0 || (round <= SM_PUSHES_MAX && sweep3_may_look(s)); round++) {
        double skin = s->skin;
        if (sm3_sweep_has_room(s, mended3 * skin))
            return;
        contacts3 c;
        sm3_sweep_contacts(s, skin, &c);
        double deepest = contacts3_deepest(&c);
        if (deepest <= -mended3 * skin)
            return;
        if (deepest < least) {
            least = deepest;
            best = s->here.position;
        }
        vec3 way;
        if (!way_out_of3(s, &c, &way) || vec3_is_zero(way))
            break;
        record_way_out3(s, &c, way);
        sm3_sweep_move_to(s, vec3_add(s->here.position, way), 0);
    }
    sm3_sweep_move_to(s, best, sweep3_skin(best) + least);
    sm_trace *trace = s->options->trace;
    if (trace != NULL && trace->iteration_count > 0)
        trace->iterations[trace->iteration_count - 1].after = vec3_round(best);
}

/* ---- What moves --------------------------------------------------------------------------
 *
 * Moving obstacles go their way in steps so short that none can get past the mover's axis in one.
 * In each step the mover is carried first, sliding along what stands in its way, and then pushed
 * out of what it is in. */

enum { STEPS3_MAX = 96, MOTION_LOOKS3_MAX = 8 };

/* Of the mover's radius: what an obstacle moves in one step. */
static const double step_part3 = 0.5;

/* How far the moving obstacles near the mover go. */
typedef struct motions3 {
    sm3_visitor visitor;
    sm3_region region;
    double farthest;
} motions3;

static vec3 motion_of_corner3(sm3_vec before, sm3_vec now) {
    return vec3_sub(vec3_of(now), vec3_of(before));
}

static void see_motion3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    (void)shape;
    (void)number;
    motions3 *m = (motions3 *)visitor;
    const sm3_obstacle *o = visitor->whole;
    if (o == NULL || !obstacle3_moves(o))
        return;
    sm3_region box = sm3_region_of_obstacle(o);
    if (!regions3_meet(&box, &m->region))
        return;
    const vec3 motions[] = {motion_of_corner3(o->before.a, o->shape.a),
                            motion_of_corner3(o->before.b, o->shape.b),
                            motion_of_corner3(o->before.c, o->shape.c)};
    for (int i = 0; i < 3; i++)
        m->farthest = sm_max(m->farthest, vec3_length(motions[i]));
}

/* A mover that is carried comes to others that move: those count, too. These looks are no part of
 * those that are counted, which must be the same for a world: that knows whether any moves. */
static double farthest_motion3(const sweep3 *s) {
    const sm3_world *world = sm3_world_of(s->cache.scope.obstacles);
    if (sm3_stand_still(s->cache.scope.obstacles) || (world != NULL && world->moving_count == 0))
        return 0;
    const mover3 *mover = &s->here.mover;
    motions3 m = {.visitor = {.see = see_motion3, .least = -INFINITY}};
    double reach = mover->radius + s->clearance.held, known;
    int looks = 0;
    do {
        known = m.farthest;
        m.region = region3_around(mover, reach + known, vec3_zero);
        sm3_visit_near(&s->cache.scope, &m.region, &m.visitor);
    } while (m.farthest > known && ++looks < MOTION_LOOKS3_MAX);
    return m.farthest;
}

enum { CARRIERS3_MAX = 8 }; /* that are tried */

/* The obstacle that the mover is pressed on most of those that move. */
typedef struct carrier3 {
    sm3_visitor visitor;
    const sweep3 *sweep;
    mover3 mover;
    double pressed; /* how much of the delta and the weight leads into it */
    int number;     /* SM_NO_OBSTACLE: none */
    vec3 motion;    /* of the point touched, in the whole tick */
    contact3 contact;
    obstacle3 shape;
    left_out3 without; /* what the mover goes through */
} carrier3;

/* A point fixed to the obstacle keeps its weights of the corners. */
static vec3 motion_of_point3(const sm3_obstacle *o, vec3 point) {
    const vec3 corners[] = {vec3_of(o->before.a), vec3_of(o->before.b), vec3_of(o->before.c)};
    const vec3 motions[] = {motion_of_corner3(o->before.a, o->shape.a),
                            motion_of_corner3(o->before.b, o->shape.b),
                            motion_of_corner3(o->before.c, o->shape.c)};
    triangle3 t = triangle3_of(corners[0], corners[1], corners[2]);
    if (t.area > 0) {
        weights3 w = weights3_in_triangle(point, &t);
        vec3 sum = vec3_add(vec3_scale(motions[0], w.a),
                            vec3_add(vec3_scale(motions[1], w.b), vec3_scale(motions[2], w.c)));
        return vec3_scale(sum, 1 / t.area);
    }
    int first = 0; /* of the longest edge */
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        double length = vec3_length(vec3_sub(corners[(i + 1) % 3], corners[i]));
        first = length > longest ? i : first;
        longest = sm_max(longest, length);
    }
    vec3 along = vec3_sub(corners[(first + 1) % 3], corners[first]);
    double part = vec3_dot(vec3_sub(point, corners[first]), along);
    part = longest > 0 ? sm_min(sm_max(part / (longest * longest), 0), 1) : 0;
    return vec3_add(vec3_scale(motions[first], 1 - part),
                    vec3_scale(motions[(first + 1) % 3], part));
}

static void see_carrier3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    carrier3 *c = (carrier3 *)visitor;
    const sweep3 *s = c->sweep;
    obstacle3 obstacle;
    contact3 contact;
    if (visitor->whole == NULL || !obstacle3_moves(visitor->whole) ||
        left_out3_has(&c->without, number))
        return;
    obstacle3_of_finite(shape, &obstacle);
    if (!sm3_contact(&c->mover, &obstacle, s->delta, visitor->least, !s->options->both_sides,
                     &contact) ||
        contact.depth < visitor->least)
        return;
    double pressed = -vec3_dot(contact.normal, vec3_add(s->delta, vec3_of(s->options->weight)));
    if (!(pressed > c->pressed || (pressed == c->pressed && number < c->number)))
        return;
    c->pressed = pressed;
    c->number = number;
    c->contact = contact;
    c->shape = obstacle;
    vec3 inner = vec3_sub(contact.point, vec3_scale(contact.normal, obstacle.radius));
    c->motion = motion_of_point3(visitor->whole, inner);
}

static carrier3 find_carrier3(sweep3 *s) {
    double reach = s->clearance.held;
    carrier3 c = {.visitor = {.see = see_carrier3, .least = -reach},
                  .sweep = s,
                  .mover = s->here.mover,
                  .number = SM_NO_OBSTACLE};
    sm3_region region = region3_around(&c.mover, c.mover.radius + reach, vec3_zero);
    query_scope3 at_first = s->cache.scope;
    at_first.earlier = 1;
    for (;;) {
        s->cache.looks_left -= 2;
        sm3_visit_near(&at_first, &region, &c.visitor);
        if (c.number == SM_NO_OBSTACLE || c.without.count == CARRIERS3_MAX ||
            !sm3_goes_through(&at_first, &c.mover, &c.shape, &c.contact, s->clearance.into))
            return c;
        c.without.numbers[c.without.count++] = c.number;
        c.number = SM_NO_OBSTACLE;
        c.pressed = 0;
    }
}

/* The record has the whole way on a carrier as one, unless something else happens meanwhile. */
static void record_carry3(sweep3 *s, const carrier3 *carrier, vec3 before) {
    sm_trace *trace = s->options->trace;
    if (trace == NULL || vec3_equal(before, s->here.position))
        return;
    bool goes_on = trace->iteration_count > 0 &&
                   trace->iterations[trace->iteration_count - 1].step == SM_STEP_CARRY;
    vec3 after = s->here.position;
    s->here.position = before; /* to begin the part there */
    sm_iteration *part =
        goes_on ? sm_trace_begin_again(trace) : sm3_sweep_begin_part(s, SM_STEP_CARRY);
    s->here.position = after;
    part->time = (float)(1 - s->cache.scope.earlier);
    part->left = 1;
    part->way = vec3_round(s->delta);
    sm_trace_hold(part, carrier->number);
    contacts3 near;
    sm3_sweep_record_contacts(s, sm_max((double)trace->reach, s->clearance.held), &near);
    for (int i = 0; i < near.count; i++) {
        if (near.deepest[i].number == carrier->number)
            sm3_sweep_record(trace, &near.deepest[i].contact, carrier->number, SM_CANDIDATE_CHOSEN);
    }
    sm3_sweep_end_part(s, &near);
}

/* Obstacles that move are `earlier` on their way from here on, and the mover wants to go `delta`.
 */
static void begin_step3(sweep3 *s, double earlier, const vec3 *with, vec3 delta, double reach) {
    s->cache.scope.earlier = earlier;
    s->cache.scope.with = with;
    s->delta = delta;
    s->length = vec3_length(delta);
    sm3_cache_begin(&s->cache, delta, reach, false);
    sm3_sweep_move_to(s, s->here.position, s->crushed);
}

/* What moves like the carrier does not stand in its way. */
static void be_carried3(sweep3 *s, const carrier3 *carrier, double earlier, double part,
                        double reach) {
    const sm_options *options = s->options;
    const vec3 delta = s->delta;
    sm_options quiet = *options;
    sm3_result unused = {.status = SM_MOVED};
    vec3 before = s->here.position;
    quiet.trace = NULL; /* the record has that as a whole, not how it slides meanwhile */
    s->options = &quiet;
    begin_step3(s, earlier, &carrier->motion, vec3_scale(carrier->motion, part), reach);
    sm3_sweep_slide(s, &unused);
    s->options = options;
    begin_step3(s, earlier, NULL, delta, reach);
    record_carry3(s, carrier, before);
}

static void let_obstacles_move3(sweep3 *s) {
    double farthest = farthest_motion3(s), thickness = s->thickness;
    s->is_pushed = farthest > 0;
    if (!s->is_pushed)
        return;
    carrier3 carrier = find_carrier3(s);
    double wanted = thickness > 0 ? ceil(farthest / (step_part3 * thickness)) : 1;
    int steps = (int)sm_min(wanted, STEPS3_MAX);
    double reach = s->cache.reach;
    double of_step = vec3_length(carrier.motion) / steps + 4 * s->skin;
    for (int done = 0, next; done < steps; done = next) {
        next = sweep3_may_look(s) ? done + 1 : steps;
        double earlier = 1 - (double)next / steps;
        if (carrier.number != SM_NO_OBSTACLE)
            be_carried3(s, &carrier, earlier, (double)(next - done) / steps, of_step);
        else
            begin_step3(s, earlier, NULL, s->delta, of_step);
        push_out3(s);
    }
    begin_step3(s, 0, NULL, s->delta, reach);
}

/* ---- The move ----------------------------------------------------------------------------
 *
 * So many looks are for what moves, so many more for the way out of what the mover is in then, and
 * for the way along delta; what one leaves is for the next. The rest of SM3_LOOKS_MAX is for what
 * is under way when they are used up, and for the look around the end. */
enum { LOOKS3_TO_MOVE = 288, LOOKS3_OUT = 48, LOOKS3_ALONG = 128 };

/* The contacts of the final position, and the deepest penetration among them. */
static float look_around_end3(sweep3 *s) {
    sm_trace *trace = s->options->trace;
    double reach = trace != NULL && trace->reach > 0 ? (double)trace->reach : 0;
    contacts3 near;
    sm3_sweep_contacts(s, reach, &near);
    if (trace != NULL) {
        sm_trace_begin_iteration(trace, vec3_round(s->here.position), SM_STEP_TRAVEL);
        sm3_sweep_end_part(s, &near);
    }
    double deepest = contacts3_deepest(&near);
    return deepest > (double)move_resolution(vec3_round(s->here.position)) ? (float)deepest : 0;
}

/* A short move stays near what was found once. A long one asks for what is on its straight ways
 * each time, and finds anew what is around it where it goes round something. */
static double reach_of_sweep3(const sweep3 *s, const sm3_mover *mover, sm3_vec position) {
    static const double short_move = 2; /* times the mover's size */
    double size = (double)(move_largest(mover->a) + move_largest(mover->b)) + s->cache.core.radius;
    if (s->cache.core.box != NULL)
        size += (double)(move_largest(mover->side) + move_largest(mover->front));
    return sm_min(s->length, short_move * size) + 4 * sweep3_skin(vec3_of(position));
}

void sm3_sweep(sm3_vec position, sm3_vec delta, const sm3_mover *mover,
               const sm3_obstacles *obstacles, const sm_options *options, sm3_result *result) {
    sweep3 s;
    s.cache.core = mover3_of(mover);
    s.cache.looks_left = LOOKS3_TO_MOVE;
    s.passed.count = 0;
    s.thickness = sm3_mover_thickness(mover);
    s.delta = vec3_of(delta);
    s.length = vec3_length(s.delta);
    s.options = options;
    s.cache.scope = (query_scope3){.obstacles = *obstacles, .filter = options->filter};
    sm3_cache_begin(&s.cache, s.delta, reach_of_sweep3(&s, mover, position), false);
    sm3_sweep_move_to(&s, vec3_of(position), 0);

    let_obstacles_move3(&s);
    s.cache.looks_left += LOOKS3_OUT;
    if (!s.is_pushed && options->trace == NULL && sm3_sweep_is_free(&s)) {
        result->position = vec3_round(vec3_add(s.here.position, s.delta));
        return;
    }
    if (s.crushed > 0 || !sm3_sweep_has_room(&s, mended3 * s.skin))
        push_out3(&s);
    s.cache.looks_left += LOOKS3_ALONG;
    sm3_sweep_slide(&s, result);
    /* Who is not crushed can be deep in nothing but one-sided faces that it came into from behind,
     * which only a record shows. */
    if (s.crushed > 0 || options->trace != NULL) {
        float deepest = look_around_end3(&s);
        result->depth = s.crushed > 0 ? deepest : 0;
    }
    result->position = vec3_round(s.here.position);
    if (!sm3_is_finite(result->position))
        *result = (sm3_result){.position = position, .status = SM_NOT_FINITE};
    else if ((double)result->depth > s.skin)
        result->status = SM_CRUSHED;
}

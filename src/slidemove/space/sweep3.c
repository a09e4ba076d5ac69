/* sweep3: one move of SM_SWEEP in 3D. Moving obstacles carry and push the mover, it is pushed out
 * of what it starts in, and then it slides along delta (slide3.c). */
#include "sweep_state3.h"

#include "../planes.h"
#include "../resolver.h"
#include "tree3.h"

/* ---- Pushing out ------------------------------------------------------------------------- */

/* In skins: a mover with a smaller gap is pushed back to a gap of one skin. */
static const double resettle_threshold3 = 0.75;

/* A push of more depths than this is not made, since the mover would leap. A wedge of 5 degrees
 * needs 23. A push out of moving obstacles is at most the depth plus the mover's radius. */
static const double longest_push3 = 100;

/* A cast of the mover's axis, and a little around it, that ignores obstacles that the axis is in.
 */
typedef struct axis_cast3 {
    cast3 cast;
    double inside; /* the axis is in obstacles in which the mover is deeper than this */
} axis_cast3;

static void visit_near_axis3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    axis_cast3 *g = (axis_cast3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(g->cast.mover, &obstacle, g->cast.delta, visitor->least, false, &contact) &&
        contact.depth < g->inside)
        sm3_cast_against(&g->cast, &obstacle, number, &contact);
}

/* Returns the fraction of a push on which the mover's axis crosses no obstacle that it was not in.
 * Moving obstacles may press the mover into others, and the push out of one may lead through
 * another. */
static double free_fraction3(sweep3 *s, const contacts3 *c, vec3 push) {
    double depth = sweep3_max_depth(s, s->skin);
    if (vec3_length(push) + contacts3_deepest(c) < depth)
        return 1; /* it is too short to reach the axis */
    clearance3 clearance = {-depth, -depth, -depth, PLANES_SLOPE, s->clearance.into};
    axis_cast3 g;
    sm3_cast_begin(&g.cast, &s->here.mover, push, &clearance, s->options->both_sides);
    g.cast.visitor.visit = visit_near_axis3;
    g.inside = AXIS_DEPTH3 * s->thickness;
    sm3_region region = sm3_cast_region(&g.cast);
    s->cache.looks_left--;
    sm3_visit_near(&s->cache.scope, &region, &g.cast.visitor);
    return g.cast.first.time;
}

/* Finds the displacement that gives all contacts a gap of one skin, if the mover's axis is free to
 * move by it. Otherwise finds the push out of the deepest alone, as far as that is free. (A part of
 * the push out of all would not help: it may be very long, and ends at other planes.) Returns false
 * if no push is needed. */
static bool find_push_out3(sweep3 *s, const contacts3 *c, vec3 *push) {
    double skin = s->skin;
    plane3 planes[CONTACTS3_MAX];
    for (int i = 0; i < c->count; i++) {
        const contact3 *contact = &c->deepest[i].contact;
        planes[i] = (plane3){contact->normal, contact->depth + skin};
    }
    double longest = longest_push3 * planes[0].least;
    if (s->is_pushed)
        longest = sm_min(longest, planes[0].least + s->thickness);
    if (sm3_planes_shortest(planes, c->count, longest, push) && free_fraction3(s, c, *push) >= 1)
        return true;
    *push = vec3_scale(planes[0].normal, contacts3_deepest(c));
    *push = vec3_scale(*push, free_fraction3(s, c, *push));
    return contacts3_deepest(c) > (double)move_resolution(vec3_round(s->here.position));
}

/* Records a push, unless it only restores the skin. The obstacles that decided it are those with
 * planes that it only just satisfies. */
static void record_push_out3(const sweep3 *s, const contacts3 *c, vec3 push) {
    static const double slack = 1e-9; /* world units */
    sm_trace *trace = s->options->trace;
    if (!(contacts3_deepest(c) > (double)move_resolution(vec3_round(s->here.position))))
        return;
    sweep_show(s->observer, SM_STEP_PUSH, vec3_round(s->here.position),
               vec3_round(vec3_add(s->here.position, push)));
    if (trace == NULL)
        return;
    double skin = s->skin;
    sm_iteration *iteration = sm3_sweep_begin_iteration(s, SM_STEP_PUSH);
    iteration->left = 1;
    iteration->allowed = vec3_round(s->delta);
    for (int i = 0; i < c->count; i++) {
        const numbered_contact3 *near = &c->deepest[i];
        if (i == 0 || trace_wants_near(trace))
            sm3_sweep_record(trace, &near->contact, near->number,
                             i == 0 ? SM_CANDIDATE_CHOSEN : SM_CANDIDATE);
        if (vec3_dot(near->contact.normal, push) - (near->contact.depth + skin) <= slack)
            sm_trace_hold(iteration, near->number);
    }
    sm_trace_end_iteration(trace, vec3_round(vec3_add(s->here.position, push)));
}

/* Pushes the mover out until every gap is large enough. If there is not enough room, moves it to
 * the place where it was least deep, and sets `crushed`: it then moves as if it were smaller. */
static void push_out3(sweep3 *s) {
    static const double same = 1e-6; /* skins */
    vec3 best = s->here.position, before = best;
    double least = INFINITY;
    if (s->crushed > 0)
        sm3_sweep_move_to(s, best, 0);
    for (int round = 0; round == 0 || (round <= SM_PUSHES_MAX && sweep3_may_look(s)); round++) {
        double skin = s->skin;
        if (sm3_sweep_has_room(s, resettle_threshold3 * skin))
            return;
        contacts3 c;
        sm3_sweep_contacts(s, skin, &c);
        double deepest = contacts3_deepest(&c);
        if (deepest <= -resettle_threshold3 * skin)
            return;
        if (deepest < least) {
            least = deepest;
            best = s->here.position;
        }
        vec3 push;
        if (!find_push_out3(s, &c, &push) || vec3_is_zero(push))
            break;
        record_push_out3(s, &c, push);
        vec3 from = s->here.position;
        sm3_sweep_move_to(s, vec3_add(from, push), 0);
        if (round > 0 && vec3_length(vec3_sub(s->here.position, before)) <= same * skin)
            break; /* to and fro between two walls */
        before = from;
    }
    sm3_sweep_move_to(s, best, sweep3_skin(best) + least);
    sm_trace *trace = s->options->trace;
    if (trace != NULL && trace->iteration_count > 0)
        trace->iterations[trace->iteration_count - 1].after = vec3_round(best);
}

/* ---- Moving obstacles --------------------------------------------------------------------
 *
 * Moving obstacles move in steps so short that none can get past the mover's axis in one step. In
 * each step the mover is carried first, sliding along obstacles that block it, and then pushed out
 * of what it is in. */

enum { STEPS3_MAX = 96, MOTION_LOOKS3_MAX = 8 };

/* In thicknesses of the mover: how far an obstacle moves in one step. */
static const double step_fraction3 = 0.5;

/* A visitor that finds how far obstacles in a region move. */
typedef struct motions3 {
    sm3_visitor visitor;
    sm3_region region;
    double farthest; /* world units: of any corner, in the whole tick */
} motions3;

static vec3 motion_of_corner3(sm3_vec before, sm3_vec now) {
    return vec3_sub(vec3_of(now), vec3_of(before));
}

static void visit_motion3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    (void)shape;
    (void)number;
    motions3 *m = (motions3 *)visitor;
    const sm3_obstacle *o = visitor->whole;
    if (o == NULL || !obstacle3_moves(o))
        return;
    sm3_region box = sm3_region_of_obstacle(o);
    if (!regions3_overlap(&box, &m->region))
        return;
    const vec3 motions[] = {motion_of_corner3(o->before.a, o->shape.a),
                            motion_of_corner3(o->before.b, o->shape.b),
                            motion_of_corner3(o->before.c, o->shape.c)};
    for (int i = 0; i < 3; i++)
        m->farthest = sm_max(m->farthest, vec3_length(motions[i]));
}

/* Returns how far the moving obstacles move that may touch the mover. A mover that is carried may
 * touch further ones, so the region grows until it finds no longer motion. These looks are not
 * counted: a world that knows that none moves spares them, and the counts must not differ. */
static double farthest_motion3(const sweep3 *s) {
    if (sm3_none_moves(s->cache.scope.obstacles))
        return 0;
    const mover3 *mover = &s->here.mover;
    motions3 m = {.visitor = {.visit = visit_motion3, .least = -INFINITY}};
    double reach = mover->radius + s->clearance.held, known;
    int looks = 0;
    do {
        known = m.farthest;
        m.region = region3_around(mover, reach + known, vec3_zero);
        sm3_visit_near(&s->cache.scope, &m.region, &m.visitor);
    } while (m.farthest > known && ++looks < MOTION_LOOKS3_MAX);
    return m.farthest;
}

enum { CARRIERS3_MAX = 8 }; /* so many carriers are tried */

/* A visitor that finds the moving obstacle on which the mover presses most. */
typedef struct carrier3 {
    sm3_visitor visitor;
    const sweep3 *sweep;
    mover3 mover;
    double pressed; /* how much of the delta plus the weight leads into it */
    int number;     /* SM_NO_OBSTACLE: none */
    vec3 motion;    /* of the touched point, in the whole tick */
    contact3 contact;
    obstacle3 shape;
    excluded3 excluded; /* one-way faces that the mover passes through */
} carrier3;

/* Returns the motion of a point fixed to the obstacle. The point keeps its weights of the corners.
 */
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
    double fraction = vec3_dot(vec3_sub(point, corners[first]), along);
    fraction = longest > 0 ? sm_min(sm_max(fraction / (longest * longest), 0), 1) : 0;
    return vec3_add(vec3_scale(motions[first], 1 - fraction),
                    vec3_scale(motions[(first + 1) % 3], fraction));
}

static void visit_carrier3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    carrier3 *c = (carrier3 *)visitor;
    const sweep3 *s = c->sweep;
    obstacle3 obstacle;
    contact3 contact;
    if (visitor->whole == NULL || !obstacle3_moves(visitor->whole) ||
        excluded3_has(&c->excluded, number))
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
    carrier3 c = {.visitor = {.visit = visit_carrier3, .least = -reach},
                  .sweep = s,
                  .mover = s->here.mover,
                  .number = SM_NO_OBSTACLE};
    sm3_region region = region3_around(&c.mover, c.mover.radius + reach, vec3_zero);
    query_scope3 at_first = s->cache.scope;
    at_first.time_left = 1;
    for (;;) {
        s->cache.looks_left -= 2;
        sm3_visit_near(&at_first, &region, &c.visitor);
        if (c.number == SM_NO_OBSTACLE || c.excluded.count == CARRIERS3_MAX ||
            !sm3_ignores_oneway(&at_first, &c.mover, &c.shape, &c.contact, s->clearance.into))
            return c;
        c.excluded.numbers[c.excluded.count++] = c.number;
        c.number = SM_NO_OBSTACLE;
        c.pressed = 0;
    }
}

/* Records the carrying as one iteration, unless another step came between. */
static void record_carry3(sweep3 *s, const carrier3 *carrier, vec3 before) {
    sm_trace *trace = s->options->trace;
    if (vec3_equal(before, s->here.position))
        return;
    sweep_show(s->observer, SM_STEP_CARRY, vec3_round(before), vec3_round(s->here.position));
    if (trace == NULL)
        return;
    bool continues = trace->iteration_count > 0 &&
                     trace->iterations[trace->iteration_count - 1].step == SM_STEP_CARRY;
    vec3 after = s->here.position;
    s->here.position = before; /* the iteration begins there */
    sm_iteration *iteration =
        continues ? sm_trace_begin_again(trace) : sm3_sweep_begin_iteration(s, SM_STEP_CARRY);
    s->here.position = after;
    iteration->time = (float)(1 - s->cache.scope.time_left);
    iteration->left = 1;
    iteration->allowed = vec3_round(s->delta);
    sm_trace_hold(iteration, carrier->number);
    contacts3 near;
    sm3_sweep_record_contacts(s, sm_max((double)trace->reach, s->clearance.held), &near);
    for (int i = 0; i < near.count; i++) {
        if (near.deepest[i].number == carrier->number)
            sm3_sweep_record(trace, &near.deepest[i].contact, carrier->number, SM_CANDIDATE_CHOSEN);
    }
    sm3_sweep_end_iteration(s, &near);
}

/* Begins a step: moving obstacles have `time_left` of their motion to make, and the mover's delta
 * is `delta`. Obstacles with the carrier's motion, if not NULL, do not block it. */
static void begin_step3(sweep3 *s, double time_left, const vec3 *carrier_motion, vec3 delta,
                        double reach) {
    s->cache.scope.time_left = time_left;
    s->cache.scope.carrier_motion = carrier_motion;
    s->delta = delta;
    s->length = vec3_length(delta);
    sm3_cache_begin(&s->cache, delta, reach, false);
    sm3_sweep_move_to(s, s->here.position, s->crushed);
}

/* Moves the mover by a fraction of its carrier's motion. Obstacles with the same motion do not
 * block it. */
static void carry3(sweep3 *s, const carrier3 *carrier, double time_left, double fraction,
                   double reach) {
    const sm_options *options = s->options;
    sweep_observer *observer = s->observer;
    const vec3 delta = s->delta;
    sm_options quiet = *options;
    sm3_result unused = {.status = SM_MOVED};
    vec3 before = s->here.position;
    quiet.trace = NULL; /* record_carry3 records the whole, without the slides in it */
    s->options = &quiet;
    s->observer = NULL;
    begin_step3(s, time_left, &carrier->motion, vec3_scale(carrier->motion, fraction), reach);
    sm3_sweep_slide(s, &unused);
    s->options = options;
    s->observer = observer;
    begin_step3(s, time_left, NULL, delta, reach);
    record_carry3(s, carrier, before);
}

static void apply_moving_obstacles3(sweep3 *s) {
    double farthest = farthest_motion3(s), thickness = s->thickness;
    s->is_pushed = farthest > 0;
    if (!s->is_pushed)
        return;
    carrier3 carrier = find_carrier3(s);
    double wanted = thickness > 0 ? ceil(farthest / (step_fraction3 * thickness)) : 1;
    int steps = (int)sm_min(wanted, STEPS3_MAX);
    double reach = s->cache.reach;
    double of_step = vec3_length(carrier.motion) / steps + 4 * s->skin;
    for (int done = 0, next; done < steps; done = next) {
        next = sweep3_may_look(s) ? done + 1 : steps;
        double time_left = 1 - (double)next / steps;
        if (carrier.number != SM_NO_OBSTACLE)
            carry3(s, &carrier, time_left, (double)(next - done) / steps, of_step);
        else
            begin_step3(s, time_left, NULL, s->delta, of_step);
        push_out3(s);
    }
    begin_step3(s, 0, NULL, s->delta, reach);
}

/* ---- The move ----------------------------------------------------------------------------
 *
 * How many looks there are for moving obstacles, for pushing out and for sliding. Each part may
 * also use what the parts before it have left. The rest of SM3_LOOKS_MAX is for finishing a part
 * that has used up its looks, and for the final position. */
enum { LOOKS3_TO_MOVE = 288, LOOKS3_OUT = 48, LOOKS3_ALONG = 128 };

/* Records the contacts of the final position. Returns the depth of the deepest. */
static float find_end_contacts3(sweep3 *s) {
    sm_trace *trace = s->options->trace;
    double reach = trace != NULL && trace->reach > 0 ? (double)trace->reach : 0;
    contacts3 near;
    near.count = 0;
    if (s->crushed > 0 || trace_wants_near(trace))
        sm3_sweep_contacts(s, reach, &near);
    if (trace != NULL) {
        sm_trace_begin_iteration(trace, vec3_round(s->here.position), SM_STEP_TRAVEL);
        sm3_sweep_end_iteration(s, &near);
    }
    double deepest = contacts3_deepest(&near);
    return deepest > (double)move_resolution(vec3_round(s->here.position)) ? (float)deepest : 0;
}

/* Records a glide, at its end. */
static void record_glide3(sweep3 *s, sm_iteration *iteration) {
    contacts3 on;
    sm3_sweep_record_contacts(s, s->clearance.held, &on);
    for (int i = 0; i < on.count; i++)
        sm_trace_hold(iteration, on.deepest[i].number);
    sm3_sweep_end_leg(s);
}

/* Goes by what of delta does not press the mover on what it touches, if that leads along it and
 * meets nothing. Otherwise returns false. */
static bool glide3(sweep3 *s) {
    const sweep_observer *observer = s->observer;
    if (observer == NULL || s->is_pushed || vec3_is_zero(observer->pressed))
        return false;
    vec3 path = vec3_sub(s->delta, observer->pressed);
    if (!sm3_sweep_glides(s, &path, &observer->pressed))
        return false;
    bool is_recorded = s->options->trace != NULL;
    sm_iteration *iteration = is_recorded ? sm3_sweep_begin_iteration(s, SM_STEP_TRAVEL) : NULL;
    sm3_sweep_move_to(s, vec3_add(s->here.position, path), 0);
    if (is_recorded)
        record_glide3(s, iteration);
    return true;
}

/* Returns the reach of the sweep's cache. A short move gathers once. A long one visits the
 * obstacles along each straight leg, and gathers again near the corners that it goes round. */
static double reach_of_sweep3(const sweep3 *s, const sm3_mover *mover, sm3_vec position) {
    static const double short_move = 2; /* in sizes of the mover */
    double size = (double)(move_largest(mover->a) + move_largest(mover->b)) + s->cache.core.radius;
    if (s->cache.core.box != NULL)
        size += (double)(move_largest(mover->side) + move_largest(mover->front));
    return sm_min(s->length, short_move * size) + 4 * sweep3_skin(vec3_of(position));
}

void sm3_sweep_with(sweep3 *s, sm3_vec position, sm3_vec delta, const sm3_mover *mover,
                    const sm3_obstacles *obstacles, const sm_options *options,
                    sweep_observer *observer, sm3_result *result) {
    s->cache.core = mover3_of(mover);
    s->cache.counts_near = false;
    s->cache.looks_left = LOOKS3_TO_MOVE;
    s->ignored.count = 0;
    s->thickness = sm3_mover_thickness(mover);
    s->delta = vec3_of(delta);
    s->length = vec3_length(s->delta);
    s->options = options;
    s->observer = observer;
    if (observer != NULL)
        observer->is_sweep = true;
    s->is_ended = false;
    s->cache.scope.obstacles = *obstacles;
    s->cache.scope.filter = options->filter;
    s->cache.scope.time_left = 0;
    s->cache.scope.carrier_motion = NULL;
    sm3_cache_begin(&s->cache, s->delta, reach_of_sweep3(s, mover, position), false);
    sm3_sweep_move_to(s, vec3_of(position), 0);

    apply_moving_obstacles3(s);
    s->cache.looks_left += LOOKS3_OUT;
    if (!s->is_pushed && options->trace == NULL && sm3_sweep_is_free(s)) {
        result->position = vec3_round(vec3_add(s->here.position, s->delta));
        return;
    }
    bool has_room = s->crushed <= 0 && sm3_sweep_has_room(s, resettle_threshold3 * s->skin);
    if (!has_room)
        push_out3(s);
    s->cache.looks_left += LOOKS3_ALONG;
    if (!(has_room && glide3(s)))
        sm3_sweep_slide(s, result);
    if (s->is_ended)
        return;
    /* A mover that is not crushed can be deep only in one-sided faces from behind. Only a trace
     * shows those. */
    if (s->crushed > 0 || options->trace != NULL) {
        float deepest = find_end_contacts3(s);
        result->depth = s->crushed > 0 ? deepest : 0;
    }
    result->position = vec3_round(s->here.position);
    if (!sm3_is_finite(result->position))
        *result = (sm3_result){.position = position, .status = SM_NOT_FINITE};
    else if ((double)result->depth > s->skin)
        result->status = SM_CRUSHED;
}

void sm3_sweep(sm3_vec position, sm3_vec delta, const sm3_mover *mover,
               const sm3_obstacles *obstacles, const sm_options *options, sm3_result *result) {
    sweep3 s;
    sm3_sweep_with(&s, position, delta, mover, obstacles, options, NULL, result);
}

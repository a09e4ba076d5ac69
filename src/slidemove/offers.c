/* offers: moves among obstacles that only offer collisions: pushing out of the chosen collision,
 * and SM_SWEEP by conservative advancement on the offered distances.
 *
 * Each offered collision must be with a convex obstacle. The obstacle then lies behind the plane
 * through its nearest point, so a straight path up to the nearest of these planes is free. Asking
 * for offers again there is Newton's method, which never passes the touch. The planes of touched
 * obstacles bound the next leg, as in sweep3.c. */
#include "resolver.h"

#include "planes.h"

/* OFFERS_ROOM has one place more than OFFERS_PLANES, for inserting. */
enum { OFFERS_PLANES = 8, OFFERS_ROOM, OFFERS_LEGS = 1024, OFFERS_LOOKS = 64 };

/* Gaps, in skins. The mover stops at 1. With a gap below the first, an obstacle is touched. With
 * one below the second at the start, or below the third at the end, the mover is pushed away. */
static const double offers_held = 1.5, offers_resettle_threshold = 0.75, offers_end_threshold = 0.9;

/* In sizes of the mover: the longest leg along a touched obstacle, which may bend away. */
static const double offers_leg = 1.0 / 16;

/* A push of more depths than this is not made, since the mover would leap. */
static const double offers_longest_push = 100;

typedef struct offers_seen {
    sm3_collision list[OFFERS_MAX];
    int count;
    double reach; /* all within this are listed */
} offers_seen;

typedef struct offers_sweep {
    const sm_offers *offers;
    vec3 position;
    double skin;
    sm3_result result;
} offers_sweep;

static double offers_skin(vec3 position) {
    return (double)SM3_SKIN + 8 * (double)move_resolution(vec3_round(position));
}

/* Lists what comes within `reach`, or, where that is too much, within a part of it. */
static void offers_look(const sm_offers *o, vec3 position, double reach, offers_seen *seen) {
    sm3_vec at = vec3_round(position);
    double least = offers_skin(position);
    for (seen->reach = reach;; seen->reach /= 4) {
        sm_trace list = {
            .candidates = seen->list, .capacity = OFFERS_MAX, .reach = (float)seen->reach};
        sm_choice choice = {.resolver = SM_DEEPEST,
                            .reach = list.reach,
                            .chosen = {.obstacle = SM_NO_OBSTACLE},
                            .trace = &list,
                            .filter = o->options->filter};
        sm_trace_begin_iteration(&list, at, SM_STEP_TRAVEL);
        o->offer(o->context, at, &choice);
        seen->count = list.candidate_count;
        if (list.candidates_lost == 0 || seen->reach <= 2 * least)
            return;
    }
}

/* Records an iteration that led here, or the look at the end; the last place is kept for that. */
static void offers_record(const offers_sweep *s, vec3 before, sm_step step, bool is_end) {
    sm_trace *trace = s->offers->options->trace;
    if (trace == NULL || (trace->iteration_count == SM_PUSHES_MAX && !is_end))
        return;
    offers_seen seen;
    offers_look(s->offers, s->position, sm_max((double)trace->reach, 0), &seen);
    sm_trace_begin_iteration(trace, vec3_round(before), step);
    for (int i = 0; i < seen.count; i++)
        sm_trace_record(trace, &seen.list[i], SM_CANDIDATE);
    sm_trace_end_iteration(trace, vec3_round(s->position));
}

/* ---- Pushing out ------------------------------------------------------------------------- */

/* Keeps the deepest first. Returns how many planes they make. */
static int offers_planes(const offers_seen *seen, double skin, plane3 planes[OFFERS_ROOM]) {
    int count = 0;
    for (int i = 0; i < seen->count; i++) {
        plane3 plane = {vec3_of(seen->list[i].normal), (double)seen->list[i].depth + skin};
        int place = count;
        for (; place > 0 && planes[place - 1].least < plane.least; place--)
            planes[place] = planes[place - 1];
        planes[place] = plane;
        count += count < OFFERS_PLANES;
    }
    return count;
}

/* Pushes the mover out of all obstacles at once, or of the deepest if that is not possible. Keeps
 * the best of the places it has come to. */
static void offers_settle(offers_sweep *s, double threshold) {
    vec3 best = s->position, start = s->position;
    double least = INFINITY;
    for (int round = 0; round <= SM_PUSHES_MAX; round++) {
        offers_seen seen;
        plane3 planes[OFFERS_ROOM];
        offers_look(s->offers, s->position, s->skin, &seen);
        int count = offers_planes(&seen, s->skin, planes);
        double missing = count > 0 ? planes[0].least : 0;
        if (missing < least) {
            least = missing;
            best = s->position;
        }
        if (missing <= (1 - threshold) * s->skin)
            break;
        vec3 push;
        if (!sm3_planes_shortest(planes, count, offers_longest_push * missing, &push))
            push = vec3_scale(planes[0].normal, missing);
        s->position = vec3_add(s->position, push);
    }
    s->position = best;
    if (!vec3_equal(best, start)) {
        s->result.pushes++;
        offers_record(s, start, SM_STEP_PUSH, false);
    }
}

/* ---- Along delta ------------------------------------------------------------------------- */

/* Moves along a straight path up to the first touch. Returns the fraction that was travelled. */
static double offers_travel(offers_sweep *s, vec3 path) {
    double length = vec3_length(path), travelled = 0;
    vec3 start = s->position, along = vec3_scale(path, 1 / length);
    for (int look = 0; look < OFFERS_LOOKS && travelled < length; look++) {
        offers_seen seen;
        offers_look(s->offers, s->position, length - travelled + offers_held * s->skin, &seen);
        double safe = sm_min(length - travelled, seen.reach);
        const sm3_collision *first = NULL;
        for (int i = 0; i < seen.count; i++) {
            vec3 normal = vec3_of(seen.list[i].normal);
            double nearer = -vec3_dot(normal, along);
            double room = sm_max(-(double)seen.list[i].depth - s->skin, 0);
            if (nearer > PLANES_SLOPE && room < safe * nearer) {
                safe = room / nearer;
                first = &seen.list[i];
            }
        }
        travelled += safe;
        s->position = vec3_add(start, vec3_scale(along, travelled));
        if (first != NULL && safe < (offers_held - 1) * s->skin) {
            s->result.normal = first->normal;
            s->result.pushes++;
            break;
        }
    }
    return travelled / length;
}

static void offers_slide(offers_sweep *s, vec3 delta) {
    static const double nothing = 1e-9; /* of delta */
    double left = 1;
    for (int leg = 0; leg < OFFERS_LEGS && left > 0; leg++) {
        offers_seen seen;
        plane3 planes[OFFERS_ROOM];
        offers_look(s->offers, s->position, offers_held * s->skin, &seen);
        int count = offers_planes(&seen, s->skin, planes);
        for (int i = 0; i < count; i++)
            planes[i].least = 0;
        vec3 wanted = vec3_scale(delta, left);
        vec3 path = sm3_planes_project(wanted, planes, count, PLANES_SLOPE);
        double length = vec3_length(path), longest = offers_leg * s->offers->size;
        if (!(length > nothing * vec3_length(delta)))
            break;
        double fraction = count > 0 && longest > 0 && length > longest ? longest / length : 1;
        vec3 before = s->position;
        left -= left * (fraction * offers_travel(s, vec3_scale(path, fraction)));
        if (vec3_equal(s->position, before))
            break;
        offers_record(s, before, SM_STEP_TRAVEL, false);
    }
}

static sm3_result offers_sweep_move(const sm_offers *offers, sm3_vec position, sm3_vec delta) {
    vec3 start = vec3_of(position);
    offers_sweep s = {.offers = offers, .position = start, .skin = offers_skin(start)};
    offers_settle(&s, offers_resettle_threshold);
    offers_slide(&s, vec3_of(delta));
    s.skin = offers_skin(s.position);
    offers_settle(&s, offers_end_threshold); /* legs round bends end a little too near */
    s.result.position = vec3_round(s.position);
    if (!sm3_is_finite(s.result.position))
        return (sm3_result){.position = position, .status = SM_NOT_FINITE};
    offers_seen seen;
    plane3 planes[OFFERS_ROOM];
    offers_look(offers, s.position, 0, &seen);
    double depth = offers_planes(&seen, 0, planes) > 0 ? planes[0].least : 0;
    s.result.depth = depth > (double)move_resolution(s.result.position) ? (float)depth : 0;
    s.result.status = depth > s.skin ? SM_CRUSHED : SM_MOVED;
    offers_record(&s, s.position, SM_STEP_TRAVEL, true);
    return s.result;
}

/* ---- Any move ---------------------------------------------------------------------------- */

static sm3_collision offers_choose(void *context, const sm3_vec *position, bool is_last) {
    const sm_offers *o = context;
    sm_trace *trace = o->options->trace;
    sm_choice choice = {
        .resolver = is_last ? SM_DEEPEST : o->options->resolver,
        .reach = trace != NULL && trace->reach > 0 ? trace->reach : 0,
        .resolution = move_resolution(*position),
        .chosen = {.obstacle = SM_NO_OBSTACLE},
        .trace = trace,
        .filter = o->options->filter,
    };
    o->offer(o->context, *position, &choice);
    return choice.chosen;
}

void sm_offers_move(const sm_offers *offers, sm3_vec position, sm3_vec delta, sm3_result *result) {
    sm_offers o = *offers;
    if (o.options->resolver == SM_SWEEP)
        *result = offers_sweep_move(&o, position, delta);
    else
        move_push_out(position, move_pushes_allowed(o.options), o.options->trace, offers_choose, &o,
                      result);
}

int sm_offers_touching(const sm_offers *offers, sm3_vec position, sm3_collision *contacts,
                       int capacity) {
    offers_seen seen;
    vec3 at = vec3_of(position);
    offers_look(offers, at, offers_held * offers_skin(at), &seen);
    for (int i = 0; i < seen.count && i < capacity; i++)
        contacts[i] = seen.list[i];
    return seen.count;
}

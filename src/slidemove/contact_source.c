/* contact_source: moves among obstacles that only offer collisions: pushing out of the chosen
 * collision, and SM_SWEEP by conservative advancement on the offered distances.
 *
 * Each offered collision must be with a convex obstacle. The obstacle then lies behind the plane
 * through its nearest point, so a straight path up to the nearest of these planes is free. Asking
 * for collisions again there is Newton's method, which never passes the touch. The planes of
 * touched obstacles bound the next leg, as in sweep3.c. */
#include "resolver.h"

#include "planes.h"

/* SOURCE_ROOM has one place more than SOURCE_PLANES, for inserting. */
enum { SOURCE_PLANES = 8, SOURCE_ROOM, SOURCE_LEGS = 1024, SOURCE_LOOKS = 64 };

/* Gaps, in skins. The mover stops at 1. With a gap below the first, an obstacle is touched. With
 * one below the second at the start, or below the third at the end, the mover is pushed away. */
static const double source_held = 1.5, source_resettle_threshold = 0.75, source_end_threshold = 0.9;

/* In sizes of the mover: the longest leg along a touched obstacle, which may bend away. */
static const double source_leg = 1.0 / 16;

/* A push of more depths than this is not made, since the mover would leap. */
static const double source_longest_push = 100;

typedef struct source_seen {
    sm3_collision list[SOURCE_MAX];
    int count;
    double reach; /* all within this are listed */
} source_seen;

typedef struct source_sweep {
    const sm_contact_source *source;
    vec3 position;
    double skin;
    sm3_result result;
} source_sweep;

static double source_skin(vec3 position) {
    return (double)SM3_SKIN + 8 * (double)move_resolution(vec3_round(position));
}

/* Lists what comes within `reach`, or, where that is too much, within a part of it. */
static void source_look(const sm_contact_source *o, vec3 position, double reach,
                        source_seen *seen) {
    sm3_vec at = vec3_round(position);
    double least = source_skin(position);
    for (seen->reach = reach;; seen->reach /= 4) {
        sm_trace list = {
            .candidates = seen->list, .capacity = SOURCE_MAX, .reach = (float)seen->reach};
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
static void source_record(const source_sweep *s, vec3 before, sm_step step, bool is_end) {
    sm_trace *trace = s->source->options->trace;
    if (trace == NULL || (trace->iteration_count == SM_PUSHES_MAX && !is_end))
        return;
    source_seen seen;
    source_look(s->source, s->position, sm_max((double)trace->reach, 0), &seen);
    sm_trace_begin_iteration(trace, vec3_round(before), step);
    for (int i = 0; i < seen.count; i++)
        sm_trace_record(trace, &seen.list[i], SM_CANDIDATE);
    sm_trace_end_iteration(trace, vec3_round(s->position));
}

/* ---- Pushing out ------------------------------------------------------------------------- */

/* Keeps the deepest first. Returns how many planes they make. */
static int source_planes(const source_seen *seen, double skin, plane3 planes[SOURCE_ROOM]) {
    int count = 0;
    for (int i = 0; i < seen->count; i++) {
        plane3 plane = {vec3_of(seen->list[i].normal), (double)seen->list[i].depth + skin};
        int place = count;
        for (; place > 0 && planes[place - 1].least < plane.least; place--)
            planes[place] = planes[place - 1];
        planes[place] = plane;
        count += count < SOURCE_PLANES;
    }
    return count;
}

/* Pushes the mover out of all obstacles at once, or of the deepest if that is not possible. Keeps
 * the best of the places it has come to. */
static void source_settle(source_sweep *s, double threshold) {
    vec3 best = s->position, start = s->position;
    double least = INFINITY;
    for (int round = 0; round <= SM_PUSHES_MAX; round++) {
        source_seen seen;
        plane3 planes[SOURCE_ROOM];
        source_look(s->source, s->position, s->skin, &seen);
        int count = source_planes(&seen, s->skin, planes);
        double missing = count > 0 ? planes[0].least : 0;
        if (missing < least) {
            least = missing;
            best = s->position;
        }
        if (missing <= (1 - threshold) * s->skin)
            break;
        vec3 push;
        if (!sm3_planes_shortest(planes, count, source_longest_push * missing, &push))
            push = vec3_scale(planes[0].normal, missing);
        s->position = vec3_add(s->position, push);
    }
    s->position = best;
    if (!vec3_equal(best, start)) {
        s->result.pushes++;
        source_record(s, start, SM_STEP_PUSH, false);
    }
}

/* ---- Along delta ------------------------------------------------------------------------- */

/* Moves along a straight path up to the first touch. Returns the fraction that was travelled. */
static double source_travel(source_sweep *s, vec3 path) {
    double length = vec3_length(path), travelled = 0;
    vec3 start = s->position, along = vec3_scale(path, 1 / length);
    for (int look = 0; look < SOURCE_LOOKS && travelled < length; look++) {
        source_seen seen;
        source_look(s->source, s->position, length - travelled + source_held * s->skin, &seen);
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
        if (first != NULL && safe < (source_held - 1) * s->skin) {
            s->result.normal = first->normal;
            s->result.pushes++;
            break;
        }
    }
    return travelled / length;
}

static void source_slide(source_sweep *s, vec3 delta) {
    static const double nothing = 1e-9; /* of delta */
    double left = 1;
    for (int leg = 0; leg < SOURCE_LEGS && left > 0; leg++) {
        source_seen seen;
        plane3 planes[SOURCE_ROOM];
        source_look(s->source, s->position, source_held * s->skin, &seen);
        int count = source_planes(&seen, s->skin, planes);
        for (int i = 0; i < count; i++)
            planes[i].least = 0;
        vec3 path = vec3_scale(delta, left);
        sm3_planes_project(&path, planes, count, PLANES_SLOPE);
        double length = vec3_length(path), longest = source_leg * s->source->size;
        if (!(length > nothing * vec3_length(delta)))
            break;
        double fraction = count > 0 && longest > 0 && length > longest ? longest / length : 1;
        vec3 before = s->position;
        left -= left * (fraction * source_travel(s, vec3_scale(path, fraction)));
        if (vec3_equal(s->position, before))
            break;
        source_record(s, before, SM_STEP_TRAVEL, false);
    }
}

static sm3_result source_sweep_move(const sm_contact_source *source, sm3_vec position,
                                    sm3_vec delta) {
    vec3 start = vec3_of(position);
    source_sweep s = {.source = source, .position = start, .skin = source_skin(start)};
    source_settle(&s, source_resettle_threshold);
    source_slide(&s, vec3_of(delta));
    s.skin = source_skin(s.position);
    source_settle(&s, source_end_threshold); /* legs round bends end a little too near */
    s.result.position = vec3_round(s.position);
    if (!sm3_is_finite(s.result.position))
        return (sm3_result){.position = position, .status = SM_NOT_FINITE};
    source_seen seen;
    plane3 planes[SOURCE_ROOM];
    source_look(source, s.position, 0, &seen);
    double depth = source_planes(&seen, 0, planes) > 0 ? planes[0].least : 0;
    s.result.depth = depth > (double)move_resolution(s.result.position) ? (float)depth : 0;
    s.result.status = depth > s.skin ? SM_CRUSHED : SM_MOVED;
    source_record(&s, s.position, SM_STEP_TRAVEL, true);
    return s.result;
}

/* ---- Any move ---------------------------------------------------------------------------- */

static sm3_collision source_choose(void *context, const sm3_vec *position, bool is_last) {
    const sm_contact_source *o = context;
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

void sm_source_move(const sm_contact_source *source, sm3_vec position, sm3_vec delta,
                    sm3_result *result) {
    sm_contact_source o = *source;
    if (o.options->resolver == SM_SWEEP)
        *result = source_sweep_move(&o, position, delta);
    else
        move_push_out(position, move_pushes_allowed(o.options), o.options->trace, source_choose, &o,
                      result);
}

int sm_source_touching(const sm_contact_source *source, sm3_vec position, sm3_collision *contacts,
                       int capacity) {
    source_seen seen;
    vec3 at = vec3_of(position);
    source_look(source, at, source_held * source_skin(at), &seen);
    for (int i = 0; i < seen.count && i < capacity; i++)
        contacts[i] = seen.list[i];
    return seen.count;
}

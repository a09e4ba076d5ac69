/* moments_walk: the sentences about the end of a walked tick, and what they and moments.c share. */
#include "moments_walk.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

double moment_round(double x, double beside) {
    static const double gap = 2 * (double)SM3_SKIN, fraction = 1e-4;
    double least = fmax(1e-6 * fabs(beside), fmin(gap, fraction * fabs(beside)));
    return fabs(x) < least || x == 0 ? 0 : x; /* no -0 */
}

/* The character after that move. */
const sm_character *moments_body(const sandbox *s) {
    return s->inside >= 0 && s->redone.is_shown ? &s->redone.body : &s->player.body;
}

/* Whether an iteration continues the displacement that the one before it left. A walked tick
 * consists of several moves: the first iteration of each starts a new displacement. */
bool moments_go_on(const sm_trace *t, int i) {
    static const double straight = 0.9999; /* cosine */
    const sm_iteration *it = &t->iterations[i];
    if (i == 0 || it->part != it[-1].part)
        return false;
    vec3 gone = vec3_sub(vec3_of(it->after), vec3_of(it->before)),
         allowed = vec3_of(it[-1].allowed);
    bool leads_on = !vec3_is_zero(allowed) &&
                    vec3_dot(gone, allowed) >= straight * vec3_length(gone) * vec3_length(allowed);
    return it->part == SM_PART_MOVE || it->step != SM_STEP_TRAVEL || leads_on;
}

void moments_put(moment_words *p, const char *format, ...) {
    size_t room = MOMENT_WORDS - p->length;
    va_list values;
    va_start(values, format);
    int more = vsnprintf(p->words + p->length, room, format, values);
    va_end(values);
    p->length += (size_t)more < room ? (size_t)more : room - 1;
}

/* Begins a part of a sentence, with a semicolon between the parts. */
static void go_on(moment_words *p, bool *begun) {
    moments_put(p, *begun ? "; " : "");
    *begun = true;
}

static const sm3_vec up_axis = {0, 1, 0};

/* Returns how steep a surface is, degrees. */
static double degrees_of(sm3_vec normal) {
    double rise = vec3_dot(vec3_of(normal), vec3_of(up_axis));
    return acos(fmin(fmax(rise, -1), 1)) * 180 / 3.14159265358979;
}

/* Returns how steep an obstacle was at its last contact, degrees; below 0: the record has no
 * contact with it. */
static double steepness_of(const moment_words *p, int obstacle) {
    for (int i = p->trace->candidate_count; i-- > 0;) {
        if (p->trace->candidates[i].obstacle == obstacle)
            return degrees_of(p->trace->candidates[i].normal);
    }
    return -1;
}

/* Returns the obstacle above that stops the mover when it is lifted by a step. A sweep finds it. */
static int find_roof(const moment_words *p) {
    enum { SEEN = 64 };
    sm3_collision seen[SEEN];
    sm_trace trace = {.candidates = seen, .capacity = SEEN, .reach = -INFINITY};
    sm_options options = {.resolver = SM_SWEEP, .trace = &trace};
    const obstacles *o = p->s->obstacles;
    const player *by = &p->move->by;
    int found = SM_NO_OBSTACLE;
    o->dimension->try_move(o, by, p->move->result.position, sm3_scaled(up_axis, by->gait.step),
                           &options);
    for (int i = 0; i < trace.iteration_count; i++) {
        int chosen = trace.iterations[i].chosen;
        if (chosen >= 0 && degrees_of(seen[chosen].normal) > 90)
            found = seen[chosen].obstacle;
    }
    return found;
}

static void say_steep(moment_words *p, int obstacle) {
    double degrees = steepness_of(p, obstacle);
    if (degrees > 90.5)
        moments_put(p, "wall %d leans over: not climbed", obstacle);
    else if (degrees >= 0)
        moments_put(p, "wall %d is %.0f\xc2\xb0 steep: not climbed", obstacle, degrees);
    else
        moments_put(p, "wall %d is too steep: not climbed", obstacle);
}

static void say_too_high(moment_words *p, int obstacle) {
    double step = (double)p->move->by.gait.step;
    if (step > 0)
        moments_put(p, "%d is higher than a step up of %.3g", obstacle, step);
    else
        moments_put(p, "%d is in the way: it makes no steps up", obstacle);
}

static void say_no_headroom(moment_words *p, int obstacle) {
    int roof = find_roof(p);
    moments_put(p, "a step up of %.3g", (double)p->move->by.gait.step);
    if (roof != obstacle)
        moments_put(p, " on %d", obstacle);
    moments_put(p, ": no room ");
    if (roof != SM_NO_OBSTACLE)
        moments_put(p, "under roof %d", roof);
    else
        moments_put(p, "above it");
}

static void say_no_floor(moment_words *p, int obstacle) {
    moments_put(p, "a step up of %.3g over %d: no floor beyond it", (double)p->move->by.gait.step,
                obstacle);
}

static void say_not_blocked(moment_words *p, int obstacle) {
    moments_put(p, "%d was passed", obstacle);
}

/* One for each reason. */
static void (*const say_blocked[])(moment_words *, int) = {
    [SM_NOT_BLOCKED] = say_not_blocked,  [SM_TOO_STEEP] = say_steep,
    [SM_STEP_TOO_HIGH] = say_too_high,   [SM_NO_HEADROOM] = say_no_headroom,
    [SM_NO_FLOOR_BEYOND] = say_no_floor,
};

/* A part of the tick: several iterations in a row. */
typedef struct walked_part {
    sm_part part;
    double length, rise; /* of its displacement; how far up it leads */
    int met;             /* the obstacle that it ended at; SM_NO_OBSTACLE: none */
    int beside;          /* the obstacle that it slid along; SM_NO_OBSTACLE: none */
    int floor;           /* the obstacle that it stood on before */
} walked_part;

static void say_on_floor(moment_words *p, const char *verb, const walked_part *w) {
    if (w->beside != SM_NO_OBSTACLE)
        moments_put(p, "slid %.3g beside %d", w->length, w->beside);
    else if (w->floor != SM_NO_OBSTACLE)
        moments_put(p, "%s %.3g on floor %d", verb, w->length, w->floor);
    else
        moments_put(p, "%s %.3g", verb, w->length);
}

static void say_walk(moment_words *p, const walked_part *w) {
    say_on_floor(p, "walked", w);
}

static void say_along(moment_words *p, const walked_part *w) {
    say_on_floor(p, "went on", w);
}

static void say_up(moment_words *p, const walked_part *w) {
    moments_put(p, "a step up: rose %.3g", w->length);
}

static void say_over(moment_words *p, const walked_part *w) {
    moments_put(p, "went over it by %.3g", w->length);
}

static void say_down(moment_words *p, const walked_part *w) {
    moments_put(p, "came down %.3g", w->length);
    if (w->met != SM_NO_OBSTACLE)
        moments_put(p, " on %d", w->met);
}

static void say_snap(moment_words *p, const walked_part *w) {
    moments_put(p, "followed the floor down by %.3g", w->length);
}

static void say_fall(moment_words *p, const walked_part *w) {
    moments_put(p, w->rise > 0 ? "rose" : "fell");
    moments_put(p, " %.3g", fabs(w->rise));
    double across = sqrt(fmax(w->length * w->length - w->rise * w->rise, 0));
    if (moment_round(across, 1) > 0)
        moments_put(p, ", %.3g forward", across);
    if (w->met != SM_NO_OBSTACLE)
        moments_put(p, ", onto %d", w->met);
}

static void say_past(moment_words *p, const walked_part *w) {
    moments_put(p, "on past what it met: ");
    say_fall(p, w);
}

static void say_moved(moment_words *p, const walked_part *w) {
    moments_put(p, "moved %.3g", w->length);
}

static void (*const say_parts[])(moment_words *, const walked_part *) = {
    [SM_PART_MOVE] = say_moved, [SM_PART_WALK] = say_walk, [SM_PART_ALONG] = say_along,
    [SM_PART_UP] = say_up,      [SM_PART_OVER] = say_over, [SM_PART_DOWN] = say_down,
    [SM_PART_SNAP] = say_snap,  [SM_PART_FALL] = say_fall, [SM_PART_PAST] = say_past,
    [SM_PART_END] = say_moved,
};

/* Returns the blocker that turns a walk on the floor aside; SM_NO_OBSTACLE: the walk leads where it
 * was wanted. */
static int slid_beside(const moment_words *p, vec3 gone) {
    static const double straight = 0.9995; /* cosine */
    const sm_character *body = moments_body(p->s);
    vec3 wanted = vec3_of(p->move->walk), up = vec3_of(up_axis);
    vec3 flat = vec3_sub(gone, vec3_scale(up, vec3_dot(gone, up)));
    bool is_bent = vec3_dot(flat, wanted) < straight * vec3_length(flat) * vec3_length(wanted);
    return is_bent && body->blocker_count > 0 ? body->blockers[0].obstacle : SM_NO_OBSTACLE;
}

/* Returns the part that begins with that iteration, and sets *next behind it. */
static walked_part part_from(const moment_words *p, int first, int *next) {
    const sm_trace *t = p->trace;
    const sm_iteration *it = &t->iterations[first];
    int last = first;
    while (last + 1 < t->iteration_count && it->part != SM_PART_DOWN &&
           t->iterations[last + 1].part == it->part && moments_go_on(t, last + 1))
        last++;
    vec3 gone = vec3_sub(vec3_of(t->iterations[last].after), vec3_of(it->before));
    int chosen = t->iterations[last].chosen;
    bool is_first = first == 0 && it->part == SM_PART_WALK;
    const sm_character_contact *floor =
        is_first ? &p->move->by.body.floor : &moments_body(p->s)->floor;
    *next = last + 1;
    return (walked_part){.part = it->part,
                         .length = vec3_length(gone),
                         .rise = vec3_dot(gone, vec3_of(up_axis)),
                         .met = chosen >= 0 ? t->candidates[chosen].obstacle : SM_NO_OBSTACLE,
                         .beside = slid_beside(p, gone),
                         .floor = moments_body(p->s)->on_floor || is_first ? floor->obstacle
                                                                           : SM_NO_OBSTACLE};
}

/* Describes a tick without legs: the character stands, or nothing was in its way. */
static void say_unrecorded(moment_words *p) {
    const sm_character *body = moments_body(p->s);
    vec3 gone = vec3_sub(vec3_of(p->move->result.position), vec3_of(p->trace->start));
    walked_part w = {.length = vec3_length(gone),
                     .rise = vec3_dot(gone, vec3_of(up_axis)),
                     .met = SM_NO_OBSTACLE,
                     .beside = SM_NO_OBSTACLE,
                     .floor = body->floor.obstacle};
    if (!body->on_floor)
        say_fall(p, &w);
    else if (w.length > 0)
        say_walk(p, &w);
    else
        moments_put(p, "stands on floor %d", w.floor);
}

/* Describes the parts of a character's tick, and what blocked it, and why: "walked 0.06 on floor
 * 12; wall 26 is 61 degrees steep: not climbed; slid 0.02 beside 26". */
void moments_say_walked(moment_words *p) {
    static const double least = 2e-4; /* world units: a shorter part is only pressing on a floor */
    const sm_character *body = moments_body(p->s);
    bool begun = false, slides = false;
    for (int i = 0, next; i < p->trace->iteration_count; i = next) {
        walked_part w = part_from(p, i, &next);
        if (!(w.length > least))
            continue;
        if (w.beside != SM_NO_OBSTACLE && !slides) { /* why it slides is said before */
            for (int k = 0; k < body->blocker_count; k++) {
                go_on(p, &begun);
                say_blocked[body->blockers[k].why](p, body->blockers[k].obstacle);
            }
            slides = true;
        }
        go_on(p, &begun);
        say_parts[w.part](p, &w);
    }
    for (int k = 0; k < body->blocker_count && !slides; k++) {
        go_on(p, &begun);
        say_blocked[body->blockers[k].why](p, body->blockers[k].obstacle);
    }
    if (!begun)
        say_unrecorded(p);
}

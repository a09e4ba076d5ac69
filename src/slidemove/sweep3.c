/* sweep3: go to the first touch, then on along what is touched there.
 *
 * Every obstacle is convex, so a way that does not lead into the tangent plane of what is touched
 * never penetrates it, however long it is; everything else the cast sees in time. The planes
 * touched at one place bound a cone, and the mover goes along the cone's nearest direction. */
#include <float.h>
#include <stddef.h>

#include "cast3.h"
#include "contacts3.h"
#include "near3.h"
#include "options3.h"
#include "planes3.h"
#include "trace3.h"

/* Gaps, as parts of the skin. The mover stops at 1; rounding its position to floats and sliding
 * along then change that a little, which must not count as having moved. */
static const double held = 1.5;    /* nearer than this, it stops where it is */
static const double needed = 0.5;  /* only what it would come nearer to than this stops it */
static const double mended = 0.75; /* nearer than this, it is pushed back to 1 */

/* Floats cannot tell a smaller slope between a way and a wall. A way this much into a wall counts
 * as along it; it costs less than the skin before the skin itself has grown with the coordinates.
 */
static const double slope = 3 * (double)FLT_EPSILON;

/* A way out longer than this many depths is none: the mover would leap. A wedge of 5 degrees needs
 * 23. */
static const double longest_way_out = 100;

typedef struct slide {
    sm3_capsule mover;
    vec3 position;
    vec3 delta;
    double squeezed; /* by how much there is less room than for the skin, here; usually 0 */
    near3 near;
    const sm3_options *options;
    obstacle3 touched[PLANES3_MAX]; /* here */
    plane3 planes[PLANES3_MAX];     /* of what is touched */
    int plane_count;
} slide;

static double resolution_at(vec3 position) {
    return options3_resolution(vec3_round(position));
}

/* Wide enough for the rounding of a position, many times over. */
static double skin_at(vec3 position) {
    return (double)SM3_SKIN + 8 * resolution_at(position);
}

/* ---- Out of what it starts in ------------------------------------------------------------ */

static contacts3 contacts_at(slide *s, double reach) {
    contacts3 c =
        contacts3_begin(mover3_at(s->mover, s->position), s->delta, reach, s->options->both_sides);
    sm3_region region = contacts3_region(&c);
    near3_visit(&s->near, &region, &c.mover, &c.visitor);
    return c;
}

static double deepest_of(const contacts3 *c) {
    return c->count > 0 ? c->deepest[0].contact.depth : -INFINITY;
}

/* The displacement that gives all contacts their skin. Where none does, that which takes the
 * mover out of the deepest. Returns false when neither is called for. */
static bool way_out(const slide *s, const contacts3 *c, vec3 *way) {
    double skin = skin_at(s->position);
    plane3 planes[CONTACTS3_MAX];
    for (int i = 0; i < c->count; i++) {
        const contact3 *contact = &c->deepest[i].contact;
        planes[i] = (plane3){contact->normal, contact->depth + skin};
    }
    if (planes3_shortest(planes, c->count, longest_way_out * planes[0].least, way))
        return true;
    *way = vec3_scale(planes[0].normal, deepest_of(c));
    return deepest_of(c) > resolution_at(s->position);
}

/* Pushes until nothing is nearer than it should be. Where that cannot be, leaves the mover where it
 * was least deep, and from there it moves as if it were as small as the place it is in. */
static void push_out(slide *s) {
    vec3 best = s->position;
    double least = INFINITY;
    for (int round = 0; round <= SM_PUSHES_MAX; round++) {
        double skin = skin_at(s->position);
        contacts3 c = contacts_at(s, skin);
        double deepest = deepest_of(&c);
        if (deepest <= -mended * skin)
            return;
        if (deepest < least) {
            least = deepest;
            best = s->position;
        }
        vec3 way;
        if (!way_out(s, &c, &way))
            break;
        s->position = vec3_add(s->position, way);
    }
    s->position = best;
    s->squeezed = skin_at(best) + least;
}

/* ---- Along what it touches --------------------------------------------------------------- */

/* However squeezed, its centre must not get through. */
static clearance3 clearance_of(const slide *s, double stop) {
    static const double almost_all = 0.99;
    double skin = skin_at(s->position), least = -almost_all * sm_radius(s->mover.radius);
    return (clearance3){sm_higher(stop - s->squeezed, least),
                        sm_higher(held * skin - s->squeezed, least),
                        sm_higher(needed * skin - s->squeezed, least), slope};
}

static touch3 touch_with(slide *s, vec3 way, double stop) {
    clearance3 clearance = clearance_of(s, stop);
    cast3 cast =
        cast3_begin(mover3_at(s->mover, s->position), way, clearance, s->options->both_sides);
    sm3_region region = cast3_region(&cast);
    near3_visit(&s->near, &region, &cast.mover, &cast.visitor);
    return cast.first;
}

/* Where floats are coarser than here, the mover keeps the larger skin of there. */
static touch3 first_touch(slide *s, vec3 way) {
    double here = skin_at(s->position);
    touch3 touch = touch_with(s, way, here);
    double there = skin_at(vec3_add(s->position, vec3_scale(way, touch.time)));
    bool coarser = touch.obstacle != SM_NO_OBSTACLE && there > held * here;
    return coarser ? touch_with(s, way, there) : touch;
}

/* What was touched on the way and is still, here. */
static void forget_what_was_left(slide *s) {
    mover3 mover = mover3_at(s->mover, s->position);
    double gap = clearance_of(s, skin_at(s->position)).held;
    int kept = 0;
    for (int i = 0; i < s->plane_count; i++) {
        contact3 contact;
        collide3(&mover, &s->touched[i], s->delta, -INFINITY, &contact);
        if (!(-contact.depth <= gap))
            continue;
        s->touched[kept] = s->touched[i];
        s->planes[kept] = (plane3){contact.normal, 0};
        kept++;
    }
    s->plane_count = kept;
}

/* Returns false when there are too many planes to go on. */
static bool add_plane(slide *s, const touch3 *touch) {
    forget_what_was_left(s);
    if (s->plane_count == PLANES3_MAX)
        return false;
    s->touched[s->plane_count] = touch->shape;
    s->planes[s->plane_count] = (plane3){touch->normal, 0};
    s->plane_count++;
    return true;
}

static void record_touch(sm3_trace *trace, const touch3 *touch) {
    contact3 contact = {-touch->gap, touch->normal, touch->point};
    trace3_choose(trace, trace3_record(trace, collision3_of(&contact, touch->obstacle)));
}

/* What is left to go. Returns false when that is no more than rounding. */
static bool way_on(const slide *s, double left, vec3 *way) {
    static const double nothing = 1e-9; /* of delta */
    *way = planes3_project(vec3_scale(s->delta, left), s->planes, s->plane_count, slope);
    return vec3_length(*way) > nothing * vec3_length(s->delta);
}

/* Goes as far as the next touch. Returns false when the move is over. */
static bool go_on(slide *s, vec3 way, double *left, sm3_result *result) {
    touch3 touch = first_touch(s, way);
    s->position = vec3_add(s->position, vec3_scale(way, touch.time));
    if (touch.obstacle == SM_NO_OBSTACLE)
        return false;
    *left *= 1 - touch.time;
    result->normal = vec3_round(touch.normal);
    result->pushes++;
    record_touch(s->options->trace, &touch);
    return add_plane(s, &touch);
}

static void slide_along(slide *s, sm3_result *result) {
    int turns = options3_pushes(s->options, SM_PUSHES_MAX);
    double left = 1;
    bool more = true;
    vec3 way;
    while (more && result->pushes < turns && way_on(s, left, &way)) {
        trace3_begin_iteration(s->options->trace, vec3_round(s->position));
        more = go_on(s, way, &left, result);
        trace3_end_iteration(s->options->trace, vec3_round(s->position));
    }
}

/* ---- The move ---------------------------------------------------------------------------- */

/* The contacts of the final position, and the deepest penetration among them. */
static float look_around(slide *s) {
    sm3_trace *trace = s->options->trace;
    double reach = trace != NULL && trace->reach > 0 ? (double)trace->reach : 0;
    contacts3 c = contacts_at(s, reach);
    if (trace != NULL && trace->iteration_count <= SM_PUSHES_MAX) {
        trace3_begin_iteration(trace, vec3_round(s->position));
        for (int i = 0; i < c.count; i++)
            trace3_record(trace, collision3_of(&c.deepest[i].contact, c.deepest[i].number));
        trace3_end_iteration(trace, vec3_round(s->position));
    }
    double deepest = deepest_of(&c);
    return deepest > resolution_at(s->position) ? (float)deepest : 0;
}

/* Short moves stay near what was found once; a long one would ask for half the level. */
static float margin_for(sm3_vec position, sm3_vec delta, sm3_capsule mover) {
    static const float short_move = 2; /* times the mover's size */
    float length = options3_largest(mover.a) + options3_largest(mover.b);
    if (!(options3_largest(delta) <= short_move * (length + mover.radius)))
        return -1;
    float rounding = (float)(2 * skin_at(vec3_of(position)));
    return options3_largest(delta) + rounding;
}

sm3_result sm3_slide_sweep(sm3_vec position, sm3_vec delta, sm3_capsule mover,
                           sm3_obstacles obstacles, const sm3_options *options) {
    static const sm3_options usual = {0};
    if (options == NULL)
        options = &usual;
    trace3_begin(options->trace, position, delta);
    sm3_result result;
    if (!options3_allow(position, delta, options, &result))
        return result;
    result.status = SM_MOVED;
    sm3_vec end = {position.x + delta.x, position.y + delta.y, position.z + delta.z};
    result.position = end;
    if (!options3_is_solid(mover))
        return result;

    slide s;
    s.mover = mover;
    s.position = vec3_of(position);
    s.delta = vec3_of(delta);
    s.options = options;
    s.squeezed = 0;
    s.plane_count = 0;
    near3_begin(&s.near, obstacles, margin_for(position, delta, mover));

    push_out(&s);
    slide_along(&s, &result);
    if (s.squeezed > 0 || options->trace != NULL)
        result.depth = look_around(&s);
    result.position = vec3_round(s.position);
    if (!sm3_is_finite(result.position))
        return (sm3_result){.position = position, .status = SM_NOT_FINITE};
    return result;
}

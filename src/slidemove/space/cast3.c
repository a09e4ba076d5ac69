/* cast3: the first touch on a straight path, by Newton's method.
 *
 * The gap between two convex shapes is a convex function of the time along a straight path, since
 * it is the distance to the convex set of their differences. Its slope is normal . delta. A tangent
 * of a convex function lies below it, so Newton's method approaches the first root from the left
 * and never passes it. If the tangent rises, there is no root. One closest-point routine serves
 * points, spheres, capsules and boxes against all obstacles (conservative advancement: van den
 * Bergen, Ray Casting against General Convex Objects, 2004; here the slope is the bound).
 *
 * What touches a face within its edges touches its plane, so rays, spheres and capsules meet it in
 * closed form, except where rounding could decide; and spheres and capsules its edges, too
 * (nearest3.c). Newton's method measures what they meet there, and finishes. */
#include "cast3.h"

#include <stddef.h>

/* Each step at least halves the gap, even if the mover only grazes the obstacle. Usually five steps
 * are enough. */
enum { CAST3_STEPS = 100 };

/* The rounding errors of a gap, as a fraction of the lengths involved. */
static const double cast_rounding3 = 1e-14;

/* The gap to one obstacle as the mover moves along its path. */
typedef struct approach3 {
    const cast3 *cast;
    const obstacle3 *obstacle;
    double tolerance;   /* a smaller gap counts as 0: it may be rounding errors */
    double least_speed; /* an obstacle touched at the start blocks only a faster approach */
    double time;
    contact3 contact;
} approach3;

static void move_to_time3(approach3 *a, double time) {
    mover3 mover = mover3_moved(*a->cast->mover, vec3_scale(a->cast->delta, time));
    a->time = time;
    const vec3 guess = a->contact.normal;
    sm3_contact_about(&mover, a->obstacle, &a->cast->delta, &guess, false, &a->contact);
}

static double approach_speed3(const approach3 *a) {
    return -vec3_dot(a->contact.normal, a->cast->delta);
}

/* The gap at one time, and how fast it closes. */
typedef struct moment3 {
    double time, gap, speed;
} moment3;

static moment3 moment_of3(const approach3 *a) {
    return (moment3){a->time, -a->contact.depth, approach_speed3(a)};
}

/* Whether the gap certainly stays above `clearance` until `time`. A convex function is nowhere less
 * than its tangents, so it looks where those at an early and a late time cross. That tells at once
 * of most obstacles that the path only grazes; Newton's method takes many steps there. */
SM_APART static bool stays_apart3(const approach3 *a, double clearance, double time) {
    enum { TRIES = 4 };
    double least = clearance + 2 * a->tolerance;
    approach3 there = *a;
    moment3 early = moment_of3(a), late = early;
    for (int i = 0; i < TRIES; i++) {
        move_to_time3(&there, time);
        moment3 now = moment_of3(&there);
        if (!(now.gap > least))
            return false;
        if (i == 0 || now.speed <= 0)
            late = now;
        else
            early = now;
        if (late.speed >= 0) /* it still approaches: it was nowhere nearer */
            return true;
        double length = late.time - early.time;
        double cross = (early.gap - late.gap - late.speed * length) / (early.speed - late.speed);
        if (early.gap - early.speed * cross > least)
            return true;
        time = early.time + cross;
    }
    return false;
}

/* Moves on to where the point that is closest now has the gap `clearance`, if nothing else of the
 * obstacle is nearer there: so do corners, and edges on a path across them. */
SM_APART static bool meets_closest3(approach3 *a, double clearance) {
    double radii = a->cast->mover->radius + a->obstacle->radius, reach = radii + clearance;
    double away = radii - a->contact.depth, square = a->cast->length * a->cast->length;
    double toward = away * approach_speed3(a), apart = (away - reach) * (away + reach);
    double root = toward * toward - square * apart;
    if (!(reach > a->tolerance) || !(root >= 0))
        return false;
    double time = a->time + apart / (toward + sqrt(root));
    approach3 there = *a;
    move_to_time3(&there, time);
    if (!(fabs(there.contact.depth + clearance) <= a->tolerance))
        return false;
    *a = there;
    return true;
}

/* Moves on from a->time until the gap is `clearance`. Returns false if that is not before `limit`.
 */
static bool advance3(approach3 *a, double clearance, double limit) {
    static const double slowed = 0.75;
    double needed = a->cast->clearance->needed, before = 0; /* the speed of the step before */
    for (int step = 0; step < CAST3_STEPS; step++) {
        double left = -a->contact.depth - clearance, speed = approach_speed3(a);
        if (left <= a->tolerance)
            return a->time > 0 || speed > a->least_speed;
        if (step == 2 && speed < slowed * before && clearance > needed &&
            stays_apart3(a, needed, 1))
            return false;
        before = speed;
        double time = a->time + left / speed;
        if (!(speed > 0))
            return false;
        /* The closest point may come earlier by rounding; at one time, whatever the limit. */
        if (step == 0 && time - 2 * a->tolerance / speed <= limit && meets_closest3(a, clearance))
            return a->time <= limit;
        if (!(time <= limit))
            return false;
        vec3 normal = a->contact.normal;
        move_to_time3(a, time);
        /* Touching points have no normal, so the one just before is kept. */
        double radii = a->cast->mover->radius + a->obstacle->radius;
        if (radii <= a->tolerance && -a->contact.depth <= a->tolerance)
            a->contact.normal = normal;
    }
    return true;
}

/* Whether the gap, now above `clearance`, certainly falls below it. It tests the two points that
 * are closest now: when these come so near, the shapes do. */
static bool comes_within3(const approach3 *a, double clearance) {
    static const double enough = 1.5; /* a straight approach would need 1 */
    double gap = -a->contact.depth, speed = approach_speed3(a), left = gap - clearance;
    double time = enough * left / speed, radii = a->cast->mover->radius + a->obstacle->radius;
    if (!(left > a->tolerance) || !(a->contact.depth < radii) || !(speed > 0) ||
        !(a->time + time <= 1))
        return false;
    vec3 between = vec3_scale(a->contact.normal, radii + gap);
    vec3 then = vec3_add(between, vec3_scale(a->cast->delta, time));
    double nearest = radii + clearance - a->tolerance;
    return nearest > 0 && vec3_dot(then, then) <= nearest * nearest;
}

/* Whether the touch is on the front of the obstacle, or the obstacle has two sides. */
static bool is_from_front3(approach3 *a) {
    const triangle3 *t = &a->obstacle->triangle;
    if (a->cast->both_sides || !a->obstacle->one_sided || !(t->area > 0))
        return true;
    double least = a->obstacle->oneway ? TOUCHING3 : -TOUCHING3;
    if (a->time > 0)
        return vec3_dot(a->contact.normal, t->normal) >= least * sqrt(t->area);
    return sm3_contact(a->cast->mover, a->obstacle, a->cast->delta, -INFINITY, true, &a->contact) &&
           approach_speed3(a) > a->least_speed;
}

static bool touch_is_earlier3(const touch3 *a, const touch3 *b, double same) {
    if (a->time != b->time)
        return a->time < b->time;
    if (fabs(a->gap - b->gap) > same)
        return a->gap < b->gap;
    return a->obstacle < b->obstacle;
}

double sm3_cast_reach(const cast3 *cast) {
    return sm_max(cast->clearance->stop, cast->clearance->held);
}

/* Returns the least depth at the start of obstacles that the cast can reach before its limit. */
static double least_depth_of_cast3(const cast3 *cast) {
    static const double rounding = 1e-9;
    double reach = sm3_cast_reach(cast) + cast->visitor.limit * cast->length; /* < 0 if crushed */
    return -reach - fabs(reach) * rounding - 2 * TOUCHING3;
}

typedef struct ignored_search3 {
    sm3_visitor visitor;
    const mover3 *mover;
    vec3 point;
    double into;
    bool found;
} ignored_search3;

static void visit_if_ignored3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    (void)number;
    ignored_search3 *search = (ignored_search3 *)visitor;
    obstacle3 face;
    if (search->found || !shape->oneway || !obstacle3_of(shape, &face))
        return;
    vec3 off = vec3_sub(closest3_on_triangle(search->point, &face.triangle), search->point);
    double near = face.radius + search->into;
    search->found = vec3_dot(off, off) <= near * near &&
                    sm3_contact_of(search->mover, &face, vec3_zero).depth > search->into;
}

bool sm3_ignores_oneway(const query_scope3 *scope, const mover3 *mover, const obstacle3 *face,
                        const contact3 *contact, double into) {
    static const double own = 1 - 1e-6; /* cosine: with a smaller one, an edge is touched */
    const triangle3 *t = &face->triangle;
    if (!face->oneway || contact->depth > into)
        return face->oneway;
    if (vec3_dot(contact->normal, t->normal) >= own * sqrt(t->area))
        return false;
    ignored_search3 search = {{.visit = visit_if_ignored3, .least = -INFINITY},
                              mover,
                              vec3_sub(contact->point, vec3_scale(contact->normal, face->radius)),
                              into,
                              false};
    mover3 point = {.a = search.point, .b = search.point, .is_sphere = true};
    sm3_region region = region3_around(&point, into, vec3_zero);
    sm3_visit_near(scope, &region, &search.visitor);
    return search.found;
}

/* Keeps a touch that is earlier than the first so far. Returns whether it is. */
static inline bool keep_touch3(cast3 *cast, const touch3 *touch) {
    touch3 *first = &cast->first;
    if (first->obstacle != SM_NO_OBSTACLE && !touch_is_earlier3(touch, first, cast->same))
        return false;
    *first = *touch;
    /* Obstacles touched at the same time but for rounding errors must still be visited, so that the
     * order of visits does not matter. */
    cast->visitor.limit = touch->time + 4 * cast_rounding3;
    cast->visitor.least = least_depth_of_cast3(cast);
    return true;
}

static void cast_against3(cast3 *cast, approach3 *a, int number) {
    const clearance3 *clearance = cast->clearance;
    if (cast->excluded != NULL && excluded3_has(cast->excluded, number))
        return;
    a->tolerance = TOUCHING3 + cast_rounding3 * (fabs(a->contact.depth) + cast->length);
    a->least_speed = clearance->slope * cast->length;

    if (a->obstacle->oneway && a->contact.depth > clearance->into)
        return;
    if (-a->contact.depth > clearance->held && !advance3(a, clearance->stop, cast->visitor.limit))
        return;
    if (!comes_within3(a, clearance->needed)) {
        approach3 further = *a;
        if (!advance3(&further, clearance->needed, 1))
            return;
    }
    if (!is_from_front3(a))
        return;
    const touch3 touch = {a->time, -a->contact.depth, a->contact.normal, a->contact.point, number};
    if (keep_touch3(cast, &touch))
        cast->shape = *a->obstacle;
}

/* Casts a ray against a face without a radius. Each edge makes a tetrahedron with the ray; its
 * volume has the sign of the side on which the ray passes the edge (Segura and Feito 2001). A ray
 * that passes two edges on different sides misses; one that passes all on the same side goes
 * through the plane within the face. Returns false where rounding could decide: there Newton's
 * method counts what touches, so that no ray slips through a joint of faces. */
static bool ray_against_face3(cast3 *cast, const sm3_triangle *shape, int number) {
    static const double rounding = 1e-12; /* of the sizes in a volume, and more than enough */
    static const double steep = 1e-12;    /* square of a sine, of the ray to the plane and of the
                                             corner at a; with less, the division rounds too much */
    vec3 a = vec3_sub(vec3_of(shape->a), cast->mover->a),
         b = vec3_sub(vec3_of(shape->b), cast->mover->a),
         c = vec3_sub(vec3_of(shape->c), cast->mover->a);
    double ab = vec3_dot(cast->delta, vec3_cross(a, b)),
           bc = vec3_dot(cast->delta, vec3_cross(b, c)),
           ca = vec3_dot(cast->delta, vec3_cross(c, a));
    double size = fabs(a.x) + fabs(a.y) + fabs(a.z) + fabs(b.x) + fabs(b.y) + fabs(b.z) +
                  fabs(c.x) + fabs(c.y) + fabs(c.z);
    double touching = TOUCHING3 + rounding * (size + cast->length);
    double margin = cast->length * size * (touching + rounding * size);
    double most = sm_max(sm_max(ab, bc), ca), least = sm_min(sm_min(ab, bc), ca);
    if (most > margin && least < -margin)
        return true;
    if (!(least > margin || most < -margin))
        return false;
    vec3 to_b = vec3_sub(b, a), to_c = vec3_sub(c, a), normal = vec3_cross(to_b, to_c);
    double height = vec3_dot(normal, a), speed = vec3_dot(normal, cast->delta);
    double area = vec3_dot(normal, normal), beyond = speed - height;
    double near = 4 * touching * touching * area; /* its start or its end may touch the face */
    double sizes = vec3_dot(to_b, to_b) * vec3_dot(to_c, to_c) * cast->length * cast->length;
    if (!(height * height > near && beyond * beyond > near && speed * speed > steep * sizes))
        return false;
    double time = height / speed;
    bool is_behind = speed > 0 && (shape->one_sided || shape->oneway) && !cast->both_sides;
    if (!(time > 0) || time > cast->visitor.limit || is_behind)
        return true;
    vec3 point = vec3_add(cast->mover->a, vec3_scale(cast->delta, time));
    double scale = (speed > 0 ? -1 : 1) / sqrt(area);
    keep_touch3(cast, &(touch3){time, 0, vec3_scale(normal, scale), point, number});
    return true;
}

/* Moves on from `time`, when the mover all but touches the plane of a face, to where it meets the
 * face's edges. Returns false if it passes them. */
static bool meets_edges3(approach3 *a, double time) {
    const cast3 *cast = a->cast;
    const mover3 there = mover3_moved(*cast->mover, vec3_scale(cast->delta, time));
    double radii = there.radius + a->obstacle->radius;
    a->time =
        time + SM_KERNEL(sm3_meets_edges)(&there, &cast->delta, &a->obstacle->triangle, radii);
    return a->time <= cast->visitor.limit;
}

/* Casts a sphere or capsule that is apart from a face's plane at the start. The face is nowhere
 * nearer than its plane, which the nearer end touches first; if it does so within the face, that is
 * the first touch of the face, too. Otherwise it meets an edge, or passes. Returns false where it
 * meets an edge, or where rounding could decide: then Newton's method begins at a->time. */
static bool round_against_face3(approach3 *a, cast3 *cast, int number) {
    static const double steep = 1e-4; /* sine of a corner, and of the path to the plane */
    const triangle3 *t = &a->obstacle->triangle;
    const mover3 *mover = cast->mover;
    vec3 ab = vec3_sub(t->b, t->a), ac = vec3_sub(t->c, t->a);
    if (!(t->area > steep * steep * vec3_dot(ab, ab) * vec3_dot(ac, ac)))
        return false;
    vec3 front = vec3_scale(t->normal, 1 / sqrt(t->area));
    double height_a = vec3_dot(front, vec3_sub(mover->a, t->a));
    double height_b = vec3_dot(front, vec3_sub(mover->b, t->a));
    bool is_behind = height_a < 0;
    vec3 normal = is_behind ? vec3_sub(vec3_zero, front) : front;
    double height = sm_min(fabs(height_a), fabs(height_b));
    double gap = height - mover->radius - a->obstacle->radius;
    double touching = TOUCHING3 + cast_rounding3 * (height + cast->length);
    if (!(height_a * height_b > 0) || !(gap > 4 * touching))
        return false;
    double speed = -vec3_dot(normal, cast->delta), time = gap / speed;
    double before = time - 2 * touching / speed; /* then it touches no edge yet, either */
    if (!(speed > 0) || before > cast->visitor.limit)
        return true;
    const vec3 *end = fabs(height_b) < fabs(height_a) ? &mover->b : &mover->a;
    vec3 centre = vec3_add(*end, vec3_scale(cast->delta, time));
    a->time = time;
    a->contact.normal = normal;
    if (!(speed > steep * cast->length))
        return time > cast->visitor.limit;
    if (!is_over_face3(weights3_in_triangle(centre, t)))
        return !meets_edges3(a, before);
    if (time > cast->visitor.limit || (is_behind && a->obstacle->one_sided && !cast->both_sides))
        return true;
    vec3 point = vec3_add(centre, vec3_scale(normal, -mover->radius));
    keep_touch3(cast, &(touch3){time, 0, normal, point, number});
    return true;
}

static void visit_in_cast3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    cast3 *cast = (cast3 *)visitor;
    obstacle3 obstacle;
    if (cast->is_ray && shape->radius == 0 && ray_against_face3(cast, shape, number))
        return;
    approach3 a = {.cast = cast, .obstacle = &obstacle};
    if (!obstacle3_of(shape, &obstacle) ||
        (cast->is_round && round_against_face3(&a, cast, number)))
        return;
    if (a.time > 0)
        move_to_time3(&a, a.time);
    else if (!sm3_contact(cast->mover, &obstacle, cast->delta, visitor->least, false, &a.contact))
        return;
    cast_against3(cast, &a, number);
}

void sm3_cast_against(cast3 *cast, const obstacle3 *obstacle, int number,
                      const contact3 *at_start) {
    approach3 a = {.cast = cast, .obstacle = obstacle, .contact = *at_start};
    cast_against3(cast, &a, number);
}

void sm3_cast_begin(cast3 *cast, const mover3 *mover, vec3 delta, const clearance3 *clearance,
                    bool both_sides) {
    cast->visitor = (sm3_visitor){.visit = visit_in_cast3, .limit = 1};
    cast->mover = mover;
    cast->delta = delta;
    cast->length = vec3_length(delta);
    cast->clearance = clearance;
    cast->is_ray = mover->is_sphere && mover->radius == 0 && sm3_cast_reach(cast) == 0;
    cast->is_round = !cast->is_ray && mover->box == NULL && sm3_cast_reach(cast) == 0;
    cast->both_sides = both_sides;
    cast->same = 0;
    cast->excluded = NULL;
    cast->first.time = 1;
    cast->first.gap = INFINITY;
    cast->first.obstacle = SM_NO_OBSTACLE;
    cast->visitor.least = least_depth_of_cast3(cast);
    cast->visitor.mover = mover;
    cast->visitor.reach = sm3_cast_reach(cast);
}

sm3_region sm3_cast_region(const cast3 *cast) {
    return region3_around(cast->mover, cast->mover->radius + sm3_cast_reach(cast), cast->delta);
}

static sm3_touch no_touch3(sm3_vec position, sm3_vec delta) {
    sm3_vec end = {position.x + delta.x, position.y + delta.y, position.z + delta.z};
    return (sm3_touch){false, 1, end, {0, 0, 0}, {0, 0, 0}, SM_NO_OBSTACLE};
}

/* Casts a mover that stands at `position`, and touches nothing beside `path`. All numbers are
 * finite. */
static sm3_touch cast_mover3(const mover3 *mover, sm3_vec position, sm3_vec delta,
                             const sm3_region *path, const query_scope3 *scope) {
    static const double along = 1e-9; /* the slope that rounding may give to a parallel path */
    cast3 cast;
    clearance3 no_clearance = {.slope = along, .into = 2 * sweep3_skin(vec3_of(position))};
    sm3_cast_begin(&cast, mover, vec3_of(delta), &no_clearance, false);
    sm3_visit_near(scope, path, &cast.visitor);
    const touch3 *first = &cast.first;
    if (first->obstacle == SM_NO_OBSTACLE)
        return no_touch3(position, delta);
    vec3 touching = vec3_add(vec3_of(position), vec3_scale(vec3_of(delta), first->time));
    return (sm3_touch){true,
                       first->time,
                       vec3_round(touching),
                       vec3_round(first->normal),
                       vec3_round(first->point),
                       first->obstacle};
}

/* As region3_around, from one corner to the other and `reach` around them, without doubles. */
static inline sm3_region region_of_cast3(sm3_vec low, sm3_vec high, float reach, sm3_vec delta) {
    float largest = move_largest(low) + move_largest(high) + move_largest(delta) + reach;
    float around = reach + FLT_EPSILON * largest + FLT_MIN;
    return (sm3_region){{low.x - around, low.y - around, low.z - around},
                        {high.x + around, high.y + around, high.z + around},
                        delta};
}

static inline sm3_region region_of_capsule3(const sm3_mover *m, sm3_vec at, sm3_vec delta) {
    const sm3_vec low = {at.x + sm_minf(m->a.x, m->b.x), at.y + sm_minf(m->a.y, m->b.y),
                         at.z + sm_minf(m->a.z, m->b.z)};
    const sm3_vec high = {at.x + sm_maxf(m->a.x, m->b.x), at.y + sm_maxf(m->a.y, m->b.y),
                          at.z + sm_maxf(m->a.z, m->b.z)};
    return region_of_cast3(low, high, (float)sm_radius(m->radius), delta);
}

sm3_touch sm3_shapecast(sm3_vec position, sm3_vec delta, sm3_mover shape, sm3_obstacles obstacles,
                        const sm_filter *filter) {
    if (!sm3_is_finite(position) || !sm3_is_finite(delta) || !sm3_mover_is_finite(&shape))
        return no_touch3(position, delta);
    const mover3 core = mover3_of(&shape);
    const query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    const mover3 mover = mover3_put(&core, vec3_of(position));
    const sm3_region path = mover.box != NULL ? region3_around(&mover, mover.radius, vec3_of(delta))
                                              : region_of_capsule3(&shape, position, delta);
    return cast_mover3(&mover, position, delta, &path, &scope);
}

sm3_touch sm3_raycast(sm3_vec origin, sm3_vec delta, sm3_obstacles obstacles,
                      const sm_filter *filter) {
    if (!sm3_is_finite(origin) || !sm3_is_finite(delta))
        return no_touch3(origin, delta);
    const query_scope3 scope = {.obstacles = obstacles, .filter = filter};
    const mover3 point = {.a = vec3_of(origin), .b = vec3_of(origin), .is_sphere = true};
    const sm3_region path = region_of_cast3(origin, origin, 0, delta);
    return cast_mover3(&point, origin, delta, &path, &scope);
}

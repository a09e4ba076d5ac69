#include "sweep_state3.h"

#include <stddef.h>

#include "../planes.h"
#include "../resolver.h"

contact3 sm3_sweep_contact(const sweep3 *s, vec3 position, const touched3 *touched) {
    mover3 mover = mover3_put(&s->cache.core, position);
    contact3 contact;
    sm3_contact_about(&mover, &touched->shape, &s->delta, &touched->normal, false, &contact);
    return contact;
}

const contact3 *sm3_sweep_contact_at(sweep3 *s, const pose3 *at, const touched3 *touched) {
    int near = cache3_find(&s->cache, touched->number);
    if (near >= 0)
        return sm3_cache_contact(&s->cache, near, at);
    s->other = sm3_sweep_contact(s, at->position, touched);
    return &s->other;
}

/* ---- The deepest ------------------------------------------------------------------------- */

static bool is_deeper3(const numbered3 *a, const numbered3 *b) {
    if (a->contact.depth != b->contact.depth)
        return a->contact.depth > b->contact.depth;
    return a->number < b->number;
}

static void keep_deepest3(contacts3 *c, const obstacle3 *shape, int number,
                          const contact3 *contact) {
    numbered3 found = {.contact = *contact, .number = number};
    int place = c->count;
    while (place > 0 && is_deeper3(&found, &c->deepest[place - 1]))
        place--;
    if (!(contact->depth > -c->reach) || place == CONTACTS3_MAX)
        return;
    if (c->count < CONTACTS3_MAX)
        c->count++;
    for (int i = c->count - 1; i > place; i--)
        c->deepest[i] = c->deepest[i - 1];
    found.shape = *shape;
    c->deepest[place] = found;
}

bool sm3_sweep_goes_through(sweep3 *s, const pose3 *there, const obstacle3 *face,
                            const contact3 *contact) {
    query_scope3 scope = s->cache.scope;
    if (cache3_cover(&s->cache, there, 0))
        scope.obstacles = (sm3_obstacles){.visit = sm3_visit_cached, .context = &s->cache};
    else
        s->cache.looks_left--;
    return sm3_goes_through(&scope, &there->mover, face, contact, s->clearance.into);
}

static void see_exactly3(contacts3 *c, const obstacle3 *shape, int number) {
    contact3 contact;
    if (sm3_contact(&c->mover, shape, c->delta, -c->reach, !c->both_sides, &contact) &&
        !(shape->oneway && contact.depth > c->into))
        keep_deepest3(c, shape, number, &contact);
}

static void see_contact3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    obstacle3 obstacle;
    contacts3 *c = (contacts3 *)visitor;
    if (!left_out3_has(&c->without, number) && obstacle3_of(shape, &obstacle))
        see_exactly3(c, &obstacle, number);
}

static inline void find_contacts3(sweep3 *s, const pose3 *at, double reach, contacts3 *c) {
    c->visitor = (sm3_visitor){.see = see_contact3, .least = -reach};
    c->mover = at->mover;
    c->delta = s->delta;
    c->into = s->clearance.into;
    c->reach = reach;
    c->both_sides = s->options->both_sides;
    c->count = 0;
    if (!cache3_cover(&s->cache, at, reach)) {
        sm3_region region = region3_around(&c->mover, c->mover.radius + reach, vec3_zero);
        sweep3_visit(s, &region, &c->visitor);
        return;
    }
    int list[CACHE3_CAPACITY], count = cache3_list_near(&s->cache, at, reach, list);
    for (int i = 0; i < count; i++) {
        if (c->without.count > 0 && left_out3_has(&c->without, cache3_number(&s->cache, list[i])))
            continue;
        const cached3 *near = cache3_measure(&s->cache, list[i], at);
        if (near->shape.one_sided)
            see_exactly3(c, &near->shape, near->number);
        else
            keep_deepest3(c, &near->shape, near->number, &near->contact);
    }
}

/* Leaves out what the mover goes through. Returns whether others may be found in its place. */
static bool leave_out_passed3(sweep3 *s, const pose3 *at, contacts3 *c) {
    left_out3 *without = &c->without;
    bool is_full = c->count == CONTACTS3_MAX;
    int kept = 0, before = without->count;
    for (int i = 0; i < c->count; i++) {
        const numbered3 *near = &c->deepest[i];
        if (near->shape.oneway && without->count < LEFT_OUT3_MAX &&
            sm3_sweep_goes_through(s, at, &near->shape, &near->contact))
            without->numbers[without->count++] = near->number;
        else if (kept++ < i)
            c->deepest[kept - 1] = *near;
    }
    c->count = kept;
    return without->count > before && is_full && sweep3_may_look(s);
}

void sm3_sweep_other_contacts(sweep3 *s, const pose3 *at, double reach, const int *without,
                              int without_count, contacts3 *c) {
    c->without.count = without_count;
    for (int i = 0; i < without_count; i++)
        c->without.numbers[i] = without[i];
    do
        find_contacts3(s, at, reach, c);
    while (leave_out_passed3(s, at, c));
}

void sm3_sweep_contacts(sweep3 *s, double reach, contacts3 *c) {
    sm3_sweep_other_contacts(s, &s->here, reach, NULL, 0, c);
}

void sm3_sweep_record_contacts(const sweep3 *s, double reach, contacts3 *c) {
    sweep3 asking = *s;
    sm3_sweep_contacts(&asking, reach, c);
}

/* What may hold the mover where it is. */
static void list_as_near3(sweep3 *s, const int *list, int count) {
    near_list3 *near = &s->near;
    near->gathering = s->cache.gathering;
    near->count = 0;
    for (int i = 0; i < count; i++)
        cache3_add_by_number(&s->cache, list[i], near->places, &near->count);
}

SM_APART static bool find_near3(sweep3 *s) {
    double reach = sm_max(s->clearance.stop, s->clearance.held);
    int list[CACHE3_CAPACITY];
    if (!cache3_cover(&s->cache, &s->here, reach))
        return false;
    list_as_near3(s, list, cache3_list_near(&s->cache, &s->here, reach, list));
    return true;
}

/* Sees to it that they are listed. Returns false when there is no room for that. */
static inline bool list_near3(sweep3 *s) {
    return (s->near.gathering > 0 && s->near.gathering == s->cache.gathering) || find_near3(s);
}

bool sm3_sweep_is_free(sweep3 *s) {
    int list[CACHE3_CAPACITY];
    double reach = s->clearance.held;
    if (!cache3_cover(&s->cache, &s->here, reach + s->length))
        return false;
    list_as_near3(s, list, cache3_list_near(&s->cache, &s->here, reach, list));
    return s->near.count == 0 &&
           cache3_list(&s->cache, &s->here.position, &s->delta, reach, list) == 0;
}

/* A cast of the sweep's mover through what its cache holds. */
typedef struct touching3 {
    sweep3 *sweep;
    cast3 *cast;
    double needed, reach; /* as cache3_list takes it, on the whole way and up to a touch */
    const plane3 *planes; /* of what is touched already */
    int plane_count, front_count;
    front3 fronts[CONTACTS3_MAX]; /* made of the planes as they are asked for */
    front3 first;                 /* of what the cast has found */
    int first_of;                 /* its number; SM_NO_OBSTACLE: it has found nothing yet */
} touching3;

/* Whether the planes that are touched tell that the way comes no nearer to obstacle i than what is
 * needed. */
static bool is_behind_touched3(touching3 *t, int i, const vec3 *way) {
    sweep3 *s = t->sweep;
    for (int k = 0; k < t->plane_count; k++) {
        if (k == t->front_count)
            t->fronts[t->front_count++] =
                cache3_front(&s->cache, &s->here, &t->planes[k].normal, way);
        if (cache3_is_behind(&s->cache, i, &s->here, &t->fronts[k], t->needed))
            return true;
    }
    return false;
}

/* One that cannot be the deepest is not measured. */
bool sm3_sweep_has_room(sweep3 *s, double gap) {
    plane3 planes[CONTACTS3_MAX];
    touching3 t;
    if (!list_near3(s))
        return false;
    t.sweep = s;
    t.needed = gap;
    t.planes = planes;
    t.plane_count = t.front_count = 0;
    for (int i = 0; i < s->near.count; i++) {
        int place = s->near.places[i];
        if (cache3_is_apart(&s->cache, place, &s->here, vec3_zero, gap) ||
            (t.plane_count > 0 && is_behind_touched3(&t, place, &vec3_zero)))
            continue;
        const contact3 *contact = &cache3_measure(&s->cache, place, &s->here)->contact;
        if (-contact->depth < gap)
            return false;
        if (t.plane_count < CONTACTS3_MAX && -contact->depth <= s->clearance.held)
            planes[t.plane_count++].normal = contact->normal;
    }
    return true;
}

/* ---- What does not count ----------------------------------------------------------------- */

typedef struct passed3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    const sweep3 *sweep; /* NULL: it pushes out */
    sm_trace *trace;
} passed3;

static bool is_in_oneway3(const passed3 *p, const obstacle3 *obstacle, const contact3 *contact) {
    return p->sweep == NULL ? !contact3_blocks(contact, obstacle, &p->mover, p->delta)
                            : sm3_goes_through(&p->sweep->cache.scope, &p->mover, obstacle, contact,
                                               p->sweep->clearance.into);
}

static void see_passed3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    passed3 *p = (passed3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (!(shape->one_sided || shape->oneway) || !obstacle3_of(shape, &obstacle))
        return;
    bool is_in_front = sm3_contact(&p->mover, &obstacle, p->delta, visitor->least, true, &contact);
    bool is_through =
        is_in_front ? is_in_oneway3(p, &obstacle, &contact)
                    : sm3_contact(&p->mover, &obstacle, p->delta, visitor->least, false, &contact);
    if (!is_through)
        return;
    sm3_collision seen = sm3_collision_of(&contact, number);
    if ((double)seen.depth > visitor->least) /* it may be shown more than is near */
        sm_trace_record(p->trace, &seen, SM_CANDIDATE_LET_THROUGH);
}

void sm3_record_let_through(sm_trace *trace, mover3 mover, vec3 delta, bool both_sides,
                            const sweep3 *by, const query_scope3 *scope) {
    if (trace == NULL || trace->let_through == NULL || both_sides)
        return;
    double reach = sm_max((double)trace->reach, 0);
    passed3 p = {{.see = see_passed3, .least = -reach}, mover, delta, by, trace};
    sm3_region region = region3_around(&mover, mover.radius + reach, vec3_zero);
    sm3_visit_near(scope, &region, &p.visitor);
}

/* ---- The first touch --------------------------------------------------------------------- */

/* Gaps, as parts of the skin. The mover stops at 1; rounding its position to floats and sliding
 * along then change that a little, which must not count as having moved. */
static const double held_gap3 = 1.5;   /* nearer than this, it stops where it is */
static const double needed_gap3 = 0.5; /* only what it would come nearer to than this stops it */

static const double same_gap3 = 1e-3; /* of what is nearer by less, the lowest number counts */

/* However crushed, its centre must not get through. */
static inline clearance3 clearance_of3(const sweep3 *s, double stop) {
    double least = -sweep3_axis_stops(s, stop);
    return (clearance3){
        sm_max(stop - s->crushed, least), sm_max(held_gap3 * s->skin - s->crushed, least),
        sm_max(needed_gap3 * s->skin - s->crushed, least), PLANES_SLOPE, 2 * s->skin + s->crushed};
}

void sm3_sweep_move_to(sweep3 *s, vec3 position, double crushed) {
    cache3_pose_at(&s->cache, position, &s->here);
    s->skin = sweep3_skin(position);
    s->crushed = crushed;
    s->clearance = clearance_of3(s, s->skin);
    s->near.gathering = 0;
}

static void begin_touch3(touching3 *t, sweep3 *s, const clearance3 *clearance, const plane3 *planes,
                         int plane_count, cast3 *cast) {
    t->sweep = s;
    t->cast = cast;
    t->needed = sm_max(clearance->needed + 2 * TOUCHING3, cache3_least_reach(&s->cache));
    t->planes = planes;
    t->plane_count = plane_count;
    t->front_count = 0;
    t->first_of = SM_NO_OBSTACLE;
}

/* Whether obstacle i, which is not measured, is certainly no nearer than what the cast has found to
 * stop it at once, as the other pieces of a wall are. */
static bool is_no_nearer3(touching3 *t, int i) {
    sweep3 *s = t->sweep;
    const touch3 *first = &t->cast->first;
    double gap = sm_max(first->gap - t->cast->same, cache3_least_reach(&s->cache));
    if (first->obstacle == SM_NO_OBSTACLE)
        return false;
    if (cache3_is_apart(&s->cache, i, &s->here, vec3_zero, gap))
        return true;
    if (t->first_of != first->obstacle)
        t->first = cache3_front(&s->cache, &s->here, &first->normal, &vec3_zero);
    t->first_of = first->obstacle;
    return cache3_is_behind(&s->cache, i, &s->here, &t->first, gap);
}

static void begin_cast3(cast3 *cast, const sweep3 *s, vec3 way, const clearance3 *clearance) {
    sm3_cast_begin(cast, &s->here.mover, way, clearance, s->options->both_sides);
    cast->same = same_gap3 * s->skin;
    cast->without = s->passed.count > 0 ? &s->passed : NULL;
}

/* Whether the mover goes through the one-way face that the cast has found. The next cast leaves it
 * out, until it is taken off the list. */
static bool passes_face3(sweep3 *s, const cast3 *cast) {
    const touch3 *first = &cast->first;
    pose3 there;
    const contact3 contact = {-first->gap, first->normal, first->point};
    vec3 way = vec3_scale(cast->delta, first->time);
    cache3_pose_at(&s->cache, vec3_add(s->here.position, way), &there);
    if (s->passed.count == LEFT_OUT3_MAX || !sweep3_may_look(s) ||
        !sm3_sweep_goes_through(s, &there, cast->shape, &contact))
        return false;
    s->passed.numbers[s->passed.count++] = first->obstacle;
    return true;
}

/* What the mover is held by instead. */
SM_APART static bool is_held_beyond3(sweep3 *s, const vec3 *way, const plane3 *planes, int count,
                                     cast3 *cast) {
    if (!passes_face3(s, cast))
        return true;
    bool is_held = sm3_sweep_is_held(s, way, planes, count, cast);
    s->passed.count--;
    return is_held;
}

/* In the order of their numbers: of those that are as near, the first one counts. Only on whose
 * tangent the way comes too near may stop it at once. */
bool sm3_sweep_is_held(sweep3 *s, const vec3 *way, const plane3 *planes, int count, cast3 *cast) {
    touching3 t;
    if (!list_near3(s))
        return false;
    begin_touch3(&t, s, &s->clearance, planes, count, cast);
    cast->first.obstacle = SM_NO_OBSTACLE;
    bool is_begun = false;
    for (int i = 0; i < s->near.count; i++) {
        int place = s->near.places[i];
        if (!cache3_is_measured(&s->cache, place, &s->here) &&
            ((is_begun && is_no_nearer3(&t, place)) ||
             cache3_is_apart(&s->cache, place, &s->here, *way, t.needed) ||
             is_behind_touched3(&t, place, way)))
            continue;
        const cached3 *near = cache3_measure(&s->cache, place, &s->here);
        double gap = -near->contact.depth, speed = -vec3_dot(near->contact.normal, *way);
        if (!(speed > 0 && gap - speed <= t.needed && gap <= s->clearance.held) ||
            (is_begun && !(cast->first.gap - gap > cast->same)))
            continue;
        if (!is_begun)
            begin_cast3(cast, s, *way, &s->clearance);
        is_begun = true;
        sm3_cast_see(cast, &near->shape, near->number, &near->contact);
    }
    if (cast->first.obstacle == SM_NO_OBSTACLE)
        return false;
    return !cast->shape->oneway || is_held_beyond3(s, way, planes, count, cast);
}

/* Whether the cast certainly comes no nearer to obstacle i than to what stops it: on the whole way
 * than to what is needed, or before the touch that it has found. */
static bool is_out_of_way3(const touching3 *t, int i) {
    const sweep3 *s = t->sweep;
    const cast3 *cast = t->cast;
    if (cache3_is_apart(&s->cache, i, &s->here, cast->delta, t->needed))
        return true;
    return cast->first.obstacle != SM_NO_OBSTACLE &&
           cache3_is_apart(&s->cache, i, &s->here, vec3_scale(cast->delta, cast->visitor.limit),
                           t->reach);
}

/* Sees those of a list that do not hold the mover where it is. */
static void see_free3(touching3 *t, const int *list, int count) {
    sweep3 *s = t->sweep;
    cast3 *cast = t->cast;
    for (int i = 0; i < count; i++) {
        bool is_measured = cache3_is_measured(&s->cache, list[i], &s->here);
        if ((cast->first.obstacle != SM_NO_OBSTACLE && is_out_of_way3(t, list[i])) ||
            (!is_measured && is_behind_touched3(t, list[i], &cast->delta)))
            continue;
        const cached3 *near = cache3_measure(&s->cache, list[i], &s->here);
        if (-near->contact.depth > cast->clearance->held && !is_out_of_way3(t, list[i]))
            sm3_cast_see(cast, &near->shape, near->number, &near->contact);
    }
}

/* What is near first, in the order of their numbers. */
static void see_on_way3(touching3 *t) {
    obstacle_cache3 *cache = &t->sweep->cache;
    const pose3 *here = &t->sweep->here;
    int list[CACHE3_CAPACITY], near[CACHE3_CAPACITY], near_count = 0, far_count = 0;
    int count = cache3_list(cache, &here->position, &t->cast->delta, t->needed, list);
    for (int i = 0; i < count; i++) {
        if (cache3_is_apart(cache, list[i], here, vec3_zero, t->reach))
            list[far_count++] = list[i];
        else
            cache3_add_by_number(cache, list[i], near, &near_count);
    }
    see_free3(t, near, near_count);
    see_free3(t, list, far_count);
}

static void touch_with3(sweep3 *s, const vec3 *way, const clearance3 *clearance,
                        const plane3 *planes, int plane_count, cast3 *cast) {
    touching3 t;
    begin_cast3(cast, s, *way, clearance);
    if (!cache3_cover(&s->cache, &s->here, -cast->visitor.least)) {
        cast->same = 0;
        sm3_region region = sm3_cast_region(cast);
        sweep3_visit(s, &region, &cast->visitor);
        return;
    }
    begin_touch3(&t, s, clearance, planes, plane_count, cast);
    t.reach = sm_max(sm3_cast_reach(cast) + 2 * TOUCHING3, cache3_least_reach(&s->cache));
    see_on_way3(&t);
}

/* What is touched first beyond what the mover goes through. */
SM_APART static void touch_beyond3(sweep3 *s, const vec3 *way, const plane3 *planes, int count,
                                   cast3 *cast) {
    if (!passes_face3(s, cast))
        return;
    sm3_sweep_touch(s, way, planes, count, cast);
    s->passed.count--;
}

/* Where floats are coarser than here, the mover keeps the larger skin of there. */
void sm3_sweep_touch(sweep3 *s, const vec3 *way, const plane3 *planes, int count, cast3 *cast) {
    touch_with3(s, way, &s->clearance, planes, count, cast);
    if (cast->first.obstacle == SM_NO_OBSTACLE)
        return;
    if (cast->first.time > 0) {
        double there = sweep3_skin(vec3_add(s->here.position, vec3_scale(*way, cast->first.time)));
        clearance3 larger_there = clearance_of3(s, there);
        if (there > held_gap3 * s->skin)
            touch_with3(s, way, &larger_there, planes, count, cast);
    }
    if (cast->shape != NULL && cast->shape->oneway)
        touch_beyond3(s, way, planes, count, cast);
}

/* ---- For a game -------------------------------------------------------------------------- */

typedef struct contact_list3 {
    sm3_visitor visitor;
    mover3 mover;
    const query_scope3 *scope;
    double into;             /* see sm3_goes_through */
    sm3_collision *contacts; /* in the order of their numbers */
    int capacity, count;
} contact_list3;

static void list_contact3(contact_list3 *list, const contact3 *contact, int number) {
    sm3_collision *contacts = list->contacts;
    int place = list->count < list->capacity ? list->count : list->capacity;
    for (; place > 0 && contacts[place - 1].obstacle > number; place--) {
        if (place < list->capacity)
            contacts[place] = contacts[place - 1];
    }
    if (place < list->capacity)
        contacts[place] = sm3_collision_of(contact, number);
    list->count++;
}

static void see_touched3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    contact_list3 *list = (contact_list3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(&list->mover, &obstacle, vec3_zero, visitor->least, true, &contact) &&
        contact.depth >= visitor->least &&
        !sm3_goes_through(list->scope, &list->mover, &obstacle, &contact, list->into))
        list_contact3(list, &contact, number);
}

int sm3_sweep_list_contacts(sm3_vec position, sm3_mover mover, const query_scope3 *scope,
                            sm3_collision *contacts, int capacity) {
    double reach = held_gap3 * sweep3_skin(vec3_of(position));
    contact_list3 list = {.visitor = {.see = see_touched3, .least = -reach},
                          .mover = mover3_at(&mover, vec3_of(position)),
                          .scope = scope,
                          .into = 2 * sweep3_skin(vec3_of(position)),
                          .contacts = contacts,
                          .capacity = capacity};
    sm3_region region = region3_around(&list.mover, list.mover.radius + reach, vec3_zero);
    sm3_visit_near(scope, &region, &list.visitor);
    return list.count;
}

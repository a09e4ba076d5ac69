#include "sweep3.h"

#include <stddef.h>

#include "../move.h"
#include "../planes.h"

contact3 sm3_sweep_contact(const sweep3 *s, vec3 position, const obstacle3 *obstacle) {
    mover3 mover = mover3_at(&s->mover, position);
    contact3 contact;
    sm3_contact(&mover, obstacle, s->delta, -INFINITY, false, &contact);
    return contact;
}

contact3 sm3_sweep_contact_at(sweep3 *s, vec3 position, const touched3 *touched) {
    cached3 *near = sm3_cache_find(&s->cache, touched->number);
    return near != NULL ? *sm3_cache_contact(&s->cache, near, position)
                        : sm3_sweep_contact(s, position, &touched->shape);
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

static bool is_without3(const contacts3 *c, int number) {
    for (int i = 0; i < c->without_count; i++) {
        if (c->without[i] == number)
            return true;
    }
    return false;
}

static void see_exactly3(contacts3 *c, const obstacle3 *shape, int number) {
    contact3 contact;
    if (sm3_contact(&c->mover, shape, c->delta, -c->reach, !c->both_sides, &contact) &&
        !sweep3_is_in_oneway(c->sweep, shape, &contact))
        keep_deepest3(c, shape, number, &contact);
}

static void see_contact3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    obstacle3 obstacle;
    contacts3 *c = (contacts3 *)visitor;
    if (!is_without3(c, number) && obstacle3_of(shape, &obstacle))
        see_exactly3(c, &obstacle, number);
}

void sm3_sweep_other_contacts(sweep3 *s, vec3 position, double reach, const int *without,
                              int without_count, contacts3 *c) {
    const vec3 no_way = {0, 0, 0};
    c->visitor = (sm3_visitor){.see = see_contact3, .limit = 1, .least = -reach};
    c->sweep = s;
    c->mover = mover3_at(&s->mover, position);
    c->delta = s->delta;
    c->reach = reach;
    c->both_sides = s->options->both_sides;
    c->without = without;
    c->without_count = without_count;
    c->count = 0;
    if (!sm3_cache_hold(&s->cache, position, reach)) {
        sm3_region region = region3_around(&c->mover, c->mover.radius + reach, no_way);
        sm3_visit_near(&s->cache.met, &region, &c->visitor);
        return;
    }
    int list[CACHE3_CAPACITY], count = cache3_list_near(&s->cache, position, reach, list);
    for (int i = 0; i < count; i++) {
        if (is_without3(c, s->cache.near[list[i]].number))
            continue;
        const cached3 *near = sm3_cache_measure(&s->cache, list[i], position);
        if (near->shape.one_sided)
            see_exactly3(c, &near->shape, near->number);
        else
            keep_deepest3(c, &near->shape, near->number, &near->contact);
    }
}

void sm3_sweep_contacts(sweep3 *s, vec3 position, double reach, contacts3 *c) {
    sm3_sweep_other_contacts(s, position, reach, NULL, 0, c);
}

/* One that cannot be the deepest is not measured. */
bool sm3_sweep_has_room(sweep3 *s, double gap) {
    enum { PLANES = 4 };
    const vec3 no_way = {0, 0, 0};
    front3 fronts[PLANES];
    if (!sm3_cache_hold(&s->cache, s->position, gap))
        return false;
    int list[CACHE3_CAPACITY], count = cache3_list_near(&s->cache, s->position, gap, list);
    int known = 0;
    double touched = sm3_sweep_clearance(s).held;
    for (int i = 0; i < count; i++) {
        bool is_apart = false;
        for (int k = 0; k < known && !is_apart; k++)
            is_apart = sm3_cache_is_behind(&s->cache, list[i], &fronts[k], no_way, gap);
        if (is_apart)
            continue;
        const cached3 *near = sm3_cache_measure(&s->cache, list[i], s->position);
        if (-near->contact.depth < gap)
            return false;
        if (known < PLANES && -near->contact.depth <= touched)
            fronts[known++] = sm3_cache_front(&s->cache, s->position, near->contact.normal);
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
    return p->sweep == NULL ? !contact3_was_led_in(contact, obstacle, &p->mover, p->delta)
                            : sweep3_is_in_oneway(p->sweep, obstacle, contact);
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
                            const sweep3 *by, const met3 *met) {
    const vec3 no_way = {0, 0, 0};
    if (trace == NULL || trace->let_through == NULL || both_sides)
        return;
    double reach = larger((double)trace->reach, 0);
    passed3 p = {{.see = see_passed3, .limit = 1, .least = -reach}, mover, delta, by, trace};
    sm3_region region = region3_around(&mover, mover.radius + reach, no_way);
    sm3_visit_near(met, &region, &p.visitor);
}

/* ---- The first touch --------------------------------------------------------------------- */

/* Gaps, as parts of the skin. The mover stops at 1; rounding its position to floats and sliding
 * along then change that a little, which must not count as having moved. */
static const double held_gap3 = 1.5;   /* nearer than this, it stops where it is */
static const double needed_gap3 = 0.5; /* only what it would come nearer to than this stops it */

static const double same_gap3 = 1e-3; /* of what is nearer by less, the lowest number counts */

/* However crushed, its centre must not get through. */
static clearance3 clearance_of3(const sweep3 *s, double stop) {
    double skin = sm3_sweep_skin(s->position), least = -AXIS_STOPS3 * s->thickness;
    return (clearance3){
        larger(stop - s->crushed, least), larger(held_gap3 * skin - s->crushed, least),
        larger(needed_gap3 * skin - s->crushed, least), PLANES_SLOPE, 2 * skin + s->crushed};
}

clearance3 sm3_sweep_clearance(const sweep3 *s) {
    return clearance_of3(s, sm3_sweep_skin(s->position));
}

/* A cast of the sweep's mover through what its cache holds. */
typedef struct touching3 {
    sweep3 *sweep;
    cast3 *cast;
    double needed, reach; /* as sm3_cache_list takes it, on the whole way and up to a touch */
    const plane3 *planes; /* of what is touched already */
    int plane_count, front_count;
    front3 fronts[CONTACTS3_MAX]; /* made of the planes as they are asked for */
} touching3;

/* Whether the cast certainly comes no nearer to obstacle i than to what stops it: on the whole way
 * than to what is needed, or before the touch that it has found. At once, all that is no nearer
 * than that is as good as that: the other pieces of a wall. */
static bool is_out_of_way3(const touching3 *t, int i) {
    const sweep3 *s = t->sweep;
    const cast3 *cast = t->cast;
    const touch3 *first = &cast->first;
    const vec3 no_way = {0, 0, 0};
    if (cache3_is_apart(&s->cache, i, s->position, cast->delta, t->needed))
        return true;
    if (first->obstacle == SM_NO_OBSTACLE)
        return false;
    if (first->time <= 0)
        return cache3_is_apart(&s->cache, i, s->position, no_way, first->gap - cast->same);
    vec3 before = vec3_scale(cast->delta, cast->visitor.limit);
    return cache3_is_apart(&s->cache, i, s->position, before, t->reach);
}

/* The same told by the planes that are touched. */
static bool is_behind_touched3(touching3 *t, int i) {
    const vec3 no_way = {0, 0, 0};
    sweep3 *s = t->sweep;
    const cast3 *cast = t->cast;
    const touch3 *first = &cast->first;
    if (cache3_is_measured(&s->cache, i, s->position))
        return false; /* it is known better */
    for (int k = 0; k < t->plane_count; k++) {
        if (k == t->front_count)
            t->fronts[t->front_count++] =
                sm3_cache_front(&s->cache, s->position, t->planes[k].normal);
        if (sm3_cache_is_behind(&s->cache, i, &t->fronts[k], cast->delta, t->needed))
            return true;
    }
    if (first->obstacle == SM_NO_OBSTACLE || first->time > 0)
        return false;
    front3 front = sm3_cache_front(&s->cache, s->position, first->normal);
    return sm3_cache_is_behind(&s->cache, i, &front, no_way, first->gap - cast->same);
}

/* The contact with obstacle i here; NULL: it is certainly not touched first. */
static const cached3 *contact_at_start3(touching3 *t, int i) {
    bool has_touch = t->cast->first.obstacle != SM_NO_OBSTACLE;
    if ((has_touch && is_out_of_way3(t, i)) || is_behind_touched3(t, i))
        return NULL;
    const cached3 *near = sm3_cache_measure(&t->sweep->cache, i, t->sweep->position);
    return is_out_of_way3(t, i) ? NULL : near;
}

/* Sees those of a list that are held at once, or not; returns how many are left, then. */
static int see_of_list3(touching3 *t, int *list, int count, bool held) {
    int left = 0;
    for (int i = 0; i < count; i++) {
        const cached3 *near = contact_at_start3(t, list[i]);
        if (near == NULL)
            continue;
        if ((-near->contact.depth <= t->cast->clearance.held) == held)
            sm3_cast_see(t->cast, &near->shape, near->number, &near->contact);
        else
            list[left++] = list[i];
    }
    return left;
}

/* What holds the mover where it is comes first, in the order of their numbers (see cast->same). */
static void touch_listed3(touching3 *t) {
    const vec3 no_way = {0, 0, 0};
    sweep3 *s = t->sweep;
    const touch3 *first = &t->cast->first;
    int list[CACHE3_CAPACITY], near[CACHE3_CAPACITY], near_count = 0, far_count = 0;
    int count = sm3_cache_list(&s->cache, s->position, t->cast->delta, t->needed, list);
    for (int i = 0; i < count; i++) {
        if (cache3_is_apart(&s->cache, list[i], s->position, no_way, t->reach))
            list[far_count++] = list[i];
        else
            cache3_add_by_number(&s->cache, list[i], near, &near_count);
    }
    near_count = see_of_list3(t, near, near_count, true);
    if (first->obstacle != SM_NO_OBSTACLE && first->time <= 0)
        return;
    see_of_list3(t, near, near_count, false);
    see_of_list3(t, list, far_count, false);
}

static void touch_with3(sweep3 *s, vec3 way, double stop, const plane3 *planes, int plane_count,
                        cast3 *cast) {
    clearance3 clearance = clearance_of3(s, stop);
    sm3_cast_begin(cast, mover3_at(&s->mover, s->position), way, clearance, s->options->both_sides);
    if (!sm3_cache_hold(&s->cache, s->position, -cast->visitor.least)) {
        sm3_region region = sm3_cast_region(cast);
        sm3_visit_near(&s->cache.met, &region, &cast->visitor);
        return;
    }
    cast->same = same_gap3 * stop;
    touching3 t;
    double least = cache3_least_reach(&s->cache);
    t.sweep = s;
    t.cast = cast;
    t.needed = larger(clearance.needed + 2 * TOUCHING3, least);
    t.reach = larger(sm3_cast_reach(cast), least);
    t.planes = planes;
    t.plane_count = plane_count;
    t.front_count = 0;
    touch_listed3(&t);
}

/* Where floats are coarser than here, the mover keeps the larger skin of there. */
void sm3_sweep_touch(sweep3 *s, vec3 way, const plane3 *planes, int count, cast3 *cast) {
    double here = sm3_sweep_skin(s->position);
    touch_with3(s, way, here, planes, count, cast);
    double there = sm3_sweep_skin(vec3_add(s->position, vec3_scale(way, cast->first.time)));
    if (cast->first.obstacle != SM_NO_OBSTACLE && there > held_gap3 * here)
        touch_with3(s, way, there, planes, count, cast);
}

/* ---- For a game -------------------------------------------------------------------------- */

typedef struct contact_list3 {
    sm3_visitor visitor;
    mover3 mover;
    double into;             /* what it is in deeper than this and is one-way, it does not touch */
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
    const vec3 nowhere = {0, 0, 0};
    contact_list3 *list = (contact_list3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(&list->mover, &obstacle, nowhere, visitor->least, true, &contact) &&
        contact.depth >= visitor->least && !(obstacle.oneway && contact.depth > list->into))
        list_contact3(list, &contact, number);
}

int sm3_sweep_list_contacts(sm3_vec position, sm3_mover mover, const met3 *met,
                            sm3_collision *contacts, int capacity) {
    const vec3 no_way = {0, 0, 0};
    double reach = held_gap3 * sm3_sweep_skin(vec3_of(position));
    contact_list3 list = {.visitor = {.see = see_touched3, .limit = 1, .least = -reach},
                          .mover = mover3_at(&mover, vec3_of(position)),
                          .into = 2 * sm3_sweep_skin(vec3_of(position)),
                          .contacts = contacts,
                          .capacity = capacity};
    sm3_region region = region3_around(&list.mover, list.mover.radius + reach, no_way);
    sm3_visit_near(met, &region, &list.visitor);
    return list.count;
}

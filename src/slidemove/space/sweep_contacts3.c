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
    if (sm3_contact(&c->mover, shape, c->delta, -c->reach, !c->both_sides, &contact))
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
    for (int i = 0; i < s->cache.count; i++) {
        if (is_without3(c, s->cache.near[i].number))
            continue;
        const cached3 *near = cache3_near(&s->cache, i, position, no_way, reach);
        if (near == NULL)
            continue;
        if (near->shape.one_sided && !c->both_sides)
            see_exactly3(c, &near->shape, near->number);
        else
            keep_deepest3(c, &near->shape, near->number, &near->contact);
    }
}

void sm3_sweep_contacts(sweep3 *s, vec3 position, double reach, contacts3 *c) {
    sm3_sweep_other_contacts(s, position, reach, NULL, 0, c);
}

/* ---- What does not count ----------------------------------------------------------------- */

typedef struct backs3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    sm_trace *trace;
} backs3;

static void see_back3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    backs3 *b = (backs3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    bool is_through =
        shape->one_sided && obstacle3_of(shape, &obstacle) &&
        !sm3_contact(&b->mover, &obstacle, b->delta, visitor->least, true, &contact) &&
        sm3_contact(&b->mover, &obstacle, b->delta, visitor->least, false, &contact);
    if (!is_through)
        return;
    sm3_collision seen = sm3_collision_of(&contact, number);
    if ((double)seen.depth > visitor->least) /* it may be shown more than is near */
        sm_trace_record(b->trace, &seen, SM_CANDIDATE_LET_THROUGH);
}

void sm3_record_backs(sm_trace *trace, mover3 mover, vec3 delta, bool both_sides, const met3 *met) {
    const vec3 no_way = {0, 0, 0};
    if (trace == NULL || trace->let_through == NULL || both_sides)
        return;
    double reach = larger((double)trace->reach, 0);
    backs3 b = {{.see = see_back3, .limit = 1, .least = -reach}, mover, delta, trace};
    sm3_region region = region3_around(&mover, mover.radius + reach, no_way);
    sm3_visit_near(met, &region, &b.visitor);
}

/* ---- The first touch --------------------------------------------------------------------- */

/* Gaps, as parts of the skin. The mover stops at 1; rounding its position to floats and sliding
 * along then change that a little, which must not count as having moved. */
static const double held_gap3 = 1.5;   /* nearer than this, it stops where it is */
static const double needed_gap3 = 0.5; /* only what it would come nearer to than this stops it */

double sm3_sweep_skin(vec3 position) {
    return (double)SM3_SKIN + 8 * (double)move_resolution(vec3_round(position));
}

/* However crushed, its centre must not get through. */
static clearance3 clearance_of3(const sweep3 *s, double stop) {
    double skin = sm3_sweep_skin(s->position), least = -AXIS_STOPS3 * s->thickness;
    return (clearance3){larger(stop - s->crushed, least),
                        larger(held_gap3 * skin - s->crushed, least),
                        larger(needed_gap3 * skin - s->crushed, least), PLANES_SLOPE};
}

clearance3 sm3_sweep_clearance(const sweep3 *s) {
    return clearance_of3(s, sm3_sweep_skin(s->position));
}

/* Whether the cast certainly comes no nearer to obstacle i than to what stops it: before it has
 * found a touch, or on the whole way than to what is needed. */
static bool is_out_of_way3(const sweep3 *s, int i, const cast3 *cast) {
    const gap_bound3 *bound = &s->cache.near[i].bound;
    double gap = bound->gap + vec3_dot(bound->normal, vec3_sub(s->position, bound->position));
    double change = smaller(vec3_dot(bound->normal, cast->delta), 0);
    double least = cache3_least_reach(&s->cache), needed = cast->clearance.needed + 2 * TOUCHING3;
    return gap + change > larger(needed, least) ||
           gap + change * cast->visitor.limit > larger(sm3_cast_reach(cast), least);
}

static void touch_with3(sweep3 *s, vec3 way, double stop, cast3 *cast) {
    clearance3 clearance = clearance_of3(s, stop);
    sm3_cast_begin(cast, mover3_at(&s->mover, s->position), way, clearance, s->options->both_sides);
    if (!sm3_cache_hold(&s->cache, s->position, -cast->visitor.least)) {
        sm3_region region = sm3_cast_region(cast);
        sm3_visit_near(&s->cache.met, &region, &cast->visitor);
        return;
    }
    for (int i = 0; i < s->cache.count; i++) {
        if (is_out_of_way3(s, i, cast))
            continue;
        const cached3 *near = sm3_cache_measure(&s->cache, i, s->position);
        if (!is_out_of_way3(s, i, cast))
            sm3_cast_see(cast, &near->shape, near->number, &near->contact);
    }
}

/* Where floats are coarser than here, the mover keeps the larger skin of there. */
void sm3_sweep_touch(sweep3 *s, vec3 way, cast3 *cast) {
    double here = sm3_sweep_skin(s->position);
    touch_with3(s, way, here, cast);
    double there = sm3_sweep_skin(vec3_add(s->position, vec3_scale(way, cast->first.time)));
    if (cast->first.obstacle != SM_NO_OBSTACLE && there > held_gap3 * here)
        touch_with3(s, way, there, cast);
}

/* ---- For a game -------------------------------------------------------------------------- */

typedef struct contact_list3 {
    sm3_visitor visitor;
    mover3 mover;
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
        contact.depth >= visitor->least)
        list_contact3(list, &contact, number);
}

int sm3_sweep_list_contacts(sm3_vec position, sm3_mover mover, const met3 *met,
                            sm3_collision *contacts, int capacity) {
    const vec3 no_way = {0, 0, 0};
    double reach = held_gap3 * sm3_sweep_skin(vec3_of(position));
    contact_list3 list = {.visitor = {.see = see_touched3, .limit = 1, .least = -reach},
                          .mover = mover3_at(&mover, vec3_of(position)),
                          .contacts = contacts,
                          .capacity = capacity};
    sm3_region region = region3_around(&list.mover, list.mover.radius + reach, no_way);
    sm3_visit_near(met, &region, &list.visitor);
    return list.count;
}

/* sweep_contacts3: the contacts of a sweep in 3D, the first touch on a straight path, and whether
 * the mover is stopped at once. Most obstacles are excluded by bounds and planes in the cache,
 * without measuring them. */
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
    cached3 *near = cache3_find(&s->cache, touched->number);
    if (near != NULL)
        return sm3_cache_contact(&s->cache, near, at);
    s->uncached = sm3_sweep_contact(s, at->position, touched);
    return &s->uncached;
}

/* ---- The deepest ------------------------------------------------------------------------- */

static bool is_deeper3(const numbered_contact3 *a, const numbered_contact3 *b) {
    if (a->contact.depth != b->contact.depth)
        return a->contact.depth > b->contact.depth;
    return a->number < b->number;
}

static void keep_deepest3(contacts3 *c, const obstacle3 *shape, int number,
                          const contact3 *contact) {
    numbered_contact3 found = {.contact = *contact, .number = number};
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

bool sm3_sweep_ignores_oneway(sweep3 *s, const pose3 *there, const obstacle3 *face,
                              const contact3 *contact) {
    query_scope3 scope = s->cache.scope;
    if (sweep3_cover(s, there, 0))
        scope.obstacles = (sm3_obstacles){.visit = sm3_visit_cached, .context = &s->cache};
    return sm3_ignores_oneway(&scope, &there->mover, face, contact, s->clearance.into);
}

static void measure_and_keep3(contacts3 *c, const obstacle3 *shape, int number) {
    contact3 contact;
    if (sm3_contact(&c->mover, shape, c->delta, -c->reach, !c->both_sides, &contact) &&
        !(shape->oneway && contact.depth > c->into))
        keep_deepest3(c, shape, number, &contact);
}

static void visit_contact3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    obstacle3 obstacle;
    contacts3 *c = (contacts3 *)visitor;
    if (!excluded3_has(&c->excluded, number) && obstacle3_of(shape, &obstacle))
        measure_and_keep3(c, &obstacle, number);
}

static inline void find_contacts3(sweep3 *s, const pose3 *at, double reach, contacts3 *c) {
    c->visitor = (sm3_visitor){.visit = visit_contact3, .least = -reach};
    c->mover = at->mover;
    c->delta = s->delta;
    c->into = s->clearance.into;
    c->reach = reach;
    c->both_sides = s->options->both_sides;
    c->count = 0;
    if (!sweep3_cover(s, at, reach)) {
        sm3_region region = region3_around(&c->mover, c->mover.radius + reach, vec3_zero);
        sm3_visit_near(&s->cache.scope, &region, &c->visitor);
        return;
    }
    int list[CACHE3_CAPACITY], count = cache3_list_near(&s->cache, at, reach, list);
    for (int i = 0; i < count; i++) {
        if (c->excluded.count > 0 && excluded3_has(&c->excluded, cache3_number(&s->cache, list[i])))
            continue;
        const cached3 *near = cache3_measure(&s->cache, list[i], at);
        if (near->shape.one_sided)
            measure_and_keep3(c, &near->shape, near->number);
        else
            keep_deepest3(c, &near->shape, near->number, &near->contact);
    }
}

/* Excludes one-way faces that the mover passes through. Returns whether to search again, since
 * other contacts may take their places. */
static bool exclude_ignored3(sweep3 *s, const pose3 *at, contacts3 *c) {
    excluded3 *excluded = &c->excluded;
    bool is_full = c->count == CONTACTS3_MAX;
    int kept = 0, before = excluded->count;
    for (int i = 0; i < c->count; i++) {
        const numbered_contact3 *near = &c->deepest[i];
        if (near->shape.oneway && excluded->count < EXCLUDED3_MAX &&
            sm3_sweep_ignores_oneway(s, at, &near->shape, &near->contact))
            excluded->numbers[excluded->count++] = near->number;
        else if (kept++ < i)
            c->deepest[kept - 1] = *near;
    }
    c->count = kept;
    return excluded->count > before && is_full && sweep3_may_look(s);
}

void sm3_sweep_other_contacts(sweep3 *s, const pose3 *at, double reach, const int *excluded,
                              int excluded_count, contacts3 *c) {
    c->excluded.count = excluded_count;
    for (int i = 0; i < excluded_count; i++)
        c->excluded.numbers[i] = excluded[i];
    do
        find_contacts3(s, at, reach, c);
    while (exclude_ignored3(s, at, c));
}

void sm3_sweep_contacts(sweep3 *s, double reach, contacts3 *c) {
    sm3_sweep_other_contacts(s, &s->here, reach, NULL, 0, c);
}

/* Gathers into a copy, so that a trace does not change what the move itself gathers. */
SM_APART static void contacts_from_copy3(const sweep3 *s, double reach, contacts3 *c) {
    sweep3 copy = *s;
    sm3_sweep_contacts(&copy, reach, c);
}

void sm3_sweep_record_contacts(sweep3 *s, double reach, contacts3 *c) {
    int looks_left = s->cache.looks_left;
    if (cache3_has(&s->cache, &s->here, reach))
        sm3_sweep_contacts(s, reach, c);
    else
        contacts_from_copy3(s, reach, c);
    s->cache.looks_left = looks_left;
}

/* Keeps a list of cache places as the sweep's near list. */
static void keep_near_list3(sweep3 *s, const int *list, int count) {
    near_list3 *near = &s->near;
    near->gathering = s->cache.gathering;
    near->count = 0;
    for (int i = 0; i < count; i++)
        cache3_add_by_number(&s->cache, list[i], near->places, &near->count);
}

SM_APART static bool make_near_list3(sweep3 *s) {
    double reach = sm_max(s->clearance.stop, s->clearance.held);
    int list[CACHE3_CAPACITY];
    if (!sweep3_cover_few(s, reach))
        return false;
    keep_near_list3(s, list, cache3_list_near(&s->cache, &s->here, reach, list));
    return true;
}

/* Makes the near list if it is not up to date. Returns false if the cache has no room. */
static inline bool update_near_list3(sweep3 *s) {
    return (s->near.gathering > 0 && s->near.gathering == s->cache.gathering) || make_near_list3(s);
}

bool sm3_sweep_is_free(sweep3 *s) {
    int list[CACHE3_CAPACITY];
    double reach = s->clearance.held;
    if (!sweep3_cover_few(s, reach + s->length))
        return false;
    keep_near_list3(s, list, cache3_list_near(&s->cache, &s->here, reach, list));
    return s->near.count == 0 &&
           cache3_list(&s->cache, &s->here.position, &s->delta, reach, list) == 0;
}

/* A cast of the sweep's mover against the obstacles in its cache. */
typedef struct cached_cast3 {
    sweep3 *sweep;
    cast3 *cast;
    double needed;        /* the gap to exclude obstacles by, on the whole path */
    double reach;         /* the same, on the path up to a touch */
    const plane3 *planes; /* of the touched obstacles */
    int plane_count, front_count;
    front3 fronts[CONTACTS3_MAX]; /* of these planes, made when needed */
    front3 first;                 /* of the cast's first touch */
    int first_of;                 /* its obstacle; SM_NO_OBSTACLE: there is none yet */
} cached_cast3;

/* Whether obstacle i lies so far behind a touched plane that the path certainly stays farther from
 * it than `needed`. */
static bool is_behind_touched3(cached_cast3 *t, int i, const vec3 *path) {
    sweep3 *s = t->sweep;
    for (int k = 0; k < t->plane_count; k++) {
        if (k == t->front_count)
            t->fronts[t->front_count++] =
                cache3_front(&s->cache, &s->here, &t->planes[k].normal, path);
        if (cache3_is_behind(&s->cache, i, &s->here, &t->fronts[k], t->needed))
            return true;
    }
    return false;
}

/* Obstacles that lie behind the tangent plane of a measured one are not measured. */
bool sm3_sweep_has_room(sweep3 *s, double gap) {
    plane3 planes[CONTACTS3_MAX];
    cached_cast3 t;
    if (!update_near_list3(s))
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

/* ---- Faces that let the mover through ---------------------------------------------------- */

typedef struct let_through3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    const sweep3 *sweep; /* NULL: for a method that pushes out */
    sm_trace *trace;
} let_through3;

static bool is_in_oneway3(const let_through3 *p, const obstacle3 *obstacle,
                          const contact3 *contact) {
    return p->sweep == NULL ? !contact3_blocks(contact, obstacle, &p->mover, p->delta)
                            : sm3_ignores_oneway(&p->sweep->cache.scope, &p->mover, obstacle,
                                                 contact, p->sweep->clearance.into);
}

static void visit_let_through3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    let_through3 *p = (let_through3 *)visitor;
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
    if ((double)seen.depth > visitor->least) /* the source may show farther ones, too */
        sm_trace_record(p->trace, &seen, SM_CANDIDATE_LET_THROUGH);
}

void sm3_record_let_through(sm_trace *trace, mover3 mover, vec3 delta, bool both_sides,
                            const sweep3 *by, const query_scope3 *scope) {
    if (trace == NULL || trace->let_through == NULL || both_sides)
        return;
    double reach = sm_max((double)trace->reach, 0);
    let_through3 p = {{.visit = visit_let_through3, .least = -reach}, mover, delta, by, trace};
    sm3_region region = region3_around(&mover, mover.radius + reach, vec3_zero);
    sm3_visit_near(scope, &region, &p.visitor);
}

/* ---- The first touch --------------------------------------------------------------------- */

/* Gaps, in skins. The mover stops at a gap of 1. Rounding its position to floats and sliding change
 * that a little, so obstacles up to held_gap3 count as touched. */
static const double held_gap3 = 1.5;   /* with a smaller gap, an obstacle may stop it at once */
static const double needed_gap3 = 0.5; /* an obstacle blocks only paths that come nearer */

static const double same_gap3 = 1e-3; /* of gaps that differ by less, the lowest number is first */

/* Returns the clearance for a mover that stops with gap `stop`. A crushed mover may get deeper, but
 * its axis must not get through. */
static inline clearance3 clearance_of3(const sweep3 *s, double stop) {
    double least = -sweep3_max_depth(s, stop);
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

static void begin_touch3(cached_cast3 *t, sweep3 *s, const clearance3 *clearance,
                         const plane3 *planes, int plane_count, cast3 *cast) {
    t->sweep = s;
    t->cast = cast;
    t->needed = sm_max(clearance->needed + 2 * TOUCHING3, cache3_least_reach(&s->cache));
    t->planes = planes;
    t->plane_count = plane_count;
    t->front_count = 0;
    t->first_of = SM_NO_OBSTACLE;
}

/* Whether obstacle i, which is not measured, is certainly no nearer than the cast's first touch at
 * the start. Other pieces of the same wall usually are not. */
static bool is_no_nearer3(cached_cast3 *t, int i) {
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

static void begin_cast3(cast3 *cast, const sweep3 *s, vec3 path, const clearance3 *clearance) {
    sm3_cast_begin(cast, &s->here.mover, path, clearance, s->options->both_sides);
    cast->same = same_gap3 * s->skin;
    cast->excluded = s->ignored.count > 0 ? &s->ignored : NULL;
}

/* Whether the mover passes through the one-way face that the cast has found. Then adds the face to
 * `ignored`, so that the next cast leaves it out; the caller removes it afterwards. */
static bool ignores_face3(sweep3 *s, const cast3 *cast) {
    const touch3 *first = &cast->first;
    pose3 there;
    const contact3 contact = {-first->gap, first->normal, first->point};
    vec3 path = vec3_scale(cast->delta, first->time);
    cache3_pose_at(&s->cache, vec3_add(s->here.position, path), &there);
    if (s->ignored.count == EXCLUDED3_MAX || !sweep3_may_look(s) ||
        !sm3_sweep_ignores_oneway(s, &there, &cast->shape, &contact))
        return false;
    s->ignored.numbers[s->ignored.count++] = first->obstacle;
    return true;
}

/* Whether the mover is held when one-way faces that it passes through are left out. */
SM_APART static bool is_held_beyond3(sweep3 *s, const vec3 *path, const plane3 *planes, int count,
                                     cast3 *cast) {
    if (!ignores_face3(s, cast))
        return true;
    bool is_held = sm3_sweep_is_held(s, path, planes, count, cast);
    s->ignored.count--;
    return is_held;
}

/* Tests obstacles in the order of their numbers, so of equally near ones the first counts. Only an
 * obstacle with a tangent plane that the path comes too near may stop it at once. */
bool sm3_sweep_is_held(sweep3 *s, const vec3 *path, const plane3 *planes, int count, cast3 *cast) {
    cached_cast3 t;
    if (!update_near_list3(s))
        return false;
    begin_touch3(&t, s, &s->clearance, planes, count, cast);
    cast->first.obstacle = SM_NO_OBSTACLE;
    bool is_begun = false;
    for (int i = 0; i < s->near.count; i++) {
        int place = s->near.places[i];
        if (!cache3_is_measured(&s->cache, place, &s->here) &&
            ((is_begun && is_no_nearer3(&t, place)) ||
             cache3_is_apart(&s->cache, place, &s->here, *path, t.needed) ||
             is_behind_touched3(&t, place, path)))
            continue;
        const cached3 *near = cache3_measure(&s->cache, place, &s->here);
        double gap = -near->contact.depth, speed = -vec3_dot(near->contact.normal, *path);
        if (!(speed > 0 && gap - speed <= t.needed && gap <= s->clearance.held) ||
            (is_begun && !(cast->first.gap - gap > cast->same)))
            continue;
        if (!is_begun)
            begin_cast3(cast, s, *path, &s->clearance);
        is_begun = true;
        sm3_cast_against(cast, &near->shape, near->number, &near->contact);
    }
    if (cast->first.obstacle == SM_NO_OBSTACLE)
        return false;
    return !cast->shape.oneway || is_held_beyond3(s, path, planes, count, cast);
}

/* Whether obstacle i certainly cannot change the cast's result: the path stays farther from it than
 * `needed`, or farther than `reach` up to the touch that is found. */
static bool is_out_of_reach3(const cached_cast3 *t, int i) {
    const sweep3 *s = t->sweep;
    const cast3 *cast = t->cast;
    if (cache3_is_apart(&s->cache, i, &s->here, cast->delta, t->needed))
        return true;
    return cast->first.obstacle != SM_NO_OBSTACLE &&
           cache3_is_apart(&s->cache, i, &s->here, vec3_scale(cast->delta, cast->visitor.limit),
                           t->reach);
}

/* Casts against the obstacles of a list: in a crowd all, otherwise without those that may stop the
 * mover at once. */
static void cast_against_list3(cached_cast3 *t, const int *list, int count) {
    sweep3 *s = t->sweep;
    cast3 *cast = t->cast;
    for (int i = 0; i < count; i++) {
        bool is_measured = cache3_is_measured(&s->cache, list[i], &s->here);
        if ((cast->first.obstacle != SM_NO_OBSTACLE && is_out_of_reach3(t, list[i])) ||
            (!is_measured && is_behind_touched3(t, list[i], &cast->delta)))
            continue;
        const cached3 *near = cache3_measure(&s->cache, list[i], &s->here);
        bool may_hold = !(-near->contact.depth > cast->clearance->held);
        if ((!may_hold || s->cache.is_crowded) && !is_out_of_reach3(t, list[i]))
            sm3_cast_against(cast, &near->shape, near->number, &near->contact);
    }
}

/* Casts against near obstacles first, in the order of their numbers, then against farther ones. */
static void cast_against_near3(cached_cast3 *t) {
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
    cast_against_list3(t, near, near_count);
    cast_against_list3(t, list, far_count);
}

static void touch_with_clearance3(sweep3 *s, const vec3 *path, const clearance3 *clearance,
                                  const plane3 *planes, int plane_count, cast3 *cast) {
    cached_cast3 t;
    begin_cast3(cast, s, *path, clearance);
    bool is_covered = sweep3_cover(s, &s->here, -cast->visitor.least);
    if (!is_covered || s->cache.is_crowded)
        cast->same = 0;
    if (!is_covered) {
        sm3_region region = sm3_cast_region(cast);
        sm3_visit_near(&s->cache.scope, &region, &cast->visitor);
        return;
    }
    begin_touch3(&t, s, clearance, planes, plane_count, cast);
    t.reach = sm_max(sm3_cast_reach(cast) + 2 * TOUCHING3, cache3_least_reach(&s->cache));
    cast_against_near3(&t);
}

/* Finds the first touch when one-way faces that the mover passes through are left out. */
SM_APART static void touch_beyond3(sweep3 *s, const vec3 *path, const plane3 *planes, int count,
                                   cast3 *cast) {
    if (!ignores_face3(s, cast))
        return;
    sm3_sweep_touch(s, path, planes, count, cast);
    s->ignored.count--;
}

/* If floats at the touch are coarser than here, casts again with the larger skin of that place. */
void sm3_sweep_touch(sweep3 *s, const vec3 *path, const plane3 *planes, int count, cast3 *cast) {
    touch_with_clearance3(s, path, &s->clearance, planes, count, cast);
    if (cast->first.obstacle == SM_NO_OBSTACLE)
        return;
    if (cast->first.time > 0) {
        double there = sweep3_skin(vec3_add(s->here.position, vec3_scale(*path, cast->first.time)));
        clearance3 larger_there = clearance_of3(s, there);
        if (there > held_gap3 * s->skin)
            touch_with_clearance3(s, path, &larger_there, planes, count, cast);
    }
    if (cast->first.obstacle != SM_NO_OBSTACLE && cast->shape.oneway)
        touch_beyond3(s, path, planes, count, cast);
}

/* ---- Gliding ----------------------------------------------------------------------------- */

/* In skins: a mover with a larger gap is not led along what it touches, but pressed on that anew.
 */
static const double loose_gap3 = 1.25;

/* Finds the planes of all that is touched. Returns how many they are; 0 where there are too many,
 * or where nothing is touched that the mover is pressed on as closely as it should be. */
static int planes_pressed3(sweep3 *s, const vec3 *pressed, plane3 planes[CONTACTS3_MAX]) {
    int count = 0;
    bool is_close = false;
    for (int i = 0; i < s->near.count; i++) {
        int place = s->near.places[i];
        if (cache3_is_apart(&s->cache, place, &s->here, vec3_zero, s->clearance.held))
            continue;
        const contact3 *contact = &cache3_measure(&s->cache, place, &s->here)->contact;
        if (!(-contact->depth <= s->clearance.held))
            continue;
        if (count == CONTACTS3_MAX)
            return 0;
        planes[count++] = (plane3){contact->normal, 0};
        is_close = is_close || (vec3_dot(contact->normal, *pressed) < 0 &&
                                -contact->depth <= loose_gap3 * s->skin);
    }
    return is_close ? count : 0;
}

bool sm3_sweep_glides(sweep3 *s, const vec3 *path, const vec3 *pressed) {
    plane3 planes[CONTACTS3_MAX];
    cast3 cast;
    if (!update_near_list3(s))
        return false;
    int count = planes_pressed3(s, pressed, planes);
    if (count == 0 || sm3_sweep_is_held(s, path, planes, count, &cast))
        return false;
    sm3_sweep_touch(s, path, planes, count, &cast);
    return cast.first.obstacle == SM_NO_OBSTACLE;
}

/* ---- sm3_find_contacts ------------------------------------------------------------------- */

typedef struct contact_list3 {
    sm3_visitor visitor;
    const mover3 *mover;
    const query_scope3 *scope;
    double into;             /* see sm3_ignores_oneway */
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

static void visit_touched3(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    contact_list3 *list = (contact_list3 *)visitor;
    obstacle3 obstacle;
    contact3 contact;
    if (obstacle3_of(shape, &obstacle) &&
        sm3_contact(list->mover, &obstacle, vec3_zero, visitor->least, true, &contact) &&
        contact.depth >= visitor->least &&
        !sm3_ignores_oneway(list->scope, list->mover, &obstacle, &contact, list->into))
        list_contact3(list, &contact, number);
}

static inline void begin_contacts3(contact_list3 *list, sm3_vec position, const mover3 *mover,
                                   const query_scope3 *scope, sm3_collision *contacts,
                                   int capacity) {
    double skin = sweep3_skin(vec3_of(position));
    list->visitor = (sm3_visitor){.visit = visit_touched3, .least = -held_gap3 * skin};
    list->mover = mover;
    list->scope = scope;
    list->into = 2 * skin;
    list->contacts = contacts;
    list->capacity = capacity;
    list->count = 0;
}

int sm3_sweep_contacts_after(sweep3 *kept, sm3_vec position, const sm3_mover *mover,
                             const query_scope3 *scope, sm3_collision *contacts, int capacity) {
    contact_list3 list;
    obstacle_cache3 *cache = &kept->cache;
    pose3 at;
    at.position = vec3_of(position);
    at.mover = mover3_at(mover, vec3_of(position));
    begin_contacts3(&list, position, &at.mover, scope, contacts, capacity);
    double reach = -list.visitor.least;
    if (!(cache->reach >= 0) || kept->is_pushed || !cache3_has(cache, &at, reach))
        return sm3_sweep_list_contacts(position, *mover, scope, contacts, capacity);
    int near[CACHE3_CAPACITY], count = cache3_list_near(cache, &at, reach, near);
    for (int i = 0; i < count; i++)
        visit_touched3(&list.visitor, &cache3_placed(cache, near[i])->shape,
                       cache3_number(cache, near[i]));
    return list.count;
}

int sm3_sweep_list_contacts(sm3_vec position, sm3_mover mover, const query_scope3 *scope,
                            sm3_collision *contacts, int capacity) {
    contact_list3 list;
    const mover3 placed = mover3_at(&mover, vec3_of(position));
    begin_contacts3(&list, position, &placed, scope, contacts, capacity);
    double reach = -list.visitor.least;
    sm3_region region = region3_around(&placed, placed.radius + reach, vec3_zero);
    sm3_visit_near(scope, &region, &list.visitor);
    return list.count;
}

/* escape: the nearest free place in straight sight, for who starts where walls hold it from both
 * sides.
 *
 * Among obstacles grown by the mover it is a point. The nearest place outside of them all lies on
 * their outlines, which are edges and arcs: at the foot of the perpendicular on one, or where two
 * cross. There are few within reach, so all of these are tried. */
#include <stddef.h>

#include "sweep_state.h"

/* Of the thickness: so far the mover may look. */
static const double reach_part = 2;

/* Of the thickness: a wall that gets no deeper than this is not crossed. */
static const double sight_part = 0.999;

enum { WALLS_MAX = 64 };

typedef struct near_wall {
    minkowski shape;
    separation at; /* where the mover starts */
    int number;
} near_wall;

typedef struct way_in_sight {
    near_wall walls[WALLS_MAX]; /* in the order of their numbers, whatever the source's is */
    int count;
    const sweep *sweep;
    bool gives_up; /* too many, or one of them moves: who is pressed is crushed */
    vec start, delta;
    double margin; /* world units: what it keeps from walls */
    double depth;  /* that walls may get meanwhile */
    double reach;  /* to the nearest place so far */
    vec place;
    bool is_found;
} way_in_sight;

static void add_wall(const near_obstacle *o, void *context) {
    way_in_sight *e = context;
    near_wall wall = {.shape = o->shape, .number = o->source.number};
    minkowski_separation(&o->shape, e->start, e->delta, &wall.at);
    if (o->source.oneway || wall.at.gap > e->reach)
        return;
    if (sweep_is_deep(e->sweep, o, wall.at.gap))
        wall.at.normal = sm_sweep_middle(e->sweep, &o->capsule, e->start).normal;
    if (o->source.moves || e->count == WALLS_MAX) {
        e->gives_up = true;
        return;
    }
    int place = e->count++;
    for (; place > 0 && e->walls[place - 1].number > wall.number; place--)
        e->walls[place] = e->walls[place - 1];
    e->walls[place] = wall;
}

/* Distances are convex on a straight way: who leaves a wall at first gets no deeper into it. */
static bool crosses(const way_in_sight *e, int wall, vec way) {
    const separation *at = &e->walls[wall].at;
    const minkowski *shape = &e->walls[wall].shape;
    if (at->gap <= -e->depth)
        return vec_dot(at->normal, way) < 0;
    return sm_minkowski_cast(shape, shape->radius - e->depth, e->start, way).fraction <= 1;
}

static void try_place(way_in_sight *e, vec place) {
    vec way = vec_sub(place, e->start);
    double distance = vec_length(way);
    if (!(distance < e->reach))
        return;
    for (int i = 0; i < e->count; i++) {
        if (!(minkowski_gap(&e->walls[i].shape, place) > 0))
            return;
    }
    for (int i = 0; i < e->count; i++) {
        if (crosses(e, i, way))
            return;
    }
    e->reach = distance;
    e->place = place;
    e->is_found = true;
}

/* Where a line comes into the wall's outline. */
static void try_entry(way_in_sight *e, int wall, vec from, vec way) {
    const minkowski *shape = &e->walls[wall].shape;
    double radius = shape->radius + e->margin;
    if (!(minkowski_gap(shape, from) > e->margin))
        return;
    first_touch touch = sm_minkowski_cast(shape, radius, from, way);
    if (touch.fraction <= 1)
        try_place(e, vec_add(from, vec_scale(way, touch.fraction)));
}

/* Of an edge's line what lies beyond its ends is inside. */
static void try_edge(way_in_sight *e, int wall, int edge, double side) {
    const minkowski *shape = &e->walls[wall].shape;
    vec normal = vec_scale(outward(shape, edge), side), along = shape->along[edge];
    double height = vec_dot(normal, vec_sub(e->start, shape->corners[edge]));
    vec foot = vec_sub(e->start, vec_scale(normal, height - shape->radius - e->margin));
    vec half = vec_scale(along, e->reach);
    if (!(fabs(height - shape->radius) < e->reach))
        return;
    try_place(e, foot);
    for (int i = 0; i < e->count; i++) {
        if (i == wall)
            continue;
        try_entry(e, i, vec_sub(foot, half), vec_scale(half, 2));
        try_entry(e, i, vec_add(foot, half), vec_scale(half, -2));
    }
}

/* Where two circles cross: on the line across the one between their centres. */
static void try_circles(way_in_sight *e, vec a, double radius_a, vec b, double radius_b) {
    vec between = vec_sub(b, a);
    double distance = vec_length(between);
    if (!(distance > 0))
        return;
    double part = (radius_a * radius_a - radius_b * radius_b) / distance;
    double along = (distance + part) / 2, squared = radius_a * radius_a - along * along;
    if (!(squared >= 0))
        return;
    vec unit = vec_scale(between, 1 / distance), foot = vec_add(a, vec_scale(unit, along));
    vec across = vec_scale(vec_left(unit), sqrt(squared));
    try_place(e, vec_add(foot, across));
    try_place(e, vec_sub(foot, across));
}

static void try_corner(way_in_sight *e, int wall, int corner) {
    const minkowski *shape = &e->walls[wall].shape;
    vec centre = shape->corners[corner], out = vec_sub(e->start, centre);
    double radius = shape->radius + e->margin, distance = vec_length(out);
    if (distance > 0)
        try_place(e, vec_add(centre, vec_scale(out, radius / distance)));
    for (int i = wall + 1; i < e->count; i++) {
        const minkowski *other = &e->walls[i].shape;
        for (int k = 0; k < other->count; k++)
            try_circles(e, centre, radius, other->corners[k], other->radius + e->margin);
    }
}

/* What lies behind a wall begins on the lines that just pass its end. */
static void try_passing(way_in_sight *e, int wall, int corner) {
    const minkowski *shape = &e->walls[wall].shape;
    vec between = vec_sub(shape->corners[corner], e->start);
    double distance = vec_length(between);
    double sine = (sm_max(shape->radius - e->depth, 0) + e->margin) / distance;
    if (!(sine < 1))
        return;
    vec along = vec_scale(between, e->reach * sqrt(1 - sine * sine) / distance);
    vec across = vec_scale(vec_left(between), e->reach * sine / distance);
    for (int i = 0; i < e->count; i++) {
        vec left = vec_add(along, across), right = vec_sub(along, across);
        try_entry(e, i, vec_add(e->start, left), vec_scale(left, -1));
        try_entry(e, i, vec_add(e->start, right), vec_scale(right, -1));
    }
}

static void try_outline(way_in_sight *e, int wall) {
    const minkowski *shape = &e->walls[wall].shape;
    for (int i = 0; i < shape->count; i++) {
        try_corner(e, wall, i);
        try_passing(e, wall, i);
    }
    for (int i = 0; i < shape->count; i++) {
        if (shape->count == 2)
            try_edge(e, wall, 0, i == 0 ? 1 : -1);
        else if (shape->lengths[i] > 0)
            try_edge(e, wall, i, 1);
    }
}

static void record_escape(sweep *s, vec before) {
    if (s->trace == NULL)
        return;
    sweep look = *s;
    cache_cover(&look.cache, before, before, 0);
    sm_iteration done = {.before = vec_round_to3(before),
                         .step = SM_STEP_PUSH,
                         .left = 1,
                         .way = vec_round_to3(s->delta)};
    sm_sweep_record(s, done, sm_sweep_deepest(&look, before).number);
}

void sm_sweep_escape(sweep *s, vec start) {
    way_in_sight e = {.sweep = s,
                      .start = start,
                      .delta = s->delta,
                      .margin = s->skin / 8,
                      .depth = sight_part * s->thickness,
                      .reach = reach_part * s->thickness};
    const vec before = s->position;
    cache_cover(&s->cache, start, start, e.reach);
    cache_each(&s->cache, add_wall, &e);
    for (int i = 0; i < e.count && !e.gives_up; i++)
        try_outline(&e, i);
    if (!e.is_found)
        return;
    s->position = e.place;
    s->normal = vec_scale(vec_sub(e.place, start), 1 / e.reach);
    s->pushes++;
    s->crushed = 0;
    record_escape(s, before);
}

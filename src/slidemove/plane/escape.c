/* escape: finds the nearest free place in straight sight, for a mover that starts between walls
 * with less room than it needs.
 *
 * Among obstacles widened by the mover, the mover is a point. The nearest place outside of them all
 * lies on their outlines, which are edges and arcs: at the foot of the perpendicular on one, or
 * where two cross. Few are within reach, so all such places are tried. */
#include <stddef.h>

#include "sweep_state.h"

/* How far away a free place may be, in thicknesses of the mover. */
static const double reach_in_thicknesses = 2;

/* A wall that gets no deeper than this is not crossed, in thicknesses of the mover. */
static const double depth_not_crossing = 0.999;

enum { WALLS_MAX = 64 };

typedef struct near_wall {
    minkowski shape;
    separation at; /* of the mover's start */
    int number;
} near_wall;

typedef struct escape_search {
    near_wall walls[WALLS_MAX]; /* in the order of their numbers, whatever order they came in */
    int count;
    const sweep *sweep;
    bool gives_up; /* there are too many walls, or one moves: then the mover stays crushed */
    vec start, delta;
    double margin; /* world units: the gap to walls at the free place */
    double depth;  /* world units: the mover may get so deep into walls on its path */
    double reach;  /* world units: distance of the nearest place so far */
    vec place;     /* that place */
    bool is_found;
} escape_search;

static void add_wall(const near_obstacle *o, void *context) {
    escape_search *e = context;
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

/* Whether the straight path from the start crosses the wall. The distance to the wall is a convex
 * function on the path: a path that leads away from it at first gets no deeper. */
static bool crosses(const escape_search *e, int wall, vec path) {
    const separation *at = &e->walls[wall].at;
    const minkowski *shape = &e->walls[wall].shape;
    if (at->gap <= -e->depth)
        return vec_dot(at->normal, path) < 0;
    return sm_minkowski_cast(shape, shape->radius - e->depth, e->start, path).fraction <= 1;
}

/* Keeps the place if it is free, nearer than the best, and in sight of the start. */
static void try_place(escape_search *e, vec place) {
    vec path = vec_sub(place, e->start);
    double distance = vec_length(path);
    if (!(distance < e->reach))
        return;
    for (int i = 0; i < e->count; i++) {
        if (!(minkowski_gap(&e->walls[i].shape, place) > 0))
            return;
    }
    for (int i = 0; i < e->count; i++) {
        if (crosses(e, i, path))
            return;
    }
    e->reach = distance;
    e->place = place;
    e->is_found = true;
}

/* Tries the place where a line enters the wall's outline. */
static void try_entry(escape_search *e, int wall, vec from, vec line) {
    const minkowski *shape = &e->walls[wall].shape;
    double radius = shape->radius + e->margin;
    if (!(minkowski_gap(shape, from) > e->margin))
        return;
    first_touch touch = sm_minkowski_cast(shape, radius, from, line);
    if (touch.fraction <= 1)
        try_place(e, vec_add(from, vec_scale(line, touch.fraction)));
}

/* Tries the foot on an edge's line, and where other outlines cross that line. Places beyond the
 * edge's ends are inside the wall, and so try_place rejects them. */
static void try_edge(escape_search *e, int wall, int edge, double side) {
    const minkowski *shape = &e->walls[wall].shape;
    vec normal = vec_scale(edge_normal(shape, edge), side), along = shape->along[edge];
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

/* Tries the two points where two circles cross. */
static void try_circles(escape_search *e, vec a, double radius_a, vec b, double radius_b) {
    vec between = vec_sub(b, a);
    double distance = vec_length(between);
    if (!(distance > 0))
        return;
    double offset = (radius_a * radius_a - radius_b * radius_b) / distance;
    double along = (distance + offset) / 2, squared = radius_a * radius_a - along * along;
    if (!(squared >= 0))
        return;
    vec unit = vec_scale(between, 1 / distance), foot = vec_add(a, vec_scale(unit, along));
    vec across = vec_scale(vec_left(unit), sqrt(squared));
    try_place(e, vec_add(foot, across));
    try_place(e, vec_sub(foot, across));
}

static void try_corner(escape_search *e, int wall, int corner) {
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

/* Tries the lines that just pass a wall's corner: places behind the wall come into sight there. */
static void try_tangents(escape_search *e, int wall, int corner) {
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

static void try_outline(escape_search *e, int wall) {
    const minkowski *shape = &e->walls[wall].shape;
    for (int i = 0; i < shape->count; i++) {
        try_corner(e, wall, i);
        try_tangents(e, wall, i);
    }
    for (int i = 0; i < shape->count; i++) {
        if (shape->count == 2)
            try_edge(e, wall, 0, i == 0 ? 1 : -1);
        else if (shape->lengths[i] > 0)
            try_edge(e, wall, i, 1);
    }
}

static void record_escape(sweep *s, vec before) {
    sweep_show(s->observer, SM_STEP_PUSH, vec_round_to3(before), vec_round_to3(s->position));
    if (s->trace == NULL)
        return;
    sweep copy = *s;
    cache_cover(&copy.cache, before, before, 0);
    sm_iteration done = {.before = vec_round_to3(before),
                         .step = SM_STEP_PUSH,
                         .left = 1,
                         .allowed = vec_round_to3(s->delta)};
    sm_sweep_record(s, done, sm_sweep_deepest(&copy, before).number);
}

void sm_sweep_escape(sweep *s, vec start) {
    escape_search e; /* not cleared, since it is large */
    e.count = 0;
    e.sweep = s;
    e.gives_up = e.is_found = false;
    e.start = start;
    e.delta = s->delta;
    e.margin = s->skin / 8;
    e.depth = depth_not_crossing * s->thickness;
    e.reach = reach_in_thicknesses * s->thickness;
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

/* obstacles3: boxes of triangles, moving obstacles at a time within the tick, and arrays as
 * obstacles. */
#include "obstacles3.h"

#include <stddef.h>

#include "../resolver.h"

static float between3(float now, float before, double time_left) {
    return (float)((double)now + ((double)before - (double)now) * time_left);
}

static sm3_vec vec_between3(sm3_vec now, sm3_vec before, double time_left) {
    return (sm3_vec){between3(now.x, before.x, time_left), between3(now.y, before.y, time_left),
                     between3(now.z, before.z, time_left)};
}

static sm3_triangle shape_at_time3(const sm3_obstacle *o, double time_left) {
    sm3_triangle shape = o->shape;
    shape.a = vec_between3(shape.a, o->before.a, time_left);
    shape.b = vec_between3(shape.b, o->before.b, time_left);
    shape.c = vec_between3(shape.c, o->before.c, time_left);
    return shape;
}

static bool corner_moves_by3(sm3_vec before, sm3_vec now, vec3 motion) {
    vec3 off = vec3_sub(vec3_sub(vec3_of(now), vec3_of(before)), motion);
    return vec3_length(off) <= sweep3_skin(vec3_of(now));
}

static bool has_motion3(const sm3_obstacle *o, vec3 motion) {
    return corner_moves_by3(o->before.a, o->shape.a, motion) &&
           corner_moves_by3(o->before.b, o->shape.b, motion) &&
           corner_moves_by3(o->before.c, o->shape.c, motion);
}

void sm3_visit(sm3_visitor *visitor, const sm3_obstacle *o) {
    if (!sm_filter_accepts(visitor->filter, o->mask, o->number, o->user))
        return;
    sm3_obstacle standing;
    if (visitor->at_rest) {
        standing = *o;
        standing.moves = false;
        o = &standing;
    }
    if (visitor->carrier_motion != NULL && obstacle3_moves(o) &&
        has_motion3(o, *visitor->carrier_motion))
        return;
    bool was_elsewhere = visitor->time_left > 0 && obstacle3_moves(o);
    sm3_triangle shape = was_elsewhere ? shape_at_time3(o, visitor->time_left) : o->shape;
    visitor->whole = o;
    visitor->visit(visitor, &shape, o->number);
    visitor->whole = NULL;
}

static float lowest3(float a, float b, float c, double radius) {
    return sm_round_down((double)sm_minf(a, sm_minf(b, c)) - radius);
}

static float highest3(float a, float b, float c, double radius) {
    return sm_round_up((double)sm_maxf(a, sm_maxf(b, c)) + radius);
}

sm3_region sm3_region_of_triangle(const sm3_triangle *t) {
    if (!triangle3_is_finite(t))
        return (sm3_region){
            {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, {0, 0, 0}};
    double radius = sm_radius(t->radius);
    return (sm3_region){
        {lowest3(t->a.x, t->b.x, t->c.x, radius), lowest3(t->a.y, t->b.y, t->c.y, radius),
         lowest3(t->a.z, t->b.z, t->c.z, radius)},
        {highest3(t->a.x, t->b.x, t->c.x, radius), highest3(t->a.y, t->b.y, t->c.y, radius),
         highest3(t->a.z, t->b.z, t->c.z, radius)},
        {0, 0, 0}};
}

sm3_region sm3_region_of_obstacle(const sm3_obstacle *o) {
    sm3_region box = sm3_region_of_triangle(&o->shape);
    if (!obstacle3_moves(o))
        return box;
    sm3_triangle before = o->before;
    before.radius = o->shape.radius;
    sm3_region then = sm3_region_of_triangle(&before);
    return (sm3_region){{sm_minf(box.low.x, then.low.x), sm_minf(box.low.y, then.low.y),
                         sm_minf(box.low.z, then.low.z)},
                        {sm_maxf(box.high.x, then.high.x), sm_maxf(box.high.y, then.high.y),
                         sm_maxf(box.high.z, then.high.z)},
                        {0, 0, 0}};
}

/* Returns the box around the region at the start and at the end of its delta. */
static sm3_region swept3(const sm3_region *r) {
    const sm3_vec *low = &r->low, *high = &r->high, *delta = &r->delta;
    if (delta->x == 0 && delta->y == 0 && delta->z == 0)
        return *r;
    return (sm3_region){{sm_round_down((double)low->x + (double)sm_minf(delta->x, 0)),
                         sm_round_down((double)low->y + (double)sm_minf(delta->y, 0)),
                         sm_round_down((double)low->z + (double)sm_minf(delta->z, 0))},
                        {sm_round_up((double)high->x + (double)sm_maxf(delta->x, 0)),
                         sm_round_up((double)high->y + (double)sm_maxf(delta->y, 0)),
                         sm_round_up((double)high->z + (double)sm_maxf(delta->z, 0))},
                        {0, 0, 0}};
}

static bool is_apart_along3(float a, float b, float c, float low, float high) {
    return (a < low && b < low && c < low) || (a > high && b > high && c > high);
}

static bool is_apart_from3(const sm3_triangle *t, const sm3_region *box) {
    return is_apart_along3(t->a.x, t->b.x, t->c.x, box->low.x, box->high.x) ||
           is_apart_along3(t->a.y, t->b.y, t->c.y, box->low.y, box->high.y) ||
           is_apart_along3(t->a.z, t->b.z, t->c.z, box->low.z, box->high.z);
}

/* Rounds outward. */
static sm3_region region3_rounded(sm3_region r) {
    return (sm3_region){{sm_round_down((double)r.low.x), sm_round_down((double)r.low.y),
                         sm_round_down((double)r.low.z)},
                        {sm_round_up((double)r.high.x), sm_round_up((double)r.high.y),
                         sm_round_up((double)r.high.z)},
                        r.delta};
}

/* Whether the triangle's box, as sm3_region_of_triangle has it, is apart from the region. `wider`
 * is the region with room for what that rounds: so a few comparisons exclude most of a level. */
static bool region3_misses(const sm3_region *region, const sm3_region *wider,
                           const sm3_triangle *t) {
    if (!(t->radius > 0))
        return is_apart_from3(t, wider);
    sm3_region box = sm3_region_of_triangle(t);
    return !regions3_overlap(&box, region);
}

static void visit_array3(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_triangle_array *array = context;
    sm3_region box = swept3(region), wider = region3_rounded(region3_rounded(box));
    for (int i = 0; i < array->count; i++) {
        const sm3_triangle *t = &array->triangles[i];
        if (!region3_misses(&box, &wider, t))
            visitor3_show(visitor, t, i);
    }
}

sm3_obstacles sm3_obstacles_of_array(const sm3_triangle_array *array) {
    return (sm3_obstacles){.visit = visit_array3, .context = array};
}

static void visit_list3(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_obstacle_array *array = context;
    sm3_region near = swept3(region);
    for (int i = 0; i < array->count; i++) {
        sm3_obstacle o = array->obstacles[i];
        sm3_region box = sm3_region_of_obstacle(&o);
        o.number = i;
        if (regions3_overlap(&box, &near))
            sm3_visit(visitor, &o);
    }
}

sm3_obstacles sm3_obstacles_of_list(const sm3_obstacle_array *array) {
    return (sm3_obstacles){.visit = visit_list3, .context = array};
}

void sm3_visit_at_rest(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_obstacles *obstacles = context;
    visitor->at_rest = true;
    obstacles->visit(obstacles->context, region, visitor);
}

bool sm3_never_move(sm3_obstacles obstacles) {
    return obstacles.visit == visit_array3 || obstacles.visit == sm3_visit_at_rest;
}

void sm3_visit_near(const query_scope3 *scope, const sm3_region *region, sm3_visitor *visitor) {
    sm3_obstacles obstacles = scope->obstacles;
    visitor->filter = scope->filter;
    visitor->time_left = scope->time_left;
    visitor->carrier_motion = scope->carrier_motion;
    if (obstacles.visit != NULL)
        obstacles.visit(obstacles.context, region, visitor);
}

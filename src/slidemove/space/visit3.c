/* visit3: obstacles come to a visitor through boxes, which are cheap to compare and a little too
 * large, so that leaving out what they leave out never changes a result. */
#include "visit3.h"

#include <assert.h>
#include <stddef.h>

void sm3_visit(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    visitor->see(visitor, shape, number);
}

static float lowest(float a, float b, float c, double radius) {
    return sm3_round_down((double)region3_lower(a, region3_lower(b, c)) - radius);
}

static float highest(float a, float b, float c, double radius) {
    return sm3_round_up((double)region3_higher(a, region3_higher(b, c)) + radius);
}

sm3_region region3_of_triangle(const sm3_triangle *t) {
    if (!sm3_is_finite(t->a) || !sm3_is_finite(t->b) || !sm3_is_finite(t->c) ||
        !isfinite(t->radius))
        return (sm3_region){
            {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, {0, 0, 0}};
    double radius = sm_radius(t->radius);
    return (sm3_region){
        {lowest(t->a.x, t->b.x, t->c.x, radius), lowest(t->a.y, t->b.y, t->c.y, radius),
         lowest(t->a.z, t->b.z, t->c.z, radius)},
        {highest(t->a.x, t->b.x, t->c.x, radius), highest(t->a.y, t->b.y, t->c.y, radius),
         highest(t->a.z, t->b.z, t->c.z, radius)},
        {0, 0, 0}};
}

/* Whether the triangle is apart from the box along one axis: a few comparisons that spare most of a
 * level's obstacles the rest. */
static bool is_apart(float a, float b, float c, float low, float high) {
    return (a < low && b < low && c < low) || (a > high && b > high && c > high);
}

static void visit_array(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_triangle_array *array = context;
    sm3_region box = region3_swept(region);
    for (int i = 0; i < array->count; i++) {
        const sm3_triangle *t = &array->triangles[i];
        sm3_region near = t->radius > 0 ? region3_widened(&box, t->radius) : box;
        if (is_apart(t->a.x, t->b.x, t->c.x, near.low.x, near.high.x) ||
            is_apart(t->a.y, t->b.y, t->c.y, near.low.y, near.high.y) ||
            is_apart(t->a.z, t->b.z, t->c.z, near.low.z, near.high.z))
            continue;
        sm3_visit(visitor, t, i);
    }
}

sm3_obstacles sm3_obstacles_of_array(const sm3_triangle_array *array) {
    return (sm3_obstacles){visit_array, array};
}

void obstacles3_visit(sm3_obstacles obstacles, const sm3_region *region, sm3_visitor *visitor) {
    assert(obstacles.visit != NULL);
    if (obstacles.visit != NULL)
        obstacles.visit(obstacles.context, region, visitor);
}

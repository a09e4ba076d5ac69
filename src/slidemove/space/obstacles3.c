/* obstacles3: the box of a triangle, and an array as obstacles. */
#include "obstacles3.h"

#include <assert.h>
#include <stddef.h>

void sm3_visit(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    visitor->see(visitor, shape, number);
}

static float lowest3(float a, float b, float c, double radius) {
    return sm_round_down((double)smallerf(a, smallerf(b, c)) - radius);
}

static float highest3(float a, float b, float c, double radius) {
    return sm_round_up((double)largerf(a, largerf(b, c)) + radius);
}

sm3_region sm3_region_of_triangle(const sm3_triangle *t) {
    if (!sm3_is_finite(t->a) || !sm3_is_finite(t->b) || !sm3_is_finite(t->c) ||
        !isfinite(t->radius))
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

/* The box with its way inside. */
static sm3_region swept3(const sm3_region *r) {
    const sm3_vec *low = &r->low, *high = &r->high, *delta = &r->delta;
    if (delta->x == 0 && delta->y == 0 && delta->z == 0)
        return *r;
    return (sm3_region){{sm_round_down((double)low->x + (double)smallerf(delta->x, 0)),
                         sm_round_down((double)low->y + (double)smallerf(delta->y, 0)),
                         sm_round_down((double)low->z + (double)smallerf(delta->z, 0))},
                        {sm_round_up((double)high->x + (double)largerf(delta->x, 0)),
                         sm_round_up((double)high->y + (double)largerf(delta->y, 0)),
                         sm_round_up((double)high->z + (double)largerf(delta->z, 0))},
                        {0, 0, 0}};
}

static void visit_array3(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const sm3_triangle_array *array = context;
    sm3_region box = swept3(region);
    for (int i = 0; i < array->count; i++) {
        const sm3_triangle *t = &array->triangles[i];
        if (!region3_lacks(&box, t))
            sm3_visit(visitor, t, i);
    }
}

sm3_obstacles sm3_obstacles_of_array(const sm3_triangle_array *array) {
    return (sm3_obstacles){.visit = visit_array3, .context = array};
}

void sm3_visit_near(sm3_obstacles obstacles, const sm3_region *region, sm3_visitor *visitor) {
    assert(obstacles.visit != NULL || obstacles.offer != NULL);
    if (obstacles.visit != NULL)
        obstacles.visit(obstacles.context, region, visitor);
}

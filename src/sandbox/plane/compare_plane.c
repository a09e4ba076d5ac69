/* compare_plane: what compare judges in 2D. */
#include "../../slidemove/vec.h"
#include "plane.h"

#define MOST_CONTACTS 64 /* of one place; more do not add directions that matter */

/* ---- Crossings --------------------------------------------------------------------------- */

/* Twice the area of the triangle: positive where p is left of a-b. */
static double side(sm_vec2 a, sm_vec2 b, sm_vec2 p) {
    return vec_cross(vec_sub(vec_of(b), vec_of(a)), vec_sub(vec_of(p), vec_of(a)));
}

/* Returns a point as it lies to the wall, after the wall has moved. */
static sm_vec2 carried(sm_vec2 point, sm_capsule before, sm_capsule now) {
    vec old = vec_sub(vec_of(before.b), vec_of(before.a));
    vec new = vec_sub(vec_of(now.b), vec_of(now.a));
    vec to = vec_sub(vec_of(point), vec_of(before.a));
    double squared = vec_dot(old, old);
    if (!(squared > 0))
        return point;
    double along = vec_dot(to, old) / squared, across = vec_cross(old, to) / squared;
    vec moved = vec_add(vec_scale(new, along), vec_scale(vec_left(new), across));
    return vec_round(vec_add(vec_of(now.a), moved));
}

typedef struct passage {
    const plane *plane;
    sm_vec2 from, to;
    bool crosses;
} passage;

static bool look_at_wall(void *context, const sm_obstacle *o) {
    passage *p = context;
    sm_capsule wall = o->shape;
    sm_vec2 from = o->moves ? carried(p->from, o->before, wall) : p->from;
    bool starts_left = side(wall.a, wall.b, from) >= 0;
    bool ends_left = side(wall.a, wall.b, p->to) >= 0;
    double a = side(from, p->to, wall.a), b = side(from, p->to, wall.b);
    bool meets = starts_left != ends_left && !(a > 0 && b > 0) && !(a < 0 && b < 0);
    p->crosses = meets && (starts_left || !o->oneway);
    return !p->crosses;
}

/* What moves may be far from where it was. */
static void look_at_moving(passage *p) {
    for (int m = 0; m < p->plane->moving_count && !p->crosses; m++) {
        const plane_span *span = &p->plane->spans[p->plane->moving[m].statement];
        for (int i = 0; i < span->count && !p->crosses; i++) {
            sm_obstacle o = sm_world_obstacle(p->plane->world, span->first + i);
            look_at_wall(p, &o);
        }
    }
}

bool plane_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    const plane *g = plane_seen(o);
    passage p = {g, {from.x, from.y}, {to.x, to.y}, false};
    sm_find_in_box(p.from, p.to, plane_obstacles(g), NULL, look_at_wall, &p);
    look_at_moving(&p);
    return p.crosses;
}

/* ---- Snags ------------------------------------------------------------------------------- */

typedef struct contact_list {
    sm_collision list[2 * MOST_CONTACTS];
    int count;
} contact_list;

/* Where a mover without a wish is at the end of the tick. Inside of something, pieces of one wall
 * have normals that are not the wall's; and what moves may have taken it along. */
static sm_vec2 settled(const obstacles *o, const player *p, sm3_vec position) {
    sm_options options = {.resolver = SM_SWEEP};
    sm3_vec still = {0, 0, 0};
    sm3_vec at = o->dimension->try_move(o, p, position, still, &options).position;
    return (sm_vec2){at.x, at.y};
}

static void add_contacts(const obstacles *o, const player *p, sm_vec2 position,
                         contact_list *contacts) {
    int found = sm_find_contacts(position, sm_hull_of_capsule(player_capsule(p)),
                                 plane_obstacles(plane_seen(o)), NULL,
                                 contacts->list + contacts->count, MOST_CONTACTS);
    contacts->count += found < MOST_CONTACTS ? found : MOST_CONTACTS;
}

bool plane_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec delta) {
    contact_list contacts = {.count = 0};
    sm_vec2 start = settled(o, p, from), wanted = {delta.x, delta.y};
    add_contacts(o, p, start, &contacts);
    if (contacts.count == 0)
        return false;
    add_contacts(o, p, settled(o, p, p->position), &contacts);
    vec along = vec_of(sm_clip_velocity(wanted, contacts.list, contacts.count));
    double way = vec_length(along);
    if (!(way > COMPARE_LEAST_WAY * vec_length(vec_of(wanted))))
        return false;
    vec made = vec_sub(vec_of(sm3_flat(p->position)), vec_of(start));
    return vec_dot(made, along) / way < COMPARE_SNAG * way;
}

/* compare_plane: what compare judges in 2D. */
#include <math.h>

#include "../compare.h"

#define MOST_CONTACTS 64 /* of one place; more do not add directions that matter */

/* ---- Vectors ----------------------------------------------------------------------------- */

/* Differences of floats, exact but for their last bits in double. */
typedef struct vector {
    double x, y;
} vector;

static vector between(sm_vec2 from, sm_vec2 to) {
    return (vector){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

static double dot(vector a, vector b) {
    return a.x * b.x + a.y * b.y;
}

/* ---- Crossings --------------------------------------------------------------------------- */

/* Twice the area of the triangle: positive where p is left of a-b. */
static double side(sm_vec2 a, sm_vec2 b, sm_vec2 p) {
    vector along = between(a, b), to = between(a, p);
    return along.x * to.y - along.y * to.x;
}

/* Returns a point as it lies to the wall, after the wall has moved. */
static sm_vec2 carried(sm_vec2 point, sm_capsule before, sm_capsule now) {
    vector old = between(before.a, before.b), new = between(now.a, now.b);
    vector to = between(before.a, point);
    double squared = dot(old, old);
    if (!(squared > 0))
        return point;
    double along = dot(to, old) / squared, across = (old.x * to.y - old.y * to.x) / squared;
    return (sm_vec2){(float)((double)now.a.x + along * new.x - across *new.y),
                     (float)((double)now.a.y + along * new.y + across *new.x)};
}

typedef struct passage {
    const ground *ground;
    sm_vec2 from, to;
    bool crosses;
} passage;

static bool look_at_wall(void *context, int obstacle) {
    passage *p = context;
    const ground_span *span = &p->ground->spans[p->ground->statements[obstacle]];
    sm_capsule wall = ground_get(p->ground, obstacle);
    sm_vec2 from =
        span->moves ? carried(p->from, ground_between(p->ground, obstacle, 0), wall) : p->from;
    bool starts_left = side(wall.a, wall.b, from) >= 0;
    bool ends_left = side(wall.a, wall.b, p->to) >= 0;
    double a = side(from, p->to, wall.a), b = side(from, p->to, wall.b);
    bool meets = starts_left != ends_left && !(a > 0 && b > 0) && !(a < 0 && b < 0);
    p->crosses = meets && (starts_left || !span->is_oneway);
    return !p->crosses;
}

/* What moves may be far from where it was. */
static void look_at_moving(passage *p) {
    for (int m = 0; m < p->ground->moving_count && !p->crosses; m++) {
        const ground_span *span = &p->ground->spans[p->ground->moving[m].statement];
        for (int i = 0; i < span->count && !p->crosses; i++)
            look_at_wall(p, span->first + i);
    }
}

bool compare_crosses(const sandbox *s, sm_vec2 from, sm_vec2 to) {
    passage p = {&s->ground, from, to, false};
    sm_world_overlap_box(s->ground.world, from, to, look_at_wall, &p);
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
static sm_vec2 settled(const sandbox *s, sm_vec2 position) {
    sm_options options = {.resolver = SM_SWEEP};
    return sandbox_try_move(s, position, (sm_vec2){0, 0}, &options).position;
}

static void add_contacts(const sandbox *s, sm_vec2 position, contact_list *contacts) {
    ground_mover mover = {&s->ground, sm_hull_of_capsule(sandbox_mover(s))};
    int found = sm_find_contacts(position, ground_obstacles(&mover),
                                 contacts->list + contacts->count, MOST_CONTACTS);
    contacts->count += found < MOST_CONTACTS ? found : MOST_CONTACTS;
}

bool compare_snags(const sandbox *s, sm_vec2 from, sm_vec2 wanted) {
    contact_list contacts = {.count = 0};
    sm_vec2 start = settled(s, from);
    add_contacts(s, start, &contacts);
    if (contacts.count == 0)
        return false;
    add_contacts(s, settled(s, s->position), &contacts);
    sm_vec2 zero = {0, 0};
    vector along = between(zero, sm_clip_velocity(wanted, contacts.list, contacts.count));
    vector asked = between(zero, wanted);
    double way = sqrt(dot(along, along));
    if (!(way > COMPARE_LEAST_WAY * sqrt(dot(asked, asked))))
        return false;
    return dot(between(start, s->position), along) / way < COMPARE_SNAG * way;
}

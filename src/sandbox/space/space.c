#include "space.h"

#include <math.h>
#include <stdlib.h>

#include "../../slidemove/vec.h"

space *space_of(obstacles *o) {
    return o->dimension->count == SPACE_DIMENSIONS ? (space *)(void *)o : NULL;
}

const space *space_seen(const obstacles *o) {
    return o->dimension->count == SPACE_DIMENSIONS ? (const space *)(const void *)o : NULL;
}

/* ---- Obstacles --------------------------------------------------------------------------- */

static void visit(const void *context, const sm3_region *region, sm3_visitor *visitor) {
    const space *sp = context;
    sm3_obstacles indexed = sm3_obstacles_of_world(sp->world);
    indexed.visit(indexed.context, region, visitor);
    for (int i = sp->loose_first; i < sp->loose_first + sp->loose_count; i++)
        sm3_visit(visitor, &sp->solids.triangles[i], i);
}

sm3_obstacles space_obstacles(const space *sp) {
    if (sp->loose_count == 0)
        return sm3_obstacles_of_world(sp->world); /* which knows how to be quick */
    return (sm3_obstacles){.visit = visit, .context = sp};
}

/* Returns the first obstacle of the statement, or of those behind it. */
static int find_first(const level_shapes *solids, int statement) {
    int low = 0, high = solids->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (solids->statements[middle] < statement)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

obstacle_span space_span(const obstacles *o, int statement) {
    const level_shapes *solids = &space_seen(o)->solids;
    int first = find_first(solids, statement);
    return (obstacle_span){first, find_first(solids, statement + 1) - first};
}

/* Obstacles that are not finite are not met, and keep their numbers. */
static sm3_world *make_world(level_shapes *solids, const level *l, int loose, int first, int count,
                             sm_progress progress) {
    for (int i = 0; i < count; i++)
        solids->triangles[first + i].radius = NAN;
    sm3_world *world = sm3_world_create_with(solids->triangles, solids->count, progress);
    if (count > 0)
        level_make_triangles(l, loose, solids->triangles + first);
    return world;
}

static float lowest(const level_shapes *solids, int first, int end) {
    level_box3 box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int i = first; i < end; i++)
        level_box3_include(&box, &solids->triangles[i]);
    return box.min.y;
}

/* Where the player starts, and what is lowest. */
static void find_ends(space *sp) {
    sp->start = level_get_player(sp->common.level);
    float loose = lowest(&sp->solids, sp->loose_first, sp->loose_first + sp->loose_count);
    float start = sp->start.position.y - sp->start.length / 2 - sp->start.radius;
    sp->lowest = fminf(fminf(sp->indexed_bottom, loose), start);
}

void space_release(obstacles *o) {
    space *sp = space_of(o);
    level_free_shapes(&sp->solids);
    sm3_world_destroy(sp->world);
}

/* Makes all obstacles anew; `loose` -1: all of them in the index. */
static bool make(space *sp, int loose) {
    const level *l = sp->common.level;
    level_shapes solids;
    if (!level_make_shapes(l, &solids))
        return false;
    int first = 0, count = 0;
    if (loose >= 0) {
        first = find_first(&solids, loose);
        count = level_count_shapes(l, loose);
    }
    sm3_world *world = make_world(&solids, l, loose, first, count, sp->common.progress);
    if (world == NULL) {
        level_free_shapes(&solids);
        return false;
    }
    space_release(&sp->common);
    sp->solids = solids;
    sp->world = world;
    sp->loose = loose;
    sp->loose_first = first;
    sp->loose_count = count;
    sp->indexed_bottom =
        fminf(lowest(&solids, 0, first), lowest(&solids, first + count, solids.count));
    find_ends(sp);
    sp->common.count = solids.count;
    sp->common.version++;
    sp->common.layout++;
    return true;
}

bool space_follow(obstacles *o, edit_news news) {
    space *sp = space_of(o);
    const level *l = o->level;
    int changed = news.lost ? -1 : news.effects[0].statement;
    for (int i = 0; i < news.count; i++) {
        if (news.effects[i].kind != EDIT_CHANGED || news.effects[i].statement != changed)
            changed = -1;
    }
    if (changed < 0 || changed != sp->loose || level_count_shapes(l, changed) != sp->loose_count) {
        sp->loose = -1; /* without memory what is missed now is made anew at the next change */
        return make(sp, changed);
    }
    level_make_triangles(l, changed, sp->solids.triangles + sp->loose_first);
    find_ends(sp);
    o->version++;
    return true;
}

bool space_remake(obstacles *o) {
    return make(space_of(o), -1);
}

/* ---- Under the pointer ------------------------------------------------------------------- */

static const float far_away = 4e6f; /* world units: across the largest level */

pick space_pick(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at) {
    const space *sp = space_seen(o);
    sm3_vec delta = sm3_scaled(ray->direction, far_away);
    sm3_triangle mover = sm3_solid_capsule(sm3_capsule_at(player_upright(p), p->position));
    sm3_triangle_array alone = {&mover, 1};
    sm3_touch of_player = sm3_raycast(ray->eye, delta, sm3_obstacles_of_array(&alone));
    sm3_touch of_shape = sm3_raycast(ray->eye, delta, space_obstacles(sp));
    if (of_player.hit && !(of_shape.hit && of_shape.fraction < of_player.fraction)) {
        *at = of_player.position;
        return (pick){PICK_PLAYER, o->level->player, 0};
    }
    *at = of_shape.hit ? of_shape.position : sm3_offset(ray->eye, ray->direction, ray->depth);
    return of_shape.hit ? (pick){PICK_BODY, sp->solids.statements[of_shape.obstacle], 0}
                        : (pick){PICK_NOTHING, -1, 0};
}

/* ---- For compare ------------------------------------------------------------------------- */

bool space_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    sm3_vec way = {to.x - from.x, to.y - from.y, to.z - from.z};
    return sm3_raycast(from, way, space_obstacles(space_seen(o))).hit;
}

/* The sweep tells what way there is: from where the mover has settled, since inside of something
 * the way out is none of the way that was asked for. */
bool space_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec wanted) {
    sm_options options = {.resolver = SM_SWEEP, .both_sides = p->both_sides};
    sm3_capsule mover = player_upright(p);
    sm3_obstacles met = space_obstacles(space_seen(o));
    sm3_vec still = {0, 0, 0};
    sm3_vec start = sm3_slide_move(from, still, mover, met, &options).position;
    sm3_result swept = sm3_slide_move(start, wanted, mover, met, &options);
    vec3 way = vec3_sub(vec3_of(swept.position), vec3_of(start));
    if (swept.pushes == 0 || !(vec3_length(way) > COMPARE_LEAST_WAY * vec3_length(vec3_of(wanted))))
        return false;
    vec3 made = vec3_sub(vec3_of(p->position), vec3_of(start));
    return vec3_dot(made, way) < COMPARE_SNAG * vec3_dot(way, way);
}

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

sm3_obstacles space_obstacles(const space *sp) {
    return sm3_obstacles_of_world(sp->world);
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

void space_release(obstacles *o) {
    space *sp = space_of(o);
    level_free_shapes(&sp->solids);
    sm3_world_destroy(sp->world);
    free(sp->moving);
    free(sp->rest);
}

/* ---- What moves --------------------------------------------------------------------------- */

/* And whether anything is one-way. Returns false without memory. */
static bool list_moving(space *sp) {
    const level *l = sp->common.level;
    int statements = 0, triangles = 0;
    sp->moving_count = 0;
    sp->has_oneway = false;
    for (int i = 0; i < l->statement_count; i++) {
        bool moves = level_moves(&l->statements[i]);
        sp->has_oneway |= (l->statements[i].attributes.present & LEVEL_HAS_ONEWAY) != 0;
        statements += moves;
        triangles += moves ? level_count_shapes(l, i) : 0;
    }
    free(sp->moving);
    free(sp->rest);
    sp->moving = malloc((size_t)(statements + 1) * sizeof *sp->moving);
    sp->rest = malloc((size_t)(triangles + 1) * sizeof *sp->rest);
    if (sp->moving == NULL || sp->rest == NULL)
        return false;
    triangles = 0;
    for (int i = 0; i < l->statement_count && sp->moving_count < statements; i++) {
        if (!level_moves(&l->statements[i]))
            continue;
        space_moving m = {i, space_span(&sp->common, i), triangles};
        level_make_triangles(l, i, sp->rest + triangles);
        triangles += m.span.count;
        sp->moving[sp->moving_count++] = m;
    }
    return true;
}

/* Puts what moves where it is at this tick, where it has come from the tick before, or stands. */
static void place_all(space *sp, bool stands) {
    for (int i = 0; i < sp->moving_count; i++) {
        space_moving m = sp->moving[i];
        level_pose at = level_pose_at(sp->common.level, m.statement,
                                      (double)sp->common.tick / TICKS_PER_SECOND);
        for (int k = 0; k < m.span.count; k++) {
            int obstacle = m.span.first + k;
            sm3_triangle now = level_posed_triangle(at, sp->rest[m.rest + k]);
            sp->solids.triangles[obstacle] = now;
            if (stands)
                sm3_world_set(sp->world, obstacle, now);
            sm3_world_move(sp->world, obstacle, now);
        }
    }
}

void space_advance(obstacles *o) {
    o->tick++;
    place_all(space_of(o), false);
}

/* ---- All, or one statement ----------------------------------------------------------------- */

/* Makes all obstacles anew. */
bool space_remake(obstacles *o) {
    space made = {.common = *o};
    if (!level_make_shapes(o->level, &made.solids))
        return false;
    sm_world_def def = {.progress = o->progress};
    made.world = sm3_world_create(made.solids.triangles, made.solids.count, &def);
    if (made.world == NULL || !list_moving(&made)) {
        space_release(&made.common);
        return false;
    }
    place_all(&made, true);
    made.common.count = made.solids.count;
    made.common.version++;
    made.common.layout++;
    space_release(o);
    *space_of(o) = made;
    return true;
}

/* Makes the obstacles of one statement anew. Returns false without memory. */
static bool follow_statement(space *sp, int statement) {
    level_shapes *solids = &sp->solids;
    obstacle_span span = space_span(&sp->common, statement);
    int end = span.first + span.count;
    level_make_triangles(sp->common.level, statement, solids->triangles + span.first);
    sp->common.version++;
    for (int i = span.first; i < end; i++) {
        if (sm3_world_set(sp->world, i, solids->triangles[i]) != SM_CHANGED)
            return false;
    }
    return true;
}

/* Whether an effect is better followed by making all anew. */
static bool needs_all(const space *sp, edit_effect e) {
    static const int dear = 3; /* a change costs as much as building so many */
    if (e.kind != EDIT_CHANGED)
        return true;
    int count = space_span(&sp->common, e.statement).count;
    return level_count_shapes(sp->common.level, e.statement) != count ||
           count > sp->solids.count / dear;
}

bool space_follow(obstacles *o, edit_news news) {
    space *sp = space_of(o);
    bool all = news.lost || sp->is_behind;
    for (int i = 0; i < news.count && !all; i++)
        all = needs_all(sp, news.effects[i]);
    for (int i = 0; i < news.count && !all; i++)
        all = !follow_statement(sp, news.effects[i].statement);
    all = all || !list_moving(sp);
    sp->is_behind = all; /* without memory what is missed now is made at the next change */
    if (all)
        return space_remake(o);
    place_all(sp, true);
    return true;
}

/* ---- Under the pointer ------------------------------------------------------------------- */

pick space_pick(const obstacles *o, const player *p, const pointer_ray *ray, sm3_vec *at) {
    const space *sp = space_seen(o);
    sm3_vec delta = sm3_scaled(ray->direction, POINTER_FAR);
    sm3_triangle pieces[PLAYER_PIECES];
    sm3_triangle_array alone = {pieces, player_surface(p, p->position, pieces)};
    sm3_touch of_player = sm3_raycast(ray->eye, delta, sm3_obstacles_of_array(&alone), NULL);
    sm3_touch of_shape = sm3_raycast(ray->eye, delta, space_obstacles(sp), NULL);
    if (of_player.hit && !(of_shape.hit && of_shape.fraction < of_player.fraction)) {
        *at = of_player.position;
        return (pick){PICK_PLAYER, o->level->player, 0};
    }
    *at = of_shape.hit ? of_shape.position : sm3_offset(ray->eye, ray->direction, ray->depth);
    return of_shape.hit ? (pick){PICK_BODY, sp->solids.statements[of_shape.obstacle], 0}
                        : (pick){PICK_NOTHING, -1, 0};
}

typedef struct snapping {
    const space *space;
    const snap_query *query;
    float nearest; /* the wanted place is so far from the vertex */
    sm3_vec *vertex;
} snapping;

static bool look_at_vertices(void *context, const sm3_obstacle *o) {
    snapping *n = context;
    int statement = n->space->solids.statements[o->number];
    const sm3_vec corners[3] = {o->shape.a, o->shape.b, o->shape.c};
    const snap_query *q = n->query;
    bool moves_along = (q->moving.part != PICK_NOTHING && q->moving.statement == statement) ||
                       (q->selected != NULL && selection_has(q->selected, statement));
    for (int i = 0; i < 3 && !moves_along; i++) {
        float distance = sm3_length(sm3_between(q->wanted, corners[i]));
        if (distance < n->nearest) {
            n->nearest = distance;
            *n->vertex = corners[i];
        }
    }
    return true;
}

bool space_snap(const obstacles *o, const snap_query *q, float reach, sm3_vec *vertex) {
    snapping n = {space_seen(o), q, reach, vertex};
    sm3_vec all = {reach, reach, reach};
    sm3_find_in_box(sm3_offset(q->wanted, all, -1), sm3_offset(q->wanted, all, 1),
                    space_obstacles(n.space), NULL, look_at_vertices, &n);
    return n.nearest < reach;
}

/* ---- For compare ------------------------------------------------------------------------- */

bool space_crosses(const obstacles *o, sm3_vec from, sm3_vec to) {
    sm3_vec way = {to.x - from.x, to.y - from.y, to.z - from.z};
    return sm3_raycast(from, way, space_obstacles(space_seen(o)), NULL).hit;
}

/* The sweep tells what way there is: from where the mover has settled, since inside of something
 * the way out is none of the way that was asked for. */
bool space_snags(const obstacles *o, const player *p, sm3_vec from, sm3_vec wanted) {
    sm_options options = {.resolver = SM_SWEEP, .both_sides = p->both_sides};
    sm3_mover mover = player_upright(p);
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

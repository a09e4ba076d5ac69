#include "space.h"

#include <math.h>
#include <stdlib.h>

/* How far from touching an obstacle is still shown as a candidate, in radii of the mover. */
static const float reach_radii = 1.0f;

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
    return (sm3_obstacles){visit, sp};
}

/* Returns the first obstacle of the statement, or of those behind it. */
static int find_first(const level_solids *solids, int statement) {
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

space_span space_find(const space *sp, int statement) {
    int first = find_first(&sp->solids, statement);
    return (space_span){first, find_first(&sp->solids, statement + 1) - first};
}

/* Obstacles that are not finite are not met, and keep their numbers. */
static sm3_world *make_world(level_solids *solids, const level *l, int loose, int first,
                             int count) {
    for (int i = 0; i < count; i++)
        solids->triangles[first + i].radius = NAN;
    sm3_world *world = sm3_world_create(solids->triangles, solids->count);
    if (count > 0)
        level_make_triangles(l, loose, solids->triangles + first);
    return world;
}

/* Makes all obstacles anew; `loose` -1: all of them in the index. */
static bool make(space *sp, const level *l, int loose) {
    level_solids solids;
    if (!level_make_solids(l, &solids))
        return false;
    int first = 0, count = 0;
    if (loose >= 0) {
        first = find_first(&solids, loose);
        count = level_count_triangles(l, loose);
    }
    sm3_world *world = make_world(&solids, l, loose, first, count);
    if (world == NULL) {
        level_free_solids(&solids);
        return false;
    }
    level_free_solids(&sp->solids);
    sm3_world_destroy(sp->world);
    sp->solids = solids;
    sp->world = world;
    sp->loose = loose;
    sp->loose_first = first;
    sp->loose_count = count;
    sp->start = level_get_player3(l);
    sp->bottom = level_bounds3(l, &solids).min.y - SPACE_ABYSS;
    sp->version++;
    sp->layout++;
    return true;
}

bool space_follow(space *sp, edit *e) {
    const level *l = edit_level(e);
    edit_news news = edit_take_news(e);
    if (news.count == 0 && !news.lost)
        return true;
    int changed = news.lost ? -1 : news.effects[0].statement;
    for (int i = 0; i < news.count; i++) {
        if (news.effects[i].kind != EDIT_CHANGED || news.effects[i].statement != changed)
            changed = -1;
    }
    if (changed < 0 || changed != sp->loose ||
        level_count_triangles(l, changed) != sp->loose_count) {
        sp->loose = -1; /* without memory what is missed now is made anew at the next change */
        return make(sp, l, changed);
    }
    level_make_triangles(l, changed, sp->solids.triangles + sp->loose_first);
    sp->version++;
    return true;
}

bool space_remake(space *sp, const level *l) {
    return make(sp, l, -1);
}

space *space_create(const level *l) {
    space *sp = calloc(1, sizeof *sp);
    if (sp == NULL)
        return NULL;
    if (!make(sp, l, -1)) {
        free(sp);
        return NULL;
    }
    sp->gravity = true;
    space_reset(sp);
    return sp;
}

void space_destroy(space *sp) {
    if (sp == NULL)
        return;
    level_free_solids(&sp->solids);
    sm3_world_destroy(sp->world);
    free(sp);
}

/* ---- Moves ------------------------------------------------------------------------------- */

void space_forget_moves(space *sp) {
    sp->move.result = (sm3_result){.position = sp->position};
    sp->move.trace = (sm3_trace){.start = sp->position};
    sp->pushed_age = SPACE_ECHO_TICKS;
    sp->trail_count = 0;
    sp->previous_position = sp->position;
    sp->previous_heading = sp->heading;
    sp->fall = 0;
    sp->stands = false;
    sp->wall_count = 0;
}

void space_reset(space *sp) {
    sp->position = sp->start.position;
    sp->heading = sp->start.angle;
    space_forget_moves(sp);
}

static void copy_move(space_move *to, const space_move *from) {
    *to = *from;
    to->trace.candidates = to->candidates;
}

static void remember_trail(space *sp) {
    int next = (sp->trail_first + sp->trail_count) % SPACE_TRAIL_TICKS;
    sp->trail[next] = sp->position;
    if (sp->trail_count < SPACE_TRAIL_TICKS)
        sp->trail_count++;
    else
        sp->trail_first = (sp->trail_first + 1) % SPACE_TRAIL_TICKS;
}

sm3_vec space_trail_at(const space *sp, int age) {
    return sp->trail[(sp->trail_first + sp->trail_count - 1 - age) % SPACE_TRAIL_TICKS];
}

void space_move_by(space *sp, sm3_vec delta, const space_rules *rules) {
    static const sm3_triangle_array nothing = {0};
    space_move *m = &sp->move;
    m->trace.candidates = m->candidates;
    m->trace.capacity = SPACE_CANDIDATES;
    m->trace.reach = reach_radii * rules->mover.radius;
    sm3_options options = {rules->resolver, rules->max_pushes, sp->both_sides, &m->trace};
    sm3_obstacles met = rules->ghost ? sm3_obstacles_of_array(&nothing) : space_obstacles(sp);
    m->result = sm3_slide_move(sp->position, delta, rules->mover, met, &options);

    sp->previous_position = sp->position;
    sp->previous_heading = sp->heading;
    sp->position = m->result.position;
    if (m->result.pushes > 0) {
        copy_move(&sp->pushed, m);
        sp->pushed_age = 0;
    } else if (sp->pushed_age < SPACE_ECHO_TICKS) {
        sp->pushed_age++;
    }
    remember_trail(sp);
}

static sm3_touch look(const space *sp, sm3_vec direction) {
    sm3_vec way = {direction.x * SPACE_SIGHT, direction.y * SPACE_SIGHT, direction.z * SPACE_SIGHT};
    return sm3_raycast(sp->position, way, space_obstacles(sp));
}

void space_look_around(space *sp) {
    sp->below = look(sp, (sm3_vec){0, -1, 0});
    sp->ahead = look(sp, space_direction(sp->heading));
}

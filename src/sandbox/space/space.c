#include "space.h"

#include <math.h>
#include <stdlib.h>

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

obstacle_span space_span(const space *sp, int statement) {
    int first = find_first(&sp->solids, statement);
    return (obstacle_span){first, find_first(&sp->solids, statement + 1) - first};
}

/* Obstacles that are not finite are not met, and keep their numbers. */
static sm3_world *make_world(level_solids *solids, const level *l, int loose, int first, int count,
                             sm_progress progress) {
    for (int i = 0; i < count; i++)
        solids->triangles[first + i].radius = NAN;
    sm3_world *world = sm3_world_create_with(solids->triangles, solids->count, progress);
    if (count > 0)
        level_make_triangles(l, loose, solids->triangles + first);
    return world;
}

/* Makes all obstacles anew; `loose` -1: all of them in the index. */
static bool make(space *sp, int loose) {
    const level *l = sp->common.level;
    level_solids solids;
    if (!level_make_solids(l, &solids))
        return false;
    int first = 0, count = 0;
    if (loose >= 0) {
        first = find_first(&solids, loose);
        count = level_count_triangles(l, loose);
    }
    sm3_world *world = make_world(&solids, l, loose, first, count, sp->common.progress);
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
    sp->start = level_get_player(l);
    sp->bottom = level_bounds3(l, &solids).min.y - SPACE_ABYSS;
    sp->common.count = solids.count;
    sp->common.version++;
    sp->common.layout++;
    return true;
}

bool space_follow(space *sp, edit_news news) {
    const level *l = sp->common.level;
    int changed = news.lost ? -1 : news.effects[0].statement;
    for (int i = 0; i < news.count; i++) {
        if (news.effects[i].kind != EDIT_CHANGED || news.effects[i].statement != changed)
            changed = -1;
    }
    if (changed < 0 || changed != sp->loose ||
        level_count_triangles(l, changed) != sp->loose_count) {
        sp->loose = -1; /* without memory what is missed now is made anew at the next change */
        return make(sp, changed);
    }
    level_make_triangles(l, changed, sp->solids.triangles + sp->loose_first);
    sp->common.version++;
    return true;
}

bool space_remake(space *sp) {
    return make(sp, -1);
}

space *space_create(const level *l, const obstacles *before) {
    space *sp = calloc(1, sizeof *sp);
    if (sp == NULL)
        return NULL;
    if (before != NULL)
        sp->common = *before;
    sp->common.level = l;
    if (!space_remake(sp)) {
        free(sp);
        return NULL;
    }
    return sp;
}

void space_destroy(space *sp) {
    if (sp == NULL)
        return;
    level_free_solids(&sp->solids);
    sm3_world_destroy(sp->world);
    free(sp);
}

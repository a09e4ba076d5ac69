/* ground_moving: what moves in the ground, tick by tick, and how a mover meets it. */
#include "ground_moving.h"

#include <math.h>
#include <stdlib.h>

#include "../../level/level.h"

bool ground_list_moving(ground *g, const level *l) {
    int capsules = 0, n = 0;
    for (int i = 0; i < g->span_count && g->moving_count > 0; i++)
        capsules += g->spans[i].moves ? g->spans[i].count : 0;
    free(g->moving);
    free(g->rest);
    free(g->before);
    g->moving = malloc((size_t)(g->moving_count + 1) * sizeof *g->moving);
    g->rest = malloc((size_t)(capsules + 1) * sizeof *g->rest);
    g->before = malloc((size_t)(capsules + 1) * sizeof *g->before);
    if (g->moving == NULL || g->rest == NULL || g->before == NULL) {
        g->moving_count = 0;
        return false;
    }
    capsules = 0;
    for (int i = 0; i < g->span_count && n < g->moving_count; i++) {
        if (!g->spans[i].moves)
            continue;
        g->moving[n++] = (ground_moving){i, capsules, g->spans[i].count};
        level_make_capsules(l, i, g->rest + capsules);
        capsules += g->spans[i].count;
    }
    return true;
}

/* ---- Poses ------------------------------------------------------------------------------- */

static float distance(sm_vec2 a, sm_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

/* Puts an obstacle where it is now; `was` is where it counts as having been a tick ago. */
static void place(ground *g, int obstacle, int index, sm_capsule now, sm_capsule was) {
    g->before[index] = was;
    g->farthest_step =
        fmaxf(g->farthest_step, fmaxf(distance(now.a, was.a), distance(now.b, was.b)));
    sm_world_set(g->world, obstacle, now);
    level_box_include(&g->around, now);
}

/* Puts what moves where it is at this tick, where it has come from the tick before, or stands. */
static void place_all(ground *g, const level *l, bool stands) {
    g->farthest_step = 0;
    for (int i = 0; i < g->moving_count; i++) {
        ground_moving m = g->moving[i];
        level_pose at = level_pose_at(l, m.statement, (double)g->tick / TICKS_PER_SECOND);
        for (int k = 0; k < m.count; k++) {
            int obstacle = g->spans[m.statement].first + k;
            sm_capsule now = level_posed(at, g->rest[m.first + k]);
            place(g, obstacle, m.first + k, now, stands ? now : ground_get(g, obstacle));
        }
    }
}

void ground_pose(ground *g, const level *l) {
    place_all(g, l, true);
}

void ground_tick(ground *g, const level *l) {
    g->tick++;
    place_all(g, l, false);
}

/* Returns the index of a moving obstacle in `rest` and `before`, -1 for one that does not move. */
static int moving_index(const ground *g, int obstacle) {
    int statement = g->statements[obstacle];
    if (statement < 0 || !g->spans[statement].moves)
        return -1;
    int low = 0, high = g->moving_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (g->moving[middle].statement < statement)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == g->moving_count || g->moving[low].statement != statement)
        return -1;
    return g->moving[low].first + obstacle - g->spans[statement].first;
}

sm_capsule ground_at_rest(const ground *g, int obstacle) {
    int index = moving_index(g, obstacle);
    return index >= 0 ? g->rest[index] : ground_get(g, obstacle);
}

static sm_vec2 mixed(sm_vec2 a, sm_vec2 b, float share) {
    return (sm_vec2){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

sm_capsule ground_between(const ground *g, int obstacle, float between) {
    sm_capsule now = ground_get(g, obstacle);
    int index = g->moving_count > 0 ? moving_index(g, obstacle) : -1;
    if (index < 0)
        return now;
    sm_capsule was = g->before[index];
    return (sm_capsule){mixed(was.a, now.a, between), mixed(was.b, now.b, between), now.radius};
}

/* ---- For moves --------------------------------------------------------------------------- */

typedef struct gathering {
    const ground *ground;
    sm_obstacle_fn *visit;
    void *visit_context;
} gathering;

static bool visit_obstacle(void *context, int obstacle) {
    const gathering *q = context;
    const ground *g = q->ground;
    int index = g->moving_count > 0 ? moving_index(g, obstacle) : -1;
    sm_obstacle o = {.shape = ground_get(g, obstacle),
                     .oneway = g->spans[g->statements[obstacle]].is_oneway,
                     .number = obstacle};
    if (index >= 0) {
        o.moves = true;
        o.before = g->before[index];
    }
    q->visit(q->visit_context, &o);
    return true;
}

static void gather(const void *context, sm_vec2 min, sm_vec2 max, sm_obstacle_fn *visit,
                   void *visit_context) {
    const ground *g = ((const ground_mover *)context)->ground;
    gathering q = {g, visit, visit_context};
    float wider = g->farthest_step * 1.001f; /* what is within it now may have been in the box */
    sm_vec2 low = {min.x - wider, min.y - wider}, high = {max.x + wider, max.y + wider};
    sm_world_overlap_box(g->world, low, high, visit_obstacle, &q);
}

static void offer(const void *context, sm_vec2 position, sm_vec2 delta, sm_choice *choice) {
    sm_offer_gathered(ground_obstacles(context), position, delta, choice);
}

sm_obstacles ground_obstacles(const ground_mover *mover) {
    return (sm_obstacles){offer, mover, gather, mover->mover};
}

#include "explorer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../slidemove/vec.h"
#include "plane/plane.h"
#include "space/space.h"

enum { CONTACTS = 16, RAIN_MAX = 4000000, PHASES_MAX = 8 };

static const float phase_seconds = 0.5f; /* the shortest phase of what moves */

/* The state that a tick reads and changes, without obstacles at rest. */
typedef struct walker_state {
    player player;
    unsigned long tick;
} walker_state;

struct explorer {
    sandbox *sandbox;
    explore *explore;
    walker_state start;
    obstacles **obstacles; /* of each worker; where nothing moves, copies that share all arrays */
    record *records;       /* of each worker */
    int workers;
    bool moves;
    level_box3 *reaches;  /* of each statement that moves: where it may touch the mover */
    unsigned long period; /* ticks, of what moves slowest */
    int phases;
    sm3_vec *rain; /* places above ground */
    int rain_count, rain_room;
    float top;  /* of the level */
    int *outer; /* statements: in 2D the closed loops around the start */
    int outer_count, outer_room;
    obstacle_list above; /* what is above a place, while rain is listed */
    explore_zone *zones;
    int *zone_statements; /* of each zone */
    int zone_count, zone_room;
    explorer_options options;
    unsigned levels_shown, remade; /* of the sandbox, and its edit's version, when it began */
    unsigned long version;
};

explore *explorer_explore(explorer *x) {
    return x->explore;
}

/* ---- A tick ------------------------------------------------------------------------------ */

/* In 3D `walk` is as seen by an eye that looks along x. */
player_input explorer_input(const explore_input *input, int dimensions) {
    sm3_vec walk = input->walk;
    if (dimensions == 2)
        return (player_input){.walk = {walk.x, walk.y}, .rise = input->jump ? 1 : 0};
    return (player_input){.walk = {walk.z, walk.x}, .rise = input->jump ? 1 : walk.y};
}

static int find_contacts(const obstacles *o, const player *p, sm3_vec position,
                         sm3_collision contacts[CONTACTS]) {
    sm_collision flat[CONTACTS];
    int count;
    if (o->dimension->count == 3) {
        count = sm3_find_contacts(position, player_upright(p), space_obstacles(space_seen(o)), NULL,
                                  contacts, CONTACTS);
        return count < CONTACTS ? count : CONTACTS;
    }
    count = sm_find_contacts(sm3_to2(position), player_hull(p), plane_obstacles(plane_seen(o)),
                             NULL, flat, CONTACTS);
    count = count < CONTACTS ? count : CONTACTS;
    for (int i = 0; i < count; i++)
        contacts[i] = sm_collision_to3(flat[i]);
    return count;
}

/* Reports the contacts that the player has before and after the tick, which block its path. */
static void look_at_glide(const obstacles *o, const player *p, const record *r, sm3_vec before,
                          const explore_input *input, explore_look *look) {
    const sm3_result *result = &record_last(r)->result;
    sm3_collision contacts[2 * CONTACTS];
    float step = PLAYER_SPEED / TICKS_PER_SECOND * p->speed_factor;
    bool is_slow = sm3_length(sm3_between(before, p->position)) < 0.5f * step;
    *look = (explore_look){
        .position = p->position, .crushed = result->status == SM_CRUSHED, .depth = result->depth};
    if (result->pushes == 0 && !is_slow)
        return;
    int count = find_contacts(o, p, p->position, contacts);
    for (int i = 0; i < count && i < EXPLORE_OBSTACLES; i++)
        look->obstacles[look->obstacle_count++] = contacts[i].obstacle;
    if (!is_slow || p->momentum) /* which is slow for a while without a reason */
        return;
    count += find_contacts(o, p, before, contacts + count);
    look->free = sm3_length(sm3_clip_velocity(sm3_scaled(input->walk, step), contacts, count));
}

/* Returns how far a character could go along a path: its contacts within the tick are in the record
 * of the same tick, made again. */
static float find_free(obstacles *o, const player *before, const player_input *input, record *r,
                       sm3_vec path) {
    sm3_collision walls[SM_ITERATIONS_MAX];
    player p = *before;
    int count = 0;
    r->results_alone = false;
    obstacles_tick(o, &p, input, r);
    r->results_alone = true;
    const move_record *m = record_last(r);
    for (int i = 0; i < m->trace.iteration_count; i++) {
        int chosen = m->trace.iterations[i].chosen;
        vec3 normal = chosen >= 0 ? vec3_of(m->candidates[chosen].normal) : vec3_zero;
        bool is_floor = normal.y > cos((double)p.gait.slope);
        normal.y = 0;
        if (!is_floor && vec3_length(normal) > 1e-3)
            walls[count++].normal = vec3_round(vec3_unit(normal, normal));
    }
    return sm3_length(sm3_clip_velocity(path, walls, count));
}

static bool moves(const obstacles *o, int obstacle) {
    return level_moves(&o->level->statements[o->statements[obstacle]]);
}

static bool is_oneway(void *context, int obstacle, uint64_t user) {
    const obstacles *o = context;
    (void)user;
    return obstacles_is_oneway(o, obstacle);
}

static bool note_flat(void *context, const sm_obstacle *o) {
    (void)o;
    *(bool *)context = true;
    return false;
}

static bool note_face(void *context, const sm3_obstacle *o) {
    (void)o;
    *(bool *)context = true;
    return false;
}

/* Whether the player is half through a one-way obstacle, where it may go back. */
static bool is_half_through(const obstacles *o, const player *p) {
    player inner = *p;
    sm_filter oneway = {.accept = is_oneway, .context = (void *)o};
    bool is_there = false;
    inner.radius *= 0.9999f; /* what rests on it is not through it */
    if (!o->has_oneway)
        return false;
    if (o->dimension->count == 3)
        sm3_find_overlaps(p->position, player_upright(&inner), space_obstacles(space_seen(o)),
                          &oneway, note_face, &is_there);
    else
        sm_find_overlaps(sm3_to2(p->position), player_hull(&inner), plane_obstacles(plane_seen(o)),
                         &oneway, note_flat, &is_there);
    return is_there;
}

/* Whether the place is within the box, or no farther than `margin` from it. */
static bool is_near(const level_box3 *box, sm3_vec at, float margin) {
    return at.x >= box->min.x - margin && at.x <= box->max.x + margin &&
           at.y >= box->min.y - margin && at.y <= box->max.y + margin &&
           at.z >= box->min.z - margin && at.z <= box->max.z + margin;
}

static bool is_near_moving(const explorer *x, sm3_vec at) {
    for (int i = 0; i < x->sandbox->obstacles->moving_count; i++) {
        if (is_near(&x->reaches[i], at, 0))
            return true;
    }
    return false;
}

/* Moves the obstacles that the player may meet in its next tick: most of the time of an exploration
 * would go into moving all. What it looks at reaches no farther than its path, a step up or down,
 * and its width. */
static void bring_near(const explorer *x, obstacles *o, const walker_state *w) {
    const player *p = &w->player;
    float path = (sm3_length(p->body.momentum) + sm3_length(p->body.carried) +
                  PLAYER_SPEED * p->speed_factor) /
                 TICKS_PER_SECOND;
    float margin = path + p->gait.step + p->gait.snap + 2 * p->radius;
    for (int i = 0; i < o->moving_count; i++) {
        if (is_near(&x->reaches[i], p->position, margin))
            obstacles_bring(o, i, w->tick + 1);
    }
    o->tick = w->tick + 1;
}

static void tick(void *context, int worker, void *state, const explore_input *input,
                 explore_look *look) {
    const explorer *x = context;
    walker_state *w = state;
    obstacles *o = x->obstacles[worker];
    player *p = &w->player;
    player_input asked = explorer_input(input, o->dimension->count);
    const player before = *p;
    if (x->moves)
        bring_near(x, o, w);
    p->previous_heading = p->heading;
    p->noclip = false;
    obstacles_tick(o, p, &asked, &x->records[worker]);
    w->tick++;
    if (p->gravity) {
        sm3_vec walk = sm3_scaled(input->walk, PLAYER_SPEED * p->speed_factor);
        explore_look_at_character(&p->body, walk, 1.0f / TICKS_PER_SECOND, look);
        if (look->free > 0 && !x->moves)
            look->free = find_free(o, &before, &asked, &x->records[worker],
                                   sm3_scaled(walk, 1.0f / TICKS_PER_SECOND));
    } else {
        look_at_glide(o, p, &x->records[worker], before.position, input, look);
    }
    for (int i = 0; i < look->obstacle_count && x->moves; i++)
        look->is_carried |= moves(o, look->obstacles[i]);
    look->waits = is_near_moving(x, p->position);
    int moment = (int)(w->tick % x->period * (unsigned)x->phases / x->period);
    look->phase = (look->waits ? 2 + 2 * moment : 0) + is_half_through(o, p);
}

static void place(void *context, void *state, sm3_vec position) {
    const explorer *x = context;
    walker_state *w = state;
    *w = x->start;
    player_halt(&w->player);
    w->player.position = w->player.previous_position = position;
}

/* ---- Ground ------------------------------------------------------------------------------ */

static sm3_vec get_rain(void *context, int index) {
    const explorer *x = context;
    return x->rain[index];
}

/* The face that is right above a place. */
typedef struct overhead {
    const obstacles *obstacles;
    sm3_vec from;
    double nearest; /* how high above it, */
    bool is_back;   /* and whether that is a face seen from behind */
} overhead;

/* Returns whether a vertical line through the place crosses the triangle, and how far above it. */
static bool crosses_face(sm3_vec from, sm3_triangle t, double *height, bool *is_back) {
    vec3 a = vec3_sub(vec3_of(t.a), vec3_of(from)), b = vec3_sub(vec3_of(t.b), vec3_of(from)),
         c = vec3_sub(vec3_of(t.c), vec3_of(from));
    double u = b.z * c.x - b.x * c.z, v = c.z * a.x - c.x * a.z, w = a.z * b.x - a.x * b.z;
    double area = u + v + w;
    bool is_in = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
    if (!is_in || area == 0)
        return false;
    *height = (u * a.y + v * b.y + w * c.y) / area;
    *is_back = area > 0; /* its front is above */
    return *height > 0;
}

static void look_up_face(overhead *up, int obstacle) {
    double height;
    bool is_back;
    sm3_triangle t = up->obstacles->dimension->shape(up->obstacles, obstacle);
    if (crosses_face(up->from, t, &height, &is_back) && height < up->nearest) {
        up->nearest = height;
        up->is_back = is_back;
    }
}

/* Whether the place is within the closed line of that statement. */
static bool is_within(const obstacles *o, int statement, sm3_vec place) {
    obstacle_span span = obstacles_span(o, statement);
    bool is_in = false;
    for (int i = span.first; i < span.first + span.count; i++) {
        sm_capsule edge = plane_get(plane_seen(o), i);
        is_in ^= level_is_below(sm3_to2(place), edge.a, edge.b);
    }
    return is_in;
}

/* Lists the loops that the start is in: outside of them is no level. */
static void list_outer(explorer *x) {
    const obstacles *o = x->sandbox->obstacles;
    const level *l = o->level;
    for (int i = 0; i < l->statement_count && o->dimension->count == 2; i++) {
        const level_statement *s = &l->statements[i];
        if (s->kind != LEVEL_LOOP || level_is_oneway(s) || level_moves(s) ||
            !is_within(o, i, x->start.player.position))
            continue;
        memory_grow(&x->outer, &x->outer_room, x->outer_count, sizeof *x->outer);
        x->outer[x->outer_count++] = i;
    }
}

/* Whether a loop is around the start and not around the place. `above` is all that is above that.
 */
static bool is_outside(const explorer *x, sm3_vec place, const obstacle_list *above) {
    const obstacles *o = x->sandbox->obstacles;
    for (int k = 0; k < x->outer_count; k++) {
        bool is_in = false;
        for (int i = 0; i < above->count; i++) {
            sm_capsule edge = plane_get(plane_seen(o), above->obstacles[i]);
            if (o->statements[above->obstacles[i]] == x->outer[k])
                is_in ^= level_is_below(sm3_to2(place), edge.a, edge.b);
        }
        if (!is_in)
            return true;
    }
    return false;
}

/* Returns 1 or -1 when the obstacle is an edge above the place that leads into or out of a solid of
 * a map, from above. Within a solid the sum of all is more than 0. */
static int winding_of_map(const obstacles *o, int obstacle, sm3_vec place) {
    int statement = o->statements[obstacle];
    sm_capsule edge = plane_get(plane_seen(o), obstacle);
    if (o->level->statements[statement].kind != LEVEL_MAP ||
        !level_is_outline_shape(o->level, statement,
                                obstacle - obstacles_span(o, statement).first) ||
        !level_is_below(sm3_to2(place), edge.a, edge.b))
        return 0;
    return edge.b.x > edge.a.x ? 1 : -1;
}

/* Whether the place is inside something solid: right above it is the back of a face; or, in 2D, a
 * solid of a map is around it, or a box or a loop that is not around the start, or one is around
 * the start and not around it. */
static bool is_inside(const explorer *x, sm3_vec place, obstacle_list *found) {
    const obstacles *o = x->sandbox->obstacles;
    bool is_3d = o->dimension->count == 3, is_in = false;
    int winding = 0;
    overhead up = {.obstacles = o, .from = place, .nearest = INFINITY};
    sm3_vec top = {place.x, fmaxf(x->top, place.y), place.z};
    found->count = 0;
    o->dimension->find(o, place, top, found);
    for (int i = 0; i < found->count; i++) {
        int statement = o->statements[found->obstacles[i]];
        level_kind kind = o->level->statements[statement].kind;
        if (is_3d)
            look_up_face(&up, found->obstacles[i]);
        else if (kind == LEVEL_BOX || kind == LEVEL_LOOP)
            is_in |= is_within(o, statement, place) &&
                     !is_within(o, statement, x->start.player.position);
        else
            winding += winding_of_map(o, found->obstacles[i], place);
    }
    return is_3d ? up.is_back : is_in || winding > 0 || is_outside(x, place, found);
}

/* A mover that stands on a slope of that normal begins a little above it. */
static void add_rain(explorer *x, sm3_vec ground, double rise) {
    const player *p = &x->start.player;
    double foot = (double)player_length(p) / 2;
    double above = foot + (double)p->radius / rise + 0.02 * (double)p->radius;
    if (x->rain_count == RAIN_MAX)
        return;
    ground.y = (float)((double)ground.y + above);
    if (is_inside(x, ground, &x->above))
        return;
    memory_grow(&x->rain, &x->rain_room, x->rain_count, sizeof *x->rain);
    x->rain[x->rain_count++] = ground;
}

static void rain_on_edge(explorer *x, sm3_triangle t, double least) {
    double cell = (double)x->options.cell;
    vec3 a = vec3_of(t.a), along = vec3_sub(vec3_of(t.b), a);
    double length = vec3_length(along), rise = length > 0 ? fabs(along.x) / length : 1;
    int count = (int)fmin(length / cell, 1e5) + 1;
    for (int i = 0; i < count && rise > least; i++) {
        sm3_vec ground = vec3_round(vec3_add(a, vec3_scale(along, (i + 0.5) / count)));
        ground.y += t.radius;
        add_rain(x, ground, rise);
    }
}

/* On a face that is smaller than a cell by its share of one. */
static void rain_on_face(explorer *x, sm3_triangle t, double least, double *owed) {
    vec3 a = vec3_of(t.a), u = vec3_sub(vec3_of(t.b), a), v = vec3_sub(vec3_of(t.c), a);
    vec3 normal = vec3_cross(u, v);
    double area = vec3_length(normal) / 2, cell = (double)x->options.cell;
    double rise = area > 0 ? normal.y / (2 * area) : 0;
    rise = t.one_sided ? rise : fabs(rise);
    if (rise <= least)
        return;
    *owed += area / (cell * cell);
    if (*owed < 1)
        return;
    double sides = fmin(ceil(sqrt(2 * *owed)), 1e3);
    *owed = 0;
    for (double i = 0; i < sides; i++)
        for (double k = 0; k < sides - i; k++) {
            vec3 at =
                vec3_add(vec3_scale(u, (i + 1. / 3) / sides), vec3_scale(v, (k + 1. / 3) / sides));
            add_rain(x, vec3_round(vec3_add(a, at)), rise);
        }
}

static void list_rain(explorer *x) {
    const obstacles *o = x->sandbox->obstacles;
    double least = cos((double)x->start.player.gait.slope), owed = 0;
    x->top = obstacles_bounds(o).max.y;
    list_outer(x);
    for (int i = 0; i < o->count && x->start.player.gravity; i++) {
        sm3_triangle t = o->dimension->shape(o, i);
        if (level_moves(&o->level->statements[o->statements[i]]))
            continue;
        if (o->dimension->count == 2)
            rain_on_edge(x, t, least);
        else
            rain_on_face(x, t, least, &owed);
    }
    obstacle_list_free(&x->above);
}

/* ---- What moves -------------------------------------------------------------------------- */

/* The slowest decides; what moves in other periods is then at about the same place. */
static void find_period(explorer *x) {
    const obstacles *o = x->sandbox->obstacles;
    double longest = 0;
    for (int i = 0; i < o->moving_count; i++) {
        const level_attribute_values *a = &o->level->statements[o->moving[i].statement].attributes;
        double turn = a->spin != 0 ? 360 / fabs((double)a->spin) : 0;
        double seconds = (double)(o->dimension->count == 3 ? a->shift3_seconds : a->shift_seconds);
        longest = fmax(longest, fmax(turn, seconds));
    }
    longest = fmin(fmax(longest, 1.0 / TICKS_PER_SECOND), 600);
    x->moves = o->moving_count > 0;
    x->period = (unsigned long)(longest * TICKS_PER_SECOND + 0.5);
    x->phases = (int)fmin(ceil(longest / (double)phase_seconds), PHASES_MAX);
}

/* Moving obstacles are changed by ticks, so each worker has its own. */
static bool share_obstacles(explorer *x) {
    obstacles *o = x->sandbox->obstacles;
    bool good = true;
    for (int i = 0; i < x->workers && good; i++) {
        obstacles *mine = x->moves ? obstacles_create(o->dimension, o->level, NULL)
                                   : memory_alloc(o->dimension->size);
        if (mine != NULL && !x->moves)
            memcpy(mine, o, o->dimension->size);
        x->obstacles[i] = mine;
        x->records[i].results_alone = true;
        good = mine != NULL;
    }
    return good;
}

/* Around all places of what moves, by the mover's size and two cells more: there it can wait for
 * what comes. */
static void find_reaches(explorer *x) {
    enum { PLACES = 64 };
    obstacles *o = x->obstacles[0];
    float around = player_reach(&x->start.player) + 2 * x->options.cell;
    x->reaches = memory_calloc((size_t)o->moving_count + 1, sizeof *x->reaches);
    for (int k = 0; k < PLACES * o->moving_count; k++) {
        int i = k % o->moving_count;
        level_box3 *box = &x->reaches[i];
        obstacle_span span = o->moving[i].span;
        if (i == 0)
            obstacles_set_tick(o, x->period * (unsigned)(k / o->moving_count) / PLACES);
        for (int n = span.first; n < span.first + span.count; n++) {
            sm3_triangle t = o->dimension->shape(o, n);
            if (k < o->moving_count && n == span.first)
                *box = (level_box3){t.a, t.a};
            level_box3_include(box, &t);
        }
    }
    for (int i = 0; i < o->moving_count; i++) {
        const sm3_vec all = {around, around, around};
        x->reaches[i].min = sm3_offset(x->reaches[i].min, all, -1);
        x->reaches[i].max = sm3_offset(x->reaches[i].max, all, 1);
    }
    for (int i = 0; i < x->workers && x->moves; i++)
        x->obstacles[i]->moves_apart = true;
}

/* ---- Making one -------------------------------------------------------------------------- */

/* The zone that a statement says: its middle, and then its size along each axis, or a radius. */
static explore_zone zone_of(const level *l, const level_statement *s, explore_use use) {
    const float *n = l->numbers + s->first_number, *size = n + l->dimensions;
    bool is_3d = l->dimensions == 3;
    explore_zone zone = {.use = use, .centre = {n[0], n[1], is_3d ? n[2] : 0}};
    if (s->number_count == l->dimensions + 1)
        zone.radius = size[0];
    else
        zone.half = (sm3_vec){size[0] / 2, size[1] / 2, is_3d ? size[2] / 2 : 0};
    return zone;
}

static void list_zones(explorer *x) {
    static const explore_use uses[LEVEL_KIND_COUNT] = {
        [LEVEL_BOUNDS] = EXPLORE_BOUNDS, [LEVEL_BOUNDS3] = EXPLORE_BOUNDS,
        [LEVEL_FORBID] = EXPLORE_FORBID, [LEVEL_FORBID3] = EXPLORE_FORBID,
        [LEVEL_KILL] = EXPLORE_KILL,     [LEVEL_KILL3] = EXPLORE_KILL,
        [LEVEL_REACH] = EXPLORE_REACH,   [LEVEL_REACH3] = EXPLORE_REACH};
    const level *l = x->sandbox->level;
    for (int i = 0; i < l->statement_count; i++) {
        const level_statement *s = &l->statements[i];
        if (s->kind < LEVEL_BOUNDS)
            continue;
        int room = x->zone_room;
        memory_grow(&x->zones, &x->zone_room, x->zone_count, sizeof *x->zones);
        memory_grow(&x->zone_statements, &room, x->zone_count, sizeof *x->zone_statements);
        x->zone_statements[x->zone_count] = i;
        x->zones[x->zone_count++] = zone_of(l, s, uses[s->kind]);
    }
}

/* The player's, and those that statements say. */
static bool start_everywhere(explorer *x) {
    const level *l = x->sandbox->level;
    bool good = explore_start(x->explore, &x->start);
    for (int i = 0; i < l->statement_count && good; i++) {
        const level_statement *s = &l->statements[i];
        const float *n = l->numbers + s->first_number;
        walker_state state;
        if (s->kind != LEVEL_START && s->kind != LEVEL_START3)
            continue;
        place(x, &state, (sm3_vec){n[0], n[1], l->dimensions == 3 ? n[2] : 0});
        good = explore_start(x->explore, &state);
    }
    return good;
}

static explore_def define(const explorer *x) {
    const player *p = &x->start.player;
    const obstacles *o = x->sandbox->obstacles;
    level_box3 box = obstacles_bounds(o);
    return (explore_def){.dimensions = o->dimension->count,
                         .walks = p->gravity,
                         .low = box.min,
                         .high = box.max,
                         .radius = p->radius,
                         .reach = player_reach(p),
                         .speed = PLAYER_SPEED * p->speed_factor,
                         .step = p->gait.step,
                         .jump = p->gait.jump,
                         .max_slope = p->gait.slope,
                         .cell = x->options.cell,
                         .rate = TICKS_PER_SECOND,
                         .kinds = x->options.kinds,
                         .zones = x->zones,
                         .zone_count = x->zone_count,
                         .memory = x->options.memory,
                         .slice = x->options.slice};
}

static void run_jobs(void *context, int count, explore_job *job, void *jobs) {
    const explorer *x = context;
    x->options.run(x->options.run_context, count, job, jobs);
}

static bool open_explore(explorer *x, char message[SAVE_MESSAGE_LENGTH]) {
    explore_def def = define(x);
    explore_world world = {.context = x,
                           .state_size = sizeof(walker_state),
                           .tick = tick,
                           .place = place,
                           .rain = get_rain,
                           .rain_count = x->rain_count,
                           .run = x->options.run != NULL ? run_jobs : NULL,
                           .workers = x->workers};
    size_t needed;
    x->explore = explore_create(&def, &world, &needed);
    if (x->explore != NULL && start_everywhere(x))
        return true;
    if (needed > 0)
        snprintf(message, SAVE_MESSAGE_LENGTH,
                 "the level is too large to explore: it would take %.0f MB; larger cells take less",
                 (double)needed / 1e6);
    else
        snprintf(message, SAVE_MESSAGE_LENGTH, "no memory to explore the level");
    return false;
}

explorer *explorer_create(sandbox *s, const explorer_options *options,
                          char message[SAVE_MESSAGE_LENGTH]) {
    explorer *x = memory_calloc(1, sizeof *x);
    x->sandbox = s;
    x->options = *options;
    x->workers = options->workers > 0 ? options->workers : 1;
    x->start = (walker_state){.player = s->player, .tick = s->tick};
    x->levels_shown = s->levels_shown;
    x->remade = s->remade;
    x->version = edit_version(s->edit);
    if (options->from_start) {
        obstacles_start(s->obstacles, &x->start.player);
        x->start.tick = 0;
    }
    player_halt(&x->start.player);
    if (!(x->options.cell > 0))
        x->options.cell =
            fmaxf(s->player.radius, 2 * PLAYER_SPEED / TICKS_PER_SECOND * s->player.speed_factor);
    x->obstacles = memory_calloc((size_t)x->workers, sizeof(obstacles *));
    x->records = memory_calloc((size_t)x->workers, sizeof *x->records);
    find_period(x);
    list_zones(x);
    list_rain(x);
    bool good = share_obstacles(x);
    if (good)
        find_reaches(x);
    if (good && open_explore(x, message))
        return x;
    explorer_destroy(x);
    return NULL;
}

void explorer_destroy(explorer *x) {
    if (x == NULL)
        return;
    explore_destroy(x->explore);
    for (int i = 0; i < x->workers; i++) {
        if (x->moves)
            obstacles_destroy(x->obstacles[i]);
        else
            free(x->obstacles[i]);
    }
    free(x->obstacles);
    free(x->records);
    free(x->reaches);
    free(x->rain);
    free(x->outer);
    free(x->zones);
    free(x->zone_statements);
    free(x);
}

/* ---- Findings ---------------------------------------------------------------------------- */

void explorer_write_where(const explorer *x, const explore_finding *f,
                          char words[EXPLORER_WHERE_LENGTH]) {
    const obstacles *o = x->sandbox->obstacles;
    words[0] = '\0';
    if (f->zone != EXPLORE_NONE) {
        int zone = x->zone_statements[f->zone];
        snprintf(words, EXPLORER_WHERE_LENGTH, "line %d, %s", o->level->statements[zone].line,
                 level_words(o->level, zone));
        return;
    }
    if (f->obstacle_count == 0 || (unsigned)f->obstacles[0] >= (unsigned)o->count)
        return;
    int obstacle = f->obstacles[0], statement = o->statements[obstacle];
    obstacle_span span = obstacles_span(o, statement);
    const char *part = obstacles_find_part(o, obstacle);
    int length = 0;
    if (!level_is_around_file(o->level))
        length = snprintf(words, EXPLORER_WHERE_LENGTH, "line %d%s",
                          o->level->statements[statement].line, span.count > 1 ? ", " : "");
    if (span.count > 1)
        snprintf(words + length, EXPLORER_WHERE_LENGTH - (size_t)length, "%s %d%s%s",
                 o->dimension->count == 3 ? "face" : "edge", obstacle - span.first + 1,
                 part[0] != '\0' ? " of " : "", part);
}

bool explorer_show_path(explorer *x, const explore_finding *f, session **t) {
    sandbox *s = x->sandbox;
    walker_state start;
    int count;
    explore_input *inputs = explore_find_way(x->explore, f, &count, &start, NULL);
    if (inputs == NULL)
        return false;
    session_destroy(*t);
    sandbox_reset_player(s);
    *sandbox_change(s) = start.player;
    *t = session_create(s);
    for (int i = 0; i < count; i++) {
        player_input input = explorer_input(&inputs[i], s->level->dimensions);
        session_tick(*t, &input);
    }
    free(inputs);
    return true;
}

session *explorer_play(explorer *x, const explore_finding *f) {
    session *t = NULL;
    explorer_show_path(x, f, &t);
    return t;
}

bool explorer_is_current(const explorer *x, const sandbox *s) {
    return x->sandbox == s && x->levels_shown == s->levels_shown && x->remade == s->remade &&
           x->version == edit_version(s->edit);
}

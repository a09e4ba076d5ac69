#include "obstacles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../level/text.h"

/* How far from touching an obstacle is still shown as a candidate, in radii of the mover. */
static const float reach_radii = 1.0f;

void obstacle_list_add(obstacle_list *list, int obstacle) {
    memory_grow(&list->obstacles, &list->room, list->count, sizeof obstacle);
    list->obstacles[list->count++] = obstacle;
}

void obstacle_list_free(obstacle_list *list) {
    free(list->obstacles);
    *list = (obstacle_list){0};
}

/* ---- What moves -------------------------------------------------------------------------- */

static int compare_moving(const void *statement, const void *moving) {
    return *(const int *)statement - ((const obstacles_moving *)moving)->statement;
}

static const obstacles_moving *find_moving(const obstacles *o, int statement) {
    return o->moving_count == 0 ? NULL
                                : bsearch(&statement, o->moving, (size_t)o->moving_count,
                                          sizeof *o->moving, compare_moving);
}

static void note_rest(obstacles *o, const obstacles_moving *m) {
    for (int i = 0; i < m->span.count; i++)
        o->rest[m->rest + i] = o->dimension->shape(o, m->span.first + i);
}

static bool is_box(const obstacles *o, int statement) {
    return o->level->statements[statement].kind == LEVEL_BOX;
}

/* Lists the moving statements and the boxes, and finds whether an obstacle is one-way. Returns
 * false when memory ran out. */
static bool list_statements(obstacles *o) {
    const level *l = o->level;
    int room = 0, rest_room = 0, box_room = 0, shapes = 0;
    for (int i = 0; i < l->statement_count; i++) {
        o->has_oneway |= level_is_oneway(&l->statements[i]) || l->statements[i].kind == LEVEL_MAP;
        if (is_box(o, i)) {
            if (!memory_try_grow(&o->boxes, &box_room, o->box_count, sizeof *o->boxes))
                return false;
            o->boxes[o->box_count++] = i;
        }
        if (!level_moves(&l->statements[i]))
            continue;
        obstacles_moving m = {.statement = i, .span = obstacles_span(o, i), .rest = shapes};
        shapes += m.span.count;
        if (!memory_try_grow(&o->moving, &room, o->moving_count, sizeof m) ||
            !memory_try_grow(&o->rest, &rest_room, shapes, sizeof *o->rest))
            return false;
        o->moving[o->moving_count++] = m;
        note_rest(o, &m);
    }
    return true;
}

/* Puts the moving obstacles where they are at this tick. */
static void place_moving(obstacles *o, obstacles_moving *m, unsigned long tick, bool stands) {
    level_pose at = level_pose_at(o->level, m->statement, (double)tick / TICKS_PER_SECOND);
    for (int k = 0; k < m->span.count; k++)
        o->dimension->place(o, m->span.first + k, level_posed_triangle(at, o->rest[m->rest + k]),
                            stands);
    m->tick = tick;
}

static void place_all(obstacles *o, bool stands) {
    for (int i = 0; i < o->moving_count; i++)
        place_moving(o, &o->moving[i], o->tick, stands);
}

void obstacles_bring(obstacles *o, int moving, unsigned long tick) {
    obstacles_moving *m = &o->moving[moving];
    if (m->tick != tick && m->tick != tick - 1)
        place_moving(o, m, tick - 1, false);
    if (m->tick != tick)
        place_moving(o, m, tick, false);
}

sm3_triangle obstacles_rest(const obstacles *o, int obstacle) {
    const obstacles_moving *m = find_moving(o, o->statements[obstacle]);
    return m != NULL ? o->rest[m->rest + obstacle - m->span.first]
                     : o->dimension->shape(o, obstacle);
}

static void advance(obstacles *o) {
    o->tick++;
    place_all(o, false);
}

/* ---- All, or one statement --------------------------------------------------------------- */

obstacle_span obstacles_span(const obstacles *o, int statement) {
    int first = level_count_below(o->statements, o->count, statement);
    int next = level_count_below(o->statements, o->count, statement + 1);
    return (obstacle_span){first, next - first};
}

const char *obstacles_find_part(const obstacles *o, int obstacle) {
    int statement = o->statements[obstacle], mesh = o->level->statements[statement].mesh;
    if (o->level->statements[statement].kind != LEVEL_MESH)
        return "";
    return level_find_part(&o->level->meshes[mesh], obstacle - obstacles_span(o, statement).first);
}

bool obstacles_is_oneway(const obstacles *o, int obstacle) {
    int statement = o->statements[obstacle];
    return level_is_oneway_shape(o->level, statement,
                                 obstacle - obstacles_span(o, statement).first);
}

static int compare(const void *a, const void *b) {
    int first = *(const int *)a, second = *(const int *)b;
    return (first > second) - (first < second);
}

void obstacles_find(const obstacles *o, sm3_vec middle, float reach, obstacle_list *found) {
    sm3_vec all = {reach, reach, reach};
    found->count = 0;
    o->dimension->find(o, sm3_offset(middle, all, -1), sm3_offset(middle, all, 1), found);
    if (found->count > 1)
        qsort(found->obstacles, (size_t)found->count, sizeof *found->obstacles, compare);
}

static void release(obstacles *o) {
    o->dimension->release(o);
    free(o->statements);
    free(o->moving);
    free(o->boxes);
    free(o->rest);
}

static bool make(obstacles *o) {
    level_shapes shapes;
    if (!level_make_shapes(o->level, &shapes))
        return false;
    o->statements = shapes.statements;
    o->count = shapes.count;
    shapes.statements = NULL;
    bool good = o->dimension->make(o, &shapes);
    level_free_shapes(&shapes);
    return good && list_statements(o);
}

bool obstacles_remake(obstacles *o) {
    obstacles *made = memory_calloc(1, o->dimension->size);
    *made = (obstacles){.dimension = o->dimension,
                        .level = o->level,
                        .version = o->version + 1,
                        .layout = o->layout + 1,
                        .tick = o->tick,
                        .progress = o->progress};
    bool good = make(made);
    if (good) {
        place_all(made, true);
        release(o);
        memcpy(o, made, o->dimension->size);
    } else {
        release(made);
    }
    free(made);
    return good;
}

obstacles *obstacles_create(const dimension *d, const level *l, const obstacles *before) {
    obstacles *o = memory_calloc(1, d->size);
    if (before != NULL)
        *o = (obstacles){.version = before->version,
                         .layout = before->layout,
                         .tick = before->tick,
                         .progress = before->progress};
    o->dimension = d;
    o->level = l;
    if (obstacles_remake(o))
        return o;
    free(o);
    return NULL;
}

void obstacles_destroy(obstacles *o) {
    if (o == NULL)
        return;
    release(o);
    free(o);
}

static bool is_listed_box(const obstacles *o, int statement) {
    int at = level_count_below(o->boxes, o->box_count, statement);
    return at < o->box_count && o->boxes[at] == statement;
}

/* Whether an effect is better followed by making all anew. */
static bool needs_all(const obstacles *o, edit_effect e) {
    static const int dear = 3; /* changing an obstacle costs as much as building so many */
    if (e.kind != EDIT_CHANGED || e.statement >= o->level->statement_count)
        return true;
    int count = obstacles_span(o, e.statement).count;
    bool moves = level_moves(&o->level->statements[e.statement]);
    return level_count_shapes(o->level, e.statement) != count || count > o->count / dear ||
           moves != (find_moving(o, e.statement) != NULL) ||
           is_box(o, e.statement) != is_listed_box(o, e.statement);
}

static bool refresh(obstacles *o, int statement) {
    const obstacles_moving *moving = find_moving(o, statement);
    if (!o->dimension->refresh(o, statement, obstacles_span(o, statement)))
        return false;
    if (moving != NULL)
        note_rest(o, moving);
    o->has_oneway |= level_is_oneway(&o->level->statements[statement]);
    return true;
}

bool obstacles_follow(obstacles *o, edit_news news) {
    bool all = news.lost || o->is_behind;
    o->version++;
    for (int i = 0; i < news.count && !all; i++)
        all = needs_all(o, news.effects[i]);
    for (int i = 0; i < news.count && !all; i++)
        all = !refresh(o, news.effects[i].statement);
    o->is_behind = all; /* without memory the next change makes all anew */
    if (all)
        return obstacles_remake(o);
    place_all(o, true);
    return true;
}

/* Where the obstacles are now, or where the level's text puts them. */
static level_box3 bounds(const obstacles *o, bool at_rest) {
    level_box3 box = level_player_box(o->level);
    for (int i = 0; i < o->count; i++) {
        sm3_triangle t = at_rest ? obstacles_rest(o, i) : o->dimension->shape(o, i);
        level_box3_include(&box, &t);
    }
    return box;
}

level_box3 obstacles_bounds(const obstacles *o) {
    return bounds(o, false);
}

void obstacles_start(const obstacles *o, player *p) {
    level_player from = level_get_player(o->level);
    p->position = from.position;
    p->heading = from.angle;
}

static sm_options options_of(const player *p, sm_trace *trace) {
    return (sm_options){.resolver = p->resolver,
                        .max_pushes = p->max_pushes,
                        .trace = trace,
                        .both_sides = p->both_sides};
}

sm3_result obstacles_try_move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                              const sm_options *options) {
    sm_options by_library = *options;
    if (options->resolver == RESOLVER_RULE && !p->noclip)
        return resolvers_move_by_rule(o, p, position, delta, options);
    by_library.resolver = resolver_of_library(options->resolver);
    return o->dimension->try_move(o, p, position, delta, &by_library);
}

/* Moves the moving obstacles, unless they have, and returns the record of the player's tick. */
static move_record *begin_tick(obstacles *o, const player *p, record *r) {
    if (!o->moves_apart)
        advance(o);
    move_record *m = record_begin(r, reach_radii * p->radius);
    m->by = *p;
    m->version = o->version;
    m->walks = false;
    return m;
}

static void end_tick(player *p, record *r, sm3_vec position) {
    p->previous_position = p->position;
    p->position = position;
    record_end(r);
}

void obstacles_move(obstacles *o, player *p, sm3_vec delta, record *r) {
    move_record *m = begin_tick(o, p, r);
    sm_options options = options_of(p, r->results_alone ? NULL : &m->trace);
    m->result = obstacles_try_move(o, p, p->position, delta, &options);
    end_tick(p, r, m->result.position);
}

/* ---- Walking ----------------------------------------------------------------------------- */

/* A player's setting of 0 means none. In sm_character_settings a negative value means that. */
static float or_none(float value) {
    return value > 0 ? value : -1;
}

sm_character_settings obstacles_gait(const player *p, const sm_options *options) {
    float jump = p->gait.jump > 0 ? sqrtf(2 * PLAYER_GRAVITY * p->gait.jump) : 0;
    return (sm_character_settings){.max_slope = or_none(p->gait.slope),
                                   .step_height = or_none(p->gait.step),
                                   .snap = or_none(p->gait.snap),
                                   .gravity = PLAYER_GRAVITY,
                                   .jump_speed = or_none(jump),
                                   .options = options};
}

/* Returns the result of a character's tick as that of a move. SM_SWEEP leaves a depth only where
 * the mover is crushed. */
static sm3_result result_of(const sm_character *body, const sm_trace *trace) {
    bool leaves_depth = trace->resolver != SM_SWEEP || body->crushed;
    sm3_result result = {.position = body->position,
                         .status = body->crushed ? SM_CRUSHED : SM_MOVED};
    for (int i = 0; i < body->contact_count; i++) {
        const sm_character_contact *contact = &body->contacts[i];
        if (leaves_depth && contact->depth > result.depth)
            result.depth = contact->depth;
    }
    for (int i = 0; i < trace->iteration_count; i++) {
        int chosen = trace->iterations[i].chosen;
        if (chosen >= 0) {
            result.pushes++;
            result.normal = trace->candidates[chosen].normal;
        }
    }
    return result;
}

static void put_back(obstacles *o, player *p, record *r) {
    obstacles_start(o, p);
    p->previous_position = p->position;
    player_halt(p);
    record_clear(r, p->position);
    p->losses++;
}

/* Returns the least height of the level as its text has it, computed again when that has changed.
 * Not where obstacles are now: a tick that is gone back to must find the same. */
static float lowest(obstacles *o) {
    if (o->low_version != o->version)
        o->low = bounds(o, true).min.y;
    o->low_version = o->version;
    return o->low;
}

/* Walks the player's body; `velocity` is in world units a second. */
static void walk_recorded(const obstacles *o, player *p, sm3_vec velocity, bool jump,
                          sm_trace *trace, move_record *m) {
    sm_options options = options_of(p, trace);
    sm_character_settings settings = obstacles_gait(p, &options);
    options.resolver = m->trace.resolver = resolver_of_library(p->resolver);
    p->body.position = p->position;
    o->dimension->walk_body(o, p, &settings, velocity, jump);
    m->walks = true;
    m->walk = velocity;
    m->jump = jump;
    if (m->by.body.on_floor &&
        (!jump || settings.jump_speed < 0)) /* the tick's, not the first leg's */
        m->trace.delta = sm3_scaled((sm3_vec){velocity.x, 0, velocity.z}, 1.0f / TICKS_PER_SECOND);
    m->result = result_of(&p->body, &m->trace);
}

/* A character's tick. */
static void walk(obstacles *o, player *p, sm3_vec velocity, bool jump, record *r) {
    move_record *m = begin_tick(o, p, r);
    walk_recorded(o, p, velocity, jump, r->results_alone ? NULL : &m->trace, m);
    end_tick(p, r, p->body.position);
    p->heading = remainderf(p->heading + p->body.turned, 2 * 3.14159265f);
    bool falls_far = p->body.momentum.y < -PLAYER_GRAVITY; /* it has fallen for a second */
    if (falls_far && p->position.y < lowest(o) - OBSTACLES_ABYSS)
        put_back(o, p, r);
}

void obstacles_redo(const obstacles *o, const move_record *made, sm_resolver by, move_record *again,
                    sm_character *body) {
    player p = made->by;
    p.resolver = by;
    record_ready(again, made->trace.reach);
    again->by = p;
    again->version = made->version;
    again->walks = false;
    sm_options options = options_of(&p, &again->trace);
    if (made->walks)
        walk_recorded(o, &p, made->walk, made->jump, &again->trace, again);
    else
        again->result = obstacles_try_move(o, &p, p.position, made->trace.delta, &options);
    *body = p.body;
}

void obstacles_tick(obstacles *o, player *p, const player_input *input, record *r) {
    player_wish wish = o->dimension->wish(o, p, input);
    if (wish.walks)
        walk(o, p, sm3_scaled(wish.delta, TICKS_PER_SECOND), wish.jump, r);
    else
        obstacles_move(o, p, wish.delta, r);
    o->dimension->adapt(o, p, &wish);
}

/* Makes two steps, so that obstacles have a velocity. At tick 0 they have none. */
void obstacles_set_tick(obstacles *o, unsigned long tick) {
    o->tick = (tick > 0 ? tick - 1 : 0) - 1;
    advance(o);
    o->tick = tick - 1;
    advance(o);
}

/* ---- Looking ahead ----------------------------------------------------------------------- */

typedef struct looking {
    const obstacles *obstacles;
    const player *player;
    lookahead *ahead;
    sm_filter standing;
} looking;

static bool stands(void *context, int obstacle, uint64_t user) {
    const obstacles *o = context;
    (void)user;
    return !level_moves(&o->level->statements[o->statements[obstacle]]);
}

/* Returns an obstacle relative to the centre that it turns about. */
static sm3_triangle around(sm3_triangle t, vec3 centre) {
    t.a = vec3_round(vec3_sub(vec3_of(t.a), centre));
    t.b = vec3_round(vec3_sub(vec3_of(t.b), centre));
    t.c = vec3_round(vec3_sub(vec3_of(t.c), centre));
    return t;
}

static sm3_motion motion_of(const lookahead_wall *w) {
    double angle = atan2(w->pose.sine, w->pose.cosine);
    return (sm3_motion){.position = vec3_round(vec3_add(w->pose.centre, w->pose.shift)),
                        .angle = vec3_round(vec3_scale(w->pose.axis, angle)),
                        .delta = vec3_round(w->shift),
                        .turn = vec3_round(vec3_scale(w->pose.axis, w->turn))};
}

/* Returns how a statement moves in this tick. A shift that turns back later is not foreseen. */
static lookahead_wall wall_of(const looking *l, int statement) {
    const double tick = 1.0 / TICKS_PER_SECOND, now = (double)l->obstacles->tick * tick;
    level_pose at = level_pose_at(l->obstacles->level, statement, now);
    level_pose next = level_pose_at(l->obstacles->level, statement, now + tick);
    double ticks = (double)l->ahead->seconds * TICKS_PER_SECOND;
    double turn = atan2(at.cosine * next.sine - at.sine * next.cosine,
                        at.cosine * next.cosine + at.sine * next.sine);
    return (lookahead_wall){at, vec3_scale(vec3_sub(next.shift, at.shift), ticks), turn * ticks};
}

level_pose lookahead_pose(const lookahead_wall *w, double fraction) {
    level_pose pose = w->pose;
    double angle = atan2(pose.sine, pose.cosine) + w->turn * fraction;
    pose.cosine = cos(angle);
    pose.sine = sin(angle);
    pose.shift = vec3_add(pose.shift, vec3_scale(w->shift, fraction));
    return pose;
}

static sm_advance_result approach(const looking *l, int obstacle, const lookahead_wall *w,
                                  sm_advance_trace *trace) {
    sm3_triangle shape = around(obstacles_rest(l->obstacles, obstacle), w->pose.centre);
    sm3_motion motion = motion_of(w);
    return l->obstacles->dimension->approach(l->player, &l->ahead->motion, &shape, &motion, trace);
}

/* Takes the obstacle if it is touched before the one found so far. */
static void consider(looking *l, int obstacle, const lookahead_wall *w) {
    lookahead *a = l->ahead;
    sm_advance_result touch = approach(l, obstacle, w, NULL);
    bool is_earlier = touch.fraction < a->touch.fraction ||
                      (touch.fraction == a->touch.fraction && obstacle < a->obstacle);
    if (touch.end == SM_ADVANCE_CLEAR || (a->obstacle != SM_NO_OBSTACLE && !is_earlier))
        return;
    a->touch = touch;
    a->obstacle = obstacle;
    a->wall = *w;
}

static const lookahead_wall still = {.pose = {.axis = {0, 0, 1}, .cosine = 1}};

static void consider_moving(looking *l, const obstacles_moving *m) {
    lookahead_wall w = wall_of(l, m->statement);
    for (int i = m->span.first; i < m->span.first + m->span.count; i++)
        consider(l, i, &w);
}

/* Returns the axis that the player turns about: forward, head over heels. A box turns as headings
 * do, since its edges would hit the floor, and so does every shape in 2D. */
static sm3_vec roll_of(const looking *l, sm3_vec heading) {
    const dimension *d = l->obstacles->dimension;
    sm3_vec axis = sm3_cross((sm3_vec){1, 0, 0}, d->up);
    bool falls_over = (d->features & HAS_DEPTH) != 0 && !player_shape(l->player)->has_sides;
    return falls_over ? sm3_cross(axis, heading) : axis;
}

/* Finds the first obstacle on the motion, which goes as far as the ray. The obstacle at its end is
 * touched first as a rule, and the others are searched only up to there. */
static void find_on_way(looking *l, sm3_vec heading) {
    const obstacles *o = l->obstacles;
    const dimension *d = o->dimension;
    lookahead *a = l->ahead;
    sm3_vec farthest = sm3_scaled(heading, LOOKAHEAD_ADVANCE);
    sm3_touch end = d->ray(o, a->from, farthest, &l->standing);
    a->motion = (sm3_motion){.position = a->from,
                             .delta = sm3_scaled(farthest, (float)end.fraction),
                             .turn = sm3_scaled(roll_of(l, heading), LOOKAHEAD_TURN)};
    a->seconds = (float)end.fraction * LOOKAHEAD_ADVANCE / (PLAYER_SPEED * l->player->speed_factor);
    a->touch = (sm_advance_result){.end = SM_ADVANCE_CLEAR, .fraction = 1};
    a->obstacle = SM_NO_OBSTACLE;
    if (end.hit)
        consider(l, end.obstacle, &still);
    for (int i = 0; i < o->moving_count; i++)
        consider_moving(l, &o->moving[i]);
    sm3_vec until = sm3_offset(a->from, a->motion.delta, (float)a->touch.fraction);
    obstacle_list near = {0};
    d->along(o, a->from, until, player_reach(l->player) + (float)SM_ADVANCE_TOLERANCE, &l->standing,
             &near);
    for (int i = 0; i < near.count; i++)
        consider(l, near.obstacles[i], &still);
    obstacle_list_free(&near);
}

/* Finds the floor below the player. Over an edge there are several heights below it. */
static void look_down(const obstacles *o, const player *p, lookahead *a) {
    enum { RIM = 8 };
    const dimension *d = o->dimension;
    const sm3_vec down = {0, -LOOKAHEAD_RAY, 0};
    a->below = d->ray(o, p->position, down, NULL);
    a->floor = a->below.hit ? a->below.position.y : INFINITY;
    for (int i = 0; i < RIM; i++) {
        sm3_vec out = d->direction((float)i * (2 * 3.14159265f / RIM));
        sm3_touch under = d->ray(o, sm3_offset(p->position, out, 0.9f * p->radius), down, NULL);
        if (under.hit)
            a->floor = fminf(a->floor, under.position.y);
    }
}

void obstacles_look(const obstacles *o, const player *p, bool advance, lookahead *a) {
    const dimension *d = o->dimension;
    looking l = {o, p, a, {.accept = stands, .context = (void *)o}};
    sm3_vec heading = d->direction(p->heading);
    a->from = p->position;
    a->ray = d->ray(o, a->from, sm3_scaled(heading, LOOKAHEAD_RAY), NULL);
    a->distance = (float)a->ray.fraction * LOOKAHEAD_RAY;
    if ((d->features & HAS_DEPTH) != 0)
        look_down(o, p, a);
    if (!advance)
        return;
    find_on_way(&l, heading);
    sm_advance_trace trace = {.steps = a->steps, .capacity = LOOKAHEAD_STEPS};
    if (a->obstacle != SM_NO_OBSTACLE)
        approach(&l, a->obstacle, &a->wall, &trace);
    a->step_count = trace.count;
    a->steps_lost = trace.lost;
}

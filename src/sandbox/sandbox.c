/* sandbox: the state and its one way forward, the tick. */
#include "sandbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../level/file.h"
#include "momentum.h"

/* World units. A drag may ask for any distance in one tick; the mover follows at a speed that the
 * seed method can follow without tunnelling, a little under one radius a tick. */
static const float drag_radii_per_tick = 0.9f;

/* How far from touching an obstacle is still shown as a candidate, in radii of the mover. */
static const float reach_radii = 1.0f;

static const float crowd_radii = 0.5f; /* of the player's: a member's radius */
static const float crowd_speed = 6;    /* a member's, in its radii a second */

/* Contacts that momentum is clipped by: more than a convex mover can lean on at once. */
enum { MOST_CONTACTS = 64 };

/* Computed in double and rounded once: the C library's cosf may differ in its last bit from one CPU
 * to the next. */
static sm_vec2 direction(float angle) {
    return (sm_vec2){(float)cos((double)angle), (float)sin((double)angle)};
}

static void forget_moves(sandbox *s) {
    s->move.result = (sm_result){.position = s->position};
    s->move.trace = (sm_trace){.start = s->position};
    s->pushed_age = SANDBOX_PUSH_ECHO_TICKS;
    s->trail_count = 0;
    s->tick = 0;
    s->previous_position = s->position;
    s->previous_heading = s->heading;
    s->velocity = (sm_vec2){0, 0};
    ghosts_return(&s->ghosts, s);
}

const char *sandbox_mover_name(const sandbox *s, mover_kind kind) {
    return s->space != NULL ? mover_kinds[kind].name3 : mover_kinds[kind].name;
}

void sandbox_reset_player(sandbox *s) {
    level_player start = level_get_player(s->level);
    s->position = start.position;
    s->heading = start.angle;
    forget_moves(s);
    if (s->space != NULL)
        space_reset(s->space);
}

static mover_size level_size(const level *l) {
    if (l->dimensions == 3) {
        level_player3 player = level_get_player3(l);
        return (mover_size){player.radius, player.length};
    }
    level_player player = level_get_player(l);
    return (mover_size){player.radius, player.length};
}

static void take_size(sandbox *s, mover_size size) {
    s->radius = size.radius;
    s->length = size.length;
    s->mover = size.length > 0 ? MOVER_CAPSULE : MOVER_DISK;
}

/* Where the player was, among other obstacles. */
static void keep_place(space *to, const space *from) {
    to->position = to->previous_position = from->position;
    to->heading = to->previous_heading = from->heading;
    to->gravity = from->gravity;
    to->both_sides = from->both_sides;
    space_forget_moves(to);
}

/* Of a 3D level the ground is empty. */
static bool adopt_level(sandbox *s, level *l) {
    edit *e = edit_create(l);
    space *sp = e != NULL && l->dimensions == 3 ? space_create(l) : NULL;
    if (e == NULL || (l->dimensions == 3 && sp == NULL) || !ground_make(&s->ground, l)) {
        space_destroy(sp);
        edit_destroy(e);
        level_free(l);
        return false;
    }
    if (sp != NULL && s->space != NULL)
        keep_place(sp, s->space);
    space_destroy(s->space);
    s->space = sp;
    s->levels_shown++;
    edit_destroy(s->edit);
    level_free(s->level);
    s->level = l;
    s->edit = e;
    return true;
}

void sandbox_follow_edit(sandbox *s) {
    if (s->space != NULL)
        space_follow(s->space, s->edit);
    else
        ground_follow(&s->ground, s->edit);
}

level_box sandbox_bounds(const sandbox *s) {
    level_box box = level_player_box(s->level);
    for (int i = 0; i < s->ground.count; i++)
        level_box_include(&box, ground_get(&s->ground, i));
    return box;
}

bool sandbox_save(sandbox *s, const char *path, char message[SAVE_MESSAGE_LENGTH]) {
    size_t length;
    char *text = level_write(s->level, &length);
    if (text == NULL) {
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: no memory", path);
        return false;
    }
    bool saved = save_file(path, text, length, NULL, message);
    if (saved) {
        s->level->file = (level_file_state){.hash = level_hash(text, length)};
        edit_mark_saved(s->edit);
    }
    free(text);
    return saved;
}

sandbox *sandbox_create(level *l) {
    sandbox *s = calloc(1, sizeof *s);
    if (s == NULL) {
        level_free(l);
        return NULL;
    }
    s->speed_factor = 1;
    s->max_pushes = SM_PUSHES;
    if (!adopt_level(s, l)) {
        free(s);
        return NULL;
    }
    take_size(s, level_size(l));
    sandbox_reset_player(s);
    return s;
}

void sandbox_destroy(sandbox *s) {
    if (s == NULL)
        return;
    ground_free(&s->ground);
    crowd_free(&s->crowd);
    space_destroy(s->space);
    edit_destroy(s->edit);
    level_free(s->level);
    free(s);
}

bool sandbox_show(sandbox *s, level *l, bool keep_player) {
    mover_size before = level_size(s->level);
    keep_player = keep_player && s->level->dimensions == l->dimensions;
    if (!adopt_level(s, l))
        return false;
    mover_size size = level_size(l);
    if (!keep_player || size.radius != before.radius || size.length != before.length)
        take_size(s, size);
    if (!keep_player) {
        int others = s->crowd.count;
        sandbox_reset_player(s);
        crowd_free(&s->crowd);
        sandbox_set_crowd(s, others);
    }
    return true;
}

mover_size sandbox_size(const sandbox *s) {
    return (mover_size){s->radius, s->length};
}

sm_hull sandbox_hull(const sandbox *s) {
    return mover_hull(s->mover, sandbox_size(s), direction(s->heading));
}

sm_capsule sandbox_mover(const sandbox *s) {
    return mover_capsule(s->mover, sandbox_size(s), direction(s->heading));
}

void sandbox_set_mover(sandbox *s, mover_kind kind) {
    if (sandbox_mover_name(s, kind) != NULL)
        s->mover = kind;
}

void sandbox_look_ahead(sandbox *s) {
    if (s->space != NULL)
        space_look_around(s->space);
    else
        lookahead_make(&s->ahead, &s->ground, sandbox_hull(s), s->position, direction(s->heading));
}

static void copy_move(sandbox_move *to, const sandbox_move *from) {
    *to = *from;
    to->trace.candidates = to->candidates;
}

static void remember_trail(sandbox *s) {
    int next = (s->trail_first + s->trail_count) % SANDBOX_TRAIL_TICKS;
    s->trail[next] = s->position;
    if (s->trail_count < SANDBOX_TRAIL_TICKS)
        s->trail_count++;
    else
        s->trail_first = (s->trail_first + 1) % SANDBOX_TRAIL_TICKS;
}

sm_vec2 sandbox_trail_at(const sandbox *s, int age) {
    return s->trail[(s->trail_first + s->trail_count - 1 - age) % SANDBOX_TRAIL_TICKS];
}

sm_result sandbox_try_move(const sandbox *s, sm_vec2 position, sm_vec2 delta,
                           const sm_options *options) {
    if (s->ground.oneway_count == 0 && s->ground.moving_count == 0 && s->mover != MOVER_BOX)
        return sm_slide_move_world(position, delta, sandbox_mover(s), s->ground.world, options);
    ground_mover mover = {&s->ground, sandbox_hull(s)};
    return sm_slide_move(position, delta, ground_obstacles(&mover), options);
}

static void make_move(sandbox *s, sm_vec2 delta, bool ghost) {
    ground_tick(&s->ground, s->level);
    sandbox_move *m = &s->move;
    m->trace.candidates = m->candidates;
    m->trace.capacity = SANDBOX_CANDIDATES;
    m->trace.reach = reach_radii * s->radius;
    sm_options options = {s->resolver, s->max_pushes, &m->trace};
    m->result =
        ghost ? sm_slide_move_capsules(s->position, delta, sandbox_mover(s), NULL, 0, &options)
              : sandbox_try_move(s, s->position, delta, &options);

    s->previous_position = s->position;
    s->position = m->result.position;
    s->ghost = ghost;
    s->tick++;
    if (m->result.pushes > 0) {
        copy_move(&s->pushed, m);
        s->pushed_age = 0;
    } else if (s->pushed_age < SANDBOX_PUSH_ECHO_TICKS) {
        s->pushed_age++;
    }
    remember_trail(s);
    ghosts_tick(&s->ghosts, s, delta);
}

static sm_vec2 limited(sm_vec2 v, float longest) {
    float length = sqrtf(v.x * v.x + v.y * v.y);
    if (!(length > longest))
        return v;
    return (sm_vec2){v.x * (longest / length), v.y * (longest / length)};
}

static sm_vec2 dragged_delta(const sandbox *s, const sandbox_input *input) {
    sm_vec2 wanted = {input->drag_to.x - s->position.x, input->drag_to.y - s->position.y};
    bool may_jump = input->ghost || s->resolver == SM_SWEEP; /* which never tunnels */
    return may_jump ? wanted : limited(wanted, drag_radii_per_tick * s->radius);
}

/* World units. */
static float walked_step(const sandbox *s, const sandbox_input *input) {
    float step = SANDBOX_SPEED / TICKS_PER_SECOND * s->speed_factor;
    return input->slow ? step * SANDBOX_SLOW : step;
}

static sm_vec2 walked_delta(const sandbox *s, const sandbox_input *input) {
    sm_vec2 heading = direction(s->heading);
    sm_vec2 walk = {input->walk.x + input->thrust * heading.x,
                    input->walk.y + input->thrust * heading.y};
    float step = walked_step(s, input);
    walk = limited(walk, 1);
    return (sm_vec2){walk.x * step, walk.y * step};
}

void sandbox_set_momentum(sandbox *s, bool on) {
    s->momentum = on;
    s->velocity = (sm_vec2){0, 0};
}

static sm_vec2 accelerated_delta(sandbox *s, const sandbox_input *input) {
    sm_vec2 step = walked_delta(s, input);
    sm_vec2 steady = {step.x * TICKS_PER_SECOND, step.y * TICKS_PER_SECOND};
    s->velocity = momentum_tick(s->velocity, steady, TICKS_PER_SECOND);
    return (sm_vec2){s->velocity.x / TICKS_PER_SECOND, s->velocity.y / TICKS_PER_SECOND};
}

/* What leads into a contact of the place it came to is gone. */
static void clip_velocity(sandbox *s) {
    sm_collision contacts[MOST_CONTACTS];
    ground_mover mover = {&s->ground, sandbox_hull(s)};
    int count = sm_find_contacts(s->position, ground_obstacles(&mover), contacts, MOST_CONTACTS);
    s->velocity =
        sm_clip_velocity(s->velocity, contacts, count < MOST_CONTACTS ? count : MOST_CONTACTS);
}

static sm_vec2 asked_delta(sandbox *s, const sandbox_input *input) {
    if (input->dragging) {
        s->velocity = (sm_vec2){0, 0};
        return dragged_delta(s, input);
    }
    return s->momentum ? accelerated_delta(s, input) : walked_delta(s, input);
}

/* Kept within a turn, so that a heading stays as fine after an hour as at the start. */
static float turned(float heading, float by) {
    return remainderf(heading + by, 2 * 3.14159265f);
}

/* A long mover that would be crushed by turning does not turn: turned into a wall deeper than it is
 * thick, it could come out behind it. */
static void take_back_turn(sandbox *s, sm_vec2 delta) {
    sm_options options = {.resolver = s->resolver};
    if (s->resolver == SM_SWEEP && s->mover == MOVER_CAPSULE && s->heading != s->previous_heading &&
        sandbox_try_move(s, s->position, delta, &options).status == SM_CRUSHED)
        s->heading = s->previous_heading;
}

/* ---- 3D ---------------------------------------------------------------------------------- */

space_rules sandbox_rules(const sandbox *s) {
    return (space_rules){.mover = mover_upright(s->mover, sandbox_size(s)),
                         .resolver = s->resolver,
                         .max_pushes = s->max_pushes};
}

sm3_result sandbox_result(const sandbox *s) {
    if (s->space != NULL)
        return s->space->move.result;
    const sm_result *r = &s->move.result;
    return (sm3_result){.position = {r->position.x, r->position.y, 0},
                        .normal = {r->normal.x, r->normal.y, 0},
                        .depth = r->depth,
                        .pushes = r->pushes,
                        .status = r->status};
}

unsigned sandbox_version(const sandbox *s) {
    return s->space != NULL ? s->space->version : s->ground.version;
}

int sandbox_candidates(const sandbox *s) {
    if (s->space != NULL)
        return s->space->move.trace.candidate_count + s->space->move.trace.candidates_lost;
    return s->move.trace.candidate_count + s->move.trace.candidates_lost;
}

int sandbox_obstacles(const sandbox *s) {
    return s->space != NULL ? s->space->solids.count : s->ground.count;
}

sm3_vec sandbox_position(const sandbox *s) {
    return s->space != NULL ? s->space->position : (sm3_vec){s->position.x, s->position.y, 0};
}

/* Limited as in 2D. */
static sm3_vec dragged_delta3(const sandbox *s, const sandbox_input *input) {
    sm3_vec at = s->space->position, to = input->drag_to3;
    sm3_vec way = {to.x - at.x, to.y - at.y, to.z - at.z};
    float length = sqrtf(way.x * way.x + way.y * way.y + way.z * way.z);
    float longest = drag_radii_per_tick * s->radius;
    if (input->ghost || s->resolver == SM_SWEEP || !(length > longest))
        return way;
    return (sm3_vec){way.x * (longest / length), way.y * (longest / length),
                     way.z * (longest / length)};
}

static sm3_vec walked_delta3(const sandbox *s, const sandbox_input *input) {
    sm3_vec ahead = space_direction(input->view_heading), right = {-ahead.z, 0, ahead.x};
    sm_vec2 walk = limited(input->walk, 1);
    float step = walked_step(s, input);
    return (sm3_vec){(ahead.x * walk.y + right.x * walk.x) * step, input->rise * step,
                     (ahead.z * walk.y + right.z * walk.x) * step};
}

static void tick_space(sandbox *s, const sandbox_input *input) {
    space_rules rules = sandbox_rules(s);
    rules.ghost = input->ghost;
    if (input->dragging)
        space_pull(s->space, dragged_delta3(s, input), &rules);
    else
        space_walk(s->space, walked_delta3(s, input), input->rise > 0, &rules);
    s->ghost = input->ghost;
    s->tick++;
}

void sandbox_tick(sandbox *s, const sandbox_input *input) {
    if (s->space != NULL) {
        tick_space(s, input);
        return;
    }
    s->previous_heading = s->heading;
    s->heading = turned(s->heading, input->turn * SANDBOX_TURN / TICKS_PER_SECOND *
                                        (input->slow ? SANDBOX_SLOW : 1));
    sm_vec2 delta = asked_delta(s, input);
    if (!input->ghost)
        take_back_turn(s, delta);
    make_move(s, delta, input->ghost);
    if (s->momentum && !input->ghost)
        clip_velocity(s);
    crowd_tick(&s->crowd, &s->ground, sandbox_hull(s), s->position,
               crowd_speed / TICKS_PER_SECOND * s->crowd.radius);
}

int sandbox_set_crowd(sandbox *s, int count) {
    if (s->space != NULL)
        count = 0;
    return crowd_resize(&s->crowd, count, &s->ground, sm_capsule_at(sandbox_mover(s), s->position),
                        crowd_radii * s->radius);
}

void sandbox_tick_delta(sandbox *s, sm_vec2 delta) {
    s->previous_heading = s->heading;
    make_move(s, delta, false);
}

void sandbox_tick_delta3(sandbox *s, sm3_vec delta) {
    if (s->space == NULL) {
        sandbox_tick_delta(s, (sm_vec2){delta.x, delta.y});
        return;
    }
    space_rules rules = sandbox_rules(s);
    space_move_by(s->space, delta, &rules);
    s->ghost = false;
    s->tick++;
}

static float clamped(float value, float low, float high) {
    return !(value > low) ? low : value > high ? high : value; /* NaN: low */
}

void sandbox_set_radius(sandbox *s, float radius) {
    s->radius = clamped(radius, SANDBOX_RADIUS_MIN, SANDBOX_RADIUS_MAX);
}

void sandbox_scale_radius(sandbox *s, float factor) {
    sandbox_set_radius(s, s->radius * factor);
}

void sandbox_set_speed(sandbox *s, float factor) {
    s->speed_factor = clamped(factor, SANDBOX_SPEED_FACTOR_MIN, SANDBOX_SPEED_FACTOR_MAX);
}

void sandbox_set_pushes(sandbox *s, int pushes) {
    s->max_pushes = pushes < 1 ? 1 : pushes > SM_PUSHES_MAX ? SM_PUSHES_MAX : pushes;
}

/* Even steps to the hand: each about 1.4 times the one before. */
static const float speed_factors[] = {
    SANDBOX_SPEED_FACTOR_MIN, 0.15f, 0.2f, 0.3f, 0.5f, 0.7f, 1, 1.5f, 2, 3, 4, 5, 7,
    SANDBOX_SPEED_FACTOR_MAX};
enum { SPEED_FACTOR_COUNT = sizeof speed_factors / sizeof *speed_factors };

void sandbox_step_speed(sandbox *s, int steps) {
    int nearest = 0;
    for (int i = 1; i < SPEED_FACTOR_COUNT; i++) {
        if (fabsf(speed_factors[i] - s->speed_factor) <
            fabsf(speed_factors[nearest] - s->speed_factor))
            nearest = i;
    }
    int next = nearest + steps;
    next = next < 0 ? 0 : next >= SPEED_FACTOR_COUNT ? SPEED_FACTOR_COUNT - 1 : next;
    s->speed_factor = speed_factors[next];
}

void sandbox_cycle_resolver(sandbox *s, int step) {
    s->resolver = (sm_resolver)(((int)s->resolver + step + SM_RESOLVER_COUNT) % SM_RESOLVER_COUNT);
}

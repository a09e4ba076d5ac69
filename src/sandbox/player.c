#include "player.h"

#include <math.h>
#include <string.h>

#include "../level/statements.h"

/* A capsule's length where the level gives none. */
static const float radii_long = 2;

/* The rounding of a box's edges, as a factor of the radius. */
static const float box_roundings[] = {[2] = 0, [3] = 0.125f};

/* World units. A drag may ask for any distance in one tick; the mover follows at a speed that the
 * seed method can follow without tunnelling, a little under one radius a tick. */
static const float drag_radii_per_tick = 0.9f;

/* ---- Shapes ------------------------------------------------------------------------------ */

const mover_shape mover_shapes[MOVER_KIND_COUNT] = {
    [MOVER_DISK] = {"turning changes only where it heads", "the mover's centre", false, false},
    [MOVER_CAPSULE] = {"lies along the heading and turns with it; in 3D upright",
                       "nearest of the mover's inner segment", true, false},
    [MOVER_BOX] = {"along the axes: it heads elsewhere, but does not turn",
                   "nearest point of the box", false, true},
};

bool mover_kind_from_name(const char *name, mover_kind *kind) {
    int flat = level_find_name(LEVEL_MOVER, name, strlen(name));
    int found = flat >= 0 ? flat : level_find_name(LEVEL_MOVER3, name, strlen(name));
    if (found >= 0)
        *kind = (mover_kind)found;
    return found >= 0;
}

sm_vec2 player_direction(float heading) {
    return (sm_vec2){(float)cos((double)heading), (float)sin((double)heading)};
}

float player_length(const player *p) {
    if (p->kind == MOVER_DISK)
        return 0;
    return p->kind == MOVER_CAPSULE && p->length == 0 ? radii_long * p->radius : p->length;
}

float player_reach(const player *p) {
    return (player_length(p) / 2 + p->radius) * (player_shape(p)->has_sides ? 1.7320508f : 1);
}

sm_capsule player_capsule(const player *p) {
    sm_vec2 axis = player_shape(p)->has_sides ? (sm_vec2){1, 0} : player_direction(p->heading);
    float half = player_length(p) / 2;
    return (sm_capsule){
        {-axis.x * half, -axis.y * half}, {axis.x * half, axis.y * half}, p->radius};
}

sm_hull player_hull(const player *p) {
    if (!player_shape(p)->has_sides)
        return sm_hull_of_capsule(player_capsule(p));
    return sm_hull_of_box(player_length(p) + 2 * p->radius, 2 * p->radius);
}

float player_rounding(const player *p, int dimensions) {
    return player_shape(p)->has_sides ? box_roundings[dimensions] * p->radius : p->radius;
}

sm3_mover player_upright(const player *p) {
    const sm3_vec middle = {0, 0, 0};
    float length = player_length(p), rounding = player_rounding(p, 3), half = p->radius - rounding;
    if (player_shape(p)->has_sides)
        return sm3_box(middle, (sm3_vec){half, 0, 0}, (sm3_vec){0, half + length / 2, 0},
                       (sm3_vec){0, 0, half}, rounding);
    return (sm3_mover){.a = {0, -length / 2, 0}, .b = {0, length / 2, 0}, .radius = p->radius};
}

int player_surface(const player *p, sm3_vec position, sm3_triangle pieces[PLAYER_PIECES]) {
    sm3_mover m = sm3_mover_at(player_upright(p), position);
    *pieces = sm3_solid_capsule(m);
    if (!player_shape(p)->has_sides)
        return 1;
    sm3_vec up = sm3_scaled(sm3_between(m.a, m.b), 0.5f), middle = sm3_offset(m.a, up, 1);
    const sm3_vec half[] = {m.side, up, m.front};
    for (int i = 0; i < 12; i++) {
        sm3_vec along = half[i / 4], u = half[(i / 4 + 1) % 3], w = half[(i / 4 + 2) % 3];
        float sign = i & 1 ? 1 : -1, other = i & 2 ? 1 : -1, out = 1 + m.radius / sm3_length(along);
        sm3_vec side =
            sm3_offset(middle, along, sign * out); /* half of the side; of the edge its middle */
        sm3_vec edge = sm3_offset(sm3_offset(middle, u, sign), w, other);
        sm3_vec corner = sm3_offset(sm3_offset(side, u, -other), w, other);
        pieces[i] = sm3_face(sm3_offset(sm3_offset(side, u, 1), w, 1), corner,
                             sm3_offset(sm3_offset(side, u, -1), w, -1));
        pieces[12 + i] = sm3_solid_capsule((sm3_mover){
            .a = sm3_offset(edge, along, -1), .b = sm3_offset(edge, along, 1), .radius = m.radius});
    }
    return PLAYER_PIECES;
}

/* ---- A tick's wish ----------------------------------------------------------------------- */

bool player_is_idle(const player_input *input) {
    return input->turn == 0 && input->thrust == 0 && input->walk.x == 0 && input->walk.y == 0 &&
           input->rise == 0 && !input->noclip && !input->dragging;
}

sm3_vec player_limited(sm3_vec v, float longest) {
    float length = sm3_length(v);
    return length > longest ? sm3_scaled(v, longest / length) : v;
}

float player_step(const player *p, const player_input *input) {
    float step = PLAYER_SPEED / TICKS_PER_SECOND * p->speed_factor;
    return input->slow ? step * PLAYER_SLOW : step;
}

sm3_vec player_dragged(const player *p, const player_input *input) {
    sm3_vec wanted = sm3_between(p->position, input->drag_to);
    bool may_jump = input->noclip || p->resolver == SM_SWEEP; /* which never tunnels */
    return may_jump ? wanted : player_limited(wanted, drag_radii_per_tick * p->radius);
}

void player_halt(player *p) {
    p->velocity = (sm3_vec){0, 0, 0};
    p->body = (sm_character){0};
}

/* ---- The record ------------------------------------------------------------------------ */

void record_clear(record *r, sm3_vec position) {
    move_record *m = &r->moves[r->last];
    m->result = (sm3_result){.position = position};
    m->trace = (sm_trace){.start = position};
    r->pushed_age = RECORD_ECHO_TICKS;
    r->trail_count = 0;
}

void record_ready(move_record *m, float reach) {
    m->trace.candidates = m->candidates;
    m->trace.let_through = m->let_through;
    m->trace.capacity = RECORD_CANDIDATES;
    m->trace.reach = reach;
}

/* Uses the record that is not kept for its push. */
move_record *record_begin(record *r, float reach) {
    r->last = 1 - r->pushed;
    record_ready(&r->moves[r->last], reach);
    return &r->moves[r->last];
}

static void remember_trail(record *r, sm3_vec position) {
    int next = (r->trail_first + r->trail_count) % RECORD_TRAIL_TICKS;
    r->trail[next] = position;
    if (r->trail_count < RECORD_TRAIL_TICKS)
        r->trail_count++;
    else
        r->trail_first = (r->trail_first + 1) % RECORD_TRAIL_TICKS;
}

void record_end(record *r) {
    const sm3_result *result = &r->moves[r->last].result;
    if (result->pushes > 0) {
        r->pushed = r->last;
        r->pushed_age = 0;
    } else if (r->pushed_age < RECORD_ECHO_TICKS) {
        r->pushed_age++;
    }
    remember_trail(r, result->position);
}

const move_record *record_last(const record *r) {
    return &r->moves[r->last];
}

const move_record *record_shown(const record *r) {
    bool echoes = r->pushed_age < RECORD_ECHO_TICKS;
    return &r->moves[echoes ? r->pushed : r->last];
}

float record_echo(const record *r) {
    return 1 - (float)r->pushed_age / RECORD_ECHO_TICKS;
}

int record_candidates(const record *r) {
    const sm_trace *t = &record_last(r)->trace;
    return t->candidate_count + t->candidates_lost;
}

sm3_vec record_trail(const record *r, int age) {
    return r->trail[(r->trail_first + r->trail_count - 1 - age) % RECORD_TRAIL_TICKS];
}

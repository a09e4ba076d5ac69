#include "attempt.h"

#include <math.h>
#include <string.h>

#include "../slidemove/vec.h"

enum {
    WINDOW_MAX = 64,
    REST_TICKS = 8,
    FLIGHT_SECONDS = 10,
    RANDOM_TICKS = 11,
    AIR_TICKS = 6,
    TOGETHER = 16 /* tries that are made in turns */
};

/* ---- Places ------------------------------------------------------------------------------ */

/* Off by a fraction of a cell, so that ground at a round height lies within cells. */
static const double grid_offset = 0.37;

static int32_t grid(float x, float cell) {
    return (int32_t)floor((double)x / (double)cell + grid_offset);
}

archive_key plan_key(const plan *p, sm3_vec position, bool on_floor, int phase) {
    float cell = p->def.cell;
    return (archive_key){grid(position.x, cell), grid(position.y, cell), grid(position.z, cell),
                         (uint32_t)on_floor | (uint32_t)phase << 1};
}

sm3_vec plan_corner(const plan *p, archive_key key) {
    vec3 index = {key.x - grid_offset, key.y - grid_offset, key.z - grid_offset};
    return vec3_round(vec3_scale(index, (double)p->def.cell));
}

static bool contains(const plan *p, const explore_zone *z, sm3_vec at) {
    sm3_vec from = sm3_between(z->centre, at);
    if (p->def.dimensions == 2)
        from.z = 0;
    if (sm3_length(z->half) == 0)
        return sm3_length(from) <= z->radius;
    return fabsf(from.x) <= z->half.x && fabsf(from.y) <= z->half.y && fabsf(from.z) <= z->half.z;
}

int plan_find_zone(const plan *p, explore_use use, sm3_vec position) {
    for (int i = 0; i < p->def.zone_count; i++) {
        if (p->def.zones[i].use == use && contains(p, &p->def.zones[i], position))
            return i;
    }
    return EXPLORE_NONE;
}

static bool leaves_bounds(const plan *p, sm3_vec position) {
    bool has = false;
    for (int i = 0; i < p->def.zone_count; i++)
        has |= p->def.zones[i].use == EXPLORE_BOUNDS;
    return has && plan_find_zone(p, EXPLORE_BOUNDS, position) == EXPLORE_NONE;
}

bool plan_allows(const plan *p, sm3_vec position) {
    return !leaves_bounds(p, position) &&
           plan_find_zone(p, EXPLORE_FORBID, position) == EXPLORE_NONE &&
           plan_find_zone(p, EXPLORE_KILL, position) == EXPLORE_NONE;
}

static uint64_t zones_reached(const plan *p, sm3_vec position) {
    uint64_t set = 0;
    int place = 0;
    for (int i = 0; i < p->def.zone_count && place < EXPLORE_REACH_MAX; i++) {
        if (p->def.zones[i].use == EXPLORE_REACH && contains(p, &p->def.zones[i], position))
            set |= (uint64_t)1 << place;
        place += p->def.zones[i].use == EXPLORE_REACH;
    }
    return set;
}

/* What walks falls; what glides leaves to any side. */
static bool is_lost(const plan *p, sm3_vec at) {
    const explore_def *d = &p->def;
    float margin = d->reach + d->cell;
    if (d->walks)
        return at.y < d->low.y - 2 * margin;
    return at.x < d->low.x - margin || at.x > d->high.x + margin || at.y < d->low.y - margin ||
           at.y > d->high.y + margin || at.z < d->low.z - margin || at.z > d->high.z + margin;
}

/* ---- Inputs ------------------------------------------------------------------------------ */

/* What the mover has done in the try so far. */
typedef struct watch {
    const plan *plan;
    const attempt_order *order;
    attempt *result;
    attempt_kind kind;
    int direction, ticks;
    explore_look now, before;
    sm3_vec step; /* the displacement of the last tick */

    bool lets_go;              /* the key is released for good */
    bool has_risen;            /* it came to the top of a jump */
    int resting, held, in_air; /* for so many ticks in a row: at one place, one input, no floor */
    float paths[WINDOW_MAX], frees[WINDOW_MAX]; /* rings */
    int turns_back, squeezed;
    sm3_vec stood;        /* where it last stood, */
    sm3_vec passed;       /* where it last was about as high, or within the level, */
    float levelled;       /* how far it has gone on the level since, */
    explore_look touched; /* the last tick that touched something */
    bool has_jumped, was_carried;
} watch;

static uint32_t mixed(uint32_t seed, uint32_t with) {
    uint64_t h = ((uint64_t)seed << 32 | with) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 31)) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32);
}

static explore_input random_input(const watch *w) {
    const plan *p = w->plan;
    uint32_t number =
        mixed(w->order->seed ^ (uint32_t)w->direction << 24, (uint32_t)(w->ticks / RANDOM_TICKS));
    bool jump = p->def.walks && p->def.jump > 0 && number >> 28 == 0;
    return (explore_input){p->walks[number % (uint32_t)p->directions], jump};
}

static explore_input choose_input(watch *w) {
    bool falls = w->in_air > 0 && w->step.y < 0;
    sm3_vec walk = w->plan->walks[w->direction];
    switch (w->kind) {
    case ATTEMPT_WALK:
        return (explore_input){.walk = walk};
    case ATTEMPT_DROP:
        w->lets_go |= w->in_air > 0;
        return (explore_input){.walk = w->lets_go ? (sm3_vec){0, 0, 0} : walk};
    case ATTEMPT_HOP:
        w->lets_go |= falls;
        return (explore_input){w->lets_go ? (sm3_vec){0, 0, 0} : walk, w->ticks == 0};
    case ATTEMPT_VAULT:
        w->has_risen |= falls;
        return (explore_input){w->has_risen ? walk : (sm3_vec){0, 0, 0}, w->ticks == 0};
    case ATTEMPT_JUMP:
        return (explore_input){walk, w->ticks == 0};
    case ATTEMPT_JUMP_UP:
        return (explore_input){.jump = w->ticks == 0};
    case ATTEMPT_RANDOM:
        return random_input(w);
    default:
        return (explore_input){.jump = false};
    }
}

/* ---- What is noticed ---------------------------------------------------------------------- */

static void note(watch *w, explore_kind kind, sm3_vec at, int zone) {
    attempt *a = w->result;
    const explore_look *seen = w->now.obstacle_count > 0 ? &w->now : &w->touched;
    if ((w->plan->def.kinds & 1u << kind) == 0 || a->event_count == ATTEMPT_EVENTS)
        return;
    for (int i = 0; i < a->event_count; i++) {
        if (a->events[i].kind == kind)
            return;
    }
    attempt_event *e = &a->events[a->event_count++];
    *e = (attempt_event){.kind = kind,
                         .zone = zone,
                         .at = at,
                         .ticks = (uint16_t)w->ticks,
                         .obstacle_count = (uint16_t)seen->obstacle_count};
    memcpy(e->obstacles, seen->obstacles, sizeof e->obstacles);
}

/* Returns false where the try ends. */
static bool watch_place(watch *w) {
    const plan *p = w->plan;
    sm3_vec at = w->now.position;
    int forbidden = plan_find_zone(p, EXPLORE_FORBID, at);
    w->result->reached |= zones_reached(p, at);
    if (plan_find_zone(p, EXPLORE_KILL, at) != EXPLORE_NONE)
        return false;
    if (forbidden != EXPLORE_NONE || leaves_bounds(p, at)) {
        note(w, EXPLORE_OUT, at, forbidden);
        return false;
    }
    if (w->now.obstacle_count > 0)
        w->touched = w->now;
    if (is_lost(p, at)) {
        note(w, EXPLORE_FALL, w->stood, EXPLORE_NONE);
        return false;
    }
    return true;
}

/* Sums up the last ticks of a ring. */
static float sum_of(const watch *w, const float *ring, int ticks) {
    float sum = 0;
    for (int i = 1; i <= ticks; i++)
        sum += ring[(w->ticks - i) & (WINDOW_MAX - 1)];
    return sum;
}

/* Whether the mover could go on for at least half of what is asked, by what touches it. */
static bool is_free(const watch *w, int ticks) {
    float wanted = w->plan->def.speed / (float)w->plan->def.rate * (float)ticks;
    return sum_of(w, w->frees, ticks) >= 0.5f * wanted;
}

static void watch_progress(watch *w) {
    const plan *p = w->plan;
    float path = sm3_length(w->step);
    bool grounded = (w->now.on_floor && w->before.on_floor) || !p->def.walks;
    bool counts = grounded && !w->now.is_carried;
    int at = (w->ticks - 1) & (WINDOW_MAX - 1);
    w->paths[at] = path;
    w->frees[at] = counts ? sm_maxf(w->now.free, path) : 0;
    if (w->held >= p->window && is_free(w, p->window) &&
        sum_of(w, w->paths, p->window) < 0.5f * sum_of(w, w->frees, p->window))
        note(w, EXPLORE_SNAG, w->now.position, EXPLORE_NONE);
}

static void watch_tremble(watch *w, sm3_vec step) {
    static const int often = 12;
    float visible = 0.005f * w->plan->def.radius;
    bool is_back = sm3_dot(step, w->step) < 0 && sm3_length(step) > visible &&
                   sm3_length(w->step) > visible && w->held > 1 && !w->now.is_carried;
    w->turns_back = is_back ? w->turns_back + 1 : w->turns_back > 0 ? w->turns_back - 1 : 0;
    if (w->turns_back == often)
        note(w, EXPLORE_TREMBLE, w->now.position, EXPLORE_NONE);
}

static void watch_depth(watch *w) {
    static const int lasting = 3;
    bool is_in = w->now.crushed || w->now.depth > 0.02f * w->plan->def.radius;
    w->squeezed = is_in ? w->squeezed + 1 : 0;
    if (w->squeezed == lasting)
        note(w, EXPLORE_SQUEEZED, w->now.position, EXPLORE_NONE);
}

/* What a walk may rise is a step, and what the path's slope makes of it. */
static void watch_rise(watch *w) {
    const explore_def *d = &w->plan->def;
    sm3_vec flat = w->step;
    flat.y = 0;
    w->levelled += sm3_length(flat);
    w->was_carried |= w->now.is_carried;
    if (!w->now.on_floor)
        return;
    double rise = (double)(w->now.position.y - w->stood.y);
    double allowed =
        (double)d->step + 0.05 * (double)d->radius + (w->has_jumped ? (double)d->jump : 0);
    allowed += (double)w->levelled * w->plan->steepest;
    bool is_steep = w->plan->least_normal > 0 && sm3_length(w->now.floor_normal) > 0 &&
                    (double)w->now.floor_normal.y < w->plan->least_normal;
    if (d->max_slope > 0 && !w->was_carried && (rise > allowed || is_steep))
        note(w, EXPLORE_CLIMB, w->now.position, EXPLORE_NONE);
    w->stood = w->now.position;
    w->levelled = 0;
    w->has_jumped = w->was_carried = false;
}

/* A rise that ends below the height of a jump, and on no floor. */
static void watch_ceiling(watch *w, sm3_vec step) {
    float risen = w->now.position.y - w->order->position.y;
    w->result->is_capped |= w->kind == ATTEMPT_JUMP && w->in_air > 1 && w->step.y > 0 &&
                            step.y <= 0 && risen < 0.9f * w->plan->def.jump;
}

/* ---- The try ----------------------------------------------------------------------------- */

static bool has_ended(const watch *w) {
    const plan *p = w->plan;
    int second = p->def.rate;
    bool is_away = sm3_length(sm3_between(w->order->position, w->now.position)) >= p->stride;
    bool stands = w->now.on_floor || !p->def.walks;
    if (w->order->limit > 0)
        return w->ticks >= w->order->limit;
    if (!stands && w->resting == 0)
        return w->ticks >= FLIGHT_SECONDS * second;
    if (w->now.waits && w->kind == ATTEMPT_STAND)
        return w->now.phase != key_phase(w->order->key) || w->ticks >= FLIGHT_SECONDS * second;
    if (!w->now.waits && w->resting >= REST_TICKS && !is_free(w, REST_TICKS))
        return true;
    if (w->ticks >= second || (!w->now.waits && w->resting > p->window))
        return true;
    switch (w->kind) {
    case ATTEMPT_RANDOM:
        return false;
    case ATTEMPT_JUMP:
    case ATTEMPT_HOP:
    case ATTEMPT_VAULT:
    case ATTEMPT_JUMP_UP:
        return w->ticks > AIR_TICKS && w->now.on_floor;
    default:
        return stands && (is_away || (!w->before.on_floor && w->lets_go));
    }
}

/* Makes one tick. Returns false where the try ends. */
static bool make_tick(watch *w, int worker, void *state) {
    const plan *p = w->plan;
    explore_input input = choose_input(w);
    bool is_random = w->kind == ATTEMPT_RANDOM && w->ticks % RANDOM_TICKS == 0;
    bool was_going = !w->lets_go;
    w->before = w->now;
    p->world.tick(p->world.context, worker, state, &input, &w->now);
    if (w->order->inputs != NULL)
        w->order->inputs[w->ticks] = input;
    w->ticks++;
    w->held = is_random || input.jump || (w->lets_go && was_going) ? 1 : w->held + 1;
    w->has_jumped |= input.jump;
    sm3_vec step = sm3_between(w->before.position, w->now.position);
    bool stands = w->now.on_floor || !p->def.walks;
    w->in_air = stands ? 0 : w->in_air + 1;
    watch_tremble(w, step);
    watch_ceiling(w, step);
    w->step = step;
    w->resting = sm3_same(w->before.position, w->now.position) ? w->resting + 1 : 0;
    w->result->leaves_floor |= !stands && w->before.on_floor;
    bool goes_on = watch_place(w);
    watch_progress(w);
    watch_depth(w);
    if (p->def.walks)
        watch_rise(w);
    else if (goes_on)
        w->stood = w->now.position;
    w->result->is_gone = !goes_on;
    return goes_on && !has_ended(w);
}

static watch begin(const plan *p, const attempt_order *order, attempt *a) {
    uint8_t action = a->action;
    *a = (attempt){.action = action};
    return (watch){.plan = p,
                   .order = order,
                   .result = a,
                   .kind = (attempt_kind)(action / ATTEMPT_DIRECTIONS),
                   .direction = action % ATTEMPT_DIRECTIONS,
                   .now = {.position = order->position, .on_floor = key_on_floor(order->key)},
                   .stood = order->position};
}

static void finish(const watch *w) {
    const plan *p = w->plan;
    attempt *a = w->result;
    a->ticks = (uint16_t)w->ticks;
    a->look = w->now;
    a->position = w->now.position;
    a->key = plan_key(p, w->now.position, w->now.on_floor, w->now.phase);
    float away = sm3_length(sm3_between(w->order->position, a->position));
    a->is_blocked = away < 0.9f * p->stride;
    a->gets_away = a->is_gone || !a->is_blocked || away > p->def.radius ||
                   a->look.phase != key_phase(w->order->key);
}

void attempt_make(const plan *p, int worker, const attempt_order *order, void *state, attempt *a) {
    a->action = order->action;
    attempt_make_all(p, worker, order, state, a, 1);
}

void attempt_make_all(const plan *p, int worker, const attempt_order *order, void *states,
                      attempt *tries, int count) {
    watch watches[TOGETHER];
    bool goes_on[TOGETHER];
    for (int first = 0; first < count; first += TOGETHER) {
        char *state = (char *)states + (size_t)first * p->world.state_size;
        int together = count - first < TOGETHER ? count - first : TOGETHER, going = together;
        for (int i = 0; i < together; i++) {
            watches[i] = begin(p, order, &tries[first + i]);
            goes_on[i] = true;
        }
        while (going > 0) {
            for (int i = 0; i < together; i++) {
                if (!goes_on[i])
                    continue;
                goes_on[i] =
                    make_tick(&watches[i], worker, state + (size_t)i * p->world.state_size);
                going -= !goes_on[i];
            }
        }
        for (int i = 0; i < together; i++)
            finish(&watches[i]);
    }
}

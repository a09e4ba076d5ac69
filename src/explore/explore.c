/* explore: the rounds. A round takes the waiting cells that are nearest to the start, makes their
 * tries side by side, and then, one after another, takes what they came to into the archive. So the
 * number of workers changes nothing. When no cell waits, traps are tried once more with every kind
 * of try, and then movers rain on all ground. */
#include "explore.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../slidemove/vec.h"
#include "attempt.h"
#include "findings.h"

enum {
    ROUND_CELLS = 32,
    RAIN_DROPS = 256,          /* of a round */
    THOROUGH_CELLS = 32,       /* of a trap, that are tried once more */
    THOROUGH_PASSES = 3,       /* at most */
    THOROUGH_RANDOM = 8,       /* random tries */
    ESTIMATED_CELL_BYTES = 128 /* what a cell takes at most, with its index and edges */
};

/* A cell that waits; a heap keeps the one with the fewest ticks first. */
typedef struct waiting {
    uint32_t ticks, cell;
    uint32_t slot; /* of its state; ARCHIVE_NONE: it is made again */
} waiting;

/* A cell of a round. */
typedef struct task {
    uint32_t cell;
    int count;   /* of its tries */
    bool failed; /* memory ran out */
    attempt tries[ATTEMPTS_MAX];
} task;

typedef struct drop {
    bool stands;
    explore_look look;
} drop;

typedef enum stage { SPREADING, RAINING, DONE } stage;

struct explore {
    plan plan;
    archive archive;
    findings findings;
    stage stage;
    waiting *heap;
    uint32_t heap_count, heap_room;
    char *states; /* of waiting cells */
    uint32_t state_room, state_count;
    uint32_t *free_slots;
    uint32_t free_count, free_room;
    char *starts;
    uint32_t start_count, start_room;
    task *tasks;                /* ROUND_CELLS */
    drop *drops;                /* RAIN_DROPS */
    char *from;                 /* the states of a round's cells, */
    char *ends;                 /* and of each try's end */
    int task_count, tasks_done; /* of the round under way */
    int thorough_passes, rained, phases;
    uint32_t farthest; /* ticks from the start, the most of all cells */
    uint64_t reached;  /* set of the zones to be reached */
    unsigned long long ticks, tries;
    bool is_full, is_complete;
};

/* ---- Making one -------------------------------------------------------------------------- */

static void choose_directions(plan *p) {
    const double turn = 6.283185307179586;
    bool is_line = p->def.dimensions == 2 && p->def.walks;
    int around = is_line ? 2 : 16;
    for (int i = 0; i < around; i++) {
        sm_vec2 d = vec_round(vec_of_angle(turn * i / around));
        d.y = is_line ? 0 : d.y;
        p->walks[i] = p->def.dimensions == 3 ? (sm3_vec){d.x, 0, d.y} : (sm3_vec){d.x, d.y, 0};
    }
    p->directions = around;
    if (p->def.dimensions == 3 && !p->def.walks) {
        p->walks[p->directions++] = (sm3_vec){0, 1, 0};
        p->walks[p->directions++] = (sm3_vec){0, -1, 0};
    }
}

static float or_usual(float value, float usual) {
    return value > 0 ? value : usual;
}

static void resolve(plan *p) {
    explore_def *d = &p->def;
    d->rate = d->rate > 0 ? d->rate : 60;
    d->speed = or_usual(d->speed, 6);
    d->radius = or_usual(d->radius, 0.5f);
    d->reach = or_usual(d->reach, d->radius);
    d->cell = or_usual(d->cell, sm_maxf(d->radius, 2 * d->speed / (float)d->rate));
    d->random_tries = d->random_tries == 0 ? 1 : d->random_tries < 0 ? 0 : d->random_tries;
    d->random_tries = d->random_tries < THOROUGH_RANDOM ? d->random_tries : THOROUGH_RANDOM;
    d->kinds = d->kinds != 0 ? d->kinds : EXPLORE_ALL_KINDS;
    d->memory = d->memory > 0 ? d->memory : (size_t)2 << 30;
    p->world.workers = p->world.workers > 0 ? p->world.workers : 1;
    p->stride = 1.1f * d->cell;
    p->window = d->rate / 4 < 4 ? 4 : d->rate / 4 > 60 ? 60 : d->rate / 4;
    p->steepest = tan((double)d->max_slope);
    p->least_normal = d->max_slope > 0 ? cos((double)d->max_slope) - 0.02 : 0;
    choose_directions(p);
}

/* A zone belongs to the level: before a mover is lost it may fall into one that kills. */
static void include_zones(explore_def *d) {
    for (int i = 0; i < d->zone_count; i++) {
        const explore_zone *z = &d->zones[i];
        sm3_vec half = z->half;
        if (z->use == EXPLORE_BOUNDS)
            continue;
        if (sm3_length(half) == 0)
            half = (sm3_vec){z->radius, z->radius, z->radius};
        d->low.x = sm_minf(d->low.x, z->centre.x - half.x);
        d->low.y = sm_minf(d->low.y, z->centre.y - half.y);
        d->low.z = sm_minf(d->low.z, z->centre.z - half.z);
        d->high.x = sm_maxf(d->high.x, z->centre.x + half.x);
        d->high.y = sm_maxf(d->high.y, z->centre.y + half.y);
        d->high.z = sm_maxf(d->high.z, z->centre.z + half.z);
    }
}

/* A mover that walks comes to about one height at each place. */
static double estimate_bytes(const plan *p) {
    const explore_def *d = &p->def;
    sm3_vec size = sm3_between(d->low, d->high);
    double cell = (double)d->cell, x = (double)size.x / cell + 1, y = (double)size.y / cell + 1,
           z = (double)size.z / cell + 1;
    double cells = d->dimensions == 3 ? (d->walks ? x * z : x * y * z) : d->walks ? x : x * y;
    return cells * ESTIMATED_CELL_BYTES;
}

explore *explore_create(const explore_def *def, const explore_world *world, size_t *needed) {
    size_t ignored, *number = needed != NULL ? needed : &ignored;
    *number = 0;
    explore *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->plan = (plan){.def = *def, .world = *world};
    resolve(&e->plan);
    include_zones(&e->plan.def);
    double bytes = estimate_bytes(&e->plan);
    if (!(bytes <= (double)e->plan.def.memory)) {
        *number = bytes < (double)SIZE_MAX ? (size_t)bytes : SIZE_MAX;
        free(e);
        return NULL;
    }
    size_t zones = (size_t)def->zone_count * sizeof *def->zones;
    explore_zone *copy = malloc(zones + 1);
    if (copy != NULL && zones > 0)
        memcpy(copy, def->zones, zones);
    e->plan.def.zones = copy;
    e->tasks = calloc(ROUND_CELLS, sizeof *e->tasks);
    e->drops = calloc(RAIN_DROPS, sizeof *e->drops);
    e->from = malloc(ROUND_CELLS * world->state_size);
    e->ends = malloc((size_t)ROUND_CELLS * ATTEMPTS_MAX * world->state_size);
    if (copy == NULL || e->tasks == NULL || e->drops == NULL || e->from == NULL ||
        e->ends == NULL) {
        explore_destroy(e);
        return NULL;
    }
    return e;
}

void explore_destroy(explore *e) {
    if (e == NULL)
        return;
    archive_free(&e->archive);
    findings_free(&e->findings);
    free((void *)e->plan.def.zones);
    free(e->heap);
    free(e->states);
    free(e->free_slots);
    free(e->starts);
    free(e->tasks);
    free(e->drops);
    free(e->from);
    free(e->ends);
    free(e);
}

/* ---- Cells that wait --------------------------------------------------------------------- */

static bool is_before(waiting a, waiting b) {
    return a.ticks != b.ticks ? a.ticks < b.ticks : a.cell < b.cell;
}

static bool push(explore *e, waiting w) {
    void *heap = e->heap;
    bool good = archive_grow(&heap, &e->heap_room, e->heap_count, sizeof w);
    e->heap = heap;
    if (!good)
        return false;
    uint32_t at = e->heap_count++;
    for (; at > 0 && is_before(w, e->heap[(at - 1) / 2]); at = (at - 1) / 2)
        e->heap[at] = e->heap[(at - 1) / 2];
    e->heap[at] = w;
    return true;
}

static waiting pop(explore *e) {
    waiting first = e->heap[0], last = e->heap[--e->heap_count];
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < e->heap_count) {
        child += child + 1 < e->heap_count && is_before(e->heap[child + 1], e->heap[child]);
        if (!is_before(e->heap[child], last))
            break;
        e->heap[at] = e->heap[child];
        at = child;
    }
    e->heap[at] = last;
    return first;
}

static char *state_at(const explore *e, char *states, size_t index) {
    return states + index * e->plan.world.state_size;
}

/* Keeps a state until its cell is explored. Returns its slot, ARCHIVE_NONE when memory ran out. */
static uint32_t keep_state(explore *e, const char *state) {
    uint32_t slot = e->state_count;
    if (e->free_count > 0) {
        slot = e->free_slots[--e->free_count];
    } else {
        void *states = e->states, *slots = e->free_slots;
        bool good = archive_grow(&states, &e->state_room, slot, e->plan.world.state_size);
        e->states = states;
        good = good && archive_grow(&slots, &e->free_room, slot, sizeof *e->free_slots);
        e->free_slots = slots;
        if (!good)
            return ARCHIVE_NONE;
        e->state_count++;
    }
    memcpy(state_at(e, e->states, slot), state, e->plan.world.state_size);
    return slot;
}

/* Adds a new cell, which then waits. Returns its index, ARCHIVE_NONE when memory ran out. */
static uint32_t add_cell(explore *e, const archive_cell *cell, const char *state) {
    uint32_t index = archive_add(&e->archive, cell);
    uint32_t slot = index != ARCHIVE_NONE ? keep_state(e, state) : ARCHIVE_NONE;
    e->farthest = cell->ticks > e->farthest ? cell->ticks : e->farthest;
    if (slot == ARCHIVE_NONE || !push(e, (waiting){cell->ticks, index, slot}))
        return ARCHIVE_NONE;
    return index;
}

/* ---- States that are made again ---------------------------------------------------------- */

/* Returns the order of a try from a cell. */
static attempt_order order_from(const explore *e, uint32_t cell, uint8_t action) {
    const archive_cell *c = &e->archive.cells[cell];
    return (attempt_order){.position = c->position, .key = c->key, .seed = cell, .action = action};
}

/* Makes the ticks from the start to a cell again. `inputs` (NULL: not wanted) gets their inputs.
 * Returns false when memory ran out. */
static bool remake(const explore *e, int worker, uint32_t cell, char *state, explore_input *inputs,
                   explore_look *look) {
    const archive_cell *cells = e->archive.cells;
    const uint8_t standing = attempt_action(ATTEMPT_STAND, 0);
    uint32_t length = 1, start = cell;
    for (; cells[start].parent != ARCHIVE_NONE; start = cells[start].parent)
        length++;
    uint32_t *path = malloc((size_t)length * sizeof *path);
    if (path == NULL)
        return false;
    uint32_t at = length;
    for (uint32_t c = cell; c != ARCHIVE_NONE; c = cells[c].parent)
        path[--at] = c;
    memcpy(state, state_at(e, e->starts, cells[start].action), e->plan.world.state_size);
    for (uint32_t i = 0; i < length; i++) {
        const archive_cell *c = &cells[path[i]];
        attempt a = {.ticks = 0};
        attempt_order order =
            i > 0 ? order_from(e, c->parent, c->action) : order_from(e, start, standing);
        order.limit = c->try_ticks;
        order.inputs = inputs;
        if (c->try_ticks > 0)
            attempt_make(&e->plan, worker, &order, state, &a);
        inputs = inputs != NULL ? inputs + a.ticks : NULL;
        *look = a.look;
    }
    free(path);
    return true;
}

explore_input *explore_find_way(explore *e, const explore_finding *f, int *count, void *state,
                                explore_look *look) {
    size_t size = e->plan.world.state_size;
    explore_look seen = {0};
    char *scratch = malloc(size);
    uint32_t to_cell = e->archive.cells[f->cell].ticks;
    explore_input *inputs = malloc(((size_t)to_cell + f->try_ticks + 1) * sizeof *inputs);
    bool good = scratch != NULL && inputs != NULL && remake(e, 0, f->cell, scratch, inputs, &seen);
    if (good && f->try_ticks > 0) {
        attempt a;
        attempt_order order = order_from(e, f->cell, (uint8_t)f->action);
        order.limit = (int)f->try_ticks;
        order.inputs = inputs + to_cell;
        attempt_make(&e->plan, 0, &order, scratch, &a);
        seen = a.look;
    }
    *count = (int)(to_cell + f->try_ticks);
    if (look != NULL)
        *look = seen;
    if (good && state != NULL) {
        uint32_t c = f->cell;
        while (e->archive.cells[c].parent != ARCHIVE_NONE)
            c = e->archive.cells[c].parent;
        memcpy(state, state_at(e, e->starts, e->archive.cells[c].action), size);
    }
    free(scratch);
    if (!good) {
        free(inputs);
        return NULL;
    }
    return inputs;
}

/* ---- The tries of a cell ----------------------------------------------------------------- */

typedef struct trying {
    const explore *explore;
    task *task;
    const char *from;
    char *ends;
    int worker, made; /* of its tries */
} trying;

static void add_try(trying *t, attempt_kind kind, int direction) {
    t->task->tries[t->task->count++].action = attempt_action(kind, direction);
}

static void make_tries(trying *t) {
    const explore *e = t->explore;
    attempt_order order = order_from(e, t->task->cell, 0);
    for (int i = t->made; i < t->task->count; i++)
        memcpy(state_at(e, t->ends, (size_t)i), t->from, e->plan.world.state_size);
    attempt_make_all(&e->plan, t->worker, &order, state_at(e, t->ends, (size_t)t->made),
                     &t->task->tries[t->made], t->task->count - t->made);
    t->made = t->task->count;
}

/* Jumps only where walking is blocked or ends at an edge; on a line, where cells are few, always.
 * Where something above ends such a jump, it is jumped once more, and steered there from the top.
 */
static void try_all(trying *t) {
    const plan *p = &t->explore->plan;
    const archive_cell *c = &t->explore->archive.cells[t->task->cell];
    bool jumps = p->def.walks && p->def.jump > 0, all = c->is_thorough || p->directions == 2;
    bool any = all;
    int random = c->is_thorough ? THOROUGH_RANDOM : p->def.random_tries;
    for (int i = 0; i < p->directions; i++)
        add_try(t, ATTEMPT_WALK, i);
    make_tries(t);
    add_try(t, ATTEMPT_STAND, 0);
    for (int i = 0; i < p->directions && p->def.walks; i++) {
        const attempt *walked = &t->task->tries[i];
        bool falls = walked->leaves_floor, ends = all || falls || walked->is_blocked;
        any |= ends;
        if (falls)
            add_try(t, ATTEMPT_DROP, i);
        if (ends && jumps)
            add_try(t, ATTEMPT_JUMP, i);
        if ((falls || all) && jumps)
            add_try(t, ATTEMPT_HOP, i);
    }
    if (any && jumps)
        add_try(t, ATTEMPT_JUMP_UP, 0);
    for (int i = 0; i < random; i++)
        add_try(t, ATTEMPT_RANDOM, i);
    make_tries(t);
    for (int i = p->directions; i < t->made; i++) {
        if (t->task->tries[i].is_capped)
            add_try(t, ATTEMPT_VAULT, t->task->tries[i].action % ATTEMPT_DIRECTIONS);
    }
    make_tries(t);
}

static void try_cell(void *jobs, int index, int worker) {
    explore *e = jobs;
    index += e->tasks_done;
    task *job = &e->tasks[index];
    char *from = state_at(e, e->from, (size_t)index);
    trying t = {e, job, from, state_at(e, e->ends, (size_t)index * ATTEMPTS_MAX), worker, 0};
    explore_look look;
    job->count = 0;
    if (job->failed) /* it has no state */
        job->failed = !remake(e, worker, job->cell, from, NULL, &look);
    if (!job->failed)
        try_all(&t);
}

static void run(explore *e, int count, explore_job *job) {
    const explore_world *w = &e->plan.world;
    if (w->run != NULL) {
        w->run(w->context, count, job, e);
        return;
    }
    for (int i = 0; i < count; i++)
        job(e, i, 0);
}

/* ---- What a round came to ---------------------------------------------------------------- */

static bool add_events(explore *e, uint32_t cell, const attempt *a) {
    bool good = true;
    for (int i = 0; i < a->event_count && good; i++) {
        const attempt_event *event = &a->events[i];
        explore_finding f = {.kind = event->kind,
                             .at = event->at,
                             .obstacle_count = event->obstacle_count,
                             .tries = 1,
                             .ticks = e->archive.cells[cell].ticks + event->ticks,
                             .zone = event->zone,
                             .cell = cell,
                             .try_ticks = event->ticks,
                             .action = a->action};
        memcpy(f.obstacles, event->obstacles, sizeof f.obstacles);
        good = findings_add(&e->findings, &e->plan, &f);
    }
    return good;
}

static bool take_attempt(explore *e, uint32_t from, const attempt *a, const char *state) {
    e->tries++;
    e->ticks += a->ticks;
    e->reached |= a->reached;
    if (!add_events(e, from, a))
        return false;
    if (a->is_gone)
        return true;
    archive *r = &e->archive;
    uint32_t to = archive_find(&r->index, r->cells, sizeof *r->cells, a->key);
    if (to == ARCHIVE_NONE) {
        archive_cell cell = {.key = a->key,
                             .position = a->position,
                             .parent = from,
                             .ticks = r->cells[from].ticks + a->ticks,
                             .try_ticks = a->ticks,
                             .action = a->action};
        to = add_cell(e, &cell, state);
        e->phases = a->look.phase >= e->phases ? a->look.phase + 1 : e->phases;
    }
    return to != ARCHIVE_NONE && archive_link(r, from, to);
}

/* The edges of a cell are in a row: those of a cell that is tried again are moved to the end. */
static bool begin_edges(archive *a, uint32_t cell) {
    archive_cell *c = &a->cells[cell];
    uint32_t first = c->first_edge, count = c->edge_count;
    bool good = true;
    c->first_edge = a->edge_count;
    c->edge_count = 0;
    for (uint32_t i = 0; i < count && good; i++)
        good = archive_link(a, cell, a->edges[first + i]);
    return good;
}

static bool take_task(explore *e, int index) {
    const task *t = &e->tasks[index];
    const char *ends = state_at(e, e->ends, (size_t)index * ATTEMPTS_MAX);
    bool gets_away = false, good = !t->failed && begin_edges(&e->archive, t->cell);
    for (int i = 0; i < t->count && good; i++) {
        good = take_attempt(e, t->cell, &t->tries[i], ends + (size_t)i * e->plan.world.state_size);
        gets_away |= t->tries[i].gets_away;
    }
    e->archive.cells[t->cell].is_explored = good;
    e->archive.cells[t->cell].is_stuck = !gets_away;
    return good;
}

static size_t bytes_of(const explore *e) {
    return archive_bytes(&e->archive) +
           (size_t)e->state_room * (e->plan.world.state_size + sizeof *e->free_slots) +
           e->heap_room * sizeof *e->heap + e->findings.room * sizeof *e->findings.spots;
}

/* Takes the next cells, with their states where they are kept. */
static void begin_round(explore *e) {
    int count = 0;
    for (; count < ROUND_CELLS && e->heap_count > 0; count++) {
        waiting w = pop(e);
        e->tasks[count].cell = w.cell;
        e->tasks[count].failed = w.slot == ARCHIVE_NONE;
        if (w.slot == ARCHIVE_NONE)
            continue;
        memcpy(state_at(e, e->from, (size_t)count), state_at(e, e->states, w.slot),
               e->plan.world.state_size);
        e->free_slots[e->free_count++] = w.slot;
    }
    e->task_count = count;
    e->tasks_done = 0;
}

static bool spread(explore *e) {
    int slice = e->plan.def.slice > 0 ? e->plan.def.slice : ROUND_CELLS;
    if (e->tasks_done == e->task_count)
        begin_round(e);
    int left = e->task_count - e->tasks_done, count = left < slice ? left : slice;
    run(e, count, try_cell);
    e->tasks_done += count;
    bool good = true;
    for (int i = 0; i < e->task_count && good && e->tasks_done == e->task_count; i++)
        good = take_task(e, i);
    return good && bytes_of(e) <= e->plan.def.memory;
}

/* ---- Traps, once more -------------------------------------------------------------------- */

/* Where it can walk about; otherwise it is stuck, or falls whatever is tried. */
static bool is_trap(const explore *e, const trap_part *part) {
    return part->waiting == 0 && part->stuck < part->count &&
           part->extent > (double)e->plan.def.radius;
}

/* Lets cells of each trap wait, to be tried with all there is. Returns false when memory ran out.
 */
static bool try_traps(explore *e) {
    traps t;
    archive *a = &e->archive;
    unsigned long long spent = 0, most = e->ticks / 4 + 1000000;
    if (!traps_find(&t, &e->plan, a))
        return false;
    uint32_t *seen = calloc((size_t)t.count + 1, sizeof *seen);
    bool good = seen != NULL;
    for (uint32_t i = 0; i < a->count && good; i++) {
        uint32_t part = t.part_of[i];
        if (part == ARCHIVE_NONE || !is_trap(e, &t.parts[part]))
            continue;
        uint32_t apart = t.parts[part].count / THOROUGH_CELLS + 1;
        bool is_chosen = seen[part]++ % apart == 0;
        if (!is_chosen || a->cells[i].is_thorough || spent > most)
            continue;
        spent += a->cells[i].ticks;
        a->cells[i].is_thorough = true;
        good = push(e, (waiting){a->cells[i].ticks, i, ARCHIVE_NONE});
    }
    free(seen);
    traps_free(&t);
    return good;
}

static bool wants(const explore *e, explore_kind kind) {
    return (e->plan.def.kinds & 1u << kind) != 0;
}

static bool add_stuck(explore *e) {
    bool good = true;
    for (uint32_t i = 0; i < e->archive.count && good && wants(e, EXPLORE_STUCK); i++) {
        const archive_cell *c = &e->archive.cells[i];
        explore_finding f = {.kind = EXPLORE_STUCK,
                             .at = c->position,
                             .tries = 1,
                             .ticks = c->ticks,
                             .zone = EXPLORE_NONE,
                             .cell = i};
        if (c->is_stuck)
            good = findings_add(&e->findings, &e->plan, &f);
    }
    return good;
}

static bool add_traps(explore *e) {
    traps t;
    if (!wants(e, EXPLORE_TRAP))
        return true;
    bool good = traps_find(&t, &e->plan, &e->archive);
    for (uint32_t i = 0; good && i < t.count; i++) {
        const archive_cell *entry = &e->archive.cells[t.parts[i].entry];
        explore_finding f = {.kind = EXPLORE_TRAP,
                             .at = entry->position,
                             .tries = t.parts[i].count,
                             .ticks = entry->ticks,
                             .zone = EXPLORE_NONE,
                             .cell = t.parts[i].entry};
        if (is_trap(e, &t.parts[i]))
            good = findings_add(&e->findings, &e->plan, &f);
    }
    if (good)
        traps_free(&t);
    return good;
}

/* ---- What was not reached ---------------------------------------------------------------- */

/* Drops a mover and lets it come to rest. */
static void let_drop(void *jobs, int index, int worker) {
    explore *e = jobs;
    const explore_world *w = &e->plan.world;
    const explore_input none = {.jump = false};
    char *state = state_at(e, e->ends, (size_t)index);
    drop *d = &e->drops[index];
    sm3_vec from = w->rain(w->context, e->rained + index);
    *d = (drop){.look.position = from};
    w->place(w->context, state, from);
    for (int i = 0; i < e->plan.def.rate / 2 && !d->stands; i++) {
        sm3_vec before = d->look.position;
        w->tick(w->context, worker, state, &none, &d->look);
        d->stands = d->look.on_floor && sm3_same(before, d->look.position);
    }
    sm3_vec away = sm3_between(from, d->look.position);
    away.y = 0;
    d->stands = d->stands && !d->look.crushed && d->look.depth <= 0.02f * e->plan.def.radius &&
                sm3_length(away) <= e->plan.def.cell && plan_allows(&e->plan, d->look.position);
}

static bool is_reached(const explore *e, sm3_vec position) {
    const archive *a = &e->archive;
    for (int phase = 0; phase < e->phases; phase++) {
        archive_key middle = plan_key(&e->plan, position, true, phase);
        archive_key k = archive_first_around(middle, 1, e->plan.def.dimensions);
        do {
            if (archive_find(&a->index, a->cells, sizeof *a->cells, k) != ARCHIVE_NONE)
                return true;
        } while (archive_next_around(&k, middle, 1, e->plan.def.dimensions));
    }
    return false;
}

static bool rain(explore *e) {
    const explore_world *w = &e->plan.world;
    int left = w->rain_count - e->rained, most = RAIN_DROPS;
    if (e->plan.def.slice > 0 && e->plan.def.slice < RAIN_DROPS / 8)
        most = 8 * e->plan.def.slice;
    int count = left < most ? left : most;
    bool good = true;
    run(e, count, let_drop);
    for (int i = 0; i < count && good; i++) {
        const explore_look *look = &e->drops[i].look;
        explore_finding f = {.kind = EXPLORE_NOT_REACHED,
                             .at = look->position,
                             .obstacle_count = look->obstacle_count,
                             .tries = 1,
                             .zone = EXPLORE_NONE};
        memcpy(f.obstacles, look->obstacles, sizeof f.obstacles);
        if (e->drops[i].stands && !is_reached(e, look->position))
            good = findings_add(&e->findings, &e->plan, &f);
    }
    e->rained += count;
    return good;
}

static bool add_zones(explore *e) {
    const explore_def *d = &e->plan.def;
    bool good = true;
    int place = 0;
    for (int i = 0; i < d->zone_count && place < EXPLORE_REACH_MAX && good; i++) {
        if (d->zones[i].use != EXPLORE_REACH)
            continue;
        explore_finding f = {
            .kind = EXPLORE_NOT_REACHED, .at = d->zones[i].centre, .tries = 1, .zone = i};
        if ((e->reached & (uint64_t)1 << place++) == 0)
            good = findings_add(&e->findings, &e->plan, &f);
    }
    return good;
}

/* ---- Rounds ------------------------------------------------------------------------------ */

bool explore_start(explore *e, const void *state) {
    const plan *p = &e->plan;
    explore_look look = {.on_floor = false};
    const explore_input none = {.jump = false};
    char *now = e->ends;
    void *starts = e->starts;
    bool good = e->start_count < UINT8_MAX &&
                archive_grow(&starts, &e->start_room, e->start_count, p->world.state_size);
    e->starts = starts;
    if (!good)
        return false;
    memcpy(state_at(e, e->starts, e->start_count), state, p->world.state_size);
    memcpy(now, state, p->world.state_size);
    int ticks = 0;
    do {
        p->world.tick(p->world.context, 0, now, &none, &look);
        ticks++;
    } while (p->def.walks && !look.on_floor && ticks < 5 * p->def.rate);
    e->ticks += (unsigned)ticks;
    e->phases = look.phase >= e->phases ? look.phase + 1 : e->phases;
    archive_cell cell = {.key = plan_key(p, look.position, look.on_floor, look.phase),
                         .position = look.position,
                         .parent = ARCHIVE_NONE,
                         .ticks = (uint32_t)ticks,
                         .try_ticks = (uint16_t)ticks,
                         .action = (uint8_t)e->start_count++};
    return archive_find(&e->archive.index, e->archive.cells, sizeof cell, cell.key) !=
               ARCHIVE_NONE ||
           add_cell(e, &cell, now) != ARCHIVE_NONE;
}

/* Looks at what holds the mover where it is stuck or trapped. */
static void find_holding(explore *e) {
    enum { MOST = 1000 };
    for (int i = 0; i < e->findings.list_count && i < MOST; i++) {
        explore_finding *f = &e->findings.list[i];
        explore_look look = {0};
        if ((f->kind != EXPLORE_STUCK && f->kind != EXPLORE_TRAP) ||
            !remake(e, 0, f->cell, e->from, NULL, &look))
            continue;
        f->obstacle_count = look.obstacle_count;
        memcpy(f->obstacles, look.obstacles, sizeof f->obstacles);
    }
}

static void finish(explore *e) {
    bool rains = e->rained >= e->plan.world.rain_count || e->plan.world.place == NULL ||
                 !wants(e, EXPLORE_NOT_REACHED);
    bool has_spread = e->heap_count == 0 && e->tasks_done == e->task_count;
    e->is_complete = has_spread && rains && !e->is_full;
    e->stage = DONE;
    if (!add_stuck(e) || !add_traps(e) ||
        (has_spread && wants(e, EXPLORE_NOT_REACHED) && !add_zones(e)) ||
        !findings_finish(&e->findings, &e->plan, &e->archive))
        e->is_full = true;
    find_holding(e);
}

bool explore_go_on(explore *e) {
    bool good = true;
    bool is_within_round = e->tasks_done < e->task_count;
    if (e->stage == SPREADING && (e->heap_count > 0 || is_within_round)) {
        good = spread(e);
    } else if (e->stage == SPREADING) {
        if (e->thorough_passes++ < THOROUGH_PASSES)
            good = try_traps(e);
        if (good && e->heap_count == 0)
            e->stage = RAINING;
    } else if (e->stage == RAINING) {
        if (wants(e, EXPLORE_NOT_REACHED) && e->plan.world.place != NULL &&
            e->rained < e->plan.world.rain_count)
            good = rain(e);
        else
            finish(e);
    }
    if (!good) {
        e->is_full = true;
        finish(e);
    }
    return e->stage != DONE;
}

void explore_stop(explore *e) {
    if (e->stage != DONE)
        finish(e);
}

explore_progress explore_now(const explore *e) {
    double cells = (double)e->archive.count, waits = (double)e->heap_count;
    double spread_part = e->stage == SPREADING ? (cells - waits) / (cells + 8 * waits + 1) : 1;
    double rains =
        e->plan.world.rain_count > 0 ? (double)e->rained / (double)e->plan.world.rain_count : 1;
    return (explore_progress){
        .cells = e->archive.count,
        .waiting = e->heap_count,
        .farthest = e->farthest,
        .ticks = e->ticks,
        .tries = e->tries,
        .bytes = archive_bytes(&e->archive),
        .done =
            e->stage == DONE ? 1 : (float)(0.9 * spread_part + 0.1 * rains * (e->stage == RAINING)),
        .is_complete = e->is_complete,
        .is_full = e->is_full};
}

float explore_cell_size(const explore *e) {
    return e->plan.def.cell;
}

explore_cell explore_get_cell(const explore *e, unsigned cell) {
    const archive_cell *c = &e->archive.cells[cell];
    return (explore_cell){c->position, c->ticks, key_on_floor(c->key),
                          c->parent == ARCHIVE_NONE ? EXPLORE_NONE : (int)c->parent};
}

int explore_find_ticks(const explore *e, sm3_vec position, bool on_floor) {
    const archive *a = &e->archive;
    uint32_t least = ARCHIVE_NONE;
    for (int phase = 0; phase < e->phases; phase++) {
        archive_key key = plan_key(&e->plan, position, on_floor, phase);
        uint32_t cell = archive_find(&a->index, a->cells, sizeof *a->cells, key);
        if (cell != ARCHIVE_NONE && a->cells[cell].ticks < least)
            least = a->cells[cell].ticks;
    }
    return least == ARCHIVE_NONE ? EXPLORE_NONE : (int)least;
}

sm3_vec explore_find_corner(const explore *e, sm3_vec position) {
    archive_key key = plan_key(&e->plan, position, false, 0);
    return plan_corner(&e->plan, key);
}

int explore_finding_count(const explore *e) {
    return e->findings.list_count;
}

const explore_finding *explore_get_finding(const explore *e, int finding) {
    return &e->findings.list[finding];
}

/* ---- Characters -------------------------------------------------------------------------- */

/* What of a walk leads into none of the contacts but the floor: as steep as they are, there is no
 * way up along them, nor down. Of what blocks for a reason nothing is left. */
static float free_of(const sm_character *c, sm3_vec path) {
    sm3_collision walls[SM_CHARACTER_CONTACTS];
    int count = 0;
    bool is_on_ground = false; /* that it can walk on, not in a wedge of two that are too steep */
    for (int i = 0; i < c->contact_count; i++)
        is_on_ground |= c->contacts[i].surface == SM_FLOOR;
    if (c->blocker_count > 0 || c->crushed || !is_on_ground)
        return 0;
    for (int i = 0; i < c->contact_count; i++) {
        vec3 level = {(double)c->contacts[i].normal.x, 0, (double)c->contacts[i].normal.z};
        if (c->contacts[i].surface != SM_FLOOR && vec3_length(level) > 1e-3)
            walls[count++].normal = vec3_round(vec3_unit(level, level));
    }
    return sm3_length(sm3_clip_velocity(path, walls, count));
}

void explore_look_at_character(const sm_character *c, sm3_vec walk, float seconds,
                               explore_look *look) {
    sm3_vec path = {walk.x * seconds, 0, walk.z * seconds};
    bool is_slow = sm3_length(c->velocity) < 0.5f * sm3_length(walk);
    *look = (explore_look){.position = c->position,
                           .on_floor = c->on_floor,
                           .crushed = c->crushed,
                           .is_carried = sm3_length(c->carried) > 0,
                           .free = is_slow ? free_of(c, path) : 0,
                           .floor_normal = c->floor.normal,
                           .phase = look->phase};
    for (int i = 0; i < c->contact_count; i++) {
        if (c->crushed)
            look->depth = sm_maxf(look->depth, c->contacts[i].depth);
        if (i < EXPLORE_OBSTACLES)
            look->obstacles[look->obstacle_count++] = c->contacts[i].obstacle;
    }
}

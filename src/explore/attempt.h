/* attempt: one try: a state, an input that is held, and what was seen until it came somewhere.
 *
 * A try on the ground ends a stride away, or when a second is over or the mover has come to rest. A
 * try in the air ends where it lands. */
#ifndef EXPLORE_ATTEMPT_H
#define EXPLORE_ATTEMPT_H

#include "archive.h"
#include "explore.h"

/* What is explored, with nothing left to defaults. */
typedef struct plan {
    explore_def def;
    explore_world world;
    float stride;        /* of a try; a little more than a cell, so that it leaves that */
    int directions;      /* that a walk may have */
    sm3_vec walks[18];   /* unit vectors */
    int window;          /* ticks in which a snag shows */
    double steepest;     /* the tangent of the steepest slope */
    double least_normal; /* the least height of a floor's normal */
} plan;

/* The tries of a cell; `direction` counts from 0. */
typedef enum attempt_kind {
    ATTEMPT_STAND,
    ATTEMPT_WALK,
    ATTEMPT_DROP,  /* walks off an edge, then lets go */
    ATTEMPT_JUMP,  /* with a direction held */
    ATTEMPT_HOP,   /* the same, let go at the top */
    ATTEMPT_VAULT, /* jumps, and holds the direction from the top on: in over what is above */
    ATTEMPT_JUMP_UP,
    ATTEMPT_RANDOM, /* each direction for some ticks */
    ATTEMPT_KIND_COUNT
} attempt_kind;

enum { ATTEMPT_DIRECTIONS = 18, ATTEMPTS_MAX = ATTEMPT_KIND_COUNT * ATTEMPT_DIRECTIONS };

static inline uint8_t attempt_action(attempt_kind kind, int direction) {
    return (uint8_t)((int)kind * ATTEMPT_DIRECTIONS + direction);
}

enum { ATTEMPT_EVENTS = 4 };

typedef struct attempt_event {
    explore_kind kind;
    int zone;
    sm3_vec at;
    uint16_t ticks;
    uint16_t obstacle_count;
    int obstacles[EXPLORE_OBSTACLES];
} attempt_event;

typedef struct attempt_order {
    sm3_vec position; /* where it begins, */
    archive_key key;  /* in this cell */
    uint32_t seed;    /* of the random inputs */
    uint8_t action;
    int limit;             /* ticks; 0: as long as the try takes */
    explore_input *inputs; /* gets those of each tick; NULL: not wanted */
} attempt_order;

typedef struct attempt {
    uint8_t action;
    bool is_gone;    /* it ended nowhere: it fell, was killed or is where it must not be */
    bool gets_away;  /* farther than its radius, or to another phase */
    bool is_blocked; /* it ended before a stride */
    bool leaves_floor;
    bool is_capped; /* something above ended its rise */
    uint16_t ticks;
    int event_count;
    attempt_event events[ATTEMPT_EVENTS];
    uint64_t reached; /* set of zones, by their place among those to be reached */
    archive_key key;  /* where it ended */
    sm3_vec position;
    explore_look look;
} attempt;

/* Makes the try from *state, which is then the state at its end. */
void attempt_make(const plan *p, int worker, const attempt_order *order, void *state, attempt *a);

/* Makes several tries from one cell, a tick of each in turn: so what moves in the world moves once
 * for all of them. Each has its state and says its action; the order's own does not count. */
void attempt_make_all(const plan *p, int worker, const attempt_order *order, void *states,
                      attempt *tries, int count);

archive_key plan_key(const plan *p, sm3_vec position, bool on_floor, int phase);

/* Returns the lower corner of the cell with that key. */
sm3_vec plan_corner(const plan *p, archive_key key);

static inline bool key_on_floor(archive_key k) {
    return (k.tag & 1) != 0;
}

static inline int key_phase(archive_key k) {
    return (int)(k.tag >> 1);
}

/* Returns the least of the zones of that use that contain the position, or EXPLORE_NONE. */
int plan_find_zone(const plan *p, explore_use use, sm3_vec position);

/* Whether the mover may be there: within the bounds, and in no zone that is forbidden or kills. */
bool plan_allows(const plan *p, sm3_vec position);

#endif

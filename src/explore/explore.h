/* explore: walks a mover over everything that it can reach, and names each spot where it gets
 * stuck, falls out or reaches what it should not.
 *
 *     explore *e = explore_create(&def, &world, NULL);
 *     explore_start(e, &state);
 *     while (explore_go_on(e)) // a round of some milliseconds
 *         show(explore_now(e));
 *     for (int i = 0; i < explore_finding_count(e); i++)
 *         print(explore_get_finding(e, i));
 *     explore_destroy(e);
 *
 * It depends on the library alone. What a tick does is a function of the caller's, on a state that
 * is copied as bytes, so that a game explores with its own rules. Space is divided into cells. From
 * each cell that is reached, a fixed set of inputs is tried, and each place that a try comes to
 * joins the archive of cells with its parent. So there is a way from the start to each finding, and
 * the same inputs lead there again.
 *
 * The result has the same bits for any number of workers. What it finds is real; what it does not
 * find is no proof. Lengths are world units, y is up; in 2D every z is 0. */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "../slidemove/slidemove_character.h"

/* ---- What is found ----------------------------------------------------------------------- */

/* The worst first. */
typedef enum explore_kind {
    EXPLORE_FALL,        /* it leaves the level, outside of each zone that kills */
    EXPLORE_SQUEEZED,    /* it stays inside an obstacle, or is crushed */
    EXPLORE_STUCK,       /* no input, held for a second, takes it farther than its radius */
    EXPLORE_OUT,         /* it reaches a forbidden zone, or leaves the bounds */
    EXPLORE_TRAP,        /* it gets in, but not back to where it started */
    EXPLORE_NOT_REACHED, /* no try reached a zone, or ground on which it could stand */
    EXPLORE_CLIMB,       /* it rose by more than a step or jump, or stood on too steep a slope */
    EXPLORE_SNAG,        /* a held key leads less than half as far as nothing blocks it */
    EXPLORE_TREMBLE,     /* it moves to and fro under one held key, or none */
    EXPLORE_KIND_COUNT
} explore_kind;

#define EXPLORE_ALL_KINDS ((1u << EXPLORE_KIND_COUNT) - 1)

/* Returns the name in reports, "not reached"; NULL for none. */
const char *explore_kind_name(int kind);

enum { EXPLORE_OBSTACLES = 4 };

/* One spot, however many tries ended there. */
typedef struct explore_finding {
    explore_kind kind;
    sm3_vec at;                       /* the mover's position */
    int obstacles[EXPLORE_OBSTACLES]; /* numbers of those that it touches there */
    int obstacle_count;
    unsigned tries;     /* how many ended there; of ground that was not reached: places */
    unsigned ticks;     /* from the start, on the shortest way that was found */
    int zone;           /* its index, EXPLORE_NONE where no zone is concerned */
    float gap;          /* not reached: from the end of the way to the place */
    unsigned cell;      /* the way leads to this cell, */
    unsigned try_ticks; /* then so many ticks on */
    int action;         /* with this try */
} explore_finding;

/* ---- The world that is explored ------------------------------------------------------------ */

/* What the mover is asked to do in a tick. */
typedef struct explore_input {
    sm3_vec walk; /* a direction of length 1, or zero; a mover that walks gets none along y */
    bool jump;
} explore_input;

/* What there is to know of a state after a tick. */
typedef struct explore_look {
    sm3_vec position;
    bool on_floor;        /* a mover that walks stands */
    bool crushed;         /* there is no room for it */
    bool is_carried;      /* a moving obstacle carries it */
    bool waits;           /* a moving obstacle may come here: at rest it need not stay so */
    float depth;          /* the deepest penetration */
    float free;           /* how far nothing blocked the tick, where it went less than half as far
                             as was asked; otherwise it does not count */
    sm3_vec floor_normal; /* of what it stands on; zero: unknown */
    int phase; /* a number from 0 that tells apart what one place may mean: where moving obstacles
                  near it are, whether it is half through something; 0 where there is one meaning */
    int obstacles[EXPLORE_OBSTACLES]; /* the first of those that it touches */
    int obstacle_count;
} explore_look;

/* Fills all but the phase from a character after a tick of `seconds` in which it was asked to walk
 * with this velocity. */
void explore_look_at_character(const sm_character *c, sm3_vec walk, float seconds,
                               explore_look *look);

/* One of several things to be done in any order, and side by side. */
typedef void explore_job(void *jobs, int index, int worker);

/* The functions may be called side by side, each time with another worker, 0 to workers - 1. */
typedef struct explore_world {
    void *context;     /* passed to each function */
    size_t state_size; /* bytes of a state, which is copied as bytes */

    /* Makes a tick of the state. The same state and input must give the same result. */
    void (*tick)(void *context, int worker, void *state, const explore_input *input,
                 explore_look *look);

    /* Writes the state in which the mover is somewhere, at rest. NULL: no ground is looked for that
     * was not reached. */
    void (*place)(void *context, void *state, sm3_vec position);

    /* Returns one of `rain_count` places right above ground, from where a mover is dropped to find
     * ground that was not reached. */
    sm3_vec (*rain)(void *context, int index);
    int rain_count;

    /* Calls job(jobs, i, worker) for i from 0 to count - 1, and returns when all are done. NULL:
     * they are done one after another. */
    void (*run)(void *context, int count, explore_job *job, void *jobs);
    int workers; /* 0: 1 */
} explore_world;

/* ---- How it is explored ------------------------------------------------------------------ */

typedef enum explore_use {
    EXPLORE_BOUNDS, /* the mover must not leave all of these */
    EXPLORE_FORBID, /* it must not get here */
    EXPLORE_KILL,   /* a try ends here, which is no fault */
    EXPLORE_REACH   /* it must get here */
} explore_use;

/* A box, or a ball, in 2D a disk, that contains the mover's position. */
typedef struct explore_zone {
    explore_use use;
    sm3_vec centre;
    sm3_vec half; /* of the box; zero: it is a ball */
    float radius;
} explore_zone;

enum { EXPLORE_REACH_MAX = 64 }; /* zones to be reached; more are not looked at */

/* The first four say what the mover is; of the others 0 is what is usual. */
typedef struct explore_def {
    int dimensions;
    bool walks;        /* it stands, walks and falls along -y; otherwise it glides everywhere */
    sm3_vec low, high; /* the box around all obstacles; zones widen it */
    float radius;      /* of the mover */
    float reach;       /* from its position to its farthest point; 0: the radius */
    float speed;       /* world units a second; 0: 6 */
    float step;        /* the highest it walks up */
    float jump;        /* the height of a jump; 0: it cannot jump */
    float max_slope;   /* radians; 0: not judged */
    float cell;        /* the size of a cell; 0: the radius, at least two ticks' path */
    int rate;          /* ticks a second; 0: 60 */
    int random_tries;  /* from each cell, beside the fixed inputs; 0: 1, below 0: none */
    unsigned kinds;    /* set of 1 << explore_kind; 0: all */
    const explore_zone *zones; /* copied */
    int zone_count;
    size_t memory; /* bytes that it may take; 0: 2 GiB */
    int slice; /* cells that one call of explore_go_on tries, of a round of 32; 0: all. For a loop
                  that draws frames meanwhile; the result does not depend on it. */
} explore_def;

typedef struct explore explore;

#define EXPLORE_NONE (-1)

/* Returns NULL when memory runs out, or when the level is too large for the memory that it may
 * take. *needed (NULL: not wanted) is then how many bytes it would take; 0: memory ran out. */
explore *explore_create(const explore_def *def, const explore_world *world, size_t *needed);
void explore_destroy(explore *e); /* NULL is fine */

/* Begins at a state, too. It ticks without input until it stands. Returns false when memory ran
 * out. */
bool explore_start(explore *e, const void *state);

/* Makes a round, or a slice of one. Returns whether there is more to do; afterwards the findings
 * are complete. */
bool explore_go_on(explore *e);

/* Ends it now: the findings are of what was reached so far. */
void explore_stop(explore *e);

typedef struct explore_progress {
    unsigned cells, waiting; /* reached; of which so many are not explored yet */
    unsigned farthest;       /* ticks from the start to a cell, at most */
    unsigned long long ticks, tries;
    size_t bytes;     /* of the archive: cells, their index and the graph */
    float done;       /* 0 .. 1, a guess */
    bool is_complete; /* all was explored, neither stopped nor out of memory */
    bool is_full;     /* it ended because of the memory that it may take */
} explore_progress;

explore_progress explore_now(const explore *e);
float explore_cell_size(const explore *e);

/* ---- What came of it --------------------------------------------------------------------- */

typedef struct explore_cell {
    sm3_vec position; /* where the mover first came to it */
    unsigned ticks;   /* from the start */
    bool on_floor;
    int parent; /* EXPLORE_NONE: a start */
} explore_cell;

/* May be asked between rounds, too. */
explore_cell explore_get_cell(const explore *e, unsigned cell);

/* Returns the ticks from the start to the grid's cell that contains the position, the fewest of all
 * phases; EXPLORE_NONE if it was not reached, or not `on_floor`. May be asked between rounds, too,
 * by several threads. */
int explore_find_ticks(const explore *e, sm3_vec position, bool on_floor);

/* Returns the lower corner of the grid's cell that contains the position. */
sm3_vec explore_find_corner(const explore *e, sm3_vec position);

/* The worst first; 0 before it ended. */
int explore_finding_count(const explore *e);
const explore_finding *explore_get_finding(const explore *e, int finding);

/* Makes the ticks that lead to the finding again. Returns their inputs, to be freed with free(),
 * and how many there are; NULL when memory ran out. `state` (NULL: not wanted) gets the state that
 * they begin with, `look` (NULL) what there is at their end. */
explore_input *explore_find_way(explore *e, const explore_finding *f, int *count, void *state,
                                explore_look *look);

#endif

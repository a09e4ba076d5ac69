/* ground: what the mover meets: the level's obstacles as capsules, with an index.
 *
 * It follows the level change by change, so that dragging a vertex costs the same in a level of a
 * million segments as in one of a hundred. Obstacles are numbered in the order of the text. A
 * removed one leaves a hole, which is filled when its statement comes back; where there is no room
 * for what is put between two others, all are numbered anew. */
#ifndef GROUND_H
#define GROUND_H

#include "../../level/level.h"
#include "../edit.h"

#define TICKS_PER_SECOND 60

/* The obstacles of one statement are in a row. */
typedef struct ground_span {
    int first, count; /* count 0: the statement gives none, or they are not made yet */
    bool is_box, is_oneway, moves;
} ground_span;

/* A statement whose shape moves. */
typedef struct ground_moving {
    int statement;
    int first, count; /* of its capsules in ground.rest and ground.before */
} ground_moving;

/* One of the last changes. */
typedef struct ground_change {
    unsigned version; /* of the ground, after it */
    int statement;    /* it has as many obstacles as before; -1: anything may have changed */
} ground_change;

enum { GROUND_CHANGES = 32 };

typedef struct ground {
    sm_world *world;    /* owned */
    int *statements;    /* owned; of each obstacle, the statement it comes from; of a hole -1 */
    int count;          /* obstacles, holes included */
    ground_span *spans; /* owned; of each statement */
    int span_count;
    int obstacle_room, span_room; /* of the arrays */
    int *boxes;                   /* owned; the statements that are boxes: they have an inside */
    int box_count;
    int oneway_count; /* statements */

    ground_moving *moving; /* owned; ascending */
    int moving_count;
    sm_capsule *rest;    /* owned; the capsules of what moves, as the level has them, */
    sm_capsule *before;  /* owned; and as they were a tick ago */
    bool lists_stale;    /* boxes and moving are to be listed anew */
    float farthest_step; /* that anything has moved in the last tick, world units */
    unsigned long tick;  /* what moves is where it is after so many ticks */

    level_box around; /* all obstacles and the player lie in it; it may be larger than they need */
    unsigned version; /* changes whenever an obstacle does */
    ground_change changes[GROUND_CHANGES]; /* the last ones, a ring */
    unsigned change_count;                 /* so far */
} ground;

/* Makes it from a level. Returns false when memory ran out; nothing is held then. */
bool ground_make(ground *g, const level *l);
void ground_free(ground *g);

/* Takes over what happened to the edited level. Returns false when memory ran out: the ground then
 * stays as it was, or nearly, and is made whole by ground_make. */
bool ground_follow(ground *g, edit *e);

/* Moves what moves on by one tick. */
void ground_tick(ground *g, const level *l);

/* Returns an obstacle; NaN for a hole. */
sm_capsule ground_get(const ground *g, int obstacle);

/* Returns an obstacle as it lies in the level's text, also if it moves. */
sm_capsule ground_at_rest(const ground *g, int obstacle);

/* Returns an obstacle `between` (0 .. 1) where it was a tick ago and where it is. */
sm_capsule ground_between(const ground *g, int obstacle, float between);

/* A mover against the ground. */
typedef struct ground_mover {
    const ground *ground;
    sm_hull mover; /* around the origin */
} ground_mover;

/* Returns the ground as obstacles, one-way and moving ones as such. What it points to must outlive
 * the result. */
sm_obstacles ground_obstacles(const ground_mover *mover);

/* Lists the statements that have changed since the ground had that version, some more than once.
 * Returns how many, -1 when anything may have changed. */
int ground_changed_since(const ground *g, unsigned version, int statements[GROUND_CHANGES]);

/* What lies somewhere. */
typedef struct ground_found {
    int *obstacles; /* owned */
    int count, room;
    bool out_of_memory; /* some are missing */
} ground_found;

/* Finds the obstacles that touch the box, radii included: ascending with `sorted`, otherwise as
 * they come. `found` is zeroed to begin with, and may be used again and again. */
void ground_find(const ground *g, level_box box, bool sorted, ground_found *found);
void ground_free_found(ground_found *found);

#endif

/* explorer: explores the level of a sandbox with the sandbox's own tick, so that each finding is
 * played again bit for bit. */
#ifndef EXPLORER_H
#define EXPLORER_H

#include "../explore/explore.h"
#include "edit.h"
#include "recording.h"

typedef struct explorer explorer;

/* How to explore. Zeroed: the defaults. */
typedef struct explorer_options {
    bool from_start; /* begins at the level's start instead of where the player is now */
    float cell;
    unsigned kinds; /* set of 1 << explore_kind; 0: all */
    size_t memory;  /* bytes; 0: as explore_def has it */
    int slice;      /* cells that one call of explore_go_on tries; 0: a whole round */
    int workers;    /* 0: 1 */
    /* Runs `count` jobs in parallel, one for each worker; see explore_world. NULL: one after
     * another. */
    void (*run)(void *context, int count, explore_job *job, void *jobs);
    void *run_context;
} explorer_options;

/* Returns an exploration of the sandbox's level by its player, from the player's position and the
 * level's other starts. The sandbox must outlive it and stay unchanged. Returns NULL when the level
 * is too large or memory runs out; `message` says so. */
explorer *explorer_create(sandbox *s, const explorer_options *options,
                          char message[SAVE_MESSAGE_LENGTH]);
void explorer_destroy(explorer *x); /* NULL is fine */

/* Returns the exploration, which the explorer owns. */
explore *explorer_explore(explorer *x);

/* Writes where a finding's zone, else its first obstacle, stands in the level: "line 18, edge 3",
 * of a mesh "line 3, face 12 of roof (wood)", of a bare one without the line; "" for none. */
#define EXPLORER_WHERE_LENGTH 256
void explorer_write_where(const explorer *x, const explore_finding *f,
                          char words[EXPLORER_WHERE_LENGTH]);

/* Returns the player's input for the same wish in a level of 2 or 3 dimensions. */
player_input explorer_input(const explore_input *input, int dimensions);

/* Returns a session of the same sandbox, the ticks of which lead to the finding, to be destroyed;
 * NULL when memory ran out. The sandbox is then at its end. */
session *explorer_play(explorer *x, const explore_finding *f);

/* Replaces *t, the session of that sandbox, by such a session. Returns false, and changes nothing,
 * when memory ran out. */
bool explorer_show_path(explorer *x, const explore_finding *f, session **t);

/* Whether the sandbox still shows the explored level in the same state. If not, only
 * explorer_destroy and explorer_explore may be called. */
bool explorer_is_current(const explorer *x, const sandbox *s);

#endif

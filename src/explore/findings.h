/* findings: the spots that tries ended at, and what the graph of cells says: from where there is no
 * way back. */
#ifndef EXPLORE_FINDINGS_H
#define EXPLORE_FINDINGS_H

#include "archive.h"
#include "attempt.h"
#include "explore.h"

/* The events of one kind in one cell. */
typedef struct spot {
    archive_key key; /* its tag is the kind and the zone */
    explore_finding finding;
} spot;

typedef struct findings {
    spot *spots;
    uint32_t count, room;
    archive_index index;
    explore_finding *list; /* the worst first */
    int list_count;
} findings;

/* Adds an event, with its way. Returns false when memory ran out. */
bool findings_add(findings *f, const plan *p, const explore_finding *event);

/* Makes the list: of neighbouring spots of one kind one finding. Returns false when memory ran
 * out. */
bool findings_finish(findings *f, const plan *p, const archive *cells);

void findings_free(findings *f);

/* ---- The graph --------------------------------------------------------------------------- */

/* A part of the cells from which no try leads back to a start. */
typedef struct trap_part {
    uint32_t entry;          /* the cell that is reached first */
    uint32_t count;          /* of its cells */
    uint32_t stuck, waiting; /* how many of them are stuck, and not explored yet */
    double extent;           /* how far its cells are from the first */
} trap_part;

typedef struct traps {
    uint32_t *part_of; /* of each cell: a part, or ARCHIVE_NONE */
    trap_part *parts;
    uint32_t count;
} traps;

/* Finds the parts, in the order of their first cells. Returns false when memory ran out. */
bool traps_find(traps *t, const plan *p, const archive *a);
void traps_free(traps *t);

#endif

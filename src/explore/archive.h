/* archive: the cells that were reached. They lie in flat arrays, and are found by an index of open
 * addressing. A cell keeps its parent and the try that led from it, and no state: the state is made
 * again from the parents. */
#ifndef EXPLORE_ARCHIVE_H
#define EXPLORE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../slidemove/slidemove.h"

#define ARCHIVE_NONE UINT32_MAX

/* A place on the grid, and what else tells cells apart. */
typedef struct archive_key {
    int32_t x, y, z;
    uint32_t tag; /* on a floor or not, and the phase */
} archive_key;

typedef struct archive_cell {
    archive_key key;
    sm3_vec position;
    uint32_t parent;     /* ARCHIVE_NONE: a start */
    uint32_t ticks;      /* from the start */
    uint32_t first_edge; /* into the edges */
    uint16_t edge_count;
    uint16_t try_ticks; /* from the parent; of a start, from its state */
    uint8_t action;     /* the try from the parent; of a start, which one */
    bool is_explored, is_stuck;
    bool is_thorough; /* with every kind of try */
} archive_cell;

/* Finds the index of a key in an array of structs that begin with their key. */
typedef struct archive_index {
    uint32_t *slots;
    uint32_t room; /* a power of two, or 0 */
} archive_index;

typedef struct archive {
    archive_cell *cells;
    uint32_t count, room;
    archive_index index;
    uint32_t *edges; /* the cells that tries led to */
    uint32_t edge_count, edge_room;
} archive;

/* Returns the index of the item with that key, or ARCHIVE_NONE. */
uint32_t archive_find(const archive_index *x, const void *items, size_t size, archive_key key);

/* Goes through the keys that are up to `reach` away from the middle along each axis, in 2D along x
 * and y: begins with the first, and then steps to the next while there is one. */
archive_key archive_first_around(archive_key middle, int reach, int dimensions);
bool archive_next_around(archive_key *at, archive_key middle, int reach, int dimensions);

/* Adds the last of `count` items to the index. Returns false when memory ran out. */
bool archive_note(archive_index *x, const void *items, size_t size, uint32_t count);

/* Makes room for one more. Returns false when memory ran out, or there are too many. */
bool archive_grow(void **items, uint32_t *room, uint32_t count, size_t size);

/* Adds a cell that is not there yet. Returns its index, ARCHIVE_NONE when memory ran out. */
uint32_t archive_add(archive *a, const archive_cell *cell);

/* Adds an edge to the cell that has the last of all edges, unless it is there. Returns false when
 * memory ran out. */
bool archive_link(archive *a, uint32_t from, uint32_t to);

size_t archive_bytes(const archive *a);
void archive_free(archive *a);

#endif

/* rows: an array that grows by little at a time: there are hours of it. Rows begin with the time
 * that they belong to, and ascend by it. */
#ifndef ROWS_H
#define ROWS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rows {
    char *data; /* owned */
    int count, room;
    size_t size; /* of a row, which begins with an unsigned long */
} rows;

static inline void *rows_get(const rows *r, int index) {
    return r->data + (size_t)index * r->size;
}

/* Returns the last row, NULL when there is none. */
static inline void *rows_last(const rows *r) {
    return r->count > 0 ? rows_get(r, r->count - 1) : NULL;
}

/* Returns a new last row, to be filled in; NULL when memory ran out. */
void *rows_add(rows *r);

void rows_remove(rows *r, int first, int count);

/* Returns the index of the first row at that time or later; rows.count when there is none. */
int rows_find(const rows *r, unsigned long at);

/* Rows that each go on until the next one begins: makes one begin at `at`, unless there is none
 * that goes on there. Returns false when memory ran out. */
bool rows_split(rows *r, unsigned long at);

/* Moves the rows from `first` on to the end of other ones. Returns false, and changes nothing, when
 * memory ran out. */
bool rows_move(rows *from, int first, rows *to);

#endif

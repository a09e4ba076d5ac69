#include "session_branch.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rows -------------------------------------------------------------------------------- */

static bool make_room(rows *r, int count) {
    if (count <= r->room)
        return true;
    char *data = realloc(r->data, (size_t)count * r->size);
    if (data == NULL)
        return false;
    r->data = data;
    r->room = count;
    return true;
}

void *rows_add(rows *r) {
    bool good = r->count < r->room || make_room(r, r->room + r->room / 4 + 16);
    return good ? rows_get(r, r->count++) : NULL;
}

int rows_find(const rows *r, unsigned long at) {
    int low = 0, high = r->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (*(const unsigned long *)rows_get(r, middle) < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void remove_rows(rows *r, int first, int count) {
    if (count > 0)
        memmove(rows_get(r, first), rows_get(r, first + count),
                (size_t)(r->count - first - count) * r->size);
    r->count -= count;
}

/* Moves the rows from `first` on to the end of other ones. */
static bool move_rows(rows *from, int first, rows *to) {
    int count = from->count - first;
    if (!make_room(to, to->count + count))
        return false;
    if (count > 0)
        memcpy(rows_get(to, to->count), rows_get(from, first), (size_t)count * from->size);
    to->count += count;
    from->count = first;
    return true;
}

/* ---- Branches ---------------------------------------------------------------------------- */

session_branch session_branch_from(unsigned long first) {
    return (session_branch){.first = first,
                            .ticks.size = sizeof(session_made),
                            .changes.size = sizeof(session_change),
                            .checkpoints.size = sizeof(session_change)};
}

void session_change_free(session_change *c) {
    free(c->state);
    free(c->members);
}

/* Drops the first changes or checkpoints. */
static void drop_rows(rows *list, int count) {
    for (int i = 0; i < count; i++)
        session_change_free(rows_get(list, i));
    remove_rows(list, 0, count);
}

void session_branch_free(session_branch *b) {
    drop_rows(&b->changes, b->changes.count);
    drop_rows(&b->checkpoints, b->checkpoints.count);
    free(b->ticks.data);
    free(b->changes.data);
    free(b->checkpoints.data);
    *b = session_branch_from(0);
}

/* Returns the index of the first change at the fork's time or later that is behind it. */
static int find_change(const rows *changes, unsigned long at, unsigned long number) {
    int index = rows_find(changes, at);
    for (; index < changes->count; index++) {
        const session_change *c = rows_get(changes, index);
        if (c->at > at || c->number >= number)
            break;
    }
    return index;
}

bool session_branch_cut(session_branch *b, unsigned long at, unsigned long number,
                        session_branch *tail) {
    *tail = session_branch_from(at);
    return move_rows(&b->ticks, (int)(at - b->first), &tail->ticks) &&
           move_rows(&b->changes, find_change(&b->changes, at, number), &tail->changes) &&
           move_rows(&b->checkpoints, rows_find(&b->checkpoints, at + 1), &tail->checkpoints);
}

bool session_branch_append(session_branch *b, session_branch *tail) {
    return move_rows(&tail->ticks, 0, &b->ticks) && move_rows(&tail->changes, 0, &b->changes) &&
           move_rows(&tail->checkpoints, 0, &b->checkpoints);
}

void session_branch_drop(session_branch *b, unsigned long first) {
    drop_rows(&b->checkpoints, rows_find(&b->checkpoints, first));
    drop_rows(&b->changes, rows_find(&b->changes, first));
    remove_rows(&b->ticks, 0, (int)(first - b->first));
    b->first = first;
}

void session_branch_thin(session_branch *b) {
    rows *list = &b->checkpoints;
    session_change *all = rows_get(list, 0);
    int kept = 1, end = list->count / 4 * 3;
    unsigned long least = all[1].at - all[0].at;
    for (int i = 2; i < end; i++)
        least = all[i].at - all[i - 1].at < least ? all[i].at - all[i - 1].at : least;
    for (int i = 1; i < end; i++) {
        if (all[i].at - all[kept - 1].at < 2 * least)
            session_change_free(&all[i]);
        else
            all[kept++] = all[i];
    }
    remove_rows(list, kept, end - kept);
}

static bool uses_level(const rows *list, int index) {
    bool uses = false;
    for (int i = 0; i < list->count && !uses; i++)
        uses = ((const session_change *)rows_get(list, i))->place.level == index;
    return uses;
}

bool session_branch_uses_level(const session_branch *b, int index) {
    return uses_level(&b->changes, index) || uses_level(&b->checkpoints, index);
}

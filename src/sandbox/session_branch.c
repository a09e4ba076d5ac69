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

/* Of changes or checkpoints. */
static void drop_rows(rows *list, int first, int count) {
    for (int i = first; i < first + count; i++) {
        session_change *c = rows_get(list, i);
        free(c->state);
    }
    remove_rows(list, first, count);
}

void session_branch_free(session_branch *b) {
    drop_rows(&b->changes, 0, b->changes.count);
    drop_rows(&b->checkpoints, 0, b->checkpoints.count);
    free(b->ticks.data);
    free(b->changes.data);
    free(b->checkpoints.data);
    *b = session_branch_from(0);
}

bool session_branch_cut(session_branch *b, unsigned long at, int change_count,
                        session_branch *tail) {
    *tail = session_branch_from(at);
    return move_rows(&b->ticks, (int)(at - b->first), &tail->ticks) &&
           move_rows(&b->changes, change_count, &tail->changes) &&
           move_rows(&b->checkpoints, rows_find(&b->checkpoints, at + 1), &tail->checkpoints);
}

bool session_branch_append(session_branch *b, session_branch *tail) {
    return move_rows(&tail->ticks, 0, &b->ticks) && move_rows(&tail->changes, 0, &b->changes) &&
           move_rows(&tail->checkpoints, 0, &b->checkpoints);
}

int session_branch_drop(session_branch *b, unsigned long first) {
    int changes = rows_find(&b->changes, first);
    drop_rows(&b->checkpoints, 0, rows_find(&b->checkpoints, first));
    drop_rows(&b->changes, 0, changes);
    remove_rows(&b->ticks, 0, (int)(first - b->first));
    b->first = first;
    return changes;
}

void session_branch_thin(session_branch *b) {
    const session_change *all = rows_get(&b->checkpoints, 0);
    int least = 1;
    for (int i = 2; i < b->checkpoints.count / 4 * 3; i++) {
        if (all[i + 1].at - all[i - 1].at < all[least + 1].at - all[least - 1].at)
            least = i;
    }
    drop_rows(&b->checkpoints, least, 1);
}

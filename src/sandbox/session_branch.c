#include "session_branch.h"

#include <stdlib.h>
#include <string.h>

const session_branch session_no_branch = {.runs.size = sizeof(session_run),
                                          .ticks.size = sizeof(session_tick_row),
                                          .changes.size = sizeof(session_change),
                                          .checkpoints.size = sizeof(session_checkpoint)};

static void free_changes(rows *changes, int first, int count) {
    for (int i = first; i < first + count; i++) {
        session_change *c = rows_get(changes, i);
        free(c->bytes);
        free(c->members);
    }
    rows_remove(changes, first, count);
}

static void free_checkpoints(rows *checkpoints, int first, int count) {
    for (int i = first; i < first + count; i++)
        free(((session_checkpoint *)rows_get(checkpoints, i))->members);
    rows_remove(checkpoints, first, count);
}

void session_branch_free(session_branch *b) {
    free_changes(&b->changes, 0, b->changes.count);
    free_checkpoints(&b->checkpoints, 0, b->checkpoints.count);
    free(b->runs.data);
    free(b->ticks.data);
    free(b->changes.data);
    free(b->checkpoints.data);
    *b = session_no_branch;
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

/* The run that `at` is in the midst of goes on in both parts. */
static bool split_run(rows *runs, unsigned long at, rows *tail) {
    int first = rows_find(runs, at);
    bool is_within =
        first > 0 && (first == runs->count || ((session_run *)rows_get(runs, first))->at > at);
    if (is_within) {
        session_run *again = rows_add(tail);
        if (again == NULL)
            return false;
        *again = *(session_run *)rows_get(runs, first - 1);
        again->at = at;
    }
    return rows_move(runs, first, tail);
}

bool session_branch_cut(session_branch *b, unsigned long at, unsigned long number,
                        session_branch *tail) {
    *tail = session_no_branch;
    return split_run(&b->runs, at, &tail->runs) &&
           rows_move(&b->ticks, rows_find(&b->ticks, at + 1), &tail->ticks) &&
           rows_move(&b->changes, find_change(&b->changes, at, number), &tail->changes) &&
           rows_move(&b->checkpoints, rows_find(&b->checkpoints, at + 1), &tail->checkpoints);
}

bool session_branch_append(session_branch *b, session_branch *tail) {
    return rows_move(&tail->runs, 0, &b->runs) && rows_move(&tail->ticks, 0, &b->ticks) &&
           rows_move(&tail->changes, 0, &b->changes) &&
           rows_move(&tail->checkpoints, 0, &b->checkpoints);
}

void session_branch_drop(session_branch *b, unsigned long first) {
    free_checkpoints(&b->checkpoints, 0, rows_find(&b->checkpoints, first));
    free_changes(&b->changes, 0, rows_find(&b->changes, first));
    rows_remove(&b->ticks, 0, rows_find(&b->ticks, first + 1));
    int runs = rows_find(&b->runs, first + 1);
    rows_remove(&b->runs, 0, runs > 0 ? runs - 1 : 0);
}

void session_branch_thin(session_branch *b) {
    rows *list = &b->checkpoints;
    int kept = 1, end = list->count / 4 * 3;
    for (int i = 1; i < end; i++) {
        if (i % 2 == 0)
            memcpy(rows_get(list, kept++), rows_get(list, i), list->size);
        else
            free(((session_checkpoint *)rows_get(list, i))->members);
    }
    rows_remove(list, kept, end - kept);
}

bool session_branch_uses_level(const session_branch *b, int index) {
    for (int i = 0; i < b->changes.count; i++) {
        if (((const session_change *)rows_get(&b->changes, i))->place.level == index)
            return true;
    }
    for (int i = 0; i < b->checkpoints.count; i++) {
        if (((const session_checkpoint *)rows_get(&b->checkpoints, i))->place.level == index)
            return true;
    }
    return false;
}

#include "session_branch.h"

#include <stdlib.h>
#include <string.h>

const session_branch session_no_branch = {.runs.size = sizeof(session_run),
                                          .marks.size = sizeof(session_marked),
                                          .ways.size = sizeof(session_way),
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

static void free_checkpoint(session_checkpoint *c) {
    free(c->state);
    free(c->members);
}

static void free_checkpoints(rows *checkpoints, int first, int count) {
    for (int i = first; i < first + count; i++)
        free_checkpoint(rows_get(checkpoints, i));
    rows_remove(checkpoints, first, count);
}

static void free_ways(rows *ways, int first, int count) {
    for (int i = first; i < first + count; i++)
        free(((session_way *)rows_get(ways, i))->positions);
    rows_remove(ways, first, count);
}

void session_branch_free(session_branch *b) {
    free_changes(&b->changes, 0, b->changes.count);
    free_checkpoints(&b->checkpoints, 0, b->checkpoints.count);
    free_ways(&b->ways, 0, b->ways.count);
    free(b->runs.data);
    free(b->marks.data);
    free(b->ways.data);
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
static bool cut_runs(rows *runs, unsigned long at, rows *tail) {
    return rows_split(runs, at) && rows_move(runs, rows_find(runs, at), tail);
}

bool session_branch_cut(session_branch *b, unsigned long at, unsigned long number,
                        session_branch *tail) {
    *tail = session_no_branch;
    tail->end = b->end;
    b->end = at;
    return cut_runs(&b->runs, at, &tail->runs) && cut_runs(&b->marks, at + 1, &tail->marks) &&
           rows_move(&b->ways, rows_find(&b->ways, at + 1), &tail->ways) &&
           rows_move(&b->changes, find_change(&b->changes, at, number), &tail->changes) &&
           rows_move(&b->checkpoints, rows_find(&b->checkpoints, at + 1), &tail->checkpoints);
}

bool session_branch_append(session_branch *b, session_branch *tail) {
    b->end = tail->end;
    return rows_move(&tail->runs, 0, &b->runs) && rows_move(&tail->marks, 0, &b->marks) &&
           rows_move(&tail->ways, 0, &b->ways) && rows_move(&tail->changes, 0, &b->changes) &&
           rows_move(&tail->checkpoints, 0, &b->checkpoints);
}

/* But for the one that `first` is in. */
static void drop_runs(rows *runs, unsigned long first) {
    int count = rows_find(runs, first + 1);
    rows_remove(runs, 0, count > 0 ? count - 1 : 0);
}

void session_branch_drop(session_branch *b, unsigned long first) {
    free_checkpoints(&b->checkpoints, 0, rows_find(&b->checkpoints, first));
    free_changes(&b->changes, 0, rows_find(&b->changes, first));
    free_ways(&b->ways, 0, rows_find(&b->ways, first + 1));
    drop_runs(&b->runs, first);
    drop_runs(&b->marks, first + 1);
}

bool session_branch_mark(session_branch *b, unsigned marks) {
    session_marked *last = rows_last(&b->marks);
    if (last != NULL && last->marks == marks)
        return true;
    if (last != NULL && last->at == b->end) {
        last->marks |= marks;
        return true;
    }
    session_marked *next = rows_add(&b->marks);
    if (next != NULL)
        *next = (session_marked){b->end, marks};
    return next != NULL;
}

bool session_branch_mark_next(session_branch *b, unsigned marks) {
    session_marked *last = rows_last(&b->marks);
    bool is_there = last != NULL && last->at == b->end + 1;
    session_marked *next = is_there ? last : rows_add(&b->marks);
    if (next != NULL)
        *next = (session_marked){b->end + 1, marks};
    return next != NULL;
}

const sm3_vec *session_branch_position(const session_branch *b, unsigned long at) {
    int index = rows_find(&b->ways, at);
    const session_way *w = index < b->ways.count ? rows_get(&b->ways, index) : NULL;
    return w != NULL && w->at - at < (unsigned long)w->count
               ? &w->positions[w->count - 1 - (int)(w->at - at)]
               : NULL;
}

void session_branch_thin(session_branch *b) {
    rows *list = &b->checkpoints;
    session_checkpoint *all = rows_get(list, 0);
    int kept = 1, end = list->count / 4 * 3;
    unsigned long least = all[1].at - all[0].at;
    for (int i = 2; i < end; i++)
        least = all[i].at - all[i - 1].at < least ? all[i].at - all[i - 1].at : least;
    for (int i = 1; i < end; i++) {
        if (all[i].at - all[kept - 1].at < 2 * least)
            free_checkpoint(&all[i]);
        else
            all[kept++] = all[i];
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

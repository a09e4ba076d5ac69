#include "journal.h"

#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "session.h"

/* The path keeps an hour; all branches together keep four hours. */
static const int path_max = SESSION_TICKS_MAX, path_kept = SESSION_TICKS_MAX / 4 * 3;
static const int entries_max = 4 * SESSION_TICKS_MAX, entries_kept = 3 * SESSION_TICKS_MAX;

/* Grows the array by a small part, because hours of ticks are large. */
static void make_room(void *array, int *room, int count, size_t size) {
    void *held;
    if (count < *room)
        return;
    *room += *room / 8 + 64;
    memcpy(&held, array, sizeof held);
    held = memory_realloc(held, (size_t)*room * size);
    memcpy(array, &held, sizeof held);
}

static journal_entry *get(const journal *j, int number) {
    return &j->entries[number - j->dropped];
}

unsigned long journal_end(const journal *j) {
    return j->path_count > 0 ? j->first + (unsigned long)j->path_count - 1 : j->first;
}

static int number_at(const journal *j, unsigned long at) {
    return j->path[at - j->first];
}

journal_entry *journal_at(const journal *j, unsigned long at) {
    return get(j, number_at(j, at));
}

/* ---- Adding ------------------------------------------------------------------------------ */

static void add_to_path(journal *j, int number) {
    make_room(&j->path, &j->path_room, j->path_count, sizeof *j->path);
    j->path[j->path_count++] = number;
}

journal_entry *journal_add(journal *j, bool is_tick) {
    make_room(&j->entries, &j->room, j->count, sizeof *j->entries);
    journal_entry *e = &j->entries[j->count];
    *e = (journal_entry){.before = j->last, .is_tick = is_tick};
    j->last = j->dropped + j->count++;
    if (is_tick || j->path_count == 0)
        add_to_path(j, j->last);
    return e;
}

/* Returns the last entry before the tick after `at`. */
static int last_at(const journal *j, unsigned long at) {
    return at == journal_end(j) ? j->last : journal_at(j, at + 1)->before;
}

const journal_change *journal_next_change(const journal *j, unsigned long at, int *entry) {
    *entry = *entry == 0 ? last_at(j, at) : get(j, *entry)->before;
    return *entry != number_at(j, at) ? get(j, *entry)->change : NULL;
}

/* ---- Dropping ---------------------------------------------------------------------------- */

static void drop_entries(journal *j, int count) {
    for (int i = 0; i < count; i++)
        free(j->entries[i].change);
    j->count -= count;
    j->dropped += count;
    if (count > 0)
        memmove(j->entries, j->entries + count, (size_t)j->count * sizeof *j->entries);
}

void journal_clear(journal *j, unsigned long at) {
    drop_entries(j, j->count);
    j->dropped = 1; /* no entry has the number 0 */
    j->last = j->path_count = j->fork_count = j->fork_done = 0;
    j->first = at;
}

void journal_free(journal *j) {
    drop_entries(j, j->count);
    free(j->entries);
    free(j->path);
}

static void drop_forks(journal *j, int first, int count) {
    memmove(j->forks + first, j->forks + first + count,
            (size_t)(j->fork_count - first - count) * sizeof *j->forks);
    j->fork_count -= count;
    j->fork_done -= j->fork_done > first ? count : 0;
}

/* Forks before the new beginning are dropped, and with them the forks that can only be undone after
 * them. */
void journal_drop_oldest(journal *j) {
    if (j->path_count <= path_max && j->count <= entries_max)
        return;
    int row = j->path_count > path_kept ? j->path_count - path_kept : 0;
    while (j->path[row] - j->dropped < j->count - entries_kept ||
           get(j, j->path[row])->change == NULL)
        row++;
    drop_entries(j, j->path[row] - j->dropped);
    j->path_count -= row;
    j->first += (unsigned long)row;
    memmove(j->path, j->path + row, (size_t)j->path_count * sizeof *j->path);
    int forks = j->fork_count;
    while (forks > 0 && j->forks[forks - 1].at >= j->first)
        forks--;
    drop_forks(j, 0, forks);
}

/* ---- Branches ---------------------------------------------------------------------------- */

void journal_fork_at(journal *j, unsigned long at) {
    drop_forks(j, j->fork_done, j->fork_count - j->fork_done);
    if (j->fork_count == JOURNAL_FORKS_MAX)
        drop_forks(j, 0, 1);
    j->forks[j->fork_count++] = (journal_fork){at, j->last};
    j->fork_done = j->fork_count;
    j->last = last_at(j, at);
    j->path_count = (int)(at - j->first) + 1;
}

const journal_fork *journal_find_fork(const journal *j, int direction) {
    bool is_there = direction < 0 ? j->fork_done > 0 : j->fork_done < j->fork_count;
    return is_there ? &j->forks[j->fork_done - (direction < 0)] : NULL;
}

/* The path to the time of the fork stays; then the other branch's ticks follow. */
void journal_take_fork(journal *j, int direction) {
    journal_fork *f = &j->forks[direction < 0 ? --j->fork_done : j->fork_done++];
    int other = f->end, from = number_at(j, f->at);
    f->end = j->last;
    j->last = other;
    j->path_count = (int)(f->at - j->first) + 1;
    for (int i = other; i != from; i = get(j, i)->before) {
        if (get(j, i)->is_tick)
            add_to_path(j, i);
    }
    for (int i = (int)(f->at - j->first) + 1, k = j->path_count - 1; i < k; i++, k--) {
        int later = j->path[i];
        j->path[i] = j->path[k];
        j->path[k] = later;
    }
}

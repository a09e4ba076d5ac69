#include "rows.h"

#include <stdlib.h>
#include <string.h>

static bool grow(rows *r) {
    int room = r->room + r->room / 4 + 16;
    char *data = realloc(r->data, (size_t)room * r->size);
    if (data == NULL)
        return false;
    r->data = data;
    r->room = room;
    return true;
}

void *rows_add(rows *r) {
    return r->count < r->room || grow(r) ? rows_get(r, r->count++) : NULL;
}

void rows_remove(rows *r, int first, int count) {
    if (count > 0)
        memmove(rows_get(r, first), rows_get(r, first + count),
                (size_t)(r->count - first - count) * r->size);
    r->count -= count;
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

bool rows_split(rows *r, unsigned long at) {
    int index = rows_find(r, at);
    bool is_there = index < r->count && *(const unsigned long *)rows_get(r, index) == at;
    if (index == 0 || is_there)
        return true;
    if (rows_add(r) == NULL)
        return false;
    memmove(rows_get(r, index), rows_get(r, index - 1), (size_t)(r->count - index) * r->size);
    *(unsigned long *)rows_get(r, index) = at;
    return true;
}

bool rows_move(rows *from, int first, rows *to) {
    int count = from->count - first;
    if (count > to->room - to->count) {
        char *data = realloc(to->data, (size_t)(to->count + count) * to->size);
        if (data == NULL)
            return false;
        to->data = data;
        to->room = to->count + count;
    }
    if (count > 0)
        memcpy(rows_get(to, to->count), rows_get(from, first), (size_t)count * from->size);
    to->count += count;
    from->count = first;
    return true;
}

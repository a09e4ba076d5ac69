#include "command_table.h"

#include <assert.h>
#include <string.h>

const char *const command_group_names[GROUP_COUNT] = {
    [GROUP_MOVE] = "Move", [GROUP_TIME] = "Time and method",
    [GROUP_VIEW] = "View", [GROUP_DRAW] = "Draw",
    [GROUP_EDIT] = "Edit", [GROUP_LEVEL] = "Level and window"};

bool command_counts(const command_row *c, int dimensions) {
    return c->where == COMMAND_ANYWHERE || (int)c->where == dimensions;
}

const char *command_where_words(const command_row *c) {
    return c->where == COMMAND_IN_2D ? " (2D)" : c->where == COMMAND_IN_3D ? " (3D)" : "";
}

bool command_is(const command_row *c, const char *name) {
    return c != NULL && c->name != NULL && strcmp(c->name, name) == 0;
}

const command_row *command_find(const command_table *t, int dimensions, const char *name,
                                int argument) {
    const command_row *first = NULL;
    bool is_known = t == NULL || name == NULL;
    for (int i = 0; t != NULL && name != NULL && i < t->count; i++) {
        const command_row *c = &t->rows[i];
        if (!command_is(c, name))
            continue;
        is_known = true;
        if (!command_counts(c, dimensions))
            continue;
        if (c->argument == argument)
            return c;
        first = first != NULL ? first : c;
    }
    assert(is_known); /* or the name is misspelt */
    return first;
}

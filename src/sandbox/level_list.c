#include "level_list.h"

#include <glob.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A folder's name may hold characters that mean something in a pattern. */
static void escape_pattern(const char *folder, char *pattern) {
    for (; *folder != '\0'; folder++) {
        if (strchr("*?[]\\", *folder) != NULL)
            *pattern++ = '\\';
        *pattern++ = *folder;
    }
    *pattern = '\0';
}

static char *folder_pattern(const char *path) {
    char *copy = strdup(path);
    if (copy == NULL)
        return NULL;
    const char *folder = dirname(copy);
    char *pattern = malloc(2 * strlen(folder) + sizeof "/*/*.level");
    if (pattern != NULL)
        escape_pattern(folder, pattern);
    free(copy);
    return pattern;
}

/* glob sorts the matches of each call by name. */
static void add_matches(const char *folder, const char *names, int flags, glob_t *found) {
    size_t length = strlen(folder);
    char *pattern = malloc(length + strlen(names) + 1);
    if (pattern == NULL)
        return;
    memcpy(pattern, folder, length);
    strcpy(pattern + length, names);
    glob(pattern, flags, NULL, found);
    free(pattern);
}

level_list level_list_around(const char *path) {
    level_list list = {0};
    char *folder = folder_pattern(path);
    if (folder == NULL)
        return list;
    glob_t found = {0};
    add_matches(folder, "/*.level", 0, &found);
    add_matches(folder, "/*/*.level", GLOB_APPEND, &found);
    list.paths = calloc(found.gl_pathc + 1, sizeof *list.paths);
    for (size_t i = 0; list.paths != NULL && i < found.gl_pathc; i++) {
        char *copy = strdup(found.gl_pathv[i]);
        if (copy != NULL)
            list.paths[list.count++] = copy;
    }
    globfree(&found);
    free(folder);
    return list;
}

void level_list_free(level_list *list) {
    for (int i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (level_list){0};
}

/* "./a" and "a" name one file. */
static const char *without_dot(const char *path) {
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    return path;
}

const char *level_list_step(const level_list *list, const char *path, int step) {
    if (list->count == 0)
        return NULL;
    int at = -1;
    for (int i = 0; i < list->count; i++) {
        if (strcmp(without_dot(list->paths[i]), without_dot(path)) == 0)
            at = i;
    }
    if (at < 0 && step < 0)
        at = 0;
    int next = (at + step) % list->count;
    return list->paths[next < 0 ? next + list->count : next];
}

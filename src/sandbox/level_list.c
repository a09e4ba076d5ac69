#include "level_list.h"

#include <ctype.h>
#include <glob.h>
#include <libgen.h>
#include <stdbool.h>
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

/* ---- Matching ---------------------------------------------------------------------------- */

/* How well a level fits what was typed, ascending. */
enum { FITS_NOT, FITS_SCATTERED, FITS_PATH, FITS_NAME, FITS_WORD, FITS_START, FIT_COUNT };

static const char *skip_blanks(const char *typed) {
    while (*typed == ' ')
        typed++;
    return typed;
}

static bool is_same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static bool begins_with(const char *text, const char *typed) {
    for (typed = skip_blanks(typed); *typed != '\0'; typed = skip_blanks(typed + 1)) {
        if (!is_same_letter(*text++, *typed))
            return false;
    }
    return true;
}

static bool holds_in_order(const char *text, const char *typed) {
    for (typed = skip_blanks(typed); *typed != '\0' && *text != '\0'; text++) {
        if (is_same_letter(*text, *typed))
            typed = skip_blanks(typed + 1);
    }
    return *typed == '\0';
}

static int fit_name(const char *name, const char *typed) {
    if (begins_with(name, typed))
        return FITS_START;
    int best = FITS_NOT;
    for (const char *at = name + 1; at[-1] != '\0' && best < FITS_WORD; at++) {
        if (begins_with(at, typed))
            best = isalnum((unsigned char)at[-1]) ? FITS_NAME : FITS_WORD;
    }
    return best;
}

static int fit(const char *path, const char *typed) {
    const char *slash = strrchr(path, '/');
    int best = fit_name(slash != NULL ? slash + 1 : path, typed);
    if (best == FITS_NOT && fit_name(path, typed) != FITS_NOT)
        best = FITS_PATH;
    if (best == FITS_NOT && holds_in_order(path, typed))
        best = FITS_SCATTERED;
    return best;
}

/* Returns how much of the paths is the folder that all of them lie in: nobody types that. */
static size_t count_common(const level_list *list) {
    size_t common = 0;
    for (const char *at = list->paths[0]; *at != '\0'; at++) {
        for (int i = 1; i < list->count; i++) {
            if (list->paths[i][at - list->paths[0]] != *at)
                return common;
        }
        if (*at == '/')
            common = (size_t)(at - list->paths[0]) + 1;
    }
    return common;
}

int level_list_match(const level_list *list, const char *typed, int *order) {
    int count = 0;
    size_t common = list->count > 0 ? count_common(list) : 0;
    for (int wanted = FIT_COUNT - 1; wanted > FITS_NOT; wanted--) {
        for (int i = 0; i < list->count; i++) {
            if (fit(list->paths[i] + common, typed) == wanted)
                order[count++] = i;
        }
    }
    return count;
}

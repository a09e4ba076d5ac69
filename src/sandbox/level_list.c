#include "level_list.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/file.h"
#include "../level/svg.h"
#include "../level/text.h"

enum { HEAD_BYTES = 8192 }; /* of a file, within which its title and section are looked for */

/* ---- Folders ----------------------------------------------------------------------------- */

/* Returns the folder of a file, or the one above a folder, to be freed with free(); NULL when
 * memory ran out. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? text_copy_string(".")
                         : text_copy(path, slash > path ? (size_t)(slash - path) : 1);
}

static bool is_level(const char *name) {
    return name[0] != '.' && text_has_ending(name, ".level");
}

/* Drawings are, too, but a folder is no collection for having some. */
static bool is_listed(const char *name) {
    return is_level(name) || (name[0] != '.' && svg_is_named(name));
}

/* Whether the folder above another one has levels of the same collection. */
static bool is_collection(const char *folder) {
    platform_status status;
    bool has_levels = false;
    if (!platform_look(folder, &status) || status.is_public)
        return false;
    char **names = platform_list(folder);
    for (char **name = names; name != NULL && *name != NULL && !has_levels; name++)
        has_levels = is_level(*name);
    platform_free_list(names);
    return has_levels;
}

static char *find_above(const char *folder) {
    const char *slash = strrchr(folder, '/'), *name = slash != NULL ? slash + 1 : folder;
    bool is_relative = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return is_relative ? platform_join(folder, "..") : folder_of(folder);
}

/* Returns the folder whose levels stand beside the one at `path`, to be freed with free(); NULL
 * when memory ran out. */
static char *find_folder(const char *path) {
    char *folder = folder_of(path);
    char *above = folder != NULL ? find_above(folder) : NULL;
    bool goes_up = above != NULL && is_collection(above);
    free(goes_up ? folder : above);
    return goes_up ? above : folder;
}

/* ---- Files ------------------------------------------------------------------------------- */

/* Takes the words without blanks around them, as a string of its own. NULL stays where memory ran
 * out. */
static void take_words(char **words, const char *at, const char *end) {
    at = level_skip_blanks(at, end);
    while (end > at && (level_is_blank(end[-1]) || end[-1] == '\r'))
        end--;
    *words = text_copy(at, (size_t)(end - at));
}

/* Takes what follows the word, if the line begins with it. */
static void take_statement(char **words, const char *word, const char *line, const char *end) {
    size_t length = strlen(word);
    line = level_skip_blanks(line, end);
    if (*words == NULL && (size_t)(end - line) > length && memcmp(line, word, length) == 0 &&
        level_is_blank(line[length]))
        take_words(words, line + length, end);
}

/* Takes what a drawing's element holds. What has lines or entities is left out. */
static void take_element(char **words, const char *start, const char *head) {
    const char *at = strstr(head, start), *open = at != NULL ? strchr(at, '>') : NULL;
    size_t length = open != NULL ? strcspn(open, "<&\n") : 0;
    if (open != NULL && open[length] == '<')
        take_words(words, open + 1, open + length);
}

/* Reads the title and section near the file's beginning: a level of a million walls has them there,
 * too. */
static void read_head(level_entry *e) {
    char head[HEAD_BYTES + 1];
    level_errors ignored;
    FILE *file = level_open_file(e->path, &e->seen, &ignored);
    size_t length = file != NULL ? fread(head, 1, HEAD_BYTES, file) : 0;
    if (file != NULL)
        fclose(file);
    else
        e->seen = (platform_status){0};
    const char *end = head + length;
    head[length] = '\0';
    if (svg_is_named(e->path)) {
        take_element(&e->title, "<title", head);
        take_element(&e->section, "data-slidemove=\"section\"", head);
        return;
    }
    for (const char *line = head, *next; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        if (next == NULL && length == HEAD_BYTES)
            break; /* it goes on */
        next = next != NULL ? next : end;
        take_statement(&e->title, "title", line, next);
        take_statement(&e->section, "section", line, next);
    }
}

/* Returns the name of the folder in which the file lies. */
static char *name_folder(const char *path) {
    char *folder = folder_of(path), *slash = folder != NULL ? strrchr(folder, '/') : NULL;
    if (slash != NULL)
        memmove(folder, slash + 1, strlen(slash));
    return folder;
}

static void free_entry(level_entry *e) {
    free(e->path);
    free(e->title);
    free(e->section);
}

/* Takes over the path. Leaves it out when memory ran out. */
static void add_entry(level_list *list, int *room, char *path) {
    level_entry e = {.path = path};
    read_head(&e);
    if (e.title == NULL)
        e.title = text_copy_string("");
    if (e.section == NULL)
        e.section = name_folder(path);
    if (e.title == NULL || e.section == NULL ||
        !level_grow(&list->entries, room, list->count, sizeof e)) {
        free_entry(&e);
        return;
    }
    list->entries[list->count++] = e;
}

/* Adds the levels of the folder, with `deep` those of its subfolders instead. */
static void add_folder(level_list *list, int *room, const char *folder, bool deep) {
    char **names = platform_list(folder);
    for (char **name = names; name != NULL && *name != NULL; name++) {
        char *path =
            is_listed(*name) != deep && (*name)[0] != '.' ? platform_join(folder, *name) : NULL;
        if (path != NULL && deep)
            add_folder(list, room, path, false);
        else if (path != NULL)
            add_entry(list, room, path);
        if (deep)
            free(path);
    }
    platform_free_list(names);
}

/* Brings levels of one section together, where the first of them stands. */
static void gather_sections(level_list *list) {
    level_entry *entries = list->entries;
    for (int i = 1; i < list->count; i++) {
        int to = i;
        while (to > 0 && strcmp(entries[to - 1].section, entries[i].section) != 0)
            to--;
        if (to == 0 || to == i)
            continue;
        level_entry moved = entries[i];
        memmove(&entries[to + 1], &entries[to], (size_t)(i - to) * sizeof moved);
        entries[to] = moved;
    }
}

level_list level_list_around(const char *path) {
    level_list list = {0};
    char *folder = find_folder(path);
    if (folder == NULL)
        return list;
    int room = 0;
    add_folder(&list, &room, folder, false);
    add_folder(&list, &room, folder, true);
    gather_sections(&list);
    free(folder);
    return list;
}

void level_list_free(level_list *list) {
    for (int i = 0; i < list->count; i++)
        free_entry(&list->entries[i]);
    free(list->entries);
    *list = (level_list){0};
}

int level_list_find(const level_list *list, const char *path) {
    platform_status status;
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->entries[i].path, path) == 0)
            return i;
    }
    for (int i = 0; platform_look(path, &status) && i < list->count; i++) {
        if (platform_is_same(&list->entries[i].seen, &status))
            return i;
    }
    return -1;
}

const char *level_list_step(const level_list *list, const char *path, int step) {
    if (list->count == 0)
        return NULL;
    int at = level_list_find(list, path);
    if (at < 0 && step < 0)
        at = 0;
    int next = (at + step) % list->count;
    return list->entries[next < 0 ? next + list->count : next].path;
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

/* Blanks and hyphens between words count on neither side. */
static bool begins_with(const char *text, const char *typed) {
    for (typed = skip_blanks(typed); *typed != '\0'; typed = skip_blanks(typed + 1), text++) {
        while ((*text == ' ' || *text == '-') && *text != *typed)
            text++;
        if (!is_same_letter(*text, *typed))
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

/* `path`: from below the folder of all. */
static int fit(const level_entry *e, const char *path, const char *typed) {
    const char *slash = strrchr(path, '/');
    int name = fit_name(slash != NULL ? slash + 1 : path, typed), title = fit_name(e->title, typed);
    int best = name > title ? name : title;
    if (best == FITS_NOT && (fit_name(path, typed) > 0 || fit_name(e->section, typed) > 0))
        best = FITS_PATH;
    if (best == FITS_NOT && holds_in_order(path, typed))
        best = FITS_SCATTERED;
    return best;
}

/* Returns how much of the paths is the folder that all of them lie in: nobody types that. */
static size_t count_common(const level_list *list) {
    size_t common = 0;
    const char *first = list->entries[0].path;
    for (const char *at = first; *at != '\0'; at++) {
        for (int i = 1; i < list->count; i++) {
            if (list->entries[i].path[at - first] != *at)
                return common;
        }
        if (*at == '/')
            common = (size_t)(at - first) + 1;
    }
    return common;
}

int level_list_match(const level_list *list, const char *typed, int *order) {
    int count = 0;
    size_t common = list->count > 0 ? count_common(list) : 0;
    for (int wanted = FIT_COUNT - 1; wanted > FITS_NOT; wanted--) {
        for (int i = 0; i < list->count; i++) {
            if (fit(&list->entries[i], list->entries[i].path + common, typed) == wanted)
                order[count++] = i;
        }
    }
    return count;
}

#include "level_list.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/file.h"
#include "../level/lines.h"
#include "../level/svg.h"
#include "../level/text.h"

enum { HEAD_BYTES = 8192 }; /* of a file, which are searched for its title and section */

/* ---- Folders ----------------------------------------------------------------------------- */

/* Returns the folder of a file, or the one above a folder, to be freed with free(). */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? memory_strdup(".")
                         : text_copy(path, slash > path ? (size_t)(slash - path) : 1);
}

static bool is_level(const char *name) {
    return name[0] != '.' && text_has_ending(name, ".level");
}

/* Drawings are listed, too, but do not make a folder a collection (is_collection). */
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
    for (char **name = names; *name != NULL && !has_levels; name++)
        has_levels = is_level(*name);
    platform_free_list(names);
    return has_levels;
}

static char *find_above(const char *folder) {
    const char *slash = strrchr(folder, '/'), *name = slash != NULL ? slash + 1 : folder;
    bool is_relative = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return is_relative ? platform_join(folder, "..") : folder_of(folder);
}

/* Returns the folder that is listed for the level at `path`, to be freed with free(). */
static char *find_folder(const char *path) {
    char *folder = folder_of(path), *above = find_above(folder);
    bool goes_up = is_collection(above);
    free(goes_up ? folder : above);
    return goes_up ? above : folder;
}

/* ---- Files ------------------------------------------------------------------------------- */

/* Takes the words without blanks around them, as a string of its own. */
static void take_words(char **words, const char *at, const char *end) {
    at = level_skip_blanks(at, end);
    while (end > at && level_is_blank(end[-1]))
        end--;
    if (*words == NULL)
        *words = text_copy(at, (size_t)(end - at));
}

/* Takes the text of a drawing's element, unless it has lines or entities. */
static void take_element(char **words, const char *start, const char *head) {
    const char *at = strstr(head, start), *open = at != NULL ? strchr(at, '>') : NULL;
    size_t length = open != NULL ? strcspn(open, "<&\n") : 0;
    if (open != NULL && open[length] == '<')
        take_words(words, open + 1, open + length);
}

/* The last line is left out if it was cut off. */
static void take_statements(level_entry *e, const char *head, size_t length) {
    level_errors ignored;
    const char *end = head + length;
    while (length == HEAD_BYTES && end > head && end[-1] != '\n')
        end--;
    lines in = lines_of(head, end, &ignored);
    while (lines_take(&in)) {
        word w = lines_take_word(&in);
        if (word_is(w, "title"))
            take_words(&e->title, in.at, in.line_end);
        else if (word_is(w, "section"))
            take_words(&e->section, in.at, in.line_end);
        else
            e->has_depth |= word_is(w, "slidemove3");
    }
}

/* Reads the title, section and dimensions near the file's beginning: also in a level of a million
 * walls. */
static void read_head(level_entry *e) {
    char head[HEAD_BYTES + 1];
    level_errors ignored;
    FILE *file = level_open_file(e->path, &e->seen, &ignored);
    size_t length = file != NULL ? fread(head, 1, HEAD_BYTES, file) : 0;
    if (file != NULL)
        fclose(file);
    else
        e->seen = (platform_status){0};
    head[length] = '\0';
    if (!svg_is_named(e->path)) {
        take_statements(e, head, length);
    } else {
        take_element(&e->title, "<title", head);
        take_element(&e->section, "data-slidemove=\"section\"", head);
    }
}

/* Returns the name of the folder in which the file lies. */
static char *name_folder(const char *path) {
    char *folder = folder_of(path), *slash = strrchr(folder, '/');
    if (slash != NULL)
        memmove(folder, slash + 1, strlen(slash));
    return folder;
}

static void free_entry(level_entry *e) {
    free(e->path);
    free(e->title);
    free(e->section);
}

/* Takes over the path. The entry comes behind the last one of its section. */
static void add_entry(level_list *list, int *room, char *path) {
    level_entry e = {.path = path};
    read_head(&e);
    if (e.title == NULL)
        e.title = memory_strdup("");
    e.is_lesson = e.section != NULL;
    if (!e.is_lesson)
        e.section = name_folder(path);
    memory_grow(&list->entries, room, list->count, sizeof e);
    int at = list->count;
    while (at > 0 && strcmp(list->entries[at - 1].section, e.section) != 0)
        at--;
    at = at > 0 ? at : list->count;
    memmove(&list->entries[at + 1], &list->entries[at], (size_t)(list->count++ - at) * sizeof e);
    list->entries[at] = e;
}

/* Adds the levels of the folder, with `deep` those of its subfolders instead. */
static void add_folder(level_list *list, int *room, const char *folder, bool deep) {
    char **names = platform_list(folder);
    for (char **name = names; *name != NULL; name++) {
        if (is_listed(*name) == deep || (*name)[0] == '.')
            continue;
        char *path = platform_join(folder, *name);
        if (!deep) {
            add_entry(list, room, path);
            continue;
        }
        add_folder(list, room, path, false);
        free(path);
    }
    platform_free_list(names);
}

level_list level_list_around(const char *path) {
    level_list list = {0};
    char *folder = find_folder(path);
    int room = 0;
    add_folder(&list, &room, folder, false);
    add_folder(&list, &room, folder, true);
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
    bool exists = platform_look(path, &status);
    for (int i = 0; i < list->count; i++) {
        const level_entry *e = &list->entries[i];
        if (strcmp(e->path, path) == 0 || (exists && platform_is_same(&e->seen, &status)))
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

int level_list_count_lessons(const level_list *list, int entry) {
    int count = 0;
    for (int i = 0; i <= entry; i++)
        count += list->entries[i].is_lesson;
    return count;
}

/* ---- Matching ---------------------------------------------------------------------------- */

/* Whether `text` begins with `typed`, both without blanks. */
static bool begins_with(const char *text, const char *typed) {
    static const char gaps[] = " -/";
    for (typed += strspn(typed, gaps); *typed != '\0'; typed += strspn(typed, gaps)) {
        text += strspn(text, gaps);
        if (tolower((unsigned char)*text++) != tolower((unsigned char)*typed++))
            return false;
    }
    return true;
}

/* How well a text matches the typed one, ascending. */
typedef enum fit { FITS_NOT, FITS_INSIDE, FITS_WORD } fit;

static fit fit_text(const char *text, const char *typed) {
    fit best = FITS_NOT;
    for (const char *at = text; best < FITS_WORD && (at == text || at[-1] != '\0'); at++) {
        bool is_word = at == text || !isalnum((unsigned char)at[-1]);
        if (begins_with(at, typed))
            best = is_word ? FITS_WORD : FITS_INSIDE;
    }
    return best;
}

/* Returns how well an entry matches. Only the file and the folder of its path count. */
static fit fit_entry(const level_entry *e, const char *typed) {
    const char *name = e->path + strlen(e->path);
    for (int slashes = 0; name > e->path; name--) {
        slashes += name[-1] == '/';
        if (slashes == 2)
            break;
    }
    fit best = fit_text(name, typed), title = fit_text(e->title, typed);
    best = title > best ? title : best;
    return best == FITS_NOT && fit_text(e->section, typed) > FITS_NOT ? FITS_INSIDE : best;
}

int level_list_match(const level_list *list, const char *typed, int *order) {
    int count = 0;
    for (fit wanted = FITS_WORD; wanted > FITS_NOT; wanted--) {
        for (int i = 0; i < list->count; i++) {
            if (fit_entry(&list->entries[i], typed) == wanted)
                order[count++] = i;
        }
    }
    return count;
}

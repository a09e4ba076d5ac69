/* level_list: the levels in a folder and beside it, to step from one to the next, and to find one
 * by its section, or by typing some of its name or title. */
#ifndef LEVEL_LIST_H
#define LEVEL_LIST_H

#include <stdbool.h>

#include "../level/platform.h"

typedef struct level_entry {
    char *path;           /* owned, as the following two */
    char *title;          /* "": the file has none near its beginning */
    char *section;        /* the file's own, or else the name of its folder */
    bool is_lesson;       /* it has a section of its own */
    bool has_depth;       /* it is a 3D level */
    platform_status seen; /* of the file, when it was listed; all 0: it could not be opened */
} level_entry;

typedef struct level_list {
    level_entry *entries; /* owned; ordered by section, then by path */
    int count;
} level_list;

/* Lists the levels and drawings of the folder in which `path` lies, then those of its direct
 * subfolders; or those of the folder above if it has *.level files, too, and not all users may
 * write to it, as to /tmp. Only the beginning of each file is read. A folder that cannot be read
 * gives an empty list. */
level_list level_list_around(const char *path);
void level_list_free(level_list *list);

/* Returns the entry of the file at `path`, which may be another path to it; -1 when it has none. */
int level_list_find(const level_list *list, const char *path);

/* Returns the path `step` places behind `path` in the list, which wraps around; NULL when the list
 * is empty. A path that is not in the list counts as the one before the first. */
const char *level_list_step(const level_list *list, const char *path, int step);

/* Counts the lessons up to an entry, with it; up to the last one they are all. */
int level_list_count_lessons(const level_list *list, int entry);

/* Writes the indices of the levels that fit the typed text into `order`, which has room for all of
 * them: best first, equal ones in the order of the list. A level fits if its title, its section, or
 * its folder and name hold the typed text, in any case and without regard to blanks. A match at the
 * beginning of a word is better. Returns how many there are. */
int level_list_match(const level_list *list, const char *typed, int *order);

#endif

/* level_list: the levels that stand beside one another, for stepping from one to the next, and for
 * finding one by typing some of its name. */
#ifndef LEVEL_LIST_H
#define LEVEL_LIST_H

typedef struct level_list {
    char **paths; /* owned, sorted */
    int count;
} level_list;

/* Lists the *.level files of the folder in which `path` lies, then those of its direct subfolders.
 * A folder that cannot be read, or no memory, gives an empty list. */
level_list level_list_around(const char *path);
void level_list_free(level_list *list);

/* Returns the path `step` places behind `path` in the list, round its ends; NULL when the list is
 * empty. A path that is not in the list counts as standing before the first. */
const char *level_list_step(const level_list *list, const char *path, int step);

/* Writes the indices of the levels that fit the typed text into `order`, which has room for all of
 * them: best first, equal ones in the order of the list. Fit those whose path, below the folder
 * of all, holds the typed characters in their order, whatever their case; blanks are left out.
 * Better is the text in one piece, best at the beginning of a word of the file's name. Returns how
 * many there are. */
int level_list_match(const level_list *list, const char *typed, int *order);

#endif

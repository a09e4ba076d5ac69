/* files: a folder for tests, and files in it: a name is one of those, or a path from the root. */
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include <stddef.h>

extern char folder[64]; /* its path, between the next two */

/* Of a group of tests, or of each. What stands beside the folder and begins with its path goes with
 * it. */
int make_folder(void **state);
int remove_folder(void **state);

typedef struct path_text {
    char at[512];
} path_text;

path_text path_in(const char *name);

/* Puts the folder in the place of each @. */
void put_folder(char *words, size_t size, const char *line);

/* Ends lines where there is a |. Returns the words. */
char *break_lines(char *words);

void write_file(const char *name, const char *text);

/* Returns how many bytes the file has, at most size - 1; a 0 follows them. A file that is not there
 * has none. */
size_t read_file(const char *path, char *bytes, size_t size);

/* Asserts that a file holds just this text. */
void assert_content(const char *name, const char *text);

/* Returns how many files a folder has, those that begin with a dot apart. */
int count_files(const char *name);

#endif

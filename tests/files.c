#include "test.h"

#include "files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char folder[64];

int make_folder(void **state) {
    strcpy(folder, "/tmp/slidemove-test-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

int remove_folder(void **state) {
    char command[sizeof folder + 16];
    snprintf(command, sizeof command, "rm -rf %s*", folder);
    return system(command);
}

path_text path_in(const char *name) {
    path_text path;
    snprintf(path.at, sizeof path.at, name[0] == '/' ? "%.0s%s" : "%s/%s", folder, name);
    return path;
}

void put_folder(char *words, size_t size, const char *line) {
    size_t at = 0;
    for (const char *c = line; *c != '\0'; c++)
        at += (size_t)snprintf(words + at, size - at, *c == '@' ? "%s" : "%.1s",
                               *c == '@' ? folder : c);
    words[at] = '\0';
}

char *break_lines(char *words) {
    for (char *c = words; *c != '\0'; c++)
        *c = *c == '|' ? '\n' : *c;
    return words;
}

void write_file(const char *name, const char *text) {
    FILE *f = fopen(path_in(name).at, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    assert_int_equal(fclose(f), 0);
}

size_t read_file(const char *path, char *bytes, size_t size) {
    FILE *f = fopen(path, "rb");
    size_t length = f != NULL ? fread(bytes, 1, size - 1, f) : 0;
    bytes[length] = '\0';
    if (f != NULL)
        fclose(f);
    return length;
}

void assert_content(const char *name, const char *text) {
    static char content[65536];
    read_file(path_in(name).at, content, sizeof content);
    assert_string_equal(content, text);
}

int count_files(const char *name) {
    DIR *opened = opendir(path_in(name).at);
    assert_non_null(opened);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(opened);
    return count;
}

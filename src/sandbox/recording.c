/* recording: files that hold recordings, and the files of the levels in them. */
#include "recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/file.h"

bool recording_save(session *t, unsigned long first, unsigned long last, recording_paths paths,
                    const char *path, char message[SAVE_MESSAGE_LENGTH]) {
    size_t length;
    char *text = recording_write(t, first, last, paths, &length);
    bool saved = text != NULL && save_file(path, text, length, message);
    if (text == NULL)
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: no memory", path);
    free(text);
    return saved;
}

bool recording_load(const char *path, sm_progress progress, recording *r, level_errors *errors) {
    char *text;
    size_t length;
    level_file_state state;
    if (!level_read_file(path, &(level_watcher){0}, &text, &length, &state, errors))
        return false;
    bool good = recording_read(text, length, progress, r, errors);
    free(text);
    return good;
}

bool recording_is_file(const char *path) {
    char head[sizeof RECORDING_FIRST_WORD - 1];
    platform_status status;
    FILE *file = platform_open(path, &status);
    bool is = file != NULL && fread(head, sizeof head, 1, file) == 1 &&
              memcmp(head, RECORDING_FIRST_WORD, sizeof head) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}

bool recording_is_level_changed(const recorded_level *l) {
    level_file_state state;
    return l->path[0] != '\0' && (!level_look_at_file(l->path, &state) || state.hash != l->hash);
}

/* recording: the journal of a session, or a part of it, as text: the level, the state at the
 * beginning, the input of each tick and the changes in between. Hashes show whether another program
 * computes the same states. docs/recording-format.md has the format. */
#ifndef RECORDING_H
#define RECORDING_H

#include "selection.h"
#include "session.h"

/* Fewer than a session keeps, so that reading drops none. */
#define RECORDING_TICKS_MAX (SESSION_TICKS_MAX - TICKS_PER_SECOND)

#define RECORDING_FIRST_WORD "slidemove-recording"

/* What a window shows beside the session: the fields of a struct of the window's. */
typedef struct recording_view {
    const field *fields;
    int count;
    void *of;
    selection *selection;
} recording_view;

/* Returns the text of the session's ticks from the state after `first` of them to the state after
 * `last`, or the last RECORDING_TICKS_MAX of them; only of the branch that is shown. `view` is
 * written as it is; NULL: none is. To be freed with free(); NULL when memory ran out. The session
 * is then where it was. */
char *recording_write(session *t, unsigned long first, unsigned long last,
                      const recording_view *view, size_t *length);

/* Saves that text as a file, wholly or not at all. Returns false, with the reason in `message`,
 * when it is not saved. */
bool recording_save(session *t, unsigned long first, unsigned long last, const char *path,
                    char message[SAVE_MESSAGE_LENGTH]);

typedef struct recording {
    sandbox *sandbox; /* owned */
    session *session; /* owned; it begins at tick 0, stands at its end and is paused */
    char program[16]; /* the version of the program that wrote it */
    level **levels;   /* owned; the levels are the session's; their path and hash are those of the
                         file when it was recorded */
    int level_count;

    bool has_view; /* the fields of its view were read */

    bool parted;                             /* the replayed ticks differ from the recorded ones: */
    unsigned long parted_tick;               /* the first tick that differs, */
    char parted_words[LEVEL_MESSAGE_LENGTH]; /* and what differed at the next check */
} recording;

/* Reads a recording and replays all its ticks. `progress` gets the bytes that were read. The view
 * is read into the fields of `view`, where those that are not named stay as they are; NULL: the
 * view is not read. Returns false with *errors, which is empty if `progress` stopped it; *r then
 * owns nothing. */
bool recording_read(const char *text, size_t length, sm_progress progress,
                    const recording_view *view, recording *r, level_errors *errors);

/* The same from a file. Errors of the file itself have line 0. */
bool recording_load(const char *path, sm_progress progress, const recording_view *view,
                    recording *r, level_errors *errors);

/* Whether the file begins as a recording. */
bool recording_is_file(const char *path);

/* Whether the level's file has changed since it was read, or cannot be read. False for a level
 * without a file. */
bool recording_is_level_changed(const level *l);

/* Frees a recording. Its sandbox and session may be NULL, if they were taken out of it. */
void recording_free(recording *r);

#endif

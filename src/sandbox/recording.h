/* recording: the journal of a session, or a part of it, as text: the level, the state at the
 * beginning, the input of each tick and what was set in between. Hashes tell whether another
 * program comes to the same states. docs/recording-format.md has the format. */
#ifndef RECORDING_H
#define RECORDING_H

#include "session.h"

/* Fewer than a session keeps, so that none of them is dropped. */
#define RECORDING_TICKS_MAX (SESSION_TICKS_MAX - TICKS_PER_SECOND)

#define RECORDING_FIRST_WORD "slidemove-recording"

/* Returns the text of the session's ticks from the state after `first` of them to the state after
 * `last`, or as many of the last ones as a recording has; only of the branch that is shown. To be
 * freed with free(); NULL when memory ran out. The session is then where it was. */
char *recording_write(session *t, unsigned long first, unsigned long last, size_t *length);

/* Saves that text as a file, wholly or not at all. Returns whether it is saved; if not, `message`
 * says why. */
bool recording_save(session *t, unsigned long first, unsigned long last, const char *path,
                    char message[SAVE_MESSAGE_LENGTH]);

typedef struct recording {
    sandbox *sandbox; /* owned */
    session *session; /* owned; from tick 0 on, and at its end, paused */
    char program[16]; /* the version of the program that wrote it */
    level **levels;   /* owned; the levels are the session's; path and hash are of the file then */
    int level_count;

    bool parted;               /* the ticks, made again, were not what they had been: */
    unsigned long parted_tick; /* the first one that was not, */
    char parted_words[LEVEL_MESSAGE_LENGTH]; /* and what differed when it was looked at next */
} recording;

/* Reads a recording and makes all its ticks again. Returns false with *errors filled, or empty when
 * `progress` (of the bytes of the text) said no; nothing is then held. */
bool recording_read(const char *text, size_t length, sm_progress progress, recording *r,
                    level_errors *errors);

/* The same from a file. Errors of the file itself have line 0. */
bool recording_load(const char *path, sm_progress progress, recording *r, level_errors *errors);

/* Whether the file begins as a recording. */
bool recording_is_file(const char *path);

/* Whether the file that the level was read from says something else now, or cannot be read; of a
 * level that was read from none, false. */
bool recording_is_level_changed(const level *l);

/* Frees what it owns; sandbox and session may have been taken out of it, and be NULL. */
void recording_free(recording *r);

#endif

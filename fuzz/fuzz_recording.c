/* Hostile input for recordings: whatever the bytes are, they are refused with a place, or make a
 * session each tick of which can be gone to; what that session writes is read back as the same. */
#include "fuzz.h"

#include "../src/sandbox/recording.h"

enum { SECONDS = 4 }; /* of ticks: more are given up */

/* Is asked once a second of ticks. */
static bool go_on(void *context, size_t done, size_t total) {
    int *seconds = context;
    return done <= total && ++*seconds < SECONDS;
}

/* What was recorded of a program that moved otherwise is now as this one moves. */
static void check_written(const recording *r) {
    size_t length, again_length;
    level_errors errors;
    recording again;
    unsigned long end = session_now(r->session).end;
    char *text = recording_write(r->session, 0, end, NULL, &length);
    require(text != NULL);
    require(recording_read(text, length, (sm_progress){NULL, NULL}, NULL, &again, &errors));
    require(!again.parted && session_now(again.session).end == end);
    char *written = recording_write(again.session, 0, end, NULL, &again_length);
    require(written != NULL && strcmp(text, written) == 0);
    free(text);
    free(written);
    recording_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    level_errors errors;
    recording r;
    int seconds = 0;
    if (!recording_read((const char *)data, size, (sm_progress){go_on, &seconds}, NULL, &r,
                        &errors)) {
        if (errors.total > 0 || seconds < SECONDS) /* who gave up is told nothing */
            require_errors(&errors);
        return 0;
    }
    require(session_seek(r.session, session_now(r.session).end / 2));
    check_written(&r);
    recording_free(&r);
    return 0;
}

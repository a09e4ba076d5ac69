#include "app.h"

#include <stdio.h>
#include <stdlib.h>

/* The file holds the sum of 1 << hint of those that were done. */
static const char file_name[] = "hints";

void hints_open(app *a) {
    unsigned done = 0;
    if (a->sandbox->inside >= 0)
        return; /* a moment that somebody handed on: the hints wait for a run of one's own */
    char *path = recovery_path(&a->recovery, file_name);
    FILE *f = path != NULL ? fopen(path, "r") : NULL;
    if (f != NULL && fscanf(f, "%u", &done) != 1)
        done = 0;
    if (f != NULL)
        fclose(f);
    free(path);
    a->view.hints = ~done & ((1u << HINT_COUNT) - 1);
}

/* Where it cannot be written the next run shows it again. */
void hints_done(app *a, hint which) {
    unsigned left = a->view.hints & ~(1u << which);
    if (left == a->view.hints)
        return;
    a->view.hints = left;
    char *path = recovery_path(&a->recovery, file_name);
    char line[16], message[SAVE_MESSAGE_LENGTH];
    int length = snprintf(line, sizeof line, "%u\n", ~left & ((1u << HINT_COUNT) - 1));
    if (path != NULL)
        save_file(path, line, (size_t)length, message);
    free(path);
}

void hints_update(app *a) {
    if (a->view.hints == 0)
        return;
    bool walks = keys_axis(a, AXIS_WALK_RIGHT) != 0 || keys_axis(a, AXIS_WALK_UP) != 0;
    if (walks && sm3_length(record_last(&a->sandbox->record)->trace.delta) > 0)
        hints_done(a, HINT_WALK);
    if (pointer_tool_is_busy(&a->pointer_tool))
        hints_done(a, HINT_DRAG);
}

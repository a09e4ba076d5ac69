#include "app.h"

#include <math.h>

#include "../sandbox/keep.h"

static const float play_slow = 0.25f; /* of the speed, while slow is held */

/* What the window holds of the level may be of another one now, or of one that says less. */
static void follow(app *a, unsigned levels_before, unsigned long version_before) {
    sandbox *s = a->sandbox;
    if (s->levels_shown != levels_before) {
        open_follow(a);
        view_begin(&a->view, s);
    } else if (edit_version(s->edit) != version_before) {
        selection_clear(&a->pointer_tool.selection);
    }
    a->unspent = 0;
    a->losses = s->player.losses;
    ticks_log(a);
}

/* Lets go of all that is held, and goes to a tick, or to the branch in that direction unless it is
 * 0.
 */
static void go(app *a, unsigned long at, int branch) {
    sandbox *s = a->sandbox;
    unsigned levels = s->levels_shown;
    unsigned long version = edit_version(s->edit);
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, s);
    sandbox_set_paused(s, true);
    if (!(branch == 0 ? session_seek(a->session, at) : session_take_branch(a->session, branch)))
        view_say(&a->view, "no memory to go there");
    follow(a, levels, version);
}

static void seek(app *a, unsigned long at) {
    if (at != session_now(a->session).now)
        go(a, at, 0);
    sandbox_set_paused(a->sandbox, true);
}

void rewind_step_back(app *a) {
    session_time time = session_now(a->session);
    if (time.now == time.first)
        view_say(&a->view, "the session began here");
    else
        seek(a, time.now - 1);
}

void rewind_step_on(app *a) {
    session_time time = session_now(a->session);
    sandbox_set_paused(a->sandbox, true);
    if (time.now < time.end && ticks_are_idle(a))
        seek(a, time.now + 1);
    else
        ticks_make_one(a);
}

void rewind_to(app *a, float share) {
    session_time time = session_now(a->session);
    a->view.timeline.playing = 0;
    seek(a, time.first + (unsigned long)lroundf(share * (float)(time.end - time.first)));
}

void rewind_to_mark(app *a, unsigned marks, bool forward) {
    unsigned long now = session_now(a->session).now;
    unsigned long at = session_find(a->session, now, marks, forward);
    a->view.timeline.playing = 0;
    if (at == now)
        view_say(&a->view, "there is none %s this", forward ? "after" : "before");
    else
        seek(a, at);
}

void rewind_to_branch(app *a, int direction) {
    session_seek(a->session, session_now(a->session).now); /* what was just changed may be a fork */
    a->view.timeline.playing = 0;
    if (!session_has_branch(a->session, direction)) {
        view_say(&a->view, "there is no other branch: go back, and on from there");
        return;
    }
    go(a, 0, direction);
    view_say(&a->view, "the other branch is back; Ctrl+Shift+B and Ctrl+B exchange them");
}

bool rewind_undo(app *a, int direction) {
    if (edit_is_open(a->sandbox->edit)) /* that step is the next */
        return false;
    session_seek(a->session, session_now(a->session).now);
    bool is_next = session_undoes_fork(a->session, direction);
    if (is_next)
        rewind_to_branch(a, direction);
    return is_next;
}

void rewind_play(app *a, int direction) {
    timeline *t = &a->view.timeline;
    t->playing = t->playing == direction ? 0 : direction;
    t->unspent = 0;
    sandbox_set_paused(a->sandbox, true);
}

/* The session goes back for it by a tick, and comes again. */
bool rewind_keep(app *a, const char *path) {
    char message[SAVE_MESSAGE_LENGTH];
    unsigned levels = a->sandbox->levels_shown;
    unsigned long version = edit_version(a->sandbox->edit);
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    bool saved = keep_save(a->session, session_now(a->session).now, path, message);
    follow(a, levels, version);
    view_say(&a->view, "%s", message);
    return saved;
}

void rewind_update(app *a, double seconds) {
    timeline *t = &a->view.timeline;
    session_time time = session_now(a->session);
    bool is_over = t->playing < 0 ? time.now == time.first : time.now == time.end;
    if (!a->sandbox->paused || is_over)
        t->playing = 0;
    if (t->playing == 0)
        return;
    t->unspent +=
        fmin(seconds, TICKS_STALL_SECONDS) * (keys_axis(a, AXIS_SLOW) > 0 ? (double)play_slow : 1);
    int ticks = (int)(t->unspent / TICK_SECONDS);
    t->unspent -= ticks * TICK_SECONDS;
    unsigned long left = t->playing < 0 ? time.now - time.first : time.end - time.now;
    if ((unsigned long)ticks > left)
        ticks = (int)left;
    seek(a, time.now + (unsigned long)(long)(t->playing * ticks));
}

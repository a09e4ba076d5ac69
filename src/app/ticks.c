#include "app.h"

#include <math.h>
#include <stdlib.h>

#include "../sandbox/keep.h"
#include "../sandbox/moments.h"
#include "../sandbox/scene_start.h"
#include "../sandbox/simulate.h"

static const float play_slow = 0.25f;     /* speed factor while slow is held */
static const double stall_seconds = 0.25; /* after a stall, time beyond this is dropped */
static const double vsync_slack_seconds =
    0.002; /* a frame this close to a tick counts as one tick */

double ticks_seconds_since(Uint64 count) {
    return (double)(SDL_GetPerformanceCounter() - count) / (double)SDL_GetPerformanceFrequency();
}

float ticks_smoothed(float shown, double measured) {
    return shown == 0 ? (float)measured : shown + ((float)measured - shown) * 0.05f;
}

/* ---- Input ------------------------------------------------------------------------------- */

/* Keys for a field, a dialog, the help or the drawing cross do not move the player. */
static player_input read_input(const app *a) {
    player_input input = {0};
    bool typing = dialog_is_open(&a->view.dialog) || typing_is_on(a);
    if (!typing && !pointer_tool_is_drawing(&a->pointer_tool) && !typing_scrolls_help(a)) {
        input.turn = keys_axis(a, AXIS_TURN);
        input.thrust = keys_axis(a, AXIS_THRUST);
    }
    if (!typing) {
        input.walk = (sm_vec2){keys_axis(a, AXIS_WALK_RIGHT), keys_axis(a, AXIS_WALK_UP)};
        input.slow = keys_axis(a, AXIS_SLOW) > 0;
        input.noclip = keys_axis(a, AXIS_NOCLIP) > 0;
    }
    input.walk.x += keys_stick(a, SDL_CONTROLLER_AXIS_LEFTX);
    input.walk.y -= keys_stick(a, SDL_CONTROLLER_AXIS_LEFTY);
    input.view_heading = a->view.camera.yaw;
    input.rise = typing ? 0 : keys_axis(a, AXIS_RISE);
    if (a->rise_tapped || a->view.thumbs.jumps || keys_pad_jumps(a))
        input.rise = 1;
    sm3_vec to;
    input.dragging = pointer_tool_pull(&a->pointer_tool, &to);
    if (input.dragging)
        input.drag_to = to; /* the pointer matters only while it drags */
    return input;
}

/* Writes the tick, with new headings when the level has other dimensions. */
static void log_tick(app *a) {
    if (a->log == NULL)
        return;
    int dimensions = a->sandbox->level->dimensions;
    if (a->log_dimensions != dimensions)
        simulate_write_header(a->log, dimensions);
    a->log_dimensions = dimensions;
    simulate_write_tick(a->log, a->sandbox);
}

static void say_loss(app *a) {
    unsigned losses = a->sandbox->player.losses;
    if (losses > a->losses)
        view_say(&a->view, "the player fell out of the level and is back at the start");
    a->losses = losses;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

void ticks_make_one(app *a) {
    player_input input = read_input(a);
    if (!input.slow)
        a->last_fast_tick = session_now(a->session).now + 1;
    scene_wish(a->sandbox, &input);
    Uint64 start = SDL_GetPerformanceCounter();
    session_tick(a->session, &input);
    if (scene_steps_inside(a->sandbox))
        moments_explain(a->sandbox);
    a->rise_tapped = false;
    figures *f = &a->view.figures;
    f->tick_microseconds = ticks_smoothed(f->tick_microseconds, ticks_seconds_since(start) * 1e6);
    log_tick(a);
    say_loss(a);
}

static bool are_idle(const app *a) {
    player_input input = read_input(a);
    return player_is_idle(&input);
}

/* Makes the ticks of this time. */
void ticks_make(app *a, double seconds) {
    if (a->sandbox->paused) {
        a->unspent = 0;
        return;
    }
    if (fabs(seconds - TICK_SECONDS) < vsync_slack_seconds)
        seconds = TICK_SECONDS; /* on a 60 Hz screen each frame makes one tick */
    a->unspent += fmin(seconds, stall_seconds);
    while (a->unspent >= TICK_SECONDS && !a->sandbox->paused) {
        ticks_make_one(a);
        a->unspent -= TICK_SECONDS;
    }
}

/* ---- Going to another time --------------------------------------------------------------- */

/* Updates the window after a jump in time: the level may be another one, or have fewer statements.
 */
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
    log_tick(a);
}

/* Releases everything that is held. Then goes to a tick, or to a branch when `branch` is not 0. */
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

void rewind_step(app *a, int direction) {
    session_time time = session_now(a->session);
    if (direction < 0 && time.now == time.first) {
        view_say(&a->view, "the session began here");
        return;
    }
    sandbox_set_paused(a->sandbox, true);
    if (direction < 0)
        seek(a, time.now - 1);
    else if (time.now < time.end && are_idle(a))
        seek(a, time.now + 1);
    else
        ticks_make_one(a);
}

void rewind_to(app *a, float fraction) {
    session_time time = session_now(a->session);
    a->view.timeline.playing = 0;
    seek(a, time.first + (unsigned long)lroundf(fraction * (float)(time.end - time.first)));
}

bool rewind_to_mark(app *a, unsigned marks, bool forward) {
    unsigned long now = session_now(a->session).now;
    unsigned long at = session_find(a->session, now, marks, forward);
    a->view.timeline.playing = 0;
    if (at == now)
        view_say(&a->view, "there is no mark %s this tick", forward ? "after" : "before");
    else
        seek(a, at);
    return at != now;
}

/* Shift slows the player and is a part of some keys, so the user means a tick from before it went
 * down. */
void rewind_before_shift(app *a) {
    static const unsigned long short_press = TICKS_PER_SECOND / 2;
    unsigned long now = session_now(a->session).now;
    unsigned long fast = a->last_fast_tick;
    if (!a->sandbox->paused && fast < now && now - fast < short_press)
        seek(a, fast);
}

void rewind_explain_tick(app *a, unsigned long tick) {
    a->view.timeline.playing = 0;
    seek(a, tick);
    moments_explain(a->sandbox);
}

void rewind_explain(app *a) {
    rewind_before_shift(a);
    session_time time = session_now(a->session);
    unsigned long at = session_find_last(a->session, time.now, SESSION_MET);
    if (at > time.first)
        rewind_explain_tick(a, at);
    else
        view_say(&a->view, "nothing has pushed the player yet: walk into a wall");
}

void rewind_to_branch(app *a, int direction) {
    session_seek(a->session,
                 session_now(a->session).now); /* the last change may have made a fork */
    a->view.timeline.playing = 0;
    if (!session_has_branch(a->session, direction)) {
        view_say(&a->view, "there is no other branch; go back in time and move on to make one");
        return;
    }
    go(a, 0, direction);
    view_say(&a->view, "this is the other branch; press Ctrl+B or Ctrl+Shift+B to switch");
}

void rewind_play(app *a, int direction) {
    timeline *t = &a->view.timeline;
    t->playing = t->playing == direction ? 0 : direction;
    t->unspent = 0;
    sandbox_set_paused(a->sandbox, true);
}

void rewind_play_all(app *a) {
    rewind_to(a, 0);
    rewind_play(a, 1);
}

/* The session goes back by a tick for it, and returns. */
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
        fmin(seconds, stall_seconds) * (keys_axis(a, AXIS_SLOW) > 0 ? (double)play_slow : 1);
    int ticks = (int)(t->unspent / TICK_SECONDS);
    t->unspent -= ticks * TICK_SECONDS;
    unsigned long left = t->playing < 0 ? time.now - time.first : time.end - time.now;
    if ((unsigned long)ticks > left)
        ticks = (int)left;
    seek(a, time.now + (unsigned long)(long)(t->playing * ticks));
}

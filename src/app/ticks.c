#include "app.h"

#include <math.h>
#include <stdlib.h>

#include "../sandbox/moments.h"
#include "../sandbox/scene_start.h"
#include "../sandbox/simulate.h"

static const double vsync_slack_seconds = 0.002; /* a frame this near to a tick's length is one */

double ticks_seconds_since(Uint64 count) {
    return (double)(SDL_GetPerformanceCounter() - count) / (double)SDL_GetPerformanceFrequency();
}

float ticks_smoothed(float shown, double measured) {
    return shown == 0 ? (float)measured : shown + ((float)measured - shown) * 0.05f;
}

/* ---- Input ------------------------------------------------------------------------------- */

/* Keys that go to a field, a dialog, the help or the drawing tool's cross do not move the player.
 */
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
    if (a->rise_tapped || keys_pad_jumps(a))
        input.rise = 1;
    sm3_vec to;
    input.dragging = pointer_tool_pull(&a->pointer_tool, &to);
    if (input.dragging)
        input.drag_to = to; /* otherwise it is the same wish wherever the pointer is */
    return input;
}

/* A level of another kind has other columns. */
void ticks_log(app *a) {
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
        view_say(&a->view, "it fell out of the level, and is back at the start");
    a->losses = losses;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

void ticks_make_one(app *a) {
    player_input input = read_input(a);
    scene_wish(a->sandbox, &input);
    Uint64 start = SDL_GetPerformanceCounter();
    session_tick(a->session, &input);
    if (scene_steps_inside(a->sandbox))
        moments_step(a->sandbox, 1, false);
    a->rise_tapped = false;
    figures *f = &a->view.figures;
    f->tick_microseconds = ticks_smoothed(f->tick_microseconds, ticks_seconds_since(start) * 1e6);
    ticks_log(a);
    say_loss(a);
}

bool ticks_are_idle(const app *a) {
    player_input input = read_input(a);
    return player_is_idle(&input);
}

/* Spends the time on whole ticks. */
void ticks_make(app *a, double seconds) {
    if (a->sandbox->paused) {
        a->unspent = 0;
        return;
    }
    if (fabs(seconds - TICK_SECONDS) < vsync_slack_seconds)
        seconds =
            TICK_SECONDS; /* in step with a 60 Hz screen: one tick a frame, none torn between two */
    a->unspent += fmin(seconds, TICKS_STALL_SECONDS);
    while (a->unspent >= TICK_SECONDS && !a->sandbox->paused) {
        ticks_make_one(a);
        a->unspent -= TICK_SECONDS;
    }
}

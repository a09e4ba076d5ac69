/* ticks: held keys, the gamepad and what is pulled become ticks; the view turns and follows. */
#include "ticks.h"

#include <math.h>
#include <stdlib.h>

#include "../sandbox/simulate.h"
#include "keys.h"
#include "pointer.h"
#include "typing.h"

static const double longest_frame_seconds =
    0.25;                                        /* after a stall, time is dropped, not caught up */
static const double vsync_slack_seconds = 0.002; /* a frame this near to a tick's length is one */
static const double longest_view_seconds = 0.1;  /* ... nor do views leap */
static const int stick_dead_zone = 6000;         /* of 32767; sticks do not rest at zero */
static const float turn_points = 400;            /* a second, that an arrow turns the view by */

double ticks_seconds_since(Uint64 count) {
    return (double)(SDL_GetPerformanceCounter() - count) / (double)SDL_GetPerformanceFrequency();
}

float ticks_smoothed(float shown, double measured) {
    return shown == 0 ? (float)measured : shown + ((float)measured - shown) * 0.05f;
}

/* ---- Input ------------------------------------------------------------------------------- */

static float stick(const app *a, SDL_GameControllerAxis which) {
    int value = a->pad != NULL ? SDL_GameControllerGetAxis(a->pad, which) : 0;
    if (abs(value) < stick_dead_zone)
        return 0;
    int beyond = value > 0 ? value - stick_dead_zone : value + stick_dead_zone;
    return (float)beyond / (float)(32767 - stick_dead_zone);
}

/* Keys that go to a field, a dialog, the help or the drawing tool's cross do not move the player.
 */
static player_input read_input(const app *a) {
    player_input input = {0};
    bool typing = dialog_is_open(&a->view.dialog) || typing_is_on(a);
    if (!typing && !hand_is_drawing(&a->hand) && !typing_scrolls_help(a)) {
        input.turn = keys_axis(a, AXIS_TURN);
        input.thrust = keys_axis(a, AXIS_THRUST);
    }
    if (!typing) {
        input.walk = (sm_vec2){keys_axis(a, AXIS_WALK_RIGHT), keys_axis(a, AXIS_WALK_UP)};
        input.slow = keys_axis(a, AXIS_SLOW) > 0;
        input.noclip = keys_axis(a, AXIS_NOCLIP) > 0;
    }
    input.walk.x += stick(a, SDL_CONTROLLER_AXIS_LEFTX);
    input.walk.y -= stick(a, SDL_CONTROLLER_AXIS_LEFTY);
    if (sandbox_has(a->sandbox, HAS_DEPTH)) {
        input.view_heading = a->view.solid.camera.yaw;
        input.rise = typing ? 0 : keys_axis(a, AXIS_RISE);
        if (a->rise_tapped)
            input.rise = 1;
        if (a->pad != NULL && SDL_GameControllerGetButton(a->pad, SDL_CONTROLLER_BUTTON_A) != 0)
            input.rise = 1;
        input.dragging = a->hand.solid.held == HAND3_PLAYER;
        input.drag_to = hand3_pull(&a->hand.solid);
        return input;
    }
    sm_vec2 at = pointer_world(a);
    input.dragging = a->hand.pulling;
    input.drag_to = (sm3_vec){at.x + a->hand.grab.x, at.y + a->hand.grab.y, 0};
    return input;
}

/* The arrows and the right stick turn the view of a 3D level, where they do nothing else. */
static void turn_view(app *a, float seconds) {
    if (!sandbox_has(a->sandbox, HAS_DEPTH) || dialog_is_open(&a->view.dialog) || typing_is_on(a) ||
        typing_scrolls_help(a) || (a->sandbox->paused && a->hand.selection.count > 0))
        return;
    float by = turn_points * a->view.scale * seconds;
    float right = keys_axis(a, AXIS_LOOK_RIGHT) + stick(a, SDL_CONTROLLER_AXIS_RIGHTX);
    float up = keys_axis(a, AXIS_LOOK_UP) - stick(a, SDL_CONTROLLER_AXIS_RIGHTY);
    if (right == 0 && up == 0)
        return;
    camera3_orbit(&a->view.solid.camera, right * by, -up * by);
    a->view.fitted = false;
}

/* A level of another kind has other columns. */
static void write_log(app *a) {
    int dimensions = a->sandbox->level->dimensions;
    if (a->log_dimensions != dimensions)
        simulate_write_header(a->def->log, dimensions);
    a->log_dimensions = dimensions;
    simulate_write_tick(a->def->log, a->sandbox);
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
    Uint64 start = SDL_GetPerformanceCounter();
    sandbox_tick(a->sandbox, &input);
    a->rise_tapped = false;
    figures *f = &a->view.figures;
    f->tick_microseconds = ticks_smoothed(f->tick_microseconds, ticks_seconds_since(start) * 1e6);
    if (a->def->log != NULL)
        write_log(a);
    say_loss(a);
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
    a->unspent += fmin(seconds, longest_frame_seconds);
    while (a->unspent >= TICK_SECONDS) {
        ticks_make_one(a);
        a->unspent -= TICK_SECONDS;
    }
}

void ticks_move_view(app *a, double seconds) {
    float passed = (float)fmin(seconds, longest_view_seconds);
    turn_view(a, passed);
    if (!a->view.following)
        return;
    if (sandbox_has(a->sandbox, HAS_DEPTH))
        camera3_follow(&a->view.solid.camera, a->sandbox->player.position, passed);
    else
        camera_follow(&a->view.camera, sm3_flat(a->sandbox->player.position), passed);
}

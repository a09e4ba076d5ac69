/* ticks: held keys, the gamepad and what is pulled become ticks. */
#ifndef TICKS_H
#define TICKS_H

#include "app.h"

#define TICK_SECONDS (1.0 / TICKS_PER_SECOND)

#define TICKS_STALL_SECONDS 0.25 /* after a stall, time is dropped beyond this, not caught up */

/* Makes one tick, also while paused. */
void ticks_make_one(app *a);

/* Whether nothing is asked of the player. */
bool ticks_are_idle(const app *a);

/* Writes the state shown to the log, where there is one. */
void ticks_log(app *a);

/* Spends the time since the last frame on whole ticks; none while paused. */
void ticks_make(app *a, double seconds);

/* Of the performance counter. */
double ticks_seconds_since(Uint64 count);

/* Shown figures change slowly enough to be read. */
float ticks_smoothed(float shown, double measured);

#endif

/* desktop: a virtual X display with the real program on it, driven as a person would: keys, mouse,
 * eyes.
 *
 * Xvfb keeps its screen in a file (-fbdir), which is how the tests see; xdotool presses and moves.
 * Nothing waits for a fixed time: whatever is expected is polled until it is there or the patience
 * is over. */
#ifndef DESKTOP_H
#define DESKTOP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define DESKTOP_WIDTH    1280
#define DESKTOP_HEIGHT   720  /* the window fills the screen, so that it lies at its corner */
#define DESKTOP_PATIENCE 10.0 /* seconds until something expected counts as not coming */

/* Starts the display. Stops the tests with a message when it cannot. */
void desktop_start(void);
void desktop_stop(void);

/* Runs a program in the folder of the tests (files.h), which comes and goes with the display, with
 * these arguments (NULL ends them) and waits for its window.
 */
void desktop_run(const char *program, char *const *arguments);

/* Returns the exit status of the program, after waiting for its end; -1 when it does not end or
 * crashed, 0 when desktop_kill ended it. */
int desktop_wait_for_exit(void);
void desktop_kill(void);

/* Tells the program to end, as a session does that is closed. */
void desktop_terminate(void);
bool desktop_is_running(void);

/* Runs xdotool with a formatted command line. */
__attribute__((format(printf, 1, 2))) void desktop_do(const char *format, ...);

/* What is on the screen: 0xRRGGBB. Outside of it: 0. */
uint32_t desktop_pixel(int x, int y);

/* Counts the pixels of exactly this colour in a rectangle. */
int desktop_count(uint32_t rgb, int x, int y, int width, int height);

/* Returns the window's title; valid until the next call. */
const char *desktop_title(void);

/* Returns what the program wrote to its standard output so far; valid until the next call. */
const char *desktop_output(void);

/* The clipboard as another program writes and reads it; what it returns is valid until the next
 * call. */
void desktop_set_clipboard(const char *words);
const char *desktop_clipboard(void);

void desktop_sleep(double seconds);

/* Waits until the program has handled what was sent to it and has shown it, however slow the
 * machine is. Returns false when the patience is over before that. */
bool desktop_settle(void);

/* Polls until the condition holds; false when the patience is over. */
#define desktop_until(condition)                                                                   \
    do {                                                                                           \
        double left_ = DESKTOP_PATIENCE;                                                           \
        while (!(condition) && left_ > 0) {                                                        \
            desktop_sleep(0.02);                                                                   \
            left_ -= 0.02;                                                                         \
        }                                                                                          \
        assert_true(condition);                                                                    \
    } while (0)

#endif

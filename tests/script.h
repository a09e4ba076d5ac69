/* script: the program's window without a screen, driven from within the test's own process by words
 * with blanks between them, a frame each; `_` in a word stands for a blank:
 *
 *     ctrl+a          a key, by the name SDL has for it
 *     +shift -shift   keys that are held down, and let go
 *     =text           is typed
 *     @120,80         the pointer goes there, pixels; ~1.5,2 or ~1,2,3: to a place of the level
 *     [1 ]1 [3 [t     a button goes down, up; t: a finger's
 *     wheel-1         the wheel turns
 *     #Label #Label%9 a click on the control with that label or text, or at so much of its width
 *     size640x400     the window becomes so large
 *     drop:PATH       a file is dropped
 *     wait9           so many frames, a tick's length each
 *     tick9           so many ticks at once, with what is held down, paused or not
 *     ?text !text     a text that must, and must not, be on the screen, or be said since the last ?
 *
 * Words that & joins happen in one frame. At the end it quits, and drops changes. For a program
 * that is linked with --wrap=page_run and --wrap=view_say, and has all of src/main.c. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "../src/app/app.h"

/* Runs the program with these words. @ stands for the test's folder. Returns its exit status. */
int run_program(const char *line);

/* The window that opens next does this. `at_end` is called before it quits; NULL: nothing is. */
void script_begin(const char *words, void (*at_end)(void));

/* Forgets it. Returns what was wrong, NULL: nothing; valid until the next script_begin. */
const char *script_end(void);

/* Of a group of tests: make a folder (see files.h), in which `project` is a link to the project,
 * and work in it; and the way back. */
int enter_folder(void **state);
int leave_folder(void **state);

extern char project_folder[400]; /* the project's folder */

/* Clicks on a control, at so much of its width. */
void script_click(const control *c, int percent);

/* For words of a test's own: returns whether it was one. NULL: there are none. */
extern bool (*script_more)(app *a, const char *word);

#endif

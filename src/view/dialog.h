/* dialog: a question that blocks everything else until it is answered, and the browser in it: the
 * levels of a collection by section, to choose one from. */
#ifndef DIALOG_H
#define DIALOG_H

#include "../sandbox/level_list.h"
#include "ui.h"

/* ---- Levels to choose from --------------------------------------------------------------- */

/* Zeroed to begin with. */
typedef struct browser {
    level_list list;
    int *order;          /* owned; of the levels that fit what is typed, their places in the list */
    int count;           /* of these, best first where something is typed, else by section */
    bool is_filtered;    /* something is typed */
    int chosen;          /* place in `order` */
    bool follows_chosen; /* the next layout scrolls to the chosen level */
    ui_scroll scroll;
    int rows_seen; /* about how many levels are in sight */
} browser;

/* Lists the levels around a path, and chooses the one at `shown`. */
void browser_open(browser *b, const char *around, const char *shown);
void browser_free(browser *b);

/* Keeps the levels that fit what is typed, and chooses the best. */
void browser_filter(browser *b, const char *typed);

/* Chooses the level so many rows and pages further down, not beyond the ends. */
void browser_step(browser *b, int rows, int pages);

/* Returns the path of the chosen level, NULL when none fits. */
const char *browser_chosen(const browser *b);

/* ---- The question ------------------------------------------------------------------------ */

enum { DIALOG_BUTTONS = 3, DIALOG_LINES = 6, DIALOG_LINE_LENGTH = 512 };

/* What the buttons of a question mean: the first one does what was asked for safely. */
typedef enum dialog_answer { ANSWER_FIRST, ANSWER_SECOND, ANSWER_CANCEL } dialog_answer;

struct app;

/* What a dialog may ask; the program has the questions. */
typedef struct question {
    const char *title;
    const char *buttons[DIALOG_BUTTONS]; /* what stands on them; NULL: there is no such button */
    void (*answers[DIALOG_BUTTONS])(struct app *a); /* NULL: nothing is done */
    bool has_field, has_levels; /* text to type; levels to choose from, by what is typed */
} question;

typedef struct dialog {
    const question *question; /* not owned; NULL: the dialog is closed */
    char words[DIALOG_LINE_LENGTH];
    browser browser; /* of the levels that may be chosen */
} dialog;

bool dialog_is_open(const dialog *d);

/* Whether one of the browser's levels is to be chosen. */
bool dialog_browses(const dialog *d);

/* Lays it out in the middle of the window, with what is typed in its field; with levels to choose
 * from it is as high as the window. */
void dialog_lay_out(dialog *d, ui *u);

#endif

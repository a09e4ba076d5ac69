/* dialog: a question that blocks everything else until it is answered, and in it the browser, to
 * choose a level of the collection. */
#ifndef DIALOG_H
#define DIALOG_H

#include "../sandbox/level_list.h"
#include "ui.h"

/* ---- Levels to choose from --------------------------------------------------------------- */

/* Zeroed to begin with. */
typedef struct browser {
    level_list list;
    int *order;          /* owned; indices of the levels that match the typed text */
    int count;           /* of the matches; best first if something is typed, else by section */
    bool is_filtered;    /* something is typed */
    int chosen;          /* place in `order` */
    bool follows_chosen; /* the next layout scrolls to the chosen level */
    ui_scroll scroll;
    int rows_seen; /* about how many levels are in sight */
} browser;

/* Lists the levels around a path, and chooses the one at `shown`. */
void browser_open(browser *b, const char *around, const char *shown);
void browser_free(browser *b);

/* Keeps the levels that match the typed text, and chooses the best. */
void browser_filter(browser *b, const char *typed);

/* Chooses the level so many rows and pages further down, not beyond the ends. */
void browser_step(browser *b, int rows, int pages);

/* Returns the path of the chosen level, NULL when none matches. */
const char *browser_chosen(const browser *b);

/* ---- The question ------------------------------------------------------------------------ */

enum { DIALOG_BUTTONS = 3, DIALOG_LINES = 6, DIALOG_LINE_LENGTH = 512 };

/* The buttons of a question. The first one is the safe answer. */
typedef enum dialog_answer { ANSWER_FIRST, ANSWER_SECOND, ANSWER_CANCEL } dialog_answer;

struct app;

/* A question; the program has a table of them. */
typedef struct question {
    const char *title;
    const char *buttons[DIALOG_BUTTONS];            /* labels; NULL: no such button */
    void (*answers[DIALOG_BUTTONS])(struct app *a); /* NULL: nothing is done */
    bool has_field, has_levels; /* a field to type into; levels, filtered by the typed text */
} question;

typedef struct dialog {
    const question *question; /* not owned; NULL: the dialog is closed */
    char words[DIALOG_LINE_LENGTH];
    browser browser; /* of a question with levels */
} dialog;

bool dialog_is_open(const dialog *d);

/* Whether the question is one with levels. */
bool dialog_browses(const dialog *d);

/* Lays the dialog out in the middle of the window; with levels it is as high as the window. */
void dialog_lay_out(dialog *d, ui *u);

#endif

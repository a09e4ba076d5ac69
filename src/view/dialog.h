/* dialog: a question that stands before everything else until it is answered. */
#ifndef DIALOG_H
#define DIALOG_H

#include "browser.h"

enum { DIALOG_BUTTONS = 3, DIALOG_LINES = 6, DIALOG_LINE_LENGTH = 512 };

/* What the buttons of a question mean: the first one does what was asked for safely. */
typedef enum dialog_answer { ANSWER_FIRST, ANSWER_SECOND, ANSWER_CANCEL } dialog_answer;

struct app;

/* What a dialog may ask; the program has the questions. */
typedef struct question {
    const char *title;
    const char *buttons[DIALOG_BUTTONS]; /* what stands on them; NULL: there is no such button */
    void (*answers[DIALOG_BUTTONS])(struct app *a);
    bool has_field, has_levels; /* text to type; levels to choose from, by what is typed */
} question;

typedef struct dialog {
    const question *question; /* not owned; NULL: the dialog is closed */
    char *typed; /* SDL_free; what is in its field while that is not typed into; NULL: nothing */
    char words[DIALOG_LINE_LENGTH];
    browser browser; /* of the levels that may be chosen */
} dialog;

bool dialog_is_open(const dialog *d);

/* Whether one of the browser's levels is to be chosen. */
bool dialog_browses(const dialog *d);

/* Lays it out in the middle of the window; with levels to choose from it takes most of that. */
void dialog_lay_out(dialog *d, control_list *l, const frame *f);

void dialog_close(dialog *d); /* the browser keeps its pictures */
void dialog_free(dialog *d);

#endif

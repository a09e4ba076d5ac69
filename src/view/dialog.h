/* dialog: a question that stands before everything else until it is answered. */
#ifndef DIALOG_H
#define DIALOG_H

#include "../sandbox/level_list.h"
#include "controls.h"

enum { DIALOG_BUTTONS = 3, DIALOG_LINES = 6, DIALOG_LINE_LENGTH = 512, DIALOG_ROWS = 12 };

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
    text_line lines[DIALOG_LINES]; /* the words, as laid out */
    level_list list;               /* owned; the levels to choose from */
    int *rows;                     /* owned; those that fit what is typed, best first */
    int row_count;
    int row;       /* of the rows, the chosen one */
    int first_row; /* the first one that is shown */
} dialog;

bool dialog_is_open(const dialog *d);

/* Lays it out in the middle of the window. */
void dialog_lay_out(dialog *d, text *t, float scale, float width, float height, control_list *l);

/* Lists the levels around a path, to choose one from. Returns false when memory ran out. */
bool dialog_list_levels(dialog *d, const char *around);

/* Keeps the levels that fit what is typed, and chooses the best. */
void dialog_filter(dialog *d, const char *typed);

/* Moves the chosen row, not beyond the ends. */
void dialog_choose(dialog *d, int step);

/* Returns the path of the chosen level, NULL when none fits. */
const char *dialog_chosen(const dialog *d);

void dialog_close(dialog *d);

#endif

/* dialog: a question that stands before everything else until it is answered. */
#ifndef DIALOG_H
#define DIALOG_H

#include "../sandbox/level_list.h"
#include "controls.h"

typedef enum dialog_kind {
    DIALOG_NONE,
    DIALOG_UNSAVED,   /* something would lose the changes */
    DIALOG_CONFLICT,  /* the file was changed by somebody else */
    DIALOG_RECOVER,   /* changes of a program that crashed were found */
    DIALOG_SAVE_AS,   /* a path to type */
    DIALOG_OVERWRITE, /* that path is taken */
    DIALOG_OPEN       /* a level to choose */
} dialog_kind;

enum { DIALOG_BUTTONS = 3, DIALOG_LINES = 6, DIALOG_LINE_LENGTH = 512, DIALOG_ROWS = 12 };

/* What the buttons of a question mean: the first one does what was asked for safely. */
typedef enum dialog_answer { ANSWER_FIRST, ANSWER_SECOND, ANSWER_CANCEL } dialog_answer;

typedef struct dialog {
    dialog_kind kind;
    char *typed; /* SDL_free; what is in its field while that is not typed into; NULL: nothing */
    char words[DIALOG_LINE_LENGTH];
    char lines[DIALOG_LINES][DIALOG_LINE_LENGTH]; /* the words, as laid out */
    level_list list;                              /* owned; DIALOG_OPEN: the levels of the folder */
    int *rows; /* owned; those that fit what is typed, best first */
    int row_count;
    int row;       /* of the rows, the chosen one */
    int first_row; /* the first one that is shown */
} dialog;

/* What stands on the buttons; NULL: there is no such button. */
extern const char *const dialog_buttons[][DIALOG_BUTTONS];

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

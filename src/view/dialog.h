/* dialog: a question that blocks everything else until it is answered, and the browser in it: the
 * levels of a collection by section, each with a small picture, to choose one from.
 * The program draws the pictures, one by one. */
#ifndef DIALOG_H
#define DIALOG_H

#include "../sandbox/level_list.h"
#include "ui.h"

/* ---- Levels to choose from --------------------------------------------------------------- */

enum {
    BROWSER_PICTURE_WIDTH = 160, /* points */
    BROWSER_PICTURE_HEIGHT = 92,
    BROWSER_PICTURES_MAX =
        256 /* that are kept; of more levels only those near what is seen have one */
};

/* How pictures are drawn. */
typedef struct picture_look {
    int theme;   /* index into themes */
    float scale; /* pixels a point of the screen */
} picture_look;

typedef struct browser_picture {
    canvas *canvas; /* owned; NULL: it is not drawn yet, */
    bool failed;    /* or cannot be */
} browser_picture;

/* One of the levels that fit what is typed. */
typedef struct browser_tile {
    int level; /* index into the list */
    int column;
    float y; /* pixels below the top of all of them */
} browser_tile;

/* Zeroed to begin with; keeps its pictures while it is closed. */
typedef struct browser {
    level_list list;
    browser_picture *pictures; /* owned; of each level of the list */
    browser_tile *tiles;       /* owned; best first where something is typed, else by section */
    int count;                 /* of the tiles */
    bool is_filtered;          /* something is typed */
    int chosen;                /* of the tiles */
    bool follows_chosen;       /* the next layout scrolls to the chosen tile */
    ui_scroll scroll;
    int first_seen, rows_seen; /* the first tile in sight, and about how many rows are */
    picture_look look;         /* of the pictures */
} browser;

/* Lists the levels around a path, and chooses the one at `shown`. Pictures of files that are as
 * they were stay, where the look did, too. */
void browser_open(browser *b, const char *around, const char *shown, picture_look look);
void browser_free(browser *b);

/* Keeps the levels that fit what is typed, and chooses the best. */
void browser_filter(browser *b, const char *typed);

/* Chooses another tile: so many to the right in the order of all, or rows down; not beyond the
 * ends. */
void browser_step(browser *b, int right, int down);
void browser_step_page(browser *b, int down);

/* Returns the path of the chosen level, NULL when none fits. */
const char *browser_chosen(const browser *b);

/* Lays its tiles out in the box. */
void browser_lay_out(browser *b, ui *u, layout_box box);

/* Returns how many there are, or how much of the pictures is done. */
const char *browser_say(const browser *b, ui *u);

/* Returns the path of the level to draw a picture of next, from the first in sight on; NULL: all
 * pictures are drawn. */
const char *browser_missing(const browser *b);

/* Takes ownership of the picture of the level at `path`, if that is listed and has none of that
 * look yet. NULL: the level cannot be drawn. */
void browser_take(browser *b, const char *path, picture_look look, canvas *picture);

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
 * from it takes most of the window. */
void dialog_lay_out(dialog *d, ui *u);

#endif

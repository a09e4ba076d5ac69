/* lesson_card: a level's lesson: its paragraphs, the steps to try, and its labels in the scene. The
 * card takes its height from the scene; in a low window it is one line, and opens over the scene.
 */
#ifndef LESSON_CARD_H
#define LESSON_CARD_H

#include "frame.h"
#include "ui.h"

typedef enum lesson_fold {
    LESSON_BY_ROOM, /* folded if the window is low */
    LESSON_FOLDED,
    LESSON_UNFOLDED
} lesson_fold;

/* Where the lesson stands among those of its collection. */
typedef struct lesson_place {
    int number, of; /* from 1 on; 0: unknown */
    char next[120]; /* the title of the lesson that follows; "": none does */
} lesson_place;

/* Zeroed to begin with. */
typedef struct lesson_card {
    lesson_fold fold;
    int step;         /* index of the present step */
    unsigned done;    /* set of 1 << step */
    unsigned pressed; /* keys of the present step: a set of 1 << group; a group has alternative
                         keys, as "[D] or [A]" */
    lesson_place place;
    ui_scroll scroll;
    layout_box box;   /* height 0: it is not shown */
    int *statements;  /* owned; the level's statements of the lesson */
    int count;        /* of `statements` */
    unsigned level;   /* sandbox.levels_shown when they were listed */
    unsigned version; /* sandbox.lesson_version then */
} lesson_card;

void lesson_card_free(lesson_card *c);

/* Lists the statements anew if the lesson has changed: a level may have a million others. */
void lesson_card_follow(lesson_card *c, const sandbox *s);

/* Counts a pressed key for the present step, by its name in the texts: "S", "Shift+." or "PgUp". */
void lesson_card_press(lesson_card *c, const sandbox *s, const char *key);

/* Call it when a key is released: the present step is then done if all its keys were pressed. */
void lesson_card_let_go(lesson_card *c, const sandbox *s);

/* Makes a step the present one. If it is that already, it is done, and the next one becomes the
 * present one. */
void lesson_card_choose(lesson_card *c, const sandbox *s, int step);

/* Lays the card out between `left` and the right end of the scene, where the level has a lesson.
 * Returns how much of the window's height it takes. */
float lesson_card_lay_out(lesson_card *c, ui *u, const frame *f, float left);

/* Whether the card is one line: if it was folded, and in a low window. Inside a move more windows
 * are low. */
bool lesson_card_is_folded(const lesson_card *c, const frame *f);

/* Draws the level's labels. Call lesson_card_follow before. */
void lesson_card_draw_labels(const lesson_card *c, const frame *f);

#endif

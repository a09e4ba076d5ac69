/* film: ticks as an animation, and inside one of them each step of the move as a picture of its
 * own. */
#ifndef FILM_H
#define FILM_H

#include "../sandbox/session.h"
#include "../view/animation.h"
#include "../view/view.h"
#include "options.h"

#define FILM_PICTURES_MAX 30000 /* ten minutes at the highest rate */

typedef struct film {
    sandbox *sandbox;     /* at the beginning; not owned */
    session *session;     /* whose ticks they are; not owned; NULL: ... */
    const sm3_vec *moves; /* ... those that make these displacements; not owned */
    int ticks;            /* how many there are */
    int made;             /* so many are; 0 at first */
    const options *asked; /* from which tick to which, how fast, ... */
} film;

/* Makes all ticks that the level plays, in 3D as seen from a heading, and goes back to the
 * beginning. Returns the session that has them, to be destroyed; NULL when memory ran out. */
session *film_play(sandbox *s, float view_heading);

/* Draws all of it into the animation, which has the view's size; between two ticks things are where
 * they would be. The sandbox ends after the last tick that is shown. Returns false, with `message`
 * filled, when the film has no such ticks or too many pictures, or when memory ran out. */
bool film_make(film *f, view *v, animation *a, sm_progress progress,
               char message[SAVE_MESSAGE_LENGTH]);

#endif

/* film: makes an animation of ticks, and of the steps inside one of them. */
#ifndef FILM_H
#define FILM_H

#include "../sandbox/session.h"
#include "../view/animation.h"
#include "../view/view.h"
#include "options.h"

#define FILM_PICTURES_MAX 30000 /* ten minutes at the highest rate */

typedef struct film {
    sandbox *sandbox;     /* at its first tick; not owned */
    session *session;     /* the session with the ticks; not owned; NULL: ... */
    const sm3_vec *moves; /* ... `moves` are the displacements of the ticks; not owned */
    int ticks;            /* number of ticks */
    int made;             /* ticks made so far */
    const options *asked; /* first and last tick, speed and so on */
} film;

/* Plays the level, in 3D as seen from a heading, and goes back to the beginning. Returns the
 * session with the ticks, to be destroyed. */
session *film_play(sandbox *s, float view_heading);

/* Draws the film into an animation of the size of the view. Between two ticks positions are
 * interpolated. The sandbox ends after the last shown tick. Returns false with `message` filled
 * when the film has no such ticks or too many pictures, or when memory ran out. */
bool film_make(film *f, view *v, animation *a, sm_progress progress,
               char message[SAVE_MESSAGE_LENGTH]);

#endif

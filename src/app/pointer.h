/* pointer: the mouse: on controls first, then in the scene. */
#ifndef POINTER_H
#define POINTER_H

#include "app.h"

void pointer_press(app *a, const SDL_MouseButtonEvent *e);
void pointer_release(app *a, const SDL_MouseButtonEvent *e);
void pointer_move(app *a, const SDL_MouseMotionEvent *e);
void pointer_wheel(app *a, const SDL_MouseWheelEvent *e);
void pointer_update(app *a, float seconds); /* once a frame: hover, cursor, tool tips */
void pointer_leave(app *a);                 /* the pointer left the window */
void pointer_let_go(app *a);                /* of everything, when the window loses it */

/* Where the pointer is in a 2D level, world units. */
sm_vec2 pointer_world(const app *a);

/* ---- The same in a 3D level -------------------------------------------------------------- */

void pointer3_press(app *a, const SDL_MouseButtonEvent *e);
void pointer3_release(app *a);
void pointer3_move(app *a, sm_vec2 by); /* pixels */
void pointer3_point(app *a);            /* points at what is under the pointer */

#endif

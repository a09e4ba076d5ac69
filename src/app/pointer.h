/* pointer: the mouse and fingers: on controls first, then in the scene. */
#ifndef POINTER_H
#define POINTER_H

#include "app.h"

void pointer_press(app *a, const SDL_MouseButtonEvent *e);
void pointer_release(app *a, const SDL_MouseButtonEvent *e);
void pointer_move(app *a, const SDL_MouseMotionEvent *e);
void pointer_wheel(app *a, const SDL_MouseWheelEvent *e);
void pointer_touch(app *a,
                   const SDL_TouchFingerEvent *e); /* a finger is a mouse, two move the view */
void pointer_update(app *a, float seconds);        /* once a frame: hover, cursor, tool tips */
void pointer_leave(app *a);                        /* the pointer left the window */
void pointer_let_go(app *a);                       /* of everything, when the window loses it */

#endif

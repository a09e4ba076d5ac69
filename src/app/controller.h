/* controller: the eye, moved by events: panned, turned, brought nearer, or following the player;
 * and what it points at. The one place of the window that knows in which kind of level it is. */
#ifndef CONTROLLER_H
#define CONTROLLER_H

#include "app.h"

/* Moves what is seen by so many pixels. */
void controller_pan(app *a, sm_vec2 by);

/* Turns what is seen by so many pixels; what cannot be turned is moved. */
void controller_turn(app *a, sm_vec2 by);

/* Brings what is under the pixel nearer by so much, or less than 1 farther. */
void controller_zoom(app *a, sm_vec2 at, float factor);

/* Returns the pixel in the middle of the scene. */
sm_vec2 controller_middle(const app *a);

/* Comes near enough for the player to be more than a dot. */
void controller_show_player(app *a);

/* Once a frame: keys and stick turn the view, where it can be turned; it follows the player. */
void controller_update(app *a, double seconds);

/* Points at what is under the pointer, with the keys that are held; at nothing where that is not in
 * the scene and holds nothing of it. To be called also when the pointer rests. */
void controller_point(app *a, bool is_in_scene, pointer_keys keys);

#endif

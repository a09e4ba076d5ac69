/* scene_start: a level is opened as it says itself: resolver, ghosts, mover, speed, momentum,
 * gravity, paused, and wishes that are played before anybody presses a key; and the other way
 * round. */
#ifndef SCENE_START_H
#define SCENE_START_H

#include "session.h"

/* Applies what the level sets to the sandbox that has just shown it, but what the command line
 * gives: a set of LEVEL_SETS_... What another level set before, and nobody has changed since, is
 * first as it was before that. Reading the level again is not opening it. */
void scene_open(sandbox *s, unsigned given);

/* Goes back to the beginning: the player, what moves, and what the level plays. It stays paused. */
void scene_restart(sandbox *s);

/* Makes the input of the next tick the one that the level plays, where it plays one. A wish of the
 * user's ends what is played, and with the last tick of it the sandbox pauses where the level says
 * so. Returns whether it is played. */
bool scene_wish(sandbox *s, player_input *input);

/* Makes the ticks that the level plays, at most so many, by its session unless that is NULL; in 3D
 * it walks as seen from a heading. */
void scene_play(sandbox *s, session *t, float view_heading, int most_ticks);

/* Returns whether the steps of the last move are to be shown now, as `inside` says: once, when what
 * is played is over. */
bool scene_steps_inside(sandbox *s);

/* Makes the level say the present settings, as one step of its history. `seen` has the overlays and
 * the view where they are to be said: those and mover, speed and so on that a level has anyhow are
 * left out, but where it says so already. Texts, labels and what is played stay. Returns false when
 * the level says all that already, while a step is open, or when memory ran out. */
bool scene_save(sandbox *s, const level_scene *seen);

#endif

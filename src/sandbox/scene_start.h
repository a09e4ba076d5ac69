/* scene_start: opens a level with the settings that its text gives: resolver, ghosts, mover, speed,
 * momentum, gravity, paused, and inputs that are played until the user moves. Also writes the
 * present settings into the level. */
#ifndef SCENE_START_H
#define SCENE_START_H

#include "session.h"

/* Applies the settings of the level to the sandbox that has just shown it, except for those that
 * the command line gives, a set of LEVEL_SETS_... First it takes back what the level before had
 * set, where the user has not changed it since. Not to be called when a level is read again. */
void scene_open(sandbox *s, unsigned given);

/* Goes back to the beginning: the player, what moves, and what the level plays. It stays paused. */
void scene_restart(sandbox *s);

/* Replaces the input of the next tick by the one that the level plays, if it plays one. An input of
 * the user ends the play. With the last tick of the play the sandbox pauses, if the level says so.
 * Returns whether the input was replaced. */
bool scene_wish(sandbox *s, player_input *input);

/* Makes the ticks that the level plays, at most `most_ticks`, through the session unless that is
 * NULL. In 3D the player walks as seen from the heading. */
void scene_play(sandbox *s, session *t, float view_heading, int most_ticks);

/* Returns true once, when the play is over and the level says `inside`: the steps of the last move
 * are to be shown now. */
bool scene_steps_inside(sandbox *s);

/* Writes the present settings into the level, as one step of its history. `seen` has the overlays
 * and the view, if they are to be written. Settings that a level has without a statement are left
 * out, unless a statement has them already. Texts, labels and what is played stay. Returns false
 * when the level has all that already, or cannot hold a number. */
bool scene_save(sandbox *s, const level_scene *seen);

#endif

/* scene_start: opens a level with the settings that its text gives: resolver, ghosts, mover, speed,
 * momentum, gravity, paused, and inputs that are played until the user moves. Also writes the
 * present settings into the level. */
#ifndef SCENE_START_H
#define SCENE_START_H

#include "session.h"

/* Applies the settings of the level to the sandbox that has just shown it, except for those that
 * the command line gives, a set of LEVEL_SETS_... First it takes back the settings of the level
 * before, unless the user has changed them since. A level that plays something does so even if the
 * user had paused, unless LEVEL_SETS_PAUSED is given. Do not call it when a level is read again. */
void scene_open(sandbox *s, unsigned given);

/* Restarts the player, the moving obstacles and the level's play. At the end of that the player is
 * the user's: only a level that shows the steps of a move pauses again. A pause of the user's
 * stays, that of the play's end does not. */
void scene_restart(sandbox *s);

/* Replaces the input of the next tick by the one that the level plays, if there is one. An input of
 * the user ends the play. At the last tick of the play the sandbox pauses if the level says so.
 * Returns whether the input was replaced. */
bool scene_wish(sandbox *s, player_input *input);

/* Makes the ticks that the level plays, at most `most_ticks`, through the session unless it is
 * NULL. In 3D the player walks relative to `view_heading`. */
void scene_play(sandbox *s, session *t, float view_heading, int most_ticks);

/* Returns true once, when the play is over and the level says `inside`. The caller then shows the
 * steps of the last move. */
bool scene_steps_inside(sandbox *s);

/* Writes the present settings into the level, as one step of its history. `seen` has the overlays
 * and the view; NULL: they are not written. Default settings are left out, unless a statement has
 * them already. Texts, labels and the play stay. Returns false when nothing changes, or a number is
 * too large for a level. */
bool scene_save(sandbox *s, const level_scene *seen);

#endif

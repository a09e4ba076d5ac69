/* keep: makes the smallest session that still shows one tick, to be looked at again or sent to
 * others, and a test in C of that tick's move that needs only the library.
 *
 * The level of that session has only the obstacles near the move. Each is a statement of its own
 * with the same floats. They stay in the same order, because an obstacle's number decides between
 * equal depths. Moving statements are taken whole. Then halves, quarters and at last single
 * statements are left out, as long as the tick stays the same bit for bit: every look, choice and
 * push of its move, and the player after it (delta debugging; Zeller and Hildebrandt 2002). Ghosts
 * have no part in it. */
#ifndef KEEP_H
#define KEEP_H

#include "recording.h"

/* Makes *k a session of one tick, the one that led to `tick` of `t`. `t` stays where it is (see
 * session_now). Returns false, with the reason in `message`, when there is no such tick, it made no
 * move, or its obstacles are too far out for a level. */
bool keep_tick(session *t, unsigned long tick, recording *k, char message[SAVE_MESSAGE_LENGTH]);

/* Returns a C program that makes the kept move and asserts its results, NUL-terminated, to be freed
 * with free(). */
char *keep_write_test(const recording *k);

/* Saves the kept tick as a recording, and the test beside it with .c behind the name. Returns
 * whether both are saved; `message` says what is, or why not. */
bool keep_save(session *t, unsigned long tick, const char *path, char message[SAVE_MESSAGE_LENGTH]);

#endif

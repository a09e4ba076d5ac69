/* keep: one tick of a session, made into the smallest session that still shows it, to be looked at
 * again and handed on; and as a test in C that needs only the library.
 *
 * Of the level only what comes near the move is taken, each wall a statement of its own with the
 * same floats, in the same order, since numbers decide between equals; what moves is taken whole.
 * Then halves, quarters and at last single statements are left out as long as the tick stays what
 * it was, bit for bit: every look, choice and push of its move, and the player after it (delta
 * debugging; Zeller and Hildebrandt 2002). Ghosts do not bear on it. */
#ifndef KEEP_H
#define KEEP_H

#include "recording.h"

/* Keeps the tick that led to `tick` of the session (see session_now), which stays where it is: *k
 * has it after that one tick. Returns false, and says why, when there is no such tick, it made no
 * move, or memory ran out. */
bool keep_tick(session *t, unsigned long tick, recording *k, char message[SAVE_MESSAGE_LENGTH]);

/* Returns the move that was kept as a C program that asserts all that came of it, NUL-terminated,
 * to be freed with free(); NULL when memory ran out. */
char *keep_write_test(const recording *k, size_t *length);

/* Keeps the tick as a recording, and beside that as a test with .c behind the name. Returns
 * whether both are saved; `message` says what is, or why not. */
bool keep_save(session *t, unsigned long tick, const char *path, char message[SAVE_MESSAGE_LENGTH]);

#endif

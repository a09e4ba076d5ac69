/* history: what a user may do to a level, at random, of which every step must go both ways. */
#ifndef TESTS_HISTORY_H
#define TESTS_HISTORY_H

#include "../src/sandbox/pointer_tool.h"

typedef struct editor {
    sandbox *s;
    uint64_t *random;
    pointer_tool tool;              /* initialized, for editor_do */
    unsigned shown;                 /* of the sandbox's levels, the one that the tool is at */
    void (*between)(void *context); /* called in the midst of drags; may go on from the past */
    void *context;

} editor;

void editor_free(editor *e);

/* Does one thing to the level in 2D or 3D, which must make one step or none; undone and made again
 * the level's text is the same to the byte. What is refused leaves it alone. */
void editor_do(editor *e);

/* Undoes some steps and makes some again: each text must come back. */
void editor_undo_and_redo(editor *e);

/* Asserts that the obstacles are those that are made anew from the level, that they say what has
 * changed, and that the selection fits the level. */
void editor_check(editor *e);

/* Asserts that what is written says the same when it is read. */
void assert_reads_back(const level *l);

#endif

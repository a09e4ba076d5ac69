/* level_text: levels and sandboxes from text, and what they say. */
#ifndef TESTS_LEVEL_TEXT_H
#define TESTS_LEVEL_TEXT_H

#include "../src/sandbox/sandbox.h"

/* Returns the level of the text, which must be good. */
level *read_level(const char *text);

/* Returns a sandbox that shows the level, or that of the text, which must be good. It takes the
 * level, and is destroyed when the tests of the file have run. */
sandbox *open_sandbox(level *l);
sandbox *open_text(const char *text);

/* The same of a file; the test fails with its first error. */
sandbox *open_level_file(const char *path);

/* Makes so many ticks with the same input. */
void tick_times(sandbox *s, int count, player_input input);

/* Returns the level's text, to be freed. */
char *text_of(const level *l);

void assert_level_says(const level *l, const char *text); /* the whole of it */
void assert_level_holds(const level *l, const char *part);

#endif

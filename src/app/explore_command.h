/* explore_command: `slidemove explore`: explores a level on several threads, and writes its
 * findings: lines to read, a report as JSON Lines, recordings, a map. */
#ifndef EXPLORE_COMMAND_H
#define EXPLORE_COMMAND_H

#include <stdbool.h>

#include "../sandbox/sandbox.h"

struct options;

/* Explores the sandbox's level as the options say. Returns the exit status: 1 when a finding is of
 * a kind that fails, or when a file cannot be written. */
int explore_command(const struct options *o, sandbox *s);

/* Returns the set of the kinds of findings in a list of names, divided by commas, a hyphen for each
 * blank, or "all". Returns false when a name is unknown. */
bool explore_parse_kinds(const char *list, unsigned *kinds);

#endif

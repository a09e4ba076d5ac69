/* commands: one table of what keys, mouse and controls do. The window acts by it; the tool bar, the
 * panel, the help, --help and docs/keys.md list it. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "../view/controls.h"

extern const command_table app_commands;

#endif

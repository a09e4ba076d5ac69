/* options: the command line. One table of commands and one of options; parsing, usage errors and
 * --help read them. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "../level/generate.h"
#include "../sandbox/mover.h"
#include "../slidemove/slidemove.h"

typedef enum command {
    COMMAND_WINDOW,
    COMMAND_CHECK,
    COMMAND_SIMULATE,
    COMMAND_COMPARE,
    COMMAND_RENDER,
    COMMAND_GENERATE,
    COMMAND_COUNT
} command;

typedef struct options {
    command command;
    char **levels; /* into argv; generate's kind of level stands there, too */
    int level_count;
    level_generate_kind kind;
    int segments; /* 0: none */
    int seed;
    const char *moves;  /* NULL: none */
    const char *output; /* NULL: none */
    const char *font;   /* NULL: look for one */
    const char *log;    /* NULL: none */
    sm_resolver resolver;
    int pushes;
    int crowd;
    bool has_mover; /* otherwise the player has the level's shape */
    mover_kind mover;
    int theme;
    unsigned overlays;
    unsigned ghosts;
    float scale;       /* 0: as the screen says */
    float span;        /* world units across the picture, round the player; 0: the whole level */
    int width, height; /* 0: as the command likes */
    bool paused, help, panel;
} options;

typedef enum options_status { OPTIONS_GO, OPTIONS_DONE, OPTIONS_WRONG } options_status;

/* Parses the command line. OPTIONS_DONE: it asked for help or the version, which is printed.
 * OPTIONS_WRONG: what is wrong, and the line to type instead, are on standard error. */
options_status options_parse(int argc, char **argv, options *o);

#endif

/* options: the command line. The table of options is here, that of subcommands in main.c. Parsing,
 * usage errors and --help read both. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "../sandbox/player.h"
#include "../slidemove/slidemove.h"

typedef struct options {
    const struct subcommand *subcommand;
    char **operands; /* into argv: levels or recordings */
    int operand_count;
    int tick;
    const char *moves;  /* NULL: none */
    const char *output; /* NULL: none */
    const char *font;   /* NULL: look for one */
    const char *log;    /* NULL: none */
    const char *trace;  /* NULL: none */
    const char *rule;   /* NULL: none */
    sm_resolver resolver;
    int pushes;
    unsigned given;   /* the options that a level may set, too: LEVEL_SETS_... */
    mover_kind mover; /* if it is given; otherwise the player has the level's shape */
    int theme;
    unsigned overlays;
    unsigned ghosts;
    float scale;          /* 0: from the screen */
    float span;           /* world units across the picture, round the player; 0: the whole level */
    int width, height;    /* of the picture or window */
    float view[6];        /* the numbers of a view statement; the others are 0 */
    int view_numbers;     /* how many were given */
    int from, to, inside; /* ticks; -1: none */
    int step_inside;      /* of the last move, from 1; 0: what the level says */
    float speed, step;    /* of an animation; step: seconds */
    int rate;             /* pictures a second */
    bool paused, help, panel, check, lens, keep_seams;

    /* Of an exploration; below 0: from the level. */
    float radius, length, step_height, slope, snap, jump;
    int gravity;
    float start[3];
    int start_numbers;                                /* how many were given */
    float cell, seconds;                              /* 0: the default cell, no limit of time */
    int threads;                                      /* 0: as many as the machine has */
    unsigned kinds, fail_on;                          /* sets of 1 << explore_kind; kinds 0: all */
    const char *recordings, *map, *report, *baseline; /* NULL: none */
} options;

typedef struct subcommand {
    const char *name;  /* NULL: no name */
    const char *usage; /* an option in it is required */
    const char *summary;
    const char *takes; /* its options, divided by blanks; each takes help and version, too */
    const char *noun;  /* the noun for its operands */
    int min_operands, max_operands; /* of operands */
    int (*run)(const options *o);   /* returns the exit status */
} subcommand;

typedef enum options_status { OPTIONS_GO, OPTIONS_DONE, OPTIONS_WRONG } options_status;

/* Parses the command line for one of these subcommands, of which the first has no name.
 * OPTIONS_DONE: help or the version was printed. OPTIONS_WRONG: the error and the right usage were
 * printed on standard error. */
options_status options_parse(int argc, char **argv, const subcommand *subcommands, int count,
                             options *o);

/* Prints an error of the command line, then the right usage. */
__attribute__((format(printf, 2, 3))) void options_refuse(const subcommand *c, const char *format,
                                                          ...);

#endif

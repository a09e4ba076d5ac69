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
    sm_resolver resolver;
    int pushes;
    unsigned given;   /* of what a level may set, too: LEVEL_SETS_... */
    mover_kind mover; /* where it is given; otherwise the player has the level's shape */
    int theme;
    unsigned overlays;
    unsigned ghosts;
    float scale;       /* 0: as the screen says */
    float span;        /* world units across the picture, round the player; 0: the whole level */
    int width, height; /* of the picture or window */
    float view[6];     /* numbers as of the level's view statement; those it does not have are 0 */
    int view_numbers;  /* how many were given */
    int from, to, inside; /* ticks; -1: none */
    float speed, step;    /* of an animation; step: seconds */
    int rate;             /* pictures a second */
    bool paused, help, panel, check, lens;

    /* Of an exploration; below 0: as the level has it. */
    float radius, length, step_height, slope, snap, jump;
    int gravity;
    float start[3];
    int start_numbers;                                /* how many were given */
    float cell, seconds;                              /* 0: usual, without end */
    int threads;                                      /* 0: as many as the machine has */
    unsigned kinds, fail_on;                          /* sets of 1 << explore_kind; kinds 0: all */
    const char *recordings, *map, *report, *baseline; /* NULL: none */
} options;

typedef struct subcommand {
    const char *name;  /* NULL: the one without a name */
    const char *usage; /* an option in it is one that must be given */
    const char *summary;
    const char *takes;              /* the options, divided by blanks; all take help and version */
    const char *noun;               /* what its operands are called */
    int min_operands, max_operands; /* of them */
    int (*run)(const options *o);   /* returns the exit status */
} subcommand;

typedef enum options_status { OPTIONS_GO, OPTIONS_DONE, OPTIONS_WRONG } options_status;

/* Parses the command line for one of these subcommands, of which the first has no name.
 * OPTIONS_DONE: it asked for help or the version, which is printed. OPTIONS_WRONG: what is wrong,
 * and the line to type instead, are on standard error. */
options_status options_parse(int argc, char **argv, const subcommand *subcommands, int count,
                             options *o);

/* Prints what is wrong with the command line, then the line to type instead. */
__attribute__((format(printf, 2, 3))) void options_refuse(const subcommand *c, const char *format,
                                                          ...);

#endif

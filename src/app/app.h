/* app: the running window's state, shared by the files that handle its events. What they do, and in
 * which order they know one another, is in their own headers: window, commands, files, pointer,
 * typing, ticks, screen, keys. */
#ifndef APP_H
#define APP_H

#include <SDL.h>

#include "../sandbox/file_watch.h"
#include "../sandbox/recovery.h"
#include "../sandbox/session.h"
#include "../view/view.h"

typedef struct window_def {
    const char *level_path;
    const char *font_path; /* NULL: look for one */
    float scale;           /* pixels a point; 0: as the screen says */
    int width, height;     /* in the screen's units; 0: 1280 x 720 */
    int theme;
    unsigned overlays;
    FILE *log; /* each tick is written to it; NULL: none */
    int crowd;
    const mover_kind *mover; /* NULL: as the level has it */
    unsigned given;          /* of the scene, by the command line: LEVEL_SETS_... */
    level_errors *errors;    /* is filled when the level is bad */
} window_def;

/* Where a level that was shown came from: it may be gone back to. */
typedef struct shown_path {
    const level *level; /* not owned, and gone when nobody can go back to it */
    char *path;         /* owned */
} shown_path;

/* Two fingers on the screen: where their middle is, and how far they are apart. */
typedef struct pinch {
    bool is_on;
    sm_vec2 middle; /* pixels */
    float apart;
} pinch;

typedef struct app {
    const window_def *def;         /* not owned */
    const command_table *commands; /* what keys and controls do */
    SDL_Window *window;
    SDL_GameController *pad;
    SDL_Cursor *cursors[SDL_NUM_SYSTEM_CURSORS];
    view view;
    sandbox *sandbox; /* owned */
    session *session; /* owned; makes the sandbox's ticks */
    pointer_tool pointer_tool;
    SDL_Keymod modifiers; /* held at the last event; SDL_GetModState is already ahead of that */
    float text_size;      /* of the usual: 1 */
    bool open;
    bool shows_progress; /* instead of the view */
    bool panning;
    bool rise_tapped; /* since the last tick: a key may be up again before the next one */
    bool orbiting;    /* the view of a 3D level follows the pointer */
    bool steering;    /* a finger does, from where it touched the scene: a stick */
    sm_vec2 steers_from;
    pinch pinch;
    unsigned losses;    /* space.losses after the last tick */
    int log_dimensions; /* of the level whose ticks the log has; 0: none yet */

    /* The level's file; see files.h. */
    char *level_path; /* owned; "": a new level that has no file yet */
    int levels_opened;
    char *list_path;   /* owned; the level around whose folder N and B go */
    shown_path *paths; /* owned; of the levels that were shown */
    int path_count;
    file_watch file;
    mesh_watch meshes;     /* of the level's meshes, */
    unsigned meshes_level; /* when so many levels had been shown; 0: none is watched */
    bool conflict;         /* the file says something else, and it is not decided whose is kept */
    bool gone;             /* the file is no longer there: the level is only here */
    bool postponed;        /* it is read as soon as there are no changes of our own any more */
    void (*pending)(struct app *a); /* goes on once unsaved changes are dealt with; NULL: nothing */
    char *pending_path;             /* owned; the level that it opens; NULL: none */
    char *answer; /* owned; the path that was typed or chosen in the last dialog; NULL: none yet */
    recovery recovery;
    recovered found;              /* of a program that crashed; all 0: nothing */
    struct picture_job *pictures; /* owned; being drawn for the browser; NULL: none are */

    Uint64 last_count; /* of the performance counter, at the last frame */
    double unspent;    /* seconds not yet ticked */
    double watch_left; /* seconds until the next look at the file */
    char failure[VIEW_MESSAGE_LENGTH];
} app;

#endif

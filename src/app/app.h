/* app: the running window's state, shared by the files that handle its events. Nothing outside the
 * window includes this. */
#ifndef APP_H
#define APP_H

#include <SDL.h>

#include "../sandbox/live_file.h"
#include "../sandbox/mesh_watch.h"
#include "../sandbox/recovery.h"
#include "../view/view.h"
#include "keys.h"
#include "window.h"

typedef struct app {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture; /* the canvas on its way to the screen */
    SDL_GameController *pad;
    SDL_Cursor *arrow, *grabbing, *cross, *beam;
    view view;
    sandbox *sandbox; /* not owned */
    hand hand;
    float forced_scale; /* 0: ask the screen */
    FILE *log;
    SDL_Keymod modifiers; /* held at the last event; SDL_GetModState is already ahead of that */
    bool open;
    bool panning;
    bool rise_tapped;   /* since the last tick: a key may be up again before the next one */
    bool orbiting;      /* the view of a 3D level follows the pointer */
    unsigned losses;    /* space.losses after the last tick */
    int log_dimensions; /* of the level whose ticks the log has; 0: none yet */

    /* The level's file; see files.h. */
    char *level_path; /* owned; "": a new level that has no file yet */
    char *list_path;  /* owned; the level around whose folder N and B go */
    live_file file;
    mesh_watch meshes;     /* of the level's meshes, */
    unsigned meshes_level; /* when so many levels had been shown; 0: none is watched */
    bool conflict;         /* the file says something else, and it is not decided whose is kept */
    bool gone;             /* the file is no longer there: the level is only here */
    bool postponed;        /* it is read as soon as there are no changes of our own any more */
    key_action pending; /* what goes on once the unsaved changes are dealt with; DO_NOTHING: none */
    char *pending_path; /* owned; the level that it opens; NULL: none */
    char *save_path;    /* owned; asked for, but there is such a file; NULL: none */
    recovery recovery;
    recovered found; /* of a program that crashed; */
    bool has_found;  /* whether there is one */

    Uint64 last_count; /* of the performance counter, at the last frame */
    double unspent;    /* seconds not yet ticked */
    double watch_left; /* seconds until the next look at the file */
    char failure[VIEW_MESSAGE_LENGTH];
} app;

/* ---- window.c ---------------------------------------------------------------------------- */

/* Shows how much is done of something long. Returns false when it is to be given up. */
bool app_show_progress(app *a, const char *words, float share);

/* Makes one tick, also while paused. */
void app_make_tick(app *a);

/* ---- actions.c --------------------------------------------------------------------------- */

/* Does what a key or control asks for. */
void app_act(app *a, key_action action, int argument);

/* ---- pointer.c --------------------------------------------------------------------------- */

void pointer_press(app *a, const SDL_MouseButtonEvent *e);
void pointer_release(app *a, const SDL_MouseButtonEvent *e);
void pointer_move(app *a, const SDL_MouseMotionEvent *e);
void pointer_wheel(app *a, const SDL_MouseWheelEvent *e);
void pointer_update(app *a, float seconds); /* once a frame: hover, cursor, tool tips */
void pointer_leave(app *a);                 /* the pointer left the window */
void pointer_let_go(app *a);                /* of everything, when the window loses it */
sm_vec2 pointer_world(const app *a);

/* ---- pointer3.c: the same in a 3D level ---------------------------------------------------- */

void pointer3_press(app *a, const SDL_MouseButtonEvent *e);
void pointer3_release(app *a);
void pointer3_move(app *a, sm_vec2 by); /* pixels */
void pointer3_point(app *a);            /* points at what is under the pointer */

/* ---- typing.c ---------------------------------------------------------------------------- */

/* Handles a key where a dialog or a field is in front. Returns whether it did. */
bool typing_press(app *a, const SDL_KeyboardEvent *e);
void typing_insert(app *a, const char *typed);

/* Begins to type into the field; a dialog's keys go to the button with this id. */
void typing_focus(app *a, command_role role, int argument);

/* Ends typing; with `keep` the text is taken, where it will do. Returns whether it did. */
bool typing_end(app *a, bool keep);
bool typing_is_on(const app *a);

/* Keeps what is in the open dialog's field, for when that is not typed into any more. */
void typing_keep(app *a);

/* ---- files.c ----------------------------------------------------------------------------- */

/* Does one of DO_QUIT, DO_NEW, DO_OPEN, DO_RELOAD, DO_NEXT_LEVEL, DO_PREVIOUS_LEVEL, or with a path
 * DO_CHOOSE (opens it): asks first where changes would be lost. */
void files_do(app *a, key_action action, const char *path);
void files_save(app *a);
void files_save_as(app *a);
void files_answer(app *a, int answer); /* of the dialog that is open */
void files_filter(app *a);             /* the open dialog's list, by what is typed */
void files_choose(app *a, int step);   /* moves the chosen row */

/* Opens the first level. Returns false, and *errors, when it is none. */
bool files_open_first(app *a, const char *path, level_errors *errors);

/* Sets the path of the level that is shown. */
void files_set_path(app *a, const char *path);

void files_start(app *a);                  /* offers what a crash left behind */
void files_update(app *a, double seconds); /* once a frame: watches the file, keeps a copy */
void files_close(app *a);
void files_update_title(app *a);

#endif

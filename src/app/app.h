/* app: the running window: its state, and what the files of this room do to it, a part for each. */
#ifndef APP_H
#define APP_H

#include <SDL.h>
#include <stdatomic.h>

#include "../sandbox/file_watch.h"
#include "../sandbox/recovery.h"
#include "../sandbox/session.h"
#include "../view/view.h"

struct options; /* see options.h */

/* Two fingers on the screen: where their middle is, and how far they are apart. */
typedef struct pinch {
    bool is_on;
    sm_vec2 middle; /* pixels */
    float apart;
} pinch;

/* What replaces the level, or ends the program. */
typedef enum file_act {
    ACT_NONE,
    ACT_QUIT,
    ACT_NEW,
    ACT_RELOAD,
    ACT_OPEN,
    ACT_OPEN_NEIGHBOUR /* N and B go on from where they began */
} file_act;

typedef struct app {
    const struct options *options; /* of the command line; not owned */
    FILE *log;                     /* each tick is written to it; not owned; NULL: none */
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

    /* The level's file. */
    int levels_opened;
    char *list_path; /* owned; the level around whose folder N and B go */
    file_watch file;
    mesh_watch meshes;     /* of the level's meshes, */
    unsigned meshes_level; /* when so many levels had been shown; 0: none is watched */
    bool conflict;         /* the file says something else, and it is not decided whose is kept */
    bool gone;             /* the file is no longer there: the level is only here */
    bool postponed;        /* it is read as soon as there are no changes of our own any more */
    file_act pending;      /* is done once unsaved changes are dealt with */
    char *pending_path;    /* owned; the level that it opens; NULL: none */
    char *answer; /* owned; the path that was typed or chosen in the last dialog; NULL: none yet */
    recovery recovery;
    recovered found;              /* of a program that crashed; all 0: nothing */
    struct picture_job *pictures; /* owned; the one being drawn for the browser; NULL: none is */

    Uint64 last_count;        /* of the performance counter, at the last frame */
    double unspent;           /* seconds not yet ticked */
    double watch_left;        /* seconds until the next look at the file */
    SDL_threadID thread;      /* that the window runs in */
    atomic_bool lacks_memory; /* another thread ran out of it and waits for the end */
    char failure[VIEW_MESSAGE_LENGTH];
} app;

/* ---- Screen -------------------------------------------------------------------------------- *
 *
 * The window on the screen, with a view of its size. */

/* Opens the window, still hidden, with a view of its size. Returns false when it fails, with
 * a->failure filled; screen_close must follow in both cases. */
bool screen_open(app *a);
void screen_close(app *a);

/* Takes the window's size over. Returns false, with a->failure filled, when memory ran out. */
bool screen_resize(app *a);

/* Makes text, and all that is measured in points, larger or smaller by a step; 0: as usual. */
void screen_step_text_size(app *a, int step);

/* Shows how much is done of something long. Returns false when it is to be given up: Esc was
 * pressed, or the window closed. */
bool screen_show_progress(app *a, const char *words, float share);

/* What was shown is over: keys, Esc above all, and buttons that were pressed meanwhile were meant
 * for it. */
void screen_end_progress(app *a);

/* ---- Keys ---------------------------------------------------------------------------------- *
 *
 * Which command of the table a key asks for, and which keys are held. */

/* What keys drive while they are down: the tick reads it. */
typedef enum key_axis {
    AXIS_NONE,
    AXIS_TURN, /* counter-clockwise */
    AXIS_THRUST,
    AXIS_WALK_RIGHT,
    AXIS_WALK_UP,
    AXIS_RISE,
    AXIS_SLOW,
    AXIS_NOCLIP,
    AXIS_LOOK_RIGHT, /* turns the view */
    AXIS_LOOK_UP
} key_axis;

/* Returns the command of a key that is pressed, NULL when it has none; *argument belongs to it. A
 * row that does not ask for Shift is found with it, too, unless Ctrl is down: some keyboards need
 * it to type a plain sign. In a 3D level a key that has none there may have that of a 2D level,
 * which keys_run refuses. */
const command_row *keys_find(const app *a, SDL_Keysym pressed, int *argument);

/* Does what a key or control asks for, or says that it cannot be done in such a level. */
void keys_run(app *a, const command_row *command, int argument);

/* To be told of every press and release of a key. */
void keys_watch(const SDL_KeyboardEvent *e);

/* Whether the key that is pressed, without Ctrl, drives the axis forward. */
bool keys_drives(const app *a, key_axis axis, const SDL_Keysym *pressed);

/* Returns where the keys that are down drive the axis, -1 .. 1, other than for a command: Ctrl+S
 * does not walk, even when Ctrl is let go first. */
float keys_axis(const app *a, key_axis axis);

/* The gamepad's: -1 .. 1, and whether its button to jump is down. */
float keys_stick(const app *a, SDL_GameControllerAxis which);
bool keys_pad_jumps(const app *a);

/* ---- Typing -------------------------------------------------------------------------------- *
 *
 * The keyboard where a field, a dialog or the help is in front of the scene. */

/* Handles a key where a dialog or a field is in front. Returns whether it did. */
bool typing_press(app *a, const SDL_KeyboardEvent *e);
void typing_insert(app *a, const char *typed);

/* Begins to type into the field; a dialog's keys go to the button with this id. */
void typing_focus(app *a, const char *command, int argument);

/* Ends typing; with `keep` the text is taken, where it will do. Returns whether it did. What is
 * typed into an open dialog stays. */
bool typing_end(app *a, bool keep);
bool typing_is_on(const app *a);

/* The help is open, and higher than the window: arrows scroll it. */
bool typing_scrolls_help(const app *a);

/* ---- Pointer ------------------------------------------------------------------------------- *
 *
 * The mouse and fingers: on controls first, then in the scene. */

void pointer_press(app *a, const SDL_MouseButtonEvent *e);
void pointer_release(app *a, const SDL_MouseButtonEvent *e);
void pointer_move(app *a, const SDL_MouseMotionEvent *e);
void pointer_wheel(app *a, const SDL_MouseWheelEvent *e);
void pointer_touch(app *a,
                   const SDL_TouchFingerEvent *e); /* a finger is a mouse, two move the view */
void pointer_update(app *a, float seconds);        /* once a frame: hover, cursor, tool tips */
void pointer_leave(app *a);                        /* the pointer left the window */
void pointer_let_go(app *a);                       /* of everything, when the window loses it */

/* ---- Ticks --------------------------------------------------------------------------------- *
 *
 * Held keys, the gamepad and what is pulled become ticks. */

#define TICK_SECONDS (1.0 / TICKS_PER_SECOND)

/* Makes one tick, also while paused. */
void ticks_make_one(app *a);

/* Spends the time since the last frame on whole ticks; none while paused. */
void ticks_make(app *a, double seconds);

/* Of the performance counter. */
double ticks_seconds_since(Uint64 count);

/* Shown figures change slowly enough to be read. */
float ticks_smoothed(float shown, double measured);

/* ---- Open ---------------------------------------------------------------------------------- *
 *
 * What a file holds becomes what is shown: a level, a drawing, a recording. */

/* Shows what the file of that path holds; with `keep_player` it is the same level, read again.
 * Returns false when it is bad, is given up or there is no memory to show it: what was there then
 * stays. What is bad is said, or is in *errors unless that is NULL. */
bool open_file(app *a, const char *path, bool keep_player, level_errors *errors);

/* Shows a new level of so many dimensions. */
void open_new(app *a, int dimensions);

/* Lets the level begin as it says itself; of the first one, the command line knows better. */
void open_scene(app *a);

/* Returns the path of the level's file, "" for a new one that has none yet. */
const char *open_path(const app *a);
void open_set_path(app *a, const char *path);

/* Takes over that another level is shown, by going to another time. */
void open_follow(app *a);

/* Keeps an error on the screen, under a headline, until it is mended. */
__attribute__((format(printf, 3, 4))) void open_show_error(app *a, const char *headline,
                                                           const char *format, ...);

/* Reads a mesh of the level anew whose file somebody changed. */
void open_watch_meshes(app *a);

/* ---- Files --------------------------------------------------------------------------------- *
 *
 * Which file is shown, and that nothing of it is lost unasked. */

/* Opens the first level. Returns false, and *errors, when it is none. */
bool files_open_first(app *a, const char *path, level_errors *errors);

void files_start(app *a); /* offers what a crash left behind */

/* Once a frame: watches the file, keeps a copy of what is unsaved, names the level in the title. */
void files_update(app *a, double seconds);

/* The copy alone, of so many seconds since the last call. */
void files_keep(app *a, double seconds);

/* The copy when memory has run out: writes it now, and says on standard error how that went. */
void files_keep_at_end(app *a);
void files_close(app *a);

/* What replaces the level, or ends the program: each asks first where changes would be lost. */
void files_act(app *a, int act);   /* a file_act that opens none */
void files_step(app *a, int step); /* to a level so many places behind in its folder */
void files_open(app *a, const char *path);

void files_choose(app *a); /* lists the levels of the folder, to open one */
void files_save(app *a);
void files_save_as(app *a);
void files_record(app *a); /* asks where to, and how much of the session */

/* Makes a name with the time in it that no file in the working folder has. */
#define FILES_NAME_LENGTH 64
void files_name_now(char path[FILES_NAME_LENGTH], const char *ending);

/* Answers the dialog that is open by one of its buttons, a dialog_answer. */
void files_answer(app *a, int answer);

/* ---- Rewind -------------------------------------------------------------------------------- *
 *
 * The window goes to another time of the session. */

/* Goes one tick back. Makes one, or in the past, where nothing is asked of the player, goes on to
 * the one that was recorded. Both pause. */
void rewind_step_back(app *a);
void rewind_step_on(app *a);

/* Goes to a part of the session, 0 .. 1, and pauses. */
void rewind_to(app *a, float share);

/* Goes to the nearest tick before (or after) this one where one of the marks begins; see
 * session.h. */
void rewind_to_mark(app *a, unsigned marks, bool forward);

/* Brings back what came after the tick where the past was changed (-1), or exchanges it again. */
void rewind_to_branch(app *a, int direction);

/* Plays what was recorded, backwards or forwards (direction -1, 1), or stops that. */
void rewind_play(app *a, int direction);

/* Keeps the tick that is shown as that file, and says what is kept, or why nothing is; see keep.h.
 * Returns whether it is. */
bool rewind_keep(app *a, const char *path);

/* Once a frame: plays. */
void rewind_update(app *a, double seconds);

/* ---- Hints --------------------------------------------------------------------------------- *
 *
 * What a first run says on the screen until it was done once; which were is remembered beside the
 * recovery copies. */

/* Shows those that were never done. To be called once recovery_open was. */
void hints_open(app *a);

/* One was done, or is not wanted: it vanishes for good. */
void hints_done(app *a, hint which);

/* Once a frame: looks whether one is being done. */
void hints_update(app *a);

/* ---- Pictures ------------------------------------------------------------------------------ *
 *
 * Draws the small pictures of the browser in a thread of its own: what is read and drawn for them
 * may take as long as it likes, and nobody waits. */

/* Once a frame: takes the picture that is done, and asks for the next while the browser is open. */
void pictures_update(app *a);

/* Gives up the one that is being drawn. */
void pictures_close(app *a);

/* ---- Commands ------------------------------------------------------------------------------ *
 *
 * One table of what keys, mouse and controls do. The window acts by it; the tool bar, the panel,
 * the help, --help and docs/keys.md list it. */

extern const command_table app_commands;

/* ---- Window -------------------------------------------------------------------------------- *
 *
 * The loop. It turns events into input and actions, ticks the sandbox and shows the view. */

/* Opens the window as the options say, shows the level or recording at `path` and runs until it is
 * closed; each tick is written to `log`, unless that is NULL. Takes over the sandbox, which brings
 * a level to begin with. Returns NULL, or what failed (valid until the next call); where that is
 * the level, *errors says more. */
const char *window_run(sandbox *s, const struct options *o, const char *path, FILE *log,
                       level_errors *errors);

#endif

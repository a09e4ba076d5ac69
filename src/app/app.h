/* app: the state of the running window, and the functions of the files of this folder, a section
 * for each file. */
#ifndef APP_H
#define APP_H

#include <SDL.h>

#include "../sandbox/file_watch.h"
#include "../sandbox/recording.h"
#include "../sandbox/recovery.h"
#include "../view/animation.h"
#include "../view/view.h"

struct options; /* see options.h */

/* Two fingers on the screen: the middle between them and their distance. */
typedef struct pinch {
    bool is_on;
    sm_vec2 middle; /* pixels */
    float apart;
} pinch;

/* What a link to a moment says beside the view; see link.c. */
typedef struct moment_link {
    unsigned long at;          /* the tick of the link's recording that is shown */
    int step;                  /* inside the tick's move, from 1 on; 0: outside */
    bool ahead;                /* the step is one of the look ahead */
    int resolver;              /* that made the move which is stepped through */
    int play, play_ticks;      /* as in scene_start, */
    bool pauses, steps_inside; /* as are these */
    int tool;                  /* the drawing tool */
    int width, height;         /* pixels of the canvas */
} moment_link;

/* Actions on files. All but the first five replace the level or end the program; they first show a
 * question if changes would be lost. */
typedef enum file_act {
    ACT_NONE,
    ACT_SAVE,
    ACT_SAVE_AS,
    ACT_RECORD, /* asks for the path and for how much of the session */
    ACT_CHOOSE, /* lists the levels of the folder to choose one */
    ACT_QUIT,
    ACT_NEW,
    ACT_RELOAD,
    ACT_OPEN,
    ACT_OPEN_NEIGHBOUR /* by N and B, in the folder where they began */
} file_act;

/* What is wrong with the rule of the command line, as it stands in the window. */
typedef enum rule_trouble {
    RULE_FINE,
    RULE_FAILED, /* a move of it failed */
    RULE_BROKEN  /* it does not compile as it was saved last */
} rule_trouble;

typedef struct app {
    const struct options *options; /* the command line; not owned */
    FILE *log;                     /* where each tick is written; not owned; NULL: nowhere */
    const command_table *commands; /* the commands of keys and controls */
    SDL_Window *window;
    SDL_GameController *pad;
    SDL_Cursor *cursors[SDL_NUM_SYSTEM_CURSORS];
    view view;
    sandbox *sandbox; /* owned */
    session *session; /* owned; makes the ticks of the sandbox */
    pointer_tool pointer_tool;
    SDL_Keymod modifiers; /* modifier keys at the last event; SDL_GetModState may be ahead of it */
    float text_size;      /* factor; 1 is the usual size */
    bool open;
    bool shows_progress; /* the progress is shown instead of the view */
    bool panning;
    bool rise_tapped;   /* a jump key was pressed since the last tick; it may be up again */
    bool orbiting;      /* the pointer turns the view of a 3D level */
    bool presses_scene; /* a finger that steers has not moved: it may mean what is below it */
    SDL_FingerID stick; /* the finger that steers; 0: the one that acts as a mouse */
    pinch pinch;
    unsigned long last_fast_tick; /* made while Shift was up */
    unsigned losses;              /* player.losses after the last tick */
    int log_dimensions;           /* dimensions of the last logged tick; 0: none is logged */

    /* The level's file. */
    int levels_opened;
    char *list_path; /* owned; N and B go through the folder of this level */
    file_watch file;
    mesh_watch meshes;      /* the files of its meshes */
    unsigned meshes_level;  /* levels_shown when the watch began; 0: nothing is watched */
    unsigned offered_level; /* levels_shown when a recovery copy was last looked for */
    bool conflict;          /* the file was changed, too, and the user has not decided yet */
    bool gone;              /* the file is gone; only the window has the level */
    bool postponed;         /* the file is read again once no changes are unsaved */
    rule_trouble rule_trouble;
    bool rule_pauses;   /* time goes on once the rule is mended */
    file_act pending;   /* the action to do once unsaved changes are saved or dropped */
    char *pending_path; /* owned; the path that it opens; NULL: none */
    char *answer;       /* owned; the path of the last dialog; NULL: none yet */
    recovery recovery;
    recovered found; /* the copy that a crashed program left; all 0: none */

    Uint64 last_count; /* the performance counter at the last frame */
    double unspent;    /* seconds that no tick has used yet */
    double watch_left; /* seconds until the next look at the file */
    char failure[VIEW_MESSAGE_LENGTH];
    moment_link link; /* as it was written or shown last; width 0: none was */
} app;

/* ---- Screen -------------------------------------------------------------------------------- *
 *
 * The window on the screen, with a view of its size. */

/* Opens the window, still hidden, and a view of its size. Returns false with a->failure filled when
 * it fails. screen_close must follow in both cases. */
bool screen_open(app *a);
void screen_close(app *a);

/* Gives the view the size of the window. Returns false with a->failure filled when memory ran out.
 */
bool screen_resize(app *a);

/* The same if the picture has another size by now. */
bool screen_follow(app *a);

/* Makes text, and everything measured in points, a step larger or smaller; 0: the usual size. */
void screen_step_text_size(app *a, int step);

/* Shows the progress of something long. Returns false when the user cancels it: Esc, or the window
 * is closed. */
bool screen_show_progress(app *a, const char *words, float fraction);

/* Ends the progress. Drops keys and buttons that were pressed meanwhile, such as Esc. */
void screen_end_progress(app *a);

/* ---- Keys ---------------------------------------------------------------------------------- *
 *
 * The command of a key, and which keys are held. */

/* The axes that keys drive while they are down. A tick reads them. */
typedef enum key_axis {
    AXIS_NONE,
    AXIS_TURN, /* counter-clockwise */
    AXIS_THRUST,
    AXIS_WALK_RIGHT,
    AXIS_WALK_UP,
    AXIS_RISE,
    AXIS_SLOW,
    AXIS_NOCLIP,
    AXIS_LOOK_RIGHT, /* turn the view */
    AXIS_LOOK_UP
} key_axis;

/* Returns the command of a pressed key, NULL when it has none, and sets *argument. A row without
 * Shift also matches with Shift, unless Ctrl is down: some keyboards need Shift for a plain sign. A
 * key without a command in 3D may return that of 2D, which keys_run refuses. */
const command_row *keys_find(const app *a, SDL_Keysym pressed, int *argument);

/* Runs the command of a key or control, or says that such a level does not have it. */
void keys_run(app *a, const command_row *command, int argument);

/* Must be called with every press and release of a key. */
void keys_watch(const SDL_KeyboardEvent *e);

/* Tells the lesson of a key that was pressed, by the name that lessons have for it. */
void keys_tell_lesson(app *a, SDL_Keysym pressed);

/* Returns whether the pressed key, without Ctrl, drives the axis forward. */
bool keys_drives(const app *a, key_axis axis, const SDL_Keysym *pressed);

/* Returns where the held keys drive the axis, -1 .. 1. Keys of a command do not count: Ctrl+S does
 * not walk, even when Ctrl is released first. */
float keys_axis(const app *a, key_axis axis);

/* Return an axis of the gamepad, -1 .. 1, and whether its jump button is down. */
float keys_stick(const app *a, SDL_GameControllerAxis which);
bool keys_pad_jumps(const app *a);

/* ---- Typing -------------------------------------------------------------------------------- *
 *
 * The keyboard where a field, a dialog or the help is in front of the scene. */

/* Handles a key while a dialog or a field is open. Returns whether it used the key. */
bool typing_press(app *a, const SDL_KeyboardEvent *e);
void typing_insert(app *a, const char *typed);

/* Begins to type into the control of that command; a button of a dialog gets the focus. */
void typing_focus(app *a, const char *command, int argument);

/* Ends typing. With `keep` the text is used, if it is valid; returns whether it was. The text of an
 * open dialog stays. */
bool typing_end(app *a, bool keep);
bool typing_is_on(const app *a);

/* Returns whether arrow keys scroll the help: it is open and higher than the window. */
bool typing_scrolls_help(const app *a);

/* ---- Pointer ------------------------------------------------------------------------------- *
 *
 * The mouse and fingers: on controls first, then in the scene. */

void pointer_press(app *a, const SDL_MouseButtonEvent *e);
void pointer_release(app *a, const SDL_MouseButtonEvent *e);
void pointer_move(app *a, const SDL_MouseMotionEvent *e);
void pointer_wheel(app *a, const SDL_MouseWheelEvent *e);
void pointer_touch(
    app *a, const SDL_TouchFingerEvent *e); /* one finger acts as a mouse, two move the view */
void pointer_update(app *a, float seconds); /* once a frame: hover, cursor, tool tips */
void pointer_leave(app *a);                 /* the pointer left the window */
void pointer_let_go(app *a);                /* releases everything that is held */

/* ---- Ticks --------------------------------------------------------------------------------- *
 *
 * Makes ticks from held keys, the gamepad and the pointer that pulls the player. */

#define TICK_SECONDS (1.0 / TICKS_PER_SECOND)

/* Makes one tick, even while paused. */
void ticks_make_one(app *a);

/* Makes as many ticks as the time since the last frame allows; none while paused. */
void ticks_make(app *a, double seconds);

/* Returns the seconds since the performance counter had this value. */
double ticks_seconds_since(Uint64 count);

/* Returns a figure that changes slowly enough to be read. */
float ticks_smoothed(float shown, double measured);

/* ---- Open ---------------------------------------------------------------------------------- *
 *
 * Shows the content of a file: a level, a drawing, a recording. */

/* Shows the level, drawing or recording of a file. With `keep_player` it is the same level, read
 * again. Returns false when the file is bad, the user cancels or there is no memory; the level that
 * is shown then stays. Errors go to *errors, or to the screen when that is NULL. */
bool open_file(app *a, const char *path, bool keep_player, level_errors *errors);

/* Shows an empty level and the errors of the file, which is shown once they are mended. */
void open_broken(app *a, const char *path, level_errors *errors);

/* Shows a new level of 2 or 3 dimensions. */
void open_new(app *a, int dimensions);

/* Starts the scene that the level describes. For the first level, options of the command line
 * override it. */
void open_scene(app *a);

/* Returns the path of the level's file, "" when it has none yet. */
const char *open_path(const app *a);
void open_set_path(app *a, const char *path);

/* Must be called when another level is shown after a jump in time. */
void open_follow(app *a);

/* Shows an error with a headline until it is fixed. */
__attribute__((format(printf, 3, 4))) void open_show_error(app *a, const char *headline,
                                                           const char *format, ...);

/* Reads a mesh again when its file has changed. */
void open_watch_meshes(app *a);

/* ---- Link ---------------------------------------------------------------------------------- *
 *
 * A link to a moment: a recording of the last seconds that says how they are looked at, too. */

/* Pauses, and returns the text of a recording that opens as what is shown now, to be freed with
 * free(); NULL without memory. The level may then have another number. The theme, the text's size
 * and an exploration are not part of it. */
char *link_write(app *a);

/* Returns what a recording's view is read into; link_end must follow. */
app *link_begin(recording_view *looks);
void link_end(app *from);

/* Shows the recording that is open as its view says, paused. */
void link_show(app *a, const app *from);

/* ---- Files --------------------------------------------------------------------------------- *
 *
 * Which file is shown, and that nothing of it is lost unasked. */

/* Opens the first level, or shows the errors of its file. Returns false with *errors filled when
 * there is no such file, or it is no level. */
bool files_open_first(app *a, const char *path, level_errors *errors);

void files_start(app *a); /* offers the copy that a crash left */

/* Once a frame: watches the file, keeps a recovery copy, and sets the title. */
void files_update(app *a, double seconds);

/* Keeps the recovery copy only, with the seconds since the last call. */
void files_keep(app *a, double seconds);

/* Writes the recovery copy when a signal, or lack of memory, ends the program. Reports the result
 * on standard error. */
void files_keep_at_end(app *a);
void files_close(app *a);

void files_act(app *a, int act);   /* a file_act without a path */
void files_step(app *a, int step); /* opens the level so many places further in its folder */
void files_open(app *a, const char *path);

/* Makes an unused file name in the working folder, with the current time. */
#define FILES_NAME_LENGTH 64
void files_name_now(char path[FILES_NAME_LENGTH], const char *ending);

/* Answers the open dialog with one of its buttons, a dialog_answer. */
void files_answer(app *a, int answer);

/* ---- Rule ---------------------------------------------------------------------------------- *
 *
 * The file of --rule is compiled again when it is saved. */

void rule_watch_start(app *a);  /* shows the rule as a ghost where the player cannot go by it */
void rule_watch_look(app *a);   /* a few times a second: compiles a file that was saved */
void rule_watch_update(app *a); /* once a frame: pauses when the rule has failed */

/* ---- Rewind -------------------------------------------------------------------------------- *
 *
 * The window goes to another time of the session. */

/* Goes one tick back (-1) or on (1). In the past, without input, the next recorded tick is shown;
 * otherwise a tick is made. Both pause. */
void rewind_step(app *a, int direction);

/* Goes to a fraction of the session, 0 .. 1, and pauses. */
void rewind_to(app *a, float fraction);

/* Goes to the nearest tick before or after this one where one of the marks begins; see session.h.
 * Returns false when there is none, and has said so. */
bool rewind_to_mark(app *a, unsigned marks, bool forward);

/* Goes back to before Shift was pressed, if that was a moment ago, and pauses. */
void rewind_before_shift(app *a);

/* Goes to the last tick up to this one in which something pushed or held the player, and into its
 * move, to the moment that says why. */
void rewind_explain(app *a);

/* Goes to that tick, and into its move, to the moment that says why. */
void rewind_explain_tick(app *a, unsigned long tick);

/* Goes to the branch before the tick where the past was changed (-1), or to the one after it (1).
 */
void rewind_to_branch(app *a, int direction);

/* Plays the session backwards (-1) or forwards (1), or stops playing. */
void rewind_play(app *a, int direction);

/* Plays the session forwards from its beginning. */
void rewind_play_all(app *a);

/* Keeps the shown tick as a file, with a message; see keep.h. Returns whether it is kept. */
bool rewind_keep(app *a, const char *path);

/* Once a frame: plays on. */
void rewind_update(app *a, double seconds);

/* ---- Exploring ----------------------------------------------------------------------------- *
 *
 * The shown level is explored beside the frames; see explorer.h. What is found is view.explored. */

/* Explores from the level's start, or stops and keeps the findings so far. */
void exploring_begin(app *a, int argument);

/* Stops an exploration that runs, or forgets one that is over. */
void exploring_close(app *a, int argument);
void exploring_toggle_map(app *a, int argument);

/* Replaces the session by the path to a finding, and pauses at its end. */
void exploring_show(app *a, int finding);

/* Once a frame: explores on. Forgets an exploration if its level has changed. */
void exploring_update(app *a, double seconds);

/* Whether Up, Down and Enter go through the findings; and handle one key: returns whether it was
 * one of these. */
bool exploring_takes_keys(const app *a);
bool exploring_press(app *a, SDL_Keycode key);

/* ---- Commands ------------------------------------------------------------------------------ *
 *
 * One table of what keys, mouse and controls do. The window acts by it; the tool bar, the panel,
 * the help, --help and docs/keys.md list it. */

extern const command_table app_commands;

/* ---- Page ---------------------------------------------------------------------------------- *
 *
 * What differs between a web page and a desktop; web/page.js is the other side. */

/* Returns whether the program runs in a page. */
bool page_is_around(void);

/* Returns false when it fails; SDL_GetError says why. page_screen_close must follow in both
 * cases. */
bool page_screen_open(SDL_Window *window);
void page_screen_close(void);

/* Returns the size of the picture in pixels: the window's. A page draws on one processor alone, so
 * where pixels are small there is a limit to them, and the browser enlarges the picture; in 3D it
 * is lower. */
void page_screen_size(bool has_depth, int *width, int *height);

/* Allocates pictures of that size. Returns false and keeps the old ones when that fails. */
bool page_screen_resize(int width, int height);

/* Fills the whole screen, or leaves it again. */
void page_screen_fill(SDL_Window *window);

/* Copies a picture of that size, 0xFFRRGGBB row by row. page_screen_show shows it and waits for the
 * screen. */
void page_screen_take(const uint32_t *pixels);
void page_screen_show(void);

/* Once a frame: the path of the level, what is going on in words, the theme's name, and whether
 * text is being typed. A page shows the path in its address, reads the words to users with a screen
 * reader, keeps the theme, and has a touch screen show its keyboard. */
void page_tell(const char *path, const char *words, const char *theme_name, bool types);

/* Returns where a copy of a file goes that belongs to the page and is never overwritten, valid
 * until the next call; NULL for any other file. */
const char *page_copy_path(const char *path);

/* Calls `make_frame` until it returns false. On a page this never returns. There, `write_moment`
 * returns the text of a link, as link_write does. `leave` is called when the page may be about to
 * close, or the display is lost, and must keep unsaved work. */
void page_run(bool (*make_frame)(void *context), char *(*write_moment)(void *context),
              void (*leave)(void *context), void *context);

/* ---- Film ---------------------------------------------------------------------------------- *
 *
 * Makes an animation of ticks, and of the steps inside one of them. */

#define FILM_PICTURES_MAX 30000 /* ten minutes at the highest rate */

typedef struct film {
    sandbox *sandbox;            /* at its first tick; not owned */
    session *session;            /* the session with the ticks; not owned; NULL: `moves` has them */
    const sm3_vec *moves;        /* displacements of the ticks; not owned */
    int ticks;                   /* number of ticks */
    int made;                    /* ticks made so far */
    const struct options *asked; /* first and last tick, speed and so on */
} film;

/* Plays the level, in 3D as seen from a heading, and goes back to the beginning. Returns the
 * session with the ticks, to be destroyed. */
session *film_play(sandbox *s, float view_heading);

/* Draws the film into an animation of the size of the view. Between two ticks positions are
 * interpolated. The sandbox ends after the last shown tick. Returns false with `message` filled
 * when the film has no such ticks or too many pictures, or when memory ran out. */
bool film_make(film *f, view *v, animation *a, sm_progress progress,
               char message[SAVE_MESSAGE_LENGTH]);

/* ---- Window -------------------------------------------------------------------------------- *
 *
 * The loop. It turns events into input and actions, ticks the sandbox and shows the view. */

/* Opens the window, shows the level or recording at `path` and runs until the window is closed.
 * Each tick is written to `log` unless that is NULL. Takes over the sandbox, which has a level to
 * begin with. Returns NULL, or what failed, valid until the next call. When the level failed,
 * *errors says more. */
const char *window_run(sandbox *s, const struct options *o, const char *path, FILE *log,
                       level_errors *errors);

#endif

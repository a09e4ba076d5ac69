/* files: what would lose unsaved changes is kept as `pending` while a dialog asks; it goes on once
 * they are saved or dropped. */
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../level/svg.h"
#include "../level/text.h"
#include "../sandbox/level_list.h"
#include "../sandbox/moments.h"
#include "../sandbox/recording.h"
#include "../sandbox/scene_start.h"

static const Uint32 progress_milliseconds = 200; /* before progress is worth showing */
static const double watch_seconds = 0.1;         /* between two looks at the level's file */
static const float kept_radii = 16;              /* seen across, where a kept tick opens */

enum { RECORDED_SECONDS = 10 }; /* as the button says */

/* Takes over the string, which may be the old one. */
static void replace(char **owned, char *with) {
    char *old = *owned;
    *owned = with;
    SDL_free(old);
}

/* ---- Title and path ---------------------------------------------------------------------- */

static bool is_dirty(const app *a) {
    return edit_is_dirty(a->sandbox->edit);
}

/* Of the level's file; "": a new level that has none yet. */
static const char *path_now(const app *a) {
    return level_file_path(a->sandbox->level);
}

static bool has_path(const app *a) {
    return path_now(a)[0] != '\0';
}

/* What stands there instead of the file, a pipe say, holds no level. */
static bool look_whether_gone(app *a) {
    platform_status found;
    a->gone = has_path(a) && (!platform_look(path_now(a), &found) || found.other != NULL);
    return a->gone;
}

/* What is shown is in no file. */
static bool is_unsaved(const app *a) {
    return is_dirty(a) || a->gone;
}

static void update_title(app *a) {
    char title[VIEW_MESSAGE_LENGTH];
    const char *name = level_title(a->sandbox->level);
    snprintf(title, sizeof title, "%s%s%sslidemove", is_unsaved(a) ? "* " : "", name,
             name[0] != '\0' ? " - " : "");
    if (strcmp(title, SDL_GetWindowTitle(a->window)) != 0)
        SDL_SetWindowTitle(a->window, title);
}

/* Takes over the path of the level that is shown. */
static void follow_path(app *a) {
    const char *path = path_now(a);
    snprintf(a->view.path, sizeof a->view.path, "%s", has_path(a) ? path : "not saved yet");
    a->conflict = a->postponed = a->gone = false;
    a->meshes_level = 0;
    a->view.error[0] = '\0';
    if (has_path(a))
        file_watch_begin(&a->file, path, &a->sandbox->level->file);
    else
        file_watch_end(&a->file);
}

static void set_path(app *a, const char *path) {
    level_set_path(a->sandbox->level, path, strlen(path));
    follow_path(a);
}

/* N and B go through the folder of the levels that were opened by name, not of what they led to. */
static void set_list_path(app *a, const char *path) {
    char *copy = SDL_strdup(path);
    if (copy != NULL)
        replace(&a->list_path, copy);
}

/* ---- Dialogs ----------------------------------------------------------------------------- */

/* What is asked; defined below, behind what the answers do. */
static const question unsaved_question, new_question, conflict_question, recover_question,
    save_path_question, overwrite_question, open_path_question, record_question;

__attribute__((format(printf, 3, 4))) static void ask(app *a, const question *asked,
                                                      const char *format, ...) {
    dialog *d = &a->view.dialog;
    typing_end(a, true);
    pointer_let_go(a);
    dialog_close(d);
    d->question = asked;
    va_list values;
    va_start(values, format);
    vsnprintf(d->words, sizeof d->words, format, values);
    va_end(values);
    typing_focus(a, ROLE_ANSWER, ANSWER_FIRST);
}

static void close_dialog(app *a) {
    typing_end(a, false);
    dialog_close(&a->view.dialog);
}

static void ask_conflict(app *a) {
    ask(a, &conflict_question,
        "You have changes of your own. Both versions are there until you decide: yours here, the "
        "other in %s.",
        path_now(a));
}

/* Keeps it on the screen, under a headline, until it is mended. */
__attribute__((format(printf, 3, 4))) static void show_error(app *a, const char *headline,
                                                             const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(a->view.error, sizeof a->view.error, format, values);
    va_end(values);
    snprintf(a->view.headline, sizeof a->view.headline, "%s", headline);
}

static void show_conflict(app *a) {
    show_error(a, "The level file was changed by somebody else",
               "Your changes are kept here, the other version is in the file. Ctrl+S asks which to "
               "keep.");
}

/* All of it is selected, so that typing replaces it. */
static void ask_path(app *a, const char *at_first) {
    char *copy = SDL_strdup(at_first);
    ask(a, &save_path_question, "The path of the file:");
    a->view.dialog.typed = copy;
    typing_focus(a, ROLE_TYPE, 0);
}

/* Whether saving would take from the level's file what no level has: the looks of a drawing. */
static bool is_drawing(const app *a) {
    return svg_is_named(path_now(a)) && !a->sandbox->level->is_all_of_drawing;
}

/* Asks for the path of a level that has none of its own: beside the drawing it came from, or the
 * levels that were opened last. */
static void ask_first_path(app *a) {
    const char *slash = strrchr(a->list_path, '/');
    char first[VIEW_MESSAGE_LENGTH];
    if (is_drawing(a))
        snprintf(first, sizeof first, "%.*s.level", (int)strlen(path_now(a)) - 4, path_now(a));
    else
        snprintf(first, sizeof first, "%.*suntitled.level",
                 slash != NULL ? (int)(slash - a->list_path + 1) : 0, a->list_path);
    ask_path(a, first);
}

void files_choose(app *a) {
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    ask(a, &open_path_question, "Type some of its name, or any path.");
    if (!browser_open(&a->view.dialog.browser, a->list_path, path_now(a),
                      (picture_look){a->view.theme, a->view.scale}))
        view_say(&a->view, "no memory for the list of levels");
    typing_focus(a, ROLE_TYPE, 0);
}

/* ---- Showing ----------------------------------------------------------------------------- */

/* The level that is shown keeps its error on the screen until the file is mended; of another one it
 * is said once, for that one is not shown. */
static void show_errors(app *a, const char *path, const level_errors *errors) {
    const level_error *first = &errors->list[0];
    char where[64] = "";
    if (first->line > 0)
        snprintf(where, sizeof where, ":%d:%d", first->line, first->column);
    if (strcmp(path, path_now(a)) != 0) {
        view_say(&a->view, "%s%s: %s", path, where, first->message);
        return;
    }
    char headline[sizeof a->view.headline];
    snprintf(headline, sizeof headline, "%d error%s in the level file; the last good one stays",
             errors->total, errors->total == 1 ? "" : "s");
    show_error(a, headline, "%s%s: %s", path, where, first->message);
}

typedef struct loading {
    app *app;
    const char *path;
    Uint32 next;   /* when progress is shown again, milliseconds */
    bool given_up; /* by Esc */
} loading;

static loading begin_loading(app *a, const char *path) {
    return (loading){a, path, SDL_GetTicks() + progress_milliseconds, false};
}

/* Most levels are there before one could see it. */
static bool show_loading(void *context, size_t done, size_t total) {
    loading *l = context;
    char words[VIEW_MESSAGE_LENGTH];
    if (l->given_up || SDL_GetTicks() < l->next)
        return !l->given_up;
    l->next = SDL_GetTicks() + progress_milliseconds / 4;
    snprintf(words, sizeof words, "Loading %s (Esc gives up)", l->path);
    l->given_up = !screen_show_progress(l->app, words, (float)done / (float)total);
    return !l->given_up;
}

static void say_left_out(app *a, const level *l, const char *path) {
    const level_error *first = &l->left_out.list[0];
    char more[32] = "";
    if (l->left_out.total > 1)
        snprintf(more, sizeof more, "; and %d more", l->left_out.total - 1);
    if (first->line > 0)
        view_say(&a->view, "%s:%d:%d: %s%s", path, first->line, first->column, first->message,
                 more);
    else if (l->left_out.total > 0)
        view_say(&a->view, "%s: %s", path, first->message);
}

/* As the level says; of the first one, the command line knows better. */
static void open_scene(app *a) {
    unsigned given = a->levels_opened++ == 0 ? a->def->given : 0;
    scene_open(a->sandbox, given);
    view_open_scene(&a->view, a->sandbox, given);
}

/* Shows the level of that path, "" for none; with `keep_player` it is the same one, read again. */
static bool show_level(app *a, level *l, const char *path, bool keep_player) {
    typing_end(a, false);
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    loading making = begin_loading(a, path);
    sandbox_tell(a->sandbox, (sm_progress){show_loading, &making});
    bool shown = sandbox_show(a->sandbox, l, keep_player);
    sandbox_tell(a->sandbox, (sm_progress){NULL, NULL});
    if (!shown && making.given_up)
        view_say(&a->view, "%s was given up; the level shown stays", path);
    else if (!shown)
        view_say(&a->view, "no memory for another level; the one shown stays");
    if (!shown)
        return false;
    set_path(a, path);
    if (!keep_player) /* what was drawn belongs to the old level */
        pointer_tool_take_tool(&a->pointer_tool, a->sandbox, a->pointer_tool.drawing.tool);
    pointer_tool_adapt(&a->pointer_tool, a->sandbox);
    if (!keep_player)
        open_scene(a);
    else if (a->view.fitted && !a->view.placed)
        view_begin(&a->view, a->sandbox);
    say_left_out(a, l, path);
    return true;
}

static level *read_level(app *a, const char *path, level_errors *errors) {
    loading l = begin_loading(a, path);
    return level_load_with(path, errors, (sm_progress){show_loading, &l});
}

/* Of a level whose file says something else now, that file is not the level's. */
static void take_recorded_level(level *l, char changed[VIEW_MESSAGE_LENGTH]) {
    if (!recording_is_level_changed(l))
        return;
    snprintf(changed, VIEW_MESSAGE_LENGTH, "%s", level_file_path(l));
    level_set_path(l, "", 0);
}

static void say_recording(app *a, const recording *r, const char *path, const char *changed) {
    char headline[sizeof a->view.headline];
    snprintf(headline, sizeof headline, "The recording parted at tick %lu", r->parted_tick);
    if (r->parted)
        show_error(a, headline, "From there on it is not what was recorded by version %s: %s",
                   r->program, r->parted_words);
    if (changed[0] != '\0')
        view_say(&a->view, "%s has changed since; the recording has its own text of it", changed);
    else
        view_say(&a->view, "%s: the timeline below has all of it", path);
}

/* What there is to see of a single tick is inside its move. */
static void show_kept_tick(app *a) {
    view_focus(&a->view, a->sandbox, 1, kept_radii * a->sandbox->player.radius);
    if (moments_step(a->sandbox, 1, false))
        view_say(&a->view, "inside the tick that was kept");
}

/* Takes the recording's sandbox and session instead of those that there are. */
static void show_recording(app *a, recording *r, const char *path) {
    char changed[VIEW_MESSAGE_LENGTH] = "";
    typing_end(a, false);
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    session_destroy(a->session);
    sandbox_destroy(a->sandbox);
    a->sandbox = r->sandbox;
    a->view.session = a->session = r->session;
    r->sandbox = NULL;
    r->session = NULL;
    for (int i = 0; i < r->level_count; i++)
        take_recorded_level(r->levels[i].level, changed);
    files_follow(a);
    if (!has_path(a)) {
        edit_mark_saved(a->sandbox->edit);
        snprintf(a->view.path, sizeof a->view.path, "%s", path);
    }
    a->unspent = 0;
    a->losses = a->sandbox->player.losses;
    view_begin(&a->view, a->sandbox);
    say_recording(a, r, path, changed);
    if (session_now(a->session).end == 1)
        show_kept_tick(a);
}

static bool load_recording(app *a, const char *path, level_errors *errors) {
    loading l = begin_loading(a, path);
    recording r;
    if (!recording_load(path, (sm_progress){show_loading, &l}, &r, errors)) {
        if (errors->total == 0)
            view_say(&a->view, "%s was given up; what is shown stays", path);
        return false;
    }
    show_recording(a, &r, path);
    recording_free(&r);
    return true;
}

/* Shows the level, or the recording, of that path. Returns false, with *errors where it is bad;
 * without any it was given up, or there is no memory to show it. What was there then stays. */
static bool open_file(app *a, const char *path, bool keep_player, level_errors *errors) {
    if (recording_is_file(path))
        return load_recording(a, path, errors);
    level *l = read_level(a, path, errors);
    if (l == NULL && errors->total == 0)
        view_say(&a->view, "%s was given up; the level shown stays", path);
    return l != NULL && show_level(a, l, path, keep_player);
}

/* The same, saying what is wrong. */
static bool load_level(app *a, const char *path, bool keep_player) {
    level_errors errors;
    bool shown = open_file(a, path, keep_player, &errors);
    if (!shown && errors.total > 0)
        show_errors(a, path, &errors);
    return shown;
}

bool files_open_first(app *a, const char *path, level_errors *errors) {
    a->list_path = SDL_strdup("");
    bool shown = a->list_path != NULL && open_file(a, path, false, errors);
    if (shown)
        set_list_path(a, path);
    return shown;
}

static void step_level(app *a, int step) {
    level_list list = level_list_around(a->list_path);
    const char *path = level_list_step(&list, path_now(a), step);
    if (path != NULL)
        load_level(a, path, false);
    level_list_free(&list);
}

/* Reads the shown level again; the player stays. Returns whether it is shown. The path is a copy:
 * the old level goes, with its own. */
static bool reload(app *a) {
    char *path = has_path(a) ? SDL_strdup(path_now(a)) : NULL;
    bool shown = path != NULL && load_level(a, path, true);
    SDL_free(path);
    return shown;
}

/* ---- What would lose changes ------------------------------------------------------------- */

/* Goes on with what was pending, or forgets it. */
static void go_on_if(app *a, bool settled) {
    void (*act)(app *) = a->pending;
    a->pending = NULL;
    if (settled && act != NULL)
        act(a);
}

/* Acts, now or once the unsaved changes are dealt with. */
static void act_unless_lost(app *a, void (*act)(app *a), const char *path) {
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    a->pending = act;
    replace(&a->pending_path, path != NULL ? SDL_strdup(path) : NULL);
    look_whether_gone(a);
    if (!is_unsaved(a))
        go_on_if(a, true);
    else
        ask(a, &unsaved_question,
            is_dirty(a) ? "%s is changed." : "%s is gone; the level is here alone.",
            has_path(a) ? path_now(a) : "The new level");
}

static void quit(app *a) {
    a->open = false;
}

static void show_new_level(app *a, int dimensions) {
    level *l = new_level(dimensions);
    if (l != NULL)
        show_level(a, l, "", false);
}

static void show_new_plane(app *a) {
    show_new_level(a, 2);
}

static void show_new_space(app *a) {
    show_new_level(a, 3);
}

static void ask_dimensions(app *a) {
    ask(a, &new_question, "A flat room to slide in, or a floor with room above it?");
}

static void read_again(app *a) {
    reload(a);
}

static void show_next(app *a) {
    step_level(a, 1);
}

static void show_previous(app *a) {
    step_level(a, -1);
}

/* Its neighbours come with it. */
static void show_chosen(app *a) {
    if (a->pending_path != NULL && load_level(a, a->pending_path, false))
        set_list_path(a, a->pending_path);
}

void files_quit(app *a) {
    act_unless_lost(a, quit, NULL);
}

void files_new(app *a) {
    act_unless_lost(a, ask_dimensions, NULL);
}

void files_reload(app *a) {
    act_unless_lost(a, read_again, NULL);
}

void files_step(app *a, int step) {
    act_unless_lost(a, step > 0 ? show_next : show_previous, NULL);
}

void files_open(app *a, const char *path) {
    act_unless_lost(a, show_chosen, path);
}

/* ---- Saving ------------------------------------------------------------------------------ */

/* Meshes are named from where the level is: saved elsewhere, it may have lost them. */
static const char *find_missing_mesh(const app *a) {
    const level *l = a->sandbox->level;
    for (int i = 0; i < l->mesh_count; i++) {
        char *path = level_mesh_path(l, i, path_now(a));
        bool is_missing = path != NULL && !platform_exists(path);
        free(path);
        if (is_missing)
            return l->meshes[i].name;
    }
    return NULL;
}

static bool save_to(app *a, const char *path) {
    char message[SAVE_MESSAGE_LENGTH];
    if (!sandbox_save(a->sandbox, path, message)) {
        view_say(&a->view, "%s. Your changes are kept here.", message);
        return false;
    }
    recovery_drop(&a->recovery);
    set_path(a, path);
    const char *missing = find_missing_mesh(a);
    if (missing != NULL)
        view_say(&a->view, "saved %s, but its mesh %s is not there", path_now(a), missing);
    else
        view_say(&a->view, "saved %s", path_now(a));
    return true;
}

void files_save(app *a) {
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    if (!has_path(a) || is_drawing(a)) {
        ask_first_path(a);
        return;
    }
    a->conflict = a->conflict || file_watch_look(&a->file) == FILE_CHANGED;
    if (a->conflict && !look_whether_gone(a))
        ask_conflict(a);
    else
        go_on_if(a, save_to(a, path_now(a)));
}

void files_save_as(app *a) {
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    if (has_path(a))
        ask_path(a, path_now(a));
    else
        ask_first_path(a);
}

/* ---- Recordings -------------------------------------------------------------------------- */

/* Saves as many ticks as that up to `last`, or as there are. */
static void save_recording(app *a, unsigned long last, unsigned long count) {
    char message[SAVE_MESSAGE_LENGTH];
    session_time time = session_now(a->session);
    unsigned long first = last - time.first > count ? last - count : time.first;
    if (a->answer[0] == '\0' || platform_exists(a->answer)) {
        view_say(&a->view, "a path is wanted that no file has yet");
        files_record(a);
    } else if (recording_save(a->session, first, last, a->answer, message)) {
        view_say(&a->view, "saved %.1f s as %s", (double)(last - first) / TICKS_PER_SECOND,
                 a->answer);
    } else {
        view_say(&a->view, "%s", message);
    }
}

static void save_last_seconds(app *a) {
    save_recording(a, session_now(a->session).now, RECORDED_SECONDS * TICKS_PER_SECOND);
}

static void save_session(app *a) {
    save_recording(a, session_now(a->session).end, SESSION_TICKS_MAX);
}

void files_name_now(char path[FILES_NAME_LENGTH], const char *ending) {
    time_t now = time(NULL);
    size_t end = strftime(path, FILES_NAME_LENGTH, "slidemove-%Y%m%d-%H%M%S", localtime(&now));
    snprintf(path + end, FILES_NAME_LENGTH - end, ".%s", ending);
    for (int i = 2; platform_exists(path) && i < 100; i++)
        snprintf(path + end, FILES_NAME_LENGTH - end, "-%d.%s", i, ending);
}

void files_record(app *a) {
    char path[FILES_NAME_LENGTH];
    files_name_now(path, "recording");
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    sandbox_set_paused(a->sandbox, true); /* or the moment would pass while the path is typed */
    char *copy = SDL_strdup(path);
    ask(a, &record_question,
        "What happened up to the tick that is shown, or all of the session, to "
        "be gone through again. The path of the file:");
    a->view.dialog.typed = copy;
    typing_focus(a, ROLE_TYPE, 0);
}

/* ---- Answers ----------------------------------------------------------------------------- */

static void ask_path_again(app *a) {
    ask_path(a, a->answer);
}

static void save_as(app *a) {
    if (!save_to(a, a->answer)) {
        ask_path_again(a);
        return;
    }
    set_list_path(a, a->answer);
    go_on_if(a, true);
}

/* Saves under the typed path, after asking when that would replace another file. */
static void save_typed(app *a) {
    const char *path = a->answer;
    if (path[0] == '\0') {
        view_say(&a->view, "a path is missing");
        ask_path_again(a);
    } else if ((strcmp(path, path_now(a)) != 0 || is_drawing(a)) && platform_exists(path)) {
        ask(a, &overwrite_question, "%s would be lost.", path);
    } else {
        save_as(a);
    }
}

static void drop_changes(app *a) {
    recovery_drop(&a->recovery);
    go_on_if(a, true);
}

static void stay(app *a) {
    go_on_if(a, false);
}

static void save_mine(app *a) {
    go_on_if(a, save_to(a, path_now(a)));
}

static void take_theirs(app *a) {
    go_on_if(a, reload(a));
}

static void decide_later(app *a) {
    stay(a);
    show_conflict(a);
}

static void bring_back(app *a) {
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    if (recovery_take(&a->recovery, a->sandbox, &a->found)) {
        set_path(a, a->found.path);
        open_scene(a);
    } else {
        view_say(&a->view, "no memory to bring the changes back; they are kept");
    }
    recovered_free(&a->found);
}

static void drop_found(app *a) {
    recovery_discard(&a->found);
}

static void keep_found(app *a) {
    recovered_free(&a->found);
}

static void open_answer(app *a) {
    if (a->answer[0] == '\0')
        view_say(&a->view, "there is no level of that name here");
    else
        files_open(a, a->answer);
}

static const question unsaved_question = {
    "There are unsaved changes",
    {"Save", "Drop them", "Cancel"},
    {files_save, drop_changes, stay},
    .has_field = false,
};
static const question conflict_question = {
    "The file was changed by somebody else",
    {"Save mine", "Take the file's", "Decide later"},
    {save_mine, take_theirs, decide_later},
    .has_field = false,
};
static const question recover_question = {
    "Changes from before a crash",
    {"Bring them back", "Drop them", "Decide later"},
    {bring_back, drop_found, keep_found},
    .has_field = false,
};
static const question new_question = {
    "A new level",
    {"In 2D", "In 3D", "Cancel"},
    {show_new_plane, show_new_space, stay},
    .has_field = false,
};
static const question save_path_question = {
    "Save as",
    {"Save", NULL, "Cancel"},
    {save_typed, NULL, stay},
    .has_field = true,
};
static const question overwrite_question = {
    "That file is there already",
    {"Replace it", NULL, "Cancel"},
    {save_as, NULL, ask_path_again},
    .has_field = false,
};
static const question record_question = {
    "Save a recording",
    {"The last 10 seconds", "All of it", "Cancel"},
    {save_last_seconds, save_session, stay},
    .has_field = true,
};
static const question open_path_question = {
    "Open a level",    {"Open", NULL, "Cancel"}, {open_answer, NULL, stay},
    .has_field = true, .has_levels = true,
};

/* Whether it is meant as a path, there or not, rather than as part of the chosen level's. */
static bool is_path(const char *typed, const char *chosen) {
    bool looks_so =
        strchr(typed, '/') != NULL || svg_is_named(typed) || text_has_ending(typed, ".level");
    return looks_so && (platform_exists(typed) || chosen == NULL || strstr(chosen, typed) == NULL);
}

/* Returns the path that the dialog's field, or the level that is chosen, stands for: "" when none
 * does. To be freed with SDL_free. */
static char *path_of(const dialog *d) {
    const char *typed = d->typed != NULL ? d->typed : "";
    const char *chosen = browser_chosen(&d->browser);
    if (!d->question->has_levels || is_path(typed, chosen))
        return SDL_strdup(typed);
    return SDL_strdup(chosen != NULL ? chosen : "");
}

void files_answer(app *a, int answer) {
    const question *asked = a->view.dialog.question;
    if (asked->has_field) {
        char *path = typing_keep(a) ? path_of(&a->view.dialog) : NULL;
        if (path == NULL) {
            view_say(&a->view, "no memory: the question stays");
            return;
        }
        replace(&a->answer, path);
    }
    close_dialog(a);
    asked->answers[answer](a);
}

/* ---- Once a frame ------------------------------------------------------------------------ */

/* A mesh that is bad or gone keeps its last good state. The level's own changes stay in any case.
 */
static void reload_mesh(app *a, int mesh) {
    sandbox *s = a->sandbox;
    level_errors errors;
    const char *name = s->level->meshes[mesh].name;
    loading l = begin_loading(a, name);
    if (level_reload_mesh(s->level, mesh, path_now(a), &errors, (sm_progress){show_loading, &l})) {
        a->view.error[0] = '\0';
        sandbox_tell(s, (sm_progress){show_loading, &l});
        view_say(&a->view,
                 sandbox_remake(s) ? "%s was read again"
                 : l.given_up      ? "%s was given up; what is met is its old state"
                                   : "no memory for %s as it is now",
                 name);
        sandbox_tell(s, (sm_progress){NULL, NULL});
    } else if (errors.total > 0) {
        show_errors(a, path_now(a), &errors);
    } else {
        view_say(&a->view, "%s was given up; the mesh shown stays", name);
    }
}

static void watch_meshes(app *a) {
    const sandbox *s = a->sandbox;
    file_news news;
    if (a->meshes_level != s->levels_shown)
        mesh_watch_begin(&a->meshes, s->level, path_now(a));
    a->meshes_level = s->levels_shown;
    int mesh = mesh_watch_look(&a->meshes, &news);
    if (news == FILE_CHANGED)
        reload_mesh(a, mesh);
    else if (news == FILE_GONE)
        view_say(&a->view, "%s is no longer there; the mesh shown stays",
                 s->level->meshes[mesh].name);
}

static bool is_past(const app *a) {
    session_time time = session_now(a->session);
    return time.now < time.end;
}

/* Nothing is taken from a pointer that holds it, nor a text away that is being typed. */
static void watch(app *a) {
    if (!has_path(a) || is_past(a) || pointer_tool_is_busy(&a->pointer_tool) || typing_is_on(a))
        return;
    bool changed = file_watch_look(&a->file) == FILE_CHANGED, was_gone = a->gone;
    if (look_whether_gone(a)) {
        show_error(a, "The level's file is gone",
                   "%s is no longer there. The level is kept here; Ctrl+S writes it again.",
                   path_now(a));
        return;
    }
    if (was_gone)
        a->view.error[0] = '\0';
    if (was_gone && a->conflict)
        show_conflict(a);
    if (changed && is_dirty(a)) {
        a->conflict = a->postponed = true;
        show_conflict(a);
        if (!dialog_is_open(&a->view.dialog))
            ask_conflict(a);
    } else if (changed || (a->postponed && !is_dirty(a))) {
        a->postponed = false;
        a->conflict = !reload(a);
    } else if (!a->conflict) {
        watch_meshes(a);
    }
}

/* What was seen of the file when the level was read does not matter in the past. */
void files_follow(app *a) {
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    pointer_tool_adapt(&a->pointer_tool, a->sandbox);
    follow_path(a);
}

void files_keep(app *a, double seconds) {
    char message[SAVE_MESSAGE_LENGTH];
    if (!recovery_keep(&a->recovery, a->sandbox, is_unsaved(a), path_now(a), seconds, message))
        view_say(&a->view, "%s", message);
}

void files_update(app *a, double seconds) {
    a->watch_left -= seconds;
    if (a->watch_left <= 0) {
        a->watch_left = watch_seconds;
        watch(a);
    }
    files_keep(a, seconds);
    update_title(a);
}

void files_start(app *a) {
    recovery_open(&a->recovery);
    if (!recovery_find(&a->recovery, NULL, &a->found))
        return;
    char when[64];
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime(&a->found.written.tv_sec));
    ask(a, &recover_question, "The program ended without saving changes to %s, of %s.",
        a->found.path[0] != '\0' ? a->found.path : "a new level", when);
}

void files_close(app *a) {
    if (a->failure[0] != '\0')
        files_keep(a, RECOVERY_SECONDS);
    else /* whoever closed it was asked */
        recovery_drop(&a->recovery);
    recovery_close(&a->recovery);
    recovered_free(&a->found);
    file_watch_end(&a->file);
    mesh_watch_end(&a->meshes);
    replace(&a->list_path, NULL);
    replace(&a->pending_path, NULL);
    replace(&a->answer, NULL);
}

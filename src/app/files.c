/* files: opens, saves and watches the file of the level. An action that would lose unsaved changes
 * is kept as `pending` while a dialog asks, and done once they are saved or dropped. */
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../level/svg.h"
#include "../level/text.h"
#include "../sandbox/level_list.h"
#include "../sandbox/recording.h"

static const double watch_seconds = 0.1; /* between two checks of the level's file */

enum { RECORDED_SECONDS = 10 }; /* the button has this number in its label */

/* Takes over the string `with`, which may be the old one. */
static void replace(char **owned, char *with) {
    char *old = *owned;
    *owned = with;
    free(old);
}

/* ---- Title and path ---------------------------------------------------------------------- */

static bool is_dirty(const app *a) {
    return edit_is_dirty(a->sandbox->edit);
}

static bool has_path(const app *a) {
    return open_path(a)[0] != '\0';
}

/* Looks whether the file is gone. A pipe or a folder in its place counts as gone. */
static bool look_whether_gone(app *a) {
    platform_status found;
    a->gone = has_path(a) && (!platform_look(open_path(a), &found) || found.other != NULL);
    return a->gone;
}

/* Returns whether the shown level is in no file. */
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

/* N and B go through the folder of the level that was opened by name, not of the levels that they
 * opened. */
static void set_list_path(app *a, const char *path) {
    replace(&a->list_path, memory_strdup(path));
}

/* ---- Dialogs ----------------------------------------------------------------------------- */

/* The questions; defined below, after the functions that answer them. */
static const question unsaved_question, new_question, conflict_question, recover_question,
    save_path_question, overwrite_question, open_path_question, record_question;

/* Asks a question. Its field begins with `typed`, selected, so that typing replaces it. */
__attribute__((format(printf, 4, 5))) static void ask(app *a, const question *asked,
                                                      const char *typed, const char *format, ...) {
    dialog *d = &a->view.dialog;
    d->question = NULL;
    typing_end(a, true);
    pointer_let_go(a);
    d->question = asked;
    if (asked->has_field)
        field_open(&a->view.ui.focus.field, typed);
    va_list values;
    va_start(values, format);
    vsnprintf(d->words, sizeof d->words, format, values);
    va_end(values);
    if (asked->has_levels)
        browser_open(&d->browser, a->list_path, open_path(a));
    typing_focus(a, asked->has_field ? "type" : "answer", 0);
}

static void ask_conflict(app *a) {
    ask(a, &conflict_question, "",
        "You have unsaved changes. Both versions exist until you decide: yours here, the other in "
        "%s.",
        platform_show_path(open_path(a)).text);
}

static void show_conflict(app *a) {
    open_show_error(
        a, "Another program changed the level file",
        "Your changes are kept here, the other version is in the file. Press Ctrl+S to choose.");
}

/* Returns whether the file is a mesh, or a drawing with looks that saving the level would lose. */
static bool is_foreign(const app *a) {
    return level_is_bare(open_path(a)) ||
           (svg_is_named(open_path(a)) && !a->sandbox->level->is_all_of_drawing);
}

static void ask_path(app *a, const char *at_first) {
    const char *why =
        level_is_bare(open_path(a)) ? "The file stays as it is; a level that names it is saved. "
        : is_foreign(a)
            ? "There is more in the drawing than walls, which saving over it would lose. "
        : page_copy_path(open_path(a)) != NULL
            ? "The lesson stays as it is; your changes become a level of your own. "
            : "";
    ask(a, &save_path_question, at_first, "%sThe path of the file:", why);
}

/* Asks for the path of a level without one: next to its drawing or mesh, or in the folder of the
 * last level. */
static void ask_first_path(app *a) {
    const char *slash = strrchr(a->list_path, '/'), *copy = page_copy_path(open_path(a));
    text_buffer first;
    text_start(&first, 1);
    if (copy != NULL)
        text_append_string(&first, copy);
    else if (is_foreign(a))
        text_print(&first, "%.*s.level", (int)(strrchr(open_path(a), '.') - open_path(a)),
                   open_path(a));
    else
        text_print(&first, "%.*suntitled.level",
                   slash != NULL ? (int)(slash - a->list_path + 1) : 0, a->list_path);
    ask_path(a, text_finish(&first));
    free(first.text);
}

static void choose_level(app *a) {
    ask(a, &open_path_question, "",
        "Type some of a title, a chapter or a file's name, or any path.");
}

/* ---- What would lose changes ------------------------------------------------------------- */

bool files_open_first(app *a, const char *path, level_errors *errors) {
    a->list_path = memory_strdup("");
    platform_status found;
    bool shown = open_file(a, path, false, errors);
    if (!shown && errors->total > 0 && platform_look(path, &found) && found.other == NULL &&
        !recording_is_file(path)) {
        check_print_errors(stderr, path, errors);
        open_broken(a, path, errors);
        a->conflict = shown = true; /* saving asks first */
    }
    if (shown)
        set_list_path(a, path);
    return shown;
}

/* Reads the shown level again; the player stays. Returns whether it is shown. Copies the path, as
 * the old level is freed. */
static bool reload(app *a) {
    if (!has_path(a))
        return false;
    char *path = memory_strdup(open_path(a));
    bool shown = open_file(a, path, true, NULL);
    free(path);
    return shown;
}

/* Does the pending action, or forgets it. */
static void go_on_if(app *a, bool settled) {
    file_act act = settled ? a->pending : ACT_NONE;
    a->pending = ACT_NONE;
    if (act == ACT_QUIT)
        a->open = false;
    else if (act == ACT_NEW)
        ask(a, &new_question, "", "Do you want a flat room, or a floor with space above it?");
    else if (act == ACT_RELOAD)
        reload(a);
    else if (act != ACT_NONE && open_file(a, a->pending_path, false, NULL) && act == ACT_OPEN)
        set_list_path(a, a->pending_path); /* N and B go through its folder now */
}

/* Does an action, now or once the unsaved changes are dealt with. */
static void act_unless_lost(app *a, file_act act, const char *path) {
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    replace(&a->pending_path, memory_strdup(path));
    a->pending = act;
    look_whether_gone(a);
    if (!is_unsaved(a))
        go_on_if(a, true);
    else
        ask(a, &unsaved_question, "",
            is_dirty(a) ? "%s is changed." : "%s is gone; only this window has the level.",
            has_path(a) ? platform_show_path(open_path(a)).text : "The new level");
}

void files_step(app *a, int step) {
    level_list list = level_list_around(a->list_path);
    const char *path = level_list_step(&list, open_path(a), step);
    if (path != NULL)
        act_unless_lost(a, ACT_OPEN_NEIGHBOUR, path);
    level_list_free(&list);
}

void files_open(app *a, const char *path) {
    act_unless_lost(a, ACT_OPEN, path);
}

/* ---- Saving ------------------------------------------------------------------------------ */

static bool save_to(app *a, const char *path) {
    char message[SAVE_MESSAGE_LENGTH];
    if (!sandbox_save(a->sandbox, path, message)) {
        view_say(&a->view, "%s. Your changes are kept here.", message);
        return false;
    }
    recovery_drop(&a->recovery);
    open_set_path(a, path);
    view_say(&a->view, "saved %s", platform_show_path(open_path(a)).text);
    return true;
}

static void save(app *a) {
    typing_end(a, true);
    pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    if (!has_path(a) || is_foreign(a) || page_copy_path(open_path(a)) != NULL) {
        ask_first_path(a);
        return;
    }
    a->conflict = a->conflict || file_watch_look(&a->file) == FILE_CHANGED;
    if (a->conflict && !look_whether_gone(a))
        ask_conflict(a);
    else
        go_on_if(a, save_to(a, open_path(a)));
}

static void ask_save_path(app *a) {
    if (has_path(a))
        ask_path(a, open_path(a));
    else
        ask_first_path(a);
}

/* ---- Recordings -------------------------------------------------------------------------- */

void files_name_now(char path[FILES_NAME_LENGTH], const char *ending) {
    time_t now = time(NULL);
    size_t end = strftime(path, FILES_NAME_LENGTH, "slidemove-%Y%m%d-%H%M%S", localtime(&now));
    snprintf(path + end, FILES_NAME_LENGTH - end, ".%s", ending);
    for (int i = 2; platform_exists(path) && i < 100; i++)
        snprintf(path + end, FILES_NAME_LENGTH - end, "-%d.%s", i, ending);
}

static void ask_record(app *a) {
    char path[FILES_NAME_LENGTH];
    files_name_now(path, "recording");
    sandbox_set_paused(a->sandbox, true); /* time stops while the path is typed */
    ask(a, &record_question, path,
        "Save the session up to the shown tick, or all of it, to play it again. The path of the "
        "file:");
}

/* Saves at most `count` ticks up to `last`. */
static void save_recording(app *a, unsigned long last, unsigned long count) {
    char message[SAVE_MESSAGE_LENGTH];
    session_time time = session_now(a->session);
    unsigned long first = last - time.first > count ? last - count : time.first;
    if (a->answer[0] == '\0' || platform_exists(a->answer)) {
        view_say(&a->view, "type a path that no file has yet");
        ask_record(a);
    } else if (recording_save(a->session, first, last, a->answer, message)) {
        view_say(&a->view, "saved %.1f s as %s", (double)(last - first) / TICKS_PER_SECOND,
                 platform_show_path(a->answer).text);
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

void files_act(app *a, int act) {
    static void (*const asks[])(app *) = {[ACT_SAVE] = save,
                                          [ACT_SAVE_AS] = ask_save_path,
                                          [ACT_RECORD] = ask_record,
                                          [ACT_CHOOSE] = choose_level};
    if (act <= ACT_CHOOSE)
        asks[act](a);
    else
        act_unless_lost(a, (file_act)act, "");
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

/* Saves to the typed path. Asks first if that replaces another file. */
static void save_typed(app *a) {
    const char *path = a->answer;
    if (path[0] == '\0') {
        view_say(&a->view, "type a path");
        ask_path_again(a);
    } else if ((strcmp(path, open_path(a)) != 0 || is_foreign(a)) && platform_exists(path)) {
        ask(a, &overwrite_question, "", "The old %s would be lost.", platform_show_path(path).text);
    } else {
        save_as(a);
    }
}

static void drop_changes(app *a) {
    recovery_drop(&a->recovery);
    go_on_if(a, true);
}

static void save_mine(app *a) {
    go_on_if(a, save_to(a, open_path(a)));
}

static void take_theirs(app *a) {
    go_on_if(a, reload(a));
}

static void decide_later(app *a) {
    go_on_if(a, false);
    show_conflict(a);
}

static void bring_back(app *a) {
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    if (recovery_take(&a->recovery, a->sandbox, &a->found)) {
        open_set_path(a, a->found.path);
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
        view_say(&a->view, "there is no level with that name in this folder");
    else
        files_open(a, a->answer);
}

static void show_new_plane(app *a) {
    open_new(a, 2);
}

static void show_new_space(app *a) {
    open_new(a, 3);
}

static const question unsaved_question = {.title = "There are unsaved changes",
                                          .buttons = {"Save", "Drop them", "Cancel"},
                                          .answers = {save, drop_changes}};
static const question conflict_question = {
    .title = "Another program changed the file",
    .buttons = {"Save mine", "Take the file's", "Decide later"},
    .answers = {save_mine, take_theirs, decide_later}};
static const question recover_question = {
    .title = "Changes that were not saved",
    .buttons = {"Bring them back", "Drop them", "Decide later"},
    .answers = {bring_back, drop_found, keep_found}};
static const question new_question = {.title = "A new level",
                                      .buttons = {"In 2D", "In 3D", "Cancel"},
                                      .answers = {show_new_plane, show_new_space}};
static const question save_path_question = {.title = "Save as",
                                            .buttons = {"Save", NULL, "Cancel"},
                                            .answers = {save_typed},
                                            .has_field = true};
static const question overwrite_question = {.title = "That file is there already",
                                            .buttons = {"Replace it", NULL, "Cancel"},
                                            .answers = {save_as, NULL, ask_path_again}};
static const question record_question = {.title = "Save a recording",
                                         .buttons = {"The last 10 seconds", "All of it", "Cancel"},
                                         .answers = {save_last_seconds, save_session},
                                         .has_field = true};
static const question open_path_question = {.title = "Open a lesson or another level",
                                            .buttons = {"Open", NULL, "Cancel"},
                                            .answers = {open_answer},
                                            .has_field = true,
                                            .has_levels = true};

/* Returns whether the text is a path, rather than a part of the name of the chosen level. */
static bool is_path(const char *typed, const char *chosen) {
    bool looks_so = strchr(typed, '/') != NULL || svg_is_named(typed) || level_is_bare(typed) ||
                    text_has_ending(typed, ".level");
    return looks_so && (platform_exists(typed) || chosen == NULL || strstr(chosen, typed) == NULL);
}

/* Returns the path that is typed or chosen in the dialog, "" for none, to be freed. */
static char *path_of(const app *a) {
    const dialog *d = &a->view.dialog;
    const char *typed = a->view.ui.focus.field.text != NULL ? a->view.ui.focus.field.text : "";
    const char *chosen = browser_chosen(&d->browser);
    if (!d->question->has_levels || is_path(typed, chosen))
        return memory_strdup(typed);
    return memory_strdup(chosen != NULL ? chosen : "");
}

void files_answer(app *a, int answer) {
    const question *asked = a->view.dialog.question;
    if (asked->has_field)
        replace(&a->answer, path_of(a));
    a->view.dialog.question = NULL;
    typing_end(a, false);
    if (asked->answers[answer] != NULL)
        asked->answers[answer](a);
    else
        go_on_if(a, false);
}

/* ---- Once a frame ------------------------------------------------------------------------ */

static bool is_past(const app *a) {
    session_time time = session_now(a->session);
    return time.now < time.end;
}

/* The file is not read again while the pointer holds something or a text is typed. */
static void watch(app *a) {
    if (!has_path(a) || is_past(a) || pointer_tool_is_busy(&a->pointer_tool) || typing_is_on(a))
        return;
    bool changed = file_watch_look(&a->file) == FILE_CHANGED, was_gone = a->gone;
    if (look_whether_gone(a)) {
        open_show_error(a, "The level's file is gone",
                        "%s is no longer there. The level is kept here; Ctrl+S writes it again.",
                        platform_show_path(open_path(a)).text);
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
        open_watch_meshes(a);
    }
}

void files_keep(app *a, double seconds) {
    char message[SAVE_MESSAGE_LENGTH];
    if (!recovery_keep(&a->recovery, a->sandbox, is_unsaved(a), open_path(a), seconds, message))
        view_say(&a->view, "%s", message);
}

void files_keep_at_end(app *a) {
    char message[SAVE_MESSAGE_LENGTH];
    if (!is_unsaved(a)) {
        recovery_drop(&a->recovery);
        return;
    }
    bool is_kept = recovery_keep_now(&a->recovery, a->sandbox, open_path(a), message);
    fprintf(stderr, "slidemove: %s%s\n",
            is_kept ? "your unsaved changes are kept; the next start offers to bring them back"
                    : "your unsaved changes could not be kept: ",
            is_kept ? "" : message);
}

/* Asks whether the changes of a copy are to be brought back. A page is opened for a level, by a
 * link or a lesson, so only that level's own changes are offered there. */
static void offer_copy(app *a) {
    a->offered_level = a->sandbox->levels_shown;
    if (a->found.file != NULL ||
        !recovery_find(&a->recovery, page_is_around() ? open_path(a) : NULL, &a->found))
        return;
    char when[64];
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime(&a->found.written.tv_sec));
    ask(a, &recover_question, "", "The program ended without saving changes to %s, of %s.",
        a->found.path[0] != '\0' ? platform_show_path(a->found.path).text : "a new level", when);
}

void files_update(app *a, double seconds) {
    a->watch_left -= seconds;
    if (a->watch_left <= 0) {
        a->watch_left = watch_seconds;
        watch(a);
        rule_watch_look(a);
        if (page_is_around() && a->offered_level != a->sandbox->levels_shown &&
            a->view.dialog.question == NULL && !is_unsaved(a))
            offer_copy(a);
    }
    files_keep(a, seconds);
    update_title(a);
}

void files_start(app *a) {
    recovery_open(&a->recovery);
    offer_copy(a);
}

void files_close(app *a) {
    if (platform_must_end()) { /* a signal ends the program: there is no time to ask */
        typing_end(a, true);
        pointer_tool_let_go(&a->pointer_tool, a->sandbox);
    }
    if (platform_must_end() || a->failure[0] != '\0')
        files_keep_at_end(a);
    else /* the user was asked before */
        recovery_drop(&a->recovery);
    recovery_close(&a->recovery);
    recovered_free(&a->found);
    file_watch_end(&a->file);
    mesh_watch_end(&a->meshes);
    replace(&a->list_path, NULL);
    replace(&a->pending_path, NULL);
    replace(&a->answer, NULL);
}

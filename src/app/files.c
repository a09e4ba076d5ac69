/* files: which file is shown, and that nothing of it is lost unasked.
 *
 * What would lose unsaved changes is kept as `pending` while a dialog asks; it goes on once they
 * are saved or dropped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../sandbox/level_list.h"
#include "../sandbox/new_level.h"
#include "app.h"

static const Uint32 progress_milliseconds = 200; /* before progress is worth showing */
static const double watch_seconds = 0.1;         /* between two looks at the level's file */

static void go_on(app *a);

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

static bool has_path(const app *a) {
    return a->level_path[0] != '\0';
}

/* What stands there instead of the file, a pipe say, holds no level. */
static bool look_whether_gone(app *a) {
    struct stat found;
    a->gone = has_path(a) && (stat(a->level_path, &found) != 0 || !S_ISREG(found.st_mode));
    return a->gone;
}

/* What is shown is in no file. */
static bool is_unsaved(const app *a) {
    return is_dirty(a) || a->gone;
}

void files_update_title(app *a) {
    char title[VIEW_MESSAGE_LENGTH];
    const char *name = a->sandbox->level->title;
    snprintf(title, sizeof title, "%s%s%sslidemove", is_unsaved(a) ? "* " : "", name,
             name[0] != '\0' ? " - " : "");
    if (strcmp(title, SDL_GetWindowTitle(a->window)) != 0)
        SDL_SetWindowTitle(a->window, title);
}

/* The path may be the old one itself, which is gone once it is replaced. */
void files_set_path(app *a, const char *path) {
    char *copy = SDL_strdup(path);
    if (copy == NULL)
        return;
    replace(&a->level_path, copy);
    snprintf(a->view.path, sizeof a->view.path, "%s", has_path(a) ? copy : "not saved yet");
    a->conflict = a->postponed = a->gone = false;
    a->meshes_level = 0;
    a->view.error[0] = '\0';
    if (has_path(a))
        live_file_watch(&a->file, copy);
    else
        live_file_forget(&a->file);
}

/* N and B go through the folder of the levels that were opened by name, not of what they led to. */
static void set_list_path(app *a, const char *path) {
    char *copy = SDL_strdup(path);
    if (copy != NULL)
        replace(&a->list_path, copy);
}

/* ---- Dialogs ----------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void ask(app *a, dialog_kind kind, const char *format,
                                                      ...) {
    dialog *d = &a->view.dialog;
    typing_end(a, true);
    pointer_let_go(a);
    dialog_close(d);
    d->kind = kind;
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

static void forget_pending(app *a) {
    a->pending = DO_NOTHING;
    replace(&a->pending_path, NULL);
}

static void ask_conflict(app *a) {
    ask(a, DIALOG_CONFLICT,
        "You have changes of your own. Both versions are there until you decide: yours here, the "
        "other in %s.",
        a->level_path);
}

static void show_conflict(app *a) {
    snprintf(a->view.error, sizeof a->view.error,
             "Your changes are kept here, the other version is in the file. Ctrl+S asks which to "
             "keep.");
    snprintf(a->view.headline, sizeof a->view.headline,
             "The level file was changed by somebody else");
}

static void show_gone(app *a) {
    snprintf(a->view.error, sizeof a->view.error,
             "%s is no longer there. The level is kept here; Ctrl+S writes it again.",
             a->level_path);
    snprintf(a->view.headline, sizeof a->view.headline, "The level's file is gone");
}

static void ask_path(app *a, const char *at_first) {
    const char *folder = a->list_path;
    const char *slash = strrchr(folder, '/');
    char first[VIEW_MESSAGE_LENGTH];
    snprintf(first, sizeof first, "%.*suntitled.level",
             slash != NULL ? (int)(slash - folder + 1) : 0, folder);
    ask(a, DIALOG_SAVE_AS, "The path of the file:");
    typing_focus(a, ROLE_TYPE, 0);
    field_insert(&a->view.focus.field, at_first[0] != '\0' ? at_first : first);
}

static void ask_level(app *a) {
    ask(a, DIALOG_OPEN, "Type some of its name, or any path.");
    if (!dialog_list_levels(&a->view.dialog, a->list_path))
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
    if (strcmp(path, a->level_path) != 0) {
        view_say(&a->view, "%s%s: %s", path, where, first->message);
        return;
    }
    snprintf(a->view.error, sizeof a->view.error, "%s%s: %s", path, where, first->message);
    snprintf(a->view.headline, sizeof a->view.headline,
             "%d error%s in the level file; the last good one stays", errors->total,
             errors->total == 1 ? "" : "s");
}

static bool show_level(app *a, level *l, bool keep_player) {
    typing_end(a, false);
    hand_forget(&a->hand, a->sandbox);
    draft_tool tool = l->dimensions == 3 ? DRAFT_NONE : a->hand.draft.tool; /* none draws in 3D */
    if (!keep_player || tool != a->hand.draft.tool) /* what was drawn belongs to the old level */
        hand_take_tool(&a->hand, a->sandbox, tool);
    if (!sandbox_show(a->sandbox, l, keep_player)) {
        view_say(&a->view, "no memory for another level; the one shown stays");
        return false;
    }
    a->view.error[0] = '\0';
    files_update_title(a);
    return true;
}

typedef struct loading {
    app *app;
    const char *path;
    Uint32 next; /* when progress is shown again, milliseconds */
} loading;

/* Most levels are there before one could see it. */
static bool show_loading(void *context, size_t done, size_t total) {
    loading *l = context;
    char words[VIEW_MESSAGE_LENGTH];
    if (SDL_GetTicks() < l->next)
        return true;
    l->next = SDL_GetTicks() + progress_milliseconds / 4;
    snprintf(words, sizeof words, "Loading %s (Esc gives up)", l->path);
    return app_show_progress(l->app, words, (float)done / (float)total);
}

static level *read_level(app *a, const char *path, level_errors *errors) {
    loading l = {a, path, SDL_GetTicks() + progress_milliseconds};
    return level_load_with(path, errors, show_loading, &l);
}

/* Reads the file and shows it; when it is bad, says so and keeps what is there. */
static bool load_level(app *a, const char *path, bool keep_player) {
    level_errors errors;
    level *l = read_level(a, path, &errors);
    if (l == NULL && errors.total > 0)
        show_errors(a, path, &errors);
    else if (l == NULL)
        view_say(&a->view, "%s was given up; the level shown stays", path);
    return l != NULL && show_level(a, l, keep_player);
}

bool files_open_first(app *a, const char *path, level_errors *errors) {
    level *l = read_level(a, path, errors);
    if (l == NULL || !show_level(a, l, false))
        return false;
    files_set_path(a, path);
    set_list_path(a, path);
    view_begin(&a->view, a->sandbox);
    return true;
}

static bool open_level(app *a, const char *path) {
    if (!load_level(a, path, false))
        return false;
    files_set_path(a, path);
    view_begin(&a->view, a->sandbox);
    return true;
}

static void step_level(app *a, int step) {
    level_list list = level_list_around(a->list_path);
    const char *path = level_list_step(&list, a->level_path, step);
    if (path != NULL)
        open_level(a, path);
    level_list_free(&list);
}

/* Reads the shown level again; the player stays. Returns whether it is shown. */
static bool reload(app *a) {
    if (!has_path(a) || !load_level(a, a->level_path, true))
        return false;
    files_set_path(a, a->level_path);
    if (a->view.fitted)
        view_begin(&a->view, a->sandbox);
    return true;
}

static void show_new_level(app *a) {
    level *l = new_level();
    if (l == NULL || !show_level(a, l, false))
        return;
    files_set_path(a, "");
    view_begin(&a->view, a->sandbox);
}

/* ---- What would lose changes ------------------------------------------------------------- */

static void perform(app *a, key_action action, const char *path) {
    switch (action) {
    case DO_QUIT:
        a->open = false;
        break;
    case DO_NEW:
        show_new_level(a);
        break;
    case DO_OPEN:
        ask_level(a);
        break;
    case DO_RELOAD:
        reload(a);
        break;
    case DO_NEXT_LEVEL:
    case DO_PREVIOUS_LEVEL:
        step_level(a, action == DO_NEXT_LEVEL ? 1 : -1);
        break;
    default:
        if (path != NULL && open_level(a, path))
            set_list_path(a, path); /* its neighbours come with it */
        break;
    }
}

void files_do(app *a, key_action action, const char *path) {
    bool loses = action != DO_OPEN; /* only the choice does */
    typing_end(a, true);
    hand_let_go(&a->hand, a->sandbox);
    look_whether_gone(a);
    if (!loses || !is_unsaved(a)) {
        perform(a, action, path);
        return;
    }
    forget_pending(a);
    a->pending = action;
    a->pending_path = path != NULL ? SDL_strdup(path) : NULL;
    ask(a, DIALOG_UNSAVED, is_dirty(a) ? "%s is changed." : "%s is gone; the level is here alone.",
        has_path(a) ? a->level_path : "The new level");
}

static void go_on(app *a) {
    key_action action = a->pending;
    char *path = a->pending_path;
    a->pending = DO_NOTHING;
    a->pending_path = NULL;
    if (action != DO_NOTHING)
        perform(a, action, path);
    SDL_free(path);
}

/* ---- Saving ------------------------------------------------------------------------------ */

/* Meshes are named from where the level is: saved elsewhere, it may have lost them. */
static const char *find_missing_mesh(const app *a) {
    const level *l = a->sandbox->level;
    for (int i = 0; i < l->mesh_count; i++) {
        char *path = level_mesh_path(l, i, a->level_path);
        bool is_missing = path != NULL && access(path, R_OK) != 0;
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
    files_set_path(a, path);
    const char *missing = find_missing_mesh(a);
    if (missing != NULL)
        view_say(&a->view, "saved %s, but its mesh %s is not there", a->level_path, missing);
    else
        view_say(&a->view, "saved %s", a->level_path);
    return true;
}

void files_save(app *a) {
    typing_end(a, true);
    hand_let_go(&a->hand, a->sandbox);
    if (!has_path(a)) {
        ask_path(a, "");
        return;
    }
    a->conflict = a->conflict || live_file_changed(&a->file);
    if (a->conflict && !look_whether_gone(a))
        ask_conflict(a);
    else if (save_to(a, a->level_path))
        go_on(a);
    else
        forget_pending(a);
}

void files_save_as(app *a) {
    typing_end(a, true);
    hand_let_go(&a->hand, a->sandbox);
    ask_path(a, a->level_path);
}

/* Saves to the path that was asked for. */
static bool save_as(app *a) {
    if (!save_to(a, a->save_path))
        return false;
    set_list_path(a, a->save_path);
    return true;
}

/* Saves under the typed path, after asking when that would replace another file. */
static void save_typed(app *a, const char *path) {
    if (path[0] == '\0') {
        view_say(&a->view, "a path is missing");
        return;
    }
    char *copy = SDL_strdup(path);
    if (copy == NULL)
        return;
    replace(&a->save_path, copy);
    if (strcmp(copy, a->level_path) != 0 && access(copy, F_OK) == 0) {
        ask(a, DIALOG_OVERWRITE, "%s would be lost.", copy);
        return;
    }
    if (!save_as(a))
        return; /* the dialog stays, for another path */
    close_dialog(a);
    go_on(a);
}

/* ---- Answers ----------------------------------------------------------------------------- */

static void answer_unsaved(app *a, int answer) {
    if (answer == ANSWER_FIRST) {
        files_save(a);
    } else if (answer == ANSWER_SECOND) {
        recovery_drop(&a->recovery);
        go_on(a);
    } else {
        forget_pending(a);
    }
}

static void answer_conflict(app *a, int answer) {
    bool is_settled = (answer == ANSWER_FIRST && save_to(a, a->level_path)) ||
                      (answer == ANSWER_SECOND && reload(a));
    if (is_settled) {
        go_on(a);
        return;
    }
    forget_pending(a);
    if (answer == ANSWER_CANCEL)
        show_conflict(a);
}

/* Whoever did not mean that file can type another one. */
static void answer_overwrite(app *a, int answer) {
    if (answer == ANSWER_FIRST && save_as(a))
        go_on(a);
    else
        ask_path(a, a->save_path);
}

static void answer_recover(app *a, int answer) {
    a->has_found = false;
    if (answer == ANSWER_SECOND) {
        recovery_discard(&a->found);
        return;
    }
    if (answer == ANSWER_FIRST) {
        hand_forget(&a->hand, a->sandbox);
        if (recovery_take(&a->recovery, a->sandbox, &a->found)) {
            files_set_path(a, a->found.path);
            view_begin(&a->view, a->sandbox);
        } else {
            view_say(&a->view, "no memory to bring the changes back; they are kept");
        }
    }
    recovered_free(&a->found);
}

static void answer_open(app *a, const char *typed, const char *chosen) {
    bool is_path = strchr(typed, '/') != NULL && access(typed, R_OK) == 0;
    const char *path = is_path ? typed : chosen;
    if (path == NULL)
        view_say(&a->view, "there is no level of that name here");
    else
        files_do(a, DO_CHOOSE, path);
}

void files_answer(app *a, int answer) {
    dialog *d = &a->view.dialog;
    dialog_kind kind = d->kind;
    typing_keep(a);
    char *typed = SDL_strdup(d->typed != NULL ? d->typed : "");
    char *chosen = dialog_chosen(d) != NULL ? SDL_strdup(dialog_chosen(d)) : NULL;
    if (kind == DIALOG_SAVE_AS && answer == ANSWER_FIRST) {
        save_typed(a, typed != NULL ? typed : "");
    } else {
        close_dialog(a);
        if (kind == DIALOG_UNSAVED)
            answer_unsaved(a, answer);
        else if (kind == DIALOG_CONFLICT)
            answer_conflict(a, answer);
        else if (kind == DIALOG_RECOVER)
            answer_recover(a, answer);
        else if (kind == DIALOG_OVERWRITE)
            answer_overwrite(a, answer);
        else if (kind == DIALOG_OPEN && answer == ANSWER_FIRST && typed != NULL)
            answer_open(a, typed, chosen);
        else
            forget_pending(a);
    }
    SDL_free(typed);
    SDL_free(chosen);
}

void files_filter(app *a) {
    if (a->view.dialog.kind == DIALOG_OPEN && typing_is_on(a))
        dialog_filter(&a->view.dialog, a->view.focus.field.text);
}

void files_choose(app *a, int step) {
    dialog_choose(&a->view.dialog, step);
}

/* ---- Once a frame ------------------------------------------------------------------------ */

/* A mesh that is bad keeps its last good state. The level's own changes stay in any case. */
static void watch_meshes(app *a) {
    sandbox *s = a->sandbox;
    if (a->meshes_level != s->levels_shown)
        mesh_watch_begin(&a->meshes, s->level, a->level_path);
    a->meshes_level = s->levels_shown;
    int changed = mesh_watch_changed(&a->meshes);
    if (changed < 0)
        return;
    level_errors errors;
    const char *name = s->level->meshes[changed].name;
    loading l = {a, name, SDL_GetTicks() + progress_milliseconds};
    if (!level_reload_mesh(s->level, changed, a->level_path, &errors, show_loading, &l)) {
        if (errors.total > 0)
            show_errors(a, a->level_path, &errors);
        else
            view_say(&a->view, "%s was given up; the mesh shown stays", name);
    } else if (space_remake(s->space, s->level)) {
        a->view.error[0] = '\0';
        view_say(&a->view, "%s was read again", name);
    }
}

/* Nothing is taken out of a hand that holds it, nor a text away that is being typed. */
static void watch(app *a) {
    if (!has_path(a) || hand_is_busy(&a->hand) || typing_is_on(a))
        return;
    bool changed = live_file_changed(&a->file), was_gone = a->gone;
    if (look_whether_gone(a)) {
        show_gone(a);
        return;
    }
    if (was_gone)
        a->view.error[0] = '\0';
    if (was_gone && a->conflict)
        show_conflict(a);
    if (changed && is_dirty(a)) {
        a->conflict = a->postponed = true;
        show_conflict(a);
        if (a->view.dialog.kind == DIALOG_NONE)
            ask_conflict(a);
    } else if (changed || (a->postponed && !is_dirty(a))) {
        a->postponed = false;
        a->conflict = !reload(a);
    } else if (!a->conflict) {
        watch_meshes(a);
    }
}

void files_update(app *a, double seconds) {
    char message[SAVE_MESSAGE_LENGTH];
    a->watch_left -= seconds;
    if (a->watch_left <= 0) {
        a->watch_left = watch_seconds;
        watch(a);
    }
    if (!recovery_keep(&a->recovery, a->sandbox, a->level_path, seconds, message))
        view_say(&a->view, "%s", message);
}

void files_start(app *a) {
    recovery_open(&a->recovery);
    a->pending = DO_NOTHING;
    a->has_found = recovery_find(&a->recovery, NULL, &a->found);
    if (!a->has_found)
        return;
    struct tm local;
    char when[64];
    localtime_r(&a->found.written.tv_sec, &local);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    ask(a, DIALOG_RECOVER, "The program ended without saving changes to %s, of %s.",
        a->found.path[0] != '\0' ? a->found.path : "a new level", when);
}

void files_close(app *a) {
    if (!a->open) /* not by a failure: whoever closed it was asked */
        recovery_drop(&a->recovery);
    recovery_close(&a->recovery);
    if (a->has_found)
        recovered_free(&a->found);
    live_file_forget(&a->file);
    mesh_watch_end(&a->meshes);
    replace(&a->level_path, NULL);
    replace(&a->list_path, NULL);
    replace(&a->pending_path, NULL);
    replace(&a->save_path, NULL);
}

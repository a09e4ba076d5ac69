#include "app.h"

#include <stdio.h>
#include <string.h>

#include "../sandbox/level_list.h"
#include "../sandbox/moments.h"
#include "../sandbox/scene_start.h"
#include "options.h"

static const Uint32 progress_milliseconds = 200; /* before progress is shown */
static const float kept_radii = 16;              /* width of the view of a kept tick */

/* ---- The file of what is shown ----------------------------------------------------------- */

const char *open_path(const app *a) {
    return level_file_path(a->sandbox->level);
}

/* Finds the lesson among those of its collection. */
static void place_lesson(app *a, const char *path) {
    lesson_place *place = &a->view.lesson.place;
    *place = (lesson_place){0};
    if (path[0] == '\0')
        return;
    level_list list = level_list_around(path);
    int at = level_list_find(&list, path);
    if (at >= 0 && list.entries[at].is_lesson) {
        place->number = level_list_count_lessons(&list, at);
        place->of = level_list_count_lessons(&list, list.count - 1);
        if (at + 1 < list.count)
            snprintf(place->next, sizeof place->next, "%s", list.entries[at + 1].title);
    }
    level_list_free(&list);
}

/* Follows the path of the shown level. */
static void follow_path(app *a) {
    const char *path = open_path(a);
    bool is_new = path[0] == '\0';
    snprintf(a->view.path, sizeof a->view.path, "%s",
             is_new ? "not saved yet" : platform_show_path(path).text);
    a->conflict = a->postponed = a->gone = false;
    a->meshes_level = 0;
    a->view.error[0] = '\0';
    place_lesson(a, path);
    if (is_new || level_is_bare(path)) /* a bare file is watched as a mesh */
        file_watch_end(&a->file);
    else
        file_watch_begin(&a->file, path, &a->sandbox->level->file);
}

void open_set_path(app *a, const char *path) {
    level_set_path(a->sandbox->level, path, strlen(path));
    follow_path(a);
}

/* The state of the file when the level was read does not matter in the past. */
void open_follow(app *a) {
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    pointer_tool_adapt(&a->pointer_tool, a->sandbox);
    follow_path(a);
}

/* ---- What is wrong, and how far it is ---------------------------------------------------- */

void open_show_error(app *a, const char *headline, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(a->view.error, sizeof a->view.error, format, values);
    va_end(values);
    snprintf(a->view.headline, sizeof a->view.headline, "%s", headline);
}

/* Returns the first error as "path:line:column: message", valid until the next call. */
static const char *first_words(const char *path, const level_errors *errors) {
    static char words[2 * VIEW_MESSAGE_LENGTH];
    const level_error *first = &errors->list[0];
    char line[64] = "";
    if (first->line > 0)
        snprintf(line, sizeof line, ":%d:%d", first->line, first->column);
    snprintf(words, sizeof words, "%s%s: %s", platform_show_path(path).text, line, first->message);
    return words;
}

/* Errors of the shown level stay on the screen until its file is fixed; errors of another level are
 * said once. */
static void show_errors(app *a, const char *path, const level_errors *errors) {
    char headline[sizeof a->view.headline];
    snprintf(headline, sizeof headline, "%d error%s in the level file; the last good version stays",
             errors->total, errors->total == 1 ? "" : "s");
    if (strcmp(path, open_path(a)) == 0)
        open_show_error(a, headline, "%s", first_words(path, errors));
    else
        view_say(&a->view, "%s", first_words(path, errors));
}

typedef struct loading {
    app *app;
    const char *path;
    Uint32 next;   /* when to show progress again, milliseconds */
    bool given_up; /* the user pressed Esc */
} loading;

static loading begin_loading(app *a, const char *path) {
    return (loading){a, path, SDL_GetTicks() + progress_milliseconds, false};
}

/* Progress is shown only for levels that take long to load. */
static bool show_loading(void *context, size_t done, size_t total) {
    loading *l = context;
    char words[VIEW_MESSAGE_LENGTH];
    if (SDL_GetTicks() < l->next)
        return !l->given_up;
    l->next = SDL_GetTicks() + progress_milliseconds / 4;
    snprintf(words, sizeof words, "Loading %s (press Esc to cancel)",
             platform_show_path(l->path).text);
    if (!screen_show_progress(l->app, words, (float)done / (float)total))
        l->given_up = true;
    return !l->given_up;
}

/* ---- Levels ------------------------------------------------------------------------------ */

void open_scene(app *a) {
    unsigned given = a->levels_opened++ == 0 ? a->options->given : 0;
    scene_open(a->sandbox, given);
    view_open_scene(&a->view, a->sandbox, given);
}

static void say_left_out(app *a, const char *path, const level_errors *left_out) {
    if (left_out->total > 1)
        view_say(&a->view, "%s; and %d more", first_words(path, left_out), left_out->total - 1);
    else if (left_out->total > 0)
        view_say(&a->view, "%s", first_words(path, left_out));
}

static bool show_level(app *a, level *l, loading *as, bool keep_player) {
    typing_end(a, false);
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    sandbox_set_progress(a->sandbox, (sm_progress){show_loading, as});
    bool shown = sandbox_show(a->sandbox, l, keep_player);
    sandbox_set_progress(a->sandbox, (sm_progress){NULL, NULL});
    if (!shown && !as->given_up)
        view_say(&a->view, "no memory for another level; the one shown stays");
    if (!shown)
        return false;
    open_set_path(a, as->path);
    if (!keep_player) /* a half-drawn shape belongs to the old level */
        pointer_tool_choose_tool(&a->pointer_tool, a->sandbox, a->pointer_tool.drawing.tool);
    pointer_tool_adapt(&a->pointer_tool, a->sandbox);
    if (!keep_player)
        open_scene(a);
    else if (a->view.fitted && !a->view.placed)
        view_begin(&a->view, a->sandbox);
    say_left_out(a, as->path, &l->left_out);
    return true;
}

void open_new(app *a, int dimensions) {
    loading as = begin_loading(a, "");
    show_level(a, new_level(dimensions), &as, false);
}

/* ---- Recordings -------------------------------------------------------------------------- */

/* Shows a message about a recording. When the file of a level has changed since, the level is no
 * longer that of the file. */
static void say_recording(app *a, const recording *r, const char *path) {
    bool has_changed = false;
    for (int i = 0; i < r->level_count; i++) {
        level *l = r->levels[i];
        if (!recording_is_level_changed(l))
            continue;
        view_say(&a->view, "%s has changed since; the recording uses its own copy",
                 platform_show_path(level_file_path(l)).text);
        level_set_path(l, "", 0);
        has_changed = true;
    }
    if (!has_changed && !r->has_view)
        view_say(&a->view, "%s: the timeline below shows all of it", platform_show_path(path).text);
}

static void say_parted(app *a, const recording *r) {
    char headline[sizeof a->view.headline];
    snprintf(headline, sizeof headline, "The recording differs from tick %lu on", r->parted_tick);
    open_show_error(a, headline,
                    "From there on the ticks are not those that version %s recorded: %s",
                    r->program, r->parted_words);
}

/* A single tick is shown inside its move. */
static void show_kept_tick(app *a) {
    view_focus(&a->view, a->sandbox, 1, kept_radii * a->sandbox->player.radius);
    if (moments_explain(a->sandbox))
        view_say(&a->view, "this is inside the kept tick");
}

/* Replaces the sandbox and session by those of the recording. One that has a view is shown so, a
 * single tick inside its move. */
static void show_recording(app *a, recording *r, const char *path, const app *from) {
    typing_end(a, false);
    pointer_tool_forget(&a->pointer_tool, a->sandbox);
    session_destroy(a->session);
    sandbox_destroy(a->sandbox);
    a->sandbox = r->sandbox;
    a->view.session = a->session = r->session;
    r->sandbox = NULL;
    r->session = NULL;
    say_recording(a, r, path);
    open_follow(a);
    if (open_path(a)[0] == '\0') {
        edit_mark_saved(a->sandbox->edit);
        snprintf(a->view.path, sizeof a->view.path, "%s", platform_show_path(path).text);
    }
    a->unspent = 0;
    a->losses = a->sandbox->player.losses;
    view_begin(&a->view, a->sandbox);
    if (r->parted)
        say_parted(a, r);
    if (r->has_view)
        link_show(a, from);
    else if (session_now(a->session).end == 1)
        show_kept_tick(a);
    recording_free(r);
}

/* ---- Files ------------------------------------------------------------------------------- */

bool open_file(app *a, const char *path, bool keep_player, level_errors *errors) {
    loading as = begin_loading(a, path);
    sm_progress progress = {show_loading, &as};
    level_errors found;
    recording r;
    bool shown;
    if (recording_is_file(path)) {
        recording_view looks;
        app *from = link_begin(&looks);
        shown = recording_load(path, progress, &looks, &r, &found);
        if (shown)
            show_recording(a, &r, path, from);
        link_end(from);
    } else {
        level *l = level_load_with(path, &found, progress);
        shown = l != NULL && show_level(a, l, &as, keep_player);
    }
    if (as.given_up)
        view_say(&a->view, "loading %s was cancelled; the shown level stays",
                 platform_show_path(path).text);
    if (!shown && errors != NULL)
        *errors = found;
    else if (!shown && found.total > 0)
        show_errors(a, path, &found);
    return shown;
}

void open_broken(app *a, const char *path, level_errors *errors) {
    loading as = begin_loading(a, path);
    show_level(a, new_level(2), &as, false);
    open_show_error(a, "The level is shown once its file is mended", "%s",
                    first_words(path, errors));
    errors->total = 0;
}

/* A mesh with a bad or missing file keeps its last good state. Changes of the level stay in any
 * case. */
static void reload_mesh(app *a, int mesh) {
    sandbox *s = a->sandbox;
    level_errors errors;
    const char *name = s->level->meshes[mesh].name;
    loading as = begin_loading(a, name);
    sm_progress progress = {show_loading, &as};
    if (level_reload_mesh(s->level, mesh, open_path(a), &errors, progress)) {
        a->view.error[0] = '\0';
        mesh_watch_begin(&a->meshes, s->level, open_path(a)); /* it may name other files now */
        sandbox_set_progress(s, progress);
        view_say(&a->view,
                 sandbox_remake(s) ? "%s was read again"
                 : as.given_up     ? "loading %s was cancelled; collisions use the old mesh"
                                   : "no memory for %s as it is now",
                 platform_show_path(name).text);
        sandbox_set_progress(s, (sm_progress){NULL, NULL});
    } else if (errors.total > 0) {
        show_errors(a, open_path(a), &errors);
    } else {
        view_say(&a->view, "loading %s was cancelled; the old mesh stays",
                 platform_show_path(name).text);
    }
}

void open_watch_meshes(app *a) {
    const sandbox *s = a->sandbox;
    file_news news;
    if (a->meshes_level != s->levels_shown)
        mesh_watch_begin(&a->meshes, s->level, open_path(a));
    a->meshes_level = s->levels_shown;
    int mesh = mesh_watch_look(&a->meshes, &news);
    if (news == FILE_CHANGED)
        reload_mesh(a, mesh);
    else if (news == FILE_GONE)
        view_say(&a->view, "%s is gone; the old mesh stays",
                 platform_show_path(s->level->meshes[mesh].name).text);
}

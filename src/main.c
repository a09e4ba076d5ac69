/* slidemove: the program. Each command is one function from options to an exit status. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <SDL.h>

#include "app/keys.h"
#include "app/options.h"
#include "app/window.h"
#include "level/check.h"
#include "level/generate.h"
#include "sandbox/compare.h"
#include "sandbox/moves.h"
#include "sandbox/new_level.h"
#include "sandbox/save.h"
#include "sandbox/simulate.h"
#include "view/view.h"

enum { EXIT_GOOD = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

static const char default_level[] = "levels/playground.level";

/* The default level lies where the program is started, or else beside the folder it was built in.
 */
static const char *find_default_level(void) {
    static char path[4096];
    char *base = SDL_GetBasePath();
    snprintf(path, sizeof path, "%s../%s", base != NULL ? base : "", default_level);
    SDL_free(base);
    return access(default_level, R_OK) == 0 ? default_level : path;
}

static int fault(const char *message) {
    fprintf(stderr, "slidemove: %s\n", message);
    return EXIT_INPUT;
}

/* Returns a sandbox that owns the level, with the options in it; NULL, with what failed printed. */
static sandbox *make_sandbox(const options *o, level *l) {
    sandbox *s = l != NULL ? sandbox_create(l) : NULL;
    if (s == NULL) {
        fault("no memory");
        return NULL;
    }
    s->resolver = o->resolver;
    s->max_pushes = o->pushes;
    s->paused = o->paused;
    ghosts_set(&s->ghosts, s, o->ghosts);
    return s;
}

/* Returns a sandbox with the level in it, NULL with the errors printed. */
static sandbox *open_sandbox(const options *o, const char *path) {
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL) {
        check_print_errors(stderr, path, &errors);
        return NULL;
    }
    sandbox *s = make_sandbox(o, l);
    if (s == NULL)
        return NULL;
    if (o->has_mover && sandbox_mover_name(s, o->mover) == NULL) {
        fprintf(stderr, "%s: a %s is no mover of a 3D level\n", path, mover_kinds[o->mover].name);
        sandbox_destroy(s);
        return NULL;
    }
    if (o->has_mover)
        sandbox_set_mover(s, o->mover);
    sandbox_set_crowd(s, o->crowd);
    return s;
}

/* Returns the moves' file, NULL with what failed printed. */
static FILE *open_moves(const char *path) {
    FILE *moves = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (moves == NULL)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return moves;
}

/* Prints what is wrong, if anything is. Returns whether nothing is. */
static bool close_moves(FILE *moves, const char *path, bool good, const level_error *error) {
    if (!good)
        check_print_error(stderr, moves == stdin ? "standard input" : path, error);
    if (moves != stdin)
        fclose(moves);
    return good;
}

static bool run_moves(sandbox *s, const char *path, FILE *out) {
    level_error error;
    FILE *moves = open_moves(path);
    return moves != NULL && close_moves(moves, path, simulate(s, moves, out, &error), &error);
}

static int run_check(const options *o) {
    bool good = true;
    for (int i = 0; i < o->level_count; i++)
        good = check_level(o->levels[i], stdout) && good;
    return good ? EXIT_GOOD : EXIT_INPUT;
}

static int run_simulate(const options *o) {
    sandbox *s = open_sandbox(o, o->levels[0]);
    if (s == NULL)
        return EXIT_INPUT;
    bool good = run_moves(s, o->moves, stdout);
    sandbox_destroy(s);
    if (fflush(stdout) != 0 || ferror(stdout))
        return fault("the output cannot be written");
    return good ? EXIT_GOOD : EXIT_INPUT;
}

/* CPU time that the program has had. */
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Each resolver has a level of its own; `s` is the first one's, and gone afterwards. */
static bool compare_resolvers(const options *o, sandbox *s, const sm3_vec *moves, int count) {
    comparison list[SM_RESOLVER_COUNT];
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        if (r > 0)
            s = open_sandbox(o, o->levels[0]);
        if (s == NULL)
            return false;
        s->resolver = (sm_resolver)r;
        list[r] = compare_moves(s, moves, count, cpu_seconds);
        sandbox_destroy(s);
    }
    compare_write(stdout, list);
    return true;
}

static int run_compare(const options *o) {
    level_error error;
    sm3_vec *moves;
    int count;
    sandbox *s = open_sandbox(o, o->levels[0]);
    if (s == NULL)
        return EXIT_INPUT;
    FILE *file = open_moves(o->moves);
    if (file == NULL ||
        !close_moves(file, o->moves,
                     moves_read_all(file, s->level->dimensions, &moves, &count, &error), &error)) {
        sandbox_destroy(s);
        return EXIT_INPUT;
    }
    bool good = compare_resolvers(o, s, moves, count);
    free(moves);
    if (fflush(stdout) != 0 || ferror(stdout))
        return fault("the output cannot be written");
    return good ? EXIT_GOOD : EXIT_INPUT;
}

static int draw_picture(const options *o, sandbox *s) {
    view v;
    hand h; /* holds nothing, but has tools */
    char error[512];
    int width = o->width > 0 ? o->width : 1280, height = o->height > 0 ? o->height : 720;
    if (!view_open(&v, width, height, o->scale > 0 ? o->scale : 1, &key_commands, o->font, error,
                   sizeof error))
        return fault(error);
    v.theme = o->theme;
    v.overlays = o->overlays;
    v.help = o->help;
    snprintf(v.path, sizeof v.path, "%s", o->levels[0]);
    hand_init(&h);
    if (o->panel) {
        v.hand = &h;
        view_open_panel(&v, s, true);
    }
    view_begin(&v, s);
    if (o->span > 0)
        view_focus(&v, s, o->span);
    sandbox_look_ahead(s);
    view_draw(&v, s, 1);
    const char *failure = canvas_save_png(v.canvas, o->output);
    int status = failure != NULL ? fault(failure) : EXIT_GOOD;
    view_close(&v);
    return status;
}

static int run_render(const options *o) {
    sandbox *s = open_sandbox(o, o->levels[0]);
    if (s == NULL)
        return EXIT_INPUT;
    bool good = o->moves == NULL || run_moves(s, o->moves, NULL);
    int status = good ? draw_picture(o, s) : EXIT_INPUT;
    sandbox_destroy(s);
    return status;
}

/* One line on a terminal, rewritten in place; `done` = `total` removes it. */
static bool show_progress(void *context, size_t done, size_t total) {
    const char *what = context;
    if (done < total)
        fprintf(stderr, "\r%s: %3zu %%", what, done * 100 / total);
    else
        fprintf(stderr, "\r%*s\r", (int)strlen(what) + 7, "");
    return true;
}

static int write_output(const char *path, const char *bytes, size_t length) {
    char message[SAVE_MESSAGE_LENGTH];
    if (path != NULL && strcmp(path, "-") != 0)
        return save_file(path, bytes, length, NULL, message) ? EXIT_GOOD : fault(message);
    bool written = fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0;
    return written ? EXIT_GOOD : fault("the output cannot be written");
}

static int run_generate(const options *o) {
    char what[] = "generating";
    bool is_watched = isatty(STDERR_FILENO) != 0;
    level_generate_def def = {.kind = o->kind,
                              .segments = o->segments,
                              .seed = o->seed,
                              .progress = is_watched ? show_progress : NULL,
                              .context = what};
    size_t length;
    char *level_text = level_generate(&def, &length);
    if (level_text == NULL)
        return fault("no memory for a level of that size");
    int status = write_output(o->output, level_text, length);
    free(level_text);
    return status;
}

static int run_window(const options *o) {
    const char *path = o->level_count > 0 ? o->levels[0] : find_default_level();
    level_errors errors = {.total = 0};
    sandbox *s = make_sandbox(o, new_level()); /* the window opens the real one */
    if (s == NULL)
        return EXIT_INPUT;
    FILE *log = NULL;
    if (o->log != NULL && (log = fopen(o->log, "w")) == NULL) {
        fprintf(stderr, "%s: %s\n", o->log, strerror(errno));
        sandbox_destroy(s);
        return EXIT_INPUT;
    }
    if (log != NULL)
        setvbuf(log, NULL, _IOLBF, 0); /* whoever watches the log sees each tick as it is made */
    window_def def = {.level_path = path,
                      .font_path = o->font,
                      .scale = o->scale,
                      .width = o->width,
                      .height = o->height,
                      .theme = o->theme,
                      .overlays = o->overlays,
                      .log = log,
                      .crowd = o->crowd,
                      .mover = o->has_mover ? &o->mover : NULL,
                      .errors = &errors};
    const char *failure = window_run(s, &def);
    int status = failure != NULL ? EXIT_INPUT : EXIT_GOOD;
    if (errors.total > 0)
        check_print_errors(stderr, path, &errors);
    else if (failure != NULL)
        fault(failure);
    if (log != NULL && fclose(log) != 0)
        status = fault("the log cannot be written");
    sandbox_destroy(s);
    return status;
}

int main(int argc, char **argv) {
    static int (*const run[COMMAND_COUNT])(const options *) = {
        [COMMAND_WINDOW] = run_window,     [COMMAND_CHECK] = run_check,
        [COMMAND_SIMULATE] = run_simulate, [COMMAND_COMPARE] = run_compare,
        [COMMAND_RENDER] = run_render,     [COMMAND_GENERATE] = run_generate,
    };
    options o;
    switch (options_parse(argc, argv, &o)) {
    case OPTIONS_GO:
        return run[o.command](&o);
    case OPTIONS_DONE:
        return EXIT_GOOD;
    default:
        return EXIT_USAGE;
    }
}

/* slidemove: the program. Each subcommand is a function from options to an exit status, and a row
 * of the table at the end. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <SDL.h>

#include "app/app.h"
#include "app/explore_command.h"
#include "app/options.h"
#include "level/file.h"
#include "level/platform.h"
#include "level/text.h"
#include "sandbox/compare.h"
#include "sandbox/keep.h"
#include "sandbox/recording.h"
#include "sandbox/rule.h"
#include "sandbox/sandbox.h"
#include "sandbox/scene_start.h"
#include "sandbox/simulate.h"
#include "view/overlays.h"
#include "view/view.h"

enum { EXIT_GOOD = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

/* The default level is in the working folder, or next to the folder of the program:
 * packaging/install puts the levels there. */
static const char *find_default_level(void) {
    static const char name[] = "levels/playground.level";
    static const char *const folders[] = {"..", "../share/slidemove"};
    static char path[8192]; /* longer than any path that can be opened */
    snprintf(path, sizeof path, "%s", name);
    char *base = SDL_GetBasePath();
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !platform_exists(path); i++)
        snprintf(path, sizeof path, "%s%s/%s", base != NULL ? base : "", folders[i], name);
    SDL_free(base);
    return path;
}

static int fault(const char *message) {
    fprintf(stderr, "slidemove: %s\n", message);
    return EXIT_INPUT;
}

/* Returns a sandbox with the level, which it owns, and the options. Prints what failed and returns
 * NULL otherwise. */
static sandbox *make_sandbox(const options *o, level *l) {
    sandbox *s = sandbox_create(l);
    if (s == NULL) {
        fault("no memory for the obstacles of the level");
        return NULL;
    }
    sandbox_change(s)->resolver = o->resolver;
    s->player.max_pushes = o->pushes;
    sandbox_set_paused(s, o->paused);
    sandbox_set_ghosts(s, o->ghosts);
    return s;
}

/* Returns a sandbox with the level of the options, or prints the errors and returns NULL. Prints
 * what is left out of a drawing to `left_out`, unless that is NULL. */
static sandbox *open_sandbox(const options *o, FILE *left_out) {
    const char *path = o->operands[0];
    level_errors errors;
    level *l = level_load(path, &errors);
    if (l == NULL) {
        check_print_errors(stderr, path, &errors);
        return NULL;
    }
    sandbox *s = make_sandbox(o, l);
    if (s == NULL)
        return NULL;
    if ((o->given & LEVEL_SETS_MOVER) != 0)
        sandbox_change(s)->kind = o->mover;
    if (left_out != NULL)
        check_print_errors(left_out, path, &s->level->left_out);
    return s;
}

static bool is_same_file(const char *path, const platform_status *file) {
    platform_status is;
    bool is_there =
        strcmp(path, "-") == 0 ? platform_look_at_stream(stdin, &is) : platform_look(path, &is);
    return is_there && platform_is_same(&is, file);
}

/* Returns whether the command reads the file, under any name: the moves, the level, one of its
 * meshes or a recording. */
static bool is_input(const options *o, const level *l, const platform_status *file) {
    return level_is_read_from(l, file) || (o->moves != NULL && is_same_file(o->moves, file)) ||
           (o->operand_count > 0 && is_same_file(o->operands[0], file));
}

/* Returns whether writing to `path` (NULL: standard output) would destroy an input, and prints
 * that. */
static bool would_destroy(const options *o, const level *l, const char *path) {
    platform_status output;
    bool is_there =
        path != NULL ? platform_look(path, &output) : platform_look_at_stream(stdout, &output);
    if (!is_there || output.other != NULL || !is_input(o, l, &output))
        return false;
    fprintf(stderr, "slidemove: %s is an input; write the output to another file\n",
            path != NULL ? path : "the output's file");
    return true;
}

/* Reads all moves, to be freed. Prints what is wrong and returns false otherwise; the moves before
 * it are there. */
static bool read_moves(const options *o, const sandbox *s, sm3_vec **moves, int *count) {
    level_errors errors = {.total = 0};
    platform_status status;
    bool is_stdin = strcmp(o->moves, "-") == 0;
    FILE *file = is_stdin ? stdin : level_open_file(o->moves, &status, &errors);
    *moves = NULL;
    *count = 0;
    bool good = file != NULL && moves_read_all(file, s->level->dimensions, moves, count, &errors);
    if (!good)
        check_print_errors(stderr, is_stdin ? "standard input" : o->moves, &errors);
    if (file != NULL && !is_stdin)
        fclose(file);
    return good;
}

static bool run_moves(const options *o, sandbox *s, FILE *out, text_buffer *trace) {
    sm3_vec *moves;
    int count;
    bool good = read_moves(o, s, &moves, &count);
    if (good || count > 0)
        simulate(s, moves, count, out, trace);
    free(moves);
    return good;
}

static int run_check(const options *o) {
    bool good = true;
    for (int i = 0; i < o->operand_count; i++)
        good = check_level(o->operands[i], stdout) && good;
    return good ? EXIT_GOOD : EXIT_INPUT;
}

/* Opens a file for writing. Prints what failed and returns NULL otherwise. */
static FILE *open_written(const options *o, const level *l, const char *path) {
    if (would_destroy(o, l, path))
        return NULL;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return file;
}

/* Returns whether everything was written. */
static bool close_written(FILE *file) {
    bool is_whole = ferror(file) == 0;
    return fclose(file) == 0 && is_whole;
}

static int save_output(const char *path, const char *bytes, size_t length) {
    char message[SAVE_MESSAGE_LENGTH];
    return save_file(path, bytes, length, message) ? EXIT_GOOD : fault(message);
}

static int run_simulate(const options *o) {
    sandbox *s = open_sandbox(o, stderr);
    text_buffer trace = {0};
    size_t length;
    if (s == NULL)
        return EXIT_INPUT;
    s->record.results_alone = o->trace == NULL;
    bool good = (o->trace == NULL || !would_destroy(o, s->level, o->trace)) &&
                !would_destroy(o, s->level, NULL) &&
                run_moves(o, s, stdout, o->trace != NULL ? &trace : NULL);
    sandbox_destroy(s);
    int status = good ? EXIT_GOOD : EXIT_INPUT;
    if (good && o->trace != NULL)
        status = text_try_finish(&trace, &length) != NULL
                     ? save_output(o->trace, trace.text, length)
                     : fault("no memory for the trace");
    free(trace.text);
    return status;
}

/* CPU time of the program so far. */
static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Each resolver moves in a level of its own. */
static int run_compare(const options *o) {
    comparison list[RESOLVERS_MAX];
    sm3_vec *moves = NULL;
    int count;
    bool good = true;
    for (int r = 0; r < resolver_count() && good; r++) {
        sandbox *s = open_sandbox(o, r == 0 ? stderr : NULL);
        good = s != NULL &&
               (r > 0 || (!would_destroy(o, s->level, NULL) && read_moves(o, s, &moves, &count)));
        if (good) {
            sandbox_change(s)->resolver = (sm_resolver)r;
            /* A rule computes in another process, so its time would not be that of a move. */
            list[r] = compare_moves(s, moves, count, r < SM_RESOLVER_COUNT ? cpu_seconds : NULL);
        }
        sandbox_destroy(s);
    }
    if (good)
        compare_write(stdout, list);
    free(moves);
    return good ? EXIT_GOOD : EXIT_INPUT;
}

/* Opens a view of the sandbox as the options say. Prints what failed and returns false otherwise.
 * `tool` is a pointer tool that holds nothing; the tool bar shows its tools. */
static bool open_view(const options *o, const sandbox *s, view *v, pointer_tool *tool) {
    char error[512];
    int numbers = view_count_numbers(s);
    if (o->view_numbers > 0 && o->view_numbers != numbers) {
        fprintf(stderr, "%s: --view of this level has %d numbers, not %d\n", o->operands[0],
                numbers, o->view_numbers);
        return false;
    }
    if (!view_open(v, o->width, o->height, o->scale > 0 ? o->scale : 1, &app_commands, o->font,
                   error, sizeof error)) {
        fault(error);
        return false;
    }
    v->theme = o->theme;
    v->overlays = o->overlays;
    v->help = o->help;
    snprintf(v->path, sizeof v->path, "%s", platform_show_path(o->operands[0]).text);
    pointer_tool_init(tool);
    if (o->panel) {
        v->pointer_tool = tool;
        view_open_panel(v, s, true);
    }
    view_open_scene(v, s, o->given);
    if (o->view_numbers > 0)
        view_place(v, s, o->view);
    return true;
}

/* Goes to a step of the last move. Prints what failed and returns false when there is none. */
static bool step_inside(sandbox *s, int step) {
    moment m = {.count = 0};
    for (int i = 0; i < step && moments_step(s, 1, false); i++)
        moments_now(s, &m);
    if (m.count >= step)
        return true;
    fprintf(stderr, "slidemove: the last move has %d steps; there is no step %d\n", m.count, step);
    return false;
}

static int draw_picture(const options *o, sandbox *s) {
    view v;
    pointer_tool tool;
    if (!open_view(o, s, &v, &tool))
        return EXIT_INPUT;
    if (o->moves == NULL)
        scene_play(s, NULL, v.camera.yaw, INT_MAX);
    if (o->span > 0)
        view_focus(&v, s, 1, o->span);
    v.stays = o->span > 0 || o->view_numbers > 0;
    if (o->step_inside > 0 && !step_inside(s, o->step_inside)) {
        view_close(&v);
        return EXIT_INPUT;
    }
    if (o->step_inside == 0 && o->moves == NULL && scene_steps_inside(s))
        moments_explain(s);
    sandbox_look_ahead(s, overlays_have(v.overlays, OVERLAY_ADVANCE));
    const char *failure =
        view_draw(&v, s, 1) ? canvas_save_png(v.canvas, o->output) : "no memory for the picture";
    int status = failure != NULL ? fault(failure) : EXIT_GOOD;
    view_close(&v);
    return status;
}

static int run_render(const options *o) {
    sandbox *s = open_sandbox(o, stderr);
    if (s == NULL)
        return EXIT_INPUT;
    scene_open(s, o->given);
    bool good =
        !would_destroy(o, s->level, o->output) && (o->moves == NULL || run_moves(o, s, NULL, NULL));
    int status = good ? draw_picture(o, s) : EXIT_INPUT;
    sandbox_destroy(s);
    return status;
}

/* Returns the empty log, or prints what is wrong and returns NULL. Reads the level to know its
 * meshes, as the log must not overwrite one of them. */
static FILE *open_log(const options *o, const char *level_path) {
    level_errors errors = {.total = 0};
    level *l = recording_is_file(level_path) ? new_level(2) : level_load(level_path, &errors);
    if (errors.total > 0)
        check_print_errors(stderr, level_path, &errors);
    FILE *log = l != NULL ? open_written(o, l, o->log) : NULL;
    level_free(l);
    if (log != NULL)
        setvbuf(log, NULL, _IOLBF, 0); /* so that a reader of the log sees each tick at once */
    return log;
}

static int run_window(const options *o) {
    const char *path = o->operand_count > 0 ? o->operands[0] : find_default_level();
    level_errors errors = {.total = 0};
    FILE *log = o->log != NULL ? open_log(o, path) : NULL;
    sandbox *s = log != NULL || o->log == NULL ? make_sandbox(o, new_level(2)) : NULL;
    if (s == NULL)
        return EXIT_INPUT; /* the window opens the level itself */
    const char *failure = window_run(s, o, path, log, &errors);
    int status = failure != NULL ? EXIT_INPUT : EXIT_GOOD;
    if (errors.total > 0)
        check_print_errors(stderr, path, &errors);
    else if (failure != NULL)
        fault(failure);
    if (log != NULL && !close_written(log))
        status = fault("the log cannot be written");
    return status;
}

/* Reads a recording, or prints what is wrong and returns false. */
static bool open_recording(const char *path, recording *r) {
    level_errors errors;
    bool good = recording_load(path, (sm_progress){NULL, NULL}, NULL, r, &errors);
    if (!good)
        check_print_errors(stderr, path, &errors);
    return good;
}

/* Prints whether the recording is bit-exact. Returns whether it is. */
static bool print_recording(const char *path, const recording *r) {
    for (int i = 0; i < r->level_count; i++) {
        if (recording_is_level_changed(r->levels[i]))
            printf("%s: the level %s has changed since; the recording uses its own copy\n", path,
                   level_file_path(r->levels[i]));
    }
    if (r->parted)
        printf("%s: differs at tick %lu of %lu, recorded by version %s; %s\n", path, r->parted_tick,
               session_now(r->session).end, r->program, r->parted_words);
    else
        printf("%s: bit-exact, %lu ticks\n", path, session_now(r->session).end);
    return !r->parted;
}

static int run_replay(const options *o) {
    const char *path = o->operands[0];
    recording r;
    if (!o->check && recording_is_file(path))
        return run_window(o);
    if (!open_recording(path, &r))
        return EXIT_INPUT;
    bool good = print_recording(path, &r);
    recording_free(&r);
    return good ? EXIT_GOOD : EXIT_INPUT;
}

/* Without an option for it, the output stands next to the recording, with its name and the tick. */
static int run_keep(const options *o) {
    const char *path = o->operands[0], *dot = strrchr(path, '.');
    char message[SAVE_MESSAGE_LENGTH];
    recording r;
    text_buffer name;
    if (!open_recording(path, &r))
        return EXIT_INPUT;
    if (r.parted) /* the kept tick then differs from the recorded one */
        print_recording(path, &r);
    int stem = (int)(dot != NULL && strchr(dot, '/') == NULL ? (size_t)(dot - path) : strlen(path));
    text_start(&name, 1);
    text_print(&name, "%.*s-%d.recording", stem, path, o->tick);
    const char *output = o->output != NULL ? o->output : text_finish(&name);
    bool destroys = would_destroy(o, r.sandbox->level, output);
    bool good = !destroys && keep_save(r.session, (unsigned long)o->tick, output, message);
    recording_free(&r);
    free(name.text);
    if (good)
        puts(message);
    else if (!destroys)
        fault(message);
    return good ? EXIT_GOOD : EXIT_INPUT;
}

#ifndef __EMSCRIPTEN__ /* a page has no command line */

/* Shows progress on a terminal, in one line that is rewritten and removed at the end. */
static bool show_progress(void *context, size_t done, size_t total) {
    const char *what = context;
    if (done < total)
        fprintf(stderr, "\r%s: %3zu %%", what, done * 100 / total);
    else
        fprintf(stderr, "\r%*s\r", (int)strlen(what) + 7, "");
    return true;
}

/* Returns whether options contradict what a recording has itself, and prints that. */
static bool overrules_recording(const options *o) {
    unsigned own = LEVEL_SETS_RESOLVER | LEVEL_SETS_GHOSTS | LEVEL_SETS_MOVER;
    bool does = (o->given & own) != 0 || o->moves != NULL || o->pushes != SM_PUSHES;
    if (does)
        options_refuse(o->subcommand,
                       "a recording has its own moves, resolver, pushes, ghosts and mover");
    return does;
}

/* Opens a recording at its beginning, or a level with nothing recorded yet. Prints what is wrong
 * and returns false otherwise. */
static bool open_either(const options *o, recording *r) {
    const char *path = o->operands[0];
    if (recording_is_file(path))
        return open_recording(path, r) && session_seek(r->session, 0);
    *r = (recording){.sandbox = open_sandbox(o, stderr)};
    if (r->sandbox == NULL)
        return false;
    scene_open(r->sandbox, o->given);
    return true;
}

/* Makes and saves the animation of a film with its ticks set. */
static int save_film(film *f, view *v) {
    const char *path = f->asked->output;
    char message[SAVE_MESSAGE_LENGTH], what[] = "animating";
    sm_progress progress = {platform_is_terminal(stderr) ? show_progress : NULL, what};
    animation *a = animation_begin(path, v->canvas->width, v->canvas->height, message);
    bool good = a != NULL && film_make(f, v, a, progress, message);
    if (good)
        good = animation_save(a, path, message);
    else
        animation_free(a);
    return good ? EXIT_GOOD : fault(message);
}

static int run_animate(const options *o) {
    recording r;
    view v;
    pointer_tool tool;
    sm3_vec *moves = NULL;
    int count = 0, status = EXIT_INPUT;
    if (recording_is_file(o->operands[0]) && overrules_recording(o))
        return EXIT_USAGE;
    if (!open_either(o, &r))
        return EXIT_INPUT;
    if (!would_destroy(o, r.sandbox->level, o->output) &&
        (o->moves == NULL || read_moves(o, r.sandbox, &moves, &count)) &&
        open_view(o, r.sandbox, &v, &tool)) {
        if (o->moves == NULL && r.session == NULL)
            r.session = film_play(r.sandbox, v.camera.yaw);
        film f = {.sandbox = r.sandbox,
                  .session = r.session,
                  .moves = moves,
                  .ticks = r.session != NULL ? (int)session_now(r.session).end : count,
                  .asked = o};
        status = save_film(&f, &v);
        view_close(&v);
    }
    free(moves);
    recording_free(&r);
    return status;
}
#endif

#ifndef __EMSCRIPTEN__
static int run_explore(const options *o) {
    sandbox *s = open_sandbox(o, stderr);
    if (s == NULL)
        return EXIT_INPUT;
    const char *written[] = {o->report, o->map};
    bool good = true;
    scene_open(s, o->given);
    for (int i = 0; i < 2 && good; i++)
        good = written[i] == NULL || strcmp(written[i], "-") == 0 ||
               !would_destroy(o, s->level, written[i]);
    int status = good ? explore_command(o, s) : EXIT_INPUT;
    sandbox_destroy(s);
    return status;
}
#endif

static const subcommand subcommands[] = {
    {NULL, "slidemove [LEVEL]", "opens the window; without LEVEL with levels/playground.level",
     "resolver rule pushes ghosts mover overlays theme size scale font log paused keep-seams",
     "level", 0, 1, run_window},
    {"check", "slidemove check LEVEL...",
     "prints errors as file:line:column: message, or statistics of a good level", "keep-seams",
     "level", 1, INT_MAX, run_check},
    {"simulate", "slidemove simulate LEVEL --moves FILE",
     "reads a move `DX DY` (3D: `DX DY DZ`) a line, prints a line for each tick",
     "moves resolver rule pushes mover trace keep-seams", "level", 1, 1, run_simulate},
    {"compare", "slidemove compare LEVEL --moves FILE",
     "makes the same moves with every resolver, prints a table", "moves pushes rule keep-seams",
     "level", 1, 1, run_compare},
    {"render", "slidemove render LEVEL -o PICTURE.png", "draws a picture without a display",
     "moves output resolver rule pushes ghosts mover overlays theme size span view scale font "
     "keys panel inside keep-seams",
     "level", 1, 1, run_render},
#ifndef __EMSCRIPTEN__
    {"explore", "slidemove explore LEVEL",
     "finds where a mover gets stuck, falls out or is trapped in a level, a mesh or a map",
     "from radius length gravity speed step slope snap jump cell seconds threads kinds "
     "resolver rule pushes size report map recordings baseline fail-on keep-seams",
     "level", 1, 1, run_explore},
    {"animate", "slidemove animate RECORDING -o FILE",
     "makes an animated WebP of a recording or a level",
     "output from to speed rate inside step lens moves resolver rule pushes ghosts mover overlays "
     "theme size span view scale font keys panel keep-seams",
     "recording or level", 1, 1, run_animate},
#endif
    {"keep", "slidemove keep RECORDING --tick N",
     "keeps one tick and its obstacles as a recording and a test in C", "tick output", "recording",
     1, 1, run_keep},
    {"replay", "slidemove replay RECORDING",
     "plays a recording in the window; --check: tells whether it is bit-exact",
     "check rule overlays theme size scale font log", "recording", 1, 1, run_replay},
};

/* Makes the file of --rule a resolver. Prints what the compiler says, and returns whether it could.
 */
static bool open_rule(const options *o) {
    char message[RULE_MESSAGE_LENGTH], *base = SDL_GetBasePath();
    bool good = rule_open(o->rule, base != NULL ? base : "", message);
    SDL_free(base);
    if (message[0] != '\0' && !good)
        fprintf(stderr, "slidemove: there is no rule of %s:\n%s\n", o->rule, message);
    else
        fputs(message, stderr);
    return good;
}

/* Runs the subcommand, with the rule of the options. A command of which a move fails is at fault;
 * the window waits for the rule to be mended. */
static int run(const options *o) {
    bool has_rule = o->rule != NULL, is_window = o->subcommand->name == NULL;
    bool good = !has_rule || open_rule(o) || is_window;
    int status = good ? o->subcommand->run(o) : EXIT_INPUT;
    const char *failure = rule_take_failure();
    if (failure != NULL && good && !is_window) {
        fprintf(stderr, "slidemove: the rule %s left a mover where it was: %s\n", o->rule, failure);
        status = status == EXIT_GOOD ? EXIT_INPUT : status;
    }
    if (has_rule)
        rule_close();
    return status;
}

int main(int argc, char **argv) {
    options o;
    int status = EXIT_USAGE;
    platform_begin();
    if (argc == 3 && strcmp(argv[1], RULE_PROCESS) == 0)
        return rule_answer_all(argv[2]);
    switch (options_parse(argc, argv, subcommands, sizeof subcommands / sizeof *subcommands, &o)) {
    case OPTIONS_GO:
        level_keep_all_seams(o.keep_seams);
        status = run(&o);
        break;
    case OPTIONS_DONE:
        status = EXIT_GOOD;
        break;
    default:
        break;
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        return fault("the output cannot be written");
    return status;
}

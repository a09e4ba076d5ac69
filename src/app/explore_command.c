#include "explore_command.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <SDL.h>

#include "../level/platform.h"
#include "../level/text.h"
#include "../sandbox/explorer.h"
#include "../sandbox/rule.h"
#include "../view/view.h"
#include "../view/workers.h"
#include "app.h"
#include "options.h"

enum { EXIT_GOOD = 0, EXIT_FOUND = 1 };

static void run_on_threads(void *context, int count, explore_job *job, void *jobs) {
    workers_run(context, job, jobs, count);
}

/* ---- Options ----------------------------------------------------------------------------- */

/* Places the player over the middle of a mesh, to fall from there. */
static void place_over_mesh(sandbox *s) {
    level_box3 box = obstacles_bounds(s->obstacles);
    sandbox_change(s)->position =
        (sm3_vec){(box.min.x + box.max.x) / 2, box.max.y + player_reach(&s->player),
                  (box.min.z + box.max.z) / 2};
}

static void set_if_given(sandbox *s, setting_id which, float value) {
    if (value >= 0)
        sandbox_set(s, which, (double)value);
}

static void apply_options(const options *o, sandbox *s) {
    player *p = sandbox_change(s);
    p->radius = o->radius > 0 ? o->radius : p->radius;
    if (o->length >= 0) {
        p->length = o->length;
        p->kind = o->length > 0 ? MOVER_CAPSULE : MOVER_DISK;
    }
    if (o->start_numbers > 0)
        p->position = (sm3_vec){o->start[0], o->start[1], o->start_numbers > 2 ? o->start[2] : 0};
    else if (level_is_bare(o->operands[0]) && s->level->dimensions == 3)
        place_over_mesh(s);
    p->previous_position = p->position;
    if (o->speed != 1)
        sandbox_set(s, SETTING_SPEED, (double)o->speed);
    if (o->gravity >= 0)
        sandbox_set(s, SETTING_GRAVITY, o->gravity);
    set_if_given(s, SETTING_STEP, o->step_height);
    set_if_given(s, SETTING_SLOPE, o->slope);
    set_if_given(s, SETTING_SNAP, o->snap);
    set_if_given(s, SETTING_JUMP, o->jump);
}

/* ---- Kinds ------------------------------------------------------------------------------- */

static bool is_kind(const char *name, size_t length, const char *kind) {
    for (size_t i = 0; i < length; i++) {
        if (kind[i] == '\0' || (name[i] != kind[i] && !(name[i] == '-' && kind[i] == ' ')))
            return false;
    }
    return kind[length] == '\0';
}

bool explore_parse_kinds(const char *list, unsigned *kinds) {
    *kinds = strcmp(list, "all") == 0 ? EXPLORE_ALL_KINDS : 0;
    for (const char *at = list; *kinds != EXPLORE_ALL_KINDS;) {
        size_t length = strcspn(at, ",");
        int kind = 0;
        while (kind < EXPLORE_KIND_COUNT && !is_kind(at, length, explore_kind_name(kind)))
            kind++;
        if (kind == EXPLORE_KIND_COUNT)
            return false;
        *kinds |= 1u << kind;
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    return true;
}

/* ---- The baseline ------------------------------------------------------------------------ */

/* A finding of an earlier report. */
typedef struct known_finding {
    int kind;
    sm3_vec at;
    bool is_there; /* it was found again */
} known_finding;

typedef struct baseline {
    known_finding *list;
    int count, room;
} baseline;

/* Reads a line of an earlier report. Returns false for other lines. */
static bool read_known(const char *line, known_finding *k) {
    static const char word[] = "{\"finding\": \"";
    const char *at = strstr(line, "\"at\": [");
    size_t length = sizeof word - 1;
    if (strncmp(line, word, length) != 0 || at == NULL)
        return false;
    *k = (known_finding){.kind = 0};
    size_t name = strcspn(line + length, "\"");
    while (k->kind < EXPLORE_KIND_COUNT &&
           !is_kind(line + length, name, explore_kind_name(k->kind)))
        k->kind++;
    return k->kind < EXPLORE_KIND_COUNT &&
           sscanf(at, "\"at\": [%f, %f, %f]", &k->at.x, &k->at.y, &k->at.z) >= 2;
}

static bool read_baseline(const char *path, baseline *b) {
    char line[65536];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    known_finding k;
    while (fgets(line, sizeof line, file) != NULL) {
        if (!read_known(line, &k))
            continue;
        memory_grow(&b->list, &b->room, b->count, sizeof k);
        b->list[b->count++] = k;
    }
    fclose(file);
    return true;
}

/* Whether a finding of the same kind was within a cell of the place. */
static bool is_known(baseline *b, const explore_finding *f, float cell) {
    bool is = false;
    for (int i = 0; i < b->count; i++) {
        known_finding *k = &b->list[i];
        float away = sm3_length(sm3_between(k->at, f->at));
        if (k->kind == (int)f->kind && away <= cell) {
            k->is_there = true;
            is = true;
        }
    }
    return is;
}

/* ---- The report -------------------------------------------------------------------------- */

/* An exploration and its report: the options, the state, the findings of an earlier report. */
typedef struct exploration {
    const options *asked;
    sandbox *sandbox;
    explorer *explorer;
    explore *explore;
    baseline known;
    double seconds;
    text_buffer report;
} exploration;

static void put_string(text_buffer *out, const char *string) {
    text_append_string(out, "\"");
    for (const char *at = string; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            text_print(out, "\\%c", *at);
        else if ((unsigned char)*at < ' ')
            text_print(out, "\\u%04x", (unsigned)*at);
        else
            text_print(out, "%c", *at);
    }
    text_append_string(out, "\"");
}

static void put_place(const exploration *t, text_buffer *out, sm3_vec at) {
    const char *format = t->sandbox->level->dimensions == 3 ? "[%.9g, %.9g, %.9g]" : "[%.9g, %.9g]";
    text_print(out, format, (double)at.x, (double)at.y, (double)at.z);
}

static void write_head(exploration *t) {
    const player *p = &t->sandbox->player;
    explore_progress done = explore_now(t->explore);
    text_append_string(&t->report, "{\"explored\": ");
    put_string(&t->report, t->asked->operands[0]);
    text_print(&t->report, ", \"hash\": \"%016" PRIx64 "\", \"version\": \"" SM_VERSION "\"",
               t->sandbox->level->file.hash);
    text_print(&t->report,
               ", \"settings\": {\"radius\": %.9g, \"length\": %.9g, \"speed\": %.9g, "
               "\"gravity\": %s, \"step\": %.9g, \"slope\": %.9g, \"snap\": %.9g, \"jump\": %.9g, "
               "\"resolver\": \"%s\", \"cell\": %.9g}",
               (double)p->radius, (double)player_length(p),
               (double)(PLAYER_SPEED * p->speed_factor), p->gravity ? "true" : "false",
               (double)p->gait.step, (double)p->gait.slope * (180 / 3.14159265358979),
               (double)p->gait.snap, (double)p->gait.jump, resolver_name(p->resolver),
               (double)explore_cell_size(t->explore));
    text_print(&t->report,
               ", \"cells\": %u, \"tries\": %llu, \"ticks\": %llu, \"seconds\": %.3f, "
               "\"stopped\": %s}\n",
               done.cells, done.tries, done.ticks, t->seconds, done.is_complete ? "false" : "true");
}

static void write_finding(exploration *t, const explore_finding *f, const char *where,
                          const char *file) {
    text_buffer *out = &t->report;
    text_print(out, "{\"finding\": \"%s\", \"at\": ", explore_kind_name((int)f->kind));
    put_place(t, out, f->at);
    text_print(out, ", \"tries\": %u, \"ticks\": %u, \"obstacles\": [", f->tries, f->ticks);
    for (int i = 0; i < f->obstacle_count; i++)
        text_print(out, "%s%d", i > 0 ? ", " : "", f->obstacles[i]);
    text_append_string(out, "], \"where\": ");
    put_string(out, where);
    if (f->kind == EXPLORE_NOT_REACHED)
        text_print(out, ", \"gap\": %.9g", (double)f->gap);
    text_append_string(out, ", \"recording\": ");
    if (file != NULL)
        put_string(out, file);
    else
        text_append_string(out, "null");
    text_append_string(out, "}\n");
}

static void print_finding(const exploration *t, const explore_finding *f, const char *where,
                          bool is_new) {
    text_buffer line;
    text_start(&line, 256);
    text_print(&line, "%s at ", explore_kind_name((int)f->kind));
    put_place(t, &line, f->at);
    if (f->kind == EXPLORE_NOT_REACHED)
        text_print(&line, ", %.3g from the nearest place that was reached", (double)f->gap);
    else
        text_print(&line, ", %u %s, %.2f s from the start", f->tries,
                   f->tries == 1 ? "try" : "tries", (double)f->ticks / TICKS_PER_SECOND);
    text_print(&line, "%s%s%s", where[0] != '\0' ? ", " : "", where, is_new ? "" : " (known)");
    puts(text_finish(&line));
    free(line.text);
}

/* Saves a recording of the path to the finding. Returns the path of the file, to be freed; NULL,
 * with a message, when it cannot be saved. */
static char *save_recording(exploration *t, const explore_finding *f, int number) {
    char message[SAVE_MESSAGE_LENGTH] = "no memory for a recording";
    text_buffer path;
    text_start(&path, 256);
    text_print(&path, "%s/%03d-%s.recording", t->asked->recordings, number,
               explore_kind_name((int)f->kind));
    text_finish(&path);
    for (char *at = path.text + strlen(t->asked->recordings); *at != '\0'; at++)
        *at = *at == ' ' ? '-' : *at;
    session *played = explorer_play(t->explorer, f);
    bool good =
        played != NULL && recording_save(played, 0, session_now(played).end, path.text, message);
    session_destroy(played);
    if (good)
        return path.text;
    fprintf(stderr, "slidemove: %s\n", message);
    free(path.text);
    return NULL;
}

/* Returns the set of kinds of new findings. Clears *good if a file could not be saved. */
static unsigned report_findings(exploration *t, bool *good) {
    unsigned kinds = 0;
    bool to_output = t->asked->report != NULL && strcmp(t->asked->report, "-") == 0;
    for (int i = 0; i < explore_finding_count(t->explore); i++) {
        const explore_finding *f = explore_get_finding(t->explore, i);
        char where[EXPLORER_WHERE_LENGTH], *path = NULL;
        bool is_new = !is_known(&t->known, f, explore_cell_size(t->explore));
        explorer_write_where(t->explorer, f, where);
        if (t->asked->recordings != NULL) {
            path = save_recording(t, f, i + 1);
            *good &= path != NULL;
        }
        kinds |= is_new ? 1u << f->kind : 0;
        if (!to_output)
            print_finding(t, f, where, is_new);
        write_finding(t, f, where, path);
        free(path);
    }
    for (int i = 0; i < t->known.count && !to_output; i++) {
        const known_finding *k = &t->known.list[i];
        if (!k->is_there)
            printf("mended: %s at %g %g %g\n", explore_kind_name(k->kind), (double)k->at.x,
                   (double)k->at.y, (double)k->at.z);
    }
    return kinds;
}

/* ---- The map ----------------------------------------------------------------------------- */

/* Draws the level with the map and the findings as the window does, and frees the exploration.
 * Returns what failed, or NULL. */
static const char *draw_map(exploration *t) {
    static char error[256];
    const options *o = t->asked;
    view v;
    if (!view_open(&v, o->width, o->height, o->scale > 0 ? o->scale : 1, &app_commands, o->font,
                   error, sizeof error))
        return error;
    v.theme = o->theme;
    v.overlays = 0;
    snprintf(v.path, sizeof v.path, "%s", platform_show_path(o->operands[0]).text);
    view_begin(&v, t->sandbox);
    v.explored.explorer = t->explorer;
    v.explored.hides_list = true;
    explored_finish(&v.explored);
    t->explorer = NULL;
    const char *failure =
        view_draw(&v, t->sandbox, 1) ? canvas_save_png(v.canvas, o->map) : "no memory for the map";
    view_close(&v);
    return failure;
}

/* ---- The command ------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static double now(void) {
    return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

static void explore_until_stopped(exploration *t) {
    double start = now(), shown = start;
    bool shows = platform_is_terminal(stderr), goes_on = true;
    void (*before)(int) = signal(SIGINT, interrupt);
    while (goes_on) {
        goes_on = explore_go_on(t->explore);
        t->seconds = now() - start;
        explore_progress p = explore_now(t->explore);
        if (shows && (!goes_on || now() - shown > 0.2)) {
            fprintf(stderr, "\r%3.0f %%: %u cells, %.2f million ticks a second ",
                    (double)p.done * 100, p.cells, (double)p.ticks / t->seconds / 1e6);
            shown = now();
        }
        if (goes_on && (interrupted || rule_has_failed() ||
                        (t->asked->seconds > 0 && t->seconds > (double)t->asked->seconds)))
            goes_on = (explore_stop(t->explore), false);
    }
    signal(SIGINT, before);
    if (shows)
        fputs("\n", stderr);
}

static bool save_report(exploration *t) {
    char message[SAVE_MESSAGE_LENGTH];
    size_t length;
    if (text_try_finish(&t->report, &length) == NULL) {
        fputs("slidemove: no memory for the report\n", stderr);
        return false;
    }
    if (strcmp(t->asked->report, "-") == 0)
        return fwrite(t->report.text, 1, length, stdout) == length;
    bool good = save_file(t->asked->report, t->report.text, length, message);
    if (!good)
        fprintf(stderr, "slidemove: %s\n", message);
    return good;
}

/* Prints the results. Returns whether no finding fails and all files are written. */
static bool report(exploration *t) {
    const options *o = t->asked;
    explore_progress p = explore_now(t->explore);
    bool good = true, to_output = o->report != NULL && strcmp(o->report, "-") == 0;
    text_start(&t->report, 4096);
    write_head(t);
    if (o->recordings != NULL) {
        char *folder = memory_strdup(o->recordings);
        platform_make_folder(folder);
        free(folder);
    }
    unsigned found = report_findings(t, &good);
    if (!to_output)
        printf("%s%d finding%s; %u cells, %llu tries, %llu ticks in %.1f s. What is found is real; "
               "what is not found is no proof.\n",
               p.is_complete ? ""
               : p.is_full   ? "Stopped, out of memory: "
                             : "Stopped: ",
               explore_finding_count(t->explore), explore_finding_count(t->explore) == 1 ? "" : "s",
               p.cells, p.tries, p.ticks, t->seconds);
    good = (o->report == NULL || save_report(t)) && good;
    const char *failure = o->map != NULL ? draw_map(t) : NULL;
    if (failure != NULL)
        fprintf(stderr, "slidemove: %s\n", failure);
    free(t->report.text);
    return good && failure == NULL && (found & o->fail_on) == 0;
}

int explore_command(const options *o, sandbox *s) {
    char message[SAVE_MESSAGE_LENGTH];
    exploration t = {.asked = o, .sandbox = s};
    if (o->start_numbers > 0 && o->start_numbers != s->level->dimensions) {
        fprintf(stderr, "%s: --from of this level has %d numbers, not %d\n", o->operands[0],
                s->level->dimensions, o->start_numbers);
        return EXIT_FOUND;
    }
    if (o->baseline != NULL && !read_baseline(o->baseline, &t.known))
        return EXIT_FOUND;
    apply_options(o, s);
    workers threads;
    int count = o->threads > 0 ? o->threads : SDL_GetCPUCount();
    if (s->player.resolver == RESOLVER_RULE && s->player.gravity)
        fputs("slidemove: with gravity a character walks by sweep; --gravity off explores the "
              "rule\n",
              stderr);
    workers_start(&threads, o->rule != NULL ? 1 : count); /* a rule is asked by one thread */
    explorer_options how = {.cell = o->cell,
                            .kinds = o->kinds,
                            .workers = threads.other_count + 1,
                            .run = run_on_threads,
                            .run_context = &threads};
    t.explorer = explorer_create(s, &how, message);
    if (t.explorer == NULL) {
        fprintf(stderr, "slidemove: %s\n", message);
        workers_stop(&threads);
        free(t.known.list);
        return EXIT_FOUND;
    }
    t.explore = explorer_explore(t.explorer);
    explore_until_stopped(&t);
    bool good = report(&t);
    explorer_destroy(t.explorer);
    workers_stop(&threads);
    free(t.known.list);
    return good ? EXIT_GOOD : EXIT_FOUND;
}

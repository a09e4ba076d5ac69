#include "rule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/memory.h"
#include "../level/platform.h"
#include "../slidemove/vec.h"
#include "file_watch.h"

/* This program. */
static const char program[] = "/proc/self/exe";

/* Of which the rule's process records the calls; see rule_process.c. */
static const char wrapped[] =
    "-Wl,--wrap=sm_slide_move,--wrap=sm_shapecast,--wrap=sm_find_deepest,--wrap=sm_find_contacts,"
    "--wrap=sm3_slide_move,--wrap=sm3_shapecast,--wrap=sm3_find_deepest,--wrap=sm3_find_contacts";

static struct {
    char *file, *folder; /* owned; as rule_open was given them */
    char *name;          /* owned; the file's, without folder and ending */
    char *made;          /* owned; the folder of what is compiled */
    file_watch watch;
    platform_child process; /* zeroed: it does not run */
    unsigned functions;
    bool is_made;    /* it was compiled at least once */
    bool has_failed; /* since rule_take_failure */
    char failure[RULE_MESSAGE_LENGTH];
    rule_obstacle *near; /* owned */
    int room;
    obstacle_list found;
} rule;

/* ---- The compiler ------------------------------------------------------------------------ */

/* Returns the option for the headers of the library: installed, in the source's tree, or, if both
 * are not there, for nothing. To be freed. */
static char *find_headers(void) {
    static const char *const places[] = {"../src/slidemove", "../../src/slidemove", "../include"};
    char option[4096] = "-I.";
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(option, sizeof option, "-I%s%s/slidemove.h", rule.folder, places[i]);
        if (platform_exists(option + 2)) {
            *strrchr(option, '/') = '\0';
            break;
        }
    }
    return memory_strdup(option);
}

static char *made_path(const char *name) {
    return platform_join(rule.made, name);
}

/* Compiles the file into a library of that path. Returns whether it could; `message` has what the
 * compiler says. */
static bool compile(const char *to, char message[RULE_MESSAGE_LENGTH]) {
    char how[CHILD_END_LENGTH], *headers = find_headers();
    const char *const words[] = {"cc",
                                 "-std=c11",
                                 "-O2",
                                 "-g",
                                 "-Wall",
                                 "-ffp-contract=off",
                                 "-fno-diagnostics-show-caret",
                                 "-fPIC",
                                 "-shared",
                                 "-o",
                                 to,
                                 headers,
                                 rule.file,
                                 "-lm",
                                 wrapped,
                                 NULL};
    platform_child cc;
    bool good = platform_start(words, true, &cc);
    if (!good)
        snprintf(message, RULE_MESSAGE_LENGTH, "no compiler: a rule needs `cc` in PATH");
    if (good) {
        char *says = platform_receive_all(cc.link);
        snprintf(message, RULE_MESSAGE_LENGTH, "%s", says);
        free(says);
        good = platform_end(&cc, how);
    }
    free(headers);
    return good;
}

/* ---- Its process ------------------------------------------------------------------------- */

/* Starts the process with a compiled library. Returns false, with the reason in `message`, when it
 * cannot answer questions. */
static bool start_process(const char *library, platform_child *process,
                          char message[RULE_MESSAGE_LENGTH]) {
    rule_hello hello;
    char how[CHILD_END_LENGTH];
    const char *const words[] = {program, RULE_PROCESS, library, NULL};
    bool good = platform_start(words, false, process);
    if (good && platform_receive(process->link, &hello, sizeof hello)) {
        rule.functions = hello.functions != 0 ? hello.functions : rule.functions;
        if (hello.functions != 0)
            return true;
        snprintf(message, RULE_MESSAGE_LENGTH, "%s", hello.message);
        platform_end(process, how);
    } else {
        platform_end(process, message);
        if (!good)
            snprintf(message, RULE_MESSAGE_LENGTH, "it cannot be started: a rule needs Linux");
    }
    return false;
}

/* ---- Obstacles --------------------------------------------------------------------------- */

static void add_obstacle(const obstacles *o, int obstacle, int *count) {
    sm3_triangle now = o->dimension->shape(o, obstacle);
    sm3_triangle before = o->dimension->between(o, obstacle, 0);
    bool is_flat = o->dimension->count == 2;
    now.oneway = is_flat ? obstacles_is_oneway(o, obstacle) : now.oneway;
    before.one_sided = now.one_sided;
    before.oneway = now.oneway;
    memory_grow(&rule.near, &rule.room, *count, sizeof *rule.near);
    rule.near[(*count)++] =
        (rule_obstacle){.shape = now,
                        .before = before,
                        .moves = !sm3_same(now.a, before.a) || !sm3_same(now.b, before.b) ||
                                 !sm3_same(now.c, before.c),
                        .number = obstacle};
}

/* Fills rule.near with what touches the box, and with all that moves: it may come from elsewhere.
 * Returns how many they are. */
static int find_near(const obstacles *o, sm3_vec min, sm3_vec max) {
    int count = 0;
    rule.found.count = 0;
    o->dimension->find(o, min, max, &rule.found);
    for (int i = 0; i < rule.found.count; i++) {
        int obstacle = rule.found.obstacles[i];
        if (!level_moves(&o->level->statements[o->statements[obstacle]]))
            add_obstacle(o, obstacle, &count);
    }
    for (int i = 0; i < o->moving_count; i++) {
        obstacle_span span = o->moving[i].span;
        for (int k = span.first; k < span.first + span.count; k++)
            add_obstacle(o, k, &count);
    }
    return count;
}

static bool send_near(int count) {
    return platform_send(rule.process.link, rule.near, (size_t)count * sizeof *rule.near);
}

/* ---- A move ------------------------------------------------------------------------------ */

static bool is_within(int number, int low, int high) {
    return number >= low && number <= high;
}

static bool is_sound_iteration(const sm_iteration *it, int candidates) {
    return is_within(it->first_candidate, 0, candidates) &&
           is_within(it->candidate_count, 0, candidates - it->first_candidate) &&
           is_within(it->chosen, -1, candidates - 1) && is_within(it->held_count, 0, SM_HELD_MAX) &&
           is_within((int)it->step, 0, SM_STEP_CARRY) && it->part == SM_PART_MOVE;
}

/* Whether the record is one: a rule may write into any memory of its process. */
static bool is_sound(const obstacles *o, const sm_trace *t) {
    bool good = true;
    for (int i = 0; i < t->iteration_count && good; i++)
        good = is_sound_iteration(&t->iterations[i], t->candidate_count);
    for (int i = 0; i < t->candidate_count && good; i++)
        good = is_within(t->candidates[i].obstacle, 0, o->count - 1);
    return good;
}

/* Receives what the rule looked at. */
static bool receive_record(const obstacles *o, const rule_answer *a, sm_trace *t) {
    int link = rule.process.link;
    if (t == NULL)
        return true;
    t->iteration_count = t->candidate_count = 0;
    if (!is_within(a->iteration_count, 0, SM_ITERATIONS_MAX) ||
        !is_within(a->candidate_count, 0, t->capacity))
        return false;
    bool good =
        platform_receive(link, t->iterations, (size_t)a->iteration_count * sizeof *t->iterations) &&
        platform_receive(link, t->candidates, (size_t)a->candidate_count * sizeof *t->candidates) &&
        platform_receive(link, t->let_through, (size_t)a->candidate_count * sizeof *t->let_through);
    t->candidates_lost = a->candidates_lost;
    t->iteration_count = good ? a->iteration_count : 0;
    t->candidate_count = good ? a->candidate_count : 0;
    if (is_sound(o, t))
        return good;
    t->iteration_count = t->candidate_count = 0;
    return false;
}

/* Answers what the rule asks, until it has moved. Returns false when it does not end its move. */
static bool receive_move(const obstacles *o, rule_answer *a, sm_trace *trace) {
    int link = rule.process.link;
    while (platform_receive(link, a, sizeof *a)) {
        if (!a->asks)
            return is_within((int)a->result.status, 0, SM_CRUSHED) && receive_record(o, a, trace);
        int count = find_near(o, a->min, a->max);
        if (!platform_send(link, &count, sizeof count) || !send_near(count))
            return false;
    }
    return false;
}

/* The box around the mover's path, and a little more: a rule may look beside it. */
static void set_box(rule_question *q, const player *p) {
    float around = 2 * (player_reach(p) + sm3_length(q->delta));
    sm3_vec all = {around, around, around};
    q->min = sm3_offset(q->position, all, -1);
    q->max = sm3_offset(q->position, all, 1);
}

/* Whether the process runs, and has a function for these dimensions. */
static bool is_ready(int dimensions) {
    char *library = made_path("rule.so");
    bool runs = rule.process.process != 0 || (rule.is_made && !rule.has_failed &&
                                              start_process(library, &rule.process, rule.failure));
    bool has =
        (rule.functions & (RULE_CHOOSES | (dimensions == 2 ? RULE_MOVES : RULE_MOVES3))) != 0;
    if (runs && !has)
        snprintf(rule.failure, sizeof rule.failure,
                 "a level in %dD needs a rule_move%s or a rule_choose in it", dimensions,
                 dimensions == 2 ? "" : "3");
    rule.has_failed |= !runs || !has;
    free(library);
    return runs && has;
}

static sm3_result move(const obstacles *o, const player *p, sm3_vec position, sm3_vec delta,
                       const sm_options *options) {
    sm_trace *trace = options->trace;
    rule_question q = {.dimensions = o->dimension->count,
                       .max_pushes = options->max_pushes,
                       .both_sides = options->both_sides,
                       .records = trace != NULL,
                       .position = position,
                       .delta = delta};
    rule_answer a;
    if (q.dimensions == 2)
        q.flat = player_hull(p);
    else
        q.upright = player_upright(p);
    if (trace != NULL) {
        q.reach = trace->reach;
        q.capacity = trace->capacity;
        trace->start = position;
        trace->delta = delta;
        trace->resolver = RESOLVER_RULE;
        trace->iteration_count = trace->candidate_count = trace->candidates_lost = 0;
    }
    set_box(&q, p);
    sm3_result stays = {.position = position, .status = SM_NO_RESOLVER};
    if (!is_ready(q.dimensions))
        return stays;
    q.near = find_near(o, q.min, q.max);
    if (platform_send(rule.process.link, &q, sizeof q) && send_near(q.near) &&
        receive_move(o, &a, trace))
        return a.result;
    rule.has_failed = true;
    platform_end(&rule.process, rule.failure);
    return stays;
}

/* ---- The rule ---------------------------------------------------------------------------- */

bool rule_reload(char message[RULE_MESSAGE_LENGTH]) {
    char *made = made_path("made.so"), *library = made_path("rule.so"), how[CHILD_END_LENGTH];
    platform_child process;
    bool good = compile(made, message) && start_process(made, &process, message);
    if (good) {
        platform_end(&rule.process, how);
        rule.process = process;
        rule.is_made = rename(made, library) == 0;
    } else if (!rule.is_made) {
        snprintf(rule.failure, sizeof rule.failure, "%s", message);
        rule.has_failed = true;
    }
    free(made);
    free(library);
    return good;
}

bool rule_open(const char *file, const char *folder, char message[RULE_MESSAGE_LENGTH]) {
    const char *slash = strrchr(file, '/');
    rule.file = memory_strdup(file);
    rule.folder = memory_strdup(folder);
    rule.name = memory_strdup(slash != NULL ? slash + 1 : file);
    if (strrchr(rule.name, '.') != NULL)
        *strrchr(rule.name, '.') = '\0';
    rule.made = platform_make_temporary();
    file_watch_begin(&rule.watch, file, &(level_file_state){.hash = 0});
    if (rule.made == NULL) {
        snprintf(message, RULE_MESSAGE_LENGTH, "no folder for what is compiled");
        return false;
    }
    resolvers_set_rule(rule.name, move);
    return rule_reload(message);
}

void rule_close(void) {
    static const char *const files[] = {"made.so", "rule.so", ""};
    char how[CHILD_END_LENGTH];
    platform_end(&rule.process, how);
    resolvers_set_rule(NULL, NULL);
    for (size_t i = 0; i < sizeof files / sizeof *files && rule.made != NULL; i++) {
        char *path = made_path(files[i]);
        platform_remove(path);
        free(path);
    }
    char *const owned[] = {rule.file, rule.folder, rule.name, rule.made};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    file_watch_end(&rule.watch);
    free(rule.near);
    obstacle_list_free(&rule.found);
    memset(&rule, 0, sizeof rule);
}

bool rule_is_saved(void) {
    return rule.made != NULL && file_watch_look(&rule.watch) == FILE_CHANGED;
}

const char *rule_path(void) {
    return rule.file;
}

bool rule_has_failed(void) {
    return rule.has_failed;
}

const char *rule_take_failure(void) {
    bool has_failed = rule.has_failed;
    rule.has_failed = false;
    return has_failed ? rule.failure : NULL;
}

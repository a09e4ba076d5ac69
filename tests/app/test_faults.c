/* Every allocation and every file operation fails in turn: the program says so and leaves the state
 * from before, or what it gives is as if nothing had failed. Where there are many, some are taken
 * evenly: fewer with SLIDEMOVE_EFFORT below 1, all of them with 100. */
#include "../test.h"

#include <dirent.h>
#include <getopt.h>
#include <unistd.h>

#define main program_main
#include "../../src/main.c"
#undef main

#include "../faults.h"
#include "../files.h"

enum { CALLS_MAX = 30 /* of one kind in one scenario, at an effort of 1 */ };

/* What one run of a scenario gave. */
typedef struct outcome {
    int status;        /* 0: good */
    char *out, *said;  /* owned; */
    char file[100000]; /* what the file holds, a NUL behind it */
    size_t out_length, said_length, file_length;
} outcome;

static int count_open_files(void) {
    DIR *all = opendir("/proc/self/fd");
    int count = 0;
    assert_non_null(all);
    while (readdir(all) != NULL)
        count++;
    closedir(all);
    return count;
}

/* ---- Command lines ----------------------------------------------------------------------- */

/* Runs the program with these words; @ stands for the test's folder. */
static int run_program(const char *line) {
    char words[1024];
    char *arguments[32] = {"slidemove"};
    int count = 1;
    size_t at = 0;
    for (const char *c = line; *c != '\0'; c++)
        at += (size_t)snprintf(words + at, sizeof words - at, *c == '@' ? "%s" : "%.1s",
                               *c == '@' ? folder : c);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        arguments[count++] = word;
    optind = 0; /* begin anew */
    return program_main(count, arguments);
}

typedef struct scenario {
    const char *name;
    int (*run)(const char *words);
    const char *words;
    const char *file; /* that it writes */
} scenario;

static outcome run(const scenario *s, fault_kind kind, int at, bool on, int *calls) {
    static outcome o;
    FILE *real_out = stdout, *real_err = stderr;
    o = (outcome){0};
    write_file(s->file, "old");
    stdout = open_memstream(&o.out, &o.out_length);
    stderr = open_memstream(&o.said, &o.said_length);
    assert_true(stdout != NULL && stderr != NULL);
    faults_begin(kind, at, on);
    o.status = s->run(s->words);
    *calls = faults_end();
    fclose(stdout);
    fclose(stderr);
    stdout = real_out;
    stderr = real_err;
    o.file_length = read_file(path_in(s->file).at, o.file, sizeof o.file);
    return o;
}

static void free_outcome(outcome *o) {
    free(o->out);
    free(o->said);
}

/* What is wrong with what a run gave in which something failed; NULL: nothing. */
static const char *find_fault(const outcome *o, const outcome *good, fault_kind kind) {
    if (o->status == 0 &&
        (o->out_length != good->out_length || memcmp(o->out, good->out, o->out_length) != 0))
        return "all is well, but it writes something else";
    if (o->status == 0 && strcmp(faults_failed(), "access") == 0)
        return NULL; /* the next font is taken */
    if (o->status == 0 &&
        (o->file_length != good->file_length || memcmp(o->file, good->file, o->file_length) != 0))
        return "all is well, but the file is another one";
    if (o->status == 0)
        return NULL;
    if (o->status != 1)
        return "an exit status that is not 1";
    if (strcmp(o->file, "old") != 0 && memcmp(o->file, good->file, o->file_length) != 0)
        return "the file is neither as it was nor whole";
    if (strstr(o->said, "no font found") != NULL)
        return NULL; /* one that cannot be asked for counts as not there */
    const char *cause = kind == FAULT_MEMORY ? "memory" : strerror(EIO);
    if (strstr(o->said, cause) == NULL && strstr(o->out, cause) == NULL)
        return "it is not said what failed";
    return NULL;
}

static int stride(int calls) {
    const char *effort = getenv("SLIDEMOVE_EFFORT");
    double most = CALLS_MAX * (effort != NULL ? atof(effort) : 1);
    return most < calls ? (int)(calls / (most < 4 ? 4 : most)) + 1 : 1;
}

/* Returns how many runs were bad, which are printed. */
static int try_each(const scenario *s, fault_kind kind, const outcome *good, int calls) {
    int bad = 0, runs = 0, survived = 0, step = stride(calls);
    for (int at = 1; at <= calls; at += step) {
        for (int on = 0; on <= 1; on++) {
            int ignored, files = count_files(folder), open_files = count_open_files();
            outcome o = run(s, kind, at, on != 0, &ignored);
            const char *fault = find_fault(&o, good, kind);
            if (fault == NULL && count_files(folder) != files)
                fault = "a file stays behind";
            if (fault == NULL && count_open_files() != open_files)
                fault = "a file stays open";
            if (fault != NULL)
                print_message("%s: %s, call %d of %d%s: %s; status %d, said: %s\n", s->name,
                              faults_failed(), at, calls, on ? " and all after it" : "", fault,
                              o.status, o.said);
            bad += fault != NULL;
            survived += o.status == 0;
            runs++;
            free_outcome(&o);
        }
    }
    print_message("             %s: %d %s, %d runs in which they fail, %d good all the same\n",
                  s->name, calls, kind == FAULT_MEMORY ? "allocations" : "file operations", runs,
                  survived);
    return bad;
}

/* Returns how many bad runs there were. */
static int count_bad(const scenario *s) {
    int bad = 0;
    for (fault_kind kind = FAULT_MEMORY; kind <= FAULT_FILE; kind++) {
        int calls;
        outcome good = run(s, kind, 0, false, &calls);
        if (good.status != 0)
            fail_msg("%s: %s", s->name, good.said);
        bad += try_each(s, kind, &good, calls);
        free_outcome(&good);
    }
    return bad;
}

#define IN_FOLDER(name) TEST_WITH(name, make_folder, remove_folder)

IN_FOLDER(each_subcommand_says_what_failed_and_spoils_nothing) {
    static const scenario all[] = {
        {"check", run_program, "check levels/drawing.svg levels/lab3/02-mesh.level", "out"},
        {"simulate", run_program, "simulate levels/lab/02-wall-of-100.level --moves @/moves",
         "out"},
        {"trace", run_program,
         "simulate levels/lab/02-wall-of-100.level --moves @/moves --trace @/trace", "out"},
        {"animate", run_program,
         "animate levels/lab/02-wall-of-100.level --moves @/moves -o @/out.webp --size 160x100",
         "out.webp"},
        {"render", run_program, "render levels/playground.level -o @/out --size 320x200", "out"},
        {"render 3D", run_program, "render levels/lab3/02-mesh.level -o @/out --size 320x200",
         "out"},
        {"generate", run_program, "generate random --segments 100 -o @/out", "out"},
        {"keep", run_program, "keep tests/recordings/plane.recording --tick 1 -o @/out", "out"},
        {"replay", run_program, "replay --check tests/recordings/space.recording", "out"},
    };
    write_file("moves", "0.1 0\n0.1 -0.1\n");
    write_file("trace", "");
    write_file("out.c", "");
    int bad = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bad += count_bad(&all[i]);
    assert_int_equal(bad, 0);
}

/* Every large allocation and every file operation fails in turn: the program says so and leaves the
 * state from before, or what it gives is as if nothing had failed. Where there are many, some are
 * taken evenly: fewer with SLIDEMOVE_EFFORT below 1, all of them with 100.
 *
 * When a small allocation fails, the program keeps what is unsaved and ends. */
#include "../test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/level/memory.h"
#include "../files.h"
#include "../script.h"

enum {
    CALLS_MAX = 16, /* of one kind in one scenario, at an effort of 1 */
    LARGE = 150000, /* bytes; only where a file or a picture is large is so much allocated */
    BIG_LEVEL_SEGMENTS = 8000
};

static const char old_level[] = "slidemove 1\nplayer 0 2\nsegment -9 0 9 0\n";

/* What one run of a scenario gave. */
typedef struct outcome {
    int status;        /* 0: good */
    bool goes_on;      /* as a window does after a failure */
    char *out, *said;  /* owned; */
    char file[100000]; /* what the file holds, a NUL behind it */
    size_t out_length, said_length, file_length;
} outcome;

/* ---- Calls that fail ----------------------------------------------------------------------- */

typedef enum fault_kind { FAULT_NONE, FAULT_MEMORY, FAULT_FILE } fault_kind;

static fault_kind failing;
static int fail_at;
static bool fails_on;
static atomic_int counted;
static const char *failed = "nothing"; /* the call that failed first */
static FILE *broken;                   /* a stream of which a reading failed */

/* From now on the calls of that kind are counted, and the `at`th fails, 1 is the first, 0 none;
 * with `on` all after it, too. */
static void faults_begin(fault_kind kind, int at, bool on) {
    fail_at = at;
    fails_on = on;
    counted = 0;
    failed = "nothing";
    failing = kind;
}

/* Ends that: no call fails, and none is counted. */
static void faults_rest(void) {
    failing = FAULT_NONE;
    broken = NULL;
}

/* The same. Returns how many calls there were. */
static int faults_end(void) {
    faults_rest();
    return counted;
}

static bool fails(fault_kind kind, const char *name) {
    if (failing != kind || kind == FAULT_NONE)
        return false;
    int call = atomic_fetch_add(&counted, 1) + 1;
    bool now = call == fail_at || (fails_on && fail_at > 0 && call > fail_at);
    if (call == fail_at)
        failed = name;
    if (now)
        errno = kind == FAULT_MEMORY ? ENOMEM : EIO;
    return now;
}

/* A function that the linker puts in the place of another one, which it calls unless it is to fail.
 */
#define FAULT(kind, failure, type, name, parameters, arguments)                                    \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters {                                                                \
        return fails(kind, #name) ? failure : __real_##name arguments;                             \
    }

static fault_kind kind_of(size_t bytes) {
    return bytes >= LARGE ? FAULT_MEMORY : FAULT_NONE;
}

FAULT(kind_of(count *size), NULL, void *, calloc, (size_t count, size_t size), (count, size))
FAULT(kind_of(size), NULL, void *, realloc, (void *old, size_t size), (old, size))

static atomic_int small_failures; /* so many of the next calls of malloc fail, however small */

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    bool is_out = small_failures > 0 && atomic_fetch_sub(&small_failures, 1) > 0;
    return is_out || fails(kind_of(size), "malloc") ? NULL : __real_malloc(size);
}

FAULT(FAULT_FILE, -1, int, open, (const char *path, int flags, mode_t mode), (path, flags, mode))
FAULT(FAULT_FILE, -1, int, openat, (int at, const char *path, int flags, mode_t mode),
      (at, path, flags, mode))
FAULT(FAULT_FILE, NULL, FILE *, fopen, (const char *path, const char *mode), (path, mode))
FAULT(FAULT_FILE, NULL, FILE *, fdopen, (int file, const char *mode), (file, mode))
FAULT(FAULT_FILE, -1, int, stat, (const char *path, struct stat *s), (path, s))
FAULT(FAULT_FILE, -1, int, fstat, (int file, struct stat *s), (file, s))
FAULT(FAULT_FILE, -1, int, fstatat, (int at, const char *path, struct stat *s, int flags),
      (at, path, s, flags))
FAULT(FAULT_FILE, -1, int, access, (const char *path, int mode), (path, mode))
FAULT(FAULT_FILE, -1, ssize_t, readlink, (const char *path, char *to, size_t size),
      (path, to, size))
FAULT(FAULT_FILE, NULL, char *, realpath, (const char *path, char *to), (path, to))
FAULT(FAULT_FILE, NULL, char *, getcwd, (char *to, size_t size), (to, size))
FAULT(FAULT_FILE, NULL, DIR *, opendir, (const char *path), (path))
FAULT(FAULT_FILE, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
FAULT(FAULT_FILE, -1, ssize_t, write, (int file, const void *bytes, size_t size),
      (file, bytes, size))
FAULT(FAULT_FILE, -1, int, fsync, (int file), (file))
FAULT(FAULT_FILE, -1, int, fchmod, (int file, mode_t mode), (file, mode))
FAULT(FAULT_FILE, -1, int, flock, (int file, int how), (file, how))
FAULT(FAULT_FILE, -1, int, rename, (const char *from, const char *to), (from, to))
FAULT(FAULT_FILE, -1, int, scandir,
      (const char *path, struct dirent ***list, int (*wanted)(const struct dirent *),
       int (*order)(const struct dirent **, const struct dirent **)),
      (path, list, wanted, order))

/* What is closed is closed, whatever is said of it. */
int __real_close(int file);
int __wrap_close(int file);
int __wrap_close(int file) {
    bool is_bad = fails(FAULT_FILE, "close");
    int error = errno;
    int closed = __real_close(file);
    if (is_bad)
        errno = error;
    return is_bad ? -1 : closed;
}

/* Reading by a stream that failed once goes on failing. */
static bool breaks(FILE *stream, const char *name) {
    if (fails(FAULT_FILE, name))
        broken = stream;
    return broken == stream;
}

size_t __real_fread(void *bytes, size_t size, size_t count, FILE *stream);
size_t __wrap_fread(void *bytes, size_t size, size_t count, FILE *stream);
size_t __wrap_fread(void *bytes, size_t size, size_t count, FILE *stream) {
    return breaks(stream, "fread") ? 0 : __real_fread(bytes, size, count, stream);
}

int __real_getc(FILE *stream);
int __wrap_getc(FILE *stream);
int __wrap_getc(FILE *stream) {
    return breaks(stream, "getc") ? EOF : __real_getc(stream);
}

int __real_ferror(FILE *stream);
int __wrap_ferror(FILE *stream);
int __wrap_ferror(FILE *stream) {
    return broken == stream || __real_ferror(stream);
}

int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream) {
    if (broken == stream)
        broken = NULL;
    return __real_fclose(stream);
}

/* ---- One run ------------------------------------------------------------------------------- */

static int count_open_files(void) {
    DIR *all = opendir("/proc/self/fd");
    int count = 0;
    assert_non_null(all);
    while (readdir(all) != NULL)
        count++;
    closedir(all);
    return count;
}

typedef struct scenario {
    const char *name;
    int (*run)(const char *words);
    const char *words;
    const char *file; /* that it writes */
} scenario;

/* ---- The window --------------------------------------------------------------------------- */

/* Runs the window with these events. Returns 0, or 1 when it fails or something was said that may
 * be a failure. */
static int run_window_with(const char *events) {
    script_begin(events, faults_rest); /* with no memory no question could be answered */
    int status = run_program("--paused --size 320x200 a.level");
    script_end();
    return status;
}

static outcome run(const scenario *s, fault_kind kind, int at, bool on, int *calls) {
    static outcome o;
    FILE *real_out = stdout, *real_err = stderr;
    o = (outcome){0};
    write_file(s->file, "old");
    write_file("a.level", old_level);
    write_file("b.level", "slidemove 1\nplayer 0 2\nsegment -9 0 9 1\n");
    stdout = open_memstream(&o.out, &o.out_length);
    stderr = open_memstream(&o.said, &o.said_length);
    assert_true(stdout != NULL && stderr != NULL);
    faults_begin(kind, at, on);
    o.goes_on = s->run == run_window_with;
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

/* Whether what was written is a whole level, in which not all changes need be, or recording. */
static bool is_whole(const outcome *o) {
    level_errors errors;
    level *l = level_read(o->file, o->file_length, &errors);
    level_free(l);
    return l != NULL || strstr(o->file, "\nend\n") != NULL || strstr(o->file, "</svg>\n") != NULL;
}

/* What is wrong with what a run gave in which something failed; NULL: nothing. */
static const char *find_fault(const outcome *o, const outcome *good, fault_kind kind) {
    const char *cause = kind == FAULT_MEMORY ? "memory" : strerror(EIO);
    /* Each font that cannot be asked for counts as not there, and the next one is taken. */
    bool is_not_there = strcmp(failed, "access") == 0;
    bool is_said = strstr(o->said, cause) != NULL || strstr(o->out, cause) != NULL ||
                   strstr(o->said, "no font found") != NULL || is_not_there;
    bool is_as_good =
        o->out_length == good->out_length && memcmp(o->out, good->out, o->out_length) == 0 &&
        o->file_length == good->file_length && memcmp(o->file, good->file, o->file_length) == 0;
    if (o->status != 0 && o->status != 1)
        return "an exit status that is neither 0 nor 1";
    if (!is_said && (o->status == 1 || !is_as_good))
        return "it is not said what failed";
    if (o->status == 0 && !is_as_good && !o->goes_on && !is_not_there)
        return "all is well, but it writes something else";
    if (!is_not_there && strcmp(o->file, "old") != 0 &&
        memcmp(o->file, good->file, o->file_length) != 0 && !(o->goes_on && is_whole(o)))
        return "the file is neither as it was nor whole";
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
            bool is_named = strstr(o.said, "no memory to type") == NULL; /* else by the time */
            if (fault == NULL && is_named && count_files(folder) != files)
                fault = "a file stays behind";
            if (fault == NULL && count_open_files() != open_files)
                fault = "a file stays open";
            if (fault != NULL)
                print_message("%s: %s, call %d of %d%s: %s; status %d, said: %s\n", s->name, failed,
                              at, calls, on ? " and all after it" : "", fault, o.status, o.said);
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

static void write_big_level(void) {
    FILE *f = fopen(path_in("big.level").at, "w");
    assert_non_null(f);
    fputs("slidemove 1\nplayer 0 2\n", f);
    for (int i = 0; i < BIG_LEVEL_SEGMENTS; i++)
        fprintf(f, "segment %d 0 %d 0\n", i, i + 1);
    fclose(f);
}

IN_FOLDER(the_window_says_what_failed_and_spoils_nothing) {
    static const scenario all[] = {
        {"edit a big level", run_window_with,
         "ctrl+o ctrl+a =big.level Return ctrl+a ctrl+d ctrl+z ctrl+d ctrl+s", "big.level"},
        {"edit and save", run_window_with, "ctrl+a ctrl+d ctrl+z ctrl+d ctrl+s", "a.level"},
        {"save as", run_window_with, "ctrl+a ctrl+d ctrl+shift+s ctrl+a =o.svg Return Return",
         "o.svg"},
        {"record", run_window_with, ". . shift+F8 ctrl+a =r.recording Return", "r.recording"},
        {"open", run_window_with, "n b ctrl+o Right Return shift+r", "out"},
        {"explore", run_window_with,
         "ctrl+a ctrl+d ctrl+e wait20 Escape Return Escape Escape ctrl+s", "a.level"},
    };
    int bad = 0;
    write_big_level();
    setenv("XDG_STATE_HOME", folder, 1);
    assert_int_equal(mkdir(path_in("slidemove").at, 0700), 0); /* a recovery copy makes it */
    int before = open(".", O_RDONLY);
    assert_int_equal(chdir(folder), 0); /* a typed path is short */
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bad += count_bad(&all[i]);
    assert_int_equal(fchdir(before), 0);
    close(before);
    assert_int_equal(bad, 0);
}

IN_FOLDER(each_subcommand_says_what_failed_and_spoils_nothing) {
    static const scenario all[] = {
        {"check", run_program, "check levels/lab/36-drawing.svg levels/lab3/02-mesh.level", "out"},
        {"check a big level", run_program, "check @/big.level", "out"},
        {"simulate a big level", run_program, "simulate @/big.level --moves @/moves", "out"},
        {"render a big level", run_program, "render @/big.level -o @/out --size 320x200", "out"},
        {"check a drawing", run_program, "check @/plan.svg", "out"},
        {"simulate", run_program, "simulate levels/lab/02-wall-of-100.level --moves @/moves",
         "out"},
        {"trace", run_program,
         "simulate levels/lab/02-wall-of-100.level --moves @/moves --trace @/trace", "trace"},
        {"animate", run_program,
         "animate levels/lab/02-wall-of-100.level --moves @/moves -o @/out.webp --size 160x100",
         "out.webp"},
        {"render", run_program, "render levels/playground.level -o @/out --size 320x200", "out"},
        {"render 3D", run_program, "render levels/lab3/02-mesh.level -o @/out --size 320x200",
         "out"},
        {"keep", run_program, "keep tests/recordings/plane.recording --tick 1 -o @/out", "out"},
        {"replay", run_program, "replay --check tests/recordings/space.recording", "out"},
    };
    write_file("moves", "0.1 0\n0.1 -0.1\n");
    write_big_level();
    write_file("plan.svg", "<!DOCTYPE svg [<!ENTITY e 'a text that is longer where it is used'>]>"
                           "<svg xmlns='http://www.w3.org/2000/svg'><title>&e; &e; &e; &e; &e; &e;"
                           "&e; &e; &e; &e;</title><line x2='90'/></svg>");
    write_file("out.c", "");
    int bad = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bad += count_bad(&all[i]);
    assert_int_equal(bad, 0);
}

/* ---- Small memory -------------------------------------------------------------------------- */

static void allocate(void) {
    free(memory_alloc(1));
}

static void run_out_once(void) {
    small_failures = 1;
    allocate();
}

static void run_out_for_good(void) {
    small_failures = 1000000;
    allocate();
}

static void be_terminated(void) {
    raise(SIGTERM);
}

/* Opens a window in which something is drawn, and then calls `run_out`. The recovery copies go to
 * the folder of that name. Returns what the program says. */
static const char *say_at_end(void (*run_out)(void), const char *copies) {
    static char said[1000];
    int status;
    write_file("a.level", old_level);
    setenv("XDG_STATE_HOME", path_in(copies).at, 1);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        stderr = freopen(path_in("said").at, "w", stderr);
        script_begin("ctrl+a ctrl+d", run_out);
        int ended = run_program("--paused --size 320x200 @/a.level");
        exit(platform_must_end() ? ended : 2); /* without memory it should have ended before */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), run_out != be_terminated);
    assert_content("a.level", old_level);
    read_file(path_in("said").at, said, sizeof said);
    return said;
}

IN_FOLDER(small_memory_that_runs_out_ends_the_program_and_keeps_what_is_unsaved) {
    static const char kept[] = "slidemove: out of memory\nslidemove: your unsaved changes are kept";
    assert_non_null(strstr(say_at_end(run_out_once, "a"), kept));
    assert_int_equal(count_files(path_in("a/slidemove").at), 1);
}

IN_FOLDER(a_program_without_memory_for_the_copy_says_that_changes_are_lost) {
    assert_non_null(strstr(say_at_end(run_out_for_good, "a"), "unsaved changes could not be kept"));
    assert_int_equal(access(path_in("a/slidemove").at, F_OK), -1);
}

IN_FOLDER(a_signal_that_ends_the_program_says_whether_a_copy_is_kept) {
    assert_non_null(strstr(say_at_end(be_terminated, "a"), "changes are kept; the next start"));
    write_file("b", "a file where the folder should be");
    const char *said = say_at_end(be_terminated, "b");
    assert_non_null(strstr(said, "slidemove: your unsaved changes could not be kept: "));
    assert_non_null(strstr(said, "/b/slidemove/a-"));
    assert_non_null(strstr(said, "cannot be saved: Not a directory"));
}

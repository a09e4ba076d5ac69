/* Saving: what is kept, what each failure leaves behind, and kills in the middle of it. */
#include "../test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A disk that is full or broken, by its system calls. */
typedef enum call { NOTHING, CREATE, WRITE, FSYNC, CLOSE, RENAME, LOCK } call;

static struct {
    call fails;
    int error;       /* the errno it fails with; 0: it does nothing, and says so */
    int good;        /* calls of its kind before that */
    bool is_slow;    /* a byte a write */
    bool interrupts; /* every second call */
    int interrupted; /* calls that were asked */
    void (*at_fsync)(void);
} disk;

static bool is_failing(call what) {
    errno = EINTR;
    if (disk.interrupts)
        return disk.interrupted++ % 2 == 0;
    if (disk.fails != what || disk.good-- > 0)
        return false;
    errno = disk.error;
    return true;
}

static int disk_open(const char *name, int flags, ...) {
    if ((flags & O_CREAT) == 0)
        return open(name, flags);
    va_list values;
    va_start(values, flags);
    mode_t mode = va_arg(values, mode_t);
    va_end(values);
    return is_failing(CREATE) ? -1 : open(name, flags, mode);
}

static ssize_t disk_write(int file, const void *bytes, size_t size) {
    if (is_failing(WRITE))
        return disk.error == 0 && !disk.interrupts ? 0 : -1;
    return write(file, bytes, disk.is_slow && size > 1 ? 1 : size);
}

static int disk_fsync(int file) {
    if (disk.at_fsync != NULL)
        disk.at_fsync();
    return is_failing(FSYNC) ? -1 : fsync(file);
}

/* What fails to close is closed. */
static int disk_close(int file) {
    close(file);
    return is_failing(CLOSE) ? -1 : 0;
}

static int disk_rename(const char *from, const char *to) {
    return disk.fails == RENAME && is_failing(RENAME) ? -1 : rename(from, to);
}

static int disk_flock(int file, int how) {
    return disk.fails == LOCK && is_failing(LOCK) ? -1 : flock(file, how);
}

#define open   disk_open
#define write  disk_write
#define fsync  disk_fsync
#define close  disk_close
#define rename disk_rename
#define flock  disk_flock
#include "../../src/level/platform.c"
#undef open
#undef write
#undef fsync
#undef close
#undef rename
#undef flock

#include "../files.h" /* its `folder` would be hidden above */
#include "../random.h"

static mode_t mode_of(const char *name) {
    struct stat s;
    assert_int_equal(stat(path_in(name).at, &s), 0);
    return s.st_mode & 07777;
}

static void assert_saves(const char *name, const char *text) {
    char message[SAVE_MESSAGE_LENGTH] = "";
    bool saved = save_file(path_in(name).at, text, strlen(text), message);
    assert_string_equal(message, "");
    assert_true(saved);
}

/* The whole message for this path and reason. */
static void assert_refused(const char *path, const char *reason) {
    char message[SAVE_MESSAGE_LENGTH] = "", expected[SAVE_MESSAGE_LENGTH];
    snprintf(expected, sizeof expected, "%s cannot be saved: %s; the file is as it was", path,
             reason);
    assert_false(save_file(path, "new", 3, message));
    assert_string_equal(message, expected);
}

/* ---- What is saved ----------------------------------------------------------------------- */

static int make_disk(void **state) {
    memset(&disk, 0, sizeof disk);
    return make_folder(state);
}

#define IN_FOLDER(name) TEST_WITH(name, make_disk, remove_folder)

IN_FOLDER(a_new_file_has_the_whole_content_and_usual_permissions) {
    mode_t mask = umask(022);
    assert_saves("a.level", "slidemove 1\n");
    umask(mask);
    assert_content("a.level", "slidemove 1\n");
    assert_int_equal(mode_of("a.level"), 0644);
    assert_int_equal(count_files(folder), 1);
}

IN_FOLDER(an_existing_file_is_replaced_even_by_nothing) {
    write_file("a.level", "a much longer text than the new one");
    assert_saves("a.level", "short");
    assert_content("a.level", "short");
    assert_saves("a.level", "");
    assert_content("a.level", "");
    assert_int_equal(count_files(folder), 1);
}

IN_FOLDER(bytes_that_are_no_text_are_kept) {
    char message[SAVE_MESSAGE_LENGTH], content[8];
    assert_true(save_file(path_in("a").at, "\0\n\xff\0", 4, message));
    assert_int_equal(read_file(path_in("a").at, content, sizeof content), 4);
    assert_memory_equal(content, "\0\n\xff\0", 4);
}

IN_FOLDER(a_file_in_the_current_folder_needs_no_slash) {
    char message[SAVE_MESSAGE_LENGTH];
    int before = open(".", O_RDONLY);
    assert_int_equal(chdir(folder), 0);
    bool saved = save_file("a.level", "new", 3, message);
    assert_int_equal(fchdir(before), 0);
    close(before);
    assert_true(saved);
    assert_content("a.level", "new");
}

IN_FOLDER(permissions_are_kept_whatever_the_umask) {
    static const mode_t modes[] = {0600, 0644, 0666, 0755};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        write_file("a.level", "old");
        assert_int_equal(chmod(path_in("a.level").at, modes[i]), 0);
        mode_t mask = umask(027);
        assert_saves("a.level", "new");
        umask(mask);
        assert_int_equal(mode_of("a.level"), modes[i]);
    }
}

static void assert_is_link(const char *name) {
    struct stat s;
    assert_int_equal(lstat(path_in(name).at, &s), 0);
    assert_true(S_ISLNK(s.st_mode));
}

IN_FOLDER(links_stay_links_and_their_target_is_saved) {
    assert_int_equal(mkdir(path_in("deep").at, 0700), 0);
    write_file("deep/real.level", "old");
    assert_int_equal(symlink("real.level", path_in("deep/link").at), 0);
    assert_int_equal(symlink("deep/link", path_in("relative").at), 0);
    assert_int_equal(symlink(path_in("deep/real.level").at, path_in("absolute").at), 0);
    assert_saves("relative", "one");
    assert_content("deep/real.level", "one");
    assert_saves("absolute", "two");
    assert_content("deep/real.level", "two");
    assert_is_link("relative");
    assert_is_link("absolute");
    assert_is_link("deep/link");
    assert_int_equal(count_files(path_in("deep").at), 2);
}

IN_FOLDER(what_is_locked_is_so_until_it_is_unlocked_where_there_are_locks) {
    platform_status status;
    write_file("a.level", "");
    path_text path = path_in("a.level");
    int first = platform_lock(path.at, &status);
    assert_true(first >= 0);
    assert_int_equal(platform_lock(path.at, &status), -1);
    disk.fails = LOCK;
    disk.error = ENOLCK;
    int second = platform_lock(path.at, &status);
    assert_true(second >= 0);
    platform_unlock(second);
    platform_unlock(first);
    assert_int_equal(platform_lock(path_in("none").at, &status), -1);
}

TEST(a_file_is_unchanged_while_its_place_size_and_time_are) {
    const platform_status is = {.device = 1, .number = 2, .size = 3, .changed = {4, 5}},
                          others[] = {{.device = 2, .number = 2, .size = 3, .changed = {4, 5}},
                                      {.device = 1, .number = 3, .size = 3, .changed = {4, 5}},
                                      {.device = 1, .number = 2, .size = 4, .changed = {4, 5}},
                                      {.device = 1, .number = 2, .size = 3, .changed = {5, 5}},
                                      {.device = 1, .number = 2, .size = 3, .changed = {4, 6}}};
    assert_true(platform_is_unchanged(&is, &is));
    for (int i = 0; i < 5; i++)
        assert_false(platform_is_unchanged(&is, &others[i]));
}

static void assert_freed(char *path, const char *expected) {
    if (expected == NULL)
        assert_null(path);
    else
        assert_string_equal(path, expected);
    free(path);
}

IN_FOLDER(folders_are_those_of_the_environment_if_they_begin_at_the_root) {
    setenv("XDG_STATE_HOME", "there", 1);
    setenv("HOME", "/home/me", 1);
    assert_freed(platform_state_folder(), "/home/me/.local/state/slidemove");
    setenv("HOME", "me", 1);
    assert_freed(platform_state_folder(), NULL);
    setenv("XDG_STATE_HOME", "/there", 1);
    assert_freed(platform_state_folder(), "/there/slidemove");
    int before = open(".", O_RDONLY);
    assert_int_equal(mkdir(path_in("gone").at, 0700), 0);
    assert_int_equal(chdir(path_in("gone").at), 0);
    assert_int_equal(rmdir(path_in("gone").at), 0);
    assert_freed(platform_absolute("a"), "a"); /* seen from nowhere */
    assert_int_equal(fchdir(before), 0);
    close(before);
}

/* ---- What is refused --------------------------------------------------------------------- */

IN_FOLDER(links_in_a_circle_are_refused) {
    assert_int_equal(symlink("b", path_in("a").at), 0);
    assert_int_equal(symlink("a", path_in("b").at), 0);
    assert_refused(path_in("a").at, strerror(ELOOP));
    assert_int_equal(count_files(folder), 2);
}

IN_FOLDER(folders_pipes_and_nonsense_are_refused_and_stay) {
    assert_int_equal(mkdir(path_in("sub").at, 0700), 0);
    assert_int_equal(mkfifo(path_in("pipe").at, 0600), 0);
    assert_refused(path_in("sub").at, strerror(EISDIR));
    assert_refused(path_in("pipe").at, "it is a device or a pipe");
    assert_refused("/dev/full", "it is a device or a pipe");
    assert_refused("", strerror(ENOENT));
    assert_int_equal(count_files(folder), 2);
}

/* Root may write everything, so the test saves as another user. Returns 0 when that is refused. */
static int save_as_nobody(const char *path) {
    enum { NOBODY = 65534 };
    char message[SAVE_MESSAGE_LENGTH] = "";
    if (geteuid() == 0 && setuid(NOBODY) != 0)
        return 1;
    if (save_file(path, "new", 3, message))
        return 2;
    return strstr(message, strerror(EACCES)) != NULL ? 0 : 3;
}

IN_FOLDER(a_file_that_may_not_be_written_is_refused) {
    write_file("a.level", "old");
    assert_int_equal(chmod(path_in("a.level").at, 0444), 0);
    assert_int_equal(chmod(folder, 0777), 0);
    pid_t child = fork();
    if (child == 0)
        _exit(save_as_nobody(path_in("a.level").at));
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_content("a.level", "old");
    assert_int_equal(count_files(folder), 1);
}

IN_FOLDER(a_folder_that_is_not_there_is_told) {
    assert_refused(path_in("gone/a.level").at, strerror(ENOENT));
    write_file("file", "");
    assert_refused(path_in("file/a.level").at, strerror(ENOTDIR));
}

IN_FOLDER(a_name_that_is_too_long_still_leaves_room_for_the_reason) {
    char path[1400], message[SAVE_MESSAGE_LENGTH];
    memset(path, 'x', sizeof path);
    strcpy(path + sizeof path - 6, ".text");
    for (int i = 0; i < 600; i++)
        memcpy(path + 2 * i, "\xc3\xa9", 2); /* the cut is at an odd byte */
    assert_false(save_file(path, "new", 3, message));
    assert_non_null(strstr(message, ".text cannot be saved: "));
    assert_non_null(strstr(message, strerror(ENAMETOOLONG)));
    assert_non_null(strstr(message, "; the file is as it was"));
    assert_memory_equal(message, "...x", 4); /* it is cut between characters, and says so */
}

/* ---- A disk that fails ------------------------------------------------------------------- */

IN_FOLDER(every_failure_leaves_the_old_file_and_nothing_else) {
    static const struct {
        call fails;
        int error, good;
    } cases[] = {
        {CREATE, EACCES, 0}, {CREATE, EROFS, 0},  {CREATE, ENOSPC, 0}, {WRITE, ENOSPC, 0},
        {WRITE, ENOSPC, 1},  {WRITE, ENOSPC, 2},  {WRITE, EDQUOT, 2},  {WRITE, EIO, 0},
        {WRITE, 0, 0},       {FSYNC, EIO, 0},     {FSYNC, ENOSPC, 0},  {CLOSE, EIO, 0},
        {CLOSE, EDQUOT, 0},  {RENAME, EACCES, 0}, {RENAME, EXDEV, 0},
    };
    write_file("a.level", "old");
    disk.is_slow = true;
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        int error = cases[i / 2].error;
        disk.fails = cases[i / 2].fails;
        disk.error = error;
        disk.good = cases[i / 2].good;
        /* where there was none, there is none */
        assert_refused(path_in(i % 2 == 0 ? "a.level" : "b.level").at,
                       strerror(error != 0 ? error : ENOSPC));
        assert_content("a.level", "old");
        assert_int_equal(count_files(folder), 1);
    }
}

IN_FOLDER(short_and_interrupted_calls_go_on) {
    disk.is_slow = true;
    assert_saves("a.level", "byte by byte");
    assert_content("a.level", "byte by byte");
    disk.interrupts = true;
    assert_saves("a.level", "again and again");
    assert_content("a.level", "again and again");
    assert_in_range(disk.interrupted, 2 * (1 + 15 + 1) + 1, 2 * (1 + 15 + 2) + 1);
    assert_int_equal(count_files(folder), 1);
}

IN_FOLDER(a_folder_the_disk_does_not_confirm_is_told_and_one_it_cannot_is_fine) {
    char message[SAVE_MESSAGE_LENGTH], expected[SAVE_MESSAGE_LENGTH];
    path_text path = path_in("a.level");
    disk.fails = FSYNC;
    disk.good = 1; /* the file's, before the folder's */
    disk.error = EIO;
    assert_false(save_file(path.at, "new", 3, message));
    snprintf(expected, sizeof expected,
             "%s is written, but the disk does not confirm it: %s; save it again", path.at,
             strerror(EIO));
    assert_string_equal(message, expected);
    assert_content("a.level", "new");
    disk.good = 1;
    disk.error = EINVAL;
    assert_saves("a.level", "newer");
    assert_int_equal(count_files(folder), 1);
}

static void remove_the_folder(void) {
    remove_folder(NULL);
}

IN_FOLDER(a_folder_removed_while_saving_is_told) {
    write_file("a.level", "old");
    disk.at_fsync = remove_the_folder;
    assert_refused(path_in("a.level").at, strerror(ENOENT));
    assert_int_equal(access(folder, F_OK), -1);
}

/* ---- Being killed ------------------------------------------------------------------------ */

enum {
    KILLS = 300,
    DELAY_MAX = 60 * 1000, /* microseconds: 300 kills take 9 s on a slow disk */
    CONTENT_LENGTH = 300 * 1000
};

/* Every tenth byte tells the place, the others the content. */
static char *make_content(char letter) {
    char *content = malloc(CONTENT_LENGTH);
    assert_non_null(content);
    memset(content, letter, CONTENT_LENGTH);
    for (int i = 0; i < CONTENT_LENGTH; i += 10)
        content[i] = (char)('0' + i / 10 % 10);
    return content;
}

/* Never returns. Says through `ready` that saving begins. */
static void save_for_ever(const char *path, char *const contents[2], int first, int ready) {
    char message[SAVE_MESSAGE_LENGTH];
    if (write(ready, "", 1) != 1)
        _exit(1);
    for (int i = first;; i = 1 - i) {
        if (!save_file(path, contents[i], CONTENT_LENGTH, message))
            _exit(2);
    }
}

/* Returns the process, killed after `delay` microseconds of saving. */
static pid_t save_and_be_killed(const char *path, char *const contents[2], int first, int delay) {
    int pipe_ends[2];
    char byte;
    assert_int_equal(pipe(pipe_ends), 0);
    pid_t child = fork();
    if (child == 0)
        save_for_ever(path, contents, first, pipe_ends[1]);
    assert_true(child > 0);
    assert_int_equal(read(pipe_ends[0], &byte, 1), 1);
    nanosleep(&(struct timespec){0, delay * 1000L}, NULL);
    assert_int_equal(kill(child, SIGKILL), 0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return child;
}

/* Returns 0 or 1: which content the file has, wholly. */
static int content_of(const char *path, char *const contents[2], char *scratch) {
    size_t length = read_file(path, scratch, CONTENT_LENGTH + 1);
    assert_int_equal(length, CONTENT_LENGTH);
    int which = memcmp(scratch, contents[0], CONTENT_LENGTH) == 0 ? 0 : 1;
    assert_memory_equal(scratch, contents[which], CONTENT_LENGTH);
    return which;
}

/* In microseconds. */
static int time_of_a_save(const char *path, char *const contents[2]) {
    enum { SAVES = 8 };
    char message[SAVE_MESSAGE_LENGTH];
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < SAVES; i++)
        assert_true(save_file(path, contents[0], CONTENT_LENGTH, message));
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (int)((end.tv_sec - start.tv_sec) * 1000000 + (end.tv_nsec - start.tv_nsec) / 1000) /
           SAVES;
}

IN_FOLDER(a_kill_at_any_moment_leaves_one_whole_content) {
    path_text path = path_in("a.level");
    char *contents[2] = {make_content('a'), make_content('b')};
    char *scratch = malloc(CONTENT_LENGTH + 1);
    assert_non_null(scratch);
    int delays = 3 * time_of_a_save(path.at, contents) + 1;
    if (delays > DELAY_MAX)
        delays = DELAY_MAX;
    int now = 0, seen[2] = {0, 0}, midst = 0;
    uint64_t random = test_seed(2024);
    for (int i = 0; i < KILLS; i++) {
        int delay = random_int(&random, delays);
        pid_t child = save_and_be_killed(path.at, contents, 1 - now, delay);
        now = content_of(path.at, contents, scratch);
        seen[now]++;
        char leftover[64];
        snprintf(leftover, sizeof leftover, "a.level.%d.part", (int)child);
        midst += remove(path_in(leftover).at) == 0;
        assert_int_equal(count_files(folder), 1);
    }
    print_message("             %d kills: %d times one content, %d times the other; %d in the "
                  "midst of saving\n",
                  KILLS, seen[0], seen[1], midst);
    assert_true(seen[0] > 0 && seen[1] > 0 && midst > 0);
    assert_saves("a.level", "whole");
    assert_content("a.level", "whole");
    assert_int_equal(count_files(folder), 1);
    free(contents[0]);
    free(contents[1]);
    free(scratch);
}

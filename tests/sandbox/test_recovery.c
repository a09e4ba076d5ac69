/* Recovery copies: when they are written, who finds them, and what goes wrong with them. */
#include "../test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../src/sandbox/recovery.h"
#include "../../src/sandbox/shape_edit.h"
#include "../level_text.h"

static const char start[] = "slidemove 1\nplayer 0 0\ncircle 5 5 1 # round\n";
static const char changed[] = "slidemove 1\nplayer 0 0\ncircle 6 5 1 # round\n";

enum { CIRCLE = 2 };

static char home[] = "/tmp/slidemove-recovery-XXXXXX";
static char folder[256], level_path[256], other_path[256];
static char message[SAVE_MESSAGE_LENGTH];

/* ---- The folder -------------------------------------------------------------------------- */

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static int remove_all(const char *path) {
    DIR *opened = opendir(path);
    if (opened == NULL)
        return errno == ENOTDIR ? unlink(path) : 0;
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        char inner[1024];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_all(inner);
    }
    closedir(opened);
    return rmdir(path);
}

static int set_up(void **state) {
    strcpy(home + strlen(home) - 6, "XXXXXX");
    if (mkdtemp(home) == NULL)
        return -1;
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", home, 1);
    snprintf(folder, sizeof folder, "%s/.local/state/slidemove", home);
    snprintf(level_path, sizeof level_path, "%s/a.level", home);
    snprintf(other_path, sizeof other_path, "%s/b.level", home);
    write_file(level_path, start);
    write_file(other_path, start);
    return 0;
}

static int tear_down(void **state) {
    return remove_all(home);
}

/* Returns how many files there are; the last one's path goes to `path`. */
static int count_copies(char path[1024]) {
    int count = 0;
    DIR *opened = opendir(folder);
    if (opened == NULL)
        return 0;
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, 1024, "%s/%s", folder, entry->d_name);
        count++;
    }
    closedir(opened);
    return count;
}

static int copies(void) {
    char path[1024];
    return count_copies(path);
}

/* ---- Processes --------------------------------------------------------------------------- */

static void keep(recovery *r, const sandbox *s, const char *path, double seconds) {
    if (!recovery_keep(r, s, edit_is_dirty(s->edit), path, seconds, message))
        fail_msg("%s", message);
}

/* A process changes the level by `by` and ends without a word. */
static void crash(const char *path, float by) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        recovery r;
        recovery_open(&r);
        sandbox *s = open_text(start);
        bool good = edit_move(s->edit, CIRCLE, (sm3_vec){by, 0, 0}) &&
                    recovery_keep(&r, s, true, path, RECOVERY_SECONDS, message);
        _exit(good ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void set_age(const char *path, time_t seconds) {
    struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* ---- Keeping ----------------------------------------------------------------------------- */

#define IN_FOLDER(name) TEST_WITH(name, set_up, tear_down)

IN_FOLDER(a_level_whose_file_is_gone_is_kept_without_a_change) {
    recovery r;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(recovery_keep(&r, s, true, level_path, RECOVERY_SECONDS, message));
    assert_int_equal(copies(), 1);
    assert_true(recovery_keep(&r, s, false, level_path, 0, message)); /* it is back */
    assert_int_equal(copies(), 0);
    recovery_close(&r);
}

IN_FOLDER(a_copy_is_written_when_changes_have_waited) {
    char path[1024], text[512] = "", expected[512];
    recovery r;
    recovery_open(&r);
    sandbox *s = open_text(start);
    for (int i = 0; i < 30; i++)
        keep(&r, s, level_path, 1); /* nothing is unsaved */
    assert_int_equal(access(folder, F_OK), -1);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 9);
    assert_int_equal(copies(), 0);
    keep(&r, s, level_path, 1.5);
    assert_int_equal(count_copies(path), 1);
    struct stat status;
    assert_int_equal(stat(folder, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    assert_non_null(strstr(path, "/a-"));
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    snprintf(expected, sizeof expected, "%s\n%s", level_path, changed);
    assert_string_equal(text, expected);
    recovery_drop(&r);
    assert_int_equal(copies(), 0);
    recovery_close(&r);
}

IN_FOLDER(only_what_changed_since_is_written_again) {
    char path[1024];
    recovery r;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 11);
    assert_int_equal(count_copies(path), 1);
    assert_int_equal(unlink(path), 0); /* to see when it is written */
    keep(&r, s, level_path, 100);
    assert_int_equal(copies(), 0);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 0);
    assert_int_equal(copies(), 1);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    assert_int_equal(unlink(path), 0);
    keep(&r, s, level_path, 9); /* not so soon */
    assert_int_equal(copies(), 0);
    edit_begin(s->edit);
    keep(&r, s, level_path, 9); /* a hand is on it */
    assert_int_equal(copies(), 0);
    edit_end(s->edit);
    keep(&r, s, level_path, 0);
    assert_int_equal(copies(), 1);
    recovery_drop(&r);
    recovery_close(&r);
}

IN_FOLDER(without_unsaved_changes_there_is_no_copy) {
    recovery r;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 11);
    assert_int_equal(copies(), 1);
    assert_true(edit_undo(s->edit));
    keep(&r, s, level_path, 0);
    assert_int_equal(copies(), 0);
    assert_true(edit_redo(s->edit));
    keep(&r, s, level_path, 11);
    assert_int_equal(copies(), 1);
    assert_true(sandbox_save(s, level_path, message));
    keep(&r, s, level_path, 0);
    assert_int_equal(copies(), 0);
    recovery_close(&r);
}

IN_FOLDER(a_level_of_another_name_has_a_copy_of_its_own) {
    char path[1024];
    recovery r;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 11);
    keep(&r, s, other_path, 11);
    assert_int_equal(count_copies(path), 1);
    assert_non_null(strstr(path, "/b-"));
    keep(&r, s, "", 11);
    assert_int_equal(count_copies(path), 1);
    assert_non_null(strstr(path, "/untitled-"));
    char name[300];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    keep(&r, s, name, 11); /* longer than a file's name may be */
    assert_int_equal(copies(), 1);
    recovery_drop(&r);
    recovery_close(&r);
}

/* ---- Failing ----------------------------------------------------------------------------- */

IN_FOLDER(without_a_home_nothing_is_kept_and_nothing_fails) {
    unsetenv("HOME");
    recovery r;
    recovered found;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 11);
    assert_false(recovery_find(&r, NULL, &found));
    recovery_drop(&r);
    recovery_close(&r);
    setenv("XDG_STATE_HOME", "relative", 1); /* to be ignored */
    recovery_open(&r);
    assert_null(r.folder);
    setenv("XDG_STATE_HOME", home, 1);
    recovery_open(&r);
    snprintf(folder, sizeof folder, "%s/slidemove", home);
    keep(&r, s, level_path, 11);
    assert_int_equal(copies(), 1);
    recovery_drop(&r);
    recovery_close(&r);
}

IN_FOLDER(a_failure_is_told_once_until_it_is_over) {
    char local[512];
    snprintf(local, sizeof local, "%s/.local", home);
    write_file(local, "a file where the folder should be");
    recovery r;
    recovered found;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    message[0] = '\0';
    assert_false(recovery_keep(&r, s, true, level_path, 11, message));
    assert_non_null(strstr(message, "cannot be saved"));
    for (int i = 0; i < 5; i++)
        keep(&r, s, level_path, 11);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(unlink(local), 0);
    keep(&r, s, level_path, 11);
    assert_int_equal(copies(), 1);
    recovery_drop(&r);
    assert_int_equal(remove_all(folder), 0);
    write_file(folder, "again");
    assert_false(recovery_keep(&r, s, true, level_path, 11, message));
    keep(&r, s, level_path, 11);
    recovery_drop(&r);
    recovery_close(&r);
}

IN_FOLDER(a_folder_that_may_not_be_written_is_told_once) {
    if (geteuid() == 0)
        skip(); /* root may write anywhere */
    crash(level_path, 1);
    assert_int_equal(chmod(folder, 0500), 0);
    recovery r;
    recovered found;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    assert_false(recovery_keep(&r, s, true, level_path, 11, message));
    keep(&r, s, level_path, 11);
    assert_true(recovery_find(&r, level_path, &found));
    assert_true(recovery_take(&r, s, &found)); /* the old copy stays, no new one is held */
    recovered_free(&found);
    assert_int_equal(copies(), 1);
    assert_null(r.file);
    assert_int_equal(chmod(folder, 0700), 0);
    recovery_close(&r);
}

IN_FOLDER(a_path_with_a_line_break_is_refused) {
    recovery r;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    assert_false(recovery_keep(&r, s, true, "/tmp/a\nb.level", 11, message));
    assert_non_null(strstr(message, "line break"));
    assert_int_equal(copies(), 0);
    recovery_close(&r);
}

/* ---- Finding ----------------------------------------------------------------------------- */

IN_FOLDER(what_a_crashed_process_left_is_found_and_taken) {
    char path[1024];
    crash(level_path, 1);
    recovery r;
    recovered found;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(recovery_find(&r, level_path, &found));
    assert_string_equal(found.path, level_path);
    assert_true(labs((long)(time(NULL) - found.written.tv_sec)) < 100);
    assert_level_says(found.level, changed);
    char *old = strdup(found.file);
    assert_non_null(old);
    assert_true(recovery_take(&r, s, &found));
    assert_level_says(s->level, changed);
    assert_true(edit_is_dirty(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_int_equal(count_copies(path), 1); /* now it is ours */
    assert_string_not_equal(path, old);
    assert_string_equal(path, r.file);
    recovered again;
    assert_false(recovery_find(&r, level_path, &again));
    keep(&r, s, found.path, 100);
    assert_int_equal(copies(), 1);
    recovered_free(&found);
    assert_true(sandbox_save(s, level_path, message));
    keep(&r, s, level_path, 0);
    assert_int_equal(copies(), 0);
    free(old);
    recovery_close(&r);
}

/* Meshes stand beside the level, not beside its copy. What is lost of them is not lost of the
 * level. */
IN_FOLDER(a_recovered_3d_level_has_its_meshes) {
    static const char text[] = "slidemove3 1\nplayer 0 0 0\nmesh one.obj\nmesh gone.obj\n";
    char path[1024], mesh[300], copy[600];
    crash(level_path, 1);
    assert_int_equal(count_copies(path), 1);
    snprintf(copy, sizeof copy, "%s\n%s", level_path, text);
    write_file(path, copy);
    snprintf(mesh, sizeof mesh, "%s/one.obj", home);
    write_file(mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    recovery r;
    recovered found;
    recovery_open(&r);
    assert_true(recovery_find(&r, level_path, &found));
    assert_level_says(found.level, text);
    assert_true(found.level->meshes[0].loaded);
    assert_false(found.level->meshes[1].loaded);
    recovered_free(&found);
    recovery_close(&r);
}

IN_FOLDER(the_newest_copy_is_found_of_the_level_that_is_asked_for) {
    char path[1024];
    recovery r;
    recovered found;
    recovery_open(&r);
    crash(level_path, 1);
    count_copies(path);
    set_age(path, 1000);
    crash(level_path, 2);
    assert_true(recovery_find(&r, level_path, &found));
    assert_level_holds(found.level, "circle 7 5 1");
    set_age(found.file, 500);
    recovered_free(&found);
    crash(other_path, 3);
    assert_true(recovery_find(&r, level_path, &found));
    assert_level_holds(found.level, "circle 7 5 1");
    recovery_discard(&found);
    assert_true(recovery_find(&r, level_path, &found));
    assert_level_holds(found.level, "circle 6 5 1");
    recovery_discard(&found);
    assert_false(recovery_find(&r, level_path, &found));
    assert_true(recovery_find(&r, NULL, &found));
    assert_string_equal(found.path, other_path);
    recovery_discard(&found);
    assert_int_equal(copies(), 0);
    recovery_close(&r);
}

IN_FOLDER(one_level_has_one_copy_however_its_path_is_spelled) {
    char spelled[512];
    snprintf(spelled, sizeof spelled, "%s/../%s/./a.level", home, strrchr(home, '/') + 1);
    crash(spelled, 1);
    recovery r;
    recovered found;
    recovery_open(&r);
    assert_true(recovery_find(&r, level_path, &found));
    assert_string_equal(found.path, level_path);
    recovery_discard(&found);
    crash("nowhere/yet.level", 1); /* a relative path of a file that is still to be made */
    assert_true(recovery_find(&r, "nowhere/yet.level", &found));
    assert_int_equal(found.path[0], '/');
    recovery_discard(&found);
    crash("", 1);
    assert_true(recovery_find(&r, "", &found));
    assert_string_equal(found.path, "");
    recovery_discard(&found);
    recovery_close(&r);
}

/* A process that keeps a copy and lives until it is told. Returns its number. */
static pid_t live(const char *path, int told[2]) {
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        recovery r;
        recovery_open(&r);
        sandbox *s = open_text(start);
        bool good =
            edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}) &&
            recovery_keep(&r, s, true, path, RECOVERY_SECONDS, message) &&
            edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}) &&
            recovery_keep(&r, s, true, path, RECOVERY_SECONDS, message); /* over the first */
        close(told[1]);
        bool waits = good && write(ready[1], "", 1) == 1 && read(told[0], &byte, 1) == 0;
        _exit(waits ? 0 : 1);
    }
    close(told[0]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return child;
}

IN_FOLDER(the_copies_of_living_processes_are_left_alone) {
    char path[1024], renamed[1024];
    recovery r;
    recovered found;
    recovery_open(&r);
    int told[2], status;
    pid_t child = live(level_path, told);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(count_copies(path), 1);
    snprintf(renamed, sizeof renamed, "%s/a-0123456789abcdef-%d.recovery", folder, (int)getpid());
    assert_int_equal(rename(path, renamed), 0);
    assert_false(recovery_find(&r, NULL, &found)); /* the number in its name tells nothing */
    close(told[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(recovery_find(&r, NULL, &found));
    recovered_free(&found);
    recovery_close(&r);
}

/* After a restart of the machine the old number is some other program's. */
IN_FOLDER(a_copy_is_offered_though_its_number_is_a_living_process_s) {
    char path[1024], renamed[1024];
    recovery r, other;
    recovered found, again;
    recovery_open(&r);
    recovery_open(&other);
    crash(level_path, 1);
    count_copies(path);
    snprintf(renamed, sizeof renamed, "%s/a-0123456789abcdef-1.recovery", folder);
    assert_int_equal(rename(path, renamed), 0);
    assert_int_equal(kill(1, 0) == 0 || errno == EPERM, 1);
    assert_true(recovery_find(&r, NULL, &found));
    assert_false(recovery_find(&other, NULL, &again)); /* one window alone offers it */
    recovered_free(&found);
    assert_true(recovery_find(&other, NULL, &again));
    recovery_discard(&again);
    recovery_close(&r);
    recovery_close(&other);
}

/* The number of a process may come again: its copy then has the name of ours. */
IN_FOLDER(a_copy_with_our_own_name_is_taken_over) {
    char path[1024];
    recovery r;
    recovered found;
    recovery_open(&r);
    sandbox *s = open_text(start);
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
    keep(&r, s, level_path, 11);
    recovery_close(&r); /* without dropping it */
    recovery_open(&r);
    assert_true(recovery_find(&r, level_path, &found));
    assert_true(recovery_take(&r, s, &found));
    recovered_free(&found);
    assert_int_equal(count_copies(path), 1);
    assert_string_equal(path, r.file);
    assert_false(recovery_find(&r, level_path, &found));
    recovery_drop(&r);
    recovery_close(&r);
}

IN_FOLDER(what_is_no_copy_is_passed_over) {
    char path[1024], sub[2048];
    recovery r;
    recovered found;
    recovery_open(&r);
    assert_false(recovery_find(&r, NULL, &found)); /* no folder */
    crash(level_path, 1);
    count_copies(path);
    static const char *const bad[] = {"",          "no line break",
                                      "/a/path\n", "/a/path\nslidemove 1\n",
                                      "\n",        "/a/path\nslidemove 1\nplayer 0 0\ncircle"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(path, bad[i]);
        assert_false(recovery_find(&r, NULL, &found));
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(unlink(path), 0);
    static const char *const names[] = {
        "x",        "a-b-c.recovery", "a-99999999999.recovery", "a-0.recovery", "a-12x.recovery",
        ".recovery"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(sub, sizeof sub, "%s/%s", folder, names[i]);
        write_file(sub, "/a/path\nslidemove 1\nplayer 0 0\n");
    }
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(copies(), (int)(sizeof names / sizeof *names) - 1); /* .recovery is hidden */
    recovery_close(&r);
}

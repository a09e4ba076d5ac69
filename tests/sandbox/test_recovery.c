/* Recovery copies: when they are written, which process finds them, and what goes wrong. */
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
#include "../files.h"
#include "../level_text.h"

static const char start[] = "slidemove 1\nplayer 0 0\ncircle 5 5 1 # round\n";
static const char changed[] = "slidemove 1\nplayer 0 0\ncircle 6 5 1 # round\n";

enum { CIRCLE = 2 };

static char kept_in[256], level_path[512], other_path[512];
static char message[SAVE_MESSAGE_LENGTH];

static recovery r;
static recovered found;
static sandbox *s;

/* ---- The folder -------------------------------------------------------------------------- */

static int set_up(void **state) {
    make_folder(state);
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", folder, 1);
    snprintf(kept_in, sizeof kept_in, "%s/.local/state/slidemove", folder);
    snprintf(level_path, sizeof level_path, "%s", path_in("a.level").at);
    snprintf(other_path, sizeof other_path, "%s", path_in("b.level").at);
    write_file("a.level", start);
    write_file("b.level", start);
    recovery_open(&r);
    s = open_text(start);
    return 0;
}

static int tear_down(void **state) {
    recovered_free(&found);
    recovery_close(&r);
    return remove_folder(state);
}

static void change(void) {
    assert_true(edit_move(s->edit, CIRCLE, (sm3_vec){1, 0, 0}));
}

static char copy[1024]; /* the path of the copy that copies() found last */

static int copies(void) {
    int count = 0;
    DIR *opened = opendir(kept_in);
    if (opened == NULL)
        return 0;
    for (const struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(copy, sizeof copy, "%s/%s", kept_in, entry->d_name);
        count++;
    }
    closedir(opened);
    return count;
}

/* ---- Processes --------------------------------------------------------------------------- */

static void keep(const char *path, double seconds) {
    if (!recovery_keep(&r, s, edit_is_dirty(s->edit), path, seconds, message))
        fail_msg("%s", message);
}

/* The same; then there are so many copies. */
static void keeps(const char *path, double seconds, int count) {
    keep(path, seconds);
    assert_int_equal(copies(), count);
}

/* A process that changes the level by `by`, keeps a copy and lives until it is told. Returns its
 * number. */
static pid_t live(const char *path, float by, int told[2]) {
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(told), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        recovery own;
        recovery_open(&own);
        sandbox *t = open_text(start);
        bool good = true;
        for (int i = 0; i < 2; i++) /* the second over the first */
            good = good && edit_move(t->edit, CIRCLE, (sm3_vec){by / 2, 0, 0}) &&
                   recovery_keep(&own, t, true, path, RECOVERY_SECONDS, message);
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

/* It ends without a word. */
static void let_die(pid_t child, const int told[2]) {
    int status;
    close(told[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void crash(const char *path, float by) {
    int told[2];
    pid_t child = live(path, by, told);
    let_die(child, told);
}

static void set_age(const char *path, time_t seconds) {
    struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* ---- Keeping ----------------------------------------------------------------------------- */

#define IN_FOLDER(name) TEST_WITH(name, set_up, tear_down)

IN_FOLDER(a_level_whose_file_is_gone_is_kept_without_a_change) {
    assert_true(recovery_keep(&r, s, true, level_path, RECOVERY_SECONDS, message));
    assert_int_equal(copies(), 1);
    assert_true(recovery_keep(&r, s, false, level_path, 0, message)); /* it is back */
    assert_int_equal(copies(), 0);
}

IN_FOLDER(a_copy_is_written_when_changes_have_waited) {
    char expected[1024];
    for (int i = 0; i < 30; i++)
        keep(level_path, 1); /* nothing is unsaved */
    assert_int_equal(access(kept_in, F_OK), -1);
    change();
    keeps(level_path, 9, 0);
    keeps(level_path, 1.5, 1);
    struct stat status;
    assert_int_equal(stat(kept_in, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    assert_non_null(strstr(copy, "/a-"));
    snprintf(expected, sizeof expected, "%s\n%s", level_path, changed);
    assert_content(copy, expected);
    recovery_drop(&r);
    assert_int_equal(copies(), 0);
}

IN_FOLDER(only_what_changed_since_is_written_again) {
    change();
    keeps(level_path, 11, 1);
    assert_int_equal(unlink(copy), 0); /* to see when it is written */
    keeps(level_path, 100, 0);
    change();
    keeps(level_path, 0, 1);
    change();
    assert_int_equal(unlink(copy), 0);
    keep(level_path, 9); /* not so soon */
    assert_int_equal(copies(), 0);
    keeps(level_path, 9, 1);
}

IN_FOLDER(without_unsaved_changes_there_is_no_copy) {
    change();
    keeps(level_path, 11, 1);
    assert_true(edit_undo(s->edit));
    keeps(level_path, 0, 0);
    assert_true(edit_redo(s->edit));
    keeps(level_path, 11, 1);
    assert_true(sandbox_save(s, level_path, message));
    keeps(level_path, 0, 0);
}

IN_FOLDER(a_level_of_another_name_has_a_copy_of_its_own) {
    change();
    keep(level_path, 11);
    keeps(other_path, 11, 1);
    assert_non_null(strstr(copy, "/b-"));
    keeps("", 11, 1);
    assert_non_null(strstr(copy, "/untitled-"));
    char name[300];
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = '\0';
    keep(name, 11); /* longer than a file's name may be */
    assert_int_equal(copies(), 1);
}

/* ---- Failing ----------------------------------------------------------------------------- */

IN_FOLDER(without_a_home_nothing_is_kept_and_nothing_fails) {
    recovery_close(&r);
    unsetenv("HOME");
    recovery_open(&r);
    change();
    keep(level_path, 11);
    assert_false(recovery_find(&r, NULL, &found));
    recovery_drop(&r);
    recovery_close(&r);
    setenv("XDG_STATE_HOME", "relative", 1); /* to be ignored */
    recovery_open(&r);
    assert_null(r.folder);
    setenv("XDG_STATE_HOME", folder, 1);
    recovery_open(&r);
    snprintf(kept_in, sizeof kept_in, "%s/slidemove", folder);
    keeps(level_path, 11, 1);
}

IN_FOLDER(a_failure_is_told_once_until_it_is_over) {
    write_file(".local", "a file where the folder should be");
    change();
    message[0] = '\0';
    assert_false(recovery_keep(&r, s, true, level_path, 11, message));
    assert_non_null(strstr(message, "cannot be saved"));
    for (int i = 0; i < 5; i++)
        keep(level_path, 11);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(unlink(path_in(".local").at), 0);
    keeps(level_path, 11, 1);
    recovery_drop(&r);
    assert_int_equal(rmdir(kept_in), 0);
    write_file(kept_in, "again");
    assert_false(recovery_keep(&r, s, true, level_path, 11, message));
    keep(level_path, 11);
}

IN_FOLDER(a_folder_that_may_not_be_written_is_told_once) {
    if (geteuid() == 0)
        skip(); /* root may write anywhere */
    crash(level_path, 1);
    assert_int_equal(chmod(kept_in, 0500), 0);
    change();
    assert_false(recovery_keep(&r, s, true, level_path, 11, message));
    keep(level_path, 11);
    assert_true(recovery_find(&r, NULL, &found));
    assert_true(recovery_take(&r, s, &found)); /* the old copy stays, no new one is held */
    recovered_free(&found);
    assert_int_equal(copies(), 1);
    assert_null(r.file);
    assert_int_equal(chmod(kept_in, 0700), 0);
}

IN_FOLDER(a_path_with_a_line_break_is_refused) {
    change();
    assert_false(recovery_keep(&r, s, true, "/tmp/a\nb.level", 11, message));
    assert_non_null(strstr(message, "line break"));
    assert_int_equal(copies(), 0);
}

/* ---- Finding ----------------------------------------------------------------------------- */

IN_FOLDER(what_a_crashed_process_left_is_found_and_taken) {
    crash(level_path, 1);
    assert_false(recovery_find(&r, "/another.level", &found));
    assert_true(recovery_find(&r, level_path, &found));
    recovered_free(&found);
    assert_true(recovery_find(&r, NULL, &found));
    assert_string_equal(found.path, level_path);
    assert_true(labs((long)(time(NULL) - found.written.tv_sec)) < 100);
    assert_level_says(found.level, changed);
    char *old = strdup(found.file);
    assert_non_null(old);
    assert_true(recovery_take(&r, s, &found));
    assert_level_says(s->level, changed);
    assert_true(edit_is_dirty(s->edit));
    assert_false(edit_can_undo(s->edit));
    assert_int_equal(copies(), 1); /* now it is ours */
    assert_string_not_equal(copy, old);
    assert_string_equal(copy, r.file);
    recovered again;
    assert_false(recovery_find(&r, NULL, &again));
    keeps(found.path, 100, 1);
    recovered_free(&found);
    assert_true(sandbox_save(s, level_path, message));
    keeps(level_path, 0, 0);
    free(old);
}

/* Meshes stand beside the level, not beside its copy. What is lost of them is not lost of the
 * level. */
IN_FOLDER(a_recovered_3d_level_has_its_meshes) {
    static const char text[] = "slidemove3 1\nplayer 0 0 0\nmesh one.obj\nmesh gone.obj\n";
    char words[600];
    crash(level_path, 1);
    assert_int_equal(copies(), 1);
    snprintf(words, sizeof words, "%s\n%s", level_path, text);
    write_file(copy, words);
    write_file("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_true(recovery_find(&r, NULL, &found));
    assert_level_says(found.level, text);
    assert_true(found.level->meshes[0].loaded);
    assert_false(found.level->meshes[1].loaded);
}

IN_FOLDER(the_newest_copy_is_found) {
    crash(level_path, 1);
    copies();
    set_age(copy, 1000);
    crash(level_path, 2);
    assert_true(recovery_find(&r, NULL, &found));
    assert_level_holds(found.level, "circle 7 5 1");
    recovery_discard(&found);
    assert_true(recovery_find(&r, NULL, &found));
    assert_level_holds(found.level, "circle 6 5 1");
    recovery_discard(&found);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(copies(), 0);
}

IN_FOLDER(one_level_has_one_copy_however_its_path_is_spelled) {
    char spelled[512];
    snprintf(spelled, sizeof spelled, "%s/../%s/./a.level", folder, strrchr(folder, '/') + 1);
    crash(spelled, 1);
    assert_true(recovery_find(&r, NULL, &found));
    assert_string_equal(found.path, level_path);
    recovery_discard(&found);
    crash("nowhere/yet.level", 1); /* a relative path of a file that is still to be made */
    assert_true(recovery_find(&r, NULL, &found));
    assert_int_equal(found.path[0], '/');
    recovery_discard(&found);
    crash("", 1);
    assert_true(recovery_find(&r, NULL, &found));
    assert_string_equal(found.path, "");
    recovery_discard(&found);
}

IN_FOLDER(the_copies_of_living_processes_are_left_alone) {
    char renamed[1024];
    int told[2];
    pid_t child = live(level_path, 1, told);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(copies(), 1);
    snprintf(renamed, sizeof renamed, "%s/a-0123456789abcdef-%d.recovery", kept_in, (int)getpid());
    assert_int_equal(rename(copy, renamed), 0);
    assert_false(recovery_find(&r, NULL, &found)); /* the number in its name tells nothing */
    let_die(child, told);
    assert_true(recovery_find(&r, NULL, &found));
}

/* After a restart of the machine the old number is some other program's. */
IN_FOLDER(a_copy_is_offered_though_its_number_is_a_living_process_s) {
    char renamed[1024];
    recovery other;
    recovered again;
    recovery_open(&other);
    crash(level_path, 1);
    copies();
    snprintf(renamed, sizeof renamed, "%s/a-0123456789abcdef-1.recovery", kept_in);
    assert_int_equal(rename(copy, renamed), 0);
    assert_int_equal(kill(1, 0) == 0 || errno == EPERM, 1);
    assert_true(recovery_find(&r, NULL, &found));
    assert_false(recovery_find(&other, NULL, &again)); /* one window alone offers it */
    recovered_free(&found);
    assert_true(recovery_find(&other, NULL, &again));
    recovery_discard(&again);
    recovery_close(&other);
}

/* The number of a process may come again: its copy then has the name of ours. */
IN_FOLDER(a_copy_with_our_own_name_is_taken_over) {
    change();
    keep(level_path, 11);
    recovery_close(&r); /* without dropping it */
    recovery_open(&r);
    assert_true(recovery_find(&r, NULL, &found));
    assert_true(recovery_take(&r, s, &found));
    recovered_free(&found);
    assert_int_equal(copies(), 1);
    assert_string_equal(copy, r.file);
    assert_false(recovery_find(&r, NULL, &found));
}

IN_FOLDER(what_is_no_copy_is_passed_over) {
    char sub[2048];
    assert_false(recovery_find(&r, NULL, &found)); /* no folder */
    crash(level_path, 1);
    copies();
    static const char *const bad[] = {"",          "no line break",
                                      "/a/path\n", "/a/path\nslidemove 1\n",
                                      "\n",        "/a/path\nslidemove 1\nplayer 0 0\ncircle"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(copy, bad[i]);
        assert_false(recovery_find(&r, NULL, &found));
    }
    assert_int_equal(unlink(copy), 0);
    assert_int_equal(mkdir(copy, 0700), 0);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(rmdir(copy), 0);
    assert_int_equal(mkfifo(copy, 0600), 0);
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(unlink(copy), 0);
    snprintf(sub, sizeof sub, "%s/x", kept_in);
    write_file(sub, "/a/path\nslidemove 1\nplayer 0 0\n");
    assert_false(recovery_find(&r, NULL, &found));
    assert_int_equal(copies(), 1);
}

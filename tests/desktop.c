#define _GNU_SOURCE /* asprintf, mkdtemp */
#include "desktop.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char output_path[sizeof folder + 16];
static pid_t display_pid, program_pid;
static int exit_status; /* of the program that ended last; 0 if it was killed as asked */
static char window_id[32];
static const uint8_t *screen; /* an XWD file: a header of big-endian words, then the pixels */
static size_t screen_size;

__attribute__((noreturn)) static void give_up(const char *what) {
    fprintf(stderr, "desktop: %s: %s\n", what, strerror(errno));
    exit(1);
}

void desktop_sleep(double seconds) {
    struct timespec t = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

static uint32_t word_at(size_t index) {
    const uint8_t *b = screen + 4 * index;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void map_screen(void) {
    char path[sizeof folder + 32];
    snprintf(path, sizeof path, "%s/Xvfb_screen0", folder);
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        give_up(path);
    screen_size = (size_t)status.st_size;
    screen = mmap(NULL, screen_size, PROT_READ, MAP_SHARED, file, 0);
    if (screen == MAP_FAILED)
        give_up(path);
    close(file);
}

/* In a child: ends with the tests, however those end. */
static void die_with_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

static bool display_answers(void) {
    return system("xdotool getdisplaygeometry >/dev/null 2>&1") == 0;
}

/* Returns whether a display of this number came up. It does not where there is one already. */
static bool start_display(int number) {
    char name[16], size[32];
    snprintf(name, sizeof name, ":%d", number);
    snprintf(size, sizeof size, "%dx%dx24", DESKTOP_WIDTH, DESKTOP_HEIGHT);
    display_pid = fork();
    if (display_pid == 0) {
        die_with_parent();
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        /* -r: no key repeats, else one whose release comes late on a slow machine is many. */
        execlp("Xvfb", "Xvfb", name, "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp",
               "-noreset", "-r", (char *)NULL);
        _exit(127);
    }
    setenv("DISPLAY", name, 1);
    for (double left = DESKTOP_PATIENCE; left > 0; left -= 0.1) {
        desktop_sleep(0.1);
        if (waitpid(display_pid, NULL, WNOHANG) != 0)
            return false;
        if (display_answers())
            return true;
    }
    kill(display_pid, SIGKILL);
    waitpid(display_pid, NULL, 0);
    return false;
}

void desktop_start(void) {
    enum { FIRST_DISPLAY = 100, DISPLAYS = 800, TRIES = 5 };
    if (make_folder(NULL) != 0)
        give_up("no folder");
    snprintf(output_path, sizeof output_path, "%s/output", folder);
    for (int i = 0; i < TRIES; i++) {
        if (start_display(FIRST_DISPLAY + ((int)getpid() + i * 37) % DISPLAYS)) {
            setenv("SDL_VIDEODRIVER", "x11", 1);
            setenv("SDL_RENDER_DRIVER", "software", 1); /* as on a machine without a GPU */
            setenv("XDG_STATE_HOME", folder,
                   1); /* recovery copies: of no other run, for no other */
            map_screen();
            return;
        }
    }
    errno = ENOENT;
    give_up("no display came up (packages xvfb and xdotool)");
}

void desktop_stop(void) {
    desktop_kill();
    munmap((void *)(uintptr_t)screen, screen_size);
    kill(display_pid, SIGTERM);
    waitpid(display_pid, NULL, 0);
    if (remove_folder(NULL) != 0)
        give_up(folder);
}

/* Runs a shell command and returns the first line that it prints. */
static const char *ask(const char *command) {
    static char line[1024];
    FILE *pipe = popen(command, "r");
    if (pipe == NULL)
        give_up(command);
    if (fgets(line, sizeof line, pipe) == NULL)
        line[0] = '\0';
    pclose(pipe);
    line[strcspn(line, "\n")] = '\0';
    return line;
}

void desktop_do(const char *format, ...) {
    char *words, *command;
    va_list values;
    va_start(values, format);
    if (vasprintf(&words, format, values) < 0 || asprintf(&command, "xdotool %s", words) < 0)
        give_up("xdotool");
    va_end(values);
    if (system(command) != 0)
        fprintf(stderr, "desktop: failed: %s\n", command);
    free(words);
    free(command);
}

void desktop_set_clipboard(const char *words) {
    FILE *pipe = popen("xclip -selection clipboard -in >/dev/null 2>&1", "w");
    if (pipe == NULL)
        give_up("xclip");
    fputs(words, pipe);
    pclose(pipe);
}

const char *desktop_clipboard(void) {
    static char words[4096];
    FILE *pipe = popen("timeout 5 xclip -selection clipboard -out 2>/dev/null", "r");
    if (pipe == NULL)
        give_up("xclip");
    size_t length = fread(words, 1, sizeof words - 1, pipe);
    words[length] = '\0';
    pclose(pipe);
    return words;
}

static void find_window(void) {
    char command[128];
    snprintf(command, sizeof command, "xdotool search --onlyvisible --pid %d 2>/dev/null | tail -1",
             (int)program_pid);
    for (double left = DESKTOP_PATIENCE; left > 0 && desktop_is_running(); left -= 0.05) {
        snprintf(window_id, sizeof window_id, "%s", ask(command));
        if (window_id[0] != '\0')
            return;
        desktop_sleep(0.05);
    }
    fprintf(stderr, "desktop: no window came up\n");
}

void desktop_run(const char *program, char *const *arguments) {
    desktop_kill(); /* what a failed test left */
    char *absolute = realpath(program, NULL);
    if (absolute == NULL)
        give_up(program);
    program_pid = fork();
    if (program_pid == 0) {
        die_with_parent();
        if (chdir(folder) != 0) /* what it writes goes there */
            _exit(126);
        int file = open(output_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDOUT_FILENO);
        execv(absolute, arguments);
        _exit(127);
    }
    free(absolute);
    find_window();
    /* Without a window manager nobody hands out the focus. */
    desktop_do("windowfocus --sync %s mouseup 1 mouseup 3 mousemove %d %d", window_id,
               DESKTOP_WIDTH - 1, DESKTOP_HEIGHT - 1);
}

bool desktop_is_running(void) {
    siginfo_t ended = {0};
    if (program_pid <= 0 ||
        waitid(P_PID, (id_t)program_pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0)
        return false;
    return ended.si_pid == 0; /* its status is left for desktop_wait_for_exit */
}

int desktop_wait_for_exit(void) {
    int status;
    for (double left = DESKTOP_PATIENCE; program_pid > 0; left -= 0.02) {
        if (waitpid(program_pid, &status, WNOHANG) == program_pid) {
            program_pid = 0;
            exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        } else if (left <= 0) {
            return -1;
        } else {
            desktop_sleep(0.02);
        }
    }
    return exit_status;
}

void desktop_kill(void) {
    if (program_pid <= 0)
        return;
    kill(program_pid, SIGKILL);
    waitpid(program_pid, NULL, 0);
    program_pid = 0;
    exit_status = 0;
}

void desktop_terminate(void) {
    kill(program_pid, SIGTERM);
}

/* A number that the system knows of the program, by the format of its line. */
static long ask_status(const char *format) {
    char path[64], line[128];
    long number = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)program_pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        sscanf(line, format, &number);
    if (file != NULL)
        fclose(file);
    return number;
}

/* How often the program's first thread has slept: for the display, and for the next frame. */
static long count_sleeps(void) {
    return ask_status("voluntary_ctxt_switches: %ld");
}

bool desktop_settle(void) {
    enum { SLEEPS = 40 }; /* about 6 a frame */
    long before = count_sleeps();
    double left = DESKTOP_PATIENCE;
    do {
        desktop_sleep(0.02);
        left -= 0.02;
    } while (desktop_is_running() && count_sleeps() < before + SLEEPS && left > 0);
    return left > 0;
}

uint32_t desktop_pixel(int x, int y) {
    enum { HEADER_SIZE = 0, BYTES_PER_LINE = 12, COLORS = 19, COLOR_BYTES = 12 };
    if (x < 0 || y < 0 || x >= DESKTOP_WIDTH || y >= DESKTOP_HEIGHT)
        return 0;
    size_t start = word_at(HEADER_SIZE) + (size_t)word_at(COLORS) * COLOR_BYTES;
    const uint8_t *p = screen + start + (size_t)y * word_at(BYTES_PER_LINE) + 4 * (size_t)x;
    return (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]; /* least significant byte first */
}

int desktop_count(uint32_t rgb, int x, int y, int width, int height) {
    int count = 0;
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++)
            count += desktop_pixel(column, row) == rgb;
    }
    return count;
}

const char *desktop_title(void) {
    char command[64];
    snprintf(command, sizeof command, "xdotool getwindowname %s", window_id);
    return ask(command);
}

const char *desktop_output(void) {
    static char text[4096];
    read_file(output_path, text, sizeof text);
    return text;
}

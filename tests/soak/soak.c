/* soak: random input to the program's window for a while, as scripts (script.h) in this process.
 * Usage: soak SECONDS SEED, from the project's folder, compiled with sanitizers. It fails when
 * those report something, when a session hangs, or when more and more memory stays allocated. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../files.h"
#include "../random.h"
#include "../script.h"

enum { ACTIONS_MAX = 120, WORDS = 64 * ACTIONS_MAX, HANGS = 300 /* seconds */ };

static uint64_t seed;
static char script[WORDS];

static int draw(int count) {
    return random_int(&seed, count);
}

#define ONE_OF(list) ((list)[draw((int)(sizeof(list) / sizeof *(list)))])

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...) {
    size_t length = strlen(script);
    va_list values;
    va_start(values, format);
    vsnprintf(script + length, sizeof script - length, format, values);
    va_end(values);
}

/* ---- Actions ----------------------------------------------------------------------------- */

/* One of the words between blanks. */
static const char *pick_word(const char *words) {
    static char word[32];
    int count = 1;
    for (const char *c = words; *c != '\0'; c++)
        count += *c == ' ';
    for (int left = draw(count); left > 0; left--)
        words = strchr(words, ' ') + 1;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(words, " "), words);
    return word;
}

/* All but those that quit. */
static void press_key(void) {
    static const char *const with[] = {"", "", "", "", "shift+", "ctrl+", "ctrl+shift+"};
    const char *before = ONE_OF(with);
    add("%s%s ", before,
        pick_word(
            "a b c d e f g h i j k l m n o p r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 F1 F2 F3 F4 F5 "
            "F6 F7 F8 F9 F10 F11 F12 Tab Return Escape Escape Delete Backspace Space , . [ ] "
            "PageUp PageDown Home End Left Right Up Down"));
}

static void walk(void) {
    char key[32];
    snprintf(key, sizeof key, "%s", pick_word("w a s d Left Right Up Down Space"));
    add("+%s wait%d -%s ", key, 1 + draw(30), key);
}

static void travel(void) {
    const char *key =
        pick_word(", . ctrl+, ctrl+. shift+F6 F6 F7 ctrl+b ctrl+shift+b r F8 ctrl+z ctrl+shift+z "
                  "shift+, shift+.");
    for (int i = draw(9); i >= 0; i--)
        add("%s ", key);
}

/* Drops the changes where it asks. */
static void change_level(void) {
    add("%s Tab Return ", draw(2) != 0 ? "n" : "b");
}

static void type_words(void) {
    static const char *const words[] = {"lab",   "wedge", "made.level",    "1e6",     "-0.5",
                                        "0",     "nan",   "x.recording",   "3.14159", "a__b_c",
                                        "99999", "lift",  "levels/lab/01", "~~~"};
    const char *typed = ONE_OF(words);
    add("=%s %s ", typed, draw(3) != 0 ? "Return" : "Escape");
}

static void drag_pointer(void) {
    int x = draw(1280), y = draw(720), button = 1 + draw(3), to_x = draw(1400);
    add("@%d,%d [%d @%d,%d ]%d ", x, y, button, to_x, draw(800), button);
}

static void click(void) {
    int x = draw(1280), y = draw(720), button = 1 + draw(3);
    add("@%d,%d [%d ]%d wheel%d ", x, y, button, button, draw(5) - 2);
}

static void resize(void) {
    bool is_odd = draw(5) == 0;
    int width = 1 + draw(is_odd ? 40 : 1600);
    add("size%dx%d ", width, 1 + draw(is_odd ? 3000 : 900));
}

static const char *const files[] = {"levels/playground.level",
                                    "levels/lab/02-wall-of-100.level",
                                    "levels/lab3/02-mesh.level",
                                    "levels/lab3/23-platforms.level",
                                    "recordings/plane.recording",
                                    "recordings/space.recording",
                                    "bad.level",
                                    "levels",
                                    "not_there.level",
                                    "meshes/cube.obj"};

static const char *const texts[] = {"slidemove 1\nplayer 0 3\nloop -9 0 9 0 9 9 -9 9\n",
                                    "circle 1 2 3\nbox 4 5 6 7 angle=30\n",
                                    "chain 0 0 5 5 9 1 radius=0.5\nsegment -3 -3 3 -3 oneway\n",
                                    "slidemove 1 3d\nplayer 0 0 5\n",
                                    "mesh cube.obj 0 0 0\n",
                                    "no level at all \xff\x01 \xc3",
                                    ""};

enum { TEXTS = sizeof texts / sizeof *texts };

static void paste(void) {
    add("clip:%d&ctrl+v ", draw(TEXTS));
}

/* Another program writes the level that may be open, or takes it away. */
static void change_file(void) {
    int file = draw(4);
    add("file:%d:%d wait30 ", file, draw(TEXTS + 2));
}

static void drop(void) {
    add("drop:%s ", ONE_OF(files));
}

/* The words that scripts do not have by themselves. */
static bool do_more(app *a, const char *word) {
    int file, words;
    (void)a;
    if (sscanf(word, "clip:%d", &words) == 1) {
        SDL_SetClipboardText(texts[words]);
        return true;
    }
    if (sscanf(word, "file:%d:%d", &file, &words) != 2)
        return false;
    if (words < TEXTS)
        write_file(files[file], texts[words]);
    else
        remove(files[file]);
    return true;
}

/* ---- The run ----------------------------------------------------------------------------- */

static struct {
    const char *name;
    void (*act)(void);
    int weight, count;
} actions[] = {{"keys", press_key, 30, 0},     {"walks", walk, 12, 0},
               {"time travel", travel, 12, 0}, {"level switches", change_level, 4, 0},
               {"words", type_words, 4, 0},    {"drags", drag_pointer, 16, 0},
               {"clicks", click, 10, 0},       {"resizes", resize, 4, 0},
               {"pastes", paste, 4, 0},        {"files changed", change_file, 2, 0},
               {"drops", drop, 4, 0}};

enum { ACTIONS = sizeof actions / sizeof *actions };

static void add_action(void) {
    int total = 0, i = 0;
    for (int k = 0; k < ACTIONS; k++)
        total += actions[k].weight;
    for (int left = draw(total); left >= actions[i].weight; i++)
        left -= actions[i].weight;
    actions[i].count++;
    actions[i].act();
}

/* Fills the folder with copies. */
static bool make_files(const char *project) {
    char command[1024];
    snprintf(command, sizeof command,
             "cp -r %s/levels %s/tests/recordings %s/tests/meshes . && echo bad > bad.level",
             project, project, project);
    return system(command) == 0;
}

/* The sanitizer's; without it nothing is counted. */
__attribute__((weak)) size_t __sanitizer_get_current_allocated_bytes(void);

/* Opens a window, in which `words` happen, and closes it. Returns how much stays allocated, KiB;
 * below 0: the program says that something went wrong. */
static long run_session(const char *words) {
    alarm(HANGS);
    script_begin(words, NULL);
    int status = run_program("levels/playground.level --size 1280x720");
    script_end();
    alarm(0);
    if (status != 0)
        return -1;
    return __sanitizer_get_current_allocated_bytes != NULL
               ? (long)(__sanitizer_get_current_allocated_bytes() / 1024)
               : 0;
}

static int fail(const char *why) {
    printf("soak: %s\n", why);
    return 1;
}

static int soak(const char *project, double seconds, FILE *sent) {
    static const long more = 64; /* KiB that may stay: SDL keeps some */
    long first = -1, now = 0;
    int done = 0;
    time_t began = time(NULL);
    for (double passed = 0; passed < seconds; passed = difftime(time(NULL), began)) {
        if (!make_files(project))
            return fail("its files cannot be written");
        script[0] = '\0';
        for (int left = draw(ACTIONS_MAX); left >= 0; left--, done++)
            add_action();
        fprintf(sent, "%s\n", script);
        fflush(sent);
        if (run_session(script) < 0)
            return fail("a session ended, and not well");
        if (!make_files(project) || (now = run_session("Escape wait2")) < 0)
            return fail("it does not come to rest");
        first = first < 0 ? now : first;
        printf("soak: %4.0f s, %d actions; %ld KiB allocated\n", passed, done, now);
        fflush(stdout);
        if (now > first + more)
            return fail("it takes more and more memory");
    }
    for (int i = 0; i < ACTIONS; i++)
        printf("%s%d %s", i > 0 ? ", " : "soak: ", actions[i].count, actions[i].name);
    putchar('\n');
    return 0;
}

int main(int argc, char **argv) {
    char project[512];
    if (argc != 3 || getcwd(project, sizeof project) == NULL) {
        fprintf(stderr, "usage: soak SECONDS SEED\n");
        return 2;
    }
    seed = random_seed(strtoull(argv[2], NULL, 10));
    FILE *sent = fopen("build/soak.log", "w");
    void *state = NULL;
    script_more = do_more;
    int status = sent != NULL && make_folder(&state) == 0 && chdir(folder) == 0 &&
                         setenv("XDG_STATE_HOME", folder, 1) == 0
                     ? soak(project, atof(argv[1]), sent)
                     : fail("it cannot begin");
    printf("soak: seed %s, %s; what was sent is in build/soak.log\n", argv[2],
           status == 0 ? "nothing found" : "FAILED");
    return status + chdir(project) + remove_folder(&state);
}

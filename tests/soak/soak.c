/* soak: random input to the real window for a while. Usage: soak PROGRAM SECONDS SEED, from the
 * project's folder; the program is to be one with sanitizers. It fails when the program reports
 * something, ends, hangs or takes more and more memory.
 *
 * What it takes follows what is on the screen. So its memory is compared at rest alone: each half
 * minute it is brought to one and the same state. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <X11/Xlib.h>

#include "../desktop.h"
#include "../files.h"
#include "../random.h"

static uint64_t seed;
static FILE *sent; /* each action, a line */

static int pick(int count) {
    return random_int(&seed, count);
}

#define ONE_OF(list) ((list)[pick((int)(sizeof(list) / sizeof *(list)))])

/* Has xdotool do it, and notes it. */
__attribute__((format(printf, 1, 2))) static void act(const char *format, ...) {
    char words[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    fprintf(sent, "%s\n", words);
    desktop_do("%s", words);
}

/* ---- Keys -------------------------------------------------------------------------------- */

/* One of the words between blanks. */
static const char *pick_word(const char *words) {
    static char word[32];
    int count = 1;
    for (const char *c = words; *c != '\0'; c++)
        count += *c == ' ';
    for (int left = pick(count); left > 0; left--)
        words = strchr(words, ' ') + 1;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(words, " "), words);
    return word;
}

/* All but those that quit. */
static void press_key(void) {
    static const char *const with[] = {"", "", "", "", "shift+", "ctrl+", "ctrl+shift+"};
    act("key %s%s", ONE_OF(with),
        pick_word("a b c d e f g h i j k l m n o p r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 "
                  "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 Tab Return Escape Escape Delete "
                  "BackSpace space comma period bracketleft bracketright plus minus Prior Next "
                  "Home End Left Right Up Down"));
}

static void walk(void) {
    const char *key = pick_word("w a s d Left Right Up Down space");
    act("keydown %s sleep 0.%d keyup %s", key, pick(6), key);
}

static void travel(void) {
    act("key --delay 1 --repeat %d %s", 1 + pick(9),
        pick_word("comma period ctrl+comma ctrl+period F5 F6 F7 ctrl+b ctrl+shift+b r F8 ctrl+z "
                  "ctrl+shift+z shift+comma shift+period"));
}

static void change_level(void) {
    act("key %s", pick(2) != 0 ? "n" : "b");
    act("key Tab key Return"); /* where it asks: drops the changes */
}

static void type_words(void) {
    static const char *const words[] = {"lab",   "wedge", "made.level",    "1e6",     "-0.5",
                                        "0",     "nan",   "x.recording",   "3.14159", "a b  c",
                                        "99999", "lift",  "levels/lab/01", "~~~"};
    act("type --delay 1 -- '%s'", ONE_OF(words));
    act("key %s", pick(3) != 0 ? "Return" : "Escape");
}

/* ---- Pointer ----------------------------------------------------------------------------- */

static void drag(void) {
    int button = 1 + pick(3);
    act("mousemove %d %d mousedown %d mousemove %d %d mousemove %d %d mouseup %d", pick(1280),
        pick(720), button, pick(1280), pick(720), pick(1400), pick(800), button);
}

static void click(void) {
    act("mousemove %d %d click --delay 1 --repeat %d %d", pick(1280), pick(720), 1 + pick(3),
        1 + pick(5));
}

static void resize_to(int width, int height) {
    act("search --onlyvisible --name slidemove windowsize %d %d", width, height);
}

static void resize(void) {
    bool is_odd = pick(5) == 0;
    resize_to(1 + pick(is_odd ? 40 : 1600), 1 + pick(is_odd ? 3000 : 900));
}

/* ---- Files ------------------------------------------------------------------------------- */

static const char *const files[] = {"levels/playground.level",
                                    "levels/lab/02-wall-of-100.level",
                                    "levels/lab3/02-mesh.level",
                                    "levels/lab3/23-platforms.level",
                                    "recordings/plane.recording",
                                    "recordings/space.recording",
                                    "bad.level",
                                    "levels",
                                    "not there.level",
                                    "meshes/cube.obj"};

static const char *const texts[] = {"slidemove 1\nplayer 0 3\nloop -9 0 9 0 9 9 -9 9\n",
                                    "circle 1 2 3\nbox 4 5 6 7 angle=30\n",
                                    "chain 0 0 5 5 9 1 radius=0.5\nsegment -3 -3 3 -3 oneway\n",
                                    "slidemove 1 3d\nplayer 0 0 5\n",
                                    "mesh cube.obj 0 0 0\n",
                                    "no level at all \xff\x01 \xc3",
                                    ""};

static void paste(void) {
    const char *text = ONE_OF(texts);
    fprintf(sent, "clipboard: %zu bytes\n", strlen(text));
    desktop_set_clipboard(text);
    act("key ctrl+v");
}

/* Somebody else writes the level that may be open, or takes it away. */
static void change_file(void) {
    path_text path = path_in(files[pick(4)]);
    const char *text = ONE_OF(texts);
    fprintf(sent, "writes %s: %zu bytes\n", path.at, strlen(text));
    FILE *file = pick(4) != 0 ? fopen(path.at, "w") : NULL;
    if (file == NULL)
        remove(path.at);
    else
        fputs(text, file);
    if (file != NULL)
        fclose(file);
}

/* ---- Drops: the source's side of XDND, as far as a window asks for it ---------------------- */

static Display *display;

static Atom atom(const char *name) {
    return XInternAtom(display, name, False);
}

static void send_message(Window from, Window to, const char *type, const long data[5]) {
    XEvent e = {
        .xclient = {.type = ClientMessage, .window = to, .message_type = atom(type), .format = 32}};
    e.xclient.data.l[0] = (long)from;
    for (int i = 1; i < 5; i++)
        e.xclient.data.l[i] = data[i];
    XSendEvent(display, to, False, NoEventMask, &e);
    XFlush(display);
}

/* Gives the path to whoever asks for what is dropped, until it is told that the drop is over. */
static void answer(const char *uris) {
    for (double left = DESKTOP_PATIENCE; left > 0; left -= 0.01) {
        XEvent e;
        if (XPending(display) == 0) {
            desktop_sleep(0.01);
            continue;
        }
        XNextEvent(display, &e);
        if (e.type == ClientMessage && e.xclient.message_type == atom("XdndFinished"))
            return;
        if (e.type != SelectionRequest)
            continue;
        const XSelectionRequestEvent *asked = &e.xselectionrequest;
        XChangeProperty(display, asked->requestor, asked->property, asked->target, 8,
                        PropModeReplace, (const unsigned char *)uris, (int)strlen(uris));
        XEvent given = {.xselection = {.type = SelectionNotify,
                                       .requestor = asked->requestor,
                                       .selection = asked->selection,
                                       .target = asked->target,
                                       .property = asked->property,
                                       .time = asked->time}};
        XSendEvent(display, asked->requestor, False, NoEventMask, &given);
        XFlush(display);
    }
    fprintf(stderr, "soak: nobody took what was dropped\n");
}

static void drop_file(const char *name) {
    char uris[512];
    Window to;
    int ignored;
    snprintf(uris, sizeof uris, "file://%s/%s\r\n", folder, name);
    fprintf(sent, "drops %s", uris);
    XGetInputFocus(display, &to, &ignored);
    Window from = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display, atom("XdndSelection"), from, CurrentTime);
    send_message(from, to, "XdndEnter", (long[]){0, 5L << 24, (long)atom("text/uri-list"), 0, 0});
    send_message(from, to, "XdndPosition",
                 (long[]){0, 0, 100L << 16 | 100, CurrentTime, (long)atom("XdndActionCopy")});
    send_message(from, to, "XdndDrop", (long[]){0, 0, CurrentTime, 0, 0});
    answer(uris);
    XDestroyWindow(display, from);
    XFlush(display);
}

static void drop(void) {
    drop_file(ONE_OF(files));
}

/* ---- The run ----------------------------------------------------------------------------- */

static struct {
    const char *name;
    void (*act)(void);
    int weight, count;
} actions[] = {{"keys", press_key, 30, 0},     {"walks", walk, 12, 0},
               {"time travel", travel, 12, 0}, {"level switches", change_level, 4, 0},
               {"words", type_words, 4, 0},    {"drags", drag, 16, 0},
               {"clicks", click, 10, 0},       {"resizes", resize, 4, 0},
               {"pastes", paste, 4, 0},        {"files changed", change_file, 2, 0},
               {"drops", drop, 4, 0}};

enum { ACTIONS = sizeof actions / sizeof *actions };

static void act_once(void) {
    int total = 0, i = 0;
    for (int k = 0; k < ACTIONS; k++)
        total += actions[k].weight;
    for (int left = pick(total); left >= actions[i].weight; i++)
        left -= actions[i].weight;
    actions[i].count++;
    actions[i].act();
}

static bool answers(void) {
    for (int tries = 0; tries < 6; tries++) {
        if (!desktop_is_running() || desktop_settle())
            return true;
    }
    return false;
}

static void start(const char *program) {
    desktop_run(program, (char *[]){"slidemove", "levels/playground.level", NULL});
}

/* Ends it, whatever it asks. Returns its exit status. */
static int end(void) {
    desktop_terminate();
    return desktop_wait_for_exit();
}

/* Fills the folder with copies. */
static bool make_files(void) {
    char command[256];
    snprintf(command, sizeof command,
             "cp -r levels tests/recordings tests/meshes %s && echo bad > %s/bad.level", folder,
             folder);
    return system(command) == 0;
}

/* ---- Memory ------------------------------------------------------------------------------ */

/* KiB. What is allocated, as tests/sanitize/in_program.c counts it, and what the process has. */
typedef struct memory {
    long allocated, resident;
} memory;

enum { REST_SECONDS = 30 };

/* From the first rest on. Each character that is shown for the first time in a size is kept: some
 * 200 KiB in all. The system takes back what was freed late, and not all of it. */
static const memory more = {512, 32 * 1024};

static memory measure(void) {
    memory now = {0, desktop_memory()};
    FILE *file = fopen(path_in("heap").at, "rb");
    if (file == NULL || fread(&now.allocated, sizeof now.allocated, 1, file) != 1)
        now.allocated = 0;
    if (file != NULL)
        fclose(file);
    now.allocated /= 1024;
    return now;
}

/* Opens a recording in place of what is unsaved. Returns whether it is shown, as the title says. */
static bool open_recording(void) {
    static const char name[] = "recordings/plane.recording", title[] = "A lift";
    for (int tries = 0; tries < 5; tries++) {
        act("key Escape key Escape key Escape");
        drop_file(name);
        desktop_settle();
        if (desktop_title()[0] == '*')
            act("key Tab key Return");
        for (int looks = 0; looks < 5; looks++) {
            if (strncmp(desktop_title(), title, strlen(title)) == 0)
                return true;
            desktop_settle();
        }
    }
    return false;
}

/* Brings the program to where its memory can be compared: the sandbox and its past are a
 * recording's, in 2D, the browser has the pictures of that one's folder, nothing asks, and the
 * window has the screen's size. */
static bool rest(void) {
    bool is_there = make_files() && open_recording();
    resize_to(DESKTOP_WIDTH, DESKTOP_HEIGHT);
    act("key ctrl+o");
    is_there = is_there && desktop_settle();
    act("key Escape");
    return is_there && desktop_settle();
}

/* ---- All of it --------------------------------------------------------------------------- */

static int fail(const char *why) {
    printf("soak: %s\n", why);
    return 1;
}

static void say_counts(int restarts) {
    for (int i = 0; i < ACTIONS; i++)
        printf("%s%d %s", i > 0 ? ", " : "soak: ", actions[i].count, actions[i].name);
    printf("; %d restarts\n", restarts);
}

/* Returns whether it has no more than at the first rest. */
static bool keeps_memory(memory *first, double passed, int done) {
    memory now = measure();
    printf("soak: %4.0f s, %d actions; at rest %ld KiB allocated, %ld KiB resident\n", passed, done,
           now.allocated, now.resident);
    fflush(stdout);
    if (first->allocated == 0)
        *first = now;
    return now.allocated > 0 && now.allocated <= first->allocated + more.allocated &&
           now.resident <= first->resident + more.resident;
}

static int soak(const char *program, double seconds) {
    memory first = {0, 0};
    int done = 0, restarts = 0;
    time_t began = time(NULL);
    double next_rest = 0;
    start(program);
    for (double passed = 0; passed < seconds; passed = difftime(time(NULL), began)) {
        if (passed >= next_rest) {
            if (!rest())
                return fail("it does not come to rest");
            if (!keeps_memory(&first, passed, done))
                return fail("it takes more and more memory");
            next_rest = passed + REST_SECONDS;
        }
        for (int i = 0; i < 20; i++, done++)
            act_once();
        if (!answers())
            return fail("it hangs");
        if (desktop_is_running())
            continue;
        if (desktop_wait_for_exit() != 0)
            return fail("it ended, and not well");
        start(program); /* it was told to end */
        first.allocated = 0;
        restarts++;
    }
    say_counts(restarts);
    return end() != 0 ? fail("it does not end well") : 0;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: soak PROGRAM SECONDS SEED\n");
        return 2;
    }
    seed = random_seed(strtoull(argv[3], NULL, 10));
    sent = fopen("build/soak.log", "w");
    desktop_start();
    setenv("SLIDEMOVE_HEAP", path_in("heap").at, 1);
    display = XOpenDisplay(NULL);
    int status = sent != NULL && display != NULL && make_files() ? soak(argv[1], atof(argv[2]))
                                                                 : fail("it cannot begin");
    printf("soak: seed %s, %s; what was sent is in build/soak.log\n", argv[3],
           status == 0 ? "nothing found" : "FAILED");
    desktop_stop();
    return status;
}

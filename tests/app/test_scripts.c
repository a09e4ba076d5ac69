/* What the window does with keys, the pointer and files: the scripts of tests/app/scripts.txt, and
 * what takes more than a script. See script.h. */
#include "../test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "../files.h"
#include "../script.h"

static const char room[] = "slidemove 1\ntitle A room\nplayer 0 2\nloop -9 -1 9 -1 9 9 -9 9\n"
                           "box 4 1 2 2\nsegment -6 0 -3 4\n";
enum { EXPANDED = 4096 };

/* Writes what some words are short for: `*X,Y` a click at a place of the level, `^X,Y` one with
 * Ctrl, `X,Y>X,Y` a drag, `saves:LINES` that the level is saved and is then the plain room and
 * these lines. */
static void expand(const char *script, char to[EXPANDED]) {
    char word[512];
    size_t at = 0;
    to[0] = '\0';
    for (int length; sscanf(script, " %511s%n", word, &length) == 1; script += length) {
        char *end = strchr(word, '>');
        bool drags = end != NULL && word[0] >= '0' && word[0] <= '9';
        const char *form = word[0] == '*'                    ? "~%s [1 ]1 "
                           : word[0] == '^'                  ? "+ctrl ~%s [1 ]1 -ctrl "
                           : strncmp(word, "saves:", 6) == 0 ? "ctrl+s holds%s "
                                                             : "%s ";
        const char *rest = form[0] == '~' || form[0] == '+' ? word + 1
                           : form[0] == 'c'                 ? word + 5
                                                            : word;
        if (drags)
            *end = '\0';
        at += (size_t)snprintf(to + at, EXPANDED - at, drags ? "~%s [1 " : form, rest);
        if (drags)
            at += (size_t)snprintf(to + at, EXPANDED - at, "~%s ]1 ", end + 1);
    }
}

/* Runs the program in the test's folder with these words for it, and for its window. Returns
 * whether nothing was wrong. */
static bool run(const char *line, const char *script) {
    char expanded[EXPANDED];
    expand(script, expanded);
    script_begin(expanded, NULL);
    int status = run_program(line);
    const char *wrong = script_end();
    if (wrong != NULL || status != 0)
        fprintf(stderr, "%s, status %d: %s\n", script, status, wrong);
    return wrong == NULL && status == 0;
}

/* ---- Words of these tests ----------------------------------------------------------------- */

static int fingers;
static SDL_Finger finger[2];
static bool hurries; /* each look at the clock finds half a second gone */

int __wrap_SDL_GetNumTouchFingers(SDL_TouchID touch);
int __wrap_SDL_GetNumTouchFingers(SDL_TouchID touch) {
    return fingers;
}

SDL_Finger *__wrap_SDL_GetTouchFinger(SDL_TouchID touch, int index);
SDL_Finger *__wrap_SDL_GetTouchFinger(SDL_TouchID touch, int index) {
    return &finger[index];
}

Uint32 __real_SDL_GetTicks(void);
Uint32 __wrap_SDL_GetTicks(void);
Uint32 __wrap_SDL_GetTicks(void) {
    static Uint32 ahead;
    ahead += hurries ? 500 : 0;
    return __real_SDL_GetTicks() + ahead;
}

/* ---- What the screen refuses --------------------------------------------------------------- */

static const char *refused; /* the name of the call that fails */

#define REFUSABLE(type, name, parameters, arguments)                                               \
    type *__real_##name parameters;                                                                \
    type *__wrap_##name parameters;                                                                \
    type *__wrap_##name parameters {                                                               \
        if (refused == NULL || strcmp(refused, #name) != 0)                                        \
            return __real_##name arguments;                                                        \
        SDL_SetError("the screen is off");                                                         \
        return NULL;                                                                               \
    }

REFUSABLE(SDL_Window, SDL_CreateWindow,
          (const char *title, int x, int y, int width, int height, Uint32 flags),
          (title, x, y, width, height, flags))
REFUSABLE(SDL_Renderer, SDL_CreateRenderer, (SDL_Window * window, int index, Uint32 flags),
          (window, index, flags))
REFUSABLE(SDL_Texture, SDL_CreateTexture,
          (SDL_Renderer * renderer, Uint32 format, int access, int width, int height),
          (renderer, format, access, width, height))

REFUSABLE(SDL_GameController, SDL_GameControllerOpen, (int device), (device))

static void push_window_event(Uint8 what) {
    SDL_PushEvent(&(SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = what}});
}

/* Puts other words in the place of some of a file, which have as many letters. */
static void edit_file(const char *name, const char *words, const char *others) {
    static char all[65536];
    read_file(path_in(name).at, all, sizeof all);
    char *at = strstr(all, words);
    assert_non_null(at);
    memcpy(at, others, strlen(others));
    write_file(name, all);
}

#define PLAIN "slidemove 1\ntitle A plain room\nplayer 10 10 radius=1\nloop 0 0 40 0 40 20 0 20\n"

/* Writes the plain room and these lines. */
static void make_plain(const char *lines, char to[EXPANDED]) {
    snprintf(to, EXPANDED, "%s%s", PLAIN, lines);
    break_lines(to);
}

/* Whether that is what the level's file has. */
static bool level_holds(const char *lines) {
    char all[EXPANDED], expected[EXPANDED];
    make_plain(lines, expected);
    read_file(path_in("a.level").at, all, sizeof all);
    if (strcmp(all, expected) != 0)
        print_error("%s, not\n%s", all, expected);
    return strcmp(all, expected) == 0;
}

/* Whether a file has these words, in which | ends a line. */
static bool has(const char *name, char *words) {
    static char all[65536];
    read_file(path_in(name).at, all, sizeof all);
    if (strstr(all, break_lines(words)) == NULL)
        fprintf(stderr, "%s is not in\n%s", words, all);
    return strstr(all, words) != NULL;
}

/* Whether the controls of that name, or all that can be pressed, take so many points; there must be
 * some. What a scroll cuts counts whole. */
static bool are_large(const view *shown, const char *name, bool in_width, int points) {
    float least = (float)points * shown->scale - 0.5f;
    int count = 0;
    for (int i = 0; i < shown->ui.count; i++) {
        const control *c = &shown->ui.list[i];
        if (name != NULL ? !control_asks(c, name) : c->command == NULL || !control_is_pressable(c))
            continue;
        count++;
        if (c->box.height >= least && (!in_width || c->box.width >= least))
            continue;
        print_error("%s of kind %d: %g x %g pixels\n", c->label, (int)c->kind, (double)c->box.width,
                    (double)c->box.height);
        return false;
    }
    return count > 0;
}

/* A gamepad, fingers, the clipboard, what a window manager and other programs do. */
static bool do_more(app *a, const char *word) {
    static int pad = -1;
    int axis, value;
    sm3_vec place;
    char name[64], written[200];
    SDL_Joystick *stick = a->pad != NULL ? SDL_GameControllerGetJoystick(a->pad) : NULL;
    if (strcmp(word, "plug") == 0) {
        pad = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                        SDL_CONTROLLER_BUTTON_MAX, 0);
    } else if (strcmp(word, "unplug") == 0) {
        SDL_JoystickDetachVirtual(pad);
    } else if (sscanf(word, "axis%d=%d", &axis, &value) == 2) {
        SDL_JoystickSetVirtualAxis(stick, axis, (Sint16)value);
    } else if (sscanf(word, "button%d", &value) == 1) {
        SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_A, (Uint8)value);
    } else if (sscanf(word, "fingers:%f,%f,%f,%f", &finger[0].x, &finger[0].y, &finger[1].x,
                      &finger[1].y) == 4 ||
               strcmp(word, "fingers") == 0) {
        fingers = word[7] == ':' ? 2 : 1;
        SDL_PushEvent(&(SDL_Event){.tfinger = {.type = SDL_FINGERMOTION}});
    } else if (strncmp(word, "clip:", 5) == 0) {
        snprintf(written, sizeof written, "%s", word + 5);
        SDL_SetClipboardText(break_lines(written));
    } else if (strcmp(word, "leaves") == 0) {
        push_window_event(SDL_WINDOWEVENT_LEAVE);
    } else if (strcmp(word, "loses") == 0) {
        push_window_event(SDL_WINDOWEVENT_FOCUS_LOST);
    } else if (strcmp(word, "quits") == 0) {
        SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    } else if (strcmp(word, "refuses") == 0 || strcmp(word, "refuses pads") == 0) {
        refused = word[7] == '\0' ? "SDL_CreateTexture" : "SDL_GameControllerOpen";
    } else if (strcmp(word, "stalls") == 0) {
        a->last_count -= SDL_GetPerformanceFrequency();
    } else if (sscanf(word, "scrub:%d", &value) == 1) { /* the timeline, to so much of it */
        const command_row *row = command_find(&app_commands, 2, "timeline", 0);
        const control *bar = ui_find(&a->view.ui, row, 0);
        if (bar != NULL)
            script_click(bar, value);
    } else if (sscanf(word, "at:%f,%f,%f", &place.x, &place.y, &place.z) == 3) { /* the player */
        a->sandbox->player.position = place;
        record_clear(&a->sandbox->record, place);
    } else if (sscanf(word, "look:%d", &value) == 1) { /* degrees: where W leads */
        a->view.camera.yaw = (float)value * 3.14159265f / 180;
    } else if (strcmp(word, "nowhere") == 0) { /* the working folder is gone */
        if (mkdir("gone", 0700) != 0 || chdir("gone") != 0 || rmdir("../gone") != 0)
            return false;
    } else if (sscanf(word, "scrolled:%d", &value) == 1) { /* the help, by so many pixels */
        return a->view.help_scroll.from >= (float)value;
    } else if (sscanf(word, "high:%63[^=]=%d", name, &value) == 2) { /* that control, in points */
        return are_large(&a->view, name, false, value);
    } else if (sscanf(word, "large:%d", &value) == 1) { /* all that can be pressed */
        return are_large(&a->view, NULL, true, value);
    } else if (strcmp(word, "hurries") == 0) {
        hurries = true;
    } else if (strcmp(word, "watches") == 0) { /* before what was pressed is heard */
        for (int i = 0; i < 99; i++)
            open_watch_meshes(a);
    } else if (sscanf(word, "repeat:%d", &value) == 1) {
        SDL_Keysym key = {.sym = value, .scancode = SDL_GetScancodeFromKey(value)};
        SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .repeat = 1, .keysym = key}});
    } else if (sscanf(word, "write:%63[^=]=%199[^\1]", name, written) == 2) {
        write_file(name, break_lines(written));
    } else if (strncmp(word, "holds:", 6) == 0) {
        return level_holds(word + 6);
    } else if (sscanf(word, "has:%63[^=]=%199[^\1]", name, written) == 2) {
        return has(name, written);
    } else if (sscanf(word, "copies:%d", &value) == 1) { /* of changes */
        return count_files("slidemove") == value;
    } else if (sscanf(word, "pipe:%63s", name) == 1) {
        mkfifo(name, 0600);
    } else if (sscanf(word, "endless:%63s", name) == 1) {
        symlink("/dev/zero", name);
    } else if (strncmp(word, "others:", 7) == 0) { /* save that */
        char all[EXPANDED];
        make_plain(word + 7, all);
        write_file("a.level", all);
    } else if (sscanf(word, "edit:%63[^|]|%99[^|]|%99s", name, written, written + 100) == 3) {
        edit_file(name, written, written + 100);
    } else if (sscanf(word, "remove:%63s", name) == 1) {
        remove(name);
    } else {
        return false;
    }
    return true;
}

static int begin(void **state) {
    script_more = do_more;
    return enter_folder(state) + mkdir("deep", 0700);
}

TEST_GROUP(begin, leave_folder)

/* Runs a script on a level, as if the program had never run. */
static bool run_anew(const char *level_words, const char *script) {
    assert_int_equal(chdir(folder), 0);
    write_file("a.level", level_words);
    fingers = 0;
    hurries = false;
    refused = NULL;
    return run("a.level --size 1000x700 --paused", script);
}

static bool expects_something(const char *script) {
    static const char *const words[] = {" ?", " !", " saves:", " has:"};
    bool is_one = false;
    for (int i = 0; i < 4; i++)
        is_one |= strstr(script, words[i]) != NULL;
    if (!is_one)
        print_error("expects nothing: %s\n", script);
    return is_one;
}

/* Runs the scripts below a title of tests/app/scripts.txt. */
static void run_section(const char *title) {
    char path[500], line[500], level_words[500] = "", script[EXPANDED] = "";
    snprintf(path, sizeof path, "%s/tests/app/scripts.txt", project_folder);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int scripts = 0, bad = 0;
    bool is_in = false, goes_on = true;
    while (goes_on) {
        goes_on = fgets(line, sizeof line, f) != NULL;
        line[goes_on ? strcspn(line, "\n") : 0] = '\0';
        if (line[0] != ' ' && script[0] != '\0') {
            bad += !run_anew(level_words, script) || !expects_something(script);
            scripts++;
            script[0] = '\0';
        }
        if (strncmp(line, "== ", 3) == 0)
            is_in = strcmp(line + 3, title) == 0;
        else if (is_in && strncmp(line, "level ", 6) == 0)
            strcpy(level_words, break_lines(line + 6));
        else if (is_in && strncmp(line, "# ", 2) != 0)
            strcat(script, line);
    }
    fclose(f);
    assert_true(scripts > 0);
    assert_int_equal(bad, 0);
}

#define SCRIPTS(name)                                                                              \
    TEST(name) {                                                                                   \
        run_section(#name);                                                                        \
    }

SCRIPTS(keys_and_controls_do_what_they_say)
SCRIPTS(the_player_goes_where_keys_and_the_pointer_want)
SCRIPTS(the_view_and_time_and_the_moments_of_a_move_are_gone_through)
SCRIPTS(shapes_in_space_are_drawn_and_dragged_with_the_pointer)
SCRIPTS(what_takes_the_place_of_a_file_stops_nothing)
SCRIPTS(the_pointer_and_typing_edit_a_level)
SCRIPTS(what_is_drawn_dragged_and_typed_is_what_the_file_says)
SCRIPTS(nothing_is_lost_unasked)
SCRIPTS(a_level_in_space_is_seen_and_edited)
SCRIPTS(a_level_is_explored_and_its_findings_are_gone_through)
SCRIPTS(files_are_opened_saved_and_not_lost)
SCRIPTS(a_level_opens_as_it_says_and_is_made_to_say_what_is_so)
SCRIPTS(each_mover_meets_walls_and_momentum_carries_it)
SCRIPTS(ghosts_go_where_players_with_their_resolvers_go)
SCRIPTS(in_space_it_walks_falls_stands_and_jumps)
SCRIPTS(what_moves_carries_pushes_and_crushes)
SCRIPTS(the_steps_ahead_lead_to_what_is_met_first)
SCRIPTS(lessons_in_space_show_what_they_say)
SCRIPTS(lessons_about_walking_show_what_they_say)

TEST(each_kind_of_move_can_be_looked_into) {
#define INTO      "shift+. shift+. shift+. shift+. shift+. shift+. F4 shift+, "
#define WALK(key) "+" key " . . . . . . . . -" key " "
    static const char *const levels[] = {
        "06-wedges",   "10-circles",           "21-moving-walls", "24-oneway-platforms",
        "26-lifts",    "28-crusher",           "31-look-ahead",   "33-steps",
        "3/02-mesh",   "3/06-capsule-capsule", "3/09-cut-wall",   "3/13-stairs",
        "3/16-corner", "3/20-start-inside",    "3/23-platforms"};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        char line[500];
        bool in_space = levels[i][1] == '/';
        snprintf(line, sizeof line, "%s/levels/lab%s%s.level --size 560x400 --paused",
                 project_folder, in_space ? "" : "/", levels[i]);
        assert_true(
            run(line, "?- p wait9 p " WALK("s") "0 " INTO "wheel-1 Escape F4 shift+Tab " WALK("d")
                          INTO "Escape Z " WALK("a") INTO "0 Escape F3 Z " WALK("s") INTO
                "!there_is_no_move Escape G +e " WALK("d") "-e " INTO "Escape shift+F6 wait5"));
    }
}

#define STALLS "stalls stalls stalls stalls stalls stalls stalls stalls "

/* Runs the program with a window that fails. Returns what it said. */
static const char *run_failing(const char *script, int expected) {
    static char words[1000];
    char *all = NULL;
    size_t length;
    FILE *real_err = stderr;
    stderr = open_memstream(&all, &length);
    script_begin(script, NULL);
    int status = run_program("a.level --paused");
    script_end();
    fclose(stderr);
    stderr = real_err;
    snprintf(words, sizeof words, "%s", all);
    free(all);
    refused = NULL;
    assert_int_equal(status, expected);
    return words;
}

TEST(what_the_screen_refuses_is_named_and_no_change_is_lost) {
    static const struct {
        const char *call, *says;
    } rows[] = {{"SDL_CreateWindow", "slidemove: no window: the screen is off"},
                {"SDL_CreateRenderer", "slidemove: no renderer: the screen is off"},
                {"SDL_CreateTexture", "slidemove: no texture: the screen is off"}};
    write_file("a.level", room);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        refused = rows[i].call;
        assert_non_null(strstr(run_failing("", 1), rows[i].says));
    }
    assert_non_null(strstr(run_failing("j Delete refuses size900x800 wait9", 1), rows[2].says));
    assert_true(run("a.level", "?Changes_that_were_not_saved Escape"));
    assert_true(run("a.level", "?Changes_that_were_not_saved #Bring_them_back ?*_A_room"));
    assert_true(run("a.level", "!Changes_that_were_not_saved"));
    assert_non_null(strstr(run_failing("j Delete refuses size900x800 wait9", 1), rows[2].says));
    assert_true(run("a.level", "#Drop_them"));
    assert_true(
        run("a.level", "copies:0 j Delete " STALLS STALLS "copies:1 ctrl+z wait9 copies:0"));
    assert_true(run("a.level", "!Changes_that_were_not_saved"));
}

TEST(a_new_level_saved_on_quitting_asks_for_its_path) {
    write_file("a.level", PLAIN);
    assert_true(run("a.level", "ctrl+n Return j Delete ctrl+q Return ctrl+a =made.level Return"));
    assert_content("made.level", "slidemove 1\ntitle Untitled\n\nplayer 0 0\n");
}

TEST(a_long_path_is_shown_by_its_end_and_suggested_whole) {
    char path[900] = "";
    for (int i = 0; i < 100; i++)
        strcat(path, "deep/../");
    strcat(path, "plan.svg");
    mkdir("deep", 0700);
    write_file("plan.svg", "<svg><line x2='9'/><image/></svg>");
    assert_true(run(path,
                    "?...deep/ ?/plan.svg ctrl+s ?/plan.level Return ?saved_... j Delete shift+r "
                    "?/plan.level_is_changed"));
    assert_int_equal(access(path_in("plan.level").at, F_OK), 0);
}

/* With the panel, the list of levels, the help, the timeline, the buttons and the lens inside a
 * move, a lesson's card and what was explored. */
TEST(all_that_a_finger_can_press_is_44_points_large_on_each_screen) {
    static const char *const sizes[] = {"1280x720", "390x844", "820x1180"};
    for (int i = 0; i < 3; i++) {
        char line[99];
        write_file("a.level", "slidemove 1\nsection Ends\ntext An end is round.\ntry Press [Tab].\n"
                              "try Go on.\nplayer 0 2\nsegment -9 0 9 0\ngravity off\n");
        snprintf(line, sizeof line, "a.level --paused --size %s", sizes[i]);
        assert_true(run(line, "?Ends @250,300 [t ]t wait3 large:44 F2 wait3 large:44 F2 wait3 "
                              "ctrl+o wait3 large:44 Escape F1 wait3 large:44 F1 "
                              "+s tick60 -s . wait3 large:44 shift+. wait3 large:44 "
                              "shift+. wait3 large:44 F4 wait3 large:44 F4 Escape "
                              "ctrl+e wait99 large:44 Escape wait3 large:44"));
    }
}

TEST(what_the_command_line_gives_is_in_the_window) {
    write_file("a.level", room);
    assert_true(run("a.level --mover box --scale 1.5 --size 1500x1300 --log log", "?box ."));
    assert_false(run("a.level --log /dev/full", ". ."));
    assert_true(run("replay project/tests/recordings/space.recording --log log", "."));
    assert_true(run("project/tests/recordings/plane.recording", "?inside_the_kept_tick"));
    assert_false(run("--paused", "")); /* there is no levels/playground.level */
    assert_int_equal(symlink("project/levels", "levels"), 0);
    assert_true(run("--paused", "?Playground"));
    setenv("XDG_STATE_HOME", "/dev/null/none", 1);
    assert_true(run("a.level", "j Delete")); /* no copy of the changes can be kept */
    setenv("XDG_STATE_HOME", folder, 1);
}

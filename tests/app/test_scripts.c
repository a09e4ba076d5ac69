/* What the window does with keys, the pointer and files, each row a script; see script.h. */
#include "../test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../files.h"
#include "../script.h"

static const char room[] = "slidemove 1\ntitle A room\nplayer 0 2\nloop -9 -1 9 -1 9 9 -9 9\n"
                           "box 4 1 2 2\nsegment -6 0 -3 4\n";
static const char hall[] = "slidemove3 1\ntitle A hall\nplayer 0 2 0\n"
                           "box 0 -0.5 0 20 1 20\nbox 4 1 0 2 2 2\n"
                           "sphere -4 1 0 1\n";

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

/* Writes the plain room and these lines, which | ends. */
static void make_plain(const char *lines, char to[EXPANDED]) {
    snprintf(to, EXPANDED, "%s%s", PLAIN, lines);
    for (char *c = to; *c != '\0'; c++)
        *c = *c == '|' ? '\n' : *c;
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
    for (char *c = words; *c != '\0'; c++)
        *c = *c == '|' ? '\n' : *c;
    read_file(path_in(name).at, all, sizeof all);
    if (strstr(all, words) == NULL)
        fprintf(stderr, "%s is not in\n%s", words, all);
    return strstr(all, words) != NULL;
}

/* A gamepad, fingers, the clipboard, what a window manager and other programs do. */
static bool do_more(app *a, const char *word) {
    static int pad = -1;
    int axis, value;
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
        SDL_SetClipboardText(word + 5);
    } else if (strcmp(word, "leaves") == 0) {
        push_window_event(SDL_WINDOWEVENT_LEAVE);
    } else if (strcmp(word, "loses") == 0) {
        push_window_event(SDL_WINDOWEVENT_FOCUS_LOST);
    } else if (strcmp(word, "quits") == 0) {
        SDL_PushEvent(&(SDL_Event){.type = SDL_QUIT});
    } else if (strcmp(word, "refuses") == 0) {
        refused = "SDL_CreateTexture";
    } else if (strcmp(word, "stalls") == 0) {
        a->last_count -= SDL_GetPerformanceFrequency();
    } else if (sscanf(word, "scrub:%d", &value) == 1) { /* the timeline, to so much of it */
        const command_row *row = command_find(&app_commands, ROLE_TIMELINE, 0);
        const control *bar = controls_find(&a->view.controls, row, 0);
        if (bar != NULL)
            script_click(bar, value);
    } else if (strcmp(word, "nowhere") == 0) { /* the working folder is gone */
        if (mkdir("gone", 0700) != 0 || chdir("gone") != 0 || rmdir("../gone") != 0)
            return false;
    } else if (strcmp(word, "hurries") == 0) {
        hurries = true;
    } else if (strcmp(word, "watches") == 0) { /* before what was pressed is heard */
        for (int i = 0; i < 99; i++)
            open_watch_meshes(a);
    } else if (sscanf(word, "repeat:%d", &value) == 1) {
        SDL_Keysym key = {.sym = value, .scancode = SDL_GetScancodeFromKey(value)};
        SDL_PushEvent(&(SDL_Event){.key = {.type = SDL_KEYDOWN, .repeat = 1, .keysym = key}});
    } else if (sscanf(word, "write:%63[^=]=%199[^\1]", name, written) == 2) {
        for (char *c = written; *c != '\0'; c++)
            *c = *c == '|' ? '\n' : *c;
        write_file(name, written);
    } else if (strncmp(word, "holds:", 6) == 0) {
        return level_holds(word + 6);
    } else if (sscanf(word, "has:%63[^=]=%199[^\1]", name, written) == 2) {
        return has(name, written);
    } else if (sscanf(word, "copies:%d", &value) == 1) { /* of changes, beside what was hinted */
        return count_files("slidemove") == value + 1;
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

static int before;
static char project[400]; /* its folder */

static int begin(void **state) {
    make_folder(state);
    script_more = do_more;
    setenv("XDG_STATE_HOME", folder, 1);
    if (getcwd(project, sizeof project) == NULL)
        return 1;
    before = open(".", O_RDONLY);
    return chdir(folder) + mkdir("deep", 0700) + symlink(project, "project");
}

static int end(void **state) {
    int back = fchdir(before);
    close(before);
    return back + remove_folder(state);
}

TEST_GROUP(begin, end)

static void run_all(const char *const *rows, size_t count, const char *level_words) {
    int bad = 0;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(chdir(folder), 0);
        write_file("a.level", level_words);
        fingers = 0;
        hurries = false;
        bad += !run("a.level --size 1000x700 --paused", rows[i]);
    }
    assert_int_equal(bad, 0);
}

#define RUN_ALL(rows, level) run_all(rows, sizeof(rows) / sizeof *(rows), level)

TEST(keys_and_controls_do_what_they_say) {
    static const char *const rows[] = {
        /* Method. */
        "?A_room Tab ?last: shift+Tab ?deepest: #sweep ?sweep: #Back_to_the_player",
        "ctrl+2 ?ghost_of_last:_it_goes Q ?all_ghosts_are_back ctrl+2 ?ghost_of_last:_off Q "
        "?there_are_no_ghosts #Back_to_the_player",
        "+ ?radius_1.04_u - ?radius_0.95_u #radius%99 !radius_0.95_u #speed%99 !speed_1x",
        "] #radius%1 [ PageUp ?at_most_6_pushes PageDown ?at_most_5_pushes #pushes%99 ?pushes_20",
        "#crowd%99 shift+o O ?a_crowd_of #crowd%0 ?crowd_0 O ?a_crowd_of_10 O ?a_crowd_of_20 "
        "shift+o ?a_crowd_of_10 shift+o ?a_crowd_of_0",
        "Z ?capsule: Z ?box: Z ?disk: #box ?box: #capsule ?capsule:",
        "shift+z ?momentum:_thrust . . shift+z ?no_momentum",
        "size1000x1100 ctrl+g ?snap_grid:_ shift+g ?snap_grid:_ #gravity ?gravity:_it_falls "
        "#steepest_floor%50 #step%50 #step%0 #snap_to_the_floor%50 #jump%50 #jump%0 ?jump_0 . "
        "#gravity ?no_gravity:_W",
        "X ?[x]_Box r #Back_to_the_start",
        "#paused !paused #deepest ?last: ctrl+2 ctrl+1 ?[x]_deepest ctrl+3 ?[x]_first #first "
        "ctrl+4 ?[x]_shallowest ctrl+5 ?[x]_sweep Q q #Back_to_the_player r",
        "?tick_0 . ?tick_1 #One_tick ?tick_2 #Pause wait9 !tick_2 #deepest wait30 @25,80 wait30",
        "F4 wait3 #Lens%20 [1 @500,300 ]1 wheel-1 wheel1 #Close_the_lens shift+z +Up wait9 6 6 -Up",
        /* Time. */
        "Space !paused wait3 p ?[x]_Pause . . , F7 F7 ctrl+, ctrl+. F5 wait9 F6 wait9 shift+F5",
        ", ?the_session_began_here F7 ?there_is_no_tick_to_mark ctrl+, ?there_is_none_before "
        "ctrl+. ?there_is_none_after ctrl+b ?there_is_no_other_branch ctrl+shift+b F8",
        ". . . . , , +d . . . -d ctrl+b ctrl+shift+b ctrl+b ctrl+z ctrl+shift+z F8 "
        "?,_and_a_test_in_C",
        "shift+. ?there_is_no_move_to_step_into . shift+. shift+. shift+. F3 shift+, @300,680 "
        "wheel1 Escape F3 ?this_level_has_no_lesson",
        "+s . . . shift+. -s 0 shift+. shift+. shift+. Escape Escape ?Ctrl+Q_quits",
        "~-6,4 +a . . . . . . . . . . . . . . . . . . . . -a shift+. #forward #forward #back "
        "@300,640 @300,655 ~-9,4 ~9,0 #leave !forward",
        "drop:project/levels/lab/31-look-ahead.level wait9 p shift+. shift+. shift+. #forward "
        "@300,640 #back #leave",
        /* View. */
        "0 0 1 2 3 4 5 6 7 8 9 M M V F F f wait9 #Follow_the_player #Nearer #Farther "
        "#View_the_whole_level #Larger_text ?text_size_110 #Smaller_text ctrl+0 ?text_size_100",
        "T #Dark_or_light_theme F2 F2 #Fold_the_panel #Side_panel F11 F11 F12 ?saved_slidemove- "
        "F12 F4 wait3 #Close_the_lens #Lens_on_the_contact #Full_screen",
        "ctrl+Up ctrl+Down ctrl+Left ctrl+Right ctrl+PageUp ctrl+PageDown F1 #All_keys h Up Down "
        "PageUp PageDown wheel-3 wheel3 Left F1 F1 Escape F1 @300,300 [1 ]1 F1 #Pause",
        "#Put_this_hint_away ] ?speed_1.5x #speed_1.5x ?speed_1x / shift+. Escape F12 "
        "write:e.level=slidemove_1|player_0_0 drop:e.level shift+. ?nothing_is_in_the_way nowhere "
        "F12 ?no_screenshot",
        ". . . . . . +shift F5 wait9 wait9 -shift F6&stalls F5&stalls F6&stalls F5 , #bookmarks "
        "?there_is_none repeat:46 repeat:103",
        "size700x500 F2 size320x200 F1 Down Up wheel1 PageDown PageUp Escape 0 size1200x800 "
        "size40x40",
    };
    RUN_ALL(rows, room);
}

#define HALL                                                                                       \
    "slidemove3 1\ntitle A hall\nplayer -4 0.5 4 radius=0.5 # the start\n"                         \
    "box 0 -0.5 0  40 1 40 # the floor\nsphere 5 2 0  2.0 # the ball\n"

TEST(the_player_goes_where_keys_and_the_pointer_want) {
    static const char *const flat[] = {
        "+Up tick20 ?12.000,_10.000 -Up +Left tick24 -Left +Up tick20 -Up ?12.725,_11.864",
        "+shift +d tick10 -d -shift ?10.200,_10.000 r ?10.000,_10.000",
        "] ] +d tick10 -d ?12.000,_10.000 #speed [1 leaves @9,300 ]1 +d tick10 -d ?12.100,_10.000",
        "g tick60 ?10.000,_1.000 w tick20 ?_2.870 tick79 ?_1.000 e tick20 ?_2.870",
        "~10,10 [1 ~30,10 tick60 ?30.000,_10.000 ~30,23 tick60 ?30.000,_19.000 ]1 tick9 ?_19.000",
        "size320x200 F1 +Up tick20 -Up F1 size1200x800 #Side_panel ?10.000,_10.000",
        "+a tick99 ?1.000,_10 +shift +Home tick20 -a -shift ?0.600,_10 -Home tick1 ?1.000,_10",
        ("write:p.level=slidemove_1|player_10_10_radius=1|resolver_sweep|play_1_0_0.5|play_0_1_0."
         "25|"
         "paused drop:p.level tick44 !13.000,_11.500 tick1 ?13.000,_11.500 tick9 ?13.000,_11.500"),
    };
    static const char *const deep[] = {
        "+w tick30 -w ?-2.500,_0.500,_1.402",
        "@500,300 [3 @700,340 ]3 +w tick30 -w ?-1.034,_0.500,_3.553",
        "@500,300 [3 @700,340 ]3 +d tick30 -d ?-3.553,_0.500,_6.966",
        "+e tick24 -e ?_2.459,_ tick99 ?_0.500,_",
        "g +e tick24 -e tick9 ?_2.900,_ +c tick20 -c ?_0.900,_ g tick99 ?_0.500,_",
        "write:b.level=slidemove3_1|player_0_0.5_0_radius=0.5|box_0_-0.5_0__40_1_40|"
        "triangle_2_-9_60__2_-9_-60__2_60_0_onesided drop:b.level +w tick99 -w "
        "?5.400,_0.500,_-8.574 r X +w tick99 -w ?1.500,_0.500,_-8.574", /* its back is met */
    };
    RUN_ALL(flat, PLAIN);
    RUN_ALL(deep, HALL);
}

TEST(the_view_and_time_and_the_moments_of_a_move_are_gone_through) {
    static const char *const rows[] = {
        "@400,300 wheel3 ?view:_20.59,_11.09,_31.73 [3 @500,300 ]3 ?view:_16.34,_11.09,_31.73 v "
        "?view:_20.00,_10.00,_48.26 F2 ?view:_20.00,_10.00,_45.87 F2 ?_48.26 #Fold_the_panel "
        "?_45.87",
        "ctrl+PageUp ?_38.61_wide ctrl+PageDown ?_48.26_wide ctrl+Left ?view:_16.13,_10.00 ctrl+Up "
        "?view:_16.13,_13.87 ctrl+Right ?view:_20.00 - - - - - - f wait9 "
        "?view:_10.00,_10.00,_22.58",
        "+d tick20 -d , ?tick_19, , , ?tick_17, . . . ?tick_20, ?12.000,_10.000 , scrub:0 ?tick_0, "
        "scrub:99 ?tick_20, F5 wait9 F5 !tick_20, F6 wait30 ?tick_20, ?12.000,_10.000",
        "+d tick20 -d , scrub:50 ?11.000,_10.000 +s tick20 -s ?11.000,_8.000 ctrl+b ?tick_10, F6 "
        "wait30 ?12.000,_10.000 ctrl+shift+b ?tick_10, F6 wait30 ?11.000,_8.000 ctrl+z ?tick_10, "
        "F6 wait30 ?12.000,_10.000 ctrl+y ?tick_10, F6 wait30 ?11.000,_8.000",
        "write:b.level=slidemove_1|title_B|player_0_0 tick9 n ?B_- tick5 ctrl+, ?tick_1, , , "
        "?A_plain_room ?tick_8,",
        "+a +s tick150 -a -s shift+. ?made_at_once,_whatever_is_in shift+. ?2_of_2_in_reach "
        "shift+. ?deepest:_0.0707_=_0.0707 ~20,0 ?lit:_number_0 ~0,10 ?lit:_number_3 @500,553 "
        "wait2 ?lit:_number_0 @500,570 wait2 ?lit:_number_3 @990,300 ?lit:_none shift+, "
        "?2_of_2_in_reach shift+, ?made_at_once shift+. ?tick_150, Escape !inside: p wait9 "
        "!tick_150,",
        "Tab ctrl+5 4 z shift+z ctrl+shift+l ctrl+s "
        "has:a.level=radius=1|resolver_last|ghosts_sweep|overlays_closest_normals_vertices_"
        "iterations_grid|mover_capsule|momentum_on|paused|loop ctrl+z ?title:_* ctrl+y !title:_* "
        "Tab z p drop:a.level ?[x]_Pause ctrl+shift+l ?already Tab ctrl+shift+l ?title:_*",
        "@400,300 wheel3 ctrl+shift+l ctrl+s v ?_48.26_wide drop:a.level "
        "?view:_20.58,_11.10,_31.74 v ?_48.26_wide",
    };
    static const char *const deep[] = {
        "@400,300 +w tick90 -w ?_0.500,_1.000 shift+. shift+. ?in_reach shift+. Escape !inside:",
    };
    RUN_ALL(rows, PLAIN);
    RUN_ALL(deep, "slidemove3 1\nplayer 0 0.5 3 radius=0.5\nbox 0 -0.5 0  20 1 20\n"
                  "box 0 1 0  12 2 1\n");
}

TEST(shapes_in_space_are_drawn_and_dragged_with_the_pointer) {
#define BALL "has:a.level=#_the_floor|sphere_5_2_0__2.0_#_the_ball "
    static const char *const rows[] = {
        "*5,2,0 ~6,3.2,0.5 [1 ~8,5,0.5 ]1 ctrl+s has:a.level=sphere_7.02_3.74_0_2_#_the_ball| "
        "ctrl+z ctrl+s " BALL,
        "*5,2,0 ctrl+d ctrl+s has:a.level=#_the_ball|sphere_6.5_2_1.5_2| ctrl+z *5,2,0 #Duplicate "
        "ctrl+s has:a.level=#_the_ball|sphere_6.5_2_1.5_2|",
        "@600,300 wheel6 *5,3.9,0 Delete ctrl+s has:a.level=#_the_floor| ?obstacles_12_ ctrl+z "
        "ctrl+s " BALL,
        "i *-9,0,-1 *-6,0,2 *-6,3,2 ctrl+s has:a.level=box_-7.54_1.5_0.53_3.04_3_3.02| o *-7,3,0.5 "
        "*-6,3,0.5 ctrl+s has:a.level=sphere_-7.04_3_0.58_1.02| Escape ~-7,3.8,0.5 [1 ~-5,5,0.5 ]1 "
        "ctrl+s has:a.level=sphere_-7.04_4.64_0.58_1.02| ctrl+z ctrl+z ctrl+z ctrl+s " BALL,
        "~2,0,6 [1 ~6,1,6 ]1 Delete ?nothing_is_selected " BALL
        "+w tick30 -w ?-2.060,_0.500,_1.712", /* the drag turned the view */
        "write:b.level=slidemove_1|title_B|player_0_0 n ?B_- l b ?A_hall Space wait2 !paused Space "
        "l ?that_is_for_2D remove:b.level",
    };
    RUN_ALL(rows, HALL);
}

TEST(what_takes_the_place_of_a_file_stops_nothing) {
#define MESH "write:m.obj=v_0_0_0|v_1_0_0|v_0_0_1|f_1_2_3 "
    static const char *const rows[] = {
        "remove:a.level pipe:a.level wait9 wait9 wait9 ?file_is_gone remove:a.level "
        "endless:a.level wait9 wait9 wait9 ?file_is_gone remove:a.level",
        MESH
        "write:m.level=slidemove3_1|player_0_2_0|mesh_m.obj drop:m.level remove:m.obj pipe:m.obj "
        "wait30 drop:m.level wait2 ?expected_a_file,_found_a_pipe remove:m.obj endless:m.obj "
        "wait30 "
        "drop:m.level wait2 ?expected_a_file,_found_a_device "
        "remove:m.obj",
        "ctrl+shift+s ctrl+a =d.svg Return ?saved_d.svg has:d.svg=<svg_ "
        "write:d.svg=<svg_width='40cm'_viewBox='0_0_40_20'><title>Drawn</title>|<image/"
        "><circle_id='player'_cx='9'_cy='4'_r='1'/><path_d='M0_0h40v20H0z'/></svg> wait9 wait9 "
        "wait9 ?Drawn_- ctrl+s ?d.level Return ?saved_d.level "
        "has:d.level=player_9_-4_radius=1|loop_0_0_40_0_40_-20_0_-20|",
        "write:b.level=slidemove_1|title_B|player_0_0 ctrl+o =b Return ?B_- ctrl+o Left Return "
        "?A_plain_room ctrl+o #B ?B_- remove:b.level",
        "ctrl+o =no/ab Left =X Return ?no/aXb Escape",
    };
    RUN_ALL(rows, PLAIN);
}

TEST(the_pointer_and_typing_edit_a_level) {
    static const char *const rows[] = {
        /* Selecting, dragging, nudging. */
        "~4,1 [1 ]1 ~4,1 [1 ~5,2 ]1 ?*_A_room ctrl+z ctrl+y ctrl+shift+z Up Down +shift Left "
        "-shift Right Delete ?[x]_Select",
        "j ?loop j ?box shift+j ?loop ctrl+a ?3_shapes ctrl+d ctrl+z ctrl+a ctrl+c "
        "?copied_as_level_text ctrl+x ctrl+v ctrl+v clip:no&ctrl+v ?the_clipboard_is_no_level_text "
        "clip:&ctrl+v ?the_clipboard_is_empty ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z ?nothing_to_undo "
        "ctrl+y",
        "Delete ?nothing_is_selected ctrl+d ctrl+c ?nothing_is_selected ctrl+x Y i "
        "?point_at_an_edge ctrl+y ?nothing_to_redo #Insert_a_vertex",
        "~-4.5,2 [1 ]1 ?segment i Y ~-6,0 [1 ~-7,1 ]1 +shift ~9,9 [1 ~9,8 ]1 -shift +ctrl ~9,8 [1 "
        "~8.3,8.2 ]1 -ctrl +shift ~4,1 [1 ]1 ~-8,8 [1 ~8,0 ]1 -shift ?shapes Escape",
        /* Drawing. */
        "#Segment ~0,5 [1 ]1 ~2,6 [1 ]1 ctrl+a ?4_shapes l Right Right Space Up Up Space Escape "
        "Escape Escape ctrl+a ?5_shapes",
        "k ~0,5 [1 ]1 ~2,6 [1 ]1 ~3,5 [1 ]1 ~0,5 [1 ]1 ?loop k ~-3,5 [1 ]1 ~-2,6 [1 ]1 Return "
        "?chain c ~0,7 [1 ]1 ~1,7 [1 ]1 u ~4,6 [1 ]1 ~6,6 [1 ]1 ~6,7 [1 ]1 x ~-6,6 [1 ]1 ~-5,7 [1 "
        "]1 e",
        /* Typing. */
        "~4,1 [1 ]1 Return ctrl+a =7 Return ?box_7_1 Return ctrl+a =nonsense Return ?expected "
        "Return Tab shift+Tab ctrl+a =x ctrl+z Escape Return =9 ~-8,8 [1 ]1 Return F2 F2",
        "~4,1 [1 ]1 #box_4_1_2_2 ctrl+a =box_1_1_4_4 Keypad_Enter ?box_1_1_4_4 #box_1_1_4_4 "
        "#box_1_1_4_4%9 @700,99 Return #box_1_1_4_4 F2 F2 #box_1_1_4_4 ctrl+a =circle Return "
        "?column F2 ctrl+d ctrl+Insert Escape "
        "write:two.level=slidemove_1|player_0_0|box_0_5_1_1|box_5_5_2_2_angle=9 drop:two.level "
        "#Drop_them ctrl+a #(several) =7 Return ?7",
        "ctrl+a Return =5 Left Right Home End BackSpace Delete shift+Left ctrl+c ctrl+x ctrl+v "
        "ctrl+Left ctrl+Right shift+Home =3 Return",
        "write:l.level=slidemove_1|player_0_0|label_2_2_words|box_5_1_2_2 drop:l.level ctrl+a "
        "wait2 Escape k ^0,3 +ctrl ~4,3.1 ~4,7.1 -ctrl Escape Escape",
        "~4,1 [1 ]1 #spin #spin%90 ctrl+a =\xc3\xa9\xe2\x82\xac_x_\xf0\x9f\x98\x80 Left Left "
        "shift+Right BackSpace ctrl+Right Delete ctrl+Left ctrl+c ctrl+x clip:1&ctrl+v Escape",
        "~4,1 [1 ]1 #spin #angle #shift #spin ctrl+s ?saved_a.level ~-4.5,2 [1 ]1 #oneway "
        "?[x]_oneway #oneway #oneway ctrl+s",
        /* The pointer elsewhere. */
        "[3 ~2,2 ]3 [2 ~1,1 ]2 +shift [3 ~2,1 ]3 -shift wheel3 wheel-3 leaves ~0,2 [1 leaves ~2,4 "
        "loses ]1 r @900,400 wheel-3 [3 ]3 [1 @500,400 ]1 @990,600 [1 ]1",
        "fingers:0.2,0.2,0.4,0.4 fingers:0.1,0.1,0.5,0.5 fingers:0.3,0.3,0.3,0.3 "
        "fingers:0.1,0.1,0.5,0.5 fingers ~2,5 [t @700,300 . . ]t l ~2,5 [t ]t e ~0,2 [t ~3,4 . ]t",
        "plug ?gamepad: plug axis0=20000 . axis1=-20000 . axis2=9000 axis3=-9000 button1 . button0 "
        "axis0=0 unplug !gamepad: plug ?gamepad:",
        "ctrl+shift+l ?the_level_says_now ctrl+shift+l ?already Space +Home . -Home +w wait3 -w +d "
        "wait3 -d +shift +Right wait3 -Right -shift +ctrl +s -s -ctrl g +w wait4 -w repeat:115",
    };
    RUN_ALL(rows, room);
}

TEST(what_is_drawn_dragged_and_typed_is_what_the_file_says) {
    static const char *const empty[] = {
        "l ^4,5 ^8,5 c ^20,10 ^23,10 u ^25,5 ^30,5 ^30,6.5 x ^30,10 ^34,13 k ^3,14 ^3,17 ^5,17 "
        "Return "
        "saves:segment_4_5_8_5|circle_20_10_3|capsule_25_5_30_5_1.5|box_32_11.5_4_3|chain_3_14_3_"
        "17_5_17| ctrl+z ctrl+z ctrl+z ctrl+z ctrl+z saves:",
        /* It is changed once the loop is closed. */
        "k ^20,5 ^30,5 ^30,12 ^20,12 !title:_* ^20,5 saves:loop_20_5_30_5_30_12_20_12| e Escape "
        "+ctrl 30,12>33,12 -ctrl saves:loop_20_5_30_5_33_12_20_12| Escape ctrl+z ctrl+z saves: "
        "ctrl+y saves:loop_20_5_30_5_30_12_20_12| ctrl+shift+z saves:loop_20_5_30_5_33_12_20_12| "
        "ctrl+r ?A_plain_room saves:loop_20_5_30_5_33_12_20_12|",
        /* By keys alone; Esc drops the point set last, and the arrows drive no one. */
        "l space Right Right Right Right space Right Right Right Right Up Up space k space Up Up "
        "space Right Right Right Right space Up Up space Escape Return c space Right Right Right "
        "Right space u space Right Right space Up space x space Right Right Right Right Down Down "
        "space "
        "saves:segment_12_10_14_11|chain_14_11_14_12_16_12|circle_16_13_2|capsule_18_13_19_13_0.5|"
        "box_20_13_2_1| ?position_10.000,_10.000",
        "#Box +ctrl 30,10>34,13 -ctrl saves:box_32_11.5_4_3| #Select_and_drag *32,11.5 #Delete "
        "saves: #Undo saves:box_32_11.5_4_3|",
        /* The last click of a shape may slip. */
        "l ^20,5 +ctrl 24,5>26,8 -ctrl Escape ^30,15 ^33,15 saves:segment_20_5_24_5|",
        /* A file that is read again leaves a drawing and a typed text alone. */
        "k ^20,5 ^24,5 others:circle_30_15_1| wait9 wait9 wait9 ^24,8 Return Escape "
        "saves:circle_30_15_1|chain_20_5_24_5_24_8|",
    };
    static const char *const circles[] = {
        "18,3>27,8 Delete saves:circle_30_15_1| ctrl+z Escape 23,3>27,8 +shift 28,12>32,18 -shift "
        "Delete saves:circle_20_5_1| ctrl+z saves:circle_20_5_1|circle_25_5_1|circle_30_15_1|",
        "*30,15 Right Right Down saves:circle_20_5_1|circle_25_5_1|circle_31_14.5_1| ctrl+z "
        "saves:circle_20_5_1|circle_25_5_1|circle_31_15_1| ctrl+d Down Delete "
        "saves:circle_20_5_1|circle_25_5_1|circle_31_15_1|",
        "@990,690 j j j Delete saves:circle_20_5_1|circle_30_15_1| ctrl+z j shift+j shift+j Delete "
        "saves:circle_25_5_1|circle_30_15_1|",
        "*30,15 Return ctrl+a =12x Return ?expected Escape *30,15 Return ctrl+a =29.25 Tab =14 Tab "
        "Tab shift+Tab =2 saves:circle_20_5_1|circle_25_5_1|circle_29.25_14_2| Return ctrl+a =32 "
        "ctrl+z Return ctrl+a =33 Escape saves:circle_20_5_1|circle_25_5_1|circle_29.25_14_2| "
        "ctrl+z ctrl+z ctrl+z saves:circle_20_5_1|circle_25_5_1|circle_30_15_1|",
        "*30,15 Return ctrl+a =29 a 1 PageUp ?[x]_closest Return " /* they are for the field */
        "saves:circle_20_5_1|circle_25_5_1|circle_29_15_1| ctrl+z",
        "*30,15 #circle_30_15_1 ctrl+a =box_25_10_2_3_angle=30 Return "
        "saves:circle_20_5_1|circle_25_5_1|box_25_10_2_3_angle=30| ctrl+z "
        "saves:circle_20_5_1|circle_25_5_1|circle_30_15_1|",
        "~30,15 [1 ~25,12 Escape ~26,12 ]1 ~30,15 [1 ~25,12 ctrl+z ~26,12 ]1 "
        "saves:circle_20_5_1|circle_25_5_1|circle_30_15_1|",
    };
    static const char *const segments[] = {
        "*20,6 @990,690 i saves:chain_20_2_20_10_20_18| y saves:chain_20_18_20_10_20_2| ctrl+z "
        "ctrl+z saves:segment_20_2_20_18|",
        "*20,6 #oneway saves:segment_20_2_20_18_oneway| #oneway saves:segment_20_2_20_18|",
    };
    static const char *const boxes[] = {
        "*30,10 +ctrl 33.548,10>32.571,13.064 -ctrl saves:box_30_10_4_4_angle=45| ctrl+z "
        "saves:box_30_10_4_4|",
    };
    RUN_ALL(empty, PLAIN);
    RUN_ALL(boxes, PLAIN "box 30 10 4 4\n");
    RUN_ALL(circles, PLAIN "circle 20 5 1\ncircle 25 5 1\ncircle 30 15 1\n");
    RUN_ALL(segments, PLAIN "segment 20 2 20 18\n");
}

TEST(nothing_is_lost_unasked) {
#define DRAWS "c ^20,5 ^21,5 e Escape "
#define WAITS "wait9 wait9 wait9 "
#define LATER WAITS "?somebody_else "
    static const char *const rows[] = {
        DRAWS "others:circle_9_9_1| " LATER "#Take_the_file's holds:circle_9_9_1| "
              "saves:circle_9_9_1|",
        DRAWS "others:circle_9_9_1| " LATER "Escape ctrl+s ?somebody_else Escape "
              "holds:circle_9_9_1| ctrl+s Return holds:circle_20_5_1|",
        DRAWS "others:circle_9_9_1| " LATER "Escape ctrl+z " WAITS "saves:circle_9_9_1|",
        DRAWS "write:a.level=slidemove_1|player_1| " LATER "#Take_the_file's ?*_A_plain_room "
              "ctrl+s Return holds:circle_20_5_1|",
        "remove:a.level ctrl+n ?is_gone Escape ?*_A_plain_room n ?is_gone Escape saves: !is_gone",
        "remove:a.level " WAITS "?is_gone others: " WAITS "!is_gone remove:a.level " WAITS
        "others:circle_9_9_1| " WAITS "!somebody_else !* saves:circle_9_9_1|",
        DRAWS "n ?unsaved Escape ?*_A_plain_room ctrl+o =b.level Return #Drop_them "
              "?No_such_file holds:",
        DRAWS "write:b.level=slidemove_1|title_B|player_0_0 n Return holds:circle_20_5_1| ?B_- "
              "remove:b.level",
        DRAWS "write:b.level=slidemove_1|title_B|player_0_0 ctrl+o =b.level Return Tab Return "
              "?B_- holds: remove:b.level",
        "ctrl+n Return ctrl+s ctrl+a =made.level Return edit:made.level|Untitled|Renamed! wait9 "
        "wait9 wait9 ?Renamed! remove:made.level",
        "write:b.level=slidemove_1|title_B|player_0_0 " DRAWS
        "ctrl+shift+s ctrl+a =b.level Return ?would_be_lost Escape ?Save_as ctrl+a =c.level Tab "
        "Return ?saved_c.level holds: edit:b.level|title_B|title_B ctrl+shift+s ctrl+a =b.level "
        "Return Return ?saved_b.level edit:b.level|circle_20|circle_20 remove:b.level "
        "remove:c.level",
        "write:bad.level=slidemove_1|player_1 ctrl+o =bad Return ?bad.level:2 ?A_plain_room "
        "remove:bad.level",
    };
    RUN_ALL(rows, PLAIN);
}

TEST(a_level_in_space_is_seen_and_edited) {
    static const char *const rows[] = {
        "?A_hall l ?that_is_for_2D Z ?capsule: Z ?box: Z ?sphere: X ?from_behind,_too X "
        "?front_alone G G ?E_rises . +e wait3 -e +c wait3 -c +w wait9 -w",
        "~4,1,0 [1 ]1 ?box Left Right Up ctrl+g shift+g ctrl+d ctrl+z Return ctrl+a =3 Return "
        "Delete Escape +Left wait2 -Left +Up wait2 -Up [3 @400,300 ]3 [2 @500,300 ]2 wheel2",
        "*4,1,0 4,1.5,0>5,1.5,0 ctrl+z *4,1,0 ~4,1.5,0 [1 ~5,1.5,0 wait2 ]1 ctrl+z ctrl+a "
        "write:l.level=slidemove3_1|player_0_2_0|label_2_2_1_words|box_0_-1_0_9_1_9 drop:l.level "
        "ctrl+a wait2",
        "o ~0,0,3 [1 ]1 ~1,0,3 [1 ]1 ?sphere u ~0,0,5 [1 ]1 ~1,0,6 [1 ]1 ~1,0,7 [1 ]1 i ~-2,0,3 [1 "
        "]1 ~-1,0,4 [1 ]1 @400,200 [1 ]1 k ~0,0,3 [1 ]1 ~1,0,3 [1 ]1 ~1,0,4 [1 ]1 Escape Escape "
        "ctrl+z",
        "+s . . . . -s shift+. shift+. shift+. shift+, Escape 0 0 1 2 3 4 5 6 7 8 9 f wait5 f F v "
        "F4 F4 ctrl+1 ctrl+2 ctrl+3 ctrl+4 ctrl+5 +s wait9 -s q T 0 p +d wait3 -d",
        "write:a.level=slidemove3_1|title_New|player_5_2_0|box_0_-1_0_20_1_20 " WAITS
        "?New_- ?position_0.000,_2.000,_0.000 write:a.level=slidemove3_1|player_0 " WAITS
        "?1_error_in_the_level_file write:a.level=slidemove3_1|title_Mended|player_0_2_0 " WAITS
        "!in_the_level_file ?Mended_- write:a.level=slidemove3_1|player_0_2_0|mesh_none.obj " WAITS
        "?1_error_in_the_level_file ?Mended_-",
        ("plug axis2=30000 wait2 axis3=-30000 wait2 axis0=30000 wait2 unplug F8 ctrl+shift+l "
         "fingers:0.2,0.2,0.4,0.4 fingers:0.1,0.1,0.5,0.5 fingers ctrl+s"),
    };
    RUN_ALL(rows, hall);
}

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
        snprintf(line, sizeof line, "%s/levels/lab%s%s.level --size 560x400 --paused", project,
                 in_space ? "" : "/", levels[i]);
        assert_true(run(line,
                        "?- p wait9 p " WALK("s") "0 " INTO "wheel-1 Escape F4 shift+Tab " WALK("d")
                            INTO "Escape Z " WALK("a") INTO "0 Escape F3 Z " WALK("s") INTO
                        "!there_is_no_move Escape G +e " WALK("d") "-e " INTO "Escape F5 wait5"));
    }
}

TEST(files_are_opened_saved_and_not_lost) {
#define STALLS "stalls stalls stalls stalls stalls stalls stalls stalls "
    static const char *const rows[] = {
        "ctrl+n ?A_flat_room Return ?Untitled ctrl+s ?Save_as ctrl+a =new.level Return "
        "?saved_new.level F9 #In_3D ?Untitled ctrl+s Escape ctrl+shift+s Escape ctrl+n Escape",
        "ctrl+shift+s ctrl+a BackSpace Return ?a_path_is_missing =b.level Return ctrl+shift+s "
        "ctrl+a =a.level Return ?would_be_lost Escape ?Save_as Return #Replace_it ?saved_a.level",
        "j Delete ctrl+q ?is_changed Escape ctrl+n Tab Tab Tab shift+Tab Right Left Escape ctrl+o "
        "Return ?unsaved #Save n ?A_room b",
        "ctrl+o ?Open_a_level =nothing Return ?no_level_of_that_name ctrl+o Up Down PageUp "
        "PageDown Left Right wheel1 =./none.level Return ?No_such_file ctrl+o =room Return ?A_room",
        "write:a.level=slidemove_1|player_0_0 wait9 ctrl+r drop:a.level remove:a.level ctrl+r "
        "?is_gone Escape wait9 ctrl+s ?saved write:a.level=slidemove_1|title_B|player_0_0 wait9 "
        "wait9 wait9 wait9 wait9",
        "j Delete write:a.level=slidemove_1|player_0_0|circle_1_1_1 ctrl+s ?somebody_else "
        "#Decide_later ctrl+s #Save_mine ?saved j Delete "
        "write:a.level=slidemove_1|title_C|player_0_0 ctrl+s #Take_the_file's ?C_-_slidemove",
        "write:a.level=slidemove_1|segment_x|circle_1_1 ctrl+r ?2_errors_in_the_level_file "
        "write:a.level=slidemove_1|segment_1|player_0_0 ctrl+r ?1_error_in write:bad.level=no "
        "drop:bad.level ?bad.level:1:1:",
        ". . . ctrl+shift+r ?Save_a_recording ctrl+a =r.recording Return ?saved_0 drop:r.recording "
        "?timeline_below ctrl+shift+r =a.level #All_of_it ?no_file_has_yet Escape F8",
        "hurries wait2 ctrl+r&Escape&quits ?given_up ctrl+r&size900x600&j&quits ?given_up "
        "drop:project/tests/recordings/space.recording&Escape ?given_up",
        "write:c.level=slidemove_1|player_0_0 drop:c.level . . ctrl+shift+r ctrl+a =c.recording "
        "Return ?saved write:c.level=slidemove_1|player_1_1 drop:c.recording ?c.level_has_changed "
        "edit:c.recording|ticks|tocks drop:c.recording ?c.recording:8:1: ctrl+r ctrl+n Return "
        "ctrl+r ctrl+s Escape",
        "+d . . -d ctrl+shift+r ctrl+a =p.recording Return edit:p.recording|walk=1|walk=0 "
        "drop:p.recording ?parted_at_tick_1:",
        ". j Delete . . , , , ctrl+n repeat:13 repeat:27 ?A_flat_room Escape ~-4.5,2 [1 ~-4,3 "
        "ctrl+z ]1",
        "drop:project/tests/recordings/plane.recording ?inside_the_tick ctrl+n Return ctrl+a "
        "ctrl+d ctrl+q ?The_new_level Escape ctrl+shift+r ctrl+a =n.recording Return "
        "drop:n.recording",
        "write:m.obj=v_0_0_0|v_1_0_0|v_0_0_1|f_1_2_3 "
        "write:m.level=slidemove3_1|player_0_2_0|mesh_m.obj drop:m.level wait9 "
        "write:m.obj=v_0_0_0|f_1_2_3 wait9 ?expected_a_vertex_number remove:m.obj wait9 "
        "?no_longer_there hurries write:m.obj=v_0_0_0|v_1_0_0|v_0_0_3|f_1_2_3&Escape&watches "
        "?m.obj_was_given_up",
        "j Delete write:a.level=slidemove_1|player_0_0 wait9 ?somebody_else #Decide_later wait9 "
        "remove:a.level wait9 ?is_gone write:a.level=slidemove_1|player_0_1 wait9 ctrl+z wait9 "
        "Escape nowhere ctrl+s ?Your_changes_are_kept ctrl+shift+s Return ctrl+shift+r Return F8",
        "drop:project/levels/lab/06-wedges.level F3 F3 #2 @300,600 wheel1 ctrl+n Return ctrl+s "
        "?lab/untitled.level Tab Tab Tab shift+Tab Escape ctrl+n Space ctrl+o =wedges "
        "#Wedges_from_5_to_170_degrees ?Wedges_from",
        "write:g.level=slidemove_1|player_0_5|segment_5_0_6_0|gravity_on drop:g.level p " STALLS
            STALLS STALLS "?back_at_the_start",
        "write:d.svg=<svg_xmlns='http://www.w3.org/2000/svg'><g_opacity='0'/"
        "><line_x1='0'_y1='0'_x2='9'_y2='0'/><text>a</text><image/></svg> drop:d.svg ?left_out "
        "ctrl+s ?d.level Return",
        "write:m.obj=v_0_0_0|v_1_0_0|v_0_0_1|f_1_2_3 "
        "write:m.level=slidemove3_1|player_0_2_0|mesh_m.obj drop:m.level "
        "write:m.obj=v_0_0_0|v_1_0_0|v_0_0_2|f_1_2_3 wait9 j ctrl+d ctrl+shift+s ctrl+a "
        "=deep/e.level Return ?its_mesh_m.obj_is_not_there",
    };
    RUN_ALL(rows, room);
}

/* Runs the program, whose window fails. Returns what it said. */
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
    write_file("slidemove/hints", "none"); /* no number: as if no hint had been seen */
    assert_true(run("a.level", "?Changes_from_before_a_crash Escape"));
    assert_true(run("a.level", "?Changes_from_before_a_crash #Bring_them_back ?*_A_room"));
    assert_true(run("a.level", "!Changes_from_before_a_crash"));
    assert_non_null(strstr(run_failing("j Delete refuses size900x800 wait9", 1), rows[2].says));
    assert_true(run("a.level", "#Drop_them"));
    assert_true(
        run("a.level", "copies:0 j Delete " STALLS STALLS "copies:1 ctrl+z wait9 copies:0"));
    assert_true(run("a.level", "!Changes_from_before_a_crash"));
}

TEST(hints_vanish_once_they_are_done_and_a_new_level_saved_on_quitting_asks_for_its_path) {
    write_file("a.level", PLAIN);
    write_file("slidemove/hints", "0");
    assert_true(run("a.level --paused", "?Walk_with +d tick9 wait2 -d !Walk_with ?Drag_the_disk "
                                        "10.9,10>20,12 tick9 wait2 !Drag_the_disk ?Choose_a_res "
                                        "ctrl+2 wait2 !Choose_a_res"));
    assert_content("slidemove/hints", "7\n");
    assert_true(run("a.level --paused", "!Walk_with"));
    assert_true(run("a.level", "ctrl+n Return j Delete ctrl+q Return ctrl+a =made.level Return"));
    assert_content("made.level", "slidemove 1\ntitle Untitled\n\nplayer 0 0\n");
}

TEST(what_the_command_line_gives_is_in_the_window) {
    write_file("a.level", room);
    assert_true(run("a.level --mover box --crowd 3 --scale 1.5 --size 1500x1300 --log log",
                    "?box . ?crowd_3"));
    assert_false(run("a.level --log /dev/full", ". ."));
    assert_true(run("replay project/tests/recordings/space.recording --log log", "."));
    assert_true(run("project/tests/recordings/plane.recording", "?inside_the_tick"));
    assert_false(run("--paused", "")); /* there is no levels/playground.level */
    assert_int_equal(symlink("project/levels", "levels"), 0);
    assert_true(run("--paused", "?Playground"));
    setenv("XDG_STATE_HOME", "/dev/null/none", 1);
    assert_true(run("a.level", "j Delete")); /* no copy of the changes can be kept */
    setenv("XDG_STATE_HOME", folder, 1);
}

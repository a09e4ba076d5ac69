/* The command line of the real program: what it prints, where, and its exit status; and that the
 * docs say the same as the program's own tables. */
#include "../test.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SDL.h>
#include <SDL_image.h>
#include <webp/demux.h>

#include "../../src/app/app.h"
#include "../../src/sandbox/compare.h"
#include "../../src/sandbox/recording.h"
#include "../../src/view/overlays.h"
#include "../files.h"

typedef struct outcome {
    int status;
    char out[16384], err[4096];
} outcome;

/* Runs the program with these words of a shell, or a command of the shell behind an !; its output
 * goes to a file. @ stands for the test's folder. */
static outcome run_to(const char *words, const char *output) {
    static outcome o;
    const char *program = getenv("SLIDEMOVE");
    path_text errors = path_in("err");
    char expanded[1024], command[2048];
    put_folder(expanded, sizeof expanded, words);
    if (program == NULL)
        program = "build/slidemove";
    snprintf(command, sizeof command, "{ %s %s; } >%s 2>%s", words[0] == '!' ? "" : program,
             expanded + (words[0] == '!'), output, errors.at);
    int status = system(command);
    o.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_file(output, o.out, sizeof o.out);
    read_file(errors.at, o.err, sizeof o.err);
    return o;
}

/* The same, in the way of printf. */
__attribute__((format(printf, 1, 2))) static outcome run(const char *format, ...) {
    char words[600];
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    return run_to(words, path_in("out").at);
}

static void assert_says(const char *words, const char *part) {
    if (strstr(words, part) == NULL)
        fail_msg("expected '%s' in:\n%s", part, words);
}

/* Runs the program, which exits with this status and says that: as output if all is well. */
#define expect(exit, says, ...)                                                                    \
    do {                                                                                           \
        outcome got = run(__VA_ARGS__);                                                            \
        assert_int_equal(got.status, exit);                                                        \
        assert_says((exit) == 0 ? got.out : got.err, says);                                        \
    } while (0)

/* ---- Transcripts -------------------------------------------------------------------------- */

static void assert_ended(const outcome *o, int status, const char *words) {
    if (o->status != status)
        fail_msg("%s: exit status %d\n%s%s", words, o->status, o->out, o->err);
    assert_true(status != 2 || o->out[0] == '\0'); /* wrong usage prints nothing else */
}

/* Runs what stands below a title of tests/app/commands.txt. */
static void run_section(const char *title) {
    static outcome o;
    char line[1024], words[1024] = "nothing", name[64];
    int status = 0, length, runs = 0;
    bool is_in = false;
    FILE *f = fopen("tests/app/commands.txt", "r");
    assert_non_null(f);
    o.status = 0;
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "== ", 3) == 0)
            is_in = strcmp(line + 3, title) == 0;
        if (!is_in || line[0] == '=' || line[0] == '#' || line[0] == '\0')
            continue;
        bool is_run = line[0] == '$' || line[0] == '!';
        if (is_run) {
            assert_ended(&o, status, words);
            strcpy(words, line[0] == '$' ? line + 2 : line);
            o = run_to(words, path_in("out").at);
            status = 0;
            runs++;
        } else if (sscanf(line, "file %63s%n", name, &length) == 1) {
            write_file(name, break_lines(line + length + 1));
        } else {
            const char *part = break_lines(line[1] == '\0' ? line + 1 : line + 2);
            status = line[0] == ' ' ? status : line[0] - '0';
            assert_says(strstr(o.out, part) != NULL ? o.out : o.err, part);
        }
    }
    fclose(f);
    assert_ended(&o, status, words);
    assert_true(runs > 0);
}

#define COMMANDS(name)                                                                             \
    TEST(name) {                                                                                   \
        run_section(#name);                                                                        \
    }

COMMANDS(wrong_usage_says_what_and_what_to_type)
COMMANDS(check_prints_errors_with_their_place_and_statistics_of_good_levels)
COMMANDS(a_missing_file_is_named)
COMMANDS(simulate_writes_a_line_a_tick_in_2d_and_3d)
COMMANDS(a_full_device_is_told_whatever_is_written_to_it)
COMMANDS(moves_come_from_regular_files_or_standard_input)
COMMANDS(a_trace_is_written_whole_or_not_at_all)
COMMANDS(a_log_is_not_written_over_a_bad_level)
COMMANDS(render_draws_without_a_display_as_asked)
COMMANDS(render_opens_a_level_as_it_says_unless_told_otherwise)
COMMANDS(render_says_what_it_cannot_do)
COMMANDS(how_far_it_is_stands_on_a_terminal)
COMMANDS(the_window_says_when_there_is_no_display)
COMMANDS(errors_in_moves_have_line_and_column)
COMMANDS(render_draws_a_3d_level_as_asked)
COMMANDS(animate_says_what_it_cannot_do)
COMMANDS(compare_counts_what_can_be_worked_out_by_hand)
COMMANDS(the_lab_shows_the_fault_of_last_and_that_deepest_has_none)
COMMANDS(the_demo_ends_between_two_walls)
COMMANDS(explore_names_what_it_finds_and_fails_by_what_is_new)
COMMANDS(explore_looks_at_the_zones_and_starts_of_a_level)
COMMANDS(a_rule_stands_beside_the_resolvers)
COMMANDS(a_rule_that_fails_takes_nothing_along)
COMMANDS(no_file_runs_a_rule)

/* ---- Usage ------------------------------------------------------------------------------- */

TEST(help_lists_commands_options_keys_and_overlays) {
    outcome o = run("--help");
    assert_int_equal(o.status, 0);
    assert_says(o.out, "slidemove simulate LEVEL --moves FILE");
    assert_says(o.out, "--resolver NAME");
    for (int i = 0; i < app_commands.count; i++) {
        if (app_commands.rows[i].label != NULL)
            assert_says(o.out, app_commands.rows[i].help);
    }
    for (int i = 0; i < OVERLAY_COUNT; i++)
        assert_says(o.out, overlays[i].summary);
    assert_int_equal(run("render --help").status, 0);
}

TEST(each_key_that_is_listed_reaches_its_command) {
    for (int dimensions = 2; dimensions <= 3; dimensions++) {
        level l = {.dimensions = dimensions};
        sandbox s = {.level = &l};
        app a = {.commands = &app_commands, .sandbox = &s};
        for (int i = 0; i < app_commands.count; i++) {
            const command_row *row = &app_commands.rows[i];
            for (int k = 0; k < 3 && row->keys[k] != 0 && command_is_in(row, dimensions); k++) {
                int argument;
                SDL_Keysym key = {.sym = row->keys[k], .mod = (Uint16)row->with};
                if (keys_find(&a, key, &argument) != row)
                    fail_msg("%dD: %s does not reach: %s", dimensions, row->label, row->help);
            }
        }
    }
}

TEST(version_is_the_library_s) {
    assert_string_equal(run("--version").out, "slidemove " SM_VERSION "\n");
}

/* ---- Commands ---------------------------------------------------------------------------- */

/* Under their own names, through symbolic links and through hard links. */
TEST(outputs_do_not_destroy_what_is_read) {
    static const char *const files[] = {"a.level", "a.moves", "a.obj"};
    static const char *const texts[] = {"slidemove3 1\nplayer 0 5 0\nmesh a.obj\n", "0 0 0\n",
                                        "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n"};
    char command[600];
    path_text link_path = path_in("link");
    for (int i = 0; i < 3; i++)
        write_file(files[i], texts[i]);
    for (int i = 0; i < 9; i++) {
        const char *file = files[i % 3], *name = i < 3 ? file : "link";
        path_text target = path_in(file);
        unlink(link_path.at);
        assert_int_equal(i < 6 ? symlink(target.at, link_path.at) : link(target.at, link_path.at),
                         0);
        expect(1, "is an input; write the output to another file\n",
               "render @/a.level --moves @/a.moves -o @/%s", name);
        if (i % 3 != 1) /* the window takes no moves */
            assert_says(run("@/a.level --log @/%s", name).err,
                        "is an input; write the output to another file\n");
        assert_content(file, texts[i % 3]);
    }
    snprintf(command, sizeof command, "> %s", path_in("a.moves").at); /* appended: never an end */
    assert_says(run_to("simulate @/a.level --moves @/a.moves", command).err, "is an input");
}

TEST(compare_prints_a_line_for_each_resolver) {
    write_file("wedge.level", "slidemove 1\nplayer 0 0.75 radius=1\n"
                              "segment -9 0 9 0\nsegment -9 1.5 9 1.5\n");
    write_file("moves", "0.5 0\n0.5 0\n");
    assert_int_equal(run("compare @/none.level --moves @/moves").status, 1);
    outcome file = run("compare @/wedge.level --moves @/moves --pushes 1");
    assert_int_equal(file.status, 0);
    assert_string_equal(file.err, "");
    assert_says(file.out, "resolver");
    for (int i = 0; i < SM_RESOLVER_COUNT; i++)
        assert_says(file.out, sm_resolver_name((sm_resolver)i));
    assert_says(file.out, " 1.000   100.0 ");
    outcome input = run("compare @/wedge.level --moves - --pushes 1 < @/moves | cut -c1-60");
    assert_says(input.out, " 1.000   100.0 ");
    for (int i = 0; i < COMPARE_COLUMNS; i++) {
        assert_says(file.out, compare_columns[i].name);
        assert_says(run("--help").out, compare_columns[i].meaning);
    }
}

/* ---- Recordings -------------------------------------------------------------------------- */

/* Walks into a wall for 90 ticks, and saves that, with one word replaced by another of its length.
 */
static void save_recording(const char *word, const char *by) {
    static char words[65536];
    char message[SAVE_MESSAGE_LENGTH];
    level_errors errors;
    path_text level_path = path_in("a.level");
    write_file("a.level", "slidemove 1\nplayer 0 0 radius=0.5\nsegment 1.5 -9  1.5 9\n");
    sandbox *s = sandbox_create(level_load(level_path.at, &errors));
    session *t = session_create(s);
    for (int i = 0; i < 90; i++)
        session_tick(t, &(player_input){.walk = {1, i < 70 ? 0 : 0.5f}});
    level_set_path(s->level, level_path.at, strlen(level_path.at));
    assert_true(recording_save(t, 0, 90, path_in("a.recording").at, message));
    session_destroy(t);
    sandbox_destroy(s);
    read_file(path_in("a.recording").at, words, sizeof words);
    char *found = strstr(words, word);
    assert_non_null(found);
    memcpy(found, by, strlen(by));
    write_file("a.recording", words);
}

TEST(replay_checks_a_recording_to_the_bit) {
    save_recording("walk", "walk");
    expect(0, "a.recording: bit-exact, 90 ticks\n", "replay @/a.recording --check");
    write_file("a.level", "slidemove 1\nplayer 0 0\n");
    expect(0, "a.level has changed since; the recording uses its own copy\n",
           "replay --check @/a.recording");
    expect(0, "a.recording: bit-exact, 90 ticks\n", "replay --check @/a.recording");
    save_recording("walk=1,0.5", "walk=1,0.4");
    outcome o = run("replay @/a.recording --check");
    assert_int_equal(o.status, 1);
    assert_says(o.out, "a.recording: differs at tick 71 of 90, recorded by version " SM_VERSION
                       "; at tick 90 player.position was 1,");
    save_recording("ticks 60 ", "tocks 60 ");
    expect(1, "a.recording:9:1: expected a statement, found 'tocks'",
           "replay @/a.recording --check");
    expect(1, "a.level:1:1: expected `slidemove-recording 2` as the first statement",
           "replay @/a.level --check");
    expect(1, "none.recording", "replay @/none.recording");
}

TEST(keep_makes_a_recording_and_a_test_of_one_tick_or_says_why_not) {
    save_recording("walk", "walk");
    expect(0, "a-80.recording with 1 obstacle, and a test in C: ", "keep @/a.recording --tick 80");
    expect(0, "bit-exact", "replay @/a-80.recording --check");
    char words[8192];
    read_file(path_in("a-80.recording.c").at, words, sizeof words);
    assert_says(words, "{.shape = {{1.5f, -9.0f}, {1.5f, 9.0f}, 0.0f}},");
    assert_says(words, "    assert(moved.position.x == 1.0f);\n");
    expect(1, "there is no tick 91: expected one from 1 to 90\n",
           "keep @/a.recording --tick 91 -o @/b.recording");
    assert_int_equal(access(path_in("b.recording").at, F_OK), -1);
    expect(1, "none/b.recording cannot be saved: ",
           "keep @/a.recording --tick 80 -o @/none/b.recording");
    expect(1, "a.recording is an input; write the output to another file\n",
           "keep @/a.recording --tick 80 -o @/a.recording");
    expect(1, "a.level:", "keep @/a.level --tick 1");
    save_recording("walk=1,0.5", "walk=1,0.4");
    run("--version; cp @/a.recording @/bare");
    expect(0, "bare: differs at tick 71 of 90, ", "keep @/bare --tick 80");
    assert_int_equal(access(path_in("bare-80.recording").at, F_OK), 0);
    expect(2, "usage: ", "keep @/a.recording");
}

/* ---- Animations -------------------------------------------------------------------------- */

/* Returns how long an animation is shown, in milliseconds. */
static int read_webp(const char *name, int *pictures, uint32_t *last, size_t last_bytes) {
    static char bytes[1 << 20];
    int end = 0;
    WebPData data = {(uint8_t *)bytes, read_file(path_in(name).at, bytes, sizeof bytes)};
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_BGRA;
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    assert_non_null(decoder);
    for (*pictures = 0; WebPAnimDecoderHasMoreFrames(decoder); (*pictures)++) {
        uint8_t *pixels;
        assert_true(WebPAnimDecoderGetNext(decoder, &pixels, &end));
        memcpy(last, pixels, last_bytes);
    }
    WebPAnimDecoderDelete(decoder);
    return end;
}

TEST(an_animation_of_moves_ends_as_render_draws_them) {
    static uint32_t last[320 * 180];
    int pictures;
    static const char with[] = "--moves @/moves --size 320x180 --ghosts last --view=0,1,20";
    write_file("moves", "0.1 0\n0.2 0\n0 -0.5\n0.3 -0.5\n0.3 -0.5\n0.3 -0.5\n");
    assert_int_equal(run("render levels/playground.level %s -o @/end.png", with).status, 0);
    outcome o = run("animate levels/playground.level %s -o @/a.webp", with);
    assert_string_equal(o.err, "");
    assert_int_equal(o.status, 0);
    assert_in_range(read_webp("a.webp", &pictures, last, sizeof last), 133, 134);
    assert_int_equal(pictures, 4); /* after 0, 2, 4 and 6 ticks */
    SDL_Surface *read = IMG_Load(path_in("end.png").at);
    SDL_Surface *end = SDL_ConvertSurfaceFormat(read, SDL_PIXELFORMAT_ARGB8888, 0);
    for (int y = 0; y < 180; y++)
        assert_memory_equal((char *)end->pixels + y * end->pitch, last + 320 * y, 320 * 4);
    SDL_FreeSurface(read);
    SDL_FreeSurface(end);
}

TEST(a_recording_is_animated_from_a_tick_to_a_tick_and_inside_one) {
    static uint32_t last[480 * 270];
    int plain, inside;
    save_recording("walk", "walk");
    static const char part[] = "animate @/a.recording --from 70 --to 1.5s --size 480x270 -o ";
    assert_int_equal(run("%s @/a.webp", part).status, 0);
    assert_in_range(read_webp("a.webp", &plain, last, sizeof last), 366, 367);
    assert_int_equal(plain, 11);
    assert_int_equal(run("%s @/a.webp --inside 80 --step 0.2 --lens --speed 0.5", part).status, 0);
    int shown = read_webp("a.webp", &inside, last, sizeof last);
    int steps = inside - 21 - 1 - 5; /* the first step has 6 pictures, in which the view glides */
    assert_in_range(steps, 4, 8);    /* wanted, look, choice, push, end */
    assert_in_range(shown, 21 * 1000 / 30 + 200 * (steps + 1) - 1,
                    21 * 1000 / 30 + 200 * (steps + 1) + 1);
    assert_int_equal(run("%s @/a.webp --theme light", part).status, 0);
    uint32_t dark = last[0];
    read_webp("a.webp", &inside, last, sizeof last);
    assert_int_equal(inside, plain);
    assert_int_not_equal(last[0], dark);
}

TEST(a_level_is_animated_as_it_plays) {
    static uint32_t last[320 * 180];
    int pictures;
    write_file("a.level",
               "slidemove 1\nplayer 0 0\nsegment 3 -5 3 5\nplay 1 0 0.1\nplay 0 1 0.1\n");
    assert_int_equal(run("animate @/a.level -o @/a.webp --size 320x180 --span 9").status, 0);
    assert_in_range(read_webp("a.webp", &pictures, last, sizeof last), 233, 234);
    assert_int_equal(pictures, 7); /* of 12 ticks */
}

/* ---- Documentation ----------------------------------------------------------------------- */

TEST(docs_list_every_key_and_overlay) {
    static char page[65536];
    char row[512];
    read_file("docs/keys.md", page, sizeof page);
    for (int i = 0; i < app_commands.count; i++) {
        if (app_commands.rows[i].label == NULL)
            continue;
        snprintf(row, sizeof row, "| %s | %s%s |", app_commands.rows[i].label,
                 app_commands.rows[i].help, command_where_words(&app_commands.rows[i]));
        assert_says(page, row);
    }
    for (int i = 0; i < OVERLAY_COUNT; i++) {
        snprintf(row, sizeof row, "| %s | %s | %s |", overlays[i].key, level_overlay_name(i),
                 overlays[i].summary);
        assert_says(page, row);
    }
}

static int set_up(void **state) {
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("SDL_VIDEODRIVER");
    return make_folder(state);
}

TEST_GROUP(set_up, remove_folder)

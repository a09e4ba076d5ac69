/* The command line of the real program: what it prints, where, and its exit status; and that the
 * docs say the same as the program's own tables. */
#include "../test.h"

#include <sys/resource.h>
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

/* Runs the program with these words of a shell; its output goes to a file. @ stands for the test's
 * folder. */
static outcome run_to(const char *words, const char *output) {
    static outcome o;
    const char *program = getenv("SLIDEMOVE");
    path_text errors = path_in("err");
    char expanded[1024], command[2048];
    put_folder(expanded, sizeof expanded, words);
    snprintf(command, sizeof command, "%s %s >%s 2>%s",
             program != NULL ? program : "build/slidemove", expanded, output, errors.at);
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
            for (int k = 0; k < 3 && row->keys[k] != 0 && command_counts(row, dimensions); k++) {
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

TEST(wrong_usage_says_what_and_what_to_type) {
    static const struct {
        const char *words, *says, *usage;
    } cases[] = {
        {"--frobnicate", "unknown option '--frobnicate'", "usage: slidemove [LEVEL]"},
        {"a.level b.level", "expected at most 1 level, found 'b.level' too",
         "usage: slidemove [LEVEL]"},
        {"check", "check needs a level", "usage: slidemove check LEVEL..."},
        {"simulate", "simulate needs a level", "usage: slidemove simulate LEVEL --moves FILE"},
        {"simulate a.level", "simulate needs --moves FILE", "usage: slidemove simulate"},
        {"simulate a.level --moves", "--moves needs a value", "usage: slidemove simulate"},
        {"compare", "compare needs a level", "usage: slidemove compare LEVEL --moves FILE"},
        {"compare a.level", "compare needs --moves FILE", "usage: slidemove compare"},
        {"compare a.level --moves x --resolver last", "--resolver does not belong to this command",
         "usage: slidemove compare"},
        {"--ghosts last,best",
         "--ghosts expects all, none, or names of deepest, last, first, shallowest, sweep, "
         "found 'last,best'",
         "usage: slidemove [LEVEL]"},
        {"--ghosts ''", "--ghosts expects all, none", "usage: "},
        {"--ghosts ,last", "--ghosts expects all, none", "usage: "},
        {"--overlays las", "--overlays expects all, none", "usage: "},
        {"render a.level -o x --span 0", "--span expects a number from 0.01 to 1000000, found '0'",
         "usage: slidemove render"},
        {"--scale nan", "--scale expects a number from 0.5 to 8, found 'nan'", "usage: "},
        {"simulate a.level --moves x --ghosts all", "--ghosts does not belong to this command",
         "usage: slidemove simulate"},
        {"render a.level", "render needs -o PICTURE.png", "usage: slidemove render LEVEL"},
        {"render a.level -o x.png --size 3", "--size expects WIDTHxHEIGHT",
         "usage: slidemove render"},
        {"animate a.level", "animate needs -o FILE", "usage: slidemove animate RECORDING"},
        {"animate a.level -o x.webp --from 1.5",
         "--from expects a whole number of ticks, or seconds", "usage: slidemove animate"},
        {"animate a.level -o x.webp --to -1s", "--to expects a whole number of ticks, or seconds",
         "usage: slidemove animate"},
        {"animate a.level -o x.webp --rate 51", "--rate expects a whole number from 1 to 50",
         "usage: slidemove animate"},
        {"render a.level -o x --view 1,2", "--view expects X,Y,WIDTH, in 3D X,Y,Z,TO_X,TO_Y,TO_Z",
         "usage: slidemove render"},
        {"render a.level -o x --view 1,2,3,4,5,6,7", "--view expects X,Y,WIDTH", "usage: "},
        {"render a.level -o x --view 1,2,-3", "--view expects X,Y,WIDTH", "usage: "},
        {"render a.level -o x --view 1,,3", "--view expects X,Y,WIDTH", "usage: "},
        {"render a.level -o x --view 1,2e9,3", "--view expects X,Y,WIDTH", "usage: "},
        {"--size 3x", "--size expects WIDTHxHEIGHT", "usage: "},
        {"--size 3y5", "--size expects WIDTHxHEIGHT", "usage: "},
        {"--size 3x5y", "--size expects WIDTHxHEIGHT", "usage: "},
        {"--scale x", "--scale expects a number", "usage: "},
        {"--scale 2x", "--scale expects a number", "usage: "},
        {"--pushes x", "--pushes expects a whole number", "usage: "},
        {"--pushes 0x5", "--pushes expects a whole number from 1 to 20, found '0x5'", "usage: "},
        {"--scale 0x1p1", "--scale expects a number", "usage: "},
        {"--pushes 99999999999999999999", "--pushes expects a whole number", "usage: "},
        {"animate a.level -o x.webp --from x", "--from expects a whole number", "usage: "},
        {"animate a.level -o x.webp --from 1x", "--from expects a whole number", "usage: "},
        {"animate a.level -o x.webp --from 1e9", "--from expects a whole number", "usage: "},
        {"check a.level --moves x", "--moves does not belong to this command",
         "usage: slidemove check"},
        {"--resolver best",
         "--resolver expects one of deepest, last, first, shallowest, sweep, found 'best'",
         "usage: slidemove [LEVEL]"},
        {"--overlays grid,fog", "--overlays expects all, none, or names of closest, normals",
         "usage: slidemove [LEVEL]"},
        {"--pushes 0", "--pushes expects a whole number from 1 to 20, found '0'", "usage: "},
        {"simulate a.level --moves x --mover ball",
         "--mover expects one of disk, capsule, box, found 'ball'", "usage: "},
        {"--theme pink", "--theme expects dark or light, found 'pink'", "usage: "},
        {"generate maze", "unknown command 'generate', and no level has that name",
         "usage: slidemove [LEVEL]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        outcome o = run("%s", cases[i].words);
        assert_int_equal(o.status, 2);
        assert_says(o.err, cases[i].says);
        assert_says(o.err, cases[i].usage);
        assert_string_equal(o.out, "");
    }
}

/* ---- Commands ---------------------------------------------------------------------------- */

TEST(check_prints_errors_as_file_line_column_message) {
    write_file("bad.level", "slidemove 1\nplayer 0 0\nsegment 1 2 x 4\nsegment 1 2 3\n");
    outcome o = run("check @/bad.level");
    assert_int_equal(o.status, 1);
    assert_says(o.out, "/bad.level:3:13: ");
    assert_says(o.out, "/bad.level:4:14: ");
}

TEST(check_prints_statistics_of_good_levels) {
    expect(0, "levels/playground.level: good", "check levels/playground.level");
    expect(0, "obstacles", "check levels/*.level levels/lab*/*.level");
}

TEST(a_missing_file_is_named) {
    outcome o = run("check @/none.level");
    assert_int_equal(o.status, 1);
    assert_says(o.out, "none.level: ");
    assert_int_equal(run("@/none.level").status, 1);
    write_file("good.level", "slidemove 1\nplayer 0 0\n");
    expect(1, "none.moves: cannot open the file: No such file or directory",
           "simulate @/good.level --moves @/none.moves");
}

TEST(simulate_writes_a_line_a_tick_in_2d_and_3d) {
    static const char wedge[] =
        "slidemove 1\nplayer 0 0.75 radius=1\nsegment -9 0 9 0\nsegment -9 1.5 9 1.5\n";
    static const char end[] = "slidemove 1\nplayer 0 2 radius=1 length=1\nsegment 1 -9 1 0.5\n";
    static const char floor[] = "slidemove3 1\nplayer 0 1 0 radius=1\n"
                                "triangle -9 0 -9  0 0 9  9 0 -9 # seen from above\n";
    static const char head[] = "tick\tx\ty\tpushes\tdepth\tnx\tny\n";
    static const char head3[] = "tick\tx\ty\tz\tpushes\tdepth\tnx\tny\tnz\n";
    static const struct {
        const char *level, *moves, *options, *head, *says;
    } rows[] = {
        {wedge, "0 0\n", "", head, "\t5\t"},
        {wedge, "0 0\n", "--pushes 3", head, "\t3\t"},
        {wedge, "0 0\n", "--pushes 1 --resolver last", head, "\n1\t0\t0.5\t1\t0.5\t0\t-1\n"},
        {end, "0 -1\n", "--mover disk", head, "\t1\t"},
        {end, "0 -1\n", "--mover box", head, "\n1\t0\t1.5\t1\t0\t0\t1\n"},
        {floor, "# right, into the floor, up\n0.5 0 0\n0 -0.5 0\n\n0 1 -0.25 # last\n", "", head3,
         "\n1\t0.5\t1\t0\t0\t0\t0\t0\t0\n2\t0.5\t1\t0\t1\t0\t0\t1\t0\n"
         "3\t0.5\t2\t-0.25\t0\t0\t0\t0\t0\n"},
        {floor, "0.5 0 0\n0 -0.5 0\n", "--resolver sweep", head3, "\n2\t0.5\t1.00001"}, /* a gap */
        {floor, "0 -0.5 0\n", "--mover capsule", head3, "\n1\t0\t2\t0\t1\t0\t0\t1\t"}, /* upright */
        {floor, "0 -0.5 0\n", "--mover sphere", head3, "\n1\t0\t1\t0\t1\t0\t0\t1\t"},
    };
    static const char *const sources[] = {"@/moves", "- < @/moves"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_file("a.level", rows[i].level);
        write_file("moves", rows[i].moves);
        for (int k = 0; k < 2; k++) {
            outcome o = run("simulate @/a.level %s --moves %s", rows[i].options, sources[k]);
            assert_int_equal(o.status, 0);
            assert_int_equal(strncmp(o.out, rows[i].head, strlen(rows[i].head)), 0);
            assert_says(o.out, rows[i].says);
        }
    }
}

TEST(a_full_device_is_told_whatever_is_written_to_it) {
    write_file("good.level", "slidemove 1\nplayer 0 2 radius=1\n");
    write_file("moves", "1 0\n");
    static const char *const words[] = {
        "--help",
        "--version",
        "check @/good.level",
        "simulate @/good.level --moves @/moves",
        "simulate @/good.level --moves - < levels/demo.moves",
        "compare @/good.level --moves @/moves",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        outcome o = run_to(words[i], "/dev/full");
        assert_int_equal(o.status, 1);
        assert_string_equal(o.err, "slidemove: the output cannot be written\n");
    }
    expect(
        1,
        "slidemove: /dev/full cannot be saved: it is a device or a pipe; the file is as it was\n",
        "simulate levels/playground.level --moves levels/demo.moves --trace /dev/full");
}

/* Moves that never end, or that are no text, take neither memory nor time. */
TEST(moves_come_from_regular_files_or_standard_input) {
    write_file("good.level", "slidemove 1\nplayer 0 2 radius=1\n");
    static const struct {
        const char *moves, *says;
    } cases[] = {
        {"/dev/zero", "/dev/zero: expected a file, found a device"},
        {"@", ": expected a file, found a folder"},
        {"@/none.moves", "none.moves: cannot open the file: No such file or directory"},
        {"- < /dev/zero", "standard input:1:1: expected text, found a NUL byte"},
        {"- < @/long", "standard input:2:65537: expected a line of at most 64 KiB, found a longer"},
        {"@/long", "/long:2:65537: expected a line of at most 64 KiB, found a longer one"},
    };
    char *line = malloc(100000);
    memset(line, '1', 99999);
    memcpy(line, "1 1\n", 4);
    line[99999] = '\0';
    write_file("long", line);
    free(line);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect(1, cases[i].says, "simulate @/good.level --moves %s", cases[i].moves);
        expect(1, cases[i].says, "compare @/good.level --moves %s", cases[i].moves);
    }
}

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

TEST(a_trace_is_written_whole_or_not_at_all) {
    write_file("good.level", "slidemove 1\nplayer 0 2 radius=1\n");
    write_file("moves", "1 0\n1 x\n");
    write_file("trace", "old");
    expect(1, "moves:2:3: expected a number for DY",
           "simulate @/good.level --moves @/moves --trace @/trace");
    assert_content("trace", "old");
    write_file("moves", "1 0\n");
    assert_int_equal(run("simulate @/good.level --moves @/moves --trace @/trace").status, 0);
    expect(0, "2 ", "--version && wc -l @/trace");
}

/* A bad level is no reason to empty what it would be read from. */
TEST(a_log_is_not_written_over_a_bad_level) {
    write_file("bad.level", "slidemove 1\nplayer 0\n");
    expect(1, "bad.level:2:9: expected a number for Y in `player X Y`",
           "@/bad.level --log @/bad.level");
    assert_content("bad.level", "slidemove 1\nplayer 0\n");
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

TEST(render_draws_without_a_display) {
    outcome o = run("render levels/playground.level -o @/picture.png --size 640x400 --theme light");
    assert_string_equal(o.err, "");
    assert_int_equal(o.status, 0);
    SDL_Surface *picture = IMG_Load(path_in("picture.png").at);
    assert_non_null(picture);
    assert_int_equal(picture->w, 640);
    assert_int_equal(picture->h, 400);
    SDL_FreeSurface(picture);
}

static bool same_files(const char *one, const char *other) {
    char command[256];
    snprintf(command, sizeof command, "cd %s && cmp -s %s.png %s.png", folder, one, other);
    return WEXITSTATUS(system(command)) == 0;
}

TEST(render_draws_the_ghosts_that_are_asked_for) {
    static const char *const options[] = {"", "--ghosts none", "--ghosts last,sweep"};
    write_file("moves", "0 -0.5\n");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            run("render levels/playground.level --moves @/moves --size 320x200 -o @/%d.png %s", i,
                options[i])
                .status,
            0);
    }
    assert_true(same_files("0", "1"));
    assert_false(same_files("0", "2"));
}

/* The level's name is in the picture, so all are of the same one. */
TEST(render_opens_a_level_as_it_says_unless_told_otherwise) {
    write_file("right.moves", "0.1 0\n0.1 0\n0.1 0\n");
    write_file("a.level", "slidemove 1\nplayer 0 0\nsegment 3 -5 3 5\nresolver sweep\n"
                          "overlays none\nplay 1 0 0.05\n");
    assert_int_equal(run("render @/a.level -o @/said.png").status, 0);
    assert_int_equal(
        run("render @/a.level -o @/told.png --resolver deepest --overlays grid").status, 0);
    write_file("a.level", "slidemove 1\nplayer 0 0\nsegment 3 -5 3 5\n");
    static const char plain[] = "render @/a.level --moves @/right.moves";
    assert_int_equal(run("%s -o @/said2.png --resolver sweep --overlays none", plain).status, 0);
    assert_int_equal(run("%s -o @/told2.png --overlays grid", plain).status, 0);
    assert_true(same_files("said", "said2"));
    assert_true(same_files("told", "told2"));
    assert_false(same_files("said", "told"));
}

TEST(render_says_what_it_cannot_do) {
    expect(1, "no/picture.png", "render levels/playground.level -o @/no/picture.png");
    expect(1, "none.ttf", "render levels/playground.level -o @/x.png --font @/none.ttf");
    assert_int_equal(mkfifo(path_in("pipe").at, 0600), 0);
    expect(1, "/pipe: expected a font file, found a pipe",
           "render levels/playground.level -o @/x.png --font @/pipe");
    expect(1, "none.moves", "render levels/playground.level -o @/x.png --moves @/none.moves");
}

TEST(how_far_it_is_stands_on_a_terminal) {
    static const char line[] =
        "--version; script -qec \"${SLIDEMOVE:-build/slidemove} %s\" /dev/null";
    write_file("a.level", "slidemove 1\nplayer 0 0\nplay 1 0 1\n");
    assert_says(run(line, "animate @/a.level -o @/a.webp --size 99x99").out, "animating:  51 %");
}

/* The limit of a file's size would otherwise end the program in the middle of its temporary file.
 */
TEST(a_file_that_may_not_grow_is_told_and_leaves_nothing) {
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 8192;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    outcome o = run("render levels/playground.level -o @/limited.png");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(o.status, 1);
    assert_says(o.err, "limited.png cannot be saved: File too large");
    assert_string_equal(run("--version >/dev/null; ls @ | grep limited").out, "");
}

TEST(the_window_says_when_there_is_no_display) {
    expect(1, "slidemove: no display", "levels/playground.level </dev/null");
    expect(1, "slidemove render LEVEL -o PICTURE.png", "levels/playground.level </dev/null");
}

/* ---- 3D levels --------------------------------------------------------------------------- */

TEST(errors_in_moves_of_a_3d_level_have_line_and_column) {
    static const struct {
        const char *moves, *says;
    } cases[] = {
        {"1 2 3\n\n1 2\n", "moves:3:4: expected a number for DZ, at most 1e6, found nothing"},
        {"1 2 x\n", "moves:1:5: expected a number for DZ, at most 1e6, found 'x'"},
        {"1 2 3 4\n", "moves:1:7: expected nothing after `DX DY DZ`, found '4'"},
        {"1 2 3e6\n", "moves:1:5: expected a number for DZ"},
        {"nan 2 3\n", "moves:1:1: expected a number for DX"},
        {"1 # 2 3\n", "moves:1:3: expected a number for DY"},
    };
    write_file("solid.level", "slidemove3 1\nplayer 0 1 0 radius=1\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_file("moves", cases[i].moves);
        expect(1, cases[i].says, "simulate @/solid.level --moves @/moves");
        expect(1, cases[i].says, "compare @/solid.level --moves @/moves");
    }
    write_file("moves", "1 2 3\n"); /* nor does a 2D level take three */
    write_file("flat.level", "slidemove 1\nplayer 0 0\n");
    expect(1, "moves:1:5: expected nothing after `DX DY`, found '3'",
           "simulate @/flat.level --moves @/moves");
}

/* Draws the level to NAME.png with these options, after a move. */
static void render3(const char *name, const char *options) {
    outcome o =
        run("render @/solid.level --moves @/moves --size 480x270 -o @/%s.png %s", name, options);
    if (o.status != 0)
        fail_msg("%s: %s", options, o.err);
}

TEST(render_draws_a_3d_level_as_asked) {
    static const char *const options[] = {
        "",         "--panel",       "--keys",         "--overlays all", "--overlays none",
        "--span 6", "--theme light", "--mover sphere", "--scale 2",      "--overlays ray"};
    enum { COUNT = sizeof options / sizeof *options };
    char names[COUNT][8];
    write_file("solid.level", "slidemove3 1\nplayer 0 1 0 radius=0.5 length=1\n"
                              "triangle -9 0 -9  0 0 9  9 0 -9\nsphere 2 1 0  1\n"
                              "box -3 1 0  1 2 1  angle=20\ncapsule 0 1 -4  2 1 -4  0.5\n");
    write_file("moves", "0.3 -0.2 0\n0.4 -0.2 0.1\n");
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        render3(names[i], options[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        for (int k = i + 1; k < COUNT; k++) {
            if (same_files(names[i], names[k]))
                fail_msg("the same picture with '%s' and '%s'", options[i], options[k]);
        }
    }
    render3("again", "");
    assert_true(same_files("again", "p0"));
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
    assert_in_range(inside, 21 + 4, 21 + 8); /* wanted, look, choice, push, end */
    assert_in_range(shown, 21 * 1000 / 30 + 200 * (inside - 21) - 1,
                    21 * 1000 / 30 + 200 * (inside - 21) + 1);
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

TEST(animate_says_what_it_cannot_do) {
    static const struct {
        const char *words, *says;
    } cases[] = {
        {"@/a.recording -o @/a.gif", "expected a name that ends in .webp, found '"},
        {"@/a.recording -o @/no/a.webp --size 99x9", "no/a.webp"},
        {"@/a.recording -o @/a.webp --to 91", "there are ticks 0 to 90; 0 to 91 cannot be shown"},
        {"@/a.recording -o @/a.webp --from 9 --to 8", "there are ticks 0 to 90; 9 to 8 cannot be"},
        {"@/a.recording -o @/a.webp --to 8 --inside 9",
         "tick 9, to be looked into, is not one of 1"},
        {"@/a.recording -o @/a.webp --inside 0",
         "tick 0, to be looked into, is not one of 1 to 90"},
        {"@/long.level -o @/a.webp --speed 0.01 --rate 50 --size 99x99",
         "it would have 40001 pictures, and may have 30000"},
        {"@/a.recording -o @/a.webp --size 16384x9", "a WebP has at most 16383 pixels"},
        {"@/a.recording -o @/a.webp --view=1,2,3,4,5,6",
         "--view of this level has 3 numbers, not 6"},
        {"@/a.recording -o @/a.recording",
         "a.recording is an input; write the output to another file"},
        {"@/none.recording -o @/a.webp", "none.recording"},
    };
    save_recording("walk", "walk");
    write_file("long.level", "slidemove 1\nplayer 0 0\nplay 1 0 8\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expect(1, cases[i].says, "animate %s", cases[i].words);
    }
    static const char *const own[] = {"resolver last", "moves x", "pushes 3"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        expect(2, "a recording has its own moves, resolver, pushes",
               "animate @/a.recording -o @/a.webp --%s", own[i]);
    }
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

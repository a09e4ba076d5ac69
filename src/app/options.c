#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../sandbox/compare.h"
#include "../sandbox/ghosts.h"
#include "../sandbox/name_set.h"
#include "../sandbox/plane/crowd.h"
#include "../view/overlays.h"
#include "../view/theme.h"
#include "commands.h"

/* ---- Commands ---------------------------------------------------------------------------- */

static const struct {
    const char *name; /* NULL: the command without a name */
    const char *usage;
    const char *summary;
    int min_levels, max_levels;
    const char *noun; /* what its operands are called */
} commands[COMMAND_COUNT] = {
    [COMMAND_WINDOW] = {NULL, "slidemove [LEVEL]",
                        "the window; no LEVEL opens levels/playground.level", 0, 1, "level"},
    [COMMAND_CHECK] = {"check", "slidemove check LEVEL...",
                       "each error as file:line:column: message; statistics when good", 1, INT_MAX,
                       "level"},
    [COMMAND_SIMULATE] = {"simulate", "slidemove simulate LEVEL --moves FILE",
                          "a batch: one `DX DY` (3D: `DX DY DZ`) a line in, one line a tick out", 1,
                          1, "level"},
    [COMMAND_COMPARE] = {"compare", "slidemove compare LEVEL --moves FILE",
                         "the same moves with every resolver, as a table", 1, 1, "level"},
    [COMMAND_RENDER] = {"render", "slidemove render LEVEL -o PICTURE.png",
                        "draws without a display", 1, 1, "level"},
    [COMMAND_GENERATE] = {"generate", "slidemove generate KIND --segments N",
                          "makes a level of exactly that size", 1, 1, "kind"},
};

enum {
    FOR_WINDOW = 1 << COMMAND_WINDOW,
    FOR_SIMULATE = 1 << COMMAND_SIMULATE,
    FOR_COMPARE = 1 << COMMAND_COMPARE,
    FOR_RENDER = 1 << COMMAND_RENDER,
    FOR_GENERATE = 1 << COMMAND_GENERATE,
    FOR_ALL = (1 << COMMAND_COUNT) - 1
};

/* Says what is wrong, then the line to type instead. */
__attribute__((format(printf, 2, 3))) static options_status wrong(command c, const char *format,
                                                                  ...) {
    va_list values;
    va_start(values, format);
    fputs("slidemove: ", stderr);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\nusage: %s\n       slidemove --help lists everything\n", commands[c].usage);
    return OPTIONS_WRONG;
}

/* ---- Values ------------------------------------------------------------------------------ */

/* A setter returns NULL, or what was expected. */
typedef const char *set_fn(options *o, const char *value);

static const char *set_moves(options *o, const char *value) {
    o->moves = value;
    return NULL;
}

static const char *set_output(options *o, const char *value) {
    o->output = value;
    return NULL;
}

static const char *set_font(options *o, const char *value) {
    o->font = value;
    return NULL;
}

static const char *set_log(options *o, const char *value) {
    o->log = value;
    return NULL;
}

static const char *set_resolver(options *o, const char *value) {
    return sm_resolver_from_name(value, &o->resolver)
               ? NULL
               : "one of deepest, last, first, shallowest, sweep";
}

static bool parse_int(const char *value, char **end, int low, int high, int *result) {
    errno = 0;
    long number = strtol(value, end, 10);
    if (*end == value || errno != 0 || number < low || number > high)
        return false;
    *result = (int)number;
    return true;
}

static const char *set_pushes(options *o, const char *value) {
    char *end;
    bool good = parse_int(value, &end, 1, SM_PUSHES_MAX, &o->pushes) && *end == '\0';
    return good ? NULL : "a whole number from 1 to 20";
}

#define SEGMENTS_RANGE    DIGITS(LEVEL_GENERATE_MIN) " to " DIGITS(LEVEL_GENERATE_MAX)
#define DIGITS(limit)     DIGITS_OF(limit) /* of the limit, not of its name */
#define DIGITS_OF(number) #number

static const char *set_segments(options *o, const char *value) {
    char *end;
    bool good = parse_int(value, &end, LEVEL_GENERATE_MIN, LEVEL_GENERATE_MAX, &o->segments) &&
                *end == '\0';
    return good ? NULL : "a whole number from " SEGMENTS_RANGE;
}

static const char *set_seed(options *o, const char *value) {
    char *end;
    bool good = parse_int(value, &end, 0, INT_MAX, &o->seed) && *end == '\0';
    return good ? NULL : "a whole number from 0 to 2147483647";
}

static const char *set_crowd(options *o, const char *value) {
    char *end;
    bool good = parse_int(value, &end, 0, CROWD_MAX, &o->crowd) && *end == '\0';
    return good ? NULL : "a whole number from 0 to 100000";
}

static const char *any_names_of(name_of_fn *name_of, int count) {
    static char expected[512];
    size_t at = (size_t)snprintf(expected, sizeof expected, "all, none, or names of");
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(expected + at, sizeof expected - at, "%s %s", i > 0 ? "," : "",
                               name_of(i));
    return expected;
}

static const char *set_ghosts(options *o, const char *value) {
    return ghosts_parse(value, &o->ghosts) ? NULL : any_names_of(ghosts_name, SM_RESOLVER_COUNT);
}

static const char *set_mover(options *o, const char *value) {
    o->has_mover = mover_kind_from_name(value, &o->mover);
    return o->has_mover ? NULL : "disk (in 3D sphere), capsule or box";
}

static const char *set_theme(options *o, const char *value) {
    o->theme = theme_find(value);
    return o->theme >= 0 ? NULL : "dark or light";
}

static const char *set_overlays(options *o, const char *value) {
    return overlays_parse(value, &o->overlays) ? NULL : any_names_of(overlays_name, OVERLAY_COUNT);
}

static bool parse_float(const char *value, float low, float high, float *result) {
    char *end;
    *result = strtof(value, &end);
    return end != value && *end == '\0' && *result >= low && *result <= high;
}

static const char *set_scale(options *o, const char *value) {
    return parse_float(value, 0.5f, 8, &o->scale) ? NULL : "a number from 0.5 to 8";
}

static const char *set_span(options *o, const char *value) {
    return parse_float(value, 0.01f, 1e6f, &o->span) ? NULL : "world units, from 0.01 to 1e6";
}

static const char *set_size(options *o, const char *value) {
    char *end;
    bool good = parse_int(value, &end, 1, 16384, &o->width) && *end == 'x' &&
                parse_int(end + 1, &end, 1, 16384, &o->height) && *end == '\0';
    return good ? NULL : "WIDTHxHEIGHT in pixels, such as 1280x720";
}

static const char *set_paused(options *o, const char *value) {
    (void)value;
    o->paused = true;
    return NULL;
}

static const char *set_help(options *o, const char *value) {
    (void)value;
    o->help = true;
    return NULL;
}

static const char *set_panel(options *o, const char *value) {
    (void)value;
    o->panel = true;
    return NULL;
}

static const struct {
    const char *name;
    char letter;       /* '\0': none */
    const char *value; /* NULL: takes none */
    unsigned commands; /* set of FOR_... */
    set_fn *set;       /* NULL: options_parse acts on it */
    const char *summary;
} option_rows[] = {
    {"moves", 'm', "FILE", FOR_SIMULATE | FOR_COMPARE | FOR_RENDER, set_moves,
     "the moves to make, `DX DY` a line; - is standard input"},
    {"output", 'o', "FILE", FOR_RENDER | FOR_GENERATE, set_output,
     "where to write the picture, or the level (- is standard output)"},
    {"segments", 'n', "N", FOR_GENERATE, set_segments,
     "how many segments (3D: triangles) the level has, " SEGMENTS_RANGE},
    {"seed", 0, "N", FOR_GENERATE, set_seed, "another level of the same kind (1)"},
    {"resolver", 'r', "NAME", FOR_WINDOW | FOR_SIMULATE | FOR_RENDER, set_resolver,
     "deepest, last, first, shallowest or sweep"},
    {"pushes", 0, "N", FOR_WINDOW | FOR_SIMULATE | FOR_COMPARE | FOR_RENDER, set_pushes,
     "push-outs a move may make, 1 to 20 (5)"},
    {"crowd", 0, "N", FOR_WINDOW | FOR_RENDER, set_crowd, "others that wander about (0)"},
    {"ghosts", 0, "LIST", FOR_WINDOW | FOR_RENDER, set_ghosts,
     "resolvers beside the player: all, none or names divided by commas"},
    {"mover", 0, "NAME", FOR_WINDOW | FOR_SIMULATE | FOR_RENDER, set_mover,
     "disk, capsule or box (as the level has it)"},
    {"overlays", 0, "LIST", FOR_WINDOW | FOR_RENDER, set_overlays,
     "what is drawn: all, none or names divided by commas"},
    {"theme", 't', "NAME", FOR_WINDOW | FOR_RENDER, set_theme, "dark or light"},
    {"size", 's', "WxH", FOR_WINDOW | FOR_RENDER, set_size, "of the picture or window, in pixels"},
    {"span", 0, "N", FOR_RENDER, set_span,
     "world units across, round the player (the whole level)"},
    {"scale", 0, "N", FOR_WINDOW | FOR_RENDER, set_scale,
     "pixels a point; the window asks the screen, render takes 1"},
    {"font", 0, "FILE", FOR_WINDOW | FOR_RENDER, set_font, "a TrueType or OpenType font"},
    {"keys", 'k', NULL, FOR_RENDER, set_help, "draw the help panel too"},
    {"panel", 0, NULL, FOR_RENDER, set_panel, "draw the tool bar and side panel too"},
    {"log", 0, "FILE", FOR_WINDOW, set_log, "write each tick as simulate does"},
    {"paused", 0, NULL, FOR_WINDOW, set_paused, "begin paused"},
    {"help", 'h', NULL, FOR_ALL, NULL, "this text"},
    {"version", 'V', NULL, FOR_ALL, NULL, "the version"},
};

enum { OPTION_COUNT = sizeof option_rows / sizeof *option_rows };

/* ---- Help -------------------------------------------------------------------------------- */

static void print_command_rows(void) {
    for (int c = 0; c < COMMAND_COUNT; c++)
        printf("  %-40s %s\n", commands[c].usage, commands[c].summary);
}

static void print_option_commands(unsigned set) {
    const char *separator = " (";
    for (int c = 0; set != FOR_ALL && c < COMMAND_COUNT; c++) {
        if ((set & 1u << c) != 0) {
            printf("%s%s", separator, commands[c].name != NULL ? commands[c].name : "window");
            separator = ", ";
        }
    }
    puts(set != FOR_ALL ? ")" : "");
}

static void print_option_rows(void) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        char spelling[64], letter[8] = "    ";
        if (option_rows[i].letter != '\0')
            snprintf(letter, sizeof letter, "-%c, ", option_rows[i].letter);
        snprintf(spelling, sizeof spelling, "%s--%s%s%s", letter, option_rows[i].name,
                 option_rows[i].value != NULL ? " " : "",
                 option_rows[i].value != NULL ? option_rows[i].value : "");
        printf("  %-26s %s", spelling, option_rows[i].summary);
        print_option_commands(option_rows[i].commands);
    }
}

static void print_key_rows(void) {
    for (int g = 0; g < GROUP_COUNT; g++) {
        printf("\n%s:\n", command_group_names[g]);
        for (int i = 0; i < app_commands.count; i++) {
            if ((int)app_commands.rows[i].group == g && app_commands.rows[i].label != NULL)
                printf("  %-14s %s%s\n", app_commands.rows[i].label, app_commands.rows[i].help,
                       command_where_words(&app_commands.rows[i]));
        }
    }
    printf("\nOverlays:\n");
    for (int i = 0; i < OVERLAY_COUNT; i++)
        printf("  %-3s %-11s %s\n", overlays[i].key, overlays[i].name, overlays[i].summary);
}

static void print_help(void) {
    puts("slidemove: see how a moving shape meets the world.\n");
    print_command_rows();
    puts("\nOptions:");
    print_option_rows();
    puts("\nKinds of levels to generate:");
    for (int k = 0; k < LEVEL_GENERATE_KIND_COUNT; k++)
        printf("  %-11s %s\n", level_generate_kinds[k].name, level_generate_kinds[k].summary);
    puts("\nResolvers:");
    for (int r = 0; r < SM_RESOLVER_COUNT; r++)
        printf("  %-11s %s\n", sm_resolver_name((sm_resolver)r),
               sm_resolver_summary((sm_resolver)r));
    puts("\nColumns of `compare`:");
    for (int i = 0; i < COMPARE_COLUMNS; i++)
        printf("  %-11s %s\n", compare_columns[i].name, compare_columns[i].meaning);
    print_key_rows();
    puts("\nExit status: 0 good, 1 the input is at fault, 2 the usage is.");
}

/* ---- Parsing ----------------------------------------------------------------------------- */

static command find_command(int argc, char **argv) {
    for (int c = 0; c < COMMAND_COUNT; c++) {
        if (argc > 1 && commands[c].name != NULL && strcmp(argv[1], commands[c].name) == 0)
            return (command)c;
    }
    return COMMAND_WINDOW;
}

static void fill_getopt(struct option *longs, char *letters) {
    *letters++ = ':'; /* getopt then tells a missing value from an unknown option */
    for (int i = 0; i < OPTION_COUNT; i++) {
        bool takes_value = option_rows[i].value != NULL;
        longs[i] = (struct option){option_rows[i].name,
                                   takes_value ? required_argument : no_argument, NULL, 256 + i};
        if (option_rows[i].letter != '\0') {
            *letters++ = option_rows[i].letter;
            if (takes_value)
                *letters++ = ':';
        }
    }
    longs[OPTION_COUNT] = (struct option){0};
    *letters = '\0';
}

static int row_of(int code) {
    if (code >= 256)
        return code - 256;
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (option_rows[i].letter == code)
            return i;
    }
    return -1;
}

static options_status apply(options *o, int row) {
    if ((option_rows[row].commands & 1u << o->command) == 0)
        return wrong(o->command, "--%s does not belong to this command", option_rows[row].name);
    if (option_rows[row].set == NULL) {
        if (strcmp(option_rows[row].name, "version") == 0)
            puts("slidemove " SM_VERSION);
        else
            print_help();
        return OPTIONS_DONE;
    }
    const char *expected = option_rows[row].set(o, optarg);
    if (expected != NULL)
        return wrong(o->command, "--%s expects %s, found '%s'", option_rows[row].name, expected,
                     optarg);
    return OPTIONS_GO;
}

static options_status check_generate(options *o) {
    char names[128] = "";
    size_t at = 0;
    o->kind = level_generate_find(o->levels[0]);
    for (int k = 0; k < LEVEL_GENERATE_KIND_COUNT; k++)
        at += (size_t)snprintf(names + at, sizeof names - at, "%s%s", k > 0 ? ", " : "",
                               level_generate_kinds[k].name);
    if (o->kind == LEVEL_GENERATE_KIND_COUNT)
        return wrong(o->command, "expected one of %s, found '%s'", names, o->levels[0]);
    if (o->segments == 0)
        return wrong(o->command, "generate needs --segments N");
    return OPTIONS_GO;
}

static options_status check_whole(options *o) {
    command c = o->command;
    if (o->level_count < commands[c].min_levels)
        return wrong(c, "%s needs a %s", commands[c].name, commands[c].noun);
    if (o->level_count > commands[c].max_levels)
        return wrong(c, "expected at most %d %s%s, found '%s' too", commands[c].max_levels,
                     commands[c].noun, commands[c].max_levels == 1 ? "" : "s",
                     o->levels[commands[c].max_levels]);
    if ((c == COMMAND_SIMULATE || c == COMMAND_COMPARE) && o->moves == NULL)
        return wrong(c, "%s needs --moves FILE", commands[c].name);
    if (c == COMMAND_RENDER && o->output == NULL)
        return wrong(c, "render needs -o PICTURE.png");
    return c == COMMAND_GENERATE ? check_generate(o) : OPTIONS_GO;
}

options_status options_parse(int argc, char **argv, options *o) {
    *o = (options){.command = find_command(argc, argv),
                   .seed = 1,
                   .pushes = SM_PUSHES,
                   .overlays = overlays_at_start};
    if (o->command != COMMAND_WINDOW) { /* the command's name takes the program's place */
        argv++;
        argc--;
    }
    struct option longs[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 2];
    fill_getopt(longs, letters);
    int code;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const char *found = argv[optind - 1];
        if (code == ':')
            return wrong(o->command, "%s needs a value", found);
        if (code == '?')
            return wrong(o->command, "unknown option '%s'", found);
        options_status status = apply(o, row_of(code));
        if (status != OPTIONS_GO)
            return status;
    }
    o->levels = argv + optind;
    o->level_count = argc - optind;
    return check_whole(o);
}

#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/statements.h"
#include "../sandbox/compare.h"
#include "../sandbox/sandbox.h"
#include "../view/frame.h"
#include "../view/overlays.h"
#include "app.h"
#include "explore_command.h"

/* ---- The table --------------------------------------------------------------------------- */

/* Returns NULL, or the expected value in words. */
typedef const char *set_fn(options *o, const char *value);

static set_fn set_resolver, set_mover, set_theme, set_size, set_view, set_start, set_gravity,
    set_kinds, set_fail_on;

typedef enum option_type {
    ASKS,    /* handled by options_parse */
    FLAG,    /* a bool */
    TEXT,    /* any words */
    WHOLE,   /* an int from low to high */
    SETTING, /* the same, in the range of the player's setting of that name */
    NUMBER,  /* a float from low to high */
    TIME,    /* an int: ticks, or seconds with an s behind them */
    NAMES,   /* an unsigned: `high` for "all", 0 for "none", or names divided by commas */
    OTHER    /* its function sets it */
} option_type;

#define IN(field) offsetof(options, field)

static const struct {
    const char *name;
    char letter;       /* '\0': none */
    const char *value; /* NULL: none */
    const char *summary;
    option_type type;
    size_t field; /* where the value goes */
    double low, high;
    level_kind names; /* the statement that has them */
    set_fn *set;
    unsigned sets;    /* set if the option is given: LEVEL_SETS_... */
    const char *only; /* the row is for this subcommand alone; NULL: for all others */
} option_rows[] = {
    {"moves", 'm', "FILE", "the moves to make, `DX DY` a line; - is standard input", TEXT,
     .field = IN(moves)},
    {"output", 'o', "FILE", "the file to write: a picture, an animation or a kept tick", TEXT,
     .field = IN(output)},
    {"resolver", 'r', "NAME", "deepest, last, first, shallowest or sweep", OTHER,
     .set = set_resolver, .sets = LEVEL_SETS_RESOLVER},
    {"rule", 0, "FILE.c",
     "your own resolver (docs/your-rule.md); it moves the player, unless "
     "--resolver is given",
     TEXT, .field = IN(rule)},
    {"pushes", 0, "N", "push-outs a move may make", SETTING, .field = IN(pushes)},
    {"ghosts", 0, "LIST", "resolvers beside the player: all, none or names divided by commas",
     NAMES, .field = IN(ghosts), .high = GHOSTS_ALL, .names = LEVEL_GHOSTS,
     .sets = LEVEL_SETS_GHOSTS},
    {"mover", 0, "NAME", "the player's shape (as the level has it)", OTHER, .set = set_mover,
     .names = LEVEL_MOVER, .sets = LEVEL_SETS_MOVER},
    {"overlays", 0, "LIST", "what is drawn: all, none or names divided by commas", NAMES,
     .field = IN(overlays), .high = OVERLAYS_ALL, .names = LEVEL_OVERLAYS,
     .sets = LEVEL_SETS_OVERLAYS},
    {"theme", 't', "NAME", "dark or light", OTHER, .set = set_theme},
    {"size", 's', "WxH", "size of the picture or window, in pixels", OTHER, .set = set_size},
    {"span", 0, "N", "width of the picture in world units, round the player (the whole level)",
     NUMBER, .field = IN(span), .low = 0.01, .high = 1e6, .sets = LEVEL_SETS_VIEW},
    {"view", 0, "LIST", "the view, as in a level's view statement: X,Y,WIDTH (3D: six numbers)",
     OTHER, .set = set_view, .sets = LEVEL_SETS_VIEW},
    {"scale", 0, "N", "pixels for each point (the window: as the screen says; render: 1)", NUMBER,
     .field = IN(scale), .low = 0.5, .high = 8},
    {"font", 0, "FILE", "a TrueType or OpenType font", TEXT, .field = IN(font)},
    {"keys", 'k', NULL, "draw the help panel too", FLAG, .field = IN(help)},
    {"panel", 0, NULL, "draw the tool bar and side panel too", FLAG, .field = IN(panel)},
    {"trace", 0, "FILE", "write a trace of each tick, a line of JSON each", TEXT,
     .field = IN(trace)},
    {"tick", 0, "N", "the tick of the recording, from 1", WHOLE, .field = IN(tick), .low = 1,
     .high = INT_MAX},
    {"check", 0, NULL, "open no window, tell whether the recording is bit-exact", FLAG,
     .field = IN(check)},
    {"from", 0, "TIME", "where the animation begins: a tick, or seconds as 1.5s (0)", TIME,
     .field = IN(from)},
    {"to", 0, "TIME", "where the animation ends (the last tick)", TIME, .field = IN(to)},
    {"speed", 0, "N", "speed; 1 is that of the recording, of an exploration the usual (1)", NUMBER,
     .field = IN(speed), .low = 0.01, .high = 100},
    {"rate", 0, "N", "pictures a second, 1 to 50 (30)", WHOLE, .field = IN(rate), .low = 1,
     .high = 50},
    {"inside", 0, "TIME", "a tick of which the move is shown step by step, too", TIME,
     .field = IN(inside)},
    {"step", 0, "SECONDS", "how long each of these steps is shown (0.5)", NUMBER, .field = IN(step),
     .low = 0.02, .high = 60},
    {"lens", 0, NULL, "a lens on the contact while these steps are shown", FLAG, .field = IN(lens)},
    {"inside", 0, "STEP", "the step of the last move that is shown, from 1", WHOLE,
     .field = IN(step_inside), .low = 1, .high = MOMENTS_MAX, .only = "render"},
    {"from", 0, "X,Y,Z", "where the mover starts (as the level has it; a mesh: over its middle)",
     OTHER, .set = set_start, .only = "explore"},
    {"radius", 0, "N", "the mover's radius (as the level has it; a mesh: 0.4)", NUMBER,
     .field = IN(radius), .low = 0.001, .high = 1e6},
    {"length", 0, "N", "the length of the mover's inner segment (as the level has it; a mesh: 1)",
     NUMBER, .field = IN(length), .high = 1e6},
    {"gravity", 0, "SWITCH", "whether the mover walks and falls: on or off", OTHER,
     .set = set_gravity},
    {"step", 0, "N", "the highest step that it walks up", NUMBER, .field = IN(step_height),
     .high = 100, .only = "explore"},
    {"slope", 0, "DEG", "the steepest floor that it stands on", NUMBER, .field = IN(slope),
     .high = 85},
    {"snap", 0, "N", "how far the floor may fall away below it", NUMBER, .field = IN(snap),
     .high = 100},
    {"jump", 0, "N", "how high it jumps; 0: not at all", NUMBER, .field = IN(jump), .high = 100},
    {"cell", 0, "N", "the size of a cell of the exploration (the radius)", NUMBER,
     .field = IN(cell), .low = 0.001, .high = 1e6},
    {"seconds", 0, "N", "ends the exploration after so long, with what is found so far", NUMBER,
     .field = IN(seconds), .low = 0.001, .high = 1e9},
    {"threads", 0, "N", "threads that explore (as many as the machine has)", WHOLE,
     .field = IN(threads), .low = 1, .high = 64},
    {"kinds", 0, "LIST", "kinds of findings that are looked for: all, or names divided by commas",
     OTHER, .set = set_kinds},
    {"report", 0, "FILE", "write the findings as JSON Lines; - is standard output", TEXT,
     .field = IN(report)},
    {"map", 0, "FILE.png", "draw how far from the start each place is, with the findings", TEXT,
     .field = IN(map)},
    {"recordings", 0, "DIR", "save a recording of the path to each finding", TEXT,
     .field = IN(recordings)},
    {"baseline", 0, "FILE", "an earlier report, of which the findings are known", TEXT,
     .field = IN(baseline)},
    {"fail-on", 0, "LIST", "kinds of new findings that end with status 1: all, or names", OTHER,
     .set = set_fail_on},
    {"keep-seams", 0, NULL, "maps of Tiled keep the edges between tiles", FLAG,
     .field = IN(keep_seams)},
    {"log", 0, "FILE", "write each tick as simulate does", TEXT, .field = IN(log)},
    {"paused", 0, NULL, "begin paused", FLAG, .field = IN(paused), .sets = LEVEL_SETS_PAUSED},
    {"help", 'h', NULL, "this text", ASKS, .field = 0},
    {"version", 'V', NULL, "the version", ASKS, .field = 0},
};

enum { OPTION_COUNT = sizeof option_rows / sizeof *option_rows };

/* Returns the row of this row's name that has the subcommand's meaning. */
static int row_for(const subcommand *c, int row) {
    int found = row;
    for (int i = 0; i < OPTION_COUNT; i++) {
        const char *only = option_rows[i].only;
        bool is_its_own = only != NULL && c->name != NULL && strcmp(only, c->name) == 0;
        if (strcmp(option_rows[i].name, option_rows[row].name) == 0 && (only == NULL || is_its_own))
            found = i;
    }
    return found;
}

static bool takes(const subcommand *c, int row) {
    const char *name = option_rows[row].name;
    if (row_for(c, row) != row)
        return false;
    size_t length = strlen(name);
    for (const char *at = c->takes; (at = strstr(at, name)) != NULL; at += length)
        if ((at == c->takes || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

void options_refuse(const subcommand *c, const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("slidemove: ", stderr);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "\nusage: %s\n       slidemove --help lists everything\n", c->usage);
}

/* ---- Values ------------------------------------------------------------------------------ */

/* Returns what follows a plain decimal of that range, NULL when there is none. strtod would also
 * take blanks, hexadecimal digits and words. */
static const char *scan(const char *value, double low, double high, double *number) {
    char *end;
    *number = strtod(value, &end);
    bool is_plain = end != value && end <= value + strspn(value, "+-.0123456789eE");
    return is_plain && *number >= low && *number <= high ? end : NULL;
}

static const char *scan_whole(const char *value, double low, double high, int *number) {
    double scanned;
    const char *end = scan(value, low, high, &scanned);
    if (end == NULL || scanned != floor(scanned))
        return NULL;
    *number = (int)scanned;
    return end;
}

/* Sets *tick from ticks, or from seconds with an s behind them. */
static const char *set_time(int *tick, const char *value) {
    double number;
    const char *end = scan(value, 0, 1e6, &number);
    if (end != NULL && strcmp(end, "s") == 0) {
        number = round(number * TICKS_PER_SECOND);
        end++;
    }
    if (end == NULL || *end != '\0' || number != floor(number))
        return "a whole number of ticks, or seconds as 1.5s";
    *tick = (int)number;
    return NULL;
}

/* Parses "all", "none" or names of such a statement, divided by commas, into bits, 1 << index.
 * Returns NULL, or the expected value in words. */
static const char *parse_set(const char *list, level_kind names, unsigned all, unsigned *set) {
    static char expected[sizeof(level_items) + 32];
    snprintf(expected, sizeof expected, "all, none, or names of %s", level_list_names(names).text);
    *set = strcmp(list, "all") == 0 ? all : 0;
    if (*set != 0 || strcmp(list, "none") == 0)
        return NULL;
    for (const char *name = list;; name++) {
        size_t length = strcspn(name, ",");
        int i = level_find_name(names, name, length);
        if (i < 0)
            return expected;
        *set |= 1u << i;
        name += length;
        if (*name == '\0')
            return NULL;
    }
}

/* Stores the value in the field of the row. Returns NULL, or the expected value in words. */
static const char *set_value(options *o, int row, const char *value) {
    static char expected[64];
    double low = option_rows[row].low, high = option_rows[row].high, number = 0;
    void *to = (char *)o + option_rows[row].field;
    const char *end;
    switch (option_rows[row].type) {
    case FLAG:
        *(bool *)to = true;
        return NULL;
    case TEXT:
        *(const char **)to = value;
        return NULL;
    case SETTING:
        low = (double)setting_find(option_rows[row].name)->low;
        high = (double)setting_find(option_rows[row].name)->high;
        /* fall through */
    case WHOLE:
        snprintf(expected, sizeof expected, "a whole number from %.0f to %.0f", low, high);
        end = scan_whole(value, low, high, to);
        return end != NULL && *end == '\0' ? NULL : expected;
    case NUMBER:
        snprintf(expected, sizeof expected, "a number from %.7g to %.7g", low, high);
        end = scan(value, low, high, &number);
        *(float *)to = (float)number;
        return end != NULL && *end == '\0' ? NULL : expected;
    case TIME:
        return set_time(to, value);
    case NAMES:
        return parse_set(value, option_rows[row].names, (unsigned)high, to);
    default:
        return option_rows[row].set(o, value);
    }
}

static const char *set_resolver(options *o, const char *value) {
    return sm_resolver_from_name(value, &o->resolver)
               ? NULL
               : "one of deepest, last, first, shallowest, sweep";
}

static const char *set_mover(options *o, const char *value) {
    static char expected[sizeof(level_items) + 8];
    snprintf(expected, sizeof expected, "one of %s", level_list_names(LEVEL_MOVER).text);
    return mover_kind_from_name(value, &o->mover) ? NULL : expected;
}

static const char *set_theme(options *o, const char *value) {
    o->theme = theme_find(value);
    return o->theme >= 0 ? NULL : "dark or light";
}

static const char *set_size(options *o, const char *value) {
    const char *by = scan_whole(value, 1, 16384, &o->width);
    const char *end = by != NULL && *by == 'x' ? scan_whole(by + 1, 1, 16384, &o->height) : NULL;
    return end != NULL && *end == '\0' ? NULL : "WIDTHxHEIGHT in pixels, such as 1280x720";
}

/* Reads at most `most` numbers, divided by commas. Returns how many; 0 for anything else. */
static int scan_list(const char *value, float *numbers, int most) {
    int count = 0;
    double number;
    for (const char *end; count < most && (end = scan(value, -1e6, 1e6, &number)) != NULL;
         value = end + 1) {
        numbers[count++] = (float)number;
        if (*end != ',')
            return *end == '\0' ? count : 0;
    }
    return 0;
}

static const char *set_view(options *o, const char *value) {
    int count = o->view_numbers = scan_list(value, o->view, 6);
    bool is_view = count == 6 || (count == 3 && o->view[2] > 0);
    return is_view ? NULL : "X,Y,WIDTH, in 3D X,Y,Z,TO_X,TO_Y,TO_Z";
}

static const char *set_start(options *o, const char *value) {
    o->start_numbers = scan_list(value, o->start, 3);
    return o->start_numbers >= 2 ? NULL : "X,Y, in 3D X,Y,Z";
}

static const char *set_gravity(options *o, const char *value) {
    o->gravity = strcmp(value, "on") == 0;
    return o->gravity != 0 || strcmp(value, "off") == 0 ? NULL : "on or off";
}

static const char expected_kinds[] = "all, or names of fall, squeezed, stuck, out-of-bounds, trap, "
                                     "not-reached, climb, snag, tremble";

static const char *set_kinds(options *o, const char *value) {
    return explore_parse_kinds(value, &o->kinds) ? NULL : expected_kinds;
}

static const char *set_fail_on(options *o, const char *value) {
    return explore_parse_kinds(value, &o->fail_on) ? NULL : expected_kinds;
}

/* ---- Help -------------------------------------------------------------------------------- */

/* Prints the subcommands that take an option: " (window, render)". */
static void print_takers(const subcommand *subcommands, int count, int row) {
    const char *separator = " (";
    for (int c = 0; option_rows[row].type != ASKS && c < count; c++) {
        if (takes(&subcommands[c], row)) {
            printf("%s%s", separator, subcommands[c].name != NULL ? subcommands[c].name : "window");
            separator = ", ";
        }
    }
    puts(option_rows[row].type != ASKS ? ")" : "");
}

static void print_options(const subcommand *subcommands, int count) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        char usage[64], letter[8] = "    ";
        if (option_rows[i].letter != '\0')
            snprintf(letter, sizeof letter, "-%c, ", option_rows[i].letter);
        snprintf(usage, sizeof usage, "%s--%s%s%s", letter, option_rows[i].name,
                 option_rows[i].value != NULL ? " " : "",
                 option_rows[i].value != NULL ? option_rows[i].value : "");
        printf("  %-26s %s", usage, option_rows[i].summary);
        if (option_rows[i].type == OTHER && option_rows[i].names != LEVEL_VERSION)
            printf(": %s", level_list_names(option_rows[i].names).text);
        if (option_rows[i].type == SETTING) {
            const setting *q = setting_find(option_rows[i].name);
            printf(", %g to %g (%g)", (double)q->low, (double)q->high, (double)q->initial);
        }
        print_takers(subcommands, count, i);
    }
}

static void print_keys(void) {
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
        printf("  %-3s %-11s %s\n", overlays[i].key, level_overlay_name(i), overlays[i].summary);
}

static void print_help(const subcommand *subcommands, int count) {
    puts("slidemove: see how a moving shape meets the world.\n");
    for (int c = 0; c < count; c++)
        printf("  %-40s %s\n", subcommands[c].usage, subcommands[c].summary);
    puts("\nOptions:");
    print_options(subcommands, count);
    puts("\nResolvers:");
    for (int r = 0; r < resolver_count(); r++)
        printf("  %-11s %s\n", resolver_name((sm_resolver)r), resolver_summary((sm_resolver)r));
    puts("\nColumns of `compare`:");
    for (int i = 0; i < COMPARE_COLUMNS; i++)
        printf("  %-11s %s\n", compare_columns[i].name, compare_columns[i].meaning);
    print_keys();
    puts("\nExit status: 0 good, 1 bad input or no memory, 2 wrong usage.");
}

/* ---- Parsing ----------------------------------------------------------------------------- */

/* Returns whether the first word is an unknown command. The name of a level would have an ending or
 * a folder, or there would be such a file. */
static bool is_unknown_command(const char *word) {
    return word[0] != '-' && word[0] != '\0' && strpbrk(word, "./") == NULL &&
           !platform_exists(word);
}

static const subcommand *find_subcommand(const char *name, const subcommand *list, int count) {
    for (int c = 1; c < count; c++)
        if (strcmp(name, list[c].name) == 0)
            return &list[c];
    return list;
}

static void fill_getopt(struct option *longs, char *letters) {
    *letters++ = ':'; /* makes getopt report a missing value apart from an unknown option */
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
    int row = code >= 256 ? code - 256 : 0;
    while (code < 256 && option_rows[row].letter != code)
        row++;
    return row;
}

/* Returns whether the subcommand takes the option and its value. */
static bool apply(options *o, int row) {
    const char *name = option_rows[row].name;
    if (!takes(o->subcommand, row)) {
        options_refuse(o->subcommand, "--%s does not belong to this command", name);
        return false;
    }
    const char *expected = set_value(o, row, optarg);
    if (expected != NULL)
        options_refuse(o->subcommand, "--%s expects %s, found '%s'", name, expected, optarg);
    return expected == NULL;
}

/* Whether the required option was given, the one in the usage: " --moves FILE" or " -o
 * PICTURE.png". */
static bool has_needed(const subcommand *c, uint64_t given) {
    const char *needed = strstr(c->usage, " -");
    for (int i = 0; needed != NULL && i < OPTION_COUNT; i++) {
        bool is_long = strncmp(needed, " --", 3) == 0;
        size_t length = strlen(option_rows[i].name);
        if (is_long ? strncmp(needed + 3, option_rows[i].name, length) == 0
                    : needed[2] == option_rows[i].letter)
            return (given >> i & 1) != 0;
    }
    return true;
}

static options_status check_whole(const options *o, uint64_t given) {
    const subcommand *c = o->subcommand;
    if (o->operand_count < c->min_operands)
        options_refuse(c, "%s needs a %s", c->name, c->noun);
    else if (o->operand_count > c->max_operands)
        options_refuse(c, "expected at most %d %s, found '%s' too", c->max_operands, c->noun,
                       o->operands[c->max_operands]);
    else if (!has_needed(c, given))
        options_refuse(c, "%s needs %s", c->name, strstr(c->usage, " -") + 1);
    else
        return OPTIONS_GO;
    return OPTIONS_WRONG;
}

static options_status answer(int row, const subcommand *subcommands, int count) {
    if (strcmp(option_rows[row].name, "version") == 0)
        puts("slidemove " SM_VERSION);
    else
        print_help(subcommands, count);
    return OPTIONS_DONE;
}

options_status options_parse(int argc, char **argv, const subcommand *subcommands, int count,
                             options *o) {
    *o = (options){.subcommand = find_subcommand(argc > 1 ? argv[1] : "", subcommands, count),
                   .pushes = (int)player_settings[SETTING_PUSHES].initial,
                   .width = 1280,
                   .height = 720,
                   .to = -1,
                   .inside = -1,
                   .speed = 1,
                   .step = 0.5f,
                   .rate = 30,
                   .radius = -1,
                   .length = -1,
                   .step_height = -1,
                   .slope = -1,
                   .snap = -1,
                   .jump = -1,
                   .gravity = -1,
                   .overlays = overlays_at_start()};
    if (o->subcommand != subcommands) { /* its name replaces the program's */
        argv++;
        argc--;
    } else if (argc > 1 && is_unknown_command(argv[1])) {
        options_refuse(o->subcommand, "unknown command '%s', and no level has that name", argv[1]);
        return OPTIONS_WRONG;
    }
    struct option longs[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + 2];
    uint64_t given = 0;
    fill_getopt(longs, letters);
    int code;
    while ((code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        if (code == ':' || code == '?') {
            options_refuse(o->subcommand, code == ':' ? "%s needs a value" : "unknown option '%s'",
                           argv[optind - 1]);
            return OPTIONS_WRONG;
        }
        int row = row_for(o->subcommand, row_of(code));
        if (option_rows[row].type == ASKS)
            return answer(row, subcommands, count);
        if (!apply(o, row))
            return OPTIONS_WRONG;
        given |= (uint64_t)1 << row;
        o->given |= option_rows[row].sets;
    }
    o->operands = argv + optind;
    o->operand_count = argc - optind;
    if (o->rule != NULL && (o->given & LEVEL_SETS_RESOLVER) == 0) {
        o->resolver = RESOLVER_RULE;
        o->given |= LEVEL_SETS_RESOLVER;
    }
    return check_whole(o, given);
}

/* What lessons say one should try, tried: tests/app/tries.txt has a line a step, of the words of
 * script.h and of these:
 *
 *     is:x>3.5      what must be so now; see `values`. = allows for a difference of 0.002
 *     soon:y<0      ticks are made until it is so, for ten seconds at most
 *     stays:60:x<3  it is so after each of so many ticks
 *     mark          dx, dy, dz and moved count from here, and not from the start
 *     at:1,2,3      the player is put there
 *     look:90       degrees: where W leads in 3D
 *     set:SLOPE=40  the slider of that setting
 *     write:FILE=TEXT
 *
 * Each key and each resolver that the step names must be among the line's words, so that text and
 * test cannot part. Once they were pressed, the card ticks the step off. */
#include "../test.h"

#include <ctype.h>
#include <unistd.h>

#include "../../src/level/memory.h"
#include "../../src/sandbox/level_list.h"
#include "../../src/sandbox/moments.h"
#include "../../src/sandbox/settings.h"
#include "../files.h"
#include "../script.h"

enum { PATIENCE = 10 * TICKS_PER_SECOND, LINE = 2000 };

static sm3_vec marked;
static bool has_mark;
static int step_tried; /* from 0 on */
static bool is_ticked; /* ... in the card */
static bool is_good;   /* what is expected so far */

/* ---- What is so ---------------------------------------------------------------------------- */

static const move_record *last(const sandbox *s) {
    return record_last(&s->record);
}

/* Returns the first collision that the last move chose, or one without depth. */
static sm3_collision chosen(const sandbox *s) {
    const sm_trace *t = &last(s)->trace;
    for (int i = 0; i < t->iteration_count; i++)
        if (t->iterations[i].chosen >= 0)
            return t->candidates[t->iterations[i].chosen];
    return (sm3_collision){.obstacle = -1};
}

static double way(const sandbox *s) {
    return vec3_length(vec3_of(sm3_offset(s->player.position, last(s)->trace.start, -1)));
}

#define AT   s->player.position
#define GAIT s->player.body
#define VALUES(ROW)                                                                                \
    ROW("x", AT.x)                                                                                 \
    ROW("y", AT.y)                                                                                 \
    ROW("z", AT.z)                                                                                 \
    ROW("dx", AT.x - marked.x)                                                                     \
    ROW("dy", AT.y - marked.y)                                                                     \
    ROW("dz", AT.z - marked.z)                                                                     \
    ROW("moved", vec3_length(vec3_of(sm3_offset(AT, marked, -1))))                                 \
    ROW("way", way(s)) /* of the last tick */                                                      \
    ROW("vx", s->player.velocity.x)                                                                \
    ROW("vy", s->player.velocity.y)                                                                \
    ROW("pushes", last(s)->result.pushes)                                                          \
    ROW("depth", last(s)->result.depth) /* that is left */                                         \
    ROW("deep", chosen(s).depth)        /* before the first push */                                \
    ROW("chosen", chosen(s).obstacle)                                                              \
    ROW("nx", chosen(s).normal.x)                                                                  \
    ROW("ny", chosen(s).normal.y)                                                                  \
    ROW("near", record_candidates(&s->record)) /* obstacles that it touches */                     \
    ROW("crushed", last(s)->result.status == SM_CRUSHED)                                           \
    ROW("tick", s->tick)                                                                           \
    ROW("paused", s->paused)                                                                       \
    ROW("inside", moments_now(s, &(moment){0}))                                                    \
    ROW("step", s->inside)                                                                         \
    ROW("radius", s->player.radius)                                                                \
    ROW("speed", s->player.speed_factor)                                                           \
    ROW("heading", s->player.heading)                                                              \
    ROW("limit", s->player.max_pushes)                                                             \
    ROW("resolver", s->player.resolver)                                                            \
    ROW("mover", s->player.kind)                                                                   \
    ROW("gravity", s->player.gravity)                                                              \
    ROW("floor", GAIT.on_floor)                                                                    \
    ROW("wall", GAIT.on_wall)                                                                      \
    ROW("wy", GAIT.wall.normal.y)                                                                  \
    ROW("losses", s->player.losses)                                                                \
    ROW("meets", s->ahead.obstacle)                                                                \
    ROW("ray", s->ahead.distance)                                                                  \
    ROW("steps", s->ahead.step_count)

/* Returns a value of the sandbox: one of the above, or of a ghost, as "last.x": x, y, z, its
 * distance "off", or its height "over" the player. */
static double value_of(const sandbox *s, const char *name) {
#define ROW(row, value)                                                                            \
    if (strcmp(name, row) == 0)                                                                    \
        return (double)(value);
    VALUES(ROW)
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        size_t length = strlen(sm_resolver_name((sm_resolver)r));
        const ghost_mover *g = &s->ghosts.list[r];
        const char *what = name + length + 1;
        if (strncmp(name, sm_resolver_name((sm_resolver)r), length) == 0 && name[length] == '.')
            return (double)(strcmp(what, "off") == 0
                                ? ghosts_distance(&s->ghosts, &s->player, (sm_resolver)r)
                            : what[0] == 'd' ? g->result.depth
                            : what[0] == 'o' ? g->position.y - AT.y
                            : what[0] == 'f' ? (float)g->on_floor
                            : what[0] == 'z' ? g->position.z
                            : what[0] == 'y' ? g->position.y
                                             : g->position.x);
    }
    fail_msg("there is no value %s", name);
    return 0;
}

static bool holds(const sandbox *s, const char *condition) {
    char name[64], sign;
    double wanted;
    if (sscanf(condition, "%63[^<>=]%c%lf", name, &sign, &wanted) != 3)
        fail_msg("%s is no condition", condition);
    double value = value_of(s, name);
    return sign == '<'   ? value < wanted
           : sign == '>' ? value > wanted
                         : fabs(value - wanted) < 2e-3;
}

static void expect(const sandbox *s, const char *word, bool good) {
    if (!good && is_good) {
        print_error("not so: %s, but", word);
#define SHOW(row, value) print_error(" %s %g", row, (double)(value));
        VALUES(SHOW)
        print_error("\n");
    }
    is_good &= good;
}

/* ---- Words --------------------------------------------------------------------------------- */

static void set(sandbox *s, const char *name, double value) {
    static const struct {
        const char *name;
        setting_id id;
    } rows[] = {{"SLOPE", SETTING_SLOPE},
                {"STEP", SETTING_STEP},
                {"SNAP", SETTING_SNAP},
                {"JUMP", SETTING_JUMP}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            sandbox_set(s, rows[i].id, value);
}

static bool do_more(app *a, const char *word) {
    sandbox *s = a->sandbox;
    sm3_vec place = AT;
    char name[64], content[500];
    double value;
    int ticks, length = 0;
    if (!has_mark) {
        marked = AT;
        a->view.lesson.step = step_tried;
    }
    has_mark = true;
    is_ticked |= (a->view.lesson.done & 1u << step_tried) != 0;
    if (strncmp(word, "is:", 3) == 0) {
        expect(s, word, holds(s, word + 3));
    } else if (strncmp(word, "soon:", 5) == 0) {
        bool is_so = holds(s, word + 5);
        for (int i = 0; i < PATIENCE && !is_so; i++) {
            ticks_make_one(a);
            is_so = holds(s, word + 5);
        }
        expect(s, word, is_so);
    } else if (sscanf(word, "stays:%d:%n", &ticks, &length) == 1 && length > 0) {
        bool is_so = true;
        for (int i = 0; i < ticks && is_so; i++) {
            ticks_make_one(a);
            is_so = holds(s, word + length);
        }
        expect(s, word, is_so);
    } else if (strcmp(word, "mark") == 0) {
        marked = AT;
    } else if (sscanf(word, "at:%f,%f,%f", &place.x, &place.y, &place.z) >= 2) {
        s->player.position = place;
        record_clear(&s->record, place);
    } else if (sscanf(word, "look:%d", &ticks) == 1) {
        a->view.camera.yaw = (float)ticks * 3.14159265f / 180;
    } else if (sscanf(word, "set:%63[A-Z]=%lf", name, &value) == 2) {
        set(s, name, value);
    } else if (sscanf(word, "write:%63[^=]=%499[^\1]", name, content) == 2) {
        write_file(name, content);
    } else {
        return false;
    }
    return true;
}

/* ---- What a step names --------------------------------------------------------------------- */

/* Whether one of the script's words presses the key, or is `wanted` itself. */
static bool has_word(const char *script, const char *wanted) {
    size_t length = strlen(wanted);
    for (const char *at = script; *at != '\0'; at += strcspn(at, " &")) {
        at += strspn(at, " &");
        const char *word = at[0] == '+' && isalpha((unsigned char)at[1]) ? at + 1 : at;
        if (strncasecmp(word, wanted, length) == 0 && strchr(" &", word[length]) != NULL)
            return true;
    }
    return false;
}

/* Whether the script presses each key that the words name. */
static bool has_keys(const char *words, const char *script) {
    static const char *const names[][2] = {{"PgUp", "PageUp"},
                                           {"PgDn", "PageDown"},
                                           {"Esc", "Escape"},
                                           {"?", "shift+/"},
                                           {"Enter", "Return"}};
    bool has_all = true;
    for (size_t length; *words != '\0'; words += length > 0 ? length : 1) {
        char key[64];
        length = prose_key_length(words);
        if (length == 0)
            continue;
        snprintf(key, sizeof key, "%.*s", (int)length - 2, words + 1);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcmp(key, names[i][0]) == 0)
                snprintf(key, sizeof key, "%s", names[i][1]);
        if (!has_word(script, key)) {
            print_error("[%s] is not pressed\n", key);
            has_all = false;
        }
    }
    return has_all;
}

/* Whether the script has each resolver that the words name in quotes: as text, or on its own. */
static bool has_resolvers(const char *words, const char *script) {
    bool has_all = true;
    for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
        char quoted[32];
        const char *name = sm_resolver_name((sm_resolver)r);
        snprintf(quoted, sizeof quoted, "\"%s\"", name);
        bool is_left_out = strstr(words, quoted) != NULL && strstr(script, name) == NULL;
        if (is_left_out)
            print_error("%s is not looked at\n", quoted);
        has_all &= !is_left_out;
    }
    return has_all;
}

/* ---- Lessons ------------------------------------------------------------------------------- */

static int begin(void **state) {
    script_more = do_more;
    return enter_folder(state);
}

TEST_GROUP(begin, leave_folder)

/* Reads the next line that is no comment, with those that go on indented. Returns false at the end
 * of a lesson's lines. */
static bool read_step(FILE *f, char script[LINE]) {
    char line[LINE];
    script[0] = '\0';
    for (long at = ftell(f); fgets(line, sizeof line, f) != NULL; at = ftell(f)) {
        bool goes_on = line[0] == ' ', begins = line[0] != '#' && line[0] != '\n' && !goes_on;
        if ((begins && script[0] != '\0') || strncmp(line, "== ", 3) == 0) {
            fseek(f, at, SEEK_SET);
            break;
        }
        line[strcspn(line, "\n")] = '\0';
        if (begins || goes_on)
            strncat(script, line, LINE - 1 - strlen(script));
    }
    return script[0] != '\0';
}

static bool find_lesson(FILE *f, const char *name) {
    char line[LINE];
    rewind(f);
    while (fgets(line, sizeof line, f) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "== ", 3) == 0 && strcmp(line + 3, name) == 0)
            return true;
    }
    return false;
}

static bool try_step(const char *path, const char *script) {
    char line[600];
    is_good = true;
    has_mark = is_ticked = false;
    snprintf(line, sizeof line, "%s --size 640x400 --paused", path);
    script_begin(script, NULL);
    int status = run_program(line);
    const char *wrong = script_end();
    if (wrong != NULL)
        print_error("%s\n", wrong);
    return is_good && wrong == NULL && status == 0;
}

static bool expects_something(const char *script) {
    return strstr(script, "is:") != NULL || strstr(script, "soon:") != NULL ||
           strstr(script, "stays:") != NULL || strstr(script, " ?") != NULL;
}

/* Returns how many steps of the lesson are not what they say. */
static int try_lesson(FILE *f, const char *path) {
    char name[100], script[LINE];
    level_errors errors;
    const char *folder_at = strstr(path, "levels/") + 7;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(folder_at, "."), folder_at);
    level *l = level_load(path, &errors);
    assert_non_null(l);
    bool has_lines = find_lesson(f, name);
    int bad = 0;
    for (int i = 0, step = 1; i < l->statement_count; i++) {
        if (l->statements[i].kind != LEVEL_TRY)
            continue;
        const char *words = level_words(l, i);
        step_tried = step - 1;
        bool good = has_lines && read_step(f, script) && has_keys(words, script) &&
                    has_resolvers(words, script) && expects_something(script) &&
                    try_step(path, script);
        if (good && is_ticked != (strchr(words, '[') != NULL)) {
            print_error("%s ticked off\n", is_ticked ? "is" : "is not");
            good = false;
        }
        if (!good)
            print_error("%s, step %d: %s\n    %s\n", name, step, words, script);
        bad += !good;
        step++;
    }
    if (has_lines && read_step(f, script)) {
        print_error("%s has no such step: %s\n", name, script);
        bad++;
    }
    level_free(l);
    return bad;
}

TEST(each_step_to_try_shows_what_it_says) {
    char path[500];
    snprintf(path, sizeof path, "%s/tests/app/tries.txt", project_folder);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    snprintf(path, sizeof path, "%s/levels/playground.level", project_folder);
    level_list list = level_list_around(path);
    int bad = 0;
    for (int i = 0; i < list.count; i++)
        bad += try_lesson(f, list.entries[i].path);
    level_list_free(&list);
    fclose(f);
    assert_int_equal(bad, 0);
}

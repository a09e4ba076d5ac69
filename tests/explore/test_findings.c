/* Explores every level and mesh of levels/, as it opens and with `sweep`, and compares what is
 * found with findings.txt beside this file: a line for each kind, and behind a # a remark.
 * SLIDEMOVE_FINDINGS=FILE writes the file anew, without remarks. With SLIDEMOVE_TRIALS below 1 it
 * is that share of the levels alone. */
#include "../test.h"

#include "../../src/app/explore_command.h"
#include "../../src/level/file.h"
#include "../../src/level/text.h"
#include "../../src/sandbox/explorer.h"
#include "../../src/sandbox/level_list.h"
#include "../../src/sandbox/scene_start.h"
#include "../files.h"

static const char listed[] = "tests/explore/findings.txt";

/* An exploration stops after so many ticks, so that the test ends soon on each machine alike. */
static const unsigned long long most_ticks = 400000;

/* Lists the first place of a kind, and how many more there are. */
static void list_kind(const sandbox *s, const explore *e, explore_kind kind, const char *name,
                      text_buffer *found) {
    const explore_finding *first = NULL;
    int count = 0;
    for (int i = 0; i < explore_finding_count(e); i++) {
        const explore_finding *f = explore_get_finding(e, i);
        if (f->kind == kind && count++ == 0)
            first = f;
    }
    if (first == NULL)
        return;
    text_print(found, "%s, %s: %s at %.1f %.1f", name, sm_resolver_name(s->player.resolver),
               explore_kind_name((int)kind), (double)first->at.x, (double)first->at.y);
    if (s->level->dimensions == 3)
        text_print(found, " %.1f", (double)first->at.z);
    if (count > 1)
        text_print(found, " and %d more", count - 1);
    text_append_string(found, "\n");
}

static void explore_as_it_is(sandbox *s, const char *name, text_buffer *found) {
    char message[SAVE_MESSAGE_LENGTH];
    explorer *x = explorer_create(s, &(explorer_options){.from_start = false}, message);
    assert_non_null(x);
    explore *e = explorer_explore(x);
    while (explore_now(e).ticks < most_ticks && explore_go_on(e))
        continue;
    explore_stop(e);
    for (int kind = 0; kind < EXPLORE_KIND_COUNT; kind++)
        list_kind(s, e, (explore_kind)kind, name, found);
    explorer_destroy(x);
}

static void explore_file(const char *path, text_buffer *found) {
    level_errors errors;
    level *l = level_load(path, &errors);
    assert_non_null(l);
    sandbox *s = sandbox_create(l);
    scene_open(s, 0);
    const player start = s->player;
    explore_as_it_is(s, path, found);
    if (start.resolver != SM_SWEEP) {
        s->player = start;
        s->player.resolver = SM_SWEEP;
        explore_as_it_is(s, path, found);
    }
    sandbox_destroy(s);
}

/* Explores the level or mesh of this number, unless fewer are asked for: evenly taken. */
static void explore_one(int number, const char *path, text_buffer *explored, text_buffer *found) {
    int share = test_trials(100);
    if (number * share / 100 == (number + 1) * share / 100)
        return;
    text_print(explored, "%s,\n", path);
    explore_file(path, found);
}

/* Returns whether the line stands in the text, but for remarks. */
static bool has_line(const char *text, const char *line, size_t length) {
    for (const char *at = text; *at != '\0';
         at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0)) {
        size_t own = strcspn(at, "#\n");
        while (own > 0 && at[own - 1] == ' ')
            own--;
        if (own == length && strncmp(at, line, length) == 0)
            return true;
    }
    return false;
}

/* Returns whether a line tells of a file that was explored. */
static bool is_of_explored(const char *line, const char *explored) {
    char name[256];
    snprintf(name, sizeof name, "%.*s,\n", (int)strcspn(line, ","), line);
    return strstr(explored, name) != NULL;
}

/* Prints the lines of one text that the other lacks; unless `explored` is NULL, of that alone.
 * Returns how many they are. */
static int print_lacking(char sign, const char *of, const char *in, const char *explored) {
    int count = 0;
    for (const char *at = of; *at != '\0';) {
        size_t whole = strcspn(at, "\n"), own = strcspn(at, "#\n");
        while (own > 0 && at[own - 1] == ' ')
            own--;
        if (own > 0 && (explored == NULL || is_of_explored(at, explored)) &&
            !has_line(in, at, own)) {
            print_error("%c %.*s\n", sign, (int)own, at);
            count++;
        }
        at += whole + (at[whole] != '\0');
    }
    return count;
}

TEST(what_is_found_in_the_levels_is_listed) {
    static const char *const meshes[] = {"bank", "bend", "cut-ramp", "cut-wall",
                                         "hill", "pipe", "pit"};
    static char known[32768];
    level_list list = level_list_around("levels/playground.level");
    text_buffer explored, found;
    text_start(&explored, 4096);
    text_start(&found, 4096);
    assert_true(list.count > 0);
    int number = 0;
    for (int i = 0; i < list.count; i++)
        explore_one(number++, list.entries[i].path, &explored, &found);
    level_list_free(&list);
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++) {
        char path[64];
        snprintf(path, sizeof path, "levels/lab3/meshes/%s.obj", meshes[i]);
        explore_one(number++, path, &explored, &found);
    }
    text_finish(&explored);
    text_finish(&found);
    const char *file = getenv("SLIDEMOVE_FINDINGS");
    if (file != NULL) {
        FILE *out = fopen(file, "w");
        assert_true(out != NULL && fputs(found.text, out) >= 0 && fclose(out) == 0);
    }
    read_file(listed, known, sizeof known);
    const char *part = test_trials(100) < 100 ? explored.text : NULL;
    int differ =
        print_lacking('-', known, found.text, part) + print_lacking('+', found.text, known, part);
    free(explored.text);
    free(found.text);
    assert_int_equal(differ, 0);
}

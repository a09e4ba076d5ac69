/* The sandbox without a window: its record and trace, the watched file, lists of levels. */
#include "../test.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../../bench/generate.h"
#include "../../src/sandbox/file_watch.h"
#include "../../src/sandbox/level_list.h"
#include "../../src/sandbox/sandbox.h"
#include "../../src/sandbox/simulate.h"
#include "../files.h"
#include "../level_text.h"

static const char room[] = "slidemove 1\nplayer 5 5 radius=1 angle=90\nloop 0 0 10 0 10 10 0 10\n";

static sandbox *open_room(void) {
    sandbox *s = open_text(room);
    assert_non_null(s);
    return s;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

TEST(the_trace_tells_the_last_move_and_the_last_push_is_remembered) {
    sandbox *s = open_room();
    tick_times(s, 45, (player_input){.walk = {0, -1}});
    assert_int_equal(record_last(&s->record)->trace.iteration_count, 2);
    assert_int_equal(s->record.pushed_age, 0);
    tick_times(s, 3, (player_input){0});
    assert_int_equal(s->record.pushed_age, 3);
    assert_int_equal(record_shown(&s->record)->trace.iteration_count, 2);
}

TEST(the_trail_is_a_ring_of_the_latest_positions) {
    sandbox *s = open_room();
    tick_times(s, 3, (player_input){.walk = {1, 0}});
    assert_int_equal(s->record.trail_count, 3);
    assert_float_equal(record_trail(&s->record, 0).x, 5.3f, 1e-5);
    assert_float_equal(record_trail(&s->record, 2).x, 5.1f, 1e-5);
    tick_times(s, RECORD_TRAIL_TICKS + 7, (player_input){0});
    assert_int_equal(s->record.trail_count, RECORD_TRAIL_TICKS);
    assert_float_equal(record_trail(&s->record, RECORD_TRAIL_TICKS - 1).x, 5.3f, 1e-5);
}

/* ---- The trace --------------------------------------------------------------------------- */

static FILE *text_file(const char *text) {
    FILE *f = tmpfile();
    assert_non_null(f);
    fputs(text, f);
    rewind(f);
    return f;
}

/* Each member of the line stands in the documentation. */
static void assert_documented(const char *line, const char *page) {
    for (const char *at = line; (at = strstr(at, "\":")) != NULL; at++) {
        char row[64];
        const char *name = at;
        while (name[-1] != '"')
            name--;
        snprintf(row, sizeof row, "| `%.*s` |", (int)(at - name), name);
        if (strstr(page, row) == NULL)
            fail_msg("docs/recording-format.md lacks the row %s", row);
    }
}

static const char *next_line(char **at) {
    char *line = *at, *end = strchr(line, '\n');
    assert_non_null(end);
    *end = '\0';
    *at = end + 1;
    return line;
}

static void assert_part(const char *line, const char *part) {
    if (strstr(line, part) == NULL)
        fail_msg("%s is not in %s", part, line);
}

static char *trace_of(sandbox *s, const char *moves_text) {
    static char text[1 << 16];
    FILE *file = text_file(moves_text);
    text_buffer trace = {0};
    level_errors errors;
    sm3_vec *moves;
    int count;
    assert_true(moves_read_all(file, s->level->dimensions, &moves, &count, &errors));
    simulate(s, moves, count, NULL, &trace);
    snprintf(text, sizeof text, "%s", text_finish(&trace));
    fclose(file);
    free(moves);
    free(trace.text);
    return text;
}

TEST(a_trace_is_json_and_says_why) {
    static char page[1 << 14];
    FILE *docs = fopen("docs/recording-format.md", "rb");
    assert_non_null(docs);
    assert_true(fread(page, 1, sizeof page - 1, docs) > 1000);
    fclose(docs);
    sandbox *s = open_text("slidemove 1\nplayer 0 2 radius=1\nsegment -9 0  9 0\n\n"
                           "segment 9 3  -9 3 oneway\n");
    char *at = trace_of(s, "0 -1.5\n2 0\n");
    const char *lines[] = {next_line(&at), next_line(&at), next_line(&at)};
    assert_string_equal(at, "");
    for (int i = 0; i < 3; i++)
        assert_documented(lines[i], page);
    assert_string_equal(lines[0], "{\"trace\":1,\"program\":\"" SM_VERSION "\",\"dimensions\":2}");
    assert_string_equal(
        lines[1],
        "{\"tick\":1,\"resolver\":\"deepest\",\"start\":[0,2],\"delta\":[0,-1.5],"
        "\"looks\":[{\"before\":[0,0.5],\"candidates\":[{\"obstacle\":0,\"line\":3,\"counts\":true,"
        "\"point\":[0,0],\"normal\":[0,1],\"depth\":0.5}],\"chosen\":0,\"step\":\"push\","
        "\"after\":[0,1],\"held\":[],\"allowed\":[0,0],\"left\":0,\"time\":1},"
        "{\"before\":[0,1],\"candidates\":[{\"obstacle\":0,\"line\":3,\"counts\":true,"
        "\"point\":[0,0],\"normal\":[0,1],\"depth\":0}],\"chosen\":null,\"step\":\"push\","
        "\"after\":[0,1],\"held\":[],\"allowed\":[0,0],\"left\":0,\"time\":1}],\"candidates_lost\":"
        "0,"
        "\"position\":[0,1],\"normal\":[0,1],\"depth\":0,\"pushes\":1,\"status\":\"moved\"}");
    assert_part(lines[2], "\"chosen\":null");
    assert_part(lines[2], "\"position\":[2,1]");
}

TEST(a_trace_of_sweep_in_3d_has_its_steps) {
    sandbox *s = open_text("slidemove3 1\nplayer 0 2 0 radius=1\nbox 0 -1 0  9 2 9\n");
    sandbox_change(s)->resolver = SM_SWEEP;
    char *at = trace_of(s, "1 -1.5 0\n");
    next_line(&at);
    const char *line = next_line(&at);
    assert_part(line, "\"step\":\"travel\"");
    assert_part(line, "\"delta\":[1,-1.5,0]");
    assert_part(line, "\"line\":3");
}

/* ---- Files ------------------------------------------------------------------------------- */

TEST(a_watched_file_tells_of_every_way_to_save_it) {
    char path[256], other[256];
    snprintf(path, sizeof path, "%s/watched", folder);
    snprintf(other, sizeof other, "%s/other", folder);
    write_file("watched", "one");
    file_watch f = {0};
    file_watch_begin(&f, path, &(level_file_state){0});
    assert_int_equal(file_watch_look(&f), FILE_SAME);
    write_file("watched", "three");
    assert_int_equal(file_watch_look(&f), FILE_CHANGED);
    assert_int_equal(file_watch_look(&f), FILE_SAME);
    write_file("other", "threx"); /* same size, another file */
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(file_watch_look(&f), FILE_CHANGED);
    write_file("watched", "threx"); /* touched, but it says the same */
    assert_int_equal(file_watch_look(&f), FILE_SAME);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(file_watch_look(&f), FILE_GONE);
    assert_int_equal(file_watch_look(&f), FILE_SAME); /* told once */
    write_file("watched", "back");
    assert_int_equal(file_watch_look(&f), FILE_CHANGED);
    file_watch_end(&f);
    assert_int_equal(file_watch_look(&f), FILE_SAME);
    file_watch_begin(&f, "/nowhere/at/all", &(level_file_state){.hash = 1});
    assert_int_equal(file_watch_look(&f), FILE_GONE); /* since it was read */
    file_watch_end(&f);
}

static const char *path_at(const level_list *list, int index) {
    return list->entries[index].path;
}

TEST(neighbours_are_the_folder_and_its_subfolders) {
    char sub[256], path[256];
    snprintf(sub, sizeof sub, "%s/lab", folder);
    assert_int_equal(mkdir(sub, 0700), 0);
    write_file("b.level", "");
    write_file("a.level", "");
    write_file("notes.txt", "");
    write_file("lab/1.level", "");
    snprintf(path, sizeof path, "%s/a.level", folder);
    level_list list = level_list_around(path);
    assert_int_equal(list.count, 3);
    assert_string_equal(strrchr(path_at(&list, 0), '/'), "/a.level");
    assert_string_equal(strrchr(path_at(&list, 2), '/'), "/1.level");
    assert_string_equal(level_list_step(&list, path, 1), path_at(&list, 1));
    assert_string_equal(level_list_step(&list, path, -1), path_at(&list, 2));
    assert_string_equal(level_list_step(&list, path_at(&list, 2), 1), path_at(&list, 0));
    assert_string_equal(level_list_step(&list, "elsewhere", 1), path_at(&list, 0));
    level_list_free(&list);
    list = level_list_around("/nowhere/at/all.level");
    assert_int_equal(list.count, 0);
    assert_null(level_list_step(&list, path, 1));
    level_list_free(&list);
}

TEST(a_level_in_a_subfolder_has_the_same_neighbours) {
    char path[256], roundabout[256];
    snprintf(path, sizeof path, "%s/lab/1.level", folder);
    snprintf(roundabout, sizeof roundabout, "%s/lab/../lab/1.level", folder);
    level_list list = level_list_around(path);
    assert_int_equal(list.count, 3);
    assert_int_equal(level_list_find(&list, path), 2);
    assert_int_equal(level_list_find(&list, roundabout), 2);
    assert_int_equal(level_list_find(&list, "/nowhere/at/all.level"), -1);
    level_list_free(&list);
    /* The folder of the tests lies in one that everybody may write to. */
    snprintf(path, sizeof path, "%s.level", folder);
    write_file(path, "");
    snprintf(path, sizeof path, "%s/a.level", folder);
    list = level_list_around(path);
    assert_int_equal(list.count, 3);
    level_list_free(&list);
}

TEST(a_list_has_titles_and_sections_from_the_beginnings_of_files) {
    char path[256];
    snprintf(path, sizeof path, "%s/a.level", folder);
    write_file("a.level",
               "slidemove 1\r\n title  The first # one \r\nsection\tWalls\r\nplayer 0 0");
    write_file("b.level", "slidemove 1\nsection Corners\ntitled no\n# title no\nbroken");
    write_file("lab/1.level", "section Walls\ntitle Last");
    write_file("lab/2.svg", "<svg><title id='t'>Drawn</title><desc data-slidemove=\"section\" "
                            "id='s'> Corners </desc><rect/></svg>");
    write_file("lab/3.svg", "<svg><title>A &amp; B</title>");
    level_list list = level_list_around(path);
    assert_int_equal(list.count, 5);
    assert_string_equal(list.entries[3].title, "Drawn");
    assert_string_equal(list.entries[3].section, "Corners");
    assert_string_equal(list.entries[4].title, "");
    assert_string_equal(list.entries[4].section, "lab");
    assert_string_equal(list.entries[0].title, "The first # one");
    assert_string_equal(list.entries[0].section, "Walls");
    assert_string_equal(list.entries[1].title, "Last"); /* sections stay together */
    assert_string_equal(list.entries[1].section, "Walls");
    assert_string_equal(list.entries[2].title, "");
    assert_string_equal(list.entries[2].section, "Corners");
    level_list_free(&list);
    write_file("b.level", "");
    list = level_list_around(path);
    assert_string_equal(list.entries[2].section, strrchr(folder, '/') + 1);
    level_list_free(&list);
}

static void assert_match(const char *typed, const char *expected) {
    static level_entry entries[] = {
        {.path = "/home/a/levels/Slide.level", .title = "", .section = "levels"},
        {.path = "/home/a/levels/playground.level", .title = "Anything goes", .section = "levels"},
        {.path = "/home/a/levels/lab/04-inner-corners.level",
         .title = "60 degrees",
         .section = "Turns"},
        {.path = "/home/a/levels/lab/05-outer-corners.level", .title = "", .section = "Turns"},
        {.path = "/home/a/levels/lab/13-corridors.level", .title = "", .section = "lab"}};
    level_list list = {entries, sizeof entries / sizeof *entries};
    int order[sizeof entries / sizeof *entries];
    int count = level_list_match(&list, typed, order);
    char found[16] = "";
    for (int i = 0; i < count; i++)
        snprintf(found + i, sizeof found - (size_t)i, "%d", order[i]);
    assert_string_equal(found, expected);
}

TEST(a_level_is_found_by_typing_some_of_its_name) {
    assert_match("", "01234");
    assert_match("play", "1");
    assert_match("sLIDE", "0");
    assert_match("cor", "234");
    assert_match("13", "4");
    assert_match("lab 04", "2");
    assert_match("lab", "234");
    assert_match("lab/13", "4");
    assert_match("oc", "");
    assert_match("o", "3124"); /* the beginning of a word first */
    assert_match("home", "");
    assert_match("goes", "1"); /* of a title */
    assert_match("60 deg", "2");
    assert_match("r corners", "23");
    assert_match("turn", "23"); /* a section */
    assert_match("xyzzy", "");
    assert_int_equal(level_list_match(&(level_list){0}, "a", NULL), 0);
}

static bool give_up(void *context, size_t done, size_t total) {
    ++*(int *)context;
    return false;
}

static level *large_level(generate_kind kind) {
    size_t length;
    char *text = generate_level(kind, 100000, 1, &length);
    level *l = read_level(text);
    free(text);
    return l;
}

TEST(a_level_that_is_given_up_while_its_obstacles_are_made_leaves_the_old_one) {
    static const generate_kind kinds[] = {GENERATE_MAZE, GENERATE_HILLS};
    for (int i = 0; i < 2; i++) {
        sandbox *s = open_sandbox(new_level(2));
        const level *shown = s->level;
        int asked = 0;
        sandbox_set_progress(s, (sm_progress){give_up, &asked});
        assert_false(sandbox_show(s, large_level(kinds[i]), false));
        assert_true(s->level == shown && asked == 1);
        sandbox_set_progress(s, (sm_progress){NULL, NULL});
        assert_true(sandbox_show(s, large_level(kinds[i]), false));
    }
}

TEST_GROUP(make_folder, remove_folder)

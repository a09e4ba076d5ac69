/* recording_read: reads a recording by replaying it. Each statement is done to a sandbox as it was
 * done to the recorded one, while a session records it. The first error ends the reading. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../level/file.h"
#include "../level/lines.h"
#include "../level/text.h"
#include "recording.h"
#include "session_state.h"

#define FORMAT_VERSION "2"

/* A mesh that no level has taken yet. */
typedef struct named_block {
    word name;
    lines_block text;
} named_block;

typedef struct reader {
    lines in;
    sm_progress progress;

    const recording_view *view; /* to be filled; NULL: it is not read */
    recording *recording;
    int level_room;
    named_block *meshes;
    int mesh_count, mesh_room;

    session_state now; /* the state to set before the next tick */
    bool is_cleared;   /* clear the record of moves, too */
    bool is_ended;
    session_state recorded; /* the state from the checks so far */
    unsigned *digests;      /* of the ticks since the last check */
    int digest_count, digest_room;
    unsigned long ticks;
} reader;

/* ---- The state --------------------------------------------------------------------------- */

static sandbox *shown_sandbox(const reader *r) {
    return r->recording->sandbox;
}

/* Reads the values of a field, from `at` to the end of the word. */
static bool read_values(reader *r, const field *f, void *into, const char *at) {
    level_quote expected;
    const char *end = lines_take_word(&r->in).end, *wrong = field_read(f, into, at, end, &expected);
    if (wrong == NULL)
        return true;
    const char *comma = memchr(wrong, ',', (size_t)(end - wrong));
    return lines_expect(&r->in, (word){wrong, comma != NULL ? comma : end}, "%s for `%s`",
                        expected.text, f->name);
}

/* Reads the rest of the line: NAME=VALUES of the table's fields. */
static bool read_fields(reader *r, const field *list, int count, void *into) {
    while (!lines_at_end(&r->in)) {
        word w = lines_word(&r->in);
        const char *equals = memchr(w.start, '=', word_length(w));
        int index =
            equals != NULL ? field_find(list, count, w.start, (size_t)(equals - w.start)) : -1;
        if (index < 0)
            return lines_expect(&r->in, w, "NAME=VALUE of a known name");
        if (!read_values(r, &list[index], into, equals + 1))
            return false;
    }
    return true;
}

static bool read_whole(reader *r, const char *what, unsigned long least, unsigned long most,
                       unsigned long *value) {
    word w = lines_take_word(&r->in);
    return (field_scan_whole(w.start, w.end, most, value) && *value >= least) ||
           lines_expect(&r->in, w, "%s, a whole number from %lu to %lu", what, least, most);
}

/* Reads so many hexadecimal digits. */
static bool read_bits(reader *r, int digits, const char *what, uint64_t *value) {
    word w = lines_take_word(&r->in);
    return field_scan_bits(w.start, w.end, digits, value) || lines_expect(&r->in, w, "%s", what);
}

static bool has_room_for_levels(reader *r) {
    const recording *c = r->recording;
    for (int i = 0; i < c->level_count; i++) {
        if (!session_has_level(c->session, c->levels[i]))
            return false;
    }
    return session_now(c->session).first == 0;
}

/* Puts the state that was read into the sandbox; the session records the change. */
static bool apply_state(reader *r) {
    sandbox *s = shown_sandbox(r);
    recording *c = r->recording;
    session_put_state(s, &r->now, r->is_cleared || c->session == NULL);
    r->is_cleared = false;
    if (c->session == NULL)
        c->session = session_create(s);
    if (!session_seek(c->session, r->ticks))
        return lines_lack_memory(&r->in);
    return has_room_for_levels(r) ||
           lines_complain(&r->in, r->in.line_start,
                          "expected levels of at most 64 MB in all, found more");
}

/* Reads the fields of a state. A recording of a rule has not the rule itself. */
static bool read_state_fields(reader *r, session_state *into) {
    if (!read_fields(r, session_fields, session_field_count, into))
        return false;
    bool needs_rule =
        into->player.resolver == RESOLVER_RULE || ghosts_has(&into->ghosts, RESOLVER_RULE);
    return !needs_rule || resolver_count() == RESOLVERS_MAX ||
           lines_complain(&r->in, r->in.line_start,
                          "this was recorded with a rule, and no file names one; open it with "
                          "--rule FILE.c");
}

/* Reads a `set`. Its values count for the next check, too, unless that has others. */
static bool read_state(reader *r) {
    session_state was = r->now;
    if (!read_state_fields(r, &r->now))
        return false;
    for (int i = 0; i < session_field_count; i++) {
        if (field_differs(&session_fields[i], &was, &r->now))
            field_copy(&session_fields[i], &r->recorded, &r->now);
    }
    return true;
}

static bool read_forget(reader *r) {
    r->is_cleared = true;
    return lines_expect_end(&r->in);
}

/* ---- Levels ------------------------------------------------------------------------------ */

static bool read_mesh(reader *r) {
    if (lines_at_end(&r->in))
        return lines_complain(&r->in, r->in.at,
                              "expected `mesh FILE.obj`, found no name of a file");
    memory_grow(&r->meshes, &r->mesh_room, r->mesh_count, sizeof *r->meshes);
    named_block *m = &r->meshes[r->mesh_count++];
    m->name = (word){r->in.at, r->in.line_end};
    return lines_take_block(&r->in, &m->text);
}

static named_block *find_mesh(const reader *r, const char *name) {
    for (int i = r->mesh_count - 1; i >= 0; i--) {
        if (word_is(r->meshes[i].name, name))
            return &r->meshes[i];
    }
    return NULL;
}

/* Gives the level its meshes: the blocks before the level's, which begins on that line. */
static bool take_meshes(reader *r, level *l, int line) {
    for (int i = l->mesh_count - 1; i >= 0; i--) {
        level_mesh *m = &l->meshes[i];
        level_errors errors;
        named_block *found = find_mesh(r, m->name);
        level_refuse_file(
            &errors, "expected `mesh %.64s` before the level that names it, found none", m->name);
        if (found != NULL)
            obj_read(found->text.start, (size_t)(found->text.end - found->text.start),
                     &(level_watcher){0}, m, &errors);
        errors.list[0].column = 1;
        if (!m->loaded)
            return lines_take_errors(&r->in, &errors, found != NULL ? found->text.line : line, 0);
        found->name.end =
            found->name.start; /* the other block of that name is of a map with seams */
    }
    r->mesh_count = 0;
    return true;
}

/* Shows the level, which is freed when memory ran out. The first one makes the sandbox. */
static bool add_level(reader *r, level *l) {
    recording *c = r->recording;
    memory_grow(&c->levels, &r->level_room, c->level_count, sizeof *c->levels);
    if (c->sandbox != NULL) {
        if (!sandbox_show(c->sandbox, l, true))
            return false;
    } else {
        c->sandbox = sandbox_create(l);
        if (c->sandbox == NULL)
            return false;
        session_take_state(c->sandbox, &r->now);
        r->recorded = r->now;
    }
    c->levels[c->level_count++] = l;
    return true;
}

static bool read_level(reader *r) {
    level_errors errors;
    uint64_t hash = 0;
    if (!lines_at_end(&r->in) &&
        !read_bits(r, FIELD_BITS_DIGITS, "16 hexadecimal digits, the hash of the file", &hash))
        return false;
    const char *path = r->in.at, *path_end = r->in.line_end;
    lines_block of;
    if ((r->recording->sandbox != NULL && !apply_state(r)) || !lines_take_block(&r->in, &of))
        return false;
    level *l = level_read(of.start, (size_t)(of.end - of.start), &errors);
    if (l == NULL)
        return lines_take_errors(&r->in, &errors, of.line, 0);
    l->file.hash = hash;
    level_set_path(l, path, (size_t)(path_end - path));
    if (!take_meshes(r, l, of.line)) {
        level_free(l);
        return false;
    }
    return add_level(r, l) || lines_lack_memory(&r->in);
}

static bool read_show(reader *r) {
    unsigned long number;
    recording *c = r->recording;
    if (!read_whole(r, "the number of a level", 1, (unsigned long)c->level_count, &number) ||
        !lines_expect_end(&r->in) || !apply_state(r))
        return false;
    return session_show_level(c->session, c->levels[number - 1]) || lines_lack_memory(&r->in);
}

/* ---- Edits ------------------------------------------------------------------------------- */

static bool read_undo(reader *r) {
    return lines_expect_end(&r->in) &&
           (edit_undo(shown_sandbox(r)->edit) ||
            lines_complain(&r->in, r->in.line_start, "expected an edit before `undo`, found none"));
}

/* Reads a statement of the level from r->in.at on, and sets or inserts it. */
static bool change_statement(reader *r, edit *e, int index, bool inserts) {
    level_errors errors;
    const level *l = edit_level(e);
    int before = level_count_characters(r->in.line_start, r->in.at);
    level *read =
        level_read_fragment(r->in.at, (size_t)(r->in.line_end - r->in.at), l->dimensions, &errors);
    if (read == NULL)
        return lines_take_errors(&r->in, &errors, r->in.line - 1, before);
    bool good = read->statement_count == 1;
    if (good) {
        edit_shape shape = edit_get_for(l, read, 0);
        good = inserts ? edit_insert(e, index, &shape) : edit_set(e, index, &shape);
    }
    level_free(read);
    return good ||
           lines_expect(&r->in, lines_word(&r->in), "a statement that the level can have there");
}

static bool read_change(reader *r, edit *e) {
    unsigned long number;
    word w = lines_take_word(&r->in);
    bool sets = word_is(w, "set"), inserts = word_is(w, "insert");
    if (!sets && !inserts && !word_is(w, "remove"))
        return lines_expect(&r->in, w, "`set`, `insert`, `remove` or `end`");
    if (!read_whole(r, "the number of a statement", 2,
                    (unsigned long)edit_level(e)->statement_count + inserts, &number))
        return false;
    if (!sets && !inserts)
        return lines_expect_end(&r->in) &&
               (edit_remove(e, (int)number - 1) ||
                lines_complain(&r->in, w.start,
                               "expected a statement that can be removed, found another one"));
    return change_statement(r, e, (int)number - 1, inserts);
}

static bool read_step(reader *r) {
    edit *e = shown_sandbox(r)->edit;
    int line = r->in.line;
    bool good = lines_expect_end(&r->in);
    edit_begin(e);
    while (good && lines_next_of_block(&r->in, line))
        good = read_change(r, e);
    good = good && r->in.errors->total == 0;
    edit_end(e, good);
    return good;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

static bool report_progress(const reader *r) {
    return r->progress.tell == NULL ||
           r->progress.tell(r->progress.context, (size_t)(r->in.line_start - r->in.text),
                            (size_t)(r->in.end - r->in.text));
}

static bool make_tick(reader *r, const player_input *input) {
    memory_grow(&r->digests, &r->digest_room, r->digest_count, sizeof *r->digests);
    session_tick(r->recording->session, input);
    session_take_state(shown_sandbox(r), &r->now);
    r->digests[r->digest_count++] = session_digest(session_hash(&r->now));
    return ++r->ticks % TICKS_PER_SECOND != 0 || report_progress(r);
}

static bool read_ticks(reader *r) {
    unsigned long count;
    player_input input = {0};
    if (!read_whole(r, "how many ticks", 1, RECORDING_TICKS_MAX - r->ticks, &count) ||
        !read_fields(r, session_inputs, session_input_count, &input) || !apply_state(r))
        return false;
    bool good = true;
    for (unsigned long i = 0; good && i < count; i++)
        good = make_tick(r, &input);
    return good;
}

static bool read_bookmark(reader *r) {
    if (!lines_expect_end(&r->in) || !apply_state(r))
        return false;
    return session_toggle_bookmark(r->recording->session) ||
           lines_complain(&r->in, r->in.line_start,
                          "expected a tick before `bookmark`, found none");
}

/* ---- Checks ------------------------------------------------------------------------------ */

static void note_difference(reader *r, unsigned long tick) {
    recording *c = r->recording;
    if (!c->parted)
        c->parted_tick = tick;
    c->parted = true;
}

static bool read_digests(reader *r) {
    char what[64];
    snprintf(what, sizeof what, "4 hexadecimal digits for each of %d ticks", r->digest_count);
    for (int i = 0; i < r->digest_count; i++) {
        uint64_t digest;
        if (!read_bits(r, 4, what, &digest))
            return false;
        if (digest != r->digests[i])
            note_difference(r, r->ticks - (unsigned long)(r->digest_count - 1 - i));
    }
    return lines_expect_end(&r->in);
}

/* Says what differs at the first check after the first tick that differs. */
static void explain_parting(reader *r) {
    char *words = r->recording->parted_words;
    size_t size = sizeof r->recording->parted_words;
    int i = 0;
    while (i < session_field_count && !field_differs(&session_fields[i], &r->recorded, &r->now))
        i++;
    if (i == session_field_count) { /* no field differs: the hash in the file may be damaged */
        snprintf(words, size, "at tick %lu the hash is not what it was", r->ticks);
        return;
    }
    text_buffer b;
    text_start(&b, size);
    text_print(&b, "%s was ", session_fields[i].name);
    field_write(&session_fields[i], &r->recorded, &b);
    text_append_string(&b, " and is ");
    field_write(&session_fields[i], &r->now, &b);
    char *text = text_finish(&b);
    snprintf(words, size, "at tick %lu %s", r->ticks, text);
    free(text);
}

static bool read_check(reader *r) {
    uint64_t hash;
    recording *c = r->recording;
    if (!read_bits(r, FIELD_BITS_DIGITS, "16 hexadecimal digits", &hash) ||
        !read_state_fields(r, &r->recorded) || !apply_state(r))
        return false;
    if (hash != session_hash(&r->now))
        note_difference(r, r->ticks);
    if (c->parted && c->parted_words[0] == '\0')
        explain_parting(r);
    r->digest_count = 0;
    return true;
}

/* ---- The view ---------------------------------------------------------------------------- */

static bool read_view(reader *r) {
    if (r->view == NULL) {
        r->in.at = r->in.line_end;
        return true;
    }
    r->recording->has_view = true;
    return read_fields(r, r->view->fields, r->view->count, r->view->of);
}

static bool read_select(reader *r) {
    unsigned long most = (unsigned long)shown_sandbox(r)->level->statement_count, number;
    if (r->view != NULL)
        selection_clear(r->view->selection);
    while (!lines_at_end(&r->in)) {
        if (!read_whole(r, "the number of a statement", 1, most, &number))
            return false;
        if (r->view != NULL)
            selection_add(r->view->selection, (int)number - 1);
    }
    return true;
}

/* ---- Statements -------------------------------------------------------------------------- */

static bool read_program(reader *r) {
    word w = lines_take_word(&r->in);
    snprintf(r->recording->program, sizeof r->recording->program, "%.*s", (int)word_length(w),
             w.start);
    return lines_expect_end(&r->in);
}

static bool read_end(reader *r) {
    r->is_ended = true;
    return lines_expect_end(&r->in) && apply_state(r);
}

static const struct {
    const char *name;
    bool (*read)(reader *r);
    bool needs_level;
} statements[] = {
    {"program", read_program, false}, {"mesh", read_mesh, false},
    {"level", read_level, false},     {"show", read_show, true},
    {"step", read_step, true},        {"undo", read_undo, true},
    {"state", read_state, true},      {"forget", read_forget, true},
    {"ticks", read_ticks, true},      {"bookmark", read_bookmark, true},
    {"digests", read_digests, true},  {"check", read_check, true},
    {"view", read_view, true},        {"select", read_select, true},
    {"end", read_end, true},
};
enum { STATEMENT_COUNT = sizeof statements / sizeof *statements };

static bool read_statement(reader *r) {
    char list[160] = "";
    word w = lines_take_word(&r->in);
    if (r->is_ended)
        return lines_expect(&r->in, w, "nothing behind `end`");
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        if (word_is(w, statements[i].name))
            return !statements[i].needs_level || r->recording->sandbox != NULL
                       ? statements[i].read(r)
                       : lines_complain(&r->in, w.start, "expected `level` before `%s`",
                                        statements[i].name);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i > 0 ? ", " : "",
                 statements[i].name);
    }
    return lines_expect_one_of(&r->in, w, list, "a statement");
}

static bool read_version(reader *r) {
    static const char first[] = RECORDING_FIRST_WORD " " FORMAT_VERSION;
    if (!lines_next(&r->in))
        return r->in.errors->total == 0 && lines_end_early(&r->in, first, 0);
    word name = lines_take_word(&r->in), version = lines_take_word(&r->in);
    if (!word_is(name, RECORDING_FIRST_WORD))
        return lines_expect(&r->in, name, "`%s` as the first statement", first);
    if (!word_is(version, FORMAT_VERSION))
        return lines_expect(&r->in, version,
                            "version " FORMAT_VERSION ", which this program reads");
    return lines_expect_end(&r->in);
}

static bool read_all(reader *r) {
    bool good = read_version(r);
    while (good && lines_next(&r->in))
        good = read_statement(r);
    return good && r->in.errors->total == 0 && (r->is_ended || lines_end_early(&r->in, "end", 0));
}

void recording_free(recording *r) {
    session_destroy(r->session);
    sandbox_destroy(r->sandbox);
    free(r->levels);
    *r = (recording){0};
}

bool recording_read(const char *text, size_t length, sm_progress progress,
                    const recording_view *view, recording *made, level_errors *errors) {
    *made = (recording){.program = "unknown"};
    errors->count = errors->total = 0;
    if (length >= INT_MAX) {
        level_refuse_file(errors, "expected less than 2 GiB of text, found %zu bytes", length);
        return false;
    }
    reader r = {.in = lines_of(text, text + length, errors),
                .progress = progress,
                .view = view,
                .recording = made};
    bool good = read_all(&r);
    free(r.meshes);
    free(r.digests);
    if (good && made->parted && made->parted_words[0] == '\0')
        snprintf(made->parted_words, sizeof made->parted_words, "no check tells what differs");
    if (good)
        sandbox_set_paused(made->sandbox, true);
    else
        recording_free(made);
    return good;
}

/* ---- Files ----------------------------------------------------------------------------------- */

bool recording_load(const char *path, sm_progress progress, const recording_view *view,
                    recording *r, level_errors *errors) {
    char *text;
    size_t length;
    level_file_state state;
    if (!level_read_file(path, &(level_watcher){0}, &text, &length, &state, errors))
        return false;
    bool good = recording_read(text, length, progress, view, r, errors);
    free(text);
    return good;
}

bool recording_is_file(const char *path) {
    char head[sizeof RECORDING_FIRST_WORD - 1];
    platform_status status;
    FILE *file = platform_open(path, &status);
    bool is = file != NULL && fread(head, sizeof head, 1, file) == 1 &&
              memcmp(head, RECORDING_FIRST_WORD, sizeof head) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}

bool recording_is_level_changed(const level *l) {
    const char *path = level_file_path(l);
    level_file_state state;
    return path[0] != '\0' && (!level_look_at_file(path, &state) || state.hash != l->file.hash);
}

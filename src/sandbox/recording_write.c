/* recording_write: prints the journal of a session, which is replayed tick by tick for the hashes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "session_state.h"

enum { CHECK_TICKS = 60 };

/* A level that was written. */
typedef struct known_level {
    const level *level;
    int place; /* in its history, where a reader of the text so far is */
} known_level;

typedef struct writer {
    text_buffer text;
    session *session;
    const sandbox *sandbox;
    known_level *levels;
    int level_count, level_room;
    int shown;           /* the level that a reader of the text so far shows */
    session_state known; /* the state as the text has it so far */
    session_state now;
    player_input input;
    unsigned long run;             /* ticks with this input that are not written yet */
    unsigned digests[CHECK_TICKS]; /* of the ticks since the last check */
    int digest_count;
    unsigned long at, last;
} writer;

static void put_field(writer *w, const field *f, const void *of) {
    text_print(&w->text, " %s=", f->name);
    field_write(f, of, &w->text);
}

/* Writes the fields that differ. */
static void put_fields(writer *w, const field *list, int count, const void *was, const void *is) {
    for (int i = 0; i < count; i++) {
        if (field_differs(&list[i], was, is))
            put_field(w, &list[i], is);
    }
}

/* ---- Levels ------------------------------------------------------------------------------ */

static void write_mesh(writer *w, const level_mesh *m) {
    text_print(&w->text, "mesh %s\n", m->name);
    for (int i = 0; i < m->vertex_count; i++) {
        text_append_string(&w->text, "v");
        text_append_numbers(&w->text, &m->vertices[i].x, 3);
        text_append_string(&w->text, "\n");
    }
    for (int i = 0, part = 0; i < m->face_count; i++) {
        for (; part < m->part_count && m->parts[part].first_face == i; part++)
            text_print(&w->text, "g %s\n", m->parts[part].name);
        text_print(&w->text, "f %d %d %d\n", m->faces[i].a + 1, m->faces[i].b + 1,
                   m->faces[i].c + 1);
    }
    text_print(&w->text, "end\n");
}

static void write_level(writer *w, const level *l) {
    const char *path = level_file_path(l);
    bool is_path = path[0] != '\0' && strpbrk(path, "\n\r") == NULL;
    for (int i = 0; i < l->mesh_count; i++)
        write_mesh(w, &l->meshes[i]);
    text_append_string(&w->text, "level");
    if (is_path)
        text_print(&w->text, " %016" PRIx64 " %s", l->file.hash, path);
    text_append_string(&w->text, "\n");
    text_append(&w->text, l->source, l->source_length);
    bool is_ended = l->source_length > 0 && l->source[l->source_length - 1] == '\n';
    text_print(&w->text, "%send\n", is_ended ? "" : "\n");
}

/* Writes the statement that makes the reader show the level that is shown now. */
static known_level *go_to_level(writer *w) {
    const level *l = w->sandbox->level;
    int index = 0;
    while (index < w->level_count && w->levels[index].level != l)
        index++;
    if (index == w->level_count) {
        write_level(w, l);
        memory_grow(&w->levels, &w->level_room, index, sizeof *w->levels);
        w->levels[w->level_count++] = (known_level){.level = l};
    } else if (index != w->shown) {
        text_print(&w->text, "show %d\n", index + 1);
    }
    w->shown = index;
    return &w->levels[index];
}

/* ---- Edits ------------------------------------------------------------------------------- */

static void write_step(writer *w, const known_level *k, int place) {
    static const char *const names[] = {
        [EDIT_CHANGED] = "set", [EDIT_INSERTED] = "insert", [EDIT_REMOVED] = "remove"};
    const edit *e = w->sandbox->edit;
    text_print(&w->text, "step\n");
    const level_statement *becomes;
    edit_effect effect;
    for (int i = 0; edit_get_step(e, place, i, &effect, &becomes); i++) {
        char *line = becomes != NULL ? level_write_statement(k->level, becomes) : NULL;
        text_print(&w->text, "%s %d%s%s\n", names[effect.kind], effect.statement + 1,
                   line != NULL ? " " : "", line != NULL ? line : "");
        free(line);
    }
    text_print(&w->text, "end\n");
}

/* Whether the history leads from the place `before` to `place`. */
static bool leads_to(const edit *e, int before, int place) {
    while (place > before)
        place = edit_before(e, place);
    return place == before;
}

/* Writes how many steps the reader undoes, and then the steps that lead to the place, in order. A
 * redone step is written like a new one. */
static void go_to_place(writer *w, known_level *k) {
    const edit *e = w->sandbox->edit;
    int to = edit_place(e), count = 0, room = 0, *steps = NULL;
    for (; !leads_to(e, k->place, to); k->place = edit_before(e, k->place))
        text_print(&w->text, "undo\n");
    for (int p = to; p != k->place; p = edit_before(e, p)) {
        memory_grow(&steps, &room, count, sizeof *steps);
        steps[count++] = p;
    }
    while (count > 0)
        write_step(w, k, steps[--count]);
    free(steps);
    k->place = to;
}

/* ---- The state --------------------------------------------------------------------------- */

static void write_state(writer *w, const session_state *was) {
    size_t before = w->text.length;
    text_append_string(&w->text, "state");
    size_t start = w->text.length;
    put_fields(w, session_fields, session_field_count, was, &w->now);
    if (w->text.length > start)
        text_append_string(&w->text, "\n");
    else
        w->text.length = before;
}

/* Returns a state that differs from any other in each field, so that all fields of the first state
 * are written. Ghosts and body are zero, the state that a reader begins with. */
static session_state invalid_state(void) {
    session_state s;
    memset(&s, 0xff, sizeof s);
    memset(&s.ghosts, 0, sizeof s.ghosts);
    memset(&s.player.body, 0, sizeof s.player.body);
    return s;
}

/* ---- Ticks ------------------------------------------------------------------------------- */

static void end_run(writer *w) {
    static const player_input none;
    if (w->run == 0)
        return;
    text_print(&w->text, "ticks %lu", w->run);
    put_fields(w, session_inputs, session_input_count, &none, &w->input);
    text_print(&w->text, "\n");
    w->run = 0;
}

static void write_check(writer *w) {
    end_run(w);
    text_print(&w->text, "digests");
    for (int i = 0; i < w->digest_count; i++)
        text_print(&w->text, " %04x", w->digests[i]);
    text_print(&w->text, "\ncheck %016" PRIx64, session_hash(&w->now));
    put_fields(w, session_fields, session_field_count, &w->known, &w->now);
    text_print(&w->text, "\n");
    w->known = w->now;
    w->digest_count = 0;
}

static bool write_tick(void *context, const player_input *input) {
    writer *w = context;
    for (int i = 0; w->run > 0 && i < session_input_count; i++) {
        if (field_differs(&session_inputs[i], &w->input, input))
            end_run(w);
    }
    w->input = *input;
    w->run++;
    w->at++;
    session_take_state(w->sandbox, &w->now);
    w->digests[w->digest_count++] = session_digest(session_hash(&w->now));
    if (w->digest_count == CHECK_TICKS || w->at == w->last)
        write_check(w);
    if ((session_marks(w->session, w->at, w->at) & SESSION_BOOKMARK) != 0) {
        end_run(w);
        text_print(&w->text, "bookmark\n");
    }
    return !w->text.out_of_memory;
}

/* Writes the fields that were changed from outside. The fields that ticks changed are written with
 * the next check. A change that writes nothing does not end a run of ticks. */
static bool write_change(void *context) {
    writer *w = context;
    bool is_first = w->level_count == 0;
    session_state was = w->now;
    size_t before = w->text.length;
    unsigned long run = w->run;
    end_run(w);
    size_t start = w->text.length;
    go_to_place(w, go_to_level(w));
    session_take_state(w->sandbox, &w->now);
    if (!is_first && session_is_cleared(&was, &w->now))
        text_print(&w->text, "forget\n");
    write_state(w, &was);
    for (int i = 0; i < session_field_count; i++) {
        if (field_differs(&session_fields[i], &was, &w->now))
            field_copy(&session_fields[i], &w->known, &w->now);
    }
    if (w->text.length == start) {
        w->text.length = before;
        w->run = run;
    }
    return !w->text.out_of_memory;
}

/* Writes the fields that are not 0, and the selected statements. */
static void write_view(writer *w, const recording_view *view) {
    text_append_string(&w->text, "view");
    for (int i = 0; i < view->count; i++) {
        if (!field_is_zero(&view->fields[i], view->of))
            put_field(w, &view->fields[i], view->of);
    }
    text_append_string(&w->text, "\n");
    for (int i = 0; i < view->selection->count; i++)
        text_print(&w->text, "%s %d", i == 0 ? "select" : "", view->selection->statements[i] + 1);
    text_append_string(&w->text, view->selection->count > 0 ? "\n" : "");
}

char *recording_write(session *t, unsigned long first, unsigned long last,
                      const recording_view *view, size_t *length) {
    session_time time = session_now(t);
    last = last < time.end ? last : time.end;
    first = first > time.first ? first : time.first;
    if (last > first && last - first > RECORDING_TICKS_MAX)
        first = last - RECORDING_TICKS_MAX;
    writer w = {.session = t,
                .sandbox = session_sandbox(t),
                .at = first,
                .last = last,
                .now = invalid_state()};
    text_start(&w.text, 1 << 16);
    text_print(&w.text, RECORDING_FIRST_WORD " 2\nprogram " SM_VERSION "\n");
    w.text.out_of_memory |=
        !session_walk(t, first, last, &(session_walker){write_change, write_tick, &w});
    if (view != NULL)
        write_view(&w, view);
    text_print(&w.text, "end\n");
    free(w.levels);
    return text_try_finish(&w.text, length);
}

bool recording_save(session *t, unsigned long first, unsigned long last, const char *path,
                    char message[SAVE_MESSAGE_LENGTH]) {
    size_t length;
    char *text = recording_write(t, first, last, NULL, &length);
    bool saved = text != NULL && save_file(path, text, length, message);
    if (text == NULL)
        snprintf(message, SAVE_MESSAGE_LENGTH, "%s cannot be saved: no memory", path);
    free(text);
    return saved;
}

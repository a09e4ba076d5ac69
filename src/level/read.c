/* read: a text, line by line, into a level.
 *
 * A line is found, checked for bytes that are no text, and handed to the statement it begins with.
 * An error ends its line and no more, so that one pass reports all of them; a level with an error
 * is then dropped whole.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "operands.h"
#include "statements.h"
#include "text.h"

#define FORMAT_VERSION "1"

/* ---- Statements -------------------------------------------------------------------------- */

static bool push_statement(reader *r, const level_statement *statement) {
    level *l = r->level;
    if (!level_grow(&l->statements, &r->statement_capacity, l->statement_count,
                    sizeof *statement)) {
        r->out_of_memory = true;
        return false;
    }
    if (level_is_player(statement->kind))
        l->player = l->statement_count;
    if (statement->kind == LEVEL_TITLE)
        l->title = statement->words;
    l->statements[l->statement_count++] = *statement;
    return true;
}

/* Returns the word's kind in levels of 2 or 3 dimensions. */
static level_kind find_kind(word w, int dimensions) {
    return level_find_statement(w.start, word_length(w), dimensions);
}

/* Whether the first statement is of a 3D level, or seems to be meant so. A word that says nothing
 * about it leaves it as it is. */
static void settle_dimensions(reader *r) {
    static const char versions[] = "slidemove, slidemove3";
    word w = lines_word(&r->in);
    bool in_2d = find_kind(w, 2) != LEVEL_KIND_COUNT, in_3d = find_kind(w, 3) != LEVEL_KIND_COUNT;
    if (in_2d != in_3d)
        r->level->dimensions = in_3d ? 3 : 2;
    else if (!in_2d &&
             strstr(level_suggest(w.start, word_length(w), versions).text, "slidemove3") != NULL)
        r->level->dimensions = 3;
}

/* The first statement tells whether this is a level at all. */
static bool check_first(reader *r, level_kind kind) {
    bool expected = !r->first_statement_passed && !r->had_foreign_text && !r->fragment;
    r->first_statement_passed = true;
    level_kind version = level_version_kind(r->level->dimensions);
    if (expected && kind != version)
        return lines_expect(&r->in, lines_word(&r->in), "`%s` as the first statement",
                            level_statements[version].usage);
    return true;
}

static void refuse_unknown(reader *r, word w) {
    int dimensions = r->level->dimensions, other = dimensions == 3 ? 2 : 3;
    level_quote found = word_quote(w);
    char list[LEVEL_LIST_LENGTH];
    level_list_statements(dimensions, 0, list);
    level_quote suggestion = level_suggest(w.start, word_length(w), list);
    r->misspelt_player = r->misspelt_player || strstr(suggestion.text, "`player`") != NULL;
    if (find_kind(w, other) != LEVEL_KIND_COUNT)
        lines_complain(&r->in, w.start,
                       "expected a statement of a %dD level (%s), found `%s`, one of a %dD level, "
                       "which begins with `%s`",
                       dimensions, list, found.text, other,
                       level_statements[level_version_kind(other)].usage);
    else if (suggestion.text[0] == '\0')
        lines_expect(&r->in, w, "a statement (%s)", list);
    else
        lines_complain(&r->in, w.start, "expected a statement, found '%s'%s", found.text,
                       suggestion.text);
}

/* Whether there may be one more of them. */
static bool check_again(reader *r, level_kind kind, int first_line) {
    int most = level_most_statements(kind), count = 0;
    if (most == INT_MAX || first_line == 0)
        return true;
    if (most == 1)
        return lines_complain(
            &r->in, r->in.at,
            "expected one `%s` statement, found a second one; the first is on line %d",
            level_statements[kind].usage, first_line);
    for (int i = 0; i < r->level->statement_count; i++)
        count += r->level->statements[i].kind == kind;
    if (count == most)
        return lines_complain(&r->in, r->in.at,
                              "expected at most %d `%s` statements, found another one", most,
                              level_statements[kind].usage);
    return true;
}

/* The version is compared as text: a reader that took 1.0 for 1 would bind all later ones to it. */
static bool check_version(reader *r) {
    word w = lines_word(&r->in);
    if (w.start == w.end || word_is(w, FORMAT_VERSION))
        return true; /* a missing number, as with any statement */
    r->other_version = true;
    if (*w.start >= '0' && *w.start <= '9')
        return lines_complain(&r->in, w.start,
                              "this program reads version " FORMAT_VERSION ", found %s",
                              word_quote(w).text);
    return lines_expect(&r->in, w, "`%s`",
                        level_statements[level_version_kind(r->level->dimensions)].usage);
}

/* Reads the statement that begins at r->in.at. */
static void read_statement(reader *r) {
    word name = lines_word(&r->in);
    if (!r->first_statement_passed && !r->fragment)
        settle_dimensions(r);
    level_kind kind = find_kind(name, r->level->dimensions);
    bool is_expected = check_first(r, kind);
    if (kind == LEVEL_KIND_COUNT) {
        if (is_expected)
            refuse_unknown(r, name);
        return;
    }
    int first_line = r->seen_on_line[kind];
    if (first_line == 0)
        r->seen_on_line[kind] = r->in.line;
    if (!is_expected || !check_again(r, kind, first_line))
        return;

    level_statement statement = {
        .kind = kind,
        .line = r->in.line,
        .first_number = r->level->number_count,
        .text_start = (size_t)(name.start - r->level->source),
    };
    r->in.at = name.end;
    if ((level_is_version(kind) && !check_version(r)) || !level_read_operands(r, &statement))
        return;
    while (level_is_blank(r->in.at[-1])) /* those before a comment are not the statement's */
        r->in.at--;
    statement.text_end = (size_t)(r->in.at - r->level->source);
    push_statement(r, &statement);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void read_line(reader *r) {
    bool is_empty = lines_at_end(&r->in);
    if (!lines_are_text(&r->in)) {
        r->had_foreign_text = true;
        r->in.at = r->in.line_start;
        if (!lines_at_end(&r->in) && !r->first_statement_passed && !r->fragment)
            settle_dimensions(r); /* the rest of the level is of the kind this line named */
    } else if (!is_empty) {
        read_statement(r);
    }
}

static void read_lines(reader *r, size_t length, const level_watcher *watcher) {
    size_t step = 0;
    while (!r->out_of_memory && !r->other_version && lines_take(&r->in)) {
        read_line(r);
        size_t understood = (size_t)(r->in.next - r->in.text);
        if (understood / LEVEL_PROGRESS_STEP == step)
            continue;
        step = understood / LEVEL_PROGRESS_STEP;
        r->cancelled = !level_tell(watcher, length, understood);
        if (r->cancelled)
            return;
    }
    r->cancelled = !level_tell(watcher, watcher->total, watcher->total);
}

/* ---- The whole text ---------------------------------------------------------------------- */

/* What is missing is reported at the end of the text, at the start of its last line. */
static void check_missing(reader *r) {
    if (r->had_foreign_text || r->other_version || r->fragment)
        return;
    r->in.line += r->in.line == 0;
    level_kind player = r->level->dimensions == 3 ? LEVEL_PLAYER3 : LEVEL_PLAYER;
    if (!r->first_statement_passed)
        lines_complain(&r->in, r->in.line_start, "expected `%s` as the first statement, found none",
                       level_statements[level_version_kind(r->level->dimensions)].usage);
    if (r->seen_on_line[player] == 0 && !r->misspelt_player)
        lines_complain(&r->in, r->in.line_start, "expected one `%s` statement, found none",
                       level_statements[player].usage);
}

/* A text has no NUL bytes; what has is some other kind of file, and one error says so. */
static bool refuse_binary(lines *in) {
    const char *nul = memchr(in->text, '\0', (size_t)(in->end - in->text));
    if (nul == NULL)
        return false;
    while (in->next <= nul)
        lines_take(in);
    lines_complain(in, nul, "expected text, found a NUL byte");
    return true;
}

static void read_text(reader *r, const char *text, size_t length, const level_watcher *watcher) {
    size_t mark = text_mark_length(text, length);
    r->in = lines_of(text + mark, text + length, r->in.errors);
    if (refuse_binary(&r->in))
        return;
    read_lines(r, length - mark, watcher);
    check_missing(r);
}

/* Takes over `source`; without one there is no level. */
static level *create_level(char *source, size_t length, int dimensions) {
    level *l = source != NULL ? calloc(1, sizeof *l) : NULL;
    if (l == NULL) {
        free(source);
        return NULL;
    }
    l->dimensions = dimensions;
    l->source = source;
    l->source_length = length;
    l->source[length] = '\0';
    l->player = -1;
    return l;
}

void level_free(level *l) {
    if (l == NULL)
        return;
    free(l->source);
    free(l->path);
    free(l->statements);
    free(l->numbers);
    free(l->words);
    for (int i = 0; i < l->mesh_count; i++) {
        free(l->meshes[i].name);
        free(l->meshes[i].vertices);
        free(l->meshes[i].faces);
    }
    free(l->meshes);
    free(l);
}

/* The path may be the old one itself. */
bool level_set_path(level *l, const char *path, size_t length) {
    char *copy = text_copy(path, length);
    if (copy == NULL)
        return false;
    free(l->path);
    l->path = copy;
    return true;
}

const char *level_file_path(const level *l) {
    return l->path != NULL ? l->path : "";
}

level *level_read_owned(char *source, size_t length, int fragment, const level_watcher *watcher,
                        level_errors *errors) {
    errors->count = errors->total = 0;
    reader r = {.level = create_level(source, length, fragment == 3 ? 3 : 2),
                .in.errors = errors,
                .fragment = fragment != 0};
    r.out_of_memory = r.level == NULL;
    if (r.level != NULL)
        read_text(&r, source, length, watcher);
    if (r.out_of_memory)
        level_refuse_file(errors, "out of memory, the level has %zu bytes", length);
    if (errors->total == 0 && !r.cancelled)
        return r.level;
    if (r.cancelled)
        errors->count = errors->total = 0;
    level_free(r.level);
    return NULL;
}

level *level_read_fragment(const char *text, size_t length, int dimensions, level_errors *errors) {
    /* lines, columns and numbers are counted in ints */
    if (length >= INT_MAX) {
        level_refuse_file(errors, "expected less than 2 GiB of text, found %zu bytes", length);
        return NULL;
    }
    return level_read_owned(text_copy(text, length), length, dimensions, &(level_watcher){0},
                            errors);
}

level *level_read(const char *text, size_t length, level_errors *errors) {
    return level_read_fragment(text, length, 0, errors);
}

/* They are judged by reading them. */
bool level_are_good_words(level_kind kind, const char *words) {
    const level_statement_info *info = &level_statements[kind];
    if (info->words == LEVEL_NO_WORDS)
        return words[0] == '\0';
    level_errors ignored;
    size_t length = 0;
    text_buffer b;
    text_start(&b, 256);
    text_append_string(&b, info->name);
    for (int i = 0; i < info->min_numbers; i++)
        text_append_string(&b, " 0");
    text_print(&b, " %s", words);
    char *text = text_finish(&b, &length);
    level *l = level_read_owned(text, length, level_has_kind(2, kind) ? 2 : 3, &(level_watcher){0},
                                &ignored);
    bool good = l != NULL && l->statement_count == 1 && strcmp(level_words(l, 0), words) == 0;
    level_free(l);
    return good;
}

/* read: parses a text line by line into a level.
 *
 * Each line is checked to be text, and then parsed by the statement that it begins with. The tables
 * say what may follow: numbers, then attributes or words. Every error names what was expected and
 * quotes what was found. An error ends its line only, so one pass reports all errors; a level with
 * an error is then dropped whole.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "lines.h"
#include "statements.h"

#define FORMAT_VERSION "1"

typedef struct reader {
    lines in;
    level *level; /* has 0 dimensions until its first statement */
    int statement_capacity, number_capacity, mesh_capacity;
    int counts[LEVEL_KIND_COUNT]; /* statements of each kind, with bad ones */
    bool is_fragment;             /* needs neither the version nor a player */
    bool other_version;           /* of another version: nothing more can be read */
    bool out_of_memory;
    bool cancelled; /* the watcher cancelled */
} reader;

/* Makes room for one more element. Returns false when memory ran out. */
static bool grow(reader *r, void *array, int *capacity, int count, size_t element_size) {
    r->out_of_memory = !memory_try_grow(array, capacity, count, element_size);
    return !r->out_of_memory;
}

/* ---- Numbers ----------------------------------------------------------------------------- */

static bool looks_like_number(const char *at, const char *end) {
    if (at < end && (*at == '+' || *at == '-'))
        at++;
    return at < end && ((*at >= '0' && *at <= '9') || *at == '.');
}

/* Reads the word before `end` as the number at `index` of the attribute, or of the statement when
 * `attribute` is NULL. */
static bool read_number(reader *r, level_kind kind, const level_attribute_info *attribute,
                        int index, const char *end, float *value) {
    const char *stop = level_scan_number_prefix(r->in.at, end, value);
    word w = {r->in.at, level_skip_word(stop != NULL ? stop : r->in.at, end)};
    bool is_coordinate = attribute == NULL && (level_is_line(kind) || kind == LEVEL_TRIANGLE);
    r->in.at = w.end;
    if (stop == w.end && is_coordinate &&
        fabsf(*value) <= LEVEL_NUMBER_MAX) /* nearly all numbers */
        return true;
    level_range range = level_operand_range(kind, attribute, index);
    if (stop == w.end && level_is_in_range(range, *value))
        return true;
    level_quote name = level_operand_name(kind, attribute, index);
    const char *usage = attribute != NULL ? attribute->usage : level_statements[kind].usage;
    if (stop != w.end)
        return lines_expect(&r->in, w, "a number for %s in `%s`", name.text, usage);
    return lines_expect(&r->in, w, "%s to be %s", name.text, level_describe_range(range).text);
}

static bool read_numbers(reader *r, level_statement *s) {
    level *l = r->level;
    bool is_polyline = level_is_polyline(s->kind);
    int all = level_statements[s->kind].numbers;
    int least = level_is_zone(s->kind) ? l->dimensions + 1 : all; /* a ball: its radius alone */
    for (int i = 0;; i++) {
        bool may_end = i == least || (i >= all && !(is_polyline && i % 2 == 1));
        bool may_go_on = i < all || is_polyline;
        float value;
        r->in.at = level_skip_blanks(r->in.at, r->in.line_end);
        if (may_end && !(may_go_on && looks_like_number(r->in.at, r->in.line_end)))
            return true;
        if (!read_number(r, s->kind, NULL, i, r->in.line_end, &value) ||
            !grow(r, &l->numbers, &r->number_capacity, l->number_count, sizeof *l->numbers))
            return false;
        l->numbers[l->number_count++] = value;
        s->number_count++;
    }
}

/* ---- Attributes -------------------------------------------------------------------------- */

static bool refuse_attribute(reader *r, level_kind kind, word w) {
    const level_statement_info *info = &level_statements[kind];
    if (info->attributes == 0)
        return lines_expect(&r->in, w, "`%s` and no more", info->usage);
    return lines_expect_one_of(&r->in, w, level_list_attributes(kind).text, "an attribute of `%s`",
                               info->name);
}

/* Reads the numbers behind the = of `shift=1,2,3`. */
static bool read_values(reader *r, level_statement *s, const level_attribute_info *attribute,
                        word w) {
    float *numbers = level_attribute_numbers(&s->attributes, attribute);
    for (int i = 0; i < attribute->numbers; i++) {
        r->in.at++; /* behind the = or the comma */
        const char *end = w.end;
        if (i + 1 < attribute->numbers)
            end = memchr(r->in.at, ',', (size_t)(w.end - r->in.at));
        if (end == NULL)
            return lines_expect(&r->in, w, "`%s`", attribute->usage);
        if (!read_number(r, s->kind, attribute, i, end, &numbers[i]))
            return false;
    }
    return true;
}

static bool read_attribute(reader *r, level_statement *s) {
    word w = lines_word(&r->in);
    const char *equals = memchr(w.start, '=', word_length(w));
    word name = {w.start, equals != NULL ? equals : w.end};
    const level_attribute_info *attribute =
        level_find_attribute(s->kind, name.start, word_length(name));
    if (attribute == NULL)
        return refuse_attribute(r, s->kind, w);
    if (s->attributes.present & attribute->flag)
        return lines_expect(&r->in, w, "`%s` once", attribute->name);
    if ((equals != NULL) != (attribute->numbers > 0))
        return lines_expect(&r->in, w, "`%s`", attribute->usage);
    s->attributes.present |= attribute->flag;
    r->in.at = name.end;
    return read_values(r, s, attribute, w);
}

/* ---- Words ------------------------------------------------------------------------------- */

static bool keep_words(reader *r, level_statement *s, const char *start, size_t length) {
    s->words = level_keep_words(r->level, start, length);
    r->out_of_memory = s->words < 0;
    return s->words >= 0;
}

/* The text runs to the end of the line, comment signs included. */
static bool read_free_text(reader *r, level_statement *s) {
    word w = {level_skip_blanks(r->in.at, r->in.line_end), r->in.line_end};
    while (w.end > w.start && level_is_blank(w.end[-1]))
        w.end--;
    if (w.start == w.end && s->kind != LEVEL_TITLE)
        return lines_expect(&r->in, w, "`%s`", level_statements[s->kind].usage);
    r->in.at = w.end;
    return w.start == w.end || keep_words(r, s, w.start, word_length(w));
}

/* One name or several, each once, with single blanks between them; "none" stands alone. */
static bool read_names(reader *r, level_statement *s) {
    const level_statement_info *info = &level_statements[s->kind];
    char names[sizeof(level_items)];
    size_t length = 0;
    unsigned seen = 0;
    bool is_full = false;
    while (seen == 0 || !lines_at_end(&r->in)) {
        word w = lines_word(&r->in);
        int name = level_find_name(s->kind, w.start, word_length(w));
        bool is_none = word_is(w, LEVEL_NONE);
        if (is_full || (is_none && seen != 0))
            return lines_expect(&r->in, w, "`%s` and no more", info->usage);
        if (name < 0)
            return lines_expect_one_of(&r->in, w, level_list_names(s->kind).text,
                                       "a name behind `%s`", info->name);
        if (seen & 1u << name)
            return lines_expect(&r->in, w, "`%s` once", info->choice(name));
        if (seen != 0)
            names[length++] = ' ';
        memcpy(names + length, w.start, word_length(w));
        length += word_length(w);
        seen |= 1u << name;
        is_full = is_none || info->words == LEVEL_ONE_NAME;
        r->in.at = w.end;
    }
    return keep_words(r, s, names, length);
}

/* ---- The name of a file ------------------------------------------------------------------ */

int level_find_mesh(const level *l, const char *name, size_t length, bool keep_seams) {
    for (int i = 0; i < l->mesh_count; i++)
        if (strncmp(l->meshes[i].name, name, length) == 0 && l->meshes[i].name[length] == '\0' &&
            l->meshes[i].keep_seams == keep_seams)
            return i;
    return -1;
}

/* Sets the mesh of the statement. Adds it to the level when it is new. */
static bool take_mesh(reader *r, level_statement *s, word name) {
    level *l = r->level;
    bool keep_seams = (s->attributes.present & LEVEL_HAS_SEAMS) != 0;
    s->mesh = level_find_mesh(l, name.start, word_length(name), keep_seams);
    if (s->mesh >= 0)
        return true;
    if (l->mesh_count == LEVEL_MESHES_MAX)
        return lines_expect(&r->in, name, "at most %d mesh files in a level", LEVEL_MESHES_MAX);
    if (!grow(r, &l->meshes, &r->mesh_capacity, l->mesh_count, sizeof *l->meshes))
        return false;
    l->meshes[l->mesh_count] = (level_mesh){
        .name = text_copy(name.start, word_length(name)),
        .keep_seams = keep_seams,
        .line = s->line,
        .column = 1 + level_count_characters(r->in.line_start, l->source + s->text_start)};
    s->mesh = l->mesh_count++;
    return true;
}

/* Reads a word, or a name in quotes, which may have blanks and comment signs: "my hill.obj". */
static bool read_file_name(reader *r, level_statement *s, word *name) {
    *name = lines_word(&r->in);
    r->in.at = name->end;
    if (name->start < r->in.line_end && *name->start == '"') {
        name->start++;
        name->end = memchr(name->start, '"', (size_t)(r->in.line_end - name->start));
        if (name->end == NULL)
            return lines_complain(&r->in, name->start - 1,
                                  "expected a second '\"' behind the name of the file, found none");
        r->in.at = name->end + 1;
    }
    return name->start < name->end ||
           lines_expect(&r->in, *name, "`%s`", level_statements[s->kind].usage);
}

/* ---- Statements -------------------------------------------------------------------------- */

/* Reads what follows the statement's name. */
static bool read_operands(reader *r, level_statement *s) {
    level_words_kind words = level_statements[s->kind].words;
    word file = {NULL, NULL};
    if ((level_names_file(s->kind) && !read_file_name(r, s, &file)) || !read_numbers(r, s))
        return false;
    if (words != LEVEL_NO_WORDS)
        return words == LEVEL_FREE_TEXT ? read_free_text(r, s) : read_names(r, s);
    while (!lines_at_end(&r->in))
        if (!read_attribute(r, s))
            return false;
    return file.start == NULL || take_mesh(r, s, file);
}

static void push_statement(reader *r, const level_statement *statement) {
    level *l = r->level;
    if (!grow(r, &l->statements, &r->statement_capacity, l->statement_count, sizeof *statement))
        return;
    if (level_is_player(statement->kind))
        l->player = l->statement_count;
    if (statement->kind == LEVEL_TITLE)
        l->title = statement->words;
    l->statements[l->statement_count++] = *statement;
}

/* Returns the word's kind in levels of 2 or 3 dimensions. */
static level_kind find_kind(word w, int dimensions) {
    return level_find_statement(w.start, word_length(w), dimensions);
}

/* Returns whether only 3D levels have the word, or it is a misspelt `slidemove3`. */
static bool is_of_3d(word w) {
    return find_kind(w, 2) == LEVEL_KIND_COUNT &&
           (find_kind(w, 3) != LEVEL_KIND_COUNT || w.end[-1] == '3');
}

/* Compares the version as text. A reader that took 1.0 for 1 would bind all later ones to it. */
static bool check_version(reader *r) {
    word w = lines_word(&r->in);
    r->other_version = !word_is(w, FORMAT_VERSION);
    if (r->other_version)
        lines_expect(&r->in, w, "version " FORMAT_VERSION ", which this program reads");
    return !r->other_version;
}

/* Returns whether the statement may stand here. The first one tells whether the text is a level. */
static bool check_kind(reader *r, word name, level_kind kind) {
    const level *l = r->level;
    bool is_first = l->statement_count == 0 && r->in.errors->total == 0 && !r->is_fragment;
    level_kind version = level_version_kind(l->dimensions);
    if (is_first && kind != version)
        return lines_expect(&r->in, name, "`%s` as the first statement",
                            level_statements[version].usage);
    if (kind == LEVEL_KIND_COUNT)
        return lines_expect_one_of(&r->in, name, level_list_statements(l->dimensions).text,
                                   "a statement of a %dD level", l->dimensions);
    int max = level_max_statements(kind);
    if (++r->counts[kind] > max)
        return lines_complain(&r->in, name.start,
                              "expected at most %d `%s` in a level, found another one", max,
                              level_statements[kind].usage);
    r->in.at = name.end;
    return !level_is_version(kind) || check_version(r);
}

/* Reads the statement that begins at r->in.at. */
static void read_statement(reader *r) {
    word name = lines_word(&r->in);
    level_statement statement = {
        .kind = find_kind(name, r->level->dimensions),
        .line = r->in.line,
        .first_number = r->level->number_count,
        .text_start = (size_t)(name.start - r->level->source),
    };
    if (!check_kind(r, name, statement.kind) || !read_operands(r, &statement))
        return;
    while (
        level_is_blank(r->in.at[-1])) /* blanks before a comment do not belong to the statement */
        r->in.at--;
    statement.text_end = (size_t)(r->in.at - r->level->source);
    push_statement(r, &statement);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void read_line(reader *r) {
    bool is_empty = lines_at_end(&r->in);
    if (!is_empty && r->level->dimensions == 0)
        r->level->dimensions = is_of_3d(lines_word(&r->in)) ? 3 : 2;
    if (lines_are_text(&r->in) && !is_empty)
        read_statement(r);
}

static void read_lines(reader *r, size_t length, const level_watcher *watcher) {
    size_t step = 0;
    while (!r->out_of_memory && !r->other_version && lines_take(&r->in)) {
        read_line(r);
        size_t understood = (size_t)(r->in.next - r->in.text);
        if (understood / LEVEL_PROGRESS_STEP == step)
            continue;
        step = understood / LEVEL_PROGRESS_STEP;
        r->cancelled = !level_report(watcher, length, understood);
        if (r->cancelled)
            return;
    }
    r->cancelled = !level_report(watcher, watcher->total, watcher->total);
}

/* ---- The whole text ---------------------------------------------------------------------- */

/* Reports missing statements at the last line of the text. */
static void check_missing(reader *r) {
    level_kind player = r->level->dimensions == 3 ? LEVEL_PLAYER3 : LEVEL_PLAYER;
    if (r->is_fragment || r->in.errors->total > 0)
        return;
    if (r->level->dimensions == 0)
        lines_end_early(&r->in, level_statements[LEVEL_VERSION].usage, 0);
    else if (r->counts[player] == 0)
        lines_complain(&r->in, r->in.line_start, "expected one `%s` statement, found none",
                       level_statements[player].usage);
}

/* A text has no NUL bytes. A file that has one is another kind of file, and gets one error for
 * that. */
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

/* Makes a level that owns `source`. Returns NULL when `source` is NULL. */
static level *create_level(char *source, size_t length, int dimensions) {
    level *l = source != NULL ? memory_calloc(1, sizeof *l) : NULL;
    if (l == NULL)
        return NULL;
    l->dimensions = dimensions;
    l->source = source;
    l->source_length = length;
    l->source[length] = '\0';
    l->player = -1;
    return l;
}

void level_empty_mesh(level_mesh *m) {
    free(m->vertices);
    free(m->faces);
    for (int i = 0; i < m->part_count; i++)
        free(m->parts[i].name);
    free(m->parts);
    for (int i = 0; i < m->side_file_count; i++)
        free(m->side_files[i].path);
    free(m->side_files);
    m->side_files = NULL;
    m->side_file_count = m->side_file_capacity = 0;
    m->vertices = NULL;
    m->faces = NULL;
    m->parts = NULL;
    m->vertex_count = m->face_count = m->polygon_count = m->part_count = m->part_capacity = 0;
    m->has_start = false;
}

bool level_begin_part(level_mesh *m, const char *group, const char *material) {
    bool is_empty = m->part_count > 0 && m->parts[m->part_count - 1].first_face == m->face_count;
    level_quote a = level_quote_text(group, group + strlen(group));
    level_quote b = level_quote_text(material, material + strlen(material));
    text_buffer name;
    text_start(&name, 32);
    text_print(&name, a.text[0] != '\0' && b.text[0] != '\0' ? "%s (%s)" : "%s%s", a.text, b.text);
    if (is_empty)
        free(m->parts[--m->part_count].name);
    else if (!memory_try_grow(&m->parts, &m->part_capacity, m->part_count, sizeof *m->parts)) {
        free(text_finish(&name));
        return false;
    }
    m->parts[m->part_count++] = (level_part){m->face_count, text_finish(&name)};
    return true;
}

const char *level_find_part(const level_mesh *m, int face) {
    int low = 0, high = m->part_count; /* the part is below `high` */
    while (low < high) {
        int middle = (low + high) / 2;
        if (m->parts[middle].first_face <= face)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? m->parts[low - 1].name : "";
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
        level_empty_mesh(&l->meshes[i]);
    }
    free(l->meshes);
    free(l);
}

/* `path` may be the old path itself. */
void level_set_path(level *l, const char *path, size_t length) {
    char *copy = text_copy(path, length);
    free(l->path);
    l->path = copy;
}

const char *level_file_path(const level *l) {
    return l->path != NULL ? l->path : "";
}

level *level_read_owned(char *source, size_t length, int fragment, const level_watcher *watcher,
                        level_errors *errors) {
    errors->count = errors->total = 0;
    reader r = {.level = create_level(source, length, fragment),
                .in.errors = errors,
                .is_fragment = fragment != 0};
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
    char *copy = malloc(length + 1);
    if (copy != NULL && length > 0)
        memcpy(copy, text, length);
    return level_read_owned(copy, length, dimensions, &(level_watcher){0}, errors);
}

level *level_read(const char *text, size_t length, level_errors *errors) {
    return level_read_fragment(text, length, 0, errors);
}

/* Reads a statement with these words to find out. */
bool level_are_good_words(level_kind kind, const char *words) {
    const level_statement_info *info = &level_statements[kind];
    if (info->words == LEVEL_NO_WORDS)
        return words[0] == '\0';
    level_errors ignored;
    text_buffer b;
    text_start(&b, 256);
    text_append_string(&b, info->name);
    for (int i = 0; i < info->numbers; i++)
        text_append_string(&b, " 0");
    text_print(&b, " %s", words);
    level *l = level_read_owned(text_finish(&b), b.length, level_has_kind(2, kind) ? 2 : 3,
                                &(level_watcher){0}, &ignored);
    bool good = l != NULL && l->statement_count == 1 && strcmp(level_words(l, 0), words) == 0;
    level_free(l);
    return good;
}

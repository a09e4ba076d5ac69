#define XML_DTD 1 /* the header declares the limit of entities that grow only then */
#include "xml.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

/* What the handlers of expat are given. */
typedef struct reading {
    xml_tree *tree;
    XML_Parser xml;
} reading;

static xml_element here(XML_Parser xml) {
    return (xml_element){.line = (int)XML_GetCurrentLineNumber(xml),
                         .column = 1 + (int)XML_GetCurrentColumnNumber(xml)};
}

/* ---- Handlers ---------------------------------------------------------------------------- */

static bool add_element(const reading *r) {
    xml_tree *t = r->tree;
    if (!memory_try_grow(&t->elements, &t->capacity, t->count, sizeof *t->elements)) {
        t->out_of_memory = true;
        XML_StopParser(r->xml, XML_FALSE);
        return false;
    }
    xml_element e = here(r->xml);
    e.words = t->words.length;
    e.parent = t->open;
    e.end = t->count + 1;
    t->elements[t->count++] = e;
    return true;
}

static void add_word(xml_tree *t, const char *word, size_t length) {
    text_append(&t->words, word, length);
    text_append(&t->words, "", 1);
}

static void begin_element(void *context, const XML_Char *name, const XML_Char **attributes) {
    reading *r = context;
    xml_tree *t = r->tree;
    if (!add_element(r))
        return;
    t->open = t->count - 1;
    add_word(t, name, strlen(name));
    for (; *attributes != NULL; attributes++)
        add_word(t, *attributes, strlen(*attributes));
    add_word(t, "", 0);
}

static void end_element(void *context, const XML_Char *name) {
    xml_tree *t = ((reading *)context)->tree;
    (void)name;
    t->elements[t->open].end = t->count;
    t->open = t->elements[t->open].parent;
}

static void add_text(void *context, const XML_Char *text, int length) {
    reading *r = context;
    if (!add_element(r))
        return;
    add_word(r->tree, "", 1); /* neither a name nor attributes */
    add_word(r->tree, text, (size_t)length);
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Returns false when the watcher cancelled. */
static bool parse(const reading *r, const char *text, size_t length, const level_watcher *watcher,
                  enum XML_Status *status) {
    size_t at = 0, step;
    do {
        step = length - at < LEVEL_PROGRESS_STEP ? length - at : LEVEL_PROGRESS_STEP;
        *status = XML_Parse(r->xml, text + at, (int)step, at + step == length);
        at += step;
        if (!level_report(watcher, length, at))
            return false;
    } while (*status == XML_STATUS_OK && at < length);
    return true;
}

bool xml_read(xml_tree *t, const char *text, size_t length, const char *what,
              const level_watcher *watcher, level_errors *errors) {
    static const XML_Memory_Handling_Suite memory = {malloc, realloc, free};
    reading r = {t, XML_ParserCreate_MM(NULL, &memory, NULL)};
    if (r.xml == NULL)
        memory_end();
    *t = (xml_tree){.open = -1};
    text_start(&t->words, length + 1);
    XML_SetUserData(r.xml, &r);
    XML_SetElementHandler(r.xml, begin_element, end_element);
    XML_SetCharacterDataHandler(r.xml, add_text);
    XML_SetBillionLaughsAttackProtectionMaximumAmplification(r.xml, 2);
    enum XML_Status status = XML_STATUS_OK;
    bool goes_on = parse(&r, text, length, watcher, &status);
    t->out_of_memory |= t->words.out_of_memory;
    if (goes_on && status != XML_STATUS_OK && !t->out_of_memory) {
        xml_element at = here(r.xml);
        xml_report(errors, &at, "expected %s, found broken XML: %s", what,
                   XML_ErrorString(XML_GetErrorCode(r.xml)));
    }
    XML_ParserFree(r.xml);
    return goes_on && status == XML_STATUS_OK && !t->out_of_memory;
}

void xml_free(xml_tree *t) {
    free(t->words.text);
    free(t->elements);
    *t = (xml_tree){0};
}

/* ---- What it holds ----------------------------------------------------------------------- */

const char *xml_name(const xml_tree *t, const xml_element *e) {
    return t->words.text + e->words;
}

bool xml_is(const xml_tree *t, const xml_element *e, const char *name) {
    return strcmp(xml_name(t, e), name) == 0;
}

const char *xml_attribute(const xml_tree *t, const xml_element *e, const char *name) {
    const char *at = t->words.text + e->words;
    for (at += strlen(at) + 1; *at != '\0'; at += strlen(at) + 1) {
        bool found = strcmp(at, name) == 0;
        at += strlen(at) + 1;
        if (found)
            break;
    }
    return at;
}

const char *xml_text(const xml_tree *t, const xml_element *piece) {
    return t->words.text + piece->words + 2;
}

const xml_element *xml_find(const xml_tree *t, const xml_element *e, const char *name) {
    for (int i = (int)(e - t->elements) + 1; i < e->end; i = t->elements[i].end)
        if (xml_is(t, &t->elements[i], name))
            return &t->elements[i];
    return NULL;
}

void xml_report(level_errors *list, const xml_element *e, const char *format, ...) {
    va_list values;
    va_start(values, format);
    level_add_error(list, e->line, e->column, format, values);
    va_end(values);
}

level_quote xml_quote(const char *text) {
    return level_quote_text(text, text + strlen(text));
}

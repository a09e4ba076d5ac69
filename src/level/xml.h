/* xml: parses XML with expat into a list of elements with their places. */
#ifndef LEVEL_XML_H
#define LEVEL_XML_H

#include "file.h"
#include "text.h"

typedef struct xml_element {
    size_t words; /* where its words begin: its name, the name and value of each attribute, then an
                     empty word. A piece of text has two empty words and the text. */
    int parent;   /* index of the element around it, -1: none */
    int end;      /* index behind the last element inside */
    int line, column;
} xml_element;

typedef struct xml_tree {
    text_buffer words;
    xml_element *elements; /* in the order of the text; the first is the root */
    int count, capacity;
    int open; /* index of the element that is being read, -1: none */
    bool out_of_memory;
} xml_tree;

/* Reads the text into the tree, which xml_free empties in any case. Returns false when memory ran
 * out, the watcher cancelled, or with an error that expected `what`. */
bool xml_read(xml_tree *t, const char *text, size_t length, const char *what,
              const level_watcher *watcher, level_errors *errors);
void xml_free(xml_tree *t);

/* Returns the name of the element, "" for a piece of text. */
const char *xml_name(const xml_tree *t, const xml_element *e);
bool xml_is(const xml_tree *t, const xml_element *e, const char *name);

/* Returns the value of an attribute, "" when the element does not have it. */
const char *xml_attribute(const xml_tree *t, const xml_element *e, const char *name);

/* Returns the text of a piece of text. */
const char *xml_text(const xml_tree *t, const xml_element *piece);

/* Returns the first element of that name right inside `e`, or NULL. */
const xml_element *xml_find(const xml_tree *t, const xml_element *e, const char *name);

/* Adds an error, or an element that is left out, at the place of the element. */
__attribute__((format(printf, 3, 4))) void xml_report(level_errors *list, const xml_element *e,
                                                      const char *format, ...);

/* Returns the text as a message quotes it. */
level_quote xml_quote(const char *text);

#endif

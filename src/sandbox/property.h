/* property: what can be typed of shapes: their numbers and attributes, one by one.
 *
 * A property of several shapes is one that all of them may have; setting it sets it for each. */
#ifndef PROPERTY_H
#define PROPERTY_H

#include "edit.h"

enum { PROPERTY_MAX = 12, PROPERTY_TEXT_LENGTH = 96, PROPERTY_MESSAGE_LENGTH = 160 };

typedef struct property {
    int id;            /* for property_set; the same as long as the shapes are */
    const char *name;  /* as in the level text: "X", "radius"; points into `words` or a table */
    const char *usage; /* what to type: "DX,DY,SECONDS" */
    bool is_switch;    /* it has no value: it is there or not */
    bool present;      /* in all of the shapes */
    bool mixed;        /* the shapes differ */
    char text[PROPERTY_TEXT_LENGTH]; /* the value; "" where it is absent or mixed */
    char words[24];
} property;

/* Lists what the shapes have in common; returns how many there are. The numbers of a statement are
 * listed for one shape alone, and not those of a chain or loop, of which there are too many. */
int property_list(const level *l, const int *statements, int count, property list[PROPERTY_MAX]);

/* Sets the property for all of the shapes, in one step; "" takes an attribute away. Returns false,
 * with nothing changed and `message` saying what was expected, when the text or its value will not
 * do. For a switch "1" is on. */
bool property_set(edit *e, const int *statements, int count, int id, const char *text,
                  char message[PROPERTY_MESSAGE_LENGTH]);

#endif

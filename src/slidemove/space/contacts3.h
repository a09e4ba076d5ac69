/* contacts3: the deepest few obstacles at one position. */
#ifndef SM_CONTACTS3_H
#define SM_CONTACTS3_H

#include "visit3.h"

enum { CONTACTS3_MAX = 8 };

typedef struct numbered3 {
    contact3 contact;
    int number;
    obstacle3 shape;
} numbered3;

/* A visitor. Visit it with contacts3_region. */
typedef struct contacts3 {
    sm3_visitor visitor;
    mover3 mover;
    vec3 delta;
    double reach; /* sees what has depth > -reach */
    bool both_sides;
    int count;
    numbered3 deepest[CONTACTS3_MAX]; /* the deepest first; of equals the lowest number */
} contacts3;

void contacts3_begin(contacts3 *contacts, mover3 mover, vec3 delta, double reach, bool both_sides);

/* Shows it an obstacle whose contact, whatever its side, is known. */
void contacts3_see(contacts3 *contacts, const obstacle3 *shape, int number,
                   const contact3 *contact);

sm3_region contacts3_region(const contacts3 *contacts);

#endif

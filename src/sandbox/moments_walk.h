/* moments_walk: a character's tick in sentences, and what moments.c and moments_walk.c share. */
#ifndef MOMENTS_WALK_H
#define MOMENTS_WALK_H

#include "moments.h"

/* The record that a moment's words describe, and the words so far. */
typedef struct moment_words {
    const sandbox *s;
    const moment *m;
    const move_record *move;
    const sm_trace *trace;
    const sm_iteration *it;      /* the moment's iteration; NULL: none */
    const sm3_collision *chosen; /* by that iteration; NULL: none, or it is not recorded */
    char *words;                 /* MOMENT_WORDS bytes; longer words are cut */
    size_t length;
} moment_words;

/* Adds words. */
__attribute__((format(printf, 2, 3))) void moments_put(moment_words *p, const char *format, ...);

/* Returns whether an iteration continues the displacement of the one before it. */
bool moments_go_on(const sm_trace *t, int i);

/* Returns the character after the move that is shown. */
const sm_character *moments_body(const sandbox *s);

/* Says what a character's tick consisted of, and what was in its way, and why. */
void moments_say_walked(moment_words *p);

#endif

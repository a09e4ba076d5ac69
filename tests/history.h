/* history: changes of a level at random, of which every step must go both ways. */
#ifndef TESTS_HISTORY_H
#define TESTS_HISTORY_H

#include "../src/sandbox/edit.h"

typedef struct history_def {
    edit *edit;
    uint64_t seed;
    int commands;
    void (*change)(edit *e, uint64_t *random); /* tries one change */
    void (*check)(const level *l);             /* of the level now and then */
} history_def;

/* Changes, undoes, redoes and cancels; then undoes all, redoes all and undoes all again. Compares
 * the text with what it was after that step each time. */
void check_history(const history_def *def);

#endif

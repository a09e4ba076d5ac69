/* history: changes of a level at random, of which every step must go both ways. */
#ifndef TESTS_HISTORY_H
#define TESTS_HISTORY_H

#include "../src/sandbox/edit.h"

typedef struct history_def {
    edit *edit;
    uint64_t seed;
    int commands;
    void (*change)(edit *e, uint64_t *random); /* tries one change */
    void (*command)(uint64_t *random); /* does what makes one step or none; NULL: there is none */
    void (*look)(uint64_t *random);    /* is told after each; NULL: nobody is */
} history_def;

/* Changes, undoes, redoes and cancels; then undoes all, redoes all and undoes all again. Compares
 * the text with what it was after that step each time; now and then it is read back, too. */
void check_history(const history_def *def);

/* A point near the origin or far off, now and then with NaN. */
sm_vec2 random_point(uint64_t *random);

/* Tries one change of any kind anywhere in a 2D level, which stays below a hundred statements.
 * Returns whether it was made. */
bool change_anything(edit *e, uint64_t *random);

/* Asserts that what is written says the same when it is read. */
void assert_reads_back(const level *l);

#endif

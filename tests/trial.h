/* trial: random obstacles of some kind, in 2D or in 3D, a world of them, and random questions that
 * the world must answer as the plain loop does, to the bit. */
#ifndef TESTS_TRIAL_H
#define TESTS_TRIAL_H

#include "worlds.h"

struct kind;

/* Kinds of obstacles, of which some have names. */
enum { SOUP, TERRAIN, IDENTICAL, DOUBLING, PEELED, SPOTS, ACROSS, LAYERS, NESTED, KINDS = 21 };

enum { OBSTACLES_MAX = 5300 }; /* that a trial may come to have */

typedef struct trial {
    const struct kind *kind;
    uint64_t seed, random;
    bool in_space;
    bool is_plain;  /* nothing but shapes */
    bool is_odd;    /* some numbers are larger than a level may have */
    bool is_huge;   /* so is all: not for a sweep or a cast */
    bool is_meshed; /* in space: most of the world is made of meshes */
    float scale;
    sm3_vec centre;
    any_list list;
    any_world world;
    bool is_poor;                   /* memory runs out: after so many pieces more */
    int left, held, refused, looks; /* the last: calls of the filter */
    question question;
    sm_filter filter;
    sm3_mesh mesh; /* arrays of all, of which meshes are parts */
} trial;

/* Returns the name of a kind, without blanks. */
const char *trial_name(int kind);

/* Makes the list; trial_build the world. A trial must stay where it is. */
void trial_begin(trial *t, int kind, bool in_space, int count, uint64_t seed);
void trial_build(trial *t); /* with AVX2 or without, as the seed has it */
void trial_end(trial *t);   /* all memory must have come back */

/* Takes memory of the trial. */
sm_world_def trial_def(trial *t);

/* Returns one more shape of the kind. */
sm3_triangle trial_shape(trial *t, int number, int count);

/* Whether nothing of what counts is NaN or infinite. */
bool trial_is_finite(const trial *t, const sm3_triangle *s);

/* Stands for an obstacle that is not there. */
extern const sm3_obstacle trial_hole;

/* Changes the world and the list at random: adds a shape, changes all of an obstacle, or any of
 * what a world can do. */
void trial_add(trial *t);
void trial_change_all_of(trial *t, int number);
void trial_change(trial *t);

/* Makes t->question a random one. A sweep, contacts and a character may be asked only where
 * trial_may_sweep. */
void trial_question(trial *t);
bool trial_may_sweep(const trial *t);

/* Asks random questions; those of a world are asked of the list. Fails with the first that is
 * answered otherwise, by ending the program: nothing here needs a library of tests. */
void trial_compare(trial *t, const met *a, const met *b, int questions);
void trial_check(trial *t, int questions);

/* One question; the position becomes that where a move ends. */
void trial_ask(const trial *t, asking what, question *q, const met *a, const met *b);

static inline sm3_vec plus(sm3_vec a, sm3_vec b, float times) {
    return (sm3_vec){a.x + times * b.x, a.y + times * b.y, a.z + times * b.z};
}

#endif

/* rule: a resolver that the user wrote. `--rule FILE.c` compiles the file, and it stands behind the
 * library's resolvers as RESOLVER_RULE.
 *
 * The file has one or more of these functions:
 *
 *     int rule_choose(const sm3_collision *penetrated, int count, sm3_vec delta);
 *     sm_result rule_move(sm_vec2 position, sm_vec2 delta, sm_hull mover, sm_obstacles obstacles,
 *                         const sm_options *options);
 *     sm3_result rule_move3(sm3_vec position, sm3_vec delta, sm3_mover mover,
 *                           sm3_obstacles obstacles, const sm_options *options);
 *
 * It runs in a process of its own, so that neither a crash nor an endless loop in it ends this
 * program. The process gets a question for each move, with the obstacles that are near; if the rule
 * looks farther, it asks for them. A move that the rule does not end leaves the mover where it is,
 * SM_NO_RESOLVER. So does each after it, until rule_take_failure is called: the move then starts
 * the process again. */
#ifndef RULE_H
#define RULE_H

#include "obstacles.h"

enum { RULE_MESSAGE_LENGTH = 1024 };

/* Makes the file the rule, and compiles it with `cc`. `folder` is where this program is, with a
 * slash at its end: the library's headers are found from there. Returns false, with the reason or
 * the compiler's errors in `message`, when it cannot: moves by the rule then fail until it is
 * compiled. Otherwise `message` has the compiler's warnings. */
bool rule_open(const char *file, const char *folder, char message[RULE_MESSAGE_LENGTH]);

/* Returns whether the file was saved since the last call, or since rule_open. */
bool rule_is_saved(void);

/* Compiles the file again. Returns false, with the compiler's errors, when the rule is as it was.
 */
bool rule_reload(char message[RULE_MESSAGE_LENGTH]);

/* Ends its process, and removes what was compiled. */
void rule_close(void);

/* Returns the path of the rule's file; NULL: there is no rule. */
const char *rule_path(void);

/* Returns whether one would be returned by the next function. */
bool rule_has_failed(void);

/* Returns why a move failed since the last call, valid until the next one; NULL: none did. */
const char *rule_take_failure(void);

/* ---- Its process ------------------------------------------------------------------------- */

/* The first argument that makes this program that process; the second is what was compiled. */
#define RULE_PROCESS "--rule-process"

/* Answers questions until there are no more. Returns the exit status. */
int rule_answer_all(const char *library);

/* How long a move may take, seconds. */
enum { RULE_SECONDS = 1 };

/* What a rule has. */
enum { RULE_CHOOSES = 1 << 0, RULE_MOVES = 1 << 1, RULE_MOVES3 = 1 << 2 };

/* The first message of the process. */
typedef struct rule_hello {
    unsigned functions; /* 0: it cannot be loaded, for this reason */
    char message[RULE_MESSAGE_LENGTH];
} rule_hello;

/* A question, which `near` obstacles follow: all that touch the box. */
typedef struct rule_question {
    int dimensions, max_pushes;
    bool both_sides, records;
    float reach;  /* as in sm_trace, */
    int capacity; /* as is this */
    sm3_vec position, delta;
    sm_hull flat;      /* the mover in 2D */
    sm3_mover upright; /* in 3D */
    sm3_vec min, max;
    int near;
} rule_question;

/* An obstacle. In 2D its corners b and c are equal, and its shape says whether it is one-way. */
typedef sm3_obstacle rule_obstacle;

/* What the process sends. While it asks, the answer is how many obstacles touch the box, an int,
 * and these. The last answer is followed by so many iterations and candidates, and by whether each
 * candidate was let through. */
typedef struct rule_answer {
    bool asks;
    sm3_vec min, max;
    sm3_result result;
    int iteration_count, candidate_count, candidates_lost;
} rule_answer;

#endif

/* resolvers: those of the library, and behind them the rule of the command line (rule.h), if there
 * is one. Levels name those of the library alone. */
#ifndef RESOLVERS_H
#define RESOLVERS_H

#include "../slidemove/slidemove3.h"

#define RESOLVER_RULE ((sm_resolver)SM_RESOLVER_COUNT)

enum { RESOLVERS_MAX = SM_RESOLVER_COUNT + 1 };

struct obstacles;
struct player;

/* Moves as dimension.try_move does. */
typedef sm3_result resolver_move_fn(const struct obstacles *o, const struct player *p,
                                    sm3_vec position, sm3_vec delta, const sm_options *options);

/* Adds the rule, under a name that must outlive it; NULL: there is none any more. */
void resolvers_set_rule(const char *name, resolver_move_fn *move);

/* Moves by the rule. Without one the mover stays, SM_NO_RESOLVER. */
sm3_result resolvers_move_by_rule(const struct obstacles *o, const struct player *p,
                                  sm3_vec position, sm3_vec delta, const sm_options *options);

/* How many there are; their numbers are those below that. */
int resolver_count(void);

/* As those of the library. */
const char *resolver_name(sm_resolver resolver);
const char *resolver_summary(sm_resolver resolver);

/* Returns the resolver for what only the library can do: SM_SWEEP stands in for the rule when the
 * player walks as a character, with gravity, and when it ignores collisions. */
static inline sm_resolver resolver_of_library(sm_resolver resolver) {
    return resolver == RESOLVER_RULE ? SM_SWEEP : resolver;
}

#endif

#include "resolvers.h"

static const char *rule_name;
static resolver_move_fn *rule_move;

void resolvers_set_rule(const char *name, resolver_move_fn *move) {
    rule_name = name;
    rule_move = move;
}

sm3_result resolvers_move_by_rule(const struct obstacles *o, const struct player *p,
                                  sm3_vec position, sm3_vec delta, const sm_options *options) {
    return rule_move != NULL ? rule_move(o, p, position, delta, options)
                             : (sm3_result){.position = position, .status = SM_NO_RESOLVER};
}

int resolver_count(void) {
    return rule_name != NULL ? RESOLVERS_MAX : SM_RESOLVER_COUNT;
}

const char *resolver_name(sm_resolver resolver) {
    return resolver != RESOLVER_RULE ? sm_resolver_name(resolver)
           : rule_name != NULL       ? rule_name
                                     : "rule";
}

const char *resolver_summary(sm_resolver resolver) {
    return resolver == RESOLVER_RULE
               ? "your own rule; with gravity a character walks by sweep instead"
               : sm_resolver_summary(resolver);
}

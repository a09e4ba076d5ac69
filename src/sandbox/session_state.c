#include "session_state.h"

#include <stddef.h>
#include <string.h>

void session_take_state(const sandbox *s, session_state *into) {
    memcpy(&into->player, &s->player, sizeof into->player);
    if (s->ghosts.set != 0 || into->ghosts.set != 0) {
        memset(&into->ghosts, 0, sizeof into->ghosts);
        into->ghosts.set = s->ghosts.set;
        for (int r = 0; r < resolver_count(); r++) {
            if (ghosts_has(&s->ghosts, (sm_resolver)r))
                memcpy(&into->ghosts.list[r], &s->ghosts.list[r], sizeof s->ghosts.list[r]);
        }
    }
    into->tick = s->tick;
    into->obstacles_tick = s->obstacles->tick;
    into->trail_count = s->record.trail_count;
    into->pushed_age = s->record.pushed_age;
    memcpy(&into->result, &record_last(&s->record)->result, sizeof into->result);
}

void session_put_state(sandbox *s, const session_state *from, bool clears) {
    sandbox_will_change(s);
    memcpy(&s->player, &from->player, sizeof s->player);
    memcpy(&s->ghosts, &from->ghosts, sizeof s->ghosts);
    s->tick = from->tick;
    if (s->obstacles->tick != from->obstacles_tick)
        obstacles_set_tick(s->obstacles, from->obstacles_tick);
    if (clears) {
        record_clear(&s->record, from->result.position);
        s->record.moves[s->record.last].result = from->result;
    }
    s->inside = -1;
}

bool session_is_cleared(const session_state *was, const session_state *is) {
    return is->trail_count != was->trail_count || is->pushed_age != was->pushed_age ||
           memcmp(&is->result, &was->result, sizeof is->result) != 0;
}

/* ---- By names ---------------------------------------------------------------------------- */

#define AT(member) offsetof(session_state, member)

#define VECTOR(name, member)                                                                       \
    { name, FIELD_FLOAT, AT(member), .count = 3 }
#define NUMBER(name, member, least, most)                                                          \
    { name, FIELD_FLOAT, AT(member), 1, least, .high = most }
#define SWITCH(name, member)                                                                       \
    { name, FIELD_BOOL, AT(member), 1, 0, 0, LEVEL_MOMENTUM }
#define WHOLE(name, member, least, most)                                                           \
    { name, FIELD_INT, AT(member), 1, least, .high = most }
#define COUNT(name, member)                                                                        \
    { name, FIELD_COUNT, AT(member), .count = 1 }
#define NAMED(name, member, names)                                                                 \
    { name, FIELD_INT, AT(member), 1, 0, 0, names }

#define RESULT(name, member)                                                                       \
    VECTOR(name ".position", member.position), VECTOR(name ".normal", member.normal),              \
        NUMBER(name ".depth", member.depth, 0, 0), WHOLE(name ".pushes", member.pushes, 0, 0),     \
        WHOLE(name ".status", member.status, 0, SM_CRUSHED)

/* The fields of a contact, in one piece: normal, point, depth and pressure. The obstacle's number
 * is left out, because it differs after other edits. */
#define CONTACT(name, member)                                                                      \
    {name, FIELD_BITS, AT(player.body.member), .count = 4},                                        \
        WHOLE(name ".surface", player.body.member.surface, 0, SM_EDGE), {                          \
        name ".user", FIELD_BITS, AT(player.body.member.user), .count = 1                          \
    }

#define BLOCKER(name, member) WHOLE(name ".why", player.body.member.why, 0, SM_NO_FLOOR_BEYOND)

#define GHOST(name, resolver)                                                                      \
    VECTOR(name ".position", ghosts.list[resolver].position),                                      \
        VECTOR(name ".previous_position", ghosts.list[resolver].previous_position),                \
        RESULT(name ".result", ghosts.list[resolver].result),                                      \
        VECTOR(name ".velocity", ghosts.list[resolver].velocity),                                  \
        SWITCH(name ".on_floor", ghosts.list[resolver].on_floor),                                  \
        SWITCH(name ".parted", ghosts.list[resolver].parted),                                      \
        COUNT(name ".parted_tick", ghosts.list[resolver].parted_tick),                             \
        VECTOR(name ".parted_at", ghosts.list[resolver].parted_at),                                \
        VECTOR(name ".player_at", ghosts.list[resolver].player_at)

const field session_fields[] = {
    VECTOR("player.position", player.position),
    VECTOR("player.previous_position", player.previous_position),
    NUMBER("player.heading", player.heading, 0, 0),
    NUMBER("player.previous_heading", player.previous_heading, 0, 0),
    NAMED("player.shape", player.kind, LEVEL_MOVER),
    NUMBER("player.length", player.length, 0, 1e6),
#define SETTING(id, name, kind, member, least, most, ...)                                          \
    {name, kind, AT(player.member), 1, least, most, kind == FIELD_BOOL ? LEVEL_MOMENTUM : 0},
#include "settings.inc"
#undef SETTING
    NAMED("player.resolver", player.resolver, LEVEL_RESOLVER),
    SWITCH("player.noclip", player.noclip),
    VECTOR("player.velocity", player.velocity),
    WHOLE("player.losses", player.losses, 0, 0),
    VECTOR("body.position", player.body.position),
    VECTOR("body.momentum", player.body.momentum),
    VECTOR("body.velocity", player.body.velocity),
    VECTOR("body.carried", player.body.carried),
    NUMBER("body.turned", player.body.turned, 0, 0),
    SWITCH("body.on_floor", player.body.on_floor),
    SWITCH("body.on_wall", player.body.on_wall),
    SWITCH("body.on_ceiling", player.body.on_ceiling),
    SWITCH("body.crushed", player.body.crushed),
    VECTOR("body.ground_point", player.body.ground_point),
    VECTOR("body.ground_normal", player.body.ground_normal),
    NUMBER("body.climbed", player.body.climbed, 0, 0),
    WHOLE("body.legs", player.body.legs, 0, 0),
    WHOLE("body.sweeps", player.body.sweeps, 0, 0),
    WHOLE("body.casts", player.body.casts, 0, 0),
    CONTACT("body.floor", floor),
    CONTACT("body.wall", wall),
    CONTACT("body.ceiling", ceiling),
    WHOLE("body.contacts", player.body.contact_count, 0, SM_CHARACTER_CONTACTS),
    CONTACT("body.contact1", contacts[0]),
    CONTACT("body.contact2", contacts[1]),
    CONTACT("body.contact3", contacts[2]),
    CONTACT("body.contact4", contacts[3]),
    CONTACT("body.contact5", contacts[4]),
    CONTACT("body.contact6", contacts[5]),
    CONTACT("body.contact7", contacts[6]),
    CONTACT("body.contact8", contacts[7]),
    WHOLE("body.blockers", player.body.blocker_count, 0, SM_CHARACTER_BLOCKERS),
    BLOCKER("body.blocker1", blockers[0]),
    BLOCKER("body.blocker2", blockers[1]),
    BLOCKER("body.blocker3", blockers[2]),
    BLOCKER("body.blocker4", blockers[3]),
    RESULT("result", result),
    COUNT("tick", tick),
    COUNT("obstacles.tick", obstacles_tick),
    WHOLE("ghosts", ghosts.set, 0, GHOSTS_ALL),
    GHOST("ghost.deepest", SM_DEEPEST),
    GHOST("ghost.last", SM_LAST),
    GHOST("ghost.first", SM_FIRST),
    GHOST("ghost.shallowest", SM_SHALLOWEST),
    GHOST("ghost.sweep", SM_SWEEP),
    GHOST("ghost.rule", RESOLVER_RULE), /* its fields stay the last ones: see session_hash */
};
const int session_field_count = sizeof session_fields / sizeof *session_fields;

#undef AT
#define AT(member) offsetof(player_input, member)

const field session_inputs[] = {
    NUMBER("turn", turn, 0, 0),
    NUMBER("thrust", thrust, 0, 0),
    {"walk", FIELD_FLOAT, AT(walk), .count = 2},
    NUMBER("rise", rise, 0, 0),
    SWITCH("slow", slow),
    SWITCH("noclip", noclip),
    SWITCH("dragging", dragging),
    VECTOR("drag_to", drag_to),
    NUMBER("view_heading", view_heading, 0, 0),
};
const int session_input_count = sizeof session_inputs / sizeof *session_inputs;

uint64_t session_hash(const session_state *state) {
    static const char rule[] = "ghost.rule.";
    uint64_t hash = FIELD_HASH;
    bool has_rule = ghosts_has(&state->ghosts, RESOLVER_RULE);
    int count = session_field_count;
    while (!has_rule && strncmp(session_fields[count - 1].name, rule, sizeof rule - 1) == 0)
        count--; /* so that recordings from before there were rules are still bit-exact */
    for (int i = 0; i < count; i++)
        hash = field_hash(&session_fields[i], state, hash);
    return hash;
}

unsigned session_digest(uint64_t hash) {
    return (unsigned)(hash >> 48);
}

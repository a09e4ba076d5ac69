#include "session_state.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void session_take_state(const sandbox *s, session_state *into) {
    memcpy(&into->player, &s->player, sizeof into->player);
    if (s->ghosts.set != 0 || into->ghosts.set != 0) {
        memset(&into->ghosts, 0, sizeof into->ghosts);
        into->ghosts.set = s->ghosts.set;
        for (int r = 0; r < SM_RESOLVER_COUNT; r++) {
            if (ghosts_has(&s->ghosts, (sm_resolver)r))
                memcpy(&into->ghosts.list[r], &s->ghosts.list[r], sizeof s->ghosts.list[r]);
        }
    }
    into->tick = s->tick;
    into->obstacles_tick = s->obstacles->tick;
    into->trail_count = s->record.trail_count;
    into->pushed_age = s->record.pushed_age;
    memcpy(&into->result, &record_last(&s->record)->result, sizeof into->result);
    into->crowd_count = s->crowd.count;
    into->crowd_radius = s->crowd.radius;
    into->crowd_random = s->crowd.random;
}

static bool are_same_ghosts(const ghosts *a, const ghosts *b) {
    if (a->set != b->set)
        return false;
    for (int r = 0; a->set != 0 && r < SM_RESOLVER_COUNT; r++) {
        if (ghosts_has(a, (sm_resolver)r) &&
            memcmp(&a->list[r], &b->list[r], sizeof a->list[r]) != 0)
            return false;
    }
    return true;
}

bool session_is_state(const sandbox *s, const session_state *left) {
    return memcmp(&s->player, &left->player, sizeof s->player) == 0 && s->tick == left->tick &&
           s->obstacles->tick == left->obstacles_tick &&
           s->record.trail_count == left->trail_count && s->record.pushed_age == left->pushed_age &&
           memcmp(&record_last(&s->record)->result, &left->result, sizeof left->result) == 0 &&
           are_same_ghosts(&s->ghosts, &left->ghosts);
}

/* Of what is drawn, but neither read nor changed by a tick, only the moves' record is not there. */
void session_put_state(sandbox *s, const session_state *from) {
    sandbox_touch(s);
    memcpy(&s->player, &from->player, sizeof s->player);
    memcpy(&s->ghosts, &from->ghosts, sizeof s->ghosts);
    s->tick = from->tick;
    if (s->obstacles->tick != from->obstacles_tick)
        obstacles_set_tick(s->obstacles, from->obstacles_tick);
    s->inside = -1;
}

bool session_has_choices(const sandbox *s, const session_state *left) {
    const player *a = &s->player, *b = &left->player;
    return a->kind == b->kind && a->radius == b->radius && a->length == b->length &&
           a->speed_factor == b->speed_factor && a->resolver == b->resolver &&
           a->max_pushes == b->max_pushes && a->momentum == b->momentum &&
           a->both_sides == b->both_sides && a->gravity == b->gravity &&
           memcmp(&a->gait, &b->gait, sizeof a->gait) == 0 && s->ghosts.set == left->ghosts.set &&
           s->crowd.count == left->crowd_count && s->crowd.radius == left->crowd_radius;
}

/* ---- The crowd --------------------------------------------------------------------------- */

crowd_member *session_copy_members(const sandbox *s) {
    size_t size = (size_t)s->crowd.count * sizeof *s->crowd.members;
    crowd_member *members = size > 0 ? malloc(size) : NULL;
    if (members != NULL)
        memcpy(members, s->crowd.members, size);
    return members;
}

bool session_put_members(sandbox *s, const session_state *from, const crowd_member *members) {
    crowd like = {
        .count = from->crowd_count, .radius = from->crowd_radius, .random = from->crowd_random};
    sandbox_touch(s);
    return crowd_set(&s->crowd, &like, members);
}

bool session_is_crowd(const sandbox *s, const session_state *left, const crowd_member *members) {
    const crowd *c = &s->crowd;
    return c->count == left->crowd_count && c->radius == left->crowd_radius &&
           c->random == left->crowd_random &&
           (c->count == 0 ||
            memcmp(c->members, members, (size_t)c->count * sizeof *c->members) == 0);
}

/* ---- Differences ------------------------------------------------------------------------- */

/* What differs between two states is kept as stretches of bytes: two numbers, where it is and how
 * long, and the bytes. Length 0 ends them. */
typedef unsigned short offset;
enum { STRETCH_HEAD = 2 * sizeof(offset) };

/* Of a state that is not known, everything does. */
static bool differs(const session_state *a, const session_state *b, size_t at) {
    return a == NULL || ((const unsigned char *)a)[at] != ((const unsigned char *)b)[at];
}

/* Returns the end of the stretch that begins at `from`: where as many bytes are the same as another
 * one's beginning takes. */
static size_t end_of_stretch(const session_state *a, const session_state *b, size_t from) {
    size_t end = from + 1;
    for (size_t i = end; i < sizeof(session_state) && i < end + STRETCH_HEAD; i++) {
        if (differs(a, b, i))
            end = i + 1;
    }
    return end;
}

unsigned char *session_difference(const session_state *a, const session_state *b) {
    unsigned char made[sizeof(session_state) + 3 * STRETCH_HEAD];
    size_t length = 0;
    for (size_t i = 0; i < sizeof(session_state); i++) {
        if (!differs(a, b, i))
            continue;
        size_t end = end_of_stretch(a, b, i);
        offset head[2] = {(offset)i, (offset)(end - i)};
        memcpy(made + length, head, sizeof head);
        memcpy(made + length + sizeof head, (const unsigned char *)b + i, end - i);
        length += sizeof head + end - i;
        i = end;
    }
    memset(made + length, 0, STRETCH_HEAD);
    length += STRETCH_HEAD;
    unsigned char *copy = malloc(length);
    return copy != NULL ? memcpy(copy, made, length) : NULL;
}

size_t session_difference_apply(const unsigned char *difference, session_state *to) {
    const unsigned char *at = difference;
    offset head[2];
    for (; memcpy(head, at, sizeof head), head[1] > 0; at += sizeof head + head[1]) {
        if (to != NULL)
            memcpy((unsigned char *)to + head[0], at + sizeof head, head[1]);
    }
    return (size_t)(at - difference) + sizeof head;
}

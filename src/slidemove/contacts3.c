#include "contacts3.h"

static bool is_before(const numbered3 *a, const numbered3 *b) {
    if (a->contact.depth != b->contact.depth)
        return a->contact.depth > b->contact.depth;
    return a->number < b->number;
}

static void see(sm3_visitor *visitor, const sm3_triangle *shape, int number) {
    contacts3 *c = (contacts3 *)visitor;
    numbered3 found = {.number = number};
    if (!obstacle3_of(shape, &found.shape))
        return;
    bool met = (c->both_sides ? collide3 : collide3_in_front)(&c->mover, &found.shape, c->delta,
                                                              -c->reach, &found.contact);
    if (!met || !(found.contact.depth > -c->reach))
        return;
    int place = c->count;
    while (place > 0 && is_before(&found, &c->deepest[place - 1]))
        place--;
    if (place == CONTACTS3_MAX)
        return;
    if (c->count < CONTACTS3_MAX)
        c->count++;
    for (int i = c->count - 1; i > place; i--)
        c->deepest[i] = c->deepest[i - 1];
    c->deepest[place] = found;
}

contacts3 contacts3_begin(mover3 mover, vec3 delta, double reach, bool both_sides) {
    return (contacts3){.visitor = {see, 1, -reach},
                       .mover = mover,
                       .delta = delta,
                       .reach = reach,
                       .both_sides = both_sides};
}

sm3_region contacts3_region(const contacts3 *c) {
    return region3_around(&c->mover, c->mover.radius + c->reach, (vec3){0, 0, 0});
}
